"""When two programs come to different states from one log: what each has, where they differ, and who can look into it.

If nobody lies, one of the two programs is wrong, so the report is made for the people who maintain it: one file with both states,
the fields in which they differ, the versions, and where the log is that leads there. Nothing hidden is in it. A program that
meets an impossible situation writes such a report too.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping
from typing import Any

from acquire_net.protocol.messages import MAX_STATE_BYTES

MAX_DEPTH = 12


def differences(mine: Any, theirs: Any, path: str = "") -> Iterator[str]:
    """Yield each field in which two states differ, as a line.

    >>> list(differences({"cash": [1, 2]}, {"cash": [1, 3]}))
    ['cash[1]: 2 here, 3 there']
    """
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for name in sorted({*mine, *theirs}, key=str):
            inner = f"{path}.{name}" if path else str(name)
            yield from differences(mine.get(name, "nothing"), theirs.get(name, "nothing"), inner)
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for index, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
    elif mine != theirs:
        yield f"{path}: {json.dumps(mine)} here, {json.dumps(theirs)} there"


def read_state(data: bytes) -> dict[str, Any] | None:
    """Return what another seat has sent as its state; None where it is not a state."""
    if len(data) > MAX_STATE_BYTES:
        return None
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and _is_shallow(found, MAX_DEPTH) else None


def _is_shallow(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_is_shallow(part, levels - 1) for part in inner)


def program_versions() -> dict[str, str]:
    """Return the versions by which one program may come to another state than the other."""
    import importlib.metadata  # slow to import, and hardly anybody disagrees

    try:
        program = importlib.metadata.version("acquire-p2p")
    except importlib.metadata.PackageNotFoundError:
        program = "not installed"
    return {"acquire-p2p": program, "python": platform.python_version(), "system": platform.platform()}


def divergence_report(*, session: bytes, block: int, seats: tuple[int, int], journal: str, mine: Mapping[str, Any],
                      theirs: Mapping[str, Any] | None) -> str:
    """Return the text of the file. `theirs` is None as long as the other seat has not sent its state."""
    return json.dumps({
        "what": "two programs came to different states from one log; please report it with this file and the journal",
        "session": session.hex(),
        "block": block,
        "seats": {"here": seats[0], "there": seats[1]},
        "journal": journal,
        "versions": program_versions(),
        "differences": list(differences(dict(mine), dict(theirs))) if theirs is not None else None,
        "here": mine,
        "there": theirs,
    }, indent=1, sort_keys=True) + "\n"


def stop_report(*, session: bytes, block: int, seat: int, journal: str, reason: str, state: Mapping[str, Any]) -> str:
    """Return the text of the report on an impossible situation, for the people who maintain the program."""
    return json.dumps({
        "what": "something happened that cannot be, and this seat has stopped; please report it with this file and the journal",
        "reason": reason,
        "session": session.hex(),
        "block": block,
        "seat": seat,
        "journal": journal,
        "versions": program_versions(),
        "here": state,
    }, indent=1, sort_keys=True) + "\n"
