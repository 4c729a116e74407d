"""Personalities as rows of a table: what a player likes beside winning, over the same search.

Each number is what one of something is worth to the player, in reward: 0.01 is a hundredth of a game. They are small,
so that a personality decides between moves that are about equally good and plays no bad ones for its taste.
"""

from __future__ import annotations

from dataclasses import dataclass

from .levels import NoSuchBot
from .search import STYLE_FIELDS


class PersonalityError(NoSuchBot):
    """A personality that does not exist; the message lists those that do."""


@dataclass(frozen=True)
class Personality:
    name: str
    help: str
    win_weight: float | None = None
    """How much of the reward is winning, where that is another than the level's."""
    founding: float = 0.0
    merging: float = 0.0
    saving: float = 0.0
    """For each $1,000 of cash left after buying."""
    small_chains: float = 0.0
    large_chains: float = 0.0
    contest: float = 0.0
    """For each share bought where a rival holds most."""
    follow: float = 0.0
    """The same where this rival is the richest."""
    holding: float = 0.0
    trading: float = 0.0

    @property
    def style(self) -> tuple[float, ...]:
        """Return the weights in the order in which the search reads them."""
        return tuple(getattr(self, field) for field in STYLE_FIELDS)


PERSONALITIES: tuple[Personality, ...] = (
    Personality("builder", "founds chains and buys into small ones", founding=0.02, small_chains=0.005),
    Personality("raider", "merges early and fights for majorities of others", merging=0.02, contest=0.006),
    Personality("hoarder", "keeps the shares of chains that are taken over, and owns much of the large ones", holding=0.004,
                large_chains=0.004, saving=-0.002),
    Personality("shadow", "buys what the richest rival leads in", follow=0.008),
    Personality("gambler", "plays for the win alone and spends all it has", win_weight=1.0, saving=-0.004, trading=0.003,
                merging=0.01),
    Personality("accountant", "counts every dollar and keeps a reserve", win_weight=0.4, saving=0.003, large_chains=0.002),
)


def find_personality(wanted: str | Personality | None) -> Personality | None:
    """Return the row of a name; None stays None.

    >>> find_personality("raider").merging
    0.02
    """
    if wanted is None or isinstance(wanted, Personality):
        return wanted
    for row in PERSONALITIES:
        if wanted == row.name:
            return row
    raise PersonalityError(f"there is no personality {wanted!r}; there are {', '.join(row.name for row in PERSONALITIES)}")
