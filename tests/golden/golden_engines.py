"""One face for the two engines that play every golden game.

The kernel draws by itself from a ScriptedBag; the reference waits for its tiles, and ReferenceEngine hands them over by
the same rules (docs/spec/interface.md, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from acquire_core import Game, IllegalAction, Observation, Ruleset, RulesetError, ScriptedBag, format_action
from acquire_core.record import read_record, record_of
from tests.core.reference_rounds import ONLY_VALUES, ReferenceRounds
from tests.core.reference_rules import Illegal, ReferenceGame

from .golden_format import GoldenGame, Position

_PICK = re.compile(r"(?:\d )?pick (\w+)", re.IGNORECASE)


class Engine(Protocol):
    """What the runner asks of a game."""

    @property
    def to_move(self) -> int | None: ...

    def legal(self, seat: int | None = None) -> list[str]: ...

    def play(self, line: str) -> tuple[object, ...]: ...

    def refusal(self, line: str) -> str | None:
        """Return why `line` is refused ("" where the engine gives no reason), or None where it was applied."""

    def snapshot(self) -> dict[str, Any]: ...

    def standings(self) -> list[tuple[int, int, int]]: ...

    def fingerprint(self) -> object:
        """Equal before and after a refused line."""

    def owed(self) -> tuple[int, ...]: ...

    def waiting(self) -> list[str]:
        """Return the answers of a sealed step that wait for others, in table order."""

    def record(self) -> list[str] | None:
        """Return the lines of the public record, or None: the reference writes none."""

    def shown(self, seat: int) -> tuple[str, ...] | None:
        """Return the tiles of a hand that all know, or None: the reference knows all hands."""

    def shown_shares(self) -> dict[str, tuple[int, ...]] | None:
        """Return the holdings that all see in a merger, or None: the reference knows all of them."""

    def seen_by_others(self, line: str) -> object:
        """Return what the other seats, and all that is public, show after this line; the game does not go on."""

    def refuses_option(self, name: str, value: object) -> bool: ...

    def save(self) -> None:
        """Go on with what a local save gives back."""


class ReferenceEngine:
    """tests/core/reference_rules.py, fed with the scripted tiles."""

    def __init__(self, golden: GoldenGame) -> None:
        self._game: ReferenceGame = _build(ReferenceRounds if golden.ruleset.simultaneous else ReferenceGame, golden)
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

    def legal(self, seat: int | None = None) -> list[str]:
        return self._game.legal() if seat is None else self._rounds.legal(seat)

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

    @property
    def _rounds(self) -> ReferenceRounds:
        assert isinstance(self._game, ReferenceRounds), "this step belongs to simultaneous play"
        return self._game

    def owed(self) -> tuple[int, ...]:
        return self._rounds.owed()

    def waiting(self) -> list[str]:
        return self._rounds.waiting()

    def record(self) -> None:
        return None

    def shown(self, seat: int) -> None:
        return None

    def shown_shares(self) -> None:
        return None

    def seen_by_others(self, line: str) -> object:
        """All is open here, so this shows what the others may see: that the seat has answered, and nothing else."""
        twin = self._rounds.copy()
        twin.apply(line)
        return twin.snapshot(), twin.owed()

    def refuses_option(self, name: str, value: object) -> bool:
        return name in ONLY_VALUES and ONLY_VALUES[name] != value

    def save(self) -> None:
        self._game = self._game.copy()


class KernelEngine:
    """acquire_core.Game with a ScriptedBag."""

    def __init__(self, golden: GoldenGame) -> None:
        self._game: Game = _build(Game, golden, tiles=ScriptedBag(golden.bag, market=golden.market))

    @property
    def to_move(self) -> int | None:
        return self._game.to_move

    def legal(self, seat: int | None = None) -> list[str]:
        return [format_action(action) for action in self._game.legal_actions(seat)]

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

    def owed(self) -> tuple[int, ...]:
        return self._game.owed()

    def waiting(self) -> list[str]:
        return [format_action(action) for action in self._game.waiting()]

    def record(self) -> list[str]:
        return [format_action(action) for action in self._game.actions()]

    def shown(self, seat: int) -> tuple[str, ...]:
        return self._game.observe(None).known_tiles(seat)

    def shown_shares(self) -> dict[str, tuple[int, ...]]:
        return self._game.observe(None).shown_shares

    def seen_by_others(self, line: str) -> object:
        twin = self._game.copy()
        twin.play(line)
        seats = (None, *(seat for seat in range(twin.players) if seat != int(line.split()[0])))
        record = twin.record().text() if twin.from_start else None
        return twin.digest(), twin.actions(), record, twin.owed(), [_seen(twin.observe(seat)) for seat in seats]

    def refuses_option(self, name: str, value: object) -> bool:
        try:
            self._game.ruleset.replace(**{name: value})
        except RulesetError as refused:
            return name in str(refused)
        return False

    def save(self) -> None:
        before = self.fingerprint(), self.waiting(), self.owed()
        self._game = read_record(record_of(self._game, waiting=True).text()).game()
        assert (self.fingerprint(), self.waiting(), self.owed()) == before, "the save gives back another game"


ENGINES: dict[str, Callable[[GoldenGame], Engine]] = {"reference": ReferenceEngine, "kernel": KernelEngine}


def _build(game_class: Any, golden: GoldenGame, **tiles: Any) -> Any:
    """Return a game of either engine, from the very start or from the drawn position."""
    if golden.position is None:
        return game_class(golden.ruleset, golden.players, **tiles)
    position = position_arguments(golden.position, golden.ruleset)
    return game_class.from_position(golden.ruleset, golden.players, **position, **tiles)


def _seen(observation: Observation) -> tuple[object, ...]:
    return observation.as_dict(), observation.history(), observation.legal_actions()


def position_arguments(position: Position, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "board": "\n".join(position.rows),
        "hands": [list(hand) for hand in position.hands],
        "cash": list(position.cash),
        "shares": [{chain: shares.get(chain, 0) for chain in ruleset.chain_names} for shares in position.shares],
        "current": position.current,
        "discard": list(position.discard),
    }
