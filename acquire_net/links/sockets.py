"""Opening a port, accepting connections, and connecting: what every user of a socket loop needs.

A connection never blocks, and is noticed to be gone. Ports are opened for IPv4 and IPv6 with one number.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from acquire_net.errors import SetupError, Wording
from acquire_net.links.socket_loop import READ, WRITE, SocketLoop

BACKLOG = 128
ACCEPTS_AT_ONCE = 32
PAUSE_WITHOUT_SOCKETS_S = 0.5
ALL_ADDRESSES = ("0.0.0.0", "::")

NO_SOCKETS = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
NO_SUCH_ADDRESS = {errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT, errno.EADDRNOTAVAIL}


class PortTakenError(SetupError):
    """The port cannot be had; the text says why, and what to do."""


def open_listeners(hosts: Sequence[str], port: int, any_port: bool = False) -> list[socket.socket]:
    """Open a listener for each host that this machine knows, all on one port. Raises PortTakenError."""
    trouble: str = Wording("this machine has no such address")
    for wanted in (port, *((0,) * 8 if any_port else ())):
        listeners: list[socket.socket] = []
        try:
            for host in hosts:
                try:
                    listeners.append(_open_listener(host, listeners[0].getsockname()[1] if listeners else wanted))
                except OSError as error:
                    if error.errno not in NO_SUCH_ADDRESS:
                        raise
            if listeners:
                return listeners
        except OSError as error:
            trouble = str(error.strerror or error)
            for listener in listeners:
                listener.close()
    raise _port_taken(port, trouble)


def _port_taken(port: int, trouble: str) -> PortTakenError:
    return PortTakenError(Wording("port {port} cannot be used: {trouble}. If another program or a second copy of this one has "
                                  "it, end that or choose another port", port=port, trouble=trouble))


def open_loop(name: str, hosts: Sequence[str], port: int, any_port: bool = False) -> tuple[SocketLoop, list[socket.socket]]:
    """Open listeners and the loop for their connections, which `start_accepting` starts. Raises PortTakenError; then nothing
    stays open."""
    listeners = open_listeners(hosts, port, any_port)
    try:
        return SocketLoop(name), listeners
    except OSError as error:
        for listener in listeners:
            listener.close()
        raise _port_taken(port, str(error.strerror or error)) from None


def start_accepting(loop: SocketLoop, listeners: Sequence[socket.socket], welcome: Callable[[socket.socket, str], None]) -> None:
    """Accept connections from now on, and start the loop. Where that fails, nothing stays open."""
    try:
        for listener in listeners:
            accept_from(loop, listener, welcome)
        loop.start()
    except BaseException:
        close_loop(loop, listeners)
        raise


def close_loop(loop: SocketLoop, listeners: Sequence[socket.socket]) -> None:
    """End a loop that has nothing open but its listeners."""
    def drop_all() -> None:
        for listener in listeners:
            loop.drop_socket(listener)

    loop.close(drop_all)


def _open_listener(host: str, port: int) -> socket.socket:
    """Open a listener for this host alone: one of IPv6 does not serve IPv4 too."""
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform == "win32":  # there SO_REUSEADDR would let two programs share a port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in host:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((host, port))
        sock.listen(BACKLOG)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def read_some(sock: socket.socket, most: int) -> bytes | None:
    """Return what has come: b"" at the end of the connection, however it ended, and None where nothing has come yet."""
    try:
        return sock.recv(most)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def accept_from(loop: SocketLoop, listener: socket.socket, welcome: Callable[[socket.socket, str], None]) -> None:
    """Call `welcome`, from now on, with each connection that comes in and the host that it comes from. Where it fails, that
    connection ends, and the others come as before."""

    def accept(events: int) -> None:
        for _ in range(ACCEPTS_AT_ONCE):
            try:
                sock, address = listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in NO_SOCKETS:  # later there may be some again; until then it would be asked without end
                    loop.watch_socket(listener, 0, accept)
                    loop.call_later(PAUSE_WITHOUT_SOCKETS_S, go_on)
                return
            if not loop.run_callback(partial(welcome, sock, address[0])):
                loop.drop_socket(sock)

    def go_on() -> None:
        if listener.fileno() >= 0:
            loop.watch_socket(listener, READ, accept)

    go_on()


KEEP_ALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPALIVE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}
"""Seconds, seconds under the name that macOS uses, seconds, and times: a link that is gone is noticed within half a minute."""


def prepare(sock: socket.socket) -> None:
    """Set up a connection: it never blocks, small messages go out at once, and a lost peer is noticed."""
    sock.setblocking(False)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEP_ALIVE.items():
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def caller_group(host: str) -> str:
    """Return by what connections are counted: an address of IPv4, or a network of IPv6, where one machine has millions.

    >>> caller_group("::ffff:192.0.2.7"), caller_group("2001:db8::1:2:3"), caller_group("fe80::1%eth0")
    ('192.0.2.7', '2001:db8::/64', 'fe80::1%eth0')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address) or address.is_link_local:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


