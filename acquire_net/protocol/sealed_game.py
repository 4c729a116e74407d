"""What the protocol asks of the game on the table: it moves opaque actions and numbered tiles, and knows nothing else of it.

A game says what it needs next (`next_question`) and receives the outcome. It is one peer's view: a tile that this peer does not
know is `None`. Every peer's copy asks the same questions in the same order and has the same digest, because both use only what
all seats know. A method that raises `RefusedError` has changed nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from acquire_net.errors import LocalError


class RefusedError(LocalError, ValueError):
    """The rules do not allow this action; the text says why."""


class Draw(Struct, frozen=True):
    """The next tiles of the bag, one for each entry: for that seat alone, or for all to see where it is None."""
    seats: tuple[int | None, ...]


class Lottery(Struct, frozen=True):
    """One tile of the bag, any of them, for all to see; it stays in the deck.

    Out of an opened bag the game may take it, and then it is no longer `unseen`. With `of_all_tiles` it is any tile of the
    game, wherever it lies: the bag is empty, so no position can be opened for it.
    """
    of_all_tiles: bool = False


class OpenBag(Struct, frozen=True):
    """Every tile of the bag, for all to see; from now on the bag has no secret.

    No `Draw` follows until a new deck is made. Actions and lotteries take tiles out that nobody proves anything about: in the bag
    are those opened tiles that are still `unseen`.
    """


class AskDecision(Struct, frozen=True):
    """An action of this seat."""
    seat: int


class AskAnswers(Struct, frozen=True):
    """An answer of each of these seats, in ascending order. None is known to others before all seats have committed to theirs.

    When a seat is lost meanwhile, the game may ask fewer seats in the same step, and never more.
    """
    seats: tuple[int, ...]
    step: bytes
    """A name that no other step of the game has; it follows from what all seats know."""


class GameFinished(Struct, frozen=True):
    """The game is over; the same bytes for all, which the seats sign."""
    result: bytes


Question = Draw | Lottery | OpenBag | AskDecision | AskAnswers | GameFinished


class SealedGame(Protocol):
    @property
    def tile_count(self) -> int:
        """Return how many tiles there are; they are numbered from 0."""

    @property
    def has_begun(self) -> bool:
        """Return True once the deal is done, all hands included. Before that, a seat that is lost sends everybody back to the
        lobby: a partner could have the deal drawn again by leaving."""

    @property
    def asks_answers(self) -> bool:
        """Return True if this game may ask `AskAnswers`."""

    def copy(self) -> SealedGame:
        """Return an independent copy, cheap enough to make one for every block."""

    def next_question(self) -> Question:
        """Return what is needed next."""

    def record_draw(self, tiles: Sequence[int | None]) -> None:
        """Answer `Draw`, in its order; a tile drawn for another seat is None."""

    def record_raffle(self, tile: int) -> None:
        """Answer `Lottery`."""

    def bag_opened(self, tiles: Sequence[int]) -> None:
        """Answer `OpenBag`, with all tiles of the bag in any order."""

    def to_prove(self, seat: int, action: bytes) -> tuple[int, ...]:
        """Return the tiles of the seat's hand that it must prove to hold before this action counts: those that it names and that
        not all know yet. They follow from the action and from what all know. Raises RefusedError where it cannot be read."""

    def apply_decision(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        """Answer `AskDecision`: apply the action, for which the `proven` tiles were opened. Raises RefusedError where the rules
        or missing proofs forbid it. From now on all know the proven tiles, whether they have left the hand or not, and nothing
        is ever to be proven about them again."""

    def check_answer(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        """Raise RefusedError where the rules or missing proofs forbid an answer to `AskAnswers`. It depends on nothing that other
        seats answer; and what is allowed stays allowed when a seat is lost, as long as its author is asked."""

    def apply_answers(self, answers: Mapping[int, tuple[bytes, tuple[int, ...]]]) -> None:
        """Answer `AskAnswers`: apply what each seat that is asked answers, with the tiles that it has proven."""

    def record_leaving(self, seat: int) -> None:
        """Take out a seat for good. Its tiles are back in the bag, unseen, and an opened bag has secrets again."""

    def unseen_tiles(self) -> frozenset[int]:
        """Return the tiles that lie in the bag or hidden in a live hand, as far as all know: what a new deck must hold."""

    def digest(self) -> bytes:
        """Return 32 bytes over what all seats know, equal on every peer."""

    def canonical_state(self) -> dict[str, Any]:
        """Return what the digest covers, as JSON-able data, for the report of a disagreement."""
