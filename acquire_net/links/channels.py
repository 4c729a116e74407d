"""What a link carries: a byte that says for whom, then the payload. Frames of the table travel together where several are due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from acquire_net.links.bucket import Bucket
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.messages import MAX_FRAME_BYTES

TALK, TABLE, WATCHING = b"\0", b"\1", b"\2"

MAX_PAYLOAD_BYTES = 200_000
"""Less than a link takes at once."""
MARK_BYTES = 4
"""Of the number of a table, before its frames: what is still on its way from the last game is not taken for the next one's."""
FRAMES_PER_S, BURST_FRAMES = 500, 2000
"""Of the table, from one seat: each may cost the check of a signature, and thousands fit into what a link takes at once."""
_LENGTH_BYTES = 4


def pack_frames(sends: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield payloads for each seat, in the order of its frames, as few as possible.

    >>> [(seat, len(payload)) for seat, payload in pack_frames([(1, b"ab"), (2, b"c"), (1, b"d")])]
    [(1, 11), (2, 5)]
    """
    waiting: dict[int, list[bytes]] = {}
    for seat, frame in sends:
        parts = waiting.setdefault(seat, [])
        if sum(map(len, parts)) + len(frame) + _LENGTH_BYTES > MAX_PAYLOAD_BYTES:
            yield seat, b"".join(parts)
            parts.clear()
        parts += [len(frame).to_bytes(_LENGTH_BYTES, "little"), frame]
    for seat, parts in waiting.items():
        yield seat, b"".join(parts)


def unpack_frames(payload: bytes) -> list[bytes]:
    """Return the frames of a payload. Raises MalformedError.

    >>> unpack_frames(b"\\x02\\0\\0\\0ab\\x01\\0\\0\\0c")
    [b'ab', b'c']
    """
    frames, place = [], 0
    while place < len(payload):
        begin = place + _LENGTH_BYTES
        length = int.from_bytes(payload[place:begin], "little")
        if not 0 < length <= MAX_FRAME_BYTES or begin + length > len(payload):
            raise MalformedError("frames that do not fit into what carries them")
        frames.append(payload[begin:begin + length])
        place = begin + length
    return frames


class TableChannel:
    """Frames of one table: marked with its number, and from each seat no more than it may send, however many travel together."""

    def __init__(self, tid: bytes, keys: Sequence[bytes], now_s: float) -> None:
        self._mark = tid[:MARK_BYTES]
        self._allowed = {key: Bucket(FRAMES_PER_S, BURST_FRAMES, now_s) for key in keys}

    def payloads_for(self, sends: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
        """Return what goes over the links of these seats."""
        return ((seat, TABLE + self._mark + payload) for seat, payload in pack_frames(sends))

    def frames_from(self, key: bytes, payload: bytes, now_s: float) -> Iterator[bytes]:
        """Yield what a seat has sent for this table; frames of another table are left out. Raises MalformedError, also for too
        many frames: what matters is sent again."""
        if payload[:MARK_BYTES] != self._mark:
            return
        for frame in unpack_frames(payload[MARK_BYTES:]):
            if not self._allowed[key].take(1, now_s):
                raise MalformedError("more frames of the table than a seat may send")
            yield frame
