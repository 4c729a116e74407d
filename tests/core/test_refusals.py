"""A refused action says why and has changed nothing: each Reason has its case, and nonsense from outside has its answer."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from acquire_core import (
    Bid,
    Buy,
    ChooseNext,
    ChooseSurvivor,
    DeclareEnd,
    Discard,
    Dispose,
    DrawTile,
    Found,
    Game,
    IllegalAction,
    MarketTile,
    Pass,
    Pick,
    Place,
    RandomPlayer,
    Reason,
    ReplaceHand,
    Retire,
    RulesetError,
    ScriptedBag,
    Show,
    ShuffledBag,
    StartTile,
    Stop,
    Trade2,
    UsePower,
)
from acquire_core.engine.game import CODE_COUNT
from acquire_core.ruleset import RULESETS, Ruleset
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, drawn, moments, play, position

Case = Callable[[], tuple[Game, Any]]

PROVOKED: set[Reason] = set()

RETIRE_CODES = range(2530, 2536)


def everything(game: Game) -> tuple[Any, ...]:
    """Return all that a refused action might have changed."""
    return (game.digest(), game.snapshot(), game.actions(), game.legal_codes(), game.standings(), game.retired,
            game.observe(None))


def assert_refused(game: Game, action: Any, reason: Reason) -> None:
    before = everything(game)
    assert game.refusal(action) is reason
    with pytest.raises(IllegalAction) as refused:
        game.apply(action)
    assert refused.value.reason is reason
    assert refused.value.action == action
    assert reason.value in str(refused.value)
    assert everything(game) == before


def provoking(reason: Reason) -> Callable[[Case], Callable[[], None]]:
    """Return a test out of a function that returns a game and the action which it must refuse for this reason."""

    def decorate(case: Case) -> Callable[[], None]:
        PROVOKED.add(reason)

        def test() -> None:
            assert_refused(*case(), reason)

        test.__name__ = test.__qualname__ = case.__name__
        test.__doc__ = case.__doc__
        return test

    return decorate


def buying(**more: Any) -> Game:
    """Seat 0 is about to buy; Luxor has three tiles, Tower two."""
    return play(position("LLL..TT", hands=["9I", "8I"], **more), Place(0, "9I"))


def disposing(**more: Any) -> Game:
    """Seat 0 has merged Tower into Luxor and decides about five blocks of Tower."""
    shares = more.pop("shares", [{"tower": 5}, {}, {}])
    return play(position("LLL.TT", hands=["4A", "", ""], shares=shares, **more), Place(0, "4A"))


POWERS = CLASSIC.replace(special_powers=True)


def trading(**more: Any) -> Game:
    """Seat 0 has turned over Trade 2."""
    shares = more.pop("shares", [{"luxor": 4, "tower": 1, "american": 3}, {}])
    game = position("LLL..TT", hands=["9I", "8I"], rules=POWERS, shares=shares, **more)
    return play(game, UsePower(0, None), Place(0, "9I"), UsePower(0, "trade2"))


# Who and when.

@provoking(Reason.GAME_OVER)
def test_nothing_is_done_after_the_end() -> tuple[Game, Any]:
    return play(position(hands=["9I", ""]), Retire(1)), Place(0, "9I")


@provoking(Reason.GAME_OVER)
def test_nobody_leaves_after_the_end() -> tuple[Game, Any]:
    return play(position(hands=["9I", ""]), Retire(1)), Retire(0)


@provoking(Reason.GAME_OVER)
def test_nothing_is_drawn_after_the_end() -> tuple[Game, Any]:
    return play(position(hands=["9I", ""]), Retire(1)), DrawTile(0, "1A")


@provoking(Reason.WRONG_SEAT)
def test_only_the_seat_that_is_asked_decides() -> tuple[Game, Any]:
    return position(hands=["9I", "8I"]), Place(1, "8I")


@provoking(Reason.WRONG_SEAT)
def test_only_the_holder_who_is_asked_disposes() -> tuple[Game, Any]:
    return disposing(shares=[{"tower": 5}, {"tower": 2}, {}]), Dispose(1, 2, 0, 0)


@provoking(Reason.CHANCE_IS_DUE)
def test_nobody_decides_while_a_tile_is_due() -> tuple[Game, Any]:
    return Game("classic", 3), Pass(0)


@provoking(Reason.CHANCE_IS_DUE)
def test_not_even_whoever_is_asked_decides_while_a_tile_is_due() -> tuple[Game, Any]:
    return Game("classic", 3), Pass(None)


@provoking(Reason.WRONG_PHASE)
def test_chance_waits_until_a_tile_is_due() -> tuple[Game, Any]:
    return position(hands=["9I", ""]), DrawTile(0, "1A")


@pytest.mark.parametrize("action", [
    DeclareEnd(0, True), DeclareEnd(0, False), Stop(0), Found(0, "luxor"), ChooseSurvivor(0, "luxor"), ChooseNext(0, "luxor"),
    Dispose(0, 0, 0, 0), Buy(0), UsePower(0, None), Trade2(0, "luxor", "tower"), Show(0, ("9I",)), ReplaceHand(0, True),
    Discard(0), Pick(0, "1A"), StartTile(0, "1A"), DrawTile(0, "1A"), DrawTile(0, None), MarketTile("1A")])
def test_each_action_has_its_moment(action: Any) -> None:
    assert_refused(position("LL..TT", hands=["9I", "8I"]), action, Reason.WRONG_PHASE)


@pytest.mark.parametrize("action", [Place(0, "8I"), Pass(0), Show(0, ()), Stop(0), Discard(0)])
def test_a_tile_is_not_placed_while_buying(action: Any) -> None:
    assert_refused(buying(), action, Reason.WRONG_PHASE)


@pytest.mark.parametrize("action", [StartTile(1, "1A"), MarketTile("1A")])
def test_each_tile_of_chance_has_its_moment(action: Any) -> None:
    game = play(Game("classic", 2), StartTile(0, "9I"), StartTile(1, "8I"))
    assert game.phase == "draw"
    assert_refused(game, action, Reason.WRONG_PHASE)


@provoking(Reason.WRONG_PHASE)
def test_a_play_4_that_has_begun_is_stopped_and_not_passed() -> tuple[Game, Any]:
    game = position(hands=["9I 1A", ""], rules=POWERS)
    return play(game, UsePower(0, "play4"), Place(0, "9I")), Pass(0)


@provoking(Reason.WRONG_PHASE)
def test_a_hand_that_everybody_knows_is_not_shown_again() -> tuple[Game, Any]:
    game = position(*SEVEN_CHAINS, hands=["2E", "9I"], sealed=True)
    return play(game, Show(0, ("2E",))), Show(0, ("2E",))


@provoking(Reason.WRONG_TARGET)
def test_a_tile_goes_to_the_seat_it_is_due_to() -> tuple[Game, Any]:
    return Game("classic", 3), StartTile(1, "1A")


@provoking(Reason.NO_SUCH_SEAT)
def test_a_seat_that_does_not_exist_places_nothing() -> tuple[Game, Any]:
    return position(hands=["9I", ""]), Place(2, "9I")


@provoking(Reason.NO_SUCH_SEAT)
def test_a_seat_that_does_not_exist_does_not_leave() -> tuple[Game, Any]:
    return position(hands=["9I", ""]), Retire(5)


@provoking(Reason.NO_SUCH_SEAT)
def test_a_seat_that_does_not_exist_draws_nothing() -> tuple[Game, Any]:
    return Game("classic", 3), StartTile(3, "1A")


@provoking(Reason.NO_SUCH_SEAT)
def test_nobody_leaves_for_whoever_is_asked_while_a_tile_is_due() -> tuple[Game, Any]:
    return Game("classic", 3), Retire(None)


@provoking(Reason.ALREADY_RETIRED)
def test_nobody_leaves_twice() -> tuple[Game, Any]:
    return play(position(hands=["9I", "", ""]), Retire(1)), Retire(1)


# Tiles.

@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_tile_of_the_bag_is_not_placed() -> tuple[Game, Any]:
    return position(hands=["9I", ""]), Place(0, "1A")


@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_tile_of_another_hand_is_not_placed() -> tuple[Game, Any]:
    return position(hands=["9I", "8I"]), Place(0, "8I")


@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_tile_on_the_board_is_not_placed_again() -> tuple[Game, Any]:
    return position("LL", hands=["9I", ""]), Place(0, "1A")


@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_hidden_hand_does_not_place_what_is_laid_away() -> tuple[Game, Any]:
    game = play(position(hands=["9I", "5I"], discard=["1A"]), Place(0, "9I"), Buy(0), *[DrawTile(0, None)] * 6, Place(1, "5I"),
                Buy(1), *[DrawTile(1, None)] * 6)
    assert game.snapshot()["hands"][0] == {"tiles": [], "hidden": 6}
    return game, Place(0, "1A")


@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_tile_of_the_bag_is_not_shown() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E", "9I"], sealed=True), Show(0, ("2E", "1F"))


@provoking(Reason.TILE_NOT_IN_HAND)
def test_more_tiles_than_a_hand_can_have_are_not_shown() -> tuple[Game, Any]:
    tiles = ("2E", "1F", "1A", "1B", "1C", "1D", "1G", "1H", "1I", "2A", "2B", "2C")
    return position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], sealed=True), Show(0, tiles)


@provoking(Reason.TILE_JOINS_SAFE_CHAINS)
def test_two_safe_chains_are_not_merged() -> tuple[Game, Any]:
    return play(position(*TWO_SAFE, hands=["4A 9I", ""]), DeclareEnd(0, False)), Place(0, "4A")


@provoking(Reason.TILE_JOINS_SAFE_CHAINS)
def test_no_safe_chain_is_merged_where_the_rules_say_so() -> tuple[Game, Any]:
    rules = CLASSIC.replace(safe_merge="any_safe", safe_size=3, end_all_safe=False)
    return position("LLL.TT", hands=["4A 9I", ""], rules=rules), Place(0, "4A")


@provoking(Reason.TILE_FOUNDS_EIGHTH_CHAIN)
def test_an_eighth_chain_is_not_founded() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E 9I", ""]), Place(0, "2E")


@provoking(Reason.TILE_MIXES_GROWTH)
def test_a_chain_and_a_loose_tile_are_not_joined_where_the_rules_say_so() -> tuple[Game, Any]:
    return position("LL.o", hands=["3A 9I", ""], rules=CLASSIC.replace(mixed_growth="forbid")), Place(0, "3A")


@provoking(Reason.MUST_PLACE)
def test_a_player_with_a_playable_tile_may_not_pass() -> tuple[Game, Any]:
    return position(hands=["9I", ""]), Pass(0)


@provoking(Reason.MUST_PLACE)
def test_a_compulsory_play_4_goes_on_while_a_tile_can_be_placed() -> tuple[Game, Any]:
    rules = POWERS.replace(play4_mandatory=True)
    return play(position(hands=["9I 1A", ""], rules=rules), UsePower(0, "play4"), Place(0, "9I")), Stop(0)


@provoking(Reason.MUST_SHOW)
def test_at_a_sealed_table_the_hand_is_shown_before_a_pass() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E", "9I"], sealed=True), Pass(0)


@provoking(Reason.MUST_SHOW)
def test_at_a_sealed_table_the_hand_is_shown_before_a_compulsory_play_4_stops() -> tuple[Game, Any]:
    rules = POWERS.replace(play4_mandatory=True)
    game = position(*SEVEN_CHAINS, hands=["9I 2E", ""], rules=rules, sealed=True)
    return play(game, UsePower(0, "play4"), Place(0, "9I")), Stop(0)


@provoking(Reason.TILE_NOT_IN_BAG)
def test_a_tile_of_a_hand_is_not_drawn() -> tuple[Game, Any]:
    return play(position(hands=["9I", "8I"]), Place(0, "9I"), Buy(0)), DrawTile(0, "8I")


@provoking(Reason.TILE_NOT_IN_BAG)
def test_a_start_tile_comes_from_the_bag() -> tuple[Game, Any]:
    return play(Game("classic", 2), StartTile(0, "9I")), StartTile(1, "9I")


@provoking(Reason.TILE_NOT_IN_BAG)
def test_the_market_draws_from_the_bag() -> tuple[Game, Any]:
    return play(position("LL.TTT", hands=["3A", "8I"], shares=[{"luxor": 1}, {}]), Place(0, "3A")), MarketTile("8I")


@provoking(Reason.TILE_NOT_IN_BAG)
def test_an_open_pick_takes_what_is_in_the_bag() -> tuple[Game, Any]:
    return play(position(hands=["9I", "8I"], rules=CLASSIC.replace(open_pick=True)), Place(0, "9I"), Buy(0)), Pick(0, "8I")


@provoking(Reason.TILE_MUST_BE_KNOWN)
def test_a_start_tile_is_known() -> tuple[Game, Any]:
    return Game("classic", 3), StartTile(0, None)


@provoking(Reason.TILE_MUST_BE_KNOWN)
def test_a_tile_that_the_market_draws_is_known() -> tuple[Game, Any]:
    return play(position("LL.TTT", hands=["3A", "8I"], shares=[{"luxor": 1}, {}]), Place(0, "3A")), MarketTile(None)


# Bids.

def bidding() -> Game:
    """Two neighbours were chosen in simultaneous play, and both seats are asked for a bid; seat 1 has $250."""
    game = position(hands=["5E", "5F"], rules=CLASSIC.replace(simultaneous=True), cash=[6000, 250])
    return play(game, Place(0, "5E"), Place(1, "5F"))


@provoking(Reason.BID_IS_UNEVEN)
def test_a_bid_is_in_hundreds() -> tuple[Game, Any]:
    return bidding(), Bid(0, 150)


@provoking(Reason.BID_TOO_HIGH)
def test_a_bid_is_within_the_cash() -> tuple[Game, Any]:
    return bidding(), Bid(1, 300)


# Founding and merging.

@provoking(Reason.MUST_FOUND)
def test_a_chain_must_be_founded() -> tuple[Game, Any]:
    return play(position("o", hands=["2A", ""]), Place(0, "2A")), Found(0, None)


@provoking(Reason.CHAIN_IS_ACTIVE)
def test_a_chain_on_the_board_is_not_founded_again() -> tuple[Game, Any]:
    return play(position("o..LL", hands=["2A", ""]), Place(0, "2A")), Found(0, "luxor")


@provoking(Reason.CHAIN_NOT_TIED)
def test_a_smaller_chain_does_not_survive() -> tuple[Game, Any]:
    game = position("LLL.TTT", "...A", "...A", hands=["4A", "", ""])
    return play(game, Place(0, "4A")), ChooseSurvivor(0, "american")


@provoking(Reason.CHAIN_NOT_TIED)
def test_the_survivor_is_not_the_next_defunct_chain() -> tuple[Game, Any]:
    game = position("LLL.TT", "...A", "...A", hands=["4A", "", ""])
    return play(game, Place(0, "4A")), ChooseNext(0, "luxor")


@provoking(Reason.DISPOSAL_MISCOUNTS)
def test_hold_sell_and_trade_add_up() -> tuple[Game, Any]:
    return disposing(), Dispose(0, 1, 1, 2)


@provoking(Reason.DISPOSAL_MISCOUNTS)
def test_no_block_is_disposed_of_that_is_not_held() -> tuple[Game, Any]:
    return disposing(), Dispose(0, 0, 4, 2)


@provoking(Reason.TRADE_IS_ODD)
def test_blocks_are_traded_in_pairs() -> tuple[Game, Any]:
    return disposing(), Dispose(0, 0, 4, 1)


@provoking(Reason.TRADE_EXCEEDS_MARKET)
def test_no_more_is_traded_than_the_market_has() -> tuple[Game, Any]:
    return disposing(shares=[{"tower": 5, "luxor": 24}, {}, {}]), Dispose(0, 1, 0, 4)


# Buying.

@provoking(Reason.OVER_THE_LIMIT)
def test_three_blocks_are_bought_at_most() -> tuple[Game, Any]:
    return buying(), Buy(0, ("luxor",) * 4)


@provoking(Reason.OVER_THE_LIMIT)
def test_not_even_a_founder_buys_four_of_two_kinds() -> tuple[Game, Any]:
    game = position("o..LL", hands=["2A", ""], rules=CLASSIC.replace(founder_buys_four=True))
    return play(game, Place(0, "2A"), Found(0, "tower")), Buy(0, ("luxor", "tower", "tower", "tower"))


@provoking(Reason.OVER_THE_LIMIT)
def test_more_blocks_than_exist_are_over_the_limit() -> tuple[Game, Any]:
    return buying(), Buy(0, ("luxor",) * 300)


@provoking(Reason.OVER_THE_LIMIT)
def test_bought_and_sold_blocks_count_together() -> tuple[Game, Any]:
    game = buying(rules=CLASSIC.replace(sell_shares=True), shares=[{"tower": 5}, {}])
    return game, Buy(0, ("luxor", "luxor"), ("tower", "tower"))


@provoking(Reason.CHAIN_NOT_FOR_SALE)
def test_a_chain_off_the_board_is_not_for_sale() -> tuple[Game, Any]:
    return buying(), Buy(0, ("american",))


@provoking(Reason.CHAIN_NOT_FOR_SALE)
def test_a_cheap_chain_off_the_board_is_never_for_sale() -> tuple[Game, Any]:
    game = position("LLL..AA", hands=["9I", "8I"], rules=CLASSIC.replace(buy_inactive=True))
    return play(game, Place(0, "9I")), Buy(0, ("tower",))


@provoking(Reason.CHAIN_NOT_FOR_SALE)
def test_no_chain_off_the_board_comes_free() -> tuple[Game, Any]:
    rules = POWERS.replace(buy_inactive=True)
    game = position("LLL..TT", hands=["9I", "8I"], rules=rules)
    return play(game, UsePower(0, None), Place(0, "9I"), UsePower(0, "free3")), Buy(0, ("american",))


@provoking(Reason.KINDS_ARE_MIXED)
def test_one_kind_is_bought_where_the_rules_say_so() -> tuple[Game, Any]:
    return buying(rules=CLASSIC.replace(same_kind=True)), Buy(0, ("luxor", "tower"))


@provoking(Reason.MARKET_IS_SHORT)
def test_no_more_is_bought_than_the_market_has() -> tuple[Game, Any]:
    return buying(shares=[{}, {"luxor": 24}]), Buy(0, ("luxor", "luxor"))


@provoking(Reason.CASH_IS_SHORT)
def test_a_purchase_is_paid() -> tuple[Game, Any]:
    return buying(cash=[800, 6000]), Buy(0, ("luxor", "luxor", "luxor"))


@provoking(Reason.CASH_IS_SHORT)
def test_money_from_sales_pays_no_more_than_it_is() -> tuple[Game, Any]:
    game = buying(cash=[0, 6000], rules=CLASSIC.replace(sell_shares=True), shares=[{"tower": 5}, {}])
    return game, Buy(0, ("luxor",), ("tower",))


@provoking(Reason.SELLING_NOT_ALLOWED)
def test_nothing_is_sold_in_the_ordinary_rules() -> tuple[Game, Any]:
    return buying(shares=[{"tower": 5}, {}]), Buy(0, (), ("tower",))


@provoking(Reason.SELLING_NOT_ALLOWED)
def test_nothing_is_sold_beside_free_blocks() -> tuple[Game, Any]:
    game = position("LLL..TT", hands=["9I", ""], rules=POWERS.replace(sell_shares=True), shares=[{"tower": 5}, {}])
    return play(game, UsePower(0, None), Place(0, "9I"), UsePower(0, "free3")), Buy(0, (), ("tower",))


SELLING = CLASSIC.replace(sell_shares=True)


@provoking(Reason.NOTHING_TO_SELL)
def test_only_what_is_held_is_sold() -> tuple[Game, Any]:
    return buying(rules=SELLING, shares=[{"tower": 1}, {}]), Buy(0, (), ("tower", "tower"))


@provoking(Reason.CHAIN_NOT_ACTIVE)
def test_blocks_of_a_chain_off_the_board_are_not_sold() -> tuple[Game, Any]:
    return buying(rules=SELLING, shares=[{"american": 1}, {}]), Buy(0, (), ("american",))


@provoking(Reason.BUYS_AND_SELLS)
def test_no_chain_is_bought_and_sold_at_once() -> tuple[Game, Any]:
    return buying(rules=SELLING, shares=[{"tower": 1}, {}]), Buy(0, ("tower",), ("tower",))


# Powers.

@provoking(Reason.POWER_NOT_LEFT)
def test_a_marker_is_turned_over_once() -> tuple[Game, Any]:
    game = position(hands=["1A 5A 9A", "1C 5C 9C"], rules=POWERS)
    play(game, UsePower(0, "take5"), *(DrawTile(0, tile) for tile in ("1I", "3I", "5I", "7I", "9I")), Place(0, "1A"), Buy(0))
    play(game, UsePower(1, None), Place(1, "1C"), UsePower(1, None), Buy(1), DrawTile(1, "1E"), DrawTile(1, "3E"),
         DrawTile(1, "5E"), DrawTile(1, "7E"))
    assert game.phase == "power_start"
    return game, UsePower(0, "take5")


@provoking(Reason.POWER_NOT_NOW)
def test_free_blocks_are_not_announced_before_placing() -> tuple[Game, Any]:
    return position(hands=["9I", ""], rules=POWERS), UsePower(0, "free3")


@provoking(Reason.POWER_NOT_NOW)
def test_play_4_is_not_announced_after_placing() -> tuple[Game, Any]:
    return play(position(hands=["9I", ""], rules=POWERS), UsePower(0, None), Place(0, "9I")), UsePower(0, "play4")


@provoking(Reason.SAME_CHAIN)
def test_a_chain_is_not_traded_for_itself() -> tuple[Game, Any]:
    return trading(), Trade2(0, "luxor", "luxor")


@provoking(Reason.TOO_FEW_TO_TRADE)
def test_two_blocks_are_given_for_one() -> tuple[Game, Any]:
    return trading(), Trade2(0, "tower", "luxor")


@provoking(Reason.CHAIN_NOT_ACTIVE)
def test_blocks_of_a_chain_off_the_board_are_not_traded() -> tuple[Game, Any]:
    return trading(), Trade2(0, "american", "luxor")


@provoking(Reason.MARKET_IS_SHORT)
def test_no_block_is_traded_that_the_market_does_not_have() -> tuple[Game, Any]:
    return trading(shares=[{"luxor": 4, "tower": 2}, {"tower": 23}]), Trade2(0, "luxor", "tower")


# Sealed tables, and dead tiles.

@provoking(Reason.SHOW_IS_INCOMPLETE)
def test_the_whole_hand_is_shown() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], sealed=True), Show(0, ("2E",))


@provoking(Reason.SHOW_IS_PLAYABLE)
def test_a_hand_with_a_playable_tile_is_not_shown() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E 9I", ""], sealed=True), Show(0, ("2E", "9I"))


@provoking(Reason.TILE_REPEATED)
def test_no_tile_is_shown_twice() -> tuple[Game, Any]:
    return position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], sealed=True), Show(0, ("2E", "2E"))


def laying_away(**more: Any) -> Game:
    """Seat 0 holds the dead tiles 4A and 4B and the good tile 9A, and may set dead ones aside."""
    rules = CLASSIC.replace(end_mode="end_of_turn", **more)
    game = position(*TWO_SAFE, hands=["4A 4B 9A 9C 9E 9G", "8I"], rules=rules, sealed=rules.dead_policy == "auto")
    play(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False), DrawTile(0, "1I"))
    assert (game.phase, game.to_move) == ("discard", 0)
    return game


@provoking(Reason.TILE_REPEATED)
def test_no_tile_is_laid_away_twice() -> tuple[Game, Any]:
    return laying_away(dead_policy="choice"), Discard(0, ("4A", "4A"))


@provoking(Reason.TILE_NOT_DEAD)
def test_only_dead_tiles_are_laid_away() -> tuple[Game, Any]:
    return laying_away(dead_policy="choice"), Discard(0, ("4A", "9A"))


@provoking(Reason.TILE_NOT_IN_HAND)
def test_a_dead_tile_of_the_bag_is_not_laid_away() -> tuple[Game, Any]:
    return laying_away(dead_policy="choice"), Discard(0, ("4C",))


@provoking(Reason.DEAD_TILE_KEPT)
def test_at_a_sealed_table_every_known_dead_tile_is_laid_away() -> tuple[Game, Any]:
    return laying_away(), Discard(0, ("4A",))


# Values that no action can have.

@pytest.mark.parametrize("action", [
    Place(0, ""), Place(0, "5e"), Place(0, "05E"), Place(0, "13A"), Place(0, "1J"), Place(0, 5), Place(0, b"5E"),
    Place(0, ["5E"]), Place(0, "5E\0"), Place(0, "５E"), Place(0, None), Pick(0, "0A"), Pick(0, None), Found(0, "Luxor"),
    Found(0, "sackson"), Found(0, 1), Found(0, ["luxor"]), ChooseSurvivor(0, None), ChooseSurvivor(0, "pluto"),
    ChooseNext(0, None), ChooseNext(0, ()),
    DeclareEnd(0, None), DeclareEnd(0, 1), DeclareEnd(0, "yes"), ReplaceHand(0, 0), ReplaceHand(0, "no"), Buy(0, "luxor"),
    Buy(0, None), Buy(0, ("luxor", None)), Buy(0, ("pluto",)), Buy(0, {"luxor"}), Buy(0, (), "luxor"), Buy(0, (), (1,)),
    UsePower(0, "free4"), UsePower(0, 3), UsePower(0, ["free3"]), Trade2(0, "luxor", None), Trade2(0, "pluto", "tower"),
    Trade2(0, [], {}), Show(0, None), Show(0, "9I"), Show(0, ("9J",)), Show(0, (None,)), Discard(0, None),
    Discard(0, ("4A", 4)), Discard(0, {"4A"}), StartTile(0, "9Z"), DrawTile(0, 7), DrawTile(0, "??"), MarketTile(""),
    MarketTile(9)], ids=repr)
def test_values_that_no_action_can_have_are_malformed(action: Any) -> None:
    assert_refused(position("LL..TT", hands=["9I", ""]), action, Reason.MALFORMED)


PROVOKED.add(Reason.MALFORMED)


@pytest.mark.parametrize("seat", [-1, -2, 6, 255, 2**31, 2**63, 2**100, -(2**70), 0.0, "0", (), b"0"], ids=repr)
def test_seats_that_cannot_be_do_not_exist(seat: Any) -> None:
    assert_refused(position(hands=["9I", ""]), Place(seat, "9I"), Reason.NO_SUCH_SEAT)
    assert_refused(position(hands=["9I", ""]), Retire(seat), Reason.NO_SUCH_SEAT)


@pytest.mark.parametrize("target", [-1, 3, 255, 256, 2**64, None, "0", 0.0], ids=repr)
def test_seats_that_cannot_be_draw_nothing(target: Any) -> None:
    assert_refused(Game("classic", 3), StartTile(target, "9I"), Reason.NO_SUCH_SEAT)


@pytest.mark.parametrize("wrong", [-1, 201, 251, 256, 2**32, 2**64, -(2**64), None, "1", 1.0, ()], ids=repr)
def test_numbers_of_blocks_that_cannot_be_do_not_add_up(wrong: Any) -> None:
    for action in (Dispose(0, wrong, 4, 0), Dispose(0, 1, wrong, 0), Dispose(0, 5, 0, wrong)):
        assert_refused(disposing(), action, Reason.DISPOSAL_MISCOUNTS)


def test_three_wrong_numbers_do_not_add_up_by_overflow() -> None:
    for hold in range(256):
        assert disposing().refusal(Dispose(0, hold, 255, 5 - hold)) is not None
    assert disposing().refusal(Dispose(0, 85, 86, 90)) is Reason.DISPOSAL_MISCOUNTS  # 261 is 5 in a byte


def test_a_truth_value_is_not_a_number() -> None:
    """`True == 1`, but a record that says so would not be read back."""
    assert position(hands=["9I", "", ""]).refusal(Retire(True)) is Reason.NO_SUCH_SEAT
    assert position(hands=["9I", ""]).refusal(Place(False, "9I")) is Reason.NO_SUCH_SEAT
    assert Game("classic", 3).refusal(StartTile(False, "9I")) is Reason.NO_SUCH_SEAT
    assert disposing().refusal(Dispose(0, 4, True, 0)) is Reason.DISPOSAL_MISCOUNTS


@pytest.mark.parametrize("action", [None, 3, "0 place 9I", ("place", "9I"), pytest.param(object(), id="an object"), Place,
                                    Reason.MALFORMED], ids=repr)
def test_what_is_no_action_at_all_is_a_type_error(action: Any) -> None:
    game = position(hands=["9I", ""])
    before = everything(game)
    with pytest.raises(TypeError, match="expected an action"):
        game.apply(action)
    with pytest.raises(TypeError, match="expected an action"):
        game.refusal(action)
    assert everything(game) == before


def test_every_reason_has_its_case() -> None:
    assert set(Reason) == PROVOKED


# Codes.

@pytest.mark.parametrize("code", [-1, CODE_COUNT, 2**16 - 1, 2**16, 2**31 - 1, -(2**31), 2**31, 2**63, 2**200, -(2**200)])
def test_numbers_out_of_range_are_no_codes(code: Any) -> None:
    game = position(hands=["9I", ""])
    before = everything(game)
    for use in (game.apply_code, game.action_of):
        with pytest.raises(ValueError, match="is not an action code"):
            use(code)
    assert everything(game) == before


@pytest.mark.parametrize("code", [None, "84", 84.0, 84.9, b"84", (84,), []], ids=repr)
def test_what_is_no_number_is_no_code(code: Any) -> None:
    game = position(hands=["1A", ""])
    before = everything(game)
    for use in (game.apply_code, game.action_of):
        with pytest.raises(TypeError):
            use(code)
    assert everything(game) == before


def sampled_states(number: int, seed: int) -> list[Game]:
    """Moments of random games of all kinds: open, sealed, with hidden tiles, with seats that have left."""
    rng = random.Random(seed)
    states: list[Game] = []
    while len(states) < number:
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.7 else rng.choice(list(RULESETS.values()))
        by_phase: dict[str, Game] = {}
        for game in moments(rules, players, rng, sealed=rng.random() < 0.4, leaving=rng.choice((0, 0.01)), most_actions=600):
            if rng.random() < 0.1 or game.phase not in by_phase:
                by_phase[game.phase] = game.copy()
        states += by_phase.values()
        states.append(half_hidden(rules, players, rng))
    return states[:number]


def half_hidden(rules: Ruleset, players: int, rng: random.Random) -> Game:
    """A few turns with some tiles drawn unknown."""
    game = Game(rules, players, sealed=rng.random() < 0.5)
    for _ in range(rng.randint(8 * players, 20 * players)):
        codes = game.legal_codes()
        if not codes:
            break
        game.apply_code(codes[-1] if game.phase == "draw" and rng.random() < 0.5 else rng.choice(codes))
    return game


def test_legal_codes_are_exactly_the_codes_that_are_not_refused(count: Count) -> None:
    for game in sampled_states(count(20, 250), seed=1):
        legal = [code for code in range(CODE_COUNT)
                 if code not in RETIRE_CODES and game.refusal(game.action_of(code)) is None]
        assert game.legal_codes() == legal, repr(game)
        assert [game.action_of(code) for code in legal] == game.legal_actions()


def test_codes_that_are_not_legal_are_refused_and_change_nothing(count: Count) -> None:
    rng = random.Random(2)
    for game in sampled_states(count(40, 100), seed=2):
        before, legal = everything(game), set(game.legal_codes())
        for code in rng.sample(range(CODE_COUNT), 100):
            if code not in legal and code not in RETIRE_CODES:
                with pytest.raises(IllegalAction):
                    game.apply_code(code)
        assert everything(game) == before


# Constructors.

@pytest.mark.parametrize("players", [1, 7, 0, -2, 2**70, True, 3.0, "3", None], ids=repr)
def test_acquire_is_for_two_to_six(players: Any) -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        Game("classic", players)


@pytest.mark.parametrize("ruleset", ["", "Classic", "chess"])
def test_rulesets_have_names(ruleset: Any) -> None:
    with pytest.raises(RulesetError, match="no ruleset"):
        Game(ruleset)


@pytest.mark.parametrize("ruleset", [None, 1, b"classic", {"name": "classic"}, ["classic"]], ids=repr)
def test_what_is_no_ruleset_is_a_type_error(ruleset: Any) -> None:
    with pytest.raises(TypeError, match="Ruleset"):
        Game(ruleset)


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_teams_are_four(players: Any) -> None:
    with pytest.raises(RulesetError, match="four players"):
        Game(CLASSIC.replace(teams=True), players)


@pytest.mark.parametrize("tiles", [7, "1A", ["1A"], pytest.param(object(), id="an object"), {"draw": 1}], ids=repr)
def test_what_is_no_tile_source_is_a_type_error(tiles: Any) -> None:
    with pytest.raises(TypeError, match="tile source"):
        Game("classic", 2, tiles=tiles)


@pytest.mark.parametrize("order", [["1A"] * 169, ["1J"], [None], [5], ["1a"]])
def test_impossible_scripts_are_refused(order: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        ScriptedBag(order)


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "1", None])
def test_seeds_are_whole_numbers_of_64_bits(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        ShuffledBag(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None])
def test_seeds_of_random_play_are_whole_numbers_of_64_bits(seed: Any) -> None:
    game = Game("classic", 2, tiles=ShuffledBag(1))
    before = everything(game)
    with pytest.raises((ValueError, TypeError)):
        game.play_random(seed)
    with pytest.raises((ValueError, TypeError)):
        RandomPlayer(seed)
    assert everything(game) == before


@pytest.mark.parametrize("seat", [-1, 3, 2**70, True, "0", 1.0], ids=repr)
def test_only_seats_and_the_public_observe(seat: Any) -> None:
    with pytest.raises(ValueError, match="seats run from 0 to 2"):
        Game("classic", 3).observe(seat)


def test_games_are_not_pickled() -> None:
    with pytest.raises(TypeError, match="record"):
        Game("classic", 2).__reduce__()


# Sources that answer badly.

class Source:
    """A tile source that takes the first tile of the bag, until it does something else."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def draw(self, seat: int, bag: Any) -> Any:
        answer = self.answers.pop(0) if self.answers else bag[0]
        if isinstance(answer, Exception):
            raise answer
        return bag[0] if answer == "first" else answer

    market = draw


