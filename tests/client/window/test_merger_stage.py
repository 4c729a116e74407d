"""The stage of a merger: nobody who is paid is left out, the counting delays no answer, and any key skips it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from acquire_client.files.settings import ANIMATIONS
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.table_view.seen_picture import SEEN_MS
from acquire_core.events import BonusPaid
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import EMPTY, FOUR_CHAINS, SCREENS, SIX_SEATS, SIX_SHARES, TWO_CHAINS, position

SIX = "Annabel,Ben:casual,Cleo:casual,Dan:casual,Eve:casual,Flo:casual"
SIZES = [(1024, 640), (1280, 720), (1920, 1080)]


def merging(window: Callable[..., Window], animation: str = "normal", **options: object) -> Window:
    """Return a table at which the only person has just merged two chains, nobody else having moved since."""
    sitting = window(animation=animation, bot_delay_ms=1500)
    values: dict[str, object] = {"board": TWO_CHAINS, **options}
    sitting.sit_at(position("3D 9I", **values))  # type: ignore[arg-type]
    sitting.key("1")
    return sitting


def counted(sitting: Window) -> set[str]:
    return {text for text in sitting.written() if text.startswith("+$")}


def test_the_stage_counts_first_then_second_and_ends_by_itself(window: Callable[..., Window]) -> None:
    sitting = merging(window)
    assert sitting.table.motion.stage.is_running and counted(sitting) == set()
    sitting.now_ms += 350 + 300
    sitting.turn()
    assert counted(sitting) == {"+$1,000"}          # half of the first bonus
    sitting.now_ms += 600
    sitting.turn()
    assert counted(sitting) == {"+$2,000", "+$500"}
    sitting.now_ms += 2000
    sitting.turn()
    assert not sitting.table.motion.stage.is_running
    assert counted(sitting) == {"+$2,000", "+$1,000"}
    assert sitting.table.wait_ms(sitting.now_ms) is None


def test_the_emblems_of_the_two_chains_beat_while_they_are_counted(window: Callable[..., Window]) -> None:
    sitting = merging(window)
    beats = []
    for _ in range(40):
        assert set(sitting.table.motion.stage.pulse) == {"luxor", "tower"}
        beats.append(sitting.table.motion.stage.pulse["luxor"])
        sitting.now_ms += 16
        sitting.turn()
    assert min(beats) < 0.05 and max(beats) > 0.95
    sitting.key("x")
    assert sitting.table.motion.stage.pulse == {}


def test_each_place_that_is_counted_sounds_once(window: Callable[..., Window]) -> None:
    sitting = merging(window)
    heard: list[str] = []
    sitting.app.play_sound = heard.append  # type: ignore[method-assign]
    for _ in range(200):
        sitting.now_ms += 16
        sitting.turn()
    assert heard == ["coin", "coin"]


def test_with_no_motion_everything_is_there_at_once(window: Callable[..., Window]) -> None:
    sitting = merging(window, "none")
    assert not sitting.table.motion.stage.is_running
    assert counted(sitting) == {"+$2,000", "+$1,000"}


@pytest.mark.parametrize("animation", ANIMATIONS)
def test_the_sheet_and_the_question_do_not_wait_for_the_counting(window: Callable[..., Window], animation: str) -> None:
    sitting = merging(window, animation)
    table = sitting.table
    paid = [event.dollars for event in table.match.steps[-1].events if isinstance(event, BonusPaid)]
    assert paid == [2000, 1000]
    assert [table.match.game.snapshot()["cash"][seat] for seat in (3, 2)] == [27_600 + 2000, 900 + 1000]
    assert table.decider is not None and table.decider.prompt.phase == "dispose"
    sitting.key(pygame.K_RETURN)
    assert any("Annabel" in line.text for line in table.controller.log.lines)


@pytest.mark.parametrize("key", few_cases(pytest.mark.more_cases, [
    "s", pygame.K_SPACE, pygame.K_ESCAPE, "t", "k", "u", "h", "1", pygame.K_TAB, pygame.K_LEFT], 3))
def test_any_key_skips_the_counting_and_does_nothing_else(window: Callable[..., Window], key: int | str) -> None:
    sitting = merging(window)
    table = sitting.table
    before = table.focus_manager.focus, len(table.match.steps), table.decider.fact_line() if table.decider else ""
    sitting.key(key)
    assert not table.motion.stage.is_running and sitting.top is table
    after = table.focus_manager.focus, len(table.match.steps), table.decider.fact_line() if table.decider else ""
    assert after == before
    sitting.key("s")                                    # and from now on keys mean what they mean
    assert table.decider is not None and "You get $200" in table.decider.fact_line()


def test_a_click_skips_the_counting_and_presses_nothing(window: Callable[..., Window]) -> None:
    for name in ("undo", "part sell", "players"):
        sitting = merging(window)
        steps = len(sitting.table.match.steps)
        sitting.click(name)
        assert not sitting.table.motion.stage.is_running and sitting.top is sitting.table
        assert len(sitting.table.match.steps) == steps and sitting.table.decider is not None


@pytest.mark.parametrize("press", ["s", "part sell"])
def test_an_answer_to_a_question_that_has_stood_there_is_taken_while_bonuses_are_counted(window: Callable[..., Window],
                                                                                         press: str) -> None:
    sitting = merging(window)
    sitting.now_ms += SEEN_MS
    sitting.turn()
    table = sitting.table
    assert table.motion.stage.is_running and table.decider is not None
    before = table.decider.fact_line()
    if press == "part sell":
        box = sitting.widget(press).box
        sitting.click((box.x + box.w // 2, box.bottom - 12))
    else:
        sitting.key(press)
    assert not table.motion.stage.is_running and table.decider.fact_line() != before


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_ESCAPE])
def test_space_and_escape_only_skip_however_long_the_question_has_stood_there(window: Callable[..., Window], key: int) -> None:
    sitting = merging(window)
    sitting.now_ms += SEEN_MS
    sitting.turn()
    table = sitting.table
    before = table.decider and table.decider.fact_line()
    sitting.key(key)
    assert not table.motion.stage.is_running and sitting.top is table
    assert table.decider is not None and table.decider.fact_line() == before


@pytest.mark.parametrize("press", ["enter", "click"])
def test_the_primary_button_answers_while_bonuses_are_counted(window: Callable[..., Window], press: str) -> None:
    sitting = merging(window)
    steps = len(sitting.table.match.steps)
    sitting.key(pygame.K_RETURN) if press == "enter" else sitting.click("confirm")
    assert len(sitting.table.match.steps) == steps + 1


def test_enter_before_the_button_was_drawn_only_skips(window: Callable[..., Window]) -> None:
    """Two presses at once, as of a key that is held: the second one was not meant for a question that nobody has seen."""
    sitting = window(animation="normal", bot_delay_ms=1500)
    sitting.sit_at(position("3D 9I", board=TWO_CHAINS))
    table = sitting.table
    place = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, mod=0, unicode="1", scancode=0)
    enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0)
    steps = len(table.match.steps)
    sitting.turn(place, enter)
    assert len(table.match.steps) == steps + 1 and table.decider is not None
    assert table.decider.prompt.phase == "dispose" and not table.motion.stage.is_running


@pytest.mark.parametrize("is_skipped", [False, True])
def test_all_at_one_keyboard_see_the_counting_before_the_next_person_sits_down(window: Callable[..., Window],
                                                                               is_skipped: bool) -> None:
    """The page that asks for the next person lay over the stage at once, and nobody saw who was paid."""
    sitting = window(animation="normal", bot_delay_ms=0)
    sitting.sit_at(position("3D 9I", "Annabel,Bea,Cleo", [{"luxor": 0}, {"luxor": 4}, {"luxor": 2}], TWO_CHAINS))
    sitting.key(pygame.K_RETURN)
    sitting.key("1")
    assert sitting.top is sitting.table and sitting.table.motion.stage.is_running
    assert sitting.table.snapshot.seen.hand == ()
    sitting.now_ms += 350 + 300
    sitting.turn()
    assert counted(sitting) == {"+$1,000"} and sitting.top is sitting.table
    if is_skipped:
        sitting.key("x")
    else:
        sitting.now_ms += 3000
        sitting.turn()
    sitting.turn()
    assert isinstance(sitting.top, HandOver)


def test_shift_alone_skips_nothing(window: Callable[..., Window]) -> None:
    sitting = merging(window)
    sitting.key(pygame.K_LSHIFT)
    assert sitting.table.motion.stage.is_running


def test_a_stage_whose_merger_is_over_stays_until_it_is_counted(window: Callable[..., Window]) -> None:
    """Ben alone holds shares and decides at once: the bonus is seen all the same, and then the log comes back."""
    sitting = window(animation="normal", bot_delay_ms=0)
    sitting.sit_at(position("3D 9I", board=TWO_CHAINS, shares=[{}, {"luxor": 2}, {}, {}]))
    sitting.key("1")
    sitting.app.workers.settle()
    sitting.turn()
    table = sitting.table
    assert table.snapshot.merger is None and table.decider is not None
    assert "Ben: sole holder" in sitting.written() and table.focus_manager.widget_named("log") is None
    sitting.now_ms += 3000
    sitting.turn()
    assert "Ben: sole holder" not in sitting.written() and table.focus_manager.widget_named("log") is not None


def test_chains_of_one_merger_are_counted_one_after_another(window: Callable[..., Window]) -> None:
    """All answers are there at once; the stage shows chain after chain, each with its own bonuses."""
    sitting = window(animation="normal", bot_delay_ms=0)
    shares = [{}, {"tower": 2}, {"luxor": 3}, {"american": 4}]
    sitting.sit_at(position("5E 9I", board=FOUR_CHAINS, shares=shares))
    sitting.key("1")
    sitting.key("c")
    table, shown = sitting.table, []
    for _ in range(900):
        sitting.app.workers.settle()
        sitting.now_ms += 16
        sitting.turn()
        moment = table.motion.stage.moment
        if moment is not None and (not shown or shown[-1] != moment.stage.chains[moment.number].chain):
            shown.append(moment.stage.chains[moment.number].chain)
        if table.decider is not None and table.decider.prompt.phase == "next_defunct":
            sitting.key("l")
            sitting.key("l")
    assert shown[0] == "tower" and sorted(shown) == ["american", "luxor", "tower"]


# --- the picture ---

@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES)
def test_six_holders_stand_there_until_the_last_one_has_decided(window: Callable[..., Window], size: tuple[int, int],
                                                                scale: float) -> None:
    """Defect 3: the first bonus was cut away by the lines of those who had decided."""
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1], scale=scale)
    shares = [{"luxor": 1}, {"luxor": 4}, {"luxor": 6}, {"luxor": 2}, {"luxor": 3}, {"luxor": 2}]
    seats = SIX.replace("Annabel,", "Annabel:casual,").replace("Flo:casual", "Flo")
    match = position("3D 9I", seats, shares, TWO_CHAINS, cash=[6000] * 6)
    while match.asked_seat != 5 or match.game.phase != "dispose":
        legal = match.game.legal_actions()
        match.answer(next((action for action in legal if getattr(action, "tile", "") == "3D"), legal[-1]))
    sitting.sit_at(match)
    written = sitting.written()
    assert {"Cleo: first", "Ben: second", "+$2,000", "+$1,000", "Annabel", "Dan", "Eve", "Flo"} <= set(written), written
    assert not sitting.app.painter.clipped


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("holders", [3, 4, 6])
def test_holders_in_a_low_panel_are_no_smaller_than_the_log_of_the_game(window: Callable[..., Window], size: tuple[int, int],
                                                                        holders: int) -> None:
    """At twice the size of text their rows had the smallest text of the table."""
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1], scale=2.0)
    shares = [{"luxor": 3 + seat % 3} if seat < holders else {} for seat in range(6)]
    sitting.sit_at(position("3D 9I", SIX_SEATS, shares, TWO_CHAINS, cash=[6000] * 6))
    sitting.key("1")
    painter = sitting.app.painter
    drawn = sitting.sizes_written(lambda: sitting.table.paint_side(painter))
    names = {text: size for text, size in drawn.items() if text.split(":")[0] in ("Ben", "Clementine")}
    assert len(names) == 2 and all(min(sizes) >= painter.unit.text(12) for sizes in names.values()), names


@pytest.mark.parametrize("look", ["dark", "light", "contrast", "dos"])
@pytest.mark.parametrize("size", SIZES)
def test_every_row_of_the_stage_lies_in_its_panel(window: Callable[..., Window], size: tuple[int, int], look: str) -> None:
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1], look=look)
    sitting.sit_at(position("3D 9I", SIX_SEATS, SIX_SHARES, TWO_CHAINS, cash=[6000] * 6))
    sitting.key("1")
    side, painter, boxes = sitting.table.places.side, sitting.app.painter, []
    write = painter.text

    def noted(box: object, text: str, *rest: object, **more: object) -> int:
        boxes.append((box, text))
        return write(box, text, *rest, **more)  # type: ignore[arg-type]

    painter.text = noted  # type: ignore[method-assign, assignment]
    sitting.table.paint_side(painter)
    del painter.text
    assert len(boxes) > 20
    for box, text in boxes:
        assert side.x <= box.x and box.right <= side.right, text  # type: ignore[attr-defined]
        assert side.y <= box.y and box.bottom <= side.bottom + 1, text  # type: ignore[attr-defined]


def test_a_bonus_for_merging_is_named_in_the_heading(window: Callable[..., Window]) -> None:
    assert "Merger by Annabel +$500" in merging(window, "none", merger_bonus=500).written()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_tutorial_shows_the_podium_of_its_merger(window: Callable[..., Window], size: tuple[int, int], language: str) -> None:
    sitting = window(bot_delay_ms=0, width=size[0], height=size[1], language=language)
    SCREENS["tutorial-merger"](sitting)
    written = sitting.written()
    assert {f"Ada: {sitting.app.translate('second')}", "7", "1"} <= set(written)
    assert not sitting.app.painter.clipped


def test_the_person_who_decides_is_addressed(window: Callable[..., Window]) -> None:
    sitting = merging(window, "none")
    assert "You decide now" in sitting.written()
    tied = window(bot_delay_ms=0)
    tied.sit_at(position("3D 9I", board=[EMPTY, EMPTY, EMPTY, "LL.TT.......", *[EMPTY] * 5]))
    tied.key("1")
    assert any("You decide which one survives." in text for text in tied.written())


def test_in_the_merger_of_another_the_question_says_whose_it_is(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["dispose-rival"](sitting)
    sitting.settle()
    assert {"YOU DECIDE", "Merger by Clementine: sell, trade or keep?"} <= set(sitting.written())
    assert "YOUR TURN" not in sitting.written()
    spoken = [node.name for node in sitting.table.accessible_parts()]
    assert any(text.startswith("You decide: Merger by Clementine: sell, trade or keep?") for text in spoken)
    assert {"YOUR TURN", "Sell, trade or keep?"} <= set(merging(window, "none").written())


def test_the_price_that_makes_the_bonuses_stands_before_them(window: Callable[..., Window]) -> None:
    assert "$200 a share: 1st bonus $2,000; 2nd $1,000" in merging(window, "none").written()
    low = window(bot_delay_ms=0, width=1024, height=640, scale=2.0)
    SCREENS["merger-triple"](low)
    assert "Continental ← Tower + Luxor + American · Tower 3 × $300" in low.written()


def test_two_equal_defunct_chains_wait_for_the_word_which_is_settled_next(window: Callable[..., Window]) -> None:
    board = [EMPTY, EMPTY, "....L.......", "....L.......", ".TTT.AA.....", *[EMPTY] * 4]
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position("5E 9I", board=board))
    sitting.key("1")
    assert sitting.table.decider is not None and sitting.table.decider.prompt.phase == "next_defunct"
    assert any("You decide which one is settled next." in text for text in sitting.written())


def test_a_disposal_has_its_columns_in_the_order_of_its_name_with_money_on_each(window: Callable[..., Window]) -> None:
    sitting = merging(window, "none", shares=[{"luxor": 7}, {}, {}, {}])
    parts = [sitting.widget(f"part {name}").box.x for name in ("sell", "trade", "hold")]
    assert parts == sorted(parts)
    for key in "ssst":
        sitting.key(key)
    assert {"3 × $200 = $600", "2 → 1 Tower ($600)", "$0 now", "Sell 3, trade 2"} <= set(sitting.written())
    assert any(text.startswith("You get $600 and 1 Tower; you hold 2 Luxor.") for text in sitting.written())


def test_another_speed_ends_the_counting(window: Callable[..., Window]) -> None:
    sitting = merging(window)
    sitting.app.change_settings(replace(sitting.app.settings, animation="none"))
    assert not sitting.table.motion.stage.is_running


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.0), ((1024, 640), 1.0)])
def test_rows_of_six_holders_keep_apart(window: Callable[..., Window], size: tuple[int, int], scale: float) -> None:
    """In windows of 16 to 9 their avatars touched, for the sake of a line below them that says who decides."""
    sitting = window(width=size[0], height=size[1], scale=scale, bot_delay_ms=0)
    SCREENS["merger-six"](sitting)
    painter, side, discs = sitting.app.painter, sitting.table.places.side, []
    draw = painter.avatar

    def noted(box: Box, seat: int, name: str) -> None:
        if side.y <= box.y and box.bottom <= side.bottom and side.x <= box.x:
            discs.append(box.centred(min(box.w, box.h), min(box.w, box.h)))
        draw(box, seat, name)

    painter.avatar = noted  # type: ignore[method-assign]
    painter.forget()
    sitting.app.draw()
    assert len(discs) == 6
    assert all(low.y - high.bottom >= 2 for high, low in pairwise(sorted(discs, key=lambda box: box.y)))
