"""A game of a few cards that asks everything a sealed game can ask: what the protocol is tested with, apart from Acquire.

Every seat gets an open card, which says who begins, and a hand. In its turn a seat plays a card (`play 3`), or first shows its
whole hand (`show 1 6`), and draws one while the bag has any. With `raffles`, one card of the bag is looked at before every second
turn. It ends when no live seat holds a card, or one seat is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from acquire_net.crypto.hashing import digest
from acquire_net.protocol.sealed_game import AskDecision, Draw, GameFinished, Lottery, OpenBag, Question, RefusedError


class ToyGame:
    def __init__(self, seats: int, cards: int = 8, hand: int = 1, raffles: bool = False, open_bag: bool = False) -> None:
        self.seats = seats
        self.cards = cards
        self.hand = hand
        self.raffles = raffles
        self.open_bag = open_bag
        self.start: tuple[int, ...] = ()
        self.counts = [0] * seats
        self.known: list[set[int]] = [set() for _ in range(seats)]
        """What all know of each hand."""
        self.own: dict[int, set[int]] = {}
        """What this peer alone knows."""
        self.played: list[tuple[int, int]] = []
        self.raffled_at: list[tuple[int, int]] = []
        self.bag: tuple[int, ...] | None = None
        self.gone: set[int] = set()
        self.turn = 0
        self.current = 0
        self.must_draw = False
        self.dealt = False

    @property
    def tile_count(self) -> int:
        return self.cards

    @property
    def has_begun(self) -> bool:
        return self.dealt

    @property
    def asks_answers(self) -> bool:
        return False

    def copy(self) -> ToyGame:
        new = type(self)(self.seats, self.cards, self.hand, self.raffles, self.open_bag)
        new.__dict__.update(self.__dict__)
        new.counts, new.played, new.raffled_at = list(self.counts), list(self.played), list(self.raffled_at)
        new.known = [set(hand) for hand in self.known]
        new.own = {seat: set(hand) for seat, hand in self.own.items()}
        new.gone = set(self.gone)
        return new

    # --- what it asks

    @property
    def bag_count(self) -> int:
        return self.cards - len(self.start) - len(self.played) - sum(self.counts)

    def live(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def next_question(self) -> Question:
        if len(self.live()) == 1 or (self.dealt and not any(self.counts)):
            return GameFinished(repr(sorted(self.played)).encode())
        if not self.start:
            return Draw((None,) * self.seats)
        if not self.dealt:
            return Draw(tuple(seat for seat in self.live() for _ in range(self.hand)))
        if self.open_bag and self.bag is None:
            return OpenBag()
        if self.must_draw:
            return Draw((self.current,))
        if self.raffles and self.turn % 2 and (not self.raffled_at or self.raffled_at[-1][0] != self.turn) and self.bag_count:
            return Lottery()
        return AskDecision(self.current)

    # --- what it receives

    def record_draw(self, tiles: Sequence[int | None]) -> None:
        question = self.next_question()
        assert isinstance(question, Draw) and len(tiles) == len(question.seats)
        if not self.start:
            assert None not in tiles
            self.start = tuple(tile for tile in tiles if tile is not None)
            self.current = self.start.index(min(self.start))
            return
        for seat, tile in zip(question.seats, tiles, strict=True):
            assert seat is not None
            self.counts[seat] += 1
            if tile is not None:
                self.own.setdefault(seat, set()).add(tile)
        if self.dealt:
            self.must_draw = False
            self._next_turn()
        else:
            self.dealt = True

    def record_raffle(self, tile: int) -> None:
        self.raffled_at.append((self.turn, tile))

    def bag_opened(self, tiles: Sequence[int]) -> None:
        assert len(set(tiles)) == self.bag_count
        self.bag = tuple(sorted(tiles))

    def _read(self, seat: int, action: bytes) -> tuple[str, tuple[int, ...]]:
        if self.next_question() != AskDecision(seat):
            raise RefusedError("not asked")
        word, *numbers = action.decode("ascii", "replace").split(" ")
        cards = tuple(int(number) for number in numbers if number.isdigit() and int(number) < self.cards)
        if word not in ("play", "show") or " ".join([word, *map(str, cards)]).encode() != action:
            raise RefusedError("no such action")
        if cards != tuple(sorted(set(cards))) or not cards or (word == "play" and len(cards) != 1):
            raise RefusedError("not these cards")
        return word, cards

    def to_prove(self, seat: int, action: bytes) -> tuple[int, ...]:
        _, cards = self._read(seat, action)
        return tuple(card for card in cards if card not in self.known[seat])

    def apply_decision(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        word, cards = self._read(seat, action)
        if word == "show":
            if not proven or len(cards) != self.counts[seat]:
                raise RefusedError("shows less than the whole hand, or nothing new")
            self.known[seat] |= set(proven)
            return
        [card] = cards
        if card not in self.known[seat] and proven != (card,):
            raise RefusedError("not proven")
        self.known[seat].discard(card)
        self.own.get(seat, set()).discard(card)
        self.counts[seat] -= 1
        self.played.append((seat, card))
        if self.bag_count and self.bag is None:
            self.must_draw = True
        else:
            self._next_turn()

    def check_answer(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        raise RefusedError("nobody is asked for a sealed answer")

    def apply_answers(self, answers: Mapping[int, tuple[bytes, tuple[int, ...]]]) -> None:
        raise RefusedError("nobody is asked for sealed answers")

    def _next_turn(self) -> None:
        self.turn += 1
        for step in range(1, self.seats + 1):
            seat = (self.current + step) % self.seats
            if seat not in self.gone and (self.counts[seat] or not self.dealt):
                self.current = seat
                return

    def record_leaving(self, seat: int) -> None:
        self._take_out(seat)
        if self.current == seat:
            self.must_draw = False
            self._next_turn()

    def _take_out(self, seat: int) -> None:
        self.gone.add(seat)
        self.counts[seat] = 0
        self.known[seat] = set()
        self.own.pop(seat, None)
        self.bag = None

    # --- what all know

    def unseen_tiles(self) -> frozenset[int]:
        seen = set(self.start) | {card for _, card in self.played}
        for hand in self.known:
            seen |= hand
        return frozenset(range(self.cards)) - seen

    def canonical_state(self) -> dict[str, Any]:
        return {"start": list(self.start), "counts": list(self.counts), "known": [sorted(hand) for hand in self.known],
                "played": [list(entry) for entry in self.played], "raffled": [list(entry) for entry in self.raffled_at],
                "gone": sorted(self.gone), "turn": self.turn, "current": self.current, "must_draw": self.must_draw,
                "bag": list(self.bag) if self.bag is not None else None, "dealt": self.dealt}

    def digest(self) -> bytes:
        return digest("state", repr(sorted(self.canonical_state().items())).encode())[:32]

    def choices(self, seat: int) -> list[bytes]:
        """Return what the seat's own peer may do."""
        if self.next_question() != AskDecision(seat):
            return []
        hand = self.own.get(seat, set()) | self.known[seat]
        plays = [b"play %d" % card for card in sorted(hand)]
        hidden = hand - self.known[seat]
        return plays + ([b"show " + b" ".join(b"%d" % card for card in sorted(hand))] if hidden else [])
