"""A person at a whole peer on real sockets: one that agrees to everything, and all that its program reports."""

from __future__ import annotations

import queue
import time
from collections.abc import Sequence

from acquire_net import events
from acquire_net.config import Host, Join, PeerConfig, Resume
from acquire_net.discovery.table_address import TableAddress
from acquire_net.lobby.lobby import Offer
from acquire_net.peer import Peer
from tests.support.peers_on_loopback import PATIENCE_S


class PersonAtPeer:
    def __init__(self, setup: PeerConfig) -> None:
        self.setup = setup
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.peer: Peer | None = None

    def start(self, how: Host | Join | Resume) -> None:
        self.inbox = queue.SimpleQueue()
        self.peer = self.make_peer(how)
        self.peer.start()

    def make_peer(self, how: Host | Join | Resume) -> Peer:
        return Peer(self.setup, how, self.hear)

    def hear(self, item: object) -> None:
        if (isinstance(item, events.LobbySnapshot) and len(item.members) == item.places and self.peer is not None
                and any(each.is_me and each.is_seated and not each.is_ready for each in item.members)):
            self.peer.set_ready(True)
        self.inbox.put(item)

    def wait_for(self, *kinds: type) -> object:
        end = time.monotonic() + PATIENCE_S
        while True:
            item = self.inbox.get(timeout=max(0.01, end - time.monotonic()))
            if isinstance(item, kinds):
                return item
            assert not isinstance(item, events.PeerStopped), item.text

    def stop(self) -> None:
        if self.peer is not None:
            self.peer.stop()
            assert self.peer.wait_until_stopped(PATIENCE_S)
            self.peer = None


def begin_table(members: Sequence[PersonAtPeer], offer: Offer) -> None:
    """Let the first one found a table and the others join it, until all have begun."""
    members[0].start(Host(offer))
    listening = members[0].wait_for(events.Listening)
    assert isinstance(listening, events.Listening)
    for guest in members[1:]:
        guest.start(Join(TableAddress.read(listening.code)))
    for member in members:
        member.wait_for(events.Begun)
