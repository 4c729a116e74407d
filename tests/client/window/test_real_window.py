"""Run the program in a real window of an X server without a screen; xdotool types as a person would."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from acquire_client.files.saves import load
from acquire_client.files.unfinished_games import OLD_AUTOSAVE, UnfinishedGames
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import prompt_of
from acquire_client.matches.players import players_from
from acquire_client.view_model.baskets import Split, last_disposal
from acquire_core import RULESETS
from acquire_core.actions import Action, Buy, DeclareEnd, Dispose, Place
from acquire_core.ai import bot_named

from .hands import split_keys
from .real_player import Player, as_a_casual_player
from .real_window import PATIENCE_S, Display, RealWindow, eventually, needs_a_screen, real_window

pytestmark = needs_a_screen


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealWindow]:
    with real_window(tmp_path) as one:
        yield one


def test_a_game_is_begun_and_left_by_the_keyboard(real: RealWindow) -> None:
    real.start()
    real.hand("key", "--delay", "100", "n", "3")
    real.hand("key", "--delay", "60", "ctrl+a")
    real.hand("type", "--delay", "40", "Zoe")
    real.hand("key", "--delay", "60", "Return")
    assert eventually(lambda: real.settings.exists() and "Zoe,Ada:casual" in real.settings.read_text("utf-8"))
    real.hand("windowsize", real.window, "1100", "700")
    for key in ("F9", "Escape", "F10", "Return"):
        real.hand("key", "--delay", "100", key)
    assert eventually(lambda: real.autosave.exists())
    real.hand("key", "--delay", "100", "Escape", "Return")
    real.ended()
    assert real.autosave.read_text("utf-8").startswith("acquire")


@pytest.mark.fully
def test_two_programs_at_once_keep_both_games(real: RealWindow, tmp_path: Path) -> None:
    folder = tmp_path / "second screen"
    folder.mkdir()
    display = Display(folder)
    other = RealWindow(display, real.records.parents[2])
    games = UnfinishedGames(real.records)
    pause, to_the_title = ("sleep", "0.3"), [("key", "F10"), ("key", "Return")]
    quitting = [("key", "Escape"), ("key", "Return")]
    try:
        real.start()
        real.do([("key", "n"), ("key", "Return"), pause, *to_the_title])
        assert eventually(lambda: len(games.paths()) == 1)
        real.do([("key", "c")])
        assert eventually(lambda: games.is_open(games.paths()[0])), "another program sees the lock"
        other.start()
        other.do([("key", "c"), pause, ("key", "n"), ("key", "Return"), pause, *to_the_title, pause, *quitting])
        other.ended()
        assert len(games.paths()) == 2
        real.do([*to_the_title, pause, *quitting])
        real.ended()
    finally:
        if hasattr(other, "process"):
            other.process.kill()
        display.close()
    assert len({load(path).seed for path in games.paths()}) == 2
    assert not list(games.folder.glob("*.lock"))


def window_name(real: RealWindow) -> str:
    """Return the title of the window, which says what is asked."""
    return real.hand("getwindowname", real.window)


@pytest.mark.parametrize("number", [signal.SIGTERM, *(pytest.param(number, marks=pytest.mark.fully)
                                                      for number in (signal.SIGHUP, signal.SIGINT))])
def test_a_game_is_kept_when_the_system_ends_the_program(real: RealWindow, number: int) -> None:
    match = LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 8)
    real.records.mkdir(parents=True)
    (real.records / OLD_AUTOSAVE).write_text(match.record().text(), "utf-8")
    real.start()
    keys = keys_of(match)
    real.type_keys(["c", next(keys)])
    assert eventually(lambda: len(window_name(real)) > len("Acquire")), "a tile is asked for"
    asked = window_name(real)
    real.type_keys([next(keys)])
    assert eventually(lambda: window_name(real) != asked), "the tile lies there"
    real.process.send_signal(number)
    real.process.communicate(timeout=PATIENCE_S)
    kept = load(real.autosave)
    assert kept.actions[:len(match.record().actions)] == match.record().actions[:len(kept.actions)]
    assert any(action.seat in (0, 1) for action in kept.actions), "what was decided in this turn is there too"


@pytest.mark.fully
def test_a_whole_game_is_played_by_the_keyboard_alone(real: RealWindow) -> None:
    """Two people at one keyboard: every key is known beforehand, because nothing happens that they do not do."""
    match = LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 8)
    real.records.mkdir(parents=True)
    (real.records / OLD_AUTOSAVE).write_text(match.record().text(), "utf-8")
    real.write_settings(animation="none")  # a key that comes while bonuses are counted skips the counting and no more
    keys = ["c", *keys_of(match), "F7", "Escape"]
    assert match.is_over and len(keys) > 200
    real.start()
    real.type_keys(keys)
    kept = real.records / "game-1.acquire"
    assert eventually(kept.exists), keys
    assert kept.read_text("utf-8") == match.record().text()
    real.hand("key", "--delay", "100", "Escape", "Return")
    real.ended()
    assert not real.autosave.exists()


@pytest.mark.fully
def test_some_turns_are_played_by_the_mouse_alone(real: RealWindow, tmp_path: Path) -> None:
    match = LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 8)
    memory = tmp_path / "memory"
    for folder in (real.records, memory / "records"):
        folder.mkdir(parents=True)
        (folder / "interrupted.acquire").write_text(match.record().text(), "utf-8")
    player = Player("mouse", memory, real)
    player.start()
    player.press("continue", "c")
    player.doubled.settle()
    while player.doubled.table.match.game.turn < 3:
        player.decide(as_a_casual_player)
    player.leave()
    player.quit()
    player.doubled.close()


def keys_of(match: LocalMatch) -> Iterator[str]:
    """Play the match to its end as two bots would, and name the keys that say the same in the window."""
    sitting = None
    while not match.is_over:
        forced = match.forced_answer()
        if forced is not None:
            match.answer_forced(forced)
            continue
        seat = match.asked_seat
        assert seat is not None
        if seat != sitting:
            sitting = seat
            yield "Return"                      # I am …
        seen = match.observe(seat)
        action = bot_named("casual", len(match.steps)).choose(seen).action
        yield from keys_for(action, match)
        match.answer(action)


def keys_for(action: Action, match: LocalMatch) -> Iterator[str]:
    match action:
        case Place(seat, tile):
            yield str(match.observe(seat).hand.index(tile) + 1)
        case Buy(_, chains):
            yield from (*(chain[0] for chain in chains), "Return")
        case Dispose(seat, _, sell, trade):
            seen = match.observe(seat)
            now = Split.begin(seat, seen.legal_actions(), last_disposal(seat, seen.history()))
            for key, fewer, times in split_keys(now, sell, trade):
                yield from [f"shift+{key}" if fewer else key] * times
            yield "Return"
        case _:
            prompt = prompt_of(match, match.names)
            yield next(choice.key.lower() for choice in prompt.choices if choice.action == action)
            if isinstance(action, DeclareEnd) and action.yes:
                yield "Return"                  # are you sure? Yes


def test_the_first_window_is_no_larger_than_the_screen(tmp_path: Path) -> None:
    """On a screen of 1024x640 the window of 1280x720 had its hand and its buttons outside."""
    with real_window(tmp_path, "1024x640") as real:
        real.start()
        where = dict(line.split("=") for line in real.hand("getwindowgeometry", "--shell", real.window).splitlines())
        assert (where["WIDTH"], where["HEIGHT"]) == ("1024", "640")
        assert real.corner == (0, 0)
