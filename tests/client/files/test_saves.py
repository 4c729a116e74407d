"""Files are replaced whole, also where two windows write the same one, and no two programs take the same free name."""

import errno
import os
from collections.abc import Callable
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


def taken_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let another program take each name in the moment in which it was found free."""
    find = saves.free_path

    def find_and_lose(folder: Path, name: str, suffix: str) -> Path:
        path = find(folder, name, suffix)
        if path.name.endswith(("1" + suffix, "2" + suffix)):
            path.write_text("another program's")
        return path

    monkeypatch.setattr(saves, "free_path", find_and_lose)


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, to: Path) -> None:
        if os.path.lexists(to):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)


@pytest.mark.parametrize("disk", [lambda patch: None, without_links])
def test_another_program_may_take_a_free_name_at_the_same_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                 disk: Callable[[pytest.MonkeyPatch], None]) -> None:
    disk(monkeypatch)
    taken_by_another(monkeypatch)
    assert saves.write_free(tmp_path, "game", ".csv", "mine") == tmp_path / "game-3.csv"
    damaged = tmp_path / "settings.json"
    damaged.write_text("{")
    assert saves.move_to_free(damaged, tmp_path, "damaged", ".json") == tmp_path / "damaged-3.json"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "game-1.csv": "another program's", "game-2.csv": "another program's", "game-3.csv": "mine",
        "damaged-1.json": "another program's", "damaged-2.json": "another program's", "damaged-3.json": "{"}


def test_what_cannot_be_written_under_a_free_name_takes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)

    def refuse(new: Path, to: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saves, "replace_file", refuse)
    with pytest.raises(OSError, match="No space"):
        saves.write_free(tmp_path, "game", ".csv", "mine")
    assert not list(tmp_path.iterdir())


def test_a_link_that_leads_nowhere_takes_its_name(tmp_path: Path) -> None:
    (tmp_path / "game-1.csv").symlink_to(tmp_path / "nothing")
    assert saves.write_free(tmp_path, "game", ".csv", "mine").name == "game-2.csv"


def test_a_file_is_on_the_disk_before_it_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, done = tmp_path / "settings.json", list[str]()
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (done.append("sync"), sync(handle)))
    monkeypatch.setattr(saves, "replace_file", lambda new, to: (done.append("replace"), replace_file(new, to)))
    saves.write_whole(path, "content")
    assert done == ["sync", "replace", *(["sync"] if hasattr(os, "O_DIRECTORY") else [])]
    saves.write_whole(path, "again", is_durable=False)
    assert done[-1] == "replace" and path.read_text() == "again"
