"""How well seats are heard, and seats that come back: what is shown, and what is shown once."""

from __future__ import annotations

import pytest

from acquire_net.protocol.seat_links import ReturningSeats, SeatLinks
from acquire_net.protocol.session_events import LinksChanged, LinkState, SeatReturns

HERE, SLOW, LOST, AWAY = LinkState


def test_a_change_is_reported_once() -> None:
    links = SeatLinks(3)
    assert links.take_change({0, 1, 2}, [0, 900, 1500]) is None, "all are here at first"
    assert links.take_change({0, 1}, [0, 2100, 900]) == LinksChanged((HERE, SLOW, LOST), (0, 2100, 900))
    assert links.take_change({0, 1}, [0, 2600, 1900]) is None
    assert links.take_change({0}, [0, 5100, 2000]) == LinksChanged((HERE, AWAY, LOST), (0, 5100, 2000))
    assert links.take_change({0, 1, 2}, [0, 0, 0]) == LinksChanged((HERE,) * 3, (0, 0, 0))


def test_a_seat_that_was_started_again_is_back_when_it_asks_no_more() -> None:
    seats = ReturningSeats()
    assert seats.on_status(1, 40, 40, asks=False) is None
    assert seats.on_status(1, 40, 40, asks=True) == SeatReturns(1, 0, 1)
    assert seats.on_status(1, 40, 40, asks=True) is None, "nothing new"
    assert seats.on_status(1, 40, 40, asks=False) == SeatReturns(1, 1, 1)
    assert seats.on_status(1, 40, 40, asks=False) is None


@pytest.mark.parametrize("asks", [True, False])
def test_a_seat_with_an_old_journal_is_shown_as_catching_up(asks: bool) -> None:
    seats = ReturningSeats()
    found = [seats.on_status(2, block, 50, asks and block < 40) for block in (30, 36, 36, 49, 50)]
    assert found == [SeatReturns(2, 0, 20), SeatReturns(2, 6, 20), None, SeatReturns(2, 20, 20), None]


def test_a_seat_that_lacks_only_the_last_signature_is_not_back_from_anywhere() -> None:
    assert ReturningSeats().on_status(0, 49, 50, asks=False) is None


def test_what_a_liar_says_of_its_blocks_never_leaves_its_bounds() -> None:
    seats = ReturningSeats()
    for block in (0, 99, 3, 10 ** 9, 0):
        found = seats.on_status(1, block, 50, asks=True)
        assert found is None or (found.done >= 0 and found.total >= 1)
