"""What a person looks at on a table, and what it would bring about: the answer under the pointer, or that of the keyboard.

A preview of it is shown; nothing is answered by looking.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from acquire_client.view_model.hints import Hint
from acquire_client.view_model.preview import Preview, preview_answer
from acquire_client.view_model.words import TableNames
from acquire_client.window.controller.deciders import Decider
from acquire_client.window.table_view.dragging import CHOICE, TILE
from acquire_client.window.table_view.hint_rows import ROW, hint_named
from acquire_client.window.widgets.widget import DragLoad

ANSWERS = (TILE, CHOICE, ROW.strip())
"""How the names of those widgets begin that are an answer."""


@dataclass(frozen=True, slots=True)
class PointedAt:
    """Where pointer and focus are, by the names of widgets. `square` is the one of the board that the pointer is over, where
    nothing else lies between."""

    hovered: str | None = None
    focus: str | None = None
    dragged: DragLoad | None = None
    square: str | None = None

    def answer_name(self, hand: Collection[str], hints: Sequence[Hint], chosen: str | None) -> str | None:
        """Return the name of the answer that is looked at; None without one.

        The pointer counts first: what it drags, the square of a tile of the `hand`, any answer that it is over. Then the row of
        one of these `hints` counts that has the focus, and then what the keyboard has `chosen`.
        """
        if self.dragged is not None:
            return f"{self.dragged.kind} {self.dragged.name}"
        if self.square is not None and self.square in hand:
            return f"{TILE} {self.square}"
        if self.hovered is not None and self.hovered.split()[0] in ANSWERS:
            return self.hovered
        return chosen if hint_named(self.focus, hints) is None else self.focus


class Previews:
    """Work out once what each answer to a question would bring about. Whatever changes at the table needs new ones."""

    def __init__(self) -> None:
        self._found: dict[str | None, Preview | None] = {}

    def preview_of(self, name: str | None, decider: Decider, hints: Sequence[Hint], names: TableNames) -> Preview | None:
        """Return what the answer with this name would bring about: that of a hint, or one of those that the decider knows."""
        if name not in self._found:
            hint = hint_named(name, hints)
            seen = decider.asked.seen
            self._found[name] = decider.preview_of(name) if hint is None else preview_answer(seen, hint.action, names)
        return self._found[name]
