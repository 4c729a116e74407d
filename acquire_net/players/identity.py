"""Who this installation is, and how people recognise it: one Ed25519 key in a file, its fingerprint and its emblem.

The file is made once, whole or not at all, readable by its owner alone, and never written over: without it a player is a stranger
to everybody they have played with. It is text, so that a copy can be kept on paper.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from msgspec import Struct

from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.signing import FINGERPRINT_BYTES, SEED_BYTES, SHORT_FINGERPRINT_BYTES, SigningKey, fingerprint_of
from acquire_net.errors import LocalError, StorageError, Wording
from acquire_net.players.base32 import from_base32, in_groups, to_base32
from acquire_net.private_files import OWNER_ONLY, sync_folder, write_privately

IDENTITY_FILE = "identity"
FIRST_LINE = "acquire identity 1"
MAX_FILE_BYTES = 1000

GRID = 5
COLOURS = 8
"""How many colours an emblem chooses two different ones of; which they are is up to the screen."""


class FingerprintError(LocalError, ValueError):
    """This is not a fingerprint as people write it; the text says how one looks."""


class IdentityError(StorageError):
    """The key cannot be read or made; the text says why and what to do. Nothing was written over."""


class Identity(Struct, frozen=True):
    """The key of this installation. `warning` is for people, and empty as a rule."""
    key: SigningKey
    warning: str = ""

    @property
    def public(self) -> bytes:
        return self.key.public

    @property
    def fingerprint(self) -> bytes:
        return fingerprint_of(self.public)


def own_identity(path: Path, entropy: Entropy = secrets.token_bytes) -> Identity:
    """Return the key in this file, which is made where there is none. Two programs at once get the same. Raise IdentityError."""
    try:
        found = _read_identity(path)
        if found is None:
            _create_file(path, entropy(SEED_BYTES))
            found = _read_identity(path)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        why = getattr(error, "strerror", None) or error
        raise IdentityError(Wording("the file of this installation's key, {path}, cannot be used: {why}. Check the "
                                    "permissions of it and of its folder", path=_printable(path), why=why)) from None
    if found is None:
        raise IdentityError(Wording("the file of this installation's key, {path}, went away while it was made: try again",
                                    path=_printable(path)))
    return found


def _read_identity(path: Path) -> Identity | None:
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise IdentityError(Wording("{path} should be the file of this installation's key but is not a file: move it away",
                                        path=_printable(path)))
        warning = _close_to_others(path, handle, state)
        data = os.read(handle, MAX_FILE_BYTES + 1)
    finally:
        os.close(handle)
    return Identity(_key_in(path, data), warning)


def _close_to_others(path: Path, handle: int, state: os.stat_result) -> str:
    """If others could read a key, close it again and report that: another person may have copied it."""
    if os.name != "posix" or not state.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return ""
    try:
        os.fchmod(handle, OWNER_ONLY)
    except OSError:
        raise IdentityError(Wording("other users of this machine can read this installation's key, {path}, and that cannot "
                                    "be changed from here: 'chmod 600' by its owner does it", path=_printable(path))) from None
    return (f"other users of this machine could read this installation's key, {_printable(path)}; that is closed now. If "
            "another person may have copied it, delete the file: a new key is made, and you are new to everybody you played with")


def _key_in(path: Path, data: bytes) -> SigningKey:
    damaged = IdentityError(
        Wording("the file of this installation's key, {path}, is damaged. Put a copy of it back if there is one; otherwise "
                "move it away: a new key is made, and you are new to everybody you played with", path=_printable(path)))
    lines = data.decode("ascii", "replace").split("\n")
    if len(data) > MAX_FILE_BYTES or len(lines) != 4 or lines[0] != FIRST_LINE or lines[3]:
        raise damaged
    try:
        seed, public = (bytes.fromhex(line) for line in lines[1:3])
    except ValueError:
        raise damaged from None
    if len(seed) != SEED_BYTES:
        raise damaged
    key = SigningKey(seed)
    if key.public != public:
        raise damaged
    return key


def _create_file(path: Path, seed: bytes) -> None:
    """Written beside and linked to its name, which fails where another program was faster: then its key counts."""
    text = f"{FIRST_LINE}\n{seed.hex()}\n{SigningKey(seed).public.hex()}\n".encode("ascii")
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        _write_new(beside, text)
        _link_name(beside, path, text)
        sync_folder(path.parent)
    except FileExistsError:
        pass
    finally:
        beside.unlink(missing_ok=True)


def _link_name(beside: Path, path: Path, text: bytes) -> None:
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links, such as that of a stick
        _write_new(path, text)


def _write_new(path: Path, text: bytes) -> None:
    try:
        write_privately(path, text, must_be_new=True)
    except FileExistsError:
        raise
    except OSError:
        path.unlink(missing_ok=True)
        raise


def _printable(path: Path) -> str:
    return ascii(str(path))


# --- for people ---------------------------------------------------------------------------------------------------------------

def fingerprint_text(mark: bytes) -> str:
    """Return a fingerprint as people read it: sixteen characters that cannot be mistaken for one another.

    >>> fingerprint_text(bytes.fromhex("0123456789abcdef0123"))
    '04HM-ASW9-NF6Y-Y093'
    """
    return in_groups(to_base32(int.from_bytes(mark, "big"), 8 * len(mark) // 5), 4)


def read_fingerprint(text: str) -> bytes:
    """Return what `fingerprint_text` wrote, of today's length or of before. Raises FingerprintError."""
    letters = text.replace("-", "").upper()
    try:
        size, rest = divmod(5 * len(letters), 8)
        if rest or size not in (FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES):
            raise ValueError
        return from_base32(letters).to_bytes(size, "big")
    except ValueError:
        raise FingerprintError(Wording("a fingerprint is written as sixteen characters, such as 04HM-ASW9-NF6Y-Y093")) from None


class Emblem(Struct, frozen=True):
    """A small picture of a fingerprint, the left half of which is the right one's mirror image. Some 20 bits: it helps to tell
    the players of a table apart, and proves nothing.

    >>> Emblem.of(bytes.fromhex("0123456789")).rows()
    ('#...#', '.....', '..#..', '#...#', '.#.#.')
    """
    grid: tuple[tuple[bool, ...], ...]
    colours: tuple[int, int]
    """Of the figure and of the ground: two different numbers below COLOURS."""

    @classmethod
    def of(cls, mark: bytes) -> Emblem:
        # The first 40 bits alone, so that the pictures stayed as they were when fingerprints grew.
        bits, half = int.from_bytes(mark[:SHORT_FINGERPRINT_BYTES], "little"), GRID // 2 + 1
        rows = [[bool(bits >> row * half + column & 1) for column in range(half)] for row in range(GRID)]
        bits >>= GRID * half
        figure = bits % COLOURS
        ground = (figure + 1 + bits // COLOURS % (COLOURS - 1)) % COLOURS
        return cls(tuple(tuple(row + row[-2::-1]) for row in rows), (figure, ground))

    def rows(self) -> tuple[str, ...]:
        """Return the figure as text, `#` on `.`."""
        return tuple("".join("#" if filled else "." for filled in row) for row in self.grid)
