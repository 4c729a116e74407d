"""No game is lost: two windows at once, a full disk, a finished game that nobody saved; and what the lists say of games."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import load
from acquire_client.files.unfinished_games import OLD_AUTOSAVE, UnfinishedGames
from acquire_client.language import Words
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.second_try import try_again
from acquire_client.view_model.statistics import GameStatistics
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.save_elsewhere import SaveElsewhere
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.statistics import StatisticsPage, counting_note
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_core import RULESETS
from acquire_core.ai import bot_named

from .driver import Window
from .hands import by_keys
from .whole_game import play_through

SEATS = "Anna,Ada:casual,Ben:casual"


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Callable[[], Window]]:
    """Windows of one person: they share a home. All are closed behind the test."""
    opened: list[Window] = []

    def open_one() -> Window:
        opened.append(Window(tmp_path / "home", bot_delay_ms=0))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def play_turns(sitting: Window, seed: int, turns: int = 4) -> LocalMatch:
    return go_on(sitting, sitting.play(SEATS, seed=seed), turns)


def go_on(sitting: Window, table: TableScene, turns: int) -> LocalMatch:
    until = table.match.game.turn + turns
    while table.match.game.turn < until:
        assert table.decider is not None
        sitting.key(next(choice.key for choice in table.decider.prompt.choices if choice.action))
        sitting.settle()
    assert isinstance(table.match, LocalMatch)
    return table.match


def unfinished(sitting: Window) -> list[Path]:
    return UnfinishedGames(sitting.home / "records").paths()


def actions_kept(sitting: Window) -> list[object]:
    return sorted([load(path).actions for path in unfinished(sitting)], key=len)


def finished(seed: int = 4, seats: str = SEATS, **options: object) -> LocalMatch:
    match = LocalMatch.start(RULESETS["classic"].replace(**options), players_from(seats.replace("Anna", "Anna:casual")), seed)
    while not match.is_over:
        match.answer(match.bot_action())
    return LocalMatch.resume(match.record(), players_from(seats))


def close_window(sitting: Window) -> None:
    sitting.turn(pygame.event.Event(pygame.QUIT))


# --- several games, several windows -----------------------------------------------------------------------------------

def test_two_windows_never_lose_a_game(windows: Callable[[], Window]) -> None:
    first, second = windows(), windows()
    one = play_turns(first, seed=9)
    second.app.show_menu()
    assert second.top.focus_manager.widget_named("continue") is None, "the first window plays it"
    other = play_turns(second, seed=10)
    close_window(second)
    go_on(first, first.table, 3)
    close_window(first)
    assert actions_kept(first) == sorted([one.record().actions, other.record().actions], key=len)


def test_a_game_that_another_window_has_taken_is_not_continued_twice(windows: Callable[[], Window]) -> None:
    first, second = windows(), windows()
    play_turns(first, seed=9)
    first.app.show_menu()
    second.app.show_menu()
    assert second.widget("continue").enabled
    first.key("c")
    assert isinstance(first.top, TableScene)
    second.key("c")
    assert isinstance(second.top, TitleScene)
    assert second.app.notices.texts == ["Your unfinished game is open in another window."]
    assert second.top.focus_manager.widget_named("continue") is None


def test_a_game_goes_on_where_another_window_left_it(windows: Callable[[], Window]) -> None:
    first, second = windows(), windows()
    play_turns(first, seed=9)
    first.app.show_menu()
    second.app.show_menu()
    first.key("c")
    match = go_on(first, first.table, 2)
    first.app.show_menu()
    second.key("c")
    second.settle()
    assert second.table.match.game.digest() == match.game.digest()


def test_continue_takes_the_newest_game_and_the_others_are_in_the_list(windows: Callable[[], Window]) -> None:
    sitting = windows()
    older = play_turns(sitting, seed=9)
    sitting.app.show_menu()
    newer = play_turns(sitting, seed=10)
    sitting.app.show_menu()
    for path in unfinished(sitting):
        when = 1000 if load(path).seed == older.seed else 2000
        os.utime(path, (when, when))
    sitting.key(pygame.K_F8)
    page = sitting.top
    assert isinstance(page, SavedGamesPage)
    assert [line.note.split(",")[0] for line in lines_of(sitting)] == ["unfinished", "unfinished"]
    sitting.key(pygame.K_DOWN)
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    assert sitting.table.match.game.digest() == older.game.digest()
    sitting.app.show_menu()
    for path in unfinished(sitting):
        when = 1000 if load(path).seed == older.seed else 2000
        os.utime(path, (when, when))
    sitting.app.show_menu()
    sitting.key("c")
    assert sitting.table.match.game.digest() == newer.game.digest()


def test_who_continues_a_game_writes_no_second_file(windows: Callable[[], Window]) -> None:
    sitting = windows()
    play_turns(sitting, seed=9)
    for _ in range(2):
        sitting.app.show_menu()
        sitting.key("c")
        sitting.settle()
        match = go_on(sitting, sitting.table, 1)
    sitting.app.show_menu()
    assert actions_kept(sitting) == [match.record().actions]


def test_the_game_of_an_older_version_is_taken_over(windows: Callable[[], Window]) -> None:
    sitting = windows()
    match = play_turns(sitting, seed=9)
    sitting.app.show_menu()
    unfinished(sitting)[0].rename(sitting.home / "records" / OLD_AUTOSAVE)
    sitting.app.show_menu()
    assert not (sitting.home / "records" / OLD_AUTOSAVE).exists()
    sitting.key("c")
    assert sitting.table.match.game.digest() == match.game.digest()


def test_the_game_at_this_table_is_in_the_list_and_cannot_be_opened_twice(windows: Callable[[], Window]) -> None:
    sitting = windows()
    play_turns(sitting, seed=9)
    sitting.key(pygame.K_F8)
    assert lines_of(sitting)[0].note.startswith("open now, turn ")
    assert not sitting.widget("play").enabled
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, SavedGamesPage)


def test_a_saved_game_that_is_resumed_again_leaves_one_unfinished_game(windows: Callable[[], Window]) -> None:
    sitting = windows()
    play_turns(sitting, seed=9)
    sitting.key(pygame.K_F7)
    sitting.app.show_menu()
    for turns in (0, 1, 2):
        match = LocalMatch.resume(load(sitting.home / "records" / "game-1.acquire"))
        go_on(sitting, sitting.sit_at(match), turns)
        sitting.app.show_menu()
    assert actions_kept(sitting) == [match.record().actions]


# --- games that are over ----------------------------------------------------------------------------------------------

@pytest.mark.fully
def test_a_finished_game_is_in_the_history_though_nobody_saved_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play("Anna,Ada:casual", seed=11)
    play_through(sitting, table, by_keys, False, seed=5)
    assert isinstance(sitting.top, GameOver)
    past = PastGames(sitting.home / "records").paths()
    assert [path.read_text() for path in past] == [table.match.record().text()]
    assert unfinished(sitting) == []
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top.focus_manager.widget_named("continue") is None


def test_a_game_whose_end_was_not_shown_any_more_is_in_the_history(window: Callable[..., Window],
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """The window is closed in the moment of the last answer."""
    sitting = window()
    table = sitting.play("Anna,Bea")
    over = finished()
    monkeypatch.setattr(table.controller, "match", over)
    close_window(sitting)
    assert [load(path).actions for path in PastGames(sitting.home / "records").paths()] == [over.record().actions]


def test_a_game_that_is_looked_at_again_is_not_in_the_history_twice(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    for _ in range(2):
        sitting.sit_at(finished())
        assert isinstance(sitting.top, GameOver)
        sitting.app.show_menu()
    assert len(PastGames(sitting.home / "records").paths()) == 1


def test_the_history_lists_games_with_their_results_and_replays_them(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    match = finished()
    sitting.sit_at(match)
    sitting.app.show_menu()
    sitting.key(pygame.K_F8)
    assert lines_of(sitting) == []
    sitting.key("h")
    rank = next(rank for rank, seat, _ in match.game.standings() if seat == 0)
    row = lines_of(sitting)[0]
    assert row.note == f"Classic · {['won', '2nd of 3', '3rd of 3'][rank - 1]}" and row.text.endswith("  Ada, Ben")
    assert sitting.widget("replay").kind == "primary"  # type: ignore[attr-defined]
    assert sitting.top.focus_manager.widget_named("play") is None
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, ReplayScene)


def test_a_game_of_the_history_is_reviewed(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(finished())
    sitting.app.show_menu()
    sitting.key(pygame.K_F8)
    sitting.key("h")
    for open_review in (lambda: sitting.key("a"), lambda: sitting.click("review")):
        open_review()
        scene = sitting.top
        assert isinstance(scene, ReplayScene) and scene.is_waiting and scene.review.is_running
        sitting.key(pygame.K_ESCAPE)
        assert isinstance(sitting.top, SavedGamesPage) and not scene.review.is_running
    sitting.finish_work()


def test_the_history_says_that_rules_were_changed(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    for options in ({}, {"end_size": 14}):
        PastGames(sitting.home / "records").add(finished(**options).record())
    sitting.key(pygame.K_F8)
    sitting.key("h")
    titles = set()
    for _ in range(2):
        titles |= {text.split(", finished")[0] for text in sitting.written() if ", finished" in text}
        sitting.key(pygame.K_DOWN)
    assert titles == {"Classic", "Classic, 1 rule changed"}


def test_a_game_that_is_tried_again_is_marked_in_the_history(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    match = finished()
    other = try_again(match.record(), len(match.game.actions()) // 2)
    while not other.is_over:
        other.answer(bot_named("beginner", 5).choose(other.observe(other.asked_seat)).action)
    for number, one in enumerate((match, other)):
        path = PastGames(sitting.home / "records").add(one.record())
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))
    sitting.key(pygame.K_F8)
    sitting.key("h")
    assert ["tried again" in row.note for row in lines_of(sitting)] == [True, False]


def test_statistics_count_the_history(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    for seed in (4, 5):
        sitting.sit_at(finished(seed))
        sitting.app.show_menu()
    sitting.key(pygame.K_F8)
    sitting.key("s")
    page = sitting.top
    assert isinstance(page, StatisticsPage)
    assert page.counted.games == 2 and page.counted.all.games == 2 and list(page.counted.by_level) == ["casual"]
    assert sitting.app.workers.settle()
    sitting.turn()
    assert page.merger is not None
    texts = sitting.written()
    assert any("took over" in text for text in texts)
    won = page.counted.all.wins
    assert {"2", f"Won: {won} of 2", "By rules", f"{won} of 2, {50 * won}%"} <= set(texts)
    assert "Wins count where one person played here." in texts


def test_statistics_say_which_games_do_not_count() -> None:
    assert counting_note(GameStatistics(3), Words()) == "Wins count where one person played here."
    assert counting_note(GameStatistics(3, 1), Words()).endswith("1 game tried again, not counted.")


# --- a disk that is full ----------------------------------------------------------------------------------------------

class Disk:
    """The folder of the person is on a disk that is full for a while; others are not."""

    def __init__(self, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        write = Path.write_bytes

        def write_bytes(path: Path, data: bytes) -> int:
            if self.full and home in path.parents:
                raise OSError(28, "No space left on device")
            return write(path, data)

        monkeypatch.setattr(Path, "write_bytes", write_bytes)


def test_leaving_with_a_full_disk_says_what_would_be_lost(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    disk.full = True
    table = sitting.play(SEATS, seed=9)
    sitting.key(pygame.K_F10)
    dialog = sitting.top
    assert isinstance(dialog, Dialog) and dialog.title == "This game can't be saved"
    assert dialog.text() == "The game cannot be kept on the disk: No space left on device. If you leave now, it is lost."
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is table
    disk.full = False
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog) and "can be continued from the menu" in sitting.top.text()


def test_what_was_kept_before_the_disk_was_full_is_not_called_lost(window: Callable[..., Window],
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    match = play_turns(sitting, seed=9)
    assert sitting.app.workers.settle()
    sitting.turn()
    turn, disk.full = match.game.turn, True
    go_on(sitting, sitting.table, 3)
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog)
    assert sitting.top.text().endswith(f"If you leave now, you lose everything since turn {turn} began.")
    sitting.click("answer 1")
    assert isinstance(sitting.top, TitleScene)
    assert load(unfinished(sitting)[0]).game().turn == turn


def test_a_game_is_saved_elsewhere_and_then_left(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch,
                                                 tmp_path: Path) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    disk.full = True
    match = play_turns(sitting, seed=9)
    other = tmp_path / "other disk"
    other.mkdir()
    sitting.key(pygame.K_F10)
    sitting.key(pygame.K_RETURN)
    page = sitting.top
    assert isinstance(page, SaveElsewhere)
    for typed, trouble in ((str(sitting.home / "x.acquire"), "No space left on device"), ("", "Type the name")):
        sitting.key("a", pygame.KMOD_CTRL)
        sitting.key(pygame.K_BACKSPACE)
        sitting.type(typed)
        sitting.key(pygame.K_RETURN)
        assert trouble in page.trouble
    sitting.type(str(other))
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TitleScene)
    assert load(other / "game-1.acquire").actions == match.record().actions
    assert sitting.app.notices.texts[-1] == f"Saved as {other / 'game-1.acquire'}."


def test_closing_the_window_with_a_full_disk_asks_first(window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window()
    disk = Disk(sitting.home, monkeypatch)
    disk.full = True
    table = sitting.play("Anna,Bea")
    close_window(sitting)
    assert isinstance(sitting.top, Dialog)
    sitting.key(pygame.K_ESCAPE)
    assert table in sitting.app.scenes
    close_window(sitting)
    assert isinstance(sitting.top, Dialog)
    close_window(sitting)
    assert sitting.app.scenes == []


def test_resuming_another_game_with_a_full_disk_asks_first(window: Callable[..., Window],
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    play_turns(sitting, seed=9)
    sitting.app.show_menu()
    table = sitting.play(SEATS, seed=10)
    disk.full = True
    go_on(sitting, table, 1)
    sitting.key(pygame.K_F8)
    rows = [line.note.startswith("unfinished") for line in lines_of(sitting)]
    for _ in range(rows.index(True)):
        sitting.key(pygame.K_DOWN)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, Dialog) and "No space left on device" in sitting.top.text()
    sitting.key(pygame.K_ESCAPE)
    assert table in sitting.app.scenes
    assert len(list(UnfinishedGames(sitting.home / "records").free_paths())) == 1, "the other game can still be continued"


def test_a_finished_game_that_cannot_be_kept_is_not_left_without_a_question(window: Callable[..., Window],
                                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    disk.full = True
    sitting.sit_at(finished())
    assert sitting.app.notices.texts == ["The game cannot be kept on the disk: No space left on device."]
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, Dialog) and "its record is lost" in sitting.top.text()
    disk.full = False
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)
    assert len(PastGames(sitting.home / "records").paths()) == 1


def test_trouble_with_the_disk_is_reported_again_when_it_comes_again(window: Callable[..., Window],
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    disk = Disk(sitting.home, monkeypatch)
    said: list[str] = []
    sitting.app.show_notice = lambda text, bad=False: said.append(text)  # type: ignore[method-assign,assignment]
    table = sitting.play(SEATS, seed=9)
    for full in (True, False, True):
        disk.full = full
        go_on(sitting, table, 3)
    assert len(said) == 2 and set(said) == {"The game cannot be kept on the disk: No space left on device."}


# --- the lists --------------------------------------------------------------------------------------------------------

def lines_of(sitting: Window) -> list[ListLine]:
    games = sitting.widget("games")
    assert isinstance(games, ListView)
    return [line for _, line in games.rows]


@pytest.mark.parametrize(("content", "language", "sentence"), [
    (b"\x19\x1d\xff\xfe raw", "en", "This file is damaged or is not a saved game, so it cannot be opened."),
    (b"acquire record 1\nruleset classic\n", "en", "This file is damaged or is not a saved game, so it cannot be opened."),
    (b"\x19\x1d\xff\xfe raw", "de", "Diese Datei ist beschädigt oder kein gespeichertes Spiel und kann nicht geöffnet werden.")])
def test_a_damaged_file_is_reported_in_a_plain_sentence(window: Callable[..., Window], content: bytes, language: str,
                                                        sentence: str) -> None:
    sitting = window(language=language)
    (sitting.home / "records").mkdir()
    (sitting.home / "records" / "bad.acquire").write_bytes(content)
    sitting.key(pygame.K_F8)
    page = sitting.top
    assert isinstance(page, SavedGamesPage) and page.trouble == sentence
    written = " ".join(sitting.written())
    assert "bad.acquire" in written and str(sitting.home) not in written and "\\x" not in written and "raw" not in written


def test_an_unfinished_game_is_resumed_and_a_finished_one_replayed(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play(SEATS, seed=9)
    sitting.key(pygame.K_F7)
    sitting.app.show_menu()
    for path in unfinished(sitting):
        path.unlink()
    sitting.key(pygame.K_F8)
    play, replay = sitting.widget("play"), sitting.widget("replay")
    assert (play.label, play.kind, replay.kind) == ("Resume", "primary", "plain")  # type: ignore[attr-defined]
    assert lines_of(sitting)[0].text.endswith("  Anna, Ada, Ben") and lines_of(sitting)[0].note == "turn 1"
    (sitting.home / "records" / "game-1.acquire").write_text(finished().record().text(), "utf-8")
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_F8)
    assert sitting.widget("replay").kind == "primary"  # type: ignore[attr-defined]
    assert sitting.top.focus_manager.widget_named("play") is None
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, ReplayScene)


def test_games_are_deleted_after_a_question(windows: Callable[[], Window]) -> None:
    sitting = windows()
    play_turns(sitting, seed=9)
    sitting.key(pygame.K_F7)
    sitting.app.show_menu()
    (sitting.home / "records" / "unfinished" / "bad.acquire").write_text("nonsense")
    (sitting.home / "records" / "bad.acquire").write_text("nonsense")
    sitting.key(pygame.K_F8)
    for left in (4, 3, 2, 1):
        assert len(lines_of(sitting)) == left
        sitting.key(pygame.K_DELETE)
        sitting.key(pygame.K_ESCAPE)
        assert len(lines_of(sitting)) == left
        sitting.key(pygame.K_DELETE)
        sitting.key(pygame.K_RETURN)
    assert lines_of(sitting) == [] and not sitting.widget("delete").enabled
    sitting.key(pygame.K_DELETE)
    assert isinstance(sitting.top, SavedGamesPage)
    assert list((sitting.home / "records").rglob("*.*")) == []


def test_a_game_that_is_being_played_is_not_deleted(windows: Callable[[], Window]) -> None:
    sitting = windows()
    play_turns(sitting, seed=9)
    sitting.key(pygame.K_F8)
    assert not sitting.widget("delete").enabled
    sitting.key(pygame.K_DELETE)
    assert isinstance(sitting.top, SavedGamesPage) and len(unfinished(sitting)) == 1


# --- the title --------------------------------------------------------------------------------------------------------

def test_escape_on_the_title_asks_before_it_ends_the_program(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.key("s")
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, Dialog) and sitting.top.title == "Quit Acquire?"
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)
    sitting.key(pygame.K_ESCAPE)
    sitting.key(pygame.K_RETURN)
    assert sitting.app.scenes == []
