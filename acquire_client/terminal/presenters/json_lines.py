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
from acquire_client.view_model.words import TableNames
from acquire_core import Observation, Ruleset
from acquire_core.notation import format_action
from acquire_core.ruleset import format_option

MOST_LEGAL = 500


class JsonPresenter:
    """Writes lines with a function. Nothing is said that only decorates."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._chains: tuple[str, ...] = ()

    def put(self, kind: str, **values: Any) -> None:
        self._write(json.dumps({"type": kind, **values}) + "\n")

    def begin(self, match: Match) -> None:
        ruleset = match.game.ruleset
        self._chains = ruleset.chain_names
        seats = [{"name": match.names.seat(seat), "kind": player.as_seat.kind} for seat, player in enumerate(match.players)]
        options = {name: format_option(value) for name, value in ruleset.changes().items()}
        self.put("game", rules=ruleset.name, options=options, seats=seats)

    def opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames) -> None:
        for step in steps:
            self.tell(step, viewer, names)

    def tell(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        if step.action.seat is not None and step.action.seat >= 0:
            self.put("action", turn=step.turn, line=format_action(step.action, self._chains))
        for event in step.seen_by(viewer):
            self.put("event", event=type(event).__name__, **{"turn": step.turn, **asdict(event)})

    def lost(self, lost: LostDecision, names: TableNames) -> None:
        self.put("fault", seat=lost.seat, name=names.seat(lost.seat), fault=lost.kind, given_up=lost.given_up,
                 text=lost.as_sentence(names))

    def taken_back(self, steps: Sequence[MatchStep], names: TableNames) -> None:
        self.put("undone", lines=[format_action(step.action, self._chains) for step in steps])

    def table(self, seen: Observation, names: TableNames) -> None:
        """Each question brings it along."""

    def board(self, seen: Observation, names: TableNames) -> None:
        self.put("board", board=seen.board, sizes=seen.sizes)

    def sheet(self, seen: Observation, names: TableNames) -> None:
        self.put("sheet", **_position(seen))

    def chart(self, history: History, names: TableNames) -> None:
        self.put("chart", turns=list(history.turns), net_worth=[list(row) for row in history.worth])

    def log(self, lines: Sequence[str]) -> None:
        self.put("log", sentences=list(lines))

    def rules(self, ruleset: Ruleset) -> None:
        self.put("rules", name=ruleset.name, options={name: format_option(value) for name, value in ruleset.options().items()})

    def hints(self, hints: Sequence[Hint], names: TableNames) -> None:
        self.put("hints", options=[
            {"line": format_action(hint.option.action, self._chains) if hint.option else None, "text": hint.text,
             "visits": hint.games, "tried": hint.tried, "win_chance": hint.win,
             "money": list(hint.option.money) if hint.option else None, "why": hint.why,
             "then": [format_action(action, self._chains) for action in hint.option.line] if hint.option else [],
             "outlook": hint.outlook, "reason": hint.reason.kind if hint.reason else None} for hint in hints])

    def help(self, prompt: Prompt, commands: Sequence[tuple[str, str]]) -> None:
        self.put("help", commands=dict(commands))

    def ask(self, prompt: Prompt, seen: Observation, names: TableNames) -> None:
        legal = [format_action(replace(action, seat=prompt.seat), self._chains)  # type: ignore[arg-type]
                 for action in seen.legal_actions()]
        few = len(legal) <= MOST_LEGAL
        self.put("question", seat=prompt.seat, name=names.seat(prompt.seat), phase=prompt.phase, text=prompt.question,
                 facts=list(prompt.facts), legal=legal if few else None, legal_count=len(legal), **_position(seen))

    def confirm(self, meaning: str) -> None:
        self.put("confirm", text=meaning)

    def cue(self, text: str) -> None:
        """Scripts know that it is their turn."""

    def hand_over(self, name: str, wait: bool) -> None:
        """Questions name who is asked."""

    def note(self, text: str) -> None:
        self.put("note", text=text)

    def complain(self, text: str) -> None:
        self.put("error", text=text)

    def warn(self, text: str, bell: bool) -> None:
        self.put("note", text=text)

    def saved(self, path: str) -> None:
        self.put("saved", path=path)

    def end(self, match: Match) -> None:
        self.put("end", reason=match.game.end_reason,
                 standings=[{"rank": rank, "name": match.names.holder(seat), "seat": seat, "dollars": money}
                            for rank, seat, money in match.game.standings()])


def _position(seen: Observation) -> dict[str, Any]:
    """All that the observer may see; concealed holdings are null, piles true or false."""
    return {"hand": list(seen.hand), "hand_counts": list(seen.hand_counts), "board": seen.board, "sizes": seen.sizes,
            "prices": seen.prices, "market": seen.market, "cash": list(seen.cash), "shares": list(seen.shares),
            "bag_count": seen.bag_count, "discard": list(seen.discard), "turn": seen.turn}
