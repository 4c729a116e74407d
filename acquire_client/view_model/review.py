"""An analysis for people: curves cut to columns, swings and mistakes as rows of words. Nothing is judged here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from acquire_client.language import message
from acquire_client.view_model.hints import reason_sentence
from acquire_client.view_model.moves import move_text, what_follows
from acquire_client.view_model.words import TableNames
from acquire_core.analysis import Analysis, DecisionVerdict, Point, Swing

# What moved a seat's chance. Luck is what the seat could do nothing about.
_CAUSES = {
    "mistake": message("own mistake"),
    "choice": message("own turn"),
    "hand": message("luck: the tiles in hand"),
    "rival": message("luck: turn of {mover}"),
    "draw": message("luck: a drawn tile"),
    "round": message("what all did at once"),
}


@dataclass(frozen=True, slots=True)
class Curve:
    """The win chance of a seat, or in team play a team, or its share of all money, column by column."""

    name: str
    values: tuple[float, ...]

    @property
    def first(self) -> float:
        return self.values[0]

    @property
    def last(self) -> float:
        return self.values[-1]


@dataclass(frozen=True, slots=True)
class SwingRow:
    """A turn or a round that changed much, from the side of the seat that it moved most, and the dearest mistake in it.

    `moves` are those of `mover`, whose turn it was; in a round `mover` is the seat whose chance moved most, and for a tile drawn
    for the market it is empty.
    """

    turn: int
    mover: str
    who: str
    before: float
    after: float
    cause: str
    moves: str
    mistake: MistakeRow | None


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A move, the seat's chance with it, and the better move with its chance, its reason and what was to follow it; and the part
    of the seat's money that the move cost."""

    turn: int
    move: int
    who: str
    played: str
    played_chance: float
    better: str
    better_chance: float
    reason: str
    then: str
    money_loss: float


@dataclass(frozen=True, slots=True)
class SumRow:
    """A seat's way from its first chance to its last one, its mistakes, and what they left of chances and money. What is left is
    None where no decision was judged."""

    who: str
    first: float
    last: float
    own: float
    rivals: float
    draws: float
    rounds: float
    mistakes: int
    lost: float
    accuracy: float | None
    money_mistakes: int
    money_kept: float | None


def accuracy_after(losses: Iterable[float]) -> float:
    """Return what mistakes leave of 100 %: each takes its loss of win chance away from what is left.

    >>> round(accuracy_after([0.1, 0.2]), 2), accuracy_after([])
    (0.72, 1)
    """
    return math.prod(1 - loss for loss in losses)


def chance_curves(analysis: Analysis, names: TableNames, columns: int, of_money: bool = False) -> tuple[Curve, ...]:
    """Return one curve for each seat or team, in so many columns: of its win chance, or of its share of all money at the end."""
    points = [point.money_shares if of_money else point.chances for point in _by_column(analysis.points, columns)]
    sides = range(2 if names.teams else len(names.seats))
    return tuple(Curve(names.holder(side), tuple(shares[side] for shares in points)) for side in sides)


def has_money_shares(analysis: Analysis) -> bool:
    """Return True if the shares of all money are known at each point."""
    return all(point.money_shares for point in analysis.points)


def turns_by_column(analysis: Analysis, columns: int) -> tuple[int, ...]:
    return tuple(point.turn for point in _by_column(analysis.points, columns))


def _by_column(points: Sequence[Point], columns: int) -> list[Point]:
    last = len(points) - 1
    return [points[round(column * last / max(1, columns - 1))] for column in range(columns)]


def swing_rows(analysis: Analysis, names: TableNames) -> tuple[SwingRow, ...]:
    return tuple(_swing_row(swing, names) for swing in analysis.swings)


def _swing_row(swing: Swing, names: TableNames) -> SwingRow:
    mover = name_of_mover(swing, names)
    return SwingRow(
        swing.turn, mover, names.seat(swing.seat), swing.before[swing.seat], swing.after[swing.seat],
        names.translate(_CAUSES[swing.cause], mover=mover), swing_moves(swing, names),
        None if swing.verdict is None else mistake_row(swing.verdict, names))


