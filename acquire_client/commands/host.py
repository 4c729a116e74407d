"""`acquire host`: found a table for people and computer players on other machines, and sit down at it."""

from __future__ import annotations

import argparse

from acquire_client.commands import UsageError
from acquire_client.commands.arguments import LOG_HELP, add_rules_arguments, parse_any_option, whole_number
from acquire_client.commands.configured import configuration, preset_of_line_or_file, ruleset_of_line_or_file
from acquire_client.commands.network_seat import add_seat_arguments, play_at_table
from acquire_client.files.folders import folders
from acquire_client.view_model.over_days import NO_CLOCK_RUNS, NO_RETURN, mailbox_options
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS
from acquire_net import (
    BANK_MINUTES,
    TABLE_OPTIONS,
    AddressError,
    AdmissionError,
    Host,
    Offer,
    checked_options,
    clock_options,
    refuse_rounds_over_days,
    rules_lines,
    ruleset_of,
)

DEFAULT_SEATS = 4


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", metavar="N", type=whole_number(MIN_PLAYERS, MAX_PLAYERS),
                        help=f"how many play, you among them (default: {DEFAULT_SEATS})")
    add_rules_arguments(parser, parse_any_option)
    parser.set_defaults(rules=None)  # None where the command line names no ruleset
    parser.add_argument("--clock", metavar="S", default=TABLE_OPTIONS["clock"].default,
                        help="seconds for a decision; then the bank of the seat runs, and at zero its program answers "
                        "(default: no clock)")
    parser.add_argument("--bank", metavar="M",
                        help=f"minutes that each seat has in the whole game for decisions that take longer, or 'none' (default: "
                        f"{BANK_MINUTES} with a clock)")
    parser.add_argument("--grace", metavar="S", default=TABLE_OPTIONS["grace"].default,
                        help="seconds of absence after which the programs of the others go on without a player by themselves; "
                        "votes of players can do so after 30 seconds (default: %(default)s)")
    parser.add_argument("--vote", action="store_true",
                        help="programs never vote against an absent player by themselves; only votes of players count")
    parser.add_argument("--days", metavar="MAILBOX",
                        help="play over days: players need not be there at the same time, and come back with 'acquire resume'. "
                        "MAILBOX, as HOST or HOST:PORT, is a relay that runs with --mailbox; it keeps sealed messages for "
                        "players who are away")
    parser.add_argument("--patience", metavar="DAYS",
                        help="at a table over days: how many days each answer of a player may take. After that the programs of "
                        "the others go on without them, as soon as they are there together and have read the mailbox (default: "
                        "it waits however long it takes, and only votes end that)")
    parser.add_argument("--quorum", choices=TABLE_OPTIONS["quorum"].words, default=TABLE_OPTIONS["quorum"].default,
                        help="how many players must agree on going on without others. It matters where five play: 'safe' asks "
                        "for four, and two who cheat together cannot make two games of the table; 'majority' asks for three, so "
                        "two may be away at once, but one player who cheats can make two games of the table while the others do "
                        "not reach each other (default: %(default)s)")
    parser.add_argument("--friends", action="store_true",
                        help="strangers get no seat by themselves: only players with whom you have finished a game; 'accept "
                        "NAME' lets others in")
    parser.add_argument("--closed", action="store_true", help="hands stay hidden after the game")
    parser.add_argument("--log", choices=TABLE_OPTIONS["log"].words,
                        help=LOG_HELP.replace("%(default)s", TABLE_OPTIONS["log"].default))
    parser.add_argument("--no-spectators", action="store_true", help="nobody may watch who does not play")
    parser.add_argument("--conventions", metavar="TEXT", default="",
                        help="what partners of a team may tell each other by their play, for everybody to read and to sign")
    add_seat_arguments(parser)


def run(args: argparse.Namespace) -> int:
    rules = rules_lines(ruleset_of_line_or_file(args.rules, args.options))
    preset = preset_of_line_or_file(args.rules)
    seats = args.seats or (preset.seats if preset is not None else configuration().host_seats) or DEFAULT_SEATS
    if args.bank is not None and args.clock == TABLE_OPTIONS["clock"].default:
        raise UsageError("--bank needs a clock; give the seconds for a decision with --clock")
    if args.patience is not None and args.days is None:
        raise UsageError("--patience counts days, at a table over days: give the mailbox with --days")
    options = clock_options(args.clock) | {
        "grace": args.grace, "dropping": "vote" if args.vote else "auto", "hands": "closed" if args.closed else "opened",
        "log": args.log or (preset.log if preset is not None else TABLE_OPTIONS["log"].default), "quorum": args.quorum,
        "spectators": "no" if args.no_spectators else "yes",
        "conventions": args.conventions}
    if args.bank is not None:
        options["bank"] = args.bank
    if args.days is not None:
        options |= over_days(args)
    try:
        checked_options(options)
        refuse_rounds_over_days(ruleset_of(rules, seats), options.items())
    except AdmissionError as refusal:
        raise UsageError(str(refusal)) from None
    return play_at_table(args, Host(Offer(rules, seats, options)), folders())


def over_days(args: argparse.Namespace) -> dict[str, str]:
    """Return the options of a table over days. Raise UsageError where the command line asks for what it cannot have."""
    if args.clock != TABLE_OPTIONS["clock"].default:
        raise UsageError(f"--days and --clock do not go together: {NO_CLOCK_RUNS}")
    if args.bot is not None:
        raise UsageError(f"--days and --bot do not go together: {NO_RETURN}")
    try:
        options = mailbox_options(args.days, args.patience or "none")
    except AddressError as bad:
        raise UsageError(f"--days: {bad}") from None
    if args.grace != TABLE_OPTIONS["grace"].default:
        options["grace"] = args.grace
    return options
