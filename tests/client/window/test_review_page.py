"""The review of a game in the window: reached from everywhere, by keys and by the mouse, honest about what was not checked."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from acquire_client.window.controller.game_review import GameReview
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.pages import LinesPage
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.chances_view import CurveArea
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.drawn import mark_place
from acquire_client.window.widgets.lines import ListView
from tests.client.window.replays import finished, watch

from .driver import Window
from .screens import SCREENS


@pytest.fixture
def reviewed(window: Callable[..., Window]) -> tuple[Window, ReplayScene]:
    sitting = window(bot_delay_ms=0)
    SCREENS["review"](sitting)
    scene = sitting.top
    assert isinstance(scene, ReplayScene)
    return sitting, scene


def button(sitting: Window, name: str) -> Button:
    found = sitting.widget(name)
    assert isinstance(found, Button)
    return found


def curve_of(sitting: Window) -> CurveArea:
    found = sitting.widget("curve")
    assert isinstance(found, CurveArea)
    return found


def test_it_opens_at_the_costliest_own_mistake(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    assert scene.chances is not None
    own = [one for one in scene.chances.found if one.is_own and one.is_mistake]
    assert scene.finding_here == max(own, key=lambda one: -one.change)
    texts = sitting.written()
    assert any(text.startswith("You chose: ") for text in texts) and any(text.startswith("Better was: ") for text in texts)
    assert "Accuracy" in texts and "Luck" in texts and len(scene.chances.players) == 4


def test_findings_are_filtered_and_stepped_through_by_keys(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    assert scene.chances is not None
    mine, every = scene.shown, list(range(len(scene.chances.found)))
    assert 0 < len(mine) < len(every) and all(scene.chances.found[number].is_own for number in mine)
    sitting.key(pygame.K_DOWN)
    assert scene.chosen == mine[1] and scene.finding_here is scene.chances.found[mine[1]]
    sitting.key(pygame.K_UP)
    sitting.key(pygame.K_UP)
    assert scene.chosen == mine[0]
    sitting.key("m")
    assert scene.shown == every and button(sitting, "all").kind == "chosen"
    for number in every[1:]:
        sitting.key(pygame.K_DOWN)
        assert scene.chosen == number and scene.moment.move == scene.replay.stops[scene.replay.stop_at(
            max(1, scene.chances.found[number].move - 1))]
    sitting.key(pygame.K_DOWN)
    assert scene.chosen == every[-1]
    sitting.key("m")
    assert scene.shown == mine


def test_findings_are_filtered_and_chosen_by_the_mouse(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    assert scene.chances is not None
    sitting.click("all")
    assert scene.shown == list(range(len(scene.chances.found)))
    found = sitting.widget("swings")
    assert isinstance(found, ListView)
    sitting.click((found.box.x + 30, found.box.y + found.line_height + 5))
    assert scene.chosen == scene.shown[found.top + 1]
    sitting.click("mine")
    assert all(scene.chances.found[number].is_own for number in scene.shown)


def test_the_curves_show_the_shares_of_all_money_too(reviewed: tuple[Window, ReplayScene]) -> None:
    """Where a game is lost, chances lie flat; money does not."""
    sitting, scene = reviewed
    assert scene.chances is not None and not scene.chances.of_money and "Show money" in sitting.written()
    chosen, chances = scene.chosen, [curve.values for curve in scene.chances.curves]
    sitting.key("c")
    assert scene.chances.of_money and scene.chosen == chosen and "Show chances" in sitting.written()
    shares = [curve.values for curve in scene.chances.curves]
    assert shares != chances and all(sum(column) == pytest.approx(1) for column in zip(*shares, strict=True))
    assert scene.chances.top == 0.5 and {"50%", "25%", "0%"} <= set(sitting.written())
    assert any(node.name.startswith("Shares of all money") for node in scene.accessible_parts())
    area = curve_of(sitting)
    for number in scene.shown:
        assert area.finding_at(*mark_place(area.plot, scene.chances.mark_of(number), 0, 0.5)) is not None
    sitting.click("curves")
    assert not scene.chances.of_money and [curve.values for curve in scene.chances.curves] == chances


@pytest.mark.parametrize("key", ["c", "p", "a", "t", "m", "w"])
def test_a_letter_with_ctrl_means_nothing_here(reviewed: tuple[Window, ReplayScene], key: str) -> None:
    sitting, scene = reviewed
    assert scene.chances is not None
    before = scene.chances, scene.is_mine_only
    for mod in (pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA):
        sitting.key(key, mod)
        assert sitting.top is scene and (scene.chances, scene.is_mine_only) == before and not sitting.app.notices.current


def test_a_click_on_a_mark_of_the_curve_chooses_its_finding_and_the_pointer_names_it(
        reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    assert scene.chances is not None
    for number in scene.shown:
        area = curve_of(sitting)
        middle = mark_place(area.plot, scene.chances.mark_of(number), 0, 1)
        assert area.plot.inset(-area.radius).holds(*middle)
        near = area.finding_at(*middle)
        assert near is not None
        assert area.tip_at(*middle)[0] == scene.chances.found[near].title
        sitting.click(middle)
        assert scene.chosen == near and scene.finding_here is scene.chances.found[near]


def test_the_curve_is_clicked_and_dragged_to_go_to_a_moment(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    plot = curve_of(sitting).plot
    sitting.click((plot.x + 1, plot.y + 3))
    assert scene.moment.turn == 1
    sitting.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(plot.x + 1, plot.y + 3), button=1))
    turns = []
    for tenth in range(1, 11):
        at = (plot.x + round(tenth / 10 * plot.w) - 1, plot.y + 3)
        sitting.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(1, 0, 0)))
        turns.append(scene.moment.turn)
    sitting.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert turns == sorted(turns) and len(set(turns)) > 7 and turns[-1] == scene.replay.moment_after(scene.replay.stops[-1]).turn


def test_enter_does_what_the_primary_button_says(reviewed: tuple[Window, ReplayScene]) -> None:
    """At an own mistake it asks whether to try again, elsewhere it plays; there is one primary button at a time."""
    sitting, scene = reviewed

    def primary() -> list[str]:
        return [one.name for one in scene.focus_manager.widgets if isinstance(one, Button) and one.kind == "primary"]

    assert primary() == ["again"]
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, Dialog) and sitting.top.title == "Try again from here?"
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is scene and primary() == ["again"]
    sitting.key(pygame.K_HOME)
    assert primary() == ["play"] and scene.finding_here is None
    sitting.key(pygame.K_RETURN)
    assert scene.playing_since is not None
    sitting.key(pygame.K_RETURN)
    assert scene.playing_since is None and sitting.top is scene


@pytest.mark.parametrize("mouse", [False, True])
def test_a_game_is_tried_again_from_any_moment(reviewed: tuple[Window, ReplayScene], mouse: bool) -> None:
    sitting, scene = reviewed
    scene.go_to(100)
    move, digest = scene.moment.move, scene.replay.record.game(scene.moment.move).digest()
    assert scene.finding_here is None
    sitting.click("again") if mouse else sitting.key("t")
    assert "The tiles come in the same order" in " ".join(sitting.written())
    sitting.click("answer 0") if mouse else sitting.key(pygame.K_RETURN)
    table = sitting.app.scenes[-1]
    assert isinstance(table, TableScene) and len(sitting.app.scenes) == 1
    actions = table.match.record().actions
    assert actions[:move] == scene.replay.record.actions[:move]
    assert table.match.record().game(move).digest() == digest
    assert [player.name for player in table.match.players] == [seat.name for seat in scene.replay.record.seats]


def test_at_the_end_nothing_can_be_tried_and_it_says_so(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, _ = reviewed
    sitting.key(pygame.K_END)
    again = button(sitting, "again")
    assert not again.enabled and again.tip == "Nothing is decided at this moment."
    sitting.key("t")
    assert not isinstance(sitting.top, Dialog)


def test_a_game_of_computer_players_alone_has_no_own_mistakes(window: Callable[..., Window]) -> None:
    sitting = window()
    scene = watch(sitting, finished())
    scene.effort = replace(scene.effort, seconds=None, playouts=10)
    sitting.key("a")
    sitting.finish_work()
    assert scene.chances is not None and scene.shown == list(range(len(scene.chances.found)))
    assert not button(sitting, "mine").enabled and not button(sitting, "again").enabled
    assert button(sitting, "again").tip == button(sitting, "mine").tip == "Only computer players played here."


def test_its_figures_are_explained(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    for act in (lambda: sitting.key("w"), lambda: sitting.click("explain")):
        act()
        assert isinstance(sitting.top, LinesPage) and sitting.top.title == "What the figures mean"
        sitting.key(pygame.K_ESCAPE)
        assert sitting.top is scene


@pytest.mark.parametrize(("stopped", "note"), [(False, "Ran out of time; some moves weren't checked."),
                                               (True, "Stopped early; some moves weren't checked.")])
def test_it_says_what_was_not_checked(reviewed: tuple[Window, ReplayScene], stopped: bool, note: str) -> None:
    sitting, scene = reviewed
    assert scene.review.analysis is not None and scene.review.analysis.finished
    assert not any("checked" in text for text in sitting.written())
    scene.review.analysis = replace(scene.review.analysis, finished=False)
    scene.review.was_stopped = stopped
    assert note in sitting.written()


def test_while_it_is_worked_on_it_says_how_far_it_is_and_can_be_ended(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["over"](sitting)
    over = sitting.top
    assert isinstance(over, GameOver)
    over.review.begin_work()
    sitting.key(pygame.K_RETURN)
    scene = sitting.top
    assert isinstance(scene, ReplayScene) and scene.review is over.review and scene.is_waiting
    assert any(text.endswith("% done") for text in sitting.written())
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is over and over.review.is_running, "it goes on"
    sitting.click("review")
    sitting.key("a")
    sitting.finish_work()
    scene = sitting.top
    assert isinstance(scene, ReplayScene) and not scene.is_waiting and scene.review.was_stopped


def test_it_is_cancelled_when_the_end_of_the_game_is_left(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["over"](sitting)
    over = sitting.top
    assert isinstance(over, GameOver)
    over.review.begin_work()
    sitting.key("a")
    assert isinstance(sitting.top, TableScene) and not over.review.is_running
    sitting.finish_work()
    assert over.review.analysis is None


def test_the_end_of_a_game_begins_it_by_itself_and_its_button_says_how_far_it_is(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, animation="normal")
    SCREENS["over"](sitting)
    old = sitting.top
    assert isinstance(old, GameOver)
    over = GameOver(sitting.app, old.match, lambda: None, lambda: None, lambda key: None)
    assert over.review.is_running
    sitting.app.push(over)
    assert over.is_settling and button(sitting, "skip").label == "Skip"
    sitting.key(pygame.K_RETURN)
    over.review.share_done = 0.45
    sitting.now_ms += 1000
    sitting.turn()
    assert button(sitting, "review").label == "Review my game (45%)"
    over.review.cancel_work()
    over.rebuild()
    assert button(sitting, "review").label == "Review my game"


def test_the_title_of_the_window_names_result_review_and_replay(window: Callable[..., Window]) -> None:
    """It stayed "The game is over.", which the table had set last."""
    sitting = window(bot_delay_ms=0)
    SCREENS["over"](sitting)
    titles: list[str] = []
    for key in (None, pygame.K_RETURN, pygame.K_F1, pygame.K_ESCAPE, pygame.K_ESCAPE, "r", pygame.K_ESCAPE, "t"):
        if key is not None:
            sitting.key(key)
        titles.append(sitting.app._title.removesuffix(" - Acquire"))
    assert titles == ["Result", "Review", "Review", "Review", "Result", "Replay", "Result", "The game is over."]
    assert isinstance(sitting.top, TableScene)


def test_another_language_tells_the_same_review(reviewed: tuple[Window, ReplayScene]) -> None:
    sitting, scene = reviewed
    before, chosen = scene.shown, scene.chosen
    assert {"50%", "100%"} <= set(sitting.written()), "the axis of the curves"
    sitting.app.change_settings(replace(sitting.app.settings, language="de"))
    assert scene.shown == before and scene.chosen == chosen
    texts = sitting.written()
    assert {"50\u00a0%", "100\u00a0%"} <= set(texts)
    assert "Genauigkeit" in texts and any(text.startswith("Besser war: ") for text in texts)


def test_a_review_that_was_made_before_is_not_made_again(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["review"](sitting)
    first = sitting.top
    assert isinstance(first, ReplayScene)
    review: GameReview = first.review
    sitting.key(pygame.K_ESCAPE)
    sitting.app.show_review(review.record, review=review)
    scene = sitting.top
    assert isinstance(scene, ReplayScene) and scene.chances is not None and not review.is_running
