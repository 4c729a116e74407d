"""The card of a chain: what it is worth, what comes next, who holds it, and nothing that is concealed."""

import pytest

from acquire_client.view_model.chain_card import card_text, chain_card
from acquire_client.view_model.sheet import sheet_seen, worth_ranks
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, ShuffledBag

NAMES = TableNames(("Ada", "Ben", "Cleo"))


def text_of(holdings: str, chain: str = "luxor", board: str = "LL..TTTTTTTT", rules: str = "classic") -> str:
    ruleset = RULESETS[rules].replace(holdings=holdings)
    shares: list[dict[str, int]] = [{"luxor": 2}, {"luxor": 5, "tower": 1}, {}] if "luxor" in ruleset.chain_names else [{}] * 3
    lines = [line.ljust(12, ".")[:12] for line in board.split("\n")]
    game = Game.from_position(ruleset, 3, board="\n".join([*lines, *["." * 12] * (9 - len(lines))]),
                              hands=[["9I"], ["9H"], ["9G"]], cash=[6000] * 3, shares=shares, tiles=ShuffledBag(1))
    return card_text(chain_card(sheet_seen(game.observe(0), NAMES), chain, game.ruleset), NAMES)


def test_a_card_has_size_price_bonuses_the_next_price_and_holders() -> None:
    assert text_of("open") == ("Luxor: 2 tiles, $200 a share.\n1st bonus $2,000, 2nd $1,000.\n1 more tile: $300.\n"
                               "Ben 5, Ada 2; 18 left.")


@pytest.mark.parametrize(("holdings", "holders"), [("piles", "Ada 2, Ben; 18 left."), ("hidden", "Ada 2; 18 left.")])
def test_a_card_says_no_more_than_the_rules_show(holdings: str, holders: str) -> None:
    assert text_of(holdings).split("\n")[-1] == holders


def test_a_safe_chain_is_called_safe_by_a_word() -> None:
    assert text_of("open", "tower", "LL..TTTTTTTT\n....TTTT").startswith("Tower: 12 tiles, $700 a share. SAFE.")


def test_a_third_bonus_is_on_the_card_where_there_is_one() -> None:
    assert "3rd" in text_of("open", "tower", "....TTTTTTTT", "tycoon-2023")


def test_a_chain_that_is_not_on_the_board_has_its_shares_left() -> None:
    assert text_of("open", "imperial") == "Imperial is not on the board.\n25 left."


@pytest.mark.parametrize(("holdings", "ranks"), [("open", (2, 1, 3)), ("hidden", (0, 0, 0))])
def test_seats_are_ranked_by_worth_where_all_of_it_is_open(holdings: str, ranks: tuple[int, ...]) -> None:
    ruleset = RULESETS["classic"].replace(holdings=holdings)
    game = Game.from_position(ruleset, 3, board="\n".join(["LL..........", *["." * 12] * 8]), hands=[["9I"], ["9H"], ["9G"]],
                              cash=[6000] * 3, shares=[{"luxor": 2}, {"luxor": 5}, {}], tiles=ShuffledBag(1))
    assert worth_ranks(sheet_seen(game.observe(0), NAMES)) == ranks
