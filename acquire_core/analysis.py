"""A recorded game looked at again: each seat's win chance over the game, what moved it, and where a better move was there.

The curve is what a spectator of the table can know (`Game.observe(None)`): games imagined from there, valued as turns end.
A decision is judged by what its seat knew: a bot says what it would have done, and both moves are compared. Nothing here
prints; `analyse` reports how far it is, can be stopped at any time, and returns what it has found by then. What is found is in
analysis_findings.py, and what the figures mean in docs/players/analysis.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from .actions import CHANCE, Action, DrawTile, MarketTile, Retire, StartTile
from .ai import BotError, Decision, make_bot, reason_for
from .ai.bots import spread_seed
from .ai.search import Mind
from .ai.weights import shipped_weights
from .analysis_findings import (
    MIN_LOSS,
    MIN_MONEY_LOSS,
    Analysis,
    DecisionVerdict,
    Effort,
    Point,
    SeatSum,
    Swing,
    error_of_difference,
    error_of_money,
    variance_of_mean,
    worst_mistake,
)
from .engine.game import Game, Observation
from .record import Record
from .refusals import IllegalAction

__all__ = ["Analysis", "DecisionVerdict", "Effort", "Point", "SeatSum", "Swing", "analyse"]

MAX_DECISIONS = 5_000
"""So many are looked at; a game that comes to its end has some hundreds."""
MIN_SWING = 0.03
"""The change of a chance that counts as a swing, beside three times its error."""
MAX_SWINGS = 8
ENOUGH_VISITS = 1000
"""So often must a search have tried both moves for its own figures to count; else both are tried afresh in the same games."""

# Parts of the time by which are done: a coarse curve, asking a bot, comparing moves. What is left makes the curve finer.
_CURVE, _SEARCH, _COMPARE = 0.1, 0.4, 0.75
_FIRST_ROUND, _LAST_ROUND = 64, 32_768  # playouts of a position where time decides: twice as many in each round
_CHUNK = 1024  # playouts between two looks at `stopped`


def analyse(record: Record, effort: Effort, report: Callable[[float], None] = lambda share: None,
            stopped: Callable[[], bool] = lambda: False, clock: Callable[[], float] = time.monotonic) -> Analysis:
    """Look at a whole record; `report` gets how much of the work is done (0 to 1), `stopped` says whether to leave off.

    >>> from acquire_core import Game, ShuffledBag
    >>> game = Game("classic", players=2, tiles=ShuffledBag(1))
    >>> [point.turn for point in analyse(game.record(), Effort(playouts=10)).points]
    [1]
    """
    return _Review(record, effort, report, stopped, clock).run()


class _Tried:
    """Imagined games of one position added up; two positions with one seed are tried with the same luck as far as it goes."""

    def __init__(self, seen: Observation, seed: int) -> None:
        self.seen = seen
        self.seed = seed
        self.count = 0
        self.chances = [0.0] * seen.players
        self.money = [0.0] * seen.players
        self.squares = [0.0] * seen.players
        self.money_shares = [0.0] * seen.players
        self.money_squares = [0.0] * seen.players

    def play_more(self, playouts: int) -> None:
        mind = Mind(spread_seed(self.seed + self.count))  # to keep one for each position would take much memory
        found = mind.estimate(self.seen, playouts, shipped_weights("net"))
        self.count += playouts
        all_sums = self.chances, self.money, self.squares, self.money_shares, self.money_squares
        for sums, means in zip(all_sums, found, strict=True):
            for seat, mean in enumerate(means):
                sums[seat] += (mean - sums[seat]) * playouts / self.count

    def chance_error(self, seat: int) -> float:
        """Return one standard error of a seat's chance."""
        return math.sqrt(variance_of_mean(self.chances[seat], self.squares[seat], self.count))

    def money_error(self, seat: int) -> float:
        """Return one standard error of a seat's share of all money."""
        return error_of_money(self.money_shares[seat], self.money_squares[seat], self.count)


@dataclass(slots=True)
class _Moment:
    """Before an action that was decided, a tile for the market, or, without an action, at the end of what is looked at."""

    game: Game
    move: int
    action: Action | None

    @property
    def has_choice(self) -> bool:
        """Return True if the action was one of several; a seat that leaves for good does not choose."""
        if self.action is None or isinstance(self.action, Retire):
            return False
        return self.game.to_move == self.action.seat != CHANCE and len(self.game.legal_codes()) > 1


@dataclass(slots=True)
class _Mark:
    """A point of the curve, with the moments from there to the next one."""

    tried: _Tried
    over: bool
    moments: list[_Moment] = field(default_factory=list)

    @property
    def point(self) -> Point:
        tried, first = self.tried, self.moments[0]
        return Point(first.move, first.game.turn, tuple(tried.chances), tuple(tried.money), 0 if self.over else tried.count,
                     tuple(0.0 if self.over else tried.chance_error(seat) for seat in range(len(tried.chances))),
                     tuple(tried.money_shares))


