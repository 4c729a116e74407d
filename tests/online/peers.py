"""Whole peers in this process, with sockets, threads and journals of their own, that play by themselves whatever is legal."""

from __future__ import annotations

import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from acquire_client.matches.online import OnlineMatch
from acquire_core import RULESETS, Ruleset
from acquire_net import events
from acquire_net.config import Host, Join, PeerConfig
from acquire_net.crypto import signing
from acquire_net.crypto.signing import SigningKey
from acquire_net.discovery.table_address import TableAddress
from acquire_net.lobby.lobby import Offer
from acquire_net.peer import Peer
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.online.proxy import Proxy

PATIENCE_S = 120.0
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


class Player:
    """A peer that agrees to everything and answers at once, in the peer's own thread; its events are kept."""

    def __init__(self, folder: Path, name: str, how: Host | Join, proxy: Proxy | None = None, seed: int = 0) -> None:
        self.news: list[Any] = []
        self.ended: list[events.Ended] = []
        self.stopped: events.PeerStopped | None = None
        self.proxy = proxy
        self.port = 0
        self.waits_s: list[float] = []
        """From each answer to its being final."""
        self.answered_s: list[float] = []
        """When each of those was given."""
        self.games = 1000
        """So many are agreed to."""
        self._rng = random.Random(seed)
        self._match: OnlineMatch | None = None
        self._answered_s: float | None = None
        self._changed = threading.Condition()
        advertised = (proxy.address,) if proxy is not None else ()
        setup = PeerConfig(SigningKey(secrets.token_bytes(32)), name, folder, "0", port=0, announces=False, advertised=advertised)
        self.name = name
        self.peer = Peer(setup, how, self._hear)
        self.peer.start()

    def _hear(self, item: object) -> None:
        with self._changed:
            self._take(item)
            self._changed.notify_all()

    def _take(self, item: object) -> None:
        if not isinstance(item, events.Played):
            self.news.append(item)
        match item:
            case events.Listening():
                self.port = item.port
                if self.proxy is not None:
                    self.proxy.target = item.port
            case events.LobbySnapshot():
                me = next((each for each in item.members if each.is_me), None)
                full = sum(each.is_seated for each in item.members) == item.places
                if len(self.ended) < self.games and me is not None and me.is_seated and not me.is_ready and full:
                    self.peer.set_ready(True)
            case events.Begun():
                self._match = OnlineMatch(item.ruleset, item.names, item.seat, self.peer.submit)
            case events.Played():
                self._played(item)
            case events.Ended():
                self.ended.append(item)
            case events.PeerStopped():
                self.stopped = item

    def _played(self, played: events.Played) -> None:
        match = self._match
        assert match is not None
        match.receive_actions(played.actions, played.asked, played.opened_bag)
        match.poll()
        now_s = time.monotonic()
        if self._answered_s is not None and match.pending is None:
            self.waits_s.append(now_s - self._answered_s)
            self.answered_s.append(self._answered_s)
            self._answered_s = None
        if match.asked_seat is not None:
            self._decide()

    def _decide(self) -> None:
        """Answer the question of the table."""
        match = self._match
        assert match is not None
        self._answered_s = time.monotonic()
        match.answer(match.forced_answer() or self._rng.choice(match.legal_actions()))

    @property
    def steps(self) -> int:
        return len(self._match.steps) if self._match is not None else 0

    @property
    def seat(self) -> int:
        assert self._match is not None and self._match.seat is not None
        return self._match.seat

    def wait_until(self, is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        with self._changed:
            came = self._changed.wait_for(lambda: is_so() or self.stopped is not None, patience_s)
            last = [str(each)[:200] for each in self.news[-6:]]
            assert came and is_so(), f"{self.name} did not come to {what}: {self.stopped} {last}"

    def wait_for_games(self, games: int, patience_s: float = PATIENCE_S) -> None:
        self.wait_until(lambda: len(self.ended) >= games, f"the end of game {games}", patience_s)

    def close(self) -> None:
        self.peer.stop()
        assert self.peer.wait_until_stopped(20), f"{self.name} did not stop"


class HeldPlayer(Player):
    """A player that answers nothing while `holds` is true, so that the table waits for it."""

    holds = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.is_asked = False
        super().__init__(*args, **kwargs)

    def _decide(self) -> None:
        self.is_asked = self.holds
        if not self.holds:
            super()._decide()

    def go_on(self) -> None:
        with self._changed:
            self.holds = False
            match, was_asked = self._match, self.is_asked
            self.is_asked = False
            if was_asked and match is not None and match.asked_seat is not None and match.legal_actions():
                super()._decide()  # a seat that the others have gone on without is asked for nothing


@contextmanager
def table(folder: Path, players: int, *, proxies: Sequence[Proxy] = (), rules: str | Ruleset = "classic", seed: int = 0,
          options: dict[str, str] | None = None, names: Sequence[str] = NAMES,
          make: Callable[..., Player] | None = None) -> Iterator[list[Player]]:
    """Yield a table whose links all lead through the proxies, if there are any; `make` makes the players that join."""
    ruleset = RULESETS[rules] if isinstance(rules, str) else rules
    sitting: list[Player] = []
    try:
        host = Player(folder / names[0], names[0], Host(Offer(rules_lines(ruleset), players, options or {})),
                      proxies[0] if proxies else None, seed)
        sitting.append(host)
        host.wait_until(lambda: bool(host.port), "an open port")
        place = TableAddress("127.0.0.1", proxies[0].port if proxies else host.port)
        for number in range(1, players):
            proxy = proxies[number] if proxies else None
            sitting.append(joined(folder / names[number], names[number], place, proxy, seed + number, make=make))
        yield sitting
    finally:
        for player in sitting:
            player.peer.stop()
        for player in sitting:
            player.peer.wait_until_stopped(20)


def joined(folder: Path, name: str, place: TableAddress, proxy: Proxy | None = None, seed: int = 0, tries: int = 20,
           make: Callable[..., Player] | None = None) -> Player:
    """Ask for the card over a bad link again, as people do."""
    for _ in range(tries):
        player = (make or Player)(folder, name, Join(place), proxy, seed)
        try:
            player.wait_until(lambda player=player: bool(player.port), "an open port")  # type: ignore[misc]
        except AssertionError:
            continue
        return player
    raise AssertionError(f"{name} cannot join: {player.stopped}")


def come_to_the_end(players: Sequence[Player], games: int = 1, patience_s: float = PATIENCE_S) -> str:
    """Wait until all have finished so many games, the last with one head, which every journal proves; return it."""
    for player in players:
        player.wait_for_games(games, patience_s)
    heads = {player.ended[games - 1].head for player in players}
    assert len(heads) == 1
    for player in players:
        journal = player.ended[games - 1].journal
        assert journal is not None
        assert verify_journal(read_journal(journal), game_of, signing).head.hex() in heads
    return heads.pop()
