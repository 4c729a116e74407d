"""A table over days whose frames travel as letters: a whole game, and what must not go through."""

from __future__ import annotations

import random
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import replace as replaced
from pathlib import Path

import pytest

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.lobby.table_spec import SignedTable
from acquire_net.mailbox import table_mail
from acquire_net.mailbox.by_hand import TableByHand, last_letters
from acquire_net.mailbox.kept_letters import KeptLetters, KeptLettersError, kept_letters_path
from acquire_net.mailbox.letters import Letter, LetterError, letter_text, open_letter, read_letters, seal_letter
from acquire_net.mailbox.peer_letters import PeerLetters
from acquire_net.mailbox.table_mail import JournalSignatures, mark_of
from acquire_net.private_files import replace_privately
from acquire_net.protocol.codec import decode_frame, encode_message
from acquire_net.protocol.debts import patience_debts
from acquire_net.protocol.messages import Envelope, Kind
from acquire_net.table.bundles import Bundle
from acquire_net.table.journal import DiskError, Journal, JournalInUseError, read_journal
from acquire_net.table.session_start import ResumeError
from acquire_net.table.table_seat import MailState, TableSeat
from acquire_net.table.verify import verify_journal
from tests.support.table_on_disk import GROUP, VERIFIER, DiskTable, choices

SEATS = 3


