"""What goes wrong outside the program is a sentence: closed and full streams, Ctrl-C at the start, empty names, odd files."""

import gc
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.cli import main
from tests.client.command_line import Acquire
from tests.support.few_cases import few_cases

MARK = b"\xef\xbb\xbf"
"""A byte order mark, as some programs put it before text."""
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="shells, signals and devices of POSIX")
PROGRAM = f"{shlex.quote(sys.executable)} -c 'import sys; from acquire_client.entry import main; sys.exit(main())'"


def shell(line: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["sh", "-c", line.replace("acquire", PROGRAM, 1)], capture_output=True, text=True, timeout=60,
                          check=False, env={**os.environ, **environment})


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


# --- streams ----------------------------------------------------------------------------------------------------------

@on_posix
@pytest.mark.parametrize(("line", "code", "says"), [
    ("acquire bot --level 1 <&-", 1, "the input is closed"),
    ("acquire rules nonsense <&- >&-", 2, "no ruleset is called"),
    ("acquire rules nonsense >&- 2>&-", 2, ""),
])
def test_closed_streams_end_no_command_in_a_traceback(line: str, code: int, says: str) -> None:
    done = shell(line)
    assert done.returncode == code and says in done.stderr and "Traceback" not in done.stderr


@on_posix
def test_a_text_game_without_an_input_is_saved_and_left(home: Path) -> None:
    done = shell("acquire text --seats Anna,0 --seed 3 --plain <&-")
    assert done.returncode == 0 and "The input has ended" in done.stdout
    assert list((home / "data" / "records").glob("*.acquire"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("line", "unbuffered"), few_cases(pytest.mark.fully, [
    ("acquire rules", ""), ("acquire -V", "1"), ("acquire --help", "1")], 2))
def test_a_full_device_is_a_sentence(line: str, unbuffered: str) -> None:
    done = shell(f"{line} >/dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert done.stderr == "acquire: the output cannot be written: the disk or device that it goes to is full\n"
    assert shell(f"{line} >/dev/full 2>/dev/full", PYTHONUNBUFFERED=unbuffered).returncode == 1


@on_posix
@pytest.mark.parametrize("module", ["acquire_client.cli", "acquire_client.commands.rules", "rich.console"])
def test_control_c_while_the_program_is_loaded_ends_quietly(module: str) -> None:
    program = (f"import os, signal, sys\nclass Finder:\n    def find_spec(self, name, path=None, target=None):\n"
               f"        if name == {module!r}:\n            os.kill(os.getpid(), signal.SIGINT)\n"
               "signal.signal(signal.SIGINT, signal.default_int_handler)\nsys.meta_path.insert(0, Finder())\n"
               "from acquire_client.entry import main\nsys.exit(main())")
    done = subprocess.run([sys.executable, "-c", program, "rules"], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.split()) == (130, "", ["interrupted"])


@on_posix
def test_an_ignored_control_c_stays_ignored() -> None:
    """As a shell wants it of what it starts in the background."""
    program = ("import signal, sys\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nfrom acquire_client.entry import main\n"
               "code = main()\nsys.exit(code or (signal.getsignal(signal.SIGINT) is not signal.SIG_IGN))")
    assert subprocess.run([sys.executable, "-c", program, "-V"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
@pytest.mark.parametrize("command", ["verify", "replay", "analyse", "puzzles", "text --load"])
def test_a_file_that_cannot_be_read_twice_is_refused_before_it_is_read(acquire: Acquire, tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    answer = acquire(*command.split(), pipe)
    assert answer.code == 2 and "is a pipe or a device, and the file is read more than once: save it first" in answer.err


# --- how it is loaded -------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("words", [["rules"], []])
def test_garbage_is_looked_for_once_the_command_is_loaded_and_not_among_what_was_loaded(words: list[str]) -> None:
    code = f"""if True:
        import gc, sys
        sys.argv = ["acquire", *{words}]
        from acquire_client import entry
        from acquire_client.commands import rules
        from acquire_client.window.sdl import load_pygame
        load_pygame()
        from acquire_client.window import app
        def report(*_args, **_options):
            print(gc.isenabled(), gc.get_freeze_count() > 10_000)
            return 0
        rules.run = app.open_window = report
        sys.exit(entry.main())
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["True True"]), done.stderr


def test_a_program_that_calls_the_command_line_looks_for_garbage_as_before(acquire: Acquire) -> None:
    frozen = gc.get_freeze_count()
    assert acquire("rules").code == 0 and gc.isenabled() and gc.get_freeze_count() == frozen


# --- names and numbers ------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("words", "says"), [
    (["text", "--load", ""], "the name is empty"), (["replay", ""], "the name is empty"), (["train", ""], "the name is empty"),
    (["verify", ""], "the name is empty"), (["simulate", "--record", ""], "the name is empty"),
    (["rules", ""], "no ruleset is called ''"), (["text", "--rules", ""], "no ruleset is called ''"),
    (["text", "--seats", ""], "an empty entry"), (["text", "--seats", ":2,0"], "at least one letter"),
    (["join", "K7QM", "--name", ""], "a name has 1 to"), (["host", "--name", " "], "a name has 1 to"),
    (["bot", "--level", ""], "there is no level ''"), (["help", ""], "there is no command ''"),
    (["simulate", "--seed", str(1 << 64)], "a whole number from 0 to 18446744073709551615"),
    (["text", "--seed", "9" * 30], "a whole number from 0 to 18446744073709551615"),
    (["arena", "--seats", "0,0", "--seed", str(1 << 32)], "a whole number from 0 to 4294967295"),
])
def test_empty_names_and_endless_seeds_are_refused(acquire: Acquire, home: Path, words: list[str], says: str) -> None:
    answer = acquire(*words)
    assert answer.code == 2 and says in answer.err and not answer.out


# --- byte order marks -------------------------------------------------------------------------------------------------

def test_files_with_a_byte_order_mark_are_refused_by_its_name(acquire: Acquire, record: Path, tmp_path: Path) -> None:
    marked = tmp_path / "marked.acquire"
    marked.write_bytes(MARK + record.read_bytes())
    for words in (["replay", marked], ["text", "--load", marked], ["analyse", marked]):
        answer = acquire(*words)
        assert answer.code == 1 and "begins with a byte order mark" in answer.err
    marked.write_bytes(record.read_text("utf-8").encode("utf-16"))
    assert "is in UTF-16" in acquire("replay", marked).err
    weights = tmp_path / "marked.weights"
    weights.write_bytes(MARK + b"acquire weights 1\n")
    assert "begins with a byte order mark" in acquire("arena", "--seats", f"expert@{weights},0", "--games", "2").err
    (tmp_path / "state.json").write_bytes(MARK + b"{}")
    assert "begins with a byte order mark" in acquire("train", tmp_path).err


def test_a_byte_order_mark_before_a_word_of_the_command_line_is_dropped(acquire: Acquire) -> None:
    plain = acquire("rules", "classic", "--option", "max_buy=2")
    assert plain.code == 0
    assert acquire("\ufeffrules", "\ufeffclassic", "--option", "\ufeffmax_buy=2") == plain
    played = acquire("text", "--seats", "\ufeff0,0", "--seed", "4", "--plain")
    assert (played.code, "The game is over" in played.out or "Rank 1" in played.out) == (0, True)


@on_posix
def test_a_byte_order_mark_before_the_input_is_dropped(home: Path) -> None:
    lines = [shell(f"printf '{mark}1\\n' | acquire text --seats Anna,0 --seed 3 --plain").stdout
             for mark in ("", "\\357\\273\\277")]
    assert lines[0] == lines[1].replace("game-2", "game-1") and "Anna places" in lines[0]


# --- folders and files ------------------------------------------------------------------------------------------------

def test_a_folder_that_is_not_a_training_is_refused(acquire: Acquire, tmp_path: Path) -> None:
    other, file = tmp_path / "other", tmp_path / "file"
    other.mkdir()
    (other / "notes.txt").write_text("mine")
    file.write_text("")
    answer = acquire("train", other)
    assert answer.code == 1 and "notes.txt' already, but no training" in answer.err
    assert [path.name for path in other.iterdir()] == ["notes.txt"]
    assert "is a file: give a folder" in acquire("train", file).err
    for number, content in enumerate(("[[[", "null", '{"format": 1}', "\0", "")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "state.json").write_text(content)
        answer = acquire("train", folder)
        assert answer.code == 1 and "cannot be read as a training" in answer.err
        assert not any(word in answer.err for word in ("Errno", "codec", "NoneType", "Expecting", "line 1"))
    (tmp_path / "6" / "state.json").mkdir(parents=True)
    assert "Errno" not in acquire("train", tmp_path / "6").err


def test_a_file_in_the_place_of_a_folder_is_named(acquire: Acquire, tmp_path: Path, home: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = acquire("simulate", "--games", "1", "--record", tmp_path / "file")
    assert answer.code == 1 and f"the folder '{tmp_path / 'file'}' cannot be made: it is a file" in answer.err
    answer = acquire("text", "--seats", "0,0", "--autosave", tmp_path / "file" / "game")
    assert answer.code == 1 and "cannot be written: " in answer.err and "exists" not in answer.err


def test_a_folder_in_the_place_of_a_file_is_named(acquire: Acquire, tmp_path: Path) -> None:
    for words in (["replay"], ["analyse"], ["verify"], ["text", "--load"]):
        answer = acquire(*words, tmp_path)
        assert answer.code == 1 and f"'{tmp_path}' cannot be read: " in answer.err and "Errno" not in answer.err


def test_main_takes_the_words_of_the_process_where_none_are_given(monkeypatch: pytest.MonkeyPatch,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["acquire", "-V"])
    assert main() == 0 and capsys.readouterr().out.startswith("acquire ")
