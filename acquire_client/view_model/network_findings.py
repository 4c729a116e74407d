"""What a person does when no table is found: the findings of `acquire doctor`, in the language of the person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from acquire_client.language import Words
from acquire_net import BEACON_PORT, DEFAULT_PORT, NetworkFinding

FIREWALL, BEACON = "firewall", "beacon on "


def finding_texts(findings: Sequence[NetworkFinding], words: Words) -> tuple[str, ...]:
    """Return what may be in the way and what to do about it, a sentence or two each; the last are always worth trying."""
    bad = [text for finding in findings if finding.good is False for text in _text_of(finding, words)]
    if not bad:
        bad = [words.translate("Nothing is wrong on this machine. Perhaps nobody has opened a table yet.")]
    hints = [text for finding in findings if finding.topic == FIREWALL for text in _firewall_texts(finding, words)]
    return (*bad, words.translate("Some networks keep devices apart. A join code works there too."), *hints)


def _text_of(finding: NetworkFinding, words: Words) -> Iterator[str]:
    translate = words.translate
    if finding.topic == "addresses":
        yield translate("This machine is on no network: connect it by cable or radio.")
    elif finding.topic.startswith(BEACON):
        yield translate("Announcements do not come through on {adapter}: a firewall may close UDP port {port}.",
                        adapter=finding.topic.removeprefix(BEACON), port=BEACON_PORT)
    elif finding.topic == "beacons":
        yield translate("This program cannot announce or find tables: another program may hold UDP port {port}.",
                        port=BEACON_PORT)
    elif finding.topic == "mDNS":
        yield translate("The second way of finding tables does not start: a firewall or another program may hold UDP port 5353.")


def _firewall_texts(finding: NetworkFinding, words: Words) -> Iterator[str]:
    """Yield the commands that open a firewall; without one that is known, the ports."""
    quoted = re.findall("'([^']+)'", finding.text)
    commands = [text for text in quoted if " allow " in text or "--add-port" in text or text.startswith("Set-")]
    if commands:
        yield words.translate("This opens the firewall of this machine: {commands}", commands="  ·  ".join(commands))
    else:
        yield words.translate("A firewall, where there is one, must let TCP and UDP port {port} and UDP port 5353 through.",
                              port=DEFAULT_PORT)
