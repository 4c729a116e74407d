"""A seat of a table over days that is visited by letters: people carry what the mailbox would.

Writing letters signs nothing. Reading them lets the seat sign what it owes, unless its disk may be an old copy: each letter says
how many signatures of this seat its author has. A disk with fewer is old. Then the seat signs nothing by letters until each of
the others has answered a question that it puts into its own, and has no more of its signatures than the disk.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from acquire_net.crypto import signing
from acquire_net.crypto.curve import CurveKeys
from acquire_net.mailbox.kept_letters import KeptLetters
from acquire_net.mailbox.letters import Letter
from acquire_net.mailbox.seat_letters import SeatLetters
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.resume_info import forget_resume_info
from acquire_net.table.resuming import resume_seat
from acquire_net.table.table_seat import TableSeat


class TableByHand:
    """One seat while its journal is open here. Close it."""

    def __init__(self, seat: TableSeat, keys: CurveKeys) -> None:
        """Raises KeptLettersError."""
        self._seat = seat
        self._letters = SeatLetters(seat, keys)
        self._has_changed = False
        self._has_last_words = False
        """True once the last letters of a finished game are kept; without its secrets nobody comes back to write them."""
        self._deliver()
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
        return self._seat.session.seat

    @property
    def others(self) -> tuple[int, ...]:
        """Return the other seats that still play."""
        return self._letters.others

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
        return self._has_changed

    @property
    def is_over(self) -> bool:
        return self._seat.is_finished or self._seat.session.finished

    @property
    def is_in_doubt(self) -> bool:
        """Return True while this seat signs nothing by letters, because its disk may be an old copy."""
        return self._letters.is_in_doubt

    @property
    def has_woken(self) -> bool:
        """Return True if this seat may sign now."""
        return not self._seat.session.asking

    @property
    def trouble(self) -> str:
        """Return why this seat or its disk does nothing more; empty where all is well."""
        return self._seat.session.stopped or self._seat.disk_trouble

    # --- reading

    def take_letters(self, letters: Iterable[Letter]) -> tuple[list[int], list[str]]:
        """Read letters, let the seat do what it owes, and keep what it needs later. Return from which seats there were any, and
        what is wrong with others. Raises KeptLettersError."""
        read = self._letters.take_letters(letters)
        self._has_changed = self._has_changed or read.has_news
        self._deliver()
        self._store()
        return list(read.senders), list(read.troubles)

    def doubt_disk(self) -> None:
        """Note that this disk may be an old copy, until all others have answered a new question. Raises KeptLettersError."""
        self._letters.doubt_disk()

    def _deliver(self) -> None:
        """Let the session do all that it can do now, as long as anything follows from it."""
        self._settle()
        while self._letters.go_on():
            self._settle()

    def _settle(self) -> None:
        """Let the session do all that it can do now, and put it on the disk. What it would send stands in the log."""
        while True:
            output = self._seat.take_output(keeps_secrets_of_finished=not self._has_last_words)
            self._letters.add_entries(output.entries)
            self._has_changed = self._has_changed or bool(output.entries)
            if not self._seat.has_work or self._seat.disk_trouble:
                return
            self._seat.session.do_spare_work()

    def _store(self) -> None:
        """Keep what is needed later; after the end of the game all letters that others may still need, and then no secrets."""
        self._letters.store()
        if self.is_over and not self._seat.disk_trouble:
            forget_resume_info(self._seat.journal.path)
            self._has_last_words = True
            self._settle()

    # --- deciding

    def answer(self, *answers: Any) -> None:
        """Answer for the own seat: each is one of the `answers` after those before it. Raises KeptLettersError."""
        self._seat.submit(*answers)
        self._deliver()
        self._store()

    # --- writing

    def write_letters(self, to: Collection[int] | None = None, everything: bool = False) -> dict[int, Letter]:
        """Return what each of these seats may lack; or all since the beginning, for one that has lost something."""
        return self._letters.write_letters(to, everything)


def last_letters(journal: Path) -> dict[int, str]:
    """Return the texts of the letters that a seat has written at the end of its game; none before. Raises KeptLettersError."""
    return KeptLetters.read(journal).last_words
