"""What a key or a click means while the bonuses of a merger are counted: an answer to what a person has seen, or a press to skip.

The scene notes each picture that it has drawn, and asks here before a press does anything.
"""

from __future__ import annotations

import pygame

from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget

SEEN_MS = 400
"""After so long a person has seen a question, and a key is an answer to it."""
MODIFIERS = (pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA,
             pygame.K_RMETA)


def ends_motion(event: pygame.event.Event) -> bool:
    """Return True for a key or a click, which ends all motion; what is only held down with another key ends none."""
    return event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and event.dict.get("key") not in MODIFIERS


class SeenPicture:
    """Note what the last picture has shown: the label of its primary button, and since when its question has been there."""

    def __init__(self) -> None:
        self._label: str | None = None
        self._question: object | None = None
        self._since_ms = 0

    def note(self, question: object | None, primary: Button | None, now_ms: int) -> None:
        """Note a picture that is drawn. A `question` is another one if it is another object; None where nobody here is asked."""
        self._label = None if primary is None else primary.label
        if question is not self._question:
            self._question, self._since_ms = question, now_ms

    def is_meant(self, event: pygame.event.Event, pressed: Widget | None, question: object | None, primary: Button | None,
                 now_ms: int) -> bool:
        """Return True if a key or click does more than to end the counting. `pressed` is what lies under the pointer; `question`
        and `primary` are those of now, of which there may be no picture yet.

        What a person has seen is meant, so a function key, a shortcut and the primary button of the last picture do what they
        say. So does everything else of a question that has stood there for `SEEN_MS`: to answer it twice would be tiresome.
        Before that a key was meant for what stood there before, as the second press of one that is held. The Space and Escape
        keys are pressed to skip whatever comes; they only do that.
        """
        is_button_seen = primary is not None and primary.label == self._label
        is_known = question is not None and self._question is question and now_ms - self._since_ms >= SEEN_MS
        if event.type == pygame.MOUSEBUTTONDOWN:
            return event.button == 1 and pressed is not None and (
                is_button_seen if pressed is primary else is_known and pressed.name != "board")
        is_shortcut = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META))
        if pygame.K_F1 <= event.key <= pygame.K_F12 or is_shortcut:
            return True
        primary_key = pygame.K_SPACE if primary is not None and primary.name == "hurry" else pygame.K_RETURN
        key = pygame.K_RETURN if event.key in ENTER_KEYS else event.key
        return is_button_seen if key == primary_key else is_known and key not in (pygame.K_SPACE, pygame.K_ESCAPE)
