"""Score sheet and price card on screens from 40 columns: all names and all money are there, whole."""

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.view_model.price_card import price_card
from acquire_client.view_model.sheet import sheet_seen
from acquire_core import RULESETS, Game, ScriptedBag
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
