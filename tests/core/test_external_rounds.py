"""Programs at a table of simultaneous play: asked in each sealed step for their own answer, shown all of them together."""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, ShuffledBag
from acquire_core.actions import Bid, Show
from acquire_core.ai.bot_end import LevelEnd
from acquire_core.ai.bot_protocol import ProtocolError, ask_lines, greeting, read_hello, read_move, version_for
from acquire_core.ai.external import ExternalBot, Limits, why_not_in_rounds
from acquire_core.ai.seat_view import SeatView
from acquire_core.arena import ArenaMatch, GameResult, play_game, play_games
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .heard_seat import HeardSeat
from .hostile import EACH_GO, EXAMPLE, GREET, HOSTILE, PATIENT, QUICK, START, level, script, started_programs
from .policies import random_rounds

CLASSIC = RULESETS["classic"]
ROUNDS = CLASSIC.replace(simultaneous=True)
STUCK = ROUNDS.replace(safe_size=2, end_all_safe=False)
"""Rules under which many hands have nothing that can be placed, and many tiles are dead."""


def in_rounds(text: str) -> str:
    """Return the same program, but it says that it plays simultaneously."""
    return text.replace("hello 1", "hello 2")


FIRST_LEGAL = in_rounds(EACH_GO) + "        say('move ' + legal)"


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    yield from started_programs(monkeypatch)


# --- what a program receives ------------------------------------------------------------------------------------------

def play_with_view(seed: int) -> None:
    """A game in which one seat reads lines, and answers in any order among the others; now and then a seat leaves."""
    rng = random.Random(seed)
    players = 2 + seed % 5
    ruleset = (ROUNDS, random_rounds(rng, players), STUCK)[seed % 3]
    game = Game(ruleset, players, tiles=ShuffledBag(seed), sealed=seed % 4 == 3)
    seat, player = rng.randrange(players), RandomPlayer(seed)
    heard = HeardSeat(game, seat, seed)
    while not game.over and game.turn < 60:
        if seat in game.owed():
            asked, seen = heard.ask(game)
            mine = asked.game.observe(seat)
            assert asked.game.waiting() == [] and seat in asked.game.owed()
            if not any(isinstance(answer, Show) and answer.seat == seat for answer in game.waiting()):
                assert mine.legal_codes() == seen.legal_codes()     # else its own hand waits, and no line tells what waits
            if not game.waiting():
                assert asked.game.digest() == game.digest()
            assert (mine.unseen, mine.hand, mine.ledger) == (seen.unseen, seen.hand, seen.ledger), (seed, game)
            assert [mine.known_tiles(other) for other in range(players)] == [seen.known_tiles(other) for other in range(players)]
            code = read_move(f"move {rng.choice(asked.legal)}", seen)
            assert code in seen.legal_codes()
            if rng.random() < 0.5:
                game.apply(seen.action_of(code))
                continue
        if rng.random() < 0.003 and len(game.retired) < players - 1:
            game.play(f"{rng.choice([other for other in range(players) if other not in (*game.retired, seat)] or [seat])} retire")
            if seat in game.retired:
                return
        elif not game.over:
            game.apply_code(player.code(game))


def test_a_seat_replays_its_lines_to_the_same_choices_in_rounds(count: Count) -> None:
    """All options of rounds, numbers of players, open and sealed tables; answers come in any order, and seats leave."""
    for seed in range(count(24, 400)):
        play_with_view(seed)


