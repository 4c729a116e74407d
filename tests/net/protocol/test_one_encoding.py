"""A message has one encoding: any other one of the same fields is refused, or is the fault of its author."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from acquire_net.protocol.codec import MalformedError, decode_frame, encode_message
from acquire_net.protocol.messages import Ack, Envelope, Kind

BODY = encode_message(Ack(head=bytes(64), state=bytes(32)))


def frame(body: bytes = BODY) -> bytes:
    return encode_message(Envelope(Kind.ACK, author=1, block=3, view=0, body=body, signature=bytes(64)))


def with_longer_header(text: bytes) -> bytes:
    """Return the same array, announced by three bytes instead of one."""
    return b"\xdc\x00" + bytes((text[0] & 0x0F,)) + text[1:]


def with_longer_number(text: bytes) -> bytes:
    """Return the same envelope with its block, which is 3, in two bytes."""
    assert text[3] == 3
    return text[:3] + b"\xcc\x03" + text[4:]


def test_the_one_encoding_is_read() -> None:
    message = decode_frame(frame())
    assert (message.kind, message.author, message.block, message.fault) == (Kind.ACK, 1, 3, "")


@pytest.mark.parametrize("longer", [with_longer_header, with_longer_number])
def test_an_envelope_in_a_longer_encoding_is_refused(longer: Callable[[bytes], bytes]) -> None:
    with pytest.raises(MalformedError, match="one encoding"):
        decode_frame(longer(frame()))


def test_a_body_in_a_longer_encoding_is_the_fault_of_its_author() -> None:
    message = decode_frame(frame(with_longer_header(BODY)))
    assert message.author == 1
    assert "one encoding" in message.fault
