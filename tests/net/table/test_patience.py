"""A table over days whose players have agreed for how many days they wait for each other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Wants
from acquire_net.lobby.options import checked_options, days_options
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.protocol.debts import patience_debts
from acquire_net.protocol.liveness import Debt, Liveness, Timing
from acquire_net.protocol.messages import Ack, Kind, Sync
from acquire_net.protocol.session import Session
from acquire_net.table.patience_file import PatienceFile, days_waited
from acquire_net.table.pauses import Pauses, who_may_pause
from acquire_net.table.resume_info import forget_resume_info
from acquire_net.table.side_file import delete_side_files
from acquire_net.table.table_seat import MailState
from tests.support.table_on_disk import DiskTable, choices

WEEK = checked_options(days_options("mail.example.org", "7"))
WITHOUT = checked_options(days_options("mail.example.org"))
MINUTE_MS = 60_000


def table_of_three(folder: Path, options: tuple[tuple[str, str], ...] = WEEK) -> tuple[DiskTable, int]:
    """Return a table that waits for the decision of a player whose program has ended, and the seat of that one."""
    table = DiskTable(folder, 3, options=options)
    table.settle()
    table.play(random.Random(1).choice, most=4)
    [away] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    table.kill(away)
    return table, away


def run_on(table: DiskTable, day: float) -> None:
    """Let the programs that are there run for two minutes of this day."""
    table.day = day
    table.pass_time(2 * MINUTE_MS)


def decide_while_one_is_away(table: DiskTable, decides: int) -> tuple[int, int]:
    """Let a seat decide while another is there and the third is not; return who is there and who is away."""
    there, away = (seat for seat in range(3) if seat != decides)
    run_on(table, 0)
    found = table.resume(decides)
    table.settle()
    table.kill(away)
    found.submit_encoded(choices(found.session.state.game, decides)[0])
    return there, away


def is_lost(table: DiskTable, away: int) -> bool:
    return all(away in found.session.state.lost for found in table.seats if found is not None)


def look_in(table: DiskTable, day: float, *seats: int) -> None:
    """The programs of these seats run for two minutes of a day, with nobody else."""
    table.day = day
    for seat in seats:
        if table.seats[seat] is None:
            table.resume(seat)
    table.settle()
    table.pass_time(2 * MINUTE_MS)
    for seat in seats:
        table.kill(seat)


def test_after_the_days_those_who_are_there_together_go_on(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 6.9)
    assert not is_lost(table, away)
    run_on(table, 7)
    assert is_lost(table, away)
    table.play(random.Random(2).choice)
    others = [seat for seat in range(3) if seat != away]
    assert all(table.finished(seat) for seat in others)
    assert not any(list(table.home(seat).glob("*.patience*")) for seat in others)


def test_who_pauses_whenever_the_others_meet_keeps_no_seat_that_is_away(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    pausing, there = (seat for seat in range(3) if seat != away)
    seats = {bytes((seat,)) * 32: seat for seat in range(3)}
    people = [Participant(key, "", key, Wants.PAUSE if seat == pausing else Wants.PLAY, True, 0) for key, seat in seats.items()]
    pauses = Pauses(seats, 0)

    def meet(day: float) -> None:
        table.day = day
        for _ in range(240):
            found = table.seats[there]
            assert found is not None
            counting = who_may_pause(people, bytes((there,)) * 32, found.session.absence.has_waited_all_days)
            paused = pauses.take_change(counting, 0)
            if paused is not None:
                found.session.liveness.set_paused(bool(paused))
            table.pass_time(500)

    meet(0)
    meet(6.9)
    found = table.seats[there]
    assert found is not None and found.session.liveness.paused and not found.session.absence.has_waited_all_days
    meet(7)
    assert is_lost(table, away)


def test_the_days_go_on_while_no_program_runs(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    one, other = (seat for seat in range(3) if seat != away)
    look_in(table, 0, one, other)
    look_in(table, 3, one)
    table.resume(one)
    look_in(table, 8, one, other)
    for seat in (one, other):
        assert away in table.resume(seat).session.state.lost


def test_each_program_has_to_have_waited_itself(tmp_path: Path) -> None:
    """One that has seen the open block for a day alone is still patient, so its part of the agreement is missing."""
    table, away = table_of_three(tmp_path)
    one, other = (seat for seat in range(3) if seat != away)
    look_in(table, 0, one, other)
    PatienceFile(table.path(other)).path.unlink()
    look_in(table, 7.5, one, other)
    assert away not in table.resume(one).session.state.lost
    table.resume(other)
    run_on(table, 14.6)
    assert is_lost(table, away)


def test_who_answers_in_time_is_waited_for_anew(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(1000)
    table.day = 6.5
    table.resume(away)
    table.play(random.Random(3).choice, most=3)
    [next_one] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    table.kill(next_one)
    table.pass_time(1000)
    run_on(table, 8)
    assert not is_lost(table, next_one)
    run_on(table, 13.6)
    assert is_lost(table, next_one)


def test_who_has_something_to_answer_only_now_has_all_the_days(tmp_path: Path) -> None:
    """A player may decide at the last moment, while another is away: that one owes its ACK of the decision from then on, and not
    since the block began. Else the two who are there could lose the third, who has owed nothing."""
    table, decides = table_of_three(tmp_path)
    there, away = (seat for seat in range(3) if seat != decides)
    run_on(table, 0)
    table.day = 6.9
    found = table.resume(decides)
    table.settle()
    table.kill(away)
    found.submit_encoded(choices(found.session.state.game, decides)[0])
    table.settle()
    for day in (7, 10, 13.8):
        vote_against(table, decides, away, day)
        assert not is_lost(table, away)
    vote_against(table, decides, away, 14)
    assert is_lost(table, away)


def vote_against(table: DiskTable, voter: int, target: int, day: float) -> None:
    """One seat claims all the time: it takes only one more to lose the third."""
    table.day = day
    for _ in range(4):
        found = table.seats[voter]
        assert found is not None
        found.session.vote([target])
        table.pass_time(MINUTE_MS // 2)


def test_who_is_not_shown_what_it_has_to_acknowledge_has_all_the_days_once_it_has_asked(tmp_path: Path) -> None:
    """One player may show its decision to one other alone. The third asks the others, by the mailbox, and is answered when the
    second one comes again, which may be at the end of the days."""
    table, decides = table_of_three(tmp_path)
    there, away = decide_while_one_is_away(table, decides)
    run_on(table, 0)
    seat = table.seats[there]
    assert seat is not None
    for day, comes_to_nothing in ((7, True), (13.9, True), (14, False)):
        asks = table.resume(away).session
        asks.catch_up.beat = 10_000 + int(day)  # a program begins with the time of day
        status = asks._make_status()
        table.kill(away)
        assert status is not None
        seat.session.receive(away, status.frame, is_live=False)
        vote_against(table, decides, away, day)
        assert is_lost(table, away) != comes_to_nothing, "it can ask once for each debt"


def test_while_a_mailbox_was_not_read_nobody_is_lost(tmp_path: Path) -> None:
    """What the others wait for may lie there since weeks; and a claim is not meant any more when the line to it breaks."""
    table, away = table_of_three(tmp_path)
    run_on(table, 0)
    there = [found for found in table.seats if found is not None]
    first = there[0].session.seat
    table.mail_states = [MailState.UNREAD] * 3
    run_on(table, 30)
    assert not is_lost(table, away)
    table.mail_states[first] = MailState.READ
    run_on(table, 30)
    assert there[0].session.claims.own_claim(away) is not None and not is_lost(table, away)
    table.mail_states[first] = MailState.UNREAD
    run_on(table, 30)
    assert there[0].session.claims.own_claim(away) is None
    table.mail_states = [MailState.READ] * 3
    run_on(table, 30)
    assert is_lost(table, away)


@pytest.mark.parametrize(("seen", "lost_on"), [(MailState.UNREAD, 9), (MailState.AWAY, 15)])
def test_only_days_without_the_mailbox_do_not_count(tmp_path: Path, seen: MailState, lost_on: int) -> None:
    """One that is being read was there all the time, for the others too."""
    table, away = table_of_three(tmp_path)
    run_on(table, 0)
    table.mail_states = [seen] * 3
    run_on(table, 1)
    run_on(table, 9)
    assert not is_lost(table, away)
    table.mail_states = [MailState.READ] * 3
    for day in (9, 14.9, 15):
        run_on(table, day)
        assert is_lost(table, away) is (day >= lost_on)


def test_who_has_joined_an_attempt_owes_nothing_in_it(tmp_path: Path) -> None:
    """It may not answer the block any more until the view ends, however many days that takes. A promise for an attempt that is
    not under way here is worth nothing: else a seat would never be lost that promises at once, and then is away."""
    table = DiskTable(tmp_path, 4, options=WEEK)
    table.play(random.Random(1).choice, most=4)
    [asked] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    one, other = (table.seats[seat] for seat in ((asked + 1) % 4, asked))
    assert one is not None and other is not None

    def debtors() -> set[int]:
        return {debt.seat for debt in patience_debts(one.session.view_change)}

    def promise(session: Session, attempt: int) -> None:
        session.sign_and_send(Kind.SYNC, Sync(attempt, session.view_change.report(), 0, (), 0))
        table.settle()

    assert debtors() == {asked}
    promise(other.session, 1)
    assert debtors() == {asked}
    promise(one.session, 1)
    assert debtors() == set()
    promise(one.session, 2)
    assert debtors() == {asked}


def test_nobody_is_lost_for_whom_the_table_does_not_wait(tmp_path: Path) -> None:
    """Over days most players are away most of the time."""
    table = DiskTable(tmp_path, 3, options=WEEK)
    table.settle()
    [asked] = [seat for seat, found in enumerate(table.seats) if found is not None and found.session.is_asked]
    away = (asked + 1) % 3
    table.kill(away)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 20)
    assert not is_lost(table, away) and not is_lost(table, asked)


def test_without_that_option_a_table_over_days_waits_for_ever(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path, WITHOUT)
    table.pass_time(2 * MINUTE_MS)
    run_on(table, 400)
    assert not is_lost(table, away)


DAY_S = 86_400.0
CONTENT, ACK = Debt(1, 4, 0, False), Debt(1, 4, 0, True)


class Calendar:
    """A program that is started on one day after the other."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "a.acqlog"

    def days(self, day: float, *debts: Debt) -> list[float]:
        counted = PatienceFile(self.journal, lambda: day * DAY_S).count_days(debts)
        return [counted[debt] for debt in debts]


