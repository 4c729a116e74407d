"""A relay with a mailbox on loopback, which tests end and begin again."""

from __future__ import annotations

import time
from pathlib import Path

from acquire_net.links.relay import Relay
from acquire_net.links.socket_loop import SocketLoop
from acquire_net.mailbox.server import MailboxServer, MailLimits
from acquire_net.mailbox.store import MailboxLimits, MailboxStore
from tests.support.peers_on_loopback import LOOPBACK

MANY = MailLimits(newcomers=1000, newcomers_of_one_address=1000)


class OpenMailbox:
    """A relay with a mailbox, which can be ended and begun again on the same port and folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.limits, self.mail_limits = MailboxLimits(), MANY
        self.server: MailboxServer
        self.relay: Relay | None = None

    def begin(self) -> None:
        def make(loop: SocketLoop) -> MailboxServer:
            store = MailboxStore(self.folder, int(time.time()), self.limits)
            self.server = MailboxServer(loop, store, self.mail_limits)
            return self.server

        self.relay = Relay(self.port, hosts=[LOOPBACK], make_mailbox=make)
        self.port = self.relay.port

    def __enter__(self) -> OpenMailbox:
        self.begin()
        return self

    def __exit__(self, *error: object) -> None:
        self.end()

    def end(self) -> None:
        if self.relay is not None:
            self.relay.close()
        self.relay = None
