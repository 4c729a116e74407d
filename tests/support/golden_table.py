"""How the vectors of the network protocol are made and read: toy games with the real group and real signatures.

A vector is an input. Tests read journals and frames and work out what follows from them; nothing is played again to compare, so
other random numbers in a prover change no vector, and another encoding, hash or signature changes all. `make` plays the games
anew, from seeds, where vectors shall be rewritten.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.hashing import PREFIX
from acquire_net.lobby.table_spec import Hello, SeatAt, SignedTable, TableSpec, sign_hello
from acquire_net.protocol.codec import Signed, body_digest, decode_frame, to_sign
from acquire_net.protocol.divergence import state_bytes
from acquire_net.protocol.messages import Ack, CanonicalState, Kind, Link, Message
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.version import PROTOCOL
from acquire_net.table.journal import JournalContents, JournalOpening, pack_journal
from acquire_net.table.opening import state_of
from acquire_net.table.verify import follow
from tests.support.fake_signing import entropy_of
from tests.support.table_of_peers import Peers
from tests.support.toy_game import ToyGame
from tests.support.toy_rounds import ToyRounds

VECTORS = Path(__file__).parents[1] / "net" / "vectors"
SEATS = 3
GAMES = {
    "leave": ("option hand 2", 3),
    "raffle": ("option raffles yes", 3),
    "opened": ("option open_bag yes", 1),
    "absent": ("option hand 1", 2),
    "rounds": ("option rounds yes", 12),
}
"""Each of three seats and twelve cards, by name: what is special about it, and after how many decisions seat 1 leaves. In
`absent` it falls silent, and the others claim that they miss it. In `rounds` it leaves when the others have opened their answers,
and it has not opened its own."""

SEEDS = [bytes((seat + 1,)) * 32 for seat in range(SEATS)]
KEYS = [signing.SigningKey(seed) for seed in SEEDS]
GROUP = Edwards25519()


def table_of(game: str) -> TableSpec:
    seats = tuple(SeatAt(key.public, bytes((16 + seat,)) * 32, bytes((32 + seat,)) * 32, name)
                  for seat, (key, name) in enumerate(zip(KEYS, ("Anna", "Bert", "Chris"), strict=True)))
    return TableSpec(seats, ("ruleset toy", "option cards 12", GAMES[game][0]), (("game", game),), 0)


def toy(table: TableSpec, seat: int | None) -> ToyGame:
    options = dict(line.split(" ")[1:] for line in table.rules[1:])
    if "rounds" in options:
        return ToyRounds(len(table.seats), int(options["cards"]), hand=2)
    return ToyGame(len(table.seats), int(options["cards"]), int(options.get("hand", 1)), "raffles" in options,
                   "open_bag" in options)


# --- reading ------------------------------------------------------------------------------------------------------------------

def replica_of(contents: JournalContents) -> Replica:
    table = msgspec.msgpack.decode(contents.opening.table, type=TableSpec)
    return Replica(state_of(GROUP, table, toy(table, None)), signing)


def blocks(contents: JournalContents) -> Iterator[dict[str, Any]]:
    """Yield every block of a journal, as it becomes final: what it is made of, its head, and the hash of the state after it."""
    replica, steps = replica_of(contents), {}
    for entry in contents.entries:
        state, shown = replica.state, len(replica.log)
        if state.step is not None:
            steps[state.block] = {
                "step": type(state.step).__name__, "epoch": state.deal.epoch, "round": state.deal.round,
                "event": state.step.event_bytes(state).hex(), "kind": state.step.kind.name}
        follow(replica, entry)
        assert not replica.convicted, replica.convicted
        for page in replica.log[shown:]:
            acks = {cast(Ack, ack.body).state for ack in page.acks.values()}
            of_view = page.certificate is not None and not page.contents
            yield {
                "block": page.index, "view": page.view, **({"step": "view"} if of_view else steps[page.index]),
                "authors": [content.author for content in page.contents], "head": page.head.hex(),
                "state": acks.pop().hex() if acks else replica.state.digest.hex()}


def table_at(contents: JournalContents) -> Callable[[Signed], bytes]:
    """Return what the signatures of messages are bound to."""
    replica = replica_of(contents)
    for entry in contents.entries:
        follow(replica, entry)

    def table_of_message(message: Signed) -> bytes:
        table = replica.bindings.table_of(message)
        assert table is not None
        return table

    return table_of_message


def plain(value: Any) -> Any:
    """Return fields as JSON has them: bytes in hexadecimal, structs as objects."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def name_of(message: Signed) -> str:
    """Return the kind of a message; there are two sorts of LINK."""
    if message.kind != Kind.LINK:
        return message.kind.name
    return "LINK, a certificate" if cast(Link, message.body).confirms else "LINK, a lock"


def vector_of(message: Signed, table: bytes) -> dict[str, Any]:
    """Return a frame, taken apart."""
    envelope = message.envelope
    parts = {"name": name_of(message), "kind": message.kind.name, "number": int(message.kind), "author": message.author,
             "table": table.hex(), "block": message.block, "view": message.view, "body": plain(message.body),
             "signature": envelope.signature.hex(), "frame": message.frame.hex()}
    if message.kind == Kind.LINK:  # which nobody signs
        return parts
    label = (PREFIX + "sig").encode()
    fields = [table, envelope.block.to_bytes(4, "little"), envelope.view.to_bytes(4, "little"),
              bytes((envelope.author, envelope.kind))]
    before = len(label).to_bytes(2, "little") + label
    before += b"".join(len(field).to_bytes(4, "little") + field for field in fields) + (64).to_bytes(4, "little")
    return parts | {
        "seed": SEEDS[message.author].hex(), "identity": KEYS[message.author].public.hex(),
        "body_digest": body_digest(envelope.body).hex(), "hashed_before_it": before.hex(),
        "signed": to_sign(table, message.kind, message.author, message.block, message.view, envelope.body).hex()}


