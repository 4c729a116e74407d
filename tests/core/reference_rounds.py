"""The second opinion on simultaneous play: docs/spec/rules.md, section 4c, in slow, plain Python.

A round takes the place of a turn (M1). What rounds share with turns is taken from reference_rules.py: the set-up, what a
tile does on the board, bonuses, drawing and the final payments. All that simultaneous play changes is here, each line with its
paragraph; K40 and the like are readings in docs/decisions/0002. Nothing is shared with the engine under test, except the
values of a `Ruleset`. Everything is known here: hands are open, and an answer of a sealed step is kept until the last is in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from acquire_core.actions import CHANCE
from acquire_core.ruleset import Ruleset

from . import reference_board as geometry
from .reference_board import NEIGHBOURS
from .reference_lines import CHANCE_MARK, Illegal, canonical, purchase_words, split
from .reference_rules import ReferenceGame
from .reference_table import Flow, GameEnds, SeatLeft

__all__ = ["Illegal", "ReferenceRounds"]

# M11: an option that is named here has this value in a game of rounds.
ONLY_VALUES: Mapping[str, object] = {
    "special_powers": False, "play4_mandatory": False, "founder_buys_four": False, "sell_shares": False, "open_pick": False,
    "found_optional": False, "same_kind": False, "buy_inactive": False, "no_tile": "skip", "disposal": "hold_sell_trade",
    "disposal_order": "mergemaker", "dead_policy": "auto", "dead_timing": "after_draw", "eighth_chain": "forbid",
    "mixed_growth": "absorb", "end_on_bag": "never",
}


@dataclass
class SealedStep:
    """What several seats answer at once; nothing of it happens before the last answer is in (M1)."""

    phase: str
    concerned: Callable[[], list[int]]  # in table order, asked afresh because a seat may leave
    lines: Callable[[int], Iterable[str]]
    answers: dict[int, list[str]] = field(default_factory=dict)

    def owed(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.concerned() if seat not in self.answers)


class ReferenceRounds(ReferenceGame):
    """One open game of rounds, from the starting tiles to the last payment.

    >>> game = ReferenceRounds(Ruleset(), 3)
    >>> game.apply("* start 0 8I")
    """

    _step: SealedStep | None

    def _prepare(self, ruleset: Ruleset, players: int) -> None:
        super()._prepare(ruleset, players)
        for name, value in ONLY_VALUES.items():  # M11
            if getattr(ruleset, name) != value:
                raise ValueError(f"{name} does not go with simultaneous play")
        self._step = None
        self.chosen: dict[int, str] = {}  # tiles that are still to be settled, by seat
        self.groups: list[list[int]] = []  # seats in the order in which their tiles are settled
        self.bids_to_pay: dict[int, int] = {}  # for tiles that are still to be settled

    # What the outside sees (M13).

    def owed(self) -> tuple[int, ...]:
        """Return the seats that owe an answer, in table order."""
        if self._step is not None:
            return self._step.owed()
        return () if self._question is None or self._question.decider == CHANCE else (self._question.decider,)

    def waiting(self) -> list[str]:
        """Return the answers that were given and are not open yet, in table order."""
        step = self._step
        return [] if step is None else [" ".join([str(seat), *step.answers[seat]]) for seat in step.concerned()
                                        if seat in step.answers]

    @property
    def to_move(self) -> int | None:
        return super().to_move if self._step is None else self.owed()[0]

    @property
    def phase(self) -> str:
        return super().phase if self._step is None else self._step.phase

    def legal(self, seat: int | None = None) -> list[str]:
        """Return what a seat may answer, also where it has answered and may still change it (K55); else what the first may that
        owes."""
        if self._step is None:
            return super().legal() if seat is None or seat == self.to_move else []
        seat = self.owed()[0] if seat is None else seat
        if seat not in self._step.concerned():
            return []
        return sorted(f"{seat} {line}" for line in self._step.lines(seat))

    def apply(self, line: str) -> None:
        """Play one line, or raise Illegal and change nothing."""
        if self.to_move is None:
            raise Illegal("the game is over")
        who, words = split(line)
        words = canonical(words, self.chains)
        if who is None:
            who = CHANCE_MARK if self.to_move == CHANCE else str(self.to_move)
        if words == ["retire"]:
            if who not in map(str, range(self.players)):
                raise Illegal(f"there is no seat {who}")
            if int(who) in self.retired:  # L1
                raise Illegal(f"seat {who} has left already")
        elif " ".join([who, *words]) not in self.legal(CHANCE if who == CHANCE_MARK else int(who)):
            raise Illegal(f"{line!r} is not legal in phase {self.phase}")
        self._answer(who, words)

    # How a sealed step is driven.

    def _answer(self, who: str, words: list[str]) -> None:
        if words == ["retire"] or self._step is None:
            super()._answer(who, words)
            return
        self._history.append((who, words))
        self._step.answers[int(who)] = words  # M13: it may be changed until the step is complete
        if not self._step.owed():
            self._go_on(lambda: self._flow.send(None))

    def _sealed(self, phase: str, concerned: Callable[[], list[int]], lines: Callable[[int], Iterable[str]]
                ) -> Flow[dict[int, list[str]]]:
        """Return the words of all answers, in table order, when the last is in; a step that concerns nobody is skipped (K40)."""
        step = SealedStep(phase, concerned, lines)
        if step.owed():
            self._step, self._question = step, None
            try:
                yield
            finally:
                self._step = None
        return {seat: step.answers[seat] for seat in concerned()}

    def _retire(self, seat: int) -> None:
        """M12. What the seat has answered in a step that is not complete was never opened, so it lapses (K46)."""
        step = self._step
        if step is None:
            super()._retire(seat)
            return
        self.retired.add(seat)
        self.bag |= self.hands[seat]  # L2, and the chosen tile is still in the hand (M2)
        self.hands[seat] = set()
        if len(self._live_seats()) <= 1 and not self.settling:  # L5, K53
            self._go_on(lambda: self._flow.throw(GameEnds("retired")))
            return
        step.answers = {other: step.answers[other] for other in step.concerned() if other in step.answers}
        if not step.owed():
            self._go_on(lambda: self._flow.send(None))

    # Rounds (M1).

    def _play(self, first_seat: int | None) -> Flow[None]:
        try:
            if first_seat is None:
                yield from self._set_up()
                first_seat = self.current
            leader = first_seat
            while True:
                leader = self._live_from(leader)
                yield from self._round(leader)
                leader += 1  # K54
        except GameEnds as end:
            yield from self._final_payments(str(end))

    def _round(self, leader: int) -> Flow[None]:
        self.current = leader
        self.turn += 1  # M13
        self.tiles_moved = False
        yield from self._choose_tiles()
        yield from self._bid_for_the_order()
        yield from self._settle_the_groups()
        yield from self._buy_together()
        yield from self._ask_all_for_the_end()
        for seat in self._clockwise_from(leader):  # M9
            if seat not in self.retired:
                try:
                    yield from self._draw_at_the_end(seat)
                except SeatLeft:
                    pass
        if self.ruleset.stall_end and not self.tiles_moved:  # M10, K52
            raise GameEnds("stall")

    def _table_order(self) -> list[int]:
        """Return the live seats, clockwise from the leader (M1)."""
        return [seat for seat in self._clockwise_from(self.current) if seat not in self.retired]

    # Placing (M2 to M5).

    def _choose_tiles(self) -> Flow[None]:
        """M2. The tiles stay in the hands."""
        answers = yield from self._sealed(
            "place",
            lambda: [seat for seat in self._table_order() if self._playable_tiles(seat)],
            lambda seat: [f"place {tile}" for tile in self._playable_tiles(seat)])
        self.chosen = {seat: words[1] for seat, words in answers.items()}

    def _conflict(self, first: str, second: str) -> bool:
        """M3, on the board at the beginning of the round."""
        return (second in NEIGHBOURS[first]  # (a)
                or bool(self._chains(first) & self._chains(second)) or self._touch_one_loose_group(first, second)  # (b)
                or self._can_found(first) and self._can_found(second))  # (c)

    def _chains(self, tile: str) -> set[str]:
        return geometry.chains_touched(self.board, tile)

    def _touch_one_loose_group(self, first: str, second: str) -> bool:
        return any(square in geometry.loose_group(self.board, other)
                   for square in geometry.loose_touched(self.board, first)
                   for other in geometry.loose_touched(self.board, second))

    def _can_found(self, tile: str) -> bool:
        """M3 (c)."""
        chosen_without_chain = {other for other in self.chosen.values() if not self._chains(other)}
        beside = geometry.loose_touched(self.board, tile) | chosen_without_chain & set(NEIGHBOURS[tile])
        return bool(self._inactive_chains()) and not self._chains(tile) and bool(beside)

    def _groups_in_conflict(self) -> list[list[int]]:
        """M3: tiles linked through others are one group. M5: groups in table order of their earliest seat."""
        left = [seat for seat in self._table_order() if seat in self.chosen]
        groups = []
        while left:
            group = [left.pop(0)]
            for seat in group:  # grows while it is read
                linked = [other for other in left if self._conflict(self.chosen[seat], self.chosen[other])]
                group += linked
                left = [other for other in left if other not in linked]
            groups.append([seat for seat in self._table_order() if seat in group])
        return groups

    def _order_matters(self, group: Sequence[int]) -> bool:
        """M4: not for a tile alone, and not where all tiles touch one chain, the same, and conflict by that alone (K43)."""
        tiles = [self.chosen[seat] for seat in group]
        one_chain = all(len(self._chains(tile)) == 1 and self._chains(tile) == self._chains(tiles[0]) for tile in tiles)
        other_conflict = any(second in NEIGHBOURS[first] or self._touch_one_loose_group(first, second)
                             for first in tiles for second in tiles if first != second)
        return len(group) > 1 and (other_conflict or not one_chain)

    def _bid_for_the_order(self) -> Flow[None]:
        """M4. Groups, and whether they bid, are settled once (K42)."""
        self.groups = self._groups_in_conflict()
        self.bids_to_pay = {}
        bidding = [group for group in self.groups if self._order_matters(group)]

        def live(group: Sequence[int]) -> list[int]:
            return [seat for seat in group if seat not in self.retired]

        def bidders() -> list[int]:
            # M12: a tile left alone does not bid (K47).
            return [seat for seat in self._table_order() if any(seat in group and len(live(group)) > 1 for group in bidding)]

        bids = yield from self._bids(bidders, lambda seat: self.cash[seat])
        for group in bidding:
            group[:] = by_bids(live(group), bids)
            for seat in group[:-1]:  # the last pays nothing
                self.bids_to_pay[seat] = bids[seat]

    def _bids(self, bidders: Callable[[], list[int]], limit: Callable[[int], int]) -> Flow[dict[int, int]]:
        """M4: multiples of $100 from 0 to a limit, which is rounded down; K58."""
        answers = yield from self._sealed(
            "bid", bidders, lambda seat: [f"bid {dollars}" for dollars in range(0, min(limit(seat), 1_000_000) + 1, 100)])
        return {seat: int(words[1]) for seat, words in answers.items()}

    def _settle_the_groups(self) -> Flow[None]:
        """M5. A tile of a seat that has left has left its group, and nobody else becomes the last in it (M12)."""
        for group in self.groups:
            for seat in group:
                if seat in self.retired:
                    continue
                tile = self.chosen.pop(seat)
                bid = self.bids_to_pay.pop(seat, 0)
                if not self._is_playable(tile):  # judged on the board as it is now
                    continue  # it was never out of the hand, and costs nothing
                self.cash[seat] -= bid  # K44
                try:
                    yield from self._settle(seat, tile)
                except SeatLeft:
                    pass  # L4 has settled the tile (M12)

    # Disposal (M6).

    def _dispose_all(self, mergemaker: int, chain: str, survivor: str, price: int) -> Flow[None]:
        answers = yield from self._sealed(
            "dispose",
            lambda: [seat for seat in self._table_order() if self.shares[seat][chain] > 0],
            lambda seat: self._disposals(seat, chain, survivor))
        wanted: dict[int, int] = {}  # blocks of the survivor, by trader in table order
        for seat in self._clockwise_from(self.current):
            words = answers.get(seat)
            # L3: a seat that has left sells all of them (K48).
            sold, traded = (int(words[4]), int(words[6])) if words else (self.shares[seat][chain], 0)
            self._move_blocks(seat, chain, -sold)
            self.cash[seat] += sold * price
            if traded > 0:
                wanted[seat] = traded // 2
        bids: dict[int, int] = {}
        if sum(wanted.values()) > self.market[survivor]:
            bids = yield from self._bids(
                lambda: [seat for seat in self._table_order() if seat in wanted],
                lambda seat: self.cash[seat] - self.bids_to_pay.get(seat, 0))
        for seat, count in self._serve(wanted, bids, survivor):  # K49: in it a trader who has left, with bid 0
            self._move_blocks(seat, chain, -2 * count)  # what finds nothing to trade for is held

    def _serve(self, wanted: Mapping[int, int], bids: Mapping[int, int], chain: str) -> list[tuple[int, int]]:
        """Hand out blocks in the order of the bids while there are any, and take the bids (M6)."""
        order = by_bids(list(wanted), bids)
        served = []
        for seat in order:
            count = min(wanted[seat], self.market[chain])
            self._move_blocks(seat, chain, count)
            if count > 0 and seat != order[-1]:  # K51
                self.cash[seat] -= bids.get(seat, 0)
            served.append((seat, count))
        return served

    # Buying (M7) and the end (M8).

    def _buy_together(self) -> Flow[None]:
        answers = yield from self._sealed("buy", self._table_order, self._purchases)
        orders = {seat: purchase_words(words)[0] for seat, words in answers.items()}
        for chain in self.chains:
            yield from self._deliver(chain, orders)

    def _deliver(self, chain: str, orders: dict[int, list[str]]) -> Flow[None]:
        """One chain; the seats pay for what they get. Orders of seats that have left have lapsed (M12)."""
        prices = self._active_prices()

        def wanted() -> dict[int, int]:
            return {seat: orders[seat].count(chain) for seat in self._table_order() if chain in orders[seat]}

        def bidders() -> list[int]:
            return list(wanted()) if sum(wanted().values()) > self.market[chain] else []  # K50

        def limit(seat: int) -> int:
            return self.cash[seat] - sum(prices[ordered] for ordered in orders[seat])

        bids = yield from self._bids(bidders, limit)
        for seat, count in self._serve(wanted(), bids, chain):
            self.cash[seat] -= count * prices[chain]
            orders[seat] = [ordered for ordered in orders[seat] if ordered != chain]

    def _ask_all_for_the_end(self) -> Flow[None]:
        if not self._end_is_allowed():
            return
        if self.ruleset.end_mode == "auto":
            raise GameEnds("automatic")
        answers = yield from self._sealed("declare_end", self._table_order, lambda seat: ["end no", "end yes"])
        if ["end", "yes"] in answers.values():
            self.declared = True  # K56
            raise GameEnds("declared")


def by_bids(seats: Sequence[int], bids: Mapping[int, int]) -> list[int]:
    """The higher bid first, equal bids in the order that `seats` come in (M4)."""
    return sorted(seats, key=lambda seat: -bids.get(seat, 0))
