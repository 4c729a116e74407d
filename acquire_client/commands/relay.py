"""`acquire relay`: a blind relay for tables that cannot be reached from outside; it runs until Ctrl-C.

It knows neither names nor keys and keeps no log: what it can tell is how many rooms and pairs there are.
"""

from __future__ import annotations

import argparse
import ipaddress
import sys
import threading

from rich.live import Live
from rich.text import Text

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import whole_number
from acquire_client.commands.long_runs import INTERRUPTED, noted_interrupts
from acquire_client.terminal.console import HEADING, QUIET, is_watched, make_console
from acquire_client.tools import machine
from acquire_client.view_model.words import counted, printable, shortened
from acquire_net import ALL_ADDRESSES, DEFAULT_RELAY_PORT, PortTakenError, Relay, RelayLimits

MAX_ROOMS = 1000
MAX_WINDOWS_CONNECTIONS = 480
"""Connections: there a program can wait for 512 at once."""
LOOK_S = 0.5


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", metavar="N", type=whole_number(0, 65535), default=DEFAULT_RELAY_PORT,
                        help=f"port to listen on; 0 takes any free one (default: {DEFAULT_RELAY_PORT})")
    parser.add_argument("--bind", metavar="ADDRESS", type=ip_address, help="listen on this address only (default: on all)")
    parser.add_argument("--max-rooms", metavar="N", type=whole_number(1, MAX_ROOMS), default=RelayLimits().rooms,
                        help="rooms that may be open at the same time; a table of six needs up to twelve "
                        f"(default: {RelayLimits().rooms})")


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
        relay = Relay(args.port, hosts=hosts, limits=RelayLimits(rooms=rooms, connections=connections))
    except PortTakenError as error:
        raise CommandError(str(error)) from None
    console, ended = make_console(), threading.Event()
    try:
        with noted_interrupts(ended.set):
            console.print(Text(f"Relay on port {relay.port}", style=HEADING))
            for place in [args.bind] if args.bind else [str(each["address"]) for each in machine.address_facts()]:
                console.print(Text("  " + printable(f"[{place}]:{relay.port}" if ":" in place else f"{place}:{relay.port}")))
            console.print(Text(f"At most {counted(rooms, 'peer')} may wait here at once. Ctrl-C ends the relay, and every link "
                               "that goes through it.", style=QUIET))
            if is_watched(console):
                with Live(count_text(relay), console=console, transient=True, auto_refresh=False) as live:
                    while not ended.wait(LOOK_S):
                        live.update(count_text(relay), refresh=True)
            else:
                while not ended.wait(LOOK_S):
                    pass
            console.print(count_text(relay))
    finally:
        relay.close()
    return INTERRUPTED


def count_text(relay: Relay) -> Text:
    return Text(f"{counted(relay.room_count, 'peer')} and {counted(relay.pair_count, 'link')} now, "
                f"{counted(relay.joined, 'link')} so far, {counted(relay.refused, 'refusal')}")
