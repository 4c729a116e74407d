"""The toy game in rounds: all seats answer at once, and their answers are opened together.

A round has two sealed steps. First each live seat bids a number, `bid 7`; the highest bid leads, of equal ones the lowest seat.
Then each seat with a card plays one, `play 3`, or shows its whole hand, `show 1 6`. Cards are settled from the leader on.
Afterwards each seat that has played draws one card, as far as the bag goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from acquire_net.protocol.sealed_game import AskAnswers, AskDecision, Draw, Question, RefusedError
from tests.support.toy_game import ToyGame

MAX_TOY_BID = 9


class ToyRounds(ToyGame):
    def __init__(self, seats: int, cards: int = 8, hand: int = 1, raffles: bool = False, open_bag: bool = False) -> None:
        super().__init__(seats, cards, hand, raffles, open_bag)
        self.has_bid = False
        self.bids: dict[int, int] = {}
        self.due: tuple[int, ...] = ()
        """The seats that are still to draw."""

    @property
    def asks_answers(self) -> bool:
        return True

    def next_question(self) -> Question:
        question = super().next_question()
        if not isinstance(question, AskDecision):
            return question
        if self.due:
            return Draw(self.due)
        if self.has_bid:
            return AskAnswers(tuple(seat for seat in self.live() if self.counts[seat]), b"%d play" % self.turn)
        return AskAnswers(tuple(self.live()), b"%d bid" % self.turn)

    def record_draw(self, tiles: Any) -> None:
        if not self.due:
            super().record_draw(tiles)
            return
        for seat, tile in zip(self.due, tiles, strict=True):
            self.counts[seat] += 1
            if tile is not None:
                self.own.setdefault(seat, set()).add(tile)
        self.due = ()
        self._next_round()

    def _read_answer(self, seat: int, action: bytes) -> tuple[str, tuple[int, ...]]:
        question = self.next_question()
        if not isinstance(question, AskAnswers) or seat not in question.seats:
            raise RefusedError("not asked")
        word, *rest = action.decode("ascii", "replace").split(" ")
        numbers = tuple(int(number) for number in rest if number.isdigit() and number.isascii() and len(number) < 4)
        if " ".join([word, *map(str, numbers)]).encode() != action:
            raise RefusedError("no such action")
        if not self.has_bid:
            if word != "bid" or len(numbers) != 1 or numbers[0] > MAX_TOY_BID:
                raise RefusedError("not a bid")
        elif (word not in ("play", "show") or numbers != tuple(sorted(set(numbers))) or not numbers
              or numbers[-1] >= self.cards or (word == "play" and len(numbers) != 1)):
            raise RefusedError("not these cards")
        return word, numbers

    def to_prove(self, seat: int, action: bytes) -> tuple[int, ...]:
        word, numbers = self._read_answer(seat, action)
        return () if word == "bid" else tuple(card for card in numbers if card not in self.known[seat])

    def check_answer(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        word, numbers = self._read_answer(seat, action)
        if word == "show" and (not proven or len(numbers) != self.counts[seat]):
            raise RefusedError("shows less than the whole hand, or nothing new")
        if proven != self.to_prove(seat, action):
            raise RefusedError("not proven")

    def apply_decision(self, seat: int, action: bytes, proven: tuple[int, ...]) -> None:
        raise RefusedError("answers are opened together")

    def apply_answers(self, answers: Mapping[int, tuple[bytes, tuple[int, ...]]]) -> None:
        question = self.next_question()
        if not isinstance(question, AskAnswers) or {*answers} != {*question.seats}:
            raise RefusedError("not the seats that are asked")
        read = {}
        for seat, (action, proven) in answers.items():
            self.check_answer(seat, action, proven)
            read[seat] = self._read_answer(seat, action)
        if not self.has_bid:
            self.has_bid = True
            self.bids = {seat: numbers[0] for seat, (_, numbers) in sorted(read.items())}
            self.current = min(read, key=lambda seat: (-self.bids[seat], seat))
            return
        order = [seat for seat in (*range(self.current, self.seats), *range(self.current)) if seat in read]
        for seat in order:
            word, cards = read[seat]
            if word == "show":
                self.known[seat] |= {*cards}
                continue
            self.known[seat].discard(cards[0])
            self.own.get(seat, set()).discard(cards[0])
            self.counts[seat] -= 1
            self.played.append((seat, cards[0]))
        players = [seat for seat in order if read[seat][0] == "play"]
        self.due = tuple(players[:self.bag_count])
        if not self.due:
            self._next_round()

    def _next_round(self) -> None:
        self.turn += 1
        self.has_bid = False
        self.bids = {}
        if not any(self.counts[seat] for seat in self.live()):
            return
        self._next_turn_of_live()

    def _next_turn_of_live(self) -> None:
        while self.current in self.gone:
            self.current = (self.current + 1) % self.seats

    def record_leaving(self, seat: int) -> None:
        self._take_out(seat)
        self.bids.pop(seat, None)
        was_due = bool(self.due)
        self.due = tuple(other for other in self.due if other != seat)
        if len(self.gone) < self.seats:
            self._next_turn_of_live()
        if self.dealt and (was_due and not self.due or self.has_bid and not was_due and not any(self.counts)):
            self._next_round()

    def canonical_state(self) -> dict[str, Any]:
        return super().canonical_state() | {"bids": sorted(self.bids.items()), "has_bid": self.has_bid, "due": list(self.due)}

    def copy(self) -> ToyRounds:
        new = super().copy()
        assert isinstance(new, ToyRounds)
        new.bids = dict(self.bids)
        return new

    def choices(self, seat: int) -> list[bytes]:
        question = self.next_question()
        if not isinstance(question, AskAnswers) or seat not in question.seats:
            return []
        if not self.has_bid:
            return [b"bid %d" % number for number in range(MAX_TOY_BID + 1)]
        hand = self.own.get(seat, set()) | self.known[seat]
        hidden = hand - self.known[seat]
        plays = [b"play %d" % card for card in sorted(hand)]
        return plays + ([b"show " + b" ".join(b"%d" % card for card in sorted(hand))] if hidden else [])
