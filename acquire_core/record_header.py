"""The head of a record: which rules, who sat there, where the tiles came from; as a value, as lines, and back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .record_check import FIRST_LINE, RecordError
from .ruleset import LATER_OPTIONS, MAX_PLAYERS, MIN_PLAYERS, OPTIONS, RULESETS, Ruleset, find_ruleset, format_option
from .tile_source import ShuffledBag

TILE_SOURCES = ("shuffled", "scripted", "given")
WHOLE, LAST_ROUND = "whole", "last_round"
LOGS = (WHOLE, LAST_ROUND)
"""How much of the game the table showed its players: a setting of the table, and not of the rules (A35)."""
MAX_NAME_BYTES = 64

_KIND = re.compile(r"[a-z][a-z0-9-]{0,31}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")
_LOOKS = re.compile(rb"acquire record 1|ruleset [!-~]+|option [!-~]+ [!-~]+|rules [0-9a-f]{64}|players [0-9]|"
                    rb"seat [0-5] [a-z0-9-]+ .+|tiles [a-z]+|seed [0-9]+|sealed yes|log last_round")

# Control characters, format and bidi marks, halves of surrogate pairs, private ones, line and paragraph separators.
_FORBIDDEN_IN_NAMES = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))


class Seat(NamedTuple):
    """Who sat there: a name for people, and a kind in one word, such as `person` or `bot-expert`."""

    name: str
    kind: str = "person"


_FILLERS = "\u115f\u1160\u3164\uffa0\u2800"  # letters and signs that show nothing


def _may_stand_in_a_name(character: str) -> bool:
    return character.isspace() or not (unicodedata.category(character) in _FORBIDDEN_IN_NAMES or character in _FILLERS)


def clean_name(name: str) -> str:
    """Return a name as a record holds it: at most 64 bytes on one line, without controls and changes of direction.

    >>> clean_name("  Anna\\n\\u202e Maria ")
    'Anna Maria'
    """
    kept = "".join(" " if character.isspace() else character for character in name[:1000] if _may_stand_in_a_name(character))
    short = " ".join(kept.split()).encode()[:MAX_NAME_BYTES]
    return short.decode(errors="ignore").rstrip()


@dataclass(frozen=True, kw_only=True)
class Header:
    """What a record says before its first action."""

    ruleset: Ruleset
    seats: tuple[Seat, ...]
    tiles: str = "given"
    """Where the tiles came from: `shuffled`, `scripted`, or `given` by something else."""
    seed: int | None = None
    sealed: bool = False
    log: str = WHOLE
    """Whether its players saw the whole log, or only the last round of it."""

    def __post_init__(self) -> None:
        if self.ruleset.name not in RULESETS:  # a name of one's own is not part of the rules
            object.__setattr__(self, "ruleset", self.ruleset.replace(name="classic"))
        object.__setattr__(self, "seats", tuple(Seat(*seat) for seat in self.seats))
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise ValueError(f"a record has {MIN_PLAYERS} to {MAX_PLAYERS} seats, not {self.players}")
        if self.ruleset.teams and self.players != 4:
            raise ValueError(f"teams needs four players, two in each team, not {self.players}")
        for name, kind in self.seats:
            if not name or clean_name(name) != name:
                raise ValueError(f"{name!a} is not a name for a record; clean_name() makes one of it")
            if not _KIND.fullmatch(kind):
                raise ValueError(f"{kind!a} is not a kind of player: one word of at most 32 small letters, digits and '-'")
        if self.tiles not in TILE_SOURCES:
            raise ValueError(f"tiles are one of {', '.join(TILE_SOURCES)}, not {self.tiles!a}")
        if self.seed is not None:
            if self.tiles != "shuffled":
                raise ValueError(f"tiles that are {self.tiles} have no seed")
            ShuffledBag(self.seed)  # refuses what is not a seed
        if self.log not in LOGS:
            raise ValueError(f"the log of a table is one of {', '.join(LOGS)}, not {self.log!a}")

    @property
    def players(self) -> int:
        return len(self.seats)

    def header_lines(self) -> Iterator[str]:
        yield FIRST_LINE.decode()
        yield f"ruleset {self.ruleset.name}"
        for name, value in self.ruleset.changes().items():
            yield f"option {name} {format_option(value)}"
        yield f"rules {self.ruleset.digest.hex()}"
        yield f"players {self.players}"
        for number, seat in enumerate(self.seats):
            yield f"seat {number} {seat.kind} {seat.name}"
        yield f"tiles {self.tiles}"
        if self.seed is not None:
            yield f"seed {self.seed}"
        if self.sealed:
            yield "sealed yes"
        if self.log != WHOLE:
            yield f"log {self.log}"


def looks_like_header(line: bytes) -> bool:
    """Return True if a line can be one of a header by its looks; the last ones are free of other people's text."""
    return _LOOKS.fullmatch(line) is not None


