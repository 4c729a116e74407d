"""All states of a table that has hundreds of millions of them: the search of explorer.py, a whole level at a time, in arrays.

A state is one number of 64 bits: for each honest seat, which of its local states it is in. What may happen to a seat depends on
its local state and on what the others have said in the slots that it asks about, and on nothing else. So the states of a level
are sorted into kinds, for each seat; the session code sees one state of each kind, and NumPy makes of that what follows from all
the others. Two explorations of one table come to the same states, which is a test.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.net.model.explorer import Event, Explorer, Found, Place
from tests.net.model.seats import Model, Seats, Slot
from tests.net.model.table import no_new_deck

Packed = NDArray[np.uint64]
Numbers = NDArray[np.int64]

AT_ONCE = 1 << 20
"""States that are looked at together."""
MOST_PENDING = 1 << 26
"""States that have come up in a level, before they are compared with what is known."""


class _List:
    """A growing list of numbers that NumPy can look up."""

    def __init__(self) -> None:
        self._held: Numbers = np.zeros(1024, np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, *values: int) -> None:
        if self._count + len(values) > len(self._held):
            self._held = np.concatenate([self._held, np.zeros(len(self._held) + len(values), np.int64)])
        self._held[self._count:self._count + len(values)] = values
        self._count += len(values)

    @property
    def all(self) -> Numbers:
        return self._held[:self._count]


class _Names:
    """Numbers for things, in the order in which they come up."""

    def __init__(self) -> None:
        self.things: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, thing: Any) -> int:
        found = self._numbers.setdefault(thing, len(self.things))
        if found == len(self.things):
            self.things.append(thing)
        return found


class _Column:
    """The local states of one honest seat, and what may happen to it in states of each kind."""

    def __init__(self, at: int, others: Iterable[int]) -> None:
        self.at = at
        self.locals = _Names()
        self.mouth = _List()
        """By local state: the number of all that others can be told by it."""
        self.finals = _List()
        self.left_out = _List()
        self.lenses = {other: _List() for other in others}
        """By local state: the number of all slots of another seat that this one asks about."""
        self.kinds: dict[int, int] = {}
        self.starts, self.counts, self.after = _List(), _List(), _List()
        """By kind: which local states follow, as a part of one long list."""


class _Ear:
    """What one seat has said, as others ask about it."""

    def __init__(self, seats: Seats) -> None:
        self.lenses = _Names()
        self.mouths = _Names()
        self.speakers: list[int] = []
        """Of all local states that can tell others the same, the first."""
        self.words = _Names()
        self._seats = seats
        self._heard: Numbers = np.full((64, 1024), -1, np.int64)

    def mouth(self, said: Any, number: int) -> int:
        found = self.mouths.number(said)
        if found == len(self.speakers):
            self.speakers.append(number)
        return found

    def heard(self, lenses: Numbers, mouths: Numbers) -> Numbers:
        """For each pair the number of what is said there."""
        self._make_room()
        found = self._heard[lenses, mouths]
        if (found < 0).any():
            new = np.unique(lenses[found < 0] << 32 | mouths[found < 0])
            for lens, mouth in zip((new >> 32).tolist(), (new & 0xFFFFFFFF).tolist(), strict=True):
                said = tuple(self._seats.said(self.speakers[mouth], slot) for slot in self.lenses.things[lens])
                self._heard[lens, mouth] = self.words.number(said)
            found = self._heard[lenses, mouths]
        return found

    def _make_room(self) -> None:
        rows, columns = self._heard.shape
        wide = max(rows, 2 * len(self.lenses.things)), max(columns, 2 * len(self.mouths.things))
        if len(self.lenses.things) > rows or len(self.mouths.things) > columns:
            larger = np.full(wide, -1, np.int64)
            larger[:rows, :columns] = self._heard
            self._heard = larger


class Sweep:
    def __init__(self, model: Model, heal_every: int = 1) -> None:
        self.model = model
        self.heal_every = heal_every
        self.explorer = Explorer(model)
        seats = range(len(model.honest))
        self._columns = [_Column(at, (other for other in seats if other != at)) for at in seats]
        self._ears = [_Ear(self.explorer.seats) for _ in seats]
        self._finals, self._left_out = _Names(), _Names()
        self._bits = 64 // len(model.honest)
        self._mask = (1 << self._bits) - 1
        self._word_bits = (63 - self._bits) // (len(model.honest) - 1)
        """Of the number of what one seat has said, as another asks about it."""
        self._began = time.process_time()
        self._count = 0

    # --- states as numbers

    def _pack(self, place: Place) -> int:
        return sum(self._local(at, number) << at * self._bits for at, number in enumerate(place))

    def _place(self, packed: int) -> Place:
        return tuple(column.locals.things[packed >> column.at * self._bits & self._mask] for column in self._columns)

    def _local_states(self, states: Packed) -> list[Numbers]:
        """Of each seat, which one it is in."""
        mask = np.uint64(self._mask)
        return [(states >> np.uint64(column.at * self._bits) & mask).astype(np.int64) for column in self._columns]

    def _local(self, at: int, number: int) -> int:
        """The place of a local state among those of its seat."""
        column, seat = self._columns[at], self.explorer.seats.all[number]
        found = column.locals.number(number)
        if found == len(column.mouth):
            assert found <= self._mask, "more local states than a state has room for"
            # A seat that asks after its restart is answered according to the whole state of the other.
            said = tuple(sorted(seat.slots.items())) if self.model.restarts is None else number
            column.mouth.add(self._ears[at].mouth(said, number))
            column.finals.add(self._finals.number(seat.finals))
            column.left_out.add(self._left_out.number(seat.left_out))
            asked: dict[int, set[Slot]] = {other: set() for other in column.lenses}
            for question in self.explorer.seats.questions(number, self.model.views):
                for other, slot in question.asks:
                    asked[self.model.honest.index(other)].add(slot)
            for other, slots in asked.items():
                column.lenses[other].add(self._ears[other].lenses.number(tuple(sorted(slots))))
        return found

    # --- what follows

    def _following(self, states: Packed) -> Iterator[tuple[Packed, Numbers]]:
        """All states that one event leads to, from these, and how many from each; a part for each seat."""
        local = self._local_states(states)
        for column in self._columns:
            key = local[column.at]
            for other, lenses in column.lenses.items():
                ear = self._ears[other]
                words = ear.heard(lenses.all[local[column.at]], self._columns[other].mouth.all[local[other]])
                assert len(ear.words.things) < 1 << self._word_bits, "more words than a key has room for"
                key = key << self._word_bits | words
            kinds, first, inverse = np.unique(key, return_index=True, return_inverse=True)
            numbers = np.array([self._kind(column, kind, int(states[at]))
                                for kind, at in zip(kinds.tolist(), first.tolist(), strict=True)], np.int64)[inverse]
            counts = column.counts.all[numbers]
            ends = np.cumsum(counts)
            into = np.arange(ends[-1] if len(ends) else 0) + np.repeat(column.starts.all[numbers] - (ends - counts), counts)
            shift = np.uint64(column.at * self._bits)
            kept = np.repeat(states & ~np.uint64(self._mask << column.at * self._bits), counts)
            yield kept | column.after.all[into].astype(np.uint64) << shift, counts

    def _kind(self, column: _Column, key: int, state: int) -> int:
        found = column.kinds.get(key)
        if found is None:
            after = dict.fromkeys(self.explorer.moves_of(column.at, self._place(state)))
            local = [self._local(column.at, number) for number in after]
            found = column.kinds[key] = len(column.starts)
            column.starts.add(len(column.after))
            column.counts.add(len(local))
            column.after.add(*local)
        return found

    # --- the search

    def explore(self, most: int | None = None) -> Found:
        """All states, level by level, or those of the first levels that come to so many together."""
        with no_new_deck():
            level: Packed = np.array([self._pack(self.explorer.start())], np.uint64)
            levels, seen = [level], level
            while len(level):
                fault = self._fault(level)
                self._count += len(level)
                if fault is not None or (most is not None and self._count >= most):
                    return self._found(levels, *(fault or ("", None)))
                level = self._next(level, seen)
                levels.append(level)
                seen = np.insert(seen, np.searchsorted(seen, level), level)
            return self._found(levels[:-1], "", None, complete=True)

    def _next(self, level: Packed, seen: Packed) -> Packed:
        found: Packed = np.zeros(0, np.uint64)
        parts: list[Packed] = []
        for begin in range(0, len(level), AT_ONCE):
            for after, _ in self._following(level[begin:begin + AT_ONCE]):
                parts.append(np.unique(after))
            if begin + AT_ONCE >= len(level) or sum(map(len, parts)) > MOST_PENDING:
                new = np.unique(np.concatenate(parts))
                at = np.minimum(np.searchsorted(seen, new), len(seen) - 1)
                found = np.union1d(found, new[seen[at] != new])
                parts = []
        return found

    def _fault(self, level: Packed) -> tuple[str, int] | None:
        """What is wrong in one of these states, and in which."""
        faulty = [[at for at, number in enumerate(column.locals.things) if self.explorer.seats.all[number].faults]
                  for column in self._columns]
        for begin in range(0, len(level), AT_ONCE):
            states = level[begin:begin + AT_ONCE]
            local = self._local_states(states)
            suspects = np.zeros(len(states), bool)
            for column, bad in zip(self._columns, faulty, strict=True):
                if bad:
                    suspects |= np.isin(local[column.at], bad)
            finals = [column.finals.all[local[column.at]] for column in self._columns]
            for one, other in combinations(finals, 2):
                pairs, heads = one << 32 | other, self._finals.things
                split = [pair for pair in np.unique(pairs).tolist()
                         if not self.explorer.agree(heads[pair >> 32], heads[pair & 0xFFFFFFFF])]
                if split:
                    suspects |= np.isin(pairs, split) & ~self._are_beyond(local)
            healed = np.zeros(len(states), bool)
            healed[(-self._count - begin) % self.heal_every::self.heal_every] = True
            for state in states[suspects | healed].tolist():
                place = self._place(state)
                fault = self.explorer.fault(place, heals=True)
                if fault:
                    return fault, state
        return None

    def _are_beyond(self, local: list[Numbers]) -> NDArray[np.bool_]:
        """`Explorer.is_beyond`, of many states."""
        if self.model.liar is None or self.model.seats > 3:
            return np.zeros(len(local[0]), bool)
        one, other = (column.left_out.all[local[column.at]] for column in self._columns)
        pairs, inverse = np.unique(one << 32 | other, return_inverse=True)
        found = [self._left_out.things[pair >> 32] | self._left_out.things[pair & 0xFFFFFFFF] == set(self.model.honest)
                 for pair in pairs.tolist()]
        return np.array(found, bool)[inverse]

    # --- what is told

    def _found(self, levels: list[Packed], fault: str, state: int | None, complete: bool = False) -> Found:
        path = self._path(levels, state) if state is not None else []
        seats = self.explorer.seats
        return Found(self._count, len(levels) - 1, complete, len(seats.all), seats.runs, self.explorer.healed,
                     time.process_time() - self._began, fault, [self.explorer.sentence(at, event) for at, event in path])

    def _path(self, levels: list[Packed], state: int) -> list[tuple[int, Event]]:
        """The events on a shortest way there."""
        places = [state]
        for level in reversed(levels[:-1]):
            places.append(self._before(level, places[-1]))
        return self.explorer.events_of([self._place(each) for each in reversed(places)])

    def _before(self, level: Packed, state: int) -> int:
        for begin in range(0, len(level), AT_ONCE):
            states = level[begin:begin + AT_ONCE]
            for after, counts in self._following(states):
                hits = np.flatnonzero(after == np.uint64(state))
                if len(hits):
                    return int(states[np.searchsorted(np.cumsum(counts), hits[0], side="right")])
        raise AssertionError("a state that nothing leads to")
