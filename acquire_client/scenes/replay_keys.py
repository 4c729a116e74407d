"""The function keys of a replay. They mean what they mean at the table, about the moment that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from ..language import message
from ..view_model.facts import board_facts, hand_facts, sheet_facts
from .dialog import Answer, Dialog
from .help import Help
from .pages import ChartPage, LinesPage, PricesPage
from .settings import SettingsPage

if TYPE_CHECKING:
    from .replay import ReplayScene


class ReplayKeys:
    def __init__(self, scene: ReplayScene) -> None:
        self.scene = scene

    def function_key(self, key: int) -> bool:
        """Whether the key is one of these; then it has been done."""
        acts = {
            pygame.K_F1: self.prices, pygame.K_F2: self.chains, pygame.K_F3: self.hand, pygame.K_F4: self.players,
            pygame.K_F5: self.chart, pygame.K_F6: self.scene.filter, pygame.K_F7: self.save, pygame.K_F8: self.load,
            pygame.K_F9: self.help, pygame.K_F10: self.menu,
        }
        if key in acts:
            acts[key]()
        return key in acts

    def prices(self) -> None:
        scene = self.scene
        sizes = {row.chain: row.size for row in scene.moment.sheet.chains}
        scene.shell.push(PricesPage(scene.shell, scene.replay.ruleset, sizes))

    def chains(self) -> None:
        scene = self.scene
        seen = scene.replay.game(scene.moment.move).observe(None)
        scene.shell.push(LinesPage(scene.shell, scene.say("Chains"), board_facts(seen, scene.shell.words)))

    def hand(self) -> None:
        scene, asked = self.scene, self.scene.moment.asked
        title, facts = scene.say("Your tiles"), hand_facts(scene.replay.effects(scene.moment.move))
        if not scene.replay.open:
            facts = (scene.say("Only of a game that is over, or others' tiles would be told."),)
        elif asked is not None:
            title = scene.say("Tiles of {name}", name=scene.replay.names.seat(asked))
        scene.shell.push(LinesPage(scene.shell, title, facts or (scene.say("The hand: no tiles."),)))

    def players(self) -> None:
        scene = self.scene
        scene.shell.push(LinesPage(scene.shell, scene.say("Players"), sheet_facts(scene.moment.sheet, scene.shell.words)))

    def chart(self) -> None:
        scene = self.scene
        if any(seat.cash is None for seat in scene.moment.sheet.seats):
            scene.shell.tell(scene.say("Cash is concealed under these rules; the chart comes at the end."))
            return
        scene.shell.push(ChartPage(scene.shell, scene.replay.record, scene.replay.names))

    def save(self) -> None:
        scene = self.scene
        if scene.save is not None:
            scene.save()
        else:
            scene.shell.tell(scene.say("This record is saved already."))

    def load(self) -> None:
        from .saves import SavesPage  # which opens replays

        self.scene.shell.push(SavesPage(self.scene.shell))

    def help(self) -> None:
        self.scene.shell.push(Help(self.scene.shell, self.scene.replay.ruleset))

    def menu(self) -> None:
        """Leaving is asked first: an analysis may have taken long."""
        shell = self.scene.shell
        shell.push(Dialog(shell, message("Leave the replay?"), self._leaving, (
            Answer(message("Leave"), shell.pop, "primary"), Answer(message("Settings"), lambda: shell.push(SettingsPage(shell))),
            Answer(message("Watch on"))), self._key_while_leaving))

    def _leaving(self) -> str:
        scene = self.scene
        if scene.chances is not None or scene.done_share is not None:
            return scene.say("The win chances that have been found go with it.")
        return scene.say("The record stays as it is.")

    def _key_while_leaving(self, key: int) -> None:
        """F10 once more watches on."""
        self.scene.shell.pop() if key == pygame.K_F10 else self.function_key(key)
