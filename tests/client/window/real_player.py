"""Play in a real window with a mouse alone, or with a keyboard alone.

What to press is found out in the same window in memory, on SDL's dummy driver: it is played first, and knows what lies where.
All that was done to it is then done to the real one.
"""

from collections.abc import Callable
from pathlib import Path

import pygame

from acquire_client.files.unfinished_games import UnfinishedGames
from acquire_client.matches.local import LocalMatch
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.saved_games import SavedGamesPage
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.widgets.lines import ListView
from acquire_core.actions import Action
from acquire_core.ai import bot_named

from .driver import Window
from .hands import by_keys, by_mouse
from .real_window import RealWindow, eventually

SETTINGS: dict[str, object] = {"language": "en", "animation": "none", "volume": 0, "bot_delay_ms": 0}


class Doubled(Window):
    """A window in memory that remembers what was done to it, in the words of xdotool, and draws only when it is looked at."""

    def __init__(self, home: Path, **settings: object) -> None:
        self.done: list[tuple[str, ...]] = []
        super().__init__(home, **settings)
        self._draw, self.app.draw = self.app.draw, lambda: None  # type: ignore[method-assign]

    def look(self) -> pygame.Surface:
        self._draw()
        return self.app.painter.surface

    def key(self, key: int | str, mod: int = 0) -> None:
        super().key(key, mod)
        name = pygame.key.name(pygame.key.key_code(key) if isinstance(key, str) else key)
        name = name if len(name) == 1 or name == "space" else name.capitalize()
        self.done.append(("key", "--delay", "0", f"shift+{name}" if mod & pygame.KMOD_SHIFT else name))

    def click(self, at: str | tuple[int, int]) -> None:
        x, y = at if isinstance(at, tuple) else self.widget(at).box.middle
        super().click((x, y))
        self.done.append(("mousemove", "--window", "WINDOW", str(x), str(y), "click", "--delay", "0", "1"))

    def point(self, x: int, y: int) -> None:
        super().point(x, y)
        self.done.append(("mousemove", "--window", "WINDOW", str(x), str(y)))


class Player:
    def __init__(self, hands: str, home: Path, real: RealWindow) -> None:
        self.mouse = hands == "mouse"
        self.doubled, self.real = Doubled(home, **SETTINGS), real

    # --- both windows ---

    def start(self) -> None:
        self.real.write_settings(**SETTINGS)
        self.real.start()

    def catch_up(self) -> None:
        """Do to the real window what was done to the other one since the last time."""
        self.real.do(self.doubled.done)
        self.doubled.done.clear()

    def sees_the_same(self) -> bool:
        """Return True if the real table comes to show the turn, the sheet and the question of the other one, when all notices
        have gone.
        How long they stay is a matter of the clock, which stands still in the other window."""
        places = self.doubled.table.places
        while self.doubled.app.notices.current is not None:
            self.doubled.app.notices.advance(self.doubled.app.notices.due_ms or 0)
        if self.mouse:
            self.doubled.point(places.board.x + 4, places.board.y + 4)   # where no tooltip is, and the cursor is below the bar
        self.catch_up()
        return self.real.comes_to_show(self.doubled.look(), (places.bar.left(places.bar.w // 3), places.sheet, places.question))

    # --- hands ---

    def press(self, name: str, key: int | str) -> None:
        self.doubled.click(name) if self.mouse else self.doubled.key(key)

    def decide(self, choose: Callable[[LocalMatch], Action]) -> Action | None:
        """Whatever is due: a decision, or taking the seat or saying yes on the way to one."""
        doubled, table = self.doubled, self.doubled.table
        action = None
        if isinstance(doubled.top, HandOver):
            self.press("sit", pygame.K_RETURN)
        elif isinstance(doubled.top, Dialog):
            self.press("answer 0", pygame.K_RETURN)
        else:
            action = choose(table.match)
            (by_mouse if self.mouse else by_keys)(doubled, table, action)
        doubled.settle()
        return action

    def go_on_with(self, name: str) -> None:
        """A saved game by its name, from the title."""
        doubled = self.doubled
        self.press("saves", pygame.K_F8)
        page, lines = doubled.top, doubled.widget("games")
        assert isinstance(page, SavedGamesPage) and isinstance(lines, ListView)
        number = [saved.path.stem for saved in page.games].index(name)
        if self.mouse:
            doubled.click((lines.box.x + 30, lines.box.y + number * lines.line_height + lines.line_height // 2))
        else:
            for _ in range(number):
                doubled.key(pygame.K_DOWN)
        assert page.chosen == number
        self.press("play", pygame.K_RETURN)
        doubled.settle()

    def leave(self) -> None:
        """From the table to the title; what is kept then is what was played in the other window."""
        self.press("menu" if isinstance(self.doubled.top, HandOver) else "key F10", pygame.K_F10)
        self.press("answer 0", pygame.K_RETURN)
        assert isinstance(self.doubled.top, TitleScene)
        self.catch_up()
        wanted = UnfinishedGames(self.doubled.home / "records").paths()[0].read_text("utf-8")
        assert eventually(lambda: (kept := self.real.autosave).exists()
                          and kept.read_text("utf-8").splitlines() == wanted.splitlines())

    def quit(self) -> None:
        self.press("quit", pygame.K_ESCAPE)
        if self.doubled.app.scenes:
            self.press("answer 0", pygame.K_RETURN)
        self.catch_up()
        self.real.ended()


def as_a_casual_player(match: LocalMatch) -> Action:
    return bot_named("casual", len(match.steps)).choose(match.observe(match.asked_seat)).action
