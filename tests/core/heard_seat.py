"""A seat whose program reads the lines of the bot protocol: what it learns, and what it is asked."""

from __future__ import annotations

from acquire_core import Game
from acquire_core.ai.bot_end import BotEnd, BotQuestion
from acquire_core.ai.bot_protocol import ask_lines, game_lines
from acquire_core.ai.seat_view import SeatView
from acquire_core.engine.game import Observation


class HeardSeat:
    """It reads everything from the beginning of the game."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.seat, self._end, self._view = seat, BotEnd(), SeatView(game, seat)
        for line in game_lines(game, seat, seed):
            assert self._end.receive(line) is None

    def ask(self, game: Game, budget_ms: int = 50) -> tuple[BotQuestion, Observation]:
        """Read what is new and the question; return it, and what the seat knows."""
        seen = game.observe(self.seat)
        *lines, go = ask_lines(self._view.follow(game), seen, budget_ms)
        for line in lines:
            assert self._end.receive(line) is None
            assert line.isascii() and len(line) < 400
        asked = self._end.receive(go)
        assert asked is not None and asked.budget_ms == budget_ms
        return asked, seen
