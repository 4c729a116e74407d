"""A packed program at a table with a program of pip: `python -m tools.try_installers` runs these with ACQUIRE_PROGRAM set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.online.programs import Company, proven

PACKED = os.environ.get("ACQUIRE_PROGRAM", "")

pytestmark = pytest.mark.skipif(not PACKED, reason="ACQUIRE_PROGRAM does not name a packed program")


@pytest.mark.parametrize("host_is_packed", [True, False], ids=["packed hosts", "packed joins"])
def test_a_packed_program_and_one_of_pip_prove_the_same_game(tmp_path: Path, host_is_packed: bool) -> None:
    seat = ["--bot", "2", "--json", "--port", 0, "--no-announce", "--once"]
    hosting, joining = (PACKED, "") if host_is_packed else ("", PACKED)
    with Company(tmp_path) as company:
        host = company.run("Ada", "host", "--seats", 2, "--name", "Ada", *seat, packed=hosting)
        code = host.wait_for("table")["code"]
        programs = [host, company.run("Ben", "join", code, "--name", "Ben", *seat, packed=joining)]
        finished = [program.wait_for("finished") for program in programs]
        assert [program.end() for program in programs] == [0, 0]
        assert not any(program.errors for program in programs)
        assert len({proven(program) for program in programs}) == 1
        assert finished[0]["head"] == finished[1]["head"] and finished[0]["signed"] == finished[1]["signed"] == [0, 1]
