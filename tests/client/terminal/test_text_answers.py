"""Every question that the rules can put: what it says, the ways to answer it, and how a wrong answer is met."""

from typing import Any

import pytest

from acquire_client.view_model.answers import AnswerError, meaning_of, read_answer
from acquire_client.view_model.neighbours import effect_text, neighbour_squares
from acquire_client.view_model.prompts import Prompt, PromptContext, prompt_for
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game
from acquire_core import actions as act
from tests.support.text_play import position, positioned, sit_down

NAMES = TableNames(("Anna", "Ben", "Cem"))
CROWD = ["LLLLLLLLLLL.", "............", "TTTTTTTTTTT."]


def prompt_of(game: Game, **context: Any) -> Prompt:
    seat = game.to_move
    assert seat is not None
    return prompt_for(game.observe(seat), NAMES, PromptContext(**context))


def after(game: Game, *lines: str) -> Game:
    for line in lines:
        game.play(line)
    return game


def placing() -> Game:
    return position(["LL..TTT....."], [["3A", "4A", "12I"]])


def buying(**options: Any) -> Game:
    shares = [{"luxor": 2}, {}, {}]
    return after(position(["LL..TTT....."], [["12I"]], shares=shares, options=options), "place 12I")


def disposing() -> Prompt:
    game = after(position(["LL.TTT......"], [["3A"]], shares=[{"luxor": 7}, {}, {}]), "place 3A")
    return prompt_of(game, defunct="luxor", survivor="tower", size=2, price=200)


# --- placing ---

def test_placing_says_who_decides_and_what_each_tile_does() -> None:
    prompt = prompt_of(placing())
    assert prompt.question == "Anna places a tile."
    assert [(choice.key, choice.name, choice.label) for choice in prompt.choices] == [
        ("1", "3A", "Luxor grows from 2 to 3 tiles"), ("2", "4A", "Tower grows from 3 to 4 tiles"), ("3", "12I", "lies alone")]


@pytest.mark.parametrize("typed", ["2", "4A", "4a", "place 4A", "0 place 4a", "PLACE 4A", "  4a  "])
def test_a_tile_is_named_in_many_ways(typed: str) -> None:
    assert read_answer(prompt_of(placing()), typed, NAMES) == act.Place(0, "4A")


@pytest.mark.parametrize(("typed", "text"), [("", "Nothing was typed"), ("5z", "'5Z' is not a tile; tiles run from 1A to 12I."),
                                             ("13A", "'13A' is not a tile"), ("7", "not an answer"), ("4A 3A", "one tile"),
                                             ("1 place 4A", "decision of Anna"), ("place", "cannot be read"), ("place 99Z",
                                                                                                               "cannot be read"),
                                             ("hello", "not an answer"), ("x" * 300, "too long"), ("\x1b[2J", "\\x1b[2J"),
                                             ("* draw 0 4A", "not an answer"),])
def test_a_wrong_answer_is_met_with_a_sentence(typed: str, text: str) -> None:
    with pytest.raises(AnswerError) as refused:
        read_answer(prompt_of(placing()), typed, NAMES)
    assert text in str(refused.value)
    assert str(refused.value).endswith(".")
    assert str(refused.value).isprintable()


def test_a_tile_that_cannot_be_placed_says_why() -> None:
    game = after(position(CROWD, [["1B", "12I"]]), "end no")
    match = positioned(game)
    prompt = prompt_of(game, unplayable=match.unplayable_tiles())
    assert prompt.choices[0].action is None
    assert "safe" in prompt.choices[0].label
    with pytest.raises(AnswerError, match="1B cannot be placed: the tile would merge chains that are safe"):
        read_answer(prompt, "1", NAMES)


def test_what_a_tile_touches() -> None:
    board = {"4E": "tower", "6E": "luxor", "5D": None, "5C": None}
    assert effect_text("5E", board, {"tower": 3, "luxor": 5}) == "merges Tower (3) into Luxor (5)"
    assert effect_text("5E", board, {"tower": 5, "luxor": 5}) == "merges Luxor (5) and Tower (5); the largest are equal"
    assert effect_text("5B", board, {"tower": 3, "imperial": 0}) == "founds a chain of 3 tiles"
    assert effect_text("5B", board, {"tower": 3}) == "makes a loose group of 3 tiles"
    assert set(neighbour_squares("12I")) == {"11I", "12H"}


