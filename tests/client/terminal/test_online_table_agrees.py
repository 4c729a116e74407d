"""A seat that agrees by itself does so once for each new proposal, not again and again."""

from __future__ import annotations

import queue

from acquire_client.terminal.online_table import OnlineTable, SeatOptions, TypedLine
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_core import Ruleset
from acquire_net import events

COMPANY = events.LobbySnapshot(tuple(events.Member(bytes([number]) * 32, f"Player {number}", number == 0, True, False, True)
                                             for number in range(2)), 2, Ruleset(name="classic"), ())


class Inbox(queue.SimpleQueue[object]):
    """When nothing more comes, the person leaves."""

    def get(self, block: bool = True, timeout: float | None = None) -> object:
        return TypedLine("quit") if self.empty() else super().get(block, timeout)


class Refusing:
    """A peer at whose table the game is over: whatever is said there is refused."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.agreed = 0

    def set_ready(self, ready: bool) -> None:
        self.agreed += 1
        assert self.agreed < 10
        self.inbox.put(events.Trouble("The game has begun: what was agreed on stays."))

    def stop(self) -> None:
        self.inbox.put(events.PeerStopped())


def test_a_refusal_is_no_reason_to_agree_again() -> None:
    inbox = Inbox()
    peer, lines = Refusing(inbox), list[str]()
    inbox.put(COMPANY)
    assert OnlineTable(peer, inbox, PlainPresenter(lines.append, clears=False), SeatOptions(ready=True)).run() == 0  # type: ignore[arg-type]
    assert peer.agreed == 1
