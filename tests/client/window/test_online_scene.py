"""The table over the network: what is waited for, chat, seats, votes and pauses, leaving, and the way back to the lobby."""

import random
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from acquire_client.window.controller.table_controller import ObjectionKind
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_table import OnlineTableScene, SeatsPage
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.together import TogetherScene
from acquire_client.window.widgets.button import Button
from acquire_core import RULESETS
from acquire_core.actions import Place, Retire
from acquire_net import MAX_LINE_BYTES, days_options, events
from acquire_net.lobby.events import Said
from acquire_net.protocol.sealed_game import AskDecision
from acquire_net.protocol.session_events import ClaimChanged, LinkState, NotAnswering, Regroup, SeatLost, SeatReturns
from tests.core.policies import POLICIES
from tests.support.evenings import ADA, BEN, ReportedEvening, lobby, member
from tests.support.honest_table import Table, step

from .driver import Window
from .hands import by_keys
from .online_screens import LISTENING, OTHERS_TURN, OWN_TURN, PROVEN, at_table

Sat = tuple[Window, ReportedEvening]


@pytest.fixture
def my_turn(window: Callable[..., Window]) -> Sat:
    sitting = window(bot_delay_ms=0)
    return sitting, at_table(sitting, seed=OWN_TURN)


@pytest.fixture
def bens_turn(window: Callable[..., Window]) -> Sat:
    sitting = window(bot_delay_ms=0)
    return sitting, at_table(sitting, seed=OTHERS_TURN)


def submitted(table: ReportedEvening) -> list[object]:
    return [order[1] for order in table.peer.orders if order[0] == "submit"]


def test_an_answer_is_sent_and_shown_as_sent_until_it_is_final(my_turn: Sat) -> None:
    sitting, table = my_turn
    match = table.evening.match
    assert match is not None and "YOUR TURN" in sitting.written()
    action = match.legal_actions()[0]
    by_keys(sitting, sitting.table, action)
    assert submitted(table) == [action]
    assert "Sending your answer …" in sitting.written() and "YOUR TURN" not in sitting.written()


def test_nothing_can_be_undone_that_was_sent(my_turn: Sat) -> None:
    sitting, _ = my_turn
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert not names & {"undo", "reset"} and "seats" in names


def over_days(window: Callable[..., Window]) -> Sat:
    """Sit down at a table over days, asked for a tile that a purchase can follow."""
    sitting = window(bot_delay_ms=0)
    at = Table(RULESETS["classic"], 3, random.Random(OWN_TURN))
    while not (isinstance(at.question(), AskDecision) and at.complete.to_move == 0 and at.complete.phase == "place"
               and any(at.complete.observe(None).sizes.values())):
        step(at, POLICIES["uniform"])
    table = ReportedEvening(lambda: sitting.now_ms / 1000)
    table.report(LISTENING, lobby(*(member(number, is_me=number == 0) for number in range(3)), places=3))
    table.begin_game(at, options=tuple(sorted(days_options("mail.example.org").items())))
    sitting.app.evening = table.evening
    sitting.app.sit_down(OnlineTableScene(sitting.app, table.evening))
    sitting.turn()
    return sitting, table


@pytest.mark.parametrize("sent", [False, True])
def test_what_the_table_does_not_take_is_gone_from_the_log_too(window: Callable[..., Window], sent: bool) -> None:
    sitting, table = over_days(window)
    controller, match = sitting.table.controller, table.evening.match
    assert match is not None
    before, [tile, *_] = [line.text for line in controller.log.lines], match.observe(0).hand
    by_keys(sitting, sitting.table, Place(0, tile))
    while sent and match.pending is None:
        by_keys(sitting, sitting.table, match.forced_answer() or match.legal_actions()[0])
        if match.pending is None and sitting.table.decider is not None:
            sitting.key(pygame.K_RETURN)
    sitting.turn()
    assert len(controller.log.lines) > len(before)
    table.report(events.Declined("the block was void") if sent else events.Played((Retire(2),), False))
    sitting.turn()
    after = [line.text for line in controller.log.lines]
    assert after[:len(before)] == before and not any(tile in line for line in after[len(before):])
    assert controller.log.lines_of(len(match.steps)) == len(after)
    assert tile in sitting.table.snapshot.seen.hand


