"""What results are worth: Wilson's interval of a share, and Plackett–Luce ratings of finishing orders with their intervals. Pure
arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp, factorial, log, log10, sqrt
from operator import mul

CONFIDENCE = 1.96
"""Standard deviations on either side of a 95 % interval."""

Order = Sequence[Sequence[str]]
"""Who finished where, best first; those who share a place stand together. A name may stand in an order several times."""

MAX_ROUNDS = 3000
CLOSE_ENOUGH = 1e-8
CLOSE_ENOUGH_OF_MANY = 1e-5
"""Where steps of Newton would take too long: some hundredths of a point."""
FIRST_ROUNDS, MAX_STEPS = 40, 40
"""Rounds of the fit before steps of Newton are tried, and how many of these there are at most."""


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval, which stays inside 0 and 1 and is right for few games too.

    >>> [round(x, 3) for x in wilson_interval(50, 100)]
    [0.404, 0.596]
    """
    if games == 0:
        return 0.0, 1.0
    share, z2 = wins / games, CONFIDENCE**2
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = CONFIDENCE / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    return max(0.0, centre - half), min(1.0, centre + half)


def plackett_luce(orders: Iterable[Order], prior: float = 0.5) -> dict[str, float]:
    """Return ratings in points, their mean 0: with 400 more points one finishes before the other ten times as often.

    The model of Plackett and Luce: a place goes to one of those still without one, in proportion to their strengths. The
    strengths are fitted by Hunter's MM algorithm (2004). Who shares a place could have come in any order, so each order
    counts with an equal part. `prior` is so much of a win and of a loss against a player of strength 1, without which a player
    who has never lost would be infinitely strong.

    >>> rating = plackett_luce([[["a"], ["b"]]] * 10 + [[["b"], ["a"]]], prior=0)
    >>> {name: round(points) for name, points in rating.items()}
    {'a': 200, 'b': -200}
    """
    return {name: found.points for name, found in rated(orders, prior, with_intervals=False).items()}


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in points around a mean of 0, and how far its 95 % interval reaches to either side."""

    points: float
    half_width: float = 0.0

    @property
    def low(self) -> float:
        return self.points - self.half_width

    @property
    def high(self) -> float:
        return self.points + self.half_width


MAX_EXACT_INTERVALS = 400
"""Up to so many names an interval counts that the ratings of the others are not known exactly either."""
POINTS = 400 / log(10)
"""Points of a rating for a strength that is e times as large."""


def rated(orders: Iterable[Order], prior: float = 0.5, *, with_intervals: bool = True) -> dict[str, Rating]:
    """Return the rating of each name as `plackett_luce` does, with its interval.

    The interval follows from the curvature of the likelihood at its highest point. Few games, or games in which the better one
    nearly always wins, leave it wide.

    >>> found = rated([[["a"], ["b"]]] * 10 + [[["b"], ["a"]]], prior=0)
    >>> {name: (round(each.low), round(each.high)) for name, each in found.items()}
    {'a': (21, 379), 'b': (-379, -21)}
    """
    wins: Counter[str] = Counter()
    choices: Counter[tuple[tuple[str, int], ...]] = Counter()
    for order in orders:
        _count_choices(order, wins, choices)
    strength = _fit_strengths(wins, choices, prior)
    points = {name: 400 * log10(gamma) for name, gamma in strength.items()}
    mean = sum(points.values()) / len(points) if points else 0.0
    widths = _half_widths(strength, choices, prior) if with_intervals else dict.fromkeys(points, 0.0)
    return {name: Rating(value - mean, widths[name]) for name, value in points.items()}


def _count_choices(order: Order, wins: Counter[str], choices: Counter[tuple[tuple[str, int], ...]]) -> None:
    """Take an order apart: for each place, among whom it was given and to whom."""
    for name in (name for group in order for name in group):
        wins[name] += 0
    for number, group in enumerate(order):
        below = [name for later in order[number + 1:] for name in later]
        part = 1 / factorial(len(group))
        for sequence in permutations(group):
            for place, chosen in enumerate(sequence):
                left = Counter([*sequence[place:], *below])
                if len(left) > 1:                    # among equals a choice says nothing
                    wins[chosen] += part             # type: ignore[assignment]  # Counter adds fractions as well
                    choices[tuple(sorted(left.items()))] += part  # type: ignore[assignment]


Choices = Mapping[tuple[tuple[str, int], ...], float]
"""Among whom a place was given, each with the number of seats, and how often."""


def _fit_strengths(wins: Mapping[str, float], choices: Choices, prior: float) -> dict[str, float]:
    place = {name: at for at, name in enumerate(wins)}
    gained = [count + prior for count in wins.values()]
    groups = [([(place[name], count) for name, count in left], weight) for left, weight in choices.items()]

    def due_for(strength: list[float]) -> list[float]:
        due = [2 * prior / (gamma + 1) for gamma in strength]
        for left, weight in groups:
            share = weight / sum(count * strength[at] for at, count in left)
            for at, count in left:
                due[at] += count * share
        return due

    strength = [1.0] * len(gained)
    is_small = len(gained) <= MAX_EXACT_INTERVALS
    close_enough = CLOSE_ENOUGH if is_small else CLOSE_ENOUGH_OF_MANY
    for number in range(MAX_ROUNDS):
        if number == FIRST_ROUNDS and is_small:
            strength = _near_the_top(dict(zip(wins, strength, strict=True)), choices, prior, gained, due_for)
        fitted = [max(gain / need, 1e-12) if need else 1.0 for gain, need in zip(gained, due_for(strength), strict=True)]
        changes = [log(new / old) for new, old in zip(fitted, strength, strict=True)]
        strength = fitted
        # What all have in common creeps on for long, and says nothing: ratings are differences.
        if not changes or max(changes) - min(changes) < close_enough:
            break
    return dict(zip(wins, strength, strict=True))


def _near_the_top(strength: Mapping[str, float], choices: Choices, prior: float, gained: list[float],
                  due_for: Callable[[list[float]], list[float]]) -> list[float]:
    """Return strengths much nearer to the fitted ones: steps of Newton, all with the curvature where they begin.

    The rounds of the fit come near the highest point and then creep. Where these steps lead away from it, the strengths stay as
    they were, and the rounds go on.
    """
    found = list(strength.values())
    information = _information(strength, choices, prior)
    inverse = _inverse_factor(information if prior else _with_mean(information))
    slope = [gain - gamma * need for gain, gamma, need in zip(gained, found, due_for(found), strict=True)]
    for _ in range(MAX_STEPS):
        half = [sum(map(mul, row, slope)) for row in inverse]
        step = [0.0] * len(found)
        for row, value in zip(inverse, half, strict=True):
            for at, part in enumerate(row):
                step[at] += part * value
        if max(map(abs, step)) > 1:
            return found
        tried = [gamma * exp(change) for gamma, change in zip(found, step, strict=True)]
        new_slope = [gain - gamma * need for gain, gamma, need in zip(gained, tried, due_for(tried), strict=True)]
        if max(map(abs, new_slope)) >= max(map(abs, slope)):
            return found
        found, slope = tried, new_slope
        if max(map(abs, step)) < CLOSE_ENOUGH:
            return found
    return found


# --- intervals --------------------------------------------------------------------------------------------------------

def _half_widths(strength: Mapping[str, float], choices: Choices, prior: float) -> dict[str, float]:
    """Return half of each rating's 95 % interval, from the inverse of the observed information about the logs of strengths."""
    information = _information(strength, choices, prior)
    if len(strength) > MAX_EXACT_INTERVALS:
        variances = [1 / row[-1] if row[-1] > 0 else 0.0 for row in information]
    else:
        variances = _centred_variances(information)
    return {name: CONFIDENCE * POINTS * sqrt(max(0.0, variance)) for name, variance in zip(strength, variances, strict=True)}


