"""`acquire tables`: found tables as a table, as lines and as JSON; an empty list says why."""

import io
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from acquire_client.commands import tables
from acquire_net.discovery.beacon import BeaconSockets, encode_table
from acquire_net.discovery.diagnosis import NetworkFinding
from acquire_net.discovery.found_tables import FoundTable
from acquire_net.discovery.join_code import JoinCode
from acquire_net.discovery.table_search import TableSearch
from tests.client.command_line import Acquire, acquire_process
from tests.support.beacons_on_loopback import SENDER, TABLE, loopback_only, usable_port

FOUND = FoundTable(b"12345678", "Sid", ("127.0.0.1", "192.168.0.7"), 47108, bytes.fromhex("0123456789abcdef0123"), 2, 4,
                   "classic", "0.1.0", frozenset({"mdns", "beacon"}), 1.0)
CODE = "R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ"


@pytest.fixture
def port() -> int:
    return usable_port()


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command as it is, but it listens to this machine alone."""
    finding = NetworkFinding("beacon on eth0", False, "NOT heard", "open the firewall")
    monkeypatch.setattr(tables, "TableSearch", lambda **settings: TableSearch(adapters=loopback_only, mdns=False, **settings))
    monkeypatch.setattr(tables, "diagnose", lambda port: [finding])


@pytest.fixture
def heard_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, and the time it listens begins when it has heard something."""

    def patient(**settings: Any) -> TableSearch:
        changed = threading.Event()
        discovery = TableSearch(adapters=loopback_only, mdns=False, **{**settings, "on_change": changed.set})
        assert changed.wait(25)
        return discovery

    monkeypatch.setattr(tables, "TableSearch", patient)


@pytest.fixture
def host(port: int) -> Iterator[TableSearch]:
    with TableSearch(listen=False, port=port, adapters=loopback_only, mdns=False) as discovery:
        discovery.announce_table(TABLE)
        yield discovery


def events(out: str) -> list[dict[str, Any]]:
    return [json.loads(each) for each in out.splitlines()]


@pytest.mark.usefixtures("host", "heard_already")
def test_once_shows_what_is_there(acquire: Acquire, port: int) -> None:
    answer = acquire("tables", "--once", "--time", "0.01", "--beacon-port", port)
    assert answer.code == 0
    assert answer.lines[0].split() == ["code", "table", "of", "seats", "rules", "join", "code"]
    assert answer.lines[2].split()[:7] == ["1", FOUND.table_code, "Sid", "1", "of", "4", "classic"]
    assert "'acquire join CODE'" in answer.out and "--watch" not in answer.out
    assert max(map(len, answer.lines)) <= 80


@pytest.mark.usefixtures("host", "heard_already")
def test_once_as_json(acquire: Acquire, port: int) -> None:
    answer = acquire("tables", "--once", "--time", "0.01", "--json", "--beacon-port", port)
    (event,) = events(answer.out)
    assert (event["event"], event["table"], event["name"]) == ("table", TABLE.table_id.hex(), "Sid")
    assert event["hosts"] == ["127.0.0.1"]
    code = JoinCode.parse(event["code"])
    assert (code.host, code.port, code.fingerprint) == ("127.0.0.1", TABLE.port, TABLE.fingerprint)


@pytest.mark.usefixtures("only_here")
def test_an_empty_list_says_what_this_machine_sees(acquire: Acquire, port: int) -> None:
    answer = acquire("tables", "--once", "--time", "0.01", "--beacon-port", port)
    assert answer.code == 0
    assert "No table was heard" in answer.out and "NOT heard: open the firewall" in answer.out
    (event,) = events(acquire("tables", "--once", "--json", "--time", "0.01", "--beacon-port", port).out)
    assert event == {"event": "diagnosis", "findings": [
        {"topic": "beacon on eth0", "good": False, "text": "NOT heard", "advice": "open the firewall"}]}


