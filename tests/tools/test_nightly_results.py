"""What jobs of the night took is saved in one file, the newest run of each; the expected minutes come from it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tools import figures, nightly
from tools.nightly_jobs import Job, jobs_of
from tools.nightly_results import (
    NIGHT_FILE,
    Result,
    read_passed_runs,
    read_result,
    save_results,
    table_of_runs,
    with_saved_minutes,
)

from .night_results import RUN, result_of

NAMES = ("cheats", "fuzz-1", "model")


def write_results(folder: Path, *results: Result) -> None:
    folder.mkdir(exist_ok=True)
    for result in results:
        (folder / f"{result.job}.json").write_text(json.dumps(vars(result)), encoding="utf-8")


@pytest.fixture
def night_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "night.json"
    monkeypatch.setattr(nightly, "NIGHT_FILE", path)
    return path


def error_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the sentence with which these words are refused."""
    with pytest.raises(SystemExit) as ended:
        nightly.main(list(words))
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


# --- what is saved

def test_passed_jobs_are_saved_sorted_by_name(tmp_path: Path) -> None:
    folder, path = tmp_path / "results", tmp_path / "night.json"
    write_results(folder, result_of("model"), result_of("cheats", minutes=31.5), result_of("fuzz-1", status=1))
    assert save_results(folder, NAMES, path) == (["cheats", "model"], ["fuzz-1"])
    assert read_passed_runs(path) == {"cheats": replace(RUN, minutes=31.5), "model": RUN}
    assert list(json.loads(path.read_text())) == ["cheats", "model"]
    assert path.read_text().endswith("}\n")


def test_the_newest_run_of_a_job_stays(tmp_path: Path) -> None:
    folder, path = tmp_path / "results", tmp_path / "night.json"
    write_results(folder, result_of("cheats", minutes=20), result_of("model", minutes=40))
    save_results(folder, NAMES, path)
    same_moment = "2026-11-29T04:00:00+01:00"
    before, after = "2026-11-29T04:30:00+02:00", "2026-11-29T02:30:00-01:00"
    for date, minutes in ((before, 20), (same_moment, 20), (after, 5)):
        write_results(folder, result_of("cheats", date=date, minutes=5))
        save_results(folder, NAMES, path)
        assert read_passed_runs(path)["cheats"].minutes == minutes, date
    assert read_passed_runs(path)["model"].minutes == 40, "a folder without this job changes nothing about it"


def test_a_failed_run_does_not_replace_a_passed_one(tmp_path: Path) -> None:
    folder, path = tmp_path / "results", tmp_path / "night.json"
    write_results(folder, result_of("cheats"), result_of("model"))
    save_results(folder, NAMES, path)
    write_results(folder, result_of("cheats", status=1, date="2026-12-01T00:00:00+00:00"))
    assert save_results(folder, NAMES, path) == (["model"], ["cheats"])
    assert read_passed_runs(path)["cheats"] == RUN


def test_jobs_that_no_longer_exist_leave_the_file(tmp_path: Path) -> None:
    folder, path = tmp_path / "results", tmp_path / "night.json"
    write_results(folder, result_of("cheats"), result_of("model"), result_of("old-job"))
    save_results(folder, [*NAMES, "old-job"], path)
    assert "old-job" in read_passed_runs(path)
    save_results(folder, NAMES, path)
    assert sorted(read_passed_runs(path)) == ["cheats", "model"]


def test_what_jobs_write_themselves_is_left_alone(tmp_path: Path) -> None:
    """The folder of results also has figures and mutants as JSON."""
    folder = tmp_path / "results"
    write_results(folder, result_of("cheats"))
    (folder / "figures.json").write_text("{}", encoding="utf-8")
    assert save_results(folder, NAMES, tmp_path / "night.json") == (["cheats"], [])


# --- what is refused

DAMAGED = [
    b"", b"{", b"[]", b"{}", b"null", b"\xff",
    *(json.dumps({**vars(result_of("cheats")), name: value}).encode() for name, value in [
        ("job", "model"), ("minutes", "7"), ("minutes", -1), ("minutes", float("nan")), ("minutes", float("inf")),
        ("minutes", True), ("status", None), ("status", False), ("cores", 0), ("cores", 3), ("cores", 1.0), ("commit", ""),
        ("commit", 7), ("date", "yesterday"), ("date", "2026-11-29T03:00:00"), ("date", 5), ("last_lines", "5 passed"),
        ("last_lines", [5]), ("command", None), ("expected_minutes", None), ("more", 1)]),
    json.dumps(vars(RUN)).encode(),
]


