"""What is said of a puzzle: its title, the question, and after the answer what was best and why."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acquire_client.language import Words, message
from acquire_client.view_model.hints import reason_sentence
from acquire_client.view_model.moves import move_text
from acquire_client.view_model.words import TableNames
from acquire_core import Observation
from acquire_core.actions import Action
from acquire_core.ai import reason_for
from acquire_core.puzzles import THEMES, Puzzle

THEME_TITLES = {
    "merger": message("Mergers"), "founding": message("Foundings"), "purchase": message("Purchases"),
    "placing": message("Placing"), "ending": message("The end"),
}
assert tuple(THEME_TITLES) == THEMES
ANY, OWN = "any", "own"
"""In the place of a theme: every shipped puzzle, and those that a person has found in games."""
GRADE_TITLES = {"easy": message("easy"), "fair": message("fair"), "hard": message("hard")}
TASK = message("A game was stopped at this decision, and the seat is yours. One answer is clearly the best: each of the others "
               "loses at least 10 more games of 100. Find it.")


@dataclass(frozen=True, slots=True)
class PuzzleVerdict:
    """What is said of an answer."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThemeRow:
    """How many puzzles of a theme there are, and how many were answered right at the first try."""

    theme: str
    title: str
    right: int
    answered: int
    count: int


def puzzle_title(puzzle: Puzzle, day: datetime.date | None, words: Words) -> str:
    theme, grade = (words.translate(titles[name]) for titles, name in ((THEME_TITLES, puzzle.theme),
                                                                        (GRADE_TITLES, puzzle.grade)))
    if day is not None:
        return words.translate("Puzzle of the day: {theme}, {grade}", theme=theme, grade=grade)
    return words.translate("Puzzle: {theme}, {grade}", theme=theme, grade=grade)


def verdict_on(seen: Observation, given: Action, best: Action, chance: float | None, best_chance: float, next_chance: float,
               names: TableNames) -> PuzzleVerdict:
    """Return what is said of the answer: how often the best one wins, the given one, and why.

    `chance` is None for an answer that the search has not looked at closely, and so is worse than the next best one.
    """
    translate = names.translate
    best_text, best_why = _action_text(best, names), reason_sentence(reason_for(seen, best), names)
    if given == best:
        return PuzzleVerdict(translate("Right!"), (
            translate("{answer}: wins {best:%} of the imagined games, the next best answer {next:%}.", answer=best_text,
                      best=best_chance, next=next_chance), best_why))
    given_text = _action_text(given, names)
    if chance is None:
        wins = translate("{answer}: wins fewer than {next:%}.", answer=given_text, next=next_chance)
    else:
        wins = translate("{answer}: wins {chance:%} of them.", answer=given_text, chance=chance)
    return PuzzleVerdict(translate("Not the best answer"), (
        translate("{answer}: wins {best:%} of the imagined games.", answer=best_text, best=best_chance), best_why, wins,
        reason_sentence(reason_for(seen, given, (), (reason_for(seen, best),)), names)))


def _action_text(action: Action, names: TableNames) -> str:
    text = move_text(action, names.words) or names.translate("going on without")
    return f"{text[0].upper()}{text[1:]}"


def theme_rows(puzzles: Sequence[Puzzle], answered: Mapping[str, bool], words: Words) -> tuple[ThemeRow, ...]:
    rows = []
    for theme, title in THEME_TITLES.items():
        results = [answered.get(puzzle.digest) for puzzle in puzzles if puzzle.theme == theme]
        rows.append(ThemeRow(theme, words.translate(title), sum(result is True for result in results),
                             sum(result is not None for result in results), len(results)))
    return tuple(rows)


def next_puzzle(puzzles: Sequence[Puzzle], theme: str, answered: Mapping[str, bool],
                after: Puzzle | None = None) -> Puzzle | None:
    """Return the next puzzle of a theme behind another one, from the first again behind the last: one without an answer, else one
    that was answered wrong, else any."""
    start = next((number + 1 for number, puzzle in enumerate(puzzles) if puzzle == after), 0)
    in_turn = [puzzle for puzzle in (*puzzles[start:], *puzzles[:start])
               if theme in (ANY, OWN, puzzle.theme) and puzzle != after]
    unanswered = [puzzle for puzzle in in_turn if puzzle.digest not in answered]
    wrong = [puzzle for puzzle in in_turn if not answered.get(puzzle.digest)]
    return next(iter(unanswered or wrong or in_turn), after)
