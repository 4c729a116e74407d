"""What a decider looks like in the action bar: its widgets, its keys, and what is painted between them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from acquire_client.language import message
from acquire_client.view_model.placing import price_when_founded
from acquire_client.view_model.prompts import PromptChoice
from acquire_client.view_model.rounds import BID_STEP
from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.basket_deciders import (
    BidDecider,
    BuyDecider,
    DiscardDecider,
    DisposeDecider,
    TradeDecider,
    power_choices,
)
from acquire_client.window.controller.deciders import Decider, KeyPress, OpenQuestion, PickDecider, PlaceDecider
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.table_view.dragging import basket_widgets, paint_basket, part_boxes
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.counters import Stepper, StockCard, stepper_head
from acquire_client.window.widgets.widget import DragLoad, Widget
from acquire_core.actions import Place

WIDE_CHOICE = 110
"""Units: in narrower cells a chain has no room for its name beside its mark."""
NARROW_CHOICE = 180
"""Units: a choice that is narrower may be higher, for what it means in two lines."""
ROOMY_CHOICES = 4
"""So many choices lie in two columns; more of them have less room each."""
POWER_ROOM = 104
"""Units: how wide a power beside a purchase is."""
POWER_WITH_KEY = 60
"""Units: a narrower one has no room for its key."""
TRADE_SIDES = {"give": message("Give two"), "get": message("Get one")}


def typed_letter(event: pygame.event.Event) -> str:
    """Return the letter or digit of a key, whatever else is held down; the number pad counts too."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return ""
    name = pygame.key.name(event.key)
    if len(name) == 3 and name[0] == "[" and name[2] == "]":
        name = name[1]
    return name if len(name) == 1 else ""


def key_press(event: pygame.event.Event) -> KeyPress:
    return KeyPress(pygame.key.name(event.key), typed_letter(event), bool(event.mod & pygame.KMOD_SHIFT))


def decider_widgets(decider: Decider, places: TableLayout, unit: Unit) -> list[Widget]:
    """Return what can be pressed to decide, but for the button that confirms."""
    return _WIDGETS.get(type(decider), _choice_widgets)(decider, places, unit)


def paint_decider(painter: Painter, decider: Decider, places: TableLayout) -> None:
    """Paint what is neither a widget nor a fact."""
    if isinstance(decider, BuyDecider):
        paint_basket(painter, decider, places)
    if isinstance(decider, TradeDecider):
        titles = tuple(map(decider.translate, TRADE_SIDES.values()))
        for row, text in zip(places.actions.rows((1, 1), painter.unit(6)), titles, strict=True):
            painter.text(row.left(trade_label_width(row, painter.unit)), text, 12, "dim")


