"""How long a table of programs takes on loopback: until it stands, and from an answer to its being final.

    python benchmarks/online.py [--players 6] [--games 3]

Each player is a process with a peer of its own, as `acquire host` and `acquire join` have it; a random answer is given as soon as
it is asked for. After some decisions a tile is drawn: then the time runs until it is there, with all proofs.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
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
from acquire_net.lobby.lobby import Offer
from acquire_net.peer import Peer
from acquire_net.table.acquire_game import rules_lines


def seat(number: int, players: int, folder: Path, code: str) -> None:
    """Play a game as one process, and print what it measured."""
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    setup = PeerConfig(SigningKey(secrets.token_bytes(32)), f"Player {number}", folder, "0", port=0, announces=False)
    how = Join(TableAddress.read(code)) if code else Host(Offer(rules_lines(RULESETS["classic"]), players))
    peer = Peer(setup, how, inbox.put)
    began = time.perf_counter()
    peer.start()
    rng, match = random.Random(number), None
    found: dict[str, Any] = {"plain": [], "draw": []}
    asked_at: float | None = None
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
        elif isinstance(item, events.Ended):
            peer.stop()
        elif isinstance(item, events.PeerStopped):
            break
        if match is not None and match.asked_seat is not None:
            action = match.forced_answer() or rng.choice(match.legal_actions())
            asked_at = time.perf_counter()
            match.answer(action)
    print(json.dumps({"plain": found["plain"], "draw": found["draw"], "ready": found["first"] - found.get("full", began)}))


def game(players: int) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        def start(number: int, code: str) -> subprocess.Popen[str]:
            words = ["--seat", str(number), "--players", str(players), "--folder", f"{folder}/{number}", "--code", code]
            return subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE, text=True)

        first = start(0, "")
        assert first.stdout is not None
        code = first.stdout.readline().strip()
        others = [start(number, code) for number in range(1, players)]
        return [json.loads(each.communicate()[0].splitlines()[-1]) for each in (first, *others)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seat", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--code", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.seat is not None:
        seat(args.seat, args.players, args.folder, args.code)
        return
    played = [each for _ in range(args.games) for each in game(args.players)]
    shown = Table(title=f"{args.players} processes on loopback, {args.games} games")
    for column in ("", "median ms", "90 % ms", "99 % ms", "count"):
        shown.add_column(column, justify="left" if not column else "right")
    for kind, words in (("plain", "answer to final"), ("draw", "answer to final with a draw")):
        times = sorted(1000 * each for one in played for each in one[kind])
        if times:
            shown.add_row(words, f"{statistics.median(times):.1f}", f"{times[len(times) * 9 // 10]:.1f}",
                          f"{times[len(times) * 99 // 100]:.1f}", f"{len(times):,}")
    ready = sorted(1000 * one["ready"] for one in played)
    shown.add_row("all places taken to first decision", f"{statistics.median(ready):.0f}", f"{ready[len(ready) * 9 // 10]:.0f}",
                  "", f"{len(ready)}")
    Console().print(shown)


if __name__ == "__main__":
    main()
