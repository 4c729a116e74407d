"""Whole games of Acquire between sessions: every ruleset and player count, and the same tiles replayed through a plain kernel."""

import random

import pytest

from acquire_core import Game
from acquire_core.actions import DrawTile
from acquire_core.ruleset import RULESETS, Ruleset
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.protocol.sealed_game import GameFinished as Over
from acquire_net.protocol.session_events import Adjourned, Finished, SeatLost
from acquire_net.table.acquire_game import AcquireGame
from tests.core.policies import random_ruleset
from tests.support.counts import Count
from tests.support.few_cases import few_cases
from tests.support.table_of_peers import Peers


def acquire_table(ruleset: Ruleset, players: int, seed: int, group: Group | None = None) -> Peers:
    return Peers(lambda seat: AcquireGame(ruleset, players, seat), players, seed, group)


def play(peers: Peers, rng: random.Random, most: int = 3000, until: str = "") -> int | None:
    """Play until a seat is asked in this phase, and return it; None if nobody is asked any more."""
    peers.settle()
    for _ in range(most):
        seat = peers.asked()
        if seat is None:
            break
        session = peers.peers[seat].session
        game = session.state.game
        assert isinstance(game, AcquireGame)
        if game._game.phase == until:
            return seat
        session.submit(game.action_bytes(rng.choice(game.legal_actions())))
        peers.settle()
    return None


def opened(peers: Peers) -> Game:
    """Return the whole game, with the tiles that each seat knew of its own, in an ordinary kernel."""
    games = [peer.session.state.game for peer in peers.peers]
    complete = Game(games[0]._game.ruleset, len(games), sealed=True)
    for lines in zip(*(game._game.actions() for game in games), strict=True):
        known = [line for line in lines if not isinstance(line, DrawTile) or line.tile is not None]
        complete.apply(known[0])
    return complete


def check(peers: Peers) -> None:
    assert all(len(peer.facts_of(Finished)) == 1 for peer in peers.peers)
    complete = opened(peers)
    assert complete.over
    for peer in peers.peers:
        assert peer.session.state.game.digest() == complete.digest()
        assert peer.session.state.head == peers.peers[0].session.state.head


@pytest.mark.parametrize("players", [3, pytest.param(5, marks=pytest.mark.fully),
                                     *few_cases(pytest.mark.more_cases, [2, 4, 6], 0)])
def test_a_sealed_game_is_the_open_game_with_the_same_tiles(players: int) -> None:
    for number, ruleset in enumerate(RULESETS.values()):
        if number % 5 == players - 2:
            peers = acquire_table(ruleset, players, players)
            play(peers, random.Random(players))
            check(peers)


def test_mixed_options_are_played_to_the_end(count: Count) -> None:
    for seed in range(count(2, 10)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        peers = acquire_table(random_ruleset(rng, players), players, seed)
        play(peers, rng)
        if isinstance(peers.peers[0].session.state.game.next_question(), Over):
            check(peers)
        else:
            assert not peers.peers[0].session.state.game._game.ruleset.stall_end, "that mix need not end (K36)"


def test_in_earnest_with_the_real_group(count: Count) -> None:
    for seed in range(count(1, 20)):
        in_earnest(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(1000, 1500, 50))
def test_five_hundred_games_in_earnest(first: int) -> None:
    for seed in range(first, first + 50):
        in_earnest(seed)


def in_earnest(seed: int) -> None:
    """The seed-th game: every player count and ruleset comes up, and as many random mixes."""
    rng = random.Random(seed)
    players = 2 + seed % 5
    ruleset = list(RULESETS.values())[seed // 5 % 5] if seed % 2 else random_ruleset(rng, players)
    peers = acquire_table(ruleset, players, seed, Edwards25519())
    play(peers, rng)
    if isinstance(peers.peers[0].session.state.game.next_question(), Over):
        check(peers)
    else:
        assert not ruleset.stall_end, "only a mix without the stall end need not end (K36)"


def test_a_seat_that_dies_in_the_middle_of_a_game_is_played_on_without() -> None:
    peers = acquire_table(RULESETS["classic"], 4, 9)
    rng = random.Random(9)
    play(peers, rng, most=60)
    peers.cut.add(1)
    peers.pass_time(70_000, step_ms=1000)
    play(peers, rng, most=1)
    peers.pass_time(70_000, step_ms=1000)
    rest = [peers.peers[seat] for seat in (0, 2, 3)]
    assert all(peer.facts_of(SeatLost) == [SeatLost(1, "did not answer")] for peer in rest)
    play(peers, rng)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in rest)
    assert len({peer.session.state.game.digest() for peer in rest}) == 1


@pytest.mark.parametrize("phase", ["dispose", pytest.param("survivor", marks=pytest.mark.fully)])
def test_a_seat_that_is_silent_in_a_merger_is_played_on_without(phase: str) -> None:
    """The seat that is asked there sends nothing more."""
    for seed in range(60):
        peers, rng = acquire_table(RULESETS["classic"], 4, seed), random.Random(seed)
        silent = play(peers, rng, until=phase)
        if silent is not None:
            break
    assert silent is not None
    peers.cut.add(silent)
    peers.pass_time(140_000, step_ms=1000)
    rest = [peer for seat, peer in enumerate(peers.peers) if seat != silent]
    assert all(peer.facts_of(SeatLost) == [SeatLost(silent, "did not answer")] for peer in rest)
    play(peers, rng)
    assert all(len(peer.facts_of(Finished)) == 1 for peer in rest)
    assert len({peer.session.state.game.digest() for peer in rest}) == 1


@pytest.mark.parametrize("both", few_cases(pytest.mark.fully, [True, False]))
def test_two_seats_adjourn_and_resume(both: bool) -> None:
    """One dies, and the other names it; when it is back they play to the end, also where the other was closed meanwhile."""
    peers, rng = acquire_table(RULESETS["classic"], 2, 5), random.Random(5)
    play(peers, rng, most=50)
    dies = peers.asked()
    assert dies is not None
    peers.cut.add(dies)
    peers.pass_time(140_000, step_ms=1000)
    assert peers.peers[1 - dies].facts_of(Adjourned) == [Adjourned((dies,))]
    peers.cut.clear()
    for seat in (0, 1) if both else (dies,):
        peers.restart(seat)
    peers.pass_time(5_000)
    play(peers, rng)
    check(peers)
    assert not any(peer.facts_of(SeatLost) for peer in peers.peers)
