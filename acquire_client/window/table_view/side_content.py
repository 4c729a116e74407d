"""What has the panel beside the board: hints, the stage of a merger, auctions, or else the log and what shares its place."""

from __future__ import annotations

from enum import Enum, auto


class SideContent(Enum):
    HINTS = auto()
    STAGE = auto()
    AUCTIONS = auto()
    LOG = auto()
    """Or what shares its place, such as the tabs of a table over the network."""


def side_content(*, is_hinting: bool, has_stage: bool, has_auctions: bool, is_typing: bool = False) -> SideContent:
    """Return what has the panel. Hints are there because the person has just asked for them; a merger and auctions come by
    themselves, so they wait while the person types there."""
    if is_hinting:
        return SideContent.HINTS
    if is_typing or not (has_stage or has_auctions):
        return SideContent.LOG
    return SideContent.STAGE if has_stage else SideContent.AUCTIONS
