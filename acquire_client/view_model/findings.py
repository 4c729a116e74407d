"""What a review of a game lists: each player's accuracy, and a line for each mistake and each turning point, one's own first.

Luck stands apart from decisions: a mistake is a finding of its own, and the other findings name what moved a chance without one.
A move that cost money and no chance is a finding too, because where a game is lost nothing else costs anything.
docs/players/analysis.md says how accuracy, money and luck are counted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from acquire_client.language import ENGLISH, Words, message
from acquire_client.view_model.review import MistakeRow, mistake_row, money_mistakes, name_of_mover, sum_rows, swing_moves
from acquire_client.view_model.words import TableNames
from acquire_core.actions import Place
from acquire_core.analysis import Analysis, DecisionVerdict, Swing

BLUNDER_LOSS = 0.1
"""Win chance, or part of the own money, that makes a mistake a large one."""
MAX_MONEY_FINDINGS = 5
"""Listed of each player; in a lost game there may be dozens, and all count."""


class FindingKind(Enum):
    """Its value stands in front of a finding, and on the curve."""

    BLUNDER = "??"
    MISTAKE = "?"
    MONEY_BLUNDER = "$$"
    MONEY_MISTAKE = "$"
    RISE = "↑"
    FALL = "↓"


_CAUSES = {
    "choice": message("A good turn"),
    "hand": message("Luck: no better tiles"),
    "rival": message("Luck: {mover}'s turn"),
    "draw": message("Luck: a drawn tile"),
    "round": message("What all did at once"),
}


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """What one player's decisions and luck did. `accuracy`, and `money` likewise for the money at the end, are None where no
    decision was judged; the others are win chances."""

    seat: int
    name: str
    accuracy: float | None
    mistakes: int
    lost: float
    luck: float
    money: float | None


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake or a turning point: whose chance or money it changed, by how much, and what there is to say about it.

    `move` is the number of the action, the first being 1; one before it a replay shows what was asked.
    """

    kind: FindingKind
    seat: int
    is_own: bool
    turn: int
    move: int
    change: float
    title: str
    text: str
    better: str
    better_tile: str = ""
    """The tile that was the better one to place, if it was about that."""

    @property
    def is_mistake(self) -> bool:
        return self.kind in (FindingKind.BLUNDER, FindingKind.MISTAKE) or self.is_about_money

    @property
    def is_about_money(self) -> bool:
        """Return True for a mistake that cost money and no chance to speak of."""
        return self.kind in (FindingKind.MONEY_BLUNDER, FindingKind.MONEY_MISTAKE)


def signed_share(change: float, words: Words = ENGLISH) -> str:
    """Return a change of a chance in percent, with its sign.

    >>> signed_share(0.294), signed_share(-0.04), signed_share(0.001)
    ('+29%', '-4%', '0%')
    """
    points = round(100 * change)
    return ("+" if points > 0 else "-" if points < 0 else "") + words.percent(abs(points) / 100)


def player_reviews(analysis: Analysis, names: TableNames) -> tuple[PlayerReview, ...]:
    """Return a review for each seat, in their order. Luck is what remains when own mistakes are taken out: the first chance,
    mistakes and luck add up to the last one."""
    return tuple(PlayerReview(total.seat, row.who, row.accuracy, row.mistakes, row.lost, row.last - row.first + row.lost,
                              row.money_kept) for total, row in zip(analysis.sums, sum_rows(analysis, names), strict=True))


def findings(analysis: Analysis, names: TableNames, own: Collection[int]) -> tuple[Finding, ...]:
    """Return all mistakes, those of the seats in `own` first, the costliest first; then in the same order the moves that cost
    money alone, and the turning points that are none of both."""
    found = [_of_mistake(verdict, names, own) for verdict in analysis.mistakes]
    found += [_of_money(verdict, names, own) for verdict in money_mistakes(analysis, MAX_MONEY_FINDINGS)]
    found += [_of_swing(swing, names, own) for swing in analysis.swings if swing.cause != "mistake"]
    return tuple(sorted(found, key=lambda one: (not one.is_mistake, one.is_about_money, not one.is_own, -abs(one.change))))


def _title_of(turn: int, what: str, names: TableNames) -> str:
    if names.rounds:
        return names.translate("Round {turn}: {what}", turn=turn, what=what)
    return names.translate("Turn {turn}: {what}", turn=turn, what=what)


def _of_mistake(verdict: DecisionVerdict, names: TableNames, own: Collection[int]) -> Finding:
    row, is_own = mistake_row(verdict, names), verdict.seat in own
    kind = FindingKind.BLUNDER if verdict.loss >= BLUNDER_LOSS else FindingKind.MISTAKE
    tile = verdict.best.tile if isinstance(verdict.best, Place) else ""
    return Finding(kind, verdict.seat, is_own, verdict.turn, verdict.move, -verdict.loss, _title_of(row.turn, row.played, names),
                   _played_text(row, names, is_own and len(own) == 1), better_text(row, names), tile)


def _of_money(verdict: DecisionVerdict, names: TableNames, own: Collection[int]) -> Finding:
    row, is_own, loss = mistake_row(verdict, names), verdict.seat in own, verdict.money_loss
    kind = FindingKind.MONEY_BLUNDER if loss >= BLUNDER_LOSS else FindingKind.MONEY_MISTAKE
    tile = verdict.best.tile if isinstance(verdict.best, Place) else ""
    if is_own and len(own) == 1:
        text = names.translate("You chose: {move}. It cost {loss:%} of your money at the end.", move=row.played, loss=loss)
    else:
        text = names.translate("{name} chose: {move}. It cost {loss:%} of their money at the end.", name=row.who,
                               move=row.played, loss=loss)
    better = " ".join(filter(None, (names.translate("Better was: {move}.", move=row.better), row.reason, row.then)))
    return Finding(kind, verdict.seat, is_own, verdict.turn, verdict.move, -loss, _title_of(row.turn, row.played, names), text,
                   better, tile)


def _played_text(row: MistakeRow, names: TableNames, is_you: bool) -> str:
    if is_you:
        return names.translate("You chose: {move} ({chance:%}).", move=row.played, chance=row.played_chance)
    return names.translate("{name} chose: {move} ({chance:%}).", name=row.who, move=row.played, chance=row.played_chance)


def better_text(row: MistakeRow, names: TableNames) -> str:
    """Return what was better, why, and what was to follow it."""
    better = names.translate("Better was: {move} ({chance:%}).", move=row.better, chance=row.better_chance)
    return " ".join(filter(None, (better, row.reason, row.then)))


def _of_swing(swing: Swing, names: TableNames, own: Collection[int]) -> Finding:
    mover = name_of_mover(swing, names)
    cause = names.translate(_CAUSES[swing.cause], mover=mover)
    moves = swing_moves(swing, names)
    text = names.translate("{name} {before:%} → {after:%}.", name=names.seat(swing.seat), before=swing.before[swing.seat],
                           after=swing.after[swing.seat])
    first = swing.moves[0][0] if swing.moves else 0
    better = ""
    if swing.verdict is not None:
        row = mistake_row(swing.verdict, names)
        better = f"{_played_text(row, names, False)} {better_text(row, names)}"
    return Finding(FindingKind.RISE if swing.change > 0 else FindingKind.FALL, swing.seat, swing.seat in own, swing.turn,
                   first, swing.change, _title_of(swing.turn, cause, names),
                   f"{text} {mover}: {moves}." if mover else f"{text} {moves}.", better)
