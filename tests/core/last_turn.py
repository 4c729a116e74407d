"""The rest of a turn after which the game may be over, played out in all ways for the seat whose turn it is.

Used by the judge of blunders (blunder_judge.py). Boards and hands are moved by the engine, on copies of a game that waits
for chance; money is counted by the reference's own tables, and a test compares it with what the engine pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from enum import IntEnum

from acquire_core import CHANCE, Buy, DeclareEnd, Dispose, Game, Ruleset

from . import reference_money as money
from .reference_board import column_of

MAX_LEAVES = 1000
"""Purchases that are looked at to judge one answer; a merger that can be settled in more ways is not judged."""

HAND = 6
EVERY_NUMBER = range(1, 13)


class Outlook(IntEnum):
    """What a turn comes to for the seat that plays it."""

    LOST = 0  # the game ends with another one first
    OPEN = 1  # the game goes on
    FIRST = 2


class TooManyWays(Exception):
    """A merger that can be settled in more ways than the judge has patience for."""


# --- how a turn ends --------------------------------------------------------------------------------------------------

def may_end(sizes: Collection[int], rules: Ruleset) -> bool:
    """R40."""
    active = [size for size in sizes if size]
    huge = any(size >= rules.end_size for size in active)
    return huge or (rules.end_all_safe and bool(active) and all(size >= rules.safe_size for size in active))


def how_it_ends(game: Game) -> str:
    """Of a turn in which the tile is settled: "certain" or "bag" if it is the last one, "asked" if its owner may say so."""
    rules, state = game.ruleset, game.snapshot()
    if state["declared"]:
        return "certain"
    if may_end(state["sizes"].values(), rules):
        return "certain" if rules.end_mode == "auto" else "asked"
    hand, bag = state["hands"][state["current"]], state["bag_count"]
    due = max(0, HAND - len(hand["tiles"]) - hand["hidden"])
    if (rules.end_on_bag == "cannot_refill" and due > bag) or (rules.end_on_bag == "last_drawn" and 0 < bag <= due):
        return "bag"
    return "never"


class Settlement:
    """What the end pays after each purchase of the seat whose turn it is; the market's tiles may have a say in it."""

    def __init__(self, game: Game, how: str, free: bool = False) -> None:
        state, rules = game.snapshot(), game.ruleset
        self.rules = rules
        self.seat: int = state["current"]
        self.free = free
        self.cash, self.shares, self.sizes = state["cash"], state["shares"], state["sizes"]
        self.sides = 2 if rules.teams else game.players
        self.numbers = market_numbers(game, how)
        self._paid: dict[tuple[str, int], list[list[int]]] = {}

    def side(self, seat: int) -> int:
        return seat % 2 if self.rules.teams else seat

    def value(self, chain: str) -> int:
        """Dollars for a block of it at the end."""
        position = self.rules.chain_names.index(chain)
        if self.sizes[chain]:
            return money.price(position, self.sizes[chain])
        return (money.price_off_the_board(position) or 0) if self.rules.score_inactive else 0

    def cost(self, chain: str) -> int:
        position = self.rules.chain_names.index(chain)
        return money.price(position, self.sizes[chain]) if self.sizes[chain] else money.price_off_the_board(position) or 0

    def paid(self, chain: str, more: int) -> list[list[int]]:
        """Return what a chain pays to each side, for each number of the market, if the buyer has so many blocks more."""
        if (chain, more) not in self._paid:
            self._paid[chain, more] = [self._paid_with(chain, more, number) for number in self.numbers]
        return self._paid[chain, more]

    def _paid_with(self, chain: str, more: int, number: int) -> list[int]:
        value = self.value(chain)
        paid = [0] * self.sides
        if not value:
            return paid
        held: dict[int, int] = {seat: row[chain] for seat, row in enumerate(self.shares)}
        held[self.seat] += more
        bonuses = money.share_bonuses({**held, -1: number}, money.bonuses_of_places(value, self.rules.bonus_places),
                                      self.rules.tie_rounding)
        for seat, blocks in held.items():
            paid[self.side(seat)] += value * blocks + bonuses.get(seat, 0)
        return paid

    def after(self, purchase: Buy) -> tuple[list[int], dict[str, int]]:
        """Return the cash of the sides after a purchase, and how many blocks of each chain it brings."""
        cash = [0] * self.sides
        for seat, dollars in enumerate(self.cash):
            cash[self.side(seat)] += dollars
        more = Counter(purchase.chains)
        more.subtract(purchase.sell)
        if not self.free:
            cash[self.side(self.seat)] -= sum(self.cost(chain) * count for chain, count in more.items())
        return cash, more

    def totals(self, purchase: Buy) -> list[int]:
        """Return the money of the sides after the end, where no tile of the market has a say."""
        totals, more = self.after(purchase)
        for chain in self.sizes:
            totals = [dollars + paid for dollars, paid in zip(totals, self.paid(chain, more.get(chain, 0))[0], strict=True)]
        return totals

    def lead(self, purchase: Buy, lucky: bool = False) -> int:
        """By how much the buyer is in front of the best other side, with the worst or the best tiles of the market."""
        mine = self.side(self.seat)
        if len(self.numbers) == 1:
            totals = self.totals(purchase)
            return totals[mine] - max(dollars for side, dollars in enumerate(totals) if side != mine)
        cash, more = self.after(purchase)
        choose: Callable[[Iterator[int]], int] = max if lucky else min
        return cash[mine] - cash[1 - mine] + sum(
            choose(paid[mine] - paid[1 - mine] for paid in self.paid(chain, more.get(chain, 0))) for chain in self.sizes)

    def gains(self, better: Buy, worse: Buy) -> list[int]:
        """Return how much more each side gets by one purchase than by another: the buyer at least, the others at most."""
        (cash, more), (other_cash, other_more) = self.after(better), self.after(worse)
        gains = [dollars - other for dollars, other in zip(cash, other_cash, strict=True)]
        for chain in self.sizes:
            if more.get(chain, 0) != other_more.get(chain, 0):
                pairs = list(zip(self.paid(chain, more.get(chain, 0)), self.paid(chain, other_more.get(chain, 0)), strict=True))
                for side in range(self.sides):
                    choose = min if side == self.side(self.seat) else max
                    gains[side] += choose(paid[side] - other[side] for paid, other in pairs)
        return gains

    def certainly_better(self, better: Buy, worse: Buy) -> bool:
        """Return True if it pays more and no rival gets more, or if it makes the buyer first and costs the buyer nothing."""
        gains = self.gains(better, worse)
        mine = gains.pop(self.side(self.seat))
        if mine < 0 or max(gains) > 0:
            return False
        return mine > 0 or self.lead(better) >= 0 > self.lead(worse, lucky=True)


