"""Who sits: what the keeper of the seats does by itself, as a convenience and not as a right.

The keeper is the host of the table, or while the host is not connected the first seated person who is. It gives free places to
newcomers, frees the places of peers that are gone, and moves all seats on by one behind a game; a player who does not like that
proposes something else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from acquire_net.errors import Wording
from acquire_net.lobby.events import TableFull
from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Presence, Proposal, Wants
from acquire_net.lobby.options import option_value
from acquire_net.lobby.proposal import shown_names, with_excluded

HOSTS = "host"
"""The capability by which a program says that it has founded its table."""
AWAY_ROUNDS = 30
"""Rounds for which a peer that is not connected keeps its place."""


def host_of(proposal: Proposal, people: Sequence[Participant], me: bytes) -> tuple[bytes, bool]:
    """Return who hosts the table: of the seated persons the one whose program says that it has founded it, or else the first; and
    True if that is certain, because all of them have introduced themselves. Computer players host only where no person sits."""
    there = {each.identity: each for each in people if each.wants != Wants.LEFT}
    sitting = [who for who in proposal.seated if who in there]
    persons = [who for who in sitting if not there[who].computer] or sitting
    founders = [who for who in persons if HOSTS in there[who].capabilities]
    found = founders or persons
    return found[0] if found else b"", all(there[who].is_linked or who == me for who in persons)


def proposal_keeper(proposal: Proposal, people: Sequence[Participant], me: bytes, barred: Collection[bytes] = (),
                    host: bytes = b"") -> bytes | None:
    """Return who keeps the table. If all seated peers have left, it is the first of the others by key that is not barred."""
    here = [each.identity for each in people if _is_here(each, me) and each.identity not in proposal.excluded
            and each.identity not in barred]
    computers = {each.identity for each in people if each.computer}
    sitting = sorted((who for who in proposal.seated if who in here), key=lambda who: (who != host, who in computers))
    if not sitting and not _staying_players(proposal.seated, people):
        sitting = sorted(here)
    return sitting[0] if sitting else None


def _is_here(each: Participant, me: bytes) -> bool:
    return each.wants == Wants.PLAY and (each.is_linked or each.identity == me)


def _staying_players(seated: Sequence[bytes], people: Sequence[Participant]) -> list[bytes]:
    """Return the seated peers that have not said that they leave or only watch. Who asked for a pause in the game before, or has
    closed the program for now, has not seen its end yet."""
    going = {each.identity for each in people if each.wants in (Wants.LEFT, Wants.WATCH)}
    return [who for who in seated if who not in going]


def kept_seats(proposal: Proposal, people: Sequence[Participant], me: bytes, banned: Collection[bytes]) -> Proposal:
    """Return the proposal with the seats as its keeper gives them out."""
    away = {each.identity for each in people if each.rounds_away > AWAY_ROUNDS and each.identity != me}
    seated = [who for who in _staying_players(proposal.seated, people) if who not in away and who not in banned]
    excluded = with_excluded(proposal.excluded, [who for who in proposal.seated if who in banned])
    waiting = [each.identity for each in people if _is_here(each, me) and each.identity not in seated
               and each.identity not in excluded and each.identity not in banned]
    seated += waiting[:max(0, proposal.places - len(seated))]
    return replace(proposal, seated=tuple(seated), excluded=excluded)


def moved_on(proposal: Proposal, presence_of: Callable[[bytes], Presence | None]) -> Proposal:
    """Return the proposal with all seats one further on, the first one last; unless that would change what players are called."""
    order = (*proposal.seated[1:], *proposal.seated[:1])
    before, after = ([presence for who in seats if (presence := presence_of(who)) is not None]
                     for seats in (proposal.seated, order))
    return replace(proposal, seated=order) if shown_names(before) == shown_names(after) else proposal


def why_no_seat(proposal: Proposal | None, me: Presence, has_no_room: bool) -> TableFull | None:
    """Return why the person at this machine cannot sit down at a table that has not begun, if so."""
    if has_no_room and (proposal is None or me.identity not in proposal.seated):
        return TableFull(Wording("this table has as many people as it can hold: found another table, or try again later"), False)
    if (proposal is None or me.wants != Wants.PLAY or me.identity in (*proposal.excluded, *proposal.seated)
            or len(proposal.seated) < proposal.places):
        return None
    may_watch = option_value(proposal.options, "spectators") == "yes"
    if may_watch:
        return TableFull(Wording("all {places} places of this table are taken; you may watch, and sit down when a place becomes "
                                 "free", places=proposal.places), True)
    return TableFull(Wording("all {places} places of this table are taken; and nobody may watch: found another table, or wait "
                             "until a place becomes free", places=proposal.places), False)
