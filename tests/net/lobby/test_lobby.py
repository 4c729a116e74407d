"""A lobby from the first link to the signed table: who is met, what is proposed, who is ready, and what each learns."""

from __future__ import annotations

import random

import pytest

from acquire_core.ruleset import RULESETS, Ruleset
from acquire_net.lobby.events import (
    Gone,
    KeyChanged,
    LinkRefused,
    Met,
    NameClash,
    ReadyChanged,
    RunsTwice,
    Started,
    TableFull,
)
from acquire_net.lobby.lobby import Offer
from acquire_net.lobby.membership import Program
from acquire_net.lobby.options import TABLE_OPTIONS, checked_options
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.protocol.version import PROTOCOL
from acquire_net.table.acquire_game import header_of, rules_lines
from tests.core.policies import random_ruleset
from tests.support.counts import Count
from tests.support.fake_signing import TransparentSigner
from tests.support.lobby_network import NAMES, LobbyNetwork, curve_of, offer, started_table, two_at_a_table

# --- coming together

@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_a_table_starts_when_all_places_are_taken_and_all_have_signed(count: int) -> None:
    network = started_table(count)
    for number in network.alive:
        [started] = network.peers[number].facts_of(Started)
        assert started.signed_table.is_complete and len(started.curves) == count
        assert started.curves == tuple(seat.curve for seat in started.signed_table.table.seats)
        named = {name for name, option in TABLE_OPTIONS.items() if not option.is_later}
        assert dict(started.signed_table.table.options).keys() == named


def test_who_knows_one_peer_gets_to_know_all_and_is_linked_to_all() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(4))
    for number in (1, 2, 3):
        network.add(number, knows=[number - 1])
    network.run(2000)
    for number in range(4):
        others = {NAMES[other] for other in range(4)} - {NAMES[number]}
        assert {fact.name for fact in network.peers[number].facts_of(Met)} == others
        assert {someone.name for someone in network[number].participants if someone.is_linked} == others
        assert network.seated_names(number)[0] == "Anna"


def test_two_newcomers_who_meet_before_either_has_a_table_come_to_one() -> None:
    network = LobbyNetwork()
    network.add(1)
    network.add(2, knows=[1])
    network.run(3000)
    assert network[1].proposal is None
    with pytest.raises(AdmissionError, match="nothing is proposed yet"):
        network[1].set_ready(True)
    with pytest.raises(AdmissionError, match="nobody is there yet"):
        network[1].send_chat("hello?")
    network.add(0, offer=offer(3), knows=[2])
    network.run_until(lambda: network.all_are_seated(3))
    network.ready()
    assert network.all_have_started()


def test_everybody_knows_which_link_the_table_waits_for() -> None:
    """Also the founder, who has all links of its own."""
    network = two_at_a_table(places=3)
    network.walls.add(frozenset((1, 2)))
    network.add(2, knows=[0])
    network.run(2000)
    network.ready()
    network.run(3000)
    who = [network[number].identity for number in range(3)]
    assert not network.peers[0].facts_of(Started)
    missing = [{frozenset(each.identities) for each in network[number].missing_links()} for number in range(3)]
    assert missing == 3 * [{frozenset(who[1:])}]
    assert [each.identities for each in network[1].missing_links()] == [(who[1], who[2])], "the own one first"
    network.heal(1, 2)
    network.connect(1, 2)
    network.run(3000)
    assert not any(network[number].missing_links() for number in range(3))
    assert network.all_have_started()


def test_nobody_signs_before_all_are_there_and_linked() -> None:
    network = two_at_a_table(places=3)
    network.ready()
    network.run(3000)
    assert not network.peers[0].facts_of(Started)
    network.walls.add(frozenset((1, 2)))
    network.add(2, knows=[0])
    network.run(2000)
    network.ready()
    network.run(3000)
    assert all(network[number].started is None for number in range(3)), "1 and 2 cannot reach each other"
    network.heal(1, 2)
    network.run_until(network.all_have_started)


def test_a_link_of_which_one_end_is_new_is_introduced_again() -> None:
    network = two_at_a_table(places=3)
    network[1].link_down(curve_of(0))
    network[1].link_up(curve_of(0))
    network.run(3000)
    assert all(each.is_linked for each in network[1].participants if each.name == "Anna")


# --- what is proposed

