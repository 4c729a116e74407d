"""A monkey at the keyboard and the mouse: nothing breaks, no refused answer reaches the match, memory stays where it is."""

import gc
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import Match
from acquire_client.window.scenes.scene import Scene
from acquire_core.actions import Action
from tests.support.counts import Count

from .driver import Window
from .screens import SCREENS

KEYS = [*range(pygame.K_F1, pygame.K_F10 + 1), *map(ord, "123456789tlawfcinyuhrsk"), pygame.K_RETURN, pygame.K_RETURN,
        pygame.K_TAB,
        pygame.K_TAB, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME,
        pygame.K_END, pygame.K_BACKSPACE, pygame.K_PAGEUP, pygame.K_PAGEDOWN]
MODS = [0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL]
SIZES = [(1024, 640), (1280, 720), (700, 500), (1400, 900), (1100, 1100)]


def kilobytes() -> int:
    """Return the memory that this process has now; its peak is a picture for a file, which is drawn large. 0 where nobody
    tells."""
    if not sys.platform.startswith("linux"):
        return 0
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def push(window: Window, rng: random.Random) -> None:
    w, h = window.app.painter.surface.get_size()
    match rng.randrange(12):
        case 0 | 1 | 2 | 3 | 4:
            window.key(rng.choice(KEYS), rng.choice(MODS))
        case 5:
            window.type(rng.choice(["x", "Ä", "日", " ", "Anna"]))
        case 6:
            window.point(rng.randrange(w), rng.randrange(h))
        case 7:
            window.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice([-3, 3]), flipped=False))
        case 8 | 9:
            widgets = [widget for widget in window.top.focus_manager.widgets if widget.enabled]
            if widgets:
                box = rng.choice(widgets).box
                window.click((box.x + rng.randrange(box.w), box.y + rng.randrange(box.h)))
        case 10:
            window.click((rng.randrange(w), rng.randrange(h)))
        case 11:
            window.settle(3)


MAX_GROWTH = 40_000
"""Kilobytes that may be new after half of the events: pictures are kept for each size, scale and look."""
OFTEN_TRIED = ("merger-counting", "review", "history", "retire", "save-elsewhere")
"""Scenes at which a monkey begins in a plain run too."""


@pytest.mark.parametrize("name", SCREENS)
def test_a_monkey_that_begins_at_any_scene_breaks_nothing(name: str, window: Callable[..., Window], count: Count) -> None:
    events = count(25 if name in OFTEN_TRIED else 0, 100)
    if not events:
        pytest.skip("with --ci")
    rng = random.Random(name)
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    sitting.app.quit = lambda: None  # type: ignore[method-assign]
    showing = sitting.app.show_result

    def show_result(match: Match, *rest: Any) -> None:
        """Show the end of a game that has a record; one that began from a position has none, and no player has such a game."""
        if match.game.from_start:
            showing(match, *rest)

    sitting.app.show_result = show_result  # type: ignore[method-assign]
    SCREENS[name](sitting)
    for _ in range(events):
        push(sitting, rng)
        if not sitting.app.scenes:
            sitting.app.show_menu()


@pytest.mark.parametrize("part", range(8))
def test_a_monkey_breaks_nothing(part: int, window: Callable[..., Window], count: Count) -> None:
    """20,000 events in all with --ci."""
    events = count(0 if part else 150, 2_500)
    if not events:
        pytest.skip("with --ci")
    rng = random.Random(20 + part)
    refused: list[Action] = []
    answering = LocalMatch.answer

    def watched(match: LocalMatch, action: Action) -> object:
        if match.refusal_of(action) is not None:
            refused.append(action)
        return answering(match, action)

    LocalMatch.answer = watched  # type: ignore[method-assign,assignment]
    try:
        sitting = window(bot_delay_ms=0, width=1024, height=640)
        sitting.app.quit = lambda: None  # type: ignore[method-assign]
        draw, chance = sitting.app.draw, random.Random(part)
        # To draw is most of the time that an event takes, and one picture of eight is as good a test of it.
        sitting.app.draw = lambda: draw() if chance.random() < 0.125 else None  # type: ignore[method-assign]
        seen: set[type[Scene]] = set()
        rules = [{}, {"special_powers": True}, {"sell_shares": True}, {"open_pick": True}]
        sitting.play("Anna,Bea,Ada:random")

        def play_on(first: int, last: int) -> int:
            """Let so many events happen; return by how much the memory has grown."""
            memory = kilobytes()
            for number in range(first, last):
                push(sitting, rng)
                if not sitting.app.scenes:
                    sitting.app.show_menu()
                seen.add(type(sitting.app.scenes[-1]))
                if number % 97 == 0:
                    sitting.app.resize_window(*rng.choice(SIZES))
                if number % 400 == 399:
                    sitting.play("Anna,Ada:random,Ben:random", **rng.choice(rules))
            return kilobytes() - memory

        play_on(0, events // 2)
        # A picture for a file is drawn large, and the memory for it stays with the process: once. A leak would grow again.
        assert play_on(events // 2, events) < MAX_GROWTH or play_on(events, 3 * events // 2) < MAX_GROWTH
        assert not refused
        assert len(seen) > 5 or events < 400
    finally:
        LocalMatch.answer = answering  # type: ignore[method-assign]