@pytest.mark.parametrize(("answer", "error"), [("1J", ValueError), (5, ValueError), ("8I", IllegalAction), ("9I", IllegalAction),
                                               (KeyError("broken"), KeyError), (b"1A", ValueError)])
def test_a_source_that_answers_badly_leaves_the_game_where_it_was(answer: Any, error: Any) -> None:
    game = position(hands=["9I", "8I"], tiles=Source("first", "first", answer))
    play(game, Place(0, "9I"))
    before = everything(game)
    with pytest.raises(error):
        game.apply(Buy(0))
    assert everything(game) == before
    game.apply(Buy(0))
    assert game.to_move == 1


def test_a_source_without_an_answer_leaves_the_game_waiting() -> None:
    game = play(position(hands=["9I", "8I"], tiles=Source("first", None)), Place(0, "9I"), Buy(0))
    assert (game.phase, game.snapshot()["hands"][0]["tiles"]) == ("draw", ["1A"])


def test_a_script_with_a_wrong_market_tile_leaves_the_game_where_it_was() -> None:
    game = position("LL.TTT", hands=["3A", "8I"], shares=[{"luxor": 1}, {}], tiles=ScriptedBag([], market=["8I"]))
    before = everything(game)
    with pytest.raises(IllegalAction) as refused:
        game.apply(Place(0, "3A"))
    assert refused.value.reason is Reason.TILE_NOT_IN_BAG
    assert everything(game) == before


