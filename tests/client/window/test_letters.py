"""Letters of a table over days in the window: what is written, what is read, and what is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pygame
import pytest

from acquire_client.matches.own_peer import own_peer_config
from acquire_client.view_model.letters import IN_DOUBT, NOT_AWAKE, size_text
from acquire_client.window import network
from acquire_client.window.scenes.letters import LettersPage
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.widgets.clipboard import read_clipboard, write_clipboard
from acquire_core import Place
from acquire_net import Letter, Peer, Resume, Wording, events, letter_text
from tests.support.evenings import ReportedEvening
from tests.support.homes_over_days import Homes
from tests.support.seat_of_peer import seat_of

from .driver import Window
from .online_screens import DAYS, LETTERS, OTHERS_TURN, OWN_TURN, at_table, at_the_end
from .other_program import until

PAIR = ("Ada", "Bo")


class Opened:
    """The page at a table that no network reports."""

    def __init__(self, sitting: Window, folder: Path, seed: int = OTHERS_TURN, written: events.LettersWritten = LETTERS) -> None:
        self.window = sitting
        self.table: ReportedEvening = at_table(sitting, seed=seed, options=DAYS)
        sitting.key("b")
        page = sitting.top
        assert isinstance(page, LettersPage)
        self.page, page.folder = page, folder
        self.report(written)

    def report(self, *happened: events.PeerEvent) -> None:
        self.table.report(*happened)
        self.window.turn()

    def finish(self) -> None:
        assert self.window.app.workers.settle()
        self.window.turn()

    @property
    def orders(self) -> list[object]:
        return [order[0] if order[0] == "read letters" else order for order in self.table.peer.orders]

    def said(self) -> str:
        return " ".join(self.window.written())


@pytest.fixture
def opened(window: Callable[..., Window], tmp_path: Path) -> Opened:
    return Opened(window(), tmp_path / "letters")


# --- the way there ---

def test_a_table_over_days_leads_to_its_letters_by_key_and_mouse(window: Callable[..., Window]) -> None:
    sitting = window()
    at_table(sitting, seed=OTHERS_TURN, options=DAYS)
    for show in (lambda: sitting.key("b"), lambda: sitting.click("letters")):
        show()
        assert isinstance(sitting.top, LettersPage)
        sitting.key(pygame.K_ESCAPE)
        assert isinstance(sitting.top, OnlineTableScene)


def test_a_table_of_one_evening_has_no_letters(window: Callable[..., Window], tmp_path: Path) -> None:
    sitting = window()
    at_table(sitting, seed=OTHERS_TURN)
    sitting.key("b")
    sitting.turn(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "letter.txt")))
    assert isinstance(sitting.top, OnlineTableScene) and sitting.top.focus_manager.widget_named("letters") is None


def test_a_file_that_is_dropped_onto_the_table_is_read_as_letters(window: Callable[..., Window], tmp_path: Path) -> None:
    sitting = window()
    at_table(sitting, seed=OTHERS_TURN, options=DAYS)
    (tmp_path / "note.txt").write_text("Hello Ada")
    sitting.turn(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "note.txt")))
    assert sitting.app.workers.settle()
    sitting.turn()
    assert isinstance(sitting.top, LettersPage) and "There is no letter in this text" in " ".join(sitting.written())


def test_the_end_of_a_game_leads_to_the_last_letters(window: Callable[..., Window]) -> None:
    sitting = window()
    table = at_the_end(sitting, options=DAYS)
    over = sitting.top
    assert isinstance(over, OnlineGameOver)
    over.review.cancel_work()
    for show in (lambda: sitting.key("b"), lambda: sitting.click("letters")):
        show()
        assert isinstance(sitting.top, LettersPage)
        table.report(LETTERS)
        sitting.turn()
        assert "The game is over. The others may need your last letter." in sitting.written()
        sitting.key(pygame.K_ESCAPE)


# --- what is written ---

def test_the_letters_are_copied_as_one_text_by_key_button_and_enter(opened: Opened) -> None:
    for copy in (lambda: opened.window.key("c"), lambda: opened.window.click("copy"),
                 lambda: opened.window.key(pygame.K_RETURN)):
        write_clipboard("something else")
        copy()
        copied = read_clipboard()
        assert "a letter to Ben from Ada" in copied and "a letter to Cleo from Ada" in copied and 3000 * "a" in copied
        assert "Copied. Paste it into a message to Ben and Cleo." in opened.said()
    assert size_text(opened.page.text, 2, opened.window.app.words) in opened.window.written()
    assert opened.orders == [("write letters", False)]


def test_they_are_saved_under_new_names_in_the_folder_that_is_named(opened: Opened) -> None:
    assert f"Folder: {opened.page.folder}" in opened.window.written()
    for number in (1, 2):
        opened.window.key("s")
        opened.finish()
        assert f"Saved as letters-1-{number}.txt. Send that file to Ben and Cleo." in opened.said()
        assert (opened.page.folder / f"letters-1-{number}.txt").read_text("utf-8") == opened.page.text


def test_a_folder_that_takes_no_file_is_named(opened: Opened) -> None:
    opened.page.folder.write_text("this is a file")
    opened.window.click("save")
    opened.finish()
    assert opened.page._text_news() == (f"Nothing is saved in '{opened.page.folder}': Not a directory.", "bad")


def test_letters_that_say_more_by_now_are_to_be_sent_again(opened: Opened) -> None:
    opened.window.key("c")
    opened.report(events.WaitingFor((2,), True))
    assert opened.orders[-1] == ("write letters", False), "the table has gone on"
    opened.report(LETTERS)
    assert "Copied." in opened.said(), "they are the same"
    opened.report(events.LettersWritten(((1, "other"), (2, "text"))))
    assert "Copied." not in opened.said() and "The letters say more by now: copy or save them again." in opened.said()


def test_all_since_the_beginning_is_written_for_a_player_with_an_old_disk(opened: Opened) -> None:
    opened.window.top.focus_manager.focus = "content"
    opened.window.key(pygame.K_RIGHT)
    assert opened.orders[-1] == ("write letters", True) and "all since the beginning" in opened.window.written()
    opened.window.key(pygame.K_LEFT)
    assert opened.orders[-1] == ("write letters", False)


def test_a_seat_that_may_not_sign_says_why_and_looks_again(window: Callable[..., Window], tmp_path: Path) -> None:
    sitting = window()
    at = Opened(sitting, tmp_path, written=events.LettersWritten(LETTERS.texts, may_sign=False))
    status, = (node for node in sitting.top.accessible_content().parts if node.key == "status")
    assert status.name == NOT_AWAKE
    before = len(at.orders)
    sitting.now_ms += 2500
    sitting.turn()
    assert at.orders[before:] == [("write letters", False)]
    at.report(events.LettersWritten(LETTERS.texts, False, True))
    assert at.page.status_text()[0] == IN_DOUBT
    at.report(LETTERS)
    assert at.page.status_text()[0].startswith("Waiting for Ben")
    assert Opened(window(), tmp_path, OWN_TURN).page.status_text()[0] == "It is your turn."


def test_letters_that_cannot_be_written_say_why_and_nothing_is_copied(window: Callable[..., Window], tmp_path: Path) -> None:
    write_clipboard("before")
    trouble = Wording("'{path}' is damaged: {why}", path="x", why="y")
    at = Opened(window(), tmp_path, written=events.LettersWritten(trouble=trouble))
    at.window.key("c")
    at.window.key("s")
    at.finish()
    assert read_clipboard() == "before" and "'x' is damaged: y." in at.window.written() and not list(tmp_path.glob("*.txt"))


def test_while_the_disk_takes_nothing_the_page_says_so_and_asks_again_when_it_does(opened: Opened) -> None:
    before = len(opened.orders)
    opened.report(events.DiskTrouble("the disk is full"), events.LettersWritten(trouble="the disk is full"))
    assert "The disk is full." in opened.window.written() and not opened.page.text
    opened.report(events.DiskTrouble(""), LETTERS)
    assert opened.page.text and opened.orders[before:] == [("write letters", False)] * 2


# --- what is read ---

MINE = Letter(bytes(16), 1, 0, b"for Ada")


def journal_of_mine(at: Opened) -> None:
    """Let the table be the one of `MINE`."""
    begun = at.table.evening.begun
    assert begun is not None and begun.journal is not None
    object.__setattr__(begun, "journal", begun.journal.with_name(MINE.journal_name))


def test_pasted_dropped_and_typed_letters_go_to_the_program_of_the_table(opened: Opened, tmp_path: Path) -> None:
    journal_of_mine(opened)
    text = "Hello Ada\n> " + letter_text(MINE).replace("\n", "\n> ")
    path = tmp_path / "letter.txt"
    path.write_text(text)

    def typed() -> None:
        opened.window.top.focus_manager.focus = "path"
        opened.page.path = ""
        opened.window.type(str(path))
        opened.window.key(pygame.K_RETURN)

    def pasted_into_the_field() -> None:
        opened.window.top.focus_manager.focus = "path"
        opened.window.key("v", pygame.KMOD_CTRL)

    for read in (lambda: opened.window.key("v"), lambda: opened.window.click("paste"), pasted_into_the_field,
                 lambda: opened.window.turn(pygame.event.Event(pygame.DROPFILE, file=str(path))),
                 lambda: opened.window.turn(pygame.event.Event(pygame.DROPTEXT, text=text)), typed):
        write_clipboard(text)
        opened.window.top.focus_manager.focus = "copy"
        opened.table.peer.orders.clear()
        read()
        opened.finish()
        assert opened.table.peer.orders == [("read letters", MINE)]
        assert "Reading …" in opened.said()
        opened.report(events.LettersRead((1,), True))
        assert "The letter of Ben is read." in opened.window.written() and "Reading …" not in opened.said()
        assert opened.orders[-1] == ("write letters", False), "there is more to say now"


def test_several_files_that_are_dropped_at_once_are_read_one_after_the_other(opened: Opened, tmp_path: Path) -> None:
    journal_of_mine(opened)
    other = Letter(bytes(16), 2, 0, b"for Ada too")
    opened.table.peer.orders.clear()
    dropped = []
    for number, text in enumerate((letter_text(MINE), "Hello Ada", letter_text(other))):
        (tmp_path / f"{number}.txt").write_text(text)
        dropped.append(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / f"{number}.txt")))
    opened.window.turn(*dropped)
    opened.finish()
    assert opened.table.peer.orders == [("read letters", MINE)]
    opened.report(events.LettersRead((1,), True))
    for _ in range(2):
        opened.finish()
    assert opened.table.peer.orders[2:] == [("read letters", other)]
    opened.report(events.LettersRead((2,), True))
    said = opened.said()
    assert all(part in said for part in ("The letter of Ben is read.", "There is no letter in this text", "The letter of Cleo"))
    assert not opened.page.is_reading


@pytest.mark.parametrize(("read", "says"), [
    (events.LettersRead((1, 2), True), "The letters of Ben and Cleo are read."),
    (events.LettersRead((1, 2)), "The letters of Ben and Cleo are read: nothing in them is new."),
    (events.LettersRead((2,)), "The letter of Cleo is read: nothing in it is new."),
    (events.LettersRead((), troubles=(Wording("a letter is of another table"),) * 2), "A letter is of another table."),
])
def test_what_came_of_letters_is_a_sentence_that_is_read_out(opened: Opened, read: events.LettersRead, says: str) -> None:
    opened.report(read)
    assert says in opened.window.written()
    spoken = [node.name for node in opened.window.top.accessible_content().parts if node.key.startswith("report")]
    assert spoken == [says], "each once"


def test_many_troubles_are_counted(opened: Opened) -> None:
    opened.report(events.LettersRead((), troubles=tuple(f"trouble {number}" for number in range(20))))
    assert len(opened.page.report) == 7 and opened.page.report[-1] == ("And 14 more letters cannot be read.", True)


def test_an_empty_path_and_a_key_in_the_field_read_nothing(opened: Opened) -> None:
    opened.window.click("read")
    assert "Type the path of a file with letters, or drop one here." in opened.said()
    opened.window.top.focus_manager.focus = "path"
    for letter in "csv":
        opened.window.key(letter)
        opened.window.type(letter)
    opened.finish()
    assert opened.page.path == "csv" and "read letters" not in opened.orders and "Copied" not in opened.said()


# --- real programs ---

@contextmanager
def at_home(homes: Homes, name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """Open the window of a player at their table, with the page of letters."""
    monkeypatch.setattr(network, "own_peer_config", partial(own_peer_config, port=0, announces=False))
    sitting = Window(homes.folder / name / "data")
    try:
        sitting.app.sit_down_online(Resume(homes.journal(name)), name)
        until(sitting, None, lambda: isinstance(sitting.top, OnlineTableScene))
        show_letters(sitting)
        yield sitting
    finally:
        sitting.app.leave_table()
        sitting.app.wait_for_goodbyes()
        sitting.close()


def show_letters(sitting: Window) -> LettersPage:
    sitting.key("b")
    page = sitting.top
    assert isinstance(page, LettersPage)
    until(sitting, None, lambda: bool(page.own.texts))
    return page


def read_letters_in(sitting: Window, give: Callable[[LettersPage], None]) -> str:
    """Give letters to the page, and return what it says when it has read them."""
    page = sitting.top
    assert isinstance(page, LettersPage)
    give(page)
    until(sitting, None, lambda: not page.is_reading)
    return " ".join(text for text, _ in page.report)


def copied_from(sitting: Window) -> str:
    """Return the letters when nothing follows by itself any more: the peer has no work and has answered the page."""
    page, evening = sitting.top, sitting.app.evening
    assert isinstance(page, LettersPage) and evening is not None and isinstance(evening.peer, Peer)
    peer, quiet = evening.peer, 0
    while quiet < 3:
        text, done = page.text, threading.Event()
        peer._put_order(done.set)
        until(sitting, None, done.is_set)
        sitting.app.run_once([], None)
        seat = seat_of(peer)
        quiet = quiet + 1 if page.text == text and seat is not None and not seat.has_work else 0
    sitting.key("c")
    return read_clipboard()


@pytest.mark.fully
def test_two_windows_play_a_turn_by_letters_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = Homes(tmp_path / "homes", PAIR)
    asked, texts = homes.play_until_asked()
    other = next(name for name in PAIR if name != asked)
    with at_home(homes, asked, monkeypatch) as sitting:
        assert NOT_AWAKE in " ".join(sitting.written())
        said = read_letters_in(sitting, lambda page: page.read_text(texts[other]))
        assert said == f"The letter of {other} is read: nothing in it is new."
        until(sitting, None, lambda: sitting.top.status_text()[0] == "It is your turn.")  # type: ignore[attr-defined]
        sitting.key(pygame.K_ESCAPE)
        until(sitting, None, lambda: sitting.table.decider is not None)
        match = sitting.app.evening.match  # type: ignore[union-attr]
        placed = next(action for action in match.legal_actions() if isinstance(action, Place))
        sitting.table.submit(placed)
        while match.asked_seat is not None and match.pending is None:
            sitting.table.submit(match.legal_actions()[0])
        show_letters(sitting)
        letter = tmp_path / "letter.txt"
        letter.write_text(copied_from(sitting))
    with at_home(homes, other, monkeypatch) as sitting:
        drop = pygame.event.Event(pygame.DROPFILE, file=str(letter))
        assert read_letters_in(sitting, lambda page: sitting.turn(drop)) == f"The letter of {asked} is read."
        match = sitting.app.evening.match  # type: ignore[union-attr]
        until(sitting, None, lambda: any(step.action == placed for step in match.steps))
        answer = copied_from(sitting)
    with at_home(homes, asked, monkeypatch) as sitting:
        assert read_letters_in(sitting, lambda page: page.read_text(answer)) == f"The letter of {other} is read."
        copied_from(sitting)
    with homes.visit(asked) as mine, homes.visit(other) as theirs:
        assert mine.block >= theirs.block > 0 and not mine.trouble and not theirs.trouble


@pytest.mark.fully
def test_what_is_not_a_letter_for_this_seat_is_said_and_nothing_is_applied(tmp_path: Path,
                                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    homes, strangers = Homes(tmp_path / "homes", PAIR), Homes(tmp_path / "others", PAIR)
    texts = {name: letters_by_hand(homes, name) for name in PAIR}
    theirs = letters_by_hand(strangers, "Bo")
    huge, missing = tmp_path / "huge.txt", tmp_path / "missing.txt"
    huge.write_bytes(b" " * 9_000_000)
    before = homes.journal("Ada").read_bytes()
    with at_home(homes, "Ada", monkeypatch) as sitting:
        for give, says in [
            (lambda page: page.read_text("Hello Ada, how are you?"), "There is no letter in this text"),
            (lambda page: page.read_text(""), "There is no letter in this text"),
            (lambda page: page.read_text(texts["Ada"]), "A letter is from this seat itself: it is for Bo."),
            (lambda page: page.read_text(theirs), "A letter is for a table that is not on this computer."),
            (lambda page: page.read_text(texts["Bo"][:-60]), "Letter 1 of this text: it is cut off"),
            (lambda page: page.read_text(damaged(texts["Bo"])), "Letter 1 of this text: it is damaged"),
            (lambda page: page.read_file(huge), "8,000,001 bytes are too many for letters"),
            (lambda page: page.read_file(missing), f"'{missing}' cannot be read: No such file or directory."),
            (lambda page: page.read_file(tmp_path), f"'{tmp_path}' cannot be read: Is a directory."),
            (lambda page: page.read_file(Path("/dev/zero")), "'/dev/zero' cannot be read: it is not a file with text."),
        ]:
            said = read_letters_in(sitting, give)
            assert said.startswith(says), said
        assert homes.journal("Ada").read_bytes() == before
        said = read_letters_in(sitting, lambda page: page.read_text(theirs + damaged(texts["Bo"]) + texts["Bo"]))
        assert "The letter of Bo is read." in said and "is not on this computer" in said and "is damaged" in said
    assert homes.journal("Ada").read_bytes() != before


def test_a_letter_for_another_own_table_says_which(window: Callable[..., Window], tmp_path: Path) -> None:
    homes = Homes(tmp_path / "homes", PAIR)
    at = Opened(window(), tmp_path)
    begun = at.table.evening.begun
    object.__setattr__(begun, "journal", homes.journal("Ada").with_name("0.acqlog"))
    at.page.read_text(letters_by_hand(homes, "Bo"))
    at.finish()
    assert "A letter is for another of your tables, that of Ada and Bo. Read it there." in at.said()
    assert "read letters" not in at.orders


def letters_by_hand(homes: Homes, name: str) -> str:
    with homes.visit(name) as table:
        return "".join(letter_text(letter) for letter in table.write_letters().values())


def damaged(text: str) -> str:
    at = len(text) // 2
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1:]
