"""The words of the table around what is pressed: turn, rules and bag above, whose tiles these are and who decides what below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_client.view_model.preview import Preview, price_changes
from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.table_view.decider_widgets import paint_decider
from acquire_client.window.table_view.side_view import Say
from acquire_core import Observation

if TYPE_CHECKING:
    from acquire_client.window.scenes.table import Table


def table_panels(places: TableLayout) -> Panels:
    return (places.board, "board"), (places.sheet, "panel"), (places.side, "panel"), (places.deck, "panel")


def paint_bar(painter: Painter, place: Box, say: Say, turn: int, rules: str, bag_count: int, declared: bool = False) -> None:
    name = painter.text(place, say("Turn {turn}", turn=turn) if turn else say("Opening"), 16, bold=True)
    note = say("{rules} rules, {count} tiles in the bag", rules=rules, count=bag_count)
    if declared:
        note = say("The end is announced. ") + note
    painter.text(place.without_left(name + painter.unit(18)), note, 12.5, "dim", cut=True)


def paint_deck(painter: Painter, table: Table, seen: Observation, ahead: Preview | None) -> None:
    places, decider, say = table.places, table.decider, table.say
    mine = decider is not None
    if mine:
        painter.panel(places.deck, None, "accent", 10, max(1, painter.unit(1.5)))
    title = say("Your tiles") if len(table.match.people) <= 1 or table.viewer is None else \
        say("Tiles of {name}", name=table.match.names.seat(table.viewer))
    painter.text(places.hand.top(painter.unit(18)), title, 11.5, "dim", cut=True)
    if table.viewer is None:
        painter.paragraph(places.hand.without_top(painter.unit(24)), say("Hands are hidden while nobody is asked."), 12, "dim")
    painter.text(places.question, table.question(), 16, "text" if mine else "dim", bold=True, cut=True)
    if decider is None:
        painter.text(places.facts, say("thinking …") if table.conductor.thinking else "", 13, "dim", cut=True)
        return
    if ahead is not None and decider.prompt.phase == "place":
        room = Box(places.facts.x, places.facts.y, places.facts.w, places.actions.bottom - places.facts.y)
        painter.paragraph(room, told_ahead(seen, ahead, say), 13, "text", cut=True)
    else:
        painter.text(places.facts, decider.fact_line(), 13, "dim", cut=True)
    paint_decider(painter, decider, places)


def told_ahead(seen: Observation, ahead: Preview, say: Say) -> str:
    """What a tile would bring about, prices last."""
    prices = [say("{chain} {before:$} → {after:$}.", chain=chain_title(chain), before=price, after=then)
              for chain, price, then in price_changes(seen.prices, ahead.prices)]
    return " ".join((*ahead.told, *prices))