class LetterTable:
    """Seats with journals on the disk, each of which is closed again before the next one is opened."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.keys = [curve_keys(secrets.token_bytes) for _ in range(SEATS)]
        self.disk = DiskTable(folder, SEATS, seed, begin=False)
        self.disk.use_link_keys(self.keys)
        self.rng = random.Random(seed)
        self.post: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
        for seat in range(SEATS):
            self.disk.begin(seat)
            self.disk.kill(seat)

    @contextmanager
    def visit(self, me: int) -> Iterator[TableByHand]:
        self.disk.now += 1
        table = TableByHand(self.disk.resume(me), self.keys[me])
        try:
            yield table
        finally:
            self.disk.kill(me)

    def take_turn(self, me: int) -> TableByHand:
        """Read the post of a seat, answer for it, and write to the others; nothing but text goes from one to another."""
        with self.visit(me) as table:
            letters, troubles = read_letters("\n".join(self.post[me]).encode()) if self.post[me] else ([], [])
            assert not troubles
            table.take_letters(letters)
            while table.is_asked and table.has_woken:
                table.answer(self.rng.choice(choices(table._seat.session.state.game, me)))
            self.deliver(me, {to: letter_text(letter) for to, letter in table.write_letters().items()})
        if table.is_over:
            self.deliver(me, last_letters(self.disk.path(me)))
        return table

    def deliver(self, me: int, texts: dict[int, str]) -> None:
        for to, text in texts.items():
            self.post[to] = [text, *self.post[to][:4]]  # the newest first, and some old ones once more

    def play(self, turns: int) -> int:
        """Return after how many turns all were at the end."""
        over: set[int] = set()
        for turn in range(turns):
            me = turn % SEATS
            if me not in over and self.take_turn(me).is_over:
                over.add(me)
            if len(over) == SEATS:
                return turn
        return turns

    def letters_of(self, me: int, **how: bool) -> dict[int, Letter]:
        with self.visit(me) as table:
            return table.write_letters(**how)

    def take(self, me: int, *letters: Letter) -> TableByHand:
        with self.visit(me) as table:
            table.take_letters(letters)
        return table

    def signed(self, me: int) -> bytes:
        return self.disk.path(me).read_bytes()

    def copied_to(self, folder: Path) -> LetterTable:
        """Return the same table with files of its own, from where it goes on for itself."""
        shutil.copytree(self.disk.folder, folder, dirs_exist_ok=True)
        table, table.disk = copy(self), copy(self.disk)
        table.rng, table.post = copy(self.rng), {seat: list(texts) for seat, texts in self.post.items()}
        table.disk.folder, table.disk.seats, table.disk.wire, table.disk.busy = folder, list(self.disk.seats), [], []
        table.disk.facts = [list(facts) for facts in self.disk.facts]
        return table


@pytest.fixture(scope="module")
def played_table(tmp_path_factory: pytest.TempPathFactory) -> LetterTable:
    made = LetterTable(tmp_path_factory.mktemp("table"))
    assert made.play(30) == 30
    return made


@pytest.fixture
def table(played_table: LetterTable, tmp_path: Path) -> LetterTable:
    """Return a table that has gone on for a few turns."""
    return played_table.copied_to(tmp_path)


def test_a_whole_game_by_letters_alone(tmp_path: Path) -> None:
    table = LetterTable(tmp_path)
    turns = table.play(600)
    assert turns < 600
    reports = [verify_journal(read_journal(table.disk.path(seat)), table.disk.make_game, VERIFIER, GROUP)
               for seat in range(SEATS)]
    assert len({(report.head, report.result) for report in reports}) == 1 and reports[0].result is not None
    assert all(report.signed_by == (0, 1, 2) and not report.convictions and not report.lost for report in reports)


@pytest.mark.fully
def test_what_came_for_an_open_block_is_there_when_the_next_letter_comes(table: LetterTable) -> None:
    """Each letter is read by a program of its own. Without what was kept, no block with three ACKs would ever close."""
    blocks = []
    for turn in range(24):
        me = turn % SEATS
        for other in (1, 2):
            writer = (me + other) % SEATS
            blocks.append(table.take(me, table.letters_of(writer)[me]).block)
            with table.visit(me) as visited:
                visited.take_letters([table.letters_of(writer)[me]])
                if visited.is_asked:
                    visited.answer(table.rng.choice(choices(visited._seat.session.state.game, me)))
    assert blocks[-1] > blocks[0] + 2


def test_writing_letters_signs_nothing(table: LetterTable) -> None:
    before = [table.signed(seat) for seat in range(SEATS)]
    for seat in range(SEATS):
        table.letters_of(seat)
        table.letters_of(seat, everything=True)
    assert [table.signed(seat) for seat in range(SEATS)] == before


def test_a_letter_that_is_read_again_changes_nothing(table: LetterTable) -> None:
    letter = table.letters_of(0)[1]
    table.take(1, letter)
    before = table.signed(1)
    table.take(1, letter, letter)
    assert table.signed(1) == before and not table.take(1, letter).is_in_doubt


def test_a_table_that_is_open_elsewhere_is_left_alone(table: LetterTable) -> None:
    with table.visit(0), pytest.raises(JournalInUseError, match="open in another program"):
        table.disk.resume(0)


@pytest.mark.parametrize(("change", "says"), [
    (lambda t: t.letters_of(1)[2], "the letter of Player 1 is for Player 2, and only that player can read it"),
    (lambda t: t.letters_of(0)[1], "a letter is from this seat itself: it is for Player 1"),
    (lambda t: replaced(t.letters_of(1)[0], sender=2), "that says it is from Player 2: it was not sealed by that player"),
    (lambda t: replaced(t.letters_of(1)[2], to=0), "that says it is from Player 1: it was not sealed by that player"),
    (lambda t: replaced(t.letters_of(1)[0], table=bytes(16)), "of another table"),
    (lambda t: replaced(t.letters_of(1)[0], sender=5), "a seat that this table does not have"),
    (lambda t: replaced(t.letters_of(1)[0], sealed=b""), "was not sealed by that player"),
    (lambda t: replaced(t.letters_of(1)[0], sealed=bytes(500)), "was not sealed by that player"),
    (lambda t: seal_letter(t.keys[1], t.keys[0].public, Bundle(bytes(64), 1, 0, ())), "of another table"),
    (lambda t: replaced(seal_letter(t.keys[1], t.keys[0].public, Bundle(bytes(64), 1, 0, ())),
                        table=t.letters_of(1)[0].table), "something else inside than outside"),
    (lambda t: replaced(seal_letter(t.keys[1], t.keys[0].public, Bundle(t.letters_of(1)[0].table + bytes(48), 1, 0, ()))),
     "of another table"),
    (lambda t: stranger_letter(t), "was not sealed by that player"),
])
def test_what_is_not_from_a_member_for_this_seat_is_not_read_and_lets_nothing_be_signed(table: LetterTable, change: object,
                                                                                        says: str) -> None:
    letter = change(table)  # type: ignore[operator]
    before = table.signed(0)
    with table.visit(0) as visited:
        senders, troubles = visited.take_letters([letter])
        assert senders == [] and len(troubles) == 1 and says in str(troubles[0])
        assert not visited.has_woken
    assert table.signed(0) == before


def stranger_letter(table: LetterTable) -> Letter:
    stranger = curve_keys(secrets.token_bytes)
    with table.visit(1) as visited:
        bundle = visited._letters.bundle_for(0, everything=False)
    return seal_letter(CurveKeys(stranger.public, stranger.secret), table.keys[0].public, bundle)


def test_what_a_member_makes_up_stops_nobody_and_is_kept_within_bounds(table: LetterTable) -> None:
    tid = table.disk.table
    block = table.take(0, table.letters_of(1)[0]).block
    forged = [encode_message(Envelope(Kind.ACK, 2, block + ahead, 0, bytes(64), bytes((n % 250 + 1,)) * 64))
              for n in range(1500) for ahead in (0, 10**6)]
    state = encode_message(Envelope(Kind.STATUS, 1, block, 0, bytes(40), bytes(64)))
    bundle = Bundle(SignedTable(tid).tid, 1, 0, (b"", b"nonsense", bytes(500), state, *forged[:3000]))
    visited = table.take(0, seal_letter(table.keys[1], table.keys[0].public, bundle))
    assert not visited.trouble and not visited.is_in_doubt
    kept = KeptLetters.read(table.disk.path(0)).frames
    assert len([frame for sender, frame in kept if sender == 1]) <= 400
    assert all(decode_frame(frame).block <= visited.block + 1 for _, frame in kept)
    assert table.play(600) < 600


def put_back(table: LetterTable, me: int, copy: Path) -> None:
    shutil.rmtree(table.disk.home(me))
    shutil.copytree(copy, table.disk.home(me))


def test_an_old_copy_of_a_disk_signs_nothing_until_all_others_have_answered(table: LetterTable, tmp_path: Path) -> None:
    shutil.copytree(table.disk.home(0), tmp_path / "copy")
    newest = table.signed(0)
    while table.signed(0)[:len(newest)] == newest and len(table.signed(0)) < len(newest) + 2000:
        table.play(6)
    answers = [table.letters_of(1)[0], table.letters_of(2)[0]]
    put_back(table, 0, tmp_path / "copy")
    with table.visit(0) as visited:
        own = visited._letters.signatures_of(0)
        visited.take_letters(answers[:1])
        assert visited.is_in_doubt and not visited.has_woken and visited._letters.signatures_of(0) >= own
        questions = visited.write_letters()
    again = table.take(0, *answers)  # letters from before the question answer nothing
    assert again.is_in_doubt and not again.has_woken
    table.take(1, questions[1])
    one = table.take(0, table.letters_of(1, everything=True)[0])
    assert one.is_in_doubt and not one.has_woken
    table.take(2, questions[2])
    with table.visit(0) as visited:
        visited.take_letters([table_letter(table, 2, 0), table_letter(table, 1, 0)])
    with table.visit(0) as visited:
        visited.take_letters([table_letter(table, 2, 0), table_letter(table, 1, 0)])
        assert not visited.is_in_doubt and visited.has_woken
    assert table.play(600) < 600
    assert not any(verify_journal(read_journal(table.disk.path(seat)), table.disk.make_game, VERIFIER, GROUP).convictions
                   for seat in range(SEATS))


def table_letter(table: LetterTable, writer: int, to: int) -> Letter:
    return table.letters_of(writer, everything=True)[to]


def test_a_person_who_has_put_back_a_copy_can_say_so(table: LetterTable) -> None:
    with table.visit(0) as visited:
        visited.doubt_disk()
    visited = table.take(0, table.letters_of(1)[0], table.letters_of(2)[0])
    assert visited.is_in_doubt and not visited.has_woken
    for other in (1, 2):
        table.take(other, table.letters_of(0)[other])
    visited = table.take(0, table.letters_of(1)[0], table.letters_of(2)[0])
    assert not visited.is_in_doubt and visited.has_woken


def copy_in_doubt(table: LetterTable, copy: Path) -> list[Letter]:
    """Copy the disk of seat 0 while it waits for the last of two answers, play on, and put the copy back; return the answers."""
    with table.visit(0) as visited:
        visited.doubt_disk()
    for other in (1, 2):
        table.take(other, table.letters_of(0)[other])
    answers = [table.letters_of(other)[0] for other in (1, 2)]
    table.take(0, answers[0])
    shutil.copytree(table.disk.home(0), copy)
    table.take(0, answers[1])
    for _ in range(4):
        table.play(6)
    put_back(table, 0, copy)
    return answers


def test_answers_from_before_a_copy_end_no_doubt_of_a_person(table: LetterTable, tmp_path: Path) -> None:
    answers = copy_in_doubt(table, tmp_path / "copy")
    with table.visit(0) as visited:
        visited.doubt_disk()
    visited = table.take(0, *answers)
    assert visited.is_in_doubt and not visited.has_woken


def test_answers_from_before_a_copy_end_no_doubt_beside_a_letter_that_knows_more(table: LetterTable, tmp_path: Path) -> None:
    answers = copy_in_doubt(table, tmp_path / "copy")
    visited = table.take(0, table.letters_of(1)[0], *answers)
    assert visited.is_in_doubt and not visited.has_woken
    visited = table.take(0, *answers)
    assert visited.is_in_doubt and not visited.has_woken


@pytest.mark.fully
def test_a_disk_that_takes_no_last_letters_takes_them_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets stay until then: without them nobody comes back to a game that is over."""
    table, write = LetterTable(tmp_path), replace_privately

    def full(path: Path, data: bytes) -> None:
        if b"BEGIN ACQUIRE" in data:
            raise OSError(28, "No space left on device")
        write(path, data)

    monkeypatch.setattr("acquire_net.mailbox.kept_letters.replace_privately", full)
    for turn in range(600):
        try:
            table.take_turn(turn % SEATS)
        except KeptLettersError:
            break
    ended = turn % SEATS
    monkeypatch.setattr("acquire_net.mailbox.kept_letters.replace_privately", write)
    with table.visit(ended) as visited:
        assert visited.is_over and visited._letters.last_words
        assert not visited._seat.journal.secrets_path.exists()


