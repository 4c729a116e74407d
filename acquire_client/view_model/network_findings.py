"""What a person does when no table is found: the findings of `acquire doctor`, in the language of the person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from acquire_client.language import Words
from acquire_net import BEACON_PORT, DEFAULT_PORT, NetworkFinding

FIREWALL = "firewall"


def finding_texts(findings: Sequence[NetworkFinding], words: Words) -> tuple[str, ...]:
    """Return what may be in the way and what to do about it, a sentence or two each; the last are always worth trying."""
    bad = [text for finding in findings if finding.good is False for text in _text_of(finding, words)]
    if not bad:
        bad = [words.translate("Nothing is wrong on this machine. Perhaps nobody has opened a table yet.")]
    hints = [_firewall_text(finding, words) for finding in findings if finding.topic == FIREWALL]
    return (*bad, words.translate("Some networks keep devices apart. A join code works there too."), *hints)


def _text_of(finding: NetworkFinding, words: Words) -> Iterator[str]:
    translate = words.translate
    if finding.adapter:
        yield translate("Announcements do not come through on {adapter}: a firewall may close UDP port {port}.",
                        adapter=finding.adapter, port=BEACON_PORT)
    elif finding.topic == "addresses":
        yield translate("This machine is on no network: connect it by cable or radio.")
    elif finding.topic == "beacons":
        yield translate("This program cannot announce or find tables: another program may hold UDP port {port}.",
                        port=BEACON_PORT)
    elif finding.topic == "mDNS":
        yield translate("The second way of finding tables does not start: a firewall or another program may hold UDP port 5353.")


def _firewall_text(finding: NetworkFinding, words: Words) -> str:
    """Return the commands that open a firewall; without one that is known, the ports."""
    if finding.commands:
        return words.translate("This opens the firewall of this machine: {commands}", commands="  ·  ".join(finding.commands))
    return words.translate("A firewall, where there is one, must let TCP and UDP port {port} and UDP port 5353 through.",
                           port=DEFAULT_PORT)
