"""A cup: rounds of tables for many people, their results, and the standings. Nothing here reads a file or a clock.

Who sits where follows from the plan, its seed and the games that were counted; so everybody who has the journals finds the same
tables and the same standings. People go by the fingerprints of their keys. docs/players/cup.md says what counts and how.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations

from acquire_client.tools.cup_seating import MAX_TABLE, MEETING, MIN_TABLE, SeedStream, seat_people, table_sizes
from acquire_client.view_model.presets import rules_text
from acquire_client.view_model.words import counted, listing, printable
from acquire_core import Ruleset

MIN_PEOPLE, MAX_PEOPLE = 5, 60
MAX_ROUNDS = 20
SCORES = ("points", "money")
SEATINGS = ("strangers", "standings")
POINTS = 120
"""Of the winner of a table; the last one has none, and the places between have equal steps."""
BYE_POINTS = POINTS // 2
WIN = 60
"""A win as a whole number, so that two to six who share it have whole parts."""
MARK = re.compile(r"cup ([0-9a-f]{8}) round ([1-9][0-9]?) table ([1-9][0-9]?)")


class CupError(Exception):
    """The cup cannot do what it was asked; the text is a sentence for people."""


class JournalRefusal(CupError):
    """A game does not count in this cup; the text says why."""


class CountedAlready(JournalRefusal):
    """Another journal of the same game was counted, and this one adds nothing."""


@dataclass(frozen=True, slots=True)
class CupPlayer:
    name: str
    key: str
    """The fingerprint of the key, as people read it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPlan:
    """What is agreed before the first round. `id` stands for all of it."""

    name: str
    seed: int
    ruleset: Ruleset
    log: str
    rounds: int
    table_size: int
    exact: bool
    score: str
    seating: str
    seeded: bool
    marks: bool
    players: tuple[CupPlayer, ...]

    def __post_init__(self) -> None:
        keys = [player.key for player in self.players]
        twice = sorted(key for key, count in Counter(keys).items() if count > 1)
        if not MIN_PEOPLE <= len(keys) <= MAX_PEOPLE:
            raise CupError(f"a cup is for {MIN_PEOPLE} to {MAX_PEOPLE} people, and {len(keys)} are listed")
        if twice:
            raise CupError(f"the key {twice[0]} is listed twice: everybody needs a key of their own")
        if self.ruleset.teams:
            raise CupError("a cup has no teams: everybody plays for themselves")
        if not MIN_TABLE <= self.table_size <= MAX_TABLE or not 1 <= self.rounds <= MAX_ROUNDS:
            raise CupError(f"a cup has tables of {MIN_TABLE} to {MAX_TABLE} and 1 to {MAX_ROUNDS} rounds")
        if self.score not in SCORES or self.seating not in SEATINGS:
            raise CupError(f"the score of a cup is {' or '.join(SCORES)}, and its seating {' or '.join(SEATINGS)}")

    @property
    def id(self) -> str:
        """Return eight digits that are others when anything of the plan is."""
        parts = ["acquire cup 1", self.name, self.seed, rules_text(self.ruleset), self.ruleset.digest.hex(), self.log,
                 self.rounds, self.table_size, self.exact, self.score, self.seating, self.seeded, self.marks,
                 *(f"{player.key} {player.name}" for player in self.players)]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:8]

    def number_of(self, who: str) -> int:
        """Return the number of the player with this key or, where only one has it, this name."""
        found = [number for number, player in enumerate(self.players) if player.key == who.upper()]
        found = found or [number for number, player in enumerate(self.players) if player.name.casefold() == who.casefold()]
        if len(found) != 1:
            raise CupError(f"{'several players are' if found else 'nobody in this cup is'} called '{printable(who)}'"
                           f"{': give the key' if found else ''}")
        return found[0]


