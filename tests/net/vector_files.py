"""Read the golden vectors."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests.support.golden_table import (
    VECTORS,
)


@cache
def vector(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return found


def label_of(name: str) -> str:
    return name.split(" ")[0]


def base_of(name: str) -> str:
    """Return the line of LABELS: numbers are left out."""
    label = label_of(name)
    return label[:label.rfind("/") + 1] or label
