"""`acquire cup`: rounds of tables for 5 to 60 people, with results that come in as signed journals and are verified.

The state is one readable file. Nobody has to trust the machine on which it lies: with the file and the journals anybody finds
the same tables and the same standings by `acquire cup check`. docs/players/cup.md says what counts and how.
"""

from __future__ import annotations

import argparse
import json
import secrets
import shlex
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import (
    LOG_HELP,
    MAX_SEED,
    add_json_argument,
    add_rules_arguments,
    chosen_ruleset,
    parse_path,
    whole_number,
)
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts, progress_bar, usable_cores
from acquire_client.files.cup_file import CupFile, cup_from, cup_values, player_key, player_name
from acquire_client.files.file_lock import FileLock
from acquire_client.files.folders import folders
from acquire_client.matches.own_peer import account_name, identity_of
from acquire_client.terminal.console import BAD, GOOD, HEADING, QUIET, heading_text, indent_content, make_console, plain_table
from acquire_client.tools.cup import (
    MAX_PEOPLE,
    MAX_ROUNDS,
    MIN_PEOPLE,
    SCORES,
    SEATINGS,
    WIN,
    Cup,
    CupError,
    CupPlan,
    CupPlayer,
    GameProof,
    JournalRefusal,
    StandingRow,
    differences,
)
from acquire_client.tools.cup_journals import journals_of, proofs_of
from acquire_client.tools.cup_seating import MAX_TABLE, MIN_TABLE
from acquire_client.view_model.table_presets import TABLE_PRESETS
from acquire_client.view_model.words import counted, dollars, listing, printable
from acquire_core.record_header import LOGS, WHOLE
from acquire_core.ruleset import format_option
from acquire_net import IdentityError, fingerprint_text

ACTIONS = ("new", "show", "next", "result", "standings", "check", "key")
WITH_JOURNALS = ("result", "check")
MAX_LIST_BYTES = 100_000
MAX_JOBS = 64
TABLE_SIZE = 4

# The options that only one of the actions has, with what they are where they are not given.
OF_NEW: dict[str, Any] = {
    "players": None, "rounds": None, "rules": None, "options": [], "log": None, "table_size": TABLE_SIZE, "exact": False,
    "score": SCORES[0], "seating": SEATINGS[0], "seeded": False, "unmarked": False, "seed": None, "name": None}
OF_NEXT: dict[str, Any] = {"unplayed": False, "leave_out": []}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"{parser.description} 'new' writes the file of a cup, 'next' draws the tables of the next round, 'show' lists them with "
        "what each table has to sign, 'result' verifies journals and counts their games, 'standings' says how it stands, 'check' "
        "makes the whole cup again from the journals, and 'key' prints the line of this installation for the list of players.")
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS, help=f"what to do: {', '.join(ACTIONS)}")
    parser.add_argument("file", metavar="FILE", type=parse_path, nargs="?", help="the file of the cup")
    parser.add_argument("journals", metavar="JOURNAL", type=parse_path, nargs="*",
                        help="with 'result' and 'check': journals (.acqlog), or folders with them")
    new = parser.add_argument_group("options of 'new'")
    new.add_argument("--players", metavar="LIST", type=parse_path,
                     help=f"a text file with {MIN_PEOPLE} to {MAX_PEOPLE} people, one a line: the name and then the key, as "
                     "'acquire cup key' prints it; with --seeded the strongest first")
    new.add_argument("--rounds", metavar="N", type=whole_number(1, MAX_ROUNDS), help="how many rounds are played")
    add_rules_arguments(new)  # type: ignore[arg-type]
    new.add_argument("--log", choices=LOGS, help=LOG_HELP.replace("%(default)s", WHOLE))
    new.add_argument("--table-size", metavar="N", type=whole_number(MIN_TABLE, MAX_TABLE), default=TABLE_SIZE,
                     help="seats that a table should have; some have one more or less where the people cannot be divided "
                     "(default: %(default)s)")
    new.add_argument("--exact", action="store_true", help="all tables have that size, and those who are left have a bye")
    new.add_argument("--score", choices=SCORES, default=SCORES[0],
                     help="what decides: points for the place at each table, or the money of all games (default: %(default)s)")
    new.add_argument("--seating", choices=SEATINGS, default=SEATINGS[0],
                     help="strangers: people meet anew, and nothing else counts. standings: people meet anew, and among such "
                     "tables those next to each other in the standings sit together (default: %(default)s)")
    new.add_argument("--seeded", action="store_true",
                     help="the order of the list is that of strength: the first round keeps the strongest apart")
    new.add_argument("--unmarked", action="store_true",
                     help="tables need not sign the mark of their round: they are known by their people alone")
    new.add_argument("--seed", metavar="S", type=whole_number(0, MAX_SEED),
                     help="what the tables are drawn from (default: a new one for each cup)")
    new.add_argument("--name", metavar="TEXT", help="what the cup is called (default: the name of the file)")
    following = parser.add_argument_group("options of 'next'")
    following.add_argument("--unplayed", action="store_true",
                           help="draw the next round although tables have no result: they count nothing for their people")
    following.add_argument("--leave-out", metavar="WHO", action="append", default=[],
                           help="who does not play in the next round, by name or key; may be given several times")
    parser.add_argument("--jobs", metavar="N", type=whole_number(1, MAX_JOBS), default=None,
                        help="how many processes verify at the same time (default: one for each core)")
    add_json_argument(parser, "print one JSON object")
    parser.set_defaults(rules=None)


