"""Take a seat at a network table, for `host`, `join` and `resume`: options, peer, log file, and the game in the terminal."""

from __future__ import annotations

import argparse
import queue
import signal
import sys
from contextlib import nullcontext

from acquire_client.commands import CommandError, EndedBySignal, UsageError
from acquire_client.commands.arguments import whole_number
from acquire_client.commands.configured import configuration, wrong_key
from acquire_client.commands.end_signals import ended_by_signals
from acquire_client.commands.program_arguments import add_move_time_argument, refuse_unstartable
from acquire_client.commands.text import add_to_history, line_reader, write
from acquire_client.files.folders import Folders, folders
from acquire_client.files.log_file import start_log
from acquire_client.files.settings import name_in_settings
from acquire_client.matches.own_peer import account_name, identity_of, own_peer_config
from acquire_client.matches.players import Player, SeatsError, players_from
from acquire_client.terminal.console import make_console
from acquire_client.terminal.line_editor import RepeatedPrompt, live_terminal
from acquire_client.terminal.online_table import OnlineTable, SeatOptions, read_lines
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_core.ai.external import Limits
from acquire_net import (
    DEFAULT_PORT,
    AddressError,
    ComputerClaim,
    Host,
    IdentityError,
    Join,
    Peer,
    PeerConfig,
    PlayerNameError,
    Resume,
    Spectator,
    TableAddress,
    checked_name,
    cleaned_text,
    parse_address,
    parse_advertised_address,
)

KEPT = "The game is saved: 'acquire resume' returns to it."


