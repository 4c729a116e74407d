"""A match as JSON, one object a line, for scripts: what happens as events, what is asked as questions; each has a `type`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from acquire_client.matches.match import Match
from acquire_client.matches.programs import LostDecision
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.history import History
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import Progress
from acquire_client.view_model.words import TableNames
from acquire_core import Observation, Ruleset
from acquire_core.notation import format_action
from acquire_core.record_header import WHOLE
from acquire_core.ruleset import format_option

MAX_LEGAL_LISTED = 500


class JsonPresenter:
    """Writes lines with a function. Nothing is said that only decorates."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._chains: tuple[str, ...] = ()

    def put_object(self, kind: str, **values: Any) -> None:
        self._write(json.dumps({"type": kind, **values}) + "\n")

    def begin(self, match: Match) -> None:
        ruleset = match.game.ruleset
        self._chains = ruleset.chain_names
        seats = [{"name": match.names.seat(seat), "kind": player.as_seat.kind} for seat, player in enumerate(match.players)]
        options = {name: format_option(value) for name, value in ruleset.changes().items()}
        log = {} if match.log == WHOLE else {"log": match.log}
        self.put_object("game", rules=ruleset.name, options=options, seats=seats, **log)

    def show_opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames, rules: Ruleset) -> None:
        for step in steps:
            self.show_step(step, viewer, names)

    def show_step(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        if step.action.seat is not None and step.action.seat >= 0:
            self.put_object("action", turn=step.turn, line=format_action(step.action, self._chains))
        for event in step.seen_by(viewer):
            self.put_object("event", event=type(event).__name__, **{"turn": step.turn, **asdict(event)})

    def show_missed_decision(self, lost: LostDecision, names: TableNames) -> None:
        self.put_object("fault", seat=lost.seat, name=names.seat(lost.seat), fault=lost.kind, given_up=lost.given_up,
                        text=lost.as_sentence(names))

    def show_undone_steps(self, steps: Sequence[MatchStep], names: TableNames) -> None:
        self.put_object("undone", lines=[format_action(step.action, self._chains) for step in steps])

    def show_table(self, seen: Observation, names: TableNames) -> None:
        """Show nothing: each question has the table in it."""

    def show_board(self, seen: Observation, names: TableNames) -> None:
        self.put_object("board", board=seen.board, sizes=seen.sizes)

    def show_sheet(self, seen: Observation, names: TableNames) -> None:
        self.put_object("sheet", **_position_values(seen))

    def show_hand(self, tiles: Sequence[str], shares: Sequence[str]) -> None:
        """Show nothing: each question has hand and shares in it."""

    def show_chart(self, history: History, names: TableNames) -> None:
        self.put_object("chart", turns=list(history.turns), net_worth=[list(row) for row in history.worth])

    def show_log(self, lines: Sequence[str]) -> None:
        self.put_object("log", sentences=list(lines))

    def show_rules(self, ruleset: Ruleset) -> None:
        self.put_object("rules", name=ruleset.name, options={name: format_option(value) for name,
                                                             value in ruleset.options().items()})

    def show_hints(self, hints: Sequence[Hint], names: TableNames) -> None:
        self.put_object("hints", options=[
            {"line": format_action(hint.option.action, self._chains) if hint.option else None, "text": hint.text,
             "visits": hint.games, "tried": hint.tried, "win_chance": hint.win,
             "money": list(hint.option.money) if hint.option else None, "why": hint.why,
             "then": [format_action(action, self._chains) for action in hint.option.line] if hint.option else [],
             "outlook": hint.outlook, "reason": hint.reason.kind if hint.reason else None} for hint in hints])

    def show_help(self, prompt: Prompt, commands: Sequence[tuple[str, str]]) -> None:
        self.put_object("help", commands=dict(commands))

    def ask_question(self, prompt: Prompt, seen: Observation, names: TableNames) -> None:
        legal = [format_action(replace(action, seat=prompt.seat), self._chains)  # type: ignore[arg-type]
                 for action in seen.legal_actions()]
        few = len(legal) <= MAX_LEGAL_LISTED
        self.put_object("question", seat=prompt.seat, name=names.seat(prompt.seat), phase=seen.phase, text=prompt.question,
                        facts=list(prompt.facts), legal=legal if few else None, legal_count=len(legal), **_position_values(seen))

    def ask_confirmation(self, meaning: str) -> None:
        self.put_object("confirm", text=meaning)

    def show_prompt(self, text: str) -> None:
        """Show nothing: scripts know that it is their turn."""

    def hand_over(self, name: str, wait: bool, news: Sequence[str] = ()) -> None:
        """Show nothing: questions name who is asked."""

    def show_progress(self, progress: Progress, names: TableNames) -> None:
        self.put_object("answered", answered=progress.answered, of=progress.of)

    def show_note(self, text: str) -> None:
        self.put_object("note", text=text)

    def show_error(self, text: str) -> None:
        self.put_object("error", text=text)

    def show_warning(self, text: str, bell: bool) -> None:
        self.put_object("note", text=text)

    def show_saved_path(self, path: str) -> None:
        self.put_object("saved", path=path)

    def show_result(self, match: Match) -> None:
        self.put_object("end", reason=match.game.end_reason,
                        standings=[{"rank": rank, "name": match.names.holder(seat), "seat": seat, "dollars": money}
                                   for rank, seat, money in match.game.standings()])


def _position_values(seen: Observation) -> dict[str, Any]:
    """Return all that the observer may see; concealed holdings are null, piles true or false.

    `shown_shares` has the chains that are being taken over, with the shares of each seat (R25a).
    """
    return {"hand": list(seen.hand), "hand_counts": list(seen.hand_counts), "board": seen.board, "sizes": seen.sizes,
            "prices": seen.prices, "market": seen.market, "cash": list(seen.cash), "shares": list(seen.shares),
            "shown_shares": {chain: list(held) for chain, held in seen.shown_shares.items()},
            "bag_count": seen.bag_count, "discard": list(seen.discard), "turn": seen.turn}
