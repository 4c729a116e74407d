"""Measure the contrast of what is drawn, from pixels: each text against what lay under it, as it is written."""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame

from acquire_client.theme import contrast_of
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box


def hex_of(pixel: Any) -> str:
    return "#{:02X}{:02X}{:02X}".format(*pixel[:3])


def colours_in(surface: pygame.Surface, box: Box) -> Counter[str]:
    """Return how often each colour is there."""
    place = surface.get_rect().clip(pygame.Rect(box))
    pixels = Counter(memoryview(pygame.image.tobytes(surface.subsurface(place), "RGBX")).cast("I"))
    found: Counter[str] = Counter()
    for pixel, count in pixels.items():
        found["#" + pixel.to_bytes(4, sys.byteorder)[:3].hex().upper()] += count
    return found


def changed_box(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect | None:
    """Return the smallest rectangle that holds all pixels that differ; None if none does."""
    mask = pygame.mask.from_threshold(after, (0, 0, 0), (1, 1, 1, 255), before)
    mask.invert()
    boxes: list[pygame.Rect] = mask.get_bounding_rects()  # type: ignore[assignment]
    return boxes[0].unionall(boxes[1:]) if boxes else None


def added_contrast(before: pygame.Surface, after: pygame.Surface) -> float | None:
    """Return the contrast of what was added to its ground: the strongest of its pixels, for the others are the blurred edge."""
    box = changed_box(before, after)
    if box is None:
        return None
    ground = colours_in(before, Box(*box)).most_common(1)[0][0]
    old = colours_in(before, Box(*box))
    return max(contrast_of(colour, ground) for colour, count in colours_in(after, Box(*box)).items() if count > old[colour])


@contextmanager
def texts_measured(painter: Painter) -> Iterator[list[tuple[float, str, str]]]:
    """Note the contrast of every text that is written meanwhile, with its colour. Nothing is copied from earlier pictures."""
    found: list[tuple[float, str, str]] = []
    write, is_coordinate = painter.text, [False]

    def measured(box: Box, text: str, *rest: Any, **more: Any) -> int:
        place = painter.surface.get_rect().clip(pygame.Rect(box).inflate(0, 8))
        before = painter.surface.subsurface(place).copy()
        width = write(box, text, *rest, **more)
        contrast = added_contrast(before, painter.surface.subsurface(place)) if width and not is_coordinate[0] else None
        if contrast is not None:
            found.append((contrast, text, str(rest[1] if len(rest) > 1 else more.get("colour", "text"))))
        return width

    def painted(key: Hashable, box: Box, paint: Callable[[Box], object]) -> None:
        paint(box)

    def coordinate(*args: Any) -> None:
        is_coordinate[0] = True
        Painter.coordinate(painter, *args)
        is_coordinate[0] = False

    painter.text, painter.kept, painter.coordinate = measured, painted, coordinate  # type: ignore[method-assign]
    try:
        yield found
    finally:
        del painter.text, painter.kept, painter.coordinate
