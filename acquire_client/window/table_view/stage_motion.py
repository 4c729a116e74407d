"""Count the bonuses of a merger on its stage, one chain after another, place by place.

Only the counting is shown late: the game, the sheet and the question have gone on. A stage whose merger is over while its bonuses
are still counted stays until they are. Nothing here draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.merger_stage import MergerFigures, MergerStage, counting_ms, merger_stage, places_begun
from acquire_core import Ruleset
from acquire_core import events as ev

BEAT_MS = 600
"""How long the emblems of the chains that are counted take to widen and narrow once."""


@dataclass(frozen=True, slots=True)
class StageMoment:
    """A stage at some moment: which of its chains is shown, and for how long it has been counted; None if all is counted."""

    stage: MergerStage
    number: int
    elapsed_ms: float | None = None


class ShownMerger(Protocol):
    """A merger as it is seen at some moment, None without one, and its figures."""

    @property
    def merger(self) -> MergerCard | None: ...

    @property
    def figures(self) -> MergerFigures: ...


class StageMotion:
    """`factor` stretches all lengths: 0 for none, 1 for normal."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self.now_ms = 0
        self._stage: MergerStage | None = None
        self._counted = self._since = self._coins = 0

    @property
    def is_running(self) -> bool:
        return self._stage is not None

    def finish(self) -> bool:
        """End the counting; return False if nothing was counted."""
        was_running = self.is_running
        self._stage = None
        return was_running

    def begin(self, events: Sequence[ev.Event], now_ms: int, before: ShownMerger, after: ShownMerger, ruleset: Ruleset) -> None:
        """Begin to count what these events have paid; `before` and `after` are what was seen around them."""
        self.update(now_ms)
        began = any(isinstance(event, ev.MergerBegan) for event in events)
        if not self.factor or not (began or before.merger):
            return
        is_over = after.merger is None
        card = _last_card(before.merger, events) if is_over else after.merger
        placed = sum(isinstance(event, ev.TilePlaced) for event in events)
        if card is None or (is_over and placed > 1):  # figures from before another tile would be wrong
            self._stage = None
            return
        if began or self._stage is None:
            self._counted = 0 if began or before.merger is None else len(before.merger.settled)
            self._since, self._coins = now_ms, 0
        if len(card.settled) > self._counted:
            self._stage = merger_stage(card, (before if is_over else after).figures, ruleset)

    def update(self, now_ms: int) -> bool:
        """Let time pass; return True if the picture is another one, the last one included."""
        was_running, self.now_ms = self.is_running, now_ms
        while self._stage is not None:
            length_ms = counting_ms(self._stage.chains[self._counted]) * self.factor
            if now_ms - self._since < length_ms:
                break
            self._counted, self._since, self._coins = self._counted + 1, round(self._since + length_ms), 0
            if self._counted >= len(self._stage.chains):
                self._stage = None
        return was_running

    @property
    def moment(self) -> StageMoment | None:
        """Return what is being counted; None if nothing is."""
        if self._stage is None:
            return None
        return StageMoment(self._stage, self._counted, (self.now_ms - self._since) / self.factor)

    @property
    def pulse(self) -> dict[str, float]:
        """Return the chains that are being counted, the survivor and the one that it takes over, and how far they beat."""
        moment = self.moment
        if moment is None or moment.elapsed_ms is None or moment.stage.survivor is None:
            return {}
        beat = (1 - math.cos(2 * math.pi * moment.elapsed_ms / BEAT_MS)) / 2
        return dict.fromkeys((moment.stage.survivor.chain, moment.stage.chains[moment.number].chain), beat)

    def take_coins(self) -> int:
        """Return how many places have begun to be counted since the last call."""
        moment = self.moment
        if moment is None or moment.elapsed_ms is None:
            return 0
        begun = places_begun(moment.stage.chains[moment.number], moment.elapsed_ms)
        new, self._coins = begun - self._coins, begun
        return new


def _last_card(card: MergerCard | None, events: Sequence[ev.Event]) -> MergerCard | None:
    """Return the merger as it was when it ended, or None if there was none."""
    last = card
    for event in events:
        card = merger_after(card, (event,))
        last = card or last
    return last
