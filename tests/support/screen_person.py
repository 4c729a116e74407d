"""A person who knows nothing but what is on the screen, and the seconds that a task costs them.

A task is a function that gets such a person and does it by keyboard or by mouse. The person clicks words that they see, and
presses a key only because of something that they see. A key costs 0.2 s; a choice costs 1 s, whether it ends in keys or in a
click. What the computer players and the motion take is not counted. With a folder each act leaves a picture there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the driver loads pygame, which not every test has
    from acquire_client.window.layout.box import Box
    from tests.client.window.driver import Window

KEY_S = 0.2
CHOICE_S = 1.0
MAX_TASK_S = 90.0


@dataclass(frozen=True, slots=True)
class SeenText:
    """One piece of text on the screen, and the box that it is written in."""

    text: str
    box: Box


def texts_on_screen(window: Window) -> list[SeenText]:
    """Return the texts of the next picture in the order in which they are drawn, without those below a veil."""
    painter, seen = window.app.painter, list[SeenText]()
    write, veil = painter.text, painter.dim

    def note_text(box: Box, text: str, *rest: Any, **more: Any) -> int:
        if text:
            seen.append(SeenText(text, box))
        return write(box, text, *rest, **more)

    def paint_at_once(key: object, box: Box, paint: Callable[[Box], object]) -> None:
        """Paint without the cache, which would paint elsewhere first."""
        paint(box)

    def note_veil(box: Box, *rest: Any, **more: Any) -> None:
        seen.clear()
        veil(box, *rest, **more)

    replaced: dict[str, Callable[..., Any]] = {"text": note_text, "kept": paint_at_once, "dim": note_veil}
    for name, function in replaced.items():
        setattr(painter, name, function)
    try:
        window.app.draw()
    finally:
        for name in replaced:
            delattr(painter, name)
    return seen


class ScreenPerson:
    """`seconds` is what the task has cost until now; `done` tells it step by step."""

    def __init__(self, window: Window, pictures: Path | None = None) -> None:
        self.window = window
        self.pictures = pictures
        self.seconds = 0.0
        self.done: list[str] = []
        self._look("begin")

    def page(self) -> str:
        """Return all that can be read now, in one line."""
        return " ".join(seen.text for seen in texts_on_screen(self.window))

    def sees(self, words: str) -> bool:
        return words in self.page()

    def read(self, words: str) -> None:
        """Read something on the screen; it has to be there."""
        page = self.page()
        assert words in page, f"{words!r} is not to be read after {self.done}; there is: {page}"

    def press(self, *keys: int | str, because: str) -> None:
        """Make one choice by keys, because of something that is to be read on the screen."""
        self.read(because)
        self.seconds += CHOICE_S + KEY_S * len(keys)
        for key in keys:
            self.window.key(key)
        self._look(f"press {len(keys)} for {because!r}")

    def type(self, text: str, because: str) -> None:
        """Make one choice by typing a text into the field that has the focus."""
        self.read(because)
        self.seconds += CHOICE_S + KEY_S * len(text)
        self.window.type(text)
        self._look(f"type {text!r}")

    def click(self, words: str, near: str = "") -> None:
        """Make one choice by a click on these words; where they are written twice, on those near others, else on those that
        were drawn last."""
        x, y = self._place_of(words, near).middle
        self.seconds += CHOICE_S
        self.window.click((x, y))
        self._look(f"click {words!r}")

    def point(self, words: str) -> None:
        """Let the pointer rest on these words."""
        x, y = self._place_of(words).middle
        self.seconds += CHOICE_S
        self.window.point(x, y)
        self._look(f"point {words!r}")

    def wait(self) -> None:
        """Wait until the person is asked again."""
        self.window.settle()
        self._look("wait")

    def beside(self, words: str, pattern: str) -> str:
        """Return the text closest to these words that is like a pattern, such as the number on a tile."""
        place = self._place_of(words)
        like = [seen for seen in texts_on_screen(self.window) if re.fullmatch(pattern, seen.text)]
        assert like, f"nothing like {pattern!r} is to be seen"
        return min(like, key=lambda seen: _distance(seen.box, place)).text

    def _place_of(self, words: str, near: str = "") -> Box:
        """Return where these words are written: as one text, or as the lines of a label."""
        seen = texts_on_screen(self.window)
        found = [seen[first].box for first in range(len(seen)) for last in range(first + 1, min(len(seen), first + 3) + 1)
                 if " ".join(text.text for text in seen[first:last]) == words]
        assert found, f"{words!r} is not to be seen after {self.done}; there is: {[text.text for text in seen]}"
        if not near:
            return found[-1]
        place = self._place_of(near)
        return min(found, key=lambda box: _distance(box, place))

    def _look(self, what: str) -> None:
        self.done.append(what)
        if self.pictures is not None:
            words = "".join(letter if letter.isalnum() else "-" for letter in what)[:40].strip("-")
            self.window.shot(self.pictures / f"{len(self.done):02}-{words}.png")


def _distance(one: Box, other: Box) -> float:
    return abs(one.middle[0] - other.middle[0]) + abs(one.middle[1] - other.middle[1])
