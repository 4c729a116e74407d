"""From level 2 up nobody blunders in the last turn of a game (blunder_judge.py): in drawn positions, and counted over games.

In the positions an end is won or lost by $100, so that only exact counting finds the way; the figures beside them are
worked out by hand. The last tests show that the judge sees what bad players do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from acquire_core import CHANCE, RULESETS, Game, Ruleset, ScriptedBag, ShuffledBag, format_action, parse_action
from acquire_core.ai import Bot, find_level, make_bot

from .blunder_games import Count, Player, count_blunders, judged_game
from .blunder_judge import FREE_MAJORITY, KINDS, LOSING_END, WINNING_MERGER, WORTHLESS_BLOCK, Judge
from .last_turn import Settlement, how_it_ends, purchases
from .policies import random_ruleset
from .positions import CLASSIC, position

Cases = Callable[[int, int], int]

AUTO = CLASSIC.replace(end_mode="auto")
DOS = RULESETS["dos-1988"]

MASTER = replace(find_level("master"), worlds=96, usual_ms=None)
"""Level 6 plays by a number of worlds here instead of by the clock, so that no slow machine changes what it finds."""

HURRY_MS = 0.01
"""No world is played in that time: what level 6 must not do it must not do in a hurry either."""

each_level = pytest.mark.parametrize("level", [2, 3, 4, 5, 6])


def bot_of(level: int, seed: int) -> Bot:
    return Bot(MASTER, seed) if level == MASTER.number else make_bot(level, seed)


def turn_of(game: Game, level: int, seed: int = 0, deadline_ms: float | None = None) -> tuple[Game, list[str]]:
    """Return the game after a turn in which all seats are played by a level, and what was done in it, in notation."""
    game, judge, lines = game.copy(), Judge(), []
    bots = [bot_of(level, 10 * seed + seat) for seat in range(game.players)]
    turn = game.turn
    while not game.over and game.turn == turn and game.to_move != CHANCE:
        seat = game.owed()[0]
        decision = bots[seat].choose(game.observe(seat), deadline_ms)
        judge.hear(game, decision.code)
        lines.append(format_action(decision.action, game.ruleset.chain_names))
        game.apply(decision.action)
    assert not game.over or judge.blunders(game) == []
    return game, lines


def turns_of(game: Game, level: int) -> list[list[str]]:
    """Return what a level does with different seeds, without repetitions."""
    found: list[list[str]] = []
    for seed in range(3):
        _, lines = turn_of(game, level, seed)
        found += [lines] if lines not in found else []
    return found


def winners(game: Game) -> list[int]:
    assert game.over
    return [seat for rank, seat, _ in game.standings() if rank == 1]


# --- a losing end -----------------------------------------------------------------------------------------------------

# Two safe chains, so the end may be announced. Seat 0 has all Luxor and seat 1 all Tower, $14,000 each with the bonuses. 12I
# changes nothing and nobody can pay for a block, so the cash in hand decides.
TWO_CHAINS = ("LLL.TTT.....", "LLL.TTT.....", "LLL.TTT.....", "LL..TT......")


def even_but_for_cash(*cash: int, **more: Any) -> Game:
    return position(*TWO_CHAINS, hands=["12I", "12A", "11I"], shares=[{"luxor": 5}, {"tower": 5}, {}], cash=cash, **more)


@each_level
def test_an_end_that_loses_by_a_hundred_dollars_is_not_announced(level: int) -> None:
    assert turns_of(even_but_for_cash(500, 600, 0), level) == [["0 end no", "0 place 12I", "0 buy", "0 end no"]]


@each_level
def test_an_end_that_wins_by_a_hundred_dollars_is_announced(level: int) -> None:
    assert turns_of(even_but_for_cash(600, 500, 0), level) == [["0 end yes", "0 place 12I", "0 buy"]]


@each_level
def test_an_end_at_the_end_of_the_turn_is_counted_then(level: int) -> None:
    rules = CLASSIC.replace(end_mode="end_of_turn")
    assert turns_of(even_but_for_cash(500, 600, 0, rules=rules), level) == [["0 place 12I", "0 buy", "0 end no"]]
    assert turns_of(even_but_for_cash(600, 500, 0, rules=rules), level) == [["0 place 12I", "0 buy", "0 end yes"]]


@each_level
def test_partners_count_their_money_together(level: int) -> None:
    """Seat 0 alone is behind seat 1, but its partner's cash puts the team $100 in front, or does not."""
    for partner, answer in ((700, "yes"), (500, "no")):
        game = position(*TWO_CHAINS, hands=["12I", "12A", "11I", "10I"], shares=[{"luxor": 5}, {"tower": 5}, {}, {}],
                        cash=[0, 600, partner, 0], rules=CLASSIC.replace(teams=True))
        assert turns_of(game, level)[0][0] == f"0 end {answer}"


