"""How long `acquire ladder` takes for a folder of journals, and for the same folder once more.

    python -m benchmarks.ladder [--journals 10000] [--games 100] [--players 4] [--jobs 2]

So many games are played between real sessions, by chance, with opened hands; the rest of the folder is copies of their
journals. Each copy has another torn end, as a disk leaves it: it is another file, and the whole of it is verified. Between two
copies of a game come all other games, so a process has forgotten its points. The ladder counts each game once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from acquire_client.terminal.console import make_console, plain_table
from acquire_net.crypto.cpu import multiscalar
from acquire_net.crypto.group import Edwards25519
from acquire_net.table.journal import JournalOpening, pack_journal
from benchmarks.table import Peers

MIN_GAMES = 20
"""For each process, which remembers the points of some eight games and has forgotten them when a copy comes."""


def journal_of_a_game(seed: int, players: int) -> bytes:
    peers = Peers(players, seed, Edwards25519)
    for session in peers.sessions:
        session.opens_hand = True
    peers.play()
    assert peers.finished
    return pack_journal(JournalOpening(msgspec.msgpack.encode(peers.table), peers.signatures), peers.journal)


def write_folder(folder: Path, journals: int, games: int, players: int, jobs: int) -> int:
    """Write so many journals, and return their bytes."""
    with ProcessPoolExecutor(jobs) as pool:
        played = list(pool.map(partial(journal_of_a_game, players=players), range(games)))
    for number in range(journals):
        copy, game = divmod(number, games)
        torn = copy.to_bytes(2, "big") if copy else b""
        (folder / f"{number:06}.acqlog").write_bytes(played[game] + torn)
    return sum(path.stat().st_size for path in folder.iterdir())


def seconds_of_the_command(folder: Path, jobs: int, games: int) -> float:
    words = [sys.executable, "-m", "acquire_client", "ladder", str(folder), "--jobs", str(jobs), "--json"]
    began = time.monotonic()
    found = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    seconds = time.monotonic() - began
    assert found["games"] == games and not found["refused"] and not found["unfinished"], found
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--journals", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100, help=f"different ones, at least {MIN_GAMES} for each process")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    games = min(args.games, args.journals)
    if args.games < MIN_GAMES * args.jobs:
        parser.error(f"at least {MIN_GAMES * args.jobs} games: with fewer, a process still remembers the points of a copied game")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "journals")
        folder.mkdir()
        size = write_folder(folder, args.journals, games, args.players, args.jobs)
        first, again = (seconds_of_the_command(folder, args.jobs, games) for _ in range(2))
    columns = ["journals", "games", "players", "kB a journal", "processes", "first", "again", "10,000 journals"]
    table = plain_table(*columns, numbers=columns)
    table.add_row(f"{args.journals:,}", str(games), str(args.players), f"{size / args.journals / 1000:.0f}", str(args.jobs),
                  f"{first:,.1f} s", f"{again:,.1f} s", f"{first / args.journals * 10_000 / 60:.1f} min")
    console = make_console()
    console.print(table)
    console.print(f"sums by {multiscalar.__name__.rpartition('.')[2]}" if multiscalar is not None else "sums by PyNaCl alone")


if __name__ == "__main__":
    main()
