"""How far the programs of a table are with a new deck, and what is proven so far, read from the log as it stands here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from acquire_net.events import AnswersSealed, DealProgress, DealStage, ProofsChecked
from acquire_net.protocol.certificates import open_link
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.dealing import CommitKeys, DrawTiles, OpenKeys
from acquire_net.protocol.debts import sealed_seats
from acquire_net.protocol.log_types import FinalBlock
from acquire_net.protocol.messages import Ack
from acquire_net.protocol.redeal import RemaskHands, ShareTags, TagAll
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from acquire_net.protocol.state import Step

STAGES: dict[type[Step], DealStage] = {
    CommitKeys: DealStage.KEYS, OpenKeys: DealStage.KEYS, ShuffleDeck: DealStage.MIXING, ProveShuffles: DealStage.PROVING,
    RemaskHands: DealStage.MATCHING, TagAll: DealStage.MATCHING, ShareTags: DealStage.MATCHING,
}


def deal_progress(replica: Replica, has_begun: bool) -> DealProgress:
    """Return how far the deal is. What was checked here is in the contents of the open block; the rest is parked."""
    state, step = replica.state, replica.state.step
    stage = DealStage.DONE if step is None else STAGES.get(type(step), DealStage.DONE)
    if stage is DealStage.DONE and isinstance(step, DrawTiles) and not has_begun:
        stage = DealStage.DRAWING
    if step is None or stage is DealStage.DONE or replica.regroup:
        return DealProgress(DealStage.DONE)
    seats = step.required_authors(state)
    here, contents = replica.open.all_contributions, replica.open.contents
    return DealProgress(stage, seats, tuple(seat for seat in seats if seat in here),
                        tuple(seat for seat in seats if seat in contents), _deck_size(replica))


def _deck_size(replica: Replica) -> int:
    state, step = replica.state, replica.state.step
    if isinstance(step, ShuffleDeck):
        return step.deck_size(state)
    if isinstance(step, ProveShuffles):
        return step.step.deck_size(step.shuffling)
    return len(state.deal.bag)


class SealedNews:
    """Who has answered a sealed step, as it was reported last."""

    def __init__(self) -> None:
        self._reported: tuple[int, tuple[int, ...]] = 0, ()

    def new_events(self, replica: Replica, actions: int) -> Iterator[AnswersSealed]:
        """Yield who has answered behind so many actions, if that is new; also where the same seats answered the next step."""
        now, before = (actions, sealed_seats(replica)), self._reported
        if now != before and (now[1] or before[1]):
            yield AnswersSealed(now[1])
        self._reported = now


def proofs_checked(replica: Replica) -> ProofsChecked:
    """Return what was proven in the blocks that are final here, and which seats have signed the head of the last one."""
    counts, state = replica.proof_counts, replica.state
    agreed = _signers(replica.log[-1]) if replica.log else ()
    return ProofsChecked(counts.shuffles, counts.draws, counts.shown, state.block, state.head.hex(), agreed)


def _signers(block: FinalBlock) -> tuple[int, ...]:
    """Return who has signed that a block is final: by an ACK of its head, or the certificate that closed it."""
    if block.certificate is not None:
        return tuple(sorted(open_link(decode_frame(block.certificate.frame)).confirms))
    return tuple(sorted(seat for seat, ack in block.acks.items() if cast(Ack, ack.body).head == block.head))
