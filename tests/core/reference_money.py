"""The money of the reference rules: prices, bonuses and their division, purchases, the final ranking.

All of it is typed in from docs/spec/rules.md a second time and on purpose; nothing here is taken from the package under test.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TypeVar

BLOCKS_OF_A_CHAIN = 25

# R5: smallest size of a row of the table, then the price of cheap, medium and expensive blocks.
PRICE_ROWS = (
    (2, (200, 300, 400)),
    (3, (300, 400, 500)),
    (4, (400, 500, 600)),
    (5, (500, 600, 700)),
    (6, (600, 700, 800)),
    (11, (700, 800, 900)),
    (21, (800, 900, 1000)),
    (31, (900, 1000, 1100)),
    (41, (1000, 1100, 1200)),
)

# R4: the position in a chain list decides the tier: two cheap, three medium, two expensive.
TIER_OF_POSITION = (0, 0, 1, 1, 1, 2, 2)

# K24: what 003's table asks for a chain off the board; a cheap one has no price at all.
PRICE_OFF_THE_BOARD = (None, 200, 300)

# docs/spec/rules.md, section 4b, by price.
SECOND_OF_THREE = {200: 1500, 300: 2200, 400: 3000, 500: 3700, 600: 4200, 700: 5000, 800: 5700, 900: 6200,
                   1000: 7000, 1100: 7700, 1200: 8200}

Holder = TypeVar("Holder", bound=Hashable)


def price(position: int, size: int) -> int:
    """Dollars for a block of an active chain, by its place in the chain list."""
    assert size >= 2, "only active chains have a row in the table"
    row = [prices for from_size, prices in PRICE_ROWS if size >= from_size][-1]
    return row[TIER_OF_POSITION[position]]


def price_off_the_board(position: int) -> int | None:
    return PRICE_OFF_THE_BOARD[TIER_OF_POSITION[position]]


def bonuses_of_places(block_price: int, places: int) -> list[int]:
    """First bonus 10 x price, last one 5 x price (R5); with three places a table between them (4b)."""
    if places == 2:
        return [10 * block_price, 5 * block_price]
    return [10 * block_price, SECOND_OF_THREE[block_price], 5 * block_price]


def divide(money: int, count: int, rounding: str) -> int:
    """Return one of `count` equal shares: up to the next 100 (R28), or to the nearest dollar."""
    if rounding == "up_100":
        return -(-money // (100 * count)) * 100
    return (2 * money + count) // (2 * count)


def share_bonuses(blocks: Mapping[Holder, int], bonuses: Sequence[int], rounding: str) -> dict[Holder, int]:
    """Who is paid what for a chain: R25-R29 for two places, docs/spec/rules.md, section 4b for any number (K21)."""
    holders = [holder for holder, count in blocks.items() if count > 0]
    if len(holders) == 1:
        return {holders[0]: sum(bonuses)}  # R29: a sole holder gets every bonus
    paid: dict[Holder, int] = {}
    place = 0
    for count in sorted({blocks[holder] for holder in holders}, reverse=True):
        tied = [holder for holder in holders if blocks[holder] == count]
        money = sum(bonuses[place:place + len(tied)])  # the places from here on, as far as they exist
        if money > 0:
            for holder in tied:
                paid[holder] = money if len(tied) == 1 else divide(money, len(tied), rounding)
        place += len(tied)
    return paid


def disposal_classes(blocks: Mapping[int, int]) -> list[set[int]]:
    """K23: all tied for most, then the second class if one player alone had most, then everybody else who holds."""
    left = {seat: count for seat, count in blocks.items() if count > 0}
    if not left:
        return []

    def take_most() -> set[int]:
        most = max(left.values())
        seats = {seat for seat in left if left[seat] == most}
        for seat in seats:
            del left[seat]
        return seats

    classes = [take_most()]
    if len(classes[0]) == 1 and left:
        classes.append(take_most())
    classes.append(set(left))
    return classes


def purchases(*, limit: int, same_kind: bool, cash: int, for_sale: Mapping[str, int], market: Mapping[str, int],
              sellable: Mapping[str, int], held: Mapping[str, int]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield every (bought, sold) within the limit; both are multisets in list order (R37, V3, K26, K34).

    `for_sale` and `sellable` give the price of each chain that may be bought or sold.
    """
    for sold in multisets(sellable, limit):
        if any(sold.count(chain) > held[chain] for chain in sold):
            continue
        money = cash + sum(sellable[chain] for chain in sold)
        for bought in multisets(for_sale, limit - len(sold)):
            if (not set(bought) & set(sold)
                    and (len(set(bought)) <= 1 or not same_kind)
                    and all(bought.count(chain) <= market[chain] for chain in bought)
                    and sum(for_sale[chain] for chain in bought) <= money):
                yield bought, sold


def multisets(chains: Mapping[str, int], most: int) -> Iterator[tuple[str, ...]]:
    """Yield all ways to take none up to `most` blocks, each in the order of `chains`."""
    for count in range(most + 1):
        yield from combinations_with_replacement(tuple(chains), count)


def rank(money: Sequence[int]) -> list[tuple[int, int, int]]:
    """(rank, seat or team, money), best first; equal money shares the rank (R43)."""
    return sorted((1 + sum(other > mine for other in money), seat, mine) for seat, mine in enumerate(money))