def test_every_change_of_the_table_is_shown_in_words_and_unmakes_ready() -> None:
    network = two_at_a_table(places=2)
    network.ready(0)
    assert network[0].intent.is_ready
    network[1].propose_changes(options={"clock": "60", "conventions": "2 tiles up means stop"}, rules=("ruleset classic",
                                                                                                       "option a b"))
    network.deliver()
    assert network.changes_reported(0)[-3:] == [
        "other rules: option a b", "clock is 60 seconds instead of none", "conventions is 2 tiles up means stop instead of empty"]
    assert not network[0].intent.is_ready
    assert network.peers[0].facts_of(ReadyChanged)[-1] == ReadyChanged((), own_wish=False)
    network[0].propose_changes(places=3, order=network[0].proposal.seated[::-1])
    network.deliver()
    assert network.changes_reported(1)[-2:] == ["the order is Bert, Anna", "3 places instead of 2"]
    network[0].propose_changes(places=2)
    network.deliver()
    network.ready()
    assert network.all_have_started()
    table = network[1].started.table
    assert [seat.name for seat in table.seats] == ["Bert", "Anna"]
    assert table.options == checked_options({"clock": "60", "conventions": "2 tiles up means stop"})


@pytest.mark.parametrize(("change", "says"), [
    (dict(options={"colour": "red"}), "there is no option 'colour'; there are bank, clock, conventions, dropping, grace, hands"),
    (dict(options={"clock": "5"}), "'5' is not a value of the option clock; it may be none or 10 to 3600 seconds"),
    (dict(options={"grace": "none"}), "it may be 10 to 86400 seconds"),
    (dict(options={"bank": "0"}), "'0' is not a value of the option bank; it may be none or 1 to 240 minutes"),
    (dict(options={"grace": "010"}), "not a value of the option grace"),
    (dict(options={"dropping": "never"}), "it may be auto or vote"),
    (dict(options={"conventions": "look \u202eout"}), "conventions of the table cannot be shown: a line cannot contain U\\+202E"),
    (dict(options={"conventions": "x" * 401}), "at most 400 bytes"),
    (dict(places=7), "2 to 6 places"),
    (dict(places=1), "2 to 6 places"),
    (dict(places=2), "3 are seated already: exclude a player"),
    (dict(order=[b"x" * 32]), "an order of the seats names every seated player"),
    (dict(rules=["ruleset none"]), "there is no 'ruleset none'"),
    (dict(rules=[]), "this cannot be proposed"),
    (dict(rules=["ruleset classic", "x" * 97]), "this cannot be proposed"),
    (dict(rules=["ruleset classic", *("x" * 96,) * 40]), "a proposal of .* bytes"),
    (dict(rules=["ruleset classic", "\ud800"]), "text that every screen can show"),
])
def test_what_cannot_be_played_is_not_proposed(change: dict, says: str) -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    for number in (1, 2):
        network.add(number, knows=[0])
    network.run(1000)
    before = network[1].proposal
    with pytest.raises(AdmissionError, match=says):
        network[1].propose_changes(**change)
    network.deliver()
    assert network[0].proposal == network[1].proposal == before


def test_proposals_that_cross_each_other_both_come_about() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    for number in (1, 2):
        network.add(number, knows=[0])
    network.run(1000)
    network[0].propose_changes(options={"clock": "60"})
    network[1].propose_changes(options={"hands": "closed"})
    network[2].propose_changes(order=network[2].proposal.seated[::-1])
    network.deliver()
    assert len({network[number].proposal for number in range(3)}) == 1
    options = dict(network[0].proposal.options)
    assert (options["clock"], options["hands"]) == ("60", "closed")
    assert network.seated_names(0)[::-1][0] == "Anna"


def test_whoever_contradicts_knowing_it_is_not_contradicted_again() -> None:
    network = two_at_a_table()
    before = network[0].proposal.revision
    network[0].propose_changes(options={"clock": "60"})
    network.deliver()
    network[1].propose_changes(options={"clock": "90"})
    network.deliver()
    network.run(3000)
    assert network[0].proposal.revision == before + 2
    assert all(dict(network[number].proposal.options)["clock"] == "90" for number in (0, 1))


def test_two_who_contradict_each_other_at_the_same_time_come_to_one_proposal() -> None:
    network = two_at_a_table()
    network[0].propose_changes(options={"clock": "60"})
    network[1].propose_changes(options={"clock": "90"})
    network.deliver()
    network.run(2000)
    assert network[0].proposal == network[1].proposal
    assert network[0].proposal.revision < 12


