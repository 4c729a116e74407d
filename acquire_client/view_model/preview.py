"""What an answer would bring about, asked of the rules before it is given: sentences, and what it does to the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from acquire_client.view_model.merger_card import MERGER_PHASES
from acquire_client.view_model.neighbours import effect_text, loose_group
from acquire_client.view_model.sentences import narrate_action
from acquire_client.view_model.without_power import single_answers
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import IllegalAction, Observation
from acquire_core.actions import Action, ChooseSurvivor, Place
from acquire_core.events import (
    BlocksScored,
    BonusPaid,
    ChainGrew,
    Event,
    FinalRank,
    MergerBegan,
    SurvivorFound,
    TileDrawn,
    TilePlaced,
    TurnBegan,
)

TELLING_OF_HOLDINGS = (BonusPaid, BlocksScored, FinalRank)


@dataclass(frozen=True, slots=True)
class Preview:
    """`seen` is what the asked seat would see behind the answer, and `board` is the board then. `sizes` and `prices` are those
    then too, and behind a tile that merges those when the merger is settled.

    `pays_bonuses` is True where the answer pays bonuses: the money of everybody then tells of concealed holdings.
    """

    lines: tuple[str, ...]
    board: dict[str, str | None]
    sizes: dict[str, int]
    prices: dict[str, int]
    seen: Observation
    pays_bonuses: bool = False


def preview_answer(seen: Observation, action: Action, names: TableNames) -> Preview | None:
    """Return what an answer would bring about; None where the rules refuse it. Tiles that would be drawn are nobody's
    knowledge and are left out, and so is what tells of others' holdings where the rules conceal them until it has
    happened."""
    try:
        for answer in single_answers(seen.phase, action)[:-1]:
            seen = seen.after(answer)[1]
        events, ahead = seen.after(action)
    except IllegalAction:
        return None
    unmentioned: tuple[type[Event], ...] = (TileDrawn, TurnBegan)
    concealed = seen.ruleset.holdings != "open"
    if concealed:
        unmentioned += TELLING_OF_HOLDINGS
    if isinstance(action, Place):
        lines = _placement_lines(seen, action, [event for event in events if not isinstance(event, unmentioned)], names)
    else:
        lines = narrate_action(action, [event for event in events if not isinstance(event, unmentioned)], names)
    outcomes = _tie_outcomes(ahead) if ahead.phase == "survivor" and ahead.to_move == seen.seat else {}
    pays_bonuses = any(isinstance(event, BonusPaid) for event in events)
    if concealed and (outcomes or pays_bonuses):
        lines += names.translate("Who gets the bonuses is not shown: holdings are concealed under these rules."),
    elif outcomes:
        lines += tuple(_outcome_text(chain, bonuses, names) for chain, bonuses in outcomes.items())
    sizes, prices = _figures_behind_merger(events, ahead)
    return Preview(lines, ahead.board, sizes, prices, ahead, pays_bonuses)


def _figures_behind_merger(events: Sequence[Event], ahead: Observation) -> tuple[dict[str, int], dict[str, int]]:
    """Return sizes and prices as they are when the merger is settled that these events begin, where its survivor is known; else
    those of now. All merged tiles are the survivor's own then (R34)."""
    sizes, prices = ahead.sizes, ahead.prices
    began = next((event for event in events if isinstance(event, MergerBegan)), None)
    survivor = next((event.chain for event in events if isinstance(event, SurvivorFound)), None)
    if began is None or survivor is None or ahead.phase not in MERGER_PHASES:
        return sizes, prices
    loose = {began.tile, *loose_group(began.tile, ahead.board)}
    size = len(loose) + sum(sizes[chain] for chain in began.chains)
    price = ahead.ruleset.price(ahead.ruleset.chain_names.index(survivor), size)
    gone = dict.fromkeys(began.chains, 0)
    return {**sizes, **gone, survivor: size}, {**prices, **gone, survivor: price}


def _placement_lines(seen: Observation, action: Place, events: Sequence[Event], names: TableNames) -> tuple[str, ...]:
    """Return what a tile would do, without the name of who places it. The sentences behind the first one report a merger."""
    rest = [event for event in events if not isinstance(event, TilePlaced)]
    if any(isinstance(event, MergerBegan) for event in events):
        return narrate_action(action, rest, names)
    rest = [event for event in rest if not isinstance(event, ChainGrew)]
    effect = f"{action.tile}: {effect_text(action.tile, seen.board, seen.sizes, names.words)}."
    return (effect, *narrate_action(action, rest, names)) if rest else (effect,)


def _tie_outcomes(ahead: Observation) -> dict[str, list[BonusPaid]]:
    """Return the bonuses of each way in which a tie can be decided, by the chain that would survive."""
    outcomes = {}
    for choice in ahead.legal_actions():
        if isinstance(choice, ChooseSurvivor):
            outcomes[choice.chain] = [event for event in ahead.after(choice)[0] if isinstance(event, BonusPaid)]
    return outcomes


def _outcome_text(chain: str, bonuses: Sequence[BonusPaid], names: TableNames) -> str:
    if not bonuses:
        return names.translate("If {chain} survives, no bonus is paid at once.", chain=chain_title(chain))
    paid = [names.translate("{name} +{amount:$}", name=names.seat(bonus.seat), amount=bonus.dollars) for bonus in bonuses]
    return names.translate("If {chain} survives: {bonuses:and}.", chain=chain_title(chain), bonuses=paid)


def price_changes(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[tuple[str, int, int], ...]:
    """Return the chains whose shares get dearer or cheaper, with both prices; other texts report chains that come or go.

    >>> price_changes({"tower": 300, "luxor": 200, "american": 0}, {"tower": 400, "luxor": 200, "american": 300})
    (('tower', 300, 400),)
    """
    return tuple((chain, price, after[chain]) for chain, price in before.items() if price and after[chain] not in (0, price))
