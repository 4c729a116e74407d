"""Training: the same plan gives the same weights however it is run, gradients are right, and damaged files are refused."""

from __future__ import annotations

import base64
import json
import math
import random
import struct
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from acquire_core import DrawTile, Game, Observation, ShuffledBag
from acquire_core.ai import LevelError, PersonalityError, bot_named
from acquire_core.ai.lessons import play_lesson, read_lesson
from acquire_core.ai.search import Weights
from acquire_core.ai.training import SelfPlay, Trainer
from acquire_core.ai.training_run import Plan, TrainingError, TrainingRun
from acquire_core.ai.weights import SHIPPED, TrainedValue, WeightsError, read_weights, write_weights

SMALL = Plan(rounds=6, games=8, seed=3)


class AtOnce(Executor):
    """Plays when asked, in the thread that asks."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def trained(plan: Plan, executor: Executor) -> TrainingRun:
    run = TrainingRun(plan)
    while not run.finished:
        run.play_round(executor)
    return run


# --- runs -------------------------------------------------------------------------------------------------------------

def test_a_plan_gives_the_same_weights_on_any_number_of_cores() -> None:
    plan = Plan(rounds=4, games=8, seed=5)
    with ThreadPoolExecutor(4) as four:
        assert bytes(trained(plan, AtOnce()).trained_value().weights) == bytes(trained(plan, four).trained_value().weights)


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    whole = trained(SMALL, AtOnce())
    run = TrainingRun(SMALL)
    for _ in range(3):
        run.play_round(AtOnce())
    run.save(tmp_path / "state.json")
    resumed = TrainingRun.resume(tmp_path / "state.json")
    assert resumed.plan == SMALL and resumed.done == run.done
    while not resumed.finished:
        resumed.play_round(AtOnce())
    assert bytes(resumed.trained_value().weights) == bytes(whole.trained_value().weights)
    assert resumed.done == whole.done


@pytest.mark.fully
def test_learning_lowers_the_surprise() -> None:
    run = trained(Plan(rounds=24, games=32, seed=1, only="classic"), AtOnce())
    first, last = run.done[:4], run.done[-4:]
    assert sum(row.win_loss for row in last) < 0.9 * sum(row.win_loss for row in first)
    assert run.games_played == 24 * 32


def test_training_gives_the_same_weights_on_every_machine() -> None:
    """A signature: after a change of self-play, inputs or learning on purpose, write the new one here, and train anew."""
    assert trained(Plan(rounds=2, games=8, seed=1), AtOnce()).trained_value().digest[:16] == "17ef4b45c29b496b"


def test_the_shipped_weights_say_how_they_were_made() -> None:
    """The head of the file has the plan of the training, so anybody can run it again."""
    for path in SHIPPED.values():
        assert {"rounds", "games", "seed", "trust", "first_rate", "last_rate", "games played"} <= set(read_weights(path).notes)


def test_the_taught_weights_come_from_the_net() -> None:
    """By two trainings: the first began with the net, the second with what came of the first, whose head is kept."""
    head = Path(__file__).parent / "data" / "taught-once.txt"
    first = dict(line.split(": ", 1) for line in head.read_text().splitlines() if ": " in line)
    assert first["start"] == read_weights(SHIPPED["net"]).digest
    assert read_weights(SHIPPED["taught"]).notes["start"] == first["digest"]


def test_another_seed_gives_other_weights() -> None:
    plans = (SMALL, Plan(rounds=6, games=8, seed=4))
    assert len({bytes(trained(plan, AtOnce()).trained_value().weights) for plan in plans}) == 2


@pytest.mark.parametrize("wrong", [dict(only="chess"), dict(rounds=0), dict(games=1), dict(trust=1.5),
                                   dict(noise=-1), dict(rounds=2.5), dict(games=True), dict(seed=-1), dict(seed=1 << 64),
                                   dict(first_rate=0), dict(last_rate=float("nan")), dict(teacher="master"),
                                   dict(teacher="strong"), dict(teacher=5), dict(teacher="expert"), dict(start="zz"),
                                   dict(start=5), dict(teacher="expert", start="0" * 64, games=50, rounds=1001)])
def test_a_plan_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TrainingError):
        Plan(**wrong)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "acquire training 1"}', "\xff", "null", '"x"', '{"format": 1',
                                  "[" * 100_000])
def test_a_state_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(TrainingError, match=r"state\.json"):
        TrainingRun.resume(path)


def floats(*numbers: float) -> str:
    """Return the weights and the two moments of a trainer, each of them one number over and over."""
    count = len(bytes(Weights(seed=1))) // 4
    return base64.b64encode(b"".join(struct.pack("<f", number) * count for number in numbers)).decode()


@pytest.mark.parametrize("change", [
    {"steps": 1 << 70}, {"steps": -1}, {"steps": "many"}, {"acting": floats(math.nan)}, {"trainer": floats(math.nan, 0, 0)},
    {"trainer": floats(0, math.inf, 0)}, {"trainer": floats(0, 0, -1)}, {"trainer": floats(0, 0)}, {"plan": {"seed": 1.5}},
    {"plan": {"games": "4"}}, {"plan": {"first_rate": "x"}}, {"done": None}, {"done": [{}]},
    {"done": [dict(number=1, games="8", samples=1, win_loss=0.5, share_loss=0.5, turns=50.0)]},
    {"done": [dict(number=1, games=8, samples=1, win_loss=math.nan, share_loss=0.5, turns=50.0)]},
    {"lessons": [[]]}, {"lessons": 5}], ids=lambda change: str(change)[:60])
def test_a_damaged_state_is_refused_before_anything_is_learnt(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    TrainingRun(SMALL).save(path)
    state = json.loads(path.read_text())
    assert TrainingRun.resume(path).plan == SMALL
    path.write_text(json.dumps({**state, **change, "plan": {**state["plan"], **change.get("plan", {})}}))
    with pytest.raises(TrainingError, match=r"state\.json"):
        TrainingRun.resume(path)


# --- lessons ----------------------------------------------------------------------------------------------------------

LESSONS = Plan(rounds=2, games=4, seed=2, teacher="expert", start=read_weights(SHIPPED["net"]).digest, only="classic")


@pytest.mark.fully
def test_lessons_begin_with_the_given_weights_and_are_the_same_wherever_they_are_stopped(tmp_path: Path) -> None:
    """This holds on any number of cores; a run that goes on knows by itself which weights it began with."""
    whole = TrainingRun(LESSONS, start=read_weights(SHIPPED["net"]))
    assert whole.trained_value().digest == LESSONS.start
    whole.save(tmp_path / "state.json")
    while not whole.finished:
        assert whole.play_round(AtOnce()).samples > 4 * 40
    assert whole.trained_value().digest[:16] == "36d8035b89abb3c3", "a signature, as that of self-play"
    with ThreadPoolExecutor(4) as four:
        while not (run := TrainingRun.resume(tmp_path / "state.json")).finished:
            run.play_round(four)
            run.save(tmp_path / "state.json")
    assert run.trained_value().digest == whole.trained_value().digest != LESSONS.start
    notes = run.trained_value().notes
    assert (notes["teacher"], notes["start"]) == ("expert", LESSONS.start) and "noise" not in notes, "it is not used"


@pytest.mark.fully
def test_lessons_that_are_not_those_of_the_plan_are_refused(tmp_path: Path) -> None:
    plan = replace(LESSONS, rounds=1)
    run = TrainingRun(plan, start=read_weights(SHIPPED["net"]))
    run.play_round(AtOnce())
    lessons = saved(run, tmp_path)["lessons"]
    for complaint, others in (("not as many lessons as it has learnt from", lessons[:-1]),
                              ("round 1 has not as many lessons as games", [part[1:] for part in lessons]),
                              ("not what is being decided", [[text[8:] for text in part] for part in lessons]),
                              ("lessons of round 1 are not", [["" for _ in part] for part in lessons]),
                              ("lessons of round 1 are not", [[without_its_end(text) for text in part] for part in lessons])):
        with pytest.raises(TrainingError, match=complaint):
            TrainingRun.resume(changed(run, tmp_path, lessons=others))
    other = base64.b64encode(bytes(Weights(seed=9))).decode()
    with pytest.raises(TrainingError, match="not the weights that the plan begins with"):
        TrainingRun.resume(changed(run, tmp_path, acting=other))


def without_its_end(lesson: str) -> str:
    return base64.b64encode(base64.b64decode(lesson)[:-2]).decode()


def saved(run: TrainingRun, folder: Path) -> dict[str, Any]:
    run.save(folder / "other.json")
    return cast("dict[str, Any]", json.loads((folder / "other.json").read_text()))


def changed(run: TrainingRun, folder: Path, **others: Any) -> Path:
    """Return a state in which something else is written."""
    path = folder / "other.json"
    path.write_text(json.dumps({**saved(run, folder), **others}))
    return path


class Noted:
    """Samples as they are given, and what was asked on the way."""

    def __init__(self) -> None:
        self._samples = SelfPlay()
        self.rests: list[list[tuple[float, float]]] = []
        self.kept: list[tuple[int, int, tuple[float, float]]] = []

    def worth(self, weights: Weights, seen: Observation) -> tuple[float, float] | None:
        found = self._samples.worth(weights, seen)
        if found is not None:
            if seen.seat == 0:
                self.rests.append([])
            self.rests[-1].append(found)
        return found

    def outcome(self, end: Observation) -> list[tuple[float, float]]:
        self.result = self._samples.outcome(end)
        return self.result

    def keep(self, seen: Observation, win: float, money: float) -> None:
        assert seen.seat is not None
        self.kept.append((seen.turn, seen.seat, (win, money)))


@pytest.mark.parametrize("result_weight", [1.0, 0.0])
def test_a_lesson_is_about_the_result_or_about_what_the_next_turns_were_worth(result_weight: float) -> None:
    noted, weights, opening = Noted(), Weights(seed=1), Game("classic", 3).observe(None)
    lesson = play_lesson("expert", weights, opening, seed=5)
    read_lesson(cast(SelfPlay, noted), weights, opening, lesson, seed=5, result_weight=result_weight)
    assert sum(win for win, _ in noted.result) == pytest.approx(1) and sum(money for _, money in noted.result) == pytest.approx(1)
    assert len(noted.kept) == 2 * len(noted.rests) > 40
    later = noted.rests[::-1]
    for number, (_, seat, target) in enumerate(noted.kept):
        assert target == (noted.result if result_weight or number < 2 else later[number // 2 - 1])[seat]
    assert all(one[0] == other[0] and one[1] != other[1] for one, other in zip(noted.kept[::2], noted.kept[1::2], strict=True))


def test_other_weights_than_those_of_the_plan_are_refused() -> None:
    for start in (None, TrainedValue(Weights(seed=1), {}), read_weights(SHIPPED["taught"])):
        with pytest.raises(TrainingError, match="not the weights that the plan begins with"):
            TrainingRun(LESSONS, start=start)


def test_a_view_is_worth_something_when_a_turn_has_ended_and_not_before() -> None:
    game, games, weights = Game("classic", 3), SelfPlay(), Weights(seed=1)
    rng, rests = random.Random(4), 0
    while not game.over and game.turn < 12:
        worth = [games.worth(weights, game.observe(seat)) for seat in range(3)]
        assert len({found is None for found in worth}) == 1 and games.worth(weights, game.observe(None)) is None
        if worth[0] is not None:
            assert game.phase == "draw"
            assert all(0 < number < 1 for found in worth if found is not None for number in found)
            rests += 1
        game.apply(rng.choice([each for each in game.legal_actions() if not isinstance(each, DrawTile) or each.tile is not None]))
    assert rests == 11, "one for each turn that was over"


def test_a_sample_is_what_a_seat_saw() -> None:
    game, games = Game("classic", 3), SelfPlay()
    for wrong in ((None, 0.5, 0.5), (0, 1.5, 0.5), (0, 0.5, -0.1), (0, math.nan, 0.5)):
        with pytest.raises(ValueError, match="what a seat saw"):
            games.keep(game.observe(wrong[0]), wrong[1], wrong[2])
    with pytest.raises(ValueError, match="when it is over"):
        games.outcome(game.observe(None))
    assert games.count == games.games == 0


# --- gradients --------------------------------------------------------------------------------------------------------

def test_the_gradient_is_that_of_the_loss() -> None:
    """A step of no length leaves the weights, tells the loss, and its first moment is a tenth of the gradient."""
    start = Weights(seed=2)
    games = SelfPlay()
    games.play(start, Game("classic", 4).observe(None), seed=1, noise=0.1, result_weight=1.0)
    assert 50 < games.count <= 256                   # one minibatch
    numbers = list(struct.unpack(f"<{len(bytes(start)) // 4}f", bytes(start)))

    def loss(weights: list[float]) -> float:
        packed = Weights(struct.pack(f"<{len(weights)}f", *weights))
        return sum(Trainer(packed).learn(games, 0.0, 1))

    trainer = Trainer(Weights(bytes(start)))
    trainer.learn(games, 0.0, 1)
    assert bytes(trainer.weights) == bytes(start)
    moments = struct.unpack(f"<{3 * len(numbers)}f", trainer.state())[len(numbers):2 * len(numbers)]
    strongest = sorted(range(len(numbers)), key=lambda at: -abs(moments[at]))
    for at in strongest[:3000:250]:
        up, down = list(numbers), list(numbers)
        up[at] += 2e-3
        down[at] -= 2e-3
        slope = (loss(up) - loss(down)) / 4e-3
        assert slope == pytest.approx(10 * moments[at], rel=0.05, abs=2e-4)


def test_self_play_begins_at_the_beginning() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(1))
    with pytest.raises(ValueError, match="nothing has been drawn"):
        SelfPlay().play(Weights(seed=1), game.observe(None), seed=1, noise=0.0, result_weight=1.0)


# --- files ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_weights_tell_of_the_run_that_made_them(name: str) -> None:
    found = read_weights(SHIPPED[name])
    assert {"rounds", "games", "seed", "games played"} <= set(found.notes)


def test_weights_survive_a_file(tmp_path: Path) -> None:
    made = TrainedValue(Weights(seed=9), {"seed": "9"})
    write_weights(tmp_path / "own.weights", made)
    found = read_weights(tmp_path / "own.weights")
    assert (found.notes, bytes(found.weights)) == ({"seed": "9"}, bytes(made.weights))
    text = (tmp_path / "own.weights").read_text()
    (tmp_path / "own.weights").write_text(text.replace("\n", "\r\n"), newline="")
    assert read_weights(tmp_path / "own.weights").digest == made.digest


@pytest.mark.parametrize(("change", "complaint"), [
    (lambda text: text[:-9], "cannot be read"),
    (lambda text: text.replace("acquire weights 1", "acquire weights 2"), "first line"),
    (lambda text: text.replace("value: net", "value: deep"), "this version reads 'net'"),
    (lambda text: text.replace("features 1", "features 0"), "train anew"),
    (lambda text: text.replace("digest: ", "digest: 0"), "damaged"),
    (lambda text: text.replace("seed: 1", "seed 1"), "not of the form"),
    (lambda text: text + "ä", "not plain text"),
    (lambda text: text + "A" * (1 << 20), "too large"),
    (lambda text: "", "first line"),
])
def test_a_damaged_file_of_weights_is_refused(change: Any, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.weights"
    path.write_text(change(SHIPPED["net"].read_text()), encoding="utf-8")
    with pytest.raises(WeightsError, match=complaint):
        read_weights(path)


def test_a_level_takes_other_weights_and_says_when_it_cannot(tmp_path: Path) -> None:
    path = tmp_path / "own.weights"
    write_weights(path, TrainedValue(Weights(seed=9), {}))
    game = Game("classic", 3, tiles=ShuffledBag(2))
    assert bot_named(f"expert@{path}", 1).choose(game.observe(game.owed()[0])).action in game.legal_actions()
    with pytest.raises(WeightsError, match="cannot be read"):
        bot_named(f"expert@{tmp_path}/none", 1)
    with pytest.raises(LevelError, match="no trained value"):
        bot_named(f"casual@{path}", 1)
    with pytest.raises(PersonalityError, match="does not weigh"):
        bot_named("casual/raider", 1)
    with pytest.raises(PersonalityError, match="there are builder, raider"):
        bot_named("strong/clown", 1)
