"""Decide in several steps, then confirm: buy shares, split the shares of a merger, trade, set dead tiles aside."""

from __future__ import annotations

from acquire_client.language import message
from acquire_client.view_model.baskets import Cart, Exchange, Handful, Split, last_disposal
from acquire_client.view_model.majorities import bonus_places as ranks_of
from acquire_client.view_model.preview import Preview, preview_answer
from acquire_client.view_model.prompts import Stock
from acquire_client.view_model.sentences import disposal_sentence
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import chain_title
from acquire_client.window.controller.deciders import Decider, KeyPress, OpenQuestion, PickDecider, PlaceDecider
from acquire_core.actions import Buy, Discard, Stop, Trade2
from acquire_core.events import BlocksDisposed

PLACE_WORDS = (message("majority"), message("second place"))
TIED_WORDS = (message("shared majority"), message("shared second place"))


class BuyDecider(Decider):
    """A cart of shares: letters take a share, with Shift they put it back."""

    confirm_label = message("Buy")

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.cart = Cart(self.prompt.seat, self.prompt.chains)

    def set_question(self, asked: OpenQuestion) -> None:
        super().set_question(asked)
        self._told: dict[Cart, tuple[str, ...]] = {}

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

    def fact_line(self) -> str:
        prices = {stock.chain: stock.price for stock in self.prompt.stocks}
        total = 0 if self.prompt.free else sum(prices[chain] for chain in self.cart.bought)
        total -= sum(prices[chain] for chain in self.cart.sold)
        if not self.cart.bought and not self.cart.sold:
            return super().fact_line()
        told = self.translate("Total {total:$}, cash left {left:$}", total=total, left=self.prompt.cash - total)
        if self.cart not in self._told:
            self._told[self.cart] = self._majorities_made()
        return "   ".join((told, *self._told[self.cart]))

    def _majorities_made(self) -> tuple[str, ...]:
        """Return where the chains in the cart would put the buyer among their holders, as far as holdings may be seen."""
        ahead = preview_answer(self.asked.seen, self.cart.action, self.asked.names)
        if ahead is None:
            return ()
        rows = {row.chain: row for row in sheet_seen(ahead.seen, self.asked.names).chains}
        told = []
        for chain in self.prompt.chains:
            ranks = ranks_of(rows[chain])
            rank = ranks[self.prompt.seat]
            if self.cart.net_shares(chain) and rank:
                word = PLACE_WORDS[rank - 1] if ranks.count(rank) == 1 else TIED_WORDS[rank - 1]
                told.append(f"{chain_title(chain)}: {self.translate(word)}")
        return tuple(told)

    def confirm_text(self) -> str:
        empty = self.cart.action == Buy(self.prompt.seat)
        return self.translate("Buy nothing") if empty else self.translate("Confirm")

    def can_confirm(self) -> bool:
        return self._is_allowed(self.cart)

    def confirm(self) -> None:
        self.asked.answer(self.cart.action)

    def press_key(self, key: KeyPress) -> bool:
        if key.letter == "n" and not self.cart.bought and not self.cart.sold:
            self.confirm()
            return True
        for stock in self.prompt.stocks:
            if key.letter == stock.chain[0]:
                self._take(self.cart.one_less(stock.chain) if key.shift else self.cart.one_more(stock.chain))
                return True
        if key.name == "backspace" and self.cart.bought:
            self._take(self.cart.one_less(self.cart.bought[-1]))
            return True
        return False

    def preview_of(self, focus: str | None) -> Preview | None:
        return preview_answer(self.asked.seen, self.cart.action, self.asked.names) if self.cart.bought or self.cart.sold else None


class DisposeDecider(Decider):
    """Keep, sell, trade: the kept ones follow from the other two."""

    confirm_label = message("Confirm")

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        seat, seen = self.prompt.seat, asked.seen
        self.split = Split.begin(seat, seen.legal_actions(), last_disposal(seat, seen.history()))
        self._ahead: dict[Split, BlocksDisposed | None] = {}

    def first_focus(self) -> str | None:
        return "part sell"

    def set_part(self, part: str, count: int) -> None:
        self.split = self.split.with_part(part, count)
        self.asked.refresh()

    def fact_line(self) -> str:
        return "" if (done := self._disposal()) is None else disposal_sentence(done, self.asked.names)

    def _disposal(self) -> BlocksDisposed | None:
        """Return what becomes of the shares, as the log will report it."""
        if self.split not in self._ahead:
            events, _ = self.asked.seen.after(self.split.action)
            self._ahead[self.split] = next((event for event in events if isinstance(event, BlocksDisposed)), None)
        return self._ahead[self.split]

    def trade_note(self) -> str:
        """Return what trading gives, and how many of these the market has left then."""
        done = self._disposal()
        if done is None:
            return self.translate("2 for 1")
        return self.translate("2 for 1 of {left}", left=self.asked.seen.market[done.survivor] - done.trade // 2)

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
    """Which chain is given, which is got."""

    confirm_label = message("Trade 2 for 1")

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.exchange = Exchange.begin(self.prompt.seat, asked.seen.legal_actions())

    def choose_chain(self, side: str, chain: str) -> None:
        self.exchange = self.exchange.with_given(chain) if side == "give" else self.exchange.with_got(chain)
        self.asked.refresh()

    def fact_line(self) -> str:
        return ""

    def can_confirm(self) -> bool:
        return self.exchange.action is not None

    def confirm(self) -> None:
        action = self.exchange.action
        if isinstance(action, Trade2):
            self.asked.answer(action)

    def stop(self) -> None:
        self.asked.answer(Stop(self.prompt.seat))

    def press_key(self, key: KeyPress) -> bool:
        if key.letter == "s":
            self.stop()
            return True
        return False


class DiscardDecider(Decider):
    """Let the player choose which dead tiles to set aside."""

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.handful = Handful.begin(self.prompt.seat, asked.seen.legal_actions())

    confirm_label = message("Confirm")

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


_DECIDERS: dict[str, type[Decider]] = {
    "place": PlaceDecider, "pick": PickDecider, "buy": BuyDecider, "dispose": DisposeDecider, "trade2": TradeDecider,
    "discard": DiscardDecider,
}


def decider_for(asked: OpenQuestion) -> Decider:
    return _DECIDERS.get(asked.prompt.phase, Decider)(asked)
