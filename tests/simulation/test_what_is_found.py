"""A simulation that finds nothing proves little: here something is wrong each time, and it says so."""

from __future__ import annotations

import pytest

from acquire_net.protocol.evidence import EvidenceError
from acquire_net.protocol.session_events import OutOfTime, SeatConvicted, SeatLost
from tests.simulation import losses, table
from tests.simulation.scenarios import choices, make_game, options_of, simulate
from tests.simulation.table import SimulatedTable, Violation


def play_all(seeds: int, kind: str) -> None:
    for seed in range(seeds):
        simulate(seed, kind)


def play(seed: int, kind: str) -> SimulatedTable:
    _, options = options_of(seed, kind)
    played = SimulatedTable(seed, options, make_game, choices)
    played.run()
    return played


def test_a_leader_names_only_what_enough_of_those_who_stay_want() -> None:
    """Three of six programs hang. Each was named by enough, but together by three alone, and three cannot sign for all."""
    assert simulate(1_008_883).ends == "regrouped"


@pytest.mark.parametrize("seed", [2012938, 2013264, 2013744, 2014928])
def test_two_old_copies_of_journals_at_once_convict_nobody_and_stop_no_table(seed: int) -> None:
    simulate(seed)


def test_an_own_message_about_the_next_block_is_kept_before_its_signature_can_be_checked() -> None:
    """Both nonces are not known before that block. The seat signed a second shuffle, and the other one convicted it."""
    assert simulate(3_000_381, "rollback on a bad network").ends == "finished"


@pytest.mark.fully
def test_a_seat_that_has_lost_its_secrets_catches_up_without_its_own_tiles() -> None:
    """It stopped at the first tile of its own that it could not read, and never said goodbye."""
    assert simulate(5_001_610).ends == "finished"


def test_two_parts_of_a_table_that_want_to_lose_each_other_meet_in_an_attempt() -> None:
    """Each took part only in attempts of its own leaders, though all three honest seats wanted to lose the fourth."""
    assert simulate(4_001_277).ends == "regrouped"


def test_a_seat_learns_what_it_has_said_in_an_attempt_from_one_that_takes_no_part_in_it() -> None:
    """The one seat that had received its report was restarted itself, and answered from before the attempt."""
    assert simulate(5_017_808, "rollback on a bad network").ends == "finished"


def test_a_table_of_two_is_adjourned_where_a_goodbye_promises_attempts_far_ahead() -> None:
    """The other seat waited, and its person read no reason."""
    assert simulate(5_014_523, "a liar and crashes").ends == "adjourned"


@pytest.mark.fully
def test_votes_clocks_and_liars_have_consequences() -> None:
    assert any(isinstance(fact, SeatLost) and fact.reason == "voted out"
               for seed in range(8) for process in play(seed, "votes and deaths").honest for fact in process.facts)
    assert any(isinstance(fact, OutOfTime) for seed in range(4) for process in play(seed, "a clock").honest
               for fact in process.facts)
    with_liars = [play(seed, "a liar") for seed in range(8)]
    assert sum(played.liar.sent for played in with_liars if played.liar is not None) > 300
    assert any(isinstance(fact, SeatConvicted) for played in with_liars for process in played.honest for fact in process.facts)


def test_a_loss_without_a_case_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "case_against", lambda *_: False)
    with pytest.raises(Violation, match="without a case"):
        play_all(12, "votes and deaths")


def test_evidence_that_proves_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise EvidenceError("nothing")

    monkeypatch.setattr(table, "judge_evidence_bytes", refuse)
    with pytest.raises(Violation, match="proves nothing"):
        play_all(12, "a liar")


def test_a_journal_that_is_filled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "MAX_JOURNAL_BYTES", -50_000)
    with pytest.raises(Violation, match="the journal of seat"):
        play_all(12, "a liar")
