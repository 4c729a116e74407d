"""Why an option is worth a look: what it changes in the position, with figures that can be counted there.

Everything comes from an `Observation` and from carrying the option out on it (`Observation.after`); no figure is a guess of
the search. Leads are counted over all holdings, by the public ledger, seat by seat also in team play, as bonuses are. The words
are in templates.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from acquire_core import actions as act
from acquire_core import events as ev
from acquire_core.engine.game import Observation
from acquire_core.refusals import IllegalAction

from .bots import Decision
from .templates import Explanation

MAX_QUESTIONS = 50
"""In one merger: six chains with six holders each, and the order of the chains."""


def explain(observation: Observation, decision: Decision) -> tuple[Explanation, ...]:
    """Return a reason for each option of a decision, in its order: of several reasons one that no better option has."""
    given: list[Explanation] = []
    for option in decision.considered:
        given.append(reason_for(observation, option.action, option.line, unlike=given))
    return tuple(given)


def reason_for(observation: Observation, action: act.Action, line: Sequence[act.Action] = (),
               unlike: Collection[Explanation] = ()) -> Explanation:
    """Return the reason for one action of the seat to move; `line` is what the bot would do after it in the same turn.

    Of several reasons it is the best one, or the best that is not among those given already.
    """
    try:
        option = _Option(observation, action, line)
    except IllegalAction:  # what is legal only with tiles that this observer does not know
        return Explanation("unclear")
    if isinstance(action, act.Buy) and action.chains:
        reasons = _explain_purchase(option, action)
    else:
        reasons = [_BUILDERS.get(type(action), _explain_money)(option)]
    return next((reason for reason in reasons if reason not in unlike), reasons[0])


# --- positions --------------------------------------------------------------------------------------------------------

class _Option:
    """An action on the position before it: what happened, and what came of it."""

    def __init__(self, before: Observation, action: act.Action, line: Sequence[act.Action]) -> None:
        self.before = before
        self.action = action
        self.me = action.seat if action.seat is not None else before.to_move or 0
        happened, self.after = before.after(action, alone=True)      # in a round nobody knows what others answer
        self.events: list[ev.Event] = list(happened)
        self.steps = [action]
        for step in line:  # names the chain that a tile founds, or the survivor that it leads to
            if self.after.phase not in ("found", "survivor", "next_defunct") or self.after.to_move != self.me:
                break
            try:
                happened, self.after = self.after.after(step)
            except IllegalAction:
                break
            self.events += happened
            self.steps.append(step)
        self.market_competes = before.players == 2 and before.ruleset.two_player_market

    def first_event(self, kind: type[ev.Event]) -> ev.Event | None:
        return next((event for event in self.events if isinstance(event, kind)), None)

    def shares_in(self, chain: str) -> list[int]:
        """Return each seat's shares of a chain before the option."""
        return [shares[chain] for _, shares in self.before.ledger]

    def same_side(self, seat: int) -> bool:
        return seat == self.me or (self.before.ruleset.teams and (seat - self.me) % 2 == 0)

    def standing_now(self) -> tuple[int, tuple[int, ...]]:
        """Return how far the own side is ahead if the game ends now (negative: behind), and of which seats."""
        money = self.before.if_ended
        if self.before.ruleset.teams:
            mine = self.me % 2
            other = 1 - mine
            return money[mine] + money[mine + 2] - money[other] - money[other + 2], (other, other + 2)
        best = max(dollars for seat, dollars in enumerate(money) if seat != self.me)
        rivals = tuple(seat for seat, dollars in enumerate(money) if seat != self.me and dollars == best)
        return money[self.me] - best, rivals


def _lead_of(shares: Sequence[int], seat: int) -> int:
    """Return how many shares a seat has more than any other; negative where another has more."""
    return shares[seat] - max(count for other, count in enumerate(shares) if other != seat)


def _sole_leader(shares: Sequence[int]) -> int | None:
    """Return the seat that alone has most, or None."""
    most = max(shares)
    return shares.index(most) if most and shares.count(most) == 1 else None


def _neighbours_of(tile: str) -> list[str]:
    column, row = int(tile[:-1]), tile[-1]
    return [f"{column - 1}{row}", f"{column + 1}{row}", f"{column}{chr(ord(row) - 1)}", f"{column}{chr(ord(row) + 1)}"]


# --- a reason for each kind of action ---------------------------------------------------------------------------------

