"""What the program of a computer player says of it in its HELLO: which one it is, and whose program has started it.

Both are claims that nobody can check, as is the mark of a computer player itself. They are capabilities, so that a program that
does not know them ignores them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from acquire_net.players.identity import FingerprintError, fingerprint_text, read_fingerprint

PLAYS, STARTED_BY = "computer:", "with:"
_PLAYS = re.compile(r"[a-z]{1,10}(/[a-z]{1,11})?")


class ComputerClaim(Struct, frozen=True):
    """What a program says of the computer player that it is."""
    plays: str = ""
    """A level, and behind a slash a style; empty where the program does not say it."""
    started_by: str = ""
    """The fingerprint of the player whose program has started it, as people read it; empty where nobody is named."""

    def capabilities(self) -> tuple[str, ...]:
        """Return the claim as it is sent.

        >>> ComputerClaim("strong/builder", "04HM-ASW9-NF6Y-Y093").capabilities()
        ('computer:strong/builder', 'with:04HM-ASW9-NF6Y-Y093')
        """
        found = [PLAYS + self.plays] if _PLAYS.fullmatch(self.plays) else []
        return (*found, *([STARTED_BY + self.started_by] if self.started_by else ()))


def read_computer_claim(capabilities: Iterable[str]) -> ComputerClaim:
    """Return what a program says of its computer player; what cannot be shown or read is left out.

    >>> read_computer_claim(("computer:club", "computer:\x1b[31m", "with:nobody", "later"))
    ComputerClaim(plays='club', started_by='')
    """
    plays = started_by = ""
    for text in capabilities:
        if text.startswith(PLAYS) and _PLAYS.fullmatch(text[len(PLAYS):]):
            plays = plays or text[len(PLAYS):]
        elif text.startswith(STARTED_BY):
            try:
                started_by = started_by or fingerprint_text(read_fingerprint(text[len(STARTED_BY):]))
            except FingerprintError:
                continue
    return ComputerClaim(plays, started_by)
