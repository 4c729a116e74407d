"""What each tile of a hand would do on the board, told by the rules where they are asked, by what lies around elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from acquire_client.language import ENGLISH, Words, message
from acquire_client.view_model.merger_card import MERGER_PHASES
from acquire_client.view_model.neighbours import Board, chains_beside, effect_text, loose_group, neighbour_squares
from acquire_client.view_model.without_power import without_power
from acquire_client.view_model.words import chain_title
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
    text: str
    allowed: bool | None


FOUNDED, FOUNDED_AND_MERGED = message("grows the chain that is being founded"), message("merges the new chain and {chains:and}")
SURVIVING, SURVIVING_AND_MERGED = message("grows the chain that survives"), message("merges the survivor and {chains:and}")


@dataclass(frozen=True, slots=True)
class _Unfinished:
    """What the tile that was placed last has begun: the tiles that still lie loose, and the chains that it merges."""

    tiles: frozenset[str]
    chains: frozenset[str]

    def is_joined_by(self, tile: str, board: Board) -> bool:
        return bool(self.tiles & set(neighbour_squares(tile)) or self.chains & chains_beside(tile, board)
                    or self.tiles & loose_group(tile, board))


def tile_effects(seen: Observation, unplayable: Mapping[str, str], words: Words = ENGLISH) -> tuple[TileEffect, ...]:
    """Return one for each tile in the hand of the seat that sees, in the order of the hand."""
    seen = without_power(seen) or seen
    placing = seen.phase == "place" and seen.is_asked
    legal = {action.tile for action in seen.legal_actions() if isinstance(action, Place)} - set(unplayable) if placing else set()
    board, sizes, begun = seen.board, seen.sizes, _unfinished_by(seen)
    if begun is not None and not begun.chains and sum(size == 0 for size in sizes.values()) == 1:
        sizes = {chain: size for chain, size in sizes.items() if size}  # the last chain is taken by the one that is being founded
    found = []
    for tile in seen.hand:
        if begun is not None and begun.is_joined_by(tile, board):
            found.append(_effect_on_unfinished(tile, begun, board, sizes, words))
        else:
            refused = "" if placing else _refusal_of(tile, board, sizes, seen)
            allowed = tile in legal if placing else False if refused else None
            found.append(_effect_of(tile, board, sizes, allowed, refused or unplayable.get(tile, ""), words))
    return tuple(found)


def _refusal_of(tile: str, board: Board, sizes: Mapping[str, int], seen: Observation) -> str:
    """Return why a tile could not be placed as the board is now, where nobody is asked to place; empty if it could."""
    chains = chains_beside(tile, board)
    if is_dead(chains, seen):
        return DEAD_REASONS[0]
    if not chains and seen.ruleset.eighth_chain == "forbid" and all(sizes.values()) and loose_group(tile, board):
        return Reason.TILE_FOUNDS_EIGHTH_CHAIN.value
    return ""


def is_dead(chains: Set[str], seen: Observation) -> bool:
    """Return True if a tile between these chains can never be placed (R12, R20, K18). While a player is asked to place, the
    refusals of the kernel say it; at any other moment nothing is refused."""
    return _joins_safe_chains(chains, _safe_chains(seen), seen)


def dead_squares(seen: Observation) -> frozenset[str]:
    """Return the empty squares on which no tile can ever be placed: chains that are safe meet there."""
    board, safe = seen.board, _safe_chains(seen)
    beside = {square for tile, chain in board.items() if chain in safe for square in neighbour_squares(tile)}
    return frozenset(square for square in beside - board.keys()
                     if _joins_safe_chains(chains_beside(square, board), safe, seen))


def _safe_chains(seen: Observation) -> frozenset[str]:
    return frozenset(chain for chain, size in seen.sizes.items() if size >= seen.ruleset.safe_size)


def _joins_safe_chains(chains: Set[str], safe: Set[str], seen: Observation) -> bool:
    joined = len(chains & safe)
    return len(chains) > 1 and joined > 0 if seen.ruleset.safe_merge == "any_safe" else joined > 1


def _unfinished_by(seen: Observation) -> _Unfinished | None:
    """Return what the tile that is being settled has begun; None where it has become part of a chain, or lies alone."""
    if seen.phase != "found" and seen.phase not in MERGER_PHASES:
        return None
    board = seen.board
    try:
        placed = [action.tile for action in reversed(seen.history()) if isinstance(action, Place)]
    except ValueError:  # what is seen of an answer that was not given has no history
        return None
    # In turns it is the last one. In a round all are in the history before the first is settled: some of them lie nowhere yet,
    # and one that lies alone may be a neighbour of the one that merges chains.
    begun = [_Unfinished(frozenset({tile, *loose_group(tile, board)}), frozenset(chains_beside(tile, board)))
             for tile in (placed if seen.ruleset.simultaneous else placed[:1]) if board.get(tile, "nowhere") is None]
    return max(begun, key=lambda each: (len(each.chains), len(each.tiles)), default=None)


def price_when_founded(seen: Observation, chain: str) -> int:
    """Return what a share of a chain costs if the tiles that lie together are founded as this chain."""
    begun = _unfinished_by(seen)
    return 0 if begun is None else seen.ruleset.price(seen.ruleset.chain_names.index(chain), len(begun.tiles))


def price_after_merger(seen: Observation, survivor: str) -> int:
    """Return what a share of the survivor costs when the merger is settled: all merged tiles are its own then (R34)."""
    begun = _unfinished_by(seen)
    if begun is None or survivor not in begun.chains:
        return seen.prices[survivor]
    size = len(begun.tiles) + sum(seen.sizes[chain] for chain in begun.chains)
    return seen.ruleset.price(seen.ruleset.chain_names.index(survivor), size)


def _effect_on_unfinished(tile: str, begun: _Unfinished, board: Board, sizes: Mapping[str, int], words: Words) -> TileEffect:
    """Return what a tile would do beside what is being founded or merged: the chain has no name yet, or still many."""
    others = tuple(sorted(chains_beside(tile, board) - begun.chains, key=lambda chain: (-sizes[chain], chain)))
    grows, merges = (SURVIVING, SURVIVING_AND_MERGED) if begun.chains else (FOUNDED, FOUNDED_AND_MERGED)
    text = words.translate(merges if others else grows, chains=[chain_title(chain) for chain in others])
    return TileEffect(tile, "merge" if others else "grow", others, text, None)


def _effect_of(tile: str, board: Board, sizes: Mapping[str, int], allowed: bool | None, reason: str, words: Words) -> TileEffect:
    order = tuple(sorted(chains_beside(tile, board), key=lambda chain: (-sizes[chain], chain)))
    if allowed is False:
        return TileEffect(tile, "dead" if reason in DEAD_REASONS else "later", order, words.translate(reason), False)
    if order:
        kind = "grow" if len(order) == 1 else "merge"
    elif loose_group(tile, board):
        kind = "found" if any(size == 0 for size in sizes.values()) else "group"
    else:
        kind = "alone"
    return TileEffect(tile, kind, order, effect_text(tile, board, sizes, words), allowed)