@pytest.mark.parametrize("players", [2, 6])
def test_every_ruleset_can_be_agreed_on_and_played(players: int, count: Count) -> None:
    chance = random.Random(players)
    mixed = [random_ruleset(chance, players) for _ in range(count(10, 100))]
    network = LobbyNetwork()
    network.add(0, offer=Offer(rules_lines(Ruleset()), players), judge=header_of)
    for number in range(1, players):
        network.add(number, knows=[0], judge=header_of, name="字" * 20)
    network.run_until(lambda: network.all_are_seated(players))
    for ruleset in (*RULESETS.values(), *mixed):
        network[1].propose_changes(rules=rules_lines(ruleset), options={"conventions": "x" * 400})
        network.run(1000, step_ms=1000)
        assert network[0].intent.table is not None and header_of(network[0].intent.table).ruleset == ruleset
    with pytest.raises(AdmissionError, match="the rules of this table"):
        network[0].propose_changes(rules=["ruleset classic", "option hand 6"])
    network.ready()
    assert network.all_have_started()


# --- ready

def test_who_takes_back_that_he_is_ready_is_not_started_without_being_asked() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[0].set_ready(False)
    network.deliver()
    network.ready(1)
    network.run(3000)
    assert not network.peers[1].facts_of(Started)
    network.ready(0)
    assert network.all_have_started()


def test_who_takes_it_back_too_late_sits_at_the_table_that_the_others_began() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[1].set_ready(True)  # and begins, before anybody hears of it
    assert network[1].started is not None
    network[0].set_ready(False)
    network.run_until(network.all_have_started)


def test_a_peer_that_has_begun_lets_the_others_begin_whatever_was_lost() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[1].set_ready(True)
    network.peers[1].lobby.take_ready()  # its READY is lost
    network.run(5000)
    assert network.all_have_started()


def test_who_has_moved_on_goes_back_to_the_table_that_another_has_begun() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[1].set_ready(True)
    network.peers[1].lobby.take_ready()
    network[0].propose_changes(options={"clock": "60"})
    network[0].set_ready(True)
    assert network[0].signatures.signed.tid == network[0].signatures.current.tid != network[1].started.tid
    network.run_until(network.all_have_started)
    assert dict(network[0].started.table.options)["clock"] == "none"


def test_a_signature_for_a_table_that_is_proposed_again_later_does_not_count() -> None:
    network = two_at_a_table()
    network.ready(0)
    network[1].propose_changes(options={"clock": "60"})
    network[1].propose_changes(options={"clock": "none"})
    network[1].set_ready(True)
    network.deliver()
    network.run(3000)
    assert not network[1].started and not network[0].started, "0 has not agreed again"
    network.ready(0)
    assert network.all_have_started()


def test_a_name_that_is_changed_and_changed_back_makes_another_table() -> None:
    network = two_at_a_table()
    table = network[0].intent.table
    network[1].set_name("Berta")
    network[1].set_name("Bert")
    network.deliver()
    assert [seat.name for seat in network[0].intent.table.seats] == [seat.name for seat in table.seats]
    assert network[0].intent.table != table


def test_keys_and_nonces_change_without_asking_the_person_but_names_do_not() -> None:
    network = two_at_a_table(places=3)
    network.add(2, knows=[0])
    network.run(1000)
    network.ready(0, 1)
    network[1].set_ready(False)
    network[1].set_ready(True)
    network.deliver()
    assert network[0].intent.is_ready
    network[1].set_name("Berta")
    network.deliver()
    assert not network[0].intent.is_ready
    network.ready()
    assert network.all_have_started()
    assert {seat.name for seat in network[2].started.table.seats} == {"Anna", "Berta", "Chris"}
    with pytest.raises(AdmissionError, match="the game has begun"):
        network[1].set_name("Bertie")


# --- who cannot be here

def test_both_sides_say_which_of_them_needs_a_newer_version() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2))
    network.add(1, knows=[0], program=Program("1.1.0", b"\1" * 32, bytes(64)))
    network.run(2000)
    [here], [there] = network.peers[0].facts_of(LinkRefused), network.peers[1].facts_of(LinkRefused)
    assert here.reason.endswith("this machine needs version 1.1.0")
    assert there.reason.endswith("the other machine needs version 1.1.0")
    assert (here.curve, there.curve) == (curve_of(1), curve_of(0))
    assert not network.peers[0].facts_of(Met) and len(network[0].participants) == 1


