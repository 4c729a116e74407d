"""Whole peers on real sockets: what is kept for the way back to a table, and that the last words are heard."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from acquire_core import RULESETS
from acquire_net import events, peer
from acquire_net.config import Host, Join, PeerConfig, Resume
from acquire_net.connections import Connections
from acquire_net.crypto.curve import curve_keys
from acquire_net.crypto.signing import FINGERPRINT_BYTES, SigningKey
from acquire_net.discovery.table_address import TableAddress
from acquire_net.links.addresses import RELAY_PREFIX, AddressError
from acquire_net.links.relay import Relay
from acquire_net.lobby.events import Away, Met, Said
from acquire_net.lobby.lobby import Offer
from acquire_net.lobby.table_spec import MAX_ADDRESS_LETTERS
from acquire_net.peer import MAX_BLAMED, Peer
from acquire_net.players.known_players import KNOWN_PLAYERS_FILE, KnownPlayers
from acquire_net.playing.running_table import RunningTable
from acquire_net.protocol.session_events import Regroup, SeatLost, SeatReturns
from acquire_net.table import resuming
from acquire_net.table.acquire_game import rules_lines
from acquire_net.table.journal import Journal, JournalInUseError, JournalOpening
from acquire_net.table.resume_info import ResumeInfo, resume_info_path
from acquire_net.table.table_seat import TableSeat
from tests.support.peers_on_loopback import LOOPBACK, PATIENCE_S
from tests.support.people_at_peers import PersonAtPeer

RELAY = "127.0.0.1:9"
"""Nobody is there; a peer that could be reached through it says so all the same."""


class Player(PersonAtPeer):
    def __init__(self, folder: Path, number: int) -> None:
        super().__init__(PeerConfig(SigningKey(secrets.token_bytes(32)), f"Player {number}", folder / str(number), "0", port=0,
                                    relay=RELAY if number == 0 else "", announces=False,
                                    known_players=folder / str(number) / KNOWN_PLAYERS_FILE))


Begin = Callable[[], tuple[list[Player], list[Path]]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Yield a table of two that has begun, and its journals."""
    players: list[Player] = []

    def two() -> tuple[list[Player], list[Path]]:
        host, guest = Player(tmp_path, 0), Player(tmp_path, 1)
        players.extend((host, guest))
        host.start(Host(Offer(rules_lines(RULESETS["classic"]), 2)))
        listening = host.wait_for(events.Listening)
        assert isinstance(listening, events.Listening)
        guest.start(Join(TableAddress.read(listening.code)))
        begun = [player.wait_for(events.Begun) for player in players]
        return players, [item.journal for item in begun if isinstance(item, events.Begun) and item.journal is not None]

    yield two
    for player in players:
        player.stop()


