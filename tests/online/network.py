"""A small network of this test's own: hosts in network namespaces on a bridge, whose cables can be pulled.

It needs Linux, iproute2 and the right to make namespaces; elsewhere such tests are skipped, and say why.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import time
from functools import lru_cache

import pytest

_NUMBERS = itertools.count(1)


def ip(*words: object) -> None:
    subprocess.run(["ip", *map(str, words)], check=True, capture_output=True, text=True)


@lru_cache(maxsize=1)
def why_not() -> str:
    """Return why there can be no such network here; empty if there can."""
    if not sys.platform.startswith("linux"):
        return "network namespaces need Linux"
    if shutil.which("ip") is None:
        return "iproute2 is not installed"
    probe = f"acq{os.getpid()}p"
    try:
        ip("netns", "add", probe)
        ip("netns", "exec", probe, "ip", "link", "add", "b0", "type", "bridge")
    except subprocess.CalledProcessError as error:
        return f"network namespaces are not permitted: {error.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", probe], check=False, capture_output=True)
    return ""


def needs_a_network() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)


class HostNetwork:
    """Hosts 1 to `hosts` with addresses 10.77.0.1 and so on; a switch in a namespace of its own joins them. With version 6 they
    have fd77::1 and so on, and no address of IPv4 but that of loopback."""

    def __init__(self, hosts: int, version: int = 4) -> None:
        self.hosts = hosts
        self.version = version
        self._mark = f"acq{os.getpid()}n{next(_NUMBERS)}"
        self._made: list[str] = []

    def __enter__(self) -> HostNetwork:
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        for space in self._made:
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)

    def _build(self) -> None:
        self._space("switch")
        for bridge in ("br0", "br1"):
            self.at_switch("link", "add", bridge, "type", "bridge")
            self.at_switch("link", "set", bridge, "up")
        for host in range(1, self.hosts + 1):
            self._space(host)
            ip("-n", self.space("switch"), "link", "add", f"port{host}", "type", "veth", "peer", "name", "eth0", "netns",
               self.space(host))
            self.at_switch("link", "set", f"port{host}", "master", "br0", "up")
            self.at(host, "link", "set", "lo", "up")
            if self.version == 4:
                self.at(host, "addr", "add", f"{self.address(host)}/24", "brd", "+", "dev", "eth0")
            else:  # at once, without looking for another machine with this address
                self.at(host, "addr", "add", f"{self.address(host)}/64", "dev", "eth0", "nodad")
            self.at(host, "link", "set", "eth0", "up")

    def _space(self, name: object) -> None:
        ip("netns", "add", self.space(name))
        self._made.append(self.space(name))

    def space(self, name: object) -> str:
        return f"{self._mark}{name}"

    def address(self, host: int) -> str:
        return f"10.77.0.{host}" if self.version == 4 else f"fd77::{host}"

    def at(self, host: int, *words: object) -> None:
        """`ip` on a host."""
        ip("-n", self.space(host), *words)

    def at_switch(self, *words: object) -> None:
        ip("-n", self.space("switch"), *words)

    def settle(self) -> None:
        """Wait until no address is tentative any more."""
        for host in range(1, self.hosts + 1):
            while "tentative" in subprocess.run(["ip", "-n", self.space(host), "addr"], check=True, capture_output=True,
                                                text=True).stdout:
                time.sleep(0.1)

    def on(self, host: int) -> tuple[str, ...]:
        """Return what runs a program on this host."""
        return ("ip", "netns", "exec", self.space(host))

    def pull(self, host: int) -> None:
        """The host's cable; its own end goes down as well, as it does in a machine."""
        self.at_switch("link", "set", f"port{host}", "down")

    def plug_in(self, host: int) -> None:
        self.at_switch("link", "set", f"port{host}", "up")

    def part(self, *hosts: int) -> None:
        """These hosts reach each other and nobody else."""
        for host in hosts:
            self.at_switch("link", "set", f"port{host}", "master", "br1")

    def heal(self) -> None:
        for host in range(1, self.hosts + 1):
            self.at_switch("link", "set", f"port{host}", "master", "br0")

    def isolate(self, *hosts: int) -> None:
        """As the wireless network of a hotel does: these reach others, not each other."""
        for host in hosts:
            self.at_switch("link", "set", f"port{host}", "type", "bridge_slave", "isolated", "on")
