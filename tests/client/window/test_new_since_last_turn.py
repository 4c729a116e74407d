"""What is new since the own last turn is marked until the own turn is over: a purchase needs it as much as a tile."""

from collections.abc import Callable

from acquire_client.matches.local import LocalMatch
from acquire_client.window.widgets.lines import ListView

from .driver import Window


def second_turn(window: Callable[..., Window]) -> Window:
    """Return a window in which the person is asked for the tile of their second turn."""
    sitting = window(width=1280, height=800, bot_delay_ms=0)
    table = sitting.play(seed=5)
    turns = set()
    while len(turns) < 2 or table.controller.prompt.phase != "place":
        turns.add(table.match.game.turn)
        if len(turns) < 2 or table.controller.prompt.phase != "place":
            sitting.key("1" if table.controller.prompt.phase == "place" else "return")
            sitting.settle()
    return sitting


def marked_lines(sitting: Window) -> list[str]:
    log = sitting.table.focus_manager.widget_named("log")
    assert isinstance(log, ListView)
    return [line.text for _, line in log.rows if line.new]


def test_new_tiles_and_lines_stay_marked_through_the_purchase(window: Callable[..., Window]) -> None:
    sitting = second_turn(window)
    table = sitting.table
    placing, lines, turn = table.snapshot.recent, marked_lines(sitting), table.match.game.turn
    assert len(placing) == 2 and lines
    sitting.key("1")
    sitting.settle()
    assert table.controller.prompt is not None and table.controller.prompt.phase != "place" and table.match.game.turn == turn
    assert table.snapshot.recent == placing and table._board_marks(None).recent == placing
    assert marked_lines(sitting) == lines, "nothing that the person did is new to them"
    names = {node.key: node.name for part in table.accessible_parts() for row in part.children for node in row.children}
    assert all("new since your last turn" in names[f"square {tile}"] for tile in placing)
    while table.match.game.turn == turn or table.decider is None:
        sitting.key("return")
        sitting.settle()
    assert not set(placing) & set(table.snapshot.recent) and len(table.snapshot.recent) == 2


def test_a_game_that_is_continued_still_knows_what_is_new(window: Callable[..., Window]) -> None:
    sitting = second_turn(window)
    before, match = sitting.table.snapshot.recent, sitting.table.match
    assert sitting.sit_at(LocalMatch.resume(match.record())).snapshot.recent == before


def test_who_only_watches_has_no_turn_and_no_marks(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=800)
    table = sitting.play("Ada:casual,Ben:casual")
    sitting.settle(rounds=12)
    assert table.placed_by is not None and table.snapshot.recent == () and not marked_lines(sitting)
