"""What all commands have in common: help that fits, colours, quiet, and options before the command or behind it."""

import re
from collections.abc import Iterator

import pytest

from acquire_client.commands import COMMANDS, bench, rules
from acquire_client.commands.parsers import command_parser, program_parser, split_command
from acquire_client.terminal import output
from acquire_client.terminal.console import make_console
from tests.client.command_line import Acquire


@pytest.fixture(autouse=True)
def output_as_before() -> Iterator[None]:
    yield
    output.reset_output()


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_help_fits_into_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    pages = [program_parser().format_help(), *(command_parser(name).format_help() for name in COMMANDS)]
    long = [line for page in pages for line in page.splitlines() if len(line) > max(columns, 60)]
    assert not long


def test_help_about_a_command_is_that_of_the_command(acquire: Acquire) -> None:
    assert acquire("help", "simulate").out == acquire("simulate", "--help").out != ""
    assert acquire("help").out == acquire("--help").out == acquire("-h").out != ""


def test_help_about_nothing_suggests_the_nearest(acquire: Acquire) -> None:
    answer = acquire("help", "simulat")
    assert (answer.code, answer.out) == (2, "")
    assert "Did you mean 'simulate'?" in answer.err


def test_the_version_has_a_short_name(acquire: Acquire) -> None:
    assert acquire("-V").out == acquire("--version").out != ""
    assert acquire("--version", "rules").code == 2


def test_colours_follow_the_option_before_the_variable(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in acquire("rules", "classic").out, "no terminal"
    for words in (["--color", "always", "rules"], ["--color=always", "rules"], ["rules", "--color", "always"],
                  ["--color", "never", "rules", "--color", "always"]):
        assert "\x1b[" in acquire(*words).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[33m" not in acquire("rules", "classic", "--option", "max_buy=2").out
    assert "\x1b[1;33m" in acquire("rules", "classic", "--option", "max_buy=2", "--color", "always").out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in acquire("rules", "classic").out
    assert "\x1b" not in acquire("--color", "never", "rules", "classic").out
    assert acquire("rules", "--color", "red").code == 2


def test_quiet_leaves_out_bars_and_remarks(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    loud, quiet = acquire("rules"), acquire("-q", "rules")
    assert quiet.out and loud.out.startswith(quiet.out) and "acquire rules NAME" in loud.out.removeprefix(quiet.out)
    assert acquire("rules", "--quiet").out == quiet.out
    output.change_output(quiet=True)
    output.print_remark("a remark")
    assert acquire("rules").out == loud.out, "a command line does not remember the one before"


@pytest.mark.parametrize(("words", "divided"), [
    ([], ([], None, [])), (["rules"], ([], "rules", [])), (["-q", "rules", "-q"], (["-q"], "rules", ["-q"])),
    (["--color", "never"], (["--color", "never"], None, [])), (["--color=never", "help"], (["--color=never"], "help", [])),
    (["--color"], (["--color"], None, [])), (["-V"], (["-V"], None, [])), ([""], ([], "", [])),
])
def test_the_command_is_the_first_word_that_is_not_an_option(words: list[str], divided: tuple[object, ...]) -> None:
    assert split_command(words) == divided


def test_the_list_of_commands_names_each_once() -> None:
    listed = re.findall(r"^  ([a-z-]+) +\S", program_parser().format_help().partition("commands:")[2], re.M)
    assert listed == list(COMMANDS)


def test_a_module_of_a_command_has_the_two_functions() -> None:
    for module in (bench, rules):
        assert callable(module.configure) and callable(module.run)
    assert make_console().color_system is None
