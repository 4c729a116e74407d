"""Keys that are opened after the game: one for each epoch in which the seat had one, in the order of the epochs."""

from __future__ import annotations

from msgspec.structs import replace

from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.state import Deal
from tests.support.toy_game import ToyGame

GROUP = TransparentGroup()
ONE, TWO, THREE = (number.to_bytes(32, "little") for number in (5, 6, 7))
PUBLIC = {key: GROUP.times_base(key) for key in (ONE, TWO, THREE)}
DEAL = Deal(epoch=2, keys={2: {0: PUBLIC[TWO]}, 0: {0: PUBLIC[ONE], 1: PUBLIC[THREE]}})
STATE = replace(opening_state(GROUP, [bytes([seat]) * 32 for seat in range(3)], bytes(64), ToyGame(3)), deal=DEAL)


def test_a_seat_has_a_key_in_each_epoch_in_which_it_played() -> None:
    assert [STATE.epochs_of(seat) for seat in range(3)] == [(0, 2), (0,), ()]


def test_opened_keys_are_those_of_all_epochs_in_their_order() -> None:
    assert STATE.are_keys_of(0, [ONE, TWO])
    assert STATE.are_keys_of(1, (THREE,))
    assert STATE.are_keys_of(2, [])


def test_other_keys_are_not() -> None:
    for keys in ([TWO, ONE], [ONE], [ONE, TWO, THREE], [ONE, THREE], []):
        assert not STATE.are_keys_of(0, keys), keys


def test_what_is_not_a_number_below_the_order_is_not_a_key() -> None:
    assert not STATE.are_keys_of(1, [b"\xff" * 32])
