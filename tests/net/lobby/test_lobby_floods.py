"""A peer of a lobby sends too much, loses half of what it has, or was started again: the others go on all the same."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from acquire_net.lobby.chat import LINES_MS, MAX_LINES
from acquire_net.lobby.events import Away, Differs, ProposalRefused, RunsTwice, Said, Started
from acquire_net.lobby.lobby import Lobby, Resumed
from acquire_net.lobby.membership import MAX_AUTHORS, MAX_NEWS, MAX_TWINS
from acquire_net.lobby.messages import (
    MAX_EXCLUDED,
    MAX_LOBBY_PEERS,
    MAX_TABLE_PROPOSAL_BYTES,
    LobbyKind,
    LobbyRound,
    Presence,
    SignedReady,
    Wants,
    frame_of,
    sign_line,
    sign_presence,
    sign_proposal,
)
from acquire_net.lobby.seat_keeper import MAX_OWN
from acquire_net.lobby.table_spec import MAX_TABLE_ATTEMPTS, AdmissionError, SignedTable, sign_hello
from acquire_net.protocol.codec import MalformedError
from tests.support.fake_signing import TransparentSigner
from tests.support.lobby_network import RULES, LobbyNetwork, curve_of, offer, started_table, two_at_a_table

LINK = curve_of(1)
"""Over which the tests speak to peer 0, as peer 1 could."""
LONG = tuple(f"{number:<90}" for number in range(47))


def table_for(count: int) -> LobbyNetwork:
    network = LobbyNetwork()
    network.add(0, offer=offer(count))
    for number in range(1, count):
        network.add(number, knows=[0])
    network.run_until(lambda: network.all_are_seated(count))
    network.run(1000)
    return network


def presence_of(signer: TransparentSigner, wants: Wants) -> Presence:
    return Presence(1, signer.public, signer.public, signer.public, int(wants), "Mallory", ("10.9.9.9:1",))


def bring(lobby: Lobby, kind: LobbyKind, message: bytes | SignedReady | LobbyRound) -> None:
    lobby.receive(LINK, frame_of(kind, message))


# --- before it signs, it begins

def test_who_agrees_to_something_later_begins_what_another_has_begun() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[1].set_ready(True)
    network[1].take_ready()  # its READY is lost
    network[0].propose_changes(options={"clock": "60"})
    network[0].set_ready(True)
    begun = network[1].started
    bring(network[0], LobbyKind.ROUND, LobbyRound(network[0].lobby_id, (), 0, b"", begun.tid, 3, 1, 0, 0))
    network[0].set_ready(True)
    network[0].take_ready()
    bring(network[0], LobbyKind.READY, network[1].signatures.ready_of(begun, 1))
    network.run_until(network.all_have_started)
    assert network[0].started.tid == begun.tid and len(network.peers[0].facts_of(Started)) == 1


# --- a proposal has room for all

def longest_rules(lobby: Lobby) -> tuple[str, ...]:
    for count in range(1, len(LONG)):
        try:
            lobby.propose_changes(rules=RULES + LONG[:count])
        except AdmissionError:
            break
    return lobby.proposal.rules


def test_the_longest_proposal_still_has_room_for_all_who_sit_down_and_all_who_are_excluded() -> None:
    network = LobbyNetwork()
    rules = longest_rules(network.add(0, offer=offer(6)))
    with pytest.raises(AdmissionError, match="shorten the rules"):
        network[0].propose_changes(rules=(*rules, LONG[-1]))
    for number in range(1, MAX_EXCLUDED + 1):
        network[0].exclude_player(bytes((number,)) * 32)
    for number in range(1, 6):
        network.add(number, knows=[0])
    network.run_until(lambda: network.all_are_seated(6))
    network.ready()
    network.run_until(network.all_have_started)
    assert network[5].started.table.rules == rules
    assert MAX_TABLE_PROPOSAL_BYTES - 128 < len(msgspec.msgpack.encode(network[0].proposal)) <= MAX_TABLE_PROPOSAL_BYTES


def test_a_proposal_that_leaves_no_room_for_newcomers_is_not_played() -> None:
    network = table_for(3)
    lobby, author, before = network[0], network[1], network[0].proposal
    long = replace(before, revision=before.revision + 1, author=author.identity, rules=RULES + LONG[:29], seated=())
    bring(lobby, LobbyKind.PROPOSAL, sign_proposal(long, lobby.lobby_id, author.signer))
    [refused] = [fact for fact in lobby.take_ready().facts if isinstance(fact, ProposalRefused)]
    assert "once all are seated" in refused.reason and lobby.proposal == before


# --- more than anybody needs

def test_proposals_of_many_authors_over_one_link_wait_for_the_next_round() -> None:
    network = table_for(3)
    before = network[0].proposal.revision
    for number in range(100):
        author = TransparentSigner(b"author %d" % number)
        proposal = replace(network[0].proposal, revision=network[0].proposal.revision + 1, author=author.public,
                           options=(("clock", str(10 + number)),))
        bring(network[0], LobbyKind.PROPOSAL, sign_proposal(proposal, network[0].lobby_id, author))
    assert before < network[0].proposal.revision <= before + MAX_NEWS + MAX_OWN
    network.deliver()
    network[2].propose_changes(options={"clock": "90"})
    network.deliver()
    assert dict(network[0].proposal.options)["clock"] == "90", "another link brings what it has"
    network.run(1000)
    network.ready()
    network.run_until(network.all_have_started)


def test_tables_that_differ_are_reported_a_few_times_and_not_for_ever() -> None:
    network = table_for(3)
    network.ready(0)
    network[0].take_ready()
    for number in range(100):
        other = replace(network[0].intent.table, rules=(*RULES, f"seat 1 wins {number}"))
        signature = SignedTable(other).sign(network[1].signer)
        bring(network[0], LobbyKind.READY, SignedReady(network[1].identity, msgspec.msgpack.encode(other), signature))
    differences = [fact for fact in network[0].take_ready().facts if isinstance(fact, Differs)]
    assert len(differences) == MAX_NEWS and "'seat 1 wins 0' is only there" in differences[0].reason


def test_forged_presences_do_not_keep_out_the_true_ones() -> None:
    network = table_for(3)
    mallory = network[1].signer
    forged = [replace(network[2].membership.me, serial=1 << 40)] * (MAX_NEWS + 1)
    forged += [replace(presence_of(TransparentSigner(b"%d" % number), Wants.PLAY), serial=1 << 40)
               for number in range(100, 100 + MAX_AUTHORS)]
    refused = 0
    for presence in forged:
        try:
            bring(network[0], LobbyKind.PRESENCE, sign_presence(presence, network[0].lobby_id, mallory))
        except MalformedError:
            refused += 1
    assert refused == MAX_NEWS + MAX_AUTHORS - 1, "after so many nobody looks at the signature"
    network[2].set_addresses(("10.8.8.8:1",))
    network.deliver()
    assert network[0].membership.roster.person_of(network[2].identity).presence.addresses == ("10.8.8.8:1",)


def test_goodbyes_of_strangers_do_not_go_round_for_ever() -> None:
    network = table_for(4)
    before = sum(peer.sent for peer in network.peers.values())
    for number in range(60):
        signer = TransparentSigner(b"stranger %d" % number)
        bring(network[0], LobbyKind.PRESENCE, sign_presence(presence_of(signer, Wants.LEFT), network[0].lobby_id, signer))
    network.run(3000)
    assert sum(peer.sent for peer in network.peers.values()) - before < 300
    assert len(network[0].participants) == MAX_LOBBY_PEERS
    network.add(4, knows=[0])
    network.run(1000)
    assert "Emil" in {each.name for each in network[0].participants}, "one who has left makes room for one who comes"


def test_lines_beyond_a_few_are_not_shown_not_even_with_a_new_introduction() -> None:
    network = table_for(3)
    lobby, author = network[0], network[1]
    for run in range(4):
        hello = replace(author.membership._own_hello(), nonce=bytes((run,)) * 32)
        bring(lobby, LobbyKind.HELLO, sign_hello(hello, author.signer, curve_of(0)))
        for serial in range(1, 20):
            bring(lobby, LobbyKind.SAY, sign_line(serial, 1, f"line {serial}", lobby.lobby_id, author.signer))
    assert len([fact for fact in lobby.take_ready().facts if isinstance(fact, Said)]) == MAX_LINES
    lobby.tick(network.now + LINES_MS)
    bring(lobby, LobbyKind.SAY, sign_line(1, 1, "again", lobby.lobby_id, author.signer))
    assert Said(author.identity, "again") in lobby.take_ready().facts, "the numbers begin again with each run"


def test_lines_are_heard_again_only_of_the_same_run_and_up_to_the_same_number() -> None:
    network = table_for(3)
    lobby, author = network[0], network[1]
    _, first = next(iter(lobby.chat.heard_lines().values()))
    run = lobby.chat.heard_lines()[author.identity][0]
    lobby.chat.recall_lines({author.identity: (run, 1), b"gone" * 8: (b"run", 7)})
    for serial in (1, 2):
        bring(lobby, LobbyKind.SAY, sign_line(serial, 1, f"line {serial}", lobby.lobby_id, author.signer))
    said = [fact for fact in lobby.take_ready().facts if isinstance(fact, Said)]
    assert first == 0 and [fact.is_earlier for fact in said] == [True, False]
    assert lobby.chat.heard_lines()[author.identity] == (run, 2)
    assert lobby.chat.heard_lines()[b"gone" * 8] == (b"run", 7), "it may come back"
    hello = replace(author.membership._own_hello(), nonce=b"other" * 6 + b"..")
    bring(lobby, LobbyKind.HELLO, sign_hello(hello, author.signer, curve_of(0)))
    lobby.tick(network.now + LINES_MS)
    bring(lobby, LobbyKind.SAY, sign_line(1, 1, "anew", lobby.lobby_id, author.signer))
    assert Said(author.identity, "anew") in lobby.take_ready().facts


class Credulous:
    def verify(self, public: bytes, message: bytes, signature: bytes) -> bool:
        return True


def test_of_one_seat_one_signature_is_passed_on() -> None:
    """An author can make any number of signatures under the same bytes."""
    network = table_for(3)
    lobby, seat = network[0], network[0].proposal.seated.index(network[1].identity)
    lobby.signatures.verifier = Credulous()
    lobby.take_ready()
    for number in range(20):
        ready = SignedReady(network[1].identity, msgspec.msgpack.encode(lobby.intent.table), bytes((number,)) * 64)
        bring(lobby, LobbyKind.READY, ready)
    assert len([frame for _, frame in lobby.take_ready().send if frame[0] == LobbyKind.READY]) == 1
    assert lobby.signatures.current.signatures == {seat: bytes(64)}


def test_a_stranger_does_not_learn_the_name_of_the_lobby() -> None:
    network = table_for(2)
    lobby, stranger = network[0], b"m" * 32
    lobby.link_up(stranger)
    lobby.set_addresses(("10.8.8.8:1",))
    lobby.send_chat("hello")
    for seconds in range(1, 4):
        lobby.tick(network.now + 1000 * seconds)
    heard = [frame for to, frame in lobby.take_ready().send if to == stranger]
    assert {frame[0] for frame in heard} == {LobbyKind.HELLO}
    assert not any(lobby.lobby_id in frame for frame in heard)


# --- begun again

def come_back(network: LobbyNetwork, number: int) -> None:
    signed_table, lobby_id = network[number].started, network[number].lobby_id
    network.kill(number)
    network.add(number, resumed=Resumed(lobby_id, signed_table), knows=[other for other in network.alive if other != number])


@pytest.mark.parametrize("pause_ms", [0, 2000])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("back", [(0,), (1,), (0, 1)], ids=str)
def test_who_was_started_again_begins_again_with_the_others(back: tuple[int, ...], first: int, pause_ms: int) -> None:
    """Also where the other one still holds the proposal of the table that was lost, which counts more than a first one."""
    network = started_table(3)
    lost = network[2].identity
    network.kill(2)
    for number in back:
        come_back(network, number)
    network.run(2000)
    for number in (first, 1 - first):
        network[number].begin_without([lost])
        network.run(pause_ms)
    network.run_until(network.all_have_started)
    table = network[0].started.table
    assert table.attempt == 1 and {seat.name for seat in table.seats} == {"Anna", "Bert"}
    assert network[1].proposal.excluded == (lost,)


def test_attempts_that_cannot_be_counted_any_more_still_come_together() -> None:
    network = two_at_a_table()
    network[0].proposals.make_proposal(replace(network[0].proposal, attempt=MAX_TABLE_ATTEMPTS - 2), network[0].lobby_id)
    network.run(2000)
    network.ready()
    begun = []
    for _ in range(3):
        network.run_until(network.all_have_started)
        begun.append(network[0].started)
        for number in (0, 1):
            network[number].begin_without([])
    assert [signed_table.table.attempt for signed_table in begun] == [MAX_TABLE_ATTEMPTS - 2, MAX_TABLE_ATTEMPTS - 1,
                                                                MAX_TABLE_ATTEMPTS - 1]
    assert len({signed_table.tid for signed_table in begun}) == 3


# --- twice here, and not here any more

def test_one_identity_in_two_programs_is_reported_to_both_and_they_stop_outbidding_each_other() -> None:
    network = table_for(2)
    twin = TransparentSigner(b"twin")
    network[0].propose_changes(places=4)
    network.add(2, knows=[0], signer=twin)
    network.deliver()
    network.walls.add(frozenset((2, 3)))
    network.add(3, knows=[0], signer=twin)
    network.run(6000)
    for number in (2, 3):
        assert len(network.peers[number].facts_of(RunsTwice)) == 1
        assert network[number].membership._twins > MAX_TWINS - 1
    serial = network[0].membership.roster.person_of(twin.public).presence.serial
    network.run(6000)
    assert network[0].membership.roster.person_of(twin.public).presence.serial == serial


def test_whoever_has_two_links_and_loses_one_is_not_away_and_is_still_heard() -> None:
    network = table_for(3)
    lobby, author, second = network[0], network[1], b"s" * 32
    lobby.link_up(second)
    hello = replace(author.membership._own_hello(), curve=second)
    lobby.receive(second, frame_of(LobbyKind.HELLO, sign_hello(hello, author.signer, curve_of(0))))
    lobby.take_ready()
    lobby.link_down(second)
    assert lobby.take_ready().facts == ()
    bring(lobby, LobbyKind.SAY, sign_line(1, 1, "still here", lobby.lobby_id, author.signer))
    assert lobby.take_ready().facts == (Said(author.identity, "still here"),)
    lobby.link_down(LINK)
    assert lobby.take_ready().facts == (Away(author.identity, "Bert"),)


def test_whoever_has_left_does_not_come_back_by_watching_or_by_a_pause() -> None:
    network = table_for(2)
    network[1].leave()
    for act in (lambda: network[1].set_watching(False), lambda: network[1].set_watching(True),
                lambda: network[1].set_ready(True)):
        with pytest.raises(AdmissionError, match="you have left this table"):
            act()
    network.run(2000)
    assert network.seated_names(0) == ["Anna"]
    playing = started_table(2)
    playing[1].leave()
    with pytest.raises(AdmissionError, match="no game is running that could wait"):
        playing[1].set_paused(False)
    playing.run(2000)
    assert [each.wants for each in playing[0].participants if each.name == "Bert"] == [Wants.LEFT]


def test_when_all_who_sat_have_left_one_who_watched_can_go_on() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2))
    network.add(1, knows=[0], watches=True)
    network.run(1000)
    network[0].leave()
    network.run(2000)
    network.kill(0)
    network[1].set_watching(False)
    network.add(2, knows=[1])
    network.run_until(lambda: network.all_are_seated(2))
    network.ready()
    network.run_until(network.all_have_started)
