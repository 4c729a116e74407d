"""Check what holds in every game, under any rules and players: hypothesis chooses both, and shrinks what it finds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_core import Game, RandomPlayer, Reason, Retire, ScriptedBag, ShuffledBag
from acquire_core.engine.game import cpu_variant, cpu_variants, random_games, state_checksum, use_cpu_variant
from acquire_core.events import BlocksBought, BlocksDisposed, BlocksScored, BlocksSold, BonusPaid, FinalRank, MergerBonusPaid
from acquire_core.ruleset import RULESETS, SHARES_PER_CHAIN, TILE_COUNT, Ruleset
from acquire_core.tile_source import TILE_NAMES
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import CLASSIC, any_code, moments

SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = st.integers(2, 6)

LONGEST_RANDOM_GAME_TURNS = 10_000  # where play_random gives up on a game that need not end (K36)


@st.composite
def rulesets(draw: st.DrawFn, players: int) -> Ruleset:
    """Return a named ruleset, or a mix of options."""
    name = draw(st.sampled_from([*RULESETS, "mixed"]))
    return RULESETS[name] if name != "mixed" else random_ruleset(random.Random(draw(SEEDS)), players)


@st.composite
def games(draw: st.DrawFn) -> Iterator[Game]:
    """A random game before each of its actions; seats may leave."""
    players = draw(PLAYERS)
    rules = draw(rulesets(players))
    leaving = draw(st.sampled_from((0, 0, 0.01)))
    return moments(rules, players, random.Random(draw(SEEDS)), leaving=leaving, sealed=draw(st.booleans()), most_actions=1500)


def neighbours(tile: str) -> list[str]:
    column, row = int(tile[:-1]), tile[-1]
    around = [(column - 1, row), (column + 1, row), (column, chr(ord(row) - 1)), (column, chr(ord(row) + 1))]
    return [f"{c}{r}" for c, r in around if 1 <= c <= 12 and "A" <= r <= "I"]


@given(games())
def test_each_chain_has_25_blocks(moments_of_a_game: Iterator[Game]) -> None:
    for game in moments_of_a_game:
        state = game.snapshot()
        for chain, blocks in state["market"].items():
            held = [shares[chain] for shares in state["shares"]]
            assert min(blocks, *held) >= 0
            assert blocks + sum(held) == SHARES_PER_CHAIN


@given(games())
def test_each_of_108_tiles_is_in_one_place(moments_of_a_game: Iterator[Game]) -> None:
    for game in moments_of_a_game:
        state = game.snapshot()
        hands = [tile for hand in state["hands"] for tile in hand["tiles"]]
        seen = [*state["board"], *state["discard"], *hands]
        assert len(seen) == len(set(seen))
        assert len(seen) + state["bag_count"] == TILE_COUNT
        bag = set(game.observe(None).unseen) - set(hands)
        assert sorted([*seen, *bag]) == sorted(TILE_NAMES)
        assert all(len(hand["tiles"]) <= 11 for hand in state["hands"])


@given(games())
def test_nobody_owes_money(moments_of_a_game: Iterator[Game]) -> None:
    for game in moments_of_a_game:
        assert min(game.snapshot()["cash"]) >= 0


@given(games())
def test_chains_partition_the_board(moments_of_a_game: Iterator[Game]) -> None:
    for game in moments_of_a_game:
        if game.phase not in ("place", "buy", "over", "draw"):
            continue  # while a tile is settled it lies there unlabelled (K19)
        snapshot = game.snapshot()
        board, sizes = snapshot["board"], snapshot["sizes"]
        for chain, size in sizes.items():
            tiles = [tile for tile in board if board[tile] == chain]
            assert len(tiles) == size
            assert size != 1
            # Connected, and touching neither another chain nor a loose tile.
            if tiles:
                group, frontier = {tiles[0]}, [tiles[0]]
                while frontier:
                    around = {tile for tile in neighbours(frontier.pop()) if board.get(tile) == chain} - group
                    group |= around
                    frontier += around
                assert group == set(tiles)
                assert all(board[next_tile] == chain for tile in tiles for next_tile in neighbours(tile) if next_tile in board)


@given(rulesets(4), st.integers(0, 6), st.integers(2, TILE_COUNT))
def test_prices_and_bonuses_never_fall_as_a_chain_grows(rules: Ruleset, chain: int, size: int) -> None:
    assert rules.price(chain, size - 1) <= rules.price(chain, size)
    price = rules.price(chain, size)
    assert price % 100 == 0
    bonuses = rules.bonuses(price)
    assert list(bonuses) == sorted(bonuses, reverse=True)
    assert bonuses[0] == 10 * price
    assert chain == 6 or price <= rules.price(chain + 1, size)


@given(SEEDS, PLAYERS, SEEDS)
def test_every_game_with_the_stall_end_ends(options: int, players: int, seed: int) -> None:
    rules = random_ruleset(random.Random(options), players).replace(stall_end=True)
    rng = random.Random(seed)
    *_, game = moments(rules, players, rng, most_actions=20_000)
    assert game.over
    assert game.end_reason is not None
    # Each turn places, draws or sets aside one of 108 tiles, or counts towards the stall (docs/spec/rules.md, section 6).
    assert game.turn <= 3 * TILE_COUNT * (players + 1)


@given(games(), SEEDS)
def test_copies_go_their_own_ways(moments_of_a_game: Iterator[Game], seed: int) -> None:
    """The history so far is shared; what comes later is each game's own, in whatever order they go on."""
    rng = random.Random(seed)
    forks: list[tuple[Game, list[object]]] = []
    for game in moments_of_a_game:
        if rng.random() < 0.05:
            fork = game.copy()
            assert (fork.digest(), fork.snapshot(), fork.actions()) == (game.digest(), game.snapshot(), game.actions())
            for seat in (None, game.current):
                assert fork.observe(seat) == game.observe(seat)
                assert hash(fork.observe(seat)) == hash(game.observe(seat))
            forks.append((fork, game.actions()))
        if forks and rng.random() < 0.3:
            fork, past = rng.choice(forks)
            if not fork.over:
                action = fork.action_of(any_code(fork, rng))
                fork.apply(action, events=False)
                past.append(action)
            assert fork.actions() == past
    for fork, past in [*forks, (game, game.actions())]:
        assert fork.actions() == past
        replayed = Game(fork.ruleset, fork.players, sealed=fork.sealed)
        for action in past:
            replayed.apply(action, events=False)
        assert replayed.snapshot() == fork.snapshot()


