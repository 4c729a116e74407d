"""Who is at a table that has not begun, and what is proposed there, as a screen shows it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from acquire_net import events
from acquire_net.config import PeerConfig
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.shuffle_proof import generators_digest
from acquire_net.crypto.signing import fingerprint_of
from acquire_net.discovery.table_code import table_code_of
from acquire_net.lobby.computer_claims import read_computer_claim
from acquire_net.lobby.lobby import Lobby, Offer, Resumed
from acquire_net.lobby.membership import Participant, Program
from acquire_net.lobby.messages import Presence, Wants
from acquire_net.lobby.seating import HOSTS
from acquire_net.lobby.table_spec import MAX_SHORT_TEXT, AdmissionError
from acquire_net.players.identity import fingerprint_text
from acquire_net.table.acquire_game import engine_digest, header_of, ruleset_of


class KnownPeople(Protocol):
    """What this installation knows of the players whom it meets."""

    def warning_of(self, identity: bytes) -> str: ...

    def known_since(self, identity: bytes) -> int: ...

    def has_other_key(self, identity: bytes) -> bool: ...

    def is_blocked(self, identity: bytes) -> bool: ...


def snapshot_of(lobby: Lobby, ready: Collection[bytes], people: KnownPeople, announces: bool = True) -> events.LobbySnapshot:
    proposal = lobby.proposal
    members = members_of(lobby, ready, people)
    if proposal is None:
        return events.LobbySnapshot(members, 0, None, ())
    try:
        ruleset = ruleset_of(proposal.rules, proposal.places)
    except AdmissionError:
        ruleset = None
    code = table_code_of(lobby.lobby_id) if announces and lobby.lobby_id else ""
    plays = lobby.started is not None and not lobby.signatures.is_frozen
    return events.LobbySnapshot(members, proposal.places, ruleset, proposal.options, lobby.host, code, plays)


def members_of(lobby: Lobby, ready: Collection[bytes], people: KnownPeople) -> tuple[events.Member, ...]:
    """Return who is there, as a screen shows them: the seats in their order, then the others. Those who have left are not among
    them."""
    proposal, me, names = lobby.proposal, lobby.identity, lobby.names
    seated, excluded = ((), ()) if proposal is None else (proposal.seated, proposal.excluded)
    there = sorted((each for each in lobby.participants if each.wants != Wants.LEFT),
                   key=lambda each: seated.index(each.identity) if each.identity in seated else len(seated))
    runners = runners_of(there, [person.presence for person in lobby.membership.roster])
    return tuple(
        events.Member(each.identity, names[each.identity], each.identity == me, each.identity in seated, each.identity in ready,
                      each.is_linked or each.identity == me, each.computer, names.get(runners.get(each.identity, b""), ""),
                      each.identity in excluded, people.warning_of(each.identity),
                      read_computer_claim(each.capabilities).plays if each.computer else "", people.known_since(each.identity),
                      people.has_other_key(each.identity), people.is_blocked(each.identity),
                      each.identity in lobby.proposals.banned | lobby.proposals.barred or lobby.is_kept_out(each.identity))
        for each in there)


def runners_of(people: Sequence[Participant], presences: Sequence[Presence]) -> dict[bytes, bytes]:
    """Return for each computer player the person who has started it, as it says; else the first person at its address."""
    marks = {fingerprint_text(fingerprint_of(each.identity)): each.identity for each in people if not each.computer}
    claims = {each.identity: marks.get(read_computer_claim(each.capabilities).started_by, b"")
              for each in people if each.computer}
    return persons_beside(presences) | {computer: person for computer, person in claims.items() if person}


def persons_beside(presences: Sequence[Presence]) -> dict[bytes, bytes]:
    """Return for each computer player the first person whose program gives one of its addresses."""
    persons: dict[str, bytes] = {}
    for each in presences:
        if not each.computer:
            for host in hosts_of(each):
                persons.setdefault(host, each.identity)
    found = {each.identity: next((persons[host] for host in hosts_of(each) if host in persons), b"")
             for each in presences if each.computer}
    return {computer: person for computer, person in found.items() if person}


def hosts_of(presence: Presence) -> list[str]:
    """Return the hosts where a program says that it can be reached, without its ports; every machine is its own loopback."""
    hosts = [address.rpartition(":")[0] for address in presence.addresses]
    return [host for host in hosts if host and not host.startswith(("127.", "[::1]"))]


def new_lobby(setup: PeerConfig, curve: bytes, addresses: Sequence[str], now_ms: int, offer: Offer | None = None,
              resumed: Resumed | None = None, keeps_out: Callable[[bytes], bool] = lambda identity: False) -> Lobby:
    """Return the lobby of this peer. Raises AdmissionError or PlayerNameError."""
    program = Program(setup.version[:MAX_SHORT_TEXT], engine_digest(), generators_digest(Edwards25519()),
                      capabilities=(*(setup.computer_claim.capabilities() if setup.computer else ()),
                                    *((HOSTS,) if offer is not None else ())))
    return Lobby(setup.signer, signing, secrets.token_bytes, program, setup.name, curve, addresses, header_of, offer,
                 computer=setup.computer, resumed=resumed, now_ms=now_ms, keeps_out=keeps_out)
