"""The history of finished games."""

import os
from pathlib import Path

import pytest

from acquire_client.files.past_games import PastGames, summary_of
from acquire_client.files.saves import RecordFolder, own_seat_of
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_core import RULESETS
from acquire_core.record import Record


def record(seed: int) -> Record:
    return LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), seed).record()


def test_a_game_is_kept_once_however_often_it_comes(tmp_path: Path) -> None:
    games = PastGames(tmp_path)
    first = games.add(record(1))
    assert games.add(record(1)) == first and games.paths() == [first]
    assert first.read_text() == record(1).text()


def test_the_last_ones_stay_and_nothing_else_is_removed(tmp_path: Path) -> None:
    games = PastGames(tmp_path, max_games=3)
    for seed in range(5):
        path = games.add(record(seed))
        os.utime(path, (seed + 1, seed + 1))
    (games.folder / "notes.txt").write_text("mine")
    games.add(record(9))
    kept = {path.read_text() for path in games.paths()}
    assert kept == {record(9).text(), record(4).text(), record(3).text()}
    assert (games.folder / "notes.txt").exists()


def test_two_hundred_games_are_the_limit(tmp_path: Path) -> None:
    assert PastGames(tmp_path).max_games == 200


def test_the_seat_of_this_machine_stands_in_the_name_of_the_file(tmp_path: Path) -> None:
    games = PastGames(tmp_path)
    assert own_seat_of(games.add(record(1), own_seat=1)) == 1
    assert own_seat_of(games.add(record(2))) is None
    assert own_seat_of(games.add(record(1))) == 1, "it is known already"
    assert own_seat_of(tmp_path / "my-seat2.acquire") is None, "a person has named this file"
    assert own_seat_of(tmp_path / "endgame-1-seat2.acquire") is None, "and this one"
    assert own_seat_of(RecordFolder(tmp_path, own_seat=2).save(record(3))) == 2
    assert own_seat_of(RecordFolder(tmp_path).save(record(3))) is None


def test_a_file_that_is_not_a_record_or_cannot_be_read_has_no_summary(tmp_path: Path) -> None:
    path = RecordFolder(tmp_path, own_seat=1).save(record(3))
    summary = summary_of(path)
    assert summary is not None and summary.own_seat == 1
    path.write_text("nonsense")
    assert summary_of(path) is None and summary_of(tmp_path / "gone.acquire") is None


def test_what_was_known_before_goes_when_more_is_known(tmp_path: Path) -> None:
    games = PastGames(tmp_path)
    first = games.add(record(1), 0)
    second = games.add(record(2), 0, first)
    assert games.paths() == [second]
    assert games.add(record(2), 0, second) == second and games.paths() == [second]
    assert games.add(record(3), 0, tmp_path / "gone") in games.paths()


def test_what_cannot_be_removed_keeps_no_game_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unlink = Path.unlink

    def refuse(path: Path, missing_ok: bool = False) -> None:
        if path == first:
            raise PermissionError(13, "it is open in another program", str(path))
        unlink(path, missing_ok)

    games = PastGames(tmp_path)
    first = games.add(record(1), 0)
    monkeypatch.setattr(Path, "unlink", refuse)
    second = games.add(record(2), 0, first)
    assert {*games.paths()} == {first, second}
