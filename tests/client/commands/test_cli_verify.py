"""`acquire verify`: what it says of whole, unfinished, damaged and forged journals; and journals read as records."""

import json
import random
import shutil
from pathlib import Path

import pytest

from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.record import load_record
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.signing import SigningKey
from acquire_net.lobby.options import checked_options
from acquire_net.lobby.table_spec import TableSpec
from acquire_net.protocol.messages import Decide, Kind, Shares
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.acquire_game import AcquireGame, game_of, rules_lines
from acquire_net.table.journal import pack_journal, unpack_journal
from tests.client.command_line import Acquire
from tests.support.table_on_disk import DiskTable


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a whole game of two in earnest, and the same one as it was after its first decisions."""
    folder = tmp_path_factory.mktemp("table")
    signers = [SigningKey(bytes((seat,)) * 32) for seat in range(2)]
    table = DiskTable(folder, 2, group=Edwards25519(), make_game=game_of, rules=rules_lines(RULESETS["classic"]),
                      signers=signers, verifier=signing)
    rng = random.Random(3)
    table.play(rng.choice, most=6)
    early = folder / "early.acqlog"
    early.write_bytes(table.path(0).read_bytes())
    table.play(rng.choice)
    assert table.finished(0) and table.finished(1)
    return table.path(0), early


def test_a_whole_game_is_valid_and_its_result_is_shown(acquire: Acquire, journals: tuple[Path, Path]) -> None:
    answer = acquire("verify", journals[0])
    assert answer.code == 0
    assert "Rules: classic; 2 seats" in answer.out and "every signature, proof and rule holds" in answer.out
    assert "Proven: " in answer.out and " shuffles, " in answer.out and " tiles that were played." in answer.out
    assert "The game is over" in answer.out and "Signed by all." in answer.out
    assert "Hands were opened by Player 0 (seat 0), Player 1 (seat 1)." in " ".join(answer.out.split())


def test_the_rules_are_named_with_what_was_changed(acquire: Acquire, tmp_path: Path) -> None:
    rules = rules_lines(RULESETS["classic"].replace(holdings="open", max_buy=2))
    table = DiskTable(tmp_path, 2, group=Edwards25519(), make_game=game_of, rules=rules,
                      signers=[SigningKey(bytes((seat,)) * 32) for seat in range(2)], verifier=signing)
    table.play(random.Random(3).choice, most=2)
    assert "Rules: classic + open holdings, " in " ".join(acquire("verify", table.path(0)).out.split())


def test_programs_read_the_same_as_json(acquire: Acquire, journals: tuple[Path, Path]) -> None:
    answer = acquire("verify", journals[0], "--json")
    found = json.loads(answer.out)
    assert found["valid"] and found["finished"] and found["signed_by"] == [0, 1] and found["cheats"] == []
    assert found["result"][0].startswith("over ")
    assert found["opened_hands"] == [0, 1] and found["proven"]["shuffles"] >= 2 and found["proven"]["draws"] > 30


def test_the_record_that_a_journal_proves_has_all_tiles(acquire: Acquire, journals: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "game.acquire"
    assert acquire("verify", journals[0], "--record", out).code == 0
    record = load_record(out)
    assert "??" not in out.read_text()
    assert [seat.name for seat in record.seats] == ["Player 0", "Player 1"]
    answer = acquire("replay", journals[0], "--once")
    assert answer.code == 0 and "The game is over." in answer.out


def test_a_record_is_not_written_over_the_journal_that_it_comes_from(acquire: Acquire, journals: tuple[Path, Path],
                                                                     tmp_path: Path) -> None:
    mine = Path(shutil.copy(journals[0], tmp_path))
    answer = acquire("verify", mine, "--record", mine)
    assert answer.code == 1 and "already; --force writes over it" in answer.err and not answer.out
    assert mine.read_bytes() == journals[0].read_bytes()
    other = tmp_path / "other.acquire"
    other.write_text("something else")
    assert acquire("verify", mine, "--record", other).code == 1 and other.read_text() == "something else"
    assert acquire("verify", mine, "--record", other, "--force").code == 0 and load_record(other).actions


def test_an_unfinished_game_says_for_whom_it_waits(acquire: Acquire, journals: tuple[Path, Path]) -> None:
    answer = acquire("verify", journals[1])
    assert answer.code == 0
    assert "The game is not over. It waits for Player" in answer.out
    assert acquire("replay", journals[1], "--once").code == 0


def test_a_journal_from_whose_middle_an_entry_was_cut_says_how_many_could_not_be_used(
        acquire: Acquire, journals: tuple[Path, Path], tmp_path: Path) -> None:
    contents = unpack_journal(journals[0].read_bytes())
    closed = [number for number, entry in enumerate(contents.entries) if entry.acks]
    cut = closed[len(closed) // 2]
    entries = [entry for number, entry in enumerate(contents.entries) if number != cut]
    path = tmp_path / "cut.acqlog"
    path.write_bytes(pack_journal(contents.opening, entries))
    answer = acquire("verify", path)
    text = " ".join(answer.out.split())
    assert answer.code == 1, "or a script would take it for a whole game"
    assert "Valid so far: " in text and "entries of the file could not be used" in text and "is missing" in text
    found = json.loads(acquire("verify", path, "--json").out)
    assert not found["valid"] and 0 < found["unused_entries"] < len(entries) - cut + 1


@pytest.mark.fully
def test_a_table_that_went_on_shows_who_signed_it_and_a_quorum_by_majority(acquire: Acquire, tmp_path: Path) -> None:
    signers = [SigningKey(bytes((seat,)) * 32) for seat in range(4)]
    table = DiskTable(tmp_path, 4, group=Edwards25519(), make_game=game_of, rules=rules_lines(RULESETS["classic"]),
                      signers=signers, verifier=signing, options=checked_options({"quorum": "majority"}))
    table.play(random.Random(3).choice, most=2)
    driver = table.seats[3]
    assert driver is not None
    driver.leave()
    table.pass_time(4000)
    text = " ".join(acquire("verify", table.path(0)).out.split())
    assert "Options: quorum majority." in text and "Quorum by majority" not in text, "at four seats it makes no difference"
    assert "View 0 ended after" in text and "Lost: Player 3 (seat 3). It said goodbye." in text
    found = json.loads(acquire("verify", table.path(0), "--json").out)
    assert found["options"]["quorum"] == "majority" and found["void_draws"] == []
    [ending] = found["views"]
    assert ending["lost"] == [{"seat": 3, "left": True, "fault": "", "claims": []}] and len(ending["signers"]) >= ending["needed"]


class OtherProgram(AcquireGame):
    """Plays as ours, and counts something else."""

    def copy(self) -> AcquireGame:
        other = super().copy()
        other.__class__ = OtherProgram
        return other

    def digest(self) -> bytes:
        return super().digest()[::-1] if self.observe().turn > 1 else super().digest()


def one_differs(table: TableSpec, seat: int | None) -> AcquireGame:
    game = game_of(table, seat)
    if seat == 1:
        game.__class__ = OtherProgram
    return game


def test_where_two_programs_differ_nobody_is_called_a_cheat(acquire: Acquire, tmp_path: Path) -> None:
    signers = [SigningKey(bytes((seat,)) * 32) for seat in range(2)]
    table = DiskTable(tmp_path, 2, group=Edwards25519(), make_game=one_differs, rules=rules_lines(RULESETS["classic"]),
                      signers=signers, verifier=signing)
    table.play(random.Random(3).choice)
    table.pass_time(1500)
    answer = acquire("verify", table.path(0))
    assert answer.code == 0
    assert "by the rules of this one, Player 1 (seat 1) acknowledged a wrong state" in " ".join(answer.out.split())
    found = json.loads(acquire("verify", table.path(0), "--json").out)
    assert found["cheats"] == [] and [entry["seat"] for entry in found["disagreements"]] == [1]
    [proof], [other] = table.home(0).glob("*.acqproof"), table.home(1).glob("*.acqproof")
    answer = acquire("verify", proof)
    assert answer.code == 0 and "by the rules of this program" in " ".join(answer.out.split())
    assert [entry["seat"] for entry in json.loads(acquire("verify", proof, "--json").out)["disagreements"]] == [1]
    answer = acquire("verify", other)
    assert answer.code == 1 and "seat 0 acknowledged the right state" in " ".join((answer.out + answer.err).split())
    [report] = table.home(0).glob("*.desync")
    assert json.loads(report.read_text("utf-8"))["there"]["game"]["cash"]


def test_a_changed_byte_is_reported_with_its_place(acquire: Acquire, journals: tuple[Path, Path], tmp_path: Path) -> None:
    data = bytearray(journals[0].read_bytes())
    data[len(data) // 2] ^= 1
    bad = tmp_path / "bad.acqlog"
    bad.write_bytes(data)
    for command in (("verify",), ("replay", "--once")):
        answer = acquire(*command, bad)
        assert answer.code == 1
        assert "is not a valid journal: entry" in answer.err and "damaged" in answer.err


def test_a_record_is_not_called_a_damaged_journal(acquire: Acquire, tmp_path: Path) -> None:
    path = tmp_path / "game.acquire"
    path.write_text(Game("classic", 2, tiles=ShuffledBag(1)).record().text(), encoding="utf-8", newline="\n")
    answer = acquire("verify", path)
    assert answer.code == 1 and "but the record of a game, which 'acquire replay' and 'acquire analyse' read" in answer.err


def test_a_forged_signature_is_reported_with_its_entry(acquire: Acquire, journals: tuple[Path, Path], tmp_path: Path) -> None:
    contents = unpack_journal(journals[1].read_bytes())
    entries = list(contents.entries)
    number = next(n for n, entry in enumerate(entries) if n > 20 and entry.acks)
    seat = entries[number].acks[0][0]
    entries[number] = JournalEntry(b"", ((seat, bytes(64)),))
    bad = tmp_path / "forged.acqlog"
    bad.write_bytes(pack_journal(contents.opening, entries))
    answer = acquire("verify", bad)
    assert answer.code == 1
    assert f"entry {number + 1} of {len(entries)}: seat {seat} did not sign block" in " ".join(answer.err.split())


def test_evidence_names_the_liar_and_false_evidence_nobody(acquire: Acquire, tmp_path: Path) -> None:
    signers = [SigningKey(bytes((seat,)) * 32) for seat in range(3)]
    table = DiskTable(tmp_path, 3, group=Edwards25519(), make_game=game_of, rules=rules_lines(RULESETS["classic"]),
                      signers=signers, verifier=signing)
    table.play(random.Random(3).choice, most=4)
    liar = table.seats[1]
    assert liar is not None
    lie = liar.session._sign(Kind.DECIDE, Decide(b"buy", (), b""))
    assert lie is not None
    asked = next(driver.session.seat for driver in table.seats if driver is not None and driver.session.is_asked)
    if asked == 1:
        lie = liar.session._sign(Kind.SHARES, Shares(bytes(32), bytes(64)))
        assert lie is not None
    for seat in (0, 2):
        driver = table.seats[seat]
        assert driver is not None
        driver.session.receive(1, lie.frame)
    table.settle()
    [proof] = (tmp_path / "0").glob("*.acqproof")
    answer = acquire("verify", proof)
    assert answer.code == 3
    assert "Player 1 (seat 1), key" in answer.out and "sent a message out of turn" in " ".join(answer.out.split())
    data = bytearray(proof.read_bytes())
    data[-70] ^= 1
    proof.write_bytes(data)
    answer = acquire("verify", proof, "--json")
    assert answer.code == 1 and "proves nothing" in answer.err
    journal = acquire("verify", table.path(0), "--json")
    assert journal.code == 3 and json.loads(journal.out)["cheats"][0]["seat"] == 1


@pytest.mark.parametrize("kind", ["journal", "evidence"])
def test_a_file_of_another_version_is_told_from_a_bad_one(acquire: Acquire, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "old"
    path.write_bytes(f"acquire {kind} 1\nand more".encode())
    answer = acquire("verify", path)
    assert answer.code == 1
    assert f"this {kind} was written by another version of the program, in form 1" in " ".join(answer.err.split())


@pytest.mark.parametrize("content", [b"", b"acquire record 1\n", b"\x00" * 100])
def test_another_file_is_no_journal(acquire: Acquire, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.acqlog"
    path.write_bytes(content)
    answer = acquire("verify", path)
    assert answer.code == 1 and "not a journal" in answer.err


def test_a_missing_file_is_said_to_be_missing(acquire: Acquire, tmp_path: Path) -> None:
    answer = acquire("verify", tmp_path / "none.acqlog")
    assert answer.code == 1 and "No such file" in answer.err
