"""A second opinion on explanations: for each kind of reason, what has to be true of the position for it to be no lie.

Figures are counted from snapshots with the reference's money and board; nothing here asks the code under test. Only what a merger
does to who is paid is looked up in the rules of the reference, from the sizes and holdings before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from acquire_core import Game
from acquire_core import actions as act
from acquire_core.ai import Explanation
from acquire_core.ai.templates import TEMPLATES

from . import reference_board as geometry
from . import reference_money as money


class Facts:
    """A position before an action, as numbers; `line` is what is to follow the action."""

    def __init__(self, game: Game, action: Any, why: Explanation, line: Sequence[Any] = ()) -> None:
        self.game, self.action, self.why = game, action, why
        self.steps = (action, *line)
        self.me: int = action.seat
        self.rules = game.ruleset
        self.state = game.snapshot()
        self.chains = game.ruleset.chain_names
        self.board, self.sizes = self.state["board"], self.state["sizes"]

    def price(self, chain: str, size: int) -> int:
        return money.price(self.chains.index(chain), size)

    def price_now(self, chain: str) -> int:
        """Return what the chain is sold at, on the board or off it."""
        size = self.sizes[chain]
        return self.price(chain, size) if size else money.price_off_the_board(self.chains.index(chain)) or 0

    def blocks(self, chain: str) -> list[int]:
        return [shares[chain] for shares in self.state["shares"]]

    def lead(self, chain: str, more: int = 0) -> int:
        return lead_of(self.blocks(chain), self.me, more)

    def bonuses(self, chain: str, blocks: list[int], size: int) -> dict[int, int]:
        places = money.bonuses_of_places(self.price(chain, size), self.rules.bonus_places)
        return money.share_bonuses(dict(enumerate(blocks)), places, self.rules.tie_rounding)

    def if_ended(self) -> list[int]:
        cash = list(self.state["cash"])
        for position, chain in enumerate(self.chains):
            price = money.price(position, self.sizes[chain]) if self.sizes[chain] else None
            if price is None and self.rules.score_inactive:
                price = money.price_off_the_board(position)
            if price is None:
                continue
            places = money.bonuses_of_places(price, self.rules.bonus_places)
            paid = money.share_bonuses(dict(enumerate(self.blocks(chain))), places, self.rules.tie_rounding)
            for seat, count in enumerate(self.blocks(chain)):
                cash[seat] += paid.get(seat, 0) + price * count
        return cash

    def partner(self, seat: int) -> bool:
        return seat == self.me or (self.rules.teams and seat % 2 == self.me % 2)

    @property
    def market_competes(self) -> bool:
        return len(self.state["cash"]) == 2 and self.rules.two_player_market

    def loose_joined(self, tile: str) -> int:
        """Loose tiles that come along with a tile."""
        groups = (geometry.loose_group(self.board, near) for near in geometry.loose_touched(self.board, tile))
        return len(set().union(*groups) - {tile})

    # --- mergers ---

    def tile(self) -> str:
        """Return the tile that brings the merger on."""
        if isinstance(self.action, act.Place):
            return self.action.tile
        return next(done.tile for done in reversed(self.game.actions()) if isinstance(done, act.Place))

    def gone(self, survivor: str) -> list[str]:
        touched = geometry.chains_touched(self.board, self.tile())
        assert survivor in touched and self.sizes[survivor] == max(self.sizes[chain] for chain in touched)
        return sorted(touched - {survivor}, key=self.chains.index)

    def survivor(self) -> str:
        for step in self.steps[:2]:
            if isinstance(step, act.ChooseSurvivor):
                return step.chain
        touched = geometry.chains_touched(self.board, self.tile())
        largest = [chain for chain in touched if self.sizes[chain] == max(self.sizes[chain] for chain in touched)]
        assert len(largest) == 1
        return largest[0]

    def founded(self) -> str | None:
        """Return the chain that is founded by this action, or by the one that is to follow it; None where that declines."""
        return next(step.chain for step in self.steps[:2] if isinstance(step, act.Found))

    def paid(self) -> Counter[int]:
        """By all chains of the merger, with the mergemaker's bonus where this action brings it."""
        paid: Counter[int] = Counter()
        for chain in self.gone(self.survivor()):
            paid.update(self.bonuses(chain, self.blocks(chain), self.sizes[chain]))
        if isinstance(self.action, act.Place):
            paid[self.me] += self.rules.merger_bonus
        return +paid

    def names_the_merger(self) -> None:
        gone = self.gone(self.survivor())
        assert sorted(self.why.chains, key=self.chains.index) == gone


