"""Check how boxes lie: one in another, two over each other, and the parts of a layout that must not overlap."""

from acquire_client.window.layout.box import Box
from acquire_client.window.layout.replay import ReplayLayout
from acquire_client.window.layout.table import TableLayout


def is_inside(box: Box, other: Box) -> bool:
    """Return True if all of a box lies in another one."""
    return box.x >= other.x and box.y >= other.y and box.right <= other.right and box.bottom <= other.bottom


def overlap(one: Box, other: Box) -> bool:
    """Return True if two boxes share a pixel."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def parts_of_table(layout: TableLayout) -> dict[str, Box]:
    """Return the parts of a table that must not overlap."""
    return {name: getattr(layout, name) for name in ("bar", "board", "sheet", "side", "hand", "question", "facts", "actions",
                                                     "confirm")}


def parts_of_replay(layout: ReplayLayout) -> dict[str, Box]:
    """Return the parts of a replay that must not overlap."""
    return {"board": layout.table.board, "column": layout.column, "hand": layout.hand, "event": layout.event,
            "question": layout.question, "slider": layout.slider, "speed": layout.speed, "chances": layout.chances,
            "time": layout.time, **{f"stepper {number}": box for number, box in enumerate(layout.steppers)}}