@pytest.mark.parametrize("found", [b"", b"{}", b'{"debts":[[1,4,0,false,-1]]}', b'{"debts":[[1,4,0,false,"x"]]}',
                                   b'{"debts":[[6,4,0,false,0]]}', b'{"block":4,"view":0,"since_s":5}', b"[" * 5000,
                                   b'{"debts":[' + b"[1,4,0,false,0]," * 200 + b"[1,4,0,false,0]]}"],
                         ids=["empty", "no fields", "before 1970", "a text", "a seat too many", "of before", "deep", "long"])
def test_a_damaged_file_begins_the_days_anew(tmp_path: Path, found: bytes) -> None:
    calendar = Calendar(tmp_path)
    PatienceFile(calendar.journal).path.write_bytes(found)
    assert calendar.days(5, CONTENT) == [0] and calendar.days(8, CONTENT) == [3]


def test_each_debt_has_days_of_its_own(tmp_path: Path) -> None:
    """A seat that has sent its content owes the ACK from then on, and another seat the next content of a relay; in a new view
    all owe the block again, also those for whom nobody has waited."""
    calendar, other = Calendar(tmp_path), Debt(2, 4, 0, False)
    assert calendar.days(10, CONTENT) == [0]
    assert calendar.days(16, CONTENT, other) == [6, 0]
    assert calendar.days(17, ACK, other) == [0, 1]
    assert calendar.days(18, ACK, Debt(1, 4, 1, False), Debt(1, 5, 0, False)) == [1, 0, 0]
    assert calendar.days(19) == [] and calendar.days(20, ACK) == [0]


