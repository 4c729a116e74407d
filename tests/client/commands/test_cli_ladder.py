"""`acquire ladder`: real journals verified, the others listed with a reason, and everything found once only."""

import csv
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from acquire_client.tools import ladder_files
from acquire_client.tools.ladder_cache import FIRST_LINE
from acquire_core import RULESETS
from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.signing import SigningKey
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.journal import pack_journal, unpack_journal
from tests.client.command_line import SEATS, Acquire, Output, played
from tests.support.table_on_disk import DiskTable

QUICK = RULESETS["classic"].replace(end_size=5, safe_size=5)
"""Rules of a game that is over soon: every journal of it is verified again and again."""
SIGNERS = [SigningKey(bytes((seat,)) * 32) for seat in range(2)]
KEYS = [signer.public.hex() for signer in SIGNERS]


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a whole game of two in earnest as both have it, and the same one as it was after its first decisions."""
    folder = tmp_path_factory.mktemp("table")
    table = DiskTable(folder / "play", 2, group=Edwards25519(), make_game=game_of, rules=rules_lines(QUICK),
                      signers=SIGNERS, verifier=signing)
    rng = random.Random(3)
    kept = folder / "kept"
    kept.mkdir()
    table.play(rng.choice, most=6)
    shutil.copy(table.path(0), kept / "early.acqlog")
    table.play(rng.choice)
    for seat in range(2):
        shutil.copy(table.path(seat), kept / f"{seat}.acqlog")
    return kept


@pytest.fixture
def club(journals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with one journal of that game."""
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "club"
    folder.mkdir()
    shutil.copy(journals / "0.acqlog", folder / "first.acqlog")
    return folder


def found(answer: Output) -> dict[str, Any]:
    assert answer.code == 0, answer.err
    values: dict[str, Any] = json.loads(answer.out)
    return values


