"""A game over the network as JSON for scripts: one object a line, and what it is stands in `event`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from acquire_client.matches.match import Match
from acquire_client.matches.steps import MatchStep
from acquire_client.terminal.presenters.json_lines import JsonPresenter
from acquire_client.view_model.rounds import Progress
from acquire_client.view_model.words import TableNames
from acquire_core import Ruleset
from acquire_core.actions import Action
from acquire_core.notation import format_action
from acquire_core.ruleset import format_option
from acquire_net import events


class EventPresenter(JsonPresenter):
    """As at a table on one machine, but for the name of the kind, and with what happened inside of the action."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__(write)
        self.put_line = write
        self.clock: Callable[[], events.Clock | None] = lambda: None
        """How the clock of the decisions stands now."""

    def put_object(self, kind: str, **values: Any) -> None:
        if kind == "question" and (clock := self.clock()) is not None and clock.seat == values["seat"]:
            values |= {"decision_ms": clock.decision_ms, "bank_ms": clock.bank_ms}
        self.put_line(json.dumps({"event": kind, **values}) + "\n")

    def show_clock(self, clock: events.Clock) -> None:
        self.put_object("clock", seat=clock.seat, decision_ms=clock.decision_ms, bank_ms=clock.bank_ms, runs=clock.runs,
                        banks_ms=list(clock.banks_ms))

    def show_forced_answer(self, action: Action) -> None:
        self.put_object("time_is_up", seat=action.seat, line=format_action(action, self._chains))

    def show_vote(self, item: events.ClaimChanged | events.SeatLost) -> None:
        """Report a vote to go on without a seat, or that the others have gone on."""
        if isinstance(item, events.ClaimChanged):
            self.put_object("vote", author=item.author, target=item.target, why=item.why, holds=item.holds, votes=item.votes,
                            needed=item.needed)
        else:
            votes = [{"author": seat, "why": why} for seat, why in item.claims]
            self.put_object("lost", seat=item.seat, reason=item.reason, votes=votes, silent_ms=item.silent_ms)

    def show_seat_news(self, item: events.HandedOver | events.LeftForNow | events.LinksChanged | events.SeatReturns) -> None:
        """Report who has handed a seat over or left for now, how well the seats are heard, or how far a seat has come that is
        back."""
        match item:
            case events.HandedOver(seats):
                self.put_object("handed_over", seats=list(seats))
            case events.LeftForNow(seats):
                self.put_object("left_for_now", seats=list(seats))
            case events.LinksChanged(states, silent_ms):
                self.put_object("links", states=[state.name.lower() for state in states], silent_ms=list(silent_ms))
            case events.SeatReturns(seat, done, total):
                self.put_object("returns", seat=seat, done=done, total=total)

    def show_progress(self, progress: Progress, names: TableNames) -> None:
        self.put_object("answered", answered=progress.answered, of=progress.of, seats=list(progress.seats))

    def show_void_draw(self, void: events.DrawVoid) -> None:
        """Report a draw that is made again."""
        self.put_object("void_draw", **asdict(void))

    def show_deal(self, deal: events.DealProgress) -> None:
        """Report how far the programs are with a new deck."""
        self.put_object("deal", stage=deal.stage.name.lower(), seats=list(deal.seats), arrived=list(deal.arrived),
                        checked=list(deal.checked), tiles=deal.tiles)

    def show_proofs(self, proofs: events.ProofsChecked) -> None:
        """Report what was proven of the whole game."""
        self.put_object("proofs", **asdict(proofs))

    def begin(self, match: Match) -> None:
        ruleset = match.game.ruleset
        self._chains = ruleset.chain_names
        options = {name: format_option(value) for name, value in ruleset.changes().items()}
        names = [match.names.seat(seat) for seat in range(match.game.players)]
        self.put_object("game", rules=ruleset.name, options=options, seats=names, seat=match.people[0] if match.people else None)

    def show_step(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        happened = [{"what": type(event).__name__, **asdict(event)} for event in step.seen_by(viewer)]
        line = format_action(step.action, self._chains)
        self.put_object("action", turn=step.turn, seat=step.action.seat, line=line, happened=happened)

    def show_opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames, rules: Ruleset) -> None:
        for step in steps:
            self.show_step(step, viewer, names)

    def show_result(self, match: Match) -> None:
        """Show nothing: `show_signed_result` does, with the proof."""

    def show_signed_result(self, match: Match, ended: events.Ended, quorum: str) -> None:
        self.put_object("finished", reason=ended.reason, quorum=quorum, head=ended.head, signed=list(ended.signed),
                        journal=None if ended.journal is None else str(ended.journal),
                        void_draws=[asdict(void) for void in ended.void_draws],
                        standings=[{"rank": rank, "name": match.names.holder(seat), "seat": seat, "dollars": money}
                                   for rank, seat, money in ended.standings])
