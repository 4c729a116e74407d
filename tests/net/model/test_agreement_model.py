"""The agreement as an abstract machine, explored in every order on small tables: logs, evidence, removals, progress.

    pytest tests/net/model                          small tables, seconds
    pytest tests/net/model --ci                     more of them, and each guard removed: a minute
    pytest -n 0 -s -m campaign tests/net/model      every table of `tables.py`, up to 100 million states

docs/spec/model/README.md says what is modelled, and what was seen.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.net.model.explore import Found, Table, compiler, explore
from tests.net.model.tables import GUARDS, PLAIN_TABLES, SAFE_TABLES, SPLIT_TABLES, TABLES
from tests.support.counts import Count

pytestmark = pytest.mark.skipif(compiler() is None, reason="the search is compiled: a C compiler is missing")

QUICK = ("three-no-liar", "four-liar-3", "four-two-lost")
SLOW_GUARD = "a LEAVE counts in attempts that its author had promised"


def explored(table: Table, states: int | None = None) -> Found:
    found = explore(table, states=states)
    assert not found.wrong, f"{table}\n{found.text}"
    assert found.complete or states is not None
    assert found.decided, "a table on which nothing is ever decided shows nothing"
    return found


@pytest.mark.parametrize("name", QUICK)
def test_one_log_where_the_theorem_promises_it(name: str) -> None:
    assert not explored(SAFE_TABLES[name]).forks


@pytest.mark.fully
@pytest.mark.parametrize("name", sorted(set(SAFE_TABLES) - set(QUICK)))
def test_one_log_on_the_other_tables(name: str) -> None:
    found = explored(SAFE_TABLES[name], states=1_000_000)
    assert not found.forks or "three-claims" in name


@pytest.mark.fully
def test_each_seat_as_liar_is_the_same_table(count: Count) -> None:
    figures = {(found.states, found.steps, found.decided)
               for found in (explored(SAFE_TABLES[f"four-liar-{seat}"]) for seat in range(0, 4, 3 // count(1, 3)))}
    assert len(figures) == 1


@pytest.mark.fully
@pytest.mark.parametrize("name", ["three-liar-2", "three-not-convicted"])
def test_three_seats_and_a_liar_can_split_and_each_split_has_evidence(name: str) -> None:
    found = explored(SPLIT_TABLES[name])
    assert 0 < found.forks == found.with_evidence
    assert not found.void_blocks, "a move that was final for an honest seat stays, even there"


def test_only_many_liars_can_make_a_final_block_void() -> None:
    assert explored(SPLIT_TABLES["five-three-liars"]).void_blocks


@pytest.mark.fully
@pytest.mark.parametrize("name", sorted(set(SPLIT_TABLES) - {"three-liar-2", "three-not-convicted"}))
def test_one_liar_more_than_the_theorem_allows_splits_the_table(name: str) -> None:
    found = explored(SPLIT_TABLES[name], states=1_000_000)
    assert found.forks
    assert found.with_evidence == (found.forks if SPLIT_TABLES[name].evidence else 0)


@pytest.mark.parametrize("name", [name for name in GUARDS if name != SLOW_GUARD])
def test_each_guard_is_missed_where_it_is_removed(name: str) -> None:
    guard, table = GUARDS[name]
    assert explore(replace(table, without=guard)).wrong
    assert not explore(table, states=20_000).wrong, "and the table alone is sound"


@pytest.mark.fully
def test_a_goodbye_that_counts_in_attempts_of_before_is_found() -> None:
    guard, table = GUARDS[SLOW_GUARD]
    assert explore(replace(table, without=guard)).wrong == "fork"


@pytest.mark.parametrize("table", [
    Table(3, blocks=2, attempts=1, symmetric=False),
    Table(3, blocks=1, attempts=1, liars=(2,), symmetric=False),
    Table(4, blocks=1, attempts=1, liars=(3,), symmetric=False),
], ids=["three", "three-liar", "four-liar"])
def test_layers_meet_the_same_outcomes_as_every_order(table: Table) -> None:
    layered, plain = (explore(replace(table, order=order), compare=True) for order in ("layered", "plain"))
    assert layered.complete and plain.complete and layered.states < plain.states
    assert (layered.outcomes, layered.sum) == (plain.outcomes, plain.sum)


def test_every_order_has_as_many_states_as_the_model_written_in_python_had() -> None:
    """These are the figures of an independent implementation, which this one replaced."""
    assert explore(Table(3, blocks=2, attempts=1, symmetric=False, order="plain")).states == 7157
    assert explore(Table(3, blocks=1, attempts=1, liars=(2,), symmetric=False, order="plain")).states == 7685


@pytest.mark.fully
def test_a_run_that_was_ended_goes_on_to_the_same_states(tmp_path: Path) -> None:
    table, file = SAFE_TABLES["four-two-lost"], tmp_path / "states"
    whole = explore(table)
    for states in (5_000, 30_000, 60_000):
        part = explore(table, states=states, resume=file)
        assert not part.complete and part.states >= states
    rest = explore(table, resume=file)
    assert rest.complete and (rest.states, rest.steps, rest.decided) == (whole.states, whole.steps, whole.decided)


def test_a_file_of_another_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "states"
    explore(SAFE_TABLES["two-one-liar"], resume=file)
    with pytest.raises(RuntimeError):
        explore(SAFE_TABLES["four-one-crashed"], resume=file)


@pytest.mark.campaign
@pytest.mark.parametrize("name", TABLES)
def test_all_tables_up_to_a_hundred_million_states(name: str) -> None:
    found = explored(TABLES[name], states=100_000_000)
    print(f"\n{name}: {found.states:,} states, {found.steps:,} steps, {found.seconds} s{'' if found.complete else ', cut off'}")
    beyond = name in SPLIT_TABLES or "three-claims" in name or (name in PLAIN_TABLES and "three-liar" in name)
    assert bool(found.forks) == beyond
