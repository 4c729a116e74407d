"""Online matches of all seats of one table."""

from __future__ import annotations

import random

from acquire_client.matches.online import OnlineMatch
from acquire_core import RULESETS, Action, Ruleset
from acquire_net.protocol.sealed_game import AskDecision, GameFinished
from tests.support.honest_table import Table


class Sitting:
    """A table with an honest dealer, and a match at every seat and one for a watcher."""

    def __init__(self, rules: Ruleset | str, players: int, seed: int) -> None:
        ruleset = RULESETS[rules] if isinstance(rules, str) else rules
        self.table = Table(ruleset, players, random.Random(seed))
        self.sent: list[Action] = []
        names = [f"Player {seat}" for seat in range(players)]
        self.matches = {seat: OnlineMatch(ruleset, names, seat, self.sent.append) for seat in self.table.views}
        self.steps = 0

    def go_on(self) -> int | None:
        """Answer all chance that is due, and pass it to every match. Return the seat that is asked then."""
        while not isinstance(question := self.table.question(), AskDecision | GameFinished):
            self.table.answer_chance(question)
        asked = question.seat if isinstance(question, AskDecision) else None
        for seat, match in self.matches.items():
            view = self.table.views[seat]
            match.receive_actions(view.actions()[self.steps:], seat is not None and asked == seat, view.opened_bag)
            match.poll()
        self.steps = len(self.table.views[None].actions())
        return asked

    def answer(self, seat: int, action: Action) -> None:
        self.matches[seat].answer(action)
        assert self.sent.pop() == action and not self.sent
        self.table.act(action)
