"""Text as pictures, cached. Inter comes with the program; for letters that it lacks a font of the system is looked for.

Inter's digits differ in width, and pygame cannot ask for its tabular ones: figures are put together digit by digit, so that
columns of numbers stand under one another.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pygame

_FOLDER = Path(__file__).parent
FILES = {False: "Inter-Regular.otf", True: "Inter-SemiBold.otf"}
# What Inter has, near enough: Latin with all accents, Greek, Cyrillic, punctuation, money, arrows.
_RANGES = ((0x20, 0x24F), (0x259, 0x259), (0x2B0, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x1E00, 0x1FFF), (0x2000, 0x206F),
           (0x20A0, 0x20BF), (0x2190, 0x2199), (0x2212, 0x2212), (0x2713, 0x2713), (0x25CF, 0x25CF))
_OTHER_FONTS = ("notosanscjkjp", "notosanscjksc", "notosanscjkkr", "notosans", "microsoftyahei", "yugothic", "malgungothic",
                "hiraginosans", "pingfangsc", "applesdgothicneo", "arialunicodems", "dejavusans", "unifont")
_FIGURES = frozenset("0123456789")
MAX_CACHED = 3000


def in_own_font(character: str) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in _RANGES)


@cache
def _other_font() -> str | None:
    """Return a font of the system with the letters that Inter lacks. Search once, and only when a text has such a letter."""
    for name in _OTHER_FONTS:
        found = pygame.font.match_font(name)
        if found:
            return str(found)
    return None


class Fonts:
    """Pictures and widths of text in pixels."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[int, bool, bool], pygame.font.Font] = {}
        self._pictures: dict[tuple[str, int, bool, bool, str], pygame.Surface] = {}
        self._widths: dict[tuple[str, int, bool, bool], int] = {}

    def _font_at(self, size: int, bold: bool, other: bool = False) -> pygame.font.Font:
        key = (size, bold, other)
        if key not in self._fonts:
            path = _other_font() if other else str(_FOLDER / FILES[bold])
            self._fonts[key] = pygame.font.Font(path, size)
        return self._fonts[key]

    def line_height(self, size: int, bold: bool = False) -> int:
        return self._font_at(size, bold).get_height()

    def _split_runs(self, text: str) -> list[tuple[str, bool]]:
        """Return the text in pieces of one font each; without a font for a letter there is a question mark."""
        runs: list[tuple[str, bool]] = []
        for character in text:
            own = in_own_font(character)
            if not own and _other_font() is None:
                character, own = "?", True
            if runs and runs[-1][1] == own:
                runs[-1] = (runs[-1][0] + character, own)
            else:
                runs.append((character, own))
        return runs

    def text_width(self, text: str, size: int, bold: bool = False, figures: bool = False) -> int:
        key = (text, size, bold, figures)
        found = self._widths.get(key)
        if found is None:
            found = sum(width for _, width in self._font_parts(text, size, bold, figures))
            if len(self._widths) > 4 * MAX_CACHED:
                self._widths.clear()
            self._widths[key] = found
        return found

    def _font_parts(self, text: str, size: int, bold: bool, figures: bool) -> list[tuple[tuple[str, bool], int]]:
        if figures:
            font = self._font_at(size, bold)
            digit = max(font.size(character)[0] for character in _FIGURES)
            return [((character, True), digit if character in _FIGURES else font.size(character)[0]) for character in text]
        if text.isascii():
            return [((text, True), self._font_at(size, bold).size(text)[0])] if text else []
        return [(run, self._font_at(size, bold, not run[1]).size(run[0])[0]) for run in self._split_runs(text)]

    def text_picture(self, text: str, size: int, colour: str, bold: bool = False, figures: bool = False) -> pygame.Surface:
        key = (text, size, bold, figures, colour)
        found = self._pictures.get(key)
        if found is None:
            if len(self._pictures) > MAX_CACHED:
                self._pictures.clear()
            self._pictures[key] = found = self._draw_run(text, size, colour, bold, figures)
        return found

    def _draw_run(self, text: str, size: int, colour: str, bold: bool, figures: bool) -> pygame.Surface:
        parts = self._font_parts(text, size, bold, figures)
        if len(parts) == 1 and not figures:
            (run, own), _ = parts[0]
            return self._font_at(size, bold, not own).render(run, True, colour)
        whole = pygame.Surface((max(1, sum(width for _, width in parts)), self.line_height(size, bold)), pygame.SRCALPHA)
        at = 0
        for (run, own), width in parts:
            piece = self._font_at(size, bold, not own).render(run, True, colour)
            whole.blit(piece, (at + (width - piece.get_width()) // 2, (whole.get_height() - piece.get_height()) // 2))
            at += width
        return whole
