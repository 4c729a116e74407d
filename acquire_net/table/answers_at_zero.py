"""What the program of a seat answers when the time of its player is up."""

from __future__ import annotations

from collections.abc import Iterator

from acquire_core import Action
from acquire_core.actions import Bid, Buy, DeclareEnd, Discard, Dispose, Pass, ReplaceHand, Stop, UsePower
from acquire_core.ai import bot_named
from acquire_net.table.acquire_game import AcquireGame

LEVEL_AT_ZERO = "casual"
CHOICES = ("place", "found", "survivor", "next_defunct", "pick")
"""What has no empty answer, so a computer player chooses."""


def answers_at_zero(game: AcquireGame, seed: int) -> Iterator[Action]:
    """Yield what the program of a seat answers when its time is up, the best first: never a purchase, a sale or a power."""
    seen, legal = game.observe(), game.legal_actions()
    yield from (action for action in legal if _is_empty(action))
    if seen.phase in CHOICES:
        decision = bot_named(LEVEL_AT_ZERO, seed).choose(seen, explain=True)
        chosen = [decision.action, *(option.action for option in decision.considered)]
        yield from (action for action in chosen if action in legal)  # a pick may be of a tile that the opened bag does not have
    yield from legal


def _is_empty(action: Action) -> bool:
    """Return True if an answer changes nothing that could be left as it is."""
    match action:
        case Dispose(_, _, sell, trade):
            return not sell and not trade
        case Buy(_, chains, sell):
            return not chains and not sell
        case Bid(_, dollars):
            return not dollars
        case UsePower(_, power):
            return power is None
        case DeclareEnd(_, yes) | ReplaceHand(_, yes):
            return not yes
        case Discard(_, tiles):
            return not tiles
    return isinstance(action, Pass | Stop)