# --- chains ---

@pytest.mark.parametrize("typed", ["T", "t", "tower", "Tow", "found Tower", "0 FOUND tower"])
def test_a_chain_is_named_in_many_ways(typed: str) -> None:
    game = after(position(["o..........."], [["2A"]]), "place 2A")
    assert read_answer(prompt_of(game), typed, NAMES) == act.Found(0, "tower")


def test_a_chain_on_the_board_cannot_be_founded() -> None:
    game = after(position(["o...LL......"], [["2A"]]), "place 2A")
    with pytest.raises(AnswerError, match="Luxor cannot be chosen here"):
        read_answer(prompt_of(game), "lux", NAMES)


def test_founding_may_be_declined_where_it_is_optional() -> None:
    game = after(position(["o..........."], [["2A"]], options={"found_optional": True}), "place 2A")
    assert read_answer(prompt_of(game), "n", NAMES) == act.Found(0, None)


def test_equal_chains_ask_for_the_survivor_and_for_the_next() -> None:
    game = after(position(["............", "LL.TT.......", "..A.........", "..A........."], [["3B"]]), "place 3B")
    assert game.phase == "survivor"
    prompt = prompt_of(game)
    assert {choice.key for choice in prompt.choices} >= {"L", "T"}
    assert read_answer(prompt, "l", NAMES) == act.ChooseSurvivor(0, "luxor")
    game = after(game, "survivor Luxor")
    assert game.phase == "next_defunct"
    assert read_answer(prompt_of(game), "T", NAMES) == act.ChooseNext(0, "tower")


# --- disposing ---

@pytest.mark.parametrize(("typed", "split"), [
    ("k", (7, 0, 0)), ("s", (0, 7, 0)), ("t", (1, 0, 6)), ("t4 s1", (2, 1, 4)), ("s1, t4", (2, 1, 4)), ("sell 3", (4, 3, 0)),
    ("3 sell 4 trade", (0, 3, 4)), ("sell all", (0, 7, 0)), ("trade 4 sell all", (0, 3, 4)), ("keep 7", (7, 0, 0)),
    ("dispose hold 1 sell 2 trade 4", (1, 2, 4)), ("0 dispose hold 7 sell 0 trade 0", (7, 0, 0)), ("k3s4", (3, 4, 0)),
])
def test_defunct_blocks_are_split_in_many_ways(typed: str, split: tuple[int, int, int]) -> None:
    assert read_answer(disposing(), typed, NAMES) == act.Dispose(0, *split)


@pytest.mark.parametrize("typed", ["k3 s3", "s9", "s1 s2", "t", "s", "k99 s1", "sell", "5", "s-1"])
def test_splits_that_do_not_add_up_are_refused(typed: str) -> None:
    prompt = disposing()
    if typed in ("t", "s"):  # whole answers, which do add up
        assert read_answer(prompt, typed, NAMES)
        return
    with pytest.raises(AnswerError):
        read_answer(prompt, typed, NAMES)


def test_disposing_names_both_chains_and_the_money() -> None:
    prompt = disposing()
    assert prompt.question == "Anna keeps, sells or trades the shares of Luxor, taken over by Tower."
    assert prompt.facts == ("Anna holds 7 shares of Luxor, worth $200 each.",
                            "Two of them trade for one of Tower, worth $600 after the merger; the market has 25.")
    assert [choice.label for choice in prompt.choices] == [
        "keep all 7", "sell all 7 for $1,400", "trade 6 for 3 of Tower, keep 1"]
    assert meaning_of(prompt, act.Dispose(0, 2, 1, 4)) == "Keep 2, sell 1 and trade 4 for 2."


# --- buying ---

@pytest.mark.parametrize("typed", ["b LLT", "L L T", "llt", "LLT", "b l t l", "Luxor luxor TOWER", "buy Luxor Luxor Tower",
                                   "buy LLT", "0 buy Tower Luxor Luxor", "b Luxor LT"])
