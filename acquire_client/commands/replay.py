"""`acquire replay`: a recorded game at any move, step by step, or as JSON for programs.

A move is an action of the record, chance included: move 0 is the empty table, move N comes after the Nth action line.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from acquire_client.commands import UsageError
from acquire_client.commands.arguments import add_json_argument, whole_number
from acquire_client.commands.records import add_record_arguments, load, show_header
from acquire_client.terminal.console import BAD, QUIET, is_watched, make_console, position_screen
from acquire_client.view_model.position import Position, position_of
from acquire_client.view_model.words import TableNames, printable
from acquire_core.actions import Action
from acquire_core.notation import format_action
from acquire_core.record import Record

MANY = 10**9
KEYS = "Enter or n: next   p: previous   t: next turn   b: turn back   12: move 12   t 5: turn 5   s: start   e: end   q: quit"


def configure(parser: argparse.ArgumentParser) -> None:
    add_record_arguments(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--move", metavar="N", type=whole_number(0, MANY), help="after so many actions (default: the end)")
    where.add_argument("--turn", metavar="N", type=whole_number(0, MANY), help="at the end of this turn; 0 is the opening")
    where.add_argument("--all", action="store_true", help="print the game move by move")
    parser.add_argument("--once", action="store_true", help="print one position and ask nothing, also on a terminal")
    add_json_argument(parser, "print the position after each action as JSON, one object a line; with --move or --turn only that")


def run(args: argparse.Namespace) -> int:
    replay = RecordPositions(load(args.file, args.tolerate, "replay", rounds=True))
    move = replay.end
    if args.move is not None:
        move = replay.checked_move(args.move)
    elif args.turn is not None:
        move = replay.end_of_turn(args.turn)
    if args.json:
        only = move if args.move is not None or args.turn is not None else None
        print_json(replay, only)
        return 0
    console = make_console()
    show_header(console, replay.record, args.file)
    if args.all:
        replay.show_each(lambda position: show(console, replay, position))
        return 0
    show(console, replay, replay.position_at(move))
    if is_watched(console) and sys.stdin is not None and sys.stdin.isatty() and not args.once:
        step_through(console, replay, move)
    return 0


class RecordPositions:
    """A record and its positions. Going anywhere means playing from the start, which takes less than a keystroke."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.end = len(record.actions)
        self.lines = record.action_lines()
        self.names = TableNames.of_seats([seat.name for seat in record.seats], record.ruleset)
        self.turns = self._turn_numbers()

    def _turn_numbers(self) -> list[int]:
        """Return the number of the turn after each move; the action that begins a turn still belongs to the one before."""
        game = self.record.new_game()
        turns = [game.turn]
        for action in self.record.actions:
            game.apply(action, events=False)
            turns.append(game.turn)
        return turns

    def line_number(self, move: int) -> int | None:
        return self.lines[move - 1] if move else None

    def checked_move(self, move: int) -> int:
        if not 0 <= move <= self.end:
            raise UsageError(f"there is no move {move}: the record has {self.end}")
        return move

    def end_of_turn(self, turn: int) -> int:
        """Return the last move at which a turn's own actions are done."""
        if not 0 <= turn <= self.turns[-1]:
            raise UsageError(f"there is no turn {turn}: the record goes to turn {self.turns[-1]}")
        later = next((move for move, at in enumerate(self.turns) if at > turn), None)
        return self.end if later is None else later

    def position_at(self, move: int) -> Position:
        game = self.record.game(max(0, move - 1))
        if move == 0:
            return position_of(game, self.names)
        action = self.record.actions[move - 1]
        return position_of(game, self.names, move, action, game.apply(action))

    def show_each(self, show: Callable[[Position], None]) -> None:
        for move, step in enumerate(self.record.replay(), 1):
            show(position_of(step.game, self.names, move, step.action, step.events))


def print_json(replay: RecordPositions, only: int | None) -> None:
    """Print the snapshot after each action, with the number of the move, the action, and its line in the file."""
    chains = replay.record.ruleset.chain_names

    def line(move: int, action: Action | None, snapshot: dict[str, object]) -> str:
        text = None if action is None else format_action(action, chains)
        return json.dumps({"move": move, "action": text, "line": replay.line_number(move), **snapshot})

    if only is not None:
        action = replay.record.actions[only - 1] if only else None
        print(line(only, action, replay.record.game(only).snapshot()))
        return
    for move, step in enumerate(replay.record.replay(events=False), 1):
        print(line(move, step.action, step.game.snapshot()))


def show(console: Console, replay: RecordPositions, position: Position) -> None:
    console.print()
    console.print(position_screen(position, replay.end, replay.line_number(position.move), console))


# --- stepping ---------------------------------------------------------------------------------------------------------

def step_through(console: Console, replay: RecordPositions, move: int) -> None:
    """Read keys line by line until the reader has seen enough."""
    console.print()
    console.print(KEYS, style=QUIET)
    while True:
        try:
            typed = input(f"move {move}/{replay.end}> ").strip().lower()
        except EOFError:
            console.print()
            return
        if typed in ("q", "quit"):
            return
        try:
            wanted = wanted_move(replay, move, typed)
        except UsageError as error:
            console.print(Text(printable(str(error)), style=BAD))
            continue
        if wanted == move:
            console.print("That is where we are." if typed not in ("?", "h", "help") else KEYS, style=QUIET)
            continue
        move = wanted
        show(console, replay, replay.position_at(move))


def wanted_move(replay: RecordPositions, move: int, typed: str) -> int:
    """Return the move that a typed line leads to."""
    turn = replay.turns[move]
    if typed in ("", "n", "next"):
        return min(move + 1, replay.end)
    if typed in ("p", "previous"):
        return max(move - 1, 0)
    if typed == "t":
        return replay.end if replay.turns[-1] == turn else replay.end_of_turn(turn)
    if typed == "b":
        return replay.turns.index(turn) if replay.turns.index(turn) < move else replay.turns.index(max(turn - 1, 0))
    if typed in ("s", "start"):
        return 0
    if typed in ("e", "end"):
        return replay.end
    if typed in ("?", "h", "help"):
        return move
    word, _, number = typed.rpartition(" ")
    if word in ("", "t") and number.isascii() and number.isdigit() and len(number) < 10:
        return replay.end_of_turn(int(number)) if word == "t" else replay.checked_move(int(number))
    raise UsageError("that is not understood; ? lists the keys")
