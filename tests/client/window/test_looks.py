"""The colours of the window hold what is promised of them: they can be read, and told apart by everybody."""

import math
from itertools import combinations
from pathlib import Path

import pytest

import acquire_client.window
from acquire_client.theme import LOOKS, PALETTES, Look, look_with, quiet_ink, visible_on
from acquire_core.ruleset import CHAIN_LISTS

from .colours import LOSSES, contrast, distance, lab, linear, seen_with

TEXT, SHAPE = 4.5, 3.0
WINDOW = Path(acquire_client.window.__file__).parent
# The least distance of any two of the seven chains, loose tiles and empty squares, as the palettes were chosen for, in tenths.
APART = {
    "a": {None: 22.0, "protan": 14.3, "deutan": 15.7, "tritan": 14.2},
    "b": {None: 22.0, "protan": 14.6, "deutan": 15.7, "tritan": 14.6},
    "6515": {None: 22.0, "protan": 14.0, "deutan": 14.8, "tritan": 16.2},
}
DRAWN = {f"{name}-{palette}": look_with(name, palette) for name in LOOKS for palette in PALETTES}


def test_the_distance_of_colours_is_that_of_the_textbook() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert distance(linear("#FFFFFF"), linear("#000000")) == pytest.approx(100, abs=0.1)
    assert distance(linear("#FF0000"), linear("#00FF00")) == pytest.approx(86.6, abs=0.1)


@pytest.mark.parametrize("look", DRAWN.values(), ids=DRAWN)
def test_all_text_can_be_read(look: Look) -> None:
    pairs = {(ink, ground) for ink in (look.text, look.dim, look.accent, look.good, look.bad) for ground in (look.panel,
                                                                                                             look.raised)}
    pairs |= {(look.text, look.ground), (look.dim, look.ground), (look.accent, look.ground), (look.accent_ink, look.accent),
              (look.empty.ink, look.empty.fill), (look.loose.ink, look.loose.fill)}
    pairs |= {(paint.ink, paint.fill) for paint in look.chains.values()}
    poor = {pair: round(contrast(*pair), 2) for pair in pairs if contrast(*pair) < TEXT}
    assert not poor


@pytest.mark.parametrize("look", DRAWN.values(), ids=DRAWN)
def test_tiles_stand_out_from_the_board(look: Look) -> None:
    edges = [look.outline] if look.outline else [paint.fill for paint in look.chains.values()]
    edges.append(look.loose_edge or look.loose.fill)
    assert min(contrast(edge, look.board) for edge in edges) >= SHAPE


@pytest.mark.parametrize("look", DRAWN.values(), ids=DRAWN)
def test_marks_on_the_board_can_be_seen(look: Look) -> None:
    """What is mine, placed last or focused, and the coordinates on chains."""
    pairs = [(look.mine.ink, look.mine.fill), (look.mine.ink, look.board), (look.mark, look.board), (look.mark, look.empty.fill)]
    pairs += [(quiet_ink(paint.ink, paint.fill), paint.fill) for paint in look.chains.values()]
    assert min(contrast(*pair) for pair in pairs) >= SHAPE
    assert min(contrast(ink, look.mine.fill) for ink in (look.text, look.dim, look.bad)) >= TEXT


@pytest.mark.parametrize("look", DRAWN.values(), ids=DRAWN)
def test_each_colour_means_one_thing(look: Look) -> None:
    assert len({look.accent, look.mine.ink, look.mark, look.good, look.bad}) == 5


def test_gold_is_the_primary_action_and_nothing_else() -> None:
    found = {path.name: path.read_text("utf-8").count('"accent"') for path in WINDOW.rglob("*.py")}
    assert {name: count for name, count in found.items() if count} == {"button.py": 2}, "the primary button, also when pointed at"


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("loss", [None, *LOSSES])
def test_chains_are_told_apart_by_everybody(loss: str | None, palette: str) -> None:
    look = look_with("dark", palette)
    for names in CHAIN_LISTS.values():
        fills = [look.chains[name.lower()].fill for name in names] + [look.loose.fill, look.empty.fill]
        least = min(distance(seen_with(loss, one), seen_with(loss, other)) for one, other in combinations(fills, 2))
        assert round(least, 1) >= APART[palette][loss]


def test_the_look_of_1988_has_loose_tiles_light_blue_on_black_and_black_coordinates_on_coloured_chains() -> None:
    """As its manual describes the board."""
    look = LOOKS["dos"]
    assert look.loose.fill == look.board == "#000000" and look.loose_edge == look.loose.ink
    red, green, blue = (int(look.loose.ink[at:at + 2], 16) for at in (1, 3, 5))
    assert blue > green > red > 0x80
    assert {paint.ink for paint in look.chains.values()} == {"#000000"} and not look.patterns


def test_the_course_palette_has_the_colours_that_it_names() -> None:
    def hue(colour: str) -> float:
        _, a, b = lab(linear(colour))
        return math.degrees(math.atan2(b, a)) % 360

    named = {"american": "#FF0000", "continental": "#2060C0", "festival": "#30A060", "imperial": "#FFE600", "sackson": "#A060D0",
             "tower": "#80604A", "worldwide": "#FF8000"}
    look = look_with("dark", "6515")
    for chain, colour in named.items():
        apart = abs(hue(look.chains[chain].fill) - hue(colour)) % 360
        assert min(apart, 360 - apart) < 20, chain


def test_a_palette_changes_the_chains_of_every_look_but_that_of_1988() -> None:
    assert {name for name in LOOKS if look_with(name, "a") == LOOKS[name]} == set(LOOKS)
    assert {name for name in LOOKS if look_with(name, "b") == LOOKS[name]} == {"dos"}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_colours_of_players_stand_out_and_are_told_apart(look: Look) -> None:
    assert min(contrast(colour, look.panel) for colour in look.seats) >= SHAPE
    assert min(contrast(look.seat_paint(seat).ink, look.seat_paint(seat).fill) for seat in range(6)) >= TEXT
    assert min(distance(linear(one), linear(other)) for one, other in combinations(look.seats, 2)) > 10


@pytest.mark.parametrize("look", DRAWN.values(), ids=DRAWN)
def test_rings_of_chains_stand_out_from_the_sheet(look: Look) -> None:
    assert min(contrast(visible_on(paint.fill, ground), ground) for paint in look.chains.values()
               for ground in (look.panel, look.raised, look.mine.fill)) >= SHAPE


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_row_of_who_decides_can_be_read_and_its_avatar_stands_out(look: Look) -> None:
    assert min(contrast(ink, look.mine.fill) for ink in (look.text, look.dim)) >= TEXT
    assert min(contrast(colour, look.mine.fill) for colour in (*look.seats, look.mine.ink)) >= SHAPE