@pytest.mark.usefixtures("only_here")
def test_lines_tell_what_comes_changes_and_goes(acquire: Acquire, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list as it is seen from one look to the next."""
    looks = [(), (FOUND,), (FOUND,), (replace(FOUND, heard_by=frozenset({"beacon"})),), (taken_by(3),), ()]
    monkeypatch.setattr(tables.TableWatch, "look_repeatedly", lambda self, time_s: ((tables_, None) for tables_ in looks))
    answer = acquire("tables", "--beacon-port", port)
    where = f"{FOUND.table_code}, {CODE} (192.168.0.7:47108, key 04HM-ASW9-NF6Y-Y093)"
    assert answer.lines == [f"Sid: 2 of 4, classic, {where}", f"Sid: 3 of 4, classic, {where}",
                            f"gone: Sid: 3 of 4, classic, {where}"]
    seen = events(acquire("tables", "--json", "--beacon-port", port).out)
    assert [(event["event"], event.get("taken")) for event in seen] == [("table", 2), ("table", 2), ("table", 3), ("gone", None)]
    assert seen[0]["code"] == CODE
    assert seen[0]["heard_by"] == ["beacon", "mdns"]
    assert seen[3]["table"] == FOUND.table_id.hex()


def taken_by(count: int) -> FoundTable:
    return replace(FOUND, taken=count, last_heard=2.0)


@pytest.mark.usefixtures("only_here")
def test_the_time_ends_it_and_an_empty_list_is_explained_once(acquire: Acquire, port: int,
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "EMPTY_S", 0.0)
    answer = acquire("tables", "--json", "--time", "0.6", "--beacon-port", port)
    assert answer.code == 0
    assert [event["event"] for event in events(answer.out)] == ["diagnosis"]


@pytest.mark.usefixtures("only_here")
def test_a_table_that_says_goodbye_is_gone(acquire: Acquire, port: int, host: TableSearch,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    """Withdraw the table when the command has shown it, and interrupt the command when it has shown that."""
    seen: list[str] = []
    write = tables.write

    def watched(console: Any, as_json: bool, event: dict[str, Any], text: Any) -> None:
        write(console, as_json, event, text)
        seen.append(event["event"])
        if event["event"] == "table":
            host.withdraw_table()

    @contextmanager
    def interrupts() -> Iterator[Callable[[], bool]]:
        yield lambda: "gone" in seen

    monkeypatch.setattr(tables, "write", watched)
    monkeypatch.setattr(tables, "noted_interrupts", interrupts)
    answer = acquire("tables", "--json", "--time", "25", "--beacon-port", port)
    assert answer.code == 0
    assert [event["event"] for event in events(answer.out) if event["event"] != "diagnosis"] == ["table", "gone"]


@pytest.mark.usefixtures("only_here")
def test_on_a_terminal_the_list_changes_in_place(acquire: Acquire, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system=None, width=90)
    finding = NetworkFinding("beacon on eth0", False, "NOT heard", "open the firewall")
    looks = [((), None), ((FOUND,), None), ((taken_by(3),), None), ((), [finding])]
    monkeypatch.setattr(tables, "make_console", lambda: console)
    monkeypatch.setattr(tables, "is_watched", lambda console: True)
    monkeypatch.setattr(tables.TableWatch, "look_repeatedly", lambda self, time_s: iter(looks))
    assert acquire("tables", "--beacon-port", port).code == 0
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    places = [shown.index(part) for part in ("No table has been heard yet", "2 of 4", "3 of 4", "NOT heard")]
    assert places == sorted(places)
    assert CODE in shown and "\x1b[2K" in shown


@pytest.mark.parametrize("words", [
    ["--time", "0"], ["--time", "soon"], ["--beacon-port", "0"], ["--beacon-port", "65536"], ["more"],
])
def test_a_wrong_command_line_is_refused(acquire: Acquire, words: list[str]) -> None:
    assert acquire("tables", *words).code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent to one process there")
def test_ctrl_c_is_the_ordinary_end(port: int) -> None:
    process = acquire_process("tables", "--json", "--beacon-port", str(port))
    sockets = BeaconSockets(port, loopback_only, listen=False)
    try:
        assert process.stdout is not None
        stop = threading.Event()

        def speak() -> None:
            while not stop.wait(0.1):
                sockets.send(encode_table(TABLE, SENDER))

        speaking = threading.Thread(target=speak)
        speaking.start()
        try:
            assert table_id_in(process) == TABLE.table_id.hex()
        finally:
            stop.set()
            speaking.join()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0, err
        assert "Traceback" not in err
    finally:
        sockets.close()
        process.kill()
        process.communicate()


def table_id_in(process: "subprocess.Popen[str]") -> str:
    """Return the id of the first table that the command shows; a diagnosis may come before it."""
    assert process.stdout is not None
    for each in process.stdout:
        event = json.loads(each)
        if event["event"] == "table":
            return str(event["table"])
    raise AssertionError("it ended")


def test_a_hostile_address_leaves_the_code_out() -> None:
    nowhere = FoundTable(FOUND.table_id, "Sid", ("0.0.0.0",), 1, FOUND.fingerprint, 1, 2, "classic", "1",
                         frozenset({"mdns"}), 1.0)
    assert tables.code_of(nowhere) is None
    assert "None" not in tables.table_line(nowhere)
