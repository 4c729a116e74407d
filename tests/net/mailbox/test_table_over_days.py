"""A table over days: whole peers on real sockets, of which never more than one is there once the game has begun."""

from __future__ import annotations

import random
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_core import RULESETS
from acquire_net import events
from acquire_net.config import Host, Join, PeerConfig, Resume
from acquire_net.crypto.curve import CurveKeys
from acquire_net.crypto.signing import SigningKey
from acquire_net.lobby.lobby import Offer
from acquire_net.lobby.options import days_options
from acquire_net.lobby.table_spec import read_table
from acquire_net.mailbox import mail_link, table_mail
from acquire_net.mailbox.by_hand import TableByHand
from acquire_net.mailbox.letters import Letter, letter_text, read_letters, seal_letter
from acquire_net.mailbox.mail_link import MailLink
from acquire_net.mailbox.table_mail import JournalSignatures, mark_of
from acquire_net.peer import Peer
from acquire_net.protocol.codec import encode_message
from acquire_net.protocol.messages import Envelope, Kind
from acquire_net.table.acquire_game import rules_lines
from acquire_net.table.bundles import Bundle
from acquire_net.table.journal import read_journal
from acquire_net.table.resume_info import ResumeInfo, resume_info_path
from acquire_net.table.verify import verify_journal
from tests.support.open_mailbox import OpenMailbox
from tests.support.peers_on_loopback import LOOPBACK, wait_until
from tests.support.people_at_peers import PersonAtPeer, begin_table
from tests.support.seat_of_peer import seat_of

QUIET_TURNS = 5
"""So many turns in which nothing has happened, one behind the other: then nothing more follows by itself."""


class VisitedPeer(Peer):
    """A peer at which its member looks after each turn, in the thread of the peer: nothing happens meanwhile."""

    def __init__(self, member: Member, how: Host | Join | Resume) -> None:
        super().__init__(member.setup, how, member.hear)
        self._member = member

    def _run_turn(self) -> None:
        super()._run_turn()
        self._member.look_at(self)


class Member(PersonAtPeer):
    """A person who comes, looks, answers if it is their turn, and goes."""

    def __init__(self, folder: Path, number: int) -> None:
        super().__init__(PeerConfig(SigningKey(secrets.token_bytes(32)), f"Player {number}", folder / str(number), "0", port=0,
                                    announces=False))
        self.said: list[str] = []
        self.journal = Path()
        self.rng = random.Random(number)
        self.answers_too = self.has_all_mail = False
        self.answers = self.quiet_turns = 0
        self.place: tuple[int, int, bool] | None = None
        """The block, whether the program asks the others, and whether the person is asked, as they were in the last turn."""

    def make_peer(self, how: Host | Join | Resume) -> Peer:
        self.has_all_mail = False
        self.answers = self.quiet_turns = 0
        self.place = None
        return VisitedPeer(self, how)

    def hear(self, item: object) -> None:
        if isinstance(item, events.Begun) and item.journal is not None:
            self.journal = item.journal
        if isinstance(item, events.Trouble | events.Notice):
            self.said.append(item.text)
            self.has_all_mail = self.has_all_mail or getattr(item.text, "pattern", "") == table_mail.MAILBOX_IS_READ
        if isinstance(item, events.LettersRead):
            self.quiet_turns = 0
        super().hear(item)

    def look_at(self, peer: Peer) -> None:
        """Answer what is asked, and count the turns in which nothing has happened since the mailbox was looked into, or was not
        found."""
        table = peer._table
        if table is None or table._post is None:
            return
        seat, link = table.seat, table._post.mail.link
        session = seat.session
        if self.answers_too and session.is_asked and session.intent is None and not session.asking:
            seat.submit(self.rng.choice(session.state.game.legal_actions()))  # type: ignore[attr-defined]
            self.answers += 1
        before, self.place = self.place, (session.state.block, session.asking, session.is_asked and session.intent is None)
        is_quiet = self.place == before and not seat.has_work and bool(link.has_looked or link.trouble)
        self.quiet_turns = self.quiet_turns + 1 if is_quiet else 0
        if 0 < self.quiet_turns < QUIET_TURNS:
            peer._running_connections().mesh.wake()  # the next turn need not wait for its time

    def visit(self) -> tuple[int, bool]:
        """Come back, take what has come, answer what is asked, and go; return the block, and whether the person was asked."""
        self.answers_too = True
        self.start(Resume(self.journal))
        wait_until(lambda: self.has_all_mail and self.quiet_turns >= QUIET_TURNS)
        assert self.place is not None
        block, is_asking, _ = self.place
        assert not is_asking
        self.stop()
        self.answers_too = False
        return block, self.answers > 0

    @property
    def seat(self) -> int:
        table = read_table(read_journal(self.journal).opening.table)
        return [seat.identity for seat in table.seats].index(self.setup.signer.public)

    @property
    def signatures(self) -> int:
        """Return how many signatures of this member its journal has."""
        return mark_of(JournalSignatures(read_journal(self.journal).entries).of(self.seat))


