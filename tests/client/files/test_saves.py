"""Files are replaced whole, also where two windows write the same one."""

from pathlib import Path

import pytest

from acquire_client.files import saves
from acquire_net import replace_file


def test_two_windows_may_write_the_same_file_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wrote into one file beside it, and the second found that one gone: its settings could not be written."""
    path = tmp_path / "settings.json"

    def replace_after_the_other(new: Path, to: Path) -> None:
        monkeypatch.setattr("acquire_client.files.saves.replace_file", replace_file)
        saves.write_whole(path, "the other window")
        assert path.read_text() == "the other window"
        replace_file(new, to)

    monkeypatch.setattr("acquire_client.files.saves.replace_file", replace_after_the_other)
    saves.write_whole(path, "this window")
    assert path.read_text() == "this window"
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"


def test_nothing_is_left_beside_a_file_that_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    with pytest.raises(OSError, match="settings"):
        saves.write_whole(tmp_path / "settings.json", "content")
    assert [each.name for each in tmp_path.iterdir()] == ["settings.json"]
