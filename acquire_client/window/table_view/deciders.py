"""Deciding at the table: for each kind of question what can be pressed in the deck, what the keys mean, and what is previewed.

Every decider works on the prompt of the view model and on the legal answers of the rules. It calls `answer` with one of them,
and `refresh` when what it shows has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import pygame

from acquire_client.language import message
from acquire_client.view_model.board import ROWS
from acquire_client.view_model.preview import Preview, preview
from acquire_client.view_model.prompts import Choice, Prompt
from acquire_client.view_model.words import TableNames, chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import TableLayout
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core import Observation
from acquire_core.actions import Action, Pick, Place


@dataclass(frozen=True, slots=True)
class Asked:
    """All that a decider needs."""

    prompt: Prompt
    seen: Observation
    names: TableNames
    say: Callable[..., str]
    refusal: Callable[[Action], str | None]
    answer: Callable[[Action], None]
    refresh: Callable[[], None]


class Decider:
    """The plain one, for questions whose answers are a few choices: a button for each."""

    confirm_label = ""
    """What the large button says; empty where every answer has a button of its own."""

    def __init__(self, asked: Asked) -> None:
        self.hear(asked)

    def hear(self, asked: Asked) -> None:
        """The question, at first or in another language; what has been put together for it stays."""
        self.asked = asked
        self.prompt = asked.prompt
        self.say = asked.say

    # --- what the table asks ---

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        return self._choice_buttons(places.actions, unit, [choice for choice in self.prompt.choices if choice.action])

    def focus(self) -> str | None:
        """The widget that has the focus at first."""
        return None

    def facts(self) -> str:
        return " ".join(self.prompt.facts)

    def confirm(self) -> None:
        """The large button, or Enter."""

    def can_confirm(self) -> bool:
        return False

    def key(self, event: pygame.event.Event) -> bool:
        for choice in self.prompt.choices:
            if choice.action is not None and choice.key and typed(event) == choice.key.lower():
                self.asked.answer(choice.action)
                return True
        return False

    def square(self, tile: str) -> bool:
        """A square of the board was clicked; whether that means something."""
        return False

    def pickable(self) -> tuple[str, ...]:
        return ()

    def previewed(self, focus: str | None) -> Preview | None:
        """What the widget under the pointer or with the focus would bring about."""
        for choice in self.prompt.choices:
            if choice.action is not None and f"choice {choice.key}" == focus:
                return preview(self.asked.seen, choice.action, self.asked.names)
        return None

    def paint(self, painter: Painter, places: TableLayout) -> None:
        """What is neither a widget nor a fact."""

    # --- for all of them ---

    def _choice_buttons(self, box: Box, unit: Unit, choices: list[Choice]) -> list[Widget]:
        across = 2 if len(choices) <= 4 else 4
        gap = unit(6)
        lines = -(-len(choices) // across)
        height = max(28, min((box.h - gap * (lines - 1)) // max(1, lines), unit(52)))
        cells = box.grid(len(choices), across, height, gap)
        return [self._choice_button(choice, cell) for choice, cell in zip(choices, cells, strict=True)]

    def _choice_button(self, choice: Choice, cell: Box) -> Widget:
        action, chain = choice.action, chain_of(choice)
        assert action is not None
        label, note = (chain_title(chain), choice_note(self.asked, chain)) if chain else split_label(choice.label)
        hint = "" if chain and chain[0] == choice.key.lower() else choice.key.upper()  # the mark of the chain says it already
        return Button(f"choice {choice.key}", cell, label, lambda: self.asked.answer(action), hint=hint, chain=chain, note=note,
                      tip=choice.label if len(choice.label) > 28 else "")


def typed(event: pygame.event.Event) -> str:
    """The letter or digit of a key, whatever else is held down; the number pad counts too."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return ""
    name = pygame.key.name(event.key)
    if len(name) == 3 and name[0] == "[" and name[2] == "]":
        name = name[1]
    return name if len(name) == 1 else ""


