"""The mailbox loses nothing that it has acknowledged, whenever it is killed, and nobody takes anything from its members."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acquire_net.mailbox import box as box_module
from acquire_net.mailbox.box import MAX_SEALED_BYTES, NOTE_MARKS_S, MailboxError, MemberBox
from acquire_net.mailbox.store import (
    BOX_FULL,
    DAY_S,
    FULL,
    MALFORMED,
    NO_BOX,
    NOT_YOURS,
    MailboxInUseError,
    MailboxLimits,
    MailboxRefusedError,
    MailboxStore,
)
from tests.net.mailbox.killed import DONE, KILLED, run_until_killed

ADA, BO, CLEO, EVE = (bytes((number,)) * 32 for number in range(1, 5))
NOW = 1_000_000_000
SMALL = MailboxLimits(boxes=3, frames_of_sender=4, bytes_of_sender=4000)

OpenStore = Callable[..., MailboxStore]


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[OpenStore]:
    opened: list[MailboxStore] = []

    def open_one(limits: MailboxLimits = SMALL, now_s: int = NOW) -> MailboxStore:
        for before in opened:
            before.close()
        opened.append(MailboxStore(tmp_path / "mail", now_s, limits))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


def sealed(number: int, size: int = 100) -> bytes:
    return number.to_bytes(24, "big") + bytes(size - 24)


def waiting(store: MailboxStore, owner: bytes = ADA) -> list[tuple[bytes, int]]:
    """Return sender and number of the test's own of each frame that waits."""
    return [(sender, int.from_bytes(frame[:24], "big")) for _, sender, frame in store.frames_for(owner, 0, 1 << 30)]


def refused(act: Callable[[], object]) -> bytes:
    with pytest.raises(MailboxRefusedError) as refusal:
        act()
    return refusal.value.reason


# --- what it keeps

def test_what_an_earlier_run_could_not_sync_is_on_the_disk_before_it_is_acknowledged(open_store: OpenStore,
                                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """The frame is there and known when it comes again, because the system has in memory what never reached the disk."""
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 7, NOW)
    [path] = [path for path in store.folder.iterdir() if path.stat().st_size > 100]
    store = open_store()
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(b"".join(each.read_bytes() for each in path.parent.iterdir()
                                                                          if each.name == f"{path.name}-new")))
    assert store.put_frames(BO, ADA, [sealed(1)], 7, NOW) == 0
    assert any(sealed(1) in data for data in synced) and waiting(store) == [(BO, 1)]
    synced.clear()
    assert store.put_frames(BO, ADA, [sealed(1)], 7, NOW) == 0 and not synced, "once is enough"


def test_frames_wait_in_their_order_until_they_are_dropped_also_over_a_restart(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO, CLEO], 0, NOW)
    assert store.put_frames(BO, ADA, [sealed(1), sealed(2)], 7, NOW) == 2
    assert store.put_frames(CLEO, ADA, [sealed(3)], 9, NOW) == 1
    for _ in range(2):
        assert waiting(store) == [(BO, 1), (BO, 2), (CLEO, 3)]
        assert (store.frame_count, store.waiting_bytes, store.box_count, store.troubles) == (3, 300, 1, [])
        store = open_store()
    second = store.frames_for(ADA, 0, 1 << 20)[1][0]
    store.drop_frames(ADA, second, NOW)
    assert waiting(store) == waiting(open_store()) == [(CLEO, 3)]


def test_numbers_only_grow_so_nothing_is_dropped_that_came_after_it_was_asked_for(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO, CLEO], 0, NOW)
    seen = 0
    for turn in range(4):
        store.put_frames(BO, ADA, [sealed(turn)], turn, NOW)
        [(number, _, _)] = store.frames_for(ADA, 0, 1 << 20)
        assert number > seen
        seen = number
        if turn == 2:  # the file is written anew, without a frame
            store.open_box(ADA, [CLEO], 0, NOW)
            store.open_box(ADA, [CLEO, BO], 0, NOW)
        else:
            store.drop_frames(ADA, number, NOW)
        store = open_store()


