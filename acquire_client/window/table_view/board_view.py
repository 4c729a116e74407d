"""The board in the window: squares, chains with letter and pattern, the own tiles with what they would do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import pygame

from acquire_client.language import message
from acquire_client.view_model.board import COLUMNS, ROWS, BoardPicture, Square
from acquire_client.view_model.placing import TileEffect
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.widgets.widget import ACTIVATING, Widget

EFFECT_WORDS = {
    "alone": message("alone"), "group": message("joins"), "found": message("founds"), "grow": message("grows"),
    "merge": message("merges"), "later": message("not now"), "dead": message("dead"),
}
NAMES = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """`own` are the tiles in hand with the number of their key (0 for none), `ghost` a board that is only imagined."""

    own: Mapping[str, int] = field(default_factory=dict)
    effects: Mapping[str, tuple[TileEffect, str]] = field(default_factory=dict)
    """What own tiles would do, and the word for it."""
    closed: Collection[str] = ()
    """Own tiles that cannot be placed now."""
    cursor: str | None = None
    ghost: Mapping[str, str | None] = field(default_factory=dict)
    glow: Collection[str] = ()
    """Squares of which a line of the log, or something that just happened, speaks."""
    pickable: Collection[str] = ()
    dropping: Mapping[str, float] = field(default_factory=dict)
    """Tiles on their way down: 0 at the beginning, 1 when they lie."""


def draw_board(painter: Painter, squares: tuple[Box, ...], picture: BoardPicture, marks: BoardMarks) -> None:
    flat = [square for row in picture.rows for square in row]
    for box, square in zip(squares, flat, strict=True):
        _draw_square(painter, box, square, marks)
    for box, square in zip(squares, flat, strict=True):
        if square.new or square.tile in marks.glow:
            painter.panel(box.inset(-1), None, "accent", 7, max(2, painter.unit(2.5)))
        if square.tile == marks.cursor:
            painter.panel(box.inset(-max(2, painter.unit(2))), None, "text", 8, max(2, painter.unit(3)))


def _draw_square(painter: Painter, box: Box, square: Square, marks: BoardMarks) -> None:
    tile = square.tile
    if square.occupied:
        grown = marks.dropping.get(tile, 1.0)
        place = box if grown >= 1 else box.inset(-round(box.w * 0.25 * (1 - grown)), -round(box.h * 0.25 * (1 - grown)))
        if square.chain is None:
            painter.tile(place, tile)
        else:
            painter.chain(place, square.chain)
        return
    if tile in marks.ghost:
        chain = marks.ghost[tile]
        if chain is None:
            painter.tile(box, tile, "accent")
        else:
            painter.chain(box, chain)
        painter.panel(box, None, "accent", 6, max(2, painter.unit(3)))
        return
    if tile in marks.own:
        _draw_own(painter, box, tile, marks)
        return
    pickable = tile in marks.pickable
    painter.kept(("empty", tile, pickable), box, lambda box: _draw_empty(painter, box, tile, pickable))


def _draw_empty(painter: Painter, box: Box, tile: str, pickable: bool) -> None:
    painter.panel(box, "raised" if pickable else painter.look.empty.fill, "dim" if pickable else None, 6)
    if painter.labels or pickable:
        size = max(11, min(painter.unit.text(11), int(box.w * 0.34)))
        painter.text(box, tile, 11, "text" if pickable else painter.look.empty.ink, "centre", pixels=size)


def _draw_own(painter: Painter, box: Box, tile: str, marks: BoardMarks) -> None:
    """Draw the square of a tile in hand: its name, its key, and what it would do, by chips and where there is room by a word."""
    unit, closed = painter.unit, tile in marks.closed
    painter.panel(box, "raised", "dim" if closed else "accent", 6, max(2, unit(2)))
    inner = box.inset(unit(4), unit(3))
    upper, middle, lower = inner.rows((1, 1.15, 1))
    painter.text(middle, tile, 13, "dim" if closed else "accent", "centre", bold=True)
    if marks.own[tile]:
        painter.text(upper, str(marks.own[tile]), 10, "dim", "right", pixels=max(11, unit(10)))
    if tile not in marks.effects:
        return
    effect, word = marks.effects[tile]
    draw_chips(painter, upper, effect, max(8, min(unit(12), upper.h)))
    pixels = min(painter.unit.text(11), int(lower.h / 1.2))
    if pixels >= MIN_TEXT and painter.fonts.text_width(word, pixels) <= lower.w:
        painter.text(lower, word, 11, effect_colour(effect), "centre", pixels=pixels)


def draw_chips(painter: Painter, row: Box, effect: TileEffect, side: int) -> None:
    """Draw the chains that a tile would touch, from the left."""
    for number, chain in enumerate(effect.chains[:3] if effect.kind in ("grow", "merge") else ()):
        painter.chain(Box(row.x + number * side, row.y, side - 1, side - 1), chain, letter=False, radius=3, patterned=False)


def effect_colour(effect: TileEffect) -> str:
    return {"merge": "accent", "found": "accent", "dead": "bad", "later": "bad"}.get(effect.kind, "dim")


def square_at(squares: tuple[Box, ...], x: float, y: float) -> str | None:
    return next((name for name, box in zip(NAMES, squares, strict=True) if box.holds(x, y)), None)


class BoardArea(Widget):
    """The board as something to be clicked; it takes the focus only where a square is to be chosen."""

    def __init__(self, box: Box, squares: tuple[Box, ...], click: Callable[[str], None],
                 key: Callable[[pygame.event.Event], bool] | None = None) -> None:
        super().__init__("board", box)
        self.takes_focus = key is not None
        self._squares, self._click, self._key = squares, click, key
        self._pressed: str | None = None

    def press_key(self, event: pygame.event.Event) -> bool:
        return self._key is not None and self._key(event)

    def press_mouse(self, x: float, y: float) -> None:
        self._pressed = square_at(self._squares, x, y)

    def release_mouse(self, x: float, y: float) -> None:
        tile = square_at(self._squares, x, y)
        if tile is not None and tile == self._pressed:
            self._click(tile)


class HandTile(Widget):
    """A tile of the hand with its number and, below it, what it would do: in a hand of eleven the marks alone where a word is too
    long."""

    def __init__(self, box: Box, effect: TileEffect, number: int, word: str, tip: str,
                 place: Callable[[], object] | None) -> None:
        super().__init__(f"tile {effect.tile}", box, tip, place is not None)
        self.effect, self.number, self.word, self._place = effect, number, word, place

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit, effect = painter.unit, self.effect
        side = self.box.without_foot(max(unit(19), 15))
        live = self.enabled
        painter.tile(side, "", "accent" if live and (focused or hovered) else None, fill=None if live else painter.look.raised)
        ink = painter.look.loose.ink if live else painter.look.dim
        painter.text(side.inset(3, 2), effect.tile, 18, ink, "centre", bold=True)
        painter.text(side.inset(unit(5), unit(3)).top(max(14, unit(14))), str(self.number), 11, ink, "left")
        chip = max(9, min(unit(15), side.w // 4))
        foot = side.inset(unit(4)).foot(chip)
        draw_chips(painter, foot.end(chip * len(effect.chains[:3])), effect, chip)
        if painter.fonts.text_width(self.word, MIN_TEXT) <= self.box.w:
            painter.text(self.box.foot(max(unit(19), 15)), self.word, 11.5, effect_colour(effect), "centre")

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ACTIVATING and self._place is not None:
            self._place()
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y) and self._place is not None:
            self._place()
