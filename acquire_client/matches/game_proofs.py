"""What the events of a peer say of the proofs of one game, for a screen that keeps nothing else of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from acquire_client.matches.online import OnlineMatch
from acquire_net import events


@dataclass(slots=True)
class GameProofs:
    match: OnlineMatch | None
    deal: events.DealProgress = events.DealProgress(events.DealStage.DONE)
    proofs: events.ProofsChecked | None = None
    caught: list[events.Caught] = field(default_factory=list)
    disagreements: dict[int, events.Disagreement] = field(default_factory=dict)
    lost: dict[int, events.SeatLost] = field(default_factory=dict)
    phrase: tuple[str, ...] = ()

    def receive_event(self, event: object) -> None:
        """Note what an event says of proofs; ignore any other."""
        match event:
            case events.DealProgress():
                self.deal = event
            case events.ProofsChecked():
                self.proofs = event
            case events.Caught():
                self.caught.append(event)
            case events.Disagreement():
                self.disagreements[event.conviction.seat] = event
            case events.SeatLost():
                self.lost[event.seat] = event
            case events.CheckPhrase(words):
                self.phrase = words
