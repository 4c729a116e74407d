"""What a person has set, kept as JSON in the folder that the system has for it.

Values from outside are checked one by one: one that makes no sense is left at its default.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from acquire_client.files.json_file import JsonFile
from acquire_client.files.reduced_motion import prefers_reduced_motion
from acquire_client.language import LANGUAGES, message
from acquire_client.theme import LOOKS, PALETTES
from acquire_client.window.layout.box import SCALES
from acquire_core.record_header import LOGS, WHOLE

FILE_NAME = "settings.json"
MAX_BYTES = 100_000
MAX_TEXT_CHARACTERS = 2000
ANIMATIONS = {"none": 0.0, "fast": 0.5, "normal": 1.0, "slow": 1.8}
BOT_DELAYS = (0, 300, 800, 1500)
VIDEO_PATHS = ("auto", "software", "accelerated")


@dataclass(frozen=True, slots=True)
class Settings:
    """
    >>> Settings(look="light").bot_delay_ms
    800
    """

    look: str = "dark"
    palette: str = "a"
    language: str = "en"
    scale: float = 1.0
    fullscreen: bool = False
    animation: str = "normal"
    bot_delay_ms: int = 800
    volume: int = 60
    turn_volume: int = 60
    """Of the sound that tells a person that it is their turn."""
    notifies: bool = True
    """Whether the desktop tells a person who looks at another window that it is their turn at a table over the network."""
    confirm: bool = False
    confirm_sending: bool = False
    """Whether every answer is asked about again before it is sent to a table over the network."""
    hints: bool = True
    passes: bool = True
    """Whether nobody is asked where nothing can be decided."""
    open_hands: bool = True
    """Whether all hands and shares are shown while computer players play among themselves."""
    labels: bool = True
    """The names of empty squares."""
    video: str = "auto"
    name: str = ""
    """The name of the person at this computer; empty until it has been asked."""
    seats: str = ""
    """Who played last, as `--seats` says it."""
    rules: str = "classic"
    options: str = ""
    """What was changed in the rules last, as `name=value` with commas."""
    log: str = WHOLE
    """How much of the last custom game its log showed."""
    relay: str = ""
    """The address of the relay through which others could reach this program last."""
    uses_relay: bool = False
    """Whether others can reach this program through it."""
    mailbox: str = ""
    """The address of the mailbox of the last table over days that was opened here."""
    friends_only: bool = False
    """Whether strangers get no seat by themselves at a table of this person."""
    presets: str = ""
    """The rules that a player has saved, as view_model/presets.py writes them."""
    width: int = 1280
    height: int = 720


_ALLOWED: dict[str, Callable[[Any], bool]] = {
    "look": LOOKS.__contains__,
    "palette": PALETTES.__contains__,
    "language": LANGUAGES.__contains__,
    "scale": SCALES.__contains__,
    "animation": ANIMATIONS.__contains__,
    "log": LOGS.__contains__,
    "bot_delay_ms": BOT_DELAYS.__contains__,
    "volume": lambda value: 0 <= value <= 100,
    "turn_volume": lambda value: 0 <= value <= 100,
    "video": VIDEO_PATHS.__contains__,
    "width": lambda value: 320 <= value <= 16384,
    "height": lambda value: 200 <= value <= 16384,
}


def settings_from(values: object) -> Settings:
    """Return the settings that a file names, as far as they make sense."""
    if not isinstance(values, dict):
        return Settings()
    kept: dict[str, Any] = {}
    for field in fields(Settings):
        value, default = values.get(field.name), field.default
        if type(value) is int and type(default) is float:
            value = float(value)
        if type(value) is not type(default) or (isinstance(value, str) and len(value) > MAX_TEXT_CHARACTERS):
            continue
        if _ALLOWED.get(field.name, lambda _: True)(value):
            kept[field.name] = value
    if "turn_volume" not in values and "volume" in kept:
        kept["turn_volume"] = kept["volume"]  # an older file has one volume for everything
    return Settings(**kept)


def language_of_the_system() -> str:
    """Return the language that the system speaks, if the window speaks it too."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = os.environ.get(name, "")[:2].lower()
        if code:
            return code if code in LANGUAGES else "en"
    return "en"


def name_in_settings(folder: Path) -> str:
    """Return the name that a person has given in the window; empty where there is none. A file that cannot be read is left to
    the window, which says so."""
    try:
        with (folder / FILE_NAME).open("rb") as file:
            return settings_from(json.loads(file.read(MAX_BYTES))).name
    except (OSError, ValueError, RecursionError):
        return ""


class SettingsFile(JsonFile):
    """The file of settings. `is_missing` after `load` says that the program is started for the first time."""

    max_bytes = MAX_BYTES
    unreadable = message("The settings cannot be read: {why}.")
    damaged = message("The file of settings was damaged; it is now called {name}.")
    stuck = message("The file of settings is damaged and cannot be set aside; these settings are not kept.")
    unwritable = message("The settings cannot be kept: {why}.")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE_NAME)

    def load(self) -> Settings:
        found = self.read(settings_from)
        if found is None and self.is_missing:
            return Settings(language=language_of_the_system(), animation="none" if prefers_reduced_motion() else "normal")
        return Settings() if found is None else found

    def save(self, settings: Settings) -> bool:
        """Return True if they are kept; what is set is in force anyway."""
        return self.write(asdict(settings))


class KioskSettings(SettingsFile):
    """The same for a television: full screen, as large as the screen has room for, and nothing is written."""

    def load(self) -> Settings:
        return replace(super().load(), fullscreen=True, scale=SCALES[-1], hints=False, passes=True)

    def save(self, settings: Settings) -> bool:
        return True
