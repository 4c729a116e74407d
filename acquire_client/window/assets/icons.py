"""Icons, drawn by code: each is a list of strokes on a grid of 24 by 24, so it is crisp at every scale.

An icon stands in front of a label, or alone on a button that has its name for screen readers elsewhere. It has one colour, the
ink of what it stands on. What is drawn four times as large and shrunk gets its colour afterwards, as in `shapes.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import pygame

from acquire_client.window.assets.shapes import recolour

GRID = 24
OVER = 4
MIN_STROKE = 1.4
"""Pixels. A thinner stroke would be grey."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, with round ends and corners; `width` in units of the grid."""

    points: tuple[Point, ...]
    is_closed: bool = False
    width: float = 2.0


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a circle. Angles are in degrees, clockwise from three o'clock; a whole circle without them."""

    middle: Point
    radius: float
    begin: float = 0.0
    end: float = 360.0
    width: float = 2.0

    def points(self) -> tuple[Point, ...]:
        steps = max(8, round(abs(self.end - self.begin) / 6))
        angles = (math.radians(self.begin + (self.end - self.begin) * step / steps) for step in range(steps + 1))
        return tuple((self.middle[0] + self.radius * math.cos(angle), self.middle[1] + self.radius * math.sin(angle))
                     for angle in angles)


