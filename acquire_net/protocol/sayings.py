"""What was said before, so that whoever says otherwise convicts himself: two different messages where an honest seat signs one.

A seat signs one contribution and one acknowledgement for each block and view, and one VIEW and one SYNC of each number. Whoever
crashed sends the same bytes again; a block that a change of views has made void is signed again, but in the higher view: so no
honest seat ever signs two. Statements about views are kept here, and void blocks too; closed pages are in the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from acquire_net.protocol.codec import Signed
from acquire_net.protocol.messages import Kind
from acquire_net.protocol.open_block import OpenBlock

MOST_SAID = 4
"""Statements of one author and kind about views: the newest. A SYNC may be large, and attempts follow each other."""
MOST_VOID = 8
"""Void blocks in which a second version is still looked for."""

TWO_CONTENTS = "signed two different messages for one block"


def is_same(one: Signed, other: Signed) -> bool:
    """Whether two messages say the same. Two signatures below one text are no lie."""
    a, b = one.envelope, other.envelope
    return (a.kind, a.author, a.block, a.view, a.body) == (b.kind, b.author, b.block, b.view, b.body)


def contradiction(one: Signed, other: Signed) -> str:
    """Why nobody honest has signed both of these, or nothing. Both signatures must hold."""
    if one.author != other.author or one.view != other.view or is_same(one, other):
        return ""
    if one.is_content and other.is_content and one.block == other.block:
        return TWO_CONTENTS
    if one.kind == other.kind == Kind.ACK and one.block == other.block:
        return "acknowledged one block in two ways"
    if one.kind == other.kind == Kind.VIEW:
        return "signed two different views of one number"
    if one.kind == other.kind == Kind.SYNC:
        return "promised itself to one view in two ways"
    return ""


@dataclass
class Sayings:
    _of: dict[tuple[int, Kind], dict[int, Signed]] = field(default_factory=dict)
    void: dict[tuple[int, int], OpenBlock] = field(default_factory=dict)
    """Blocks that became void, by block and view."""

    def earlier(self, message: Signed) -> Signed | None:
        """What its author has said about the same view."""
        return self._of.get((message.author, message.kind), {}).get(message.view)

    def keep(self, message: Signed) -> list[int]:
        """Remembers it; the numbers of views that are forgotten for it."""
        said = self._of.setdefault((message.author, message.kind), {})
        said[message.view] = message
        forgotten = sorted(said)[:-MOST_SAID]
        for view in forgotten:
            del said[view]
        return forgotten

    def became_void(self, block: int, view: int, opened: OpenBlock) -> None:
        self.void[block, view] = opened
        while len(self.void) > MOST_VOID:
            del self.void[min(self.void)]
