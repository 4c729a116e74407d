"""Draw every scene and decision in many windows, and join the pictures: `python -m tests.client.window.contact_sheets FOLDER`.

Each scene becomes a sheet of small pictures, one for each window of `WINDOWS`: any two values of size, scale, look and language
are together in at least one of them. Below each picture stands which window it is. Texts that were cut are listed on the screen.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from acquire_client.window.assets.fonts import Fonts

from .driver import Window
from .screens import QUESTIONS, SCREENS

SIZES = ((1024, 640), (1280, 720), (1920, 1080), (2560, 1440))
SCALES = (1.0, 0.75, 2.0)
LOOKS = ("dark", "light", "contrast", "dos")
LANGUAGES = ("en", "de")

CAPTION_H = 22
INK, GROUND = "#E6EBF0", "#30363D"


@dataclass(frozen=True, slots=True)
class WindowKind:
    """A window to draw a scene in."""

    size: tuple[int, int]
    scale: float
    look: str
    language: str

    @property
    def caption(self) -> str:
        return f"{self.size[0]}x{self.size[1]}  {self.scale:.0%}  {self.look}  {self.language}"


def pairwise_windows() -> tuple[WindowKind, ...]:
    """Return a window for each size in each look; along the diagonals the other two change, so that all pairs are there."""
    return tuple(WindowKind(size, SCALES[(row + column) % len(SCALES)], look, LANGUAGES[(row + column) % len(LANGUAGES)])
                 for row, look in enumerate(LOOKS) for column, size in enumerate(SIZES))


WINDOWS = pairwise_windows()
SCENES = {**SCREENS, **{f"question-{name}": show for name, show in QUESTIONS.items() if show not in SCREENS.values()}}


def pictures_of(name: str, windows: tuple[WindowKind, ...]) -> Iterator[tuple[WindowKind, pygame.Surface, tuple[str, ...]]]:
    """Yield a scene in each of these windows, with the texts that were cut; it is built once for each language."""
    for language in LANGUAGES:
        wanted = [kind for kind in windows if kind.language == language]
        if not wanted:
            continue
        with tempfile.TemporaryDirectory() as home:
            window = Window(Path(home), width=1280, height=720, language=language, bot_delay_ms=0)
            try:
                SCENES[name](window)
                window.turn()
                for kind in wanted:
                    yield kind, *_picture(window, kind)
            finally:
                window.close()


def _picture(window: Window, kind: WindowKind) -> tuple[pygame.Surface, tuple[str, ...]]:
    app = window.app
    app.resize_window(*kind.size)
    app.change_settings(replace(app.settings, look=kind.look, scale=kind.scale))
    app.draw()
    return app.painter.surface.copy(), tuple(sorted(set(app.painter.clipped)))


def joined(title: str, pictures: dict[WindowKind, pygame.Surface], width: int, columns: int) -> pygame.Surface:
    """Return a sheet of these pictures, each so wide at most, with a caption below it."""
    pygame.font.init()
    fonts, height = Fonts(), width * 10 // 16
    rows = -(-len(pictures) // columns)
    sheet = pygame.Surface((columns * width, CAPTION_H + rows * (height + CAPTION_H)))
    sheet.fill(GROUND)
    sheet.blit(fonts.text_picture(title, 15, INK, bold=True), (6, 2))
    for number, (kind, picture) in enumerate(pictures.items()):
        share = min((width - 6) / picture.get_width(), (height - 4) / picture.get_height())
        small = pygame.transform.smoothscale(picture, (round(picture.get_width() * share), round(picture.get_height() * share)))
        x, y = number % columns * width + 3, CAPTION_H + number // columns * (height + CAPTION_H)
        sheet.blit(small, (x, y + height - small.get_height()))
        sheet.blit(fonts.text_picture(kind.caption, 12, INK), (x + 3, y + height + 2))
    return sheet


def draw_sheet_of(name: str, folder: Path, width: int, columns: int, report: Callable[[str], None]) -> Path:
    """Draw the contact sheet of one scene; report the texts that were cut."""
    pictures = {}
    for kind, picture, cut in pictures_of(name, WINDOWS):
        pictures[kind] = picture
        if cut:
            report(f"{name}, {kind.caption}: cut {list(cut)}")
    path = folder / f"{name}.png"
    pygame.image.save(joined(name, {kind: pictures[kind] for kind in WINDOWS}, width, columns), str(path))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="names of scenes with commas")
    parser.add_argument("--width", type=int, default=640, help="of each picture in pixels")
    parser.add_argument("--columns", type=int, default=4)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in [name for name in args.only.split(",") if name] or SCENES:
        print(draw_sheet_of(name, args.folder, args.width, args.columns, print), flush=True)


if __name__ == "__main__":
    main()
