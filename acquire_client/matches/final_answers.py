"""What a match says of itself when its answers are final: over the network the table keeps them, and a replay takes none."""

from __future__ import annotations

from acquire_client.matches.steps import MatchStep
from acquire_core.actions import Action
from acquire_core.record_header import WHOLE


class FinalAnswers:
    """The part of `Match` about taking back, leaving and beginning again, where none of these is possible."""

    log = WHOLE
    """How much of the game screens show."""

    @property
    def answered_seats(self) -> tuple[int, ...]:
        """Return nothing: all that a replay shows is open. A table over the network says who has answered."""
        return ()

    @property
    def can_retire(self) -> bool:
        """Return False: over the network the peer leaves its seat, and a replay takes no answers."""
        return False

    def is_final(self, action: Action, passes: bool = True) -> bool:
        return True

    @property
    def undoable_count(self) -> int:
        return 0

    def undo(self, everything: bool = False) -> tuple[MatchStep, ...]:
        return ()

    def new_match(self) -> None:
        """Return None: a table over the network decides about it, and the players of a record are not at this machine."""
