"""What a table without a host costs: set-up, deal, draw, re-deal, a whole game, its journal, and verifying it afterwards.

    python benchmarks/table.py [--players 2 4 6] [--repeat 3] [--plain] [--json]

Every peer is a real session with the real group, signatures and a sealed game of Acquire, and shares nothing with the others but
this process, which is pinned to one core. Each has a clock of its own that runs only while it computes, and a frame arrives at
the time at which its sender sent it: so a duration is the longest chain of computations that had to wait for each other, as if
each peer were a process with a core to itself, and the network took no time.
`--plain` leaves out the compiled multi-scalar multiplication, so every proof is checked by PyNaCl alone.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import secrets
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import msgspec
from rich.console import Console
from rich.table import Table as Rows

from acquire_core import RULESETS
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.signing import SigningKey
from acquire_net.lobby.table_spec import SeatAt, SignedTable, TableSpec
from acquire_net.protocol.liveness import Timing
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import BlockFinal, Finished, JournalEntry
from acquire_net.table.acquire_game import AcquireGame, game_of, rules_lines
from acquire_net.table.journal import JournalOpening, pack_journal, unpack_journal
from acquire_net.table.opening import state_of
from acquire_net.table.verify import verify_journal

TARGETS = {"set-up": (550, 250), "draw": (10, 10), "re-deal": (1500, 800), "verify": (1200, 600), "journal": (500, 500)}
"""For six players: with plain PyNaCl, and with the compiled sums. Milliseconds; the journal in kB."""


MakeGroup = Callable[[], Edwards25519]


class Peers:
    """All sessions of one table, each with its clock."""

    def __init__(self, players: int, seed: int, make_group: MakeGroup) -> None:
        self.players = players
        signers = [SigningKey(secrets.token_bytes(32)) for _ in range(players)]
        seats = tuple(SeatAt(signer.public, secrets.token_bytes(32), secrets.token_bytes(32), f"Player {number}")
                      for number, signer in enumerate(signers))
        self.table = TableSpec(seats, rules_lines(RULESETS["classic"]), (), 0)
        self.signatures = tuple(SignedTable(self.table).sign(signer) for signer in signers)
        self.clock = [0.0] * players
        self.final: list[dict[int, float]] = [{} for _ in range(players)]
        self.kinds: dict[int, str] = {}
        self.journal: list[JournalEntry] = []
        self.wire: list[tuple[float, int, int, int, bytes]] = []
        self.sent = 0
        self.gone: set[int] = set()
        self.finished = False
        self.rng = random.Random(seed)
        self.sessions: list[Session] = []
        for seat, signer in enumerate(signers):
            group = make_group()  # each has to look at every point itself
            game = game_of(self.table, seat)
            keys = SeatSecrets(group, seat, game.tile_count, secrets.token_bytes)
            keys.prepare(game.tile_count)  # while people are still in the lobby
            started = time.perf_counter()
            self.sessions.append(Session(state_of(group, self.table, game), seat, signer, signing, keys, Timing()))
            self.clock[seat] = time.perf_counter() - started
        for seat in range(players):
            self._collect(seat)

    def work(self, seat: int, at: float, call: Callable[[], None]) -> None:
        self.clock[seat] = max(self.clock[seat], at)
        started = time.perf_counter()
        call()
        self._collect(seat, started)

    def _collect(self, seat: int, started: float | None = None) -> None:
        ready = self.sessions[seat].take_ready()
        if started is not None:
            self.clock[seat] += time.perf_counter() - started
        if seat == 0:
            self.journal += ready.journal
        for to, frame in ready.send:
            self.sent += 1
            heapq.heappush(self.wire, (self.clock[seat], self.sent, seat, to, frame))
        if ready.has_work:  # after all that has arrived until then
            self.sent += 1
            heapq.heappush(self.wire, (self.clock[seat], self.sent, seat, seat, b""))
        for fact in ready.facts:
            if isinstance(fact, BlockFinal):
                index, contents = fact.final_block.index, fact.final_block.contents
                self.final[seat][index] = self.clock[seat]
                self.kinds[index] = contents[0].kind.name if contents else "VIEW"
            self.finished = self.finished or isinstance(fact, Finished)

    def settle(self) -> None:
        while self.wire:
            at, _, sender, to, frame = heapq.heappop(self.wire)
            if sender not in self.gone and to not in self.gone:
                session = self.sessions[to]
                self.work(to, at, partial(session.receive, sender, frame) if frame else session.do_spare_work)

    def play(self, most: int = 10_000) -> None:
        self.settle()
        for _ in range(most):
            asked = [session for session in self.sessions if session.is_asked and session.seat not in self.gone]
            if not asked:
                return
            session = asked[0]
            game = session.state.game
            assert isinstance(game, AcquireGame)
            action = game.action_bytes(self.rng.choice(game.legal_actions()))
            self.work(session.seat, self.clock[session.seat], partial(session.submit, action))
            self.settle()

    def leave(self, seat: int) -> None:
        at = max(self.clock)
        self.clock = [at] * self.players
        self.work(seat, at, self.sessions[seat].leave)
        self.settle()
        for other, session in enumerate(self.sessions):
            if other != seat:
                self.work(other, self.clock[other], partial(session.tick, session.liveness.now + 1000))
        self.settle()
        self.gone.add(seat)

    def block_ms(self, index: int) -> float:
        """Return the time from the block before being final everywhere to this one being final everywhere."""
        finals = [found for seat, found in enumerate(self.final) if seat not in self.gone]
        return 1000 * (max(found[index] for found in finals if index in found)
                       - max(found[index - 1] for found in finals if index - 1 in found))


def measure(players: int, seed: int, make_group: MakeGroup) -> dict[str, float]:
    found: dict[str, float] = {}
    peers = Peers(players, seed, make_group)
    peers.settle()
    blocks = sorted(peers.kinds)
    proven = next(index for index in blocks if peers.kinds[index] == "PROOF")
    found["set-up"] = 1000 * max(finals[proven] for finals in peers.final)
    deal = [index for index in blocks if peers.kinds[index] == "SHARES"]
    found["order"], found["deal"] = peers.block_ms(deal[0]), peers.block_ms(deal[1])
    peers.play()
    draws = [peers.block_ms(index) for index in sorted(peers.kinds) if peers.kinds[index] == "SHARES" and index > deal[1]]
    decisions = [peers.block_ms(index) for index in sorted(peers.kinds) if peers.kinds[index] == "DECIDE"]
    found["draw"], found["decision"] = statistics.median(draws), statistics.median(decisions)
    found["whole game"] = 1000 * max(peers.clock)
    data = pack_journal(JournalOpening(msgspec.msgpack.encode(peers.table), peers.signatures), peers.journal)
    found["journal"] = len(data) / 1000
    found["blocks"] = len(peers.kinds)
    started = time.perf_counter()
    report = verify_journal(unpack_journal(data), game_of, signing, make_group())
    found["verify"] = 1000 * (time.perf_counter() - started)
    assert report.result is not None or not peers.finished
    if players > 2:
        found["re-deal"] = redeal_ms(players, seed, make_group)
    return found


def multiplication_us(group: Edwards25519, times: int = 500) -> float:
    """Time one multiplication, on which all other figures depend.

    Machines that share their cores change it from minute to minute.
    """
    point = group.times_base(group.random_scalar(secrets.token_bytes))
    scalars = [group.random_scalar(secrets.token_bytes) for _ in range(times)]
    started = time.perf_counter()
    for scalar in scalars:
        group.multiply_point(scalar, point)
    return 1e6 * (time.perf_counter() - started) / times


def redeal_ms(players: int, seed: int, make_group: MakeGroup) -> float:
    peers = Peers(players, seed, make_group)
    peers.play(most=40)
    before = max(peers.clock)
    peers.leave(players - 1)
    return 1000 * (max(peers.clock[:-1]) - before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 6])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--plain", action="store_true", help="check proofs with PyNaCl alone")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    make_group = partial(Edwards25519, compiled=not args.plain)
    results = {}
    for players in args.players:
        runs = [measure(players, seed, make_group) for seed in range(args.repeat)]
        results[players] = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    if args.json:
        print(json.dumps(results))
        return
    rows = Rows(title=f"a table without a host, {'PyNaCl alone' if args.plain else 'compiled sums'}, median of {args.repeat}")
    rows.add_column("")
    for players in args.players:
        rows.add_column(f"{players} players", justify="right")
    rows.add_column("asked for 6", justify="right")
    for name in results[args.players[-1]]:
        unit = "kB" if name == "journal" else "" if name == "blocks" else "ms"
        target = f"{TARGETS[name][0 if args.plain else 1]} {unit}" if name in TARGETS else ""
        rows.add_row(name, *(f"{results[players][name]:,.1f} {unit}" if name in results[players] else "–"
                             for players in args.players), target)
    Console().print(rows)
    print(f"PyNaCl takes {multiplication_us(make_group()):.0f} µs for a multiplication just now.")
    print(f"Python {sys.version.split()[0]}", file=sys.stderr)


if __name__ == "__main__":
    main()
