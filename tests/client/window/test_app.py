"""The window as a whole: what it does when nothing happens, when it is small, when things go wrong."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from acquire_client.files.folders import Folders
from acquire_client.files.saves import load
from acquire_client.files.settings import SettingsFile
from acquire_client.files.unfinished_games import OLD_AUTOSAVE, UnfinishedGames
from acquire_client.matches.local import LocalMatch
from acquire_client.window import app as app_module
from acquire_client.window.app import BUSY_MS, NAP_S, SHORT_NAP_S, App, NoDisplayError
from acquire_client.window.assets.sound_samples import NAMES, samples
from acquire_client.window.layout.box import SMALLEST
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_cards import GameCards
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.saved_games import saved_games
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.sound import Sounds
from acquire_core.actions import Place
from acquire_core.ai import Decision, bot_named
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import HAND, SCREENS, position


def test_while_a_person_is_asked_nothing_is_due_and_nothing_is_drawn(window: Callable[..., Window]) -> None:
    sitting = window()
    table = sitting.play()
    sitting.app.workers.settle()
    sitting.turn()
    drawn = sitting.app.drawn
    assert table.wait_ms(sitting.now_ms) is None
    for _ in range(5):
        sitting.now_ms += 1000
        sitting.turn()
    assert sitting.app.drawn == drawn


def test_by_its_own_clock_the_demo_goes_on_and_quit_ends_the_loop(window: Callable[..., Window]) -> None:
    sitting = window()
    title, turn, since = sitting.top, sitting.app.run_once, time.monotonic()
    assert isinstance(title, TitleScene)
    title.demo.delay_ms = 30
    before = len(title.demo.match.steps)

    def watched(events: Sequence[pygame.event.Event], now_ms: int | None = None) -> None:
        turn(events, now_ms)
        if len(title.demo.match.steps) > before + 4 or time.monotonic() - since > 60:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    sitting.app.run_once = watched  # type: ignore[method-assign]
    sitting.app.run()
    assert len(title.demo.match.steps) > before + 4
    assert sitting.app.scenes == []


def test_a_small_window_shows_a_shrunk_picture_and_clicks_hit(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.app.resize_window(512, 320)
    sitting.turn()
    assert sitting.app.size == SMALLEST
    x, y = sitting.widget("new").box.middle
    sitting.click((x // 2, y // 2))
    assert isinstance(sitting.top, GameCards)


def test_a_new_game_is_set_up_and_begun_by_keys(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.key("n")
    sitting.key("3")
    sitting.key("a", pygame.KMOD_CTRL)
    sitting.type("Zoë")
    sitting.key(pygame.K_TAB)
    sitting.key(pygame.K_TAB)
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    match = sitting.table.match
    assert match.players[0].name == "Zoë" and match.players[0].is_person
    assert len(match.players) == 4
    kept = json.loads((sitting.home / "settings.json").read_text("utf-8"))
    assert kept["seats"].startswith("Zoë,Ada:casual")


def test_two_seats_of_one_name_are_refused_with_a_sentence(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.key("n")
    sitting.key("3")
    sitting.key("a", pygame.KMOD_CTRL)
    sitting.type("Ada")
    sitting.click("start")
    assert isinstance(sitting.top, NewGameScene)
    assert "same name" in sitting.app.notices.texts[-1]


def test_several_people_see_their_own_hands_alone(window: Callable[..., Window]) -> None:
    sitting = window()
    table = sitting.play("Anna,Bea,Carla")
    assert isinstance(sitting.top, HandOver)
    assert table.controller.viewer is None and table.controller.shown.seen.hand == ()
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    asked = table.match.asked_seat
    assert table.controller.viewer == asked and table.controller.shown.seen.hand
    action = table.match.game.legal_actions()[0]
    assert isinstance(action, Place)
    sitting.key(str(table.controller.shown.seen.hand.index(action.tile) + 1))
    sitting.settle()
    if isinstance(sitting.top, HandOver):
        assert table.controller.viewer is None and table.controller.shown.seen.hand == ()


def test_an_answer_is_taken_back_and_the_hand_is_as_before(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play(rules="revised-6515", special_powers=True)
    while table.match.undoable_count == 0:
        key = next(choice.key for choice in table.decider.prompt.choices if choice.action is not None)  # type: ignore[union-attr]
        before = (table.match.game.digest(), len(table.match.steps))
        sitting.key(key.lower())
        sitting.settle()
    sitting.key("u")
    assert (table.match.game.digest(), len(table.match.steps)) == before
    assert table.decider is not None


def test_an_interrupted_game_goes_on(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play(seed=9)
    sitting.key(str(1 + next(n for n, choice in enumerate(table.decider.prompt.choices) if choice.action)))  # type: ignore[union-attr]
    sitting.settle()
    sitting.app.workers.settle()
    kept = LocalMatch.resume(load(unfinished(sitting)[0]))
    assert kept.game.turn >= 1
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog)
    sitting.key(pygame.K_RETURN)
    assert isinstance(sitting.top, TitleScene)
    sitting.key("c")
    sitting.settle()
    assert isinstance(sitting.top, TableScene)
    assert sitting.table.match.players == table.match.players


def test_a_game_that_is_left_in_its_first_turn_can_be_continued(window: Callable[..., Window]) -> None:
    sitting = window()
    table = sitting.play("Anna,Bea")
    assert isinstance(sitting.top, HandOver)
    sitting.click("menu")
    sitting.click("answer 0")
    assert isinstance(sitting.top, TitleScene)
    sitting.click("continue")
    assert sitting.table.match.game.digest() == table.match.game.digest()


def unfinished(sitting: Window) -> list[Path]:
    """Return the files of games that are not over, the newest first."""
    return UnfinishedGames(sitting.home / "records").paths()


def kept_late(sitting: Window, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    """The game is to be written now, but it is written when what is returned is called."""
    late: list[Callable[[], object]] = []
    monkeypatch.setattr(sitting.app.workers, "start", lambda job, done: late.append(job))
    sitting.table.controller.autosave.keep(sitting.table.match)
    assert len(late) == 1
    return late[0]


def test_what_is_left_is_kept_even_while_the_turn_before_is_still_being_written(window: Callable[..., Window],
                                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    """The writing of a turn comes late, behind the last one: what is older does not come on top."""
    sitting = window()
    table = sitting.play("Anna,Bea")
    late = kept_late(sitting, monkeypatch)
    sitting.key(pygame.K_RETURN)
    legal = next(choice for choice in table.decider.prompt.choices if choice.action)  # type: ignore[union-attr]
    sitting.key(legal.key)
    sitting.app.show_menu()
    late()
    assert [load(path).actions for path in unfinished(sitting)] == [table.match.record().actions]


def test_a_game_that_is_over_stays_forgotten_whatever_is_still_being_written(window: Callable[..., Window],
                                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = window()
    table = sitting.play("Anna,Bea")
    late = kept_late(sitting, monkeypatch)
    with monkeypatch.context() as ended:
        ended.setattr(LocalMatch, "is_over", True)
        table.controller.autosave.keep_finished(table.match)
        sitting.key(pygame.K_F10)
        assert {"Leave", "Stay"} < {answer.label for answer in sitting.top.answers}, "there is nothing to play on"  # type: ignore[attr-defined]
        sitting.key(pygame.K_ESCAPE)
    late()
    assert unfinished(sitting) == []


def test_a_scene_below_a_dialog_knows_what_time_it_is_when_the_dialog_goes(window: Callable[..., Window]) -> None:
    """What was answered there begins now: motion, and the pause before a computer player."""
    sitting = window(bot_delay_ms=0)
    table, times = sitting.play(), []
    table.on_return = lambda: times.append(table.now_ms)  # type: ignore[method-assign]
    sitting.key(pygame.K_F10)
    sitting.now_ms += 60_000
    sitting.key(pygame.K_ESCAPE)
    assert times == [sitting.now_ms]


def test_a_save_that_cannot_be_looked_at_hides_no_other(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play(seed=9)
    sitting.key(pygame.K_F7)
    (sitting.home / "records" / "lost.acquire").symlink_to("nowhere")
    assert "game-1.acquire" in [saved.path.name for saved in saved_games(sitting.home / "records")]


def test_a_game_is_saved_and_loaded_by_the_old_keys(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play(seed=9)
    sitting.key(pygame.K_F7)
    assert (sitting.home / "records" / "game-1.acquire").is_file()
    sitting.key(pygame.K_F8)
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    assert sitting.table is not table
    assert sitting.table.match.game.digest() == table.match.game.digest()


def test_a_damaged_save_is_reported_and_nothing_is_loaded(window: Callable[..., Window]) -> None:
    sitting = window()
    (sitting.home / "records").mkdir()
    (sitting.home / "records" / "bad.acquire").write_text("nonsense\n")
    sitting.key(pygame.K_F8)
    assert not sitting.widget("play").enabled
    sitting.key(pygame.K_RETURN)
    assert not isinstance(sitting.top, TableScene)


def test_an_interrupted_game_that_is_damaged_is_set_aside_and_never_written_over(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    records = sitting.home / "records"
    records.mkdir()
    for number in (1, 2):
        (records / OLD_AUTOSAVE).write_text(f"nonsense {number}\n")
        sitting.app.show_menu()
        sitting.turn()
        assert f"it now lies in interrupted-damaged-{number}.acquire" in sitting.app.notices.texts[-1]
        assert sitting.top.focus_manager.widget_named("continue") is None
        sitting.play()
        sitting.app.show_menu()
        assert load(unfinished(sitting)[0]).players == 3
        unfinished(sitting)[0].unlink()
    kept = [(records / f"interrupted-damaged-{number}.acquire").read_text() for number in (1, 2)]
    assert kept == ["nonsense 1\n", "nonsense 2\n"]


@pytest.mark.parametrize("code", [pygame.K_F1, pygame.K_F2, pygame.K_F4, pygame.K_F8, pygame.K_F9, pygame.K_F10])
def test_every_function_key_opens_something_and_escape_closes_it(window: Callable[..., Window], code: int) -> None:
    sitting = window()
    table = sitting.play()
    sitting.key(code)
    assert sitting.top is not table
    sitting.key(pygame.K_ESCAPE)
    assert sitting.top is table
    assert table.decider is not None


@pytest.mark.parametrize(("seats", "teams", "text"), [
    ("Anna,Ada:casual,Ben:casual", False, "Anna, Ada and Ben would share the win with $6,000."),
    ("Anna,Ada:casual,Ben:casual,Cleo:casual", True, "Anna and Ben and Ada and Cleo would share the win with $12,000.")])
def test_leaving_tells_who_would_win_and_who_would_share_it(window: Callable[..., Window], seats: str, teams: bool,
                                                            text: str) -> None:
    sitting = window()
    sitting.play(seats, holdings="open", teams=teams, start_rule="seat0")
    sitting.key(pygame.K_F10)
    assert isinstance(sitting.top, Dialog) and text in sitting.top.text()


def test_a_hint_comes_and_goes_without_touching_the_match(window: Callable[..., Window]) -> None:
    sitting = window()
    table = sitting.play()
    before = table.match.game.digest()
    sitting.key("h")
    assert sitting.app.workers.settle()
    sitting.turn()
    assert table.controller.hints and table.controller.hints[0].text
    sitting.key("h")
    assert table.controller.hints is None and table.match.game.digest() == before


def test_a_hint_that_comes_late_is_not_shown_at_another_question(window: Callable[..., Window],
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a tile that was taken back, when another one has been placed meanwhile."""
    sitting = window()
    table = sitting.sit_at(position(HAND))
    late: list[Callable[[Decision], None]] = []
    monkeypatch.setattr(sitting.app.workers, "start", lambda job, done: late.append(done))
    found = bot_named("casual", 1).choose(table.match.observe(0))
    for key in "1hu2h":
        sitting.key(key)
    assert table.controller.hinting and len(late) == 2
    late[0](found)
    assert table.controller.hints is None
    late[1](found)
    assert table.controller.hints is not None


