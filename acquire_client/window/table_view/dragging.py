"""What can be dragged at the table, where it may be dropped, and what that does.

A tile goes to its square, a share between the market and the basket or between the parts of a disposal, and the mark of a chain
to the board. Dropped anywhere else, all of them go back and nothing is answered. Keys and clicks do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.basket_deciders import BuyDecider, DisposeDecider
from acquire_client.window.controller.deciders import Decider, PlaceDecider
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.screen_reader.nodes import NodeRole
from acquire_client.window.table_view.board_view import square_box
from acquire_client.window.widgets.widget import DragLoad, Widget

TILE, SHARE, BOUGHT, PART, CHOICE = "tile", "stock", "basket", "part", "choice"
"""Kinds of loads: a tile of the hand, a share in the market or in the basket, a share in a part of a disposal, a choice of a
chain."""
NARROW_HEAD = 400
"""Units: a question that has less width leaves the line of facts below it whole."""
DropPlace = tuple[Box, Callable[[], object]]
"""A place where a load may be dropped, and what that does."""


def drop_places(load: DragLoad, decider: Decider | None, places: TableLayout, unit: Unit) -> list[DropPlace]:
    """Return where a load may be dropped now."""
    if isinstance(decider, PlaceDecider) and load.kind == TILE:
        return [(square_box(places.squares, load.name), partial(decider.click_square, load.name))]
    if isinstance(decider, BuyDecider) and load.kind == SHARE and decider.can_take(load.name):
        return [(basket_box(decider, places, unit), partial(decider.take_share, load.name))]
    if isinstance(decider, BuyDecider) and load.kind == BOUGHT and decider.can_put_back(load.name):
        return [(places.actions, partial(decider.put_back, load.name))]
    if isinstance(decider, DisposeDecider) and load.kind == PART:
        return [(box, partial(decider.move_share, load.name, part)) for part, box in part_boxes(places, unit).items()
                if part != load.name]
    action = None if decider is None else decider.answers().get(f"{CHOICE} {load.name}")
    if decider is not None and load.kind == CHOICE and action is not None:
        return [(places.board, partial(decider.asked.answer, action))]
    return []


def part_boxes(places: TableLayout, unit: Unit) -> dict[str, Box]:
    """Return the columns of a disposal by the name of their part."""
    return dict(zip(("sell", "trade", "hold"), places.actions.columns((1, 1, 1), unit(8)), strict=True))


# --- the basket ---

def basket_slots(decider: BuyDecider, places: TableLayout, unit: Unit) -> tuple[Box, ...]:
    """Return a place for each share that may be bought, at the end of the question and its facts, and of the question alone where
    the facts need the width; as many as have room."""
    head = Box(places.question.x, places.question.y, places.question.w, places.actions.y - places.question.y)
    if head.w < unit(NARROW_HEAD) and places.question.h - unit(2) >= MIN_TARGET:
        head = places.question
    side, gap = max(MIN_TARGET, min(unit(34), head.h - unit(2 if head is places.question else 4))), unit(6)
    count = min(max(decider.prompt.limit, len(decider.cart.bought)), (head.w // 2 + gap) // (side + gap))
    y = head.y + max(0, (head.h - unit(4) - side) // 2)
    return tuple(Box(head.right - (count - number) * (side + gap) + gap, y, side, side) for number in range(count))


def basket_box(decider: BuyDecider, places: TableLayout, unit: Unit) -> Box:
    """Return where a share may be dropped to be bought: all slots, and what is between them; without slots nothing at the end."""
    slots = basket_slots(decider, places, unit)
    if not slots:
        return places.question.end(0)
    return slots[0].to(slots[-1]).inset(-unit(3))


def basket_widgets(decider: BuyDecider, places: TableLayout, unit: Unit) -> list[Widget]:
    """Return the shares in the basket: a click puts one back."""
    slots = basket_slots(decider, places, unit)
    return [BasketShare(number, box, chain, decider.translate("{chain}: puts a share back.", chain=chain_title(chain)),
                        partial(decider.put_back, chain))
            for number, (chain, box) in enumerate(zip(decider.cart.bought, slots, strict=False))]


def paint_basket(painter: Painter, decider: BuyDecider, places: TableLayout) -> None:
    """Paint the empty places of the basket."""
    for box in basket_slots(decider, places, painter.unit)[len(decider.cart.bought):]:
        painter.dashed(box, "dim", 6, 1)


class BasketShare(Widget):
    """A share that is about to be bought."""

    takes_focus = False
    role = NodeRole.BUTTON

    def __init__(self, number: int, box: Box, chain: str, tip: str, put_back: Callable[[], None]) -> None:
        super().__init__(f"{BOUGHT} {number}", box, tip)
        self.chain, self._put_back = chain, put_back
        self.load = DragLoad(BOUGHT, chain)

    def draw(self, painter: Painter, focused: bool, hovered: bool, pressed: bool) -> None:
        painter.chain(self.box, self.chain, radius=6)
        if hovered:
            painter.panel(self.box, None, "mark", 6, max(2, painter.unit(2)))

    def release_mouse(self, x: float, y: float) -> None:
        if self.holds_point(x, y):
            self._put_back()


# --- what is drawn while something is dragged ---

def paint_drag(painter: Painter, load: DragLoad, pointer: tuple[float, float], targets: Sequence[DropPlace],
               decider: Decider | None, square: Box) -> None:
    """Light up where the load may be dropped, and draw it at the pointer."""
    for box, _ in targets:
        painter.ring(box)
    side = max(MIN_TARGET, painter.unit(40))
    x, y = round(pointer[0]), round(pointer[1])
    if load.kind == TILE:
        painter.tile(Box(x - square.w // 2, y - square.h // 2, square.w, square.h), load.name, "mark")
        return
    chain = load.name
    if load.kind == PART and isinstance(decider, DisposeDecider):
        chain = decider.prompt.gone or ""
    elif load.kind == CHOICE and decider is not None:
        chain = getattr(decider.answers().get(f"{CHOICE} {load.name}"), "chain", "")
    if chain:
        painter.chain(Box(x - side // 2, y - side // 2, side, side), chain, radius=6)
