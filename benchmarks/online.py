"""How long a table of programs takes on loopback: until it stands, from an answer to its being final, and what a turn costs.

    python -m benchmarks.online [--players 6] [--games 3] [--tables 10]

Each player is a process with a peer of its own, as `acquire host` and `acquire join` have it; a random answer is given as soon as
it is asked for. After some decisions a tile is drawn: then the time runs until it is there, with all proofs. What a turn costs is
the time of a core that all processes together took for it: nothing is drawn on a screen here. Then so many tables are opened one
after the other, and another program lists them.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import queue
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from acquire_client.matches.online import OnlineMatch
from acquire_core import RULESETS
from acquire_core.actions import DrawTile
from acquire_net import events
from acquire_net.config import Host, Join, PeerConfig
from acquire_net.crypto.signing import SigningKey
from acquire_net.discovery.table_address import TableAddress
from acquire_net.discovery.table_search import TableSearch
from acquire_net.lobby.lobby import Offer
from acquire_net.peer import Peer
from acquire_net.table.acquire_game import rules_lines

QUIET_S = 2.0
"""So long a search runs before a table is proposed: the first packets of mDNS are sent by then."""
PATIENCE_S = 20.0


def seat(number: int, players: int, folder: Path, code: str) -> None:
    """Play a game as one process, and print what it measured."""
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    setup = PeerConfig(SigningKey(secrets.token_bytes(32)), f"Player {number}", folder, "0", port=0, announces=False)
    how = Join(TableAddress.read(code)) if code else Host(Offer(rules_lines(RULESETS["classic"]), players))
    peer = Peer(setup, how, inbox.put)
    began = time.perf_counter()
    peer.start()
    rng, match = random.Random(number), None
    found: dict[str, Any] = {"plain": [], "draw": [], "turns": []}
    asked_at: float | None = None
    turn, has_drawn, cost = 0, False, 0.0
    while True:
        item = inbox.get()
        now = time.perf_counter()
        if isinstance(item, events.Listening) and not code:
            print(item.code, flush=True)
        elif isinstance(item, events.LobbySnapshot):
            me = next((each for each in item.members if each.is_me), None)
            if me and me.is_seated and not me.is_ready and sum(each.is_seated for each in item.members) == players:
                found.setdefault("full", now)
                peer.set_ready(True)
        elif isinstance(item, events.Begun):
            match = OnlineMatch(item.ruleset, item.names, item.seat, peer.submit)
        elif isinstance(item, events.Played) and match is not None:
            match.receive_actions(item.actions, item.asked, item.opened_bag)
            steps = match.poll()
            draws = any(isinstance(step.action, DrawTile) for step in steps)
            if asked_at is not None and match.pending is None and (draws or match.game.phase != "draw"):
                found["draw" if draws else "plain"].append(now - asked_at)
                asked_at = None
            if match.game.turn == 1 and "first" not in found:
                found["first"] = now
            has_drawn = has_drawn or draws
            if match.game.turn != turn:
                cost_before, cost = cost, time.process_time()
                if turn:
                    found["turns"].append([turn, cost - cost_before, has_drawn])
                turn, has_drawn = match.game.turn, False
        elif isinstance(item, events.Ended):
            peer.stop()
        elif isinstance(item, events.PeerStopped):
            break
        if match is not None and match.asked_seat is not None:
            action = match.forced_answer() or rng.choice(match.legal_actions())
            asked_at = time.perf_counter()
            match.answer(action)
    print(json.dumps({**found, "ready": found["first"] - found.get("full", began)}))


def start_seat(number: int, players: int, folder: Path, code: str) -> subprocess.Popen[str]:
    """Start a process that plays a game at the table of this code, or without one founds a table and prints its code."""
    words = ["--seat", str(number), "--players", str(players), "--folder", str(folder), "--code", code]
    return subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True)


def game(players: int) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        first = start_seat(0, players, Path(folder) / "0", "")
        assert first.stdout is not None
        code = first.stdout.readline().strip()
        others = [start_seat(number, players, Path(folder) / str(number), code) for number in range(1, players)]
        return [json.loads(each.communicate()[0].splitlines()[-1]) for each in (first, *others)]


def turn_costs_ms(played: list[dict[str, Any]]) -> list[float]:
    """Return what each turn with a draw of one game has cost all its seats together."""
    costs: dict[int, list[float]] = defaultdict(list)
    for one in played:
        for turn, cost_s, has_drawn in one["turns"]:
            if has_drawn:
                costs[turn].append(1000 * cost_s)
    return [sum(costs_of_turn) for costs_of_turn in costs.values() if len(costs_of_turn) == len(played)]


def listed_after(folder: Path, name: str, is_late: bool, **ways: Any) -> float:
    """Return after how many seconds a table is listed: since it was proposed, or since another program began to look for it."""
    setup = PeerConfig(SigningKey(secrets.token_bytes(32)), name, folder / name, "0", port=0)
    peer = Peer(setup, Host(Offer(rules_lines(RULESETS["classic"]), 3)), lambda event: None)
    changed = threading.Event()
    if is_late:
        peer.start()
        time.sleep(QUIET_S + random.random())  # beacons come each second
        began = time.perf_counter()
    search = TableSearch(on_change=changed.set, **ways)
    try:
        if not is_late:
            time.sleep(QUIET_S)
            began = time.perf_counter()
            peer.start()
        while not any(table.name == name for table in search.snapshot()):
            changed.wait(0.01)
            changed.clear()
            if time.perf_counter() - began > PATIENCE_S:
                return float("inf")
        return time.perf_counter() - began
    finally:
        search.close()
        peer.stop()
        peer.wait_until_stopped(PATIENCE_S)


def row_of(words: str, times_ms: list[float]) -> tuple[str, ...]:
    times = sorted(times_ms)
    shares = (f"{times[len(times) * share // 100]:.1f}" for share in (90, 99))
    return words, f"{statistics.median(times):.1f}", *shares, f"{len(times):,}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seat", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--code", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    logging.getLogger("acquire").addHandler(logging.NullHandler())  # what a log file would hold is not printed
    if args.seat is not None:
        seat(args.seat, args.players, args.folder, args.code)
        return
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    shown = Table(title=f"{args.players} processes on loopback, {args.games} games, then {args.tables} tables")
    for column in ("", "median ms", "90 % ms", "99 % ms", "count"):
        shown.add_column(column, justify="left" if not column else "right")
    games = [game(args.players) for _ in range(args.games)]
    played = [each for one in games for each in one]
    for kind, words in (("plain", "answer to final"), ("draw", "answer to final with a draw")):
        if times := [1000 * each for one in played for each in one[kind]]:
            shown.add_row(*row_of(words, times))
    if played:
        shown.add_row(*row_of("all places taken to first decision", [1000 * one["ready"] for one in played]))
        costs = [cost for one in games for cost in turn_costs_ms(one)]
        shown.add_row(*row_of("a turn with a draw, of a core, all together", costs))
    with tempfile.TemporaryDirectory() as folder:
        for is_late, words in ((False, "a table proposed to listed"), (True, "a search begun to a table listed")):
            for heard, ways in (("", {}), (", by beacons alone", {"mdns": False})):
                times = [1000 * listed_after(Path(folder), f"Table {number} {is_late} {bool(heard)}", is_late, **ways)
                         for number in range(args.tables)]
                if times:
                    shown.add_row(*row_of(words + heard, times))
    console = Console()
    console.print(shown)
    console.print(f"load of the machine before: {load:.2f}")


if __name__ == "__main__":
    main()
