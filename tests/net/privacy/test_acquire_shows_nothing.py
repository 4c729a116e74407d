"""Acquire itself: what its sessions send, write and keep of a hand is the same whatever tiles lie in it."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any, cast

import pytest

from acquire_core.tile_source import TILE_NUMBERS
from acquire_net.crypto import shuffle_proof
from acquire_net.crypto.group import Edwards25519
from acquire_net.crypto.mock import TransparentGroup
from acquire_net.protocol.sealed_game import SealedGame
from acquire_net.protocol.session import Session
from acquire_net.table.acquire_game import AcquireGame
from tests.net.privacy.recorded_table import RecordedTable, Scenario
from tests.net.privacy.worlds import differences, other_arrangements, world
from tests.support.counts import Count
from tests.support.honest_table import Drew, Opened, Raffled, Table, a_table, step, tell


@dataclass(frozen=True)
class AcquireScenario(Scenario):
    ruleset: str = "classic"

    def game(self, seat: int) -> SealedGame:
        return AcquireGame(self.ruleset, self.seats, seat)

    def choices(self, game: SealedGame, seat: int) -> list[bytes]:
        game = cast(AcquireGame, game)
        return [game.action_bytes(action) for action in game.legal_actions()]

    def known_in_the_bag(self, game: SealedGame) -> set[int]:
        return set()


THREE = AcquireScenario(seats=3, cards=108, plays=2)


def test_frames_and_journals_of_acquire_are_the_same_whatever_is_hidden(count: Count, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole table over the formal group, as in worlds.py, with 108 tiles and the kernel."""
    for seed in range(count(1, 3)):
        honest = ((0, 2), (1,), (0, 1, 2))[seed % 3]
        scenario = replace(THREE, plays=count(1, 6))
        with monkeypatch.context() as patch:
            one = world(scenario, honest, seed, patch)
        wanted = other_arrangements(one, honest, random.Random(seed))
        with monkeypatch.context() as patch:
            other = world(scenario, honest, seed, patch, like=one, wanted=wanted)
        assert one.script and one.table.hands(honest) != other.table.hands(honest)
        assert not differences(one, other)
        for seat in range(3):
            mine, its = (cast(AcquireGame, found.table.peers[seat].session.state.game) for found in (one, other))
            assert mine.canonical_state() == its.canonical_state()
            assert (mine.observe() == its.observe()) == (seat not in honest)


# --- the game alone, in long games

def exchanged(fact: Any, seat: int, tiles: dict[int, int]) -> Any:
    """Return the same with other tiles in this seat's hand."""
    if isinstance(fact, Drew):
        drawn = zip(fact.seats, fact.tiles, strict=True)
        return Drew(fact.seats, tuple(tiles[tile] if to == seat else tile for to, tile in drawn))
    return fact


def shown_to_all(table: Table, seat: int, tiles: dict[int, int]) -> Iterator[tuple[Any, ...]]:
    """Yield what every view says after each step of the table's log, when this seat's hidden tiles are others."""
    rules, players = table.complete.ruleset, table.players
    views = [AcquireGame(rules, players, of) for of in (None, *range(players))]
    own = views[1 + seat]
    for fact in table.log:
        since = len(views[0].events())
        for view in views:
            tell(view, exchanged(fact, seat, tiles))
        yield tuple((view.digest(), view.canonical_state(), view.next_question(), view.unseen_tiles(), view.opened_bag)
                    for view in views)
        yield tuple((view.events(since), view.observe()) for view in views if view is not own)
    yield tuple(view.record() for view in views if view is not own)


def views_that_differ(seed: int) -> bool | None:
    """Return True if any view tells another tile in a hand from the one that lies there; None if there is no such tile."""
    table, policy = a_table(seed)
    for _ in range(40 + 40 * (seed % 4)):
        if not step(table, policy):
            break
    seats = [seat for seat in table.live if table.hands[seat] - table.public and table.opened is None]
    seen = {fact.tile for fact in table.log if isinstance(fact, Raffled)}  # in the bag, as all know
    bag = [tile for tile in table.bag if tile not in seen]
    if not seats or not bag or any(isinstance(fact, Opened) for fact in table.log):
        return None
    seat = table.rng.choice(seats)
    mine, new = table.rng.choice(sorted(table.hands[seat] - table.public)), table.rng.choice(bag)
    same = {tile: tile for tile in range(108)}
    return list(shown_to_all(table, seat, same)) != list(shown_to_all(table, seat, same | {mine: new, new: mine}))


