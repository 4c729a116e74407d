"""Computer players: legal at every table, the same under a seed, blind to what is hidden, and never foolish at the end."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from acquire_core import RULESETS, Game, Observation, RandomPlayer, ScriptedBag, ShuffledBag
from acquire_core.actions import CHANCE, DrawTile
from acquire_core.ai import LEVELS, Bot, BotError, Decision, LevelError, bot_named, find_level, make_bot
from acquire_core.ai.bots import search_threads
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights
from acquire_core.notation import format_action
from tests.support.counts import Count

from .policies import random_ruleset


def play(game: Game, levels: list[int], seed: int = 0, most: int = 4000) -> list[int]:
    """Return the codes of a whole game between bots."""
    bots = [make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    codes = []
    while not game.over and len(codes) < most:
        seat = game.owed()[0]
        decision = bots[seat].choose(game.observe(seat))
        assert game.code_of(decision.action) == decision.code
        game.apply_code(decision.code)
        codes.append(decision.code)
    return codes


def test_levels_play_legally_under_every_option(count: Count) -> None:
    """Level 4 stands for the levels that search, which take their time."""
    for seed in range(count(40, 200)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        rules = list(RULESETS.values())[seed % 5] if seed % 2 else random_ruleset(rng, players)
        game = Game(rules, players, tiles=ShuffledBag(seed))
        levels = [rng.choice((0, 1, 2, 3)) for _ in range(players)]
        play(game, [4, *levels[1:]] if seed % 8 == 0 else levels, seed, most=600)
        assert game.over or not rules.stall_end or len(game.actions()) > 600


def test_a_level_plays_by_the_weights_of_its_row() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(7))
    game.play_random(7, turns=24)
    seen = game.observe(game.owed()[0])
    expert = find_level("expert")
    for name in {level.weights for level in LEVELS if level.weights}:
        row, given = (bot.choose(seen, explain=True).considered for bot in (
            Bot(replace(expert, weights=name), 1), Bot(expert, 1, weights=shipped_weights(name))))
        assert row == given
        assert (row == Bot(expert, 1).choose(seen, explain=True).considered) == (name == expert.weights)


def test_a_level_is_a_number_or_a_name() -> None:
    for row in LEVELS:
        assert find_level(row.number) == find_level(str(row.number)) == find_level(row.name) == row
    for wrong in (-1, 7, "7", "expret", None, 1.0, True):
        with pytest.raises(LevelError, match="there are 0 random"):
            find_level(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [row.number for row in LEVELS[:5]])
def test_the_same_seed_gives_the_same_game(level: int) -> None:
    games = [play(Game("classic", 4, tiles=ShuffledBag(3)), [level] * 4, seed=9) for _ in range(2)]
    assert games[0] == games[1]
    assert level == 0 or games[0] != play(Game("classic", 4, tiles=ShuffledBag(4)), [level] * 4, seed=9)


def test_every_machine_plays_this_very_game() -> None:
    """All levels without a clock, two of them with a personality. A training that changes what they do changes this."""
    ruleset = RULESETS["classic"].replace(special_powers=True)
    game = Game(ruleset, 6, tiles=ShuffledBag(11))
    bots = [bot_named(name, seat) for seat, name in enumerate(("0", "1", "2", "3", "4/raider", "5/gambler"))]
    while not game.over:
        seat = game.owed()[0]
        game.apply_code(bots[seat].choose(game.observe(seat)).code)
    lines = "\n".join(format_action(action, ruleset.chain_names) for action in game.actions())
    assert (len(game.actions()), hashlib.sha256(lines.encode()).hexdigest()[:16]) == (338, "4b3ad510f1b9e514")


@pytest.mark.parametrize("level", [row.number for row in LEVELS if row.usual_ms is None])
def test_hidden_tiles_do_not_change_a_decision(level: int) -> None:
    """Two games whose bags differ only in what nobody has seen: the bot cannot tell, so it decides alike."""
    order = list(ShuffledBag(5).order)
    known = 3 + 6  # the start tiles, and the hand that is dealt first
    hidden = order[known:]
    random.Random(1).shuffle(hidden)
    other = order[:known] + hidden
    games = [Game("classic", 3, tiles=ScriptedBag(tiles)) for tiles in (order, other)]
    seat = games[0].owed()[0]
    seen = [game.observe(seat) for game in games]
    assert seen[0] == seen[1]
    decisions = [make_bot(level, 4).choose(view) for view in seen]
    assert decisions[0] == decisions[1]


def test_a_bot_says_what_it_cannot_answer() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(1))
    asked = game.owed()[0]
    bot = make_bot(2, 1)
    for wrong in (None, (asked + 1) % 3):
        with pytest.raises(BotError, match="is to move"):
            bot.choose(game.observe(wrong))
    with pytest.raises(BotError, match="is to move"):
        bot.choose(Game("classic", 3).observe(0))
    player = RandomPlayer(1)
    while not game.over:
        game.apply_code(player.code(game))
    with pytest.raises(BotError, match="the game is over"):
        bot.choose(game.observe(asked))


def test_nobody_from_casual_up_announces_an_end_that_he_loses(count: Count) -> None:
    """By playing; tests/core/test_no_blunders.py has the positions, and the other blunders."""
    announced = 0
    for seed in range(count(60, 300)):
        game = Game("classic", 4, tiles=ShuffledBag(seed))
        bots = [make_bot(2, seed * 4 + seat) for seat in range(4)]
        while not game.over:
            seat = game.owed()[0]
            decision = bots[seat].choose(game.observe(seat))
            ends = game.phase == "declare_end" and decision.action.yes  # type: ignore[union-attr]
            game.apply_code(decision.code)
            if ends:
                announced += 1
                assert game.standings()[0][1] == seat
    assert announced >= (count(60, 300) - 30) // 8  # a smoke run may see none


def test_a_search_tells_what_it_tried() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(2))
    seat = game.owed()[0]
    decision = make_bot("plain:1000", 1).choose(game.observe(seat), explain=True)
    assert {option.action for option in decision.considered} == set(game.legal_actions())
    assert decision.considered[0].action == decision.action
    assert all(option.visits > 0 and len(option.money) == 4 for option in decision.considered)
    assert all(abs(sum(option.win_chances) - 1) < 1e-9 for option in decision.considered)
    assert abs(sum(option.visits for option in decision.considered) - 1000) < 100


@pytest.mark.parametrize("name", ["club", "strong", "expert", "master", "plain:100"])
def test_the_only_answer_has_figures_too(name: str) -> None:
    """And who asks for them gets the same game."""
    game, bot = Game("classic", 4, tiles=ShuffledBag(7)), make_bot(name, 1)
    while len(game.legal_codes()) > 1:
        game.apply_code(make_bot("casual", 1).choose(game.observe(game.owed()[0])).code)
    seen = game.observe(game.owed()[0])
    decision = bot.choose(seen, explain=True)
    only, = decision.considered
    assert only.action == decision.action and only.visits > 0
    assert sum(only.win_chances) == pytest.approx(1, abs=1e-4)
    assert min(only.money) > 0
    assert bot.choose(seen, explain=True) == decision == make_bot(name, 1).choose(seen, explain=True)


def test_higher_levels_win() -> None:
    """A quick look; the ladder with its intervals is printed by `acquire arena`."""
    for strong, weak in ((1, 0), (2, 0), (3, 2)):
        wins = 0.0
        for number in range(40):
            game = Game("classic", 4, tiles=ShuffledBag(number // 4))
            levels = [strong if seat == number % 4 else weak for seat in range(4)]
            play(game, levels, seed=number * 8)
            first = [seat for rank, seat, _ in game.standings() if rank == 1]
            wins += (number % 4 in first) / len(first)
        assert wins > 15, (strong, weak, wins)  # par is 10 of 40


def test_a_bot_says_why_it_cannot_answer() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(1))
    seat = game.owed()[0]
    bot = make_bot("strong", 1)
    for wrong in (game, None, "an observation"):
        with pytest.raises(BotError, match="decides on an Observation"):
            bot.choose(wrong)  # type: ignore[arg-type]
    with pytest.raises(BotError, match=f"this is the view of seat {(seat + 1) % 3}, but seat {seat} is to move"):
        bot.choose(game.observe((seat + 1) % 3))
    with pytest.raises(BotError, match="the view of the public"):
        bot.choose(game.observe(None))
    for wrong_time in (0, -1, float("nan"), float("inf"), True, "5"):
        with pytest.raises(BotError, match="more than 0 and at most 3600000 milliseconds"):
            bot.choose(game.observe(seat), deadline_ms=wrong_time)  # type: ignore[arg-type]
    waiting = Game("classic", 3)
    with pytest.raises(BotError, match="but chance is to move"):
        bot.choose(waiting.observe(0))
    while waiting.to_move == CHANCE:    # as a network peer follows the game of others: nobody's tiles are known
        waiting.apply(next(each for each in waiting.legal_actions() if not isinstance(each, DrawTile) or each.tile is None))
    for level in LEVELS:
        with pytest.raises(BotError, match="does not know all tiles that seat"):
            make_bot(level.name, 1).choose(waiting.observe(waiting.to_move))
    while waiting.phase != "buy":    # for that nobody needs to know the hand
        waiting.apply(next(each for each in waiting.legal_actions() if not isinstance(each, DrawTile) or each.tile is None))
    for level in LEVELS:
        assert make_bot(level.name, 1).choose(waiting.observe(waiting.to_move), deadline_ms=50).action in waiting.legal_actions()
    game.play_random(seed=1)
    with pytest.raises(BotError, match="the game is over"):
        bot.choose(game.observe(seat))
    for level in LEVELS:
        with pytest.raises(BotError, match="has no choice: such an observation is corrupt"):
            make_bot(level.name, 1).choose(Observation.__new__(Observation))


def test_a_stopped_search_answers_with_what_it_has() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(2))
    seen = game.observe(game.owed()[0])
    endless = Bot(replace(find_level("expert"), worlds=100_000_000), seed=1)
    found: list[Decision] = []
    thinking = threading.Thread(target=lambda: found.append(endless.choose(seen, explain=True)))
    thinking.start()
    while thinking.is_alive():                       # a stop before the search has begun is forgotten
        endless.stop()
        thinking.join(0.01)
    assert found[0].action in game.legal_actions()
    assert all(option.visits for option in found[0].considered)
    assert sum(option.visits for option in found[0].considered) < 100_000_000
    in_time = endless.choose(seen, deadline_ms=20, explain=True)
    assert sum(option.visits for option in in_time.considered) < 100_000_000


def test_a_deadline_that_is_not_met_changes_nothing() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(2))
    seen = game.observe(game.owed()[0])
    assert make_bot("strong", 1).choose(seen, 600_000, explain=True) == make_bot("strong", 1).choose(seen, explain=True)


# --- threads, interrupts and processes --------------------------------------------------------------------------------

def undecided() -> Observation:
    """Return a first tile, where no answer leads clearly: a player that thinks by the clock uses all of its time."""
    game = Game("classic", 6, tiles=ShuffledBag(0))
    return game.observe(game.owed()[0])


def endless() -> Bot:
    return Bot(replace(find_level("expert"), worlds=100_000_000), seed=1)


def test_a_bot_that_thinks_in_one_thread_refuses_a_question_from_another() -> None:
    """Both would write into the same memory: lists of options of one question would be read as those of the other."""
    bot, seen = endless(), undecided()
    refusals: list[str] = []

    def ask(deadline_ms: float | None) -> None:
        try:
            bot.choose(seen, deadline_ms=deadline_ms)
        except BotError as error:
            refusals.append(str(error))

    thinking = threading.Thread(target=ask, args=(None,))
    thinking.start()
    while not refusals:  # of the two the one that comes second, which may be either
        ask(1)
    while thinking.is_alive():  # a stop before the search has begun is forgotten
        bot.stop()
        thinking.join(0.01)
    assert len(refusals) == 1 and "in another thread" in refusals[0]
    assert bot.choose(seen, deadline_ms=5).code in seen.legal_codes(), "and behind that it answers again"


def test_a_deadline_holds_while_other_searches_fill_all_threads() -> None:
    free = threading.Event()
    busy = [search_threads().submit(free.wait, 60) for _ in range(2 * (os.cpu_count() or 1))]
    try:
        began = time.monotonic()
        make_bot("master", 1).choose(undecided(), deadline_ms=50)
        assert time.monotonic() - began < 20
    finally:
        free.set()
    assert all(future.result() for future in busy)


def test_lanes_find_the_same_whoever_runs_them() -> None:
    """In threads, in threads that never come to it, and in none at all, as when the interpreter is about to end."""
    level = replace(find_level("master"), worlds=48, usual_ms=None)
    seen = undecided()
    alone = Bot(replace(level), seed=3).choose(seen, explain=True)
    free = threading.Event()
    with ThreadPoolExecutor(1) as ended:
        pass
    with ThreadPoolExecutor(1) as full, ThreadPoolExecutor(3) as ready:
        full.submit(free.wait, 60)
        for executor in (ended, full, ready, None):
            found = Mind(3).search(seen, shipped_weights(level.weights), level.worlds, level.turns, level.win_weight,
                                   level.most_options, level.prior_weight, None, level.lanes, executor, level.believes)
            assert [row[:3] for row in found] == [(seen.legal_codes()[seen.legal_actions().index(option.action)], option.visits,
                                                   option.reward) for option in alone.considered]
        free.set()


@pytest.mark.parametrize("lanes", [1, 4])
def test_ctrl_c_is_heard_while_a_bot_thinks(lanes: int) -> None:
    bot = Bot(replace(find_level("expert"), worlds=100_000_000, lanes=lanes), seed=1)
    pressed = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    seen = undecided()

    def think() -> None:
        pressed.start()
        bot.choose(seen)

    with pytest.raises(KeyboardInterrupt):
        think()
    pressed.join()
    assert bot.choose(seen, deadline_ms=5).code in seen.legal_codes(), "no lane of before is at work any more"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_thinks_although_the_threads_of_its_parent_are_gone() -> None:
    script = """
import os, sys, warnings
from acquire_core import Game, ShuffledBag
from acquire_core.ai import make_bot
warnings.simplefilter("ignore")
game = Game("classic", 6, tiles=ShuffledBag(0))
seen = game.observe(game.owed()[0])
make_bot("master", 1).choose(seen, deadline_ms=50)
child = os.fork()
make_bot("master", 1).choose(seen, deadline_ms=50)
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
os._exit(7)
"""
    assert subprocess.run([sys.executable, "-c", script], timeout=120, check=False).returncode == 7


@pytest.mark.parametrize("name", ["2", "3", "strong", "expert", "club/gambler"])
def test_to_ask_for_an_explanation_changes_no_decision(name: str) -> None:
    games = []
    for explain in (False, True):
        game = Game("classic", 3, tiles=ShuffledBag(8))
        bots = [bot_named(name, seat) for seat in range(3)]
        while not game.over and game.turn < 30:
            seat = game.owed()[0]
            decision = bots[seat].choose(game.observe(seat), explain=explain)
            assert not decision.considered or decision.considered[0].action == decision.action
            game.apply_code(decision.code)
        games.append(game.actions())
    assert games[0] == games[1]
