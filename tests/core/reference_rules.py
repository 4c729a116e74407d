"""The second opinion: the rules of docs/spec/rules.md in slow, plain Python, read straight down like the rule book.

The whole game is one generator. It stops wherever a player or chance has to answer, and the answer is sent into it;
so the order of the questions (docs/spec/rules.md, section 5) is simply the order of the code. Numbers such as R26, A12, S4, L4
are paragraphs of docs/spec/rules.md, K8 and the like the readings in docs/decisions/0002. Everything is known here: there are
no hidden tiles. Nothing is cached and nothing is shared with the engine that is tested against this file, except
the values of a `Ruleset`.

The table with its state is in reference_table.py, the board in reference_board.py, money in reference_money.py, the
spelling of lines in reference_lines.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations

from acquire_core.actions import CHANCE

from . import reference_board as geometry
from . import reference_money as money
from .reference_board import ALL_TILES, column_of, in_board_order, row_of
from .reference_lines import Illegal, purchase, purchase_words, written
from .reference_table import Flow, GameEnds, SeatLeft, Table

__all__ = ["Illegal", "ReferenceGame"]

HAND = 6
POWERS_BEFORE_PLACING = ("play4", "take5")  # S2
POWERS_BEFORE_BUYING = ("buy5", "free3", "trade2")


class ReferenceGame(Table):
    """One open game, from the starting tiles to the last payment.

    >>> from acquire_core import Ruleset
    >>> game = ReferenceGame(Ruleset(), 2)
    >>> game.apply("* start 0 8I")
    """

    def _play(self, first_seat: int | None) -> Flow[None]:
        """The whole game; from a position the set-up is done, and a seat to begin is given."""
        try:
            if first_seat is None:
                yield from self._set_up()
                first_seat = self.current
            seat = first_seat
            while True:
                seat = self._live_from(seat)  # L3, K30
                yield from self._turn(seat)
                seat += 1
        except GameEnds as end:
            yield from self._final_payments(str(end))

    def _set_up(self) -> Flow[None]:
        """R7-R9, K13, K30."""
        start_tiles: dict[str, int] = {}
        if self.ruleset.starting_tiles:
            for seat in range(self.players):  # A31
                words = yield from self._ask(CHANCE, "start", partial(self._with_tiles_of_the_bag, f"start {seat}"))
                assert words is not None
                self.bag.remove(words[2])
                self.board[words[2]] = None
                start_tiles[words[2]] = seat
        self.current = self._live_from(self._starting_seat(start_tiles))
        for seat in self._clockwise_from(self.current):
            for _ in range(HAND):
                if not (yield from self._take_tile(seat)):
                    break

    def _starting_seat(self, start_tiles: Mapping[str, int]) -> int:
        """R8 and its other readings (I6, A29)."""
        distance: dict[str, Callable[[str], tuple[int, ...]]] = {
            "lowest_number": lambda tile: (column_of(tile), row_of(tile)),
            "topmost_row": lambda tile: (row_of(tile), column_of(tile)),
            "closest_1A": lambda tile: ((column_of(tile) - 1) ** 2 + row_of(tile) ** 2, column_of(tile), row_of(tile)),
            "closest_1A_manhattan": lambda tile: (column_of(tile) - 1 + row_of(tile), column_of(tile), row_of(tile)),
        }
        if not start_tiles or self.ruleset.start_rule == "seat0":
            return 0
        return start_tiles[min(start_tiles, key=distance[self.ruleset.start_rule])]

    def _turn(self, seat: int) -> Flow[None]:
        """R10: place, buy, draw."""
        self.current = seat
        self.turn += 1
        self.power = None
        self.founded = set()
        self.tiles_moved = False
        try:
            yield from self._ask_for_the_end("declare_before")
            yield from self._place_tiles(seat)
            yield from self._buy(seat)
            yield from self._ask_for_the_end("declare_end")
        except SeatLeft:
            pass
        if self.declared:
            raise GameEnds("declared")
        if self.ruleset.end_mode == "auto" and self._end_is_allowed():  # A4, K2
            raise GameEnds("automatic")
        if seat not in self.retired:
            try:
                yield from self._draw_at_the_end(seat)
            except SeatLeft:
                pass
        if self.tiles_moved:
            self.stall_turns = 0
        elif seat not in self.retired:  # K12
            self.stall_turns += 1
        if self.ruleset.stall_end and self.stall_turns >= len(self._live_seats()):  # R44, L4
            raise GameEnds("stall")

    def _end_is_allowed(self) -> bool:
        """R40, A2, A3."""
        active_sizes = [size for size in self.sizes().values() if size > 0]
        all_safe = bool(active_sizes) and min(active_sizes) >= self.ruleset.safe_size
        return any(size >= self.ruleset.end_size for size in active_sizes) or (self.ruleset.end_all_safe and all_safe)

    def _ask_for_the_end(self, phase: str) -> Flow[None]:
        """A1, K1."""
        moments = {"anytime": ("declare_before", "declare_end"), "end_of_turn": ("declare_end",), "auto": ()}
        if phase in moments[self.ruleset.end_mode] and not self.declared and self._end_is_allowed():
            words = yield from self._ask_current(phase, lambda: ["end no", "end yes"])
            self.declared = words[1] == "yes"

    # Placing (R11-R17).

    def _place_tiles(self, seat: int) -> Flow[None]:
        """Everything up to the last settled tile: take5, a replaced hand, one tile or the four of play4."""
        yield from self._ask_for_power("power_start", POWERS_BEFORE_PLACING)
        if self.power == "take5":  # S4, K7
            yield from self._draw_at_once(seat, 5)
        hand = self.hands[seat]
        if self.ruleset.no_tile == "replace_hand" and hand and not self._playable_tiles(seat):  # A18, K4
            words = yield from self._ask_current("replace_hand", lambda: ["replace no", "replace yes"])
            if words[1] == "yes":
                old_count = len(hand)
                self._set_aside(seat, set(hand))
                yield from self._draw_at_once(seat, old_count)
        if self.ruleset.no_tile == "end" and not self._playable_tiles(seat):  # K5
            raise GameEnds("no_tile")
        for placed in range(4 if self.power == "play4" else 1):  # S5, K6
            if placed > 0:
                if not self._playable_tiles(seat):
                    return
                yield from self._ask_for_the_end("declare_before")
            words = yield from self._ask_current("place", partial(self._placings, seat, placed))
            if words[0] in ("pass", "stop"):
                return
            yield from self._settle(seat, words[1])

    def _placings(self, seat: int, placed: int) -> list[str]:
        lines = [f"place {tile}" for tile in self._playable_tiles(seat)]
        if placed > 0 and not self.ruleset.play4_mandatory:
            lines.append("stop")
        return lines or ["pass"]

    def _playable_tiles(self, seat: int) -> list[str]:
        return [tile for tile in in_board_order(self.hands[seat]) if self._is_playable(tile)]

    def _is_playable(self, tile: str) -> bool:
        """R12."""
        chains = geometry.chains_touched(self.board, tile)
        loose = geometry.loose_touched(self.board, tile)
        if self._is_dead(tile):
            return False
        if not chains and loose:
            return bool(self._inactive_chains()) or self.ruleset.eighth_chain == "unfounded"  # K15, K16
        if chains and loose:
            return self.ruleset.mixed_growth == "absorb"  # K17
        return True

    def _is_dead(self, tile: str) -> bool:
        """R20; I9 and K18 for `any_safe`. Loose tiles around it do not matter (A26)."""
        touched = geometry.chains_touched(self.board, tile)
        sizes = self.sizes()
        safe = [chain for chain in touched if sizes[chain] >= self.ruleset.safe_size]
        if self.ruleset.safe_merge == "any_safe":
            return len(touched) >= 2 and len(safe) >= 1
        return len(safe) >= 2

    def _price(self, chain: str) -> int:
        return money.price(self.chains.index(chain), self.sizes()[chain])

    def _settle(self, seat: int, tile: str) -> Flow[None]:
        """Put a tile on the board and do all that follows from it."""
        touched = geometry.chains_touched(self.board, tile)
        self.hands[seat].remove(tile)
        self.board[tile] = None  # K19
        self.tiles_moved = True
        if len(touched) == 1:
            self._join(tile, touched.pop())  # R17
            return
        self.settling = True
        if len(touched) >= 2:
            yield from self._merge(seat, tile, touched)
        elif geometry.loose_touched(self.board, tile) and self._inactive_chains():
            yield from self._found(seat, tile)
        self.settling = False
        if len(self._live_seats()) <= 1:  # K32; the last may leave in the merger too
            raise GameEnds("retired")
        if seat in self.retired:
            raise SeatLeft

    def _join(self, tile: str, chain: str) -> None:
        """A loose tile and all loose tiles connected to it become part of a chain."""
        for square in geometry.loose_group(self.board, tile):
            self.board[square] = chain

    def _found(self, seat: int, tile: str) -> Flow[None]:
        """R13-R15; L4: for a founder who has left, the first inactive chain."""
        choices = self._inactive_chains()
        names = [written(chain) for chain in choices] + (["none"] if self.ruleset.found_optional else [])
        words = yield from self._ask(seat, "found", lambda: [f"found {name}" for name in names])
        if words == ["found", "none"]:  # K15
            return
        chain = words[1].lower() if words else choices[0]
        self._join(tile, chain)
        self.founded.add(chain)
        self._move_blocks(seat, chain, min(1, self.market[chain]))

    # Mergers (R18-R34).

    def _merge(self, mergemaker: int, tile: str, touched: set[str]) -> Flow[None]:
        self.cash[mergemaker] += self.ruleset.merger_bonus  # V2, K20
        size_before = self.sizes()  # R21
        survivor = yield from self._largest(mergemaker, touched, "survivor")  # R22
        defunct = touched - {survivor}
        while defunct:
            chain = yield from self._largest(mergemaker, defunct, "next")  # R23
            defunct.remove(chain)
            price = money.price(self.chains.index(chain), size_before[chain])
            yield from self._pay_bonuses(chain, price)
            if self.ruleset.disposal == "hold_sell_trade":
                yield from self._dispose_all(mergemaker, chain, survivor, price)
        for square, chain_there in self.board.items():  # R34
            if chain_there in touched:
                self.board[square] = survivor
        self._join(tile, survivor)

    def _largest(self, mergemaker: int, candidates: set[str], verb: str) -> Flow[str]:
        """Return the largest of some chains; the mergemaker is asked on a tie only (A27)."""
        most = max(self.sizes()[chain] for chain in candidates)
        tied = [chain for chain in self.chains if chain in candidates and self.sizes()[chain] == most]
        if len(tied) == 1:
            return tied[0]
        phase = {"survivor": "survivor", "next": "next_defunct"}[verb]
        words = yield from self._ask(mergemaker, phase, lambda: [f"{verb} {written(chain)}" for chain in tied])
        return words[1].lower() if words else tied[0]  # L4

    def _pay_bonuses(self, chain: str, price: int) -> Flow[None]:
        """R25-R29; with two players the market competes and its part is paid to nobody (R35, R36, A21)."""
        blocks = {seat: self.shares[seat][chain] for seat in range(self.players)}
        blocks[CHANCE] = yield from self._market_holding()
        bonuses = money.bonuses_of_places(price, self.ruleset.bonus_places)
        for holder, dollars in money.share_bonuses(blocks, bonuses, self.ruleset.tie_rounding).items():
            if holder != CHANCE:
                self.cash[holder] += dollars

    def _market_holding(self) -> Flow[int]:
        """R35, K22, A19, A20: the number on a tile that is put back. Seats are counted as at the start (L4)."""
        if self.players != 2 or not self.ruleset.two_player_market:
            return 0
        if not self.bag and self.ruleset.market_empty_bag == "zero":
            return 0
        words = yield from self._ask(CHANCE, "market_draw", lambda: [f"market {tile}" for tile in self.bag or ALL_TILES])
        assert words is not None
        return column_of(words[1])

    def _dispose_all(self, mergemaker: int, chain: str, survivor: str, price: int) -> Flow[None]:
        """R30-R33: every holder once, a seat that has left sells (L3)."""
        for seat in self._disposal_order(mergemaker, chain):
            words = yield from self._ask(seat, "dispose", partial(self._disposals, seat, chain, survivor))
            held = self.shares[seat][chain]
            sold, traded = (int(words[4]), int(words[6])) if words else (held, 0)
            self._move_blocks(seat, chain, -sold - traded)
            self._move_blocks(seat, survivor, traded // 2)
            self.cash[seat] += sold * price

    def _disposal_order(self, mergemaker: int, chain: str) -> list[int]:
        """R31; I11 and K23 for `majority`."""
        holders = [seat for seat in self._clockwise_from(mergemaker) if self.shares[seat][chain] > 0]
        if self.ruleset.disposal_order == "mergemaker":
            return holders
        classes = money.disposal_classes({seat: self.shares[seat][chain] for seat in holders})
        return [seat for members in classes for seat in holders if seat in members]

    def _disposals(self, seat: int, chain: str, survivor: str) -> list[str]:
        held = self.shares[seat][chain]
        most_traded = min(held // 2, self.market[survivor])  # R33, A9
        return [f"dispose hold {held - sold - 2 * gained} sell {sold} trade {2 * gained}"
                for gained in range(most_traded + 1) for sold in range(held - 2 * gained + 1)]

    # Powers (S1-S5) and buying (R37).

    def _ask_for_power(self, phase: str, powers: Sequence[str]) -> Flow[None]:
        """K3: asked while a marker for this moment is left and none was used this turn."""
        left = [power for power in powers if power in self.powers[self.current]]
        if left and self.power is None:
            words = yield from self._ask_current(phase, lambda: ["power none", *(f"power {power}" for power in left)])
            if words[1] != "none":
                self.power = words[1]
                self.powers[self.current].remove(words[1])

    def _buy(self, seat: int) -> Flow[None]:
        yield from self._ask_for_power("power_buy", POWERS_BEFORE_BUYING)
        if self.power == "trade2":
            yield from self._trade_two_for_one(seat)
        words = yield from self._ask_current("buy", lambda: self._purchases(seat))
        bought, sold = purchase_words(words)
        for chain in sold:
            self._move_blocks(seat, chain, -1)
            self.cash[seat] += self._price(chain)
        for chain in bought:
            self._move_blocks(seat, chain, 1)
            if self.power != "free3":
                self.cash[seat] -= self._prices_in_the_market()[chain]

    def _trade_two_for_one(self, seat: int) -> Flow[None]:
        """S3, K29."""
        for _ in range(3):
            if not self._trades(seat):
                return
            words = yield from self._ask_current("trade2", lambda: [*self._trades(seat), "stop"])
            if words == ["stop"]:
                return
            give, get = words[1].lower(), words[2].lower()
            self._move_blocks(seat, give, -2)
            self._move_blocks(seat, get, 1)

    def _trades(self, seat: int) -> list[str]:
        active = [chain for chain, size in self.sizes().items() if size > 0]
        return [f"trade2 {written(give)} {written(get)}" for give in active for get in active
                if give != get and self.shares[seat][give] >= 2 and self.market[get] >= 1]

    def _active_prices(self) -> dict[str, int]:
        return {chain: money.price(number, size) for number, (chain, size) in enumerate(self.sizes().items()) if size > 0}

    def _prices_in_the_market(self) -> dict[str, int]:
        """Return what a block costs now, of each chain that an ordinary purchase may take (R37; I12, K25 for `buy_inactive`)."""
        prices, active = {}, self._active_prices()
        for position, chain in enumerate(self.chains):
            if chain in active:
                prices[chain] = active[chain]
            elif self.ruleset.buy_inactive and (price := money.price_off_the_board(position)) is not None:
                prices[chain] = price
        return prices

    def _purchases(self, seat: int) -> list[str]:
        """K26-K28."""
        active_prices = self._active_prices()
        if self.power == "free3":
            free = dict.fromkeys(active_prices, 0)
            found = money.purchases(limit=3, same_kind=False, cash=0, for_sale=free, market=self.market,
                                    sellable={}, held=self.shares[seat])
            return [purchase(bought, sold) for bought, sold in found]
        lines = [purchase(bought, sold) for bought, sold in money.purchases(
            limit=5 if self.power == "buy5" else self.ruleset.max_buy,
            same_kind=self.ruleset.same_kind,
            cash=self.cash[seat],
            for_sale=self._prices_in_the_market(),
            market=self.market,
            sellable=active_prices if self.ruleset.sell_shares else {},
            held=self.shares[seat])]
        if self.ruleset.founder_buys_four and self.power != "buy5":  # V1
            for chain in self.chains:
                if (chain in self.founded and chain in active_prices and self.market[chain] >= 4
                        and self.cash[seat] >= 4 * active_prices[chain]):
                    lines.append(purchase([chain] * 4, []))
        return lines

    # Drawing (R39).

    def _take_tile(self, seat: int) -> Flow[bool]:
        """Chance deals one tile; False if the seat has left meanwhile."""
        words = yield from self._ask(CHANCE, "draw", partial(self._with_tiles_of_the_bag, f"draw {seat}"), concerns=seat)
        if words is None:
            return False
        self._to_hand(seat, words[2])
        return True

    def _end_with_the_last_tile(self) -> None:
        if not self.bag and self.ruleset.end_on_bag == "last_drawn":  # K10
            raise GameEnds("last_drawn")

    def _draw_at_once(self, seat: int, count: int) -> Flow[None]:
        """Tiles of take5 or a whole new hand: chance draws, as many as there are (K4, K7, K11)."""
        for _ in range(count):
            if not self.bag:
                return
            if not (yield from self._take_tile(seat)):
                raise SeatLeft
            self._end_with_the_last_tile()

    def _draw_at_the_end(self, seat: int) -> Flow[None]:
        """R39 with the options of I18; K8 has the order. Dead tiles are exchanged one for one (S4)."""
        missing = max(0, HAND - len(self.hands[seat]))
        if self.ruleset.dead_policy == "never":
            yield from self._deal_at_the_end(seat, missing)
            return
        if self.ruleset.dead_timing == "before_draw":
            laid_away = yield from self._lay_dead_tiles_away(seat)
            yield from self._deal_at_the_end(seat, missing + (laid_away or 0))
            if not self.ruleset.dead_repeat:
                return
        else:
            yield from self._deal_at_the_end(seat, missing)
        while True:
            laid_away = yield from self._lay_dead_tiles_away(seat)
            if not laid_away:
                return
            yield from self._deal_at_the_end(seat, laid_away)
            if not self.ruleset.dead_repeat:  # A13
                return

    def _lay_dead_tiles_away(self, seat: int) -> Flow[int | None]:
        """One round: how many tiles went out of the game. None is the answer "no more" (K9)."""
        dead = [tile for tile in in_board_order(self.hands[seat]) if self._is_dead(tile)]
        if not dead:
            return 0
        if self.ruleset.dead_policy == "auto":  # A11
            self._set_aside(seat, dead)
            return len(dead)
        subsets = [chosen for count in range(len(dead) + 1) for chosen in combinations(dead, count)]
        words = yield from self._ask_current("discard", lambda: [" ".join(["discard", *chosen]) for chosen in subsets])
        self._set_aside(seat, words[1:])
        return len(words) - 1 or None

    def _deal_at_the_end(self, seat: int, count: int) -> Flow[None]:
        for _ in range(count):
            if not self.bag:
                if self.ruleset.end_on_bag == "cannot_refill":  # K11
                    raise GameEnds("cannot_refill")
                return  # A14, A15
            if self.ruleset.open_pick:  # V5
                words = yield from self._ask_current("pick", partial(self._with_tiles_of_the_bag, "pick"))
                self._to_hand(seat, words[1])
            elif not (yield from self._take_tile(seat)):
                raise SeatLeft
            self._end_with_the_last_tile()

    # The end (R42).

    def _final_payments(self, reason: str) -> Flow[None]:
        """Bonuses and blocks of every scored chain in list order (A22, K24); no draw, hands stay (A30)."""
        self.end_reason = reason
        for position, chain in enumerate(self.chains):
            if self.sizes()[chain] > 0:
                price: int | None = self._price(chain)
            else:
                price = money.price_off_the_board(position) if self.ruleset.score_inactive else None  # A23
            if price is None:
                continue
            yield from self._pay_bonuses(chain, price)
            for seat in range(self.players):
                count = self.shares[seat][chain]
                self._move_blocks(seat, chain, -count)
                self.cash[seat] += count * price
