"""`acquire train FOLDER`: train a value by self-play, or from the games of a level that searches; stopped with Ctrl-C it goes on
when asked again.

The folder holds `state.json` (all that is needed to go on), `log.txt` (a line a round), `curve.txt` (the learning
curve) and `value.weights`, which a level takes as `expert@FOLDER/value.weights`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import MAX_SEED, parse_path, whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar, usable_cores
from acquire_client.files.saves import write_whole
from acquire_client.terminal.console import QUIET, heading_text, make_console, unicode_output
from acquire_client.view_model.words import counted
from acquire_core.ai.training_run import TEACHERS, Plan, TrainingError, TrainingRound, TrainingRun
from acquire_core.ai.weights import TrainedValue, WeightsError, read_weights, write_weights
from acquire_core.ruleset import RULESETS
from acquire_net import retry_while_open

# For learning from the games of a level. The steps are smaller, because much is known already. The rounds are shorter, because a
# Ctrl-C waits for the end of a round, and here each game takes long.
LESSONS: dict[str, Any] = {"rounds": 64, "games": 64, "trust": 0.85, "first_rate": 1e-3, "last_rate": 5e-5}
SAVE_SECONDS = 20
MAX_ROUNDS = 1_000_000
CURVE_ROWS = 24
UNSAID = {"rules": "all", "teacher": "none"}
REPORTS = ("value.weights", "log.txt", "curve.txt")
"""What is written beside the state, each time anew."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=parse_path,
                        help="where the training is kept; one that is there already goes on")
    parser.add_argument("--start", metavar="FILE", type=parse_path, help="weights to start from (default: random ones)")
    parser.add_argument("--teacher", choices=TEACHERS,
                        help="learn from games of this level, which plays by the weights of --start (default: self-play)")
    parser.add_argument("--rounds", metavar="N", type=whole_number(1, MAX_ROUNDS),
                        help=f"number of rounds (default: {Plan.rounds}, with a teacher {LESSONS['rounds']})")
    parser.add_argument("--games", metavar="N", type=whole_number(4, 100_000),
                        help=f"games in a round (default: {Plan.games}, with a teacher {LESSONS['games']})")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_SEED),
                        help=f"seed of the training (default: {Plan.seed})")
    parser.add_argument("--rules", metavar="NAME", choices=sorted(RULESETS),
                        help=f"train for these rules only, with four players: {', '.join(sorted(RULESETS))} (default: a "
                        "mixture of all)")
    parser.add_argument("--jobs", metavar="N", type=whole_number(1, 256),
                        help="cores to use (default: all); the result is the same")


def run(args: argparse.Namespace) -> int:
    console = make_console()
    state = args.folder / "state.json"
    is_resumed = state.exists()
    try:
        start = start_of(args.start, is_resumed)
        make_folder(args.folder)
        refuse_strange_files(args.folder)
        training = TrainingRun.resume(state) if is_resumed else TrainingRun(plan_from(args, start), start=start)
    except (TrainingError, WeightsError) as error:
        raise CommandError(str(error)) from None
    if is_resumed:
        check_same(args, training.plan, args.folder, start)
    began = saved = time.perf_counter()
    with (noted_interrupts() as interrupted, ThreadPoolExecutor(args.jobs or usable_cores()) as executor,
          progress_bar((training.plan.rounds - len(training.done)) * training.plan.games) as advance):
        while not training.finished and not interrupted():
            advance(training.play_round(executor).games)
            if time.perf_counter() - saved > SAVE_SECONDS:
                keep(training, args.folder)
                saved = time.perf_counter()
        keep(training, args.folder)
        executor.shutdown(wait=False, cancel_futures=True)  # the round after the last one is not learnt from
    report(console, training, args.folder, time.perf_counter() - began)
    return 0 if training.finished else INTERRUPTED


def start_of(path: Path | None, is_resumed: bool) -> TrainedValue | None:
    """Return the weights to begin with. A training that goes on has them, so their file may be gone by then."""
    try:
        return None if path is None else read_weights(path)
    except WeightsError:
        if is_resumed:
            return None
        raise


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CommandError(f"'{folder}' is a file: give a folder for the training") from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise CommandError(f"the folder '{folder}' cannot be made: {getattr(error, 'strerror', None) or error}") from None


