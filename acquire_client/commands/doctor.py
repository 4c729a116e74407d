"""`acquire doctor`: what a bug report needs, and what to do about a piece that is missing.

Each line is printed as soon as it is found, for pygame and the network take seconds. A missing piece is a hint, not a failure:
the exit code is 1 only if the engine itself cannot be loaded.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from acquire_client import version
from acquire_client.commands.arguments import add_json_argument
from acquire_client.terminal.console import BAD, GOOD, HEADING, make_console, plain_table
from acquire_client.tools import machine
from acquire_client.view_model.words import counted, listing, printable
from acquire_client.window.sdl import BLIND_DRIVERS

DISPLAY_KINDS = {"native": "yes, that of the system", "wayland": "Wayland", "x11": "X11", "none": "none"}
SECTION_WIDTH = len("addresses")
"""Columns: the longest name of a section, so that all of them line up."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_json_argument(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        found = machine_facts()
        print(json.dumps({**found, "hints": list(hint_lines(found))}, indent=2))
    else:
        found = MachineFacts()
        show(found)
    return 0 if found["engine"]["loaded"] else 1


FINDERS: dict[str, Callable[[], Any]] = {
    "version": lambda: version.program_version(),
    "python": lambda: machine.python_facts(),
    "engine": lambda: machine.engine_facts(),
    "proofs": lambda: machine.proof_facts(),
    "packages": lambda: machine.package_facts(),
    "pygame": lambda: machine.pygame_facts(),
    "two_pygames": lambda: machine.mend_two_pygames(),
    "display": lambda: machine.display_facts(),
    "addresses": lambda: machine.address_facts(),
    "network": lambda: machine.network_facts(),
    "folders": lambda: machine.folder_facts(),
    "configuration": lambda: machine.configuration_facts(),
    "cpu": lambda: machine.cpu_facts(),
    "terminal": lambda: machine.terminal_facts(),
}


class MachineFacts(dict[str, Any]):
    """The facts of this machine; each is found when it is first asked for."""

    def __missing__(self, name: str) -> Any:
        self[name] = FINDERS[name]()
        return self[name]


def machine_facts() -> dict[str, Any]:
    """Return all facts at once."""
    return {name: find() for name, find in FINDERS.items()}


