"""Who plays a local match: people by their names, computer players by their levels, as the command line and records say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acquire_core.ai import LEVELS, LevelError, find_level
from acquire_core.record import Seat, clean_name
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
BOT_KIND = "bot-"


class SeatsError(ValueError):
    """Seats that cannot be filled as asked; the message is for people."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: a name, and for a computer player its level."""

    name: str
    level: str | None = None

    @property
    def is_person(self) -> bool:
        return self.level is None

    @property
    def as_seat(self) -> Seat:
        return Seat(self.name, "person" if self.level is None else BOT_KIND + self.level)


def players_from(text: str) -> tuple[Player, ...]:
    """Seats as they are typed: `person`, a name, a level by number or name, or `NAME:LEVEL`, with commas between them.

    >>> players_from("Anna,strong,Bo:2")
    (Player(name='Anna', level=None), Player(name='Ada', level='strong'), Player(name='Bo', level='casual'))
    """
    words = [word.strip() for word in text.split(",")]
    if not MIN_PLAYERS <= len(words) <= MAX_PLAYERS:
        raise SeatsError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} seats, with commas between them, not {len(words)}")
    wanted = [_player_from(word) for word in words]
    people = sum(name == "" and level is None for name, level in wanted)
    given = {name for name, _ in wanted if name}
    if len(given) != sum(name != "" for name, _ in wanted):
        raise SeatsError("two seats have the same name")
    spare = iter([name for name in BOT_NAMES if name not in given] + [f"Computer {n}" for n in range(1, 7)])
    persons = iter(["Player"] if people == 1 else [f"Player {number}" for number in range(1, 7)])
    found = [Player(name or next(persons if level is None else spare), level) for name, level in wanted]
    return tuple(found)


def _player_from(word: str) -> tuple[str, str | None]:
    """The name, empty if any will do, and the level of one seat."""
    if word == "":
        raise SeatsError("a seat is empty; write 'person', a name or a level for each")
    if word.lower() in ("person", "human"):
        return "", None
    name, colon, level = word.partition(":")
    if colon:
        return _clean(name), _level(level)
    try:
        return "", find_level(word.lower()).name
    except LevelError:
        if word.isdigit():
            raise SeatsError(_no_level(word)) from None
        return _clean(word), None


def _level(word: str) -> str | None:
    if word.lower() in ("person", "human"):
        return None
    try:
        return find_level(word.lower()).name
    except LevelError:
        raise SeatsError(_no_level(word)) from None


def _no_level(word: str) -> str:
    known = ", ".join(f"{row.number} {row.name}" for row in LEVELS)
    return f"there is no level '{word[:40]}'; there are {known}"


def _clean(name: str) -> str:
    cleaned = clean_name(name)[:20].strip()
    if not cleaned:
        raise SeatsError("a name needs at least one letter")
    return cleaned


def players_of(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """The players that a record names. Kinds that no level has are refused."""
    return tuple(_player_of(seat) for seat in seats)


def _player_of(seat: Seat) -> Player:
    if seat.kind == "person":
        return Player(seat.name)
    try:
        return Player(seat.name, find_level(seat.kind.removeprefix(BOT_KIND)).name)
    except LevelError:
        raise SeatsError(f"the seat of {seat.name} was played by '{seat.kind}', which is not known here") from None


def people(players: Sequence[Player]) -> tuple[int, ...]:
    """The seats of persons."""
    return tuple(seat for seat, player in enumerate(players) if player.is_person)