def run(args: argparse.Namespace) -> int:
    refuse_other_options(args)
    if args.action == "key":
        return show_key(args.json)
    try:
        if args.action == "new":
            return make_cup(args)
        if args.action == "next":
            with changed_cup(args.file) as (file, cup):
                drawn = cup.next_round([cup.plan.number_of(who) for who in args.leave_out], args.unplayed)
                write(file, drawn)
            return show_round(args, drawn)
        if args.action == "result":
            return count_journals(args)
        cup = read(CupFile(args.file))
        return {"show": show_round, "standings": show_standings, "check": check_cup}[args.action](args, cup)
    except CupError as error:
        raise CommandError(str(error)) from None
    except BrokenProcessPool:
        raise CommandError("a process that verified these journals ended by itself, perhaps for want of memory. Nothing was "
                           "changed: run it again with --jobs 1") from None


def refuse_other_options(args: argparse.Namespace) -> None:
    """Refuse what the chosen action does not have."""
    for action, options in (("new", OF_NEW), ("next", OF_NEXT)):
        for name, default in options.items():
            if args.action != action and getattr(args, name) != default:
                option = "--option" if name == "options" else f"--{name.replace('_', '-')}"
                raise UsageError(f"{option} is for 'acquire cup {action}'")
    if args.action == "key":
        if args.file is not None:
            raise UsageError("'acquire cup key' needs no file")
    elif args.file is None:
        raise UsageError(f"'acquire cup {args.action}' needs the file of the cup")
    if args.journals and args.action not in WITH_JOURNALS:
        raise UsageError(f"journals are for {listing(f'acquire cup {each}' for each in WITH_JOURNALS)}")
    if args.action == "result" and not args.journals:
        raise UsageError("'acquire cup result' needs a journal, or a folder of them")


# --- the file ---------------------------------------------------------------------------------------------------------

def read(file: CupFile) -> Cup:
    cup = file.read(cup_from)
    if cup is None:
        raise CommandError(f"'{file.path}': " + (str(file.complaint) if file.complaint is not None else
                                                 "there is no such file; 'acquire cup new' makes one"))
    return cup


def write(file: CupFile, cup: Cup) -> None:
    if not file.write(cup_values(cup)):
        raise CommandError(f"'{file.path}': {file.complaint}")


@contextmanager
def changed_cup(path: Path) -> Iterator[tuple[CupFile, Cup]]:
    """Provide a cup that nobody else changes meanwhile."""
    lock = FileLock(Path(f"{path}.lock"))
    if not lock.acquire():
        raise CommandError(f"another program changes '{path}' now: try again when it has ended")
    try:
        file = CupFile(path)
        yield file, read(file)
    finally:
        lock.release()


def make_cup(args: argparse.Namespace) -> int:
    if args.players is None or args.rounds is None:
        raise UsageError("a new cup needs --players LIST and --rounds N")
    if args.file.exists():
        raise CommandError(f"'{args.file}' is there already: name another file for the cup")
    try:
        name = player_name(args.name if args.name is not None else args.file.stem)
    except ValueError as error:
        raise UsageError(f"--name: {error}") from None
    preset = TABLE_PRESETS.get(args.rules or "")
    cup = Cup(CupPlan(
        name=name, seed=secrets.randbits(63) if args.seed is None else args.seed,
        ruleset=chosen_ruleset(args.rules or "classic", args.options),
        log=args.log or (preset.log if preset is not None else WHOLE), rounds=args.rounds, table_size=args.table_size,
        exact=args.exact, score=args.score, seating=args.seating, seeded=args.seeded,
        marks=not args.unmarked, players=listed_players(args.players)))
    write(CupFile(args.file), cup)
    return show_round(args, cup)


