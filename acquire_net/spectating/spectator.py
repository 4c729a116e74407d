"""Watching a table without a seat: a seat shows its journal, this machine checks every line, and nobody is trusted.

One seat is asked at a time. When it stops answering, shows nothing new for a while or shows something invalid, the next one is
asked; a lie is reported with the name of its author, who is not asked again. Nothing here disturbs the table: it only connects to
the spectator servers of its seats (spectator_server.py), not to its links.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from acquire_net import events
from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import fingerprint_of, matches_fingerprint
from acquire_net.discovery.card import OTHER_PROGRAM, CardError
from acquire_net.discovery.table_address import TableAddress
from acquire_net.discovery.watch_card import WatchCard, fetch_watch_card
from acquire_net.errors import SetupError, Wording
from acquire_net.event_log import with_log
from acquire_net.links.adapters import with_scopes
from acquire_net.links.addresses import DEFAULT_RELAY_PORT, RELAY_PREFIX, AddressError, parse_address
from acquire_net.links.channels import WATCHING
from acquire_net.links.link_events import Arrival, DialFailed, LinkDown, LinkUp
from acquire_net.links.relay import room_of
from acquire_net.links.relay_ends import RelayTunnel
from acquire_net.links.sockets import PortTakenError
from acquire_net.links.transport import MAX_ADDRESSES, Mesh
from acquire_net.protocol.codec import MalformedError
from acquire_net.spectating.messages import JournalLines, NoRoom, SeatAddresses, ShownClock, WatchRequest, frame_of, read_message
from acquire_net.spectating.watched_table import OTHER_TABLE, AlreadyShown, WatchedTable
from acquire_net.table.verify import InvalidJournalError

CARD_S, LINK_S = 3.0, 8.0
"""Time to wait for a card, and for a link to a spectator server with its first line."""
ASK_AGAIN_S = 5.0
"""Time between two requests: they show the server that this spectator is still there, and bring what was lost."""
NOTHING_NEW_S = 60.0
"""Time without news after which another seat is asked: the players may be thinking, or this seat may hold news back."""
PAUSE_S = 1.0
GIVE_UP_S = 600.0
LAST_WORDS_S = 1.5
"""Time at the end for the hands that are opened after the game."""
TICK_MS = 500
MAX_TUNNELS = 8

log = logging.getLogger("acquire.watching")


class WatchError(SetupError):
    """There is nothing to watch; the text says why and what to do."""


class Spectator:
    """A spectator that runs from `start` until `stop`, or until it cannot go on; `events.PeerStopped` is its last event. It
    answers the orders that only a player can give with a sentence."""

    def __init__(self, place: TableAddress, on_event: Callable[[events.PeerEvent], None]) -> None:
        self._place = place
        self._report = with_log(on_event)
        self._shown = AlreadyShown()
        self._table: bytes | None = None
        """The tid of what is watched."""
        self._ways: dict[bytes, SeatAddresses] = {}
        """The addresses of the seats, by the identity of the seat that has sent them."""
        self._liars: set[bytes] = set()
        self._seats: tuple[bytes, ...] = ()
        self._tunnels: dict[tuple[str, int, bytes], RelayTunnel] = {}
        self._noticed: set[str] = set()
        self._answered_s = 0.0
        self._stopped = threading.Event()
        self._stopped_s = 0.0
        self._mesh: Mesh | None = None
        self._thread = threading.Thread(target=self._run, name="acquire watching", daemon=True)

    # --- orders, from any thread

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        if not self._stopped.is_set():
            self._stopped_s = time.monotonic()
            self._stopped.set()
        mesh = self._mesh
        if mesh is not None:
            mesh.wake()

    def wait_until_stopped(self, timeout_s: float | None = None) -> bool:
        """Wait until it has ended. Return True if it has."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def submit(self, *answers: object) -> None:
        self._not_for_watchers()

    def leave(self) -> None:
        self.stop()

    def set_paused(self, paused: bool) -> None:
        self._not_for_watchers()

    def hand_over(self, handed: bool) -> None:
        self._not_for_watchers()

    def vote(self, seats: Iterable[int]) -> None:
        self._not_for_watchers()

    def write_letters(self, everything: bool = False) -> None:
        self._not_for_watchers()

    def read_letters(self, letters: Sequence[object]) -> None:
        self._not_for_watchers()

    def send_chat(self, text: str) -> None:
        self._not_for_watchers()

    def set_ready(self, ready: bool) -> None:
        self._not_for_watchers()

    def propose_changes(self, **wishes: object) -> None:
        self._not_for_watchers()

    def exclude_player(self, identity: bytes) -> None:
        self._not_for_watchers()

    def accept_player(self, identity: bytes) -> None:
        self._not_for_watchers()

    def block_player(self, identity: bytes, blocked: bool = True) -> None:
        self._not_for_watchers()

    def set_friends_only(self, friends_only: bool) -> None:
        self._not_for_watchers()

    def set_relay(self, relay: str) -> None:
        self._not_for_watchers()

    def mute_player(self, identity: bytes, muted: bool = True) -> None:
        self._not_for_watchers()

    def _not_for_watchers(self) -> None:
        self._report(events.Trouble(Wording("You watch: you have no say at this table, and nobody there reads what you write.")))

    # --- the thread

    def _run(self) -> None:
        text = ""
        try:
            keys = curve_keys(secrets.token_bytes)
            self._mesh = Mesh(keys.secret, keys.public)
            self._answered_s = time.monotonic()
            self._watch_seats()
        except (WatchError, PortTakenError) as problem:
            text = str(problem)
        except Exception as problem:
            log.exception("watching ended")
            text = Wording("watching has stopped because of a mistake of this program ({mistake}). The game goes on without it, "
                           "and nothing is lost: watch again. Please report it with the log file",
                           mistake=f"{type(problem).__name__}: {problem}")
        finally:
            for tunnel in self._tunnels.values():
                tunnel.close()
            if self._mesh is not None:
                self._mesh.close()
            self._report(events.PeerStopped(text))

    def _watch_seats(self) -> None:
        """Ask one seat after the other until `stop`."""
        while not self._stopped.is_set():
            for place in self._next_addresses():
                if self._stopped.is_set() or self._visit_seat(place):
                    return
            if self._shown.ended:
                self._stopped.wait()
            if self._seats and self._liars.issuperset(self._seats):
                raise WatchError(Wording("every seat that could be asked has shown a game that is not valid, so this table "
                                         "cannot be watched"))
            if time.monotonic() - self._answered_s > GIVE_UP_S:
                raise WatchError(Wording("nobody at that table has answered for {minutes} minutes: ask for a new join code",
                                         minutes=round(GIVE_UP_S / 60)))
            self._stopped.wait(PAUSE_S)

    def _next_addresses(self) -> Iterator[TableAddress]:
        """Yield the addresses to ask, each once; those that are learned meanwhile come at the end."""
        tried: set[TableAddress] = set()
        while True:
            place = next((each for each in self._known_addresses() if each not in tried), None)
            if place is None:
                return
            tried.add(place)
            yield place

    def _known_addresses(self) -> Iterator[TableAddress]:
        yield self._place
        for ways in list(self._ways.values()):
            for way in ways.seats:
                if way.identity not in self._liars and (not self._seats or way.identity in self._seats):
                    yield from filter(None, (_place_of(text, way.identity) for text in way.addresses[:MAX_ADDRESSES]))

    def _visit_seat(self, place: TableAddress) -> bool:
        """Ask for the card at this place and watch what it leads to. Return True if there is nothing more to watch."""
        try:
            card = self._card_of(place)
            address = self._server_address(place, card)
        except (CardError, OSError) as problem:
            if not self._shown.begun and place == self._place and not self._noticed:
                raise WatchError(str(problem)) from None
            return False
        if card.identity in self._liars or (self._seats and card.identity not in self._seats):
            return False
        self._answered_s = time.monotonic()
        if not card.has_begun:
            if self._table is None:
                self._report_once(Wording("The game has not begun yet; it is shown as soon as it does."))
            return False
        if not card.may_be_watched:
            if not self._shown.begun:
                raise WatchError(Wording("the players of this table have agreed to play without spectators"))
            return False
        if self._table not in (None, card.table):
            return False  # the seat plays at another table by now
        self._table = card.table
        return self._follow(card, address)

    def _report_once(self, text: str) -> None:
        if text not in self._noticed:
            self._noticed.add(text)
            self._report(events.Notice(text))

    # --- finding a spectator server

    def _card_of(self, place: TableAddress) -> WatchCard:
        host, port = place.host, place.port
        if place.relay:
            assert place.fingerprint is not None
            host, port = "127.0.0.1", self._tunnel_port(place.host, place.port, place.fingerprint)
        card = fetch_watch_card(host, port, CARD_S)
        if place.fingerprint is not None and not matches_fingerprint(card.identity, place.fingerprint):
            raise CardError(OTHER_PROGRAM)
        return card

    def _server_address(self, place: TableAddress, card: WatchCard) -> tuple[str, int]:
        if not card.may_be_watched:
            return "", 0
        if place.relay:
            return "127.0.0.1", self._tunnel_port(place.host, place.port, fingerprint_of(card.curve))
        host = with_scopes(place.host)[0]
        if "%" in host:
            return host, card.port
        found = socket.getaddrinfo(host, card.port, type=socket.SOCK_STREAM)
        return str(found[0][4][0]), card.port

    def _tunnel_port(self, host: str, port: int, mark: bytes) -> int:
        key = host, port, mark
        if key not in self._tunnels:
            while len(self._tunnels) >= MAX_TUNNELS:
                self._tunnels.pop(next(iter(self._tunnels))).close()
            self._tunnels[key] = RelayTunnel(host, port, room_of(mark))
        return self._tunnels[key].port

    # --- at a spectator server

    def _follow(self, card: WatchCard, address: tuple[str, int]) -> bool:
        """Watch as long as this seat shows something. Return True if it has shown the whole game."""
        mesh = self._mesh
        assert mesh is not None
        showing = WatchedTable(card.table, card.identity, self._shown)
        mesh.admit([card.curve])
        try:
            mesh.connect_to(card.curve, [address])
            _Visit(mesh, card, showing, self._on_seat_addresses, self._report_new, self._is_over, self._report).run()
        except (InvalidJournalError, MalformedError) as lie:
            self._on_liar(card.identity, showing, lie)
        except AddressError:
            pass
        finally:
            mesh.forget_peer(card.curve)
            mesh.poll(0)  # drop the events of this link, so that the next visit does not see them
        if showing.was_given_up:
            self._table, self._shown, self._seats = None, AlreadyShown(), ()
            self._report_once(Wording("A player was lost before the game began; the others start again."))
            return False
        if showing.all_is_said:
            self._stopped.wait()
        return showing.all_is_said

    def _on_liar(self, identity: bytes, showing: WatchedTable, lie: Exception) -> None:
        """Report a seat that shows an invalid game, and never ask it again. Raises WatchError if no other seat is known."""
        self._liars.add(identity)
        self._seats = self._seats or showing.identities
        if not self._seats:
            self._table = None  # nobody has signed that there is such a table
        if len(self._ways) > 1:
            self._ways.pop(identity, None)
        named = {"name": showing.name_of(identity), "key": identity[:4].hex(), "lie": lie}
        if all(place == self._place for place in self._known_addresses()):
            raise WatchError(Wording("What {name} (key {key}) shows of this game is not valid: {lie}. No other player of that "
                                     "table is known: ask another player for a join code", **named))
        self._report(events.Trouble(Wording("What {name} (key {key}) shows of this game is not valid: {lie}. Another seat is "
                                            "asked.", **named)))

    def _on_seat_addresses(self, identity: bytes, ways: SeatAddresses) -> None:
        self._ways[identity] = ways

    def _report_new(self, showing: WatchedTable, closes: bool = False) -> None:
        items = showing.take_events(closes)
        self._seats = self._seats or showing.identities
        self._answered_s = time.monotonic()
        for item in items:
            self._report(item)

    def _is_over(self) -> bool:
        if not self._stopped.is_set():
            return False
        return not self._shown.ended or self._shown.hands or time.monotonic() - self._stopped_s > LAST_WORDS_S


