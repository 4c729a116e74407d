"""Drive a window as a person would, by keys and clicks, with a clock that the test moves."""

import json
import os
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from acquire_client.files.folders import Folders
from acquire_client.files.settings import SettingsFile
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.app import App
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.layout.box import Box
from acquire_client.window.scenes.scene import Scene
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.widgets.widget import Widget
from acquire_core import RULESETS

Noted = list[tuple[str, str]]
"""Notifications of the desktop: title and text."""
REVIEW_S = 300.0
"""So long work of low priority may take where everything else on the machine comes first; alone it takes a second."""
STEP_MS = 2000
IN_WHOLE_GAMES = 5
"""Of so many pictures of a whole game one is drawn: there are thousands, and most are like the one before."""
LANGUAGE = "en"
_SHARED: list[Fonts] = []


def shared_fonts() -> Fonts:
    """Return the fonts of all windows of this process: what one of them has drawn, the next need not draw again. Where a test
    runs the program to its end, `pygame.quit` takes them away, and the next text drawn with them would end the process."""
    if not _SHARED:
        _SHARED.append(Fonts())
        pygame.register_quit(_SHARED.clear)
    return _SHARED[0]


class Window:
    """`settings` are written to the file of settings before the window opens.

    A picture is drawn when a test asks for `app`, `top`, `table` or a widget, and at the end: most pictures between one key and
    the next are seen by no test. The layout follows every turn. With animations, with a screen reader, and with
    `draws_all` each picture is drawn in its turn.
    """

    draws_all = False
    draws_each = 1
    """Of so many pictures that a test would look at, one is drawn."""
    _put_off = 0
    _owes_picture = False

    def __init__(self, home: Path, **settings: object) -> None:
        home.mkdir(parents=True, exist_ok=True)
        values = {"language": LANGUAGE, "animation": "none", "volume": 0, **settings}
        (home / "settings.json").write_text(json.dumps(values), "utf-8")
        self.home = home
        self.now_ms = 1000
        with mock.patch("acquire_client.window.app.Fonts", return_value=shared_fonts()):
            self._app = App(SettingsFile(home), Folders(home, home, home / "records"))
        self.app.push(TitleScene(self.app))
        with mock.patch.object(self.app, "draw"):  # most tests show another scene at once; the next turn draws this one
            self.turn()

    # --- what there is ---

    @property
    def app(self) -> App:
        if self._owes_picture and self._app.scenes:
            self.draw()
        return self._app

    @property
    def top(self) -> Scene:
        self.app.scenes[-1].ready()
        return self.app.scenes[-1]

    @property
    def table(self) -> TableScene:
        table = next(scene for scene in self.app.scenes if isinstance(scene, TableScene))
        table.ready()
        return table

    def widget(self, name: str) -> Widget:
        found = self.top.focus_manager.widget_named(name)
        assert found is not None, f"no {name}, but {[widget.name for widget in self.top.focus_manager.widgets]}"
        return found

    # --- time ---

    def turn(self, *events: pygame.event.Event) -> None:
        app = self._app
        if self.draws_all or app.reader is not None or app.settings.animation != "none" or "draw" in vars(app):
            self.app.run_once(events, self.now_ms)
            return
        app.draw = self._put_off_picture  # type: ignore[method-assign]
        try:
            app.run_once(events, self.now_ms)
        finally:
            del app.draw

    def _put_off_picture(self) -> None:
        """Do what drawing does beside the picture."""
        self._app.prepare_picture()
        self._put_off += 1
        self._owes_picture = self._owes_picture or self._put_off % self.draws_each == 0

    def settle(self, rounds: int = 200) -> None:
        """Let everything happen that happens by itself, until a person is asked or nothing moves any more."""
        for _ in range(rounds):
            app = self._app
            assert app.workers.settle()
            self.now_ms += STEP_MS
            drawn = app.drawn
            self.turn()
            top = app.scenes[-1] if app.scenes else None
            if not isinstance(top, TableScene) or top.decider is not None or (top.controller.ended and drawn == app.drawn):
                return

    def finish_work(self) -> None:
        """Let a review or the verifier work to its end, however busy the machine is, and show what it found."""
        assert self.app.workers.settle(REVIEW_S, low_priority=True)
        self.turn()

    # --- hands ---

    def key(self, key: int | str, mod: int = 0) -> None:
        code = pygame.key.key_code(key) if isinstance(key, str) else key
        letter = chr(code) if 32 <= code < 127 else ""
        self.turn(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=letter, scancode=0))

    def type(self, text: str) -> None:
        for letter in text:
            self.turn(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def click(self, at: str | tuple[int, int]) -> None:
        """A place, or a widget by its name."""
        x, y = at if isinstance(at, tuple) else self.widget(at).box.middle
        self.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)))
        self.turn(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1))
        self.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=1))

    def point(self, x: int, y: int) -> None:
        self.turn(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)))

    # --- matches ---

    def play(self, seats: str = "Anna,Ada:casual,Ben:casual", rules: str = "classic", seed: int = 3,
             **options: object) -> TableScene:
        return self.sit_at(LocalMatch.start(RULESETS[rules].replace(**options), players_from(seats), seed))

    def sit_at(self, match: LocalMatch) -> TableScene:
        self._app.play(match)
        with mock.patch.object(self._app, "draw"):  # it is drawn in the next turn
            self.turn()
        self.settle()
        return self.table

    def draw(self) -> None:
        """Draw the picture that is owed, or once more."""
        if self._owes_picture:
            self._owes_picture = False
            self._app.drawn -= 1  # it was counted in its turn
        self._app.draw()

    def written(self) -> list[str]:
        """Return all texts of the next picture, also of what the painter keeps."""
        painter, texts = self._app.painter, []
        painter.forget()
        write = painter.text

        def noted(box: Box, text: str, *rest: Any, **more: Any) -> int:
            texts.append(text)
            return write(box, text, *rest, **more)

        painter.text = noted  # type: ignore[method-assign]
        try:
            self.draw()
        finally:
            del painter.text
        return texts

    def sizes_written(self, paint: Callable[[], object] | None = None) -> dict[str, set[int]]:
        """Return the sizes in which each text of the next picture is written, or of what `paint` paints."""
        painter = self._app.painter
        found: defaultdict[str, set[int]] = defaultdict(set)
        painter.forget()
        painter._texts.clear()
        draw = painter.fonts.text_picture

        def noted(text: str, size: int, *rest: Any) -> Any:
            found[text].add(size)
            return draw(text, size, *rest)

        painter.fonts.text_picture = noted  # type: ignore[method-assign]
        try:
            (paint or self.draw)()
        finally:
            del painter.fonts.text_picture
        return found

    def shot(self, path: Path) -> None:
        self.draw()
        pygame.image.save(self._app.painter.surface, str(path))

    def close(self) -> None:
        self.app.workers.settle()
        self.app.quit()
        self.app.workers.close()
