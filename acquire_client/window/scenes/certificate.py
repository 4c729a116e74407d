"""The certificate of the game that was played at a table over the network, and the verifier that reads its journal again."""

from __future__ import annotations

import pygame

from acquire_client.matches.evening import Evening
from acquire_client.view_model.certificate import certificate_lines, verdict_line
from acquire_client.view_model.fair_play import FairLine, Standing
from acquire_client.window.assets.painter import Painter
from acquire_client.window.controller.journal_check import JournalCheck
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.table_view.fair_play_view import paint_fair_play
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_net import events

LOOK_MS = 100
"""Between two looks at how far the verifier is."""


class CertificatePage(Page):
    """`check` verifies the journal of the game; None where this program has none."""

    shares = (0.76, 0.88)

    def __init__(self, shell: Shell, evening: Evening, check: JournalCheck | None) -> None:
        super().__init__(shell, shell.translate("Certificate of this game"))
        self.evening, self.check = evening, check
        self._shown: object = None
        evening.listeners.append(self._on_event)

    def _on_event(self, event: events.PeerEvent) -> None:
        if isinstance(event, events.KeysOpened | events.Ended | events.ProofsChecked):
            self.rebuild()

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    # --- the verifier ---

    def verify_again(self) -> None:
        if self.check is not None:
            self.check.begin_work()
            self.rebuild()

    def update(self, now_ms: int) -> bool:
        shown = None if self.check is None else (self.check.share_done, self.check.changes)
        changed, self._shown = shown != self._shown, shown
        if changed:
            self.rebuild()
        return changed

    def wait_ms(self, now_ms: int) -> int | None:
        return LOOK_MS if self.check is not None and self.check.is_running else None

    def verdict(self) -> FairLine | None:
        """Return what the verifier has found, or how far it is; None where it was not asked."""
        check = self.check
        if check is None:
            return None
        if check.share_done is not None:
            return FairLine(self.translate("Checking every signature and proof of the file: {share:%}", share=check.share_done),
                            Standing.WAITS)
        return None if check.found is None else verdict_line(check.found, self.shell.words)

    # --- the page ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        self.verdict_box = self.body.foot(max(unit(44), 2 * (unit.text(13) + 6)))
        self.lines_box = self.body.without_foot(self.verdict_box.h + unit(8))

    def build_widgets(self) -> list[Widget]:
        close, *_ = super().build_widgets()
        running = self.check is not None and self.check.is_running
        verify = Button("verify", self.foot.left(self.unit(240)), self.translate("Verify again"), self.verify_again, hint="V",
                        icon="shield", enabled=self.check is not None and not running,
                        tip=self.translate("Reads the file from the disk and checks all of it, as a program of a stranger "
                                           "would."))
        return [close, verify]

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_v:
            self.verify_again()
            return True
        return super().press_key(event)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return the verdict, which is read out when it is there."""
        line = self.verdict()
        running = self.check is not None and self.check.is_running
        speech = Speech.OFF if running else Speech.POLITE
        return () if line is None else (label_node("verdict", line.text, self.verdict_box, speech),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        paint_fair_play(painter, self.lines_box, certificate_lines(self.evening, self.shell.words))
        if (line := self.verdict()) is not None:
            paint_fair_play(painter, self.verdict_box, (line,))
