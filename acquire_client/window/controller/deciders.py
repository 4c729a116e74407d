"""Deciding at the table: for each kind of question what the keys mean, what is confirmed, what is previewed. Nothing is drawn.

Every decider works on the prompt of the view model and on the legal answers of the rules. It calls `answer` with one of them,
and `refresh` when what it shows has changed. Its widgets are in table_view/decider_widgets.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.board import ROWS
from acquire_client.view_model.preview import Preview, preview_answer
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.words import TableNames
from acquire_core import Observation
from acquire_core.actions import Action, Pick, Place


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A key, as far as a decider cares. `letter` is the letter or digit on it, empty for any other key and with Ctrl or Alt."""

    name: str
    letter: str = ""
    shift: bool = False


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """All that a decider needs."""

    prompt: Prompt
    seen: Observation
    names: TableNames
    translate: Callable[..., str]
    refusal: Callable[[Action], str | None]
    answer: Callable[[Action], None]
    refresh: Callable[[], None]


class Decider:
    """The plain one, for questions whose answers are a few choices."""

    confirm_label = ""
    """What the large button says; empty where every answer has a button of its own."""

    def __init__(self, asked: OpenQuestion) -> None:
        self.set_question(asked)

    def set_question(self, asked: OpenQuestion) -> None:
        """Take the question, at first or in another language; what has been put together for it stays."""
        self.asked = asked
        self.prompt = asked.prompt
        self.translate = asked.translate

    def first_focus(self) -> str | None:
        """Return the name of the widget that has the focus at first."""
        return None

    def fact_line(self) -> str:
        """Return the line of facts that stands below the question."""
        return " ".join(self.prompt.facts)

    def confirm_text(self) -> str:
        """Return what the large button says now."""
        return self.translate(self.confirm_label)

    def confirm(self) -> None:
        """Answer with what has been put together: the large button, or Enter."""

    def can_confirm(self) -> bool:
        return False

    def press_key(self, key: KeyPress) -> bool:
        """Do what a key means here; return False if it means nothing."""
        for choice in self.prompt.choices:
            if choice.action is not None and choice.key and key.letter == choice.key.lower():
                self.asked.answer(choice.action)
                return True
        return False

    def click_square(self, tile: str) -> bool:
        """Do what a click on a square of the board means here; return False if it means nothing."""
        return False

    def pickable_squares(self) -> tuple[str, ...]:
        return ()

    def preview_of(self, focus: str | None) -> Preview | None:
        """Return what the widget under the pointer or with the focus would bring about."""
        for choice in self.prompt.choices:
            if choice.action is not None and f"choice {choice.key}" == focus:
                return preview_answer(self.asked.seen, choice.action, self.asked.names)
        return None


class PlaceDecider(Decider):
    """A tile of the hand, by its number, by a click on it or on its square."""

    def first_focus(self) -> str | None:
        return next((f"tile {choice.name}" for choice in self.prompt.choices if choice.action is not None), None)

    def fact_line(self) -> str:
        return self.translate("Choose a tile: 1 to {count}, a click, or the arrows and Enter.", count=len(self.asked.seen.hand))

    def click_square(self, tile: str) -> bool:
        action = next((choice.action for choice in self.prompt.choices if choice.name == tile), None)
        if action is not None:
            self.asked.answer(action)
        return action is not None

    def preview_of(self, focus: str | None) -> Preview | None:
        kind, _, tile = (focus or "").partition(" ")
        if kind == "tile" and tile in self.prompt.tiles:
            return preview_answer(self.asked.seen, Place(self.prompt.seat, tile), self.asked.names)
        return super().preview_of(focus)


class PickDecider(Decider):
    """Any tile of the bag, on the board itself: arrows and Enter, or a click."""

    confirm_label = message("Take this tile")

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        self.cursor = asked.prompt.tiles[len(asked.prompt.tiles) // 2]

    def first_focus(self) -> str | None:
        return "board"

    def fact_line(self) -> str:
        return self.translate("Choose a square on the board: a click, or the arrows and Enter.")

    def pickable_squares(self) -> tuple[str, ...]:
        return self.prompt.tiles

    def can_confirm(self) -> bool:
        return True

    def confirm(self) -> None:
        self.asked.answer(Pick(self.prompt.seat, self.cursor))

    def click_square(self, tile: str) -> bool:
        if tile not in self.prompt.tiles:
            return False
        if tile == self.cursor:
            self.confirm()
        else:
            self.cursor = tile
            self.asked.refresh()
        return True

    def press_key(self, key: KeyPress) -> bool:
        moves = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        if key.name not in moves:
            return False
        found = next_square(self.cursor, *moves[key.name], self.prompt.tiles)
        if found is not None:
            self.cursor = found
            self.asked.refresh()
        return True


def next_square(tile: str, dx: int, dy: int, among: Collection[str]) -> str | None:
    """Return the nearest of some squares in a direction; None where there is none.

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
