"""Tasks for a person who reads nothing but the screen, by keyboard and by mouse, within 90 seconds."""

from pathlib import Path

import pytest

from tests.support.screen_person import CHOICE_S, KEY_S, MAX_TASK_S, ScreenPerson

from .driver import Window
from .tasks import TASKS, run_task


@pytest.mark.parametrize("mouse", [False, pytest.param(True, marks=pytest.mark.fully)], ids=["keyboard", "mouse"])
@pytest.mark.parametrize("name", TASKS)
def test_a_task_needs_the_screen_alone_and_at_most_ninety_seconds(name: str, mouse: bool, tmp_path: Path) -> None:
    person = run_task(name, mouse, tmp_path)
    assert CHOICE_S < person.seconds <= MAX_TASK_S


def test_what_is_not_on_the_screen_can_be_neither_pressed_nor_clicked_nor_read(tmp_path: Path) -> None:
    window = Window(tmp_path)
    person = ScreenPerson(window)
    for act in (lambda: person.press("n", because="Challenge"), lambda: person.click("Challenge"),
                lambda: person.read("Challenge")):
        with pytest.raises(AssertionError, match="not to be"):
            act()
    assert not person.seconds
    person.press("n", because="New game")
    assert person.seconds == pytest.approx(CHOICE_S + KEY_S) and not person.sees("Tutorial")
    window.close()


def test_what_lies_below_a_dialog_cannot_be_read(tmp_path: Path) -> None:
    window = Window(tmp_path, bot_delay_ms=0)
    window.play()
    person = ScreenPerson(window)
    person.read("Place a tile")
    person.click("Menu")
    person.read("Leave the table?")
    assert not person.sees("Place a tile")
    window.close()
