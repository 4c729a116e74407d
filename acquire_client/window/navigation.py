"""The way from scene to scene: the one module that knows them all.

Scenes ask the shell to show another scene, and the shell is a `Navigation`. So scenes do not import each other, and a new one is
a method here and a line in the protocol `Shell`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from acquire_client.files.saves import RecordFolder
from acquire_client.matches.match import Match
from acquire_client.view_model.words import TableNames
from acquire_client.window.controller.autosave import Autosave
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.help import HelpPage
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.pages import ChartPage, LinesPage, PricesPage
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.scene import DialogAnswer, FunctionKey, Scene, Shell
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.tutorial import TutorialScene
from acquire_core import Ruleset
from acquire_core.record import Record


class Navigation(Shell):
    """The part of the shell that constructs scenes; the stack that they lie in is the window's."""

    now_ms: int

    def push(self, scene: Scene) -> None:
        """Put a scene on top of the others."""
        raise NotImplementedError

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of all that are there."""
        raise NotImplementedError

    def leave_all(self) -> None:
        """Take all scenes away."""
        raise NotImplementedError

    # --- in the place of all scenes ---

    def show_menu(self) -> None:
        self.leave_all()  # before the title looks for a game that was interrupted
        self.push(TitleScene(self))

    def play(self, match: Match, folder: RecordFolder | None = None) -> None:
        self.sit_down(TableScene(self, match, Autosave(self, folder or RecordFolder(self.records))))

    def sit_down(self, table: TableScene) -> None:
        self.replace(table)
        table.now_ms = self.now_ms
        table.update(self.now_ms)  # the next key of the same batch is for the seat that is asked now

    def show_tutorial(self) -> None:
        self.replace(TutorialScene(self))

    # --- on top of the others ---

    def show_new_game(self) -> None:
        self.push(NewGameScene(self))

    def show_saved_games(self) -> None:
        self.push(SavedGamesPage(self))

    def show_settings(self) -> None:
        self.push(SettingsPage(self))

    def show_help(self, ruleset: Ruleset) -> None:
        self.push(HelpPage(self, ruleset))

    def show_prices(self, ruleset: Ruleset, sizes: Mapping[str, int]) -> None:
        self.push(PricesPage(self, ruleset, sizes))

    def show_lines(self, title: str, lines: Sequence[str]) -> None:
        self.push(LinesPage(self, title, lines))

    def show_chart(self, record: Record, names: TableNames) -> None:
        self.push(ChartPage(self, record, names))

    def show_replay(self, record: Record, save: Callable[[], None] | None = None) -> None:
        self.push(ReplayScene(self, record, save))

    def show_result(self, match: Match, again: Callable[[], None], save: Callable[[], None], function_key: FunctionKey) -> None:
        self.push(GameOver(self, match, again, save, function_key))

    def hand_over(self, name: str, since: Callable[[], Sequence[str]], sit: Callable[[], None],
                  function_key: FunctionKey) -> None:
        self.push(HandOver(self, name, since, sit, function_key))

    def show_dialog(self, title: str, told: Callable[[], str], answers: tuple[DialogAnswer, ...],
                    function_key: FunctionKey) -> None:
        self.push(Dialog(self, title, told, answers, function_key))
