"""The score of an evening: who has won how many of the games that this program has seen to their end."""

from __future__ import annotations

from dataclasses import dataclass, field

from acquire_net import events


@dataclass(frozen=True, slots=True)
class PlayerScore:
    identity: bytes
    name: str
    wins: int
    games: int
    dollars: int
    """The money of all these games; partners of a team share theirs."""


@dataclass(slots=True)
class EveningScore:
    """Players go by their keys, so that a changed name or seat changes nothing, and who came later or has left has the games that
    they played. A shared first place is a win for each."""

    games: int = 0
    _players: dict[bytes, PlayerScore] = field(default_factory=dict)

    def record_game(self, begun: events.Begun, ended: events.Ended) -> None:
        """Count a game whose result is signed."""
        self.games += 1
        for seat, (identity, name) in enumerate(zip(begun.identities, begun.names, strict=False)):
            holder = seat % 2 if begun.ruleset.teams else seat
            has_won = any(rank == 1 and winner == holder for rank, winner, _ in ended.standings)
            before = self._players.get(identity, PlayerScore(identity, name, 0, 0, 0))
            money = sum(dollars for _, owner, dollars in ended.standings if owner == holder)
            self._players[identity] = PlayerScore(identity, name, before.wins + has_won, before.games + 1,
                                                  before.dollars + money // (2 if begun.ruleset.teams else 1))

    def players(self) -> tuple[PlayerScore, ...]:
        """Return everybody who has played, the one with the most wins first, and of equals the one with the most money."""
        return tuple(sorted(self._players.values(), key=lambda player: (-player.wins, -player.dollars)))
