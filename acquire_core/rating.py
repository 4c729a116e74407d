"""What results are worth: Wilson's interval of a share, and Plackett–Luce ratings of finishing orders. Pure arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import factorial, log, log10, sqrt

CONFIDENCE = 1.96
"""Standard deviations on either side of a 95 % interval."""

Order = Sequence[Sequence[str]]
"""Who finished where, best first; those who share a place stand together. A name may stand in an order several times."""

MAX_ROUNDS = 3000
CLOSE_ENOUGH = 1e-8


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
    wins: Counter[str] = Counter()
    choices: Counter[tuple[tuple[str, int], ...]] = Counter()
    for order in orders:
        _count_choices(order, wins, choices)
    strength = _fit_strengths(wins, choices, prior)
    points = {name: 400 * log10(gamma) for name, gamma in strength.items()}
    mean = sum(points.values()) / len(points) if points else 0.0
    return {name: value - mean for name, value in points.items()}


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


def _fit_strengths(wins: Mapping[str, float], choices: Mapping[tuple[tuple[str, int], ...], float],
                   prior: float) -> dict[str, float]:
    strength = dict.fromkeys(wins, 1.0)
    for _ in range(MAX_ROUNDS):
        due = {name: 2 * prior / (gamma + 1) for name, gamma in strength.items()}
        for left, weight in choices.items():
            share = weight / sum(count * strength[name] for name, count in left)
            for name, count in left:
                due[name] += count * share
        fitted = {name: (wins[name] + prior) / due[name] if due[name] else 1.0 for name in strength}
        change = max((abs(log(max(fitted[name], 1e-12) / strength[name])) for name in strength), default=0.0)
        strength = {name: max(gamma, 1e-12) for name, gamma in fitted.items()}
        if change < CLOSE_ENOUGH:
            break
    return strength
