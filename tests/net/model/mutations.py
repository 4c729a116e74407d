"""Rules of the view change, each broken on purpose, to show that the exploration finds it out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from acquire_net.protocol.codec import decode
from acquire_net.protocol.facts import Entry
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.session import Session
from acquire_net.protocol.view_change import ViewChange
from acquire_net.protocol.views import Views
from tests.net.model.seats import Model


def signs_in_a_lower_view(patch: pytest.MonkeyPatch) -> None:
    """A promise to a view keeps nobody from signing below it."""
    patch.setattr(Session, "may_not_sign", property(
        lambda self: not self.takes_part or bool(self.asking) or self.seat not in self.live))


def half_is_a_majority(patch: pytest.MonkeyPatch) -> None:
    def may_go_on(self: Replica, lost: Iterable[int], live: tuple[int, ...] | None = None) -> bool:
        counting = [seat for seat in live or self.state.live if seat not in self.excused()]
        return len([seat for seat in counting if seat not in set(lost)]) * 2 >= len(counting)

    patch.setattr(Replica, "may_go_on", may_go_on)


def concludes_from_its_own(patch: pytest.MonkeyPatch) -> None:
    """What this seat holds itself, and not what all have shown."""
    patch.setattr(ViewChange, "_conclude", lambda self, shown: (self.peer.state.block, self.peer.replica.open.head))


def shows_no_contents(patch: pytest.MonkeyPatch) -> None:
    """A SYNC that hides what its author holds: what somebody has already closed may be void for the others."""
    patch.setattr(Views, "to_show", lambda self: ())


def is_not_bound(patch: pytest.MonkeyPatch) -> None:
    """Another attempt may conclude otherwise than a lower view that somebody who is away may hold as a certificate."""
    patch.setattr(Views, "binding", lambda self, shown: [])


def forgets_its_promise(patch: pytest.MonkeyPatch) -> None:
    """A restart wipes out the attempts that were under way."""
    original = Session.replay

    def replay(self: Session, entry: Entry) -> None:
        original(self, entry)
        self.views.promised = self.views.signed = self.state.view
        self.views._latest = {}
        self.replica.views = {}

    patch.setattr(Session, "replay", replay)


def sends_before_it_writes(patch: pytest.MonkeyPatch) -> None:
    """The last lines of the journal may be lost although they were sent, and a restarted seat asks nobody."""
    original = Session.say

    def say(self: Session, *args: Any, **options: Any) -> bool:
        must_sync, said = self._out.must_sync, original(self, *args, **options)
        self._out.must_sync = must_sync
        return said

    patch.setattr(Session, "say", say)


def keeps_acknowledgements_back(patch: pytest.MonkeyPatch) -> None:
    """Whoever is in an attempt is deaf, also for what makes its block final."""
    original = Session.receive

    def receive(self: Session, sender: int, frame: bytes) -> None:
        message = decode(frame)
        if self.views.trying and not self.asking and message.kind == Kind.ACK:
            self._keep(message)
        else:
            original(self, sender, frame)

    patch.setattr(Session, "receive", receive)


SMALL = Model(seats=3, blocks=1, views=1)
TWICE = Model(seats=3, blocks=1, views=2, doubts=(0b001, 0b010))
PAIRS = Model(seats=4, blocks=1, views=1, doubts=(0b0011, 0b1100))

HEADS = "final heads"
STANDSTILL = "never go on|circles"
NEVER = 10**9

MUTATIONS = {
    signs_in_a_lower_view: (SMALL, "signs", 20),
    half_is_a_majority: (PAIRS, HEADS, NEVER),
    concludes_from_its_own: (TWICE, HEADS, NEVER),
    shows_no_contents: (SMALL, STANDSTILL, 5),
    is_not_bound: (TWICE, HEADS, NEVER),
    forgets_its_promise: (Model(seats=3, blocks=1, views=1, restarts=1), "signs", NEVER),
    sends_before_it_writes: (Model(seats=3, blocks=1, views=1, restarts=0), "RolledBack|TwoOfUs|signs", NEVER),
    keeps_acknowledgements_back: (SMALL, STANDSTILL, 5),
}
"""Each with the table on which it shows, what is found wrong there, and how many states are healed: one of so many."""
