"""The board in the window: squares, chains with letter and pattern, the own tiles with what they would do."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.theme import DARK_INK, LIGHT_INK, Paint, mixed
from acquire_client.view_model.board import COLUMNS, ROWS, BoardPicture, Square
from acquire_client.view_model.bodies import chain_sizes, emblem_squares, joined_sides
from acquire_client.view_model.placing import TileEffect
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeRole
from acquire_client.window.widgets.widget import ACTIVATING, DragLoad, Widget

EFFECT_WORDS = {
    "alone": message("alone"), "group": message("joins"), "found": message("founds"), "grow": message("grows"),
    "merge": message("merges"), "later": message("not now"), "dead": message("dead"),
}
DEAD_SHARE = 0.4
"""How much of the colour of an empty square one has on which no tile can be placed."""
GHOST_SHARE = 0.4
"""How much of its colour an imagined tile has."""
SENT_SHARE, SENT_EDGE_SHARE = 0.7, 0.35
"""How much of its colour a tile has until it is final, and how much its outline has."""
WIDEST_TILE = "10G"
WIDEST_LETTER = "W"
EMBLEM_TEXTS = ((0.42, 0.28), (0.38, 0.27), (0.35, 0.26), (0.32, 0.25))
"""How large the letter and the number of an emblem are, of its width: the first pair that has room."""
MIN_SHARE_BESIDE = 0.9
"""How far from the middle of an emblem a name must be, of its radius, to be read beside it: its rim may touch a corner."""
MIN_EMBLEM = 40
"""Pixels of an emblem on a square that has so much room, however small the scale is: the number of a large chain needs them."""
CAPITAL_SHARE = 0.73
"""How high a capital letter is, of the size of its font."""
ALONE_SHARE = 0.9
"""How much of its square an emblem takes where there is no name beside it."""
SAFE_PAINT = Paint("#7DE3A8", DARK_INK)
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
    ghost_word: str = ""
    """What is written on an imagined tile."""
    glow: Collection[str] = ()
    """Squares of which a line of the log, or something that just happened, speaks."""
    dead: Collection[str] = ()
    """Empty squares on which no tile can ever be placed."""
    pickable: Collection[str] = ()
    dropping: Collection[str] = ()
    """Tiles on their way to their squares, which are empty until then."""
    recent: Collection[str] = ()
    """Tiles that were placed since the last turn of the person who is looking."""
    placed_by: tuple[int, str] | None = None
    """The seat and the name of the player who placed the last tile."""
    pulse: Mapping[str, float] = field(default_factory=dict)
    """Chains whose emblem beats, and how far it is from rest, 0 to 1."""
    safe: Mapping[str, str] = field(default_factory=dict)
    """Safe chains, with the word on their badge."""
    sent: str = ""
    """The own tile that was placed and on which the table has not agreed yet."""


def draw_board(painter: Painter, squares: tuple[Box, ...], picture: BoardPicture, marks: BoardMarks) -> None:
    """Draw the squares and the bodies of the chains, which are painted when something of them has changed, then what stands out
    of them. Below the squares there must be the colour of the board."""
    boxes = dict(zip(NAMES, squares, strict=True))
    flat = [square for row in picture.rows for square in row]
    emblems = emblem_squares(picture)
    covered = set() if has_name_beside_emblem(painter, squares[0]) else set(emblems.values())
    key = (squares, picture, marks.own, marks.effects, tuple(marks.closed), frozenset(marks.pickable), frozenset(marks.dropping),
           marks.sent, frozenset(marks.dead))
    painter.layer("board", key, squares[0].to(squares[-1]), lambda: _draw_squares(painter, squares, picture, marks, covered))
    for tile, chain in marks.ghost.items():
        if not flat[NAMES.index(tile)].occupied:
            painter.fill(boxes[tile], "board")
        _draw_ghost(painter, boxes[tile], tile, chain, marks.ghost_word)
    sizes = chain_sizes(picture)
    for chain, tile in emblems.items():
        _draw_emblem(painter, boxes[tile], chain, sizes[chain], marks.safe.get(chain, ""), squares[0].y, marks.pulse.get(chain))
    marked = {*marks.recent, *marks.glow, marks.cursor}
    for square in flat:
        if square.new or square.tile in marked:
            _draw_marks(painter, boxes[square.tile], square, marks)
    for square in flat:
        if square.new and marks.placed_by:
            seat, name = marks.placed_by
            badges = [badge_box(painter, boxes[tile], marks.safe[chain], squares[0].y) for chain, tile in emblems.items()
                      if chain in marks.safe]
            flag = flag_box(painter, boxes[square.tile], name, squares[0].to(squares[-1]), badges)
            _draw_flag(painter, flag, seat, name)


def _draw_squares(painter: Painter, squares: Sequence[Box], picture: BoardPicture, marks: BoardMarks,
                  covered: Collection[str]) -> None:
    """Draw every square, and the bodies of the chains; those that are `covered` by an emblem without their names."""
    gap, sides = squares[1].x - squares[0].right, joined_sides(picture)
    for box, square in zip(squares, (square for row in picture.rows for square in row), strict=True):
        if square.chain is None or square.tile in marks.dropping:
            _draw_square(painter, box, square, marks)
        else:
            painter.body(box, gap, square.chain, sides[square.tile], "" if square.tile in covered else square.tile)


def _draw_marks(painter: Painter, box: Box, square: Square, marks: BoardMarks) -> None:
    """Draw what stands out of a square: a dot, brackets, a line around it, or the ring of the cursor."""
    if square.tile in marks.recent and not square.new:
        side = max(5, painter.unit(6))
        painter.dot(box.right - side, box.y + side, max(2, side // 2), "mark" if square.chain is None else
                    painter.look.chains[square.chain].ink)
    if square.new:
        out = max(2, painter.unit(3))
        painter.brackets(box.inset(-out))
    if square.tile in marks.glow:
        painter.glow(box)
    if square.tile == marks.cursor:
        painter.ring(box)


def _draw_square(painter: Painter, box: Box, square: Square, marks: BoardMarks) -> None:
    tile = square.tile
    if square.occupied:
        if tile in marks.dropping:
            _draw_empty(painter, box, tile)
        else:
            painter.tile(box, tile)
        return
    if tile == marks.sent:
        loose, board, edge = painter.look.loose, painter.look.board, painter.look.loose_edge
        if edge is None:
            painter.tile(box, tile, fill=mixed(loose.fill, board, SENT_SHARE))
        else:  # the fill of such a look is hardly darker than the board, so the outline has to be paler too
            painter.tile(box, tile, mixed(edge, board, SENT_EDGE_SHARE), mixed(loose.fill, board, SENT_SHARE),
                         mixed(loose.ink, board, SENT_SHARE))
        return
    if tile in marks.own:
        _draw_own(painter, box, tile, marks)
        return
    _draw_empty(painter, box, tile, tile in marks.pickable, tile in marks.dead)


def _draw_ghost(painter: Painter, box: Box, tile: str, chain: str | None, word: str) -> None:
    """Draw a tile that is only imagined: it lets the board through, has a dashed outline, and says what it is."""
    def paint(box: Box) -> None:
        paint = painter.look.loose if chain is None else painter.look.chains[chain]
        painter.panel(box, mixed(paint.fill, painter.look.board, GHOST_SHARE), None, 6)
        painter.dashed(box, "mark")
        upper, lower = box.inset(painter.unit(3)).rows((1.2, 1))
        painter.text(upper, tile, 13, "mark", "centre", bold=True)
        pixels = min(painter.unit.text(11), int(lower.h / 1.2))
        if pixels >= MIN_TEXT and painter.fonts.text_width(word, pixels) <= lower.w:
            painter.text(lower, word, 11, "mark", "centre", pixels=pixels)

    painter.kept(("ghost", tile, chain, word), box, paint)


def emblem_disc(painter: Painter, box: Box) -> Box:
    """Return where the emblem of a chain lies on its square: above the name, or in the middle where the name is left out."""
    if not has_name_beside_emblem(painter, box):
        side = min(painter.unit(46), int(min(box.w, box.h) * ALONE_SHARE))
        return box.centred(side, side)
    return _disc_beside_name(painter, box)


def has_name_beside_emblem(painter: Painter, box: Box) -> bool:
    """Return True if the name of a square can be read beside an emblem on it."""
    disc, (place, pixels) = _disc_beside_name(painter, box), painter.coordinate_place(box)
    capital = round(CAPITAL_SHARE * pixels)
    name = place.left(painter.fonts.text_width(WIDEST_TILE, pixels)).centred(place.w, capital)
    middle = disc.x + disc.w / 2, disc.y + disc.h / 2
    nearest = min(max(middle[0], name.x), name.right), min(max(middle[1], name.y), name.bottom)
    return math.dist(middle, nearest) >= MIN_SHARE_BESIDE * disc.w / 2


def _disc_beside_name(painter: Painter, box: Box) -> Box:
    """Return where an emblem lies on a square that keeps its name: nearer to the opposite corner."""
    side = min(max(MIN_EMBLEM, painter.unit(40)), int(min(box.w, box.h) * 0.74))
    beside, above = (box.w - side) // 2, (box.h - side) // 2
    return Box(box.x + beside + min(painter.unit(5), beside), box.y + above - min(painter.unit(4), above), side, side)


def badge_box(painter: Painter, box: Box, safe: str, top: int) -> Box:
    """Return where the badge of a safe chain lies: at the upper edge of its emblem, and not above the board."""
    disc, pixels = emblem_disc(painter, box), max(MIN_TEXT, painter.unit.text(9))
    height = round(pixels * 1.35)
    return Box(disc.middle[0], max(top, disc.y - height // 2), painter.fonts.text_width(safe, pixels, True) + height, height)


def _draw_emblem(painter: Painter, box: Box, chain: str, size: int, safe: str, top: int, pulse: float | None = None) -> None:
    """Draw the emblem of a chain: a dark disc in a ring of its colour, with its letter and size, and a badge if it is safe.
    Around one that beats is a ring that widens and narrows."""
    unit, disc = painter.unit, emblem_disc(painter, box)
    side = disc.w
    paint, rim, ring = painter.look.chains[chain], max(1, side // 20), max(2, side // 14)

    def emblem(box: Box) -> None:
        painter.dot(*box.middle, side // 2, DARK_INK)
        inner = Box(box.x, box.y, side // 2 * 2, side // 2 * 2).inset(rim)
        painter.panel(inner, None, paint.fill, side / painter.unit.size / 2, ring)
        letter, number = chain[0].upper(), str(size)
        sizes = [(max(MIN_TEXT, round(side * letter)), max(MIN_TEXT, round(side * number))) for letter, number in EMBLEM_TEXTS]
        radius = side // 2 - rim - ring

        def has_room(pixels: tuple[int, int]) -> bool:
            """Return True if the widest letter has room beside as many digits, so that all emblems of a board are alike."""
            widest = painter.fonts.text_width(WIDEST_LETTER, pixels[0], True)
            corner = side // 16 + int(pixels[0] * CAPITAL_SHARE / 2)  # the letter stands a little higher than the middle
            return widest + painter.fonts.text_width(str(size), pixels[1], True, True) <= 2 * math.sqrt(radius ** 2 - corner ** 2)

        large, small = next(filter(has_room, sizes), sizes[0])
        wide = painter.fonts.text_width(letter, large, True), painter.fonts.text_width(number, small, True, True)
        if not has_room((large, small)):  # on a small board the letter alone; the sheet has the size
            painter.text(box, letter, 17, LIGHT_INK, "centre", bold=True, pixels=large)
            return
        left = box.x + (box.w - sum(wide)) // 2
        painter.text(Box(left, box.y, wide[0] + 1, side - side // 8), letter, 17, LIGHT_INK, bold=True, pixels=large)
        painter.text(Box(left + wide[0], box.y + side // 6, wide[1] + 1, side - side // 6), number, 11, LIGHT_INK, bold=True,
                     figures=True, pixels=small)

    painter.kept(("emblem", chain, size), disc, emblem)
    if pulse is not None:
        out = unit(1 + 4 * pulse)
        painter.panel(disc.inset(-out), None, DARK_INK, side, max(2, unit(2)))
        painter.panel(disc.inset(-out - max(2, unit(2))), None, LIGHT_INK, side, max(2, unit(2)))
    if safe:
        badge = badge_box(painter, box, safe, top)
        painter.panel(badge, SAFE_PAINT.fill, DARK_INK, badge.h, 1)
        painter.text(badge, safe, 9, SAFE_PAINT.ink, "centre", bold=True, pixels=max(MIN_TEXT, unit.text(9)))


def flag_box(painter: Painter, box: Box, name: str, board: Box, badges: Sequence[Box]) -> Box:
    """Return where the name of who placed a tile is written: below the tile, and above it where the board ends below or the
    badge of a safe chain lies there. A long name reaches over the squares beside it."""
    pixels = max(MIN_TEXT, painter.unit.text(9))
    height = round(pixels * 1.4)
    width = min(2 * box.w, painter.fonts.text_width(name, pixels, True) + height)
    left = max(board.x, min(board.right - width, box.x + (box.w - width) // 2))
    low, high = (Box(left, edge - height // 2, width, height) for edge in (box.bottom, box.y))
    return high if low.bottom > board.bottom or any(map(low.overlaps, badges)) else low


def _draw_flag(painter: Painter, flag: Box, seat: int, name: str) -> None:
    """Write who placed the last tile, in the colour of the player."""
    colours = painter.look.seat_paint(seat)
    painter.panel(flag, colours.fill, "board", flag.h, max(1, painter.unit(1)))
    painter.text(flag.inset(max(2, flag.h // 4), 0), name, 9, colours.ink, "centre", bold=True, cut=True,
                 pixels=max(MIN_TEXT, painter.unit.text(9)))


def _draw_empty(painter: Painter, box: Box, tile: str, pickable: bool = False, is_dead: bool = False) -> None:
    """Draw an empty square; one on which no tile can be placed is sunk into the board and has a cross in its corner."""
    empty = painter.look.empty.fill
    fill = "raised" if pickable else mixed(empty, painter.look.board, DEAD_SHARE) if is_dead else empty
    painter.panel(box, fill, "dim" if pickable else None, 6)
    if is_dead:
        arm, width = max(2, int(box.w * 0.07)), max(1, painter.unit(1.5))
        x, y = box.right - 2 * arm - 1, box.y + 2 * arm
        for side in (arm, -arm):
            painter.line((x - arm, y - side), (x + arm, y + side), "dim", width)
    if painter.labels or pickable:
        painter.text(box, tile, 11, "text" if pickable else painter.look.empty.ink, "centre",
                     pixels=min(painter.unit.text(11), coordinate_pixels(painter, box)))


def _draw_own(painter: Painter, box: Box, tile: str, marks: BoardMarks) -> None:
    """Draw the square of a tile in hand: its name, its key, and what it would do, by chips and where there is room by a word."""
    unit, closed, mine = painter.unit, tile in marks.closed, painter.look.mine
    painter.panel(box, mine.fill, None, 6)
    painter.dashed(box, "dim" if closed else mine.ink)
    inner = box.inset(unit(4), unit(3))
    word_pixels = own_word_pixels(painter, inner, [word for _, word in marks.effects.values()])
    upper, middle, lower = inner.rows((1, 1.15, 1)) if word_pixels else (*inner.rows((1, 1.6)), inner.foot(0))
    if not marks.effects:
        middle = inner
    painter.text(middle, tile, 13, "dim" if closed else "text", "centre", bold=True, pixels=coordinate_pixels(painter, box))
    if marks.own[tile]:
        painter.text(upper, str(marks.own[tile]), 10, "dim", "right", pixels=max(MIN_TEXT, min(unit(10), int(upper.h / 1.2))))
    if tile not in marks.effects:
        return
    effect, word = marks.effects[tile]
    draw_chips(painter, upper, effect, max(8, min(unit(12), upper.h)))
    if word_pixels:
        painter.text(lower, word, 11, effect_colour(effect), "centre", pixels=word_pixels)


def own_word_pixels(painter: Painter, inner: Box, words: Sequence[str]) -> int:
    """Return the size of the words on all own squares; 0 where one of them has no room in the smallest."""
    place = inner.rows((1, 1.15, 1))[2]
    if int(place.h / 1.2) < MIN_TEXT or not words:
        return 0
    pixels = min(painter.fitting(word, place, 11) for word in words)
    return pixels if all(painter.fonts.text_width(word, pixels) <= place.w for word in words) else 0


def coordinate_pixels(painter: Painter, box: Box) -> int:
    """Return the size of the names on squares, the same on empty squares and on own tiles."""
    return max(MIN_TEXT, min(painter.unit.text(13), int(box.w * 0.3), int(box.h * 0.34)))


def draw_chips(painter: Painter, row: Box, effect: TileEffect, side: int) -> None:
    """Draw the chains that a tile would touch, from the left."""
    for number, chain in enumerate(effect.chains[:3] if effect.kind in ("grow", "merge") else ()):
        painter.chain(Box(row.x + number * side, row.y, side - 1, side - 1), chain, letter=False, radius=3, patterned=False)


def effect_colour(effect: TileEffect) -> str:
    return {"merge": "text", "found": "text", "dead": "bad"}.get(effect.kind, "dim")


def square_box(squares: tuple[Box, ...], tile: str) -> Box:
    return squares[NAMES.index(tile)]


def square_at(squares: tuple[Box, ...], x: float, y: float) -> str | None:
    return next((name for name, box in zip(NAMES, squares, strict=True) if box.holds(x, y)), None)


class BoardArea(Widget):
    """The board as something to be clicked; it takes the focus only where a square is to be chosen."""

    def __init__(self, box: Box, squares: tuple[Box, ...], click: Callable[[str], object],
                 key: Callable[[pygame.event.Event], bool] | None = None, cards: Callable[[str], str] | None = None,
                 live: Collection[str] = ()) -> None:
        """`live` are the squares that can be clicked."""
        super().__init__("board", box)
        self.takes_focus = key is not None
        self._squares, self._click, self._key, self._cards = squares, click, key, cards
        self._live = live
        self._pressed: str | None = None

    def can_press_at(self, x: float, y: float) -> bool:
        return square_at(self._squares, x, y) in self._live

    def tip_at(self, x: float, y: float) -> tuple[str, Box]:
        """Return the card of the chain to which the square belongs."""
        tile = square_at(self._squares, x, y)
        if tile is None or self._cards is None:
            return super().tip_at(x, y)
        return self._cards(tile), square_box(self._squares, tile)

    def press_key(self, event: pygame.event.Event) -> bool:
        return self._key is not None and self._key(event)

    def press_mouse(self, x: float, y: float) -> None:
        self._pressed = square_at(self._squares, x, y)

    def release_mouse(self, x: float, y: float) -> None:
        tile = square_at(self._squares, x, y)
        if tile is not None and tile == self._pressed:
            self._click(tile)


class HandTile(Widget):
    """A tile of the hand with its number and, below it, what it would do. The word may reach into the gaps beside the tile; where
    it is still too long, the marks say it alone."""

    def __init__(self, box: Box, effect: TileEffect, number: int, word: str, tip: str,
                 place: Callable[[], object] | None) -> None:
        super().__init__(f"tile {effect.tile}", box, tip, place is not None)
        self.effect, self.number, self.word, self._place = effect, number, word, place
        self.load = DragLoad("tile", effect.tile) if place is not None else None

    def accessible_node(self) -> AccessibleNode:
        """Return the tile with what it would do in its name."""
        return replace(super().accessible_node(), role=NodeRole.BUTTON, shortcut=str(self.number), can_press=True)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        unit, effect = painter.unit, self.effect
        side = self.box.without_foot(max(unit(19), 15))
        live = self.enabled
        painter.tile(side, "", "mark" if live and (focused or hovered) else None, fill=None if live else painter.look.raised)
        ink = painter.look.loose.ink if live else painter.look.dim
        place = side.inset(max(2, side.w // 10), 2)
        painter.text(place, effect.tile, 18, ink, "centre", bold=True, pixels=painter.fitting(WIDEST_TILE, place, 18, True))
        painter.text(side.inset(unit(5), unit(3)).top(max(14, unit(14))), str(self.number), 11, ink, "left")
        chip = max(9, min(unit(15), side.w // 4))
        foot = side.inset(unit(4)).foot(chip)
        draw_chips(painter, foot.end(chip * len(effect.chains[:3])), effect, chip)
        if self._has_word(painter):
            painter.text(self._word_place(unit), self.word, 11.5, effect_colour(effect), "centre",
                         pixels=self.label_pixels)

    def _word_place(self, unit: Unit) -> Box:
        return self.box.inset(-unit(2), 0).foot(max(unit(19), 15))

    def _has_word(self, painter: Painter) -> bool:
        return painter.fonts.text_width(self.word, MIN_TEXT) <= self._word_place(painter.unit).w

    def sibling_key(self) -> Hashable:
        return "tile"

    def fit_texts(self, painter: Painter) -> tuple[int, int]:
        return painter.fitting(self.word, self._word_place(painter.unit), 11.5) if self._has_word(painter) else 0, 0

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key in ACTIVATING and self._place is not None:
            self._place()
            return True
        return False

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y) and self._place is not None:
            self._place()


def hand_widgets(effects: Sequence[TileEffect], places: Sequence[Box], unit: Unit, translate: Callable[..., str],
                 place: Callable[[str], object] | None) -> list[HandTile]:
    """Return the tiles of the hand in their places. `place` gets the one that is pressed; None where no tile is asked for."""
    widgets = []
    for number, (effect, box) in enumerate(zip(effects, places, strict=False), 1):
        frame, word = Box(box.x, box.y, box.w, box.h + max(unit(19), 15)), translate(EFFECT_WORDS[effect.kind])
        act = partial(place, effect.tile) if place is not None and effect.allowed else None
        widgets.append(HandTile(frame, effect, number, word, f"{effect.tile}: {effect.text}.", act))
    return widgets