def lead_of(blocks: list[int], seat: int, more: int = 0) -> int:
    others = [count for other, count in enumerate(blocks) if other != seat]
    return blocks[seat] + more - max(others)


def check(game: Game, action: Any, why: Explanation, line: Sequence[Any] = ()) -> None:
    """An AssertionError if the reason says something that is not so."""
    _CHECKS[why.kind](Facts(game, action, why, line))


# --- the end ----------------------------------------------------------------------------------------------------------

def _standing(verb: str, how: str, market: bool) -> Callable[[Facts], None]:
    def checked(facts: Facts) -> None:
        phase = {"ends": "declare_end", "announces": "declare_before", "plays_on": facts.game.phase}[verb]
        assert isinstance(facts.action, act.DeclareEnd)
        assert facts.action.yes == (verb != "plays_on")
        assert facts.game.phase == phase
        assert facts.market_competes == market
        worth = facts.if_ended()
        if facts.rules.teams:
            sides = {(0, 2): worth[0] + worth[2], (1, 3): worth[1] + worth[3]}
            mine = sides.pop((facts.me % 2, facts.me % 2 + 2))
            (rivals, best), = sides.items()
        else:
            mine = worth.pop(facts.me)
            best = max(worth)
            worth.insert(facts.me, best - 1)
            rivals = tuple(seat for seat, dollars in enumerate(worth) if dollars == best)
        assert mine - best == {"ahead": facts.why.dollars, "behind": -facts.why.dollars, "level": 0}[how]
        assert how == "level" or facts.why.dollars > 0
        assert how == "ahead" or facts.why.seats == rivals

    return checked


# --- tiles ------------------------------------------------------------------------------------------------------------

def _changes_no_chain(touching: bool) -> Callable[[Facts], None]:
    def checked(facts: Facts) -> None:
        tile = facts.action.tile
        assert not geometry.chains_touched(facts.board, tile)
        assert bool(geometry.loose_touched(facts.board, tile)) == touching
        assert not touching or all(facts.sizes.values())

    return checked


def _may_found(facts: Facts) -> None:
    tile = facts.action.tile
    assert not geometry.chains_touched(facts.board, tile)
    assert facts.why.count == 1 + facts.loose_joined(tile) >= 2
    assert not all(facts.sizes.values())


def _grown(facts: Facts) -> tuple[str, int]:
    chain, = geometry.chains_touched(facts.board, facts.action.tile)
    assert chain == facts.why.chain
    return chain, facts.sizes[chain] + 1 + facts.loose_joined(facts.action.tile)


def _grows(facts: Facts) -> None:
    chain, size = _grown(facts)
    assert facts.why.count == size
    assert facts.price(chain, size) == facts.price(chain, facts.sizes[chain]) == facts.why.dollars


def _raises(facts: Facts) -> None:
    chain, size = _grown(facts)
    before, now = facts.price(chain, facts.sizes[chain]), facts.price(chain, size)
    assert facts.why.dollars == now > before
    assert facts.why.count == facts.blocks(chain)[facts.me]
    assert facts.why.rest == (now - before) * facts.why.count
    assert (facts.why.count > 0) == (facts.why.kind == "raises")


def _safe(facts: Facts) -> None:
    chain, size = _grown(facts)
    assert facts.sizes[chain] < facts.rules.safe_size <= size == facts.why.count
    assert (facts.lead(chain) > 0) == (facts.why.kind == "secures")
    assert facts.why.kind != "secures" or facts.why.got == facts.lead(chain)


