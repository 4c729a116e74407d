"""All connections of one peer: its open port, its mesh, a relay if it has one, its spectator server, and its announcement on the
LAN.

The owner's thread calls all methods. Gateway, relay, discovery and spectator server have threads of their own, and no method
waits for them or for the network, except `call_table` and `watch_card`, which ask another peer for a card.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.crypto.signing import fingerprint_of, matches_fingerprint
from acquire_net.discovery.beacon import TABLE_ID_BYTES, Announcement, BeaconError, TableStage, announced_word
from acquire_net.discovery.card import CARD_REQUEST, OTHER_PROGRAM, Card, CardError, fetch_card, sign_card
from acquire_net.discovery.table_address import TableAddress, parse_advertised_address
from acquire_net.discovery.table_search import TableSearch
from acquire_net.discovery.watch_card import WATCH_REQUEST, WatchCard, fetch_watch_card, sign_watch_card
from acquire_net.errors import Wording
from acquire_net.links.adapters import useful_addresses, with_scopes
from acquire_net.links.addresses import (
    DEFAULT_PORT,
    DEFAULT_RELAY_PORT,
    RELAY_PREFIX,
    Address,
    AddressError,
    parse_address,
)
from acquire_net.links.gateway import Gateway
from acquire_net.links.link_events import Event
from acquire_net.links.link_failures import LinkFailures, Tunnel
from acquire_net.links.relay import room_of
from acquire_net.links.relay_ends import RelayLink, RelayTunnel
from acquire_net.links.sockets import PortTakenError, is_literal
from acquire_net.links.transport import MAX_ADDRESSES, Mesh
from acquire_net.lobby.table_spec import MAX_ADDRESS_LETTERS
from acquire_net.protocol.verifier import Signer
from acquire_net.spectating.messages import SeatAddress, SeatAddresses
from acquire_net.spectating.public_log import PublicLog
from acquire_net.spectating.spectator_server import SpectatorServer

MAX_TUNNELS = 24
"""One for each other peer: a lobby or a table has fewer of them."""
WATCH_CARD_S = 3.0


class Connections:
    """The open port of one peer and all that uses it. Frames go through `mesh`; what is here decides who is dialled and who finds
    this peer."""

    def __init__(self, signer: Signer, keys: CurveKeys, *, port: int = DEFAULT_PORT, any_port: bool = True, relay: str = "",
                 announces: bool = True, advertised: Sequence[str] = ()) -> None:
        """Open the port and start what runs beside it. With `advertised` other peers receive these addresses instead of those
        that this machine sees of itself. Waits until the name of the relay is looked up. Raises PortTakenError, or AddressError
        for the relay or an advertised address."""
        self.identity = signer.public
        self.keys = keys
        self._signer = signer
        self._spectator_servers: list[SpectatorServer] = []
        """The last one is open; those before it are closing."""
        self._relay = _relay_address(relay)
        self._relay_ip, self._relay_trouble = "" if self._relay is None else _ip_of(self._relay.host), ""
        self._advertised = tuple(parse_advertised_address(text) for text in advertised)
        self._tunnels: dict[bytes, tuple[Address, RelayTunnel]] = {}
        """By the identity of the peer at the other end."""
        self._failures = LinkFailures()
        self._discovery: TableSearch | None = None
        self._announces = announces
        self.mesh = Mesh(keys.secret, keys.public)
        try:
            self.gateway = Gateway(self.mesh.port, {CARD_REQUEST: sign_card(signer, keys.public)}, port, any_port=any_port,
                                   is_behind=lambda: self.mesh.is_behind)
        except BaseException:
            self.mesh.close()
            raise
        self._relay_link: RelayLink | None = None
        try:
            self.hide_log()
            self._wait_at_relay()
        except BaseException:
            self.gateway.close()
            self.mesh.close()
            raise

    def _wait_at_relay(self) -> None:
        """Wait at the relay, if there is one. Raises AddressError; then there is none."""
        if self._relay is None:
            return
        room = room_of(fingerprint_of(self.identity))
        try:
            self._relay_link = RelayLink(self.gateway.take, self._relay.host, self._relay.port, room)
        except OSError as error:
            self._relay = None
            raise AddressError(Wording("this program can open no connection to it: {why}", why=error.strerror or error)) from None

    def set_relay(self, relay: str, is_known: Callable[[], None]) -> None:
        """Wait at this relay from now on, and at no other; with an empty text at none. `is_known` is called, perhaps later and in
        another thread, when its name is looked up: only then `listening_event` has the code that leads there. Raises
        AddressError."""
        wanted = _relay_address(relay)
        if wanted == self._relay:
            is_known()
            return
        if self._relay_link is not None:
            self._relay_link.close()
        self._relay, self._relay_link, self._relay_ip, self._relay_trouble = wanted, None, "", ""
        self._wait_at_relay()

        def look_up(place: Address) -> None:
            found = _ip_of(place.host)
            if self._relay is place:  # the person has not chosen another one meanwhile
                self._relay_ip = found
                is_known()

        if wanted is None:
            is_known()
        elif is_literal(wanted.host):
            look_up(wanted)
        else:
            threading.Thread(target=look_up, args=(wanted,), name="acquire name", daemon=True).start()

    @property
    def relay(self) -> str:
        """Return the relay through which this peer can be reached, with its port; empty if there is none."""
        return str(self._relay) if self._relay is not None else ""

    def take_relay_trouble(self) -> str:
        """Return a sentence when the relay stops working or works again, once for each change; empty otherwise."""
        trouble = self._relay_link.trouble if self._relay_link is not None else ""
        if trouble == self._relay_trouble:
            return ""
        self._relay_trouble = trouble
        return Wording("{text}", text=trouble).as_sentence if trouble else Wording("The relay can be reached again.")

    def close(self) -> None:
        if self._discovery is not None:
            self._discovery.close()
        if self._relay_link is not None:
            self._relay_link.close()
        for _, tunnel in self._tunnels.values():
            tunnel.close()
        for server in self._spectator_servers:
            server.begin_closing()
        for server in self._spectator_servers:
            server.close()
        self.gateway.close()
        self.mesh.close()

    # --- how this peer is found

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses that other peers may try, the most useful first."""
        relays = [RELAY_PREFIX + self.relay] if self._relay else []
        return (*(str(place) for place in self._advertised_addresses()), *relays)

    def _advertised_addresses(self) -> Sequence[Address]:
        return self._advertised or [Address(host, self.gateway.port) for host in self._own_hosts()]

    def _own_hosts(self) -> list[str]:
        return ([own.address for own in useful_addresses()] or ["127.0.0.1"])[:MAX_ADDRESSES - 1]

    def listening_event(self) -> events.Listening:
        places, mark = self._advertised_addresses(), fingerprint_of(self.identity)
        named = next((place for place in places if ":" not in place.host), places[0])  # an address of IPv4 makes a short code
        code, relay_code, trouble = TableAddress(named.host, named.port, mark).code(), "", ""
        if all(place.host == "127.0.0.1" for place in places) and not self._advertised:
            trouble = Wording("This machine is in no network: only programs on it can join.")
        if self._relay is not None:
            relay_code = TableAddress(self._relay_ip or self._relay.host, self._relay.port, mark, relay=True).code()
        return events.Listening(code, self.gateway.port, tuple(map(str, places)), relay_code, trouble)

    def announce_table(self, table: bytes, name: str, taken: int, places: int, rules: str, version: str,
                       stage: TableStage = TableStage.GATHERING) -> None:
        """Announce a table on the local network from now on."""
        if not self._announces:
            return
        try:
            announcement = Announcement(table[:TABLE_ID_BYTES], fingerprint_of(self.identity), self.gateway.port, taken, places,
                                        name, rules, announced_word(version), stage)
        except BeaconError:
            return  # the name of the rules does not fit into a beacon; the join code still leads here
        if self._discovery is None:
            self._discovery = TableSearch(listen=False)
        self._discovery.announce_table(announcement)

    def withdraw_table(self) -> None:
        if self._discovery is not None:
            self._discovery.withdraw_table()

    # --- spectators

    def show_log(self, log: PublicLog, to_all: bool) -> None:
        """Show this log to spectators from now on, if the seats have agreed to that (`to_all`). Raises PortTakenError."""
        self.hide_log()
        # Each holds the log of a whole game.
        self._spectator_servers = [server for server in self._spectator_servers if not server.has_ended]
        card = sign_watch_card(self._signer, table=log.table)
        try:
            if to_all:
                server = SpectatorServer(self._signer, curve_keys(secrets.token_bytes), log, self._spectator_port(), self._relay)
                self._spectator_servers.append(server)
                card = server.card
        finally:
            # One card, and only now: a program that reads that nobody may watch does not ask again.
            self.gateway.answer(WATCH_REQUEST, card)

    def _spectator_port(self) -> int:
        """Return the port after the gateway's, so that people who open a firewall by hand know it."""
        return self.gateway.port + 1 if self.gateway.port < 65535 else 0

    def hide_log(self) -> None:
        """Close the spectator servers: there is nothing to watch any more, or not yet."""
        for server in self._spectator_servers:
            server.begin_closing()
        self.gateway.answer(WATCH_REQUEST, sign_watch_card(self._signer))

    def set_seat_addresses(self, addresses: Mapping[bytes, tuple[str, ...]]) -> None:
        """Send spectators the addresses of the other seats, by identity, which show the same game."""
        seats = SeatAddresses(tuple(SeatAddress(identity, there) for identity, there in sorted(addresses.items())))
        for server in self._spectator_servers:
            server.set_seat_addresses(seats)

    def show_clock(self, clock: events.Clock) -> None:
        """Show to those who watch how long the seat that decides may still think."""
        for server in self._spectator_servers:
            server.show_clock(clock)

    # --- how this peer finds others

    def call_table(self, place: TableAddress) -> Card:
        """Fetch the card of the peer at this place, and connect if it is the one that was meant. Waits for a few seconds at most.
        Raises CardError."""
        if not place.relay:
            return self._fetch_and_connect(place.host, place.port, place)
        assert place.fingerprint is not None
        relay = Address(place.host, place.port)
        tunnel = RelayTunnel(relay.host, relay.port, room_of(place.fingerprint))
        try:
            card = self._fetch_and_connect("127.0.0.1", tunnel.port, place)
        except BaseException as problem:
            tunnel.close()
            if isinstance(problem, CardError) and tunnel.trouble:
                raise CardError(tunnel.trouble) from None
            raise
        self._keep_tunnel(card.identity, relay, tunnel)
        return card

    def watch_card(self, place: TableAddress) -> WatchCard:
        """Ask whether a game has begun at a place that was called before. Waits for a few seconds at most. Raises CardError."""
        if not place.relay:
            return fetch_watch_card(place.host, place.port, WATCH_CARD_S)
        tunnel = next((tunnel for identity, (_, tunnel) in self._tunnels.items()
                       if place.fingerprint is not None and matches_fingerprint(identity, place.fingerprint)), None)
        if tunnel is None:
            raise CardError(Wording("the connection through the relay is lost: try again"))
        return fetch_watch_card("127.0.0.1", tunnel.port, WATCH_CARD_S)

    def _fetch_and_connect(self, host: str, port: int, place: TableAddress) -> Card:
        card = fetch_card(host, port)
        if place.fingerprint is not None and not card.is_of(place.fingerprint):
            raise CardError(OTHER_PROGRAM)
        if card.curve != self.keys.public:
            self.mesh.connect_to(card.curve, [(address, port) for address in _resolve_name(host, port)])
        return card

    def dial_peer(self, key: bytes, identity: bytes | None, addresses: Iterable[str], present: Collection[bytes] = ()) -> None:
        """Keep trying to reach a peer at the addresses that it has sent; unusable ones are left out. Only the first relay counts.

        A tunnel to a peer that is not in `present` may be closed to make room."""
        ways: list[tuple[str, int]] = []
        relay = None
        for text in list(addresses)[:MAX_ADDRESSES]:
            try:
                if not text.startswith(RELAY_PREFIX):
                    ways += _endpoints_of(text)
                elif relay is None and identity is not None:
                    relay = parse_address(text.removeprefix(RELAY_PREFIX), DEFAULT_RELAY_PORT)
                    ways += self._endpoint_through(relay, identity, present)
            except (AddressError, PortTakenError):  # of a port: too many files are open, and it is tried again
                continue
        if ways:
            self.mesh.connect_to(key, ways)

    def _endpoint_through(self, relay: Address, identity: bytes, present: Collection[bytes]) -> list[tuple[str, int]]:
        known = self._tunnels.get(identity)
        if known is None and len(self._tunnels) >= MAX_TUNNELS:
            gone = next((each for each in self._tunnels if each not in present), None)
            if gone is None:
                return []
            self._tunnels.pop(gone)[1].close()
        if known is None or known[0] != relay:
            known = self._keep_tunnel(identity, relay, RelayTunnel(relay.host, relay.port, room_of(fingerprint_of(identity))))
        return [("127.0.0.1", known[1].port)]

    def _keep_tunnel(self, identity: bytes, relay: Address, tunnel: RelayTunnel) -> tuple[Address, RelayTunnel]:
        before = self._tunnels.pop(identity, None)
        if before is not None:
            before[1].close()
        self._tunnels[identity] = relay, tunnel
        return relay, tunnel

    # --- links

    def on_link_event(self, event: Event) -> None:
        """Note why a link does not come up, for `why_no_link`."""
        self._failures.on_link_event(event)

    def why_no_link(self, key: bytes, identity: bytes) -> str:
        """Return why there is no link to this peer, as far as it is known."""
        relay, tunnel = self._tunnels.get(identity, (None, None))
        return self._failures.reason_for(key, None if tunnel is None else Tunnel(tunnel.port, str(relay), tunnel.trouble))


