"""Watching a table without a seat: all that is public is shown, nothing that is hidden, and nobody is trusted."""

from __future__ import annotations

import queue
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from acquire_core import Action
from acquire_core.actions import DrawTile
from acquire_net import events
from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import fingerprint_of
from acquire_net.discovery.table_address import TableAddress
from acquire_net.discovery.watch_card import WATCH_REQUEST, sign_watch_card
from acquire_net.links.addresses import Address
from acquire_net.links.gateway import Gateway
from acquire_net.links.relay import Relay, room_of
from acquire_net.links.relay_ends import RelayLink
from acquire_net.lobby.table_spec import table_id
from acquire_net.protocol.session_events import JournalEntry, SeatLost
from acquire_net.spectating import spectator
from acquire_net.spectating.messages import SeatAddress, SeatAddresses
from acquire_net.spectating.public_log import PublicLog
from acquire_net.spectating.spectator import Spectator
from acquire_net.spectating.spectator_server import SpectatorServer
from acquire_net.spectating.watched_table import AlreadyShown, WatchedTable
from acquire_net.table.acquire_game import AcquireGame
from acquire_net.table.journal import JournalOpening, encode_entry
from acquire_net.table.verify import InvalidJournalError
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S, nothing_left_behind, on_linux, wait_until
from tests.support.watched_games import WatchedGame, key_of, played


class Seat:
    """The open port and the server of one seat, without the rest of it."""

    def __init__(self, seat: int, opening: JournalOpening, entries: Sequence[JournalEntry] = ()) -> None:
        self.seat = seat
        self.gateway = Gateway(9, {}, 0, hosts=[LOOPBACK])
        self.log = PublicLog(opening, entries)
        self.server: SpectatorServer | None = None
        self.begin()

    def begin(self) -> None:
        self.server = SpectatorServer(key_of(self.seat), curve_keys(secrets.token_bytes), self.log)
        self.gateway.answer(WATCH_REQUEST, self.server.card)

    @property
    def place(self) -> TableAddress:
        return TableAddress(LOOPBACK, self.gateway.port, fingerprint_of(key_of(self.seat).public))

    def knows(self, *others: Seat) -> Seat:
        assert self.server is not None
        self.server.set_seat_addresses(SeatAddresses(tuple(
            SeatAddress(key_of(each.seat).public, (f"{LOOPBACK}:{each.gateway.port}",)) for each in others)))
        return self

    def close(self) -> None:
        if self.server is not None:
            self.server.close()
        self.gateway.close()


class Watcher:
    """A spectator, and the events that it has reported."""

    def __init__(self, place: TableAddress) -> None:
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.reported: list[object] = []
        self.watching = Spectator(place, self.inbox.put)
        self.watching.start()

    def wait_for(self, done: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not done():
            try:
                self.reported.append(self.inbox.get(timeout=max(end_s - time.monotonic(), 0.01)))
            except queue.Empty:
                raise AssertionError(f"it did not come to that: {self.reported[-3:]}") from None

    def of_kind(self, kind: type) -> list[object]:
        return [item for item in self.reported if isinstance(item, kind)]

    def wait_for_kind(self, kind: type) -> object:
        self.wait_for(lambda: bool(self.of_kind(kind)))
        return self.of_kind(kind)[-1]

    @property
    def actions(self) -> list[Action]:
        return [action for item in self.reported if isinstance(item, events.Played) for action in item.actions]

    def close(self) -> None:
        self.watching.stop()
        assert self.watching.wait_until_stopped(20)


MakeSeat = Callable[..., Seat]
Watch = Callable[[TableAddress], Watcher]


@pytest.fixture
def make_seat() -> Iterator[MakeSeat]:
    made: list[Seat] = []

    def make(seat: int, opening: JournalOpening, entries: Sequence[JournalEntry] = ()) -> Seat:
        made.append(Seat(seat, opening, entries))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    made: list[Watcher] = []

    def begin(place: TableAddress) -> Watcher:
        made.append(Watcher(place))
        return made[-1]

    yield begin
    for each in made:
        each.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("PAUSE_S", 0.05), ("TICK_MS", 50), ("ASK_AGAIN_S", 0.5)):
        monkeypatch.setattr(spectator, name, seconds)


def journal(game: WatchedGame, seat: int = 0) -> tuple[JournalOpening, list[JournalEntry]]:
    return game.journals[seat].opening, list(game.journals[seat].entries)


def lines_of(opening: JournalOpening, entries: Sequence[JournalEntry]) -> list[bytes]:
    return [encode_entry(opening), *map(encode_entry, entries)]


