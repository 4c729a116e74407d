"""`acquire bench`: the keys that others read, fair measuring, and nothing left changed behind."""

import gc
import json
import runpy
import sys
from pathlib import Path

import pytest

from acquire_client.tools import bench
from acquire_core import RULESETS
from acquire_core.engine.game import cpu_variant, cpu_variants
from tests.client.command_line import Acquire

BRIEF = ("--seconds", "0.004")
KEYS = ("playouts_per_s", "python_turns_games_per_s", "steps_per_s", "copy_ns", "state_bytes", "clone_py_ns",
        "events_steps_per_s", "no_events_steps_per_s")


def test_json_has_every_figure_and_every_variant(acquire: Acquire) -> None:
    answer = acquire("bench", "--json", *BRIEF)
    assert answer.code == 0
    figures = json.loads(answer.out)
    for key in KEYS:
        assert figures[key] >= 0
    assert figures["playouts_per_s"] > 100
    assert figures["state_bytes"] <= 640
    assert figures["ruleset"] == "classic"
    assert figures["cpu_variant"] == cpu_variants()[-1]
    assert tuple(figures["variants"]) == cpu_variants()
    assert figures["variants"][figures["cpu_variant"]]["playouts_per_s"] == figures["playouts_per_s"]
    assert len({variant["checksum"] for variant in figures["variants"].values()}) == 1
    assert figures["median"]["playouts_per_s"] <= figures["playouts_per_s"]


@pytest.mark.parametrize("columns", [60, 80, 140])
def test_the_table_has_them_too(acquire: Acquire, columns: int) -> None:
    answer = acquire("bench", "--rules", "revised-6515", "--players", 2, *BRIEF, columns=columns)
    assert answer.code == 0
    assert answer.lines[0].startswith("revised-6515, 2 players")
    assert "the same with every variant" in " ".join(answer.out.split())
    assert "per s" in answer.out
    assert max(map(len, answer.lines)) <= columns
    assert "…" not in answer.out
    assert not answer.err


def test_all_is_a_table_of_every_ruleset_and_number_of_players(acquire: Acquire) -> None:
    figures = json.loads(acquire("bench", "--all", "--json", *BRIEF).out)["all_playouts_per_s"]
    assert list(figures) == list(RULESETS)
    assert all(list(row) == ["2", "3", "4", "5", "6"] for row in figures.values())
    answer = acquire("bench", "--all", *BRIEF)
    assert [line for line in answer.lines if line.startswith("tycoon-2023 ")]


def test_a_wrong_ruleset_is_refused_before_anything_is_measured(acquire: Acquire) -> None:
    answer = acquire("bench", "--rules", "clasic")
    assert answer.code == 2
    assert "Did you mean 'classic'?" in answer.err


def test_the_cpu_variant_and_the_collector_are_as_before(acquire: Acquire) -> None:
    before = cpu_variant()
    assert gc.isenabled()
    acquire("bench", *BRIEF)
    assert gc.isenabled()
    assert cpu_variant() == before
    with pytest.raises(ZeroDivisionError), bench.cpu_variant("portable"):
        raise ZeroDivisionError
    assert cpu_variant() == before


def test_a_figure_is_time_over_work_done(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def work(amount: int) -> int:
        nonlocal now
        now += 0.25 * 2 * amount
        return 2 * amount  # more than it was asked for

    monkeypatch.setattr("time.perf_counter", lambda: now)
    figure = bench.measure(work, seconds=10)
    assert figure.best_s == figure.median_s == 0.25
    assert figure.per_s == (4, 4)


@pytest.mark.parametrize("row", [*bench.BY_VARIANT, *bench.COMMON], ids=lambda row: row.key)
def test_each_work_does_at_least_what_it_is_asked(row: bench.Measurement) -> None:
    assert row.make("classic", 4)(3) >= 3


def test_the_script_saves_what_it_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                         capsys: pytest.CaptureFixture[str]) -> None:
    script = Path(__file__).parents[3] / "benchmarks" / "speed.py"
    if not script.exists():
        pytest.skip("no source tree beside the tests")
    monkeypatch.setattr(sys, "argv", ["speed.py", *BRIEF, "--save", str(tmp_path / "speed.json")])
    runpy.run_path(str(script), run_name="__main__")
    assert "random games" in capsys.readouterr().out
    assert json.loads((tmp_path / "speed.json").read_text())["state_bytes"] <= 640
