"""Count what the history of finished games says of a person: wins by level and rules, winning streaks, the largest merger.

A game counts for the win rate where exactly one person played: then it is clear who won or lost. The level of a game is that of
its strongest computer player. A bag that came before does not count again: its tiles may be known (matches/second_try.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from acquire_client.language import Words, message
from acquire_client.matches.players import BOT_KIND
from acquire_client.view_model.past_game import only_person, tried_again
from acquire_client.view_model.record_summary import RecordSummary
from acquire_client.view_model.rule_choices import choice_at, rule_choices
from acquire_core import Ruleset
from acquire_core import events as ev
from acquire_core.ai import LEVELS
from acquire_core.record import Record, Seat

LEVEL_NAMES = tuple(level.name for level in LEVELS)
CHANGED_RULES = message("Changed rules")
MAX_NAMES = 9
"""So many names are shown: those of all editions, of the presets of tables, and of some of the person's own rules."""


@dataclass(slots=True)
class WinRate:
    """
    >>> WinRate(games=4, wins=1).share
    0.25
    """

    games: int = 0
    wins: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def count_game(self, won: bool) -> None:
        self.games += 1
        self.wins += won

    def add(self, other: WinRate) -> None:
        self.games += other.games
        self.wins += other.wins


@dataclass(frozen=True, slots=True)
class LargestMerger:
    """The merger that made the largest chain: its survivor, the chains that it took over, its tiles, and all bonuses paid."""

    survivor: str
    defunct: tuple[str, ...]
    tiles: int
    bonus_dollars: int


@dataclass(slots=True)
class GameStatistics:
    """`games` counts every game, `all` those with one person in them, `tried_again` those from a bag that came before."""

    games: int = 0
    tried_again: int = 0
    all: WinRate = field(default_factory=WinRate)
    by_level: dict[str, WinRate] = field(default_factory=dict)
    """In the order of the levels, the weakest first."""
    by_rules: dict[tuple[Ruleset, str], WinRate] = field(default_factory=dict)
    """By the rules of a table and how much of its log was shown, which together may have a name."""
    current_streak: int = 0
    """How many of the last games in a row were won."""
    longest_streak: int = 0


def count_games(games: Iterable[RecordSummary]) -> GameStatistics:
    """Count finished games, the oldest first; those that are not over are left out."""
    finished = [game for game in games if game.is_over]
    repeated = tried_again(finished[::-1])[::-1]
    counted = GameStatistics(len(finished), sum(repeated))
    for game, is_repeated in zip(finished, repeated, strict=True):
        person = only_person(game)
        if is_repeated or person is None:
            continue
        won = has_won(game, person)
        counted.all.count_game(won)
        counted.by_rules.setdefault((game.ruleset, game.log), WinRate()).count_game(won)
        level = strongest_level(game.seats)
        if level is not None:
            counted.by_level.setdefault(level, WinRate()).count_game(won)
        counted.current_streak = counted.current_streak + 1 if won else 0
        counted.longest_streak = max(counted.longest_streak, counted.current_streak)
    counted.by_level = {level: counted.by_level[level] for level in LEVEL_NAMES if level in counted.by_level}
    return counted


def rates_by_name(counted: GameStatistics, own: Sequence[Ruleset], words: Words) -> dict[str, WinRate]:
    """Return the win rates by the names of rules, in the order in which they can be chosen; `own` are those that the person has
    kept. All other changed rules are one, and so are own ones for which there is no room."""
    choices = rule_choices(own, words)
    found: dict[int, WinRate] = {}
    for (ruleset, log), rate in counted.by_rules.items():
        number = choice_at(choices, ruleset, log)
        found.setdefault(len(choices) if number is None else number, WinRate()).add(rate)
    named = [number for number in sorted(found) if number < len(choices)]
    shown = named[:MAX_NAMES] if len(found) == len(named) <= MAX_NAMES else named[:MAX_NAMES - 1]
    rates = {choices[number].title: found[number] for number in shown}
    for number in sorted(found.keys() - shown):
        rates.setdefault(words.translate(CHANGED_RULES), WinRate()).add(found[number])
    return rates


def has_won(game: RecordSummary, seat: int) -> bool:
    """Return True if a seat, or its team, has the first rank, alone or shared."""
    return (seat % 2 if game.ruleset.teams else seat) in game.winning_seats


def strongest_level(seats: Iterable[Seat]) -> str | None:
    """Return the level of the strongest computer player; None where none sat there, or only levels that are not known here."""
    kinds = [seat.kind.removeprefix(BOT_KIND).split("-")[0] for seat in seats if seat.kind.startswith(BOT_KIND)]
    return max((kind for kind in kinds if kind in LEVEL_NAMES), key=LEVEL_NAMES.index, default=None)


def next_level(game: RecordSummary, past: Iterable[RecordSummary]) -> str | None:
    """Return the level that a person can try after this game: they have won the last two games against its level.

    `past` are the other games of the history, the newest first. A game with the same seed was tried again and proves nothing.
    """
    level = strongest_level(game.seats)
    if level is None or level == LEVEL_NAMES[-1] or not _has_person_won(game):
        return None
    games = list(past)
    if game.seed is not None and any(other.seed == game.seed for other in games):
        return None
    before = next((other for other in games if other.is_over and only_person(other) is not None
                   and strongest_level(other.seats) == level), None)
    if before is None or not _has_person_won(before):
        return None
    return LEVEL_NAMES[LEVEL_NAMES.index(level) + 1]


def _has_person_won(game: RecordSummary) -> bool:
    """Return True if exactly one person played, and won."""
    person = only_person(game)
    return person is not None and has_won(game, person)


def largest_merger(records: Iterable[Record]) -> LargestMerger | None:
    """Return the largest merger of all these games, which are played again for it; None if there was none."""
    largest: LargestMerger | None = None
    for record in records:
        for merger in mergers_of(record):
            if largest is None or (merger.tiles, merger.bonus_dollars) > (largest.tiles, largest.bonus_dollars):
                largest = merger
    return largest


def mergers_of(record: Record) -> list[LargestMerger]:
    """Return the mergers of one game, in their order."""
    mergers: list[LargestMerger] = []
    defunct: list[str] = []
    dollars = 0
    for step in record.replay():
        for event in step.events:
            if isinstance(event, ev.MergerBegan):
                defunct, dollars = [], 0
            elif isinstance(event, ev.ChainDefunct):
                defunct.append(event.chain)
            elif isinstance(event, ev.BonusPaid) and not event.final:
                dollars += event.dollars
            elif isinstance(event, ev.ChainsMerged):
                mergers.append(LargestMerger(event.survivor, tuple(defunct), event.size, dollars))
    return mergers
