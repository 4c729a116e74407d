"""What this machine is called on each of its networks: addresses, and which of them others will reach.

A machine at a LAN party has more addresses than its owner thinks: a VPN, virtual machines, a cable and a radio. Broadcasts to
`255.255.255.255` go out by the default route, which may be the VPN, so an announcement is sent to each subnet by itself. Nothing
is sent here.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable, Sequence

import ifaddr
from msgspec import Struct

MAX_ADDRESSES = 64

_TUNNELS = re.compile(
    r"^(tun|tap|wg|utun|ppp|zt|tailscale|ts\d|ham\d|ipsec|nordlynx|proton|mullvad|gpd|cscotun|vpn)|"
    r"vpn|wireguard|tailscale|zerotier|hamachi|wintun|tap-windows|anyconnect|fortinet", re.I)
_VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|flannel|cali|bridge\d|kube|vnic|ifb|dummy)|"
    r"vethernet|hyper-v|virtualbox|vmware|wsl", re.I)
_CARRIER = ipaddress.IPv4Network("100.64.0.0/10")
"""Shared by providers (RFC 6598), and where several VPNs give their addresses."""

# Addresses that belong to nobody (RFC 5737, RFC 3849). Connecting a UDP socket only asks the routing table.
_NOWHERE = {4: ("192.0.2.1", 9), 6: ("2001:db8::1", 9)}

LAN, TUNNEL, VIRTUAL, LINK_LOCAL, LOOPBACK = "lan", "vpn", "virtual", "link-local", "loopback"


class OwnAddress(Struct, frozen=True):
    """One address of one adapter."""
    adapter: str
    address: str
    prefix: int
    kind: str
    """`lan`, `vpn`, `virtual` (machines and containers on this one), `link-local`, `loopback`."""
    index: int = 0
    """The system's number of the adapter, which IPv6 needs to send on it; 0 where it is not known."""

    @property
    def version(self) -> int:
        return ipaddress.ip_address(self.address).version

    @property
    def broadcast_address(self) -> str | None:
        """Return where a datagram for everybody on this subnet goes; None where there is nobody else, or no broadcast."""
        if self.version != 4 or self.prefix > 30:
            return None
        return str(ipaddress.IPv4Interface(f"{self.address}/{self.prefix}").network.broadcast_address)

    @property
    def is_private(self) -> bool:
        return ipaddress.ip_address(self.address).is_private

    def __str__(self) -> str:
        note = "" if self.kind == LAN else f", {self.kind}"
        return f"{self.address}/{self.prefix} ({self.adapter}{note})"


def own_addresses() -> tuple[OwnAddress, ...]:
    """Return all addresses of this machine, IPv4 first; none where the system does not give them."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return ()
    found = [(_printable(adapter.nice_name), ip.ip[0] if isinstance(ip.ip, tuple) else ip.ip, ip.network_prefix,
              adapter.index or 0) for adapter in adapters for ip in adapter.ips]
    return tuple(_checked_addresses(found))[:MAX_ADDRESSES]


def _printable(name: str | bytes) -> str:
    """Return the name of an adapter without what would disturb a screen: Windows has names in any letters."""
    text = name.decode("utf-8", "replace") if isinstance(name, bytes) else name
    return "".join(letter for letter in text if letter.isprintable())[:60] or "unnamed"


def _checked_addresses(found: Iterable[tuple[str, str, int, int]]) -> list[OwnAddress]:
    addresses = []
    for adapter, text, prefix, index in found:
        try:
            address = ipaddress.ip_address(text.partition("%")[0])
        except ValueError:
            continue
        if not address.is_unspecified and not address.is_multicast:
            addresses.append(OwnAddress(adapter, str(address), prefix, kind_of(adapter, address, prefix), index))
    return sorted(addresses, key=lambda own: own.version)


def kind_of(adapter: str, address: ipaddress.IPv4Address | ipaddress.IPv6Address, prefix: int) -> str:
    """Return what an adapter is for, by its name and network: a guess, used to put the likely ones first."""
    if address.is_loopback:
        return LOOPBACK
    if address.is_link_local:
        return LINK_LOCAL
    if _TUNNELS.search(adapter) or prefix in (31, 32) or (address.version == 4 and address in _CARRIER):
        return TUNNEL
    return VIRTUAL if _VIRTUAL.search(adapter) else LAN


def default_route_address(version: int = 4) -> str | None:
    """Return the own address of this version of IP from which the way to the internet leads."""
    try:
        with socket.socket(socket.AF_INET if version == 4 else socket.AF_INET6, socket.SOCK_DGRAM) as asking:
            asking.connect(_NOWHERE[version])
            return str(asking.getsockname()[0])
    except OSError:
        return None


_ORDER = (LAN, VIRTUAL, TUNNEL, LINK_LOCAL, LOOPBACK)


def nearest_first(hosts: Iterable[str], own: Sequence[OwnAddress]) -> list[str]:
    """Sort addresses of another machine: first those on a LAN that this one is on too, last those at the end of a tunnel."""
    networks = [(ipaddress.ip_network(f"{one.address}/{one.prefix}", strict=False), _ORDER.index(one.kind)) for one in own]

    def distance(host: str) -> float:
        address = ipaddress.ip_address(host)
        return min((order for network, order in networks if address in network), default=0.5)

    return sorted(hosts, key=distance)


def best_first(addresses: Sequence[OwnAddress], defaults: Collection[str | None] = ()) -> list[OwnAddress]:
    """Return the addresses that others can use, the one for a join code first: that of a private LAN, even where the way to the
    internet is a VPN's; among equals IPv4 before IPv6, and then those of a default route. The link-local addresses of IPv6 count
    only where there is nothing else, because every adapter has one."""
    others = [own for own in addresses if own.version == 4 or own.kind != LINK_LOCAL]
    usable = others if any(own.kind != LOOPBACK for own in others) else list(addresses)
    return sorted(usable, key=lambda own: (_ORDER.index(own.kind), own.version, not own.is_private, own.address not in defaults))


def useful_addresses() -> list[OwnAddress]:
    """Return the addresses of this machine as others can use them, the best first; none where it is in no network."""
    found = best_first(own_addresses(), (default_route_address(4), default_route_address(6)))
    return [own for own in found if own.kind != LOOPBACK]


def with_scopes(host: str) -> list[str]:
    """Return the forms in which this machine can connect to a host: a link-local address of IPv6 needs one of its adapters.

    >>> with_scopes("192.168.0.7"), with_scopes("fe80::1%2")
    (['192.168.0.7'], ['fe80::1%2'])
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return [host]
    if address.version == 4 or not address.is_link_local or "%" in host:
        return [host]
    indexes = dict.fromkeys(own.index for own in own_addresses() if own.version == 6 and own.kind == LINK_LOCAL and own.index)
    return [f"{host}%{index}" for index in indexes] or [host]