class _Lines:
    """The lines of a header, taken in their order."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.taken = 0

    def next_is(self, word: str) -> bool:
        return self.taken < len(self.lines) and self.lines[self.taken].startswith(word + " ")

    def take(self, word: str, parts: int = 1) -> list[str]:
        """Take what follows a word at the head of the next line, in so many parts; the last one may have spaces."""
        self.taken += 1
        line = self.lines[self.taken - 1] if self.taken <= len(self.lines) else ""
        head, *found = line.split(" ", parts)
        if head != word or len(found) != parts:
            raise ValueError(f"a line '{word} …' is due here")
        return found

    def take_number(self, word: str) -> int:
        text, = self.take(word)
        if not _NUMBER.fullmatch(text):
            raise ValueError(f"{text[:40]!a} is not a whole number")
        return int(text)


def read_header(lines: Sequence[str]) -> tuple[Header, int]:
    """Return the header at the beginning of these lines and its length, or raise a RecordError.

    What can be said in more than one way is not looked for here: the reader compares every line with the one form.
    """
    source = _Lines(lines)
    try:
        return _read_header(source), source.taken
    except ValueError as error:  # of rulesets, seeds, names and the lines themselves
        raise RecordError(source.taken, str(error)) from error


def _read_header(source: _Lines) -> Header:
    source.take("acquire")
    ruleset = find_ruleset(source.take("ruleset")[0])
    changes = {}
    while source.next_is("option"):
        name, value = source.take("option", 2)
        option = OPTIONS.get(name) or LATER_OPTIONS.get(name)
        if option is None:
            raise ValueError(f"no option is called {name[:40]!a}")
        changes[name] = option.parse(value)
    digest, = source.take("rules")
    ruleset = ruleset.replace(**changes)
    if digest != ruleset.digest.hex():
        raise ValueError(f"the ruleset and the options above have the digest {ruleset.digest.hex()}: these are other rules")
    players = source.take_number("players")
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise ValueError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players")
    seats: tuple[Seat, ...] = (Seat("nobody"),) * players
    Header(ruleset=ruleset, seats=seats)  # whether these rules are for so many
    for number in range(players):
        _, kind, name = source.take("seat", 3)
        seats = (*seats[:number], Seat(name, kind), *seats[number + 1:])
        Header(ruleset=ruleset, seats=seats)
    tiles, = source.take("tiles")
    header = Header(ruleset=ruleset, seats=seats, tiles=tiles)
    if source.next_is("seed"):
        header = Header(ruleset=ruleset, seats=seats, tiles=tiles, seed=source.take_number("seed"))
    if source.next_is("sealed"):
        source.take("sealed")
        header = Header(ruleset=ruleset, seats=seats, tiles=tiles, seed=header.seed, sealed=True)
    if source.next_is("log"):
        log, = source.take("log")
        header = Header(ruleset=ruleset, seats=seats, tiles=tiles, seed=header.seed, sealed=header.sealed, log=log)
    return header
