"""Deciding at the table: for each kind of question what the keys mean, what is confirmed, what is previewed. Nothing is drawn.

Every decider works on the prompt of the view model and on the legal answers of the rules. It calls `answer` with one of them,
and `refresh` when what it shows has changed. Its widgets are in table_view/decider_widgets.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from acquire_client.view_model.board import ROWS
from acquire_client.view_model.moves import move_text
from acquire_client.view_model.preview import Preview, preview_answer
from acquire_client.view_model.prompts import Prompt, PromptChoice
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

    def letter_of(self, choice: PromptChoice) -> str:
        """Return the key of a choice in the language of the person: yes is J in German. The key itself works too."""
        return self.translate("Y") if choice.key == "y" else choice.key


class Decider:
    """The plain one, for questions whose answers are a few choices.

    Each choice has a key and a button that answer at once. The arrows choose one without answering; then the primary button names
    it and Enter answers with it.
    """

    answers_at_once = True
    """Whether one key press or click is a whole answer; False where an answer is put together first."""
    shows_result = False
    """Whether the line of facts tells what the answer brings, so that it is to stand out."""

    def __init__(self, asked: OpenQuestion) -> None:
        self.set_question(asked)
        answers = self.answers()
        self.chosen: str | None = next(iter(answers)) if len(answers) == 1 else None
        """The name of the widget that the keyboard has chosen; a single choice is chosen from the beginning."""

    def set_question(self, asked: OpenQuestion) -> None:
        """Take the question, at first or in another language; what has been put together for it stays."""
        self.asked = asked
        self.prompt = asked.prompt
        self.translate = asked.translate

    def first_focus(self) -> str | None:
        """Return the name of the widget that has the focus at first; None where nothing has."""
        return None

    def fact_line(self) -> str:
        """Return the line of facts that stands below the question."""
        return " ".join(self.prompt.facts)

    # --- the primary button, which is the Enter key ---

    def answers(self) -> dict[str, Action]:
        """Return the answers that a widget gives at once, by the name of the widget."""
        return {f"choice {choice.key}": choice.action for choice in self.prompt.choices if choice.action is not None}

    def follow_focus(self, name: str | None) -> None:
        """Choose the answer of the widget to which the keyboard has moved; elsewhere nothing is chosen any more."""
        if name != "confirm":
            self.chosen = name if name in self.answers() else None

    def confirm_text(self) -> str:
        """Return what Enter does now, for the primary button; empty where it does nothing and there is no button."""
        action = self.answers().get(self.chosen or "")
        return "" if action is None else act_text(action, self.asked.names)

    def confirm_is_quiet(self) -> bool:
        """Return True if the primary button only lets things go on, and must not draw the eye."""
        return False

    def can_confirm(self) -> bool:
        return self.chosen is not None

    def confirm(self) -> None:
        """Answer with what has been chosen or put together: the primary button, or Enter."""
        action = self.answers().get(self.chosen or "")
        if action is not None:
            self.asked.answer(action)

    def refusal_text(self) -> str:
        """Return why Enter does nothing now, and what to do instead."""
        return self.translate("Nothing is chosen yet: press one of the keys, or use the arrows and Enter.")

    # --- other keys, and the mouse ---

    def press_key(self, key: KeyPress) -> bool:
        """Do what a key means here; return False if it means nothing."""
        for choice in self.prompt.choices:
            letters = choice.key.lower(), self.asked.letter_of(choice).lower()
            if choice.action is not None and choice.key and key.letter in letters:
                self.asked.answer(choice.action)
                return True
        return False

    def click_square(self, tile: str) -> bool:
        """Do what a click on a square of the board means here; return False if it means nothing."""
        return False

    def refusal_of_tile(self, tile: str) -> str:
        """Return why a tile of the hand cannot be placed; empty if it can, and where no tile of the hand is asked for."""
        return ""

    def tile_of_number(self, letter: str) -> str | None:
        """Return the tile of the hand that a digit means here; past nine a tile has none."""
        return None

    def pickable_squares(self) -> tuple[str, ...]:
        return ()

    def preview_of(self, name: str | None) -> Preview | None:
        """Return what the widget under the pointer or the chosen one would bring about."""
        action = self.answers().get(name or "")
        return None if action is None else preview_answer(self.asked.seen, action, self.asked.names)


def act_text(action: Action, names: TableNames) -> str:
    """Return an answer as the label of a button.

    >>> from acquire_core.actions import Found
    >>> act_text(Found(0, "tower"), TableNames(("Ada", "Bo"))), act_text(Place(0, "8D"), TableNames(("Ada", "Bo")))
    ('Found Tower', 'Place 8D')
    """
    text = move_text(action, names.words) or names.translate("use no power now")
    return text[0].upper() + text[1:]


class PlaceDecider(Decider):
    """A tile of the hand, by its number, by a click on it or on its square. Only the keyboard chooses one without placing it."""

    def __init__(self, asked: OpenQuestion) -> None:
        super().__init__(asked)
        if (self.chosen or "").startswith("tile "):
            self.chosen = None

    def fact_line(self) -> str:
        if self.prompt.with_power:
            return self.translate("Choose a tile and use no power, or use a power first.")
        return self.translate("Choose a tile: 1 to {count}, a click, or the arrows and Enter.", count=len(self.asked.seen.hand))

    def answers(self) -> dict[str, Action]:
        return {f"tile {choice.name}" if isinstance(choice.action, Place) else f"choice {choice.key}": choice.action
                for choice in self.prompt.choices if choice.action is not None}

    def refusal_text(self) -> str:
        return self.translate("No tile is chosen yet: press its number, or use the arrows and Enter.")

    def click_square(self, tile: str) -> bool:
        action = self.answers().get(f"tile {tile}")
        if action is not None:
            self.asked.answer(action)
        return action is not None

    def refusal_of_tile(self, tile: str) -> str:
        choice = next((choice for choice in self.prompt.choices if choice.name == tile), None)
        if choice is None or choice.action is not None:
            return ""
        return self.translate("{tile} {why}.", tile=tile, why=choice.label)

    def tile_of_number(self, letter: str) -> str | None:
        hand = self.asked.seen.hand
        return hand[int(letter) - 1] if letter.isdigit() and 1 <= int(letter) <= len(hand) else None

    def preview_of(self, name: str | None) -> Preview | None:
        kind, _, tile = (name or "").partition(" ")
        if kind == "tile" and tile not in self.prompt.tiles:
            return None
        return super().preview_of(name)


class PickDecider(Decider):
    """Any tile of the bag, on the board itself: arrows and Enter, or a click."""

    answers_at_once = False

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

    def confirm_text(self) -> str:
        return self.translate("Take {tile}", tile=self.cursor)

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
