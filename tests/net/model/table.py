"""The small table of the model: a game without secrets, sessions that can be copied and compared, frames with numbers.

A session is copied and taken apart field by field, whatever fields it has, so that a field that is added later is neither shared
between two states nor forgotten when they are compared.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Any

import pytest

from acquire_net.crypto import transcript
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.crypto.transcript import digest
from acquire_net.protocol import lockstep, session, views
from acquire_net.protocol.codec import Signed, decode
from acquire_net.protocol.dealing import opening_state
from acquire_net.protocol.disagreeing import Disagreeing
from acquire_net.protocol.facts import Entry, Outbox
from acquire_net.protocol.helping import is_behind
from acquire_net.protocol.lockstep import Replica
from acquire_net.protocol.messages import Kind, Status
from acquire_net.protocol.open_block import OpenBlock
from acquire_net.protocol.pages import Conviction, FinalBlock
from acquire_net.protocol.liveness import Patience, Timing
from acquire_net.protocol.sayings import Sayings
from acquire_net.protocol.sealed_game import Decide, Finished, Question, Refused
from acquire_net.protocol.secrets import SeatSecrets
from acquire_net.protocol.session import Session
from acquire_net.protocol.spare_time import SpareTime
from acquire_net.protocol.state import State
from acquire_net.protocol.view_change import ViewChange
from acquire_net.protocol.views import Views
from acquire_net.protocol.waiting import Waiting
from tests.net.table_of_peers import TID, TransparentSigner, TransparentVerifier

GROUP = TransparentGroup()
VERIFIER = TransparentVerifier()
FIRST_BLOCK = 2
"""The first that is signed under sid; what makes sid is left out here."""

HONEST, OTHER = b"a", b"b"
"""What an honest seat decides, and what an equivocator says beside it."""


class Decisions:
    """A game of so many decisions, one seat after another. Nothing is drawn and nothing hidden."""

    tile_count = 1
    has_begun = True

    def __init__(self, seats: int, blocks: int, done: tuple[bytes, ...] = (), gone: frozenset[int] = frozenset()) -> None:
        self.seats, self.blocks, self.done, self.gone = seats, blocks, done, gone

    def copy(self) -> Decisions:
        return Decisions(self.seats, self.blocks, self.done, self.gone)

    def question(self) -> Question:
        if len(self.done) == self.blocks:
            return Finished(self.digest())
        turn = len(self.done) % self.seats
        return Decide(next(seat % self.seats for seat in range(turn, turn + self.seats) if seat % self.seats not in self.gone))

    def to_prove(self, seat: int, action: bytes) -> tuple[int, ...]:
        return ()

    def decide(self, seat: int, action: bytes, proven: tuple[int, ...]) -> tuple[int, ...]:
        if self.question() != Decide(seat) or action not in (HONEST, OTHER):
            raise Refused("not asked, or no such action")
        self.done += (action,)
        return ()

    def left(self, seat: int) -> None:
        self.gone |= {seat}

    def unseen(self) -> frozenset[int]:
        return frozenset()

    def digest(self) -> bytes:
        return digest("state", bytes(self.seats), *self.done, b"gone", bytes(sorted(self.gone)))[:32]

    def canonical(self) -> dict[str, Any]:
        return {"done": [action.decode() for action in self.done], "gone": sorted(self.gone)}

    def drawn(self, tiles: Sequence[int | None]) -> None:
        raise AssertionError("nothing is drawn here")

    raffled = bag_opened = drawn  # type: ignore[assignment]


def without_a_new_deck(state: State, seat: int) -> State:
    """Stands for redeal.without: there are no cards, so the game goes on at once."""
    game = state.game.copy()
    game.left(seat)
    live = tuple(other for other in state.live if other != seat)
    return replace(state, game=game, live=live, lost=(*state.lost, seat), step=None)


decode_once = lru_cache(maxsize=None)(decode)
_hashed_once = lru_cache(maxsize=1 << 16)(transcript._hashed)


@contextmanager
def no_new_deck() -> Iterator[None]:
    """As long as it lasts a lost seat costs no new deck, and no frame is taken apart or hashed ten thousand times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lockstep, "without", without_a_new_deck)
        for module in (session, views):
            patch.setattr(module, "decode", decode_once)
        patch.setattr(transcript, "_hashed", _hashed_once)
        yield


