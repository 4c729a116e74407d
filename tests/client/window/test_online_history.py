"""A finished game over the network is found again: in the history, as a game of this seat, and in a file on request."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import load, own_seat_of
from acquire_client.matches.journals import CheckedJournal
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.controller.journal_check import JournalCheck
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.statistics import past_statistics
from acquire_client.window.widgets.lines import ListView
from acquire_core.record import Record
from acquire_net import events
from tests.support.evenings import ReportedEvening

from .driver import Window
from .online_screens import QUICK, at_table, at_the_end, at_watched_table

Ended = tuple[Window, ReportedEvening]


@pytest.fixture
def ended(window: Callable[..., Window], tmp_path: Path) -> Ended:
    """Return the window with the result of a game over the network that this seat has played."""
    sitting = window(bot_delay_ms=0)
    table = at_the_end(sitting, tmp_path / "table.acqlog")
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.top.review.cancel_work()  # which would take half a minute
    return sitting, table


def history(sitting: Window) -> list[Path]:
    return PastGames(sitting.app.records).paths()


@pytest.fixture(scope="module")
def opened() -> Record:
    """Return a game as a verifier reads it, with all hands."""
    match = LocalMatch.start(QUICK, players_from("Ada:casual,Ben:casual,Cleo:casual"), 4)
    while not match.is_over:
        match.answer(match.bot_action())
    return match.record()


def verify(check: JournalCheck, found: CheckedJournal) -> None:
    """Let the verifier find this at once."""
    check.begin_work = lambda then=print: then(found)  # type: ignore[method-assign]
    check.found = found


def open_hands(sitting: Window, table: ReportedEvening, record: Record) -> None:
    """Report that all players have opened their hands, with what the verifier reads then."""
    over = sitting.top
    assert isinstance(over, OnlineGameOver) and over.check is not None
    verify(over.check, CheckedJournal(None, record))
    table.report(events.KeysOpened((0, 1, 2)))
    sitting.turn()
    over.review.cancel_work()
    assert over.has_opened_hands


def test_a_game_that_is_over_is_in_the_history_at_once(ended: Ended) -> None:
    sitting, table = ended
    match = table.evening.match
    path, = history(sitting)
    assert match is not None and load(path).text() == match.record().text()
    assert own_seat_of(path) == 0


def test_with_the_opened_hands_it_takes_the_place_of_what_was_known_before(ended: Ended, opened: Record) -> None:
    sitting, table = ended
    before, = history(sitting)
    open_hands(sitting, table, opened)
    path, = history(sitting)
    assert path != before and own_seat_of(path) == 0 and load(path).text() == opened.text()


def test_the_history_lists_it_as_the_game_of_this_seat(ended: Ended) -> None:
    sitting, table = ended
    match = table.evening.match
    assert match is not None
    rank = next(rank for rank, seat, _ in match.game.standings() if seat == 0)
    sitting.app.show_menu()
    sitting.key(pygame.K_F8)
    sitting.key("h")
    games = sitting.widget("games")
    assert isinstance(sitting.top, SavedGamesPage) and isinstance(games, ListView)
    (_, row), = games.rows
    assert row.text.endswith("  Ben, Cleo") and row.note.endswith(["won", "2nd of 3", "3rd of 3"][rank - 1])
    for key in ("a", pygame.K_RETURN):
        sitting.key(key)
        assert isinstance(sitting.top, ReplayScene) and sitting.top.own == (0,), "the mistakes of the others are not one's own"
        sitting.key(pygame.K_ESCAPE)
    counted = past_statistics(PastGames(sitting.app.records))
    assert (counted.games, counted.all.games, counted.all.wins) == (1, 1, int(rank == 1))


@pytest.mark.parametrize("press", [lambda sitting: sitting.key(pygame.K_F7), lambda sitting: sitting.click("save")])
def test_its_record_is_saved_with_the_hands_that_are_open(ended: Ended, opened: Record, press: Callable[[Window], None]) -> None:
    sitting, table = ended
    press(sitting)
    path, = sitting.app.records.glob("*.acquire")
    assert sitting.app.notices.texts[-1] == f"Saved as {path.name}."
    open_hands(sitting, table, opened)
    press(sitting)
    assert [*sitting.app.records.glob("*.acquire")] == [path], "the same game again is the same file"
    assert load(path).text() == opened.text()


def test_its_saved_record_is_reviewed_from_the_own_seat(ended: Ended) -> None:
    sitting, _ = ended
    sitting.key(pygame.K_F7)
    path, = sitting.app.records.glob("*.acquire")
    assert own_seat_of(path) == 0 and path.name == "game-1-seat0.acquire"
    sitting.app.show_menu()
    sitting.key(pygame.K_F8)
    games = sitting.widget("games")
    assert isinstance(games, ListView) and [row.text.split("  ")[1] for _, row in games.rows] == ["Ben, Cleo"]
    sitting.key("a")
    assert isinstance(sitting.top, ReplayScene) and sitting.top.own == (0,)


def test_while_it_is_played_its_journal_keeps_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    at_table(sitting)
    sitting.key(pygame.K_F7)
    assert sitting.app.notices.texts == ["The journal of the table keeps this game."]
    assert not history(sitting) and not [*sitting.app.records.glob("*.acquire")]


def test_a_history_that_cannot_be_written_is_reported_and_the_result_is_shown(
        window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window(bot_delay_ms=0)
    notices: list[str] = []
    monkeypatch.setattr(sitting.app, "show_notice", lambda text, bad=False: notices.append(text))
    sitting.app.records.mkdir(parents=True, exist_ok=True)
    (sitting.app.records / "history").write_text("a file where the folder belongs")
    at_the_end(sitting, tmp_path / "none.acqlog")
    assert isinstance(sitting.top, OnlineGameOver)
    assert [text for text in notices if text.startswith("The game cannot be kept on the disk: ")]


def test_a_game_that_was_only_watched_is_not_in_the_history(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table, _ = at_watched_table(sitting, moves=2000)
    sitting.turn()
    assert table.evening.match is not None and table.evening.match.is_over and not history(sitting)


def test_a_game_that_ends_under_a_page_is_kept_when_the_table_is_left(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = at_table(sitting, QUICK)
    sitting.app.show_seats(table.evening)
    table.play_to_the_end()
    match = table.evening.match
    assert match is not None
    table.report(events.Ended((), "", (0, 1, 2), "", None))
    sitting.turn()
    sitting.app.show_menu()
    path, = history(sitting)
    assert match.is_over and load(path).text() == match.record().text() and own_seat_of(path) == 0


def test_a_game_that_could_not_be_kept_is_kept_when_the_table_is_left(window: Callable[..., Window], tmp_path: Path) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.app.records.mkdir(parents=True, exist_ok=True)
    in_the_way = sitting.app.records / "history"
    in_the_way.touch()
    table = at_the_end(sitting, tmp_path / "none.acqlog")
    in_the_way.unlink()
    sitting.app.show_menu()
    path, = history(sitting)
    assert table.evening.match is not None and load(path).text() == table.evening.match.record().text()


def test_a_journal_that_was_verified_before_all_hands_were_open_is_verified_again(ended: Ended, opened: Record) -> None:
    sitting, table = ended
    over, match = sitting.top, table.evening.match
    assert isinstance(over, OnlineGameOver) and over.check is not None and match is not None
    verify(over.check, CheckedJournal(None, opened))
    over.check.found = CheckedJournal(None, match.record().view(None))  # as the certificate has asked for it
    table.report(events.KeysOpened((0, 1, 2)))
    sitting.turn()
    over.review.cancel_work()
    path, = history(sitting)
    assert load(path).text() == opened.text() == over.review.record.text()


def test_while_a_verifier_runs_that_began_before_the_hands_wait(ended: Ended, opened: Record) -> None:
    sitting, table = ended
    over = sitting.top
    assert isinstance(over, OnlineGameOver) and over.check is not None
    verify(over.check, CheckedJournal(None, opened))
    over.check.share_done = 0.5
    table.report(events.KeysOpened((0, 1, 2)))
    sitting.turn()
    assert not over.has_opened_hands
    over.check.share_done = None
    sitting.turn()
    over.review.cancel_work()
    assert over.has_opened_hands


def test_hands_against_the_rules_do_not_take_away_what_this_seat_knows(ended: Ended) -> None:
    sitting, table = ended
    over, match = sitting.top, table.evening.match
    assert isinstance(over, OnlineGameOver) and over.check is not None and match is not None
    verify(over.check, CheckedJournal(None, match.record().view(None), against_rules="Ben kept a dead tile"))
    table.report(events.KeysOpened((0, 1, 2)))
    sitting.turn()
    path, = history(sitting)
    assert load(path).text() == match.record().text() == over.review.record.text()


def test_hands_that_are_read_behind_the_next_game_are_kept_too(ended: Ended, opened: Record) -> None:
    sitting, table = ended
    over = sitting.top
    assert isinstance(over, OnlineGameOver) and over.check is not None
    take: list[Callable[[CheckedJournal], None]] = []
    over.check.begin_work = lambda then=print: take.append(then)  # type: ignore[method-assign]
    table.report(events.KeysOpened((0, 1, 2)))
    sitting.key("a")
    assert not isinstance(sitting.top, OnlineGameOver)
    take[0](CheckedJournal(None, opened))
    path, = history(sitting)
    assert load(path).text() == opened.text()


def test_the_hands_of_a_seat_lost_before_a_return_are_not_waited_for(window: Callable[..., Window], opened: Record) -> None:
    sitting = window(bot_delay_ms=0)
    table = at_table(sitting, QUICK)
    assert table._table is not None
    table._table.leave(2)  # nobody reports it to who has come back
    table.play_to_the_end()
    sitting.turn()
    over = sitting.top
    assert isinstance(over, OnlineGameOver) and over.check is not None
    verify(over.check, CheckedJournal(None, opened))
    table.report(events.KeysOpened((0, 1)))
    sitting.turn()
    over.review.cancel_work()
    assert over.has_opened_hands
