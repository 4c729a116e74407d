"""The end of a game over the network: the questions that it answers, and who is ready for another game."""

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.widgets.button import Button
from acquire_net import events
from acquire_net.lobby.events import ReadyChanged
from tests.support.evenings import BEN, CLEO, ReportedEvening, lobby, member
from tests.support.honest_table import Table

from .driver import Window
from .online_screens import ALL, HEAD, LISTENING, OWN_TURN, QUICK, at_the_end


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
def test_who_waits_for_another_game_is_shown_at_the_result(window: Callable[..., Window], language: str,
                                                           expected: tuple[str, ...]) -> None:
    label, ready, counted, both = expected
    sitting = window(bot_delay_ms=0, language=language)
    table = at_the_end(sitting)
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.top.review.cancel_work()
    assert again(sitting) == (label, "")
    report_ready(table, 1)
    sitting.turn()
    assert again(sitting) == (counted.format(1), ready.format("Ben")) and ready.format("Ben") in sitting.app.notices.texts
    report_ready(table, 1, 2)
    sitting.turn()
    assert again(sitting) == (counted.format(2), ready.format(both)) and ready.format("Cleo") in sitting.app.notices.texts
    report_ready(table)
    sitting.turn()
    assert again(sitting) == (label, "")


@pytest.mark.parametrize("question", ["leave", "retire"])
def test_the_end_of_the_game_closes_the_question_whether_to_leave_it(window: Callable[..., Window], question: str) -> None:
    sitting = window(bot_delay_ms=0)
    table = ReportedEvening(lambda: sitting.now_ms / 1000)
    table.report(LISTENING, lobby(*(member(number, is_me=number == 0) for number in range(3)), places=3))
    table.begin_game(Table(QUICK, 3, random.Random(OWN_TURN)))
    sitting.app.evening = table.evening
    sitting.app.sit_down(OnlineTableScene(sitting.app, table.evening))
    sitting.turn()
    sitting.key(pygame.K_F10)
    if question == "retire":
        sitting.click("answer 2")
    assert isinstance(sitting.top, Dialog)
    sitting.turn()
    assert isinstance(sitting.top, Dialog), "it stays while the game goes on"
    table.play_to_the_end()
    table.report(events.Ended((), "", ALL, HEAD, None))
    for _ in range(3):
        sitting.now_ms += 20_000
        sitting.turn()
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.top.review.cancel_work()
    sitting.key("t")
    sitting.key(pygame.K_F10)
    sitting.turn()
    assert isinstance(sitting.top, Dialog), "after the game one may still be asked"
