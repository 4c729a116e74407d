"""The table that waits on the title: its people, its turn, and whose word it waits for."""

from pathlib import Path

import pytest

from acquire_client.language import Words
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.waiting_table_text import waiting_table_text

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
