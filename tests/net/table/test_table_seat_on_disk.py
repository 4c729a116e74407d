"""A seat on disk: order of writing, resuming after a sudden end at any moment, full disks, damaged and foreign journals."""

import errno
import os
import random
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

import msgspec
import pytest

from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.shuffle_proof import prepare
from acquire_net.events import DiskTrouble
from acquire_net.lobby import table_spec
from acquire_net.protocol.codec import decode_frame, encode_message, to_sign
from acquire_net.protocol.messages import Ack, Envelope, Kind, Message, Shuffle, ShuffleProof
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.session_events import JournalEntry, Regroup, RolledBack, SeatLost, SeatStopped
from acquire_net.protocol.state import InvariantError
from acquire_net.table import journal as journal_module
from acquire_net.table.journal import (
    FIRST_LINE,
    DamagedJournalError,
    DiskError,
    Journal,
    JournalInUseError,
    JournalOpening,
    pack_journal,
    read_journal,
    unpack_journal,
)
from acquire_net.table.session_start import ResumeError
from acquire_net.table.verify import InvalidJournalError, JournalChecker, signed_table, verify_journal
from tests.support.counts import Count
from tests.support.fake_signing import TransparentSigner
from tests.support.few_cases import few_cases
from tests.support.logs import alone_in_the_log
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, toy
from tests.support.toy_game import ToyGame


def test_every_journal_of_a_game_verifies_to_the_same_head_and_no_secret_stays(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(0).choice)
    reports = [verify_journal(read_journal(table.path(seat)), toy, VERIFIER, GROUP) for seat in range(3)]
    assert len({report.head for report in reports}) == 1
    assert all(report.signed_by == (0, 1, 2) and not report.convictions for report in reports)
    assert len({report.result for report in reports}) == 1 and reports[0].result is not None
    assert not list(tmp_path.rglob("*.secrets*"))


def drawn(table: DiskTable) -> list[tuple[tuple[int, ...], bytes]]:
    """Return what each seat of a table that has just begun has prepared and made its key of."""
    found = []
    for driver in table.seats:
        assert driver is not None
        prepared = driver.session.secrets._prepared
        assert prepared is not None
        found.append((prepared.permutation, prepared.masks[0]))
    return found


def test_entropy_that_repeats_shows_no_permutation_and_no_key(tmp_path: Path) -> None:
    """Every seat of two tables draws the same constant bytes. Still no two draw the same numbers, and not those that anybody
    computes from the bytes alone."""
    def constant(count: int) -> bytes:
        return b"7" * count

    tables = [DiskTable(tmp_path / name, 3, signers=[TransparentSigner(b"%s %d" % (name.encode(), seat)) for seat in range(3)],
                        entropy=constant) for name in ("one", "two")]
    known = prepare(GROUP, 11, constant)
    numbers = [(known.permutation, known.masks[0]), *(found for table in tables for found in drawn(table))]
    assert len({order for order, _ in numbers}) == len({mask for _, mask in numbers}) == 7
    for table in tables:
        table.play(random.Random(0).choice)
        assert all(table.finished(seat) for seat in range(3))
    keys = [driver.session.secrets.epoch_key(0) for table in tables for driver in table.seats if driver is not None]
    assert len({GROUP.random_scalar(constant), *keys}) == 7


def test_a_program_that_is_restarted_draws_other_numbers(tmp_path: Path) -> None:
    """Though its entropy gives the same bytes again: what it has sent before stands in the journal, and changes the hedge."""
    table = DiskTable(tmp_path, 2, entropy=bytes)
    [before, _] = drawn(table)
    table.pump()
    table.kill(0)
    secrets = table.resume(0).session.secrets
    secrets.prepare(8)
    assert secrets._prepared is not None
    assert (secrets._prepared.permutation, secrets._prepared.masks[0]) != before


def test_secrets_are_for_their_owner_alone_and_never_in_the_journal(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2, group=Edwards25519())
    table.play(random.Random(0).choice, most=2)
    for seat in range(2):
        driver = table.seats[seat]
        assert driver is not None
        [secrets] = table.home(seat).glob("*.secrets")
        if os.name == "posix":
            assert stat.S_IMODE(secrets.stat().st_mode) == 0o600
        key = driver.session.secrets.epoch_key(0)
        assert key in secrets.read_bytes()
        assert key not in table.path(seat).read_bytes()


