"""The letters of one seat whose table is open in this program: what those that were read bring, and what it writes to the others.

The program gives the seat its time and takes its output, whether there are links and a mailbox or not: by_hand.py has neither,
the peer has both. Reading hands frames to the session, as a link does. Writing signs nothing.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection, Iterable, Sequence

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys
from acquire_net.errors import Wording
from acquire_net.mailbox.kept_letters import KeptLetters, kept_letters_path
from acquire_net.mailbox.letters import TABLE_BYTES, Letter, LetterError, letter_text, open_letter, seal_letter
from acquire_net.mailbox.table_mail import SHORT_LIVED, JournalSignatures, mark_of
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.missing_frames import first_frames, frames_since
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.bundles import MAX_FRAMES, QUESTION_BYTES, Bundle
from acquire_net.table.table_seat import TableSeat

MAX_FRAMES_BYTES = 1_500_000
"""In one letter."""
MAX_WAITING = 100_000
"""Frames of blocks that are not closed yet: more than those of a whole game from everyone, unless a member makes them up."""
CLOSED_BLOCKS = 2
"""Blocks that a letter repeats: a seat that has signed a block has closed the one before it."""

log = logging.getLogger("acquire.mail")


class SeatLetters:
    """by_hand.py makes one for a command, peer_letters.py one for a table that is open. Reading is `take_letters`, then the
    output of the seat, then `go_on` as long as it returns True, and at last `store`. The caller takes these steps one by one,
    because it owns the journal and what is sent. `write_letters` only copies what is signed and on the disk already."""

    def __init__(self, seat: TableSeat, keys: CurveKeys) -> None:
        """Raises KeptLettersError."""
        self._seat = seat
        self._keys = keys
        self._kept = KeptLetters.read(seat.journal.path)
        self._members = tuple(each.curve for each in seat.table.seats)
        """The CURVE key of each seat, with which letters are sealed."""
        self._me = seat.session.seat
        self._signatures = JournalSignatures(seat.journal.contents.entries)
        """Which signatures of each seat are in the journal."""
        self._waiting = [*_decoded(self._kept.frames)]
        """What letters have brought of blocks that are not closed, and who has brought it."""
        self._fed_block = -1
        """For which block the session was given the frames that wait."""
        self._wakes = False
        """True while letters have shown that the disk is the newest, and the session does not sign by that yet."""

    # --- what is known

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other seats that still play."""
        return tuple(seat for seat in self._seat.session.live if seat != self._me)

    @property
    def is_in_doubt(self) -> bool:
        """Return True while this seat signs nothing by letters, because its disk may be an old copy."""
        return bool(self._kept.asks)

    @property
    def last_words(self) -> dict[int, str]:
        """Return the letters that were written at the end of the game."""
        return self._kept.last_words

    def add_entries(self, entries: Iterable[JournalEntry]) -> None:
        """Note by what the journal has grown."""
        self._signatures.add_entries(entries)

    def signatures_of(self, seat: int) -> int:
        """Return how many signatures of a seat are here."""
        found = self._signatures.of(seat)
        ack = self._seat.session.replica.open.acks.get(seat)
        return mark_of(found if ack is None or seat == self._me else found | {ack.envelope.signature})

    # --- reading

    def take_letters(self, letters: Iterable[Letter]) -> events.LettersRead:
        """Hand the session what these letters bring for its block. The caller takes its output, calls `go_on` for the rest, and
        stores. Raises KeptLettersError."""
        bundles: list[Bundle] = []
        troubles: list[str] = []
        for letter in letters:
            try:
                bundles.append(self._open_letter(letter))
            except LetterError as trouble:
                troubles.append(str(trouble))
        before = self._frames_here()
        self._note_answers(bundles)
        known = {message.frame for _, message in self._waiting}
        new = [each for each in _decoded((bundle.sender, frame) for bundle in bundles for frame in bundle.frames)
               if each[1].frame not in known]
        self._waiting += new[:max(0, MAX_WAITING - len(self._waiting))]
        self._feed()
        self._wakes = self._wakes or bool(bundles)
        senders = tuple(sorted({bundle.sender for bundle in bundles}))
        return events.LettersRead(senders, bool(self._frames_here() - before), self.is_in_doubt, tuple(troubles))

    def _frames_here(self) -> frozenset[bytes | int]:
        """Return the open block and what is here of it, to be compared."""
        session = self._seat.session
        frames = frames_since(session.replica, session.view_change, session.claims, self._me, session.state.block)
        return frozenset((session.state.block, *frames))

    def _open_letter(self, letter: Letter) -> Bundle:
        if letter.table != self._seat.tid[:TABLE_BYTES]:
            raise LetterError(Wording("a letter is of another table"))
        if max(letter.sender, letter.to) >= len(self._members):
            raise LetterError(Wording("a letter is of a seat that this table does not have"))
        name, to = (self._seat.table.seats[seat].name for seat in (letter.sender, letter.to))
        if letter.sender == self._me:
            raise LetterError(Wording("a letter is from this seat itself: it is for {name}", name=to))
        if letter.to != self._me:
            raise LetterError(Wording("the letter of {name} is for {other}, and only that player can read it",
                                      name=name, other=to))
        try:
            bundle = open_letter(self._keys, self._members[letter.sender], letter)
        except LetterError as trouble:
            raise LetterError(Wording("a letter that says it is from {name}: {why}", name=name, why=trouble)) from None
        if bundle.table != self._seat.tid:
            raise LetterError(Wording("a letter is of another table"))
        return bundle

    def _note_answers(self, bundles: Sequence[Bundle]) -> None:
        """Find out whether this disk is an old copy, and whether the others have answered enough to say that it is not."""
        kept = self._kept
        kept.questions.update((bundle.sender, bundle.asks) for bundle in bundles if bundle.asks)
        here = self.signatures_of(self._me)
        known = max((bundle.known for bundle in bundles), default=0)
        if known > max(here, kept.known):
            kept.known = known
            self.doubt_disk()
            return
        kept.answered.update(bundle.sender for bundle in bundles if kept.asks and bundle.answers == kept.asks
                             and bundle.known <= here)
        if kept.asks and kept.answered.issuperset(self.others):
            kept.asks = b""
            kept.answered.clear()

    def doubt_disk(self) -> None:
        """Note that this disk may be an old copy, until all others have answered a new question: an old one, and its answers, may
        have come with the copy. Raises KeptLettersError."""
        self._kept.asks = secrets.token_bytes(QUESTION_BYTES)
        self._kept.answered.clear()
        self._kept.write(self._seat.journal.path)

    def go_on(self, may_wake: bool = True) -> bool:
        """Hand the session what waits for a block that is open now, or let it sign again when all is there and the letters have
        shown that its disk is the newest. Return True if there was anything to do: then something may follow from its output.
        Unless it `may_wake` by letters, it goes on asking others as before."""
        session = self._seat.session
        if self._fed_block != session.state.block and not session.stopped:
            self._feed()
            return True
        if not (self._wakes and may_wake) or self._seat.has_work:
            return False
        self._wakes = False
        if not self._kept.asks:
            session.trust_own_disk()
        return True

    def _feed(self) -> None:
        session = self._seat.session
        block = self._fed_block = session.state.block
        for sender, message in self._waiting:
            if message.block <= block + 1 and not session.stopped:
                try:
                    session.receive(sender, message.frame, is_live=False)
                except MalformedError as mistake:
                    log.warning("a frame in a letter of seat %d: %s", sender, mistake)
        self._waiting = [each for each in self._waiting if each[1].block >= session.state.block]

    # --- writing

    def write_letters(self, to: Collection[int] | None = None, everything: bool = False) -> dict[int, Letter]:
        """Return what each of these seats may lack; or all since the beginning, for one that has lost something. The caller has
        taken the output of the seat, and its disk has all of that: what a letter says is as good as sent."""
        return {seat: seal_letter(self._keys, self._members[seat], self.bundle_for(seat, everything))
                for seat in (self.others if to is None else to)}

    def bundle_for(self, seat: int, everything: bool) -> Bundle:
        session = self._seat.session
        first = 0 if everything else max(0, session.state.block - CLOSED_BLOCKS)
        frames = [frame for frame in frames_since(session.replica, session.view_change, session.claims, seat, first)
                  if decode_frame(frame).kind not in SHORT_LIVED]
        bounded = first_frames(frames[:MAX_FRAMES], MAX_FRAMES_BYTES)
        return Bundle(self._seat.tid, self._me, seat, tuple(bounded), self.signatures_of(seat), self._kept.asks,
                      self._kept.questions.get(seat, b""))

    def written_texts(self, everything: bool = False) -> events.LettersWritten:
        """Return the texts of the letters to all others, with what their writer should know."""
        texts = tuple((seat, letter_text(letter)) for seat, letter in self.write_letters(everything=everything).items())
        return events.LettersWritten(texts, not self._seat.session.asking, self.is_in_doubt)

    # --- keeping

    def store(self) -> None:
        """Keep what is needed later, and after the end of the game the letters that the others may still need. Where nobody has
        written or read any, there is nothing. Raises KeptLettersError."""
        state = self._seat.session.state
        self._kept.frames = [(sender, message.frame) for sender, message in self._waiting
                             if message.block <= state.block + 1 and not state.over]
        if (self._seat.is_finished or self._seat.session.finished) and not self._seat.disk_trouble:
            self._kept.last_words = {seat: letter_text(letter) for seat, letter in self.write_letters().items()}
        if self._kept != KeptLetters() or kept_letters_path(self._seat.journal.path).exists():
            self._kept.write(self._seat.journal.path)


def _decoded(frames: Iterable[tuple[int, bytes]]) -> Iterable[tuple[int, Signed]]:
    """Yield the messages that outlive a day, each once."""
    for sender, frame in dict.fromkeys(frames):
        try:
            message = decode_frame(frame)
        except MalformedError as mistake:
            log.warning("a frame in a letter of seat %d: %s", sender, mistake)
            continue
        if message.kind not in SHORT_LIVED:
            yield sender, message
