"""Decide in several steps, then confirm: buy shares, split the shares of a merger, trade, set dead tiles aside."""

from __future__ import annotations

from acquire_client.language import message
from acquire_client.view_model.baskets import Cart, Exchange, Handful, Split, last_disposal
from acquire_client.view_model.majorities import bonus_places as ranks_of
from acquire_client.view_model.placing import price_after_merger
from acquire_client.view_model.preview import Preview, preview_answer
from acquire_client.view_model.prompts import Prompt, PromptChoice, Stock
from acquire_client.view_model.rounds import BID_STEP
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import chain_title
from acquire_client.window.controller.deciders import Decider, KeyPress, OpenQuestion, PickDecider, PlaceDecider
from acquire_core.actions import Bid, Discard, Stop, Trade2, UsePower

PLACE_WORDS = (message("majority"), message("second place"), message("third place"))
TIED_WORDS = (message("shared majority"), message("shared second place"), message("shared third place"))
BID_AMOUNTS = (0, 100, 200, 500, 1000, 2000)
"""Bids that are one press away, in dollars."""
MAX_TYPED_BID = 999_999
"""Dollars: further digits are not taken. In a game from its start nobody comes near it (K58)."""


def power_choices(prompt: Prompt) -> tuple[PromptChoice, ...]:
    """Return the powers that stand beside a purchase."""
    return tuple(choice for choice in prompt.choices if isinstance(choice.action, UsePower))


class BuyDecider(Decider):
    """A cart of shares: letters take a share, with Shift they put it back."""

    answers_at_once = False

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.cart = Cart(self.prompt.seat, self.prompt.chains)

    def set_question(self, asked: OpenQuestion) -> None:
        super().set_question(asked)
        self._majorities: dict[Cart, tuple[str, ...]] = {}

    def first_focus(self) -> str | None:
        return next((f"stock {stock.chain}" for stock in self.prompt.stocks), "confirm")

    def _is_allowed(self, cart: Cart) -> bool:
        return cart.refusal_of(self.asked.refusal) is None

    def _take(self, cart: Cart) -> None:
        if self._is_allowed(cart):
            self.cart = cart
            self.asked.refresh()

    def take_share(self, chain: str) -> None:
        self._take(self.cart.one_more(chain))

    def put_back(self, chain: str) -> None:
        self._take(self.cart.one_less(chain))

    def refill(self, cart: Cart) -> None:
        """Take over a cart that was filled before a power was used, or as much of it as may be bought now."""
        if self._is_allowed(cart):
            self.cart = cart
            return
        for chain in cart.bought:
            more = self.cart.one_more(chain)
            self.cart = more if self._is_allowed(more) else self.cart

    def can_take(self, chain: str) -> bool:
        return self._is_allowed(self.cart.one_more(chain))

    def can_put_back(self, chain: str) -> bool:
        return self._is_allowed(self.cart.one_less(chain))

    def left_in_market(self, stock: Stock) -> int:
        return stock.market - max(0, self.cart.net_shares(stock.chain))

    def tip_for(self, stock: Stock) -> str:
        """Return the price and who holds what of a chain, and why no share of it can be taken."""
        tip = self.translate("{chain}: {price:$} a share, you hold {held}, the market {market}.", chain=chain_title(stock.chain),
                             price=stock.price, held=stock.held, market=stock.market)
        why = self.cart.one_more(stock.chain).refusal_of(self.asked.refusal)
        return f"{tip} {self.asked.names.words.sentence(why)}" if why and not self.cart.net_shares(stock.chain) else tip

    def _total(self) -> int:
        """Return what the cart costs; below zero if it brings money."""
        prices = {stock.chain: stock.price for stock in self.prompt.stocks}
        total = 0 if self.prompt.free else sum(prices[chain] for chain in self.cart.bought)
        return total - sum(prices[chain] for chain in self.cart.sold)

    def fact_line(self) -> str:
        if self._is_empty:
            return super().fact_line()
        total = self._total()
        total_text = self.translate("Total {total:$}, cash left {left:$}", total=total, left=self.prompt.cash - total)
        if self.cart not in self._majorities:
            self._majorities[self.cart] = self._majorities_made()
        return "   ".join((total_text, *self._majorities[self.cart]))

    def _majorities_made(self) -> tuple[str, ...]:
        """Return where the chains in the cart would put the buyer among their holders, as far as holdings may be seen."""
        ahead = preview_answer(self.asked.seen, self.cart.action, self.asked.names)
        if ahead is None or self.asked.names.rounds:  # what the others order is secret
            return ()
        rows = {row.chain: row for row in sheet_seen(ahead.seen, self.asked.names).chains}
        changes = []
        for chain in self.prompt.chains:
            ranks = ranks_of(rows[chain], ahead.seen.ruleset.bonus_places)
            rank = ranks[self.prompt.seat]
            if self.cart.net_shares(chain) and rank:
                word = PLACE_WORDS[rank - 1] if ranks.count(rank) == 1 else TIED_WORDS[rank - 1]
                changes.append(f"{chain_title(chain)}: {self.translate(word)}")
        return tuple(changes)

    @property
    def _is_empty(self) -> bool:
        return not self.cart.bought and not self.cart.sold

    def confirm_text(self) -> str:
        bought, sold = len(self.cart.bought), len(self.cart.sold)
        if self._is_empty:
            return self.translate("Take nothing") if self.prompt.free else self.translate("Skip buying")
        if bought and sold:
            return self.translate("Buy {bought}, sell {sold}", bought=bought, sold=sold)
        if self.prompt.free:
            return self.translate("Take {count} free", count=bought)
        text = message("Buy {count} for {money:$}") if bought else message("Sell {count} for {money:$}")
        return self.translate(text, count=bought or sold, money=abs(self._total()))

    def confirm_is_quiet(self) -> bool:
        return self._is_empty

    def can_confirm(self) -> bool:
        return self._is_allowed(self.cart)

    def confirm(self) -> None:
        self.asked.answer(self.cart.action)

    def press_key(self, key: KeyPress) -> bool:
        if key.letter == "n" and self._is_empty:
            self.confirm()
            return True
        for choice in power_choices(self.prompt):
            if key.letter == choice.key and choice.action is not None:
                self.asked.answer(choice.action)
                return True
        for stock in self.prompt.stocks:
            if key.letter == stock.chain[0]:
                self._take(self.cart.one_less(stock.chain) if key.shift else self.cart.one_more(stock.chain))
                return True
        if key.name == "backspace" and self.cart.bought:
            self._take(self.cart.one_less(self.cart.bought[-1]))
            return True
        return False

    def preview_of(self, name: str | None) -> Preview | None:
        return None if self._is_empty else preview_answer(self.asked.seen, self.cart.action, self.asked.names)


