"""The report of two programs that come to different states."""

import json

import pytest

from acquire_net.protocol.divergence import state_bytes
from acquire_net.protocol.messages import MAX_STATE_BYTES
from acquire_net.table.disagreement import differences, divergence_report, read_state

MINE = {"cash": [6000, 5800], "board": {"5E": "tower", "6E": None}, "turn": 3}
THEIRS = {"cash": [6000, 5700], "board": {"5E": "luxor", "7E": None}, "turn": 3}


def test_every_field_that_differs_is_named_and_no_other() -> None:
    assert list(differences(MINE, THEIRS)) == [
        'board.5E: "tower" here, "luxor" there',
        'board.6E: null here, "nothing" there',
        'board.7E: "nothing" here, null there',
        "cash[1]: 5800 here, 5700 there",
    ]
    assert not list(differences(MINE, MINE))


def test_lists_of_other_lengths_differ_as_a_whole() -> None:
    assert list(differences({"hand": [1]}, {"hand": [1, 2]})) == ["hand: [1] here, [1, 2] there"]


def test_a_state_travels_unchanged() -> None:
    assert read_state(state_bytes(MINE)) == MINE


@pytest.mark.parametrize("data", [b"", b"[]", b"1", b"{", b"\xff", b"[" * 100_000, b'{"a":' * 900 + b"1" + b"}" * 900,
                                  b'{"a":"' + b"x" * MAX_STATE_BYTES + b'"}'])
def test_what_is_no_state_is_none(data: bytes) -> None:
    assert read_state(data) is None


def test_the_report_has_both_states_and_the_versions() -> None:
    found = json.loads(divergence_report(session=b"\1" * 64, block=7, seats=(0, 2), journal="x.acqlog", mine=MINE, theirs=THEIRS))
    assert (found["here"], found["there"]) == (MINE, THEIRS)
    assert "cash[1]: 5800 here, 5700 there" in found["differences"]
    assert found["block"] == 7 and found["versions"]["python"]
    alone = json.loads(divergence_report(session=b"\1" * 64, block=7, seats=(0, 2), journal="x.acqlog", mine=MINE, theirs=None))
    assert alone["differences"] is None
