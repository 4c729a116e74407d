"""An example of every kind of event."""

from dataclasses import fields
from typing import Any, get_args

from acquire_core import events as ev

EVENTS = get_args(ev.Event)
SAMPLES: dict[str, Any] = {"seat": 1, "tile": "5E", "tiles": ("5E", "6E"), "turn": 3, "chain": "tower", "survivor": "luxor",
                           "give": "tower", "get": "luxor", "chains": ("tower", "luxor"), "absorbed": ("4E",), "power": "free3",
                           "reason": "first", "free_block": True, "final": False}


def sample(kind: Any, **changes: Any) -> ev.Event:
    values = {field.name: SAMPLES.get(field.name, 2) for field in fields(kind)}
    if kind is ev.GameEnded:
        values["reason"] = "stall"
    if kind is ev.SeatRetired:
        values["tiles"] = 4
    event: ev.Event = kind(**(values | changes))
    return event
