"""Simultaneous play in the window: the hand-over for each secret answer, what is shown together, the auction, the house rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.view_model.findings import findings
from acquire_client.view_model.rounds import auctions_in
from acquire_client.view_model.words import TableNames
from acquire_client.window.controller.basket_deciders import BidDecider
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.house_rules import HouseRules
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.replay import ReplayScene
from acquire_core.actions import Bid, Place
from acquire_core.analysis import Effort
from tests.support.few_cases import few_cases
from tests.support.text_play import position, positioned

from .driver import IN_WHOLE_GAMES, Window
from .screens import result_page

ROUNDS = {"simultaneous": True}
RETURN = pygame.K_RETURN
Opener = Callable[..., Window]


def two_groups() -> LocalMatch:
    """Anna's 5E and Ben's 6E are neighbours, and so are Cem's 1B and Dia's 2B at Luxor."""
    hands = [["5E", "9G"], ["6E", "9H"], ["1B", "11C"], ["2B", "11I"]]
    return positioned(position(["LL..TT......"], hands, seats=4, options=ROUNDS), "Anna,Ben,Cem,Dia")


def scarce_trades() -> LocalMatch:
    """Anna merges Luxor into Tower, of which one share is left; Ben and Cem can both trade for it."""
    shares = [{"tower": 24}, {"luxor": 2}, {"luxor": 2}]
    return positioned(position(["LL.TTT......"], [["3A"]], shares=shares, options=ROUNDS))


def answer(sitting: Window, *keys: int | str) -> None:
    """The next person sits down and answers."""
    assert isinstance(sitting.top, HandOver)
    sitting.key(RETURN)
    for key in keys:
        sitting.key(key)
    sitting.turn()


def written(sitting: Window) -> str:
    return "\n".join(sitting.written())


# --- secret answers, shown together ---

def test_hands_are_hidden_between_two_answers_and_all_are_shown_together(window: Opener) -> None:
    sitting = window()
    table = sitting.sit_at(two_groups())
    assert "All 4 answer secretly; the answers are shown together." in written(sitting)
    answer(sitting, "1")
    assert isinstance(sitting.top, HandOver) and sitting.top.name == "Ben"
    assert table.controller.shown.seen.hand == () and table.controller.shown.seen.seat is None
    text = written(sitting)
    assert "1 of 4 has answered." in text and "Nothing has happened yet." in text
    assert not [widget for widget in table.build_widgets() if widget.name.startswith("tile ")]
    answer(sitting, "1")
    answer(sitting, "1")
    assert "3 of 4 have answered." in written(sitting)
    answer(sitting, "1")
    lines = written(sitting).split("\n")
    at = lines.index("Anna chooses 5E.")
    assert lines[at:at + 4] == ["Anna chooses 5E.", "Ben chooses 6E.", "Cem chooses 1B.", "Dia chooses 2B."]


def test_nothing_in_the_picture_tells_an_answer_that_waits(window: Opener) -> None:
    pictures = []
    for key in ("1", "2"):
        sitting = window()
        sitting.sit_at(two_groups())
        answer(sitting, key)
        over = written(sitting)
        sitting.key(RETURN)
        sitting.key(pygame.K_F6)
        pictures.append((over, written(sitting), sitting.table.accessible_parts()))
    assert pictures[0] == pictures[1]
    assert "Anna chooses" not in pictures[0][0]


def test_the_same_person_is_asked_next_only_after_all_have_looked(window: Opener) -> None:
    sitting = window()
    match = LocalMatch.start(two_groups().game.ruleset, two_groups().players[:2], 5)
    sitting.sit_at(match)
    answer(sitting, "1")
    answer(sitting, "1")
    assert match.game.turn == 2 and match.asked_seat == 1
    assert isinstance(sitting.top, HandOver) and sitting.top.name == "Ben"
    assert "draws" not in written(sitting)


@pytest.mark.parametrize("press", [lambda sitting: sitting.key("u"), lambda sitting: sitting.click("back")], ids=["key", "mouse"])
def test_an_answer_is_taken_back_by_its_owner(window: Opener, press: Callable[[Window], None]) -> None:
    sitting = window()
    table = sitting.sit_at(two_groups())
    answer(sitting, "1")
    assert sitting.widget("back").box.w > 0
    press(sitting)
    assert isinstance(sitting.top, HandOver) and sitting.top.name == "Anna"
    assert table.match.game.waiting() == [] and table.controller.shown.seen.hand == ()
    answer(sitting, "2")
    assert table.match.game.waiting() == [Place(0, "9G")]


def test_what_was_shown_cannot_be_taken_back(window: Opener) -> None:
    sitting = window()
    table = sitting.sit_at(two_groups())
    for _ in range(4):
        answer(sitting, "1")
    assert sitting.top.focus_manager.widget_named("back") is None
    sitting.key("u")
    assert isinstance(sitting.top, HandOver) and table.match.game.phase == "bid"


# --- the auction ---

def bidding(window: Opener, match: LocalMatch, answers: int, **settings: object) -> Window:
    sitting = window(**settings)
    sitting.sit_at(match)
    for _ in range(answers):
        answer(sitting, "1")
    return sitting


def test_the_stage_of_the_auction_says_who_bids_against_whom(window: Opener) -> None:
    sitting = bidding(window, two_groups(), 4)
    sitting.key(RETURN)
    groups = auctions_in(sitting.table.snapshot.seen)
    assert [[(bidder.seat, bidder.tile) for bidder in group.bidders] for group in groups] == [
        [(0, "5E"), (1, "6E")], [(2, "1B"), (3, "2B")]]
    text = written(sitting)
    assert "Bids for the order of the tiles" in text and text.count("bids …") == 4
    assert "In each group the higher bid goes first, and the last pays nothing." in text
    sitting.key(RETURN)
    answer(sitting)
    assert written(sitting).count("has bid ✓") == 1


def test_a_bid_is_put_together_by_keys(window: Opener) -> None:
    sitting = bidding(window, two_groups(), 4)
    sitting.key(RETURN)
    decider = sitting.table.decider
    assert isinstance(decider, BidDecider) and decider.confirm_text() == "Bid nothing"
    for key in ("3", "0"):
        sitting.key(key)
    assert decider.dollars == 30 and not decider.can_confirm()
    sitting.key(RETURN)
    assert sitting.table.decider is decider
    sitting.key("0")
    assert decider.confirm_text() == "Bid $300"
    sitting.key("up")
    sitting.key("up")
    sitting.key("down")
    assert decider.dollars == 400
    sitting.key(RETURN)
    assert sitting.table.match.game.waiting() == [Bid(0, 400)]


def test_a_bid_is_put_together_by_the_mouse(window: Opener) -> None:
    sitting = bidding(window, two_groups(), 4)
    sitting.click("sit")
    sitting.click("amount 500")
    sitting.click("confirm")
    assert sitting.table.match.game.waiting() == [Bid(0, 500)]


def test_all_bids_are_shown_together_with_what_came_of_them(window: Opener) -> None:
    sitting = bidding(window, two_groups(), 4)
    for amount in ("3", "1", "0", "0"):
        answer(sitting, amount, "0", "0", RETURN)
    lines = written(sitting).split("\n")
    at = lines.index("Anna bids $300.")
    assert lines[at:at + 7] == ["Anna bids $300.", "Ben bids $100.", "Cem bids $0.", "Dia bids $0.", "Anna pays a bid of $300.",
                                "Anna places 5E.", "Ben places 6E."]
    assert sitting.table.match.game.snapshot()["cash"][:2] == [5700, 6000]


def test_scarce_shares_of_a_merger_are_bid_for(window: Opener) -> None:
    sitting = window()
    table = sitting.sit_at(scarce_trades())
    answer(sitting, "1")
    for _ in range(2):
        answer(sitting, "t", RETURN)
    assert table.match.game.phase == "bid"
    sitting.key(RETURN)
    text = written(sitting)
    assert "Bids for 1 share of Tower" in text and "The last in the order pays nothing. A tie goes to Ben." in text
    sitting.key(RETURN)
    answer(sitting, "2", "0", "0", RETURN)
    assert table.match.game.snapshot()["shares"][2]["tower"] == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), few_cases(pytest.mark.more_cases, [(1024, 640), (1280, 720), (1920, 1080)]))
def test_the_auction_has_room_in_every_window(window: Opener, language: str, width: int, height: int) -> None:
    for match in (two_groups(), six_in_one_group()):
        sitting = bidding(window, match, match.game.players, language=language, width=width, height=height)
        sitting.key(RETURN)
        text = written(sitting)
        for seat in range(match.game.players):
            assert match.names.seat(seat) in text
        names = [widget.name for widget in sitting.top.focus_manager.widgets if re.match("bid|amount", widget.name)]
        assert names[0] == "bid" and len(names) == 7
        side = sitting.table.places.side
        stage = next(node for node in sitting.table.accessible_parts() if node.key == "auction")
        assert stage.box == side and len(stage.children) == match.game.players + 1


def six_in_one_group() -> LocalMatch:
    tiles = [[f"{column}E"] for column in range(3, 9)]
    return positioned(position([], tiles, seats=6, options=ROUNDS), "Anna,Ben,Cem,Dia,Eli,Fay")


# --- whole games, saves, replays ---

@pytest.mark.fully
@pytest.mark.parametrize(("seats", "seed"), few_cases(
    pytest.mark.more_cases, [("Anna,2,2", 1), ("Anna,Ben", 2), ("2,Anna,1,Ben", 3)]))
def test_games_are_played_to_their_end_by_keys(window: Opener, seats: str, seed: int) -> None:
    sitting, rng = window(), random.Random(seed)
    table = sitting.play(seats, seed=seed, end_mode="auto", safe_size=4, start_cash=2000, **ROUNDS)
    sitting.draws_each = IN_WHOLE_GAMES
    for _ in range(3000):
        if table.match.is_over:
            break
        if isinstance(sitting.top, HandOver):
            sitting.key(RETURN)
        elif table.decider is not None:
            sitting.key(rng.choice([*"123tlafwcisku", "up", RETURN, RETURN, RETURN]))
        else:
            sitting.settle(1)
    assert table.match.is_over
    assert not any(action for action in table.match.game.waiting())


def test_a_game_that_is_left_in_the_middle_of_a_step_goes_on_there(window: Opener) -> None:
    sitting = window()
    sitting.play("Anna,Ben,Cem", seed=5, **ROUNDS)
    answer(sitting, "1")
    match = sitting.table.match
    waiting = match.game.waiting()
    sitting.table.controller.leave()
    assert sitting.app.workers.settle()
    again = LocalMatch.resume(match.record())
    assert again.game.waiting() == waiting and again.asked_seat == 1
    saved, = (path for path in Path(sitting.home).rglob("*.acquire"))
    assert saved.read_text().count("\nwaiting ") == 1


def test_saved_games_are_in_rounds_and_are_continued(window: Opener) -> None:
    sitting = window()
    sitting.play("Anna,Ben,Cem", seed=5, **ROUNDS)
    answer(sitting, "1")
    waiting = sitting.table.match.game.waiting()
    sitting.table.controller.save()
    sitting.key(pygame.K_F8)
    sitting.turn()
    assert "round 1" in written(sitting)
    sitting.key(RETURN)
    sitting.turn()
    assert sitting.table.match.game.waiting() == waiting and isinstance(sitting.top, HandOver) and sitting.top.name == "Ben"


@pytest.mark.fully
def test_a_replay_shows_rounds_and_their_review(window: Opener) -> None:
    sitting = window()
    table = sitting.play("2,2", seed=4, end_mode="auto", safe_size=3, **ROUNDS)
    sitting.settle(900)
    assert table.match.is_over
    result_page(sitting).review.cancel_work()  # with the effort for people it would take half a minute
    sitting.app.show_replay(table.match.record())
    sitting.turn()
    scene = sitting.top
    assert isinstance(scene, ReplayScene)
    sitting.key(pygame.K_END)
    assert "Round " in written(sitting)
    scene.review.change_effort(Effort(playouts=4, level="club"))
    scene.open_review()
    sitting.finish_work()
    assert scene.review.analysis is not None and scene.review.analysis.finished
    assert len(scene.review.analysis.points) > 5
    names = TableNames.of_seats(["Ann", "Ben"], scene.review.record.ruleset)
    assert all(found.title.startswith("Round ") for found in findings(scene.review.analysis, names, {0}))
    assert not any(text.startswith("Turn ") for text in written(sitting).splitlines())


# --- the house rules ---

def test_the_option_is_on_the_page_and_names_what_it_refuses(window: Opener) -> None:
    sitting = window()
    scene = NewGameScene(sitting.app)
    sitting.app.push(scene)
    sitting.turn()
    scene._set_option(sell_shares=True)
    sitting.key(pygame.K_F3)
    page = sitting.top
    assert isinstance(page, HouseRules)
    sitting.key("2")
    sitting.click("simultaneous")
    assert page.refusal == "All at once does not go together with Selling shares: on. Change one of them."
    sitting.click("sell_shares")
    sitting.click("simultaneous")
    assert page.ruleset.simultaneous and not page.refusal
    sitting.click("special_powers")
    assert "Special powers: on" in page.refusal and not page.ruleset.special_powers
    sitting.key(RETURN)
    assert scene.ruleset.simultaneous
    sitting.key(RETURN)
    assert sitting.table.match.game.ruleset.simultaneous
