"""What a seat keeps of the letters that were read for it, in a file beside its journal.

A journal has the signatures of others only when they close a block, so what came by hand for the open block would be lost when
the program ends. The file holds no secret and nothing that others could not send again.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from acquire_net.errors import StorageError, Wording
from acquire_net.private_files import replace_privately
from acquire_net.protocol.messages import MAX_FRAME_BYTES, MAX_SEATS, Message, Seat
from acquire_net.table.bundles import Question

FIRST_LINE = b"acquire letters 1\n"
MAX_FRAMES_OF_SEAT = 400
"""Which one seat has brought, of blocks that are not closed."""
MAX_BYTES_OF_SEAT = 400_000
MAX_FILE_BYTES = 20_000_000
MAX_LAST_WORDS = 3_000_000


class KeptLettersError(StorageError, ValueError):
    """The file beside the journal cannot be read; the text says what to do."""


class _StoredLetters(Message, frozen=True):
    frames: Annotated[tuple[tuple[Seat, Annotated[bytes, Meta(max_length=MAX_FRAME_BYTES)]], ...],
                      Meta(max_length=MAX_FRAMES_OF_SEAT * MAX_SEATS)]
    asks: Question
    answered: Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)]
    questions: Annotated[tuple[tuple[Seat, Question], ...], Meta(max_length=MAX_SEATS)]
    last_words: Annotated[tuple[tuple[Seat, Annotated[str, Meta(max_length=MAX_LAST_WORDS)]], ...], Meta(max_length=MAX_SEATS)]
    known: Annotated[int, Meta(ge=0)]


class KeptLetters(Struct):
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    """Who brought which frame of a block that is not closed here."""
    asks: bytes = b""
    """While this disk may be an old copy: by what the answers to this question are known."""
    answered: set[int] = field(default_factory=set)
    questions: dict[int, bytes] = field(default_factory=dict)
    """What each of the others has asked last."""
    last_words: dict[int, str] = field(default_factory=dict)
    """After the end of the game: what the others need of it, ready to be sent."""
    known: int = 0
    """How many signatures of this seat any letter knew of that has shown this disk to be old."""

    @classmethod
    def read(cls, journal: Path) -> KeptLetters:
        """Read the file; nothing was kept where there is none. Raises KeptLettersError."""
        path = kept_letters_path(journal)
        try:
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES + 1)
        except FileNotFoundError:
            return cls()
        except OSError as error:
            raise KeptLettersError(Wording("'{path}' cannot be read: {why}", path=path, why=error.strerror or error)) from None
        place = len(FIRST_LINE) + 4
        body = data[place:]
        try:
            if not data.startswith(FIRST_LINE) or data[place - 4:place] != zlib.crc32(body).to_bytes(4, "little"):
                raise msgspec.DecodeError("its checksum does not fit")
            stored = msgspec.msgpack.decode(body, type=_StoredLetters)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise KeptLettersError(Wording("'{path}' is damaged: {why}. Delete it, say 'acquire mail export --restored', and "
                                           "send the letters",
                                           path=path, why=error)) from None
        return cls(list(stored.frames), stored.asks, set(stored.answered), dict(stored.questions), dict(stored.last_words),
                   stored.known)

    def write(self, journal: Path) -> None:
        """Write the file; of each seat the first frames, as far as they go. Raises KeptLettersError."""
        stored = _StoredLetters(tuple(self._bounded_frames()), self.asks, tuple(sorted(self.answered)),
                                tuple(sorted(self.questions.items())), tuple(sorted(self.last_words.items())),
                                self.known)
        body = msgspec.msgpack.encode(stored)
        path = kept_letters_path(journal)
        try:
            replace_privately(path, FIRST_LINE + zlib.crc32(body).to_bytes(4, "little") + body)
        except OSError as error:
            raise KeptLettersError(Wording("'{path}' cannot be written: {why}. Read the letters again when it can",
                                           path=path, why=error.strerror or error)) from None

    def _bounded_frames(self) -> list[tuple[int, bytes]]:
        count, size = dict.fromkeys(range(MAX_SEATS), 0), dict.fromkeys(range(MAX_SEATS), 0)
        kept = []
        for sender, frame in dict.fromkeys(self.frames):
            count[sender] += 1
            size[sender] += len(frame)
            if count[sender] <= MAX_FRAMES_OF_SEAT and size[sender] <= MAX_BYTES_OF_SEAT:
                kept.append((sender, frame))
        return kept


def kept_letters_path(journal: Path) -> Path:
    """Return the path of the file beside this journal."""
    return journal.with_suffix(".letters")
