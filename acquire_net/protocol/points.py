"""Points and pairs of points on the wire."""

from __future__ import annotations

from collections.abc import Sequence

from acquire_net.crypto.group import EncodingError
from acquire_net.errors import Wording
from acquire_net.protocol import messages
from acquire_net.protocol.state import InvalidContributionError, Pair, State


def cut_points(data: bytes, count: int, what: str) -> list[bytes]:
    """Return so many points, not decoded."""
    if len(data) != count * messages.POINT_BYTES:
        raise InvalidContributionError(Wording("{what}: {bytes} bytes instead of {count} points",
                                               what=what, bytes=len(data), count=count))
    return [data[at:at + 32] for at in range(0, len(data), 32)]


def points_in(state: State, data: bytes, count: int, what: str) -> list[bytes]:
    """Return so many points, strictly decoded."""
    points = cut_points(data, count, what)
    try:
        return [state.group.decode_point(point) for point in points]
    except EncodingError as error:
        raise InvalidContributionError(Wording("{what}: {error}", what=what, error=error)) from None


def pairs_in(state: State, data: bytes, count: int, what: str) -> tuple[Pair, ...]:
    points = points_in(state, data, 2 * count, what)
    return tuple(zip(points[::2], points[1::2], strict=True))


def pairs_of(data: bytes) -> tuple[Pair, ...]:
    """Return the pairs in these bytes, not decoded."""
    return tuple((data[at:at + 32], data[at + 32:at + 64]) for at in range(0, len(data), 64))


def pairs_out(pairs: Sequence[Pair]) -> bytes:
    return b"".join(part for pair in pairs for part in pair)