def test_a_copy_that_goes_on_first_leaves_the_original_its_history() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(1))
    past = game.actions()
    one, two = game.copy(), game.copy()
    one.apply_code(one.legal_codes()[0])
    game.apply_code(game.legal_codes()[1])
    two.apply_code(two.legal_codes()[2])
    assert game.actions()[:-1] == one.actions()[:-1] == two.actions()[:-1] == past
    assert len({repr(each.actions()[-1]) for each in (game, one, two)}) == 3


@given(games(), st.integers(0, 60))
def test_what_has_happened_since_is_the_rest_of_the_history(moments_of_a_game: Iterator[Game], known: int) -> None:
    for number, game in enumerate(moments_of_a_game):
        if number % 8 == known % 8:  # all moments of all games are many copies of long histories
            assert game.actions(known) == game.actions()[known:]
    with pytest.raises(ValueError, match="negative"):
        game.actions(-1)


def test_copies_draw_the_same_tiles_and_do_not_use_them_up_for_one_another() -> None:
    for tiles in (ShuffledBag(5), ScriptedBag(TILE_NAMES[::-1])):
        game = Game("classic", 3, tiles=tiles)
        fork = game.copy()
        while not game.over:
            code = game.legal_codes()[-1]
            game.apply_code(code)
            fork.apply_code(code)
            assert fork.digest() == game.digest()
            assert fork.snapshot() == game.snapshot()


@given(games(), SEEDS)
def test_a_replayed_history_has_the_digest_that_was_kept_up_on_the_way(moments_of_a_game: Iterator[Game], seed: int) -> None:
    rng = random.Random(seed)
    digests = []
    for game in moments_of_a_game:
        digests.append(game.digest())
    replayed = Game(game.ruleset, game.players, sealed=game.sealed)
    for action, digest in zip(game.actions(), digests, strict=False):
        assert replayed.digest() == digest
        assert replayed.refusal(action) is None
        replayed.apply(action, events=rng.random() < 0.5)
    assert replayed.digest() == digests[-1] == game.digest()
    assert replayed.actions() == game.actions()


@given(games())
def test_every_state_of_a_game_has_its_own_digest(moments_of_a_game: Iterator[Game]) -> None:
    """But for tiles that nobody sees: two draws of one tile look alike."""
    seen: dict[bytes, str] = {}
    for game in moments_of_a_game:
        state = game.snapshot()
        del state["hands"]
        public = repr((state, [len(hand["tiles"]) for hand in game.snapshot()["hands"]]))
        assert seen.setdefault(game.digest(), public) == public