def _information(strength: Mapping[str, float], choices: Choices, prior: float) -> list[list[float]]:
    """Return how sharply the likelihood falls around these strengths, by the logs of two of them: the lower half of a symmetric
    matrix; for more names than can be inverted the diagonal alone, at the end of each row."""
    place = {name: at for at, name in enumerate(strength)}
    is_whole = len(place) <= MAX_EXACT_INTERVALS
    information = [[0.0] * (at + 1 if is_whole else 1) for at in range(len(place))]
    for name, gamma in strength.items():
        information[place[name]][-1] += 2 * prior * gamma / (gamma + 1) ** 2
    for left, weight in choices.items():
        total = sum(count * strength[name] for name, count in left)
        shares = [(place[name], count * strength[name] / total) for name, count in left]
        for number, (at, share) in enumerate(shares):
            information[at][-1] += weight * share * (1 - share)
            for other, part in shares[:number] if is_whole else ():
                information[max(at, other)][min(at, other)] -= weight * share * part
    return information


def _with_mean(information: list[list[float]]) -> list[list[float]]:
    """Add a part of the matrix of ones. Without a prior only differences are known; this says something about the mean, and
    changes nothing of what is said about differences."""
    size = len(information)
    part = (sum(row[-1] for row in information) / size or 1.0) / size
    return [[value + part for value in row] for row in information]


def _centred_variances(information: list[list[float]]) -> list[float]:
    """Return the variance of each value after their mean was taken off: the diagonal of the centred inverse."""
    size = len(information)
    if size < 2:
        return [0.0] * size
    inverse = _inverse_factor(_with_mean(information))
    # The inverse is the product of this factor, turned over, and the factor itself.
    columns = [[inverse[row][at] for row in range(at, size)] for at in range(size)]
    sums = [sum(row) for row in inverse]
    whole = sum(value * value for value in sums) / size**2
    return [sum(map(mul, column, column)) - 2 * sum(map(mul, column, sums[at:])) / size + whole
            for at, column in enumerate(columns)]


def _inverse_factor(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of Cholesky's factor of a positive matrix, of which the lower half is given; it is lower as well."""
    size = len(matrix)
    factor: list[list[float]] = []
    for at in range(size):
        row: list[float] = []
        for column in range(at):
            row.append((matrix[at][column] - sum(map(mul, row, factor[column]))) / factor[column][column])
        row.append(sqrt(max(matrix[at][at] - sum(map(mul, row, row)), 1e-12)))
        factor.append(row)
    columns: list[list[float]] = []  # of the inverse, each from its diagonal down
    for at in range(size):
        down = [1 / factor[at][at]]
        for below in range(at + 1, size):
            row = factor[below]
            down.append(-sum(map(mul, row[at:below], down)) / row[below])
        columns.append(down)
    return [[columns[at][row - at] for at in range(row + 1)] for row in range(size)]