def test_days_of_another_debt_count_nothing() -> None:
    """A block may close between two looks at the calendar, and what is owed then is new."""
    liveness = Liveness(Timing(absent_ms=1000, patience_days=7), 3, 0)
    liveness.pass_time(2000)
    liveness.set_days_owed({CONTENT: 7.0})
    assert liveness.is_out_of_patience(CONTENT)
    assert not any(map(liveness.is_out_of_patience, (ACK, Debt(2, 4, 0, False), Debt(1, 5, 0, False), Debt(1, 4, 1, False))))
    liveness.set_days_owed({CONTENT: 6.9})
    assert not liveness.is_out_of_patience(CONTENT)


def test_who_is_there_is_lost_for_what_its_program_owes_and_not_for_a_decision() -> None:
    """A STATUS each second is cheap: a program that says that and never its ACK would hold up the table for ever."""
    liveness = Liveness(Timing(absent_ms=1000, patience_days=7), 3, 0)
    liveness.set_days_owed({ACK: 8.0, CONTENT: 8.0})
    for owes in (frozenset[int](), frozenset({1})):
        for _ in range(30):
            elapsed = liveness.pass_time(liveness.now + 100)
            liveness.on_frame(1)
            liveness.count_debts(elapsed, owes, counts=True)
        assert liveness.is_out_of_patience(ACK) == bool(owes)


