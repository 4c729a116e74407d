"""Tables that are set by one name: the rules, the seats, and what a table agrees on beside the rules.

A preset is not a ruleset: what it sets are rows of the table of options and settings of the table, and each may be changed again.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_core import RULESETS, Ruleset
from acquire_core.record_header import LAST_ROUND


@dataclass(frozen=True, slots=True)
class TablePreset:
    """`log` is how much of the game screens show; the seats are drawn."""

    title: str
    ruleset: Ruleset
    seats: int
    log: str

    def is_set(self, ruleset: Ruleset, log: str) -> bool:
        return ruleset == self.ruleset and log == self.log


TOURNAMENT = TablePreset(message("Tournament"), RULESETS["classic"].replace(holdings="hidden"), 4, LAST_ROUND)
TABLE_PRESETS: Mapping[str, TablePreset] = {"tournament": TOURNAMENT}
"""By the names of the command line."""


def drawn_order(people: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return these people in an order that is drawn."""
    return tuple(secrets.SystemRandom().sample(people, len(people)))
