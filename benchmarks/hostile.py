"""What a player who sends 200 hostile frames a second costs the others: processes on loopback, one of which lies.

    python -m benchmarks.hostile [--players 4] [--kinds claims links] [--games 1]

In each game the liar is quiet and hostile in turn, some seconds each, so that both are measured at one table in one run. From an
answer of an honest player to its being final it may take 150 ms longer meanwhile, and honest journals may grow by 2 kB a second.
A kind of frame that convicts the liar sooner or later shows in the last column: then it also cost a view and a new deck, once.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from acquire_core import RULESETS
from acquire_net.config import Host, Join
from acquire_net.discovery.table_address import TableAddress
from acquire_net.lobby.lobby import Offer
from acquire_net.table.acquire_game import rules_lines
from tests.net.adversaries.levers import FLOODS
from tests.online.liars import LyingPlayer, extra_bytes, journal_path, session_of
from tests.online.peers import NAMES, Player

FRAMES_PER_S = 200
PHASE_S = 2.0
KINDS = (*FLOODS, "mixed", "forged")
"""Mixed are those kinds in turn that convict nobody; forged is what a random forger makes of frames that it has seen."""
EDGE_S = 0.1
"""Answers so close to a change between quiet and hostile count for neither."""
THINKS_MS = 50, 150
MAX_MS, MAX_BYTES_PER_S = 150, 2000


class Thinker(Player):
    """Thinks for a moment before each answer, as a quick person does."""

    def _decide(self) -> None:
        timer = threading.Timer(random.uniform(*THINKS_MS) / 1000, self._decide_now)
        timer.daemon = True
        timer.start()

    def _decide_now(self) -> None:
        with self._changed:
            if self._match is not None and self._match.asked_seat is not None and self._match.legal_actions():
                super()._decide()


class ThinkingLiar(LyingPlayer, Thinker):
    pass


@dataclass
class Measured:
    """What was seen with one kind of frame."""
    waits_ms: dict[bool, list[float]] = field(default_factory=lambda: {False: [], True: []})
    """By whether the liar was hostile then."""
    bytes_per_s: list[float] = field(default_factory=list)
    """By which each honest journal grew while the liar was hostile."""
    frames: int = 0
    lost: int = 0
    games: int = 0


def seat(number: int, players: int, folder: Path, port: int, kind: str) -> None:
    """Play a game as one process, and print what the parent needs to know."""
    how = Join(TableAddress("127.0.0.1", port)) if port else Host(Offer(rules_lines(RULESETS["classic"]), players))
    make = ThinkingLiar if number == players - 1 else Thinker
    player = make(folder, NAMES[number], how, seed=number)
    player.games = 1
    player.wait_until(lambda: bool(player.port), "an open port")
    print(player.port, flush=True)
    player.wait_until(lambda: player.steps > 2 * players, "its first moves")
    if isinstance(player, ThinkingLiar):
        lie(player, kind)
        return
    player.wait_for_games(1, 600)
    session = session_of(player)
    result = {"answers": list(zip(player.answered_s, player.waits_s, strict=True)), "journal": str(journal_path(player)),
              "seat": session.seat, "lost": len(session.state.lost)}
    player.close()
    print(json.dumps(result), flush=True)


def lie(liar: ThinkingLiar, kind: str) -> None:
    """Report each phase when it is over; the parent ends this process after the game."""
    number, is_hostile = 0, False
    while not liar.ended and liar.stopped is None:
        began_s = time.monotonic()
        if is_hostile:
            liar.flood(kind, PHASE_S, FRAMES_PER_S, number)
            number += round(PHASE_S * FRAMES_PER_S)
        else:
            time.sleep(PHASE_S)
        print(json.dumps([began_s, time.monotonic(), is_hostile, liar.sent]), flush=True)
        is_hostile = not is_hostile
    liar.close()


def play(players: int, kind: str, found: Measured) -> None:
    with tempfile.TemporaryDirectory() as folder:
        def start(number: int, port: int) -> subprocess.Popen[str]:
            words = ["--seat", str(number), "--players", str(players), "--folder", f"{folder}/{number}", "--port", str(port),
                     "--kinds", kind]
            return subprocess.Popen([sys.executable, "-m", "benchmarks.hostile", *words], stdout=subprocess.PIPE, text=True)

        running = [start(0, 0)]
        try:
            assert running[0].stdout is not None
            port = int(running[0].stdout.readline())
            running += [start(number, port) for number in range(1, players)]
            honest = [json.loads(each.communicate()[0].splitlines()[-1]) for each in running[:-1]]
            time.sleep(PHASE_S)
        finally:
            for each in running:
                each.terminate()
        phases = [json.loads(line) for line in running[-1].communicate()[0].splitlines()[1:]]
        note(found, honest, phases)


def note(found: Measured, honest: list[dict[str, Any]], phases: list[tuple[float, float, bool, int]]) -> None:
    last_s = max(answered_s for one in honest for answered_s, _ in one["answers"])
    hostile_s = sum(min(end_s, last_s) - began_s for began_s, end_s, is_hostile, _ in phases if is_hostile and began_s < last_s)
    found.frames += max((sent for *_, sent in phases), default=0)
    found.lost += any(one["lost"] for one in honest)
    found.games += 1
    for one in honest:
        found.bytes_per_s.append(extra_bytes(Path(one["journal"]), one["seat"]) / max(hostile_s, PHASE_S))
        for answered_s, wait_s in one["answers"]:
            for began_s, end_s, is_hostile, _ in phases:
                if began_s + EDGE_S <= answered_s <= end_s - EDGE_S:
                    found.waits_ms[is_hostile].append(1000 * wait_s)


def quantile(times: list[float], percent: int) -> float:
    return sorted(times)[len(times) * percent // 100] if times else float("nan")


def row(kind: str, found: Measured) -> list[str]:
    quiet, hostile = found.waits_ms[False], found.waits_ms[True]
    medians = [statistics.median(times) if times else float("nan") for times in (quiet, hostile)]
    high = [quantile(times, 95) for times in (quiet, hostile)]
    return [kind, f"{len(quiet)} / {len(hostile)}", *(f"{each:.0f}" for each in medians), f"{medians[1] - medians[0]:+.0f}",
            *(f"{each:.0f}" for each in high), f"{high[1] - high[0]:+.0f}", f"{max(found.bytes_per_s):,.0f}", f"{found.frames:,}",
            f"{found.lost} of {found.games}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=range(3, 7))
    parser.add_argument("--games", type=int, default=1, help="of each kind")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS, metavar="KIND")
    parser.add_argument("--seat", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.seat is not None:
        logging.getLogger("acquire").addHandler(logging.NullHandler())  # links that end with the game are not reported here
        seat(args.seat, args.players, args.folder, args.port, args.kinds[0])
        return
    shown = Table(title=f"{args.players} processes on loopback, one sends {FRAMES_PER_S} hostile frames a second. Asked: at most "
                        f"{MAX_MS} ms more, {MAX_BYTES_PER_S:,} bytes a second")
    for column in ("frames", "answers", "median ms", "hostile", "more", "95 % ms", "hostile", "more", "journal B/s", "sent",
                   "liar lost"):
        shown.add_column(column, justify="left" if column == "frames" else "right")
    for kind in args.kinds:
        found = Measured()
        for _ in range(args.games):
            play(args.players, kind, found)
        shown.add_row(*row(kind, found))
    Console(width=130).print(shown)


if __name__ == "__main__":
    main()
