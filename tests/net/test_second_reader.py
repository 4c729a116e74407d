"""The second reader and the program read the same journals of games with faults, and come to the same."""

from __future__ import annotations

import ast
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from acquire_net.lobby.table_spec import SignedTable
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.evidence import follow
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.journal import read_journal, unpack_journal
from acquire_net.table.verify import verify_journal
from tests.net import second_reader
from tests.net.adversaries.cheated_tables import a_table_with, seats_for
from tests.net.adversaries.cheats import CHEATS
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import LiarsTable
from tests.net.second_reader import NUMBERS, SODIUM, SecondReader
from tests.net.table.differing_games import one_differs, other
from tests.simulation.scenarios import choices, make_game, options_of
from tests.simulation.table import GROUP, SimulatedTable
from tests.support.counts import Count
from tests.support.fake_signing import TransparentVerifier
from tests.support.golden_table import VECTORS, table_of, toy
from tests.support.table_of_peers import TID
from tests.support.table_on_disk import GROUP as DISK_GROUP
from tests.support.table_on_disk import VERIFIER, DiskTable
from tests.support.table_on_disk import toy as plain_toy


def test_it_shares_no_line_with_the_program() -> None:
    for path in Path(second_reader.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else (
                [each.name for each in node.names] if isinstance(node, ast.Import) else [])
            assert not any(name.startswith("acquire") for name in modules), path.name


def read_twice(replica: Replica, tid: bytes, entries: Sequence[JournalEntry], game: SealedGame,
               curve: object = NUMBERS) -> SecondReader:
    """Read one journal by the program and by the second reader: the same blocks, states and seats."""
    follow(replica, entries)
    replica.check_all_parked()
    while replica.settle():
        pass
    stored = [(2, entry.acks) if entry.acks else (1, entry.frame) for entry in entries]
    reader = SecondReader.of_table(tid, replica.state.identities, stored, game, curve)  # type: ignore[arg-type]
    reader.read()
    state = replica.state
    assert reader.heads == [page.head for page in replica.log]
    assert (reader.at.block, reader.view, tuple(reader.live)) == (state.block, state.view, state.live)
    assert (reader.at.head, reader.at.state_hash()) == (state.head, state.digest)
    assert tuple(reader.lost) == state.lost and {*reader.left} | {*state.lost} == {*replica.left} | {*state.lost}
    assert sorted(reader.regrouped) == sorted(replica.regroup)
    assert {*replica.convicted} <= {*reader.convicted}, (replica.convicted, reader.convicted)
    assert {*replica.disagreements} == reader.disagreeing
    return reader


def read_simulated(seed: int, rounds: bool = False) -> Counter[str]:
    """Return a simulated game, from the disks of all seats: with crashes, goodbyes, cuts and votes, and nobody lies."""
    _, options = options_of(seed, rounds=rounds)
    table = SimulatedTable(seed, options, make_game, choices)
    table.run()
    found: Counter[str] = Counter()
    identities = [signer.public for signer in table.signers]
    for process in table.processes:
        game = make_game(options, 0) if options.game == "toy" else make_game(options, None)  # type: ignore[arg-type]
        replica = Replica(opening_state(GROUP, identities, TID, game.copy()), TransparentVerifier())
        reader = read_twice(replica, TID, process.disk.journal, game)
        assert not reader.convicted, f"seed {seed}: {reader.convicted}"
        found.update(views=reader.view, lost=len(reader.lost), regrouped=bool(reader.regrouped), unjudged=reader.unjudged)
    return found


@pytest.mark.fully
def test_games_with_faults_are_read_alike(count: Count) -> None:
    found: Counter[str] = Counter()
    seeds = (seed for seed in itertools.count(700) if not options_of(seed)[1].people.liars)
    for seed in itertools.islice(seeds, count(12, 100)):
        found += read_simulated(seed)
    assert found["views"] > 5 and found["lost"] > 3, found


@pytest.mark.fully
def test_games_in_rounds_with_faults_are_read_alike(count: Count) -> None:
    found: Counter[str] = Counter()
    seeds = (seed for seed in itertools.count(900) if not options_of(seed)[1].people.liars)
    for seed in itertools.islice(seeds, count(6, 60)):
        found += read_simulated(seed, rounds=True)
    assert found["views"] > 2, found


def read_liars(table: LiarsTable) -> set[int]:
    """Return the journals of all honest seats of a game with a liar; who is convicted."""
    opening = table.opening
    found: set[int] = set()
    for peer in table.players:
        replica = Replica(Opening.make_state(opening.to_bytes()), opening.verifier)
        curve = SODIUM if opening.real else NUMBERS
        reader = read_twice(replica, opening.tid, peer.journal, opening.make_game(None), curve)
        found |= {*reader.convicted}
        assert reader.heads == [page.head for page in peer.session.replica.log]
    return found


def test_games_with_liars_are_read_alike(count: Count) -> None:
    convicted, games = 0, 0
    for number in range(count(5, 100)):
        cheat = CHEATS[(number * 7) % len(CHEATS)]
        seats = seats_for(cheat)
        table = a_table_with(cheat, seats[number % len(seats)], number)
        assert table.liar is not None
        found = read_liars(table)
        assert found <= {table.liar.seat}, f"{cheat.name}, {number}"
        games, convicted = games + 1, convicted + bool(found)
    assert convicted > games / 3


def test_it_follows_no_certificate_with_a_signature_too_few_or_a_forged_one() -> None:
    contents = unpack_journal((VECTORS / "absent.acqlog").read_bytes())
    table = table_of("absent")
    identities, tid = [seat.identity for seat in table.seats], SignedTable(table).tid

    def views(change: Callable[[list[list[object]]], list[list[object]]]) -> int:
        entries = []
        for entry in contents.entries:
            frame = msgspec.msgpack.decode(entry.frame) if entry.frame else [0]
            if frame[0] == 26:
                body = msgspec.msgpack.decode(frame[4])
                frame[4] = msgspec.msgpack.encode([*body[:2], change(body[2])])
            entries.append((1, msgspec.msgpack.encode(frame)) if entry.frame else (2, entry.acks))
            if frame[0] == 26 and change is not unchanged and body[2]:
                break  # what comes after it would not fit
        reader = SecondReader.of_table(tid, identities, entries, toy(table, None), SODIUM)
        reader.read()
        return reader.view

    def unchanged(confirms: list[list[object]]) -> list[list[object]]:
        return confirms

    assert views(unchanged) == 1
    assert views(lambda confirms: confirms[:1]) == 0
    assert views(lambda confirms: [*confirms[:1], *([seat, bytes(64)] for seat, _ in confirms[1:])]) == 0


def test_it_names_the_same_seats_as_the_program_where_rules_differ(tmp_path: Path) -> None:
    table = DiskTable(tmp_path, 3, make_game=one_differs)
    table.play(random.Random(0).choice)
    table.pass_time(3000)
    for seat in range(3):
        path = table.path(seat)
        for rules in (plain_toy, other):
            report = verify_journal(read_journal(path), rules, VERIFIER, DISK_GROUP)
            contents = read_journal(path)
            entries = [(2, entry.acks) if entry.acks else (1, entry.frame) for entry in contents.entries]
            tid, identities = SignedTable(table.table).tid, [one.identity for one in table.table.seats]
            reader = SecondReader.of_table(tid, identities, entries, rules(table.table, None), NUMBERS)
            reader.read()
            assert reader.disagreeing == {found.seat for found in report.disagreements} != set() and not reader.convicted
