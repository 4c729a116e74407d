"""What people are called, what newcomers may read, and who gets a seat at the next game: the conduct of a lobby."""

from __future__ import annotations

from dataclasses import replace as replaced

import pytest
from msgspec.structs import replace

from acquire_net.crypto.signing import fingerprint_of
from acquire_net.lobby.computer_claims import ComputerClaim
from acquire_net.lobby.events import KeyChanged, ReadyChanged, Said
from acquire_net.lobby.lobby import Resumed
from acquire_net.lobby.messages import LobbyKind, frame_of, sign_presence
from acquire_net.lobby.seating import HOSTS
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.lobby_snapshot import snapshot_of
from acquire_net.players.acquaintance import Acquaintance
from acquire_net.players.identity import fingerprint_text
from tests.support.lobby_network import PROGRAM, LobbyNetwork, curve_of, offer, started_table, two_at_a_table


def names_at(network: LobbyNetwork, number: int) -> set[str]:
    return set(network[number].names.values())


def test_who_comes_back_under_another_name_is_called_as_all_have_signed() -> None:
    network = started_table(3)
    signed_table, lobby_id = network[1].started, network[1].lobby_id
    for number in (1, 2):
        network.kill(number)
        network.add(number, resumed=Resumed(lobby_id, signed_table), knows=[0], name="root")
    network.run(3000)
    network[2].send_chat("hello")
    network.deliver()
    for number in range(3):
        assert names_at(network, number) == {"Anna", "Bert", "Chris"}
        assert network.peers[number].facts_of(Said)[-1].name == "Chris"


def test_a_game_that_runs_does_not_report_who_is_ready() -> None:
    network = started_table(3)
    signed_table, lobby_id = network[1].started, network[1].lobby_id
    network.kill(1)
    network.add(1, resumed=Resumed(lobby_id, signed_table), knows=[0])
    network.run(3000)
    assert not network.peers[1].facts_of(ReadyChanged)


def test_the_number_behind_a_name_is_shown_before_anybody_is_ready() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0], name="Anna")
    network.add(3, knows=[0], name="bert", watches=True)
    network.run(2000)
    for number in range(3):
        assert names_at(network, number) == {"Anna", "Bert", "Anna 2", "bert 2"}


def test_a_computer_player_is_one_in_the_signed_table() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    network.add(1, knows=[0], computer=True)
    network.run(1000)
    network.add(2, knows=[1])
    network.run_until(lambda: network.all_are_seated(3))
    assert [each.computer for each in network[2].participants if each.name == "Bert"] == [True]
    network.ready()
    assert network.all_have_started()
    assert [seat.computer for seat in network[2].started.table.seats] == [0, 1, 0]


def test_the_lobby_shows_at_whose_address_a_computer_player_runs() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(4), addresses=("127.0.0.1:1", "10.0.0.7:47108"))
    network.add(1, knows=[0], computer=True, addresses=("127.0.0.1:2", "10.0.0.7:47109"))
    network.add(2, knows=[0], addresses=("127.0.0.1:3", "10.0.0.8:47108"))
    network.add(3, knows=[0], computer=True, addresses=("127.0.0.1:4", "10.0.0.9:47108"))
    network.run(2000)
    members = snapshot_of(network[2], (), Acquaintance(None)).members
    assert {each.name: each.beside for each in members} == {"Anna": "", "Bert": "Anna", "Chris": "", "Dora": ""}


def test_nobody_agrees_to_a_person_and_gets_a_computer_player() -> None:
    network = two_at_a_table()
    network.run(1000)
    network[0].set_ready(True)
    assert network[0].intent.is_ready
    network[1].membership.renew_presence(computer=1)
    network.deliver()
    assert not network[0].intent.is_ready


def test_one_identity_in_two_programs_is_reported_once() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0])
    network.run(1000)
    me = network[1].membership.me
    for more, curve in enumerate((b"x" * 32, me.curve, b"x" * 32, me.curve, b"x" * 32), 1):
        data = sign_presence(replace(me, serial=me.serial + more, curve=curve), network[1].lobby_id, network[1].signer)
        network[2].receive(curve_of(0), frame_of(LobbyKind.PRESENCE, data))
        assert network.peers[2].facts_of(KeyChanged) == [] or more > 1, "a program that was started again has a new key"
        network.collect()
    assert network.peers[2].facts_of(KeyChanged) == [KeyChanged(network[1].identity, "Bert")]


# --- the next game

def rematch(convicted: int | None = None) -> LobbyNetwork:
    """Return three peers after their game; seat `convicted` broke the rules in it."""
    network = started_table(3)
    who = [] if convicted is None else [network[convicted].identity]
    for number in range(3):
        network[number].begin_next_game([] if number == convicted else who)
        network.run(200)
    network.run(3000)
    return network


