"""What is looked at: the pointer counts before the keyboard, and a preview is worked out once. No window is needed for that."""

import pytest

from acquire_client.matches.match import prompt_of
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.preview import Preview
from acquire_client.view_model.words import TableNames
from acquire_client.window.controller.deciders import OpenQuestion, PlaceDecider
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.table_view.hint_rows import hint_named, hint_places, shown_hints
from acquire_client.window.table_view.pointing import PointedAt, Previews
from acquire_client.window.widgets.widget import DragLoad
from acquire_core.actions import Place
from tests.support.text_play import position, positioned

HAND = ("3D", "9I")
NAMES = TableNames(("Ada", "Ben"))


def hint(tile: str) -> Hint:
    return Hint(None, Place(0, tile), f"place {tile}", 0, 0.0, 0.0, "")


HINTS = (hint("3D"), hint("9I"))


@pytest.mark.parametrize(("pointed", "chosen", "name"), [
    (PointedAt(), None, None),
    (PointedAt(), "tile 9I", "tile 9I"),
    (PointedAt(focus="hint 1"), "tile 9I", "hint 1"),
    (PointedAt(focus="hint 2"), "tile 9I", "tile 9I"),
    (PointedAt(focus="undo"), "tile 9I", "tile 9I"),
    (PointedAt(hovered="tile 3D", focus="hint 1"), "tile 9I", "tile 3D"),
    (PointedAt(hovered="hint 0", focus="hint 1"), None, "hint 0"),
    (PointedAt(hovered="choice L"), "choice T", "choice L"),
    (PointedAt(hovered="chain luxor", focus="hint 1"), None, "hint 1"),
    (PointedAt(hovered="hint", focus="hint"), "choice T", "hint"),
    (PointedAt(hovered="board", square="3D"), "tile 9I", "tile 3D"),
    (PointedAt(hovered="board", square="5E"), "tile 9I", "tile 9I"),
    (PointedAt(hovered="board", square="3D", dragged=DragLoad("tile", "9I")), None, "tile 9I"),
])
def test_the_pointer_counts_before_the_focus_and_that_before_what_was_chosen(pointed: PointedAt, chosen: str | None,
                                                                             name: str | None) -> None:
    assert pointed.answer_name(HAND, HINTS, chosen) == name


def test_a_hint_without_a_row_is_not_looked_at() -> None:
    unit, hints = Unit(1280, 720, 1.0), (*HINTS, hint("1A"))
    roomy, low = Box(0, 0, 300, 400), Box(0, 0, 300, 90)
    assert shown_hints(roomy, unit, hints) == hints and shown_hints(roomy, unit, ()) == ()
    assert len(shown_hints(low, unit, hints)) == len(hint_places(low, unit, 3)[1]) < 3
    assert hint_named("hint 2", hints) is hints[2] and hint_named("hint 2", shown_hints(low, unit, hints)) is None
    assert hint_named("hint", hints) is None and hint_named(None, hints) is None


def asked(hand: str) -> OpenQuestion:
    """Return the question for a tile, at a table whose board is empty."""
    match = positioned(position([], [hand.split()]))
    return OpenQuestion(prompt_of(match, match.names), match.observe(0), match.names, match.names.translate, match.refusal_of,
                        lambda action: None, lambda: None)


class CountingDecider(PlaceDecider):
    """Counts how often it is asked for a preview."""

    asked_for = 0

    def preview_of(self, name: str | None) -> Preview | None:
        self.asked_for += 1
        return super().preview_of(name)


def test_a_preview_is_worked_out_once_also_where_there_is_none() -> None:
    decider, previews = CountingDecider(asked("3D 9I")), Previews()
    first = previews.preview_of("tile 9I", decider, (), NAMES)
    assert first is not None and first.board["9I"] is None
    assert previews.preview_of("tile 9I", decider, (), NAMES) is first
    assert previews.preview_of(None, decider, (), NAMES) is None and previews.preview_of(None, decider, (), NAMES) is None
    assert decider.asked_for == 2


def test_the_row_of_a_hint_has_the_preview_of_its_move() -> None:
    decider, previews = CountingDecider(asked("3D 9I")), Previews()
    ahead = previews.preview_of("hint 1", decider, HINTS, NAMES)
    assert ahead is not None and "9I" in ahead.board and "3D" not in ahead.board and not decider.asked_for