@pytest.mark.parametrize("damaged", DAMAGED)
def test_a_damaged_or_foreign_result_is_refused_and_nothing_is_written(tmp_path: Path, night_file: Path, damaged: bytes,
                                                                       capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "results"
    write_results(folder, result_of("cheats"), result_of("model"))
    nightly.main(["--save", "--results", str(folder)])
    before = night_file.read_bytes()
    write_results(folder, result_of("model", date="2026-12-01T00:00:00+00:00"))
    (folder / "cheats.json").write_bytes(damaged)
    error = error_of(capsys, "--save", "--results", str(folder))
    assert f"{folder / 'cheats.json'} is damaged or not a result of the job cheats; delete it, or run the job again" in error
    assert night_file.read_bytes() == before


@pytest.mark.parametrize("damaged", [b"", b"<<<<<<< ours", b"[]", b"\xff", b'{"cheats": {}}', b'{"cheats": null}',
                                     json.dumps({"cheats": vars(result_of("cheats"))}).encode(),
                                     json.dumps({"cheats": {**vars(RUN), "minutes": None}}).encode()])
@pytest.mark.parametrize("words", [["--save"], ["--saved"], ["--list"], ["--part", "1/4"]])
def test_a_damaged_file_of_the_night_is_refused_and_left_alone(tmp_path: Path, night_file: Path, damaged: bytes, words: list[str],
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    night_file.write_bytes(damaged)
    write_results(tmp_path / "results", result_of("cheats"))
    error = error_of(capsys, *words, "--results", str(tmp_path / "results"))
    assert f"{night_file} is damaged or was not written by `python -m tools.nightly --save`" in error
    assert night_file.read_bytes() == damaged


def test_a_folder_without_passed_jobs_is_refused(tmp_path: Path, night_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "has no result of a job that passed" in error_of(capsys, "--save", "--results", str(tmp_path / "missing"))
    write_results(tmp_path / "results", result_of("cheats", status=2))
    assert "has no result of a job that passed" in error_of(capsys, "--save", "--results", str(tmp_path / "results"))
    assert not night_file.exists()


# --- what it is good for

def test_saved_minutes_are_the_expected_ones_rounded_up() -> None:
    jobs = [Job("cheats", 60, ()), Job("model", 60, ()), Job("fuzz-1", 15, ()), Job("programs", 13, (), 2)]
    runs = {"cheats": replace(RUN, minutes=30.01), "model": replace(RUN, minutes=0.0), "programs": replace(RUN, cores=1)}
    timed = {job.name: (job.minutes, job.is_guessed) for job in with_saved_minutes(jobs, runs)}
    assert timed == {"cheats": (31, False), "model": (1, False), "fuzz-1": (15, True), "programs": (13, True)}
    assert all(type(job.minutes) is float for job in with_saved_minutes(jobs, runs)[:2])


def test_the_list_says_guessed_for_jobs_that_were_never_saved(tmp_path: Path, night_file: Path,
                                                              capsys: pytest.CaptureFixture[str]) -> None:
    write_results(tmp_path / "results", result_of("cheats", minutes=99.5))
    assert nightly.main(["--save", "--results", str(tmp_path / "results")]) == 0
    assert "1 job saved" in capsys.readouterr().out
    assert nightly.main(["--list", "3"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")]
    assert [line for line in rows if not line.endswith(", guessed")] == ["  cheats               100 min on one core"]
    assert len(rows) == len(jobs_of(0))


def test_saving_says_what_failed_and_how_many_parts_the_night_has(tmp_path: Path, night_file: Path,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    write_results(tmp_path / "results", result_of("cheats"), result_of("model"), result_of("fuzz-1", status=1))
    assert nightly.main(["--save", "--results", str(tmp_path / "results")]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"2 jobs saved in {night_file}: cheats, model\nnot saved, because they failed: fuzz-1\nthe night ")
    write_results(tmp_path / "results", result_of("cheats", minutes=130, date="2026-12-01T00:00:00+00:00"))
    assert nightly.main(["--save", "--results", str(tmp_path / "results")]) == 0
    assert "the job cheats alone takes longer than 120 minutes" in capsys.readouterr().out
    assert "the job cheats alone takes longer than 120 minutes" in error_of(capsys, "--list")


def test_the_table_shows_what_was_saved_and_what_never(night_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    night_file.write_text(json.dumps({"old-job": vars(RUN), "model": vars(RUN)}), encoding="utf-8")
    assert nightly.main(["--saved"]) == 0
    saved, *missing = capsys.readouterr().out.splitlines()
    assert saved.split() == "model 7.2 min 0123456789ab 2026-11-29 in 7 min".split()
    assert missing[0].startswith("never saved: bad-links, ")
    assert sorted(" ".join(missing).removeprefix("never saved: ").split(", ")) == sorted({*nightly.NAMES} - {"model"})
    assert table_of_runs({"model": replace(RUN, last_lines=[])}, ["model"]).endswith("2026-11-29")


def test_a_run_can_be_saved(tmp_path: Path) -> None:
    """What `run_job` writes is what `save_results` reads."""
    written = nightly.run_job(Job("cheats", 60, ("-c", "print('9 passed')"), 2), tmp_path, "abc")
    assert read_result(tmp_path, "cheats") == written
    save_results(tmp_path, NAMES, tmp_path / "night.json")
    run = read_passed_runs(tmp_path / "night.json")["cheats"]
    assert (run.commit, run.cores, run.last_lines) == ("abc", 2, ["9 passed"])


def test_the_file_of_the_night_is_not_taken_for_saved_figures(tmp_path: Path) -> None:
    (tmp_path / NIGHT_FILE.name).write_text("{}", encoding="utf-8")
    assert figures.saved_files(tmp_path) == []
