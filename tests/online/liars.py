"""A peer that plays along like everybody else, and sends hostile frames besides, over the links that it has."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from acquire_core import RULESETS
from acquire_net import events
from acquire_net.config import Host
from acquire_net.crypto import signing
from acquire_net.discovery.table_address import TableAddress
from acquire_net.lobby.lobby import Offer
from acquire_net.protocol.codec import decode_frame
from acquire_net.protocol.messages import CONTENT_BELOW, Kind
from acquire_net.protocol.session import Session
from acquire_net.protocol.session_events import SeatLost
from acquire_net.table.acquire_game import game_of, rules_lines
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.net.adversaries.hostile_frames import Forger
from tests.net.adversaries.levers import LeverFrames
from tests.online.peers import NAMES, PATIENCE_S, HeldPlayer, Player, joined
from tests.support.seat_of_peer import seat_of

SLICE_S = 0.1
"""A flood is sent in parts, so many seconds apart."""


def session_of(player: Player) -> Session:
    seat = seat_of(player.peer)
    assert seat is not None
    return seat.session


class PeerFrames(LeverFrames):
    """Frames of a liar, made from what its own session knows, and from what it has received."""

    def __init__(self, session: Session) -> None:
        self._session = session
        forger = self.forger = Forger(session.seat, session.signer, lambda: [session], random.Random(session.seat))
        forger.habits = [(forger.replay, 4), (forger.claim, 3), (forger.status, 1), (forger.honest_vote, 2),
                         (forger.honest_proposal, 2), (forger.far_away, 2), (forger.hands, 1), (forger.canonical_state, 1)]

    def forged(self) -> bytes:
        """Return any frame of those habits of a forger that cannot be proven wrong.

        Frames that nobody can read are left out: they end the link to the liar for half a minute, as if its cable was pulled.
        """
        return next(frame for frame in iter(self.forger.frame, b"") if frame is not None)

    @property
    def first(self) -> Session:
        return self._session


MakeFrames = Callable[[PeerFrames], Iterable[bytes]]


class LyingPlayer(HeldPlayer):
    """A player that sends frames of its own making, also while it holds the table."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.sent = 0
        self.frames: PeerFrames | None = None
        super().__init__(*args, **kwargs)

    def _take(self, item: object) -> None:
        super()._take(item)
        if isinstance(item, events.Begun):
            self._learn()

    def _learn(self) -> None:
        """Remember all frames that come in, to be shown again."""
        session = session_of(self)
        frames, receive = PeerFrames(session), session.receive
        self.frames = frames

        def receive_and_learn(sender: int, frame: bytes) -> None:
            frames.forger.learn(frame)
            receive(sender, frame)

        session.receive = receive_and_learn  # type: ignore[method-assign]

    def lie(self, make: MakeFrames) -> None:
        """Send these frames to every other seat. They are made in the peer's thread, from the session as it is then."""
        self.peer._put_order(lambda: self._send(make))

    def _send(self, make: MakeFrames) -> None:
        peer = self.peer
        table = peer._table
        if table is None or peer._connections is None or self.frames is None:
            return  # the game is over
        frames = list(make(self.frames))
        self.sent += len(frames)
        others = [seat for seat in range(len(table.keys)) if seat != self.frames.liar_seat]
        for seat, payload in table._channel.payloads_for((seat, frame) for seat in others for frame in frames):
            peer._connections.mesh.send(table.keys[seat], payload)

    def flood(self, kind: str, seconds: float, frames_per_s: int = 200, first: int = 0) -> float:
        """Send as many frames of a kind as fit into this time, numbered from `first`; return the seconds that it took, which are
        more on a busy machine."""
        began_s, per_slice = time.monotonic(), round(frames_per_s * SLICE_S)
        for number in range(round(seconds / SLICE_S)):
            numbers = range(first + number * per_slice, first + (number + 1) * per_slice)
            self.lie(lambda frames, numbers=numbers: flood_frames(frames, kind, numbers))  # type: ignore[misc]
            time.sleep(max(0.0, began_s + (number + 1) * SLICE_S - time.monotonic()))
        done = threading.Event()
        self.peer._put_order(done.set)
        assert done.wait(PATIENCE_S)
        return time.monotonic() - began_s


def flood_frames(frames: PeerFrames, kind: str, numbers: range) -> list[bytes]:
    """Return a part of a flood; nothing where the liar has no others left to lie about.

    What is mixed convicts nobody: the reports of a liar that goes on signing do so within seconds.
    """
    if len(frames.honest_live) < 2:
        return []
    if kind == "forged":
        return [frames.forged() for _ in numbers]
    make = frames.floods()
    kinds = [each for each in make if not each.startswith("reports")] if kind == "mixed" else [kind]
    return [make[kinds[number % len(kinds)]](number) for number in numbers]


