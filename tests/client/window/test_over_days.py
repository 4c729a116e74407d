"""Founding a table over days in the window: its mailbox, what does not go with it, and what everybody reads before they agree."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from acquire_client.matches import near_tables
from acquire_client.matches.evening import EveningStage
from acquire_client.matches.own_peer import own_peer_config
from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.window import network
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes import over_days
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.over_days import DaysPage, OverDaysPage
from acquire_client.window.scenes.table_options import TableOptionsPage
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.together import TogetherScene
from acquire_client.window.scenes.waiting_tables import WaitingTablesPage
from acquire_client.window.widgets.clipboard import write_clipboard
from acquire_core import RULESETS
from acquire_net import (
    Host,
    Offer,
    Resume,
    checked_options,
    clock_options,
    days_options,
    option_value,
    read_journal,
    read_table,
    rules_lines,
)
from acquire_net.links.relay import REFUSALS
from tests.support.evenings import ADA, BEN, ReportedEvening, lobby, member
from tests.support.open_mailbox import OpenMailbox
from tests.support.peers_on_loopback import LOOPBACK

from .driver import Window
from .online_screens import LISTENING, GivenTables
from .other_program import OtherProgram, until

PLAIN = Offer(rules_lines(RULESETS["classic"]), 3, clock_options("none"))
MAIL = "mail.example.org"


class Asked:
    """A page that asks for a mailbox; no mailbox is asked for real."""

    def __init__(self, sitting: Window, offer: Offer = PLAIN, trouble: str = "") -> None:
        self.window, self.trouble = sitting, trouble
        self.places: list[tuple[str, int]] = []
        """Where a mailbox was asked for."""
        self.offers: list[Offer] = []
        """What was opened."""
        self.page = OverDaysPage(sitting.app, offer, self.offers.append, self._ask)
        sitting.app.push(self.page)
        sitting.turn()

    def _ask(self, host: str, port: int, patience_s: float) -> str:
        self.places.append((host, port))
        return self.trouble

    def enter(self, typed: str = "") -> None:
        self.window.type(typed)
        self.window.key(pygame.K_RETURN)
        assert self.window.app.workers.settle()
        self.window.turn()


@pytest.fixture
def sitting(window: Callable[..., Window]) -> Window:
    return window()


def test_the_page_is_reached_by_key_and_mouse_and_left_again(window: Callable[..., Window],
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_tables, "TableSearch", lambda on_change: GivenTables())
    sitting = window(name="Annabel")
    sitting.key("p")
    for show in (lambda: sitting.key("d"), lambda: sitting.click("days")):
        show()
        assert isinstance(sitting.top, OverDaysPage)
        sitting.key(pygame.K_ESCAPE)
        assert isinstance(sitting.top, TogetherScene)


def test_a_mailbox_that_answers_opens_the_table_that_was_chosen(window: Callable[..., Window],
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[tuple[object, str]] = []
    monkeypatch.setattr(near_tables, "TableSearch", lambda on_change: GivenTables())
    monkeypatch.setattr(Navigation, "sit_down_online", lambda self, how, name, typed="": found.append((how, name)))
    sitting = window(name="Annabel")
    sitting.key("p")
    sitting.top.focus_manager.focus = "seats"
    sitting.key(pygame.K_RIGHT)
    sitting.click("days")
    page = sitting.top
    assert isinstance(page, OverDaysPage)
    page._ask = lambda host, port, patience_s: ""
    sitting.type(f" {MAIL}:1234 ")
    sitting.key(pygame.K_RETURN)
    assert sitting.app.workers.settle()
    sitting.turn()
    (how, name), = found
    assert isinstance(how, Host) and name == "Annabel" and how.offer.places == 4
    assert how.offer.options == days_options(f"{MAIL}:1234")
    assert sitting.app.settings.mailbox.strip() == f"{MAIL}:1234", "the next table has it already"


def test_an_address_without_a_port_means_that_of_a_relay(sitting: Window) -> None:
    asked = Asked(sitting)
    asked.enter(MAIL)
    assert asked.places == [(MAIL, 47109)]
    assert option_value(checked_options(asked.offers[0].options), "mailbox") == f"{MAIL}:47109"


def test_a_copied_address_is_pasted(sitting: Window) -> None:
    asked = Asked(sitting)
    write_clipboard(f"\n {MAIL}\n")
    sitting.click("paste")
    assert asked.page.mailbox == MAIL and sitting.top.focus_manager.focus == "mailbox"
    asked.enter()
    assert len(asked.offers) == 1


@pytest.mark.parametrize(("typed", "said"), [
    ("", "Without a mailbox there is no table over days"),
    (":::", "This is not the address of a mailbox: "),
    (f"{MAIL}:0", "This is not the address of a mailbox: "),
    ("a b", "This is not the address of a mailbox: "),
])
def test_what_is_not_an_address_is_explained_and_nobody_is_asked(sitting: Window, typed: str, said: str) -> None:
    asked = Asked(sitting)
    asked.enter(typed)
    assert asked.places == asked.offers == []
    assert any(text.startswith(said) for text in sitting.written())
    spoken, = (node for node in sitting.top.accessible_content().parts if node.key == "complaint")
    assert spoken.name.startswith(said), "it is read out"
    sitting.type("x")
    assert asked.page.complaint == "", "another address is typed"


def test_a_mailbox_that_does_not_answer_is_asked_for_once_more_by_the_same_button(sitting: Window) -> None:
    asked = Asked(sitting, trouble=REFUSALS[b"no mailbox"])
    asked.enter(MAIL)
    assert asked.offers == [] and asked.page.complaint.startswith("This relay has no mailbox")
    asked.enter("x")
    assert asked.offers == [] and len(asked.places) == 2, "that is another address"
    asked.enter()
    assert len(asked.offers) == 1 and len(asked.places) == 2


def test_an_answer_that_comes_too_late_opens_nothing(sitting: Window) -> None:
    asked, answers = Asked(sitting), threading.Event()
    asked.page._ask = lambda host, port, patience_s: "" if answers.wait(30) else "too late"
    sitting.type(MAIL)
    sitting.key(pygame.K_RETURN)
    assert asked.page.is_asking and "Asking the mailbox …" in sitting.written() and not sitting.widget("found").enabled
    sitting.key(pygame.K_ESCAPE)
    answers.set()
    assert sitting.app.workers.settle()
    sitting.turn()
    assert asked.offers == [] and not asked.page.is_asking


def test_an_answer_about_an_address_that_was_typed_over_opens_nothing(sitting: Window) -> None:
    asked, answers = Asked(sitting), threading.Event()
    asked.page._ask = lambda host, port, patience_s: "" if answers.wait(30) else "too late"
    sitting.type(MAIL)
    sitting.key(pygame.K_RETURN)
    sitting.type("2")
    answers.set()
    assert sitting.app.workers.settle()
    sitting.turn()
    assert asked.offers == [] and sitting.top is asked.page and sitting.widget("found").enabled
    asked.enter()
    assert [option_value(offer.options.items(), "mailbox").partition(":")[0] for offer in asked.offers] == [MAIL + "2"]


@pytest.mark.parametrize(("offer", "said"), [
    (Offer(PLAIN.rules, 3, clock_options("60")),
     "'For a decision' and 'Over days' do not go together: over days nobody's clock runs."),
    (Offer(rules_lines(RULESETS["classic"].replace(simultaneous=True)), 3, clock_options("none")),
     "Simultaneous play does not go together with a table over days: set simultaneous to no."),
], ids=["clock", "simultaneous"])
def test_what_does_not_go_with_it_is_named(sitting: Window, offer: Offer, said: str) -> None:
    """The command line says the same: '--days and --clock do not go together: over days nobody's clock runs'."""
    asked = Asked(sitting, offer)
    assert asked.page.complaint == said
    asked.enter(MAIL)
    assert asked.places == asked.offers == [] and asked.page.complaint == said


