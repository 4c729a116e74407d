"""Chat lines: numbered by their author, limited in rate, and the last few kept for peers that missed them.

A line travels over its author's own link only, so no peer has to pass on what it would rather not have said. A line above the
limit is dropped before its signature is checked, and does not count as received; an honest author sends it again later.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from acquire_net.errors import Wording
from acquire_net.lobby.messages import MAX_LINE_BYTES, check_line, read_line, sign_line
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.players.names import PlayerNameError, checked_line, cleaned_text
from acquire_net.protocol.verifier import Signer, Verifier

MAX_LINES = 3
"""In LINES_MS, of one author."""
LINES_MS = 5000
MAX_KEPT = 8
"""Own lines that are kept for peers that have not received them."""


HeardLines = Mapping[bytes, tuple[bytes, int]]
"""By the identity of each author: which run of its program, and the number of the last line of it that was heard."""


class _Author(Struct):
    run: bytes
    last_serial: int = 0
    times: deque[int] = field(default_factory=lambda: deque(maxlen=MAX_LINES))


class Chat:
    """The lobby owns it. A line of the person goes in by `add_own_line` and out by `last_line`, or by `lines_after` to a peer
    that lacks some; a line of another player goes in by `receive_line`, which returns what to show. Each author numbers the
    lines of one run of its program, so `on_author` must be called before the lines of a new run are read."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque(maxlen=MAX_KEPT)
        """The last own lines; the newest has the number `_last`."""
        self._last = 0
        self._times: deque[int] = deque(maxlen=MAX_LINES)
        """When the last own lines were written, for the limit of the rate."""
        self._authors: dict[bytes, _Author] = {}
        self._since, self._there = 0, frozenset[bytes]()
        """The first line for those who come new, and who was there before it."""
        self._before: HeardLines = {}
        """What was heard before this program was started again."""
        self.muted: set[bytes] = set()
        """Identities whose lines are received and not shown."""
        self.dropped: Counter[bytes] = Counter()
        """How many lines of each were too many."""

    # --- own lines

    def add_own_line(self, text: str, now_ms: int) -> str:
        """Clean a line of the person at this machine, and keep it for sending. Raises AdmissionError; then nothing was kept."""
        line = cleaned_text(text)
        try:
            checked_line(line, MAX_LINE_BYTES)
        except PlayerNameError as bad:
            raise AdmissionError(Wording("this line cannot be sent: {bad}", bad=bad)) from None
        if _is_too_many(self._times, now_ms):
            raise AdmissionError(Wording("at most {count} lines in {seconds} seconds: send this one again in a moment",
                                         count=MAX_LINES, seconds=LINES_MS // 1000))
        self._times.append(now_ms)
        self._last += 1
        self._kept.append(line)
        return line

    @property
    def _oldest_serial(self) -> int:
        return self._last - len(self._kept) + 1

    def last_line(self, lobby_id: bytes, signer: Signer) -> bytes:
        return self.lines_after(self._last - 1, lobby_id, signer)[0]

    def begin_anew(self, there: Collection[bytes]) -> None:
        """Begin anew after a game: a player who comes from now on reads nothing of what these people wrote during it."""
        self._since, self._there = self._last + 1, frozenset(there)

    def lines_after(self, after: int, lobby_id: bytes, signer: Signer, to: bytes = b"") -> list[bytes]:
        """Return the lines after number `after`, at most as many as may come at once; `to` is the identity of the reader."""
        oldest = max(self._oldest_serial, self._since) if to and not after and to not in self._there else self._oldest_serial
        first = max(after + 1, oldest)
        return [sign_line(serial, oldest, self._kept[serial - self._oldest_serial], lobby_id, signer)
                for serial in range(first, min(self._last, first + MAX_LINES - 1) + 1)]

    # --- lines of others

    def on_author(self, identity: bytes, run: bytes) -> None:
        """Count an author's lines from one again when its program was started anew; the limit of its rate goes on."""
        known = self._authors.setdefault(identity, _Author(run))
        if known.run != run:
            known.run, known.last_serial = run, 0

    def forget_author(self, identity: bytes) -> None:
        self._authors.pop(identity, None)
        del self.dropped[identity]

    def last_heard(self, identity: bytes) -> int:
        known = self._authors.get(identity)
        return known.last_serial if known else 0

    def heard_lines(self) -> HeardLines:
        """Return what was heard so far, before this program was started again too."""
        found = dict(self._before)
        for identity, author in self._authors.items():
            run, serial = found.get(identity, (b"", 0))
            found[identity] = author.run, max(author.last_serial, serial if run == author.run else 0)
        return found

    def recall_lines(self, heard: HeardLines) -> None:
        """Take what was heard before this program was started again: authors send it once more."""
        self._before = heard

    def is_heard_again(self, identity: bytes) -> bool:
        """Return True if the last line of this author was heard before this program was started again."""
        run, serial = self._before.get(identity, (b"", 0))
        return run == self._authors[identity].run and self._authors[identity].last_serial <= serial

    def receive_line(self, identity: bytes, data: bytes, lobby_id: bytes, verifier: Verifier, now_ms: int) -> str:
        """Return a line that came over its author's link, or "" if it is not to be shown now. Raises MalformedError."""
        chat, author = read_line(data), self._authors.setdefault(identity, _Author(b""))
        if chat.serial <= author.last_serial:
            return ""
        if _is_too_many(author.times, now_ms):
            self.dropped[identity] += 1
            return ""
        # Lines come in order, except for those that their author does not keep any more.
        if chat.serial != author.last_serial + 1 and chat.serial != chat.oldest:
            return ""
        check_line(chat, identity, lobby_id, verifier)
        author.last_serial = chat.serial
        author.times.append(now_ms)
        return "" if identity in self.muted else chat.line


def _is_too_many(times: deque[int], now_ms: int) -> bool:
    return len(times) == MAX_LINES and now_ms - times[0] < LINES_MS
