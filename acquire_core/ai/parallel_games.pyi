"""The compiled half of acquire_core/batch.py, for type checkers; parallel_games.pyx is the code."""

from typing import Any, final

from acquire_core.engine.game import Observation
from acquire_core.ruleset import Ruleset

BIDS: tuple[int, ...]
CODE_COUNT_IN_ROUNDS: int
FEATURE_COUNT: int
FEATURE_COUNT_IN_ROUNDS: int
LAYOUT_VERSION: int
MAX_GAMES: int
BLOCKS_OF_FEATURES: tuple[tuple[str, int, float, float], ...]
BLOCKS_IN_ROUNDS: tuple[tuple[str, int, float, float], ...]

_Buffer = Any
"""A contiguous buffer; Python 3.11 has no name for its type."""
_Columns = tuple[_Buffer, _Buffer, _Buffer, _Buffer, _Buffer, _Buffer]
"""Of results: money, ranks, win_shares, turns, end_reasons, sizes."""

def random_batch(ruleset: Ruleset | str, players: int, seed: int, games: int, arrays: _Columns) -> None: ...
def observe_into(seen: Observation, out: _Buffer) -> None: ...

@final
class ParallelGames:
    def __init__(self, ruleset: Ruleset | str, players: int, games: int, seed: int, most_turns: int) -> None: ...
    def begin_again(self, numbers: _Buffer, seeds: _Buffer | None = None) -> None: ...
    def step(self, codes: _Buffer, ended: _Buffer) -> None: ...
    def observe(self, seats: _Buffer | None, out: _Buffer) -> None: ...
    def masks(self, out: _Buffer) -> None: ...
    def legal(self, starts: _Buffer) -> bytes: ...
    def results(self, numbers: _Buffer, arrays: _Columns) -> None: ...
    def heads(self, seats: _Buffer, phases: _Buffer, turns: _Buffer, seeds: _Buffer) -> None: ...
