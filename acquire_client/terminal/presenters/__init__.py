"""Show a match and its questions as text: drawn for a terminal, in plain sentences, or as JSON, behind one `Presenter`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from acquire_client.matches.match import Match
from acquire_client.matches.programs import LostDecision
from acquire_client.matches.steps import MatchStep
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.history import History
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import Progress
from acquire_client.view_model.words import TableNames
from acquire_core import Observation, Ruleset


class Presenter(Protocol):
    """Show a text game in one form. A presenter receives observations and events already masked for the player who looks."""

    def begin(self, match: Match) -> None:
        """Show who plays which game."""

    def show_opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames, rules: Ruleset) -> None:
        """Show the tiles of the opening, who begins, and why."""

    def show_step(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        """Show what has just happened."""

    def show_missed_decision(self, lost: LostDecision, names: TableNames) -> None:
        """Show that a program did not decide, and that a random move follows."""

    def show_undone_steps(self, steps: Sequence[MatchStep], names: TableNames) -> None:
        """Answers that are undone."""

    def show_table(self, seen: Observation, names: TableNames) -> None:
        """Show board and sheet, at the beginning of a person's turn."""

    def show_board(self, seen: Observation, names: TableNames) -> None: ...

    def show_sheet(self, seen: Observation, names: TableNames) -> None: ...

    def show_hand(self, tiles: Sequence[str], shares: Sequence[str]) -> None:
        """Show what the tiles of the player who looks would do, and the shares."""

    def show_chart(self, history: History, names: TableNames) -> None:
        """Show the net worth of every seat, turn by turn."""

    def show_log(self, lines: Sequence[str]) -> None: ...

    def show_rules(self, ruleset: Ruleset) -> None: ...

    def show_hints(self, hints: Sequence[Hint], names: TableNames) -> None: ...

    def show_help(self, prompt: Prompt, commands: Sequence[tuple[str, str]]) -> None: ...

    def ask_question(self, prompt: Prompt, seen: Observation, names: TableNames) -> None:
        """Show the question with its choices."""

    def ask_confirmation(self, meaning: str) -> None:
        """Show what an answer means that cannot be taken back later; the next line confirms it."""

    def show_prompt(self, text: str) -> None:
        """Show whose line is read now, right before it is read."""

    def hand_over(self, name: str, wait: bool, news: Sequence[str] = ()) -> None:
        """Clear the screen, because another person sits down. Everybody may read the news."""

    def show_progress(self, progress: Progress, names: TableNames) -> None:
        """Show how many have answered a step of simultaneous play."""

    def show_note(self, text: str) -> None: ...

    def show_error(self, text: str) -> None: ...

    def show_warning(self, text: str, bell: bool) -> None:
        """Show something that a person has to act on now."""

    def show_saved_path(self, path: str) -> None: ...

    def show_result(self, match: Match) -> None:
        """Show the final table."""