def _explain_declaration(option: _Option) -> Explanation:
    assert isinstance(option.action, act.DeclareEnd)
    ahead, rivals = option.standing_now()
    verb = "plays_on" if not option.action.yes else "announces" if option.before.phase == "declare_before" else "ends"
    how = "ahead" if ahead > 0 else "behind" if ahead else "level"
    return Explanation(f"{verb}_{how}" + ("_market" if option.market_competes else ""), dollars=abs(ahead),
                       seats=rivals if ahead <= 0 else ())


def _explain_placement(option: _Option) -> Explanation:
    founded, grew = option.first_event(ev.ChainFounded), option.first_event(ev.ChainGrew)
    merger = option.first_event(ev.MergerBegan)
    if isinstance(founded, ev.ChainFounded):
        return _explain_founded_chain(option, founded)
    if isinstance(grew, ev.ChainGrew):
        return _explain_growth(option, grew)
    if isinstance(merger, ev.MergerBegan):
        return _explain_merger(option)
    if option.after.phase == "found":
        free = next(chain for chain, size in option.after.sizes.items() if size == 0)
        happened, _ = option.after.after(act.Found(option.me, free))
        return Explanation("may_found", count=next(event.size for event in happened if isinstance(event, ev.ChainFounded)))
    if act.Found(option.me, None) in option.steps:
        return Explanation("declines")
    assert isinstance(option.action, act.Place)
    board = option.before.board
    return Explanation("lies_loose" if any(tile in board for tile in _neighbours_of(option.action.tile)) else "lies_alone")


def _explain_growth(option: _Option, grew: ev.ChainGrew) -> Explanation:
    chain, rules = grew.chain, option.before.ruleset
    shares = option.shares_in(chain)
    before, now = option.before.prices[chain], rules.price(rules.chain_names.index(chain), grew.size)
    if option.before.sizes[chain] < rules.end_size <= grew.size:
        return Explanation("reaches_end", chain=chain, count=grew.size)
    if option.first_event(ev.ChainBecameSafe):
        lead = _lead_of(shares, option.me)
        return Explanation("secures" if lead > 0 else "makes_safe", chain=chain, count=grew.size, got=max(lead, 0))
    if now == before:
        return Explanation("grows", chain=chain, count=grew.size, dollars=now)
    held = shares[option.me]
    return Explanation("raises" if held else "raises_unheld", chain=chain, dollars=now, count=held, rest=held * (now - before))


def _explain_founding(option: _Option) -> Explanation:
    founded = option.first_event(ev.ChainFounded)
    return _explain_founded_chain(option, founded) if isinstance(founded, ev.ChainFounded) else Explanation("declines")


def _explain_founded_chain(option: _Option, founded: ev.ChainFounded) -> Explanation:
    chain, rules = founded.chain, option.before.ruleset
    shares = option.shares_in(chain)
    held, number = shares[option.me], rules.chain_names.index(chain)
    price = rules.price(number, founded.size)
    shares[option.me] += founded.free_block
    if held:
        return Explanation("revives", chain=chain, count=shares[option.me], dollars=price * shares[option.me])
    if not founded.free_block:
        return Explanation("founds_bare", chain=chain)
    leader = _sole_leader(shares)
    if leader is not None and not option.same_side(leader):
        return Explanation("founds_led", chain=chain, seats=(leader,), count=_lead_of(shares, leader))
    tier = rules.tiers[number]
    kind = "founds_cheap" if tier == min(rules.tiers) else "founds_dear" if tier == max(rules.tiers) else "founds"
    return Explanation(kind, chain=chain, dollars=price)


def _explain_merger(option: _Option) -> Explanation:
    """Explain a merger by the bonuses of all defunct chains and the leader in the survivor, as if nobody traded on the way."""
    merger, survivor = option.first_event(ev.MergerBegan), option.first_event(ev.SurvivorFound)
    touched = merger.chains if isinstance(merger, ev.MergerBegan) else ()
    if not isinstance(survivor, ev.SurvivorFound):
        return Explanation("merges_tied", chains=touched)
    events, end = _settle_holding_all(option)
    gone = tuple(event.chain for event in events if isinstance(event, ev.ChainDefunct))
    if end.phase == "market_draw":
        return Explanation("merges_market", chains=tuple(chain for chain in touched if chain != survivor.chain) or gone,
                           other=survivor.chain)
    paid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, ev.BonusPaid | ev.MergerBonusPaid):
            paid[event.seat] += event.dollars
    return _explain_settled_merger(option, gone, survivor.chain, paid)


