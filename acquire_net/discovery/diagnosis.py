"""What this machine sees of its networks, and what to do where tables are not found: for people who look at an empty list.

It sends a beacon of no table to this machine's own networks and listens whether it comes back. Nobody is connected to, and no
name is looked up.
"""

from __future__ import annotations

import secrets
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from acquire_net.discovery.beacon import BEACON_PORT, SENDER_BYTES, Adapters, BeaconRoute, BeaconSockets, encode_probe, sender_of
from acquire_net.discovery.table_search import mdns_trouble
from acquire_net.links.adapters import LAN, LOOPBACK, TUNNEL, OwnAddress, best_first, default_route_address, own_addresses
from acquire_net.links.addresses import DEFAULT_PORT

WAIT_S = 0.7
_PROBES = 3
"""Radio loses one now and then."""


class NetworkFinding(Struct, frozen=True):
    """One thing that was looked at. `good` is None where nothing is right or wrong about it."""
    topic: str
    good: bool | None
    text: str
    advice: str = ""
    adapter: str = ""
    """The adapter that the finding is about, if there is one."""
    commands: tuple[str, ...] = ()
    """What opens a firewall of this system, as it is typed."""


def diagnose(port: int = BEACON_PORT, adapters: Adapters = own_addresses, *, table_port: int = DEFAULT_PORT,
             wait_s: float = WAIT_S) -> list[NetworkFinding]:
    """Return the findings. This takes `wait_s` at most, and far less if everything arrives at once."""
    addresses = adapters()
    findings = list(_check_addresses(addresses))
    findings.append(_check_table_port(table_port))
    findings += _check_beacons(port, adapters, wait_s)
    trouble = mdns_trouble(adapters)
    advice = "the beacons do without it; a firewall or another program may hold UDP port 5353"
    findings.append(NetworkFinding("mDNS", not trouble, f"does not start: {trouble}" if trouble else "starts",
                                   advice if trouble else ""))
    return [*findings, *firewall_findings(port)]


def _check_addresses(addresses: Sequence[OwnAddress]) -> Iterator[NetworkFinding]:
    others = [own for own in addresses if own.kind != LOOPBACK]
    usable = any(own.kind == LAN for own in others)
    yield NetworkFinding("addresses", usable, ", ".join(map(str, others)) or "none but this machine's own",
                         "" if usable else "connect to the network of the others, by cable or radio")
    best = [own for own in best_first(addresses, (default_route_address(4), default_route_address(6))) if own.kind != LOOPBACK]
    named = next((own for own in best if own.version == 4), best[0] if best else None)
    if named is not None:
        yield NetworkFinding("join code", None, f"would hold {named.address} ({named.adapter})")
    tunnels = sorted({own.adapter for own in others if own.kind == TUNNEL})
    if tunnels:
        yield NetworkFinding("VPN", None, f"{', '.join(tunnels)}: some VPNs keep the local network out; if others do not see "
                             "this machine, switch it off while you play, or allow the local network in its "
                             "settings")


def _check_table_port(port: int) -> NetworkFinding:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trying:
        try:
            if sys.platform == "win32":
                trying.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trying.bind(("", port))
        except OSError as error:
            return NetworkFinding("table port", None, f"TCP {port} is taken, by a table or another program "
                                                             f"({error.strerror or error}); a table here takes another one")
    return NetworkFinding("table port", True, f"TCP {port} is free")


def _check_beacons(port: int, adapters: Adapters, wait_s: float) -> Iterator[NetworkFinding]:
    sockets = BeaconSockets(port, adapters)
    try:
        if sockets.trouble:
            yield NetworkFinding("beacons", False, sockets.trouble, "close the program that holds this port, or type a join code")
            return
        heard = _own_beacons_back(sockets, wait_s)
        if not sockets.ways:
            yield NetworkFinding("beacons", False, "there is no address that they could go out from",
                                 "connect to the network of the others")
        for way in sockets.ways:
            topic, own = f"beacon on {way.address.adapter}", way.address.address
            if own in heard:
                yield NetworkFinding(topic, True, f"the own one was heard ({own})", adapter=way.address.adapter)
            elif way.trouble:
                yield _not_heard(topic, way, f"none goes out ({own}): {way.trouble}", "a firewall may forbid it")
            else:
                yield _not_heard(topic, way, f"the own one was NOT heard ({own})",
                                 f"a firewall may keep UDP port {port} closed; join codes work without")
    finally:
        sockets.close()


def _not_heard(topic: str, way: BeaconRoute, text: str, advice: str) -> NetworkFinding:
    """Return the finding that a beacon was not heard: a fault on a LAN, but not on a tunnel or among virtual machines."""
    is_fault, adapter = way.address.kind == LAN, way.address.adapter
    return NetworkFinding(topic, False if is_fault else None, text, advice if is_fault else "", adapter)


def _own_beacons_back(sockets: BeaconSockets, wait_s: float) -> set[str]:
    """Return the own addresses from which a probe came back."""
    sender, listeners = secrets.token_bytes(SENDER_BYTES), sockets.listeners
    heard: set[str] = set()
    for _ in range(_PROBES):
        sockets.send(encode_probe(sender))
        wanted = {way.address.address for way in sockets.ways if not way.trouble}
        until = time.monotonic() + wait_s / _PROBES
        while listeners and not wanted <= heard and (left := until - time.monotonic()) > 0:
            select.select(listeners, [], [], left)
            heard |= {source.partition("%")[0] for data, source in sockets.receive(100) if sender_of(data) == sender}
    return heard


# --- firewalls ----------------------------------------------------------------------------------------------------------------

def firewall_findings(port: int = DEFAULT_PORT, system: str = sys.platform, program: str = sys.executable,
                      exists: Callable[[str], bool] = lambda path: Path(path).exists()) -> Iterator[NetworkFinding]:
    """Yield how to let tables through the firewall of this system, with the commands that do it."""
    if system == "win32":
        opens = "Set-NetConnectionProfile -NetworkCategory Private"
        yield _firewall(f"Windows asks once for each program: allow '{program}' on private networks, under 'Allow an app through "
                        "Windows Firewall'. A network that is 'public' stays closed: 'Get-NetConnectionProfile' in PowerShell "
                        f"tells, and '{opens}' as administrator changes it", opens)
    elif system == "darwin":
        yield _firewall(f"macOS: System Settings, Network, Firewall, Options: let '{program}' accept incoming connections; and "
                        "under Privacy & Security, Local Network, allow the terminal")
    else:
        ufw, firewalld = exists("/usr/sbin/ufw"), exists("/usr/bin/firewall-cmd")
        if ufw:
            allow = f"sudo ufw allow {port}", "sudo ufw allow 5353/udp"
            yield _firewall(f"ufw: 'sudo ufw status' tells whether it is on; '{allow[0]}' and '{allow[1]}' open it", *allow)
        if firewalld:
            opens = f"sudo firewall-cmd --add-port={port}/tcp --add-port={port}/udp --add-service=mdns"
            yield _firewall(f"firewalld: '{opens}' opens it until the next start", opens)
        if not ufw and not firewalld:
            yield _firewall(f"a firewall, where there is one, must let TCP and UDP port {port} and UDP port 5353 through")


def _firewall(text: str, *commands: str) -> NetworkFinding:
    return NetworkFinding("firewall", None, text, commands=commands)
