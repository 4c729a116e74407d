"""Simultaneous play over the network in the window: who has answered, what is shown together, and the stage of an auction."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.watch_table import WatchTableScene
from acquire_core.actions import Bid, Place
from acquire_net import events
from tests.support.evenings import ReportedEvening
from tests.support.honest_table import Table

from .driver import Window
from .online_screens import ROUNDS, at_table, in_rounds

Opener = Callable[..., Window]


def written(sitting: Window) -> str:
    return "\n".join(sitting.written())


def test_the_own_answer_waits_and_who_has_answered_is_shown(window: Opener) -> None:
    sitting = window()
    table = at_table(sitting, ROUNDS, 4)
    assert "4 answer secretly" in written(sitting)
    table.seal(2)
    sitting.turn()
    assert "1 of 4 has answered." in written(sitting) and sitting.table.decider is not None
    sitting.key("1")
    sitting.key(pygame.K_RETURN)
    (order, action), = table.peer.orders
    assert order == "submit" and isinstance(action, Place) and "Sending your answer" in written(sitting)
    table.seal(0, 2)
    sitting.turn()
    text = written(sitting)
    assert "2 of 4 have answered." in text and "Waiting for Ben and Dan" in text and "Sending" not in text
    assert sitting.table.decider is None
    table.answer_together(seat_0=action)
    sitting.turn()
    log = [line.text for line in sitting.table.controller.log.lines]
    assert f"Ada chooses {action.tile}." in log and sum(" chooses " in line for line in log) == 4
    assert {column.name for column in sitting.table.snapshot.sheet.seats if column.deciding} == \
        {table.evening.begun.names[seat] for seat in table.evening.waiting.seats}  # type: ignore[union-attr]


def test_the_stage_of_an_auction_stands_in_the_place_of_the_log(window: Opener) -> None:
    sitting = window()
    in_rounds(1, bids=True)(sitting)
    text = written(sitting)
    assert "Bids for the order of the tiles" in text and "has bid" in text and "Your bid" in text
    sitting.key(pygame.K_RETURN)
    orders = sitting.app.evening.peer.orders  # type: ignore[union-attr]
    assert ("submit", Bid(0, 0)) in orders


@pytest.mark.fully
def test_a_whole_game_of_rounds_is_followed_and_answered_at_zero(window: Opener) -> None:
    """The person never answers, so the program does; the game ends with its result."""
    sitting, rng = window(), random.Random(4)
    table = at_table(sitting, ROUNDS, 3)
    match = table.evening.match
    assert match is not None
    for number in range(2000):
        if match.is_over:
            break
        if number == 3 and match.asked_seat == 0:
            table.report(events.AnsweredAtZero(match.legal_actions()[0]))
            sitting.turn()
            assert sitting.table.decider is None and match.pending is not None
        table.answer_anything(rng)
        sitting.turn()
    assert match.is_over and isinstance(sitting.app.scenes[0], OnlineTableScene)


def test_a_watcher_sees_who_has_answered_and_no_more(window: Opener) -> None:
    sitting = window()
    table = ReportedEvening(lambda: sitting.now_ms / 1000)
    table.evening.watches = True
    table.begin_game(Table(ROUNDS, 3, random.Random(5)), seat=None)
    sitting.app.evening = table.evening
    sitting.app.sit_down(WatchTableScene(sitting.app, table.evening))
    sitting.turn()
    table.seal(1, 2)
    sitting.turn()
    text = written(sitting)
    assert "2 of 3 have answered." in text and "Waiting for Ada" in text and " chooses " not in text
    table.answer_together()
    sitting.turn()
    assert "Ada chooses" in written(sitting)
