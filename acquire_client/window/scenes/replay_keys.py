"""The function keys of a replay. They mean what they mean at the table, about the moment that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_client.language import message
from acquire_client.view_model.facts import hand_facts
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.scenes.function_keys import FunctionKeys
from acquire_core import Observation, Ruleset
from acquire_core.record import Record

if TYPE_CHECKING:
    from acquire_client.window.scenes.replay import ReplayScene


class ReplayKeys(FunctionKeys):
    leave_title = message("Leave the replay?")
    stay = message("Watch on")

    def __init__(self, scene: ReplayScene) -> None:
        super().__init__(scene.shell)
        self.scene = scene

    @property
    def ruleset(self) -> Ruleset:
        return self.scene.replay.ruleset

    @property
    def names(self) -> TableNames:
        return self.scene.replay.names

    def seen(self) -> Observation:
        return self.scene.replay.observed(self.scene.moment.move)

    def sheet(self) -> ScoreSheet:
        return self.scene.moment.sheet

    def record(self) -> Record:
        return self.scene.replay.record

    def hand(self) -> None:
        scene, asked = self.scene, self.scene.moment.asked
        title, facts = scene.say("Your tiles"), hand_facts(scene.replay.effects(scene.moment.move))
        if not scene.replay.open:
            facts = (scene.say("Only of a game that is over, or others' tiles would be told."),)
        elif asked is not None:
            title = scene.say("Tiles of {name}", name=self.names.seat(asked))
        self.shell.show_lines(title, facts or (scene.say("The hand: no tiles."),))

    def filter(self) -> None:
        self.scene.filter()

    def save(self) -> None:
        if self.scene.save is not None:
            self.scene.save()
        else:
            self.shell.tell(self.scene.say("This record is saved already."))

    def before_leaving(self) -> str:
        """An analysis may have taken long."""
        scene = self.scene
        if scene.chances is not None or scene.done_share is not None:
            return scene.say("The win chances that have been found go with it.")
        return scene.say("The record stays as it is.")

    def leave(self) -> None:
        self.shell.pop()
