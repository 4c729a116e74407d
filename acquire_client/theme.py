"""Colours, for the terminal today and the window later. Nothing about where or how anything is drawn.

The seven chain colours stay apart for people with any kind of colour blindness, and each ink has a contrast of at least 4.5
on its colour. In greyscale some pairs are close whatever the palette, so a chain is never shown by colour alone: its letter is
always there too.
"""

from __future__ import annotations

from dataclasses import dataclass

DARK_INK = "#101418"
LIGHT_INK = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Paint:
    """A filled square and what is written on it."""

    fill: str
    ink: str


CHAIN_PAINTS = {
    "tower": Paint("#FDC94C", DARK_INK),
    "luxor": Paint("#FA5407", DARK_INK),
    "sackson": Paint("#FA5407", DARK_INK),  # no list of chains has both
    "american": Paint("#0E66FB", LIGHT_INK),
    "worldwide": Paint("#8D5737", LIGHT_INK),
    "festival": Paint("#41A774", DARK_INK),
    "imperial": Paint("#C16A9D", DARK_INK),
    "continental": Paint("#0CC9F9", DARK_INK),
}
LOOSE_PAINT = Paint("#D5DBE1", DARK_INK)

EMBLEM_COLOURS = ("#101418", "#FFFFFF", "#FDC94C", "#FA5407", "#0E66FB", "#41A774", "#C16A9D", "#0CC9F9")
"""Figure and ground of an emblem are two of these. Its figure tells as much without them."""
