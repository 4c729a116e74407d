"""What is said of a thing that is pointed at and is not an answer: cards of chains, seats and money, and of a dead square."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from acquire_client.matches.players import Player
from acquire_client.view_model.board import BoardPicture
from acquire_client.view_model.chain_card import card_text, chain_card
from acquire_client.view_model.facts import ended_texts
from acquire_client.view_model.seat_choices import seat_title
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import sheet_lines
from acquire_client.window.table_view.sheet_view import row_tips, sheet_areas
from acquire_client.window.widgets.button import ClickArea
from acquire_client.window.widgets.widget import Widget
from acquire_core import Observation


def chain_cards(sheet: ScoreSheet, seen: Observation, names: TableNames) -> dict[str, str]:
    """Return the card of each chain, for its column of the sheet and its body on the board."""
    return {row.chain: card_text(chain_card(sheet, row.chain, seen.ruleset), names) for row in sheet.chains}


def card_of_square(tile: str, board: BoardPicture, cards: Mapping[str, str], dead: Collection[str],
                   translate: Callable[..., str]) -> str:
    """Return the card of the chain that a square belongs to, or that it is dead, or nothing."""
    chain = next(square.chain for row in board.rows for square in row if square.tile == tile)
    if tile in dead:
        return translate("Dead: no tile can ever be placed between these chains.")
    return "" if chain is None else cards[chain]


def sheet_widgets(box: Box, unit: Unit, sheet: ScoreSheet, seen: Observation, players: Sequence[Player], cards: Mapping[str, str],
                  names: TableNames, show_players: Callable[[], None], show_chains: Callable[[], None]) -> list[Widget]:
    """Return the columns of the sheet: a click shows more, and the column of a chain has its card."""
    (seats, money), chains = sheet_areas(box, len(sheet.seats), len(sheet.chains), unit)
    rows = sheet_lines(box, len(sheet.seats), unit)[1:]
    titles = row_tips(seats, rows, [seat_title(player, names.words) for player in players])
    ended = row_tips(money, rows, ended_texts(seen, sheet, names))
    return [ClickArea("players", seats, show_players, part_tips=titles), ClickArea("money", money, show_players, part_tips=ended),
            *(ClickArea(f"chain {row.chain}", area, show_chains, cards[row.chain])
              for row, area in zip(sheet.chains, chains, strict=True))]
