"""The words of the table around what is pressed: turn, rules and bag above, whose tiles these are and who decides what below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from acquire_client.view_model.preview import Preview, price_changes
from acquire_client.view_model.words import chain_title, turn_title
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.basket_deciders import BuyDecider
from acquire_client.window.controller.deciders import Decider
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.table_view.decider_widgets import decider_widgets, paint_decider
from acquire_client.window.table_view.dragging import basket_box
from acquire_client.window.table_view.side_view import Translate
from acquire_client.window.widgets.notes import is_small


def table_panels(places: TableLayout) -> Panels:
    return (places.board, "board"), (places.sheet, "panel"), (places.side, "panel"), (places.action_bar, "panel")


def paint_bar(painter: Painter, place: Box, translate: Translate, turn: int, rules: Sequence[str], bag_count: int,
              declared: bool = False, rounds: bool = False) -> None:
    """Paint the turn, the rules and what is left in the bag. Of `rules`, the first text is taken that has room in its size, and
    the last one where none has."""
    name = painter.text(place, turn_title(turn, rounds, translate) if turn else translate("Opening"), 16, bold=True)
    room, end = place.without_left(name + painter.unit(18)), translate("The end is announced. ") if declared else ""
    notes = [end + translate("{rules} · {count:tile|tiles} left", rules=text, count=bag_count) for text in rules]
    note = next((note for note in notes if not is_small(painter, note, room, 12.5)), notes[-1])
    painter.text(room, note, 12.5, "dim", cut=True)


@dataclass(frozen=True, slots=True)
class ActionBar:
    """What the action bar tells, whatever is decided in it."""

    question: str
    is_thinking: bool
    is_hand_hidden: bool
    hand_owner: str
    """Empty where there is one person, whose hand it is."""
    outcome: str | None
    """What the tile that is pointed at would bring about."""
    tab: str = ""
    """What the tab above the question of the only person at this computer says, in English; empty above all others."""
    tab_share: float = 1.0
    """How far the tab has come: 0 at first, 1 when it is there."""
    note: str = ""
    """What stands at the end of the line of the question, such as a clock."""
    waiting_hint: str = ""
    """What can be done while nobody here is asked; it stands below the question."""


def paint_action_bar(painter: Painter, places: TableLayout, bar: ActionBar, decider: Decider | None,
                     translate: Translate) -> None:
    mine, whole = decider is not None, places
    if mine:
        painter.panel(places.action_bar, None, painter.look.mine.ink, 10, max(1, painter.unit(1.5)))
    title = translate("Tiles of {name}", name=bar.hand_owner) if bar.hand_owner else translate("Your tiles")
    if bar.tab:
        _paint_tab(painter, places.tab, translate(bar.tab), bar.tab_share)
    else:
        painter.text(places.hand.top(painter.unit(18)), title, 11.5, "dim", cut=True)
    if bar.is_hand_hidden:
        painter.paragraph(places.hand.without_top(painter.unit(24)), translate("Hands are hidden while nobody is asked."), 12,
                          "dim")
    if isinstance(decider, BuyDecider):  # its basket stands at the end of both lines
        basket = basket_box(decider, places, painter.unit)
        before = basket.x - painter.unit(8) - places.question.x
        is_beside_facts = basket.bottom > places.facts.y + painter.unit(4)
        places = replace(places, question=places.question.left(before),
                         facts=places.facts.left(before) if is_beside_facts else places.facts)
    if bar.note:
        places = replace(places, question=_paint_note(painter, places, bar, decider))
    painter.text(places.question, bar.question, 17 if bar.tab else 16, "text" if mine else "dim", bold=True, cut=True)
    room = Box(places.facts.x, places.facts.y, places.facts.w, places.actions.bottom - places.facts.y)
    if decider is None:
        if bar.is_thinking:
            painter.text(places.facts, translate("thinking …"), 13, "dim", cut=True)
        elif bar.waiting_hint and not bar.note:  # a long note may stand there
            painter.paragraph(room, bar.waiting_hint, 13, "dim", cut=True)
        return
    if bar.outcome is not None:
        painter.paragraph(room, bar.outcome, 13, "text", cut=True)
    elif not decider_widgets(decider, places, painter.unit) and is_small(painter, decider.fact_line(), places.facts, 13):
        painter.paragraph(room, decider.fact_line(), 13, "dim")  # nothing lies below it, so it may have two lines
    else:
        painter.text(places.facts, decider.fact_line(), 13, "text" if decider.shows_result else "dim", bold=decider.shows_result,
                     cut=True)
    paint_decider(painter, decider, whole)


def _paint_note(painter: Painter, places: TableLayout, bar: ActionBar, decider: Decider | None) -> Box:
    """Paint the note of the question at the end of its line, never larger than it, or below it where both have no room and
    nothing else stands there; return the room for the question."""
    line, width_of = places.question, painter.fonts.text_width
    asked = width_of(bar.question, painter.unit.text(17), True) + painter.unit(12)
    if decider is None and not bar.is_thinking and asked + width_of(bar.note, painter.unit.text(14), figures=True) > line.w:
        painter.text(places.facts, bar.note, 13, "dim", figures=True)
        return line
    pixels, gap = painter.unit.text(14), painter.unit(12)
    beside = line.without_end(width_of(bar.note, pixels, figures=True) + gap)
    while pixels > MIN_TEXT and painter.fitting(bar.question, beside, 17, bold=True) < pixels:  # the question is the larger one
        pixels -= 1
        beside = line.without_end(width_of(bar.note, pixels, figures=True) + gap)
    painter.text(line, bar.note, 14, "dim" if decider is None else "text", "right", figures=True, pixels=pixels)
    return beside


def _paint_tab(painter: Painter, place: Box, text: str, share: float) -> None:
    """Paint the tab on the upper edge of the action bar, from which it slides; its lower left corner is square as the edge."""
    colours = painter.look.mine
    if share < 1:
        painter.fill(place.top(max(1, round(place.h * share))), colours.ink)
        return
    painter.panel(place, colours.ink, None, 9)
    painter.fill(place.left(painter.unit(9)).foot(painter.unit(9)), colours.ink)
    painter.text(place.inset(painter.unit(10), 0), text, 14, colours.fill, "centre", bold=True)


def outcome_of(ahead: Preview, prices: dict[str, int], translate: Translate) -> str:
    """Return what a tile would bring about, with the prices that change last."""
    changes = [translate("{chain} {before:$} → {after:$}.", chain=chain_title(chain), before=price, after=then)
              for chain, price, then in price_changes(prices, ahead.prices)]
    return " ".join((*ahead.lines, *changes))
