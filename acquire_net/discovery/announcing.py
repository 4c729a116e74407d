"""What a peer announces of its table on the LAN, before the game and during it, and which of those who sit there announces it."""

from __future__ import annotations

from collections.abc import Collection

from acquire_net.discovery.beacon import Stage
from acquire_net.lines import Lines
from acquire_net.lobby.gathering import Gathering
from acquire_net.lobby.lobby import NotWelcome, Table
from acquire_net.lobby.options import setting
from acquire_net.table.acquire_game import ruleset_of


class Announcer:
    """Announces a table as long as it is this peer's to announce, and no longer."""

    def __init__(self, lines: Lines, name: str, version: str) -> None:
        self._lines = lines
        self._name = name
        self._version = version
        self._announces = False

    def gather(self, gathering: Gathering) -> None:
        """Announce a table that has not begun: its first seat does."""
        proposal = gathering.proposal
        if proposal is None or proposal.seated[:1] != (gathering.identity,):
            self.end()
        else:
            self._announce(gathering.gathering, len(proposal.seated), proposal.places, proposal.rules, Stage.GATHERING)

    def play(self, gathering: Gathering, table: Table, seat: int, here: Collection[int]) -> None:
        """Announce a game that runs, so that late comers find it: of the seats that are here the lowest does."""
        if min(here, default=seat) < seat:
            self.end()
        else:
            stage = Stage.SHOWN if setting(table.options, "spectators") == "yes" else Stage.PLAYING
            self._announce(gathering.gathering, len(table.seats), len(table.seats), table.rules, stage)

    def end(self) -> None:
        if self._announces:
            self._announces = False
            self._lines.withdraw()

    def _announce(self, table: bytes, taken: int, places: int, rules: tuple[str, ...], stage: Stage) -> None:
        try:
            name = ruleset_of(rules, places).name
        except NotWelcome:
            name = ""
        self._announces = True
        self._lines.announce(table, self._name, taken, places, name, self._version, stage)
