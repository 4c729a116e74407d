"""What each tile of a hand would do on the board, told by the rules where they are asked, by what lies around elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from acquire_client.language import ENGLISH, Words
from acquire_client.view_model.neighbours import chains_beside, effect_text, loose_group
from acquire_core import Observation
from acquire_core.actions import Place
from acquire_core.refusals import Reason

KINDS = ("alone", "group", "found", "grow", "merge", "later", "dead")
DEAD_REASONS = (Reason.TILE_JOINS_SAFE_CHAINS.value,)


@dataclass(frozen=True, slots=True)
class TileEffect:
    """`kind` is one of KINDS; `chains` those that it touches, the largest first; `told` says it in a few words.

    `allowed` is None while nobody is asked to place: then the rules have said nothing.
    """

    tile: str
    kind: str
    chains: tuple[str, ...]
    told: str
    allowed: bool | None


def tile_effects(seen: Observation, unplayable: Mapping[str, str], words: Words = ENGLISH) -> tuple[TileEffect, ...]:
    """Return one for each tile in the hand of the seat that sees, in the order of the hand."""
    placing = seen.phase == "place" and seen.to_move == seen.seat
    legal = {action.tile for action in seen.legal_actions() if isinstance(action, Place)} - set(unplayable) if placing else set()
    return tuple(_effect_of(tile, seen, tile in legal if placing else None, unplayable.get(tile, ""), words)
                 for tile in seen.hand)


def _effect_of(tile: str, seen: Observation, allowed: bool | None, reason: str, words: Words) -> TileEffect:
    board, sizes = seen.board, seen.sizes
    chains = chains_beside(tile, board)
    order = tuple(sorted(chains, key=lambda chain: (-sizes[chain], chain)))
    if allowed is False:
        return TileEffect(tile, "dead" if reason in DEAD_REASONS else "later", order, words.translate(reason), False)
    if order:
        kind = "grow" if len(order) == 1 else "merge"
    elif loose_group(tile, board):
        kind = "found" if any(size == 0 for size in sizes.values()) else "group"
    else:
        kind = "alone"
    return TileEffect(tile, kind, order, effect_text(tile, board, sizes, words), allowed)
