"""Positions for tests of kernel and reference, with boards drawn as text from row A down; what is not drawn is empty."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from acquire_core import Game, Retire
from acquire_core.ruleset import RULESETS, Ruleset
from acquire_core.tile_source import TILE_NAMES

from .reference_board import read_board

CLASSIC = RULESETS["classic"]

# Eleven tiles of Luxor and eleven of Tower, both safe; 4A, 4B and 4C touch both and are dead.
TWO_SAFE = ("LLL.TTT", "LLL.TTT", "LLL.TTT", "LL..TT.")

# Seven small chains and the loose tile 1E; 2E and 1F would found an eighth.
SEVEN_CHAINS = ("LL.TT.AA.FF.", "............", "WW.CC.II....", "............", "o...........")


def drawn(*rows: str) -> str:
    """Return a board from its top rows; squares and rows that are left out are empty."""
    filled = [row.replace(" ", "").ljust(12, ".") for row in rows]
    return "\n".join(filled + ["." * 12] * (9 - len(filled)))


def position(*rows: str, hands: Sequence[str], rules: Ruleset = CLASSIC, bag: str | None = None, **more: Any) -> Game:
    """Turn 1 of seat 0, or of `current`. Hands are written `"1A 2A"`; `bag` leaves only those tiles undrawn."""
    return Game.from_position(rules, len(hands), **parts(*rows, hands=hands, rules=rules, bag=bag), **more)


def parts(*rows: str, hands: Sequence[str], rules: Ruleset = CLASSIC, bag: str | None = None) -> dict[str, Any]:
    """Return the board, the hands and the tiles set aside of a position, as `from_position` of any engine wants them."""
    board = drawn(*rows)
    dealt = [hand.split() for hand in hands]
    if bag is None:
        return dict(board=board, hands=dealt)
    elsewhere = {*read_board(board, rules.chain_names), *bag.split(), *(tile for hand in dealt for tile in hand)}
    return dict(board=board, hands=dealt, discard=[tile for tile in TILE_NAMES if tile not in elsewhere])


def play(game: Game, *actions: Any) -> Game:
    """Return the game after some actions; text is notation."""
    for action in actions:
        if isinstance(action, str):
            game.play(action)
        else:
            game.apply(action)
    return game


def codes_to_choose_from(game: Game) -> list[int]:
    """Return the legal codes; at a draw without the unknown tile, which comes last and belongs to partial views."""
    codes: list[int] = game.legal_codes()
    return codes[:-1] if game.phase == "draw" else codes


def any_code(game: Game, rng: random.Random) -> int:
    """Return a legal choice at random, which mostly does not end the game."""
    codes = codes_to_choose_from(game)
    if game.phase in ("declare_before", "declare_end"):
        return codes[rng.random() < 0.15]
    return rng.choice(codes)


def moments(ruleset: Ruleset, players: int, rng: random.Random, *, sealed: bool = False, leaving: float = 0.0,
            most_actions: int = 3000) -> Iterator[Game]:
    """Yield a random game before each of its actions, and at its end; seats leave with probability `leaving` an action.

    It is one game that goes on, so a caller that keeps a moment copies it. Games without the stall end are cut off (K36).
    """
    game = Game(ruleset, players, sealed=sealed)
    for _ in range(most_actions):
        yield game
        if game.over:
            return
        if rng.random() < leaving:
            game.apply(Retire(rng.choice([seat for seat in range(players) if seat not in game.retired])), events=False)
        else:
            game.apply_code(any_code(game, rng))
