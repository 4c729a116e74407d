"""Whether all told the truth: the audit of a sealed game whose hands have been opened.

At a sealed table a seat's word stands until the hands are opened: that it has set every dead tile aside, that what it shows is
the whole hand. `audit` replays the opened record as all seats saw it and compares each such word with the tiles that the
seat really held. It asks the engine what is dead; there are no rules here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .actions import Action, Discard, DrawTile, MarketTile, Place, Show, StartTile
from .engine.game import Game
from .events import Event, SeatRetired, StartTilePlaced, TileDrawn, TileLaidAway, TilePicked, TilePlaced
from .notation import format_action
from .record import Record
from .refusals import IllegalAction, Reason
from .tile_source import TILE_NAMES, TILE_NUMBERS, ShuffledBag

CHANCE_ACTIONS = (StartTile, DrawTile, MarketTile)


class AuditFinding(NamedTuple):
    """Something that a record claims and that is not so; `seat` is None where no seat is to blame."""

    line: int
    seat: int | None
    sentence: str


# --- audit ------------------------------------------------------------------------------------------------------------

def audit(record: Record) -> list[AuditFinding]:
    """Return what an opened record shows to be untrue, in order of its lines; an empty list is a clean game.

    It finds claims about hidden hands that were false, tiles played or drawn that cannot have been there, and draws that do
    not follow from the seed where the record names one.
    """
    lines = record.action_lines()
    for line, action in zip(lines, record.actions, strict=True):
        if isinstance(action, DrawTile) and action.tile is None:
            raise ValueError(f"line {line}: the tile is unknown, and only an opened record can be audited")
    findings = [] if record.seed is None else list(_find_unseeded(record, lines, record.seed))
    if record.sealed:
        hands = _Hands(record.players)
        game = record.new_game()
        for line, action, public in zip(lines, record.actions, record.public_actions(), strict=True):
            found = [*hands.check_claims(game, action)]
            found += hands.follow(action, game.apply(public))
            findings += [AuditFinding(line, seat, sentence) for seat, sentence in found]
    return sorted(findings, key=lambda finding: finding.line)


_Found = Iterator[tuple[int | None, str]]


class _Hands:
    """Where each tile really is while the public game goes on."""

    def __init__(self, players: int) -> None:
        self.bag = set(TILE_NAMES)
        self.held: list[set[str]] = [set() for _ in range(players)]

    def check_claims(self, game: Game, action: Action) -> _Found:
        """Compare what an action says about its seat's hand with the hand."""
        if isinstance(action, Show) and set(action.tiles) != self.held[_seat_of(action)]:
            held = _list_tiles(self.held[_seat_of(action)])
            yield action.seat, f"shows {_list_tiles(action.tiles)} as the whole hand, but holds {held}"
        elif isinstance(action, Place) and game.ruleset.simultaneous and action.tile not in self.held[_seat_of(action)]:
            yield action.seat, f"chooses {action.tile}, which is not in the hand"
        elif isinstance(action, Discard) and game.ruleset.dead_policy == "auto":
            kept = self.held[_seat_of(action)] - set(action.tiles)
            dead = [tile for tile in kept if _is_dead(game, action.seat, tile)]
            if dead:
                yield action.seat, f"keeps {_list_tiles(dead)}, which must be set aside as dead"

    def follow(self, action: Action, events: Sequence[Event]) -> _Found:
        """Move the tiles as the events tell; a tile that was not where it came from is found."""
        for event in events:
            match event:
                case StartTilePlaced(_, tile):
                    yield from self._out_of_the_bag(None, tile)
                case TileDrawn(seat, _) if isinstance(action, DrawTile) and action.tile is not None:
                    yield from self._out_of_the_bag(None, action.tile)
                    self.held[seat].add(action.tile)
                case TilePicked(seat, tile):
                    yield from self._out_of_the_bag(seat, tile)
                    self.held[seat].add(tile)
                case TilePlaced(seat, tile) | TileLaidAway(seat, tile):
                    if tile not in self.held[seat]:
                        done = "places {}" if isinstance(event, TilePlaced) else "sets {} aside"
                        yield seat, f"{done.format(tile)}, which is not in the hand"
                    self.held[seat].discard(tile)
                case SeatRetired(seat):
                    self.bag |= self.held[seat]
                    self.held[seat].clear()
                case _:
                    pass
        if isinstance(action, MarketTile) and self.bag and action.tile not in self.bag:
            yield None, f"the market draws {action.tile}, which is not in the bag"

    def _out_of_the_bag(self, seat: int | None, tile: str) -> _Found:
        if tile not in self.bag:
            yield seat, f"{tile} is drawn, which is not in the bag"
        self.bag.discard(tile)


def _seat_of(action: Show | Place | Discard) -> int:
    assert action.seat is not None, "an action without a seat has no text, and was refused before"
    return action.seat


def _is_dead(game: Game, seat: int | None, tile: str) -> bool:
    """Return True if the tile could be set aside now; beside other dead tiles the engine asks for those too."""
    return game.refusal(Discard(seat, (tile,))) in (None, Reason.DEAD_TILE_KEPT)


def _list_tiles(tiles: Sequence[str] | set[str]) -> str:
    return " ".join(sorted(tiles, key=TILE_NUMBERS.__getitem__)) or "nothing"


def _find_unseeded(record: Record, lines: Sequence[int], seed: int) -> Iterator[AuditFinding]:
    """Yield the first line that does not follow from the seed."""
    game = Game(record.ruleset, record.players, tiles=ShuffledBag(seed), sealed=record.sealed)
    try:
        for action in record.actions:
            if not isinstance(action, CHANCE_ACTIONS):
                game.apply(action, events=False)
    except IllegalAction:
        pass  # the game has left the record before; where, is seen below
    for line, action, due in zip(lines, record.actions, game.actions(), strict=False):
        if action != due:
            yield AuditFinding(line, None, f"with seed {seed} it is {format_action(due)!r} here, not {format_action(action)!r}")
            return
