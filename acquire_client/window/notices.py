"""Notices wait for their turn: one that comes while another is shown follows it, and none is lost."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN_MS = 4500
SHOWN_WHILE_OTHERS_WAIT_MS = 2500
MAX_WAITING = 6


@dataclass(frozen=True, slots=True)
class WindowNotice:
    """`bad` ones say that something went wrong."""

    text: str
    bad: bool = False


class NoticeQueue:
    """The notice that is shown, and those that wait. Times are those of the window, in milliseconds.

    >>> queue = NoticeQueue()
    >>> queue.add(WindowNotice("first"), 0)
    >>> queue.add(WindowNotice("second"), 10)
    >>> queue.current, queue.advance(2500), queue.current
    (WindowNotice(text='first', bad=False), True, WindowNotice(text='second', bad=False))
    """

    def __init__(self) -> None:
        self.current: WindowNotice | None = None
        self.waiting: list[WindowNotice] = []
        self._since_ms = 0

    @property
    def texts(self) -> list[str]:
        """Return what is shown and what waits, in this order."""
        return [notice.text for notice in [self.current, *self.waiting] if notice is not None]

    def add(self, notice: WindowNotice, now_ms: int) -> None:
        """Show a notice now, or behind the others. One that is there already does not come twice."""
        if self.current is None or self.current == notice:
            self.current, self._since_ms = notice, now_ms
        elif notice not in self.waiting:
            self.waiting.append(notice)
            if len(self.waiting) > MAX_WAITING:
                self.waiting.remove(next((one for one in self.waiting if not one.bad), self.waiting[0]))

    @property
    def due_ms(self) -> int | None:
        """Return when the next notice comes, or the last one goes; None if none is shown."""
        if self.current is None:
            return None
        return self._since_ms + (SHOWN_WHILE_OTHERS_WAIT_MS if self.waiting else SHOWN_MS)

    def advance(self, now_ms: int) -> bool:
        """Let time pass; return True if something else is shown now."""
        due = self.due_ms
        if due is None or now_ms < due:
            return False
        self.current, self._since_ms = (self.waiting.pop(0) if self.waiting else None), now_ms
        return True
