"""`acquire text`: a whole game on a line of text, people, computer players and programs mixed, drawn, plain or as JSON.

Here is the command line. The loop is in text_game.py, the match in matches/local.py, programs that play in programs.py, what is
asked and how answers are read in view_model/prompts.py and answers.py, and how it is said in presenters/.
"""

from __future__ import annotations

import argparse
import random
import secrets
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from acquire_client.commands import CommandError, EndedBySignal, UsageError
from acquire_client.commands.arguments import (
    LOG_HELP,
    MAX_SEED,
    add_rules_arguments,
    parse_any_option,
    parse_file_to_read,
    parse_path,
    whole_number,
)
from acquire_client.commands.configured import configuration, preset_of_line_or_file, ruleset_of_line_or_file, wrong_key
from acquire_client.commands.end_signals import ended_by_signals
from acquire_client.commands.program_arguments import add_move_time_argument, refuse_unstartable
from acquire_client.commands.records import load
from acquire_client.files.file_lock import FileLock
from acquire_client.files.folders import folders
from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import FileThereError, RecordFolder, SaveError
from acquire_client.files.unfinished_games import UnfinishedGames, lock_path
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError, players_from, seated_again
from acquire_client.terminal.console import make_console
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.json_lines import JsonPresenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_client.terminal.text_game import TextGame
from acquire_client.view_model.words import listing
from acquire_core.ai.external import Limits
from acquire_core.record import Record
from acquire_core.record_header import LOGS, WHOLE

