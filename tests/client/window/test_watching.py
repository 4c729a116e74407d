"""Watching in the window: the table without a hand, the page before it, late comers, and tables on a television."""

import json
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.files.settings import KioskSettings
from acquire_client.window import network
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes.kiosk import AGAIN_MS, RESULT_MS, KioskResult, KioskScene, KioskTableScene
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.setup import SetupScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.together import TogetherScene
from acquire_client.window.scenes.watch_table import WatchTableScene, WatchWait
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_core.tile_source import TILE_NAMES
from acquire_net import FoundTable, TableAddress, TableStage, events
from tests.support.evenings import NotingPeer, ReportedEvening, begun, lobby, member

from .driver import Window
from .online_screens import CODE, GivenTables, at_watched_table, found_table, in_lobby, kiosk, together

Open = Callable[..., Window]
BEN, DAN = found_table("Ben"), found_table("Dan", stage=TableStage.SHOWN, taken=4)
HIDDEN_GAME = found_table("Eve", stage=TableStage.PLAYING, taken=4)


class Spectators:
    """Stands in for `Spectator`: notes what is watched, and reports what the test says."""

    def __init__(self) -> None:
        self.places: list[TableAddress] = []
        self.peers: list[NotingPeer] = []
        self._report: Callable[[events.PeerEvent], None]

    def __call__(self, place: TableAddress, on_event: Callable[[events.PeerEvent], None]) -> NotingPeer:
        self.places.append(place)
        self.peers.append(NotingPeer())
        self._report = on_event
        return self.peers[-1]

    def report(self, sitting: Window, event: events.PeerEvent) -> None:
        self._report(event)
        sitting.turn()


@pytest.fixture
def spectators(monkeypatch: pytest.MonkeyPatch) -> Spectators:
    found = Spectators()
    monkeypatch.setattr(network, "Spectator", found, raising=False)
    return found


@pytest.fixture
def sitting(window: Open) -> Window:
    return window(bot_delay_ms=0, name="Annabel")


def names_of(nodes: tuple[AccessibleNode, ...]) -> list[str]:
    return [text for node in nodes for text in (node.name, node.value, node.description, *names_of(node.children))]


# --- from the list of tables ---

@pytest.mark.parametrize("act", ["key", "click", "focus"])
def test_a_running_game_is_watched_by_its_key_and_its_button(sitting: Window, spectators: Spectators, act: str) -> None:
    together(BEN, DAN)(sitting)
    sitting.top.focus_manager.focus = "table 2" if act == "focus" else None
    sitting.click("watch 2") if act == "click" else sitting.key("w")
    place, = spectators.places
    assert place.fingerprint == DAN.fingerprint
    assert isinstance(sitting.top, WatchWait) and "Watching Dan's table" in sitting.written()


def test_only_games_that_may_be_watched_are_offered(sitting: Window, spectators: Spectators) -> None:
    together(BEN, HIDDEN_GAME)(sitting)
    sitting.top.focus_manager.focus = None
    sitting.key("w")
    names = {widget.name for widget in sitting.top.focus_manager.widgets}
    assert not spectators.places and not {"watch 1", "watch 2"} & names


def test_a_w_in_a_name_is_a_letter(sitting: Window, spectators: Spectators) -> None:
    together(DAN)(sitting)
    sitting.top.focus_manager.focus = "name"
    sitting.key("w")
    assert not spectators.places


# --- the page before the game ---

def test_the_page_says_what_the_table_answers_and_gives_way_to_the_game(sitting: Window, spectators: Spectators) -> None:
    together(DAN)(sitting)
    sitting.click("watch 1")
    assert "Asking the table …" in sitting.written()
    spectators.report(sitting, events.Notice("The game has not begun yet."))
    assert "The game has not begun yet." in sitting.written()
    spectators.report(sitting, begun(None))
    assert type(sitting.top) is WatchTableScene


def test_a_table_that_cannot_be_watched_leads_back_to_the_list_with_the_reason(sitting: Window, spectators: Spectators) -> None:
    together(DAN)(sitting)
    sitting.click("watch 1")
    spectators.report(sitting, events.PeerStopped("the players have agreed to play without spectators"))
    assert isinstance(sitting.top, TogetherScene) and sitting.app.evening is None
    assert "The players have agreed" in sitting.app.notices.current.text  # type: ignore[union-attr]


