"""What is painted once and copied from then on: the board and the sheet look as if they were painted anew each time."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.theme import LOOKS
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_core.ai import make_bot

from .driver import Window

BOX = Box(10, 10, 40, 20)
FRAME_MS = 75


@pytest.fixture
def painter() -> Painter:
    pygame.font.init()
    return Painter(pygame.Surface((200, 100)), LOOKS["dark"], Unit(1280, 720, 1.0), Fonts())


def layered(painter: Painter, key: object, colour: str, box: Box = BOX) -> str:
    """Fill a layer with a colour; return the colour that is there then."""
    painter.layer("one", key, box, lambda: painter.fill(box, colour))
    return "#{:02X}{:02X}{:02X}".format(*painter.surface.get_at(box.middle)[:3])


def test_a_layer_is_painted_anew_when_its_key_its_box_or_the_unit_changes(painter: Painter) -> None:
    assert layered(painter, ("tower", 2), "#FF0000") == "#FF0000"
    assert layered(painter, ("tower", 2), "#00FF00") == "#FF0000", "nothing has changed"
    assert layered(painter, ("tower", 3), "#00FF00") == "#00FF00"
    assert layered(painter, ("tower", 3), "#0000FF", BOX.moved(x=5)) == "#0000FF"
    painter.unit = Unit(1280, 720, 1.5)
    assert layered(painter, ("tower", 3), "#FFFFFF", BOX.moved(x=5)) == "#FFFFFF"
    painter.forget()
    assert layered(painter, ("tower", 3), "#123456", BOX.moved(x=5)) == "#123456"


def test_a_layer_changes_nothing_outside_its_box(painter: Painter) -> None:
    before = painter.surface.get_at((5, 5))
    for _ in range(2):
        painter.layer("one", 1, BOX, lambda: painter.fill(BOX.inset(-8), "#FF0000"))
        assert painter.surface.get_at((5, 5)) == before
        assert painter.surface.get_at(BOX.middle)[:3] == (255, 0, 0)


def test_a_text_that_does_not_fit_into_a_layer_is_reported_each_time(painter: Painter) -> None:
    for count in (1, 2):
        painter.layer("one", 1, BOX, lambda: painter.text(BOX, "A text that has no room there"))
        assert len(painter.clipped) == count


def test_texts_of_a_layer_are_not_noted_whether_it_is_painted_or_copied(painter: Painter) -> None:
    for _ in range(2):
        painter.note_texts()
        painter.layer("one", 1, BOX, lambda: painter.text(BOX, "1A"))
        painter.text(BOX.moved(y=40), "2A")
        assert [text for _, text in painter.take_notes()] == ["2A"]


def test_at_every_moment_of_a_game_the_table_looks_as_if_all_of_it_were_painted_anew(window: Callable[..., Window]) -> None:
    """Tiles slide, chains change their colours, prices roll, a ring turns, and previews come and go."""
    sitting, bot = window(animation="normal", bot_delay_ms=300), make_bot("casual", 4)
    table = sitting.play("Annabel,Ben:casual,Clementine:casual", seed=4, holdings="open")
    asked_ms, answers, ghosts = sitting.now_ms, 0, 0
    while answers < 6:
        sitting.app.workers.settle()
        sitting.now_ms += FRAME_MS
        sitting.turn()
        if table.decider is None:
            asked_ms = sitting.now_ms
        elif sitting.now_ms - asked_ms > 300:
            sitting.key(pygame.K_TAB)
            ghosts += table.pointed_preview() is not None
            assert_nothing_old_is_shown(sitting)
            sitting.key(pygame.K_TAB)
            table.submit(bot.choose(table.match.observe(0)).action)
            answers += 1
        assert_nothing_old_is_shown(sitting)
    assert ghosts > 2


def assert_nothing_old_is_shown(sitting: Window) -> None:
    sitting.app.draw()
    shown = pygame.image.tobytes(sitting.app.painter.surface, "RGB")
    sitting.app.painter.forget()
    sitting.app.draw()
    assert pygame.image.tobytes(sitting.app.painter.surface, "RGB") == shown
