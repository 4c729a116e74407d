"""The card of a merger tells first who was paid: a bonus is the last thing to be left out."""

from collections.abc import Callable

import pytest

from acquire_client.language import ENGLISH
from acquire_client.view_model.merger_card import SettledChain
from acquire_client.view_model.words import TableNames
from acquire_client.window.table_view.side_view import fitting_lines, merger_lines
from acquire_core.events import BlocksDisposed, BonusPaid

from .driver import Window
from .screens import EMPTY, position

SIX = "Annabel,Ben:casual,Cleo:casual,Dan:casual,Eve:casual,Flo:casual"
NAMES = TableNames(("Annabel", "Ben", "Cleo", "Dan", "Eve", "Flo"))
CARD = SettledChain(
    "luxor", 4, 400,
    (BonusPaid(2, "luxor", 4000, "first", 1, 1, 6, False), BonusPaid(1, "luxor", 2000, "second", 2, 1, 4, False)),
    tuple(BlocksDisposed(seat, "luxor", "tower", 1, 2, 0, 800) for seat in (1, 2, 3, 4)), 3)


@pytest.mark.parametrize("room", range(4, 12))
def test_bonuses_stay_in_a_card_of_any_height(room: int) -> None:
    lines = merger_lines(CARD, NAMES, 5, (0,), ENGLISH.translate)
    shown = [line.text for line in fitting_lines(lines, room, ENGLISH.translate)]
    assert len(shown) == min(room, len(lines))
    assert shown.index("Cleo: first") < shown.index("Ben: second")
    if room < len(lines):
        assert shown[-1] == f"and {len(lines) - room + 1} lines more"


def test_what_is_left_out_first_is_the_oldest_disposal() -> None:
    lines = merger_lines(CARD, NAMES, 5, (0,), ENGLISH.translate)
    shown = [line.text for line in fitting_lines(lines, len(lines) - 1, ENGLISH.translate)]
    assert not any(text.startswith("Ben ") for text in shown) and any(text.startswith("Dan ") for text in shown)
    assert "Flo decides now" in shown


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_six_seats_see_both_bonuses_until_the_last_one_has_decided(window: Callable[..., Window], size: tuple[int, int],
                                                                   scale: float) -> None:
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1], scale=scale)
    shares = [{"luxor": 1}, {"luxor": 4}, {"luxor": 6}, {"luxor": 2}, {"luxor": 3}, {"luxor": 2}]
    seats = SIX.replace("Annabel,", "Annabel:casual,").replace("Flo:casual", "Flo")
    match = position("3D 9I", seats, shares, [EMPTY, EMPTY, EMPTY, "LL.TTT......", *[EMPTY] * 5], cash=[6000] * 6)
    while match.asked_seat != 5 or match.game.phase != "dispose":
        legal = match.game.legal_actions()
        match.answer(next((action for action in legal if getattr(action, "tile", "") == "3D"), legal[-1]))
    sitting.sit_at(match)
    told = sitting.written()
    assert {"Cleo: first", "Ben: second", "+$2,000", "+$1,000"} <= set(told), told


def test_the_person_who_decides_is_addressed(window: Callable[..., Window]) -> None:
    lines = merger_lines(CARD, NAMES, 5, (0,), ENGLISH.translate, me=5)
    assert "You decide now" in [line.text for line in lines]
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position("3D 9I", board=[EMPTY, EMPTY, EMPTY, "LL.TT.......", *[EMPTY] * 5]))
    sitting.key("1")
    assert any("You decide which one survives." in text for text in sitting.written())
