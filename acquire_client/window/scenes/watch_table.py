"""Watching a table over the network: the scene of every table without a hand, and the page that waits until there is one."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from acquire_client.language import message
from acquire_client.matches.evening import Evening
from acquire_client.view_model.table_news import news_text
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.table import sheet_line_count, watched_layout
from acquire_client.window.scenes.online_table import OnlineTableKeys, OnlineTableScene, SideTab
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.scenes.table_keys import TableKeys
from acquire_client.window.table_view.action_bar import ActionBar
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_net import events

ASKING = message("Asking the table …")


class WatchTableKeys(OnlineTableKeys):
    """Nothing is lost by leaving, and nobody waits for those who watch."""

    def helper_buttons(self, places: tuple[Box, ...]) -> list[Widget]:
        return []

    def ask_to_leave(self) -> None:
        self.leave()

    def leave(self) -> None:
        self.shell.stop_watching()


class WatchTableScene(OnlineTableScene):
    """All that everybody at the table knows: no hand, no chat, no votes."""

    def make_keys(self) -> TableKeys:
        return WatchTableKeys(self.shell, self.controller, self, self.evening)

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.places = watched_layout(window, unit, sheet_line_count(len(self.match.players)))

    # --- widgets ---

    def build_widgets(self) -> list[Widget]:
        helper, end = self.places.helpers[0], self.places.confirm
        seats = Button("seats", helper, self.translate("Seats"), self.show_seats, hint="P", size=12)
        stop = [] if self.controller.ended else [
            Button("stop", end, self.translate("Stop watching"), self.keys.ask_to_leave, hint="Esc", size=13)]
        return [*TableScene.build_widgets(self), seats, *stop]

    def log_places(self) -> tuple[Box, Box, Box]:
        return TableScene.log_places(self)

    def side_widgets(self) -> list[Widget]:
        """Return the log: a watcher gets no line of the chat."""
        return TableScene.side_widgets(self)

    def paint_side(self, painter: Painter) -> None:
        TableScene.paint_side(self, painter)

    def show_tab(self, tab: SideTab) -> None:
        """Show the log: nobody at the table reads what a watcher writes."""

    def asks_before_loss(self, leave: Callable[[], None]) -> bool:
        return False

    def show_result(self) -> None:
        TableScene.show_result(self)

    def _play_again(self) -> None:
        """Go to the next game: back to where this person waits for it, or to the tables near here."""
        if not self.shell.stop_watching():
            self.shell.show_together()

    # --- the picture ---

    def paint_action_bar(self, painter: Painter, bar: ActionBar) -> None:
        """Paint the eye, who decides what with the clock of that player, and how many have answered a step of a round."""
        places = self.places
        painter.eye(places.hand)
        note = painter.text(places.question.end(places.question.w // 2), bar.note, 14, "dim", "right") if bar.note else 0
        painter.text(places.question.without_end(note + painter.unit(12)), bar.question, 16, "text", bold=True, cut=True)
        painter.text(places.facts, self.translate("You are watching: hands stay hidden."), 12.5, "dim", cut=True)


class WatchWait(Page):
    """What the table that is to be watched answers, until its game is here."""

    shares = (0.56, 0.36)
    close = message("Stop")

    def __init__(self, shell: Shell, evening: Evening, name: str) -> None:
        title = shell.translate("Watching {name}'s table", name=name) if name else shell.translate("Watching a table")
        super().__init__(shell, title)
        self.evening = evening
        self.text = shell.translate(ASKING)
        evening.listeners.append(self._on_event)

    def _on_event(self, event: events.PeerEvent) -> None:
        if isinstance(event, events.Notice | events.Trouble) and (news := news_text(event, self.evening, self.shell.words)):
            self.text = news[0]
            self.rebuild()

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    def build_widgets(self) -> list[Widget]:
        return [Button("close", self.foot.end(self.unit(180)), self.translate(self.close), self._stop, kind="primary",
                       hint="Esc")]

    def _stop(self) -> None:
        self.shell.stop_watching()

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self._stop()
        return True

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        painter.eye(self.head.end(painter.unit(40)))
        painter.paragraph(self.body, self.text, 15, cut=True)
