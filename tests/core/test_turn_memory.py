"""What a search remembers within a turn, and the lines that it expects: exact, never of another turn, and legal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from acquire_core import RULESETS, DrawTile, Game, IllegalAction, Observation, Place, Ruleset, ScriptedBag, ShuffledBag
from acquire_core.actions import Action, Buy, Dispose, Found, UsePower
from acquire_core.ai import Bot, Decision, Level, find_level, make_bot
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .policies import random_ruleset
from .positions import position

EXPERT = find_level("expert")
MASTER = replace(find_level("master"), worlds=96, usual_ms=None)
"""The level that guesses hands and spreads over threads, without its clock."""


def table(seed: int) -> tuple[Ruleset, int]:
    """All rulesets, random options and numbers of players, one after the other."""
    players = 2 + seed % 5
    return (list(RULESETS.values())[seed % 5] if seed % 2 else random_ruleset(random.Random(seed), players)), players


def decisions(bot: Bot, seed: int, rules: Ruleset | str, players: int,
              most_turns: int = 60) -> Iterator[tuple[Observation, Decision]]:
    """Yield what a bot in seat 0 is asked in a game against quick players, and what it answers."""
    game = Game(rules, players, tiles=ShuffledBag(seed))
    others = [make_bot(3 if seat % 2 else 5, seed + seat) for seat in range(players)]
    while not game.over and game.turn < most_turns:
        seat = game.owed()[0]
        seen = game.observe(seat)
        decision = (others[seat] if seat else bot).choose(seen, explain=seat == 0)
        if seat == 0:
            yield seen, decision
        game.apply_code(decision.code)


def remembered(bot: Bot) -> int:
    return bot._mind.remembered


# --- what is remembered -----------------------------------------------------------------------------------------------

@pytest.mark.fully
@pytest.mark.parametrize("level", few_cases(pytest.mark.more_cases, [EXPERT, MASTER]), ids=["expert", "master"])
def test_to_remember_changes_nothing(level: Level, count: Count) -> None:
    """A bot that has just been made answers as the one that has thought about this turn before: option by option."""
    saved = 0
    games = count(8, 16)
    for seed in range(games if level is EXPERT else max(1, games // 4)):
        rules, players = table(seed)
        bot = Bot(level, seed)
        for seen, decision in decisions(bot, seed, rules, players, most_turns=60 if level is EXPERT else 30):
            assert Bot(level, seed).choose(seen, explain=True) == decision
            saved += remembered(bot)
    assert saved > 50


def test_what_the_tile_showed_is_known_when_blocks_are_bought() -> None:
    """Between a tile and the purchase behind it nothing happened, so the option that the worlds went on with is known in each."""
    bot, known = Bot(EXPERT, 4), 0
    before: tuple[Observation, Decision] | None = None
    for seen, decision in decisions(bot, 4, "classic", 4):
        if before is not None and seen.phase == "buy" and before[0].phase == "place" and before[0].turn == seen.turn:
            best = before[1].considered[0]
            if best.visits and len(seen.legal_codes()) > 1 and best.line[0] in [option.action for option in decision.considered]:
                assert remembered(bot) == best.visits
                known += 1
        before = seen, decision
    assert known > 5


@pytest.mark.parametrize("explain", [False, True])
def test_a_decision_without_a_choice_is_no_gap_in_the_memory(explain: bool) -> None:
    """Six chains are on the board, so the tile can found one alone; what its worlds bought then is known at the purchase."""
    game = position("LL.TT.AA.FF", "", "WW.CC......o", hands=["12D 11C", "12H", "11I"])
    bot = Bot(EXPERT, 1)
    tile = bot.choose(game.observe(0), explain=True)
    game.apply_code(tile.code)
    assert game.phase == "found" and len(game.legal_codes()) == 1
    game.apply_code(bot.choose(game.observe(0), explain=explain).code)
    assert bot.choose(game.observe(0), explain=True) == Bot(EXPERT, 1).choose(game.observe(0), explain=True)
    assert remembered(bot) > 0


def asked(seed: int = 4) -> tuple[Game, int]:
    """Return a game some turns old in which a tile is asked."""
    game = Game("classic", 3, tiles=ShuffledBag(seed))
    bots = [make_bot(4, seat) for seat in range(3)]
    while game.turn < 14 or game.phase != "place":
        seat = game.owed()[0]
        game.apply_code(bots[seat].choose(game.observe(seat)).code)
    return game, game.owed()[0]


def next_question(game: Game, code: int) -> Game:
    game.apply_code(code)
    return game


def test_nothing_is_remembered_of_anything_else() -> None:
    game, seat = asked()
    bot = Bot(EXPERT, 1)
    code = bot.choose(game.observe(seat)).code
    following = next_question(game.copy(), code)
    assert following.phase in ("buy", "found") and following.owed()[0] == seat

    def saved(then: Observation) -> int:
        thinker = Bot(EXPERT, 1)
        assert thinker.choose(game.observe(seat)).code == code
        assert thinker.choose(then) == Bot(EXPERT, 1).choose(then)
        return remembered(thinker)

    assert saved(following.observe(seat)) > 0
    assert saved(game.observe(seat)) == 0, "the same question again"
    others = [other for other in game.legal_codes() if other != code]
    assert saved(next_question(game.copy(), others[0]).observe(seat)) == 0, "another tile was laid"
    elsewhere, somebody = asked(5)
    assert saved(elsewhere.observe(somebody)) == 0, "another game"
    twin = Game("classic", 3)
    for action in following.actions():
        twin.apply(action)
    assert twin.observe(seat) == following.observe(seat)
    assert saved(twin.observe(seat)) == 0, "a game with the same course, but nothing shows that it is the same game"
    assert saved(game.observe(seat).after(game.action_of(code))[1]) == 0, "an observation without a history"


def test_tiles_drawn_on_the_way_were_imagined_otherwise() -> None:
    rules = RULESETS["classic"].replace(special_powers=True)
    drew = False
    for seed in range(20):
        bot = Bot(EXPERT, seed)
        for seen, decision in decisions(bot, seed, rules, 3, most_turns=30):
            if drew:
                assert seen.phase == "place" and remembered(bot) == 0
                return
            drew = decision.action == UsePower(0, "take5")
    raise AssertionError("nobody takes five tiles at once")


def test_other_terms_are_another_search() -> None:
    game, seat = asked()
    mind = Mind(1)
    code = mind.search(game.observe(seat), shipped_weights(), 32, 2, 0.8, 8, 16)[0][0]
    following = next_question(game, code).observe(seat)
    fresh = Mind(1)
    others = [(3, 0.8, shipped_weights()), (2, 1.0, shipped_weights()), (2, 0.8, shipped_weights("taught")), (1, 0.8, None)]
    for turns, win_weight, weights in others:
        assert mind.search(following, weights, 32, turns, win_weight, 8, 16) == fresh.search(following, weights, 32, turns,
                                                                                              win_weight, 8, 16)
        assert mind.remembered == 0


def test_a_turn_has_its_own_worlds() -> None:
    """The same question twice gets the same answer; another turn is seen in other worlds."""
    game, seat = asked()
    bot = make_bot("expert", 1)
    first = bot.choose(game.observe(seat), explain=True)
    assert bot.choose(game.observe(seat), explain=True) == first
    assert make_bot("expert", 2).choose(game.observe(seat), explain=True) != first


def test_hidden_tiles_change_neither_memory_nor_lines() -> None:
    """Two games that differ in tiles which the seat has not seen: a whole turn alike, with what was remembered and expected."""
    order = list(ShuffledBag(5).order)
    known = 3 + 6  # the start tiles, and the hand that is dealt first
    hidden = order[known:]
    random.Random(1).shuffle(hidden)
    found = []
    for tiles in (order, order[:known] + hidden):
        game = Game("classic", 3, tiles=ScriptedBag(tiles))
        seat, bot, turn = game.owed()[0], make_bot("expert", 4), game.turn
        found.append([])
        while game.turn == turn and game.to_move == seat:
            decision = bot.choose(game.observe(seat), explain=True)
            found[-1].append((decision, remembered(bot)))
            game.apply_code(decision.code)
    assert found[0] == found[1] and len(found[0]) > 1


# --- lines ------------------------------------------------------------------------------------------------------------

def walk(seen: Observation, action: Action, line: tuple[Action, ...]) -> Iterator[Observation]:
    """Yield the positions along a line; an IllegalAction where it leaves the rules."""
    ahead = seen.after(action)[1]
    yield ahead
    for step in line:
        while ahead.phase == "draw":
            ahead = ahead.after(DrawTile(ahead.current, None))[1]
        assert ahead.to_move == step.seat
        ahead = ahead.after(step)[1]
        yield ahead


@pytest.mark.parametrize("level", [EXPERT, pytest.param(MASTER, marks=pytest.mark.fully)], ids=["expert", "master"])
def test_lines_can_be_played_to_the_end_of_the_turn(level: Level, count: Count) -> None:
    actions_played = to_the_end = 0
    games = count(4, 24)
    for seed in range(games if level is EXPERT else max(1, games // 4)):
        rules, players = table(seed)
        for seen, decision in decisions(Bot(level, seed), seed, rules, players, most_turns=60 if level is EXPERT else 30):
            for option in decision.considered:
                if not option.visits or option.action.seat != seen.seat:
                    continue
                try:
                    end = list(walk(seen, option.action, option.line))[-1]
                except IllegalAction:
                    pytest.fail(f"{option} cannot be played in turn {seen.turn} of game {seed}")
                actions_played += len(option.line)
                to_the_end += end.over or end.turn > seen.turn or end.phase == "draw"
    assert actions_played > 100 and to_the_end > 100


def test_a_tile_that_founds_is_followed_by_the_chain_and_its_purchase() -> None:
    seen = position("o", hands=["2A 12I", "12H", "11I"]).observe(0)
    for level in (EXPERT, MASTER, find_level("strong")):
        considered = Bot(level, 1).choose(seen, explain=True).considered
        line = next(option.line for option in considered if option.action == Place(0, "2A"))
        assert isinstance(line[0], Found) and isinstance(line[1], Buy) and line[0].seat == line[1].seat == 0


def test_a_merger_is_followed_by_what_others_do_with_their_blocks() -> None:
    game = position("LLL.TTTT", hands=["4A 12I", "12H", "11I"], shares=[{"tower": 2}, {"luxor": 3}, {"tower": 4}])
    considered = Bot(MASTER, 1).choose(game.observe(0), explain=True).considered
    line = next(option.line for option in considered if option.action == Place(0, "4A"))
    assert isinstance(line[0], Dispose) and line[0].seat == 1
    assert isinstance(line[1], Buy) and line[1].seat == 0


def test_a_plain_search_expects_nothing() -> None:
    """Its worlds are random, so that nothing follows in most of them."""
    game, seat = asked()
    considered = make_bot("plain:400", 1).choose(game.observe(seat), explain=True).considered
    assert considered and not any(option.line for option in considered)