def test_another_signature_than_the_missing_one_gains_no_days(tmp_path: Path) -> None:
    """Neither an ACK of another head ends the debt, nor does a STATUS that has waited in a mailbox make a seat present."""
    table, decides = table_of_three(tmp_path)
    there, away = decide_while_one_is_away(table, decides)
    table.settle()
    seat = table.seats[there]
    assert seat is not None
    [debt] = patience_debts(seat.session.view_change)
    assert debt.seat == away and debt.is_ack
    run_on(table, 0)
    late = table.resume(away).session
    for kind, body in ((Kind.ACK, Ack(bytes(64), bytes(32))), (Kind.STATUS, None)):
        message = late._make_status() if body is None else late._sign(kind, body, debt.block, debt.view)
        assert message is not None
        seat.session.receive(away, message.frame, is_live=False)
    table.kill(away)
    table.pump()
    assert away in seat.session.replica.open.acks and patience_debts(seat.session.view_change) == {debt}
    run_on(table, 7)
    assert is_lost(table, away)


def test_a_calendar_that_is_set_back_begins_the_days_anew(tmp_path: Path) -> None:
    calendar = Calendar(tmp_path)
    assert calendar.days(10, CONTENT) == [0]
    assert calendar.days(2, CONTENT) == [0] and calendar.days(3, CONTENT) == [1] and calendar.days(3, ACK) == [0]
    assert calendar.days(1, ACK) == [0] and calendar.days(4, ACK) == [3]


def test_a_calendar_that_is_set_back_by_hours_loses_no_days(tmp_path: Path) -> None:
    calendar, other = Calendar(tmp_path), Debt(2, 4, 0, False)
    assert calendar.days(10, CONTENT) == [0] and calendar.days(14, CONTENT, other) == [4, 0]
    assert calendar.days(13.5, CONTENT, other) == [3.5, 0] and calendar.days(15, CONTENT, other) == [5, 1]


