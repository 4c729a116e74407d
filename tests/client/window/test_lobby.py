"""The lobby in the window: ready ticks, what may be changed, who is excluded, the chat, and leaving."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from acquire_client.matches.computer_players import ComputerPlayers
from acquire_client.matches.evening import EveningStage
from acquire_client.view_model.presets import presets_text
from acquire_client.view_model.qr_code import QUIET
from acquire_client.window import navigation
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.house_rules import HouseRules
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.qr_page import QrPage
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.clipboard import read_clipboard
from acquire_client.window.widgets.qr_picture import qr_box
from acquire_core import RULESETS
from acquire_net import TableAddress, events, fingerprint_of, fingerprint_text, rules_lines
from acquire_net.lobby.events import ProposalChanged, ReadyChanged, Said
from tests.support.evenings import ADA, BEN, CLEO, NotingPeer, ReportedEvening, begun, lobby, member
from tests.support.qr_reader import read_qr

from .driver import Window
from .online_screens import CODE, LISTENING, ONLINE_SCREENS

FULL = lobby(member(0, is_me=True), member(1))


@pytest.fixture
def sitting(window: Callable[..., Window]) -> Window:
    return window()


def sat_down(sitting: Window, *happened: events.PeerEvent) -> ReportedEvening:
    table = ReportedEvening()
    sitting.app.evening = table.evening
    sitting.app.replace(LobbyScene(sitting.app, table.evening))
    table.report(LISTENING, *happened)
    sitting.turn()
    return table


def test_enter_is_ready_when_all_seats_are_taken(sitting: Window) -> None:
    table = sat_down(sitting, lobby(places=3))
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [], "a seat is free"
    table.report(FULL)
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("ready", True)]


def test_who_is_ready_can_take_it_back_by_the_button_and_not_by_enter_twice(sitting: Window) -> None:
    table = sat_down(sitting, FULL, ReadyChanged((ADA,), True))
    sitting.top.focus_manager.focus = None
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == []
    sitting.click("ready")
    assert table.peer.orders == [("ready", False)]


def test_only_the_host_changes_rules_and_clock(sitting: Window) -> None:
    table = sat_down(sitting, lobby(founder=BEN))
    for choice in ("edition", "clock"):
        sitting.click(choice)
    assert table.peer.orders == []
    table.report(FULL)
    sitting.top.focus_manager.focus = "edition"
    sitting.key(pygame.K_RIGHT)
    sitting.top.focus_manager.focus = "clock"
    sitting.key(pygame.K_RIGHT)
    assert table.peer.orders == [("propose", rules_lines(RULESETS["wikipedia-2008"]), None, None),
                                 ("propose", None, {"clock": "30", "bank": "3"}, None)]


def test_the_host_may_propose_own_rules_that_were_kept(sitting: Window) -> None:
    own = RULESETS["classic"].replace(max_buy=4)
    sitting.app.settings = replace(sitting.app.settings, presets=presets_text([own]))
    table = sat_down(sitting, FULL)
    sitting.top.focus_manager.focus = "edition"
    sitting.key(pygame.K_LEFT)
    assert table.peer.orders == [("propose", rules_lines(own), None, None)]
    table.report(replace(FULL, ruleset=own))
    assert "Own rules 1" in sitting.written()
    table.report(lobby(founder=BEN, rules=own))
    assert "Own rules 1" not in sitting.written(), "they are another person's rules"


def test_anybody_may_propose_another_number_of_seats(sitting: Window) -> None:
    table = sat_down(sitting, lobby(founder=BEN))
    sitting.top.focus_manager.focus = "seats"
    sitting.key(pygame.K_RIGHT)
    assert table.peer.orders == [("propose", None, None, 3)]


def test_a_clock_of_another_program_is_shown_as_it_is(sitting: Window) -> None:
    sat_down(sitting, lobby(options=(("bank", "7"), ("clock", "45"))))
    written = sitting.written()
    assert "45 s" in written and any("Clock: 45 s for a decision, then 7 min for the whole game" in text for text in written)


def test_excluding_a_player_is_asked_about_and_enter_keeps_the_player(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.click("exclude 1")
    assert isinstance(sitting.top, Dialog)
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [] and isinstance(sitting.top, LobbyScene)
    sitting.click("exclude 1")
    sitting.click("answer 0")
    assert table.peer.orders == [("exclude", BEN)]


def test_an_excluded_player_can_be_let_in_again(sitting: Window) -> None:
    table = sat_down(sitting, lobby(member(0, is_me=True), member(2, is_seated=False, is_excluded=True)))
    sitting.click("exclude 2")
    assert table.peer.orders == [("accept", CLEO)]


def test_nobody_but_the_host_excludes(sitting: Window) -> None:
    sat_down(sitting, lobby(founder=BEN))
    assert sitting.top.focus_manager.widget_named("exclude 1") is None


def test_a_line_is_sent_with_enter_and_what_others_write_is_shown(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.click("chat")
    sitting.type("Hello!")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("say", "Hello!")]
    assert "Hello!" not in " ".join(sitting.written()), "it is shown when it has been sent"
    table.report(Said(BEN, "Hi", "Ben"))
    assert "Ben: Hi" in sitting.written()


def test_typing_is_not_disturbed_by_what_happens_meanwhile(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.click("chat")
    sitting.type("Hel")
    table.report(lobby(places=3), Said(BEN, "Hi", "Ben"))
    sitting.type("lo")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("say", "Hello")]


def test_the_codes_are_shown_and_copied(sitting: Window) -> None:
    sat_down(sitting, FULL)
    written = " ".join(sitting.written())
    assert "K7QM" in written and CODE in written
    sitting.top.focus_manager.focus = None
    sitting.key("c", pygame.KMOD_CTRL)
    assert read_clipboard() == CODE


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_nothing_of_the_invitation_is_cut_or_covered(window: Callable[..., Window], size: tuple[int, int], language: str,
                                                     scale: float, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, cut = window(width=size[0], height=size[1], scale=scale, language=language), list[str]()
    sat_down(sitting, FULL)
    painter = sitting.app.painter
    shorten = painter._shortened_text
    monkeypatch.setattr(painter, "_shortened_text", lambda text, *rest: (cut.append(text), shorten(text, *rest))[1])
    sitting.written()
    assert CODE not in cut
    head, scene = sitting.app.translate("Invite others"), sitting.top
    assert isinstance(scene, LobbyScene)
    wide = painter.fonts.text_width(head, scene.unit.text(14), True)
    assert scene.invite.x + scene.unit(16) + wide <= sitting.widget("copy").box.x


def test_large_text_makes_the_lobby_larger(window: Callable[..., Window]) -> None:
    usual, large = window(), window(scale=2.0)
    for sitting in (usual, large):
        sat_down(sitting, FULL)
    assert large.top.unit.size >= 1.15 * usual.top.unit.size


def test_a_card_shows_the_fingerprint_that_codes_and_warnings_have(sitting: Window) -> None:
    sat_down(sitting, FULL)
    assert any(text == fingerprint_text(fingerprint_of(BEN))[:9] for text in sitting.written())


def test_leaving_an_empty_table_needs_no_question(sitting: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[bool] = []
    monkeypatch.setattr(Navigation, "leave_table", lambda self: left.append(True))
    table = sat_down(sitting)
    sitting.key(pygame.K_ESCAPE)
    assert left == [True], "the table has not answered yet"
    table.report(FULL)
    sitting.key(pygame.K_ESCAPE)
    assert left == [True] and isinstance(sitting.top, Dialog), "others would wait"
    sitting.click("answer 0")
    assert left == [True, True]


def test_a_running_game_is_waited_for(sitting: Window) -> None:
    table = sat_down(sitting, events.GameRuns(True, "The table plays."))
    assert table.evening.stage is EveningStage.ARRIVING
    assert "A game is being played here. You are waiting for the next one." in sitting.written()


def test_no_stranger_writes_control_characters_into_the_window(sitting: Window) -> None:
    evil = events.Member(BEN, "B\x1b[2Jen", False, True, False, True, warning="a\x07b")
    sat_down(sitting, lobby(member(0, is_me=True), evil), Said(BEN, "x\x1by", "B\x1ben"))
    assert not {"\x1b", "\x07"} & set("".join(sitting.written()))


@pytest.mark.parametrize("button", ["leave", "exclude 1"])
def test_enter_on_another_button_does_what_that_button_says(sitting: Window, button: str) -> None:
    table = sat_down(sitting, FULL)
    sitting.top.focus_manager.focus = button
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [] and isinstance(sitting.top, Dialog)


def test_in_the_line_of_the_chat_no_button_names_enter_or_escape(sitting: Window) -> None:
    sat_down(sitting, FULL)
    assert hints_of(sitting) == ("Esc", "Enter")
    sitting.click("chat")
    assert hints_of(sitting) == ("", "")
    sitting.click("lines")
    assert hints_of(sitting) == ("Esc", "Enter")


def test_escape_leaves_the_line_of_the_chat_and_not_the_table(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.click("chat")
    sitting.type("Hel")
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, LobbyScene) and hints_of(sitting) == ("Esc", "Enter")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("ready", True)], "what was typed stays in the line"
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, Dialog)


def hints_of(sitting: Window) -> tuple[str, str]:
    """Return the keys on the buttons that leave and that are ready."""
    leave, ready = map(sitting.top.focus_manager.widget_named, ("leave", "ready"))
    assert isinstance(leave, Button) and isinstance(ready, Button)
    return leave.hint, ready.hint


def test_enter_in_an_empty_line_is_not_ready(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.click("chat")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == []


def test_a_missing_link_is_named_where_all_seats_are_taken(sitting: Window) -> None:
    sat_down(sitting, FULL, events.MissingLinks(("Ben and Cleo have no link to each other yet.",)))
    assert "Ben and Cleo have no link to each other yet." in sitting.written()


def test_a_crowded_lobby_stays_in_its_panel(sitting: Window) -> None:
    crowd = [events.Member(bytes([number]) * 32, f"Player {number}", number == 0, number < 6, False, True)
             for number in range(16)]
    table = sat_down(sitting, lobby(*crowd, founder=bytes([0]) * 32, places=6))
    scene = sitting.top
    assert isinstance(scene, LobbyScene) and scene.rows[-1].bottom <= scene.left.bottom
    assert any(text.startswith("and ") and text.endswith(" more") for text in sitting.written()) and table.peer.orders == []


# --- computer players, seats and rules ---

class NoProcess:
    """A program that runs until it is asked to leave."""

    stdin = stderr = None

    def __init__(self, *_: object) -> None:
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code

    def wait(self, timeout: float | None = None) -> int:
        return threading.Event().wait(timeout) or 0

    def kill(self) -> None: ...


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Return the commands with which computer players are started, instead of starting them."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(ComputerPlayers.__init__, "__defaults__",
                        (lambda command, environment: (found.append(tuple(command)), NoProcess())[1],))
    return found


def test_the_host_adds_a_computer_player_with_level_and_style(sitting: Window, started: list[tuple[str, ...]]) -> None:
    table = sat_down(sitting, lobby(places=3))
    sitting.click("computer 2")
    for name, times in (("level", 2), ("style", 1)):
        sitting.top.focus_manager.focus = name
        for _ in range(times):
            sitting.key(pygame.K_RIGHT)
    sitting.key(pygame.K_RETURN)
    (command,), = [started]
    words = dict(zip(command, command[1:], strict=False))
    assert isinstance(sitting.top, LobbyScene) and words["--bot"] == "strong/builder" and words["--name"] == "Cleo"
    assert TableAddress.read(words["join"]).host == "127.0.0.1" and len(words["--started-by"]) == 19
    identity = sitting.app.own_computers().running()[0].identity
    assert table.peer.orders == [("accept", identity)], "a table for friends lets it in"
    table.report(lobby(member(0, is_me=True), events.Member(identity, "Cleo", False, True, True, True, computer=True)))
    sitting.click("exclude 1")
    assert sitting.app.own_computers().player_of(identity) is None, "it was asked to leave"


def test_a_seat_is_not_filled_twice_while_its_computer_player_starts(sitting: Window, started: list[tuple[str, ...]]) -> None:
    sat_down(sitting, lobby(places=4))
    sitting.click("computer 2")
    sitting.key(pygame.K_RETURN)
    sitting.turn()
    assert "Cleo is coming …" in sitting.written() and "Free seat" in sitting.written()
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert "computer 2" not in names and "computer 3" in names
    sitting.click("computer 3")
    sitting.key(pygame.K_RETURN)
    sitting.turn()
    assert "Dan is coming …" in sitting.written(), "no name is taken twice"
    (process, *_) = [process for _, process, _ in sitting.app.own_computers()._running.values()]
    process.code = 1  # type: ignore[attr-defined]
    sitting.app._on_computer_stopped("Cleo", "no room")
    sitting.turn()
    assert "Free seat" in sitting.written() and "Cleo is coming …" not in sitting.written()


def test_computer_players_that_a_closed_window_still_runs_are_looked_for_until_it_has_ended_them(
        sitting: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    table, looks = sat_down(sitting, lobby()), [True, True, False]
    returned: list[str] = []
    computers = SimpleNamespace(has_some_elsewhere=lambda journal: looks.pop(0), return_missing=returned.append)
    monkeypatch.setattr(sitting.app, "own_computers", lambda: computers)
    monkeypatch.setattr(navigation, "COMPUTER_LOOK_S", 0)
    sitting.app._return_computers(table.evening, "table.acqlog")
    for _ in range(3):
        sitting.app.workers.settle()
        sitting.turn()
    assert looks == [] and returned == ["table.acqlog"] * 3
    looks.append(True)
    sitting.app._return_computers(table.evening, "table.acqlog")
    sitting.app.evening = None  # the person has left meanwhile
    sitting.app.workers.settle()
    sitting.turn()
    assert returned == ["table.acqlog"] * 4


def test_guests_add_nobody_and_move_nobody(sitting: Window) -> None:
    sat_down(sitting, lobby(founder=BEN, places=3))
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert not {name for name in names if name.startswith(("computer ", "up "))}


def test_the_host_changes_the_order_of_the_seats(sitting: Window) -> None:
    table = sat_down(sitting, lobby(member(0, is_me=True), member(1), member(2), places=3))
    assert sitting.top.focus_manager.widget_named("up 0") is None
    sitting.click("up 2")
    assert table.peer.orders == [("order", (ADA, CLEO, BEN))]


def test_house_rules_become_one_proposal_when_their_page_is_closed(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.key(pygame.K_F3)
    page = sitting.top
    assert isinstance(page, HouseRules)
    page.set_option("max_buy", 4)
    page.set_option("holdings", "hidden")
    assert table.peer.orders == []
    sitting.key(pygame.K_RETURN)
    rules = RULESETS["classic"].replace(max_buy=4, holdings="hidden")
    assert table.peer.orders == [("propose", rules_lines(rules), None, None)]
    table.report(lobby(founder=BEN))
    sitting.key(pygame.K_F3)
    assert isinstance(sitting.top, LobbyScene), "a guest changes no rules"


def test_simultaneous_play_is_proposed_by_the_house_rules(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.key(pygame.K_F3)
    sitting.key("2")
    sitting.click("simultaneous")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("propose", rules_lines(RULESETS["classic"].replace(simultaneous=True)), None, None)]


def test_every_option_of_a_table_is_reachable_and_proposed_at_once(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.key(pygame.K_F4)
    for name in ("clock", "grace", "dropping", "hands", "spectators", "quorum"):
        sitting.top.focus_manager.focus = name
        sitting.key(pygame.K_RIGHT)
    sitting.top.focus_manager.focus = "signals"
    sitting.type("high means low")
    assert table.peer.orders == []
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("propose", None, {
        "clock": "20", "bank": "3", "grace": "600", "dropping": "vote", "hands": "closed", "spectators": "no",
        "quorum": "majority", "conventions": "high means low"}, None)]


def test_options_that_were_not_used_change_nothing(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.key(pygame.K_F4)
    sitting.top.focus_manager.focus = "hands"
    sitting.key(pygame.K_RIGHT)
    sitting.key(pygame.K_ESCAPE)
    assert table.peer.orders == [] and isinstance(sitting.top, LobbyScene)


def test_friends_only_and_a_relay_are_this_programs_own(sitting: Window) -> None:
    table = sat_down(sitting, FULL)
    sitting.key(pygame.K_F4)
    sitting.click("friends")
    sitting.top.focus_manager.focus = "address"
    sitting.type("relay.example.org")
    sitting.click("relay")
    sitting.key(pygame.K_ESCAPE)
    assert table.peer.orders == [("friends only", True), ("relay", "relay.example.org")]
    kept = sitting.app.settings
    assert (kept.relay, kept.uses_relay, kept.friends_only) == ("relay.example.org", True, True), "for the next table too"
    assert "Friends only" in " ".join(sitting.written())
    sitting.key(pygame.K_F4)
    sitting.click("relay")
    assert table.peer.orders[-1] == ("relay", "") and not sitting.app.settings.uses_relay
    assert sitting.app.settings.relay == "relay.example.org", "the address is there when it is wanted again"


def test_the_lobby_says_who_changed_what(sitting: Window) -> None:
    table = sat_down(sitting, lobby(founder=BEN))
    hidden = RULESETS["classic"].replace(holdings="hidden")
    table.report(lobby(founder=BEN, rules=hidden), ProposalChanged(BEN, ("other rules",)))
    assert "Ben changed: Others' holdings: hidden." in sitting.written()
    table.report(lobby(founder=BEN, rules=hidden, places=3), ProposalChanged(ADA, ("3 places instead of 2",)))
    assert "You changed: 3 seats." in sitting.written()
    table.report(lobby(member(0, is_me=True), member(1), member(2), founder=BEN, rules=hidden, places=3),
                 ProposalChanged(BEN, ("Cleo takes a seat",), ("Cleo takes a seat",)))
    assert "You changed: 3 seats." in sitting.written(), "who comes and goes changes nothing"


# --- known players ---

def test_a_key_is_blocked_and_let_in_again(sitting: Window) -> None:
    table = sat_down(sitting, lobby(founder=BEN))
    sitting.click("block 1")
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [], "Enter keeps the player"
    sitting.click("block 1")
    sitting.click("answer 0")
    assert table.peer.orders == [("block", BEN, True)]
    table.report(lobby(member(0, is_me=True), member(1, is_blocked=True), founder=BEN))
    assert "blocked" in sitting.written()
    sitting.click("block 1")
    assert table.peer.orders[-1] == ("block", BEN, False)


def test_a_stranger_at_a_table_for_friends_is_let_in_by_name(sitting: Window) -> None:
    table = sat_down(sitting, lobby(member(0, is_me=True), member(1, is_seated=False, is_kept_out=True)))
    sitting.click("exclude 2")
    assert table.peer.orders == [("accept", BEN)]


# --- the QR code ---

def test_the_drawn_qr_code_holds_the_long_code(sitting: Window) -> None:
    sat_down(sitting, FULL)
    sitting.app.draw()
    picture = sitting.top.focus_manager.widget_named("qr")
    assert picture is not None
    square, side = qr_box(picture.box, CODE)
    count = square.w // side - 2 * QUIET
    start = (square.x + QUIET * side + side // 2, square.y + QUIET * side + side // 2)
    canvas = sitting.app._canvas
    modules = tuple(tuple(canvas.get_at((start[0] + x * side, start[1] + y * side))[:3] == (0, 0, 0) for x in range(count))
                    for y in range(count))
    assert side >= 2 and read_qr(modules) == CODE
    sitting.click("qr")
    assert isinstance(sitting.top, QrPage) and CODE in sitting.written()
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, LobbyScene)


@pytest.mark.parametrize(("playing", "word"), [(False, "leave"), (True, "finish")])
def test_computer_players_leave_with_a_table_that_has_ended_and_finish_a_game(sitting: Window, playing: bool, word: str) -> None:
    words: list[str] = []
    table = sat_down(sitting, FULL)
    if playing:
        table.report(begun())
    sitting.app.computers = cast(ComputerPlayers, SimpleNamespace(
        dismiss_all=lambda: words.append("leave"), finish_games=lambda: words.append("finish"),
        player_of=lambda identity: None, on_the_way=lambda there: (), close=lambda: None))
    table.report(events.PeerStopped("the disk is full"))
    sitting.app._on_evening(table.evening, events.PeerStopped("the disk is full"))
    assert words == [word] and sitting.app.evening is None


class SlowPeer(NotingPeer):
    """Takes all the time that it is given, until it is let go."""

    has_ended = False

    def wait_until_stopped(self, timeout_s: float | None = None) -> bool:
        if not self.has_ended:
            time.sleep(timeout_s or 0)
        return self.has_ended


def test_peers_of_left_tables_share_the_time_for_a_goodbye(sitting: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closing window stood still for six seconds at each table that had been left."""
    monkeypatch.setattr(navigation, "GOODBYE_S", 0.2)
    sitting.app.stopping = [SlowPeer() for _ in range(10)]
    began = time.monotonic()
    sitting.app.wait_for_goodbyes()
    assert time.monotonic() - began < 1.0


