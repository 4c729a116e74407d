"""One table that has begun, as its peer has it: the seat, the mailbox and the letters of a table over days, who is there, and
what those who watch are shown.

It knows neither sockets nor the lobby. The peer gives it frames and the keys of links, what players say of themselves, and time;
it returns what goes over which link, and what is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from acquire_net import events
from acquire_net.crypto.curve import CurveKeys
from acquire_net.links.addresses import DEFAULT_RELAY_PORT, parse_address
from acquire_net.links.channels import TableChannel
from acquire_net.links.rhythm import Rhythm
from acquire_net.lobby.membership import Participant
from acquire_net.lobby.options import option_value
from acquire_net.lobby.table_spec import TableSpec
from acquire_net.mailbox.letters import Letter
from acquire_net.mailbox.peer_letters import PeerLetters
from acquire_net.mailbox.table_mail import GOOD_NEWS, TableMail
from acquire_net.protocol.seat_links import SeatLinks
from acquire_net.spectating.public_log import PublicLog
from acquire_net.table.opening import computers_of
from acquire_net.table.pauses import Pauses, who_may_pause
from acquire_net.table.resuming import ResumeFile
from acquire_net.table.said_by_players import handed_seats, seats_left_for_now
from acquire_net.table.table_seat import MailState, TableSeat

MIN_TICK_MS = 50
"""Between two ticks when much comes in: a tick takes as long as handling a frame."""
ASK_AROUND_MS = 200


class TableOutput(Struct, frozen=True):
    """What the links with these keys carry, and what has happened, in this order."""
    send: tuple[tuple[bytes, bytes], ...]
    events: tuple[events.PeerEvent, ...]


class _Post(Struct, frozen=True):
    """What carries frames of a table over days to those who are not there, and from them."""
    mail: TableMail
    letters: PeerLetters


class RunningTable:
    """A table from its beginning, or from the return to it, until `close`. Links are known by their keys: `linked` are those that
    are up, to whomever they lead."""

    def __init__(self, seat: TableSeat, resume_file: ResumeFile, now_ms: int) -> None:
        self.seat = seat
        self.resume_file = resume_file
        """What the peer keeps so that it can come back here."""
        self.log = PublicLog(seat.journal.contents.opening, seat.journal.contents.entries)
        """What those who watch are shown."""
        self.keys = tuple(each.curve for each in seat.table.seats)
        """The keys of the links of the seats."""
        self.gone: set[int] = set()
        """Seats that were lost while this peer played here."""
        numbers = {each.identity: number for number, each in enumerate(seat.table.seats)}
        self._channel = TableChannel(seat.tid, self.keys, now_ms / 1000)
        self._pauses, self._handed_seats = Pauses(numbers, now_ms), handed_seats(numbers, computers_of(seat.table))
        self._left_for_now = seats_left_for_now(numbers, seat.table.seats[seat.session.seat].identity)
        self._seat_links = SeatLinks(len(numbers))
        self._post: _Post | None = None
        self._ticks, self._people_looks, self._questions = Rhythm(MIN_TICK_MS), Rhythm(MIN_TICK_MS), Rhythm(ASK_AROUND_MS)

    def open_post(self, keys: CurveKeys, wake: Callable[[], None]) -> list[events.PeerEvent]:
        """Open the way to the mailbox, if the players have agreed on one, and the letters that were kept. `wake` is called in
        another thread when something has come."""
        mailbox = option_value(self.spec.options, "mailbox")
        if not mailbox:
            return []
        place = parse_address(mailbox, DEFAULT_RELAY_PORT)
        mail = TableMail(self.seat, keys, (place.host, place.port), self.resume_file.founded_s, wake)
        self._post = _Post(mail, PeerLetters(self.seat, keys))
        return self._post.letters.begin()

    def close(self) -> None:
        """Close all that is open; the letters were stored."""
        try:
            if self._post is not None:
                self._post.mail.close()
        finally:
            self.seat.close()

    # --- what is known

    @property
    def spec(self) -> TableSpec:
        return self.seat.table

    @property
    def is_playing(self) -> bool:
        """Return False after the end of the game: the seat stays, so that others can complete theirs."""
        return not self.seat.is_finished

    @property
    def may_be_watched(self) -> bool:
        return option_value(self.spec.options, "spectators") == "yes"

    def linked_seats(self, linked: Collection[bytes]) -> list[int]:
        """Return the seats to which there is a link, without those that were lost."""
        return [seat for seat, key in enumerate(self.keys) if key in linked and seat not in self.gone]

    # --- what comes in

    def receive(self, key: bytes, payload: bytes, now_ms: int) -> None:
        """Hand the session the frames that a link has brought; those of strangers are left out. Raises MalformedError."""
        if key in self.keys:
            seat = self.keys.index(key)
            for frame in self._channel.frames_from(key, payload, now_ms / 1000):
                self.seat.session.receive(seat, frame)

    def on_link_up(self, key: bytes) -> None:
        if key in self.keys:
            self.seat.session.on_link_up(self.keys.index(key))

    def on_lost(self, seat: int) -> None:
        """Note that a seat was lost, when that is reported: the end of a game may stand before it in one output, and is recorded
        without this loss."""
        self.gone.add(seat)

    def write_letters(self, everything: bool) -> None:
        """Write letters at the end of this turn, at a table over days."""
        if self._post is not None:
            self._post.letters.write(everything)

    def read_letters(self, letters: Sequence[Letter]) -> list[events.PeerEvent]:
        """Read letters at a table over days. Raises ResumeError if they show that the disk of this seat is old."""
        return [] if self._post is None else self._post.letters.read(letters)

    def store_letters(self) -> list[events.PeerEvent]:
        """Keep what letters have brought, and at the end of the game what the others may still need."""
        return [] if self._post is None else self._post.letters.store()

    # --- time

    def pass_time(self, now_ms: int, linked: Collection[bytes]) -> list[events.PeerEvent]:
        """Let time pass, and hand the session what waits in the mailbox and in letters."""
        if self._ticks.is_due(now_ms):
            self.seat.tick(now_ms, MailState.READ if self._post is None else self._post.mail.state)
        self._request_missing(now_ms, linked)
        if self._post is None:
            return []
        mail, letters = self._post.mail, self._post.letters
        sentences = [*mail.deliver(now_ms, self.linked_seats(linked), letters.is_in_doubt)]
        letters.go_on(mail.lets_letters_wake)
        return [events.Notice(text) if getattr(text, "pattern", "") in GOOD_NEWS else events.Trouble(text) for text in sentences]

    def _request_missing(self, now_ms: int, linked: Collection[bytes]) -> None:
        """Ask linked seats for frames of seats without a link: they send them as soon as they know what is missing here."""
        if not self.is_playing or not self._questions.is_due(now_ms):
            return
        seats = self.linked_seats(linked)
        if len(seats) < len(self.keys) - 1 - len(self.gone):
            for seat in seats:
                self.seat.session.on_link_up(seat)

    def check_people(self, people: Collection[Participant], linked: Collection[bytes], now_ms: int) -> Iterator[events.PeerEvent]:
        """Yield who asks for a pause, who has handed a seat over or left for now, and whose link is lost or slow, where that is
        new. At a table over days programs come and go, so nobody who goes has left."""
        if not self.is_playing or not self._people_looks.is_due(now_ms):
            return
        handed = self._handed_seats.take_change(people, now_ms)
        if handed is not None:
            yield events.HandedOver(tuple(sorted(handed)))
        left = self._left_for_now.take_change(people, now_ms) if self._post is None else None
        if left is not None:
            yield events.LeftForNow(tuple(sorted(left - self.gone)))
        own, liveness = self.seat.session.seat, self.seat.session.liveness
        uncounted = {own, *self.gone}
        silent_ms = [0 if seat in uncounted else liveness.silence_ms(seat) for seat in range(len(self.keys))]
        links = self._seat_links.take_change({*self.linked_seats(linked), *uncounted}, silent_ms)
        if links is not None:
            yield links
        if self._post is not None:
            people = who_may_pause(people, self.spec.seats[own].identity, self.seat.session.absence.has_waited_all_days)
        paused = self._pauses.take_change(people, now_ms)
        if paused is not None:
            liveness.set_paused(bool(paused))
            yield events.Paused(tuple(sorted(paused)))

    # --- what goes out

    def take_output(self, linked: Collection[bytes]) -> TableOutput:
        """Return what may go out now and what has happened. It has reached the disk; what is for seats without a link goes to the
        mailbox, if there is one."""
        output = self.seat.take_output()
        self.log.add(output.entries)
        send: Sequence[tuple[int, bytes]] = output.send
        if self._post is not None:
            self._post.letters.add_entries(output.entries)
            send = self._post.mail.sort_output(output, self.linked_seats(linked))
        payloads = self._channel.payloads_for(send)
        return TableOutput(tuple((self.keys[seat], payload) for seat, payload in payloads), output.events)

    def finish_turn(self) -> list[events.PeerEvent]:
        """Do what can wait until the output was taken: what is wanted of letters, then spare work of the session."""
        found = [] if self._post is None else self._post.letters.finish_orders()
        if self.seat.has_work:
            self.seat.session.do_spare_work()  # what others wait for has been sent
        return found
