"""The window is gone as soon as it is closed, behind the saves and before everything that may take seconds."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from acquire_client.commands import EndedBySignal
from acquire_client.files.folders import Folders
from acquire_client.files.saves import load
from acquire_client.files.settings import SettingsFile
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window import app as app_module
from acquire_client.window.app import App, open_window
from acquire_client.window.controller.autosave import newest_unfinished
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.workers import Workers
from acquire_core import RULESETS

from .driver import shared_fonts

SLOW = ("end_evening", "close_computers", "wait_for_goodbyes")


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, bool, bool]]:
    """Return what is done while the program ends, with whether the window was there, and whether the game was on the disk."""
    found: list[tuple[str, bool, bool]] = []
    monkeypatch.setattr(app_module, "folders", lambda: Folders(tmp_path, tmp_path, tmp_path / "records"))

    def note(name: str) -> None:
        saved = newest_unfinished(tmp_path / "records", lambda *_: None) is not None
        found.append((name, bool(pygame.display.get_init()), saved))

    def noting(kind: Any, name: str) -> None:
        real = getattr(kind, name)

        def noted_call(self: Any, *values: Any) -> Any:
            note(name)
            return real(self, *values)

        monkeypatch.setattr(kind, name, noted_call)

    noting(Workers, "close")
    for name in SLOW:
        noting(App, name)
    return found


def play(app: App) -> None:
    """Sit down at a game that goes on, and close the window."""
    app.play(LocalMatch.start(RULESETS["classic"], players_from("Anna,Ada:casual"), 3))
    pygame.event.post(pygame.event.Event(pygame.QUIT))


def test_the_window_is_gone_before_anything_slow(noted: list[tuple[str, bool, bool]], monkeypatch: pytest.MonkeyPatch,
                                                 tmp_path: Path) -> None:
    monkeypatch.setattr(App, "show_first_scene", lambda self, is_first: play(self))
    assert open_window() == 0
    ending = noted[next(number for number, (name, _, _) in enumerate(noted) if name == "close"):]
    assert [name for name, _, _ in ending] == ["close", *SLOW]
    assert all(not shown and saved for _, shown, saved in ending), ending
    game = newest_unfinished(tmp_path / "records", lambda *_: None)
    assert game is not None and load(game).seed == 3
    assert SettingsFile(tmp_path).load().width > 0


def test_a_window_that_is_ended_from_outside_is_gone_too(noted: list[tuple[str, bool, bool]],
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "show_first_scene", lambda self, is_first: play(self))

    def ends(self: App) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(App, "run", ends)
    with pytest.raises(KeyboardInterrupt):
        open_window()
    slow = [each for each in noted if each[0] in SLOW][-3:]
    assert [name for name, _, _ in slow] == [*SLOW] and all(not shown and saved for _, shown, saved in slow)


def fail(self: Any) -> None:
    raise ZeroDivisionError


def test_a_page_that_fails_to_go_away_costs_neither_the_game_below_it_nor_a_goodbye(
        noted: list[tuple[str, bool, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    def sit_down(app: App, is_first: bool) -> None:
        play(app)
        app.show_settings()

    monkeypatch.setattr(App, "show_first_scene", sit_down)
    monkeypatch.setattr(SettingsPage, "on_leave", fail)
    with pytest.raises(ZeroDivisionError):
        open_window()
    assert [name for name, _, _ in noted[-3:]] == [*SLOW] and all(not shown and saved for _, shown, saved in noted[-3:])


def stop_peers_by(stop: Callable[[App, object], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sit down at a game; from then on peers are stopped in this way."""
    def sit_down(app: App, is_first: bool) -> None:
        play(app)
        monkeypatch.setattr(App, "_stop_peer", stop)

    monkeypatch.setattr(App, "show_first_scene", sit_down)


def test_what_ends_behind_the_window_ends_where_something_before_it_fails(
        noted: list[tuple[str, bool, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    stop_peers_by(lambda app, evening: fail(app), monkeypatch)
    with pytest.raises(ZeroDivisionError):
        open_window()
    assert [name for name, _, _ in noted[-3:]] == [*SLOW] and not pygame.get_init()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_signal_behind_the_window_ends_nothing_in_the_middle(noted: list[tuple[str, bool, bool]],
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a session the system signals programs that show no window any more."""
    stop_peers_by(lambda app, evening: os.kill(os.getpid(), signal.SIGTERM), monkeypatch)
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)  # or the test itself would end where this fails
    try:
        with pytest.raises(EndedBySignal):
            open_window()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert [name for name, _, _ in noted[-3:]] == [*SLOW]


def test_the_next_window_of_a_process_has_fonts_of_its_own() -> None:
    """What is measured with a font that `pygame.quit` took away ends the process."""
    before = shared_fonts()
    assert before is shared_fonts()
    pygame.quit()
    pygame.init()
    assert shared_fonts() is not before
    assert shared_fonts().text_width("Acquire", 14) > 0
