"""One face for the two engines that play every golden game.

The kernel draws by itself from a ScriptedBag; the reference waits for its tiles, and ReferenceEngine hands them over by
the same rules (docs/spec/interface.md, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from acquire_core import Game, IllegalAction, Ruleset, ScriptedBag, format_action
from tests.core.reference_rules import Illegal, ReferenceGame

from .golden_format import GoldenGame, Position

_PICK = re.compile(r"(?:\d )?pick (\w+)", re.IGNORECASE)


class Engine(Protocol):
    """What the runner asks of a game."""

    @property
    def to_move(self) -> int | None: ...

    def legal(self) -> list[str]: ...

    def play(self, line: str) -> tuple[object, ...]: ...

    def refusal(self, line: str) -> str | None:
        """Why `line` is refused ("" where the engine gives no reason), or None where it was applied."""

    def snapshot(self) -> dict[str, Any]: ...

    def standings(self) -> list[tuple[int, int, int]]: ...

    def fingerprint(self) -> object:
        """Equal before and after a refused line."""


class ReferenceEngine:
    """tests/core/reference_rules.py, fed with the scripted tiles."""

    def __init__(self, golden: GoldenGame) -> None:
        self._game: ReferenceGame = _build(ReferenceGame, golden)
        self._bag = list(golden.bag)
        self._market = list(golden.market)
        self._feed()

    def _feed(self) -> None:
        """Play chance while the script says what it is."""
        while self._game.to_move == -1:
            due = self._game.legal()[0]
            script = self._market if due.startswith("* market") else self._bag
            if not script:
                return
            # Any legal chance line names what is due and for whom; only its tile is ours.
            self._game.apply(" ".join([*due.split()[:-1], script.pop(0)]))

    @property
    def to_move(self) -> int | None:
        return self._game.to_move

    def legal(self) -> list[str]:
        return self._game.legal()

    def play(self, line: str) -> tuple[object, ...]:
        self._game.apply(line)
        if (picked := _PICK.fullmatch(line)) and picked[1] in self._bag:
            self._bag.remove(picked[1])
        self._feed()
        return ()

    def refusal(self, line: str) -> str | None:
        try:
            self._game.apply(line)
        except Illegal:
            return ""
        return None

    def snapshot(self) -> dict[str, Any]:
        return self._game.snapshot()

    def standings(self) -> list[tuple[int, int, int]]:
        return self._game.standings()

    def fingerprint(self) -> object:
        return self.snapshot(), self.legal()


class KernelEngine:
    """acquire_core.Game with a ScriptedBag."""

    def __init__(self, golden: GoldenGame) -> None:
        self._game: Game = _build(Game, golden, tiles=ScriptedBag(golden.bag, market=golden.market))

    @property
    def to_move(self) -> int | None:
        return self._game.to_move

    def legal(self) -> list[str]:
        return [format_action(action) for action in self._game.legal_actions()]

    def play(self, line: str) -> tuple[object, ...]:
        return self._game.play(line)

    def refusal(self, line: str) -> str | None:
        try:
            self._game.play(line)
        except IllegalAction as refused:
            return refused.reason.name
        return None

    def snapshot(self) -> dict[str, Any]:
        return self._game.snapshot()

    def standings(self) -> list[tuple[int, int, int]]:
        return self._game.standings()

    def fingerprint(self) -> object:
        return self.snapshot(), sorted(self.legal()), self._game.digest()


ENGINES: dict[str, Callable[[GoldenGame], Engine]] = {"reference": ReferenceEngine, "kernel": KernelEngine}


def _build(game_class: Any, golden: GoldenGame, **tiles: Any) -> Any:
    """A game of either engine, from the very start or from the drawn position."""
    if golden.position is None:
        return game_class(golden.ruleset, golden.players, **tiles)
    position = position_arguments(golden.position, golden.ruleset)
    return game_class.from_position(golden.ruleset, golden.players, **position, **tiles)


def position_arguments(position: Position, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "board": "\n".join(position.rows),
        "hands": [list(hand) for hand in position.hands],
        "cash": list(position.cash),
        "shares": [{chain: shares.get(chain, 0) for chain in ruleset.chain_names} for shares in position.shares],
        "current": position.current,
        "discard": list(position.discard),
    }