def test_how_many_days_it_waits_is_chosen_and_what_that_means_is_read(sitting: Window) -> None:
    asked = Asked(sitting)
    assert "The table waits for a player who is away, however long it takes." in " ".join(sitting.written())
    sitting.top.focus_manager.focus = "patience"
    sitting.key(pygame.K_RIGHT)
    sitting.key(pygame.K_RIGHT)
    assert "When a player has owed an answer for 7 days, the others go on without them" in " ".join(sitting.written())
    sitting.top.focus_manager.focus = "mailbox"
    asked.enter(MAIL)
    [offer] = asked.offers
    assert option_value(offer.options.items(), "patience") == "7"


# --- the lobby ---

def in_days_lobby(sitting: Window, founder: bytes = BEN, is_seated: bool = True) -> ReportedEvening:
    table = ReportedEvening()
    sitting.app.evening = table.evening
    sitting.app.replace(LobbyScene(sitting.app, table.evening))
    people = [member(0, is_me=True), member(1)][:2 if is_seated else 1]
    table.report(LISTENING, lobby(*people, founder=founder, options=checked_options(days_options(MAIL))))
    sitting.turn()
    return table


def test_a_guest_reads_of_mailbox_and_waiting_before_they_are_ready(sitting: Window,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    table = in_days_lobby(sitting)
    written = sitting.written()
    assert f"Over days, with the mailbox {MAIL}" in written
    assert "It waits for everyone, however long; only votes end a wait" in written
    assert table.peer.orders == []
    monkeypatch.setattr(over_days, "mailbox_trouble", lambda host, port, patience_s: "")
    for show in (lambda: sitting.key(pygame.K_F6), lambda: sitting.click("days")):
        show()
        assert isinstance(sitting.top, DaysPage)
        assert f"Over days, with the mailbox {MAIL}." in sitting.written()
        assert "acquire keep" in " ".join(sitting.written())
        sitting.key(pygame.K_ESCAPE)
    sitting.top.focus_manager.focus = None
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("ready", True)]


