"""Who sits with whom in a round of a cup: how large the tables are, and a search for tables at which people meet anew.

Everything follows from a seed: chance comes from SHA-256 and the search counts its steps, so every machine finds the same tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

MIN_TABLE, MAX_TABLE = 3, 6
MEETING = 1_000_000
"""What one more meeting of two people costs; all places together cost less than that."""
ATTEMPTS = 300
"""How often a table plan is shaken and mended before the best one is taken."""


class SeedStream:
    """Numbers from a text, the same on every machine."""

    def __init__(self, text: str) -> None:
        self._seed = hashlib.sha256(text.encode()).digest()
        self._count = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely."""
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            self._count += 1
            number = int.from_bytes(hashlib.sha256(self._seed + self._count.to_bytes(8, "big")).digest()[:8], "big")
            if number < limit:
                return number % bound

    def shuffled(self, things: Sequence[int]) -> list[int]:
        found = list(things)
        for last in range(len(found) - 1, 0, -1):
            at = self.below(last + 1)
            found[last], found[at] = found[at], found[last]
        return found


def table_sizes(people: int, wanted: int, exact: bool = False) -> tuple[int, ...]:
    """Return the sizes of the tables, the largest first. They differ by one at most, and together they are as near to the wanted
    size as three to six seats allow; of two divisions that are equally near, it is the one with more tables. With `exact` all
    have the wanted size, and the others have a bye.

    >>> table_sizes(40, 4), table_sizes(10, 4), table_sizes(5, 4), table_sizes(11, 4, exact=True)
    ((4, 4, 4, 4, 4, 4, 4, 4, 4, 4), (4, 3, 3), (5,), (4, 4))
    """
    if exact:
        return (wanted,) * (people // wanted)
    divisions = []
    for tables in range(1, people // MIN_TABLE + 1):
        size, larger = divmod(people, tables)
        sizes = (size + 1,) * larger + (size,) * (tables - larger)
        if sizes[0] <= MAX_TABLE:
            divisions.append((sum(abs(each - wanted) for each in sizes), -tables, sizes))
    return min(divisions)[2] if divisions else ()


class TablePlan:
    """People at tables, and what it costs that they sit there; `costs` holds what each pair costs."""

    def __init__(self, people: Sequence[int], sizes: Sequence[int], costs: Sequence[Sequence[int]]) -> None:
        self.costs = costs
        self.tables: list[list[int]] = []
        at = 0
        for size in sizes:
            self.tables.append(list(people[at:at + size]))
            at += size
        self.table_of = {person: number for number, table in enumerate(self.tables) for person in table}
        self.at_table = {person: [sum(costs[person][other] for other in table) for table in self.tables] for person in people}
        """What each person costs at each of the tables."""

    @property
    def cost(self) -> int:
        return sum(self.at_table[person][number] for person, number in self.table_of.items()) // 2

    def change_by_swap(self, one: int, other: int) -> int:
        """Return by how much the cost changes when two people of two tables change places."""
        here, there = self.table_of[one], self.table_of[other]
        mine, theirs = self.at_table[one], self.at_table[other]
        return mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * self.costs[one][other]

    def swap(self, one: int, other: int) -> None:
        here, there = self.table_of[one], self.table_of[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here
        costs_of_one, costs_of_other = self.costs[one], self.costs[other]
        for person, sums in self.at_table.items():
            difference = costs_of_other[person] - costs_of_one[person]
            sums[here] += difference
            sums[there] -= difference

    def improve(self) -> None:
        """Let pairs change places for as long as that makes it cheaper."""
        people = list(self.table_of)
        changed = True
        while changed:
            changed = False
            for at, one in enumerate(people):
                for other in people[at + 1:]:
                    if self.table_of[one] != self.table_of[other] and self.change_by_swap(one, other) < 0:
                        self.swap(one, other)
                        changed = True


def seat_people(people: Sequence[int], sizes: Sequence[int], costs: Sequence[Sequence[int]],
                stream: SeedStream) -> list[list[int]]:
    """Return tables that cost little, each in an order that was drawn. People who are not worth a table are not given."""
    best = current = TablePlan(stream.shuffled(people), sizes, costs)
    current.improve()
    least = current.cost
    for _ in range(ATTEMPTS if len(sizes) > 1 else 0):
        if least == 0:
            break
        shaken = TablePlan([person for table in best.tables for person in table], sizes, costs)
        for _ in range(2 + stream.below(4)):
            one, other = people[stream.below(len(people))], people[stream.below(len(people))]
            if shaken.table_of[one] != shaken.table_of[other]:
                shaken.swap(one, other)
        shaken.improve()
        if shaken.cost <= least:
            best, least = shaken, shaken.cost
    return [stream.shuffled(table) for table in best.tables]