# --- making -------------------------------------------------------------------------------------------------------------------

class GoldenTable(Peers):
    """Peers with real keys, who keep whatever travelled."""

    def __init__(self, game: str) -> None:
        self.table = table_of(game)
        self.frames: list[bytes] = []
        super().__init__(lambda seat: toy(self.table, seat), SEATS, seed=sorted(GAMES).index(game), group=GROUP)

    def new_session(self, seat: int, stored: bytes | None = None, resumed: bool = False) -> Session:
        game = toy(self.table, seat)
        secrets = SeatSecrets(GROUP, seat, game.tile_count, entropy_of((self.seed, seat, stored, self.now)), stored)
        return Session(state_of(GROUP, self.table, game), seat, KEYS[seat], signing, secrets, self.timing, self.now, resumed,
                       opens_hand=True)

    def collect(self, *seats: int) -> None:
        known = len(self.wire)
        super().collect(*seats)
        self.frames += [frame for _, _, frame in self.wire[known:]]


def played(game: str) -> GoldenTable:
    """Return a game without seat 1 after a while. The others show their hands as soon as they hold tiles of two decks."""
    table = GoldenTable(game)
    chance = random.Random(game)
    if game == "rounds":
        table.withheld = lambda sender, to, message: (
            sender == 1 and message.kind == Kind.ANSWER and table.peers[1].session.state.game.turn == 1)  # type: ignore[attr-defined]
    table.play(lambda choices: chance.choice([choice for choice in choices if choice.startswith(b"play")] or choices),
               most=GAMES[game][1])
    table.pass_time(1000)
    if game == "absent":
        table.cut.add(1)
        table.pass_time(table.timing.absent_ms)
        for seat in (0, 2):
            table.peers[seat].session.vote([1])
    else:
        table.peers[1].session.leave()
    table.settle()
    table.pass_time(2000)
    assert table.peers[0].session.live == (0, 2)

    def choose(choices: Sequence[bytes]) -> bytes:
        shows = [choice for choice in choices if choice.startswith(b"show") and choice.count(b" ") > 1]
        return shows[0] if shows and len(epochs(table)) > 1 else choices[0]

    table.play(choose)
    return table


def epochs(table: GoldenTable) -> set[int]:
    """Return of which decks the seat that is asked holds hidden tiles."""
    seat = table.asked()
    assert seat is not None
    return {slot.epoch for slot in table.peers[seat].session.state.deal.hands[seat]}


def journal_of(table: GoldenTable) -> bytes:
    signatures = tuple(SignedTable(table.table).sign(key) for key in KEYS)
    return pack_journal(JournalOpening(msgspec.msgpack.encode(table.table), signatures), table.peers[0].journal)


def some_messages(table: GoldenTable) -> Iterator[Signed]:
    """Yield the first frame of each kind; of those with openings and shares, one that has some. Locks and LEAVEs: in journals."""
    session, state = table.peers[0].session, table.peers[0].session.state
    shown = session._sign(Kind.STATE, CanonicalState(state.head, 1, state_bytes(state.canonical_state())))
    assert shown is not None
    travelled = [*table.frames, shown.frame, *(entry.frame for entry in table.peers[0].journal if entry.frame)]
    found: dict[str, Signed] = {}
    for message in map(decode_frame, travelled):
        if is_telling(message.body):
            found.setdefault(name_of(message), message)
    yield from (message for _, message in sorted(found.items(), key=lambda item: (item[1].kind, item[0])))


def is_telling(body: Message) -> bool:
    fields = plain(body)
    return all(fields[name] for name in ("openings", "shares", "pairs") if name in fields)


def hello_and_table(table: TableSpec) -> dict[str, Any]:
    """Return what is signed before there is a table, and the table."""
    seat = table.seats[0]
    hello = Hello(PROTOCOL, "1.0", bytes((64,)) * 32, bytes((65,)) * 64, seat.nonce, seat.identity, seat.curve, seat.name,
                  ("192.168.1.5:47108",), ("spectators",))
    data = msgspec.msgpack.encode(table)
    return {
        "hello": {"fields": plain(hello), "to_curve": table.seats[1].curve.hex(), "seed": SEEDS[0].hex(),
                  "frame": sign_hello(hello, KEYS[0], table.seats[1].curve).hex()},
        "table": {"fields": plain(table), "bytes": data.hex(), "tid": SignedTable(table).tid.hex(),
                  "signatures": [SignedTable(table).sign(key).hex() for key in KEYS]}}


def lines(value: dict[str, Any]) -> str:
    """Return JSON with one line for every entry of its lists, so that a difference can be read."""
    parts = []
    for name, entry in value.items():
        text = json.dumps(entry)
        if isinstance(entry, list):
            text = "[\n    " + ",\n    ".join(map(json.dumps, entry)) + "\n  ]"
        parts.append(f'  "{name}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
