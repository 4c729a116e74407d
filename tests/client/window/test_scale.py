"""The scale makes everything larger or smaller, as far as the window has room, and the settings say how far."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from acquire_client.view_model.questions import QUESTIONS
from acquire_client.window.layout.box import MIN_TARGET, MIN_TEXT, SCALES, Box
from acquire_client.window.layout.scale import fitting_scale, fitting_unit
from acquire_client.window.layout.table import TableLayout, sheet_row_height, table_layout
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.table_view.hint_rows import HintRow
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.counters import StockCard

from .driver import Window
from .screens import SCREENS
from .sizes import SIZES


def laid_out(w: int, h: int, scale: float) -> TableLayout:
    return table_layout(Box(0, 0, w, h), fitting_unit(w, h, scale), 8)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440)])
def test_a_scale_enlarges_buttons_margins_and_type_alike(size: tuple[int, int]) -> None:
    whole, larger, smaller = (laid_out(*size, scale) for scale in (1.0, 1.5, 0.75))
    for part in ("bar", "confirm", "question", "tab"):
        before, after, below = (getattr(places, part).h for places in (whole, larger, smaller))
        assert after / before == pytest.approx(1.5, abs=0.12), part
        assert below / before == pytest.approx(0.75, abs=0.1), part
    assert larger.board.x / whole.board.x == pytest.approx(1.5, abs=0.1)
    units = [fitting_unit(*size, scale) for scale in (0.75, 1.0, 1.5)]
    assert [unit.text(24) / units[1].text(24) for unit in units] == pytest.approx([0.75, 1.0, 1.5], abs=0.03)


def test_no_scale_leaves_the_table_without_room_for_its_parts() -> None:
    for w, h in SIZES:
        for scale in SCALES:
            unit, places = fitting_unit(w, h, scale), laid_out(w, h, scale)
            assert min(places.squares[0].w, places.squares[0].h) >= MIN_TARGET, f"{w}x{h} at {scale}"
            assert sheet_row_height(places.sheet, unit, 8) >= MIN_TEXT * 1.2
            assert places.side.h >= unit(80), f"{w}x{h} at {scale}: {places.side}"


def test_a_larger_scale_never_makes_anything_smaller() -> None:
    for w, h in SIZES:
        used = [fitting_scale(w, h, scale) for scale in SCALES]
        assert all(one <= other for one, other in pairwise(used))
        assert all(scale == min(chosen, used[-1]) or scale > chosen for scale, chosen in zip(used, SCALES, strict=True))


@pytest.mark.parametrize(("size", "scale", "note"), [
    ((1280, 720), 1.0, ""), ((1280, 720), 1.5, ""), ((1280, 720), 2.0, "200% chosen; this window fits 150%."),
    ((1080, 1920), 2.0, ""), ((1024, 640), 0.75, "75% chosen; this window fits 94%.")])
def test_the_settings_say_which_scale_the_window_fits(window: Callable[..., Window], size: tuple[int, int], scale: float,
                                                      note: str) -> None:
    sitting = window(width=size[0], height=size[1], scale=scale)
    sitting.app.push(page := SettingsPage(sitting.app))
    assert page.scale_note() == note
    assert not note or note in sitting.written()


def test_each_scene_is_drawn_in_its_own_unit(window: Callable[..., Window]) -> None:
    """A replay has more to say than fits at 150%; the question over it has not."""
    sitting = window(width=1280, height=720, scale=1.5)
    SCREENS["replay"](sitting)
    assert sitting.top.unit.size == 1.25
    sitting.app.draw()
    assert sitting.app.painter.unit.size == 1.25
    SCREENS["replay-menu"](sitting)
    replay, question = sitting.app.scenes[-2:]
    assert (replay.unit.size, question.unit.size) == (1.25, 1.5)
    sitting.app.draw()
    assert sitting.app.painter.unit.size == 1.5


@pytest.mark.parametrize("size", [(1024, 640), pytest.param((1280, 720), marks=pytest.mark.fully),
                                  pytest.param((1920, 1080), marks=pytest.mark.fully)])
def test_prices_on_the_cards_of_shares_are_not_the_smallest_text(window: Callable[..., Window], size: tuple[int, int]) -> None:
    """German prices are wider; beside the mark of the chain they shrank to half of what stood around them."""
    sitting = window(width=size[0], height=size[1], scale=2.0, language="de", bot_delay_ms=0)
    SCREENS["buy"](sitting)
    card = next(widget for widget in sitting.table.focus_manager.widgets if isinstance(widget, StockCard))
    painter = sitting.app.painter
    assert min(sitting.sizes_written(lambda: card.draw(painter, False, False, False))[card.price]) >= painter.unit.text(10)


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080), (2560, 1440)])
def test_tiles_of_a_large_hand_are_as_large_as_their_names_need(window: Callable[..., Window], size: tuple[int, int]) -> None:
    """Eleven tiles, which the power "Take 5" gives, were strips as narrow as without the scale."""
    sitting = window(width=size[0], height=size[1], scale=2.0, bot_delay_ms=0)
    SCREENS["many-tiles"](sitting)
    painter, tile = sitting.app.painter, sitting.table.places.tiles[0]
    assert painter.fonts.text_width("10G", painter.unit.text(11), True) <= tile.w


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("phase", ["dispose", "survivor", "next_defunct"])
def test_what_others_are_asked_is_written_as_large_as_other_texts(window: Callable[..., Window], phase: str,
                                                                  language: str) -> None:
    sitting = window(width=1024, height=640, scale=2.0, language=language, bot_delay_ms=0)
    table, painter = sitting.play(), sitting.app.painter
    text = sitting.app.words.translate(QUESTIONS[phase], who="Clementine")
    assert painter.fitting(text, table.places.question, 16, bold=True) >= painter.unit.text(12)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_six_players_stand_in_the_result_as_large_as_its_legend(window: Callable[..., Window], size: tuple[int, int]) -> None:
    """The bar below each name left so little room that names had the smallest text of the page."""
    sitting = window(width=size[0], height=size[1], scale=2.0, bot_delay_ms=0)
    SCREENS["over-six"](sitting)
    drawn = sitting.sizes_written()
    assert min(drawn["2. Clementine"]) >= 0.9 * min(drawn["Cash"])


def test_how_far_a_review_has_come_is_written_as_large_as_other_texts(window: Callable[..., Window]) -> None:
    """The line was as high as the bar above it, and at a large size of text it was cut in its middle."""
    sitting = window(width=1280, height=720, scale=2.0, bot_delay_ms=0)
    SCREENS["review-at-work"](sitting)
    assert min(sitting.sizes_written()["45% done"]) >= sitting.app.painter.unit.text(12)


@pytest.mark.parametrize(("size", "language"), [((1024, 640), "en"), ((2560, 1440), "de")])
@pytest.mark.parametrize("scene", ["survivor", "powers", "end"])
def test_what_a_choice_means_is_never_cut_nor_tiny(window: Callable[..., Window], scene: str, size: tuple[int, int],
                                                   language: str) -> None:
    """How many shares are left was cut off at twice the size of text; the explanations of powers were half as large as names."""
    sitting = window(width=size[0], height=size[1], scale=2.0, language=language, bot_delay_ms=0)
    SCREENS[scene](sitting)
    painter = sitting.app.painter
    choices = [widget for widget in sitting.table.focus_manager.widgets
               if isinstance(widget, Button) and widget.name.startswith("choice") and widget.note]
    assert choices
    for choice in choices:
        drawn = sitting.sizes_written(lambda button=choice: button.draw(painter, False, False, False))
        lines = [line for line in drawn if len(line) > 1 and line in choice.note]
        assert " ".join(lines) == choice.note
        assert min(min(drawn[line]) for line in lines) >= 0.7 * painter.unit.text(11)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_what_a_share_is_traded_for_is_never_cut(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(width=size[0], height=size[1], scale=2.0, bot_delay_ms=0)
    SCREENS["merger"](sitting)
    trade, painter = sitting.widget("part trade"), sitting.app.painter
    drawn = sitting.sizes_written(lambda: trade.draw(painter, False, False, False))
    assert {"2 → 1 American", "($700)"} <= drawn.keys() or "2 → 1 American ($700)" in drawn


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_a_narrow_card_of_shares_says_how_many_are_left(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(width=size[0], height=size[1], scale=2.0, language="de", bot_delay_ms=0)
    SCREENS["buy"](sitting)
    card, painter = sitting.widget("stock american"), sitting.app.painter
    drawn = sitting.sizes_written(lambda: card.draw(painter, False, False, False))
    assert min(drawn["11"]) >= painter.unit.text(9)
    marks = [widget._upper_boxes(painter)[0] for widget in sitting.table.focus_manager.widgets if isinstance(widget, StockCard)]
    assert len({mark.w for mark in marks}) == 1


@pytest.mark.parametrize("size", [(1024, 640), pytest.param((2560, 1440), marks=pytest.mark.fully)])
def test_the_result_in_the_history_is_written_large(window: Callable[..., Window], size: tuple[int, int]) -> None:
    """In one line it was the smallest text of the page; in two no line ends between a rank and its name."""
    sitting = window(width=size[0], height=size[1], scale=2.0, bot_delay_ms=0)
    SCREENS["history"](sitting)
    result = {line: sizes for line, sizes in sitting.sizes_written().items() if "$46,200" in line or "$29,000" in line}
    assert len(result) == 2 and min(map(min, result.values())) >= sitting.app.painter.unit.text(12)
    assert all(line.rstrip(",")[-1].isdigit() and not line.endswith(".") for line in result)


@pytest.mark.parametrize(("size", "language"), [((1024, 640), "en"), ((2560, 1440), "de")])
def test_what_a_purchase_costs_is_written_as_large_as_other_facts(window: Callable[..., Window], size: tuple[int, int],
                                                                  language: str) -> None:
    """The basket stood beside this line and took half of its width."""
    sitting = window(width=size[0], height=size[1], scale=2.0, language=language, bot_delay_ms=0)
    SCREENS["buy"](sitting)
    assert sitting.table.decider is not None
    drawn = sitting.sizes_written()[sitting.table.decider.fact_line()]
    assert min(drawn) >= sitting.app.painter.unit.text(12)


def test_the_own_clock_is_written_large_beside_a_german_question(window: Callable[..., Window]) -> None:
    sitting = window(width=2560, height=1440, scale=2.0, language="de", bot_delay_ms=0)
    SCREENS["online-turn"](sitting)
    (clock,) = (sizes for text, sizes in sitting.sizes_written().items() if text.startswith("Noch 0:40"))
    assert min(clock) >= 0.7 * sitting.app.painter.unit.text(14)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
def test_the_reason_of_a_hint_is_written_as_large_as_its_move(window: Callable[..., Window], size: tuple[int, int]) -> None:
    sitting = window(width=size[0], height=size[1], scale=2.0, bot_delay_ms=0)
    SCREENS["hint"](sitting)
    row, painter = sitting.widget("hint 0"), sitting.app.painter
    assert isinstance(row, HintRow)
    drawn = sitting.sizes_written(lambda: row.draw(painter, False, False, False))
    assert min(drawn[row.why]) >= 0.9 * painter.unit.text(12)
