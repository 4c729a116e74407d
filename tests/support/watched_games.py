"""Whole games with real keys and real proofs, for those who are to watch them: one journal for each seat."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from acquire_core import Action
from acquire_core.ruleset import RULESETS
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.signing import SigningKey
from acquire_net.lobby.table_spec import TableSpec
from acquire_net.table.acquire_game import AcquireGame, game_of, rules_lines
from acquire_net.table.journal import JournalContents, read_journal
from acquire_net.table.verify import JournalReport, verify_journal
from tests.support.table_on_disk import DiskTable


def key_of(seat: int) -> SigningKey:
    return SigningKey(bytes((7, seat)) * 16)


class WatchedGame:
    """What the journals of a table hold, and what they prove."""

    def __init__(self, table: TableSpec, journals: tuple[JournalContents, ...]) -> None:
        self.table = table
        self.journals = journals
        self.report: JournalReport = verify_journal(journals[0], game_of, signing)

    @property
    def actions(self) -> list[Action]:
        """Return the actions as everybody knows them."""
        assert isinstance(self.report.game, AcquireGame)
        return self.report.game.actions()


@lru_cache
def played(players: int = 2, leaves: bool = False) -> WatchedGame:
    """Return a whole game; with `leaves` one in which seat 0 says goodbye after some moves, and that is as far as it goes."""
    with TemporaryDirectory() as folder:
        table = DiskTable(Path(folder), players, group=Edwards25519(), make_game=game_of, rules=rules_lines(RULESETS["classic"]),
                          signers=[key_of(seat) for seat in range(players)], verifier=signing)
        rng = random.Random(players)
        if leaves:
            table.play(rng.choice, most=4)
            driver = table.seats[0]
            assert driver is not None
            driver.leave()
            table.pass_time(2000)
            table.kill(0)
            table.pass_time(2000)
        else:
            table.play(rng.choice)
            table.pass_time(1000)
        paths = [table.path(seat) for seat in range(players)]
        for seat, each in enumerate(table.seats):
            if each is not None:
                table.kill(seat)
        return WatchedGame(table.table, tuple(map(read_journal, paths)))
