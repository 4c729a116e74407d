"""One program a host."""

from __future__ import annotations

from tests.online.network import HostNetwork
from tests.online.programs import Company, Program

SEAT = ("--bot", "2", "--json", "--once")


def seated(company: Company, network: HostNetwork, players: int, *words: object) -> list[Program]:
    """Return one program a host, by join code."""
    host = company.run("host1", "host", "--seats", players, "--name", "Player 1", *SEAT, *words, wrap=network.on(1))
    code = host.wait_for("table")["code"]
    return [host, *(company.run(f"host{each}", "join", code, "--name", f"Player {each}", *SEAT, wrap=network.on(each))
                    for each in range(2, players + 1))]