def trade_label_width(row: Box, unit: Unit) -> int:
    """Return how wide the words in front of a row of chains are."""
    return min(unit(80), row.w // 6)


# --- choices ---

def _choice_widgets(decider: Decider, places: TableLayout, unit: Unit) -> list[Widget]:
    choices = [choice for choice in decider.prompt.choices if choice.action]
    box = places.actions
    if len(choices) > 2 and not decider.fact_line() and _is_narrow(box.w // 2, unit):
        box = places.facts.to(box)
    return _choice_buttons(decider.asked, box, unit, choices)


def _is_narrow(width: int, unit: Unit) -> bool:
    return width < unit(NARROW_CHOICE)


def _place_widgets(decider: PlaceDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    others = [choice for choice in decider.prompt.choices if choice.action is not None and not isinstance(choice.action, Place)]
    return _choice_buttons(decider.asked, places.actions, unit, others)


def _pick_widgets(decider: PickDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    return []


def _choice_buttons(asked: OpenQuestion, box: Box, unit: Unit, choices: list[PromptChoice]) -> list[Widget]:
    gap = unit(6)
    across = 2 if len(choices) <= ROOMY_CHOICES else 4 if box.w >= 4 * unit(WIDE_CHOICE) else 3
    lines = -(-len(choices) // across)
    most = unit(76) if across == 2 and _is_narrow(box.w // 2, unit) else unit(52)
    height = max(28, min((box.h - gap * (lines - 1)) // max(1, lines), most))
    cells = box.grid(len(choices), across, height, gap)
    return [_choice_button(asked, choice, cell) for choice, cell in zip(choices, cells, strict=True)]


def _choice_button(asked: OpenQuestion, choice: PromptChoice, cell: Box) -> Widget:
    action, chain = choice.action, chain_of(choice)
    assert action is not None
    label, note = (chain_title(chain), choice_note(asked, chain)) if chain else split_label(choice.label)
    is_on_mark = chain[:1] == choice.key.lower()  # the mark of the chain says it already
    hint = "" if is_on_mark else asked.letter_of(choice).upper()
    button = Button(f"choice {choice.key}", cell, label, lambda: asked.answer(action), hint=hint, chain=chain, note=note,
                    tip=choice.label if len(choice.label) > 28 else "")
    if chain:
        button.load = DragLoad("choice", choice.key)
    return button


def chain_of(choice: PromptChoice) -> str:
    chain = getattr(choice.action, "chain", None)
    return chain if isinstance(chain, str) else ""


def choice_note(asked: OpenQuestion, chain: str) -> str:
    """Return size and price of a chain, how many shares of it the person holds, and how many are left."""
    seen, translate = asked.seen, asked.translate
    held = translate("you hold {held}", held=seen.ledger[asked.prompt.seat][1][chain])
    if not seen.sizes[chain]:
        price = price_when_founded(seen, chain)
        if len(asked.prompt.choices) > ROOMY_CHOICES:
            return translate("{price:$} a share", price=price)
        return f"{translate('{amount:$}', amount=price)}, {held}"
    size = translate("{size} × {price:$}", size=seen.sizes[chain], price=seen.prices[chain])
    return f"{size}, {held}, {translate('{count} left', count=seen.market[chain])}"


def split_label(label: str) -> tuple[str, str]:
    """Return a long label in two lines: what is chosen, and what it means."""
    head, _, rest = label.partition(": ")
    return head[0].upper() + head[1:], rest


# --- what is put together ---

def _buy_widgets(decider: BuyDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    """Return a card for each chain that is for sale, and the powers behind them."""
    stocks, room, powers = decider.prompt.stocks, places.actions, power_choices(decider.prompt)
    gap = unit(6)
    buttons: list[Widget] = []
    if powers:
        height = (room.h - gap * (len(powers) - 1)) // len(powers)
        across = 1 if height >= MIN_TARGET else len(powers)
        # Side by side each has a seventh of the row: with a sixth, German prices had no room on the cards.
        side = room.end(min(across * unit(POWER_ROOM), room.w * across // (6 if across == 1 else 7)))
        cells = side.grid(len(powers), across, min(unit(44), height) if across == 1 else room.h, gap)
        shows_key = cells[0].w >= unit(POWER_WITH_KEY)
        buttons = [_power_button(decider.asked, choice, cell, shows_key) for choice, cell in zip(powers, cells, strict=True)]
        room = room.without_end(side.w + unit(10))
    width = min(unit(132), (room.w - gap * (len(stocks) - 1)) // max(1, len(stocks)))
    cards: list[Widget] = []
    for number, stock in enumerate(stocks):
        chain, box = stock.chain, Box(room.x + number * (width + gap), room.y, width, room.h)
        cards.append(StockCard(
            f"stock {chain}", box, chain, decider.translate("{amount:$}", amount=stock.price),
            decider.translate("{count} left", count=decider.left_in_market(stock)), decider.cart.net_shares(chain),
            decider.can_take(chain), decider.can_put_back(chain), partial(decider.take_share, chain),
            partial(decider.put_back, chain), decider.tip_for(stock)))
    return [*cards, *buttons, *basket_widgets(decider, places, unit)]


def _power_button(asked: OpenQuestion, choice: PromptChoice, cell: Box, shows_key: bool) -> Button:
    action = choice.action
    assert action is not None
    return Button(f"choice {choice.key}", cell, split_label(choice.label)[0], lambda: asked.answer(action),
                  hint=choice.key if shows_key else "", tip=choice.label)


def _dispose_widgets(decider: DisposeDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    split, translate = decider.split, decider.translate
    rows = [
        ("sell", translate("Sell"), split.sell, 1, "S"),
        ("trade", translate("Trade"), split.trade, 2, "T"),
        ("hold", translate("Keep"), split.hold, 1, "K"),
    ]
    cells, head = part_boxes(places, unit), stepper_head(unit)
    return [Stepper(f"part {part}", cells[part], label, decider.note_of(part), count, split.max_of(part), step,
                    partial(decider.set_part, part), hint, translate("All"), decider.tip_of(part), head)
            for part, label, count, step, hint in rows]


def _trade_widgets(decider: TradeDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    """Return two rows of chains: the one that is given, the one that is got."""
    upper, lower = places.actions.rows((1, 1), unit(6))
    widgets: list[Widget] = []
    label, exchange = trade_label_width(upper, unit) + unit(6), decider.exchange
    stop = lower.end(min(unit(110), lower.w // 5))
    for side, row, able, chosen in (("give", upper, exchange.can_give, exchange.give),
                                    ("get", lower, exchange.can_get, exchange.get)):
        chains = [chain for chain in decider.prompt.chains if able(chain)]
        room = row.without_left(label).without_end(stop.w + unit(8))
        for chain, cell in zip(chains, room.columns([1] * 7, unit(5)), strict=False):
            widgets.append(Button(f"{side} {chain}", cell, "", partial(decider.choose_chain, side, chain), chain=chain,
                                  kind="chosen" if chain == chosen else "plain", tip=chain_title(chain),
                                  spoken=f"{decider.translate(TRADE_SIDES[side])}: {chain_title(chain)}"))
    return [*widgets, Button("stop", stop, decider.translate("Done"), decider.stop, hint=decider.stop_key.upper())]


def _discard_widgets(decider: DiscardDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    handful = decider.handful
    cells = places.actions.top(max(28, unit.target(44))).columns([1] * max(6, len(handful.dead)), unit(6))
    return [Button(f"dead {tile}", cell, tile, partial(decider.toggle_tile, tile), hint=str(number),
                   kind="chosen" if tile in handful.chosen else "plain")
            for number, (tile, cell) in enumerate(zip(handful.dead, cells, strict=False), 1)]


def _bid_widgets(decider: BidDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    """Return a counter of dollars, and buttons that set it to some amounts."""
    translate, limit = decider.translate, decider.prompt.limit
    left, right = places.actions.columns((1, 1.5), unit(10))
    counter = Stepper("bid", left, translate("Your bid"), translate("up to {money:$}", money=limit), decider.dollars, limit,
                      BID_STEP, decider.set_bid, "", translate("All"), " ".join(decider.prompt.facts))
    counter.load = None  # there is nowhere to drag dollars to
    amounts = decider.amounts
    across = 3 if len(amounts) > 2 else 2
    lines = -(-len(amounts) // across)
    height = max(28, min((right.h - unit(6) * (lines - 1)) // lines, unit(52)))
    return [counter, *(Button(f"amount {amount}", cell, translate("{amount:$}", amount=amount), partial(decider.set_bid, amount),
                              kind="chosen" if amount == decider.dollars else "plain")
                       for amount, cell in zip(amounts, right.grid(len(amounts), across, height, unit(6)), strict=True))]


_WIDGETS: dict[type[Decider], Callable[[Any, TableLayout, Unit], list[Widget]]] = {
    PlaceDecider: _place_widgets, PickDecider: _pick_widgets, BuyDecider: _buy_widgets, DisposeDecider: _dispose_widgets,
    TradeDecider: _trade_widgets, DiscardDecider: _discard_widgets, BidDecider: _bid_widgets,
}
