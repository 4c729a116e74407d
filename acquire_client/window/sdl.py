"""Set up SDL before pygame is imported: the drawing path, input methods, the resolution of the screen; and import pygame."""

from __future__ import annotations

import os
import sys

UNUSED = ("numpy", "pkg_resources")
"""What pygame imports where it is installed, for functions that the window never calls."""
BLIND_DRIVERS = ("offscreen", "dummy", "evdev")
"""Drivers with which SDL starts although nobody can see a window."""
WINDOW_CLASS = "acquire-p2p"
"""By this name a desktop finds the menu entry, and its icon, that belongs to a window."""


def prepare(video: str, keep_window: bool = False) -> None:
    """Prepare SDL before it begins. What is set in the environment stands. `video` is auto, software or accelerated.

    Without a graphics card SDL would push every picture through software OpenGL: 8.4 ms instead of 0.11 ms at 1280x800 on X11.
    With a graphics card it may make the window anew when its size or mode changes; `keep_window` avoids that where it may.
    """
    environment = os.environ
    environment.setdefault("SDL_IME_SHOW_UI", "1")
    environment.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    if video == "software" or (video == "auto" and (keep_window or sys.platform.startswith("linux"))):
        environment.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    elif video == "accelerated":
        environment.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "1")


def load_pygame() -> None:
    """Import pygame for all that follow, without its greeting and without what is UNUSED, which would take longer than itself.

    `pygame.surfarray` and `pygame.sndarray` stay out of reach of this process.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):  # else the file that Python runs, such as __main__.py
        os.environ.setdefault(name, WINDOW_CLASS)
    hidden = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # an import of None fails, and pygame goes on without
    try:
        import pygame  # noqa: F401
    finally:
        for name in hidden:
            sys.modules.pop(name, None)


def chosen_driver() -> str | None:
    """Return the driver that was asked for by name: then it is known what it shows."""
    return os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
