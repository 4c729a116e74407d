"""What stands in the own journal already, so that nothing stands there twice."""

from __future__ import annotations

import pytest

from acquire_net.protocol import own_journal
from acquire_net.protocol.codec import Signed
from acquire_net.protocol.log_types import FinalBlock
from acquire_net.protocol.own_journal import BYTES_OF_AN_ACK, OwnJournal
from acquire_net.protocol.session_events import JournalEntry
from tests.net.protocol.agreement.frames import NEXT, ack

OWN = 0
ACKS = {seat: ack(seat, NEXT) for seat in range(4)}


def block(acks: dict[int, Signed]) -> FinalBlock:
    return FinalBlock(5, 2, (), acks, None, bytes(64), NEXT.head)


def signatures(*seats: int) -> JournalEntry:
    return JournalEntry(b"", tuple((seat, ACKS[seat].envelope.signature) for seat in seats))


def test_a_block_is_closed_by_the_signatures_of_the_others() -> None:
    assert OwnJournal().closing_entry(block(ACKS), OWN) == signatures(1, 2, 3)


def test_an_ack_that_is_there_as_evidence_is_not_written_again() -> None:
    journal = OwnJournal()
    assert journal.evidence_entry(ACKS[2].frame) == JournalEntry(ACKS[2].frame)
    assert journal.closing_entry(block(ACKS), OWN) == signatures(1, 3)
    assert journal.closing_entry(block(ACKS), OWN) == signatures(1, 2, 3), "the next block begins anew"


def test_where_all_are_there_nothing_is_written() -> None:
    journal = OwnJournal()
    for seat in (1, 2, 3):
        journal.evidence_entry(ACKS[seat].frame)
    assert journal.closing_entry(block(ACKS), OWN) is None


def test_evidence_is_written_again_and_a_whole_ack_is_not() -> None:
    journal = OwnJournal()
    assert journal.whole_ack_entry(ACKS[1]) == JournalEntry(ACKS[1].frame)
    assert journal.whole_ack_entry(ACKS[1]) is None
    assert journal.evidence_entry(ACKS[1].frame) == JournalEntry(ACKS[1].frame)


def test_what_was_read_is_there() -> None:
    journal = OwnJournal()
    journal.note_read(JournalEntry(ACKS[1].frame))
    journal.note_read(signatures(2))
    assert journal.whole_ack_entry(ACKS[1]) is None
    assert journal.closing_entry(block(ACKS), OWN) == signatures(2, 3)


def test_what_is_read_and_what_is_written_counts_and_what_is_only_made_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries of a call that failed are dropped, so they count when they go onto the disk."""
    journal, entry = OwnJournal(), JournalEntry(bytes(1000))
    monkeypatch.setattr(own_journal, "MAX_JOURNAL_BYTES", 2000 + 2 * BYTES_OF_AN_ACK)
    journal.evidence_entry(entry.frame)
    assert journal.has_room
    journal.count([entry, signatures(1)])
    journal.note_read(entry)
    assert journal.has_room
    journal.note_read(signatures(2))
    assert not journal.has_room
