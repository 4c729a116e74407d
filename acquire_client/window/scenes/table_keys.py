"""The keys of the table that belong to no decision, and their buttons: function keys as in 1988, undo, hint, save."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from acquire_client.language import message
from acquire_client.view_model.facts import hand_facts, standing_now
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.function_keys import FunctionKeys
from acquire_client.window.table_view.decider_widgets import typed
from acquire_client.window.table_view.side_view import log_text
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.clipboard import write_clipboard
from acquire_client.window.widgets.widget import Widget
from acquire_core import Observation, Ruleset
from acquire_core.record import Record

if TYPE_CHECKING:
    from acquire_client.window.scenes.table import Table

BAR = (("F1", message("Prices")), ("F5", message("Chart")), ("F7", message("Save")), ("F9", message("Help")),
       ("F10", message("Menu")))


class TableKeys(FunctionKeys):
    leave_title = message("Leave the table?")
    stay = message("Play on")

    def __init__(self, table: Table) -> None:
        super().__init__(table.shell)
        self.table = table

    def bar_buttons(self, bar: Box, unit: Unit) -> list[Widget]:
        width, gap = unit(114), unit(4)
        height = max(28, bar.h - 2 * unit(4))
        acts = {"F1": self.prices, "F5": self.chart, "F7": self.save, "F9": self.help, "F10": self.menu}
        first = bar.right - unit(8) - len(BAR) * (width + gap) + gap
        return [Button(f"key {key}", Box(first + number * (width + gap), bar.y + (bar.h - height) // 2, width, height),
                       self.table.say(label), acts[key], kind="quiet", hint=key, size=12.5)
                for number, (key, label) in enumerate(BAR)]

    def bar_room(self, bar: Box, unit: Unit) -> Box:
        """Where the words of the bar may be."""
        return bar.inset(unit(14), 0).left(bar.w - unit(14) - len(BAR) * unit(118) - unit(20) - unit(18))

    def helper_buttons(self, places: tuple[Box, ...]) -> list[Widget]:
        table = self.table
        mine = table.decider is not None
        undo, reset, hint = places
        buttons: list[Widget] = [
            Button("undo", undo, table.say("Undo"), table.undo, enabled=mine and table.match.undoable > 0, size=12,
                   tip=table.say("U takes the last answer back, until a tile is drawn or somebody else decides.")),
            Button("reset", reset, table.say("Reset"), lambda: table.undo(everything=True), size=12,
                   enabled=mine and table.match.undoable > 1, tip=table.say("R takes back all of this turn.")),
        ]
        if table.may_hint:
            buttons.append(Button("hint", hint, table.say("Hint"), table.hint, enabled=mine, size=12,
                                  tip=table.say("H asks what a strong computer player would do, and why.")))
        return buttons

    def pressed(self, event: pygame.event.Event) -> bool:
        """Whether the key is one of these; then it has been done."""
        table = self.table
        if self.function_key(pygame.K_F10 if event.key == pygame.K_ESCAPE else event.key):
            return True
        if event.key in (pygame.K_z, pygame.K_c) and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            table.undo() if event.key == pygame.K_z else self.copy()
            return True
        letter = typed(event)
        if table.decider is None or letter in {choice.key.lower() for choice in table.decider.prompt.choices}:
            return False
        letters: dict[str, Callable[[], None]] = {"u": table.undo, "r": lambda: table.undo(everything=True)}
        if table.may_hint:
            letters["h"] = table.hint
        if letter in letters:
            letters[letter]()
            return True
        return False

    # --- what the function keys show ---

    @property
    def ruleset(self) -> Ruleset:
        return self.table.match.game.ruleset

    @property
    def names(self) -> TableNames:
        return self.table.match.names

    def seen(self) -> Observation:
        return self.table.seen()

    def sheet(self) -> ScoreSheet:
        return self.table.sheet

    def record(self) -> Record:
        return self.table.match.record()

    def hand(self) -> None:
        """What every tile would do; behind that page the focus is on the tiles."""
        table, decider = self.table, self.table.decider
        table.rebuild(decider.first_focus() if decider is not None else None)
        table.stage.by_keyboard = True
        facts: tuple[str, ...] = (table.say("Hands are hidden while nobody is asked."),)
        if table.viewer is not None:
            facts = hand_facts(table.effects) or (table.say("The hand: no tiles."),)
        table.shell.show_lines(table.say("Your tiles"), facts)

    def filter(self) -> None:
        self.table.quiet = not self.table.quiet
        self.table.log_top = None
        self.table.rebuild()

    def copy(self) -> None:
        """The log as it is shown, for somewhere else."""
        table = self.table
        text = log_text(table.log.lines, table.quiet, table.say)
        write_clipboard(text)
        table.shell.tell(table.say("The log is copied: {count} lines.", count=len(text.splitlines())))

    def save(self) -> None:
        self.table.save()

    def before_leaving(self) -> str:
        """What becomes of the game, and who would win if it ended now, as far as that may be known."""
        table, seen = self.table, self.seen()
        if table.match.over:
            return table.say("The game is over. Its record is kept if you save it (F7).")
        kept = table.say("The game is kept and can be continued from the menu.")
        return f"{standing_now(seen, table.names)} {kept}" if seen.turn else kept

    def leave(self) -> None:
        self.shell.menu()
