"""Programs at a text game: whatever they do, the people play on, know which moves were random, and nothing is left running."""

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.programs import Programs
from acquire_client.terminal.text_game import TextGame
from acquire_core import Game, load_record, read_record
from acquire_core.ai.external import FAULTS, Limits
from acquire_core.ai.seat_view import SeatView
from tests.client.command_line import Acquire
from tests.core.hostile import EACH_GO, HOSTILE, PATIENT, QUICK, script, started_programs
from tests.support.few_cases import few_cases
from tests.support.text_play import by_keys, in_notation, new_match, position, positioned, sit_down

FIRST_LEGAL = EACH_GO + "        say('info my tiles are a secret'); say('move ' + legal)"


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    yield from started_programs(monkeypatch)


def listening(tmp_path: Path) -> tuple[str, Path]:
    """Return a program that plays the last legal move and writes down all it hears."""
    heard = tmp_path / "heard"
    text = EACH_GO.replace("for line in sys.stdin:", f"heard = open({str(heard)!r}, 'a')\nfor line in sys.stdin:\n"
                                                     "    print(line, end='', file=heard, flush=True)")
    return script(tmp_path, text + "        say('move ' + legal)"), heard


# --- what goes wrong --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("what", few_cases(pytest.mark.fully, [
    "says hello and then nothing", "ends when it is asked", "moves illegally", "writes binary", "gives up",
    "never reads or says anything", "writes without a newline", "writes lines without end", "moves for another seat"], 5))
def test_a_program_that_misbehaves_loses_its_moves_and_the_game_goes_on(what: str, tmp_path: Path) -> None:
    kind, text = HOSTILE[what]
    limits = Limits(100, 100, 400) if kind == "mute" else QUICK if kind == "silent" else PATIENT
    sitting = sit_down(new_match(f"Anna,Bo:{script(tmp_path, text)}"), in_notation(3), "json", limits=limits)
    assert sitting.match.is_over and sitting.code == 0
    reported = [json.loads(line) for line in sitting.text.splitlines()]
    faults = [line for line in reported if line["type"] == "fault"]
    moves = [line for line in reported if line["type"] == "action" and line["line"].startswith("1 ")]
    assert {(line["seat"], line["name"]) for line in faults} == {(1, "Bo")}
    assert faults[0]["text"].startswith(f"The program of Bo {FAULTS[kind]}; ")
    assert {line["fault"] for line in faults} <= {kind, "absent"}
    assert len(faults) == len(moves)
    # The report comes before the move that it explains.
    for at, line in enumerate(reported):
        if line["type"] == "fault":
            assert reported[at + 1]["type"] == "action" and reported[at + 1]["line"].startswith("1 ")
    assert reported[-2]["text"].startswith(f"The program of Bo lost {len(faults)} of {len(faults)} decisions to random moves: ")


def test_people_hear_once_that_a_program_was_given_up(tmp_path: Path) -> None:
    bot = script(tmp_path, HOSTILE["ends when it is asked"][1])
    for presenter in ("plain", "screen"):
        text = " ".join(sit_down(new_match(f"Anna,Bo:{bot}"), by_keys(3), presenter, limits=PATIENT).text.split())
        assert text.count("The program of Bo ended, or closed its output; a random move is made instead.") == 2
        assert text.count("The program of Bo ended, or closed its output; random moves are made to the end of the game.") == 1
        assert "had been ended before" not in text
        assert "decisions to random moves: absent " in text


def test_a_program_that_plays_well_is_not_spoken_of(tmp_path: Path) -> None:
    sitting = sit_down(new_match(f"Anna,Bo:{script(tmp_path, FIRST_LEGAL)},2"), by_keys(2), "plain")
    assert sitting.match.is_over
    assert "The program" not in sitting.text
    assert "secret" not in sitting.text, "what a program says may tell its hand"
    assert "Seat 1: Bo, a program, " in sitting.text


def test_the_random_moves_follow_from_the_seed(tmp_path: Path) -> None:
    bot = script(tmp_path, HOSTILE["moves illegally"][1])
    first, again, other = (sit_down(new_match(f"2,{bot}", seed=seed), []).match.game.actions() for seed in (3, 3, 4))
    assert first == again != other