class Agreeable(Patience):
    """Joins whoever wants to go on without somebody. The model delays the invitation, so that not to join is explored as well."""

    def is_short(self, seat: int) -> bool:
        return True


TIMING = Timing(auto_drop=False)
SIGNERS = [TransparentSigner(b"%d" % seat) for seat in range(6)]


def opening(seats: int, blocks: int) -> State:
    identities = [signer.public for signer in SIGNERS[:seats]]
    return replace(opening_state(GROUP, identities, TID, Decisions(seats, blocks)), block=FIRST_BLOCK, step=None)


def _no_entropy(count: int) -> bytes:
    return bytes(count)


def new_session(seat: int, seats: int, blocks: int, resumed: bool = False) -> Session:
    secrets = SeatSecrets(GROUP, seat, 1, _no_entropy)
    peer = Session(opening(seats, blocks), seat, SIGNERS[seat], VERIFIER, secrets, TIMING, resumed=resumed)
    peer.patience = Agreeable(TIMING, seats, 0)
    # A page is found by its number, so those must be there that are left out.
    peer.replica.log = [FinalBlock(block, 0, (), {}, None, b"", bytes(64)) for block in range(FIRST_BLOCK)]
    return peer


def replayed(seat: int, seats: int, blocks: int, journal: Sequence[Entry]) -> Session:
    """What a restart makes of these lines, before it asks the others."""
    peer = new_session(seat, seats, blocks, resumed=True)
    for entry in journal:
        peer.replay(entry)
    return peer


# --- copies

_CHANGES = (Session, Replica, Views, ViewChange, Patience, Waiting, Disagreeing, SpareTime, OpenBlock, Outbox, Sayings)
"""What is changed in place; everything else that a session holds is a value."""
_SHARED = {"signer", "verifier", "secrets", "reader", "timing"}


def clone(peer: Session) -> Session:
    return _copied(peer, {})  # type: ignore[no-any-return]


_VALUES = frozenset((int, bool, bytes, str, type(None), tuple, frozenset, Signed, State))


def _copied(value: Any, done: dict[int, Any]) -> Any:
    kind = type(value)
    if kind in _VALUES:
        return value
    if kind is dict:
        return {key: part if type(part) in _VALUES else _copied(part, done) for key, part in value.items()}
    if kind is list:
        return [part if type(part) in _VALUES else _copied(part, done) for part in value]
    if kind is set:
        return set(value)
    if kind is Counter:  # a session has several, and its own copy takes four times as long
        new = Counter.__new__(Counter)
        dict.update(new, value)
        return new
    if isinstance(value, _CHANGES):
        if id(value) not in done:
            new = done[id(value)] = kind.__new__(kind)
            for name, part in value.__dict__.items():
                new.__dict__[name] = part if type(part) in _VALUES or name in _SHARED else _copied(part, done)
        return done[id(value)]
    if isinstance(value, dict):
        new = copy.copy(value)  # whatever kind of dictionary a later field may be
        for key, part in value.items():
            new[key] = _copied(part, done)
        return new
    return value


# --- comparison

