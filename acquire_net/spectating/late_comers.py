"""People who come when the game has begun: what they are shown, and what those who play are shown of them.

A table that plays lets nobody in but its seats. A newcomer's program goes on trying, so it is at the table as soon as the game is
over; meanwhile it says so, and the seat at which it knocks says that a newcomer waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from acquire_net import events
from acquire_net.discovery.card import CardError
from acquire_net.discovery.table_address import TableAddress, quoted_code
from acquire_net.discovery.watch_card import WatchCard
from acquire_net.errors import Wording, pattern
from acquire_net.links.link_events import NO_ANSWER, NOT_ADMITTED, DialFailed, Event, LinkUp

MAX_KNOCKS = 8
"""Newcomers that are reported to those who play in one game: anybody may knock under many keys."""
PAUSE_MS = 10_000
"""Between two of them."""

A_NEWCOMER_WAITS = Wording("A newcomer wants to join this table and waits for the next game; meanwhile the newcomer may watch "
                           "this one.")
A_NEWCOMER_WAITS_UNSEEN = Wording("A newcomer wants to join this table and waits for the next game.")


BEGUN_AND_SHOWN = Wording("The game has begun, and all its places were taken. 'acquire join --watch' shows it, in another "
                          "terminal. Here you wait until the game is over; then you get a place in the next one if one is free.")
BEGUN_UNSEEN = Wording("The game has begun, and all its places were taken. Its players have agreed to have no spectators. Here "
                       "you wait until the game is over; then you get a place in the next one if one is free.")

_UNREACHABLE = {
    (True, False): pattern("Nobody answers at the table. This program goes on trying; 'quit' ends it."),
    (True, True): pattern("Nobody answers at the table any more: perhaps its people have left. This program goes on trying; "
                          "'quit' ends it."),
    (False, False): pattern("Something else answers where the table was. This program goes on trying; 'quit' ends it."),
    (False, True): pattern("Something else answers where the table was: perhaps its people have left. This program goes on "
                           "trying; 'quit' ends it."),
}
"""By whether nobody answers, and whether the table was there before."""


def begun_without_a_seat(may_watch: bool) -> events.GameRuns:
    """Return what a program reads that was in the lobby, and for which there was no seat."""
    return events.GameRuns(may_watch, BEGUN_AND_SHOWN if may_watch else BEGUN_UNSEEN)


class LateComers:
    """At a table that plays: who knocks."""

    def __init__(self) -> None:
        self._reported: set[bytes] = set()
        self._next_ms = 0

    def on_knock(self, key: bytes, may_watch: bool, now_ms: int) -> Iterator[events.PeerEvent]:
        """Yield what to report to those who play here, once for each newcomer."""
        if key not in self._reported and len(self._reported) < MAX_KNOCKS and now_ms >= self._next_ms:
            self._reported.add(key)
            self._next_ms = now_ms + PAUSE_MS
            yield events.Notice(A_NEWCOMER_WAITS if may_watch else A_NEWCOMER_WAITS_UNSEEN)

    def begin_anew(self) -> None:
        """Begin anew, for another game."""
        self._reported.clear()


class JoinAttempt:
    """On the way to a table, until its people are met: why it does not let this program in."""

    def __init__(self, ask: Callable[[TableAddress], WatchCard], place: TableAddress) -> None:
        """`ask` asks the table for its card, and raises CardError where it gets none."""
        self._ask = ask
        self._place = place
        self._waits = False

    def take(self, event: Event) -> Iterator[events.PeerEvent]:
        """Yield what a person has to know of this. It may ask the table for a card, which takes seconds at most."""
        if isinstance(event, LinkUp):
            self._waits = False
        elif isinstance(event, DialFailed) and event.reason == NOT_ADMITTED:
            yield self._explain_refusal()
        elif isinstance(event, DialFailed):
            yield events.Trouble(Wording(_UNREACHABLE[event.reason == NO_ANSWER, self._waits]))

    def _explain_refusal(self) -> events.PeerEvent:
        try:
            card = self._ask(self._place)
        except CardError:
            card = None
        if card is None or not card.has_begun:
            return events.Trouble(Wording("The table does not let this program in at the moment. This program goes on "
                                          "trying; 'quit' ends it."))
        self._waits = True
        code = quoted_code(self._place.of_identity(card.identity).code())
        text = (Wording("The game at this table has begun, so there is no seat for you now. 'acquire join --watch {code}' shows "
                        "it, in another terminal or after 'quit'. Here you wait until the game is over; then you get a place in "
                        "the next one if one is free.", code=code) if card.may_be_watched
                else Wording("The game at this table has begun, so there is no seat for you now. Its players have agreed to have "
                             "no spectators. Here you wait until the game is over; then you get a place in the next one if one "
                             "is free."))
        return events.GameRuns(card.may_be_watched, text)
