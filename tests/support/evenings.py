"""Evenings at a table over the network without a network: a peer that reports what the test says, and notes its orders."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from acquire_client.matches.evening import Evening
from acquire_core import RULESETS, Action, DeclareEnd, Ruleset
from acquire_net import Letter, events
from acquire_net.protocol.sealed_game import AskAnswers, AskDecision, GameFinished
from tests.support.honest_table import Table, asked_by

ADA, BEN, CLEO, DAN = b"a" * 32, b"b" * 32, b"c" * 32, b"d" * 32
IDENTITIES = (ADA, BEN, CLEO, DAN)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
OPTIONS = (("clock", "none"),)


class NotingPeer:
    """Notes what an evening wants of its peer, in order."""

    def __init__(self) -> None:
        self.orders: list[tuple[object, ...]] = []

    def start(self) -> None:
        self.orders.append(("start",))

    def stop(self) -> None:
        self.orders.append(("stop",))

    def wait_until_stopped(self, timeout_s: float | None = None) -> bool:
        return True

    def set_ready(self, ready: bool) -> None:
        self.orders.append(("ready", ready))

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, options: Mapping[str, str] | None = None,
                        places: int | None = None, order: tuple[bytes, ...] | None = None) -> None:
        self.orders.append(("propose", rules, options, places) if order is None else ("order", order))

    def exclude_player(self, identity: bytes) -> None:
        self.orders.append(("exclude", identity))

    def accept_player(self, identity: bytes) -> None:
        self.orders.append(("accept", identity))

    def block_player(self, identity: bytes, blocked: bool = True) -> None:
        self.orders.append(("block", identity, blocked))

    def set_friends_only(self, friends_only: bool) -> None:
        self.orders.append(("friends only", friends_only))

    def set_relay(self, relay: str) -> None:
        self.orders.append(("relay", relay))

    def send_chat(self, text: str) -> None:
        self.orders.append(("say", text))

    def hand_over(self, handed: bool) -> None:
        self.orders.append(("hand over", handed))

    def mute_player(self, identity: bytes, muted: bool = True) -> None:
        self.orders.append(("mute", identity, muted))

    def submit(self, *answers: Action) -> None:
        self.orders += [("submit", answer) for answer in answers]

    def vote(self, seats: Iterable[int]) -> None:
        self.orders.append(("vote", *seats))

    def write_letters(self, everything: bool = False) -> None:
        self.orders.append(("write letters", everything))

    def read_letters(self, letters: Sequence[Letter]) -> None:
        self.orders.append(("read letters", *letters))

    def set_paused(self, paused: bool) -> None:
        self.orders.append(("pause", paused))

    def leave(self) -> None:
        self.orders.append(("leave",))


class ReportedEvening:
    """An evening, and the function by which its peer reports events."""

    def __init__(self, now_s: Callable[[], float] = lambda: 100.0,
                 deliver: Callable[[Callable[[], None]], None] = lambda act: act()) -> None:
        self.peer = NotingPeer()
        self.evening = Evening(self._make_peer, deliver, now_s)
        self._table: Table | None = None
        self._seat: int | None = 0
        self._reported = 0

    def _make_peer(self, on_event: Callable[[events.PeerEvent], None]) -> Any:
        self._on_event = on_event
        return self.peer

    def report(self, *happened: events.PeerEvent) -> None:
        for event in happened:
            self._on_event(event)

    def begin_game(self, table: Table, names: tuple[str, ...] = NAMES, seat: int | None = 0, deals: bool = True,
                   **more: Any) -> None:
        """Report that the game of an honest table begins, at which this evening has the first seat, or with None watches; unless
        it `deals` later."""
        self._table, self._seat, self._reported = table, seat, 0
        self.report(begun(seat, names[:table.players], table.complete.ruleset, **more))
        if deals:
            self.play_on()

    def play_on(self) -> int | None:
        """Answer all chance that is due, and report what has become final; return the seat that is asked then."""
        table = self._table
        assert table is not None
        while not isinstance(question := table.question(), AskAnswers | AskDecision | GameFinished):
            table.answer_chance(question)
        asked = asked_by(question)
        view = table.views[self._seat]
        actions = tuple(view.actions()[self._reported:])
        self._reported += len(actions)
        self.report(events.WaitingFor(asked, True), events.Played(actions, self._seat in asked, view.opened_bag))
        return None if not asked else self._seat if self._seat in asked else asked[0]

    def seal(self, *seats: int) -> None:
        """Report that these seats have answered a step of simultaneous play, and that the others are waited for."""
        assert self._table is not None
        asked = asked_by(self._table.question())
        self.report(events.AnswersSealed(seats), events.WaitingFor(tuple(seat for seat in asked if seat not in seats), True))
        if self._seat in seats:
            self.report(events.Played((), False))

    def answer_together(self, **wanted: Action) -> None:
        """Let all answer a step of simultaneous play with the first thing that the rules allow, or as the words say, such as
        `seat_1`; and report what comes of it."""
        table = self._table
        assert table is not None
        table.act_together({seat: wanted.get(f"seat_{seat}", table.views[seat].legal_actions()[0])
                            for seat in asked_by(table.question())})
        self.play_on()

    def answer_anything(self, rng: random.Random) -> None:
        """Let all that are asked answer at random, in turns and in rounds, and report what comes of it."""
        table = self._table
        assert table is not None
        answers = {seat: rng.choice(table.views[seat].legal_actions()) for seat in asked_by(table.question())}
        if isinstance(table.question(), AskAnswers):
            table.act_together(answers)
        else:
            table.act(*answers.values())
        self.play_on()

    def play_to_the_end(self) -> None:
        """Let all seats answer, the end first where it may be announced, and report the whole game at once."""
        table = self._table
        assert table is not None
        while not isinstance(question := table.question(), GameFinished):
            if isinstance(question, AskDecision):
                legal = table.views[question.seat].observe().legal_actions()
                table.act(next((action for action in legal if action == DeclareEnd(question.seat, True)), legal[0]))
            else:
                table.answer_chance(question)
        self.play_on()

    def answer_for_others(self) -> None:
        """Let the seat that is asked answer with the first thing that the rules allow."""
        table = self._table
        assert table is not None
        question = table.question()
        assert isinstance(question, AskDecision)
        table.act(table.views[question.seat].observe().legal_actions()[0])


def member(number: int, *, is_me: bool = False, is_ready: bool = False, **more: Any) -> events.Member:
    return events.Member(IDENTITIES[number], NAMES[number], is_me, more.pop("is_seated", True), is_ready,
                         more.pop("is_here", True), **more)


def lobby(*members: events.Member, founder: bytes = ADA, places: int = 2, rules: Ruleset = RULESETS["classic"],
          options: tuple[tuple[str, str], ...] = OPTIONS) -> events.LobbySnapshot:
    """Return a lobby; with Ada, who sits here, and Ben, unless others are named."""
    return events.LobbySnapshot(members or (member(0, is_me=True), member(1)), places, rules, options, founder, "K7QM")


def begun(seat: int | None = 0, names: tuple[str, ...] = NAMES[:3], rules: Ruleset = RULESETS["classic"],
          **more: Any) -> events.Begun:
    return events.Begun("table", rules, names, seat, more.pop("journal", None), identities=IDENTITIES[:len(names)], **more)