def test_h_asks_for_a_hint_at_every_question(window: Callable[..., Window]) -> None:
    for name in ("place", "buy", "dispose", "survivor", "next-defunct", "trade", "end", "found"):
        sitting = window(bot_delay_ms=0)
        SCREENS[name](sitting)
        assert sitting.table.decider is not None
        sitting.key("h")
        assert sitting.table.controller.hinting, name


def test_settings_are_in_force_at_once(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.key("s")
    assert isinstance(sitting.top, SettingsPage)
    sitting.key(pygame.K_RIGHT)
    assert sitting.app.settings.look == "light"
    assert sitting.app.painter.look.title == "Light"
    sitting.top.focus_manager.set_widgets(sitting.top.focus_manager.widgets, focus="language")
    sitting.key(pygame.K_RIGHT)
    assert sitting.widget("back").label == "Zurück"  # type: ignore[attr-defined]


def test_a_home_that_cannot_be_written_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    app = App(SettingsFile(blocked), Folders(blocked, blocked, blocked / "records"))
    said: list[str] = []
    app.show_notice = lambda text, bad=False: said.append(text)  # type: ignore[method-assign,assignment]
    app.push(TitleScene(app))
    app.run_once([], 0)
    window = Window.__new__(Window)
    window._app, window.now_ms, window.home = app, 0, blocked
    table = window.play()
    window.key("1")
    window.settle()
    assert table.match.game.turn >= 1
    assert [text for text in said if "cannot be kept" in text] == said[:1]
    window.close()


def test_sounds_are_made_and_none_of_them_is_too_loud() -> None:
    for name in NAMES:
        made = samples(name)
        assert 1000 < len(made) < 30_000
        assert 3000 < max(map(abs, made)) <= 24_000


@pytest.mark.parametrize("error", [pygame.error("ALSA: no device"), NotImplementedError("mixer module not available")],
                         ids=["no sound card", "a sound library is missing"])
def test_no_sound_card_is_no_trouble(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(*_: object) -> None:
        raise error

    # Where a library is missing, pygame has a stand-in for the module, in which nothing can be replaced.
    monkeypatch.setattr(pygame, "mixer", SimpleNamespace(init=refuse))
    sounds = Sounds(50)
    for name in NAMES:
        sounds.play(name)


@pytest.mark.parametrize("missing", few_cases(pytest.mark.fully, ["", "import sys; sys.modules['pygame.mixer'] = None; "]))
def test_without_a_sound_card_nothing_is_written_into_the_terminal(missing: str) -> None:
    """ALSA reports each try to find one in a line of its own, and pygame a library that its mixer does not find."""
    program = missing + ("import pygame; pygame.display.init(); from acquire_client.window.sound import Sounds; "
                         "Sounds(50).play('coin')")
    environment = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    run = subprocess.run([sys.executable, "-c", program], env={**environment, "SDL_VIDEODRIVER": "dummy"}, capture_output=True,
                         text=True, timeout=60, check=True)
    assert run.stderr == ""


def test_a_driver_that_shows_nothing_is_refused_unless_somebody_asked_for_it(monkeypatch: pytest.MonkeyPatch,
                                                                             tmp_path: Path) -> None:
    monkeypatch.setattr("acquire_client.window.app.chosen_driver", lambda: None)
    with pytest.raises(NoDisplayError, match="dummy"):
        App(SettingsFile(tmp_path), Folders(tmp_path, tmp_path, tmp_path))


def test_the_command_opens_the_window_and_quits_with_it(tmp_path: Path) -> None:
    """A process of its own, closed by the event that the system sends."""
    program = ("import sys, threading, pygame\n"
               "from acquire_client import cli; from acquire_client.window import app\n"
               "run = app.App.run\n"
               "def closing(self):\n"
               "    pygame.event.post(pygame.event.Event(pygame.QUIT))\n"
               "    run(self)\n"
               "app.App.run = closing\n"
               "sys.exit(cli.main([]))\n")
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_loop_looks_more_often_while_a_person_is_busy_and_never_sleeps_past_a_picture_that_is_due(
        window: Callable[..., Window], monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, clock = window(), [50_000]
    monkeypatch.setattr(app_module, "_now_ms", lambda: clock[0])
    sitting.now_ms = clock[0]
    assert sitting.app._nap_s(None) == NAP_S, "nobody does anything"
    assert sitting.app._nap_s(clock[0] + 16) == 0.016 and sitting.app._nap_s(clock[0] - 5) == 0.001
    for press in (lambda: sitting.key(pygame.K_TAB), lambda: sitting.click((3, 3))):
        press()
        assert sitting.app._nap_s(None) == SHORT_NAP_S
        clock[0] += BUSY_MS
        sitting.now_ms = clock[0]
        assert sitting.app._nap_s(None) == NAP_S
