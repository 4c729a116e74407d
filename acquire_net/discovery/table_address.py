"""Where a table is to be found, as people type it: a join code, or an address, perhaps with the key of whom it must be."""

from __future__ import annotations

from msgspec import Struct

from acquire_net.crypto.signing import FINGERPRINT_BYTES, fingerprint_of
from acquire_net.discovery.join_code import JoinCode, JoinCodeError
from acquire_net.errors import Wording
from acquire_net.links.addresses import DEFAULT_PORT, DEFAULT_RELAY_PORT, Address, AddressError, check_endpoint, parse_address
from acquire_net.players.identity import FingerprintError, fingerprint_text, read_fingerprint

RELAY_CODE, KEY_MARK = "R-", "#"
"""Before the address of a relay, and between an address and a key, where a join code cannot hold the address."""


class TableAddress(Struct, frozen=True):
    """Where a table is to be found, and the fingerprint of its identity if that is known."""
    host: str
    port: int
    fingerprint: bytes | None = None
    relay: bool = False

    @classmethod
    def read(cls, text: str) -> TableAddress:
        """Read a join code, or else an address, perhaps with a key. Raises JoinCodeError or AddressError, whichever it looks
        like."""
        try:
            code = JoinCode.parse(text)
        except JoinCodeError as bad:
            if KEY_MARK in text:
                return cls._read_keyed(text)
            if "." in text or ":" in text or "localhost" in text:
                address = parse_address(text)
                return cls(address.host, address.port)
            raise bad from None
        return cls(code.host, code.port, code.fingerprint, code.relay)

    @classmethod
    def _read_keyed(cls, text: str) -> TableAddress:
        where, _, key = text.strip().partition(KEY_MARK)
        relay = where.upper().startswith(RELAY_CODE)
        address = parse_address(where[len(RELAY_CODE):] if relay else where, DEFAULT_RELAY_PORT if relay else DEFAULT_PORT)
        try:
            return cls(address.host, address.port, read_fingerprint(key), relay)
        except FingerprintError as bad:
            raise JoinCodeError(str(bad)) from None

    def code(self) -> str:
        """Return what `read` takes: a join code, or where it could not hold the address, the address with the key.

        >>> TableAddress("fd77::7", 47108, bytes.fromhex("0123456789abcdef0123")).code()
        '[fd77::7]:47108#04HM-ASW9-NF6Y-Y093'
        """
        assert self.fingerprint is not None
        try:
            return JoinCode(self.host, self.port, self.fingerprint, self.relay).format()
        except JoinCodeError:
            return (f"{RELAY_CODE if self.relay else ''}{Address(self.host, self.port)}"
                    f"{KEY_MARK}{fingerprint_text(self.fingerprint)}")

    def of_identity(self, identity: bytes) -> TableAddress:
        """Return the same place, where this identity has to be."""
        return TableAddress(self.host, self.port, fingerprint_of(identity), self.relay)


def quoted_code(code: str) -> str:
    """Return a join code as it is typed behind a command: in quotes where a shell would take brackets for its own.

    >>> quoted_code("[fd77::7]:47108#04HM-ASW9"), quoted_code("R2M00-1XR0G")
    ('"[fd77::7]:47108#04HM-ASW9"', 'R2M00-1XR0G')
    """
    return f'"{code}"' if "[" in code else code


def parse_advertised_address(text: str) -> Address:
    """Read an address that other peers are to connect to. Raises AddressError."""
    address = parse_address(text)
    try:
        check_endpoint(address.host, address.port)
        if ":" not in address.host:
            JoinCode(address.host, address.port, bytes(FINGERPRINT_BYTES))
    except ValueError as bad:
        raise AddressError(Wording("{bad}; give the address at which others reach this machine or its router, such as "
                                   "203.0.113.7:47108", bad=bad)) from None
    return address