def name_of_mover(swing: Swing, names: TableNames) -> str:
    """Return the name of the seat whose moves are shown: whose turn it was, or in a round the one that it moved most. It is empty
    for a drawn tile."""
    return "" if swing.shown_mover is None else names.seat(swing.shown_mover)


def swing_moves(swing: Swing, names: TableNames) -> str:
    """Return what the seat of `name_of_mover` did, or that it did nothing; for a drawn tile, all moves."""
    moves = (move_text(action, names.words) for _, action in swing.moves if swing.shown_mover in (None, action.seat))
    return ", ".join(filter(None, moves)) or names.translate("nothing")


def other_mistakes(analysis: Analysis, names: TableNames) -> tuple[MistakeRow, ...]:
    """Return the mistakes that are not told with the swings, the dearest first."""
    shown = [swing.verdict for swing in analysis.swings]
    return tuple(mistake_row(verdict, names) for verdict in analysis.mistakes if verdict not in shown)


def money_mistakes(analysis: Analysis, most: int | None = None) -> tuple[DecisionVerdict, ...]:
    """Return the moves that cost money and are not mistakes already, the dearest first; of each seat at most so many."""
    listed: dict[int, int] = {}
    found = []
    for verdict in analysis.money_mistakes:
        if not verdict.is_mistake and (most is None or listed.get(verdict.seat, 0) < most):
            listed[verdict.seat] = listed.get(verdict.seat, 0) + 1
            found.append(verdict)
    return tuple(found)


def mistake_row(verdict: DecisionVerdict, names: TableNames) -> MistakeRow:
    """Return a verdict in words."""
    played, better = (move_text(action, names.words) or names.translate("go on without") for action in (verdict.played,
                                                                                                        verdict.best))
    return MistakeRow(verdict.turn, verdict.move, names.seat(verdict.seat), played, verdict.played_chance, better,
                      verdict.best_chance, reason_sentence(verdict.best_reason, names, "the"),
                      what_follows(verdict.best_line, verdict.seat, names), verdict.money_loss)


def sum_rows(analysis: Analysis, names: TableNames) -> tuple[SumRow, ...]:
    rows = []
    for total in analysis.sums:
        losses = [verdict.loss for verdict in analysis.mistakes if verdict.seat == total.seat]
        accuracy = accuracy_after(losses) if total.decisions else None
        rows.append(SumRow(names.seat(total.seat), total.first, total.last, total.own, total.rivals, total.draws, total.rounds,
                           total.mistakes, total.lost, accuracy, total.money_mistakes,
                           total.money_kept if total.decisions else None))
    return tuple(rows)


def summary_lines(analysis: Analysis, names: TableNames) -> tuple[str, ...]:
    """Return how the game ended, and what the figures rest on, in sentences."""
    record = analysis.record
    game = record.game()
    length = (names.translate("{moves:move|moves}, {rounds:round|rounds}.", moves=len(record.actions), rounds=game.turn)
              if names.rounds else
              names.translate("{moves:move|moves}, {turns:turn|turns}.", moves=len(record.actions), turns=game.turn))
    if game.over:
        first = [(side, money) for rank, side, money in game.standings() if rank == 1]
        text = message("{who} wins with {money:$}.")
        if len(first) > 1:
            text = message("{who} share the win with {money:$}.")
        elif names.teams:
            text = message("{who} win with {money:$}.")
        end = names.translate(text, who=names.words.listing(names.holder(side) for side, _ in first), money=first[0][1])
    else:
        end = names.translate("The record ends before the game does.")
    least = min((point.playouts for point in analysis.points if point.playouts), default=0)
    work = names.translate("{count:decision|decisions} judged by level {level}, positions played out at least {least:,} times.",
                           count=len(analysis.verdicts), level=analysis.effort.level, least=least)
    unknown = [names.translate("{count:decision|decisions} cannot be judged: tiles are not known.", count=analysis.unknown)]
    return f"{length} {end}", work, *unknown[:analysis.unknown]


def signed_points(change: float) -> str:
    """
    >>> signed_points(-0.194), signed_points(0.002)
    ('-19', '0')
    """
    points = round(100 * change)
    return f"{points:+}" if points else "0"
