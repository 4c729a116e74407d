"""A terminal at a table online, with what it shows."""

from __future__ import annotations

import queue
from collections.abc import Iterable

from acquire_client.matches.online import OnlineMatch
from acquire_client.terminal.online_game import OnlineGame, TypedLine
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_core import RULESETS, Action
from acquire_net import events
from acquire_net.protocol.sealed_game import AskAnswers
from tests.client.matches.sitting import Sitting


class Desk:
    """The table as seat 0 sees it: everybody else is a computer player, and what becomes final comes into the inbox."""

    def __init__(self, players: int = 3, seed: int = 5, answers: bool = True, whole_turns: bool = False,
                 **options: object) -> None:
        self.answers = answers
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.sitting = Sitting(RULESETS["classic"].replace(**options), players, seed)
        self.sent = 0
        self.submitted: list[Action] = []
        self.votes: list[tuple[int, ...]] = []
        self.said: list[str] = []
        self.paused: list[bool] = []
        self.handed: list[bool] = []
        self.muted: list[tuple[bytes, bool]] = []
        self.left = False
        self.lines: list[str] = []
        names = [f"Player {seat}" for seat in range(players)]
        self.match = OnlineMatch(self.sitting.table.complete.ruleset, names, 0, self.submit, whole_turns=whole_turns)
        self.game = OnlineGame(self.match, PlainPresenter(self.lines.append), self.inbox, self,
                               identities=[bytes([seat]) * 32 for seat in range(players)])

    def type(self, *lines: str) -> None:
        for line in lines:
            self.inbox.put(TypedLine(line))

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def until_asked(self) -> None:
        """The others decide until seat 0 is asked or the game is over; then it hears of everything."""
        while (asked := self.sitting.go_on_together()) and 0 not in asked:
            self._answer_step({seat: self._answer_of(seat) for seat in asked})
        view = self.sitting.table.views[0]
        self.inbox.put(events.Played(tuple(view.actions()[self.sent:]), 0 in asked, view.opened_bag))
        self.sent = len(view.actions())
        if not asked:
            self.inbox.put(events.Ended(view.standings(), "declared", (0, 1), "ab" * 64, None))

    def _answer_of(self, seat: int) -> Action:
        other = self.sitting.matches[seat]
        return other.forced_answer() or other.bot_action("random")

    def _answer_step(self, answers: dict[int, Action]) -> None:
        """Seats answer, in rounds each secretly and all together."""
        table = self.sitting.table
        if not isinstance(table.question(), AskAnswers):
            for action in answers.values():
                table.act(action)
            return
        for count in range(1, len(answers) + 1):
            self.inbox.put(events.AnswersSealed(tuple(sorted([*answers][:count]))))
        table.act_together(answers)

    # --- what the game wants of its peer

    def submit(self, *answers: Action) -> None:
        self.submitted += answers
        if not self.answers:
            return
        others = [seat for seat in self.sitting.go_on_together() if seat]
        if others or self.sitting.table.complete.sealed_step is not None:
            self._answer_step({0: answers[0]} | {seat: self._answer_of(seat) for seat in others})
        else:
            for action in answers:
                self.sitting.table.act(action)
        self.until_asked()

    def leave(self) -> None:
        self.left = True

    def vote(self, seats: Iterable[int]) -> None:
        self.votes.append(tuple(seats))

    def set_paused(self, paused: bool) -> None:
        self.paused.append(paused)

    def hand_over(self, handed: bool) -> None:
        self.handed.append(handed)

    def mute_player(self, identity: bytes, muted: bool = True) -> None:
        self.muted.append((identity, muted))

    def send_chat(self, text: str) -> None:
        self.said.append(text)
