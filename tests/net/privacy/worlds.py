"""One run of a table in two worlds that differ in nothing but where hidden tiles lie.

What a coalition sees of an honest seat's tile is B less the shares of all other seats, which is M + xA; and xA itself is never
shown. So every tile is as good as any other to the coalition: in the world in which M' lies there, xA is another point, that is
all. In numbers there is no such x, for X = xG is known; what it takes is a group in which xA looks like any other point
when G, X and A are given (DDH). In the formal group it cannot, being a monomial that no published point holds alone.

The bijection between the worlds is this. All entropy is the same: keys, masks, nonces of commitments, tags, the coalition's own.
Only the permutation of one honest shuffler is another, namely what it was, composed with the exchange of the tiles: one to one.
The masks that it draws are exchanged with the tiles, so that each position of its deck has one mask in both worlds. Under this
bijection

    1. every frame and every line of every journal is the same, byte by byte: kinds, lengths, order, hashes, signatures, points.
       For a point's bytes are the number of its making, or of its first making where it was made before: so equal bytes in both
       worlds say as well that whatever honest peers or verifiers compute was equal to something in the one world where it was in
       the other, at every single step.
    2. the linear relations among all points ever published, tile points and generators are the same. The coalition knows numbers
       only, so whatever it computes from these points is such a combination, and whether two such are equal is all it can see.

Proofs are those of simulated_proofs.py, made from statements that are equal in both worlds; that a real proof has the same
distribution is shown in test_proofs_tell_nothing.py. A key of the coalition may depend on nothing secret: it was committed to,
and its owner has proven to know it, so it is a number. The same holds for masks and tags by the proofs that go with them, which
is why a coalition that follows the protocol with numbers of its choice is the general case of one whose messages are accepted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from acquire_net.crypto import shuffle_proof
from acquire_net.crypto.group import Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.protocol.dealing import OpenPositions
from acquire_net.protocol.messages import Message
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.shuffling import ShuffleDeck
from acquire_net.protocol.state import State
from tests.net.privacy.formal_group import FormalGroup, HonestEntropy, Polynomial, same_relations
from tests.net.privacy.recorded_table import RecordedTable, Scenario, points_of
from tests.net.privacy.simulated_proofs import RandomOracle, Simulators

Plant = Callable[[pytest.MonkeyPatch], None]
"""A mistake that is put into the honest code."""

Arrangement = tuple[int, ...]
"""The tiles of a deck by position."""


class Decks:
    """Which permutations the shufflers draw, so that a deck becomes the arrangement that is wanted."""

    def __init__(self, seed: int, steering: int, wanted: Sequence[Arrangement]) -> None:
        self.seed, self.steering, self.wanted = seed, steering, wanted
        self.arrangements: list[Arrangement] = []
        self._orders: dict[int, Arrangement] = {}
        self._author = -1

    def install(self, patch: pytest.MonkeyPatch) -> None:
        contribute = ShuffleDeck.contribute

        def followed(step: ShuffleDeck, state: State, author: int, earlier: dict[int, Message], secrets: SeatSecrets) -> Message:
            if author == step.required_authors(state)[0]:
                before = step.tiles or tuple(self.arrangements[-1][position] for position in state.deal.bag)
                self._plan(before, step.required_authors(state))
            self._author = author
            return contribute(step, state, author, earlier, secrets)

        patch.setattr(ShuffleDeck, "contribute", followed)
        # The numbers of a shuffle are drawn in its contribution, and not while keys are opened: the same ones, and nobody sees
        # when; but only there it is known what the seats before have made of the deck. Elsewhere sessions prepare in earnest.
        patch.setattr(SeatSecrets, "is_prepared", lambda secrets, count, key=b"": True)
        patch.setattr(shuffle_proof, "draw_permutation", lambda seed, count: self._orders[self._author])
        patch.setattr(shuffle_proof, "_random_scalars", self._masks)

    def _masks(self, group: Group, count: int, entropy: Entropy) -> list[bytes]:
        """As many numbers as are drawn in earnest, the first for what comes to the first position, and so on."""
        found = [b""] * count
        for source in self._orders[self._author]:
            found[source] = group.random_scalar(entropy)
        return found

    def _plan(self, tiles: Arrangement, authors: Sequence[int]) -> None:
        number, count = len(self.arrangements), len(tiles)
        rng = random.Random(f"{self.seed} {number}")
        self._orders = {author: tuple(rng.sample(range(count), count)) for author in authors}
        if number < len(self.wanted):
            before, wanted = tiles, list(self.wanted[number])
            for author in authors[:authors.index(self.steering)]:
                before = tuple(before[place] for place in self._orders[author])
            for author in reversed(authors[authors.index(self.steering) + 1:]):
                earlier = [-1] * count
                for place, source in enumerate(self._orders[author]):
                    earlier[source] = wanted[place]
                wanted = earlier
            self._orders[self.steering] = tuple(before.index(tile) for tile in wanted)
        for author in authors:
            tiles = tuple(tiles[place] for place in self._orders[author])
        self.arrangements.append(tiles)


@dataclass
class World:
    table: RecordedTable
    script: list[bytes]
    arrangements: list[Arrangement]
    deck: Arrangement
    points: list[Polynomial]
    """All that was ever published, in order, with the points that everybody knows."""

    def secrets_shown(self) -> bool:
        group = self.table.group
        assert isinstance(group, FormalGroup)
        shown = b"".join([*dict.fromkeys(frame for _, _, frame in self.frames), *self.table.written()])
        return any(group.unknown_bytes(number) in shown for number in range(1, group.unknowns + 1))

    @property
    def frames(self) -> list[tuple[int, int, bytes]]:
        return self.table.frames


def world(scenario: Scenario, honest: Sequence[int], seed: int, patch: pytest.MonkeyPatch,
          like: World | None = None, wanted: Sequence[Arrangement] = (), plant: Plant | None = None,
          careless: bool = False) -> World:
    """Plays a scenario over the formal group. With `like` the same is done as there, with decks arranged as `wanted`. A careless
    coalition has one number for every key, mask and tag."""
    patch.setattr(shuffle_proof, "_TABLES", {})  # the tile points are other unknowns in every formal group
    decks = Decks(seed, min(seat for seat in honest if seat not in scenario.leavers), wanted)
    decks.install(patch)
    Simulators(RandomOracle(patch), random.Random(f"simulated {seed}").randbytes).install(patch)
    if plant is not None:
        plant(patch)
    group = FormalGroup()

    def entropy(seat: int, drawn: Entropy) -> Entropy:
        return HonestEntropy(drawn) if seat in honest else (lambda count: b"\x01" * count) if careless else drawn

    table = RecordedTable(scenario, seed, group, entropy)
    script = table.play_out(like.script if like else None)
    known = [group.base, *shuffle_proof.tile_points(group, scenario.cards),
             *shuffle_proof.make_generators(group, scenario.cards + 1)]
    published = [point for message in table.sent_messages() for point in points_of(message.kind, message.body)]
    points = [group.polynomials[point] for point in dict.fromkeys(known + published)]
    return World(table, script, decks.arrangements, as_it_lies(group, table), points)


def hidden_tiles(found: World, honest: Sequence[int]) -> list[int]:
    """Return which tiles the coalition has never seen."""
    game = found.table.last.state.game
    never_seen = frozenset.intersection(*(state.game.unseen_tiles() for state in found.table.states.values()))
    by_coalition = (tiles for seat, tiles in found.table.seen.items() if seat not in honest)
    return sorted(never_seen.difference(found.table.scenario.known_in_the_bag(game), *by_coalition))


def free_positions(found: World, honest: Sequence[int]) -> list[int]:
    """Return where in the last deck lie tiles that the coalition may have seen once, and does not know to be there."""
    deal = found.table.last.state.deal
    slots = [slot for seat in honest for slot in deal.hands[seat] if (slot.epoch, slot.round) == (deal.epoch, deal.round)]
    seen = {position for state in found.table.states.values() if (state.deal.epoch, state.deal.round) == (deal.epoch, deal.round)
            and isinstance(state.step, OpenPositions) for position in state.step.asked_positions(state)}
    return [*(position for position in deal.bag if position not in seen), *(slot.position for slot in slots)]


def other_arrangements(found: World, honest: Sequence[int], rng: random.Random) -> list[Arrangement]:
    """Return another world that agrees with this one on all that the coalition knows."""
    hidden, free = hidden_tiles(found, honest), free_positions(found, honest)
    for _ in range(10):  # where little is hidden, by lot nothing may have changed places
        exchange = {tile: tile for tile in range(found.table.scenario.cards)}
        exchange.update(zip(hidden, shuffled(rng, hidden), strict=True))
        arranged = [tuple(exchange[tile] for tile in arrangement) for arrangement in found.arrangements]
        last = list(arranged[-1])
        for position, source in zip(free, shuffled(rng, free), strict=True):
            last[position] = exchange[found.arrangements[-1][source]]
        if tuple(last) != found.arrangements[-1]:
            break
    return [*arranged[:-1], tuple(last)]


def shuffled(rng: random.Random, items: Sequence[int]) -> list[int]:
    return rng.sample(items, len(items))


def as_it_lies(group: FormalGroup, table: RecordedTable) -> Arrangement:
    """Return the last deck, by the unknowns that are in it."""
    tiles = [next(iter(group.polynomials[point])) for point in shuffle_proof.tile_points(group, table.scenario.cards)]
    return tuple(next(tile for tile, unknown in enumerate(tiles) if unknown in group.polynomials[second])
                 for _, second in table.last.state.deal.deck)


def differences(one: World, other: World) -> list[str]:
    """Return what a coalition could tell the two worlds apart by."""
    found = []
    if other.deck != other.arrangements[-1]:
        found.append("no such world: the honest shuffler does not do what it draws")
    if other.secrets_shown():
        found.append("a secret number is written where others can read it")
    if len(one.frames) != len(other.frames):
        found.append(f"{len(one.frames)} frames, {len(other.frames)} frames")
    for number, (a, b) in enumerate(zip(one.frames, other.frames, strict=False)):
        if a != b:
            found.append(f"frame {number}: another one, {len(a[2])} and {len(b[2])} bytes")
            break
    if list(one.table.written()) != list(other.table.written()):
        found.append("another journal")
    if one.table.last.state.digest != other.table.last.state.digest:
        found.append("another state that all know")
    if len(one.points) != len(other.points) or not same_relations(one.points, other.points):
        found.append("other relations between points")
    return found