@pytest.mark.parametrize(("trouble", "said"), [
    ("", "The mailbox answers this computer."),
    (REFUSALS[b"no mailbox"], f"This relay{REFUSALS[b'no mailbox'][10:]}. Find out why before you are ready."),
])
def test_a_guest_learns_whether_the_mailbox_answers(sitting: Window, monkeypatch: pytest.MonkeyPatch, trouble: str,
                                                    said: str) -> None:
    asked: list[tuple[str, int]] = []

    def ask(host: str, port: int, patience_s: float) -> str:
        asked.append((host, port))
        return trouble

    monkeypatch.setattr(over_days, "mailbox_trouble", ask)
    in_days_lobby(sitting)
    assert asked == [], "nobody is asked before the person wants to know"
    sitting.key(pygame.K_F6)
    assert sitting.app.workers.settle()
    sitting.turn()
    status, = (node for node in sitting.top.accessible_content().parts if node.key == "status")
    assert status.name == said and said in " ".join(sitting.written()) and asked == [(MAIL, 47109)]


def test_the_lobby_says_how_many_days_the_table_waits_and_its_founder_changes_them(sitting: Window) -> None:
    table = in_days_lobby(sitting, founder=ADA)
    people = [member(0, is_me=True), member(1)]
    table.report(lobby(*people, founder=ADA, options=checked_options(days_options(MAIL, "10"))))
    sitting.turn()
    assert "It waits 10 days for a player, then goes on without them" in sitting.written()
    assert not [text for text in sitting.written() if "however long" in text]
    sitting.key(pygame.K_F4)
    assert sitting.top.focus_manager.widget_named("grace") is None and "10 days" in sitting.written()
    sitting.top.focus_manager.focus = "patience"
    sitting.key(pygame.K_LEFT)
    sitting.key(pygame.K_RETURN)
    assert table.peer.orders == [("propose", None, {"patience": "30"}, None)]