def _settle_holding_all(option: _Option) -> tuple[list[ev.Event], Observation]:
    """Play a merger while everybody holds their shares: the order in which chains are settled changes no bonus (A6)."""
    events, now, dying = list(option.events), option.after, ""
    for _ in range(MAX_QUESTIONS):
        dying = next((event.chain for event in reversed(events) if isinstance(event, ev.ChainDefunct)), dying)
        seat = now.to_move
        if now.phase == "dispose" and seat is not None:
            answers: list[act.Action] = [act.Dispose(seat, now.ledger[seat][1][dying], 0, 0)]
        elif now.phase == "next_defunct":
            answers = [act.ChooseNext(seat, chain) for chain in now.sizes]
        else:
            break
        happened, now = _first_legal(now, answers)
        events += happened
    return events, now


def _first_legal(now: Observation, actions: Iterable[act.Action]) -> tuple[tuple[ev.Event, ...], Observation]:
    for action in actions:
        try:
            return now.after(action, alone=True)
        except IllegalAction:
            continue
    raise AssertionError(f"nothing of {actions} is legal")


def _explain_settled_merger(option: _Option, gone: tuple[str, ...], survivor: str, paid: Mapping[int, int]) -> Explanation:
    shares = option.shares_in(survivor)
    mine, lead, leader = paid.get(option.me, 0), _lead_of(shares, option.me), _sole_leader(shares)
    if mine:
        rival = _best_paid({seat: dollars for seat, dollars in paid.items() if not option.same_side(seat)})
        if rival is not None and paid[rival] > mine:
            return Explanation("merges_second", chains=gone, dollars=mine, seats=(rival,), rest=paid[rival])
        if lead > 0:
            return Explanation("merges_keeping", chains=gone, other=survivor, dollars=mine)
        if leader is not None:
            kind = "merges_sharing" if option.same_side(leader) else "merges_handing"
            return Explanation(kind, chains=gone, dollars=mine, seats=(leader,))
        return Explanation("merges", chains=gone, dollars=mine)
    if lead > 0:
        return Explanation("merges_feeding", chains=gone, other=survivor, count=lead)
    receiver = _best_paid(paid)
    if receiver is not None:
        return Explanation("merges_paying", chains=gone, seats=(receiver,), rest=paid[receiver])
    return Explanation("merges_idle", chains=gone, other=survivor)


def _best_paid(paid: Mapping[int, int]) -> int | None:
    return max(paid, key=lambda seat: (paid[seat], -seat), default=None)


def _explain_next_chain(option: _Option) -> Explanation:
    assert isinstance(option.action, act.ChooseNext)
    held = option.shares_in(option.action.chain)[option.me]
    return Explanation("settles" if held else "settles_unheld", chain=option.action.chain, count=held)