def saw_it_all(watcher: Watcher, game: WatchedGame) -> None:
    """Up to the opened hands, each thing once."""
    watcher.wait_for_kind(events.HandsOpened)
    assert watcher.actions == game.actions
    begun, = watcher.of_kind(events.Begun)
    assert isinstance(begun, events.Begun) and (begun.seat, begun.journal) == (None, None)
    assert begun.names == tuple(seat.name for seat in game.table.seats)
    ended, = watcher.of_kind(events.Ended)
    assert isinstance(ended, events.Ended) and isinstance(game.report.game, AcquireGame)
    assert (ended.standings, ended.head, ended.signed) == (game.report.game.standings(), game.report.head.hex(), (0, 1))
    assert len(watcher.of_kind(events.HandsOpened)) == len(watcher.of_kind(events.CheckPhrase)) == 1
    proven = watcher.of_kind(events.ProofsChecked)[-1]
    assert isinstance(proven, events.ProofsChecked) and proven.head == game.report.head.hex()
    counts = game.report.proven
    assert (proven.shuffles, proven.draws, proven.shown) == (counts.shuffles, counts.draws, counts.shown)


# --- a game

def test_a_whole_game_is_shown_and_nothing_that_is_hidden(make_seat: MakeSeat, watch: Watch) -> None:
    game = played()
    watcher = watch(make_seat(0, *journal(game)).place)
    saw_it_all(watcher, game)
    draws = [action for action in watcher.actions if isinstance(action, DrawTile)]
    assert draws and all(draw.tile is None for draw in draws)
    assert not any(item.asked for item in watcher.reported if isinstance(item, events.Played))
    hands, = watcher.of_kind(events.HandsOpened)
    assert isinstance(hands, events.HandsOpened) and isinstance(game.report.game, AcquireGame)
    assert tuple(map(len, hands.hands)) == game.report.game.observe().hand_counts
    held = [tile for hand in hands.hands for tile in hand]
    assert "??" not in held and set(held) <= set(game.report.game.observe().unseen)


def test_a_game_is_shown_as_it_goes_on(make_seat: MakeSeat, watch: Watch) -> None:
    game = played()
    opening, entries = journal(game)
    seat = make_seat(1, opening, entries[:200])
    watcher = watch(seat.place)
    watcher.wait_for(lambda: len(watcher.actions) > 10)
    assert watcher.actions == game.actions[:len(watcher.actions)]
    assert not watcher.of_kind(events.Ended)
    for place in range(200, 400, 50):
        before = len(watcher.actions)
        seat.log.add(entries[place:place + 50])
        watcher.wait_for(lambda before=before: len(watcher.actions) > before)  # type: ignore[misc]
    seat.log.add(entries[400:])
    saw_it_all(watcher, game)


@pytest.mark.fully
def test_who_was_lost_is_reported(make_seat: MakeSeat, watch: Watch) -> None:
    game = played(3, leaves=True)
    watcher = watch(make_seat(1, *journal(game, 1)).place)
    watcher.wait_for_kind(SeatLost)
    assert watcher.of_kind(SeatLost) == [SeatLost(0, "left")]


def test_a_watcher_begins_before_the_game_does(make_seat: MakeSeat, watch: Watch, quick: None) -> None:
    game = played()
    opening, entries = journal(game)
    seat = make_seat(0, opening, entries[:120])
    assert seat.server is not None
    seat.gateway.answer(WATCH_REQUEST, sign_watch_card(key_of(0)))
    watcher = watch(seat.place)
    notice = watcher.wait_for_kind(events.Notice)
    assert isinstance(notice, events.Notice) and "not begun" in notice.text
    seat.gateway.answer(WATCH_REQUEST, seat.server.card)
    watcher.wait_for(lambda: bool(watcher.actions))
    assert len(watcher.of_kind(events.Notice)) == 1


def test_the_clock_of_the_seat_that_decides_is_watched_too(make_seat: MakeSeat, watch: Watch, quick: None) -> None:
    game = played()
    opening, entries = journal(game)
    seat = make_seat(0, opening, entries[:150])
    watcher = watch(seat.place)
    watcher.wait_for(lambda: len(watcher.actions) > 5)
    assert seat.server is not None
    seat.server.show_clock(events.Clock(1, 31, 40_000, 180_000, False, (120_000, 180_000)))
    assert watcher.wait_for_kind(events.Clock) == events.Clock(1, 31, 40_000, 180_000, False, (120_000, 180_000))