def test_no_clock_can_be_chosen_at_a_table_over_days(sitting: Window) -> None:
    table = in_days_lobby(sitting, founder=ADA)
    assert sitting.top.focus_manager.widget_named("clock") is None
    sitting.key(pygame.K_F4)
    assert isinstance(sitting.top, TableOptionsPage)
    assert [name for name in ("clock", "bank", "dropping", "hands") if sitting.widget(name).enabled] == ["hands"]
    assert sitting.widget("clock").tip == "'For a decision' and 'Over days' do not go together: over days nobody's clock runs."
    assert table.peer.orders == []


def test_no_computer_player_comes_to_a_table_over_days(sitting: Window) -> None:
    in_days_lobby(sitting, founder=ADA, is_seated=False)
    sitting.click("computer 1")
    assert isinstance(sitting.top, LobbyScene)
    assert sitting.app.notices.texts == ["'Add computer player' and 'Over days' do not go together: a computer player does not "
                                         "come back by itself."]


def test_a_table_of_one_evening_has_its_clock_and_no_word_of_days(sitting: Window) -> None:
    in_days_lobby(sitting).report(lobby())
    sitting.turn()
    assert sitting.widget("clock") is not None and sitting.top.focus_manager.widget_named("days") is None
    sitting.key(pygame.K_F6)
    assert isinstance(sitting.top, LobbyScene)


# --- the title, where several tables wait ---

BENS = WaitingTable(Path("1.acqlog"), ("Ben", "Cleo"), 21, ("Ben",))
DANS = WaitingTable(Path("2.acqlog"), ("Dan",), 7, (), True, is_over_days=True)
EVES = WaitingTable(Path("3.acqlog"), ("Eve",), 33, ("Eve",), is_over_days=True)


def on_title(sitting: Window, *others: WaitingTable) -> TitleScene:
    title = sitting.top
    assert isinstance(title, TitleScene)
    title._offer_return(BENS)
    assert sitting.app.workers.settle()
    sitting.turn()
    title._offer_others(list(others))
    sitting.turn()
    return title


def test_the_title_says_at_which_table_it_is_my_turn(sitting: Window) -> None:
    on_title(sitting, DANS, EVES)
    assert "3 tables · your turn with Dan" in sitting.written()


@pytest.mark.parametrize(("keys", "journal"), [(["1"], "2.acqlog"), (["2"], "1.acqlog"), (["3"], "3.acqlog"),
                                               ([pygame.K_RETURN], "2.acqlog"), ([pygame.K_DOWN, pygame.K_RETURN], "1.acqlog")])
def test_each_table_is_come_back_to_by_its_key(sitting: Window, monkeypatch: pytest.MonkeyPatch, keys: list[int | str],
                                               journal: str) -> None:
    """The table where it is my turn is the first one."""
    found: list[object] = []
    monkeypatch.setattr(Navigation, "sit_down_online", lambda self, how, name, typed="": found.append(how))
    on_title(sitting, DANS, EVES)
    sitting.key("r")
    assert isinstance(sitting.top, WaitingTablesPage)
    for key in keys:
        sitting.key(key)
    assert found == [Resume(Path(journal))]


