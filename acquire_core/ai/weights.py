"""Trained values as data: a text file with the run that made them in front, and the numbers.

The file begins with `acquire weights 1` and lines `key: value`; after an empty line follow the numbers of the net in the order of
`Net` in value.pxd, little-endian float32 in base64. `digest` is the SHA-256 of the bytes, so a damaged file is refused.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .levels import NoSuchBot
from .search import Weights

FIRST_LINE = "acquire weights 1"
LAYOUT = "features 1, chains 32-24, whole 72-32-2"
"""What the numbers mean: the version of inputs.pxd and the shape of the net in value.pxd. Other layouts are refused."""
KIND = "net"
"""What a file of weights says it holds."""
SHIPPED = {name: Path(__file__).with_name(f"{name}.weights") for name in ("net", "taught")}
"""By name: the net learnt by self-play, and one that went on from it with games of level 5."""
MAX_BYTES = 1 << 20


class WeightsError(NoSuchBot):
    """A file that holds no weights which this version can use; the message says why."""


@dataclass(frozen=True)
class TrainedValue:
    """Weights and what their file says of them."""

    weights: Weights
    notes: Mapping[str, str]

    @property
    def digest(self) -> str:
        return hashlib.sha256(bytes(self.weights)).hexdigest()


def write_weights(path: Path, value: TrainedValue) -> None:
    lines = [FIRST_LINE, f"value: {KIND}", f"layout: {LAYOUT}", f"digest: {value.digest}"]
    lines += [f"{key}: {text}" for key, text in value.notes.items()]
    numbers = textwrap.wrap(base64.b64encode(bytes(value.weights)).decode(), 120)
    path.write_text("\n".join([*lines, "", *numbers, ""]), encoding="ascii", newline="\n")


def read_weights(path: Path) -> TrainedValue:
    """Return the trained value in a file."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
        text = data.decode("ascii")
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        has_mark = data.startswith(b"\xef\xbb\xbf")
        why = "it begins with a byte order mark: save it without one" if has_mark else "it is not plain text"
        raise WeightsError(f"{path} is not a file of weights: {why}") from None
    if len(data) > MAX_BYTES:
        raise WeightsError(f"{path} is not a file of weights: it is too large")
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    first, *lines = head.split("\n")
    if first != FIRST_LINE:
        raise WeightsError(f"{path} is not a file of weights: its first line is not '{FIRST_LINE}'")
    notes = {}
    for line in lines:
        key, colon, value = line.partition(": ")
        if not colon:
            raise WeightsError(f"{path}: the line {line[:40]!a} is not of the form 'key: value'")
        notes[key] = value
    kind = notes.pop("value", "")
    if kind != KIND:
        raise WeightsError(f"{path}: the value is {kind[:40]!a}; this version reads {KIND!a}")
    layout = notes.pop("layout", "")
    if layout != LAYOUT:
        raise WeightsError(f"{path} was trained for {layout[:60]!a}; this version reads '{LAYOUT}', so train anew")
    digest = notes.pop("digest", "")
    try:
        numbers = base64.b64decode("".join(body.split()), validate=True)
        weights = Weights(numbers)
    except (binascii.Error, ValueError) as error:
        raise WeightsError(f"{path}: the numbers cannot be read: {error}") from None
    found = TrainedValue(weights, notes)
    if found.digest != digest:
        raise WeightsError(f"{path}: the numbers are not those of its digest; the file is damaged")
    return found


@cache
def shipped_weights(name: str = "net") -> Weights:
    """Return weights that came with the program."""
    return read_weights(SHIPPED[name]).weights
