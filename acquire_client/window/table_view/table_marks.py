"""What stands out of the board at a table: the tiles that were placed last and by whom, own tiles, and an imagined answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.preview import Preview
from acquire_client.window.controller.deciders import Decider, PickDecider
from acquire_client.window.controller.table_controller import TableSnapshot
from acquire_client.window.table_view.board_view import EFFECT_WORDS, BoardMarks
from acquire_core.events import StartTilePlaced, TilePlaced

PREVIEW, SAFE = message("preview"), message("SAFE")


@dataclass(frozen=True, slots=True)
class LastPlaced:
    """The tiles that were placed last, and the seat and name of the player who placed them; None for the tiles of the start, and
    where several players have placed one, as in simultaneous play."""

    tiles: tuple[str, ...] = ()
    player: tuple[int, str] | None = None

    def after(self, steps: Iterable[MatchStep], name_of: Callable[[int], str]) -> LastPlaced:
        """Return what was placed last after these steps; this same object if none of them places a tile."""
        last = self
        for step in steps:
            tiles = tuple(event.tile for event in step.events if isinstance(event, TilePlaced | StartTilePlaced))
            if tiles:
                seats = {event.seat for event in step.events if isinstance(event, TilePlaced)}
                seat = seats.pop() if len(seats) == 1 else None
                last = LastPlaced(tiles, None if seat is None else (seat, name_of(seat)))
        return last


def live_squares(snapshot: TableSnapshot, decider: Decider | None) -> tuple[str, ...]:
    """Return the squares that a click does something with."""
    if decider is None:
        return ()
    return *(snapshot.seen.hand if snapshot.is_placing else ()), *decider.pickable_squares()


def table_marks(snapshot: TableSnapshot, decider: Decider | None, ahead: Preview | None, translate: Callable[..., str], *,
                player: tuple[int, str] | None = None, glow: Collection[str] = (), dropping: Collection[str] = (),
                pulse: Mapping[str, float] | None = None, sent: str = "") -> BoardMarks:
    """Return what stands out of the board. `ahead` is the answer that is looked at: its tiles are imagined. The rest is that of
    `BoardMarks`, which is known to the caller alone: who placed the last tile, what a line of the log speaks of, what moves."""
    seen, placing = snapshot.seen, snapshot.is_placing
    closed = [choice.name for choice in decider.prompt.choices if choice.action is None] if placing and decider else []
    board = {} if ahead is None else seen.board  # put together anew each time it is asked for
    ghost = {} if ahead is None else {tile: chain for tile, chain in ahead.board.items() if tile not in board}
    return BoardMarks(
        own={tile: number if placing else 0 for number, tile in enumerate(seen.hand, 1)},
        effects={each.tile: (each, translate(EFFECT_WORDS[each.kind])) for each in snapshot.effects if placing},
        closed=closed, ghost=ghost, ghost_word=translate(PREVIEW), glow=glow,
        safe={chain: translate(SAFE) for chain, size in seen.sizes.items() if size >= seen.ruleset.safe_size},
        placed_by=player, recent=snapshot.recent, pickable=decider.pickable_squares() if decider else (),
        cursor=decider.cursor if isinstance(decider, PickDecider) else None, dropping=dropping,
        pulse=pulse or {}, sent=sent, dead=snapshot.dead)
