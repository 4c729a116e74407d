"""What a seat keeps while it plays, so that it can come back whatever becomes of the program: the key of its links and where the
others are. It is on the disk before the journal is: a journal without it is a game to which this machine does not come back, and
it without a journal is nothing, for nothing has been said yet."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from acquire_net.crypto import signing
from acquire_net.errors import Wording
from acquire_net.lobby.chat import HeardLines
from acquire_net.lobby.table_spec import SignedTable, TableSpec
from acquire_net.table.acquire_game import game_of
from acquire_net.table.chat_file import ChatFile
from acquire_net.table.journal import DamagedJournalError
from acquire_net.table.resume_info import ResumeInfo, ResumeInfoError, forget_resume_info, resume_info_path
from acquire_net.table.session_start import ResumeError, begin_session, resume_session
from acquire_net.table.table_seat import TableSeat


def begin_seat(resume_file: ResumeFile, folder: Path, signed_table: SignedTable, signer: signing.SigningKey,
               now_ms: int) -> TableSeat:
    """Sit down at a table when the resume info is on the disk. Raise DiskError, and nothing is left of it."""
    try:
        return TableSeat(*begin_session(folder, signed_table, game_of, signer, signing, secrets.token_bytes, now_ms=now_ms,
                                        first_beat=_first_beat()))
    except BaseException:
        resume_file.delete_file()
        raise


def _first_beat() -> int:
    """Return a number for the first STATUS that is higher than all of an earlier run, unless the clock was set back."""
    return time.time_ns() // 1_000_000


def resume_seat(journal: Path, signer: signing.SigningKey, now_ms: int,
                on_read: Callable[[int, int], None] = lambda done, total: None) -> tuple[TableSeat, ResumeInfo]:
    """Come back to a table; `on_read` is called with how many entries of the journal were read, of all. Raise ResumeError,
    ResumeInfoError, and what else the journal may raise."""
    info = ResumeInfo.read(resume_info_path(journal))
    try:
        session, opened = resume_session(journal, game_of, signer, signing, secrets.token_bytes, now_ms=now_ms,
                                         first_beat=_first_beat(), on_read=on_read)
    except DamagedJournalError as damage:
        raise ResumeError(Wording("'{journal}': {why}", journal=journal, why=damage)) from None
    if session.finished and not opened.secrets_path.exists():
        opened.close()
        raise ResumeError(Wording("{name}: the secrets of this seat are not beside the journal, as after the end of a game. "
                                  "'acquire verify' and 'acquire replay' read it", name=journal.name))
    seat = TableSeat(session, opened, resumed=True)
    if seat.table.seats[session.seat].curve != info.public:
        seat.close()
        raise ResumeInfoError(Wording("'{journal}' is of another table than '{name}'",
                                      journal=resume_info_path(journal), name=journal.name))
    return seat, info


class ResumeFile:
    def __init__(self, journal: Path, table: TableSpec, known: Mapping[bytes, tuple[str, ...]],
                 founded_s: int = 0) -> None:
        """`known` is where the others were before the program was started again, by the keys of their links; `founded_s` is when
        the table was founded, by the clock of this machine."""
        self.journal = journal
        self.founded_s = founded_s
        self._table = table
        self._known = dict(known)
        self._kept: dict[bytes, tuple[str, ...]] | None = None
        self._trouble = ""
        self._chat = ChatFile(journal)
        self.ways: dict[bytes, tuple[str, ...]] = {}
        """The same by identity."""

    def keep_info(self, now: ResumeInfo) -> str:
        """Write what is new, with the addresses of those who sit at the table: `now` may have those of others too. Return what a
        person has to know if the disk does not take it, once. It is tried again each time."""
        self._known.update(now.peers)
        others = [seat for seat in self._table.seats if seat.curve in self._known and seat.curve != now.public]
        addresses = {seat.curve: self._known[seat.curve] for seat in others}
        if addresses == self._kept:
            return ""
        self.ways = {seat.identity: addresses[seat.curve] for seat in others}
        try:
            self.journal.parent.mkdir(parents=True, exist_ok=True)
            replace(now, peers=addresses, founded_s=self.founded_s).write(resume_info_path(self.journal))
        except OSError as error:
            before, self._trouble = self._trouble, Wording(
                "The way back to this table cannot be kept ({why}): a program that is started again will not find the others.",
                why=error.strerror or error)
            return self._trouble if self._trouble != before else ""
        self._kept, self._trouble = addresses, ""
        return ""

    def keep_heard_lines(self, heard: HeardLines) -> None:
        """Keep which lines of the chat were shown, of those who sit at the table."""
        seated = sorted(seat.identity for seat in self._table.seats)
        self._chat.keep(tuple((identity, *heard[identity]) for identity in seated if identity in heard))

    def heard_lines(self) -> HeardLines:
        """Return which lines of the chat were shown before this program was started again."""
        return self._chat.read()

    def delete_file(self) -> None:
        """Delete the file: after the end of the table, or the own goodbye, this seat does not come back to it."""
        forget_resume_info(self.journal)
