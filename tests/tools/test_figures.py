"""Saved figures: the table of differences, and the figures of the README, which stand in the file that it names."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tools import figures

from . import ROOT

RULESETS = ("classic", "wikipedia-2008", "revised-6515", "dos-1988", "tycoon-2023")
RATES = {"playouts_per_s": 100.0, "python_turns_games_per_s": 50.0}
COMMON = {"steps_per_s": 1000.0, "no_events_steps_per_s": 3000.0, "events_steps_per_s": 2000.0, "copy_ns": 9.3,
          "clone_py_ns": 66.5}


def record() -> dict[str, Any]:
    """Invented figures of the form that is saved."""
    bench = {"ruleset": "classic", "players": 4, "cpu_variant": "portable", **RATES, **COMMON, "state_bytes": 632,
             "median": {**RATES, **COMMON}, "variants": {"portable": {**RATES, "median": RATES, "checksum": "00ff"}},
             "all_playouts_per_s": {ruleset: {str(players): 10.0 * players for players in range(2, 7)} for ruleset in RULESETS}}
    machine = {"cpu": "a CPU", "cores": 2, "system": "Linux", "python": "3.11.7"}
    return {"format": figures.FORMAT, "date": "2026-01-02T03:04:05+00:00", "commit": "abc", "machine": machine,
            "figures": dict(figures.engine_figures(bench)), "bench": bench}


def test_every_figure_says_its_unit_and_what_is_better() -> None:
    found = record()["figures"]
    assert found["engine.portable.playouts_per_s"] == {"value": 100.0, "unit": "per s", "better": "more"}
    assert found["engine.copy_ns"] == {"value": 9.3, "unit": "ns", "better": "less"}
    assert found["games.classic.6"]["value"] == 60.0


def test_differences_say_what_is_better_worse_new_and_gone() -> None:
    old, new = record(), record()
    new["figures"]["engine.copy_ns"]["value"] = 12.0
    new["figures"]["games.classic.2"]["value"] = 40.0
    new["figures"]["games.classic.3"]["value"] = 30.5
    del new["figures"]["games.classic.4"]
    del old["figures"]["games.classic.5"]
    found = {difference.name: difference.verdict for difference in figures.differences_between(old, new)}
    assert found["engine.copy_ns"] == "WORSE"
    assert found["games.classic.2"] == "better"
    assert found["games.classic.3"] == ""
    assert (found["games.classic.4"], found["games.classic.5"]) == ("gone", "new")
    table = figures.compare_records(old, new)
    assert "+29.0%" in table
    assert "The machines" not in table
    new["machine"]["cpu"] = "another"
    assert "The machines" in figures.compare_records(old, new)


def test_the_figures_of_the_readme_stand_in_the_file_that_it_names() -> None:
    assert list(figures.wrong_in_readme((ROOT / "README.md").read_text("utf-8"))) == []


def test_saved_files_say_where_they_come_from_and_are_those_of_a_quiet_machine() -> None:
    for path in figures.saved_files():
        found = figures.load_record(path)
        assert path.name == figures.file_name(found)
        assert not figures.why_not_worth_keeping(found)


def test_the_middle_of_several_passes_is_saved_with_how_far_they_lay_apart() -> None:
    fast, middle, slow = record(), record(), record()
    for found, factor in ((fast, 1.2), (slow, 0.9)):
        for figure in found["figures"].values():
            figure["value"] *= factor if figure["better"] == "more" else 1 / factor
    found = figures.middle_record([slow, fast, middle])
    assert found["figures"] == middle["figures"] and found["passes"] == 3
    assert found["spread"]["engine.copy_ns"] == found["spread"]["games.classic.6"] == 0.333


@pytest.mark.parametrize(("load", "spread", "why"), [
    (0.1, (0.01, 0.02, 0.4), ""), (0.1, (0.01, 0.06, 0.4), "The passes lay 6% apart"), (0.9, (0.0,), "The machine was busy"),
    (None, (0.0,), "")])
def test_figures_of_a_busy_machine_are_not_worth_keeping(load: float | None, spread: tuple[float, ...], why: str) -> None:
    found = {**record(), "load": load, "spread": {str(number): value for number, value in enumerate(spread)}}
    assert figures.why_not_worth_keeping(found).startswith(why) and bool(figures.why_not_worth_keeping(found)) == bool(why)


def test_the_readme_is_written_from_a_file_and_checked_against_it(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    found = record()
    path = tmp_path / figures.file_name(found)
    path.write_text(json.dumps(found), encoding="utf-8")
    written = figures.with_figures(readme, found, path.name)
    assert list(figures.wrong_in_readme(written, tmp_path)) == []
    assert figures.with_figures(written, found, path.name) == written
    assert written.count("<!-- figures of ") == 2
    assert "classic         20  30  40  50  60\n" in written
    assert list(figures.wrong_in_readme(written.replace("632  ", "640  "), tmp_path)), "a figure was typed by hand"
    other = copy.deepcopy(found)
    other["bench"]["copy_ns"] = 10.0
    path.write_text(json.dumps(other), encoding="utf-8")
    assert list(figures.wrong_in_readme(written, tmp_path)), "the file has other figures"
    path.rename(tmp_path / "other.json")
    assert list(figures.wrong_in_readme(written, tmp_path)), "the file is gone"


def test_a_readme_that_names_no_file_is_wrong_once_figures_are_saved(tmp_path: Path) -> None:
    readme = figures.with_figures((ROOT / "README.md").read_text("utf-8"), record(), "x.json")
    nameless = readme.replace("<!-- figures of benchmarks/results/x.json -->\n", "")
    assert list(figures.wrong_in_readme(nameless, tmp_path)) == []
    (tmp_path / "y.json").write_text(json.dumps(record()), encoding="utf-8")
    assert list(figures.wrong_in_readme(nameless, tmp_path))


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 0}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="not a file of figures"):
        figures.load_record(path)
