"""The clock of the decisions on a screen: what is counted down, what is worth a line, and what can be asked."""

from __future__ import annotations

import json

import pytest

from acquire_client.language import ENGLISH, Words
from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_client.terminal.online_clock import ClockLine, OnlineClock
from acquire_client.terminal.online_game import OnlineGame, TypedLine
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.view_model import clock as texts
from acquire_client.view_model.words import TableNames
from acquire_core import actions as act
from acquire_net import events
from acquire_net.protocol import session_events as facts
from tests.client.languages import both
from tests.client.terminal.desk import Desk

NAMES = TableNames(("Ann", "Bob", "Cy"))
BANK_MS = 180_000


class Time:
    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def report(seat: int, decision_ms: int, bank_ms: int = BANK_MS, runs: bool = True, block: int = 7) -> events.Clock:
    return events.Clock(seat, block, decision_ms, bank_ms, runs, tuple(bank_ms if each == seat else BANK_MS for each in range(3)))


def face(seat: int | None = 0) -> tuple[OnlineClock, Time]:
    now = Time()
    return OnlineClock(NAMES, seat, now), now


def said(clock: OnlineClock, *reports: events.Clock) -> list[ClockLine]:
    return [line for each in reports for line in clock.receive_clock(each)]


def test_the_own_clock_counts_down_between_two_reports() -> None:
    clock, now = face()
    assert not said(clock, report(0, 40_000))
    assert clock.describe_clock(0) == "0:40 left, then your bank of 3:00."
    assert clock.time_left(0) == "0:40"
    now.s += 25.5
    assert clock.describe_clock(0) == "0:15 left, then your bank of 3:00."
    now.s += 20
    assert clock.describe_clock(0) == "Your bank is running: 2:55 left."
    assert clock.time_left(0) == "2:55"
    now.s += 500
    assert clock.describe_clock(0) == "Your time is up: your program answers."


def test_a_clock_that_stands_still_counts_nothing() -> None:
    clock, now = face()
    said(clock, report(0, 30_000, runs=False))
    now.s += 60
    assert clock.describe_clock(0) == "0:30 left, then your bank of 3:00. The clock stands still."
    said(clock, report(0, 30_000))
    now.s += 5
    assert clock.describe_clock(0) == "0:25 left, then your bank of 3:00."


def test_the_own_warnings_come_once_for_a_decision() -> None:
    clock, _ = face()
    lines = said(clock, report(0, 40_000, 30_000), report(0, 0, 30_000), report(0, 0, 25_000), report(0, 0, 10_000),
                 report(0, 0, 5000), report(0, 0, 0))
    assert lines == [ClockLine("The time for this decision is used up. Your bank is running: 0:30 left.", True),
                     ClockLine("10 seconds left. At zero your program answers for you.", True)]
    lines = said(clock, report(0, 40_000, 0, block=8), report(0, 9900, 0, block=8))
    assert lines == [ClockLine("10 seconds left. At zero your program answers for you.", True)]


def test_of_others_a_line_comes_when_they_take_their_time() -> None:
    clock, now = face()
    assert not said(clock, report(1, 40_000), report(1, 40_000, runs=False), report(1, 40_000))
    lines = said(clock, report(1, 35_000), report(1, 30_000), report(1, 0), report(1, 0, 10_000), report(1, 0, 5000))
    assert lines == [ClockLine("Waiting for Bob: 0:35, then a bank of 3:00."), ClockLine("Waiting for Bob: 3:00 in the bank."),
                     ClockLine("Bob has 10 seconds left.")]
    now.s += 2
    assert clock.describe_clock(1) == "Waiting for Bob: 0:03 in the bank."
    assert clock.describe_clock(0) == clock.describe_clock(None) == clock.time_left(2) == ""


def test_what_the_word_shows() -> None:
    clock, now = face()
    assert list(clock.overview_lines(None)) == ["No clock runs for a decision now."]
    said(clock, report(1, 0, 65_000))
    now.s += 5
    assert list(clock.overview_lines(1)) == ["Waiting for Bob: 1:00 in the bank.", "In the banks: Ann 3:00, Bob 1:00, Cy 3:00."]
    assert list(clock.overview_lines(None))[0] == "No clock runs for a decision now."


