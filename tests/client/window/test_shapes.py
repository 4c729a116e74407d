"""Shapes are drawn in exactly the colours of the look, and the body of a chain has no seam and no open gap."""

from collections.abc import Iterator

import pygame
import pytest

from acquire_client.theme import CHAIN_PAINTS, lip_of
from acquire_client.view_model.bodies import DOWN, DOWN_RIGHT, LEFT, RIGHT, UP, UP_RIGHT
from acquire_client.window.assets.shapes import BodyStyle, body_cell, body_pattern, dashed_outline, marker_shape, rounded_shape

GOLD, BLUE = "#F2C14E", "#9FC3FF"
W, H, GAP, LIP = 60, 52, 3, 4
PLAIN = BodyStyle("#41A774", lip_of("#41A774"), "#101418", None, None, 10, LIP, 0)


@pytest.fixture(autouse=True)
def display() -> Iterator[None]:
    pygame.display.init()
    pygame.display.set_mode((100, 100))
    yield
    pygame.display.quit()


def colours(picture: pygame.Surface) -> set[tuple[int, int, int]]:
    """Return the colours of all pixels that cover anything."""
    places = ((x, y) for x in range(picture.get_width()) for y in range(picture.get_height()))
    return {tuple(colour)[:3] for colour in map(picture.get_at, places) if colour[3]}


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, _ = pygame.Color(colour)
    return red, green, blue


@pytest.mark.parametrize("radius", [0, 3, 8, 20])
def test_a_fill_has_its_colour_in_every_pixel(radius: int) -> None:
    assert colours(rounded_shape(W, H, radius, GOLD)) == {rgb(GOLD)}
    assert colours(rounded_shape(W, H, radius, None, BLUE, 2)) == {rgb(BLUE)}
    assert colours(marker_shape(2, 15, GOLD)) == {rgb(GOLD)}


def test_an_outline_and_its_fill_have_their_colours() -> None:
    shape = rounded_shape(W, H, 8, GOLD, BLUE, 2)
    assert shape.get_at((W // 2, 0))[:3] == shape.get_at((0, H // 2))[:3] == rgb(BLUE)
    assert shape.get_at((W // 2, 2))[:3] == shape.get_at((W // 2, H // 2))[:3] == rgb(GOLD)
    assert rounded_shape(W, H, 8, None, BLUE, 2).get_at((W // 2, H // 2))[3] == 0


def test_corners_are_round_and_alike() -> None:
    shape = rounded_shape(W, H, 8, GOLD)
    corner = [[shape.get_at((x, y))[3] for x in range(8)] for y in range(8)]
    assert corner[0][0] == 0 and corner[7][7] == 255 and any(0 < alpha < 255 for row in corner for alpha in row)
    assert corner == [[shape.get_at((W - 1 - x, H - 1 - y))[3] for x in range(8)] for y in range(8)]


def test_a_body_is_round_where_it_ends_and_has_a_lip_below() -> None:
    alone = body_cell(W, H, GAP, 0, PLAIN)
    assert all(alone.get_at(corner)[3] == 0 for corner in ((0, 0), (W - 1, 0), (0, H - 1), (W - 1, H - 1)))
    assert alone.get_at((W // 2, H - 1))[:3] == rgb(PLAIN.lip) and alone.get_at((W // 2, H - LIP - 1))[:3] == rgb(PLAIN.fill)
    assert alone.get_at((W, H // 2))[3] == alone.get_at((W // 2, H))[3] == 0


def test_the_gaps_between_squares_of_a_chain_are_filled() -> None:
    cell = body_cell(W, H, GAP, RIGHT | DOWN | DOWN_RIGHT, PLAIN)
    filled = {cell.get_at(place)[:3] for place in ((W + 1, 5), (W + 1, H - 1), (5, H + 1), (W - 1, H + 1), (W + 1, H + 1))}
    assert filled == {rgb(PLAIN.fill)}
    corner = body_cell(W, H, GAP, RIGHT | DOWN, PLAIN)
    assert corner.get_at((W + 1, H + 1))[3] == 0, "the square behind the corner is not of the chain"
    assert corner.get_at((W + 1, H - 1))[:3] == rgb(PLAIN.lip)


def test_an_outline_runs_around_the_body_and_not_through_it() -> None:
    style = BodyStyle("#41A774", lip_of("#41A774"), "#101418", "#FFFFFF", None, 10, LIP, 2)
    cell = body_cell(W, H, GAP, UP | RIGHT | UP_RIGHT, style)
    assert cell.get_at((0, H // 2))[:3] == cell.get_at((W // 2, H - 1))[:3] == (255, 255, 255)
    assert cell.get_at((W - 1, H // 2))[:3] == cell.get_at((W // 2, 0))[:3] == cell.get_at((W + 1, 0))[:3] == rgb(style.fill)
    assert body_cell(W, H, GAP, LEFT, style).get_at((0, H // 2))[:3] == rgb(style.fill)


@pytest.mark.parametrize("chain", CHAIN_PAINTS)
def test_a_pattern_goes_on_in_the_next_square(chain: str) -> None:
    """The last column and the first one of the next square are nearly alike, and so are rows."""
    picture = body_pattern(W, H, chain, "#101418")
    alpha = [[picture.get_at((x, y))[3] for x in range(W)] for y in range(H)]
    assert max(map(max, alpha)) > 15
    inner_x = max(abs(row[x] - row[x + 1]) for row in alpha for x in range(W - 1))
    inner_y = max(abs(alpha[y][x] - alpha[y + 1][x]) for x in range(W) for y in range(H - 1))
    assert max(abs(row[-1] - row[0]) for row in alpha) <= inner_x + 6
    assert max(abs(alpha[-1][x] - alpha[0][x]) for x in range(W)) <= inner_y + 6


def test_a_dashed_outline_has_holes_and_whole_corners() -> None:
    picture = dashed_outline(W, H, 6, BLUE, 2)
    top = [picture.get_at((x, 0))[3] > 0 for x in range(6, W - 6)]
    assert 0.3 < sum(top) / len(top) < 0.8 and sum(one != other for one, other in zip(top, top[1:], strict=False)) >= 6
    assert colours(picture) == {rgb(BLUE)}
