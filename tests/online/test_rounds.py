"""Simultaneous play between programs on one machine: whole games, a watcher, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from acquire_client.commands import CommandError
from acquire_client.commands.records import load
from acquire_core.notation import format_action
from acquire_net.crypto import signing
from acquire_net.table.acquire_game import AcquireGame, game_of
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.online.programs import Company, proven


@pytest.mark.parametrize("level", ["2", pytest.param("strong", marks=pytest.mark.fully)])
def test_a_game_of_three_programs_is_played_watched_and_verified(tmp_path: Path, level: str) -> None:
    with Company(tmp_path) as company:
        programs = company.table(3, "--option", "simultaneous=yes", level=level)
        begun = [program.wait_for("started") for program in programs]
        code = next(event["code"] for event in programs[0].events if event["event"] == "table")
        watcher = company.run("Walter", "join", code, "--watch", "--json", "--port", 0, "--no-announce", "--once")
        finished = [program.wait_for("finished") for program in (*programs, watcher)]
        assert [program.end() for program in (*programs, watcher)] == [0] * 4 and not any(each.errors for each in programs)
        assert len({event["head"] for event in finished}) == 1 and len(begun) == 3
        assert len({proven(program) for program in programs}) == 1
        report = verify_journal(read_journal(programs[0].journal), game_of, signing)
        assert isinstance(report.game, AcquireGame) and report.game.ruleset.simultaneous
        chains, game = report.game.ruleset.chain_names, report.game
        lines = [format_action(action, chains) for action in game.actions()]
        for program in (*programs, watcher):
            told = [event["line"] for event in program.events if event["event"] == "action"]
            assert len(told) == len(lines) and [line for line in told if " draw" not in line and not line.startswith("draw")] == \
                [line for line in lines if " draw" not in line and not line.startswith("draw")]
        answered = [event for event in programs[0].events if event["event"] == "answered"]
        assert answered and all(event["answered"] == len(event["seats"]) < event["of"] <= 3 for event in answered)
        assert any(" bid " in line for line in lines) and any(" place " in line for line in lines)
        with pytest.raises(CommandError, match="simultaneous play .* is not built yet for analysis"):
            load(programs[0].journal, tolerate=False, command="analyse")
        assert load(programs[0].journal, tolerate=False, command="replay", rounds=True).actions


