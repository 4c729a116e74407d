"""A table whose peers have only files between them, in any order and repeated."""

import random
from collections import defaultdict
from pathlib import Path

import pytest

from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.session_events import Finished
from acquire_net.table.bundles import MAX_BUNDLE_BYTES, Bundle, BundleError, pack_bundle, unpack_bundle
from tests.support.few_cases import few_cases
from tests.support.table_of_peers import TID, Peers
from tests.support.toy_game import ToyGame


@pytest.mark.fully
@pytest.mark.parametrize("seats", few_cases(pytest.mark.more_cases, [4, 2]))
def test_a_whole_game_by_mail(tmp_path: Path, seats: int) -> None:
    """Every letter is kept: each round delivers all letters that have ever been written, in a new order."""
    patient = Timing(auto_drop=False)
    peers = Peers(lambda seat: ToyGame(seats, cards=3 * seats + 2), seats, seed=seats, timing=patient)
    rng = random.Random(seats)
    letters: list[Path] = []
    for day in range(2000):
        for seat, peer in enumerate(peers.peers):
            if peer.session.is_asked:
                peer.session.submit(rng.choice(peer.session.state.game.choices(seat)))  # type: ignore[attr-defined]
            peer.session.tick(day * 86_400_000)
            while True:
                ready = peer.session.take_ready()
                peer.facts += ready.facts
                frames = defaultdict[int, list[bytes]](list)
                for to, frame in ready.send:
                    frames[to].append(frame)
                for to in sorted(frames):
                    letters.append(tmp_path / f"{day}-{seat}-{to}-{len(letters)}")
                    letters[-1].write_bytes(pack_bundle(Bundle(TID, seat, to, tuple(frames[to]))))
                if not ready.has_work:
                    break
                peer.session.do_spare_work()
        if all(peer.facts_of(Finished) for peer in peers.peers):
            break
        for letter in rng.sample(letters[-40:], min(len(letters), 40)) + rng.choices(letters, k=5):
            bundle = unpack_bundle(letter.read_bytes())
            assert bundle.table == TID
            for frame in rng.sample(bundle.frames, len(bundle.frames)):
                peers.peers[bundle.to].session.receive(bundle.sender, frame)
    assert all(peer.facts_of(Finished) for peer in peers.peers)
    assert len({peer.session.state.head for peer in peers.peers}) == 1
    assert not any(peer.session.replica.convicted for peer in peers.peers)


@pytest.mark.parametrize(("data", "says"), [
    (b"", "not a bundle"), (b"acquire journal 3\n", "not a bundle"), (b"acquire bundle 1\n", "damaged"),
    (b"acquire bundle 1\n" + b"\x94" * 100, "damaged"), (bytes(MAX_BUNDLE_BYTES + 1), "too many for a bundle"),
])
def test_what_is_no_bundle_is_said_to_be_none(data: bytes, says: str) -> None:
    with pytest.raises(BundleError, match=says):
        unpack_bundle(data)
