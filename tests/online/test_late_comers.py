"""A player who comes when the game has begun reads so at once, waits or watches, and gets a place in the next one."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from acquire_client.files.folders import Folders
from acquire_client.files.log_file import LOG_BYTES, LOG_FILES, start_log
from acquire_net import events
from acquire_net.discovery.table_address import TableAddress
from acquire_net.lobby.events import Met
from tests.online.peers import HeldPlayer, come_to_the_end, joined, table
from tests.online.programs import Company, Program

SEAT = ("--json", "--port", 0, "--no-announce")


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    with Company(tmp_path) as company:
        yield company


def wait_until(is_so: Callable[[], bool], patience_s: float = 60.0) -> None:
    end_s = time.monotonic() + patience_s
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.1)


def running(company: Company, *words: object) -> tuple[Program, str]:
    """Return a game of two in which a person at the first seat has not answered yet, and its code."""
    ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", *SEAT, *words)
    code = ada.wait_for("table")["code"]
    ben = company.run("Ben", "join", code, "--name", "Ben", *SEAT)
    ben.wait_for("started")
    ada.wait_for("started")
    return ada, code


@pytest.mark.fully
def test_who_comes_late_learns_it_at_once_and_so_do_those_who_play(company: Company) -> None:
    ada, code = running(company)
    cleo = company.run("Cleo", "join", code, "--name", "Cleo", *SEAT)
    report = cleo.wait_for("running")
    assert report["may_watch"] and "The game at this table has begun" in report["text"]
    assert f"acquire join --watch {code}" in report["text"] and "Here you wait until the game is over" in report["text"]
    assert "newcomer" in ada.wait_for("notice")["text"]
    cleo.type_line("who")
    assert "Here you wait until the game is over" in cleo.wait_for(lambda event: event["event"] == "note")["text"]


@pytest.mark.fully
def test_where_nobody_may_watch_a_late_comer_learns_that(company: Company) -> None:
    ada, code = running(company, "--no-spectators")
    cleo = company.run("Cleo", "join", code, "--name", "Cleo", *SEAT)
    report = cleo.wait_for("running")
    assert not report["may_watch"] and "--watch" not in report["text"] and "no spectators" in report["text"]
    assert "watch" not in ada.wait_for("notice")["text"]


class PlaysLater(HeldPlayer):
    holds = True


@pytest.mark.fully
def test_who_waited_is_at_the_table_after_the_game(tmp_path: Path) -> None:
    """Those who play agree to one game, so that there is a lobby after it; one waits with its answers for the newcomer."""
    with table(tmp_path, 2, make=PlaysLater) as playing:
        for player in playing:
            player.games = 1
        playing[0].wait_until(lambda: any(isinstance(each, events.Begun) for each in playing[0].news), "the beginning")
        late = joined(tmp_path / "late", "Late", TableAddress("127.0.0.1", playing[0].port))
        try:
            late.wait_until(lambda: any(isinstance(each, events.GameRuns) for each in late.news), "the news that a game runs")
            playing[0].wait_until(lambda: any(isinstance(each, events.Notice) and "newcomer" in each.text
                                              for each in playing[0].news), "the news of a newcomer")
            assert isinstance(playing[1], PlaysLater)
            playing[1].go_on()
            come_to_the_end(playing)
            late.wait_until(lambda: any(isinstance(each, Met) and each.name == "Ada" for each in late.news), "the table")
        finally:
            late.close()


@pytest.mark.fully
def test_who_comes_late_through_a_relay_learns_the_same(company: Company) -> None:
    relay = company.run("relay", "relay", "--bind", "127.0.0.1", "--port", 0)
    port = re.search(r"port (\d+)", relay.wait_for("line")["text"])
    assert port is not None
    ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", *SEAT, "--relay", f"127.0.0.1:{port[1]}")
    code = ada.wait_for("table")["relay_code"]
    company.run("Ben", "join", code, "--name", "Ben", *SEAT).wait_for("started")
    late = company.run("Cleo", "join", code, "--name", "Cleo", *SEAT)
    assert f"acquire join --watch {code}" in late.wait_for("running")["text"]
    watcher = company.run("Dan", "join", "--watch", code, *SEAT)
    assert watcher.wait_for("started")["seat"] is None


@pytest.mark.fully
def test_who_waits_at_a_table_that_goes_learns_so(company: Company) -> None:
    ada, code = running(company)
    cleo = company.run("Cleo", "join", code, "--name", "Cleo", *SEAT)
    cleo.wait_for("running")
    ada.kill()
    # A program that ends in the middle of an attempt to reach it has answered, and then something else might have.
    texts = (cleo.wait_for("trouble")["text"] for _ in range(2))
    assert any("Nobody answers at the table any more" in text for text in texts)


def log_of(program: Program) -> str:
    return (program.home / "data" / "acquire.log").read_text(encoding="utf-8")


@pytest.mark.fully
def test_the_log_has_something_to_show(company: Company) -> None:
    """A link that came and was lost, who was refused, and no secrets: neither chat nor tiles nor keys."""
    ada, code = running(company)
    ben = company.programs[1]
    ben.type_line("say my secret plan")
    ada.wait_for("said")
    company.run("Cleo", "join", code, "--name", "Cleo", *SEAT).wait_for("running")
    ada.wait_for("notice")
    ben.kill()
    wait_until(lambda: "is lost" in log_of(ada))
    log = log_of(ada)
    for says in ("open at", "Ben is here", "begun, 2 seats", "is up", "refused: "):
        assert says in log, log
    assert "the game there has begun" in log_of(company.programs[2])
    keys = [line.strip() for line in (ada.home / "data" / "identity").read_text(encoding="ascii").splitlines()[1:]]
    assert all(secret not in log for secret in ("secret plan", *keys)) and not re.search(r"\b([1-9]|1[0-2])[A-I]\b", log)


def test_the_log_is_bounded(tmp_path: Path) -> None:
    logger = logging.getLogger("acquire")
    before = list(logger.handlers)
    logger.handlers.clear()
    try:
        start_log(Folders(config=tmp_path, data=tmp_path, records=tmp_path))
        for _ in range(4 * LOG_BYTES // 1000):
            logger.info("x" * 1000)
        sizes = [path.stat().st_size for path in tmp_path.glob("acquire.log*")]
        assert len(sizes) == LOG_FILES + 1 and max(sizes) <= LOG_BYTES
    finally:
        for handler in logger.handlers:
            handler.close()
        logger.handlers[:] = before
