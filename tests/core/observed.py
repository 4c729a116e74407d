"""Games that are observed at every step, and games that differ only in what a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from acquire_core import (
    DrawTile,
    Game,
    Observation,
)
from acquire_core.ruleset import RULESETS
from tests.core.policies import random_ruleset
from tests.core.positions import moments


def observed_games(count: int, seed: int) -> Iterator[tuple[Game, Observation, int | None]]:
    """Games of all kinds as one seat, or the public, sees them; two dozen moments of each."""
    rng = random.Random(seed)
    for _ in range(count):
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        for game in moments(rules, players, rng, sealed=rng.random() < 0.5, leaving=0.003, most_actions=800):
            if rng.random() < 0.06 or game.over:
                seat = rng.choice([None, *range(players)])
                yield game, game.observe(seat), seat


def swap_hidden(actions: list[Any], first: str, second: str) -> list[Any]:
    """Return the same history with two tiles that nobody has seen exchanged."""
    swap = {first: second, second: first}
    return [DrawTile(action.target, swap.get(action.tile, action.tile)) if isinstance(action, DrawTile) else action
            for action in actions]


def twins(count: int, seed: int) -> Iterator[tuple[Game, Game, Observation, int | None]]:
    """Yield a game, its twin in which two tiles of other hands, or of a hand and the bag, have changed places, and what a seat
    sees."""
    rng = random.Random(seed)
    for game, seen, seat in observed_games(count, seed):
        if len(seen.unseen) < 2 or game.retired:
            continue
        hands = {tile: other for other in range(game.players) for tile in game.snapshot()["hands"][other]["tiles"]}
        hidden = [tile for tile in seen.unseen if tile in hands]
        if not hidden:
            continue
        first = rng.choice(hidden)
        # An open bag (V5) is seen by all, so there only tiles of two hands can change places.
        second = rng.choice([tile for tile in seen.unseen
                             if hands.get(tile) != hands[first] and tile not in (seen.bag or ())] or [first])
        twin = Game(game.ruleset, game.players, sealed=game.sealed)
        try:
            for action in swap_hidden(game.actions(), first, second):
                twin.apply(action, events=False)
        except ValueError:
            continue  # an open game may have known of the difference: a hand that could not be placed, say
        if twin.phase == game.phase and twin.digest() == game.digest():
            yield game, twin, seen, seat
