"""Simultaneous play is refused, with a sentence that names it, by all that does not know rounds yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from acquire_net import AdmissionError, days_options, refuse_rounds_over_days
from tests.client.command_line import Acquire

ROUNDS = RULESETS["classic"].replace(simultaneous=True)


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


def test_a_search_for_puzzles_refuses_rounds(acquire: Acquire, tmp_path: Path) -> None:
    answer = acquire("puzzles", saved(tmp_path))
    assert answer.code != 0
    assert "simultaneous play" in answer.err


def test_a_table_over_days_says_why_not() -> None:
    with pytest.raises(AdmissionError, match="simultaneous play"):
        refuse_rounds_over_days(ROUNDS, days_options("mail.example.org").items())
