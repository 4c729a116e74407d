"""The information card: for each price of a block the sizes at which a chain of each tier has it, and the bonuses it brings."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from acquire_client.language import message
from acquire_core import Ruleset
from acquire_core.ruleset import TIER_NAMES, TILE_COUNT

BONUS_TITLES = (message("1st bonus"), message("2nd bonus"), message("3rd bonus"))


@dataclass(frozen=True, slots=True)
class CardRow:
    """`sizes` by tier, cheap to expensive: the ranges of sizes with this price, such as `((2, 2),)` or `((0, 0), (3, 3))`."""

    price: int
    sizes: tuple[tuple[tuple[int, int], ...], ...]
    bonuses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PriceCard:
    """`tiers` name the chains of each tier, cheap to expensive."""

    tiers: tuple[tuple[str, ...], ...]
    rows: tuple[CardRow, ...]


def price_card(ruleset: Ruleset) -> PriceCard:
    """Return the card of a ruleset; size 0, a chain off the board, is on it where it has a price.

    >>> from acquire_core import RULESETS
    >>> price_card(RULESETS["classic"]).rows[2]
    CardRow(price=400, sizes=(((4, 4),), ((3, 3),), ((2, 2),)), bonuses=(4000, 2000))
    """
    numbers = [[chain for chain, tier in enumerate(ruleset.tiers) if tier == wanted] for wanted in range(len(TIER_NAMES))]
    ranges = [_size_ranges(ruleset, chains[0]) for chains in numbers]
    prices = sorted({price for tier in ranges for price in tier})
    return PriceCard(
        tiers=tuple(tuple(ruleset.chain_names[chain] for chain in chains) for chains in numbers),
        rows=tuple(CardRow(price, tuple(tier.get(price, ()) for tier in ranges), ruleset.bonuses(price)) for price in prices))


def _size_ranges(ruleset: Ruleset, chain: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the sizes of one chain by price, as ranges; no chain has size 1."""
    found: dict[int, tuple[tuple[int, int], ...]] = {}
    sizes = (0, *range(2, TILE_COUNT + 1))
    for price, same in groupby(sizes, key=lambda size: (ruleset.price(chain, size), size == 0)):
        run = list(same)
        if price[0]:
            found[price[0]] = (*found.get(price[0], ()), (run[0], run[-1]))
    return found


def range_text(ranges: tuple[tuple[int, int], ...]) -> str:
    """
    >>> range_text(((0, 0), (3, 3))), range_text(((6, 10),)), range_text(((41, 108),)), range_text(())
    ('0, 3', '6-10', '41+', '-')
    """
    return ", ".join(f"{low}" if low == high else f"{low}+" if high == TILE_COUNT else f"{low}-{high}"
                     for low, high in ranges) or "-"
