"""What every match has, on one machine or over the network: who sits where, whose answer is due, what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from acquire_client.matches.players import Player
from acquire_client.matches.steps import Merger, Step
from acquire_client.view_model.words import TableNames
from acquire_core import Game, Observation
from acquire_core.actions import Action
from acquire_core.ai import Decision


class Match(Protocol):
    """What every match has, on one machine or over the network: all that a conversation about it needs."""

    @property
    def game(self) -> Game:
        """As this machine knows it: other people's tiles may be unknown."""

    @property
    def players(self) -> Sequence[Player]: ...

    @property
    def names(self) -> TableNames: ...

    @property
    def people(self) -> Sequence[int]:
        """The seats of the persons at this machine."""

    @property
    def merger(self) -> Merger: ...

    @property
    def steps(self) -> Sequence[Step]: ...

    @property
    def asked(self) -> int | None:
        """The seat whose answer is due at this machine."""

    def view(self, seat: int | None) -> Observation:
        """All that a seat, or with None the public, may be shown."""

    def unplayable(self) -> dict[str, str]:
        """Tiles of the seat that places which may not be placed now, with the reason."""

    def refusal(self, action: Action) -> str | None:
        """Why the rules refuse an answer, in a sentence without a full stop; None if they accept it."""

    def is_final(self, action: Action) -> bool:
        """Whether after this answer nothing can be taken back."""

    def hint(self) -> Decision:
        """What a strong computer player sees in the place of whoever is asked."""