@pytest.mark.parametrize("clock", [events.Clock(5, 31, 40_000, 0, True, (0, 0)), events.Clock(1, 31, 40_000, 0, True, (0,))])
def test_a_clock_of_nobody_at_the_table_is_a_lie(make_seat: MakeSeat, watch: Watch, quick: None, clock: events.Clock) -> None:
    opening, entries = journal(played())
    seat = make_seat(0, opening, entries[:150])
    watcher = watch(seat.place)
    watcher.wait_for(lambda: len(watcher.actions) > 5)
    assert seat.server is not None
    seat.server.show_clock(clock)
    stopped = watcher.wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "it shows the clock of a seat that is not at this table" in stopped.text


# --- seats that stop answering

def test_another_seat_goes_on_where_one_stops(make_seat: MakeSeat, watch: Watch, quick: None) -> None:
    game = played()
    opening, entries = journal(game)
    first, second = make_seat(0, opening, entries[:150]), make_seat(1, *journal(game, 1))
    first.knows(second)
    watcher = watch(first.place)
    watcher.wait_for(lambda: len(watcher.actions) > 5)
    first.close()
    saw_it_all(watcher, game)
    assert not watcher.of_kind(events.Trouble)


def test_a_seat_that_comes_back_is_found_again(make_seat: MakeSeat, watch: Watch, quick: None) -> None:
    game = played()
    opening, entries = journal(game)
    seat = make_seat(0, opening, entries[:150])
    watcher = watch(seat.place)
    watcher.wait_for(lambda: len(watcher.actions) > 5)
    assert seat.server is not None
    seat.server.close()
    seat.log.add(entries[150:])
    seat.begin()
    saw_it_all(watcher, game)


def test_a_game_is_watched_through_a_relay(make_seat: MakeSeat, watch: Watch, quick: None) -> None:
    """Neither the open port nor the server is reached in another way: two rooms, one for each."""
    game = played()
    opening, entries = journal(game)
    relay = Relay(0, hosts=[LOOPBACK])
    there = Address(LOOPBACK, relay.port)
    seat = make_seat(0, opening, entries)
    link = RelayLink(seat.gateway.take, LOOPBACK, relay.port, room_of(fingerprint_of(key_of(0).public)))
    server = SpectatorServer(key_of(0), curve_keys(secrets.token_bytes), seat.log, relay=there)
    try:
        seat.gateway.answer(WATCH_REQUEST, server.card)
        wait_until(lambda: relay.room_count == 2)
        watcher = watch(TableAddress(LOOPBACK, relay.port, fingerprint_of(key_of(0).public), relay=True))
        saw_it_all(watcher, game)
        assert relay.joined >= 2
    finally:
        server.close()
        link.close()
        relay.close()


def test_who_keeps_back_what_he_has_is_left_for_another(make_seat: MakeSeat, watch: Watch, quick: None,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectator, "NOTHING_NEW_S", 0.5)
    game = played()
    opening, entries = journal(game)
    left_out = entries[:100] + entries[101:]
    first, second = make_seat(0, opening, left_out), make_seat(1, *journal(game, 1))
    watcher = watch(first.knows(second).place)
    saw_it_all(watcher, game)


# --- lies

def flipped(entries: list[JournalEntry]) -> list[JournalEntry]:
    """Flip one bit of a signature, in a frame that was signed."""
    number = next(number for number, entry in enumerate(entries) if number > 60 and entry.frame)
    frame = bytearray(entries[number].frame)
    frame[-1] ^= 1
    return [*entries[:number], JournalEntry(bytes(frame)), *entries[number + 1:]]


def forged_acks(entries: list[JournalEntry]) -> list[JournalEntry]:
    number = next(number for number, entry in enumerate(entries) if number > 60 and entry.acks)
    acks = tuple((seat, bytes(64)) for seat, _ in entries[number].acks)
    return [*entries[:number], JournalEntry(b"", acks), *entries[number + 1:]]


def early_acks(entries: list[JournalEntry]) -> list[JournalEntry]:
    number = next(number for number, entry in enumerate(entries) if entry.acks)
    return [entries[number], *entries]


Lie = Callable[[JournalOpening, list[JournalEntry]], tuple[JournalOpening, list[JournalEntry]]]

LIES: list[tuple[str, Lie]] = [
    ("did not sign", lambda opening, entries: (opening, flipped(entries))),
    ("did not sign", lambda opening, entries: (opening, forged_acks(entries))),
    ("not complete", lambda opening, entries: (opening, early_acks(entries))),
    ("line 4", lambda opening, entries: (opening, [*entries[:2], JournalEntry(b"what?"), *entries[2:]])),
    ("did not sign", lambda opening, entries: (replace(opening, signatures=(opening.signatures[0], bytes(64))), entries)),
    ("not every seat", lambda opening, entries: (replace(opening, signatures=opening.signatures[:1]), entries)),
]


