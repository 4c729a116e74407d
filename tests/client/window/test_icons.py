"""Icons are drawn in their grid, differ from each other at every size, and stand only where the label keeps its size."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.assets.icons import GRID, ICONS, icon_picture
from acquire_client.window.layout.box import Box
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.siblings import level_siblings

from .driver import Window

SIDES = (10, 13, 16, 32)


def bounds_of(mask: pygame.mask.Mask) -> pygame.Rect:
    boxes: list[pygame.Rect] = mask.get_bounding_rects()  # type: ignore[assignment]
    return boxes[0].unionall(boxes[1:])


@pytest.mark.parametrize("side", SIDES)
def test_every_icon_fills_its_square_and_none_looks_like_another(window: Callable[..., Window], side: int) -> None:
    window()
    seen: dict[bytes, str] = {}
    for name in ICONS:
        picture = icon_picture(name, side, "#FF8800")
        mask = pygame.mask.from_surface(picture, 90)
        assert mask.count() > side // 2, name
        box = bounds_of(mask)
        assert max(box.w, box.h) >= side * 0.5, f"{name} is small"
        whole = bounds_of(pygame.mask.from_surface(icon_picture(name, 4 * GRID, "#FF8800"), 1))
        assert whole.x > 0 and whole.y > 0 and whole.right < 4 * GRID and whole.bottom < 4 * GRID, f"{name} leaves its grid"
        colours = {tuple(picture.get_at((x, y)))[:3] for x in range(side) for y in range(side) if picture.get_at((x, y)).a > 200}
        assert colours <= {(255, 136, 0)}, name
        key = pygame.image.tobytes(picture, "RGBA")
        assert key not in seen, f"{name} looks like {seen.get(key)}"
        seen[key] = name


def test_an_icon_never_makes_its_label_smaller_and_siblings_have_theirs_together(window: Callable[..., Window]) -> None:
    painter = window().app.painter
    wide, narrow = Box(0, 0, 200, 32), Box(0, 0, painter.fonts.text_width("A long label", painter.unit.text(13)) + 12, 32)
    for box, has_icon in ((wide, True), (narrow, False)):
        button = Button("one", box, "A long label", lambda: None, icon="chat")
        plain = Button("one", box, "A long label", lambda: None)
        assert button.has_room_for_icon(painter) is has_icon
        assert button.fit_texts(painter) == plain.fit_texts(painter)
    pair = [Button("do this", wide, "A long label", lambda: None, icon="chat"),
            Button("do that", narrow, "A long label", lambda: None, icon="log")]
    level_siblings(pair, painter)
    assert not any(button.shows_icon for button in pair)


def test_a_button_without_a_label_is_its_icon_and_has_a_name_for_screen_readers(window: Callable[..., Window]) -> None:
    sitting = window()
    button = Button("close", Box(10, 10, 40, 40), "", lambda: None, icon="close", spoken="Close")
    assert button.accessible_node().name == "Close"
    painter = sitting.app.painter
    before = painter.surface.copy()
    button.draw(painter, False, False, False)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(painter.surface, "RGB")