def as_peer(table: LetterTable, me: int, letters: list[Letter],
            lets_letters_wake: bool = True) -> tuple[TableSeat, list[events.PeerEvent]]:
    """Read letters as a running peer does, which gives the seat its time, and keep what they have brought."""
    seat, reported = table.disk.resume(me), list[events.PeerEvent]()
    mine = PeerLetters(seat, table.keys[me])
    reported += [*mine.begin(), *mine.read(letters)]
    reported += run_as_peer(seat, mine, lets_letters_wake=lets_letters_wake)
    reported += mine.store()
    return seat, reported


def run_as_peer(seat: TableSeat, mine: PeerLetters, turns: int = 2000, lets_letters_wake: bool = True) -> list[events.PeerEvent]:
    """Let a seat run, and return what is reported. `lets_letters_wake` is what its mailbox says of its disk."""
    reported: list[events.PeerEvent] = []
    for _ in range(turns):
        mine.add_entries(seat.take_output().entries)
        reported += mine.finish_orders()
        if seat.has_work:
            seat.session.do_spare_work()
        mine.go_on(lets_letters_wake)
    return reported


@pytest.mark.fully
def test_a_running_peer_reads_the_end_of_a_game_and_leaves_its_last_letters_beside_the_journal(tmp_path: Path) -> None:
    table, over, turn = LetterTable(tmp_path), set[int](), 0
    while not over:
        if table.take_turn(turn % SEATS).is_over:
            over.add(turn % SEATS)
        turn += 1
    me = turn % SEATS
    letters, _ = read_letters("\n".join(table.post[me]).encode())
    seat, reported = as_peer(table, me, letters)
    try:
        assert seat.is_finished and isinstance(reported[0], events.LettersRead) and reported[0].has_news
        texts = last_letters(table.disk.path(me))
        assert texts.keys() == {other for other in range(SEATS) if other != me}
    finally:
        table.disk.kill(me)
    table.deliver(me, texts)
    third = next(other for other in range(SEATS) if other not in (me, *over))
    assert table.take_turn(third).is_over


