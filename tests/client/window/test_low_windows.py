"""What windows with little room for their scale showed: each text is whole, and as large as what it belongs to."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TARGET, MIN_TEXT, Box
from acquire_client.window.scenes.help import HelpPage
from acquire_client.window.scenes.setup import SetupScene
from acquire_client.window.table_view.board_view import HandTile, _draw_emblem, has_name_beside_emblem
from acquire_client.window.table_view.hint_rows import HintRow
from acquire_client.window.widgets.button import widths_of_labels
from acquire_client.window.widgets.chips import paint_chips
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.counters import Stepper
from acquire_client.window.widgets.notes import two_lines

from .contact_sheets import SCENES
from .driver import Window

LOW = [(1024, 640), (1280, 720), (1920, 1080), (2560, 1440)]
LANGUAGES = ["en", "de"]
Open = Callable[..., Window]


def opened(window: Open, name: str, size: tuple[int, int], language: str = "en", scale: float = 2.0) -> Window:
    sitting = window(width=size[0], height=size[1], scale=scale, language=language, bot_delay_ms=0)
    SCENES[name](sitting)
    return sitting


def test_a_label_of_two_lines_breaks_no_word(window: Open) -> None:
    """The key "Menü" stood in two lines as "Men" and "ü"."""
    painter = window().app.painter
    wide = painter.fonts.text_width("Menü", 20)
    assert two_lines(painter, "Menü", Box(0, 0, wide - 4, 60), 20, MIN_TEXT) == []
    assert two_lines(painter, "Menü Menü", Box(0, 0, wide + 4, 60), 20, MIN_TEXT) == ["Menü", "Menü"]
    assert "Menü" in opened(window, "over-review", (2560, 1440), "de").sizes_written()


def test_where_labels_have_no_room_the_short_one_is_not_the_first_to_shrink(window: Open) -> None:
    painter = window().app.painter
    short, long = ("Menu", "Esc"), ("Review my game (45%)", "Enter")
    whole = widths_of_labels(painter, [short, long])
    tight = widths_of_labels(painter, [short, long], icon_room=sum(whole) - 60)
    words = [painter.fonts.text_width(label, 13) for label, _ in (short, long)]
    assert sum(tight) == pytest.approx(sum(whole) - 60, abs=2)
    lost = [(one - other) / word for one, other, word in zip(whole, tight, words, strict=True)]
    assert lost[0] < 1.4 * lost[1]


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
def test_an_emblem_covers_no_name_that_is_written_on_its_square(window: Open, size: tuple[int, int], scale: float) -> None:
    """At 200% half of the name was to be seen; there it is left out."""
    sitting = window(width=size[0], height=size[1], scale=scale)
    table, painter = sitting.play(), sitting.app.painter
    square, ink = table.places.squares[40], "#FF00FF"
    if not has_name_beside_emblem(painter, square):
        assert scale == 2.0 or size[0] < 1920, "a large square has room for both"
        return
    painter.fill(square.inset(-4), painter.look.chains["tower"].fill)
    painter.coordinate(square, "12F", ink)
    before = _pixels_like(painter, square, ink)
    _draw_emblem(painter, square, "tower", 5, "", 0)
    assert before and _pixels_like(painter, square, ink) >= 0.93 * before


def _pixels_like(painter: Painter, box: Box, colour: str) -> int:
    wanted = pygame.Color(colour)
    return sum(all(abs(one - other) < 60 for one, other in zip(painter.surface.get_at((x, y))[:3], wanted[:3], strict=True))
               for x in range(box.x, box.right) for y in range(box.y, box.bottom))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_amounts_of_six_digits_are_about_as_large_as_other_figures(window: Open, size: tuple[int, int], language: str) -> None:
    sitting = opened(window, "merger-large", size, language)
    drawn, unit = sitting.sizes_written(), sitting.app.painter.unit
    amounts = [sizes for text, sizes in drawn.items() if text.strip("$ ") in ("126,100", "126.100")]
    assert amounts and min(min(sizes) for sizes in amounts) >= 0.8 * min(unit.text(13), *drawn["48"])


def test_the_preview_of_a_purchase_is_written_as_the_sheet_writes_money(window: Open) -> None:
    sitting = opened(window, "buy", (2560, 1440), "de")
    drawn = sitting.sizes_written()
    assert {"Bargeld $", "11.600"} <= drawn.keys() and "11.600 $" not in drawn


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_what_a_trade_brings_is_not_much_smaller_than_other_notes(window: Open, size: tuple[int, int], language: str) -> None:
    sitting = opened(window, "merger-large", size, language)
    painter = sitting.app.painter
    steppers = [widget for widget in sitting.table.focus_manager.widgets if isinstance(widget, Stepper)]
    assert steppers
    for stepper in steppers:
        drawn = sitting.sizes_written(lambda one=stepper: one.draw(painter, False, False, False))
        notes = [sizes for text, sizes in drawn.items() if text in stepper.note]
        assert min(min(sizes) for sizes in notes) >= max(MIN_TEXT, round(0.8 * painter.unit.text(11.5)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_each_of_eleven_tiles_says_what_it_would_do(window: Open, size: tuple[int, int], language: str, scale: float) -> None:
    sitting = opened(window, "many-tiles", size, language, scale)
    painter = sitting.app.painter
    tiles = [widget for widget in sitting.table.focus_manager.widgets if isinstance(widget, HandTile)]
    assert len(tiles) == 11
    for tile in tiles:
        assert tile.word in sitting.sizes_written(lambda one=tile: one.draw(painter, False, False, False)), tile.word


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["many-tiles", "pick"])
@pytest.mark.parametrize("size", LOW)
def test_how_a_tile_is_chosen_is_written_as_large_as_other_facts(window: Open, size: tuple[int, int], name: str,
                                                                 language: str) -> None:
    sitting = opened(window, name, size, language)
    assert sitting.table.decider is not None
    text, drawn = sitting.table.decider.fact_line(), sitting.sizes_written()
    lines = [sizes for line, sizes in drawn.items() if " " in line and line in text]
    assert lines and min(min(sizes) for sizes in lines) >= sitting.app.painter.unit.text(12)


@pytest.mark.parametrize("size", LOW)
def test_a_hint_shows_a_second_move_where_the_panel_is_low(window: Open, size: tuple[int, int]) -> None:
    sitting = opened(window, "hint", size)
    rows = [widget for widget in sitting.table.focus_manager.widgets if isinstance(widget, HintRow)]
    assert len(rows) >= 2 and all(row.box.h >= MIN_TARGET for row in rows)
    drawn = sitting.sizes_written()
    assert all(row.label in drawn for row in rows)


@pytest.mark.parametrize("size", LOW)
def test_avatars_of_shuffling_together_are_large_in_low_windows(window: Open, size: tuple[int, int]) -> None:
    scene = opened(window, "setup", size).top
    assert isinstance(scene, SetupScene)
    assert all(disc.h >= scene.unit(48) and disc.bottom <= scene.stage.bottom for disc in scene.avatars)
    opening = opened(window, "setup-opening", size).top
    assert isinstance(opening, SetupScene)
    names = opening.unit(12) + opening.name_h + opening.state_h
    assert opening.avatars[0].bottom + names + opening.unit(40) <= opening.stage.bottom


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_the_rules_grow_with_the_scale(window: Open, size: tuple[int, int], language: str) -> None:
    """They were smaller at 200%, and a third of the page was empty."""
    def rule_pixels(scale: float) -> int:
        sitting = opened(window, "help", size, language, scale)
        page = sitting.top
        assert isinstance(page, HelpPage)
        first = "In deinem Zug" if language == "de" else "In your turn"
        return next(min(sizes) for text, sizes in sitting.sizes_written().items() if text.startswith(first))

    assert rule_pixels(2.0) >= rule_pixels(1.0)


@pytest.mark.parametrize("size", LOW)
def test_the_keys_are_written_in_one_size(window: Open, size: tuple[int, int]) -> None:
    sitting = opened(window, "help", size)
    page = sitting.top
    assert isinstance(page, HelpPage)
    page.turn_to(1)
    drawn = sitting.sizes_written()
    assert drawn["move the focus"] == drawn["save, saved games"] and min(drawn["move the focus"]) >= MIN_TEXT
    assert any("with Shift take it out" in text for text in drawn)


def test_a_chip_longer_than_its_line_is_written_smaller_and_not_cut(window: Open) -> None:
    painter = window().app.painter
    chip = "Clock: 60 s for a decision, then 3 min for the whole game"
    width = painter.fonts.text_width(chip, painter.unit.text(12))
    places = {"whole": width + 40, "smaller": round(0.92 * width) + 2 * painter.unit(8)}
    for room in places.values():
        drawn = sitting_texts(painter, Box(0, 0, room, 80), [chip])
        assert chip in drawn
    few = sitting_texts(painter, Box(0, 0, width // 2, painter.unit(22)), [chip, "Teams: on"])
    assert few == {"Rules:", "and 2 more"}, "on the last line it is counted rather than cut"


def sitting_texts(painter: Painter, box: Box, chips: list[str]) -> set[str]:
    written: set[str] = set()
    draw = painter.fonts.text_picture

    def noted(text: str, *rest: object) -> pygame.Surface:
        written.add(text)
        return draw(text, *rest)  # type: ignore[arg-type]

    painter._texts.clear()
    painter.fonts.text_picture = noted  # type: ignore[method-assign]
    try:
        paint_chips(painter, box, "Rules:", chips, lambda count: f"and {count} more")
    finally:
        del painter.fonts.text_picture
    return written


def test_marks_of_a_level_keep_apart_from_its_name(window: Open) -> None:
    """Descenders stood on the marks."""
    for size in LOW:
        sitting = opened(window, "custom-six", size)
        painter = sitting.app.painter
        levels = [widget for widget in sitting.top.focus_manager.widgets if isinstance(widget, Choice) and widget.meter]
        assert levels
        for level in levels:
            place = level._value_box(painter)
            height = painter.fonts.line_height(level.note_pixels or painter.unit.text(13))
            bottom = place.y + (place.h + height) // 2
            assert bottom <= level._meter_place(painter).y + 1, f"{size}: {level.name}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_changed_rules_are_counted_where_their_names_have_no_room(window: Open, size: tuple[int, int], language: str) -> None:
    sitting = opened(window, "question-replace_hand", size, language)
    word = "noch 64 Steine" if language == "de" else "64 tiles left"
    (sizes,) = (sizes for text, sizes in sitting.sizes_written().items() if word in text)
    assert min(sizes) >= 0.9 * sitting.app.painter.unit.text(12.5)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
def test_what_is_proven_is_written_nearly_as_large_as_the_log(window: Open, size: tuple[int, int], language: str) -> None:
    sitting = opened(window, "online-fair-play", size, language)
    first = "7 Mal Mischen" if language == "de" else "7 shuffles"
    (sizes,) = (sizes for text, sizes in sitting.sizes_written().items() if text.startswith(first))
    assert min(sizes) >= 0.8 * sitting.app.painter.unit.text(13)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("name", ["online-rounds-shown", "online-rounds-answered", "rounds-dispose"])
def test_who_is_waited_for_is_never_written_smaller_than_how_many_have_answered(window: Open, name: str, size: tuple[int, int],
                                                                                language: str) -> None:
    """Three names and the note shared a line, and the names shrank."""
    sitting = opened(window, name, size, language)
    drawn = sitting.sizes_written()
    asked, note = ((min(min(sizes) for text, sizes in drawn.items() if any(word in text for word in words))) for words in
                   ((("Am Zug:", "verkauft,"), ("antwort",)) if language == "de" else
                    (("Waiting for", "Ben sells"), ("answer",))))
    assert asked >= note
