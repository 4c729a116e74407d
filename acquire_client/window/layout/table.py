"""The table: bar, board, sheet, log, and the action bar with the hand and whatever is decided."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from acquire_client.window.layout.box import MIN_TARGET, Box, Unit

COLUMNS, ROWS = 12, 9
WIDEST, TALLEST = 1.22, 1.1
"""How far a square may be from square."""
MAX_HAND = 0.5
"""How much of the action bar a hand of many tiles may take."""
USUAL_HAND, USUAL_TILE, MANY_TILE = 6, 50, 57
"""Units that a tile of the hand takes with its gap, at most. Where there are many, the words below them need the room."""
MARKET_LINES = 3
"""Lines of the sheet below the seats: what is left, sizes, prices."""
TALL_GAINS = 1.1
"""By how much larger the squares must be for the sheet to go below the board."""
MIN_SIDE = 476
"""What the score sheet needs for amounts of six digits with their dollar sign."""
NAME_ROOM = 30 + 66
"""Units that an avatar and a name of eleven letters need in the score sheet, if the name may be a little smaller than other
text."""
SHEET_ROOM = 416
"""Units that the score sheet needs for such names, with its other columns as narrow as they may be."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """`tiles` are the places of the hand; `actions` is where the choices of a decision go."""

    bar: Box
    board: Box
    squares: tuple[Box, ...]
    sheet: Box
    side: Box
    action_bar: Box
    hand: Box
    tab: Box
    """On the upper edge of the action bar, over the heading of the hand: whose turn it is."""
    tiles: tuple[Box, ...]
    question: Box
    facts: Box
    actions: Box
    confirm: Box
    helpers: tuple[Box, ...]


@lru_cache(maxsize=20)
def board_squares(board: Box, gap: int) -> tuple[Box, ...]:
    """Return the squares by rows, in the middle of a box, about as wide as high."""
    h = (board.h - gap * (ROWS - 1)) // ROWS
    w = (board.w - gap * (COLUMNS - 1)) // COLUMNS
    w, h = min(w, int(h * WIDEST)), min(h, int(w * TALLEST))
    whole = board.centred(w * COLUMNS + gap * (COLUMNS - 1), h * ROWS + gap * (ROWS - 1))
    return tuple(Box(whole.x + number % COLUMNS * (w + gap), whole.y + number // COLUMNS * (h + gap), w, h)
                 for number in range(COLUMNS * ROWS))


def table_layout(window: Box, unit: Unit, sheet_rows: int = 11, hand_size: int = 6) -> TableLayout:
    """Lay out the table; `sheet_rows` are the lines of the score sheet, its head included."""
    m, gap = unit(8), unit(3)
    least = max(unit(152), unit.target(34) * 3 + unit(40))
    bar, board, sheet, log, action_bar = _large_boxes(window, unit, sheet_rows, least, gap)
    inner = action_bar.inset(m + unit(2), m)
    count = max(USUAL_HAND, hand_size)
    wanted = count * unit(USUAL_TILE if count == USUAL_HAND else MANY_TILE)
    hand = inner.left(max(int(inner.w * 0.30), count * (MIN_TARGET + unit(6)), min(wanted, int(inner.w * MAX_HAND))))
    rest = inner.without_left(hand.w + 2 * m)
    buttons = rest.end(max(min(unit(222), int(inner.w * 0.19)), 176))
    middle = rest.without_end(buttons.w + 2 * m)
    question_h, facts_h = unit(26), unit(20)
    most_h = max(unit.target(34) * 2 + m, min(inner.h - question_h - facts_h - m, unit(120)))
    helper_h = max(28, min(unit.target(32), (inner.h - m) // 3))
    confirm = buttons.top(min(inner.h - helper_h - m // 2, max(unit.target(44), unit(64))))
    below = Box(buttons.x, confirm.bottom + m // 2, buttons.w, helper_h)
    tiles_box = hand.without_top(unit(20))
    tile_h = min(tiles_box.h - max(unit(19), 15), unit(92))
    tiles = tuple(Box(place.x, place.y, place.w, tile_h) for place in tiles_box.columns([1] * count, unit(6)))
    return TableLayout(
        bar=bar, board=board, squares=board_squares(board.inset(m), gap), sheet=sheet, side=log, action_bar=action_bar, hand=hand,
        tab=Box(action_bar.x, action_bar.y, min(unit(220), hand.right - action_bar.x), tiles_box.y - unit(5) - action_bar.y),
        tiles=tiles, question=middle.top(question_h), facts=Box(middle.x, middle.y + question_h, middle.w, facts_h),
        actions=Box(middle.x, middle.bottom - min(most_h, middle.h - question_h - facts_h), middle.w,
                    min(most_h, middle.h - question_h - facts_h)),
        confirm=confirm, helpers=below.columns((1, 1, 1), unit(6)))


def watched_layout(window: Box, unit: Unit, sheet_rows: int = 11) -> TableLayout:
    """Lay out the table for those who watch. They have no hand and decide nothing, so the action bar is a line of text, with an
    eye in the place of the hand, and the board is larger."""
    m, gap = unit(8), unit(3)
    bar, board, sheet, log, action_bar = _large_boxes(window, unit, sheet_rows, unit.target(34) + 2 * m, gap, has_hand=False)
    inner = action_bar.inset(m + unit(2), m)
    row = inner.centred(inner.w, unit.target(34))
    confirm = row.end(max(unit(180), 140))
    helper = row.without_end(confirm.w + m).end(max(unit(110), 100))
    eye = row.left(unit(40))
    line = row.without_left(eye.w + m).without_end(confirm.w + helper.w + 3 * m)
    question, facts = line.columns((1, 0.8), m)
    nothing = Box(row.x, row.bottom, 0, 0)
    return TableLayout(
        bar=bar, board=board, squares=board_squares(board.inset(m), gap), sheet=sheet, side=log, action_bar=action_bar, hand=eye,
        tab=nothing, tiles=(), question=question, facts=facts, actions=nothing, confirm=confirm, helpers=(helper,))


def _large_boxes(window: Box, unit: Unit, sheet_rows: int, least: int, gap: int,
                 has_hand: bool = True) -> tuple[Box, Box, Box, Box, Box]:
    """Return bar, board, sheet, side and action bar, which is at least `least` high. The sheet lies beside the board or below it,
    whichever makes the squares larger."""
    m = unit(8)
    bar = window.top(max(unit(40), unit.target(32) + 6))
    body = window.without_top(bar.h).inset(m, 0).without_foot(m)
    tall_bar_h = max(least, min(int(body.h * 0.2), unit(220))) if has_hand else least
    wide = _wide_boxes(body, unit, sheet_rows, least, gap, window.w, has_hand)
    tall = _tall_boxes(body, unit, sheet_rows, tall_bar_h, gap)
    return bar, *(tall if _square_side(tall[0], gap, m) > TALL_GAINS * _square_side(wide[0], gap, m) else wide)


def _wide_boxes(body: Box, unit: Unit, sheet_rows: int, least: int, gap: int, window_w: int,
                has_hand: bool) -> tuple[Box, Box, Box, Box]:
    """Return board, sheet, side and action bar, with sheet and side in a column beside the board.

    The action bar takes what the board cannot use in a high window, and never less than its controls need. Without a hand the
    side takes it, which has more to say.
    """
    m = unit(8)
    side_width = max(int(window_w * 0.40), unit(460), MIN_SIDE)
    widest = body.w - side_width - m
    square_h = (body.h - least - m - 2 * m - gap * (ROWS - 1)) // ROWS
    square_w = min((widest - 2 * m - gap * (COLUMNS - 1)) // COLUMNS, int(square_h * WIDEST))
    square_h = min(square_h, int(square_w * TALLEST))
    board_h = square_h * ROWS + gap * (ROWS - 1) + 2 * m
    board_w = square_w * COLUMNS + gap * (COLUMNS - 1) + 2 * m
    action_bar = body.foot(body.h - board_h - m if has_hand else least)
    upper = body.without_foot(action_bar.h + m)
    side = upper.without_left(board_w + m)
    row = sheet_row_height(side, unit, sheet_rows)
    sheet = side.top(row * sheet_rows + 2 * m)
    return upper.left(board_w), sheet, side.without_top(sheet.h + m), action_bar


def _tall_boxes(body: Box, unit: Unit, sheet_rows: int, bar_h: int, gap: int) -> tuple[Box, Box, Box, Box]:
    """Return the same with sheet and side below the board, which has the whole width: next to each other, or where there is
    room for it one below the other."""
    m = unit(8)
    action_bar = body.foot(bar_h)
    rest = body.without_foot(action_bar.h + m)
    row = max(16, min(max(unit(24), unit.text(13) + 8), int(body.h * 0.3) // sheet_rows))
    square_w = (rest.w - 2 * m - gap * (COLUMNS - 1)) // COLUMNS
    most = rest.h - m - row * sheet_rows - 2 * m
    board = rest.top(min(most, int(square_w * TALLEST) * ROWS + gap * (ROWS - 1) + 2 * m))
    lower = rest.without_top(board.h + m)
    sheet = lower.top(row * sheet_rows + 2 * m)
    if lower.h > 2 * sheet.h:
        return board, sheet, lower.without_top(sheet.h + m), action_bar
    sheet = lower.left(max(MIN_SIDE, unit(SHEET_ROOM), (lower.w - m) // 2))
    return board, sheet, lower.without_left(sheet.w + m), action_bar


def _square_side(board: Box, gap: int, m: int) -> int:
    """Return how large a square of a board is."""
    if board.h < 2 * m + ROWS * MIN_TARGET:
        return 0
    square = board_squares(board.inset(m), gap)[0]
    return square.w * square.h


def sheet_row_height(side: Box, unit: Unit, rows: int) -> int:
    """Return the height of a line of the sheet: it grows with the text, and leaves at least a third of the column to the log."""
    return max(16, min(max(unit(26), unit.text(13) + 8), int(side.h * 0.6) // rows))


def sheet_line_count(seats: int) -> int:
    """Return how many lines the sheet has, its head included."""
    return 1 + seats + MARKET_LINES


def sheet_lines(box: Box, seats: int, unit: Unit) -> tuple[Box, ...]:
    """Return the lines of the sheet: the head, the seats, the market."""
    inner, count = box.inset(unit(8)), sheet_line_count(seats)
    return inner.stacked(count, inner.h // count)


def sheet_columns(row: Box, chains: int, unit: Unit) -> tuple[Box, ...]:
    """Name, one column for each chain, cash, net worth.

    Prices of three digits fit at the smallest size of text, and money of six. The name has what they leave, up to a limit; where
    that is too little for a name, chains and money give room to it.
    """
    gap, chain, money = max(2, unit(3)), max(33, unit(34)), max(56, unit(58))
    room = row.w - gap * (chains + 2)
    lack = unit(NAME_ROOM) - (room - chains * chain - 2 * money)
    if lack > 0:
        chain_gives, money_gives = chain - max(33, unit(26)), money - max(56, unit(46))
        share = min(1.0, lack / max(1, chains * chain_gives + 2 * money_gives))
        chain, money = chain - int(share * chain_gives), money - int(share * money_gives)
    left = room - chains * chain - 2 * money
    return row.columns([max(money, min(left, unit(125))), *[chain] * chains, money, money], gap)
