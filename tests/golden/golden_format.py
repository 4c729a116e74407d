"""Reading a golden game: from the text of a `.game` file to plain values.

Nothing here plays: the parser knows the file format (README.md) and what a lawful position looks like, no more. A mistake
in a file is a GoldenError that names the file's line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from acquire_core.refusals import Reason
from acquire_core.ruleset import ALL_OPTIONS, HAND_SIZE, SHARES_PER_CHAIN, Ruleset, find_ruleset

COLUMNS, ROWS = 12, "ABCDEFGHI"
TILES = tuple(f"{column}{row}" for column in range(1, COLUMNS + 1) for row in ROWS)
TRANSCRIPT_MARK = "--- transcript"

EMPTY, LOOSE = ".", "o"
LEGAL_MODES = ("exactly", "has", "lacks", "count")
SUBJECTS = ("cash", "blocks", "market", "chains", "squares", "board", "hand", "bag_count", "phase", "to_move", "current", "turn",
            "declared", "end_reason", "standings", "discard", "retired", "owed", "waiting", "record", "shown",
            "shown_shares")

_SQUARES = re.compile(r"[.oA-Z]{12}")
_SEAT = re.compile(r"seat (\d): *(.*)")
_LEGAL = re.compile(r"(?:of (\d) )?(\w+): *(.*)")


class GoldenError(ValueError):
    """A golden file that cannot be read, with the line where."""


@dataclass(frozen=True)
class Play:
    """Apply one line of notation."""
    number: int
    line: str


@dataclass(frozen=True)
class Expect:
    """Compare one subject of the snapshot; `rows` is the drawn board of `expect board`."""
    number: int
    subject: str
    words: tuple[str, ...]
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Legal:
    """Compare the legal actions of a seat, or of the one that is asked; a count has one item, the number."""
    number: int
    mode: str
    items: tuple[str, ...]
    seat: int | None = None


@dataclass(frozen=True)
class RefusedAction:
    """The line must be refused for this reason and change nothing."""
    number: int
    line: str
    reason: str


@dataclass(frozen=True)
class RefusedOption:
    """The rules of the game with this option must be refused, by its name."""
    number: int
    name: str
    value: Any


@dataclass(frozen=True)
class Secret:
    """Nothing that another seat sees may tell which of the two lines was played (M13)."""
    number: int
    first: str
    second: str


@dataclass(frozen=True)
class Save:
    """Save the game, read it back and go on with what was read."""
    number: int


Step = Play | Expect | Legal | RefusedAction | RefusedOption | Secret | Save


@dataclass(frozen=True)
class Position:
    """A drawn position, before the turn of seat `current`."""
    rows: tuple[str, ...]
    cash: tuple[int, ...]
    shares: tuple[dict[str, int], ...]
    hands: tuple[tuple[str, ...], ...]
    current: int
    discard: tuple[str, ...]


@dataclass(frozen=True)
class GoldenGame:
    title: str
    covers: tuple[str, ...]
    ruleset: Ruleset
    players: int
    position: Position | None
    bag: tuple[str, ...]
    market: tuple[str, ...]
    steps: tuple[Step, ...]
    transcript: str | None


def read_golden(path: Path) -> GoldenGame:
    try:
        return parse_golden(path.read_text(encoding="utf-8"))
    except GoldenError as error:
        raise GoldenError(f"{path.name}: {error}") from error


def split_transcript(text: str) -> tuple[str, str | None]:
    """Return the part that people write, and the generated part below the mark (None where there is no mark yet)."""
    lines = text.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.rstrip() == TRANSCRIPT_MARK:
            return "".join(lines[:index]), "".join(lines[index + 1:])
    return text, None


def parse_golden(text: str) -> GoldenGame:
    written, transcript = split_transcript(text)
    return _Parser(written).parse(transcript)


def is_tile(word: str) -> bool:
    return word in _TILE_SET


_TILE_SET = frozenset(TILES)


def square(rows: tuple[str, ...], tile: str) -> str:
    """Return what is drawn on a square of the nine rows."""
    return rows[ROWS.index(tile[-1])][int(tile[:-1]) - 1]


def neighbours(tile: str) -> list[str]:
    column, row = int(tile[:-1]), ROWS.index(tile[-1])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [f"{c}{ROWS[r]}" for c, r in around if 1 <= c <= COLUMNS and 0 <= r < len(ROWS)]


def initials(ruleset: Ruleset) -> dict[str, str]:
    """Return the capital that draws a chain, and the chain's name. No chain list has two chains with one initial."""
    return {name[0].upper(): name for name in ruleset.chain_names}


@dataclass
class _Seat:
    cash: int
    shares: dict[str, int] = field(default_factory=dict)
    hand: tuple[str, ...] = ()