MAX_LINE_CHARACTERS = 4096
SEATS = "person,casual,casual,casual"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", metavar="LIST",
                        help="two to six with commas: 'person', a name for a person, a level such as 2 or strong, a program as "
                             "cmd:COMMAND, NAME:LEVEL or NAME:cmd:COMMAND; an entry with a comma in it stands in quotation marks "
                             f"(default: {SEATS})")
    add_rules_arguments(parser, parse_any_option)
    parser.set_defaults(rules=None)  # None where the command line names no ruleset
    add_move_time_argument(parser)
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_SEED),
                        help="seed of the tiles and of the computer players")
    parser.add_argument("--log", choices=LOGS, help=LOG_HELP.replace("%(default)s", WHOLE))
    parser.add_argument("--load", metavar="FILE", type=parse_file_to_read,
                        help="go on with a saved game; seats and rules come from it, and --seats names who goes on instead, such "
                        "as a program, which a record does not name")
    parser.add_argument("--tolerate", action="store_true",
                        help="with --load: go on with a saved game that was cut off, as far as it goes")
    parser.add_argument("--autosave", metavar="FILE", type=parse_path, help="keep the game in this file after every decision")
    parser.add_argument("--confirm", action=argparse.BooleanOptionalAction, default=None,
                        help="ask again before what cannot be taken back (default: on a terminal)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="for screen readers: one fact a line, no drawing, no colour")
    how.add_argument("--json", action="store_true", help="one JSON object a line, answers as lines of notation: for scripts")


def run(args: argparse.Namespace) -> int:
    stdin = sys.stdin
    interactive = stdin is not None and stdin.isatty() and sys.stdout.isatty() and not args.json
    refuse_contradictions(args)
    lock = lock_of_loaded(args.load)
    try:
        return play_match(args, interactive)
    finally:
        lock.release()


def play_match(args: argparse.Namespace, interactive: bool) -> int:
    # A game that was cut off is saved under another name: what lies behind the cut may still be wanted.
    record_folder = RecordFolder(folders().records, None if args.tolerate else args.load)
    try:
        match = begin_match(args) if args.load is None else resume_match(args.load, args.seats, args.tolerate)
        if not match.is_over:
            refuse_unstartable((player.command for player in match.players if player.command), match.game.ruleset)
        game = TextGame(match, presenter_for(args, interactive), line_reader(), record_folder, interactive=interactive,
                        confirm=interactive if args.confirm is None else args.confirm,
                        save_at_the_end_of_input=not args.json or args.autosave is not None,
                        limits=Limits(move_ms=args.move_time))
        if args.autosave is not None:
            game.autosave_to(args.autosave)
    except FileThereError as error:
        raise CommandError(f"{error}; go on with it by --load, or name another") from None
    except (SaveError, MatchError, SeatsError) as error:
        raise CommandError(str(error)) from None
    was_over = match.is_over
    code = play_to_the_end(game)
    if game.match.is_over and not was_over and not args.json and game.match.people:
        add_to_history(game.match.record())
    return code


def add_to_history(record: Record, own_seat: int | None = None) -> None:
    """Keep a finished game of people in the history, where the window shows it too. `PastGames.add` explains `own_seat`."""
    try:
        PastGames(folders().records).add(record, own_seat)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        print(f"acquire: the finished game is not in the history: {why}", file=sys.stderr)


def lock_of_loaded(path: Path | None) -> FileLock:
    """Return a lock that keeps windows from an unfinished game which is played here; other files need none."""
    lock = FileLock(Path() if path is None else lock_path(path))
    if path is not None and path.resolve().parent == UnfinishedGames(folders().records).folder.resolve() and not lock.acquire():
        raise CommandError(f"'{path}' is being played in a window: leave it there first")
    return lock


def play_to_the_end(game: TextGame) -> int:
    """Play; a game that Ctrl-C or the system ends is saved before anything is written to a terminal that may be gone."""
    with ended_by_signals():
        try:
            return game.run()
        except KeyboardInterrupt:
            raise EndedBySignal(signal.SIGINT, saved_sentence(game)) from None
        except EndedBySignal as ended:
            raise EndedBySignal(ended.number, saved_sentence(game)) from None


def saved_sentence(game: TextGame) -> str:
    """Save a game that was interrupted; return where it lies, or why it is lost."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # impatience must not cost the game
    try:
        path = game.save_interrupted()
    except (SaveError, MatchError) as error:
        return f"The game is not saved: {error}."
    finally:
        signal.signal(signal.SIGINT, before)
    return "" if path is None else f"The game is saved: 'acquire text --load {shlex.quote(str(path))}' goes on with it."


def refuse_contradictions(args: argparse.Namespace) -> None:
    """Refuse options that a saved game would have to ignore."""
    if args.load is None:
        if args.tolerate:
            raise UsageError("--tolerate is for a saved game: it needs --load FILE")
        return
    given = [("--log", args.log is not None), ("--rules", args.rules is not None), ("--option", bool(args.options)),
             ("--seed", args.seed is not None)]
    names = [name for name, is_given in given if is_given]
    if names:
        raise UsageError(f"{listing(names)} {'contradicts' if len(names) == 1 else 'contradict'} --load: the rules, the tiles "
                         "and the log of the table come from the saved game")


def begin_match(args: argparse.Namespace) -> LocalMatch:
    configured = configuration().seats if args.seats is None else None
    try:
        players = players_from(args.seats if args.seats is not None else configured or SEATS)
    except SeatsError as error:
        raise UsageError(str(error)) if configured is None else wrong_key("seats", error) from None
    ruleset = ruleset_of_line_or_file(args.rules, args.options)
    seed = secrets.randbits(63) if args.seed is None else args.seed
    preset = preset_of_line_or_file(args.rules)
    if preset is not None:
        if len(players) != preset.seats:
            raise UsageError(f"'{args.rules or configuration().rules}' is for {preset.seats} players, not {len(players)}")
        players = tuple(random.Random(seed).sample(players, len(players)))
    try:
        return LocalMatch.start(ruleset, players, seed, args.log or (preset.log if preset is not None else WHOLE))
    except MatchError as error:
        raise UsageError(str(error)) from None


def resume_match(path: Path, seats: str | None, tolerate: bool) -> LocalMatch:
    record = load(path, tolerate, "text", rounds=True)
    if seats is None:
        return LocalMatch.resume(record)
    try:
        players = seated_again(seats, record.seats)
    except SeatsError as error:
        raise UsageError(str(error)) from None
    return LocalMatch.resume(record, players)


def presenter_for(args: argparse.Namespace, interactive: bool) -> Presenter:
    if args.json:
        return JsonPresenter(write)
    console = make_console()
    clears = interactive and not console.is_dumb_terminal
    return PlainPresenter(write, clears) if args.plain else ScreenPresenter(console, clears)


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def line_reader() -> Callable[[], str | None]:
    """Return a function that gives the next line, None at the end of the input. Undecodable bytes become marks, and a
    byte order mark, such as PowerShell puts before what it pipes, is dropped. Of a line that is too long only the beginning
    is kept: its rest is not the next answer."""
    stream = sys.stdin
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")

    def read() -> str | None:
        line = rest = stream.readline(MAX_LINE_CHARACTERS) if stream is not None else ""
        while stream is not None and len(rest) == MAX_LINE_CHARACTERS and not rest.endswith("\n"):
            rest = stream.readline(MAX_LINE_CHARACTERS)
        return line.removeprefix("\ufeff").rstrip("\r\n") if line else None

    return read
