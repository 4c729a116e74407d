"""One peer, from the open port to the signed result: a lobby that becomes a table, with the links that it needs, in one thread.

A client gives orders, which return at once. It receives events (events.py, and those of lobby and session) through one function,
which is called in the peer's thread. Nothing else in the program knows sockets and the game at the same time.
"""

from __future__ import annotations

import gc
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from acquire_core import Action
from acquire_net import events
from acquire_net.config import BeginError, Host, Join, PeerConfig, Resume
from acquire_net.connections import Connections
from acquire_net.crypto.curve import CurveKeys, curve_keys
from acquire_net.discovery.card import CardError
from acquire_net.discovery.table_address import TableAddress
from acquire_net.errors import Wording
from acquire_net.event_log import with_log
from acquire_net.links.addresses import AddressError
from acquire_net.links.channels import TABLE, TALK
from acquire_net.links.link_events import Arrival, CutOff, Event, LinkDown, LinkUp, Shaken
from acquire_net.links.link_log import key_mark
from acquire_net.links.rhythm import Rhythm
from acquire_net.links.sockets import PortTakenError
from acquire_net.lobby.events import LinkRefused, LobbyFact, Met, ReadyChanged, Said, Started
from acquire_net.lobby.lobby import Lobby, Resumed
from acquire_net.lobby.options import option_value
from acquire_net.lobby.table_spec import AdmissionError, SignedTable
from acquire_net.lobby_snapshot import new_lobby, snapshot_of
from acquire_net.mailbox.letters import Letter
from acquire_net.neighbourhood import Neighbourhood, notice_of_game, notice_of_lobby
from acquire_net.players.acquaintance import Acquaintance
from acquire_net.players.names import PlayerNameError
from acquire_net.playing.running_table import RunningTable
from acquire_net.protocol.codec import MalformedError
from acquire_net.protocol.session_events import Regroup, SeatLost
from acquire_net.spectating.late_comers import JoinAttempt, begun_without_a_seat
from acquire_net.table.journal import DamagedJournalError, DiskError, JournalInUseError, journal_of
from acquire_net.table.opening import identities_of
from acquire_net.table.resume_info import ResumeInfo, ResumeInfoError
from acquire_net.table.resuming import ResumeFile, begin_seat, resume_seat
from acquire_net.table.session_start import ResumeError
from acquire_net.table.table_seat import TableSeat

TICK_MS = 100
"""Between two turns when nothing comes in."""
LOOK_AT_ADDRESSES_MS = 5000
GOODBYE_MS = 400
"""Time to send the last messages before the links are closed."""
CLOSING_PROGRAM_MS = 6000
"""How long the journal of a table may still be open in another program: one that was closed has left by then."""
READING_MS = 250
"""Between two reports of how far the own journal was read."""
LAST_WORDS_MS, MAX_LAST_WORDS_MS = 1200, 5000
"""Time after the end of a game to help others complete their logs: once all are complete here, and at most."""
MAX_MISTAKES, MAX_BLAMED = 3, 1000  # of one link, and links whose mistakes are counted: anyone may come with many keys
BARRED_S = 30.0
UNUSABLE = Wording("it keeps sending messages that this program cannot use")

log = logging.getLogger("acquire.peer")