def start_connecting(family: int, address: tuple[str, int] | tuple[str, int, int, int]) -> socket.socket:
    """Return a socket that connects to an address, and is writable when it is there. Raises OSError."""
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        prepare(sock)
        sock.connect(address)
    except BlockingIOError:
        pass
    except BaseException:
        sock.close()
        raise
    return sock


class Reach:
    """Connects to the first address of a host that answers, and hands the socket over; or the words of the last failure."""

    def __init__(self, loop: SocketLoop, host: str, port: int, patience_s: float, there: Callable[[socket.socket], None],
                 failed: Callable[[str], None]) -> None:
        self._loop = loop
        self._there = there
        self._failed = failed
        self._sock: socket.socket | None = None
        self._addresses: deque[tuple[int, tuple[str, int]]] = deque()
        self._trouble: str = Wording("no address")
        self._closed = False
        self._timer = loop.call_later(patience_s, lambda: self._fail_with(Wording("no answer")))
        if is_literal(host):
            loop.call_soon(lambda: self._look_up(host, port))
        else:  # to ask for a name may take long, and the loop has more to do
            threading.Thread(target=self._look_up, args=(host, port), name="acquire name", daemon=True).start()

    def close(self) -> None:
        """Close the connection without sending anything."""
        self._closed = True
        self._timer.cancel()
        self._addresses.clear()
        if self._sock is not None:
            self._loop.drop_socket(self._sock)
            self._sock = None

    def _look_up(self, host: str, port: int) -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError, OverflowError) as error:
            self._trouble = getattr(error, "strerror", None) or str(error)
            found = []
        self._loop.call_soon(lambda: self._begin([(each[0], each[4]) for each in found]))  # type: ignore[misc]

    def _begin(self, addresses: list[tuple[int, tuple[str, int]]]) -> None:
        if not self._closed:
            self._addresses.extend(addresses)
            self._try_next()

    def _try_next(self) -> None:
        while self._addresses:
            try:
                self._sock = start_connecting(*self._addresses.popleft())
            except OSError as error:
                self._trouble = str(error.strerror or error)
                continue
            self._loop.watch_socket(self._sock, WRITE, self._is_ready)
            return
        self._fail_with(self._trouble)

    def _is_ready(self, events: int) -> None:
        sock, self._sock = self._sock, None
        assert sock is not None
        trouble = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if trouble:
            self._trouble = os.strerror(trouble)
            self._loop.drop_socket(sock)
            self._try_next()
        else:
            self._timer.cancel()
            self._loop.watch_socket(sock, 0, self._is_ready)
            self._there(sock)

    def _fail_with(self, words: str) -> None:
        if not self._closed:
            self.close()
            self._failed(words)


def is_literal(host: str) -> bool:
    """Return True for an address of IPv4 or IPv6, which needs no look-up."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