def test_a_frame_that_comes_twice_waits_once(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    assert store.put_frames(BO, ADA, [sealed(1), sealed(1)], 0, NOW) == 1
    assert open_store().put_frames(BO, ADA, [sealed(1), sealed(2)], 0, NOW) == 1


def test_the_mark_of_a_member_is_the_highest_and_outlives_what_it_came_with(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 12, NOW)
    store.put_frames(BO, ADA, [sealed(2)], 5, NOW)
    store.note_mark(ADA, 30, NOW)
    store.note_mark(ADA, 20, NOW)
    store.drop_frames(ADA, 1 << 40, NOW)
    store.open_box(ADA, [CLEO, BO], 0, NOW)
    assert store.mark_of(BO) == open_store().mark_of(BO) == 12
    assert open_store().open_box(ADA, [CLEO, BO], 3, NOW) is False
    assert (open_store().mark_of(EVE), open_store().mark_of(ADA)) == (0, 30)
    assert refused(lambda: open_store().note_mark(BO, 1, NOW)) == NO_BOX
    assert refused(lambda: open_store().note_mark(ADA, 1 << 62, NOW)) == MALFORMED


def test_a_file_does_not_grow_with_what_was_taken(open_store: OpenStore, tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_module, "REPLACE_BYTES", 2000)
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    [path] = (tmp_path / "mail").glob("*.box")
    sizes = []
    for number in range(60):
        store.put_frames(BO, ADA, [sealed(number, 500)], number, NOW)
        store.drop_frames(ADA, store.frames_for(ADA, 0, 1 << 20)[0][0], NOW)
        sizes.append(path.stat().st_size)
    assert max(sizes) < 4000 < 60 * 500
    assert waiting(open_store()) == []


def test_a_file_does_not_grow_with_visits(open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box_module, "REPLACE_BYTES", 2000)
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    [path] = (tmp_path / "mail").glob("*.box")
    sizes = []
    for number in range(400):
        store.note_mark(ADA, number, NOW + number * NOTE_MARKS_S)
        sizes.append(path.stat().st_size)
    assert max(sizes) < 3000
    assert open_store().mark_of(ADA) == 399


def test_marks_that_rise_by_themselves_reach_the_disk_every_few_seconds_and_at_the_end(open_store: OpenStore,
                                                                                       tmp_path: Path) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.note_mark(ADA, 1, NOW)
    [path] = (tmp_path / "mail").glob("*.box")
    size = path.stat().st_size
    for number in range(2, 100):
        store.note_mark(ADA, number, NOW + NOTE_MARKS_S - 1)
    assert path.stat().st_size == size and store.mark_of(ADA) == 99
    store.note_mark(ADA, 100, NOW + NOTE_MARKS_S)
    assert path.stat().st_size > size
    store.note_mark(ADA, 101, NOW + NOTE_MARKS_S)
    assert open_store().mark_of(ADA) == 101


def test_a_mailbox_that_has_lost_its_disk_gives_higher_numbers_than_before(open_store: OpenStore, tmp_path: Path) -> None:
    numbers = []
    for turn in range(2):
        store = open_store(now_s=NOW + turn)
        store.open_box(ADA, [BO], 0, NOW + turn)
        store.put_frames(BO, ADA, [sealed(number) for number in range(4 - turn)], 0, NOW + turn)
        numbers += [number for number, _, _ in store.frames_for(ADA, 0, 1 << 20)]
        store.close()
        shutil.rmtree(tmp_path / "mail")
    assert len(numbers) == 7 and numbers == sorted(set(numbers))


def test_who_is_named_by_a_box_of_a_day_is_an_old_member(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.open_box(ADA, [BO, CLEO], 0, NOW + DAY_S - 1)
    for _ in range(2):
        assert [store.is_old_member(key, NOW + DAY_S - 1) for key in (ADA, BO, CLEO, EVE)] == [True, False, False, False]
        assert [store.is_old_member(key, NOW + DAY_S) for key in (ADA, BO, CLEO, EVE)] == [True, True, True, False]
        store = open_store()


def test_only_so_much_is_given_at_once_and_a_long_frame_all_the_same(open_store: OpenStore) -> None:
    store = open_store(MailboxLimits())
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(number, 1000) for number in range(5)], 0, NOW)
    batch = store.frames_for(ADA, 0, 2500)
    assert len(batch) == 2 and len(store.frames_for(ADA, batch[-1][0], 10)) == 1