class Peer:
    """A peer that runs from `start` until `stop`, or until it cannot go on; `events.PeerStopped` is its last event."""

    def __init__(self, config: PeerConfig, how: Host | Join | Resume, on_event: Callable[[events.PeerEvent], None]) -> None:
        self._config = config
        self._how = how
        self._report = with_log(on_event)
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stop_at: int | None = None
        self._refusal = ""
        """Why this peer and the host that it has called cannot play together."""
        self._is_told_to_stop = threading.Event()
        self._connections: Connections | None = None
        self._lobby: Lobby
        self._neighbourhood: Neighbourhood
        self._is_announced = False
        self._addresses: tuple[str, ...] = ()
        """The addresses of this machine at the last check."""
        self._table: RunningTable | None = None
        """The table of the last game; it stays after the end, so that others can complete theirs."""
        self._snapshot: events.LobbySnapshot | None = None
        self._wanted: tuple[tuple[bytes, tuple[str, ...]], ...] = ()
        """Links that the lobby would like to have: key and addresses."""
        self._ready: frozenset[bytes] = frozenset()
        self._met: set[bytes] = set()
        """The keys of the links that are up."""
        self._mistakes: Counter[bytes] = Counter()
        self._mistakes_shown: set[str] = set()
        """Mistakes of this program that were reported."""
        self._cut_off: set[bytes] = set()
        """Links that were cut in this turn: their other frames are dropped."""
        self._acquaintance: Acquaintance
        self._is_alone = False
        """True while only the host that this peer has called is admitted."""
        self._address_looks = Rhythm(LOOK_AT_ADDRESSES_MS)
        self._read_ms = 0
        """When the last report of the own journal was made, on the way back to a table."""
        self._thread = threading.Thread(target=self._run, name="acquire peer", daemon=True)

    # --- orders, from any thread

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_told_to_stop.set()
        self._put_order(self._begin_stopping)

    def wait_until_stopped(self, timeout_s: float | None = None) -> bool:
        """Wait until the peer has ended. Return True if it has."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def set_ready(self, ready: bool) -> None:
        def order() -> None:
            if self._is_playing:  # it has begun meanwhile
                return
            self._lobby.set_ready(ready)
            proposal = self._lobby.proposal
            if ready and proposal is not None:
                self._acquaintance.accept_players(proposal.seated)

        self._put_order(order)

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, options: Mapping[str, str] | None = None,
                        places: int | None = None, order: tuple[bytes, ...] | None = None) -> None:
        self._put_order(lambda: self._lobby.propose_changes(rules, options, places, order))

    def exclude_player(self, identity: bytes) -> None:
        self._put_order(lambda: self._lobby.exclude_player(identity))

    def accept_player(self, identity: bytes) -> None:
        def order() -> None:
            self._lobby.accept_player(identity)
            self._acquaintance.let_in(identity)

        self._put_order(order)

    def block_player(self, identity: bytes, blocked: bool = True) -> None:
        """Block a player by their key, or take that back: no word of theirs is shown here, and they get no seat from this program
        on this and on later evenings."""
        def order() -> None:
            self._acquaintance.set_blocked(identity, self._lobby.name_of(identity), blocked)
            self._lobby.mute_player(identity, blocked)
            if blocked and not self._is_playing and self._lobby.keeps_table:
                self._lobby.exclude_player(identity)

        self._put_order(order)

    def set_friends_only(self, friends_only: bool) -> None:
        """Give strangers no seat at a table that this program keeps, or give them one again; those who sit stay."""
        def order() -> None:
            self._acquaintance.friends_only = friends_only

        self._put_order(order)

    def set_relay(self, relay: str) -> None:
        """Wait at another relay from now on; with an empty text at none. `Listening` is reported when its name was looked up."""
        def report() -> None:
            self._report(self._running_connections().listening_event())

        def order() -> None:
            connections = self._running_connections()
            try:
                connections.set_relay(relay, lambda: self._put_order(report))
            except AddressError as bad:
                self._report(events.Trouble(Wording("The relay: {bad}.", bad=bad)))
                return
            self._addresses = connections.addresses()
            self._lobby.set_addresses(self._addresses)
            self._update_resume_info()

        self._put_order(order)

    def send_chat(self, text: str) -> None:
        self._put_order(lambda: self._lobby.send_chat(text))

    def mute_player(self, identity: bytes, muted: bool = True) -> None:
        self._put_order(lambda: self._lobby.mute_player(identity, muted))

    def submit(self, *answers: Action) -> None:
        """Answer; at a table over days with all that the seat answers in a row."""
        self._put_order(lambda: self._at_table(lambda table: table.seat.submit(*answers)))

    def vote(self, seats: Iterable[int]) -> None:
        wanted = tuple(seats)
        self._put_order(lambda: self._at_table(lambda table: table.seat.session.vote(wanted)))

    def write_letters(self, everything: bool = False) -> None:
        """Write letters to the others at a table over days; `LettersWritten` has their texts."""
        self._put_order(lambda: self._at_table(lambda table: table.write_letters(everything)))

    def read_letters(self, letters: Sequence[Letter]) -> None:
        """Read letters at a table over days; `LettersRead` says what came of them."""
        self._put_order(lambda: self._at_table(lambda table: self._report_all(table.read_letters(letters))))

    def set_paused(self, paused: bool) -> None:
        """Ask the others to wait, or to go on."""
        self._put_order(lambda: self._lobby.set_paused(paused))

    def hand_over(self, handed: bool) -> None:
        """Tell the others that a computer player answers for this seat now, or that its person does again. Who answers is not the
        peer's affair: it sends what is submitted."""
        self._put_order(lambda: self._lobby.set_handed_over(handed))

    def leave(self) -> None:
        """Leave the game for good; the others play on."""
        self._put_order(lambda: self._at_table(lambda table: table.seat.leave()))

    def _put_order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        connections = self._connections
        if connections is not None:
            connections.mesh.wake()

    # --- the thread

    def _run(self) -> None:
        text = ""
        try:
            self._begin()
            while self._stop_at is None or self._now_ms() < self._stop_at:
                self._run_turn()
            text = self._refusal
        except (BeginError, ResumeError, PortTakenError, AddressError, PlayerNameError, AdmissionError, CardError,
                ResumeInfoError, DamagedJournalError, JournalInUseError, DiskError) as problem:
            text = str(problem.strerror if isinstance(problem, OSError) and problem.strerror else problem)
        except Exception as problem:
            log.exception("the peer ended")
            text = self._text_of_failure(problem)
        finally:
            try:
                self._close()
            except Exception:
                log.exception("the peer could not close what it had open")
            self._report(events.PeerStopped(text))

    def _text_of_failure(self, problem: Exception) -> str:
        mistake = f"{type(problem).__name__}: {problem}"
        if self._table is None or not self._table.is_playing:
            return Wording("this program has stopped because of a mistake of its own ({mistake}). No game was running, so "
                           "nothing is lost: start again. Please report it with the log file", mistake=mistake)
        return Wording("this program has stopped because of a mistake of its own ({mistake}). The game is kept in {journal}: "
                       "'acquire resume' returns to the table. Please report it with that file and the log file",
                       mistake=mistake, journal=self._table.resume_file.journal)

    @staticmethod
    def _now_ms() -> int:
        return time.monotonic_ns() // 1_000_000

    def _run_turn(self) -> None:
        connections = self._running_connections()
        self._cut_off.clear()
        for event in connections.mesh.poll(0 if self._table is not None and self._table.seat.has_work else TICK_MS):
            if isinstance(event, Arrival):
                self._take_frame(event.key, event.frame)
            else:
                self._take_link_event(event)
        while not self._orders.empty():  # nobody else takes any
            self._carry_out(self._orders.get())
        now = self._now_ms()
        self._lobby.tick(now)
        if self._table is not None:
            self._report_all(self._table.pass_time(now, self._met))
        self._pass_on()
        if self._table is not None:
            self._report_all(self._table.finish_turn())
            self._report_all(self._table.check_people(self._lobby.participants, self._met, now))
        self._check_neighbourhood(now)
        self._check_addresses(now)
        if text := connections.take_relay_trouble():
            self._report(events.Trouble(text))
        self._stop_when_complete(now)

    def _carry_out(self, order: Callable[[], None]) -> None:
        try:
            order()
        except (AdmissionError, PlayerNameError) as refusal:
            self._report(events.Trouble(Wording("{text}", text=refusal).as_sentence))

    def _report_all(self, items: Iterable[events.PeerEvent]) -> None:
        for item in items:
            self._report(item)

    def _running_connections(self) -> Connections:
        assert self._connections is not None
        return self._connections

    @property
    def _is_playing(self) -> bool:
        return self._table is not None and self._table.is_playing

    def _at_table(self, act: Callable[[RunningTable], None]) -> None:
        if self._table is not None:
            act(self._table)

    # --- the beginning and the end

    def _begin(self) -> None:
        self._acquaintance = Acquaintance(self._config.known_players)
        self._acquaintance.friends_only = self._config.friends_only
        if self._acquaintance.trouble:
            self._report(events.Trouble(self._acquaintance.trouble))
        if isinstance(self._how, Resume):
            self._begin_again(self._how.journal)
            return
        keys = curve_keys(secrets.token_bytes)
        self._open(keys, self._config.port, self._config.relay or self._how.relay)
        offer = self._how.offer if isinstance(self._how, Host) else None
        self._lobby = new_lobby(self._config, keys.public, self._running_connections().addresses(), self._now_ms(),
                                offer=offer, keeps_out=self._acquaintance.keeps_out)
        place = self._how.place if isinstance(self._how, Join) else None
        arrival = JoinAttempt(self._running_connections().watch_card, place) if place is not None else None
        self._neighbourhood = Neighbourhood(self._link_name, arrival)
        if isinstance(self._how, Join):
            self._call_host(self._how.place)
        self._report(self._running_connections().listening_event())

    def _open(self, keys: CurveKeys, port: int, relay: str) -> None:
        self._connections = Connections(self._config.signer, keys, port=port, any_port=self._config.any_port, relay=relay,
                                        announces=self._config.announces, advertised=self._config.advertised)

    def _call_host(self, place: TableAddress) -> None:
        connections = self._running_connections()
        connections.mesh.admit(())  # a peer without a lobby joins that of the first peer it meets, and that must be the host's
        card = connections.call_table(place)
        if card.identity == self._config.signer.public:
            raise BeginError(Wording("this join code leads to your own table: the same installation runs twice. To play as "
                                     "another player on this machine, use another account, or set ACQUIRE_HOME to another "
                                     "folder"))
        connections.mesh.admit((card.curve,))
        self._is_alone = True

    def _begin_again(self, journal: Path) -> None:
        """Return to a table from its journal. Raises ResumeError, ResumeInfoError, and the errors of reading the journal."""
        self._read_ms = self._now_ms()
        seat, info = self._resume_seat(journal)
        table = seat.table
        try:
            self._open(CurveKeys(info.public, info.secret), info.port if self._config.any_port else self._config.port,
                       self._config.relay or info.relay)
            signed_table = SignedTable(table, dict(enumerate(seat.journal.contents.opening.signatures)))
            # Signed by all, and announced when the same people play again.
            self._config = replace(self._config, name=table.seats[seat.session.seat].name)
            self._lobby = new_lobby(self._config, info.public, self._running_connections().addresses(), self._now_ms(),
                                    resumed=Resumed(info.lobby_id, signed_table, info.host),
                                    keeps_out=self._acquaintance.keeps_out)
        except BaseException:
            seat.close()
            raise
        self._neighbourhood = Neighbourhood(self._link_name)
        resume_file = ResumeFile(journal, table, info.peers, info.founded_s)
        self._lobby.chat.recall_lines(resume_file.heard_lines())
        self._sit_down(seat, resume_file)
        for key, addresses in info.peers.items():
            identity = next((each.identity for each in table.seats if each.curve == key), None)
            self._running_connections().dial_peer(key, identity, addresses)
        self._report(self._running_connections().listening_event())

    def _resume_seat(self, journal: Path) -> tuple[TableSeat, ResumeInfo]:
        """Sit down again as soon as no other program has the journal: one that was closed just now says goodbye first."""
        give_up_ms = self._now_ms() + CLOSING_PROGRAM_MS
        while True:
            try:
                return resume_seat(journal, self._config.signer, self._now_ms(), self._on_journal_read)
            except JournalInUseError:
                if self._now_ms() >= give_up_ms or self._is_told_to_stop.wait(TICK_MS / 1000):
                    raise

    def _on_journal_read(self, done: int, total: int) -> None:
        """Report now and then how far the own journal was read: it takes seconds late in a game."""
        if self._now_ms() - self._read_ms >= READING_MS:
            self._read_ms = self._now_ms()
            self._report(events.ReadingJournal(done, total))

    def _begin_stopping(self) -> None:
        """Leave the lobby for good; to a game that has begun this peer can return."""
        patience_ms = GOODBYE_MS if self._met else 0
        if self._table is not None and self._table.is_playing:
            if not self._table.seat.has_left:
                self._lobby.leave_for_now()
        else:
            self._lobby.leave()
            if self._table is not None:
                patience_ms = MAX_LAST_WORDS_MS
        self._stop_at = self._now_ms() + patience_ms

    def _stop_when_complete(self, now: int) -> None:
        if self._stop_at is not None and self._table is not None and self._table.seat.is_complete:
            self._stop_at = min(self._stop_at, now + LAST_WORDS_MS)

    def _close(self) -> None:
        """End in good order. The journal is let go last: a program that returns to the table waits for it, and needs the port."""
        try:
            if self._table is not None and self._table.seat.has_left:
                self._table.resume_file.delete_file()
        finally:
            try:
                if self._connections is not None:
                    self._connections.close()
            finally:
                self._stand_up()

    def _stand_up(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            try:
                self._report_all(table.store_letters())
            finally:
                table.close()  # nobody has it any more: its journal would be in use as long as this program runs
            del table
            gc.collect()  # a session has reference cycles: ten games would stay in memory until Python collects by itself

    # --- what comes in

    def _take_frame(self, key: bytes, frame: bytes) -> None:
        """Hand a frame to the lobby or to the session of the table; blame the link that brought it if it is malformed."""
        if key in self._cut_off:
            return
        channel, payload = frame[:1], frame[1:]
        try:
            if channel == TALK:
                self._lobby.receive(key, payload)
            elif channel != TABLE:
                raise MalformedError("a frame for an unknown channel")
            elif self._table is not None:
                self._table.receive(key, payload, self._now_ms())
        except MalformedError as mistake:
            self._blame_link(key, str(mistake))
        except Exception as mistake:  # a mistake of this program is not a reason to cut an honest link, or to end silently
            log.exception("while a frame of %s was handled", key_mark(key))
            self._report_mistake(channel, mistake)

    def _take_link_event(self, event: Event) -> None:
        self._running_connections().on_link_event(event)
        playing = self._table.spec if self._table is not None and self._table.is_playing else None
        self._report_all(self._neighbourhood.on_link_event(event, playing, bool(self._lobby.lobby_id), self._now_ms()))
        match event:
            case LinkUp(key):
                self._met.add(key)
                self._lobby.link_up(key)
                self._at_table(lambda table: table.on_link_up(key))
            case Shaken(key):
                self._at_table(lambda table: table.on_link_up(key))
            case LinkDown(key):
                self._met.discard(key)
                self._lobby.link_down(key)
            case CutOff(key, seconds, reason):
                self._report(events.Trouble(Wording("The link to {name} is cut for {seconds} s: {reason}.",
                                                    name=self._name_of(key), seconds=f"{seconds:.0f}", reason=reason)))

    def _report_mistake(self, channel: bytes, mistake: Exception) -> None:
        """Stop the table, with its journal as it is; before a game, go on without the frame."""
        text = f"{type(mistake).__name__}: {mistake}"
        if channel == TABLE and self._table is not None:
            self._table.seat.session.fail(text)
        elif text not in self._mistakes_shown and len(self._mistakes_shown) < MAX_MISTAKES:
            self._mistakes_shown.add(text)
            self._report(events.Trouble(Wording("This program has made a mistake with a message from another player "
                                                "({text}). It goes on without the message; the log file has the details.",
                                                text=text)))

    def _blame_link(self, key: bytes, reason: str) -> None:
        """Count a malformed frame against the link that brought it, and cut the link after a few; nobody else can send there."""
        log.warning("%s: %s", key_mark(key), reason)
        if len(self._mistakes) >= MAX_BLAMED:
            self._mistakes.clear()
        self._mistakes[key] += 1
        if self._mistakes[key] >= MAX_MISTAKES:
            self._mistakes[key] = 0
            self._cut_off.add(key)
            self._running_connections().mesh.cut_off(key, BARRED_S, UNUSABLE)

    def _link_name(self, key: bytes) -> str:
        """Return who is at the other end of a link; empty for a stranger."""
        return next((each.name for each in self._lobby.participants if each.curve == key), "")

    def _name_of(self, key: bytes) -> str:
        who = next((each.identity for each in self._lobby.participants if each.curve == key), None)
        return Wording("a stranger") if who is None else self._lobby.name_of(who)

    # --- what goes out

    def _pass_on(self) -> None:
        """Send and report what lobby and session have to say, until nothing more follows from it."""
        connections = self._running_connections()
        while True:
            if self._is_alone and self._lobby.lobby_id:
                self._is_alone = False
                connections.mesh.admit(None)
            table_before = self._table
            out = self._lobby.take_ready()
            self._wanted = out.links
            for key, frame in out.send:
                connections.mesh.send(key, TALK + frame)
            for fact in out.facts:
                self._on_lobby_fact(fact)
            if self._table is not None:
                output = self._table.take_output(self._met)
                for key, frame in output.send:
                    connections.mesh.send(key, frame)
                for item in output.events:
                    self._on_game_event(item)
            if not out.facts and self._table is table_before:
                break
        self._report_lobby()

    def _on_lobby_fact(self, fact: LobbyFact) -> None:
        if isinstance(fact, Started):
            self._start(fact)
        else:
            if isinstance(fact, ReadyChanged):
                self._ready = frozenset(fact.identities)
            elif isinstance(fact, Met):
                if warning := self._acquaintance.recognise_player(fact.identity, fact.name):
                    self._report(events.Trouble(warning))
                if self._acquaintance.is_blocked(fact.identity):
                    self._lobby.mute_player(fact.identity)
            elif isinstance(fact, Said) and self._table is not None and self._table.is_playing:
                self._table.resume_file.keep_heard_lines(self._lobby.chat.heard_lines())
            self._report_lobby()
            self._report(fact)
            if isinstance(fact, LinkRefused) and isinstance(self._how, Join) and not self._lobby.lobby_id and not self._refusal:
                # Not at once: the host learns from the hello of this peer whom its table does not suit.
                self._refusal, self._stop_at = str(fact.reason), self._now_ms() + GOODBYE_MS

    def _on_game_event(self, item: events.PeerEvent) -> None:
        self._report(item)
        if isinstance(item, events.Clock):
            self._running_connections().show_clock(item)
        table = self._table
        if table is None:
            return
        if isinstance(item, SeatLost):
            table.on_lost(item.seat)
        elif isinstance(item, events.Caught):
            self._acquaintance.record_conviction(table.spec.seats[item.seat].identity)
        elif isinstance(item, events.Ended):
            self._acquaintance.record_game(identities_of(table.spec), table.seat.session.seat, table.gone, item.void_draws)
            self._report_all(table.store_letters())
            table.resume_file.delete_file()
            self._ready = frozenset()
            self._running_connections().mesh.admit(None)
            self._lobby.begin_next_game(table.seat.convicted)
        elif isinstance(item, Regroup):
            lost = [table.spec.seats[seat].identity for seat in item.lost]
            left = [who for who in table.seat.left if who not in table.seat.convicted]
            table.resume_file.delete_file()
            del table
            self._stand_up()
            self._running_connections().mesh.admit(None)
            self._lobby.begin_without(lost, left)

    def _start(self, started: Started) -> None:
        signed_table = started.signed_table
        if all(seat.identity != self._config.signer.public for seat in signed_table.table.seats):
            self._report(begun_without_a_seat(option_value(signed_table.table.options, "spectators") == "yes"))
            return  # the table does not wait for spectators
        resume_file = ResumeFile(journal_of(self._config.folder, signed_table.tid), signed_table.table, {}, int(time.time()))
        self._keep(resume_file)
        seat = begin_seat(resume_file, self._config.folder, signed_table, self._config.signer, self._now_ms())
        self._sit_down(seat, resume_file)

    def _sit_down(self, seat: TableSeat, resume_file: ResumeFile) -> None:
        self._stand_up()
        connections, table = self._running_connections(), RunningTable(seat, resume_file, self._now_ms())
        self._table = table
        self._acquaintance.note_seated(identities_of(table.spec))
        connections.mesh.admit(table.keys)
        try:
            connections.show_log(table.log, table.may_be_watched)
        except (PortTakenError, OSError) as problem:
            self._report(events.Trouble(Wording("Nobody can watch this table through this program: {problem}. The game goes "
                                                "on.", problem=problem)))
        self._update_resume_info()
        resume_file.keep_heard_lines(self._lobby.chat.heard_lines())
        self._report_all(table.open_post(connections.keys, connections.mesh.wake))

    def _update_resume_info(self) -> None:
        if self._table is not None and self._table.is_playing:
            self._keep(self._table.resume_file)
            self._running_connections().set_seat_addresses(self._table.resume_file.ways)

    def _keep(self, resume_file: ResumeFile) -> None:
        connections, lobby = self._running_connections(), self._lobby
        known = {person.presence.curve: person.presence.addresses for person in lobby.membership.roster}
        now = ResumeInfo(connections.keys.secret, connections.keys.public, connections.gateway.port, known, connections.relay,
                         lobby.lobby_id, lobby.host)
        if trouble := resume_file.keep_info(now):
            self._report(events.Trouble(trouble))

    # --- links and the network around

    def _check_neighbourhood(self, now: int) -> None:
        newcomers = self._neighbourhood.newcomers([key for key, _ in self._wanted], now)
        if self._neighbourhood.is_due(now):
            self._dial_wanted()
            self._announce_table()
        elif newcomers:
            self._dial_wanted(newcomers)
        if not self._is_playing:
            why_not = self._running_connections().why_no_link
            self._report_all(self._neighbourhood.report_missing(self._lobby.missing_links(), why_not, now))

    def _dial_wanted(self, only: Collection[bytes] | None = None) -> None:
        """Dial those to whom the lobby would like to have a link, or only those of them that have one of these keys."""
        identities = {each.curve: each.identity for each in self._lobby.participants}
        present = {*identities.values(), *(identities_of(self._table.spec) if self._table is not None else ())}
        for key, addresses in self._wanted:
            if only is not None and key not in only:
                continue
            self._running_connections().dial_peer(key, identities.get(key), addresses, present)

    def _announce_table(self) -> None:
        """Announce the table on the local network as long as it is this peer's to announce, and no longer."""
        if self._table is not None and self._table.is_playing:
            notice = notice_of_game(self._table.spec, self._table.seat.session.seat, self._table.linked_seats(self._met))
        else:
            self._neighbourhood.on_lobby()
            notice = notice_of_lobby(self._lobby.proposal, self._lobby.identity, self._lobby.host)
        connections = self._running_connections()
        if notice is not None:
            connections.announce_table(self._lobby.lobby_id, self._lobby.membership.me.name, notice.taken, notice.places,
                                       notice.rules, self._config.version, notice.stage)
        elif self._is_announced:
            connections.withdraw_table()
        self._is_announced = notice is not None

    def _check_addresses(self, now: int) -> None:
        if self._address_looks.is_due(now):
            connections = self._running_connections()
            before, self._addresses = self._addresses, connections.addresses()
            if before and self._addresses != before:  # this machine has moved to another network
                self._lobby.set_addresses(self._addresses)
                self._report(connections.listening_event())
            self._update_resume_info()

    def _report_lobby(self) -> None:
        if self._is_playing:
            return
        snapshot = snapshot_of(self._lobby, self._ready, self._acquaintance, self._config.announces)
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            self._report(snapshot)
