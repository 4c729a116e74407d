"""Six sounds, made of sine waves when the first one is wanted. A machine without a sound card is silent, and that is all."""

from __future__ import annotations

import ctypes
import math
import sys
from array import array
from collections.abc import Mapping

import pygame

RATE = 22050

# Each sound is a list of tones: pitch in hertz, when it begins and how long it lasts in milliseconds, and how loud.
_TONES: Mapping[str, tuple[tuple[float, int, int, float], ...]] = {
    "place": ((330, 0, 70, 0.5), (165, 0, 90, 0.5)),
    "found": ((392, 0, 140, 0.4), (523, 90, 150, 0.4), (659, 180, 240, 0.4)),
    "merge": ((196, 0, 220, 0.5), (294, 120, 220, 0.4), (392, 240, 320, 0.4)),
    "coin": ((988, 0, 60, 0.3), (1319, 60, 160, 0.3)),
    "turn": ((523, 0, 110, 0.35), (784, 110, 190, 0.35)),
    "error": ((147, 0, 150, 0.5),),
    "over": ((523, 0, 180, 0.4), (659, 160, 180, 0.4), (784, 320, 180, 0.4), (1047, 480, 420, 0.4)),
}
NAMES = tuple(_TONES)


def samples(name: str) -> array[int]:
    """Return a sound as 16-bit samples of one channel."""
    tones = _TONES[name]
    length = max(begin + lasts for _, begin, lasts, _ in tones) * RATE // 1000
    mixed = [0.0] * length
    for pitch, begin, lasts, loud in tones:
        first, count = begin * RATE // 1000, lasts * RATE // 1000
        turn = 2 * math.pi * pitch / RATE
        for at in range(count):
            fade = min(1.0, at / 120) * (1 - at / count) ** 2
            mixed[first + at] += loud * fade * (math.sin(turn * at) + 0.25 * math.sin(2 * turn * at))
    return array("h", (int(24000 * max(-1.0, min(1.0, value))) for value in mixed))


_AlsaHandler = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)
_say_nothing = _AlsaHandler(lambda file, line, function, error, text: None)
"""Kept for as long as the program runs, because the library calls it."""


def silence_alsa() -> None:
    """Keep ALSA from writing a dozen lines into the terminal where it finds no sound card."""
    if not sys.platform.startswith("linux"):
        return
    try:
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing)
    except (OSError, AttributeError):
        return  # no ALSA, so nothing to silence


class Sounds:
    """Plays by name. `volume` runs from 0 to 100; at 0 nothing is even made."""

    def __init__(self, volume: int) -> None:
        self.volume = volume
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._usable: bool | None = None

    def play(self, name: str) -> None:
        if self.volume <= 0 or not self._is_ready():
            return
        try:
            if name not in self._made:
                self._made[name] = pygame.mixer.Sound(buffer=samples(name).tobytes())
            self._made[name].set_volume(self.volume / 100)
            self._made[name].play()
        except pygame.error:
            self._usable = False

    def _is_ready(self) -> bool:
        if self._usable is None:
            silence_alsa()
            try:
                pygame.mixer.init(RATE, -16, 1, 512)
                self._usable = True
            except (pygame.error, NotImplementedError, AttributeError):
                self._usable = False
        return self._usable