def hint_lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield what is missing, each with a remedy."""
    engine, packages, pygame = found["engine"], found["packages"], found["pygame"]
    if not engine["loaded"]:
        yield f"The engine cannot be loaded ({engine['error']}): install again with 'pip install .', which needs a C compiler."
    missing = [name for name in machine.NEEDED if packages[name] is None]
    if missing and not version.is_frozen():
        yield f"{listing(missing)} cannot be found: install the program again with 'pip install --force-reinstall acquire-p2p'."
    if found["two_pygames"]:
        yield f"{found['two_pygames']}."
    if pygame["error"]:
        yield (f"pygame is there but does not start ({pygame['error']}): 'pip install --force-reinstall "
               f"{machine.fitting_pygame()}' may help.")
    elif not pygame["found"]:
        yield f"pygame is missing, and the window needs it: 'pip install {machine.fitting_pygame()}'."
    elif pygame["driver_error"] or pygame["driver"] in BLIND_DRIVERS:
        why = pygame["driver_error"] or f"SDL chose its driver '{pygame['driver']}', which shows nothing"
        yield f"A window cannot appear here: {why}. Set DISPLAY or WAYLAND_DISPLAY; every terminal command works without."
    if not found["addresses"]:
        yield "No network address was found, so other machines cannot reach this one: connect to a network to play with others."
    for finding in found["network"]:
        if finding["good"] is False and finding["topic"] != "addresses":
            yield f"Network, {finding['topic']}: {finding['text']}. Advice: {finding['advice']}."
    for name, folder in found["folders"].items():
        if not folder["writable"]:
            yield f"The folder for {name} cannot be written: {folder['path']}. Change its permissions or those above it."
    if found["configuration"]["error"]:
        yield f"Mend or remove the configuration file: {found['configuration']['error']}."
    if not found["terminal"]["encoding"].lower().startswith("utf"):
        yield (f"The terminal's encoding is {found['terminal']['encoding']}: names and lines may look poor. "
               "UTF-8 is chosen with PYTHONUTF8=1, or on Linux with LANG=C.UTF-8.")


def show(found: dict[str, Any]) -> None:
    """Print each section as soon as it is found, then the hints."""
    console = make_console()
    for section, rows in fact_sections(found):
        table = plain_table("", "", show_header=False)
        table.columns[0].style = HEADING
        table.columns[0].width = SECTION_WIDTH
        table.columns[1].overflow = "fold"
        for number, row in enumerate(rows):
            table.add_row(section if number == 0 else "", printable(row))
        console.print(table)
    console.print()
    hints = list(hint_lines(found))
    if not hints:
        console.print(Text("Nothing is missing.", style=GOOD))
    for hint in hints:
        console.print(Text.assemble(("hint: ", BAD), printable(hint)))


def fact_sections(found: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the facts as lines for people, section by section."""
    python, engine, cpu, terminal = found["python"], found["engine"], found["cpu"], found["terminal"]
    yield "acquire", [found["version"]]
    yield "Python", [f"{python['implementation']} {python['version']}, {python['executable']}", python["system"]]
    if engine["loaded"]:
        others = [name for name in engine["variants"] if name != engine["variant"]]
        also = f"; also possible: {', '.join(others)}" if others else ""
        yield "engine", [f"variant {engine['variant']}{also}", engine["abi"], engine["file"]]
    else:
        yield "engine", [f"not loadable: {engine['error']}"]
    yield "proofs", [f"checked with {found['proofs']['sums'] or 'PyNaCl alone, which takes six times as long'}"]
    yield "CPU", [f"{cpu['name'] or python['machine']}", f"{counted(cpu['cores'] or 0, 'core')}, {cpu['usable']} usable"]
    yield "packages", [", ".join(f"{name} {number}" for name, number in found["packages"].items()
                                 if number and name != version.DISTRIBUTION) or "none"]
    yield "pygame", list(_pygame_lines(found["pygame"]))
    yield "display", list(_display_lines(found["display"], found["pygame"]))
    yield "addresses", [_address_line(entry) for entry in found["addresses"]] or ["none but this machine's own"]
    yield "network", [f"{finding['topic']}: {finding['text']}" for finding in found["network"] if finding["topic"] != "addresses"]
    yield "folders", [_folder_line(name, folder) for name, folder in found["folders"].items()]
    yield "settings", [f"window: {found['configuration']['settings']}", _configuration_line(found["configuration"])]
    size = f"{terminal['columns']} columns" if terminal["is_terminal"] else "not a terminal"
    yield "terminal", [f"{size}, {terminal['encoding']}, colours: {terminal['colours'] or 'none'}", *_environment_lines(terminal)]


def _pygame_lines(pygame: dict[str, Any]) -> Iterator[str]:
    if pygame["found"]:
        yield f"{pygame['name']} {pygame['version']} with SDL {pygame['sdl']}"
    else:
        yield f"does not start: {pygame['error']}" if pygame["error"] else "not installed"


def _display_lines(display: dict[str, Any], pygame: dict[str, Any]) -> Iterator[str]:
    yield DISPLAY_KINDS[display["kind"]] + (", over ssh" if display["over_ssh"] else "")
    yield from _environment_lines(display)
    if pygame["found"]:
        yield f"SDL uses '{pygame['driver']}'" if pygame["driver"] else f"SDL: {pygame['driver_error']}"


def _environment_lines(facts: dict[str, Any]) -> list[str]:
    return [" ".join(f"{name}={value}" for name, value in facts["environment"].items())] if facts["environment"] else []


def _address_line(entry: dict[str, Any]) -> str:
    notes = ([entry["interface"]] if entry["interface"] else []) + (["default route"] if entry["default"] else [])
    return str(entry["address"]) + (f"  ({', '.join(notes)})" if notes else "")


def _configuration_line(configuration: dict[str, Any]) -> str:
    if configuration["error"]:
        state = "CANNOT be used"
    elif configuration["exists"]:
        state = f"sets {', '.join(configuration['sets']) or 'nothing'}"
    else:
        state = "there is none, and none is needed"
    return f"configuration: {configuration['path']}  ({state})"


def _folder_line(name: str, folder: dict[str, Any]) -> str:
    if folder["exists"]:
        state = "writable" if folder["writable"] else "NOT writable"
    else:
        state = "will be created" if folder["writable"] else "CANNOT be created"
    return f"{name}: {folder['path']}  ({state})"