def chain_of(choice: Choice) -> str:
    chain = getattr(choice.action, "chain", None)
    return chain if isinstance(chain, str) else ""


def choice_note(asked: Asked, chain: str) -> str:
    seen = asked.seen
    held = seen.ledger[asked.prompt.seat][1][chain]
    if not seen.sizes[chain]:  # up to seven names at once, so there is room for one of the two
        return asked.say("yours {held}", held=held) if held else asked.say("market {market}", market=seen.market[chain])
    size = f"{seen.sizes[chain]} × ${seen.prices[chain]}, "
    return size + asked.say("yours {held}, market {market}", held=held, market=seen.market[chain])


def split_label(label: str) -> tuple[str, str]:
    """A long label in two lines: what is chosen, and what it means."""
    head, _, rest = label.partition(": ")
    return head[0].upper() + head[1:], rest


class PlaceDecider(Decider):
    """A tile of the hand, by its number, by a click on it or on its square."""

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        others = [choice for choice in self.prompt.choices if choice.action is not None and not isinstance(choice.action, Place)]
        return self._choice_buttons(places.actions, unit, others)

    def focus(self) -> str | None:
        return next((f"tile {choice.name}" for choice in self.prompt.choices if choice.action is not None), None)

    def facts(self) -> str:
        return self.say("Choose a tile: 1 to {count}, a click, or the arrows and Enter.", count=len(self.asked.seen.hand))

    def place(self, tile: str) -> None:
        action = next((choice.action for choice in self.prompt.choices if choice.name == tile), None)
        if action is not None:
            self.asked.answer(action)

    def square(self, tile: str) -> bool:
        known = tile in self.prompt.tiles
        if known:
            self.place(tile)
        return known

    def previewed(self, focus: str | None) -> Preview | None:
        kind, _, tile = (focus or "").partition(" ")
        if kind == "tile" and tile in self.prompt.tiles:
            return preview(self.asked.seen, Place(self.prompt.seat, tile), self.asked.names)
        return super().previewed(focus)


class PickDecider(Decider):
    """Any tile of the bag, on the board itself: arrows and Enter, or a click."""

    confirm_label = message("Take this tile")

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.cursor = asked.prompt.tiles[len(asked.prompt.tiles) // 2]

    def widgets(self, places: TableLayout, unit: Unit) -> list[Widget]:
        return []

    def focus(self) -> str | None:
        return "board"

    def facts(self) -> str:
        return self.say("Choose a square on the board: a click, or the arrows and Enter.")

    def pickable(self) -> tuple[str, ...]:
        return self.prompt.tiles

    def can_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.asked.answer(Pick(self.prompt.seat, self.cursor))

    def square(self, tile: str) -> bool:
        if tile not in self.prompt.tiles:
            return False
        if tile == self.cursor:
            self.confirm()
        else:
            self.cursor = tile
            self.asked.refresh()
        return True

    def key(self, event: pygame.event.Event) -> bool:
        moves = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
        if event.key not in moves:
            return False
        found = next_square(self.cursor, *moves[event.key], self.prompt.tiles)
        if found is not None:
            self.cursor = found
            self.asked.refresh()
        return True


def next_square(tile: str, dx: int, dy: int, among: Collection[str]) -> str | None:
    """The nearest of some squares in a direction; None where there is none.

    >>> next_square("5E", 1, 0, ["4E", "7E", "6A"])
    '7E'
    """
    def place(name: str) -> tuple[int, int]:
        return int(name[:-1]), ROWS.index(name[-1])

    x, y = place(tile)
    found: list[tuple[int, str]] = []
    for name in among:
        column, row = place(name)
        ahead, aside = (column - x) * dx + (row - y) * dy, abs((column - x) * dy) + abs((row - y) * dx)
        if ahead > 0:
            found.append((ahead + 3 * aside, name))
    return min(found)[1] if found else None
