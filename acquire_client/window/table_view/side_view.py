"""The panel beside the board: the log, or what a merger has come to. Hints are in hint_rows.py."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.log import LogLine
from acquire_client.view_model.merger_card import MergerCard, SettledChain
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box, Unit
from acquire_client.window.widgets.lines import ListLine, ListView

Translate = Callable[..., str]

BONUS_WORDS = {reason: reason for reason in (
    message("first"), message("second"), message("third"), message("tied for first"), message("tied for second"),
    message("tied for third"), message("sole holder"))}


def side_inner(box: Box, unit: Unit) -> tuple[Box, Box]:
    """Return where the heading of the panel stands, and what is below it."""
    inner = box.inset(unit(12), unit(8))
    return inner.top(unit(22)), inner.without_top(unit(27))


def log_places(box: Box, unit: Unit) -> tuple[Box, Box, Box]:
    """Return what lies in the heading of the log, from its end: the button that copies and the one that shows passes; and the
    log."""
    inner = box.inset(unit(12), unit(5))
    head = inner.top(max(28, unit(28)))
    passes, copy = head.end(int(head.w * 0.66)).columns((1.25, 1), unit(6))
    return copy, passes, inner.without_top(head.h + unit(4))


def log_widget(box: Box, unit: Unit, lines: Sequence[LogLine], quiet: bool, names: TableNames, choose: Callable[[int], None],
               top: int | None, painter: Painter, place: Box | None = None, known: int = 0) -> ListView:
    """Return the log, newest at the bottom, below the heading or in `place`. A click calls `choose` with the number of the line.

    Lines behind the first `known` ones are marked as new; where nothing is known yet, nothing is.
    """
    shown = [number for number, line in enumerate(lines) if quiet or not line.quiet]
    rows = [_list_line(lines[number], names, new=0 < known <= number) for number in shown]
    height = max(unit(21), unit.text(13) + 6)
    place = place or side_inner(box, unit)[1]
    return ListView("log", place, rows, height, at_end=True, choose=lambda at: choose(shown[at]), top=top, size=12.5,
                    painter=painter)


def _list_line(line: LogLine, names: TableNames, new: bool) -> ListLine:
    avatar = None if line.seat is None else _avatar(line.seat, names)
    return ListLine(_line_text(line, names.translate), line.chain, strong=bool(line.turn), new=new, avatar=avatar)


def _avatar(seat: int, names: TableNames) -> tuple[int, str]:
    return seat, names.seat(seat)


def log_text(lines: Sequence[LogLine], quiet: bool, translate: Translate) -> str:
    """Return the same lines as text."""
    return "\n".join(_line_text(line, translate) for line in lines if quiet or not line.quiet)


def _line_text(line: LogLine, translate: Translate) -> str:
    return translate("Turn {turn}: {name}", turn=line.turn, name=line.text) if line.turn else line.text


def paint_heading(painter: Painter, box: Box, title: str, note: str = "") -> None:
    head = side_inner(box, painter.unit)[0]
    used = painter.text(head, title, 12, "dim", bold=True)
    painter.text(head.without_left(used + painter.unit(12)), note, 11, "dim", "right", cut=True)


def paint_merger(painter: Painter, box: Box, card: MergerCard, names: TableNames, deciding: int | None, then: Sequence[int],
                 translate: Translate, me: int | None = None) -> None:
    """Paint the steps of a merger, the chain that is settled now with its price, who was paid, who has decided, who decides,
    and who does `then`."""
    unit = painter.unit
    paint_heading(painter, box, translate("Merger by {name}", name=names.seat(card.seat)), card.tile)
    inner = side_inner(box, unit)[1]
    row = inner.top(unit(40))
    _paint_chains(painter, row, card, translate)
    rest = inner.without_top(row.h + unit(8))
    if card.settling is None:
        text = message("The chains are equally large. Who survives is up to {name}.")
        if card.seat == me:
            text = message("The chains are equally large. You decide which one survives.")
        painter.paragraph(rest, translate(text, name=names.seat(card.seat)), 13)
        return
    _paint_settled(painter, rest, merger_lines(card.settling, names, deciding, then, translate, me), translate)


def _paint_chains(painter: Painter, row: Box, card: MergerCard, translate: Translate) -> None:
    unit = painter.unit
    settled = {one.chain: one for one in card.settled}
    order = sorted(card.chains, key=lambda chain: chain != card.survivor)
    for chain, cell in zip(order, row.columns([1] * max(3, len(order)), unit(8)), strict=False):
        side = min(unit(34), cell.h)
        painter.chain(cell.left(side).centred(side, side), chain)
        words = cell.without_left(side + unit(7))
        top, low = words.rows((1, 1))
        painter.text(top, chain_title(chain), 13, bold=True, cut=True)
        if chain == card.survivor:
            painter.text(low, translate("survives"), 11.5, "good", cut=True)
        elif chain in settled:
            now = card.settling is not None and card.settling.chain == chain
            painter.text(low, translate("settled now") if now else translate("settled"), 11.5, "text" if now else "dim",
                         cut=True)
        else:
            painter.text(low, translate("waits"), 11.5, "dim", cut=True)


LAST_NEEDED_RANK = 2
"""Up to this rank lines of the merger card are written smaller rather than left out: who was paid, for what, and who decides."""


@dataclass(frozen=True, slots=True)
class MergerLine:
    """A line of the merger card. Where there is no room for all, lines of the highest `rank` are left out first.

    `avatar` is the number and the name of the player who stands in front.
    """

    text: str
    note: str = ""
    colour: str = "text"
    rank: int = 0
    avatar: tuple[int, str] | None = None


def merger_lines(now: SettledChain, names: TableNames, deciding: int | None, then: Sequence[int],
                 translate: Translate, me: int | None = None) -> list[MergerLine]:
    """Return what the card tells of the chain that is settled now: its price, who was paid, who has decided and who decides."""
    lines = [MergerLine(translate("{chain}: {size} tiles, {price:$} a share", chain=chain_title(now.chain), size=now.size,
                                  price=now.price), rank=1)]
    if now.market_blocks is not None:
        lines.append(MergerLine(translate("The market counts as a holder"), str(now.market_blocks), "dim", 4))
    for paid in now.bonuses:
        who = f"{names.seat(paid.seat)}: {translate(BONUS_WORDS[paid.reason])}"
        lines.append(MergerLine(who, translate("+{amount:$}", amount=paid.dollars), "good", avatar=_avatar(paid.seat, names)))
    for number, done in enumerate(now.disposals):
        parts = [(translate("keeps {count}", count=done.hold), done.hold),
                 (translate("sells {count}", count=done.sell), done.sell),
                 (translate("trades {count}", count=done.trade), done.trade)]
        told = f"{names.seat(done.seat)} " + ", ".join(text for text, count in parts if count)
        money = translate("+{amount:$}", amount=done.dollars) if done.dollars else ""
        rank = 5 + len(now.disposals) - number  # the oldest one goes first
        lines.append(MergerLine(told, money, "text", rank, _avatar(done.seat, names)))
    if deciding is not None:
        text = translate("You decide now") if deciding == me else translate("{name} decides now", name=names.seat(deciding))
        lines.append(MergerLine(text, "", "mark", 2, _avatar(deciding, names)))
    if then:
        lines.append(MergerLine(translate("Then: {names}", names=", ".join(map(names.seat, then))), "", "dim", 3))
    return lines


def fitting_lines(lines: Sequence[MergerLine], room: int, translate: Translate) -> list[MergerLine]:
    """Return as many lines as there is room for. The least important ones are left out; a last line says how many are missing.

    A bonus is left out only where there is no room for the bonuses alone, and then the smallest one.
    """
    if len(lines) <= room:
        return list(lines)
    order = sorted(range(len(lines)), key=lambda number: (lines[number].rank, number))
    kept = sorted(order[:max(1, room - 1)])
    missing = translate("and {count:line|lines} more", count=len(lines) - len(kept))
    return [*(lines[number] for number in kept), *([MergerLine(missing, "", "dim")] if room > 1 else ())]


def _paint_settled(painter: Painter, box: Box, lines: Sequence[MergerLine], translate: Translate) -> None:
    unit = painter.unit
    height = max(unit(21), unit.text(13) + 5)
    if len(lines) * height > box.h:  # closer together, before anything is left out
        height = max(unit.text(13) + 2, min(height, box.h // len(lines)))
    needed = sum(line.rank <= LAST_NEEDED_RANK for line in lines) + 1
    if needed * height > box.h:  # and smaller, before anything is left out that must be there
        height = max(MIN_TEXT + 4, box.h // needed)
    for number, line in enumerate(fitting_lines(lines, max(1, box.h // height), translate)):
        row = Box(box.x, box.y + number * height, box.w, height)
        painter.text(row.end(row.w // 4), line.note, 13, line.colour, "right", bold=True, figures=True)
        told = row.left(row.w - row.w // 4 - unit(6))
        if line.avatar is not None:
            painter.avatar(told.left(min(height - 2, unit(19))), *line.avatar)
        if number or line.avatar is not None:
            told = told.without_left(unit(25))
        painter.text(told, line.text, 13, line.colour, bold=not number, cut=True)
