"""What screens draw: sentences for every event, questions for every phase, boards, sheets and price cards."""

from typing import Any

import pytest

from acquire_client.theme import CHAIN_PAINTS
from acquire_client.view_model import questions, sentences
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.position import position_of
from acquire_client.view_model.price_card import price_card, range_text
from acquire_client.view_model.sheet import score_sheet
from acquire_client.view_model.words import TableNames, printable
from acquire_core import RULESETS, Game, RandomPlayer
from acquire_core import actions as act
from acquire_core import events as ev
from acquire_core.engine.game import END_REASONS, PHASES
from acquire_core.ruleset import CHAIN_LISTS
from tests.client.sample_events import EVENTS, sample

NAMES = TableNames(("Ada", "Bo", "Cy", "Di"))


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence(kind: Any) -> None:
    sentence = sentences.event_sentence(sample(kind), NAMES)
    assert sentence.isascii()
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert "None" not in sentence


def test_no_event_class_is_missing_from_the_union() -> None:
    classes = {value for value in vars(ev).values() if isinstance(value, type) and value.__module__ == ev.__name__}
    assert classes == set(EVENTS)


@pytest.mark.parametrize(("event", "sentence"), [
    (ev.TileDrawn(1, None), "Bo draws a tile."),
    (ev.TileDrawn(1, "5E"), "Bo draws 5E."),
    (ev.ChainFounded(0, "tower", "5E", ("6E",), 2, True), "Ada founds Tower with 2 tiles and gets a share free."),
    (ev.ChainFounded(0, "tower", "5E", ("6E",), 2, False),
     "Ada founds Tower with 2 tiles but the market has no share left to give."),
    (ev.ChainGrew(0, "tower", "5E", (), 4), "Tower grows to 4 tiles."),
    (ev.ChainGrew(0, "tower", "5E", ("4D", "4E"), 6), "Tower grows to 6 tiles, taking in 4D and 4E."),
    (ev.MergerBegan(0, "5E", ("luxor", "tower", "imperial")), "5E merges Luxor, Tower and Imperial."),
    (ev.BonusPaid(2, "luxor", 3000, "first", 1, 1, 4, False), "Cy gets $3,000, the first bonus, with 4 shares of Luxor."),
    (ev.BonusPaid(2, "luxor", 2300, "tied for first", 1, 2, 4, False),
     "Cy gets $2,300, tied for first with 4 shares of Luxor; the bonus is divided among 2."),
    (ev.BonusPaid(2, "luxor", 4500, "sole holder", 1, 1, 1, True), "Cy gets $4,500 as the sole holder of Luxor (1 share)."),
    (ev.BlocksDisposed(0, "luxor", "tower", 1, 2, 4, 800),
     "Ada, holding 7 shares of Luxor, keeps 1, sells 2 for $800 and trades 4 for 2 of Tower."),
    (ev.BlocksDisposed(0, "luxor", "tower", 1, 0, 0, 0), "Ada, holding 1 share of Luxor, keeps 1."),
    (ev.BlocksBought(0, "luxor", 2, 0), "Ada takes 2 shares of Luxor for nothing."),
    (ev.FinalRank(1, 3, 45600), "1. Di with $45,600."),
])
def test_sentences_say_what_the_event_says(event: ev.Event, sentence: str) -> None:
    assert sentences.event_sentence(event, NAMES) == sentence


def test_teams_are_named_in_the_final_ranks() -> None:
    names = TableNames(NAMES.seats, teams=True)
    assert sentences.event_sentence(ev.FinalRank(1, 1, 90000), names) == "1. Bo and Di with $90,000."


def test_every_end_reason_has_a_sentence() -> None:
    assert set(sentences.END_REASONS) == set(END_REASONS) - {None}


@pytest.mark.parametrize(("reason", "happened", "sentence"), [
    ("declared", (ev.TileDrawn(0, None), ev.EndDeclared(2)), "Cy announced the end of the game."),
    ("declared", (ev.EndDeclared(1), ev.EndDeclared(2), ev.EndDeclared(0)), "Bo, Cy and Ada announced the end of the game."),
    ("declared", (), "The game ends as announced."),
    ("no_tile", (ev.TileDrawn(0, None),), "The game ends: no tile can be placed."),
    (None, (), ""),
])
def test_the_result_says_who_announced_the_end(reason: str | None, happened: tuple[ev.Event, ...], sentence: str) -> None:
    assert sentences.end_sentence(reason, happened, NAMES) == sentence


def test_the_result_says_what_allowed_the_end() -> None:
    rules = RULESETS["classic"]
    assert sentences.end_condition({"tower": 12, "luxor": 0}, rules, NAMES) == "All chains on the board were safe."
    assert sentences.end_condition({"luxor": 12, "tower": 41}, rules, NAMES) == "Tower has 41 tiles."
    assert sentences.end_condition({"tower": 12}, rules.replace(end_all_safe=False), NAMES) == ""
    happened = (ev.EndDeclared(2),)
    assert sentences.end_sentence("declared", happened, NAMES, "Why.") == "Cy announced the end of the game. Why."
    assert sentences.end_sentence("stall", (), NAMES, "Why.") == "The game ends: a whole round has changed nothing."


