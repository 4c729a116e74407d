"""The spectator server: it shows the journal to all who ask, and no spectator can be a burden to the table or to others."""

from __future__ import annotations

import errno
import gc
import secrets
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_net import events
from acquire_net.connections import Connections
from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import SigningKey
from acquire_net.discovery.card import NotATableError, OtherVersionError, fetch_card
from acquire_net.discovery.watch_card import (
    NO_TABLE,
    WATCH_REQUEST,
    WatchCard,
    fetch_watch_card,
    read_watch_card,
    sign_watch_card,
)
from acquire_net.links.addresses import Address
from acquire_net.links.bucket import Bucket
from acquire_net.links.channels import TABLE, TALK, WATCHING
from acquire_net.links.gateway import Gateway
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.spectating import messages
from acquire_net.spectating import spectator_server as server_module
from acquire_net.spectating.messages import (
    JournalLines,
    NoRoom,
    SeatAddress,
    SeatAddresses,
    ShownClock,
    WatchRequest,
    frame_of,
    read_message,
)
from acquire_net.spectating.public_log import PublicLog
from acquire_net.spectating.spectator_server import MAX_WATCHERS, SpectatorServer
from acquire_net.table.journal import DamagedJournalError, JournalOpening, decode_entry, encode_entry
from tests.support.peers_on_loopback import (
    LOOPBACK,
    MakePeers,
    OnePeer,
    linked,
    make_peers,
    nothing_left_behind,
    on_linux,
    run_until,
    step,
    wait_until,
)

__all__ = ["make_peers"]

SIGNER = SigningKey(bytes(range(32)))
OPENING = JournalOpening(b"the table", (bytes(64), bytes(64)))