def test_a_turn_over_days_is_sent_whole_and_undone_before(window: Callable[..., Window]) -> None:
    sitting, table = over_days(window)
    match = table.evening.match
    assert match is not None and match.whole_turns

    def widget_names() -> set[str]:
        return {widget.name for widget in sitting.top.focus_manager.widgets}

    action = match.legal_actions()[0]
    by_keys(sitting, sitting.table, action)
    sitting.turn()
    assert submitted(table) == [] and {"undo", "reset"} <= widget_names() and "seats" not in widget_names()
    assert "YOUR TURN" in sitting.written()
    sitting.key(pygame.K_u)
    sitting.turn()
    assert match.undoable_count == 0 and "seats" in widget_names() and action in match.legal_actions()
    by_keys(sitting, sitting.table, action)
    while match.pending is None:
        by_keys(sitting, sitting.table, match.forced_answer() or match.legal_actions()[0])
        if match.pending is None and sitting.table.decider is not None:
            sitting.key(pygame.K_RETURN)
    sitting.turn()
    assert submitted(table)[0] == action and len(submitted(table)) >= 2
    assert "Sending your answer …" not in sitting.written() and "YOUR TURN" not in sitting.written()


def test_the_table_says_whom_it_waits_for_and_counts(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    assert "Waiting for Ben" in sitting.written()
    sitting.now_ms += 42_000
    drawn = sitting.app.drawn
    sitting.turn()
    assert sitting.app.drawn > drawn and "Waiting for Ben · 0:42" in sitting.written()
    table.report(NotAnswering((1,), False))
    assert "No answer from Ben for 42 s." in sitting.written()
    assert "vote under Seats (P)" in " ".join(sitting.written())


def test_the_own_clock_stands_in_the_action_bar(my_turn: Sat) -> None:
    sitting, table = my_turn
    table.report(events.Clock(0, 3, 40_000, 180_000, True, (180_000,) * 3))
    assert "0:40 left, then your bank of 3:00." in " ".join(sitting.written())
    sitting.now_ms += 15_000
    sitting.turn()
    assert "0:25 left" in " ".join(sitting.written())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_own_clock_is_whole_where_text_is_large(window: Callable[..., Window], language: str) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640, scale=2.0, language=language)
    table = at_table(sitting, seed=OWN_TURN)
    table.report(events.Clock(0, 3, 40_000, 180_000, True, (180_000,) * 3))
    sitting.turn()
    sitting.app.painter.forget()
    sitting.app.draw()
    assert not sitting.app.painter.clipped


def test_no_tile_of_another_hand_is_written_anywhere(bens_turn: Sat) -> None:
    sitting, _ = bens_turn
    match = sitting.table.match
    assert match.observe(1).hand == match.observe(None).hand
    texts = [*sitting.written(), *(widget.tip for widget in sitting.top.focus_manager.widgets)]
    assert "Your tiles" in texts and len(match.observe(0).hand) == 6


# --- chat ---

