"""Widgets and the focus, by events alone."""

from collections.abc import Callable, Iterator

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_client.theme import LOOKS
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.screen_reader.nodes import NodeRole
from acquire_client.window.widgets import clipboard
from acquire_client.window.widgets.button import Button, Toggle
from acquire_client.window.widgets.choice import Choice, Segments, Slider, choice_among
from acquire_client.window.widgets.counters import Stepper
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.focus_manager import FocusManager
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.siblings import level_siblings

from .driver import Window


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    yield
    pygame.display.quit()


def key(code: int, mod: int = 0, unicode: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=unicode)


def mouse(kind: int, x: int, y: int) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=(x, y), button=1, rel=(0, 0), buttons=(1, 0, 0))


def click(stage: FocusManager, x: int, y: int) -> None:
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        stage.handle_event(mouse(kind, x, y))


def grid(pressed: list[str], closed: str = "") -> FocusManager:
    """Return two rows of three buttons, a to f."""
    stage = FocusManager()
    stage.set_widgets([Button(name, Box(number % 3 * 100, number // 3 * 100, 80, 40), name,
                              lambda name=name: pressed.append(name),  # type: ignore[misc]
                              enabled=name not in closed) for number, name in enumerate("abcdef")])
    return stage


def test_tab_goes_round_in_order_and_shift_tab_back() -> None:
    stage = grid([], closed="c")
    seen = []
    for _ in range(6):
        seen.append(stage.focus)
        stage.handle_event(key(pygame.K_TAB))
    assert seen == ["a", "b", "d", "e", "f", "a"]
    stage.handle_event(key(pygame.K_TAB, pygame.KMOD_LSHIFT))
    assert stage.focus == "a"
    assert stage.by_keyboard


def test_arrows_go_to_the_nearest_in_their_direction() -> None:
    stage = grid([])
    for code, there in ((pygame.K_RIGHT, "b"), (pygame.K_DOWN, "e"), (pygame.K_LEFT, "d"), (pygame.K_UP, "a"),
                        (pygame.K_LEFT, "a")):
        stage.handle_event(key(code))
        assert stage.focus == there


def test_enter_and_space_press_what_has_the_focus() -> None:
    pressed: list[str] = []
    stage = grid(pressed)
    stage.handle_event(key(pygame.K_RETURN))
    stage.handle_event(key(pygame.K_TAB))
    stage.handle_event(key(pygame.K_SPACE))
    assert pressed == ["a", "b"]
    assert not stage.handle_event(key(pygame.K_x, unicode="x"))


def test_a_click_counts_where_the_button_goes_up() -> None:
    pressed: list[str] = []
    stage = grid(pressed, closed="f")
    click(stage, 110, 10)
    stage.handle_event(mouse(pygame.MOUSEBUTTONDOWN, 10, 10))
    stage.handle_event(mouse(pygame.MOUSEBUTTONUP, 110, 10))
    click(stage, 210, 110)
    assert pressed == ["b"]
    assert stage.focus == "a" and not stage.by_keyboard


def test_the_focus_stays_with_its_name() -> None:
    stage = grid([])
    stage.set_widgets(stage.widgets, focus="e")
    stage.set_widgets(list(reversed(stage.widgets)))
    assert stage.focus == "e"
    stage.set_widgets([widget for widget in stage.widgets if widget.name != "e"])
    assert stage.focus == "f"


def field(text: str = "", longest: int = 8) -> tuple[FocusManager, TextField, list[str]]:
    heard: list[str] = []
    widget = TextField("name", Box(0, 0, 200, 40), text, heard.append, longest=longest)
    stage = FocusManager()
    stage.set_widgets([widget])
    return stage, widget, heard


def test_letters_come_as_text_and_not_as_keys() -> None:
    stage, widget, heard = field()
    for letter in "Zoë":
        assert stage.handle_event(key(ord("x"), unicode=letter))
        stage.handle_event(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert widget.text == "Zoë" and heard[-1] == "Zoë"


def test_a_field_is_edited_at_its_cursor() -> None:
    stage, widget, _ = field("Annab")
    for event in (key(pygame.K_HOME), key(pygame.K_DELETE), key(pygame.K_RIGHT), key(pygame.K_BACKSPACE), key(pygame.K_END)):
        stage.handle_event(event)
    stage.handle_event(pygame.event.Event(pygame.TEXTINPUT, text="el"))
    assert widget.text == "nabel"


def test_what_an_input_method_composes_is_no_text_yet() -> None:
    stage, widget, heard = field()
    stage.handle_event(pygame.event.Event(pygame.TEXTEDITING, text="にほ", start=0, length=2))
    assert (widget.composition, widget.text, heard) == ("にほ", "", [])
    assert stage.handle_event(key(pygame.K_BACKSPACE))
    stage.handle_event(pygame.event.Event(pygame.TEXTINPUT, text="日本"))
    assert (widget.composition, widget.text) == ("", "日本")


def test_copy_and_paste_keep_to_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_scrap_ready", lambda: False)
    stage, widget, _ = field("Annabel")
    for code in (pygame.K_a, pygame.K_x):
        stage.handle_event(key(code, pygame.KMOD_CTRL))
    assert widget.text == ""
    for _ in range(3):
        stage.handle_event(key(pygame.K_v, pygame.KMOD_CTRL))
    assert widget.text == "AnnabelA"


@given(st.lists(st.one_of(st.sampled_from([pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE,
                                           pygame.K_DELETE]), st.text(max_size=5)), max_size=30))
def test_a_field_holds_printable_text_of_its_length_whatever_comes(events: list[int | str]) -> None:
    _, widget, _ = field("ab")
    for event in events:
        if isinstance(event, str):
            widget.type_text(event)
        else:
            widget.press_key(key(event))
        assert len(widget.text) <= 8 and 0 <= widget.cursor <= len(widget.text)
        assert not widget.text or widget.text.isprintable()


def test_choices_and_sliders_step_by_keys_and_clicks() -> None:
    at: list[int] = []
    choice = Choice("look", Box(0, 0, 200, 30), ["dark", "light", "1988"], 0, at.append)
    slider_at: list[int] = []
    slider = Slider("volume", Box(0, 40, 400, 30), "Sound", 50, 0, 100, 10, slider_at.append)
    on: list[bool] = []
    stage = FocusManager()
    stage.set_widgets([choice, slider, Toggle("full", Box(0, 80, 200, 30), "Full", False, on.append)])
    stage.handle_event(key(pygame.K_LEFT))
    click(stage, 190, 15)
    stage.set_widgets(stage.widgets, focus="volume")
    for code in (pygame.K_RIGHT, pygame.K_END, pygame.K_RIGHT, pygame.K_HOME):
        stage.handle_event(key(code))
    stage.set_widgets(stage.widgets, focus="full")
    stage.handle_event(key(pygame.K_SPACE))
    assert (at, slider_at, on) == ([2, 1], [60, 100, 0], [True])


def test_segments_are_taken_by_a_click_on_each_and_stepped_by_keys() -> None:
    at: list[int] = []
    segments = Segments("speed", Box(0, 0, 300, 30), ["None", "Fast", "Slow"], 1, at.append, spoken="Speed")
    stage = FocusManager()
    stage.set_widgets([segments])
    for x in (50, 150, 250):
        click(stage, x, 15)
    for code in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_SPACE):
        stage.handle_event(key(code))
    assert at == [0, 2, 0, 2]
    node = segments.accessible_node()
    assert (node.role, node.value, [part.name for part in node.children]) == (NodeRole.SEGMENTS, "Fast", ["None", "Fast", "Slow"])
    assert [part.on for part in node.children] == [False, True, False]
    assert all(part.box is not None and node.box is not None and node.box.holds(*part.box.middle) for part in node.children)


def test_many_or_long_values_stand_between_two_arrows(window: Callable[..., Window]) -> None:
    painter = window().app.painter
    kinds = [type(choice_among(painter, "one", Box(0, 0, 300, 30), labels, 0, lambda at: None)) for labels in (
        ["1", "2", "3", "4"], ["short", "as long as its text needs it to be"], ["much too long for its segment " * 2] * 2,
        list("abcdef"))]
    assert kinds == [Segments, Segments, Choice, Choice]


def test_a_slider_follows_the_mouse() -> None:
    heard: list[int] = []
    slider = Slider("volume", Box(0, 0, 400, 30), "Sound", 50, 0, 100, 10, heard.append)
    stage = FocusManager()
    stage.set_widgets([slider])
    stage.handle_event(mouse(pygame.MOUSEBUTTONDOWN, 335, 15))
    stage.handle_event(mouse(pygame.MOUSEMOTION, 0, 15))
    assert heard[-1] == 0 and heard[0] == 100


def test_a_list_scrolls_and_picks() -> None:
    picked: list[int] = []
    lines = ListView("log", Box(0, 0, 200, 100), [ListLine(str(number)) for number in range(30)], 20, choose=picked.append,
                     at_end=True)
    stage = FocusManager()
    stage.set_widgets([lines])
    assert lines.top == 25 and lines.at_bottom
    stage.handle_event(mouse(pygame.MOUSEMOTION, 10, 10))
    stage.handle_event(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=False))
    assert lines.top == 19
    click(stage, 10, 45)
    stage.handle_event(key(pygame.K_DOWN))
    assert picked == [21, 22]
    stage.handle_event(key(pygame.K_HOME))
    assert lines.top == 0


