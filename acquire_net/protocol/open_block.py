"""The block that is being agreed on: what has come in for it, and every version of it that a liar has brought into the world.

An honest author signs one contribution for a block. If a liar signs two, others may already have built on the one that this
replica does not hold. So it keeps all versions (a few at most) until it is known which of them stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import cast

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import MAX_SEATS, Ack
from acquire_net.protocol.state import State

MAX_VERSIONS = MAX_SEATS
"""Of one contribution: a liar can tell every other seat another one."""
MAX_ABSENT = 100
MAX_COMBINATIONS = MAX_VERSIONS ** 3
"""Three liars in one block; each costs a hash."""


@dataclass
class OpenBlock:
    """What has come in for the block after the last final one, in the view of the state."""
    contents: dict[int, Signed] = field(default_factory=dict)
    parked: dict[int, Signed] = field(default_factory=dict)
    """Contributions to a relay that are still to be checked; of them only the signature is."""
    looked_at_together: frozenset[bytes] = frozenset()
    """Frames of proofs that were in one equation with others."""
    proven: frozenset[bytes] = frozenset()
    """Those of them whose equation holds. Where one does not, each of its proofs is looked at by itself."""
    others: dict[int, list[Signed]] = field(default_factory=dict)
    """Contributions that cannot stand beside `contents`: a liar's other versions, and what was built on one of them."""
    acks: dict[int, Signed] = field(default_factory=dict)
    other_acks: dict[int, list[Signed]] = field(default_factory=dict)
    """A liar's other acknowledgements: one of them may be the one with which all others have closed the block."""
    kept: int = 0
    """How many other versions have come in."""
    absent: set[tuple[bytes, int]] = field(default_factory=set)
    """Heads to which no choice of so many contributions leads: they are not put together again for them."""
    proven_heads: dict[bytes, Ack] = field(default_factory=dict)
    """What acknowledges another version of this block, by its head: its proofs are looked at once."""
    after: State | None = None
    ack: Ack | None = None
    """What to acknowledge once the block is complete, and then `after` is there too."""

    @property
    def all_contributions(self) -> dict[int, Signed]:
        """Return what all seats have contributed, checked or not."""
        return self.contents | self.parked

    @property
    def head(self) -> bytes:
        return self.ack.head if self.ack is not None else b""

    def contributions_of(self, author: int) -> list[Signed]:
        """Return all that this author has contributed; what counts comes first."""
        first = [held[author] for held in (self.contents, self.parked) if author in held]
        return first + [other for other in self.others.get(author, []) if other not in first]

    def keep(self, message: Signed) -> None:
        """Keep another version of a contribution; of too many the oldest goes, because the newest may be the one that stands."""
        self.kept += 1
        versions = self.others.setdefault(message.author, [])
        versions.append(message)
        del versions[:-MAX_VERSIONS]

    def keep_ack(self, message: Signed) -> None:
        versions = self.other_acks.setdefault(message.author, [])
        versions.append(message)
        del versions[:-MAX_VERSIONS]

    def prefer_acks(self) -> None:
        """Let the acknowledgement of a liar count that fits this block, if one does."""
        for author, versions in self.other_acks.items():
            for version in versions:
                if version.body == self.ack:
                    versions[versions.index(version)], self.acks[author] = self.acks[author], version
                    break

    def is_agreed_by(self, seats: Iterable[int]) -> bool:
        """Return True if all these seats acknowledge the block as it is here."""
        mine = self.ack
        return mine is not None and all(seat in self.acks and self.acks[seat].body == mine for seat in seats)

    def disagreeing_seats(self, seats: Collection[int]) -> frozenset[int]:
        """Return which of these seats acknowledge the block with another state."""
        mine = self.ack
        return frozenset(seat for seat, ack in self.acks.items() if mine is not None and seat in seats
                         and cast(Ack, ack.body).head == mine.head and cast(Ack, ack.body).state != mine.state)

    def note_absent(self, head: bytes) -> None:
        """Remember that no choice of what is held leads to this head."""
        if len(self.absent) >= MAX_ABSENT:
            self.absent.clear()
        self.absent.add((head, self.version_count))

    @property
    def version_count(self) -> int:
        """Count what has come in: it rises with each version."""
        return len(self.contents) + len(self.parked) + self.kept

    def content_combinations(self, authors: Sequence[int]) -> Iterator[dict[int, Signed]]:
        """Yield every way to put a whole block together."""
        for chosen in islice(product(*(self.contributions_of(author) for author in authors)), MAX_COMBINATIONS):
            yield dict(zip(authors, chosen, strict=True))
