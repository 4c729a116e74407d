"""One peer's part in going on without a seat: when it tries, when it goes along, and what it concludes (section 2.9).

Why no two peers can come to different ends: whoever has promised itself to a view signs nothing in a lower one; a conclusion
follows from what all members of an attempt have shown, and from nothing else; and a conclusion of a lower view that somebody who
is away may hold as a certificate binds the higher one: the same fate of the block, and at least the same seats are lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.facts import Entry
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Kind, Sync, View
from acquire_net.protocol.pages import Fate, mask_of, seats_of
from acquire_net.protocol.relays import check_all_parked
from acquire_net.protocol.views import is_told_in_two_ways

if TYPE_CHECKING:
    from acquire_net.protocol.session import Session


class ViewChange:
    def __init__(self, peer: Session) -> None:
        self.peer = peer

    @property
    def _has_no_say(self) -> bool:
        """After the last decision nobody is dropped any more, so there is nothing to say then either."""
        peer = self.peer
        return (bool(peer.asking) or not peer.takes_part or peer.seat not in peer.live
                or isinstance(peer.state.step, SignResult))

    def gone(self) -> set[int]:
        """Seats without whom this peer is ready to go on, if the others are."""
        peer = self.peer
        return {seat for seat in peer.live if seat != peer.seat and (self._is_gone(seat) or peer.waiting.is_over(seat))}

    def _is_gone(self, seat: int) -> bool:
        peer = self.peer
        return seat in peer.replica.excused() or seat in peer.votes or peer.patience.is_over(seat)

    def _goes_along(self, seat: int) -> bool:
        """Whether this peer does without a seat if another wants to."""
        peer = self.peer
        return seat in peer.views.needed or peer.patience.is_short(seat) or peer.waiting.is_short(seat)

    def consider(self) -> None:
        """Whether to try to go on without somebody, or to get out of an attempt that came to nothing."""
        peer, views = self.peer, self.peer.views
        if self._has_no_say:
            return
        gone = self.gone()
        if not views.trying:
            if gone & (peer.waited_for() | peer.replica.excused() | peer.votes) and peer.replica.may_go_on(gone):
                self._propose(views.next_number, gone)
            return
        since = peer.patience.now - views.promised_at
        differ = any(sync.view > views.promised or views.lost_by(sync) != views.lost for sync in views.others)
        excused = gone & peer.replica.excused() - views.lost
        # Seats wait for different times, so that one of them is first and the others follow.
        if (since > peer.timing.retry_ms + 200 * peer.seat or excused
                or ((differ or not views.needed <= views.lost) and since > 300 + 100 * peer.seat)):
            gone |= views.needed & set(peer.live)
            wanted = {seat for sync in views.others for seat in views.lost_by(sync) if self._goes_along(seat)}
            # Whoever has lost patience with too many goes on with those who are there.
            there = {seat for seat in gone if not self._is_gone(seat)} - views.needed
            for lost in ((gone | wanted) - {peer.seat}, gone, gone - there):
                if peer.seat not in gone and peer.replica.may_go_on(lost):
                    self._propose(views.next_number, lost)
                    return

    def start_afresh(self) -> bool:
        """This seat has acknowledged the open block and does not know what it contributed to it: its journal was rolled back.
        So it may not say anything about it again, unless all begin the block once more."""
        if self._has_no_say or self.peer.views.trying:
            return False
        self._propose(self.peer.views.next_number, set())
        return True

    def _propose(self, view: int, lost: set[int]) -> None:
        peer = self.peer
        peer.views.promised_at = peer.patience.now
        peer.say(Kind.SYNC, Sync(mask_of(lost), peer.views.to_show()), view=view)

    def take_sync(self, message: Signed) -> None:
        """Remembers it, and joins the attempt if this peer can do without the same seats."""
        peer = self.peer
        mine = message.author == peer.seat
        if mine and not peer.asking:
            return
        if peer.offer(message) not in (Fate.NEW, Fate.KNOWN) or not peer.views.is_news(message):
            return
        peer.views.remember(message)
        if mine or self._has_no_say:
            return
        lost, gone = peer.views.lost_by(message), self.gone()
        if message.view <= peer.views.promised or peer.seat in lost:
            return
        if (all(seat in gone or self._goes_along(seat) for seat in lost) and gone & peer.replica.excused() <= lost
                and peer.replica.may_go_on(lost)):
            self._propose(message.view, lost)

    def sign(self) -> bool:
        """Once all who would remain have said what they hold, all of them come to the same conclusion about the open block."""
        peer, views = self.peer, self.peer.views
        if self._has_no_say or not views.trying or views.signed >= views.promised:
            return False
        shown = views.shown_by_all() if views.promised_from == peer.state.view else None
        if shown is None:
            return False
        for message in (message for of_seat in shown for message in of_seat):
            peer.offer(message)
        peer.spare_time.check_all()  # or a liar would stay whom nobody has looked at yet
        if not peer.replica.excused() - {peer.seat} <= views.lost:
            return False  # with a liar at the table nothing is concluded: the next attempt leaves him behind
        if peer.replica.disagreeing() & views.remaining:
            return False  # those who have come to different states do not go on with each other
        if peer.replica.certificate() is not None:
            return True  # somebody is there already
        found = self._conclude(shown)
        if found is None:
            return False
        block, content = found
        views.signed = views.promised
        return peer.say(Kind.VIEW, View(views.lost_mask, content), view=views.promised, block=block)

    def _conclude(self, shown: list[list[Signed]]) -> tuple[int, bytes] | None:
        """The open block, and its head if it is complete in what all have shown, else empty. None where a lower view that may
        be certified does not fit: the next attempt must do better."""
        peer, views = self.peer, self.peer.views
        own = views.own
        state = peer.state if own is None or own.block == peer.state.block else peer.replica.previous
        if own is None or state.block != own.block:
            return None
        replica = peer.replica.other(state)
        while True:
            _offer_all(replica, [message for of_seat in shown for message in of_seat])
            if replica.close() is None:
                break
        here = [message for of_seat in shown for message in of_seat
                if (message.block, message.view) == (replica.state.block, replica.state.view)]
        head = views.head_acknowledged_by_all(here)
        if head is None and is_told_in_two_ways(here):
            replica.clear()
        elif head is not None:
            replica.adopt(head)
            self._adopt(replica, head)
        block, content = replica.state.block, replica.open.head
        views.needed = frozenset()
        for bound_block, bound in views.binding(shown):
            lost = set(seats_of(bound.lost)) & set(peer.live)
            if not lost <= views.lost:
                views.needed |= lost
                return None
            if bound_block == block and not bound.content:
                content = b""
            elif bound_block > block or (bound_block == block and bound.content != content):
                return None
        return block, content

    def _adopt(self, concluded: Replica, head: bytes) -> None:
        """All who remain have acknowledged this head: it stands, even where its author signed something else as well."""
        peer = self.peer
        if peer.state.block == concluded.state.block and peer.replica.open.head != head and peer.replica.adopt(head):
            for content in peer.replica.open.contents.values():
                peer.record(Entry(content.frame))


def _offer_all(replica: Replica, messages: list[Signed]) -> None:
    for message in messages:
        if (message.block, message.view) == (replica.state.block, replica.state.view):
            replica.offer(message)
    check_all_parked(replica)
