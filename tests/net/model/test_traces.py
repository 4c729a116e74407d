"""Games of the simulator are runs of the agreement, as the abstract machine allows them; and the checker sees what is not.

    pytest tests/net/model/test_traces.py           a dozen games
    pytest tests/net/model/test_traces.py --ci      more of them, of each kind of trouble
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from tests.net.model.simulator_traces import TracedTable
from tests.net.model.trace_checker import NotAllowed, TraceChecker, check_trace, statements
from tests.net.model.trace_events import (
    Ack,
    Claim,
    Confirm,
    Content,
    Convicts,
    Entered,
    Event,
    Leave,
    Prepare,
    Propose,
    Received,
    Report,
    Signed,
    Sync,
    Tip,
)
from tests.simulation.scenarios import KINDS
from tests.support.counts import Count

CAMPAIGN_GAMES = 2000


def is_traced(seed: int) -> bool:
    """Return True if all seats of this game are honest: who starts from an old copy has forgotten what it signed, and what a liar
    signs is a run of nothing. The simulator checks itself that honest seats agree beside a liar."""
    kind = list(KINDS)[seed % len(KINDS)]
    return "rollback" not in kind and "liar" not in kind


def checked(seed: int, kind: str | None = None) -> Counter[str]:
    """Play a game and check its trace; return how many statements of each kind were signed."""
    table = TracedTable(seed, kind)
    table.run()
    assert check_trace(table.checker, table.events)
    return Counter(type(event.message).__name__ for event in table.events if isinstance(event, Signed))


@pytest.mark.fully
def test_games_are_runs_of_the_agreement(count: Count) -> None:
    signed: Counter[str] = Counter()
    for seed in range(max(16, count(16, 120))):  # fewer do not meet every statement
        if is_traced(seed):
            signed += checked(seed)
    assert all(signed[kind] for kind in ("Ack", "Claim", "Sync", "Propose", "Prepare", "Confirm", "Leave"))


@pytest.mark.campaign
def test_many_games_are_runs_of_the_agreement() -> None:
    for seed in range(10**6, 10**6 + CAMPAIGN_GAMES):
        if is_traced(seed):
            checked(seed)


# --- a run by hand: three seats, the third is silent after block 0, and the others go on without it

START = Tip(0, "h0")
BLOCK = Tip(1, "h1")
WITHOUT = Entered(0, 1, frozenset({0, 1}), Tip(2, ("lost", "h1", (2,))))


def everybody(*messages: Ack | Claim | Sync | Propose | Prepare | Confirm | Leave, seats: Sequence[int] = (0, 1)) -> list[Event]:
    """Let each be signed by its author and reach the others."""
    events: list[Event] = []
    for message in messages:
        if message.author in seats:
            events.append(Signed(message.author, message))
        events += [Received(seat, message) for seat in seats if seat != message.author]
    return events


def a_run() -> list[Event]:
    claims = tuple(Claim(seat, 0, 1, target=2, why=1) for seat in (0, 1))
    syncs = tuple(Sync(seat, 0, 1, Report(BLOCK), frozenset({2}), claims) for seat in (0, 1))
    propose = Propose(1, 0, 1, frozenset(), frozenset({2}), BLOCK, syncs, claims, "p")
    return [
        *everybody(*(Ack(seat, 0, 0, "h1") for seat in (0, 1, 2))),
        *everybody(*claims), *everybody(*syncs), *everybody(propose),
        *everybody(*(Prepare(seat, 0, 1, "p") for seat in (0, 1))),
        *everybody(*(Confirm(seat, 0, 1, "p") for seat in (0, 1))),
        WITHOUT, replace(WITHOUT, seat=1),
        *everybody(*(Ack(seat, 1, 2, "h3") for seat in (0, 1))),
    ]


def check(events: list[Event], honest: Sequence[int] = (0, 1)) -> int:
    return check_trace(TraceChecker(range(3), START, honest), events)


def changed(kind: type, **changes: object) -> list[Event]:
    """Return the run in which seat 0 has signed its first statement of this kind otherwise."""
    events = a_run()
    place = next(place for place in statements(events, kind) if events[place].seat == 0)
    event = events[place]
    assert isinstance(event, Signed)
    events[place] = Signed(0, replace(event.message, **changes))  # type: ignore[arg-type]
    return events


def without(gone: Callable[[Event], bool]) -> list[Event]:
    events = a_run()
    kept = [event for event in events if not gone(event)]
    assert len(kept) < len(events)
    return kept


def test_the_run_by_hand_is_allowed() -> None:
    assert check(a_run()) == 13


def votes_of_seat_1(kind: type) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Received) and event.seat == 0 and isinstance(event.message, kind)


def after_the_promise(message: Content | Ack) -> list[Event]:
    events = a_run()
    place = next(statements(events, Prepare))
    return [*events[:place], Signed(0, message), *events[place:]]


WRONG: dict[str, tuple[str, list[Event]]] = {
    "confirms without a quorum": ("without a quorum of PREPAREs", without(votes_of_seat_1(Prepare))),
    "begins a view without a certificate": ("without a certificate", without(votes_of_seat_1(Confirm))),
    "begins an attempt without a case": ("without a case", without(votes_of_seat_1(Claim))),
    "closes a block without all ACKs": ("a tip that is not final", without(votes_of_seat_1(Ack))),
    "prepares without the PROPOSE": ("of a PROPOSE that it has not", without(votes_of_seat_1(Propose))),
    "reports a tip of before": ("below what it has signed", [
        *a_run()[:8], Signed(0, Ack(0, 0, 1, "h2")), Signed(0, Sync(0, 0, 1, Report(START, ("h1", b""))))]),
    "reports an ACK that it has not signed": ("does not report its ACK", changed(Sync, report=Report(BLOCK, ("h2", b"")))),
    "reports a lock that it has not": ("does not report its lock", changed(Sync, report=Report(BLOCK, None, (1, "q")))),
    "prepares for another attempt": ("its SYNC is 1", changed(Prepare, attempt=2)),
    "acknowledges after its promise": ("acknowledges after its promise", after_the_promise(Ack(0, 0, 1, "h2"))),
    "contributes after its promise": ("contributes after its promise", after_the_promise(Content(0, 0, 1, "c"))),
    "acknowledges another block": ("acknowledges two blocks", [*a_run()[:3], Signed(0, Ack(0, 0, 0, "other"))]),
    "signs after its LEAVE": ("after its LEAVE", [
        *a_run()[:8], Signed(0, Leave(0, 0, 0, Report(BLOCK))), Signed(0, Ack(0, 0, 1, "h2"))]),
    "follows another outcome": ("another log than its certificate", [*a_run()[:-6], replace(WITHOUT, start=Tip(1, "h1"))]),
    "keeps the lost seat": ("and lost are", [*a_run()[:-6], replace(WITHOUT, live=frozenset({0, 1, 2}))]),
    "convicts an honest seat": ("convicts honest seat", [Convicts(0, 1)]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_step_that_is_not_allowed_is_seen(name: str) -> None:
    text, events = WRONG[name]
    with pytest.raises(NotAllowed, match=text):
        check(events)


def proposals() -> dict[str, tuple[str, dict[str, object]]]:
    events = a_run()
    propose = next(event.message for event in events if isinstance(event, Signed) and isinstance(event.message, Propose))
    first, second = propose.reports
    return {
        "too few reports": ("too few reports", {"reports": (first,)}),
        "another log": ("another log", {"tip": START}),
        "nobody has claimed": ("no case", {"case": ()}),
        "who prepares is lost": ("loses this seat", {"lost": frozenset({0, 2})}),
        "excused without a LEAVE": ("without a reason", {"excused": frozenset({2})}),
        "a report of another attempt": ("another attempt", {"reports": (first, replace(second, attempt=2))}),
        "two reports of one seat": ("two reports", {"reports": (first, first)}),
        "a tip without proof": ("without proof", {"reports": (first, replace(second, report=Report(Tip(2, "h2"))))}),
        "a lock without PREPAREs": (
            "without PREPAREs", {"reports": (first, replace(second, report=Report(BLOCK, None, (0, "q"))))}),
        "nobody would lose it": ("too few would lose", {"reports": (first, replace(second, mask=frozenset()))}),
        "another one leads": ("does not lead", {"author": 2}),
    }


@pytest.mark.parametrize("name", proposals())
def test_a_propose_that_should_not_convince_is_seen(name: str) -> None:
    text, changes = proposals()[name]
    events: list[Event] = []
    for event in a_run():
        if isinstance(event, Signed | Received) and isinstance(event.message, Propose):
            message = replace(event.message, **changes)  # type: ignore[arg-type]
            event = replace(event, message=message)
            if event.seat == 1:
                event = Received(1, message)
        events.append(event)
    with pytest.raises(NotAllowed, match=text):
        check(events, honest=(0,))


def test_two_ends_of_a_view_are_seen() -> None:
    """The liar has let each of the others go on without the other."""
    checker = TraceChecker(range(3), START, (0, 1))
    checker.seats[0][1] = checker.seats[0][0].__class__(frozenset({0, 2}), Tip(1, "a"))
    checker.seats[1][1] = checker.seats[1][0].__class__(frozenset({1, 2}), Tip(1, "b"))
    with pytest.raises(NotAllowed, match="begins in two ways"):
        checker.finish()
