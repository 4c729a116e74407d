"""What a rating table has found out before, in a file: no journal is verified twice.

Each line is a finding under the digest of the bytes that it was made from, with a seal. Only the program that has the secret of
this installation can write the seal: a cache that comes with other people's journals is worth nothing, and neither is a changed
line. What another version has found does not count either, because it may verify more.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from acquire_client.files.file_lock import FileLock
from acquire_client.files.saves import write_whole
from acquire_client.tools.ladder_files import FileFinding, FileVerdict, SeatFinding

FIRST_LINE = b"acquire ladder cache 1\n"
SECRET_FILE = "ladder.key"
SECRET_BYTES = 32
MAX_LINE_BYTES = 16_384
MAX_LINES = 400_000
MAX_CACHE_BYTES = 512_000_000


class CacheError(Exception):
    """The cache cannot be used; the text says why and what to do."""


def own_secret(path: Path) -> bytes:
    """Return the secret of this installation's caches, which is made where there is none. Raises OSError."""
    for _ in range(2):
        try:
            found = path.read_bytes()
            if len(found) == SECRET_BYTES:
                return found
            path.unlink()
        except FileNotFoundError:
            pass
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(secrets.token_bytes(SECRET_BYTES))
            if not path.exists():
                os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    return path.read_bytes()


class LadderCache:
    """The findings of this installation, kept line by line while the work goes on. Raises CacheError where the file is another
    one, or too large; OSError where it cannot be read."""

    def __init__(self, path: Path, secret: bytes, version: str) -> None:
        self.path = path
        self._key = hashlib.sha256(FIRST_LINE + version.encode() + b"\n" + secret).digest()
        self._findings: dict[str, FileFinding] = {}
        self.foreign_lines = 0
        """Lines that this program has not written."""
        self._file: BinaryIO | None = None
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        self._read()

    def __len__(self) -> int:
        return len(self._findings)

    def get(self, digest: str) -> FileFinding | None:
        return self._findings.get(digest)

    def _read(self) -> None:
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            return
        if not self.path.is_file():
            raise CacheError("it is not a file")
        if size > MAX_CACHE_BYTES:
            raise CacheError(f"it has {size:,} bytes, and no cache has more than {MAX_CACHE_BYTES:,}: delete it, and it is made "
                             "anew")
        with self.path.open("rb") as file:
            if size and file.readline(len(FIRST_LINE)) != FIRST_LINE:
                raise CacheError("it is not the cache of a rating table: name another file")
            while line := file.readline(MAX_LINE_BYTES):
                found = self._read_line(line)
                if found is None or len(self._findings) >= MAX_LINES:
                    self.foreign_lines += 1
                else:
                    self._findings[found[0]] = found[1]

    def _read_line(self, line: bytes) -> tuple[str, FileFinding] | None:
        """Return the digest and the finding of a line; None if it does not have the seal of this program."""
        seal, _, sealed = line.partition(b" ")
        if not line.endswith(b"\n") or not hmac.compare_digest(seal, self._seal(sealed)):
            return None
        digest, _, text = sealed.decode("utf-8").partition(" ")
        return digest, finding_from(json.loads(text))

    def _seal(self, sealed: bytes) -> bytes:
        return hmac.new(self._key, sealed, hashlib.sha256).hexdigest().encode()

    def _line(self, digest: str, finding: FileFinding) -> bytes:
        sealed = f"{digest} {json.dumps(values_of(finding), ensure_ascii=True, separators=(',', ':'))}\n".encode()
        return self._seal(sealed) + b" " + sealed

    def open_for_writing(self) -> bool:
        """Return False if another program writes it at the moment. Lines that are worth nothing are taken out first. Raises
        OSError."""
        if not self._lock.acquire():
            return False
        if self.foreign_lines or not self.path.exists() or not self.path.stat().st_size:
            write_whole(self.path, FIRST_LINE + b"".join(self._line(*each) for each in self._findings.items()))
        self._file = self.path.open("ab")
        return True

    def add(self, digest: str, finding: FileFinding) -> None:
        """Keep a finding at once, so that nothing is lost whenever the work is ended. Raises OSError."""
        line = self._line(digest, finding)
        if self._file is None or len(self._findings) >= MAX_LINES or len(line) > MAX_LINE_BYTES:
            return
        self._findings[digest] = finding
        self._file.write(line)
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        self._lock.release()


def values_of(finding: FileFinding) -> dict[str, Any]:
    return {"verdict": finding.verdict.value, "reason": finding.reason, "journal": finding.is_journal, "game": finding.game,
            "moves": finding.moves, "rules": finding.rules, "seats": [[seat.who, seat.name] for seat in finding.seats],
            "sides": finding.sides, "ranks": finding.ranks, "dollars": finding.dollars, "cheats": finding.cheats}


def finding_from(values: Mapping[str, Any]) -> FileFinding:
    """Return what `values_of` wrote; only called for lines with a good seal."""
    return FileFinding(FileVerdict(values["verdict"]), values["reason"], values["journal"], values["game"], values["moves"],
                   values["rules"], tuple(SeatFinding(*seat) for seat in values["seats"]), tuple(values["sides"]),
                   tuple(values["ranks"]), tuple(values["dollars"]), tuple(values["cheats"]))