def entries(count: int, size: int = 600, first: int = 0) -> list[JournalEntry]:
    return [JournalEntry(number.to_bytes(4, "little") * (size // 4)) if number % 3 else JournalEntry(b"", ((0, bytes(64)),))
            for number in range(first, first + count)]


class Guest(OnePeer):
    """A spectator, with all that a spectator server has sent to it."""

    def __init__(self, server: SpectatorServer) -> None:
        super().__init__()
        self.server = server
        self.lines: list[bytes] = []
        self.seen = 0
        card = read_watch_card(server.card)
        self.there = card.curve
        self.mesh.connect_to(card.curve, [(LOOPBACK, card.port)])

    @property
    def is_up(self) -> bool:
        return self.mesh.is_up(self.there)

    def send(self, frame: bytes) -> bool:
        return self.mesh.send(self.there, frame)

    def ask(self, have: int | None = None) -> None:
        self.send(WATCHING + frame_of(WatchRequest(self.server.shown.table, len(self.lines) if have is None else have)))

    def messages(self) -> list[object]:
        return [read_message(frame[1:]) for frame in self.heard()]

    def read_on(self) -> None:
        """Takes what came, and asks for more."""
        came, self.seen = self.messages()[self.seen:], len(self.heard())
        for said in came:
            if isinstance(said, JournalLines) and said.first == len(self.lines):
                self.lines += said.lines
                self.ask()

    def come(self) -> Guest:
        run_until([self], lambda: self.is_up)
        self.ask()
        return self

    def wait_for(self, count: int) -> None:
        def done() -> bool:
            self.read_on()
            return len(self.lines) >= count

        run_until([self], done)


MakeStand = Callable[..., SpectatorServer]
MakeGuest = Callable[[SpectatorServer], Guest]


@pytest.fixture
def make_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeStand]:
    """Servers with patience: most tests let some of their guests wait while others are served."""
    monkeypatch.setattr(server_module, "ASK_S", 1000)
    monkeypatch.setattr(server_module, "SILENT_S", 1000)
    made: list[SpectatorServer] = []

    def make(count: int = 100) -> SpectatorServer:
        made.append(SpectatorServer(SIGNER, curve_keys(secrets.token_bytes), PublicLog(OPENING, entries(count))))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def make_guest() -> Iterator[MakeGuest]:
    made: list[Guest] = []

    def make(server: SpectatorServer) -> Guest:
        made.append(Guest(server))
        return made[-1]

    yield make
    for each in made:
        each.close()


def shown(server: SpectatorServer) -> list[bytes]:
    return [line for first in range(len(server.shown)) for line in server.shown.lines_from(first, 1)]


# --- what is shown

def test_a_log_gives_its_lines_from_any_place_and_as_many_as_fit() -> None:
    log = PublicLog(OPENING, entries(400))
    assert decode_entry(log.lines_from(0, 1)[0]) == OPENING
    assert [decode_entry(line) for line in log.lines_from(1, 1 << 30)] == entries(messages.MAX_LINES_AT_ONCE)
    assert len(log.lines_from(2, 1)) == 1 and len(log.lines_from(400, 1)) == 1 and log.lines_from(401, 1) == ()
    assert 600 < sum(map(len, log.lines_from(1, 3000))) <= 3000
    log.add(entries(2))
    assert len(log) == 403 and len(log.lines_from(401, 1 << 30)) == 2


def test_an_entry_alone_is_read_as_it_was_written_or_not_at_all() -> None:
    parts: list[JournalOpening | JournalEntry] = [OPENING, *entries(4)]
    for part in parts:
        assert decode_entry(encode_entry(part)) == part
        with pytest.raises(DamagedJournalError):
            decode_entry(encode_entry(part)[:-1])
    with pytest.raises(DamagedJournalError, match="bytes"):
        decode_entry(bytes(1 << 20))


def test_the_whole_journal_is_shown_and_then_what_comes(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server(700)
    early, late = make_guest(server).come(), make_guest(server)
    early.wait_for(701)
    assert early.lines == shown(server)
    server.shown.add(entries(1, first=700))
    early.wait_for(702)
    late.come().wait_for(702)
    assert late.lines == early.lines == shown(server)
    assert server.watchers == 2


def test_lines_follow_what_somebody_has_and_another_table_begins_anew(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server(50)
    guest = make_guest(server)
    run_until([guest], lambda: guest.is_up)
    guest.ask(40)
    run_until([guest], lambda: len(guest.heard()) == 1)
    guest.send(WATCHING + frame_of(WatchRequest(bytes(64), 40)))
    run_until([guest], lambda: len(guest.heard()) == 2)
    first, second = guest.messages()
    assert isinstance(first, JournalLines) and (first.first, len(first.lines)) == (40, 11)
    assert isinstance(second, JournalLines) and (second.first, second.table) == (0, server.shown.table)


def test_where_the_others_can_be_asked_is_sent_whenever_it_changes(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server()
    ways = [SeatAddresses((SeatAddress(bytes(32), (address,)),)) for address in ("10.0.0.1:47108", "10.0.0.2:47108")]
    server.set_seat_addresses(ways[0])
    guest = make_guest(server).come()
    run_until([guest], lambda: ways[0] in guest.messages())
    server.set_seat_addresses(ways[1])
    run_until([guest], lambda: ways[1] in guest.messages())
    assert guest.messages().index(ways[0]) == 0, "before any line that may be a lie"


def clocks(guest: Guest) -> list[ShownClock]:
    return [each for each in guest.messages() if isinstance(each, ShownClock)]


def test_the_clock_is_shown_to_those_who_have_all_lines(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server()
    server.show_clock(events.Clock(1, 7, 40_000, 180_000, True, (180_000, 180_000)))
    guest = make_guest(server).come()
    guest.wait_for(len(server.shown))
    run_until([guest], lambda: len(clocks(guest)) == 1)
    clock = clocks(guest)[0]
    assert (clock.seat, clock.block, clock.bank_ms, clock.runs) == (1, 7, 180_000, 1)
    assert 30_000 < clock.decision_ms <= 40_000, "less what has passed since the report came"
    server.show_clock(events.Clock(1, 7, 20_000, 180_000, False, (180_000, 180_000)))
    run_until([guest], lambda: len(clocks(guest)) == 2)
    assert (clocks(guest)[1].decision_ms, clocks(guest)[1].runs) == (20_000, 0)


# --- who is a burden

def test_there_is_room_for_so_many_and_again_when_one_has_gone(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server(3)
    guests = [make_guest(server).come() for _ in range(MAX_WATCHERS)]
    for guest in guests:
        guest.wait_for(4)
    extra = make_guest(server).come()
    run_until([extra], lambda: extra.messages() == [NoRoom()])
    assert server.watchers == MAX_WATCHERS
    guests[0].mesh.forget_peer(guests[0].there)
    wait_until(lambda: server.watchers < MAX_WATCHERS)
    extra.ask()
    extra.wait_for(4)
    server.shown.add(entries(1, first=3))
    guests[-1].wait_for(5)


def test_who_asks_for_the_same_again_and_again_is_cut_off_and_nobody_else(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server()
    good, bad = make_guest(server).come(), make_guest(server).come()
    run_until([bad], lambda: bool(bad.heard()))

    def cut() -> bool:
        if bad.is_up:
            bad.ask(0)
        return not bad.is_up

    run_until([bad], cut)
    lines = [said for said in bad.messages() if isinstance(said, JournalLines)]
    assert len(lines) <= server_module.MAX_REPEATS + 1
    good.wait_for(101)
    wait_until(lambda: server.watchers == 1)
    assert good.is_up


def test_so_is_who_says_in_between_to_have_all_of_it(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server()
    good, bad = make_guest(server).come(), make_guest(server).come()
    good.wait_for(101)
    bad.wait_for(101)

    def number_of_batches() -> int:
        return sum(isinstance(said, JournalLines) for said in bad.messages())

    for batches in range(number_of_batches(), 40):
        if bad.is_up:
            bad.ask(101)
            bad.ask(0)
        run_until([bad], lambda most=batches: not bad.is_up or number_of_batches() > most)
    assert not bad.is_up
    assert number_of_batches() < 40
    assert good.is_up


def test_a_flood_is_cut_off_and_the_others_are_served(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server()
    good, bad = make_guest(server).come(), make_guest(server).come()
    good.wait_for(101)

    def flooded() -> bool:
        for _ in range(200):
            if bad.is_up:
                bad.ask(101)
        return not bad.is_up

    run_until([bad], flooded)
    server.shown.add(entries(5, first=100))
    good.wait_for(106)
    wait_until(lambda: server.watchers == 1)


@pytest.mark.parametrize("frame", [
    TALK + b"hello", TABLE + bytes(40), WATCHING, WATCHING + b"\1", WATCHING + b"\7\x90", WATCHING + frame_of(NoRoom()),
    WATCHING + frame_of(JournalLines(bytes(64), 0, (b"x",))), WATCHING + frame_of(SeatAddresses(())),
    WATCHING + b"\1" + bytes(200),
])
def test_who_says_something_else_is_cut_off(make_server: MakeStand, make_guest: MakeGuest, frame: bytes) -> None:
    server = make_server(1)
    guest = make_guest(server).come()
    guest.wait_for(2)
    guest.send(frame)
    run_until([guest], lambda: not guest.is_up)
    wait_until(lambda: server.watchers == 0)


def test_more_lines_than_there_are_is_something_else_too(make_server: MakeStand, make_guest: MakeGuest) -> None:
    guest = make_guest(make_server(1)).come()
    guest.ask(3)
    run_until([guest], lambda: not guest.is_up)


@pytest.mark.parametrize("asks", [False, True])
def test_who_does_not_keep_up_makes_room(make_server: MakeStand, make_guest: MakeGuest, monkeypatch: pytest.MonkeyPatch,
                                         asks: bool) -> None:
    monkeypatch.setattr(server_module, "SILENT_S" if asks else "ASK_S", 0.2)
    monkeypatch.setattr(server_module, "TICK_MS", 100)
    server = make_server()
    guest = make_guest(server)
    run_until([guest], lambda: guest.is_up)
    if asks:
        guest.ask()
    run_until([guest], lambda: not guest.is_up)
    wait_until(lambda: server.watchers == 0)


class CountingBucket(Bucket):
    """A bucket that fills again only when one was refused: a slow machine takes from it no more slowly than a fast one."""

    __slots__ = ("refused",)
    refused: int

    def take(self, amount: float, now_s: float) -> bool:
        found = super().take(amount, now_s if self.refused else self.used_s)
        self.refused += not found
        return found


def test_all_together_are_sent_no_more_than_the_line_has_room_for(make_server: MakeStand, make_guest: MakeGuest) -> None:
    server = make_server(300)
    bucket = server._bucket = CountingBucket(200_000, 70_000, time.monotonic())
    bucket.refused = 0
    for guest in [make_guest(server).come() for _ in range(2)]:
        guest.wait_for(301)
        assert guest.lines == shown(server)
    assert bucket.refused, "a spectator had to wait"


def test_a_fast_game_is_sent_in_few_frames(make_server: MakeStand, make_guest: MakeGuest) -> None:
    """Each is answered, so that more would be more than anybody may say."""
    server = make_server(0)
    began_s = time.monotonic()
    guest = make_guest(server).come()
    guest.wait_for(1)
    for number in range(300):
        server.shown.add(entries(1, first=number))
        guest.read_on()
        step([guest])
    guest.wait_for(301)
    most = (time.monotonic() - began_s) / (server_module.PACE_MS / 1000)  # a slow machine has time for more
    assert len(guest.heard()) < 10 + most and guest.is_up


def test_nothing_of_the_table_waits_for_a_stand(make_server: MakeStand, make_guest: MakeGuest) -> None:
    """Adding to the log never waits for a lock of the server, and everything arrives that is added meanwhile."""
    server = make_server(0)
    guest = make_guest(server).come()
    adder = threading.Thread(target=lambda: deque(
        map(server.shown.add, (entries(1, first=number) for number in range(2000))), maxlen=0))
    adder.start()
    guest.wait_for(2001)
    adder.join()
    assert guest.lines == shown(server)


@on_linux
def test_a_stand_leaves_nothing_behind_and_gives_the_last_lines_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "LINGER_S", 1000)
    with nothing_left_behind():
        server = SpectatorServer(SIGNER, curve_keys(secrets.token_bytes), PublicLog(OPENING, entries(400)))
        guest = Guest(server).come()
        guest.wait_for(1)
        closing = threading.Thread(target=server.close)
        closing.start()
        guest.wait_for(401)
        closing.join(20)
        assert not closing.is_alive()
        server.shown.add(entries(1))
        server.close()
        guest.close()


# --- the card

def test_the_open_port_says_where_the_stand_is() -> None:
    gateway = Gateway(9, {}, 0, hosts=[LOOPBACK])
    try:
        gateway.answer(WATCH_REQUEST, sign_watch_card(SIGNER))
        card = fetch_watch_card(LOOPBACK, gateway.port, 5)
        assert card == WatchCard(SIGNER.public) and not card.has_begun and not card.may_be_watched
        gateway.answer(WATCH_REQUEST, sign_watch_card(SIGNER, bytes(range(32)), 4711, bytes(range(64))))
        card = fetch_watch_card(LOOPBACK, gateway.port, 5)
        assert card == WatchCard(SIGNER.public, bytes(range(32)), 4711, bytes(range(64))) and card.may_be_watched
        with pytest.raises(NotATableError, match="without a card"):
            fetch_card(LOOPBACK, gateway.port)
    finally:
        gateway.close()


def test_a_table_without_spectators_has_a_card_that_leads_nowhere() -> None:
    card = read_watch_card(sign_watch_card(SIGNER, table=bytes(63) + b"x"))
    assert card.has_begun and not card.may_be_watched and card.table != NO_TABLE


def test_a_table_is_shown_from_its_start_until_it_is_given_up(make_guest: MakeGuest) -> None:
    lines = Connections(SIGNER, curve_keys(secrets.token_bytes), port=0, announces=False)
    try:
        log = PublicLog(OPENING, entries(10))
        assert not fetch_watch_card(LOOPBACK, lines.gateway.port, 5).has_begun
        lines.show_log(log, to_all=False)
        card = fetch_watch_card(LOOPBACK, lines.gateway.port, 5)
        assert card.has_begun and not card.may_be_watched
        lines.show_log(log, to_all=True)
        card = fetch_watch_card(LOOPBACK, lines.gateway.port, 5)
        assert card.may_be_watched and card.table == log.table and card.port != lines.gateway.port
        lines.hide_log()
        assert not fetch_watch_card(LOOPBACK, lines.gateway.port, 5).has_begun
    finally:
        lines.close()


def test_nobody_reads_for_a_moment_that_a_table_may_not_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that waits for the beginning would go away at that card, and a server takes some time to open."""
    lines = Connections(SIGNER, curve_keys(secrets.token_bytes), port=0, announces=False)
    answered: list[WatchCard] = []
    monkeypatch.setattr(lines.gateway, "answer", lambda request, card: answered.append(read_watch_card(card)))
    try:
        lines.show_log(PublicLog(OPENING, entries(10)), to_all=True)
        assert [card.may_be_watched for card in answered if card.has_begun] == [True]
    finally:
        lines.close()


def test_of_a_company_that_plays_again_and_again_no_log_of_an_earlier_game_is_kept() -> None:
    """Each is some hundred kilobytes."""
    lines, logs = Connections(SIGNER, curve_keys(secrets.token_bytes), port=0, announces=False), []
    try:
        for _ in range(4):
            shown = PublicLog(OPENING, entries(10))
            logs.append(weakref.ref(shown))
            lines.show_log(shown, to_all=True)
            del shown
            wait_until(lambda: all(server.has_ended for server in lines._spectator_servers[:-1]))
        gc.collect()
        assert [log() is not None for log in logs][:-2] == [False, False], "the last one before is let go of with the next"
    finally:
        lines.close()


def test_once_the_game_has_begun_the_table_has_links_to_its_seats_alone(make_peers: MakePeers) -> None:
    """A seated peer keeps its key, so it comes back; a peer that was there before and has no seat does not."""
    table, seat, other = make_peers(3)
    linked(table, seat, other)
    table.mesh.admit([seat.key])
    run_until([table, seat, other], lambda: not table.has_link(other))
    assert table.has_link(seat)
    seat.mesh.admit([])
    run_until([table, seat, other], lambda: not table.has_link(seat))
    seat.mesh.admit(None)
    run_until([table, seat, other], lambda: table.has_link(seat))
    assert not table.has_link(other)


@given(st.integers(0, 203), st.integers(1, 255))
def test_no_byte_of_a_card_can_be_changed(place: int, change: int) -> None:
    data = bytearray(sign_watch_card(SIGNER, bytes(range(32)), 4711, bytes(range(64))))
    data[place] ^= change
    with pytest.raises((NotATableError, OtherVersionError)):
        read_watch_card(bytes(data))


@given(st.binary(max_size=300))
def test_whatever_answers_is_a_card_or_refused(data: bytes) -> None:
    with pytest.raises((NotATableError, OtherVersionError)):
        read_watch_card(WATCH_REQUEST[:len(data) % 9] + data)


@given(st.binary(max_size=200))
def test_frames_are_read_or_refused(data: bytes) -> None:
    for kind in range(6):
        try:
            found = read_message(bytes((kind,)) + data)
        except MalformedError:
            continue
        assert frame_of(found) == bytes((kind,)) + data


@pytest.mark.parametrize("what", ["relay", "thread"])
def test_a_server_that_cannot_begin_keeps_nothing_open(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    def start(thread: threading.Thread) -> None:
        if thread.name == "acquire spectator server":
            refuse()
        start_really(thread)

    closed: list[Gateway] = []
    start_really, close_really = threading.Thread.start, Gateway.close
    monkeypatch.setattr(Gateway, "close", lambda self: (closed.append(self), close_really(self)))
    if what == "relay":
        monkeypatch.setattr(server_module, "RelayLink", refuse)
    else:
        monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(OSError, match="Too many"):
        SpectatorServer(SIGNER, curve_keys(secrets.token_bytes), PublicLog(OPENING, ()), relay=Address("127.0.0.1", 9))
    assert len(closed) == 1
