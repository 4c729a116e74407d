"""A program that a test forks is like one that it starts: its words, streams, environment, signals and end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.online.network import HostNetwork, needs_a_network
from tests.support import acquire_program
from tests.support.acquire_program import ROOT, ForkedProcess, ForkServer, Process, outcome, run_program, start_program

PATIENCE_S = 60
HOST = ("host", "--json", "--port", 0, "--no-announce")

pytestmark = [pytest.mark.fully,
              pytest.mark.skipif(sys.platform != "linux", reason="programs are forked on Linux alone")]


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquire_program, "_forks", True)


def started(words: tuple[object, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> Process:
    """Start a program that loads its modules itself."""
    with monkeypatch.context() as changed:
        changed.setattr(acquire_program, "_forks", False)
        program = start_program(words, home)
    assert isinstance(program, subprocess.Popen)
    return program


def at_work(program: Process) -> Process:
    assert program.stdout is not None and program.stdout.readline()
    return program


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[1])


@pytest.mark.parametrize("words", [("rules",), ("join", "nowhere", "--port", "0"), ("nonsense",)])
def test_it_says_and_returns_what_a_started_program_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                         words: tuple[str, ...]) -> None:
    forked = start_program(words, tmp_path / "forked")
    assert isinstance(forked, ForkedProcess)
    found = outcome(forked)
    assert found == outcome(started(words, tmp_path / "started", monkeypatch)) and any(found[1:])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_signal_ends_it_as_it_ends_a_started_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                       number: signal.Signals) -> None:
    ends = []
    for program in (start_program(HOST, tmp_path / "forked"), started(HOST, tmp_path / "started", monkeypatch)):
        at_work(program).send_signal(number)
        code, _, complaint = outcome(program)
        ends.append((code, complaint))
        program.send_signal(number)  # nobody is there any more
        assert program.poll() == code
    assert ends[0] == ends[1]


def test_each_has_its_own_home_and_key_and_neighbours_have_two_servers(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("a", "b")]
    programs = [at_work(start_program(HOST, home)) for home in homes]
    try:
        assert len({(home / "data" / "identity").read_bytes() for home in homes}) == 2
        assert len({parent(parent(program.pid)) for program in programs}) == 2, "they go through sets in two orders"
    finally:
        for program in programs:
            program.kill()
    assert [outcome(program)[0] for program in programs] == [-signal.SIGKILL] * 2


def test_it_has_the_variables_that_it_is_given_and_begins_from_nothing_where_python_reads_them_first(tmp_path: Path) -> None:
    narrow, wide = (run_program(["rules"], tmp_path, COLUMNS=columns)[1] for columns in ("60", "200"))
    assert max(map(len, narrow.splitlines())) <= 60 < max(map(len, wide.splitlines()))
    other = start_program(["rules"], tmp_path, ACQUIRE_CPU="portable")
    assert isinstance(other, subprocess.Popen) and outcome(other)[0] == 0


def test_to_wait_for_one_that_goes_on_ends_in_time(tmp_path: Path) -> None:
    program = at_work(start_program(HOST, tmp_path))
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(0.01)
    program.kill()
    assert outcome(program)[0] == -signal.SIGKILL


CTRL_C = """
import os, signal, sys
from pathlib import Path
from tests.support.acquire_program import outcome, start_program
home = Path(sys.argv[1])
program = start_program(["host", "--json", "--port", "0", "--no-announce"], home)
program.stdout.readline()
signal.signal(signal.SIGINT, lambda *_: None)
os.killpg(0, signal.SIGINT)
print(outcome(program)[0], *(outcome(start_program(["nonsense"], home))[0] for _ in range(2)))
"""


def test_ctrl_c_ends_the_programs_and_not_what_forks_them(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", CTRL_C, str(tmp_path)], cwd=ROOT, start_new_session=True, capture_output=True,
                          text=True, timeout=PATIENCE_S, check=False)
    assert (done.stdout, done.stderr) == ("130 2 2\n", "")


def test_where_the_program_cannot_be_loaded_the_test_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acquire_program, "SERVE", "raise SystemExit('a module is broken')")
    with pytest.raises(RuntimeError, match="a module is broken"):
        ForkServer().fork(["rules"], dict(os.environ), "")


def test_it_sits_in_the_network_that_it_is_to_sit_in(tmp_path: Path) -> None:
    needs_a_network()
    with HostNetwork(1) as network:
        program = start_program(HOST, tmp_path, wrap=network.on(1))
        assert isinstance(program, ForkedProcess)
        try:
            at_work(program)
            assert Path(f"/proc/{program.pid}/ns/net").stat().st_ino == Path(f"/run/netns/{network.space(1)}").stat().st_ino
        finally:
            program.kill()
            outcome(program)
