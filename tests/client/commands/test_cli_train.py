"""`acquire train`: a training in a folder, which goes on where it was stopped, and folders that it leaves alone."""

import json
from pathlib import Path

import pytest

from acquire_client.commands.train import curve_text
from acquire_core.ai.training_run import TrainingRound, TrainingRun
from acquire_core.ai.weights import read_weights
from tests.client.command_line import Acquire

SMALL = ("--rounds", 3, "--games", 4, "--seed", 9)


def test_a_training_leaves_weights_that_play(acquire: Acquire, tmp_path: Path) -> None:
    answer = acquire("train", tmp_path / "new", *SMALL, "--jobs", 2)
    assert answer.code == 0 and "12 games in all" in answer.out and "finished" in answer.out
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["curve.txt", "log.txt", "state.json", "value.weights"]
    weights = tmp_path / "new" / "value.weights"
    assert read_weights(weights).notes["games played"] == "12"
    assert len((tmp_path / "new" / "log.txt").read_text().splitlines()) == 1 + 3
    played = acquire("arena", "--seats", f"club@{weights},0", "--games", 2, "--json")
    assert played.code == 0, played.err


def test_a_training_goes_on_where_it_was_stopped(acquire: Acquire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert acquire("train", tmp_path / "whole", *SMALL).code == 0
    play_round = TrainingRun.play_round

    def interrupted(run: TrainingRun, executor: object) -> TrainingRound:
        if run.done:
            raise MemoryError
        done = play_round(run, executor)  # type: ignore[arg-type]
        run.save(tmp_path / "half" / "state.json")
        return done

    monkeypatch.setattr(TrainingRun, "play_round", interrupted)
    assert acquire("train", tmp_path / "half", *SMALL).code == 1
    monkeypatch.undo()
    assert acquire("train", tmp_path / "half").code == 0
    files = [(tmp_path / folder / "value.weights").read_bytes() for folder in ("whole", "half")]
    assert files[0] == files[1]
    again = acquire("train", tmp_path / "half")
    assert again.code == 0 and "finished" in again.out, "the command reports that the training is finished, and does nothing"


def test_what_a_level_plays_can_be_learnt_from(acquire: Acquire, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert acquire("train", first, *SMALL).code == 0
    lessons = ("--start", first / "value.weights", "--teacher", "expert", "--rounds", 1, "--games", 4)
    answer = acquire("train", second, *lessons)
    assert answer.code == 0 and "4 games in all" in answer.out, answer.err
    notes = read_weights(second / "value.weights").notes
    assert (notes["teacher"], notes["start"]) == ("expert", read_weights(first / "value.weights").digest)
    assert acquire("train", second, *lessons).code == 0, "a finished one, asked for again"
    other = acquire("train", second, "--start", second / "value.weights")
    assert other.code == 2 and "was begun with other weights than those in" in other.err
    assert "was begun with --teacher none" in acquire("train", first, "--teacher", "expert").err
    (first / "value.weights").unlink()
    assert acquire("train", second, *lessons).code == 0, "it has what it began with"


def test_weights_to_begin_with_must_be_some(acquire: Acquire, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no weights")
    assert acquire("train", tmp_path / "new", *SMALL).code == 0
    for words, code, said in ((("--start", tmp_path / "text"), 1, "is not a file of weights"),
                              (("--start", tmp_path / "away"), 1, "cannot be read"),
                              (("--teacher", "expert"), 2, "say which with --start FILE"),
                              (("--teacher", "master"), 2, "--teacher")):
        answer = acquire("train", tmp_path / "other", *words)
        assert answer.code == code and said in answer.err, answer.err
        assert not (tmp_path / "other" / "state.json").exists()


@pytest.mark.parametrize(("option", "value", "begun"), [("--rounds", 4, "3"), ("--seed", 1, "9"), ("--rules", "classic", "all")])
def test_another_plan_needs_another_folder(option: str, value: object, begun: str, acquire: Acquire, tmp_path: Path) -> None:
    assert acquire("train", tmp_path, *SMALL).code == 0
    answer = acquire("train", tmp_path, option, value)
    assert answer.code == 2
    assert f"was begun with {option} {begun}; give another folder for {option} {value}" in answer.err


def test_what_is_no_training_is_refused(acquire: Acquire, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{}")
    answer = acquire("train", tmp_path)
    assert answer.code == 1 and "none that this version can go on with" in answer.err
    (tmp_path / "state.json").write_text("[1]")
    assert "cannot be read as a training" in acquire("train", tmp_path).err
    assert acquire("train", tmp_path / "few", "--games", 3).code == 2


def test_the_curve_shows_the_surprise_falling() -> None:
    rounds = [TrainingRound(number + 1, 4, 9, 0.6 - 0.01 * number, 0.7, 70.0) for number in range(30)]
    rows = curve_text(rounds, unicode=False).splitlines()[1:]
    assert len(rows) == 15, "two rounds a row"
    lengths = [row.count("#") for row in rows]
    assert (lengths[0], lengths[-1]) == (50, 1) and lengths == sorted(lengths, reverse=True)
    assert curve_text([], unicode=True) == "nothing learnt yet"


@pytest.mark.parametrize("name", ["log.txt", "curve.txt", "value.weights"])
def test_files_of_somebody_else_are_not_written_over(name: str, acquire: Acquire, tmp_path: Path) -> None:
    (tmp_path / name).write_text("mine")
    refused = acquire("train", tmp_path, *SMALL)
    assert refused.code == 1 and name in refused.err
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_damaged_training_is_refused_in_a_sentence(acquire: Acquire, tmp_path: Path) -> None:
    acquire("train", tmp_path, *SMALL)
    state = json.loads((tmp_path / "state.json").read_text())
    for damaged in ({**state, "steps": 1 << 70}, {**state, "done": [{"number": "x"}]}, [state]):
        (tmp_path / "state.json").write_text(json.dumps(damaged))
        refused = acquire("train", tmp_path)
        assert refused.code == 1 and "cannot be read as a training" in refused.err.replace("\n", " ")
        assert "should not" not in refused.err