def test_unread_lines_are_counted_until_the_chat_is_shown(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(Said(BEN, "Nice move", "Ben"), Said(ADA, "Thanks", "Ada"))
    assert "Chat (1 new)" in sitting.written()
    sitting.key("m")
    assert "Ben: Nice move" in sitting.written() and "Chat (1 new)" not in sitting.written()
    sitting.key(pygame.K_ESCAPE)
    assert "Chat" in sitting.written() and isinstance(sitting.top, OnlineTableScene)


def test_lines_from_before_a_return_are_shown_and_are_not_new(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(Said(BEN, "before", "Ben", is_earlier=True), Said(BEN, "meanwhile", "Ben"), Said(BEN, "too", "Ben", True))
    assert "Chat (1 new)" in sitting.written()
    sitting.app._on_evening(table.evening, Said(BEN, "before", "Ben", is_earlier=True))
    assert sitting.app.notices.current is None
    sitting.key("m")
    assert "Ben: before" in sitting.written()


def test_fair_play_says_in_three_lines_what_is_proven(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(PROVEN)
    sitting.key("v")
    written = " / ".join(sitting.written())
    assert "7 shuffles checked, none is missing" in written and "61 draws and 23 played tiles proven" in written
    assert "Everybody has the same record: ba3f" in written
    table.report(events.ProofsChecked(7, 62, 23, 119, "c0de" * 32, (0, 2)))
    written = " / ".join(sitting.written())
    assert "62 draws" in written and "Ben must still sign the record c0de" in written
    sitting.click("explain")
    assert "Only all together can take the masks off." in " ".join(sitting.written())


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((1024, 640), 2.0), ((1920, 1080), 2.0)])
def test_the_lines_of_fair_play_are_there_where_the_panel_is_low(bens_turn: Sat, size: tuple[int, int], scale: float) -> None:
    sitting, table = bens_turn
    table.report(PROVEN)
    sitting.app.resize_window(*size)
    sitting.app.change_settings(replace(sitting.app.settings, scale=scale))
    sitting.key("v")
    written = " / ".join(sitting.written())
    for line in ("7 shuffles checked", "61 draws", "Everybody has the same record"):
        assert line in written, line
    assert sitting.widget("explain").accessible_node().name == "What does this mean?"


def test_a_tab_that_is_not_open_has_a_mark_for_what_is_new(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.click("tab fair_play")
    table.answer_for_others()
    table.play_on()
    sitting.turn()
    assert "Log •" in sitting.written()
    sitting.click("tab log")
    assert "Log" in sitting.written() and "Log •" not in sitting.written()
    table.report(events.Caught(1, "signed two different contents of one block", None))
    assert "Fair play •" in sitting.written()
    sitting.key("v")
    assert "Ben has broken the rules, and it is proven" in sitting.written()
    assert "Fair play •" not in sitting.written()


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)])
def test_the_line_of_the_chat_is_as_large_as_the_lines_above_it(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(bot_delay_ms=0, scale=2.0, width=size[0], height=size[1])
    at_table(sitting)
    sitting.key("m")
    field, unit = sitting.widget("chat").box, sitting.top.unit
    assert field.h >= 1.2 * unit.text(12.5), "a lower one would make what is typed smaller than what was said"


def test_typing_in_the_chat_means_no_tile(my_turn: Sat) -> None:
    sitting, table = my_turn
    sitting.key("m")
    for letter in "1u":
        sitting.key(letter)
        sitting.type(letter)
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("say", "1u")]


def test_the_own_turn_leaves_the_focus_where_a_person_types(bens_turn: Sat) -> None:
    """A figure that was meant for the chat must not place a tile."""
    sitting, table = bens_turn
    sitting.key("m")
    sitting.type("see you at ")
    for _ in range(12):
        if table.play_on() == 0:
            break
        table.answer_for_others()
    sitting.turn()
    assert sitting.table.decider is not None and sitting.top.focus_manager.focus == "chat"
    sitting.key("2")
    sitting.type("2")
    assert not submitted(table)
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("say", "see you at 2")]


def test_enter_in_an_empty_chat_plays_nothing(my_turn: Sat) -> None:
    sitting, table = my_turn
    sitting.key("m")
    for _ in range(3):
        sitting.key(pygame.K_RETURN)
    assert table.peer.orders == []


