"""`acquire arena` and `acquire bot`: the figures of the games, the same each time, and refusals that say what to do."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from acquire_client.commands import arena as arena_command
from acquire_core.ai.weights import WeightsError
from acquire_core.arena import ArenaMatch, GameResult, play_game
from tests.client.command_line import Acquire, Output, acquire_process_at_work
from tests.support.acquire_program import MAIN
from tests.support.arena_matches import play_match

KEYS = ["bot", "games", "wins", "win_share", "low", "high", "mean_money", "rating", "faults"]


def report(answer: Output) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    found: dict[str, Any] = json.loads(answer.out)
    return found


def test_the_json_has_the_entries_in_the_order_of_the_seats(acquire: Acquire) -> None:
    found = report(acquire("arena", "--seats", "2,0,casual,0", "--games", 8, "--seed", 5, "--json"))
    assert (found["ruleset"], found["seed"], found["games"], found["seats"]) == ("classic", 5, 8, ["2", "0", "casual", "0"])
    assert [entry["bot"] for entry in found["entries"]] == ["2", "0", "casual"]
    assert [entry["games"] for entry in found["entries"]] == [8, 16, 8]
    for entry, known in zip(found["entries"], play_match(ArenaMatch(("2", "0", "casual", "0"), seed=5), 8), strict=True):
        assert list(entry) == KEYS
        assert entry["win_share"] == known.wins / known.games
        assert (entry["low"], entry["high"]) == known.interval
        assert 0 <= entry["low"] <= entry["win_share"] <= entry["high"] <= 1


def test_the_same_command_prints_the_same_with_any_number_of_jobs(acquire: Acquire) -> None:
    words = ["arena", "--seats", "2,1,0", "--games", 12, "--rules", "revised-6515", "--option", "special_powers=yes"]
    first = acquire(*words, "--jobs", 1)
    assert first.code == 0 and not first.err
    assert acquire(*words, "--jobs", 3).out == first.out
    assert acquire(*words).out == first.out
    assert acquire(*words, "--seed", 2).out != first.out
    assert first.lines[0] == "12 games of revised-6515, special_powers=yes, 3 players, seed 1"


def test_the_table_has_intervals_and_ratings(acquire: Acquire) -> None:
    answer = acquire("arena", "--seats", "2,0", "--games", 20, "--time")
    head = next(line for line in answer.lines if line.startswith("bot"))
    assert head.split("  ")[0] == "bot"
    for word in ("games", "wins", "share", "95 % interval", "mean money", "rating", "ms a move"):
        assert word in head
    assert next(line for line in answer.lines if line.startswith("2 ")).split()[1] == "20"
    assert "an even share is 50.0%" in answer.out
    assert "multiple" not in answer.out
    assert "multiple of 2" in acquire("arena", "--seats", "2,0", "--games", 3).out


def test_a_round_robin_seats_some_of_the_entries(acquire: Acquire) -> None:
    found = report(acquire("arena", "--seats", "0,1,2", "--players", 2, "--games", 6, "--json"))
    assert found["players"] == 2
    assert [entry["games"] for entry in found["entries"]] == [4, 4, 4]


def test_a_program_is_played_and_reported(acquire: Acquire, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("print('hello 1 bad', flush=True)\nfor line in __import__('sys').stdin:\n"
                   "    if line[:2] == 'go': print('move buy', flush=True)\n")
    entry = f'cmd:"{sys.executable}" "{bad}"'
    words = ["arena", "--seats", f"0,{entry}", "--games", 2, "--move-time", 20_000]
    found = report(acquire(*words, "--json"))
    assert found["entries"][1]["bot"] == entry
    assert found["entries"][1]["faults"]["illegal"] > 10
    assert found["entries"][0]["faults"] == {}
    assert "to random moves: illegal" in " ".join(acquire(*words).out.split())


@pytest.mark.parametrize(("seats", "words"), [
    ("4", "2 to 6 seats, not 1"), ("0,0,0,0,0,0,0", "2 to 6"), ("0,,0", "empty entry"), ("", "empty entry"),
    ("0,grandmaster", "no level 'grandmaster'"), ("0,cmd:", "followed by"), ('0,"1', "cannot be read"),
])
def test_seats_that_make_no_sense_are_refused(acquire: Acquire, seats: str, words: str) -> None:
    answer = acquire("arena", "--seats", seats, columns=300)
    assert answer.code == 2
    assert words in answer.err and not answer.out


def test_other_refusals(acquire: Acquire) -> None:
    assert acquire("arena").code == 2
    missing = acquire("arena", "--seats", "0,cmd:./no-such-program --fast")
    assert missing.code == 1 and "no-such-program" in missing.err and "cannot be started" in missing.err
    assert "four players" in acquire("arena", "--seats", "0,0", "--option", "teams=yes").err
    assert "classic" in acquire("arena", "--seats", "0,0", "--rules", "clasic").err
    assert acquire("arena", "--seats", "0,0", "--games", 0).code == 2
    assert acquire("bot", "--level", "grandmaster").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("jobs", [2, pytest.param(1, marks=pytest.mark.fully)])
def test_ctrl_c_shows_what_was_played(jobs: int) -> None:
    process = acquire_process_at_work("arena", "--seats", "2,2,2", "--games", 1_000_000, "--jobs", jobs, "--json")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    found = json.loads(out)
    assert 0 < found["games"] < found["games_asked"] == 1_000_000
    assert sum(entry["wins"] for entry in found["entries"]) == pytest.approx(found["games"])


def test_the_bot_command_speaks_on_the_standard_streams() -> None:

    def said(*lines: str) -> tuple[str, int]:
        done = subprocess.run([sys.executable, "-c", MAIN, "bot", "--level", "casual", "--seed", "1"], input="\n".join(lines),
                              capture_output=True, text=True, timeout=20, check=False)
        return done.stdout, done.returncode

    assert said("acquire-bot 1", "", "what is this", "quit", "go 1") == ("hello 1 acquire casual\n", 0)
    assert said("acquire-bot 1") == ("hello 1 acquire casual\n", 0)
    out, code = said("go 5")
    assert code == 1 and out.startswith("error ")


def test_weights_that_cannot_be_read_any_more_are_named_in_a_sentence(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read before the first game here, but on a cluster by each worker, which may not have the file."""
    def play(*words: object, **named: object) -> Iterator[GameResult]:
        yield play_game(ArenaMatch(("0", "0")), 0)
        raise WeightsError("own.weights cannot be read: No such file or directory")

    monkeypatch.setattr(arena_command, "play_games", play)
    answer = acquire("arena", "--seats", "0,0", "--games", 3)
    assert answer.code == 1
    assert "own.weights cannot be read" in answer.err and "1 game of 3" in answer.err
    assert "should not" not in answer.err