def test_another_protocol_is_reported_to_both() -> None:
    network = two_at_a_table()
    network.add(2, knows=[0], program=Program("2.0.0", bytes(32), bytes(64), protocol=PROTOCOL + 1))
    network.deliver()
    assert f"ACQ-MP/{PROTOCOL + 1}: this machine needs a newer version" in network.peers[0].facts_of(LinkRefused)[0].reason
    assert f"ACQ-MP/{PROTOCOL}: the other machine needs a newer version" in network.peers[2].facts_of(LinkRefused)[0].reason


def test_two_tables_do_not_become_one() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2))
    network.add(1, offer=offer(2))
    network.connect(0, 1)
    network.run(2000)
    [anna], [bert] = network.peers[0].facts_of(LinkRefused), network.peers[1].facts_of(LinkRefused)
    assert anna.reason == "Bert is at another table: one of the two leaves and joins the other"
    assert bert.reason.startswith("Anna is at another table")


def test_the_same_installation_twice_is_reported_to_both_over_a_link_of_their_own_and_over_others() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3))
    twin = TransparentSigner(b"1")
    network.add(1, knows=[0], signer=twin)
    network.deliver()
    network.walls.add(frozenset((1, 2)))
    network.add(2, knows=[0], signer=twin)
    network.run(15_000)
    assert network.peers[1].facts_of(RunsTwice) and network.peers[2].facts_of(RunsTwice)
    assert network.peers[0].facts_of(KeyChanged)
    network.heal(1, 2)
    network.connect(1, 2)
    network.run(1000)
    assert "the same installation runs twice" in network.peers[1].facts_of(LinkRefused)[0].reason
    assert "the same installation runs twice" in network.peers[2].facts_of(LinkRefused)[0].reason


@pytest.mark.parametrize("spectators", ["yes", "no"])
def test_who_comes_to_a_full_table_learns_so_and_may_watch_where_that_is_agreed(spectators: str) -> None:
    network = two_at_a_table(spectators=spectators)
    network.add(2, knows=[0])
    network.run(1000)
    [full] = network.peers[2].facts_of(TableFull)
    assert full.reason.startswith("all 2 places of this table are taken") and full.may_watch == (spectators == "yes")
    with pytest.raises(AdmissionError, match="no seat"):
        network[2].set_ready(True)
    network.ready(0, 1)
    network.run(2000)
    assert network.all_have_started([0, 1])
    assert network.peers[2].facts_of(Started)[0].signed_table.tid == network.peers[0].tid, "a spectator sees it begin"
    assert network[0].watchers == ((curve_of(2),) if spectators == "yes" else ())
    with pytest.raises(AdmissionError, match="the game has begun"):
        network[2].propose_changes(places=3)


def test_who_waits_at_a_full_table_sits_down_when_a_place_becomes_free() -> None:
    network = two_at_a_table()
    network.add(2, knows=[0])
    network.run(1000)
    network[1].leave()
    network.deliver()
    assert network.seated_names(2) == ["Anna", "Chris"]
    assert network.peers[0].facts_of(Gone) == [Gone(network[1].identity, "Bert")]
    network.ready(0, 2)
    assert network.all_have_started([0, 2])


def test_who_only_watches_is_not_seated_and_may_change_his_mind() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(2))
    network.add(1, knows=[0], watches=True)
    network.run(1000)
    assert network.seated_names(0) == ["Anna"] and not network.peers[1].facts_of(TableFull)
    network[1].set_watching(False)
    network.deliver()
    assert network.seated_names(0) == ["Anna", "Bert"]
    network[0].set_watching(True)
    network.deliver()
    assert network.seated_names(1) == ["Bert"]


def test_names_that_look_alike_are_told_apart_for_all_in_the_same_way() -> None:
    network = LobbyNetwork()
    network.add(0, offer=offer(3), name="Sid")
    network.add(1, knows=[0], name="SІD")
    network.run(500)
    network.add(2, knows=[0], name="sid")
    network.run(1000)
    network.ready()
    assert network.all_have_started()
    assert [seat.name for seat in network[2].started.table.seats] == ["Sid", "SІD 2", "sid 3"]
    assert NameClash(network[1].identity, "SІD", "SІD 2", "Sid") in network.peers[2].facts_of(NameClash)
