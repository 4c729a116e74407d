"""What the log keeps of the news of a peer: the table's fate and its people's, and none of their tiles, moves or lines."""

from __future__ import annotations

import logging
from collections.abc import Callable

from acquire_net import events
from acquire_net.lobby import events as lobby
from acquire_net.protocol import session_events as facts

log = logging.getLogger("acquire.table")


def with_log(on_event: Callable[[events.PeerEvent], None]) -> Callable[[events.PeerEvent], None]:
    """Return a function that writes down what is worth it, and passes all on."""

    def write_and_pass_on(item: events.PeerEvent) -> None:
        line = log_line(item)
        if line is not None:
            log.log(logging.WARNING if isinstance(item, _TROUBLE) else logging.INFO, "%s", line)
        on_event(item)

    return write_and_pass_on


_TROUBLE = (events.Trouble, events.DiskTrouble, events.Caught, facts.SeatLost, facts.DrawVoid, facts.Disagreement,
            facts.TableSplit,
            facts.SeatStopped, lobby.LinkRefused)
_WHY = ("which is there", "which is silent", "which is out of time", "whose program owes something",
        "which was absent for the grace")
"""Why a seat wants to go on without another, by the numbers of a CLAIM."""
AFTER_THE_GRACE = 4


def log_line(item: events.PeerEvent) -> str | None:
    """Return the line for this; None where it is nothing for the log."""
    match item:
        case events.Listening(_, port, addresses, relay, _):
            return f"open at {', '.join(addresses) or port}" + (", and at a relay" if relay else "")
        case events.GameRuns():
            return "the game there has begun: waiting for the next one"
        case events.Begun(table, _, names, seat, _, resumed):
            return f"table {table}: {'resumed' if resumed else 'begun'}, {len(names)} seats, own seat {seat}"
        case events.Ended(_, reason, signed, head):
            return f"the game is over: {reason}; signed by {_seat_list(signed)}, head {head[:16]}"
        case events.Paused(seats):
            return f"paused by {_seat_list(seats)}" if seats else "goes on after a pause"
        case events.HandedOver(seats):
            return f"a computer player answers for {_seat_list(seats)}" if seats else "all persons answer again"
        case events.LeftForNow(seats):
            return f"left for now: {_seat_list(seats)}" if seats else "nobody has left for now"
        case events.LinksChanged(states):
            heard = ", ".join(f"{number} {state.name.lower()}" for number, state in enumerate(states) if state)
            return f"links of seats: {heard or 'all are here'}"
        case facts.SeatReturns(seat, done, total) if done in (0, total):
            return f"seat {seat} is back" if done == total else f"seat {seat} comes back and lacks {total} blocks"
        case events.Caught(seat, _, evidence):
            return f"seat {seat} convicted; evidence {evidence.name if evidence is not None else 'not written'}"
        case events.DiskTrouble(text):
            return f"disk: {text}" if text else "disk: goes on"
        case events.Trouble(text) | events.Notice(text):
            return text
        case events.PeerStopped(text):
            return f"stopped: {text}" if text else "stopped"
        case facts.SeatLost(seat, reason):
            return f"seat {seat} is out: {reason}"
        case facts.NotAnswering(seats, paused):
            silent = f"no answer from {_seat_list(seats)}" + ("; the table is paused" if paused else "")
            return silent if seats else "all seats answer again"
        case facts.OutOfTime(seat):
            return f"seat {seat} has used up its time"
        case facts.Adjourned(seats):
            return f"adjourned without {_seat_list(seats)}" if seats else "not adjourned any more"
        case facts.RolledBack(blocks):
            return f"the journal here was {blocks} blocks behind the others"
        case facts.SeatStopped(reason):
            return f"this seat has stopped: {reason}"
        case facts.Disagreement(conviction, _, theirs):
            known = "its state is here" if theirs is not None else "its state is not here yet"
            return f"seat {conviction.seat} comes to another state in block {conviction.block}; {known}"
        case facts.TableSplit(reason):
            return f"there are two logs of this table: {reason}"
        case facts.DrawVoid(seats, lost):
            return f"the draw for {_seat_list(seats)} is void and made again: {_seat_list(lost)} left it unfinished"
        case facts.Regroup(lost):
            return f"lost before the game began: {_seat_list(lost)}. The others begin again"
        case facts.ClaimChanged():
            return _vote(item)
        case _:
            return _lobby_line(item)


def _lobby_line(item: events.PeerEvent) -> str | None:
    match item:
        case lobby.Met(_, name):
            return f"{name} is here"
        case lobby.Gone(_, name):
            return f"{name} has left"
        case lobby.Away(_, name):
            return f"{name} is away"
        case lobby.LinkRefused(_, reason):
            return f"turned away: {reason}"
        case lobby.KeyChanged(_, name):
            return f"{name} comes with another key"
        case lobby.RunsTwice():
            return "another program uses the own identity"
        case lobby.TableFull(reason, _):
            return f"no place: {reason}"
        case lobby.Parted(_, name):
            return f"{name} has begun another table"
        case _:
            return None


def _vote(vote: facts.ClaimChanged) -> str:
    if not vote.holds:
        return f"seat {vote.author} no longer wants to go on without seat {vote.target}"
    who = f"the program of seat {vote.author}" if vote.why == AFTER_THE_GRACE else f"seat {vote.author}"
    return f"{who} wants to go on without seat {vote.target}, {_WHY[vote.why]}: {vote.votes} of {vote.needed} votes"


def _seat_list(seats: tuple[int, ...]) -> str:
    """Return seats by their numbers, with the noun.

    >>> _seat_list((1,)), _seat_list((0, 2))
    ('seat 1', 'seats 0, 2')
    """
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))}"
