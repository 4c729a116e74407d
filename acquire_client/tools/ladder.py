"""A rating table from what the files of a folder prove: each game once, players with ratings and intervals, pairs, and seats.

People go by their keys, so that a name which another person has taken changes nothing. Partners of a team share their place, are
not opponents, and divide the win. A shared place is shared: the rating counts every order of those who stand there alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from acquire_client.tools.ladder_files import COMPUTER, LEVEL_NAMES, FileFinding, FileVerdict
from acquire_core.rating import Order, Rating, rated, wilson_interval

PERSON, NAME, LEVEL, PROGRAM = "key:", "name:", "level:", "program:"
TWO_RESULTS = "another journal of this table proves another result: neither counts"


@dataclass(frozen=True, slots=True)
class LadderGame:
    """A game that counts, and the files that prove it."""

    finding: FileFinding
    files: tuple[Path, ...]

    @property
    def wins(self) -> tuple[float, ...]:
        """Return each seat's part of the win."""
        ranks = self.finding.ranks
        return tuple((rank == 1) / ranks.count(1) for rank in ranks)

    @property
    def finishing_order(self) -> Order:
        """Return who finished where, best first."""
        groups: dict[int, list[str]] = {}
        for rank, seat in zip(self.finding.ranks, self.finding.seats, strict=True):
            groups.setdefault(rank, []).append(seat.who)
        return [groups[rank] for rank in sorted(groups)]


@dataclass(frozen=True, slots=True)
class FileNote:
    """A file that counts nothing, and why."""

    path: Path
    reason: str


