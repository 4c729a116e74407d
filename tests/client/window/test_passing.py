"""Play whole games without automatic passes: a player who can only pass is asked, and passes by a key or a click."""

from collections.abc import Callable

import pytest

from tests.client.window.whole_game import play_through
from tests.support.few_cases import few_cases

from .driver import Window
from .hands import as_answered, by_keys, by_mouse

pytestmark = pytest.mark.fully


@pytest.mark.parametrize(("hands", "rules", "options"), few_cases(pytest.mark.more_cases, [
    ("mouse", "dos-1988", {"end_mode": "end_of_turn", "no_tile": "replace_hand"}),
    ("keys", "wikipedia-2008", {"special_powers": True, "play4_mandatory": True}),
    ("mouse", "classic", {"special_powers": True, "sell_shares": True, "dead_policy": "choice", "open_pick": True}),
], 2))
def test_every_answer_of_a_person_was_asked_for(window: Callable[..., Window], hands: str, rules: str,
                                                options: dict[str, object]) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640, passes=False)
    table = sitting.play("Anna,Ada:random", rules, seed=12, **options)
    made = play_through(sitting, table, by_keys if hands == "keys" else by_mouse, hands == "mouse", seed=1)
    assert [action for action in as_answered(table.match.game.actions()) if action.seat == 0] == made
    assert not sitting.app.painter.clipped