def test_a_newcomer_does_not_read_what_was_written_in_the_game_before() -> None:
    network = started_table(3)
    network[0].send_chat("in the game before")
    network.deliver()
    for number in range(3):
        network[number].begin_next_game()
    network.run(1000)
    network.kill(2)
    network.add(3, knows=[0])
    network.run(3000)
    network[0].send_chat("welcome")
    network.run(2000)
    assert [said.line for said in network.peers[3].facts_of(Said)] == ["welcome"]
    network.add(2, run=1, knows=[0])
    network.run(3000)
    assert "in the game before" in [said.line for said in network.peers[2].facts_of(Said)], "Chris was there"


@pytest.mark.parametrize("closes", [False, True])
def test_nobody_takes_the_seat_of_a_player_who_has_not_seen_the_end_of_the_game_yet(closes: bool) -> None:
    network = started_table(3)
    signed_table, lobby_id, host = network[1].started, network[1].lobby_id, network[1].host
    assert signed_table is not None
    network.add(5, knows=[0])
    network.run(2000)
    if closes:
        network[1].leave_for_now()
        network.run(1000)
        network.kill(1)
    else:
        network[1].set_paused(True)
        network.run(1000)
    for number in (0, 2):
        network[number].begin_next_game()
    network.run(3000)
    if closes:
        network.add(1, resumed=Resumed(lobby_id, signed_table, host), knows=[0, 2])
        network.run(1000)
    network[1].begin_next_game()
    network.run(3000)
    assert network.seated_names(0) == ["Bert", "Chris", "Anna"]


def test_a_seat_that_was_handed_to_a_computer_player_is_a_persons_again_in_the_next_game() -> None:
    network = started_table(3)
    with pytest.raises(AdmissionError, match="no game is running in which a computer player could answer"):
        two_at_a_table(places=3)[0].set_handed_over(True)
    network[1].set_handed_over(True)
    network.run(500)
    for number in range(3):
        assert [each.name for each in network[number].participants if each.computer] == ["Bert"]
    assert all(not seat.computer for seat in network[0].started.table.seats), "what was signed stays"
    for number in range(3):
        network[number].begin_next_game()
        network.run(200)
    network.run(3000)
    assert not any(each.computer for number in range(3) for each in network[number].participants)


@pytest.mark.parametrize("convicted", [0, 1, 2])
def test_who_was_convicted_gets_no_seat_at_the_next_game(convicted: int) -> None:
    network = rematch(convicted)
    others = [number for number in range(3) if number != convicted]
    for number in others:
        assert network[convicted].identity not in network[number].proposal.seated
        assert set(network[number].proposal.seated) == {network[other].identity for other in others}
    with pytest.raises(AdmissionError, match="nobody reads what you write"):
        network[convicted].send_chat("let me in")


@pytest.mark.parametrize("convicted", [1, 2])
def test_the_founder_accepts_a_convicted_player_by_name(convicted: int) -> None:
    network = rematch(convicted)
    other = 3 - convicted
    with pytest.raises(AdmissionError, match="only Anna can accept"):
        network[other].accept_player(network[convicted].identity)
    network[0].accept_player(network[convicted].identity)
    network.run_until(lambda: network.all_are_seated(3))
    network.run(5000)
    network.ready()
    network.run_until(network.all_have_started)


def test_only_the_keeper_of_the_table_gives_a_convicted_player_a_seat_again() -> None:
    network = rematch(2)
    friend = network[1]
    friend.proposals.barred.clear()
    seated = (*friend.proposal.seated, network[2].identity)
    friend.proposals.make_proposal(replace(friend.proposal, seated=seated, excluded=()), friend.lobby_id)
    friend._proposal_changed(None)
    network.run(3000)
    assert network[2].identity not in network[0].proposal.seated
    assert network[2].identity not in network[1].proposal.seated


def test_after_an_ordinary_game_all_are_seated_again_and_the_seats_have_moved_on() -> None:
    network = rematch()
    assert all(network.seated_names(number) == ["Bert", "Chris", "Anna"] for number in range(3))
    assert {network[number].host for number in range(3)} == {network[0].identity}, "who keeps the table has not changed"


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_is_ready_for_another_game_agrees_to_seats_that_have_moved_on(first: int) -> None:
    """Whether a player says so before the keeper has seen the end of the game, or behind it."""
    network = started_table(3)
    for number in (first, *({0, 1, 2} - {first})):
        network[number].begin_next_game()
        network[number].set_ready(True)
        network.run(300)
    network.run_until(network.all_have_started)
    assert [seat.name for seat in network[1].started.table.seats] == ["Bert", "Chris", "Anna"]


def test_the_seats_move_on_once_for_each_game_and_a_person_may_order_them_otherwise() -> None:
    network = rematch()
    order = tuple(network[number].identity for number in (2, 1, 0))
    network[1].propose_changes(order=order)
    network.run(3000)
    assert network.seated_names(0) == ["Chris", "Bert", "Anna"]
    network.ready()
    network.run_until(network.all_have_started)
    for number in range(3):
        network[number].begin_next_game()
    network.run(3000)
    assert network.seated_names(2) == ["Bert", "Anna", "Chris"]