def is_first_question_open(members: list[Member]) -> bool:
    """Return True if all programs have come to the same question to one of the members, after which nothing follows by itself."""
    places = [member.place for member in members]
    return len({place and place[0] for place in places}) == 1 and any(place is not None and place[2] for place in places)


@pytest.fixture
def members(tmp_path: Path, mailbox: OpenMailbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Member]]:
    """Yield a table of three that has begun, when all have gone home and one is to answer first."""
    monkeypatch.setattr(table_mail, "WAKE_MS", 50)
    monkeypatch.setattr(mail_link, "FIRST_PAUSE_S", 0.05)
    monkeypatch.setattr(mail_link, "LOOK_S", 0.1)
    found = [Member(tmp_path, number) for number in range(3)]
    try:
        begin_table(found, Offer(rules_lines(RULESETS["classic"]), 3, days_options(f"{LOOPBACK}:{mailbox.port}")))
        wait_until(lambda: mailbox.server.store.box_count == 3 and is_first_question_open(found))
        for member in found:
            member.stop()
            member.said.clear()  # who is ready twice learns that the game has begun
        yield found
    finally:
        for member in found:
            member.stop()


@pytest.mark.fully
def test_members_who_are_never_there_together_play_on_through_the_mailbox(members: list[Member], mailbox: OpenMailbox) -> None:
    """It ends now and then, and once it loses its disk."""
    blocks, asked = [], 0
    for turn in range(48):
        block, was_asked = members[turn % 3].visit()
        blocks.append(block)
        asked += was_asked
        if turn % 4 == 3:
            mailbox.end()
            if turn == 23:
                shutil.rmtree(mailbox.folder)
            mailbox.begin()
    assert all(blocks[member::3] == sorted(blocks[member::3]) for member in range(3)), blocks
    assert all(max(three) - min(three) <= 1 for three in zip(blocks, blocks[1:], blocks[2:], strict=False)), blocks
    # After the lost disk it goes on in the fifth visit of each at the latest: some said what they had before others had a box
    # again, so that it takes one more round to ask, one to answer, and one to act.
    assert blocks[-1] > blocks[24 + 5 * 3] > blocks[22] and asked > 2, str(blocks)
    assert not [text for member in members for text in member.said if "mailbox" not in text]
    assert all("Everything that waited in the mailbox is here." in member.said for member in members)


def visit_by_letters(members: list[Member], me: int, post: dict[tuple[int, int], str], answers_too: bool = True) -> int:
    """Read what the others have written, answer what is asked, and write; return how many answers were given."""
    member, answers = members[me], 0
    with closing(TableByHand.open(member.journal, member.setup.signer)) as table:  # type: ignore[arg-type]
        letters, troubles = read_letters("".join(text for (_, to), text in post.items() if to == table.seat).encode())
        senders, wrong = table.take_letters(letters)
        assert not troubles and not wrong and not table.trouble and not table.is_in_doubt and len(senders) == 2
        while answers_too and table.answers():
            table.answer(member.rng.choice(table.answers()))
            answers += 1
        post.update(((table.seat, to), letter_text(letter)) for to, letter in table.write_letters().items())
    return answers


