"""Play the sounds of assets/sound_samples.py. A machine without a sound card is silent, and that is all."""

from __future__ import annotations

import ctypes
import sys
import warnings
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from acquire_client.window.assets.sound_samples import RATE, VARIANTS, samples

MY_TURN = "turn"
"""The sound that has a volume of its own."""
StartJob = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Do the first in another thread, and hand over what it returned to the second in this one."""


def silence_alsa() -> None:
    """Keep ALSA from writing a dozen lines into the terminal where it finds no sound card.

    The handler of its errors is a function of C that does nothing. One of Python would need the interpreter's lock in a thread of
    SDL, for which `mixer.init` waits with the lock held: now and then the window would hang for ever.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        nothing = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)
    except (OSError, AttributeError):
        return  # no ALSA, so nothing to silence


def all_variants(name: str) -> list[array[int]]:
    return [samples(name, variant) for variant in range(VARIANTS)]


class Sounds:
    """Plays by name, never the same variant twice in a row. Volumes run from 0 to 100; at 0 nothing is even made.

    The first time that a sound is wanted its variants are made by `start` in a thread, which takes some hundredths of a second;
    without `start` they are made at once.
    """

    def __init__(self, volume: int, turn_volume: int | None = None, start: StartJob | None = None) -> None:
        self.volume = volume
        self.turn_volume = volume if turn_volume is None else turn_volume
        self.start = start
        self._made: dict[str, list[pygame.mixer.Sound]] = {}
        self._wanted: set[str] = set()
        """Sounds that are being made."""
        self._last: dict[str, int] = {}
        """The variant that was played last."""
        self._usable: bool | None = None

    def play(self, name: str) -> None:
        if self._volume_of(name) <= 0 or not self._is_ready():
            return
        if name in self._made:
            self._play_next(name)
        elif self.start is None:
            self._take(name, all_variants(name))
        elif name not in self._wanted:
            self._wanted.add(name)
            self.start(partial(all_variants, name), partial(self._take, name))

    def _volume_of(self, name: str) -> int:
        return self.turn_volume if name == MY_TURN else self.volume

    def _take(self, name: str, variants: Sequence[array[int]]) -> None:
        """Take a sound that was made, and play it, for it was wanted."""
        self._wanted.discard(name)
        try:
            self._made[name] = [pygame.mixer.Sound(buffer=variant.tobytes()) for variant in variants]
        except pygame.error:
            self._usable = False
            return
        self._play_next(name)

    def _play_next(self, name: str) -> None:
        number = self._last[name] = (self._last.get(name, -1) + 1) % VARIANTS
        try:
            sound = self._made[name][number]
            sound.set_volume(self._volume_of(name) / 100)
            sound.play()
        except pygame.error:
            self._usable = False

    def _is_ready(self) -> bool:
        if self._usable is None:
            silence_alsa()
            try:
                with warnings.catch_warnings():  # pygame warns where a library is missing that its mixer needs
                    warnings.simplefilter("ignore")
                    # Without changes SDL converts to what the card wants, so a sound has its pitch everywhere.
                    pygame.mixer.init(RATE, -16, 1, 512, None, 0)
                self._usable = True
            except (pygame.error, NotImplementedError, AttributeError):
                self._usable = False
        return self._usable
