"""`acquire completion`: the scripts are read by their shells, and what they offer is what the parsers take."""

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from acquire_client.commands import COMMANDS
from acquire_client.tools.command_lines import command_lines, program_line
from acquire_client.tools.completion_scripts import SHELLS, completion_script
from acquire_core import RULESETS
from tests.client.command_line import Acquire


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_option(acquire: Acquire, shell: str) -> None:
    answer = acquire("completion", shell)
    assert answer.code == 0
    assert answer.out == completion_script(shell)
    for line in [program_line(), *command_lines()]:
        for name in (name for option in line.options for name in option.names):
            assert name in answer.out or (shell == "fish" and name.lstrip("-") in answer.out)
    assert all(name in answer.out for name in (*COMMANDS, *RULESETS))


def test_a_shell_that_nobody_has_is_refused(acquire: Acquire) -> None:
    assert acquire("completion", "tcsh").code == 2
    assert acquire("completion").code == 2


@pytest.mark.parametrize(("shell", "words"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])])
def test_a_shell_can_read_its_script(tmp_path: Path, shell: str, words: list[str]) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} on this machine")
    script = tmp_path / "script"
    script.write_text(completion_script(shell), "utf-8")
    read = subprocess.run([program, *words, str(script)], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


def offered(typed: list[str], folder: Path) -> list[str]:
    """Ask bash what it would offer for the last of these words."""
    script = (f"{completion_script('bash')}\nCOMP_WORDS=({' '.join(map(shlex.quote, typed))})\n"
              f"COMP_CWORD={len(typed) - 1}\n_acquire\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
    asked = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, cwd=folder, check=True)
    assert not asked.stderr
    return asked.stdout.split("\n")[:-1]


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash on this machine")
def test_bash_offers_commands_options_values_and_files(tmp_path: Path) -> None:
    (tmp_path / "a game.acquire").touch()
    (tmp_path / "a folder").mkdir()
    for typed, words in [
        (["acquire", "sim"], ["simulate"]),
        (["acquire", "--v"], ["--version"]),
        (["acquire", "--color", "a"], ["auto", "always"]),
        (["acquire", "--color", "never", "ru"], ["rules"]),
        (["acquire", "rules", "cl"], ["classic"]),
        (["acquire", "text", "--rules", "ty"], ["tycoon-2023"]),
        (["acquire", "text", "--rules", "=", "ty"], ["tycoon-2023"]),
        (["acquire", "text", "--option", "max_"], ["max_buy="]),
        (["acquire", "host", "--quorum", ""], ["safe", "majority"]),
        (["acquire", "replay", "a g"], ["a game.acquire"]),
        (["acquire", "train", "a "], ["a folder"]),
        (["acquire", "help", "ver"], ["verify"]),
        (["acquire", "text", "--seed", ""], [""]),
    ]:
        assert offered(typed, tmp_path) == words, typed
    assert "--record" in offered(["acquire", "simulate", "--"], tmp_path)