def test_two_who_hear_of_each_other_are_linked_without_waiting_for_the_next_look(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_net.neighbourhood.LOOK_MS", 10**9)  # so there is one look, before anybody is known
    players = [Player(tmp_path, number) for number in range(3)]
    try:
        players[0].start(Host(Offer(rules_lines(RULESETS["classic"]), 3)))
        listening = players[0].wait_for(events.Listening)
        assert isinstance(listening, events.Listening)
        for guest in players[1:]:
            guest.start(Join(TableAddress.read(listening.code)))
        for player in players:
            player.wait_for(events.Begun)  # which needs a link between each two of them
    finally:
        for player in players:
            player.stop()


def test_programs_whose_version_is_a_long_text_play_together(tmp_path: Path) -> None:
    players = [Player(tmp_path, number) for number in range(2)]
    try:
        for player in players:
            player.setup = replace(player.setup, version="1.0.0+" + "of-a-distribution." * 4)
        players[0].start(Host(Offer(rules_lines(RULESETS["classic"]), 2)))
        listening = players[0].wait_for(events.Listening)
        assert isinstance(listening, events.Listening)
        players[1].start(Join(TableAddress.read(listening.code)))
        for player in players:
            player.wait_for(events.Begun)
    finally:
        for player in players:
            player.stop()


def test_who_comes_back_to_an_empty_table_still_knows_where_the_others_were(begin: Begin) -> None:
    (host, guest), (journal, _) = begin()
    host.stop()
    guest.stop()
    before = ResumeInfo.read(resume_info_path(journal))
    assert before.relay == RELAY and all(before.peers.values()) and len(before.peers) == 1
    host.setup = PeerConfig(host.setup.signer, host.setup.name, host.setup.folder, "0", announces=False)  # as `resume` has it
    for _ in range(2):
        host.start(Resume(journal))
        host.wait_for(events.Listening)
        host.stop()
        assert ResumeInfo.read(resume_info_path(journal)) == before


def test_who_comes_back_from_an_account_of_another_name_keeps_the_signed_name(begin: Begin) -> None:
    (host, guest), (journal, _) = begin()
    host.stop()
    guest.wait_for(Away)  # otherwise a guest that is slow would see the old link become the new one
    host.setup = replace(host.setup, name="root")  # as `resume` takes it from the account
    host.start(Resume(journal))
    assert host.peer is not None
    met = guest.wait_for(Met)
    assert isinstance(met, Met) and met.name == "Player 0"
    assert host.peer._config.name == "Player 0", "and so it is announced when they play again"
    host.peer.send_chat("back")
    said = guest.wait_for(Said)
    assert isinstance(said, Said) and (said.line, said.name) == ("back", "Player 0")
    known = KnownPlayers(guest.setup.known_players).players()
    assert [(player.names) for player in known] == [("Player 0",)]


def test_lines_that_were_read_before_a_return_are_earlier_ones(begin: Begin) -> None:
    (host, guest), (journal, _) = begin()
    assert guest.peer is not None
    guest.peer.send_chat("read")
    host.wait_for(Said)
    host.stop()
    guest.wait_for(Away)
    guest.peer.send_chat("missed")
    for run in range(2):
        host.start(Resume(journal))
        said = [host.wait_for(Said) for _ in range(2)]
        assert [(line.line, line.is_earlier) for line in said if isinstance(line, Said)] == [("read", True), ("missed", run == 1)]
        host.stop()
        guest.wait_for(Away)


def test_a_mistake_at_the_end_leaves_the_journal_free(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the window that goes on could not return to the table."""
    (host, _), (journal, _) = begin()

    def mistake(table: RunningTable) -> list[events.PeerEvent]:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(RunningTable, "store_letters", mistake)
        host.stop()
    Journal.open(journal).close()


def test_who_starts_the_program_right_after_closing_it_waits_until_the_old_one_has_let_go(
        begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    (host, _), (journal, _) = begin()
    host.stop()
    old_program = Journal.open(journal)

    def resume_seat(*arguments: Any) -> tuple[TableSeat, ResumeInfo]:
        try:
            return resuming.resume_seat(*arguments)
        except JournalInUseError:
            old_program.close()
            raise

    monkeypatch.setattr(peer, "resume_seat", resume_seat)
    host.start(Resume(journal))
    begun = host.wait_for(events.Begun)
    assert isinstance(begun, events.Begun) and begun.resumed


def test_who_ends_lets_go_of_the_port_before_the_journal(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or who returns at once would find the table free and its port taken."""
    (host, _), (journal, _) = begin()
    close, was_free = Connections.close, []

    def noticed(connections: Connections) -> None:
        close(connections)
        try:
            Journal.open(journal).close()
            was_free.append(True)
        except JournalInUseError:
            was_free.append(False)

    with monkeypatch.context() as patched:
        patched.setattr(Connections, "close", noticed)
        host.stop()
    assert was_free == [False]
    Journal.open(journal).close()


def test_who_is_stopped_while_another_program_has_the_table_does_not_sit_down(
        begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    (host, _), (journal, _) = begin()
    host.stop()
    monkeypatch.setattr(peer, "CLOSING_PROGRAM_MS", 10**6)
    with contextlib.closing(Journal.open(journal)):
        host.start(Resume(journal))
        assert host.peer is not None
        host.peer.stop()
        assert isinstance(host.wait_for(events.PeerStopped), events.PeerStopped)


def test_a_table_that_stays_open_in_another_program_is_refused(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    (host, _), (journal, _) = begin()
    host.stop()
    monkeypatch.setattr(peer, "CLOSING_PROGRAM_MS", 50)
    with contextlib.closing(Journal.open(journal)):
        host.start(Resume(journal))
        stopped = host.wait_for(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "is open in another program: close that one first" in stopped.text


def test_the_way_back_is_on_the_disk_before_the_journal_is(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    create, found = Journal.create_file, []

    def noticed(path: Path, opening: JournalOpening) -> Journal:
        found.append(ResumeInfo.read(resume_info_path(path)))
        return create(path, opening)

    monkeypatch.setattr(Journal, "create_file", noticed)
    players, journals = begin()
    for player in players:
        player.stop()
    assert sorted(book.secret for book in found) == sorted(ResumeInfo.read(resume_info_path(path)).secret for path in journals)
    assert all(len(book.peers) == 1 for book in found)


def test_the_way_back_to_another_table_is_none(begin: Begin) -> None:
    (host, guest), (journal, other) = begin()
    host.stop()
    guest.stop()
    resume_info_path(journal).write_bytes(resume_info_path(other).read_bytes())
    host.start(Resume(journal))
    stopped = host.wait_for(events.PeerStopped)
    assert isinstance(stopped, events.PeerStopped) and "is of another table" in stopped.text


def test_who_leaves_for_good_is_heard_before_the_program_ends(begin: Begin) -> None:
    (host, guest), (_, journal) = begin()
    assert guest.peer is not None and resume_info_path(journal).exists()
    guest.peer.leave()
    guest.stop()
    host.wait_for(SeatLost, Regroup)
    assert journal.exists() and not resume_info_path(journal).exists(), "there is no way back"


def test_the_others_see_who_hands_a_seat_over_whose_link_is_lost_and_who_returns(begin: Begin) -> None:
    (host, guest), (_, journal) = begin()
    assert host.peer is not None and guest.peer is not None
    handed: list[object] = []
    for does in (True, False):
        host.peer.hand_over(does)
        handed += [host.wait_for(events.HandedOver), guest.wait_for(events.HandedOver)]
    assert handed == [events.HandedOver((0,))] * 2 + [events.HandedOver(())] * 2
    guest.stop()
    links = None
    while links is None or links.states[1] not in (events.LinkState.LOST, events.LinkState.AWAY):
        links = cast(events.LinksChanged, host.wait_for(events.LinksChanged))
    assert links.states[0] == events.LinkState.HERE
    guest.start(Resume(journal))
    back = host.wait_for(SeatReturns)
    while isinstance(back, SeatReturns) and back.done < back.total:
        back = host.wait_for(SeatReturns)
    assert isinstance(back, SeatReturns) and back.seat == 1


def test_who_closes_the_program_in_a_game_has_left_for_now_until_it_is_back(begin: Begin) -> None:
    (host, guest), (_, journal) = begin()
    guest.stop()
    assert host.wait_for(events.LeftForNow) == events.LeftForNow((1,))
    guest.start(Resume(journal))
    assert host.wait_for(events.LeftForNow) == events.LeftForNow(())


def test_who_has_asked_for_a_pause_and_closes_the_program_is_still_waited_for(begin: Begin) -> None:
    (host, guest), _ = begin()
    assert guest.peer is not None
    guest.peer.set_paused(True)
    assert host.wait_for(events.Paused) == events.Paused((1,))
    guest.stop()
    found = host.wait_for(events.LinksChanged, events.Paused, events.LeftForNow)
    assert isinstance(found, events.LinksChanged)


def test_a_relay_that_cannot_be_named_to_the_others_is_refused() -> None:
    signer, keys = SigningKey(secrets.token_bytes(32)), curve_keys(secrets.token_bytes)
    room = MAX_ADDRESS_LETTERS - len(RELAY_PREFIX) - len(":1")
    with pytest.raises(AddressError, match="too long"):
        Connections(signer, keys, port=0, relay="r" * 60 + "." + "r" * (room - 60) + ":1", announces=False)
    lines = Connections(signer, keys, port=0, relay=" " + "r" * 60 + "." + "r" * (room - 61) + ":1 ", announces=False)
    try:
        assert len(lines.addresses()[-1]) == MAX_ADDRESS_LETTERS and " " not in lines.addresses()[-1]
    finally:
        lines.close()


def test_a_relay_that_cannot_be_reached_is_reported(tmp_path: Path) -> None:
    player = Player(tmp_path, 0)
    player.start(Host(Offer(rules_lines(RULESETS["classic"]), 2)))
    trouble = player.wait_for(events.Trouble)
    player.stop()
    assert isinstance(trouble, events.Trouble) and trouble.text.startswith("The relay cannot be reached: ")


def test_what_a_relay_answers_reaches_whoever_wants_to_join(tmp_path: Path) -> None:
    relay = Relay(0, hosts=[LOOPBACK])
    player = Player(tmp_path, 1)
    try:
        player.start(Join(TableAddress(LOOPBACK, relay.port, bytes(FINGERPRINT_BYTES), relay=True)))
        assert player.peer is not None and player.peer.wait_until_stopped(PATIENCE_S)
        stopped = player.inbox.get_nowait()
    finally:
        relay.close()
    assert isinstance(stopped, events.PeerStopped) and "nobody waits there behind the relay" in stopped.text


def test_of_those_who_send_what_nobody_can_use_only_so_many_are_remembered(tmp_path: Path) -> None:
    player = Player(tmp_path, 1)
    peer = Peer(player.setup, Host(Offer(rules_lines(RULESETS["classic"]), 2)), player.hear)
    for number in range(3 * MAX_BLAMED):
        peer._blame_link(number.to_bytes(32, "big"), "nonsense")
    assert len(peer._mistakes) <= MAX_BLAMED


def test_a_table_for_friends_lets_a_stranger_in_by_name_and_a_blocked_key_never(tmp_path: Path) -> None:
    host, guest = Player(tmp_path, 0), Player(tmp_path, 1)
    host.setup = replace(host.setup, friends_only=True, relay="")
    identity = guest.setup.signer.public

    def until_guest(wanted: Callable[[events.Member], bool]) -> None:
        while True:
            seen = host.wait_for(events.LobbySnapshot)
            assert isinstance(seen, events.LobbySnapshot)
            if any(each.identity == identity and wanted(each) for each in seen.members):
                return

    try:
        host.peer = Peer(host.setup, Host(Offer(rules_lines(RULESETS["classic"]), 3)), host.inbox.put)
        host.peer.start()
        listening = host.wait_for(events.Listening)
        assert isinstance(listening, events.Listening)
        guest.peer = Peer(guest.setup, Join(TableAddress.read(listening.code)), guest.inbox.put)
        guest.peer.start()
        until_guest(lambda each: each.is_kept_out and not each.is_seated and not each.known_since)
        host.peer.accept_player(identity)
        until_guest(lambda each: each.is_seated and not each.is_kept_out)
        host.peer.set_relay("127.0.0.1:9")
        heard = host.wait_for(events.Listening)
        assert isinstance(heard, events.Listening) and heard.relay_code.startswith("R-")
        host.peer.set_relay("no such thing")
        assert isinstance(host.wait_for(events.Trouble), events.Trouble)
        host.peer.block_player(identity)
        until_guest(lambda each: each.is_blocked and each.is_excluded and not each.is_seated)
        guest.peer.send_chat("hello")
    finally:
        host.stop()
        guest.stop()
    assert host.setup.known_players is not None and KnownPlayers(host.setup.known_players).player_of(identity).blocked
    assert not any(isinstance(item, Said) for item in iter(lambda: None if host.inbox.empty() else host.inbox.get(), None))
