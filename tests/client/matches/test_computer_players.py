"""Computer players that this program starts for a table over the network: folders, words, ends; and a game with a real one."""

from __future__ import annotations

import io
import json
import queue
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from acquire_client.files.folders import Folders
from acquire_client.matches.computer_players import MAX_COMPUTERS, ComputerPlayer, ComputerPlayerError, ComputerPlayers
from acquire_core import RULESETS
from acquire_net import (
    Host,
    Offer,
    Peer,
    PeerConfig,
    TableAddress,
    events,
    fingerprint_text,
    own_identity,
    resume_info_path,
    rules_lines,
    secrets_path,
)

MARK = "04HM-ASW9-NF6Y-Y093"
PATIENCE_S = 60


class FakeProcess:
    """A program that ends when it reads that it has to, and keeps what it has read."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], complaint: str = "") -> None:
        self.command, self.environment = list(command), environment
        self.read: list[str] = []
        self.stderr = io.StringIO(complaint)
        self.stdin = self
        self.ended = threading.Event()
        self.code = 1 if complaint else 0
        self.waited_s = 0.0
        """For how long it was waited for that did not end in time."""
        if complaint:
            self.ended.set()

    def write(self, text: str) -> None:
        self.read.append(text.strip())
        if text == "leave\n":
            self.ended.set()

    def flush(self) -> None: ...

    def close(self) -> None:
        self.read.append("end of input")
        self.ended.set()

    def poll(self) -> int | None:
        return self.code if self.ended.is_set() else None

    def wait(self, timeout: float | None = None) -> int:
        if not self.ended.wait(timeout):
            self.waited_s += timeout or 0.0
            raise subprocess.TimeoutExpired(self.command, timeout or 0)
        return self.code

    def kill(self) -> None:
        self.read.append("killed")
        self.ended.set()


class Started:
    """Computer players whose programs are not real."""

    def __init__(self, home: Path) -> None:
        self.where = Folders(home / "config", home / "data", home / "data" / "records")
        self.processes: list[FakeProcess] = []
        self.ends: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self.complaint = ""
        self.players = self.again()

    def again(self) -> ComputerPlayers:
        return ComputerPlayers(self.where, MARK, lambda player, why: self.ends.put((player.name, why)), self._start)

    def _start(self, command: Sequence[str], environment: Mapping[str, str]) -> FakeProcess:
        self.processes.append(FakeProcess(command, environment, self.complaint))
        return self.processes[-1]


@pytest.fixture
def started(tmp_path: Path) -> Started:
    return Started(tmp_path)


def lay_out_table(home: Path) -> Path:
    """Write what makes a return to a table possible for the first computer player; return the journal's path."""
    journal = home / "data" / "computers" / "1" / "data" / "tables" / "table.acqlog"
    journal.parent.mkdir(parents=True)
    for path in (resume_info_path(journal), secrets_path(journal)):
        path.write_bytes(b"")
    return journal


def until_gone(players: ComputerPlayers, player: ComputerPlayer) -> None:
    end = time.monotonic() + PATIENCE_S
    while player in players.running() or player.number in players._running:
        assert time.monotonic() < end
        time.sleep(0.002)


def test_each_is_a_program_of_its_own_with_its_own_key(started: Started, tmp_path: Path) -> None:
    ada = started.players.add_player("Ada", "strong/builder", "R2M00")
    ben = started.players.add_player("Ben", "club", "R2M00")
    first = started.processes[0]
    assert first.command[first.command.index("join"):] == [
        "join", "R2M00", "--no-announce", "--name", "Ada", "--bot", "strong/builder", "--attached", "--port", "0",
        "--started-by", MARK]
    homes = [Path(process.environment["ACQUIRE_HOME"]) for process in started.processes]
    assert homes == [tmp_path / "data" / "computers" / number for number in ("1", "2")]
    assert ada.identity != ben.identity and started.players.running() == (ada, ben)
    assert own_identity(homes[0] / "data" / "identity").public == ada.identity, "its key is the one by which the lobby knows it"
    assert started.players.player_of(ben.identity) == ben and started.players.player_of(b"x" * 32) is None


def test_one_that_leaves_makes_room_for_another(started: Started) -> None:
    found = [started.players.add_player(f"Bot {number}", "casual", "R2M00") for number in range(MAX_COMPUTERS)]
    with pytest.raises(ComputerPlayerError, match="5 computer players already"):
        started.players.add_player("Bot 6", "casual", "R2M00")
    started.players.dismiss_player(found[1])
    until_gone(started.players, found[1])
    assert started.processes[1].read == ["leave"] and started.ends.empty()
    assert started.players.add_player("Bot 7", "casual", "R2M00").number == 2


def test_two_windows_use_different_folders(started: Started) -> None:
    started.players.add_player("Ada", "casual", "R2M00")
    assert started.again().add_player("Ben", "casual", "R2M00").number == 2


@pytest.mark.parametrize(("name", "level"), [("Ada", "cmd:rm -rf"), ("Ada", "grandmaster"), ("A\x1bda", "casual"),
                                             ("", "casual")])
def test_what_cannot_be_a_computer_player_starts_nothing(started: Started, name: str, level: str) -> None:
    with pytest.raises(ComputerPlayerError):
        started.players.add_player(name, level, "R2M00")
    assert not started.processes and started.players.add_player("Ada", "casual", "R2M00").number == 1


