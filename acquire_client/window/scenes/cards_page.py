"""A page of a few cards side by side, one of which is chosen by one key or one click."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import pygame

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.layout.scale import FORM_ROOMS
from acquire_client.window.scenes.primary_choice import PrimaryChoice
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.card import CardButton
from acquire_client.window.widgets.widget import Widget

KEYPAD = (pygame.K_KP1, pygame.K_KP2, pygame.K_KP3, pygame.K_KP4, pygame.K_KP5)
ABOUT_SIZES = (14.5, 14, 13.5, 13, 12.5, 12, 11.5, 11, 10.5, 10)


@dataclass(frozen=True, slots=True)
class PageCard:
    """What a card says and does; `strip` names the act, `faces` are seats with their names."""

    name: str
    title: str
    about: tuple[str, ...]
    strip: str
    act: Callable[[], None]
    note: str = ""
    faces: tuple[tuple[int, str], ...] = ()


class CardsPage(PrimaryChoice):
    """The gold card is the one that Enter takes. The arrows move the gold, the numbers take a card at once."""

    rooms = FORM_ROOMS

    height = 320
    """How high the cards are, if the window has room for it."""

    def __init__(self, shell: Shell, title: str, chosen: str) -> None:
        super().__init__(shell, chosen)
        self.title = title
        self.focus_manager.focus = chosen

    def page_cards(self) -> Sequence[PageCard]:
        """Return the cards, in the language of the window."""
        raise NotImplementedError

    def choices(self) -> Collection[str]:
        return [card.name for card in self.page_cards()]

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        count = len(self.page_cards())
        self.boxes = page.body.centred(page.body.w, unit(self.height)).columns([1] * count, unit(18))

    def build_widgets(self) -> list[Widget]:
        cards = self.page_cards()
        size = next((one for one in ABOUT_SIZES if self._fits(cards, one)), ABOUT_SIZES[-1])
        widgets: list[Widget] = []
        for number, (card, box) in enumerate(zip(cards, self.boxes, strict=True), 1):
            primary = card.name == self.chosen
            widgets.append(CardButton(card.name, box, card.title, card.about, card.act, strip=card.strip, note=card.note,
                                      kind="primary" if primary else "plain", hint="Enter" if primary else str(number),
                                      faces=card.faces, about_size=size))
        back = self.foot.left(self.foot.w // 4)
        return [*widgets, Button("back", back, self.translate("Back"), self.shell.pop, hint="Esc")]

    def _fits(self, cards: Sequence[PageCard], size: float) -> bool:
        """Return True if the sentences of all cards have room in this size; all are written in one size."""
        unit, painter = self.unit, self.shell.painter
        pixels = unit.text(size)
        line = painter.fonts.line_height(pixels) + max(1, pixels // 8)
        for card, box in zip(cards, self.boxes, strict=True):
            taken = max(unit(30), unit.text(20) + 8) + max(unit(40), unit.text(13) + 12) + unit(14) * 2 + unit(22)
            taken += max(unit(20), unit.text(12.5) + 5) if card.note else 0
            taken += max(unit(34), 22) + unit(14) if card.faces else 0
            lines = sum(len(painter.wrapped(one, box.w - 2 * unit(16), pixels)) for one in card.about)
            if taken + lines * line + unit(8) * len(card.about) > box.h:
                return False
        return True

    def take(self, wanted: str) -> None:
        next(card for card in self.page_cards() if card.name == wanted).act()

    def press_key(self, event: pygame.event.Event) -> bool:
        number = KEYPAD.index(event.key) if event.key in KEYPAD else event.key - pygame.K_1
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif 0 <= number < len(self.boxes) and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            self.take(self.page_cards()[number].name)
        return True

    def paint(self, painter: Painter) -> None:
        painter.text(self.head, self.translate(self.title), 26, bold=True)
