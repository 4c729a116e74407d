"""Rounded rectangles, and the patterns of the chains. Everything is cached by what it looks like.

Corners are mixed by alpha alone, so every fill has exactly the colour of the look. What is drawn three times as large and shrunk,
because pygame draws jagged lines, gets its colour afterwards: shrinking makes colours darker.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import pygame

from acquire_client.theme import also_neutral
from acquire_client.view_model.bodies import DOWN, DOWN_LEFT, DOWN_RIGHT, LEFT, RIGHT, UP, UP_RIGHT

OVER = 3
FAINT = 51
"""The ink of the pattern on a single square: a fifth."""
QUIET = 29
"""The ink of the pattern that runs through a body."""
LINES_ACROSS = 4
"""Lines of that pattern in a square. It is even, so that dots which are set off go on in the next square."""
MARKERS = 6

_PATTERNS = also_neutral({
    "tower": "rising", "luxor": "falling", "sackson": "falling", "american": "level", "worldwide": "upright", "festival": "dots",
    "imperial": "crossed", "continental": "waves"})


Corners = tuple[int, int, int, int]
"""The radii of a rectangle's corners: top left, top right, bottom left, bottom right."""


@lru_cache(maxsize=64)
def _corner_alphas(radius: int) -> tuple[tuple[int, ...], ...]:
    """Return how much of each pixel of a top left corner is covered, 0 to 255, by rows."""
    return tuple(tuple(round(255 * min(1.0, max(0.0, radius + 0.5 - math.hypot(radius - x - 0.5, radius - y - 0.5))))
                       for x in range(radius)) for y in range(radius))