def test_one_that_ends_by_itself_says_why(started: Started) -> None:
    started.complaint = "acquire: the other program needs a newer version.\n"
    started.players.add_player("Ada", "casual", "R2M00")
    assert started.ends.get(timeout=PATIENCE_S) == ("Ada", "the other program needs a newer version.")


def test_with_the_program_all_end_also_one_that_does_not_listen(started: Started) -> None:
    ada = started.players.add_player("Ada", "casual", "R2M00")
    started.players.add_player("Ben", "casual", "R2M00")
    started.processes[1].close = lambda: None  # type: ignore[method-assign]
    started.players.close(patience_s=0.01)
    until_gone(started.players, ada)
    assert started.processes[0].read == ["end of input"] and started.processes[1].read == ["killed"]
    assert started.ends.empty()


def test_those_that_do_not_listen_are_waited_for_together(started: Started) -> None:
    for number in range(MAX_COMPUTERS):
        started.players.add_player(f"Bot {number}", "casual", "R2M00")
        started.processes[number].close = lambda: None  # type: ignore[method-assign]
    started.players.close(patience_s=0.05)
    assert all(process.read[-1] == "killed" for process in started.processes)
    assert sum(process.waited_s for process in started.processes) <= 0.05


def test_a_game_is_finished_unless_the_person_comes_back(started: Started) -> None:
    ada = started.players.add_player("Ada", "casual", "R2M00")
    started.players.finish_games()
    assert started.players.player_of(ada.identity) is None and started.players.running() == (ada,)
    started.players.keep_running()
    assert started.players.return_missing("any.acqlog") == ()
    assert started.processes[0].read == ["finish", "stay"] and started.players.player_of(ada.identity) == ada


def test_those_return_that_have_a_seat_at_the_table(started: Started, tmp_path: Path) -> None:
    ada = started.players.add_player("Ada", "strong/builder", "R2M00")
    ben = started.players.add_player("Ben", "club", "R2M00")
    started.players.close()
    for player in (ada, ben):
        until_gone(started.players, player)
    journal = lay_out_table(tmp_path)
    again = started.again()
    assert again.return_missing("table.acqlog") == (ada,)
    command = started.processes[-1].command
    assert command[command.index("resume"):][:5] == ["resume", str(journal), "--no-announce", "--bot", "strong/builder"]
    assert again.return_missing("another.acqlog") == ()


def test_one_that_a_closed_program_still_runs_returns_behind_its_end(started: Started, tmp_path: Path) -> None:
    ada = started.players.add_player("Ada", "club", "R2M00")
    lay_out_table(tmp_path)
    again = started.again()
    assert again.has_some_elsewhere("table.acqlog") and again.return_missing("table.acqlog") == ()
    assert not started.players.has_some_elsewhere("table.acqlog"), "it is this program's own"
    assert not again.has_some_elsewhere("another.acqlog")
    started.players.close()
    until_gone(started.players, ada)
    assert not again.has_some_elsewhere("table.acqlog")
    assert again.return_missing("table.acqlog") == (ada,) and not again.has_some_elsewhere("table.acqlog")


@pytest.mark.parametrize("content", [b"", b"[]", b'{"name": "Ada", "level": "cmd:rm"}', b'{"name": "A\\u001b", "level": "club"}',
                                     b'{"name": "Ada", "level": "club", "more": 1}', b"{" * 5000])
def test_a_damaged_file_starts_nothing(started: Started, tmp_path: Path, content: bytes) -> None:
    lay_out_table(tmp_path)
    (tmp_path / "data" / "computers" / "1" / "computer.json").write_bytes(content)
    assert started.players.return_missing("table.acqlog") == () and not started.processes


@pytest.mark.fully
def test_a_real_one_sits_down_and_is_called_what_it_is(tmp_path: Path) -> None:
    inbox: queue.SimpleQueue[events.PeerEvent] = queue.SimpleQueue()
    identity = own_identity(tmp_path / "identity")
    config = PeerConfig(identity.key, "Anna", tmp_path / "tables", "1", 0, announces=False)
    host = Peer(config, Host(Offer(rules_lines(RULESETS["classic"]), 2)), inbox.put)
    host.start()
    players = ComputerPlayers(Folders(tmp_path, tmp_path / "data", tmp_path), fingerprint_text(identity.fingerprint),
                              lambda player, why: inbox.put(events.PeerStopped(why)))
    try:
        seen: list[events.Member] = []
        end = time.monotonic() + PATIENCE_S
        while not any(each.is_seated for each in seen):
            assert time.monotonic() < end
            match inbox.get(timeout=PATIENCE_S):
                case events.Listening(port=port):
                    ada = players.add_player("Ada", "club/raider", TableAddress("127.0.0.1", port, identity.fingerprint).code())
                case events.LobbySnapshot(members):
                    seen = [each for each in members if not each.is_me]
                case events.PeerStopped(text):
                    pytest.fail(text)
        assert [(each.identity, each.name, each.computer, each.plays, each.beside) for each in seen] == [
            (ada.identity, "Ada", True, "club/raider", "Anna")]
        players.dismiss_player(ada)
        until_gone(players, ada)
    finally:
        players.close()
        host.stop()
        host.wait_until_stopped(10)
    assert json.loads((tmp_path / "data" / "computers" / "1" / "computer.json").read_text())["level"] == "club/raider"
