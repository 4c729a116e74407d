"""Which step comes next: what a new deck still needs, then what the game asks."""

from __future__ import annotations

from msgspec.structs import replace

from acquire_net.protocol.dealing import (
    Coin,
    DecideAction,
    DrawTiles,
    OpenPositions,
    SignResult,
)
from acquire_net.protocol.redeal import RemaskHands
from acquire_net.protocol.sealed_answers import step_of_answers
from acquire_net.protocol.sealed_game import AskAnswers, AskDecision, Draw, GameFinished, Lottery, OpenBag
from acquire_net.protocol.shuffling import ShuffleDeck
from acquire_net.protocol.state import InvariantError, State, Step


def with_next_step(state: State) -> State:
    return replace(state, step=next_step(state))


def next_step(state: State) -> Step | None:
    """Return the step of the next block. It depends on the deal and the game alone."""
    if state.step is not None or state.over:
        return state.step
    return RemaskHands() if state.deal.unmatched else _for_the_game(state)


def _for_the_game(state: State) -> Step:
    question = state.game.next_question()
    match question:
        case Draw(seats):
            if state.deal.stale and any(seat is not None for seat in seats):
                return ShuffleDeck(None)
            return DrawTiles(seats)
        case Lottery(of_all_tiles):
            return Coin(of_all_tiles)
        case OpenBag():
            return OpenPositions(None)
        case AskDecision(seat):
            return DecideAction(seat)
        case AskAnswers():
            return step_of_answers(state, question)
        case GameFinished(result):
            return SignResult(result)
    raise InvariantError(f"the game asks {question!r}")