def write_post(members: list[Member]) -> dict[tuple[int, int], str]:
    """Return what each has to say to each other one, by the seats of the two, before anyone reads anything."""
    post: dict[tuple[int, int], str] = {}
    for member in members:
        with closing(TableByHand.open(member.journal, member.setup.signer)) as table:  # type: ignore[arg-type]
            post.update(((table.seat, to), letter_text(letter)) for to, letter in table.write_letters().items())
    return post


@pytest.mark.fully
def test_a_table_is_played_by_turns_through_the_mailbox_and_by_letters(members: list[Member], mailbox: OpenMailbox) -> None:
    """While the mailbox is gone, letters carry the table on; when it is back, nobody looks like an old copy."""
    asked, by_letters = 0, 0
    for _ in range(2):
        for turn in range(12):
            asked += members[turn % 3].visit()[1]
        mailbox.end()
        post = write_post(members)
        for turn in range(18):
            by_letters += visit_by_letters(members, turn % 3, post)
        mailbox.begin()
    for turn in range(6):
        asked += members[turn % 3].visit()[1]
    assert asked > 0 and by_letters > 1, (asked, by_letters)
    post = write_post(members)
    for turn in range(18):  # until all wait for the same person
        visit_by_letters(members, turn % 3, post, answers_too=False)
    assert not [text for member in members for text in member.said if "old copy" in text or "mistake" in text]
    reports = [verify_journal(read_journal(member.journal)) for member in members]
    assert len({report.head for report in reports}) == 1 and reports[0].blocks > 10
    assert not any(report.convictions or report.lost for report in reports)


class Post:
    """What members give each other by hand, by the seats of writer and reader."""

    def __init__(self) -> None:
        self.texts: dict[tuple[int, int], str] = {}

    def visit(self, member: Member, answers_too: bool = True) -> tuple[events.LettersRead | None, int]:
        """Come back with a whole peer, read what is there, answer what is asked, and write; return what reading reported, and
        how many answers were given."""
        member.answers_too = answers_too
        member.start(Resume(member.journal))
        begun = member.wait_for(events.Begun)
        assert isinstance(begun, events.Begun) and begun.seat is not None and member.peer is not None
        letters, _ = read_letters("".join(text for (_, to), text in self.texts.items() if to == begun.seat).encode() or NO_LETTER)
        read: events.LettersRead | None = None
        if letters:
            member.peer.read_letters(letters)
            heard = member.wait_for(events.LettersRead)
            assert isinstance(heard, events.LettersRead)
            read = heard
        wait_until(lambda: member.quiet_turns >= QUIET_TURNS)
        member.peer.write_letters()
        written = member.wait_for(events.LettersWritten)
        assert isinstance(written, events.LettersWritten) and not written.trouble
        self.texts.update(((begun.seat, to), text) for to, text in written.texts)
        member.stop()
        member.answers_too = False
        return read, member.answers


NO_LETTER = letter_text(Letter(bytes(16), 0, 1, b"nothing")).encode()[:-40]


def blocks_of(members: list[Member]) -> list[int]:
    return [verify_journal(read_journal(member.journal)).blocks for member in members]


@pytest.mark.fully
def test_whole_programs_play_by_letters_while_nobody_can_reach_the_mailbox(members: list[Member], mailbox: OpenMailbox) -> None:
    mailbox.end()
    post, before, answers = Post(), blocks_of(members), 0
    for member in members:
        post.visit(member)
    for turn in range(15):
        read, given = post.visit(members[turn % 3])
        assert read is not None and len(read.senders) == 2 and not read.troubles and not read.is_in_doubt
        answers += given
    assert answers > 0 and min(blocks_of(members)) > max(before), (answers, before, blocks_of(members))
    mailbox.begin()
    for turn in range(6):
        members[turn % 3].visit()
    assert not [text for member in members for text in member.said if "old copy" in text or "mistake" in text]


