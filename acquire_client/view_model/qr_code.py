"""A join code as a QR code, for the camera of another machine."""

from __future__ import annotations

from functools import lru_cache

import segno

QUIET = 4
"""Modules of light ground that a reader wants around the code."""

Modules = tuple[tuple[bool, ...], ...]
"""Line by line, True for dark; without the quiet zone."""


@lru_cache(maxsize=8)
def qr_modules(text: str) -> Modules:
    """Return the modules of a text. A quarter or less of it may be hidden or dirty.

    >>> len(qr_modules("R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ"))
    25
    """
    return tuple(tuple(bool(module) for module in row) for row in segno.make_qr(text, error="m", boost_error=False).matrix)
