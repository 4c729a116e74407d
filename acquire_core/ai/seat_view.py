"""A game as one seat sees it, line by line: what a program at the table receives, and can replay.

The lines are those of a record, with `??` for draws of other hands. At an open table some things happen unasked because all
hands are known there (dead tiles go, Play 4 ends); a program that replays the lines does not know those hands. So the
lines say them too, as `discard`, `stop`, `show` or `pass` of the seat that they happened to. Every line is public knowledge.
"""

from __future__ import annotations

from acquire_core.actions import Action, Discard, Pass, ReplaceHand, Show, Stop
from acquire_core.engine.game import Game
from acquire_core.events import TileLaidAway
from acquire_core.hidden_draws import hide_draws
from acquire_core.notation import format_action

MAX_ANSWERS = 40
"""Questions in a row that only a partial view asks; a draw has a few rounds of dead tiles."""


class SeatView:
    """What one seat of a game has seen; `follow` adds what has happened since."""

    def __init__(self, game: Game, seat: int) -> None:
        if not game.from_start:
            raise ValueError("a seat can follow only a game that is known from its start")
        self.seat = seat
        self.lines: list[str] = []
        """All lines so far; they replay in `Game(ruleset, players)` without a tile source."""
        self._complete = Game(game.ruleset, game.players, sealed=game.sealed)
        self._view = Game(game.ruleset, game.players, sealed=game.sealed)
        self._heard = 0

    def follow(self, game: Game) -> list[str]:
        """Return the lines since the last time."""
        before = len(self.lines)
        actions = game.actions()
        for action in actions[self._heard:]:
            if isinstance(action, Pass):
                self._show_hand(action.seat)
            happened = self._complete.apply(action)
            self._add_line(*hide_draws([action], self.seat))
            laid: dict[int, list[str]] = {}
            for event in happened if not isinstance(action, Discard | ReplaceHand) else ():
                if isinstance(event, TileLaidAway):
                    laid.setdefault(event.seat, []).append(event.tile)
            self._catch_up(laid)
        self._heard = len(actions)
        return self.lines[before:]

    def _show_hand(self, seat: int | None) -> None:
        """Show the hand of a seat that has no tile to place: it is open at every table then (K5a)."""
        assert seat is not None
        show = Show(seat, tuple(self._complete.snapshot()["hands"][seat]["tiles"]))
        if self._view.refusal(show) is None:
            self._add_line(show)

    def _add_line(self, action: Action) -> None:
        self._view.apply(action, events=False)
        self.lines.append(format_action(action, self._view.ruleset.chain_names))

    def _catch_up(self, laid: dict[int, list[str]]) -> None:
        """Answer what only the view asks; `laid` are the tiles by seat that went unasked after the last action."""
        complete, view = self._complete, self._view
        for _ in range(MAX_ANSWERS):
            if (view.phase, view.owed(), view.turn) == (complete.phase, complete.owed(), complete.turn):
                return
            seat = view.to_move
            if view.phase == "discard" and seat is not None:
                self._add_line(Discard(seat, tuple(laid.pop(seat, ()))))
            elif view.phase == "place" and view.ruleset.simultaneous:
                self._show_hand(self._hand_to_show())
            elif view.phase == "place" and complete.phase == "replace_hand":
                self._show_hand(seat)
            elif view.phase == "place" and view.refusal(Stop(seat)) is None:
                self._add_line(Stop(seat))
            elif view.phase == "place" and complete.end_reason == "no_tile":
                self._add_line(Pass(seat))
            else:
                break
        raise AssertionError(f"a view of seat {self.seat} asks for {view.phase} while the game is at {complete.phase}")

    def _hand_to_show(self) -> int:
        """Return the first seat in table order that only the view asks for a tile: nothing in its hand can be placed (K60)."""
        complete, view = self._complete, self._view
        asked = complete.owed() if (complete.phase, complete.turn) == (view.phase, view.turn) else ()
        return next(seat for seat in view.owed() if seat not in asked)
