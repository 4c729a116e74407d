"""Colours, for the terminal and the window. Nothing about where or how anything is drawn.

The seven chain colours stay apart for people with any kind of colour blindness, and each ink has a contrast of at least 4.5
on its colour. In greyscale some pairs are close whatever the palette, so a chain is never shown by colour alone: its letter is
always there too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

DARK_INK = "#101418"
LIGHT_INK = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Paint:
    """A filled square and what is written on it."""

    fill: str
    ink: str


LIP = 0.78
"""How bright the lower edge of something that stands on the board is, of its face."""
TEXT_CONTRAST = 5.2
"""Of small text on a fill; 4.5 is asked for, and the thin strokes of the smallest letters lose some of it."""
MARK_CONTRAST = 3.2
"""Of small marks on a fill, such as the coordinates on a chain; 3 is asked for."""


def _linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast_of(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it.

    >>> round(contrast_of("#FFFFFF", "#000000"))
    21
    """
    dark, light = sorted((_light_of(one), _light_of(other)))
    return (light + 0.05) / (dark + 0.05)


def _light_of(colour: str) -> float:
    red, green, blue = map(_linear, _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: so much of the first.

    >>> mixed("#FFFFFF", "#000000", 0.5)
    '#808080'
    """
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#{:02X}{:02X}{:02X}".format(*(round(a * share + b * (1 - share)) for a, b in pairs))


@lru_cache(maxsize=128)
def quiet_ink(ink: str, fill: str) -> str:
    """Return the ink for small marks on a fill: as faint as can still be seen."""
    share = next((step / 20 for step in range(6, 20) if contrast_of(mixed(ink, fill, step / 20), fill) >= MARK_CONTRAST), 1.0)
    return mixed(ink, fill, share)


@lru_cache(maxsize=256)
def visible_on(colour: str, ground: str) -> str:
    """Return the colour, lighter or darker where it would not stand out from the ground."""
    away = max(("#FFFFFF", "#000000"), key=lambda end: contrast_of(end, ground))
    return _moved_until(colour, away, ground, MARK_CONTRAST)


@lru_cache(maxsize=16)
def _readable_over(line: str, raised: str, ink: str) -> str:
    return _moved_until(line, raised, ink, TEXT_CONTRAST)


def _moved_until(colour: str, away: str, other: str, contrast: float) -> str:
    """Return a colour, moved towards `away` until it has this contrast to another one, or is there."""
    return next(found for step in range(21) if contrast_of(found := mixed(away, colour, step / 20), other) >= contrast
                or step == 20)


@lru_cache(maxsize=128)
def lip_of(fill: str) -> str:
    """Return the colour of the lip below a face of this colour."""
    return mixed(fill, "#000000", LIP)


NEUTRAL_NAMES = {"lantern": "luxor", "timber": "tower", "aspen": "american", "fountain": "festival", "willow": "worldwide",
                 "cedar": "continental", "ivory": "imperial"}
"""Names of no edition, and whose colour and pattern each has."""


def also_neutral(looks: dict[str, T]) -> dict[str, T]:
    """Return what each chain looks like, with the chains that have names of no edition."""
    return looks | {name: looks[other] for name, other in NEUTRAL_NAMES.items()}


CHAIN_PAINTS = also_neutral({
    "tower": Paint("#FDC94C", DARK_INK),
    "luxor": Paint("#FA5407", DARK_INK),
    "sackson": Paint("#FA5407", DARK_INK),  # no list of chains has both
    "american": Paint("#0E66FB", LIGHT_INK),
    "worldwide": Paint("#8D5737", LIGHT_INK),
    "festival": Paint("#41A774", DARK_INK),
    "imperial": Paint("#C16A9D", DARK_INK),
    "continental": Paint("#0CC9F9", DARK_INK),
})
REDDER_PAINTS = also_neutral({
    "tower": Paint("#FDEE3B", DARK_INK),
    "luxor": Paint("#CB1D33", LIGHT_INK),
    "sackson": Paint("#CB1D33", LIGHT_INK),
    "american": Paint("#6F79E8", DARK_INK),
    "worldwide": Paint("#C29127", DARK_INK),
    "festival": Paint("#12A173", DARK_INK),
    "imperial": Paint("#AB5192", LIGHT_INK),
    "continental": Paint("#01CFF8", DARK_INK),
})
COURSE_PAINTS = also_neutral({
    "tower": Paint("#876651", LIGHT_INK),
    "luxor": Paint("#B689D6", DARK_INK),
    "sackson": Paint("#B689D6", DARK_INK),
    "american": Paint("#DC110E", LIGHT_INK),
    "worldwide": Paint("#EF8203", DARK_INK),
    "festival": Paint("#59B98C", DARK_INK),
    "imperial": Paint("#FAE762", DARK_INK),
    "continental": Paint("#3B69A6", LIGHT_INK),
})
PALETTES = {"a": CHAIN_PAINTS, "b": REDDER_PAINTS, "6515": COURSE_PAINTS}
"""B has a redder Luxor and a yellower Tower; 6515 has the colours that the course of this number names."""
LOOSE_PAINT = Paint("#D5DBE1", DARK_INK)

SEAT_COLOURS = ("#9FC3FF", "#FF8A70", "#5BC98C", "#C58AE0", "#D7DE7A", "#B8C4D0")
SEAT_COLOURS_ON_LIGHT = ("#0B5CC4", "#B3271E", "#1A6B3F", "#7A3A9A", "#7A5C00", "#4A5560")


@dataclass(frozen=True, slots=True)
class Look:
    """All colours of the window, each for one meaning.

    `accent` is the one primary action, `mine` what belongs to the person who is looking, `mark` the tile placed last, the focus
    and the preview. `outline` is drawn around tiles where their fill alone does not stand out from the board.
    """

    title: str
    ground: str
    panel: str
    raised: str
    line: str
    text: str
    dim: str
    accent: str
    accent_ink: str
    good: str
    bad: str
    board: str
    empty: Paint
    loose: Paint
    mine: Paint
    """What is written and drawn in light blue, with the fill below it: the ink is the colour."""
    mark: str
    chains: Mapping[str, Paint]
    outline: str | None = None
    patterns: bool = True
    seats: tuple[str, ...] = SEAT_COLOURS
    """The colour of each player: of the avatar and of the line in charts."""

    @property
    def loose_edge(self) -> str | None:
        """Return the colour of the edge of a loose tile, which needs one where its fill is that of the board."""
        return self.outline or (self.loose.ink if self.loose.fill == self.board else None)

    @property
    def over(self) -> str:
        """Return the fill of what the pointer is on: the colour of edges, or so much of it that small text can be read on it."""
        return _readable_over(self.line, self.raised, self.dim)

    def seat_paint(self, seat: int) -> Paint:
        fill = self.seats[seat % len(self.seats)]
        return Paint(fill, max((DARK_INK, LIGHT_INK), key=lambda ink: contrast_of(ink, fill)))


_EGA = also_neutral({name: Paint(fill, "#000000") for name, fill in (
    ("tower", "#FFFF55"), ("luxor", "#FF5555"), ("sackson", "#FF5555"), ("american", "#7F7FFF"), ("worldwide", "#C98A3D"),
    ("festival", "#55D855"), ("imperial", "#FF77FF"), ("continental", "#55FFFF"))})

LOOKS: Mapping[str, Look] = {
    "dark": Look("Dark", ground="#0D1116", panel="#1A212B", raised="#263140", line="#2C3644", text="#E6EBF0", dim="#A5B1C0",
                 accent="#F2C14E", accent_ink="#101418", good="#5BC98C", bad="#FF8A70", board="#12161C",
                 empty=Paint("#232B36", "#98A5B4"), loose=LOOSE_PAINT, mine=Paint("#243244", "#9FC3FF"), mark="#FFFFFF",
                 chains=CHAIN_PAINTS),
    "light": Look("Light", ground="#E9E5DB", panel="#FBF9F4", raised="#EAE5D8", line="#CFC8B8", text="#1B222B", dim="#39414B",
                  accent="#1F5FBF", accent_ink="#FFFFFF", good="#1A6B3F", bad="#B3271E", board="#D8D2C4",
                  empty=Paint("#F1EDE3", "#4F5863"), loose=Paint("#FFFFFF", DARK_INK),
                  mine=Paint("#E3F0EE", "#0B5F55"), mark="#1B222B", chains=CHAIN_PAINTS,
                  outline="#1B222B", seats=SEAT_COLOURS_ON_LIGHT),
    "contrast": Look("High contrast", ground="#000000", panel="#000000", raised="#1C1C1C", line="#B8B8B8", text="#FFFFFF",
                     dim="#D8D8D8", accent="#FFE94A", accent_ink="#000000", good="#7DFFB0", bad="#FFB09C", board="#000000",
                     empty=Paint("#141414", "#D8D8D8"), loose=Paint("#FFFFFF", "#000000"),
                     mine=Paint("#0A1524", "#9FC3FF"), mark="#FFFFFF", chains=CHAIN_PAINTS,
                     outline="#FFFFFF"),
    "dos": Look("1988", ground="#000000", panel="#000000", raised="#1A1A55", line="#5555AA", text="#AAFFFF", dim="#AAAAAA",
                accent="#FFFF55", accent_ink="#000000", good="#55FF55", bad="#FF7777", board="#000000",
                empty=Paint("#101020", "#9A9ACC"), loose=Paint("#000000", "#86C5FF"),
                mine=Paint("#14143C", "#B9B9FF"), mark="#FFFFFF", chains=_EGA, patterns=False),
}


def look_with(name: str, palette: str) -> Look:
    """Return a look with the chains of a palette. That of 1988 has colours of its own."""
    look = LOOKS[name]
    return look if has_own_chains(name) else replace(look, chains=PALETTES[palette])


def has_own_chains(name: str) -> bool:
    """Return True if the chains of a look have its own colours, whatever the palette is."""
    return LOOKS[name].chains is not CHAIN_PAINTS
