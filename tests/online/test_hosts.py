"""Programs on hosts of their own: they find each other, and what happens to cables and machines costs nobody the game."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from tests.online.hosts import SEAT, seated
from tests.online.network import HostNetwork, needs_a_network
from tests.online.programs import SHORT_GAME, Company, Program, proven


@pytest.fixture(autouse=True)
def _network() -> None:
    needs_a_network()


def come_to_the_end(programs: list[Program]) -> None:
    """All with one head, which every journal proves."""
    heads = {program.wait_for("finished")["head"] for program in programs}
    assert len(heads) == 1
    assert [program.end() for program in programs] == [0] * len(programs)
    assert {proven(program)[0] for program in programs} == heads


def played(program: Program, actions: int) -> None:
    for _ in range(actions):
        program.wait_for("action")


@pytest.mark.fully
def test_a_table_is_found_without_an_address(tmp_path: Path) -> None:
    with HostNetwork(3) as network, Company(tmp_path) as company:
        host = company.run("host1", "host", "--seats", 3, "--name", "Ada", *SEAT, *SHORT_GAME, wrap=network.on(1))
        host.wait_for("table")
        others = [company.run(f"host{each}", "join", "--name", f"Player {each}", *SEAT, wrap=network.on(each))
                  for each in (2, 3)]
        come_to_the_end([host, *others])


@pytest.mark.fully
def test_a_table_is_found_by_its_code_of_four_characters(tmp_path: Path) -> None:
    """There are two tables on this network; the code of one leads to its founder, and all who sit there show the same code."""
    with HostNetwork(4) as network, Company(tmp_path) as company:
        ada = company.run("host1", "host", "--seats", 2, "--name", "Ada", *SEAT, *SHORT_GAME, wrap=network.on(1))
        company.run("host2", "host", "--seats", 2, "--name", "Mallory", *SEAT, wrap=network.on(2))
        code = ada.wait_for("table_code")["code"]
        listed = {name: heard_on(network, company, 4, name)["table_code"] for name in ("Ada", "Mallory")}
        assert listed["Ada"] == code != listed["Mallory"]
        ben = company.run("host3", "join", code.lower(), "--name", "Ben", *SEAT, wrap=network.on(3))
        assert ben.wait_for("table_code")["code"] == code
        come_to_the_end([ada, ben])


@pytest.mark.fully
def test_a_vpn_with_the_default_route_hides_nobody(tmp_path: Path) -> None:
    with HostNetwork(2) as network, Company(tmp_path) as company:
        for host in (1, 2):
            network.at(host, "link", "add", "tun0", "type", "veth", "peer", "name", "far")
            network.at(host, "link", "set", "far", "up")
            network.at(host, "addr", "add", f"10.99.{host}.1/24", "dev", "tun0")
            network.at(host, "link", "set", "tun0", "up")
            network.at(host, "route", "add", "default", "dev", "tun0")
        host = company.run("host1", "host", "--seats", 2, "--name", "Ada", *SEAT, *SHORT_GAME, wrap=network.on(1))
        table = host.wait_for("table")
        assert table["addresses"][0].startswith("10.77.0.1:")
        other = company.run("host2", "join", "--name", "Ben", *SEAT, wrap=network.on(2))
        come_to_the_end([host, other])


def heard_on(network: HostNetwork, company: Company, host: int, name: str) -> dict[str, Any]:
    """Return the table of this founder, as `acquire tables` on that host lists it."""
    seeing = company.run(f"tables{host}", "tables", "--json", wrap=network.on(host))
    try:
        return seeing.wait_for(lambda event: event["event"] == "table" and event["name"] == name)
    finally:
        seeing.kill()


@pytest.mark.fully
def test_a_network_of_ipv6_alone_is_one_like_any_other(tmp_path: Path) -> None:
    """Hosted, announced, found, in codes, joined by code and without."""
    with HostNetwork(3, version=6) as network, Company(tmp_path) as company:
        host = company.run("host1", "host", "--seats", 3, "--name", "Ada", *SEAT, *SHORT_GAME, wrap=network.on(1))
        table = host.wait_for("table")
        assert table["trouble"] == "" and "[fd77::1]:47108" in table["addresses"]
        assert table["code"].startswith("[fd77::1]:47108#")
        heard = heard_on(network, company, 2, "Ada")
        assert heard["code"] == table["code"]
        others = [company.run("host2", "join", table["code"], "--name", "Ben", *SEAT, wrap=network.on(2)),
                  company.run("host3", "join", "--name", "Cleo", *SEAT, wrap=network.on(3))]
        come_to_the_end([host, *others])


@pytest.mark.fully
@pytest.mark.parametrize("way", ["beacon", "mdns"])
def test_each_way_of_announcing_works_on_ipv6_alone(tmp_path: Path, way: str) -> None:
    without = {"beacon": "import acquire_net.discovery.table_search as d; d._open = lambda addresses: 1 / 0",
               "mdns": "import acquire_net.discovery.beacon as b; b.BeaconSockets.send = lambda self, data: None"}[way]
    with HostNetwork(2, version=6) as network, Company(tmp_path) as company:
        host = company.run("host1", "host", "--name", "Ada", *SEAT, wrap=network.on(1), first=without)
        host.wait_for("table")
        assert heard_on(network, company, 2, "Ada")["heard_by"] == [way]


@pytest.mark.fully
def test_two_machines_on_one_cable_without_any_configuration_meet(tmp_path: Path) -> None:
    """They have nothing but the link-local addresses of IPv6."""
    with HostNetwork(2, version=6) as network, Company(tmp_path) as company:
        for each in (1, 2):
            network.at(each, "addr", "del", f"{network.address(each)}/64", "dev", "eth0")
        network.settle()
        host = company.run("host1", "host", "--seats", 2, "--name", "Ada", *SEAT, *SHORT_GAME, wrap=network.on(1))
        assert host.wait_for("table")["code"].startswith("[fe80::")
        other = company.run("host2", "join", "--name", "Ben", *SEAT, wrap=network.on(2))
        come_to_the_end([host, other])


def pulled_for(folder: Path, seconds: float, *words: object) -> None:
    with HostNetwork(3) as network, Company(folder) as company:
        programs = seated(company, network, 3, *words)
        played(programs[0], 60)
        network.pull(2)
        time.sleep(seconds)
        network.plug_in(2)
        come_to_the_end(programs)


@pytest.mark.fully
def test_a_cable_is_pulled_for_a_while(tmp_path: Path) -> None:
    pulled_for(tmp_path, 4)


@pytest.mark.campaign
def test_a_cable_is_pulled_for_long(tmp_path: Path) -> None:
    """Shorter than the grace, so nobody is lost."""
    pulled_for(tmp_path, 40, "--grace", 60)


@pytest.mark.campaign
@pytest.mark.parametrize("how", ["a cable", "a network in halves"])
def test_how_soon_a_table_goes_on_when_all_is_well_again(tmp_path: Path, how: str) -> None:
    """Printed for readers, as `-s` shows; nothing is decided by it."""
    waits: list[float] = []
    with HostNetwork(4) as network, Company(tmp_path) as company:
        programs = seated(company, network, 4, "--grace", 60)
        for _ in range(30):
            played(programs[0], 3)
            network.pull(2) if how == "a cable" else network.part(3, 4)
            time.sleep(4)
            programs[0].skip()
            network.plug_in(2) if how == "a cable" else network.heal()
            began_s = time.monotonic()
            programs[0].wait_for("action")
            waits.append(time.monotonic() - began_s)
        come_to_the_end(programs)
    waits.sort()
    print(f"{how}, {len(waits)} times: the table goes on after {statistics.median(waits):.2f} s, 95 of 100 times within "
          f"{waits[len(waits) * 95 // 100]:.2f} s, at most {waits[-1]:.2f} s")


@pytest.mark.campaign
def test_how_soon_a_table_is_seen(tmp_path: Path) -> None:
    """Measure from the command `acquire host` until `acquire tables` on another host lists its table; reported as above."""
    waits: list[float] = []
    with HostNetwork(2) as network, Company(tmp_path) as company:
        seeing = company.run("host2", "tables", "--json", wrap=network.on(2))
        time.sleep(2)
        for number in range(20):
            began_s = time.monotonic()
            host = company.run(f"host1-{number}", "host", "--name", "Ada", *SEAT, wrap=network.on(1))
            seeing.wait_for("table")
            waits.append(time.monotonic() - began_s)
            host.kill()
    waits.sort()
    print(f"a table is seen after {statistics.median(waits):.2f} s, at most {waits[-1]:.2f} s, {len(waits)} times")


@pytest.mark.fully
def test_a_program_is_killed_and_comes_back(tmp_path: Path) -> None:
    with HostNetwork(3) as network, Company(tmp_path) as company:
        programs = seated(company, network, 3)
        played(programs[0], 60)
        names = next(event["names"] for event in programs[0].events if event["event"] == "started")
        assert sorted(names) == ["Player 1", "Player 2", "Player 3"]
        programs[1].kill()
        back = company.run("host2", "resume", *SEAT, wrap=network.on(2))
        assert back.wait_for("started")["names"] == names
        come_to_the_end([programs[0], back, programs[2]])
        known = (programs[0].home / "data" / "known-players.json").read_text(encoding="utf-8")
        assert '"Player 2"' in known and '"root"' not in known


@pytest.mark.fully
def test_a_machine_gets_another_address(tmp_path: Path) -> None:
    with HostNetwork(3) as network, Company(tmp_path) as company:
        programs = seated(company, network, 3)
        played(programs[0], 60)
        network.at(3, "addr", "del", "10.77.0.3/24", "dev", "eth0")
        network.at(3, "addr", "add", "10.77.0.33/24", "brd", "+", "dev", "eth0")
        come_to_the_end(programs)


@pytest.mark.fully
def test_a_network_falls_in_halves(tmp_path: Path) -> None:
    """Neither half goes on alone; when they meet again the one game does."""
    with HostNetwork(4) as network, Company(tmp_path) as company:
        programs = seated(company, network, 4, "--grace", 10)
        played(programs[0], 80)
        network.part(3, 4)
        time.sleep(14)
        network.heal()
        come_to_the_end(programs)


@pytest.mark.fully
def test_where_hosts_are_kept_apart_a_relay_joins_them(tmp_path: Path) -> None:
    with HostNetwork(3) as network, Company(tmp_path) as company:
        network.isolate(1, 2)
        relay = company.run("relay", "relay", wrap=network.on(3))
        relay.wait_for("line")
        host = company.run("host1", "host", "--seats", 2, "--name", "Ada", "--relay", network.address(3), *SEAT,
                           *SHORT_GAME, wrap=network.on(1))
        code = host.wait_for("table")["relay_code"]
        other = company.run("host2", "join", code, "--name", "Ben", *SEAT, wrap=network.on(2))
        come_to_the_end([host, other])


def at_a_relay(network: HostNetwork, company: Company, players: int, *words: object) -> list[Program]:
    """As docs/players/network.md says: each machine reaches only the relay, the founder names it, the others join by code."""
    relay = players + 1
    network.isolate(*range(1, players + 1))
    company.run("relay", "relay", wrap=network.on(relay)).wait_for("line")
    host = company.run("host1", "host", "--seats", players, "--name", "Player 1", "--relay", network.address(relay), *words,
                       *SHORT_GAME, wrap=network.on(1))
    code = host.wait_for("table")["relay_code"]
    return [host, *(company.run(f"host{each}", "join", code, "--name", f"Player {each}", *words, wrap=network.on(each))
                    for each in range(2, players + 1))]


@pytest.mark.fully
def test_a_running_game_is_listed_and_watched_without_a_code(tmp_path: Path) -> None:
    """Two people play, who think for long; others on the network find their game by itself and by name."""
    person = ("--json",)
    with HostNetwork(3) as network, Company(tmp_path) as company:
        ada = company.run("host1", "host", "--seats", 2, "--name", "Ada", *person, wrap=network.on(1))
        code = ada.wait_for("table")["code"]
        company.run("host2", "join", "Ada", "--name", "Ben", *person, wrap=network.on(2)).wait_for("started")
        seeing = company.run("tables", "tables", "--json", wrap=network.on(3))
        heard = seeing.wait_for(lambda event: event["event"] == "table" and event["playing"])
        assert (heard["name"], heard["may_watch"], heard["code"]) == ("Ada", True, code)
        watcher = company.run("watcher", "join", "--watch", *person, wrap=network.on(3))
        assert watcher.wait_for("started")["seat"] is None
        late = company.run("late", "join", "Ada", "--name", "Cleo", *person, wrap=network.on(3))
        assert late.wait_for("running")["may_watch"]


@pytest.mark.fully
@pytest.mark.parametrize(("players", "version"), [(3, 4), *(pytest.param(*more, marks=pytest.mark.more_cases)
                                                             for more in ((3, 6), (6, 4)))])
def test_a_table_at_a_relay_starts_by_itself(tmp_path: Path, players: int, version: int) -> None:
    """Who joined by the code of a relay waits at that relay for the others, who cannot reach each other otherwise."""
    with HostNetwork(players + 1, version) as network, Company(tmp_path) as company:
        come_to_the_end(at_a_relay(network, company, players, *SEAT))


@pytest.mark.campaign
@pytest.mark.parametrize("players", [4, 5])
def test_tables_at_a_relay_start_by_themselves(tmp_path: Path, players: int) -> None:
    with HostNetwork(players + 1) as network, Company(tmp_path) as company:
        come_to_the_end(at_a_relay(network, company, players, *SEAT))


@pytest.mark.fully
def test_a_link_that_is_missing_is_explained_at_every_seat(tmp_path: Path) -> None:
    """Two joiners on their own networks, both reachable by the founder and neither by the other."""
    with HostNetwork(3) as network, Company(tmp_path) as company:
        network.isolate(2, 3)
        programs = seated(company, network, 3)
        said = [program.wait_for(lambda event: event["event"] == "trouble" and "link" in event["text"])["text"]
                for program in programs]
        assert {"Player 2", "Player 3"} == {name for name in ("Player 1", "Player 2", "Player 3") if name in said[0]}
        assert said[1] == "There is no link to Player 3 yet: nobody answers at 10.77.0.3:47108."
        assert said[2] == "There is no link to Player 2 yet: nobody answers at 10.77.0.2:47108."
        for program in programs:
            assert "a relay joins them" in program.wait_for("trouble")["text"]


@pytest.mark.campaign
@pytest.mark.parametrize("apart", [(4, 5, 6), (6,)])
def test_six_hosts_in_two_parts(tmp_path: Path, apart: tuple[int, ...]) -> None:
    """Three and three, five and one: shorter than the grace, so nobody is lost."""
    with HostNetwork(6) as network, Company(tmp_path) as company:
        programs = seated(company, network, 6, "--grace", 60)
        played(programs[0], 100)
        network.part(*apart)
        time.sleep(12)
        network.heal()
        come_to_the_end(programs)


@pytest.mark.campaign
def test_five_go_on_without_the_sixth(tmp_path: Path) -> None:
    """Longer than the grace: the five agree, and the one who comes back learns that while they still play."""
    with HostNetwork(6) as network, Company(tmp_path) as company:
        programs = seated(company, network, 6, "--grace", 10)
        played(programs[0], 100)
        network.part(6)
        lost = programs[0].wait_for("lost")
        network.heal()
        own = programs[5].wait_for("lost")
        assert (own["seat"], own["reason"]) == (lost["seat"], "did not answer")
        assert programs[5].end() == 0
        come_to_the_end(programs[:5])