@dataclass(slots=True)
class LadderRow:
    """Results added up: how many seats played, and what they won, reached and owned."""

    games: int = 0
    wins: float = 0.0
    places: int = 0
    """The sum of all places."""
    dollars: int = 0

    def add_seat(self, wins: float, rank: int, dollars: int) -> None:
        self.games += 1
        self.wins += wins
        self.places += rank
        self.dollars += dollars

    @property
    def win_share(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's 95 % interval of the share of wins."""
        return wilson_interval(self.wins, self.games)

    @property
    def mean_place(self) -> float:
        return self.places / self.games

    @property
    def mean_dollars(self) -> float:
        return self.dollars / self.games


@dataclass(slots=True, kw_only=True)
class PlayerRow(LadderRow):
    """One player over all games: a person by key or name, or all computer players of one level. `games` counts seats."""

    who: str
    names: Counter[str] = field(default_factory=Counter)
    even_wins: float = 0.0
    """The wins of a player who is as good as the others at each of these tables."""
    rating: Rating = Rating(0.0)

    @property
    def name(self) -> str:
        """Return the name under which most of the games were played."""
        return min(self.names, key=lambda name: (-self.names[name], name))

    @property
    def other_names(self) -> list[str]:
        return sorted(name for name in self.names if name != self.name)

    @property
    def key(self) -> str:
        """Return the key of a person in hexadecimal digits; empty where there is none."""
        return self.who.removeprefix(PERSON) if self.who.startswith(PERSON) else ""

    @property
    def level(self) -> int | None:
        """Return the level of a computer player, where it is known."""
        return LEVEL_NAMES.index(self.who.removeprefix(LEVEL)) if self.who.startswith(LEVEL) else None

    @property
    def kind(self) -> str:
        """Return what is known of the player, in one word."""
        return {COMPUTER: "computer", "key": "person", "name": "name", "level": "level", "program": "program"}[
            self.who.partition(":")[0]]

    @property
    def title(self) -> str:
        """Return what the player is called in a table."""
        if self.level is not None:
            return f"Level {self.level}, {LEVEL_NAMES[self.level].capitalize()}"
        return "Computer players" if self.who == COMPUTER else self.name

    @property
    def even_share(self) -> float:
        return self.even_wins / self.games


@dataclass(slots=True)
class PairRow:
    """How often two players finished one before the other, and at the same place."""

    first: str
    second: str
    first_ahead: int = 0
    second_ahead: int = 0
    level: int = 0

    @property
    def games(self) -> int:
        return self.first_ahead + self.second_ahead + self.level


@dataclass(slots=True, kw_only=True)
class SeatRow(LadderRow):
    """One seat of all tables of one size."""

    players: int
    seat: int


@dataclass(slots=True)
class Ladder:
    """`players` have the highest rating first. `repeated` are files of games that another file has proven already."""

    games: list[LadderGame]
    players: list[PlayerRow]
    pairs: dict[tuple[str, str], PairRow]
    """By the two players in the order of their rows."""
    seats: list[SeatRow]
    repeated: int
    unfinished: list[FileNote]
    refused: list[FileNote]

    def between(self, one: str, other: str) -> PairRow | None:
        """Return how these two did against each other, from the side of the first; None where they have not met."""
        row = self.pairs.get((one, other))
        if row is None and (turned := self.pairs.get((other, one))) is not None:
            return PairRow(one, other, turned.second_ahead, turned.first_ahead, turned.level)
        return row


def make_ladder(findings: Iterable[tuple[Path, FileFinding]]) -> Ladder:
    """Add up what the files prove."""
    found = list(findings)
    refused = [FileNote(path, finding.reason) for path, finding in found if finding.verdict is FileVerdict.REFUSED]
    by_game: dict[str, list[tuple[Path, FileFinding]]] = defaultdict(list)
    for path, finding in found:
        if finding.verdict is not FileVerdict.REFUSED:
            by_game[finding.game].append((path, finding))
    games: list[LadderGame] = []
    unfinished: list[FileNote] = []
    for files in by_game.values():
        finished = [(path, finding) for path, finding in files if finding.verdict is FileVerdict.FINISHED]
        if not finished:
            unfinished += [FileNote(path, finding.reason) for path, finding in files]
        elif len({finding.moves for _, finding in finished}) > 1:
            refused += [FileNote(path, TWO_RESULTS) for path, _ in finished]
        else:
            # A journal may hold the proof of a lie that the journals of others do not have.
            best = max(finished, key=lambda each: len(each[1].cheats))[1]
            games.append(LadderGame(best, tuple(path for path, _ in files)))
    games, repeated_records = _each_once(games)
    repeated = repeated_records + sum(len(game.files) - 1 for game in games)
    players, pairs = _players_of(games)
    refused.sort(key=lambda note: note.path)
    return Ladder(games, players, pairs, _seats_of(games), repeated, unfinished, refused)


def _each_once(games: list[LadderGame]) -> tuple[list[LadderGame], int]:
    """Return the games without the records of games that a journal proves, and without records that say the same; and how many
    files these were."""
    proven = {game.finding.moves for game in games if game.finding.is_journal}
    kept = [game for game in games if game.finding.is_journal or game.finding.moves not in proven]
    return kept, sum(len(game.files) for game in games) - sum(len(game.files) for game in kept)


def _players_of(games: Sequence[LadderGame]) -> tuple[list[PlayerRow], dict[tuple[str, str], PairRow]]:
    rows: dict[str, PlayerRow] = {}
    for game in games:
        finding = game.finding
        for seat, wins, rank, dollars in zip(finding.seats, game.wins, finding.ranks, finding.dollars, strict=True):
            row = rows.setdefault(seat.who, PlayerRow(who=seat.who))
            row.add_seat(wins, rank, dollars)
            row.names[seat.name] += 1
            row.even_wins += 1 / len(finding.seats)
    for who, rating in rated(game.finishing_order for game in games).items():
        rows[who].rating = rating
    players = sorted(rows.values(), key=lambda row: (-row.rating.points, row.title, row.who))
    return players, _pairs_of(games, {row.who: at for at, row in enumerate(players)})


def _pairs_of(games: Sequence[LadderGame], place: dict[str, int]) -> dict[tuple[str, str], PairRow]:
    pairs: dict[tuple[str, str], PairRow] = {}
    for game in games:
        finding = game.finding
        for one, other in combinations(range(len(finding.seats)), 2):
            if finding.sides[one] == finding.sides[other]:
                continue  # partners
            first, second = sorted((one, other), key=lambda seat: place[finding.seats[seat].who])
            names = finding.seats[first].who, finding.seats[second].who
            if names[0] == names[1]:
                continue
            row = pairs.setdefault(names, PairRow(*names))
            difference = finding.ranks[first] - finding.ranks[second]
            row.first_ahead += difference < 0
            row.second_ahead += difference > 0
            row.level += difference == 0
    return dict(sorted(pairs.items(), key=lambda each: (place[each[0][0]], place[each[0][1]])))


def _seats_of(games: Sequence[LadderGame]) -> list[SeatRow]:
    rows: dict[tuple[int, int], SeatRow] = {}
    for game in games:
        players = len(game.finding.seats)
        for seat, (wins, rank, dollars) in enumerate(zip(game.wins, game.finding.ranks, game.finding.dollars, strict=True)):
            rows.setdefault((players, seat), SeatRow(players=players, seat=seat)).add_seat(wins, rank, dollars)
    return [rows[place] for place in sorted(rows)]
