"""What is drawn can be read, measured in pixels and not in the theme: text 4.5:1 on its ground, marks 3:1. Chains stay apart for
people who see fewer colours, by their letters."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pygame
import pytest

from acquire_client.theme import LOOKS, PALETTES, contrast_of
from acquire_client.view_model.bodies import DOWN, LEFT, RIGHT, UP
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.board_view import _draw_emblem
from acquire_client.window.table_view.sheet_ahead import paint_changes
from acquire_client.window.table_view.sheet_view import sheet_cell, shown_signs
from acquire_client.window.widgets.button import Button
from acquire_core.ruleset import CHAIN_LISTS
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .colours import LOSSES, seen_with
from .drawn_contrast import added_contrast, colours_in, texts_measured
from .driver import Window
from .screens import HAND, SCREENS, position

TEXT, MARK = 4.5, 3.0
TOLD = ("place-busy", "buy", "dispose", "settings", "menu", "over", "help", "hint", "trade", "new-game", "title", "powers",
        "merger", "statistics", "saves", "review", "found", "chart", "prices")
LOOKS_DRAWN = [
    *few_cases(pytest.mark.fully, [(look, "a") for look in LOOKS], lambda case: case[0] in ("dark", "contrast")),
    *few_cases(pytest.mark.more_cases, [(look, palette) for look in LOOKS for palette in PALETTES
                                        if look != "dos" and palette != "a"], 0)]
CHAINS = sorted({name.lower() for names in CHAIN_LISTS.values() for name in names})
SQUARE = Box(20, 20, 56, 52)


@pytest.mark.parametrize("look", LOOKS)
def test_every_text_can_be_read(window: Callable[..., Window], look: str, count: Count) -> None:
    poor = set()
    for name in TOLD[:count(3, len(TOLD))]:
        sitting = window(bot_delay_ms=0, width=1280, height=720, look=look)
        SCREENS[name](sitting)
        with texts_measured(sitting.app.painter) as found:
            sitting.app.draw()
        assert len(found) > 5
        poor |= {(name, text, round(contrast, 2)) for contrast, text, _ in found if contrast < TEXT}
    assert not poor


@pytest.mark.parametrize(("look", "palette"), LOOKS_DRAWN)
def test_what_is_written_on_chains_can_be_read(window: Callable[..., Window], look: str, palette: str) -> None:
    """Figures on pills, letters on marks and squares; and coordinates on bodies, which count as marks."""
    painter = window(look=look, palette=palette).app.painter
    poor = []
    for chain in CHAINS:
        paint = painter.look.chains[chain]
        with texts_measured(painter) as found:
            for pixels in (11, 13, 16):
                for figure in "0123456789":
                    painter.fill(SQUARE, paint.fill)
                    painter.text(SQUARE, figure, 13, paint.ink, "centre", bold=True, figures=True, pixels=pixels)
            painter.chain(SQUARE, chain)
            painter.chain(SQUARE.top(20).left(20), chain, patterned=False)
        poor += [(chain, text, round(contrast, 2)) for contrast, text, _ in found if contrast < TEXT]
        painter.body(SQUARE, 3, chain, UP | DOWN | LEFT | RIGHT)
        before = painter.surface.copy()
        painter.body(SQUARE, 3, chain, UP | DOWN | LEFT | RIGHT, "8H")
        contrast = added_contrast(before, painter.surface)
        assert contrast is not None and contrast >= MARK, f"the coordinates on {chain}: {contrast}"
    assert not poor


MARKS: dict[str, Callable[[Painter, Box], object]] = {
    "last placed": lambda painter, box: painter.brackets(box.inset(-3)),
    "focus": lambda painter, box: painter.ring(box),
    "line of the log": lambda painter, box: painter.glow(box),
}
GROUNDS = ("board", "panel", "raised")


def on_grounds(painter: Painter) -> Iterator[tuple[str, str]]:
    """Yield all that a mark may lie on, with its colour."""
    yield from ((name, painter.colour(name)) for name in GROUNDS)
    yield "empty square", painter.look.empty.fill
    yield "loose tile", painter.look.loose.fill
    yield from ((chain, painter.look.chains[chain].fill) for chain in CHAINS)


@pytest.mark.parametrize(("look", "palette"), LOOKS_DRAWN)
def test_marks_are_seen_on_everything_that_they_may_lie_on(window: Callable[..., Window], look: str, palette: str) -> None:
    painter = window(look=look, palette=palette).app.painter
    for ground, colour in on_grounds(painter):
        for name, draw in MARKS.items():
            painter.fill(Box(0, 0, 120, 120), colour)
            before = painter.surface.copy()
            draw(painter, SQUARE)
            contrast = added_contrast(before, painter.surface)
            assert contrast is not None and contrast >= MARK, f"{name} on {ground}: {contrast}"


@pytest.mark.parametrize(("look", "palette"), LOOKS_DRAWN)
def test_tiles_avatars_and_dashes_are_seen(window: Callable[..., Window], look: str, palette: str) -> None:
    painter = window(look=look, palette=palette).app.painter
    things: list[tuple[str, str, Callable[[], object]]] = [
        ("own tile", painter.look.mine.fill, lambda: painter.dashed(SQUARE, painter.look.mine.ink)),
        ("closed own tile", painter.look.mine.fill, lambda: painter.dashed(SQUARE, "dim")),
        ("empty place of the basket", painter.look.panel, lambda: painter.dashed(SQUARE, "dim", 6, 1)),
        ("loose tile", painter.look.board, lambda: painter.tile(SQUARE, ""))]
    things += [(f"chain {chain}", painter.look.board, lambda chain=chain: painter.chain(SQUARE, chain, letter=False))
               for chain in CHAINS]
    things += [(f"avatar {seat}", ground, lambda seat=seat: painter.avatar(SQUARE, seat, ""))
               for seat in range(6) for ground in (painter.look.panel, painter.look.mine.fill)]
    for name, ground, draw in things:
        painter.fill(Box(0, 0, 120, 120), ground)
        before = painter.surface.copy()
        draw()
        contrast = added_contrast(before, painter.surface)
        assert contrast is not None and contrast >= MARK, f"{name}: {contrast}"


@pytest.mark.parametrize("look", LOOKS)
def test_what_the_pointer_is_on_can_be_read(window: Callable[..., Window], look: str) -> None:
    """Buttons of every kind, cards and tiles change their fill below the pointer."""
    sitting = window(bot_delay_ms=0, width=1280, height=720, look=look)
    for name, wanted in (("place-busy", "helper hint"), ("buy", "stock american"), ("found", "choice F"), ("menu", "answer 1")):
        SCREENS[name](sitting)
        widget = next((each for each in sitting.top.focus_manager.widgets if each.name == wanted), None)
        widget = widget or next(each for each in sitting.top.focus_manager.widgets if isinstance(each, Button) and each.enabled)
        sitting.point(*widget.box.middle)
        with texts_measured(sitting.app.painter) as found:
            sitting.app.painter.fill(widget.box, "panel")
            widget.draw(sitting.app.painter, False, True, False)
        assert found and all(contrast >= TEXT for contrast, *_ in found), (name, widget.name, found)


@pytest.mark.parametrize(("look", "palette"), LOOKS_DRAWN)
def test_the_cells_of_a_preview_can_be_read_and_are_seen(window: Callable[..., Window], look: str, palette: str) -> None:
    """Each new value stands in a dashed frame, on the panel and in the row of the player who decides."""
    sitting = window(bot_delay_ms=0, width=1280, height=720, look=look, palette=palette)
    sitting.sit_at(position(HAND))
    sitting.point(*sitting.widget("tile 8C").box.middle)
    table, painter = sitting.table, sitting.app.painter
    sitting.app.draw()
    sheet, places, names = table.snapshot.sheet, table.places, table.controller.names
    changes = table._sheet_ahead.changes(table.pointed_preview(), sheet, names)
    signs = shown_signs(painter, places.sheet, sheet, names.translate)
    assert {change.row >= 0 for change in changes} == {True, False}, "cells of players and of the market"
    for change in changes:
        ground = painter.look.mine.fill if change.row >= 0 and sheet.seats[change.row].deciding else painter.look.panel
        painter.fill(places.sheet, ground)
        with texts_measured(painter) as found:
            paint_changes(painter, places.sheet, sheet, [change], signs, names.translate)
        assert len(found) == 1 and found[0][0] >= TEXT, (change, found)
        frame = sheet_cell(places.sheet, sheet, table.unit, change.row, change.column).inset(0, 1)
        for edge in (frame.top(2), frame.foot(2)):  # no text lies there
            colours = colours_in(painter.surface, edge)
            contrast = max(contrast_of(colour, ground) for colour in colours)
            assert contrast >= MARK, (change, contrast)


# --- people who see fewer colours ---

def simulated(surface: pygame.Surface, loss: str) -> pygame.Surface:
    """Return the same picture as a person with this loss sees it."""
    seen = surface.copy()
    for colour in colours_in(surface, Box(0, 0, *surface.get_size())):
        inside = pygame.mask.from_threshold(surface, pygame.Color(colour), (1, 1, 1, 255))
        inside.to_surface(seen, setcolor=display_colour(seen_with(loss, colour)), unsetcolor=None)
    return seen


def display_colour(rgb: tuple[float, float, float]) -> pygame.Color:
    parts = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in rgb]
    return pygame.Color(*(round(255 * part) for part in parts))


def drawn_alone(painter: Painter, ground: str, draw: Callable[[Box], object]) -> pygame.Surface:
    painter.forget()
    painter.fill(Box(0, 0, 100, 100), ground)
    draw(SQUARE)
    return painter.surface.subsurface(pygame.Rect(SQUARE)).copy()


@pytest.mark.parametrize("palette", few_cases(pytest.mark.more_cases, PALETTES))
@pytest.mark.parametrize("loss", LOSSES)
def test_letters_of_chains_are_read_by_people_who_see_fewer_colours(window: Callable[..., Window], loss: str,
                                                                    palette: str) -> None:
    """On emblems and on squares the letter stands out, and no two chains have the same picture."""
    painter = window(palette=palette).app.painter
    for names in CHAIN_LISTS.values():
        letters: dict[str, tuple[bytes, ...]] = {}
        for chain in map(str.lower, names):
            paint = painter.look.chains[chain]
            emblem = simulated(drawn_alone(painter, paint.fill, lambda box, chain=chain: _draw_emblem(  # type: ignore[misc]
                painter, box, chain, 5, "", 0)), loss)
            square = simulated(drawn_alone(painter, paint.fill, lambda box, chain=chain: painter.chain(  # type: ignore[misc]
                box, chain)), loss)
            shapes = []
            for picture, least in ((emblem, TEXT), (square, MARK)):  # on a square it is large and bold
                colours = colours_in(picture, Box(0, 0, *picture.get_size()))
                inner = Box(0, 0, *picture.get_size()).centred(24, 24)
                ground = colours_in(picture, inner).most_common(1)[0][0]
                ink = max(colours_in(picture, inner), key=lambda colour, ground=ground: contrast_of(  # type: ignore[misc]
                    colour, ground))
                assert contrast_of(ink, ground) >= least, f"{chain} with {loss}"
                assert len(colours) > 1
                mask = pygame.mask.from_threshold(picture, pygame.Color(ink), (60, 60, 60, 255))
                shapes.append(pygame.image.tobytes(mask.to_surface(), "RGB"))
            letters[chain] = tuple(shapes)
        for one, other in combinations(letters, 2):
            assert letters[one][0] != letters[other][0] and letters[one][1] != letters[other][1], f"{one} and {other}"