@given(games(), SEEDS)
def test_codes_and_actions_are_two_names_for_one_thing(moments_of_a_game: Iterator[Game], seed: int) -> None:
    rng = random.Random(seed)
    for game in moments_of_a_game:
        if rng.random() > 0.1:
            continue
        codes = game.legal_codes()
        assert codes == sorted(set(codes))
        actions = [game.action_of(code) for code in codes]
        assert actions == game.legal_actions()
        assert len(set(actions)) == len(actions)
        assert [game.code_of(action) for action in actions] == codes
        if codes:
            code = rng.choice(codes)
            one, two = game.copy(), game.copy()
            one.apply_code(code)
            two.apply(game.action_of(code))
            assert one.snapshot() == two.snapshot()
            assert one.digest() == two.digest()
            assert one.actions() == two.actions()


@given(games())
def test_events_account_for_every_dollar(moments_of_a_game: Iterator[Game]) -> None:
    """Cash after an action is cash before it and what the events say."""
    for game in moments_of_a_game:
        if game.over:
            return
        code = game.legal_codes()[-1 if game.phase != "draw" else 0]
        fork = game.copy()
        cash = fork.snapshot()["cash"]
        for event in fork.apply(fork.action_of(code)):
            if isinstance(event, BonusPaid | MergerBonusPaid | BlocksDisposed | BlocksScored | BlocksSold):
                cash[event.seat] += event.dollars
            elif isinstance(event, BlocksBought):
                cash[event.seat] -= event.dollars
            elif isinstance(event, FinalRank):
                assert (event.rank, event.seat, event.dollars) in fork.standings()
        assert cash == fork.snapshot()["cash"]


@given(SEEDS, PLAYERS, SEEDS)
def test_seats_may_leave_at_any_moment(options: int, players: int, seed: int) -> None:
    """docs/spec/rules.md, section 7: the others play on, tiles and blocks stay complete, and one seat alone ends the game."""
    rng = random.Random(seed)
    game = Game(random_ruleset(random.Random(options), players), players, sealed=rng.random() < 0.3,
                tiles=ShuffledBag(seed) if rng.random() < 0.5 else None)
    leavers = rng.sample(range(players), players)
    for gone, leaver in enumerate(leavers):
        for _ in range(rng.choice((0, 1, 5, 30, 80))):
            if not game.over:
                game.apply_code(any_code(game, rng))
        if game.over:
            assert game.refusal(Retire(leaver)) is Reason.GAME_OVER
            break
        game.apply(Retire(leaver))
        assert leaver in game.retired
        assert game.to_move != leaver
        state = game.snapshot()
        assert state["hands"][leaver] == {"tiles": [], "hidden": 0}
        tiles = [*state["board"], *state["discard"], *(tile for hand in state["hands"] for tile in hand["tiles"])]
        assert len(tiles) + state["bag_count"] == TILE_COUNT
        assert game.over or game.refusal(Retire(leaver)) is Reason.ALREADY_RETIRED
        if gone == players - 2:
            while not game.over:
                assert game.phase in ("market_draw", "found", "survivor", "next_defunct", "dispose")  # K32
                game.apply_code(any_code(game, rng))
    # With a source, chance plays itself; the record still replays without one.
    replayed = Game(game.ruleset, players, sealed=game.sealed)
    for action in game.actions():
        replayed.apply(action, events=False)
    assert replayed.snapshot() == game.snapshot()


# Random play.

@pytest.fixture
def any_cpu_variant() -> Iterator[Callable[[str], None]]:
    before = cpu_variant()
    yield use_cpu_variant
    use_cpu_variant(before)


def stepped(game: Game, seed: int) -> Game:
    """To the end by one choice after the other."""
    player = RandomPlayer(seed)
    while not game.over and game.turn < LONGEST_RANDOM_GAME_TURNS:
        game.apply_code(player.code(game))
    return game


def tables(count: int, seed: int) -> Iterator[tuple[Ruleset, int, int, bool]]:
    """Yield all named rulesets with all player counts, then mixes; open and sealed."""
    rng = random.Random(seed)
    for rules in RULESETS.values():
        for players in range(2, 7):
            for sealed in (False, True):
                yield rules, players, rng.getrandbits(64), sealed
    for _ in range(count):
        players = rng.randint(2, 6)
        yield random_ruleset(rng, players), players, rng.getrandbits(64), rng.random() < 0.5