def test_a_purchase_is_typed_in_many_ways(typed: str) -> None:
    prompt = prompt_of(buying())
    assert read_answer(prompt, typed, NAMES) == act.Buy(0, ("luxor", "luxor", "tower"))


def test_a_purchase_tells_total_and_cash_left() -> None:
    prompt = prompt_of(buying())
    assert prompt.facts == ("Cash $6,000; up to 3 shares.",)
    assert [(stock.chain, stock.price, stock.market, stock.held) for stock in prompt.stocks] == [
        ("luxor", 200, 23, 2), ("tower", 300, 25, 0)]
    bought = act.Buy(0, ("luxor", "luxor", "tower"))
    assert meaning_of(prompt, bought) == "Buy 2 Luxor and 1 Tower: $700 in all, $5,300 cash left."


@pytest.mark.parametrize("typed", ["n", "b", "buy", "0 buy"])
def test_nothing_is_bought_in_a_word(typed: str) -> None:
    assert read_answer(prompt_of(buying()), typed, NAMES) == act.Buy(0)


def test_selling_is_typed_with_a_minus_or_in_words() -> None:
    prompt = prompt_of(buying(sell_shares=True))
    for typed in ("T -L", "b T -l", "t sell L", "buy Tower sell Luxor", "buy T sell L"):
        assert read_answer(prompt, typed, NAMES) == act.Buy(0, ("tower",), ("luxor",))
    assert meaning_of(prompt, act.Buy(0, (), ("luxor",))) == "Sell 1 Luxor: $200 gained, $6,200 cash left."


def test_a_chain_that_is_not_for_sale_is_refused_by_the_rules_and_letters_by_the_reader() -> None:
    prompt = prompt_of(buying())
    with pytest.raises(AnswerError, match="'q' is not a chain. For sale are L Luxor, T Tower"):
        read_answer(prompt, "b q", NAMES)
    assert positioned(buying()).refusal_of(read_answer(prompt, "b W", NAMES)) == "that chain is not for sale"


def test_a_free_purchase_costs_nothing() -> None:
    game = position(["LL.........."], [["12I"]], options={"special_powers": True})
    game = after(game, "power none", "place 12I", "power free3")
    prompt = prompt_of(game)
    assert prompt.facts == ("Up to 3 shares for nothing.",)
    assert meaning_of(prompt, act.Buy(0, ("luxor",))) == "Buy 1 Luxor for nothing."


def test_founders_may_buy_four() -> None:
    game = after(position(["o..LL......."], [["2A"]], options={"founder_buys_four": True}), "place 2A", "found Tower")
    assert prompt_of(game).facts == ("Cash $6,000; up to 3 shares, or four of Tower.",)


# --- the rest ---

def test_yes_and_no() -> None:
    prompt = prompt_of(position(CROWD, [["12I"]]))
    assert prompt.question == "Anna may announce the end of the game."
    assert prompt.facts == ("All chains on the board are safe.",)
    assert read_answer(prompt, "y", NAMES) == read_answer(prompt, "end yes", NAMES) == act.DeclareEnd(0, True)
    assert read_answer(prompt, "N", NAMES) == act.DeclareEnd(0, False)


def test_a_hand_is_replaced_or_kept() -> None:
    prompt = prompt_of(position(CROWD, [["1B"]], rules="wikipedia-2008", options={"end_mode": "end_of_turn", "chains": "1999"}))
    assert prompt.phase == "replace_hand"
    assert read_answer(prompt, "y", NAMES) == act.ReplaceHand(0, True)


@pytest.mark.parametrize("typed", ["play4", "Play 4", "power play4"])
def test_powers_are_called_by_letter_or_name_beside_the_tiles(typed: str) -> None:
    prompt = prompt_of(position(["LL.........."], [["12I"]], options={"special_powers": True}))
    assert read_answer(prompt, typed, NAMES) == act.UsePower(0, "play4")
    assert read_answer(prompt, "t", NAMES) == act.UsePower(0, "take5")
    assert read_answer(prompt, "1", NAMES) == read_answer(prompt, "12I", NAMES) == act.Place(0, "12I")
    assert read_answer(prompt, "power none", NAMES) == act.UsePower(0, None)


