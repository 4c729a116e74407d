"""Score sheet and price card on screens from 40 columns: all names and all money are there, whole."""

import io

import pytest
from rich.console import Console

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.price_card import price_card
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, ScriptedBag
from acquire_core.actions import Place
from tests.support.text_play import sit_down


@pytest.mark.parametrize("rules", ["classic", "tycoon-2023"])
@pytest.mark.parametrize("columns", [40, 47, 60, 80, 120])
def test_all_money_is_shown_whole_in_any_width(columns: int, rules: str) -> None:
    """No name, price, bonus or sum is cut or folded, with names and sums as long as they become."""
    empty = "." * 12
    rows = ["T" * 12, "TTTTT.......", empty, "W" * 12, empty, "C" * 12, "CCC.........", empty, "I" * 12]
    names = ("Clementine", "Annabel", "Ben", "Dan", "Eve", "Flo")
    cash = [123_400, 98_700, 4_100, 900, 27_600, 0]
    held = [{"continental": 10, "tower": 11}, {"continental": 2}, {}, {}, {}, {}]
    ruleset = RULESETS[rules].replace(holdings="open", special_powers=False)
    game = Game.from_position(ruleset, 6, board="\n".join(rows), hands=[["12B"], [], [], [], [], []], shares=held, cash=cash,
                              tiles=ScriptedBag(()))
    match = LocalMatch(game, players_from(",".join(names)))
    sitting = sit_down(match, ["rules"], "screen", columns=columns)
    lines = sitting.text.splitlines()
    sheet = sheet_seen(match.observe(0), match.names)
    for seat in sheet.seats:
        assert f"{seat.cash:,}" in sitting.text and f"{seat.net_worth:,}" in sitting.text
        assert any(seat.name in line for line in lines), seat.name
    for row in price_card(ruleset).rows:
        money = (row.price, *row.bonuses)
        wanted = [[f"{amount:,}" for amount in money], [str(amount) for amount in money]]
        assert any(line.split()[-len(money):] in wanted for line in lines), money
    assert "…" not in sitting.text


@pytest.mark.parametrize("columns", [40, 60, 100])
def test_a_hint_that_needs_two_lines_goes_on_below_its_text(columns: int) -> None:
    """Figures that are broken without an indent read as a line of their own."""
    names = TableNames(("Annabel", "Ben"))
    text = "Place 6D, which founds Continental"
    hints = [Hint(None, Place(0, "6D"), text, 500, 0.36, 0.41, "It founds a chain with five tiles and gets a share free of it."),
             Hint(None, Place(0, "5D"), "Place 5D", 500, 0.2, 0.4, "It adds a tile.")]
    page = io.StringIO()
    console = Console(file=page, width=columns, color_system=None, markup=False, emoji=False, highlight=False)
    ScreenPresenter(console).show_hints(hints, names)
    lines = [line.rstrip() for line in page.getvalue().splitlines()]
    assert " ".join(" ".join(lines).split()).startswith(f"1. {text} wins 41%, tried in 36% of the games It founds")
    assert [line[:3] for line in lines if not line.startswith("   ")] == ["1. ", "2. "], lines
    assert max(map(len, lines)) <= columns
