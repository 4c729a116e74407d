"""The log of a match: one line a fact, with the chain and the tiles that it speaks of, in turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.sentences import event_sentence, is_quiet, own_sentence, seat_of_sentence, without_hidden_draws
from acquire_client.view_model.words import TableNames
from acquire_core import Ruleset
from acquire_core import events as ev
from acquire_core.actions import Action, Place


@dataclass(frozen=True, slots=True)
class LogLine:
    """`turn` is set on the line that begins a turn, `quiet` where nothing came of an answer; `seat` is who acted or is paid."""

    text: str
    chain: str = ""
    tiles: tuple[str, ...] = ()
    turn: int = 0
    quiet: bool = False
    seat: int | None = None
    round: bool = False
    """The turn is a round of simultaneous play."""


WHY_FIRST = {
    "lowest_number": message("The opening tile in the lowest column decides it."),
    "topmost_row": message("The opening tile nearest to the top decides it."),
    "closest_1A": message("The opening tile nearest to 1A decides it."),
    "closest_1A_manhattan": message("The opening tile decides it from which it is the fewest steps to 1A."),
    "seat0": message("The first seat begins by these rules."),
}


def log_lines(action: Action, events: Sequence[ev.Event], names: TableNames, rules: Ruleset | None = None) -> tuple[LogLine, ...]:
    """Return one step as lines.

    `events` are those that the reader may know; draws of tiles that the reader may not see are left out. With `rules`, a line
    says why the first player goes first.

    >>> from acquire_core.actions import Place
    >>> log_lines(Place(0, "5E"), [ev.TilePlaced(0, "5E")], TableNames(("Ada", "Bo")))
    (LogLine(text='Ada places 5E.', chain='', tiles=('5E',), turn=0, quiet=False, seat=0, round=False),)
    """
    shown = without_hidden_draws(events)
    lines = [_line_of(event, names) for event in shown]
    if rules is not None:
        lines += map(LogLine, why_first(events, names, rules))
    own = own_sentence(action, shown, names)
    if not own:
        return tuple(lines)
    tiles = (action.tile,) if isinstance(action, Place) else ()
    return LogLine(own, tiles=tiles, quiet=is_quiet(action) or not names.rounds, seat=action.seat), *lines


def why_first(events: Iterable[ev.Event], names: TableNames, rules: Ruleset) -> tuple[str, ...]:
    """Return why the first player goes first, where it was found out just now.

    >>> from acquire_core import RULESETS
    >>> why_first([ev.StarterFound(0)], TableNames(("Ada", "Bo")), RULESETS["dos-1988"])
    ('The opening tile nearest to 1A decides it.',)
    """
    found = any(isinstance(event, ev.StarterFound) for event in events)
    return (names.translate(WHY_FIRST[rules.start_rule]),) if found else ()


def _line_of(event: ev.Event, names: TableNames) -> LogLine:
    if isinstance(event, ev.TurnBegan):
        return LogLine(names.seat(event.seat), turn=event.turn, round=names.rounds)
    chain = getattr(event, "chain", None) or getattr(event, "survivor", None) or ""
    tile = getattr(event, "tile", None)
    tiles = (*([tile] if isinstance(tile, str) else ()), *getattr(event, "absorbed", ()))
    return LogLine(event_sentence(event, names), chain, tiles, quiet=isinstance(event, ev.PlacementPassed | ev.TileDrawn),
                   seat=None if names.teams and isinstance(event, ev.FinalRank) else seat_of_sentence(event))


class TableLog:
    """The lines of a table, step by step.

    >>> last = LogLine("Ada founds Tower."), LogLine("Ada buys nothing.", quiet=True)
    >>> log = TableLog([(LogLine("Ada places 5E."),), (), last])
    >>> len(log.lines), log.lines_of(1), log.lines_of(3)
    (3, 1, 3)
    """

    def __init__(self, steps: Iterable[Sequence[LogLine]] = ()) -> None:
        self.lines: list[LogLine] = []
        self._ends = [0]
        for lines in steps:
            self.add(lines)

    def add(self, lines: Sequence[LogLine]) -> None:
        """Add the lines of one step."""
        self.lines += lines
        self._ends.append(len(self.lines))

    @property
    def step_count(self) -> int:
        return len(self._ends) - 1

    def lines_of(self, steps: int) -> int:
        """Return how many lines tell of the first so many steps."""
        return self._ends[steps]