def test_a_peer_that_has_ended_is_forgotten_when_the_next_table_is_left(sitting: Window) -> None:
    first, second = SlowPeer(), SlowPeer()
    sitting.app.stopping = [first, second]
    first.has_ended = True
    left = sat_down(sitting, FULL)
    left.evening.start()
    sitting.app.end_evening()
    assert sitting.app.stopping == [second, left.peer]


@pytest.mark.parametrize("scene", ["lobby", "lobby-full", "online-seats"])
def test_what_can_be_pressed_beside_a_player_looks_like_a_button(window: Callable[..., Window], scene: str) -> None:
    """In the dark and the light look it was a loose word, which nothing told apart from the facts beside it."""
    sitting = window(width=1024, height=640)
    ONLINE_SCREENS[scene](sitting)
    acts = ("exclude", "up", "computer", "mute", "vote")
    beside = [widget for widget in sitting.top.focus_manager.widgets if widget.name.split()[0] in acts]
    assert len(beside) > 2
    assert {widget.kind for widget in beside if isinstance(widget, Button)} == {"plain"}


def test_all_changed_rules_are_shown_where_there_is_room(window: Callable[..., Window]) -> None:
    """The line of the last change was kept free before there was one, and a rule was cut above it."""
    sitting = window(width=1024, height=640, scale=2.0)
    ONLINE_SCREENS["lobby-full"](sitting)
    written = sitting.sizes_written()
    assert {"Clock: 60 s for a decision, then 3 min for the whole game", "Hands stay hidden after the game"} <= written.keys()
