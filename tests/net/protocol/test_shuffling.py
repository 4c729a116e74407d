"""The two steps of a shuffle: decks, then proofs."""

from typing import cast

from msgspec.structs import replace

from acquire_net.protocol import messages
from acquire_net.protocol.shuffling import ProveShuffles, ShuffleDeck
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame


def test_each_shuffle_has_a_proof_of_its_own_even_where_no_tile_is_left_to_shuffle() -> None:
    """Empty decks are equal. A proof that was made for one of them is false in any other place of the log."""
    peers = Peers(lambda seat: ToyGame(3), 3)
    peers.settle()
    secrets = peers.peers[0].session.secrets
    proofs = set()
    for head in (b"one", b"another"):
        step = ShuffleDeck(())
        state = replace(peers.peers[0].session.state, head=head, step=step)
        shuffle = cast(messages.Shuffle, step.contribute(state, 0, {}, secrets))
        proof = messages.ShuffleProof(step.prove(state, 0, {0: shuffle}, secrets))
        assert step.prove(state, 0, {0: shuffle}, secrets) == proof.proof, "a second one would be another message"
        ProveShuffles(state, {0: shuffle}).check(state, 0, proof, {})
        proofs.add(proof.proof)
    assert len(proofs) == 2
