"""The table that waits on the title: its people, its turn, and whose word it waits for."""

from pathlib import Path

import pytest

from acquire_client.language import Words
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.waiting_table_text import table_row, waiting_table_text, waiting_tables_text

PATH = Path("table.acqlog")


@pytest.mark.parametrize(("table", "there", "text"), [
    (WaitingTable(PATH, ("Ben", "Cleo"), 21, ("Ben",)), 0, "with Ben and Cleo · turn 21 · it waits for Ben"),
    (WaitingTable(PATH, ("Ben", "Cleo"), 21, ("Ben",)), 1, "with Ben and Cleo · turn 21 · 1 of 2 are there"),
    (WaitingTable(PATH, ("Ben", "Cleo"), 21, ("Ben",)), 2, "with Ben and Cleo · turn 21 · everyone is there"),
    (WaitingTable(PATH, ("Ben",), 3, (), True), 0, "with Ben · turn 3 · it waits for you"),
    (WaitingTable(PATH, ("Ben",), 3, (), True), 1, "with Ben · turn 3 · Ben is there · it waits for you"),
    (WaitingTable(PATH, ("Ben",)), 0, "with Ben"),
    (WaitingTable(PATH), 2, ""),
])
def test_the_line_says_with_whom_and_for_whom(table: WaitingTable, there: int, text: str) -> None:
    assert waiting_table_text(table, Words("en"), there) == text
    german = waiting_table_text(table, Words("de"), there)
    assert "with" not in german and "there" not in german


MINE = WaitingTable(PATH, ("Ben", "Cleo"), 5, (), True, is_over_days=True)
THEIRS = WaitingTable(PATH, ("Dan",), 8, ("Dan",))


@pytest.mark.parametrize(("tables", "text"), [
    ((THEIRS, THEIRS), "2 tables"),
    ((MINE, THEIRS), "2 tables · your turn with Ben and Cleo"),
    ((MINE, MINE, THEIRS), "3 tables · your turn at 2 tables"),
])
def test_several_tables_say_where_it_is_my_turn(tables: tuple[WaitingTable, ...], text: str) -> None:
    assert waiting_tables_text(tables, Words("en")) == text


@pytest.mark.parametrize(("table", "row"), [
    (MINE, ("with Ben and Cleo", "turn 5 · it is your turn · over days")),
    (THEIRS, ("with Dan", "turn 8 · it waits for Dan")),
    (WaitingTable(PATH), ("table.acqlog", "This table cannot be read; coming back says why.")),
])
def test_each_table_has_a_row(table: WaitingTable, row: tuple[str, str]) -> None:
    assert table_row(table, Words("en")) == row
