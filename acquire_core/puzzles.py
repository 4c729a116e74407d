"""Puzzles: positions of games in which one answer is clearly the best, and the lines of text in which they are kept.

A puzzle is a game up to the question: rules, seats, the seed of the bag and all decisions by their codes. So anyone who has the
puzzle has the whole table, and the seat that is asked still sees only what it saw in the game. The answers that were tried stand
beside it, each with the chance to win that a search found. puzzle_search.py finds puzzles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .actions import CHANCE, Action, Buy, ChooseNext, ChooseSurvivor, DeclareEnd, Dispose, Found
from .engine.game import Game, Observation
from .events import MergerBegan
from .refusals import IllegalAction
from .ruleset import MAX_PLAYERS, MIN_PLAYERS, OPTIONS, RULESETS, Ruleset, find_ruleset, format_option
from .tile_source import ShuffledBag

__all__ = ["GRADES", "MIN_LOSS", "THEMES", "Puzzle", "PuzzleError", "TriedAnswer", "read_puzzles", "theme_of", "write_puzzles"]

FIRST_LINE = "acquire puzzles 1"
THEMES = ("merger", "founding", "purchase", "placing", "ending")
GRADES = ("easy", "fair", "hard")
"""Whether level 2 finds the answer too, only level 3 or 4, or none of them."""
MIN_LOSS = 0.10
"""Every other answer costs at least so much of the chance to win."""
MAX_BYTES, MAX_PUZZLES, MAX_DECISIONS, MAX_ANSWERS = 4 << 20, 10_000, 5_000, 128

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")
_CODES = re.compile(r"[0-9a-z]+(,[0-9a-z]+)*|-")
_DIGEST = re.compile(r"[0-9a-f]{16}")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class PuzzleError(ValueError):
    """A text that holds no puzzle which this version can show; the message says where and why."""


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """An answer that was tried, by its code, and the chance to win with it."""

    code: int
    chance: float


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """A game up to a question. `answers` are those that were tried, the best one first."""

    ruleset: Ruleset
    players: int
    seed: int
    decisions: tuple[int, ...]
    theme: str
    grade: str
    answers: tuple[TriedAnswer, ...]
    digest: str
    """The first half of the digest of the game at the question, by which a version sees that it plays the same game."""

    @property
    def best(self) -> TriedAnswer:
        return self.answers[0]

    @property
    def loss(self) -> float:
        """Return what the second best answer costs."""
        return self.answers[0].chance - self.answers[1].chance

    def chance_of(self, code: int) -> float | None:
        """Return the chance to win with an answer; None if it was not among those that promised most, and so is worse."""
        return next((answer.chance for answer in self.answers if answer.code == code), None)

    def game(self) -> Game:
        """Return the game at the question. Raises PuzzleError if that is not a game of this version or asks nobody."""
        try:
            game = Game(self.ruleset, self.players, tiles=ShuffledBag(self.seed))
            for code in self.decisions:
                game.apply_code(code)
        except (IllegalAction, ValueError) as refused:
            raise PuzzleError(f"the rules refuse one of its decisions: {refused}") from None
        if short_digest(game) != self.digest:
            raise PuzzleError("its decisions do not lead to the position that it names")
        if game.over or game.to_move in (None, CHANCE):
            raise PuzzleError("nobody is asked at the end of its decisions")
        legal = set(game.legal_codes())
        if not all(answer.code in legal for answer in self.answers):
            raise PuzzleError("one of its answers is not legal")
        return game

    def line(self) -> str:
        """Return the puzzle as a line of text."""
        rules = ";".join((self.ruleset.name, *(f"{name}={format_option(value)}"
                                               for name, value in self.ruleset.changes().items())))
        codes = ",".join(map(_write_code, self.decisions)) or "-"
        answers = ",".join(f"{_write_code(answer.code)}:{round(1000 * answer.chance)}" for answer in self.answers)
        return f"{self.theme} {self.grade} {rules} {self.players} {self.seed} {self.digest} {answers} {codes}"


def short_digest(game: Game) -> str:
    return game.digest().hex()[:16]


def theme_of(seen: Observation, best: Action) -> str:
    """Return what a question is about, by its best answer."""
    match best:
        case DeclareEnd():
            return "ending"
        case Buy():
            return "purchase"
        case Found():
            return "founding"
        case Dispose() | ChooseSurvivor() | ChooseNext():
            return "merger"
    events, after = seen.after(best)
    if any(isinstance(event, MergerBegan) for event in events):
        return "merger"
    return "founding" if after.phase == "found" else "placing"


# --- text ---

def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    return "\n".join([FIRST_LINE, *(puzzle.line() for puzzle in puzzles), ""])


def read_puzzles(data: str | bytes) -> tuple[Puzzle, ...]:
    """Return the puzzles of a text. Each is read, and none is played yet: `Puzzle.game` does that.

    >>> read_puzzles("acquire puzzles 1\\n")
    ()
    """
    if len(data) > MAX_BYTES:
        raise PuzzleError(f"a file of puzzles has at most {MAX_BYTES:,} bytes")
    if isinstance(data, bytes):
        try:
            data = data.decode("ascii")
        except UnicodeDecodeError:
            raise PuzzleError("a file of puzzles is plain ASCII, and this is not") from None
    first, *lines = data.split("\n")
    if first.rstrip("\r") != FIRST_LINE:
        raise PuzzleError(f"a file of puzzles begins with {FIRST_LINE!r}, and this one does not")
    lines = [line.rstrip("\r") for line in lines]
    numbered = [(number, line) for number, line in enumerate(lines, 2) if line]
    if len(numbered) > MAX_PUZZLES:
        raise PuzzleError(f"a file has at most {MAX_PUZZLES:,} puzzles, and this one has {len(numbered):,}")
    return tuple(_read_line(line, number) for number, line in numbered)


def _read_line(line: str, number: int) -> Puzzle:
    try:
        return _parse(line.split(" "))
    except PuzzleError as wrong:
        raise PuzzleError(f"line {number}: {wrong}") from None


def _parse(words: Sequence[str]) -> Puzzle:
    if len(words) != 8:
        raise PuzzleError(f"a puzzle has eight words, and this has {len(words)}")
    theme, grade, rules, players, seed, digest, answers, decisions = words
    if theme not in THEMES:
        raise PuzzleError(f"a theme is one of {', '.join(THEMES)}, not {theme[:20]!a}")
    if not _CODES.fullmatch(decisions) or decisions.count(",") >= MAX_DECISIONS:
        raise PuzzleError(f"decisions are up to {MAX_DECISIONS} numbers in base 36 with commas between them, or '-'")
    if grade not in GRADES:
        raise PuzzleError(f"a grade is one of {', '.join(GRADES)}, not {grade[:20]!a}")
    if not _DIGEST.fullmatch(digest):
        raise PuzzleError("the sixth word is a digest: 16 digits from 0 to f")
    return Puzzle(ruleset=_read_rules(rules), players=_read_number(players, MIN_PLAYERS, MAX_PLAYERS, "players"),
                  seed=_read_number(seed, 0, 2**64 - 1, "seed"),
                  decisions=() if decisions == "-" else tuple(map(_read_code, decisions.split(","))),
                  theme=theme, grade=grade, answers=_read_answers(answers), digest=digest)


def _read_rules(word: str) -> Ruleset:
    name, *changes = word.split(";")
    if name not in RULESETS:
        raise PuzzleError(f"there is no edition {name[:30]!a}")
    values = {}
    for change in changes:
        option, _, value = change.partition("=")
        if option not in OPTIONS:
            raise PuzzleError(f"there is no option {option[:30]!a}")
        try:
            values[option] = OPTIONS[option].parse(value)
        except ValueError as wrong:
            raise PuzzleError(f"{option}: {wrong}") from None
    try:
        return find_ruleset(name).replace(**values)
    except ValueError as wrong:
        raise PuzzleError(str(wrong)) from None


def _read_number(word: str, least: int, most: int, what: str) -> int:
    if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
        raise PuzzleError(f"{what}: a whole number from {least} to {most}, not {word[:24]!a}")
    return int(word)


def _read_answers(word: str) -> tuple[TriedAnswer, ...]:
    parts = word.split(",")
    if not 2 <= len(parts) <= MAX_ANSWERS:
        raise PuzzleError(f"a puzzle has 2 to {MAX_ANSWERS} answers with their chances, not {len(parts)}")
    found = []
    for part in parts:
        code, _, chance = part.partition(":")
        found.append(TriedAnswer(_read_code(code), _read_number(chance, 0, 1000, "a chance in thousandths") / 1000))
    if len({answer.code for answer in found}) < len(found):
        raise PuzzleError("an answer stands there twice")
    if any(found[0].chance <= answer.chance for answer in found[1:]):
        raise PuzzleError("the first answer is not the best one")
    return tuple(found)


def _write_code(code: int) -> str:
    text = ""
    while True:
        code, digit = divmod(code, 36)
        text = _DIGITS[digit] + text
        if not code:
            return text


def _read_code(text: str) -> int:
    if not 1 <= len(text) <= 4 or not set(text) <= set(_DIGITS):
        raise PuzzleError(f"a code has one to four digits in base 36, unlike {text[:12]!a}")
    return int(text, 36)