@each_level
def test_what_the_market_of_two_players_may_take_is_no_reason_to_hope(level: int) -> None:
    """With one block each the market outbids both in every chain, so that only cash and blocks count."""
    for cash, answer in (((500, 600), "no"), ((600, 500), "yes")):
        game = position("....LLL.TTT.", "....LLL.TTT.", "....LLL.TTT.", "....LL..TT..", hands=["12I", "11I"],
                        shares=[{"luxor": 1}, {"tower": 1}], cash=cash, bag="4I 5I 6I 7I")
        assert turns_of(game, level)[0][0] == f"0 end {answer}"


# Luxor has forty tiles, and under an end that comes by itself 5D ends the game, 12I does not. Seats 0 and 1 share Luxor evenly.
FORTY = ("LLLLLLLLLLLL", "LLLLLLLLLLLL", "LLLLLLLLLLLL", "LLLL........")


def luxor_at_forty(hand: str, *cash: int) -> Game:
    return position(*FORTY, hands=[hand, "11H", "10I"], shares=[{"luxor": 5}, {"luxor": 5}, {}], cash=cash, rules=DOS)


@each_level
def test_no_tile_ends_a_lost_game_by_itself_if_another_can_be_laid(level: int) -> None:
    assert {lines[0] for lines in turns_of(luxor_at_forty("5D 12I", 500, 600, 0), level)} == {"0 place 12I"}
    assert {lines[0] for lines in turns_of(luxor_at_forty("5D 12I", 600, 500, 0), level)} == {"0 place 5D"}


# --- a free majority --------------------------------------------------------------------------------------------------

# Three safe chains of eleven. Seat 0 has $700 for one block, of Luxor or of Tower; all Festival belongs to seat 0.
#                    cash     Luxor at 700        Tower at 700        Festival at 800     together
#   seat 0            700     –                   2: 1,400 + 5,300    5: 4,000 + 12,000   23,400
#   seat 1         11,000     3: 2,100 + 7,000    2: 1,400 + 5,300    –                   26,800
#   seat 2              0     1:   700 + 3,500    –                   –                    4,200
# A block of Luxor shares the second bonus, $1,800 for seat 0. One of Tower takes the first alone: only $1,700 for seat 0, but
# $1,800 less for seat 1, and seat 0 wins by 25,100 to 25,000.
THREE_CHAINS = ("LLL.TTT.FFF.", "LLL.TTT.FFF.", "LLL.TTT.FFF.", "LL..TT..FF..")


def one_block_decides(cash: int, **more: Any) -> Game:
    return position(*THREE_CHAINS, hands=["12I", "12G", "11I"], cash=[700, cash, 0],
                    shares=[{"tower": 2, "festival": 5}, {"luxor": 3, "tower": 2}, {"luxor": 1}], **more)


@each_level
def test_the_block_is_bought_that_wins_not_the_one_that_pays_most(level: int) -> None:
    assert turns_of(one_block_decides(11_000), level) == [["0 end yes", "0 place 12I", "0 buy Tower"]]
    assert turns_of(one_block_decides(11_000, rules=AUTO), level) == [["0 place 12I", "0 buy Tower"]]


