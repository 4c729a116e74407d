"""Computer players of all levels play rounds of simultaneous play: legally, to the end, and without looking at hidden answers.

A level that the clock ends plays other games on another machine, so nothing is asked of its games but what is true of all games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from acquire_core import Game, Observation, RandomPlayer, Ruleset, ScriptedBag, ShuffledBag
from acquire_core.actions import Bid, DeclareEnd, Dispose, Place
from acquire_core.ai import BotError, Decision, explain, make_bot, reason_for
from acquire_core.ai.levels import LEVELS
from acquire_core.arena import ArenaMatch, play_game
from acquire_core.events import BlocksDisposed
from acquire_core.ruleset import RULESETS
from acquire_core.tile_source import TILE_NAMES
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .positions import TWO_SAFE, position

ROUNDS = RULESETS["classic"].replace(simultaneous=True)
RULES = (ROUNDS, RULESETS["tycoon-2023"].replace(simultaneous=True, end_mode="auto"),
         ROUNDS.replace(start_cash=500, safe_size=5, merger_bonus=1000, max_buy=5, bonus_places=3))
NAMES = [level.name for level in LEVELS]
WITHOUT_CLOCK = [level.name for level in LEVELS if level.usual_ms is None]
WITH_CLOCK = [level.name for level in LEVELS if level.usual_ms is not None]
SLOW = ["expert", *WITH_CLOCK]
QUESTIONS = {"place", "bid", "found", "survivor", "next_defunct", "dispose", "buy", "declare_end"}
THINK_MS = 2


def deadline_of(level: str) -> int | None:
    return None if level in WITHOUT_CLOCK else THINK_MS


def assert_asked(level: str, asked: Counter[str], questions: set[str]) -> None:
    """All these questions came up; of a level that the clock ends, those that come up in every game."""
    assert asked.keys() >= (questions if level in WITHOUT_CLOCK else {"place", "buy"})


def played(level: str, rules: Ruleset, players: int, seed: int,
           sealed: bool = False) -> Iterator[tuple[Game, Observation, Decision]]:
    """Yield all decisions of a level against itself, each with the game before it. Seats are asked in any order."""
    rng = random.Random(seed)
    game = Game(rules, players, tiles=ShuffledBag(seed), sealed=sealed)
    bots = [make_bot(level, 10 * seed + seat) for seat in range(players)]
    while not game.over:
        seat = rng.choice(game.owed())
        seen = game.observe(seat)
        decision = bots[seat].choose(seen, deadline_of(level))
        yield game, seen, decision
        game.apply(decision.action, events=False)


def assert_whole(game: Game, rules: Ruleset) -> None:
    """Nobody owes money, and all shares are in the market or with a seat."""
    snapshot = game.snapshot()
    assert min(snapshot["cash"]) >= 0
    for chain in rules.chain_names:
        assert snapshot["market"][chain] + sum(shares[chain] for shares in snapshot["shares"]) == 25


@pytest.mark.parametrize("level", [pytest.param(level, marks=[pytest.mark.fully] if level in SLOW else []) for level in NAMES])
def test_games_of_each_level_end_for_all_numbers_of_players(level: str, count: Count) -> None:
    asked: Counter[str] = Counter()
    for players in range(2, 7):
        for number in range(count(1, 10) if level in WITHOUT_CLOCK else 1):
            rules = RULES[(players + number) % len(RULES)]
            for game, seen, decision in played(level, rules, players, 100 * number + players):
                asked[seen.phase] += 1
                assert_whole(game, rules)
                assert game.refusal(decision.action) is None and decision.action in seen.legal_actions()
            assert game.over and game.end_reason in ("declared", "automatic", "stall")
    assert_asked(level, asked, QUESTIONS - {"next_defunct", "survivor"})


@pytest.mark.parametrize("level", few_cases(pytest.mark.fully, NAMES, 3))
def test_they_play_sealed_games_too(level: str) -> None:
    """There a hand in which nothing can be placed is shown, then passed."""
    asked: Counter[str] = Counter()
    for game, seen, decision in played(level, RULES[2], 3, 1, sealed=True):
        asked[seen.phase] += 1
        assert game.refusal(decision.action) is None
    assert game.end_reason in ("declared", "automatic", "stall")
    assert_asked(level, asked, {"place", "found", "dispose", "buy"})


@pytest.mark.parametrize("level", few_cases(pytest.mark.fully, WITHOUT_CLOCK, 3))
def test_the_same_seed_gives_the_same_decisions(level: str) -> None:
    first = [decision.code for _, _, decision in played(level, ROUNDS, 4, 3)]
    assert first == [decision.code for _, _, decision in played(level, ROUNDS, 4, 3)]
    if level == "random":
        assert first != [decision.code for _, _, decision in played(level, ROUNDS, 4, 4)]


# What nobody can know.

@pytest.mark.parametrize("level", few_cases(pytest.mark.fully, WITHOUT_CLOCK, 3))
def test_answers_that_wait_change_no_decision(level: str, count: Count) -> None:
    """Whatever the others have answered, and whether they have: the decision is the same."""
    kinds: set[str] = set()
    rng = random.Random(level)
    for seed in range(count(2, 10)):
        game, player = Game(ROUNDS, players=4, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over:
            owed = game.owed()
            if len(owed) > 1 and (game.phase in ("bid", "declare_end") or rng.random() < 0.3):
                me, *others = rng.sample(owed, len(owed))
                one, other = game.copy(), game.copy()
                for seat in others:
                    answers = game.legal_actions(seat)
                    one.apply(answers[0])
                    other.apply(rng.choice(answers[:30]) if rng.random() < 0.5 else answers[-1])
                decisions = {make_bot(level, seed).choose(view.observe(me)).code for view in (game, one, other)}
                assert len(decisions) == 1, (level, seed, game.phase)
                kinds.add(game.phase)
            game.apply_code(player.code(game))
    assert kinds == {"place", "bid", "dispose", "buy", "declare_end"}


@pytest.mark.parametrize("level", WITHOUT_CLOCK)
def test_tiles_of_other_hands_change_no_decision(level: str) -> None:
    """All tiles that seat 0 does not see are dealt again, and it decides alike, round after round."""
    for seed in range(3):
        order = list(TILE_NAMES)
        random.Random(seed).shuffle(order)
        hidden = order[9:]                           # three start tiles, then the hand of the seat that begins
        tables = []
        for deal in range(3):
            random.Random(deal).shuffle(hidden)
            tables.append(Game(ROUNDS, players=3, tiles=ScriptedBag([*order[:9], *hidden])))
        leader = tables[0].current
        assert len({table.observe(leader).hand for table in tables}) == 1
        hands = {tuple(table.snapshot()["hands"][(leader + 1) % 3]["tiles"]) for table in tables}
        assert len(hands) == 3
        assert len({make_bot(level, seed).choose(table.observe(leader)).code for table in tables}) == 1


# Sense.

def test_a_level_may_be_asked_out_of_order_and_again() -> None:
    game = Game(ROUNDS, players=3, tiles=ShuffledBag(5))
    last = game.owed()[-1]
    bot = make_bot("casual", 1)
    first = bot.choose(game.observe(last))
    game.apply(first.action)
    assert make_bot("casual", 1).choose(game.observe(last)) == first
    with pytest.raises(BotError, match="is to move"):
        bot.choose(game.observe(None))
    for seat in game.owed():
        game.apply(game.legal_actions(seat)[0])
    assert game.phase == "buy" or game.to_move != last or game.observe(last).is_asked


# Six chains are on the board, so one of two tiles can found the last one, and the other one goes back to its hand.
ONE_CHAIN_LEFT = ("LL.TT.AA.FF.", "............", "WW.CC.......", "............", "o..........o")


@pytest.mark.parametrize("level", [name for name in WITHOUT_CLOCK if name not in ("random", "beginner")])
def test_the_right_to_found_the_last_chain_is_worth_a_bid(level: str) -> None:
    game = position(*ONE_CHAIN_LEFT, hands=["2E", "11E"], rules=ROUNDS)
    game.play("0 place 2E")
    game.play("1 place 11E")
    bids = [make_bot(level, 1).choose(game.observe(seat)).action for seat in range(2)]
    assert all(isinstance(bid, Bid) and 100 <= bid.dollars <= 4000 for bid in bids), bids


@pytest.mark.parametrize("level", [name for name in NAMES if name != "random"])
def test_nobody_pays_for_an_order_that_does_not_matter(level: str) -> None:
    """Two neighbours without a chain: the second tile founds, so coming first is worth nothing."""
    game = position(hands=["5E", "5F"], rules=ROUNDS)
    game.play("0 place 5E")
    game.play("1 place 5F")
    for seat in range(2):
        assert make_bot(level, 1).choose(game.observe(seat), deadline_of(level)).action == Bid(seat, 0)


@pytest.mark.parametrize("level", [name for name in NAMES if name != "random"])
def test_who_leads_ends_the_game_and_who_is_behind_does_not(level: str) -> None:
    board = ["LLLLLLLLLLLL"] * 3 + ["LLLLL......."]
    shares = [{"luxor": 10}, {"luxor": 2}, {}]
    game = position(*board, hands=["12I", "10I", "8I"], rules=ROUNDS, shares=shares, cash=[0, 0, 0])
    while game.phase != "declare_end":
        game.apply(game.legal_actions(game.owed()[0])[0])
    answers = [make_bot(level, 1).choose(game.observe(seat), deadline_of(level)).action for seat in range(3)]
    assert answers == [DeclareEnd(0, True), DeclareEnd(1, False), DeclareEnd(2, False)]


def test_a_search_ends_where_nobody_draws_any_more() -> None:
    """Without the stall end such rounds follow each other for ever."""
    shares = [{"luxor": 3, "tower": 1}, {"luxor": 1, "tower": 3}, {}]
    rules = ROUNDS.replace(stall_end=False, end_all_safe=False)
    game = position(*TWO_SAFE, hands=["", "", ""], bag="", rules=rules, shares=shares)
    bots = [make_bot("expert", seat) for seat in range(3)]
    while game.turn < 4:
        seat = game.owed()[0]
        game.apply(bots[seat].choose(game.observe(seat)).action)
    assert game.phase == "buy"


# Reasons.

def test_each_option_of_a_round_has_a_reason() -> None:
    kinds: set[tuple[str, str]] = set()
    game = Game(ROUNDS, players=4, tiles=ShuffledBag(2))
    bots = [make_bot("strong", seat) for seat in range(4)]
    while not game.over:
        seat = game.owed()[-1]
        seen = game.observe(seat)
        decision = bots[seat].choose(seen, explain=True)
        reasons = explain(seen, decision)
        assert len(reasons) == len(decision.considered) > 0
        kinds.update((seen.phase, reason.kind) for reason in reasons)
        game.apply(decision.action)
    assert {phase for phase, _ in kinds} >= {"place", "bid", "found", "dispose", "buy", "declare_end"}
    assert {kind for phase, kind in kinds if phase == "bid"} <= {"costs", "changes_nothing"}
    assert ("place", "raises") in kinds and ("buy", "takes_lead") in kinds


def test_a_reason_is_about_the_own_answer_alone() -> None:
    game = position("LLL.TTTT", hands=["4A", "12I", "8G"], rules=ROUNDS,
                    shares=[{"luxor": 4}, {"luxor": 3}, {"luxor": 2}])
    first = reason_for(game.observe(0), Place(0, "4A"))
    assert (first.kind, first.chains, first.dollars) == ("merges", ("luxor",), 3000)
    assert reason_for(game.observe(1), Place(1, "12I")).kind == "lies_alone"
    for line in ("0 place 4A", "1 place 12I", "2 place 8G"):
        game.play(line)
    assert game.phase == "dispose"
    for seat, count in ((0, 4), (1, 3), (2, 2)):
        sale = reason_for(game.observe(seat), Dispose(seat, 0, count, 0))
        assert (sale.kind, sale.count, sale.dollars) == ("sells", count, 300 * count)
    seen = game.observe(2)
    assert seen.after(Dispose(2, 0, 2, 0))[0] == ()
    assert [event.seat for event in seen.after(Dispose(2, 0, 2, 0), alone=True)[0]
            if isinstance(event, BlocksDisposed) and event.sell] == [2]


# The arena.

def test_the_arena_plays_rounds() -> None:
    match = ArenaMatch(("casual", "beginner", "random"), ruleset=ROUNDS, seed=3)
    results = [play_game(match, number) for number in range(6)]
    assert all(result.finished and sum(result.wins) == pytest.approx(1) for result in results)
    assert results == [play_game(match, number) for number in range(6)]
