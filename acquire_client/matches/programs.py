"""Run the programs that sit at a local match: start each when it is first asked, and stop all of them with the match.

A program learns only what its seat may know. Each decision takes bounded time and is legal, whatever the program does
(acquire_core/ai/external.py sees to it); a failure comes back as a `LostDecision`. A program learns of others' answers only when
it is asked itself, and such answers can no longer be taken back. So what it learned stays true, and `undo` needs no code here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import Player
from acquire_client.view_model.words import TableNames, counted
from acquire_core.actions import Action
from acquire_core.ai.external import FAULTS, ExternalBot, Limits, why_not_in_rounds
from acquire_core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class LostDecision:
    """A decision that a program did not make: whose, what happened by its kind in FAULTS, and whether it is still asked."""

    seat: int
    kind: str
    given_up: bool

    @property
    def is_news(self) -> bool:
        """Return True if people want to hear of it; that a program has been given up is said once."""
        return self.kind != "absent"

    def as_sentence(self, names: TableNames) -> str:
        """
        >>> LostDecision(1, "silent", given_up=False).as_sentence(TableNames(("Anna", "Bo")))
        'The program of Bo did not answer in time; a random move is made instead.'
        """
        instead = "random moves are made to the end of the game" if self.given_up else "a random move is made instead"
        return f"The program of {names.seat(self.seat)} {FAULTS[self.kind]}; {instead}."


def refuse_unfit_program(ruleset: Ruleset, player: Player) -> None:
    """Raise a MatchError for a program that does not know simultaneous play, where these rules are for it. It is asked."""
    if ruleset.simultaneous and player.command and why_not_in_rounds(player.command) is not None:
        raise MatchError(f"the program of {player.name} does not know simultaneous play")


class Programs:
    """The programs of one match; `stop` ends them for certain, and may be called twice."""

    def __init__(self, match: LocalMatch, limits: Limits | None = None) -> None:
        self._match = match
        self._limits = limits or Limits()
        self._bots: dict[int, ExternalBot] = {}
        self._asked: Counter[int] = Counter()
        self._running = ExitStack()

    def decide_answer(self) -> tuple[Action, LostDecision | None]:
        """Return what the program that is asked decides, or a random move and what went wrong. The match is untouched; this
        waits."""
        game, seat = self._match.game, self._match.asked_seat
        if seat is None or not self._match.asks_program:
            raise MatchError("no program is asked")
        bot = self._bot_at(seat)
        before = Counter(bot.faults)
        self._asked[seat] += 1
        action = game.observe(seat).action_of(bot.choose_code(game))
        fault = next(iter(bot.faults - before), None)
        return action, None if fault is None else LostDecision(seat, fault, bot.given_up)

    def _bot_at(self, seat: int) -> ExternalBot:
        if seat not in self._bots:
            match, command = self._match, self._match.players[seat].command
            if not match.game.from_start:
                raise MatchError("a program can only play a game that is known from its start")
            assert command is not None
            bot = ExternalBot(command, match.game, seat, match.program_seed(seat), self._limits)
            self._bots[seat] = self._running.enter_context(bot)
        return self._bots[seat]

    def summary_lines(self) -> Iterator[str]:
        """Return for each program that lost decisions how many, and why."""
        for seat, bot in sorted(self._bots.items()):
            if bot.faults:
                kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(bot.faults.items()))
                yield (f"The program of {self._match.names.seat(seat)} lost {bot.faults.total():,} of "
                       f"{counted(self._asked[seat], 'decision')} to random moves: {kinds}.")

    def stop(self) -> None:
        """Send all programs the result if there is one, and end them."""
        with self._running:
            for bot in self._bots.values() if self._match.is_over else ():
                bot.finish_game(self._match.game)
