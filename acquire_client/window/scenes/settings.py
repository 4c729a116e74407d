"""What can be set: display, speed, sound, the game. Every change is in force at once, but a name when the page is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from acquire_client.files.settings import ANIMATIONS, BOT_DELAYS, VIDEO_PATHS
from acquire_client.language import LANGUAGES, message
from acquire_client.theme import LOOKS, PALETTES, has_own_chains
from acquire_client.view_model.ready_games import is_seat_name, person_name
from acquire_client.view_model.seat_choices import LONGEST_NAME, seats_renamed
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import SCALES, Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.layout.scale import fitting_scale
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.widgets.button import Button, Toggle
from acquire_client.window.widgets.choice import Slider, choice_among
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import Widget

SPEEDS = {"none": message("None"), "fast": message("Fast"), "normal": message("Normal"), "slow": message("Slow")}
DELAYS = {0: message("Instant"), 300: message("Fast"), 800: message("Normal"), 1500: message("Slow")}
VIDEOS = {"auto": message("Automatic"), "software": message("Software"), "accelerated": message("Graphics card")}
LOOK_NAMES = {"dark": message("Dark"), "light": message("Light"), "contrast": message("High contrast"),
              "dos": message("Retro 1988")}
MAX_ROWS = 9
SETTINGS_ROOMS = ((960, 576), (720, 960))
"""More than a table needs: all rows with a gap between them."""
PALETTE_NAMES = {"a": message("Standard"), "b": message("Alternative"), "6515": message("Revised 6515")}
assert set(SPEEDS) == set(ANIMATIONS) and set(DELAYS) == set(BOT_DELAYS) and set(VIDEOS) == set(VIDEO_PATHS)
assert set(LOOK_NAMES) == set(LOOKS) and set(PALETTE_NAMES) == set(PALETTES)


class SettingsPage(Scene):
    """The title and the question before leaving open it. Each widget calls `_set_option`, which gives the shell new `Settings`:
    the shell writes them, and calls `on_restyle` of the scenes. Only the name waits in `name` until `_keep_name`, since half a
    name would be used at once. A new setting needs a field of `Settings` and a widget here, and a place among the MAX_ROWS of
    its column."""

    rooms = SETTINGS_ROOMS

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._name_before = person_name(shell.settings.name, shell.settings.seats, "")
        """The name as it was kept last: the seat of that name is renamed with it."""
        self.name = self._name_before

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot, self.row = page.head, page.foot, page.row
        self.groups = page.body.columns((1, 1), unit(24))

    def build_widgets(self) -> list[Widget]:
        unit, now, translate = self.unit, self.shell.settings, self.translate
        rooms = [group.without_top(unit(34)).inset(unit(18), unit(10)) for group in self.groups]
        gap = min(unit(10), (rooms[0].h - MAX_ROWS * self.row) // (MAX_ROWS - 1))
        first, second = (room.stacked(MAX_ROWS, self.row, gap) for room in rooms)
        return [
            self._choice_of("look", first[0], translate("Theme"), tuple(LOOK_NAMES), tuple(map(translate, LOOK_NAMES.values()))),
            self._choice_of("palette", first[1], translate("Chain colours"), tuple(PALETTES),
                            tuple(map(translate, PALETTE_NAMES.values())),
                            translate("All are colour-blind safe. The 1988 theme has its own colours."),
                            enabled=not has_own_chains(now.look)),
            self._choice_of("scale", first[2], translate("Scale"), SCALES,
                            [translate("{scale:%}", scale=scale) for scale in SCALES],
                            translate("How large everything is: boxes, tiles, buttons and text.")),
            self._choice_of("language", first[3], translate("Language"), tuple(LANGUAGES), tuple(LANGUAGES.values())),
            Toggle("fullscreen", first[4], translate("Full screen (F11)"), now.fullscreen,
                   lambda on: self._set_option(fullscreen=on)),
            Toggle("labels", first[5], translate("Show coordinates"), now.labels, lambda on: self._set_option(labels=on)),
            self._choice_of("video", first[6], translate("Renderer"), VIDEO_PATHS, tuple(map(translate, VIDEOS.values())),
                            translate("Takes effect after a restart.")),
            Toggle("notifies", first[7], translate("Notify me of my turn"), now.notifies,
                   lambda on: self._set_option(notifies=on),
                   translate("When you look at another window, your desktop tells you that a table over the network waits for "
                             "you.")),
            TextField("name", second[0], self.name, self._type_name, longest=LONGEST_NAME, ghost=translate("Player"),
                      entered=self._keep_name, tip=translate("Your name at the next table."), label=translate("Your name")),
            self._choice_of("animation", second[1], translate("Animations"), tuple(SPEEDS),
                            tuple(map(translate, SPEEDS.values()))),
            self._choice_of("bot_delay_ms", second[2], translate("Computer speed"), BOT_DELAYS,
                            tuple(map(translate, DELAYS.values()))),
            self._slider_of("volume", second[3], translate("Sound"), "place"),
            self._slider_of("turn_volume", second[4], translate("Sound of my turn"), "turn"),
            Toggle("confirm", second[5], translate("Confirm final moves"), now.confirm,
                   lambda on: self._set_option(confirm=on),
                   translate("Asks only when a move cannot be undone.")),
            Toggle("hints", second[6], translate("Hints (H)"), now.hints, lambda on: self._set_option(hints=on),
                   translate("H asks what a strong computer player would do, and why.")),
            Toggle("passes", second[7], translate("Auto-skip"), now.passes, lambda on: self._set_option(passes=on),
                   translate("Skips decisions with only one option.")),
            Toggle("confirm_sending", second[8], translate("Confirm before sending"), now.confirm_sending,
                   lambda on: self._set_option(confirm_sending=on),
                   translate("At a table over the network every answer is asked about again. What was sent stands.")),
            Button("back", self.foot.end(unit(200)), translate("Back"), self._leave, kind="primary", hint="Esc",
                   icon="back"),
        ]

    def scale_note(self) -> str:
        """Return which scale is used instead of the chosen one, where the window has no room for that; else nothing."""
        chosen, used = self.shell.settings.scale, fitting_scale(*self.shell.size, self.shell.settings.scale)
        if chosen == used:
            return ""
        return self.translate("{chosen:%} chosen; this window fits {used:%}.", chosen=chosen, used=used)

    def _choice_of(self, name: str, box: Box, label: str, values: Sequence[Any], labels: Sequence[str], tip: str = "",
                   enabled: bool = True) -> Widget:
        now = getattr(self.shell.settings, name)
        return choice_among(self.painter, name, box, labels, list(values).index(now),
                            lambda at: self._set_option(**{name: values[at]}), label, tip, enabled)

    def _slider_of(self, name: str, box: Box, label: str, sound: str) -> Widget:
        """Return a volume; when it changes, a sound tells how loud it is."""
        def change(value: int) -> None:
            self._set_option(**{name: value})
            self.shell.play_sound(sound)

        return Slider(name, box, label, getattr(self.shell.settings, name), 0, 100, 10, change,
                      lambda value: self.translate("{scale:%}", scale=value / 100))

    def _set_option(self, **changes: Any) -> None:
        self.shell.change_settings(replace(self.shell.settings, **changes))

    def on_restyle(self) -> None:
        super().on_restyle()
        self.translate: Callable[..., str] = self.shell.translate

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self._leave()
        return True

    # --- the name ---

    def _type_name(self, text: str) -> None:
        self.name = text

    def _keep_name(self) -> bool:
        """Keep the name, also for the seat of the next custom game; return False if nobody can sit down with it, and say so."""
        name, settings = self.name.strip(), self.shell.settings
        if name and not is_seat_name(name):
            self.shell.show_notice(self.translate("This name cannot be used at a table. Choose another one."), bad=True)
            self.rebuild("name")
            return False
        if name != self._name_before:
            self._set_option(name=name, seats=seats_renamed(settings.seats, self._name_before, name))
            self._name_before = name
        return True

    def _leave(self) -> None:
        if self._keep_name():
            self.shell.pop()

    def on_leave(self) -> None:
        """Keep the name also where the window is closed."""
        if not self.name.strip() or is_seat_name(self.name):
            self._keep_name()

    def panels(self) -> Panels:
        return tuple((box, "panel") for box in self.groups)

    def paint(self, painter: Painter) -> None:
        painter.text(self.head, self.translate("Settings"), 26, bold=True)
        painter.text(self.foot.without_end(painter.unit(214)), self.scale_note(), 13, "dim")
        for box, title in zip(self.groups, (self.translate("Display"), self.translate("Game")), strict=True):
            painter.text(box.top(painter.unit(38)).inset(painter.unit(18), 0), title, 13, "dim", bold=True)
