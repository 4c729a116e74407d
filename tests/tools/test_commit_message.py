"""The check of commit messages: which are accepted, and what is said about the others."""

from pathlib import Path

import pytest

from tools.commit_message import CUT_HERE, complaints_about, main


@pytest.mark.parametrize("message", [
    "Report undecodable shares in one loop",
    "Add a nightly run\n\nThe campaigns take hours, so they are divided into parts.",
    "Press Enter twice to confirm",
    "Merge branch 'x' into y which is long, very long indeed, and longer than all that is allowed otherwise",
    'Revert "Add a nightly run"',
    "fixup! whatever",
    f"Keep a line\n# a comment of the editor, which git removes: {'x ' * 100}\n",
    f"Keep a line\n\nWhy.\n{CUT_HERE}\ndiff --git a b {'x ' * 100}",
    f"Name the page\n\nhttps://example.org/{'x' * 150}",
])
def test_a_good_message_passes(message: str) -> None:
    assert list(complaints_about(message)) == []


@pytest.mark.parametrize(("message", "complaint"), [
    ("", "the subject is empty"),
    ("# only a comment\n", "the subject is empty"),
    ("A share that is no point is named again", "imperative"),
    ("Added a nightly run", "imperative"),
    ("Adds a nightly run", "imperative"),
    ("Adding a nightly run", "imperative"),
    ("What a table costs now", "imperative"),
    ("add a nightly run", "capital letter"),
    ("Add a nightly run.", "full stop"),
    ("Fix: the nightly run", "prefix"),
    ("Add " + "x" * 69, "73 characters"),
    ("Add a nightly run\nbecause campaigns take hours", "second line"),
    ("Add a nightly run\n\n" + "word " * 30, "line 3 has"),
])
def test_a_bad_message_is_refused_with_a_reason(message: str, complaint: str) -> None:
    assert any(complaint in found for found in complaints_about(message)), list(complaints_about(message))


def test_the_hook_reads_the_file_and_answers_with_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "COMMIT_EDITMSG"
    file.write_text("Add a nightly run\n", encoding="utf-8")
    assert main([str(file)]) == 0
    file.write_text("added it\n", encoding="utf-8")
    assert main([str(file)]) == 1
    assert "commit message: " in capsys.readouterr().err
    assert main([]) == 2


def test_help_is_printed_and_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "imperative" in capsys.readouterr().out
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"\xff\xfe")
    for path in (tmp_path / "missing", tmp_path, damaged):
        assert main([str(path)]) == 2
        assert f"{path} cannot be read: " in capsys.readouterr().err
