"""`acquire mail`: play a table over days by letters, which people carry where no mailbox does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import parse_path
from acquire_client.commands.outputs import write_output
from acquire_client.commands.text import write
from acquire_client.files.folders import Folders, folders
from acquire_client.files.journal_files import TABLES, journal_files
from acquire_client.files.log_file import start_log
from acquire_client.matches.kept_tables import has_mailbox, no_table_text, tables_over_days
from acquire_client.matches.letters import letters_for, names_of, read_letter_file
from acquire_client.matches.local import is_empty
from acquire_client.matches.own_peer import identity_of
from acquire_client.terminal.console import make_console
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_client.view_model.facts import hand_facts, share_facts
from acquire_client.view_model.letters import STRANGE_TABLE, whole_text
from acquire_client.view_model.placing import tile_effects
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames, listing, printable, shortened
from acquire_core.actions import Action
from acquire_core.notation import NotationError, format_action, parse_action
from acquire_net import (
    MAX_LETTERS_BYTES,
    AcquireNetError,
    Letter,
    TableByHand,
    last_letters,
    letter_text,
    read_letters,
    resume_info_path,
)

ACTIONS = ("export", "import")
OF_EXPORT = {"to": None, "output": None, "all": False, "restored": False}
OF_IMPORT = {"answer": None, "plain": False}
"""The options that only one of the actions has, with what they are where they are not given."""
MAX_SHOWN_ANSWERS = 40
IN_DOUBT = ("this disk is an old copy, or may be one, so nothing is signed here until each of the others has answered: send each "
            "of them a letter with 'acquire mail export', let them import it and export one for you, and import all of these")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS,
                        help="export: write letters to the others at a table over days; import: read letters of the others")
    parser.add_argument("file", metavar="FILE", type=parse_path, nargs="?",
                        help="export: the journal of the table (default: the only table over days); import: a text with "
                        "letters, or - for what comes through a pipe")
    parser.add_argument("--to", metavar="PLAYER", help="export: only the letter to this player")
    parser.add_argument("--output", metavar="FILE", type=parse_path, help="export: write the letters into this file")
    parser.add_argument("--all", action="store_true",
                        help="export: all since the beginning of the game, for a player who has put back an old disk")
    parser.add_argument("--restored", action="store_true",
                        help="export: say that the own disk is an old copy that was put back, so that nothing is signed by "
                        "letters until all others have answered")
    parser.add_argument("--answer", metavar="ANSWER", action="append",
                        help="import: decide when it is your turn, once for each answer of the turn; without it the possible "
                        "answers are listed, below the table and the own tiles")
    parser.add_argument("--plain", action="store_true",
                        help="import: describe the table for screen readers: one fact a line, no drawing, no colour")


def run(args: argparse.Namespace) -> int:
    others = OF_IMPORT if args.action == "export" else OF_EXPORT
    for name, unset in others.items():
        if getattr(args, name) != unset:
            raise UsageError(f"--{name} does not go with 'acquire mail {args.action}'")
    if args.action == "import" and args.file is None:
        raise UsageError("which text? 'acquire mail import FILE' reads letters from a file, and '-' from a pipe")
    where = folders()
    start_log(where)
    try:
        return write_letters(args, where) if args.action == "export" else take_letters(args, where)
    except AcquireNetError as trouble:
        raise CommandError(printable(str(trouble))) from None


# --- writing

def write_letters(args: argparse.Namespace, where: Folders) -> int:
    journal = args.file or only_table(where)
    if not has_mailbox(journal):
        raise CommandError(f"'{printable(str(journal))}' is not the journal of a table over days")
    texts, names, me, in_doubt = last_letters(journal), names_of(journal), -1, False
    if not resume_info_path(journal).exists() and not texts:
        raise CommandError(f"the game of '{printable(str(journal))}' has come to its end on this machine, and there is nothing "
                           "to write to the others")
    if not texts:
        with closing(TableByHand.open(journal, identity_of(where).key)) as table:
            me = table.seat
            if args.restored:
                table.doubt_disk()
            in_doubt = table.is_in_doubt
            texts = {to: letter_text(letter) for to, letter in table.write_letters(everything=args.all).items()}
    if args.to is not None:
        wanted = seat_named(args.to, names, texts)
        texts = {wanted: texts[wanted]}
    whole = whole_text(texts, names, "" if me < 0 else names[me])
    if args.output is not None:
        write_output(args.output, whole)
        print(f"Written to '{printable(str(args.output))}': {'letters' if len(texts) > 1 else 'a letter'} to "
              f"{printable(listing(names[to] for to in texts))}. One file may go to all of them.")
    else:
        print(whole, end="")
    if in_doubt:
        print(f"acquire: {IN_DOUBT}", file=sys.stderr)
    return 0


def only_table(where: Folders) -> Path:
    """Return the journal of the only table over days, or else of the one that has just come to its end here."""
    found = tables_over_days(where) or [path for path in journal_files(where) if has_last_letters(path)][:1]
    if not found:
        raise CommandError(no_table_text(where))
    if len(found) > 1:
        raise CommandError("there are several tables over days; say which one is meant",
                           [f"acquire mail export '{printable(str(path))}'  with {printable(listing(names_of(path)))}"
                            for path in found[:12]])
    return found[0]


def has_last_letters(journal: Path) -> bool:
    """Return True if the game has come to its end here by letters, and the others may need that."""
    try:
        return bool(last_letters(journal))
    except AcquireNetError:
        return False


def seat_named(text: str, names: Sequence[str], seats: Iterable[int]) -> int:
    """Return the seat of a player to whom there is a letter. Raises UsageError."""
    seats = list(seats)
    found = [seat for seat in seats if names[seat].casefold() == text.casefold()]
    if len(found) != 1:
        raise UsageError(f"there is no letter to '{shortened(text)}'. There are letters to "
                         f"{printable(listing(names[seat] for seat in seats))}")
    return found[0]


# --- reading

def take_letters(args: argparse.Namespace, where: Folders) -> int:
    letters, wrong = read_letters(read_input(args.file))
    troubles = [str(trouble) for trouble in wrong]
    tables: dict[str, list[Letter]] = {}
    for letter in letters:
        tables.setdefault(letter.journal_name, []).append(letter)
    if args.answer is not None and len(tables) > 1:
        raise UsageError("--answer is for one table, and there are letters of several in this text")
    for name, group in tables.items():
        journal = where.data / TABLES / name
        if not journal.exists():
            troubles.append(STRANGE_TABLE)
        elif not has_mailbox(journal):
            troubles.append("a letter is of a table that is not played over days")
        elif not resume_info_path(journal).exists():
            print(f"The game with {printable(listing(names_of(journal)))} has come to its end here. If others need the end of "
                  "it, 'acquire mail export' writes to them.")
        else:
            troubles += take_letters_of(journal, group, args, where)
    for trouble in troubles:
        print(f"acquire: {printable(trouble)}", file=sys.stderr)
    return 1 if troubles else 0


def read_input(path: Path) -> bytes:
    """Return a bounded part of a file, or of what comes through the pipe."""
    try:
        if str(path) == "-":
            return sys.stdin.buffer.read(MAX_LETTERS_BYTES + 1)
        return read_letter_file(path)
    except (OSError, ValueError, AttributeError) as error:
        raise CommandError(f"'{printable(str(path))}' cannot be read: {getattr(error, 'strerror', None) or error}") from None


def take_letters_of(journal: Path, letters: Sequence[Letter], args: argparse.Namespace, where: Folders) -> list[str]:
    """Read the letters of one table, and say what came of them. Return what is wrong with some."""
    with closing(TableByHand.open(journal, identity_of(where).key)) as table:
        senders, wrong = table.take_letters(letters_for(table.seat, letters))
        with_whom = printable(listing(table.names[seat] for seat in range(len(table.names)) if seat != table.seat))
        given = answers_of(args.answer, table) if senders and args.answer is not None else []
        if given and not table.answers(given):
            table.answer(*given)
            given = []
        if senders:
            print(f"Table with {with_whom}: {news_of(table)}")
            show_answers(table, given, PlainPresenter(write) if args.plain else ScreenPresenter(make_console()))
        if table.trouble:
            return [*wrong, table.trouble]
        return wrong


def news_of(table: TableByHand) -> str:
    """Return in a sentence what has changed."""
    if table.is_over:
        return "the game is over. The others may need your last letter: 'acquire mail export' writes it."
    if table.is_in_doubt:
        return f"{IN_DOUBT}."
    news = "" if table.has_changed else "nothing new. "
    if table.is_asked:
        return f"{news}It is your turn."
    return f"{news or 'the game has gone on. '}Nothing is asked of you. 'acquire mail export' writes to the others."


def show_answers(table: TableByHand, given: Sequence[Action], presenter: Presenter) -> None:
    """Show the table and what may be answered now, or after the answers that are given: a turn is sent when all of it is
    decided."""
    answers = [answer_text(action) for action in table.answers(given)]
    if answers:
        show_position(table, given, presenter)
        typed = "".join(f"--answer '{answer_text(action)}' " for action in given)
        print(f"Nothing is sent yet, because the turn goes on. Decide with all of it: {typed}--answer ANSWER. The answers are:"
              if given else "Decide with 'acquire mail import FILE --answer ANSWER', or with 'acquire resume'. The answers are:")
        for text in answers[:MAX_SHOWN_ANSWERS]:
            print(f"  {text}")
        if len(answers) > MAX_SHOWN_ANSWERS:
            print(f"  and {len(answers) - MAX_SHOWN_ANSWERS} more of this kind")


def show_position(table: TableByHand, given: Sequence[Action], presenter: Presenter) -> None:
    """Show the board, the score sheet and the own tiles and shares, as this seat knows them."""
    seen = table.observe(given)
    if seen is not None:
        names = TableNames.of_seats(table.names, seen.ruleset)
        presenter.show_table(seen, names)
        presenter.show_hand(hand_facts(tile_effects(seen, {})), share_facts(sheet_seen(seen, names), table.seat))


def answer_text(action: Action) -> str:
    """Return an answer as it is typed: a line of notation without the seat."""
    return format_action(action).partition(" ")[2]


def answers_of(texts: Sequence[str], table: TableByHand) -> list[Action]:
    """Return the answers that were typed, with those that follow by themselves. Raises UsageError."""
    if not table.answers():
        raise CommandError("nothing is asked of you now, so there is no answer to give")
    given: list[Action] = []
    for text in texts:
        try:
            action = parse_action(f"{table.seat} {text}", table.chain_names)
        except NotationError as wrong:
            raise UsageError(f"--answer: {printable(str(wrong))}") from None
        if action not in table.answers(given):
            when = f"after '{answer_text(given[-1])}'" if given else "now"
            raise UsageError(f"--answer: '{shortened(text)}' is not possible {when}; without it the possible answers are listed")
        given.append(action)
        while len(following := table.answers(given)) == 1 and is_empty(following[0]):
            given += following
    return given
