"""Games of a cup with real keys, proofs and journals, in one process: each table is played at random by the rules of its cup."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from acquire_client.tools.cup import Cup
from acquire_net import checked_options, fingerprint_of, fingerprint_text, rules_lines
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.signing import SigningKey
from acquire_net.table.acquire_game import game_of
from tests.support.table_on_disk import DiskTable

QUICK = ("--option", "end_size=5", "--option", "safe_size=5")
"""Rules of games that are over soon."""


def signer_of(person: int) -> SigningKey:
    return SigningKey(person.to_bytes(32, "big"))


def key_of(person: int) -> str:
    return fingerprint_text(fingerprint_of(signer_of(person).public))


def list_of_players(people: int) -> str:
    """Return the list for `acquire cup new`."""
    return "# name and key\n" + "".join(f"Person {person} {key_of(person)}\n" for person in range(people))


def play_table(folder: Path, cup: Cup, people: tuple[int, ...], mark: str, seed: int = 0, log: str = "whole",
               most: int = 1000) -> Path:
    """Play a game of these people; return the journal of the first of them."""
    options = checked_options({"conventions": mark, "log": log})
    home = folder / f"play {seed}"
    table = DiskTable(home, len(people), seed, group=Edwards25519(), make_game=game_of, rules=rules_lines(cup.plan.ruleset),
                      signers=[signer_of(person) for person in people], verifier=signing, options=options)
    table.play(random.Random(seed).choice, most=most)
    kept = folder / f"game {seed}.acqlog"
    shutil.copy(table.path(0), kept)
    for seat in range(len(people)):
        table.kill(seat)
    shutil.rmtree(home)
    return kept


def play_round(folder: Path, cup: Cup) -> list[Path]:
    """Play all tables of the last round; return a journal of each."""
    number = len(cup.rounds)
    return [play_table(folder, cup, table.people, cup.mark(number, at) if cup.plan.marks else "", 100 * number + at)
            for at, table in enumerate(cup.rounds[-1].tables, 1)]
