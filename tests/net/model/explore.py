"""Explore all states of a small table, by the compiled search in `search/`; one command for each table, resumable.

    python -m tests.net.model.explore --seats 4 --blocks 2 --attempts 2 --liar 3
    python -m tests.net.model.explore --seats 4 --blocks 2 --attempts 2 --liar 3 --order plain --resume four.states
    python -m tests.net.model.explore --list            the tables of docs/spec/model, each with its command
    python -m tests.net.model.explore --table NAME      one of them
    python -m tests.net.model.explore --guards          remove each guard in turn

With `--resume FILE` the states are kept in FILE when the run ends, is interrupted, or has run for ten minutes, and the same
command goes on from there. `docs/spec/model/README.md` says what is modelled.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

SEARCH = Path(__file__).parent / "search"
SAFE, MAJORITY = "122344", "122334"  # q(1) to q(6), docs/spec/protocol.md, section 9, Quorums


@dataclass(frozen=True)
class Table:
    """A table to explore; sets of seats are tuples."""

    seats: int
    blocks: int = 1
    attempts: int = 1
    liars: tuple[int, ...] = ()
    leavers: tuple[int, ...] = ()
    crashed: tuple[int, ...] = ()
    lost: int = 1  # how many seats a view may lose at most
    losable: tuple[tuple[int, ...], ...] = ()  # or which sets of seats
    quorum: str = SAFE
    convictions: bool = True  # the liars may be convicted from the start
    evidence: bool = False  # keep the reports in each PROPOSE, and look for evidence of each fork
    claims: bool = False  # every honest seat may claim one seat; otherwise every case is valid
    order: str = "layered"
    symmetric: bool = True
    without: str = ""

    def arguments(self) -> list[str]:
        sets = ([sum(1 << seat for seat in lost) for lost in self.losable]
                or [lost for lost in range(1 << self.seats) if lost.bit_count() <= self.lost])
        values: dict[str, int | str] = {
            "seats": self.seats, "blocks": self.blocks, "attempts": self.attempts, "liars": _mask(self.liars),
            "leavers": _mask(self.leavers), "crashed": _mask(self.crashed), "losable": sum(1 << lost for lost in sets),
            "quorum": self.quorum, "convictions": int(self.convictions), "evidence": int(self.evidence),
            "claims": int(self.claims),
            "layered": int(self.order == "layered"), "symmetric": int(self.symmetric and not self.losable),
            "honest_leaders": int(not self.liars),
        }
        return [f"{key}={value}" for key, value in values.items()] + ([f"without={self.without}"] if self.without else [])

    def command(self) -> str:
        options = [f"--seats {self.seats}", f"--blocks {self.blocks}", f"--attempts {self.attempts}"]
        options += [f"--liar {seat}" for seat in self.liars] + [f"--leaver {seat}" for seat in self.leavers]
        options += [f"--crashed {seat}" for seat in self.crashed]
        options += [f"--lost {self.lost}"] if self.lost != 1 else []
        options += ["--majority"] if self.quorum == MAJORITY else []
        options += ["--evidence"] if self.evidence else []
        options += ["--claims"] if self.claims else []
        options += [] if self.convictions else ["--not-convicted"]
        options += ["--order plain"] if self.order == "plain" else []
        return " ".join(options)


def _mask(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


@dataclass(frozen=True)
class Found:
    """What a run has found; `wrong` is empty where nothing broke a property."""

    states: int
    explored: int
    steps: int
    decided: int
    forks: int
    void_blocks: int  # of the forks those in which a certificate leaves out a block that was final
    with_evidence: int
    healed: int
    seconds: float
    complete: bool
    wrong: str
    outcomes: int = 0
    sum: str = ""
    text: str = ""


def compiler() -> str | None:
    return os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def program() -> Path:
    """Compile the search once for each version of its source."""
    sources = sorted(SEARCH.glob("*.[ch]"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"acquire-model-{os.getuid() if hasattr(os, 'getuid') else 0}"
    target = folder / f"explorer-{digest}"
    if not target.exists():
        chosen = compiler()
        if chosen is None:
            raise RuntimeError("the explorer needs a C compiler: install one, or set CC")
        folder.mkdir(mode=0o700, exist_ok=True)
        made = folder / f"{target.name}.{os.getpid()}"
        subprocess.run([*chosen.split(), "-O2", "-std=c11", "-o", str(made), str(SEARCH / "explorer.c")], check=True)
        made.replace(target)
    return target


def explore(table: Table, *, states: int | None = None, seconds: float | None = None, resume: Path | None = None,
            compare: bool = False, show: Callable[[str], object] | None = None) -> Found:
    """Run the search. It ends where all states are explored, something is wrong, or a limit is met."""
    limits = {"states": states, "seconds": seconds, "resume": resume}
    more = [f"{key}={value}" for key, value in limits.items() if value is not None]
    with subprocess.Popen([str(program()), *table.arguments(), *more, f"compare={int(compare)}"], stdout=subprocess.PIPE,
                          text=True) as process:
        assert process.stdout is not None
        lines = []
        try:
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
                if show:
                    show(lines[-1])
        except KeyboardInterrupt:  # the search has got it as well, and saves what it has
            for line in process.stdout:
                lines.append(line.rstrip("\n"))
    if process.returncode or not lines:
        raise RuntimeError(f"the search ended with {process.returncode}")
    return Found(**cast("dict[str, Any]", json.loads(lines[-1])), text="\n".join(lines[:-1]))


def parse(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.net.model.explore", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--attempts", type=int, default=1)
    parser.add_argument("--liar", type=int, action="append", default=[], help="a seat that lies; may be given several times")
    parser.add_argument("--leaver", type=int, action="append", default=[], help="a seat that may say goodbye")
    parser.add_argument("--crashed", type=int, action="append", default=[], help="a seat that never signs anything")
    parser.add_argument("--lost", type=int, default=1, help="how many seats a view may lose at most (1)")
    parser.add_argument("--majority", action="store_true", help="q(5) = 3 instead of 4")
    parser.add_argument("--claims", action="store_true", help="cases need claims; every honest seat claims at most one seat")
    parser.add_argument("--evidence", action="store_true", help="keep reports, look for evidence of each fork")
    parser.add_argument("--not-convicted", action="store_true", help="nobody is convicted before the fork")
    parser.add_argument("--order", choices=["layered", "plain"], default="layered", help="plain: every order of steps")
    parser.add_argument("--no-symmetry", action="store_true", help="count states that differ in the names of seats apart")
    parser.add_argument("--without", default="", help="remove a guard")
    parser.add_argument("--resume", type=Path, help="a file to save the states in, and to go on from")
    parser.add_argument("--states", type=int, default=100_000_000, help="stop at so many states (100,000,000)")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds of processor time")
    parser.add_argument("--list", action="store_true", help="print the tables and their commands")
    parser.add_argument("--table", help="explore a table of the list")
    parser.add_argument("--guards", action="store_true", help="remove each guard in turn")
    return parser.parse_args(argv)


def of_options(options: argparse.Namespace) -> Table:
    return Table(options.seats, options.blocks, options.attempts, tuple(options.liar), tuple(options.leaver),
                 tuple(options.crashed), options.lost, quorum=MAJORITY if options.majority else SAFE,
                 convictions=not options.not_convicted, evidence=options.evidence, claims=options.claims,
                 order=options.order, symmetric=not options.no_symmetry, without=options.without)


def main(argv: list[str]) -> int:
    from tests.net.model.tables import GUARDS, TABLES

    options = parse(argv)
    if options.list:
        for name, table in TABLES.items():
            print(f"{name:34} python -m tests.net.model.explore {table.command()}")
        return 0
    if options.guards:
        missed = 0
        for name, (guard, table) in GUARDS.items():
            found = explore(replace(table, without=guard), states=options.states, seconds=options.seconds)
            missed += not found.wrong
            print(f"{'found ' if found.wrong else 'MISSED'} {name}: {found.wrong} "
                  f"({found.states:,} states, {found.seconds} s)", flush=True)
        return min(missed, 1)
    table = TABLES[options.table] if options.table else of_options(options)
    found = explore(table, states=options.states, seconds=options.seconds, resume=options.resume,
                    show=lambda line: print(line, flush=True))
    print(verdict(found))
    return bool(found.wrong)


def verdict(found: Found) -> str:
    if found.wrong:
        return f"WRONG: {found.wrong}"
    whole = "all states are explored" if found.complete else f"{found.explored:,} of {found.states:,} states are explored"
    forks = f"; {found.forks:,} forks beyond the theorem, {found.with_evidence:,} with evidence" if found.forks else ""
    return f"nothing wrong: {whole}{forks}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
