"""The painter: puts panels, text and tiles on a surface in the colours of a look and the sizes of a unit.

Text shrinks to fit its box and is cut only where the caller says that it may be (names, log lines). `clipped` remembers
what did not fit, and tests look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager

import pygame

from acquire_client.theme import Look, Paint, lip_of, quiet_ink
from acquire_client.window.assets.fonts import MAX_CACHED, Fonts
from acquire_client.window.assets.icons import icon_picture
from acquire_client.window.assets.shapes import (
    RING_STEPS,
    BodyStyle,
    body_cell,
    chain_square,
    corner_brackets,
    dashed_outline,
    dashed_ring,
    dim_veil,
    eye_shape,
    marker_shape,
    open_ring,
    rounded_shape,
)
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit

ELLIPSIS = "…"
_Fitted = tuple[str, int, int, float, float, str, bool, bool, bool, int]
"""A text, the width and height of its box, the unit, and how it is written there."""
Panels = tuple[tuple[Box, str], ...]
"""Boxes and what they are filled with."""
MAX_KEPT_PIXELS = 6_000_000
"""24 MB: all that there is to see in a window of 3840x2160, and three times that of 2560x1440. A larger one may keep as many
pixels as it has."""
MIN_WITH_LIP = 24
"""Tiles of this height and more have a lip below their face."""
LARGE = 40_000
"""Pixels from which a rounded rectangle is put together from four corners and three fills."""


class Painter:
    """The window makes one for its size and look, and each scene sets its own `unit` when it takes it (`Scene.painter`). Boxes
    are in pixels; sizes of text and radii are in units. Lines of text, and what goes through `kept`, `layer` and `ground`, are
    painted once and copied from then on. All that a cached picture depends on must be in its key, but for the look, because
    another look gets another painter. A picture in which a text did not fit is never cached, or `clipped` would miss it the
    next time."""

    def __init__(self, surface: pygame.Surface, look: Look, unit: Unit, fonts: Fonts, labels: bool = True) -> None:
        self.surface = surface
        self.look = look
        self.unit = unit
        self.fonts = fonts
        self.labels = labels
        """True if the squares of the board show their names."""
        self.clipped: list[str] = []
        self._texts: dict[_Fitted, pygame.Surface] = {}
        self._kept: dict[tuple[int, int, float, Hashable], pygame.Surface] = {}
        """Pictures of `kept` by width, height, unit and key."""
        self._kept_pixels = 0
        self._most_kept = max(MAX_KEPT_PIXELS, surface.get_width() * surface.get_height())
        self._ground: tuple[Panels, pygame.Surface] | None = None
        """The last picture of `ground`, and the panels that it shows."""
        self._layers: dict[str, tuple[object, pygame.Surface]] = {}
        """The last picture of each layer, and what it was painted for."""
        self._notes: list[tuple[Box, str]] | None = None
        """The texts that were written since `note_texts`, for a screen reader; None while nobody needs them."""

    def colour(self, name: str) -> str:
        """Return a colour of the look by its name, or the colour itself; of a fill with its ink the ink."""
        if name.startswith("#"):
            return name
        found = getattr(self.look, name)
        return found.ink if isinstance(found, Paint) else str(found)

    # --- what was written ---

    def note_texts(self) -> None:
        """Begin to note what is written, and where."""
        self._notes = []

    def take_notes(self) -> tuple[tuple[Box, str], ...]:
        """Return what was written since `note_texts`, and note no more."""
        notes, self._notes = self._notes, None
        return tuple(notes or ())

    @contextmanager
    def described_as(self, box: Box, text: str) -> Iterator[None]:
        """Note this text for a screen reader in place of all that is written meanwhile."""
        with self._without_notes():
            yield
        if self._notes is not None:
            self._notes.append((box, text))

    @contextmanager
    def _without_notes(self) -> Iterator[None]:
        """Note no texts meanwhile."""
        notes, self._notes = self._notes, None
        try:
            yield
        finally:
            self._notes = notes

    # --- text ---

    def fitting(self, text: str, box: Box, size: float, bold: bool = False, figures: bool = False) -> int:
        """Return the size in pixels at which a text fits into a box, not below the smallest that can be read."""
        pixels = max(MIN_TEXT, min(self.unit.text(size), int(box.h / 1.2)))
        while pixels > MIN_TEXT and self.fonts.text_width(text, pixels, bold, figures) > box.w:
            pixels -= 1
        return pixels

    def text(self, box: Box, text: str, size: float = 13, colour: str = "text", align: str = "left", bold: bool = False,
             figures: bool = False, cut: bool = False, pixels: int = 0) -> int:
        """Draw one line in the middle of the height of a box; return its width."""
        left, top, room, height = box
        if not text or room <= 0:
            return 0
        if self._notes is not None:
            self._notes.append((box, text))
        key = (text, room, height, self.unit.size, size, colour, bold, figures, cut, pixels)
        picture = self._texts.get(key)
        if picture is None:
            picture = self._write_line(key)
        width = picture.get_width()
        if align != "left":
            left += room - width if align == "right" else (room - width) // 2
        self.surface.blit(picture, (left, top + (height - picture.get_height()) // 2))
        return width

    def _write_line(self, key: _Fitted) -> pygame.Surface:
        text, room, height, _, size, colour, bold, figures, cut, pixels = key
        pixels = pixels or self.fitting(text, Box(0, 0, room, height), size, bold, figures)
        fits = self.fonts.text_width(text, pixels, bold, figures) <= room
        if not fits:
            if not cut:
                self.clipped.append(text)
            text = self._shortened_text(text, room, pixels, bold)
        picture = self.fonts.text_picture(text, pixels, self.colour(colour), bold, figures)
        if fits or cut:  # a text that does not fit is not cached, so each drawing reports it in `clipped`
            if len(self._texts) > MAX_CACHED:
                self._texts.clear()
            self._texts[key] = picture
        return picture

    def _shortened_text(self, text: str, width: int, pixels: int, bold: bool) -> str:
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.fonts.text_width(text[:middle].rstrip() + ELLIPSIS, pixels, bold) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + ELLIPSIS if low else ""

    def wrapped(self, text: str, width: int, pixels: int, bold: bool = False) -> list[str]:
        """Return the text in lines that fit into a width; a word that is longer than a line is broken."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if self.fonts.text_width(longer, pixels, bold) <= width:
                    line = longer
                    continue
                if line:
                    lines.append(line)
                while self.fonts.text_width(word, pixels, bold) > width and len(word) > 1:
                    part = next((end for end in range(len(word) - 1, 1, -1)
                                 if self.fonts.text_width(word[:end], pixels, bold) <= width), 1)
                    lines.append(word[:part])
                    word = word[part:]
                line = word
            lines.append(line)
        return lines

    def line_height(self, pixels: int, bold: bool = False) -> int:
        """Return how high a line of a paragraph is."""
        return self.fonts.line_height(pixels, bold) + max(1, pixels // 8)

    def fitting_paragraphs(self, texts: Sequence[str], width: int, height: int, size: float) -> int:
        """Return the size in pixels at which paragraphs, one below the other, fit into a height, not below the smallest that can
        be read."""
        return self._wrapped_to_fit(texts, width, height, self.unit.text(size))[0]

    def _wrapped_to_fit(self, texts: Sequence[str], width: int, height: int, pixels: int,
                        bold: bool = False) -> tuple[int, list[list[str]]]:
        """Return the size in which paragraphs fit, at most so many pixels, and the lines of each."""
        while True:
            lines = [self.wrapped(text, width, pixels, bold) for text in texts]
            if sum(map(len, lines)) * self.line_height(pixels, bold) <= height or pixels <= MIN_TEXT:
                return pixels, lines
            pixels -= 1

    def paragraph(self, box: Box, text: str, size: float = 13, colour: str = "text", bold: bool = False,
                  align: str = "left", cut: bool = False, pixels: int = 0) -> int:
        """Draw lines from the top of a box, smaller where they would not fit; return the height they take."""
        pixels, (lines,) = self._wrapped_to_fit([text], box.w, box.h, pixels or self.unit.text(size), bold)
        height = self.line_height(pixels, bold)
        most = max(1, box.h // height)
        if len(lines) > most:
            if not cut:
                self.clipped.append(text)
            lines = [*lines[:most - 1], self._shortened_text(" ".join(lines[most - 1:]), box.w, pixels, bold)]
        notes, self._notes = self._notes, None  # a screen reader gets the whole text, not its lines
        for number, line in enumerate(lines):
            self.text(Box(box.x, box.y + number * height, box.w, height), line, size, colour, align, bold, pixels=pixels,
                      cut=True)
        if notes is not None:
            notes.append((box, text))
        self._notes = notes
        return len(lines) * height

    # --- shapes ---

    def fill(self, box: Box, colour: str) -> None:
        self.surface.fill(self.colour(colour), box)

    def panel(self, box: Box, fill: str | None = "panel", outline: str | None = None, radius: float = 8, width: int = 0) -> None:
        if box.w <= 0 or box.h <= 0:
            return
        r = min(self.unit(radius), box.w // 2, box.h // 2)
        fill = None if fill is None else self.colour(fill)
        outline = None if outline is None else self.colour(outline)
        width = (width or max(1, self.unit(1))) if outline else 0
        if box.w * box.h < LARGE:
            self.surface.blit(rounded_shape(box.w, box.h, r, fill, outline, width), box[:2])
            return
        c = r + 1
        corners = rounded_shape(2 * c, 2 * c, r, fill, outline, width)
        for x, cx in ((box.x, 0), (box.right - c, c)):
            for y, cy in ((box.y, 0), (box.bottom - c, c)):
                self.surface.blit(corners, (x, y), (cx, cy, c, c))
        between = Box(box.x + c, box.y, box.w - 2 * c, box.h)
        beside = Box(box.x, box.y + c, box.w, box.h - 2 * c)
        if fill is not None:
            for part in (between.top(c), beside, between.foot(c)):
                self.surface.fill(fill, part)
        if outline:
            for part in (between.top(width), between.foot(width), beside.left(width), beside.end(width)):
                self.surface.fill(outline, part)

    def line(self, start: tuple[int, int], end: tuple[int, int], colour: str = "line", width: int = 0) -> None:
        pygame.draw.line(self.surface, self.colour(colour), start, end, width or max(1, self.unit(1)))

    def polyline(self, points: Sequence[tuple[float, float]], colour: str, width: int) -> None:
        if len(points) > 1:
            pygame.draw.lines(self.surface, self.colour(colour), False, points, width)

    def dot(self, x: int, y: int, radius: int, colour: str) -> None:
        picture = rounded_shape(2 * radius, 2 * radius, radius, self.colour(colour))
        self.surface.blit(picture, (x - radius, y - radius))

    def icon(self, box: Box, name: str, colour: str = "text") -> None:
        """Draw an icon in the middle of a box, as large as fits."""
        side = min(box.w, box.h)
        if side > 0:
            self.surface.blit(icon_picture(name, side, self.colour(colour)), box.centred(side, side)[:2])

    def marker(self, x: float, y: float, number: int, size: int, colour: str) -> None:
        """Draw the mark of a line of a chart."""
        self.surface.blit(marker_shape(number, size, self.colour(colour)), (round(x - size / 2), round(y - size / 2)))

    def ring(self, box: Box, colour: str = "mark", radius: float = 8, width: float = 2) -> None:
        """Draw the mark of what has the focus: a ring, and a gap that keeps it apart from what it is around."""
        out = max(2, self.unit(width))
        self.panel(box.inset(-out), None, "ground", radius + width, out)
        self.panel(box.inset(-2 * out), None, colour, radius + 2 * width, out)

    def turning_ring(self, box: Box, colour: str, turned: float) -> None:
        """Draw an open ring that is turned so far, from 0 to 1."""
        side = min(box.w, box.h)
        picture = open_ring(side, max(2, self.unit(2)), self.colour(colour), round(turned * RING_STEPS) % RING_STEPS)
        self.surface.blit(picture, box.centred(side, side)[:2])

    def dashed_ring(self, box: Box, colour: str) -> None:
        """Draw a ring of dashes into a box."""
        side = min(box.w, box.h)
        self.surface.blit(dashed_ring(side, max(2, self.unit(2)), self.colour(colour)), box.centred(side, side)[:2])

    def eye(self, box: Box, colour: str = "dim") -> None:
        """Draw an eye in the middle of a box: the mark of those who watch."""
        w = min(box.w, round(box.h * 1.7), self.unit(34))
        h = round(w * 0.58)
        self.surface.blit(eye_shape(w, h, max(2, self.unit(2)), self.colour(colour)), box.centred(w, h)[:2])

    def dashed(self, box: Box, colour: str = "mark", radius: float = 6, width: float = 2) -> None:
        """Draw a dashed outline: around what lies there only in thought."""
        self.surface.blit(dashed_outline(box.w, box.h, min(self.unit(radius), box.h // 3), self.colour(colour),
                                         max(2, self.unit(width))), box[:2])

    def brackets(self, box: Box, colour: str = "mark") -> None:
        """Draw four corners around something, with an edge that keeps them apart from any fill below them."""
        width, edge = max(2, self.unit(3)), max(1, self.unit(1))
        arm, outer = max(6, box.w // 5), box.inset(-edge)
        self.surface.blit(corner_brackets(outer.w, outer.h, arm + 2 * edge, self.colour("ground"), width + 2 * edge), outer[:2])
        self.surface.blit(corner_brackets(box.w, box.h, arm, self.colour(colour), width), box[:2])

    def glow(self, box: Box, colour: str = "mark") -> None:
        """Draw a line around a square of which something speaks, with an edge that keeps it apart from any fill."""
        width = max(2, self.unit(2.5))
        self.panel(box.inset(-1), None, "ground", 7, width + max(1, self.unit(1.5)))
        self.panel(box.inset(-1), None, colour, 7, width)

    def dim(self, box: Box, alpha: int = 165) -> None:
        self.surface.blit(dim_veil(box.w, box.h, "#000000", alpha), box[:2])

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Let nothing be drawn outside a box meanwhile."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(pygame.Rect(box)))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    # --- what is painted once ---

    def ground(self, panels: Panels) -> None:
        """Draw what lies under everything, for the whole window: as it was before, as long as the panels stay the same."""
        if self._ground is None or self._ground[0] != panels:
            picture = pygame.Surface(self.surface.get_size(), 0, self.surface)
            picture.fill(self.colour("ground"))
            with self._blit_onto(picture):
                for box, fill in panels:
                    self.panel(box, fill, "line", 10)
            self._ground = panels, picture
        self.surface.blit(self._ground[1], (0, 0))

    def kept(self, key: Hashable, box: Box, paint: Callable[[Box], object]) -> None:
        """Draw what looks the same wherever it lies: it is painted once for this key and size, and copied from then on. A key
        begins with what it is a key of."""
        x, y, w, h = box
        whole_key = (w, h, self.unit.size, key)
        picture = self._kept.get(whole_key)
        if picture is None:
            picture, clipped = pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA), len(self.clipped)
            with self._blit_onto(picture):
                paint(Box(0, 0, w, h))
            picture = picture.convert_alpha()
            if len(self.clipped) == clipped:  # with clipped text it is not cached, so each drawing reports it
                self._keep(whole_key, picture)
        self.surface.blit(picture, (x, y))

    def _keep(self, key: tuple[int, int, float, Hashable], picture: pygame.Surface) -> None:
        if self._kept_pixels > self._most_kept:
            self.forget()
        self._kept[key] = picture
        self._kept_pixels += picture.get_width() * picture.get_height()

    def layer(self, name: str, key: object, box: Box, paint: Callable[[], object]) -> None:
        """Draw what lies in a box on one colour, with nothing else below it. It is painted when something of its key or its box
        has changed, and copied as a whole from then on. Of each name the last picture is kept."""
        whole_key = key, box, self.unit.size
        kept = self._layers.get(name)
        if kept is not None and kept[0] == whole_key:
            self.surface.blit(kept[1], box[:2])
            return
        clipped = len(self.clipped)
        with self._without_notes(), self.within(box):
            paint()
        self._layers.pop(name, None)
        if len(self.clipped) == clipped:  # as with what is kept
            picture = pygame.Surface(box[2:], 0, self.surface)
            picture.blit(self.surface, (0, 0), box)
            self._layers[name] = whole_key, picture

    def forget(self) -> None:
        """Forget what was kept, so that it is painted again."""
        self._kept.clear()
        self._layers.clear()
        self._kept_pixels = 0

    @contextmanager
    def _blit_onto(self, picture: pygame.Surface) -> Iterator[None]:
        """Draw onto a picture meanwhile. Its texts are not noted: pictures that are kept are marks and tables, which describe
        themselves."""
        whole, self.surface = self.surface, picture
        try:
            with self._without_notes():
                yield
        finally:
            self.surface = whole

    # --- tiles and chains ---

    def chain(self, box: Box, chain: str, letter: bool = True, radius: float = 6, patterned: bool = True) -> None:
        """Draw a square of a chain, with its letter; around a small one the outline of some looks is thin."""
        def paint(box: Box) -> None:
            colours = self.look.chains[chain]
            width = max(1, self.unit(2 if patterned else 1)) if self.look.outline else 0
            self.surface.blit(chain_square((box.w, box.h), min(self.unit(radius), box.h // 3), chain, colours.fill, colours.ink,
                                           self.look.outline, width, patterned and self.look.patterns), box[:2])
            if letter:
                pixels = max(MIN_TEXT, min(round(box.h * 0.52), round(box.w * 0.6)))
                self.text(box, chain[0].upper(), 22, colours.ink, "centre", bold=True, pixels=pixels)

        self.kept(("chain", chain, letter, radius, patterned), box, paint)

    def body(self, box: Box, gap: int, chain: str, sides: int, name: str = "") -> None:
        """Draw one square of a chain's body, with the gaps to the squares at its joined sides, and its name in a corner."""
        look, colours = self.look, self.look.chains[chain]
        style = BodyStyle(colours.fill, lip_of(colours.fill), colours.ink, look.outline, chain if look.patterns else None,
                          min(self.unit(10), box.h // 4), max(2, self.unit(4)), max(1, self.unit(2)))
        self.surface.blit(body_cell(box.w, box.h, gap, sides, style), box[:2])
        if name:
            self.coordinate(box, name, quiet_ink(colours.ink, colours.fill) if look.patterns else colours.ink)

    def coordinate(self, box: Box, name: str, colour: str) -> None:
        """Write the name of a square small into its lower left corner."""
        place, pixels = self.coordinate_place(box)
        self.text(place, name, 9, colour, pixels=pixels)

    def coordinate_place(self, box: Box) -> tuple[Box, int]:
        """Return where the name of a square of a chain is written, and how large."""
        pixels = max(MIN_TEXT, min(self.unit.text(9), int(box.h * 0.28)))
        return box.inset(max(3, min(self.unit(4), box.w // 10)), max(4, self.unit(5))).foot(round(pixels * 1.2)), pixels

    def chip(self, box: Box, chain: str) -> None:
        """Draw a small mark of a chain in a line of text."""
        side = min(box.w, box.h)
        self.chain(box.centred(side, side), chain, radius=4, patterned=False)

    def avatar(self, box: Box, seat: int, name: str) -> None:
        """Draw the mark of a player: a disc in the player's colour with the first letter of the name."""
        side = min(box.w, box.h)
        place = box.centred(side, side)

        def paint(box: Box) -> None:
            colours = self.look.seat_paint(seat)
            self.dot(*box.middle, side // 2, colours.fill)
            pixels = max(MIN_TEXT, round(side * 0.62))
            self.text(box, name[:1].upper(), 11, colours.ink, "centre", bold=True, pixels=pixels)

        self.kept(("avatar", seat, name[:1], side), place, paint)

    def tile(self, box: Box, name: str, outline: str | None = None, fill: str | None = None, ink: str | None = None) -> None:
        """Draw a loose tile with its name."""
        def paint(box: Box) -> None:
            edge = self.colour(outline) if outline else self.look.loose_edge
            width = max(2, self.unit(2)) if edge else 0
            radius = min(self.unit(6), box.h // 3)
            face, lip = self.colour(fill or self.look.loose.fill), max(2, self.unit(4)) if box.h >= MIN_WITH_LIP else 0
            self.surface.blit(rounded_shape(box.w, box.h, radius, lip_of(face) if lip else face, edge, width), box[:2])
            upper = box.without_foot(lip)
            if lip:
                inner = upper.inset(width)
                inner = Box(inner.x, inner.y, inner.w, upper.bottom - inner.y - width)
                self.surface.blit(rounded_shape(inner.w, inner.h, max(1, radius - width), face), inner[:2])
            pixels = max(MIN_TEXT, min(round(box.h * 0.34), round(box.w * 0.36)))
            self.text(upper, name, 13, ink or self.look.loose.ink, "centre", bold=True, pixels=pixels)

        self.kept(("tile", name, outline, fill, ink), box, paint)
