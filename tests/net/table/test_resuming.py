"""Returning to a table after a kill at any moment: a seat that has sent something finds back."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from acquire_net.lobby.table_spec import SignedTable
from acquire_net.table.journal import DamagedJournalError, EmptyJournalError, journal_of, read_journal
from acquire_net.table.resume_info import ResumeInfo, ResumeInfoError, resume_info_path
from acquire_net.table.resuming import ResumeFile
from acquire_net.table.session_start import begin_session, resume_session
from acquire_net.table.table_seat import TableSeat
from tests.support.fake_signing import entropy_of
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, FactsAsTheyAre, toy

SECRET = b"s" * 32
FIRST, MOVED = ("10.0.0.1:47108",), ("10.0.0.2:47108",)


class Killed(BaseException):
    """The program is not there any more."""


class Machine:
    """The first seat of a table, and a disk that the program's life depends on: at the call with this number it is killed, in the
    middle of what it was writing."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, dies_at: int) -> None:
        self.table = DiskTable(folder, 2, begin=False)
        self.folder = self.table.home(0)
        self.journal = journal_of(self.folder, SignedTable(self.table.table).tid)
        self.calls = 0
        self.dies_at = dies_at
        self.said = 0
        self.addresses = FIRST
        for name in ("open", "write", "fsync", "replace"):
            monkeypatch.setattr(os, name, self._deadly(getattr(os, name), name == "write"))

    def _deadly(self, call: Callable[..., Any], writes: bool) -> Callable[..., Any]:
        def deadly(first: Any, *others: Any, **named: Any) -> Any:
            self.calls += 1
            if self.calls >= self.dies_at:
                if self.calls == self.dies_at and writes:
                    call(first, others[0][:len(others[0]) // 2])
                raise Killed
            return call(first, *others, **named)

        return deadly

    def live(self) -> None:
        """Sit down as a peer does, send the first frames, and receive the news that another peer has new addresses."""
        way_back = ResumeFile(self.journal, self.table.table, {})
        assert not self.keep(way_back)
        signed_table = SignedTable(self.table.table, dict(self.table.signatures))
        seat = TableSeat(*begin_session(self.folder, signed_table, toy, self.table.signers[0], VERIFIER, entropy_of("begin"),
                                        group=GROUP), translate=FactsAsTheyAre)
        try:
            self.said += len(seat.take_output().send)
            self.addresses = MOVED
            assert not self.keep(way_back)
        finally:
            seat.close()

    def keep(self, way_back: ResumeFile) -> str:
        own, other = self.table.table.seats
        return way_back.keep_info(ResumeInfo(SECRET, own.curve, 5, {other.curve: self.addresses}, "", b"g" * 32))

    def resume(self) -> TableSeat:
        return TableSeat(*resume_session(self.journal, toy, self.table.signers[0], VERIFIER, entropy_of("resume"), group=GROUP),
                         translate=FactsAsTheyAre)


def test_killed_at_any_moment_whoever_has_said_something_finds_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    came_back, dies_at = 0, 1
    while True:
        with monkeypatch.context() as patch:
            machine = Machine(tmp_path / str(dies_at), patch, dies_at)
            try:
                machine.live()
            except Killed:
                pass
            else:
                break
        try:
            read_journal(machine.journal)
        except (EmptyJournalError, FileNotFoundError):
            assert not machine.said
        else:
            book = ResumeInfo.read(resume_info_path(machine.journal))
            assert (book.secret, book.public) == (SECRET, machine.table.table.seats[0].curve)
            assert list(book.peers.values()) in ([FIRST], [MOVED])
            machine.resume().close()
            came_back += 1
        dies_at += 1
    assert machine.said and came_back > 10 and dies_at > 20, "there are so many moments"


def test_where_the_disk_did_not_take_it_it_is_reported_once_and_tried_until_it_does(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        machine = Machine(tmp_path, patch, 1000)
        way_back = ResumeFile(machine.journal, machine.table.table, {})
        machine.folder.parent.mkdir(parents=True, exist_ok=True)
        machine.folder.write_bytes(b"")  # stands where the folder should
        troubles = [machine.keep(way_back) for _ in range(3)]
        assert "will not find the others" in troubles[0] and troubles[1:] == ["", ""]
        machine.folder.unlink()
        assert not machine.keep(way_back)
    assert list(ResumeInfo.read(resume_info_path(machine.journal)).peers.values()) == [FIRST]


def test_what_was_just_begun_is_told_from_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        machine = Machine(tmp_path, patch, 1000)
        machine.live()
    whole = machine.journal.read_bytes()
    for size in range(60):
        machine.journal.write_bytes(whole[:size])
        with pytest.raises(EmptyJournalError):
            read_journal(machine.journal)
    machine.journal.write_bytes(b"acquire jurnal 1\n" + whole[18:])
    with pytest.raises(DamagedJournalError, match="not a journal"):
        read_journal(machine.journal)
    with pytest.raises(ResumeInfoError, match="cannot be read"):
        ResumeInfo.read(tmp_path / "elsewhere.links")
