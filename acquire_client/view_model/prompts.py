"""What a person is asked: who decides what, the choices with short keys and words, and the figures that matter for them.

Everything comes from the `Observation` of the seat that is asked, so nothing hidden can get in. How answers are read is in
answers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from acquire_client.language import message
from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.neighbours import effect_text
from acquire_client.view_model.placing import price_after_merger
from acquire_client.view_model.questions import question_text
from acquire_client.view_model.rounds import BID_STEP, auction_facts, auction_of
from acquire_client.view_model.without_power import without_power
from acquire_client.view_model.words import TableNames, chain_title
from acquire_core import Observation
from acquire_core import actions as act
from acquire_core.ruleset import TIER_NAMES

POWER_HELP = {
    "free3": message("three free shares instead of buying"),
    "buy5": message("buy up to five shares"),
    "trade2": message("up to three trades of two for one"),
    "take5": message("draw five tiles more"),
    "play4": message("place up to four tiles"),
}
POWER_KEYS = {"take5": "t", "play4": "f"}
"""Letters for the powers that stand beside the tiles of a hand, which have the numbers: none that means something else at a
table, as P does for the seats of one over the network. There a power is not taken back."""

FOUNDING_FACT = message("Prices rise with the size of a chain; dearer names pay larger bonuses.")


@dataclass(frozen=True, slots=True)
class PromptChoice:
    """One answer: what is typed for it, what it means, and the action. Without an action it says why it cannot be chosen."""

    key: str
    label: str
    action: act.Action | None
    name: str = ""
    """The tile that is chosen, where the label tells what it does."""


@dataclass(frozen=True, slots=True)
class Stock:
    """One chain in the market, as a purchase sees it."""

    chain: str
    price: int
    market: int
    held: int


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question. `facts` are sentences to decide by. `how` says in English what to type in a terminal where a key is not
    enough."""

    seat: int
    phase: str
    question: str
    choices: tuple[PromptChoice, ...] = ()
    facts: tuple[str, ...] = ()
    how: str = ""
    stocks: tuple[Stock, ...] = ()
    cash: int = 0
    blocks: int = 0
    """Blocks of the defunct chain that are to be split."""
    tiles: tuple[str, ...] = ()
    """Tiles that an answer may name."""
    chains: tuple[str, ...] = ()
    """All chains of the rules, in list order: what initials stand for."""
    free: bool = False
    """Blocks cost nothing this time."""
    limit: int = 0
    """How many shares a purchase may hold, or the highest bid in dollars."""
    gone: str = ""
    into: str = ""
    price: int = 0
    """In a disposal the defunct chain, the survivor, and what a share of the defunct chain brings; empty where unknown."""
    with_power: bool = False
    """Whether a power may be used instead of the answer, which then says that none is."""


@dataclass(frozen=True, slots=True)
class PromptContext:
    """What the table knows beside the observation: the merger that is settled, and why tiles cannot be placed."""

    defunct: str | None = None
    survivor: str | None = None
    size: int = 0
    price: int = 0
    unplayable: Mapping[str, str] | None = None

    @classmethod
    def of_merger(cls, merger: MergerCard | None, unplayable: Mapping[str, str]) -> PromptContext:
        now = None if merger is None else merger.settling
        if merger is None or now is None:
            return cls(unplayable=unplayable)
        return cls(now.chain, merger.survivor, now.size, now.price, unplayable)


def prompt_for(seen: Observation, names: TableNames, context: PromptContext = PromptContext()) -> Prompt:
    """Return the question to the seat whose observation this is; it must be asked now."""
    if seen.seat is None or not seen.is_asked:
        raise ValueError(f"seat {seen.seat} is not asked")
    build = _BUILDERS.get(seen.phase, _other_prompt)
    return build(_PromptBuilder(seen, seen.seat, names, context))


class _PromptBuilder:
    """An observation on its way to a prompt."""

    def __init__(self, seen: Observation, seat: int, names: TableNames, context: PromptContext) -> None:
        self.seen, self.seat, self.names, self.context = seen, seat, names, context
        self.translate = names.translate
        self.cash = seen.ledger[seat][0]
        self.held = seen.ledger[seat][1]
        self.legal = seen.legal_actions()

    def build_prompt(self, choices: list[PromptChoice], facts: list[str] | None = None, *, text: str = "", how: str = "",
                     stocks: tuple[Stock, ...] = (), blocks: int = 0, tiles: tuple[str, ...] = (), free: bool = False,
                     limit: int = 0) -> Prompt:
        asked = text or question_text(self.seen.phase, self.seat, self.names)
        return Prompt(self.seat, self.seen.phase, asked, tuple(choices), tuple(facts or ()), how, stocks, self.cash, blocks,
                      tiles, self.seen.ruleset.chain_names, free, limit)