def listed_players(path: Path) -> tuple[CupPlayer, ...]:
    """Return the people of a list: a name and a key a line; empty lines and those that begin with # are left out."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_LIST_BYTES + 1)
        if len(data) > MAX_LIST_BYTES:
            raise ValueError("it is too long for a list of players")
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise CommandError(f"'{path}' is not text in UTF-8") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"'{path}' cannot be read: {getattr(error, 'strerror', None) or error}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, key = line.replace("\t", " ").strip().rpartition(" ")
        try:
            found.append(CupPlayer(player_name(name), player_key(key)))
        except ValueError as error:
            raise CommandError(f"'{path}', line {number}: {error}") from None
    return tuple(found)


def show_key(as_json: bool) -> int:
    """Print the line of this installation for the list of players."""
    try:
        key = fingerprint_text(identity_of(folders()).fingerprint)
    except IdentityError as error:
        raise CommandError(str(error)) from None
    name = account_name() or "NAME"
    print(json.dumps({"name": name, "key": key}) if as_json else f"{printable(name)} {key}")
    return 0


# --- journals ---------------------------------------------------------------------------------------------------------

def verified(args: argparse.Namespace) -> tuple[list[tuple[Path, GameProof | str]], bool]:
    """Return what each journal proves, and whether Ctrl-C ended the work."""
    paths = journals_of(args.journals)
    with noted_interrupts() as interrupted, progress_bar(len(paths), "verifying") as advance:
        found = []
        for each in proofs_of(paths, args.jobs or usable_cores(), interrupted):
            found.append(each)
            advance(1)
        return found, interrupted()


def count_journals(args: argparse.Namespace) -> int:
    with changed_cup(args.file) as (file, before):
        found, is_interrupted = verified(args)
        if is_interrupted:
            report_interruption("counted")
            return INTERRUPTED
        cup, taken, refusals = before, [], []
        for path, proof in found:
            try:
                if isinstance(proof, str):
                    raise JournalRefusal(proof)
                cup = cup.with_game(proof)
                taken.append((path, proof))
            except JournalRefusal as refusal:
                refusals.append((path, refusal))
        if cup != before:
            write(file, cup)
    if args.json:
        print(json.dumps({"counted": [{"file": str(path), "table": table_of(cup, proof)} for path, proof in taken],
                          "refused": [{"file": str(path), "reason": str(why)} for path, why in refusals],
                          "missing": cup.rounds[-1].missing if cup.rounds else []}, indent=2))
    else:
        console = make_console()
        for path, proof in taken:
            console.print(Text(f"counted: table {table_of(cup, proof)} of round {len(cup.rounds)}, "
                               f"from {printable(str(path))}", style=GOOD), soft_wrap=True)
        for path, why in refusals:
            console.print(Text(f"refused: {printable(str(path))}: {why}", style=BAD), soft_wrap=True)
        if cup.rounds:
            left = cup.rounds[-1].missing
            console.print(f"Round {len(cup.rounds)} waits for {counted(len(left), 'table')}: {', '.join(map(str, left))}." if left
                          else f"Round {len(cup.rounds)} is complete.")
    return 1 if refusals else 0


def report_interruption(what: str) -> None:
    make_console(stderr=True).print(f"Interrupted: nothing was {what}.")


def table_of(cup: Cup, proof: GameProof) -> int:
    return next(number for number, table in enumerate(cup.rounds[-1].tables, 1)
                if table.result is not None and table.result.game == proof.game)


def check_cup(args: argparse.Namespace, cup: Cup) -> int:
    found, is_interrupted = verified(args)
    if is_interrupted:
        report_interruption("checked")
        return INTERRUPTED
    proofs = [(str(path), proof) for path, proof in found if not isinstance(proof, str)]
    differing, refused = differences(cup, proofs)
    reasons = [(str(path), proof) for path, proof in found if isinstance(proof, str)] + refused
    if args.json:
        print(json.dumps({"same": not differing, "differences": differing,
                          "refused": [{"file": path, "reason": why} for path, why in reasons]}, indent=2))
    else:
        console = make_console()
        for path, why in reasons:
            console.print(Text(f"does not count: {printable(path)}: {why}", style=QUIET), soft_wrap=True)
        for difference in differing:
            console.print(Text(difference, style=BAD))
        games = sum(table.result is not None for each in cup.rounds for table in each.tables)
        if not differing:
            console.print(f"The journals give the same {counted(len(cup.rounds), 'round')}, {counted(games, 'game')} and "
                          "standings as the file.")
    return 1 if differing else 0


# --- what is shown ----------------------------------------------------------------------------------------------------

def host_command(cup: Cup, table: int) -> str:
    """Return with what the host of a table of this round begins it."""
    plan, rules = cup.plan, cup.plan.ruleset
    words = ["acquire", "host", "--seats", str(len(cup.rounds[-1].tables[table - 1].people)), "--rules", rules.name]
    for name, value in rules.changes().items():
        words += ["--option", f"{name}={format_option(value)}"]
    if plan.log != WHOLE:
        words += ["--log", plan.log]
    if plan.marks:
        words += ["--conventions", cup.mark(len(cup.rounds), table)]
    return shlex.join(words)


def show_round(args: argparse.Namespace, cup: Cup) -> int:
    """Show the tables of the last round, and what each has to sign."""
    if args.json:
        print(json.dumps({**cup_values(cup), "repeated_meetings": cup.repeated_meetings, "over": cup.is_over,
                          "commands": [host_command(cup, number) for number in range(1, len(cup.rounds[-1].tables) + 1)]
                          if cup.rounds else []}, indent=2))
        return 0
    console, plan = make_console(), cup.plan
    console.print(Text.assemble((printable(plan.name), HEADING), f": {counted(len(plan.players), 'player')}, "
                                f"{counted(plan.rounds, 'round')}, cup {plan.id}"))
    if not cup.rounds:
        console.print("No round is drawn yet: 'acquire cup next' draws the first.")
        return 0
    drawn, number = cup.rounds[-1], len(cup.rounds)
    console.print(heading_text(f"Round {number}"))
    table = plain_table("table", "players", "result", numbers=("table",))
    for at, each in enumerate(drawn.tables, 1):
        table.add_row(str(at), ", ".join(printable(plan.players[person].name) for person in each.people), result_text(cup, at))
    console.print(table)
    for people, what in ((drawn.byes, "a bye"), (drawn.left_out, "left out")):
        if people:
            console.print(indent_content(Text(f"{what}: {', '.join(printable(plan.players[each].name) for each in people)}")))
    if drawn.missing:
        console.print(heading_text("To be begun by one of each table"))
        for at in drawn.missing:
            console.print(Text(f"{at}: {host_command(cup, at)}"), soft_wrap=True)
    console.print(indent_content(Text(f"{counted(cup.repeated_meetings, 'meeting')} so far of people who had met before",
                                      style=QUIET)))
    return 0


def result_text(cup: Cup, number: int) -> str:
    table = cup.rounds[-1].tables[number - 1]
    result = table.result
    if result is None:
        return ""

    def part(at: int) -> str:
        convicted = " (convicted)" if at in result.convicted else ""
        name = printable(cup.plan.players[table.people[at]].name)
        return f"{result.places[at]}. {name} {dollars(result.dollars[at])}{convicted}"

    return ", ".join(map(part, sorted(range(len(table.people)), key=result.places.__getitem__)))


def standing_values(cup: Cup, row: StandingRow) -> dict[str, Any]:
    player = cup.plan.players[row.player]
    return {"place": row.place, "name": player.name, "key": player.key, "games": row.games, "byes": row.byes,
            "points": row.points, "wins": row.wins / WIN, "dollars": row.dollars, "opponents_points": float(row.strength)}


def show_standings(args: argparse.Namespace, cup: Cup) -> int:
    rows = cup.standings()
    if args.json:
        print(json.dumps({"cup": cup.plan.id, "rounds": len(cup.rounds), "of": cup.plan.rounds, "over": cup.is_over,
                          "score": cup.plan.score, "repeated_meetings": cup.repeated_meetings,
                          "standings": [standing_values(cup, row) for row in rows]}, indent=2))
        return 0
    console = make_console()
    show_heading(console, cup)
    numbers = ["games", "points", "wins", "money", "opponents"]
    table = plain_table("", "player", "key", *numbers, numbers=["", *numbers])
    for row in rows:
        player = cup.plan.players[row.player]
        bye = f" + {counted(row.byes, 'bye')}" if row.byes else ""
        table.add_row(str(row.place), printable(player.name), player.key, f"{row.games}{bye}", str(row.points),
                      f"{row.wins / WIN:g}", dollars(row.dollars), f"{float(row.strength):.1f}")
    console.print(table)
    return 0


def show_heading(console: Console, cup: Cup) -> None:
    stands = "final standings" if cup.is_over else f"after {len(cup.rounds)} of {counted(cup.plan.rounds, 'round')}"
    console.print(Text.assemble((printable(cup.plan.name), HEADING), f": {stands}"))
