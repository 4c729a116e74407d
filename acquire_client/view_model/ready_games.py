"""Games that begin with one key: who sits there, and by which rules they play."""

from __future__ import annotations

from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.matches.players import BOT_NAMES, Player, SeatsError, players_from
from acquire_core import RULESETS, Ruleset

OPPONENTS = 3


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """`about` are the sentences of its card."""

    title: str
    about: tuple[str, ...]
    level: str
    ruleset: Ruleset

    def players(self, person: str) -> tuple[Player, ...]:
        """Return the person and the computer players, none of which has the person's name."""
        names = [name for name in BOT_NAMES if name.casefold() != person.casefold()][:OPPONENTS]
        return (Player(person), *(Player(name, self.level) for name in names))


QUICK_GAME = ReadyGame(message("Quick game"), (
    message("Four seats: you and three computer players of level 2, Casual."),
    message("Classic rules. All cash and shares are open.")), "casual", RULESETS["classic"].replace(holdings="open"))
CHALLENGE = ReadyGame(message("Challenge"), (
    message("Four seats: you and three computer players of level 5, Expert."),
    message("Classic rules. You see which chains the others hold, but neither how many shares nor their cash.")),
    "expert", RULESETS["classic"])


def person_name(kept: str, seats: str, default: str) -> str:
    """Return the name of the person at this computer: the one that was kept, else that of the first person who played last.

    >>> person_name("", "Ada:casual,Zoe", "Player"), person_name("Max", "Zoe,Ada:casual", "Player"), person_name("", "", "Player")
    ('Zoe', 'Max', 'Player')
    """
    if is_seat_name(kept):
        return kept.strip()
    try:
        return next((player.name for player in players_from(seats) if player.is_person), default) if seats else default
    except SeatsError:
        return default


def is_seat_name(name: str) -> bool:
    """Return True if a person of this name can take a seat.

    >>> is_seat_name("Zoe"), is_seat_name(""), is_seat_name("strong"), is_seat_name("a,b")
    (True, False, False, False)
    """
    try:
        first = players_from(f"{name.strip()},{'Ben' if name.strip() != 'Ben' else 'Ada'}:casual")[0]
    except SeatsError:
        return False
    return first.is_person and first.name == name.strip()