def _yes_no(asked: _PromptBuilder, yes: str, no: str, kind: type, facts: list[str] | None = None) -> Prompt:
    choices = [PromptChoice("y", asked.translate(yes), kind(asked.seat, True)),
               PromptChoice("n", asked.translate(no), kind(asked.seat, False))]
    return asked.build_prompt(choices, facts)


def _declare_prompt(asked: _PromptBuilder) -> Prompt:
    rules, sizes = asked.seen.ruleset, asked.seen.sizes
    large = [chain for chain, size in sizes.items() if size >= rules.end_size]
    why = asked.translate("All chains on the board are safe.")
    if large:
        why = asked.translate("{chain} has {size:tile|tiles}.", chain=chain_title(large[0]), size=sizes[large[0]])
    if rules.simultaneous:
        yes = message("end the game: it ends if one player wants it")
    else:
        yes = message("announce the end: the game ends after this turn")
    return _yes_no(asked, yes, message("play on"), act.DeclareEnd, [why])


def _replace_prompt(asked: _PromptBuilder) -> Prompt:
    return _yes_no(asked, message("draw new tiles: the whole hand is set aside"), message("keep the hand"), act.ReplaceHand,
                   [_hand_fact(asked)])


def _hand_fact(asked: _PromptBuilder) -> str:
    hand = asked.seen.hand
    return asked.translate("Your hand: {tiles:and}.", tiles=hand) if hand else asked.translate("The hand: no tiles.")


def _power_start_prompt(asked: _PromptBuilder) -> Prompt:
    """Ask for a tile, and offer the powers beside it; where no tile can be placed, ask for a power alone."""
    ahead = without_power(asked.seen)
    if ahead is None:
        return _power_prompt(asked)
    prompt = _place_prompt(_PromptBuilder(ahead, asked.seat, asked.names, asked.context))
    powers = tuple(_power_choice(asked, POWER_KEYS[action.power], action) for action in asked.legal
                   if isinstance(action, act.UsePower) and action.power is not None)
    how = "Type a number or the tile itself, and no power is used; a letter uses a power first."
    return replace(prompt, choices=(*prompt.choices, *powers), how=how, with_power=True)


def _power_buy_prompt(asked: _PromptBuilder) -> Prompt:
    """Ask for a purchase, and offer the powers beside it."""
    ahead = without_power(asked.seen)
    if ahead is None:
        return _power_prompt(asked)
    prompt = _purchase_prompt(_PromptBuilder(ahead, asked.seat, asked.names, asked.context), free=False)
    powers = _power_prompt(asked).choices[:-1]
    how = f"{prompt.how} A number uses a power first."
    return replace(prompt, choices=(*prompt.choices, *powers), how=how, with_power=True)


def _power_choice(asked: _PromptBuilder, key: str, action: act.UsePower) -> PromptChoice:
    assert action.power is not None
    label = f"{asked.translate(act.POWER_TITLES[action.power])}: {asked.translate(POWER_HELP[action.power])}"
    return PromptChoice(key, label, action)


def _power_prompt(asked: _PromptBuilder) -> Prompt:
    choices, number = [], 0
    for action in asked.legal:
        assert isinstance(action, act.UsePower)
        if action.power is not None:
            number += 1
            choices.append(_power_choice(asked, str(number), action))
    return asked.build_prompt([*choices, PromptChoice("n", asked.translate("use no power now"), act.UsePower(asked.seat, None))])


def _place_prompt(asked: _PromptBuilder) -> Prompt:
    seen, reasons = asked.seen, asked.context.unplayable or {}
    legal = {action.tile: action for action in asked.legal if isinstance(action, act.Place) and action.tile not in reasons}
    choices = []
    for number, tile in enumerate(seen.hand, 1):
        text = effect_text(tile, seen.board, seen.sizes, asked.names.words)
        if tile not in legal:
            why = reasons.get(tile, message("the rules forbid it now"))
            text = asked.translate("cannot be placed: {why}", why=asked.translate(why))
        choices.append(PromptChoice(str(number), text, legal.get(tile), tile))
    for action in asked.legal:
        if isinstance(action, act.Pass):
            choices.append(PromptChoice("p", asked.translate("pass: no tile can be placed"), action))
        elif isinstance(action, act.Stop):
            choices.append(PromptChoice("s", asked.translate("stop: place no further tile"), action))
    return asked.build_prompt(choices, how="Type a number or the tile itself.", tiles=tuple(legal))