# Positions.

@pytest.mark.parametrize("rows", [("LT",), ("L..",), ("LL.LL",), ("LL", "TT"), ("LLo",), ("XX",), ("ll",), ("L" * 13,),
                                  ("LL",) * 10, ("L.", ".L"), ("oLL",), ("LL", "o")], ids=repr)
def test_impossible_boards_are_refused(rows: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        position(*rows, hands=["", ""])


@pytest.mark.parametrize("more", [
    dict(discard=["9I"]), dict(discard=["1A"]), dict(discard=["0A"]), dict(discard=["5E", "5E"]), dict(current=2),
    dict(current=-1), dict(current=True), dict(current=None), dict(cash=[1]), dict(cash=[-100, 0]), dict(cash=[True, 0]),
    dict(cash=[2**40, 0]), dict(cash=["100", 0]), dict(shares=[{"luxor": 20}, {"luxor": 6}]), dict(shares=[{"luxor": -1}, {}]),
    dict(shares=[{"luxor": 26}, {}]), dict(shares=[{"luxor": 1.0}, {}]), dict(shares=[{"sackson": 1}, {}]), dict(shares=[{}]),
    dict(tiles=ScriptedBag(["1A"]))], ids=repr)
def test_contradicting_positions_are_refused(more: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        position("LL", hands=["9I", "8I"], **more)


@pytest.mark.parametrize("hands", [["9I", "9I"], ["1A", ""], ["9J", ""], ["1C 1D 1E 1F 1G 1H 1I", ""], ["9I 9I", ""]], ids=repr)
def test_impossible_hands_are_refused(hands: Any) -> None:
    with pytest.raises(ValueError, match="hand"):
        position("LL", hands=hands)


def test_hands_are_given_for_all_seats() -> None:
    with pytest.raises(ValueError, match="hands"):
        Game.from_position("classic", 3, board=drawn(), hands=[[], []])
