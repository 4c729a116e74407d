"""What there is to know about one chain: size, price and next price, bonuses, shares left, and who holds how many."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.sheet import ChainRow, ScoreSheet
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import Ruleset

MAX_SIZE = 108
"""Tiles of the whole board."""
BONUS_TEXTS = (message("1st bonus {amount:$}"), message("2nd {amount:$}"), message("3rd {amount:$}"))


@dataclass(frozen=True, slots=True)
class ChainCard:
    """One chain. `next_step` is the size and the price of the next higher price, None where there is none."""

    row: ChainRow
    bonuses: tuple[int, ...]
    next_step: tuple[int, int] | None
    holders: tuple[tuple[int, int | None], ...]
    """Seats that are known to hold shares, most first, with how many; None where that is concealed."""


def chain_card(sheet: ScoreSheet, chain: str, ruleset: Ruleset) -> ChainCard:
    number = next(at for at, row in enumerate(sheet.chains) if row.chain == chain)
    row = sheet.chains[number]
    price = ruleset.price(number, row.size)
    step = next(((size, higher) for size in range(max(2, row.size + 1), MAX_SIZE + 1)
                 if (higher := ruleset.price(number, size)) > price), None)
    held = [(seat, None if owned is True else owned) for seat, owned in enumerate(row.blocks) if owned]
    held.sort(key=lambda holder: (-(holder[1] or 0), holder[0]))
    return ChainCard(row, ruleset.bonuses(price) if price else (), step, tuple(held))


def card_text(card: ChainCard, names: TableNames) -> str:
    """Return the card in a few lines."""
    row, translate = card.row, names.translate
    title = chain_title(row.chain)
    if not row.size:
        lines = [translate("{chain} is not on the board.", chain=title)]
    else:
        heading = translate("{chain}: {size:tile|tiles}, {price:$} a share", chain=title, size=row.size, price=row.price)
        lines = [f"{heading}. {translate('SAFE')}." if row.safe else f"{heading}."]
    if card.bonuses and row.size:
        bonuses = (translate(text, amount=amount) for text, amount in zip(BONUS_TEXTS, card.bonuses, strict=False))
        lines.append(", ".join(bonuses) + ".")
    if card.next_step is not None and row.size:
        size, price = card.next_step
        lines.append(translate("{count:more tile|more tiles}: {price:$}.", count=size - row.size, price=price))
    holders = [names.seat(seat) if held is None else f"{names.seat(seat)} {held}" for seat, held in card.holders]
    left = translate("{count} left", count=row.market)
    lines.append(f"{', '.join(holders)}; {left}." if holders else f"{left[0].upper()}{left[1:]}.")
    return "\n".join(lines)
