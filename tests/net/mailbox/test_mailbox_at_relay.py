"""A mailbox at a relay, over real sockets: members who are never there together, and strangers without end."""

from __future__ import annotations

import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.crypto.sealing import LINE_NONCE_BYTES, SealedLine, seal_frame
from acquire_net.links.relay import MAIL, NO, REFUSALS, REQUEST_BYTES, SIGNAL_BYTES, YES, Relay, Request, signal_bytes
from acquire_net.mailbox import mail_link, server
from acquire_net.mailbox.mail_link import MailArrival, MailLink, mailbox_trouble
from acquire_net.mailbox.messages import (
    DropFrames,
    FetchFrames,
    FramesAnswer,
    MailAnswer,
    MailFrame,
    MailRequest,
    OpenBox,
    OpenedAnswer,
    PutFrames,
    RefusalAnswer,
    decode_answer,
    decode_request,
    encode_mail,
)
from acquire_net.mailbox.server import MailLimits
from acquire_net.mailbox.store import MailboxLimits
from tests.support.open_mailbox import OpenMailbox
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S, wait_until

ADA, BO, CLEO, EVE = (curve_keys(secrets.token_bytes) for _ in range(4))
EVERYBODY = (ADA.public, BO.public, CLEO.public)


@pytest.fixture
def visit(mailbox: OpenMailbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., MailLink]]:
    monkeypatch.setattr(mail_link, "FIRST_PAUSE_S", 0.05)
    links: list[MailLink] = []

    def come(keys: CurveKeys, own_mark: int = 0) -> MailLink:
        """Come, when the link that had this key before has ended."""
        for before in links:
            if before._keys is keys:
                before.close()
        links.append(MailLink(keys, LOOPBACK, mailbox.port, EVERYBODY, look_s=0.05))
        links[-1].start(own_mark)
        return links[-1]

    yield come
    for link in links:
        link.close()


Visit = Callable[..., MailLink]


def has_been_there(link: MailLink) -> None:
    wait_until(lambda: link.has_looked)


def taken(link: MailLink, count: int) -> list[MailArrival]:
    found: list[MailArrival] = []
    wait_until(lambda: bool(found.extend(link.take_arrivals(100))) or len(found) >= count)
    return found


def test_members_who_are_never_there_together_hear_each_other_in_order(visit: Visit, mailbox: OpenMailbox) -> None:
    for keys in (ADA, BO, CLEO):  # each opens its box once
        link = visit(keys)
        has_been_there(link)
        assert link.was_new and link.mark == 0
        link.close()
    ada = visit(ADA, 3)
    ada.put_frames([(BO.public, b"one"), (CLEO.public, b"two"), (BO.public, b"three" * 10_000)], 5)
    wait_until(lambda: ada.waiting_count == 0)
    ada.close()
    wait_until(lambda: mailbox.server.connection_count == 0)
    frames = [each.frame for each in taken(visit(BO), 2)]
    assert frames == [b"one", b"three" * 10_000]
    [arrival] = taken(visit(CLEO), 1)
    assert (arrival.sender, arrival.frame) == (ADA.public, b"two")
    assert b"three" not in b"".join(path.read_bytes() for path in mailbox.folder.iterdir())
    again = visit(ADA, 2)
    wait_until(lambda: again.has_looked)
    assert again.mark == 5 and not again.was_new


def test_what_is_not_dropped_comes_again_and_what_is_does_not(visit: Visit) -> None:
    has_been_there(visit(BO))
    ada = visit(ADA)
    ada.put_frames([(BO.public, b"%d" % number) for number in range(5)], 1)
    wait_until(lambda: ada.waiting_count == 0)
    bo = visit(BO)
    first = taken(bo, 5)
    bo.drop_frames(first[2].number)
    bo.close()
    assert [each.frame for each in taken(visit(BO), 2)] == [b"3", b"4"]


def test_a_mailbox_that_ends_at_any_moment_loses_nothing_and_the_links_come_back(visit: Visit, mailbox: OpenMailbox) -> None:
    has_been_there(visit(BO))
    ada, bo = visit(ADA), visit(BO)
    found: list[MailArrival] = []
    for turn in range(10):
        ada.put_frames([(BO.public, b"%d %d" % (turn, number)) for number in range(20)], turn)
        mailbox.end()
        mailbox.begin()
        wait_until(lambda: bool(found.extend(bo.take_arrivals(100))) or ada.waiting_count == 0)
    wait_until(lambda: bool(found.extend(bo.take_arrivals(100))) or len({each.frame for each in found}) == 200)
    assert [each.frame for each in found] == [b"%d %d" % (turn, number) for turn in range(10) for number in range(20)]