def _explain_disposal(option: _Option) -> Explanation:
    done = next(event for event in option.events if isinstance(event, ev.BlocksDisposed) and event.seat == option.me)
    if not done.trade:
        if not done.sell:
            return Explanation("holds", chain=done.chain, count=done.hold)
        return Explanation("sells_holding" if done.hold else "sells", chain=done.chain, count=done.sell, dollars=done.dollars,
                           kept=done.hold)
    leading = _leads_by_trade(option, done.survivor, done.trade // 2)
    kind = "trades_leading" if leading else _SPLITS[bool(done.sell), bool(done.hold)]
    return Explanation(kind, chain=done.chain, other=done.survivor, count=done.trade, got=done.trade // 2, sold=done.sell,
                       kept=done.hold, dollars=done.dollars)


_SPLITS = {(False, False): "trades", (False, True): "trades_holding", (True, False): "trades_selling", (True, True): "splits"}


def _leads_by_trade(option: _Option, chain: str, got: int) -> bool:
    shares = option.shares_in(chain)
    lead = _lead_of(shares, option.me)
    return lead <= 0 < lead + got


def _explain_trade2(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Trade2)
    give, get = option.action.give, option.action.get
    return Explanation("trades_leading" if _leads_by_trade(option, get, 1) else "trades", chain=give, other=get, count=2, got=1)


# What a purchase can do in a chain, the best reason first.
_PURCHASES = ("takes_lead", "keeps_lead", "draws_level", "joins_bonuses", "widens_lead", "adds", "adds_early")


def _explain_purchase(option: _Option, buy: act.Buy) -> list[Explanation]:
    """Return what it does in each chain, the best first and then the dearest; last what cash is left while the game goes on."""
    bought, prices = Counter(buy.chains), option.before.prices
    dearest = sorted(bought, key=lambda chain: -bought[chain] * prices[chain])
    reasons = sorted((_explain_bought_chain(option, chain, bought[chain]) for chain in dearest),
                     key=lambda why: _PURCHASES.index(why.kind))
    if option.after.end_reason is None:
        reasons.append(Explanation("leaves", dollars=option.after.ledger[option.me][0]))
    return reasons


def _explain_no_purchase(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Buy)
    sold, cash = Counter(option.action.sell), option.before.ledger[option.me][0]
    if sold:
        raised = sum(count * option.before.prices[chain] for chain, count in sold.items())
        if len(sold) > 1:
            return Explanation("sells_blocks", count=sold.total(), dollars=raised)
        return Explanation("sells", chain=next(iter(sold)), count=sold.total(), dollars=raised)
    if len(option.before.legal_codes()) == 1:
        return Explanation("cannot_buy", dollars=cash)
    return Explanation("saves_at_end" if option.before.declared or option.after.end_reason else "saves", dollars=cash)


def _explain_bought_chain(option: _Option, chain: str, count: int) -> Explanation:
    """Explain how buying so many shares of one chain changes the lead there."""
    shares = option.shares_in(chain)
    before, me = _lead_of(shares, option.me), option.me
    in_reach = min(option.before.ruleset.max_buy, option.before.market[chain])
    pays_nothing = chain in option.before.bonuses and option.before.bonuses[chain][me] == 0
    shares[me] += count
    lead = _lead_of(shares, me)
    if option.before.sizes[chain] == 0:
        return Explanation("adds_early", chain=chain, count=count)
    if lead > 0 >= before:
        return Explanation("takes_lead", chain=chain, count=lead)
    if before > 0:
        return Explanation("keeps_lead" if before <= in_reach else "widens_lead", chain=chain, count=lead)
    if lead == 0 > before:
        level = tuple(seat for seat, held in enumerate(shares) if held == shares[me] and seat != me)
        return Explanation("draws_level", chain=chain, seats=level)
    bonus = _bonus_after(option, chain) if pays_nothing and not option.market_competes else 0
    if bonus:
        return Explanation("joins_bonuses", chain=chain, dollars=bonus)
    return Explanation("adds", chain=chain, count=count, got=shares[me])


def _bonus_after(option: _Option, chain: str) -> int:
    """Return the own bonus of a chain after the purchase; 0 where the game is already scored."""
    return option.after.bonuses.get(chain, (0,) * option.before.players)[option.me]


def _explain_power(option: _Option) -> Explanation:
    assert isinstance(option.action, act.UsePower)
    left = len(option.before.powers_left[option.me])
    if option.action.power is None:
        return Explanation("saves_powers", count=left)
    return Explanation("uses_power", power=option.action.power, count=left - 1)


def _explain_discard(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Discard)
    if option.action.tiles:
        return Explanation("lays_away", count=len(option.action.tiles))
    dead = max((len(action.tiles) for action in option.before.legal_actions() if isinstance(action, act.Discard)), default=0)
    return Explanation("keeps_dead", count=dead)


def _explain_pick(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Pick)
    tile, board = option.action.tile, option.before.board
    beside = [board[other] for other in _neighbours_of(tile) if other in board]
    chains = tuple(chain for chain in option.before.sizes if chain in beside)
    return Explanation("picks_beside" if chains else "picks_loose" if beside else "picks_alone", tile=tile, chains=chains)


def _explain_hand(option: _Option) -> Explanation:
    assert isinstance(option.action, act.ReplaceHand)
    return Explanation("changes_hand" if option.action.yes else "keeps_hand", count=option.before.hand_counts[option.me])


def _explain_show(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Show)
    return Explanation("shows", count=len(option.action.tiles))


def _explain_bid(option: _Option) -> Explanation:
    assert isinstance(option.action, act.Bid)
    return Explanation("costs" if option.action.dollars else "changes_nothing", dollars=option.action.dollars)


def _explain_money(option: _Option) -> Explanation:
    """Explain an action that is never offered, by its money alone."""
    change = option.after.ledger[option.me][0] - option.before.ledger[option.me][0]
    kind = "gains" if change > 0 else "costs" if change else "changes_nothing"
    return Explanation(kind, dollars=abs(change))


_BUILDERS: dict[type, Callable[[_Option], Explanation]] = {
    act.DeclareEnd: _explain_declaration, act.Place: _explain_placement, act.Found: _explain_founding,
    act.ChooseSurvivor: _explain_merger, act.ChooseNext: _explain_next_chain, act.Dispose: _explain_disposal,
    act.Buy: _explain_no_purchase, act.UsePower: _explain_power, act.Trade2: _explain_trade2, act.Discard: _explain_discard,
    act.Pick: _explain_pick, act.ReplaceHand: _explain_hand, act.Show: _explain_show, act.Bid: _explain_bid,
    act.Pass: lambda option: Explanation("passes"),
    act.Stop: lambda option: Explanation("stops_trading" if option.before.phase == "trade2" else "stops_placing"),
}