def test_all_that_views_say_is_the_same_whatever_is_in_a_hand(count: Count) -> None:
    found = [views_that_differ(seed) for seed in range(count(3, 20))]
    assert False in found
    assert True not in found


@pytest.mark.parametrize("method", ["canonical_state", "digest"])
def test_a_view_that_tells_its_hand_is_found(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AcquireGame, method, lambda game: (game._game.snapshot()["hands"], game.next_question()))
    assert any(views_that_differ(seed) for seed in range(4))


# --- memory

def reachable(session: Session) -> Iterator[Any]:
    """Yield every object that can be reached from a session, but for code and what all processes have alike."""
    todo, seen = [session], {id(session)}
    while todo:
        found = todo.pop()
        yield found
        for other in gc.get_referents(found):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType | Edwards25519 | random.Random):
                seen.add(id(other))
                todo.append(other)


def secrets_of_others(table: RecordedTable) -> list[tuple[int, int]]:
    """Return which seat has a secret of which other seat in memory."""
    secrets = [{*peer.session.secrets._known.keys.values()} for peer in table.peers]
    found = []
    for seat, peer in enumerate(table.peers):
        held = b"\0".join(thing for thing in reachable(peer.session) if isinstance(thing, bytes))
        assert table.tags
        assert not any(power in held for power in table.tags.values()), "not even its own: each serves one TAG"
        for other, of_seat in enumerate(secrets):
            assert of_seat
            assert other != seat or all(secret in held for secret in of_seat), "the own ones must be found"
            found += [(seat, other)] * (other != seat and any(secret in held for secret in of_seat))
    return found


def test_no_memory_holds_a_secret_of_another_seat() -> None:
    table = RecordedTable(Scenario(seats=3, cards=8, hand=1, plays=0, leavers=(2,)), 5, Edwards25519())
    table.play_out()
    assert not secrets_of_others(table)
    table.peers[0].session.absence.votes[table.peers[1].session.secrets.epoch_key(1)] = 0  # type: ignore[index]
    assert secrets_of_others(table) == [(0, 1)]


def tiles_of_others(session: Session, hands: dict[int, list[int]]) -> list[int]:
    """Return which hidden tiles of other seats this session knows where to find."""
    read = {*session.secrets._tiles.values()}
    found = [tile for seat, hand in hands.items() for tile in hand if seat != session.seat and tile in read]
    for seat, hand in enumerate(session.state.deal.hands):
        found += [tile for slot in hand if seat != session.seat and (tile := session.secrets.read(slot)) is not None]
    for thing in reachable(session):
        if isinstance(thing, AcquireGame):
            hidden = {tile for seat, hand in hands.items() if seat != thing.seat for tile in hand}
            named = {name for hand in thing._game.snapshot()["hands"] for name in hand["tiles"]}
            found += sorted(hidden & {TILE_NUMBERS[name] for name in named})
            found += sorted(hidden - {TILE_NUMBERS[name] for name in thing.observe().unseen})
            found += sorted(hidden - thing.unseen_tiles())
    return found


def test_no_memory_holds_a_tile_of_another_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a session knows of tiles is in its games and beside its secrets."""
    monkeypatch.setattr(shuffle_proof, "verify", lambda *args, **named: True)
    table = RecordedTable(THREE, 1, TransparentGroup())
    table.play_out()
    hands = table.hands(range(3))
    assert min(len(hand) for hand in hands.values()) >= 5
    for peer in table.peers:
        assert not tiles_of_others(peer.session, hands)
    slot, session = table.peers[1].session.state.deal.hands[1][0], table.peers[0].session
    session.secrets._tiles[slot.name] = hands[1][0]
    assert tiles_of_others(session, hands)