def test_a_stepper_has_minus_plus_and_all() -> None:
    heard: list[int] = []
    stepper = Stepper("sell", Box(0, 0, 220, 80), "Sell", "", 2, 7, 1, heard.append, "S", "All")
    stage = FocusManager()
    stage.set_widgets([stepper])
    for part in (0, 2, 3):
        click(stage, *stepper._part_boxes()[part].middle)
    for code in (pygame.K_PLUS, pygame.K_LEFT, pygame.K_END):
        stage.handle_event(key(code))
    assert heard == [1, 3, 7, 3, 1, 7]


def painter() -> Painter:
    pygame.font.init()
    return Painter(pygame.Surface((800, 600)), LOOKS["dark"], Unit(1280, 720, 1.5), Fonts())


def button(name: str, label: str, y: int = 0, width: int = 130, note: str = "") -> Button:
    return Button(name, Box(0, y, width, 52), label, lambda: None, hint="F7", note=note)


def test_a_label_that_one_line_would_make_small_is_written_in_two() -> None:
    long = Button("confirm", Box(0, 0, 230, 96), "Meinen Platz zurücknehmen", lambda: None, kind="primary", hint="Enter", size=14)
    assert long.fit_texts(painter())[0] >= 0.7 * painter().unit.text(14)
    low = Button("confirm", Box(0, 0, 230, 40), "Meinen Platz zurücknehmen", lambda: None, kind="primary", hint="Enter", size=14)
    assert low.fit_texts(painter())[0] < 0.7 * painter().unit.text(14), "two lines have no room there"