@pytest.mark.parametrize("way", [pygame.K_ESCAPE, "close"])
def test_the_page_can_be_left(sitting: Window, spectators: Spectators, way: int | str) -> None:
    together(DAN)(sitting)
    sitting.click("watch 1")
    sitting.click(way) if isinstance(way, str) else sitting.key(way)
    assert isinstance(sitting.top, TogetherScene) and spectators.peers[0].orders == [("start",), ("stop",)]


# --- the table ---

def test_a_watcher_sees_the_table_without_a_hand_and_without_anything_to_decide(sitting: Window) -> None:
    at_watched_table(sitting)
    written, names = sitting.written(), {widget.name for widget in sitting.top.focus_manager.widgets}
    assert "You are watching: hands stay hidden." in written and "Your tiles" not in written
    assert any(text.startswith("Waiting for ") for text in written)
    assert not {"confirm", "undo", "hint", "talk", "chat"} & names and {"seats", "stop", "log"} <= names
    assert not [name for name in names if name.startswith("tile ")]


def test_a_table_that_catches_up_shows_how_it_is_and_lets_nothing_fly(window: Open) -> None:
    """Half a game comes at once where a program comes back, or comes late; as motion it would hide the table."""
    sitting = window(animation="normal")
    table, _ = at_watched_table(sitting, moves=4)
    for moves, flies in ((1, True), (60, False), (1, True)):
        sitting.table.motion.finish()
        for _ in range(moves):
            table.answer_for_others()
            table.play_on()
        sitting.turn()
        assert sitting.table.motion.pieces.is_running == flies
    tiles = [square for square in sitting.table.snapshot.seen.board if sitting.table.snapshot.seen.board[square]]
    assert len(tiles) > 15, "all of it is on the board"


@pytest.mark.parametrize("scene", [WatchTableScene, KioskTableScene])
def test_no_hidden_tile_is_drawn_or_spoken(window: Open, scene: type[WatchTableScene]) -> None:
    """Squares have the names of tiles; so the names of squares are not shown here, and a screen reader calls them empty."""
    sitting = window(bot_delay_ms=0, labels=False)
    table, dealer = at_watched_table(sitting, scene)
    all_texts = ""
    for _ in range(12):
        hidden = {TILE_NAMES[tile] for hand in dealer.hands for tile in hand - dealer.public}
        assert hidden and sitting.table.match.observe(None).hand == ()
        squares = names_of(sitting.top.accessible_content().parts)
        assert not [text for text in squares if text.split(",")[0] in hidden and not text.endswith(", empty")]
        texts = [*sitting.written(), *(widget.tip for widget in sitting.top.focus_manager.widgets), sitting.app._title,
                 *sitting.app.notices.texts, *(text for text in squares if not text.endswith(", empty")),
                 *sitting.top.spoken_lines()]
        assert not hidden & {word.strip(".,:") for text in texts for word in text.split()}
        all_texts += " ".join(texts)
        table.answer_for_others()
        table.play_on()
        sitting.turn()
    assert "places" in all_texts, "moves are in the log"


def test_the_end_is_shown_and_the_next_game_is_looked_for(sitting: Window, spectators: Spectators,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[bool] = []
    monkeypatch.setattr(Navigation, "show_together", lambda self: listed.append(True))
    at_watched_table(sitting, moves=2000)
    assert sitting.table.match.is_over and type(sitting.top).__name__ == "GameOver"
    sitting.click("again")
    assert listed == [True] and sitting.app.evening is None


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F10])
def test_leaving_needs_no_question(sitting: Window, key: int) -> None:
    at_watched_table(sitting)
    sitting.key(key)
    assert isinstance(sitting.top, TitleScene) and sitting.app.evening is None


# --- late comers ---

def late_comer(sitting: Window, may_watch: bool = True) -> ReportedEvening:
    """Wait at a table whose game has begun; return the evening of that table."""
    in_lobby(events.GameRuns(may_watch, "The table plays."))(sitting)
    scene = sitting.app.scenes[-1]
    assert isinstance(scene, LobbyScene)
    scene.evening.place = TableAddress.read(CODE)
    sitting.app.evening = scene.evening
    scene.evening.listeners.append(lambda event: sitting.app._on_evening(scene.evening, event))
    scene.rebuild()
    table = ReportedEvening()
    table.evening, table._on_event = scene.evening, scene.evening.receive_event
    return table


def test_a_late_comer_watches_and_waits_at_the_same_time(sitting: Window, spectators: Spectators) -> None:
    table = late_comer(sitting)
    sitting.key("w")
    spectators.report(sitting, begun(None))
    assert type(sitting.top) is WatchTableScene and spectators.places == [TableAddress.read(CODE)]
    table.report(lobby(member(0, is_me=True), member(1), places=2))
    assert "The next game gathers at this table" in sitting.app.notices.texts[0]
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, LobbyScene) and sitting.app.evening is table.evening
    assert spectators.peers[0].orders[-1] == ("stop",)


