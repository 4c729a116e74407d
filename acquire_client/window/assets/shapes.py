"""Rounded rectangles and the patterns of the chains, drawn three times as large and shrunk, because pygame's own corners are
jagged. Everything is cached by what it looks like."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import pygame

OVER = 3
FAINT = 51
"""The ink of a pattern: a fifth."""
MARKERS = 6

_PATTERNS = {"tower": "rising", "luxor": "falling", "sackson": "falling", "american": "level", "worldwide": "upright",
             "festival": "dots", "imperial": "crossed", "continental": "waves"}


@lru_cache(maxsize=1200)
def rounded_shape(w: int, h: int, radius: int, fill: str | None, outline: str | None = None, width: int = 0) -> pygame.Surface:
    """Return a rounded rectangle on nothing."""
    large = pygame.Surface((w * OVER, h * OVER), pygame.SRCALPHA)
    edge = outline if outline is not None and width else fill
    if edge is not None:
        large.fill((*pygame.Color(edge)[:3], 0))  # or the corners would be mixed with black
    box = large.get_rect()
    if outline is not None and width:
        pygame.draw.rect(large, outline, box, border_radius=radius * OVER)
        box = box.inflate(-2 * width * OVER, -2 * width * OVER)
        inner = max(0, radius - width) * OVER
        if fill is None:
            hole = pygame.Surface(large.get_size(), pygame.SRCALPHA)
            pygame.draw.rect(hole, (255, 255, 255, 255), box, border_radius=inner)
            large.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
        else:
            pygame.draw.rect(large, fill, box, border_radius=inner)
    elif fill is not None:
        pygame.draw.rect(large, fill, box, border_radius=radius * OVER)
    return pygame.transform.smoothscale(large, (w, h)).convert_alpha()


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


@lru_cache(maxsize=200)
def marker_shape(number: int, size: int, colour: str) -> pygame.Surface:
    """Return the mark of one line of a chart, told from the others by its shape: disc, square, triangle, diamond, ring,
    triangle upside down."""
    whole = size * OVER
    large = pygame.Surface((whole, whole), pygame.SRCALPHA)
    large.fill((*pygame.Color(colour)[:3], 0))
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
    return pygame.transform.smoothscale(large, (size, size)).convert_alpha()


@lru_cache(maxsize=64)
def dim_veil(w: int, h: int, colour: str, alpha: int) -> pygame.Surface:
    """Return a sheet that dims what lies under a dialog."""
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    surface.fill((*pygame.Color(colour)[:3], alpha))
    return surface.convert_alpha()


def save_icon(path: Path) -> None:
    pygame.image.save(window_icon(), str(path))


def window_icon() -> pygame.Surface:
    """Return the icon of the window: four squares of three chains and a loose tile."""
    surface = pygame.Surface((64, 64), pygame.SRCALPHA)
    for number, colour in enumerate(("#FDC94C", "#0E66FB", "#D5DBE1", "#FA5407")):
        square = pygame.Rect(4 + number % 2 * 30, 4 + number // 2 * 30, 26, 26)
        pygame.draw.rect(surface, colour, square, border_radius=6)
    return surface
