"""Measure, save and compare figures, and write those of the README: `python -m tools.figures measure|compare|readme`.

A saved file holds plain figures, each with its unit and with which direction is better, and where they come from: machine,
versions, commit and date. It also keeps the whole answer of `acquire bench --all --json`, from which the README is written.
Everything is measured in several passes. The middle one is saved, with how far the passes lay apart: that shows whether others
used the same hardware, which the load of a machine does not tell.
"""

from __future__ import annotations

import argparse
import datetime
import io
import json
import math
import os
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.nightly_results import NIGHT_FILE
from tools.trees import ROOT, commit_of

RESULTS = ROOT / "benchmarks" / "results"
README = ROOT / "README.md"
FORMAT = 1
MAX_LOAD = 0.5
"""Above this load average others were using the machine, and its figures say little about the program."""
PASSES = 3
MAX_SPREAD = 0.05
"""Half of the figures must not differ by more between the passes: a busy machine made figures a third smaller."""
NOTABLE = 0.05
"""A change of a figure by this part or more is marked in the table; less is what a machine does from run to run."""

Record = dict[str, Any]


# --- measure ----------------------------------------------------------------------------------------------------------

def measure_figures(seconds: float) -> Record:
    """Return a record of all figures; each is measured for about so many seconds."""
    import platform

    from acquire_client.commands.bench import as_dict, measure_all
    from acquire_client.tools import machine

    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None  # before this adds its own
    report, tables = measure_all("classic", 4, seconds, True)
    engine = as_dict(report, tables)
    cpu = machine.cpu_facts()
    return {
        "format": FORMAT,
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": commit_of(),
        "machine": {"cpu": cpu["name"], "cores": cpu["cores"], "system": platform.platform(),
                    "python": platform.python_version()},
        "load": load,
        "figures": {**dict(engine_figures(engine)), **dict(thinking_figures(seconds)), **dict(crypto_figures(seconds))},
        "bench": engine,
    }


