"""The signatures of a journal are checked together, and what comes out is the same as if each was checked when it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from acquire_net.crypto import signing
from acquire_net.crypto.signing import SignatureToVerify
from acquire_net.protocol import verifier
from acquire_net.protocol.codec import decode_frame, encode_message
from acquire_net.protocol.messages import Envelope
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.protocol.verifier import DeferredVerifier
from acquire_net.table.journal import JournalContents, unpack_journal
from acquire_net.table.verify import InvalidJournalError, JournalReport, verify_journal
from tests.support.few_cases import few_cases
from tests.support.golden_table import GAMES, GROUP, VECTORS, toy


class EachAtOnce:
    """Checks each signature when it comes, as peers do."""

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        return signing.verify(public, message, signature)


class Together(EachAtOnce):
    """Can check many at once, and counts how it was asked."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.alone = 0

    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        self.alone += 1
        return super().verify(public, message, signature)

    def verify_together(self, signed: Sequence[SignatureToVerify]) -> bool:
        self.batches.append(len(signed))
        return signing.verify_together(signed)


ONE = next(iter(GAMES))


def journal(game: str) -> JournalContents:
    return unpack_journal((VECTORS / f"{game}.acqlog").read_bytes(), torn_tail_ok=False)


def outcome(contents: JournalContents, by: verifier.Verifier) -> object:
    """Return what a journal proves, or why it proves nothing."""
    try:
        report = verify_journal(contents, toy, by, GROUP)
    except InvalidJournalError as error:
        return str(error)
    return comparable(report)


def comparable(report: JournalReport) -> object:
    return (report.table, report.sid, report.blocks, report.head, report.result, report.signed_by, report.lost, report.left,
            report.convictions, report.disagreements, report.endings, report.void_draws, report.drawn, report.keys,
            report.proven, report.unused)


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_journal_needs_no_signature_checked_alone(game: str) -> None:
    together = Together()
    assert outcome(journal(game), together) == outcome(journal(game), EachAtOnce())
    assert together.alone == 0 and sum(together.batches) > len(journal(game).entries)


def flipped(signature: bytes) -> bytes:
    return signature[:32] + bytes([signature[32] ^ 1]) + signature[33:]


def with_a_forged_frame(entry: JournalEntry) -> JournalEntry:
    envelope = decode_frame(entry.frame).envelope
    return JournalEntry(encode_message(Envelope(envelope.kind, envelope.author, envelope.block, envelope.view, envelope.body,
                                                flipped(envelope.signature))))


def with_a_forged_ack(entry: JournalEntry) -> JournalEntry:
    (seat, signature), *others = entry.acks
    return JournalEntry(b"", ((seat, flipped(signature)), *others))


@pytest.mark.parametrize("game", few_cases(pytest.mark.fully, GAMES, 2))
@pytest.mark.parametrize("forge", [with_a_forged_frame, with_a_forged_ack])
def test_a_forged_signature_is_found_at_its_place(game: str, forge: Callable[[JournalEntry], JournalEntry]) -> None:
    contents = journal(game)
    places = [place for place, entry in enumerate(contents.entries) if bool(entry.acks) == (forge is with_a_forged_ack)]
    for place in (places[0], places[len(places) // 2], places[-1]):
        entries = list(contents.entries)
        entries[place] = forge(entries[place])
        forged, together = replace(contents, entries=tuple(entries)), Together()
        found = outcome(forged, together)
        assert found == outcome(forged, EachAtOnce())
        assert isinstance(found, str) and f"entry {place + 1} of {len(entries)}" in found and "did not sign" in found
        assert together.alone > 0


def test_a_table_that_a_seat_has_not_signed_is_refused() -> None:
    contents = journal(ONE)
    first, *others = contents.opening.signatures
    forged = replace(contents, opening=replace(contents.opening, signatures=(flipped(first), *others)))
    assert outcome(forged, Together()) == outcome(forged, EachAtOnce()) == "seat 0 did not sign this table"


def test_a_long_journal_is_checked_in_parts_up_to_the_first_bad_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifier, "SIGNATURES_AT_ONCE", 10)
    honest = Together()
    outcome(journal(ONE), honest)
    assert set(honest.batches[:-1]) == {10} and honest.alone == 0
    contents, bad = journal(ONE), Together()
    first, *others = contents.opening.signatures
    outcome(replace(contents, opening=replace(contents.opening, signatures=(flipped(first), *others))), bad)
    assert bad.batches == [10]


def test_a_deferred_verifier_believes_and_checks_later() -> None:
    deferred, key = DeferredVerifier(signing.verify_together), signing.SigningKey(bytes(32))
    assert deferred.verify(key.public, b"one", key.sign(b"one"))
    assert deferred.all_hold()
    assert deferred.verify(key.public, b"two", key.sign(b"one"))
    assert not deferred.all_hold()
    assert deferred.verify(key.public, b"one", key.sign(b"one"))
    assert not deferred.all_hold(), "one that does not hold is not forgotten"
