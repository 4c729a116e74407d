"""How a table begins: the same for a seat, a spectator and a reader of its journal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from acquire_net.crypto.group import Group
from acquire_net.lobby.options import TABLE_OPTIONS, option_value
from acquire_net.lobby.table_spec import TableSpec, table_id
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.state import State

MakeGame = Callable[[TableSpec, int | None], SealedGame]
"""The game of a table, before its first tile, as a seat sees it, or as everybody does."""


def state_of(group: Group, table: TableSpec, game: SealedGame) -> State:
    """Return the state with which a table begins, for a seat as for anybody who reads its journal."""
    state = opening_state(group, [seat.identity for seat in table.seats], table_id(table), game)
    return structs.replace(state, majority=option_value(table.options, "quorum") == "majority")


def hands_are_opened(table: TableSpec) -> bool:
    """Return True if all seats show their hands after the game. All who sign the table agree to it, unless it says no."""
    return option_value(table.options, "hands") == "opened"


def identities_of(table: TableSpec) -> tuple[bytes, ...]:
    """Return the identities of all seats, in order."""
    return tuple(seat.identity for seat in table.seats)


def computers_of(table: TableSpec) -> frozenset[int]:
    """Return the seats at which a computer player decides, as their own programs say."""
    return frozenset(number for number, seat in enumerate(table.seats) if seat.computer)


def timing_of(table: TableSpec, timing: Timing | None = None) -> Timing:
    """Return the times of a peer, with what the table has agreed on. Raises AdmissionError."""
    agreed = {name: value for name, value in table.options if name in ("bank", "clock", "dropping", "grace", "patience")}
    for name, value in agreed.items():
        TABLE_OPTIONS[name].check(name, value)
    timing, clock, bank = timing or Timing(), agreed.get("clock", "none"), agreed.get("bank", "none")
    patience = agreed.get("patience", "none")
    return replace(timing, decision_ms=None if clock == "none" else 1000 * int(clock),
                   patience_days=None if patience == "none" else int(patience),
                   bank_ms=0 if "none" in (clock, bank) else 60_000 * int(bank),
                   grace_ms=1000 * int(agreed["grace"]) if "grace" in agreed else timing.grace_ms,
                   auto_drop=agreed["dropping"] == "auto" if "dropping" in agreed else timing.auto_drop)
