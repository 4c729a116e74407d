"""A game as a text: the save file, the replay, the golden test and the bug report in one (docs/developers/record-format.md).

A header, one line for each action with chance included, a check line at each turn, the result. `Record` is that as a value;
its text follows from it byte for byte, so reading is: find damaged lines (record_check.py), parse the rest, play it,
and compare what would be written with what is there. Sealed games are audited in record_audit.py.
Only `load_record` touches the disk.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from .actions import Action
from .engine.game import Game
from .events import Event
from .hidden_draws import hide_draws, merge_draws
from .notation import NotationError, format_action, parse_action
from .record_check import MAX_BYTES, MAX_LINES, RecordError, Sheet, find_damage, read_check_line, refuse_truncated, split_lines
from .record_header import Header, Seat, clean_name, looks_like_header, read_header
from .refusals import IllegalAction
from .tile_source import ScriptedBag, ShuffledBag

__all__ = ["Record", "RecordError", "ReplayStep", "Seat", "clean_name", "load_record", "read_record", "record_of"]

BLOCK_LINES = 20
"""A check line also comes after so many actions without one, so that little is unchecked at the end of a file cut off."""

WAITING = "waiting "
"""Before an answer that waits for others."""

_RESULT = re.compile(rb"over [a-z_]{1,20}|result [1-6] [0-5] (0|[1-9][0-9]{0,9})")


class ReplayStep(NamedTuple):
    """One action of a replay: its line in the text, what it was, what came of it, and the game after it.

    The game goes on with the replay: take `game.copy()` to keep it.
    """

    line: int
    action: Action
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, kw_only=True)
class Record(Header):
    """A game from its start: rules, seats and every action, chance included.

    >>> game = Game("classic", players=2, tiles=ShuffledBag(seed=1))
    >>> read_record(game.record().text()).actions == tuple(game.actions())
    True
    """

    actions: tuple[Action, ...] = ()
    waiting: tuple[Action, ...] = ()
    """Answers of the last, sealed step that wait for others, in table order; only a local save of simultaneous play has them."""

    def text(self) -> str:
        """Return the record as it is saved; the same record always gives the same text."""
        lines = [line for line, _ in _write_lines(self, self.public_actions(), events=False)]
        text = "".join(f"{line}\n" for line in lines)
        if len(lines) > MAX_LINES or len(text.encode()) > MAX_BYTES:
            raise ValueError(f"a record of {len(lines)} lines and {len(text.encode())} bytes is longer than records may be: "
                             f"{MAX_LINES} lines, {MAX_BYTES} bytes")
        return text

    def replay(self, events: bool = True) -> Iterator[ReplayStep]:
        """Play the game again, action by action; a `RecordError` names the line of an action that the rules refuse."""
        for _, step in _write_lines(self, self.actions, events):
            if step is not None:
                yield step

    def game(self, actions: int | None = None) -> Game:
        """Return the game after so many actions, or after all of them and with the answers that wait."""
        game = self.new_game()
        for action in (*self.actions, *self.waiting) if actions is None else self.actions[:actions]:
            game.apply(action, events=False)
        return game

    def new_game(self) -> Game:
        """Return the game before its first action; it has no tile source, so chance is applied like the rest."""
        return Game(self.ruleset, self.players, sealed=self.sealed)

    def action_lines(self) -> tuple[int, ...]:
        """Return the line of the text in which each action stands."""
        return tuple(step.line for _, step in _write_lines(self, self.public_actions(), events=False) if step is not None)

    def public_actions(self) -> tuple[Action, ...]:
        """Return what all seats of a sealed game apply alike; so false claims, which the audit judges, have a text too."""
        return hide_draws(self.actions, None) if self.sealed else self.actions

    def view(self, seat: int | None) -> Record:
        """Return what one seat of a sealed game may know of its record, or with None everybody: other draws are `??`."""
        if not self.sealed:
            raise ValueError("only a sealed game has views: in an open one, what happens unasked follows from all hands")
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise ValueError(f"seats run from 0 to {self.players - 1}, not {seat!r}")
        return replace(self, actions=hide_draws(self.actions, seat), seed=None)  # the seed would tell all tiles

    def opened(self, *others: Record) -> Record:
        """Return the complete record: this view and those of the other seats of the same sealed game, put together.

        A `RecordError` names the line in which two of them contradict each other, or which none of them knows.
        What the seats have claimed is not checked here but by `audit`.
        """
        if not self.sealed:
            raise ValueError("only records of sealed games are opened: others have no hidden tiles")
        for other in others:
            self._check_same_game(other)
        return replace(self, actions=merge_draws(self.actions, [other.actions for other in others], self.action_lines()))

    def _check_same_game(self, other: Record) -> None:
        """Raise a RecordError, which names the line, where another record begins otherwise or has another length."""
        mine, theirs = (replace(record, tiles="given", seed=None).header_lines() for record in (self, other))
        for number, (here, there) in enumerate(zip(mine, theirs, strict=False), 1):
            if here != there:
                raise RecordError(number, f"these are two games: {here!a} here, {there!a} in another record")
        if other.sealed != self.sealed or len(other.actions) != len(self.actions):
            count, others = len(self.actions), len(other.actions)
            raise RecordError(None, f"these are two games: {count} actions here, {others} in another record")


# --- writing ----------------------------------------------------------------------------------------------------------

def record_of(game: Game, seats: Iterable[Sequence[str]] | None = None, waiting: bool = False) -> Record:
    """Return the record of a game; `seats` are (name, kind) in order of the seats, names of any origin.

    With `waiting` it holds what nobody else may see: answers of simultaneous play that wait for others. That is for a local save.
    """
    if not game.from_start:
        raise ValueError("a record begins with the start of the game: this one began from a position, or was played on at "
                         "random without a history")
    if seats is None:
        seats = [(f"Seat {seat}", "unknown") for seat in range(game.players)]
    named = [Seat(*seat) for seat in seats]
    if len(named) != game.players:
        raise ValueError(f"{len(named)} seats are named, but the game has {game.players}")
    bag = game.tiles
    return Record(
        ruleset=game.ruleset, sealed=game.sealed, actions=tuple(game.actions()), waiting=tuple(game.waiting() if waiting else ()),
        seats=tuple(Seat(clean_name(name) or f"Seat {number}", kind) for number, (name, kind) in enumerate(named)),
        tiles="shuffled" if type(bag) is ShuffledBag else "scripted" if type(bag) is ScriptedBag else "given",
        seed=bag.seed if type(bag) is ShuffledBag else None)


def _write_lines(record: Record, played: Iterable[Action], events: bool) -> Iterator[tuple[str, ReplayStep | None]]:
    """Yield the lines of the text while the game is played, each action's with its step.

    `played` are the actions that the game applies: those of the record, or without the draws of hidden hands.
    """
    sheet = Sheet()
    for line in record.header_lines():
        yield sheet.add(line), None
    chains = record.ruleset.chain_names
    game = record.new_game()
    yield sheet.check("start", game.turn, game.digest()), None
    for action, recorded in zip(record.actions, played, strict=True):
        turn = game.turn
        try:
            happened = game.apply(recorded, events)
        except IllegalAction as refused:
            raise RecordError(sheet.count + 1, str(refused)) from refused
        if action.seat is None:
            raise RecordError(sheet.count + 1, "in a record an action begins with its seat")
        line = sheet.add(format_action(action, chains))
        yield line, ReplayStep(sheet.count, action, happened, game)
        if game.turn != turn:
            yield sheet.check("turn", game.turn, game.digest()), None
        elif len(sheet.marks) == BLOCK_LINES:
            yield sheet.check("more", game.turn, game.digest()), None
    if game.to_move is None:
        yield sheet.add(f"over {game.end_reason}"), None
        for rank, seat, dollars in game.standings():
            yield sheet.add(f"result {rank} {seat} {dollars}"), None
    if record.waiting:
        _check_waiting(game.copy(), record.waiting, sheet.count + 1)
        for action in record.waiting:
            yield sheet.add(f"{WAITING}{format_action(action, chains)}"), None
    yield sheet.check("end", game.turn, game.digest()), None


def _check_waiting(game: Game, waiting: Sequence[Action], line: int) -> None:
    """Raise a RecordError where these are not answers that wait for others, in table order."""
    try:
        for action in waiting:
            game.apply(action, events=False)
    except IllegalAction as refused:
        raise RecordError(line, str(refused)) from refused
    if game.waiting() != list(waiting):
        raise RecordError(line, "answers wait only until the last of a sealed step is in, one a seat, in table order")


# --- reading ----------------------------------------------------------------------------------------------------------

def read_record(data: str | bytes, *, tolerate_truncation: bool = False, tolerate_false_claims: bool = False) -> Record:
    """Return the record that a text holds, checked by playing it; raise a `RecordError` with the line and the reason.

    With `tolerate_truncation`, a file that ends early is read up to its last line that checks out; lines behind the last
    check line are then accepted if they are legal. With `tolerate_false_claims`, an opened record of a sealed game is
    accepted if it was legal by what all seats knew; `audit` judges the rest.
    """
    lines, rest = split_lines(_encode_text(data) if isinstance(data, str) else data)
    sound = find_damage(lines, _is_ordinary)
    if not tolerate_truncation:
        refuse_truncated(lines, rest, sound, _is_ordinary)
    elif sound.lines == 0:
        raise RecordError(len(lines) + 1, "the file was cut off inside its header")
    text = _decode_lines(lines, sound.lines)
    header, length = read_header(text)
    actions, waiting = _read_actions(text, length, sound.lines, header.ruleset.chain_names)
    record = Record(actions=actions, waiting=waiting, **{field.name: getattr(header, field.name) for field in fields(header)})
    whole = _compare_lines(record, text, sound.lines, tolerate_false_claims and record.sealed)
    return record if whole == len(actions) else replace(record, actions=actions[:whole], waiting=())


def load_record(path: str | os.PathLike[str], *, tolerate_truncation: bool = False,
                tolerate_false_claims: bool = False) -> Record:
    """Read a record from a file, but no more bytes than a record may have."""
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RecordError(None, f"a file of more than {MAX_BYTES} bytes is not a record")
    return read_record(data, tolerate_truncation=tolerate_truncation, tolerate_false_claims=tolerate_false_claims)


def _encode_text(text: str) -> bytes:
    if len(text) > MAX_BYTES:
        raise RecordError(None, f"{len(text)} characters; a record has at most {MAX_BYTES} bytes")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(text.count("\n", 0, error.start) + 1, "half of a surrogate pair is not text") from error


def _is_ordinary(in_header: bool, line: bytes) -> bool:
    """Return True if a line may stand between check lines, by its looks alone."""
    if in_header:
        return looks_like_header(line)
    if _RESULT.fullmatch(line):
        return True
    try:
        return parse_action(line.decode("ascii").removeprefix(WAITING)).seat is not None
    except (NotationError, UnicodeDecodeError):
        return False


def _decode_lines(lines: Sequence[bytes], sound: int) -> list[str]:
    """Return lines as text; behind the last check line only as far as they are UTF-8."""
    text = []
    for number, line in enumerate(lines, 1):
        try:
            text.append(line.decode())
        except UnicodeDecodeError:
            if number > sound:
                break
            raise RecordError(number, "the line is not UTF-8") from None
    return text


def _read_actions(text: Sequence[str], first: int, sound: int, chains: tuple[str, ...]
                  ) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the actions in the lines from `first` on, and the answers that wait.

    Playing them shows whether they and the lines between are right.
    """
    actions: list[Action] = []
    waiting: list[Action] = []
    for number, line in enumerate(text[first:], first + 1):
        if line.startswith("= ") or _RESULT.fullmatch(line.encode()):
            continue
        try:
            found = waiting if line.startswith(WAITING) else actions
            found.append(parse_action(line.removeprefix(WAITING), chains))
        except NotationError as error:
            if number > sound:
                break
            raise RecordError(number, str(error)) from error
    return tuple(actions), tuple(waiting)


def _compare_lines(record: Record, text: Sequence[str], sound: int, publicly: bool) -> int:
    """Play the record and compare each line with the one that is written; how many actions check out.

    Behind the last check line (`sound`) the first line that does not is the end.
    """
    number = actions = 0
    try:
        for line, step in _write_lines(record, record.public_actions() if publicly else record.actions, events=False):
            number += 1
            if number > len(text):
                break
            if text[number - 1] != line:
                raise RecordError(number, _explain_difference(text[number - 1], line))
            actions += step is not None
        if number < len(text):
            raise RecordError(number + 1, "the record should end before this line")
    except RecordError as error:
        if error.line is not None and error.line <= sound:
            raise
    return actions


def _explain_difference(found: str, due: str) -> str:
    """Say why a line that is intact is not the one that is due."""
    check, due_check = read_check_line(found.encode()), read_check_line(due.encode())
    if due_check is None:
        return f"{due!a} is due here, not {found[:100]!a}"
    if check is None:
        return "a check line is due here"
    if check.state != due_check.state:
        return f"the game stands otherwise here: its digest begins with {due_check.state}, not with {check.state}"
    return f"the check line {due!a} is due here"