@pytest.mark.fully
def test_a_program_that_is_open_reads_its_letters_and_says_what_came_of_them(members: list[Member], mailbox: OpenMailbox) -> None:
    """What came for the open block is there for the next program too, whether that has a window or not."""
    mailbox.end()
    post, given, turn = Post(), 0, 0
    for member in members:
        post.visit(member)
    while not given:  # what one has answered while nobody else was there is news to all others
        assert turn < 15, "nobody is asked anything"
        _, given = post.visit(members[turn % 3])
        turn += 1
    ada, ben = members[turn % 3], members[(turn + 1) % 3]
    read, _ = post.visit(ada, answers_too=False)
    assert read is not None and read.has_news and len(read.senders) == 2
    again, _ = post.visit(ada, answers_too=False)
    assert again is not None and not again.has_news and not again.troubles, "it has kept what it has read"
    ben.start(Resume(ben.journal))
    begun = ben.wait_for(events.Begun)
    assert isinstance(begun, events.Begun) and begun.seat is not None and ben.peer is not None
    before = ben.journal.read_bytes()
    mine = read_letters("".join(text for (sender, _), text in post.texts.items() if sender == begun.seat).encode())[0]
    elsewhere = [replace(letter, table=bytes(16)) for letter in mine]
    forged = [replace(letter, sender=letter.to, to=letter.sender) for letter in mine]
    ben.peer.read_letters([*mine, *elsewhere, *forged])
    refused = ben.wait_for(events.LettersRead)
    assert isinstance(refused, events.LettersRead) and refused.senders == () and not refused.has_news
    said = " ".join(refused.troubles)
    assert len(refused.troubles) == 6 and "from this seat itself" in said and "of another table" in said
    assert "was not sealed by that player" in said
    ben.peer.write_letters()
    written = ben.wait_for(events.LettersWritten)
    assert isinstance(written, events.LettersWritten) and not written.may_sign, "nobody has shown that this disk is the newest"
    ben.stop()
    assert ben.journal.read_bytes() == before


@pytest.mark.fully
def test_a_letter_that_knows_more_than_the_disk_ends_a_program_that_has_signed(members: list[Member],
                                                                               mailbox: OpenMailbox, tmp_path: Path) -> None:
    """It comes back and asks; the answers of all others end that."""
    ada = members[0]
    ada.visit()
    ada.start(Resume(ada.journal))
    wait_until(lambda: ada.peer is not None and ada.peer._table is not None and not ada.peer._table.seat.session.asking
               and ada.peer._table._post is not None and ada.peer._table._post.letters._opened is not None)
    peer = ada.peer
    assert peer is not None and peer._table is not None and peer._table._post is not None
    seat, letters = peer._table.seat, peer._table._post.letters._opened
    assert letters is not None
    me, other = seat.session.seat, letters.others[0]
    writer = next(member for member in members if member.setup.signer.public == seat.table.seats[other].identity)
    info = ResumeInfo.read(resume_info_path(writer.journal))
    knows = Bundle(seat.tid, other, me, (), 10_000)
    peer.read_letters([seal_letter(CurveKeys(info.public, info.secret), peer._table.keys[me], knows)])
    end = time.monotonic() + 20
    while not isinstance(item := ada.inbox.get(timeout=end - time.monotonic()), events.PeerStopped):
        assert not isinstance(item, events.LettersRead)
    assert "is an old copy" in item.text
    ada.peer = None
    ada.start(Resume(ada.journal))
    wait_until(lambda: any("may be an old copy" in text for text in ada.said))
    seat_again = seat_of(ada.peer)
    assert ada.peer is not None and seat_again is not None and seat_again.session.asking
    ada.peer.write_letters()
    written = ada.wait_for(events.LettersWritten)
    assert isinstance(written, events.LettersWritten) and written.is_in_doubt and not written.may_sign
    ada.stop()


@pytest.mark.fully
def test_an_old_copy_of_a_disk_is_noticed_and_signs_nothing(members: list[Member], mailbox: OpenMailbox, tmp_path: Path) -> None:
    home = members[0].journal.parent
    members[0].visit()
    shutil.copytree(home, tmp_path / "backup")
    before, turn = members[0].signatures, 0
    while members[0].signatures == before:
        turn += 1
        assert turn < 20, "the first member has nothing to sign"
        members[turn % 3].visit()
    shutil.rmtree(home)
    shutil.copytree(tmp_path / "backup", home)
    old = members[0]
    old.start(Resume(old.journal))
    wait_until(lambda: any("old copy" in text for text in old.said))
    seat = seat_of(old.peer)
    assert seat is not None and seat.session.asking
    old.stop()


