"""Find the table on this network that a player means: the only one, or the one with a number, a table code or a name.

Announcements come from strangers, and anybody may send as many as they like, so the lists shown here are bounded.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from acquire_client.commands import CommandError
from acquire_client.commands.tables import stage_text
from acquire_client.matches.near_tables import address_of
from acquire_client.terminal.console import make_console
from acquire_client.view_model.words import listing, printable
from acquire_net import (
    FoundTable,
    PlayerNameError,
    TableAddress,
    TableSearch,
    TableStage,
    checked_name,
    cleaned_text,
    fingerprint_text,
    looks_like,
    read_table_code,
)

LOOK_S = 3.0
OTHERS_S = 1.2
"""How long to wait for further tables after the first one: each table sends a beacon every second."""
MAX_LISTED = 12
MAX_TRIES = 3
MAX_NUMBER_DIGITS = 3

Numbered = Sequence[tuple[int, FoundTable]]
"""Tables with their numbers in the whole list, as `acquire tables` shows it."""
Ask = Callable[[str], str | None]


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS


def as_name(text: str) -> str | None:
    """Return the text as a player's name, None where it cannot be one."""
    try:
        return checked_name(cleaned_text(text))
    except PlayerNameError:
        return None


def choose_table(where: str | None, watches: bool, ask: Ask | None = None) -> TableAddress:
    """Return the address of the table with this number, code or name, or of the only one.

    Where there are several, `ask` asks which one; without it, list them and raise CommandError. Four letters may be a table code
    and a name at the same time: then both are meant.
    """
    numbers, name = where is not None and is_number(where), None if where is None or is_number(where) else as_name(where)
    code, look = "" if name is None else read_table_code(name), None if name is None else looks_like(name)

    def is_named(table: FoundTable) -> bool:
        return looks_like(table.name) == look or (code != "" and table.table_code == code)

    tables = list(enumerate(search_tables(lambda table: look is None or is_named(table)), 1))
    if numbers:
        wanted: Numbered = [each for each in tables if each[0] == int(where or "")]
        if not wanted:
            raise CommandError(f"there is no table {where} in the list: {len(tables)} were found. 'acquire tables' shows them")
    elif name is not None:
        wanted = [each for each in tables if is_named(each[1])]
        if not wanted:
            what = f"with the code {code}, and none of '{printable(name)}'," if code else f"of '{printable(name)}'"
            raise CommandError(f"no table {what} was found on this network. {other_tables(tables)}Ask for the join code, which "
                               "is longer, or look with 'acquire tables'")
    else:
        wanted = watchable_tables(tables) if watches else joinable_tables(tables)
    table = wanted[0][1] if len(wanted) == 1 else ask_which_table(wanted, ask)
    make_console(stderr=True).print(printable(f"{'Watching' if watches else 'Joining'} {table.name}'s table."), highlight=False)
    return address_of(table)


def other_tables(tables: Numbered) -> str:
    """Return which tables there are instead of the one that was meant; empty where there is none."""
    names = [f"{printable(table.name)} ({table.table_code})" for _, table in tables[:MAX_LISTED]]
    if len(tables) > MAX_LISTED:
        names.append(f"{len(tables) - MAX_LISTED} more")
    return f"There are tables of {listing(names)}. " if len(names) > 1 else f"There is a table of {names[0]}. " if names else ""


def joinable_tables(tables: Numbered) -> Numbered:
    """Return the tables with a free place. Where there is none, raise CommandError, which says what the player can do instead."""
    found = [each for each in tables if each[1].stage == TableStage.GATHERING and each[1].taken < each[1].places]
    if found:
        return found
    running = [table for _, table in tables if table.stage != TableStage.GATHERING]
    if running:
        names = ", ".join(printable(table.name) for table in running[:MAX_LISTED])
        raise CommandError(f"no table with a free place was found on this network, but games that have begun, of {names}: "
                           "'acquire join --watch NAME' shows one, and 'acquire join NAME' waits there for the next game")
    raise CommandError("no table with a free place was found on this network. Ask for the join code, or look with "
                       "'acquire tables', which also says what may be in the way")


def watchable_tables(tables: Numbered) -> Numbered:
    """Return the running games that may be watched; where there are none, the tables whose game is still to begin."""
    found = ([each for each in tables if each[1].stage == TableStage.SHOWN]
             or [each for each in tables if each[1].stage == TableStage.GATHERING])
    if not found:
        raise CommandError("no game that may be watched was found on this network. Ask a player for the join code, or look with "
                           "'acquire tables', which also says what may be in the way")
    return found


def ask_which_table(tables: Numbered, ask: Ask | None) -> FoundTable:
    """Ask which of these tables the player means. Raise CommandError where nobody can be asked, or nobody answers."""
    console = make_console(stderr=True)
    console.print("There are several tables:", highlight=False)
    for text in table_lines(tables):
        console.print(text, highlight=False, soft_wrap=True)
    for _ in range(MAX_TRIES if ask is not None else 0):
        answer = (ask("Which one? Type its number: ") or "").strip() if ask is not None else ""
        chosen = [table for number, table in tables if is_number(answer) and number == int(answer)]
        if chosen:
            return chosen[0]
        console.print(f"'{printable(answer)}' is not a number in the list.", highlight=False)
    raise CommandError("type the number or the name of one of them behind the command, such as 'acquire join "
                       f"{tables[0][0]}'")


def table_lines(tables: Numbered) -> Iterator[str]:
    """Yield a line for each table, as far as they fit on a screen."""
    for number, table in tables[:MAX_LISTED]:
        mark = fingerprint_text(table.fingerprint)
        yield printable(f"{number:>4}  {table.name}: {stage_text(table)}, {table.rules}, {table.table_code}, key {mark}")
    if len(tables) > MAX_LISTED:
        yield f"      and {len(tables) - MAX_LISTED} more: 'acquire join NAME' finds each of them"


def search_tables(is_wanted: Callable[[FoundTable], bool] = lambda table: True) -> tuple[FoundTable, ...]:
    """Return the tables that announce themselves. Wait a few seconds for a wanted one, and a moment longer for others."""
    changed = threading.Event()
    with TableSearch(on_change=changed.set) as discovery:
        end = time.monotonic() + LOOK_S
        while not any(map(is_wanted, discovery.snapshot())) and (left := end - time.monotonic()) > 0:
            changed.wait(left)
            changed.clear()
        if discovery.snapshot():
            time.sleep(min(OTHERS_S, max(0.0, end - time.monotonic())))
        return discovery.snapshot()
