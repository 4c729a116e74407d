"""Another program at the table of a window over the loopback: it plays by lot, and the window is driven beside it."""

import queue
import random
import time
from collections.abc import Callable
from pathlib import Path

from acquire_client.matches.online import OnlineMatch
from acquire_core import RULESETS
from acquire_net import Host, Join, Offer, Peer, PeerConfig, TableAddress, events, own_identity, rules_lines

from .driver import Window

PATIENCE_S = 60
QUICK = RULESETS["classic"].replace(end_size=11, start_cash=2000)
"""A game that may end with the first chain of eleven tiles."""


class OtherProgram:
    """A second player, whose answers come at once and are chosen by lot; it ends the game as soon as it may."""

    def __init__(self, folder: Path, code: str = "", name: str = "Ben") -> None:
        """Join the table of this code, or without one host a table of two."""
        self.inbox: queue.SimpleQueue[events.PeerEvent] = queue.SimpleQueue()
        config = PeerConfig(own_identity(folder / "identity").key, name, folder / "tables", "1", 0, announces=False)
        how = Join(TableAddress.read(code)) if code else Host(Offer(rules_lines(QUICK), 2))
        self.peer = Peer(config, how, self.inbox.put)
        self.code = ""
        """The join code of this program."""
        self.match: OnlineMatch | None = None
        self.ends: list[events.Ended] = []
        self.said: list[str] = []
        self.waits = False
        """While this is true it leaves its questions open."""
        self._chance = random.Random(5)
        self.peer.start()

    def work(self) -> None:
        """Handle what has come in."""
        self._answer()
        while not self.inbox.empty():
            match self.inbox.get():
                case events.LobbySnapshot(members, places):
                    me = next((each for each in members if each.is_me), None)
                    if me is not None and me.is_seated and not me.is_ready and len(members) == places:
                        self.peer.set_ready(True)
                case events.Begun(ruleset=ruleset, names=names, seat=seat):
                    self.match = OnlineMatch(ruleset, names, seat, self.peer.submit)
                case events.Played(actions, asked, bag) if self.match is not None:
                    self.match.receive_actions(actions, asked, bag)
                    self.match.poll()
                case events.Listening(code):
                    self.code = code
                case events.Ended() as end:
                    self.ends.append(end)
                case events.Said(_, line):
                    self.said.append(line)
            self._answer()

    def _answer(self) -> None:
        if self.match is not None and self.match.asked_seat is not None and not self.waits:
            self.match.answer(chosen(self.match, self._chance))


def chosen(match: OnlineMatch, chance: random.Random) -> object:
    """Return an answer by lot; one that ends the game where there is one."""
    legal = match.legal_actions()
    ending = [action for action in legal if type(action).__name__ == "DeclareEnd" and getattr(action, "yes", False)]
    return ending[0] if ending else chance.choice(legal)


def until(sitting: Window, other: OtherProgram | None, wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not wanted():
        assert time.monotonic() < end, f"not within {PATIENCE_S} s; {type(sitting.app.scenes[-1]).__name__}"
        if other is not None:
            other.work()
        sitting.app.run_once([], None)
        time.sleep(0.002)
