"""The trained value and what plays by it: the same everywhere, blind to what is hidden, and right about what it adds up."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from acquire_core import RULESETS, Game, Observation, RandomPlayer, ScriptedBag, ShuffledBag
from acquire_core.actions import Buy, DrawTile, StartTile
from acquire_core.ai import Bot, find_level, make_bot
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights
from acquire_core.cpu import cpu_variants
from tests.support.counts import Count

from .policies import random_ruleset


def decisions(seed: int, rules: str = "classic", players: int = 4, level: int = 2) -> list[tuple[Game, Observation]]:
    """Return every decision of a game between quick players, with a copy of the game."""
    game = Game(rules, players, tiles=ShuffledBag(seed))
    bots = [make_bot(level, seed + seat) for seat in range(players)]
    found = []
    while not game.over:
        seat = game.owed()[0]
        seen = game.observe(seat)
        found.append((game.copy(), seen))
        game.apply_code(bots[seat].choose(seen).code)
    return found


def test_the_outlook_is_a_chance_and_a_share_for_every_table(count: Count) -> None:
    mind = Mind(1)
    for seed in range(count(20, 100)):
        players = 2 + seed % 5
        rules = list(RULESETS.values())[seed % 5] if seed % 2 else random_ruleset(random.Random(seed), players)
        game = Game(rules, players, tiles=ShuffledBag(seed))
        for _ in range(seed % 60):
            if not game.over:
                game.apply_code(random.Random(game.turn).choice(game.legal_codes()))
        for viewer in (*range(players), None):
            outlook = mind.outlook(game.observe(viewer), shipped_weights())
            assert len(outlook) == players
            assert all(0 <= win <= 1 and 0 <= share <= 1 for win, share in outlook)


def test_a_finished_game_is_worth_what_it_brought() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(4))
    game.play_random(seed=4)
    winner, money = game.standings()[0][1:]
    outlook = Mind(1).outlook(game.observe(None), shipped_weights())
    assert outlook[winner] == (1.0, pytest.approx(money / sum(game.snapshot()["cash"])))
    assert sum(win for win, _ in outlook) == 1


def test_the_outlook_is_better_than_a_guess(count: Count) -> None:
    """Half way through a game the seat with the best outlook wins more than twice as often as by chance."""
    won = 0
    games = count(60, 150)
    for seed in range(games):
        asked = decisions(seed)
        half = asked[len(asked) // 2][0].observe(None)
        outlook = Mind(1).outlook(half, shipped_weights())
        game, seen = asked[-1]
        game.apply_code(make_bot(2, 0).choose(seen).code)
        while not game.over:
            game.apply_code(make_bot(2, 0).choose(game.observe(game.owed()[0])).code)
        won += game.standings()[0][1] == max(range(4), key=lambda seat: outlook[seat])
    assert won > games * (0.5 if games > 50 else 0.3)


def test_a_purchase_is_rated_as_the_position_that_it_leads_to() -> None:
    """Rating adds up parts that it computed once; looking at each position by itself must give the same."""
    mind, compared = Mind(1), 0
    for seed in range(3):
        for asked, seen in decisions(seed):
            if asked.phase != "buy":
                continue
            rated = [(code, value) for code, value in mind.values(seen, shipped_weights(), 0.8) if value > 0]
            assert rated == sorted(rated, key=lambda pair: -pair[1])
            game = Game(asked.ruleset, asked.players)    # without a source of tiles it waits before the draw
            for action in asked.actions():
                game.apply(action)
            for code, value in rated[:: max(1, len(rated) // 5)]:
                after = game.copy()
                action = after.action_of(code)
                assert isinstance(action, Buy)
                after.apply_code(code)
                if after.phase == "draw":
                    win, share = mind.outlook(after.observe(seen.seat), shipped_weights())[seen.seat or 0]
                    assert value == pytest.approx(0.8 * win + 0.2 * share, abs=2e-5)
                    compared += 1
    assert compared > 100


@pytest.mark.skipif(len(cpu_variants()) < 2, reason="this CPU has one variant only")
def test_every_cpu_plays_the_same_moves() -> None:
    program = ("from acquire_core import Game, ShuffledBag\n"
               "from acquire_core.ai import make_bot\n"
               "game = Game('classic', 4, tiles=ShuffledBag(11))\n"
               "bots = [make_bot(level, 1) for level in (5, 2, 2, 2)]\n"
               "while game.turn < 25 and not game.over:\n"
               "    seat = game.owed()[0]\n"
               "    decision = bots[seat].choose(game.observe(seat), explain=True)\n"
               "    print(decision.code, [option.reward.hex() for option in decision.considered])\n"
               "    game.apply_code(decision.code)\n")
    said = [subprocess.run([sys.executable, "-c", program], env={"ACQUIRE_CPU": variant, "PYTHONPATH": ":".join(sys.path)},
                           capture_output=True, text=True, timeout=120, check=True).stdout for variant in cpu_variants()]
    assert said[0] == said[1] != ""


def test_lanes_and_threads_do_not_change_a_search() -> None:
    level = replace(find_level("master"), worlds=200, usual_ms=None)
    seen = decisions(5)[40][1]
    first, second = (Bot(level, 3).choose(seen, explain=True) for _ in range(2))
    assert first == second
    mind = Mind(7), Mind(7)
    with ThreadPoolExecutor(3) as executor:
        spread = mind[0].search(seen, shipped_weights(), 200, 4, 0.8, 8, 4.0, lanes=8, executor=executor)
    assert spread == mind[1].search(seen, shipped_weights(), 200, 4, 0.8, 8, 4.0, lanes=8)


# --- beliefs ----------------------------------------------------------------------------------------------------------

def test_beliefs_never_exclude_what_is_there(count: Count) -> None:
    for seed in range(count(6, 30)):
        players = 2 + seed % 5
        rules = list(RULESETS)[seed % 5]
        for game, seen in decisions(seed, rules, players)[::7]:
            beliefs = Mind(1).beliefs(seen, shipped_weights(), 0.8)
            hands = [hand["tiles"] for hand in game.snapshot()["hands"]]
            for seat, hand in enumerate(hands):
                if seat != seen.seat:
                    assert all(beliefs[seat][tile] > 0 for tile in hand if tile in beliefs[seat])


def test_beliefs_know_more_than_chance(count: Count) -> None:
    """Over the games of a good player the tiles that a rival holds get more weight than the unseen ones do on average."""
    held: list[float] = []
    for seed in range(max(3, count(3, 10))):
        for game, seen in decisions(seed, level=4 if count(0, 1) else 2)[20::9]:
            beliefs = Mind(1).beliefs(seen, shipped_weights(), 0.8)
            for seat, hand in enumerate(game.snapshot()["hands"]):
                mean = sum(beliefs[seat].values()) / max(1, len(beliefs[seat]))
                if seat != seen.seat and mean > 0:
                    held += [beliefs[seat][tile] / mean for tile in hand["tiles"] if tile in beliefs[seat]]
    assert sum(held) / len(held) > 1.02


def test_beliefs_and_what_is_dealt_by_them_do_not_see_hidden_tiles() -> None:
    """The same game with other tiles where the observer sees none: the same beliefs, and the same search by them."""
    game, seen = decisions(5)[40]
    swapped = dict(zip(seen.unseen, random.Random(1).sample(seen.unseen, len(seen.unseen)), strict=True))
    twin = Game("classic", 4, tiles=ScriptedBag([swapped.get(tile, tile) for tile in ShuffledBag(5).order]))
    for action in game.actions():
        if not isinstance(action, StartTile | DrawTile):
            twin.apply(action)
    assert twin.snapshot()["hands"] != game.snapshot()["hands"]
    views = (seen, twin.observe(seen.seat))
    assert views[0] == views[1]
    beliefs = [Mind(1).beliefs(view, shipped_weights(), 0.8) for view in views]
    assert beliefs[0] == beliefs[1]
    assert len({weight for weights in beliefs[0] for weight in weights.values()}) > 10
    searches = [Mind(1).search(view, shipped_weights(), 60, 2, 0.8, 8, believes=True) for view in views]
    assert searches[0] == searches[1]


@pytest.mark.parametrize("options", [{}, {"open_pick": True}])
def test_an_imagined_game_rests_when_its_turns_are_over_however_tiles_are_taken(options: dict[str, bool]) -> None:
    """A game that is over has a winner; one that rests gives everybody a chance."""
    game = Game(RULESETS["classic"].replace(**options), 4, tiles=ShuffledBag(3))
    player = RandomPlayer(3)
    while game.turn < 8:
        game.apply_code(player.code(game))
    for seed in range(20):
        chances, _, squares, *_ = Mind(seed).estimate(game.observe(game.to_move), 1, shipped_weights(), 2)
        assert all(0 < chance < 1 for chance in chances) and sum(chances) == pytest.approx(1)
        assert squares == pytest.approx([chance * chance for chance in chances])
