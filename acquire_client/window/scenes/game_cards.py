"""The first page of a new game: three cards, of which the quick game begins with one key."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pygame

from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.view_model.ready_games import CHALLENGE, QUICK_GAME, ReadyGame, person_name
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.card import CardButton
from acquire_client.window.widgets.widget import Widget

CUSTOM_ABOUT = (message("You choose who plays, the edition and the house rules."),
                message("Several people can play at this computer."))
KEYPAD = (pygame.K_KP1, pygame.K_KP2, pygame.K_KP3)


class GameCards(Scene):
    """The gold card is the one that Enter begins. The arrows move the gold, the numbers begin at once."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.chosen = "quick"

    def _cards(self) -> tuple[tuple[str, str, tuple[str, ...], Callable[[], None]], ...]:
        """Return for each card its name, its title, its sentences, and what it begins."""
        return (("quick", QUICK_GAME.title, QUICK_GAME.about, lambda: start_ready_game(self.shell, QUICK_GAME)),
                ("challenge", CHALLENGE.title, CHALLENGE.about, lambda: start_ready_game(self.shell, CHALLENGE)),
                ("custom", message("Custom"), CUSTOM_ABOUT, self.shell.show_custom_game))

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.cards = page.body.centred(page.body.w, max(unit(330), unit.text(13.5) * 22)).columns((1, 1, 1), unit(22))

    def build_widgets(self) -> list[Widget]:
        widgets: list[Widget] = []
        for number, ((name, title, about, act), box) in enumerate(zip(self._cards(), self.cards, strict=True), 1):
            primary = name == self.chosen
            widgets.append(CardButton(name, box, self.translate(title), [self.translate(one) for one in about], act,
                                kind="primary" if primary else "plain", hint=f"{number} · Enter" if primary else str(number)))
        back = self.foot.left(self.foot.w // 4)
        return [*widgets, Button("back", back, self.translate("Back"), self.shell.pop, hint="Esc")]

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Begin the gold card with Enter, wherever the focus is, as it says; Space presses what has the focus."""
        self.ready()
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.begin(self.chosen)
            return True
        took = super().handle_event(event)
        focus = self.focus_manager.focus
        if focus != self.chosen and any(name == focus for name, *_ in self._cards()):
            self.chosen = str(focus)
            self.rebuild()
        return took

    def begin(self, wanted: str) -> None:
        """Begin what is on the card of this name."""
        next(act for name, _, _, act in self._cards() if name == wanted)()

    def press_key(self, event: pygame.event.Event) -> bool:
        number = KEYPAD.index(event.key) if event.key in KEYPAD else event.key - pygame.K_1
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif 0 <= number < len(self.cards) and not event.mod & (pygame.KMOD_ALT | pygame.KMOD_CTRL):
            self.begin(self._cards()[number][0])
        return True

    def paint(self, painter: Painter) -> None:
        painter.text(self.head, self.translate("New game"), 26, bold=True)


def start_ready_game(shell: Shell, game: ReadyGame) -> None:
    """Sit down at a game that needs no choice, with the name that was kept."""
    settings = shell.settings
    players = game.players(person_name(settings.name, settings.seats, shell.translate("Player")))
    try:
        match = LocalMatch.start(game.ruleset, players, secrets.randbits(63))
    except MatchError as error:
        shell.show_notice(shell.words.sentence(error.in_language(shell.words)), bad=True)
        return
    shell.play(match)