@pytest.mark.parametrize("decision_ms", [40_000, 0])
@pytest.mark.parametrize("bank_ms", [65_000, 0])
@pytest.mark.parametrize("runs", [True, False])
def test_all_of_it_is_shown_in_german(decision_ms: int, bank_ms: int, runs: bool) -> None:
    def tell(words: Words) -> list[str]:
        return [texts.own_clock(decision_ms, bank_ms, runs, words), texts.other_clock("Bob", decision_ms, bank_ms, runs, words),
                texts.own_warning(1000, words), texts.own_warning(9500, words), texts.other_warning("Bob", 10_000, words),
                texts.bank_begins(bank_ms, words), texts.time_is_up("Bob", words), texts.no_clock(words),
                texts.bank_lines(["Ann", "Bob"], [decision_ms, bank_ms], words),
                *(texts.answered_at_zero(action, words)
                  for action in (act.Place(0, "5C"), act.Buy(0), act.UsePower(0, None), act.Dispose(0, 3, 0, 0), act.Stop(0)))]

    assert both(tell) == 14
    assert texts.own_warning(500, ENGLISH).startswith("1 second left.")


# --- at a table

def frozen_desk(answers: bool = True) -> Desk:
    """Return a table at which the clock of the screen stands still."""
    desk = Desk(answers=answers)
    desk.game.clock = OnlineClock(desk.match.names, 0, Time())
    return desk


def asked_desk(answers: bool = True) -> Desk:
    desk = frozen_desk(answers)
    desk.inbox.put(report(0, 40_000))
    desk.until_asked()
    return desk


def test_the_own_question_says_how_long_it_may_take() -> None:
    desk = asked_desk()
    desk.type("clock", "who", "hand", "quit")
    desk.game.run()
    assert "0:40 left, then your bank of 3:00." in desk.text
    assert desk.text.count("then your bank of 3:00.") == 4, "at the question, at 'clock', 'who' and 'hand'"
    assert "0:40 Player 0> " in desk.text
    assert "In the banks: Player 0 3:00, Player 1 3:00, Player 2 3:00." in desk.text


def test_while_others_decide_the_clock_can_be_asked_for() -> None:
    desk = frozen_desk()
    for item in (TypedLine("clock"), events.WaitingFor((1,), True), report(1, 40_000), report(1, 34_900), TypedLine("who"),
                 TypedLine("clock"), facts.OutOfTime(1), TypedLine("quit")):
        desk.inbox.put(item)
    desk.game.run()
    for sentence in ("No clock runs for a decision now.", "Waiting for Player 1: 0:35, then a bank of 3:00.",
                     "The table waits for Player 1 to decide.", "Time is up for Player 1: the program of that seat answers."):
        assert sentence in desk.text, sentence
    assert desk.text.count("Waiting for Player 1: 0:35, then a bank of 3:00.") == 3


@pytest.mark.parametrize("interactive", [True, False])
def test_a_warning_rings_where_somebody_sits(interactive: bool) -> None:
    desk = asked_desk()
    desk.game.interactive = interactive
    desk.inbox.put(report(0, 10_000, 0))
    desk.type("quit")
    desk.game.run()
    assert "10 seconds left. At zero your program answers for you." in desk.text
    assert ("\a" in desk.text) == interactive


def test_when_the_program_has_answered_the_question_is_gone() -> None:
    """Check that what is typed then is not an answer to it any more."""
    desk = asked_desk()
    action = desk.sitting.matches[0].legal_actions()[0]
    desk.inbox.put(events.AnsweredAtZero(action))
    desk.type("1", "quit")
    desk.game.run()
    assert isinstance(action, act.Place)
    assert f"Your time is up. Your program answered for you: place {action.tile}." in desk.text
    assert not desk.submitted and "It is not your turn." in desk.text