def _filled_shape(w: int, h: int, corners: Corners, fill: str) -> pygame.Surface:
    """Return a rectangle with rounded corners in exactly this colour: only the corners' alpha is mixed, never the colour."""
    picture = pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)
    red, green, blue, _ = pygame.Color(fill)
    picture.fill((red, green, blue, 255))
    for number, radius in enumerate(corners):
        for y, row in enumerate(_corner_alphas(min(radius, w // 2, h // 2))):
            for x, alpha in enumerate(row):
                if alpha < 255:
                    picture.set_at((w - 1 - x if number % 2 else x, h - 1 - y if number > 1 else y), (red, green, blue, alpha))
    return picture


@lru_cache(maxsize=1200)
def rounded_shape(w: int, h: int, radius: int, fill: str | None, outline: str | None = None, width: int = 0) -> pygame.Surface:
    """Return a rounded rectangle on nothing."""
    inner = max(0, radius - width)
    if outline is None or not width:
        if fill is None:
            return pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA).convert_alpha()
        return _filled_shape(w, h, (radius,) * 4, fill).convert_alpha()
    picture = _filled_shape(w, h, (radius,) * 4, outline)
    if w > 2 * width and h > 2 * width:
        hole = _filled_shape(w - 2 * width, h - 2 * width, (inner,) * 4, fill or "#FFFFFF")
        picture.blit(hole, (width, width), special_flags=0 if fill else pygame.BLEND_RGBA_SUB)
        if not fill:
            recolour(picture, outline)
    return picture.convert_alpha()


def recolour(picture: pygame.Surface, colour: str) -> None:
    """Give all pixels one colour and leave their alpha."""
    red, green, blue, _ = pygame.Color(colour)
    picture.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    picture.fill((red, green, blue, 0), special_flags=pygame.BLEND_RGBA_ADD)


RING_STEPS = 24
"""Into how many steps the turn of an open ring is divided."""


@lru_cache(maxsize=4 * RING_STEPS)
def open_ring(side: int, width: int, colour: str, step: int) -> pygame.Surface:
    """Return a ring with a gap of a quarter, turned by so many steps."""
    large = pygame.Surface((side * OVER, side * OVER), pygame.SRCALPHA)
    radius, begin = side * OVER / 2, 2 * math.pi * step / RING_STEPS
    for number in range(3 * side):  # dots side by side, because arcs of pygame have holes
        angle = begin + 1.5 * math.pi * number / (3 * side)
        middle = radius + (radius - width * OVER / 2) * math.cos(angle), radius + (radius - width * OVER / 2) * math.sin(angle)
        pygame.draw.circle(large, "#FFFFFF", middle, width * OVER / 2)
    picture = pygame.transform.smoothscale(large, (side, side))
    recolour(picture, colour)
    return picture.convert_alpha()


@lru_cache(maxsize=64)
def dashed_ring(side: int, width: int, colour: str) -> pygame.Surface:
    """Return a ring of eight dashes."""
    large = pygame.Surface((side * OVER, side * OVER), pygame.SRCALPHA)
    radius = side * OVER / 2
    for number in range(4 * side):
        if 16 * number // (4 * side) % 2 == 0:
            angle = 2 * math.pi * number / (4 * side)
            reach = radius - width * OVER / 2
            middle = radius + reach * math.cos(angle), radius + reach * math.sin(angle)
            pygame.draw.circle(large, "#FFFFFF", middle, width * OVER / 2)
    picture = pygame.transform.smoothscale(large, (side, side))
    recolour(picture, colour)
    return picture.convert_alpha()


@lru_cache(maxsize=32)
def eye_shape(w: int, h: int, width: int, colour: str) -> pygame.Surface:
    """Return an eye: an almond with a dot in it."""
    large = pygame.Surface((w * OVER, h * OVER), pygame.SRCALPHA)
    rim = width * OVER
    reach = (h * OVER - rim) / 2
    steps = [number / 40 for number in range(41)]
    upper = [(rim / 2 + at * (w * OVER - rim), h * OVER / 2 - reach * math.sin(math.pi * at)) for at in steps]
    points = [*upper, *((x, h * OVER - y) for x, y in reversed(upper))]
    for point in points:  # dots side by side, because thick lines of pygame have holes at their corners
        pygame.draw.circle(large, "#FFFFFF", point, rim / 2)
    pygame.draw.lines(large, "#FFFFFF", True, points, rim)
    pygame.draw.circle(large, "#FFFFFF", (w * OVER / 2, h * OVER / 2), h * OVER * 0.24)
    picture = pygame.transform.smoothscale(large, (w, h))
    recolour(picture, colour)
    return picture.convert_alpha()


@lru_cache(maxsize=400)
def chain_square(size: tuple[int, int], radius: int, chain: str, fill: str, ink: str, outline: str | None, width: int,
                 patterned: bool) -> pygame.Surface:
    """Return a square of a chain with its pattern; the middle is left free for the letter."""
    w, h = size
    base = rounded_shape(w, h, radius, fill, outline, width).copy()
    if not patterned or min(w, h) < 16:
        return base
    large = pygame.Surface((w * OVER, h * OVER), pygame.SRCALPHA)
    red, green, blue, _ = pygame.Color(ink)
    _draw_pattern(large, _PATTERNS.get(chain, "level"), (red, green, blue, FAINT))
    free = pygame.Rect(0, 0, round(w * 0.56) * OVER, round(h * 0.62) * OVER)
    free.center = large.get_rect().center
    pygame.draw.rect(large, (0, 0, 0, 0), free, border_radius=free.w // 3)
    mask = rounded_shape(w, h, radius, "#FFFFFF")
    layer = pygame.transform.smoothscale(large, (w, h))
    recolour(layer, ink)
    layer.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    base.blit(layer, (0, 0))
    return base


def _draw_pattern(surface: pygame.Surface, kind: str, ink: tuple[int, int, int, int]) -> None:
    w, h = surface.get_size()
    step, thick = max(9, w // 6), max(3, w // 24)
    if kind in ("rising", "crossed"):
        for at in range(-h, w + h, step):
            pygame.draw.line(surface, ink, (at, h), (at + h, 0), thick)
    if kind in ("falling", "crossed"):
        for at in range(-h, w + h, step):
            pygame.draw.line(surface, ink, (at, 0), (at + h, h), thick)
    if kind == "level":
        for at in range(step // 2, h, step):
            pygame.draw.line(surface, ink, (0, at), (w, at), thick)
    if kind == "upright":
        for at in range(step // 2, w, step):
            pygame.draw.line(surface, ink, (at, 0), (at, h), thick)
    if kind == "dots":
        for number, y in enumerate(range(step // 2, h, step)):
            for x in range(step // 2 + number % 2 * step // 2, w, step):
                pygame.draw.circle(surface, ink, (x, y), thick)
    if kind == "waves":
        for y in range(step // 2, h, step):
            points = [(x, y + step / 4 * math.sin(x * 2 * math.pi / (2 * step))) for x in range(0, w + OVER, OVER)]
            pygame.draw.lines(surface, ink, False, points, max(2, thick // 2))


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """How the body of a chain is drawn: its colours, and lengths in pixels."""

    fill: str
    lip: str
    ink: str
    outline: str | None
    pattern: str | None
    """The chain whose pattern runs through the body; None for a plain one."""
    radius: int
    lip_height: int
    outline_width: int


@lru_cache(maxsize=600)
def body_cell(w: int, h: int, gap: int, sides: int, style: BodyStyle) -> pygame.Surface:
    """Return one square of a chain's body with the gaps to its right and below it, which are filled where the chain goes on.

    Corners are round where the body ends. Below its lower edge a darker lip makes it stand on the board.
    """
    picture = pygame.Surface((w + gap, h + gap), pygame.SRCALPHA)
    face = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    edge, lip = (style.outline_width if style.outline else 0), (0 if sides & DOWN else style.lip_height)
    if style.outline:
        _add_cell(picture, w, h, gap, sides, style.outline, style.radius, 0, 0)
    _add_cell(picture, w, h, gap, sides, style.lip, style.radius, edge, 0)
    _add_cell(face, w, h, gap, sides, style.fill, style.radius, edge, lip)
    gap_lip = 0 if sides & DOWN_RIGHT else style.lip_height
    if sides & RIGHT and gap_lip and gap:
        face.fill((0, 0, 0, 0), (w, h - edge - gap_lip, gap, gap_lip))
    picture.blit(face, (0, 0))
    if style.pattern is not None:
        recolour(face, "#FFFFFF")
        layer = body_pattern(w + gap, h + gap, style.pattern, style.ink).copy()
        layer.blit(face, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        picture.blit(layer, (0, 0))
    return picture.convert_alpha()


def _add_cell(picture: pygame.Surface, w: int, h: int, gap: int, sides: int, colour: str, radius: int, edge: int,
              lip: int) -> None:
    """Draw the square and its gaps in one colour, away from the edges of the body by `edge`, and below by `lip` as well."""
    up, right, down, left = (0 if sides & side else edge for side in (UP, RIGHT, DOWN, LEFT))
    inner = max(0, radius - edge)
    corners = tuple(0 if sides & (one | other) else inner
                    for one, other in ((UP, LEFT), (UP, RIGHT), (DOWN, LEFT), (DOWN, RIGHT)))
    shape = _filled_shape(w - left - right, h - up - down - lip, cast(Corners, corners), colour)
    picture.blit(shape, (left, up))
    if not gap:
        return
    if sides & RIGHT:
        top, bottom = (0 if sides & UP_RIGHT else edge), (0 if sides & DOWN_RIGHT else edge)
        picture.fill(colour, (w, top, gap, h - top - bottom))
    if sides & DOWN:
        before, behind = (0 if sides & DOWN_LEFT else edge), (0 if sides & DOWN_RIGHT else edge)
        picture.fill(colour, (before, h, w - before - behind, gap))
    if sides & DOWN_RIGHT:
        picture.fill(colour, (w, h, gap, gap))


@lru_cache(maxsize=64)
def body_pattern(w: int, h: int, chain: str, ink: str) -> pygame.Surface:
    """Return the pattern of a chain on nothing. It goes on without a seam from one square to the next."""
    large = pygame.Surface((w * OVER, h * OVER), pygame.SRCALPHA)
    red, green, blue, _ = pygame.Color(ink)
    _draw_seamless_pattern(large, _PATTERNS.get(chain, "level"), (red, green, blue, QUIET))
    picture = pygame.transform.smoothscale(large, (w, h))
    recolour(picture, ink)
    return picture


def _draw_seamless_pattern(surface: pygame.Surface, kind: str, ink: tuple[int, int, int, int]) -> None:
    w, h = surface.get_size()
    dx, dy, thick = w / LINES_ACROSS, h / LINES_ACROSS, max(3, w // 26)
    over = thick * h / w  # lines reach out of the square, or their ends would be seen at its edge
    slanted = [(number * dx - thick, number * dx + w + thick) for number in range(-LINES_ACROSS, 2 * LINES_ACROSS + 1)]
    if kind in ("rising", "crossed"):
        for left, right in slanted:
            pygame.draw.line(surface, ink, (left, h + over), (right, -over), thick)
    if kind in ("falling", "crossed"):
        for left, right in slanted:
            pygame.draw.line(surface, ink, (left, -over), (right, h + over), thick)
    if kind == "level":
        for number in range(LINES_ACROSS):
            pygame.draw.line(surface, ink, (0, (number + 0.5) * dy), (w, (number + 0.5) * dy), thick)
    if kind == "upright":
        for number in range(LINES_ACROSS):
            pygame.draw.line(surface, ink, ((number + 0.5) * dx, 0), ((number + 0.5) * dx, h), thick)
    if kind == "dots":
        for row in range(LINES_ACROSS):
            for column in range(LINES_ACROSS):
                pygame.draw.circle(surface, ink, ((column + 0.25 + row % 2 * 0.5) * dx, (row + 0.5) * dy), thick)
    if kind == "waves":
        for row in range(LINES_ACROSS):
            points = [(x, (row + 0.5) * dy + dy / 4 * math.sin(4 * math.pi * x / w)) for x in range(0, w + OVER, OVER)]
            pygame.draw.lines(surface, ink, False, points, max(2, thick // 2))


@lru_cache(maxsize=200)
def dashed_outline(w: int, h: int, radius: int, colour: str, width: int) -> pygame.Surface:
    """Return a dashed outline with whole corners."""
    picture = rounded_shape(w, h, radius, None, colour, width).copy()
    dash = max(3, 2 * width)
    for length, cut in ((w, lambda at, size: ((at, 0, size, width), (at, h - width, size, width))),
                        (h, lambda at, size: ((0, at, width, size), (w - width, at, width, size)))):
        room = length - 2 * radius
        holes = max(1, round((room / dash - 1) / 2))
        for number in range(holes):
            at = radius + round(room * (2 * number + 1) / (2 * holes + 1))
            for hole in cut(at, round(room / (2 * holes + 1))):
                picture.fill((0, 0, 0, 0), hole)
    return picture


@lru_cache(maxsize=32)
def corner_brackets(w: int, h: int, arm: int, colour: str, width: int) -> pygame.Surface:
    """Return four corners of a rectangle."""
    picture = pygame.Surface((w, h), pygame.SRCALPHA)
    for x, y in ((0, 0), (w - arm, 0), (0, h - width), (w - arm, h - width)):
        picture.fill(colour, (x, y, arm, width))
    for x, y in ((0, 0), (w - width, 0), (0, h - arm), (w - width, h - arm)):
        picture.fill(colour, (x, y, width, arm))
    return picture.convert_alpha()


@lru_cache(maxsize=200)
def marker_shape(number: int, size: int, colour: str) -> pygame.Surface:
    """Return the mark of one line of a chart, told from the others by its shape: disc, square, triangle, diamond, ring,
    triangle upside down."""
    whole = size * OVER
    large = pygame.Surface((whole, whole), pygame.SRCALPHA)
    middle, edge = whole / 2, whole / 12
    corners = {
        1: ((edge, edge), (whole - edge, edge), (whole - edge, whole - edge), (edge, whole - edge)),
        2: ((middle, 0), (whole, whole - edge), (0, whole - edge)),
        3: ((middle, 0), (whole, middle), (middle, whole), (0, middle)),
        5: ((0, edge), (whole, edge), (middle, whole)),
    }.get(number % MARKERS)
    if corners is not None:
        pygame.draw.polygon(large, colour, corners)
    else:
        pygame.draw.circle(large, colour, (middle, middle), middle, 0 if number % MARKERS == 0 else max(1, whole // 4))
    picture = pygame.transform.smoothscale(large, (size, size))
    recolour(picture, colour)
    return picture.convert_alpha()


@lru_cache(maxsize=64)
def dim_veil(w: int, h: int, colour: str, alpha: int) -> pygame.Surface:
    """Return a sheet that dims what lies under a dialog."""
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*pygame.Color(colour)[:3], alpha))
    return surface.convert_alpha()


def save_icon(path: Path, size: int = 64) -> None:
    pygame.image.save(window_icon(size), str(path))


def window_icon(size: int = 64) -> pygame.Surface:
    """Return the icon of the window, so many pixels wide: four squares of three chains and a loose tile."""
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    edge, step, width = size // 16, 15 * size // 32, 13 * size // 32
    for number, colour in enumerate(("#FDC94C", "#0E66FB", "#D5DBE1", "#FA5407")):
        square = pygame.Rect(edge + number % 2 * step, edge + number // 2 * step, width, width)
        pygame.draw.rect(surface, colour, square, border_radius=3 * size // 32)
    return surface
