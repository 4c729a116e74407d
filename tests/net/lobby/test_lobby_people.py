"""A lobby when people come, go, come back and talk: before the game, and after it has begun."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from acquire_net.lobby.events import (
    Away,
    Differs,
    Excluded,
    Gone,
    KeyChanged,
    Parted,
    ProposalRefused,
    RunsTwice,
    Said,
    Started,
)
from acquire_net.lobby.lobby import Resumed
from acquire_net.lobby.messages import LobbyKind, LobbyRound, Proposal, Wants, frame_of
from acquire_net.lobby.table_spec import AdmissionError
from tests.support.lobby_network import LobbyNetwork, curve_of, offer, started_table, table_without, two_at_a_table

# --- going and coming

def test_an_excluded_one_learns_by_whom_and_is_not_seated_again() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0])
    network.run(1000)
    network[0].exclude_player(network[2].identity)
    network.run(3000)
    assert network.peers[2].facts_of(Excluded) == [Excluded(network[0].identity, "Anna")]
    assert "Chris is excluded" in network.changes_reported(1)
    assert network.seated_names(1) == ["Anna", "Bert"]
    network[2].propose_changes(options={"clock": "60"})
    network.run(3000)
    assert all(dict(network[number].proposal.options)["clock"] == "none" for number in range(3)), "an excluded player has no say"
    with pytest.raises(AdmissionError, match="excluded from this table, so nobody reads what you write"):
        network[2].send_chat("hello?")
    network.run(1000)
    assert not network.peers[0].facts_of(Said) and not network.peers[2].facts_of(Said), "nor is it shown as if it were said"
    with pytest.raises(AdmissionError, match="you cannot exclude yourself"):
        network[0].exclude_player(network[0].identity)


def test_when_the_keeper_goes_the_next_one_gives_out_the_seats() -> None:
    network = two_at_a_table(places=3)
    network[0].leave()
    network.deliver()
    network.kill(0)
    network.add(2, knows=[1])
    network.run(1000)
    assert network.seated_names(2) == ["Bert", "Chris"]


def test_the_seat_of_somebody_who_vanished_is_kept_for_a_while() -> None:
    network = two_at_a_table(places=3)
    network.kill(0)
    network.run(20_000)
    assert network.peers[1].facts_of(Away) == [Away(network[0].identity, "Anna")]
    assert network.seated_names(1) == ["Anna", "Bert"]
    network.run(15_000)
    assert network.seated_names(1) == ["Bert"]


def test_a_program_that_was_started_again_takes_its_own_seat_with_another_key() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0])
    network.run(1000)
    network.kill(1)
    network.add(1, run=1, knows=[0])
    network.run(2000)
    assert not any(peer.facts_of(KeyChanged) for peer in network.peers.values()), "that happens every evening"
    assert sorted(network.seated_names(0)) == ["Anna", "Bert", "Chris"]
    network.ready()
    assert network.all_have_started()
    assert curve_of(1, 1) in network.peers[0].facts_of(Started)[0].curves


def test_an_earlier_run_that_had_counted_further_is_overtaken() -> None:
    network = two_at_a_table(places=3)
    network.kill(1)
    again = network.add(1, run=1)
    again.membership.me = replace(again.membership.me, serial=0)
    network.connect(0, 1)
    network.run(2000)
    assert network[0].membership.roster.person_of(again.identity).presence == again.membership.me
    assert network.seated_names(0) == ["Anna", "Bert"] and not network.peers[1].facts_of(RunsTwice)


def test_whom_the_keeper_has_excluded_he_does_not_seat_though_another_allows_it() -> None:
    network = two_at_a_table(places=4)
    network.add(2, knows=[0])
    network.run(1000)
    network[0].exclude_player(network[2].identity)
    network.deliver()
    allowed = replace(network[1].proposal, excluded=())
    network[1].proposals.make_proposal(allowed, network[1].lobby_id)
    network[1].membership.send_to_members(LobbyKind.PROPOSAL, network[1].proposals.held.signed)
    network.run(2000)
    assert not network[0].proposal.excluded
    assert network.seated_names(2) == ["Anna", "Bert"]


def who_exclude_each_other(count: int) -> LobbyNetwork:
    """Anna and Bert, at the same moment, among so many."""
    network = two_at_a_table(places=4)
    for number in range(2, count):
        network.add(number, knows=[0])
    network.run(1000)
    network.cut(0, 1)
    network[0].exclude_player(network[1].identity)
    network[1].exclude_player(network[0].identity)
    network.heal(0, 1)
    network.connect(0, 1)
    return network


def all_proposals(network: LobbyNetwork) -> list[Proposal | None]:
    return [network[number].proposal for number in network.alive]


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_two_who_exclude_each_other_do_not_outbid_each_other_for_ever(count: int) -> None:
    network = who_exclude_each_other(count)
    network.run(15_000)
    proposals = all_proposals(network)
    network.run(15_000)
    assert all_proposals(network) == proposals


@pytest.mark.parametrize("count", [3, 4, 5])
def test_of_two_who_exclude_each_other_the_others_keep_one_and_the_same(count: int) -> None:
    network = who_exclude_each_other(count)
    network.run(10_000)
    proposals = {network[number].proposal for number in range(2, count)}
    assert len(proposals) == 1
    proposal = proposals.pop()
    gone, = proposal.excluded
    assert {*proposal.seated, gone} == {network[number].identity for number in network.alive}
    assert gone in (network[0].identity, network[1].identity)
    kept = 0 if gone == network[1].identity else 1
    assert network[kept].proposal == proposal


def test_a_newcomer_hears_what_counts_though_somebody_without_a_say_repeats_himself() -> None:
    network = who_exclude_each_other(3)
    network.run(10_000)
    gone = 0 if network[0].identity in network[2].proposal.excluded else 1
    for _ in range(5):
        stubborn = network[gone].proposals
        stubborn.make_proposal(replace(stubborn.held.proposal, excluded=(), places=3), network[gone].lobby_id)
        network.run(2000)
    assert network[2].proposal.places == 4
    network.add(3, knows=[gone])
    network.run(10_000)
    assert network[3].proposal == network[2].proposal == network[1 - gone].proposal


# --- after the start

def test_after_the_start_what_was_agreed_stays_and_addresses_and_talk_go_on() -> None:
    network = started_table(3)
    for act in (lambda: network[0].propose_changes(places=4), lambda: network[0].set_ready(False),
                lambda: network[0].set_watching(True),
                lambda: network[0].exclude_player(network[1].identity)):
        with pytest.raises(AdmissionError, match="the game has begun"):
            act()
    network[1].set_addresses(["192.168.7.7:5"])
    network[1].send_chat("good luck")
    network.cut(0, 1, for_good=False)
    network.collect()
    assert network[0].membership.roster.person_of(network[1].identity).presence.addresses == ("10.0.0.1:47108",)
    network.run(2000)
    assert network[0].membership.roster.person_of(network[1].identity).presence.addresses == ("192.168.7.7:5",)
    assert network.peers[0].facts_of(Said) == [Said(network[1].identity, "good luck")]
    network.cut(0, 1)
    network.collect()
    assert (curve_of(1), ("192.168.7.7:5",)) in network[0].take_ready().links


def test_a_peer_that_is_started_again_during_the_game_still_belongs_to_the_lobby() -> None:
    network = started_table(3)
    signed_table, lobby_id = network[1].started, network[1].lobby_id
    network.kill(1)
    network.kill(2)
    network.run(2000)
    for number in (1, 2):
        network.add(number, resumed=Resumed(lobby_id, signed_table), knows=[0])
    network.run(3000)
    assert network.all_have_started()
    network[1].send_chat("here I am")
    network.deliver()
    assert all(Said(network[1].identity, "here I am") in network.peers[number].facts_of(Said) for number in range(3))
    assert not network.peers[1].facts_of(Started), "it had begun before"


def test_a_key_other_than_the_agreed_one_is_not_taken_for_a_seat_after_the_start() -> None:
    network = started_table(2)
    network.kill(1)
    network.add(1, run=1, knows=[0])
    network.run(3000)
    assert network[0].membership.roster.person_of(network[1].identity).presence.curve == curve_of(1)
    assert network.peers[1].lobby.started is None


def test_a_seat_that_takes_another_nonce_after_the_start_changes_nothing() -> None:
    network = started_table(3)
    signed_table = network[0].started
    network[1].membership.renew_presence(nonce=b"n" * 32)
    network.run(2000)
    assert network[0].started is signed_table and network[0].signatures.is_frozen
    assert len(network.peers[0].facts_of(Started)) == 1


def test_those_who_are_left_regroup_by_themselves() -> None:
    network = started_table(4)
    nonces_before = {person.presence.nonce for person in network[0].membership.roster}
    before = network[0].started.table
    lost = [network[2].identity]
    network.kill(2)
    for number in (0, 1, 3):
        network[number].begin_without(lost)
        network.run(300)
    network.run_until(lambda: network.all_have_started([0, 1, 3]))
    table = network[0].started.table
    seats = [number for number, seat in enumerate(before.seats) if seat.identity not in lost]
    nonces = {number: seat.nonce for number, seat in zip(seats, table.seats, strict=True)}
    assert table == table_without(before, [before.seats.index(seat) for seat in before.seats if seat.identity in lost], nonces)
    assert {person.presence.nonce for person in network[0].membership.roster} & nonces_before == {network[2].membership.me.nonce}
    assert not set(nonces.values()) & {seat.nonce for seat in before.seats}
    network.add(2, run=1, knows=[0])
    network.run(2000)
    assert network[2].identity not in network[0].proposal.seated


@pytest.mark.parametrize("said_goodbye", [True, False])
def test_of_two_one_who_said_goodbye_before_the_game_sits_down_again(said_goodbye: bool) -> None:
    """One who was silent, or was voted out, waits until the keeper accepts them by name."""
    network = started_table(2)
    leaver = network[1].identity
    left = [leaver] if said_goodbye else []
    network[0].begin_without([leaver], left)
    network[1].begin_without([leaver], left)
    network.run(3000)
    assert (leaver in network[0].proposal.seated) == said_goodbye and (leaver in network[0].proposal.excluded) != said_goodbye
    assert not any(network[number].signatures.started for number in (0, 1)), "both have to be ready for it"
    if said_goodbye:
        network.ready(0, 1)
        assert network.all_have_started([0, 1])


def test_of_three_two_begin_without_the_one_who_said_goodbye() -> None:
    network = started_table(3)
    leaver = network[2].identity
    for number in range(3):
        network[number].begin_without([leaver], [leaver])
    network.run(3000)
    assert network.all_have_started([0, 1])
    assert [seat.identity for seat in network[0].started.table.seats] == [network[number].identity for number in (0, 1)]
    assert leaver not in network[0].proposal.excluded


def test_one_who_is_left_alone_waits_for_others() -> None:
    network = started_table(2)
    lost = network[1].identity
    network.kill(1)
    network[0].begin_without([lost])
    network.run(1000)
    assert network[0].proposal.seated == (network[0].identity,) and network[0].proposal.attempt == 1
    network.add(2, knows=[0])
    network.run(1000)
    network.ready(0, 2)
    assert network.all_have_started([0, 2])
    with pytest.raises(AdmissionError, match="no table has begun"):
        two_at_a_table()[0].begin_without([])


def test_nobody_goes_back_to_a_table_for_one_who_has_no_seat_at_what_was_signed_since() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    for number in (1, 2):
        network.add(number, knows=[0])
    network.run(1000)
    network.ready(0, 1)
    network[2].set_ready(True)
    network[2].take_ready()  # it has begun, and nobody hears of it
    begun = network[2].started.tid
    network[0].exclude_player(network[2].identity)
    network[0].propose_changes(places=2)
    network.deliver()
    network.ready(0)
    network[1].set_ready(True)
    network[1].take_ready()
    assert network[1].started and not network[0].started
    network[0].receive(curve_of(2), frame_of(LobbyKind.ROUND, LobbyRound(network[0].lobby_id, (), 0, b"", begun, 7, 1, 0, 0)))
    network.run(3000)
    network.assert_no_split()
    assert network.all_have_started([0, 1])
    assert len(network.peers[2].facts_of(Parted)) == 2


def test_who_began_a_table_that_the_others_gave_up_learns_so() -> None:
    network = started_table(3)
    lost = network[2].identity
    for number in (0, 1):
        network[number].begin_without([lost])
    network.run(2000)
    assert network.all_have_started([0, 1])
    assert {fact.name for fact in network.peers[2].facts_of(Parted)} == {"Anna", "Bert"}


# --- talk

def test_lines_are_heard_once_in_order_by_all_and_by_who_comes_later() -> None:
    network = two_at_a_table(places=3)
    network[0].send_chat("  one\n")
    network[0].send_chat("two")
    network.add(2, knows=[0])
    network.run(3000)
    for number in range(3):
        assert [fact.line for fact in network.peers[number].facts_of(Said)] == ["one", "two"]


def test_too_many_lines_and_lines_that_cannot_be_shown_are_not_said() -> None:
    network = two_at_a_table()
    for line in ("a", "b", "c"):
        network[0].send_chat(line)
    with pytest.raises(AdmissionError, match="at most 3 lines in 5 seconds"):
        network[0].send_chat("d")
    network.run(5000)
    network[0].send_chat("d")
    for text, says in (("x" * 301, "at most 300 bytes"), ("a\u202eb", "U\\+202E"), ("", "nothing in this"), ("a\x1b[2J", "U")):
        with pytest.raises(AdmissionError, match=says):
            network[1].send_chat(text)
    network.deliver()
    assert [fact.line for fact in network.peers[1].facts_of(Said)] == ["a", "b", "c", "d"]


def test_a_muted_one_is_not_heard_until_he_is_wanted_again() -> None:
    network = two_at_a_table()
    network[1].mute_player(network[0].identity)
    network[0].send_chat("one")
    network.deliver()
    network[1].mute_player(network[0].identity, muted=False)
    network[0].send_chat("two")
    network.deliver()
    assert [fact.line for fact in network.peers[1].facts_of(Said)] == ["two"]


def test_nothing_is_said_by_who_has_left_and_everybody_hears_that_he_has() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0])
    network.run(1000)
    network[1].leave()
    assert not network[1].take_ready().links
    network[1].tick(network.now + 1000)
    network.run(2000)
    assert all(Gone(network[1].identity, "Bert") in network.peers[number].facts_of(Gone) for number in (0, 2))
    with pytest.raises(AdmissionError, match="you have left this table"):
        network[1].propose_changes(places=2)
    assert [each.wants for each in network[0].participants if each.name == "Bert"] == [Wants.LEFT]


def test_a_founder_whose_offer_is_none_learns_it_at_once() -> None:
    with pytest.raises(AdmissionError, match="not a value of the option"):
        LobbyNetwork().add(0, offer=offer(2, hands="up"))
    with pytest.raises(AdmissionError, match="an address with characters"):
        LobbyNetwork().add(0, offer=offer(2), addresses=("10.0.0.1\n:5",))
    network = two_at_a_table()
    with pytest.raises(AdmissionError, match="cannot be sent to other peers"):
        network[0].set_addresses(["x" * 81])
    assert not network.peers[0].facts_of(ProposalRefused) and not network.peers[0].facts_of(Differs)