@each_level
def test_a_block_that_falls_short_of_the_win_by_a_hundred_dollars_ends_nothing(level: int) -> None:
    for lines in turns_of(one_block_decides(11_200), level):
        assert lines[0] == "0 end no" and lines[-1] == "0 end no"


@each_level
def test_who_cannot_win_any_more_still_takes_what_is_free(level: int) -> None:
    assert turns_of(one_block_decides(11_200, rules=AUTO), level) == [["0 place 12I", "0 buy Luxor"]]


@each_level
def test_a_last_bonus_is_worth_more_than_hope_in_small_chains(level: int) -> None:
    """Luxor ends the game. Its one block shares the third bonus, $1,300 after all; American is small, cheap, and lost."""
    rules = RULESETS["tycoon-2023"].replace(end_mode="auto", chains="1999")
    game = position(*FORTY[:3], "LLLLL.......", "............", "..........AA", hands=["1I", "3I", "5I", "7I"], rules=rules,
                    cash=[1000, 0, 0, 0],
                    shares=[{"luxor": 1}, {"luxor": 5, "american": 9}, {"luxor": 4, "american": 8}, {"luxor": 2, "american": 7}])
    assert turns_of(game, level) == [["0 place 1I", "0 buy Luxor"]]


# --- a worthless block ------------------------------------------------------------------------------------------------

@each_level
def test_no_block_is_bought_that_dies_with_the_game(level: int) -> None:
    """Chains off the board are for sale here and pay nothing at the end; seat 0 wins by $100 if it keeps its money."""
    rules = AUTO.replace(buy_inactive=True)
    assert turns_of(even_but_for_cash(600, 500, 0, rules=rules), level) == [["0 place 12I", "0 buy"]]


# 7D joins Tower to Luxor, whose 41 tiles end the game with this turn. Tower has ten tiles and costs $600: two blocks sold bring
# $1,200, traded one of Luxor for $1,000 that has no part in a bonus.
TOWER_GOES_DOWN = (*FORTY[:3], "LLLLL.......", "......TTTTT.", "......TTTTT.")


@each_level
def test_nothing_is_held_in_the_last_turn_and_traded_only_for_more(level: int) -> None:
    game = position(*TOWER_GOES_DOWN, hands=["7D", "3I", "5I"], rules=AUTO, cash=[0, 0, 0],
                    shares=[{"tower": 4}, {"tower": 2, "luxor": 9}, {"tower": 1, "luxor": 8}])
    for lines in turns_of(game, level):
        assert lines[:2] == ["0 place 7D", "0 dispose hold 0 sell 4 trade 0"]
        assert lines[2].startswith("1 dispose hold 0 ") and lines[3] == "2 dispose hold 0 sell 1 trade 0"


# --- a winning merger -------------------------------------------------------------------------------------------------

# 7D joins American, two tiles at $300, to Luxor with its 41. All American is seat 0's, so the merger pays seat 0 $4,500 at once.
# That buys three blocks of Luxor; nine are needed for the majority over the eight of seat 1.
#                              cash      Luxor at 1,000        together
#   seat 0, two sold          2,100      8: 8,000 +  7,500     17,600
#   seat 0, two traded        1,500      9: 9,000 + 10,000     20,500
#   seat 1                    7,400      8: 8,000 +  5,000     20,400
# Without the merger seat 0 has nothing to buy with, and loses by far; 6D lets Luxor grow, 12I is harmless.
AMERICAN_GOES_DOWN = (*FORTY[:3], "LLLLL.......", "......A.....", "......A.....")
WINS = ["0 place 7D", "0 dispose hold 0 sell 0 trade 2", "0 buy Luxor Luxor Luxor"]


