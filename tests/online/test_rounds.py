"""Simultaneous play between programs on one machine: whole games, a watcher, bad links, who leaves in a step, what is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from acquire_client.commands import CommandError
from acquire_client.commands.records import load
from acquire_core import RULESETS
from acquire_core.analysis import Effort, analyse
from acquire_core.notation import format_action
from acquire_net import events
from acquire_net.crypto import signing
from acquire_net.table.acquire_game import AcquireGame, game_of
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.core.hostile import EXAMPLE
from tests.online.peers import Player, come_to_the_end, table
from tests.online.programs import SHORT_GAME, Company, Program, proven
from tests.online.proxy import Proxy, Weather
from tests.support.few_cases import few_cases

ROUNDS = RULESETS["classic"].replace(simultaneous=True, end_size=15)
SOME_ROUNDS = 40
"""So many actions are played before a seat goes."""


@pytest.mark.fully
@pytest.mark.parametrize("level", few_cases(pytest.mark.more_cases, [f'cmd:"{sys.executable}" "{EXAMPLE}"', "2", "strong"]),
                         ids=["a program", "casual", "strong"])
def test_a_game_of_three_programs_is_played_watched_and_verified(tmp_path: Path, level: str) -> None:
    watchers: list[Program] = []

    def watch(code: str) -> None:
        watchers.append(company.run("Walter", "join", code, "--watch", "--json", "--port", 0, "--no-announce", "--once"))
        watchers[0].wait_for("notice")  # it waits for the game, which might be over before a program is ready

    with Company(tmp_path) as company:
        programs = company.table(3, "--option", "simultaneous=yes", *SHORT_GAME, level=level, meanwhile=watch)
        begun = [program.wait_for("started") for program in programs]
        watcher, = watchers
        finished = [program.wait_for("finished") for program in (*programs, watcher)]
        assert [program.end() for program in (*programs, watcher)] == [0] * 4 and not any(each.errors for each in programs)
        assert len({event["head"] for event in finished}) == 1 and len(begun) == 3
        assert len({proven(program) for program in programs}) == 1
        report = verify_journal(read_journal(programs[0].journal), game_of, signing)
        assert isinstance(report.game, AcquireGame) and report.game.ruleset.simultaneous
        chains, game = report.game.ruleset.chain_names, report.game
        lines = [format_action(action, chains) for action in game.actions()]
        for program in (*programs, watcher):
            read = [event["line"] for event in program.events if event["event"] == "action"]
            assert len(read) == len(lines) and [line for line in read if " draw" not in line and not line.startswith("draw")] == \
                [line for line in lines if " draw" not in line and not line.startswith("draw")]
        answered = [event for event in programs[0].events if event["event"] == "answered"]
        assert answered and all(event["answered"] == len(event["seats"]) < event["of"] <= 3 for event in answered)
        assert any(" bid " in line for line in lines) and any(" place " in line for line in lines)
        with pytest.raises(CommandError, match="simultaneous play .* is not built yet for puzzles"):
            load(programs[0].journal, tolerate=False, command="puzzles")
        record = load(programs[0].journal, tolerate=False, command="analyse", rounds=True)
        found = analyse(record, Effort(playouts=2, level="club"))
        assert found.finished and found.decisions == len(found.verdicts) + found.unknown > 0
        assert found.points[-1].turn == record.game().turn


@pytest.mark.fully
def test_links_that_break_delay_a_game_and_open_no_answer_early(tmp_path: Path) -> None:
    proxies = [Proxy(Weather(delay_ms=1, jitter_ms=2, sliced=0.5, resets=0.01), number) for number in range(3)]
    try:
        with table(tmp_path, 3, proxies=proxies, rules=ROUNDS, seed=5) as sitting:
            come_to_the_end(sitting, patience_s=900)
            assert all(any(isinstance(item, events.AnswersSealed) for item in player.news) for player in sitting)
    finally:
        for proxy in proxies:
            proxy.close()
    assert sum(proxy.happened["resets"] for proxy in proxies) and sum(proxy.happened["sliced"] for proxy in proxies)


class GoesInAStep(Player):
    """Waits in a sealed step until all others have answered, and then leaves for good, or its program ends without a word."""

    leaves_for_good = True
    has_gone = False

    def _decide(self) -> None:
        match = self._match
        assert match is not None
        if self.steps < SOME_ROUNDS or len(match.game.owed()) < match.game.players:
            super()._decide()

    def _take(self, item: Any) -> None:
        super()._take(item)
        if self._match is None or self.steps < SOME_ROUNDS or self.has_gone or not isinstance(item, events.AnswersSealed):
            return
        if set(item.seats) == set(range(self._match.game.players)) - {self.seat}:
            self.has_gone = True
            (self.peer.leave if self.leaves_for_good else self.peer.stop)()


class EndsInAStep(GoesInAStep):
    leaves_for_good = False


@pytest.mark.fully
@pytest.mark.parametrize("kind", [EndsInAStep, GoesInAStep])
def test_where_one_of_four_goes_in_the_middle_of_a_step_the_others_play_on(tmp_path: Path, kind: type[GoesInAStep]) -> None:
    made: list[Player] = []

    def make(*how: Any) -> Player:
        made.append((Player if made else kind)(*how))
        return made[-1]

    with table(tmp_path, 4, rules=ROUNDS, seed=7, make=make) as sitting:
        goer, others = made[0], [player for player in sitting if player is not made[0]]
        assert isinstance(goer, kind)
        goer.wait_until(lambda: goer.has_gone, "a step that waits for it alone", 300)
        seat = goer.seat
        if not kind.leaves_for_good:
            assert goer.peer.wait_until_stopped(20)
            for player in others:
                player.peer.vote([seat])
        come_to_the_end(others, patience_s=300)
        for player in others:
            journal = player.ended[0].journal
            assert journal is not None
            assert verify_journal(read_journal(journal), game_of, signing).lost == (seat,)
