"""What `acquire verify` says of the end of a view: who was lost and why, who signed it, and where there could be two games."""

from __future__ import annotations

import pytest

from acquire_client.commands.verify import ending_lines
from acquire_net.protocol.view_endings import LostSeat, ViewEnding

TWO_GAMES = "could have made two games from here on"


def named(seat: int) -> str:
    return f"P{seat}"


@pytest.mark.parametrize(("lost", "line"), [
    (LostSeat(1), "The certificate shows no case."),
    (LostSeat(1, fault="signed two different messages for one block"), "Convicted: signed two different messages for one block."),
    (LostSeat(1, claims=((0, 1), (2, 0))), "Claims: P0: absent; P2: voted, while the player was there."),
])
def test_each_case_is_said_in_words(lost: LostSeat, line: str) -> None:
    ending = ViewEnding(0, 3, 20, (lost,), (0, 2, 3), 3, 4, 2)
    assert list(ending_lines(ending, named)) == ["View 0 ended after 20 blocks, in attempt 3. Signed by P0, P2 and P3; "
                                                 "3 signatures needed.", f"  Lost: P1. {line}"]


def test_a_view_that_ends_without_a_loss_says_so() -> None:
    ending = ViewEnding(0, 3, 20, (), (0, 1), 2, 2, None)
    assert list(ending_lines(ending, named))[1:] == ["  Nobody was lost."]


@pytest.mark.parametrize(("liars", "says"), [
    (None, ""), (3, ""), (2, ""), (1, "With 3 seats and 2 signatures, one player who cheats "), (0, "The convicted players ")])
def test_where_one_liar_was_enough_a_reader_is_advised_to_compare(liars: int | None, says: str) -> None:
    ending = ViewEnding(0, 3, 20, (LostSeat(3, left=True),), (0, 1), 2, 3, liars)
    lines = list(ending_lines(ending, named))
    assert lines[1] == "  Lost: P3. It said goodbye."
    assert [line.strip() for line in lines[2:]] == ([] if not says else [
        f"{says}{TWO_GAMES}, while the others did not reach each other. Compare the heads with another player's journal."])
