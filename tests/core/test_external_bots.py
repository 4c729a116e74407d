"""Programs at the table: shown no more than their seat may know, and unable to hang or damage a match, whatever they do."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, ScriptedBag, ShuffledBag
from acquire_core.ai import make_bot
from acquire_core.ai.bot_end import LevelEnd
from acquire_core.ai.bot_protocol import ProtocolError, ask_lines, game_lines, read_hello, read_move
from acquire_core.ai.external import ExternalBot, Limits, why_not_startable
from acquire_core.ai.seat_view import SeatView
from acquire_core.arena import PROGRAMS_AHEAD, ArenaMatch, GameResult, play_game, play_games
from acquire_core.notation import NotationError
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .heard_seat import HeardSeat
from .hostile import EACH_GO, EXAMPLE, GREET, HOSTILE, PATIENT, QUICK, level, script, started_programs
from .policies import random_ruleset


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    yield from started_programs(monkeypatch)


# --- hostile programs -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("what", HOSTILE)
def test_a_program_that_misbehaves_loses_its_decisions_and_nothing_else(what: str, tmp_path: Path) -> None:
    kind, text = HOSTILE[what]
    limits = Limits(100, 100, 400) if kind == "mute" else QUICK if kind == "silent" else PATIENT
    match = ArenaMatch((script(tmp_path, text), "0"), limits=limits)
    result = play_game(match, 0)
    assert result.finished
    faults = dict(result.faults[0])
    assert faults[kind] >= (1 if kind in ("mute", "resigned") else 3)
    assert set(faults) <= {kind, "absent"}
    assert sum(faults.values()) == result.decisions[0]
    assert not result.faults[1]
    if kind in ("illegal", "garbled"):               # the random moves follow from the seed too
        assert play_game(match, 0) == result


def test_a_single_crash_costs_one_decision(tmp_path: Path) -> None:
    """The program is started again and receives everything from the beginning."""
    flag = tmp_path / "crashed"
    text = EACH_GO + f"""
        if not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w').close(); os._exit(1)
        say('move ' + legal)
"""
    result = play_game(ArenaMatch((script(tmp_path, text), "0")), 0)
    assert result.faults == ({"crashed": 1}, {})


def test_unknown_words_and_a_missing_seat_do_no_harm(tmp_path: Path) -> None:
    text = EACH_GO + "        say('debug 1'); say('info fine'); say('move ' + legal[2:] + chr(13))"
    assert play_game(ArenaMatch((script(tmp_path, text), "0")), 0).faults == ({}, {})


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("process groups")
    child = tmp_path / "child"
    text = f"""
