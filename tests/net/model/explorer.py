"""Every state that a small table can reach, and what must hold in each of them.

A state is one number for each seat (seats.py). Breadth first, so that what is found wrong is found on a shortest way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Kind
from tests.net.model.describing import describe
from tests.net.model.seats import NOTHING, Event, Model, Question, Seats
from tests.net.model.table import no_new_deck

Place = tuple[int, ...]
"""The local state of each honest seat, in their order."""
Finals = frozenset[tuple[int, bytes]]
"""Heads that were final for a seat, by block."""
Outcome = tuple[tuple[Any, ...], ...]
"""What can be said of a place in words that two explorations have in common."""


@dataclass
class Found:
    """What an exploration came to."""
    states: int = 0
    depth: int = 0
    complete: bool = False
    local_states: int = 0
    runs: int = 0
    healed: int = 0
    seconds: float = 0
    fault: str = ""
    trace: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        end = "complete" if self.complete else "not complete"
        text = (f"{self.states:,} states, depth {self.depth}, {end}; {self.local_states:,} local states, {self.runs:,} runs of "
                f"the session code, {self.healed:,} states healed, {self.seconds:.0f} s of CPU")
        return "\n".join([text, self.fault, *self.trace]) if self.fault else text


class Explorer:
    def __init__(self, model: Model, heal_every: int = 1, forgetful: bool = True) -> None:
        self.model = model
        self.heal_every = heal_every
        self.seats = Seats(model, forgetful)
        self._at = {seat: at for at, seat in enumerate(model.honest)}
        self._agrees: dict[tuple[Finals, Finals], bool] = {}
        self._heals: dict[int, set[Place]] = {}
        self.healed = 0
        self._began = time.process_time()

    # --- moves

    def start(self) -> Place:
        return tuple(self.seats.first(seat) for seat in self.model.honest)

    def moves(self, place: Place) -> Iterator[Place]:
        """What the table may be next."""
        for at in range(len(place)):
            for after in self.moves_of(at, place):
                yield _with(place, at, after)

    def moves_of(self, at: int, place: Place) -> Iterator[int]:
        """What may become of the honest seat that is there."""
        for question, said in self._questions(at, place):
            for after in self.seats.following(place[at], question, said):
                if self._is_within(after):
                    yield after
        if not self.seats.forgetful:
            yield from (after for _, after in self._one_by_one(place[at], place) if after != place[at] and self._is_within(after))

    def events(self, place: Place) -> Iterator[tuple[int, Event, Place]]:
        """The same with what happens, and to which seat."""
        for at, number in enumerate(place):
            events = [event for asked in self._questions(at, place) for event in self.seats.answers(number, *asked)]
            if not self.seats.forgetful:
                events += self._one_by_one(number, place)
            for event, after in events:
                if after != number and self._is_within(after):
                    yield at, event, _with(place, at, after)

    def _questions(self, at: int, place: Place) -> Iterator[tuple[Question, tuple[int, ...]]]:
        seats = self.seats
        for question in seats.questions(place[at], self.model.views):
            yield question, tuple([seats.said(place[self._at[seat]], slot) for seat, slot in question.asks])

    def _is_within(self, number: int) -> bool:
        return self.seats.all[number].session.views.promised <= self.model.views

    def _one_by_one(self, number: int, place: Place) -> Iterator[tuple[Event, int]]:
        """Besides, where seats remember everything: any frame that was ever sent may come next, alone."""
        for frame in sorted(frozenset().union(*(self.seats.all[other].sent for other in place))):
            yield ("deliver", (frame,)), self.seats.deliver(number, (frame,))

    # --- what must hold

    def wrong(self, place: Place) -> str:
        seats = [self.seats.all[number] for number in place]
        for seat in seats:
            if seat.faults:
                return seat.faults[0]
        if self.is_beyond(place):
            return ""
        for at, seat in enumerate(seats):
            for other in seats[at + 1:]:
                if not self.agree(seat.finals, other.finals):
                    return f"seats {seat.seat} and {other.seat} have different final heads for one block"
        return ""

    def agree(self, one: Finals, other: Finals) -> bool:
        if (one, other) not in self._agrees:
            heads = dict(one)
            self._agrees[one, other] = all(heads.get(index, head) == head for index, head in other)
        return self._agrees[one, other]

    def is_beyond(self, place: Place) -> bool:
        """Of three seats a liar makes a majority with either of the others, each without the other (docs/protocol.md, 9). From
        there on are two logs; but still nobody honest signs what he must not, or is convicted."""
        if self.model.liar is None or self.model.seats > 3:
            return False
        return frozenset().union(*(self.seats.all[number].left_out for number in place)) == set(self.model.honest)

    def stuck(self, place: Place) -> str:
        """Whether the table goes on from here once the network has healed, with all seats or without one that is dead."""
        dead = [-1, *range(len(place))] if self.model.liar is None else [-1]
        for lost in dead:
            fault = self._stuck_without(place, lost)
            if fault:
                return fault
        self.healed += 1
        return ""

    def _stuck_without(self, place: Place, dead: int) -> str:
        good = self._heals.setdefault(dead, set())
        passed: list[Place] = []
        for _ in range(60):
            if place in good:
                break
            passed.append(place)
            after = self._healed_a_little(place, dead)
            if after == place:
                unhappy = [at for at in range(len(place)) if at != dead and not self._has_an_end(place, at, dead)]
                if unhappy:
                    seats = ", ".join(str(self.model.honest[at]) for at in unhappy)
                    return f"seats {seats} never go on, and no pause has a name (silent: {self._silent(dead)})"
                break
            place = after
        else:
            return f"the table goes round in circles (silent: {self._silent(dead)})"
        good.update(passed)
        return ""

    def _silent(self, dead: int) -> tuple[int, ...]:
        found = [self.model.honest[dead]] if dead >= 0 else []
        return tuple(found if self.model.liar is None else [*found, self.model.liar])

    def _has_an_end(self, place: Place, at: int, dead: int) -> bool:
        """Over, dropped, or adjourned: it knows that with those who are silent, or bound against it, too few are left."""
        seat = self.seats.all[place[at]]
        me = seat.session
        if seat.is_at_the_end or me.dropped or me.finished or me.replica.regroup:
            return True
        return not me.replica.may_go_on(me.views.bound | me.views.against | set(self._silent(dead)) & set(me.live))

    def _healed_a_little(self, place: Place, dead: int) -> Place:
        """One round: all that is alive talks and decides, and, where that changes nothing, each in turn gives up on whoever is
        silent."""
        alive = [at for at in range(len(place)) if at != dead]
        after = self._talk(place, alive)
        if after != place:
            return after
        for doubter in alive:
            live = self.seats.all[after[doubter]].session.live
            mask = sum(1 << seat for seat in self._silent(dead) if seat in live)
            after = self._talk(_with(after, doubter, self.seats.doubt(after[doubter], mask)), alive)
        return after

    def _talk(self, place: Place, alive: list[int]) -> Place:
        """Until nobody who is alive has anything new to say or to decide: first what each has said himself, then by STATUS what
        each holds of the others. A seat that is behind hears the same answer again: nothing of that is counted here, so there is
        an end to it."""
        while True:
            before = place
            for at in alive:
                place = _with(place, at, self._hear(place, at, alive))
            if place == before:
                for at in alive:
                    for other in alive:
                        if other != at:
                            place = _with(place, at, self.seats.help(place[at], place[other]))
            if place == before:
                return place

    def _hear(self, place: Place, at: int, alive: list[int]) -> int:
        """All that those who are alive have said for a seat, and its decision."""
        seats, number = self.seats, place[at]
        top = max(seats.all[other].session.views.promised for other in place)
        while True:
            before = number = seats.decide(number)
            for question in seats.questions(number, top):
                if question.word in HEARING:
                    said = tuple([seats.said(place[self._at[seat]], slot) if self._at[seat] in alive else NOTHING
                                  for seat, slot in question.asks])
                    heard = seats.following(number, question, said)
                    if heard:
                        number = heard[-1]
                        break
            if number == before:
                return number

    # --- searches

    def levels(self) -> Iterator[dict[Place, Place]]:
        """All states by their depth, each with the one that it was first reached from; the start comes from itself."""
        start = self.start()
        seen, level = {start}, {start: start}
        while level:
            yield level
            after: dict[Place, Place] = {}
            for place in level:
                for following in self.moves(place):
                    if following not in seen:
                        seen.add(following)
                        after[following] = place
            level = after

    def explore(self, most: int | None = None) -> Found:
        """All states, or the first so many of them."""
        with no_new_deck():
            passed: list[dict[Place, Place]] = []
            count = 0
            for level in self.levels():
                passed.append(level)
                for place in level:
                    count += 1
                    fault = self.fault(place, heals=count % self.heal_every == 0)
                    if fault or count == most:
                        return self._found(count, len(passed) - 1, False, fault, self._path(passed, place) if fault else None)
            return self._found(count, len(passed) - 1, True)

    def fault(self, place: Place, heals: bool) -> str:
        return self.wrong(place) or (self.stuck(place) if heals and not self.is_beyond(place) else "")

    def walk(self, seed: int, walks: int, steps: int) -> Found:
        """Random ways through states that are too many to see them all."""
        with no_new_deck():
            count, deepest = 0, 0
            for path in self._ways(seed, walks, steps):
                place = path[-1]
                count, deepest = count + 1, max(deepest, len(path) - 1)
                fault = self.fault(place, heals=len(path) == steps or not any(self.moves(place)))
                if fault:
                    return self._found(count, len(path) - 1, False, fault, self.events_of(path))
            return self._found(count, deepest, False)

    def _ways(self, seed: int, walks: int, steps: int) -> Iterator[list[Place]]:
        """The places that were passed so far, after each step."""
        chance = random.Random(seed)
        for _ in range(walks):
            path = [self.start()]
            while len(path) < steps and (moves := list(self.moves(path[-1]))):
                path.append(chance.choice(moves))
                yield path

    def outcomes(self) -> set[Outcome]:
        with no_new_deck():
            return {self._outcome(place) for level in self.levels() for place in level}

    def outcomes_of_walks(self, seed: int, walks: int, steps: int) -> set[Outcome]:
        with no_new_deck():
            return {self._outcome(path[-1]) for path in self._ways(seed, walks, steps)}

    def _outcome(self, place: Place) -> Outcome:
        """For each seat what is final, who is left, and what it has said; but for its SYNCs, which tell what it held at the time,
        and for the signatures below the result, which are not collected in every order."""
        seats, messages = [self.seats.all[number] for number in place], self.seats.frames.messages
        said = [[messages[frame] for slot, frame in seat.slots.items() if slot[0] != "SYNC"] for seat in seats]
        last = min((message.block for message in chain.from_iterable(said) if message.kind == Kind.RESULT), default=NEVER)
        return tuple((frozenset((block, head) for block, head in seat.finals if block < last), seat.session.live,
                      seat.session.state.view, frozenset(message.frame for message in own if message.block < last))
                     for seat, own in zip(seats, said, strict=True))

    def _found(self, count: int, depth: int, complete: bool, fault: str = "",
               path: list[tuple[int, Event]] | None = None) -> Found:
        return Found(count, depth, complete, len(self.seats.all), self.seats.runs, self.healed, time.process_time() - self._began,
                     fault, [self.sentence(at, event) for at, event in path or ()])

    def _path(self, passed: list[dict[Place, Place]], place: Place) -> list[tuple[int, Event]]:
        places = [place]
        for level in reversed(passed[1:]):
            places.append(level[places[-1]])
        return self.events_of(places[::-1])

    def events_of(self, places: list[Place]) -> list[tuple[int, Event]]:
        return [next((at, event) for at, event, following in self.events(before) if following == after)
                for before, after in zip(places, places[1:], strict=False)]

    def sentence(self, at: int, event: Event) -> str:
        """One line of a trace that a person can follow."""
        seat, (word, what) = self.model.honest[at], event
        match word:
            case "deliver":
                return f"seat {seat} gets {self._described(what)}"
            case "doubt":
                mask, frames, _ = what
                first = f"gets {self._described(frames)}, and then " if frames else ""
                return f"seat {seat} {first}gives up on {', '.join(map(str, seats_of(mask))) or 'nobody'}"
            case "ask":
                return f"seat {seat} asks seat {self.seats.all[what].seat} after its restart"
            case "own":
                return f"seat {seat} asks seat {self.seats.all[what].seat} after its restart, and gets its own messages"
            case "restart":
                return f"seat {seat} crashes and restarts with {what} lines of its journal"
            case "torn":
                return f"seat {seat} crashes while it writes, and restarts with {what} lines of its journal"
            case _:
                return f"seat {seat} {word}s"

    def _described(self, frames: tuple[int, ...]) -> str:
        return " and ".join(describe(self.seats.frames.messages[frame]) for frame in frames)


NEVER = 1 << 32
HEARING = frozenset({"content", "close", "join", "conclude", "certificate"})
"""The questions that need nothing but a network that works."""


def _with(place: Place, at: int, number: int) -> Place:
    return (*place[:at], number, *place[at + 1:])
