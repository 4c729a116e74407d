"""What is to be said of a seat at a table over the network: who answers there, how well it is heard, whether it is still in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from acquire_client.language import Words
from acquire_client.matches.evening import Evening
from acquire_client.view_model.lobby_cards import seat_computer_text
from acquire_client.view_model.votes import lost_reason
from acquire_net import events
from acquire_net.events import LinkState


class SeatMark(Enum):
    """How the avatar of a seat is marked."""

    NONE = auto()
    SLOW = auto()
    LINK_LOST = auto()
    AWAY = auto()


@dataclass(frozen=True, slots=True)
class SeatState:
    """`text` is empty where there is nothing to say. `silent_s` counts while a seat is away."""

    mark: SeatMark
    silent_s: int
    by_computer: bool
    """True if a computer player answers in the place of the person."""
    text: str


_MARKS = {LinkState.HERE: SeatMark.NONE, LinkState.SLOW: SeatMark.SLOW, LinkState.LOST: SeatMark.LINK_LOST,
          LinkState.AWAY: SeatMark.AWAY}


def seat_state(evening: Evening, seat: int, words: Words) -> SeatState:
    """Return how a seat stands now."""
    is_gone = seat in evening.lost or evening.match is None or evening.match.is_over
    mark = SeatMark.NONE
    if evening.links is not None and not is_gone:
        mark = _MARKS[evening.links.states[seat]]
    handed = seat in evening.handed_over.now or (evening.match is not None and seat == evening.match.seat
                                             and evening.stand_in is not None)
    silent_s = unanswered_s(evening, seat) if mark is SeatMark.AWAY else 0
    return SeatState(mark, silent_s, handed and not is_gone, _text_of(evening, seat, words, mark, handed))


def unanswered_s(evening: Evening, seat: int) -> int:
    """Return for how many seconds nothing was heard of a seat that is away; of another one, for how long the table waits."""
    is_away = evening.links is not None and evening.links.states[seat] is LinkState.AWAY
    return (int(evening.silent_s(seat)) if is_away else 0) or int(evening.waiting_s())


def _text_of(evening: Evening, seat: int, words: Words, mark: SeatMark, handed: bool) -> str:
    translate, match = words.translate, evening.match
    assert match is not None
    votes = evening.votes.get(seat)
    if seat in evening.lost:
        return lost_reason(evening.lost[seat], match.names.in_language(words)) or translate("out of the game")
    if seat in match.game.retired:
        return translate("out of the game")
    if votes is not None:
        return translate("{votes} of {needed} votes to go on without", votes=votes.count, needed=votes.needed)
    if seat in evening.paused:
        return translate("asked for a pause")
    if seat in evening.returning:
        return translate("is back, catching up: {share:%}", share=share_caught_up(evening.returning[seat]))
    if seat in evening.left_for_now.now and mark is not SeatMark.NONE:
        return translate("has left for now")
    if mark is SeatMark.AWAY or seat in evening.silent:
        return translate("does not answer, {seconds} s", seconds=unanswered_s(evening, seat))
    if mark is SeatMark.LINK_LOST:
        return translate("no link to here; others hear this player")
    if handed:
        return translate("a computer player answers here")
    if mark is SeatMark.SLOW:
        return translate("a slow link")
    if seat in evening.waiting.seats and evening.waiting.deciding:
        return translate("decides")
    if seat == match.seat:
        return translate("you")
    return seat_computer_text(evening, seat, words) if match.players[seat].is_program else ""


def share_caught_up(returns: events.SeatReturns) -> float:
    """Return how much of what it lacked a seat has, from 0 to 1."""
    return min(1.0, returns.done / max(1, returns.total))


def is_out(evening: Evening, seat: int) -> bool:
    """Return True if a seat was lost or has left, also before this program came back to the table."""
    return seat in evening.lost or (evening.match is not None and seat in evening.match.game.retired)
