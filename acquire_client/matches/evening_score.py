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
    _wins: dict[bytes, int] = field(default_factory=dict)
    _names: dict[bytes, str] = field(default_factory=dict)
    _games: dict[bytes, int] = field(default_factory=dict)
    _dollars: dict[bytes, int] = field(default_factory=dict)

    def record_game(self, begun: events.Begun, ended: events.Ended) -> None:
        """Count a game whose result is signed."""
        self.games += 1
        for seat, (identity, name) in enumerate(zip(begun.identities, begun.names, strict=False)):
            holder = seat % 2 if begun.ruleset.teams else seat
            has_won = any(rank == 1 and winner == holder for rank, winner, _ in ended.standings)
            self._names[identity] = name
            self._wins[identity] = self._wins.get(identity, 0) + has_won
            self._games[identity] = self._games.get(identity, 0) + 1
            money = sum(dollars for _, owner, dollars in ended.standings if owner == holder)
            self._dollars[identity] = self._dollars.get(identity, 0) + money // (2 if begun.ruleset.teams else 1)

    def players(self) -> tuple[PlayerScore, ...]:
        """Return everybody who has played, the one with the most wins first, and of equals the one with the most money."""
        found = [PlayerScore(identity, self._names[identity], wins, self._games[identity], self._dollars[identity])
                 for identity, wins in self._wins.items()]
        return tuple(sorted(found, key=lambda player: (-player.wins, -player.dollars)))
