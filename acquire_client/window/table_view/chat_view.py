"""The chat of an evening, in whatever scene: its lines, and the line that a person types."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from acquire_client.matches.evening import ChatLine, Evening
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box
from acquire_client.window.table_view.side_view import Translate
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import Widget
from acquire_net import MAX_LINE_BYTES

FIELD = "chat"
"""The name of the field in which a person types."""
MAX_LINE = 200


class ChatBox:
    """`refresh` builds the scene anew and gives the focus to the widget of this name."""

    def __init__(self, evening: Evening, translate: Translate, refresh: Callable[[str], None]) -> None:
        self._evening, self._translate, self._refresh = evening, translate, refresh
        self.draft = ""
        """What has been typed and not sent."""

    def say(self) -> None:
        """Send what has been typed, if anything has."""
        if self.draft.strip():
            self._evening.peer.send_chat(self.draft.strip())
            self.draft = ""
            self._refresh(FIELD)

    def _set_draft(self, text: str) -> None:
        self.draft = text

    def widgets(self, lines: Box, field: Box, seats: Mapping[bytes, int], painter: Painter) -> list[Widget]:
        """Return the list of lines and the field; `seats` are the numbers of the avatars."""
        unit, translate = painter.unit, self._translate
        shown = [chat_line(line, seats) for line in self._evening.chat if line.author not in self._evening.muted]
        return [ListView("lines", lines, shown, max(unit(21), unit.text(13) + 6), at_end=True, size=12.5, painter=painter,
                         empty=translate("Nothing has been written yet.")),
                TextField(FIELD, field, self.draft, self._set_draft, longest=MAX_LINE, max_bytes=MAX_LINE_BYTES,
                          ghost=translate("Write to everybody"), entered=self.say)]


def chat_line(line: ChatLine, seats: Mapping[bytes, int]) -> ListLine:
    """Return a line of the chat behind the avatar of its author, as far as that player has a seat here."""
    seat = seats.get(line.author)
    name = printable(line.name)
    return ListLine(f"{name}: {printable(line.text)}", avatar=None if seat is None else (seat, name))