def test_letters_wake_no_peer_whose_mailbox_has_seen_more(table: LetterTable) -> None:
    letter = table.letters_of(1)[0]
    for lets_letters_wake in (False, True):
        seat, reported = as_peer(table, 0, [letter], lets_letters_wake)
        assert bool(seat.session.asking) is not lets_letters_wake
        assert reported == [events.LettersRead((1,), has_news=reported[0].has_news)]  # type: ignore[union-attr]
        table.disk.kill(0)


def asked_peer(table: LetterTable) -> tuple[int, TableSeat]:
    """Return a seat whose person is asked, as a program that runs has it, and which one it is."""
    for turn in range(12):
        me = turn % SEATS
        letters, _ = read_letters("\n".join(table.post[me]).encode())
        seat, _ = as_peer(table, me, letters)
        if seat.session.is_asked:
            return me, seat
        table.disk.kill(me)
        table.take_turn(me)
    raise AssertionError("nobody was asked")


def test_letters_have_nothing_that_the_disk_does_not_have(table: LetterTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a letter says is as good as sent. A program that ends before the disk has its decision may decide otherwise later, and
    would be convicted."""
    me, seat = asked_peer(table)
    mine = PeerLetters(seat, table.keys[me])
    assert mine.begin() == []

    def full(*rest: object) -> None:
        raise DiskError(28, "No space left on device")

    def decisions(written: events.PeerEvent) -> list[int]:
        """Return the blocks of the decisions of this seat in these letters."""
        assert isinstance(written, events.LettersWritten)
        letters, _ = read_letters("".join(text for _, text in written.texts).encode()) if written.texts else ([], [])
        bundles = [open_letter(table.keys[letter.to], table.keys[me].public, letter) for letter in letters]
        frames = {frame for bundle in bundles for frame in bundle.frames}
        return [message.block for message in map(decode_frame, frames) if (message.author, message.kind) == (me, Kind.DECIDE)]

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "sync_to_disk", full)
        seat.submit_encoded(choices(seat.session.state.game, me)[0])
        mine.write(False)
        [written] = run_as_peer(seat, mine, 5)
        assert written == events.LettersWritten(trouble="No space left on device") and not decisions(written)
    block = seat.session.state.block
    mine.write(False)
    [written] = run_as_peer(seat, mine, 5)
    assert decisions(written) == [block]
    table.disk.kill(me)


def test_letters_that_can_be_opened_only_later_know_the_whole_journal(table: LetterTable) -> None:
    """Their file was damaged, and a person has deleted it. A count of the own signatures up to the start of the program would be
    too low, and a letter would seem to show that the disk is old."""
    me, seat = asked_peer(table)
    table.disk.kill(me)
    kept_letters_path(table.disk.path(me)).write_bytes(b"damaged")
    seat = table.disk.resume(me)
    mine = PeerLetters(seat, table.keys[me])
    assert [type(event) for event in mine.begin()] == [events.Trouble]
    assert mine.is_in_doubt, "nobody knows what letters have shown"
    seat.session.trust_own_disk()
    run_as_peer(seat, mine, 5)
    seat.submit_encoded(choices(seat.session.state.game, me)[0])
    run_as_peer(seat, mine, 5)
    kept_letters_path(table.disk.path(me)).unlink()
    other = (me + 1) % SEATS
    signatures = JournalSignatures(read_journal(table.disk.path(me)).entries).of(me)
    known = Bundle(seat.tid, other, me, (), mark_of(signatures), b"", b"")
    reported = mine.read([seal_letter(table.keys[other], table.keys[me].public, known)])
    reported += run_as_peer(seat, mine, 5)
    assert reported == [events.LettersRead((other,))] and not mine.is_in_doubt
    table.disk.kill(me)


def test_a_peer_whose_disk_is_old_ends_also_where_that_cannot_be_noted(table: LetterTable,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    me, seat = asked_peer(table)
    mine = PeerLetters(seat, table.keys[me])
    mine.begin()

    def full(*rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("acquire_net.mailbox.kept_letters.replace_privately", full)
    other = (me + 1) % SEATS
    known = Bundle(seat.tid, other, me, (), 10_000, b"", b"")
    with pytest.raises(ResumeError, match="is an old copy"):
        mine.read([seal_letter(table.keys[other], table.keys[me].public, known)])
    assert mine.is_in_doubt
    table.disk.kill(me)


@pytest.mark.parametrize(("mark", "trouble", "wakes"), [
    (None, "", False), (None, "the mailbox cannot be reached", True), (0, "", True), (1 << 60, "", False)])
def test_a_letter_wakes_a_peer_only_when_its_mailbox_has_been_asked(table: LetterTable, monkeypatch: pytest.MonkeyPatch,
                                                                    mark: int | None, trouble: str, wakes: bool) -> None:
    """A person may give letters to a program that has just been started, before the mailbox can say that it has seen more."""
    monkeypatch.setattr(table_mail, "MailLink", EmptyMailbox)
    letter = table.letters_of(1)[0]
    monkeypatch.setattr(EmptyMailbox, "mark", None)
    seat = table.disk.resume(0)
    mail = table_mail.TableMail(seat, table.keys[0], ("mailbox", 1), 0, lambda: None)
    mine = PeerLetters(seat, table.keys[0])
    reported = [*mine.begin(), *mine.read([letter])]
    reported += run_as_peer(seat, mine, 200, mail.lets_letters_wake)
    assert seat.session.asking, "the mailbox has not answered"
    monkeypatch.setattr(EmptyMailbox, "mark", mark)
    monkeypatch.setattr(EmptyMailbox, "trouble", trouble)
    reported += run_as_peer(seat, mine, 200, mail.lets_letters_wake)
    assert bool(seat.session.asking) is not wakes and len(reported) == 1
    table.disk.kill(0)


class EmptyMailbox:
    """A link to a mailbox that has seen nothing of what went by letters."""

    mark: int | None = 0
    trouble, was_new, has_looked, is_up_to_date = "", True, True, True

    def __init__(self, *rest: object) -> None:
        pass

    def start(self, mark: int) -> None:
        pass

    def take_arrivals(self, most: int) -> list[object]:
        return []

    def drop_frames(self, up_to: int) -> None:
        pass


def test_who_has_answered_by_letter_owes_nothing_where_the_mailbox_is_looked_into(table: LetterTable,
                                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal does not have the ACKs of a block that is open. Without them a seat that plays by letters would seem to have
    owed its ACK for all the days, and a program of a table with patience would go on without it."""
    monkeypatch.setattr(table_mail, "MailLink", EmptyMailbox)
    found = []
    for turn in range(15):
        me, writer = turn % SEATS, (turn + 1) % SEATS
        table.take(me, table.letters_of(writer)[me])
        seat = table.disk.resume(me)
        try:
            before = patience_debts(seat.session.view_change)
            mail = table_mail.TableMail(seat, table.keys[me], ("mailbox", 1), 0, lambda: None)
            assert PeerLetters(seat, table.keys[me]).begin() == []
            assert mail.state is MailState.UNREAD
            list(mail.deliver(0, (), False))
            assert mail.state is MailState.READ
            monkeypatch.setattr(EmptyMailbox, "trouble", "the box of another player is full")
            list(mail.deliver(1, (), False))
            assert mail.state is MailState.READ
            monkeypatch.setattr(EmptyMailbox, "is_up_to_date", False)
            list(mail.deliver(2, (), False))
            assert mail.state is MailState.AWAY
            monkeypatch.undo()
            monkeypatch.setattr(table_mail, "MailLink", EmptyMailbox)
            found.append((writer, before, patience_debts(seat.session.view_change)))
        finally:
            table.disk.kill(me)
        table.take_turn(writer)
    mended = [writer for writer, before, after in found
              if any(debt.seat == writer and debt.is_ack and debt not in after for debt in before)]
    assert mended


@pytest.mark.parametrize("damage", [False, True])
def test_a_mailbox_wakes_no_disk_that_a_letter_has_shown_to_be_old(table: LetterTable, monkeypatch: pytest.MonkeyPatch,
                                                                   damage: bool) -> None:
    monkeypatch.setattr(table_mail, "MailLink", EmptyMailbox)

    def asks_after_a_look() -> tuple[bool, str]:
        seat = table.disk.resume(0)
        try:
            mail = table_mail.TableMail(seat, table.keys[0], ("mailbox", 1), 0, lambda: None)
            mine = PeerLetters(seat, table.keys[0])
            mine.begin()
            looks = range(0, 2 * table_mail.WAKE_MS, 500)
            said = [text for now_ms in looks for text in mail.deliver(now_ms, (), mine.is_in_doubt)]
            return bool(seat.session.asking), " ".join(said)
        finally:
            table.disk.kill(0)

    assert not asks_after_a_look()[0]
    with table.visit(0) as visited:
        visited.doubt_disk()
    if damage:
        kept_letters_path(table.disk.path(0)).write_bytes(b"damaged")
    asks, said = asks_after_a_look()
    assert asks and "may be an old copy" in said


def test_a_damaged_file_of_kept_letters_is_named_and_nothing_is_signed(table: LetterTable) -> None:
    path = kept_letters_path(table.disk.path(0))
    good, before = path.read_bytes(), table.signed(0)
    for bad in (b"", good[:-1], good[:-1] + bytes((good[-1] ^ 1,)), b"acquire letters 1\n" + bytes(40)):
        path.write_bytes(bad)
        seat = table.disk.resume(0)
        with pytest.raises(KeptLettersError, match="Delete it, say"):
            TableByHand(seat, table.keys[0])
        table.disk.kill(0)
    assert table.signed(0) == before


# --- the text

def mangled(text: str) -> Iterable[str]:
    lines = text.splitlines()
    yield text.replace("\n", "\r\n")
    yield "".join(f"> {line}\n" for line in lines)
    yield "".join(f"> > | {line} \n" for line in lines)
    yield "Hello Bo,\n\n" + text + "\n-- \nAda\nsent from my telephone\n"
    yield " ".join(lines)
    yield lines[0] + "\n" + "\n".join(part for line in lines[1:-1] for part in (line[:31], line[31:])) + "\n" + lines[-1]
    yield "".join(f"{line[:20]}=\n{line[20:]}\n" if line[0] != "-" else line + "\n" for line in lines)  # quoted-printable
    yield "> " + text.replace("BEGIN ACQUIRE", "BEGIN\n> ACQUIRE")


LETTER = Letter(bytes(range(16)), 2, 1, bytes(range(256)) * 3)


def test_a_letter_survives_what_mail_does_to_text() -> None:
    text = letter_text(LETTER)
    assert all(len(line) <= 76 for line in text.splitlines()) and text.isascii()
    for changed in (text, *mangled(text)):
        assert read_letters(changed.encode()) == ([LETTER], []), changed
    assert read_letters(text.encode("utf-16")) == ([LETTER], [])
    assert read_letters((text + "between\n" + text).encode()) == ([LETTER, LETTER], [])


def test_each_changed_byte_of_a_letter_is_found() -> None:
    text = letter_text(LETTER)
    first, last = text.index("\n") + 1, text.rindex("\n-----END")
    for place in range(first, last):
        if text[place] != "\n":
            changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1:]
            letters, troubles = read_letters(changed.encode())
            assert not letters and "damaged" in str(troubles[0]), place