def test_a_table_is_come_back_to_by_a_click_and_the_page_is_left(sitting: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []
    monkeypatch.setattr(Navigation, "sit_down_online", lambda self, how, name, typed="": found.append(how))
    title = on_title(sitting, DANS)
    sitting.click("return")
    written = sitting.written()
    assert "with Dan" in written and "turn 7 · it is your turn · over days" in written and "with Ben and Cleo" in written
    sitting.key("9")
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is title and found == []
    sitting.click("return")
    sitting.click("table 2")
    assert found == [Resume(Path("1.acqlog"))]


@pytest.mark.parametrize("key", ["r", pygame.K_RETURN])
def test_one_table_alone_needs_no_page(sitting: Window, monkeypatch: pytest.MonkeyPatch, key: str | int) -> None:
    found: list[object] = []
    monkeypatch.setattr(Navigation, "sit_down_online", lambda self, how, name, typed="": found.append(how))
    on_title(sitting)
    assert "Return to your table" in sitting.written()
    sitting.key(key)
    assert found == [Resume(Path("1.acqlog"))]


def test_a_table_that_is_found_late_does_not_move_the_ring(sitting: Window) -> None:
    sitting.key(pygame.K_DOWN)
    before = sitting.top.focus_manager.focus
    on_title(sitting)
    assert before != "return" and sitting.top.focus_manager.focus == before


def test_a_title_that_was_left_offers_no_more_tables(sitting: Window) -> None:
    title = on_title(sitting)
    title.on_leave()
    title._offer_others([DANS])
    assert title.other_tables == []


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_nine_tables_have_their_rows_in_large_text(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(scale=2.0, width=size[0], height=size[1])
    sitting.app.show_waiting_tables([DANS] * 9)
    sitting.turn()
    page = sitting.top
    assert isinstance(page, WaitingTablesPage)
    boxes = [sitting.widget(f"table {number}").box for number in range(1, 10)]
    assert all(box.h >= 24 for box in boxes) and boxes[-1].bottom <= page.about.y


# --- for real ---

@pytest.fixture
def mailbox(tmp_path: Path) -> Iterator[OpenMailbox]:
    with OpenMailbox(tmp_path / "mail") as opened:
        yield opened


@pytest.mark.fully
def test_a_table_over_days_is_founded_left_and_come_back_to(window: Callable[..., Window], tmp_path: Path, mailbox: OpenMailbox,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_peer_config", partial(own_peer_config, port=0, announces=False))
    monkeypatch.setattr(near_tables, "TableSearch", lambda on_change: GivenTables())
    sitting = window(bot_delay_ms=0, name="Anna")
    app = sitting.app
    sitting.key("p")
    sitting.top.focus_manager.focus = "seats"
    sitting.key(pygame.K_LEFT)
    sitting.click("days")
    sitting.type(f"{LOOPBACK}:{mailbox.port}")
    sitting.key(pygame.K_RETURN)
    until(sitting, None, lambda: app.evening is not None and app.evening.listening is not None)
    evening = app.evening
    assert evening is not None and evening.listening is not None
    evening.peer.propose_changes(rules=rules_lines(RULESETS["classic"].replace(simultaneous=True)))
    until(sitting, None, lambda: any("set simultaneous to no" in text for text in app.notices.texts))
    other = OtherProgram(tmp_path / "other", evening.listening.code)
    try:
        until(sitting, other, lambda: isinstance(sitting.top, LobbyScene) and sitting.top.can_be_ready)
        sitting.key(pygame.K_RETURN)
        until(sitting, other, lambda: evening.stage is EveningStage.PLAYING and isinstance(sitting.top, OnlineTableScene))
        assert evening.begun is not None and evening.begun.is_over_days and evening.begun.journal is not None
        journal = evening.begun.journal
        until(sitting, other, lambda: mailbox.server.store.box_count == 2)
    finally:
        other.peer.stop()
        other.peer.wait_until_stopped(10)
    app.show_menu()
    assert isinstance(sitting.top, Dialog) and sitting.top.text().startswith("Nothing is lost: the mailbox keeps what is for you")
    sitting.click("answer 0")
    options = read_table(read_journal(journal).opening.table).options
    assert option_value(options, "mailbox") == f"{LOOPBACK}:{mailbox.port}" and option_value(options, "clock") == "none"

    def offered() -> bool:
        return isinstance(sitting.top, TitleScene) and sitting.top.waiting_table is not None

    until(sitting, None, offered)
    title = sitting.top
    assert isinstance(title, TitleScene) and title.waiting_table is not None and title.waiting_table.is_over_days
    assert "with Ben" in " ".join(sitting.written())
    sitting.key("r")
    until(sitting, None, lambda: isinstance(sitting.top, OnlineTableScene) and app.evening is not None
          and app.evening.stage is EveningStage.PLAYING)
    app.show_menu()
    sitting.click("answer 0")
    app.wait_for_goodbyes()
