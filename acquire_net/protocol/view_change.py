"""One peer's part in going on without a seat: when it tries, when it goes along, and what it concludes (section 2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.dealing import SignResult
from acquire_net.protocol.facts import Entry
from acquire_net.protocol.messages import Kind, Sync, View
from acquire_net.protocol.pages import Fate, mask_of

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
        return peer.views.bound | {seat for seat in peer.live if seat != peer.seat
                                   and (seat in peer.replica.excused() or seat in peer.votes or peer.patience.is_over(seat))}

    def may_try_without(self, gone: set[int]) -> bool:
        """Whether enough are left who can sign one view together: without those who are bound to go on without another who would
        remain, or without him."""
        peer = self.peer
        bonds = peer.views.bonds
        torn = {seat for seat, lost in bonds.items() if lost - gone}
        together = set(gone)
        while more := {other for seat, lost in bonds.items() if seat not in together for other in lost - together}:
            together |= more
        return peer.replica.may_go_on(gone | torn) or (peer.seat not in together and peer.replica.may_go_on(together))

    def consider(self) -> None:
        """Whether to try to go on without somebody, or to get out of an attempt that came to nothing."""
        peer = self.peer
        if self._has_no_say:
            return
        gone = self.gone()
        if not peer.views.trying:
            if gone & (peer.waited_for() | peer.replica.excused() | peer.votes) and self.may_try_without(gone):
                self._propose(peer.views.next_number, gone)
            return
        lost, since = peer.views.lost, peer.patience.now - peer.views.promised_at
        differ = any(peer.views.lost_by(sync) != lost for sync in peer.views.others)
        excused = peer.replica.excused() - {peer.seat}
        # Seats wait for different times, so that one of them is first and the others follow.
        if since > peer.timing.retry_ms + 200 * peer.seat or (differ and since > 300 + 100 * peer.seat) or excused - lost:
            for sync in peer.views.others:
                gone |= {seat for seat in peer.views.lost_by(sync) if seat in gone or peer.patience.is_short(seat)}
            gone.discard(peer.seat)
            if self.may_try_without(gone):
                self._propose(peer.views.next_number, gone)

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
        if mine:
            return
        if self._has_no_say:
            return
        lost, gone = peer.views.lost_by(message), self.gone()
        if message.view <= peer.views.promised or peer.seat in lost:
            return
        if (all(seat in gone or peer.patience.is_short(seat) for seat in lost)
                and gone & peer.replica.excused() | peer.views.bound <= lost
                and peer.replica.may_go_on(lost)):
            self._propose(message.view, lost)

    def sign(self) -> bool:
        """Once all who would remain have said what they hold, all of them come to the same conclusion about the open block."""
        peer = self.peer
        views = peer.views
        if self._has_no_say or not views.trying or views.signed >= views.promised:
            return False
        shown = views.shown_by_all()
        if shown is None:
            return False
        content = self._conclude(shown)
        if not peer.replica.excused() - {peer.seat} <= views.lost:
            return False  # with a liar at the table nothing is concluded: the next attempt leaves him behind
        views.signed = views.promised
        return peer.say(Kind.VIEW, View(views.lost_mask, content), view=views.promised)

    def _conclude(self, shown: list[list[Signed]]) -> bytes:
        """The head of the open block if it is complete in what all have shown, else empty; from what was shown alone."""
        peer = self.peer
        while True:
            for message in (message for of_seat in shown for message in of_seat):
                if (message.block, message.view) == (peer.state.block, peer.state.view):
                    peer.offer(message)
            while (parked := peer.replica.next_parked()) is not None:
                peer.offer(parked)
            page = peer.replica.close()
            if page is None:
                break
            peer.close(page)
        head = peer.views.head_acknowledged_by_all(shown)
        if head is None and peer.views.is_told_in_two_ways(shown):
            return b""
        if head is not None:
            self._adopt(head)
        return peer.replica.open.head

    def _adopt(self, head: bytes) -> bool:
        """An acknowledged head stands, even where its author has signed something else as well."""
        peer = self.peer
        if peer.replica.open.head == head:
            return True
        if not peer.replica.adopt(head):
            return False
        for content in peer.replica.open.contents.values():
            peer.record(Entry(content.frame))
        return True
