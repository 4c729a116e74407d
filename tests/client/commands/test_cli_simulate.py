"""`acquire simulate`: honest sums, the same from the same seed, and records that are never written over by accident."""

import errno
import io
import json
from pathlib import Path
from typing import Any

import pytest

from acquire_client.commands import CommandError, simulate
from acquire_client.tools.simulation import RandomGames
from acquire_core import RULESETS
from acquire_core.events import MergerBegan
from acquire_core.record import load_record
from tests.client.command_line import Acquire, Output

TIMING = ("seconds", "games_per_s", "records")


def summed(answer: Output) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    summary: dict[str, Any] = json.loads(answer.out)
    return {key: value for key, value in summary.items() if key not in TIMING}


def test_the_summary_is_a_table_of_seats(acquire: Acquire) -> None:
    answer = acquire("simulate", "--games", 50, "--players", 3)
    assert answer.code == 0
    assert answer.lines[0].startswith("50 random games of classic, 3 players, seed 0")
    assert [line for line in answer.lines if line.startswith("seat 2 ")]
    for word in ("wins", "turns", "mergers", "declared", "games a second"):
        assert word in answer.out
    assert not answer.err


def test_the_figures_are_those_of_the_games(acquire: Acquire) -> None:
    summary = summed(acquire("simulate", "--games", 30, "--players", 2, "--seed", 5, "--json"))
    games = RandomGames(RULESETS["classic"], 2, 5)
    played = [games.play(number) for number in range(30)]
    money = [{seat: dollars for _, seat, dollars in game.standings()}[1] for game in played]
    assert summary["seats"][1]["money"] == {"mean": sum(money) / 30, "min": min(money), "max": max(money)}
    assert summary["turns"]["max"] == max(game.turn for game in played)
    firsts = [[seat for rank, seat, _ in game.standings() if rank == 1] for game in played]
    assert summary["seats"][0]["wins"] == firsts.count([0])
    assert summary["seats"][0]["shared_wins"] == firsts.count([0, 1])
    assert sum(seat["share"] for seat in summary["seats"]) == pytest.approx(1)
    assert summary["mergers"]["games"] == 30
    assert summary["mergers"]["mean"] == sum(games.step(number)[1] for number in range(30)) / 30


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("players", [2, 6])
def test_stepping_plays_the_same_games_as_the_engine(name: str, players: int) -> None:
    games = RandomGames(RULESETS[name].replace(special_powers=True, open_pick=True), players, seed=11)
    for number in range(3):
        assert games.play(number).snapshot() == games.step(number)[0].snapshot()


@pytest.mark.parametrize("players", [2, 4])
def test_rounds_are_played_and_all_their_mergers_counted(players: int) -> None:
    games = RandomGames(RULESETS["classic"].replace(simultaneous=True), players, seed=4)
    for number in range(5):
        game, mergers, _ = games.step(number)
        assert games.play(number).snapshot() == game.snapshot()
        assert mergers == sum(isinstance(event, MergerBegan) for step in game.record().replay() for event in step.events) > 0


def test_simulate_takes_the_option(acquire: Acquire) -> None:
    assert summed(acquire("simulate", "--games", 5, "--option", "simultaneous=yes", "--json"))["games"] == 5


def test_the_same_seed_gives_the_same_figures_with_records_or_without(acquire: Acquire, tmp_path: Path) -> None:
    words = ["simulate", "--games", 12, "--seed", 3, "--rules", "dos-1988", "--json"]
    first = summed(acquire(*words))
    assert summed(acquire(*words)) == first
    assert summed(acquire(*words, "--record", tmp_path / "games")) == first
    assert summed(acquire(*words[:4], 4, *words[5:])) != first