def test_seats_stay_where_a_name_would_change_with_them() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2), name="Anna")
    network.add(1, knows=[0], name="Anna")
    network.run_until(lambda: network.all_are_seated(2))
    network.ready()
    network.run_until(network.all_have_started)
    for number in (0, 1):
        network[number].begin_next_game()
    network.run(3000)
    assert network[1].proposal.seated == (network[0].identity, network[1].identity)
    assert names_at(network, 0) == {"Anna", "Anna 2"}


def test_a_host_that_was_started_again_in_a_game_keeps_the_table_behind_it() -> None:
    network = rematch()
    network.ready()
    network.run_until(network.all_have_started)
    signed_table, lobby_id, host = network[0].started, network[0].lobby_id, network[0].host
    network.kill(0)
    network.add(0, resumed=Resumed(lobby_id, signed_table, host), knows=[1, 2])
    network.run(1000)
    for number in range(3):
        network[number].begin_next_game()
    network.run(3000)
    assert {network[number].host for number in range(3)} == {host} and network[0].keeps_table


def test_where_no_next_game_can_be_proposed_the_last_one_stays_signed() -> None:
    network = started_table(2)
    signed_table, lobby_id = network[1].started, network[1].lobby_id
    assert signed_table is not None
    network.kill(1)
    network.add(1, resumed=Resumed(lobby_id, signed_table, network[0].host))

    def refuse(table: object) -> None:
        raise AdmissionError("not with this program")

    network[1].proposals.judge = refuse
    with pytest.raises(AdmissionError, match="not with this program"):
        network[1].begin_next_game()
    assert network[1].signatures.is_frozen and network[1].started == signed_table


def test_a_newcomer_of_the_next_game_takes_the_founder_for_the_host() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3), program=replaced(PROGRAM, capabilities=(HOSTS,)))
    network.add(1, knows=[0])
    network.add(2, knows=[0], computer=True)
    network.run_until(lambda: network.all_are_seated(3))
    network.ready()
    network.run_until(network.all_have_started)
    for number in range(3):
        network[number].begin_next_game()
    network[0].propose_changes(places=4)
    network.run(3000)
    network.add(3, knows=[1])
    network.connect(0, 3)
    network.run(3000)
    assert {network[number].host for number in range(4)} == {network[0].identity}
    network.kill(0)
    network.run(1000)
    assert network[1].keeps_table, "while the host is away, the first person keeps the table and not the computer player"


# --- computer players, strangers and blocked players

def test_a_computer_player_says_which_it_is_and_who_has_started_it() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(4))
    mark = fingerprint_text(fingerprint_of(network[0].identity))
    for number, claim in ((1, ComputerClaim("strong/builder", mark)), (2, ComputerClaim("club", "04HM-ASW9-NF6Y-Y093"))):
        network.add(number, knows=[0], computer=True, program=replaced(PROGRAM, capabilities=claim.capabilities()))
    network.add(3, knows=[0, 1, 2], program=replaced(PROGRAM, capabilities=ComputerClaim("club", mark).capabilities()))
    network.run(2000)
    members = snapshot_of(network[3], (), Acquaintance(None)).members
    assert {each.name: (each.plays, each.beside) for each in members} == {
        "Anna": ("", ""), "Bert": ("strong/builder", "Anna"), "Chris": ("club", ""), "Dora": ("", "")}


def test_the_keeper_of_a_table_for_friends_seats_no_stranger_until_it_is_let_in() -> None:
    network, friends = LobbyNetwork(), set[bytes]()
    network.add(0, offer=offer(3), keeps_out=lambda identity: identity not in friends)
    for number in (1, 2):
        network.add(number, knows=[0])
        network.run(2000)
        friends.update([] if number == 2 else [network[1].identity])
        network.run(2000)
    assert network[0].proposal.seated == (network[0].identity, network[1].identity)
    assert network[0].is_kept_out(network[2].identity) and not network[0].is_kept_out(network[1].identity)
    network[2].propose_changes(order=network[2].proposal.seated, places=2)
    network[2].send_chat("let me in")
    network.run(2000)
    assert network[0].proposal.places == 3 and not network.peers[0].facts_of(Said), "a stranger has no say"
    friends.add(network[2].identity)
    network[0].accept_player(network[2].identity)
    network.run(2000)
    assert network[2].identity in network[0].proposal.seated


def test_those_who_sit_keep_their_seats_and_a_guest_keeps_nobody_out() -> None:
    network = two_at_a_table(places=3)
    network.run(1000)
    for number in (0, 1):
        network[number].seat_keeper.keeps_out = lambda identity: True
    network.add(2, knows=[0, 1])
    network.run(3000)
    assert set(network[0].proposal.seated) == {network[0].identity, network[1].identity}
    assert not network[1].is_kept_out(network[2].identity) and not network[1].is_kept_out(network[0].identity)
