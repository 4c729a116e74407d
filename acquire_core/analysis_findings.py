"""What an analysis finds, as values: the curve, the verdicts on decisions, the swings, and each seat's sums; and as JSON.

How they come about is in analysis.py; docs/players/analysis.md names every field of the JSON.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from .actions import Action
from .ai import Explanation, find_level, sentence
from .notation import format_action
from .record import Record
from .ruleset import format_option

FORMAT = "acquire analysis 1"

LEVEL = "expert"
MAX_PLAYOUTS = 1_000_000
MAX_SECONDS = 3600.0

MIN_LOSS = 0.02
"""Win chance that a move must have cost to be called a mistake, beside twice its error."""
MIN_MONEY_LOSS = 0.03
"""Part of a seat's money at the end that a move must have cost to be called a money mistake, beside twice its error."""
CHANCE_FOR_MONEY = 4
"""So many shares of all money weigh as much as an equal chance to win, for the levels that search (`Level.win_weight`)."""

CAUSES = ("mistake", "choice", "hand", "rival", "draw", "round")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought: so many seconds in all, or so many playouts of each position, which always gives the same figures."""

    seconds: float | None = None
    playouts: int | None = None
    level: str = LEVEL
    seed: int = 0

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.playouts is None):
            raise ValueError("an effort is a number of seconds or a number of playouts")
        if self.seconds is not None and not 0 < self.seconds <= MAX_SECONDS:
            raise ValueError(f"an analysis takes more than 0 and at most {MAX_SECONDS:.0f} seconds, not {self.seconds!r}")
        if self.playouts is not None and not 1 <= self.playouts <= MAX_PLAYOUTS:
            raise ValueError(f"a position is played out 1 to {MAX_PLAYOUTS} times, not {self.playouts!r}")
        if not find_level(self.level).weighs_options:
            raise ValueError(f"the level {self.level!r} does not weigh its options, so it cannot say what is better")


@dataclass(frozen=True, slots=True)
class Point:
    """A moment of the curve: after `move` actions, in `turn`; win chances, and money as things stand, by seat.

    `playouts` is 0 where the game is over and nothing had to be imagined. `money_shares` are the parts of all money that the
    seats, or in team play their teams, are expected to have at the end.
    """

    move: int
    turn: int
    chances: tuple[float, ...]
    money: tuple[float, ...]
    playouts: int
    errors: tuple[float, ...]
    """One standard error of each chance."""
    money_shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionVerdict:
    """One decision, by what its seat knew: the move that was made, the one that a bot prefers, and the seat's chances with both.

    `error` is the standard error of the difference, `playouts` are those behind each of the two chances, and `searched` says
    whether they are the search's own figures. Where the bot would have done the same, nothing is lost. `best_line` is what it
    expected to follow its move.

    The money shares are the part of all money that the seat, or its team, is expected to have at the end with each move, and
    `money_error` is the standard error of their difference. They are None where both moves are the same.
    """

    move: int
    turn: int
    seat: int
    phase: str
    played: Action
    best: Action
    best_line: tuple[Action, ...]
    played_chance: float
    best_chance: float
    error: float
    playouts: int
    searched: bool
    played_reason: Explanation
    best_reason: Explanation
    played_money_share: float | None = None
    best_money_share: float | None = None
    money_error: float = 0.0

    @property
    def loss(self) -> float:
        """Return what the move cost; below 0 where it turned out to be better than what the bot wanted."""
        return self.best_chance - self.played_chance

    @property
    def is_mistake(self) -> bool:
        return self.played != self.best and self.loss >= MIN_LOSS and self.loss > 2 * self.error

    @property
    def money_loss(self) -> float:
        """Return the part of the seat's money at the end that the move cost, 0.1 for a tenth; below 0 where it brought more."""
        if not self.best_money_share or self.played_money_share is None:
            return 0.0
        return 1 - self.played_money_share / self.best_money_share

    @property
    def is_money_mistake(self) -> bool:
        """Return True if the move clearly cost money, and no better chance made up for it."""
        if self.best_money_share is None or self.played_money_share is None or self.money_loss < MIN_MONEY_LOSS:
            return False
        lost = self.best_money_share - self.played_money_share
        return lost > 2 * self.money_error and lost > -CHANCE_FOR_MONEY * self.loss


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn, a round of simultaneous play, or a tile drawn for the market, after which the chances stood otherwise, and the seat
    that it moved most.

    `mover` is whose turn it was, None for a round and a tile; `moves` are the actions that a seat decided, with their numbers.
    `cause` is `mistake` (own moves, and a better one was there), `choice` (own moves, for the better), `hand` (own moves, but the
    tiles were not better), `rival` (another's turn), `draw`, or `round` (what all did at once). `verdict` is the dearest mistake
    in it, the seat's own first.
    """

    turn: int
    mover: int | None
    moves: tuple[tuple[int, Action], ...]
    seat: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    cause: str
    verdict: DecisionVerdict | None

    @property
    def change(self) -> float:
        return self.after[self.seat] - self.before[self.seat]

    @property
    def shown_mover(self) -> int | None:
        """Return whose moves say most: of whose turn it was, in a round of the seat that it moved most; None for a tile."""
        return self.seat if self.is_round else self.mover

    @property
    def is_round(self) -> bool:
        """Return True for a round of simultaneous play, which has no mover either."""
        return self.mover is None and self.cause != "draw"

    @property
    def is_luck(self) -> bool:
        """Return True if the seat could do nothing about it."""
        return self.cause in ("hand", "rival", "draw")


@dataclass(frozen=True, slots=True)
class SeatSum:
    """What moved a seat's chance from the first point to the last (its own turns, those of rivals, tiles for the market, rounds
    of simultaneous play), and what its mistakes cost.

    `money_kept` is what its money mistakes leave of its money at the end: each takes its loss away from what is left.
    """

    seat: int
    first: float
    last: float
    own: float
    rivals: float
    draws: float
    rounds: float
    decisions: int
    mistakes: int
    lost: float
    money_mistakes: int = 0
    money_kept: float = 1.0


@dataclass(frozen=True)
class Analysis:
    """All that was found, in order of the game; swings with the largest first.

    `decisions` are those with a choice, `unknown` those among them that nobody can judge because tiles are not known.
    `finished` is False if the work was stopped, or its time did not suffice to look at everything once.
    """

    record: Record
    effort: Effort
    points: tuple[Point, ...]
    verdicts: tuple[DecisionVerdict, ...]
    swings: tuple[Swing, ...]
    sums: tuple[SeatSum, ...]
    decisions: int
    unknown: int
    finished: bool

    @property
    def mistakes(self) -> tuple[DecisionVerdict, ...]:
        """Return the mistakes, the dearest first."""
        return tuple(sorted((verdict for verdict in self.verdicts if verdict.is_mistake), key=lambda verdict: -verdict.loss))

    @property
    def money_mistakes(self) -> tuple[DecisionVerdict, ...]:
        """Return the moves that cost money, the dearest first; those that cost a chance as well are among them."""
        return tuple(sorted((verdict for verdict in self.verdicts if verdict.is_money_mistake),
                            key=lambda verdict: -verdict.money_loss))

    def as_dict(self) -> dict[str, Any]:
        """Return all of it for `json`; the layout is that of docs/players/analysis.md."""
        record, chains = self.record, self.record.ruleset.chain_names
        game = record.game()
        return {
            "format": FORMAT,
            "ruleset": record.ruleset.name,
            "options": {name: format_option(value) for name, value in record.ruleset.changes().items()},
            "sealed": record.sealed,
            "seats": [{"name": seat.name, "kind": seat.kind} for seat in record.seats],
            "moves": len(record.actions),
            "turns": game.turn,
            "end_reason": game.end_reason,
            "result": [{"rank": rank, "seat": seat, "dollars": dollars} for rank, seat, dollars in game.standings()]
            if game.over else [],
            "effort": asdict(self.effort),
            "finished": self.finished,
            "points": [_round_figures(asdict(point)) for point in self.points],
            "swings": [_round_figures(_swing_dict(swing, chains)) for swing in self.swings],
            "decisions": self.decisions,
            "unknown": self.unknown,
            "verdicts": [_round_figures(_verdict_dict(verdict, chains)) for verdict in self.verdicts],
            "sums": [_round_figures(asdict(total)) for total in self.sums],
        }


def _round_figures(value: Any) -> Any:
    """Drop the digits that mean nothing: chances to a millionth, money to a cent."""
    if isinstance(value, float):
        return round(value, 6 if abs(value) <= 10 else 2)
    if isinstance(value, list | tuple):
        return [_round_figures(item) for item in value]
    return {name: _round_figures(item) for name, item in value.items()} if isinstance(value, dict) else value


def _verdict_dict(verdict: DecisionVerdict, chains: tuple[str, ...]) -> dict[str, Any]:
    return {
        "move": verdict.move, "turn": verdict.turn, "seat": verdict.seat, "phase": verdict.phase,
        "played": format_action(verdict.played, chains), "best": format_action(verdict.best, chains),
        "best_line": [format_action(action, chains) for action in verdict.best_line],
        "played_chance": verdict.played_chance, "best_chance": verdict.best_chance, "loss": verdict.loss, "error": verdict.error,
        "mistake": verdict.is_mistake, "playouts": verdict.playouts, "searched": verdict.searched,
        "played_reason": _reason_dict(verdict.played_reason), "best_reason": _reason_dict(verdict.best_reason),
        "played_money_share": verdict.played_money_share, "best_money_share": verdict.best_money_share,
        "money_loss": verdict.money_loss, "money_error": verdict.money_error, "money_mistake": verdict.is_money_mistake,
    }


def _swing_dict(swing: Swing, chains: tuple[str, ...]) -> dict[str, Any]:
    return {
        "turn": swing.turn, "mover": swing.mover,
        "moves": [{"move": number, "line": format_action(action, chains)} for number, action in swing.moves],
        "seat": swing.seat, "before": list(swing.before), "after": list(swing.after), "change": swing.change,
        "cause": swing.cause, "luck": swing.is_luck, "mistake": None if swing.verdict is None else swing.verdict.move,
    }


def _reason_dict(why: Explanation) -> dict[str, Any]:
    """Return the kind of a reason, the values that its sentence has, and the sentence."""
    values = {name: value for name, value in asdict(why).items() if name != "kind" and value not in (None, 0, ())}
    return {"kind": why.kind, "values": values, "sentence": sentence(why, your="the")}


def variance_of_mean(mean: float, mean_square: float, count: int) -> float:
    """Return the variance of the mean of so many chances; never less than so many games can show."""
    return (max(0.0, mean_square - mean * mean) + 0.25 / count) / count if count else 1.0


def error_of_money(mean: float, mean_square: float, count: int) -> float:
    """Return the standard error of a mean share of all money. So few games cannot show what is rare, so it is never quite 0."""
    return math.sqrt((max(0.0, mean_square - mean * mean) + 0.01 / count) / count) if count else 1.0


def error_of_difference(one: float, count: int, other: float, other_count: int) -> float:
    """Return the standard error of a difference of shares of wins; luck that both share only makes it smaller."""
    return math.sqrt(variance_of_mean(one, one, count) + variance_of_mean(other, other, other_count))


def worst_mistake(verdicts: Iterable[DecisionVerdict]) -> DecisionVerdict | None:
    """Return the worst mistake, or None."""
    return max((verdict for verdict in verdicts if verdict.is_mistake), key=lambda verdict: verdict.loss, default=None)
