"""Notices: one after the other, none lost, and never over what is to be pressed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.files.folders import Folders
from acquire_client.files.settings import SettingsFile
from acquire_client.window.app import App
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.notices import STRIP_UNITS, notice_strip
from acquire_client.window.notices import MAX_WAITING, SHOWN_MS, SHOWN_WHILE_OTHERS_WAIT_MS, NoticeQueue, WindowNotice
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.widgets.notice_strip import draw_notice
from tests.support.few_cases import few_cases

from .boxes import overlap
from .driver import Window
from .screens import SCREENS
from .sizes import SCALES

LONG = "The game cannot be kept on the disk: No space left on device. It goes on, and what was played is not lost yet. " * 2


def test_a_second_notice_waits_for_the_first() -> None:
    queue = NoticeQueue()
    queue.add(WindowNotice("one"), 0)
    queue.add(WindowNotice("two", bad=True), 100)
    assert queue.texts == ["one", "two"]
    assert not queue.advance(SHOWN_WHILE_OTHERS_WAIT_MS - 1) and queue.advance(SHOWN_WHILE_OTHERS_WAIT_MS)
    assert queue.current == WindowNotice("two", bad=True)
    assert not queue.advance(SHOWN_WHILE_OTHERS_WAIT_MS + SHOWN_MS - 1)
    assert queue.advance(SHOWN_WHILE_OTHERS_WAIT_MS + SHOWN_MS)
    assert queue.current is None and queue.due_ms is None and not queue.advance(10**9)


def test_the_same_notice_does_not_queue_behind_itself() -> None:
    queue = NoticeQueue()
    for when in (0, 1000, 2000):
        queue.add(WindowNotice("one"), when)
    queue.add(WindowNotice("two"), 2000)
    queue.add(WindowNotice("two"), 2100)
    assert queue.texts == ["one", "two"]
    assert queue.due_ms == 2000 + SHOWN_WHILE_OTHERS_WAIT_MS, "it was asked for again at 2000"


def test_a_flood_drops_what_is_least_important() -> None:
    queue = NoticeQueue()
    queue.add(WindowNotice("now"), 0)
    queue.add(WindowNotice("trouble", bad=True), 0)
    for number in range(MAX_WAITING + 3):
        queue.add(WindowNotice(f"note {number}"), 0)
    assert len(queue.waiting) == MAX_WAITING and queue.waiting[0] == WindowNotice("trouble", bad=True)


def test_damaged_settings_and_a_damaged_game_are_both_reported(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("nonsense")
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "interrupted.acquire").write_text("nonsense")
    app = App(SettingsFile(tmp_path), Folders(tmp_path, tmp_path, tmp_path / "records"))
    app.push(TitleScene(app))
    shown = []
    begun = app.now_ms
    for step in range(100):
        app.run_once([], begun + 100 * step)
        if app.notices.current is not None and app.notices.current.text not in shown:
            shown.append(app.notices.current.text)
    assert len(shown) == 2 and "settings-damaged-1.json" in shown[0] and "interrupted-damaged-1.acquire" in shown[1]
    app.quit()
    app.workers.close()


def test_the_strip_takes_the_widest_gap_or_goes_below() -> None:
    window, unit = Box(0, 0, 1280, 720), Unit(1280, 720, 1.0)
    free = notice_strip(window, unit, [])
    assert free.y < 10 and free.h == unit(STRIP_UNITS) and free.w > 1200
    right = [Box(700 + 120 * number, 4, 114, 32) for number in range(5)]
    beside = notice_strip(window, unit, right)
    assert beside.right < 700 and beside.w > 600 and beside.y < 10
    across = [Box(200 * number, 10, 190, 30) for number in range(7)]
    below = notice_strip(window, unit, across)
    assert below.y >= 40 and below.w > 1200


@pytest.mark.parametrize("size", [(1024, 640), pytest.param((1280, 720), marks=pytest.mark.fully),
                                  pytest.param((1080, 1400), marks=pytest.mark.fully)])
@pytest.mark.parametrize("scale", few_cases(pytest.mark.more_cases, SCALES, lambda scale: scale == 2.0))
def test_a_notice_covers_nothing_that_can_be_pressed(window: Callable[..., Window], size: tuple[int, int], scale: float) -> None:
    sitting = window(width=size[0], height=size[1], bot_delay_ms=0, scale=scale)
    for name in ("title", "new-game", "settings", "place-busy", "found", "end", "menu", "over", "hand-over", "replay", "tutorial",
                 "saves"):
        SCREENS[name](sitting)
        top = sitting.top
        pressable = {widget.name: widget.box for widget in top.focus_manager.widgets if not widget.gives_way}
        for text in ("Saved as game-1.acquire.", LONG):
            box = draw_notice(sitting.app.painter, Box(0, 0, *sitting.app.size), list(pressable.values()), text, True)
            covered = [widget for widget, place in pressable.items() if overlap(place, box)]
            assert covered == [], f"{name} at {size}, {scale}: {text[:20]} covers {covered}"
            assert text is LONG or box.y < 10, f"{name} at {size}, {scale}: the upper edge has room for a short notice"
        sitting.app.leave_all()
        sitting.app.push(TitleScene(sitting.app))
