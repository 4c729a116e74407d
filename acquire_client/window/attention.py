"""Ask a person for attention who looks at another window: a notification of the desktop, and a mark on the taskbar.

What a desktop does not offer is left out silently. The texts are fixed and come from the caller: no tile is ever among them.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import shutil
import subprocess
import sys

APPLICATION = "Acquire"
ICON = "acquire-p2p"
TIMEOUT_S = 3.0
SHOWN_MS = 10_000
X_URGENCY_HINT = 1 << 8
FLASHW_TRAY, FLASHW_TIMERNOFG = 2, 12
MAC_SCRIPT = ("on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run")


def notify_desktop(title: str, text: str, platform: str = sys.platform) -> bool:
    """Show a notification of the desktop; return True if a program of the system took it. This takes a moment."""
    for command in notification_commands(title, text, platform):
        if shutil.which(command[0]) is None:
            continue
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False


def notification_commands(title: str, text: str, platform: str) -> tuple[tuple[str, ...], ...]:
    """Return the commands that show a notification, the best first; none where the taskbar has to do."""
    if platform.startswith("linux"):
        return (("notify-send", f"--app-name={APPLICATION}", f"--icon={ICON}", f"--expire-time={SHOWN_MS}", title, text),
                ("gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
                 "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.Notify", APPLICATION, "0", ICON,
                 title, text, "[]", "{}", str(SHOWN_MS)))
    if platform == "darwin":
        script = tuple(part for line in MAC_SCRIPT for part in ("-e", line))
        return (("osascript", *script, title, text),)
    return ()


def mark_taskbar(window: int, driver: str) -> bool:
    """Mark the window on the taskbar until it has the focus; return False where that is not possible. `window` is the number that
    the system has for it."""
    try:
        if driver == "windows":
            return _flash_in_windows(window)
        return driver == "x11" and _set_urgency_in_x11(window)
    except (OSError, AttributeError, ctypes.ArgumentError):
        return False


class FlashInfo(ctypes.Structure):
    """FLASHWINFO of the Windows API."""

    _fields_ = (("size", ctypes.c_uint), ("window", ctypes.c_void_p), ("flags", ctypes.c_uint), ("count", ctypes.c_uint),
                ("timeout_ms", ctypes.c_uint))


def _flash_in_windows(window: int) -> bool:
    info = FlashInfo(ctypes.sizeof(FlashInfo), window, FLASHW_TRAY | FLASHW_TIMERNOFG, 0, 0)
    ctypes.windll.user32.FlashWindowEx(ctypes.byref(info))  # type: ignore[attr-defined]
    return True


class WindowHints(ctypes.Structure):
    """XWMHints of Xlib."""

    _fields_ = (("flags", ctypes.c_long), ("input", ctypes.c_int), ("initial_state", ctypes.c_int),
                ("icon_pixmap", ctypes.c_ulong), ("icon_window", ctypes.c_ulong), ("icon_x", ctypes.c_int),
                ("icon_y", ctypes.c_int), ("icon_mask", ctypes.c_ulong), ("window_group", ctypes.c_ulong))


def _set_urgency_in_x11(window: int) -> bool:
    """Set the urgency hint, which window managers take away when the window gets the focus."""
    name = ctypes.util.find_library("X11")
    if name is None:
        return False
    xlib = ctypes.CDLL(name)
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XGetWMHints.restype = xlib.XAllocWMHints.restype = ctypes.POINTER(WindowHints)
    xlib.XGetWMHints.argtypes = (ctypes.c_void_p, ctypes.c_ulong)
    xlib.XSetWMHints.argtypes = (ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(WindowHints))
    xlib.XFree.argtypes = xlib.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    display = xlib.XOpenDisplay(None)
    if not display:
        return False
    hints = xlib.XGetWMHints(display, window) or xlib.XAllocWMHints()
    if hints:
        hints.contents.flags |= X_URGENCY_HINT
        xlib.XSetWMHints(display, window, hints)
        xlib.XFree(hints)
    xlib.XCloseDisplay(display)
    return bool(hints)