def merger_decides(cash: int, rules: Ruleset = CLASSIC, own: int = 2, others: int = 0, at_seat: int = 2) -> Game:
    """The blocks of American are `own` of seat 0 and `others` of another seat."""
    shares = [{"luxor": 5, "american": own}, {"luxor": 8}, {}]
    shares[at_seat]["american"] = others
    return position(*AMERICAN_GOES_DOWN, hands=["6D 7D 12I", "3I", "5I"], cash=[0, cash, 0], shares=shares, rules=rules)


@each_level
def test_a_merger_that_wins_is_found_with_all_that_belongs_to_it(level: int) -> None:
    assert turns_of(merger_decides(7_400), level) == [["0 end yes", *WINS]]
    assert turns_of(merger_decides(7_400, AUTO), level) == [WINS]


@each_level
def test_a_merger_that_falls_short_by_a_hundred_dollars_ends_nothing(level: int) -> None:
    for lines in turns_of(merger_decides(7_600), level):
        assert lines[0] == "0 end no" and lines[-1] == "0 end no"


@each_level
def test_a_merger_wins_whatever_the_others_dispose(level: int) -> None:
    """Three blocks against one of seat 2: two are traded and one is sold, 19,300 to the 19,200 of seat 1."""
    for rules in (CLASSIC, AUTO):
        over, lines = turn_of(merger_decides(6_200, rules, own=3, others=1), level)
        assert winners(over) == [0]
        assert "0 dispose hold 0 sell 1 trade 2" in lines


@each_level
def test_no_end_relies_on_a_merger_that_a_rival_can_spoil(level: int) -> None:
    """Of seat 1's two blocks of American one of Luxor can be made: nine to nine, 16,800 to 20,000 instead of 19,300 to 17,100."""
    for lines in turns_of(merger_decides(2_000, own=3, others=2, at_seat=1), level):
        assert lines[0] == "0 end no"


@pytest.mark.parametrize("rules", [CLASSIC, AUTO], ids=["declared", "auto"])
def test_the_master_does_not_blunder_in_a_hurry(rules: Ruleset) -> None:
    """`turn_of` lets the judge look at each end."""
    tower_goes_down = position(*TOWER_GOES_DOWN, hands=["7D", "3I", "5I"], rules=rules, cash=[0, 0, 0],
                               shares=[{"tower": 4}, {"tower": 2, "luxor": 9}, {"tower": 1, "luxor": 8}])
    games = [tower_goes_down, even_but_for_cash(500, 600, 0, rules=rules), even_but_for_cash(600, 500, 0, rules=rules),
             one_block_decides(11_000, rules=rules), merger_decides(7_400, rules), merger_decides(7_600, rules)]
    ended = [turn_of(game, MASTER.number, seed, HURRY_MS)[0].over for game in games for seed in range(3)]
    assert any(ended)


# --- counted ----------------------------------------------------------------------------------------------------------

def assert_nothing_found(found: Count) -> None:
    assert not found.blunders, "\n".join(f"game {number}: {blunder}" for number, blunder in found.blunders)
    assert found.not_judged <= found.games // 100


@pytest.mark.parametrize(("level", "usual", "release"), [("casual", 20, 2000), ("club", 20, 1000), ("strong", 2, 60)])
def test_no_blunder_in_so_many_games(level: str, usual: int, release: int, count: Cases) -> None:
    assert_nothing_found(count_blunders(level, count(usual, release)))


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.fully) for seats in (3, 6))])
def test_no_blunder_at_other_tables(rules: str, seats: int, count: Cases) -> None:
    assert_nothing_found(count_blunders("casual", count(4, 50), rules, seats))
    assert_nothing_found(count_blunders("club", count(2, 25), rules, seats))


def test_no_blunder_under_any_option(count: Cases) -> None:
    for seed in range(count(15, 500)):
        rng = random.Random(seed)
        seats = 2 + seed % 5
        rules = random_ruleset(rng, seats).replace(stall_end=True)
        assert_nothing_found(judged_game([_bot(2 + (seed + seat) % 2, seed, seat) for seat in range(seats)], rules, seed,
                                         range(seats), seed))


