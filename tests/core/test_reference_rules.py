"""The reference's own tests: worked examples that a person can follow on the board, and what must hold in every game.

The reference is the judge of the engine, so it is held against the rule book here and against nothing else. Boards
are drawn from row A down; what is not drawn is empty. Paragraphs are those of docs/spec/rules.md and of docs/decisions/0002.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from acquire_core.actions import CHANCE
from acquire_core.ruleset import RULESETS, Ruleset
from tests.support.counts import Count

from .perft import divide, perft
from .policies import POLICIES, random_ruleset
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, parts
from .reference_board import ALL_TILES
from .reference_money import bonuses_of_places, price, price_off_the_board, share_bonuses
from .reference_money import divide as one_share
from .reference_rules import Illegal, ReferenceGame

# What the tests are written with.

def position(*rows: str, hands: Sequence[str], rules: Ruleset = CLASSIC, bag: str | None = None, **more: Any) -> ReferenceGame:
    """Turn 1 of seat 0, or of `current`. Hands are written `"1A 2A"`; `bag` leaves only those tiles undrawn."""
    return ReferenceGame.from_position(rules, len(hands), **parts(*rows, hands=hands, rules=rules, bag=bag), **more)


def play(game: ReferenceGame, *lines: str) -> ReferenceGame:
    for line in lines:
        game.apply(line)
    return game


def refuses(game: ReferenceGame, line: str) -> bool:
    """Return True if the line is illegal and leaves everything as it was."""
    before, legal = game.snapshot(), game.legal()
    with pytest.raises(Illegal):
        game.apply(line)
    assert (game.snapshot(), game.legal()) == (before, legal)
    return True


def draw_anything(game: ReferenceGame) -> ReferenceGame:
    """Let chance take the first tile in plain string order until a seat has to decide."""
    while game.to_move == CHANCE:
        game.apply(game.legal()[0])
    return game


def to_decision(game: ReferenceGame, phase: str) -> ReferenceGame:
    """First legal lines until a phase is reached."""
    while game.phase != phase:
        game.apply(game.legal()[0])
    return game


def opening(rules: Ruleset, *start_tiles: str) -> ReferenceGame:
    game = ReferenceGame(rules, len(start_tiles))
    return play(game, *(f"* start {seat} {tile}" for seat, tile in enumerate(start_tiles)))


# Money.

def test_prices_follow_the_table() -> None:
    luxor, american, imperial = 0, 2, 6
    assert [price(luxor, size) for size in (2, 5, 6, 10, 11, 40, 41, 108)] == [200, 500, 600, 600, 700, 900, 1000, 1000]
    assert [price(american, size) for size in (2, 10, 21, 41)] == [300, 700, 900, 1100]
    assert price(imperial, 8) == 800  # I14: 003's worked example, an expensive chain of eight tiles
    assert [price_off_the_board(position) for position in range(7)] == [None, None, 200, 200, 200, 300, 300]


def test_most_blocks_earn_the_first_bonus_and_next_most_the_second() -> None:
    assert share_bonuses({0: 5, 1: 3, 2: 1}, bonuses_of_places(300, 2), "up_100") == {0: 3000, 1: 1500}


def test_tied_majority_shares_both_bonuses_and_nobody_else_is_paid() -> None:
    assert share_bonuses({0: 4, 1: 4, 2: 3}, bonuses_of_places(300, 2), "up_100") == {0: 2300, 1: 2300}  # R26, R28


def test_tied_minority_shares_the_second_bonus() -> None:
    assert share_bonuses({0: 4, 1: 2, 2: 2, 3: 2}, bonuses_of_places(400, 2), "up_100") == {0: 4000, 1: 700, 2: 700, 3: 700}


def test_sole_holder_gets_every_bonus() -> None:
    assert share_bonuses({0: 1, 1: 0}, bonuses_of_places(200, 2), "up_100") == {0: 3000}
    assert share_bonuses({0: 1, 1: 0}, bonuses_of_places(200, 3), "up_100") == {0: 4500}


def test_nobody_is_paid_for_a_chain_without_holders() -> None:
    assert share_bonuses({0: 0, 1: 0}, bonuses_of_places(200, 2), "up_100") == {}


def test_three_places_are_shared_like_two() -> None:
    bonuses = bonuses_of_places(300, 3)
    assert bonuses == [3000, 2200, 1500]
    assert share_bonuses({0: 3, 1: 3, 2: 1}, bonuses, "up_100") == {0: 2600, 1: 2600, 2: 1500}
    assert share_bonuses({0: 3, 1: 2, 2: 2, 3: 1}, bonuses, "up_100") == {0: 3000, 1: 1900, 2: 1900}
    assert share_bonuses({0: 3, 1: 2, 2: 1, 3: 1}, bonuses, "up_100") == {0: 3000, 1: 2200, 2: 800, 3: 800}
    assert share_bonuses(dict.fromkeys(range(4), 1), bonuses, "up_100") == dict.fromkeys(range(4), 1700)
    assert share_bonuses({0: 2, 1: 1}, bonuses, "up_100") == {0: 3000, 1: 2200}  # the third place is not reached


def test_shares_are_rounded_as_the_rules_say() -> None:
    assert [one_share(1500, 2, "up_100"), one_share(4500, 2, "up_100"), one_share(4000, 2, "up_100")] == [800, 2300, 2000]
    assert [one_share(2000, 3, "nearest_1"), one_share(2500, 3, "nearest_1"), one_share(1500, 2, "nearest_1")] == [667, 833, 750]


# Set-up.

def test_lowest_number_starts_and_the_letter_breaks_a_tie() -> None:
    game = opening(CLASSIC, "8I", "3C", "3B")
    assert game.snapshot()["current"] == 2
    assert game.legal()[0] == "* draw 2 10A"


@pytest.mark.parametrize(("rule", "starter"), [("lowest_number", 0), ("topmost_row", 1), ("closest_1A", 2), ("seat0", 0)])
def test_each_start_rule_has_its_own_first_player(rule: str, starter: int) -> None:
    assert opening(CLASSIC.replace(start_rule=rule), "1I", "9A", "4D").snapshot()["current"] == starter


def test_closest_to_1a_is_a_straight_line_unless_manhattan_is_asked_for() -> None:
    # 4D lies three right and three down (4.2 straight, 6 in steps), 6A five right (5 and 5).
    assert opening(CLASSIC.replace(start_rule="closest_1A"), "6A", "4D").snapshot()["current"] == 1
    assert opening(CLASSIC.replace(start_rule="closest_1A_manhattan"), "6A", "4D").snapshot()["current"] == 0


def test_six_tiles_each_are_dealt_from_the_starting_player_on() -> None:
    game = opening(CLASSIC, "8I", "3C", "5B")
    receivers = []
    while game.to_move == CHANCE:
        receivers.append(game.legal()[0].split()[2])
        game.apply(game.legal()[0])
    assert receivers == ["1"] * 6 + ["2"] * 6 + ["0"] * 6
    assert (game.phase, game.to_move, game.snapshot()["turn"], game.snapshot()["bag_count"]) == ("place", 1, 1, 108 - 3 - 18)


def test_start_tiles_stay_loose_even_where_they_touch() -> None:
    assert opening(CLASSIC, "1A", "1B").snapshot()["board"] == {"1A": None, "1B": None}


def test_without_starting_tiles_seat_0_begins_on_an_empty_board() -> None:
    game = draw_anything(ReferenceGame(RULESETS["revised-6515"], 3))
    assert (game.to_move, game.snapshot()["board"], game.snapshot()["cash"]) == (0, {}, [8000] * 3)


# Placing, founding, growing.

def test_corners_do_not_touch() -> None:
    game = play(position("o", hands=["2B", ""]), "0 place 2B")
    assert game.snapshot()["board"] == {"1A": None, "2B": None}


def test_founding_takes_the_whole_group_and_gives_one_block() -> None:
    game = play(position("oo.o", hands=["3A", ""]), "0 place 3A", "0 found tower")
    assert game.snapshot()["sizes"]["tower"] == 4
    assert game.snapshot()["shares"][0]["tower"] == 1
    assert game.snapshot()["market"]["tower"] == 24


def test_founder_gets_no_block_from_an_empty_market() -> None:
    game = play(position("o", hands=["2A", ""], shares=[{}, {"Luxor": 25}]), "0 place 2A", "0 found Luxor")
    assert game.snapshot()["shares"][0]["luxor"] == 0


def test_growth_takes_along_every_connected_loose_tile() -> None:
    # I1: 9E touches 8E, so it grows the chain 8D-8E-8F; 10E comes along.
    rows = ("", "", "", ".......L....", ".......L.o..", ".......L....")
    assert play(position(*rows, hands=["9E", ""]), "0 place 9E").snapshot()["sizes"]["luxor"] == 5


def test_eighth_chain_is_not_founded() -> None:
    assert position(*SEVEN_CHAINS, hands=["2E 9I", ""]).legal() == ["0 place 9I"]
    game = play(position(*SEVEN_CHAINS, hands=["2E", ""], rules=CLASSIC.replace(eighth_chain="unfounded")), "0 place 2E")
    assert (game.phase, game.snapshot()["board"]["2E"]) == ("buy", None)  # K16


def test_declined_founding_leaves_the_group_loose() -> None:
    game = play(position("o", hands=["2A", ""], rules=CLASSIC.replace(found_optional=True)), "0 place 2A", "0 found none")
    assert (game.phase, game.snapshot()["board"]) == ("buy", {"1A": None, "2A": None})


def test_tile_between_two_safe_chains_is_dead_and_another_must_be_placed() -> None:
    assert position(*TWO_SAFE, hands=["4A 9I", ""], rules=CLASSIC.replace(end_all_safe=False)).legal() == ["0 place 9I"]


def test_tile_between_two_safe_chains_and_an_open_one_is_dead() -> None:
    rows = ("LLL.TTT", "LLL.TTT", "LLL.TTT", "LL.A.TT", "...A")  # A8; 3D touches Luxor and American only
    assert position(*rows, hands=["4C 3D", ""]).legal() == ["0 place 3D"]


def test_any_safe_chain_forbids_the_merger_where_the_rules_say_so() -> None:
    rows = ("LLL.TT", "LLL", "LLL", "LL")
    assert position(*rows, hands=["4A", ""]).legal() == ["0 place 4A"]
    assert position(*rows, hands=["4A", ""], rules=CLASSIC.replace(safe_merge="any_safe")).legal() == ["0 pass"]


def test_mixed_growth_may_be_forbidden_but_never_kills_a_tile() -> None:
    rules = CLASSIC.replace(mixed_growth="forbid")
    game = play(position("LL.o", hands=["3A", ""], rules=rules, bag=""), "0 pass", "0 buy")
    assert game.snapshot()["hands"][0]["tiles"] == ["3A"]


def test_replaced_hand_is_laid_aside_and_drawn_again() -> None:
    rules = CLASSIC.replace(no_tile="replace_hand")
    game = position(*SEVEN_CHAINS, hands=["2E", ""], rules=rules)
    assert game.legal() == ["0 replace no", "0 replace yes"]
    play(game, "0 replace yes", "* draw 0 9I")
    assert game.legal() == ["0 place 9I"]
    assert game.snapshot()["discard"] == ["2E"]


# Mergers.

def test_largest_chain_survives_and_sizes_are_those_before_the_tile() -> None:
    game = position("LLL.TT", "...o", hands=["4A", "", ""], shares=[{}, {"Tower": 3}, {"Tower": 1}])
    play(game, "0 place 4A", "1 dispose hold 1 sell 0 trade 2", "2 dispose hold 0 sell 1 trade 0")
    state = game.snapshot()
    assert state["cash"] == [6000, 6000 + 2000, 6000 + 1000 + 200]
    assert (state["sizes"]["luxor"], state["sizes"]["tower"]) == (7, 0)
    assert (state["shares"][1]["tower"], state["shares"][1]["luxor"], state["market"]["tower"]) == (1, 1, 24)


def test_tied_largest_chains_let_the_mergemaker_choose() -> None:
    game = position("LL.TT", "..A", "..A", hands=["3A", "", ""], shares=[{"Luxor": 1, "Tower": 1, "American": 1}, {}, {}])
    play(game, "0 place 3A")
    assert game.legal() == ["0 survivor American", "0 survivor Luxor", "0 survivor Tower"]
    play(game, "0 survivor american")
    assert (game.phase, game.legal()) == ("next_defunct", ["0 next Luxor", "0 next Tower"])
    play(game, "0 next Tower", "0 dispose hold 1 sell 0 trade 0", "0 dispose hold 1 sell 0 trade 0")
    assert (game.phase, game.snapshot()["sizes"]["american"]) == ("buy", 7)


def test_holders_dispose_clockwise_from_the_mergemaker_while_survivor_blocks_last() -> None:
    shares = [{"Tower": 2, "Luxor": 8}, {"Luxor": 16}, {"Tower": 4}]
    game = position("LLL.TT", hands=["", "", "4A"], current=2, shares=shares)
    play(game, "2 place 4A")
    assert "2 dispose hold 0 sell 0 trade 4" not in game.legal()  # one block of Luxor is left
    play(game, "2 dispose hold 2 sell 0 trade 2")
    assert game.legal() == [f"0 dispose hold {held} sell {2 - held} trade 0" for held in range(3)]


def test_majority_holders_dispose_first_where_the_rules_say_so() -> None:
    shares = [{"Tower": 1}, {"Tower": 2}, {"Tower": 3}, {"Tower": 2}]
    game = position("LLL.TT", hands=["4A", "", "", ""], shares=shares, rules=CLASSIC.replace(disposal_order="majority"))
    play(game, "0 place 4A")
    order = []
    while game.phase == "dispose":
        order.append(game.to_move)
        game.apply(game.legal()[0])
    assert order == [2, 1, 3, 0]


def test_without_disposal_defunct_blocks_stay() -> None:
    game = position("LLL.TT", hands=["4A", "", ""], shares=[{"Tower": 2}, {}, {}], rules=CLASSIC.replace(disposal="none"))
    play(game, "0 place 4A")
    assert (game.phase, game.snapshot()["shares"][0]["tower"], game.snapshot()["cash"][0]) == ("buy", 2, 9000)


def test_merger_bonus_is_paid_once_for_each_merging_tile() -> None:
    game = position("LL.TT", hands=["3A", "", ""], rules=CLASSIC.replace(merger_bonus=1000))
    assert play(game, "0 place 3A").snapshot()["cash"] == [7000, 6000, 6000]  # K20: before the survivor is named


def test_market_competes_with_two_players() -> None:
    game = play(position("LLL.TT", hands=["4A", ""], shares=[{"Tower": 5}, {}]), "0 place 4A")
    assert (game.phase, game.to_move) == ("market_draw", CHANCE)
    assert play(game.copy(), "* market 9F").snapshot()["cash"] == [7000, 6000]  # the market has the majority
    assert play(game.copy(), "* market 5B").snapshot()["cash"] == [7500, 6000]  # a tie is divided
    assert play(game.copy(), "* market 4B").snapshot()["cash"] == [8000, 6000]  # the second bonus is paid to nobody


def test_market_with_an_empty_bag_holds_nothing_or_draws_from_all_tiles() -> None:
    game = play(position("LLL.TT", hands=["4A", ""], shares=[{"Tower": 5}, {}], bag=""), "0 place 4A")
    assert (game.phase, game.snapshot()["cash"][0]) == ("dispose", 9000)
    rules = CLASSIC.replace(market_empty_bag="full_set")
    game = play(position("LLL.TT", hands=["4A", ""], rules=rules, bag=""), "0 place 4A")
    assert len(game.legal()) == 108


# Buying and powers.

def buying(rules: Ruleset = CLASSIC, powers: str = "", **more: Any) -> ReferenceGame:
    """Luxor and Tower with two tiles each, seat 0 has placed a tile far away."""
    more.setdefault("shares", [{}, {}, {}])
    game = play(position("LL.TT", hands=["9I", "", ""], rules=rules, **more), *(["0 power none"] if powers else []), "0 place 9I")
    return play(game, f"0 power {powers}") if powers else game


def test_up_to_three_blocks_of_any_mix_are_bought() -> None:
    game = buying()
    assert game.legal() == [
        "0 buy", "0 buy Luxor", "0 buy Luxor Luxor", "0 buy Luxor Luxor Luxor", "0 buy Luxor Luxor Tower", "0 buy Luxor Tower",
        "0 buy Luxor Tower Tower", "0 buy Tower", "0 buy Tower Tower", "0 buy Tower Tower Tower"]
    game.apply("buy tower LUXOR tower")  # any order, any case, no seat
    assert game.snapshot()["cash"][0] == 5400


def test_purchase_is_limited_by_cash_and_market() -> None:
    game = buying(cash=[450, 0, 0], shares=[{}, {"Luxor": 24}, {}])
    assert game.legal() == ["0 buy", "0 buy Luxor", "0 buy Luxor Tower", "0 buy Tower", "0 buy Tower Tower"]


def test_one_kind_and_two_blocks_where_the_rules_say_so() -> None:
    game = buying(CLASSIC.replace(same_kind=True, max_buy=2))
    assert game.legal() == ["0 buy", "0 buy Luxor", "0 buy Luxor Luxor", "0 buy Tower", "0 buy Tower Tower"]


def test_chains_off_the_board_are_for_sale_where_the_table_prices_them() -> None:
    game = position("AA", hands=["9I", ""], rules=CLASSIC.replace(buy_inactive=True, max_buy=1))
    play(game, "0 place 9I")
    assert game.legal() == [
        "0 buy", "0 buy American", "0 buy Continental", "0 buy Festival", "0 buy Imperial", "0 buy Worldwide"]
    assert play(game, "0 buy Imperial").snapshot()["cash"][0] == 5700


def test_blocks_sold_count_against_the_limit_and_pay_for_the_purchase() -> None:
    game = buying(CLASSIC.replace(sell_shares=True), cash=[0, 0, 0], shares=[{"Luxor": 3}, {}, {}])
    assert game.legal() == ["0 buy", "0 buy Tower sell Luxor", "0 buy Tower sell Luxor Luxor", "0 buy sell Luxor",
                            "0 buy sell Luxor Luxor", "0 buy sell Luxor Luxor Luxor"]
    assert refuses(game, "0 buy Luxor sell Luxor")


def test_founder_may_buy_four_of_the_new_chain_alone() -> None:
    game = position("o..TT", hands=["2A", "", ""], rules=CLASSIC.replace(founder_buys_four=True))
    play(game, "0 place 2A", "0 found Luxor")
    assert "0 buy Luxor Luxor Luxor Luxor" in game.legal()
    assert refuses(game, "0 buy Tower Tower Tower Tower")
    assert refuses(game, "0 buy Luxor Luxor Luxor Tower")


POWERS = CLASSIC.replace(special_powers=True)


def test_each_power_is_used_once_and_one_in_a_turn() -> None:
    game = position("LL", hands=["9I", "8I"], rules=POWERS)
    assert game.legal() == ["0 power none", "0 power play4", "0 power take5"]
    play(game, "0 power none", "0 place 9I")
    assert game.legal() == ["0 power buy5", "0 power free3", "0 power none", "0 power trade2"]
    draw_anything(play(game, "0 power buy5", "0 buy Luxor Luxor Luxor Luxor Luxor"))
    draw_anything(to_decision(play(game, "1 power play4"), "buy"))
    game = draw_anything(play(to_decision(game, "buy"), "1 buy"))
    assert (game.to_move, game.legal()) == (0, ["0 power none", "0 power play4", "0 power take5"])
    play(to_decision(play(game, "0 power none"), "power_buy"))
    assert game.legal() == ["0 power free3", "0 power none", "0 power trade2"]


def test_free3_costs_nothing() -> None:
    game = play(buying(POWERS, powers="free3", cash=[0, 0, 0]), "0 buy Luxor Luxor Tower")
    assert (game.snapshot()["cash"][0], game.snapshot()["shares"][0]["luxor"]) == (0, 2)


def test_trade2_gives_two_for_one_until_nothing_can_be_traded() -> None:
    game = buying(POWERS, powers="trade2", shares=[{"Luxor": 4, "Worldwide": 9}, {}, {}])
    assert game.legal() == ["0 stop", "0 trade2 Luxor Tower"]
    play(game, "0 trade2 Luxor Tower")
    assert game.legal() == ["0 stop", "0 trade2 Luxor Tower"]
    assert play(game, "0 trade2 Luxor Tower").legal() == ["0 stop", "0 trade2 Tower Luxor"]
    assert play(game, "0 trade2 Tower Luxor").phase == "buy"


def test_take5_draws_five_and_then_nothing_above_six() -> None:
    game = play(position("LL", hands=["9A 9C 9E 9G 9I 7A", ""], rules=POWERS), "0 power take5")
    for _ in range(5):
        assert game.phase == "draw"
        draw = game.legal()[0]
        game.apply(draw)
    play(game, "0 place 9A")
    play(game, "0 buy")
    assert (game.to_move, len(game.snapshot()["hands"][0]["tiles"])) == (1, 10)


def test_play4_goes_on_until_stopped_unless_mandatory() -> None:
    game = play(position(hands=["1A 3A 5A 7A 9A", ""], rules=POWERS), "0 power play4", "0 place 1A")
    assert game.legal() == ["0 place 3A", "0 place 5A", "0 place 7A", "0 place 9A", "0 stop"]
    assert play(game.copy(), "0 stop").phase == "buy"
    assert play(game, "0 place 3A", "0 place 5A", "0 place 7A").phase == "buy"
    game = play(position(hands=["1A 3A", ""], rules=POWERS.replace(play4_mandatory=True)), "0 power play4", "0 place 1A")
    assert game.legal() == ["0 place 3A"]
    assert play(game, "0 place 3A").phase == "buy"  # K6: nothing more can be placed, so nobody is asked


# Drawing.

SAFE_PAIR = dict(end_all_safe=False)  # two safe chains, and no questions about the end


def test_dead_tiles_are_exchanged_until_none_is_left() -> None:
    rules = CLASSIC.replace(**SAFE_PAIR)
    game = play(position(*TWO_SAFE, hands=["9I 4A 9A 10A 11A 12A", ""], rules=rules), "0 place 9I", "0 buy")
    play(game, "* draw 0 4B")  # the sixth tile, dead as well
    assert game.snapshot()["discard"] == ["4A", "4B"]
    play(game, "* draw 0 4C")
    assert game.phase == "draw"
    play(game, "* draw 0 9B")
    assert game.snapshot()["discard"] == ["4A", "4B", "4C"]
    play(game, "* draw 0 9C")
    assert game.to_move == 1


def test_dead_tiles_go_once_before_the_draw_where_the_rules_say_so() -> None:
    rules = CLASSIC.replace(dead_timing="before_draw", dead_repeat=False, **SAFE_PAIR)
    game = play(position(*TWO_SAFE, hands=["9I 4A 9A 10A 11A 12A", ""], rules=rules), "0 place 9I", "0 buy")
    assert game.snapshot()["discard"] == ["4A"]
    play(game, "* draw 0 4B", "* draw 0 4C")
    assert (game.to_move, game.snapshot()["discard"]) == (1, ["4A"])


def test_dead_tiles_may_be_kept_by_choice() -> None:
    rules = CLASSIC.replace(dead_policy="choice", **SAFE_PAIR)
    game = play(position(*TWO_SAFE, hands=["9I 4A 4B 10A 11A 12A", ""], rules=rules), "0 place 9I", "0 buy", "* draw 0 9B")
    assert game.legal() == ["0 discard", "0 discard 4A", "0 discard 4A 4B", "0 discard 4B"]
    assert play(game.copy(), "0 discard").to_move == 1
    play(game, "0 discard 4B", "* draw 0 9C")
    assert game.legal() == ["0 discard", "0 discard 4A"]  # K9: asked again


def test_open_pick_lets_a_player_choose_from_the_bag() -> None:
    game = play(position(hands=["9I", ""], rules=CLASSIC.replace(open_pick=True), bag="1A 2A"), "0 place 9I", "0 buy")
    assert game.legal() == ["0 pick 1A", "0 pick 2A"]
    assert play(game, "0 pick 2A", "0 pick 1A").to_move == 1


# The end.

def test_board_without_chains_is_not_the_end() -> None:
    assert position(hands=["9I", ""]).phase == "place"  # A2


def test_announced_end_stands_and_the_turn_is_finished() -> None:
    # All safe; the announcement is followed by a founding, which lifts the condition.
    game = position(*TWO_SAFE, "", "", "o", hands=["2G", "", ""], shares=[{"Luxor": 1}, {}, {}])
    assert (game.phase, game.legal()) == ("declare_before", ["0 end no", "0 end yes"])
    play(game, "0 end yes", "0 place 2G", "0 found American", "0 buy")
    assert (game.phase, game.snapshot()["end_reason"]) == ("over", "declared")
    # Luxor 7000 + 3500 + 700; American, 2 tiles: 3000 + 1500 + 300.
    assert game.snapshot()["cash"] == [6000 + 11200 + 4800, 6000, 6000]
    assert game.legal() == []
    assert refuses(game, "0 buy")


def test_no_before_placing_does_not_silence_the_question_after_buying() -> None:
    game = play(position(*TWO_SAFE, hands=["9I", "", ""]), "0 end no", "0 place 9I", "0 buy")
    assert game.phase == "declare_end"


def test_forty_one_tiles_allow_the_end() -> None:
    rows = ("LLLLLLLLLLLL", "LLLLLLLLLLLL", "LLLLLLLLLLLL", "LLLL.", "", "TT")
    assert position(*rows, hands=["12I", ""]).phase == "place"
    assert play(position(*rows, hands=["5D", ""]), "0 place 5D", "0 buy").phase == "declare_end"


def test_automatic_end_comes_after_buying() -> None:
    game = play(position(*TWO_SAFE, hands=["9I", "", ""], rules=CLASSIC.replace(end_mode="auto")), "0 place 9I", "0 buy")
    assert game.snapshot()["end_reason"] == "automatic"


def test_last_tile_ends_the_game_where_the_rules_say_so() -> None:
    rules = CLASSIC.replace(end_on_bag="last_drawn")
    game = play(position(hands=["9I", "", ""], rules=rules, bag="1A"), "0 place 9I", "0 buy", "* draw 0 1A")
    assert game.snapshot()["end_reason"] == "last_drawn"


def test_tile_that_cannot_be_handed_out_ends_the_game_where_the_rules_say_so() -> None:
    rules = CLASSIC.replace(end_on_bag="cannot_refill")
    game = play(position(hands=["9I", "", ""], rules=rules, bag="1A"), "0 place 9I", "0 buy", "* draw 0 1A")
    assert game.snapshot()["end_reason"] == "cannot_refill"


def test_unplayable_hand_ends_the_game_where_the_rules_say_so() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E", "", ""], rules=CLASSIC.replace(no_tile="end"))
    assert (game.phase, game.snapshot()["end_reason"]) == ("over", "no_tile")


def test_round_in_which_nothing_changes_ends_the_game() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E", "1F", ""], bag="")
    for seat in range(3):
        play(game, f"{seat} pass", f"{seat} buy")
    assert game.snapshot()["end_reason"] == "stall"


def test_equal_money_shares_the_rank_and_teams_add_theirs() -> None:
    rules = CLASSIC.replace(no_tile="end")
    game = position(hands=["", "", "", ""], rules=rules, cash=[100, 300, 300, 200])
    assert game.standings() == [(1, 1, 300), (1, 2, 300), (3, 3, 200), (4, 0, 100)]
    game = position(hands=["", "", "", ""], rules=rules.replace(teams=True), cash=[100, 300, 300, 200])
    assert game.standings() == [(1, 1, 500), (2, 0, 400)]


def test_chains_off_the_board_are_paid_where_the_rules_say_so() -> None:
    rules = CLASSIC.replace(no_tile="end", score_inactive=True)
    game = position(hands=["", "", ""], rules=rules, shares=[{"Luxor": 1, "American": 1, "Imperial": 2}, {}, {}])
    assert game.snapshot()["cash"][0] == 6000 + 3000 + 200 + 4500 + 600
    assert game.snapshot()["shares"][0]["luxor"] == 1  # K24: worthless, so it stays


def test_market_is_drawn_at_the_end_for_each_active_chain() -> None:
    game = position("LL.TT", hands=["", ""], rules=CLASSIC.replace(no_tile="end"), shares=[{"Luxor": 1}, {"Tower": 2}])
    assert (game.phase, game.to_move) == ("market_draw", CHANCE)
    play(game, "* market 1C", "* market 12A")
    assert game.snapshot()["cash"] == [6000 + 1500 + 200, 6000 + 1000 + 400]


# A seat that leaves (docs/spec/rules.md, section 7).

def test_seat_that_leaves_gives_its_tiles_back_and_is_skipped() -> None:
    game = position(hands=["9I", "1A 1B", "5E"], bag="")
    play(game, "1 retire", "0 place 9I", "0 buy")
    assert game.snapshot()["bag_count"] == 2
    assert draw_anything(game).to_move == 2
    assert game.snapshot()["retired"] == [1]
    assert refuses(game, "1 retire")
    assert refuses(game, "5 retire")


def test_retired_holder_sells_in_its_place() -> None:
    game = position("LLL.TT", hands=["4A", "", ""], shares=[{"Tower": 1}, {"Tower": 3}, {"Tower": 2}])
    play(game, "1 retire", "0 place 4A", "0 dispose hold 1 sell 0 trade 0")
    assert (game.to_move, game.snapshot()["cash"][1], game.snapshot()["shares"][1]["tower"]) == (2, 6000 + 2000 + 600, 0)


def test_what_a_leaving_mergemaker_owes_falls_to_list_order() -> None:
    game = position("LL.TT", "..A", "..A", hands=["3A", "", ""], shares=[{"Tower": 1}, {"American": 1}, {}])
    play(game, "0 place 3A", "0 retire")
    assert (game.to_move, game.phase) == (1, "dispose")
    play(game, "1 dispose hold 1 sell 0 trade 0")
    assert (game.to_move, game.phase, game.snapshot()["sizes"]["luxor"]) == (1, "place", 7)


def test_founder_who_leaves_names_the_first_free_chain() -> None:
    game = play(position("o", hands=["2A", "", ""]), "0 place 2A", "0 retire")
    assert (game.to_move, game.snapshot()["sizes"]["luxor"], game.snapshot()["shares"][0]["luxor"]) == (1, 2, 1)


def test_last_live_seat_ends_the_game_but_never_inside_a_merger() -> None:
    assert play(position(hands=["9I", ""]), "1 retire").snapshot()["end_reason"] == "retired"
    shares = [{}, {"Tower": 1}, {}]
    game = play(position("LL.TT", hands=["3A", "", ""], shares=shares), "2 retire", "0 place 3A", "0 retire")
    assert (game.to_move, game.phase) == (1, "dispose")
    play(game, "1 dispose hold 0 sell 1 trade 0")
    assert (game.phase, game.snapshot()["end_reason"]) == ("over", "retired")


def test_everybody_may_leave_inside_a_merger() -> None:
    game = play(position("LL.TT", hands=["3A", ""]), "0 place 3A", "0 survivor Tower", "1 retire", "0 retire")
    assert (game.to_move, game.phase) == (CHANCE, "market_draw")
    assert play(game, "* market 9I").snapshot()["end_reason"] == "retired"


def test_seat_that_leaves_during_the_set_up_is_dealt_nothing_but_draws_its_start_tile() -> None:
    game = play(ReferenceGame(CLASSIC, 3), "1 retire", "* start 0 5A", "* start 1 1A", "* start 2 9A")
    assert game.legal()[0].startswith("* draw 2 ")  # seat 2 is the first live seat after seat 1
    draw_anything(game)
    assert (game.to_move, game.snapshot()["hands"][1]["tiles"]) == (2, [])


# Lines and positions.

@pytest.mark.parametrize("line", ["", "0", "1 place 9I", "0 place 1A", "0 place", "0 buy", "* draw 0 1A", "0 found Tower",
                                  "0 found Pluto", "0 discard 13A", "0 buy sell", "0 pass", "retire now", "* retire"])
def test_illegal_lines_change_nothing(line: str) -> None:
    assert refuses(position("LL", hands=["9I", "8I"]), line)


@pytest.mark.parametrize("rows", [("LT",), ("L..",), ("LL.LL",), ("LL", "TT"), ("LLo",), ("XX",), ("L" * 13,)])
def test_impossible_boards_are_refused(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        position(*rows, hands=["", ""])


@pytest.mark.parametrize("more", [{"discard": ["9I"]}, {"discard": ["1A"]}, {"shares": [{"Luxor": 20}, {"Luxor": 6}]},
                                  {"current": 2}, {"cash": [1]}, {"discard": ["0A"]}, {"shares": [{"Sackson": 1}, {}]}])
def test_contradicting_positions_are_refused(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        position("LL", hands=["9I", "8I"], **more)


# Every game.

def check_table(game: ReferenceGame) -> None:
    """Tiles and blocks are conserved, nobody owes money, every decision has an answer and none twice."""
    state, legal = game.snapshot(), game.legal()
    tiles = [*state["board"], *state["discard"], *game.bag, *(tile for hand in state["hands"] for tile in hand["tiles"])]
    assert sorted(tiles) == sorted(ALL_TILES)
    for chain, blocks in state["market"].items():
        assert min(blocks, *(held[chain] for held in state["shares"])) >= 0
        assert blocks + sum(held[chain] for held in state["shares"]) == 25
    assert min(state["cash"]) >= 0
    assert legal == sorted(set(legal))
    assert bool(legal) == (game.phase != "over")


def play_out(game: ReferenceGame, policy: Callable[..., str], rng: random.Random, most_lines: int = 3000) -> int:
    lines = 0
    while game.phase != "over" and lines < most_lines:
        game.apply(policy(game.legal(), game.snapshot(), rng))
        check_table(game)
        lines += 1
    return lines


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("policy", ["uniform", "never_ending", "many_small_chains"])
def test_named_rulesets_terminate_in_random_play(name: str, policy: str, count: Count) -> None:
    for players in (3, 2, 6)[:count(1, 3)]:
        game = ReferenceGame(RULESETS[name], players)
        play_out(game, POLICIES[policy], random.Random(players))
        assert game.phase == "over"
        assert game.snapshot()["end_reason"] is not None


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_plays_any_mix_of_options(policy: str, count: Count) -> None:
    rng = random.Random(policy)
    for players in (4, 2, 5)[:count(1, 3)]:
        rules = random_ruleset(rng, players)
        game = ReferenceGame(rules, players)
        play_out(game, POLICIES[policy], rng, most_lines=400)
        assert game.copy().snapshot() == game.snapshot()


def test_seats_may_leave_at_any_moment() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        game = ReferenceGame(random_ruleset(rng, 4), 4)
        for leaver in rng.sample(range(4), 3):
            for _ in range(rng.randint(0, 60)):
                if game.phase != "over":
                    game.apply(POLICIES["merging"](game.legal(), game.snapshot(), rng))
            if game.phase != "over":
                game.apply(f"{leaver} retire")
                check_table(game)
        while game.settling or game.to_move == CHANCE:
            game.apply(game.legal()[0])
        assert game.phase == "over"


def test_copies_do_not_share_anything() -> None:
    game = position("LL.TT", hands=["3A", "9I"])
    before = game.snapshot()
    play(game.copy(), "0 place 3A", "0 survivor Tower")
    assert game.snapshot() == before


def follow(game: ReferenceGame, line: str) -> ReferenceGame:
    return play(game.copy(), line)


def test_perft_counts_decisions_and_chance() -> None:
    # Two tiles to place, then no purchase is possible but the empty one, then one of two tiles comes.
    game = position(hands=["9I 1A", "5E"], bag="7A 7B")
    legal: Callable[[ReferenceGame], Sequence[str]] = ReferenceGame.legal
    assert [perft(game, depth, legal, follow) for depth in range(5)] == [1, 2, 2, 4, 4]
    assert divide(game, 3, legal, follow) == {"0 place 1A": 2, "0 place 9I": 2}