@pytest.mark.parametrize(("passed_s", "takes"), [(0.5, False), (3.0, True)])
def test_a_line_that_comes_just_after_zero_answers_no_other_question(passed_s: float, takes: bool) -> None:
    desk, now = asked_desk(), Time()
    desk.game.interactive, desk.game.clock = True, OnlineClock(desk.match.names, 0, now)
    first = desk.sitting.matches[0].legal_actions()[0]
    desk.sitting.answer(0, first)
    desk.inbox.put(events.AnsweredAtZero(first))
    desk.until_asked()  # the next question

    tell = desk.game.presenter.ask_question
    before = []  # how much was answered when a question came

    def ask(*given: object) -> None:
        before.append(len(desk.submitted))
        tell(*given)  # type: ignore[arg-type]
        if len(before) == 2:
            now.s += passed_s
            desk.type("1", "quit")

    desk.game.presenter.ask_question = ask  # type: ignore[method-assign, assignment]
    desk.game.run()
    assert (len(desk.submitted) > before[1]) == takes
    assert ("Your time was up before you typed that" in desk.text) == (not takes)


class Falling(Time):
    """A clock that moves on whenever it is looked at."""

    def __call__(self) -> float:
        self.s += 0.25
        return self.s


@pytest.mark.parametrize("asked", [True, False])
def test_a_prompt_that_stays_below_counts_down(asked: bool) -> None:
    """Until the clock is at zero, and nothing else happens meanwhile."""
    desk = asked_desk() if asked else frozen_desk()
    desk.game.clock, desk.game.redraws = OnlineClock(desk.match.names, 0, Falling()), True
    if not asked:
        for item in (events.WaitingFor((1,), True), report(1, 1500, 0)):
            desk.inbox.put(item)
    else:
        desk.inbox.put(report(0, 1500, 0))
    cues = []

    def cue(text: str) -> None:
        cues.append(text)
        if "0:01" in text or "0:00" in text:
            desk.inbox.put(TypedLine("quit"))

    desk.game.presenter.show_prompt = cue  # type: ignore[method-assign]
    assert desk.game.run() == 0
    assert any(text == ("0:01 Player 0> " if asked else "Player 0 (waiting for Player 1, 0:01)> ") for text in cues)


def test_a_computer_player_is_not_warned() -> None:
    desk = asked_desk(answers=False)
    desk.game.bot = BotSeat(desk.match, Player("Ada", "random"))
    desk.inbox.put(report(0, 10_000, 0))
    desk.inbox.put(events.PeerStopped(""))
    desk.game.run()
    assert len(desk.submitted) == 1 and "seconds left" not in desk.text


def test_scripts_are_shown_the_clock_and_count_down_by_themselves() -> None:
    desk, lines = Desk(), []
    presenter = EventPresenter(lines.append)
    presenter.begin(desk.match)
    desk.game = OnlineGame(desk.match, presenter, desk.inbox, desk)
    desk.game.clock = OnlineClock(desk.match.names, 0, Time())
    presenter.clock = desk.game.clock.current_clock
    desk.inbox.put(report(0, 40_000))
    desk.until_asked()
    action = desk.sitting.matches[0].legal_actions()[0]
    for item in (report(0, 10_000, 0), events.AnsweredAtZero(action), TypedLine("quit")):
        desk.inbox.put(item)
    desk.game.run()
    printed = [json.loads(line) for line in lines]
    clocks = [event for event in printed if event["event"] == "clock"]
    assert clocks == [
        {"event": "clock", "seat": 0, "decision_ms": 40_000, "bank_ms": BANK_MS, "runs": True, "banks_ms": [BANK_MS] * 3},
        {"event": "clock", "seat": 0, "decision_ms": 10_000, "bank_ms": 0, "runs": True, "banks_ms": [0, BANK_MS, BANK_MS]}]
    question, = (event for event in printed if event["event"] == "question")
    assert (question["decision_ms"], question["bank_ms"]) == (40_000, BANK_MS)
    up, = (event for event in printed if event["event"] == "time_is_up")
    assert up["seat"] == 0 and up["line"].startswith("0 place ")
    assert not any("seconds left" in event.get("text", "") for event in printed)


def test_who_watches_reads_how_long_the_seat_that_decides_may_still_think() -> None:
    clock, now = face(seat=None)
    assert not said(clock, report(1, 40_000))
    now.s += 10
    assert clock.describe_clock(1) == "Waiting for Bob: 0:30, then a bank of 3:00."
    assert [line.text for line in said(clock, report(1, 30_000))] == ["Waiting for Bob: 0:30, then a bank of 3:00."]