@pytest.mark.parametrize("moment", few_cases(pytest.mark.more_cases, range(12), lambda moment: moment % 3 == 1))
def test_a_program_that_is_killed_goes_on_from_its_files(tmp_path: Path, moment: int) -> None:
    table = DiskTable(tmp_path, 3, seed=moment)
    rng = random.Random(moment)
    table.play(rng.choice, most=moment // 2)
    victim = moment % 3
    table.kill(victim)
    table.play(rng.choice, most=1)
    table.resume(victim)
    table.pass_time(3000)
    table.play(rng.choice)
    assert all(table.finished(seat) for seat in range(3))
    assert not any(isinstance(fact, RolledBack) for facts in table.facts for fact in facts)
    heads = {verify_journal(read_journal(table.path(seat)), toy, VERIFIER, GROUP).head for seat in range(3)}
    assert len(heads) == 1


def test_an_old_copy_of_a_journal_is_noticed_before_it_convicts_its_owner(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    rng = random.Random(1)
    table.play(rng.choice, most=1)
    old = table.path(1).read_bytes()
    table.play(rng.choice, most=3)
    table.kill(1)
    path = table.path(1)
    path.write_bytes(old)
    table.resume(1)
    table.pass_time(3000)
    assert any(isinstance(fact, RolledBack) for fact in table.facts[1])
    table.play(rng.choice)
    assert all(table.finished(seat) for seat in range(3))
    assert not any(driver.session.replica.convicted for driver in table.seats if driver is not None)


# --- secrets are deleted at every end, and at no other time

def has_secrets(table: DiskTable, seat: int) -> bool:
    return bool(list(table.home(seat).glob("*.secrets*")))


def test_secrets_are_deleted_when_the_seat_leaves(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(1).choice, most=2)
    leaver = table.seats[2]
    assert leaver is not None and all(has_secrets(table, seat) for seat in range(3))
    leaver.leave()
    table.settle()
    assert [has_secrets(table, seat) for seat in range(3)] == [True, True, False]


def test_secrets_are_deleted_when_the_others_have_gone_on_without_the_seat(tmp_path: Path) -> None:
    """It hears of that when it comes back; until then nobody could delete them."""
    table = DiskTable(tmp_path, 4)
    table.play(random.Random(1).choice, most=2)
    table.kill(3)
    for driver in table.seats[:3]:
        assert driver is not None
        driver.session.vote({3})
    table.settle()
    table.pass_time(200_000)
    assert SeatLost(3, "voted out") in table.facts[0] and has_secrets(table, 3)
    table.resume(3)
    table.pass_time(5000)
    assert any(isinstance(fact, SeatLost) and fact.seat == 3 for fact in table.facts[3])
    assert [has_secrets(table, seat) for seat in range(4)] == [True, True, True, False]


def test_secrets_are_deleted_when_the_seat_is_convicted_and_lost(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 4)
    table.play(random.Random(1).choice, most=2)
    liar = table.seats[1]
    assert liar is not None
    session = liar.session
    for number in range(2):
        ack = encode_message(Ack(bytes((number,)) * 64, bytes(32)))
        place = session.state.block, session.state.view
        signature = table.signers[1].sign(to_sign(session.state.table, Kind.ACK, 1, *place, ack))
        for seat in (0, 2, 3):
            table.wire.append((1, seat, encode_message(Envelope(Kind.ACK, 1, *place, ack, signature))))
    table.settle()
    table.pass_time(60_000)
    assert any(isinstance(fact, SeatLost) and fact.seat == 1 for fact in table.facts[0])
    assert [has_secrets(table, seat) for seat in range(4)] == [True, False, True, True]


def test_secrets_are_deleted_when_the_table_begins_again_without_somebody(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.pump()
    leaver = table.seats[2]
    assert leaver is not None
    leaver.leave()
    table.settle()
    table.pass_time(5000)
    assert all(Regroup((2,)) in table.facts[seat] for seat in (0, 1))
    assert not any(has_secrets(table, seat) for seat in range(3))


def test_secrets_stay_while_a_table_is_adjourned(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2)
    table.play(random.Random(1).choice, most=2)
    table.kill(1)
    driver = table.seats[0]
    assert driver is not None
    table.pass_time(200_000)
    assert driver.session.takes_part and not driver.session.finished, "two cannot go on without each other"
    assert has_secrets(table, 0) and has_secrets(table, 1)
    table.resume(1)
    table.pass_time(5000)
    table.play(random.Random(2).choice)
    assert table.finished(0) and table.finished(1)
    assert not has_secrets(table, 0) and not has_secrets(table, 1)


def test_secrets_stay_where_the_program_has_stopped_and_the_log_says_where_it_did(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    alone_in_the_log(monkeypatch)
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(1).choice, most=2)

    def broken(*given: object) -> None:
        raise InvariantError("tried here")

    with monkeypatch.context() as patch:
        driver = table.seats[0]
        assert driver is not None
        patch.setattr(driver.session, "_go_on", broken)
        driver.tick(table.now + 500)
        table.pump()
    assert any(isinstance(fact, SeatStopped) for fact in table.facts[0]) and has_secrets(table, 0)
    [stopped] = [record.getMessage() for record in caplog.records if record.name == "acquire.seat"]
    assert "seat 0 has stopped: tried here\nTraceback" in stopped and ", in broken" in stopped
    table.kill(0)
    table.resume(0)
    table.pass_time(5000)
    table.play(random.Random(2).choice)
    assert all(table.finished(seat) for seat in range(3)) and not has_secrets(table, 0)


def test_secrets_that_the_disk_does_not_let_go_are_deleted_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(1).choice, most=2)
    leaver = table.seats[2]
    assert leaver is not None

    def refused(path: Path) -> None:
        raise OSError(errno.EROFS, "read-only")

    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "delete_privately", refused)
        leaver.leave()
        table.settle()
        assert "read-only" in leaver.disk_trouble and has_secrets(table, 2)
    table.pump()
    assert not leaver.disk_trouble and not has_secrets(table, 2)


def test_a_key_that_was_lost_between_commitment_and_opening_is_a_goodbye_as_well(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.pump()
    table.kill(2)
    [secrets] = table.home(2).glob("*.secrets")
    secrets.unlink()
    table.settle()
    table.resume(2)
    table.pass_time(5000)
    for seat in (0, 1):
        assert Regroup((2,)) in table.facts[seat], "nothing has begun: the others start again without it"


def test_without_its_secrets_a_seat_can_only_say_goodbye(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(1).choice, most=1)
    table.kill(2)
    [secrets] = table.home(2).glob("*.secrets")
    secrets.unlink()
    table.resume(2)
    table.pass_time(5000)
    table.play(random.Random(2).choice)
    assert table.finished(0) and table.finished(1)
    report = verify_journal(read_journal(table.path(0)), toy, VERIFIER, GROUP)
    assert (report.left, report.lost, report.convictions) == ((2,), (2,), [])


@pytest.mark.fully
def test_a_table_that_is_killed_again_and_again_comes_to_its_end(tmp_path: Path, count: Count) -> None:
    """SIGKILL at moments that nobody chose, of all seats at once: what is on disk is always enough to go on."""
    for game in range(count(1, 5)):
        folder, rng, said = tmp_path / str(game), random.Random(game), ""
        for _ in range(200):
            process = subprocess.Popen([sys.executable, "-m", "tests.support.play_on_disk", str(folder)], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
            assert process.stdout is not None
            lines = rng.randrange(4)
            said = "".join(line for line, _ in zip(process.stdout, range(lines), strict=False))
            time.sleep(rng.random() * 0.01)
            if "over" not in said:
                process.kill()
            said += process.stdout.read()
            process.wait()
            assert "Traceback" not in said, said
            if "over" in said:
                break
        assert "over" in said
        reports = [verify_journal(read_journal(path), toy, VERIFIER, GROUP) for path in sorted(folder.rglob("*.acqlog"))]
        assert len(reports) == 3 and len({report.head for report in reports}) == 1
        assert not any(report.convictions or report.lost for report in reports)


# --- without a seat

def test_a_spectator_who_comes_late_sees_the_same_game_and_no_hidden_tile(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    rng = random.Random(5)
    table.play(rng.choice, most=3)
    watcher = JournalChecker(table.table, toy, VERIFIER, GROUP)
    served = 0
    while not all(table.finished(seat) for seat in range(3)):
        entries = read_journal(table.path(1)).entries
        for entry in entries[served:]:
            watcher.follow(entry)
        served = len(entries)
        assert isinstance(watcher.game, ToyGame) and not watcher.game.own, "hidden tiles stay hidden"
        assert not watcher.report().keys
        driver = table.seats[1]
        assert driver is not None and watcher.replica.state.head == driver.session.state.head
        table.play(rng.choice, most=1)


def test_whoever_serves_a_spectator_cannot_leave_out_or_reorder_a_block(tmp_path: Path) -> None:
    contents = unpack_journal(a_journal(tmp_path))
    blocks = verify_journal(contents, toy, VERIFIER, GROUP).blocks
    for number in range(0, len(contents.entries), 7):
        shortened = [*contents.entries[:number], *contents.entries[number + 1:]]
        try:
            report = verify_journal(unpack_journal(pack_journal(contents.opening, shortened)), toy, VERIFIER, GROUP)
        except InvalidJournalError:
            continue
        assert report.blocks < blocks or not report.result or len(report.keys) < 2, "what is missing stops the game there"
        assert not report.convictions


# --- the disk says no

def test_what_a_full_disk_does_not_take_is_not_sent_and_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = DiskTable(tmp_path, 2)
    table.play(random.Random(0).choice, most=1)
    asked = next(driver for driver in table.seats if driver is not None and driver.session.is_asked)
    real = os.write

    def full(handle: int, data: bytes) -> int:
        real(handle, data[:len(data) // 2])  # as a disk does that becomes full in the middle
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(journal_module.os, "write", full)
    session = asked.session
    asked.submit_encoded(session.state.game.choices(session.seat)[0])  # type: ignore[attr-defined]
    pumped = asked.take_output()
    assert pumped.send == () and [type(event) for event in pumped.events] == [DiskTrouble]
    assert "make room" in asked.disk_trouble
    with pytest.raises(RefusedError, match="waits for the disk"):
        asked.submit_encoded(b"play 0")
    monkeypatch.setattr(journal_module.os, "write", real)
    table.play(random.Random(0).choice)
    assert asked.disk_trouble == ""
    assert table.finished(0) and table.finished(1)
    verify_journal(read_journal(table.path(0)), toy, VERIFIER, GROUP)
    verify_journal(read_journal(table.path(1)), toy, VERIFIER, GROUP)


@pytest.mark.parametrize(("error", "advice"), [
    (errno.EROFS, "the disk is read-only: choose another folder with ACQUIRE_HOME"),
    (errno.EACCES, "this account may not write there"), (errno.EDQUOT, "make room"), (errno.EIO, "try again"),
])
def test_a_disk_that_takes_nothing_pauses_the_table_and_says_what_to_do(error: int, advice: str, tmp_path: Path,
                                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    table = DiskTable(tmp_path, 2)
    table.play(random.Random(0).choice, most=1)
    asked = next(driver for driver in table.seats if driver is not None and driver.session.is_asked)

    def refuse(handle: int, data: bytes) -> int:
        raise OSError(error, os.strerror(error))

    real = os.write
    monkeypatch.setattr(journal_module.os, "write", refuse)
    asked.submit_encoded(asked.session.state.game.choices(asked.session.seat)[0])  # type: ignore[attr-defined]
    assert asked.take_output().send == ()
    assert advice in asked.disk_trouble and str(tmp_path) in asked.disk_trouble
    monkeypatch.setattr(journal_module.os, "write", real)
    table.play(random.Random(0).choice)
    assert table.finished(0) and table.finished(1)


class ForgetfulDisk:
    """A system that throws away what it could not sync, as Linux does, and then reports the next sync as a success."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.synced = path.read_bytes() if path.exists() else b""
        self.failures = 0
        """How many of the next syncs fail."""
        monkeypatch.setattr(os, "fsync", self._sync)

    def _sync(self, handle: int) -> None:
        if not os.path.samestat(os.fstat(handle), os.stat(self.path)):
            return
        written = self.path.read_bytes()
        if self.failures:
            self.failures -= 1
            self.path.write_bytes(self.synced + bytes(len(written) - len(self.synced)))
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self.synced = written


def test_what_a_failed_sync_has_lost_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.acqlog"
    journal = Journal.create_file(path, JournalOpening(b"table", (b"s" * 64,)))
    disk = ForgetfulDisk(path, monkeypatch)
    frames = [JournalEntry(b"frame %d" % number) for number in range(4)]
    journal.append_entries(frames[:1])
    journal.sync_to_disk()
    journal.append_entries(frames[1:2])
    journal.append_entries(frames[2:3])
    disk.failures = 2
    for _ in range(2):
        with pytest.raises(DiskError):
            journal.sync_to_disk()
    journal.sync_to_disk()
    journal.append_entries(frames[3:])
    journal.sync_to_disk()
    journal.close()
    assert read_journal(path).entries == tuple(frames)


def test_a_program_that_comes_back_writes_again_what_an_earlier_sync_may_have_lost(tmp_path: Path) -> None:
    """The file that it reads has all entries, because the system still has in memory what never reached the disk."""
    path = tmp_path / "a.acqlog"
    journal = Journal.create_file(path, JournalOpening(b"table", (b"s" * 64,)))
    on_disk = path.read_bytes()
    frames = [JournalEntry(b"frame %d" % number) for number in range(3)]
    journal.append_entries(frames[:2])
    shown = path.read_bytes() + b"\x09\0\0"
    journal.close()
    path.write_bytes(shown)
    journal = Journal.open(path)
    assert journal.contents.entries == tuple(frames[:2])
    path.write_bytes(on_disk + bytes(len(shown) - len(on_disk)))
    journal.append_entries(frames[2:])
    journal.sync_to_disk()
    journal.close()
    assert read_journal(path).entries == tuple(frames) and not read_journal(path).torn_bytes


def test_a_journal_whose_name_is_not_on_the_disk_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def refuse_folders(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(refusal, os.strerror(refusal))
        sync(handle)

    opening = JournalOpening(b"table", (b"s" * 64,))
    monkeypatch.setattr(os, "fsync", refuse_folders)
    refusal = errno.EIO
    with pytest.raises(DiskError):
        Journal.create_file(tmp_path / "a.acqlog", opening)
    assert not list(tmp_path.iterdir())
    refusal = errno.EINVAL  # a system that cannot sync folders
    Journal.create_file(tmp_path / "a.acqlog", opening).close()


def test_a_table_goes_on_from_a_disk_that_could_not_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = DiskTable(tmp_path, 2)
    disk = ForgetfulDisk(table.path(0), monkeypatch)
    disk.failures = 1
    table.play(random.Random(0).choice)
    assert not disk.failures and all(table.finished(seat) for seat in range(2))
    assert verify_journal(read_journal(table.path(0)), toy, VERIFIER, GROUP).signed_by == (0, 1)


def test_a_journal_that_cannot_be_written_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    opening = JournalOpening(b"table", (b"s" * 64,))
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(DiskError, match="make room"):
            Journal.create_file(tmp_path / "a.acqlog", opening)
    assert not list(tmp_path.iterdir())
    Journal.create_file(tmp_path / "a.acqlog", opening).close()


def test_where_nothing_can_be_written_nothing_is_begun(tmp_path: Path) -> None:
    (tmp_path / "0").write_text("a file where the folder should be")
    with pytest.raises(DiskError):
        DiskTable(tmp_path, 2)


def test_one_table_is_open_in_one_program(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2)
    with pytest.raises(JournalInUseError, match="close that one first"):
        table.resume(0)


# --- files that are not what they should be

def a_journal(tmp_path: Path) -> bytes:
    table = DiskTable(tmp_path, 2)
    table.play(random.Random(0).choice)
    return table.path(0).read_bytes()


def test_a_torn_tail_is_cut_off_and_nothing_else(tmp_path: Path) -> None:
    data = a_journal(tmp_path)
    whole = unpack_journal(data)
    for cut in range(1, 60, 7):
        torn = unpack_journal(data[:-cut])
        assert torn.entries == whole.entries[:len(torn.entries)]
        assert torn.good_bytes + torn.torn_bytes == len(data) - cut


def test_every_changed_byte_is_damage_or_proven_to_be_a_forgery(tmp_path: Path, count: Count) -> None:
    data = a_journal(tmp_path)
    rng = random.Random(4)
    for _ in range(count(60, 600)):
        changed = bytearray(data)
        place = rng.randrange(len(data))
        changed[place] ^= rng.randrange(1, 256)
        try:
            contents = unpack_journal(bytes(changed), torn_tail_ok=False)
        except DamagedJournalError:
            continue
        pytest.fail(f"byte {place} was changed and nobody noticed: {len(contents.entries)} entries")


def test_a_forger_who_mends_the_checksums_is_found_by_the_signatures(tmp_path: Path) -> None:
    contents = unpack_journal(a_journal(tmp_path))
    rng = random.Random(4)
    for number in rng.sample(range(len(contents.entries)), 20):
        entry = contents.entries[number]
        changed = bytearray(entry.frame or entry.acks[0][1])
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        forged = JournalEntry(bytes(changed)) if entry.frame else JournalEntry(b"", ((entry.acks[0][0], bytes(changed)),
                                                                                     *entry.acks[1:]))
        entries = [*contents.entries[:number], forged, *contents.entries[number + 1:]]
        again = unpack_journal(pack_journal(contents.opening, entries))
        try:
            report = verify_journal(again, toy, VERIFIER, GROUP)
        except InvalidJournalError:
            continue
        assert report.result is None or report.blocks < len(contents.entries), "a changed message counts for nothing"


def test_verify_names_the_seat_that_did_not_sign_the_table(tmp_path: Path) -> None:
    contents = unpack_journal(a_journal(tmp_path))
    opening = JournalOpening(contents.opening.table, (contents.opening.signatures[0], bytes(64)))
    with pytest.raises(InvalidJournalError, match="seat 1 did not sign this table"):
        verify_journal(unpack_journal(pack_journal(opening, contents.entries)), toy, VERIFIER, GROUP)


def a_false_proof(body: Message) -> Message:
    proof = cast(ShuffleProof, body).proof
    return msgspec.structs.replace(body, proof=proof[:-1] + bytes((proof[-1] ^ 1,)))


def a_bad_point(body: Message) -> Message:
    return msgspec.structs.replace(body, deck=GROUP.identity + cast(Shuffle, body).deck[32:])


@pytest.mark.parametrize(("kind", "lie"), [(Kind.PROOF, a_false_proof), (Kind.SHUFFLE, a_bad_point)])
def test_verify_convicts_also_where_a_journal_ends_behind_a_lie(kind: Kind, lie: Callable[[Message], Message],
                                                                tmp_path: Path) -> None:
    """The others have not contributed: it would be looked at when they have, and a deck when it is proven."""
    contents = unpack_journal(a_journal(tmp_path))
    number, honest = next((number, message) for number, entry in enumerate(contents.entries)
                          if not entry.acks and (message := decode_frame(entry.frame)).kind == kind)
    lying_body = encode_message(lie(honest.body))
    watcher = JournalChecker(signed_table(contents.opening, VERIFIER), toy, VERIFIER, GROUP)
    for entry in contents.entries[:number]:
        watcher.follow(entry)
    where = (honest.kind, honest.author, honest.block, honest.view)
    signature = TransparentSigner(b"%d" % honest.author).sign(to_sign(watcher.replica.state.table, *where, lying_body))
    for frame, convicted in ((honest.frame, []), (encode_message(Envelope(*where, lying_body, signature)), [honest.author])):
        entries = [*contents.entries[:number], JournalEntry(frame)]
        report = verify_journal(unpack_journal(pack_journal(contents.opening, entries)), toy, VERIFIER, GROUP)
        assert [conviction.seat for conviction in report.convictions] == convicted


def test_no_signature_of_another_version_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its proofs may be made in another way, and would look like lies. The first line could be changed by anybody."""
    with monkeypatch.context() as patch:
        patch.setattr(table_spec, "PROTOCOL", table_spec.PROTOCOL - 1)
        older = a_journal(tmp_path)
        verify_journal(unpack_journal(older), toy, VERIFIER, GROUP)
    with pytest.raises(InvalidJournalError, match="seat 0 did not sign this table"):
        verify_journal(unpack_journal(older), toy, VERIFIER, GROUP)


@pytest.mark.parametrize(("data", "says"), [
    (b"", "not a journal"),
    (b"acquire record 1\n", "not a journal"),
    (FIRST_LINE, "nothing was played yet"), (b"acquire jour", "not a journal"), (FIRST_LINE + b"\xff" * 100, "damaged"),
    (b"acquire journal 1\n", "another version of the program, in form 1"),
    (b"acquire journal 2\n", "another version of the program, in form 2, and this one reads form 3"),
])
def test_what_is_no_journal_is_said_to_be_none(data: bytes, says: str) -> None:
    with pytest.raises(DamagedJournalError, match=says):
        unpack_journal(data, torn_tail_ok=False)


def test_another_installation_cannot_go_on_with_my_journal(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2)
    table.kill(0)
    table.signers[0] = TransparentSigner(b"stranger")
    with pytest.raises(ResumeError, match="no seat for this identity"):
        table.resume(0)
    Journal.open(table.path(0)).close()  # and it is not left locked