def visit_as(member: Member, to: Member, mailbox: OpenMailbox, make_frames: Callable[[int], list[bytes]], mark: int = 0) -> bytes:
    """Leave in the box of `to` what a member's program would not, made for the seat of the member; return whose box that is."""
    info = ResumeInfo.read(resume_info_path(member.journal))
    table = read_table(read_journal(to.journal).opening.table)
    keys = [seat.curve for seat in table.seats]
    own = keys.index(info.public)
    owner = next(seat.curve for seat in table.seats if seat.identity == to.setup.signer.public)
    liar = MailLink(CurveKeys(info.public, info.secret), LOOPBACK, mailbox.port, keys, look_s=0.05)
    liar.start(mark)
    liar.put_frames([(owner, frame) for frame in make_frames(own)], mark)
    wait_until(lambda: liar.has_looked and liar.waiting_count == 0)
    liar.close()
    return owner


@pytest.mark.fully
def test_what_a_member_or_the_mailbox_makes_up_stops_nobody(members: list[Member], mailbox: OpenMailbox) -> None:
    """Frames that nobody signed, that are damaged, of other tables, and STATUS from long ago, sealed by a real member."""
    def frames(own: int) -> list[bytes]:
        forged = encode_message(Envelope(Kind.ACK, own, 3, 0, bytes(64), bytes(64)))
        return [b"", b"nonsense", bytes(500), forged, forged[:-1] + b"1"]

    visit_as(members[1], members[0], mailbox, frames)
    before = mailbox.server.store.frame_count
    assert before >= 4
    block, _ = members[0].visit()
    assert block >= 2 and not [text for text in members[0].said if "mistake" in text]


@pytest.mark.fully
def test_a_frame_of_a_block_far_ahead_that_nobody_signed_keeps_nothing_in_the_box(members: list[Member],
                                                                                  mailbox: OpenMailbox) -> None:
    owner = visit_as(members[1], members[0], mailbox,
                     lambda own: [encode_message(Envelope(Kind.ACK, own, 10**6, 0, bytes(64), bytes(64)))])
    forged = next(reversed(mailbox.server.store._boxes[owner].frames))
    for turn in range(12):
        members[turn % 3].visit()
        if forged not in mailbox.server.store._boxes[owner].frames:
            break
    assert forged not in mailbox.server.store._boxes[owner].frames


@pytest.mark.fully
def test_the_mark_of_a_table_before_with_the_same_key_makes_no_old_copy(members: list[Member], mailbox: OpenMailbox) -> None:
    before_s = ResumeInfo.read(resume_info_path(members[0].journal)).founded_s - 60
    assert abs(time.time() - before_s) < 1000
    visit_as(members[0], members[1], mailbox, lambda own: [], mark=(before_s << table_mail.MARK_BITS) + 300)
    members[0].visit()  # waits until the seat no longer asks
    assert not [text for text in members[0].said if "old copy" in text]


@pytest.mark.fully
def test_what_others_say_makes_no_old_copy_as_good_as_the_newest(members: list[Member]) -> None:
    for turn in range(6):
        members[turn % 3].visit()
    contents, own, newest = read_journal(members[0].journal), members[0].seat, members[0].signatures
    assert 0 < newest < len(contents.entries)
    mine = [place for place, entry in enumerate(contents.entries) if JournalSignatures([entry]).of(own)]
    last = next(place for place in mine if mark_of(JournalSignatures(contents.entries[:place + 1]).of(own)) == newest)
    old = JournalSignatures(contents.entries[:last])
    before = mark_of(old.of(own))
    for _ in range(2):  # all that others can say, and what this seat has said before
        old.add_entries(entry for place, entry in enumerate(contents.entries) if place < last or place not in mine)
    assert mark_of(old.of(own)) == before < newest
