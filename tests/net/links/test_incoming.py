"""Whose connection has which number, though numbers are given again while what was said before is still unread."""

import pytest

from acquire_net.links.incoming import Incoming

ADA, BO = b"a" * 32, b"b" * 32


@pytest.fixture
def incoming() -> Incoming:
    return Incoming()


def test_a_connection_is_of_whoever_is_heard_on_it_until_it_ends(incoming: Incoming) -> None:
    incoming.on_opened(7)
    assert incoming.owner_of(7) is None
    assert incoming.on_frame(incoming.let_in(ADA), 7) == (ADA, True)
    assert incoming.owner_of(7) == ADA and incoming.connections_of(ADA) == [7]
    assert incoming.on_ended(7) == ADA
    assert incoming.owner_of(7) is None and incoming.connections_of(ADA) == [] and incoming.on_ended(7) is None


@pytest.mark.parametrize("were_heard", [True, False])
def test_what_was_said_before_is_not_of_the_connection_that_has_the_number_now(incoming: Incoming, were_heard: bool) -> None:
    said_before = []
    for key in (ADA, BO, ADA):
        incoming.on_opened(7)
        said_before.append(incoming.let_in(key))
        if were_heard:
            incoming.on_frame(said_before[-1], 7)
        incoming.on_ended(7)
    assert [incoming.on_frame(name, 7) for name in said_before] == [(ADA, False), (BO, False), (ADA, False)]
    incoming.on_opened(7)
    assert [incoming.on_frame(name, 7) for name in said_before] == [(ADA, False), (BO, False), (ADA, False)]
    assert incoming.owner_of(7) is None
    assert incoming.on_frame(incoming.let_in(BO), 7) == (BO, True)
    assert incoming.on_frame(said_before[0], 7) == (ADA, False)
    assert incoming.owner_of(7) == BO and incoming.connections_of(ADA) == []


def test_handshakes_of_many_connections_may_cross(incoming: Incoming) -> None:
    incoming.on_opened(7)
    incoming.on_opened(8)
    bo, ada = incoming.let_in(BO), incoming.let_in(ADA)
    assert incoming.on_frame(ada, 7) == (ADA, True) and incoming.on_frame(bo, 8) == (BO, True)
