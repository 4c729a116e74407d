"""Points and scalars that may not be sent, and those that the transparent group refuses."""

from functools import cache

from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.mock import TransparentGroup
from tests.net.crypto import plain_curve as plain

REAL, MOCK = Edwards25519(), TransparentGroup()
SMALL_ORDER = plain.small_order_points()
TOP_BIT = 1 << 255
ORDER = plain.Q


def little(value: int) -> bytes:
    return value.to_bytes(32, "little")


def off_curve() -> bytes:
    return next(little(y) for y in range(2, 100) if plain.x_of(y, 0) is None)


@cache
def points_that_nobody_may_send() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for number, small in enumerate(SMALL_ORDER):
        found[f"small order, {number} of 8"] = plain.encode(small)
        if number:
            found[f"the base plus small order {number}"] = plain.encode(plain.add(plain.BASE, small))
            found[f"minus 5 times the base plus small order {number}"] = plain.encode(
                plain.add(plain.times(ORDER - 5, plain.BASE), small))
    for small in SMALL_ORDER:
        number = int.from_bytes(plain.encode(small), "little")
        if (number & (TOP_BIT - 1)) + plain.P < TOP_BIT:  # y has a second encoding in 255 bits
            found[f"y + p of small order, {number >> 255}, {number % 8}"] = little(number + plain.P)
    found |= {f"y = {y - plain.P} + p": little(y) for y in range(plain.P, TOP_BIT)}
    found |= {f"y = {y - plain.P} + p, with the sign": little(y | TOP_BIT) for y in range(plain.P, TOP_BIT)}
    found["x = 0 with the sign, y = 1"] = little(1 | TOP_BIT)
    found["x = 0 with the sign, y = -1"] = little(plain.P - 1 | TOP_BIT)
    found["off the curve"] = off_curve()
    found["the identity"] = REAL.identity
    found["zeros"] = bytes(32)
    found["ones"] = b"\xff" * 32
    found |= {f"{size} bytes": REAL.base[:size] + bytes(max(0, size - 32)) for size in (0, 1, 31, 33, 64)}
    return found


BAD_POINTS_OF_THE_MOCK = {"the order": little(ORDER), "the order and one": little(ORDER + 1), "ones": b"\xff" * 32,
                          "the identity": bytes(32), "31 bytes": bytes(31), "33 bytes": bytes(33), "nothing": b""}
BAD_SCALARS = {"the order": little(ORDER), "the order and one": little(ORDER + 1), "2^252 + 2^251": little(3 << 251),
               "2^255": little(TOP_BIT), "2^256 - 1": b"\xff" * 32, "1 + 2^255": little(1 | TOP_BIT), "8 times the order":
               little(8 * ORDER), "31 bytes": bytes(31), "33 bytes": bytes(33), "nothing": b""}