import subprocess, sys
p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])
open({str(child)!r}, 'w').write(str(p.pid))
""" + GREET + "time.sleep(600)"  # it has started it before its time for a move runs
    play_game(ArenaMatch((script(tmp_path, text), "0"), limits=QUICK), 0)

    def alive() -> bool:
        try:
            os.kill(int(child.read_text()), 0)
        except ProcessLookupError:
            return False
        stat = Path(f"/proc/{child.read_text()}/stat")
        return not stat.exists() or stat.read_text().split()[2] != "Z"  # its new parent has not looked yet

    deadline = time.monotonic() + 60
    while alive() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not alive()


def test_a_program_that_was_given_up_twice_is_not_started_again(tmp_path: Path, nothing_is_left: list[object],
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_core.arena.PROGRAMS_AHEAD", 1)
    match = ArenaMatch((script(tmp_path, "import time; time.sleep(600)"), "0"), limits=Limits(100, 100, 200))
    results = list(play_games(match, 6))
    assert [result.faults[result.seats.index("0") ^ 1].get("mute", 0) for result in results] == [1, 1, 0, 0, 0, 0]
    assert len(nothing_is_left) == 2


@pytest.mark.parametrize("threads", few_cases(pytest.mark.more_cases, [5, 2, 30]))
def test_when_a_program_is_given_up_does_not_depend_on_how_many_games_are_played_at_once(threads: int) -> None:
    match = ArenaMatch(("cmd:./no-such-program", "1", "0"), players=2)
    alone = list(play_games(match, 90))
    with ThreadPoolExecutor(threads) as executor:
        assert list(play_games(match, 90, executor)) == alone
    missed = [result.number for result in alone if any("missing" in faults for faults in result.faults)]
    first, second = missed[:2]
    assert missed == [result.number for result in alone if match.seats[0] in result.seats][:len(missed)]
    assert second < missed[-1] < second + PROGRAMS_AHEAD, "what became of it counts from so many games later on"


def test_a_program_that_does_not_exist_is_reported_beforehand() -> None:
    assert why_not_startable(f'"{sys.executable}" -c pass') is None
    assert "no-such-program" in (why_not_startable("./no-such-program") or "")
    assert why_not_startable("") == "the command names no program"
    result = play_game(ArenaMatch(("cmd:./no-such-program", "0")), 0)
    assert result.faults[0]["missing"] == 1


# --- the protocol -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", few_cases(pytest.mark.more_cases, ["casual", "random", "club"]))
def test_a_level_as_a_program_plays_the_same_games_as_the_level(name: str) -> None:
    def without_names(result: GameResult) -> tuple[object, ...]:
        return result.wins, result.money, result.turns, result.decisions, result.faults

    inside, outside = ArenaMatch((name, "1", name)), ArenaMatch((level(name), "1", name), limits=PATIENT)
    for number in range(2):
        assert without_names(play_game(inside, number)) == without_names(play_game(outside, number))


@pytest.mark.skipif(not EXAMPLE.exists(), reason="no source tree beside the tests")
def test_the_example_bot_needs_few_lines_and_makes_no_mistakes() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 60
    match = ArenaMatch((f'cmd:"{sys.executable}" "{EXAMPLE}"', "0", "0"), RULESETS["tycoon-2023"].replace(special_powers=True))
    results = list(play_games(match, 3))
    assert all(not any(result.faults) for result in results)
    assert list(play_games(match, 3)) == results


def test_a_seat_replays_its_lines_to_the_same_choices(count: Count) -> None:
    """Every ruleset, number of players, open and sealed tables."""
    for seed in range(count(30, 300)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        ruleset = random_ruleset(rng, players) if seed % 3 else list(RULESETS.values())[seed // 3 % 5]
        game = Game(ruleset, players, tiles=ShuffledBag(seed), sealed=seed % 4 == 3)
        seat, player = rng.randrange(players), RandomPlayer(seed)
        heard = HeardSeat(game, seat, seed)
        while not game.over and game.turn < 60:
            if game.to_move == seat:
                asked, seen = heard.ask(game)
                assert asked.game.digest() == game.digest()
                mine = asked.game.observe(seat)
                if not (game.phase == "pick" or seen.bag):
                    assert mine.legal_codes() == seen.legal_codes()
                    assert (mine.unseen, mine.hand, mine.ledger) == (seen.unseen, seen.hand, seen.ledger), (seed, game)
                assert len(asked.legal) == len(seen.legal_codes())
                if not (game.phase == "pick" and game.sealed):  # nobody knows there what is in the bag
                    assert read_move(f"move {rng.choice(asked.legal)}", game) in game.legal_codes()
            game.apply_code(player.code(game))


def test_lines_do_not_depend_on_what_the_seat_may_not_know() -> None:
    """Two games that differ in hidden tiles alone lead to the same bytes."""
    def lines_for(hidden: list[str]) -> list[str]:
        game = Game("classic", 2, tiles=ScriptedBag(["1A", "12I", "2A", "3C", "4E", "5G", "6I", "7B", *hidden]))
        assert game.to_move == 0
        return [*game_lines(game, 0, 1), *ask_lines(SeatView(game, 0).follow(game), game.observe(0), 100)]

    one = lines_for(["8A", "9C", "10A", "10C", "10E", "11I"])
    assert one == lines_for(["12A", "8G", "9C", "3I", "5A", "7H"])
    assert one.count("record * draw 1 ??") == 6 and not any("8A" in line for line in one)


def test_seeds_of_the_command_line_come_before_those_of_the_table() -> None:
    def first_move(seed: int | None, table: int) -> list[str]:
        game = Game("classic", 2, tiles=ShuffledBag(3))
        seat = game.owed()[0]
        end = LevelEnd("random", seed)
        lines = ["acquire-bot 1", *game_lines(game, seat, table)]
        lines += ask_lines(SeatView(game, seat).follow(game), game.observe(seat), 9)
        return [answer for line in lines for answer in end.receive(line)]

    assert first_move(None, 5)[0] == "hello 1 acquire random"
    assert first_move(5, 77) == first_move(None, 5)
    assert len({tuple(first_move(None, table)) for table in range(20)}) > 1


def test_more_time_than_a_bot_takes_is_no_mistake_of_the_table() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(8))
    seat = game.owed()[0]
    end = LevelEnd("strong")
    end.level = replace(end.level, usual_ms=1000)    # as the level that thinks by the clock, but done soon
    lines = [*game_lines(game, seat, 4), *ask_lines(SeatView(game, seat).follow(game), game.observe(seat), 9)]
    move, = [answer for line in [*lines[:-1], "go 99999999999999999999"] for answer in end.receive(line)]
    assert read_move(move, game) in game.legal_codes()


def test_the_internal_bot_agrees_with_its_own_line() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(8))
    seat = game.owed()[0]
    end = LevelEnd("casual")
    lines = [*game_lines(game, seat, 4), *ask_lines(SeatView(game, seat).follow(game), game.observe(seat), 9)]
    move, = [answer for line in lines for answer in end.receive(line)]
    assert read_move(move, game) == make_bot("casual", 4).choose(game.observe(seat)).code


def test_what_a_bot_says_is_read_strictly() -> None:
    game = Game("classic", 2, tiles=ShuffledBag(3))
    assert read_move("info x", game) is None
    assert read_move("moves 5E", game) is None
    with pytest.raises(NotationError):
        read_move("move", game)
    with pytest.raises(ProtocolError, match="not among the legal"):
        read_move("move pass", game)
    with pytest.raises(ProtocolError, match="is asked"):
        read_move(f"move {1 - game.owed()[0]} pass", game)
    assert read_hello("hello 1 my bot") == "my bot"
    assert read_hello("hello 1") == "unnamed"
    assert read_hello("info") is None
    with pytest.raises(ProtocolError, match="version"):
        read_hello("hello 12")


@pytest.mark.parametrize(("lines", "words"), [
    (["go 5"], "'game' is due"), (["game", "ruleset nonsense", "go 1"], "cannot be played"),
    (["game", "ruleset classic", "players 9", "go 1"], "cannot be played"),
    (["game", "ruleset classic", "option nonsense 1", "players 2", "go 1"], "cannot be played"),
    (["game", "ruleset classic", "players 2", "rules 00", "record * start 0 1A"], "another digest"),
    (["game", "ruleset classic", "players 2", "record 0 place 5E"], "cannot be replayed"),
    (["game", "ruleset classic", "players 2", "seat 0", "go 5"], "the turn of"), (["acquire-bot 3"], "version"),
    (["game", "seed 99999999999999999999"], "64 bits"),
    (["game", "ruleset classic", "players 2", "go 123456789012345678901"], "is not a number"),
])
def test_a_bot_says_what_is_wrong_with_a_table(lines: list[str], words: str) -> None:
    end = LevelEnd("random")
    for line in lines[:-1]:
        end.receive(line)
    with pytest.raises(ProtocolError, match=words):
        end.receive(lines[-1])


def test_a_position_without_a_beginning_cannot_be_sent() -> None:
    board = "\n".join(["." * 12] * 9)
    game = Game.from_position("classic", 2, board=board, hands=[["1A"], ["2A"]])
    with pytest.raises(ValueError, match="from its start"):
        ExternalBot("x", game, 0, 1)
