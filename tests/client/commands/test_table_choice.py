"""Which table on the network is meant: the only one, a number of the list, a name; and lists that anybody may flood."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_client.commands import CommandError, table_choice, tables
from acquire_client.commands.table_choice import MAX_LISTED, choose_table
from acquire_client.terminal.console import make_console
from acquire_net.discovery.beacon import TableStage, encode_table
from acquire_net.discovery.found_tables import MAX_TABLES, FoundTable, FoundTables
from acquire_net.discovery.table_search import TableSearch
from tests.client.command_line import Output
from tests.support.beacons_on_loopback import SENDER, TABLE

Found = Callable[..., None]


def table(name: str, stage: TableStage = TableStage.GATHERING, taken: int = 1, host: str = "192.168.0.7") -> FoundTable:
    return FoundTable(name.encode().ljust(8, b"."), name, (host,), 47108, name.encode().ljust(10, b"."), taken, 4, "classic", "1",
                      frozenset({"beacon"}), 1.0, stage)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Found:
    def there_are(*tables: FoundTable) -> None:
        monkeypatch.setattr(table_choice, "search_tables", lambda is_wanted: tables)

    return there_are


def name_of(where: str | None = None, watches: bool = False, *answers: str) -> str:
    """Return the name of the table that is meant."""
    left: Iterator[str] = iter(answers)
    place = choose_table(where, watches, (lambda question: next(left)) if answers else None)
    assert place.fingerprint is not None
    return place.fingerprint.decode().rstrip(".")


ANNA, BEN, CLEO, DAN = table("Anna"), table("Ben", TableStage.SHOWN, 4), table("Cleo"), table("Dan", TableStage.PLAYING, 4)


def test_the_only_table_with_a_free_place_is_meant(found: Found) -> None:
    found(ANNA, BEN, DAN, table("Eva", taken=4))
    assert name_of() == "Anna"


def test_a_number_or_a_name_picks_one(found: Found) -> None:
    found(ANNA, BEN, CLEO)
    assert [name_of(where) for where in ("1", "2", "3")] == ["Anna", "Ben", "Cleo"]
    assert [name_of(where) for where in ("Cleo", "cleo", " anna ")] == ["Cleo", "Cleo", "Anna"]


def test_a_table_code_picks_one(found: Found) -> None:
    found(ANNA, BEN, CLEO)
    code = CLEO.table_code
    assert [name_of(where) for where in (code, code.lower(), f"{code[:2]}-{code[2:]}")] == ["Cleo"] * 3


def test_four_letters_may_be_a_code_and_a_name(found: Found) -> None:
    namesake = table(CLEO.table_code)
    found(ANNA, CLEO, namesake)
    with pytest.raises(CommandError, match="number or the name"):
        name_of(CLEO.table_code)
    assert name_of(CLEO.table_code, False, "3") == CLEO.table_code, "the player is asked, and takes the second of them"


def test_two_tables_of_one_code_are_told_apart_by_asking(found: Found) -> None:
    """Anybody can announce a table whose number begins like another one: the code alone never decides."""
    like_anna = replace(table("Mallory"), table_id=ANNA.table_id)
    found(ANNA, like_anna)
    with pytest.raises(CommandError, match="number or the name"):
        name_of(ANNA.table_code)
    assert name_of(ANNA.table_code, False, "2") == "Mallory"


def test_a_code_that_nobody_announces_is_named_in_the_answer(found: Found) -> None:
    found(ANNA)
    with pytest.raises(CommandError, match="no table with the code K7QM, and none of 'k7qm', was found"):
        name_of("k7qm")


def test_who_mistypes_reads_which_tables_there_are(found: Found) -> None:
    found(ANNA)
    with pytest.raises(CommandError, match=rf"on this network\. There is a table of Anna \({ANNA.table_code}\)\. Ask for"):
        name_of("Anne")
    found(ANNA, CLEO)
    with pytest.raises(CommandError, match=rf"There are tables of Anna \({ANNA.table_code}\) and Cleo \({CLEO.table_code}\)\. "):
        name_of("k7qm")
    found()
    with pytest.raises(CommandError, match="on this network. Ask for the join code"):
        name_of("Anne")


def test_where_there_are_several_the_player_is_asked(found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    found(ANNA, BEN, CLEO)
    assert name_of(None, False, "2", "no", "3") == "Cleo", "the number of a game that has begun is not offered"
    listing = capsys.readouterr().err
    assert "   1  Anna: 1 of 4" in listing and "   3  Cleo" in listing and "Ben" not in listing and "\\n" not in listing
    assert max(map(len, listing.splitlines())) <= 80
    assert "'no' is not a number in the list" in listing
    with pytest.raises(CommandError, match="number or the name"):
        name_of(None, False, "x", "", "0")


def test_where_nobody_can_be_asked_they_are_listed_each_on_a_line(found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    found(ANNA, CLEO)
    with pytest.raises(CommandError, match="such as 'acquire join 1'"):
        name_of()
    assert [line.split()[:2] for line in capsys.readouterr().err.splitlines()[1:]] == [["1", "Anna:"], ["2", "Cleo:"]]


def test_two_tables_of_one_name_are_not_mistaken_for_one_another(found: Found) -> None:
    found(ANNA, replace(ANNA, fingerprint=b"other....."))
    with pytest.raises(CommandError, match="number or the name"):
        name_of("Anna")
    assert name_of("Anna", False, "2") == "other"


def test_a_running_game_is_found_to_watch_without_a_code(found: Found) -> None:
    found(ANNA, BEN, DAN)
    assert name_of(None, True) == "Ben"
    found(ANNA, DAN)
    assert name_of(None, True) == "Anna", "its game is still to begin"
    found(DAN)
    with pytest.raises(CommandError, match="no game that may be watched"):
        name_of(None, True)


def test_where_games_have_begun_everywhere_that_is_said(found: Found) -> None:
    found(BEN, DAN)
    with pytest.raises(CommandError, match="games that have begun, of Ben, Dan: 'acquire join --watch NAME' shows one"):
        name_of()
    found()
    with pytest.raises(CommandError, match="no table with a free place"):
        name_of()


@pytest.mark.parametrize(("where", "says"), [("7", "no table 7 in the list: 1 were found"),
                                             ("Zoe", "no table of 'Zoe' was found")])
def test_what_is_not_there_is_said(found: Found, where: str, says: str) -> None:
    found(ANNA)
    with pytest.raises(CommandError, match=says):
        name_of(where)


def test_an_unknown_name_is_looked_for_before_it_is_refused(acquire: Callable[..., Output], found: Found, tmp_path: Path,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    found(ANNA)
    answer = acquire("join", "Zoe")
    assert answer.code == 1 and "no table of 'Zoe' was found" in answer.err


def flooded() -> tuple[FoundTable, ...]:
    heard = FoundTables()
    for number in range(5000):
        said = replace(TABLE, table_id=number.to_bytes(8, "big"), name=f"Flood {number}")
        heard.on_beacon(encode_table(said, SENDER), f"10.0.{number // 250}.{number % 250}", number / 1000)
    return heard.snapshot()


def test_a_flood_of_beacons_fills_no_screen(found: Found, capsys: pytest.CaptureFixture[str]) -> None:
    tables_ = flooded()
    assert 100 < len(tables_) <= MAX_TABLES
    found(*tables_, ANNA)
    with pytest.raises(CommandError) as error:
        name_of()
    assert len(capsys.readouterr().err.splitlines()) <= MAX_LISTED + 2 and len(str(error.value)) < 200
    assert name_of("Anna") == "Anna", "who knows the name finds the table all the same"
    console = make_console()
    with console.capture() as shown:
        console.print(tables.tables_screen((*tables_, ANNA), None))
    assert len(shown.get().splitlines()) <= tables.MAX_LISTED + 8 and "more: 'acquire join NAME'" in shown.get()


def test_the_list_of_tables_shows_games_that_have_begun(found: Found) -> None:
    console = make_console()
    with console.capture() as shown:
        console.print(tables.tables_screen((ANNA, BEN, DAN), None))
    rows = [line.split()[:6] for line in shown.get().splitlines()[2:5]]
    assert rows == [["1", ANNA.table_code, "Anna", "1", "of", "4"], ["2", BEN.table_code, "Ben", "4", "play", "classic"],
                    ["3", DAN.table_code, "Dan", "4", "play", "unseen"]]
    assert "--watch NUMBER" in shown.get()
    assert [(tables.as_dict(each)["playing"], tables.as_dict(each)["may_watch"]) for each in (ANNA, BEN, DAN)] == [
        (False, False), (True, True), (True, False)]


def test_looking_ends_when_the_name_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network: what is heard is there already."""
    monkeypatch.setattr(table_choice, "OTHERS_S", 0.0)
    monkeypatch.setattr(table_choice, "TableSearch", lambda on_change: TableSearch(listen=False, mdns=False, on_change=on_change))
    monkeypatch.setattr(TableSearch, "snapshot", lambda self: (ANNA, BEN))
    assert table_choice.search_tables(lambda each: each.name == "Ben") == (ANNA, BEN)
