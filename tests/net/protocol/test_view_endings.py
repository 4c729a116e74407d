"""How a view has ended, read from journals: who was lost and why, who signed it, and where there could be two logs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_net.lobby.options import checked_options
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.sealed_game import Draw
from acquire_net.protocol.session_events import DrawVoid, SeatLost
from acquire_net.protocol.view_endings import LostSeat
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import JournalReport, verify_journal
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, toy

SAFE, MAJORITY = checked_options({}), checked_options({"quorum": "majority"})


class Withholding(DiskTable):
    """The last seat keeps its shares of others' draws back once the game has begun."""

    def pump(self, *seats: int) -> None:
        super().pump(*seats)
        self.wire = [each for each in self.wire if not self.is_withheld(*each)]

    def is_withheld(self, sender: int, to: int, frame: bytes) -> bool:
        driver = self.seats[sender]
        if driver is None or sender != len(self.seats) - 1 or decode_frame(frame).kind != Kind.SHARES:
            return False
        game = driver.session.state.game
        return game.has_begun and isinstance(game.next_question(), Draw)


def proven(table: DiskTable, seat: int = 0) -> JournalReport:
    return verify_journal(read_journal(table.path(seat)), toy, VERIFIER, GROUP)


def begun(folder: Path, seats: int, options: tuple[tuple[str, str], ...] = SAFE) -> DiskTable:
    table = DiskTable(folder, seats, options=options)
    table.play(random.Random(1).choice, most=2)
    return table


def test_a_goodbye_is_named_with_those_who_signed(tmp_path: Path) -> None:
    table = begun(tmp_path, 4)
    driver = table.seats[3]
    assert driver is not None
    driver.leave()
    table.pass_time(3000)
    [ending] = proven(table).endings
    assert ending.lost == (LostSeat(3, left=True),) and len(ending.signers) >= ending.needed == 2 and 3 not in ending.signers
    assert (ending.seats, ending.liars_for_two_logs) == (3, 1)


@pytest.mark.parametrize(("options", "needed", "liars"), [
    (SAFE, 4, 3), pytest.param(MAJORITY, 3, 1, marks=pytest.mark.fully)])
def test_the_claims_against_a_silent_seat_are_shown(tmp_path: Path, options: tuple[tuple[str, str], ...], needed: int,
                                                    liars: int) -> None:
    table = begun(tmp_path, 5, options)
    table.kill(2)
    table.pass_time(400_000)
    assert [fact for fact in table.facts[0] if isinstance(fact, SeatLost)]
    ending = proven(table).endings[0]
    assert [lost.seat for lost in ending.lost] == [2]
    assert {why for _, why in ending.lost[0].claims} == {4} and len(ending.lost[0].claims) >= 3
    assert (ending.seats, ending.needed, ending.liars_for_two_logs) == (5, needed, liars)


def test_a_journal_names_a_draw_that_was_made_again(tmp_path: Path) -> None:
    table = Withholding(tmp_path, 3)
    table.play(random.Random(1).choice, most=20)
    driver, partner = table.seats[0], table.seats[2]
    assert driver is not None and partner is not None and driver.session.replica.owing_seats() == (2,)
    question = driver.session.state.game.next_question()
    assert isinstance(question, Draw)
    partner.leave()
    table.pass_time(3000)
    void = DrawVoid(tuple(sorted(seat for seat in set(question.seats) if seat is not None)), (2,))
    assert [fact for fact in table.facts[0] if isinstance(fact, DrawVoid)] == [void]
    assert proven(table).void_draws == [void]
    table.kill(0)
    assert table.resume(0).session.replica.void_draws == [void], "so the result has it after a restart too"
