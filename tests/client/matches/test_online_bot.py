"""Computer players in a seat of a table without a host: levels and programs, which know no more than their seat."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_core import RULESETS
from acquire_core.ai.external import Limits
from tests.client.matches.sitting import Sitting

EXAMPLE = Path(__file__).parents[3] / "docs" / "developers" / "example_bot.py"


@pytest.mark.parametrize("rules", ["classic", "tycoon-2023"])
def test_a_program_plays_a_whole_game_in_its_seat(rules: str) -> None:
    if not EXAMPLE.exists():
        pytest.skip("the example program is not here: the tests run away from the source")
    sitting = Sitting(rules, 3, seed=4)
    bots = [BotSeat(sitting.matches[0], Player("Ada", command=f'"{sys.executable}" "{EXAMPLE}"'), Limits(move_ms=20_000)),
            BotSeat(sitting.matches[1], Player("Ben", "beginner")), BotSeat(sitting.matches[2], Player("Cleo", "random"))]
    try:
        while (seat := sitting.go_on()) is not None:
            action, lost = bots[seat].decide_answer()
            assert lost is None
            sitting.answer(seat, action)
    finally:
        for bot in bots:
            bot.stop()
    assert all(match.is_over for match in sitting.matches.values())


def test_a_program_that_fails_loses_its_move_and_nothing_else() -> None:
    sitting = Sitting("classic", 2, seed=4)
    program = Player("Ada", command=f'"{sys.executable}" -c "raise SystemExit(3)"')
    bot = BotSeat(sitting.matches[0], program, Limits(move_ms=20_000))
    try:
        while (seat := sitting.go_on()) != 0:
            assert seat is not None
            sitting.answer(seat, sitting.matches[seat].forced_answer() or sitting.matches[seat].legal_actions()[0])
        action, lost = bot.decide_answer()
        assert lost is not None and lost.seat == 0
        assert sitting.matches[0].refusal_of(action) is None
    finally:
        bot.stop()


def test_a_watcher_has_no_seat_to_play() -> None:
    watcher = OnlineMatch(RULESETS["classic"], ["Ada", "Ben"], None, print)
    with pytest.raises(ValueError, match="needs a seat"):
        BotSeat(watcher, Player("Ada", "beginner"))
