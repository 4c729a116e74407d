"""What the kernel costs a process: memory that does not grow, an import that brings little, and threads that run at once.

Times are printed for a reader (`pytest -s`), and never asserted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from acquire_core import Game, ShuffledBag
from acquire_core.engine.game import STATE_BYTES, random_games
from tests.support.counts import Count

measures_memory = pytest.mark.skipif(
    sys.platform == "win32" or "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="there is no resource module, or a sanitizer keeps freed memory")


def in_a_fresh_process(program: str, *arguments: object) -> str:
    """Return what a program prints, run by this interpreter; a crash is a failure like any other."""
    command = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"exit status {done.returncode}: {done.stderr}"
    return done.stdout


def with_a_time_limit(program: str) -> None:
    """Run a program that takes milliseconds, unless it never ends."""
    try:
        subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, timeout=20, capture_output=True)
    except subprocess.TimeoutExpired:
        pytest.fail("the program hangs")


def test_a_state_is_small() -> None:
    assert STATE_BYTES <= 640


@measures_memory
def test_peak_memory_of_many_playouts_is_flat(count: Count) -> None:
    grown = in_a_fresh_process("""
        import resource, sys
        from acquire_core import RULESETS
        from acquire_core.engine.game import random_games

        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)

        games = int(sys.argv[1])
        for ruleset in RULESETS:
            random_games(ruleset, 4, 1, 100)
        before = peak()
        for first in range(0, games, 50_000):
            random_games("classic", 4, first, min(50_000, games - first))
        for ruleset in RULESETS:
            random_games(ruleset, 6, 1, games // 50)
        print(peak() - before)
        """, count(50_000, 1_000_000))
    assert int(grown) <= 256  # KiB; a leak of one byte a game would be four times that


@measures_memory
def test_peak_memory_of_many_games_played_from_python_is_flat(count: Count) -> None:
    """Games, copies, histories, observations, events and refusals come and go."""
    grown = in_a_fresh_process("""
        import resource, sys
        from acquire_core import Game, IllegalAction, Place, RandomPlayer, ShuffledBag

        def peak():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)

        def play(seed):
            game = Game("classic", 4, tiles=ShuffledBag(seed))
            while not game.over:
                fork = game.copy()
                fork.apply_code(fork.legal_codes()[0])
                game.apply(game.action_of(game.legal_codes()[-1]))
                game.apply_code(game.legal_codes()[0]) if not game.over else None
                try:
                    game.apply(Place(3, "1A"))
                except IllegalAction:
                    pass
                seen = game.observe(seed % 4)
                seen.legal_codes(), game.digest()
            seen.history(), game.actions(), game.snapshot(), hash(seen)
            fork.play_random(seed)

        games = int(sys.argv[1])
        for seed in range(40):
            play(seed)
        before = peak()
        for seed in range(games):
            play(seed)
        print(peak() - before)
        """, count(300, 5000))
    assert int(grown) <= 1024  # KiB; the allocator's own pools move by a few hundred


@measures_memory
def test_playing_and_forgetting_leaves_no_python_object_behind(count: Count) -> None:
    def play(seed: int) -> None:
        game = Game("classic", 3, tiles=ShuffledBag(seed))
        while not game.over:
            game.apply(game.legal_actions()[0])
        game.observe(0).history()
        game.copy().play_random(seed)

    for seed in range(5):
        play(seed)
    tracemalloc.start()
    try:
        play(0)
        before = tracemalloc.get_traced_memory()[0]
        for seed in range(count(40, 400)):
            play(seed)
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 20_000


@measures_memory
def test_many_copies_of_a_long_game_share_its_history() -> None:
    game = Game("classic", 4, tiles=ShuffledBag(1))
    while not game.over:
        game.apply_code(game.legal_codes()[-1])
    tracemalloc.start()
    try:
        copies = [game.copy() for _ in range(1000)]
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used / len(copies) < 1200  # the state, the order of the tiles and a few references


def test_importing_the_core_is_light() -> None:
    """Nothing that a phone would not want: no arrays, no event loop, no window, no network."""
    printed = in_a_fresh_process("""
        import sys, time
        before = set(sys.modules)
        start = time.perf_counter()
        import acquire_core
        print(f"{1000 * (time.perf_counter() - start):.1f}")
        print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
        """)
    milliseconds, modules = printed.splitlines()
    print(f"importing acquire_core took {milliseconds} ms")
    heavy = {"numpy", "scipy", "asyncio", "multiprocessing", "concurrent", "socket", "ssl", "http", "urllib", "email", "logging",
             "subprocess", "tempfile", "random", "sqlite3", "ctypes", "unittest", "pygame", "rich", "zmq", "nacl", "zeroconf",
             "msgspec", "platformdirs", "hypothesis", "Cython", "cython", "setuptools", "pkg_resources", "acquire_net",
             "acquire_client"}
    assert not heavy & set(modules.split())
    assert "acquire_core" in modules.split()


def test_threads_play_the_same_games() -> None:
    tasks = [(ruleset, players, seed) for ruleset in ("classic", "revised-6515", "tycoon-2023") for players in (2, 4, 6)
             for seed in (1, 10_000)]
    alone = [random_games(*task, 300) for task in tasks]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda task: random_games(*task, 300), tasks * 4))  # type: ignore[call-arg]
    assert together == alone * 4


def test_other_threads_run_while_random_games_are_played() -> None:
    """The GIL is free meanwhile: this thread gets its turns, each of which would wait for the end otherwise."""
    def work() -> None:
        start = time.perf_counter()
        random_games("classic", 4, 1, 80_000)
        print(f"80,000 games took {time.perf_counter() - start:.2f} s beside another thread")

    turns = 0
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns >= 10


# What must not crash or hang, each in a process of its own.

CALLS = [
    "RandomPlayer(1).code(None)", "RandomPlayer(1).turn(None)", "game.state_checksum(None)", "game.copy_benchmark(None, 1)",
    "Game.__new__(Game).snapshot()", "Game.__new__(Game).observe(None)", "Game.__new__(Game).digest()",
    "Game.__new__(Game).digest_fields()",
    "Game.__new__(Game).legal_codes()", "Game.__new__(Game).copy().ruleset", "Observation.__new__(Observation).as_dict()",
    "Observation.__new__(Observation).legal_codes()", "repr(Game.__new__(Game))"]


def test_nothing_that_python_may_call_crashes_the_process() -> None:
    """An exception is an answer; so is a result. After a crash the last line that was written names the call."""
    printed = in_a_fresh_process("""
        import sys
        from acquire_core import Game, Observation, RandomPlayer
        from acquire_core.engine import game
        for call in sys.argv[1:]:
            print(call, file=sys.stderr, flush=True)
            try:
                eval(call)
            except Exception:
                pass
            print(call)
        """, *CALLS)
    assert printed.splitlines() == CALLS


NEVER_ENDING = 'Game(RULESETS["classic"].replace(stall_end=False, end_all_safe=False, end_size=108), 2)'


@pytest.mark.parametrize("call", ["game.play_random(i)", "game.play_random(i, turns=9_999)",
                                  "[player.turn(game) for _ in range(10_000)]"])
def test_a_game_that_never_ends_does_not_hang_when_its_turns_are_more_than_a_counter_holds(call: str) -> None:
    """Turns beyond 65,535, where two bytes are full."""
    with_a_time_limit(f"""
        from acquire_core import Game, RULESETS, RandomPlayer
        game, player = {NEVER_ENDING}, RandomPlayer(1)
        for i in range(8):
            {call}
        """)


def test_a_random_player_imagines_tiles_that_became_hidden_on_the_way() -> None:
    with_a_time_limit("""
        from acquire_core import Buy, DrawTile, Game, Pass, Place, RandomPlayer
        game = Game.from_position("classic", 2, board=chr(10).join(["." * 12] * 9),
                                  hands=[["9I"], []])
        game.play_random(1, turns=0)
        for action in [Place(0, "9I"), Buy(0), *[DrawTile(0, None)] * 6, Pass(1), Buy(1), *[DrawTile(1, None)] * 6]:
            game.apply(action)
        RandomPlayer(1).turn(game)
        """)


def test_two_threads_may_play_one_game_at_random() -> None:
    """The last thread wins, and the game stays a valid game."""
    for _ in range(50):
        game = Game("classic", 4)
        both = threading.Barrier(2)

        def play(seed: int, game: Game = game, both: threading.Barrier = both) -> None:
            both.wait()
            game.play_random(seed)

        threads = [threading.Thread(target=play, args=(seed,)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert game.over
        assert sum(game.snapshot()["market"].values()) + sum(sum(row.values()) for row in game.snapshot()["shares"]) == 175
