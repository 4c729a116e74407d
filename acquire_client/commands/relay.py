"""`acquire relay`: a blind relay for tables that cannot be reached from outside, with or without a mailbox; it runs until Ctrl-C.

It knows neither names nor identities and keeps no log: what it can tell is how many rooms and pairs there are, and how many
messages wait in the mailbox.
"""

from __future__ import annotations

import argparse
import ipaddress
import sys
import threading
import time
from pathlib import Path

from rich.live import Live
from rich.text import Text

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import whole_number
from acquire_client.commands.end_signals import ended_by_signals
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts
from acquire_client.terminal.console import HEADING, QUIET, is_watched, make_console
from acquire_client.tools import machine
from acquire_client.view_model.words import counted, printable, shortened
from acquire_net import (
    ALL_ADDRESSES,
    DEFAULT_RELAY_PORT,
    MailboxError,
    MailboxInUseError,
    MailboxServer,
    MailboxStore,
    PortTakenError,
    Relay,
    RelayLimits,
)

MAX_ROOMS = 1000
MAX_WINDOWS_CONNECTIONS = 480
"""Connections: there a program can wait for 512 at once."""
OTHER_FILES = 1000
"""Sockets and files besides the connections of the relay: members of a mailbox and those who call there, and its boxes."""
LOOK_S = 0.5


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="N", type=whole_number(0, 65535), default=DEFAULT_RELAY_PORT,
                        help=f"port to listen on; 0 takes any free one (default: {DEFAULT_RELAY_PORT})")
    parser.add_argument("--bind", metavar="ADDRESS", type=ip_address, help="listen on this address only (default: on all)")
    parser.add_argument("--max-rooms", metavar="N", type=whole_number(1, MAX_ROOMS), default=RelayLimits().rooms,
                        help="rooms that may be open at the same time; a table of six needs up to twelve "
                        f"(default: {RelayLimits().rooms})")
    parser.add_argument("--mailbox", metavar="DIR", type=Path,
                        help="also keep sealed messages in this folder, for players of tables over days ('acquire host --days') "
                        "who are away; what waits there outlives the relay")


def ip_address(text: str) -> str:
    """Parse an address, for argparse."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected an IP address of this machine, not '{shortened(text)}'") from None


def run(args: argparse.Namespace) -> int:
    hosts = ALL_ADDRESSES if args.bind is None else (args.bind,)
    rooms = args.max_rooms
    try:
        connections = max(4 * rooms, RelayLimits().connections)
        if sys.platform == "win32":
            connections = min(connections, MAX_WINDOWS_CONNECTIONS)
        allow_files(connections + OTHER_FILES)
        store = open_mailbox(args.mailbox)
        relay = Relay(args.port, hosts=hosts, limits=RelayLimits(rooms=rooms, connections=connections),
                      make_mailbox=None if store is None else lambda loop: MailboxServer(loop, store))
    except PortTakenError as error:
        if store is not None:
            store.close()
        raise CommandError(str(error)) from None
    console, ended = make_console(), threading.Event()
    try:
        with ended_by_signals(), noted_interrupts(ended.set):
            console.print(Text(f"Relay on port {relay.port}", style=HEADING))
            for place in [args.bind] if args.bind else [str(each["address"]) for each in machine.address_facts()]:
                console.print(Text("  " + printable(f"[{place}]:{relay.port}" if ":" in place else f"{place}:{relay.port}")))
            console.print(Text(f"At most {counted(rooms, 'peer')} may wait here at once. Ctrl-C ends the relay, and every link "
                               "that goes through it.", style=QUIET))
            if store is not None:
                for trouble in store.troubles:
                    console.print(Text(f"  {printable(trouble)}."), soft_wrap=True)
                folder, most = printable(str(store.folder)), counted(store.limits.boxes, "member")
                console.print(Text(f"Mailbox in {folder}, for at most {most}.", style=QUIET), soft_wrap=True)
            if is_watched(console):
                with Live(count_text(relay), console=console, transient=True, auto_refresh=False) as live:
                    while not ended.wait(LOOK_S):
                        live.update(count_text(relay, store), refresh=True)
            else:
                while not ended.wait(LOOK_S):
                    pass
            console.print(count_text(relay, store))
    finally:
        relay.close()
    return INTERRUPTED


def allow_files(wanted: int) -> None:
    """Let this program have so many sockets and files open, or as many as the system lets it: often there are 1,024 at first."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # a system that counts in another way; the relay refuses connections then
            pass


def open_mailbox(folder: Path | None) -> MailboxStore | None:
    """Open the mailbox in a folder, or none. Raise CommandError where the folder cannot be used."""
    if folder is None:
        return None
    try:
        return MailboxStore(folder, int(time.time()))
    except MailboxInUseError as error:
        raise CommandError(str(error)) from None
    except MailboxError as error:
        raise CommandError(f"the mailbox cannot be opened: {error.strerror}") from None


def count_text(relay: Relay, store: MailboxStore | None = None) -> Text:
    text = (f"{counted(relay.room_count, 'peer')} and {counted(relay.pair_count, 'link')} now, "
            f"{counted(relay.joined, 'link')} so far, {counted(relay.refused, 'refusal')}")
    if store is not None:
        text += f"; {counted(store.box_count, 'box', 'boxes')}, {counted(store.frame_count, 'message')} waiting"
    return Text(text)