def test_lines_tell_no_answer_before_the_last_is_in() -> None:
    """Two games that differ in answers that wait lead to the same bytes; then all of a step come together, in table order."""
    steps = 0
    for seed in range(3):
        game, player = Game(ROUNDS, 4, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over and game.turn < 12:
            asked = game.owed()
            if len(asked) > 1 and len(game.legal_actions(asked[0])) > 1 and not game.waiting():
                sent: list[list[str]] = []
                for answer in (game.legal_actions(asked[0])[0], game.legal_actions(asked[0])[-1]):
                    other = game.copy()
                    other.apply(answer)
                    sent.append(ask_lines(SeatView(other, asked[1]).follow(other), other.observe(asked[1]), 9))
                assert sent[0] == sent[1]
                before = SeatView(game, asked[1]).follow(game)
                done = game.copy()
                for seat in reversed(asked):
                    assert SeatView(done, asked[1]).follow(done) == before
                    done.apply(done.legal_actions(seat)[0])
                news = SeatView(done, asked[1]).follow(done)[len(before):][:len(asked)]
                assert [int(line[0]) for line in news] == list(asked)
                steps += 1
            game.apply_code(player.code(game))
    assert steps > 20


def test_a_hand_without_a_playable_tile_is_shown_before_the_others_choose() -> None:
    """M2: who has nothing to place shows its hand at the beginning of the round, and is not asked."""
    reported = 0
    for seed in range(3):
        game, player = Game(STUCK, 6, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over:
            if game.phase == "place" and len(game.owed()) < 6 and not game.waiting():
                asked = game.owed()
                idle = [seat for seat in range(6) if seat not in asked]
                lines = SeatView(game, asked[-1]).follow(game)
                for seat in idle:                    # a hand that has not changed is shown once
                    shown = " ".join(line for line in lines if line.startswith(f"{seat} show "))
                    assert set(game.observe(seat).hand) <= set(shown.split())
                reported += 1
            game.apply_code(player.code(game))
    assert reported > 3


# --- the version of the protocol --------------------------------------------------------------------------------------

def test_a_table_in_turns_speaks_as_before_and_one_in_rounds_a_later_version() -> None:
    assert greeting(version_for(CLASSIC)) == "acquire-bot 1"
    assert greeting(version_for(ROUNDS)) == "acquire-bot 2"
    assert read_hello("hello 2 my bot", 2) == "my bot"
    for line, version in (("hello 1", 2), ("hello 2", 1), ("hello", 2), ("hello 22", 2)):
        with pytest.raises(ProtocolError, match="version"):
            read_hello(line, version)
    end = LevelEnd("casual")
    assert end.receive("acquire-bot 2") == ["hello 2 acquire casual"]
    assert end.receive("acquire-bot 1") == ["hello 1 acquire casual"]
    with pytest.raises(ProtocolError, match="version '3' of the protocol, this bot the versions 1 and 2"):
        end.receive("acquire-bot 3")


def test_a_program_that_knows_turns_only_plays_at_random_and_is_counted(tmp_path: Path) -> None:
    result = play_game(ArenaMatch((script(tmp_path, EACH_GO + "        say('move ' + legal)"), "0"), ROUNDS, limits=PATIENT), 0)
    assert result.finished and result.faults[0]["unfit"] == 1
    assert set(result.faults[0]) == {"unfit", "absent"} and result.given_up


@pytest.mark.parametrize(("text", "answer"), [
    (FIRST_LEGAL, None),
    (GREET + "time.sleep(600)", "knows play in turns only, and this table plays simultaneously"),
    (START + "sys.stdin.readline(); say('error the table speaks version 2'); time.sleep(600)",
     "knows play in turns only, and this table plays simultaneously"),
    (START + "time.sleep(600)", "did not say hello in time, or not in this version of the protocol"),
    ("", "ended, or closed its output"),
])
def test_whether_a_program_plays_rounds_is_asked_before_the_game(text: str, answer: str | None, tmp_path: Path) -> None:
    hello_ms = 300 if answer is not None and answer.startswith("did not") else 60_000
    assert why_not_in_rounds(script(tmp_path, text).removeprefix("cmd:"), hello_ms) == answer


def test_a_program_that_is_not_there_plays_no_rounds() -> None:
    assert why_not_in_rounds("./no-such-program") == "could not be started"


# --- games ------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", ["random", pytest.param("club", marks=pytest.mark.fully)])
def test_a_level_as_a_program_plays_the_same_rounds_as_the_level(name: str) -> None:
    def without_names(result: GameResult) -> tuple[object, ...]:
        return result.wins, result.money, result.turns, result.decisions, result.faults

    inside, outside = ArenaMatch((name, "1", name), ROUNDS), ArenaMatch((level(name), "1", name), ROUNDS, limits=PATIENT)
    assert without_names(play_game(inside, 0)) == without_names(play_game(outside, 0))


@pytest.mark.skipif(not EXAMPLE.exists(), reason="no source tree beside the tests")
def test_the_example_bot_plays_rounds() -> None:
    match = ArenaMatch((f'cmd:"{sys.executable}" "{EXAMPLE}"', "0", "0"), ROUNDS)
    results = list(play_games(match, 2))
    assert all(not any(result.faults) and result.finished for result in results)
    assert list(play_games(match, 2)) == results


@pytest.mark.parametrize("what", few_cases(pytest.mark.fully, [
    "ends when it is asked", "moves illegally", "leaves the game", "gives up", "is slow", "writes lines without end",
    "moves for another seat", "writes zeros"], 4))
def test_a_program_that_misbehaves_in_rounds_loses_its_decisions_and_nothing_else(what: str, tmp_path: Path) -> None:
    kind, text = HOSTILE[what]
    match = ArenaMatch((script(tmp_path, in_rounds(text)), "0"), ROUNDS, limits=QUICK if kind == "silent" else PATIENT)
    result = play_game(match, 0)
    faults = dict(result.faults[0])
    assert result.finished and not result.faults[1]
    assert faults[kind] >= (1 if kind == "resigned" else 3) and set(faults) <= {kind, "absent"}
    assert sum(faults.values()) == result.decisions[0]


def test_a_program_that_is_started_again_in_a_step_hears_all_and_is_asked_again(tmp_path: Path) -> None:
    """It ends in its third decision; the program that takes its place receives the game from its start, and plays on."""
    flag, heard = tmp_path / "crashed", tmp_path / "heard"
    text = in_rounds(EACH_GO).replace("for line in sys.stdin:", f"""
heard, asked = open({str(heard)!r}, 'a'), 0
for line in sys.stdin:
    print(line, end='', file=heard, flush=True)""")
    text += f"""
        asked += 1
        if asked == 3 and not os.path.exists({str(flag)!r}): open({str(flag)!r}, 'w').close(); os._exit(1)
        say('move ' + legal)
"""
    result = play_game(ArenaMatch((script(tmp_path, text), "0", "0"), ROUNDS, limits=PATIENT), 0)
    assert result.faults == ({"crashed": 1}, {}, {})
    first, second = (re.findall("^record .*$", part, re.MULTILINE) for part in heard.read_text().split("game\n")[1:])
    assert len(first) > 10 and second[:len(first)] == first


def test_a_bid_that_a_program_did_not_give_is_one_of_random_play() -> None:
    """Not any amount up to its cash: that would ruin its seat."""
    bids = []
    for seed in range(30):
        game, player = Game(ROUNDS, 2, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over and game.phase != "bid":
            game.apply_code(player.code(game))
        if game.over:
            continue
        for seat in game.owed():
            with ExternalBot("no-such-program", game, seat, seed) as bot:
                bid = game.observe(seat).action_of(bot.choose_code(game))
            assert isinstance(bid, Bid) and bid.seat == seat and bot.faults == {"missing": 1}
            bids.append(bid.dollars)
    assert len(bids) > 20 and max(bids) <= 1000 and len(set(bids)) > 4


def test_any_seat_that_owes_an_answer_can_be_asked(tmp_path: Path) -> None:
    """Not the first in table order alone: between machines each answers when it likes."""
    game = Game(ROUNDS, 3, tiles=ShuffledBag(5))
    last = game.owed()[-1]
    with ExternalBot(script(tmp_path, FIRST_LEGAL).removeprefix("cmd:"), game, last, 1, PATIENT) as bot:
        action = game.observe(last).action_of(bot.choose_code(game))
    assert action == game.legal_actions(last)[-1] and not bot.faults
    game.apply(action)
    assert game.waiting() == [action]


def test_a_move_of_a_sealed_step_is_read_strictly() -> None:
    game, player = Game(ROUNDS, 2, tiles=ShuffledBag(1)), RandomPlayer(1)
    while game.phase != "buy":
        game.apply_code(player.code(game))
    seen = game.observe(game.owed()[-1])
    assert read_move("move buy", seen) == read_move(f"move {seen.seat}  buy", seen) == seen.legal_codes()[0]
    for line in (f"move {1 - (seen.seat or 0)} buy", "move pass", "move bid 0", "move retire", "move * draw 0 1A"):
        with pytest.raises(ProtocolError):
            read_move(line, seen)


def test_limits_hold_in_each_step(tmp_path: Path) -> None:
    """A program that says hello and never answers is given up after three steps, whatever they are."""
    match = ArenaMatch((script(tmp_path, in_rounds(GREET) + "time.sleep(600)"), "0"), ROUNDS, limits=Limits(100, 100, 60_000))
    assert play_game(match, 0).faults[0]["silent"] == 3
