"""Hostile talk: damaged, forged, replayed and endless frames change nothing that they should not, and cost only so much."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from acquire_net.crypto import signing
from acquire_net.lobby.chat import MAX_KEPT, MAX_LINES
from acquire_net.lobby.events import (
    MAX_REMEMBERED_FACTS,
    Differs,
    Gone,
    LinkRefused,
    ProposalRefused,
    Said,
    Started,
    TableFull,
)
from acquire_net.lobby.lobby import Lobby, Resumed
from acquire_net.lobby.membership import MAX_ANSWERS, MAX_AUTHORS, MAX_NEWS
from acquire_net.lobby.messages import (
    MAX_BYTES_OF,
    MAX_EXCLUDED,
    MAX_LOBBY_PEERS,
    ChatMessage,
    KnownPresence,
    LobbyKind,
    LobbyRound,
    Presence,
    Proposal,
    SignedReady,
    Wants,
    frame_of,
    sign_line,
    sign_presence,
    sign_proposal,
)
from acquire_net.lobby.proposal import Held
from acquire_net.lobby.proposal_exchange import MAX_AHEAD
from acquire_net.lobby.signatures import MAX_SIGNED_TABLES
from acquire_net.lobby.table_spec import SignedTable
from acquire_net.protocol.codec import MalformedError
from tests.support.fake_signing import TransparentSigner, entropy_of
from tests.support.lobby_network import PROGRAM, LobbyNetwork, curve_of, judge, offer, started_table

MALLORY = TransparentSigner(b"mallory")
LINK = curve_of(1)
"""Over which the tests speak to peer 0, as peer 1 could."""


def table_for_three() -> LobbyNetwork:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    for number in (1, 2):
        network.add(number, knows=[0])
    network.run(1000)
    return network


def presence_of(signer: TransparentSigner, **changes: object) -> Presence:
    fields = dict(serial=1, identity=signer.public, curve=signer.public, nonce=signer.public, wants=int(Wants.PLAY),
                  name="Mallory", addresses=("10.9.9.9:1",))
    return Presence(**{**fields, **changes})


def state_of(lobby: Lobby) -> tuple[object, ...]:
    """Return what matters of the state of a lobby."""
    signed_table = lobby.signatures.compared_table
    return (lobby.proposal, {person.body for person in lobby.membership.roster}, lobby.started,
            dict(signed_table.signatures) if signed_table else None, lobby.signatures.signed is None)


# --- damaged

def frames_of_a_whole_evening() -> dict[LobbyKind, list[bytes]]:
    network = LobbyNetwork()
    found: dict[LobbyKind, list[bytes]] = {kind: [] for kind in LobbyKind}

    def keep(sender: int, to: int, frame: bytes) -> None:
        if (sender, to) == (1, 0):
            found[LobbyKind(frame[0])].append(frame)

    network.eavesdrop = keep
    network.add(0, offer=offer(3))
    for number in (1, 2):
        network.add(number, knows=[0])
    network.run(1000)
    network[1].propose_changes(options={"clock": "60"})
    network.deliver()
    network[1].send_chat("hello")
    network.ready()
    assert network.all_have_started()
    return found


FRAMES = frames_of_a_whole_evening()


def test_every_kind_of_talk_was_heard() -> None:
    assert all(FRAMES.values())


@pytest.mark.parametrize("kind", LobbyKind, ids=lambda kind: kind.name)
@given(data=st.data())
def test_a_damaged_frame_is_malformed_or_changes_nothing(kind: LobbyKind, data: st.DataObject) -> None:
    lobby = NETWORKS[0][0]
    before = state_of(lobby)
    frame = bytearray(data.draw(st.sampled_from(FRAMES[kind])))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(1, len(frame) - 1))
        change = data.draw(st.sampled_from(("change", "cut", "add")))
        if change == "change":
            frame[place] ^= data.draw(st.integers(1, 255))
        elif change == "cut" and place > 1:
            del frame[place:]
        else:
            frame.insert(place, data.draw(st.integers(0, 255)))
        if len(frame) < 2:
            break
    assume(bytes(frame) not in FRAMES[kind])
    hears(lobby, bytes(frame))
    assert state_of(lobby) == before


@given(st.binary(max_size=400))
def test_noise_is_malformed(noise: bytes) -> None:
    with pytest.raises(MalformedError):
        NETWORKS[0][0].receive(LINK, noise[:1] + b"\xc1" + noise[1:])


def hears(lobby: Lobby, frame: bytes) -> None:
    """One more frame over the link; nothing but MalformedError may come of it. A link that was given up for it is there again."""
    for link in lobby.membership.links.values():
        link.answers = MAX_ANSWERS
    try:
        lobby.receive(LINK, frame)
    except MalformedError:
        pass
    lobby.take_ready()
    link = lobby.membership.links[LINK]
    if link.refused:
        link.refused, link.joined = False, True
        link.welcomed = next(other.welcomed for other in lobby.membership.links.values() if other.welcomed)


NETWORKS = [table_for_three()]


@pytest.mark.parametrize("frame", [
    b"", b"\0", b"\7\x90", bytes((LobbyKind.SAY,)), bytes((LobbyKind.ROUND,)) + b"\x91" * 1000,
    bytes((LobbyKind.ROUND,)) + b"\xdd\xff\xff\xff\xff",
    *(bytes((kind,)) + bytes(most + 1) for kind, most in MAX_BYTES_OF.items()),
])
def test_what_has_no_kind_or_is_too_long_is_malformed(frame: bytes) -> None:
    with pytest.raises(MalformedError):
        table_for_three()[0].receive(LINK, frame)


def test_nothing_is_heard_before_an_introduction_or_of_a_link_that_is_none() -> None:
    network = table_for_three()
    lobby = network[0]
    before = state_of(lobby)
    lobby.link_up(b"m" * 32)
    for curve in (b"m" * 32, b"n" * 32):
        for kind in set(LobbyKind) - {LobbyKind.HELLO}:
            for frame in FRAMES[kind]:
                lobby.receive(curve, frame)
    assert state_of(lobby) == before


# --- forged

def test_nobody_speaks_for_another() -> None:
    network = table_for_three()
    lobby, victim = network[0], network[2]
    name, before = lobby.lobby_id, state_of(lobby)
    presence = replace(victim.membership.me, serial=victim.membership.me.serial + 1, wants=int(Wants.LEFT))
    proposal = replace(lobby.proposal, revision=lobby.proposal.revision + 1, places=2, seated=(), author=victim.identity)
    network.ready(1)
    table = network[1].intent.table
    ready = SignedReady(victim.identity, msgspec.msgpack.encode(table), SignedTable(table).sign(network[1].signer))
    for frame, says in [
            (frame_of(LobbyKind.PRESENCE, sign_presence(presence, name, MALLORY)), "a presence that its author did not sign"),
            (frame_of(LobbyKind.PROPOSAL, sign_proposal(proposal, name, MALLORY)), "a proposal that its author did not sign"),
            (frame_of(LobbyKind.READY, ready), "did not sign this table"),
            (frame_of(LobbyKind.SAY, sign_line(1, 1, "I am Chris", name, victim.signer)), "a line that its author did not sign")]:
        with pytest.raises(MalformedError, match=says):
            lobby.receive(LINK, frame)
    assert (lobby.proposal, lobby.started) == (before[0], None)
    assert lobby.signatures.compared_table.signatures.keys() == {1}
    assert not network.peers[0].facts_of(Gone)


def test_what_was_said_on_another_evening_is_malformed_here() -> None:
    tonight, yesterday = table_for_three()[0], started_table(3, seed="yesterday")
    old = yesterday[2]
    held = old.proposals.held
    assert held is not None
    for kind, data in [(LobbyKind.PRESENCE, old.membership.roster.person_of(old.identity).signed), (LobbyKind.PROPOSAL,
                                                                                                    held.signed)]:
        if kind == LobbyKind.PRESENCE:
            data = sign_presence(replace(old.membership.me, serial=(1 << 61)), old.lobby_id, old.signer)
        else:
            data = sign_proposal(replace(held.proposal, revision=900), old.lobby_id, old.signer)
        with pytest.raises(MalformedError, match="did not sign for this lobby"):
            tonight.receive(LINK, frame_of(kind, data))
    with pytest.raises(MalformedError, match="did not sign for this lobby"):
        tonight.receive(LINK, frame_of(LobbyKind.SAY, sign_line(1, 1, "hello", old.lobby_id, yesterday[1].signer)))
    ready = old.signatures.ready_of(old.started, 0)
    tonight.receive(LINK, frame_of(LobbyKind.READY, ready))
    assert tonight.started is None and not tonight.signatures.compared_table.signatures


def test_an_older_presence_or_proposal_changes_nothing_when_it_is_heard_again() -> None:
    network = table_for_three()
    heard: list[bytes] = []
    network.eavesdrop = lambda sender, to, frame: heard.append(frame)
    network[1].set_name("Berta")
    network[1].propose_changes(options={"clock": "60"})
    network.deliver()
    network[1].set_name("Beate")
    network[2].propose_changes(options={"clock": "none"})
    network.deliver()
    network.eavesdrop = None
    before = state_of(network[0])
    for frame in heard:
        if frame[0] in (LobbyKind.PRESENCE, LobbyKind.PROPOSAL):
            network[0].receive(LINK, frame)
    assert state_of(network[0]) == before


def test_an_introduction_that_was_made_to_another_is_refused() -> None:
    network = table_for_three()
    taken: list[bytes] = []
    network.eavesdrop = lambda sender, to, frame: taken.append(frame) if (sender, to) == (3, 2) else None
    network.add(3, knows=[2])
    network[0].link_up(b"m" * 32)
    [hello] = [frame for frame in taken if frame[0] == LobbyKind.HELLO][:1]
    network[0].receive(b"m" * 32, hello)
    [fact] = network[0].take_ready().facts
    assert isinstance(fact, LinkRefused) and "not signed by its author for this peer" in fact.reason
    network[0].receive(b"m" * 32, FRAMES[LobbyKind.HELLO][0])
    assert not network[0].take_ready().facts, "it is not even looked at again"


def test_signatures_are_real_ones_where_they_are_not_simulated() -> None:
    keys = [signing.SigningKey(bytes((number,)) * 32) for number in range(2)]
    pair = [Lobby(key, signing, entropy_of(number), PROGRAM, f"Player {number}", curve_of(number), (), judge,
                  offer(2) if number == 0 else None) for number, key in enumerate(keys)]
    for number in (0, 1):
        pair[number].link_up(curve_of(1 - number))

    def talk() -> None:
        for _ in range(20):
            for number in (0, 1):
                for _, frame in pair[number].take_ready().send:
                    pair[1 - number].receive(curve_of(number), frame)

    talk()
    for lobby in pair:
        lobby.set_ready(True)
    talk()
    assert pair[0].started and pair[0].started.tid == pair[1].started.tid
    forged = replace(pair[1].membership.me, serial=1 << 50)
    with pytest.raises(MalformedError, match="did not sign"):
        pair[0].receive(curve_of(1), frame_of(LobbyKind.PRESENCE, sign_presence(forged, pair[0].lobby_id, keys[0])))


# --- proposals that are none

def hostile_proposals(base: Proposal) -> Iterator[tuple[Proposal, str]]:
    first = base.seated[0]
    yield replace(base, seated=(first, first)), "seats a player twice"
    yield replace(base, places=2, seated=(first, b"x" * 32, b"y" * 32)), "more players than there are places"
    yield replace(base, excluded=(first,)), "seats an excluded player"
    yield replace(base, excluded=(b"x" * 32, b"x" * 32)), "excludes a player twice"
    yield replace(base, revision=0), "without a revision"
    yield replace(base, places=7), "Expected `int`"
    yield replace(base, attempt=64), "Expected `int`"
    yield replace(base, excluded=tuple(bytes((n,)) * 32 for n in range(MAX_EXCLUDED + 1))), "Expected `array`"


def test_a_proposal_that_makes_no_sense_is_malformed() -> None:
    network = table_for_three()
    base = replace(network[0].proposal, revision=50, author=MALLORY.public)
    for proposal, says in hostile_proposals(base):
        with pytest.raises(MalformedError, match=says):
            network[0].receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(proposal, network[0].lobby_id, MALLORY)))


@pytest.mark.parametrize(("change", "says"), [
    (dict(options=(("colour", "red"),)), "there is no option 'colour'"),
    (dict(options=(("hands", "opened"), ("clock", "60"))), "in the order of their names"),
    (dict(rules=("ruleset unheard-of",)), "there is no 'ruleset unheard-of'"),
])
def test_what_this_program_does_not_play_is_refused_once_with_a_sentence_and_nobody_is_blamed(change: dict, says: str) -> None:
    network = table_for_three()
    before = network[0].proposal
    proposal = replace(before, revision=50, author=MALLORY.public, **change)
    for _ in range(3):
        network[0].receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(proposal, network[0].lobby_id, MALLORY)))
    [fact] = [fact for fact in network[0].take_ready().facts if isinstance(fact, ProposalRefused)]
    assert says in fact.reason and fact.author == MALLORY.public
    assert network[0].proposal == before


def test_nobody_takes_the_last_revision() -> None:
    network = table_for_three()
    before = network[0].proposal
    for ahead, taken in ((MAX_AHEAD + 1, False), ((1 << 32) - 1 - before.revision, False), (MAX_AHEAD, True)):
        proposal = replace(before, revision=before.revision + ahead, author=MALLORY.public)
        network[0].receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(proposal, network[0].lobby_id, MALLORY)))
        assert (network[0].proposal == proposal) == taken


def learns_the_last_revision_first(network: LobbyNetwork, **changes: object) -> tuple[Lobby, Proposal]:
    """Peer 1 shows peer 0 the last revision that exists before anyone else shows it a proposal."""
    lobby = network[0]
    assert lobby.proposal is not None
    last = replace(lobby.proposal, revision=(1 << 32) - 1, author=MALLORY.public, **changes)
    lobby.proposals.held = lobby.proposals.lowest_held = None
    lobby.receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(last, lobby.lobby_id, MALLORY)))
    return lobby, last


def test_a_newcomer_that_learns_the_last_revision_first_comes_to_hold_what_the_others_hold() -> None:
    network = table_for_three()
    held = network[2].proposal
    lobby, last = learns_the_last_revision_first(network)
    assert lobby.proposal == last
    network.run(3000)
    assert lobby.proposal == held
    lobby.receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(last, lobby.lobby_id, MALLORY)))
    assert lobby.proposal == held, "and takes the last revision no more"


def test_last_revisions_one_after_the_other_keep_no_newcomer_from_what_the_others_hold() -> None:
    network = table_for_three()
    held = network[2].proposal
    lobby, last = learns_the_last_revision_first(network)
    for seconds in range(10, 60):
        other = replace(last, options=(("clock", str(seconds)),))
        lobby.receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(other, lobby.lobby_id, MALLORY)))
        network.run(100)
    assert lobby.proposal == held


def test_a_last_revision_that_excludes_all_others_keeps_no_newcomer_from_what_they_hold() -> None:
    network = table_for_three()
    network[2].propose_changes(options={"clock": "60"})
    network.run(1000)
    held = network[2].proposal
    assert held is not None and held.author == network[2].identity
    others = network[1].identity, network[2].identity
    lobby, last = learns_the_last_revision_first(network, seated=(network[0].identity,), excluded=others)
    assert lobby.proposal is not None and lobby.proposal.revision >= last.revision
    network.run(3000)
    assert lobby.proposal == held


def shows_a_revision(network: LobbyNetwork, to: int, revision: int) -> None:
    """Peer 1 says in its round that it holds this revision."""
    lobby = network[1]
    shown = LobbyRound(lobby.lobby_id, lobby.membership.roster.known_serials, revision, bytes(64), b"", 0, 0, 0, 0)
    network[to].receive(LINK, frame_of(LobbyKind.ROUND, msgspec.msgpack.encode(shown)))


def test_nobody_is_led_back_to_a_table_that_the_others_have_left_for_a_later_one() -> None:
    network = table_for_three()
    liar = TransparentSigner(b"1")
    old = network[2].proposals.held
    assert old is not None
    network.ready(0, 2)
    first = network[2].signatures.signed
    assert first is not None
    network.wire.clear()
    for number in (0, 2):
        for ahead in (MAX_AHEAD, 2 * MAX_AHEAD):
            later = replace(old.proposal, revision=old.proposal.revision + ahead, author=liar.public, before=old.name)
            network[number].receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(later, network[0].lobby_id, liar)))
    network.deliver()
    second = network[2].signatures.signed
    assert second is not None and second.tid != first.tid and network[0].signatures.signed == second, "both play by the later one"
    shows_a_revision(network, 2, old.proposal.revision)  # the last round of peer 0 is older than the later proposal
    network[2].receive(LINK, frame_of(LobbyKind.PROPOSAL, old.signed))
    assert network[2].signatures.signed.tid == second.tid and network[2].proposal == network[0].proposal


def test_a_peer_that_was_started_again_in_a_game_finds_the_others_behind_it_however_far_their_revision_is() -> None:
    network = table_for_three()
    liar = TransparentSigner(b"1")
    for _ in range(3):
        held = network[0].proposals.held
        assert held is not None
        later = replace(held.proposal, revision=held.proposal.revision + MAX_AHEAD, author=liar.public, before=held.name)
        network[0].receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(later, network[0].lobby_id, liar)))
        network.run(1000)
    network.ready()
    network.run_until(network.all_have_started)
    signed_table, lobby_id = network[2].started, network[2].lobby_id
    assert signed_table is not None
    network.kill(2)
    network.add(2, resumed=Resumed(lobby_id, signed_table, network[0].host), knows=[0, 1])
    network.run(1000)
    for number in range(3):
        network[number].begin_next_game()
    network.run(3000)
    assert network.all_are_seated(3)
    network.ready()
    network.run_until(network.all_have_started)


def test_a_revision_far_ahead_is_dropped_where_the_peer_that_brought_it_holds_a_lower_one_itself() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    network.add(1, knows=[0])
    network.run(1000)
    held = network[1].proposal
    lobby, last = learns_the_last_revision_first(network)
    assert lobby.proposal == last
    network.run(3000)
    assert lobby.proposal == held


def test_a_proposal_is_not_given_up_because_one_of_many_holds_an_old_one() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(4))
    for number in (1, 2, 3):
        network.add(number, knows=[0])
    network.run(1000)
    proposals, held = network[0].proposals, network[0].proposals.held
    proposals.held = Held(replace(held.proposal, revision=5000), held.name, held.signed)
    proposals.lowest_held = 5000
    for others, senders, is_far_ahead in (([4990, 5000, 1], [1], False), ([5000, 1], [5000], False), ([1], [5000], True),
                                          ([5000, 1], [1], True), ([], [5000], False), ([4000], [], False), ([3999], [], True)):
        proposals.compare_revisions(others, senders)
        assert proposals.is_far_ahead == is_far_ahead, (others, senders)


def test_who_agrees_to_another_table_is_told_apart() -> None:
    network = table_for_three()
    network.ready(0)
    table = replace(network[0].intent.table, options=(("clock", "60"),))
    signature = SignedTable(table).sign(network[1].signer)
    for _ in range(2):
        network[0].receive(LINK, frame_of(LobbyKind.READY, SignedReady(network[1].identity, msgspec.msgpack.encode(table),
                                                                       signature)))
    stranger = SignedReady(MALLORY.public, msgspec.msgpack.encode(table), signature)
    network[0].receive(LINK, frame_of(LobbyKind.READY, stranger))
    [fact] = [fact for fact in network[0].take_ready().facts if isinstance(fact, Differs)]
    assert fact.identity == network[1].identity
    assert  "clock is none here and 60 there" in fact.reason
    with pytest.raises(MalformedError):
        network[0].receive(LINK, frame_of(LobbyKind.READY, SignedReady(network[1].identity, b"\x90", signature)))


# --- without end

def test_a_flood_of_strangers_takes_no_more_room_than_there_is_and_no_place_of_who_is_here() -> None:
    network = table_for_three()
    lobby = network[0]
    for number in range(300):
        stranger = TransparentSigner(b"stranger %d" % number)
        data = sign_presence(presence_of(stranger), lobby.lobby_id, stranger)
        lobby.receive(LINK, frame_of(LobbyKind.PRESENCE, data))
        if number % 20 == 0:
            network.run(100)
    assert len(lobby.participants) == MAX_LOBBY_PEERS
    assert {"Anna", "Bert", "Chris"} <= {each.name for each in lobby.participants}
    network.add(3, knows=[0])
    network.run(3000)
    linked = {each.name for each in network[1].participants if each.is_linked}
    assert "Dora" in linked, "who is linked displaces who is only known from others"
    assert len(lobby.take_ready().links) <= MAX_LOBBY_PEERS


def test_many_authors_at_once_take_no_more_room_than_there_is() -> None:
    lobby = table_for_three()[0]
    for number in range(300):
        presence = presence_of(TransparentSigner(b"author %d" % number))
        hears(lobby, frame_of(LobbyKind.PRESENCE, sign_presence(presence, lobby.lobby_id, MALLORY)))
    assert len(lobby.membership.links[LINK].news) == MAX_AUTHORS


@pytest.mark.fully
def test_who_finds_no_room_at_all_learns_so() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2))
    for number in range(1, MAX_LOBBY_PEERS):
        network.add(number, knows=[0], name=f"Player {number}", signer=TransparentSigner(b"p%d" % number))
    network.run(2000)
    assert len(network[0].participants) == MAX_LOBBY_PEERS
    network.add(60, knows=[0], name="Late")
    network.run(6000)
    assert network.peers[60].facts_of(TableFull)[0].reason.startswith("this table has as many people as it can hold")


def test_one_member_makes_nobody_read_that_the_table_has_no_room() -> None:
    network = table_for_three()
    network.add(3, knows=[0, 1, 2])
    network.run(1000)
    strangers = tuple(KnownPresence(bytes([number]) * 32, 1) for number in range(MAX_LOBBY_PEERS))
    full = LobbyRound(network[1].lobby_id, strangers, 1, bytes(64), b"", 0, 0, 0, 0)
    for _ in range(10):
        for number in (0, 3):  # one that sits, and one for which all places are taken
            network[number].receive(LINK, frame_of(LobbyKind.ROUND, msgspec.msgpack.encode(full)))
            network[number].tick(network.now)
        network.collect()
    assert not network.peers[0].facts_of(TableFull)
    assert [fact.may_watch for fact in network.peers[3].facts_of(TableFull)] == [True]


def test_one_who_changes_without_end_is_handed_on_only_so_often() -> None:
    network = table_for_three()
    lobby, author = network[0], network[1]
    sent = 0
    for number in range(1, 100):
        presence = replace(author.membership.me, serial=author.membership.me.serial + number)
        lobby.receive(LINK, frame_of(LobbyKind.PRESENCE, sign_presence(presence, lobby.lobby_id, author.signer)))
        proposal = replace(lobby.proposal, revision=lobby.proposal.revision + 1, author=author.identity,
                           options=(("clock", str(10 + number)),))
        lobby.receive(LINK, frame_of(LobbyKind.PROPOSAL, sign_proposal(proposal, lobby.lobby_id, author.signer)))
        sent += len(lobby.take_ready().send)
    assert sent <= 2 * MAX_NEWS


def test_a_flood_of_lines_is_cut_and_counted() -> None:
    network = table_for_three()
    lobby, author = network[0], network[1]
    for serial in range(1, 201):
        line = sign_line(serial, serial, f"line {serial}", lobby.lobby_id, author.signer)
        lobby.receive(LINK, frame_of(LobbyKind.SAY, line))
    ready = lobby.take_ready()
    assert len([fact for fact in ready.facts if isinstance(fact, Said)]) == MAX_LINES
    assert lobby.chat.dropped[author.identity] == 200 - MAX_LINES
    assert not [frame for _, frame in ready.send if frame[0] == LobbyKind.SAY], "nobody hands on what another says"


@pytest.mark.parametrize("said", [
    ChatMessage(1, 0, "a", bytes(64)), ChatMessage(1, 2, "a", bytes(64)), ChatMessage(1, 1, "a\x07", bytes(64)),
    ChatMessage(1, 1, "ä" * 151, bytes(64)),
])
def test_a_line_that_cannot_be_is_malformed(said: ChatMessage) -> None:
    with pytest.raises(MalformedError):
        table_for_three()[0].receive(LINK, frame_of(LobbyKind.SAY, said))


def test_rounds_without_end_are_answered_only_so_often() -> None:
    network = table_for_three()
    lobby = network[0]
    lobby.take_ready()
    nothing = frame_of(LobbyKind.ROUND, LobbyRound(lobby.lobby_id, (), 0, b"", b"", 0, 0, 0, 0))
    for _ in range(100):
        lobby.receive(LINK, nothing)
    kinds = Counter(frame[0] for _, frame in lobby.take_ready().send)
    assert 0 < kinds[LobbyKind.PROPOSAL] <= MAX_ANSWERS and kinds[LobbyKind.PRESENCE] <= MAX_ANSWERS * MAX_LOBBY_PEERS


def test_what_is_remembered_has_a_limit() -> None:
    network = table_for_three()
    lobby = network[0]
    chance = random.Random(1)
    for number in range(200):
        network[1].set_name(f"Anna{chance.choice(('', ' ', '.'))}{number % 7}")
        network[1].set_name("Anna")
        network[0].propose_changes(options={"clock": str(10 + number)})
        network.run(200)
        if number % 3 == 0:
            network[0].set_ready(True)
    assert len(lobby.out.reported) <= MAX_REMEMBERED_FACTS
    assert len(lobby.signatures._tables) <= MAX_SIGNED_TABLES + 1
    assert len(lobby.chat._kept) <= MAX_KEPT and not lobby.started and not network.peers[0].facts_of(Started)
