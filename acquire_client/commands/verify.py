"""`acquire verify`: check the journal of a table without a host, and say what it proves. It needs nothing but the file.

The check repeats everything: every signature, every proof of a shuffle, a draw and a play, every rule of the game. Exit code 0:
all of it holds. 1: it does not hold, and the text says where, or entries are missing in its middle. 3: it holds, and it proves
that a player cheated. It also reports where two programs came to different states; that is not a proof of cheating.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from acquire_client.commands.arguments import add_json_argument, parse_file_to_read, parse_path
from acquire_client.commands.journals import read_evidence, read_verified
from acquire_client.commands.outputs import refuse_file_there, write_output
from acquire_client.commands.records import named_rules
from acquire_client.files.saves import begins_with
from acquire_client.matches.journals import opened_record
from acquire_client.terminal.console import BAD, HEADING, QUIET, make_console
from acquire_client.view_model.agreed import quorum_line
from acquire_client.view_model.words import counted, listing, printable
from acquire_net import EVIDENCE_KIND, TABLE_OPTIONS, JournalReport, LostSeat, ViewEnding, ruleset_of

IS_INCOMPLETE, PROVES_A_CHEAT = 1, 3


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=parse_file_to_read,
                        help="a journal (.acqlog), anybody's of that table, or evidence (.acqproof)")
    parser.add_argument("--record", metavar="OUT", type=parse_path, help="also write the game as a record, with all opened hands")
    parser.add_argument("--force", action="store_true", help="let --record write over a file that is there already")
    add_json_argument(parser, "print the findings as one JSON object")


def run(args: argparse.Namespace) -> int:
    if begins_with(args.file, EVIDENCE_KIND):
        return show_verdict(args.file, args.json)
    if args.record is not None:
        refuse_file_there(args.record, args.force)
    report = read_verified(args.file)
    record, cheat = opened_record(report)
    if args.record is not None:
        write_output(args.record, record.text())
    if args.json:
        print(json.dumps(as_json(report, cheat), ensure_ascii=False))
    else:
        show_findings(make_console(), args.file, report, cheat)
    return PROVES_A_CHEAT if report.convictions or cheat else IS_INCOMPLETE if report.unused else 0


def show_verdict(path: Path, as_one_object: bool) -> int:
    """Show whom a file of evidence convicts; return the exit code."""
    table, verdict = read_evidence(path)
    seat = table.seats[verdict.seat]
    if as_one_object:
        found = [{"seat": verdict.seat, "name": seat.name, "key": seat.identity.hex(), "reason": verdict.reason}]
        print(json.dumps({"valid": True, "disagreements" if verdict.is_about_state else "cheats": found}, ensure_ascii=False))
    else:
        console = make_console()
        console.print(Text(printable(str(path)), style=HEADING))
        console.print(Text(f"{printable(seat.name)} (seat {verdict.seat}), key {key_text(seat.identity)}: "
                           f"{printable(verdict.reason)}.", style=BAD))
        if verdict.is_about_state:
            console.print("So by the rules of this program. The seat's program plays by other rules, or it lied: the same file, "
                          "judged with its version of the program, tells which.")
        else:
            console.print("Proven: the log up to there is signed by every seat, and so is what convicts this one.")
    return 0 if verdict.is_about_state else PROVES_A_CHEAT


def as_json(report: JournalReport, cheat: str) -> dict[str, Any]:
    return {
        "valid": not report.unused,
        "unused_entries": report.unused,
        "finished": report.result is not None,
        "result": report.result.decode("ascii").splitlines() if report.result is not None else None,
        "signed_by": list(report.signed_by),
        "waits_for": list(report.waits_for),
        "blocks": report.blocks,
        "proven": asdict(report.proven),
        "head": report.head.hex(),
        "session": report.sid.hex(),
        "rules": list(report.table.rules),
        "seats": [{"name": seat.name, "key": seat.identity.hex()} for seat in report.table.seats],
        "lost": list(report.lost),
        "left": list(report.left),
        "cheats": [{"seat": conviction.seat, "key": report.table.seats[conviction.seat].identity.hex(),
                    "block": conviction.block, "reason": conviction.reason} for conviction in report.convictions],
        "disagreements": [{"seat": conviction.seat, "block": conviction.block} for conviction in report.disagreements],
        "options": dict(report.table.options),
        "views": [asdict(ending) for ending in report.endings],
        "void_draws": [asdict(void) for void in report.void_draws],
        "opened_hands": sorted(report.keys),
        "against_the_rules": cheat or None,
        "torn_bytes": report.torn_bytes,
    }


def show_findings(console: Console, path: Path, report: JournalReport, cheat: str) -> None:
    console.print(Text(printable(str(path)), style=HEADING))
    show_table(console, report)
    show_validity(console, report)
    show_losses(console, report)
    show_result(console, report)
    show_faults(console, report, cheat)


def show_table(console: Console, report: JournalReport) -> None:
    """Show who sat there, and what they had agreed on."""
    seats = len(report.table.seats)
    rules = named_rules(ruleset_of(report.table.rules, seats))
    console.print(Text(f"Rules: {rules}; {counted(seats, 'seat')}", style=QUIET))
    for number, seat in enumerate(report.table.seats):
        console.print(Text(f"  {number}  {printable(seat.name):20}  {key_text(seat.identity)}"))
    changed = [f"{option} {value}" for option, value in report.table.options
               if option not in TABLE_OPTIONS or value != TABLE_OPTIONS[option].default]
    if changed:
        console.print(Text(printable(f"Options: {', '.join(changed)}."), style=QUIET))
    if quorum := quorum_line(report.table.options, len(report.table.seats)):
        console.print(Text(quorum))


def show_validity(console: Console, report: JournalReport) -> None:
    """Show how much of the file holds, and what of it could not be used."""
    blocks = counted(report.blocks, "block")
    console.print(f"Valid{' so far' if report.unused else ''}: {blocks}, every signature, proof and rule holds. Head "
                  f"{report.head[:8].hex()}.")
    proven = report.proven
    console.print(f"Proven: {counted(proven.shuffles, 'shuffle')}, {counted(proven.draws, 'draw')} and "
                  f"{counted(proven.shown, 'tile that was played', 'tiles that were played')}.")
    if report.unused:
        fit = f"{counted(report.unused, 'later entry', 'later entries')} of the file could not be used"
        console.print(Text(f"Incomplete: {fit}, because something before {'it' if report.unused == 1 else 'them'} is missing. "
                           "Ask another player of this table for a copy of the journal.", style=BAD))
    if report.torn_bytes:
        console.print(f"The last {report.torn_bytes} bytes are an entry that was cut off; they count for nothing.", style=QUIET)


def show_losses(console: Console, report: JournalReport) -> None:
    """Show who was lost, how the others went on without them, and which draws were made again."""
    name = partial(seat_name, report)
    for lost in report.lost:
        console.print(f"{name(lost)} {'left' if lost in report.left else 'was lost'}; the others played on.")
    for ending in report.endings:
        for line in ending_lines(ending, name):
            console.print(Text(line))
    for void in report.void_draws:
        console.print(f"The draw of {listing(name(seat) for seat in void.seats)} was made again, because the table lost "
                      f"{listing(name(seat) for seat in void.lost)} in the middle of it.")


def show_result(console: Console, report: JournalReport) -> None:
    """Show how the game has ended, or for whom it waits."""
    name = partial(seat_name, report)
    if report.result is not None:
        ended, *ranks = report.result.decode("ascii").splitlines()
        console.print(f"The game is over ({ended.removeprefix('over ')}).")
        for line in ranks:
            _, rank, who, dollars = line.split()
            console.print(f"  {rank}. {f'team {who}' if in_teams(report) else name(int(who))}  ${int(dollars):,}")
        missing = [name(seat) for seat in range(len(report.table.seats)) if seat not in report.signed_by + report.lost]
        console.print("Signed by all." if not missing else f"Not signed by {', '.join(missing)}.")
    else:
        console.print("The game is not over. It waits for " + ", ".join(name(seat) for seat in report.waits_for) + ".")
    if report.keys:
        console.print(f"Hands were opened by {', '.join(name(seat) for seat in sorted(report.keys))}.", style=QUIET)


def show_faults(console: Console, report: JournalReport, cheat: str) -> None:
    """Show who is convicted, where programs disagree, and what the opened hands prove."""
    name = partial(seat_name, report)
    for conviction in report.convictions:
        console.print(Text(f"{name(conviction.seat)}, key {key_text(report.table.seats[conviction.seat].identity)}, "
                           f"block {conviction.block}: {printable(conviction.reason)}.", style=BAD))
    for conviction in report.disagreements:
        console.print(Text(f"The programs disagree: by the rules of this one, {name(conviction.seat)} acknowledged a wrong state "
                           f"at block {conviction.block}. Its program plays by other rules, or it lied: the same file, verified "
                           "with its version of the program, tells which.", style=BAD))
    if cheat:
        console.print(Text(f"The opened hands show what nobody could see during the game: {printable(cheat)}.", style=BAD))


WHY = ("voted, while the player was there", "absent", "out of time", "its program did not answer",
       "absent beyond the grace, claimed by the program alone")
"""What a claim says, by its number."""
COMPARE = "Compare the heads with another player's journal."


def ending_lines(ending: ViewEnding, name: Callable[[int], str]) -> Iterator[str]:
    """Yield how a view has ended: who signed it, who was lost and why, and whether there may be another log."""
    signers = listing(map(name, ending.signers)) if ending.signers else "nobody"
    yield (f"View {ending.view} ended after {counted(ending.blocks, 'block')}, in attempt {ending.attempt}. Signed by {signers}; "
           f"{counted(ending.needed, 'signature')} needed.")
    for lost in ending.lost:
        yield f"  Lost: {name(lost.seat)}. {case_line(lost, name)}"
    if not ending.lost:
        yield "  Nobody was lost."
    if ending.liars_for_two_logs == 0:
        yield ("  The convicted players could have made two games from here on, while the others did not reach each other. "
               f"{COMPARE}")
    elif ending.liars_for_two_logs == 1:
        yield (f"  With {counted(ending.seats, 'seat')} and {counted(ending.needed, 'signature')}, one player who cheats could "
               f"have made two games from here on, while the others did not reach each other. {COMPARE}")


def case_line(lost: LostSeat, name: Callable[[int], str]) -> str:
    """Return why the others went on without a seat, as the certificate shows it."""
    if lost.fault:
        return f"Convicted: {printable(lost.fault)}."
    if lost.left:
        return "It said goodbye."
    if not lost.claims:
        return "The certificate shows no case."
    return "Claims: " + "; ".join(f"{name(seat)}: {WHY[why]}" for seat, why in lost.claims) + "."


def seat_name(report: JournalReport, seat: int) -> str:
    return f"{printable(report.table.seats[seat].name)} (seat {seat})"


def in_teams(report: JournalReport) -> bool:
    return "option teams yes" in report.table.rules


def key_text(key: bytes) -> str:
    """Return a key as people compare it: sixteen digits in groups of four."""
    digits = key[:8].hex()
    return " ".join(digits[at:at + 4] for at in range(0, 16, 4))
