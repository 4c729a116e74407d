"""The end of a game over the network: the certificate, the verifier behind it, and whose hands are open."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from acquire_client.matches.journals import check_journal
from acquire_client.window.scenes.certificate import CertificatePage
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.replay import ReplayScene
from acquire_net import events
from tests.support.evenings import ReportedEvening

from .driver import Window
from .online_screens import at_the_end

JOURNAL = Path(__file__).parents[2] / "compatibility" / "541e15f" / "two-players.acqlog"


@pytest.fixture
def ended(window: Callable[..., Window], tmp_path: Path) -> tuple[Window, ReportedEvening, Path]:
    sitting, journal = window(bot_delay_ms=0), tmp_path / "table.acqlog"
    shutil.copyfile(JOURNAL, journal)
    table = at_the_end(sitting, journal)
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.top.review.cancel_work()  # which would take half a minute
    return sitting, table, journal


Ended = tuple[Window, ReportedEvening, Path]


def verdict(sitting: Window) -> str:
    """Let the verifier finish; return all that the page says then."""
    sitting.finish_work()
    return " ".join(sitting.written())


@pytest.mark.parametrize("key", ["r", pygame.K_RETURN])
def test_only_the_seat_of_this_machine_is_ones_own_in_what_follows(ended: Ended, key: str | int) -> None:
    sitting, table, _ = ended
    sitting.key(key)
    assert isinstance(sitting.top, ReplayScene) and table.evening.match is not None
    assert sum(seat.kind == "person" for seat in table.evening.match.record().seats) > 1
    assert sitting.top.own == tuple(table.evening.match.people) == (0,)


def test_the_certificate_says_who_has_signed_and_whose_hands_are_open(ended: Ended) -> None:
    sitting, table, journal = ended
    assert isinstance(sitting.top, OnlineGameOver)
    sitting.key("c")
    written = " ".join(sitting.written())
    assert isinstance(sitting.top, CertificatePage)
    for text in ("The result is signed by Ada, Ben and Cleo.", "ba3f 91c2 7d40 e5a8", "3 shuffles, 61 draws and 43 played tiles",
                 "Ada and Ben have done it.", "The hands of Cleo are not open yet.", "table.acqlog"):
        assert text in written
    table.report(events.KeysOpened((0, 1, 2)))
    assert "not open yet" not in " ".join(sitting.written())


def test_the_journal_is_verified_again_by_the_real_verifier(ended: Ended) -> None:
    sitting, _, journal = ended
    sitting.key("c")
    sitting.key("v")
    assert any(text.startswith("Checking every signature and proof") for text in sitting.written())
    assert "and every signature, proof and rule of them holds." in verdict(sitting)
    data = bytearray(journal.read_bytes())
    data[len(data) // 2] ^= 1
    journal.write_bytes(data)
    sitting.click("verify")
    shown = verdict(sitting)
    assert "Not valid: entry" in shown and "is damaged" in shown
    journal.unlink()
    sitting.click("verify")
    assert "cannot be read" in verdict(sitting)


def test_the_verifier_reads_the_hands_that_were_opened() -> None:
    steps: list[int] = []
    found = check_journal(JOURNAL, lambda done, of: steps.append(done))
    assert found.report is not None and found.record is not None and not found.trouble
    assert steps == [*range(1, len(steps) + 1)]


def test_hands_that_stay_hidden_are_said_to_be(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    at_the_end(sitting, options=(("hands", "closed"),))
    sitting.key("c")
    assert "Hands stay hidden: so all have agreed at this table." in sitting.written()
