"""The kernel and the plain reference agree after every action: on the state, the choices, the decider and the result."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

from acquire_core import Game
from acquire_core.actions import CHANCE, Action
from acquire_core.notation import format_action
from acquire_core.ruleset import RULESETS, Ruleset
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .policies import POLICIES, random_ruleset
from .reference_rules import ReferenceGame

LONGEST_GAME_ACTIONS = 3000  # a ruleset without the stall end need not end (K36)


@lru_cache(maxsize=50_000)
def line_of(action: Action, chains: tuple[str, ...]) -> str:
    return format_action(action, chains)


def lines_of(game: Game) -> list[str]:
    """Return the kernel's choices as lines; at a chance node the unknown tile is left out, which only partial views draw."""
    chains = game.ruleset.chain_names
    lines = [line_of(action, chains) for action in game.legal_actions()]
    return sorted(lines if game.to_move != CHANCE else (line for line in lines if "??" not in line))


def compare(game: Game, reference: ReferenceGame, story: str) -> tuple[list[str], dict[str, Any]]:
    """Return the lines that both allow, and the state that both are in."""
    mine, theirs = game.snapshot(), reference.snapshot()
    differing = {key: (mine.get(key), theirs[key]) for key in theirs if mine.get(key) != theirs[key]}
    assert not differing, f"{story}\nkernel and reference differ: {differing}"
    assert game.to_move == reference.to_move, story
    assert game.phase == reference.phase, story
    lines = lines_of(game)
    expected = reference.legal()
    assert lines == expected, (f"{story}\nonly kernel: {sorted(set(lines) - set(expected))}\n"
                               f"only reference: {sorted(set(expected) - set(lines))}")
    codes = game.legal_codes()
    assert [game.code_of(game.action_of(code)) for code in codes] == codes, story
    return lines, theirs


def play_both(ruleset: Ruleset, players: int, policy: str, seed: int, leaving: float) -> None:
    """One game, compared after every action; now and then a seat leaves for good."""
    rng = random.Random(seed)
    game, reference = Game(ruleset, players=players), ReferenceGame(ruleset, players)
    story = f"{ruleset.name} {ruleset.changes()}, {players} players, policy {policy}, seed {seed}"
    for _ in range(LONGEST_GAME_ACTIONS):
        lines, state = compare(game, reference, story)
        if game.over:
            break
        staying = [seat for seat in range(players) if seat not in game.retired]
        if rng.random() < leaving and staying:  # when all have left, the market may still owe its tile
            line = f"{rng.choice(staying)} retire"
        else:
            line = POLICIES[policy](lines, state, rng)
        game.play(line)
        reference.apply(line)
        story += f"\n{line}"
    if game.over:
        assert game.standings() == reference.standings(), story


def a_game(seed: int) -> tuple[Ruleset, int, str, int, float]:
    """Return the seed-th game: every named ruleset, player count and policy comes up, and as many random mixes."""
    rng = random.Random(seed)
    players = 2 + seed % 5
    ruleset = list(RULESETS.values())[seed // 5 % 5] if seed % 2 else random_ruleset(rng, players)
    policy = list(POLICIES)[seed // 3 % len(POLICIES)]
    return ruleset, players, policy, seed, rng.choice((0, 0, 0, 0.002, 0.01))


@pytest.mark.parametrize("part", few_cases(pytest.mark.more_cases, range(10), 5))
def test_kernel_and_reference_play_the_same_games(part: int, count: Count) -> None:
    games = count(2, 150)
    for seed in range(part * games, (part + 1) * games):
        play_both(*a_game(seed))


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(10_000, 40_000, 1000))
def test_kernel_and_reference_play_the_same_thirty_thousand_games(first: int) -> None:
    """In thirty parts, so that they can be run one by one, or side by side with `-n`."""
    for seed in range(first, first + 1000):
        play_both(*a_game(seed))
