"""What a session does after an error that must not happen: it stops, reports it once, and does nothing any more.

Either a proof of a false statement was accepted, or this program has a bug. In both cases anything that it would sign now could
be wrong. The others see the seat as silent. Output of the failed call is dropped, so the journal holds nothing that cannot be
replayed, and `resume` works.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.sealed_game import RefusedError
from acquire_net.protocol.session_events import Outbox
from acquire_net.protocol.state import InvariantError

Given = ParamSpec("Given")


class Stoppable(Protocol):
    """What can stop for good, and what it has begun to do."""
    stopped: str
    outbox: Outbox

    def fail(self, reason: str, trace: str = "") -> None:
        """Stop for good, for this reason; `trace` is where in the program it came up."""


Owner = TypeVar("Owner", bound=Stoppable)


def guarded_call(what: Callable[Concatenate[Owner, Given], None]) -> Callable[Concatenate[Owner, Given], None]:
    """Guard a method that drivers call: a session that has stopped ignores the call, and one that has to stop raises nothing."""
    @wraps(what)
    def guarded(session: Owner, /, *args: Given.args, **options: Given.kwargs) -> None:
        if session.stopped:
            return
        out = session.outbox
        before = len(out.journal), len(out.send), len(out.facts)
        try:
            what(session, *args, **options)
        except (MalformedError, RefusedError):
            raise
        except Exception as mistake:
            del out.journal[before[0]:], out.send[before[1]:], out.facts[before[2]:]
            name = "" if isinstance(mistake, InvariantError) else f"{type(mistake).__name__}: "
            session.fail(f"{name}{mistake}", traceback.format_exc())

    return guarded
