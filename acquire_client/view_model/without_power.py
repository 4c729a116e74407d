"""Answers that say by themselves that no power is used: to place a tile, or to buy, where a power could be used first.

The rules ask for the power first, in a question of its own (S2). On a table a player who wants none simply goes on, so here one
answer gives both. It stands in the record as the two that it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from acquire_core import Game, Observation
from acquire_core.actions import Action, Buy, Place, UsePower

ACTS: Mapping[str, tuple[str, type[Action]]] = {"power_start": ("place", Place), "power_buy": ("buy", Buy)}
"""For each question about a power the question behind it, and the answer to that one which says that no power is used."""


def without_power(seen: Observation) -> Observation | None:
    """Return what an asked seat sees when it uses no power, where such an answer may follow then; None where a power is not asked
    for, or something else comes next."""
    if seen.phase not in ACTS or seen.seat is None or not seen.is_asked:
        return None
    phase, kind = ACTS[seen.phase]
    ahead = seen.after(UsePower(seen.seat, None))[1]
    asks = ahead.phase == phase and ahead.is_asked and any(isinstance(action, kind) for action in ahead.legal_actions())
    return ahead if asks else None


def idle_purchase(seen: Observation) -> Buy | None:
    """Return the empty purchase of an asked seat for which nothing is to be had, and to which no power helps; else None."""
    if seen.phase != "power_buy" or seen.seat is None or not seen.is_asked:
        return None
    ahead = [seen.after(power)[1] for power in seen.legal_actions()]
    return Buy(seen.seat) if all(len(behind.legal_codes()) == 1 for behind in ahead) else None


def single_answers(phase: str, action: Action) -> tuple[Action, ...]:
    """Return the answers that an answer to the question of a phase stands for.

    >>> single_answers("power_start", Place(0, "5E"))
    (UsePower(seat=0, power=None), Place(seat=0, tile='5E'))
    >>> single_answers("place", Place(0, "5E"))
    (Place(seat=0, tile='5E'),)
    """
    if phase in ACTS and isinstance(action, ACTS[phase][1]) and action.seat is not None:
        return UsePower(action.seat, None), action
    return action,


def game_before(game: Game, action: Action) -> Game:
    """Return the game to which an answer is given itself: the same one, or a copy in which no power is used. A seat that is not
    asked uses none: the same game refuses its answer."""
    *first, _ = single_answers(game.phase, action)
    if not first or game.to_move != action.seat:
        return game
    ahead = game.copy()
    for answer in first:
        ahead.apply(answer, events=False)
    return ahead
