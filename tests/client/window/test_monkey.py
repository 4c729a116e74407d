"""A monkey at the keyboard and the mouse: nothing breaks, no refused answer reaches the match, memory stays where it is."""

import random
import sys
from collections.abc import Callable

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.scenes.scene import Scene
from acquire_core.actions import Action

from .driver import Window

KEYS = [*range(pygame.K_F1, pygame.K_F10 + 1), *map(ord, "123456789tlawfcinyuhrsk"), pygame.K_RETURN, pygame.K_RETURN,
        pygame.K_TAB,
        pygame.K_TAB, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME,
        pygame.K_END, pygame.K_BACKSPACE, pygame.K_PAGEUP, pygame.K_PAGEDOWN]
MODS = [0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL]
SIZES = [(1024, 640), (1280, 720), (700, 500), (1400, 900), (1100, 1100)]


def peak_kilobytes() -> int:
    """The most memory that this process has had; 0 where the system does not tell."""
    if not sys.platform.startswith("linux"):
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


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
            widgets = [widget for widget in window.top.stage.widgets if widget.enabled]
            if widgets:
                box = rng.choice(widgets).box
                window.click((box.x + rng.randrange(box.w), box.y + rng.randrange(box.h)))
        case 10:
            window.click((rng.randrange(w), rng.randrange(h)))
        case 11:
            window.settle(3)


@pytest.mark.parametrize("part", range(8))
def test_a_monkey_breaks_nothing(part: int, window: Callable[..., Window], count: Callable[[int, int], int]) -> None:
    """20,000 events in all with --ci."""
    events = count(0 if part else 250, 2_500)
    if not events:
        pytest.skip("with --ci")
    rng = random.Random(20 + part)
    refused: list[Action] = []
    answering = LocalMatch.answer

    def watched(match: LocalMatch, action: Action) -> object:
        if match.refusal(action) is not None:
            refused.append(action)
        return answering(match, action)

    LocalMatch.answer = watched  # type: ignore[method-assign,assignment]
    try:
        sitting = window(bot_delay_ms=0, width=1024, height=640)
        sitting.app.quit = lambda: None  # type: ignore[method-assign]
        seen: set[type[Scene]] = set()
        rules = [{}, {"special_powers": True}, {"sell_shares": True}, {"open_pick": True}]
        sitting.play("Anna,Bea,Ada:random")
        memory = 0
        for number in range(events):
            push(sitting, rng)
            if not sitting.app.scenes:
                sitting.app.menu()
            seen.add(type(sitting.app.scenes[-1]))
            if number % 97 == 0:
                sitting.app.resize(*rng.choice(SIZES))
            if number % 400 == 399:
                sitting.play("Anna,Ada:random,Ben:random", **rng.choice(rules))
            if number == events // 2:
                memory = peak_kilobytes()
        assert peak_kilobytes() < memory + 40_000
        assert not refused
        assert len(seen) > 5 or events < 400
    finally:
        LocalMatch.answer = answering  # type: ignore[method-assign]
