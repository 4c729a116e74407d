"""The emblem of a chain: its letter and its size have room in the ring, on boards of every size."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.theme import LIGHT_INK
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.board_view import _draw_emblem, badge_box, emblem_disc, flag_box

from .driver import Window

GROUND = "#FF00FF"
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))
SQUARES = [Box(20, 20, w, w * 11 // 12) for w in (31, 34, 38, 41, 47, 48, 57, 76, 120)]


def touching(painter: Painter, square: Box, chain: str, size: int) -> list[tuple[int, int]]:
    """Return the light pixels of letter and number beside which the ring begins."""
    painter.forget()
    painter.fill(square.inset(-20), GROUND)
    _draw_emblem(painter, square, chain, size, "", 0)
    disc = emblem_disc(painter, square)
    ring, light = pygame.Color(painter.look.chains[chain].fill), pygame.Color(LIGHT_INK)

    def is_like(x: int, y: int, colour: pygame.Color) -> bool:
        return all(abs(one - other) < 40 for one, other in zip(painter.surface.get_at((x, y))[:3], colour[:3], strict=True))

    lit = [(x, y) for x in range(disc.x, disc.right) for y in range(disc.y, disc.bottom) if is_like(x, y, light)]
    assert lit
    return [(x, y) for x, y in lit if any(is_like(x + right, y + down, ring) for right, down in BESIDE)]


@pytest.mark.parametrize("square", SQUARES, ids=lambda box: f"{box.w}")
@pytest.mark.parametrize("size", [5, 11, 38])
def test_letter_and_number_do_not_touch_the_ring(window: Callable[..., Window], square: Box, size: int) -> None:
    painter = window().app.painter
    for chain in ("worldwide", "continental", "american", "imperial"):
        assert touching(painter, square, chain, size) == [], chain


@pytest.mark.parametrize("square", SQUARES, ids=lambda box: f"{box.w}")
def test_an_emblem_lies_within_its_square(window: Callable[..., Window], square: Box) -> None:
    disc = emblem_disc(window().app.painter, square)
    assert square.x <= disc.x and disc.right <= square.right and square.y <= disc.y and disc.bottom <= square.bottom


def test_a_large_chain_shows_its_size_at_the_smallest_scale_too(window: Callable[..., Window]) -> None:
    """The squares were as large as ever, and the emblem on them lost its number."""
    sitting = window(width=1280, height=720, scale=0.75)
    table = sitting.play()
    square = table.places.squares[0]
    drawn = sitting.sizes_written(lambda: _draw_emblem(sitting.app.painter, square, "worldwide", 38, "", 0))
    assert drawn.keys() == {"W", "38"}


def test_the_name_of_who_placed_a_tile_does_not_cover_the_badge_of_a_safe_chain(window: Callable[..., Window]) -> None:
    painter = window().app.painter
    board, tile = Box(0, 0, 700, 500), Box(300, 200, 56, 52)
    usual = flag_box(painter, tile, "Ben", board, ())
    assert usual.y < tile.bottom < usual.bottom
    badge = badge_box(painter, tile.moved(y=tile.h + 3), "SAFE", 0)
    assert usual.overlaps(badge)
    flag = flag_box(painter, tile, "Ben", board, (badge,))
    assert flag.y < tile.y < flag.bottom and not flag.overlaps(badge)
