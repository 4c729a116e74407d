"""A table with an honest dealer: every peer's view of one game, each shown only what it may know, and what is really so.

The dealer does in plain sight what the protocol does with proofs: it shuffles, gives each seat its own tiles, puts lots back,
opens the bag and mixes again after a seat has left. It keeps its own account of every tile, so it is a second opinion on what
leaves a hand and on what all may think to be hidden. What all peers receive is kept in a log, so that new peers receive it too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from acquire_core import Action, DeclareEnd, Discard, DrawTile, Game, MarketTile, Pick, Retire, StartTile, format_action
from acquire_core.events import TileLaidAway, TilePlaced
from acquire_core.ruleset import RULESETS, Ruleset
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS
from acquire_net.protocol.sealed_game import (
    AskAnswers,
    AskDecision,
    Draw,
    GameFinished,
    Lottery,
    OpenBag,
    Question,
    RefusedError,
)
from acquire_net.table.acquire_game import AcquireGame
from tests.core.policies import POLICIES, Policy, random_ruleset

Seat = int | None  # None is a spectator, or a program that checks a log

MAX_LINES = 60
"""Purchases that a policy looks at; with selling there are thousands."""


@dataclass(frozen=True)
class Drew:
    seats: tuple[int | None, ...]
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Raffled:
    tile: int


@dataclass(frozen=True)
class Opened:
    tiles: tuple[int, ...]


@dataclass(frozen=True)
class Decided:
    seat: int
    action: bytes
    proven: tuple[int, ...]


@dataclass(frozen=True)
class AnsweredTogether:
    """For each seat that was asked: its answer, and the tiles that it has proven."""
    answers: Mapping[int, tuple[bytes, tuple[int, ...]]]


@dataclass(frozen=True)
class Left:
    seat: int


Fact = Drew | Raffled | Opened | Decided | AnsweredTogether | Left


def tell(view: AcquireGame, fact: Fact) -> tuple[int, ...] | None:
    """Show one peer what happened, without the tiles that it may not see. Return the tiles that a decision took from the hand."""
    match fact:
        case Drew(seats, tiles):
            view.record_draw([tile if seat in (None, view.seat) else None for seat, tile in zip(seats, tiles, strict=True)])
        case Raffled(tile):
            view.record_raffle(tile)
        case Opened(tiles):
            view.bag_opened(tiles)
        case Decided(seat, action, proven):
            return decide(view, seat, action, proven)
        case AnsweredTogether(answers):
            before = len(view.events())
            view.apply_answers(answers)
            return tiles_gone(view, before)
        case Left(seat):
            view.record_leaving(seat)
    return None


def decide(view: AcquireGame, seat: int, action: bytes, proven: tuple[int, ...]) -> tuple[int, ...]:
    """Apply a decision; return the tiles that it took from the hand, by what the game reports of it."""
    before = len(view.events())
    view.apply_decision(seat, action, proven)
    return tiles_gone(view, before)


def tiles_gone(view: AcquireGame, before: int) -> tuple[int, ...]:
    """Return the tiles that have left hands since there were so many events."""
    gone = [event.tile for event in view.events(before) if isinstance(event, TilePlaced | TileLaidAway)]
    return tuple(sorted(TILE_NUMBERS[tile] for tile in gone))


def seats_and_spectator(players: int) -> list[Seat]:
    return [None, *range(players)]


class Table:
    """All peers of one game and the dealer."""

    def __init__(self, ruleset: Ruleset, players: int, rng: random.Random) -> None:
        self.rng = rng
        self.views: dict[Seat, AcquireGame] = {seat: AcquireGame(ruleset, players, seat)
                                               for seat in seats_and_spectator(players)}
        self.complete = Game(ruleset, players, sealed=True)
        self.log: list[Fact] = []
        self.bag = rng.sample(range(108), 108)
        self.opened: frozenset[int] | None = None
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.public: set[int] = set()  # tiles in hands that everybody has seen

    @property
    def players(self) -> int:
        return self.complete.players

    @property
    def live(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.complete.retired]

    def question(self) -> Question:
        """Return what everybody agrees to be next."""
        question = self.views[None].next_question()
        for seat, view in self.views.items():
            assert view.next_question() == question, f"{self.at(seat)}: {view.next_question()} instead of {question}"
        return question

    # --- answers ---

    def answer_chance(self, question: Draw | Lottery | OpenBag) -> None:
        if isinstance(question, Draw):
            assert self.opened is None, "nothing is drawn in order from an open bag"
            self._tell(Drew(question.seats, tuple(self.bag.pop() for _ in question.seats)))
        elif isinstance(question, Lottery):
            assert question.of_all_tiles == (not self.bag)
            self._tell(Raffled(self.rng.choice(self.bag or range(108))))
        else:
            assert self.opened is None
            self._tell(Opened(tuple(self.bag)))

    def act(self, action: Action) -> None:
        seat = action.seat
        assert seat is not None
        text = self.views[seat].action_bytes(action)
        needed = {view.to_prove(seat, text) for view in self.views.values()}
        assert len(needed) == 1, f"{self.at(seat)}: the views disagree on what {action} must prove: {needed}"
        proven = needed.pop()
        assert {*proven} <= self.hands[seat] - self.public
        self._tell(Decided(seat, text, proven))

    def act_together(self, answers: Mapping[int, Action]) -> None:
        """Let all seats that are asked answer a step of simultaneous play."""
        texts = {seat: self.views[seat].action_bytes(action) for seat, action in answers.items()}
        self._tell(AnsweredTogether({seat: (text, self.views[seat].to_prove(seat, text)) for seat, text in texts.items()}))

    def leave(self, seat: int) -> None:
        self._tell(Left(seat))

    def _tell(self, fact: Fact) -> None:
        self.log.append(fact)
        gone = {tell(view, fact) for view in self.views.values()}
        assert len(gone) == 1, f"{fact}: the views disagree on what left the hand: {gone}"
        self._account(fact, gone.pop())
        self.public &= set().union(*self.hands)

    def _account(self, fact: Fact, gone: tuple[int, ...] | None) -> None:
        """Keep account of where the tiles are now, and of the complete game."""
        match fact:
            case Drew(seats, tiles):
                for number, (seat, tile) in enumerate(zip(seats, tiles, strict=True)):
                    if seat is None:
                        self.complete.apply(StartTile(number, TILE_NAMES[tile]))
                    else:
                        self.hands[seat].add(tile)
                        self._drawn(seat, tile)
            case Raffled(tile) if self.complete.phase == "draw":
                due = self.complete.action_of(self.complete.legal_codes()[-1])
                assert isinstance(due, DrawTile)
                self.bag.remove(tile)
                self.hands[due.target].add(tile)
                self.public.add(tile)
                self._drawn(due.target, tile)
            case Raffled(tile):
                self.complete.apply(MarketTile(TILE_NAMES[tile]))
            case Opened(tiles):
                self.opened = frozenset(tiles)
            case Decided(seat, action, _):
                self._decided(seat, action.decode())
                self._take_from_hands(gone)
            case AnsweredTogether(answers):
                for seat, (action, _) in sorted(answers.items()):
                    self._decided(seat, action.decode())
                    if action.startswith(b"show"):
                        self.complete.play(f"{seat} pass")
                self._take_from_hands(gone)
            case Left(seat):
                self.complete.apply(Retire(seat))
                self.bag += sorted(self.hands[seat])
                self.hands[seat] = set()
                self.rng.shuffle(self.bag)
                self.opened = None

    def _take_from_hands(self, gone: tuple[int, ...] | None) -> None:
        for hand in self.hands:
            hand -= {*(gone or ())}

    def _drawn(self, seat: int, tile: int) -> None:
        """Draw a tile in the complete game. Tiles that all know to be dead are set aside without a word."""
        for event in self.complete.apply(DrawTile(seat, TILE_NAMES[tile])):
            if isinstance(event, TileLaidAway):
                self.hands[event.seat].remove(TILE_NUMBERS[event.tile])  # in simultaneous play also of the next one

    def _decided(self, seat: int, line: str) -> None:
        verb, *tiles = line.split()
        self.complete.play(f"{seat} {line}")
        if verb == "pick":
            self.bag.remove(TILE_NUMBERS[tiles[0]])
            self.hands[seat].add(TILE_NUMBERS[tiles[0]])
        if verb in ("pick", "show"):
            self.public |= {TILE_NUMBERS[tile] for tile in tiles}

    # --- what must hold ---

    def check(self, thoroughly: bool = False) -> None:
        """Check that everybody agrees, and that what all think to be hidden is what is hidden."""
        digest, hidden = self.complete.digest(), {*self.bag}.union(*self.hands) - self.public
        for seat, view in self.views.items():
            assert view.digest() == digest, self.at(seat)
            assert view.unseen_tiles() == hidden, f"{self.at(seat)}: {view.unseen_tiles() ^ hidden}"
            assert view.has_begun == any(isinstance(fact, Drew) and None not in fact.seats for fact in self.log)
            assert view.opened_bag == (None if self.opened is None else tuple(TILE_NAMES[tile] for tile in sorted(self.bag)))
        if self.opened is not None:
            assert {*self.bag} == self.opened & hidden, "the dealer of the protocol finds the bag by this rule"
        if thoroughly:
            expected = self.expected_canonical()
            for seat, view in self.views.items():
                assert view.canonical_state() == expected, self.at(seat)

    def expected_canonical(self) -> dict[str, Any]:
        state = self.complete.snapshot() | self.complete.digest_fields()
        assert [{TILE_NUMBERS[tile] for tile in hand["tiles"]} for hand in state["hands"]] == self.hands
        assert state["bag_count"] == len(self.bag)
        state["hands"] = [{"tiles": [TILE_NAMES[tile] for tile in sorted(hand & self.public)],
                           "hidden": len(hand - self.public)} for hand in self.hands]
        state["opened_bag"] = None if self.opened is None else [TILE_NAMES[tile] for tile in sorted(self.bag)]
        return state

    def choices(self, seat: int) -> list[Action]:
        """Return what this seat is offered, which is what it may really do."""
        offered = self.views[seat].legal_actions()
        possible = self.complete.legal_actions()
        if self.complete.phase == "pick":
            possible = [action for action in possible if isinstance(action, Pick) and TILE_NUMBERS[action.tile] in self.bag]
        assert offered == possible, self.at(seat)
        for other, view in self.views.items():
            assert other == seat or view.legal_actions() == []
        return offered

    def at(self, seat: Seat) -> str:
        return (f"{self.complete.ruleset.name} {self.complete.ruleset.changes()}, view of {seat}, after {self.log[-4:]}: "
                f"{self.complete!r}")


def choose(table: Table, seat: int, policy: Policy, clinging: bool | None = None) -> Action:
    """Return what a player of this policy does. With `clinging` all dead tiles are kept, or none, whatever the policy likes."""
    rng, choices = table.rng, table.choices(seat)
    if isinstance(choices[0], Discard) and clinging is not None:
        return choices[0 if clinging else -1]
    if isinstance(choices[0], DeclareEnd) and policy is POLICIES["uniform"]:
        return choices[rng.random() < 0.15]  # or hardly a game would last
    if len(choices) > MAX_LINES:
        choices = rng.sample(choices, MAX_LINES)
    chains = table.complete.ruleset.chain_names
    lines = {format_action(action, chains): action for action in choices}
    return lines[policy([*lines], table.complete.snapshot(), rng)]


def step(table: Table, policy: Policy, leaving: float = 0.0, clinging: bool | None = None) -> bool:
    """Give one answer to a question that all agree on. Return False at the end."""
    question = table.question()
    if isinstance(question, GameFinished):
        return False
    if table.live and table.rng.random() < leaving:
        table.leave(table.rng.choice(table.live))
    elif isinstance(question, AskDecision):
        table.act(choose(table, question.seat, policy, clinging))
    else:
        table.answer_chance(question)
        if isinstance(question, Draw) and None not in question.seats:
            assert not isinstance(table.question(), Draw), "a draw was cut in two"
    return True


def a_table(seed: int) -> tuple[Table, Policy]:
    """Return the seed-th table: each named ruleset with each number of players, as many random mixes, and each policy in turn."""
    rng = random.Random(seed)
    players = 2 + seed // 2 % 5
    rules = list(RULESETS.values())[seed // 10 % len(RULESETS)] if seed % 2 else random_ruleset(rng, players)
    return Table(rules, players, rng), list(POLICIES.values())[seed % len(POLICIES)]


def a_lively_table(seed: int) -> tuple[Table, Policy]:
    """Return a table whose chains are soon safe, so hands are shown, replaced and set aside; with special powers, open bags."""
    rng = random.Random(seed)
    rules = random_ruleset(rng, players := 2 + seed % 5).replace(
        safe_size=rng.choice((2, 3, 4)), end_size=60, end_mode="anytime", end_on_bag=rng.choice(("never", "last_drawn")),
        special_powers=True, dead_policy=rng.choice(("auto", "choice", "never")), teams=False,
        no_tile=rng.choice(("skip", "replace_hand", "end")), open_pick=rng.random() < 0.5)
    return Table(rules, players, rng), POLICIES[rng.choice(("uniform", "powerful", "never_ending", "clinging", "spreading"))]


def everything(view: AcquireGame) -> tuple[Any, ...]:
    """Return all that a refusal must leave as it was."""
    return (view.digest(), view.canonical_state(), view.next_question(), view.unseen_tiles(), view.events(), view.observe(),
            view.opened_bag)


def refused(view: AcquireGame, call: Callable[[AcquireGame], object]) -> str:
    """Return the text of the refusal, which changed nothing."""
    before = everything(view)
    with pytest.raises(RefusedError) as caught:
        call(view)
    assert everything(view) == before
    return str(caught.value)


def asked_by(question: object) -> tuple[int, ...]:
    """Return the seats that a question is put to."""
    match question:
        case AskAnswers(seats):
            return seats
        case AskDecision(seat):
            return (seat,)
    return ()
