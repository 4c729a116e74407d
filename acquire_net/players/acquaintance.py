"""Whom this peer recognises on an evening: each is looked up once, warned of before anything is played, remembered after it."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

from acquire_net.errors import Wording
from acquire_net.players.known_players import Impostor, KnownPlayers, Newcomer, Renamed

MIN_DRAWS_SHOWN = 2
"""One draw that was left in the middle may be an accident; two are shown beside the name of the player."""


class RepeatedDraw(Protocol):
    """A draw that was made again."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Return for whom the tiles were drawn."""

    @property
    def lost(self) -> tuple[int, ...]:
        """Return the seats that left it unfinished."""


class Acquaintance:
    """The peer owns one for as long as it runs. It asks it about each identity of the lobby: `recognise_player` once when it
    comes, `warning_of` and `known_since` for the screen, and it gives `keeps_out` to the lobby, which gives out the seats. What
    should last beyond this evening goes on to `KnownPlayers`, which writes the file; the sets here end with the evening."""

    def __init__(self, path: Path | None) -> None:
        """Read whom this machine has met. Without a path nobody is remembered, and everybody is new."""
        self._known = None if path is None else KnownPlayers(path)
        self._met: set[bytes] = set()
        """Those who were looked up on this evening: no second warning is due."""
        self._impostors: dict[bytes, Impostor] = {}
        """Players who have the name of a known one and another key, until the person here accepts them."""
        self._new: set[bytes] = set()
        """Those who were met first on this evening."""
        self._let_in: set[bytes] = set()
        """Those to whom the person here has given a seat by name on this evening."""
        self.friends_only = False
        """True if strangers are kept out of a table whose seats this program gives out."""

    @property
    def trouble(self) -> str:
        return "" if self._known is None else self._known.trouble

    def recognise_player(self, identity: bytes, name: str) -> str:
        """Return what a person has to know about a player who has just come; nothing, as a rule."""
        if self._known is None or identity in self._met:
            return ""
        self._met.add(identity)
        found = self._known.meet_player(identity, name, _now_s())
        if isinstance(found, Newcomer):
            self._new.add(identity)
        elif isinstance(found, Impostor):
            self._impostors[identity] = found
        elif found.player.convicted:
            return Wording("WARNING: {name} has broken the rules of a table at which you played, and was convicted of it. "
                           "'exclude {name}' plays without this player.", name=name)
        return found.warning_text if isinstance(found, Impostor | Renamed) else ""

    def note_seated(self, identities: Collection[bytes]) -> None:
        """Note that these have been met on this evening.

        At a table people have the names that all have signed, which may have a number behind them.
        They rename nobody who is known.
        """
        self._met.update(identities)

    def warning_of(self, identity: bytes) -> str:
        """Return what stands beside a name before anybody agrees to play with it; nothing, as a rule."""
        if identity in self._impostors:
            return Wording("NOT the {name} you have met: another key", name=self._impostors[identity].known.name)
        player = None if self._known is None else self._known.player_of(identity)
        if player is None:
            return ""
        if player.convicted:
            return Wording("convicted of breaking the rules in a game with you")
        if player.draws_left >= MIN_DRAWS_SHOWN:
            return Wording("dropped out in the middle of {draws_left} draws of others, which were then made again",
                           draws_left=player.draws_left)
        if player.draws_repeated >= MIN_DRAWS_SHOWN:
            return Wording("{draws_repeated} draws of this player were made again, because another player dropped out",
                           draws_repeated=player.draws_repeated)
        return ""

    def known_since(self, identity: bytes) -> int:
        """Return when this player was met first, in seconds since 1970; 0 for one who is new on this evening."""
        if self._known is None or identity in self._new or identity in self._impostors:
            return 0
        player = self._known.player_of(identity)
        return 0 if player is None else player.first_met

    def has_other_key(self, identity: bytes) -> bool:
        """Return True for a player with the name of a known one and another key, until the person here agrees to play."""
        return identity in self._impostors

    def is_friend(self, identity: bytes) -> bool:
        """Return True for a player with whom a game was played to its end, and who is not blocked."""
        player = None if self._known is None else self._known.player_of(identity)
        return player is not None and player.games > 0 and not player.blocked

    def keeps_out(self, identity: bytes) -> bool:
        """Return True for a player to whom this program gives no seat by itself: one who is blocked, or a stranger."""
        if identity in self._let_in:
            return False
        return self.is_blocked(identity) or (self.friends_only and not self.is_friend(identity))

    def let_in(self, identity: bytes) -> None:
        """Keep this player out no more on this evening."""
        self._let_in.add(identity)

    def is_blocked(self, identity: bytes) -> bool:
        player = None if self._known is None else self._known.player_of(identity)
        return player is not None and player.blocked > 0

    def set_blocked(self, identity: bytes, name: str, blocked: bool) -> None:
        """Block a player by their key, also on later evenings, or take that back."""
        if blocked:
            self._let_in.discard(identity)
        if self._known is not None:
            self._known.set_blocked(identity, name, blocked, _now_s())

    def record_conviction(self, identity: bytes) -> None:
        if self._known is not None:
            self._known.record_conviction(identity, _now_s())

    def accept_players(self, seated: Collection[bytes]) -> None:
        """Remember the warned players among these from now on, because the person here agrees to play with them."""
        for identity in [identity for identity in self._impostors if identity in seated]:
            impostor = self._impostors.pop(identity)
            self._new.add(identity)
            if self._known is not None:
                self._known.accept_player(impostor.identity, impostor.name, _now_s())

    def record_game(self, identities: Sequence[bytes], own_seat: int, gone: Collection[int],
                    void_draws: Collection[RepeatedDraw] = ()) -> None:
        """Count a game that is over, for some seats before its end, and its draws that were made again. `identities` are those
        of all seats, in order."""
        for number, identity in enumerate(identities):
            if self._known is not None and number != own_seat:
                self._known.record_game(identity, _now_s(), dropped=number in gone,
                                        draws_left=sum(number in void.lost for void in void_draws),
                                        draws_repeated=sum(number in void.seats for void in void_draws))


def _now_s() -> int:
    return int(time.time())