def test_an_action_that_changes_nothing_is_narrated_too() -> None:
    assert sentences.all_sentences(act.Buy(0), (), NAMES) == ("Ada buys nothing.",)
    assert sentences.all_sentences(act.DeclareEnd(3, False), (), NAMES) == ("Di does not announce the end.",)
    assert sentences.all_sentences(act.DrawTile(0, None), (), NAMES) == ("Nothing changes.",)


@pytest.mark.parametrize("name", RULESETS)
def test_whole_games_can_be_narrated(name: str) -> None:
    ruleset = RULESETS[name].replace(special_powers=True, found_optional=True, merger_bonus=500)
    game, player, moves = Game(ruleset, 4), RandomPlayer(3), 0
    while not game.over:
        action = game.action_of(player.code(game))
        moves += 1
        position = position_of(game, NAMES, moves, action, game.apply(action))
        assert position.lines
        assert position.question
    assert position.question == "The game is over."


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_has_a_question_that_names_who_decides(phase: str) -> None:
    asked = questions.question_text(phase, 2, NAMES)
    assert asked.endswith(".")
    assert "Cy" in asked or phase in ("start", "draw", "market_draw", "over")
    assert questions.question_text(phase, None, NAMES)


def test_the_board_marks_what_is_new() -> None:
    picture = board_picture({"1A": None, "2A": "tower", "12I": "luxor"}, new=["2A"])
    assert picture.text().splitlines()[0] == "oT.........."
    assert picture.text().splitlines()[8] == "...........L"
    assert [square.tile for row in picture.rows for square in row if square.new] == ["2A"]


def test_the_sheet_counts_blocks_at_the_price_of_the_moment() -> None:
    board = "\n".join(["TTT.LL......", *["............"] * 8])
    game = Game.from_position("classic", 2, board=board, hands=[["9A"], []], cash=[1000, 700],
                              shares=[{"tower": 2, "luxor": 1, "imperial": 5}, {}])
    sheet = score_sheet(game.snapshot(), game.ruleset, NAMES)
    tower, = [row for row in sheet.chains if row.chain == "tower"]
    assert (tower.size, tower.price, tower.market, tower.blocks, tower.safe) == (3, 300, 23, (2, 0), False)
    assert [seat.net_worth for seat in sheet.seats] == [1000 + 2 * 300 + 200, 700]
    assert [seat.deciding for seat in sheet.seats] == [True, False]
    assert sheet.seats[0].tiles == ("9A",)


def test_a_chain_of_the_safe_size_is_safe_on_the_sheet() -> None:
    board = "\n".join(["TTTTTTTTTTT.", *["............"] * 8])
    for name, safe in (("classic", True), ("dos-1988", False)):
        game = Game.from_position(name, 2, board=board, hands=[["9C"], []])
        row, = [row for row in score_sheet(game.snapshot(), game.ruleset, NAMES).chains if row.size]
        assert row.safe is safe


def test_used_powers_are_gone_from_the_sheet() -> None:
    game = Game.from_position(RULESETS["classic"].replace(special_powers=True), 2, board="\n".join(["............"] * 9),
                              hands=[["9C"], []])
    assert score_sheet(game.snapshot(), game.ruleset, NAMES).seats[0].powers_left == act.POWERS
    game.play("0 power play4")
    assert score_sheet(game.snapshot(), game.ruleset, NAMES).seats[0].powers_left == act.POWERS[:-1]


@pytest.mark.parametrize("name", RULESETS)
def test_the_price_card_has_every_size_of_every_chain_once(name: str) -> None:
    ruleset, card = RULESETS[name], price_card(RULESETS[name])
    assert tuple(chain for tier in card.tiers for chain in tier) == ruleset.chain_names
    for chain, tier in enumerate(ruleset.tiers):
        on_card = {size: row.price for row in card.rows for low, high in row.sizes[tier] for size in range(low, high + 1)}
        assert on_card == {size: ruleset.price(chain, size) for size in range(109) if ruleset.price(chain, size)}
    assert all(row.bonuses == ruleset.bonuses(row.price) for row in card.rows)
    assert range_text(card.rows[-1].sizes[2]) == "41+"


def test_every_chain_has_a_colour_and_letters_are_unique_in_a_list() -> None:
    for names in CHAIN_LISTS.values():
        assert {name.lower() for name in names} <= set(CHAIN_PAINTS)
        assert len({name[0] for name in names}) == len({CHAIN_PAINTS[name.lower()].fill for name in names}) == len(names)


def luminance(colour: str) -> float:
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("chain", CHAIN_PAINTS)
def test_letters_can_be_read_on_their_colour(chain: str) -> None:
    low, high = sorted(map(luminance, (CHAIN_PAINTS[chain].fill, CHAIN_PAINTS[chain].ink)))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_names_of_any_origin_are_harmless() -> None:
    names = TableNames.of_seats(["\x1b[31mEve\x1b[0m", "  ", "Zo\u202eë", "[b]:x:"], RULESETS["classic"])
    assert names.seats == ("\\x1b[31mEve\\x1b[0m", "Seat 1", "Zo\\u202eë", "[b]:x:")
    assert printable("tab\tand\nline") == "tab\\tand\\nline"