# The level comes last: in a slice of three nights, each night has one table of each level, and not all games of the slowest.
@pytest.mark.campaign
@pytest.mark.parametrize(("rules", "seats"), [("classic", 4), ("classic", 2), ("dos-1988", 4)])
@pytest.mark.parametrize("level", ["casual", "club", "strong"])
def test_no_blunder_in_two_thousand_games(level: str, rules: str, seats: int) -> None:
    assert_nothing_found(count_blunders(level, 2000, rules, seats))


def _bot(level: int, seed: int, seat: int) -> Player:
    bot = make_bot(level, seed * 8 + seat)
    return lambda game: bot.choose(game.observe(seat)).code


# --- the judge --------------------------------------------------------------------------------------------------------

def charged(game: Game, *lines: str) -> list[tuple[str, str, str]]:
    """Return what the judge says of a turn given in notation: kind, what was played, what was better."""
    game, judge = game.copy(), Judge()
    for line in lines:
        action = parse_action(line, game.ruleset.chain_names)
        code = game.code_of(action)
        assert code is not None
        judge.hear(game, code)
        game.apply(action)
    return [(blunder.kind, blunder.played, blunder.better) for blunder in judge.blunders(game)]


def test_the_judge_sees_a_losing_end() -> None:
    lost = even_but_for_cash(500, 600, 0)
    assert charged(lost, "0 end yes", "0 place 12I", "0 buy") == [(LOSING_END, "0 end yes", "0 end no")]
    assert charged(lost, "0 end no", "0 place 12I", "0 buy", "0 end yes") == [(LOSING_END, "0 end yes", "0 end no")]
    won_or_shared = [even_but_for_cash(600, 500, 0), even_but_for_cash(600, 600, 0)]
    assert not any(charged(game, "0 end yes", "0 place 12I", "0 buy") for game in won_or_shared)


def test_the_judge_sees_a_tile_that_ends_a_lost_game() -> None:
    found = charged(luxor_at_forty("5D 12I", 500, 600, 0), "0 place 5D", "0 buy")
    assert found == [(LOSING_END, "0 place 5D", "0 place 12I")]
    assert charged(luxor_at_forty("5D", 500, 600, 0), "0 place 5D", "0 buy") == []  # nothing else could be laid


def test_the_judge_sees_a_free_majority_left() -> None:
    game = one_block_decides(11_000)
    start = ("0 end yes", "0 place 12I")
    assert charged(game, *start, "0 buy Tower") == []
    for purchase in ("0 buy Luxor", "0 buy"):
        assert charged(game, *start, purchase) == [(FREE_MAJORITY, purchase, "0 buy Tower")]
    lost = one_block_decides(11_200, rules=AUTO)
    assert charged(lost, "0 place 12I", "0 buy") == [(FREE_MAJORITY, "0 buy", "0 buy Luxor")]
    assert charged(lost, "0 place 12I", "0 buy Tower") == []  # it takes more from seat 1 than Luxor brings


def test_the_judge_sees_a_free_majority_left_before_an_end_at_the_end_of_the_turn() -> None:
    game = one_block_decides(0)
    start = ("0 end no", "0 place 12I", "0 buy")
    assert charged(game, *start, "0 end yes") == [(FREE_MAJORITY, "0 buy", "0 buy Luxor")]