def test_labels_in_one_row_have_one_size_and_other_rows_their_own() -> None:
    row, other = [button("save", "Speichern", width=142), button("help", "Hilfe")], button("menu", "Menu", y=100)
    level_siblings([*row, other], painter())
    assert row[0].label_pixels == row[1].label_pixels == row[0].fit_texts(painter())[0] < row[1].fit_texts(painter())[0]
    assert not other.label_pixels, "alone in its row it has the size that fits"


def test_only_groups_that_have_changed_are_measured_again() -> None:
    row = [button("save", "Speichern", width=142), button("help", "Hilfe")]
    other = [button("a", "A", y=100), button("b", "B", y=100)]
    groups = level_siblings([*row, *other], painter())
    for widget in (*row, *other):
        widget.label_pixels = 1
    alone = button("confirm", "Place 5E", y=200)
    level_siblings([row[0], button("copy", "Kopieren"), alone, *other], painter(), groups)
    assert row[0].label_pixels > 1, "it has another sibling now"
    assert [widget.label_pixels for widget in other] == [1, 1] and not alone.label_pixels
    level_siblings([row[0], *other], painter(), groups)
    assert not row[0].label_pixels, "it is alone now, and has the size that fits"


def test_choices_with_one_word_in_front_of_their_names_belong_together_in_any_row() -> None:
    choices = [button("choice A", "Keep", note="short"), button("choice B", "Keep", y=60, note="a longer note", width=150)]
    level_siblings(choices, painter())
    assert choices[0].note_pixels == choices[1].note_pixels == choices[1].fit_texts(painter())[1]


def test_one_very_long_label_does_not_make_the_others_small() -> None:
    long, short = button("long", "Leave the table without saving"), button("short", "Stay")
    level_siblings([long, short], painter())
    assert long.label_pixels < short.label_pixels < short.fit_texts(painter())[0]
    assert short.label_pixels >= 0.79 * short.fit_texts(painter())[0]


def test_on_a_low_button_the_note_stands_beside_the_label_or_is_left_out() -> None:
    def texts_drawn(width: int) -> list[str]:
        brush = painter()
        brush.note_texts()
        Button("choice L", Box(0, 0, width, 36), "Luxor", lambda: None, chain="luxor", note="market 25").draw(brush, False, False,
                                                                                                           False)
        assert not brush.clipped
        return [text for _, text in brush.take_notes() if len(text) > 1]

    assert texts_drawn(300) == ["Luxor", "market 25"]
    assert texts_drawn(150) == ["Luxor"]