@dataclass(slots=True)
class _Judged:
    """A decision on its way to a verdict: what the bot found, and its move and the played one in imagined games.

    `searched` are the search's own chances, of its move and of the played one, where it has tried both so often that they count.
    """

    moment: _Moment
    seat: int
    seen: Observation
    decision: Decision
    best: _Tried
    played: _Tried
    searched: tuple[tuple[float, int], tuple[float, int]] | None = None

    @property
    def may_be_mistake(self) -> bool:
        """Return True if more imagined games might show that the move was a mistake, or that it cost money."""
        best, played = self.best.money_shares[self.seat], self.played.money_shares[self.seat]
        if best - played + 2 * self.money_error >= MIN_MONEY_LOSS * best:
            return True
        if self.searched is not None:
            return False
        return self.best.chances[self.seat] - self.played.chances[self.seat] + 2 * self.error >= MIN_LOSS

    @property
    def error(self) -> float:
        return math.hypot(self.best.chance_error(self.seat), self.played.chance_error(self.seat))

    @property
    def money_error(self) -> float:
        return math.hypot(self.best.money_error(self.seat), self.played.money_error(self.seat))


class _Stopped(Exception):
    """The work is left where it is."""


class _Review:
    """One analysis at work: the curve, then a bot's opinion of every decision, then its moves compared with those made."""

    def __init__(self, record: Record, effort: Effort, report: Callable[[float], None], stopped: Callable[[], bool],
                 clock: Callable[[], float]) -> None:
        self.record, self.effort, self.report, self.stopped, self.clock = record, effort, report, stopped, clock
        self.began = clock()
        self.done = 0.0
        self.marks = self._list_marks()
        self.choices = [moment for mark in self.marks for moment in mark.moments if moment.has_choice]
        self.verdicts: dict[int, DecisionVerdict] = {}
        self.unknown = 0
        self.hurried = False
        self.finished = False

    def run(self) -> Analysis:
        try:
            self._draw_curve(_CURVE)
            self._compare_moves(self._find_better_moves())
            self._draw_curve(1.0)
        except _Stopped:
            pass
        self._report(1.0)
        return self._collect_findings()

    def _list_marks(self) -> list[_Mark]:
        """Return the points of the curve: where a turn begins, around each tile for the market, and at the end."""
        marks: list[_Mark] = []
        turn, drawn = -1, False
        for moment in self._list_moments():
            draws = isinstance(moment.action, MarketTile)
            if moment.game.turn != turn or drawn or draws or moment.action is None:
                marks.append(_Mark(_Tried(moment.game.observe(None), self._seed_for(moment.move, 0)), moment.game.over))
            marks[-1].moments.append(moment)
            turn, drawn = moment.game.turn, draws
        return marks

    def _list_moments(self) -> Iterator[_Moment]:
        game, move, count = self.record.new_game(), 0, 0
        for action in self.record.actions:
            if not isinstance(action, StartTile | DrawTile):
                if count == MAX_DECISIONS:
                    break
                count += 1
                yield _Moment(game.copy(), move, action)
            game.apply(action, events=False)
            move += 1
        yield _Moment(game, move, None)

    def _seed_for(self, move: int, purpose: int) -> int:
        return (self.effort.seed * 1_000_003 + move) * 4 + purpose << 24

    # --- time ---

    def _time_left(self, part: float = 1.0) -> float:
        """Return the seconds until so much of the time is over; without end where the effort is a number of playouts."""
        return math.inf if self.effort.seconds is None else self.began + part * self.effort.seconds - self.clock()

    def _report(self, share: float) -> None:
        """Tell how much is done: by the clock where time decides, else `share`."""
        if self.effort.seconds is not None and share < 1:
            share = (self.clock() - self.began) / self.effort.seconds
        self.done = max(self.done, min(share, 1.0))
        self.report(self.done)

    def _play_out(self, tried: _Tried, playouts: int) -> None:
        """Play more imagined games, until there are so many or the time is over."""
        while tried.count < playouts and (self._time_left() > 0 or not tried.count):
            if self.stopped():
                raise _Stopped
            tried.play_more(min(playouts - tried.count, _CHUNK))

    def _playout_rounds(self) -> Iterator[int]:
        """Yield how often a position is to be tried by the end of each round."""
        playouts = self.effort.playouts or _FIRST_ROUND
        while playouts <= (self.effort.playouts or _LAST_ROUND):
            yield playouts
            playouts *= 2

    # --- the curve ---

    def _draw_curve(self, part: float) -> None:
        """Try positions in rounds, each from coarse to fine, so that a curve which is cut short still spans the game.

        By the end of this part of the time every position has been tried once, or the whole time is over.
        """
        for mark in self.marks:
            if mark.over and not mark.tried.count:
                mark.tried.play_more(1)
        marks = _coarse_to_fine([mark for mark in self.marks if not mark.over])
        for playouts in self._playout_rounds():
            for number, mark in enumerate(marks):
                if self._time_left(part) <= 0 and (mark.tried.count or self._time_left() <= 0):
                    return
                self._play_out(mark.tried, playouts)
                self._report(_CURVE * number / len(marks))

    # --- decisions ---

    def _find_better_moves(self) -> list[_Judged]:
        """Ask a bot about each decision, those of the largest swings first; what it would have done itself is settled."""
        marks = sorted(range(len(self.marks)), key=lambda at: -self._change_after(at))
        choices = [moment for at in marks for moment in self.marks[at].moments if moment.has_choice]
        open_ones = []
        for number, moment in enumerate(choices):
            if self.stopped():
                raise _Stopped
            if self._time_left(_COMPARE) <= 0:
                self.hurried = True
                break
            judged = self._ask(moment, len(choices) - number)
            if judged is not None:
                open_ones.append(judged)
            self._report(_CURVE + (_SEARCH - _CURVE) * number / len(choices))
        return open_ones

    def _change_after(self, at: int) -> float:
        """Return how much the chances changed from one point to the next, as far as that is known."""
        before, after = self.marks[at].tried, self.marks[min(at + 1, len(self.marks) - 1)].tried
        return max(_absolute_changes(before.chances, after.chances)) if before.count and after.count else 0.0

    def _ask(self, moment: _Moment, left: int) -> _Judged | None:
        """Ask a bot what it would have done. Return None if that settles the matter, or if the bot cannot say."""
        game, action = moment.game, moment.action
        assert action is not None and action.seat is not None
        seen, seat = game.observe(action.seat), action.seat
        deadline = None if self.effort.seconds is None else max(1.0, 1000 * self._time_left(_SEARCH) / left)
        try:
            bot = make_bot(self.effort.level, spread_seed(self._seed_for(moment.move, 1)))
            decision = bot.choose(seen, deadline, explain=True)
            _, after_best = seen.after(decision.action)
            _, after_played = seen.after(action)
        except (BotError, IllegalAction):  # nobody can say from what is known here
            self.unknown += 1
            return None
        seed = self._seed_for(moment.move, 2)
        judged = _Judged(moment, seat, seen, decision, _Tried(after_best, seed), _Tried(after_played, seed))
        best, played = _searched_chance(decision, decision.action, seat), _searched_chance(decision, action, seat)
        if decision.action == action or min(best[1], played[1]) >= ENOUGH_VISITS:
            judged.searched = best, played
            self._settle(judged)
        return None if decision.action == action else judged

    def _compare_moves(self, open_ones: Sequence[_Judged]) -> None:
        """Try both moves in the same imagined games, in rounds; after each round, moves that cannot be mistakes drop out."""
        seen_once, self.finished = False, not open_ones and not self.hurried
        for playouts in self._playout_rounds():
            for number, one in enumerate(open_ones):
                if self._time_left(_COMPARE) <= 0 and (seen_once or self._time_left() <= 0):
                    return
                self._play_out(one.best, playouts)
                self._play_out(one.played, playouts)
                self._settle(one)
                self._report(_SEARCH + (1 - _SEARCH) * number / len(open_ones))
            seen_once, self.finished = True, not self.hurried
            open_ones = [one for one in open_ones if one.may_be_mistake]

    def _settle(self, one: _Judged) -> None:
        """Write down the verdict on a decision by what is known of it now."""
        moment, decision, seat = one.moment, one.decision, one.seat
        assert moment.action is not None
        best, played = one.searched or ((one.best.chances[seat], one.best.count), (one.played.chances[seat], one.played.count))
        same = decision.action == moment.action
        error = 0.0 if same else one.error if one.searched is None else error_of_difference(*best, *played)
        tried = min(one.best.count, one.played.count)
        line = next((option.line for option in decision.considered if option.action == decision.action), ())
        why_played = reason_for(one.seen, moment.action)
        unlike = () if same else (why_played,)
        self.verdicts[moment.move] = DecisionVerdict(
            move=moment.move + 1, turn=moment.game.turn, seat=seat, phase=moment.game.phase, played=moment.action,
            best=decision.action, best_line=line, played_chance=played[0], best_chance=best[0], error=error,
            playouts=min(best[1], played[1]), searched=one.searched is not None, played_reason=why_played,
            best_reason=reason_for(one.seen, decision.action, line, unlike),
            played_money_share=one.played.money_shares[seat] if tried else None,
            best_money_share=one.best.money_shares[seat] if tried else None, money_error=one.money_error if tried else 0.0)

    # --- what came of it ---

    def _collect_findings(self) -> Analysis:
        points = tuple(mark.point for mark in self.marks if mark.tried.count)
        verdicts = tuple(self.verdicts[move] for move in sorted(self.verdicts))
        steps = list(self._list_swings())
        swings = sorted((swing for swing, error in steps if abs(swing.change) >= max(MIN_SWING, 3 * error)),
                        key=lambda swing: -abs(swing.change))[:MAX_SWINGS]
        all_swings = [swing for swing, _ in steps]
        sums = [self._sum_of_seat(seat, points, all_swings, verdicts) for seat in range(self.record.players) if points]
        return Analysis(self.record, self.effort, points, verdicts, tuple(swings), tuple(sums), len(self.choices), self.unknown,
                        self.finished)

    def _list_swings(self) -> Iterator[tuple[Swing, float]]:
        """Yield the way from each known point to the next as a swing, with the error of its change."""
        for mark, following in zip(self.marks, self.marks[1:], strict=False):
            if not mark.tried.count or not following.tried.count:
                continue
            before, after, game = mark.point, following.point, mark.moments[0].game
            draws = isinstance(mark.moments[0].action, MarketTile)
            mover = None if draws or self.record.ruleset.simultaneous else game.current
            seat = _most_moved(mover, before, after)
            verdicts = [self.verdicts[moment.move] for moment in mark.moments if moment.move in self.verdicts]
            own = [verdict for verdict in verdicts if self._same_side(verdict.seat, seat)]
            change = after.chances[seat] - before.chances[seat]
            moves = tuple((moment.move + 1, moment.action) for moment in mark.moments if moment.action is not None)
            cause = "draw" if draws else self._cause_of(mover, seat, change, own)
            yield (Swing(before.turn, mover, moves, seat, before.chances, after.chances, cause,
                         worst_mistake(own) or worst_mistake(verdicts)), math.hypot(before.errors[seat], after.errors[seat]))

    def _cause_of(self, mover: int | None, seat: int, change: float, own: Sequence[DecisionVerdict]) -> str:
        """Return what moved a seat's chance; a fall is its own mistake if its mistakes make up half of it. A round has no mover,
        because all move at once."""
        if change < 0 and 2 * sum(verdict.loss for verdict in own if verdict.is_mistake) >= -change:
            return "mistake"
        if mover is None:
            return "round"
        if not self._same_side(mover, seat):
            return "rival"
        return "choice" if change >= 0 else "hand"

    def _same_side(self, one: int, other: int) -> bool:
        return one == other or (self.record.ruleset.teams and (one - other) % 2 == 0)

    def _sum_of_seat(self, seat: int, points: Sequence[Point], steps: Sequence[Swing],
                     verdicts: Sequence[DecisionVerdict]) -> SeatSum:
        own = rivals = draws = rounds = 0.0
        for swing in steps:
            change = swing.after[seat] - swing.before[seat]
            if swing.is_round:
                rounds += change
            elif swing.mover is None:
                draws += change
            elif self._same_side(swing.mover, seat):
                own += change
            else:
                rivals += change
        mine = [verdict for verdict in verdicts if verdict.seat == seat]
        lost = [verdict.loss for verdict in mine if verdict.is_mistake]
        kept = [1 - verdict.money_loss for verdict in mine if verdict.is_money_mistake]
        first, last = points[0].chances[seat], points[-1].chances[seat]
        return SeatSum(seat, first, last, own, rivals, draws, rounds, len(mine), len(lost), sum(lost), len(kept), math.prod(kept))


def _absolute_changes(before: Sequence[float], after: Sequence[float]) -> list[float]:
    return [abs(b - a) for a, b in zip(before, after, strict=True)]


def _most_moved(mover: int | None, before: Point, after: Point) -> int:
    """Return the seat whose chance changed most; the mover where its own chance changed nearly as much."""
    changes = _absolute_changes(before.chances, after.chances)
    if mover is not None and 3 * changes[mover] >= 2 * max(changes):
        return mover
    return changes.index(max(changes))


def _searched_chance(decision: Decision, action: Action, seat: int) -> tuple[float, int]:
    """Return the chance that a search gives a seat with an action, and how often it has tried it."""
    for option in decision.considered:
        if option.action == action:
            return option.win_chances[seat], option.visits
    return 0.0, 0


def _coarse_to_fine(marks: Sequence[_Mark]) -> list[_Mark]:
    """Return the marks with the end first, then the beginning, the middle, the quarters and so on."""
    last = len(marks) - 1
    order = sorted(range(len(marks)), key=lambda number: (number != last, f"{number:0{last.bit_length()}b}"[::-1]))
    return [marks[number] for number in order]