class TableWithLiar:
    """A table of peers on loopback, the last of which lies."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        liar = players[-1]
        assert isinstance(liar, LyingPlayer)
        self.liar = liar
        self.honest = players[:-1]
        self.liar_seat = session_of(liar).seat

    def blocks(self) -> int:
        """Return how many blocks are final at all honest seats."""
        return min(len(session_of(player).replica.log) for player in self.honest)

    def play_until(self, is_so: Callable[[], bool], what: str, patience_s: float = PATIENCE_S) -> None:
        end_s = time.monotonic() + patience_s
        while not is_so():
            assert time.monotonic() < end_s, f"the table did not come to {what}: {self.blocks()} blocks"
            stopped = [player.stopped for player in self.honest if player.stopped is not None]
            assert not stopped, stopped
            time.sleep(0.01)

    def lie_at_rest(self, make: MakeFrames) -> None:
        """Send frames while the liar is asked: all seats have the same open block."""
        self.liar.holds = True
        self.play_until(lambda: self.liar.is_asked and len({len(session_of(player).replica.log) for player in self.players}) == 1,
                        "a question to the liar that all have seen")
        self.liar.lie(make)
        time.sleep(0.2)
        self.liar.go_on()

    def goes_on(self, blocks: int = 12) -> None:
        """Play on for so many blocks, or to the end of the game."""
        start = self.blocks()
        self.play_until(lambda: self.blocks() >= start + blocks or all(player.ended for player in self.honest),
                        f"{blocks} more blocks")

    def is_rid_of_liar(self) -> None:
        seat = self.liar_seat
        self.play_until(lambda: all(seat not in session_of(player).live for player in self.honest), "a table without the liar")

    def check(self, convicted: bool | None) -> None:
        """Nobody honest is lost or convicted, the liar is where a frame proves it (None: perhaps), and all have one log."""
        seat = self.liar_seat
        journals = [session_of(player).replica.log for player in self.honest]
        length = min(map(len, journals))  # taken once: the logs grow while they are compared
        heads = [[page.head for page in log[:length]] for log in journals]
        assert all(one == heads[0] for one in heads), "the honest do not have one log"
        for player in self.honest:
            session = session_of(player)
            assert not session.stopped and not session.replica.split and not session.replica.disagreements
            caught = {item.seat for item in player.news if isinstance(item, events.Caught)}
            assert caught == {*session.replica.convicted}
            assert caught <= {seat} if convicted is None else caught == ({seat} if convicted else set())
            assert {item.seat for item in player.news if isinstance(item, SeatLost)} <= {seat}

    def extra_bytes(self) -> dict[str, int]:
        """Return how much of each honest journal is not the log: what an honest table writes is left out."""
        return {player.name: extra_bytes(journal_path(player), session_of(player).seat) for player in self.honest}


def journal_path(player: Player) -> Path:
    seat = seat_of(player.peer)
    assert seat is not None
    return seat.journal.path


def extra_bytes(journal: Path, own_seat: int) -> int:
    """Return the bytes of the frames in a journal that are neither contents, nor own ACKs, nor the hands after the game."""
    found, is_over = 0, False
    for entry in read_journal(journal).entries:
        if not entry.frame:
            continue
        message = decode_frame(entry.frame)
        is_over |= message.kind == Kind.RESULT
        is_log = (message.kind < CONTENT_BELOW or (message.kind == Kind.ACK and message.author == own_seat)
                  or (message.kind == Kind.HANDS and is_over))
        found += 0 if is_log else len(entry.frame)
    return found


def check_journals(journals: Sequence[Path], liar: int) -> None:
    """Each journal proves itself, and convicts nobody honest. Call it when no program writes any more."""
    for journal in journals:
        report = verify_journal(read_journal(journal), game_of, signing)
        assert {conviction.seat for conviction in report.convictions} <= {liar} and not report.disagreements
        assert {*report.lost} <= {liar}


@contextmanager
def liars_table(folder: Path, players: int) -> Iterator[TableWithLiar]:
    """Yield a table in the middle of its game. At the end each honest journal is read again and verified."""
    sitting: list[Player] = []
    try:
        host = Player(folder / NAMES[0], NAMES[0], Host(Offer(rules_lines(RULESETS["classic"]), players, {"grace": "60"})))
        sitting.append(host)
        host.wait_until(lambda: bool(host.port), "an open port")
        for number in range(1, players):
            make = LyingPlayer if number == players - 1 else Player
            sitting.append(joined(folder / NAMES[number], NAMES[number], TableAddress("127.0.0.1", host.port), seed=number,
                                  make=make))
        for player in sitting:
            player.games = 1
        for player in sitting:
            player.wait_until(lambda player=player: player.steps > 2 * players, "its first moves")  # type: ignore[misc]
        table = TableWithLiar(sitting)
        liar = table.liar_seat
        yield table
        journals = [journal_path(player) for player in table.honest]
    finally:
        for player in sitting:
            player.peer.stop()
        for player in sitting:
            player.peer.wait_until_stopped(20)
    check_journals(journals, liar)
