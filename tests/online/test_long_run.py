"""One company plays game after game: everybody comes back to the table, and nothing is left behind but journals."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.online.peers import come_to_the_end, table
from tests.online.programs import SHORT_GAME, Company, Program
from tests.support.counts import Count
from tests.support.few_cases import few_cases

MAX_GROWTH_BYTES, MAX_GROWTH_BYTES_A_GAME = 4_000_000, 50_000
"""The journal of a game alone has 300 kB, so games that are kept are seen."""
WARM_UP = 3
"""Games in which caches fill."""


def of_process(pid: int | str) -> tuple[int, int, int]:
    """Threads, open files and bytes of memory."""
    status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines())
    return int(status["Threads"]), len(os.listdir(f"/proc/{pid}/fd")), 1024 * int(status["VmRSS"].split()[0])


def held_by(pid: int) -> tuple[int, int, int]:
    """Return the same without what is there for a moment only: the least of several looks. What is left behind is in all."""
    looks = []
    for _ in range(10):
        looks.append(of_process(pid))
        time.sleep(0.02)
    threads, files, memory = (min(each) for each in zip(*looks, strict=True))
    return threads, files, memory


@pytest.mark.fully
def test_the_same_company_plays_again(tmp_path: Path) -> None:
    with table(tmp_path, 2) as sitting:
        heads = [come_to_the_end(sitting, games) for games in (1, 2)]
        assert heads[0] != heads[1]
        assert len({ended.journal for player in sitting for ended in player.ended[:2]}) == 4


@pytest.mark.fully
def test_whoever_leaves_after_a_game_makes_room(tmp_path: Path) -> None:
    with table(tmp_path, 2) as sitting:
        sitting[1].games = 1
        come_to_the_end(sitting)
        sitting[1].close()
        one = sitting[0]
        one.wait_until(lambda: any(type(each).__name__ == "Gone" for each in one.news), "the news that the other has left")
        assert one.stopped is None


def games_without_once(folder: Path, players: int, games: int) -> None:
    with Company(folder) as company:
        programs = company.table(players, *SHORT_GAME, level="1", once=False)
        heads: list[set[str]] = []
        sizes: list[list[tuple[int, int, int]]] = []
        for _ in range(games):
            heads.append({program.wait_for("finished")["head"] for program in programs})
            for program in programs:
                program.wait_for("started")
            sizes.append([held_by(program.process.pid) for program in programs])
            forget_events(programs)
        assert all(len(each) == 1 for each in heads) and len({head for each in heads for head in each}) == games
        print(f"first {sizes[0]}, last {sizes[-1]}")
        begin, end = sizes[min(WARM_UP, games) - 1], sizes[-1]
        for before, after in zip(begin, end, strict=True):
            assert after[0] <= before[0], f"threads: {before[0]} and then {after[0]}"
            assert after[1] <= before[1] + 2, f"open files: {before[1]} and then {after[1]}"
            assert after[2] - before[2] < MAX_GROWTH_BYTES + MAX_GROWTH_BYTES_A_GAME * games
        for program in programs:
            ended = [path for path in (program.home / "data" / "tables").iterdir() if path.suffix != ".acqlog"]
            assert len(ended) <= 3, f"secrets and ways back of ended games: {ended}"


def forget_events(programs: list[Program]) -> None:
    for program in programs:
        program.events.clear()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what a process holds is read from /proc")
@pytest.mark.fully
def test_game_after_game_leaves_nothing_behind(tmp_path: Path, count: Count) -> None:
    games_without_once(tmp_path, 2, count(4, 6))


@pytest.mark.campaign
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what a process holds is read from /proc")
def test_campaign(tmp_path: Path) -> None:
    games_without_once(tmp_path, 4, 200)


@pytest.mark.parametrize("killed", few_cases(pytest.mark.more_cases, [2, 1]))
@pytest.mark.fully
def test_whoever_came_back_to_the_last_game_plays_the_next(tmp_path: Path, killed: int) -> None:
    """Even where nobody is left who remembers what was proposed."""
    with Company(tmp_path) as company:
        programs = company.table(2, *SHORT_GAME, once=False)
        for program in programs:
            program.wait_for("action")
        for number, program in enumerate(programs[:killed]):
            program.kill()
            programs[number] = company.run(program.name, "resume", "--bot", "1", "--json", "--no-announce")
        assert len({program.wait_for("finished")["head"] for program in programs}) == 1
        assert len({program.wait_for("finished")["head"] for program in programs}) == 1


@pytest.mark.fully
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what a process holds is read from /proc")
def test_tables_one_after_the_other_leave_no_threads_or_files(tmp_path: Path, count: Count) -> None:
    def one(number: int) -> None:
        with table(tmp_path / str(number), 2) as sitting:
            for player in sitting:
                player.wait_until(lambda player=player: player.steps > 4, "some moves")
        gc.collect()

    one(0)
    threads, files, _ = of_process("self")
    for number in range(1, 1 + count(1, 3)):
        one(number)

    # A thread that was waited for has said that it ends; the system counts it for some milliseconds longer.
    end_s = time.monotonic() + 2
    while of_process("self")[0] > threads and time.monotonic() < end_s:
        time.sleep(0.01)
    now = of_process("self")
    assert now[0] <= threads, f"{now[0]} threads, and {threads} before: {[thread.name for thread in threading.enumerate()]}"
    assert now[1] <= files, f"{now[1]} open files, and {files} before"
