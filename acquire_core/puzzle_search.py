"""Find puzzles in a recorded game: decisions in which one answer is clearly better than all others.

A quick search looks at every decision with a choice. Where it sees one answer far ahead, long searches of different depths and by
different trained values look again, by what the asked seat knew. All must prefer the same answer, and all must find that every
other one costs at least `MIN_LOSS` of the chance to win.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from .actions import CHANCE
from .ai import make_bot
from .ai.search import Mind
from .ai.weights import shipped_weights
from .engine.game import Game, Observation
from .puzzles import MIN_LOSS, THEMES, Puzzle, TriedAnswer, short_digest, theme_of
from .record import Record
from .ruleset import refuse_rounds
from .tile_source import ShuffledBag

__all__ = ["NoPuzzlesHere", "find_puzzles"]


@dataclass(frozen=True, slots=True)
class _Search:
    """How a search looks: by which trained value, in how many imagined worlds, and how many turns ahead in each; and what it must
    see for the next search to look."""

    weights: str
    worlds: int
    turns: int
    least_loss: float


QUICK = (_Search("taught", 64, 2, 0.08), _Search("taught", 256, 2, 0.09))
"""They are not sure of the second digit; where they see nothing the long ones need not look."""
LONG = (_Search("taught", 2048, 2, MIN_LOSS), _Search("net", 2048, 4, MIN_LOSS), _Search("taught", 2048, 8, MIN_LOSS))
MAX_TRIED = 16
"""Answers that are tried: those that the trained value likes best."""
MAX_KEPT = 8
MIN_CHANCE = 0.15
"""A question whose best answer wins more seldom teaches nothing."""
PHASES = {
    "merger": ("place", "dispose", "survivor", "next_defunct"), "founding": ("place", "found"), "purchase": ("buy",),
    "placing": ("place",), "ending": ("declare_before", "declare_end"),
}
"""In which phases questions of a theme come up."""


class NoPuzzlesHere(ValueError):
    """A record that cannot hold puzzles; the message says why."""


def find_puzzles(record: Record, seed: int = 0, themes: Collection[str] = THEMES,
                 report: Callable[[float], None] = lambda share: None,
                 stopped: Callable[[], bool] = lambda: False) -> Iterator[Puzzle]:
    """Yield the puzzles of these themes in a game, in its order. Equal records and seeds give equal puzzles."""
    refuse_rounds(record.ruleset)
    if record.sealed or record.seed is None:
        raise NoPuzzlesHere("it does not say which tiles come next, so its positions cannot be set up again")
    game = Game(record.ruleset, record.players, tiles=ShuffledBag(record.seed))
    phases = {phase for theme in themes for phase in PHASES[theme]}
    codes: list[int] = []
    actions = [action for action in record.actions if action.seat != CHANCE]
    for number, action in enumerate(actions):
        if stopped():
            return
        report(number / len(actions))
        code = game.code_of(action)
        if code is None:  # a seat leaves for good, which no code says
            return
        puzzle = _puzzle_at(game, record.seed, tuple(codes), seed) if game.phase in phases else None
        if puzzle is not None and puzzle.theme in themes:
            yield puzzle
        game.apply_code(code)
        codes.append(code)


def _puzzle_at(game: Game, bag_seed: int, codes: tuple[int, ...], seed: int) -> Puzzle | None:
    seat = game.to_move
    if seat is None or seat == CHANCE or len(game.legal_codes()) < 2:
        return None
    seen = game.observe(seat)
    found: list[list[TriedAnswer]] = []
    for how in (*QUICK, *LONG):
        answers = _try_answers(seen, how, seat, seed)
        if len(answers) < 2 or _loss(answers) < how.least_loss:
            return None
        found.append(answers)
    long_ones = found[len(QUICK):]
    if len({answers[0].code for answers in long_ones}) > 1:
        return None
    kept = _weakest_view(long_ones)
    if kept[0].chance < MIN_CHANCE:
        return None
    best = kept[0].code
    return Puzzle(ruleset=game.ruleset, players=game.players, seed=bag_seed, decisions=codes,
                  theme=theme_of(seen, game.action_of(best)), grade=_grade_of(seen, best, seed), answers=kept,
                  digest=short_digest(game))


def _grade_of(seen: Observation, best: int, seed: int) -> str:
    if make_bot("casual", seed).choose(seen).code == best:
        return "easy"
    return "fair" if any(make_bot(level, seed).choose(seen).code == best for level in ("club", "strong")) else "hard"


def _try_answers(seen: Observation, how: _Search, seat: int, seed: int) -> list[TriedAnswer]:
    """Return the answers that were tried with the chance of each, the best first."""
    if seen.phase in PHASES["ending"]:
        answers = _try_both_ends(seen, how, seat, seed)
    else:
        found = Mind(seed).search(seen, shipped_weights(how.weights), how.worlds, how.turns, 1.0, MAX_TRIED)
        answers = [TriedAnswer(code, chances[seat]) for code, _, _, chances, _, _ in found]
    return sorted(answers, key=lambda answer: -answer.chance)


def _try_both_ends(seen: Observation, how: _Search, seat: int, seed: int) -> list[TriedAnswer]:
    """Try an end and its refusal in as many worlds each: a search looks at one of them only where it can count who wins."""
    weights = shipped_weights(how.weights)

    def tried(code: int) -> TriedAnswer:
        after = seen.after(seen.action_of(code))[1]
        return TriedAnswer(code, Mind(seed).estimate(after, how.worlds // 2, weights, how.turns)[0][seat])

    return [tried(code) for code in seen.legal_codes()]


def _loss(answers: list[TriedAnswer]) -> float:
    return answers[0].chance - answers[1].chance


def _weakest_view(found: Sequence[list[TriedAnswer]]) -> tuple[TriedAnswer, ...]:
    """Return what the search says that sees the smallest difference, to a thousandth as it is written down."""
    return tuple(TriedAnswer(answer.code, round(answer.chance, 3)) for answer in min(found, key=_loss)[:MAX_KEPT])
