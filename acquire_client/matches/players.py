"""Who plays a local match, as the command line and records say it: people by their names, computer players by their levels,
programs by their commands.

A record says that a program sat there and not which: a person who opens a record from elsewhere must not start what it names.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from acquire_client.language import message
from acquire_client.trouble import TranslatedError
from acquire_core.ai import LEVELS, LevelError, NoSuchBot, PersonalityError, proper_name
from acquire_core.ai.levels import COMMAND, PLAIN
from acquire_core.record import Seat, clean_name
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
BOT_KIND = "bot-"
PROGRAM_KIND = "program"


class SeatsError(TranslatedError, ValueError):
    """Seats that cannot be filled as asked; the message is for people."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: a name, and for a computer player its level, for a program its command line."""

    name: str
    level: str | None = None
    command: str | None = None
    """Empty for a program of a loaded record until a player gives its command line again."""

    @property
    def is_person(self) -> bool:
        return self.level is None and self.command is None

    @property
    def is_program(self) -> bool:
        return self.command is not None

    @property
    def as_seat(self) -> Seat:
        kind = PROGRAM_KIND if self.is_program else "person" if self.level is None else BOT_KIND + self.level.replace("/", "-")
        return Seat(self.name, kind)


def entries_in(text: str) -> tuple[str, ...]:
    """Return what stands between commas; an entry with a comma in it stands in quotation marks.

    >>> entries_in('4, strong,"cmd:./bot --list a,b"')
    ('4', 'strong', 'cmd:./bot --list a,b')
    """
    try:
        rows = list(csv.reader([text], skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise SeatsError(message("the list of seats cannot be read: {why}"), why=str(error)) from None
    entries = tuple(entry.strip() for row in rows for entry in row)
    if not entries or not all(entries):
        raise SeatsError(message("the list of seats has an empty entry"))
    return entries


def players_from(text: str) -> tuple[Player, ...]:
    """Return the players of seats as they are typed: `person`, a name, a level by number or name, or `cmd:COMMAND`, and names in
    front of these.

    >>> anna, ada, bo = players_from("Anna,strong,Bo:cmd:./my-bot --fast")
    >>> anna.is_person, ada.name, ada.level, bo.name, bo.command
    (True, 'Ada', 'strong', 'Bo', './my-bot --fast')
    """
    wanted = _typed_players(text)
    if not MIN_PLAYERS <= len(wanted) <= MAX_PLAYERS:
        raise SeatsError(message("a game has {least} to {most} seats, with commas between them, not {count}"), least=MIN_PLAYERS,
                         most=MAX_PLAYERS, count=len(wanted))
    nameless = sum(player.is_person and not player.name for player in wanted)
    given = {player.name for player in wanted}
    spare = iter([name for name in BOT_NAMES if name not in given] + [f"Computer {n}" for n in range(1, 7)])
    persons = iter(["Player"] if nameless == 1 else [f"Player {number}" for number in range(1, 7)])
    return tuple(player if player.name else replace(player, name=next(persons if player.is_person else spare))
                 for player in wanted)


def seated_again(text: str, seats: Sequence[Seat]) -> tuple[Player, ...]:
    """Return who goes on with a record, in the order of its seats; where no name is given, the one of the record stays.

    >>> seated_again("person,cmd:./my-bot", [Seat("Anna"), Seat("Bo", "program")])[1]
    Player(name='Bo', level=None, command='./my-bot')
    """
    wanted = _typed_players(text)
    if len(wanted) != len(seats):
        raise SeatsError(f"the record has {len(seats)} seats, not {len(wanted)}")
    for number, player in enumerate(wanted):
        if any(seat.name == player.name for other, seat in enumerate(seats) if other != number):
            raise SeatsError(f"'{player.name}' has another seat in the record")
    return tuple(player if player.name else replace(player, name=seat.name) for player, seat in zip(wanted, seats, strict=True))


def _typed_players(text: str) -> list[Player]:
    """Return the seats as they were typed; a name is empty if any will do."""
    wanted = [_player_from(entry) for entry in entries_in(text)]
    given = [player.name for player in wanted if player.name]
    if len(set(given)) != len(given):
        raise SeatsError(message("two seats have the same name"))
    return wanted


def _player_from(word: str) -> Player:
    if word.lower() in ("person", "human"):
        return Player("")
    if word.startswith(COMMAND):
        return Player("", command=_command_of(word))
    name, colon, what = word.partition(":")
    if colon and what.startswith(COMMAND):
        return Player(_cleaned_name(name), command=_command_of(what))
    if colon:
        return Player(_cleaned_name(name), _level_of(what))
    try:
        return Player("", proper_name(word.lower()))
    except PersonalityError as error:
        raise SeatsError(str(error)) from None
    except LevelError:
        if word.isdigit():
            raise _no_level(word) from None
        _refuse_weights(word)
        return Player(_cleaned_name(word))


def _command_of(entry: str) -> str:
    from acquire_core.arena import ArenaMatchError, check_entry  # few tables have programs, and the window starts sooner

    try:
        check_entry(entry)
    except ArenaMatchError as error:
        raise SeatsError(str(error)) from None
    return entry.removeprefix(COMMAND)


def _level_of(word: str) -> str | None:
    if word.lower() in ("person", "human"):
        return None
    _refuse_weights(word)
    if word.lower().startswith(PLAIN):               # a yardstick for the arena, which no record can name
        raise _no_level(word)
    try:
        return proper_name(word.lower())
    except PersonalityError as error:
        raise SeatsError(str(error)) from None
    except LevelError:
        raise _no_level(word) from None


def _refuse_weights(word: str) -> None:
    """Refuse a level with weights of its own, which is for the arena: a record does not tell which weights played."""
    level, at, _ = word.partition("@")
    try:
        known = at and proper_name(level.lower())
    except NoSuchBot:
        return
    if known:
        raise SeatsError(message("'{entry}': here levels play with the weights that came with them; others are for "
                                 "'acquire arena'"), entry=word[:40])


def _no_level(word: str) -> SeatsError:
    known = ", ".join(f"{row.number} {row.name}" for row in LEVELS)
    return SeatsError(message("there is no level '{level}'; there are {known}"), level=word[:40], known=known)


def _cleaned_name(name: str) -> str:
    cleaned = clean_name(name)[:20].strip()
    if not cleaned:
        raise SeatsError(message("a name needs at least one letter"))
    return cleaned


def players_of(seats: Iterable[Seat]) -> tuple[Player, ...]:
    """Return the players that a record names. Kinds that no level has are refused."""
    return tuple(_player_of(seat) for seat in seats)


def _player_of(seat: Seat) -> Player:
    if seat.kind == "person":
        return Player(seat.name)
    if seat.kind == PROGRAM_KIND:
        return Player(seat.name, command="")
    try:
        return Player(seat.name, proper_name(seat.kind.removeprefix(BOT_KIND).replace("-", "/")))
    except NoSuchBot:
        raise SeatsError(message("the seat of {name} was played by '{kind}', which is not known here"), name=seat.name,
                         kind=seat.kind) from None


def with_programs_of(players: Sequence[Player], before: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players of a record, with the commands of programs that sit under these names already."""
    commands = {player.name: player.command for player in before if player.command}
    return tuple(replace(player, command=commands[player.name]) if player.command == "" and player.name in commands else player
                 for player in players)


def to_be_named(players: Sequence[Player]) -> str:
    """Return a list of seats for `--seats` with the place where each program is to be named again; empty if none is.

    >>> to_be_named([Player("Anna"), Player("Bo", command=""), Player("Cy", "strong")])
    'person,cmd:COMMAND,strong'
    """
    if all(player.command != "" for player in players):
        return ""
    return ",".join("person" if player.is_person else player.level or f"{COMMAND}COMMAND" for player in players)


def person_seats(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the seats of persons."""
    return tuple(seat for seat, player in enumerate(players) if player.is_person)
