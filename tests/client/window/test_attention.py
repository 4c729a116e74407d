"""A person who looks at another window: the notification of the desktop, the mark on the taskbar, and the setting for both."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.window.attention import mark_taskbar, notification_commands, notify_desktop
from acquire_net import events
from tests.support.evenings import ReportedEvening

from .driver import Noted, Window
from .online_screens import OTHERS_TURN, at_table


def program(folder: Path, name: str, code: int) -> Path:
    """Write a program that notes its arguments and ends with a code; return the file of its notes."""
    notes, path = folder / f"{name}.notes", folder / name
    path.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{notes}"\nexit {code}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return notes


@pytest.mark.skipif(os.name != "posix", reason="programs of a shell")
def test_the_second_program_is_asked_where_the_first_one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not notify_desktop("Acquire", "It is your turn.", "linux"), "there is none"
    first, second = program(tmp_path, "notify-send", 1), program(tmp_path, "gdbus", 0)
    assert notify_desktop("Acquire", "It is your turn.", "linux")
    assert first.read_text().splitlines()[-2:] == ["Acquire", "It is your turn."]
    assert "It is your turn." in second.read_text().splitlines()


def test_a_title_and_a_text_are_arguments_and_no_part_of_a_script() -> None:
    script, *_ = notification_commands('a" & quit', "b", "darwin")
    assert script[-2:] == ('a" & quit', "b") and not any('a"' in part for part in script[:-2])
    assert notification_commands("a", "b", "win32") == ()


@pytest.mark.parametrize("driver", ["wayland", "windows", "cocoa", "dummy"])
def test_a_taskbar_that_cannot_be_marked_is_no_failure(driver: str) -> None:
    if os.name != "nt":
        assert not mark_taskbar(0, driver)


def sat_down(window: Callable[..., Window], **settings: object) -> tuple[Window, ReportedEvening]:
    sitting = window(bot_delay_ms=0, **settings)
    table = at_table(sitting, seed=OTHERS_TURN)
    evening = table.evening
    evening.listeners.append(lambda event: sitting.app._on_evening(evening, event))
    return sitting, table


def come_to_my_turn(table: ReportedEvening) -> None:
    for _ in range(12):
        if table.play_on() == 0:
            return
        table.answer_for_others()


def look_away(sitting: Window, away: bool = True) -> None:
    sitting.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST if away else pygame.WINDOWFOCUSGAINED))


def test_my_turn_is_notified_once_while_i_look_at_another_window(window: Callable[..., Window], noted: Noted) -> None:
    sitting, table = sat_down(window)
    look_away(sitting)
    come_to_my_turn(table)
    assert sitting.app.workers.settle() and noted == [("Acquire", "It is your turn.")]
    table.report(events.Played((), True))
    assert sitting.app.workers.settle() and len(noted) == 1
    look_away(sitting, away=False)
    look_away(sitting)
    table.report(events.Played((), True))
    assert sitting.app.workers.settle() and len(noted) == 2
    hand = sitting.table.match.observe(0).hand
    assert hand and not any(tile in text for pair in noted for text in pair for tile in hand)


def test_nothing_is_notified_to_who_looks_at_the_window_or_has_switched_it_off(window: Callable[..., Window],
                                                                               noted: Noted) -> None:
    for settings in ({}, {"notifies": False}):
        sitting, table = sat_down(window, **settings)
        if settings:
            look_away(sitting)
        come_to_my_turn(table)
        assert sitting.app.workers.settle()
    assert not noted


def test_a_computer_player_in_my_place_needs_no_notification(window: Callable[..., Window], noted: Noted) -> None:
    sitting, table = sat_down(window)
    table.evening.hand_over("random")
    look_away(sitting)
    come_to_my_turn(table)
    assert sitting.app.workers.settle() and not noted