def market_numbers(game: Game, how: str) -> Collection[int]:
    """Return the numbers that the market may hold of a chain (R35), as far as the seat whose turn it is can know; 0 is none."""
    if not game.ruleset.two_player_market or game.players != 2:
        return (0,)
    seen = game.observe(game.current)
    if seen.bag_count and how != "bag":
        return sorted({column_of(tile) for tile in seen.unseen})
    return EVERY_NUMBER if game.ruleset.market_empty_bag == "full_set" else (0,)


def purchases(game: Game) -> Iterator[Buy]:
    for code in game.legal_codes():
        action = game.action_of(code)
        assert isinstance(action, Buy)
        yield action


# --- what a turn can still become -------------------------------------------------------------------------------------

class Ways:
    """The rest of a turn in all ways, for the seat whose turn it is. The others dispose against it."""

    def __init__(self, seat: int, lucky: bool = False, free: bool = False) -> None:
        self.seat = seat
        self.lucky = lucky
        self.free = free
        self.leaves = 0

    def after(self, game: Game, code: int) -> Outlook:
        """Return the outlook once this has been answered."""
        action = game.action_of(code)
        if game.phase == "buy":
            assert isinstance(action, Buy)
            return self.bought(game, [action])
        if game.phase == "declare_end":
            assert isinstance(action, DeclareEnd)
            return self.ended(game) if action.yes else Outlook.OPEN
        following = game.copy()
        following.apply_code(code)
        return self.best(following)

    def ended(self, game: Game) -> Outlook:
        """If the game ends with what everybody holds now."""
        lead = Settlement(game, "asked").lead(Buy(None), self.lucky)
        return Outlook.FIRST if lead >= 0 else Outlook.LOST

    def bought(self, game: Game, choices: Collection[Buy] | Iterator[Buy]) -> Outlook:
        self.leaves += 1
        if self.leaves > MAX_LEAVES:
            raise TooManyWays
        how = how_it_ends(game)
        if how == "never":
            return Outlook.OPEN
        settlement = Settlement(game, how, self.free)
        if any(settlement.lead(purchase, self.lucky) >= 0 for purchase in choices):
            return Outlook.FIRST
        return Outlook.OPEN if how == "asked" else Outlook.LOST

    def best(self, game: Game) -> Outlook:
        """Return what the seat can be sure of from here."""
        phase = game.phase
        if phase == "market_draw":
            return self.drawn(game)
        if game.over or game.to_move == CHANCE or game.current != self.seat:
            return Outlook.OPEN
        if game.to_move != self.seat:
            return min(map(self.best, self.disposed(game)))
        if phase == "buy":
            return self.bought(game, purchases(game))
        if phase == "declare_end":
            return max(Outlook.OPEN, self.ended(game))
        if phase == "dispose":
            return self.first_of(map(self.best, self.disposed(game)))
        if phase in ("place", "found", "survivor", "next_defunct"):
            return self.first_of(self.after(game, code) for code in game.legal_codes())
        if phase in ("power_start", "power_buy", "replace_hand", "trade2"):
            return self.after(game, game.legal_codes()[0])  # nothing of it: what a marker or a new hand brings is left aside
        return Outlook.OPEN

    @staticmethod
    def first_of(outlooks: Iterator[Outlook]) -> Outlook:
        found = Outlook.LOST
        for outlook in outlooks:
            found = max(found, outlook)
            if found == Outlook.FIRST:
                break
        return found

    @staticmethod
    def disposed(game: Game) -> Iterator[Game]:
        """Yield all ways to trade, and the rest is sold: a block that is held pays nothing, so no rival is feared for holding."""
        for action in splits_without_holding(game):
            following = game.copy()
            following.apply(action, events=False)
            yield following

    def drawn(self, game: Game) -> Outlook:
        """Return the market's tile in a merger: any number that the seat cannot exclude."""
        tiles = {column_of(tile): tile for tile in (game.action_of(code).tile for code in game.legal_codes())}  # type: ignore
        if set(tiles) != {column_of(tile) for tile in game.observe(self.seat).unseen}:
            return Outlook.FIRST if self.lucky else Outlook.LOST  # a number that no copy of this game can draw
        outlooks = []
        for tile in tiles.values():
            following = game.copy()
            following.play(f"* market {tile}")
            outlooks.append(self.best(following))
        return max(outlooks) if self.lucky else min(outlooks)


def splits_without_holding(game: Game) -> Iterator[Dispose]:
    for code in game.legal_codes():
        action = game.action_of(code)
        assert isinstance(action, Dispose)
        if not action.hold:
            yield action


def answers(game: Game) -> Iterator[int]:
    """Yield what can be answered, without blocks that are held for nothing."""
    if game.phase != "dispose":
        yield from game.legal_codes()
        return
    for action in splits_without_holding(game):
        code = game.code_of(action)
        assert code is not None
        yield code