class DisposeDecider(Decider):
    """Sell, trade, keep: the kept ones follow from the other two."""

    answers_at_once = False
    shows_result = True

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        seat, seen = self.prompt.seat, asked.seen
        self.split = Split.begin(seat, seen.legal_actions(), last_disposal(seat, seen.history()))
        self._was_changed = False
        """Whether the person has moved shares; nobody asked for a preview of what a disposal begins with."""

    def first_focus(self) -> str | None:
        return "part sell"

    def set_part(self, part: str, count: int) -> None:
        self.split, self._was_changed = self.split.with_part(part, count), True
        self.asked.refresh()

    def move_share(self, source: str, target: str) -> None:
        """Move one share from a part to another; for trading two go together. Nothing moves where that is not allowed."""
        self.split, self._was_changed = self.split.with_share_moved(source, target), True
        self.asked.refresh()

    def preview_of(self, name: str | None) -> Preview | None:
        """Return what the answer that is put together would bring about, once the person has put something together."""
        shows = self._was_changed and (self.split.sell or self.split.trade)
        return preview_answer(self.asked.seen, self.split.action, self.asked.names) if shows else None

    @property
    def _into(self) -> str:
        return chain_title(self.prompt.into) if self.prompt.into else self.translate("the survivor")

    def _shares_left(self) -> int:
        """Return how many shares of the survivor the market has left after this answer."""
        return self.asked.seen.market[self.prompt.into] - self.split.trade // 2

    def fact_line(self) -> str:
        """Return what comes of the answer that is put together, and what trading can still get."""
        split, translate = self.split, self.translate
        gone = chain_title(self.prompt.gone) if self.prompt.gone else translate("the defunct chain")
        got = [translate("{amount:$}", amount=split.sell * self.prompt.price)] if split.sell else []
        if split.trade:
            got.append(f"{split.trade // 2} {self._into}")
        text = translate("You hold {hold} {gone}.", hold=split.hold, gone=gone)
        if got:
            text = translate("You get {got:and}; you hold {hold} {gone}.", got=got, hold=split.hold, gone=gone)
        if not self.prompt.into:
            return text
        price = price_after_merger(self.asked.seen, self.prompt.into)
        return "   ".join((text, translate("{chain}: {left} left, {price:$} after the merger", chain=self._into,
                                           left=self._shares_left(), price=price)))

    def note_of(self, part: str) -> str:
        """Return what the shares that are kept, sold or traded bring; without any, what one would. A share that is got in a
        trade counts what it costs after the merger: nobody can sell it before."""
        translate, seen, split = self.translate, self.asked.seen, self.split
        if part == "sell" and split.sell:
            return translate("{count} × {price:$} = {amount:$}", count=split.sell, price=self.prompt.price,
                             amount=split.sell * self.prompt.price)
        if part == "sell":
            return translate("{price:$} each", price=self.prompt.price)
        if part == "trade":
            price, got = price_after_merger(seen, self.prompt.into) if self.prompt.into else 0, split.trade // 2
            if got:
                return translate("{give} → {got} {chain} ({price:$})", give=split.trade, got=got, chain=self._into,
                                 price=got * price)
            return translate("2 → 1 {chain} ({price:$})", chain=self._into, price=price)
        return translate("{price:$} now", price=0)

    def tip_of(self, part: str) -> str:
        """Return what keeping, selling or trading means."""
        gone = chain_title(self.prompt.gone) if self.prompt.gone else self.translate("the defunct chain")
        text = {"sell": message("Sell shares of {gone} to the market at the price before the merger."),
                "trade": message("Give two shares of {gone} for one of {into}, at its price after the merger."),
                "hold": message("Shares of {gone} are worth nothing until the chain is founded again.")}[part]
        return self.translate(text, gone=gone, into=self._into)

    def confirm_text(self) -> str:
        hold, sell, trade = self.split.hold, self.split.sell, self.split.trade
        if sell and trade:
            return self.translate("Sell {sell}, trade {trade}", sell=sell, trade=trade)
        if sell:
            return self.translate("Sell {count} for {money:$}", count=sell, money=sell * self.prompt.price)
        if trade:
            return self.translate("Trade {count} for {got} {chain}", count=trade, got=trade // 2, chain=self._into)
        return self.translate("Keep {count:share|shares}", count=hold)

    def can_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.asked.answer(self.split.action)

    def press_key(self, key: KeyPress) -> bool:
        part = {"k": "hold", "s": "sell", "t": "trade"}.get(key.letter)
        if part is None:
            return False
        step = 2 if part == "trade" else 1
        now = {"hold": self.split.hold, "sell": self.split.sell, "trade": self.split.trade}[part]
        self.set_part(part, now + (-step if key.shift else step))
        return True


class TradeDecider(Decider):
    """Which chain is given, which is got: the first letter names one, the second the other."""

    answers_at_once = False

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.exchange = Exchange.begin(self.prompt.seat, asked.seen.legal_actions())

    def choose_chain(self, side: str, chain: str) -> None:
        exchange = self.exchange.with_given(chain) if side == "give" else self.exchange.with_got(chain)
        self.exchange = exchange.with_single_sides()
        self.asked.refresh()

    def fact_line(self) -> str:
        return self.refusal_text() if self.exchange.action is None else ""

    def confirm_text(self) -> str:
        trade = self.exchange.action
        if trade is None:
            return self.translate("Trade 2 for 1")
        return self.translate("Trade 2 {give} for 1 {get}", give=chain_title(trade.give), get=chain_title(trade.get))

    def can_confirm(self) -> bool:
        return self.exchange.action is not None

    def confirm(self) -> None:
        action = self.exchange.action
        if isinstance(action, Trade2):
            self.asked.answer(action)

    def refusal_text(self) -> str:
        if self.exchange.give is None:
            return self.translate("Choose which chain to give, then which to get.")
        return self.translate("Choose which chain to get.")

    @property
    def stop_key(self) -> str:
        """Return the letter that ends trading: S, or D where a chain begins with S."""
        return "d" if any(chain[0] == "s" for chain in self.prompt.chains) else "s"

    def stop(self) -> None:
        self.asked.answer(Stop(self.prompt.seat))

    def press_key(self, key: KeyPress) -> bool:
        chain = next((chain for chain in self.prompt.chains if key.letter and chain[0] == key.letter), None)
        if chain is not None:
            self.exchange = self.exchange.with_next(chain)
            self.asked.refresh()
            return True
        if key.letter == self.stop_key:
            self.stop()
            return True
        if key.name == "backspace":
            self.exchange = self.exchange.begun_again()
            self.asked.refresh()
            return True
        return False


class DiscardDecider(Decider):
    """Let the player choose which dead tiles to set aside."""

    answers_at_once = False

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.handful = Handful.begin(self.prompt.seat, asked.seen.legal_actions())

    def confirm_text(self) -> str:
        count = len(self.handful.chosen)
        return self.translate("Set aside {count:tile|tiles}", count=count) if count else self.translate("Keep all tiles")

    def confirm_is_quiet(self) -> bool:
        return not self.handful.chosen

    def toggle_tile(self, tile: str) -> None:
        self.handful = self.handful.with_toggled(tile)
        self.asked.refresh()

    def fact_line(self) -> str:
        count = len(self.handful.chosen)
        return self.translate("{count} of {all} dead tiles will be set aside.", count=count, all=len(self.handful.dead))

    def can_confirm(self) -> bool:
        return self.handful.action is not None

    def confirm(self) -> None:
        action = self.handful.action
        if isinstance(action, Discard):
            self.asked.answer(action)

    def press_key(self, key: KeyPress) -> bool:
        if key.letter.isdigit() and 1 <= int(key.letter) <= len(self.handful.dead):
            self.toggle_tile(self.handful.dead[int(key.letter) - 1])
            return True
        return False


class BidDecider(Decider):
    """Put a bid of dollars together: by steps, by some amounts of their own, or by typing the number."""

    answers_at_once = False

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.dollars = 0
        self._is_typed = False
        """Whether the next digit is added to the amount."""

    @property
    def amounts(self) -> tuple[int, ...]:
        """Return those of BID_AMOUNTS that this seat can bid."""
        return tuple(amount for amount in BID_AMOUNTS if amount <= self.prompt.limit)

    def first_focus(self) -> str | None:
        return "bid"

    def set_bid(self, dollars: int) -> None:
        self.dollars, self._is_typed = max(0, min(dollars, self.prompt.limit)), False
        self.asked.refresh()

    def fact_line(self) -> str:
        """Return what a bid may be; what is bid for stands on the stage of the auction."""
        return self.prompt.facts[-1]

    def can_confirm(self) -> bool:
        return self.dollars % BID_STEP == 0 and self.dollars <= self.prompt.limit

    def confirm_text(self) -> str:
        return self.translate("Bid {dollars:$}", dollars=self.dollars) if self.dollars else self.translate("Bid nothing")

    def confirm_is_quiet(self) -> bool:
        return not self.dollars

    def confirm(self) -> None:
        if self.can_confirm():
            self.asked.answer(Bid(self.prompt.seat, self.dollars))

    def refusal_text(self) -> str:
        return self.prompt.facts[-1]

    def press_key(self, key: KeyPress) -> bool:
        if key.letter.isdigit():
            typed = int(f"{self.dollars}{key.letter}") if self._is_typed else int(key.letter)
            if typed <= MAX_TYPED_BID:
                self.dollars, self._is_typed = typed, True
        elif key.name == "backspace":
            self.dollars, self._is_typed = self.dollars // 10, True
        else:
            steps = {"up": BID_STEP, "down": -BID_STEP}
            if key.name not in steps:
                return False
            self.set_bid(self.dollars // BID_STEP * BID_STEP + steps[key.name])
            return True
        self.asked.refresh()
        return True


_DECIDERS: dict[str, type[Decider]] = {
    "place": PlaceDecider, "pick": PickDecider, "buy": BuyDecider, "dispose": DisposeDecider, "trade2": TradeDecider,
    "discard": DiscardDecider, "bid": BidDecider,
}


def decider_for(asked: OpenQuestion) -> Decider:
    return _DECIDERS.get(asked.prompt.phase, Decider)(asked)
