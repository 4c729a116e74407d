"""Where a table is and who sits there, short enough to be read out: join codes.

A code is 27 characters of Crockford's base32, which has no I, L, O or U: the IPv4 address (32 bits), the port (16), the
fingerprint of an identity (80) and a check (7). The check is the remainder of these 128 bits as a polynomial, times x^7, by x^7 +
x + 1. This polynomial is primitive: x^n leaves the remainder 1 only if 127 divides n. So the check notices every wrong character
and every two characters that changed places, wherever they stand; of other mistakes it notices 127 of 128. A code that begins
with `R-` holds the address of a relay, which knows the table by the fingerprint; its check differs, so that a lost `R` is noticed
too. Codes of programs before ACQ-MP/3 have 19 characters, with 40 bits of the fingerprint; they are still read.
"""

from __future__ import annotations

import ipaddress

from msgspec import Struct

from acquire_net.crypto.signing import FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES
from acquire_net.errors import LocalError, Wording
from acquire_net.links.addresses import quoted_input
from acquire_net.players.base32 import ALPHABET, from_base32, in_groups, to_base32, typed_letters

CODE_CHARACTERS = 27
SHORT_CODE_CHARACTERS = 19
"""Of codes with a fingerprint of 40 bits."""
RELAY_MARK = "R"
MAX_TYPED = 80

_CHECK_BITS = 7
_CHECK_POLYNOMIAL = 0b1000_0011
_RELAY_CHECK = 0b101_0101


class JoinCodeError(LocalError, ValueError):
    """The text is not a join code; the message says why."""


class JoinCode(Struct, frozen=True):
    """
    >>> code = JoinCode("192.168.0.7", 47108, bytes.fromhex("0123456789abcdef0123"))
    >>> code.format()
    'R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ'
    >>> JoinCode.parse(code.format().lower()) == code
    True
    """
    host: str
    port: int
    fingerprint: bytes
    relay: bool = False

    def __post_init__(self) -> None:
        if len(self.fingerprint) not in (FINGERPRINT_BYTES, SHORT_FINGERPRINT_BYTES):
            raise JoinCodeError(Wording("a fingerprint has {wanted} bytes, not {fingerprint}",
                                        wanted=FINGERPRINT_BYTES, fingerprint=len(self.fingerprint)))
        _check_place(self.host, self.port)

    def format(self) -> str:
        """Return the code as people read it, in groups."""
        bits = int(ipaddress.IPv4Address(self.host)) << 16 | self.port
        bits = bits << 8 * len(self.fingerprint) | int.from_bytes(self.fingerprint, "big")
        bits = bits << _CHECK_BITS | _remainder_of(bits << _CHECK_BITS) ^ self._check()
        letters = to_base32(bits, CODE_CHARACTERS if len(self.fingerprint) == FINGERPRINT_BYTES else SHORT_CODE_CHARACTERS)
        return (f"{RELAY_MARK}-" if self.relay else "") + in_groups(letters)

    def _check(self) -> int:
        return _RELAY_CHECK if self.relay else 0

    @classmethod
    def parse(cls, text: str) -> JoinCode:
        """Read a code as a person typed or pasted it. Raises JoinCodeError."""
        if len(text) > MAX_TYPED:
            raise JoinCodeError(Wording("a join code has {wanted} characters, and this text has {text}",
                                        wanted=CODE_CHARACTERS, text=len(text)))
        letters = typed_letters(text)
        for place, letter in enumerate(letters, 1):
            if letter not in ALPHABET:
                unknown = Wording("character {place}, {letter}, does not occur in join codes", place=place,
                                  letter=quoted_input(letter))
                raise JoinCodeError(Wording("{unknown}: perhaps it is a V", unknown=unknown) if letter == "U" else unknown)
        relay = len(letters) in (CODE_CHARACTERS + 1, SHORT_CODE_CHARACTERS + 1) and letters[0] == RELAY_MARK
        letters = letters[1:] if relay else letters
        if len(letters) not in (CODE_CHARACTERS, SHORT_CODE_CHARACTERS):
            raise JoinCodeError(Wording("a join code has {wanted} characters, hyphens not counted, and an R before "
                                        "them where a relay is used; this one has {letters}",
                                        wanted=CODE_CHARACTERS, letters=len(letters)))
        bits = from_base32(letters)
        if _remainder_of(bits) != (_RELAY_CHECK if relay else 0):
            raise JoinCodeError(Wording("this join code does not fit its own check: a character is mistyped, or two changed "
                                        "places; compare it with the one that was given to you"))
        bits >>= _CHECK_BITS
        size = FINGERPRINT_BYTES if len(letters) == CODE_CHARACTERS else SHORT_FINGERPRINT_BYTES
        fingerprint = (bits & (1 << 8 * size) - 1).to_bytes(size, "big")
        bits >>= 8 * size
        return cls(str(ipaddress.IPv4Address(bits >> 16)), bits & 0xFFFF, fingerprint, relay)


def _check_place(host: str, port: int) -> None:
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        raise JoinCodeError(Wording("a join code can only hold an IPv4 address, which {host} is not; the others can type "
                                    "host:port instead", host=quoted_input(host))) from None
    if address.is_multicast or int(address) >> 24 in (0, *range(240, 256)):
        raise JoinCodeError(Wording("{address} is not the address of a machine: the player who made this join code was not "
                                    "on a network", address=address))
    if not 0 < port < 1 << 16:
        raise JoinCodeError(Wording("there is no port {port}: a port is a number from 1 to 65535", port=port))


def _remainder_of(bits: int) -> int:
    """Return the remainder of a polynomial with these coefficients."""
    while (over := bits.bit_length() - _CHECK_POLYNOMIAL.bit_length()) >= 0:
        bits ^= _CHECK_POLYNOMIAL << over
    return bits
