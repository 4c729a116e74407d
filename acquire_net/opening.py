"""How a table begins: the same for a seat, a spectator and whoever reads its journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from acquire_net.crypto.group import Group
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.lobby import NotWelcome, Table, table_id
from acquire_net.protocol.patience import Timing
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.state import State

MakeGame = Callable[[Table, int | None], SealedGame]
"""The game of a table, before its first tile, as a seat sees it, or as everybody does."""


def state_of(group: Group, table: Table, game: SealedGame) -> State:
    """The beginning of a table, for a seat as for anybody who reads its journal."""
    return opening_state(group, [seat.identity for seat in table.seats], table_id(table), game)


def hands_are_opened(table: Table) -> bool:
    """By consent of all who sign the table: unless it says otherwise, everybody shows after the game what he held."""
    return dict(table.options).get("hands", "opened") == "opened"


LONGEST_CLOCK_SECONDS = 86_400


def clock_seconds(table: Table) -> int | None:
    """How long a person may take for a decision at this table; None where it has no clock. Raises NotWelcome."""
    text = dict(table.options).get("clock")
    if text is None:
        return None
    seconds = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    if str(seconds) != text or not 1 <= seconds <= LONGEST_CLOCK_SECONDS:
        raise NotWelcome(f"the clock of this table is {text!r}: a number of seconds from 1 to {LONGEST_CLOCK_SECONDS} is meant")
    return seconds


def timing_of(table: Table, timing: Timing | None) -> Timing:
    """A peer's own patience, with the clock that the table has agreed on. Raises NotWelcome."""
    seconds = clock_seconds(table)
    return replace(timing or Timing(), decision_ms=None if seconds is None else 1000 * seconds)
