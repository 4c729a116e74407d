"""Programs at a text game of simultaneous play: they answer secretly like all others, and hear what all have answered."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acquire_client.files.saves import load
from acquire_client.matches.local import LocalMatch
from acquire_client.terminal.text_game import TextGame
from acquire_core.actions import Place
from acquire_core.ai.seat_view import SeatView
from tests.client.command_line import Acquire
from tests.core.hostile import EACH_GO, HOSTILE, PATIENT, script, started_programs
from tests.support.text_play import by_keys, in_notation, new_match, sit_down

LISTENING = EACH_GO.replace("hello 1", "hello 2")
LAST_LEGAL = LISTENING + "        say('move ' + legal)"


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    yield from started_programs(monkeypatch)


def rounds(seats: str, seed: int = 5, **options: Any) -> LocalMatch:
    return new_match(seats, seed=seed, simultaneous=True, **options)


def listening(tmp_path: Path) -> tuple[str, Path]:
    """Return a program that plays the last legal move and writes down all it hears."""
    heard = tmp_path / "heard"
    text = LAST_LEGAL.replace("for line in sys.stdin:", f"heard = open({str(heard)!r}, 'a')\nfor line in sys.stdin:\n"
                                                        "    print(line, end='', file=heard, flush=True)")
    return script(tmp_path, text), heard


def heard_lines(heard: Path) -> list[str]:
    return [line.removeprefix("record ") for line in heard.read_text().splitlines() if line.startswith("record ")]


@pytest.mark.parametrize("presenter", ["plain", "json"])
def test_people_and_programs_play_rounds(presenter: str, tmp_path: Path) -> None:
    bot, heard = listening(tmp_path)
    sitting = sit_down(rounds(f"Anna,Bo:{bot},Ben", safe_size=3), in_notation(2), presenter)
    assert sitting.match.is_over and sitting.code == 0 and "fault" not in sitting.text and "The program" not in sitting.text
    assert heard_lines(heard) == SeatView(sitting.match.game, 1).follow(sitting.match.game)
    said = heard.read_text().splitlines()
    assert said[:2] == ["game", "ruleset classic"] and "option simultaneous yes" in said
    assert [line.split()[0] for line in said[-5:]] == ["over", *["result"] * 3, "quit"]


@pytest.mark.parametrize("seed", range(3))
def test_what_a_program_has_heard_in_rounds_is_never_taken_back(seed: int, tmp_path: Path) -> None:
    """People take answers back while they wait; a program hears them only when they are opened."""
    bot, heard = listening(tmp_path)
    typing, luck, taken_back = in_notation(seed), random.Random(seed), []

    def answers(prompt: Any, game: TextGame) -> str | None:
        if luck.random() < 0.4 and game.match.undoable_count:
            taken_back.append(prompt.seat)
            return luck.choice(("undo", "reset"))
        return typing(prompt, game)

    sitting = sit_down(rounds(f"Anna,Bo:{bot},Cem", seed=seed, safe_size=3), answers)
    assert sitting.match.is_over and taken_back
    assert heard_lines(heard) == SeatView(sitting.match.game, 1).follow(sitting.match.game)
    assert "The program" not in sitting.text


def test_a_program_is_asked_again_when_an_answer_before_its_own_is_taken_back(tmp_path: Path) -> None:
    bot, heard = listening(tmp_path)
    match = rounds(f"Anna,{bot},Ben")
    hand = match.observe(0).hand
    sitting = sit_down(match, ["1", "undo", "2", "1"])
    chosen = [action for action in match.game.actions() if isinstance(action, Place)]
    assert "The answer of Anna is taken back." in sitting.text
    assert [action.seat for action in chosen] == [0, 1, 2] and chosen[0].tile == hand[1]
    before_the_end_of_the_step = heard.read_text().split(" place ", 1)[0]
    assert heard.read_text().count("\ngo ") >= 2 and "record 0" not in before_the_end_of_the_step


def test_a_program_that_misbehaves_in_rounds_loses_its_moves_and_the_game_goes_on(tmp_path: Path) -> None:
    bot = script(tmp_path, HOSTILE["ends when it is asked"][1].replace("hello 1", "hello 2"))
    sitting = sit_down(rounds(f"Anna,Bo:{bot}", safe_size=3), by_keys(3), "json", limits=PATIENT)
    reported = [json.loads(line) for line in sitting.text.splitlines()]
    faults = [line for line in reported if line["type"] == "fault"]
    moves = [line for line in reported if line["type"] == "action" and line["line"].startswith("1 ")]
    assert sitting.match.is_over and len(faults) == len(moves)
    assert [line["fault"] for line in faults[:4]] == ["crashed"] * 3 + ["absent"]


def test_a_save_in_the_middle_of_a_step_keeps_the_answer_of_a_program(tmp_path: Path) -> None:
    bot, heard = listening(tmp_path)
    path = tmp_path / "kept.acquire"
    sit_down(rounds(f"Anna,Bo:{bot},Cem"), ["1"], autosave=path)
    record = load(path)
    assert [action.seat for action in record.waiting] == [0, 1]
    heard.unlink()
    match = LocalMatch.resume(record, rounds(f"Anna,Bo:{bot},Cem").players)
    assert match.game.waiting() == list(record.waiting) and match.asked_seat == 2
    sitting = sit_down(match, in_notation(1))
    assert sitting.match.is_over and heard_lines(heard) == SeatView(sitting.match.game, 1).follow(sitting.match.game)
    assert heard.read_text().splitlines().count("game") == 1


def test_a_program_that_knows_turns_only_is_refused_before_the_game(tmp_path: Path, acquire: Acquire) -> None:
    old = script(tmp_path, EACH_GO + "        say('move ' + legal)")
    for command in (["text", "--seats", f"person,{old}", "--json"], ["arena", "--seats", f"{old},0", "--games", 2]):
        refused = acquire(*command, "--option", "simultaneous=yes")
        assert refused.code == 1 and not refused.out
        assert "cannot play here: it knows play in turns only, and this table plays simultaneously" in refused.err
    assert acquire("text", "--seats", f"2,{old}", "--plain", "--seed", 3).code == 0


def test_commands_play_rounds_with_programs(tmp_path: Path, acquire: Acquire) -> None:
    bot = script(tmp_path, LAST_LEGAL)
    text = acquire("text", "--seats", f"{bot},2", "--seed", 3, "--plain", "--option", "simultaneous=yes")
    assert text.code == 0 and "Rank 1:" in text.out and "The program" not in text.out
    arena = acquire("arena", "--seats", f"{bot},0", "--games", 2, "--option", "simultaneous=yes")
    assert arena.code == 0 and "fault" not in arena.out