def _relay_address(relay: str) -> Address | None:
    """Return the address of a relay; None for an empty text. Raises AddressError."""
    if not relay:
        return None
    address = parse_address(relay, DEFAULT_RELAY_PORT)
    if len(RELAY_PREFIX + str(address)) > MAX_ADDRESS_LETTERS:
        raise AddressError(Wording("the name of the relay is too long to be sent to other peers: with its port it may have "
                                   "{most} characters at most", most=MAX_ADDRESS_LETTERS - len(RELAY_PREFIX)))
    return address


def _ip_of(host: str) -> str:
    """Return the address of a host, or its name where none is found. Waits for the network."""
    try:
        return socket.gethostbyname(host)
    except (OSError, ValueError):  # no address of IPv4, or a name that is not text
        return host


def _endpoints_of(text: str) -> list[tuple[str, int]]:
    """Return the hosts and ports of an address. Raises AddressError."""
    address = parse_address(text)
    try:
        return [(host, address.port) for host in with_scopes(str(ipaddress.ip_address(address.host)))]
    except ValueError:
        return []  # a name of a machine means nothing on other machines


def _resolve_name(host: str, port: int) -> list[str]:
    """Return the addresses of a host that was just reached by this name. Raises CardError."""
    try:
        return with_scopes(str(ipaddress.ip_address(host)))
    except ValueError:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise CardError(Wording("'{host}' has no address any more ({why}): try again",
                                    host=host, why=error.strerror or error)) from None
        return list(dict.fromkeys(str(address[0]) for *_, address in found))
