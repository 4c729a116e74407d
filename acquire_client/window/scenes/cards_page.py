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
# From the largest on; the sentences of all cards are written in one size.
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
        buttons = []
        for number, (card, box) in enumerate(zip(self.page_cards(), self.boxes, strict=True), 1):
            primary = card.name == self.chosen
            buttons.append(CardButton(card.name, box, card.title, card.about, card.act, strip=card.strip, note=card.note,
                                      kind="primary" if primary else "plain", hint="Enter" if primary else str(number),
                                      faces=card.faces))
        painter = self.painter
        size = next((size for size in ABOUT_SIZES if all(button.has_room_for(painter, size) for button in buttons)),
                    ABOUT_SIZES[-1])
        for button in buttons:
            button.about_size = size
        back = self.foot.left(self.foot.w // 4)
        return [*buttons, Button("back", back, self.translate("Back"), self.shell.pop, hint="Esc", icon="back")]

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
