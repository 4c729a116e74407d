"""`acquire cup` with real journals: a small cup from its list to its last standings, and the journals that it refuses."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from acquire_client import cli
from acquire_client.files.cup_file import cup_from
from acquire_client.tools.cup import Cup
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.table.journal import pack_journal, unpack_journal
from tests.client.command_line import Acquire, Output, played
from tests.support.cup_games import QUICK, key_of, list_of_players, play_round, play_table


def cup_at(path: Path) -> Cup:
    return cup_from(json.loads(path.read_text()))


def values_of(answer: Output, code: int = 0) -> dict[str, Any]:
    assert answer.code == code, answer.err
    values: dict[str, Any] = json.loads(answer.out)
    return values


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a cup of six people and two rounds, with its journals and with the file as it was in each round."""
    def acquire(*words: object) -> None:
        assert cli.main([str(word) for word in words]) == 0

    folder = tmp_path_factory.mktemp("cup")
    (folder / "people.txt").write_text(list_of_players(6))
    path = folder / "cup.json"
    acquire("cup", "new", path, "--players", folder / "people.txt", "--rounds", 2, "--table-size", 3, "--seed", 5, *QUICK)
    for number in (1, 2):
        acquire("cup", "next", path)
        shutil.copy(path, folder / f"round {number}.json")
        journals = folder / f"journals {number}"
        journals.mkdir()
        cup = cup_at(path)
        play_round(journals, cup)
        acquire("cup", "result", path, journals, "--jobs", 1)
    return folder


@pytest.fixture
def cup(games: Path, tmp_path: Path) -> Path:
    """Return a copy of the cup in its second round, before any result of it."""
    return Path(shutil.copy(games / "round 2.json", tmp_path / "cup.json"))


def journal(games: Path, number: int, table: int) -> Path:
    return games / f"journals {number}" / f"game {100 * number + table}.acqlog"


@pytest.mark.fully
def test_a_cup_is_played_to_its_end_and_anybody_can_check_it(games: Path, acquire: Acquire) -> None:
    values = values_of(acquire("cup", "standings", games / "cup.json", "--json"))
    assert values["over"] and values["rounds"] == 2 and [row["games"] for row in values["standings"]] == [2] * 6
    assert sum(row["points"] for row in values["standings"]) == 4 * 180 and sum(row["wins"] for row in values["standings"]) == 4
    assert {row["key"] for row in values["standings"]} == {key_of(person) for person in range(6)}
    verdict = json.loads(acquire("verify", journal(games, 1, 1), "--json").out)
    table = cup_at(games / "cup.json").rounds[0].tables[0]
    assert table.result is not None
    proven = {int(line.split()[2]): (int(line.split()[1]), int(line.split()[3])) for line in verdict["result"][1:]}
    assert [proven[seat] for seat in range(3)] == [*zip(table.result.places, table.result.dollars, strict=True)]
    answer = acquire("cup", "check", games / "cup.json", games / "journals 2", games / "journals 1", "--jobs", 1)
    assert answer.code == 0 and "the same 2 rounds, 4 games and standings" in answer.out
    shown = acquire("cup", "standings", games / "cup.json", columns=110)
    assert "final standings" in shown.out and "Person 0" in shown.out and key_of(0) in shown.out


@pytest.mark.fully
def test_a_check_names_what_the_journals_do_not_give(games: Path, tmp_path: Path, acquire: Acquire) -> None:
    path = tmp_path / "cup.json"
    answer = acquire("cup", "check", games / "cup.json", games / "journals 1", journal(games, 2, 1))
    assert answer.code == 1 and "table 2 of round 2: no journal proves its result" in answer.out
    values = json.loads((games / "cup.json").read_text())
    result = values["drawn"][0]["tables"][0]["result"]
    result["places"] = [4 - place for place in result["places"]]
    path.write_text(json.dumps(values))
    found = values_of(acquire("cup", "check", path, games / "journals 1", games / "journals 2", "--json"), 1)
    assert not found["same"] and found["differences"][0] == "table 1 of round 1: its journal proves another result"


