"""Real group, small decks, many dealings: no bit of what a coalition sees or computes goes together with a hidden tile.

The coalition shuffles first and changes nothing, so that it knows which tile goes where into the honest shuffle. Seeds are fixed:
what passes today passes tomorrow. What cannot pass is a leak of a bit in every dealing, and three such are planted.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from acquire_net.crypto import shuffle_proof
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import Entropy
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.shuffle_proof import Deck, Prepared, Shuffled, tile_points
from acquire_net.protocol import messages
from tests.net.privacy import plants
from tests.net.privacy.features import surprise
from tests.net.privacy.recorded_table import RecordedTable, Scenario, believing, cut_up
from tests.net.privacy.worlds import Plant
from tests.support.counts import Count
from tests.support.few_cases import few_cases

REAL = Edwards25519()
DEALT = Scenario(seats=2, cards=6, hand=1, plays=0)
NEW_DECK = Scenario(seats=3, cards=9, hand=1, plays=0, leavers=(2,))
CHANCE = 1e-3
"""Of looking unlike chance by chance. A bit that shows a tile in every one of 40 dealings has a tenth of that."""


class Dealing:
    """One game up to the first decision, or to the new deck after a seat has left."""

    def __init__(self, scenario: Scenario, seed: int, honest: int, group: Group = REAL) -> None:
        drawn: set[bytes] = set()

        def entropy(seat: int, source: Entropy) -> Entropy:
            if seat == honest:
                return source

            def remembered(count: int) -> bytes:
                drawn.add(found := source(count))
                return found

            return remembered

        self.honest, self.group = honest, group
        self.table = RecordedTable(scenario, seed, group, entropy)
        permutation = shuffle_proof.draw_permutation
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shuffle_proof, "draw_permutation",
                          lambda seed, count: tuple(range(count)) if seed in drawn else permutation(seed, count))
            believing(patch)
            self.table.play_out()

    def sent(self) -> bytes:
        """Return all messages, and which points of a deck were in the deck before."""
        sent = list(self.table.sent_messages())
        decks = [[], *(cut_up(message.body.deck) for message in sent if isinstance(message.body, messages.Shuffle))]
        equal = bytes(point == other for one, deck in pairwise(decks) for point in deck[::2] for other in one[::2])
        return b"".join(message.frame for message in sent) + equal

    def computed(self) -> bytes:
        """Return hidden places without the coalition's masks, less each tile, and all points of the deck less each other."""
        table, group, deal = self.table, self.group, self.table.last.state.deal
        [slot] = deal.hands[self.honest]
        places = [slot.residual, slot.mask]
        for position in deal.bag:
            first, second = deal.deck[position]
            for seat in table.last.state.live:
                if seat != self.honest:
                    key = table.peers[seat].session.secrets.epoch_key(deal.epoch)
                    second = group.subtract_points(second, group.multiply_point(key, first))
            places += [first, second]
        less_tiles = [group.subtract_points(place, tile) for place in places for tile in tile_points(group, table.scenario.cards)]
        return b"".join([*places, *less_tiles, *(group.subtract_points(a, b) for a, b in combinations(places, 2))])

    def tiles(self) -> list[int]:
        """Return what the coalition has never seen: the tile in the honest hand, then those in the bag, in the order of the
        deck."""
        table, group, state = self.table, self.group, self.table.last.state
        keys = [table.peers[seat].session.secrets.epoch_key(state.deal.epoch) for seat in state.live]
        seen = {tile for seat, tiles in table.seen.items() if seat != self.honest for tile in tiles}
        found = table.hands([self.honest])[self.honest]
        for position in state.deal.bag:
            first, second = state.deal.deck[position]
            for key in keys:
                second = group.subtract_points(second, group.multiply_point(key, first))
            found.append(tile_points(group, table.scenario.cards).index(second))
        return [tile for tile in found if tile not in seen]

    def answers(self) -> list[bool]:
        """Return which of two hidden tiles is the lower one: a coin to anybody who has not seen them."""
        hand, first, *_ = tiles = self.tiles()
        return [hand < first, hand < tiles[-1], first < tiles[-1] if len(tiles) > 2 else hand < first]


def dealings(scenario: Scenario, honest: int, number: int, group: Group = REAL) -> list[Dealing]:
    return [Dealing(scenario, seed, honest, group) for seed in range(number)]


def the_surprise(found: list[Dealing]) -> float:
    """In what was sent, also about the tile itself; in what can be computed, only about what cannot be known."""
    about_the_tile = [[*dealing.answers(), dealing.tiles()[0] % 2 == 1, dealing.tiles()[0] == 0] for dealing in found]
    in_sent = surprise([dealing.sent() for dealing in found], about_the_tile)
    in_computed = surprise([dealing.computed() for dealing in found], [dealing.answers() for dealing in found])
    return min(in_sent[0], in_computed[0])


def test_no_bit_goes_together_with_a_hidden_tile(count: Count) -> None:
    assert the_surprise(dealings(DEALT, 1, count(40, 60))) > CHANCE


@pytest.mark.fully
def test_no_bit_of_a_new_deck_goes_together_with_a_hidden_tile(count: Count) -> None:
    group = REAL if count(1, 2) > 1 else TransparentGroup()
    assert the_surprise(dealings(NEW_DECK, 1, count(40, 45), group)) > CHANCE


@pytest.mark.campaign
def test_no_bit_goes_together_with_a_hidden_tile_in_many_dealings() -> None:
    assert the_surprise(dealings(DEALT, 1, 5000)) > CHANCE
    assert the_surprise(dealings(NEW_DECK, 1, 1000)) > CHANCE


def a_bit_in_the_points(patch: pytest.MonkeyPatch) -> None:
    """Masks are drawn again until the last bit of a point says whether the tile came from an odd place."""
    shuffle = shuffle_proof.shuffle_deck

    def leaky_shuffle(group: Group, *, key: bytes, deck: Deck, entropy: Entropy, prepared: Prepared | None = None) -> Shuffled:
        prepared = prepared or shuffle_proof.prepare(group, len(deck), entropy)
        prepared.key = b""
        for j in prepared.permutation if deck[0][0] != group.identity else ():
            while group.add(deck[j][0], prepared.mask_points[j])[0] & 1 != j & 1:
                prepared.masks[j] = group.random_scalar(entropy)
                prepared.mask_points[j] = group.times_base(prepared.masks[j])
        return shuffle(group, key=key, deck=deck, entropy=entropy, prepared=prepared)

    patch.setattr(shuffle_proof, "shuffle_deck", leaky_shuffle)


@pytest.mark.parametrize("plant", few_cases(pytest.mark.fully, [
    a_bit_in_the_points, plants.a_tile_in_a_status, plants.no_mask]),
                         ids=lambda plant: plant.__name__)
def test_a_leak_goes_together_with_the_tile(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the transparent group, which is faster: a masked point is as random there, to those who look at one at a time."""
    plant(monkeypatch)
    assert the_surprise(dealings(DEALT, 1, 40, TransparentGroup())) < CHANCE
