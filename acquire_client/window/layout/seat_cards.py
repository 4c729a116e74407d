"""The cards of the seats of a new game, one below the other, and at the foot what adds one and what is set for all of them."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.window.layout.box import MIN_TARGET, Box, Unit

FEW_SEATS = 4
"""So many cards have the same height, whether there are fewer seats or not; more cards are lower."""


@dataclass(frozen=True, slots=True)
class SeatCardLayout:
    """A card: the avatar at its left, who it is in the first line, how it plays in the second one, and a sentence about that."""

    card: Box
    avatar: Box
    name: Box
    kind: Box
    remove: Box
    level: Box
    style: Box
    note: Box
    """Where the sentence stands; it has no height where there is no room for it."""


def seat_cards_layout(room: Box, unit: Unit, count: int) -> tuple[tuple[SeatCardLayout, ...], Box, Box]:
    """Return the cards from the top down, the place of the button that adds a seat, which never moves, and beside it the place of
    what sets the level of all computer players."""
    gap, row = unit(6), unit.target(32)
    add, every = room.foot(row).columns((1, 1), gap)
    cards = room.without_foot(row + gap)
    height = min(unit(104), (cards.h - gap * (max(count, FEW_SEATS) - 1)) // max(count, FEW_SEATS))
    return tuple(_card_layout(card, unit) for card in cards.stacked(count, height, gap)), add, every


def _card_layout(card: Box, unit: Unit) -> SeatCardLayout:
    gap, line = unit(6), max(unit(17), unit.text(11) + 3)
    between = min(unit(4), max(1, card.h - 2 * MIN_TARGET))
    row = max(MIN_TARGET, min(unit.target(32), (card.h - between - 2 * unit(5)) // 2))
    has_note = card.h >= 2 * row + 2 * between + line + 2 * unit(5)
    used = 2 * row + between + (line + between if has_note else 0)
    side = min(2 * row, unit(46))
    top = card.y + (card.h - used) // 2
    avatar = Box(card.x + unit(10), top + (2 * row + between - side) // 2, side, side)
    left = avatar.right + unit(10)
    first = Box(left, top, card.right - unit(6) - left, row)
    second, note = first.moved(y=row + between), Box(left, top + 2 * (row + between), first.w, line if has_note else 0)
    name, kind = first.without_end(row + gap).columns((1, 1.1), gap)
    level, style = second.without_end(row + gap).columns((1, 1.1), gap)
    return SeatCardLayout(card, avatar, name, kind, first.end(row), level, style, note)
