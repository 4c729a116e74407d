"""The manual page is that of the parsers, its words are those of the documents, and roff reads it without a complaint."""

import shutil
import subprocess

import pytest

from acquire_client.commands import COMMANDS
from tests.support.documents import code_words, read, table_with
from tools.manual_page import EXIT_CODES, PAGE, manual_page


def test_the_page_has_every_command() -> None:
    assert all(f".SS {name}\n" in manual_page().replace("\\-", "-") for name in COMMANDS)


def test_the_exit_codes_are_those_of_the_documents() -> None:
    rows = table_with(read("docs/players/command-line.md"), "code", "what it means")
    assert {row["code"]: row["what it means"].replace("`", "") for row in rows} == EXIT_CODES
    assert code_words("`acquire verify`")


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff on this machine")
def test_roff_has_nothing_to_complain_about() -> None:
    read = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", str(PAGE)], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")