@pytest.mark.fully
def test_a_journal_counts_once_and_the_others_are_refused_with_the_reason(games: Path, cup: Path, acquire: Acquire,
                                                                          tmp_path: Path) -> None:
    good = journal(games, 2, 1)
    contents = unpack_journal(good.read_bytes())
    entries = list(contents.entries)
    number = next(at for at, entry in enumerate(entries) if entry.acks)
    (seat, signature), *rest = entries[number].acks
    entries[number] = JournalEntry(b"", ((seat, signature[:-1] + bytes((signature[-1] ^ 1,))), *rest))
    (tmp_path / "forged.acqlog").write_bytes(pack_journal(contents.opening, entries))
    renamed = contents.opening.table.replace(b"table 1", b"table 2")
    assert renamed != contents.opening.table
    (tmp_path / "marked.acqlog").write_bytes(pack_journal(type(contents.opening)(renamed, contents.opening.signatures),
                                                          contents.entries))
    data = good.read_bytes()
    (tmp_path / "cut.acqlog").write_bytes(data[:len(data) // 2])
    (tmp_path / "edited.acqlog").write_bytes(data[:5000] + bytes((data[5000] ^ 1,)) + data[5001:])
    (tmp_path / "record.acquire").write_text(played().record([("Person 0", "person")] * 3).text())
    bad = [tmp_path / name for name in ("forged.acqlog", "marked.acqlog", "cut.acqlog", "edited.acqlog", "record.acquire",
                                        "gone.acqlog")]
    before = cup.read_bytes()
    found = values_of(acquire("cup", "result", cup, *bad, journal(games, 1, 1), "--json"), 1)
    reasons = {Path(each["file"]).name: each["reason"] for each in found["refused"]}
    assert found["counted"] == [] and cup.read_bytes() == before
    assert "did not sign block" in reasons["forged.acqlog"] and "did not sign this table" in reasons["marked.acqlog"]
    assert reasons["cut.acqlog"].startswith("it was cut off") and "not a journal" in reasons["record.acquire"]
    assert "damaged" in reasons["edited.acqlog"] or "sign" in reasons["edited.acqlog"]
    assert "cannot be read" in reasons["gone.acqlog"] and "counted already: table 1 of round 1" in reasons["game 101.acqlog"]
    answer = acquire("cup", "result", cup, good, tmp_path / "forged.acqlog")
    assert answer.code == 1 and "counted: table 1 of round 2" in answer.out and "refused: " in answer.out
    assert "waits for 1 table: 2" in answer.out and cup_at(cup).rounds[1].missing == [2]
    again = acquire("cup", "result", cup, good)
    assert again.code == 1 and "its game is counted already: table 1 of round 2" in again.out


@pytest.mark.fully
def test_games_of_other_people_rules_and_rounds_are_refused(games: Path, cup: Path, acquire: Acquire, tmp_path: Path) -> None:
    state = cup_at(cup)
    one, other = (table.people for table in state.rounds[1].tables)
    strangers = play_table(tmp_path, state, (*one[:2], 17), state.mark(2, 1), 901)
    old = play_table(tmp_path, state, state.rounds[0].tables[0].people, state.mark(1, 1), 902)
    logged = play_table(tmp_path, state, other, state.mark(2, 2), 903, log="last_round")
    unfinished = play_table(tmp_path, state, other, state.mark(2, 2), 904, most=9)
    unmarked = play_table(tmp_path, state, one, "", 905)
    found = values_of(acquire("cup", "result", cup, strangers, old, logged, unfinished, unmarked, "--json", "--jobs", 1), 1)
    reasons = [each["reason"] for each in found["refused"]]
    assert "does not belong to table" in reasons[0] and key_of(17) in reasons[0]
    assert "it is a game of round 1, and round 2 is being played" in reasons[1] and "log=last_round" in reasons[2]
    assert "the game is not over" in reasons[3] and "has not signed a mark of this cup" in reasons[4]
    assert found["counted"] == [] and found["missing"] == [1, 2]
    others = tmp_path / "other.json"
    assert acquire("cup", "new", others, "--players", games / "people.txt", "--rounds", 2, "--table-size", 3).code == 0
    assert acquire("cup", "next", others).code == 0
    found = values_of(acquire("cup", "result", others, journal(games, 2, 1), "--json"), 1)
    assert "other rules than those of the cup, classic" in found["refused"][0]["reason"]


# --- the command line -------------------------------------------------------------------------------------------------

@pytest.mark.fully
def test_each_table_is_begun_with_the_command_that_is_shown(cup: Path, acquire: Acquire) -> None:
    state, values = cup_at(cup), values_of(acquire("cup", "show", cup, "--json"))
    assert values["commands"] == [f"acquire host --seats 3 --rules classic --option safe_size=5 --option end_size=5 "
                                  f"--conventions 'cup {state.plan.id} round 2 table {number}'" for number in (1, 2)]
    assert values["commands"][0] in acquire("cup", "show", cup, columns=200).out


@pytest.mark.fully
def test_the_next_round_waits_for_the_tables_of_this_one(cup: Path, acquire: Acquire, games: Path) -> None:
    before = cup.read_bytes()
    answer = acquire("cup", "next", cup)
    assert answer.code == 1 and "round 2 is not over: tables 1 and 2 have no result" in answer.err and cup.read_bytes() == before
    answer = acquire("cup", "next", games / "cup.json")
    assert answer.code == 1 and "all 2 rounds of this cup are drawn" in answer.err
    answer = acquire("cup", "next", cup, "--leave-out", "Nobody")
    assert answer.code == 1 and "nobody in this cup is called 'Nobody'" in answer.err


@pytest.mark.parametrize(("lines", "why"), [
    ("Ann 04HM-ASW9\n", "line 1: '04HM-ASW9' is not the fingerprint of a key"),
    ("04HM-ASW9-NF6Y-Y093\n", "line 1: '' is not a name"),
    ("Ann 04HM-ASW9-NF6Y-Y093\n", "5 to 60 people, and 1 are listed"),
    ("\n".join(f"Ann{number} 04HM-ASW9-NF6Y-Y093" for number in range(5)), "listed twice"),
    ("# nobody\n", "5 to 60 people, and 0"),
])
def test_a_list_that_makes_no_cup_is_refused(lines: str, why: str, tmp_path: Path, acquire: Acquire) -> None:
    people = tmp_path / "people.txt"
    people.write_text(lines)
    answer = acquire("cup", "new", tmp_path / "cup.json", "--players", people, "--rounds", 3)
    assert answer.code == 1 and why in answer.err and not (tmp_path / "cup.json").exists()


@pytest.mark.parametrize(("words", "why"), [
    (("new", "FILE"), "needs --players LIST and --rounds N"), (("show",), "needs the file"),
    (("show", "FILE", "x"), "journals are for"),
    (("result", "FILE"), "needs a journal"), (("show", "FILE", "--rounds", "3"), "--rounds is for 'acquire cup new'"),
    (("new", "FILE", "--unplayed"), "--unplayed is for 'acquire cup next'"), (("key", "FILE"), "needs no file"),
    (("show", "FILE", "--option", "max_buy=4"), "--option is for 'acquire cup new'"), (("draw", "FILE"), "invalid choice"),
    (("new", "FILE", "--players", "x", "--rounds", "3", "--name", "\x1b"), "is not a name"),
])
def test_a_wrong_command_line_is_answered_with_what_is_wrong(words: tuple[str, ...], why: str, tmp_path: Path,
                                                             acquire: Acquire) -> None:
    answer = acquire("cup", *(tmp_path / "cup.json" if word == "FILE" else word for word in words))
    assert answer.code == 2 and why in answer.err and not (tmp_path / "cup.json").exists()


@pytest.mark.fully
def test_another_file_is_not_taken_for_a_cup_and_stays_as_it_is(tmp_path: Path, cup: Path, acquire: Acquire) -> None:
    for text, why in (("Dear Ann", "it is not JSON"), ("{}", "'cup' is not 1"), ("[" * 99_999, "it is not JSON"),
                      (cup.read_text().replace('"rounds": 2', '"rounds": 3'), "its plan was changed")):
        path = tmp_path / "letter"
        path.write_text(text)
        for words in (("show", path), ("next", path), ("result", path, cup)):
            answer = acquire("cup", *words)
            assert answer.code == 1 and "This is not the file of a cup" in answer.err and why in answer.err
        assert path.read_text() == text
    answer = acquire("cup", "show", tmp_path / "gone.json")
    assert answer.code == 1 and "there is no such file" in answer.err
    answer = acquire("cup", "new", cup, "--players", cup, "--rounds", 3)
    assert answer.code == 1 and "is there already" in answer.err


@pytest.mark.fully
def test_a_cup_can_be_played_at_tournament_tables(games: Path, tmp_path: Path, acquire: Acquire) -> None:
    path = tmp_path / "cup.json"
    assert acquire("cup", "new", path, "--players", games / "people.txt", "--rounds", 1, "--rules", "tournament").code == 0
    assert acquire("cup", "next", path).code == 0
    assert cup_at(path).plan.log == "last_round" and cup_at(path).plan.ruleset.holdings == "hidden"
    shown = values_of(acquire("cup", "show", path, "--json"))
    assert "--option holdings=hidden --log last_round" in shown["commands"][0]


@pytest.mark.fully
def test_one_program_at_a_time_changes_a_cup(cup: Path, acquire: Acquire, games: Path) -> None:
    from acquire_client.files.file_lock import FileLock

    lock = FileLock(Path(f"{cup}.lock"))
    assert lock.acquire()
    answer = acquire("cup", "result", cup, journal(games, 2, 1))
    lock.release()
    assert answer.code == 1 and "another program changes" in answer.err and cup_at(cup).rounds[1].missing == [1, 2]


def test_the_key_of_this_installation_is_a_line_for_the_list(tmp_path: Path, acquire: Acquire,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "home"))
    values = values_of(acquire("cup", "key", "--json"))
    assert acquire("cup", "key").out.strip() == f"{values['name']} {values['key']}" and len(values["key"]) == 19


@pytest.mark.campaign
def test_a_cup_of_forty_people_in_ten_tables_and_four_rounds(tmp_path: Path, acquire: Acquire) -> None:
    people, path = tmp_path / "people.txt", tmp_path / "cup.json"
    people.write_text(list_of_players(40))
    assert acquire("cup", "new", path, "--players", people, "--rounds", 4, "--seed", 1, *QUICK).code == 0
    for number in range(1, 5):
        assert acquire("cup", "next", path).code == 0
        journals = tmp_path / f"round {number}"
        journals.mkdir()
        play_round(journals, cup_at(path))
        assert acquire("cup", "result", path, journals, "--jobs", 1).code == 0
    values = values_of(acquire("cup", "standings", path, "--json"))
    print(f"\n40 people, 4 rounds of 10 tables: {values['repeated_meetings']} repeated meetings")
    assert values["over"] and values["repeated_meetings"] == 0 and all(row["games"] == 4 for row in values["standings"])
    assert acquire("cup", "check", path, *(tmp_path / f"round {number}" for number in range(1, 5)), "--jobs", 1).code == 0
