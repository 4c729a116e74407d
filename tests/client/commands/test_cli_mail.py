"""`acquire mail`: a table of three that is played by files, and what the command refuses."""

from __future__ import annotations

import io
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest

from acquire_client.commands.mail import show_answers
from acquire_client.commands.text import write
from acquire_client.terminal.console import make_console
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_core import RULESETS, Action, Observation, Place
from acquire_core.notation import format_action, parse_action
from acquire_net import read_journal, resume_info_path, secrets_path, verify_journal
from acquire_net.mailbox.by_hand import TableByHand
from acquire_net.mailbox.kept_letters import KeptLetters, kept_letters_path
from acquire_net.mailbox.table_mail import JournalSignatures, mark_of
from acquire_net.protocol.sealed_game import AskDecision
from acquire_net.table.journal import Journal
from tests.client.command_line import Acquire, Output
from tests.core.policies import POLICIES
from tests.support.homes_over_days import NAMES, Homes
from tests.support.honest_table import Table as HonestTable
from tests.support.honest_table import step

Mail = Callable[..., Output]
NO_MERGERS = RULESETS["classic"].replace(safe_size=2, end_all_safe=False)
"""Whatever tiles are drawn, a turn is a tile and perhaps shares, and nobody else is asked in it."""


@pytest.fixture
def homes(tmp_path: Path) -> Homes:
    return Homes(tmp_path / "homes", rules=NO_MERGERS)


