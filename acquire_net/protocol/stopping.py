"""What a session does when something happens that cannot be: it stops, says so once, and does nothing any more.

A proof held and what it proves does not, or the keys of this seat open no tile of the deck: the fault is in this program, on its
disk or in its memory, and whatever it would sign now could be wrong. The others see it as silent. The journal is whole, so
another version, or a copy of it on another machine, can go on with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from acquire_net.protocol.facts import SeatStopped
from acquire_net.protocol.state import Impossible

if TYPE_CHECKING:
    from acquire_net.protocol.session import Session

Given = ParamSpec("Given")


def stops(what: Callable[Concatenate[Session, Given], None]) -> Callable[Concatenate[Session, Given], None]:
    """For everything that a driver calls: a session that has stopped ignores it, and one that has to stop raises nothing."""
    @wraps(what)
    def guarded(session: Session, /, *args: Given.args, **options: Given.kwargs) -> None:
        if session.stopped:
            return
        try:
            what(session, *args, **options)
        except Impossible as impossible:
            session.stopped = str(impossible)
            session.tell(SeatStopped(session.stopped))

    return guarded
