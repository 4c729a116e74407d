"""Votes to go on without a player, why a player is out of the game, and the draws that are made again for it, in sentences."""

from __future__ import annotations

from acquire_client.language import message
from acquire_client.view_model.wording import text_at_table
from acquire_client.view_model.words import TableNames
from acquire_net.events import ClaimChanged, DrawVoid, SeatLost

ABSENT = message("absent for {seconds:second|seconds}")
BEYOND_GRACE = message("absent beyond the grace of this table")
_WHY = {
    1: ABSENT,
    2: message("out of time for too long"),
    3: message("connected, but with a program that did not answer"),
}


def vote_line(vote: ClaimChanged, names: TableNames, viewer: int | None) -> str:
    """Return who wants to go on without whom, and how many votes it takes."""
    who, target = names.seat(vote.author), names.seat(vote.target)
    counts = {"votes": vote.votes, "needed": vote.needed}
    if viewer == vote.author:
        return _own_vote_line(vote, names, target)
    if viewer == vote.target:
        if not vote.holds:
            return names.translate("{who} no longer votes to go on without you.", who=who)
        if vote.why == 4:
            return names.translate("The program of {who} wants to go on without you, absent beyond the grace of this table: "
                                   "{votes} of {needed} needed.", who=who, **counts)
        return names.translate("{who} votes to go on without you: {votes} of {needed} needed.", who=who, **counts)
    if not vote.holds:
        return names.translate("{who} no longer votes to go on without {target}.", who=who, target=target)
    if vote.why == 4:
        return names.translate("The program of {who} wants to go on without {target}, absent beyond the grace of this table: "
                               "{votes} of {needed} needed.", who=who, target=target, **counts)
    return names.translate("{who} votes to go on without {target}: {votes} of {needed} needed.", who=who, target=target, **counts)


def _own_vote_line(vote: ClaimChanged, names: TableNames, target: str) -> str:
    counts = {"votes": vote.votes, "needed": vote.needed}
    if not vote.holds:
        return names.translate("You no longer vote to go on without {target}.", target=target)
    if vote.why == 4:
        return names.translate("Your program wants to go on without {target}, absent beyond the grace of this table: {votes} of "
                               "{needed} needed.", target=target, **counts)
    return names.translate("You vote to go on without {target}: {votes} of {needed} needed. The vote counts for a minute.",
                           target=target, **counts)


def lost_reason(lost: SeatLost, names: TableNames) -> str:
    """Return why a seat is out of the game: what it was, and who has decided it."""
    if not lost.claims:
        return text_at_table(names, lost.reason)
    reasons = [why for _, why in lost.claims]
    voters = [names.seat(seat) for seat, why in lost.claims if why != 4]
    found = [why for why in reasons if why in _WHY]
    text = _WHY[max(found, key=found.count)] if found else BEYOND_GRACE if 4 in reasons else ""
    if text == BEYOND_GRACE and lost.silent_ms >= 10_000:
        text = ABSENT
    what = names.translate(text, seconds=max(1, lost.silent_ms // 1000)) if text else ""
    if not voters:
        return what
    if not what:
        return names.translate("voted out by {voters:and}", voters=voters)
    return names.translate("{what}; voted out by {voters:and}", what=what, voters=voters)


def void_draw_line(void: DrawVoid, names: TableNames) -> str:
    """Return whose draw is made again now, and because of whom."""
    return names.translate("The draw of {drawers:and} is void, because the table lost {lost:and} in the middle of it. It is made "
                           "again from a new deck.", drawers=_seat_names(void.seats, names), lost=_seat_names(void.lost, names))


def void_draw_of_the_game(void: DrawVoid, names: TableNames) -> str:
    """Return the same for the result of a game."""
    return names.translate("The draw of {drawers:and} was made again, because the table lost {lost:and} in the middle of it.",
                           drawers=_seat_names(void.seats, names), lost=_seat_names(void.lost, names))


def _seat_names(seats: tuple[int, ...], names: TableNames) -> list[str]:
    return [names.seat(seat) for seat in seats]
