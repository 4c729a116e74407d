"""Where a machine is: the text of an address, the ports that tables and relays use, and an endpoint that a socket connects to.

No name is looked up here.
"""

from __future__ import annotations

import ipaddress
import re

from msgspec import Struct

from acquire_net.errors import LocalError, Wording

DEFAULT_PORT = 47108
"""The port of tables, over TCP, and of beacons, over UDP: a single number, for people who set up a firewall."""
DEFAULT_RELAY_PORT = 47109
RELAY_PREFIX = "relay:"
"""In a presence, before the address of a relay through which a peer can be reached."""

Endpoint = tuple[str, int]

_NAME = re.compile(r"(?=.{1,253}\Z)[A-Za-z0-9_]([A-Za-z0-9_-]{0,62})(\.[A-Za-z0-9_-]{1,63})*\.?\Z")


class AddressError(LocalError, ValueError):
    """The text is not an address that can be connected to; the message says why."""


class Address(Struct, frozen=True):
    """
    >>> str(parse_address("fe80::1")), str(parse_address("den.local"))
    ('[fe80::1]:47108', 'den.local:47108')
    """
    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> Address:
    """Read `host:port`, `[v6]:port`, or a host alone. No name is looked up. Raises AddressError."""
    text = text.strip()
    if not text or len(text) > 300:
        raise AddressError(Wording("an address is host:port, such as 192.168.0.7:47108 or den.local"))
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        if not closed or (rest and not rest.startswith(":")):
            raise AddressError(Wording("{text} is not an address: an IPv6 address with a port is written [address]:port",
                                       text=quoted_input(text)))
        if not _is_v6(host):
            raise AddressError(Wording("{host} is not an IPv6 address", host=quoted_input(host)))
        return Address(host, _parse_port(rest[1:], text) if rest else default_port)
    if text.count(":") > 1:
        if not _is_v6(text):
            raise AddressError(Wording("{text} is not an address: an IPv6 address with a port is written [address]:port",
                                       text=quoted_input(text)))
        return Address(text, default_port)
    host, colon, port = text.partition(":")
    if not _is_host(host):
        raise AddressError(Wording("{host} is not a name or an address of a machine", host=quoted_input(host)))
    return Address(host, _parse_port(port, text) if colon else default_port)


def _is_v6(text: str) -> bool:
    try:
        return ipaddress.IPv6Address(text).version == 6 and text.isascii() and text.isprintable()
    except ValueError:
        return False


def _is_host(text: str) -> bool:
    """Return True for a name or an IPv4 address; a text of only digits and dots must be a whole address."""
    if set(text) <= set("0123456789."):
        try:
            return str(ipaddress.IPv4Address(text)) == text
        except ValueError:
            return False
    return _NAME.match(text) is not None


def _parse_port(text: str, whole: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 1 << 16):
        raise AddressError(Wording("{text} in {whole} is not a port: a port is a number from 1 to 65535",
                                   text=quoted_input(text), whole=quoted_input(whole)))
    return int(text)


def quoted_input(text: str) -> str:
    """Return what a person typed in quotation marks, shortened, and harmless for every screen."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def check_endpoint(host: str, port: int) -> Endpoint:
    """Check a host and a port, and return them. Raises AddressError."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise AddressError(Wording("'{host}' is not an IP address", host=host[:64])) from None
    if not 1 <= port < 1 << 16:
        raise AddressError(Wording("{port} is not a port: ports are 1 to 65535", port=port))
    return host, port