@dataclass(frozen=True, slots=True)
class TableResult:
    """What the journal of a table proves, people in the order of their table."""

    game: str
    moves: str
    places: tuple[int, ...]
    dollars: tuple[int, ...]
    convicted: tuple[int, ...] = ()
    """The places in that order of those whom the journal convicts."""

    def convicts_more_than(self, other: TableResult) -> bool:
        """Return True if nothing else is different."""
        return {*self.convicted} > {*other.convicted} and replace(self, convicted=other.convicted) == other

    @property
    def points(self) -> tuple[int, ...]:
        """Return the points of each: for everybody who is behind, and half for who shares the place.

        >>> TableResult("", "", (1, 2, 3, 4), ()).points, TableResult("", "", (1, 1, 3), ()).points
        ((120, 80, 40, 0), (90, 90, 0))
        """
        behind = [2 * sum(other > place for other in self.places) + self.places.count(place) - 1 for place in self.places]
        step = POINTS // 2 // (len(self.places) - 1)
        return tuple(0 if at in self.convicted else step * count for at, count in enumerate(behind))

    @property
    def wins(self) -> tuple[int, ...]:
        return tuple(WIN // self.places.count(1) if place == 1 and at not in self.convicted else 0
                     for at, place in enumerate(self.places))

    @property
    def counted_dollars(self) -> tuple[int, ...]:
        return tuple(0 if at in self.convicted else dollars for at, dollars in enumerate(self.dollars))


@dataclass(frozen=True, slots=True)
class CupTable:
    people: tuple[int, ...]
    result: TableResult | None = None


@dataclass(frozen=True, slots=True)
class CupRound:
    """`left_out` do not play in this round, as the organiser has noted; `byes` are those for whom there was no table."""

    tables: tuple[CupTable, ...]
    byes: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def missing(self) -> list[int]:
        """Return the numbers of the tables without a result, from 1."""
        return [number for number, table in enumerate(self.tables, 1) if table.result is None]


@dataclass(frozen=True, slots=True)
class GameProof:
    """What a verified journal says of a game, seat by seat."""

    game: str
    moves: str
    rules: bytes
    """The digest of the rules."""
    log: str
    conventions: str
    keys: tuple[str, ...]
    names: tuple[str, ...]
    computers: tuple[int, ...]
    ranks: tuple[int, ...]
    dollars: tuple[int, ...]
    cheats: tuple[int, ...]


@dataclass(slots=True)
class StandingRow:
    """What a player has come to. `wins` are parts of WIN."""

    player: int
    place: int = 0
    games: int = 0
    byes: int = 0
    points: int = 0
    wins: int = 0
    dollars: int = 0
    opponents: list[int] = field(default_factory=list)
    strength: Fraction = Fraction(0)
    """The points that those whom the player has met have on average."""


