"""Who is to sit at a table of this computer: people, and computer players with a level and a style."""

from __future__ import annotations

from dataclasses import dataclass, replace

from acquire_client.language import Words, message
from acquire_client.matches.players import Player, SeatsError, players_from
from acquire_client.view_model.computer_words import LEVEL_TITLES, STYLE_TITLES, level_text
from acquire_client.view_model.words import printable
from acquire_core.ai import LEVELS, PERSONALITIES
from acquire_core.ai.levels import find_level

LONGEST_NAME = 20
PERSON = "person"
LEVEL_NAMES = tuple(level.name for level in LEVELS)
KINDS = (PERSON, *LEVEL_NAMES)
LEVEL_OF_NEW_SEAT = "casual"
LEVEL_WORDS = {PERSON: message("Person"), **LEVEL_TITLES}
LIKINGS = ("", *(who.name for who in PERSONALITIES))
LIKING_WORDS = STYLE_TITLES
assert set(LEVEL_WORDS) == set(KINDS) and set(LIKING_WORDS) == set(LIKINGS)
LEVEL_NOTES = {
    PERSON: message("A person at this keyboard."),
    "random": message("Plays any legal move."),
    "beginner": message("Looks one step ahead, and misjudges it."),
    "casual": message("Plays the best turn as if the game ended after it."),
    "club": message("Knows what positions are worth, and misjudges them a little."),
    "strong": message("Takes what is worth most, as many games have taught it."),
    "expert": message("Plays its best options a few turns ahead."),
    "master": message("Looks further ahead, and guesses what others hold."),
}
LIKING_NOTES = {
    "": "",
    "builder": message("It founds chains and buys into small ones."),
    "raider": message("It merges early and fights for majorities of others."),
    "hoarder": message("It keeps the shares of chains that are taken over, and owns much of the large ones."),
    "shadow": message("It buys what the richest rival leads in."),
    "gambler": message("It plays for the win alone and spends all it has."),
    "accountant": message("It counts every dollar and keeps a reserve."),
}
"""What a style is like, in the words of the personality itself."""
assert set(LEVEL_NOTES) == set(KINDS)
assert {name: note[3:-1] for name, note in LIKING_NOTES.items() if name} == {who.name: who.help for who in PERSONALITIES}


@dataclass(frozen=True, slots=True)
class SeatChoice:
    kind: str
    name: str
    liking: str = ""

    @property
    def player(self) -> Player:
        if self.kind == PERSON:
            return Player(self.name)
        return Player(self.name, f"{self.kind}/{self.liking}" if self.liking and self.has_liking else self.kind)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return the sentences, still in English, that say how this seat plays."""
        liking = LIKING_NOTES[self.liking] if self.has_liking else ""
        return (LEVEL_NOTES[self.kind], liking) if liking else (LEVEL_NOTES[self.kind],)

    @property
    def has_liking(self) -> bool:
        return self.kind != PERSON and find_level(self.kind).weighs_options


def seats_from(text: str, person: str) -> list[SeatChoice]:
    """Return the seats that were chosen last; four by default."""
    try:
        players = players_from(text or f"{person},Ada:casual,Ben:casual,Cleo:casual")
    except SeatsError:
        players = players_from(f"{person},Ada:casual,Ben:casual,Cleo:casual")
    seats = []
    for player in players:
        kind, _, liking = (player.level or PERSON).partition("/")
        seats.append(SeatChoice(kind if not player.is_program else "casual", player.name, liking))
    return seats


def seats_text(seats: list[SeatChoice]) -> str:
    return ",".join(seat.name if seat.kind == PERSON else f"{seat.name}:{seat.player.level}" for seat in seats)


def seats_renamed(text: str, before: str, name: str) -> str:
    """Return seats that were chosen with another name of the person at this computer; another seat keeps that name to itself.

    >>> seats_renamed("Max,Eva,Ada:casual", "Max", "Zoe"), seats_renamed("Max,Eva", "Max", "Eva"), seats_renamed("", "Max", "Zoe")
    ('Zoe,Eva,Ada:casual', 'Max,Eva', '')
    """
    if not text or not name:
        return text
    seats = seats_from(text, name)
    at = next((number for number, seat in enumerate(seats) if seat.kind == PERSON and seat.name == before), None)
    if at is None or name.casefold() in {seat.name.casefold() for seat in (*seats[:at], *seats[at + 1:])}:
        return text
    seats[at] = replace(seats[at], name=name)
    return seats_text(seats)


def seat_title(player: Player, words: Words) -> str:
    """Return who sits there: the whole name, and of a computer player level and style.

    >>> from acquire_client.language import ENGLISH
    >>> seat_title(Player("Ben", "strong/raider"), ENGLISH), seat_title(Player("Anna"), ENGLISH)
    ('Ben, level 4, raider', 'Anna')
    """
    return ", ".join(filter(None, (printable(player.name), level_text(player.level or "", words))))
