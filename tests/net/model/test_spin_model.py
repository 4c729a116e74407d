"""The readable model of docs/spec/model, searched by Spin: it holds, and has as many states as the fast one, table by table.

The two were written apart from each other, in two languages. That they count the same states is the best check of either.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.net.model.explore import Table, compiler, explore

MODEL = Path(__file__).resolve().parents[3] / "docs" / "spec" / "model" / "agreement.pml"

pytestmark = [
    pytest.mark.skipif(not shutil.which("spin") or not compiler(), reason="Spin or a C compiler is missing"),
    pytest.mark.skipif(not MODEL.exists(), reason="no source tree beside the tests"),
]

ALL_THREE = (0, 1, 2)
SMALL = [
    Table(3, blocks=2),
    Table(3, blocks=1, liars=(2,)),
]
LARGER = [
    Table(3, blocks=1, liars=(0,)),
    Table(3, blocks=0, attempts=2, liars=(2,)),
    Table(3, blocks=1, leavers=ALL_THREE),
    Table(3, blocks=0, liars=(2,), claims=True, convictions=False),
    Table(3, blocks=0, liars=(2,), claims=True),
    Table(2, blocks=2, attempts=2, liars=(1,)),
    Table(4, blocks=0, liars=(3,)),
    Table(4, blocks=0, leavers=(0, 1, 2, 3), lost=2),
]
LARGEST = [
    Table(3, blocks=1, attempts=2),
    Table(4, blocks=1, liars=(3,)),
    Table(4, blocks=1, liars=(2, 3)),
]


def defines(table: Table) -> list[str]:
    liars, leavers = (sum(1 << seat for seat in seats) for seats in (table.liars, table.leavers))
    values = {"SEATS": table.seats, "BLOCKS": table.blocks, "ATTEMPTS": table.attempts, "LIARS": liars, "LEAVERS": leavers,
              "LOST": table.lost, "CONVICTED": int(bool(liars) and table.convictions), "CLAIMS": int(table.claims)}
    return [f"-D{name}={value}" for name, value in values.items()]


def searched(folder: Path, *more: str) -> tuple[int, int]:
    """Return the number of errors and of states."""
    subprocess.run(["spin", "-a", *more, str(MODEL)], cwd=folder, check=True, capture_output=True)
    subprocess.run([*str(compiler()).split(), "-O1", "-w", "-DSAFETY", "-DNOREDUCE", "-DVECTORSZ=1024", "-o", "pan", "pan.c"],
                   cwd=folder, check=True)
    said = subprocess.run(["./pan", "-E", "-n", "-m1000000"], cwd=folder, check=True, capture_output=True, text=True).stdout
    errors, states = re.search(r"errors: (\d+)", said), re.search(r"(\d+) states, stored", said)
    assert errors and states and "max search depth too small" not in said
    return int(errors[1]), int(states[1])


@pytest.mark.fully
@pytest.mark.parametrize("table", SMALL, ids=lambda table: table.command())
def test_both_models_have_the_same_states(table: Table, tmp_path: Path) -> None:
    found = explore(Table(**{**vars(table), "order": "plain", "symmetric": False}))
    assert searched(tmp_path, *defines(table)) == (0, found.states)


@pytest.mark.fully
@pytest.mark.parametrize("table", LARGER, ids=lambda table: table.command())
def test_both_models_have_the_same_states_on_larger_tables(table: Table, tmp_path: Path) -> None:
    found = explore(Table(**{**vars(table), "order": "plain", "symmetric": False}))
    assert searched(tmp_path, *defines(table)) == (0, found.states)


@pytest.mark.campaign
@pytest.mark.parametrize("table", LARGEST, ids=lambda table: table.command())
def test_both_models_have_the_same_states_on_the_largest_tables(table: Table, tmp_path: Path) -> None:
    found = explore(Table(**{**vars(table), "order": "plain", "symmetric": False}))
    assert searched(tmp_path, *defines(table)) == (0, found.states)


@pytest.mark.fully
def test_spin_finds_the_split_of_three_seats(tmp_path: Path) -> None:
    errors, _ = searched(tmp_path, *defines(Table(3, blocks=1, liars=(2,))), "-DFIND_SPLIT")
    assert errors == 1