def test_programs_play_among_themselves(tmp_path: Path, acquire: Acquire) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    answer = acquire("text", "--seats", f"{bot},Bo:{bot},2", "--seed", 3, "--plain")
    assert answer.code == 0 and "Rank 1:" in answer.out
    assert "Seat 0: Ada, a program" in answer.out and "Seat 1: Bo, a program" in answer.out


# --- taking back ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("seed", range(3))
def test_what_a_program_has_heard_is_never_taken_back(seed: int, tmp_path: Path) -> None:
    bot, heard = listening(tmp_path)
    typing, luck = in_notation(seed), random.Random(seed)

    def answers(prompt: Any, game: TextGame) -> str | None:
        return luck.choice(("undo", "reset")) if luck.random() < 0.2 else typing(prompt, game)

    sitting = sit_down(new_match(f"Anna,Bo:{bot},Cem", special_powers=True, seed=seed), answers, "plain")
    assert sitting.match.is_over
    assert "Taken back" in sitting.text
    lines = [line.removeprefix("record ") for line in heard.read_text().splitlines() if line.startswith("record ")]
    assert lines == SeatView(sitting.match.game, 1).follow(sitting.match.game)


# --- saving and loading -----------------------------------------------------------------------------------------------

def saved_half(tmp_path: Path, bot: str) -> Path:
    path = tmp_path / "half.acquire"
    sit_down(new_match(f"Anna,Bo:{bot}", seed=5), ["1", "n"] * 4 + [f"save {path}", "quit", "n"])
    return path


def test_a_loaded_program_hears_the_game_from_its_beginning(tmp_path: Path, acquire: Acquire) -> None:
    bot, heard = listening(tmp_path)
    path = saved_half(tmp_path, bot)
    assert load_record(path).seats[1].kind == "program"
    assert "bot.py" not in path.read_text()
    heard.unlink()
    match = LocalMatch.resume(load_record(path), new_match(f"Anna,Bo:{bot}").players)
    sitting = sit_down(match, in_notation(1))
    assert sitting.match.is_over
    lines = [line.removeprefix("record ") for line in heard.read_text().splitlines() if line.startswith("record ")]
    assert lines == SeatView(sitting.match.game, 1).follow(sitting.match.game)
    assert heard.read_text().splitlines().count("game") == 1


