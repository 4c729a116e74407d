"""Make the puzzles of a year that ship with the program: `python -m tools.make_puzzles`.

Computer players of several levels play games of all editions, and each game gives at most one puzzle of a theme until there are
enough of it. The same command makes the same file, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from acquire_core import RULESETS, Game, ShuffledBag
from acquire_core.ai import make_bot
from acquire_core.puzzle_search import find_puzzles
from acquire_core.puzzles import Puzzle, write_puzzles
from tools.trees import ROOT

YEAR = ROOT / "acquire_client" / "files" / "year.puzzles"
WANTED = {"merger": 130, "founding": 50, "purchase": 115, "placing": 20, "ending": 50}
MAX_EASY = {"founding": 0.6, "ending": 1.0}
MAX_EASY_ELSEWHERE = 0.25
"""The part of a theme that may be easy. Whether to end the game is easy for a program that counts, and not for people."""
EDITIONS = ("classic", "classic", "classic", "tycoon-2023", "classic", "revised-6515", "classic", "dos-1988")
LEVELS = ("club", "strong", "casual", "strong", "expert", "club")
BATCH = 8
"""Games that look for the same themes: what is still wanted is counted between two batches."""


def play_game(number: int) -> Game:
    """Return a finished game between computer players; everything about it follows from its number."""
    rng = random.Random(number)
    players = rng.choice((2, 3, 3, 4, 4, 4, 5, 6))
    ruleset = RULESETS[EDITIONS[number % len(EDITIONS)]].replace(holdings="open")
    game = Game(ruleset, players, tiles=ShuffledBag(rng.getrandbits(32)))
    bots = [make_bot(rng.choice(LEVELS), rng.getrandbits(32)) for _ in range(players)]
    while not game.over:
        assert game.to_move is not None
        game.apply_code(bots[game.to_move].choose(game.observe(game.to_move)).code)
    return game


def puzzles_of_game(number: int, themes: frozenset[str]) -> list[Puzzle]:
    """Return at most one puzzle of each theme: the one whose second best answer costs least."""
    found: dict[str, Puzzle] = {}
    for puzzle in find_puzzles(play_game(number).record(), number, themes):
        known = found.get(puzzle.theme)
        if known is None or (puzzle.grade != "easy", -puzzle.loss) > (known.grade != "easy", -known.loss):
            found[puzzle.theme] = puzzle
    return list(found.values())


def make_year(first: int, jobs: int) -> list[Puzzle]:
    chosen: list[Puzzle] = []
    counts: Counter[str] = Counter()
    easy: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs) as workers:
        while themes := frozenset(theme for theme, wanted in WANTED.items() if counts[theme] < wanted):
            numbers = range(first, first + BATCH)
            for puzzles in workers.map(puzzles_of_game, numbers, [themes] * BATCH):
                for puzzle in puzzles:
                    theme, is_easy = puzzle.theme, puzzle.grade == "easy"
                    most_easy = MAX_EASY.get(theme, MAX_EASY_ELSEWHERE) * WANTED[theme]
                    if counts[theme] < WANTED[theme] and not (is_easy and easy[theme] >= most_easy):
                        counts[theme] += 1
                        easy[theme] += is_easy
                        chosen.append(puzzle)
            first += BATCH
            print(f"{first} games, {len(chosen)} puzzles: {dict(counts)}", flush=True)
    return list(in_turn(chosen))


def in_turn(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield all puzzles, each theme spread evenly over the year."""
    places = []
    for theme in WANTED:
        own = [puzzle for puzzle in puzzles if puzzle.theme == theme]
        places += [((number + 0.5) / len(own), theme, puzzle) for number, puzzle in enumerate(own)]
    yield from (puzzle for _, _, puzzle in sorted(places, key=lambda place: place[:2]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=YEAR)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.out.write_text(write_puzzles(make_year(args.first, args.jobs)), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
