"""An analysis in a terminal, with rich: win chances as filled curves, then swings, better moves, what moved the chances, and how
well each seat played. Fits 60 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from acquire_client.terminal.console import BAD, GOOD, HEADING, QUIET, heading_text, indent_content, plain_table, unicode_output
from acquire_client.view_model.history import History, picked_columns
from acquire_client.view_model.review import (
    Curve,
    MistakeRow,
    chance_curves,
    mistake_row,
    money_mistakes,
    other_mistakes,
    signed_points,
    sum_rows,
    summary_lines,
    swing_rows,
    turns_by_column,
)
from acquire_client.view_model.words import TableNames, counted, dollars, percent
from acquire_core.analysis import Analysis

CURVE = "cyan"
MAX_COLUMNS = 120
NAME_COLUMNS = 14
MAX_MISTAKES = 8
TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
FILLED, ASCII_FILLED = " ▁▂▃▄▅▆▇█", " .:#"


def review_screen(analysis: Analysis, names: TableNames, console: Console) -> Group:
    """Return the whole report but for the head of the record."""
    parts: list[RenderableType] = [*summary_lines(analysis, names)]
    if analysis.points:
        parts += ["", *_draw_curves(analysis, names, console), "", *_draw_swings(analysis, names, console),
                  *_draw_mistakes(analysis, names), *_draw_money_mistakes(analysis, names)]
        parts += ["", heading_text("Where the chances went"), indent_content(_sums_table(analysis, names, console)),
                  "", heading_text("How well it was played"), indent_content(_accuracy_table(analysis, names, console))]
    return Group(*parts)


# --- curves -----------------------------------------------------------------------------------------------------------

def _draw_curves(analysis: Analysis, names: TableNames, console: Console) -> Iterator[RenderableType]:
    name_width = min(NAME_COLUMNS, max(len(curve.name) for curve in chance_curves(analysis, names, 1)))
    left = 2 + name_width + 6  # margin, name, first chance
    columns = max(10, min(MAX_COLUMNS, console.width - left - 7))
    drawn = chance_curves(analysis, names, columns)
    unicode = unicode_output(console)
    best = max(curve.last for curve in drawn)
    yield heading_text("Win chances over the game")
    for curve in drawn:
        rows = filled_rows(curve, 3 if len(drawn) <= 4 else 2, unicode)
        for number, row in enumerate(rows):
            lowest = number == len(rows) - 1
            name = _short_name(curve.name, name_width) if lowest else ""
            label = f"  {name:<{name_width}}{percent(curve.first) if lowest else '':>5} "
            yield Text.assemble((label, HEADING if lowest else ""), (row, CURVE),
                                (f" {percent(curve.last):>5}", GOOD if curve.last == best else "") if lowest else "",
                                no_wrap=True)
    yield Text(" " * left + tick_line(turns_by_column(analysis, columns), names.turn_word), style=QUIET, no_wrap=True)


def worth_chart(history: History, names: TableNames, console: Console) -> Group:
    """Return net worth by turn as a filled curve for each seat, all on one scale."""
    seats = range(len(history.worth))
    name_width = min(NAME_COLUMNS, max(len(names.seat(seat)) for seat in seats))
    columns = picked_columns(len(history.turns), max(10, min(MAX_COLUMNS, console.width - name_width - 14)))
    top = max((max(row) for row in history.worth), default=0) or 1
    unicode = unicode_output(console)
    parts: list[RenderableType] = [heading_text("Net worth by turn")]
    for seat in seats:
        row = history.worth[seat]
        rows = filled_rows(Curve(names.seat(seat), tuple(row[at] / top for at in columns)), 2, unicode)
        for number, line in enumerate(rows):
            last = number == len(rows) - 1
            label = f"  {_short_name(names.seat(seat), name_width) if last else '':<{name_width}} "
            parts.append(Text.assemble((label, HEADING), (line, CURVE), (f" {dollars(row[-1]):>8}" if last else "", HEADING),
                                       no_wrap=True))
    parts.append(Text(" " * (name_width + 3) + tick_line([history.turns[at] for at in columns], names.turn_word), style=QUIET,
                      no_wrap=True))
    return Group(*parts)


def filled_rows(curve: Curve, height: int, unicode: bool = True) -> list[str]:
    """Return a curve as rows of text from 100 % down to 0; a chance above 0 is never quite empty."""
    marks = FILLED if unicode else ASCII_FILLED
    steps = len(marks) - 1
    levels = [max(round(value * height * steps), 1 if value > 0 else 0) for value in curve.values]
    return ["".join(marks[min(max(level - row * steps, 0), steps)] for level in levels) for row in reversed(range(height))]


def tick_line(turns: Sequence[int], unit: str = "turn") -> str:
    """Return numbers of turns below the columns where they begin, so few that they do not touch."""
    span = max(1, turns[-1] - turns[0])
    step = next((step for step in TICK_STEPS if len(turns) * step >= 6 * span), TICK_STEPS[-1])
    line = ""
    for column, turn in enumerate(turns):
        begins = column == 0 or turns[column - 1] < turn
        passed = column > 0 and turns[column - 1] // step < turn // step
        if begins and (column == 0 or passed) and (column == 0 or column > len(line)):
            label = f"{unit} {turn}" if column == 0 else str(turn // step * step)
            if column + len(label) <= len(turns) + 5:
                line = line.ljust(column) + label
    return line


# --- swings, mistakes, sums -------------------------------------------------------------------------------------------

def _draw_swings(analysis: Analysis, names: TableNames, console: Console) -> Iterator[RenderableType]:
    yield heading_text("The largest swings")
    rows = swing_rows(analysis, names)
    if not rows:
        yield indent_content(Text("None that is larger than the error of the figures.", style=QUIET))
        return
    arrow = "→" if unicode_output(console) else "->"
    width = min(NAME_COLUMNS, max(len(row.who) for row in rows))
    grid = _by_turn()
    for row in rows:
        style = BAD if row.after < row.before else GOOD
        who, change = f"{_short_name(row.who, width):<{width}}", signed_points(row.after - row.before)
        chances = f" {percent(row.before):>4} {arrow} {percent(row.after):>4}  "
        lines = [Text.assemble((who, HEADING), chances, (f"{change:>3}", style), f"  {row.cause}"),
                 Text.assemble((f"{row.mover}: " if row.mover else "", HEADING), row.moves)]
        if row.mistake is not None:
            lines += _better_move_lines(row.mistake, known=row.mover)
        elif row.mover:
            lines.append(Text("Nothing clearly better was found.", style=QUIET))
        grid.add_row(Text(f"{names.turn_word} {row.turn}", HEADING), Group(*lines))
    yield indent_content(grid)


def _draw_mistakes(analysis: Analysis, names: TableNames) -> Iterator[RenderableType]:
    rows = other_mistakes(analysis, names)
    return _draw_moves("More moves that could have been better", rows, _better_move_lines, names)


def _draw_money_mistakes(analysis: Analysis, names: TableNames) -> Iterator[RenderableType]:
    """Draw the moves that cost money and no chance, which says something of seats that have lost or won already."""
    rows = [mistake_row(verdict, names) for verdict in money_mistakes(analysis)]
    return _draw_moves("Moves that cost money at the end, and no chance", rows, _costly_move_lines, names)


def _draw_moves(heading: str, rows: Sequence[MistakeRow], lines_of: Callable[[MistakeRow], list[Text]],
                names: TableNames) -> Iterator[RenderableType]:
    """Yield the first of some moves by their turns, and how many more there are; nothing where there are none."""
    if not rows:
        return
    yield ""
    yield heading_text(heading)
    grid = _by_turn()
    for row in rows[:MAX_MISTAKES]:
        grid.add_row(Text(f"{names.turn_word} {row.turn}", HEADING), Group(*lines_of(row)))
    yield indent_content(grid)
    if len(rows) > MAX_MISTAKES:
        yield indent_content(Text(f"and {counted(len(rows) - MAX_MISTAKES, 'smaller one')}, which --json lists", style=QUIET))


def _by_turn() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _better_move_lines(row: MistakeRow, known: str = "") -> list[Text]:
    """Return a move, the better one, and why it is better; who moved is left out where it is known."""
    return [Text.assemble(("" if row.who == known else f"{row.who}: ", HEADING), f"{row.played}, {percent(row.played_chance)}; ",
                          (f"better: {row.better}, {percent(row.better_chance)}", GOOD), (f" (move {row.move})", QUIET)),
            _reason_line(row)]


def _costly_move_lines(row: MistakeRow) -> list[Text]:
    """Return a move, what it cost, the better one, and why that is better."""
    return [Text.assemble((f"{row.who}: ", HEADING), f"{row.played}, costs {percent(row.money_loss)} of the money; ",
                          (f"better: {row.better}", GOOD), (f" (move {row.move})", QUIET)), _reason_line(row)]


def _reason_line(row: MistakeRow) -> Text:
    return Text(" ".join(filter(None, (row.reason, row.then))), style=QUIET)


def _short_name(name: str, width: int) -> str:
    return name if len(name) <= width else name[:width - 1] + "."


def _sums_table(analysis: Analysis, names: TableNames, console: Console) -> RenderableType:
    rows = sum_rows(analysis, names)
    drawn = any(row.draws for row in rows)
    who_moved = ["rounds"] if names.rounds else ["own turns", "others'"]
    numbers = ["first", *who_moved, *(["draws"] if drawn else []), "last"]
    table = plain_table("seat", *numbers, numbers=numbers)
    table.columns[0].max_width = max(8, console.width - 43)
    for row in rows:
        draws = [signed_points(row.draws)] if drawn else []
        moved = [row.rounds] if names.rounds else [row.own, row.rivals]
        table.add_row(row.who, percent(row.first), *map(signed_points, moved), *draws, percent(row.last))
    return table


def _accuracy_table(analysis: Analysis, names: TableNames, console: Console) -> RenderableType:
    numbers = ["mistakes", "lost", "accuracy", "costly", "money kept"]
    table = plain_table("seat", *numbers, numbers=numbers)
    table.columns[0].max_width = max(8, console.width - 50)
    for row in sum_rows(analysis, names):
        accuracy, money = ("" if part is None else percent(part) for part in (row.accuracy, row.money_kept))
        table.add_row(row.who, str(row.mistakes), f"{round(100 * row.lost)}" if row.mistakes else "", accuracy,
                      str(row.money_mistakes), money)
    return table
