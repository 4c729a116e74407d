"""All that moves on a table: its pieces, the stage of a merger, the ring around who decides, and the tab that says YOUR TURN.

A table and a replay have one of these. Nothing here draws; `update` says what has changed, and the scene rebuilds and sounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from acquire_client.view_model.merger_card import MergerCard
from acquire_client.view_model.merger_stage import MergerFigures, merger_stage
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.window.table_view.motion import FRAME_MS, TURN_FRAME_MS, ActiveRing, Fade, Motion
from acquire_client.window.table_view.stage_motion import StageMoment, StageMotion
from acquire_core import Ruleset
from acquire_core.events import Event

TAB_MS = 160


class ShownTable(Protocol):
    """What a picture of the table is made of, as far as motion needs it."""

    @property
    def sheet(self) -> ScoreSheet: ...

    @property
    def merger(self) -> MergerCard | None: ...

    @property
    def figures(self) -> MergerFigures: ...


@dataclass(frozen=True, slots=True)
class MotionChange:
    """What has changed since the last call: whether the picture is another one, how many coins have been counted, and whether the
    stage of a merger has ended, so that the log comes back."""

    has_moved: bool
    coins: int = 0
    stage_ended: bool = False


class TableMotion:
    """`factor` stretches all lengths: 0 for none, 1 for normal."""

    def __init__(self, factor: float, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.pieces = Motion(factor)
        self.stage = StageMotion(factor)
        self._active_ring = ActiveRing()
        self.ring: tuple[int, float] | None = None
        """The seat around whose avatar the ring turns, and how far it is."""
        self._tab: Fade | None = None
        self._now_ms = 0

    @property
    def factor(self) -> float:
        return self.pieces.factor

    @factor.setter
    def factor(self, factor: float) -> None:
        self.pieces.factor = self.stage.factor = factor

    # --- begin and end ---

    def begin(self, events: Sequence[Event], now_ms: int, before: ShownTable, after: ShownTable,
              board: Mapping[str, str | None], hand: Sequence[str] = ()) -> None:
        """Begin what these events move. `before` and `after` are what was shown around them, `board` and `hand` what was
        before."""
        self.pieces.begin(events, now_ms, board, before.sheet, after.sheet, hand)
        self.stage.begin(events, now_ms, before, after, self._ruleset)

    def slide_tab(self, now_ms: int) -> None:
        """Let the tab slide in that says whose turn it is."""
        if self.factor:
            self._tab = Fade(now_ms, TAB_MS * self.factor)

    def finish(self) -> bool:
        """End all motion; return True if bonuses were still counted."""
        self.pieces.finish()
        self._tab = None
        return self.stage.finish()

    # --- time ---

    def update(self, now_ms: int, deciding: int | None = None) -> MotionChange:
        """Let time pass. `deciding` is another player who decides now: the ring turns around that avatar."""
        self._now_ms = now_ms
        stage_moved, coins = self.stage.update(now_ms), self.stage.take_coins()
        moved = (self.pieces.update(now_ms), stage_moved, self._move_tab(now_ms), self._turn_ring(deciding, now_ms))
        return MotionChange(any(moved), coins, stage_moved and not self.stage.is_running)

    def _move_tab(self, now_ms: int) -> bool:
        """Let the tab slide on; return True while it moves, and once more for its last place."""
        moved = self._tab is not None
        if self._tab is not None and self._tab.share_gone(now_ms) >= 1:
            self._tab = None
        return moved

    def _turn_ring(self, deciding: int | None, now_ms: int) -> bool:
        """Turn the ring around the avatar of another player who decides; return True while it turns, and once more at its end."""
        self._active_ring.follow(deciding if self.factor > 0 else None, now_ms)
        before, self.ring = self.ring, self._active_ring.turned(now_ms)
        return before != self.ring

    @property
    def is_running(self) -> bool:
        """Return True while every moment has another picture; the ring alone needs fewer."""
        return self.pieces.is_running or self.stage.is_running or self._tab is not None

    def wait_ms(self, other_ms: int | None) -> int | None:
        """Return when the next picture is due; `other_ms` is when something else is."""
        if self.is_running:
            return FRAME_MS
        if self.ring is None:
            return other_ms
        return TURN_FRAME_MS if other_ms is None else min(TURN_FRAME_MS, other_ms)

    # --- what is shown meanwhile ---

    @property
    def tab_share(self) -> float:
        """Return how far the tab has come: 1 when it is there."""
        return 1.0 if self._tab is None else self._tab.share_gone(self._now_ms)

    def stage_moment(self, shown: ShownTable) -> StageMoment | None:
        """Return the stage of the merger that runs, or whose bonuses are still counted."""
        if self.stage.moment is not None or shown.merger is None:
            return self.stage.moment
        stage = merger_stage(shown.merger, shown.figures, self._ruleset)
        return StageMoment(stage, len(stage.chains) - 1)
