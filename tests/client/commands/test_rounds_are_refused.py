"""Simultaneous play is refused, with a sentence that names it, by all that does not know rounds yet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import Player
from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from acquire_core.ai.bot_end import LevelEnd
from acquire_core.ai.bot_protocol import ProtocolError
from acquire_net import AdmissionError, days_options, refuse_rounds_over_days
from tests.client.command_line import Acquire

ROUNDS = RULESETS["classic"].replace(simultaneous=True)
WITH_A_PROGRAM = (Player("Ada"), Player("Bo", command="./bot"))


def saved(folder: Path) -> Path:
    game, player = Game(ROUNDS, players=2, tiles=ShuffledBag(1)), RandomPlayer(1)
    while game.turn < 4:
        game.apply_code(player.code(game))
    path = folder / "rounds.acquire"
    path.write_text(game.record().text())
    return path


def test_a_command_that_begins_games_refuses_the_option(acquire: Acquire) -> None:
    answer = acquire("cup", "new", "x", "--option", "simultaneous=yes")
    assert answer.code == 2
    assert "simultaneous is not built yet" in answer.err


def test_a_table_over_days_refuses_the_option(acquire: Acquire) -> None:
    answer = acquire("host", "--seats", 3, "--option", "simultaneous=yes", "--days", "mail.example.org")
    assert answer.code == 2
    assert "simultaneous play does not go together with a table over days" in answer.err


@pytest.mark.parametrize("command", ["analyse", "puzzles"])
def test_a_command_that_thinks_about_records_refuses_rounds(acquire: Acquire, command: str, tmp_path: Path) -> None:
    answer = acquire(command, saved(tmp_path))
    assert answer.code != 0
    assert "simultaneous play" in answer.err


@pytest.mark.parametrize(("begin", "kind"), [
    (lambda folder: LocalMatch.start(ROUNDS, WITH_A_PROGRAM, 1), MatchError),
    (lambda folder: LocalMatch.resume(Game(ROUNDS, players=2, tiles=ShuffledBag(1)).record(), WITH_A_PROGRAM), MatchError),
    (lambda folder: refuse_rounds_over_days(ROUNDS, days_options("mail.example.org").items()), AdmissionError),
], ids=["a match with a program", "a saved match with one", "a table over days"])
def test_what_begins_a_game_says_why_not(begin: Callable[[Path], object], kind: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(kind, match="simultaneous play"):
        begin(tmp_path)


def test_a_computer_player_at_a_table_elsewhere_refuses() -> None:
    level = LevelEnd("casual")
    for line in ("acquire-bot 1", "game", "ruleset classic", "option simultaneous yes", "players 2", "seat 0"):
        level.receive(line)
    with pytest.raises(ProtocolError, match="option simultaneous"):
        level.receive("record * start 0 9I")
