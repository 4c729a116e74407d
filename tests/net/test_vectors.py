"""The golden frames, hashes and games of the network protocol still mean what they meant: another program can be built from them.

`pytest --rewrite-golden` plays the games anew. That is a change of the protocol, and its number has to be raised.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha512
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from acquire_net.crypto import signing
from acquire_net.crypto.hashing import LABELS, digest, draw_index, draw_permutation
from acquire_net.crypto.shuffle_proof import generators_digest, make_generators, tile_points
from acquire_net.lobby.phrase import check_phrase
from acquire_net.lobby.table_spec import Hello, SignedTable, read_hello, read_table, sign_hello
from acquire_net.protocol.codec import decode_frame, encode_message, of_envelope, to_sign
from acquire_net.protocol.messages import BODIES, Kind
from acquire_net.table.journal import JournalContents, unpack_journal
from acquire_net.table.verify import InvalidJournalError, verify_journal
from tests.net.second_reader import SecondReader
from tests.net.vector_files import base_of, label_of, vector
from tests.support.golden_table import (
    GAMES,
    GROUP,
    KEYS,
    VECTORS,
    blocks,
    hello_and_table,
    journal_of,
    lines,
    name_of,
    plain,
    played,
    some_messages,
    table_at,
    table_of,
    toy,
    vector_of,
)

Hash = Callable[..., bytes]


# --- the files ----------------------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module", autouse=True)
def written_anew(rewrite_golden: bool) -> None:
    if not rewrite_golden:
        return
    VECTORS.mkdir(exist_ok=True)
    messages: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        table = played(game)
        (VECTORS / f"{game}.acqlog").write_bytes(journal_of(table))
        contents = unpack_journal(journal_of(table))
        table_of_message = table_at(contents)
        for message in some_messages(table):  # one game has a LEAVE, another a CLAIM
            messages.setdefault(name_of(message), {"game": game, **vector_of(message, table_of_message(message))})
        _write(game, vector_of_journal(contents))
    _write("messages", {"messages": sorted(messages.values(), key=lambda each: (each["number"], each["name"]))})
    _write("lobby", hello_and_table(table_of("leave")))
    _write("hashes", hashes())


def _write(name: str, value: dict[str, Any]) -> None:
    (VECTORS / f"{name}.json").write_text(lines(value), encoding="utf-8", newline="\n")


def journal(game: str) -> JournalContents:
    return unpack_journal((VECTORS / f"{game}.acqlog").read_bytes(), torn_tail_ok=False)


def vector_of_journal(contents: JournalContents) -> dict[str, Any]:
    report = verify_journal(contents, toy, signing, GROUP)
    assert not report.convictions and report.result is not None
    return {
        "tid": SignedTable(report.table).tid.hex(), "sid": report.sid.hex(), "phrase": check_phrase(report.sid),
        "result": report.result.decode(), "signed_by": list(report.signed_by), "left": list(report.left),
        "lost": list(report.lost), "drawn": report.drawn_tiles(GROUP), "blocks": list(blocks(contents))}


each_game = pytest.mark.parametrize("game", GAMES)


# --- frames -------------------------------------------------------------------------------------------------------------------

NAMES = [*(kind.name for kind in Kind if kind != Kind.LINK), "LINK, a certificate", "LINK, a lock"]
each_name = pytest.mark.parametrize("name", NAMES)


def message_vector(name: str) -> dict[str, Any]:
    [found] = [each for each in vector("messages")["messages"] if each["name"] == name]
    return found


def field_from(value: Any, kind: Any) -> Any:
    """Return a field of a message from JSON."""
    return msgspec.convert(_unhexed(value), kind, builtin_types=(bytes,))


def _unhexed(value: Any) -> Any:
    if isinstance(value, str):
        return bytes.fromhex(value)
    if isinstance(value, dict):
        return [_unhexed(each) for each in value.values()]
    return [_unhexed(each) for each in value] if isinstance(value, list) else value


@each_name
def test_a_golden_frame_is_read_and_written_as_ever(name: str) -> None:
    golden = message_vector(name)
    message = decode_frame(bytes.fromhex(golden["frame"]))
    assert {"game": golden["game"], **vector_of(message, bytes.fromhex(golden["table"]))} == golden
    assert not message.fault and message.kind == golden["number"]
    body = field_from(golden["body"], BODIES[message.kind])
    assert body == message.body and encode_message(body) == message.envelope.body
    assert list(golden["body"]) == list(BODIES[message.kind].__struct_fields__)
    raw = msgspec.msgpack.decode(message.frame)
    signature = bytes.fromhex(golden["signature"])
    assert raw == [golden["number"], golden["author"], golden["block"], golden["view"], message.envelope.body, signature]
    assert msgspec.msgpack.decode(message.envelope.body) == _unhexed(golden["body"])


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("LINK")])
def test_a_golden_frame_is_signed_as_ever(name: str) -> None:
    golden = message_vector(name)
    envelope = decode_frame(bytes.fromhex(golden["frame"])).envelope
    signed = of_envelope(bytes.fromhex(golden["table"]), envelope)
    assert sha512(by_hand("body", [envelope.body])).hexdigest() == golden["body_digest"]
    hashed = bytes.fromhex(golden["hashed_before_it"] + golden["body_digest"])
    assert signed.hex() == golden["signed"] == sha512(hashed).hexdigest()
    assert signing.verify(bytes.fromhex(golden["identity"]), signed, envelope.signature)
    assert signing.SigningKey(bytes.fromhex(golden["seed"])).sign(signed) == envelope.signature


@pytest.mark.parametrize("name", ["LINK, a certificate", "LINK, a lock"])
def test_the_parts_of_a_golden_link_are_signed_as_ever(name: str) -> None:
    """By hand: PREPAREs and CONFIRMs have the envelope of their PROPOSE, and name its author and body."""
    golden = message_vector(name)
    assert golden["signature"] == bytes(64).hex()
    body, table = golden["body"], bytes.fromhex(golden["table"])
    kind, author, block, view, proposal, signature = msgspec.msgpack.decode(bytes.fromhex(body["proposal"]))
    assert (kind, author, block, view) == (Kind.PROPOSE, golden["author"], golden["block"], golden["view"])
    assert signing.verify(KEYS[author].public, to_sign(table, Kind.PROPOSE, author, block, view, proposal), signature)
    named = sha512(by_hand("propose", [bytes((author,)), proposal])).digest()
    vote = msgspec.msgpack.encode([msgspec.msgpack.decode(proposal)[0], named])
    votes, kind = (body["confirms"], Kind.CONFIRM) if "certificate" in name else (body["prepares"], Kind.PREPARE)
    assert len(votes) == 2 and not body["prepares" if "certificate" in name else "confirms"]
    for seat, hexed in votes:
        assert signing.verify(KEYS[seat].public, to_sign(table, kind, seat, block, view, vote), bytes.fromhex(hexed))


@each_game
def test_signatures_of_a_later_view_are_bound_to_the_head_with_which_it_began(game: str) -> None:
    contents, golden = journal(game), vector(game)
    [loss] = [block for block in golden["blocks"] if block["step"] == "view"]
    later = [message for message in map(decode_frame, (entry.frame for entry in contents.entries if entry.frame))
             if message.view == 1 and message.kind not in (Kind.HANDS, Kind.LINK)]
    assert later
    for message in later:
        table = sha512(by_hand("view", [bytes.fromhex(golden["sid"]), bytes.fromhex(loss["head"])])).digest()
        signed = of_envelope(table, message.envelope)
        assert signing.verify(KEYS[message.author].public, signed, message.envelope.signature), message


def test_the_golden_status_tells_of_the_head_alone_where_there_are_no_contents() -> None:
    status = message_vector("STATUS")
    head = bytes.fromhex(vector(status["game"])["blocks"][status["block"] - 1]["head"])
    assert status["body"]["contents"] == 0 and status["body"]["told"] == digest("told", head)[:32].hex()


def test_every_kind_has_a_golden_frame() -> None:
    assert [each["name"] for each in vector("messages")["messages"]] == sorted(
        NAMES, key=lambda name: (Kind[name.split(",")[0]], name))


def test_the_golden_introduction_is_signed_and_read_as_ever() -> None:
    golden, table = vector("lobby")["hello"], table_of("leave")
    assert hello_and_table(table) == vector("lobby")
    frame, to_curve = bytes.fromhex(golden["frame"]), bytes.fromhex(golden["to_curve"])
    theirs = msgspec.msgpack.decode(msgspec.msgpack.decode(frame)[0], type=Hello)
    assert plain(theirs) == golden["fields"] and sign_hello(theirs, KEYS[0], to_curve) == frame
    mine = msgspec.structs.replace(theirs, identity=KEYS[1].public, curve=to_curve, name="Bert")
    assert read_hello(frame, mine, theirs.curve, signing) == theirs


def test_the_golden_table_is_signed_and_read_as_ever() -> None:
    golden = vector("lobby")["table"]
    data = bytes.fromhex(golden["bytes"])
    table = read_table(data)
    assert plain(table) == golden["fields"]
    signed_table = SignedTable(table)
    assert signed_table.tid.hex() == golden["tid"]
    for seat, signature in enumerate(golden["signatures"]):
        signed_table.add(seat, data, bytes.fromhex(signature), signing)
    assert signed_table.is_complete


# --- hashes -------------------------------------------------------------------------------------------------------------------

def watching(saw: Callable[[str, tuple[bytes, ...]], tuple[bytes, ...]]) -> Hash:
    return lambda label, *fields: digest(label, *saw(label, fields))


def put_in_place(monkeypatch: pytest.MonkeyPatch, replaced: Hash) -> None:
    """Lets all modules of the protocol hash with this."""
    for name, module in list(sys.modules.items()):
        if name.startswith("acquire_net.") and getattr(module, "digest", None) is digest:
            monkeypatch.setattr(module, "digest", replaced)


EXAMPLES = {
    "hello": (b"an introduction", bytes(32)),
    "presence": (bytes(32), b"a presence"),
    "proposal": (bytes(32), b"a proposal"),
    "fresh": (bytes(32), bytes(64)),
    "say": (bytes(32), bytes((1, 0, 0, 0, 0, 0, 0, 0)), b"good luck"),
    "table": (bytes(64),),
    "engine": (bytes((1, 0, 0, 0)), b"classic" + bytes(32)),
    "tid": (b"a table",),
    "claims": (bytes((0, 2, 1, 0)), bytes((1, 2, 3, 0))),
    "told": (bytes(64), b"a frame of seat 0", b"a frame of seat 2"),
    "seats": (b"a session",),
    "phrase": (bytes(64),),
    "card": (bytes((1, 0, 0, 0)), bytes(32), bytes(32)),
    "watch": (bytes((1, 0, 0, 0)), bytes(32), bytes(32), bytes((5, 184, 0, 0)), bytes(64)),
    "fingerprint": (bytes(32),),
    "room": (bytes(5),),
    "sealed": (bytes(32), bytes(32), bytes(32), b"a frame"),
    "permutation": (b"seed", bytes(4)),
    "generators": (b"edwards25519", b"all points"),
    "gen/0": (),
    "tile/107": (),
    "nonce": (bytes(32), bytes(64), b"a statement", bytes(4), bytes(32)),
    "hedge": (bytes(64), b"a journal"),
    "hedged": (bytes(64), bytes(4), bytes(4), bytes(32)),
    "subsets": (bytes(64), bytes((3, 0, 0, 0))),
    "signatures": (bytes(160), b"a key, a challenge and a signature".ljust(160)),
    "witness": (bytes((1, 0, 0, 0, 0, 0, 0, 0)), bytes(32), bytes(32), bytes(32), bytes(32)),
}
"""Fields for labels that no replay hashes."""


def hashed_in_replays() -> dict[str, tuple[bytes, ...]]:
    """For each label that a replay hashes, the fields of the first time."""
    found: dict[str, tuple[bytes, ...]] = {}

    def saw(label: str, fields: tuple[bytes, ...]) -> tuple[bytes, ...]:
        if fields[1:2] != (b"view",):
            found.setdefault(label, fields)
        elif label == "head":
            found.setdefault("head of a view", fields)
        return fields

    with pytest.MonkeyPatch.context() as patch:
        put_in_place(patch, watching(saw))
        for game in GAMES:
            verify_journal(journal(game), toy, SimpleNamespace(verify=signing.verify), GROUP)  # each signature alone
    return found


def hashes() -> dict[str, Any]:
    fields = {**EXAMPLES, **hashed_in_replays()}
    names = sorted(fields, key=lambda name: (list(LABELS).index(base_of(name)), name))
    return {
        "hashes": [{"label": label_of(name), "fields": [field.hex() for field in fields[name]],
                    "hash": digest(label_of(name), *fields[name]).hex()} for name in names],
        "points": [{"label": f"{family}{number}", "point": points(GROUP, 109)[number].hex()}
                   for family, points in (("gen/", make_generators), ("tile/", tile_points)) for number in (0, 1, 107)],
        "generators": generators_digest(GROUP).hex(),
        "choices": [{"seed": b"seed".hex(), "count": count, "index": draw_index(b"seed", count),
                     "permutation": list(draw_permutation(b"seed", count))} for count in (1, 2, 6, 108)]}


def test_every_label_has_a_golden_hash() -> None:
    assert {base_of(each["label"]) for each in vector("hashes")["hashes"]} == set(LABELS)


def test_hashes_and_points_are_what_they_were() -> None:
    golden = vector("hashes")
    for each in golden["hashes"]:
        fields = [bytes.fromhex(field) for field in each["fields"]]
        assert digest(each["label"], *fields).hex() == each["hash"], each["label"]
        assert sha512(by_hand(each["label"], fields)).hexdigest() == each["hash"], each["label"]
    for each in golden["points"]:
        family, number = each["label"].split("/")
        assert GROUP.hash_to_point(each["label"].encode()).hex() == each["point"]
        assert (make_generators if family == "gen" else tile_points)(GROUP, 109)[int(number)].hex() == each["point"]
    assert generators_digest(GROUP).hex() == golden["generators"]
    for each in golden["choices"]:
        assert draw_index(bytes.fromhex(each["seed"]), each["count"]) == each["index"]
        assert list(draw_permutation(bytes.fromhex(each["seed"]), each["count"])) == each["permutation"]


def by_hand(label: str, fields: list[bytes]) -> bytes:
    name = b"acquire-net/mp/1/" + label.encode()
    return len(name).to_bytes(2, "little") + name + b"".join(len(field).to_bytes(4, "little") + field for field in fields)


# --- games --------------------------------------------------------------------------------------------------------------------

@each_game
def test_a_golden_game_has_the_heads_and_states_that_it_had(game: str) -> None:
    assert vector_of_journal(journal(game)) == vector(game)


def test_the_golden_games_go_through_every_step() -> None:
    steps = {block["step"] for game in GAMES for block in vector(game)["blocks"]}
    assert steps == {"CommitKeys", "OpenKeys", "ShuffleDeck", "ProveShuffles", "DrawTiles", "Coin", "OpenPositions",
                     "DecideAction", "SignResult", "RemaskHands", "TagAll", "ShareTags", "view", "SealAnswers", "OpenAnswers"}


# --- what the vectors notice --------------------------------------------------------------------------------------------------

def is_noticed(games: tuple[str, ...], changed: Hash) -> bool:
    """Return True if a replay with another hash differs from the golden one, in whatever way."""
    with pytest.MonkeyPatch.context() as patch:
        put_in_place(patch, changed)
        for game in games:
            golden: Iterator[dict[str, Any]] = iter(vector(game)["blocks"])
            try:
                if any(block != next(golden) for block in blocks(journal(game))) or next(golden, None) is not None:
                    return True
            except (AssertionError, InvalidJournalError, StopIteration):
                return True
    return False


FIELDS = {
    "ctx": ("session", "epoch", "round", "block", "head", "kind", "author", "extra"),
    "head": ("previous head", "event", "first contribution"),
    "view": ("table", "head of the start"),
    "propose": ("author of the PROPOSE", "its body"),
    "sig": ("table", "block", "view", "author and kind", "body"),
    "state": ("game", "live seats", "epoch", "round", "bag", "joint key", "step", "first hand", "second hand"),
    "tid": ("protocol", "table"),
    "sid": ("tid", "first commitment", "first nonce", "first key"),
    "commit": ("identity", "nonce", "key"),
    "statement": ("session", "epoch", "first commitment", "second", "third", "author"),
    "decide": ("action", "opening"),
    "answer": ("session", "epoch", "block", "step", "seat", "answer", "nonce"),
    "result": ("session", "head", "result"),
    "coin": ("sum of the contributions, or ctx",),
    "dleq": ("ctx", "key", "bases", "images", "first commitment", "second commitment"),
    "weights": ("ctx", "key", "bases", "images"),
    "pop": ("statement", "key", "commitment"),
    "remask": ("ctx", "key", "joint key", "mask", "residual", "new mask", "new second", "key's", "mask's", "tile's"),
    "u": ("ctx", "key", "deck", "new deck", "commitments"),
    "shuffle": ("ctx", "key", "deck", "new deck", "commitments", "chain", "first moves"),
    "z": ("seed", "chain"),
}
ALL_FIELDS = [pytest.param(label, place, id=f"{label}: {name}")
              for label, names in FIELDS.items() for place, name in enumerate(names)]


@pytest.mark.parametrize(("label", "place"), ALL_FIELDS)
def test_a_field_that_is_left_out_changes_the_vectors(label: str, place: int) -> None:
    def left_out(seen: str, fields: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return fields[:place] + fields[place + 1:] if seen == label else fields

    games = ({"coin": "raffle", "answer": "rounds"}.get(label, "leave"),)
    assert is_noticed(games, watching(left_out))


@pytest.mark.parametrize(("label", "place"), [each for each in ALL_FIELDS if each.values[0] in ("ctx", "head", "sig", "state")])
def test_a_field_that_is_always_empty_changes_the_vectors(label: str, place: int) -> None:
    """As if a program did not look at it: zeros stand where the value was."""
    def emptied(seen: str, fields: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return tuple(bytes(len(field)) if (seen, at) == (label, place) else field for at, field in enumerate(fields))

    assert is_noticed(tuple(GAMES), watching(emptied))


@pytest.mark.parametrize("place", range(1, 3), ids=["word", "lost"])
def test_a_field_of_the_head_of_a_view_that_is_left_out_changes_the_vectors(place: int) -> None:
    def left_out(seen: str, fields: tuple[bytes, ...]) -> tuple[bytes, ...]:
        return fields[:place] + fields[place + 1:] if seen == "head" and fields[1] == b"view" else fields

    assert is_noticed(("leave",), watching(left_out))


def test_an_untouched_hash_changes_nothing() -> None:
    assert not is_noticed(("leave",), watching(lambda label, fields: fields))


# --- a second opinion ---------------------------------------------------------------------------------------------------------

@each_game
def test_a_reader_written_from_the_document_comes_to_the_same_heads(game: str) -> None:
    reader = SecondReader((VECTORS / f"{game}.acqlog").read_bytes(), toy(table_of(game), None))
    golden = vector(game)
    for block, expected in zip(reader.blocks(), golden["blocks"], strict=True):
        assert block == {name: value for name, value in expected.items() if name != "kind"}
    assert (reader.tid.hex(), reader.table.hex()) == (golden["tid"], golden["sid"])
