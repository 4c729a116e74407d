"""Votes to go on without a player, and why a player is out of the game, in sentences."""

from __future__ import annotations

from acquire_net.protocol.facts import ClaimChanged, SeatLost

from .words import TableNames, counted, listing, printable

_ABSENT = {1: "absent for {silence}", 2: "out of time for too long", 3: "connected, but its program did not answer"}


def vote_line(vote: ClaimChanged, names: TableNames, viewer: int | None) -> str:
    """Return who wants to go on without whom, and how many votes it takes."""
    mine, target = vote.author == viewer, "you" if vote.target == viewer else names.seat(vote.target)
    who = "You" if mine else names.seat(vote.author)
    if not vote.holds:
        return f"{who} no longer {'vote' if mine else 'votes'} to go on without {target}."
    tally = f"{vote.votes} of {vote.needed} needed"
    if vote.why == 4:
        whose = "Your program" if mine else f"The program of {who}"
        return f"{whose} wants to go on without {target}, absent beyond the grace of this table: {tally}."
    ends = " The vote counts for a minute." if mine else ""
    return f"{who} {'vote' if mine else 'votes'} to go on without {target}: {tally}.{ends}"


def lost_reason(lost: SeatLost, names: TableNames) -> str:
    """Return why a seat is out of the game: what it was, and who has decided it."""
    if not lost.claims:
        return printable(lost.reason)
    reasons = [why for _, why in lost.claims]
    voters = [names.seat(seat) for seat, why in lost.claims if why != 4]
    found = [why for why in reasons if why in _ABSENT]
    silence = counted(max(1, lost.silent_ms // 1000), "second")
    what = _ABSENT[max(found, key=found.count)].format(silence=silence) if found else ""
    if 4 in reasons and not what:
        what = f"absent for {silence}" if lost.silent_ms >= 10_000 else "absent beyond the grace of this table"
    by = f"voted out by {listing(voters)}" if voters else ""
    return " and ".join(filter(None, (what, by)))


