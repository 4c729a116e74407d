"""`acquire rules`: all rulesets side by side, or one of them, as it is or with options changed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from acquire_client.commands.arguments import add_json_argument, add_option_argument, chosen_ruleset, parse_any_option
from acquire_client.terminal.console import (
    CHANGED,
    HEAD_BOX,
    HEADING,
    QUIET,
    heading_text,
    indent_content,
    make_console,
    price_card_table,
)
from acquire_client.terminal.output import output_choice
from acquire_client.view_model.price_card import price_card
from acquire_core import RULESETS, Ruleset
from acquire_core.ruleset import ALL_OPTIONS, TIER_NAMES, format_option

COMPARISON_WIDTH = 104  # below, what is as in classic is left out
COMPARISON_MIN_WIDTH = 80  # below, the rulesets stand under one another


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help=f"{', '.join(RULESETS)}; without one, all of them")
    add_option_argument(parser, parse_any_option)
    add_json_argument(parser, "print JSON: one ruleset as an object, all of them as a list of such objects")


def run(args: argparse.Namespace) -> int:
    wants_all = args.name is None and not args.options
    name = "classic" if args.name is None else args.name
    chosen = list(RULESETS.values()) if wants_all else [chosen_ruleset(name, args.options)]
    if args.json:
        objects = [as_dict(ruleset) for ruleset in chosen]
        print(json.dumps(objects if wants_all else objects[0], indent=2))
    elif wants_all:
        show_all(make_console())
    else:
        show_one(make_console(), chosen[0])
    return 0


def as_dict(ruleset: Ruleset) -> dict[str, Any]:
    """Return a ruleset as values of JSON: options as the command line writes them, and what a share of each tier costs."""
    card = price_card(ruleset)
    return {
        "name": ruleset.name,
        "digest": ruleset.digest.hex(),
        "options": {name: format_option(getattr(ruleset, name)) for name in ALL_OPTIONS},
        "changed": list(ruleset.changes()),
        "tiers": dict(zip(TIER_NAMES, card.tiers, strict=True)),
        "prices": [{"price": row.price, "sizes": dict(zip(TIER_NAMES, row.sizes, strict=True)), "bonuses": row.bonuses}
                   for row in card.rows],
    }


# --- all of them ------------------------------------------------------------------------------------------------------

def show_all(console: Console) -> None:
    rulesets = list(RULESETS.values())
    if console.width >= COMPARISON_MIN_WIDTH:
        console.print(comparison_table(rulesets, only_differences=console.width < COMPARISON_WIDTH))
    else:
        console.print(comparison_list(rulesets))
    if not output_choice().quiet:
        console.print()
        console.print("'acquire rules NAME' explains every option and shows prices and bonuses.", style=QUIET)


def comparison_table(rulesets: list[Ruleset], only_differences: bool) -> Table:
    """Return a table with one column for each ruleset; options in which they differ carry a star."""
    # The box puts one space between columns.
    table = Table(box=HEAD_BOX, show_edge=False, pad_edge=False, header_style=HEADING,
                  padding=(0, 0 if only_differences else 1, 0, 0))
    above = "\n" if only_differences else ""
    table.add_column(f"{above}* differs", no_wrap=True)
    for ruleset in rulesets:
        word, hyphen, year = ruleset.name.partition("-")
        broken = f"{word}-\n{year}" if hyphen else above + word
        table.add_column(broken if only_differences else ruleset.name, overflow="fold")
    for name in ALL_OPTIONS:
        values = [format_option(getattr(ruleset, name)) for ruleset in rulesets]
        differs = len(set(values)) > 1
        if only_differences:
            values[1:] = [value if value != values[0] else "=" for value in values[1:]]
        cells = [Text(_in_lines(value) if only_differences else value, style=_value_style(value, values[0], differs))
                 for value in values]
        table.add_row(Text(f"* {name}" if differs else f"  {name}", style=HEADING if differs else QUIET), *cells)
    if only_differences:
        table.caption = Text("= as in classic", style=QUIET)
        table.caption_justify = "left"
    return table


def _in_lines(value: str, longest: int = 13) -> str:
    """Return a long word broken behind an underscore."""
    if len(value) <= longest:
        return value
    at = value.rfind("_", 0, longest) + 1
    return f"{value[:at]}\n{value[at:]}"


def _value_style(value: str, classic: str, differs: bool) -> str:
    if not differs or value == "=":
        return QUIET
    return CHANGED if value != classic else ""


def comparison_list(rulesets: list[Ruleset]) -> Group:
    """Return the first ruleset in full, and of the others what differs from it, for narrow terminals."""
    first, *others = rulesets
    parts: list[RenderableType] = [heading_text(first.name), _value_table(first, lambda name: True)]
    for ruleset in others:
        def differs(name: str, ruleset: Ruleset = ruleset) -> bool:
            return bool(getattr(ruleset, name) != getattr(first, name))

        parts += ["", heading_text(f"{ruleset.name}: as {first.name}, except"), _value_table(ruleset, differs)]
    return Group(*parts)


def _value_table(ruleset: Ruleset, wanted: Callable[[str], bool]) -> RenderableType:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for name in filter(wanted, ALL_OPTIONS):
        table.add_row(name, format_option(getattr(ruleset, name)))
    return indent_content(table)


# --- one of them ------------------------------------------------------------------------------------------------------

def show_one(console: Console, ruleset: Ruleset) -> None:
    changes = ruleset.changes()
    console.print(Text.assemble((ruleset.name, HEADING), _changed_text(changes)))
    console.print(f"digest {ruleset.digest.hex()[:16]}", style=QUIET)
    console.print()
    console.print(option_table(ruleset))
    if changes:
        console.print(f"* not as in {ruleset.name}", style=QUIET)
    console.print()
    console.print(heading_text("Sizes, price of a share, and bonuses, in dollars"))
    console.print()
    card = price_card(ruleset)
    console.print(price_card_table(card, console))
    if any(ranges and ranges[0][0] == 0 for row in card.rows for ranges in row.sizes):
        console.print("Size 0 is a chain that is not on the board.", style=QUIET)


def _changed_text(changes: dict[str, object]) -> str:
    return ", changed: " + ", ".join(f"{name}={format_option(value)}" for name, value in changes.items()) if changes else ""


def option_table(ruleset: Ruleset) -> Table:
    """Return every option with its value and what it means."""
    table = Table(box=HEAD_BOX, show_edge=False, pad_edge=False, header_style=HEADING, padding=(0, 2, 0, 0))
    table.add_column("  option", no_wrap=True)
    table.add_column("value", overflow="fold")
    table.add_column("meaning", style=QUIET)
    changes = ruleset.changes()
    for name, option in ALL_OPTIONS.items():
        value = format_option(getattr(ruleset, name))
        changed = name in changes
        table.add_row(Text(f"* {name}" if changed else f"  {name}", style=CHANGED if changed else ""),
                      Text(value, style=CHANGED if changed else HEADING), option.help)
    return table
