"""`acquire tables`: the tables on this network as they come and go, and where there are none, what this machine sees.

On a terminal the list changes in place; elsewhere each change is a line, with `--json` an object. What is listed is what
strangers say of themselves, until one connects.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from acquire_client.commands.arguments import add_json_argument, parse_seconds, whole_number
from acquire_client.commands.long_runs import noted_interrupts
from acquire_client.matches.near_tables import address_of
from acquire_client.terminal.console import BAD, GOOD, QUIET, heading_text, is_watched, make_console, plain_table
from acquire_client.view_model.words import printable
from acquire_net import (
    BEACON_PORT,
    KEY_MARK,
    Address,
    FoundTable,
    NetworkFinding,
    TableSearch,
    TableStage,
    diagnose,
    fingerprint_text,
)

ONCE_S = 2.5
"""Two beacons and a half."""
EMPTY_S = 2.5
"""So long without a table, and it is worth saying what may be wrong."""
LOOK_S = 0.25
"""So long Ctrl-C may have to wait: its handler must not touch an event that this thread may be waiting for."""

MAX_LISTED = 20
"""On a screen."""
NONE_YET = "No table has been heard yet."
NONE = "No table was heard. What this machine sees:"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time", metavar="S", type=parse_seconds, help="stop after so many seconds")
    parser.add_argument("--once", action="store_true", help=f"listen for {ONCE_S:g} s, or the time given, and print once")
    parser.add_argument("--beacon-port", metavar="PORT", type=whole_number(1, 65535), default=BEACON_PORT,
                        help=f"UDP port of the beacons, the same for everybody (default: {BEACON_PORT})")
    add_json_argument(parser, "print one JSON object a line: event 'table', 'gone' or 'diagnosis'")


def run(args: argparse.Namespace) -> int:
    """Run until Ctrl-C, which is the ordinary end and not a failure."""
    changed = threading.Event()
    console = make_console()
    with noted_interrupts() as interrupted, TableSearch(port=args.beacon_port, on_change=changed.set) as discovery:
        watch = TableWatch(discovery, changed, interrupted, args.beacon_port)
        if args.once:
            watch.show_once(args.time or ONCE_S, console, args.json)
        elif is_watched(console) and not args.json:
            watch.show_live(args.time, console)
        else:
            watch.show_lines(args.time, console, args.json)
    return 0


class TableWatch:
    """Watch the list of tables until the time is over or the user interrupts."""

    def __init__(self, discovery: TableSearch, changed: threading.Event, interrupted: Callable[[], bool], port: int) -> None:
        self._discovery = discovery
        self._changed = changed
        self._interrupted = interrupted
        self._port = port
        self._began = time.monotonic()
        self._findings: list[NetworkFinding] | None = None

    def look_repeatedly(self, time_s: float | None) -> Iterator[tuple[tuple[FoundTable, ...], list[NetworkFinding] | None]]:
        """Yield the tables after each change, with a diagnosis where there have been none for a while."""
        while True:
            now = time.monotonic() - self._began
            self._changed.clear()
            tables = self._discovery.snapshot()
            if not tables and now >= EMPTY_S and self._findings is None:
                self._findings = diagnose(self._port)
            yield tables, None if tables else self._findings
            if self._interrupted() or (time_s is not None and now >= time_s):
                return
            self._changed.wait(LOOK_S)

    def show_once(self, time_s: float, console: Console, as_json: bool) -> None:
        while not self._interrupted() and (left := self._began + time_s - time.monotonic()) > 0:
            time.sleep(min(LOOK_S, left))
        tables = self._discovery.snapshot()
        findings = None if tables else diagnose(self._port)
        if as_json:
            for table in tables:
                print(json.dumps(as_dict(table)), flush=True)
            if findings is not None:
                print(json.dumps(diagnosis_as_dict(findings)), flush=True)
        else:
            console.print(tables_screen(tables, findings))

    def show_live(self, time_s: float | None, console: Console) -> None:
        with Live(tables_screen((), None), console=console, auto_refresh=False, vertical_overflow="crop") as live:
            shown: object = None
            for tables, findings in self.look_repeatedly(time_s):
                if (tables, findings) != shown:
                    live.update(tables_screen(tables, findings), refresh=True)
                shown = tables, findings

    def show_lines(self, time_s: float | None, console: Console, as_json: bool) -> None:
        shown: dict[tuple[bytes, bytes, int], FoundTable] = {}
        explained = False
        for tables, findings in self.look_repeatedly(time_s):
            found = {table.key: table for table in tables}
            for key, table in shown.items():
                if key not in found:
                    write(console, as_json, {"event": "gone", "table": table.table_id.hex()}, f"gone: {table_line(table)}")
            for key, table in found.items():
                before = shown.get(key)
                if before is None or (as_dict(before) != as_dict(table) if as_json else table_line(before) != table_line(table)):
                    write(console, as_json, as_dict(table), table_line(table))
            shown = found
            if findings is not None and not explained:
                explained = True
                write(console, as_json, diagnosis_as_dict(findings), tables_screen((), findings))


def write(console: Console, as_json: bool, event: dict[str, Any], text: RenderableType) -> None:
    if as_json:
        print(json.dumps(event), flush=True)
    else:
        console.print(text, soft_wrap=isinstance(text, str))


# --- what is shown ------------------------------------------------------------------------------------------------------------

def code_of(table: FoundTable) -> str | None:
    """Return what `acquire join` takes; None where no machine can be at the address."""
    place = address_of(table)
    code = place.code()
    return None if KEY_MARK in code and ":" not in place.host else code


def as_dict(table: FoundTable) -> dict[str, Any]:
    return {"event": "table", "table": table.table_id.hex(), "name": table.name,
            "table_code": table.table_code, "code": code_of(table) or "", "hosts": list(table.hosts), "port": table.port,
            "fingerprint": fingerprint_text(table.fingerprint), "places": table.places,
            "taken": table.taken if table.stage == TableStage.GATHERING else table.places, "here": table.taken,
            "rules": table.rules, "version": table.version,
            "heard_by": sorted(table.heard_by), "playing": table.stage != TableStage.GATHERING,
            "may_watch": table.stage == TableStage.SHOWN}


def diagnosis_as_dict(findings: Sequence[NetworkFinding]) -> dict[str, Any]:
    return {"event": "diagnosis", "findings": findings_as_dicts(findings)}


def findings_as_dicts(findings: Sequence[NetworkFinding]) -> list[dict[str, Any]]:
    return [{"topic": each.topic, "good": each.good, "text": each.text, "advice": each.advice} for each in findings]


def table_line(table: FoundTable) -> str:
    place, code = address_of(table), code_of(table) or "no code"
    return printable(f"{table.name}: {stage_text(table)}, {table.rules}, {table.table_code}, {code} "
                     f"({Address(place.host, place.port)}, key {fingerprint_text(table.fingerprint)})")


def stage_text(table: FoundTable) -> str:
    """Return how far a table has come, in a few words."""
    if table.stage == TableStage.GATHERING:
        return f"{table.taken} of {table.places}"
    return f"{table.places} play" + ("" if table.stage == TableStage.SHOWN else " unseen")


def tables_screen(tables: Sequence[FoundTable], findings: Sequence[NetworkFinding] | None) -> RenderableType:
    if tables:
        return tables_table(tables)
    if findings is None:
        return Text(NONE_YET, style=QUIET)
    return Group(heading_text(NONE), "", findings_table(findings))


def tables_table(tables: Sequence[FoundTable]) -> RenderableType:
    """Return a bounded list: anybody on the network can announce as many tables as they like."""
    shown = plain_table("", "code", "table of", "seats", "rules", "join code", numbers=("", "seats"))
    for number, table in enumerate(tables[:MAX_LISTED], 1):
        shown.add_row(str(number), table.table_code, printable(table.name), stage_text(table), printable(table.rules),
                      code_of(table) or "")
    lines: list[RenderableType] = [shown]
    if len(tables) > MAX_LISTED:
        lines.append(Text(f"and {len(tables) - MAX_LISTED} more: 'acquire join NAME' finds each of them", style=QUIET))
    hints = ["'acquire join CODE' sits down at one; so does its number or its name."]
    if any(table.stage == TableStage.SHOWN for table in tables):
        hints.append("'acquire join --watch NUMBER' shows a game that has begun.")
    return Group(*lines, "", *(Text(hint, style=QUIET) for hint in hints))


def findings_table(findings: Sequence[NetworkFinding]) -> RenderableType:
    shown = plain_table("", "", "", show_header=False)
    for finding in findings:
        mark = Text("ok", style=GOOD) if finding.good else Text("!!", style=BAD) if finding.good is False else Text("")
        shown.add_row(mark, printable(finding.topic), printable(finding.text + (f": {finding.advice}" if finding.advice else "")))
    return shown
