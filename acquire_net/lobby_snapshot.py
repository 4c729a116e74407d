"""Who is at a table that has not begun, and what is proposed there, as a screen shows it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence

from acquire_net import events
from acquire_net.config import PeerConfig
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.shuffle_proof import generators_digest
from acquire_net.discovery.table_code import table_code_of
from acquire_net.lobby.lobby import Lobby, Offer, Resumed
from acquire_net.lobby.membership import Program
from acquire_net.lobby.messages import Presence, Wants
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.table.acquire_game import engine_digest, header_of, ruleset_of


def snapshot_of(lobby: Lobby, ready: Collection[bytes], warning_of: Callable[[bytes], str],
                announces: bool = True) -> events.LobbySnapshot:
    proposal, me = lobby.proposal, lobby.identity
    seated, excluded = ((), ()) if proposal is None else (proposal.seated, proposal.excluded)
    names, beside = lobby.names, persons_beside([person.presence for person in lobby.membership.roster])
    members = tuple(events.Member(each.identity, names[each.identity], each.identity == me, each.identity in seated,
                                  each.identity in ready,
                                  each.is_linked or each.identity == me, each.computer,
                                  names.get(beside.get(each.identity, b""), ""), each.identity in excluded,
                                  warning_of(each.identity))
                    for each in lobby.participants if each.wants != Wants.LEFT)
    if proposal is None:
        return events.LobbySnapshot(members, 0, None, ())
    try:
        ruleset = ruleset_of(proposal.rules, proposal.places)
    except AdmissionError:
        ruleset = None
    code = table_code_of(lobby.lobby_id) if announces and lobby.lobby_id else ""
    return events.LobbySnapshot(members, proposal.places, ruleset, proposal.options, b"".join(seated[:1]), code)


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
              resumed: Resumed | None = None) -> Lobby:
    """Return the lobby of this peer. Raises AdmissionError or PlayerNameError."""
    program = Program(setup.version, engine_digest(), generators_digest(Edwards25519()))
    return Lobby(setup.signer, signing, secrets.token_bytes, program, setup.name, curve, addresses, header_of, offer,
                 computer=setup.computer, resumed=resumed, now_ms=now_ms)