def add_seat_arguments(parser: argparse.ArgumentParser, says_ready: bool = True) -> None:
    parser.add_argument("--name", metavar="NAME",
                        help="what the others call you (default: your name in the window, else that of your account)")
    parser.add_argument("--port", metavar="PORT", type=whole_number(0, 65535),
                        help=f"listen on this port and no other; 0 for any (default: {DEFAULT_PORT}, or any if it is taken)")
    parser.add_argument("--advertise", metavar="ADDRESS", action="append", default=[],
                        help="tell the others this address, such as 203.0.113.7:47108 of a router that forwards it, instead of "
                        "those of this machine; may be repeated")
    parser.add_argument("--relay", metavar="HOST[:PORT]", default="",
                        help="also be reachable through this relay, for people whose machines cannot reach this one")
    parser.add_argument("--no-announce", action="store_true", help="do not announce the table on the local network")
    parser.add_argument("--bot", metavar="LEVEL", help="a computer player sits here instead of a person: a level, or cmd:COMMAND")
    parser.add_argument("--once", action="store_true", help="leave after one game")
    parser.add_argument("--attached", action="store_true",
                        help="with --bot: leave when the standard input ends or has the line 'leave'; 'finish' leaves behind the "
                        "game that is being played, 'stay' takes that back. For programs that start computer players")
    parser.add_argument("--started-by", metavar="FINGERPRINT", default="",
                        help="with --bot: the fingerprint of the player whose program starts it, for the others to read")
    if says_ready:
        parser.add_argument("--ready", action="store_true",
                            help="agree to whatever is proposed, without being asked; scripts and computer players always do")
    add_move_time_argument(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--text", action="store_true", help="play in the terminal; the window has 'Play together'")
    how.add_argument("--plain", action="store_true", help="for screen readers: one fact a line, no drawing, no colour")
    how.add_argument("--json", action="store_true", help="one JSON object a line, answers as lines of notation: for scripts")


def peer_config(args: argparse.Namespace, where: Folders, bot: Player | None = None, resumes: bool = False) -> PeerConfig:
    """Return the settings of the peer, from the command line. A player who resumes keeps the name that all have signed."""
    if resumes and args.name is not None:
        print("acquire: --name changes nothing here: at a table that has begun everybody keeps their name", file=sys.stderr)
    name = "Player" if resumes else chosen_name(args.name)
    if args.relay:
        try:
            parse_address(args.relay)
        except AddressError as bad:
            raise UsageError(f"the relay: {bad}") from None
    for text in args.advertise:
        try:
            parse_advertised_address(text)
        except AddressError as bad:
            raise UsageError(f"--advertise: {bad}") from None
    try:
        identity = identity_of(where)
    except IdentityError as trouble:
        raise CommandError(str(trouble)) from None
    if identity.warning:
        print(f"acquire: {identity.warning}", file=sys.stderr)
    return own_peer_config(where, name, identity=identity, port=args.port, relay=args.relay, announces=not args.no_announce,
                           advertised=tuple(args.advertise),
                           computer=None if bot is None else ComputerClaim(bot.level or "program", args.started_by),
                           friends_only=getattr(args, "friends", False))


def chosen_name(given: str | None) -> str:
    """Return the name of the command line, else of the configuration file, else of the window, else of the account; as others
    will see it."""
    configured = configuration().name if given is None else None
    try:
        return checked_name(cleaned_text(given if given is not None else configured or own_name()))
    except PlayerNameError as bad:
        raise UsageError(f"--name: {bad}") if configured is None else wrong_key("name", bad) from None


def own_name() -> str:
    """Return the name that the window has for the person at this machine, else that of the account. Raise UsageError where there
    is none."""
    try:
        return checked_name(cleaned_text(name_in_settings(folders().config)))
    except PlayerNameError:
        name = account_name()
    if not name:
        raise UsageError("this account has no name: give one with --name")
    return name


def bot_from(args: argparse.Namespace) -> Player | None:
    if args.bot is None:
        return None
    try:
        bot, _ = players_from(f"{args.bot},person")
    except SeatsError as error:
        raise UsageError(f"--bot: {error}") from None
    if bot.is_person:
        raise UsageError(f"--bot: '{args.bot}' is neither a level nor a command; a level is 2 or strong, a command cmd:COMMAND")
    refuse_unstartable([bot.command] if bot.command else [])
    return bot


def play_at_table(args: argparse.Namespace, how: Host | Join | Resume, where: Folders) -> int:
    """Play until the player leaves; return the exit code."""
    bot = bot_from(args)
    setup = peer_config(args, where, bot, isinstance(how, Resume))
    start_log(where)
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    return _stay_at_table(args, Peer(setup, how, inbox.put), inbox, bot)


def watch_table(args: argparse.Namespace, place: TableAddress, where: Folders) -> int:
    """Watch a table until it ends; return the exit code."""
    if args.bot is not None:
        raise UsageError("--watch takes no seat, so there is nothing that --bot could play")
    start_log(where)
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    return _stay_at_table(args, Spectator(place, inbox.put), inbox, None, watches=True)


def _stay_at_table(args: argparse.Namespace, peer: Peer | Spectator, inbox: queue.SimpleQueue[object], bot: Player | None,
                   watches: bool = False) -> int:
    stdin = sys.stdin
    interactive = stdin is not None and stdin.isatty() and sys.stdout.isatty() and not args.json
    live = live_terminal() if interactive and bot is None else None
    seat_options = SeatOptions(bot, args.once, ready=bot is not None or args.json or getattr(args, "ready", False),
                               confirm=interactive, interactive=interactive, limits=Limits(move_ms=args.move_time),
                               watches=watches, redraws=live is not None, attached=bot is not None and args.attached)
    at_the_prompt = live or (RepeatedPrompt(sys.stdout, line_reader()) if interactive and bot is None else None)
    a_person_plays = bot is None and not args.json
    sitting = OnlineTable(peer, inbox, presenter_for(args, interactive), seat_options,
                          add_to_history if a_person_plays else None)
    with ended_by_signals(), at_the_prompt or nullcontext():
        peer.start()
        try:
            if bot is None or args.attached:
                read_lines(inbox, line_reader() if at_the_prompt is None else at_the_prompt.read)
            return sitting.run()
        except KeyboardInterrupt:
            raise EndedBySignal(signal.SIGINT, what_is_left(sitting)) from None
        except EndedBySignal as ended:
            ended.message = what_is_left(sitting)
            raise
        finally:
            stop_peer(peer)


def what_is_left(sitting: OnlineTable) -> str:
    """Return what a player reads whose program ends at a table."""
    return KEPT if sitting.is_at_table else "The table is left."


def stop_peer(peer: Peer | Spectator) -> None:
    peer.stop()
    try:
        peer.wait_until_stopped(10)
    except EndedBySignal:  # a closed window ends the input first, and sends the signal then
        peer.wait_until_stopped(10)
        raise


def presenter_for(args: argparse.Namespace, interactive: bool) -> Presenter:
    if args.json:
        return EventPresenter(write)
    console = make_console()
    if args.plain or args.bot is not None:
        return PlainPresenter(write, clears=False)
    return ScreenPresenter(console, clears=interactive and not console.is_dumb_terminal)
