"""Every scene at many sizes and scales, in both languages: nothing is cut, nothing overlaps, all is large enough to hit."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from acquire_client.matches.steps import MatchStep
from acquire_client.theme import LOOKS
from acquire_client.view_model.log import log_lines
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, SCALES, Box
from acquire_client.window.widgets.lines import ListView
from acquire_core import actions as act
from acquire_core import events as ev
from tests.client.window.boxes import is_inside, overlap
from tests.client.window.sizes import SCALES as FEW_SCALES
from tests.client.window.sizes import SIZES
from tests.support.counts import Count

from .driver import Window
from .screens import SCREENS, kinds_first, position
from .texts import english_words

PEOPLE = ("Annabel", "Ben", "Clementine", "Dan")
FIXED = [(1024, 640, 2.0, "de", "light"), (1280, 720, 1.25, "de", "contrast"),
         (2560, 1080, 1.5, "en", "dos"), (1024, 1000, 1.0, "de", "dark")]


def look_over(window: Window, what: str) -> list[str]:
    """Return what is wrong with the picture as it stands."""
    app = window.app
    app.painter.clipped.clear()
    window.draw()
    complaints = [f"{what}: '{text}' does not fit" for text in app.painter.clipped]
    whole = Box(0, 0, *app.size)
    widgets = window.top.focus_manager.widgets
    for widget in widgets:
        if not is_inside(widget.box, whole):
            complaints.append(f"{what}: {widget.name} {widget.box} reaches out of the window")
        if min(widget.box.w, widget.box.h) < MIN_TARGET:
            complaints.append(f"{what}: {widget.name} {widget.box} is too small to hit")
    for one, other in combinations(widgets, 2):
        if overlap(one.box, other.box):
            complaints.append(f"{what}: {one.name} {one.box} lies over {other.name} {other.box}")
    return complaints


def texts_shown(window: Window) -> list[str]:
    """Return all that is painted, and the tooltips."""
    texts = [*(widget.tip for widget in window.top.focus_manager.widgets), *window.written()]
    assert len(texts) > 10
    return texts


@pytest.mark.parametrize("name", kinds_first(pytest.mark.fully, SCREENS))
def test_a_scene_is_clean_at_every_size(window: Callable[..., Window], name: str, count: Count,
                                        monkeypatch: pytest.MonkeyPatch) -> None:
    """At the smallest size no text is cut in either language, but names, which may be as long as people like."""
    rng = random.Random(name)
    chance = [(rng.randint(1024, 2200), rng.randint(640, 1400), rng.choice(SCALES), rng.choice(["en", "de"]),
               rng.choice(list(LOOKS))) for _ in range(count(1, 6))]
    sitting = window(width=1024, height=640, bot_delay_ms=0, language="de")
    sitting.draws_all = True  # what is seen on the way to the scene is not cut either
    with texts_cut(monkeypatch) as cut:
        SCREENS[name](sitting)
        complaints = [f"'{text}' is not German" for text in texts_shown(sitting) if english_words(text)]
        complaints += look_over(sitting, "1024x640 in German")
        sitting.app.change_settings(replace(sitting.app.settings, language="en"))
        complaints += look_over(sitting, "1024x640 in English")
    complaints += [f"'{text}' is cut" for text in cut]
    more = (*FIXED, *chance) if count(1, 4) > 1 else (FIXED[0] if rng.random() < 0.5 else chance[0],)
    for w, h, scale, language, look in more:
        sitting.app.resize_window(w, h)
        sitting.app.change_settings(replace(sitting.app.settings, scale=scale, language=language, look=look))
        complaints += look_over(sitting, f"{w}x{h} at {scale} {language}")
    assert not complaints, "\n".join(complaints)


@contextmanager
def texts_cut(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Note the texts that are shortened meanwhile; names do not count."""
    cut: list[str] = []

    def noted(painter: Painter, text: str, *args: Any) -> str:
        cut.extend([text] if text not in PEOPLE else [])
        return shortened(painter, text, *args)

    shortened = Painter._shortened_text
    with monkeypatch.context() as patch:
        patch.setattr(Painter, "_shortened_text", noted)
        yield cut


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("w", "h", "scale"), [(1024, 640, 1.0), (1024, 640, 2.0), (1280, 720, 1.0)])
def test_long_lines_of_the_log_are_broken(window: Callable[..., Window], language: str, w: int, h: int, scale: float) -> None:
    sitting = window(width=w, height=h, scale=scale, language=language, bot_delay_ms=0)
    table = sitting.play("Maximiliane Annabell,Clementine Josephine:casual", seed=3)
    past = [MatchStep(act.Dispose(1, 3, 2, 4), (ev.BlocksDisposed(1, "worldwide", "continental", 3, 2, 4, 1200),), 3),
            MatchStep(act.Place(0, "5E"), (ev.BonusPaid(0, "continental", 2300, "tied for second", 2, 3, 11, False),), 3)]
    for step in past:
        table.controller.log.add(log_lines(step.action, step.events, table.controller.names))
    table.rebuild()
    log = sitting.widget("log")
    assert isinstance(log, ListView)
    painter = sitting.app.painter
    width = log.box.w - log._chain_indent(painter.unit)
    assert all(painter.fonts.text_width(row.text, log._text_pixels(painter.unit), row.strong) <= width for _, row in log.rows)
    whole = [" ".join(row.text for number, row in log.rows if number == line) for line, _ in dict(log.rows).items()]
    assert {line.text for line in table.controller.log.lines if not line.quiet and not line.turn} <= set(whole)
    assert any(row.goes_on for _, row in log.rows)
    assert not look_over(sitting, language)


LONGEST_NAMES = tuple(f"{letter}WWWWW Wilhelmine W{letter}" for letter in "ABCDEF")
MUCH = {"shares": [{"american": 24, "tower": 20, "festival": 23, "imperial": 21, "luxor": 24, "worldwide": 25, "continental": 22},
                   *[{"tower": 1}] * 5], "cash": [199_900, *[188_800] * 5]}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scale", FEW_SCALES)
def test_the_longest_names_and_amounts_fit_at_every_size(window: Callable[..., Window], scale: float, language: str,
                                                         count: Count) -> None:
    sitting = window(bot_delay_ms=0, scale=scale, language=language)
    seats = ",".join((LONGEST_NAMES[0], *(f"{name}:casual" for name in LONGEST_NAMES[1:])))
    table = sitting.sit_at(position("5D 8C 9C 12A 6G 1C", seats, **MUCH))
    assert table.controller.names.seats == LONGEST_NAMES, "no longer one is seated"
    rarely = 3 if language == "en" else 1    # the words of the other are longer
    for phase, key in (("place", ""), ("buy", "4")):
        if key:
            sitting.key(key)
        assert table.match.game.phase == phase
        for w, h in SIZES[:count(4, 200):rarely * (2 if key else 1)]:
            sitting.app.resize_window(w, h)
            assert not look_over(sitting, f"{phase} at {w}x{h}")


@pytest.mark.parametrize("name", ["title", "place-busy", "buy", "over"])
def test_a_scene_can_be_drawn_in_a_tiny_window(window: Callable[..., Window], name: str) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS[name](sitting)
    sitting.app.resize_window(420, 300)
    assert not look_over(sitting, name)
