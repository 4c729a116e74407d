"""What a seat reports of the deal and of what is proven: from its own log, and the same as a verifier of the journal counts."""

import random
from pathlib import Path

from acquire_core.ruleset import TILE_COUNT
from acquire_net import events, read_journal, verify_journal
from acquire_net.events import DealStage
from tests.net.table.seats import Seats, play
from tests.support.table_on_disk import GROUP, VERIFIER


def of_stage(seats: Seats, seat: int, stage: DealStage) -> list[events.DealProgress]:
    progress = [item for item in seats.news[seat] if isinstance(item, events.DealProgress)]
    return [item for item in progress if item.stage is stage]


def test_a_seat_reports_the_deal_step_by_step(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.settle()
    progress = [item for item in seats.news[0] if isinstance(item, events.DealProgress)]
    stages = list(dict.fromkeys(item.stage for item in progress))
    assert stages == [DealStage.KEYS, DealStage.MIXING, DealStage.PROVING, DealStage.DRAWING, DealStage.DONE]
    assert progress[-1] == events.DealProgress(DealStage.DONE)
    for item in progress:
        assert set(item.checked) <= set(item.arrived) <= set(item.seats)
    decks = [item.arrived for item in of_stage(seats, 1, DealStage.MIXING)]
    assert decks == sorted(decks) and all(arrived == tuple(range(len(arrived))) for arrived in decks), "one after the other"
    proofs = of_stage(seats, 2, DealStage.PROVING)
    assert {item.tiles for item in proofs} == {TILE_COUNT}
    assert proofs[0].checked in ((), (2,)), "only the own proof needs no check"


def test_what_is_proven_is_what_a_verifier_counts(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    play(seats, random.Random(2))
    last = [item for item in seats.news[0] if isinstance(item, events.ProofsChecked)][-1]
    report = verify_journal(read_journal(seats.seats[0].journal.path), verifier=VERIFIER, group=GROUP)
    assert (last.shuffles, last.draws, last.shown) == (report.proven.shuffles, report.proven.draws, report.proven.shown)
    assert last.head == report.head.hex() and last.blocks == report.blocks and last.agreed == (0, 1, 2)
    assert last.shuffles == 3 and last.draws == len(report.drawn) + 3, "three opening tiles, and what was drawn in private"
    opened = [item.seats for item in seats.news[1] if isinstance(item, events.KeysOpened)]
    assert opened[-1] == (0, 1, 2) == tuple(sorted(report.keys))
