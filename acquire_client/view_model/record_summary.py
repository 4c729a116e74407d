"""Say what a record is without playing it: who sat there, by which rules, how far it got, who won. For lists of many games.

Nothing is checked here: a record that is opened is read by `load_record`, which plays it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from acquire_core import Ruleset
from acquire_core.record import RecordError, Seat
from acquire_core.record_header import WHOLE, read_header

MAX_HEADER_LINES = 100
MAX_TAIL_LINES = 10
"""The results of six seats, and what stands around them."""

_CHECK_LINE = re.compile(r"= \d+ [a-z]+ (\d{1,5}) ")
_RESULT_LINE = re.compile(r"result ([1-6]) ([0-5]) ([0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """`results` are rank, seat and dollars, the winner first; empty while the game goes on. `seed` is that of the bag, if it is
    known. `own_seat` is the seat of the person at this machine, if other persons may have played on other machines."""

    seats: tuple[Seat, ...]
    ruleset: Ruleset
    turn: int
    results: tuple[tuple[int, int, int], ...]
    seed: int | None = None
    own_seat: int | None = None
    log: str = WHOLE

    @property
    def is_over(self) -> bool:
        return bool(self.results)

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """Return the seats of the first rank: several where the win is shared, or the number of a team."""
        return tuple(seat for rank, seat, _ in self.results if rank == 1)


def summarize_record(data: bytes, own_seat: int | None = None) -> RecordSummary | None:
    """Return what a record says of itself; None if these bytes do not begin like one.

    `own_seat` comes from the name of a file, because a record does not have it: a number that is not a seat here is left out.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    try:
        header, length = read_header(lines[:MAX_HEADER_LINES])
    except RecordError:
        return None
    turns = (int(check[1]) for line in reversed(lines[length:]) if (check := _CHECK_LINE.match(line)))
    tail = lines[-MAX_TAIL_LINES:]
    results = tuple((int(found[1]), int(found[2]), int(found[3])) for line in tail if (found := _RESULT_LINE.fullmatch(line)))
    if sorted(seat for _, seat, _ in results) != [*range(2 if header.ruleset.teams else header.players)]:
        results = ()  # of a damaged file
    own_seat = own_seat if own_seat is not None and own_seat < header.players else None
    return RecordSummary(header.seats, header.ruleset, next(turns, 0), results, header.seed, own_seat, header.log)
