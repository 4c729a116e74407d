"""Every scene at many sizes and scales, in both languages: nothing is cut, nothing overlaps, all is large enough to hit."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from acquire_client.layout.box import LEAST_TARGET, SCALES, Box
from acquire_client.theme import LOOKS

from .driver import Window
from .screens import SCREENS

FIXED = [(1024, 640, 1.0, "en", "dark"), (1024, 640, 2.0, "de", "light"), (1280, 720, 1.25, "de", "contrast"),
         (2560, 1080, 1.5, "en", "dos"), (1024, 1000, 1.0, "de", "dark")]


def look_over(window: Window, what: str) -> list[str]:
    """What is wrong with the picture as it stands."""
    app = window.app
    app.painter.clipped.clear()
    app.draw()
    complaints = [f"{what}: '{text}' does not fit" for text in app.painter.clipped]
    whole = Box(0, 0, *app.size)
    widgets = window.top.stage.widgets
    for widget in widgets:
        if not widget.box.inside(whole):
            complaints.append(f"{what}: {widget.name} {widget.box} reaches out of the window")
        if min(widget.box.w, widget.box.h) < LEAST_TARGET:
            complaints.append(f"{what}: {widget.name} {widget.box} is too small to hit")
    for one, other in combinations(widgets, 2):
        if one.box.meets(other.box):
            complaints.append(f"{what}: {one.name} {one.box} lies over {other.name} {other.box}")
    return complaints


@pytest.mark.parametrize("name", SCREENS)
def test_a_scene_is_clean_at_every_size(window: Callable[..., Window], name: str, count: Callable[[int, int], int]) -> None:
    rng = random.Random(name)
    chance = [(rng.randint(1024, 2200), rng.randint(640, 1400), rng.choice(SCALES), rng.choice(["en", "de"]),
               rng.choice(list(LOOKS))) for _ in range(count(1, 12))]
    sitting = window(bot_delay_ms=0)
    SCREENS[name](sitting)
    complaints = []
    for w, h, scale, language, look in (*FIXED[:max(2, count(3, 5))], *chance):
        sitting.app.resize(w, h)
        sitting.app.change(replace(sitting.app.settings, scale=scale, language=language, look=look))
        complaints += look_over(sitting, f"{w}x{h} at {scale} {language}")
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("name", ["title", "place-busy", "buy", "over"])
def test_a_scene_can_be_drawn_in_a_tiny_window(window: Callable[..., Window], name: str) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS[name](sitting)
    sitting.app.resize(420, 300)
    assert not look_over(sitting, name)
