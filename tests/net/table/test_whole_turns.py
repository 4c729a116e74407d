"""A turn as one decision, at a table over days: the same game in fewer steps, and nothing in it that is not asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from acquire_core import RULESETS, Action, Buy, Pass, Place, Ruleset, StartTile
from acquire_core.actions import CHANCE
from acquire_net import days_options, events
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.messages import MAX_ACTION_BYTES, Kind
from acquire_net.protocol.sealed_game import AskDecision, RefusedError
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.core.policies import POLICIES, random_ruleset
from tests.net.table.seats import Seats, play
from tests.support.counts import Count
from tests.support.honest_table import Decided, Fact, Seat, Table, everything, seats_and_spectator, step, tell
from tests.support.table_on_disk import GROUP, VERIFIER

CLASSIC = RULESETS["classic"]
OVER_DAYS = tuple(sorted(days_options("127.0.0.1:9").items()))


# --- the same game ---

def in_whole_turns(log: Sequence[Fact]) -> list[Fact]:
    """Join the answers that a seat has given in a row."""
    joined: list[Fact] = []
    for seat, run in groupby(log, lambda fact: fact.seat if isinstance(fact, Decided) else None):
        answers = list(run)
        if seat is None:
            joined += answers
            continue
        lines, proven = [], []
        for answer in answers:
            assert isinstance(answer, Decided)
            lines.append(answer.action)
            proven += answer.proven
        joined.append(Decided(seat, b"\n".join(lines), tuple(proven)))
    return joined


def views(ruleset: Ruleset, players: int) -> dict[Seat, AcquireGame]:
    return {seat: AcquireGame(ruleset, players, seat, whole_turns=True) for seat in seats_and_spectator(players)}


@pytest.mark.fully
def test_turns_in_one_decision_are_the_same_game(count: Count) -> None:
    longest, joined = 0, 0
    for seed in range(max(6, count(12, 300))):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        table = Table(random_ruleset(rng, players), players, rng)
        for _ in range(400):
            if not step(table, POLICIES["powerful"], leaving=0.002):
                break
        whole = views(table.complete.ruleset, players)
        for fact in in_whole_turns(table.log):
            if isinstance(fact, Decided):
                assert {view.to_prove(fact.seat, fact.action) for view in whole.values()} == {fact.proven}
                longest, joined = max(longest, len(fact.action)), joined + fact.action.count(b"\n")
            for view in whole.values():
                tell(view, fact)
        for seat, view in whole.items():
            assert everything(view) == everything(table.views[seat])
    assert joined > 100 and longest > 30


@pytest.mark.parametrize(("rules", "players"), [("classic", 3), pytest.param("tycoon-2023", 2, marks=pytest.mark.fully)])
def test_a_whole_game_over_days_has_one_decision_for_a_turn(tmp_path: Path, rules: str, players: int) -> None:
    seats = Seats(tmp_path, players, rules, options=OVER_DAYS)
    play(seats, random.Random(3))
    ends = {seat: seats.of_kind(seat, events.Ended) for seat in seats.seats}
    assert all(len(found) == 1 for found in ends.values())
    reports = [verify_journal(read_journal(seats.disk.path(seat)), seats.disk.make_game, VERIFIER, GROUP) for seat in seats.seats]
    assert len({report.head for report in reports}) == 1 and not any(report.convictions for report in reports)
    actions = [action for action in seats.matches[0].game.actions() if not isinstance(action, StartTile)]
    runs = [seat for seat, _ in groupby(actions, lambda action: action.seat) if seat != CHANCE]
    decided = {entry.frame for entry in read_journal(seats.disk.path(0)).entries
               if entry.frame and decode_frame(entry.frame).kind == Kind.DECIDE}
    assert len(decided) == len(runs) < len([action for action in actions if action.seat != CHANCE])


# --- what is refused ---

def asked(whole_turns: bool = True, ruleset: Ruleset = CLASSIC) -> tuple[Table, AcquireGame, int]:
    """Return a table at its first question, and the view of the seat that is asked."""
    table = Table(ruleset, 3, random.Random(4))
    while not isinstance(question := table.question(), AskDecision):
        step(table, POLICIES["uniform"])
    view = AcquireGame(ruleset, 3, question.seat, whole_turns)
    for fact in table.log:
        tell(view, fact)
    return table, view, question.seat


def places(view: AcquireGame) -> str:
    return next(action.tile for action in view.legal_actions() if isinstance(action, Place))


def test_a_turn_in_one_decision() -> None:
    _, view, seat = asked()
    tile = places(view)
    ahead = view.after_answers([Place(seat, tile)])
    assert ahead.legal_actions() == [Buy(seat)]
    turn = view.action_bytes(Place(seat, tile), Buy(seat))
    assert turn.decode() == f"place {tile}\nbuy"
    proven = view.to_prove(seat, turn)
    assert len(proven) == 1
    view.apply_decision(seat, turn, proven)
    assert view.next_question() != AskDecision(seat)


def test_a_seat_may_answer_a_part_of_its_turn() -> None:
    _, view, seat = asked()
    place = view.action_bytes(Place(seat, places(view)))
    view.apply_decision(seat, place, view.to_prove(seat, place))
    assert view.next_question() == AskDecision(seat) and view.legal_actions() == [Buy(seat)]


@pytest.mark.parametrize(("behind", "why"), [
    ("", "an empty line"), ("\n", "an empty line"), ("buy\n", "not asked again"), ("buy\nbuy", "not asked again"),
    ("place 1A", "place 1A"), ("buy Tower", "buy Tower"), ("buy ", "is written"), ("pass", "pass"),
    ("buy\r", "cannot stand in a line"), ("retire", "leaving is not an action"),
    ("2 buy", "without its seat"), ("bu", "bu"), ("buy\x00", "cannot stand in a line"),
])
def test_nothing_stands_behind_an_answer_that_is_not_asked_then(behind: str, why: str) -> None:
    table, view, seat = asked()
    before = everything(view)
    turn = f"place {places(view)}\n{behind}".encode()
    for call in (lambda: view.to_prove(seat, turn), lambda: view.apply_decision(seat, turn, ())):
        with pytest.raises(RefusedError, match=why):
            call()
    assert everything(view) == before and table.question() == AskDecision(seat)


def test_the_first_answer_alone_does_not_count_where_the_second_is_refused() -> None:
    _, view, seat = asked()
    tile, before = places(view), everything(view)
    proven = view.to_prove(seat, f"place {tile}".encode())
    with pytest.raises(RefusedError):
        view.apply_decision(seat, f"place {tile}\nbuy Tower".encode(), proven)
    assert everything(view) == before


def test_all_tiles_of_the_turn_must_be_proven() -> None:
    _, view, seat = asked()
    turn, before = f"place {places(view)}\nbuy".encode(), everything(view)
    for proven in ((), (107, *view.to_prove(seat, turn))):
        with pytest.raises(RefusedError, match="must be proven"):
            view.apply_decision(seat, turn, proven)
    assert everything(view) == before


def test_at_any_other_table_an_answer_is_one_line() -> None:
    _, view, seat = asked(whole_turns=False)
    turn, before = f"place {places(view)}\nbuy".encode(), everything(view)
    with pytest.raises(RefusedError):
        view.to_prove(seat, turn)
    assert everything(view) == before


def test_answers_that_are_too_long_together_are_sent_in_parts() -> None:
    _, view, seat = asked()
    many = [Buy(seat, ("continental",) * 3)] * 8
    sent = view.action_bytes(*many)
    assert len(sent) <= MAX_ACTION_BYTES < len(sent) + 1 + len(view.action_bytes(many[0]))
    assert set(sent.decode().split("\n")) == {view.action_bytes(many[0]).decode()}


# --- the match of a seat ---

def at_first_question(folder: Path) -> tuple[Seats, int]:
    seats = Seats(folder, 3, options=OVER_DAYS)
    seats.settle()
    match = seats.asked()
    assert match is not None and match.seat is not None and match.whole_turns
    return seats, match.seat


def test_the_answers_of_a_turn_can_be_taken_back_until_the_last_one(tmp_path: Path) -> None:
    seats, me = at_first_question(tmp_path)
    match, others = seats.matches[me], [seats.matches[seat] for seat in seats.matches if seat != me]
    first, *_ = match.legal_actions()
    steps = len(match.steps)
    assert not match.is_final(first, passes=False) and match.undoable_count == 0
    match.answer(first)
    seats.settle()
    assert match.asked_seat == me and match.undoable_count == 1 and len(match.steps) == steps + 1
    assert all(len(other.steps) == steps for other in others), "nothing has left the program"
    assert match.is_final(Buy(me), passes=False)
    gone, = match.undo()
    assert gone.action == first and len(match.steps) == steps and match.undoable_count == 0
    second = match.legal_actions()[1]
    match.answer(second)
    match.answer(Buy(me))
    assert match.asked_seat is None and match.undoable_count == 0 and match.undo() == () and match.pending == Buy(me)
    seats.settle()
    assert match.pending is None
    assert [step.action for step in match.steps[steps:steps + 2]] == [second, Buy(me)]
    assert all([step.action for step in other.steps[steps:steps + 2]] == [second, Buy(me)] for other in others)


def test_a_turn_that_the_table_declines_is_taken_back(tmp_path: Path) -> None:
    seats, me = at_first_question(tmp_path)
    match = seats.matches[me]
    steps = len(match.steps)
    match._submit = lambda *answers: seats.seats[me].submit(*answers, *answers)  # a program that is wrong
    match.answer(match.legal_actions()[0])
    match.answer(Buy(me))
    assert match.pending is not None and match.asked_seat is None
    seats.settle()
    assert any(isinstance(item, events.Declined) for item in seats.news[me])
    assert match.pending is None and len(match.steps) == steps and match.asked_seat == me


def test_what_was_prepared_gives_way_to_what_the_table_has_come_to(tmp_path: Path) -> None:
    """The others have gone on without a seat while this one was thinking."""
    seats, me = at_first_question(tmp_path)
    match = seats.matches[me]
    prepared, happened = match.legal_actions()[:2]
    steps = len(match.steps)
    match.answer(prepared)
    match.receive_actions([happened, Buy(me)], asked=False)
    match.poll()
    assert [step.action for step in match.steps[steps:]] == [happened, Buy(me)]
    assert match.undoable_count == 0 and match.asked_seat is None


def test_answers_that_did_not_fit_are_sent_when_the_seat_is_asked_again(tmp_path: Path) -> None:
    seats, me = at_first_question(tmp_path)
    match = seats.matches[me]
    sent: list[tuple[Action, ...]] = []
    match._submit = lambda *answers: sent.append(answers)
    place = match.legal_actions()[0]
    match.answer(place)
    match.answer(Buy(me))
    match.receive_actions([place], asked=True)
    match.poll()
    assert sent == [(place, Buy(me)), (Buy(me),)] and match.asked_seat is None
    match.receive_actions([Buy(me)], asked=False)
    match.poll()
    assert match.pending is None and not any(isinstance(step.action, Pass) for step in match.steps)
