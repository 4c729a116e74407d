"""Letters: what one seat has to say to another, sealed for it, as text that survives e-mail.

The text has a first and a last line by which it is found, and letters of the alphabet of base64 between them. It may be wrapped
anew, quoted, and stand among other text. A letter says in the open only for which table and from which seat to which it is; a
checksum tells one that was damaged on its way from one that was sealed by another player.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.sealing import SealError, open_frame, seal_frame
from acquire_net.errors import RemoteError, Wording
from acquire_net.protocol.messages import MAX_SEATS
from acquire_net.table.bundles import Bundle, BundleError, pack_bundle, unpack_bundle
from acquire_net.table.journal import journal_of

BEGIN, END = "-----BEGIN ACQUIRE LETTER-----", "-----END ACQUIRE LETTER-----"
LINE_LENGTH = 64
MAX_LETTERS_BYTES = 8_000_000
MAX_LETTERS = 64
"""In one text."""
MAX_LETTER_BYTES = 2_000_000
TABLE_BYTES = 16
"""Of the number of the table: as many as its journal has in its name."""

_FORM = 1
_HEAD_BYTES = 1 + TABLE_BYTES + 2
_CRC_BYTES = 4
_MARK = re.compile(r"-----(BEGIN|END)[\s>|]{1,40}ACQUIRE[\s>|]{1,40}LETTER-----")
_BETWEEN = re.compile("[\\s>|=\u200b\ufeff]+")
"""What programs for mail put between the characters of a letter."""


class LetterError(RemoteError, ValueError):
    """This is not a letter that can be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Letter:
    table: bytes
    """The beginning of the number of the table."""
    sender: int
    to: int
    sealed: bytes

    @property
    def journal_name(self) -> str:
        """Return how the journal of this table is called."""
        return journal_of(Path(), self.table).name


def seal_letter(keys: CurveKeys, to: bytes, bundle: Bundle) -> Letter:
    """Return a letter that only the owner of this key can read."""
    return Letter(bundle.table[:TABLE_BYTES], bundle.sender, bundle.to, seal_frame(keys, to, pack_bundle(bundle)))


def open_letter(keys: CurveKeys, sender: bytes, letter: Letter) -> Bundle:
    """Return what the owner of a key has sealed for this one. Raises LetterError."""
    try:
        bundle = unpack_bundle(open_frame(keys, sender, letter.sealed))
    except SealError:
        raise LetterError(Wording("it was not sealed by that player for this seat")) from None
    except BundleError:
        raise LetterError(Wording("it holds something else than messages of a table")) from None
    if (bundle.table[:TABLE_BYTES], bundle.sender, bundle.to) != (letter.table, letter.sender, letter.to):
        raise LetterError(Wording("it says something else inside than outside"))
    return bundle


def letter_text(letter: Letter) -> str:
    """Return a letter as text, from its first line to its last."""
    data = bytes((_FORM,)) + letter.table + bytes((letter.sender, letter.to)) + letter.sealed
    data += zlib.crc32(data).to_bytes(_CRC_BYTES, "little")
    armour = base64.b64encode(data).decode().rstrip("=")  # no '=', which mail escapes
    lines = (armour[place:place + LINE_LENGTH] for place in range(0, len(armour), LINE_LENGTH))
    return "\n".join([BEGIN, *lines, END]) + "\n"


def read_letters(data: bytes) -> tuple[list[Letter], list[LetterError]]:
    """Return all letters in a text, and what is wrong with others in it. Raises LetterError where there is none at all."""
    if len(data) > MAX_LETTERS_BYTES:
        raise LetterError(Wording("{bytes} bytes are too many for letters; the longest text that is read has {most}",
                                  bytes=f"{len(data):,}", most=f"{MAX_LETTERS_BYTES:,}"))
    letters: list[Letter] = []
    troubles: list[LetterError] = []
    for number, armour in enumerate(_armours(_decoded(data)), 1):
        if number > MAX_LETTERS:
            troubles.append(LetterError(Wording("there are more than {most} letters in one text; the rest was not read",
                                                most=MAX_LETTERS)))
            break
        try:
            letters.append(_read_armour(armour))
        except LetterError as trouble:
            troubles.append(LetterError(Wording("letter {number} of this text: {why}", number=number, why=trouble)))
    if not letters and not troubles:
        raise LetterError(Wording("there is no letter in this text: it has no line '{begin}'", begin=BEGIN))
    return letters, troubles


def _decoded(data: bytes) -> str:
    """Return a text as it was stored, by an editor of Windows too."""
    is_wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if is_wide else "utf-8", errors="replace")


def _armours(text: str) -> list[str | None]:
    """Return what stands between each first line and the last line that belongs to it; None where that is missing."""
    found: list[str | None] = []
    begun_at: int | None = None
    for mark in _MARK.finditer(text):
        if mark[1] == "BEGIN":
            if begun_at is not None:
                found.append(None)
            begun_at = mark.end()
        elif begun_at is not None:
            found.append(text[begun_at:mark.start()])
            begun_at = None
        if len(found) > MAX_LETTERS:
            return found
    return found if begun_at is None else [*found, None]


def _read_armour(armour: str | None) -> Letter:
    if armour is None:
        raise LetterError(Wording("it is cut off: its last line is missing. Copy the whole letter, or ask for it again"))
    damaged = LetterError(Wording("it is damaged: its checksum does not fit. Ask for it again"))
    packed = _BETWEEN.sub("", armour)
    if not packed.isascii():
        raise damaged
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise damaged from None
    body, crc = data[:-_CRC_BYTES], data[-_CRC_BYTES:]
    if len(body) <= _HEAD_BYTES or zlib.crc32(body).to_bytes(_CRC_BYTES, "little") != crc:
        raise damaged
    if body[0] != _FORM:
        raise LetterError(Wording("it is of another version of the program: take the newer one"))
    sender, to = body[_HEAD_BYTES - 2:_HEAD_BYTES]
    if max(sender, to) >= MAX_SEATS or sender == to or len(body) > MAX_LETTER_BYTES:
        raise LetterError(Wording("no program of this game has written it"))
    return Letter(body[1:1 + TABLE_BYTES], sender, to, body[_HEAD_BYTES:])