class _Parser:
    """One pass over the lines: the header first, then the steps."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._next = 0
        self._number = 0
        self._title = ""
        self._covers: list[str] = []
        self._ruleset = find_ruleset("classic")
        self._options: dict[str, Any] = {}
        self._players = 0
        self._rows: tuple[str, ...] = ()
        self._seats: dict[int, _Seat] = {}
        self._current = 0
        self._discard: tuple[str, ...] = ()
        self._discard_rest = False
        self._bag: list[str] = []
        self._market: list[str] = []
        self._steps: list[Step] = []

    def parse(self, transcript: str | None) -> GoldenGame:
        while (line := self._take()) is not None:
            if not self._step(line):
                if self._steps:
                    raise self._error(f"not a step: {line!r}")
                self._header(line)
        if not self._title or not self._covers or not self._players or not self._steps:
            raise self._error("a golden game has a title, covers:, players and at least one step")
        if self._seats and not self._rows:
            raise self._error("seats are drawn, but no board")
        return GoldenGame(self._title, tuple(self._covers), self._ruleset, self._players, self._position(), tuple(self._bag),
                          tuple(self._market), tuple(self._steps), transcript)

    def _take(self) -> str | None:
        """Return the next line that says something, without its comment; the first comment of all is the title."""
        while self._next < len(self._lines):
            line = self._lines[self._next]
            self._next += 1
            self._number = self._next
            said, _, comment = line.partition("#")
            self._title = self._title or comment.strip()
            if said.strip():
                return " ".join(said.split())
        return None

    def _error(self, message: str) -> GoldenError:
        return GoldenError(f"line {self._number}: {message}")

    # --- header

    def _header(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        words = rest.split()
        if word == "covers:":
            self._covers += words
        elif word == "rules":
            self._ruleset = find_ruleset(rest)
        elif word == "option" and len(words) == 2 and words[0] in ALL_OPTIONS:
            self._ruleset = self._ruleset.replace(**{words[0]: ALL_OPTIONS[words[0]].parse(words[1])})
        elif word == "players":
            self._players = int(rest)
        elif line == "board":
            self._rows = self._drawn_rows()
        elif match := _SEAT.fullmatch(line):
            self._seats[int(match[1])] = self._seat(match[2])
        elif word == "current":
            self._current = int(rest)
        elif line == "discard everything else":
            self._discard_rest = True
        elif word == "discard":
            self._discard += self._tiles(words)
        elif word == "bag":
            self._bag += self._tiles(words)
        elif word == "market":
            self._market += self._tiles(words)
        else:
            raise self._error(f"neither header nor step: {line!r}")

    def _drawn_rows(self) -> tuple[str, ...]:
        rows = []
        for letter in ROWS:
            line = self._take() or ""
            if line[:2] != f"{letter} " or not _SQUARES.fullmatch(line[2:]):
                raise self._error(f"row {letter} of the board: twelve squares expected, not {line!r}")
            rows.append(line[2:])
        known = {EMPTY, LOOSE, *initials(self._ruleset)}
        if strange := set("".join(rows)) - known:
            raise self._error(f"no chain of these rules has the initial {sorted(strange)[0]}")
        return tuple(rows)

    def _seat(self, text: str) -> _Seat:
        seat = _Seat(self._ruleset.start_cash)
        for part in filter(None, (part.strip() for part in text.split(";"))):
            word, _, rest = part.partition(" ")
            if word == "cash":
                seat.cash = int(rest)
            elif word == "blocks":
                seat.shares = self.holdings(rest.split())
            elif word == "hand":
                seat.hand = self._tiles(rest.split())
            else:
                raise self._error(f"a seat has cash, blocks and hand, not {word!r}")
        return seat

    def holdings(self, words: list[str]) -> dict[str, int]:
        try:
            return counted(words, self._ruleset)
        except ValueError as error:
            raise self._error(str(error)) from error

    def _tiles(self, words: Sequence[str]) -> tuple[str, ...]:
        for word in words:
            if not is_tile(word):
                raise self._error(f"not a tile: {word!r}")
        return tuple(words)

    def _position(self) -> Position | None:
        if not self._rows:
            return None
        seats = [self._seats.get(number, _Seat(self._ruleset.start_cash)) for number in range(self._players)]
        if stray := set(self._seats) - set(range(self._players)):
            raise self._error(f"there is no seat {min(stray)}")
        hands = tuple(seat.hand for seat in seats)
        discard = self._discard
        if self._discard_rest:
            used = {tile for tile in TILES if square(self._rows, tile) != EMPTY}
            used.update(self._bag, discard, *hands)
            discard += tuple(tile for tile in TILES if tile not in used)
        position = Position(self._rows, tuple(seat.cash for seat in seats), tuple(seat.shares for seat in seats), hands,
                            self._current, discard)
        if fault := position_fault(position, self._ruleset, tuple(self._bag)):
            raise self._error(fault)
        return position

    # --- steps

    def _step(self, line: str) -> bool:
        """Read `line` as a step, or say that it is none."""
        word, _, rest = line.partition(" ")
        if word.isdigit() or word == "*":
            self._steps.append(Play(self._number, line))
        elif word == "expect":
            self._steps.append(self._expect(rest))
        elif word == "legal":
            self._steps.append(self._legal(rest))
        elif line.startswith("refused option "):
            name, _, value = rest.removeprefix("option ").partition(" ")
            if name not in ALL_OPTIONS:
                raise self._error("refused option NAME VALUE, an option of the rules")
            self._steps.append(RefusedOption(self._number, name, ALL_OPTIONS[name].parse(value)))
        elif word == "secret":
            lines = [part.strip() for part in rest.split("|")]
            if len(lines) != 2 or lines[0] == lines[1]:
                raise self._error("secret ONE LINE | ANOTHER LINE")
            self._steps.append(Secret(self._number, *lines))
        elif line == "save":
            self._steps.append(Save(self._number))
        elif word == "refused":
            said, separator, reason = rest.rpartition(" : ")
            if not separator or reason not in Reason.__members__:
                raise self._error("refused LINE : REASON, a name of acquire_core.refusals.Reason")
            self._steps.append(RefusedAction(self._number, said, reason))
        else:
            return False
        return True

    def _expect(self, text: str) -> Expect:
        subject, _, rest = text.partition(" ")
        number = self._number
        if subject not in SUBJECTS:
            raise self._error(f"nothing to expect of {subject!r}")
        rows = self._drawn_rows() if subject == "board" else ()
        words = tuple(rest.replace(",", " ").split())
        # A comparison that compares nothing would pass for ever.
        what_a_square_is = (*self._ruleset.chain_names, "loose", "empty")
        if subject == "squares" and not (self._tiles(words[:-1]) and words[-1] in what_a_square_is):
            raise self._error("expect squares 5E 6E, and then a chain, loose or empty")
        if subject == "declared" and words not in (("yes",), ("no",)):
            raise self._error("expect declared yes or no")
        return Expect(number, subject, words, rows)

    def _legal(self, text: str) -> Legal:
        match = _LEGAL.fullmatch(text)
        if match is None or match[2] not in LEGAL_MODES:
            raise self._error("legal exactly: …, legal has: …, legal lacks: … or legal count: N; or legal of 1 exactly: …")
        items: list[str] = []
        for item in (part.strip() for part in match[3].split("|")):
            words = item.split()
            items += [f"place {word}" for word in words] if all(map(is_tile, words)) else [item]
        return Legal(self._number, match[2], tuple(items), int(match[1]) if match[1] else None)


def counted(words: list[str] | tuple[str, ...], ruleset: Ruleset) -> dict[str, int]:
    """`Tower 3, Luxor 2` as numbers by lower-case chain; `none` is nothing."""
    said = " ".join(words).replace(",", " ").lower().split()
    if said == ["none"]:
        return {}
    if len(said) % 2 or not all(word.isdigit() for word in said[1::2]):
        raise ValueError(f"chains and numbers in turn expected, not {' '.join(words)!r}")
    numbers = {chain: int(number) for chain, number in zip(said[::2], said[1::2], strict=True)}
    if unknown := set(numbers) - set(ruleset.chain_names):
        raise ValueError(f"these rules have no chain {sorted(unknown)[0]!r}")
    return numbers


def position_fault(position: Position, ruleset: Ruleset, bag: tuple[str, ...]) -> str | None:
    """Return why no game could come to this position, or None."""
    board = {tile: square(position.rows, tile) for tile in TILES if square(position.rows, tile) != EMPTY}
    seen = Counter([*board, *position.discard, *bag])
    for hand in position.hands:
        seen.update(hand)
        if len(hand) > HAND_SIZE:
            return f"a hand of {len(hand)} tiles"
    if twice := [tile for tile, count in seen.items() if count > 1]:
        return f"tile {twice[0]} is in two places"
    for tile, mark in board.items():
        for near in neighbours(tile):
            if near in board and board[near] != mark:
                return f"{tile} ({mark}) touches {near} ({board[near]})"
    for initial in initials(ruleset):
        squares = {tile for tile, mark in board.items() if mark == initial}
        if len(squares) == 1:
            return f"chain {initial} has one tile"
        if squares and _reached(min(squares), squares) != squares:
            return f"chain {initial} is in pieces"
    for chain in ruleset.chain_names:
        if sum(shares.get(chain, 0) for shares in position.shares) > SHARES_PER_CHAIN:
            return f"more than {SHARES_PER_CHAIN} blocks of {chain}"
    if not 0 <= position.current < len(position.cash):
        return f"there is no seat {position.current}"
    return None


def _reached(start: str, squares: set[str]) -> set[str]:
    """Return the squares connected with `start`."""
    reached, waiting = {start}, [start]
    while waiting:
        for near in neighbours(waiting.pop()):
            if near in squares and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached
