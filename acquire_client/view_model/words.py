"""Write what every screen shares: money, counts and lists, and the names of the seats of a table.

Texts about a table go through its `TableNames`, which know the language. `dollars`, `percent`, `counted` and `listing` are for
English alone.
Text from outside (names, file names) goes through `printable` before it may reach a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from acquire_client.language import ENGLISH, Words
from acquire_core import Ruleset


def dollars(amount: int) -> str:
    """Return an amount of money in English.

    >>> dollars(12300)
    '$12,300'
    """
    return ENGLISH.money(amount)


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent, in English.

    >>> percent(0.376)
    '38%'
    """
    return ENGLISH.percent(share)


def counted(number: int, noun: str, plural: str = "") -> str:
    """
    >>> counted(1, "share"), counted(3, "share"), counted(2, "entry", "entries")
    ('1 share', '3 shares', '2 entries')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def listing(words: Iterable[str]) -> str:
    """
    >>> listing(["Tower", "Luxor", "Imperial"])
    'Tower, Luxor and Imperial'
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def printable(text: str) -> str:
    """Return text of unknown origin on one line: what would move the cursor, change colours or run backwards is escaped.

    >>> printable("a\\x1b[31m\\nb")
    'a\\\\x1b[31m\\\\nb'
    """
    return "".join(character if character.isprintable() else character.encode("unicode_escape").decode()
                   for character in text)


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> capitalised("there is no such table"), capitalised("")
    ('There is no such table', '')
    """
    return text[:1].upper() + text[1:]


def shortened(text: str) -> str:
    """Return typed text as it may stand in a sentence: printable, and at most 60 characters long."""
    return printable(text if len(text) <= 60 else text[:57] + "...")


def chain_title(name: str) -> str:
    """Return a chain as people write it; the API has lower-case names."""
    return name.capitalize()


def turn_title(turn: int, rounds: bool, translate: Callable[..., str]) -> str:
    return translate("Round {turn}", turn=turn) if rounds else translate("Turn {turn}", turn=turn)


@dataclass(frozen=True, slots=True)
class TableNames:
    """The names of the seats and teams of a table, and the language of texts about them.

    >>> TableNames(("Ada", "Bo", "Cy", "Di"), teams=True).holder(1)
    'Bo and Di'
    """

    seats: tuple[str, ...]
    teams: bool = False
    words: Words = ENGLISH
    rounds: bool = False
    """Rounds take the place of turns, and answers are shown together: simultaneous play."""

    @property
    def turn_word(self) -> str:
        """Return what the terminal, which is in English, calls a turn."""
        return "round" if self.rounds else "turn"

    @classmethod
    def of_seats(cls, names: Sequence[str], rules: Ruleset) -> TableNames:
        """Return names of any origin; an empty one is replaced by the seat's number."""
        return cls(tuple(printable(name).strip() or f"Seat {seat}" for seat, name in enumerate(names)), rules.teams,
                   rounds=rules.simultaneous)

    def in_language(self, words: Words) -> TableNames:
        return replace(self, words=words)

    def translate(self, text: str, /, **values: object) -> str:
        return self.words.translate(text, **values)

    def seat(self, seat: int) -> str:
        return self.seats[seat]

    def holder(self, number: int) -> str:
        """Return who holds a place in the standings: a seat or, in team play, the two seats of a team."""
        return self.words.listing(self.seats[number::2]) if self.teams else self.seats[number]

    def seats_of(self, holder: int) -> Sequence[int]:
        """Return the seats of a place in the standings: one or, in team play, two."""
        return range(holder, len(self.seats), 2) if self.teams else (holder,)