def test_the_games_run_inside_the_engine_follow_the_stepped_ones(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["simulate", "--games", 60, "--json"]
    stepped = summed(acquire(*words))
    monkeypatch.setattr(simulate, "STEPPED_ACTIONS", 3000)
    mixed = summed(acquire(*words))
    assert 0 < mixed["mergers"].pop("games") < 60
    for figures in (stepped, mixed):
        del figures["mergers"]
    assert mixed == stepped


def test_records_are_written_and_can_be_read(acquire: Acquire, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    answer = acquire("simulate", "--games", 3, "--seed", 9, "--players", 5, "--record", folder)
    assert answer.code == 0
    assert "records" in answer.out
    assert sorted(path.name for path in folder.iterdir()) == ["game-10.acquire", "game-11.acquire", "game-9.acquire"]
    game = load_record(folder / "game-10.acquire").game()
    assert game.standings() == RandomGames(RULESETS["classic"], 5, 9).play(1).standings()


def test_records_are_written_over_only_by_force(acquire: Acquire, tmp_path: Path) -> None:
    taken = tmp_path / "game-2.acquire"
    taken.write_text("precious")
    words = ["simulate", "--games", 4, "--record", tmp_path]
    answer = acquire(*words)
    assert answer.code == 1
    assert "game-2.acquire" in answer.err
    assert "--force" in answer.err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]
    assert acquire(*words, "--force").code == 0
    assert taken.read_text().startswith("acquire record")


def test_a_record_that_cannot_be_written_leaves_no_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = RandomGames(RULESETS["classic"], 2, 0).step(0)[0]
    with pytest.raises(CommandError, match="cannot be written: No such file"):
        simulate.RecordWriter(tmp_path / "gone", force=False).keep(game, 0)

    class FullDisk(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def create(path: Path, *words: object, **settings: object) -> FullDisk:
        path.touch()
        return FullDisk()

    monkeypatch.setattr(simulate, "open", create, raising=False)
    with pytest.raises(CommandError, match="No space left on device"):
        simulate.RecordWriter(tmp_path, force=False).keep(game, 0)
    assert not list(tmp_path.iterdir())


def test_a_record_that_cannot_be_written_over_another_leaves_that_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = RandomGames(RULESETS["classic"], 2, 0).step(0)[0]
    before = tmp_path / "game-0.acquire"
    before.write_text("precious")

    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space left on device"):
        simulate.RecordWriter(tmp_path, force=True).keep(game, 0)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["precious"]


def test_a_folder_that_cannot_be_made_is_refused(acquire: Acquire, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        answer = acquire("simulate", "--record", folder)
        assert answer.code == 1
        assert "cannot be made" in answer.err


def test_too_many_records_are_refused_before_anything_is_made(acquire: Acquire, tmp_path: Path) -> None:
    answer = acquire("simulate", "--games", 100_001, "--record", tmp_path / "games")
    assert answer.code == 2
    assert "at most 100,000" in answer.err
    assert not (tmp_path / "games").exists()


def test_teams_are_summed_up_as_teams(acquire: Acquire) -> None:
    summary = summed(acquire("simulate", "--games", 20, "--option", "teams=yes", "--json"))
    assert summary["options"] == {"teams": "yes"}
    assert len(summary["teams"]) == 2
    assert "seat 0 and seat 2" in acquire("simulate", "--games", 20, "--option", "teams=yes").out
    answer = acquire("simulate", "--option", "teams=yes", "--players", 3)
    assert answer.code == 2
    assert "teams needs four players" in answer.err


def test_games_that_do_not_end_are_counted_apart(acquire: Acquire) -> None:
    words = ["simulate", "--games", 24, "--option", "stall_end=no", "--option", "end_all_safe=no"]
    summary = summed(acquire(*words, "--json"))
    assert summary["unfinished"] > 0
    assert summary["finished"] + summary["unfinished"] == summary["games"] == 24
    assert sum(seat["share"] for seat in summary["seats"]) == pytest.approx(1)
    assert "need not end" in acquire(*words).out


def test_the_last_seeds_wrap_around(acquire: Acquire) -> None:
    assert summed(acquire("simulate", "--games", 3, "--seed", (1 << 64) - 1, "--json"))["games"] == 3


@pytest.mark.parametrize("columns", [60, 140])
def test_nothing_is_wider_than_the_terminal(acquire: Acquire, columns: int) -> None:
    answer = acquire("simulate", "--games", 40, "--players", 6, columns=columns)
    assert max(map(len, answer.lines)) <= columns
    assert "…" not in answer.out


def test_one_game_has_a_summary_too(acquire: Acquire) -> None:
    answer = acquire("simulate", "--games", 1)
    assert answer.code == 0
    assert answer.lines[0].startswith("1 random game of classic")
