"""A mailbox in memory, and the ways of members to it: it takes everything at once and gives what waits at the next look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from acquire_net.crypto.curve import CurveKeys
from acquire_net.mailbox.mail_link import MailArrival


@dataclass(slots=True)
class Put:
    """A frame that was left: by whom, for whom."""
    sender: bytes
    to: bytes
    frame: bytes


@dataclass
class MemoryMailbox:
    keeps: Callable[[Put], bool] = lambda put: True
    """What is not kept is lost without a word."""
    boxes: dict[bytes, list[MailArrival]] = field(default_factory=dict)
    puts: list[Put] = field(default_factory=list)
    last_number: int = 0

    def put(self, sender: bytes, to: bytes, frame: bytes) -> None:
        found = Put(sender, to, frame)
        self.puts.append(found)
        if to in self.boxes and self.keeps(found):
            self.last_number += 1
            self.boxes[to].append(MailArrival(self.last_number, sender, frame))

    def lose_disk(self) -> None:
        self.boxes.clear()
        self.last_number += 1000


class MemoryLink:
    """What a TableMail uses of a MailLink."""

    def __init__(self, mailbox: MemoryMailbox, keys: CurveKeys) -> None:
        self.mailbox, self._key = mailbox, keys.public
        self.trouble, self.mark, self.waiting_count = "", 0, 0
        self.has_looked = self.is_up_to_date = self.has_put_all = True
        self.was_new = self._key not in mailbox.boxes
        self._given = 0
        mailbox.boxes.setdefault(self._key, [])

    def start(self, own_mark: int) -> None:
        pass

    def close(self) -> None:
        pass

    def put_frames(self, frames: Sequence[tuple[bytes, bytes]], own_mark: int) -> None:
        for to, frame in frames:
            self.mailbox.put(self._key, to, frame)

    def take_arrivals(self, most: int) -> list[MailArrival]:
        found = [each for each in self.mailbox.boxes[self._key] if each.number > self._given][:most]
        self._given = max([self._given, *(each.number for each in found)])
        return found

    def drop_frames(self, up_to: int) -> None:
        box = self.mailbox.boxes[self._key]
        box[:] = [each for each in box if each.number > up_to]
