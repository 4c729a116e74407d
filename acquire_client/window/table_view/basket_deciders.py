"""Decisions that are put together and then confirmed: buying, splitting blocks, trading, laying tiles away."""

from __future__ import annotations

from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.view_model.baskets import Cart, Exchange, Handful, Split, last_disposal
from acquire_client.view_model.majorities import places as ranks_of
from acquire_client.view_model.preview import Preview, preview
from acquire_client.view_model.sentences import disposal
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.table_view.deciders import Asked, Decider, PickDecider, PlaceDecider, typed
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.counters import Stepper, StockCard
from acquire_client.window.widgets.widget import Widget
from acquire_core.actions import Buy, Discard, Stop, Trade2
from acquire_core.events import BlocksDisposed

PLACE_WORDS = (message("majority"), message("second place"))
TIED_WORDS = (message("shared majority"), message("shared second place"))


class BuyDecider(Decider):
    """A card for each chain that is for sale; letters take a block, with Shift they put it back."""

    confirm_label = message("Buy")

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.cart = Cart(self.prompt.seat, self.prompt.chains)

    def hear(self, asked: Asked) -> None:
        super().hear(asked)
        self._told: dict[Cart, tuple[str, ...]] = {}

    def focus(self) -> str | None:
        return next((f"stock {stock.chain}" for stock in self.prompt.stocks), "confirm")

    def _may(self, cart: Cart) -> bool:
        return cart.refused(self.asked.refusal) is None

    def _take(self, cart: Cart) -> None:
        if self._may(cart):
            self.cart = cart
            self.asked.refresh()

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        stocks = self.prompt.stocks
        gap = unit(6)
        width = min(unit(132), (places.actions.w - gap * (len(stocks) - 1)) // max(1, len(stocks)))
        return [self._card(stock.chain, Box(places.actions.x + number * (width + gap), places.actions.y, width, places.actions.h))
                for number, stock in enumerate(stocks)]

    def _card(self, chain: str, box: Box) -> Widget:
        stock = next(stock for stock in self.prompt.stocks if stock.chain == chain)
        more, fewer = self.cart.more(chain), self.cart.fewer(chain)
        why = more.refused(self.asked.refusal)
        left = stock.market - max(0, self.cart.net(chain))
        tip = self.say("{chain}: {price:$} a share, you hold {held}, the market {market}.", chain=chain_title(chain),
                       price=stock.price, held=stock.held, market=stock.market)
        price = self.say("{amount:$}", amount=stock.price)
        return StockCard(f"stock {chain}", box, chain, price, self.say("{count} left", count=left),
                         self.cart.net(chain), why is None, self._may(fewer), lambda: self._take(more), lambda: self._take(fewer),
                         f"{tip} {self.asked.names.words.sentence(why)}" if why and not self.cart.net(chain) else tip)

    def facts(self) -> str:
        prices = {stock.chain: stock.price for stock in self.prompt.stocks}
        total = 0 if self.prompt.free else sum(prices[chain] for chain in self.cart.bought)
        total -= sum(prices[chain] for chain in self.cart.sold)
        if not self.cart.bought and not self.cart.sold:
            return super().facts()
        told = self.say("Total {total:$}, cash left {left:$}", total=total, left=self.prompt.cash - total)
        if self.cart not in self._told:
            self._told[self.cart] = self._majorities()
        return "   ".join((told, *self._told[self.cart]))

    def _majorities(self) -> tuple[str, ...]:
        """Where the chains in the cart would put the buyer among their holders, as far as holdings may be seen."""
        ahead = preview(self.asked.seen, self.cart.action, self.asked.names)
        if ahead is None:
            return ()
        rows = {row.chain: row for row in sheet_seen(ahead.seen, self.asked.names).chains}
        told = []
        for chain in self.prompt.chains:
            ranks = ranks_of(rows[chain])
            rank = ranks[self.prompt.seat]
            if self.cart.net(chain) and rank:
                word = PLACE_WORDS[rank - 1] if ranks.count(rank) == 1 else TIED_WORDS[rank - 1]
                told.append(f"{chain_title(chain)}: {self.say(word)}")
        return tuple(told)

    @property
    def wanted_label(self) -> str:
        empty = self.cart.action == Buy(self.prompt.seat)
        return self.say("Buy nothing") if empty else self.say("Confirm")

    def can_confirm(self) -> bool:
        return self._may(self.cart)

    def confirm(self) -> None:
        self.asked.answer(self.cart.action)

    def key(self, event: pygame.event.Event) -> bool:
        letter = typed(event)
        if letter == "n" and not self.cart.bought and not self.cart.sold:
            self.confirm()
            return True
        for stock in self.prompt.stocks:
            if letter == stock.chain[0]:
                less = event.mod & pygame.KMOD_SHIFT
                self._take(self.cart.fewer(stock.chain) if less else self.cart.more(stock.chain))
                return True
        if event.key == pygame.K_BACKSPACE and self.cart.bought:
            self._take(self.cart.fewer(self.cart.bought[-1]))
            return True
        return False

    def previewed(self, focus: str | None) -> Preview | None:
        return preview(self.asked.seen, self.cart.action, self.asked.names) if self.cart.bought or self.cart.sold else None


class DisposeDecider(Decider):
    """Keep, sell, trade: the kept ones follow from the other two."""

    confirm_label = message("Confirm")

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        seat, seen = self.prompt.seat, asked.seen
        self.split = Split.first(seat, seen.legal_actions(), last_disposal(seat, seen.history()))
        self._ahead: dict[Split, BlocksDisposed | None] = {}

    def focus(self) -> str | None:
        return "part sell"

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        split, say = self.split, self.say
        rows = [
            ("hold", say("Keep"), "", split.hold, 1, "K"),
            ("sell", say("Sell"), say("get cash"), split.sell, 1, "S"),
            ("trade", say("Trade"), self._trading(), split.trade, 2, "T"),
        ]
        return [Stepper(f"part {part}", cell, label, note, count, split.most(part), step,
                        partial(self._set, part), hint, say("All"))
                for (part, label, note, count, step, hint), cell in
                zip(rows, places.actions.columns((1, 1, 1), unit(8)), strict=True)]

    def _set(self, part: str, count: int) -> None:
        self.split = self.split.with_part(part, count)
        self.asked.refresh()

    def facts(self) -> str:
        return "" if (done := self._done()) is None else disposal(done, self.asked.names)

    def _done(self) -> BlocksDisposed | None:
        """What becomes of the blocks, as it will be told."""
        if self.split not in self._ahead:
            events, _ = self.asked.seen.after(self.split.action)
            self._ahead[self.split] = next((event for event in events if isinstance(event, BlocksDisposed)), None)
        return self._ahead[self.split]

    def _trading(self) -> str:
        """What trading gives, and how many of these the market has left then."""
        done = self._done()
        if done is None:
            return self.say("2 for 1")
        return self.say("2 for 1 of {left}", left=self.asked.seen.market[done.survivor] - done.trade // 2)

    def can_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.asked.answer(self.split.action)

    def key(self, event: pygame.event.Event) -> bool:
        part = {"k": "hold", "s": "sell", "t": "trade"}.get(typed(event))
        if part is None:
            return False
        step = 2 if part == "trade" else 1
        now = {"hold": self.split.hold, "sell": self.split.sell, "trade": self.split.trade}[part]
        self._set(part, now + (-step if event.mod & pygame.KMOD_SHIFT else step))
        return True


class TradeDecider(Decider):
    """Which chain is given, which is got: two rows of chains."""

    confirm_label = message("Trade 2 for 1")

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.exchange = Exchange.first(self.prompt.seat, asked.seen.legal_actions())

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        upper, lower = places.actions.rows((1, 1), unit(6))
        widgets: list[Widget] = []
        label = unit(86)
        stop = lower.end(unit(110))
        for side, row, able, chosen in (("give", upper, self.exchange.can_give, self.exchange.give),
                                        ("get", lower, self.exchange.can_get, self.exchange.get)):
            chains = [chain for chain in self.prompt.chains if able(chain)]
            room = row.without_left(label).without_end(stop.w + unit(8))
            for chain, cell in zip(chains, room.columns([1] * 7, unit(5)), strict=False):
                widgets.append(Button(f"{side} {chain}", cell, "", partial(self._choose, side, chain),
                                      chain=chain, kind="chosen" if chain == chosen else "plain", tip=chain_title(chain)))
        return [*widgets, Button("stop", stop, self.say("Stop"), lambda: self.asked.answer(Stop(self.prompt.seat)), hint="S")]

    def paint(self, painter: Painter, places: TableLayout) -> None:
        for row, text in zip(places.actions.rows((1, 1), painter.unit(6)), (self.say("Give two"), self.say("Get one")),
                             strict=True):
            painter.text(row.left(painter.unit(80)), text, 12, "dim")

    def _choose(self, side: str, chain: str) -> None:
        self.exchange = self.exchange.giving(chain) if side == "give" else self.exchange.getting(chain)
        self.asked.refresh()

    def facts(self) -> str:
        return ""

    def can_confirm(self) -> bool:
        return self.exchange.action is not None

    def confirm(self) -> None:
        action = self.exchange.action
        if isinstance(action, Trade2):
            self.asked.answer(action)

    def key(self, event: pygame.event.Event) -> bool:
        if typed(event) == "s":
            self.asked.answer(Stop(self.prompt.seat))
            return True
        return False


class DiscardDecider(Decider):
    """Dead tiles that may be laid away, each chosen or not."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.handful = Handful.first(self.prompt.seat, asked.seen.legal_actions())

    confirm_label = message("Confirm")

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        cells = places.actions.top(max(28, unit.target(44))).columns([1] * max(6, len(self.handful.dead)), unit(6))
        return [Button(f"dead {tile}", cell, tile, partial(self._toggle, tile), hint=str(number),
                       kind="chosen" if tile in self.handful.chosen else "plain")
                for number, (tile, cell) in enumerate(zip(self.handful.dead, cells, strict=False), 1)]

    def _toggle(self, tile: str) -> None:
        self.handful = self.handful.toggled(tile)
        self.asked.refresh()

    def facts(self) -> str:
        count = len(self.handful.chosen)
        return self.say("{count} of {all} dead tiles are laid away.", count=count, all=len(self.handful.dead))

    def can_confirm(self) -> bool:
        return self.handful.action is not None

    def confirm(self) -> None:
        action = self.handful.action
        if isinstance(action, Discard):
            self.asked.answer(action)

    def key(self, event: pygame.event.Event) -> bool:
        letter = typed(event)
        if letter.isdigit() and 1 <= int(letter) <= len(self.handful.dead):
            self._toggle(self.handful.dead[int(letter) - 1])
            return True
        return False


_DECIDERS: dict[str, type[Decider]] = {
    "place": PlaceDecider, "pick": PickDecider, "buy": BuyDecider, "dispose": DisposeDecider, "trade2": TradeDecider,
    "discard": DiscardDecider,
}


def decider_for(asked: Asked) -> Decider:
    return _DECIDERS.get(asked.prompt.phase, Decider)(asked)