def middle_record(passes: Sequence[Record]) -> Record:
    """Return the record of the pass that is neither the fastest nor the slowest, with how far all lay apart in each figure."""
    values = {name: [found["figures"][name]["value"] for found in passes] for name in passes[0]["figures"]}

    def slowness(place: int) -> float:
        return sum(math.log(found[place] / found[0]) * (-1 if passes[0]["figures"][name]["better"] == "more" else 1)
                   for name, found in values.items())

    middle = sorted(range(len(passes)), key=slowness)[len(passes) // 2]
    spread = {name: round(max(found) / min(found) - 1, 3) for name, found in values.items()}
    return {**passes[middle], "load": passes[0].get("load"), "passes": len(passes), "spread": spread}


def why_not_worth_keeping(record: Record) -> str:
    """Return what shows that others used the machine; empty if nothing does."""
    if (record.get("load") or 0) > MAX_LOAD:
        return f"The machine was busy (load {record['load']}), so these figures are not worth keeping."
    spread = statistics.median(record.get("spread", {"": 0.0}).values())
    if spread > MAX_SPREAD:
        return f"The passes lay {spread:.0%} apart in the middle, so others used the hardware: they are not worth keeping."
    return ""


def engine_figures(bench: Record) -> Iterator[tuple[str, Record]]:
    """Yield the figures of `acquire bench --all --json`, the best of each."""
    for variant, figures in bench["variants"].items():
        yield from ((f"engine.{variant}.{key}", per_second(value)) for key, value in figures.items() if key.endswith("_per_s"))
    for key, value in bench.items():
        if key.endswith("steps_per_s"):
            yield f"engine.{key}", per_second(value)
        elif key.endswith("_ns"):
            yield f"engine.{key}", {"value": value, "unit": "ns", "better": "less"}
    for ruleset, row in bench.get("all_playouts_per_s", {}).items():
        yield from ((f"games.{ruleset}.{players}", per_second(value)) for players, value in row.items())


def per_second(value: float) -> Record:
    return {"value": value, "unit": "per s", "better": "more"}


def thinking_figures(seconds: float) -> Iterator[tuple[str, Record]]:
    """Yield how many decisions a level makes in a second, and how many worlds a search tries."""
    from benchmarks import thinking

    asked = thinking.questions("classic", 4)
    times = thinking.decision_times(asked, seconds)
    yield from ((f"thinking.{title}", per_second(round(1 / mean, 1))) for title, mean, _ in times)
    yield from ((f"thinking.{title}", per_second(round(value, 1))) for title, value in thinking.world_rates(asked, seconds))


def crypto_figures(seconds: float) -> Iterator[tuple[str, Record]]:
    """Yield what the operations, the proofs and a shuffled deck take, in microseconds."""
    from acquire_net.crypto.group import Edwards25519
    from benchmarks import crypto

    for rows in crypto.TABLES.values():
        for title, work in rows(Edwards25519()):
            yield f"crypto.{title}", {"value": round(crypto.best_us(work, seconds), 1), "unit": "µs", "better": "less"}


def file_name(record: Record) -> str:
    return f"{record['date'][:10]}-{record['commit'].rstrip('+')}.json"


# --- compare ----------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Difference:
    """One figure then and now; None where it was not measured."""

    name: str
    unit: str
    old: float | None
    new: float | None
    more_is_better: bool

    @property
    def change(self) -> float | None:
        return self.new / self.old - 1 if self.old and self.new is not None else None

    @property
    def verdict(self) -> str:
        if self.change is None:
            return "gone" if self.new is None else "new"
        if abs(self.change) < NOTABLE:
            return ""
        return "better" if (self.change > 0) == self.more_is_better else "WORSE"

    @property
    def row(self) -> str:
        old, new = ("-" if value is None else f"{value:,.1f}" for value in (self.old, self.new))
        change = "" if self.change is None else f"{self.change:+.1%}"
        return f"{self.name:<52} {old:>16} {new:>16} {self.unit:<6} {change:>8}  {self.verdict}".rstrip()


def differences_between(old: Record, new: Record) -> list[Difference]:
    """Return every figure of the two records, in the order of the new one."""
    before, after = old["figures"], new["figures"]
    found = []
    for name in [*after, *(name for name in before if name not in after)]:
        known = after.get(name) or before[name]
        old_value, new_value = (figures[name]["value"] if name in figures else None for figures in (before, after))
        found.append(Difference(name, known["unit"], old_value, new_value, known["better"] == "more"))
    return found


def compare_records(old: Record, new: Record) -> str:
    """Return the table of differences, with a warning where the machines differ."""
    lines = [f"old: {source_of(old)}", f"new: {source_of(new)}"]
    if old["machine"] != new["machine"]:
        lines.append("The machines or versions differ, so a change says little about the program.")
    return "\n".join([*lines, "", *(difference.row for difference in differences_between(old, new))])


def source_of(record: Record) -> str:
    machine = record["machine"]
    return (f"commit {record['commit']}, {record['date']}, {machine['cpu']} with {machine['cores']} cores, "
            f"CPython {machine['python']}, load before {record.get('load')}")


def saved_files(folder: Path = RESULTS) -> list[Path]:
    """Return the saved files, the oldest first; the file of the night has other figures."""
    paths = (path for path in folder.glob("*.json") if path.name != NIGHT_FILE.name)
    return sorted(paths, key=lambda path: load_record(path)["date"])


def load_record(path: Path) -> Record:
    """Return a saved record. Raises ValueError where the file is none."""
    record = json.loads(path.read_text("utf-8"))
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(f"{path} is not a file of figures of format {FORMAT}")
    return record


# --- README -----------------------------------------------------------------------------------------------------------

HEADS = {"engine": r" +CPU variant +best +median *", "games": r"ruleset +2 +3 +4 +5 +6 *"}
MARK = r"(?:^<!-- figures of benchmarks/results/(?P<file>[\w.+-]+) -->\n)?"


def blocks_of(text: str) -> dict[str, re.Match[str]]:
    """Return the two blocks of figures in the README, by their heads."""
    found = {}
    for name, head in HEADS.items():
        match = re.search(rf"{MARK}^```\n(?P<text>{head}\n(?:(?!```).*\n)*)```$", text, re.M)
        if match:
            found[name] = match
    if set(found) != set(HEADS):
        raise ValueError(f"the README must have these blocks of figures: {', '.join(HEADS)}")
    return found


def printed_tables(record: Record) -> dict[str, str]:
    """Return the two tables as `acquire bench --all` prints them."""
    from acquire_client.commands.bench import show
    from acquire_client.terminal.console import PipeConsole
    from acquire_client.tools.bench import BY_VARIANT, COMMON, NANOSECONDS, BenchReport, Figure

    bench = record["bench"]

    def figure(best: float, median: float, unit: str) -> Figure:
        return Figure(best / 1e9, median / 1e9) if unit == NANOSECONDS else Figure(1 / best, 1 / median)

    by_variant = {name: {row.key: figure(values[row.key], values["median"][row.key], row.unit) for row in BY_VARIANT}
                  for name, values in bench["variants"].items()}
    common = {row.key: figure(bench[row.key], bench["median"][row.key], row.unit) for row in COMMON}
    report = BenchReport(bench["ruleset"], bench["players"], bench["cpu_variant"], by_variant, common,
                         {name: int(values["checksum"], 16) for name, values in bench["variants"].items()}, bench["state_bytes"])
    tables = {ruleset: {int(players): Figure(1 / value, 1 / value) for players, value in row.items()}
              for ruleset, row in bench["all_playouts_per_s"].items()}
    output = io.StringIO()
    show(PipeConsole(file=output, width=120, markup=False, emoji=False, highlight=False, color_system=None), report, tables)
    parts = re.split(r"\n\s*\n", output.getvalue())
    tables_of = {name: next(part for part in parts if re.match(head + "$", part, re.M)) for name, head in HEADS.items()}
    return {name: "".join(f"{line.rstrip()}\n" for line in part.strip("\n").split("\n")) for name, part in tables_of.items()}


def with_figures(readme: str, record: Record, name: str) -> str:
    """Return the text of the README with the figures of this record, which is saved under that name."""
    tables = printed_tables(record)
    for block in HEADS:
        match = blocks_of(readme)[block]
        new = f"<!-- figures of benchmarks/results/{name} -->\n```\n{tables[block]}```"
        readme = readme[:match.start()] + new + readme[match.end():]
    return readme


def wrong_in_readme(readme: str, folder: Path = RESULTS) -> Iterator[str]:
    """Yield what is wrong: figures that are not those of the file they name, or no file named although some are saved."""
    names = {name: match["file"] for name, match in blocks_of(readme).items()}
    if not any(names.values()):
        if saved_files(folder):
            yield "figures are saved, but the README names no file: python -m tools.figures readme FILE"
        return
    if len(set(names.values())) > 1:
        yield f"the figures come from several files: {names}"
        return
    path = folder / str(names["engine"])
    if not path.is_file():
        yield f"the README names {path.name}, which is not there"
    elif with_figures(readme, load_record(path), path.name) != readme:
        yield f"the figures are not those of {path.name}: python -m tools.figures readme benchmarks/results/{path.name}"


# --- commands ---------------------------------------------------------------------------------------------------------

def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure", help="measure and save")
    measuring.add_argument("target", type=Path, help="a file, or a folder where the name has date and commit")
    measuring.add_argument("--seconds", type=float, default=1.0, help="time for each figure and pass (default: 1)")
    measuring.add_argument("--passes", type=int, choices=(1, 3, 5, 7), default=PASSES, help="how often (default: %(default)s)")
    comparing = commands.add_parser("compare", help="print a table of differences")
    comparing.add_argument("files", type=Path, nargs="+", help="the new file, or the old one and the new one")
    writing = commands.add_parser("readme", help="write the figures of the README from a saved file")
    writing.add_argument("file", type=Path)
    args = parser.parse_args(arguments)
    if args.command == "measure":
        record = middle_record([measure_figures(args.seconds) for _ in range(args.passes)])
        path = args.target / file_name(record) if args.target.is_dir() else args.target
        last = [before for before in saved_files() if before.resolve() != path.resolve()]
        path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        if last:
            print(compare_records(load_record(last[-1]), record))
        else:
            print(f"{len(record['figures'])} figures, and none to compare with")
        if why_not := why_not_worth_keeping(record):
            print(why_not)
        print(f"saved as {path}")
    elif args.command == "compare":
        if len(args.files) > 2:
            parser.error("compare takes one or two files")
        new = args.files[-1]
        others = args.files[:-1] or [path for path in saved_files() if path.resolve() != new.resolve()]
        if not others:
            parser.error("no older figures are saved")
        print(compare_records(load_record(others[-1]), load_record(new)))
    else:
        if args.file.resolve().parent != RESULTS:
            parser.error("the README names files of benchmarks/results/ only")
        README.write_text(with_figures(README.read_text("utf-8"), load_record(args.file), args.file.name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