class Frames:
    """Every frame has a number here and is taken apart once, and so is every value that a kept session holds."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self.messages: list[Signed] = []
        self.values: dict[int, tuple[Any, Any]] = {}
        """What a value that never changes looks like, by its address, and the value, so that the address stays its own."""
        self.new_values: dict[int, tuple[Any, Any]] = {}
        """The same of the session that was looked at last."""

    def number(self, frame: bytes) -> int:
        found = self._numbers.get(frame)
        if found is None:
            found = self._numbers[frame] = len(self.messages)
            self.messages.append(decode_once(frame))
        return found

    def keep_values(self) -> None:
        """The session that was looked at last is kept."""
        self.values.update(self.new_values)


_NOT_COMPARED = _SHARED | {"patience", "waiting", "disagreeing", "spare_time", "view_change", "_reported", "_out"}
"""Nothing of patience is: time stands still in the model, and votes say who gives up on whom."""


def fingerprint(peer: Session, frames: Frames) -> Any:
    """Two sessions with the same one behave alike for ever."""
    frames.new_values = {}
    return _seen(peer, frames, set())


_PLAIN = frozenset((int, bool, bytes, str, type(None)))


def _seen(value: Any, frames: Frames, done: set[int]) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Signed:
        return frames.number(value.frame)
    if kind is Conviction:
        return value.seat  # which frames prove it makes no difference
    if kind is tuple or kind is list:
        return tuple([part if type(part) in _PLAIN else _seen(part, frames, done) for part in value])
    if kind is set or kind is frozenset:
        return tuple(sorted(value))
    if isinstance(value, dict):
        return tuple([(key if type(key) in _PLAIN else _seen(key, frames, done),
                       part if type(part) in _PLAIN else _seen(part, frames, done))
                      for key, part in sorted(value.items(), key=_key)])
    if isinstance(value, _CHANGES):
        if id(value) in done:
            return "again"
        done.add(id(value))
        if kind is Session:
            _forget_what_cannot_matter(value)
        return tuple([part if type(part) in _PLAIN else _seen(part, frames, done)
                      for name, part in value.__dict__.items() if name not in _NOT_COMPARED])
    if isinstance(value, Enum):
        return value.value
    found = frames.values.get(id(value)) or frames.new_values.get(id(value))
    if found is None:
        found = frames.new_values[id(value)] = _value(value, frames, done), value
    return found[0]


def _key(item: tuple[Any, Any]) -> Any:
    return item[0]


def _value(value: Any, frames: Frames, done: set[int]) -> Any:
    if isinstance(value, State):
        return value.block, value.view, value.head, value.live, value.lost, value.over, repr(value.step), value.game.digest()
    if is_dataclass(value):
        return tuple([_seen(getattr(value, field.name), frames, done) for field in fields(value)])
    return repr(value)


def _forget_what_cannot_matter(peer: Session) -> None:
    """Kept messages that no continuation reads: those of earlier blocks, and, while an attempt at a view is under way, those of
    lower views, for the attempt ends with that view or a higher one. And how often an answer was heard, for here all are true."""
    peer._claims.clear()
    here = peer.state.block, peer.state.view
    least = peer.views.promised if peer.views.trying and not peer.asking else 0
    peer._early = {key: message for key, message in peer._early.items()
                      if key[:2] >= here and (key[1] >= least or message.kind == Kind.LEAVE)}
    peer.views.promised_at = 0


_NOTHING_MORE = Status(bytes(32), *([0] * 10))


def forget_what_comes_again(peer: Session, liar: int | None) -> None:
    """What was only remembered: it is as if it had not come yet, and it can come at any time, alone or with others. What another
    honest seat has said of views is remembered only to be compared, and seats.py compares it. A liar may change his SYNC until it
    counts, which is more than he can do."""
    peer._early = {}
    peer._helped.clear()
    # An answer that keeps the peer asking is as good as none, and one that does not is as good as the same answer given later.
    peer._answers = {seat: (0, _NOTHING_MORE) for seat, (block, status) in peer._answers.items()
                     if peer.asking and not is_behind(peer.replica, peer.views, peer.seat, block, status)}
    peer.replica.open.parked = {}
    peer.views._latest = {seat: sync for seat, sync in peer.views._latest.items() if seat == peer.seat}
    sayings = peer.replica.sayings
    here = peer.state.view
    caught = liar is None or liar in peer.replica.convicted
    compared = (peer.seat,) if caught else (peer.seat, liar)
    sayings._of = {key: {view: message for view, message in said.items() if view > here or key[0] == liar}
                   for key, said in sayings._of.items() if key[0] in compared and key != (liar, Kind.SYNC)}
    if caught:
        sayings.void = {}
