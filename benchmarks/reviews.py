"""What a review makes of players of each level: how many mistakes it calls, and what it leaves of chance and money.

    python -m benchmarks.reviews --games 12 --jobs 2                       from where the game is lost
    python -m benchmarks.reviews --games 12 --jobs 2 --from-the-start
    python -m benchmarks.reviews --games 12 --jobs 2 --deeper 6            with the cost of the same moves by a longer look

Strong players play until one seat's chance to win is less than two fifths of an even one. From there a player of the level has
that seat, and only its decisions count. Each row is the mean over the games. "accuracy" is by chances and "money" by money; then
comes the least money in one game. "final" is the seat's part of all money at the end, where 1 is even. "cost" is what the moves
that the review would not have made cost of the money. The same command prints the same figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import mean

from acquire_core import Game, ShuffledBag
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights
from acquire_core.analysis import DecisionVerdict, Effort, analyse
from tests.core.lost_games import TABLES, TAUGHT, TableOfGames, lost_game, played_on

BAD, GOOD = "random", "expert"
LEVELS = (BAD, "beginner", "casual", "club", "strong", GOOD, TAUGHT)
DEEPER_WORLDS = 64


@dataclass(frozen=True)
class Figures:
    decisions: int
    mistakes: int
    money_mistakes: int
    chance_kept: float
    money_kept: float
    final: float
    costs: tuple[tuple[float, float], ...]
    """Of each move that the review would not have made: what it cost, and what it cost by a longer look."""


def review_game(table: TableOfGames, level: str, playouts: int, from_the_start: bool, deeper: int, seed: int) -> Figures | None:
    start = Game(table.rules, table.players, tiles=ShuffledBag(seed)), seed % table.players
    found = start if from_the_start else lost_game(table, seed)
    if found is None:
        return None
    game, seat = found
    first, record = len(game.actions()), played_on(game, seat, level, seed)
    verdicts = [one for one in analyse(record, Effort(playouts=playouts, seed=seed)).verdicts
                if one.seat == seat and one.move > first]
    chance_kept = money_kept = 1.0
    for one in verdicts:
        chance_kept *= 1 - one.loss if one.is_mistake else 1
        money_kept *= 1 - one.money_loss if one.is_money_mistake else 1
    cash = record.game().snapshot()["cash"]
    costs = [(one.money_loss, longer_look(record.game(one.move - 1), one, deeper, seed)) for one in verdicts
             if deeper and one.played != one.best]
    return Figures(len(verdicts), sum(one.is_mistake for one in verdicts), sum(one.is_money_mistake for one in verdicts),
                   chance_kept, money_kept, cash[seat] / mean(cash), tuple(costs))


def longer_look(game: Game, verdict: DecisionVerdict, turns: int, seed: int) -> float:
    """Return what a move costs of the money where the imagined games go on for some turns."""
    seen, seat = game.observe(verdict.seat), verdict.seat
    played, best = (Mind(seed).estimate(seen.after(move)[1], DEEPER_WORLDS, shipped_weights("net"), turns)[3][seat]
                    for move in (verdict.played, verdict.best))
    return 1 - played / best


def print_row(table: TableOfGames, level: str, games: Sequence[Figures]) -> None:
    texts = [f"{table.name}, {table.players}".ljust(15), level.ljust(13), f"{len(games):5}",
             f"{mean(one.decisions for one in games):9.1f}", f"{mean(one.mistakes for one in games):8.1f}",
             f"{100 * mean(one.chance_kept for one in games):6.0f} %", f"{mean(one.money_mistakes for one in games):8.1f}",
             f"{100 * mean(one.money_kept for one in games):5.0f} %", f"{100 * min(one.money_kept for one in games):6.0f} %",
             f"{mean(one.final for one in games):6.2f}"]
    costs = [cost for one in games for cost in one.costs]
    if costs:
        texts += [f"{100 * mean(now for now, _ in costs):6.2f} %", f"{100 * mean(later for _, later in costs):6.2f} %"]
    print("  ".join(texts), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="What a review makes of players of each level.")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deeper", type=int, default=0, metavar="TURNS", help="also look so many turns ahead")
    parser.add_argument("--from-the-start", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    heads = ["table".ljust(15), "level".ljust(13), "games", "decisions", "mistakes", "accuracy", "  costly", "  money",
             "  lowest", " final", *(["    cost", "  deeper"] if args.deeper else [])]
    print("  ".join(heads))
    with ProcessPoolExecutor(args.jobs) as pool:
        for table in TABLES:
            for level in LEVELS if table is TABLES[0] else (BAD, GOOD):
                review = partial(review_game, table, level, args.playouts, args.from_the_start, args.deeper)
                found = pool.map(review, range(args.seed, args.seed + args.games))
                print_row(table, level, [one for one in found if one is not None])


if __name__ == "__main__":
    main()
