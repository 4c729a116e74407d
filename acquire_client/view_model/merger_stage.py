"""The stage of a merger: its chains as an equation, and the holders of each defunct chain with their bonuses, being counted.

Everything comes from the events of the merger and from what all players show in it (R25a); no rule is worked out here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from acquire_client.language import message
from acquire_client.view_model.chain_card import BONUS_TEXTS
from acquire_client.view_model.merger_card import MergerCard, SettledChain
from acquire_client.view_model.words import TableNames
from acquire_core import Ruleset
from acquire_core import events as ev

LEAD_MS = 350
"""How long the equation of a chain stands before its bonuses are counted."""
PLACE_MS = 600
"""How long the bonus of one place is counted; those who share a place are counted together."""
REST_MS = 700
"""How long the bonuses of a chain stay before the next chain is counted, or the stage of a merger that is over goes."""

SOLE_HOLDER = message("sole holder")
BONUS_WORDS = {reason: reason for reason in (
    message("first"), message("second"), message("third"), message("tied for first"), message("tied for second"),
    message("tied for third"), SOLE_HOLDER)}


@dataclass(frozen=True, slots=True)
class MergingChain:
    """One chain of the equation, with the size and the price from before the merging tile (R21)."""

    chain: str
    size: int
    price: int
    is_settled: bool = False


@dataclass(frozen=True, slots=True)
class StageHolder:
    """A holder of the defunct chain, a seat or with None the market; what it holds, gets and has decided, None if nothing."""

    seat: int | None
    shares: int
    bonus: ev.BonusPaid | None = None
    decision: ev.BlocksDisposed | None = None

    @property
    def dollars(self) -> int:
        return self.bonus.dollars if self.bonus is not None else 0

    @property
    def place(self) -> int:
        """Return which place the bonus is for; 0 without one."""
        return self.bonus.place if self.bonus is not None else 0


@dataclass(frozen=True, slots=True)
class StageChain:
    """One defunct chain. `pots` are the bonuses of its places, before ties divide them."""

    chain: str
    size: int
    price: int
    pots: tuple[int, ...]
    holders: tuple[StageHolder, ...]
    """Most shares first."""

    @property
    def places(self) -> tuple[int, ...]:
        """Return the places that are paid, in the order in which they are counted."""
        return tuple(sorted({holder.place for holder in self.holders} - {0}))


@dataclass(frozen=True, slots=True)
class MergerStage:
    seat: int
    tile: str
    survivor: MergingChain | None
    """None until it is known."""
    others: tuple[MergingChain, ...]
    """The defunct chains; all chains while the survivor is open."""
    chains: tuple[StageChain, ...]
    """Those that are settled, and last the one that is settled now."""
    bonus: int = 0
    """What the player who merges gets for it, where the rules have that (V2)."""

    @property
    def equation(self) -> tuple[MergingChain, ...]:
        """Return all chains of the merger, the survivor first."""
        return self.others if self.survivor is None else (self.survivor, *self.others)


@dataclass(frozen=True, slots=True)
class MergerFigures:
    """Sizes and prices of the chains before the merging tile, and the shares of the defunct ones that their holders show now."""

    sizes: Mapping[str, int]
    prices: Mapping[str, int]
    shown: Mapping[str, Sequence[int | None]] = field(default_factory=dict)


def merger_stage(card: MergerCard, figures: MergerFigures, ruleset: Ruleset) -> MergerStage:
    """Return the stage of a merger."""
    gone = [one.chain for one in card.settled]
    merging = {chain: MergingChain(chain, figures.sizes[chain], figures.prices[chain], chain in gone[:-1])
               for chain in card.chains}
    rest = sorted((chain for chain in card.chains if chain != card.survivor and chain not in gone),
                  key=lambda chain: (-figures.sizes[chain], card.chains.index(chain)))
    chains = tuple(_stage_chain(one, figures.shown.get(one.chain, ()), ruleset) for one in card.settled)
    survivor = merging[card.survivor] if card.survivor is not None else None
    return MergerStage(card.seat, card.tile, survivor, tuple(merging[chain] for chain in (*gone, *rest)), chains,
                       card.bonus)


def _stage_chain(one: SettledChain, shown: Sequence[int | None], ruleset: Ruleset) -> StageChain:
    """Put together who held how many shares before the settlement: known from the bonus, from the answer, or shown (R25a)."""
    bonuses = {paid.seat: paid for paid in one.bonuses}
    decisions = {done.seat: done for done in one.disposals}
    held = {seat: shares for seat, shares in enumerate(shown) if shares}
    held |= {seat: done.hold + done.sell + done.trade for seat, done in decisions.items()}
    held |= {seat: paid.blocks for seat, paid in bonuses.items()}
    holders = [StageHolder(seat, shares, bonuses.get(seat), decisions.get(seat)) for seat, shares in held.items()]
    if one.market_blocks is not None:
        holders.append(StageHolder(None, one.market_blocks))
    holders.sort(key=lambda holder: (-holder.shares, holder.seat is None, holder.seat or 0))
    return StageChain(one.chain, one.size, one.price, ruleset.bonuses(one.price), tuple(holders))


# --- the bonuses, counted and told ---

def counting_ms(chain: StageChain) -> int:
    """Return how long it takes to count the bonuses of a chain, with what comes before and after."""
    return LEAD_MS + PLACE_MS * len(chain.places) + REST_MS


def counted_dollars(chain: StageChain, elapsed_ms: float) -> tuple[int, ...]:
    """Return what each holder has been counted so far, in whole hundreds until all of it is there."""
    return tuple(_counted(chain, holder, elapsed_ms) for holder in chain.holders)


def _counted(chain: StageChain, holder: StageHolder, elapsed_ms: float) -> int:
    if not holder.place:
        return 0
    begins = LEAD_MS + PLACE_MS * chain.places.index(holder.place)
    share = (elapsed_ms - begins) / PLACE_MS
    return holder.dollars if share >= 1 else round(max(0.0, share) * holder.dollars / 100) * 100


def places_begun(chain: StageChain, elapsed_ms: float) -> int:
    """Return how many places have begun to be counted."""
    return sum(elapsed_ms >= LEAD_MS + PLACE_MS * number for number in range(len(chain.places)))


TIED_TEXTS = (message("Tied for first: {pots} shared by {count}, {amount:$} each"),
              message("Tied for second: {pots} shared by {count}, {amount:$} each"),
              message("Tied for third: {pots} shared by {count}, {amount:$} each"))


def bonus_note(chain: StageChain, names: TableNames) -> str:
    """Return why the holders get what they get: the bonus of each place, and how those who are tied share it (R25 to R29)."""
    translate = names.translate
    firsts = {holder.place: holder.bonus for holder in reversed(chain.holders) if holder.bonus is not None}
    if not firsts:
        return translate("Nobody gets a bonus.")
    parts = []
    for place in chain.places:
        paid = firsts[place]
        shared = chain.pots[place - 1:] if paid.reason == SOLE_HOLDER else chain.pots[place - 1:place - 1 + paid.tied]
        pots = " + ".join(translate("{amount:$}", amount=pot) for pot in shared)
        if paid.tied > 1:
            text = translate(TIED_TEXTS[place - 1], pots=pots, count=paid.tied, amount=paid.dollars)
            parts.append(translate("{text} (rounded up)", text=text) if paid.dollars * paid.tied > sum(shared) else text)
        elif len(shared) > 1:
            parts.append(translate("Sole holder: {pots}", pots=pots))
        else:
            parts.append(translate(BONUS_TEXTS[place - 1], amount=paid.dollars))
    return "; ".join(parts)


def priced_bonus_note(chain: StageChain, names: TableNames) -> str:
    """Return the note with the price of a share before it, from which all bonuses come."""
    note = bonus_note(chain, names)
    return names.translate("{price:$} a share: {note}", price=chain.price, note=note) if chain.places else note


def decision_text(done: ev.BlocksDisposed, names: TableNames) -> str:
    """Return what a holder has done with the shares of the defunct chain."""
    parts = ((message("keeps {count}"), done.hold), (message("sells {count}"), done.sell),
             (message("trades {count}"), done.trade))
    return ", ".join(names.translate(text, count=count) for text, count in parts if count)


def equation_text(chain: MergingChain, names: TableNames) -> str:
    """Return the figures of a chain in the equation."""
    return names.translate("{size} × {price:$}", size=chain.size, price=chain.price)