def _chain_line(asked: _PromptBuilder, chain: str) -> str:
    seen = asked.seen
    size = seen.sizes[chain]
    tier = TIER_NAMES[seen.ruleset.tiers[seen.ruleset.chain_names.index(chain)]]
    text = message("{chain} ({tier}), you hold {held}, market {market}")
    if size:
        text = message("{chain} ({tier}), {size:tile|tiles} at {price:$} a share, you hold {held}, market {market}")
    return asked.translate(text, chain=chain_title(chain), tier=asked.translate(tier), size=size, price=seen.prices[chain],
                           held=asked.held[chain], market=seen.market[chain])


def _chain_prompt(asked: _PromptBuilder) -> Prompt:
    """Ask for a chain by its initial: founding, survivor and next."""
    choices, facts = [], [asked.translate(FOUNDING_FACT)] if asked.seen.phase == "found" else []
    for action in asked.legal:
        assert isinstance(action, act.Found | act.ChooseSurvivor | act.ChooseNext)
        if action.chain is None:
            choices.append(PromptChoice("n", asked.translate("found no chain; the tiles stay loose"), action))
        else:
            choices.append(PromptChoice(action.chain[0].upper(), _chain_line(asked, action.chain), action))
    return asked.build_prompt(choices, facts, how="Type the initial or the name of a chain.")


