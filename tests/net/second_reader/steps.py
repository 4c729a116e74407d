"""Sections 1 to 5 and 10 of docs/spec/protocol.md: what is in a block, what each content must prove, and what follows.

What the second reader knows of the table after a block. It asks the game, and nothing else of the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from tests.net.second_reader.curve import Curve, H, Pair, cut_pairs, index, joined, u8, u16, u32

CONTENTS = {"CommitKeys": 1, "OpenKeys": 2, "ShuffleDeck": 3, "DrawTiles": 4, "Coin": 4, "OpenPositions": 4, "DecideAction": 5,
            "RemaskHands": 6, "ProveShuffles": 9, "TagAll": 7, "SignResult": 8, "ShareTags": 4,
            "SealAnswers": 10, "OpenAnswers": 11}
RELAYS = ("ShuffleDeck", "TagAll")

Bodies = dict[int, list[Any]]
"""Fields of contents by author."""


@dataclass
class Slot:
    name: tuple[int, int, int]
    mask: bytes
    residual: bytes


@dataclass
class Position:
    """What all know after a block."""
    curve: Curve
    identities: list[bytes]
    table: bytes
    """tid, then sid."""
    game: Any
    """An object that knows the rules; called as docs/spec/protocol.md says."""
    live: list[int]
    hands: list[list[Slot]]
    block: int = 0
    epoch: int = 0
    round: int = 0
    head: bytes = bytes(64)
    joint: bytes = b""
    keys: dict[tuple[int, int], bytes] = field(default_factory=dict)
    deck: list[Pair] = field(default_factory=list)
    bag: list[int] = field(default_factory=list)
    stale: bool = False
    opened: dict[int, int] = field(default_factory=dict)
    step: str = "CommitKeys"
    asked: Any = None
    """What the step is about: tiles, seats or positions."""
    sealed: tuple[bytes, int, int, dict[int, bytes]] | None = None
    """Name of the step, epoch and block in which answers were sealed, and the commitments to them."""

    def copy(self) -> Position:
        new = copy(self)
        new.game, new.live, new.keys = self.game.copy(), list(self.live), dict(self.keys)
        new.hands = [list(hand) for hand in self.hands]
        return new

    @property
    def is_over(self) -> bool:
        return self.step == "NoneType"

    def after(self, kinds: dict[int, int], raw: dict[int, bytes], bodies: Bodies) -> Position:
        """Return what follows from these contents."""
        parts = [u8(seat, kinds[seat]) + raw[seat] for seat in sorted(raw)]
        new = self.copy()
        new.follow(bodies)
        new.block, new.head = self.block + 1, H("head", self.head, self.event(), *parts)
        return new

    def without(self, lost: list[int]) -> Position:
        new = self.copy()
        for seat in lost:
            new.live.remove(seat)
            new.hands[seat] = []
            new.game.record_leaving(seat)
            new.epoch += 1
        new.block, new.head = self.block + 1, H("head", self.head, b"view", bytes(lost))
        new.round, new.deck, new.bag, new.opened, new.stale, new.step = 0, [], [], {}, False, "CommitKeys"
        question = new.game.next_question()
        if new.sealed is not None:
            name, epoch, block, commitments = new.sealed
            stays = getattr(question, "step", None) == name and {*question.seats} <= {*commitments}
            new.sealed = (name, epoch, block, {seat: commitments[seat] for seat in question.seats}) if stays else None
        if type(question).__name__ == "GameFinished":
            new.ask()
        return new

    def ctx(self, kind: str, author: int, extra: bytes = b"") -> bytes:
        place = (u32(self.epoch), u32(self.round), u32(self.block), self.head)
        return H("ctx", self.table, *place, kind.encode(), u32(author), extra)

    def state_hash(self) -> bytes:
        hands = [b"".join(u32(part) for slot in hand for part in slot.name) for hand in self.hands]
        return H("state", self.game.digest(), bytes(self.live), u32(self.epoch), u32(self.round), u32(len(self.bag)), self.joint,
                 b"" if self.step == "NoneType" else self.event(), *hands)[:32]

    # --- steps

    def authors(self) -> list[int]:
        if self.step == "DecideAction":
            return [self.asked]
        if self.step in ("SealAnswers", "OpenAnswers"):
            return list(self.asked[0])
        if self.step == "RemaskHands":
            return [seat for seat in self.live if self.hands[seat]]
        if self.step == "DrawTiles":
            return [seat for seat in self.live if any(to != seat for to in self.asked)]
        return self.live

    def event(self) -> bytes:
        match self.step:
            case "ShuffleDeck":
                return b"shuffle" + bytes(self.asked or ())
            case "DrawTiles":
                return b"draw" + bytes(255 if seat is None else seat for seat in self.asked)
            case "OpenPositions":
                return b"open the bag" if self.asked is None else b"raffle" + u16(self.asked)
            case "SignResult":
                return b"result" + self.asked
            case "SealAnswers":
                return b"seal" + bytes(self.asked[0]) + bytes(self.asked[1])
            case "OpenAnswers":
                return b"answers" + bytes(self.asked[0])
        return {"CommitKeys": b"commit", "OpenKeys": b"open", "Coin": b"coin", "DecideAction": b"decide",
                "RemaskHands": b"remask", "TagAll": b"tag", "ShareTags": b"share tags", "ProveShuffles": b"prove"}[self.step]

    def shared(self, author: int) -> tuple[bytes, list[int], list[bytes]]:
        """Return the purpose, positions and bases of the shares that the author owes."""
        match self.step:
            case "DrawTiles":
                owed = [place for place, to in zip(self.bag, self.asked, strict=False) if to != author]
                return b"draw" + self.event(), owed, [self.deck[place][0] for place in owed]
            case "Coin":
                return b"coin", [], [self.curve.h2g("coin", self.ctx("coin", 0))]
            case "OpenPositions":
                owed = self.bag if self.asked is None else [self.asked]
                return b"public", owed, [self.deck[place][0] for place in owed]
        return b"tags", list(range(len(self.asked))), [pair[0] for pair in self.asked]

    def before(self, author: int, bodies: Bodies) -> bytes:
        """Return what the author of a relay builds on."""
        earlier = [seat for seat in sorted(bodies) if seat < author]
        if earlier:
            return bytes(bodies[earlier[-1]][0 if self.step == "ShuffleDeck" else 1])
        if self.step == "TagAll":
            return joined(self.deck) + bytes(self.asked)
        if self.asked is None:
            return joined([self.deck[place] for place in self.bag])
        return joined([(self.curve.IDENTITY, self.curve.h2g(f"tile/{tile}")) for tile in self.asked])

    def check(self, author: int, fields: list[Any], bodies: Bodies) -> None:
        """Raise AssertionError, or an error of the game, where the author must not have said this."""
        key = self.keys.get((author, self.epoch), b"")
        match self.step:
            case "OpenKeys":
                nonce, public, proof = fields
                assert H("commit", self.identities[author], nonce, self.curve.point(public)) == self.asked[author]
                commits = [u8(seat) + commit for seat, commit in sorted(self.asked.items())]
                self.curve.check_possession(H("statement", self.table, u32(self.epoch), *commits, u8(author)), public, proof)
            case "ShuffleDeck":
                assert len(fields[0]) == len(self.before(author, bodies))
                if author != max(self.live):  # nobody builds on the last one, so it is decoded with its proof
                    self.curve.pairs(fields[0], len(fields[0]) // 64)
            case "ProveShuffles":
                _, old, new, ctx = self.asked[author]
                self.curve.pairs(joined(new), len(new))
                self.curve.check_shuffle(ctx, self.joint, old, new, fields[0])
            case "DrawTiles" | "Coin" | "OpenPositions" | "ShareTags":
                purpose, places, bases = self.shared(author)
                extra = purpose + b"".join(map(u16, places))
                images = self.curve.points(fields[0], len(bases))
                self.curve.check_shares(self.ctx("share", author, extra), key, bases, images, fields[1])
            case "DecideAction":
                self.check_decision(author, *fields)
                self.game.copy().apply_decision(author, fields[0], tuple(tile for _, tile, _ in fields[1]))
            case "OpenAnswers":
                assert self.sealed is not None
                name, epoch, block, commitments = self.sealed
                nonce, action = fields[:2]
                where = (u32(epoch), u32(block), name, u8(author))
                assert H("answer", self.table, *where, action, nonce) == commitments[author]
                self.check_decision(author, *fields[1:])
                self.game.check_answer(author, action, tuple(tile for _, tile, _ in fields[2]))
            case "RemaskHands":
                new = self.curve.pairs(fields[0], len(self.hands[author]))
                assert len(fields[1]) == 96 * len(new)
                for place, slot in enumerate(self.hands[author]):
                    self.curve.check_remask(self.ctx("remask", author, u8(place)), self.keys[author, slot.name[0]], self.joint,
                                            (slot.mask, slot.residual), new[place], fields[1][96 * place:96 * place + 96])
            case "TagAll":
                bases = self.curve.points(self.before(author, bodies), len(self.before(author, bodies)) // 32)
                images = self.curve.points(fields[1], len(bases))
                self.curve.check_shares(self.ctx("tag", author), self.curve.point(fields[0]), bases, images, fields[2])
            case "SignResult":
                assert fields == [self.head, H("result", self.table, self.head, self.asked)]

    def check_decision(self, author: int, action: bytes, openings: list[list[Any]], proofs: bytes) -> None:
        assert tuple(tile for _, tile, _ in openings) == self.game.to_prove(author, action)
        hand = self.hands[author]
        assert len({place for place, _, _ in openings}) == len(openings)
        for place, tile, share in openings:
            assert self.curve.minus(hand[place].residual, [self.curve.point(share)]) == self.curve.h2g(f"tile/{tile}")
        ctx = self.ctx("decide", author, H("decide", action, *(u8(place, tile) for place, tile, _ in openings)))
        epochs = sorted({hand[place].name[0] for place, _, _ in openings})
        assert len(proofs) == 64 * len(epochs)
        for number, epoch in enumerate(epochs):
            of_epoch = [(hand[place].mask, share) for place, _, share in sorted(openings) if hand[place].name[0] == epoch]
            self.curve.check_shares(ctx, self.keys[author, epoch], [base for base, _ in of_epoch],
                                    [share for _, share in of_epoch], proofs[64 * number:64 * number + 64])

    # --- what follows

    def follow(self, bodies: Bodies) -> None:
        last, step = max(bodies, default=0), self.step
        self.step, asked = "", self.asked
        match step:
            case "CommitKeys":
                self.step, self.asked = "OpenKeys", {seat: fields[0] for seat, fields in bodies.items()}
            case "OpenKeys":
                if not self.epoch:
                    self.table = H("sid", self.table, *(part for seat, (nonce, key, _) in sorted(bodies.items())
                                                        for part in (asked[seat], nonce, key)))
                self.keys |= {(seat, self.epoch): fields[1] for seat, fields in bodies.items()}
                self.joint = self.curve.total(*((1, fields[1]) for fields in bodies.values()))
                self.step, self.asked = "ShuffleDeck", sorted(self.game.unseen_tiles())
            case "ShuffleDeck":
                self.step = step  # while `before` and ctx are asked
                self.asked = {seat: (asked, cut_pairs(self.before(seat, bodies)), cut_pairs(fields[0]), self.ctx("shuffle", seat))
                              for seat, fields in bodies.items()}
                self.step = "ProveShuffles"
            case "ProveShuffles":
                tiles, _, self.deck, _ = asked[last]
                self.bag, self.stale = list(range(len(self.deck))), False
                self.round = self.round + 1 if tiles is None else 0
                if tiles is not None and any(self.hands[seat] for seat in self.live):
                    self.step = "RemaskHands"
            case "RemaskHands":
                self.step, self.asked = "TagAll", b"".join(bodies[seat][0] for seat in sorted(bodies))
            case "TagAll":
                self.step, self.asked = "ShareTags", self.curve.pairs(bodies[last][1], len(bodies[last][1]) // 64)
            case "ShareTags":
                tags = [self.stripped(pair, at, bodies) for at, pair in enumerate(asked)]
                count = len(self.deck)
                assert len(set(tags[:count])) == count and set(tags[count:]) <= set(tags[:count])
                self.bag = [place for place in range(count) if tags[place] not in tags[count:]]
            case "DrawTiles":
                self.draw(bodies, asked)
            case "Coin":
                self.toss(H("coin", self.curve.total(*((1, fields[0]) for fields in bodies.values()))))
            case "OpenPositions":
                places = self.bag if asked is None else [asked]
                tiles = [self.curve.tile_of(self.stripped(self.deck[place], at, bodies)) for at, place in enumerate(places)]
                self.stale = True
                if asked is None:
                    self.opened = dict(zip(places, tiles, strict=True))
                    self.game.bag_opened(tiles)
                else:
                    self.game.record_raffle(tiles[0])
            case "DecideAction":
                action, openings, _ = bodies[last]
                self.game.apply_decision(last, action, tuple(tile for _, tile, _ in openings))
                gone = {place for place, _, _ in openings}
                self.hands[last] = [slot for place, slot in enumerate(self.hands[last]) if place not in gone]
            case "SealAnswers":
                self.sealed = asked[1], self.epoch, self.block, {seat: fields[0] for seat, fields in bodies.items()}
            case "OpenAnswers":
                self.game.apply_answers({seat: (action, tuple(tile for _, tile, _ in openings))
                                         for seat, (_, action, openings, _) in bodies.items()})
                for seat, (_, _, openings, _) in bodies.items():
                    gone = {place for place, _, _ in openings}
                    self.hands[seat] = [slot for place, slot in enumerate(self.hands[seat]) if place not in gone]
                self.sealed = None
            case "SignResult":
                self.step = "NoneType"
        if not self.step:
            self.ask()

    def stripped(self, pair: Pair, place: int, bodies: Bodies) -> bytes:
        return self.curve.minus(pair[1], [share_of(fields, place) for fields in bodies.values()])

    def draw(self, bodies: Bodies, seats: Sequence[int | None]) -> None:
        tiles: list[int | None] = []
        for number, to in enumerate(seats):
            place = self.bag[number]
            shares = [share_of(fields, [at for at, other in enumerate(seats) if other != seat].index(number))
                      for seat, fields in bodies.items() if seat != to]
            residual = self.curve.minus(self.deck[place][1], shares)
            tiles.append(self.curve.tile_of(residual) if to is None else None)
            if to is not None:
                self.hands[to].append(Slot((self.epoch, self.round, place), self.deck[place][0], residual))
        self.bag = self.bag[len(seats):]
        self.game.record_draw(tiles)

    def toss(self, coin: bytes) -> None:
        inside = [tile for _, tile in sorted(self.opened.items()) if tile in self.game.unseen_tiles()]
        if self.asked:  # any tile of the game
            self.game.record_raffle(index(coin, self.game.tile_count))
        elif self.opened:
            self.game.record_raffle(inside[index(coin, len(inside))])
        else:
            self.step, self.asked = "OpenPositions", self.bag[index(coin, len(self.bag))]

    def ask(self) -> None:
        question = self.game.next_question()
        match type(question).__name__:
            case "Draw":
                again = self.stale and any(seat is not None for seat in question.seats)
                self.step, self.asked = ("ShuffleDeck", None) if again else ("DrawTiles", question.seats)
            case "Lottery":
                self.step, self.asked = "Coin", question.of_all_tiles
            case "OpenBag":
                self.step, self.asked = "OpenPositions", None
            case "AskDecision":
                self.step, self.asked = "DecideAction", question.seat
            case "AskAnswers":
                self.step = "SealAnswers" if self.sealed is None else "OpenAnswers"
                self.asked = question.seats, question.step
            case "GameFinished":
                self.step, self.asked = "SignResult", question.result


def share_of(fields: list[Any], place: int) -> bytes:
    return bytes(fields[0][32 * place:32 * place + 32])
