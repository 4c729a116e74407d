"""Draw the pictures of the documents: `python -m tests.client.window.doc_pictures [FOLDER]`, by default docs/players/screens.

The stories of story_strips.py are drawn too. Each picture has 256 colours at most, which makes it a third as large. A test
compares what lies there with the tables; the pictures themselves are looked at by people.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from .driver import Window
from .screens import SCREENS
from .story_strips import SIZE as STRIP_SIZE
from .story_strips import STRIPS, strip

FOLDER = Path(__file__).parents[3] / "docs" / "players" / "screens"
SIZE = (1280, 720)
DARK, LIGHT = "dark", "light"
PICTURES = {
    "place": ("place", DARK), "buy": ("buy", LIGHT), "merger": ("merger-counting", DARK),
    "three-mergers": ("merger-triple", LIGHT),
    "hint": ("hint", DARK), "tutorial": ("tutorial", LIGHT), "puzzle": ("puzzle", DARK),
    "custom-game": ("custom-six", DARK), "editions": ("editions", LIGHT),
    "over": ("over", DARK), "review": ("review-all", DARK), "lobby": ("lobby-full", DARK), "online": ("online-chat", LIGHT),
}
"""The name of each picture, its scene and its look."""
MAX_BYTES, MAX_BYTES_OF_ALL = 110_000, 900_000


def draw_picture(name: str, folder: Path) -> Path:
    from tests.support.small_png import save_small_png  # needs NumPy, which a look at the table of pictures does not

    if name in STRIPS:
        picture = strip([shown(show, STRIP_SIZE, DARK) for show in STRIPS[name]])
    else:
        scene, look = PICTURES[name]
        picture = shown(SCREENS[scene], SIZE, look)
    path = folder / f"{name}.png"
    save_small_png(picture, path, with_palette=True)
    return path


def shown(show: Callable[[Window], None], size: tuple[int, int], look: str) -> pygame.Surface:
    """Return what a window of this size shows."""
    with tempfile.TemporaryDirectory() as home:
        window = Window(Path(home), width=size[0], height=size[1], look=look, bot_delay_ms=0)
        try:
            show(window)
            window.turn()
            window.app.draw()
            return window.app.painter.surface.copy()
        finally:
            window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument("--only", nargs="+", choices=[*PICTURES, *STRIPS], default=[*PICTURES, *STRIPS], metavar="NAME")
    asked = parser.parse_args()
    folder = asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in asked.only:
        path = draw_picture(name, folder)
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
