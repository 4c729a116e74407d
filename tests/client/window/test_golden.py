"""The table in six positions as it has been looked at, kept small. `--rewrite-golden` draws them anew, to be looked at again.

Text comes out slightly otherwise with another SDL_ttf, so pictures are compared shrunk and with a tolerance for each backend; a
letter that moves by a pixel passes, a panel, a tile or a line of text that is elsewhere does not.
"""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from .driver import Window
from .screens import SCREENS

FOLDER = Path(__file__).parent / "golden"
SIZE = (512, 320)
GRID = (128, 80)
MAX_BYTES = 60_000
NAMES = ("place", "buy", "found-first", "merger", "dispose", "powers")

MAX_APART = {False: 10, True: 22}
"""How far a cell of the grid may differ in one colour, of 255: with pygame, with which they were drawn, and with pygame-ce."""


def drawn(window: Window, name: str) -> pygame.Surface:
    SCREENS[name](window)
    window.app.show_notice("", bad=False)
    window.now_ms += 60_000
    window.turn()
    window.app.draw()
    return pygame.transform.smoothscale(window.app.painter.surface, SIZE)


def apart(one: pygame.Surface, other: pygame.Surface) -> int:
    """Return the largest difference of two pictures, cell by cell of a coarse grid."""
    small = [pygame.image.tobytes(pygame.transform.smoothscale(picture, GRID), "RGB") for picture in (one, other)]
    return max(abs(a - b) for a, b in zip(*small, strict=True))


@pytest.fixture
def rewriting(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--rewrite-golden"))


@pytest.mark.parametrize("name", NAMES)
def test_the_table_looks_as_it_has_been_looked_at(window: Callable[..., Window], name: str, rewriting: bool) -> None:
    path = FOLDER / f"{name}.png"
    picture = drawn(window(width=1024, height=640, bot_delay_ms=0), name)
    if rewriting:
        from tests.support.small_png import save_small_png  # needs NumPy, which pictures that are only compared do not

        FOLDER.mkdir(exist_ok=True)
        save_small_png(picture, path)
    assert path.stat().st_size <= MAX_BYTES
    is_ce = getattr(pygame, "IS_CE", False)
    assert apart(pygame.image.load(str(path)), picture) <= MAX_APART[bool(is_ce)]


@pytest.mark.parametrize("name", NAMES)
def test_something_that_changes_is_noticed(window: Callable[..., Window], name: str) -> None:
    """One square in the colour of another chain, or one line of text gone, is more than any tolerance."""
    picture = pygame.image.load(str(FOLDER / f"{name}.png")).convert()
    for box in (pygame.Rect(100, 60, 22, 22), pygame.Rect(166, 244, 60, 9)):
        other = picture.copy()
        other.fill("#41A774" if box.w == 22 else "#1A212B", box)
        if other.get_buffer().raw != picture.get_buffer().raw:
            assert apart(picture, other) > max(MAX_APART.values())