def _reaches_end(facts: Facts) -> None:
    chain, size = _grown(facts)
    assert facts.sizes[chain] < facts.rules.end_size <= size == facts.why.count


def _founds(facts: Facts) -> None:
    chain = facts.why.chain
    assert chain is not None and facts.founded() == chain
    assert facts.sizes[chain] == 0
    held, market = facts.blocks(chain), facts.state["market"][chain]
    free = int(market > 0)
    if facts.why.kind == "revives":
        size = 1 + facts.loose_joined(facts.tile())
        assert held[facts.me] > 0
        assert facts.why.count == held[facts.me] + free
        assert facts.why.dollars == facts.why.count * facts.price(chain, size)
        return
    assert held[facts.me] == 0
    assert free == (facts.why.kind != "founds_bare")
    if facts.why.kind == "founds_led":
        leader, = facts.why.seats
        held[facts.me] += free
        assert lead_of(held, leader) == facts.why.count > 0
        assert not facts.partner(leader)
    elif free:
        size = 1 + facts.loose_joined(facts.tile())
        assert facts.why.dollars == facts.price(chain, size)
        cheaper_or_dearer = {facts.price(other, size) - facts.why.dollars for other in facts.rules.chain_names}
        assert (max(cheaper_or_dearer) == 0) == (facts.why.kind == "founds_dear")
        assert (min(cheaper_or_dearer) == 0) == (facts.why.kind == "founds_cheap")


def _declines(facts: Facts) -> None:
    assert facts.founded() is None


# --- mergers ----------------------------------------------------------------------------------------------------------

def _merges(facts: Facts) -> None:
    why, survivor, paid = facts.why, facts.survivor(), facts.paid()
    facts.names_the_merger()
    assert why.dollars == paid[facts.me] > 0
    lead = facts.lead(survivor)
    if why.kind == "merges_second":
        seat, = why.seats
        assert why.rest == paid[seat] == max(paid[other] for other in paid if not facts.partner(other)) > why.dollars
    elif why.kind == "merges_keeping":
        assert why.other == survivor and lead > 0
    elif why.kind in ("merges_handing", "merges_sharing"):
        seat, = why.seats
        assert lead_of(facts.blocks(survivor), seat) > 0
        assert facts.partner(seat) == (why.kind == "merges_sharing")
    else:
        blocks = facts.blocks(survivor)
        assert blocks.count(max(blocks)) > 1


def _merges_for_nothing(facts: Facts) -> None:
    why, survivor, paid = facts.why, facts.survivor(), facts.paid()
    facts.names_the_merger()
    assert paid[facts.me] == 0
    if why.kind == "merges_feeding":
        assert why.other == survivor
        assert why.count == facts.lead(survivor) > 0
    elif why.kind == "merges_paying":
        seat, = why.seats
        assert why.rest == paid[seat] > 0
        assert why.rest == max(paid.values())
    else:
        assert why.other == survivor
        assert not paid


def _merges_market(facts: Facts) -> None:
    assert facts.market_competes
    assert facts.state["bag_count"] or facts.rules.market_empty_bag == "full_set"
    assert facts.why.other == facts.survivor()
    gone = facts.gone(facts.survivor())
    if isinstance(facts.action, act.Place):
        assert sorted(facts.why.chains, key=facts.chains.index) == gone
    else:
        assert set(facts.why.chains) <= set(gone)  # the first of them is settled now


def _merges_tied(facts: Facts) -> None:
    touched = geometry.chains_touched(facts.board, facts.action.tile)
    assert set(facts.why.chains) == touched
    largest = max(facts.sizes[chain] for chain in touched)
    assert sum(facts.sizes[chain] == largest for chain in touched) > 1


def _settles(facts: Facts) -> None:
    assert facts.action == act.ChooseNext(facts.me, facts.why.chain or "")
    assert facts.why.count == facts.blocks(facts.action.chain)[facts.me]
    assert (facts.why.count > 0) == (facts.why.kind == "settles")


