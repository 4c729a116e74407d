"""An evening between a window and another program over the loopback: lobby, game, lobby, game, with all proofs."""

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame
import pytest

from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import load
from acquire_client.matches.evening import EveningStage
from acquire_client.matches.own_peer import own_peer_config, table_to_return_to
from acquire_client.window import network
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.watch_table import WatchTableScene
from acquire_net import (
    Host,
    Offer,
    Resume,
    TableAddress,
    read_journal,
    rules_lines,
    verify_journal,
)
from tests.support.few_cases import few_cases

from .driver import Window
from .other_program import PATIENCE_S, QUICK, OtherProgram, chosen, until


@pytest.mark.fully
@pytest.mark.parametrize("rematches", few_cases(pytest.mark.more_cases, [1, 0]))
def test_a_window_hosts_plays_and_plays_again(window: Callable[..., Window], tmp_path: Path, rematches: int,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_peer_config", partial(own_peer_config, port=0, announces=False))
    sitting = window(bot_delay_ms=0)
    app, chance = sitting.app, random.Random(7)
    app.sit_down_online(Host(Offer(rules_lines(QUICK), 2)), "Anna")
    until(sitting, None, lambda: app.evening is not None and app.evening.listening is not None)
    evening = app.evening
    assert evening is not None and evening.listening is not None
    other = OtherProgram(tmp_path / "other", evening.listening.code)
    try:
        until(sitting, other, lambda: isinstance(sitting.top, LobbyScene) and sitting.top.can_be_ready)
        sitting.key(pygame.K_RETURN)
        for game in range(1, rematches + 2):
            until(sitting, other, lambda: evening.stage is EveningStage.PLAYING and isinstance(sitting.top, OnlineTableScene))
            evening.peer.send_chat(f"game {game}")

            def next_thing() -> bool:
                return isinstance(sitting.top, GameOver) or (
                    isinstance(sitting.top, OnlineTableScene) and sitting.top.decider is not None)

            while True:
                until(sitting, other, next_thing)
                if isinstance(sitting.top, GameOver):
                    break
                assert evening.match is not None
                sitting.table.submit(chosen(evening.match, chance))  # type: ignore[arg-type]
            until(sitting, other, lambda game=game: len(other.ends) == len(evening.games) == game)  # type: ignore[misc]
            assert other.ends[-1].standings == evening.games[-1].standings and other.ends[-1].head == evening.games[-1].head
            assert f"game {game}" in other.said
            if game <= rematches:
                sitting.click("again")
        until(sitting, other, lambda: isinstance(sitting.top, OnlineGameOver) and sitting.top.has_opened_hands)
        assert "??" not in sitting.top.review.record.text(), "the review knows all hands"  # type: ignore[attr-defined]
        known = [load(path).text() for path in PastGames(app.records).paths()]
        assert len(known) == rematches + 1 and sitting.top.review.record.text() in known  # type: ignore[attr-defined]
        journal = evening.games[-1].journal
        assert journal is not None and verify_journal(read_journal(journal)).signed_by == (0, 1)
        app.show_menu()
        assert app.evening is None
        app.wait_for_goodbyes()
    finally:
        other.peer.stop()
        other.peer.wait_until_stopped(10)


@pytest.mark.fully
def test_a_window_plays_with_a_computer_player_that_it_has_started(window: Callable[..., Window],
                                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    """The computer player is a program of its own; the window comes back to the game with it, and it ends with the window."""
    monkeypatch.setattr(network, "own_peer_config", partial(own_peer_config, port=0, announces=False))
    sitting = window(bot_delay_ms=0)
    app, chance = sitting.app, random.Random(7)
    app.sit_down_online(Host(Offer(rules_lines(QUICK), 2)), "Anna")
    try:
        until(sitting, None, lambda: app.evening is not None and app.evening.listening is not None
              and app.evening.lobby is not None)
        app.add_computer(app.evening, "Robo", "random")
        until(sitting, None, lambda: isinstance(sitting.top, LobbyScene) and sitting.top.can_be_ready)
        assert any("computer player, level 0, with Anna" in text for text in sitting.written())
        sitting.key(pygame.K_RETURN)
        answered, has_returned = 0, False
        while True:
            until(sitting, None, lambda: isinstance(sitting.top, GameOver) or (
                isinstance(sitting.top, OnlineTableScene) and sitting.top.decider is not None))
            if isinstance(sitting.top, GameOver):
                break
            assert app.evening is not None and app.evening.match is not None
            sitting.table.submit(chosen(app.evening.match, chance))  # type: ignore[arg-type]
            answered += 1
            if answered == 3:
                app.show_menu()
                journal = table_to_return_to(app.folders)
                assert journal is not None and app.own_computers().running()
                app.sit_down_online(Resume(journal), "Anna")
                has_returned = True
        assert has_returned and app.evening is not None
        evening = app.evening
        until(sitting, None, lambda: len(evening.games) == 1)
        assert evening.begun is not None and evening.begun.computers == (1,)
        journal = evening.games[0].journal
        assert journal is not None and verify_journal(read_journal(journal)).signed_by == (0, 1)
        running = app.own_computers().running()
        assert running and app.is_own_computer(running[0].identity)
    finally:
        app.show_menu()
        app.close_computers()
        app.wait_for_goodbyes()
    assert not app.own_computers().running()


@pytest.mark.fully
def test_a_window_watches_a_table_of_others_to_its_result_and_sees_no_hand(window: Callable[..., Window], tmp_path: Path) -> None:
    sitting, programs = window(bot_delay_ms=0), [OtherProgram(tmp_path / "ada", name="Ada")]
    app = sitting.app

    def work_until(wanted: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < end, f"not within {PATIENCE_S} s; {type(app.scenes[-1]).__name__}"
            for program in programs:
                program.work()
            app.run_once([], None)
            time.sleep(0.002)

    try:
        work_until(lambda: bool(programs[0].code))
        app.watch_online(TableAddress.read(programs[0].code), "Ada")
        programs.append(OtherProgram(tmp_path / "ben", programs[0].code))
        programs[0].waits = True  # else whole games are over before the window has come to one
        work_until(lambda: isinstance(app.scenes[-1], WatchTableScene))
        programs[0].waits = False
        work_until(lambda: isinstance(app.scenes[-1], GameOver))
        assert sitting.table.match.observe(None).hand == () and not sitting.table.match.people
        work_until(lambda: all(program.ends for program in programs) and app.evening is not None and bool(app.evening.games))
        assert app.evening is not None
        assert app.evening.games[-1].standings == programs[0].ends[-1].standings == tuple(sitting.table.match.game.standings())
        app.show_menu()
        app.wait_for_goodbyes()
    finally:
        for program in programs:
            program.peer.stop()
        for program in programs:
            program.peer.wait_until_stopped(10)