def verified(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of files that are verified from now on."""
    names: list[str] = []
    judge_file = ladder_files.judge_file

    def note(path: Path) -> tuple[str, ladder_files.FileFinding]:
        names.append(path.name)
        return judge_file(path)

    monkeypatch.setattr(ladder_files, "judge_file", note)
    return names


def test_a_journal_becomes_a_table_of_its_people(acquire: Acquire, club: Path) -> None:
    values = found(acquire("ladder", club, "--json"))
    assert values["games"] == 1 and values["refused"] == [] and values["unfinished"] == []
    winner, loser = values["players"]
    assert {winner["key"], loser["key"]} == {*KEYS} and winner["kind"] == "person"
    assert (winner["rank"], winner["wins"], loser["wins"]) == (1, 1, 0) and winner["rating"] > 0 > loser["rating"]
    assert winner["rating_low"] < winner["rating"] < winner["rating_high"]
    verdict = json.loads(acquire("verify", club / "first.acqlog", "--json").out)
    first = int(verdict["result"][1].split()[2])
    assert winner["key"] == KEYS[first] and winner["mean_money"] == int(verdict["result"][1].split()[3])
    [pair] = values["head_to_head"]
    assert (pair["first"], pair["first_ahead"], pair["second_ahead"]) == (winner["id"], 1, 0)
    assert [(row["players"], row["seat"], row["games"]) for row in values["seats"]] == [(2, 0, 1), (2, 1, 1)]
    shown = acquire("ladder", club, columns=110)
    assert shown.code == 0 and "Player 0" in shown.out and "1 game in 1 file" in shown.out and "By seat" in shown.out


@pytest.mark.fully
def test_both_journals_of_a_game_and_its_beginning_count_once(acquire: Acquire, club: Path, journals: Path) -> None:
    shutil.copy(journals / "1.acqlog", club)
    (club / "deeper").mkdir()
    shutil.copy(journals / "early.acqlog", club / "deeper")
    assert acquire("verify", journals / "1.acqlog", "--record", club / "game.acquire").code == 0
    values = found(acquire("ladder", club, "--json"))
    assert values["games"] == 1 and values["repeated"] == 3 and [row["games"] for row in values["players"]] == [1, 1]


def test_an_unfinished_game_is_listed_and_counts_nothing(acquire: Acquire, club: Path, journals: Path) -> None:
    (club / "first.acqlog").unlink()
    shutil.copy(journals / "early.acqlog", club)
    values = found(acquire("ladder", club, "--json"))
    assert values["games"] == 0 and values["players"] == []
    [note] = values["unfinished"]
    assert note["file"] == "early.acqlog" and "it waits for Player" in note["reason"]
    assert "Not over: 1 file" in acquire("ladder", club).out


def test_forged_cut_and_unreadable_journals_are_listed_with_the_reason(acquire: Acquire, club: Path) -> None:
    contents = unpack_journal((club / "first.acqlog").read_bytes())
    (club / "first.acqlog").unlink()
    entries = list(contents.entries)
    number = next(at for at, entry in enumerate(entries) if entry.acks)
    (seat, signature), *rest = entries[number].acks
    entries[number] = JournalEntry(b"", ((seat, signature[:-1] + bytes((signature[-1] ^ 1,))), *rest))
    (club / "forged.acqlog").write_bytes(pack_journal(contents.opening, entries))
    renamed = contents.opening.table.replace(b"Player 0", b"Player 7")
    (club / "renamed.acqlog").write_bytes(pack_journal(type(contents.opening)(renamed, contents.opening.signatures),
                                                       contents.entries))
    closed = [at for at, entry in enumerate(contents.entries) if entry.acks]
    gap = [entry for at, entry in enumerate(contents.entries) if at != closed[len(closed) // 2]]
    (club / "gap.acqlog").write_bytes(pack_journal(contents.opening, gap))
    whole = pack_journal(contents.opening, contents.entries)
    (club / "cut.acqlog").write_bytes(whole[:len(whole) // 2])
    (club / "noise.acqlog").write_bytes(b"\x1b[31mnoise\n")
    values = found(acquire("ladder", club, "--json"))
    reasons = {note["file"]: note["reason"] for note in values["refused"]}
    assert values["games"] == 0 and values["players"] == []
    assert "did not sign block" in reasons["forged.acqlog"] and "did not sign this table" in reasons["renamed.acqlog"]
    assert "missing" in reasons["gap.acqlog"] and reasons["noise.acqlog"] == "it is neither a journal nor a record"
    [note] = values["unfinished"]
    assert note["file"] == "cut.acqlog" and note["reason"].startswith("it was cut off")
    text = acquire("ladder", club).out
    assert "Not counted: 4 files" in text and "\x1b[31m" not in text


def test_records_count_by_name_and_level_and_can_be_left_out(acquire: Acquire, club: Path) -> None:
    (club / "game.acquire").write_text(played().record([("Player 0", "person"), *SEATS[1:]]).text())
    values = found(acquire("ladder", club, "--json"))
    assert values["games"] == 2
    assert {row["id"] for row in values["players"]} == {*(f"key:{key}" for key in KEYS), "name:Player 0", "level:random"}
    only = found(acquire("ladder", club, "--json", "--journals-only"))
    assert only["games"] == 1 and only["other_files"] == 1 and {row["key"] for row in only["players"]} == {*KEYS}
    (club / "first.acqlog").unlink()
    answer = acquire("ladder", club, "--journals-only")
    assert answer.code == 1 and "there is no journal in" in answer.err


def test_players_with_few_games_can_be_left_out_of_the_list(acquire: Acquire, club: Path) -> None:
    (club / "game.acquire").write_text(played().record(SEATS).text())
    assert [row["id"] for row in found(acquire("ladder", club, "--json", "--min-games", 2))["players"]] == ["level:random"]
    assert "and 3 players more" in acquire("ladder", club, "--top", 1).out


# --- the cache --------------------------------------------------------------------------------------------------------

@pytest.mark.fully
def test_the_second_run_verifies_only_what_is_new(
        acquire: Acquire, club: Path, journals: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = verified(monkeypatch)
    first = found(acquire("ladder", club, "--json"))
    assert names == ["first.acqlog"] and (club.parent / "club.ladder-cache").read_bytes().startswith(FIRST_LINE)
    second = found(acquire("ladder", club, "--json"))
    assert names == ["first.acqlog"] and second["from_cache"] == 1
    assert {**second, "from_cache": 0} == first
    shutil.copy(journals / "1.acqlog", club)
    (club / "first.acqlog").rename(club / "moved.acqlog")
    assert found(acquire("ladder", club, "--json"))["games"] == 1 and names == ["first.acqlog", "1.acqlog"]
    acquire("ladder", club, "--no-cache")
    assert names[2:] == ["1.acqlog", "moved.acqlog"]


def test_a_changed_journal_is_verified_again(acquire: Acquire, club: Path) -> None:
    assert found(acquire("ladder", club, "--json"))["games"] == 1
    data = bytearray((club / "first.acqlog").read_bytes())
    data[len(data) // 2] ^= 1
    (club / "first.acqlog").write_bytes(data)
    values = found(acquire("ladder", club, "--json"))
    assert values["games"] == 0 and "damaged" in values["refused"][0]["reason"]


@pytest.mark.fully
def test_a_cache_that_others_have_written_proves_nothing(
        acquire: Acquire, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "theirs"
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "their home"))
    assert acquire("ladder", club, "--cache", cache).code == 0
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "my home"))
    names = verified(monkeypatch)
    answer = acquire("ladder", club, "--cache", cache, "--json")
    assert found(answer)["games"] == 1 and names == ["first.acqlog"] and "cannot be trusted" in answer.err
    assert "cannot be trusted" not in acquire("ladder", club, "--cache", cache).err


def test_a_copy_of_a_file_is_not_verified_twice(acquire: Acquire, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(club / "first.acqlog", club / "copy.acqlog")
    names = verified(monkeypatch)
    assert found(acquire("ladder", club, "--json", "--no-cache"))["repeated"] == 1 and names == ["copy.acqlog"]


def test_a_cache_that_cannot_be_written_is_a_remark(acquire: Acquire, club: Path, tmp_path: Path) -> None:
    answer = acquire("ladder", club, "--json", "--cache", tmp_path / "club" / "first.acqlog" / "cache")
    assert found(answer)["games"] == 1 and "acquire ladder: " in answer.err


# --- processes and interruption ---------------------------------------------------------------------------------------

@pytest.mark.fully
def test_several_processes_find_the_same(acquire: Acquire, club: Path) -> None:
    for number in range(3):
        (club / f"{number}.acquire").write_text(played(seed=number).record(SEATS).text())
    (club / "bad.acqlog").write_bytes(b"acquire journal 3\nnothing")
    one = found(acquire("ladder", club, "--json", "--no-cache", "--jobs", 1))
    assert found(acquire("ladder", club, "--json", "--no-cache", "--jobs", 2)) == one and one["games"] == 4


@pytest.mark.fully
def test_an_interrupted_run_says_what_is_left_and_the_next_one_goes_on(
        acquire: Acquire, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import signal

    for number in range(4):
        (club / f"{number}.acquire").write_text(played(seed=number).record(SEATS).text())
    judge_file = ladder_files.judge_file

    def press_ctrl_c(path: Path) -> tuple[str, ladder_files.FileFinding]:
        if path.name == "1.acquire":
            os.kill(os.getpid(), signal.SIGINT)
        return judge_file(path)

    with monkeypatch.context() as patched:
        patched.setattr(ladder_files, "judge_file", press_ctrl_c)
        answer = acquire("ladder", club, "--jobs", 1, "--json")
    assert answer.code == 130 and json.loads(answer.out)["games"] == 2 and json.loads(answer.out)["not_looked_at"] == 3
    values = found(acquire("ladder", club, "--json"))
    assert values["from_cache"] == 2 and values["games"] == 5 and values["not_looked_at"] == 0


# --- files that are written -------------------------------------------------------------------------------------------

def test_a_spreadsheet_gets_a_line_for_each_player_and_no_formula(acquire: Acquire, club: Path, tmp_path: Path) -> None:
    (club / "game.acquire").write_text(played().record([("=HYPERLINK(1)", "person"), *SEATS[1:]]).text())
    out = tmp_path / "table.csv"
    assert acquire("ladder", club, "--csv", out).code == 0
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert len(rows) == 4 and {row["name"] for row in rows} >= {"'=HYPERLINK(1)", "Player 0", "Level 0, Random"}
    assert all(float(row["rating_low"]) <= float(row["rating"]) <= float(row["rating_high"]) for row in rows)


def test_the_page_is_written_and_shows_the_people(acquire: Acquire, club: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.html"
    assert acquire("ladder", club, "--html", out).code == 0
    page = out.read_text()
    assert page.startswith("<!DOCTYPE html>") and "Player 0" in page and "<script" not in page


@pytest.mark.parametrize("option", ["--html", "--csv", "--cache"])
def test_a_game_is_not_written_over(acquire: Acquire, club: Path, option: str) -> None:
    before = (club / "first.acqlog").read_bytes()
    answer = acquire("ladder", club, option, club / "first.acqlog")
    assert answer.code == 2 and "is a game" in answer.err and (club / "first.acqlog").read_bytes() == before


@pytest.mark.parametrize(("words", "code", "text"), [
    (["nowhere"], 1, "is not a folder"), ([""], 2, "the name is empty"), (["--jobs", "0", "x"], 2, "from 1 to 64"),
    (["--cache", "a", "--no-cache", "x"], 2, "--no-cache wants none"), ([], 2, "FOLDER"),
])
def test_a_wrong_command_line_is_refused(acquire: Acquire, words: list[str], code: int, text: str) -> None:
    answer = acquire("ladder", *words)
    assert answer.code == code and text in answer.err and answer.out == ""


def test_an_empty_folder_is_said_to_be_empty(acquire: Acquire, tmp_path: Path) -> None:
    answer = acquire("ladder", tmp_path)
    assert answer.code == 1 and "there is no journal and no record in" in answer.err
    (tmp_path / "letter").write_text("Dear Ann")
    (tmp_path / "game.acqlog").write_bytes(b"acquire journal 3\n")
    (tmp_path / "cache").write_text("Dear Ben")
    answer = acquire("ladder", tmp_path, "--cache", tmp_path / "cache")
    assert answer.code == 1 and "name another file" in answer.err and (tmp_path / "cache").read_text() == "Dear Ben"