@pytest.mark.parametrize(("text", "says"), [
    ("", "there is no letter in this text"), ("Hello Bo", "there is no letter"), ("-----END ACQUIRE LETTER-----", "there is no"),
    (letter_text(LETTER).rsplit("\n", 2)[0], "cut off"), (letter_text(LETTER)[:200], "cut off"),
    (letter_text(LETTER).replace("\n", "\nHello: ", 3), "damaged"), (letter_text(LETTER).replace("\n", "\nÄ", 2), "damaged"),
    ("-----BEGIN ACQUIRE LETTER-----\n-----END ACQUIRE LETTER-----", "damaged"),
    (letter_text(replaced(LETTER, to=2)), "no program of this game"), (letter_text(replaced(LETTER, sender=9)), "no program of"),
    (letter_text(replaced(LETTER, sealed=bytes(2_000_001))), "no program of"), (" " * 8_000_001, "too many for letters"),
    ("\x00\xff" * 1000, "there is no letter"),
])
def test_a_text_without_a_whole_letter_is_answered_with_a_sentence(text: str, says: str) -> None:
    try:
        letters, troubles = read_letters(text.encode())
    except LetterError as trouble:
        letters, troubles = [], [trouble]
    assert not letters and len(troubles) == 1 and says in str(troubles[0])


def test_a_damaged_letter_keeps_no_other_from_being_read_and_there_are_bounds() -> None:
    text = letter_text(LETTER)
    letters, troubles = read_letters((text[:100] + "\n" + text + text.replace("AAEC", "AAED")).encode())
    assert letters == [LETTER] and [str(trouble)[:8] for trouble in troubles] == ["letter 1", "letter 3"]
    letters, troubles = read_letters(text.encode() * 70)
    assert len(letters) == 64 and "more than 64 letters" in str(troubles[0])