@pytest.fixture
def mail(homes: Homes, acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> Mail:
    def run(name: str, *words: object) -> Output:
        monkeypatch.setenv("ACQUIRE_HOME", str(homes.folder / name))
        return acquire("mail", *words)

    return run


def first_answer(output: str) -> str | None:
    lines = output.splitlines()
    at = next((number for number, line in enumerate(lines) if line.endswith("The answers are:")), None)
    return None if at is None else lines[at + 1].strip()


@pytest.mark.fully
def test_three_play_by_files_alone(homes: Homes, mail: Mail, tmp_path: Path) -> None:
    answers = []
    assert mail("Ada", "export", "--output", tmp_path / "Ada").code == 0
    for turn in range(1, 60):
        name = NAMES[turn % 3]
        texts = "\n".join((tmp_path / other).read_text() for other in NAMES if (tmp_path / other).exists() and other != name)
        (tmp_path / "text").write_text(texts)
        read = mail(name, "import", tmp_path / "text")
        assert read.code == 0 and not read.err, read.err
        if answer := first_answer(read.out):
            assert "Your tiles" in read.out and " 1 " in read.out, "the table stands above the answers"
            typed = ["--answer", answer]
            decided = mail(name, "import", tmp_path / "text", *typed)
            while following := first_answer(decided.out):  # the turn goes on, and nothing is sent before its end
                assert "Nothing is sent yet" in decided.out and f"--answer '{answer}' --answer ANSWER" in decided.out
                typed += ["--answer", answer := following]
                decided = mail(name, "import", tmp_path / "text", *typed)
            assert decided.code == 0, decided
            answers.append((name, tuple(typed[1::2])))
        written = mail(name, "export", "--output", tmp_path / name)
        assert written.code == 0 and "letters to" in written.out
        if len(answers) >= 3:
            break
    assert len(answers) >= 3 and len({name for name, _ in answers}) >= 2, answers
    assert all(turn[0].startswith("place ") and turn[-1].startswith(("place ", "buy")) for _, turn in answers), answers
    for _ in range(3):  # all read all, and nobody decides anything
        for name in NAMES:
            (tmp_path / "text").write_text("\n".join((tmp_path / other).read_text() for other in NAMES if other != name))
            mail(name, "import", tmp_path / "text")
            mail(name, "export", "--output", tmp_path / name)
    reports = [verify_journal(read_journal(homes.journal(name))) for name in NAMES]
    assert len({report.head for report in reports}) == 1 and not any(report.convictions for report in reports)


class TurnByHand:
    """A seat that is asked for a tile while a chain is on the board, as `TableByHand` shows it."""

    def __init__(self) -> None:
        table = HonestTable(RULESETS["classic"], 3, random.Random(5))
        while not (isinstance(question := table.question(), AskDecision) and table.complete.phase == "place"
                   and any(table.complete.observe(None).sizes.values())):
            step(table, POLICIES["uniform"])
        self.seat, self.names = question.seat, NAMES
        self._game = table.views[question.seat]

    def answers(self, given: Sequence[Action] = ()) -> list[Action]:
        return list((self._game.after_answers(given) if given else self._game).legal_actions())

    def observe(self, given: Sequence[Action] = ()) -> Observation:
        return (self._game.after_answers(given) if given else self._game).observe()


@pytest.mark.parametrize("is_plain", [False, True])
def test_the_table_stands_above_the_answers_as_it_is_after_those_that_are_given(capsys: pytest.CaptureFixture[str],
                                                                               is_plain: bool) -> None:
    at = TurnByHand()
    presenter = PlainPresenter(write) if is_plain else ScreenPresenter(make_console())
    show_answers(cast(TableByHand, at), [], presenter)
    table, _, listed = capsys.readouterr().out.partition("Decide with ")
    assert all(tile in table for tile in at.observe().hand) and "Ada" in table and "place " in listed
    placed = next(action for action in at.answers() if isinstance(action, Place) and at.answers([action]))
    show_answers(cast(TableByHand, at), [placed], presenter)
    later, _, listed = capsys.readouterr().out.partition("Nothing is sent yet")
    assert later != table and f"--answer '{format_action(placed).partition(' ')[2]}' --answer ANSWER" in listed


def test_nothing_is_shown_of_the_table_where_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    at = TurnByHand()
    at.answers = lambda given=(): []  # type: ignore[method-assign]
    show_answers(cast(TableByHand, at), [], PlainPresenter(write))
    assert capsys.readouterr().out == ""


def test_only_import_describes_the_table(mail: Mail) -> None:
    answer = mail("Ada", "export", "--plain")
    assert answer.code == 2 and "--plain does not go with 'acquire mail export'" in answer.err and not answer.out


def test_export_writes_words_for_people_and_one_letter_or_all(mail: Mail, tmp_path: Path) -> None:
    all_of_them, one = mail("Ada", "export"), mail("Ada", "export", "--to", "bo")
    assert all_of_them.out.count("-----BEGIN ACQUIRE LETTER-----") == 2 and one.out.count("-----BEGIN ACQUIRE LETTER-----") == 1
    assert one.lines[:4] == ["Acquire: a letter to Bo from Ada, for a table over days.",
                             "In the window: open the table, choose Letters, and paste this message.",
                             "Or save it as a file and run: acquire mail import FILE",
                             "Only the program of Bo can read it. It may be quoted and wrapped."]
    assert max(map(len, one.lines)) <= 76
    nobody = mail("Ada", "export", "--to", "Dan")
    assert nobody.code == 2 and "no letter to 'Dan'. There are letters to Bo and Cleo" in nobody.err and not nobody.out


def test_letters_of_all_in_one_file_and_through_a_pipe(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"> {line}\r\n" for line in mail("Ada", "export").lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    read = mail("Bo", "import", "-")
    assert read.code == 0 and read.out.startswith("Table with Ada and Cleo: ") and "acquire mail export" in read.out, read


def test_what_is_read_twice_is_nothing_new(mail: Mail, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(mail("Ada", "export").out)
    assert "the game has gone on" in mail("Bo", "import", tmp_path / "text").out
    assert "nothing new" in mail("Bo", "import", tmp_path / "text").out


def test_a_letter_for_another_and_a_damaged_one_are_named(mail: Mail, homes: Homes, tmp_path: Path) -> None:
    before = homes.journal("Cleo").read_bytes()
    text = mail("Ada", "export", "--to", "Bo").out
    (tmp_path / "text").write_text(text)
    other = mail("Cleo", "import", tmp_path / "text")
    assert other.code == 1 and "the letter of Ada is for Bo, and only that player can read it" in other.err and not other.out
    (tmp_path / "text").write_text(text[:-40])
    assert "letter 1 of this text: it is cut off" in mail("Bo", "import", tmp_path / "text").err
    (tmp_path / "text").write_text(text.replace("A", "B"))
    assert "there is no letter in this text" in mail("Bo", "import", tmp_path / "text").err
    own = mail("Ada", "import", tmp_path / "none")
    assert own.code == 1 and "cannot be read" in own.err
    assert homes.journal("Cleo").read_bytes() == before


def test_a_table_that_is_open_in_another_program_is_left_alone(mail: Mail, homes: Homes, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(mail("Ada", "export").out)
    journal = Journal.open(homes.journal("Bo"))
    try:
        for words in (("export",), ("import", tmp_path / "text")):
            answer = mail("Bo", *words)
            assert answer.code == 1 and "is open in another program: close that one first" in answer.err and not answer.out
    finally:
        journal.close()
    assert mail("Bo", "export").code == 0


def test_who_has_put_back_a_copy_says_so_and_signs_nothing(mail: Mail, homes: Homes, tmp_path: Path) -> None:
    assert "old copy" in mail("Bo", "export", "--restored").err
    before = signatures(homes, "Bo")
    (tmp_path / "text").write_text(mail("Ada", "export").out + mail("Cleo", "export").out)
    read = mail("Bo", "import", tmp_path / "text")
    assert read.code == 0 and "nothing is signed here until each of the others has answered" in read.out
    assert signatures(homes, "Bo") == before
    refused = mail("Bo", "import", tmp_path / "text", "--answer", "place 5E")
    assert refused.code == 1 and "nothing is asked of you now" in refused.err
    for name in ("Ada", "Cleo"):
        (tmp_path / "text").write_text(mail("Bo", "export").out)
        mail(name, "import", tmp_path / "text")
    (tmp_path / "text").write_text(mail("Ada", "export").out + mail("Cleo", "export").out)
    assert "old copy" not in mail("Bo", "import", tmp_path / "text").out
    assert signatures(homes, "Bo") > before


def signatures(homes: Homes, name: str) -> int:
    """Return how many signatures of this player the own journal has."""
    return mark_of(JournalSignatures(read_journal(homes.journal(name)).entries).of(NAMES.index(name)))


@pytest.mark.parametrize(("words", "says", "code"), [
    ((), "ACTION", 2), (("send",), "invalid choice", 2), (("import",), "which text?", 2),
    (("import", "x", "--to", "Bo"), "--to does not go with 'acquire mail import'", 2),
    (("import", "x", "--restored"), "--restored does not go with", 2),
    (("export", "--answer", "pass"), "--answer does not go with 'acquire mail export'", 2),
    (("import", "no-such-file"), "'no-such-file' cannot be read", 1), (("import", "x\0y"), "cannot be read", 1),
    (("export", "no-such-file"), "is not the journal of a table over days", 1),
])
def test_a_command_line_that_makes_no_sense_is_refused(mail: Mail, words: tuple[str, ...], says: str, code: int) -> None:
    answer = mail("Ada", *words)
    assert answer.code == code and says in answer.err and not answer.out


def test_without_a_table_and_with_several_it_says_so(acquire: Acquire, mail: Mail, homes: Homes, tmp_path: Path) -> None:
    strangers = Homes(tmp_path / "others")
    for file in strangers.journal("Ada").parent.iterdir():
        shutil.copy(file, homes.journal("Ada").parent)
    several = mail("Ada", "export")
    assert several.code == 1 and "there are several tables over days" in several.err and "Ada, Bo and Cleo" in several.err
    shutil.rmtree(homes.journal("Bo").parent)
    none = mail("Bo", "export")
    assert none.code == 1 and "there is no table over days to come back to" in none.err
    (tmp_path / "text").write_text(mail("Ada", "export", homes.journal("Ada")).out)
    gone = mail("Bo", "import", tmp_path / "text")
    assert gone.code == 1 and "a table that is not on this computer" in gone.err


def test_after_the_end_the_last_letters_are_written_and_nothing_is_read(mail: Mail, homes: Homes, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(mail("Ada", "export").out)
    journal = homes.journal("Bo")
    KeptLetters(last_words={0: "the last letter to Ada\n", 2: "the last letter to Cleo\n"}).write(journal)
    resume_info_path(journal).unlink()
    secrets_path(journal).unlink()
    written = mail("Bo", "export", "--to", "Cleo")
    assert written.code == 0 and "the last letter to Cleo" in written.out and "to Ada" not in written.out
    read = mail("Bo", "import", tmp_path / "text")
    assert read.code == 0 and "has come to its end here" in read.out and "'acquire mail export' writes to them" in read.out
    kept_letters_path(journal).unlink()
    nothing = mail("Bo", "export", journal)
    assert nothing.code == 1 and "there is nothing to write to the others" in nothing.err and not nothing.out


def test_an_answer_that_is_not_possible_changes_nothing(mail: Mail, homes: Homes, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text(mail("Ada", "export").out)
    mail("Bo", "import", tmp_path / "text")
    monkeypatch.setattr(TableByHand, "answers", lambda table, given=(): [parse_action(f"{table.seat} place 5E")])
    before = homes.journal("Bo").read_bytes()
    for answer, says in (("place 6E", "'place 6E' is not possible now"), ("dance", "--answer: "), ("", "--answer: ")):
        refused = mail("Bo", "import", tmp_path / "text", "--answer", answer)
        assert refused.code == 2 and says in refused.err
    assert homes.journal("Bo").read_bytes() == before