@pytest.mark.parametrize(("words", "lie"), LIES, ids=[str(number) for number in range(len(LIES))])
def test_a_lie_is_reported_with_its_author_and_another_seat_is_asked(make_seat: MakeSeat, watch: Watch, quick: None, words: str,
                                                                     lie: Lie) -> None:
    game = played()
    liar, honest = make_seat(0, *lie(*journal(game))), make_seat(1, *journal(game, 1))
    watcher = watch(liar.knows(honest).place)
    trouble = watcher.wait_for_kind(events.Trouble)
    assert isinstance(trouble, events.Trouble)
    assert words in trouble.text and key_of(0).public[:4].hex() in trouble.text and "Another seat is asked" in trouble.text
    watcher.wait_for(lambda: len(watcher.actions) > 20)
    assert watcher.actions == game.actions[:len(watcher.actions)]


def test_a_liar_alone_ends_it_with_a_sentence(make_seat: MakeSeat, watch: Watch) -> None:
    opening, entries = journal(played())
    watcher = watch(make_seat(0, opening, flipped(entries)).place)
    stopped = watcher.wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "Player 0" in stopped.text and "ask another player" in stopped.text


def test_a_table_at_which_the_shower_has_no_seat_is_not_believed(make_seat: MakeSeat, watch: Watch) -> None:
    opening, entries = journal(played())
    watcher = watch(make_seat(5, opening, entries).place)
    stopped = watcher.wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "no seat at that table" in stopped.text
    assert not watcher.of_kind(events.Begun)


def test_another_table_than_was_said_is_not_believed() -> None:
    opening, _ = journal(played())
    with pytest.raises(InvalidJournalError, match="another table"):
        WatchedTable(bytes(64), key_of(0).public, AlreadyShown()).take(encode_entry(opening))


def test_another_course_of_the_game_than_was_shown_is_not_believed() -> None:
    game = played()
    opening, entries = journal(game)
    shown = AlreadyShown(begun=True, actions=(*game.actions[1::-1], *game.actions[2:]))
    showing = WatchedTable(table_id(game.table), key_of(0).public, shown)
    for line in lines_of(opening, entries[:100]):
        showing.take(line)
    with pytest.raises(InvalidJournalError, match="another course"):
        showing.take_events()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_a_stand_says_is_followed_or_refused(data: st.DataObject) -> None:
    game = played()
    opening, entries = journal(game)
    lines = lines_of(opening, entries[:12])
    number = data.draw(st.integers(0, len(lines) - 1))
    line = bytearray(lines[number])
    for _ in range(data.draw(st.integers(1, 3))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    lines[number] = bytes(line)
    showing = WatchedTable(table_id(game.table), key_of(0).public, AlreadyShown())
    try:
        for each in lines:
            showing.take(each)
        showing.take_events()
    except InvalidJournalError:
        assert showing.lines <= number + 1, "what was not changed is not at fault"


# --- what cannot be watched, and what a watcher cannot do

def test_a_table_without_spectators_says_so(make_seat: MakeSeat, watch: Watch) -> None:
    seat = make_seat(0, *journal(played()))
    seat.gateway.answer(WATCH_REQUEST, sign_watch_card(key_of(0), table=seat.log.table))
    stopped = watch(seat.place).wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "without spectators" in stopped.text


def test_a_place_where_nobody_is_and_a_place_where_somebody_else_is(make_seat: MakeSeat, watch: Watch) -> None:
    seat = make_seat(0, *journal(played()))
    stopped = watch(TableAddress(LOOPBACK, seat.gateway.port, b"other")).wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "not the one that this join code means" in stopped.text
    seat.close()
    stopped = watch(seat.place).wait_for_kind(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "nobody can be reached" in stopped.text


def test_orders_of_a_seat_are_answered_with_a_sentence(make_seat: MakeSeat, watch: Watch) -> None:
    opening, entries = journal(played())
    watcher = watch(make_seat(0, opening, entries[:50]).place)
    one = watcher.watching
    one.send_chat("hello")
    one.submit(None)
    one.vote((1,))
    one.set_ready(True)
    one.propose_changes(places=3)
    one.exclude_player(bytes(32))
    watcher.wait_for(lambda: len(watcher.of_kind(events.Trouble)) == 6)
    assert watcher.of_kind(events.Trouble)[0] == events.Trouble("You watch: you have no say at this table, and nobody there "
                                                                "reads what you write.")


@on_linux
def test_watching_leaves_nothing_behind() -> None:
    opening, entries = journal(played())
    with nothing_left_behind():
        seat = Seat(0, opening, entries[:60])
        watcher = Watcher(seat.place)
        watcher.wait_for_kind(events.Begun)
        watcher.close()
        watcher.wait_for_kind(events.PeerStopped)
        assert watcher.reported[-1] == events.PeerStopped("")
        seat.close()
