"""What a scene is, and what it may ask of the window around it.

No scene constructs another one: it asks the `Shell` to show it, and window/navigation.py knows all scenes.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from acquire_client.files.folders import Folders
from acquire_client.files.saves import RecordFolder
from acquire_client.files.settings import Settings
from acquire_client.language import Words
from acquire_client.matches.match import Match
from acquire_client.view_model.puzzles import ANY
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.scale import TABLE_ROOMS, fitting_unit
from acquire_client.window.screen_reader.nodes import AccessibleNode, NodeAction
from acquire_client.window.screen_reader.tree import SceneContent
from acquire_client.window.widgets.focus_manager import FocusManager
from acquire_client.window.widgets.lines import ListLine
from acquire_client.window.widgets.widget import Widget
from acquire_client.workers import Workers
from acquire_core import Ruleset
from acquire_core.puzzles import Puzzle
from acquire_core.record import Record

if TYPE_CHECKING:
    from acquire_client.matches.evening import Evening
    from acquire_client.matches.waiting_table import WaitingTable
    from acquire_client.window.controller.game_review import GameReview
    from acquire_client.window.controller.journal_check import JournalCheck
    from acquire_net import Host, Join, Offer, OptionLine, Resume, TableAddress
    from acquire_net.events import LobbySnapshot

FunctionKey = Callable[[int], object]
"""Do what a function key means in the scene below."""
MAX_READER_STEPS = 500
"""How far a screen reader may move a number at once."""


@dataclass(frozen=True, slots=True)
class DialogAnswer:
    """One button of a dialog; without `act` it only closes the dialog."""

    label: str
    act: Callable[[], None] | None = None
    kind: str = "plain"


@dataclass(frozen=True, slots=True)
class SealedStep:
    """What all may know of a step of simultaneous play while the screen goes from one person to the next."""

    progress: Callable[[], str]
    """Returns how many have answered."""
    last_name: str
    """Who answered last and may still change it; empty if nobody may."""
    take_back: Callable[[], None]
    """Takes that answer back."""


class Shell(Protocol):
    """The window, as scenes see it."""

    settings: Settings
    words: Words
    workers: Workers
    records: Path
    folders: Folders
    size: tuple[int, int]

    @property
    def painter(self) -> Painter:
        """Return the painter, which can tell how wide a text is."""

    def translate(self, text: str, **values: object) -> str:
        """Return a text in the language of the person."""

    # --- other scenes, in the place of all that are there ---

    def show_menu(self) -> None:
        """Go back to the title, from wherever."""

    def play(self, match: Match, folder: RecordFolder | None = None) -> None:
        """Sit down at a match."""

    def continue_game(self, path: Path) -> None:
        """Sit down at a game that is not over, unless another program plays it."""

    def show_tutorial(self) -> None: ...

    def show_puzzles(self) -> None:
        """Show the puzzle of the day and those of the themes."""

    def play_puzzle(self, puzzle: Puzzle, day: datetime.date | None = None, theme: str = ANY) -> None:
        """Put a puzzle; `day` is the date of a daily one, `theme` says which come next."""

    def play_next_puzzle(self, theme: str, after: Puzzle | None = None) -> None:
        """Put the next puzzle of a theme, of any, or of the own ones."""

    def sit_down_online(self, how: Host | Join | Resume, name: str, typed: str = "") -> None:
        """Go to a table over the network, under this name; a `typed` code stays in its field if it leads nowhere."""

    def show_online_table(self) -> None:
        """Show the table over the network to which this program belongs now."""

    def watch_online(self, place: TableAddress, name: str = "") -> None:
        """Watch the table at this place, which is named for its host; at another one the program goes on waiting meanwhile."""

    def stop_watching(self) -> bool:
        """Go back from a table that is watched; return True if this program waits at another one."""

    def show_lobby(self) -> None:
        """Show the lobby of the table to which this program belongs now."""

    def wait_for_goodbyes(self) -> None:
        """Wait until the peers of tables that were left have ended. Not for the thread of the window."""

    def is_on_top(self, scene: Scene) -> bool:
        """Return True if no other scene lies over this one."""

    def leave_table(self) -> None:
        """Leave that table; to a game that has begun there this program can come back."""

    # --- other scenes, on top of this one ---

    def pop(self) -> None:
        """Take the scene on top away; behind the last one the program ends."""

    def show_new_game(self) -> None: ...

    def show_custom_game(self) -> None: ...

    def show_editions(self, edition: str, choose: Callable[[str], None]) -> None:
        """Show the editions side by side; `choose` gets the name of the one that is taken."""

    def show_house_rules(self, ruleset: Ruleset, change: Callable[[Ruleset], None]) -> None:
        """Show every option of these rules; `change` gets the rules after each change."""

    def show_add_computer(self, evening: Evening) -> None:
        """Ask for a computer player, and let it go to the table of this evening."""

    def is_own_computer(self, identity: bytes) -> bool:
        """Return True if this program has started the computer player with this key."""

    def coming_computers(self, lobby: LobbySnapshot) -> tuple[str, ...]:
        """Return the names of the computer players that this program has started and that are not in this lobby yet."""

    def remove_computer(self, identity: bytes) -> None:
        """Tell a computer player that this program has started to leave."""

    def show_table_options(self, evening: Evening) -> None: ...

    def show_qr(self, code: str) -> None: ...

    def show_together(self, typed: str = "", complaint: str = "") -> None:
        """Show the tables near here, and how to open one; with a code that was typed, and why it led nowhere."""

    def show_over_days(self, offer: Offer, found: Callable[[Offer], None]) -> None:
        """Ask for the mailbox of a table over days; `found` gets the offer of such a table."""

    def show_days(self, options: tuple[OptionLine, ...]) -> None:
        """Show what a table over days with these options is, and whether its mailbox answers."""

    def show_waiting_tables(self, tables: Sequence[WaitingTable]) -> None:
        """Show the tables to which this seat can return."""

    def show_seats(self, evening: Evening) -> None:
        """Show who sits at a table over the network, and what can be done about it."""

    def show_letters(self, evening: Evening, path: Path | None = None) -> None:
        """Show the letters of a table over days; with a path, read those in that file."""

    def show_saved_games(self) -> None: ...

    def show_settings(self) -> None: ...

    def show_help(self, ruleset: Ruleset) -> None: ...

    def show_prices(self, ruleset: Ruleset, sizes: Mapping[str, int]) -> None: ...

    def show_lines(self, title: str, lines: Sequence[str | ListLine]) -> None: ...

    def show_chart(self, record: Record, names: TableNames) -> None: ...

    def show_replay(self, record: Record, save: Callable[[], None] | None = None, own: Sequence[int] | None = None) -> None:
        """Show a record from its beginning; `save` keeps one that is not on the disk. `own` are the seats of the people at this
        machine, where they are known: otherwise those of all people in the record."""

    def show_review(self, record: Record, save: Callable[[], None] | None = None, review: GameReview | None = None,
                    own: Sequence[int] | None = None) -> None:
        """Show what was better in a record; `review` is one that has begun already, and goes on when its screen is left. `own` as
        in `show_replay`."""

    def show_result(self, match: Match, again: Callable[[], None], save: Callable[[], None], function_key: FunctionKey) -> None:
        """Show the end of a game."""

    def show_online_result(self, evening: Evening, again: Callable[[], None], save: Callable[[], None],
                           function_key: FunctionKey, keep: Callable[[Record], None]) -> None:
        """Show the end of a game over the network; `keep` gets its record with all hands, once they are open."""

    def show_certificate(self, evening: Evening, check: JournalCheck | None) -> None:
        """Show who has signed the last game of an evening, and let its journal be verified."""

    def show_kiosk_result(self, match: Match) -> None:
        """Show the end of a game on a television, for a while."""

    def hand_over(self, name: str, since: Callable[[], Sequence[str]], sit: Callable[[], None], function_key: FunctionKey,
                  step: SealedStep | None = None) -> None:
        """Hide the table until the person of this name sits down; `since` returns what that person missed."""

    def show_statistics(self) -> None: ...

    def ask_where_to_save(self, save: Callable[[Path], Path], then: Callable[[], None]) -> None:
        """Ask for a file or a folder until `save` succeeds, which returns the file; then call `then`."""

    def show_dialog(self, title: str, text: Callable[[], str], answers: tuple[DialogAnswer, ...],
                    function_key: FunctionKey, holds: Callable[[], bool] = lambda: True) -> None:
        """Ask a question over whatever is there, as long as it holds."""

    # --- what is not a scene ---

    def change_settings(self, settings: Settings) -> None:
        """Change the settings: they are kept, and in force at once."""

    def play_sound(self, name: str) -> None: ...

    def show_notice(self, text: str, bad: bool = False) -> None:
        """Show a line at the upper edge of the window for a few seconds, behind those that are shown already."""

    def ask_for_attention(self, text: str) -> None:
        """Ask for attention where the person looks at another window, unless that is switched off. The text names no tile."""

    def set_title(self, title: str) -> None:
        """Set what the title of the window says."""

    def quit(self) -> None: ...


class Scene:
    """`overlay` scenes lie over the one below, which is drawn first and dimmed."""

    overlay = False
    rooms = TABLE_ROOMS
    """How many units of room the scene needs: it is not scaled up beyond that."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.focus_manager = FocusManager()
        self.translate = shell.translate
        self.now_ms = 0
        self._laid_out: tuple[int, int, float] | None = None
        self.written: tuple[tuple[Box, str], ...] = ()
        """What `paint` has written, with its places, as long as a screen reader is there."""

    # --- what a scene says of itself ---

    def build_widgets(self) -> list[Widget]:
        """Return all that can be pressed now, in the order of the Tab key."""
        return []

    def lay_out(self, window: Box, unit: Unit) -> None:
        """Lay out the rectangles for a window of this size."""

    def panels(self) -> Panels:
        """Return what lies under everything else in a scene that is not an overlay."""
        return ()

    def paint(self, painter: Painter) -> None:
        """Paint everything but these panels and the widgets."""

    def tip_free_boxes(self) -> tuple[Box, ...]:
        """Return what no tooltip may cover."""
        return ()

    def press_key(self, event: pygame.event.Event) -> bool:
        """Do what a key means that no widget took; return False if it means nothing."""
        return False

    def update(self, now_ms: int) -> bool:
        """Let time pass; return True if something is to be drawn anew."""
        return False

    def wait_ms(self, now_ms: int) -> int | None:
        """Return for how many milliseconds nothing changes by itself; None if only the player changes something."""
        return None

    def update_behind(self, now_ms: int) -> bool:
        """Let time pass while an overlay lies over the scene, which most scenes do not; return True if it looks otherwise now."""
        return False

    def wait_behind_ms(self, now_ms: int) -> int | None:
        """Return for how many milliseconds nothing changes by itself while an overlay lies over the scene."""
        return None

    def on_return(self) -> None:
        """Do what is due when the scene on top of this one has gone."""

    def asks_before_loss(self, leave: Callable[[], None]) -> bool:
        """Return True if leaving would lose something that cannot be kept. Then the scene asks, and calls `leave` if a person
        wants that all the same."""
        return False

    def on_leave(self) -> None:
        """Do what is due when the scene goes away for good."""

    def window_title(self) -> str:
        """Return what the title of the window says while the scene fills it; empty where that is what was set last."""
        return ""

    # --- what a screen reader gets ---

    def spoken_title(self) -> str:
        """Return what the scene is called; empty where the first text that is painted is its title."""
        return ""

    def spoken_text(self) -> str:
        """Return what is read out when the scene appears; a text that is painted is read anyway when the reader comes to it."""
        return ""

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what is painted and has a structure, such as a table, and texts that are read out when they change."""
        return ()

    def spoken_lines(self) -> tuple[str, ...]:
        """Return the lines of a log, of which new ones are read out."""
        return ()

    def end_motion(self) -> None:
        """End what still moves, so that the next input has its usual effect."""

    def accessible_content(self) -> SceneContent:
        self.ready()
        manager = self.focus_manager
        return SceneContent(self.spoken_title(), self.window, self.accessible_parts(), self.written,
                            tuple(widget.accessible_node() for widget in manager.widgets), manager.focus, self.overlay,
                            self.spoken_text(), self.spoken_lines())

    def act_for_reader(self, node: AccessibleNode, action: NodeAction, value: str | float | None = None) -> None:
        """Do what a screen reader asks for, by the keys or the click with which a person does it."""
        self.end_motion()
        if node.takes_focus:
            self.focus_for_reader(node.widget)
        if action is NodeAction.PRESS and node.box is not None:
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.handle_event(pygame.event.Event(kind, pos=node.box.middle, button=1))
            self.focus_manager.by_keyboard = True
        elif action in (NodeAction.LESS, NodeAction.MORE):
            self._press_for_reader(node.more_key if action is NodeAction.MORE else node.less_key)
        elif action is NodeAction.SET_VALUE and node.number is not None and isinstance(value, float | int):
            steps = round((value - node.number.now) / node.number.step)
            for _ in range(min(abs(steps), MAX_READER_STEPS)):
                self._press_for_reader(node.more_key if steps > 0 else node.less_key)
        elif action is NodeAction.SET_VALUE and node.cursor is not None and isinstance(value, str):
            self._press_for_reader(pygame.K_a, pygame.KMOD_CTRL)
            self.handle_event(pygame.event.Event(pygame.TEXTINPUT, text=value))

    def focus_for_reader(self, name: str) -> None:
        """Move the focus as the Tab key does."""
        self.focus_manager.focus_on(name)

    def _press_for_reader(self, key: int, mod: int = 0) -> None:
        self.handle_event(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))

    # --- what the window does with it ---

    @property
    def window(self) -> Box:
        return Box(0, 0, *self.shell.size)

    @property
    def unit(self) -> Unit:
        return fitting_unit(*self.shell.size, self.shell.settings.scale, self.rooms)

    @property
    def painter(self) -> Painter:
        """Return the painter with the unit of this scene."""
        painter = self.shell.painter
        painter.unit = self.unit
        return painter

    def ready(self) -> None:
        """Lay out if the size has changed since, and build the widgets the first time."""
        wanted = (*self.shell.size, self.shell.settings.scale)
        if wanted != self._laid_out:
            self._laid_out = wanted
            self.rebuild()

    def rebuild(self, focus: str | None = None) -> None:
        self.lay_out(self.window, self.unit)
        self.focus_manager.set_widgets(self.build_widgets(), focus)

    def on_restyle(self) -> None:
        """Take settings that have changed: words and sizes may be others."""
        self._laid_out = None

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Handle an event; return True if it was taken."""
        self.ready()
        if self.focus_manager.handle_event(event, self.now_ms):
            return True
        return event.type == pygame.KEYDOWN and self.press_key(event)

    def draw(self, painter: Painter, active: bool = True) -> None:
        self.ready()
        if self.overlay:
            painter.dim(self.window)
        else:
            painter.ground(self.panels())
        self.paint(painter)
        self.written = painter.take_notes()
        self.focus_manager.draw(painter, active)