@dataclass(frozen=True, slots=True)
class Cup:
    """A value: `next_round` and `with_game` return another cup and leave this one as it is. acquire_client/files/cup_file.py
    reads and writes it for `acquire cup`, and `differences` makes it again from the journals. So nothing may decide here but
    the plan with its seed, whom the organiser leaves out, and the games that are counted; players are numbers in
    `plan.players`. Only a game of the last round can be added, because later tables rest on the earlier rounds."""

    plan: CupPlan
    rounds: tuple[CupRound, ...] = ()
    """From the first one; the last one is the one that is played."""

    # --- the standings ---

    def standings(self) -> list[StandingRow]:
        """Return a row for each player, the best first. Players who are equal in everything share the place."""
        rows = [StandingRow(number) for number in range(len(self.plan.players))]
        for each in self.rounds:
            money: list[int] = []
            for table in each.tables:
                if table.result is None:
                    continue
                result = table.result
                for at, person in enumerate(table.people):
                    row = rows[person]
                    row.games += 1
                    row.points += result.points[at]
                    row.wins += result.wins[at]
                    row.dollars += result.counted_dollars[at]
                    row.opponents += [other for other in table.people if other != person]
                money += result.dollars
            for person in each.byes:
                rows[person].byes += 1
                rows[person].points += BYE_POINTS
                rows[person].dollars += sum(money) // len(money) if money else 0
        for row in rows:
            if row.opponents:
                row.strength = Fraction(sum(rows[other].points for other in row.opponents), len(row.opponents))
        order = self._order_of(rows)
        values = sorted(map(order, rows))
        for row in rows:
            row.place = 1 + values.index(order(row))
        return sorted(rows, key=lambda row: (row.place, row.player))

    def _order_of(self, rows: Sequence[StandingRow]) -> Callable[[StandingRow], tuple[Fraction | int, ...]]:
        if self.plan.score == "money":
            return lambda row: (-row.dollars, -row.points, -row.wins, -row.strength)
        return lambda row: (-row.points, -row.wins, -row.dollars, -row.strength)

    def meetings(self) -> Counter[tuple[int, int]]:
        """Return how often each pair has met; tables of earlier rounds that were not played do not count."""
        found: Counter[tuple[int, int]] = Counter()
        for number, each in enumerate(self.rounds, 1):
            for table in each.tables:
                if table.result is not None or number == len(self.rounds):
                    found.update(combinations(sorted(table.people), 2))
        return found

    @property
    def repeated_meetings(self) -> int:
        """Return how many meetings there were of people who had met before."""
        return sum(count - 1 for count in self.meetings().values())

    # --- rounds ---

    @property
    def is_over(self) -> bool:
        return len(self.rounds) == self.plan.rounds and not self.rounds[-1].missing

    def next_round(self, left_out: Collection[int] = (), unplayed: bool = False) -> Cup:
        """Return the cup with the tables of the next round. Raises CupError."""
        if self.rounds and self.rounds[-1].missing and not unplayed:
            tables = listing(map(str, self.rounds[-1].missing))
            raise CupError(f"round {len(self.rounds)} is not over: {'table' if len(self.rounds[-1].missing) == 1 else 'tables'} "
                           f"{tables} have no result. With --unplayed the next round is drawn all the same")
        if len(self.rounds) == self.plan.rounds:
            raise CupError(f"all {counted(self.plan.rounds, 'round')} of this cup are drawn")
        stream = SeedStream("\n".join([f"acquire cup {self.plan.id} round {len(self.rounds) + 1}", *self._games()]))
        people = [row for row in self._in_order(stream) if row.player not in left_out]
        sizes = table_sizes(len(people), self.plan.table_size, self.plan.exact)
        if not sizes:
            raise CupError(f"{len(people)} people are too few for a table")
        spare = len(people) - sum(sizes)
        resting = sorted(range(len(people)), key=lambda at: (people[at].byes, -at))[:spare]
        byes = tuple(people[at].player for at in sorted(resting))
        playing = [row.player for at, row in enumerate(people) if at not in resting]
        seated = seat_people(playing, sizes, self._costs(playing, len(sizes)), stream)
        drawn = CupRound(tuple(CupTable(tuple(table)) for table in seated), byes, tuple(sorted({*left_out})))
        return replace(self, rounds=(*self.rounds, drawn))

    def _games(self) -> list[str]:
        """Return the games that were counted. Nobody knows them before they are played, nor the tables that follow from them."""
        return sorted(table.result.game for each in self.rounds for table in each.tables if table.result is not None)

    def _in_order(self, stream: SeedStream) -> list[StandingRow]:
        """Return the players in the order of the standings; before the first result in that of the list, or as drawn."""
        rows = self.standings()
        if self._games():
            return rows
        numbers = list(range(len(rows))) if self.plan.seeded else stream.shuffled(range(len(rows)))
        by_number = {row.player: row for row in rows}
        return [by_number[number] for number in numbers]

    def _costs(self, people: Sequence[int], tables: int) -> list[list[int]]:
        """Return what it costs that two sit at one table: above all how often they have met. In the first round of a cup with
        seeds each table has one of the strongest, one of those behind them, and so on; with seating by standings those next to
        each other sit together later on."""
        count, met, has_games = len(self.plan.players), self.meetings(), bool(self._games())
        at = {person: number for number, person in enumerate(people)}
        costs = [[0] * count for _ in range(count)]
        for one, other in combinations(sorted(people), 2):
            other_cost = 0
            if self.plan.seeded and not has_games:
                other_cost = int(at[one] // tables == at[other] // tables)
            elif self.plan.seating == "standings" and has_games:
                other_cost = (at[one] - at[other]) ** 2
            costs[one][other] = costs[other][one] = MEETING * met[one, other] + other_cost
        return costs

    # --- results ---

    def mark(self, number: int, table: int) -> str:
        """Return what the people of a table sign with it: the cup, the round and the table, from 1."""
        return f"cup {self.plan.id} round {number} table {table}"

    def with_game(self, proof: GameProof) -> Cup:
        """Return the cup with this game counted in its last round. Raises JournalRefusal."""
        if not self.rounds:
            raise JournalRefusal("no round of this cup is drawn yet")
        self._refuse_counted(proof)
        if proof.rules != self.plan.ruleset.digest:
            raise JournalRefusal(f"it was played by other rules than those of the cup, {rules_text(self.plan.ruleset)}")
        if proof.log != self.plan.log:
            raise JournalRefusal(f"its table had log={proof.log}, and this cup is played with log={self.plan.log}")
        number = self._table_of(proof)
        current = self.rounds[-1]
        table = current.tables[number - 1]
        if table.result is not None and table.result.game != proof.game:
            raise JournalRefusal(f"table {number} of round {len(self.rounds)} has a result already, from another game")
        seats = [proof.keys.index(self.plan.players[person].key) for person in table.people]
        known = table.result.convicted if table.result is not None else ()
        result = TableResult(proof.game, proof.moves, tuple(proof.ranks[seat] for seat in seats),
                             tuple(proof.dollars[seat] for seat in seats),
                             tuple(at for at, seat in enumerate(seats) if seat in proof.cheats or at in known))
        tables = [*current.tables]
        tables[number - 1] = replace(table, result=result)
        return replace(self, rounds=(*self.rounds[:-1], replace(current, tables=tuple(tables))))

    def _refuse_counted(self, proof: GameProof) -> None:
        """Refuse a game that is counted already; but a journal that convicts more players than the counted one is welcome for as
        long as its round is the last one."""
        for number, each in enumerate(self.rounds, 1):
            for at, table in enumerate(each.tables, 1):
                if table.result is None or table.result.game != proof.game:
                    continue
                if table.result.moves != proof.moves:
                    raise JournalRefusal(f"it proves another result of the game that counts for table {at} of round {number}")
                people = [proof.keys.index(self.plan.players[person].key) for person in table.people]
                if {*proof.cheats} <= {people[at] for at in table.result.convicted}:
                    raise CountedAlready(f"its game is counted already: table {at} of round {number}")
                if number < len(self.rounds):
                    names = listing(printable(proof.names[seat]) for seat in proof.cheats)
                    raise JournalRefusal(f"it convicts {names}, but round {number} is closed: later tables rest on it")

    def _table_of(self, proof: GameProof) -> int:
        """Return at which table of the last round this game was played."""
        number = len(self.rounds)
        if self.plan.marks:
            found = MARK.fullmatch(proof.conventions)
            if found is None:
                raise JournalRefusal("its table has not signed a mark of this cup, such as "
                                     f"'{self.mark(number, 1)}': 'acquire cup show' names that of each table")
            if found[1] != self.plan.id:
                raise JournalRefusal(f"it is a game of another cup, {found[1]}; this one is {self.plan.id}")
            if int(found[2]) != number:
                raise JournalRefusal(f"it is a game of round {found[2]}, and round {number} is being played")
            if int(found[3]) > len(self.rounds[-1].tables):
                raise JournalRefusal(f"round {number} has no table {found[3]}")
            at = int(found[3])
            self._refuse_wrong_people(proof, at)
            return at
        people = frozenset(proof.keys)
        for at, table in enumerate(self.rounds[-1].tables, 1):
            if people == self._keys(table):
                self._refuse_wrong_people(proof, at)
                return at
        for earlier, each in enumerate(self.rounds[:-1], 1):
            if any(people == self._keys(table) for table in each.tables):
                raise JournalRefusal(f"these people met in round {earlier}, and round {number} is being played")
        raise JournalRefusal(f"no table of round {number} has these people: {self._named(proof, range(len(proof.keys)))}")

    def _keys(self, table: CupTable) -> frozenset[str]:
        return frozenset(self.plan.players[person].key for person in table.people)

    def _refuse_wrong_people(self, proof: GameProof, number: int) -> None:
        wanted = self._keys(self.rounds[-1].tables[number - 1])
        strangers = [seat for seat, key in enumerate(proof.keys) if key not in wanted]
        missing = [player.name for player in self.plan.players if player.key in wanted - {*proof.keys}]
        if strangers:
            raise JournalRefusal(f"{self._named(proof, strangers)} played there and does not belong to table {number}")
        if missing:
            raise JournalRefusal(f"at table {number} {listing(map(printable, missing))} did not play")
        if proof.computers:
            raise JournalRefusal(f"computer players sat at the table: {self._named(proof, proof.computers)}")

    def _named(self, proof: GameProof, seats: Iterable[int]) -> str:
        return listing(f"{printable(proof.names[seat])} ({proof.keys[seat]})" for seat in seats)


def differences(cup: Cup, proofs: Sequence[tuple[str, GameProof]]) -> tuple[list[str], list[tuple[str, str]]]:
    """Make a cup again from its plan, what the organiser has noted, and the games; return in what it differs, and which games do
    not count, each with the reason. A game is counted in the first round that takes it; where there are two of one table, that of
    the organiser. A journal may have come after its round was closed: it may convict more players and not differ."""
    again, left, reasons, found = Cup(cup.plan), list(proofs), dict[str, str](), list[str]()
    counted = {table.result.game for each in cup.rounds for table in each.tables if table.result is not None}
    left.sort(key=lambda item: item[1].game not in counted)
    file_of: dict[str, str] = {}
    for number, each in enumerate(cup.rounds, 1):
        try:
            again = again.next_round(each.left_out, unplayed=True)
        except CupError as error:
            return [f"round {number} cannot be drawn: {error}"], []
        drawn = again.rounds[-1]
        if ([table.people for table in drawn.tables], drawn.byes) != ([table.people for table in each.tables], each.byes):
            return [*found, f"the tables of round {number} are not those that the seed and the results give"], []
        waiting = []
        for name, proof in left:
            try:
                again = again.with_game(proof)
                file_of[proof.game] = name
                reasons.pop(name, None)
            except CountedAlready:
                reasons.pop(name, None)
            except JournalRefusal as refusal:
                reasons[name] = str(refusal)
                waiting.append((name, proof))
        left = waiting
        for at, (mine, theirs) in enumerate(zip(again.rounds[-1].tables, each.tables, strict=True), 1):
            if mine.result is not None and theirs.result is not None and mine.result.convicts_more_than(theirs.result):
                reasons[file_of[mine.result.game]] = f"it convicts a player of table {at} of round {number}, which is closed"
            elif mine.result != theirs.result:
                what = ("no journal proves its result" if mine.result is None else "a journal proves a game that is not counted"
                        if theirs.result is None else "its journal proves another result")
                found.append(f"table {at} of round {number}: {what}")
        again = replace(again, rounds=cup.rounds[:number])  # later rounds were drawn from what is counted there
    return found, list(reasons.items())