def _disposes(facts: Facts) -> None:
    why, action = facts.why, facts.action
    assert isinstance(action, act.Dispose)
    chain = why.chain
    assert chain is not None
    assert facts.blocks(chain)[facts.me] == action.hold + action.sell + action.trade
    assert (why.got, why.dollars) == (action.trade // 2, action.sell * facts.price(chain, facts.sizes[chain]))
    main, kind = action.hold, "holds"
    if action.trade:
        main = action.trade
        kind = {(0, 0): "trades", (0, 1): "trades_holding", (1, 0): "trades_selling"}.get(
            (min(1, action.sell), min(1, action.hold)), "splits")
        assert why.other is not None
        if facts.lead(why.other) <= 0 < facts.lead(why.other, more=why.got):
            kind = "trades_leading"
    elif action.sell:
        main, kind = action.sell, "sells_holding" if action.hold else "sells"
    assert (why.count, why.kind) == (main, kind)
    if why.kind in ("trades_holding", "sells_holding", "splits"):
        assert why.kept == action.hold
    if why.kind in ("trades_selling", "splits"):
        assert why.sold == action.sell


def _trades(facts: Facts) -> None:
    if isinstance(facts.action, act.Dispose):
        return _disposes(facts)
    why, action = facts.why, facts.action
    assert (why.chain, why.other, why.count, why.got) == (action.give, action.get, 2, 1)
    assert (facts.lead(action.get) <= 0 < facts.lead(action.get, 1)) == (why.kind == "trades_leading")
    return None


# --- purchases --------------------------------------------------------------------------------------------------------

def _buys(facts: Facts) -> None:
    why, chain = facts.why, facts.why.chain
    assert chain is not None
    count = facts.action.chains.count(chain)
    assert count > 0
    before, after = facts.lead(chain), facts.lead(chain, count)
    blocks = facts.blocks(chain)
    if why.kind == "takes_lead":
        assert before <= 0 < after == why.count
    elif why.kind in ("keeps_lead", "widens_lead"):
        assert 0 < before < after == why.count
        in_reach = before <= min(facts.rules.max_buy, facts.state["market"][chain])
        assert in_reach == (why.kind == "keeps_lead")
    elif why.kind == "draws_level":
        assert before < 0 == after
        assert why.seats == tuple(seat for seat, held in enumerate(blocks) if held == max(blocks) and seat != facts.me)
    elif why.kind == "joins_bonuses":
        assert facts.me not in facts.bonuses(chain, blocks, facts.sizes[chain])
        blocks[facts.me] += count
        assert facts.bonuses(chain, blocks, facts.sizes[chain])[facts.me] == why.dollars > 0
        assert not facts.market_competes
    else:
        assert why.count == count
        assert (facts.sizes[chain] == 0) == (why.kind == "adds_early")
        assert why.kind == "adds_early" or why.got == blocks[facts.me] + count


def _leaves(facts: Facts) -> None:
    action = facts.action
    assert action.chains
    cash = facts.state["cash"][facts.me]
    now = facts.game.copy()
    now.apply(action)
    paid = [facts.price_now(chain) for chain in action.chains]
    got = [facts.price_now(chain) for chain in action.sell]
    # With Free 3 nothing is paid; which it was is seen in the game itself.
    assert facts.why.dollars in (cash - sum(paid) + sum(got), cash)
    assert now.end_reason is not None or now.snapshot()["cash"][facts.me] == facts.why.dollars


def _sells(facts: Facts) -> None:
    if isinstance(facts.action, act.Dispose):
        return _disposes(facts)
    assert not facts.action.chains
    assert facts.why.count == len(facts.action.sell)
    assert facts.why.dollars == sum(facts.price(chain, facts.sizes[chain]) for chain in facts.action.sell)
    assert facts.why.kind == "sells_blocks" or set(facts.action.sell) == {facts.why.chain}
    return None


def _saves(facts: Facts) -> None:
    assert facts.action == act.Buy(facts.me)
    assert facts.why.dollars == facts.state["cash"][facts.me]
    now = facts.game.copy()
    now.apply(facts.action)
    # An end that another seat's hidden hand brings on, when its turn has begun, nobody could know.
    ends = facts.state["declared"] or (now.end_reason is not None and now.turn == facts.game.turn)
    alone = facts.game.legal_actions() == [facts.action]
    assert facts.why.kind == ("cannot_buy" if alone else "saves_at_end" if ends else "saves")


# --- the rest ---------------------------------------------------------------------------------------------------------

def _powers(facts: Facts) -> None:
    left = len(act.POWERS) - len(facts.state["powers_used"][facts.me])
    assert facts.action.power == facts.why.power
    assert facts.why.count == left - (facts.action.power is not None)


def _hand(facts: Facts) -> None:
    hand = facts.state["hands"][facts.me]
    assert facts.why.count == len(hand["tiles"]) + hand["hidden"]
    if isinstance(facts.action, act.ReplaceHand):
        assert facts.action.yes == (facts.why.kind == "changes_hand")
    else:
        assert isinstance(facts.action, act.Show)


def _lays_away(facts: Facts) -> None:
    assert facts.why.count == len(facts.action.tiles) > 0


def _keeps_dead(facts: Facts) -> None:
    assert facts.action == act.Discard(facts.me)
    assert facts.why.count == max(len(action.tiles) for action in facts.game.legal_actions() if isinstance(action, act.Discard))


def _picks(facts: Facts) -> None:
    assert facts.action.tile == facts.why.tile
    chains = geometry.chains_touched(facts.board, facts.action.tile)
    loose = geometry.loose_touched(facts.board, facts.action.tile)
    assert set(facts.why.chains) == chains
    assert facts.why.kind == ("picks_beside" if chains else "picks_loose" if loose else "picks_alone")


def _only(kind: type, phase: str | None = None) -> Callable[[Facts], None]:
    def checked(facts: Facts) -> None:
        assert isinstance(facts.action, kind)
        assert phase is None or facts.game.phase == phase

    return checked


def _never(facts: Facts) -> None:
    raise AssertionError(f"{facts.why.kind} is for what nobody offers as an option")


_CHECKS: dict[str, Callable[[Facts], None]] = {
    **{f"{verb}_{how}{suffix}": _standing(verb, how, bool(suffix)) for verb in ("ends", "announces", "plays_on")
       for how in ("ahead", "level", "behind") for suffix in ("", "_market")},
    "lies_alone": _changes_no_chain(False), "lies_loose": _changes_no_chain(True), "may_found": _may_found, "grows": _grows,
    "raises": _raises, "raises_unheld": _raises, "secures": _safe, "makes_safe": _safe, "reaches_end": _reaches_end,
    **dict.fromkeys(("founds", "founds_cheap", "founds_dear", "founds_bare", "founds_led"), _founds),
    "revives": _founds, "declines": _declines,
    **dict.fromkeys(("merges", "merges_keeping", "merges_handing", "merges_sharing", "merges_second"), _merges),
    **dict.fromkeys(("merges_feeding", "merges_paying", "merges_idle"), _merges_for_nothing),
    "merges_market": _merges_market, "merges_tied": _merges_tied, "settles": _settles, "settles_unheld": _settles,
    **dict.fromkeys(("holds", "sells_holding", "trades_holding", "trades_selling", "splits"), _disposes),
    "sells": _sells, "trades": _trades, "trades_leading": _trades,
    **dict.fromkeys(("takes_lead", "keeps_lead", "draws_level", "joins_bonuses", "widens_lead", "adds", "adds_early"), _buys),
    "leaves": _leaves, "sells_blocks": _sells, "saves": _saves, "saves_at_end": _saves, "cannot_buy": _saves,
    "uses_power": _powers, "saves_powers": _powers, "stops_trading": _only(act.Stop, "trade2"),
    "stops_placing": _only(act.Stop, "place"), "passes": _only(act.Pass), "shows": _hand, "changes_hand": _hand,
    "keeps_hand": _hand, "lays_away": _lays_away, "keeps_dead": _keeps_dead,
    "picks_beside": _picks, "picks_loose": _picks, "picks_alone": _picks,
    "gains": _never, "costs": _never, "changes_nothing": _never, "unclear": _never,
}
assert _CHECKS.keys() == TEMPLATES.keys()
