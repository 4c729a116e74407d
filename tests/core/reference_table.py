"""The table that the reference rules play on: what lies on it, what is asked, and how answers come in.

Here is the state of an open game, a position read from a drawing, the snapshot, and the driving of the generator that
reference_rules.py is. No rule is decided here, except how a seat leaves the table (docs/spec/rules.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from acquire_core.actions import CHANCE
from acquire_core.ruleset import Ruleset

from . import reference_board as geometry
from . import reference_money as money
from .reference_board import ALL_TILES, Board, in_board_order
from .reference_lines import CHANCE_MARK, Illegal, canonical, split

POWERS = ("free3", "buy5", "trade2", "take5", "play4")

Result = TypeVar("Result")
# What the generator is sent is the words of an answer, or None when the seat that was asked has left.
Flow = Generator[None, list[str] | None, Result]


class GameEnds(Exception):
    """Play stops here and the final payments follow (R42); the argument is the end reason (K37)."""


class SeatLeft(Exception):
    """The seat whose turn it is has left: the rest of the turn is skipped (K31)."""


@dataclass
class Question:
    """What is pending. `lines` lists the answers without their seat; it is asked afresh, for the bag may change."""

    decider: int
    phase: str
    lines: Callable[[], Iterable[str]]
    concerns: int  # the seat whose leaving removes the question; CHANCE for none


class Table:
    """One open game as seen from outside; `_play` are its rules."""

    _flow: Flow[None]
    _question: Question | None
    _legal: list[str] | None

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self._prepare(ruleset, players)
        self._begin(self._play(None))

    @classmethod
    def from_position(cls, ruleset: Ruleset, players: int, *, board: str, hands: Sequence[Sequence[str]],
                      cash: Sequence[int] | None = None, shares: Sequence[Mapping[str, int]] | None = None,
                      current: int = 0, discard: Sequence[str] = ()) -> Self:
        """Return a game that begins with turn 1 of seat `current`; ValueError where the position contradicts itself."""
        game = cls.__new__(cls)
        game._prepare(ruleset, players)
        game._read_position(board, hands, cash, shares, current, discard)
        game._origin = deepcopy(dict(board=board, hands=hands, cash=cash, shares=shares, current=current, discard=discard))
        game._begin(game._play(current))
        return game

    def copy(self) -> Self:
        """Return the same game again, by playing its lines once more: a running generator cannot be copied."""
        if self._origin is None:
            twin = type(self)(self.ruleset, self.players)
        else:
            twin = type(self).from_position(self.ruleset, self.players, **self._origin)
        for who, words in self._history:
            twin._answer(who, words)
        return twin

    # What the outside sees.

    @property
    def to_move(self) -> int | None:
        return None if self._question is None else self._question.decider

    @property
    def phase(self) -> str:
        return "over" if self._question is None else self._question.phase

    def legal(self) -> list[str]:
        """Return every legal line of the pending question, in plain string order; leaving for good is never among them."""
        if self._question is None:
            return []
        if self._legal is None:
            who = CHANCE_MARK if self._question.decider == CHANCE else str(self._question.decider)
            self._legal = sorted(f"{who} {line}" for line in self._question.lines())
        return list(self._legal)

    def apply(self, line: str) -> None:
        """Play one line, or raise Illegal and change nothing."""
        if self._question is None:
            raise Illegal("the game is over")
        asked = CHANCE_MARK if self._question.decider == CHANCE else str(self._question.decider)
        who, words = split(line)
        who = asked if who is None else who
        words = canonical(words, self.chains)
        if words == ["retire"]:
            if who not in map(str, range(self.players)):
                raise Illegal(f"there is no seat {who}")
            if int(who) in self.retired:  # L1
                raise Illegal(f"seat {who} has left already")
        elif who != asked:
            raise Illegal(f"{asked} is asked, not {who}")
        elif " ".join([who, *words]) not in self.legal():
            raise Illegal(f"{line!r} is not legal in phase {self.phase}")
        self._answer(who, words)

    def snapshot(self) -> dict[str, Any]:
        """Return everything about the game under the keys of docs/spec/interface.md, section 2."""
        return {
            "board": {tile: self.board[tile] for tile in in_board_order(self.board)},
            "sizes": self.sizes(),
            "market": dict(self.market),
            "cash": list(self.cash),
            "shares": [dict(blocks) for blocks in self.shares],
            "hands": [{"tiles": in_board_order(hand), "hidden": 0} for hand in self.hands],
            "bag_count": len(self.bag),
            "discard": in_board_order(self.discard),
            "current": self.current,
            "to_move": self.to_move,
            "phase": self.phase,
            "turn": self.turn,
            "declared": self.declared,
            "end_reason": self.end_reason,
            "retired": sorted(self.retired),
        }

    def standings(self) -> list[tuple[int, int, int]]:
        """(rank, seat or team, money), equal money sharing the rank (R43); seats 0 and 2 are team 0 (V4)."""
        if self.ruleset.teams:
            return money.rank([self.cash[0] + self.cash[2], self.cash[1] + self.cash[3]])  # K33
        return money.rank(self.cash)

    # The table before anything happens.

    def _prepare(self, ruleset: Ruleset, players: int) -> None:
        """R4, R6: nothing on the board, all stock in the market, the same cash for each of 2-6 players."""
        if players not in range(2, 7):
            raise ValueError("two to six can play")
        if ruleset.teams and players != 4:  # K35
            raise ValueError("teams need exactly four players")
        self.ruleset = ruleset
        self.players = players
        self.chains: tuple[str, ...] = ruleset.chain_names
        self.board: Board = {}
        self.bag: set[str] = set(ALL_TILES)
        self.discard: set[str] = set()
        self.hands: list[set[str]] = [set() for _ in range(players)]
        self.cash = [ruleset.start_cash] * players
        self.market = dict.fromkeys(self.chains, money.BLOCKS_OF_A_CHAIN)
        self.shares = [dict.fromkeys(self.chains, 0) for _ in range(players)]
        self.powers = [set(POWERS if ruleset.special_powers else ()) for _ in range(players)]  # S1
        self.retired: set[int] = set()
        self.current = 0
        self.turn = 0  # K14
        self.declared = False
        self.end_reason: str | None = None
        self.stall_turns = 0  # in a row, R44
        self.settling = False  # a founding or merger is under way, K32
        # Of the turn that is being played:
        self.power: str | None = None
        self.founded: set[str] = set()
        self.tiles_moved = False  # one was placed, drawn or set aside, K12
        # For copy():
        self._origin: dict[str, Any] | None = None
        self._history: list[tuple[str, list[str]]] = []

    def _read_position(self, board: str, hands: Sequence[Sequence[str]], cash: Sequence[int] | None,
                       shares: Sequence[Mapping[str, int]] | None, current: int, discard: Sequence[str]) -> None:
        if current not in range(self.players):
            raise ValueError(f"there is no seat {current}")
        self.board = geometry.read_board(board, self.chains)
        for name, values in (("hands", hands), ("cash", cash), ("shares", shares)):
            if values is not None and len(values) != self.players:
                raise ValueError(f"{name}: one entry a seat")
        named = [*self.board, *(tile for hand in hands for tile in hand), *discard]
        for tile in named:
            if tile not in ALL_TILES:
                raise ValueError(f"there is no tile {tile!r}")
            if named.count(tile) > 1:
                raise ValueError(f"tile {tile} is there twice")
        self.hands = [set(hand) for hand in hands]
        self.discard = set(discard)
        self.bag -= set(named)
        if cash is not None:
            if any(dollars < 0 for dollars in cash):
                raise ValueError("nobody owes money")
            self.cash = list(cash)
        for seat, blocks in enumerate(shares or ()):
            for name, count in blocks.items():
                if name.lower() not in self.chains or count < 0:
                    raise ValueError(f"{count} blocks of {name} cannot be held")
                self.shares[seat][name.lower()] += count
                self.market[name.lower()] -= count
        if min(self.market.values()) < 0:
            raise ValueError("a chain has 25 blocks only")

    # How the generator is driven.

    def _begin(self, flow: Flow[None]) -> None:
        self._flow = flow
        self._question = None
        self._legal = None
        self._go_on(lambda: next(flow))

    def _go_on(self, step: Callable[[], None]) -> None:
        self._legal = None
        try:
            step()
        except StopIteration:
            self._question = None

    def _answer(self, who: str, words: list[str]) -> None:
        self._history.append((who, words))
        if words == ["retire"]:
            self._retire(int(who))
        else:
            self._go_on(lambda: self._flow.send(words))

    def _ask(self, decider: int, phase: str, lines: Callable[[], Iterable[str]], concerns: int | None = None
             ) -> Flow[list[str] | None]:
        """Return the words of the answer, or None if the seat that the question is about has left."""
        concerns = decider if concerns is None else concerns
        if concerns in self.retired:
            return None
        self._question = Question(decider, phase, lines, concerns)
        return (yield)

    def _ask_current(self, phase: str, lines: Callable[[], Iterable[str]]) -> Flow[list[str]]:
        """Ask a question of the turn that is skipped, with the rest of the turn, when its owner leaves (K31)."""
        words = yield from self._ask(self.current, phase, lines)
        if words is None:
            raise SeatLeft
        return words

    def _retire(self, seat: int) -> None:
        """docs/spec/rules.md, section 7. None answers what the seat owes; each place that asks says what that means (L4)."""
        self.retired.add(seat)
        self.bag |= self.hands[seat]  # L2
        self.hands[seat] = set()
        self.stall_turns = 0  # K12: the bag has tiles again
        self._legal = None
        if self.end_reason is not None:
            return  # only the final market tiles are still to come
        if len(self._live_seats()) <= 1 and not self.settling:  # L5, K32
            self._go_on(lambda: self._flow.throw(GameEnds("retired")))
        elif self._question is not None and self._question.concerns == seat:
            self._go_on(lambda: self._flow.send(None))

    def _play(self, first_seat: int | None) -> Flow[None]:
        """The rules, from the set-up on or, in a position, from the turn of `first_seat` on."""
        raise NotImplementedError

    # What lies where.

    def _live_seats(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.retired]

    def _clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.players for step in range(self.players)]

    def _live_from(self, seat: int) -> int:
        """This seat, or the next one clockwise that has not left (L3)."""
        return next(other for other in self._clockwise_from(seat) if other not in self.retired)

    def sizes(self) -> dict[str, int]:
        return geometry.sizes(self.board, self.chains)

    def _inactive_chains(self) -> list[str]:
        return [chain for chain, size in self.sizes().items() if size == 0]

    def _move_blocks(self, seat: int, chain: str, count: int) -> None:
        """From the market to a seat; a negative count goes the other way."""
        self.shares[seat][chain] += count
        self.market[chain] -= count

    def _set_aside(self, seat: int, tiles: Iterable[str]) -> None:
        for tile in tiles:
            self.hands[seat].remove(tile)
            self.discard.add(tile)
            self.tiles_moved = True

    def _to_hand(self, seat: int, tile: str) -> None:
        self.bag.remove(tile)
        self.hands[seat].add(tile)
        self.tiles_moved = True

    def _with_tiles_of_the_bag(self, words: str) -> list[str]:
        return [f"{words} {tile}" for tile in self.bag]