def test_a_link_is_up_to_date_only_while_it_has_a_line_and_has_read_all(visit: Visit, mailbox: OpenMailbox) -> None:
    """Nobody is lost by the programs of a table over days while something may wait unread."""
    link = visit(BO)
    wait_until(lambda: link.is_up_to_date)
    mailbox.end()
    wait_until(lambda: not link.is_up_to_date)
    assert link.has_looked
    mailbox.begin()
    wait_until(lambda: link.is_up_to_date)


def test_a_link_that_cannot_take_all_at_once_is_not_up_to_date(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """A member may leave many frames before the one for which the table waits."""
    monkeypatch.setattr(mail_link, "MAX_ARRIVED", 3)
    link, ada = visit(BO), visit(ADA)
    wait_until(lambda: link.is_up_to_date)
    ada.put_frames([(BO.public, b"%d" % number) for number in range(5)], 1)
    wait_until(lambda: not link.is_up_to_date)
    frames = taken(link, 5)
    wait_until(lambda: link.is_up_to_date)
    assert len(frames) == 5


def test_a_frame_for_a_member_without_a_box_is_put_when_there_is_one(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_link, "RETRY_S", 0.1)
    ada = visit(ADA)
    ada.put_frames([(BO.public, b"early")], 1)
    wait_until(lambda: ada.has_looked and ada.waiting_count == 0)
    assert [each.frame for each in taken(visit(BO), 1)] == [b"early"]


# --- by hand: what the mailbox refuses

class Caller:
    """One connection, message by message."""

    def __init__(self, mailbox: OpenMailbox, keys: CurveKeys, claims: bytes = b"") -> None:
        token = secrets.token_bytes(16)
        self.sock = socket.create_connection((LOOPBACK, mailbox.port), PATIENCE_S)
        self.sock.sendall(Request(MAIL, claims or keys.public, token).pack())
        self.signal = self.read(SIGNAL_BYTES)
        if self.signal[:1] == YES:
            self.line = SealedLine(keys, self.read(32), token[:LINE_NONCE_BYTES], self.signal[1:1 + LINE_NONCE_BYTES], calls=True)

    def read(self, size: int) -> bytes:
        data = b""
        while len(data) < size and (more := self.sock.recv(size - len(data))):
            data += more
        return data

    def ask(self, *requests: MailRequest) -> MailAnswer | None:
        """Return the answer to the last of these; None if the mailbox hangs up."""
        answer = None
        for request in requests:
            sealed = self.line.seal(encode_mail(request))
            try:
                self.sock.sendall(len(sealed).to_bytes(4, "little") + sealed)
                size = self.read(4)
            except OSError:
                return None
            if len(size) < 4:
                return None
            answer = decode_answer(self.line.open(self.read(int.from_bytes(size, "little"))))
        return answer


OPENS = OpenBox(EVERYBODY, 0)


def test_a_relay_without_a_mailbox_says_so() -> None:
    relay = Relay(0, hosts=[LOOPBACK])
    try:
        link = MailLink(ADA, LOOPBACK, relay.port, EVERYBODY)
        link.start(0)
        wait_until(lambda: "has no mailbox" in link.trouble)
        link.close()
    finally:
        relay.close()


def test_who_names_the_key_of_a_member_and_does_not_have_it_is_not_heard(mailbox: OpenMailbox) -> None:
    ada = Caller(mailbox, ADA)
    assert isinstance(ada.ask(OPENS), OpenedAnswer)
    thief = Caller(mailbox, EVE, claims=ADA.public)
    assert thief.ask(OPENS) is None
    assert isinstance(ada.ask(FetchFrames(0, 0)), FramesAnswer), "the member's own line stays"


@pytest.mark.parametrize("first", [PutFrames(BO.public, 0, (b"1" * 60,)), FetchFrames(0, 0), DropFrames(9)])
def test_nothing_goes_before_the_own_box(mailbox: OpenMailbox, first: MailRequest) -> None:
    assert Caller(mailbox, ADA).ask(first) is None


def test_a_member_puts_nothing_into_a_box_that_does_not_name_it(mailbox: OpenMailbox) -> None:
    assert isinstance(Caller(mailbox, BO).ask(OpenBox((ADA.public,), 0)), OpenedAnswer)
    cleo = Caller(mailbox, CLEO)
    assert cleo.ask(OPENS, PutFrames(BO.public, 0, (b"1" * 60,))) == RefusalAnswer(b"not yours")
    assert cleo.ask(PutFrames(EVE.public, 0, (b"1" * 60,))) == RefusalAnswer(b"no box")
    assert cleo.ask(FetchFrames(0, 0)) == FramesAnswer(())


def test_who_is_not_a_mailbox_client_is_hung_up_on(mailbox: OpenMailbox) -> None:
    for data in (b"\xff\xff\xff\xff", (513).to_bytes(4, "little"), (20).to_bytes(4, "little") + bytes(20)):
        stranger = Caller(mailbox, EVE)
        stranger.sock.sendall(data)
        assert stranger.read(1) == b""
    ada = Caller(mailbox, ADA)
    assert isinstance(ada.ask(OPENS), OpenedAnswer)
    sealed = ada.line.seal(b"no message")
    ada.sock.sendall(len(sealed).to_bytes(4, "little") + sealed)
    assert ada.read(1) == b""


def test_a_newcomer_gets_a_box_and_after_a_few_of_them_a_reason(tmp_path: Path) -> None:
    mailbox = OpenMailbox(tmp_path / "mail")
    mailbox.mail_limits = MailLimits(newcomers_of_one_address=3, newcomers=5)
    mailbox.begin()
    try:
        callers = [Caller(mailbox, curve_keys(secrets.token_bytes)) for _ in range(4)]
        assert [isinstance(each.ask(OpenBox((ADA.public,), 0)), OpenedAnswer) for each in callers[:3]] == [True] * 3
        assert callers[3].signal[:1] == NO and callers[3].signal[1:].startswith(b"stranger")
        assert mailbox.server.strangers == 1
        assert Caller(mailbox, ADA).signal[:1] == YES, "a box names this one"
    finally:
        mailbox.end()


def test_a_key_that_a_young_box_names_is_a_newcomer_all_the_same(tmp_path: Path) -> None:
    mailbox = OpenMailbox(tmp_path / "mail")
    mailbox.mail_limits = MailLimits(newcomers_of_one_address=3)
    mailbox.begin()
    try:
        named = [curve_keys(secrets.token_bytes) for _ in range(5)]
        assert isinstance(Caller(mailbox, EVE).ask(OpenBox(tuple(each.public for each in named), 0)), OpenedAnswer)
        answers = [Caller(mailbox, each).ask(OpenBox((ADA.public,), 0)) for each in named]
        assert [isinstance(each, OpenedAnswer) for each in answers] == [True, True, False, False, False]
        assert answers[2] == RefusalAnswer(b"stranger") and mailbox.server.store.box_count == 3
        assert isinstance(Caller(mailbox, named[0]).ask(OpenBox((ADA.public,), 0)), OpenedAnswer), "it has a box"
    finally:
        mailbox.end()


def test_who_is_given_no_box_keeps_no_place(tmp_path: Path) -> None:
    mailbox = OpenMailbox(tmp_path / "mail")
    mailbox.limits, mailbox.mail_limits = MailboxLimits(boxes=1), MailLimits(members=3)
    mailbox.begin()
    try:
        ada = Caller(mailbox, ADA)
        assert isinstance(ada.ask(OPENS), OpenedAnswer)
        for keys in (BO, CLEO, EVE):
            caller = Caller(mailbox, keys)
            assert caller.ask(OPENS) == RefusalAnswer(b"full") and caller.read(1) == b""
        assert mailbox.server.connection_count == 1 and ada.ask(FetchFrames(0, 0)) == FramesAnswer(())
    finally:
        mailbox.end()


def test_who_comes_again_has_the_rate_that_it_left_with(mailbox: OpenMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUESTS_PER_S", 0.001)
    monkeypatch.setattr(server, "BURST_REQUESTS", 10)
    ada = Caller(mailbox, ADA)
    assert ada.ask(OPENS, *[FetchFrames(0, 0)] * 9) == FramesAnswer(())
    assert Caller(mailbox, ADA).ask(OPENS) is None
    assert isinstance(Caller(mailbox, BO).ask(OPENS), OpenedAnswer)


def test_who_asks_too_fast_waits_for_its_answers(mailbox: OpenMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUESTS_PER_S", 100)
    monkeypatch.setattr(server, "BURST_REQUESTS", 10)
    began = time.monotonic()
    assert Caller(mailbox, ADA).ask(OPENS, *[FetchFrames(0, 0)] * 30) == FramesAnswer(())
    assert time.monotonic() - began >= 0.19  # never less, however fast the machine is


def test_members_are_answered_in_turn_whatever_one_has_sent(mailbox: OpenMailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    callers = {keys.public: Caller(mailbox, keys) for keys in (ADA, BO)}
    for caller in callers.values():
        assert isinstance(caller.ask(OPENS), OpenedAnswer)
    order: list[bytes] = []
    give = mailbox.server.store.frames_for

    def note_and_give(owner: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes, bytes]]:
        order.append(owner)
        return give(owner, after, most_bytes)

    monkeypatch.setattr(mailbox.server.store, "frames_for", note_and_give)
    is_held, may_go_on = threading.Event(), threading.Event()
    mailbox.server._loop.call_soon(lambda: (is_held.set(), may_go_on.wait(PATIENCE_S)))
    assert is_held.wait(PATIENCE_S)
    for caller in callers.values():  # 20 requests at once
        sealed = [caller.line.seal(encode_mail(FetchFrames(0, 0))) for _ in range(20)]
        caller.sock.sendall(b"".join(len(each).to_bytes(4, "little") + each for each in sealed))
    may_go_on.set()
    wait_until(lambda: len(order) == 40)
    assert all(set(order[place:place + 2]) == set(callers) for place in range(0, 40, 2))


def test_the_address_with_most_callers_who_say_nothing_makes_room(tmp_path: Path) -> None:
    mailbox = OpenMailbox(tmp_path / "mail")
    mailbox.mail_limits = MailLimits(unproven=3)
    mailbox.begin()
    pairs = [socket.socketpair() for _ in range(5)]
    try:
        for (_, inner), group in zip(pairs, "abbbb", strict=True):
            inner.setblocking(False)
            mailbox.server._loop.call_soon(partial(mailbox.server.take_caller, inner, EVE.public, bytes(16), group))
        for outer, _ in pairs[1:3]:  # the oldest of the second address
            outer.settimeout(PATIENCE_S)
            while outer.recv(100):
                pass
        wait_until(lambda: [each.group for each in mailbox.server._unproven.values()] == ["a", "b", "b"])
    finally:
        mailbox.end()
        for outer, _ in pairs:
            outer.close()


def test_callers_who_say_nothing_make_room_for_each_other_and_not_for_members(tmp_path: Path) -> None:
    mailbox = OpenMailbox(tmp_path / "mail")
    mailbox.mail_limits = MailLimits(unproven=3, newcomers=1000, newcomers_of_one_address=1000)
    mailbox.begin()
    try:
        ada = Caller(mailbox, ADA)
        assert isinstance(ada.ask(OPENS), OpenedAnswer)
        silent = [Caller(mailbox, EVE) for _ in range(6)]
        assert [each.read(1) for each in silent[:3]] == [b""] * 3
        assert ada.ask(FetchFrames(0, 0)) == FramesAnswer(())
    finally:
        mailbox.end()


def test_while_strangers_send_as_fast_as_they_can_members_lose_nothing(visit: Visit, mailbox: OpenMailbox,
                                                                       count: Callable[..., int]) -> None:
    """One thread sends requests of keys that nobody knows, and of members' keys with nonsense behind them."""
    mailbox.end()
    mailbox.mail_limits = MailLimits(newcomers=6, newcomers_of_one_address=6)
    mailbox.begin()
    for keys in (ADA, BO, CLEO):
        has_been_there(visit(keys))
    ends, sent = threading.Event(), [0]

    def flood() -> None:
        while not ends.is_set():
            key = (secrets.token_bytes(32), ADA.public)[sent[0] % 2]
            try:
                with socket.create_connection((LOOPBACK, mailbox.port), 1) as sock:
                    sock.sendall(Request(MAIL, key, bytes(16)).pack() + (60).to_bytes(4, "little") + bytes(60))
            except OSError:
                pass
            sent[0] += 1

    strangers = threading.Thread(target=flood, daemon=True)
    strangers.start()
    try:
        ada, bo = visit(ADA), visit(BO)
        for start in range(0, count(100, 2000), 100):  # a box has room for 500
            frames = [b"%d" % number for number in range(start, start + 100)]
            for number, frame in enumerate(frames, start):
                ada.put_frames([(BO.public, frame)], number)
            arrivals = taken(bo, len(frames))
            assert [each.frame for each in arrivals] == frames
            bo.drop_frames(arrivals[-1].number)
        wait_until(lambda: mailbox.server.strangers > 50)
    finally:
        ends.set()
        strangers.join()
    assert mailbox.server.store.box_count == 3


def test_a_mailbox_that_makes_up_frames_without_end_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Together with a member, who has sealed them."""
    monkeypatch.setattr(mail_link, "MAX_ARRIVED", 50)
    sealed = seal_frame(ADA, BO.public, b"the same again")
    listener = socket.create_server((LOOPBACK, 0))
    given: list[int] = []

    def lie() -> None:
        sock, _ = listener.accept()
        with sock:
            request = sock.recv(REQUEST_BYTES)
            line = SealedLine(EVE, BO.public, request[-16:][:LINE_NONCE_BYTES], bytes(8), calls=False)
            sock.sendall(signal_bytes(YES, bytes(8)) + EVE.public)
            while len(size := sock.recv(4)) == 4:
                asked = decode_request(line.open(sock.recv(int.from_bytes(size, "little"))))
                answer: MailAnswer = OpenedAnswer(0, False)
                if isinstance(asked, FetchFrames):
                    answer = FramesAnswer(tuple(MailFrame(asked.after + step, ADA.public, sealed) for step in range(1, 11)))
                    given.append(10)
                data = line.seal(encode_mail(answer))
                sock.sendall(len(data).to_bytes(4, "little") + data)

    liar = threading.Thread(target=lie, daemon=True)
    liar.start()
    link = MailLink(BO, LOOPBACK, listener.getsockname()[1], EVERYBODY, look_s=0.02)
    link.start(0)
    try:
        wait_until(lambda: sum(given) >= 50)
        time.sleep(0.2)  # in which it would go on
        assert sum(given) == 50 and not link.has_looked
        assert len(link.take_arrivals(20)) == 20
        wait_until(lambda: sum(given) > 50)
    finally:
        link.close()
        listener.close()
        liar.join()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a listener with too many callers refuses the next one")
def test_a_link_ends_soon_where_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread is in the middle of a connection, which nothing but time ends."""
    connect, calls = socket.create_connection, threading.Event()

    def call(place: tuple[str, int], patience_s: float) -> socket.socket:
        calls.set()
        return connect(place, patience_s)

    monkeypatch.setattr(socket, "create_connection", call)
    listener = socket.socket()
    listener.bind((LOOPBACK, 0))
    listener.listen(0)
    callers = [socket.socket() for _ in range(4)]  # more than wait there: nobody else gets an answer
    try:
        for caller in callers:
            caller.setblocking(False)
            caller.connect_ex(listener.getsockname())
        link = MailLink(ADA, LOOPBACK, listener.getsockname()[1], EVERYBODY)
        link.start(0)
        assert calls.wait(PATIENCE_S)
        link.close(patience_s=0.1)
        assert link._thread.is_alive(), "the one who closes does not wait until it has given up"
    finally:
        for each in (*callers, listener):
            each.close()


def test_what_is_for_a_key_that_is_none_is_left_out() -> None:
    link = MailLink(ADA, LOOPBACK, 9, (*EVERYBODY, bytes(32)))
    link.put_frames([(bytes(32), b"nobody"), (BO.public, b"somebody")], 1)
    assert link.waiting_count == 1


def test_a_mailbox_is_known_from_a_relay_without_one_and_from_nobody(mailbox: OpenMailbox) -> None:
    assert mailbox_trouble(LOOPBACK, mailbox.port, 10) == ""
    assert mailbox.server.store.box_count == 0, "to ask opens no box"
    relay = Relay(0, hosts=[LOOPBACK])
    try:
        assert mailbox_trouble(LOOPBACK, relay.port, 10) == f"the mailbox cannot be reached: {REFUSALS[b'no mailbox']}"
    finally:
        relay.close()
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        assert "refused" in mailbox_trouble(LOOPBACK, taken.getsockname()[1], 10), "nobody listens there"
