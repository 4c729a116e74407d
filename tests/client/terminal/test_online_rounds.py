"""Simultaneous play over the network in the terminal: secret answers, who has answered, and what is shown together."""

from __future__ import annotations

import json
import re

from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_core.actions import Bid, Place
from acquire_core.ai import LEVELS
from acquire_net import events
from tests.client.terminal.desk import Desk


class OneAnswer(Desk):
    """The person quits at the second question."""

    def until_asked(self) -> None:
        super().until_asked()
        self.type("quit" if self.submitted else "1")


def test_a_person_reads_who_has_answered_and_then_all_answers() -> None:
    desk = OneAnswer(players=4, simultaneous=True)
    desk.until_asked()
    assert desk.game.run() == 0
    assert isinstance(desk.submitted[0], Place)
    first = ["All 4 answer secretly; the answers are shown together.", "1 of 4 has answered.", "2 of 4 have answered.",
             "3 of 4 have answered."]
    places = [desk.text.index(line) for line in first]
    shown = [found.start() for found in re.finditer(r"Player \d chooses \d", desk.text)]
    assert len(shown) == 4 and places == sorted(places) and max(places) < min(shown)
    assert "4 of 4" not in desk.text


def test_a_person_who_has_answered_waits_and_is_not_asked_again() -> None:
    desk = Desk(simultaneous=True, answers=False)
    desk.until_asked()
    desk.inbox.put(events.WaitingFor((0, 1, 2), True))
    desk.type("1")
    desk.inbox.put(events.Played((), False))
    desk.inbox.put(events.AnswersSealed((0, 1)))
    desk.inbox.put(events.WaitingFor((2,), True))
    desk.type("who", "2", "quit")
    assert desk.game.run() == 0
    assert len(desk.submitted) == 1
    assert "2 of 3 have answered." in desk.text and "The table waits for Player 2 to decide" in desk.text
    assert "You have answered." in desk.text


def test_a_whole_game_is_played_by_a_level_with_bids_in_it() -> None:
    desk = Desk(players=3, seed=2, simultaneous=True)
    desk.game.bot = BotSeat(desk.match, Player("Ada", "casual"))
    desk.until_asked()
    assert desk.game.run() == 0
    assert desk.match.is_over and desk.game.ended is not None
    assert any(isinstance(action, Bid) for action in desk.submitted) and " bids $" in desk.text


def test_a_computer_player_answers_in_the_place_of_the_person() -> None:
    desk = Desk(simultaneous=True)
    desk.until_asked()
    desk.type(f"auto {LEVELS[1].name}")
    assert desk.game.run() == 0
    assert desk.match.is_over and desk.handed == [True]


def test_scripts_read_who_has_answered() -> None:
    desk = OneAnswer(simultaneous=True)
    desk.game.presenter = EventPresenter(desk.lines.append)
    desk.game.presenter.begin(desk.match)
    desk.until_asked()
    assert desk.game.run() == 0
    reported = [json.loads(line) for line in desk.lines]
    answered = [event for event in reported if event["event"] == "answered"]
    assert [(event["answered"], event["of"]) for event in answered[:3]] == [(0, 3), (1, 3), (2, 3)]
    assert answered[1]["seats"] == [0]
    question = next(number for number, event in enumerate(reported) if event["event"] == "question")
    opened = [event["line"] for event in reported[question:] if event["event"] == "action" and " place " in event["line"]]
    assert len(opened) == 3
