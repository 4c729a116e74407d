"""What is said where no table is found: from the findings of `acquire doctor`, with the command that opens the firewall."""

from __future__ import annotations

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.view_model.network_findings import finding_texts
from acquire_net import NetworkFinding
from acquire_net.discovery.diagnosis import firewall_findings


def hints(system: str, *programs: str) -> list[NetworkFinding]:
    return list(firewall_findings(47108, system, "acquire", programs.__contains__))


@pytest.mark.parametrize(("found", "commands"), [
    (hints("linux", "/usr/sbin/ufw"), ["sudo ufw allow 47108", "sudo ufw allow 5353/udp"]),
    (hints("linux", "/usr/bin/firewall-cmd"), ["sudo firewall-cmd --add-port=47108/tcp --add-port=47108/udp --add-service=mdns"]),
    (hints("win32"), ["Set-NetConnectionProfile -NetworkCategory Private"]),
])
def test_the_command_for_this_firewall_is_there(found: list[NetworkFinding], commands: list[str]) -> None:
    last = finding_texts(found, Words("en"))[-1]
    assert last.startswith("This opens the firewall of this machine: ") and all(command in last for command in commands)
    assert "status" not in last, "only what opens it"


def test_without_a_known_firewall_the_ports_are_named() -> None:
    assert "TCP and UDP port 47108 and UDP port 5353" in finding_texts(hints("linux"), Words("en"))[-1]


def test_where_nothing_is_wrong_that_is_said() -> None:
    texts = finding_texts([NetworkFinding("addresses", True, "192.168.0.7")], Words("en"))
    assert texts[0] == "Nothing is wrong on this machine. Perhaps nobody has opened a table yet."
    assert texts[1] == "Some networks keep devices apart. A join code works there too."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("topic", "adapter", "names"), [("addresses", "", ""), ("beacon on eth0", "eth0", "eth0"),
                                                         ("beacons", "", "47108"), ("mDNS", "", "5353")])
def test_everything_that_can_be_wrong_has_a_sentence(topic: str, adapter: str, names: str, language: str) -> None:
    first = finding_texts([NetworkFinding(topic, False, "of the system", adapter=adapter)], Words(language))[0]
    assert names in first and first.endswith(".") and "Perhaps nobody" not in first