def test_random_play_is_the_same_in_one_go_and_step_by_step(count: Count, any_cpu_variant: Callable[[str], None]) -> None:
    for rules, players, seed, sealed in tables(count(300, 2000), seed=1):
        # Ten thousand turns of a game that cannot end say no more than a few hundred.
        rules = rules.replace(stall_end=True) if seed % 16 else rules
        expected = stepped(Game(rules, players, sealed=sealed), seed)
        for variant in cpu_variants():
            any_cpu_variant(variant)
            game = Game(rules, players, sealed=sealed)
            game.play_random(seed)
            story = f"{variant}, {rules.name} {rules.changes()}, {players} players, sealed {sealed}, seed {seed}"
            assert state_checksum(game) == state_checksum(expected), story
            assert game.digest() == expected.digest(), story
            assert game.snapshot()["hands"] == expected.snapshot()["hands"], story


def test_random_play_goes_on_from_any_moment(count: Count, any_cpu_variant: Callable[[str], None]) -> None:
    """Also from the middle of a merger, a purchase or a draw."""
    rng = random.Random(2)
    for rules, players, seed, sealed in tables(count(150, 750), seed=2):
        rules = rules.replace(stall_end=True)
        for game in moments(rules, players, random.Random(seed), sealed=sealed, most_actions=500):
            if rng.random() < 0.01 and not game.over:
                expected = stepped(game.copy(), seed)
                for variant in cpu_variants():
                    any_cpu_variant(variant)
                    fork = game.copy()
                    fork.play_random(seed)
                    assert fork.digest() == expected.digest(), f"{rules.name} {rules.changes()}, {players}, {game!r}"
                    assert state_checksum(fork) == state_checksum(expected)


def test_whole_games_are_the_same_on_every_cpu_variant(count: Count, any_cpu_variant: Callable[[str], None]) -> None:
    for rules, players, seed, _ in tables(count(100, 500), seed=3):
        results = []
        for variant in cpu_variants():
            any_cpu_variant(variant)
            results.append(random_games(rules.replace(stall_end=True), players, seed >> 1, 20))
        assert results == results[:1] * len(results)
        checksum, turns, ended = results[0]
        assert ended == 20
        assert turns > 0


def test_turns_of_a_random_player_are_random_play_cut_into_turns(count: Count) -> None:
    for rules, players, seed, sealed in tables(count(100, 500), seed=4):
        rules = rules.replace(stall_end=True)
        whole, cut = Game(rules, players, sealed=sealed), Game(rules, players, sealed=sealed)
        whole.play_random(seed)
        player = RandomPlayer(seed)
        while player.turn(cut):
            pass
        assert cut.digest() == whole.digest()


def test_random_play_imagines_hidden_tiles() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        game = Game("classic", 3)
        for _ in range(60):
            codes = game.legal_codes()
            game.apply_code(codes[-1] if game.phase == "draw" else rng.choice(codes))
        assert any(hand["hidden"] for hand in game.snapshot()["hands"])
        game.play_random(seed)
        assert game.over
        assert not any(hand["hidden"] for hand in game.snapshot()["hands"])


def test_random_play_keeps_the_game_whole(count: Count) -> None:
    for rules, players, seed, sealed in tables(count(100, 750), seed=5):
        game = Game(rules.replace(stall_end=True), players, sealed=sealed)
        game.play_random(seed)
        state = game.snapshot()
        tiles = [*state["board"], *state["discard"], *(tile for hand in state["hands"] for tile in hand["tiles"])]
        assert len(tiles) == len(set(tiles)) == TILE_COUNT - state["bag_count"]
        assert min(state["cash"]) >= 0
        assert all(blocks + sum(shares[chain] for shares in state["shares"]) == 25 for chain, blocks in state["market"].items())


def test_a_shuffled_game_is_its_own_record(count: Count) -> None:
    """Played with a bag, and replayed line by line without one."""
    for rules, players, seed, sealed in tables(count(40, 400), seed=6):
        rng = random.Random(seed)
        game = Game(rules.replace(stall_end=True), players, tiles=ShuffledBag(seed), sealed=sealed)
        while not game.over:
            game.apply_code(any_code(game, rng))
        replayed = Game(game.ruleset, players, sealed=sealed)
        for action in game.actions():
            replayed.apply(action, events=False)
        assert replayed.over
        assert replayed.digest() == game.digest()
        assert replayed.snapshot() == game.snapshot()
        assert replayed.standings() == game.standings()


def test_games_without_the_stall_end_are_bounded_in_random_play() -> None:
    game = Game(CLASSIC.replace(stall_end=False, end_size=108, end_all_safe=False), 2)
    game.play_random(1)
    assert not game.over
    assert game.turn == LONGEST_RANDOM_GAME_TURNS