# --- killed

@pytest.mark.fully
@pytest.mark.skipif(sys.platform == "win32", reason="a child is forked")
def test_whenever_it_is_killed_all_that_was_acknowledged_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each of its writes, with half of the bytes written: acknowledged frames wait, taken ones never come back, and a frame
    that was being written is there whole or not at all."""
    monkeypatch.setattr(box_module, "REPLACE_BYTES", 300)
    folder = tmp_path / "mail"

    def live(say: Callable[[int], None]) -> None:
        store = MailboxStore(folder, NOW)
        for owner in (ADA, BO):
            store.open_box(owner, [CLEO, BO if owner == ADA else ADA], 0, NOW)
        for number in range(1, 9):
            store.put_frames(CLEO, ADA, [sealed(number), sealed(number + 100)], number, NOW)
            say(number)
            if number % 3 == 0:
                third = store.frames_for(ADA, 0, 1 << 20)[2]
                store.drop_frames(ADA, third[0], NOW)
                say(100 + number)
        store.open_box(ADA, [CLEO], 0, NOW + DAY_S)
        store.tidy(NOW + 2 * DAY_S)
        store.close()

    every = [number + more for number in range(1, 9) for more in (0, 100)]
    endings = set()
    for at in range(1, 1000):
        shutil.rmtree(folder, ignore_errors=True)
        ending, said = run_until_killed(live, at)
        endings.add(ending)
        assert ending in (KILLED, DONE), f"write {at}"
        store = MailboxStore(folder, NOW)
        there = [number for _, number in waiting(store)] if store.is_member(ADA) else []
        put = [each for each in said if each < 100]
        taken = 3 * len([each for each in said if each > 100])
        first = every.index(there[0]) if there else 2 * len(put)
        assert first in (taken, taken + 3) and there == every[first:first + len(there)], f"write {at}: {said} {there}"
        assert 0 <= first + len(there) - 2 * len(put) <= 2, f"write {at}: {said} {there}"
        assert not [trouble for trouble in store.troubles if "damaged" in trouble]
        # and it goes on
        store.open_box(ADA, [CLEO], 0, NOW)
        store.put_frames(CLEO, ADA, [sealed(999)], 99, NOW)
        store.close()
        again = MailboxStore(folder, NOW)
        assert waiting(again)[-1] == (CLEO, 999)
        again.close()
        if ending == DONE:
            break
    assert endings == {KILLED, DONE} and at > 40


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_damaged_file_gives_whole_frames_or_none(tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / "mail"
    shutil.rmtree(folder, ignore_errors=True)
    store = MailboxStore(folder, NOW)
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(number, 60) for number in range(1, 6)], 3, NOW)
    store.close()
    [path] = folder.glob("*.box")
    damaged = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(damaged) - 1))
    damaged[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(damaged[:data.draw(st.sampled_from([len(damaged), place + 1]))])
    again = MailboxStore(folder, NOW)
    try:
        if again.is_member(ADA):
            assert waiting(again) == [(BO, number) for number in range(1, 6)][:again.frame_count]
            again.put_frames(BO, ADA, [sealed(9)], 4, NOW)
        else:
            assert again.troubles and path.exists()
    finally:
        again.close()


def test_a_full_disk_is_said_and_nothing_of_it_stays(open_store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 1, NOW)
    real = os.write
    with monkeypatch.context() as patch:
        def write_half(handle: int, data: bytes) -> int:
            if len(data) < 100:
                raise OSError(28, "No space left on device")
            return real(handle, data[:len(data) - 90])

        patch.setattr(os, "write", write_half)
        with pytest.raises(MailboxError, match="No space left"):
            store.put_frames(BO, ADA, [sealed(2)], 2, NOW)
        assert waiting(store) == [(BO, 1)]
    store.put_frames(BO, ADA, [sealed(3)], 3, NOW)
    assert waiting(store) == waiting(open_store()) == [(BO, 1), (BO, 3)]


def test_a_box_survives_a_moment_in_which_no_file_can_be_opened(open_store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 1, NOW)
    real = os.open
    with monkeypatch.context() as patch:
        def open_none(path: Path, flags: int, *rest: int) -> int:
            if str(path).endswith(".box"):
                raise OSError(24, "Too many open files")
            return real(path, flags, *rest)

        patch.setattr(os, "open", open_none)
        store.open_box(ADA, [BO, CLEO], 0, NOW)  # the file is replaced
        with pytest.raises(MailboxError, match="Too many"):
            store.put_frames(CLEO, ADA, [sealed(2)], 1, NOW)
    store.put_frames(BO, ADA, [sealed(3)], 1, NOW)
    assert waiting(store) == waiting(open_store()) == [(BO, 1), (BO, 3)]


# --- what it refuses

def test_nobody_but_those_whom_the_owner_has_named_puts_anything_into_a_box(open_store: OpenStore) -> None:
    store = open_store()
    assert refused(lambda: store.put_frames(BO, ADA, [sealed(1)], 0, NOW)) == NO_BOX
    store.open_box(ADA, [BO], 0, NOW)
    assert refused(lambda: store.put_frames(EVE, ADA, [sealed(1)], 0, NOW)) == NOT_YOURS
    assert refused(lambda: store.put_frames(ADA, ADA, [sealed(1)], 0, NOW)) == NOT_YOURS
    assert refused(lambda: store.frames_for(EVE, 0, 1000)) == NO_BOX
    assert refused(lambda: store.drop_frames(EVE, 9, NOW)) == NO_BOX
    assert [store.is_member(key) for key in (ADA, BO, CLEO, EVE)] == [True, True, False, False]
    assert store.frame_count == 0


def test_a_member_that_is_named_no_longer_has_no_say_and_its_frames_are_gone(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO, CLEO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 0, NOW)
    store.put_frames(CLEO, ADA, [sealed(2)], 0, NOW)
    store.open_box(ADA, [CLEO], 0, NOW)
    assert refused(lambda: store.put_frames(BO, ADA, [sealed(3)], 0, NOW)) == NOT_YOURS
    assert store.is_member(CLEO) and not store.is_member(BO)
    assert waiting(store) == waiting(open_store()) == [(CLEO, 2)]


@pytest.mark.parametrize("senders", [[], [ADA], [bytes(31)], [bytes((n,)) * 32 for n in range(10, 16)]],
                         ids=["nobody", "the owner alone", "no key", "six"])
def test_a_box_is_for_one_to_five_others(open_store: OpenStore, senders: list[bytes]) -> None:
    store = open_store()
    assert refused(lambda: store.open_box(ADA, senders, 0, NOW)) == MALFORMED
    assert store.box_count == 0


@pytest.mark.parametrize(("frames", "mark"), [([b""], 0), ([bytes(MAX_SEALED_BYTES + 1)], 0), ([sealed(1)], -1),
                                              ([sealed(1)], 1 << 62)])
def test_what_no_member_sends_is_refused(open_store: OpenStore, frames: list[bytes], mark: int) -> None:
    store = open_store(MailboxLimits())
    store.open_box(ADA, [BO], 0, NOW)
    assert refused(lambda: store.put_frames(BO, ADA, frames, mark, NOW)) == MALFORMED


def test_a_sender_that_fills_its_share_takes_nothing_from_another(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO, CLEO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(number) for number in range(4)], 0, NOW)
    assert refused(lambda: store.put_frames(BO, ADA, [sealed(5)], 0, NOW)) == BOX_FULL
    assert refused(lambda: store.put_frames(CLEO, ADA, [sealed(number, 1500) for number in range(3)], 0, NOW)) == BOX_FULL
    assert store.put_frames(CLEO, ADA, [sealed(number, 1300) for number in range(3)], 0, NOW) == 3
    store.drop_frames(ADA, store.frames_for(ADA, 0, 150)[0][0], NOW)
    assert store.put_frames(BO, ADA, [sealed(6)], 0, NOW) == 1


def test_newcomers_take_no_box_of_a_member_and_an_idle_one_makes_room(open_store: OpenStore) -> None:
    store = open_store()
    for owner in (ADA, BO, CLEO):
        store.open_box(owner, [EVE], 0, NOW)
    assert refused(lambda: store.open_box(EVE, [ADA], 0, NOW)) == FULL
    store.open_box(ADA, [EVE, BO], 0, NOW)
    store.put_frames(EVE, ADA, [sealed(1)], 0, NOW + 100 * DAY_S)
    store.open_box(BO, [EVE], 0, NOW + 100 * DAY_S)
    store = open_store()
    store.tidy(NOW + 121 * DAY_S)
    assert [store.is_member(key) for key in (ADA, BO, CLEO)] == [True, True, False]
    store.open_box(EVE, [ADA], 0, NOW)


def test_frames_that_are_too_old_are_dropped_and_younger_ones_stay(open_store: OpenStore) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 0, NOW)
    store.put_frames(BO, ADA, [sealed(2)], 0, NOW + 30 * DAY_S)
    store.tidy(NOW + 60 * DAY_S)
    assert len(waiting(store)) == 2
    store.tidy(NOW + 61 * DAY_S)
    assert waiting(store) == waiting(open_store(now_s=NOW + 61 * DAY_S)) == [(BO, 2)]


def test_two_programs_do_not_use_one_folder(open_store: OpenStore, tmp_path: Path) -> None:
    open_store()
    with pytest.raises(MailboxInUseError, match="end that one first"):
        MailboxStore(tmp_path / "mail", NOW)


def test_other_files_and_boxes_under_another_name_are_left_alone(open_store: OpenStore, tmp_path: Path) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    [path] = (tmp_path / "mail").glob("*.box")
    shutil.copy(path, path.with_name("ff.box"))
    path.with_name("letter.box").write_text("dear mailbox")
    store = open_store()
    assert store.box_count == 1 and len(store.troubles) == 2 and path.with_name("letter.box").read_text() == "dear mailbox"


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
def test_only_its_owner_reads_the_folder(open_store: OpenStore, tmp_path: Path) -> None:
    open_store().open_box(ADA, [BO], 0, NOW)
    assert all(not path.stat().st_mode & 0o077 for path in [tmp_path / "mail", *(tmp_path / "mail").iterdir()])


def test_a_file_that_was_changed_meanwhile_gives_no_wrong_frame(open_store: OpenStore, tmp_path: Path) -> None:
    store = open_store()
    store.open_box(ADA, [BO], 0, NOW)
    store.put_frames(BO, ADA, [sealed(1)], 0, NOW)
    [path] = (tmp_path / "mail").glob("*.box")
    path.write_bytes(bytes(path.stat().st_size))
    with pytest.raises(MailboxError, match="was changed"):
        store.frames_for(ADA, 0, 1000)
    assert MemberBox.read_file(path) is None
