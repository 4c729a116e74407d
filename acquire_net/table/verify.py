"""Is this journal a game that was played by these people, by the rules? The file alone answers that, without any secret.

It is replayed through the same `Replica` that every peer runs, proofs and all. What comes out is the result with the seats that
signed it, or how far the game has come; and every seat that said what it must not have said, with the message that proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import cast

from acquire_net.crypto import signing
from acquire_net.crypto.group import Edwards25519, Group
from acquire_net.crypto.hashing import digest
from acquire_net.crypto.shuffle_proof import tile_points
from acquire_net.errors import RemoteError, Wording
from acquire_net.lobby.table_spec import AdmissionError, TableSpec, read_table, table_id
from acquire_net.protocol.codec import MalformedError, decode_frame
from acquire_net.protocol.log_types import Conviction, Fate
from acquire_net.protocol.messages import Hands, Kind
from acquire_net.protocol.proof_counts import ProofCounts
from acquire_net.protocol.replaying import offer_entry
from acquire_net.protocol.replica import Replica
from acquire_net.protocol.sealed_game import GameFinished, SealedGame
from acquire_net.protocol.session_events import DrawVoid, JournalEntry
from acquire_net.protocol.state import InvariantError, Slot
from acquire_net.protocol.verifier import DeferredVerifier, Verifier
from acquire_net.protocol.view_endings import ViewEnding, view_endings
from acquire_net.table.acquire_game import game_of
from acquire_net.table.journal import JournalContents, JournalOpening
from acquire_net.table.opening import MakeGame, state_of

_GROUP = Edwards25519()
"""For all journals: it takes some milliseconds to make its tables of the points that nobody chose."""


class InvalidJournalError(RemoteError, ValueError):
    """The journal is not what any honest peer can have written; the text says which entry, and why."""


@dataclass
class JournalReport:
    """What a journal proves."""
    table: TableSpec
    sid: bytes
    blocks: int
    head: bytes
    game: SealedGame
    result: bytes | None = None
    """What came out, where the game is over."""
    signed_by: tuple[int, ...] = ()
    """The seats that signed the result."""
    waits_for: tuple[int, ...] = ()
    """Where it is not over: the seats that owe something."""
    lost: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    convictions: list[Conviction] = field(default_factory=list)
    disagreements: list[Conviction] = field(default_factory=list)
    """Seats that acknowledged another state than these rules lead to: liars, or programs with other rules."""
    endings: list[ViewEnding] = field(default_factory=list)
    """How the views of the log have ended: who was lost and why, and who signed that. Only `verify_journal` reads them."""
    void_draws: list[DrawVoid] = field(default_factory=list)
    """Draws that were made again, and because of whom."""
    drawn: list[Slot] = field(default_factory=list)
    """Every tile that was drawn in private, in order."""
    keys: dict[int, dict[int, bytes]] = field(default_factory=dict)
    """Of the seats that opened theirs after the game, by epoch."""
    proven: ProofCounts = ProofCounts()
    """How many shuffles, draws and shown tiles were proven."""
    torn_bytes: int = 0
    unused: int = 0
    """Entries that nothing follows from, because something before them is missing."""

    def drawn_tiles(self, group: Group | None = None) -> list[int | None]:
        """Return what was drawn in private, as far as it was opened afterwards: with keys that are public now."""
        group = group or _GROUP
        points = tile_points(group, self.game.tile_count)
        found: list[int | None] = []
        for slot in self.drawn:
            key = self.keys.get(slot.holder, {}).get(slot.epoch)
            if key is None:
                found.append(None)
            else:
                tile = group.combine_points([1, -int.from_bytes(key, "little")], [slot.residual, slot.mask])
                found.append(points.index(tile))
        return found


def follow(replica: Replica, entry: JournalEntry, has_gap: bool = False) -> bool:
    """Offer one entry of a journal; return False if it belongs after something that the journal does not have, as an entry after
    a gap may. Raises InvalidJournalError where nobody has signed it, or it closes nothing."""
    if has_gap and entry.acks and replica.open.ack is None:
        return False
    try:
        offered = offer_entry(replica, entry, together=True)
        while replica.settle(together=True):
            pass
    except (MalformedError, InvariantError) as error:
        raise InvalidJournalError(str(error)) from None
    for message, fate in offered:
        if fate is Fate.FORGED and has_gap and entry.acks:
            return False  # of a later block, as far as anybody can know
        if fate is Fate.FORGED:
            raise InvalidJournalError(
                Wording("seat {seat} did not sign block {block}", seat=message.author, block=message.block) if entry.acks else
                Wording("seat {seat} did not sign this {kind} message of block {block}", seat=message.author,
                        kind=message.kind.name, block=message.block))
    return all(fate is not Fate.EARLY for _, fate in offered)


class JournalChecker:
    """Follows a table without a seat, by the entries of a journal: those of a file, or each as it is written.

    The source of the entries is not trusted: if it leaves one out, the checker stops; if it changes one, the entry is not valid;
    and nothing hidden is in them. So this serves a spectator, a peer that comes late, and the verification of a file.
    """

    def __init__(self, table: TableSpec, make_game: MakeGame, verifier: Verifier, group: Group) -> None:
        self.table = table
        try:
            game = make_game(table, None)
        except AdmissionError as error:
            raise InvalidJournalError(Wording("the table itself: {error}", error=error)) from None
        self.replica = Replica(state_of(group, table, game), verifier)
        self.drawn: dict[tuple[int, int, int], Slot] = {}
        self.unused = 0

    @property
    def game(self) -> SealedGame:
        """Return the game as everybody knows it."""
        return self.replica.state.game

    def follow(self, entry: JournalEntry) -> None:
        """Check and follow one entry. Raises InvalidJournalError where nobody has signed it, or it closes nothing."""
        before = self.replica.state.deal
        self.unused += not follow(self.replica, entry, has_gap=self.unused > 0)
        deal = self.replica.state.deal
        if deal is not before:
            new = (slot for hand in deal.hands for slot in hand if slot.name not in self.drawn)
            self.drawn.update((slot.name, slot) for slot in sorted(new, key=lambda slot: slot.position))

    def look_at_the_rest(self) -> None:
        """Check the contributions to a relay that not all seats have finished. Raises InvalidJournalError."""
        try:
            self.replica.check_all_parked()
        except InvariantError as error:
            raise InvalidJournalError(str(error)) from None

    def report(self, torn_bytes: int = 0) -> JournalReport:
        replica, state = self.replica, self.replica.state
        report = JournalReport(self.table, state.table, len(replica.log), state.head, state.game, torn_bytes=torn_bytes,
                               lost=state.lost,
                               left=tuple(sorted(replica.left)), convictions=list(replica.convicted.values()),
                               disagreements=list(replica.disagreements.values()), drawn=list(self.drawn.values()),
                               unused=self.unused, void_draws=list(replica.void_draws), proven=replica.proof_counts)
        for seat, opened in replica.hands.items():
            report.keys[seat] = dict(zip(state.epochs_of(seat), cast(Hands, opened.body).keys, strict=True))
        question = state.game.next_question() if not replica.regroup else None
        if isinstance(question, GameFinished):
            report.result = question.result
            signatures = replica.log[-1].contents if state.over else tuple(replica.open.contents.values())
            report.signed_by = tuple(sorted(content.author for content in signatures if content.kind == Kind.RESULT))
        else:
            report.waits_for = replica.owing_seats() or tuple(seat for seat in state.live if seat not in replica.open.acks)
        return report


def is_shown_whole(entry: JournalEntry, later: Iterable[JournalEntry]) -> bool:
    """Return True if this is one signature under an ACK, and the whole ACK comes later: a seat that disagrees with others about
    the state shows what it has signed, and this program may come to the state of those others."""
    if len(entry.acks) != 1:
        return False
    [signed] = entry.acks
    try:
        shown = (decode_frame(found.frame) for found in later if found.frame.endswith(signed[1]))
        return any(ack.kind == Kind.ACK and (ack.author, ack.envelope.signature) == signed for ack in shown)
    except MalformedError:
        return False


def verify_journal(contents: JournalContents, make_game: MakeGame = game_of, verifier: Verifier = signing,
                   group: Group | None = None, progress: Callable[[int, int], None] | None = None) -> JournalReport:
    """Replay a whole journal and return what it proves. Raise InvalidJournalError. `progress` is called with the entries done and
    their number.

    The signatures are checked together, some 2,000 at a time, where the verifier can do that. If one of them may not hold, or
    anything else is wrong, nothing of this replay counts: it is done again with each signature checked first."""
    group, verify_together = group or _GROUP, getattr(verifier, "verify_together", None)
    if verify_together is not None:
        deferred = DeferredVerifier(verify_together)
        try:
            report = _replay_journal(contents, make_game, deferred, group, progress)
            if deferred.all_hold():
                return report
        except InvalidJournalError:
            pass
    return _replay_journal(contents, make_game, verifier, group, progress)


def _replay_journal(contents: JournalContents, make_game: MakeGame, verifier: Verifier, group: Group,
                    progress: Callable[[int, int], None] | None) -> JournalReport:
    checker = JournalChecker(signed_table(contents.opening, verifier), make_game, verifier, group)
    for number, entry in enumerate(contents.entries, 1):
        try:
            checker.follow(entry)
        except InvalidJournalError as error:
            if is_shown_whole(entry, contents.entries[number:]):
                continue
            raise InvalidJournalError(Wording("entry {number} of {entries}: {error}",
                                              number=number, entries=len(contents.entries), error=error)) from None
        if progress is not None:
            progress(number, len(contents.entries))
    checker.look_at_the_rest()
    report = checker.report(contents.torn_bytes)
    report.endings = list(view_endings(checker.replica))
    return report


def signed_table(opening: JournalOpening, verifier: Verifier) -> TableSpec:
    """Return the table of a journal, if all of its seats have signed it. Raises InvalidJournalError."""
    try:
        table = read_table(opening.table)
    except (MalformedError, AdmissionError) as error:
        raise InvalidJournalError(Wording("the table itself: {error}", error=error)) from None
    if len(opening.signatures) != len(table.seats):
        raise InvalidJournalError(Wording("not every seat has signed the table"))
    for number, (seat, signature) in enumerate(zip(table.seats, opening.signatures, strict=True)):
        if not verifier.verify(seat.identity, digest("table", table_id(table)), signature):
            raise InvalidJournalError(Wording("seat {seat} did not sign this table", seat=number))
    return table
