"""What fills the window: one scene at a time, with dialogs on top of it. A scene builds widgets, hears events, draws itself.

Scenes know the view model and matches; they know no other scene than those they lead to, and of the window only the `Shell`.

This package is the register of scenes. A name of it is imported when it is first asked for, so the title does not wait for
scenes that nobody has opened; `load_all` imports the rest, and the window calls it when the title is on the screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_client.window.names_when_needed import NamesWhenNeeded

if TYPE_CHECKING:
    from acquire_client.window.scenes.add_computer import AddComputerPage as AddComputerPage
    from acquire_client.window.scenes.certificate import CertificatePage as CertificatePage
    from acquire_client.window.scenes.dialog import Dialog as Dialog
    from acquire_client.window.scenes.edition_cards import EditionCards as EditionCards
    from acquire_client.window.scenes.first_start import FirstStart as FirstStart
    from acquire_client.window.scenes.game_cards import GameCards as GameCards
    from acquire_client.window.scenes.game_over import GameOver as GameOver
    from acquire_client.window.scenes.hand_over import HandOver as HandOver
    from acquire_client.window.scenes.help import HelpPage as HelpPage
    from acquire_client.window.scenes.house_rules import HouseRules as HouseRules
    from acquire_client.window.scenes.kiosk import AGAIN_MS as AGAIN_MS
    from acquire_client.window.scenes.kiosk import KioskResult as KioskResult
    from acquire_client.window.scenes.kiosk import KioskScene as KioskScene
    from acquire_client.window.scenes.kiosk import KioskTableScene as KioskTableScene
    from acquire_client.window.scenes.letters import LettersPage as LettersPage
    from acquire_client.window.scenes.lobby import LobbyScene as LobbyScene
    from acquire_client.window.scenes.new_game import NewGameScene as NewGameScene
    from acquire_client.window.scenes.online_game_over import OnlineGameOver as OnlineGameOver
    from acquire_client.window.scenes.online_table import OnlineTableScene as OnlineTableScene
    from acquire_client.window.scenes.online_table import SeatsPage as SeatsPage
    from acquire_client.window.scenes.over_days import DaysPage as DaysPage
    from acquire_client.window.scenes.over_days import OverDaysPage as OverDaysPage
    from acquire_client.window.scenes.pages import ChartPage as ChartPage
    from acquire_client.window.scenes.pages import LinesPage as LinesPage
    from acquire_client.window.scenes.pages import PricesPage as PricesPage
    from acquire_client.window.scenes.puzzle import PuzzleScene as PuzzleScene
    from acquire_client.window.scenes.puzzles import PuzzlesPage as PuzzlesPage
    from acquire_client.window.scenes.qr_page import QrPage as QrPage
    from acquire_client.window.scenes.replay import ReplayScene as ReplayScene
    from acquire_client.window.scenes.save_elsewhere import SaveElsewhere as SaveElsewhere
    from acquire_client.window.scenes.saved_games import SavedGamesPage as SavedGamesPage
    from acquire_client.window.scenes.settings import SettingsPage as SettingsPage
    from acquire_client.window.scenes.setup import SetupScene as SetupScene
    from acquire_client.window.scenes.statistics import StatisticsPage as StatisticsPage
    from acquire_client.window.scenes.table import TableScene as TableScene
    from acquire_client.window.scenes.table_options import TableOptionsPage as TableOptionsPage
    from acquire_client.window.scenes.title import TitleScene as TitleScene
    from acquire_client.window.scenes.together import TogetherScene as TogetherScene
    from acquire_client.window.scenes.trouble import TroublePage as TroublePage
    from acquire_client.window.scenes.tutorial import TutorialScene as TutorialScene
    from acquire_client.window.scenes.waiting_tables import WaitingTablesPage as WaitingTablesPage
    from acquire_client.window.scenes.watch_computers import WatchComputersScene as WatchComputersScene
    from acquire_client.window.scenes.watch_table import WatchTableScene as WatchTableScene
    from acquire_client.window.scenes.watch_table import WatchWait as WatchWait

_NAMES = NamesWhenNeeded(__name__, {
    "acquire_client.window.scenes.add_computer": ("AddComputerPage",),
    "acquire_client.window.scenes.certificate": ("CertificatePage",),
    "acquire_client.window.scenes.dialog": ("Dialog",),
    "acquire_client.window.scenes.edition_cards": ("EditionCards",),
    "acquire_client.window.scenes.first_start": ("FirstStart",),
    "acquire_client.window.scenes.game_cards": ("GameCards",),
    "acquire_client.window.scenes.game_over": ("GameOver",),
    "acquire_client.window.scenes.hand_over": ("HandOver",),
    "acquire_client.window.scenes.help": ("HelpPage",),
    "acquire_client.window.scenes.house_rules": ("HouseRules",),
    "acquire_client.window.scenes.kiosk": ("AGAIN_MS", "KioskResult", "KioskScene", "KioskTableScene"),
    "acquire_client.window.scenes.letters": ("LettersPage",),
    "acquire_client.window.scenes.lobby": ("LobbyScene",),
    "acquire_client.window.scenes.new_game": ("NewGameScene",),
    "acquire_client.window.scenes.online_game_over": ("OnlineGameOver",),
    "acquire_client.window.scenes.online_table": ("OnlineTableScene", "SeatsPage"),
    "acquire_client.window.scenes.over_days": ("DaysPage", "OverDaysPage"),
    "acquire_client.window.scenes.pages": ("ChartPage", "LinesPage", "PricesPage"),
    "acquire_client.window.scenes.puzzle": ("PuzzleScene",),
    "acquire_client.window.scenes.puzzles": ("PuzzlesPage",),
    "acquire_client.window.scenes.qr_page": ("QrPage",),
    "acquire_client.window.scenes.replay": ("ReplayScene",),
    "acquire_client.window.scenes.save_elsewhere": ("SaveElsewhere",),
    "acquire_client.window.scenes.saved_games": ("SavedGamesPage",),
    "acquire_client.window.scenes.settings": ("SettingsPage",),
    "acquire_client.window.scenes.setup": ("SetupScene",),
    "acquire_client.window.scenes.statistics": ("StatisticsPage",),
    "acquire_client.window.scenes.table": ("TableScene",),
    "acquire_client.window.scenes.table_options": ("TableOptionsPage",),
    "acquire_client.window.scenes.title": ("TitleScene",),
    "acquire_client.window.scenes.together": ("TogetherScene",),
    "acquire_client.window.scenes.trouble": ("TroublePage",),
    "acquire_client.window.scenes.tutorial": ("TutorialScene",),
    "acquire_client.window.scenes.waiting_tables": ("WaitingTablesPage",),
    "acquire_client.window.scenes.watch_computers": ("WatchComputersScene",),
    "acquire_client.window.scenes.watch_table": ("WatchTableScene", "WatchWait"),
})
__getattr__, load_all = _NAMES.find, _NAMES.load_all