def test_the_own_turn_is_announced_behind_a_page(bens_turn: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, table = bens_turn
    sounds: list[str] = []
    monkeypatch.setattr(type(sitting.app), "play_sound", lambda self, name: sounds.append(name))
    sitting.key("p")
    for _ in range(12):
        if table.play_on() == 0:
            break
        table.answer_for_others()
    assert "turn" in sounds and sitting.app._asked_for == "Your turn"


def test_a_question_ends_when_the_program_has_answered_it(my_turn: Sat) -> None:
    sitting, table = my_turn
    match = table.evening.match
    assert match is not None
    table.report(events.AnsweredAtZero(match.legal_actions()[0]))
    assert sitting.table.decider is None and "YOUR TURN" not in sitting.written()


def test_a_line_of_the_chat_makes_a_notice_only_where_the_chat_is_hidden(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("m")
    sitting.app._on_evening(table.evening, Said(BEN, "hello", "Ben"))
    assert sitting.app.notices.current is None
    sitting.key(pygame.K_ESCAPE)
    sitting.app._on_evening(table.evening, Said(BEN, "W" * 200, "Ben"))
    assert sitting.app.notices.current is not None and len(sitting.app.notices.current.text) < 80


def test_unread_lines_are_counted_past_the_last_that_are_kept(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(*(Said(BEN, str(number), "Ben") for number in range(250)))
    sitting.key("m")
    sitting.key(pygame.K_ESCAPE)
    table.report(Said(BEN, "still there?", "Ben"))
    assert "Chat (1 new)" in sitting.written()


# --- seats, votes, pauses ---

def test_a_vote_is_one_click_and_can_be_taken_back(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("p")
    assert isinstance(sitting.top, SeatsPage)
    assert sitting.top.focus_manager.widget_named("vote 0") is None, "nobody votes against the own seat"
    sitting.click("vote 1")
    assert table.peer.orders == [("vote", 1)]
    table.report(ClaimChanged(0, 1, 1, True, 1, 2))
    assert "1 of 2 votes to go on without" in sitting.written() and "Take my vote back" in sitting.written()
    sitting.click("vote 1")
    assert table.peer.orders[-1] == ("vote",)


def test_the_page_of_seats_says_who_votes_and_what_a_vote_means(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("p")
    assert "A vote counts for a minute." not in " ".join(sitting.written())
    table.report(ClaimChanged(2, 1, 1, True, 1, 2))
    texts = " ".join(sitting.written())
    assert "To go on without Ben: Cleo. 1 of 2 needed." in texts and "the seat is out of the game for good" in texts
    table.report(ClaimChanged(2, 0, 0, True, 1, 2), ClaimChanged(1, 0, 0, True, 2, 2))
    assert "To go on without you: Ben and Cleo. 2 of 2 needed." in " ".join(sitting.written())


@pytest.mark.parametrize("spectators", ["yes", "no"])
def test_who_was_voted_out_reads_why_until_it_is_closed_and_may_watch(window: Callable[..., Window], spectators: str) -> None:
    sitting = window(bot_delay_ms=0)
    table = at_table(sitting, seed=OTHERS_TURN)
    assert table.evening.begun is not None
    table.evening.begun = replace(table.evening.begun, options=(("spectators", spectators),))
    lost = SeatLost(0, "did not answer", ((1, 1), (2, 1)), 42_000)
    table.report(lost)
    sitting.app._on_evening(table.evening, lost)
    sitting.now_ms += 60_000
    sitting.turn()
    texts = " ".join(sitting.written())
    assert "The others have gone on without you: absent for 42 seconds; voted out by Ben and Cleo" in texts
    assert isinstance(sitting.top, Dialog) and not sitting.app.notices.texts
    assert ("You can watch the rest of the game" in texts) == (spectators == "yes")
    sitting.click("answer 0")
    assert isinstance(sitting.top, TogetherScene if spectators == "yes" else TitleScene)


def test_there_is_no_vote_against_who_is_out_nor_among_two(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("p")
    table.report(SeatLost(1, "it said goodbye"))
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert not {"vote 1", "vote 2"} & names and "it said goodbye" in sitting.written()


def test_a_pause_is_asked_for_and_ended(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("p")
    sitting.click("pause")
    table.report(events.Paused((0,)))
    sitting.click("pause")
    assert table.peer.orders == [("pause", True), ("pause", False)]


def test_in_a_pause_nobody_can_vote_and_reads_why(bens_turn: Sat) -> None:
    """Votes lapse in a pause: the absent may be away because of it."""
    sitting, table = bens_turn
    sitting.key("p")
    sitting.click("vote 1")
    table.report(ClaimChanged(0, 1, 1, True, 1, 2), events.Paused((2,)), ClaimChanged(0, 1, 1, False, 0, 2))
    sitting.turn()
    orders = list(table.peer.orders)
    for name in ("vote 1", "vote 2"):
        assert not sitting.widget(name).enabled and "In a pause no vote counts" in sitting.widget(name).tip
        sitting.click(name)
    assert table.peer.orders == orders
    assert "A pause, asked for by Cleo: no clock runs, and no vote counts." in " ".join(sitting.written())
    table.report(events.Paused(()))
    sitting.click("vote 1")
    assert table.peer.orders[-1] == ("vote", 1)


def test_a_pause_is_news_and_takes_votes_back_without_a_line_for_each(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    for event in (ClaimChanged(2, 1, 1, True, 1, 2), events.Paused((2,)), ClaimChanged(2, 1, 1, False, 0, 2), events.Paused(())):
        table.report(event)
        sitting.app._on_evening(table.evening, event)
    assert sitting.app.notices.texts == ["Cleo votes to go on without Ben: 1 of 2 needed.",
                                         "A pause, asked for by Cleo: no clock runs, and no vote counts.", "The pause is over."]


def test_the_words_of_the_check_phrase_are_there(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(events.CheckPhrase(("lemon", "swan", "paper", "stable", "cider", "helmet")))
    sitting.key("p")
    assert "lemon swan paper stable cider helmet" in " ".join(sitting.written())


def test_a_decision_goes_on_behind_the_page_of_seats(bens_turn: Sat) -> None:
    """What arrives meanwhile is not lost, and the question is there behind the page."""
    sitting, table = bens_turn
    sitting.key("p")
    for _ in range(12):
        asked = table.play_on()
        if asked == 0:
            break
        table.answer_for_others()
    sitting.key(pygame.K_ESCAPE)
    sitting.turn()
    assert sitting.table.decider is not None


def test_the_board_goes_on_behind_a_dialog_and_nothing_is_asked_there(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    match = table.evening.match
    assert match is not None
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog)
    table_scene = next(scene for scene in sitting.app.scenes if isinstance(scene, OnlineTableScene))
    for _ in range(12):
        if table.play_on() == 0:
            break
        table.answer_for_others()
        table.play_on()
        drawn = sitting.app.drawn
        sitting.turn()
        assert table_scene.snapshot.seen.board == match.observe(0).board and sitting.app.drawn > drawn
        assert len(table_scene.controller.log.lines) == len(table_scene.controller.lines_shown) > 0
    sitting.turn()
    assert table.play_on() == 0 and table_scene.decider is None and isinstance(sitting.top, Dialog)
    assert table_scene.question_text() == "It is your turn."
    sitting.key(pygame.K_RETURN)
    sitting.turn()
    assert sitting.top is table_scene and table_scene.decider is not None


def test_a_question_whether_to_send_ends_with_what_it_asks_about(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, confirm_sending=True)
    table = at_table(sitting, seed=OWN_TURN)
    match = table.evening.match
    assert match is not None
    sitting.key("1")
    assert isinstance(sitting.top, Dialog)
    table.report(events.AnsweredAtZero(match.legal_actions()[0]))
    sitting.turn()
    assert isinstance(sitting.top, OnlineTableScene) and not submitted(table)


# --- leaving ---

@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F10])
def test_leaving_is_asked_about_and_enter_plays_on(bens_turn: Sat, key: int, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[bool] = []
    monkeypatch.setattr(Navigation, "leave_table", lambda self: left.append(True))
    sitting, table = bens_turn
    sitting.key(key)
    assert isinstance(sitting.top, Dialog)
    sitting.key(pygame.K_RETURN)
    assert not left and isinstance(sitting.top, OnlineTableScene)
    sitting.key(key)
    sitting.click("answer 0")
    assert left == [True] and ("leave",) not in table.peer.orders, "the seat waits"


def test_retiring_is_asked_about_twice_and_gives_the_seat_up(bens_turn: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Navigation, "leave_table", lambda self: None)
    sitting, table = bens_turn
    sitting.key(pygame.K_F10)
    sitting.click("answer 2")
    sitting.key(pygame.K_RETURN)
    assert ("leave",) not in table.peer.orders
    sitting.key(pygame.K_F10)
    sitting.click("answer 2")
    sitting.click("answer 0")
    assert ("leave",) in table.peer.orders


def test_closing_the_window_asks_once(bens_turn: Sat) -> None:
    sitting, _ = bens_turn
    sitting.turn(pygame.event.Event(pygame.QUIT))
    assert isinstance(sitting.top, Dialog)
    sitting.turn(pygame.event.Event(pygame.QUIT))
    assert not sitting.app.scenes


# --- what the peer reports for the whole window ---

def test_a_table_that_never_began_is_a_lobby_again(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.app._on_evening(table.evening, Regroup((1,)))
    assert isinstance(sitting.top, LobbyScene)


def test_a_peer_that_has_ended_shows_why_on_the_title(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.app._on_evening(table.evening, events.PeerStopped("the port 47108 is taken"))
    sitting.turn()
    assert type(sitting.top).__name__ == "TitleScene" and sitting.app.evening is None
    assert "The port 47108 is taken" in sitting.app.notices.current.text  # type: ignore[union-attr]


def test_an_evening_that_was_left_says_nothing_more(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.app.evening = None
    before = sitting.app.notices.current
    sitting.app._on_evening(table.evening, events.Trouble("something"))
    assert sitting.app.notices.current is before and isinstance(sitting.top, OnlineTableScene)


def test_the_result_of_a_game_shows_the_score_of_the_evening(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(events.Ended(((1, 1, 30_000), (2, 0, 20_000)), "", (0, 1, 2), "", None))
    sitting.table.show_result()
    sitting.turn()
    assert "Evening: Ben 1 ($30,000) · You 0 ($20,000) · Cleo 0 ($0)" in sitting.written()


# --- what was sent ---

def test_until_an_answer_is_final_the_button_says_so_and_the_tile_lies_there_paler(my_turn: Sat) -> None:
    sitting, table = my_turn
    tile = sitting.table.match.observe(0).hand[0]
    sitting.key("1")
    scene = sitting.table
    button = sitting.widget("sending")
    assert isinstance(button, Button) and button.label == "Sending …" and not button.enabled
    assert scene.sent_tile() == tile and scene._board_marks(None).sent == tile
    assert scene._board.rows[0][0].occupied is False or tile != "1A", "the board is what is final"
    table.report(events.Declined("the disk is full"))
    sitting.turn()
    assert scene.sent_tile() == "" and sitting.top.focus_manager.widget_named("sending") is None


@pytest.mark.parametrize("look", ["dark", "light", "contrast", "dos"])
def test_in_every_look_a_tile_that_is_sent_differs_from_one_that_lies_there(window: Callable[..., Window], look: str) -> None:
    sitting = window(bot_delay_ms=0, look=look, labels=False)
    at_table(sitting, seed=OWN_TURN)
    sent = sitting.table.match.observe(0).hand[0]
    sitting.key("1")
    sitting.app.draw()
    squares = [square for row in sitting.table._board.rows for square in row]
    boxes = dict(zip((square.tile for square in squares), sitting.table.places.squares, strict=True))
    lying = next(square.tile for square in squares if square.occupied)
    rims = []
    for box in (boxes[lying], boxes[sent]):
        rims.append(sitting.app.painter.surface.get_at((box.x + 1, box.y + box.h // 2))[:3])
    assert sum(abs(one - other) for one, other in zip(*rims, strict=True)) > 60, rims


def test_on_request_every_answer_is_asked_about_before_it_is_sent(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, confirm_sending=True)
    table = at_table(sitting, seed=OWN_TURN)
    sitting.key("1")
    assert isinstance(sitting.top, Dialog) and not submitted(table)
    assert any("nobody can take it back" in text for text in sitting.written())
    sitting.click("answer 1")
    assert not submitted(table) and sitting.table.decider is not None
    sitting.key("1")
    sitting.key(pygame.K_RETURN)
    assert len(submitted(table)) == 1


def test_an_answer_that_was_put_together_is_asked_about_too(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, confirm_sending=True)
    at_table(sitting, seed=OWN_TURN)
    decider = sitting.table.decider
    assert decider is not None
    decider.answers_at_once = False  # as a purchase is, which is put into a basket first
    objection = sitting.table.controller.objection_to(sitting.table.match.legal_actions()[0])  # type: ignore[attr-defined]
    assert objection is not None and objection.kind is ObjectionKind.FINAL


# --- a computer player in the place of a person ---

def test_a_seat_is_handed_to_a_computer_player_and_taken_back(my_turn: Sat) -> None:
    sitting, table = my_turn
    assert sitting.table.decider is not None
    sitting.key("p")
    sitting.top.focus_manager.focus = "level"
    sitting.key(pygame.K_LEFT)
    sitting.click("hand-over")
    assert isinstance(sitting.top, OnlineTableScene) and table.evening.stand_in == "casual"
    sitting.turn()
    assert table.peer.orders[0] == ("hand over", True) and len(submitted(table)) == 1
    assert sitting.table.decider is None and "Take my seat back" in sitting.written()
    table.report(events.Declined("too late"))
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders[-1] == ("hand over", False) and table.evening.stand_in is None
    assert sitting.table.decider is not None, "the question that stands is the person's again"


def test_the_others_see_who_has_handed_a_seat_over(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.app._on_evening(table.evening, events.Notice("hello"))
    table.evening.listeners.append(lambda event: sitting.app._on_evening(table.evening, event))
    table.report(events.HandedOver((0, 1)))
    assert "A computer player answers for Ben now." in sitting.app.notices.texts
    assert sitting.table.seat_states()[1].by_computer  # type: ignore[attr-defined]
    sitting.key("p")
    assert "a computer player answers here" in sitting.written()
    table.report(events.HandedOver(()))
    assert "Ben plays again." in sitting.app.notices.texts


# --- links, returns, muting ---

def test_avatars_and_the_page_show_how_well_seats_are_heard(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(events.LinksChanged((LinkState.HERE, LinkState.AWAY, LinkState.LOST), (0, 6000, 900)))
    sitting.now_ms += 5000
    assert "11" in sitting.written(), "the seconds stand on the avatar"
    parts = [node.name for node in sitting.top.accessible_content().parts]
    assert "Ben: does not answer, 11 s" in parts and "Cleo: no link to here; others hear this player" in parts
    table.report(events.LinksChanged((LinkState.HERE,) * 3, (0, 0, 0)))
    assert "11" not in sitting.written()


def test_a_player_who_returns_is_shown_with_progress(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(SeatReturns(1, 0, 100), SeatReturns(1, 61, 100))
    assert "Ben is back, catching up: 61%" in sitting.written()
    table.report(SeatReturns(1, 100, 100))
    assert not any("catching up" in text for text in sitting.written())


def test_lines_of_a_muted_player_are_hidden_here(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    table.report(Said(BEN, "spam", "Ben"), Said(ADA, "mine", "Ada"))
    sitting.key("p")
    sitting.click("mute 1")
    assert table.peer.orders == [("mute", BEN, True)] and "Unmute" in sitting.written()
    sitting.key(pygame.K_ESCAPE)
    sitting.key("m")
    table.report(Said(BEN, "more spam", "Ben"))
    written = " ".join(sitting.written())
    assert "mine" in written and "spam" not in written


def test_a_line_of_the_chat_takes_no_more_bytes_than_can_be_sent(bens_turn: Sat) -> None:
    sitting, table = bens_turn
    sitting.key("m")
    sitting.type("ü" * 190)
    sitting.key(pygame.K_RETURN)
    (kind, line), = table.peer.orders
    assert kind == "say" and len(str(line).encode()) == MAX_LINE_BYTES


def test_no_vote_is_offered_against_a_seat_that_was_out_before_this_program_came_back(window: Callable[..., Window]) -> None:
    """Which seats were lost is then in the actions of the game alone."""
    sitting, table, dealer = window(bot_delay_ms=0), ReportedEvening(), Table(RULESETS["classic"], 4, random.Random(OTHERS_TURN))
    table.begin_game(dealer)
    dealer.leave(2)
    table.play_on()
    sitting.app.evening = table.evening
    sitting.app.sit_down(OnlineTableScene(sitting.app, table.evening))
    sitting.turn()
    sitting.key("p")
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert not table.evening.lost and "vote 2" not in names and {"vote 1", "vote 3"} <= names
    assert "out of the game" in sitting.written()


def test_what_waits_for_a_typing_hand_takes_the_panel_when_the_focus_leaves_the_chat(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, animation="none")
    table = at_table(sitting, "classic", 3)
    sitting.key("m")
    sitting.type("hm")
    match, rng = table.evening.match, random.Random(2)
    assert match is not None
    while not (match.game.phase == "dispose" and match.asked_seat == 0):
        assert not match.is_over
        table.answer_anything(rng)
        match.poll_changes()
    sitting.turn()
    scene = sitting.table
    assert scene.focus_manager.focus == "chat" and sitting.widget("chat")
    sitting.key(pygame.K_TAB)
    sitting.turn()
    assert scene.focus_manager.focus != "chat"
    names = {widget.name for widget in scene.focus_manager.widgets}
    assert not names & {"chat", "lines", "tab log", "tab chat", "tab fair_play"}
