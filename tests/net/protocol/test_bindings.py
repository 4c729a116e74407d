"""What signatures are bound to: the table, then its session, then the head with which a view began."""

from __future__ import annotations

import pytest

from acquire_net.protocol.bindings import UNBOUND, Bindings
from acquire_net.protocol.codec import Signed, decode_frame, encode_message, to_sign
from acquire_net.protocol.messages import Commit, Envelope, Kind
from tests.support.fake_signing import TransparentSigner, TransparentVerifier

TID, SID, HEAD = b"tid" * 10, b"sid" * 10, b"head" * 16
KEYS = [TransparentSigner(b"%d" % seat) for seat in range(3)]


def new_bindings() -> Bindings:
    return Bindings(TID, [key.public for key in KEYS], TransparentVerifier())


def signed(table: bytes | None, author: int = 1, block: int = 5, view: int = 0, kind: Kind = Kind.COMMIT) -> Signed:
    """Return a frame that is signed by its author for this table. What is in it does not matter here."""
    assert table is not None
    body = encode_message(Commit(bytes(64)))
    signature = KEYS[author % len(KEYS)].sign(to_sign(table, kind, author, block, view, body))
    return decode_frame(encode_message(Envelope(kind, author, block, view, body, signature)))


def test_the_first_two_blocks_are_bound_to_the_table_and_later_ones_to_its_session() -> None:
    bindings = new_bindings()
    assert [bindings.table_at(block) for block in range(4)] == [TID, TID, None, None]
    bindings.begin_session(SID)
    assert [bindings.table_at(block) for block in range(4)] == [TID, TID, SID, SID]


def test_a_view_after_the_first_is_bound_to_the_head_with_which_it_began() -> None:
    bindings = new_bindings()
    bindings.begin_session(SID)
    assert bindings.table_at(5, view=1) is None, "it has not begun here"
    bindings.begin_view(1, HEAD)
    bound, elsewhere = bindings.table_at(5, view=1), new_bindings()
    elsewhere.begin_session(SID)
    elsewhere.begin_view(1, HEAD[::-1])
    assert bound not in (None, SID, elsewhere.table_at(5, view=1))
    assert bindings.table_at(1, view=1) not in (None, TID, bound), "a view may end before there is a session"


def test_what_is_bound_once_stays_so() -> None:
    bindings = new_bindings()
    bindings.begin_session(SID)
    bindings.begin_view(1, HEAD)
    before = [bindings.table_at(block, view) for block in range(6) for view in (0, 1)]
    bindings.begin_view(2, HEAD[::-1])
    assert [bindings.table_at(block, view) for block in range(6) for view in (0, 1)] == before


@pytest.mark.parametrize("kind", sorted(UNBOUND))
def test_some_kinds_are_read_in_every_view(kind: Kind) -> None:
    bindings = new_bindings()
    bindings.begin_session(SID)
    assert bindings.is_signed(signed(SID, view=7, kind=kind))
    assert not bindings.is_signed(signed(SID, view=7))


def test_a_message_is_signed_if_its_author_signed_it_for_this_session() -> None:
    bindings = new_bindings()
    bindings.begin_session(SID)
    assert bindings.is_signed(signed(SID))
    assert not bindings.is_signed(signed(TID)), "another session"
    assert not bindings.is_signed(signed(SID, author=4)), "a seat that the table does not have"


def test_where_the_binding_is_not_known_nobody_can_be_sure() -> None:
    bindings = new_bindings()
    message = signed(SID)
    assert bindings.table_of(message) is None and not bindings.is_signed(message)
    with pytest.raises(LookupError):
        bindings.certainly_is_signed(message)
    bindings.begin_session(SID)
    assert bindings.certainly_is_signed(message)
    assert not bindings.certainly_is_signed(signed(TID))
