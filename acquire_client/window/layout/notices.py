"""Where a notice is shown: in a strip at the upper edge of the window, beside what can be pressed there."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_client.window.layout.box import Box, Unit

STRIP_UNITS = 36
NARROWEST = 0.3
"""Of the window's width: in a narrower gap nobody can read a sentence."""


def notice_strip(window: Box, unit: Unit, pressable: Sequence[Box], height: int = 0) -> Box:
    """Return the widest free part of the strip; where that is too narrow, the strip lies below what is in its way."""
    gap, y = unit(8), unit(2)
    height = max(height, unit(STRIP_UNITS))
    while True:
        strip = Box(window.x + gap, window.y + y, window.w - 2 * gap, height)
        blocking = sorted(box for box in pressable if _meet(box, strip))
        at, gaps = strip.x, []
        for box in blocking:
            gaps.append(Box(at, strip.y, box.x - gap - at, height))
            at = max(at, box.right + gap)
        widest = max([*gaps, Box(at, strip.y, strip.right - at, height)], key=lambda box: box.w)
        if widest.w >= NARROWEST * window.w:
            return widest
        lower = min(box.bottom for box in blocking) + gap
        if lower + height > window.bottom:
            return strip.foot(height)
        y = lower - window.y


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