class _Visit:
    """One link to one spectator server, from the first request to the end. Raises InvalidJournalError or MalformedError if it
    lies."""

    def __init__(self, mesh: Mesh, card: WatchCard, showing: WatchedTable, ways: Callable[[bytes, SeatAddresses], None],
                 report: Callable[..., None], is_over: Callable[[], bool], report_clock: Callable[[events.Clock], None]) -> None:
        self._mesh = mesh
        self._card = card
        self._showing = showing
        self._ways = ways
        self._report = report
        self._is_over = is_over
        self._report_clock = report_clock
        self._asked_s = 0.0
        self._new_s = time.monotonic()
        self._progress = 0
        self._ended = False

    def run(self) -> None:
        while not (self._ended or self._is_over() or self._showing.all_is_said or self._showing.was_given_up):
            for event in self._mesh.poll(TICK_MS):
                match event:
                    case LinkUp(key) if key == self._card.curve:
                        self._ask(0)
                    case LinkDown(key) | DialFailed(key) if key == self._card.curve:
                        self._ended = True
                    case Arrival(key, frame) if key == self._card.curve:
                        self._take_frame(frame)
            self._look_at_the_clock(time.monotonic())
        self._report(self._showing, closes=True)

    def _ask(self, have: int) -> None:
        self._asked_s = time.monotonic()
        self._mesh.send(self._card.curve, WATCHING + frame_of(WatchRequest(self._card.table, have)))

    def _take_frame(self, frame: bytes) -> None:
        message = read_message(frame[1:]) if frame[:1] == WATCHING else None
        match message:
            case SeatAddresses():
                self._ways(self._card.identity, message)
            case NoRoom():
                self._ended = True
            case ShownClock():
                if (clock := self._showing.clock_of(message)) is not None:
                    self._report_clock(clock)
            case JournalLines(table, first, lines):
                if table != self._card.table:
                    raise InvalidJournalError(OTHER_TABLE)
                if first == self._showing.lines:
                    self._ask(first + len(lines))  # the next ones travel while these are checked
                    for line in lines:
                        self._showing.take(line)
                    self._report(self._showing)
            case _:
                raise MalformedError("it sends a message that no spectator server sends")

    def _look_at_the_clock(self, now_s: float) -> None:
        if self._showing.progress != self._progress:
            self._progress, self._new_s = self._showing.progress, now_s
        if now_s - self._new_s > (NOTHING_NEW_S if self._progress else LINK_S):
            self._ended = True
        elif self._asked_s and now_s - self._asked_s > ASK_AGAIN_S:
            self._ask(self._showing.lines)


def _place_of(text: str, identity: bytes) -> TableAddress | None:
    """Return the place of an address that another peer has sent; None if it is not usable."""
    mark = fingerprint_of(identity)
    try:
        if text.startswith(RELAY_PREFIX):
            relay = parse_address(text.removeprefix(RELAY_PREFIX), DEFAULT_RELAY_PORT)
            return TableAddress(relay.host, relay.port, mark, relay=True)
        address = parse_address(text)
        return TableAddress(str(ipaddress.ip_address(address.host)), address.port, mark)
    except ValueError:
        return None  # a name of a machine means nothing on other machines
