"""What a seat leaves beside its journal: two programs that differ, and one that comes upon what cannot be."""

import json
import random
from pathlib import Path

import pytest

from acquire_net.lobby.table_spec import AdmissionError, SeatAt, TableSpec
from acquire_net.protocol.evidence import EvidenceError
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.session_events import Disagreement, SeatConvicted, SeatStopped
from acquire_net.table.journal import read_journal
from acquire_net.table.opening import timing_of
from acquire_net.table.reports import disagreement_path, evidence_path, judge_evidence, stop_path
from acquire_net.table.session_start import ResumeError
from acquire_net.table.table_seat import TableSeat
from acquire_net.table.verify import verify_journal
from tests.net.table.differing_games import one_differs, other
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, toy


def played(folder: Path) -> DiskTable:
    table = DiskTable(folder, 3, make_game=one_differs)
    table.play(random.Random(0).choice)
    table.pass_time(3000)
    return table


def test_both_sides_of_a_disagreement_write_a_report_with_both_states(tmp_path: Path) -> None:
    table = played(tmp_path)
    for seat, against in ((0, 2), (1, 2), (2, 0), (2, 1)):
        fact = next(fact for fact in table.facts[seat] if isinstance(fact, Disagreement) and fact.conviction.seat == against)
        found = json.loads(disagreement_path(table.path(seat), fact.conviction).read_text("utf-8"))
        assert found["seats"] == {"here": seat, "there": against} and found["journal"] == table.path(seat).name
        assert found["here"]["game"] != found["there"]["game"]
        assert any(line.startswith("game.turn: ") for line in found["differences"])
        assert found["versions"]["python"] and found["block"] == fact.conviction.block
    assert not any(isinstance(fact, SeatConvicted) for facts in table.facts for fact in facts)


def test_whoever_replays_the_evidence_sees_which_of_the_two_its_own_rules_support(tmp_path: Path) -> None:
    table = played(tmp_path)

    def proof(seat: int, against: int) -> bytes:
        fact = next(fact for fact in table.facts[seat] if isinstance(fact, Disagreement) and fact.conviction.seat == against)
        return evidence_path(table.path(seat), fact.conviction).read_bytes()

    for rules, right, wrong in ((toy, 0, 2), (other, 2, 0)):
        _, verdict = judge_evidence(proof(right, wrong), rules, VERIFIER, GROUP)
        assert verdict.seat == wrong and "another state" in verdict.reason
        with pytest.raises(EvidenceError, match=f"by the rules of this program seat {right} acknowledged the right state"):
            judge_evidence(proof(wrong, right), rules, VERIFIER, GROUP)


def test_a_journal_names_the_seats_that_the_rules_of_the_verifier_do_not_support(tmp_path: Path) -> None:
    table = played(tmp_path)
    for seat in range(3):
        contents = read_journal(table.path(seat))
        report = verify_journal(contents, toy, VERIFIER, GROUP)
        assert [found.seat for found in report.disagreements] == [2] and not report.convictions
        report = verify_journal(contents, other, VERIFIER, GROUP)
        # Of the others' acknowledgements a journal holds those that were worth a report.
        assert {found.seat for found in report.disagreements} == ({0, 1} if seat == 2 else {seat}) and not report.convictions


def test_a_seat_that_stops_leaves_a_report_and_says_nothing_any_more(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(0).choice, most=1)
    driver = table.seats[0]
    assert driver is not None
    driver.session.secrets._known.keys[0] = bytes((7,)) + bytes(31)
    table.play(random.Random(0).choice)
    [stopped] = [fact for fact in table.facts[0] if isinstance(fact, SeatStopped)]
    found = json.loads(stop_path(table.path(0)).read_text("utf-8"))
    assert found["reason"] == stopped.reason and found["journal"] == table.path(0).name and found["seat"] == 0
    assert found["here"]["game"] and found["versions"]["system"]
    table.pass_time(3000)
    assert not any(isinstance(fact, SeatConvicted) for facts in table.facts for fact in facts), "nobody has heard the bad share"
    with pytest.raises(RefusedError, match="has stopped"):
        driver.submit_encoded(b"play 1")
    driver.tick(10**6)
    assert not driver.take_output().send
    verify_journal(read_journal(table.path(0)), toy, VERIFIER, GROUP)


def test_a_journal_that_leads_to_what_cannot_be_is_not_resumed(tmp_path: Path) -> None:
    """The file of secrets has the wrong key, as after a mistake in the program: the own tiles are not in the deck."""
    table = DiskTable(tmp_path, 3)
    table.play(random.Random(0).choice, most=2)
    driver = table.seats[0]
    assert driver is not None
    driver.session.secrets._known.keys[0] = bytes((7,)) + bytes(31)
    driver.session.secrets._changed = True
    stored = driver.session.secrets.take_if_changed()
    assert stored is not None
    driver.journal.write_secrets(stored)
    table.kill(0)
    with pytest.raises(ResumeError, match="entry .* is not in the deck"):
        table.resume(0)


# --- what a table has agreed on about time

def with_options(**options: str) -> TableSpec:
    seats = tuple(SeatAt(bytes((seat,)) * 32, bytes(32), bytes(32), f"Player {seat}") for seat in range(2))
    return TableSpec(seats, ("ruleset toy",), tuple(sorted(options.items())), 0)


def test_what_was_agreed_is_the_same_for_all_and_the_rest_is_each_peers_own() -> None:
    assert timing_of(with_options(clock="90"), Timing(grace_ms=5)) == Timing(grace_ms=5, decision_ms=90_000)
    assert timing_of(with_options(clock="none"), Timing(decision_ms=7)).decision_ms is None
    assert timing_of(with_options(clock="90", bank="2")) == Timing(decision_ms=90_000, bank_ms=120_000)
    assert timing_of(with_options(clock="90", bank="none")) == timing_of(with_options(clock="90"), Timing(bank_ms=9))
    assert timing_of(with_options(clock="none", bank="2")).bank_ms == 0, "without a clock no bank runs"
    assert timing_of(with_options(), Timing(decision_ms=7)).decision_ms is None
    assert timing_of(with_options(grace="60", dropping="vote")) == Timing(grace_ms=60_000, auto_drop=False)


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "030", "86401", "999999", "1e3", "٣", "ten", " 50", "50\n"])
def test_a_clock_that_is_none_is_not_sat_down_at(text: str) -> None:
    with pytest.raises(AdmissionError, match="not a value of the option clock; it may be none or 10 to 3600 seconds"):
        timing_of(with_options(clock=text))


def test_a_driver_begins_and_resumes_with_the_clock_of_its_table(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 2, options=(("clock", "45"),))
    driver = table.seats[0]
    assert isinstance(driver, TableSeat) and driver.session.timing.decision_ms == 45_000
    table.play(random.Random(0).choice, most=1)
    table.kill(0)
    assert table.resume(0).session.timing.decision_ms == 45_000
