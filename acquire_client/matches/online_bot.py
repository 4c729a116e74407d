"""A computer player that sits at a table without a host: a peer of its own, whose seat nobody else can look into."""

from __future__ import annotations

import secrets
from contextlib import ExitStack

from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import Player
from acquire_client.matches.programs import LostDecision
from acquire_core.actions import Action
from acquire_core.ai.external import ExternalBot, Limits


class BotSeat:
    """Answers for the seat of a match whenever it is asked; a level, or a program that is started for it and ended with it."""

    def __init__(self, match: OnlineMatch, player: Player, limits: Limits | None = None) -> None:
        if match.seat is None or player.is_person:
            raise ValueError("a computer player needs a seat, and a seat a computer player")
        self.match = match
        self.player = player
        self._program: ExternalBot | None = None
        self._running = ExitStack()
        if player.command is not None:
            bot = ExternalBot(player.command, match.game, match.seat, secrets.randbits(31), limits or Limits())
            self._program = self._running.enter_context(bot)

    def decide_answer(self) -> tuple[Action, LostDecision | None]:
        """Return what the seat does now, and what went wrong with a program; the match is untouched. This takes as long as it
        takes."""
        match = self.match
        forced = match.forced_answer()
        if forced is not None:
            return forced, None
        if self._program is None:
            assert self.player.level is not None
            return match.bot_action(self.player.level), None
        before = self._program.faults.copy()
        action = match.observe(match.seat).action_of(self._program.choose_code(match.game))
        fault = next(iter(self._program.faults - before), None)
        assert match.seat is not None
        if match.refusal_of(action) is not None:  # the rules accept it, the opened bag does not
            action = match.legal_actions()[0]
        return action, None if fault is None else LostDecision(match.seat, fault, self._program.given_up)

    def stop(self) -> None:
        """Send the program the result if there is one, and end it for certain."""
        with self._running:
            if self._program is not None and self.match.is_over:
                self._program.finish_game(self.match.game)
