"""Attacks while people play: strangers at the open port, a seated peer that floods, beacons with hostile names.

The attacked peer is a process of its own, so that its memory can be looked at from outside; the others play in this process.
"""

from __future__ import annotations

import secrets
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from acquire_net.crypto.curve import curve_keys
from acquire_net.discovery.beacon import Announcement, encode_table
from acquire_net.discovery.card import fetch_card
from acquire_net.discovery.found_tables import MAX_TABLES
from acquire_net.discovery.table_address import TableAddress
from acquire_net.discovery.table_search import TableSearch
from acquire_net.links.channels import TABLE, pack_frames
from acquire_net.links.transport import MAX_FRAME_BYTES, Mesh
from tests.online.peers import NAMES, Player, come_to_the_end, joined
from tests.online.programs import Company, Program
from tests.support.beacons_on_loopback import loopback_only
from tests.support.counts import Count

MAX_GROWTH_BYTES = 60_000_000


def memory_bytes(program: Program) -> int:
    for line in Path(f"/proc/{program.process.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise AssertionError("a process without memory")


def cpu_s(program: Program) -> float:
    words = Path(f"/proc/{program.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / 100


class Attacked:
    """Ada, a process that hosts and plays, watched while the others play with her; `port` is where she is attacked."""

    def __init__(self, program: Program, others: list[Player], table: dict[str, Any]) -> None:
        self.program = program
        self.others = others
        self.port: int = table["port"]
        self.card = fetch_card("127.0.0.1", self.port)
        self._memory_bytes = self.most_bytes = memory_bytes(program)
        self._cpu_s, self._began_s = cpu_s(program), time.monotonic()

    def look(self) -> None:
        if self.program.process.poll() is None:
            self.most_bytes = max(self.most_bytes, memory_bytes(self.program))

    def tell(self, what: str) -> None:
        """Print how it went, for readers; only the memory is judged. The flooder's own moves wait behind its own flood."""
        honest = [player for player in self.others if not isinstance(player, Flooder)]
        waits = sorted(1000 * wait for player in honest for wait in player.waits_s) or [0.0]
        share = (cpu_s(self.program) - self._cpu_s) / (time.monotonic() - self._began_s)
        print(f"{what}: an answer is final after {statistics.median(waits):.0f} ms, at most {waits[-1]:.0f}; "
              f"{share:.0%} of a core, memory grew by {(self.most_bytes - self._memory_bytes) / 1e6:.1f} MB")
        assert self.most_bytes - self._memory_bytes < MAX_GROWTH_BYTES

    def come_to_the_end(self) -> None:
        finished = self.program.wait_for("finished")
        assert come_to_the_end(self.others) == finished["head"]


@contextmanager
def attacked_table(folder: Path, players: int, *words: object, make: Callable[..., Player] = Player) -> Iterator[Attacked]:
    """The last of them is made by `make`."""
    with Company(folder) as company, ExitStack() as sitting:
        ada = company.run("Ada", "host", "--seats", players, "--name", "Ada", "--bot", "1", "--json", "--port", 0,
                          "--no-announce", *words)
        table = ada.wait_for("table")
        others = []
        for number, name in enumerate(NAMES[1:players], 1):
            others.append(joined(folder / name, name, TableAddress("127.0.0.1", table["port"]), seed=number,
                                 make=make if number == players - 1 else Player))
            sitting.callback(others[-1].peer.wait_until_stopped, 20)
            sitting.callback(others[-1].peer.stop)
        ada.wait_for("started")
        yield Attacked(ada, others, table)


# --- what strangers do

def silent_connections(attacked: Attacked, stop: threading.Event) -> None:
    """Five hundred of them, of a hundred addresses where the system lets a test have so many."""
    open_ones: list[socket.socket] = []
    for number in range(500):
        sock = socket.socket()
        sock.settimeout(5)
        if sys.platform.startswith("linux"):
            sock.bind((f"127.0.1.{1 + number % 100}", 0))
        with suppress(OSError):
            sock.connect(("127.0.0.1", attacked.port))
        open_ones.append(sock)
        if stop.is_set():
            break
    while not stop.wait(0.05):
        attacked.look()
    for sock in open_ones:
        sock.close()


NOISE = (b"GET / HTTP/1.1\r\nHost: acquire\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"SSH-2.0-OpenSSH_9.6\r\n",
         b"\xff" * 4000, b"\0" * 4000, b"\xff\0\0\0\0\0\0\0\x01\x7f\x03\0NULL" + bytes(48), b"ACQCARD",
         secrets.token_bytes(1 << 20))


def noise(attacked: Attacked, stop: threading.Event) -> None:
    """HTTP, TLS, half a greeting, a greeting without CURVE, and a megabyte of nothing."""
    number = 0
    while not stop.is_set():
        with socket.socket() as sock:
            sock.settimeout(0.2)
            try:
                sock.connect(("127.0.0.1", attacked.port))
                sock.sendall(NOISE[number % len(NOISE)])
                sock.recv(200)
            except OSError:
                pass
        number += 1
        attacked.look()
        stop.wait(0.01)


def wrong_keys(attacked: Attacked, stop: threading.Event) -> None:
    """Some look for another peer; some have the right key, come in, and send what nobody can read, or more than fits."""
    meshes = []
    for number in range(12):
        keys = curve_keys(secrets.token_bytes)
        mesh = Mesh(keys.secret, keys.public)
        wanted = attacked.card.curve if number % 2 else curve_keys(secrets.token_bytes).public
        mesh.connect_to(wanted, [("127.0.0.1", attacked.port)])
        meshes.append((mesh, wanted))
    while not stop.is_set():
        for number, (mesh, wanted) in enumerate(meshes):
            mesh.poll(1)
            if mesh.is_up(wanted):
                if number % 4 == 1:
                    oversize(mesh, wanted)
                else:
                    mesh.send(wanted, secrets.token_bytes(2000))
        attacked.look()
        stop.wait(0.005)
    for mesh, _ in meshes:
        mesh.close()


def oversize(mesh: Mesh, key: bytes) -> None:
    """What an honest mesh refuses to send."""
    dial = mesh._peers[key].dial
    if dial is not None and dial.sock is not None and dial.done:
        dial.sock.send(bytes(MAX_FRAME_BYTES + 1000))


STRANGERS = (silent_connections, noise, wrong_keys)


def under_attack(folder: Path, players: int) -> None:
    """By three kinds of strangers at once, for a whole game."""
    with attacked_table(folder, players) as attacked:
        stop = threading.Event()
        threads = [threading.Thread(target=attack, args=(attacked, stop)) for attack in STRANGERS]
        for thread in threads:
            thread.start()
        try:
            attacked.come_to_the_end()
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        attacked.tell("strangers")


@pytest.mark.fully
def test_strangers_cost_the_table_nothing(tmp_path: Path, count: Count) -> None:
    under_attack(tmp_path, count(2, 3))


@pytest.mark.campaign
def test_six_among_strangers(tmp_path: Path) -> None:
    under_attack(tmp_path, 6)


# --- what a seated peer does

class Flooder(Player):
    """A player that also sends random frames to the attacked peer, as fast as it can, until it is ordered to be quiet."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sent = 0
        self.quiet = threading.Event()
        self.quiet.set()
        self.babbles = False
        """Or it says again and again what may be said."""
        super().__init__(*args, **kwargs)
        turn = self.peer._run_turn

        def turn_and_flood() -> None:
            turn()
            connections, table = self.peer._connections, self.peer._table
            if not self.quiet.is_set() and connections is not None and table is not None:
                status = table.seat.session._make_status()
                assert status is not None
                _, said = next(pack_frames([(0, status.frame)]))
                frame = TABLE + table._channel._mark + (b"\x01\0\0\0\0" if self.babbles else said)
                self.sent += sum(connections.mesh.send(table.keys[0], frame) for _ in range(200))
                connections.mesh.wake()

        self.peer._run_turn = turn_and_flood  # type: ignore[method-assign]


def flooded(folder: Path, babbles: bool, ends: bool, plays_on: bool = True) -> None:
    """A peer that floods is named and cut off; when it stops it goes on playing, and until then the others play on."""
    with attacked_table(folder, 3, "--grace", 10, make=Flooder) as attacked:
        ada, flooder = attacked.program, attacked.others[-1]
        assert isinstance(flooder, Flooder)
        ada.wait_for("action")
        began_s = time.monotonic()
        flooder.babbles = babbles
        flooder.quiet.clear()
        trouble = ada.wait_for("trouble")
        assert "Cleo" in trouble["text"] and "cut" in trouble["text"], trouble
        print(f"cut off after {time.monotonic() - began_s:.1f} s and {flooder.sent:,} frames: {trouble['text']}")
        attacked.look()
        if ends:
            flooder.quiet.set()
        if plays_on:
            finished = ada.wait_for("finished", 900)
            assert come_to_the_end(attacked.others, patience_s=60) == finished["head"]
        else:
            for _ in range(3):
                ada.wait_for("action")
        attacked.look()
        attacked.tell("flood")


@pytest.mark.fully
@pytest.mark.parametrize("babbles", [True, False])
def test_a_seated_peer_that_floods_is_named_and_cut_off(tmp_path: Path, babbles: bool, count: Count) -> None:
    if not count(babbles, 1):
        pytest.skip("with --ci")
    flooded(tmp_path, babbles, ends=True, plays_on=count(0, 1) == 1 and not babbles)


@pytest.mark.campaign
@pytest.mark.parametrize("babbles", [True, False])
def test_a_seated_peer_that_never_stops(tmp_path: Path, babbles: bool) -> None:
    flooded(tmp_path, babbles, ends=False)


# --- beacons

def test_hostile_beacons_hide_no_table(free_port: int) -> None:
    """A thousand a second: names with control characters, names of others, lengths that lie, tables without end."""
    names = ("Ada", "\u202eadA", "\x1b[2J", "a" * 200, "", "\u0000", "A\u0301" * 20)
    stop = threading.Event()
    with TableSearch(port=free_port, adapters=loopback_only, mdns=False) as seeing, \
            TableSearch(port=free_port, adapters=loopback_only, mdns=False, listen=False) as host:
        sent = [0]

        def beacons() -> None:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
                if sys.platform.startswith("linux"):
                    sock.bind(("127.0.0.2", 0))  # of another machine, as far as that can be had here
                while not stop.wait(0.01):
                    for _ in range(10):
                        mark, name = secrets.token_bytes(5), names[sent[0] % len(names)]
                        table = Announcement(secrets.token_bytes(8), mark, 47108, 1, 4, "Eve", "classic", "1")
                        data = encode_table(table, secrets.token_bytes(4)).replace(b"\x03Eve", bytes((len(name.encode()) & 255,))
                                                                                   + name.encode())
                        sock.sendto(data, ("127.0.0.1", free_port))
                        sent[0] += 1

        thread = threading.Thread(target=beacons)
        thread.start()
        try:
            while sent[0] < 1000:
                time.sleep(0.05)
            host.announce_table(Announcement(b"12345678", b"abcde", 47108, 1, 4, "Sid", "classic", "0.1.0"))
            end_s = time.monotonic() + 20
            while not any(table.name == "Sid" for table in seeing.snapshot()):
                assert time.monotonic() < end_s, f"the true table was not seen among {sent[0]} beacons: {seeing.snapshot()}"
                time.sleep(0.05)
            shown = seeing.snapshot()
        finally:
            stop.set()
            thread.join()
    assert len(shown) <= MAX_TABLES
    assert all(table.name.isprintable() and len(table.name) <= 24 for table in shown)
    print(f"{sent[0]:,} beacons, {len(shown)} tables shown")


@pytest.fixture
def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        found: int = sock.getsockname()[1]
        return found
