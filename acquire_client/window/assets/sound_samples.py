"""The sounds as numbers: wood for tiles, paper for shares, coins for bonuses, and a few notes, each in several variants.

Every sound is a table of layers: tones that die away, as struck wood and metal have them, and short bursts of noise, as paper and
the stroke itself. The noise comes from a small generator with a fixed seed, so a variant sounds alike every time.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RATE = 44_100
VARIANTS = 4
DETUNED = (1.0, 0.978, 1.019, 0.991)
"""What each variant's pitches are multiplied by: about two percent, which is heard as another stroke and not as another note."""
SILENT = 5.0
"""After so many times its decay a tone is not heard any more: it has a 150th of its loudness."""
FADE_SAMPLES = 200
"""Over so many samples the end of a sound fades away, so that it does not click."""
ATTACK_SAMPLES = 30
FULL = 32_767


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone that begins at once and dies away: its loudness falls to a third in `decay_ms`."""

    hertz: float
    begin_ms: float
    decay_ms: float
    loud: float


@dataclass(frozen=True, slots=True)
class Burst:
    """Noise that dies away. `dull` runs from 0, all of it bright, to almost 1, a thud."""

    begin_ms: float
    decay_ms: float
    loud: float
    dull: float


Layers = Sequence[Tone | Burst]


def _wood(begin_ms: float, loud: float = 1.0, pitch: float = 1.0) -> tuple[Tone | Burst, ...]:
    """Return a tile that is put on a wooden board: the stroke, the tile, and the board below it."""
    return (Burst(begin_ms, 4, 0.8 * loud, 0.5), Tone(940 * pitch, begin_ms, 14, 0.55 * loud),
            Tone(1730 * pitch, begin_ms, 7, 0.3 * loud), Tone(418 * pitch, begin_ms, 24, 0.6 * loud),
            Tone(148 * pitch, begin_ms, 38, 0.5 * loud))


def _paper(begin_ms: float, loud: float = 1.0) -> tuple[Burst, ...]:
    """Return a sheet that is drawn over another one and let go."""
    return (Burst(begin_ms, 16, 0.5 * loud, 0.15), Burst(begin_ms + 34, 9, loud, 0.05),
            Burst(begin_ms + 36, 26, 0.35 * loud, 0.6))


def _coin(begin_ms: float, loud: float = 1.0, pitch: float = 1.0) -> tuple[Tone | Burst, ...]:
    """Return a coin that falls on another one: partials of metal, none of which is a multiple of another."""
    return (Burst(begin_ms, 2, 0.5 * loud, 0.0), Tone(2093 * pitch, begin_ms, 60, 0.5 * loud),
            Tone(3570 * pitch, begin_ms, 46, 0.35 * loud), Tone(5320 * pitch, begin_ms, 30, 0.25 * loud))


def _bar(hertz: float, begin_ms: float, decay_ms: float, loud: float = 1.0) -> tuple[Tone | Burst, ...]:
    """Return a wooden bar that is struck with a soft mallet: a note."""
    return (Tone(hertz, begin_ms, decay_ms, 0.6 * loud), Tone(4 * hertz, begin_ms, decay_ms / 4, 0.16 * loud),
            Burst(begin_ms, 5, 0.12 * loud, 0.7))


LAYERS: Mapping[str, Layers] = {
    "place": _wood(0),
    "share": _paper(0),
    "coin": (*_coin(0), *_coin(64, 0.8, 1.12)),
    "found": (*_wood(0, 0.7), *_bar(392, 30, 60), *_bar(523, 110, 60), *_bar(659, 190, 80)),
    "merge": (*_wood(0, 0.7, 0.8), *_bar(262, 20, 60), *_bar(330, 110, 60), *_bar(392, 200, 60), *_bar(523, 290, 76)),
    "turn": (*_bar(523, 0, 70), *_bar(784, 105, 90)),
    "error": (*_wood(0, 0.6, 0.45), *_wood(90, 0.5, 0.42)),
    "over": (*_bar(523, 0, 60), *_bar(659, 100, 60), *_bar(784, 200, 60), *_bar(1047, 300, 76), *_bar(523, 300, 76, 0.6)),
}
NAMES = tuple(LAYERS)
PEAKS: Mapping[str, float] = {"share": 0.32, "coin": 0.5, "error": 0.45}
"""How loud the loudest sample of a sound is, of what is possible."""
USUAL_PEAK = 0.62


def samples(name: str, variant: int = 0) -> array[int]:
    """Return a variant of a sound as 16-bit samples of one channel."""
    layers, detuned = LAYERS[name], DETUNED[variant % VARIANTS]
    mixed = [0.0] * max(_end_of(layer) for layer in layers)
    for number, layer in enumerate(layers):
        if isinstance(layer, Tone):
            _add_tone(mixed, layer, layer.hertz * detuned)
        else:
            _add_burst(mixed, layer, seed=1 + 97 * variant + 7 * number)
    for at in range(FADE_SAMPLES):
        mixed[-1 - at] *= at / FADE_SAMPLES
    loudest = max(max(mixed), -min(mixed))
    scale = FULL * PEAKS.get(name, USUAL_PEAK) / loudest
    return array("h", (round(scale * value) for value in mixed))


def _samples_of(length_ms: float) -> int:
    return int(length_ms * RATE / 1000)


def _end_of(layer: Tone | Burst) -> int:
    return _samples_of(layer.begin_ms) + _samples_of(SILENT * layer.decay_ms)


def _add_tone(mixed: list[float], tone: Tone, hertz: float) -> None:
    """Add a sine that dies away. Each sample follows from the two before it, which takes a tenth of the time of `math.sin`."""
    begin, angle = _samples_of(tone.begin_ms), 2 * math.pi * hertz / RATE
    fall = math.exp(-1000 / (RATE * tone.decay_ms))
    one, two = 2 * fall * math.cos(angle), fall * fall
    last, now = 0.0, tone.loud * fall * math.sin(angle)
    for at in range(begin, min(len(mixed), _end_of(tone))):
        mixed[at] += last
        last, now = now, one * now - two * last


def _add_burst(mixed: list[float], burst: Burst, seed: int) -> None:
    """Add noise from a generator of Park and Miller, made dull by letting each sample keep some of the one before."""
    begin, state, loud, kept = _samples_of(burst.begin_ms), seed, burst.loud, 0.0
    fall, dull = math.exp(-1000 / (RATE * burst.decay_ms)), burst.dull
    for at in range(begin, min(len(mixed), _end_of(burst))):
        state = state * 48_271 % 2_147_483_647
        kept += (1 - dull) * (state / 1_073_741_823.5 - 1 - kept)
        rise = (at - begin) / ATTACK_SAMPLES
        mixed[at] += loud * kept * (rise if rise < 1 else 1.0)
        loud *= fall
