"""The keys of the table that belong to no decision, and their buttons: function keys as in 1988, undo, hint, save."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame

from acquire_client.language import message
from acquire_client.matches.table_log import NO_CHART, shows_all
from acquire_client.view_model.facts import hand_facts, retirement_text, standing_now
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.table_controller import TableController
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.function_keys import FunctionKeys, share_lines
from acquire_client.window.scenes.save_elsewhere import ask_before_loss
from acquire_client.window.scenes.scene import DialogAnswer, Shell
from acquire_client.window.table_view.decider_widgets import typed_letter
from acquire_client.window.table_view.side_view import log_text
from acquire_client.window.widgets.button import Button, widths_of_labels
from acquire_client.window.widgets.clipboard import write_clipboard
from acquire_client.window.widgets.lines import ListLine
from acquire_client.window.widgets.widget import Widget
from acquire_core import Observation, Ruleset
from acquire_core.actions import Action, Retire
from acquire_core.record import Record

BAR = (("F1", message("Prices")), ("F5", message("Chart")), ("F7", message("Save")), ("F9", message("Help")),
       ("F10", message("Menu")))
BAR_ICONS = {"F1": "prices", "F5": "chart", "F7": "save", "F9": "help", "F10": "menu"}


class TableScreen(Protocol):
    """What these keys want of the scene."""

    shows_passes: bool

    def undo(self, everything: bool = False) -> None: ...

    def toggle_hint(self) -> None: ...

    def toggle_passes(self) -> None: ...

    def focus_hand(self) -> None: ...

    def submit(self, action: Action) -> None: ...


class TableKeys(FunctionKeys):
    """A `TableScene` makes it by `make_keys`, gives it each key first (`press_key`), and asks it for the buttons of the same
    acts. It knows the scene only as a `TableScreen`, and the game by the controller. Where the letter of a key is that of a
    choice, the choice has it: `press_key` looks at the choices before its own letters. Tables over the network and puzzles have
    subclasses, which differ in what leaving means."""

    leave_title = message("Leave the table?")

    def __init__(self, shell: Shell, controller: TableController, screen: TableScreen) -> None:
        super().__init__(shell)
        self.controller, self.screen = controller, screen

    @property
    def stay(self) -> str:
        return message("Stay") if self.controller.match.is_over else message("Play on")

    def chart_refusal(self) -> str:
        if not shows_all(self.controller.match):
            return self.shell.translate(NO_CHART)
        return super().chart_refusal()

    def bar_buttons(self, bar: Box, painter: Painter) -> list[Widget]:
        unit = painter.unit
        gap = unit(4)
        width = self._bar_width(bar, unit)
        height = max(28, bar.h - 2 * unit(4))
        acts = {"F1": self.show_prices, "F5": self.show_chart, "F7": self.save, "F9": self.show_help, "F10": self.ask_to_leave}
        refusal = self.chart_refusal()
        first = bar.right - unit(8) - len(BAR) * (width + gap) + gap
        row = Box(first, bar.y + (bar.h - height) // 2, len(BAR) * (width + gap) - gap, height)
        labels = [(self.shell.translate(label), key) for key, label in BAR]
        cells = row.columns(widths_of_labels(painter, labels, icon_room=row.w - gap * (len(BAR) - 1)), gap)
        return [Button(f"key {key}", cell, label, acts[key], kind="quiet", hint=key, size=12.5, icon=BAR_ICONS[key],
                       enabled=key != "F5" or not refusal, tip=refusal if key == "F5" else "")
                for (label, key), cell in zip(labels, cells, strict=True)]

    @staticmethod
    def _bar_width(bar: Box, unit: Unit) -> int:
        """Return how wide a button of the bar is: at a large scale the words and notices need half of the bar."""
        return min(unit(114), int(bar.w * 0.09))

    def bar_room(self, bar: Box, unit: Unit) -> Box:
        """Return where the words of the bar may be."""
        buttons = len(BAR) * (self._bar_width(bar, unit) + unit(4))
        return bar.inset(unit(14), 0).left(bar.w - unit(14) - buttons - unit(20) - unit(18))

    def helper_buttons(self, places: tuple[Box, ...]) -> list[Widget]:
        translate, controller, screen = self.shell.translate, self.controller, self.screen
        mine, undoable = controller.decider is not None, controller.match.undoable_count
        undo, reset, hint = places
        buttons: list[Widget] = [
            Button("undo", undo, translate("Undo"), screen.undo, enabled=mine and undoable > 0, size=12, icon="undo",
                   tip=translate("U undoes the last answer, until a tile is drawn or another player decides.")),
            Button("reset", reset, translate("Reset"), lambda: screen.undo(everything=True), size=12, icon="restart",
                   enabled=mine and undoable > 1, tip=translate("R takes back all of this turn.")),
        ]
        if controller.options.hints:
            buttons.append(Button("hint", hint, translate("Hint"), screen.toggle_hint, enabled=mine, size=12, icon="hint",
                                  tip=translate("H asks what a strong computer player would do, and why.")))
        return buttons

    def press_key(self, event: pygame.event.Event) -> bool:
        """Do what the key means if it is one of these, and return True."""
        controller, screen = self.controller, self.screen
        if self.function_key(pygame.K_F10 if event.key == pygame.K_ESCAPE else event.key):
            return True
        if event.key in (pygame.K_z, pygame.K_c) and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            screen.undo() if event.key == pygame.K_z else self.copy_log()
            return True
        letter = typed_letter(event)
        if controller.decider is None or letter in {choice.key.lower() for choice in controller.decider.prompt.choices}:
            return False
        letters: dict[str, Callable[[], None]] = {"u": screen.undo, "r": lambda: screen.undo(everything=True)}
        if controller.options.hints:
            letters["h"] = screen.toggle_hint
        if letter in letters:
            letters[letter]()
            return True
        return False

    # --- what the function keys show ---

    @property
    def ruleset(self) -> Ruleset:
        return self.controller.match.game.ruleset

    @property
    def names(self) -> TableNames:
        return self.controller.match.names

    def observed_now(self) -> Observation:
        return self.controller.shown.seen

    def sheet_now(self) -> ScoreSheet:
        return self.controller.shown.sheet

    def record(self) -> Record:
        return self.controller.match.record()

    def show_hand(self) -> None:
        """Show what every tile would do, and the shares; behind that page the focus is on the tiles."""
        translate, shown, viewer = self.shell.translate, self.controller.shown, self.controller.viewer
        self.screen.focus_hand()
        lines: list[str | ListLine] = [translate("Hands are hidden while nobody is asked.")]
        if viewer is not None:
            lines = [*hand_facts(shown.effects, self.shell.words), *share_lines(shown.sheet, viewer, self.shell.words)]
        self.shell.show_lines(translate("Your tiles and shares"), lines)

    def toggle_passes(self) -> None:
        self.screen.toggle_passes()

    def copy_log(self) -> None:
        """Copy the log as it is shown, for somewhere else."""
        text = log_text(self.controller.lines_shown, self.screen.shows_passes, self.shell.translate)
        write_clipboard(text)
        self.shell.show_notice(self.shell.translate("The log is copied: {count} lines.", count=len(text.splitlines())))

    def save(self) -> None:
        self.controller.save()

    def ask_to_leave(self) -> None:
        """Ask before leaving; where the game cannot be kept, say what would be lost."""
        match, autosave = self.controller.match, self.controller.autosave
        if not ask_before_loss(self.shell, autosave, match, self.leave, self._key_while_leaving):
            super().ask_to_leave()

    def before_leaving(self) -> str:
        """Return what becomes of the game, and who would win if it ended now, as far as that may be known."""
        translate, seen, autosave = self.shell.translate, self.observed_now(), self.controller.autosave
        if not autosave.keeps_games:
            return translate(autosave.text)
        if self.controller.match.is_over:
            return translate("The game is over. You find it again under saved games (F8), in the history.")
        kept = translate("The game is kept and can be continued from the menu.")
        return f"{standing_now(seen, self.controller.names)} {kept}" if seen.turn else kept

    def more_answers(self) -> tuple[DialogAnswer, ...]:
        """Return that the person who is asked can leave the game for good, where that is an answer at this table."""
        can_retire = self.controller.match.can_retire and self.controller.decider is not None
        return (DialogAnswer(message("Retire"), self.ask_to_retire),) if can_retire else ()

    def ask_to_retire(self) -> None:
        """Ask before a seat is left for good; Enter and Escape stay."""
        prompt = self.controller.prompt
        if prompt is None:
            return
        retire = Retire(prompt.seat)
        self.shell.show_dialog(
            message("Leave the game for good?"), lambda: retirement_text(self.observed_now(), self.shell.words),
            (DialogAnswer(message("Retire"), lambda: self.screen.submit(retire)), DialogAnswer(self.stay, kind="primary")),
            self._key_while_leaving)

    def leave(self) -> None:
        self.shell.show_menu()