def test_days_without_the_mailbox_do_not_count(tmp_path: Path) -> None:
    """Nobody could leave an answer there. An outage of hours is as nothing: a machine may often be without its network."""
    calendar = Calendar(tmp_path)
    assert calendar.days(10, CONTENT) == [0]
    PatienceFile(calendar.journal, lambda: 11 * DAY_S).note_outage()
    PatienceFile(calendar.journal, lambda: 15 * DAY_S).note_outage()
    assert PatienceFile(calendar.journal, lambda: 18 * DAY_S).longest_days() == 1
    assert calendar.days(18, CONTENT) == [1] and calendar.days(20, CONTENT, ACK) == [3, 0]
    PatienceFile(calendar.journal, lambda: 21 * DAY_S).note_outage()
    assert calendar.days(21.5, CONTENT, ACK) == [4.5, 1.5] and calendar.days(23, CONTENT, ACK) == [6, 3]


def test_who_lacks_something_has_all_the_days_anew_and_only_once(tmp_path: Path) -> None:
    calendar = Calendar(tmp_path)
    assert calendar.days(10, CONTENT) == [0]
    for day, days in ((14, 0), (16, 2)):
        assert PatienceFile(calendar.journal, lambda day=day: day * DAY_S).count_days([CONTENT], {1, 2}) == {CONTENT: days}
    assert PatienceFile(calendar.journal, lambda: 17 * DAY_S).count_days([CONTENT, ACK], {1}) == {CONTENT: 3, ACK: 0}
    assert PatienceFile(calendar.journal, lambda: 18 * DAY_S).count_days([ACK], {1}) == {ACK: 0}
    assert PatienceFile(calendar.journal, lambda: 19 * DAY_S).count_days([ACK], {1}) == {ACK: 1}


def test_a_program_that_nobody_has_started_for_long_counts_anew(tmp_path: Path) -> None:
    """What the others have answered meanwhile is deleted in its mailbox after two months. It has to ask for it first."""
    calendar = Calendar(tmp_path)
    assert calendar.days(10, CONTENT) == [0] and calendar.days(39, CONTENT) == [29] and calendar.days(68, CONTENT) == [58]
    assert days_waited(calendar.journal) == 0, "today nobody has looked for half a century"
    assert PatienceFile(calendar.journal, lambda: 69 * DAY_S).longest_days() == 59
    assert calendar.days(98.1, CONTENT) == [0] and calendar.days(100.1, CONTENT) == [2]


@pytest.mark.parametrize("is_owed_before", [True, False])
def test_what_a_machine_without_a_calendar_has_noted_is_not_half_a_century_old(tmp_path: Path, is_owed_before: bool) -> None:
    """It shows 1970 whenever it is switched on, until it has asked the network."""
    calendar = Calendar(tmp_path)
    assert calendar.days(20_000, CONTENT) == [0]
    if not is_owed_before:
        calendar.days(20_001)
    assert calendar.days(0.001, CONTENT) == [0]
    assert calendar.days(20_002, CONTENT) == [0] and calendar.days(20_005, CONTENT) == [3]


def test_a_disk_that_takes_nothing_stops_nobody(tmp_path: Path) -> None:
    file = PatienceFile(tmp_path / "missing" / "a.acqlog", lambda: 5.0)
    assert file.count_days([CONTENT]) == {CONTENT: 0}
    delete_side_files(tmp_path / "missing" / "a.acqlog")


def test_who_leaves_for_good_keeps_nothing_of_it(tmp_path: Path) -> None:
    table, away = table_of_three(tmp_path)
    table.pass_time(1000)
    kept = next(seat for seat in range(3) if seat != away)
    assert PatienceFile(table.path(kept)).path.exists()
    forget_resume_info(table.path(kept))
    assert not PatienceFile(table.path(kept)).path.exists()


def test_patience_counts_days_and_only_at_a_table_over_days() -> None:
    assert ("patience", "7") in WEEK and not dict(WITHOUT).get("patience")
    for wrong in ("0", "366", "a week", "-1"):
        with pytest.raises(AdmissionError, match="is not a value of the option patience; it may be none or 1 to 365 days"):
            checked_options(days_options("mail.example.org", wrong))
    with pytest.raises(AdmissionError, match="patience counts days, at a table over days: set mailbox, or patience to none"):
        checked_options({"patience": "7"})
