"""The table that waits on the title: its people, its turn, and whose word it waits for."""

from pathlib import Path

import pytest

from acquire_client.language import Words
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.view_model.waiting_table_text import waiting_table_text

PATH = Path("table.acqlog")


@pytest.mark.parametrize(("table", "text"), [
    (WaitingTable(PATH, ("Ben", "Cleo"), 21, ("Ben",)), "with Ben and Cleo · turn 21 · it waits for Ben"),
    (WaitingTable(PATH, ("Ben",), 3, (), True), "with Ben · turn 3 · it waits for you"),
    (WaitingTable(PATH, ("Ben",)), "with Ben"),
    (WaitingTable(PATH), ""),
])
def test_the_line_says_with_whom_and_for_whom(table: WaitingTable, text: str) -> None:
    assert waiting_table_text(table, Words("en")) == text
    assert "with" not in waiting_table_text(table, Words("de"))
