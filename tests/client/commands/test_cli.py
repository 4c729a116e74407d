"""The command line itself: what it says alone, how it refuses, and that nothing ends in a traceback."""

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client import cli
from acquire_client.commands import COMMANDS, rules
from tests.client.command_line import Acquire, acquire_process, acquire_process_at_work

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")


def test_without_a_display_it_says_so_and_names_the_way_out() -> None:
    nowhere = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": "", "XDG_RUNTIME_DIR": ""}
    process = acquire_process(**nowhere)
    out, err = process.communicate(timeout=60)
    if sys.platform.startswith("linux"):
        assert process.returncode == 2
        assert "there is no display" in err and "acquire text" in err
        assert "Traceback" not in err and not out


def test_help_names_every_command(acquire: Acquire) -> None:
    answer = acquire("--help")
    assert answer.code == 0
    assert all(f"  {name} " in answer.out for name in COMMANDS)


def test_the_version_is_one_line(acquire: Acquire) -> None:
    answer = acquire("--version")
    assert answer.code == 0
    assert len(answer.lines) == 1
    assert f"Python {sys.version.split()[0]}" in answer.out
    assert "engine" in answer.out


def test_the_version_needs_no_terminal_library() -> None:
    program = "import sys; from acquire_client import cli; cli.main(['--version']); sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(acquire: Acquire, name: str) -> None:
    answer = acquire(name, "--help")
    assert answer.code == 0
    assert f"usage: acquire {name}" in answer.out
    assert acquire("--help").code == 0


def test_an_unknown_command_suggests_the_nearest(acquire: Acquire) -> None:
    answer = acquire("simulat")
    assert answer.code == 2
    assert "Did you mean 'simulate'?" in answer.err
    assert not answer.out


@pytest.mark.parametrize("words", [["--wrong"], ["rules", "--wrong"], ["rules", "classic", "more"], ["replay"], ["", ""],
                                   ["bench", "--players", "1"], ["bench", "--players", "٣"], ["bench", "--seconds", "nan"],
                                   ["simulate", "--players", "7"], ["simulate", "--seed", "-1"], ["simulate", "--games", "1e3"]])
def test_a_command_line_that_makes_no_sense_is_refused(acquire: Acquire, words: list[str]) -> None:
    answer = acquire(*words)
    assert answer.code == 2
    assert answer.err
    assert not answer.out


def test_control_characters_do_not_reach_the_terminal(acquire: Acquire) -> None:
    for words in (["\x1b[31mred"], ["rules", "\x1b]0;title\x07"], ["simulate", "--option", "a\x9bb=1"], ["rules", "a", "\x1bb"],
                  ["replay", "\x1b[2J"], ["simulate", "--option", "chains=\x1bc"], ["simulate", "--rules", "x\u202ey"]):
        answer = acquire(*words)
        assert answer.code in (1, 2)
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(answer.out + answer.err)


def test_an_error_nobody_thought_of_is_a_sentence(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: object) -> int:
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(rules, "run", fail)
    answer = acquire("rules")
    assert answer.code == 1
    assert "ZeroDivisionError: by chance" in answer.err
    assert "acquire doctor" in answer.err
    monkeypatch.setenv("ACQUIRE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        acquire("rules")


def test_an_engine_that_cannot_be_loaded_is_a_sentence(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("acquire_client.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "acquire_core.ruleset", None)
    answer = acquire("simulate")
    assert answer.code == 1
    assert "Install the program again" in answer.err


def test_control_c_ends_quietly(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(rules, "run", interrupt)
    answer = acquire("rules")
    assert answer.code == cli.INTERRUPTED
    assert answer.err.strip() == "interrupted"


@on_posix
@pytest.mark.parametrize("how", ["--json", "--all"])
def test_a_reader_who_goes_away_is_no_error(record: Path, how: str) -> None:
    with acquire_process("replay", record, how) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == cli.NO_READER


@on_posix
def test_an_interrupted_simulation_still_sums_up() -> None:
    with acquire_process_at_work("simulate", "--games", 10**9) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == cli.INTERRUPTED
    assert "not played" in out
    assert "wins" in out
    assert not err


def test_an_encoding_without_our_characters_does_no_harm(tmp_path: Path, record: Path) -> None:
    for words in (["rules"], ["rules", "tycoon-2023"], ["replay", record], ["simulate", "--games", 40]):
        process = acquire_process(*words, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert out.isascii()
        assert len(out) > 200


@pytest.mark.skipif(sys.platform == "win32", reason="closes a file descriptor the POSIX way")
def test_a_closed_output_is_no_reason_for_a_traceback() -> None:
    program = "import sys; from acquire_client.cli import main; sys.exit(main(['rules']))"
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(program)} >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
