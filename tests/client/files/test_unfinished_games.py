"""Two programs at once never lose a game: each has a file of its own, and a lock while it is played."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.files import file_lock, unfinished_games
from acquire_client.files.file_lock import FileLock, is_locked
from acquire_client.files.saves import SaveError
from acquire_client.files.unfinished_games import OLD_AUTOSAVE, UnfinishedGames, lock_path
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_core import RULESETS


def begun(seed: int = 1) -> LocalMatch:
    return LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), seed)


def text_of(seed: int) -> str:
    return begun(seed).record().text()


class OtherProgram:
    """A process that holds a lock until the test ends or kills it."""

    def __init__(self, path: Path) -> None:
        program = ("import sys\nfrom pathlib import Path\nfrom acquire_client.files.file_lock import FileLock\n"
                   "lock = FileLock(Path(sys.argv[1]))\nprint(lock.acquire(), flush=True)\nsys.stdin.read()\n")
        self.process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.holds = self.process.stdout.readline().strip() == "True"

    def crash(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_a_lock_of_a_live_program_is_seen_and_that_of_a_crashed_one_does_not_block(tmp_path: Path) -> None:
    path = tmp_path / "game.lock"
    other = OtherProgram(path)
    try:
        assert other.holds
        assert is_locked(path) and not FileLock(path).acquire()
    finally:
        other.crash()
    assert path.exists(), "a crash leaves the file behind"
    assert not is_locked(path)
    assert FileLock(path).acquire()


def test_a_lock_holds_within_one_program_too_and_its_file_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.lock"
    first, second = FileLock(path), FileLock(path)
    assert first.acquire() and first.acquire()
    assert not second.acquire() and is_locked(path)
    first.release()
    first.release()
    assert not path.exists() and not is_locked(path)
    assert second.acquire()
    second.release()


def test_a_lock_file_that_was_removed_meanwhile_is_not_taken_for_the_new_one(tmp_path: Path,
                                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening and locking its owner goes away and another program comes: both would hold a lock, on two files."""
    path = tmp_path / "game.lock"
    lock, opened = file_lock._lock, []

    def removed_before(handle: int) -> None:
        opened.append(handle)
        if len(opened) == 1:
            path.unlink()
            path.write_bytes(b"")
        lock(handle)

    monkeypatch.setattr(file_lock, "_lock", removed_before)
    mine = FileLock(path)
    assert mine.acquire() and len(opened) == 2
    assert is_locked(path)


def test_where_the_system_has_no_locks_nobody_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(file_lock, "_lock", refuse)
    assert FileLock(tmp_path / "game.lock").acquire()
    assert FileLock(tmp_path / "no folder" / "game.lock").acquire()
    assert list(tmp_path.iterdir()) == [], "no file that locks nothing stays"


def test_each_game_has_a_file_of_its_own(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    first, second = games.new_game(), games.new_game()
    assert not games.folder.exists(), "a game that is not written leaves nothing"
    first.write(text_of(1))
    second.write(text_of(2))
    assert sorted(path.read_text() for path in games.paths()) == sorted([text_of(1), text_of(2)])
    assert list(games.free_paths()) == [], "both are being played"
    first.release()
    assert list(games.free_paths()) == [first.path]


def test_a_game_that_is_being_played_cannot_be_claimed_and_later_it_can(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    game = games.new_game()
    game.write(text_of(1))
    assert games.claim(game.path) is None
    game.release()
    claimed = games.claim(game.path)
    assert claimed is not None and claimed[1].seed == 1
    assert games.claim(game.path) is None
    claimed[0].write(text_of(1))
    claimed[0].remove()
    assert list(games.folder.iterdir()) == []


def test_a_claim_reads_what_was_played_last_and_not_what_was_listed(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    game, match = games.new_game(), begun()
    game.write(match.record().text())
    match.answer(match.game.legal_actions()[0])
    game.write(match.record().text())
    game.release()
    claimed = games.claim(game.path)
    assert claimed is not None and claimed[1].actions == match.record().actions
    claimed[0].remove()
    assert games.claim(game.path) is None, "it is over"


def test_a_damaged_game_is_not_claimed_and_not_locked(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    games.folder.mkdir()
    path = games.folder / "bad.acquire"
    path.write_text("nonsense\n")
    with pytest.raises(SaveError):
        games.claim(path)
    assert not games.is_open(path)


def test_without_locks_two_programs_still_lose_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another program has written in the meantime is not written over: the game goes on under another name."""
    def refuse(handle: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(file_lock, "_lock", refuse)
    games = UnfinishedGames(tmp_path)
    game = games.new_game()
    game.write(text_of(1))
    first, second = games.claim(game.path), games.claim(game.path)
    assert first is not None and second is not None
    first[0].write(text_of(2))
    second[0].write(text_of(3))
    first[0].write(text_of(4))
    assert sorted(path.read_text() for path in games.paths()) == sorted([text_of(4), text_of(3)])
    second[0].remove()
    assert [path.read_text() for path in games.paths()] == [text_of(4)]


def test_the_old_autosave_is_taken_over_once(tmp_path: Path) -> None:
    (tmp_path / OLD_AUTOSAVE).write_text(text_of(7))
    games = UnfinishedGames(tmp_path)
    games.take_over_old()
    games.take_over_old()
    assert [path.read_text() for path in games.paths()] == [text_of(7)]
    assert not (tmp_path / OLD_AUTOSAVE).exists()


def test_the_newest_game_comes_first(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    for seed, when in ((1, 100), (2, 300), (3, 200)):
        game = games.new_game()
        game.write(text_of(seed))
        os.utime(game.path, (when, when))
        game.release()
    assert [path.read_text() for path in games.paths()] == [text_of(2), text_of(3), text_of(1)]


def test_only_games_that_nobody_plays_are_cleared_away(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    played, left = games.new_game(), games.new_game()
    played.write(text_of(1))
    left.write(text_of(2))
    left.release()
    games.remove_needless(lambda path: True)
    assert [path.read_text() for path in games.paths()] == [text_of(1)]


def test_a_game_that_is_looked_at_does_not_seem_to_be_played(tmp_path: Path) -> None:
    """A list that another thread makes meanwhile would call it open."""
    games = UnfinishedGames(tmp_path)
    left = games.new_game()
    left.write(text_of(1))
    left.release()
    seen: list[bool] = []

    def is_needless(path: Path) -> bool:
        seen.append(games.is_open(path))
        return False

    games.remove_needless(is_needless)
    assert seen == [False] and games.paths() == [left.path]


def test_a_file_that_cannot_be_looked_at_hides_no_other(tmp_path: Path) -> None:
    games = UnfinishedGames(tmp_path)
    game = games.new_game()
    game.write(text_of(1))
    (games.folder / "lost.acquire").symlink_to("nowhere")
    assert games.paths() == [game.path]
    assert unfinished_games.newest_first(tmp_path / "none") == []
    assert lock_path(game.path).name.endswith(".acquire.lock")
