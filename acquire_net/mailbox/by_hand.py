"""A seat of a table over days that is visited by letters: people carry what the mailbox would.

Writing letters signs nothing. Reading them lets the seat sign what it owes, unless its disk may be an old copy: each letter says
how many signatures of this seat its author has. A disk with fewer is old. Then the seat signs nothing by letters until each of
the others has answered a question that it puts into its own, and has no more of its signatures than the disk.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from acquire_net.crypto import signing
from acquire_net.crypto.curve import CurveKeys
from acquire_net.errors import Wording
from acquire_net.mailbox.kept_letters import KeptLetters
from acquire_net.mailbox.letters import TABLE_BYTES, Letter, LetterError, letter_text, open_letter, seal_letter
from acquire_net.mailbox.table_mail import SHORT_LIVED, OwnSignatures
from acquire_net.protocol.codec import MalformedError, Signed, decode_frame
from acquire_net.protocol.missing_frames import first_frames, frames_since
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.bundles import MAX_FRAMES, QUESTION_BYTES, Bundle
from acquire_net.table.resume_info import forget_resume_info
from acquire_net.table.resuming import resume_seat
from acquire_net.table.table_seat import TableSeat

MAX_FRAMES_BYTES = 1_500_000
"""In one letter."""
CLOSED_BLOCKS = 2
"""Which a letter repeats: who has signed a block has closed the one before it."""

log = logging.getLogger("acquire.mail")


class TableByHand:
    """One seat while its journal is open here. Close it."""

    def __init__(self, seat: TableSeat, keys: CurveKeys) -> None:
        """Raises KeptLettersError."""
        self._seat = seat
        self._keys = keys
        self._kept = KeptLetters.read(seat.journal.path)
        self._members = tuple(each.curve for each in seat.table.seats)
        self._me = seat.session.seat
        self._entries = list(seat.journal.contents.entries)
        self._had = len(self._entries)
        self._signed_at_first = OwnSignatures(self._me, 0, self._entries).mark
        seat.keeps_secrets_of_finished = True  # without them nobody comes back, and the last letters may be missing
        self._deliver([])
        if self.is_over:
            self._store()

    @classmethod
    def open(cls, journal: Path, signer: signing.SigningKey) -> TableByHand:
        """Come back to a table without calling anybody. Raise what `resume_seat` raises, and KeptLettersError."""
        seat, info = resume_seat(journal, signer, 0)
        try:
            return cls(seat, CurveKeys(info.public, info.secret))
        except BaseException:
            seat.close()
            raise

    def close(self) -> None:
        self._seat.close()

    # --- what a person learns

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the seats."""
        return tuple(each.name for each in self._seat.table.seats)

    @property
    def seat(self) -> int:
        return self._me

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other seats that still play."""
        return tuple(seat for seat in self._seat.session.live if seat != self._me)

    @property
    def block(self) -> int:
        """Return how many steps of the game are final here."""
        return self._seat.session.state.block

    @property
    def is_asked(self) -> bool:
        return self._seat.session.is_asked

    def answers(self, given: Sequence[Any] = ()) -> list[Any]:
        """Return what this seat may answer now, in Acquire, or after these answers; nothing where it is not asked or may not
        sign."""
        game = self._seat.session.state.game
        if not (isinstance(game, AcquireGame) and self.is_asked and self.has_woken):
            return []
        return list((game.after_answers(given) if given else game).legal_actions())

    def observe(self, given: Sequence[Any] = ()) -> Any:
        """Return what this seat knows of the game of Acquire now, or after these answers of its own; None in another game."""
        game = self._seat.session.state.game
        if not isinstance(game, AcquireGame):
            return None
        return (game.after_answers(given) if given else game).observe()

    @property
    def chain_names(self) -> tuple[str, ...]:
        """Return the chains of the table in the order of its rules; none in another game."""
        game = self._seat.session.state.game
        return game.ruleset.chain_names if isinstance(game, AcquireGame) else ()

    @property
    def has_changed(self) -> bool:
        """Return True if the letters brought anything new, or this seat has said anything."""
        return len(self._entries) > self._had

    @property
    def is_over(self) -> bool:
        return self._seat.is_finished or self._seat.session.finished

    @property
    def is_in_doubt(self) -> bool:
        """Return True while this seat signs nothing by letters, because its disk may be an old copy."""
        return bool(self._kept.asks)

    @property
    def has_woken(self) -> bool:
        """Return True if this seat may sign now."""
        return not self._seat.session.asking

    @property
    def trouble(self) -> str:
        """Return why this seat or its disk does nothing more; empty where all is well."""
        return self._seat.session.stopped or self._seat.disk_trouble

    # --- reading

    def take_letters(self, letters: Iterable[Letter]) -> tuple[list[int], list[LetterError]]:
        """Read letters, let the seat do what it owes, and keep what it needs later. Return from which seats there were any, and
        what is wrong with others. Raises KeptLettersError."""
        bundles: list[Bundle] = []
        troubles: list[LetterError] = []
        for letter in letters:
            try:
                bundles.append(self._open_letter(letter))
            except LetterError as trouble:
                troubles.append(trouble)
        frames = [(bundle.sender, frame) for bundle in bundles for frame in bundle.frames]
        self._note_answers(bundles)
        self._deliver(frames)
        if bundles and not self._kept.asks:
            self._seat.session.trust_own_disk()
            self._deliver([])
        self._store()
        return sorted({bundle.sender for bundle in bundles}), troubles

    def _open_letter(self, letter: Letter) -> Bundle:
        if letter.table != self._seat.tid[:TABLE_BYTES]:
            raise LetterError(Wording("a letter is of another table"))
        if max(letter.sender, letter.to) >= len(self._members):
            raise LetterError(Wording("a letter is of a seat that this table does not have"))
        name, to = self.names[letter.sender], self.names[letter.to]
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
        known = max((bundle.known for bundle in bundles), default=0)
        if known > max(self._signed_at_first, kept.known):
            kept.known = known
            self.doubt_disk()
            return
        kept.answered.update(bundle.sender for bundle in bundles if kept.asks and bundle.answers == kept.asks
                             and bundle.known <= self._signed_at_first)
        if kept.asks and kept.answered.issuperset(self.others):
            kept.asks = b""
            kept.answered.clear()

    def doubt_disk(self) -> None:
        """Note that this disk may be an old copy, until all others have answered a new question: an old one, and its answers, may
        have come with the copy. Raises KeptLettersError."""
        self._kept.asks = secrets.token_bytes(QUESTION_BYTES)
        self._kept.answered.clear()
        self._kept.write(self._seat.journal.path)

    def _deliver(self, frames: Iterable[tuple[int, bytes]]) -> None:
        """Hand the session what was kept and what has come, as long as anything follows from it."""
        waiting: list[tuple[int, Signed]] = []
        for sender, frame in dict.fromkeys([*self._kept.frames, *frames]):
            try:
                message = decode_frame(frame)
            except MalformedError as mistake:
                log.warning("a frame in a letter of seat %d: %s", sender, mistake)
                continue
            if message.kind not in SHORT_LIVED:
                waiting.append((sender, message))
        state = self._seat.session.state
        before = -1
        while before < state.block and not self._seat.session.stopped:
            before = state.block
            for sender, message in waiting:
                if message.block <= before + 1:
                    self._receive(sender, message)
            self._settle()
            state = self._seat.session.state
            waiting = [each for each in waiting if each[1].block >= state.block]
        self._kept.frames = [(sender, message.frame) for sender, message in waiting
                             if message.block <= state.block + 1 and not state.over]

    def _receive(self, sender: int, message: Signed) -> None:
        try:
            self._seat.session.receive(sender, message.frame, is_live=False)
        except MalformedError as mistake:
            log.warning("a frame in a letter of seat %d: %s", sender, mistake)

    def _settle(self) -> None:
        """Let the session do all that it can do now, and put it on the disk. What it would send stands in the log."""
        while True:
            output = self._seat.take_output()
            self._entries += output.entries
            if not self._seat.has_work or self._seat.disk_trouble:
                return
            self._seat.session.do_spare_work()

    def _store(self) -> None:
        """Keep what is needed later; after the end of the game all letters that others may still need, and then no secrets."""
        is_over = self.is_over and not self._seat.disk_trouble
        if is_over and not self._kept.last_words:
            self._kept.last_words = {seat: letter_text(letter) for seat, letter in self.write_letters().items()}
        self._kept.write(self._seat.journal.path)
        if is_over:
            forget_resume_info(self._seat.journal.path)
            self._seat.keeps_secrets_of_finished = False
            self._settle()

    # --- deciding

    def answer(self, *answers: Any) -> None:
        """Answer for the own seat: each is one of the `answers` after those before it. Raises KeptLettersError."""
        self._seat.submit(*answers)
        self._deliver([])
        self._store()

    # --- writing

    def write_letters(self, to: Iterable[int] | None = None, everything: bool = False) -> dict[int, Letter]:
        """Return what each of these seats may lack; or all since the beginning, for one that has lost something."""
        return {seat: seal_letter(self._keys, self._members[seat], self._bundle_for(seat, everything))
                for seat in (self.others if to is None else to)}

    def _bundle_for(self, seat: int, everything: bool) -> Bundle:
        session = self._seat.session
        first = 0 if everything else max(0, session.state.block - CLOSED_BLOCKS)
        frames = [frame for frame in frames_since(session.replica, session.view_change, session.claims, seat, first)
                  if decode_frame(frame).kind not in SHORT_LIVED]
        bounded = first_frames(frames[:MAX_FRAMES], MAX_FRAMES_BYTES)
        return Bundle(self._seat.tid, self._me, seat, tuple(bounded), self._known_of(seat), self._kept.asks,
                      self._kept.questions.get(seat, b""))

    def _known_of(self, seat: int) -> int:
        """Return how many signatures of another seat are here."""
        found = OwnSignatures(seat, 0, self._entries)
        ack = self._seat.session.replica.open.acks.get(seat)
        if ack is not None:
            found.add_entries([JournalEntry(b"", ((seat, ack.envelope.signature),))])
        return found.mark


def last_letters(journal: Path) -> dict[int, str]:
    """Return the texts of the letters that a seat has written at the end of its game; none before. Raises KeptLettersError."""
    return KeptLetters.read(journal).last_words
