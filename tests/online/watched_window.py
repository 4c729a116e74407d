"""The window as `acquire` opens it, which also writes down what it shows: the far side of `tests/online/real_windows.py`.

    python -m tests.online.watched_window FOLDER

`FOLDER/report.json` says which scene is on top, what may be pressed, how far the game is, and by which keys the person here
answers. `FOLDER/moments.jsonl` has the moments at which answers were given and pictures were shown, on the clock of the machine.
Nothing is pressed here: keys come from outside, through the display.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pygame

from acquire_client.commands import EndedBySignal
from acquire_client.window import app as app_module
from acquire_client.window.app import App
from acquire_client.window.scenes.table import TableScene
from acquire_core.actions import Action, DeclareEnd
from acquire_core.ai import bot_named
from tests.client.window.driver import Window
from tests.client.window.hands import by_keys

LEVEL = "2"
KEY_NAMES = {pygame.K_RETURN: "Return", pygame.K_ESCAPE: "Escape", pygame.K_TAB: "Tab", pygame.K_SPACE: "space"}


class KeyList:
    """What `by_keys` takes for a window: it notes the keys by the names that X has for them, and presses nothing."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def key(self, key: int | str, mod: int = 0) -> None:
        name = key.lower() if isinstance(key, str) else KEY_NAMES.get(key) or chr(key)
        self.names.append(f"shift+{name}" if mod & pygame.KMOD_SHIFT else name)


def keys_for(table: TableScene, action: Action) -> list[str]:
    """Return the keys that mean an action at this table."""
    keys = KeyList()
    by_keys(cast(Window, keys), table, action)
    return keys.names


class WatchedApp(App):
    folder = Path()

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._chosen: tuple[int, list[str]] = (-1, [])
        self._written = ""
        self._seen = self._answered = 0
        self._at_table = False
        self._keys = 0
        self.moments = (self.folder / "moments.jsonl").open("a", buffering=1)

    def run_once(self, events: Sequence[pygame.event.Event], now_ms: int | None = None) -> None:
        pressed = sum(event.type == pygame.KEYDOWN for event in events)
        self._keys += pressed
        started, drawn = time.monotonic(), self.drawn
        super().run_once(events, now_ms)
        if pressed and self.drawn > drawn:
            self._note("key", ms=round(1000 * (time.monotonic() - started), 2))
        self._note_game(self.drawn > drawn)
        self._write_report()

    def _note(self, what: str, **more: object) -> None:
        self.moments.write(json.dumps({"at": time.monotonic(), "what": what, **more}) + "\n")

    @property
    def _match(self) -> Any:
        return self.evening.match if self.evening is not None else None

    def _note_game(self, has_drawn: bool) -> None:
        match = self._match
        if match is None:
            self._seen = self._answered = 0
            return
        if match.pending is not None and self._answered != len(match.steps) + 1:
            self._answered = len(match.steps) + 1
            self._note("answered", step=self._answered, seat=match.seat)
        if has_drawn and len(match.steps) > self._seen:
            self._note("shown", first=self._seen + 1, last=len(match.steps))
            self._seen = len(match.steps)

    def _keys_of_answer(self) -> list[str]:
        """Return the keys by which the person here answers, where it is asked and the table shows the question."""
        top, match = self.scenes[-1] if self.scenes else None, self._match
        if not isinstance(top, TableScene) or top.decider is None or match is None or match.asked_seat is None:
            return []
        if self._chosen[0] != len(match.steps):
            action = bot_named(LEVEL, len(match.steps)).choose(match.observe(match.seat)).action
            ending = [each for each in match.legal_actions() if isinstance(each, DeclareEnd) and each.yes]
            try:
                self._chosen = len(match.steps), keys_for(top, ending[0] if ending else action)
            except StopIteration:  # the table still shows the question before; the next picture has this one
                return []
        return self._chosen[1]

    def _write_report(self) -> None:
        top, evening, match = self.scenes[-1] if self.scenes else None, self.evening, self._match
        report: dict[str, Any] = {
            "scenes": [type(scene).__name__ for scene in self.scenes],
            "focus": None if top is None else top.focus_manager.focus,
            "widgets": [] if top is None else [widget.name for widget in top.focus_manager.widgets],
            "pressed": self._keys,
            "tables": len(getattr(top, "tables", ())),
            "notice": None if self.notices.current is None else self.notices.current.text,
            "at_ms": round(1000 * time.monotonic()) // 500,
        }
        if evening is not None:
            lobby = evening.lobby
            report["evening"] = {
                "stage": evening.stage.name, "own_wish": evening.own_wish, "games": len(evening.games),
                "code": "" if evening.listening is None else evening.listening.code,
                "relay_code": "" if evening.listening is None else evening.listening.relay_code,
                "chat": [[line.name, line.text] for line in evening.chat],
                "votes": {str(seat): votes.count for seat, votes in evening.votes.items()},
                "table_code": "" if lobby is None else lobby.table_code,
                "places": 0 if lobby is None else lobby.places,
                "members": [] if lobby is None else [[each.name, each.is_seated, each.is_ready] for each in lobby.members],
                "lost": sorted(evening.lost), "silent": list(evening.silent), "adjourned": list(evening.adjourned),
                "waits_for": list(evening.waiting.seats), "stopped": evening.stopped is not None,
            }
        if match is not None:
            report["match"] = {"seat": match.seat, "steps": len(match.steps), "over": match.is_over, "phase": match.game.phase,
                               "asked": match.asked_seat, "names": [player.name for player in match.players],
                               "keys": self._keys_of_answer()}
        text = json.dumps(report)
        if text != self._written:
            self._written = text
            beside = self.folder / "report.new"
            beside.write_text(text, "utf-8")
            os.replace(beside, self.folder / "report.json")
        for request in self.folder.glob("*.shoot"):
            pygame.image.save(pygame.display.get_surface(), str(request.with_suffix(".png")))
            request.unlink()


def main() -> int:
    WatchedApp.folder = Path(sys.argv[1])
    app_module.App = WatchedApp  # type: ignore[misc]
    with suppress(EndedBySignal):
        return app_module.open_window()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
