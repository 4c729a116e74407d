"""Online matches of all seats of one table."""

from __future__ import annotations

import random
from collections.abc import Mapping

from acquire_client.matches.online import OnlineMatch
from acquire_client.view_model.without_power import single_answers
from acquire_core import RULESETS, Action, Ruleset
from acquire_net.protocol.sealed_game import AskAnswers, AskDecision, GameFinished
from tests.support.honest_table import Table, asked_by


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
        return next(iter(self.go_on_together()), None)

    def go_on_together(self) -> tuple[int, ...]:
        """Do the same, and return all seats that are asked then."""
        while not isinstance(question := self.table.question(), AskAnswers | AskDecision | GameFinished):
            self.table.answer_chance(question)
        asked = asked_by(question)
        for seat, match in self.matches.items():
            view = self.table.views[seat]
            match.receive_actions(view.actions()[self.steps:], seat in asked, view.opened_bag)
            match.poll()
        self.steps = len(self.table.views[None].actions())
        return asked

    def answer_together(self, answers: Mapping[int, Action]) -> None:
        """All that are asked answer, one after another; everybody hears who has."""
        for count, (seat, action) in enumerate(answers.items(), 1):
            self.matches[seat].answer(action)
            assert self.sent.pop() == action and not self.sent
            for match in self.matches.values():
                match.receive_sealed([*answers][:count])
                assert match.poll() == []
        self.table.act_together(answers)

    def answer(self, seat: int, action: Action) -> None:
        """Answer; if the answer also says that no power is used, the table hears that first."""
        match = self.matches[seat]
        *before, last = single_answers(match.game.phase, action)
        match.answer(action)
        for answer in before:
            self._pass_on(answer)
            assert self.go_on() == seat
        self._pass_on(last)

    def _pass_on(self, answer: Action) -> None:
        assert self.sent.pop() == answer and not self.sent
        self.table.act(answer)
