"""Play a whole game in which one seat cheats once, at a random moment."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.net.adversaries.cheats import Cheat, Outcome
from tests.net.adversaries.table import Liar, LiarsTable


def a_table_with(cheat: Cheat, seats: int, seed: int, real: bool = False) -> LiarsTable:
    """Play a whole game with the lie in it; if the random moment does not come, take the first one."""
    rng = random.Random(repr((cheat.name, seats, seed)))
    for skip in (rng.randint(0, cheat.skips), *[0] * 100):  # some lies are for one seat only, such as the last
        opening = replace(cheat.table_of(seats), real=real)
        liar = Liar(rng.randrange(seats), cheat.lies, rng, skip, goes_on=cheat.outcome is Outcome.NOTHING or rng.random() < 0.3,
                    deck=cheat.deck)
        if cheat.outcome is Outcome.DROPPED:
            liar.goes_on = False
        table = LiarsTable(opening, liar, seed=rng.randrange(1 << 30))
        if cheat.loses_a_seat:
            table.play_on(lambda table=table: table.peers[0].session.state.game.has_begun)  # type: ignore[misc]
            for _ in range(rng.randint(0, 3)):
                table.move()
            table.cut.add(rng.choice(table.honest))
        table.play_on()
        if liar.has_lied:
            return table
    raise AssertionError(f"{cheat.name}: there was no moment for it with {seats} seats")


def seats_for(cheat: Cheat) -> list[int]:
    return [seats for seats in range(2, 7) if seats >= cheat.fewest]
