"""The clipboard of the system, by whichever way this pygame has; without one, that of this program alone."""

from __future__ import annotations

import pygame

_own = ""


def _scrap_ready() -> bool:
    if not pygame.scrap:  # a library is missing that it needs; pygame would warn on the terminal
        return False
    try:
        if not pygame.scrap.get_init():
            pygame.scrap.init()
        return True
    except (pygame.error, NotImplementedError, AttributeError):
        return False


def write_clipboard(text: str) -> None:
    global _own
    _own = text
    try:
        put_text = pygame.scrap and getattr(pygame.scrap, "put_text", None)  # pygame-ce alone
        if put_text:
            put_text(text)
        elif _scrap_ready():
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode("utf-8"))
    except (pygame.error, NotImplementedError, ValueError):
        pass  # the own copy is there


def read_clipboard() -> str:
    """Return what lies there as text on one line."""
    text = ""
    try:
        get_text = pygame.scrap and getattr(pygame.scrap, "get_text", None)
        if get_text:
            text = get_text()
        elif _scrap_ready():
            found = pygame.scrap.get("text/plain;charset=utf-8") or pygame.scrap.get(pygame.SCRAP_TEXT)
            text = found.rstrip(b"\0").decode("utf-8", "replace") if found else ""
    except (pygame.error, NotImplementedError, ValueError):
        text = ""
    return " ".join((text or _own).split())
