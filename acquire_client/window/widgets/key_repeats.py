"""Which keys act again while they are held down: those that move, erase or count, and no other.

pygame repeats a key by its own clock until it has seen the key go up. A window that is busy for half a second sees that too late.
Then one press of Enter would answer twice, or sit several computer players down.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

REPEATED = frozenset({
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_BACKSPACE,
    pygame.K_DELETE, pygame.K_PLUS, pygame.K_MINUS, pygame.K_EQUALS, pygame.K_KP_PLUS, pygame.K_KP_MINUS})


class KeyRepeats:
    """The keys that are down."""

    def __init__(self) -> None:
        self._held: set[int] = set()

    def without_repeats(self, events: Iterable[pygame.event.Event]) -> list[pygame.event.Event]:
        """Return the events without the repeats of keys that act once for each press."""
        return [event for event in events if not self._is_repeat(event)]

    def _is_repeat(self, event: pygame.event.Event) -> bool:
        """Note which keys are down; return True if this is a repeat that counts for nothing."""
        if event.type == pygame.KEYUP:
            self._held.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._held.clear()
        elif event.type == pygame.KEYDOWN and event.key not in REPEATED:
            is_held = event.key in self._held
            self._held.add(event.key)
            return is_held
        return False
