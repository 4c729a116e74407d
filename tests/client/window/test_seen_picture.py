"""While bonuses are counted a press is an answer to what has been seen, or it only skips; no window is needed to know which."""

import pygame
import pytest

from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.seen_picture import SEEN_MS, SeenPicture, ends_motion
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget

PLACE = Box(0, 0, 100, 40)
QUESTION, NEXT_QUESTION = object(), object()
LEFT, RIGHT = 1, 3


def key(code: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode="")


def click(button: int = LEFT) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=button, pos=(0, 0))


def primary(label: str, name: str = "confirm") -> Button:
    return Button(name, PLACE, label, lambda: None)


def drawn(label: str = "Sell 1", name: str = "confirm", at_ms: int = 1000) -> SeenPicture:
    """Return what has been seen where a question was drawn once."""
    seen = SeenPicture()
    seen.note(QUESTION, primary(label, name), at_ms)
    return seen


def is_meant(seen: SeenPicture, event: pygame.event.Event, after_ms: int = 0, label: str = "Sell 1",
             question: object | None = QUESTION) -> bool:
    return seen.is_meant(event, None, question, primary(label), 1000 + after_ms)


@pytest.mark.parametrize(("event", "ends"), [
    (key(pygame.K_s), True), (key(pygame.K_LSHIFT), False), (key(pygame.K_RCTRL), False), (click(), True),
    (pygame.event.Event(pygame.MOUSEMOTION, pos=(0, 0)), False)])
def test_keys_and_clicks_end_motion_but_not_what_is_held_down_with_them(event: pygame.event.Event, ends: bool) -> None:
    assert ends_motion(event) is ends


def test_a_key_answers_a_question_that_has_stood_there() -> None:
    seen = drawn()
    assert not is_meant(seen, key(pygame.K_s), SEEN_MS - 1)
    assert is_meant(seen, key(pygame.K_s), SEEN_MS)
    assert not is_meant(seen, key(pygame.K_s), SEEN_MS, question=NEXT_QUESTION), "nobody has seen that one"
    assert not is_meant(seen, key(pygame.K_s), SEEN_MS, question=None), "nobody here is asked"


def test_further_pictures_of_a_question_do_not_make_it_new() -> None:
    seen = drawn()
    seen.note(QUESTION, primary("Sell 2"), 1300)
    assert is_meant(seen, key(pygame.K_s), SEEN_MS)
    seen.note(NEXT_QUESTION, primary("Sell 2"), 1400)
    assert not is_meant(seen, key(pygame.K_s), SEEN_MS, question=NEXT_QUESTION)


@pytest.mark.parametrize("code", [pygame.K_SPACE, pygame.K_ESCAPE])
def test_space_and_escape_only_skip(code: int) -> None:
    assert not is_meant(drawn(), key(code), 10 * SEEN_MS)


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_enter_means_the_button_that_was_seen_however_short(code: int) -> None:
    assert is_meant(drawn("Sell 1"), key(code))
    assert not is_meant(drawn("Place 3D"), key(code), 10 * SEEN_MS), "it says something else now"
    assert not is_meant(SeenPicture(), key(code)), "no picture was drawn"


def test_space_means_the_button_that_names_it() -> None:
    seen, button = drawn("Skip waiting", "hurry"), primary("Skip waiting", "hurry")
    assert seen.is_meant(key(pygame.K_SPACE), None, None, button, 1000)
    assert not seen.is_meant(key(pygame.K_RETURN), None, None, button, 1000)


@pytest.mark.parametrize("event", [key(pygame.K_F1), key(pygame.K_F12), key(pygame.K_c, pygame.KMOD_CTRL)])
def test_function_keys_and_shortcuts_do_what_they_say(event: pygame.event.Event) -> None:
    assert is_meant(SeenPicture(), event, question=None)


def test_a_click_answers_what_was_seen_and_never_the_board() -> None:
    seen, button = drawn(), primary("Sell 1")

    def is_click_meant(pressed: Widget | None, after_ms: int, event: pygame.event.Event | None = None) -> bool:
        return seen.is_meant(event or click(), pressed, QUESTION, button, 1000 + after_ms)

    assert is_click_meant(button, 0), "the primary button of the last picture"
    assert not is_click_meant(Widget("part sell", PLACE), 0) and is_click_meant(Widget("part sell", PLACE), SEEN_MS)
    assert not is_click_meant(Widget("board", PLACE), SEEN_MS) and not is_click_meant(None, SEEN_MS)
    assert not is_click_meant(button, SEEN_MS, click(RIGHT))
