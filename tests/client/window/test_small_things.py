"""Tooltips, the title of the window, the log that is copied, and the function keys between two people."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.app import BLINK_MS, BLINKING
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.help import HelpPage
from acquire_client.window.scenes.pages import LinesPage
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.clipboard import read_clipboard, write_clipboard
from acquire_client.window.widgets.drawn import tip_box
from acquire_client.window.widgets.focus_manager import TIP_DELAY_MS
from acquire_client.window.widgets.lines import ListView
from acquire_core import Game, ShuffledBag

from .driver import Window
from .screens import HAND, SCREENS, position

HINT = "H asks what a strong computer player would do, and why."


def at_rest(window: Callable[..., Window]) -> Window:
    sitting = window()
    sitting.sit_at(position(HAND))
    sitting.now_ms += 10_000
    sitting.turn()
    return sitting


def later(sitting: Window, by_ms: int) -> int:
    """Return how many pictures are drawn when time passes and nothing else happens."""
    drawn = sitting.app.drawn
    sitting.now_ms += by_ms
    sitting.turn()
    return sitting.app.drawn - drawn


def tip(sitting: Window) -> str | None:
    """Return the text of the tooltip in the picture."""
    return None if sitting.app._tip is None else sitting.app._tip[0]


def test_a_tooltip_is_drawn_by_itself_when_the_pointer_has_rested(window: Callable[..., Window]) -> None:
    sitting = at_rest(window)
    sitting.point(*sitting.widget("hint").box.middle)
    assert later(sitting, TIP_DELAY_MS - 1) == 0 and tip(sitting) is None
    assert later(sitting, 1) == 1 and tip(sitting) == HINT
    assert later(sitting, 5000) == 0, "drawn once"
    sitting.point(*sitting.table.places.question.middle)
    assert tip(sitting) is None


def test_a_key_takes_a_tooltip_away_until_the_pointer_moves_again(window: Callable[..., Window]) -> None:
    sitting = at_rest(window)
    x, y = sitting.widget("hint").box.middle
    sitting.point(x, y)
    later(sitting, TIP_DELAY_MS)
    sitting.key("x")
    assert tip(sitting) is None
    later(sitting, TIP_DELAY_MS)
    assert tip(sitting) is None
    sitting.point(x + 1, y)
    later(sitting, TIP_DELAY_MS)
    assert tip(sitting) == HINT


def test_tooltips_come_by_the_keyboard_too_where_the_focus_was_moved(window: Callable[..., Window]) -> None:
    sitting = at_rest(window)
    assert later(sitting, 5000) == 0 and tip(sitting) is None, "nobody has moved the focus"
    while sitting.top.focus_manager.focus != "hint":
        sitting.key(pygame.K_TAB)
    assert tip(sitting) is None
    assert later(sitting, TIP_DELAY_MS) == 1 and tip(sitting) == HINT
    sitting.key(pygame.K_TAB, pygame.KMOD_SHIFT)
    assert tip(sitting) is None


def test_the_loop_wakes_for_a_tooltip(window: Callable[..., Window]) -> None:
    sitting = at_rest(window)
    sitting.point(*sitting.widget("hint").box.middle)
    assert sitting.top.focus_manager.tip_due_ms(sitting.now_ms) == TIP_DELAY_MS
    later(sitting, 150)
    assert sitting.top.focus_manager.tip_due_ms(sitting.now_ms) == TIP_DELAY_MS - 150
    later(sitting, TIP_DELAY_MS)
    assert sitting.top.focus_manager.tip_due_ms(sitting.now_ms) is None


def test_the_title_blinks_while_somebody_is_asked_and_looks_elsewhere(window: Callable[..., Window]) -> None:
    sitting = at_rest(window)

    def titles() -> list[str]:
        found = []
        for _ in range(4):
            sitting.now_ms += BLINK_MS
            sitting.turn()
            found.append(pygame.display.get_caption()[0])
        return found

    asked = "Place a tile - Acquire"
    assert set(titles()) == {asked}
    sitting.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    drawn = sitting.app.drawn
    shown = titles()
    assert set(shown) == {asked, f"{BLINKING} {asked}"} and shown[:2] == shown[2:]
    assert sitting.app.drawn == drawn, "no picture is drawn for it"
    sitting.turn(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert set(titles()) == {asked}
    sitting.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    sitting.app.show_menu()
    assert set(titles()) == {"Acquire"}, "nobody is asked"


@pytest.mark.parametrize(("rule", "why"), [
    ("lowest_number", "in the lowest column"), ("topmost_row", "nearest to the top"), ("closest_1A", "nearest to 1A"),
    ("closest_1A_manhattan", "the fewest steps to 1A"), ("seat0", "by these rules")])
def test_the_log_says_who_goes_first_and_why(window: Callable[..., Window], rule: str, why: str) -> None:
    lines = [line.text for line in window().play("Anna,Ada:casual,Ben:casual", start_rule=rule).controller.log.lines]
    first = next(number for number, text in enumerate(lines) if text.endswith(" goes first."))
    assert why in lines[first + 1]


@pytest.mark.parametrize("hands", ["mouse", "keys"])
def test_the_log_is_copied_as_it_is_shown(window: Callable[..., Window], hands: str) -> None:
    def copy() -> str:
        sitting.click("copy") if hands == "mouse" else sitting.key("c", pygame.KMOD_CTRL)
        return read_clipboard()

    sitting = window(bot_delay_ms=0)
    table = sitting.play(seed=9)
    sitting.key(next(choice.key for choice in table.decider.prompt.choices if choice.action))  # type: ignore[union-attr]
    sitting.settle()
    words = copy()
    assert "Turn 1: Anna" in words and "Anna goes first." in words
    assert "buys nothing" not in words
    assert sitting.app.notices.texts[-1].startswith("The log is copied: ")
    assert "Full log" in sitting.written()  # it adds the draws, too
    sitting.click("passes") if hands == "mouse" else sitting.key(pygame.K_F6)
    assert "Short log" in sitting.written()
    assert len(copy()) > len(words) and "buys nothing" in copy()


def test_without_a_clipboard_of_the_system_that_of_the_program_is_used_without_a_word(
        monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder) -> None:
    class MissingModule:
        """What pygame puts in the place of a module whose library is missing."""

        def __bool__(self) -> bool:
            return False

        def __getattr__(self, name: str) -> None:
            warnings.warn("use scrap: libX11.so.6: cannot open shared object file", RuntimeWarning, stacklevel=3)
            raise NotImplementedError

    monkeypatch.setattr(pygame, "scrap", MissingModule())
    write_clipboard("a code")
    assert read_clipboard() == "a code"
    assert not recwarn.list


@pytest.mark.parametrize(("name", "row", "title"), [
    ("players", 1, "Players"), ("money", 1, "Players"), ("chain tower", 0, "Chains"), ("chain imperial", 5, "Chains")])
def test_a_click_on_the_sheet_tells_what_f4_and_f2_tell(window: Callable[..., Window], name: str, row: int, title: str) -> None:
    sitting = at_rest(window)
    sitting.key(pygame.K_F4 if title == "Players" else pygame.K_F2)
    assert isinstance(sitting.top, LinesPage)
    lines = [line.text for line in sitting.top.lines]
    assert lines[0].startswith("Annabel: cash " if title == "Players" else "Luxor"), "a page begins with what it is called after"
    sitting.key(pygame.K_ESCAPE)
    box = sitting.widget(name).box
    sitting.click((box.middle[0], box.y + 10 + 24 * row))
    assert isinstance(sitting.top, LinesPage) and sitting.top.title == title
    assert [line.text for line in sitting.top.lines] == lines


@pytest.mark.parametrize("key", [pygame.K_F1, pygame.K_F2, pygame.K_F4, pygame.K_F8, pygame.K_F9, pygame.K_F10])
def test_function_keys_work_between_two_people_and_hands_stay_hidden(window: Callable[..., Window], key: int) -> None:
    sitting = window()
    table = sitting.play("Anna,Bea")
    assert isinstance(sitting.top, HandOver)
    sitting.key(key)
    assert not isinstance(sitting.top, HandOver)
    assert isinstance(sitting.top, Dialog) == (key == pygame.K_F10)
    assert table.controller.viewer is None and table.controller.shown.seen.hand == ()
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, HandOver) and table.controller.shown.seen.hand == ()


def marked(sitting: Window) -> list[tuple[str, bool]]:
    """Return the rows of the log, each with whether it is marked as new."""
    log = sitting.widget("log")
    assert isinstance(log, ListView)
    return [(row.text, row.new) for _, row in log.rows]


def place(sitting: Window) -> None:
    """The first tile that can be placed, and everything else in its turn as it comes."""
    table, turn = sitting.table, sitting.table.match.game.turn
    while table.decider is not None and table.match.game.turn == turn:
        decider = table.decider
        choice = next((choice for choice in decider.prompt.choices if choice.action is not None), None)
        sitting.key(pygame.K_RETURN if not decider.answers_at_once or choice is None else choice.key.lower())
        sitting.settle()


def test_the_log_marks_what_others_did_since_the_persons_last_turn(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, width=1280, height=720)
    table = sitting.play(seed=9)
    assert not any(new for _, new in marked(sitting)), "at the beginning all is new, so no mark would say anything"
    place(sitting)
    rows = marked(sitting)
    first = [new for _, new in rows].index(True)
    assert all(new for _, new in rows[first:]) and not any(new for _, new in rows[:first])
    assert not any(text.startswith("Anna ") for text, _ in rows[first:])
    assert {"Ada", "Ben"} <= {text.split()[0] for text, _ in rows[first:]}
    log, (bar, board) = sitting.widget("log"), (sitting.app.painter.look.mine.ink, sitting.app.painter.look.panel)
    assert isinstance(log, ListView)
    sitting.app.draw()
    for number in range(log.top, len(log.rows)):
        pixel = sitting.app.painter.surface.get_at((log.box.x, log.box.y + int((number - log.top + 0.5) * log.line_height)))
        assert pixel[:3] == pygame.Color(bar if log.rows[number][1].new else board)[:3]
    decider = table.decider
    assert decider is not None
    sitting.key(next(choice.key for choice in decider.prompt.choices if choice.action))
    before, rows = rows, marked(sitting)
    mine = max(number for number, (text, _) in enumerate(rows) if text.startswith("Anna places"))
    assert mine > first and rows[:len(before)] == before and not rows[mine][1], "still new, for a purchase may follow"


def test_the_log_marks_the_same_when_the_game_is_continued(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play(seed=9)
    place(sitting)
    before = marked(sitting)
    sitting.sit_at(LocalMatch.resume(table.match.record()))
    assert marked(sitting) == before and any(new for _, new in before)


def test_an_answer_that_is_taken_back_marks_nothing(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.sit_at(position(HAND))
    sitting.key("4")
    assert table.match.undoable_count == 1
    sitting.key("u")
    assert not any(new for _, new in marked(sitting)) and table.match.undoable_count == 0


def test_behind_the_hand_over_the_log_marks_what_is_new_to_whoever_sits_down(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play("Anna,Bea", seed=9)
    for _ in range(2):
        assert isinstance(sitting.top, HandOver)
        sitting.key(pygame.K_RETURN)
        sitting.settle()
        place(sitting)
    assert isinstance(sitting.top, HandOver)
    since, name = sitting.top.since(), sitting.top.name
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    new = [text for text, new in marked(sitting) if new]
    assert since and set(since) <= set(new)
    assert not any(text.startswith(f"{name} ") for text in new)


def test_who_sits_down_next_reads_in_another_language_too_what_was_done(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.play("Anna,Bea")
    assert isinstance(sitting.top, HandOver)
    sitting.app.change_settings(replace(sitting.app.settings, language="de"))
    assert "eröffnet mit" in " ".join(sitting.top.since())


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", ["buy", "dispose", "place-busy", "found"])
def test_no_tooltip_covers_the_question_or_its_figures(window: Callable[..., Window], name: str, size: tuple[int, int],
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Box] = []

    def noted(w: int, h: int, beside: Box, *rest: Any) -> Box:
        drawn.append(tip_box(w, h, beside, *rest))
        return drawn[-1]

    monkeypatch.setattr("acquire_client.window.widgets.drawn.tip_box", noted)
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1])
    SCREENS[name](sitting)
    sitting.draws_all = True
    places = sitting.table.places
    tipped = [widget for widget in sitting.top.focus_manager.widgets if widget.tip]
    for widget in tipped:
        sitting.point(*widget.box.middle)
        sitting.now_ms += 1000
        sitting.turn()
    assert len(drawn) >= len(tipped) > 2
    for box in drawn:
        assert not box.overlaps(places.question) and not box.overlaps(places.facts)


def test_a_game_continued_in_the_middle_of_a_turn_tells_the_turn_before(window: Callable[..., Window]) -> None:
    match = LocalMatch(Game("classic", 2, tiles=ShuffledBag(2)), players_from("Anna:casual,Bea:casual"), 2)
    while match.game.turn < 21 or match.game.phase != "found":
        match.answer(match.bot_action())
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(LocalMatch.resume(match.record(), players_from("Anna,Bea")))
    assert isinstance(sitting.top, HandOver)
    since = sitting.top.since()
    other = "Bea" if match.asked_seat == 0 else "Anna"
    assert any(text.startswith(f"{other} places ") for text in since)
    assert "Nothing has happened yet." not in sitting.written()


def test_left_and_right_turn_the_pages_of_the_help_wherever_the_focus_is(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.key(pygame.K_F9)
    page = sitting.top
    assert isinstance(page, HelpPage)
    turned = []
    for key in (pygame.K_RIGHT, pygame.K_TAB, pygame.K_RIGHT, pygame.K_TAB, pygame.K_RIGHT, pygame.K_LEFT):
        sitting.key(key)
        turned.append(page.tab)
    assert turned == [1, 1, 2, 2, 0, 2] and sitting.top is page


@pytest.mark.parametrize("size", [(1280, 800), (1024, 640)])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("screen", ["place", "online-turn"])
def test_the_keys_of_log_and_tabs_stand_beside_their_labels(window: Callable[..., Window], screen: str, language: str,
                                                            size: tuple[int, int]) -> None:
    """At the other end of a button without a frame a key is a loose letter."""
    sitting = window(bot_delay_ms=0, language=language, width=size[0], height=size[1])
    SCREENS[screen](sitting)
    sitting.draw()
    painter = sitting.app.painter
    names = ("passes", "copy") if screen == "place" else ("passes", "copy", "tab chat", "tab fair_play")
    for button in map(sitting.widget, names):
        assert isinstance(button, Button)
        painter.note_texts()
        button.draw(painter, False, False, False)
        (first, one), (second, other) = sorted(painter.take_notes())
        assert {one, other} == {button.label, button.hint}, button.name
        label, key = (first, second) if one == button.label else (second, first)
        label_end = label.x + painter.fonts.text_width(button.label, button.label_pixels or painter.unit.text(button.size),
                                                       button.kind == "chosen")
        key_start = key.right - painter.fonts.text_width(button.hint, painter.unit.text(11))
        assert 2 <= key_start - label_end <= painter.unit(14), (button.name, label_end, key_start)


def test_the_german_helpers_of_a_turn_say_what_they_do(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, language="de")
    SCREENS["place"](sitting)
    assert {"Zurück", "Anfang", "Tipp"} <= set(sitting.written())


def test_buttons_of_the_bar_are_measured_at_the_scale_of_the_table(window: Callable[..., Window]) -> None:
    """The painter may still have the scale of what was drawn before."""
    sitting = window(scale=2.0, width=1280, height=720)
    SCREENS["puzzle-wrong"](sitting)
    sitting.app.change_settings(replace(sitting.app.settings, scale=1.5))
    sitting.draw()
    before = boxes_of_the_bar(sitting)
    sitting.table.rebuild()
    assert before == boxes_of_the_bar(sitting) != []


def boxes_of_the_bar(sitting: Window) -> list[Box]:
    return [widget.box for widget in sitting.table.focus_manager.widgets if widget.name.startswith("key F")]