def test_the_judge_sees_worthless_blocks() -> None:
    game = even_but_for_cash(600, 500, 0, rules=AUTO.replace(buy_inactive=True))
    assert charged(game, "0 place 12I", "0 buy American") == [(WORTHLESS_BLOCK, "0 buy American", "0 buy")]
    merger = position(*TOWER_GOES_DOWN, hands=["7D", "3I", "5I"], rules=AUTO, cash=[0, 0, 0],
                      shares=[{"tower": 4}, {"tower": 2, "luxor": 9}, {"luxor": 8}])
    found = charged(merger, "0 place 7D", "0 dispose hold 4 sell 0 trade 0", "1 dispose hold 1 sell 1 trade 0", "0 buy")
    assert found == [(WORTHLESS_BLOCK, "0 dispose hold 4 sell 0 trade 0", "0 dispose hold 0 sell 4 trade 0"),
                     (WORTHLESS_BLOCK, "1 dispose hold 1 sell 1 trade 0", "1 dispose hold 0 sell 2 trade 0")]
    alone = position(*TOWER_GOES_DOWN, hands=["7D", "3I", "5I"], rules=AUTO, cash=[0, 0, 0],
                     shares=[{"tower": 4}, {"luxor": 9}, {"luxor": 8}])
    assert charged(alone, "0 place 7D", "0 dispose hold 0 sell 0 trade 4", "0 buy Luxor Luxor Luxor") == [
        (WORTHLESS_BLOCK, "0 dispose hold 0 sell 0 trade 4", "0 dispose hold 0 sell 4 trade 0")]


def test_the_judge_sees_a_winning_merger_left() -> None:
    game = merger_decides(7_400, AUTO)
    assert charged(game, *WINS) == []
    for tile in ("6D", "12I"):
        assert charged(game, f"0 place {tile}", "0 buy") == [(WINNING_MERGER, f"0 place {tile}", "0 place 7D")]
    sold = "0 dispose hold 0 sell 2 trade 0"
    assert charged(game, WINS[0], sold, WINS[2]) == [(WINNING_MERGER, sold, WINS[1])]
    assert charged(merger_decides(7_600, AUTO), "0 place 12I", "0 buy") == []


def test_the_judge_sees_every_kind_in_the_games_of_bad_players(count: Cases) -> None:
    found, games = Count(), count(60, 300)
    for number in range(100, 100 + games):
        found.add(judged_game([_random_player(number * 4 + seat) for seat in range(4)], "classic", number, range(4), number))
    kinds = found.kinds()
    assert all(kinds[kind] <= found.occasions[kind] for kind in KINDS)
    assert kinds[LOSING_END] > games // 2
    assert games < 60 or set(kinds) == set(KINDS), kinds


def _random_player(seed: int) -> Player:
    rng = random.Random(seed)
    return lambda game: rng.choice(game.legal_codes())


def test_the_judge_counts_money_as_the_engine_pays_it(count: Cases) -> None:
    """Random last purchases under random rules: what they are said to bring is what the standings tell."""
    compared = by_lot = 0
    for seed in range(count(60, 600)):
        rng = random.Random(seed)
        seats = 2 + seed % 5
        rules = random_ruleset(rng, seats).replace(stall_end=True, special_powers=False, play4_mandatory=False)
        game = Game(rules, seats, tiles=ScriptedBag(ShuffledBag(seed).order))
        while not game.over:
            if game.phase == "buy" and (how := how_it_ends(game)) in ("certain", "asked"):
                settlement, side = Settlement(game, how), game.current % 2 if rules.teams else game.current
                for purchase in rng.sample(choices := list(purchases(game)), min(3, len(choices))):
                    money = {other: dollars for _, other, dollars in ended_after(game, purchase, rng).standings()}
                    lead = money[side] - max(dollars for other, dollars in money.items() if other != side)
                    if len(settlement.numbers) == 1:
                        assert settlement.totals(purchase) == [money[other] for other in sorted(money)], (seed, purchase)
                    by_lot += len(settlement.numbers) > 1
                    assert settlement.lead(purchase) <= lead <= settlement.lead(purchase, lucky=True), (seed, purchase)
                    compared += 1
            game.apply_code(rng.choice(game.legal_codes()))
    assert compared > 10 and (by_lot or count(60, 600) < 60)


def ended_after(game: Game, purchase: Any, rng: random.Random) -> Game:
    game = game.copy()
    game.apply(purchase, events=False)
    if game.phase == "declare_end":
        game.play("end yes")
    while not game.over:
        assert game.phase == "market_draw"
        game.apply_code(rng.choice(game.legal_codes()))
    return game