def test_where_no_tile_can_be_placed_the_power_is_a_question_of_its_own() -> None:
    prompt = prompt_of(after(position(CROWD, [["1B"]], options={"special_powers": True}), "end no"))
    assert prompt.phase == "power_start"
    assert read_answer(prompt, "n", NAMES) == act.UsePower(0, None)
    assert all(isinstance(read_answer(prompt, choice.key, NAMES), act.UsePower) for choice in prompt.choices)


def test_powers_have_the_numbers_beside_a_purchase() -> None:
    game = after(position(["LL..TTT....."], [["12I"]], options={"special_powers": True}), "power none", "place 12I")
    prompt = prompt_of(game)
    assert prompt.phase == "buy" and prompt.with_power
    assert [read_answer(prompt, key, NAMES) for key in "123"] == [act.UsePower(0, power) for power in ("free3", "buy5", "trade2")]
    assert read_answer(prompt, "L L", NAMES) == act.Buy(0, ("luxor", "luxor")) and read_answer(prompt, "n", NAMES) == act.Buy(0)


def test_trades_are_numbered() -> None:
    shares = [{"tower": 4}, {}, {}]
    game = after(position(["LL..TTT....."], [["12I"]], shares=shares, options={"special_powers": True}),
                 "power none", "place 12I", "power trade2")
    prompt = prompt_of(game)
    assert [choice.label for choice in prompt.choices] == ["give 2 Tower (you hold 4), get 1 Luxor", "stop: trade no more"]
    assert read_answer(prompt, "1", NAMES) == act.Trade2(0, "tower", "luxor")
    assert read_answer(prompt, "s", NAMES) == act.Stop(0)


def test_dead_tiles_are_laid_away_by_number_name_or_all() -> None:
    game = position(CROWD, [["1B", "2B", "12I"]], rules="dos-1988", options={"safe_size": 11, "end_size": 41})
    game = after(game, "place 12I", "buy")
    prompt = prompt_of(game)
    assert prompt.phase == "discard"
    for typed in ("a", "1B 2B", "2b 1b", "1 2", "discard 1B 2B"):
        assert read_answer(prompt, typed, NAMES) == act.Discard(0, ("1B", "2B"))
    assert read_answer(prompt, "2", NAMES) == read_answer(prompt, "2b", NAMES) == act.Discard(0, ("2B",))
    assert read_answer(prompt, "n", NAMES) == act.Discard(0)


def test_an_open_pick_names_the_tiles_of_the_bag() -> None:
    rules = RULESETS["classic"].replace(open_pick=True)
    game = Game.from_position(rules, 2, board="\n".join(["............"] * 9), hands=[["12I"], ["12G"]])
    game = after(game, "place 12I", "buy")
    prompt = prompt_of(game)
    assert prompt.phase == "pick"
    assert "7E" in prompt.tiles and "12G" not in prompt.tiles
    assert read_answer(prompt, "7e", NAMES) == act.Pick(0, "7E")


def test_leaving_for_good_is_an_answer_to_every_question() -> None:
    assert read_answer(disposing(), "retire", NAMES) == act.Retire(0)
    assert meaning_of(disposing(), act.Retire(0)) == "Leave the game for good; the others play on."


def test_a_prompt_is_for_whoever_is_asked() -> None:
    with pytest.raises(ValueError, match="not asked"):
        prompt_for(placing().observe(1), NAMES)
    with pytest.raises(ValueError, match="not asked"):
        prompt_for(placing().observe(None), NAMES)


def test_a_turn_with_powers_is_played_by_typing() -> None:
    game = position(["LL..TTT....."], [["12I"]], shares=[{"tower": 4, "luxor": 1, "american": 5}, {}, {}],
                    options={"special_powers": True})
    sitting = sit_down(positioned(game), ["1", "trade 2", "1", "1", "2", "undo", "s", "L L"])
    assert [prompt.phase for prompt in sitting.prompts[:5]] == ["place", "buy", "trade2", "trade2", "trade2"]
    assert "Anna trades two shares of Tower for one of Luxor." in sitting.text
    assert "Anna buys 2 shares of Luxor for $400." in sitting.text
