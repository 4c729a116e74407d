"""A match in plain sentences, one fact a line: no drawing, no colour, nothing that means something by where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from acquire_client.matches.match import Match
from acquire_client.matches.players import Player
from acquire_client.matches.programs import LostDecision
from acquire_client.matches.steps import MatchStep
from acquire_client.terminal.rules_text import aim_facts, changed_rule_facts, rules_facts
from acquire_client.view_model.facts import board_facts, sheet_facts, turn_facts
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.history import History, picked_columns
from acquire_client.view_model.log import why_first
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import Progress, progress_text
from acquire_client.view_model.sentences import EndRefusals, narrate_action
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames, chain_title, counted, dollars, percent, shortened
from acquire_core import Observation, Ruleset
from acquire_core.events import TileDrawn

PLAIN_TURNS = 12
"""So many turns of a chart are read out, from the first to the last."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
BELL = "\a"


def player_lines(match: Match) -> tuple[str, ...]:
    """Return who sits where."""
    return tuple(f"Seat {seat}: {match.names.seat(seat)}, {_player_kind(player)}." for seat, player in enumerate(match.players))


def _player_kind(player: Player) -> str:
    if player.is_program:
        return f"a program, {shortened(player.command)}" if player.command else "a computer player"
    return "a person" if player.is_person else f"a computer player, {player.level}"


def without_draws(step: MatchStep) -> MatchStep:
    """Return a step of the opening without its draws: the first hand is shown with the first question."""
    return replace(step, events=tuple(event for event in step.events if not isinstance(event, TileDrawn)))


class PlainPresenter:
    """Writes lines with a function; `clears` says whether a terminal can be cleared by its control sequence."""

    def __init__(self, write: Callable[[str], None], clears: bool = False) -> None:
        self.write = write
        self.clears = clears
        self.refusals = EndRefusals()

    def write_lines(self, *lines: str) -> None:
        for line in lines:
            self.write(line + "\n")

    def begin(self, match: Match) -> None:
        self.refusals = EndRefusals()
        ruleset = match.game.ruleset
        self.write_lines(f"Acquire, rules {ruleset.name}.", *changed_rule_facts(ruleset), *player_lines(match),
                         "'?' lists what you can type; 'board' and 'sheet' describe the table.")

    def show_opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames, rules: Ruleset) -> None:
        for step in steps:
            self.show_step(without_draws(step), viewer, names)
            self.write_lines(*why_first(step.events, names, rules))

    def show_step(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        self.write_lines(*narrate_action(step.action, step.seen_by(viewer), names, self.refusals.is_old(step.action)))

    def show_missed_decision(self, lost: LostDecision, names: TableNames) -> None:
        if lost.is_news:
            self.write_lines(lost.as_sentence(names))

    def show_undone_steps(self, steps: Sequence[MatchStep], names: TableNames) -> None:
        for step in reversed(steps):
            self.write_lines(f"Taken back: {narrate_action(step.action, step.seen_by(None), names)[0]}")

    def show_table(self, seen: Observation, names: TableNames) -> None:
        self.write_lines(*turn_facts(seen, sheet_seen(seen, names)))

    def show_board(self, seen: Observation, names: TableNames) -> None:
        self.write_lines(*board_facts(seen))

    def show_sheet(self, seen: Observation, names: TableNames) -> None:
        self.write_lines(*sheet_facts(sheet_seen(seen, names)))

    def show_hand(self, tiles: Sequence[str], shares: Sequence[str]) -> None:
        self.write_lines(*(f"Your tile {tile}" for tile in tiles), *(f"Your shares: {share}" for share in shares))

    def show_chart(self, history: History, names: TableNames) -> None:
        for at in picked_columns(len(history.turns), PLAIN_TURNS):
            worth = ", ".join(f"{names.seat(seat)} {dollars(row[at])}" for seat, row in enumerate(history.worth))
            self.write_lines(f"Net worth, turn {history.turns[at]}: {worth}.")

    def show_log(self, lines: Sequence[str]) -> None:
        self.write_lines(*(lines or ("Nothing has happened yet.",)))

    def show_rules(self, ruleset: Ruleset) -> None:
        self.write_lines(*aim_facts(ruleset), *rules_facts(ruleset))

    def show_hints(self, hints: Sequence[Hint], names: TableNames) -> None:
        for number, hint in enumerate(hints, 1):
            figures = f" Wins {percent(hint.win)}, tried in {percent(hint.tried)} of the games." if hint.games else ""
            self.write_lines(" ".join(filter(None, (f"Hint {number}: {hint.text}{figures}", hint.why, hint.then, hint.outlook))))

    def show_help(self, prompt: Prompt, commands: Sequence[tuple[str, str]]) -> None:
        self.show_choices(prompt)
        self.write_lines(*(f"{word}: {what}." for word, what in commands))

    def ask_question(self, prompt: Prompt, seen: Observation, names: TableNames) -> None:
        self.write_lines(prompt.question)
        self.show_choices(prompt)

    def show_choices(self, prompt: Prompt) -> None:
        self.write_lines(*prompt.facts)
        for stock in prompt.stocks:
            self.write_lines(f"{stock.chain[0].upper()}: {chain_title(stock.chain)}, {dollars(stock.price)}, market "
                             f"{stock.market}, you hold {stock.held}.")
        for choice in prompt.choices:
            self.write_lines(f"{choice.key}: {choice.name + ', ' if choice.name else ''}{choice.label}.")
        if prompt.phase == "pick":
            self.write_lines(f"{counted(len(prompt.tiles), 'tile')}: {' '.join(prompt.tiles)}.")
        if prompt.how:
            self.write_lines(prompt.how)

    def ask_confirmation(self, meaning: str) -> None:
        self.write_lines(meaning, "After this nothing can be taken back. Enter confirms, 'no' goes back.")

    def show_prompt(self, text: str) -> None:
        self.write(text)

    def hand_over(self, name: str, wait: bool, news: Sequence[str] = ()) -> None:
        if self.clears:
            self.write(CLEAR)
        elif wait:
            self.write("\n" * 60)
        self.write_lines(*news)
        self.write_lines(f"Now {name} decides." + (f" Press Enter when only {name} can see the screen." if wait else ""))

    def show_progress(self, progress: Progress, names: TableNames) -> None:
        self.write_lines(progress_text(progress, names))

    def show_note(self, text: str) -> None:
        self.write_lines(text)

    def show_error(self, text: str) -> None:
        self.write_lines(text)

    def show_warning(self, text: str, bell: bool) -> None:
        self.write_lines(BELL + text if bell else text)

    def show_saved_path(self, path: str) -> None:
        self.write_lines(f"Saved in '{path}'.")

    def show_result(self, match: Match) -> None:
        self.write_lines("The game is over.")
        for rank, seat, money in match.game.standings():
            self.write_lines(f"Rank {rank}: {match.names.holder(seat)}, {dollars(money)}.")
