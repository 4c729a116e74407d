"""`acquire host`, `join` and `resume` where something is wrong: one clear sentence and a useful exit code."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from acquire_client.commands import network_seat
from acquire_client.commands.text import add_to_history
from acquire_net.crypto.signing import FINGERPRINT_BYTES
from acquire_net.discovery.found_tables import FoundTable
from acquire_net.discovery.join_code import JoinCode
from acquire_net.table.resume_info import resume_info_path
from tests.client.command_line import Output
from tests.online.programs import Company, Program
from tests.support.acquire_program import MAIN, run_program

SEAT = ("--json", "--port", 0, "--no-announce")
BOT = ("--bot", "1", *SEAT)


def sentence(program: Program, what: str = "error") -> str:
    return str(program.wait_for(what)["text"])


@pytest.fixture
def company(tmp_path: Path) -> Iterator[Company]:
    with Company(tmp_path) as company:
        yield company


def typed(folder: Path, *words: object) -> tuple[int, str, str]:
    """Run a command line that ends by itself; return its code, and what it prints."""
    code, printed, complained = run_program(words, folder, COLUMNS="200")
    assert "Traceback" not in complained
    return code, printed, complained


@pytest.mark.parametrize(("words", "says"), [
    (("join", "R2M00-1XR0G-0J6HB-7H5X"), "does not fit its own check"),
    (("join", "R2M00-1XR0G-0J6HB-7H6NW-VVR14"), "a join code has 27 characters"),
    (("join", "R2M00-1XR0G-0J6HB-7H5*"), "does not occur in join codes"),
    (("join", "300.1.2.3:47108"), "not a name or an address of a machine"),
    (("join", "127.0.0.1:0"), "not a port"),
    (("host", "--bot", "nonsense"), "a level is 2 or strong"),
    (("host", "--bot", "person"), "neither a level nor a command"),
    (("host", "--port", "99999"), "0 to 65535"),
    (("host", "--seats", "9"), "from 2 to 6"),
    (("host", "--quorum", "two"), "invalid choice: 'two'"),
    (("host", "--rules", "chess"), "chess"),
    (("host", "--days", ":::"), "--days: "),
    (("host", "--days", "mail.example.org:0"), "is not a port"),
    (("host", "--days", ""), "--days: "),
    (("host", "--days", "mail.example.org", "--clock", "60"), "--days and --clock do not go together"),
    (("host", "--days", "mail.example.org", "--bot", "2"), "--days and --bot do not go together"),
    (("host", "--days", "mail.example.org", "--patience", "0"), "option patience; it may be none or 1 to 365 days"),
    (("host", "--patience", "7"), "--patience counts days, at a table over days: give the mailbox with --days"),
    (("host", "--name", " "), "--name: a name has 1 to 20 characters"),
    (("host", "--name", "A\u200dB"), "a name cannot contain U+200D (zero width joiner)"),
    (("host", "--relay", ":::"), "the relay"),
    (("host", "--advertise", "myhost"), "not an IP address"),
    (("host", "--advertise", "0.0.0.0:47108"), "not the address of a machine"),
])
def test_what_is_mistyped_is_named_before_anything_is_opened(
        acquire: Callable[..., Output], words: tuple[str, ...], says: str, tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "home"))
    answer = acquire(*words, columns=300)
    assert answer.code == 2 and not answer.out
    assert says in answer.err.splitlines()[-1] and answer.err.splitlines()[-1].startswith(f"acquire {words[0]}: ")
    assert not (tmp_path / "home").exists()


def test_a_bot_that_cannot_be_started(tmp_path: Path) -> None:
    code, out, err = typed(tmp_path, "host", "--bot", "cmd:/no/such", *SEAT)
    assert code == 1 and not out and "'/no/such' cannot be started" in err


@pytest.mark.parametrize(("words", "keeps"), [((), True), (("--plain",), True), (("--json",), False), (("--bot", "2"), False)])
def test_a_game_that_a_person_has_finished_goes_into_the_history(
        acquire: Callable[..., Output], words: tuple[str, ...], keeps: bool, tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch) -> None:
    table = Mock(return_value=Mock(run=lambda: 0))
    for name, stand_in in (("OnlineTable", table), ("Peer", Mock()), ("read_lines", Mock()), ("start_log", Mock())):
        monkeypatch.setattr(network_seat, name, stand_in)
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    assert acquire("host", "--name", "Ada", *words).code == 0
    assert table.call_args.args[-1] is (add_to_history if keeps else None)


def test_nobody_at_an_address(tmp_path: Path) -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{sock.getsockname()[1]}"
        code, out, err = typed(tmp_path, "join", address, "--port", 0)
    assert code == 1 and "nobody can be reached" in out + err and "is the table open" in out + err


def test_something_else_at_an_address(company: Company) -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        ben = company.run("Ben", "join", f"127.0.0.1:{sock.getsockname()[1]}", *BOT)
        visitor, _ = sock.accept()
        visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        visitor.shutdown(socket.SHUT_WR)
        assert "not an Acquire table" in sentence(ben)
        visitor.close()
    assert ben.end() == 1


@pytest.mark.fully
def test_a_join_code_of_somebody_else(company: Company) -> None:
    ada = company.run("Ada", "host", *BOT)
    table = ada.wait_for("table")
    code = JoinCode.parse(table["code"])
    other = JoinCode("127.0.0.1", table["port"], bytes(10)).format()
    ben = company.run("Ben", "join", other, *BOT)
    assert code.fingerprint != bytes(10)
    assert "not the one that this join code means" in sentence(ben) and ben.end() == 1


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as sock:
        sock.bind(("0.0.0.0", 0))
        sock.listen()
        port = sock.getsockname()[1]
        code, out, err = typed(tmp_path, "host", "--port", port, "--no-announce")
    assert code == 1 and f"port {port} cannot be used" in out + err and "choose another port" in out + err


def test_a_machine_in_no_network_says_so(company: Company) -> None:
    ada = company.run("Ada", "host", *BOT, first="import acquire_net.connections as lines; lines.useful_addresses = lambda: []")
    assert "in no network" in ada.wait_for("table")["trouble"]


@pytest.mark.fully
def test_another_version_of_the_rules(company: Company) -> None:
    ada = company.run("Ada", "host", *BOT)
    code = ada.wait_for("table")["code"]
    ben = company.run("Ben", "join", code, *BOT,
                      first="import acquire_net.lobby_snapshot as company; company.engine_digest = lambda: bytes(32)")
    said = sentence(ben)
    assert "version" in said or "rules" in said
    assert ben.end() == 1
    assert "reason" in ada.wait_for("refused")


@pytest.mark.fully
def test_a_full_table_and_two_of_one_name(company: Company) -> None:
    ada = company.run("Ada", "host", "--seats", 2, "--name", "Kim", *BOT)
    code = ada.wait_for("table")["code"]
    company.run("Ben", "join", code, "--name", "Kim", *BOT)
    names = ada.wait_for("started")["names"]
    assert len(set(names)) == 2 and all(name.startswith("Kim") for name in names)


@pytest.mark.fully
def test_who_comes_to_a_full_table_learns_it(company: Company) -> None:
    ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", *SEAT)
    code = ada.wait_for("table")["code"]
    unready = ("import acquire_client.commands.network_seat as s; M = s.SeatOptions; "
               "s.SeatOptions = lambda *a, **k: M(*a, **{**k, 'ready': False})")
    ben = company.run("Ben", "join", code, "--name", "Ben", *SEAT, first=unready)
    ben.wait_for("joined")
    ada.wait_for(lambda event: event["event"] == "proposal" and any("Ben" in change for change in event["changes"]))
    cleo = company.run("Cleo", "join", code, "--name", "Cleo", *BOT)
    assert "all 2 places of this table are taken" in cleo.wait_for("refused")["reason"]


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    code, out, err = typed(tmp_path / "file" / "home", "host", *BOT)
    assert code == 1 and not out and str(tmp_path / "file") in err and err.count("\n") == 1


# --- the way back to a table, and the end of the program from outside

@pytest.mark.fully
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere")
def test_the_way_back_to_a_table_and_what_may_be_in_it(company: Company, tmp_path: Path) -> None:
    ada, ben = company.table(2)
    for program in (ada, ben):
        program.wait_for("action")
    ben.process.send_signal(signal.SIGSTOP)  # or two computer players end their game before this test has tried everything
    second = company.run("Ada", "resume", ada.journal, *BOT)
    assert "another program" in sentence(second) and second.end() == 1

    ada.process.send_signal(signal.SIGINT)
    assert ada.end() == 130 and "\ninterrupted. The game is saved: 'acquire resume' returns to it." in "".join(ada.errors)

    whole = ada.journal.read_bytes()
    damaged = bytearray(whole)
    damaged[len(whole) // 3] ^= 1
    ada.journal.write_bytes(damaged)
    second = company.run("Ada", "resume", ada.journal, *BOT)
    said = sentence(second)
    assert ada.journal.name in said and "Ask another player of this table" in said and second.end() == 1

    links = resume_info_path(ada.journal).read_bytes()
    ada.journal.write_bytes(whole)
    ben.process.send_signal(signal.SIGCONT)
    again = company.run("Ada", "resume", *BOT, "--once")
    assert again.wait_for("finished")["head"] == ben.wait_for("finished")["head"]
    assert again.end() == 0 and ben.end() == 0

    resume_info_path(ada.journal).write_bytes(links)  # as a program leaves them that was killed when all was over
    second = company.run("Ada", "resume", *BOT)
    assert "as after the end of a game" in sentence(second) and second.end() == 1
    resume_info_path(ada.journal).unlink()
    for words, says in (((), "there is no table to come back to in"), ((ada.journal,), f"'{ada.journal}' cannot be resumed"),
                        ((tmp_path / "none.acqlog",), "none.acqlog' cannot be resumed: there is no such file")):
        code, out, err = typed(ada.home, "resume", *words, *BOT)
        assert code == 1 and not out and says in err and err.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal elsewhere")
def test_ctrl_c_in_the_lobby(company: Company) -> None:
    ada = company.run("Ada", "host", *BOT)
    ada.wait_for("table")
    ada.process.send_signal(signal.SIGINT)
    assert ada.end() == 130 and "".join(ada.errors) == "\ninterrupted. The table is left.\n"


def test_nobody_types(tmp_path: Path) -> None:
    code, out, _ = typed(tmp_path, "host", "--port", 0, "--no-announce", "--plain")
    assert code == 0 and "The input has ended" in out


@pytest.mark.fully
def test_nobody_reads(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", MAIN, "host", *map(str, BOT)], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "ACQUIRE_HOME": str(tmp_path)})
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(30) in (0, 1, 141) and "Traceback" not in said


@pytest.mark.fully
def test_started_without_any_stream(tmp_path: Path) -> None:
    closes = "import os; os.close(0); os.close(1); os.close(2); import sys; sys.stdin = sys.stdout = sys.stderr = None\n"
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{sock.getsockname()[1]}"
        done = subprocess.run([sys.executable, "-c", closes + MAIN, "join", address, "--port", "0"], timeout=60, check=False,
                              env={**os.environ, "ACQUIRE_HOME": str(tmp_path)})
    assert done.returncode == 1


# --- the end from outside, and what there is too much of

@pytest.mark.skipif(sys.platform == "win32", reason="signals are elsewhere")
@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.fully)])
def test_a_closed_terminal_ends_the_program_with_a_word_and_a_code(company: Company, name: str) -> None:
    number = getattr(signal, name)
    ada = company.run("Ada", "host", *BOT)
    ada.wait_for("table")
    ada.process.send_signal(number)
    assert ada.end() == 128 + number
    assert f"ended by {name}. The table is left." in "".join(ada.errors)


@pytest.mark.fully
@pytest.mark.skipif(sys.platform == "win32", reason="signals are elsewhere")
def test_who_is_ended_in_a_game_reads_how_to_come_back(company: Company) -> None:
    ada, ben = company.table(2, once=False)
    for program in (ada, ben):
        program.wait_for("action")
    ben.process.send_signal(signal.SIGTERM)
    assert ben.end() == 143 and "The game is saved: 'acquire resume' returns to it." in "".join(ben.errors)


@pytest.mark.fully
def test_a_resumed_program_keeps_name_and_kind_of_player(company: Company) -> None:
    ada, ben = company.table(2)
    for program in (ada, ben):
        assert program.wait_for("started")["computers"] == [0, 1]
        program.wait_for("action")
    ben.kill()
    again = company.run("Ben", "resume", "--name", "Another Ben", *BOT)
    assert again.wait_for("started")["names"] == ["Ada", "Ben"]
    assert ada.wait_for("joined")["name"] == "Ben"
    known = (ada.home / "data" / "known-players.json").read_text(encoding="utf-8")
    again.kill()
    assert "--name changes nothing here" in "".join(again.errors)
    assert '"Ben"' in known and "Another" not in known


def test_several_tables_are_listed_line_by_line_and_not_without_end(monkeypatch: pytest.MonkeyPatch,
                                                                    acquire: Callable[..., Output]) -> None:
    from acquire_client.commands import table_choice

    found = [FoundTable(bytes((number,)) * 8, f"Ann{number}\n", ("192.168.0.7",), 47108, bytes(FINGERPRINT_BYTES), 1, 4,
                        "classic", "0", frozenset({"beacon"}), 1.0) for number in range(200)]
    monkeypatch.setattr(table_choice, "search_tables", lambda *_: tuple(found))
    answer = acquire("join", columns=300)
    lines = answer.err.splitlines()
    assert answer.code == 1 and lines[0] == "There are several tables:"
    assert lines[1].startswith("   1  Ann0\\n: 1 of 4, classic, ")
    assert len(lines) == 15 and lines[13] == "      and 188 more: 'acquire join NAME' finds each of them"