@dataclass(frozen=True, slots=True)
class Solid:
    """A filled polygon with round corners."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Disc:
    middle: Point
    radius: float


Stroke: TypeAlias = Line | Arc | Solid | Disc


def _box(x: float, y: float, w: float, h: float) -> Line:
    return Line(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), is_closed=True)


def _teeth(count: int, inner: float, outer: float) -> tuple[Line, ...]:
    """Return the teeth of a wheel in the middle of the grid."""
    angles = [2 * math.pi * number / count for number in range(count)]
    return tuple(Line(((12 + inner * math.cos(angle), 12 + inner * math.sin(angle)),
                       (12 + outer * math.cos(angle), 12 + outer * math.sin(angle))), width=3.4) for angle in angles)


ICONS: dict[str, tuple[Stroke, ...]] = {
    # to go somewhere
    "back": (Line(((19, 12), (5, 12))), Line(((11, 6), (5, 12), (11, 18)))),
    "close": (Line(((6, 6), (18, 18))), Line(((18, 6), (6, 18)))),
    "menu": (Line(((4, 6), (20, 6))), Line(((4, 12), (20, 12))), Line(((4, 18), (20, 18)))),
    "leave": (Line(((10, 4), (5, 4), (5, 20), (10, 20))), Line(((10, 12), (20, 12))), Line(((16, 8), (20, 12), (16, 16)))),
    "left": (Line(((15, 5), (8, 12), (15, 19))),),
    "right": (Line(((9, 5), (16, 12), (9, 19))),),
    # pages
    "settings": (Arc((12, 12), 6.2, width=2.4), Arc((12, 12), 1.6), *_teeth(8, 7, 9.6)),
    "rules": (Line(((4, 7), (20, 7))), Disc((9, 7), 3), Line(((4, 17), (20, 17))), Disc((15, 17), 3)),
    "help": (Arc((12, 12), 9), Arc((12, 9.8), 2.8, 180, 395), Line(((14.3, 11.4), (12, 13.2), (12, 13.9))), Disc((12, 17), 1.3)),
    "history": (Arc((12.5, 12), 8, -150, 150), Line(((5, 4), (5.2, 8.4), (9.6, 8.2))),
                Line(((12.5, 7.5), (12.5, 12.5), (16, 14.5)))),
    "log": tuple(part for y in (6, 12, 18) for part in (Disc((4.6, y), 1.5), Line(((9, y), (20, y))))),
    "book": (Line(((12, 6.5), (8.5, 4.5), (3, 4.5), (3, 18), (8.5, 18), (12, 20), (15.5, 18), (21, 18), (21, 4.5), (15.5, 4.5)),
                  is_closed=True), Line(((12, 6.5), (12, 20)))),
    "chart": (Line(((4, 4), (4, 20), (20, 20))), Line(((8, 15), (11.5, 10), (14.5, 13), (20, 6)))),
    "prices": (Line(((4, 4), (12.2, 4), (20.4, 12.2), (12.2, 20.4), (4, 12.2)), is_closed=True), Disc((8.3, 8.3), 1.6)),
    "cards": (Line(((7, 7), (7, 3), (21, 3), (21, 16), (17, 16))), _box(3, 8, 13, 13)),
    "folder": (Line(((3, 6), (9, 6), (11.5, 9), (21, 9), (21, 19), (3, 19)), is_closed=True),),
    "picture": (_box(3, 4, 18, 16), Disc((8.5, 9.5), 1.8), Line(((4, 18), (11, 12.5), (14, 15), (17, 12), (20, 14.5)))),
    # people and tables
    "person": (Arc((12, 8), 4), Arc((12, 21), 8, 190, 350)),
    "people": (Arc((9, 8.5), 3.6), Arc((9, 20.5), 6.8, 190, 350), Arc((16, 8.5), 3.6, -110, 90),
               Arc((15.6, 20.5), 6.8, 290, 350)),
    "computer": (_box(3, 4, 18, 12), Line(((12, 16), (12, 20))), Line(((8, 20), (16, 20)))),
    "crown": (Line(((4.6, 16), (3, 7), (8, 11), (12, 5), (16, 11), (21, 7), (19.4, 16)), is_closed=True),
              Line(((5, 20), (19, 20)))),
    "chat": (Line(((4, 4), (20, 4), (20, 16), (12, 16), (7.5, 20.5), (7.5, 16), (4, 16)), is_closed=True),),
    "letter": (_box(3, 5, 18, 14), Line(((3.6, 6.4), (12, 13.2), (20.4, 6.4)))),
    "shield": (Line(((12, 3), (19.5, 5.6), (19.5, 11.5), (17, 16.8), (12, 21), (7, 16.8), (4.5, 11.5), (4.5, 5.6)),
                    is_closed=True), Line(((8.4, 11.6), (11.2, 14.4), (15.8, 9.2)))),
    "eye": (Arc((12, 18.4), 11.6, 213, 327), Arc((12, 5.6), 11.6, 33, 147), Arc((12, 12), 3)),
    "clock": (Arc((12, 12), 9), Line(((12, 6.5), (12, 12), (15.8, 14.2)))),
    "link-lost": (Arc((7.5, 12), 4.5, 60, 300), Arc((16.5, 12), 4.5, -120, 120), Line(((11, 7), (10.2, 3.8))),
                  Line(((13, 17), (13.8, 20.2))), Line(((14, 7.4), (16, 4.6))), Line(((10, 16.6), (8, 19.4)))),
    # to do something
    "play": (Solid(((7, 5), (19, 12), (7, 19))),),
    "pause": (Line(((8, 5), (8, 19)), width=4), Line(((16, 5), (16, 19)), width=4)),
    "step-back": (Solid(((16, 5), (6, 12), (16, 19))),),
    "step-forward": (Solid(((8, 5), (18, 12), (8, 19))),),
    "first": (Solid(((19, 5), (9, 12), (19, 19))), Line(((5, 5), (5, 19)), width=2.6)),
    "last": (Solid(((5, 5), (15, 12), (5, 19))), Line(((19, 5), (19, 19)), width=2.6)),
    "undo": (Line(((9, 4), (4, 9), (9, 14))), Line(((4, 9), (14, 9))), Arc((14, 14.5), 5.5, -90, 90), Line(((14, 20), (8, 20)))),
    "restart": (Arc((12.5, 12), 8, -150, 150), Line(((5, 4), (5.2, 8.4), (9.6, 8.2)))),
    "skip": (Solid(((4, 6), (11, 12), (4, 18))), Solid(((13, 6), (20, 12), (13, 18)))),
    "hint": (Arc((12, 9.5), 6.2, 130, 410), Line(((8, 14.3), (9.4, 16.5), (14.6, 16.5), (16, 14.3))),
             Line(((10, 20.5), (14, 20.5)))),
    "review": (Arc((10.5, 10.5), 6.5), Line(((15.5, 15.5), (20.5, 20.5)), width=2.6)),
    "save": (Line(((12, 3.5), (12, 14.5))), Line(((7, 9.8), (12, 14.8), (17, 9.8))),
             Line(((4, 16), (4, 20.5), (20, 20.5), (20, 16)))),
    "keep": (Line(((6, 3.5), (18, 3.5), (18, 20.5), (12, 15.5), (6, 20.5)), is_closed=True),),
    "delete": (Line(((4, 6.5), (20, 6.5))), Line(((9, 6.5), (9, 3.5), (15, 3.5), (15, 6.5))),
               Line(((6, 6.5), (7, 20.5), (17, 20.5), (18, 6.5))), Line(((10.2, 10.5), (10.4, 16.5))),
               Line(((13.8, 10.5), (13.6, 16.5)))),
    "copy": (_box(9, 9, 11, 11), Line(((5.5, 15), (4, 15), (4, 4), (15, 4), (15, 5.5)))),
    "paste": (Line(((8, 5), (5, 5), (5, 21), (19, 21), (19, 5), (16, 5))), _box(9, 3, 6, 4)),
    "add": (Line(((12, 5), (12, 19))), Line(((5, 12), (19, 12)))),
    "remove": (Line(((5, 12), (19, 12))),),
    "check": (Line(((4.5, 12.5), (9.8, 17.8), (19.5, 6.8)), width=2.4),),
    "send": (Line(((21, 3), (3, 10), (10.5, 13.5), (14, 21)), is_closed=True), Line(((21, 3), (10.5, 13.5)))),
    "sound": (Solid(((3.5, 9.5), (7, 9.5), (12, 5.5), (12, 18.5), (7, 14.5), (3.5, 14.5))), Arc((12, 12), 4.4, -45, 45),
              Arc((12, 12), 8.2, -48, 48)),
    "mute": (Solid(((3.5, 9.5), (7, 9.5), (12, 5.5), (12, 18.5), (7, 14.5), (3.5, 14.5))), Line(((16, 9), (21, 15))),
             Line(((21, 9), (16, 15)))),
}


@lru_cache(maxsize=400)
def icon_picture(name: str, side: int, colour: str) -> pygame.Surface:
    """Return an icon on nothing, as large as a square of this side."""
    large = pygame.Surface((side * OVER, side * OVER), pygame.SRCALPHA)
    scale = side * OVER / GRID
    for stroke in ICONS[name]:
        _draw_stroke(large, stroke, scale)
    picture = pygame.transform.smoothscale(large, (side, side))
    recolour(picture, colour)
    return picture.convert_alpha()


def _draw_stroke(surface: pygame.Surface, stroke: Stroke, scale: float) -> None:
    match stroke:
        case Disc(middle, radius):
            pygame.draw.circle(surface, "#FFFFFF", _scaled(middle, scale), radius * scale)
        case Solid(points):
            pygame.draw.polygon(surface, "#FFFFFF", [_scaled(point, scale) for point in points])
            _draw_line(surface, points, True, 1.6, scale)
        case Arc(_, _, begin, end, width):
            _draw_line(surface, stroke.points(), abs(end - begin) >= 360, width, scale)
        case Line(points, is_closed, width):
            _draw_line(surface, points, is_closed, width, scale)


def _draw_line(surface: pygame.Surface, points: Sequence[Point], is_closed: bool, width: float, scale: float) -> None:
    """Draw a thick line as rectangles with a disc at each point, for thick lines of pygame have cut corners."""
    half = max(width * scale, MIN_STROKE * OVER) / 2
    placed = [_scaled(point, scale) for point in points]
    for (x, y), (next_x, next_y) in pairwise([*placed, placed[0]] if is_closed else placed):
        length = math.hypot(next_x - x, next_y - y)
        if length:
            dx, dy = (next_y - y) / length * half, (x - next_x) / length * half
            pygame.draw.polygon(surface, "#FFFFFF", ((x + dx, y + dy), (next_x + dx, next_y + dy), (next_x - dx, next_y - dy),
                                                     (x - dx, y - dy)))
    for x, y in placed:
        pygame.draw.circle(surface, "#FFFFFF", (x, y), half)


def _scaled(point: Point, scale: float) -> Point:
    return point[0] * scale, point[1] * scale
