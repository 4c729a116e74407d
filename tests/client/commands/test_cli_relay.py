"""`acquire relay`: it says where it is, joins who come, ends with Ctrl-C, and refuses what it cannot do."""

import os
import re
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from acquire_client.commands import EndedBySignal
from acquire_client.commands.end_signals import ended_by_signals
from acquire_net.crypto.curve import curve_keys
from acquire_net.links.relay import LISTEN, SIGNAL_BYTES, YES, Request, room_of, signal_bytes
from acquire_net.mailbox.mail_link import MailLink
from acquire_net.mailbox.store import MailboxStore
from tests.client.command_line import Acquire, acquire_process


def wait_until(condition: Callable[[], bool]) -> None:
    end_s = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end_s
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_relay_runs_until_it_is_interrupted_and_sums_up() -> None:
    with acquire_process("relay", "--port", 0, "--bind", "127.0.0.1", "--max-rooms", 1) as process:
        assert process.stdout is not None
        found = re.match(r"Relay on port (\d+)$", process.stdout.readline().rstrip())
        assert found
        port = int(found[1])
        assert process.stdout.readline().strip() == f"127.0.0.1:{port}"
        there = ("127.0.0.1", port)
        with socket.create_connection(there, 20) as waits, socket.create_connection(there, 20) as other:
            waits.sendall(Request(LISTEN, room_of(b"fives"), bytes(16)).pack())
            assert waits.recv(SIGNAL_BYTES) == signal_bytes(YES)
            other.sendall(Request(LISTEN, room_of(b"other"), bytes(16)).pack())
            assert other.recv(SIGNAL_BYTES) == signal_bytes(b"!", b"full")
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "1 peer and 0 links now, 0 links so far, 1 refusal" in out
    assert not err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_relay_with_a_mailbox_says_where_it_is_and_its_folder_is_its_own(tmp_path: Path, acquire: Acquire) -> None:
    folder = tmp_path / "mail"
    with acquire_process("relay", "--port", 0, "--bind", "127.0.0.1", "--mailbox", folder) as process:
        assert process.stdout is not None
        while "Mailbox" not in (line := process.stdout.readline()) and line:
            pass
        second = acquire("relay", "--port", 0, "--bind", "127.0.0.1", "--mailbox", folder)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert f"Mailbox in {folder}, for at most 100 members" in line
    assert second.code == 1 and "is the mailbox of another program that runs" in second.err
    assert process.returncode == 130 and "0 boxes, 0 messages waiting" in out and not err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_relay_that_the_system_ends_closes_its_mailbox(tmp_path: Path) -> None:
    """In its folder lies what a member had signed at its last visit: the mark is written when the mailbox is closed."""
    store = MailboxStore(tmp_path, int(time.time()))
    keys = [curve_keys(secrets.token_bytes) for _ in range(2)]
    store.close()
    with acquire_process("relay", "--port", 0, "--bind", "127.0.0.1", "--mailbox", tmp_path) as process:
        assert process.stdout is not None
        found = re.match(r"Relay on port (\d+)$", process.stdout.readline().rstrip())
        assert found
        link = MailLink(keys[0], "127.0.0.1", int(found[1]), [each.public for each in keys], look_s=0.05)
        link.start(5)
        wait_until(lambda: link.has_looked)
        link.put_frames([], 9)
        time.sleep(0.3)  # the link tells the new mark when it looks the next time
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=20)
        link.close()
    assert process.returncode == 143 and "ended by SIGTERM" in err
    after = MailboxStore(tmp_path, int(time.time()))
    assert after.mark_of(keys[0].public) == 9
    after.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_that_is_ignored_as_by_nohup_ends_nothing() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals():
            os.kill(os.getpid(), signal.SIGHUP)
            with pytest.raises(EndedBySignal):
                os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
def test_a_relay_may_have_more_files_open_than_a_shell_allows_at_first() -> None:
    import resource
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 900), hard))
    try:
        with acquire_process("relay", "--port", 0, "--bind", "127.0.0.1") as process:
            assert process.stdout is not None and process.stdout.readline()
            limits = Path(f"/proc/{process.pid}/limits").read_text()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    [allowed] = re.findall(r"Max open files +(\d+)", limits)
    assert int(allowed) == min(hard, 1800)


def test_a_mailbox_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path, acquire: Acquire) -> None:
    (tmp_path / "file").write_text("no folder")
    answer = acquire("relay", "--port", 0, "--bind", "127.0.0.1", "--mailbox", tmp_path / "file")
    assert answer.code == 1 and "the mailbox cannot be opened" in answer.err and "file" in answer.err and not answer.out


def test_a_port_that_is_taken_is_refused_in_a_sentence(acquire: Acquire) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = acquire("relay", "--bind", "127.0.0.1", "--port", port)
    assert answer.code == 1 and not answer.out
    assert f"port {port} cannot be used" in answer.err and "choose another port" in answer.err


def test_an_address_of_another_machine_is_refused(acquire: Acquire) -> None:
    answer = acquire("relay", "--bind", "192.0.2.1", "--port", 0)
    assert answer.code == 1 and "no such address" in answer.err


@pytest.mark.parametrize("words", [["--port", "65536"], ["--port", "x"], ["--bind", "localhost"], ["--bind", "\x1b[31m"],
                                   ["--max-rooms", "0"], ["--max-rooms", "1001"], ["room"]])
def test_a_command_line_that_makes_no_sense_is_refused(acquire: Acquire, words: list[str]) -> None:
    answer = acquire("relay", *words)
    assert answer.code == 2 and answer.err and not answer.out
    assert "\x1b" not in answer.err
