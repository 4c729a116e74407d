"""What a session does when something happens that cannot be: it stops, reports it once, and does nothing any more.

A proof held and what it proves does not, or this program has a mistake: whatever it would sign now could be wrong. The others see
it as silent. What the call has begun is forgotten, so the journal holds nothing that cannot be replayed, and `resume` works.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec

from acquire_net.protocol.codec import Malformed
from acquire_net.protocol.sealed_game import Refused
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
        out = session.outbox
        before = len(out.journal), len(out.send), len(out.facts)
        try:
            what(session, *args, **options)
        except (Malformed, Refused):
            raise
        except Exception as mistake:
            del out.journal[before[0]:], out.send[before[1]:], out.facts[before[2]:]
            name = "" if isinstance(mistake, Impossible) else f"{type(mistake).__name__}: "
            session.fail(f"{name}{mistake}")

    return guarded
