"""The tests of the reference of rounds: docs/spec/rules.md, section 4c, in positions that a person can follow on the board.

The reference judges the engine, so it is held against the rule book here and against nothing else. Boards are drawn from
row A down; what is not drawn is empty. What is expected is worked out by hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from acquire_core.actions import CHANCE
from acquire_core.ruleset import RULESETS, Ruleset
from tests.support.counts import Count

from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, parts
from .reference_board import ALL_TILES
from .reference_rounds import ONLY_VALUES, Illegal, ReferenceRounds

SIX_CHAINS = ("LL.TT.AA.FF.", "............", "WW.CC.......")


def position(*rows: str, hands: Sequence[str], rules: Ruleset = CLASSIC, bag: str | None = "", **more: Any) -> ReferenceRounds:
    """Round 1, led by seat 0 or by `current`. Only the tiles of `bag` are undrawn; None leaves all that lie nowhere else."""
    return ReferenceRounds.from_position(rules, len(hands), **parts(*rows, hands=hands, rules=rules, bag=bag), **more)


def play(game: ReferenceRounds, *lines: str) -> ReferenceRounds:
    for line in lines:
        game.apply(line)
    return game


def all_answer(game: ReferenceRounds, words: str) -> ReferenceRounds:
    """Let each seat that owes an answer give the same."""
    return play(game, *(f"{seat} {words}" for seat in game.owed()))


def refuses(game: ReferenceRounds, line: str) -> bool:
    """Return True if the line is illegal and leaves everything as it was."""
    def everything() -> object:
        return game.snapshot(), game.owed(), [game.legal(seat) for seat in range(game.players)]

    before = everything()
    with pytest.raises(Illegal):
        game.apply(line)
    assert everything() == before
    return True


def stands(game: ReferenceRounds) -> tuple[str, tuple[int, ...]]:
    """Return what is asked, and who owes an answer."""
    return game.phase, game.owed()


# Rounds (M1) and choosing (M2, M13).

def test_the_next_live_seat_clockwise_leads_the_next_round() -> None:
    game = position(hands=["1A", "5E", "9I"], bag="1I 5I 12A", current=2)
    assert (game.snapshot()["current"], game.snapshot()["turn"]) == (2, 1)
    play(game, "1 place 5E", "0 place 1A", "2 place 9I")
    assert stands(game) == ("buy", (2, 0, 1))
    all_answer(game, "buy")
    play(game, "* draw 2 1I", "* draw 2 5I", "* draw 2 12A")
    assert (game.snapshot()["current"], game.snapshot()["turn"]) == (0, 2)
    play(game, "0 retire", "1 retire")
    assert game.snapshot()["end_reason"] == "retired"


def test_nothing_happens_before_the_last_answer_is_in_and_an_answer_may_be_changed() -> None:
    game = position(hands=["1A 1C", "5E", "9I"])
    before = game.snapshot()
    play(game, "0 place 1A", "2 place 9I")
    assert {**game.snapshot(), "to_move": 0} == before
    assert (game.owed(), game.to_move) == ((1,), 1)
    assert game.legal(0) == ["0 place 1A", "0 place 1C"]
    play(game, "0 place 1C", "1 place 5E")
    assert set(game.snapshot()["board"]) == {"1C", "5E", "9I"}
    assert game.snapshot()["hands"][0]["tiles"] == ["1A"]


def test_a_seat_without_a_playable_tile_is_not_asked_to_place() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E", "9I", "1F 10F"])
    assert stands(game) == ("place", (1, 2))
    assert game.legal(0) == []
    assert refuses(game, "0 place 2E") and refuses(game, "0 pass")
    assert refuses(game, "2 place 1F") and refuses(game, "1 place 10F")
    assert stands(play(game, "2 place 10F", "1 place 9I")) == ("buy", (0, 1, 2))


def test_where_nobody_can_place_the_round_goes_on_with_buying() -> None:
    assert stands(position(*SEVEN_CHAINS, hands=["2E", "1F"])) == ("buy", (0, 1))


# Conflict (M3).

def asked_after_placing(*rows: str, tiles: str) -> tuple[str, tuple[int, ...]]:
    """Return what is asked after each seat has chosen the only tile of its hand."""
    hands = tiles.split()
    return stands(play(position(*rows, hands=hands), *(f"{seat} place {tile}" for seat, tile in enumerate(hands))))


LUXOR = ("", "", "", "", "....LL")  # 5E and 6E


@pytest.mark.parametrize(("rows", "tiles", "bidders"), [
    # (a) neighbours, even where both lie alone on the board or one touches a chain
    ((), "5E 5F 9I", (0, 1)),
    (LUXOR, "4E 4D 9I", (0, 1)),
    # (b) the same chain, or the same group of loose tiles
    (LUXOR, "5D 6D 9I", (0, 1)),
    (("oo",), "3A 1B 9I", (0, 1)),
    # (c) each can found, far apart
    (("o..........o",), "1B 12B 9I", (0, 1)),
    (("o",), "1B 9H 9I", (0, 1, 2)),
    ((), "1A 1B 9H 9I", (0, 1, 2, 3)),
    # passed on: 3A grows Luxor, 5A and 5B do so and touch each other; 6E lies alone
    (("LL.L", "LLLL"), "3A 5A 5B 6E", (0, 1, 2)),
    # 4A merges Luxor and Tower, 1B grows the one, 7A the other
    (("LLL.TT",), "1B 4A 7A 9I", (0, 1, 2)),
])
def test_tiles_in_conflict_bid(rows: tuple[str, ...], tiles: str, bidders: tuple[int, ...]) -> None:
    assert asked_after_placing(*rows, tiles=tiles) == ("bid", bidders)


@pytest.mark.parametrize(("rows", "tiles"), [
    ((), "5E 6F 9I"),  # corners do not touch
    (("o",), "1B 5E 9I"),  # one founds, the others lie alone
    (LUXOR, "4E 7E 5F"),  # one chain, and its order never matters (M4)
    (LUXOR, "4E 9I"),
    (("LL..TT",), "3A 7A"),  # each grows another chain
])
def test_tiles_whose_order_cannot_matter_do_not_bid(rows: tuple[str, ...], tiles: str) -> None:
    assert asked_after_placing(*rows, tiles=tiles)[0] != "bid"


def test_tiles_of_one_chain_that_touch_one_loose_group_bid() -> None:
    # 3A and 4B do not touch each other; both touch Luxor and the loose tile 4A.
    game = position("LL.o", "LLL", hands=["3A", "4B", "9I"])
    assert stands(play(game, "0 place 3A", "1 place 4B", "2 place 9I")) == ("bid", (0, 1))


# Bids (M4).

def neighbours_bid(cash: Sequence[int], current: int = 0) -> ReferenceRounds:
    """5E, 5F and 5G, one below the other, lie alone on the board."""
    game = position(hands=["5E", "5F", "5G"], cash=cash, current=current)
    return play(game, "0 place 5E", "1 place 5F", "2 place 5G")


def test_bids_are_hundreds_up_to_the_cash() -> None:
    game = neighbours_bid([250, 99, 6000])
    assert game.legal(0) == ["0 bid 0", "0 bid 100", "0 bid 200"]
    assert game.legal(1) == ["1 bid 0"]
    assert len(game.legal(2)) == 61
    for line in ("0 bid 300", "0 bid 250", "0 bid 50", "0 bid -100", "0 bid 0100", "0 bid", "1 bid 100", "2 bid 6100",
                 "0 place 5E", "3 bid 0"):
        assert refuses(game, line)


def test_the_higher_bid_is_settled_first_and_the_last_pays_nothing() -> None:
    game = play(neighbours_bid([1000, 1000, 1000]), "0 bid 100", "1 bid 200", "2 bid 300")
    # 5G lies alone, then 5F founds with it: seat 1 has paid, seat 0 has not been settled
    assert stands(game) == ("found", (1,))
    assert game.snapshot()["cash"] == [1000, 800, 700]
    play(game, "1 found Luxor")
    assert game.snapshot()["cash"] == [1000, 800, 700]  # 5E was last
    assert game.snapshot()["sizes"]["luxor"] == 3


def test_equal_bids_go_in_table_order() -> None:
    game = all_answer(neighbours_bid([1000, 1000, 1000], current=1), "bid 200")
    assert stands(game) == ("found", (2,))  # 5F of seat 1 lies alone, 5G of seat 2 founds, 5E of seat 0 is last
    assert game.snapshot()["cash"] == [1000, 800, 800]
    assert game.snapshot()["board"] == {"5F": None, "5G": None}


# Settling (M5).

def test_a_tile_that_cannot_be_placed_any_more_goes_back_and_costs_nothing() -> None:
    game = position(*SIX_CHAINS, "", "o..........o", hands=["1F", "12F", ""], cash=[1000, 1000, 1000])
    play(game, "0 place 1F", "1 place 12F", "0 bid 500", "1 bid 600")
    assert game.legal() == ["1 found Imperial"]
    play(game, "1 found Imperial")
    assert stands(game) == ("buy", (0, 1, 2))
    assert game.snapshot()["hands"][0]["tiles"] == ["1F"]
    assert game.snapshot()["cash"] == [1000, 400, 1000]


def test_a_tile_that_comes_back_after_a_higher_bid_of_an_earlier_one_costs_nothing_although_it_is_not_last() -> None:
    game = position(*SIX_CHAINS, "", "o....o.....o", hands=["1F", "6F", "12F"], cash=[1000, 1000, 1000])
    play(game, "0 place 1F", "1 place 6F", "2 place 12F", "0 bid 300", "1 bid 200", "2 bid 100", "0 found Imperial")
    assert game.snapshot()["cash"] == [700, 1000, 1000]
    assert game.snapshot()["hands"][1]["tiles"] == ["6F"] and game.snapshot()["hands"][2]["tiles"] == ["12F"]


def test_groups_are_settled_in_table_order_of_their_earliest_seat() -> None:
    # seats 1 and 3 are one group, 0 and 2 the other; seat 1 leads
    game = position("o..........o", hands=["5E", "1B", "5F", "12B"], current=1)
    play(game, "0 place 5E", "1 place 1B", "2 place 5F", "3 place 12B")
    assert stands(game) == ("bid", (1, 2, 3, 0))  # each can found: 5E and 5F with one another
    play(game, "1 bid 0", "2 bid 100", "3 bid 0", "0 bid 300")
    # 5E alone, 5F founds, then 1B, then 12B
    assert stands(play(game, "2 found Luxor")) == ("found", (1,))
    assert stands(play(game, "1 found Tower")) == ("found", (3,))


def test_a_tile_is_judged_on_the_board_as_it_then_is() -> None:
    # 3A would merge Luxor and Tower; 5B makes Tower the larger, so the mergemaker is not asked
    rows = ("LL.TT",)
    game = position(*rows, hands=["3A", "5B", ""])
    play(game, "0 place 3A", "1 place 5B", "0 bid 0", "1 bid 100")
    assert stands(game) == ("buy", (0, 1, 2))
    assert game.snapshot()["sizes"]["tower"] == 6
    assert game.snapshot()["cash"] == [6000, 5900, 6000]


def test_the_owner_answers_openly_and_is_paid_the_merger_bonus_on_placement() -> None:
    game = position("LL.TT", "..A", "..A", hands=["3A", "2B", ""], rules=CLASSIC.replace(merger_bonus=1000))
    play(game, "0 place 3A", "1 place 2B", "0 bid 300", "1 bid 0")
    assert stands(game) == ("survivor", (0,))
    assert game.snapshot()["cash"] == [6700, 6000, 6000]
    assert refuses(game, "1 survivor Luxor")
    assert stands(play(game, "0 survivor Luxor")) == ("next_defunct", (0,))
    # 2B touches Luxor, which is all of them now
    assert stands(play(game, "0 next Tower")) == ("buy", (0, 1, 2))
    assert game.snapshot()["sizes"]["luxor"] == 8


# Disposal (M6): Luxor, three tiles, takes over Tower, two tiles at $200.

def merging(shares: Sequence[dict[str, int]], *, current: int = 0, cash: Sequence[int] | None = None) -> ReferenceRounds:
    game = position("LLL.TT", hands=["4A", *[""] * (len(shares) - 1)], shares=shares, current=current, cash=cash)
    return play(game, "0 place 4A")


SCARCE = [{"Tower": 6, "Luxor": 22}, {"Tower": 4}, {"Tower": 4}]  # three Luxor are left, 2000 to seat 0, 1000 / 2 to the others


def test_all_holders_dispose_at_once_and_nothing_moves_before_the_last_answer() -> None:
    game = merging(SCARCE)
    assert stands(game) == ("dispose", (0, 1, 2))
    assert game.snapshot()["cash"] == [8000, 6500, 6500]
    play(game, "2 dispose hold 0 sell 4 trade 0", "0 dispose hold 5 sell 1 trade 0")
    assert game.snapshot()["cash"] == [8000, 6500, 6500]
    play(game, "1 dispose hold 1 sell 1 trade 2")
    assert game.snapshot()["cash"] == [8200, 6700, 7300]
    assert (game.snapshot()["shares"][1]["luxor"], game.snapshot()["market"]["luxor"]) == (1, 2)
    assert stands(game) == ("buy", (0, 1, 2))


def test_a_trade_may_ask_for_no_more_than_the_market_has_at_that_moment() -> None:
    game = merging(SCARCE)
    assert "0 dispose hold 0 sell 0 trade 6" in game.legal(0)
    game = merging([{"Tower": 6, "Luxor": 23}, {"Tower": 4}, {}])
    assert refuses(game, "0 dispose hold 0 sell 0 trade 6")
    assert refuses(game, "1 dispose hold 0 sell 1 trade 3")
    assert refuses(game, "2 dispose hold 0 sell 0 trade 0")


def test_traders_bid_where_they_ask_for_more_than_there_is_and_are_served_in_part() -> None:
    game = merging(SCARCE)
    play(game, "0 dispose hold 6 sell 0 trade 0", "1 dispose hold 0 sell 0 trade 4", "2 dispose hold 0 sell 0 trade 4")
    assert stands(game) == ("bid", (1, 2))
    play(game, "1 bid 200", "2 bid 300")
    assert game.snapshot()["cash"] == [8000, 6500, 6200]  # the last in the order pays nothing
    assert [held["luxor"] for held in game.snapshot()["shares"]] == [22, 1, 2]
    assert [held["tower"] for held in game.snapshot()["shares"]] == [6, 2, 0]


def test_a_trader_who_is_served_nothing_pays_nothing() -> None:
    game = merging([{"Tower": 2, "Luxor": 24}, {"Tower": 4}, {"Tower": 4}])
    play(game, *(f"{seat} dispose hold {held} sell 0 trade 2" for seat, held in ((0, 0), (1, 2), (2, 2))))
    all_answer(game, "bid 500")
    # 3000 / 2 = 1500 each to seats 1 and 2; seat 0 comes first at equal bids
    assert game.snapshot()["cash"] == [5500, 7500, 7500]
    assert [held["luxor"] for held in game.snapshot()["shares"]] == [25, 0, 0]


def test_money_of_the_sale_may_be_bid_but_not_what_is_still_to_be_paid_for_the_own_tile() -> None:
    # 1B grows Luxor and conflicts with 4A: seat 1 has bid 100 for its tile, and is not the last
    shares = [{"Tower": 1, "Luxor": 24}, {"Tower": 3}, {"Tower": 3}]
    game = position("LLL.TT", hands=["4A", "1B", "2B"], shares=shares, cash=[300, 100, 0])
    play(game, "0 place 4A", "1 place 1B", "2 place 2B", "0 bid 200", "1 bid 100", "2 bid 0")
    assert game.snapshot()["cash"] == [100, 1600, 1500]  # 3000 / 2 = 1500 each
    play(game, "0 dispose hold 1 sell 0 trade 0", "1 dispose hold 0 sell 1 trade 2", "2 dispose hold 1 sell 0 trade 2")
    assert game.legal(1)[-1] == "1 bid 900" and "1 bid 1700" in game.legal(1)  # 1600 + 200 - 100
    assert refuses(game, "1 bid 1800")
    assert "2 bid 1500" in game.legal(2) and refuses(game, "2 bid 1600")  # the last has no bid to pay
    play(game, "1 bid 1700", "2 bid 1500")
    assert game.snapshot()["cash"] == [100, 0, 1500]


# Buying (M7).

def buying(shares: Sequence[dict[str, int]], cash: Sequence[int] | None = None, current: int = 0) -> ReferenceRounds:
    """Luxor at $300 and Tower at $200; nobody has a tile, so the round begins with buying."""
    return position("LLL.TT", hands=[""] * len(shares), shares=shares, cash=cash, current=current, bag=None)


def test_each_seat_buys_within_its_cash_and_the_market() -> None:
    game = buying([{"Luxor": 24}, {}, {}], cash=[6000, 500, 199])
    assert game.legal(1) == ["1 buy", "1 buy Luxor", "1 buy Luxor Tower", "1 buy Tower", "1 buy Tower Tower"]
    assert game.legal(2) == ["2 buy"]
    assert refuses(game, "0 buy Luxor Luxor") and refuses(game, "0 buy American") and refuses(game, "1 buy Luxor Luxor")
    play(game, "1 buy tower LUXOR", "0 buy Tower Tower Tower")
    assert game.snapshot()["cash"] == [6000, 500, 199]
    play(game, "2 buy")
    assert game.snapshot()["cash"] == [5400, 0, 199]


def test_a_chain_of_which_more_is_asked_goes_to_the_higher_bids() -> None:
    game = buying([{"Luxor": 23}, {}, {}], cash=[1000, 1000, 1000])
    play(game, "0 buy Luxor", "1 buy Luxor Luxor Tower", "2 buy Luxor Tower")
    assert stands(game) == ("bid", (0, 1, 2))
    assert game.snapshot()["cash"] == [1000, 1000, 1000]
    assert [game.legal(seat)[-1] for seat in range(3)] == ["0 bid 700", "1 bid 200", "2 bid 500"]
    play(game, "0 bid 100", "1 bid 100", "2 bid 300")
    # seat 2: one Luxor and its bid; seat 0: one Luxor and its bid; seat 1: none of Luxor, and it was last; then Tower
    assert game.snapshot()["cash"] == [600, 800, 200]
    assert [held["luxor"] for held in game.snapshot()["shares"]] == [24, 0, 1]
    assert [held["tower"] for held in game.snapshot()["shares"]] == [0, 1, 1]


def test_chains_are_delivered_in_list_order_each_paid_before_the_next() -> None:
    # Luxor comes before Tower; what is not delivered of Luxor is money for the bid on Tower
    game = buying([{"Luxor": 24}, {"Tower": 24}, {}], cash=[1000, 500, 500])
    play(game, "0 buy Luxor", "1 buy Luxor Tower", "2 buy Luxor Tower", "0 bid 200", "2 bid 0", "1 bid 0")
    assert stands(game) == ("bid", (1, 2))
    assert (game.snapshot()["cash"], game.legal(1)[-1], game.legal(2)[-1]) == ([500, 500, 500], "1 bid 300", "2 bid 300")
    play(game, "1 bid 200", "2 bid 300")
    assert game.snapshot()["cash"] == [500, 500, 0]
    assert game.snapshot()["shares"][2]["tower"] == 1


def test_a_partly_served_buyer_pays_for_what_it_gets_and_its_whole_bid() -> None:
    game = buying([{"Luxor": 23}, {}, {}], cash=[2000, 2000, 2000])
    play(game, "0 buy Luxor", "1 buy Luxor Luxor", "2 buy Luxor", "0 bid 300", "1 bid 200", "2 bid 100")
    assert game.snapshot()["cash"] == [2000 - 300 - 300, 2000 - 300 - 200, 2000]


# The end (M8), drawing (M9), the stall (M10).

def test_one_yes_ends_the_game_and_all_are_asked() -> None:
    game = all_answer(position(*TWO_SAFE, hands=["", "", ""], shares=[{}, {"Luxor": 1}, {}]), "buy")
    assert stands(game) == ("declare_end", (0, 1, 2))
    play(game, "1 end yes", "0 end no")
    assert game.phase == "declare_end"
    assert not game.snapshot()["declared"]
    play(game, "2 end no")
    assert game.snapshot()["end_reason"] == "declared"
    # Luxor has eleven tiles: 7000 + 3500 + 700
    assert game.snapshot()["cash"] == [6000, 17200, 6000]


def test_where_all_say_no_play_goes_on_and_at_the_end_of_the_turn_means_the_same() -> None:
    for end_mode in ("anytime", "end_of_turn"):
        game = position(*TWO_SAFE, hands=["9I", "12I", ""], rules=CLASSIC.replace(end_mode=end_mode))
        all_answer(all_answer(play(game, "0 place 9I", "1 place 12I"), "buy"), "end no")
        assert (game.snapshot()["turn"], game.snapshot()["end_reason"]) == (2, None)


def test_the_automatic_end_asks_nobody() -> None:
    game = all_answer(position(*TWO_SAFE, hands=["9I", "", ""], rules=CLASSIC.replace(end_mode="auto")), "place 9I")
    assert all_answer(game, "buy").snapshot()["end_reason"] == "automatic"


def test_seats_draw_one_after_the_other_from_the_leader_and_exchange_dead_tiles() -> None:
    rules = CLASSIC.replace(end_all_safe=False)
    game = position(*TWO_SAFE, hands=["9I 4A 9A 10A 11A 12A", "12I 9B 10B 11B 12B 12C"], rules=rules,
                    bag="4B 7I 8I 1I", current=1)
    all_answer(play(game, "0 place 9I", "1 place 12I"), "buy")
    play(game, "* draw 1 4B")
    assert game.snapshot()["discard"][-1:] != ["4B"] and "4B" in game.snapshot()["discard"]
    play(game, "* draw 1 7I", "* draw 0 8I")
    assert "4A" in game.snapshot()["discard"]
    play(game, "* draw 0 1I")
    assert (game.snapshot()["turn"], game.snapshot()["current"]) == (2, 0)


def test_a_round_in_which_nothing_moves_ends_the_game() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E", "1F", ""])
    assert all_answer(game, "buy").snapshot()["end_reason"] == "stall"
    game = all_answer(position(*SEVEN_CHAINS, hands=["2E", "1F", ""], rules=CLASSIC.replace(stall_end=False)), "buy")
    assert (game.snapshot()["turn"], game.phase) == (2, "buy")


# Options (M11).

@pytest.mark.parametrize(("option", "value"), [
    ("special_powers", True), ("founder_buys_four", True), ("sell_shares", True), ("open_pick", True), ("found_optional", True),
    ("same_kind", True), ("buy_inactive", True), ("no_tile", "replace_hand"), ("no_tile", "end"), ("disposal", "none"),
    ("disposal_order", "majority"), ("dead_policy", "choice"), ("dead_policy", "never"), ("dead_timing", "before_draw"),
    ("eighth_chain", "unfounded"), ("mixed_growth", "forbid"), ("end_on_bag", "last_drawn"), ("end_on_bag", "cannot_refill"),
])
def test_options_that_need_turns_are_refused(option: str, value: object) -> None:
    assert option in ONLY_VALUES
    with pytest.raises(ValueError, match=option):
        ReferenceRounds(CLASSIC.replace(**{option: value}), 3)


def test_the_market_of_two_players_is_drawn_once_for_each_defunct_chain() -> None:
    game = position("LLL.TT", hands=["4A", ""], shares=[{"Tower": 5}, {}], bag="9F")
    play(game, "0 place 4A")
    assert (game.phase, game.to_move, game.owed()) == ("market_draw", CHANCE, ())
    assert play(game, "* market 9F").snapshot()["cash"] == [7000, 6000]
    assert stands(game) == ("dispose", (0,))


# Leaving (M12).

def test_a_seat_that_leaves_while_tiles_are_chosen_has_no_tile_in_any_group() -> None:
    game = position(hands=["5E", "5F", "9I"])
    play(game, "0 place 5E", "2 place 9I", "0 retire")
    assert stands(game) == ("place", (1,))
    assert stands(play(game, "1 place 5F")) == ("buy", (1, 2))  # 5E is in the bag, so there is no conflict
    assert (game.snapshot()["bag_count"], set(game.snapshot()["board"])) == (1, {"5F", "9I"})
    assert (game.snapshot()["current"], game.snapshot()["turn"]) == (0, 1)
    all_answer(game, "buy")
    play(game, "* draw 1 5E")
    assert game.snapshot()["current"] == 1


def test_a_tile_left_alone_does_not_bid() -> None:
    game = position(hands=["5E", "5F", "9I"])
    play(game, "0 place 5E", "1 place 5F", "2 place 9I", "0 bid 500", "1 retire")
    assert stands(game) == ("buy", (0, 2))
    assert game.snapshot()["cash"] == [6000, 6000, 6000]


def test_those_who_are_left_in_a_group_bid_although_nothing_links_them_any_more() -> None:
    game = play(neighbours_bid([6000] * 3), "1 retire")  # 5E and 5G are not neighbours
    assert stands(game) == ("bid", (0, 2))
    play(game, "0 bid 100", "2 bid 200")
    assert game.snapshot()["cash"] == [6000, 6000, 5800]


def test_nobody_else_becomes_the_last_and_the_bid_of_a_tile_that_leaves_is_not_paid() -> None:
    rows = ("LL.TT",)  # 3A merges and asks; 2B and 5B grow
    game = position(*rows, hands=["3A", "2B", "5B", ""])
    play(game, "0 place 3A", "1 place 2B", "2 place 5B", "0 bid 300", "1 bid 200", "2 bid 100")
    assert stands(game) == ("survivor", (0,))
    play(game, "2 retire", "0 survivor Luxor")
    assert game.snapshot()["cash"] == [5700, 5800, 6000, 6000]
    game = position(*rows, hands=["3A", "2B", "5B", ""])
    play(game, "0 place 3A", "1 place 2B", "2 place 5B", "0 bid 300", "1 bid 200", "2 bid 100", "1 retire", "0 survivor Luxor")
    assert game.snapshot()["cash"] == [5700, 6000, 6000, 6000]


def test_what_a_leaving_owner_of_the_tile_owes_falls_to_list_order() -> None:
    game = play(position("o", hands=["2A", "9I", "12I"]), "0 place 2A", "1 place 9I", "2 place 12I", "0 retire")
    assert stands(game) == ("buy", (1, 2))
    assert (game.snapshot()["sizes"]["luxor"], game.snapshot()["shares"][0]["luxor"]) == (2, 1)
    assert {"9I", "12I"} < set(game.snapshot()["board"])


def test_a_holder_who_leaves_sells_all_when_the_step_is_complete() -> None:
    game = merging([{}, {"Tower": 3}, {"Tower": 2}])
    play(game, "1 dispose hold 3 sell 0 trade 0", "1 retire")
    assert game.snapshot()["cash"] == [6000, 8000, 7000]
    play(game, "2 dispose hold 2 sell 0 trade 0")
    assert game.snapshot()["cash"] == [6000, 8600, 7000]


def test_an_opened_disposal_stands_and_bids_nothing_when_its_seat_leaves() -> None:
    game = merging([{"Tower": 6, "Luxor": 22}, {"Tower": 4}, {"Tower": 4}])
    play(game, "0 dispose hold 6 sell 0 trade 0", "1 dispose hold 0 sell 0 trade 4", "2 dispose hold 0 sell 0 trade 4")
    play(game, "1 retire")
    assert stands(game) == ("bid", (2,))
    play(game, "2 bid 100")
    assert game.snapshot()["cash"] == [8000, 6500, 6400]
    assert [held["luxor"] for held in game.snapshot()["shares"]] == [22, 1, 2]


def test_orders_that_are_not_delivered_lapse() -> None:
    game = play(buying([{"Luxor": 24}, {}, {}]), "0 buy Luxor", "1 buy Luxor Tower", "2 buy", "0 bid 400", "1 retire")
    assert stands(game)[0] != "bid"
    assert game.snapshot()["cash"] == [5700, 6000, 6000]
    assert game.snapshot()["shares"][1]["tower"] == 0




def test_a_yes_of_a_seat_that_leaves_was_never_opened() -> None:
    game = all_answer(position(*TWO_SAFE, hands=["", "", "9I"]), "place 9I")
    play(all_answer(game, "buy"), "0 end yes", "0 retire", "1 end no", "2 end no")
    assert (game.snapshot()["turn"], game.snapshot()["declared"]) == (2, False)


def test_one_live_seat_ends_the_game_and_never_inside_a_merger() -> None:
    game = merging([{}, {"Tower": 3}, {}])
    play(game, "0 retire", "2 retire")
    assert stands(game) == ("dispose", (1,))
    play(game, "1 dispose hold 0 sell 3 trade 0")
    assert game.snapshot()["end_reason"] == "retired"


# Every game.

def check_table(game: ReferenceRounds) -> None:
    """Tiles and blocks are conserved, nobody owes money, each seat that owes an answer has one, and none twice."""
    state = game.snapshot()
    tiles = [*state["board"], *state["discard"], *game.bag, *(tile for hand in state["hands"] for tile in hand["tiles"])]
    assert sorted(tiles) == sorted(ALL_TILES)
    for chain, blocks in state["market"].items():
        assert min(blocks, *(held[chain] for held in state["shares"])) >= 0
        assert blocks + sum(held[chain] for held in state["shares"]) == 25
    assert min(state["cash"]) >= 0
    for seat in game.owed():
        assert game.legal(seat) and len(set(game.legal(seat))) == len(game.legal(seat))
    assert (game.to_move is None) == (game.phase == "over")


def play_out(game: ReferenceRounds, rng: random.Random, leaving: float) -> None:
    for _ in range(3000):
        check_table(game)
        if game.phase == "over":
            return
        live = [seat for seat in range(game.players) if seat not in game.retired]
        if live and rng.random() < leaving:
            game.apply(f"{rng.choice(live)} retire")
        else:
            lines = game.legal(rng.choice(game.owed()) if game.owed() else None)
            game.apply(rng.choice(lines if "end" not in lines[0] else lines[:1] * 4 + lines[1:]))
    raise AssertionError("the game does not end")


@pytest.mark.fully
def test_every_game_ends_and_conserves_tiles_and_blocks(count: Count) -> None:
    for seed in range(count(10, 200)):
        rng = random.Random(seed)
        rules = rng.choice((CLASSIC, RULESETS["tycoon-2023"], CLASSIC.replace(merger_bonus=1000, safe_size=5, start_cash=1000)))
        game = ReferenceRounds(rules, 2 + seed % 5)
        play_out(game, rng, rng.choice((0, 0.01, 0.05)))
        assert game.copy().snapshot() == game.snapshot()
