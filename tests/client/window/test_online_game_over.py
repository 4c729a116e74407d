"""The end of a game over the network: who is ready for another game."""

from collections.abc import Callable

import pytest

from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.widgets.button import Button
from acquire_net.lobby.events import ReadyChanged
from tests.support.evenings import BEN, CLEO, ReportedEvening, lobby, member

from .driver import Window
from .online_screens import at_the_end


def again(sitting: Window) -> tuple[str, str]:
    button = sitting.widget("again")
    assert isinstance(button, Button)
    return button.label, button.tip


def report_ready(table: ReportedEvening, *numbers: int) -> None:
    members = (member(number, is_me=number == 0, is_ready=number in numbers) for number in range(3))
    table.report(lobby(*members, places=3), ReadyChanged(tuple((BEN, CLEO)[number - 1] for number in numbers), False))


@pytest.mark.parametrize(("language", "expected"), [
    ("en", ("Play again", "Ready for another game: {}.", "Play again ({} of 3)", "Ben and Cleo")),
    ("de", ("Noch einmal", "Bereit für ein weiteres Spiel: {}.", "Noch einmal ({} von 3)", "Ben und Cleo")),
])
def test_who_waits_for_another_game_is_told_at_the_result(window: Callable[..., Window], language: str,
                                                           expected: tuple[str, ...]) -> None:
    label, told, counted, both = expected
    sitting = window(bot_delay_ms=0, language=language)
    table = at_the_end(sitting)
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.top.review.cancel_work()
    assert again(sitting) == (label, "")
    report_ready(table, 1)
    sitting.turn()
    assert again(sitting) == (counted.format(1), told.format("Ben")) and told.format("Ben") in sitting.app.notices.texts
    report_ready(table, 1, 2)
    sitting.turn()
    assert again(sitting) == (counted.format(2), told.format(both)) and told.format("Cleo") in sitting.app.notices.texts
    report_ready(table)
    sitting.turn()
    assert again(sitting) == (label, "")