def test_a_record_never_starts_a_program_by_itself(tmp_path: Path, acquire: Acquire, started: list[object],
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    bot = script(tmp_path, FIRST_LEGAL)
    path = saved_half(tmp_path, bot)
    started.clear()
    refused = acquire("text", "--load", path, "--plain")
    assert refused.code == 1 and not started
    assert '--seats "person,cmd:COMMAND"' in refused.err
    for seats, code in (("person", 2), ("person,person,2", 2), ("person,cmd:", 2), ("person,cmd:./no-such-program", 1)):
        assert acquire("text", "--load", path, "--plain", "--seats", seats).code == code
    named = acquire("text", "--load", path, "--json", "--seats", f"person,{bot}")
    assert named.code == 0 and json.loads(named.lines[0])["seats"][1] == {"name": "Bo", "kind": "program"}
    other = acquire("text", "--load", path, "--plain", "--seats", "strong,2")
    assert "Seat 1: Bo, a computer player, casual." in other.out and "Rank 1:" in other.out


def test_a_program_goes_on_with_a_game_that_is_loaded_at_the_table(tmp_path: Path) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    path = saved_half(tmp_path, bot)
    first = iter([f"load {path}"])
    typing = in_notation(1)
    sitting = sit_down(new_match(f"2,Anna,Bo:{bot}"), lambda prompt, game: next(first, None) or typing(prompt, game))
    assert sitting.match.is_over and len(sitting.match.players) == 2
    assert "The program" not in sitting.text
    stranger = sit_down(new_match(f"Anna,Zoe:{bot}"), [f"load {path}", "quit", "n"])
    assert "Nothing is loaded: a program played here" in stranger.text


def test_a_finished_game_is_shown_without_its_program(tmp_path: Path, acquire: Acquire) -> None:
    path = tmp_path / "kept.acquire"
    bot = script(tmp_path, FIRST_LEGAL)
    first = acquire("text", "--seats", f"2,Bo:{bot}", "--autosave", path, "--plain")
    again = acquire("text", "--load", path, "--plain")
    assert again.code == 0
    assert first.lines[-2:] == again.lines[-2:]
    assert "Seat 1: Bo, a computer player." in again.out


def test_what_a_program_decided_is_kept_at_once(tmp_path: Path) -> None:
    path = tmp_path / "kept.acquire"
    seen: list[int] = []

    def answers(prompt: Any, game: TextGame) -> str | None:
        kept = read_record(path.read_text())
        seen.append(len(kept.actions))
        assert kept.actions == tuple(game.match.game.actions()) or game.match.undoable_count
        return in_notation(1)(prompt, game)

    sit_down(new_match(f"Anna,Bo:{script(tmp_path, FIRST_LEGAL)}"), answers, autosave=path)
    assert len(seen) > 10


# --- the end ----------------------------------------------------------------------------------------------------------

def test_a_program_hears_the_result(tmp_path: Path) -> None:
    bot, heard = listening(tmp_path)
    sit_down(new_match(f"Anna,Bo:{bot}"), in_notation(1))
    assert [line.split()[0] for line in heard.read_text().splitlines()[-4:]] == ["over", "result", "result", "quit"]


@pytest.mark.parametrize("leaving", [["quit", "n"], []])
def test_a_program_ends_when_the_table_is_left(leaving: list[str], tmp_path: Path, started: list[Any]) -> None:
    sit_down(new_match(f"Anna,{script(tmp_path, FIRST_LEGAL)}"), ["1", "n", "1", "n", *leaving])
    assert len(started) == 1 and started[0].returncode is not None


def test_a_program_ends_when_somebody_interrupts_the_game(tmp_path: Path, started: list[Any]) -> None:
    typing = in_notation(1)

    def answers(prompt: Any, game: TextGame) -> str | None:
        if started:
            raise KeyboardInterrupt
        return typing(prompt, game)

    with pytest.raises(KeyboardInterrupt):
        sit_down(new_match(f"Anna,{script(tmp_path, HOSTILE['says hello and then nothing'][1])}"), answers, limits=QUICK)
    assert started[0].returncode is not None


def test_a_program_ends_when_another_game_is_loaded(tmp_path: Path, started: list[Any]) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    path = tmp_path / "other.acquire"
    sit_down(new_match("Anna,2"), [f"save {path}", "quit", "n"])
    sitting = sit_down(new_match(f"Anna,{bot}"), ["1", "n", "1", "n", f"load {path}"])
    assert len(sitting.match.players) == 2 and not sitting.match.players[1].is_program
    assert started[0].returncode is not None


# --- refusals ---------------------------------------------------------------------------------------------------------

def test_a_program_that_cannot_be_started_is_refused_before_the_game(acquire: Acquire) -> None:
    answer = acquire("text", "--seats", "person,cmd:./no-such-program --fast", "--json")
    assert answer.code == 1 and not answer.out
    assert "no-such-program" in answer.err and "cannot be started" in answer.err
    assert acquire("text", "--seats", "person,cmd:").code == 2
    assert acquire("text", "--seats", "person,2", "--move-time", 0).code == 2


def test_programs_are_asked_in_turn_and_from_the_start_only() -> None:
    with pytest.raises(MatchError, match="no program is asked"):
        Programs(new_match("Anna,2")).decide_answer()
    match = positioned(position([], [["1A"]]), "cmd:x,2,2")
    with pytest.raises(MatchError, match="from its start"):
        Programs(match).decide_answer()
    match = new_match("cmd:x,cmd:y")
    with pytest.raises(MatchError, match="no computer player"):
        match.bot_action()


def test_the_seed_of_a_program_is_its_own_and_stays() -> None:
    match = new_match("Anna,cmd:x,cmd:y", seed=7)
    assert match.program_seed(1) != match.program_seed(2)
    assert 7 not in (match.program_seed(1), match.program_seed(2))
    later = LocalMatch(Game("classic", 3), match.players, 7)
    assert later.program_seed(1) == match.program_seed(1)
