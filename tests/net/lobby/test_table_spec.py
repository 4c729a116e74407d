"""Introductions and the signatures under a table: what is accepted, what is refused, and that the refusal says what to do."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net.lobby.phrase import check_phrase
from acquire_net.lobby.table_spec import (
    AdmissionError,
    Hello,
    OtherTableError,
    SeatAt,
    SignedHello,
    SignedTable,
    TableSpec,
    read_hello,
    read_table,
    sign_hello,
    table_id,
)
from acquire_net.players.names import PlayerNameError, checked_line, checked_name, cleaned_text, looks_like, told_apart
from acquire_net.players.words import WORDS
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.version import PROTOCOL
from tests.support.fake_signing import TransparentSigner, TransparentVerifier
from tests.support.lobby_network import table_without

ANNA, BERT = TransparentSigner(b"anna"), TransparentSigner(b"bert")
VERIFIER = TransparentVerifier()


def hello(signer: TransparentSigner, number: int, **changes) -> Hello:
    fields = dict(protocol=PROTOCOL, program="0.3.0", engine=bytes(32), generators=bytes(64), nonce=bytes((number,)) * 32,
                  identity=signer.public, curve=bytes((100 + number,)) * 32, name=f"Player {number}",
                  addresses=("10.0.0.1:47108",), capabilities=())
    return Hello(**{**fields, **changes})


HERE, THERE = hello(ANNA, 1), hello(BERT, 2)


def test_an_introduction_is_read_by_the_one_it_is_for() -> None:
    frame = sign_hello(THERE, BERT, HERE.curve)
    assert read_hello(frame, HERE, THERE.curve, VERIFIER) == THERE


def test_an_introduction_cannot_be_passed_on() -> None:
    frame = sign_hello(THERE, BERT, b"\7" * 32)
    with pytest.raises(AdmissionError, match="not signed by its author for this peer"):
        read_hello(frame, HERE, THERE.curve, VERIFIER)


def test_the_link_must_have_the_key_that_was_introduced() -> None:
    frame = sign_hello(THERE, BERT, HERE.curve)
    with pytest.raises(AdmissionError, match="key of the connection"):
        read_hello(frame, HERE, b"\7" * 32, VERIFIER)


def test_the_same_installation_twice_is_no_second_player() -> None:
    frame = sign_hello(hello(ANNA, 2), ANNA, HERE.curve)
    with pytest.raises(AdmissionError, match="has this identity too: the same installation runs twice"):
        read_hello(frame, HERE, hello(ANNA, 2).curve, VERIFIER)


@pytest.mark.parametrize(("changes", "says"), [
    (dict(protocol=4, program="1.0.0"), "this machine speaks ACQ-MP/3, the other ACQ-MP/4: this machine needs a newer version"),
    (dict(protocol=2, program="0.2.0"), "speaks ACQ-MP/3, the other ACQ-MP/2: the other machine needs a newer version"),
    (dict(engine=b"\1" * 32, program="0.2.9"), "the other machine needs version 0.3.0"),
    (dict(engine=b"\1" * 32, program="0.10.0"), "this machine needs version 0.10.0"),
    (dict(engine=b"\1" * 32), "both run version 0.3.0, but their rules differ"),
    (dict(generators=b"\1" * 64), "points of its own choice"),
    (dict(name="Bert\u202e"), "a name cannot contain U\\+202E"),
])
def test_who_cannot_play_along_learns_why_and_who_must_change(changes: dict, says: str) -> None:
    other = hello(BERT, 2, **changes)
    with pytest.raises(AdmissionError, match=says):
        read_hello(sign_hello(other, BERT, HERE.curve), HERE, other.curve, VERIFIER)


def test_both_sides_name_the_same_side_that_must_update() -> None:
    newer = hello(BERT, 2, protocol=PROTOCOL + 1)
    with pytest.raises(AdmissionError, match="this machine needs a newer"):
        read_hello(sign_hello(newer, BERT, HERE.curve), HERE, newer.curve, VERIFIER)
    with pytest.raises(AdmissionError, match="the other machine needs a newer"):
        read_hello(sign_hello(HERE, ANNA, newer.curve), newer, HERE.curve, VERIFIER)


@pytest.mark.parametrize(("fields", "says"), [
    ([PROTOCOL + 1, "what this one has", {"else": 1}], "this machine needs a newer"), ([70], "this machine needs a newer"),
    ([2], "the other machine needs a newer"), ([PROTOCOL, "what this one has"], None),
    ([0], None), ([1 << 16], None), ([True], None), ([], None), ({"protocol": 3}, None),
])
def test_an_introduction_of_another_protocol_may_have_another_form(fields: object, says: str | None) -> None:
    frame = msgspec.msgpack.encode(SignedHello(msgspec.msgpack.encode(fields), bytes(64)))
    if says is None:
        with pytest.raises(MalformedError):
            read_hello(frame, HERE, THERE.curve, VERIFIER)
    else:
        with pytest.raises(AdmissionError, match=says):
            read_hello(frame, HERE, THERE.curve, VERIFIER)


@given(st.binary(max_size=300))
def test_noise_is_malformed_and_nothing_else(data: bytes) -> None:
    with pytest.raises(MalformedError):
        read_hello(data, HERE, THERE.curve, VERIFIER)
    with pytest.raises(MalformedError):
        read_table(data)


@given(st.data())
def test_a_changed_byte_of_an_introduction_is_never_accepted(data: st.DataObject) -> None:
    frame = bytearray(sign_hello(THERE, BERT, HERE.curve))
    frame[data.draw(st.integers(0, len(frame) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises((MalformedError, AdmissionError)):
        read_hello(bytes(frame), HERE, THERE.curve, VERIFIER)


# --- the table

def seat(signer: TransparentSigner, number: int, **changes) -> SeatAt:
    fields = dict(identity=signer.public, curve=bytes((number,)) * 32, nonce=bytes((50 + number,)) * 32, name=f"Player {number}")
    return SeatAt(**{**fields, **changes})


TABLE = TableSpec((seat(ANNA, 1), seat(BERT, 2)), ("ruleset classic",), (("drop", "vote"), ("spectators", "no")), 0)


def encoded(table: TableSpec) -> bytes:
    return msgspec.msgpack.encode(table)


def test_a_table_that_all_seats_signed_is_agreed() -> None:
    here, there = SignedTable(TABLE), SignedTable(TABLE)
    signature = there.sign(BERT)
    here.sign(ANNA)
    assert not here.is_complete
    here.add(1, encoded(TABLE), signature, VERIFIER)
    assert here.is_complete
    assert here.tid == there.tid == table_id(TABLE)


@pytest.mark.parametrize(("changed", "says"), [
    (dict(rules=("ruleset tycoon-2023",)), "'ruleset classic' is only here, 'ruleset tycoon-2023' is only there"),
    (dict(options=(("drop", "auto"), ("spectators", "no"))), "drop is vote here and auto there"),
    (dict(seats=(seat(BERT, 2), seat(ANNA, 1))), "in another order"),
    (dict(attempt=1), "attempt 0 here and 1 there"),
])
def test_a_seat_that_agrees_to_something_else_is_told_apart(changed: dict, says: str) -> None:
    other = msgspec.structs.replace(TABLE, **changed)
    theirs = SignedTable(other)
    signature = theirs.sign(BERT)
    signed_table = SignedTable(TABLE)
    with pytest.raises(OtherTableError, match=says) as refusal:
        signed_table.add(1, encoded(other), signature, VERIFIER)
    assert refusal.value.identity == BERT.public and not signed_table.signatures


def test_nobody_signs_for_another_seat() -> None:
    signature = SignedTable(TABLE).sign(BERT)
    with pytest.raises(AdmissionError, match="seat 0 did not sign"):
        SignedTable(TABLE).add(0, encoded(TABLE), signature, VERIFIER)


@pytest.mark.parametrize(("changed", "says"), [
    (dict(seats=(seat(ANNA, 1), seat(ANNA, 2))), "the same identity"),
    (dict(seats=(seat(ANNA, 1), seat(BERT, 1, nonce=b"x" * 32, name="B"))), "the same curve"),
    (dict(seats=(seat(ANNA, 1, name="Sid"), seat(BERT, 2, name="SІD"))), "look alike"),
    (dict(options=(("spectators", "no"), ("drop", "vote"))), "order of their names"),
])
def test_an_impossible_table_is_refused(changed: dict, says: str) -> None:
    with pytest.raises(AdmissionError, match=says):
        read_table(encoded(msgspec.structs.replace(TABLE, **changed)))


def test_the_next_attempt_has_other_nonces_and_one_seat_less() -> None:
    third = TransparentSigner(b"third")
    table = TableSpec((*TABLE.seats, seat(third, 3)), TABLE.rules, TABLE.options, 0)
    again = table_without(table, [1], {0: b"a" * 32, 2: b"c" * 32})
    assert [entry.name for entry in again.seats] == ["Player 1", "Player 3"]
    assert (again.attempt, again.seats[0].nonce) == (1, b"a" * 32)
    with pytest.raises(AdmissionError, match="nobody is left"):
        table_without(TABLE, [1], {0: b"a" * 32})


# --- names and the phrase

@pytest.mark.parametrize("name", ["Sid", "Zoë", "李小龙", "O'Hara-Smith", "x" * 20, "A b", "Ру́слан"])
def test_names_of_people_are_names(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "a  b", "x" * 21, "a\nb", "a\u202eb", "a\u200bb", "\ufeffa", "a\x1b[2J",
                                  "e\u0301", "a\u0316\u0317\u0318", "\u0301a", "\ud800", "\ue000", "字" * 22])
def test_what_does_not_look_like_itself_is_no_name(name: str) -> None:
    with pytest.raises(PlayerNameError):
        checked_name(name)


def test_names_that_people_mistake_for_each_other_look_alike() -> None:
    assert looks_like("Admin") == looks_like("ADMІN") == looks_like("admin")
    assert looks_like("modern") == looks_like("modem")
    assert looks_like("Anna") != looks_like("Hanna")


@given(st.lists(st.sampled_from(["Sid", "SІD", "sid", "Sid 2", "x" * 20, "X" * 20, "e\u0304\u0301" * 9, "字" * 20]), max_size=6))
def test_names_of_a_table_are_told_apart_and_stay_names(names: list[str]) -> None:
    names = [cleaned_text(name) for name in names]
    shown = told_apart(names)
    assert len({looks_like(name) for name in shown}) == len(names)
    for number, (name, as_shown) in enumerate(zip(names, shown, strict=True)):
        assert checked_name(as_shown) == as_shown
        assert as_shown == name or looks_like(name) in map(looks_like, shown[:number])


@pytest.mark.parametrize("line", ["", " ", "a\nb", "a\u202eb", "\ufeffa", "x" * 11, "e\u0301", "\ud800"])
def test_a_line_that_does_not_look_like_itself_is_not_shown(line: str) -> None:
    with pytest.raises(PlayerNameError):
        checked_line(line, 10)


@given(st.text(max_size=20))
def test_what_a_person_typed_is_cleaned_and_then_shown_or_refused(text: str) -> None:
    line = cleaned_text(text)
    assert cleaned_text(line) == line
    try:
        assert checked_line(line, 100) == line
    except PlayerNameError:
        pass


def test_the_phrase_has_six_of_256_different_words() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert len({word[:4] for word in WORDS}) == 256, "told apart by their beginning"
    assert check_phrase(b"a" * 64) != check_phrase(b"b" * 64)
    assert check_phrase(bytes(64)) == "knight clock canoe butter hockey melon"