def test_a_game_with_a_seat_for_who_waited_takes_the_place_of_the_one_that_is_watched(sitting: Window,
                                                                                       spectators: Spectators) -> None:
    table = late_comer(sitting)
    sitting.click("watch")
    spectators.report(sitting, begun(None))
    table.report(lobby(member(0, is_me=True), member(1), places=2), begun(0, ("Ada", "Ben")))
    assert type(sitting.top) is SetupScene and sitting.app.evening is table.evening
    assert spectators.peers[0].orders[-1] == ("stop",)


def test_where_nobody_may_watch_nothing_is_offered(sitting: Window) -> None:
    late_comer(sitting, may_watch=False)
    assert sitting.top.focus_manager.widget_named("watch") is None


def test_a_player_without_a_seat_reads_that_the_game_runs_until_it_is_over() -> None:
    table = ReportedEvening()
    without = lobby(member(0, is_me=True, is_seated=False), member(1), member(2), places=2)
    table.report(without, events.GameRuns(True, "The game has begun."))
    playing = events.LobbySnapshot(without.members, 2, without.ruleset, without.options, without.founder, "K7QM", True)
    table.report(playing)
    assert table.evening.game_runs is not None
    table.report(without)
    assert table.evening.game_runs is None


# --- on a television ---

def television(sitting: Window, *tables: events.PeerEvent | FoundTable) -> KioskScene:
    kiosk(*tables)(sitting)  # type: ignore[arg-type]
    sitting.app.is_kiosk = True
    scene = sitting.top
    assert isinstance(scene, KioskScene)
    scene._ready_ms = None
    scene._pause_ms = 0
    return scene


def test_a_television_lists_tables_with_their_codes_and_nothing_to_press(sitting: Window) -> None:
    television(sitting, BEN)
    sitting.turn()
    assert BEN.table_code in sitting.written() and "Ben's table" in sitting.written()
    assert not sitting.top.focus_manager.widgets


def test_a_television_shows_the_game_that_runs_and_its_result_and_goes_on(sitting: Window, spectators: Spectators,
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KioskScene.__init__, "__defaults__", (0, lambda on_change: GivenTables((DAN,))))
    television(sitting, BEN, DAN)
    sitting.turn()
    place, = spectators.places
    assert place.fingerprint == DAN.fingerprint and isinstance(sitting.top, KioskScene)
    at_watched_table(sitting, KioskTableScene, moves=2000)
    assert isinstance(sitting.top, KioskResult) and any(text.endswith(" wins") for text in sitting.written())
    assert sitting.top.rows[0].h >= 0.15 * sitting.top.window.h, "it is read from far away"
    sitting.now_ms += RESULT_MS
    sitting.turn()
    assert isinstance(sitting.top, KioskScene) and sitting.app.evening is None
    sitting.top._on_tables()
    sitting.turn()
    assert len(spectators.places) == 1, "the announcement of the game that is over may still be under way"
    sitting.now_ms += AGAIN_MS
    sitting.turn()
    assert len(spectators.places) == 2


def test_a_television_that_cannot_watch_tries_again_later(sitting: Window, spectators: Spectators,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KioskScene.__init__, "__defaults__", (0, lambda on_change: GivenTables()))
    first = television(sitting, DAN)
    sitting.turn()
    spectators.report(sitting, events.PeerStopped("nobody answers"))
    assert isinstance(sitting.top, KioskScene) and sitting.top is not first


def test_the_table_on_a_television_has_no_buttons_and_escape_ends_the_program(sitting: Window) -> None:
    sitting.app.is_kiosk = True
    at_watched_table(sitting, KioskTableScene)
    assert not [widget.name for widget in sitting.top.focus_manager.widgets if type(widget).__name__ == "Button"]
    sitting.key(pygame.K_ESCAPE)
    assert not sitting.app.scenes


def test_a_television_is_large_and_keeps_no_settings(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text(json.dumps({"scale": 0.75, "look": "light"}), "utf-8")
    file = KioskSettings(tmp_path)
    settings = file.load()
    assert settings.fullscreen and settings.scale == 2.0 and settings.look == "light"
    assert file.save(settings) and json.loads((tmp_path / "settings.json").read_text("utf-8"))["scale"] == 0.75
