"""The function keys of a replay. They mean what they mean at the table, about the moment that is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from acquire_client.language import message
from acquire_client.view_model.facts import hand_facts
from acquire_client.view_model.replaying import Moment, RecordReplay
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.scenes.function_keys import FunctionKeys, share_lines
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.lines import ListLine
from acquire_core import Observation, Ruleset
from acquire_core.record import Record


class ReplayScreen(Protocol):
    """What these keys want of the scene."""

    save: Callable[[], None] | None

    @property
    def replay(self) -> RecordReplay: ...

    @property
    def moment(self) -> Moment: ...

    @property
    def has_chances(self) -> bool:
        """Return True if win chances have been found, or are being looked for."""

    def toggle_passes(self) -> None: ...


class ReplayKeys(FunctionKeys):
    leave_title = message("Leave the replay?")
    stay = message("Keep watching")

    def __init__(self, shell: Shell, scene: ReplayScreen) -> None:
        super().__init__(shell)
        self.scene = scene

    @property
    def ruleset(self) -> Ruleset:
        return self.scene.replay.ruleset

    @property
    def names(self) -> TableNames:
        return self.scene.replay.names

    def observed_now(self) -> Observation:
        return self.scene.replay.observed_after(self.scene.moment.move)

    def sheet_now(self) -> ScoreSheet:
        return self.scene.moment.sheet

    def record(self) -> Record:
        return self.scene.replay.record

    def show_hand(self) -> None:
        scene, asked, words = self.scene, self.scene.moment.asked, self.shell.words
        title = words.translate("Your tiles and shares")
        lines: list[str | ListLine] = [*hand_facts((), words)]
        if not scene.replay.open:
            lines = [words.translate("Only for a finished game: this would reveal the other players' tiles.")]
        elif asked is not None:
            title = words.translate("Tiles and shares of {name}", name=self.names.seat(asked))
            effects = scene.replay.effects_after(scene.moment.move)
            lines = [*hand_facts(effects, words), *share_lines(scene.moment.sheet, asked, words)]
        self.shell.show_lines(title, lines)

    def toggle_passes(self) -> None:
        self.scene.toggle_passes()

    def save(self) -> None:
        if self.scene.save is not None:
            self.scene.save()
        else:
            self.shell.show_notice(self.shell.translate("This record is saved already."))

    def before_leaving(self) -> str:
        """Return what is lost by leaving: an analysis may have taken long."""
        scene = self.scene
        if scene.has_chances:
            return self.shell.translate("The win chances that have been found go with it.")
        return self.shell.translate("The record stays as it is.")

    def leave(self) -> None:
        self.shell.pop()
