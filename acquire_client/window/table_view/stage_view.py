"""The stage of a merger in the panel beside the board: the equation of its chains, and the podium of those who are paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.theme import visible_on
from acquire_client.view_model.merger_stage import (
    BONUS_WORDS,
    MergerStage,
    MergingChain,
    StageChain,
    StageHolder,
    bonus_note,
    counted_dollars,
    decision_text,
    equation_text,
    priced_bonus_note,
)
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT, Box
from acquire_client.window.table_view.sheet_view import paint_pill, pill_place
from acquire_client.window.table_view.side_view import paint_heading, side_inner
from acquire_client.window.table_view.stage_motion import StageMoment
from acquire_client.window.widgets.notes import is_small

OPEN_TEXTS = {
    (True, False): message("The chains are equally large. {name} decides which one survives."),
    (True, True): message("The chains are equally large. You decide which one survives."),
    (False, False): message("The chains are equally large. {name} decides which one is settled next."),
    (False, True): message("The chains are equally large. You decide which one is settled next."),
}
"""What is open before anything is settled: by whether it is the survivor, and whether it is the decision of who looks."""
MIN_ROW = MIN_TEXT + 4
MIN_EMBLEM = 14
SMALL_NOTE = 0.85
"""So small the note of the bonuses may become, compared with its usual size, so that the price has room before it."""
FEW = 3
"""So many holders look better in one column than in two, of which the second would have one row."""


@dataclass(frozen=True, slots=True)
class StageAsked:
    """Who decides about the shares now, who does so next, and which seat is the person who looks."""

    deciding: int | None
    then: tuple[int, ...] = ()
    me: int | None = None


def paint_stage(painter: Painter, box: Box, moment: StageMoment, names: TableNames, asked: StageAsked) -> None:
    """Paint the stage of a merger at a moment. However low the panel is, nobody who is paid is left out."""
    inner = side_inner(box, painter.unit)[1]
    stage, translate = moment.stage, names.translate
    if not _has_equation(painter, inner, len(stage.chains[moment.number].holders) if stage.chains else 0):
        _paint_low_stage(painter, box, moment, names, asked)
        return
    title = translate("Merger by {name}", name=names.seat(stage.seat))
    if stage.bonus:
        title = f"{title} {translate('+{amount:$}', amount=stage.bonus)}"
    paint_holders(painter, inner, moment, names, asked)
    paint_heading(painter, box, title, stage.tile)


def _paint_low_stage(painter: Painter, box: Box, moment: StageMoment, names: TableNames, asked: StageAsked) -> None:
    """Paint a stage without room for the equation: the heading is the equation in words, close to the upper edge, and the
    holders have all that is below it."""
    unit = painter.unit
    inner = box.inset(unit(12), unit(5))
    head = inner.top(max(unit(17), unit.text(12) + 2))
    now = moment.stage.chains[moment.number] if moment.stage.chains else None
    title, tile = _short_equation(moment.stage), painter.fonts.text_width(moment.stage.tile, unit.text(11)) + unit(12)
    if now is not None:
        figures = names.translate("{size} × {price:$}", size=now.size, price=now.price)
        priced = f"{title} ({figures})" if len(moment.stage.others) == 1 else f"{title} · {chain_title(now.chain)} {figures}"
        title = title if is_small(painter, priced, head.without_end(tile), 12, bold=True) else priced
    used = painter.text(head, title, 12, "dim", bold=True)
    painter.text(head.without_left(used + unit(12)), moment.stage.tile, 11, "dim", "right", cut=True)
    paint_holders(painter, inner.without_top(head.h + unit(3)), moment, names, asked, may_have_equation=False)


def paint_holders(painter: Painter, inner: Box, moment: StageMoment, names: TableNames, asked: StageAsked,
                  may_have_equation: bool = True) -> None:
    """Paint a stage without its heading.

    In a low panel the holders are worth more than the equation, and stand side by side before they become too small to read.
    """
    unit, stage = painter.unit, moment.stage
    now, rest = stage.chains[moment.number] if stage.chains else None, inner
    count = 0 if now is None else len(now.holders)
    readable = readable_row(painter)
    has_equation = may_have_equation and _has_equation(painter, inner, count)
    if has_equation:
        row = inner.top(unit(40))
        _paint_equation(painter, row, stage, now, names)
        rest = inner.without_top(row.h + unit(6))
    if now is None:
        is_mine, is_open = stage.seat == asked.me, stage.survivor is None
        painter.paragraph(rest, names.translate(OPEN_TEXTS[is_open, is_mine], name=names.seat(stage.seat)), 13)
        return
    is_last = moment.number == len(stage.chains) - 1 and moment.elapsed_ms is None
    foot = foot_texts(asked, names) if is_last else ("", "")
    line = max(unit(19), painter.unit.text(12) + 4)
    least = readable if has_equation or count <= FEW else max(MIN_ROW, unit.text(12) + 5)
    across = 1 if count * least <= rest.h else 2
    down = -(-count // across)
    spare = rest.h - down * (readable if has_equation else unit.text(13) + 6)
    if spare >= line:
        note, pixels = priced_bonus_note(now, names), max(MIN_TEXT, round(SMALL_NOTE * unit.text(12)))
        if painter.fonts.text_width(note, pixels) > rest.w:  # the price stands above it, too
            note = bonus_note(now, names)
        painter.text(rest.top(line), note, 12, "dim", cut=True)
        rest = rest.without_top(line)
    apart = unit.text(13) + max(5, unit(7))  # rows that do not touch are worth more than a line that the action bar says too
    has_foot = any(foot) and rest.h - down * apart >= line
    height = min(max(unit(27), painter.unit.text(13) + 6), (rest.h - (line if has_foot else 0)) // max(1, down))
    if has_foot:
        low = rest.without_top(down * height).top(line)
        used = painter.text(low, foot[0], 12.5, "mark", bold=True, cut=True)
        painter.text(low.without_left(used + unit(14)), foot[1], 12, "dim", "right", cut=True)
    dollars = [holder.dollars for holder in now.holders] if moment.elapsed_ms is None else \
        counted_dollars(now, moment.elapsed_ms)
    rows = [row for half in rest.columns((1,) * across, unit(20)) for row in half.stacked(down, height)][:count]
    _paint_podium(painter, rows, now, dollars, names, asked.deciding if is_last else None)


def readable_row(painter: Painter) -> int:
    """Return how high the row of a holder is at least, so that it can be read."""
    return max(MIN_ROW, painter.unit.text(11) + 5)


def _has_equation(painter: Painter, inner: Box, count: int) -> bool:
    """Return True if the equation has room over so many holders; without any there is a sentence below it."""
    least = count * readable_row(painter) if count else painter.line_height(painter.unit.text(13))
    return painter.unit(46) + least <= inner.h


def _short_equation(stage: MergerStage) -> str:
    others = " + ".join(map(_title, stage.others))
    return others if stage.survivor is None else f"{_title(stage.survivor)} ← {others}"


def foot_texts(asked: StageAsked, names: TableNames) -> tuple[str, str]:
    """Return who decides now and who does then; empty texts where nobody does."""
    if asked.deciding is None:
        return "", ""
    now = names.translate("You decide now") if asked.deciding == asked.me else \
        names.translate("{name} decides now", name=names.seat(asked.deciding))
    return now, names.translate("Then: {names}", names=", ".join(map(names.seat, asked.then))) if asked.then else ""


# --- the equation ---

def _paint_equation(painter: Painter, row: Box, stage: MergerStage, now: StageChain | None, names: TableNames) -> None:
    """Paint the survivor, an arrow, and the chains that it takes over; the one that is settled now stands on a bar."""
    unit = painter.unit
    chains = stage.equation
    sign_w, side = unit(26), min(unit(34), row.h - unit(4))
    most = (row.w - sign_w * (len(chains) - 1)) // len(chains)
    x, cells = row.x, []
    for merging in chains:
        words = max(painter.fonts.text_width(text, painter.unit.text(size), bold) for text, size, bold in (
            (_title(merging), 13, True), (equation_text(merging, names), 11.5, False)))
        cell = Box(x, row.y, min(most, side + words + unit(9)), row.h)
        x = cell.right + sign_w
        cells.append(cell)
    pixels = min(painter.fitting(_title(merging), _words_box(painter, cell, merging).rows((1, 1))[0], 13, True)
                 for merging, cell in zip(chains, cells, strict=True))
    for number, (merging, cell) in enumerate(zip(chains, cells, strict=True)):
        is_survivor = merging is stage.survivor
        is_now = now is not None and merging.chain == now.chain
        _paint_merging(painter, cell, merging, is_now, is_survivor or is_now or stage.survivor is None, names,
                       pixels)
        if number:
            sign = "←" if number == 1 and stage.survivor is not None else "+"
            painter.text(Box(cell.x - sign_w, row.y, sign_w, row.h), sign, 17, "text", "centre", bold=True)


def _title(merging: MergingChain) -> str:
    title = chain_title(merging.chain)
    return f"{title} ✓" if merging.is_settled else title


def _emblem_side(painter: Painter, cell: Box, merging: MergingChain) -> int:
    """Return how large the mark of a chain is: where there is little room, the name is worth more."""
    unit = painter.unit
    needed = painter.fonts.text_width(_title(merging), MIN_TEXT, True) + unit(6)
    return max(MIN_EMBLEM, min(min(unit(34), cell.h - unit(4)), cell.w - needed))


def _words_box(painter: Painter, cell: Box, merging: MergingChain) -> Box:
    unit = painter.unit
    return cell.without_left(_emblem_side(painter, cell, merging) + unit(6)).top(min(unit(34), cell.h - unit(4)))


def _paint_merging(painter: Painter, cell: Box, merging: MergingChain, is_now: bool, is_lit: bool, names: TableNames,
                   pixels: int) -> None:
    """Paint a chain with its mark; the titles of all chains have one size."""
    unit = painter.unit
    words, side = _words_box(painter, cell, merging), _emblem_side(painter, cell, merging)
    lit = "text" if is_lit else "dim"
    painter.chain(cell.left(side).top(words.h).centred(side, side), merging.chain)
    upper, lower = words.rows((1, 1))
    painter.text(upper, _title(merging), 13, lit, bold=True, cut=True, pixels=pixels)
    painter.text(lower, equation_text(merging, names), 11.5, lit, cut=True)
    if is_now:
        colour = visible_on(painter.look.chains[merging.chain].fill, painter.look.panel)
        painter.fill(cell.foot(max(2, unit(3))), colour)


# --- the podium ---

def _paint_podium(painter: Painter, rows: Sequence[Box], chain: StageChain, dollars: Sequence[int], names: TableNames,
                  deciding: int | None) -> None:
    """Paint a row for each holder: who it is, the shares as pill and certificates, the answer, and the bonus so far."""
    if not rows:
        return
    unit, translate = painter.unit, names.translate
    whos = [who_text(holder, names) for holder in chain.holders]
    answers = [answer_text(holder, names) for holder in chain.holders]
    avatar_w = unit(24)
    is_narrow = rows[-1].x > rows[0].x
    shares = _narrow_shares(painter) if is_narrow else _column_shares(painter, rows[0].w, whos, answers)
    columns = rows[0].columns(shares, unit(6))
    if is_narrow and min(painter.fitting(text, columns[0].without_left(avatar_w), 13, True) for text in whos) < unit.text(12):
        whos = [names.seat(holder.seat) if holder.seat is not None else translate("The market") for holder in chain.holders]
    who_pixels = min(painter.fitting(text, columns[0].without_left(avatar_w), 13, True) for text in whos)
    answer_pixels = min(painter.fitting(text, columns[3], 12) for text in answers) if not is_narrow else MIN_TEXT
    for row, holder, who, answer, amount in zip(rows, chain.holders, whos, answers, dollars, strict=True):
        name, pill, papers, decision, money = row.columns(shares, unit(6))
        if holder.seat is not None and holder.seat == deciding:
            painter.panel(row.inset(-unit(4), 1), painter.look.mine.fill, painter.look.outline and painter.look.mine.ink, 5)
        if holder.seat is not None:
            painter.avatar(name.left(min(row.h - 2, unit(19))), holder.seat, names.seat(holder.seat))
        ink = "text" if holder.place or holder.seat == deciding else "dim"
        painter.text(name.without_left(avatar_w), who, 13, ink, bold=holder.place == 1, cut=True, pixels=who_pixels)
        _paint_shares(painter, pill, chain.chain, holder)
        if not is_narrow:
            _paint_certificates(painter, papers, chain.chain, holder.shares)
            painter.text(decision, answer, 12, "dim", cut=True, pixels=answer_pixels)
        if amount:
            painter.text(money.inset(0, 1), translate("+{amount:$}", amount=amount), 13.5, "good", "right", bold=True,
                         figures=True)
    if not is_narrow:
        _paint_ties(painter, rows, chain)


def _narrow_shares(painter: Painter) -> tuple[float, ...]:
    """Share out a row beside another one: there is room for who it is, how many shares, and the bonus."""
    return 2.6 * painter.unit(60), painter.unit(34), 0, 0, max(painter.unit(60), 60)


def _column_shares(painter: Painter, width: int, whos: Sequence[str], answers: Sequence[str]) -> tuple[float, ...]:
    """Share a row out: names and answers get what they need, or shrink alike where there is no room for both."""
    unit, fonts = painter.unit, painter.fonts
    who = unit(26) + max(fonts.text_width(text, unit.text(13), True) for text in whos)
    answer = max(fonts.text_width(text, unit.text(12)) for text in answers) + 1
    others = unit(34), unit(66), max(unit(70), 64)
    room = width - sum(others) - 4 * unit(6)
    if who + answer <= room:
        answer = room - who
    return who, others[0], others[1], answer * 1.0, others[2]


def who_text(holder: StageHolder, names: TableNames) -> str:
    """Return a holder with the place that is paid."""
    if holder.seat is None:
        return names.translate("The market")
    name = names.seat(holder.seat)
    return f"{name}: {names.translate(BONUS_WORDS[holder.bonus.reason])}" if holder.bonus is not None else name


def answer_text(holder: StageHolder, names: TableNames) -> str:
    """Return what a holder has decided, empty if nothing yet."""
    if holder.seat is None:
        return names.translate("counts as a holder")
    if holder.decision is None:
        return ""
    text = decision_text(holder.decision, names)
    return f"{text} {names.translate('+{amount:$}', amount=holder.decision.dollars)}" if holder.decision.dollars else text


def _paint_shares(painter: Painter, place: Box, chain: str, holder: StageHolder) -> None:
    """Paint how many shares a player has, marked as in the score sheet: filled for the first bonus, a ring for the second."""
    pill, is_first = pill_place(place, painter.unit), holder.place == 1
    if holder.place:
        paint_pill(painter, pill, chain, holder.place, painter.look.panel)
    ink = painter.look.chains[chain].ink if is_first else "text"
    painter.text(pill, str(holder.shares), 13, ink, "centre", bold=is_first, figures=True)


def _paint_certificates(painter: Painter, place: Box, chain: str, count: int) -> None:
    """Paint the shares as a row of certificates that lie over one another where there are many."""
    unit = painter.unit
    w, h = max(6, unit(9)), max(8, min(place.h - 4, unit(14)))
    step = min(w + unit(2), (place.w - w) / max(1, count - 1))
    fill = visible_on(painter.look.chains[chain].fill, painter.look.panel)

    def paint(box: Box) -> None:
        for number in range(count):
            painter.panel(Box(box.x + round(number * step), box.y + (box.h - h) // 2, w, h), fill, "panel", 2, 1)

    painter.kept(("certificates", chain, count), place, paint)


def _paint_ties(painter: Painter, rows: Sequence[Box], chain: StageChain) -> None:
    """Join those who share a place by a bracket before their bonuses."""
    unit = painter.unit
    for place in chain.places:
        tied = [row for row, holder in zip(rows, chain.holders, strict=True) if holder.place == place]
        if len(tied) > 1:
            x = tied[0].right + unit(3)
            top, low, end = tied[0].y + tied[0].h // 4, tied[-1].bottom - tied[-1].h // 4, x + unit(4)
            painter.polyline(((x, top), (end, top), (end, low), (x, low)), painter.colour("dim"), max(1, unit(1.5)))
