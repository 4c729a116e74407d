"""The mailbox: one box for each member of a table, in a folder, bounded in everything. It knows keys and sealed frames only.

A box is opened by its owner, who names the members that may put something into it. Every sender has a share of each box that no
other sender can use up, and every box a share of the folder that no other box can use up: so anyone who opens boxes or fills them
takes nothing from the members who are here already. Who may speak for a key is proven before (server.py).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acquire_net.crypto.curve import KEY_BYTES
from acquire_net.errors import LocalError, SetupError, Wording
from acquire_net.mailbox.box import MAX_SEALED_BYTES, MAX_SENDERS, MailboxError, MemberBox, nonce_of
from acquire_net.private_files import lock_file

DAY_S = 86_400
NOTE_VISITS_S = DAY_S // 4
"""A visit is noted on the disk when the last note is so old."""
LOCK_NAME = "mailbox.lock"


class MailboxInUseError(SetupError):
    """Another program has this folder."""


class MailboxRefusedError(LocalError):
    """The mailbox does not take this; `reason` is the word that a member is sent."""

    def __init__(self, reason: bytes) -> None:
        super().__init__(reason.decode())
        self.reason = reason


NO_BOX, NOT_YOURS, FULL, BOX_FULL, MALFORMED = b"no box", b"not yours", b"full", b"box full", b"what"


@dataclass(frozen=True, slots=True)
class MailboxLimits:
    """Of one mailbox. The folder holds at most boxes · senders · bytes_of_sender, about 200 MB, and half as much again while a
    file is replaced."""
    boxes: int = 100
    frames_of_sender: int = 500
    """Of one sender, in one box: more than a hundred turns."""
    bytes_of_sender: int = 400_000
    age_s: int = 60 * DAY_S
    """After that a frame is dropped."""
    idle_s: int = 120 * DAY_S
    """After that a box is deleted in which nobody was."""


class MailboxStore:
    """The boxes of a folder, for one program at a time. Only its own thread may change it; the counts may be read by any."""

    def __init__(self, folder: Path, now_s: int, limits: MailboxLimits = MailboxLimits()) -> None:
        """Open the mailbox of a folder, or make one. Raises MailboxInUseError, or MailboxError where the disk refuses."""
        self.folder = folder
        self.limits = limits
        self.troubles: list[str] = []
        """What was damaged when the folder was opened, in words."""
        self._boxes: dict[bytes, MemberBox] = {}
        self._marks: dict[bytes, int] = {}
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise MailboxError(error.errno or 0, Wording("{path}: {why}", path=folder, why=error.strerror or error)) from None
        try:
            lock_file(self._lock)
        except OSError:
            os.close(self._lock)
            raise MailboxInUseError(Wording("{folder} is the mailbox of another program that runs: end that one first, or choose "
                                            "another folder", folder=folder)) from None
        try:
            for path in sorted(folder.glob("*.box")):
                self._read_box(path)
            self.tidy(now_s)
        except BaseException:
            self.close()
            raise

    def _read_box(self, path: Path) -> None:
        box = MemberBox.read_file(path)
        if box is None or path != self._path_of(box.owner):
            self.troubles.append(Wording("{name} is not a box of this mailbox, and is left alone", name=path.name))
            if box is not None:
                box.close()
            return
        if box.lost_bytes > MAX_SEALED_BYTES + 512:  # more than one entry that was being written
            self.troubles.append(Wording("{name} is damaged: {bytes} bytes behind the first {count} messages cannot be read. "
                                         "Members send again what is missing", name=path.name, bytes=f"{box.lost_bytes:,}",
                                         count=len(box.frames)))
        self._boxes[box.owner] = box
        self._note_marks(box)

    def _note_marks(self, box: MemberBox) -> None:
        for sender, mark in (*box.marks.items(), (box.owner, box.own_mark)):
            self._marks[sender] = max(self._marks.get(sender, 0), mark)

    def _note_all_marks(self) -> None:
        """Note the marks of those who may put something into a box now, and of nobody else."""
        self._marks.clear()
        for box in self._boxes.values():
            self._note_marks(box)

    def _box_of(self, owner: bytes) -> MemberBox:
        """Return the box of a member. Raises MailboxRefusedError where there is none."""
        box = self._boxes.get(owner)
        if box is None:
            raise MailboxRefusedError(NO_BOX)
        return box

    def _path_of(self, owner: bytes) -> Path:
        return self.folder / f"{owner.hex()}.box"

    def close(self) -> None:
        for box in self._boxes.values():
            with contextlib.suppress(MailboxError):
                box.note_mark(box.seen_s)
            box.close()
        self._boxes.clear()
        if self._lock >= 0:
            os.close(self._lock)  # the lock goes with it
            self._lock = -1

    # --- what can be seen

    @property
    def box_count(self) -> int:
        return len(self._boxes)

    @property
    def frame_count(self) -> int:
        return sum(len(box.frames) for box in list(self._boxes.values()))

    @property
    def waiting_bytes(self) -> int:
        return sum(frame.size for box in list(self._boxes.values()) for frame in list(box.frames.values()))

    def is_member(self, key: bytes) -> bool:
        """Return True if this key has a box here, or may put something into one."""
        return key in self._marks

    def is_old_member(self, key: bytes, now_s: int) -> bool:
        """Return True if this key has a box here, or if a box names it that is a day old."""
        return key in self._boxes or any(key in box.senders and now_s - box.opened_s >= DAY_S for box in self._boxes.values())

    def mark_of(self, key: bytes) -> int:
        """Return how much this member had signed when the mailbox heard of it last; 0 where it never did."""
        return self._marks.get(key, 0)

    # --- what members do. Each raises MailboxRefusedError, and nothing has changed, or MailboxError

    def open_box(self, owner: bytes, senders: Sequence[bytes], mark: int, now_s: int) -> bool:
        """Open the box of a member, or name anew who may put something into it; what others have put there is dropped. Return
        True if there was none."""
        wanted = tuple(dict.fromkeys(sender for sender in senders if sender != owner))
        if (not 0 < len(wanted) <= MAX_SENDERS or any(len(key) != KEY_BYTES for key in (owner, *wanted))
                or not 0 <= mark < 1 << 62):
            raise MailboxRefusedError(MALFORMED)
        box = self._boxes.get(owner)
        is_new = box is None
        if box is None:
            if len(self._boxes) >= self.limits.boxes:
                raise MailboxRefusedError(FULL)
            self._boxes[owner] = box = MemberBox.create_file(self._path_of(owner), owner, wanted, now_s)
        elif set(box.senders) != set(wanted):
            box.set_senders(wanted)
        box.note_visit(mark, now_s, NOTE_VISITS_S)
        self._note_all_marks()
        return is_new

    def put_frames(self, sender: bytes, owner: bytes, frames: Sequence[bytes], mark: int, now_s: int) -> int:
        """Keep these frames for a member, and return how many are new. They are on the disk when this returns; a mailbox that is
        killed before may have some of them."""
        box = self._box_of(owner)
        if sender not in box.senders:
            raise MailboxRefusedError(NOT_YOURS)
        if any(not 0 < len(sealed) <= MAX_SEALED_BYTES for sealed in frames) or not 0 <= mark < 1 << 62:
            raise MailboxRefusedError(MALFORMED)
        of_sender = [frame for frame in box.frames.values() if frame.sender == sender]
        known = {frame.nonce for frame in of_sender}
        new = [sealed for sealed in {nonce_of(sealed): sealed for sealed in frames}.values() if nonce_of(sealed) not in known]
        size = sum(frame.size for frame in of_sender) + sum(map(len, new))
        if len(of_sender) + len(new) > self.limits.frames_of_sender or size > self.limits.bytes_of_sender:
            raise MailboxRefusedError(BOX_FULL)
        box.make_sure()
        if new:
            box.put_frames(sender, new, mark, now_s)
            self._note_marks(box)
        return len(new)

    def note_mark(self, owner: bytes, mark: int, now_s: int) -> None:
        """Note how much a member has signed."""
        box = self._box_of(owner)
        if not 0 <= mark < 1 << 62:
            raise MailboxRefusedError(MALFORMED)
        box.note_visit(mark, now_s, NOTE_VISITS_S)
        self._note_marks(box)

    def frames_for(self, owner: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes, bytes]]:
        """Return what waits for a member behind a number: number, sender and sealed frame of each. It stays until it is dropped.

        One frame is given whatever its size; then no more than so many bytes."""
        box = self._box_of(owner)
        found: list[tuple[int, bytes, bytes]] = []
        size = 0
        for number, frame in box.frames.items():
            if number <= after:
                continue
            size += frame.size
            if found and size > most_bytes:
                break
            found.append((number, frame.sender, box.read_frame(frame)))
        return found

    def drop_frames(self, owner: bytes, up_to: int, now_s: int) -> None:
        """Forget what a member has taken, up to this number."""
        box = self._box_of(owner)
        box.drop_frames(up_to, now_s)

    # --- what the mailbox does now and then

    def tidy(self, now_s: int) -> None:
        """Drop frames that are too old, and boxes in which nobody was for long. Raises MailboxError."""
        for owner, box in list(self._boxes.items()):
            if now_s - box.seen_s >= self.limits.idle_s:
                box.delete_file()
                del self._boxes[owner]
            else:
                box.note_mark(box.seen_s)
                box.drop_old(now_s - self.limits.age_s)
        self._note_all_marks()
