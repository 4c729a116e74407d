"""`acquire arena --dask`: the same games on a real cluster of this machine, and a sentence where a cluster cannot be used."""

import importlib.util
import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from acquire_client import version
from acquire_client.commands.arena import MAX_BATCH_GAMES, crew_of
from acquire_client.tools import cluster
from acquire_client.tools.cluster import Answers, Cluster, ClusterError, refuse_unfit, run_as
from acquire_client.view_model.words import counted
from acquire_core.arena import GAMES_AHEAD
from tests.client.command_line import Acquire, acquire_process, acquire_process_at_work

needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None,
                                reason="Dask is not installed: pip install 'acquire-p2p[cluster]'")

# A scheduler and its workers on the loopback, as processes; they end with their input.
LOCAL_CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, processes=True, dashboard_address=None,
                      host="127.0.0.1") as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
SECONDS = 120
"""Nothing here takes so long, however slow the machine: all that cluster.py waits for adds up to 53 seconds."""
BOT = """
import sys
print('hello 1 last', flush=True)
for line in sys.stdin:
    if line[:5] == 'legal': legal = line[6:]
    if line[:2] == 'go': print('move', legal, end='', flush=True)
"""


@contextmanager
def local_cluster(workers: int, tmp_path: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    script = tmp_path / "local_cluster.py"
    script.write_text(LOCAL_CLUSTER)
    process = subprocess.Popen([sys.executable, script, str(workers)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True,
                               env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(tmp_path)})
    assert process.stdin is not None and process.stdout is not None
    with process, ThreadPoolExecutor(1) as reader:
        try:
            yield reader.submit(process.stdout.readline).result(SECONDS).strip(), process
        finally:
            process.stdin.close()
            try:
                process.wait(SECONDS)
            finally:
                process.kill()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with local_cluster(2, tmp_path_factory.mktemp("cluster")) as (address, _):
        yield address


# --- a real cluster ---------------------------------------------------------------------------------------------------

@needs_dask
def test_a_cluster_plays_the_same_games_as_threads(address: str, acquire: Acquire, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    seats = f'2,cmd:"{sys.executable}" "{bot}",0,1'
    words = ["arena", "--seats", seats, "--players", 3, "--games", 24, "--rules", "revised-6515", "--option",
             "special_powers=yes", "--seed", 9, "--move-time", 20_000, "--json"]
    far = acquire_process(*words, "--dask", address)
    out, err = far.communicate(timeout=SECONDS)
    assert far.returncode == 0, err
    assert not err
    near = acquire(*words, "--jobs", 2)
    assert json.loads(out) == json.loads(near.out)
    assert json.loads(out)["games"] == 24 and not any(entry["faults"] for entry in json.loads(out)["entries"])


@needs_dask
def test_workers_of_another_version_are_refused(address: str, acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    there = version.program_version()
    monkeypatch.setattr(version, "distribution_version", lambda name: "9.9")
    answer = acquire("arena", "--seats", "2,0", "--games", 4, "--dask", address)
    assert answer.code == 1 and not answer.out
    assert f"the scheduler has acquire-p2p {there}, and this is 9.9" in answer.err


@needs_dask
def test_a_program_that_the_workers_cannot_start_is_refused(address: str, acquire: Acquire) -> None:
    answer = acquire("arena", "--seats", "2,cmd:./no-such-program", "--games", 4, "--dask", address)
    assert answer.code == 1 and not answer.out
    assert "'./no-such-program' cannot be started by the worker tcp://127.0.0.1:" in answer.err


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_shows_what_a_cluster_has_played(address: str) -> None:
    process = acquire_process_at_work("arena", "--seats", "2,2,2", "--games", 1_000_000, "--json", "--dask", address)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 130, err
    assert 0 < json.loads(out)["games"] < 1_000_000


@needs_dask
def test_a_scheduler_that_goes_away_leaves_what_was_played(tmp_path: Path) -> None:
    with local_cluster(1, tmp_path) as (address, scheduler):
        process = acquire_process_at_work("arena", "--seats", "2,2,2", "--games", 1_000_000, "--json", "--dask", address)
        scheduler.kill()
        out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 1
    assert "went away" in err and "Traceback" not in err
    games = json.loads(out)["games"]
    assert games > 0 and f"{counted(games, 'game')} of 1,000,000" in err


class NeverDone(Executor):
    """As Dask leaves work that it was given in the moment in which it lost its scheduler."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        return Future()


class FakeClient:
    status = "running"
    scheduler_comm = "a connection"

    def get_executor(self, pure: bool) -> Executor:
        return NeverDone()


@pytest.mark.parametrize(("what", "now"), [("status", "connecting"), ("scheduler_comm", "another connection")])
def test_nothing_waits_for_work_that_was_given_while_the_scheduler_went_away(what: str, now: str) -> None:
    """Nor where it was found again before anybody looked."""
    client = FakeClient()
    with cluster._ending_with(client) as executor:
        given = [executor.submit(len, ()) for _ in range(3)]
        assert not any(future.done() for future in given)
        setattr(client, what, now)
        assert not wait(given, SECONDS).not_done
        for future in given:
            with pytest.raises(CancelledError):
                future.result(SECONDS)
        assert executor.submit(len, ()).cancelled(), "to be noticed behind what was done before"


def test_what_was_done_on_a_cluster_is_handed_over_as_it_is() -> None:
    class Here(FakeClient):
        def get_executor(self, pure: bool) -> Executor:
            return there

    def fails() -> None:
        raise ValueError("so it is")

    with ThreadPoolExecutor(1) as there, cluster._ending_with(Here()) as executor:
        assert executor.submit(len, (1, 2)).result(SECONDS) == 2
        with pytest.raises(ValueError, match="so it is"):
            executor.submit(fails).result(SECONDS)


# --- no cluster -------------------------------------------------------------------------------------------------------

@needs_dask
def test_an_address_where_nobody_speaks_dask_is_refused_soon(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for address in (f"127.0.0.1:{silent.getsockname()[1]}", "127.0.0.1:1", "nonsense", "", "http://127.0.0.1:1"):
            began = time.monotonic()
            answer = acquire("arena", "--seats", "2,0", "--dask", address)
            assert answer.code == 1 and not answer.out
            assert answer.err.startswith("acquire: no Dask scheduler ") and f"'{address}'" in answer.err
            assert answer.err.count("\n") == 1
            assert time.monotonic() - began < SECONDS / 2


def test_without_dask_the_command_says_what_to_install(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    answer = acquire("arena", "--seats", "2,0", "--dask", "tcp://127.0.0.1:8786")
    assert answer.code == 1 and not answer.out
    assert "pip install 'acquire-p2p[cluster]'" in answer.err


def test_jobs_and_a_cluster_exclude_each_other(acquire: Acquire) -> None:
    answer = acquire("arena", "--seats", "2,0", "--dask", "tcp://127.0.0.1:8786", "--jobs", 2)
    assert answer.code == 2
    assert "--jobs is for this machine alone" in answer.err


OWN = version.program_version()


@pytest.mark.parametrize(("answers", "words"), [
    (Answers(ModuleNotFoundError("No module named 'acquire_client'"), {"a": OWN}, {}, 1), "the scheduler cannot run acquire-p2p"),
    (Answers(OWN, {"a": OWN, "b": ModuleNotFoundError("No module named 'acquire_client'")}, {}, 2), "the worker b cannot run"),
    (Answers("9.9", {"a": OWN}, {}, 1), "the scheduler has acquire-p2p 9.9"),
    (Answers(OWN, {"a": OWN, "b": "9.9"}, {}, 2), "the worker b has acquire-p2p 9.9, and this is"),
    (Answers(OWN, {"a": OWN}, {"./bot": {"a": None}, "./b\x1b": {"a": "no such file"}}, 1),
     r"'./b\\x1b' cannot be started by the worker a: no such file"),
])
def test_a_cluster_that_runs_something_else_is_refused(answers: Answers, words: str) -> None:
    with pytest.raises(ClusterError, match=words):
        refuse_unfit(answers)
    refuse_unfit(Answers(OWN, {"a": OWN, "b": OWN}, {"./bot": {"a": None, "b": None}}, 2))


def test_a_worker_that_joins_later_checks_its_version() -> None:
    assert run_as(OWN, divmod, 7, 2) == (3, 1)
    with pytest.raises(ClusterError, match="joined later has acquire-p2p") as refused:
        run_as("9.9", divmod, 7, 2)
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@pytest.mark.parametrize(("threads", "games", "batch", "ahead"), [
    (1, 1, 1, GAMES_AHEAD), (2, 40, 5, GAMES_AHEAD), (2, 400, MAX_BATCH_GAMES, GAMES_AHEAD), (100, 400, 1, 400),
    (0, 10, MAX_BATCH_GAMES, GAMES_AHEAD),
])
def test_every_worker_gets_a_few_tasks(threads: int, games: int, batch: int, ahead: int) -> None:
    with ThreadPoolExecutor(1) as executor:
        crew = crew_of(Cluster(executor, threads), games)
    assert (crew.batch, crew.ahead) == (batch, ahead)
