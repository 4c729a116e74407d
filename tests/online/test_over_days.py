"""`acquire host --days` with `acquire relay --mailbox`: programs that are never there together, and a relay that is killed."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.online.programs import Company, Program

SEAT = ("--json", "--port", 0, "--no-announce")


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    with Company(tmp_path) as company:
        yield company


def begin_relay(company: Company, folder: Path, port: int = 0) -> tuple[Program, int]:
    relay = company.run("relay", "relay", "--bind", "127.0.0.1", "--port", port, "--mailbox", folder)
    line = relay.wait_for(lambda event: event["event"] == "line" and "Relay on port" in event["text"])["text"]
    relay.wait_for(lambda event: event["event"] == "line" and "Mailbox in" in event["text"])
    return relay, int(re.findall(r"\d+", line)[0])


def visit(company: Company, name: str) -> bool:
    """Come back to the table, and answer what is asked; return whether something was."""
    program = company.run(name, "resume", "--json", "--port", 0, "--no-announce")
    event = program.wait_for(lambda event: event["event"] == "question" or "Everything that waited" in event.get("text", ""))
    answered = event["event"] == "question"
    if answered:
        program.type_line(event["legal"][0])
    program.type_line("quit")
    assert program.end() == 0, program.errors
    return answered


@pytest.mark.more_cases
@pytest.mark.skipif(sys.platform == "win32", reason="a relay is killed")
def test_a_table_goes_on_although_its_players_are_never_there_together(company: Company, tmp_path: Path) -> None:
    relay, port = begin_relay(company, tmp_path / "mail")
    host = company.run("host", "host", "--seats", 2, "--days", f"127.0.0.1:{port}", "--ready", *SEAT)
    code = host.wait_for("table")["code"]
    guest = company.run("guest", "join", code, "--ready", *SEAT)
    for program in (host, guest):
        started = program.wait_for("started")
        assert started["options"]["mailbox"] == f"127.0.0.1:{port}"
        program.wait_for(lambda event: event["event"] == "deal" and event["stage"] == "done")
    for program in (host, guest):
        program.type_line("quit")
        program.end()
    answers = []
    for turn in range(8):
        answers.append(visit(company, ("host", "guest")[turn % 2]))
        relay.kill()
        relay, port = begin_relay(company, tmp_path / "mail", port)
    assert sum(answers) >= 2, answers
    assert {look_after(company, name, tmp_path) for name in ("host", "guest", "host", "guest")} & {True}


def look_after(company: Company, name: str, folder: Path) -> bool:
    """Let `acquire keep` visit the table once; return whether it has reported that this seat is asked."""
    called = folder / f"called {name}"
    script = folder / "bell.py"
    script.write_text(f"import os, pathlib; pathlib.Path({str(called)!r}).write_text(os.environ['ACQUIRE_PLAYERS'])")
    program = company.run(name, "keep", "--once", "--notify", f'"{sys.executable}" "{script}"')
    line = program.wait_for("line")["text"]
    assert program.end() == 0, program.errors
    assert line.startswith("Table with ") and called.exists() == ("it is your turn" in line)
    return called.exists()
