"""A second reader of journals, written from docs/protocol.md and not from the program: it shares no line with `acquire_net`.

It checks every signature, commitment and proof of a journal, and computes every head and state hash, for games in which nobody
lies. What it needs of a curve it takes from PyNaCl, one multiplication after the other; what of a game, from the game itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha512
from math import prod
from typing import Any

import msgspec.msgpack as msgpack
import nacl.bindings as sodium

Q = 2**252 + 27742317777372353535851937790883648493
P = 2**255 - 19
IDENTITY = (1).to_bytes(32, "little")
G = bytes.fromhex("58" + "66" * 31)
CONTENTS = {"CommitKeys": 1, "OpenKeys": 2, "ShuffleDeck": 3, "DrawTiles": 4, "Coin": 4, "OpenPositions": 4, "DecideAction": 5,
            "RemaskHands": 6, "ProveShuffles": 9, "TagAll": 7, "SignResult": 8, "ShareTags": 4}
ACK, VIEW, HANDS = 16, 18, 21

Pair = tuple[bytes, bytes]


# --- section 0 ----------------------------------------------------------------------------------------------------------------

def u8(*values: int) -> bytes:
    return bytes(values)


def u16(value: int) -> bytes:
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    return value.to_bytes(4, "little")


def H(label: str, *fields: bytes) -> bytes:
    name = f"acquire-net/mp/1/{label}".encode()
    return sha512(u16(len(name)) + name + b"".join(u32(len(each)) + each for each in fields)).digest()


def Hq(label: str, *fields: bytes) -> int:
    return int.from_bytes(H(label, *fields), "little") % Q


def point(data: bytes) -> bytes:
    number = int.from_bytes(data, "little") & (1 << 255) - 1
    assert len(data) == 32 and number < P and number not in (1, P - 1) and sodium.crypto_core_ed25519_is_valid_point(data)
    return data


def points(data: bytes, count: int) -> list[bytes]:
    assert len(data) == 32 * count
    return [point(data[at:at + 32]) for at in range(0, len(data), 32)]


def pairs(data: bytes, count: int) -> list[Pair]:
    found = points(data, 2 * count)
    return list(zip(found[::2], found[1::2], strict=True))


def scalars(data: bytes) -> list[int]:
    assert len(data) % 32 == 0
    found = [int.from_bytes(data[at:at + 32], "little") for at in range(0, len(data), 32)]
    assert all(number < Q for number in found)
    return found


def total(*terms: tuple[int, bytes]) -> bytes:
    """The sum of multiples of points."""
    found = IDENTITY
    for number, base in terms:
        if number % Q and base != IDENTITY:
            multiple = sodium.crypto_scalarmult_ed25519_noclamp((number % Q).to_bytes(32, "little"), base)
            found = sodium.crypto_core_ed25519_add(found, multiple)
    return found


def minus(value: bytes, others: Sequence[bytes]) -> bytes:
    return total((1, value), *((-1, other) for other in others))


def h2g(label: str, *fields: bytes) -> bytes:
    found = H(label, *fields)
    halves = [sodium.crypto_core_ed25519_from_uniform(half) for half in (found[:32], found[32:])]
    return point(sodium.crypto_core_ed25519_add(*halves))


def index(seed: bytes, n: int) -> int:
    counter = 0
    while True:
        words = H("index", seed, u32(counter))
        for at in range(0, 64, 8):
            word = int.from_bytes(words[at:at + 8], "little")
            if word < 2**64 // n * n:
                return word % n
        counter += 1


# --- sections 2 to 4 and 10: proofs -------------------------------------------------------------------------------------------

def check_possession(statement: bytes, key: bytes, proof: bytes) -> None:
    k, s = scalars(proof)
    assert k == Hq("pop", statement, key, total((s, G), (-k, key)))


def check_shares(ctx: bytes, key: bytes, bases: list[bytes], images: list[bytes], proof: bytes) -> None:
    k, s = scalars(proof)
    statement = (key, b"".join(bases), b"".join(images))
    seed = H("weights", ctx, *statement)
    e = [1, *(int.from_bytes(H("weight", seed, u32(i))[:16], "little") for i in range(1, len(bases)))]
    base, image = total(*zip(e, bases, strict=True)), total(*zip(e, images, strict=True))
    assert k == Hq("dleq", ctx, *statement, total((s, G), (-k, key)), total((s, base), (-k, image)))


def check_shuffle(ctx: bytes, key: bytes, old: list[Pair], new: list[Pair], proof: bytes) -> None:
    n = len(old)
    h = [h2g(f"gen/{i}") for i in range(n + 1)]
    c, ch = points(proof[:32 * n], n), points(proof[32 * n:64 * n], n)
    t = points(proof[64 * n:64 * n + 192], 6)
    s1, s2, s3, s4, sh, *s = scalars(proof[64 * n + 192:])
    assert len(s) == n
    statement = (key, joined(old), joined(new), b"".join(c))
    seed = H("u", ctx, *statement)
    u = [int.from_bytes(H("u_i", seed, u32(i))[:16], "little") for i in range(n)]
    seed_z = H("z", seed, b"".join(ch))
    z = [int.from_bytes(H("z_i", seed_z, u32(i))[:16], "little") for i in range(n)]
    k = Hq("shuffle", ctx, *statement, b"".join(ch), b"".join(t))
    t1 = total((s1, G), *((-k, each) for each in c), *((k, each) for each in h[1:]))
    t2 = total((s2, G), (-k, ch[-1]), (k * prod(u), h[0]))
    t3 = total((s3, G), *zip(s, h[1:], strict=True), *((-k * each, c[i]) for i, each in enumerate(u)))
    t4, t5 = (total(*((s[i], new[i][part]) for i in range(n)), (-s4, under), *((-k * u[i], old[i][part]) for i in range(n)))
              for part, under in ((1, key), (0, G)))
    chain = [h[0], *ch]
    th = total((sh, G), *((z[i] * s[i], chain[i]) for i in range(n)), *((-k * z[i], chain[i + 1]) for i in range(n)))
    assert t == [t1, t2, t3, t4, t5, th]


def check_remask(ctx: bytes, key: bytes, new_key: bytes, slot: Slot, new: Pair, proof: bytes) -> None:
    k, s_x, s_r = scalars(proof)
    commitments = (total((s_x, G), (-k, key)), total((s_r, G), (-k, new[0])),
                   total((s_r, new_key), (-s_x, slot.mask), (-k, new[1]), (k, slot.residual)))
    assert k == Hq("remask", ctx, key, new_key, slot.mask, slot.residual, *new, *commitments)


def joined(deck: Sequence[Pair]) -> bytes:
    return b"".join(part for pair in deck for part in pair)


# --- the log ------------------------------------------------------------------------------------------------------------------

@dataclass
class Slot:
    name: tuple[int, int, int]
    mask: bytes
    residual: bytes


@dataclass
class SecondReader:
    """One journal, block after block."""
    data: bytes
    game: Any
    """Whoever knows the rules; asked and told as docs/protocol.md says."""
    block: int = 0
    view: int = 0
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

    def __post_init__(self) -> None:
        first, *self.entries = self._entries()
        assert first[0] == 0
        self.seats = msgpack.decode(first[1])[0]
        self.tid = self.table = H("tid", u32(3), first[1])
        for seat, signature in zip(self.seats, first[2], strict=True):
            verify(seat[0], H("table", self.tid), signature)
        self.live = list(range(len(self.seats)))
        self.hands: list[list[Slot]] = [[] for _ in self.seats]
        self.bodies: dict[int, tuple[int, bytes]] = {}
        self.acks: set[int] = set()
        self.views: dict[int, bytes] = {}
        self.link = b""
        self.now = self.after = b""
        """Head of the open block and hash of the state after it, once it is complete."""
        self.told: dict[str, Any] = {}

    def _entries(self) -> list[Any]:
        line = b"acquire journal 3\n"
        assert self.data.startswith(line)
        place, found = len(line), []
        while place < len(self.data):
            size, crc = (int.from_bytes(self.data[at:at + 4], "little") for at in (place, place + 4))
            body = self.data[place + 8:place + 8 + size]
            assert zlib.crc32(body) == crc
            found.append(msgpack.decode(body))
            place += 8 + size
        return found

    def ctx(self, kind: str, author: int, extra: bytes = b"") -> bytes:
        place = (u32(self.epoch), u32(self.round), u32(self.block), self.head)
        return H("ctx", self.table, *place, kind.encode(), u32(author), extra)

    def blocks(self) -> Iterator[dict[str, Any]]:
        for number, value in self.entries:
            if number == 1:
                yield from self.take(value)
            else:
                for seat, signature in value:
                    self.check_signature(ACK, seat, self.block, self.view, msgpack.encode([self.now, self.after]), signature)
                    self.acks.add(seat)
                yield from self.close()

    def check_signature(self, kind: int, author: int, block: int, view: int, body: bytes, signature: bytes) -> None:
        table = self.tid if block < 2 else self.table
        verify(self.seats[author][0], H("sig", table, u32(block), u32(view), u8(author, kind), H("body", body)), signature)

    def take(self, frame: bytes) -> Iterator[dict[str, Any]]:
        kind, author, block, view, body, signature = msgpack.decode(frame)
        self.check_signature(kind, author, block, view, body, signature)
        fields = msgpack.decode(body)
        assert msgpack.encode(fields) == body and msgpack.encode([kind, author, block, view, body, signature]) == frame
        if kind < 16:
            assert (block, view, kind) == (self.block, self.view, CONTENTS[self.step]) and author in self.authors()
            self.check(author, fields)
            if self.step in ("ShuffleDeck", "TagAll"):
                assert fields[-1] == self.link, "names the contribution before it"
                self.link = H("body", body) + signature
            self.bodies[author] = kind, body
            if len(self.bodies) == len(self.authors()):
                self.complete()
        elif kind == ACK:
            assert (block, view, fields) == (self.block, self.view, [self.now, self.after])
            self.acks.add(author)
        elif kind == HANDS:
            assert [total((x, G)) for x in scalars(b"".join(fields[0]))] == [
                key for (seat, _), key in sorted(self.keys.items()) if seat == author]
        elif kind == VIEW:
            self.views[author] = body
            lost = [seat for seat in self.live if fields[0] >> seat & 1]
            if {seat for seat, other in self.views.items() if other == body} == set(self.live) - set(lost):
                yield from self.go_on(view, lost, fields[1])

    def close(self) -> Iterator[dict[str, Any]]:
        if self.acks == set(self.live):
            yield self.told
            self.block, self.head = self.block + 1, self.now
            self.bodies, self.acks, self.link = {}, set(), b""

    def complete(self) -> None:
        """Head, then what follows, then the state hash; here nothing is ever void after that."""
        parts = [u8(seat, kind) + body for seat, (kind, body) in sorted(self.bodies.items())]
        self.now = H("head", self.head, self.event(), *parts)
        self.told = {"block": self.block, "view": self.view, "step": self.step, "event": self.event().hex(), "epoch": self.epoch,
                     "round": self.round, "authors": sorted(self.bodies), "head": self.now.hex()}
        self.follow({seat: msgpack.decode(body) for seat, (_, body) in self.bodies.items()})
        self.after = self.state_hash()
        self.told["state"] = self.after.hex()

    def go_on(self, view: int, lost: list[int], content: bytes) -> Iterator[dict[str, Any]]:
        assert lost and not content and not self.bodies, "in the golden games nothing was under way"
        for seat in lost:
            self.live.remove(seat)
            self.hands[seat] = []
            self.game.left(seat)
            self.epoch += 1
        self.head = H("head", self.head, b"view", bytes(lost), content)
        self.round, self.deck, self.bag, self.opened, self.stale = 0, [], [], {}, False
        self.step, self.view, self.views = "CommitKeys", view, {}
        yield {"block": self.block, "view": view, "step": "view", "authors": [], "head": self.head.hex(),
               "state": self.state_hash().hex()}
        self.block += 1

    def state_hash(self) -> bytes:
        hands = [b"".join(u32(part) for slot in hand for part in slot.name) for hand in self.hands]
        return H("state", self.game.digest(), bytes(self.live), u32(self.epoch), u32(self.round), u32(len(self.bag)), self.joint,
                 b"" if self.step == "NoneType" else self.event(), *hands)[:32]

    # --- steps

    def authors(self) -> list[int]:
        if self.step == "DecideAction":
            return [self.asked]
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
        return {"CommitKeys": b"commit", "OpenKeys": b"open", "Coin": b"coin", "DecideAction": b"decide",
                "RemaskHands": b"remask", "TagAll": b"tag", "ShareTags": b"share tags", "ProveShuffles": b"prove"}[self.step]

    def shared(self, author: int) -> tuple[bytes, list[int], list[bytes]]:
        """The purpose, positions and bases of the shares that the author owes."""
        match self.step:
            case "DrawTiles":
                owed = [place for place, to in zip(self.bag, self.asked, strict=False) if to != author]
                return b"draw" + self.event(), owed, [self.deck[place][0] for place in owed]
            case "Coin":
                return b"coin", [], [h2g("coin", self.ctx("coin", 0))]
            case "OpenPositions":
                owed = self.bag if self.asked is None else [self.asked]
                return b"public", owed, [self.deck[place][0] for place in owed]
        return b"tags", list(range(len(self.asked))), [pair[0] for pair in self.asked]

    def before(self, author: int) -> bytes:
        """What the author of a relay builds on."""
        earlier = [seat for seat in sorted(self.bodies) if seat < author]
        if earlier:
            fields = msgpack.decode(self.bodies[earlier[-1]][1])
            return bytes(fields[0] if self.step == "ShuffleDeck" else fields[1])
        if self.step == "TagAll":
            return joined(self.deck) + bytes(self.asked)
        if self.asked is None:
            return joined([self.deck[place] for place in self.bag])
        return joined([(IDENTITY, h2g(f"tile/{tile}")) for tile in self.asked])

    def check(self, author: int, fields: list[Any]) -> None:
        key = self.keys.get((author, self.epoch), b"")
        match self.step:
            case "OpenKeys":
                nonce, public, proof = fields
                assert H("commit", self.seats[author][0], nonce, point(public)) == self.asked[author]
                commits = [u8(seat) + commit for seat, commit in sorted(self.asked.items())]
                check_possession(H("statement", self.table, u32(self.epoch), *commits, u8(author)), public, proof)
            case "ShuffleDeck":
                pairs(fields[0], len(self.before(author)) // 64)
            case "ProveShuffles":
                _, old, new, ctx = self.asked[author]
                check_shuffle(ctx, self.joint, old, new, fields[0])
            case "DrawTiles" | "Coin" | "OpenPositions" | "ShareTags":
                purpose, places, bases = self.shared(author)
                extra = purpose + b"".join(map(u16, places))
                check_shares(self.ctx("share", author, extra), key, bases, points(fields[0], len(bases)), fields[1])
            case "DecideAction":
                self.check_decision(author, *fields)
            case "RemaskHands":
                new = pairs(fields[0], len(self.hands[author]))
                for place, slot in enumerate(self.hands[author]):
                    check_remask(self.ctx("remask", author, u8(place)), self.keys[author, slot.name[0]], self.joint, slot,
                                 new[place], fields[1][96 * place:96 * place + 96])
            case "TagAll":
                bases = points(self.before(author), len(self.before(author)) // 32)
                check_shares(self.ctx("tag", author), point(fields[0]), bases, points(fields[1], len(bases)), fields[2])
            case "SignResult":
                assert fields == [self.head, H("result", self.table, self.head, self.asked)]

    def check_decision(self, author: int, action: bytes, openings: list[list[Any]], proofs: bytes) -> None:
        assert tuple(tile for _, tile, _ in openings) == self.game.to_prove(author, action)
        hand = self.hands[author]
        assert len({place for place, _, _ in openings}) == len(openings)
        for place, tile, share in openings:
            assert minus(hand[place].residual, [point(share)]) == h2g(f"tile/{tile}")
        ctx = self.ctx("decide", author, H("decide", action, *(u8(place, tile) for place, tile, _ in openings)))
        epochs = sorted({hand[place].name[0] for place, _, _ in openings})
        assert len(proofs) == 64 * len(epochs)
        for number, epoch in enumerate(epochs):
            of_epoch = [(hand[place].mask, share) for place, _, share in sorted(openings) if hand[place].name[0] == epoch]
            check_shares(ctx, self.keys[author, epoch], [base for base, _ in of_epoch], [share for _, share in of_epoch],
                         proofs[64 * number:64 * number + 64])

    # --- what follows

    def follow(self, bodies: dict[int, list[Any]]) -> None:
        last, step = max(bodies), self.step
        self.step, asked = "", self.asked
        match step:
            case "CommitKeys":
                self.step, self.asked = "OpenKeys", {seat: fields[0] for seat, fields in bodies.items()}
            case "OpenKeys":
                if not self.epoch:
                    self.table = H("sid", self.tid, *(part for seat, (nonce, key, _) in sorted(bodies.items())
                                                      for part in (asked[seat], nonce, key)))
                self.keys |= {(seat, self.epoch): fields[1] for seat, fields in bodies.items()}
                self.joint = total(*((1, fields[1]) for fields in bodies.values()))
                self.step, self.asked = "ShuffleDeck", sorted(self.game.unseen())
            case "ShuffleDeck":
                self.step = step  # while `before` is asked
                self.asked = {seat: (asked, cut_pairs(self.before(seat)), cut_pairs(bodies[seat][0]), self.ctx("shuffle", seat))
                              for seat in bodies}
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
                self.step, self.asked = "ShareTags", pairs(bodies[last][1], len(bodies[last][1]) // 64)
            case "ShareTags":
                tags = [minus(pair[1], [share_of(fields, at) for fields in bodies.values()]) for at, pair in enumerate(asked)]
                count = len(self.deck)
                assert len(set(tags[:count])) == count and set(tags[count:]) <= set(tags[:count])
                self.bag = [place for place in range(count) if tags[place] not in tags[count:]]
            case "DrawTiles":
                self.draw(bodies, asked)
            case "Coin":
                self.toss(H("coin", total(*((1, fields[0]) for fields in bodies.values()))))
            case "OpenPositions":
                places = self.bag if asked is None else [asked]
                tiles = [tile_of(minus(self.deck[place][1], [share_of(fields, at) for fields in bodies.values()]))
                         for at, place in enumerate(places)]
                self.stale = True
                if asked is None:
                    self.opened = dict(zip(places, tiles, strict=True))
                    self.game.bag_opened(tiles)
                else:
                    self.game.raffled(tiles[0])
            case "DecideAction":
                action, openings, _ = bodies[last]
                self.game.decide(last, action, tuple(tile for _, tile, _ in openings))
                gone = {place for place, _, _ in openings}
                self.hands[last] = [slot for place, slot in enumerate(self.hands[last]) if place not in gone]
            case "SignResult":
                self.step = "NoneType"
        if not self.step:
            self.ask()

    def draw(self, bodies: dict[int, list[Any]], seats: Sequence[int | None]) -> None:
        tiles: list[int | None] = []
        for number, to in enumerate(seats):
            place = self.bag[number]
            shares = [share_of(fields, [at for at, other in enumerate(seats) if other != seat].index(number))
                      for seat, fields in bodies.items() if seat != to]
            residual = minus(self.deck[place][1], shares)
            tiles.append(tile_of(residual) if to is None else None)
            if to is not None:
                self.hands[to].append(Slot((self.epoch, self.round, place), self.deck[place][0], residual))
        self.bag = self.bag[len(seats):]
        self.game.drawn(tiles)

    def toss(self, coin: bytes) -> None:
        inside = [tile for _, tile in sorted(self.opened.items()) if tile in self.game.unseen()]
        if self.asked:  # any tile of the game
            self.game.raffled(index(coin, self.game.tile_count))
        elif self.opened:
            self.game.raffled(inside[index(coin, len(inside))])
        else:
            self.step, self.asked = "OpenPositions", self.bag[index(coin, len(self.bag))]

    def ask(self) -> None:
        question = self.game.question()
        match type(question).__name__:
            case "Draw":
                again = self.stale and any(seat is not None for seat in question.seats)
                self.step, self.asked = ("ShuffleDeck", None) if again else ("DrawTiles", question.seats)
            case "Lottery":
                self.step, self.asked = "Coin", question.of_all_tiles
            case "OpenBag":
                self.step, self.asked = "OpenPositions", None
            case "Decide":
                self.step, self.asked = "DecideAction", question.seat
            case "Finished":
                self.step, self.asked = "SignResult", question.result


def cut_pairs(data: bytes) -> list[Pair]:
    return [(data[at:at + 32], data[at + 32:at + 64]) for at in range(0, len(data), 64)]


def share_of(fields: list[Any], place: int) -> bytes:
    return bytes(fields[0][32 * place:32 * place + 32])


def tile_of(found: bytes) -> int:
    return next(tile for tile in range(108) if h2g(f"tile/{tile}") == found)


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    sodium.crypto_sign_open(signature + message, point(public))