def _dispose_prompt(asked: _PromptBuilder) -> Prompt:
    context, legal = asked.context, [action for action in asked.legal if isinstance(action, act.Dispose)]
    blocks = legal[0].hold + legal[0].sell + legal[0].trade
    translate, who = asked.translate, asked.names.seat(asked.seat)
    gone = chain_title(context.defunct) if context.defunct else translate("the defunct chain")
    into = chain_title(context.survivor) if context.survivor else translate("the survivor")
    most = max(action.trade for action in legal)
    facts = [translate("{who} holds {blocks:share|shares} of {gone}, worth {price:$} each.", who=who, blocks=blocks, gone=gone,
                       price=context.price)]
    facts += _shown_fact(asked)
    if context.survivor:
        facts.append(translate("Two of them trade for one of {into}, worth {price:$} after the merger; the market has {market}.",
                               into=into, price=price_after_merger(asked.seen, context.survivor),
                               market=asked.seen.market[context.survivor]))
    choices = [PromptChoice("k", translate("keep all {blocks}", blocks=blocks), act.Dispose(asked.seat, blocks, 0, 0)),
               PromptChoice("s", translate("sell all {blocks} for {money:$}", blocks=blocks, money=blocks * context.price),
                            act.Dispose(asked.seat, 0, blocks, 0))]
    if most:
        rest = blocks - most
        text = message("trade {count} for {got} of {into}, keep {rest}") if rest else message("trade {count} for {got} of {into}")
        choices.append(PromptChoice("t", translate(text, count=most, got=most // 2, into=into, rest=rest),
                                    act.Dispose(asked.seat, rest, 0, most)))
    prompt = asked.build_prompt(
        choices, facts, blocks=blocks,
        text=translate("{who} keeps, sells or trades the shares of {gone}, taken over by {into}.", who=who, gone=gone,
                                into=into),
        how="Or a mix, such as 't4 s1': trade 4, sell 1, keep the rest.")
    return replace(prompt, gone=context.defunct or "", into=context.survivor or "", price=context.price)


def _shown_fact(asked: _PromptBuilder) -> list[str]:
    """Return what the others show of the chain that is taken over (R25a)."""
    shown = asked.seen.shown_shares.get(asked.context.defunct or "", ())
    others = [f"{asked.names.seat(seat)} {held}" for seat, held in enumerate(shown) if held and seat != asked.seat]
    return [asked.translate("The others show their shares: {others:and}.", others=others)] if others else []


def _buy_prompt(asked: _PromptBuilder) -> Prompt:
    past = asked.seen.history()
    return _purchase_prompt(asked, free=bool(past) and past[-1] == act.UsePower(asked.seat, "free3"))


def _purchase_prompt(asked: _PromptBuilder, free: bool) -> Prompt:
    seen, rules = asked.seen, asked.seen.ruleset
    purchases = [action for action in asked.legal if isinstance(action, act.Buy)]
    wanted = {chain for action in purchases for chain in (*action.chains, *action.sell)}
    stocks = tuple(Stock(chain, seen.prices[chain], seen.market[chain], asked.held[chain])
                   for chain in rules.chain_names if chain in wanted)
    limit = max(len(action.chains) + len(action.sell) for action in purchases)
    founded = sorted({action.chains[0] for action in purchases if len(action.chains) > rules.max_buy and not free})
    usual, text = limit, message("Cash {cash:$}; up to {usual:share|shares}.")
    if free:
        text = message("Up to {usual:share|shares} for nothing.")
    elif rules.founder_buys_four and founded and limit == rules.max_buy + 1:
        usual, text = rules.max_buy, message("Cash {cash:$}; up to {usual:share|shares}, or four of {founded:and}.")
    elif rules.same_kind:
        text = message("Cash {cash:$}; up to {usual:share|shares}, all of one chain.")
    fact = asked.translate(text, cash=asked.cash, usual=usual, founded=[chain_title(chain) for chain in founded])
    letters = "".join(stock.chain[0].upper() for stock in stocks)
    example = (letters[:1] * 2 + letters[1:2])[:limit] or "L"
    how = f"Type initials: 'b {example}' or '{' '.join(example)}'."
    if rules.sell_shares:
        how += f" A minus sells: '-{letters[:1] or 'L'}'."
    nothing = PromptChoice("n", asked.translate("buy nothing"), act.Buy(asked.seat))
    return asked.build_prompt([nothing], [fact], how=how, stocks=stocks, free=free, limit=usual)


def _trade2_prompt(asked: _PromptBuilder) -> Prompt:
    choices, number = [], 0
    for action in asked.legal:
        if isinstance(action, act.Trade2):
            number += 1
            label = asked.translate("give 2 {give} (you hold {held}), get 1 {get}", give=chain_title(action.give),
                                    held=asked.held[action.give], get=chain_title(action.get))
            choices.append(PromptChoice(str(number), label, action))
    return asked.build_prompt([*choices, PromptChoice("s", asked.translate("stop: trade no more"), act.Stop(asked.seat))])


def _discard_prompt(asked: _PromptBuilder) -> Prompt:
    legal = [action for action in asked.legal if isinstance(action, act.Discard)]
    dead = max((action.tiles for action in legal), key=len)
    choices = [PromptChoice(str(number), asked.translate("set {tile} aside", tile=tile), act.Discard(asked.seat, (tile,)))
               for number, tile in enumerate(dead, 1)]
    if len(dead) > 1:
        label = asked.translate("set all {count} aside", count=len(dead))
        choices.append(PromptChoice("a", label, act.Discard(asked.seat, dead)))
    choices = [choice for choice in choices if choice.action in legal]
    return asked.build_prompt([*choices, PromptChoice("n", asked.translate("keep them all"), act.Discard(asked.seat))],
                              [asked.translate("Dead tiles: {tiles:and}.", tiles=dead)],
                              how="Or several tiles, such as '" + " ".join(dead[:2]) + "'.", tiles=dead)


def _pick_prompt(asked: _PromptBuilder) -> Prompt:
    tiles = tuple(action.tile for action in asked.legal if isinstance(action, act.Pick))
    return asked.build_prompt([], [_hand_fact(asked)], tiles=tiles, how="Type one of the tiles.")


def _bid_prompt(asked: _PromptBuilder) -> Prompt:
    highest = max(action.dollars for action in asked.legal if isinstance(action, act.Bid))
    auction = auction_of(asked.seen)
    facts = [] if auction is None else list(auction_facts(auction, asked.names))
    facts.append(asked.translate("Cash {cash:$}; bids in steps of {step:$}, up to {highest:$}.", cash=asked.cash,
                                 step=BID_STEP, highest=highest))
    nothing = PromptChoice("0", asked.translate("bid nothing"), act.Bid(asked.seat, 0))
    how = f"Type an amount of dollars, such as {min(highest, 3 * BID_STEP)}." if highest else ""
    return asked.build_prompt([nothing], facts, how=how, limit=highest)


def _other_prompt(asked: _PromptBuilder) -> Prompt:
    """Ask in notation, for a question without a builder of its own."""
    return asked.build_prompt([], how="Type a line of notation.")


_BUILDERS: dict[str, Callable[[_PromptBuilder], Prompt]] = {
    "declare_before": _declare_prompt, "declare_end": _declare_prompt, "power_start": _power_start_prompt,
    "power_buy": _power_buy_prompt, "replace_hand": _replace_prompt, "place": _place_prompt, "found": _chain_prompt,
    "survivor": _chain_prompt, "next_defunct": _chain_prompt, "dispose": _dispose_prompt, "buy": _buy_prompt,
    "trade2": _trade2_prompt, "discard": _discard_prompt, "pick": _pick_prompt, "bid": _bid_prompt,
}
