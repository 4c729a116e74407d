"""Every state that a small table can reach, and what must hold in each of them.

A state is one number for each seat (seats.py). Breadth first, so that what is found wrong is found on a shortest way.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from acquire_net.protocol.lockstep import seats_of
from acquire_net.protocol.messages import Kind, Sync, View
from acquire_net.protocol.session import Session
from tests.net.model.adversary import Adversary, describe
from tests.net.model.seats import Event, Model, Seat, Seats
from tests.net.model.table import no_new_deck

Place = tuple[int, ...]
"""The local state of each honest seat, in their order."""


@dataclass
class Found:
    """What an exploration came to."""
    states: int = 0
    depth: int = 0
    complete: bool = False
    local_states: int = 0
    runs: int = 0
    healed: int = 0
    fault: str = ""
    trace: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        end = "complete" if self.complete else "not complete"
        text = (f"{self.states} states, depth {self.depth}, {end}; {self.local_states} local states, {self.runs} runs of the "
                f"session code, {self.healed} states healed")
        return "\n".join([text, self.fault, *self.trace]) if self.fault else text


class Explorer:
    def __init__(self, model: Model, heal_every: int = 1, forgetful: bool = True) -> None:
        self.model = model
        self.heal_every = heal_every
        self.seats = Seats(model, forgetful)
        self.adversary = Adversary(self.seats) if model.liar is not None else None
        self._reached: dict[tuple[int, int, bool], tuple[tuple[Event, int], ...]] = {}
        self._soups: dict[tuple[int, ...], tuple[frozenset[int], list[frozenset[int]]]] = {}
        self._same: dict[frozenset[int], frozenset[int]] = {}
        self._agrees: dict[tuple[frozenset[tuple[int, bytes]], frozenset[tuple[int, bytes]]], bool] = {}
        self._heals: dict[int, set[Place]] = {}
        self.healed = 0

    # --- moves

    def start(self) -> Place:
        return tuple(self.seats.first(seat) for seat in self.model.honest)

    def moves(self, place: Place) -> Iterator[tuple[int, Event, Place]]:
        """What may happen next: to which seat, what, and where it leads."""
        seats, soup, may_crash = self.seats, self._soup(place), self._may_crash(place)
        for at, number in enumerate(place):
            for event, after in (*seats.own_events(number), *self._from(number, soup)):
                if may_crash or event[0] not in ("restart", "torn"):
                    yield at, event, (*place[:at], after, *place[at + 1:])
            if seats.all[number].session.asking:
                for other, theirs in enumerate(place):
                    asked = list(place)
                    if other != at:
                        asked[at], asked[other] = seats.ask(number, theirs)
                    if tuple(asked) != place:
                        yield at, ("ask", other), tuple(asked)

    def _soup(self, place: Place) -> frozenset[int]:
        """Every frame that was ever sent, and whatever the liar may say."""
        parts = [self.seats.all[number].sent for number in place]
        if self.adversary is not None:
            parts += [self.adversary.says(number) for number in place]
        key = tuple(map(id, parts))
        if key not in self._soups:
            soup = frozenset().union(*parts)
            self._soups[key] = self._same.setdefault(soup, soup), parts
        return self._soups[key][0]

    def _may_crash(self, place: Place) -> bool:
        """Only one seat crashes, and once."""
        return all(self.seats.all[number].journal is not None for number, seat in zip(place, self.model.honest, strict=True)
                   if seat in self.model.restarts)

    def _from(self, number: int, soup: frozenset[int], bounded: bool = True) -> tuple[tuple[Event, int], ...]:
        """What can be made of what was sent: deliveries that change something."""
        key = number, id(soup), bounded
        if key not in self._reached:
            seats, found = self.seats, []
            for frames in self._batches(seats.all[number], soup, bounded):
                after = seats.deliver(number, frames)
                if after != number and (not bounded or seats.all[after].session.views.promised <= self.model.views):
                    found.append((("deliver", frames), after))
                    found += seats.torn(number, frames)
            self._reached[key] = tuple({after: (event, after) for event, after in found}.values())
        return self._reached[key]

    def _batches(self, seat: Seat, soup: frozenset[int], bounded: bool) -> list[tuple[int, ...]]:
        """Frames that come at once. An acknowledgement comes alone or with all others of its block, a SYNC alone or with the
        others of its attempt, a VIEW with those that say the same: what is only remembered is as good as still on its way."""
        session, messages = seat.session, self.seats.frames.messages
        if not self.seats.forgetful:
            return [(frame,) for frame in sorted(soup)]
        here, single = (session.state.block, session.state.view), []
        groups: dict[Any, list[int]] = {}
        for frame in sorted(soup):
            message = messages[frame]
            mine = message.author == seat.seat
            if mine and not session.asking:
                continue
            if message.kind == Kind.SYNC:
                if message.view >= session.views.promised and message.view > here[1]:
                    single.append((frame,))
                    groups.setdefault((message.kind, message.view, cast(Sync, message.body).lost), []).append(frame)
            elif message.kind == Kind.VIEW:
                if message.view > here[1]:
                    if mine:
                        single.append((frame,))
                    groups.setdefault((message.kind, message.view, message.block, message.body), []).append(frame)
            elif message.kind == Kind.LEAVE:
                single.append((frame,))
            elif (message.block, message.view) == here:
                if message.is_content and bounded and seat.is_at_the_end:
                    continue  # the signatures under the result are collected in every order, but not in the model
                if message.is_content or self.model.single_acks:
                    single.append((frame,))
                if message.kind == Kind.ACK:
                    groups.setdefault((message.kind,), []).append(frame)
        return single + [batch for group in groups.values() if not bounded or self._may_matter(session, group)
                         for batch in self._versions(group)]

    def _may_matter(self, session: Session, group: list[int]) -> bool:
        """A VIEW does once it is one of all who remain."""
        first = self.seats.frames.messages[group[0]]
        if first.kind != Kind.VIEW:
            return True
        authors = {self.seats.frames.messages[frame].author for frame in group}
        return set(session.live) - set(seats_of(cast(View, first.body).lost)) - {session.seat} <= authors

    def _versions(self, group: list[int]) -> list[tuple[int, ...]]:
        """The honest frames with each of what the liar says."""
        lies = [frame for frame in group if self.seats.frames.messages[frame].author == self.model.liar]
        true = [frame for frame in group if frame not in lies]
        return [(*true, lie) for lie in lies] or [tuple(true)]

    # --- what must hold

    def wrong(self, place: Place) -> str:
        seats = [self.seats.all[number] for number in place]
        for seat in seats:
            if seat.faults:
                return seat.faults[0]
        for at, seat in enumerate(seats):
            for other in seats[at + 1:]:
                key = seat.finals, other.finals
                if key not in self._agrees:
                    heads = dict(seat.finals)
                    self._agrees[key] = all(heads.get(index, head) == head for index, head in other.finals)
                if not self._agrees[key] and not self._served_both(seat, other):
                    return f"seats {seat.seat} and {other.seat} have different final heads for one block"
        return ""

    def _served_both(self, one: Seat, other: Seat) -> bool:
        """Of three seats a liar makes a majority with either of the others, each without the other: section 2.9 says so."""
        return (self.model.liar is not None and self.model.seats == 3
                and (other.seat not in one.session.live or one.seat not in other.session.live))

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
        after = list(place)
        self._talk(after, alive)
        if tuple(after) != place:
            return tuple(after)
        for doubter in alive:
            live = self.seats.all[after[doubter]].session.live
            mask = sum(1 << seat for seat in self._silent(dead) if seat in live)
            after[doubter] = self.seats.doubt(after[doubter], mask)
            self._talk(after, alive)
        return tuple(after)

    def _talk(self, after: list[int], alive: list[int]) -> None:
        """Until nobody who is alive has anything new to say or to decide. Help is asked for when nothing else is left."""
        before: list[int] = []
        helped = False
        while before != after or not helped:
            helped, before = before == after, list(after)
            for at in alive:
                for _, result in self.seats.own_events(after[at], bounded=False):
                    after[at] = result
                heard: frozenset[int] = frozenset().union(*(self.seats.all[after[other]].sent for other in alive if other != at))
                for other in alive if helped else ():
                    if other != at:
                        after[at], shown = self.seats.help(after[at], after[other])
                        heard |= shown
                heard = self._same.setdefault(heard, heard)
                while moves := [move for move in self._from(after[at], heard, bounded=False) if move[0][0] == "deliver"]:
                    after[at] = moves[-1][1]

    # --- searches

    def explore(self, most: int | None = None, progress: Callable[[int, int], None] | None = None) -> Found:
        """All states, or the first so many of them."""
        with no_new_deck():
            start = self.start()
            parents: dict[Place, tuple[Place, int, Event] | None] = {start: None}
            depths = {start: 0}
            queue, count = deque([start]), 0
            while queue:
                place = queue.popleft()
                count += 1
                depth = depths.pop(place)
                fault = self.wrong(place) or (self.stuck(place) if count % self.heal_every == 0 else "")
                if fault:
                    return self._found(count, depth, False, fault, self._path(parents, place))
                if most is not None and count >= most:
                    return self._found(count, depth, False)
                if progress is not None and count % 20_000 == 0:
                    progress(count, len(queue))
                for at, event, after in self.moves(place):
                    if after not in parents:
                        parents[after] = place, at, event
                        depths[after] = depth + 1
                        queue.append(after)
            return self._found(count, depth, True)

    def walk(self, seed: int, walks: int, steps: int) -> Found:
        """Random ways through states that are too many to see them all."""
        with no_new_deck():
            chance, count, deepest = random.Random(seed), 0, 0
            for _ in range(walks):
                place, path = self.start(), []
                for _ in range(steps):
                    moves = list(self.moves(place))
                    if not moves:
                        break
                    at, event, place = chance.choice(moves)
                    path.append((at, event))
                    count += 1
                    fault = self.wrong(place)
                    if fault:
                        return self._found(count, len(path), False, fault, path)
                fault, deepest = self.stuck(place), max(deepest, len(path))
                if fault:
                    return self._found(count, len(path), False, fault, path)
            return self._found(count, deepest, False)

    def _found(self, count: int, depth: int, complete: bool, fault: str = "",
               path: list[tuple[int, Event]] | None = None) -> Found:
        return Found(count, depth, complete, len(self.seats.all), self.seats.runs, self.healed, fault,
                     [self.sentence(at, event) for at, event in path or ()])

    @staticmethod
    def _path(parents: dict[Place, tuple[Place, int, Event] | None], place: Place) -> list[tuple[int, Event]]:
        path: list[tuple[int, Event]] = []
        while (step := parents[place]) is not None:
            place = step[0]
            path.append(step[1:])
        return path[::-1]

    def sentence(self, at: int, event: Event) -> str:
        """One line of a trace that a person can follow."""
        seat, (word, number) = self.model.honest[at], event
        match word:
            case "deliver":
                return f"seat {seat} gets " + " and ".join(describe(self.seats.frames.messages[frame]) for frame in number)
            case "doubt":
                return f"seat {seat} gives up on {', '.join(map(str, seats_of(number))) or 'nobody'}"
            case "ask":
                return f"seat {seat} asks seat {self.model.honest[number]} after its restart"
            case "restart":
                return f"seat {seat} crashes and restarts with {number} lines of its journal"
            case "torn":
                return f"seat {seat} crashes while it writes, and restarts with {number} lines of its journal"
            case _:
                return f"seat {seat} {word}s"