def refuse_strange_files(folder: Path) -> None:
    """Raise CommandError for a folder with something else in it than a training: nothing there is written over or mixed up."""
    if (folder / "state.json").exists():
        return
    strange = sorted(path.name for path in folder.iterdir() if not path.name.startswith(".") and path.name != "state.json.new")
    if strange:
        name = next((name for name in strange if name in REPORTS), strange[0])
        raise CommandError(f"there is a file '{folder / name}' already, but no training: give a new folder or an empty one")


def plan_from(args: argparse.Namespace, start: TrainedValue | None) -> Plan:
    if args.teacher and start is None:
        raise UsageError("--teacher searches with weights that know something: say which with --start FILE")
    plan = Plan(only=args.rules or "", start=start.digest if start is not None else "")
    try:
        if args.teacher:
            plan = replace(plan, teacher=args.teacher, **LESSONS)
        given = {"rounds": args.rounds, "games": args.games, "seed": args.seed}
        return replace(plan, **{name: number for name, number in given.items() if number is not None})
    except TrainingError as error:
        raise UsageError(str(error)) from None


def check_same(args: argparse.Namespace, plan: Plan, folder: Path, start: TrainedValue | None) -> None:
    """Raise UsageError where the options differ from those of a training that has begun: it could not be repeated."""
    asked = {"rounds": args.rounds, "games": args.games, "seed": args.seed, "rules": args.rules, "teacher": args.teacher}
    for option, wanted in asked.items():
        begun = getattr(plan, "only" if option == "rules" else option)
        if wanted is not None and wanted != begun:
            raise UsageError(f"the training in {folder} was begun with --{option} {UNSAID[option] if begun == '' else begun}; "
                             f"give another folder for --{option} {wanted}")
    if start is not None and start.digest != plan.start:
        raise UsageError(f"the training in {folder} was begun with other weights than those in {args.start}; give another folder")


def keep(training: TrainingRun, folder: Path) -> None:
    retry_while_open(lambda: training.save(folder / "state.json"))
    write_weights(folder / "value.weights", training.trained_value())
    log = ["round games samples win-loss share-loss turns-a-game"]
    log += [f"{row.number} {row.games} {row.samples} {row.win_loss:.5f} {row.share_loss:.5f} {row.turns:.2f}"
            for row in training.done]
    write_whole(folder / "log.txt", "\n".join(log) + "\n")
    write_whole(folder / "curve.txt", curve_text(training.done, unicode=False) + "\n")


def report(console: Console, training: TrainingRun, folder: Path, seconds: float) -> None:
    done, plan = training.done, training.plan
    console.print(heading_text("Training of a value"))
    console.print(curve_text(done, unicode_output(console)))
    state = "finished"
    if not training.finished:
        state = f"stopped after {counted(len(done), 'round')} of {plan.rounds:,}; the same command goes on"
    console.print(f"{counted(training.games_played, 'game')} in all, {seconds:.0f} seconds this time; {state}.")
    console.print(f"The weights are in {folder / 'value.weights'}.", style=QUIET)


def curve_text(done: Sequence[TrainingRound], unicode: bool) -> str:
    """Return the mean surprise about who won, a row for each stretch of rounds, lowest on the left.

    >>> print(curve_text([TrainingRound(1, 4, 9, 0.6, 0.7, 70.0), TrainingRound(2, 4, 9, 0.4, 0.6, 70.0)], unicode=False))
    round  surprise (nats)
        1  0.6000  ##################################################
        2  0.4000  #
    """
    if not done:
        return "nothing learnt yet"
    size = -(-len(done) // CURVE_ROWS)
    stretches = [done[first:first + size] for first in range(0, len(done), size)]
    means = [sum(row.win_loss for row in rows) / len(rows) for rows in stretches]
    low, high = min(means), max(means)
    mark = "█" if unicode else "#"
    lines = ["round  surprise (nats)"]
    for rows, mean in zip(stretches, means, strict=True):
        length = 1 + round(49 * (mean - low) / (high - low)) if high > low else 1
        lines.append(f"{rows[-1].number:5}  {mean:.4f}  {mark * length}")
    return "\n".join(lines)
