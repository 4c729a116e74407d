"""Whom a peer seats by itself, without a lobby around it: what is remembered between one look at the people and the next."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Presence, Proposal, Wants
from acquire_net.lobby.proposal_exchange import ProposalExchange
from acquire_net.lobby.seat_keeper import MAX_OWN, SeatKeeper
from acquire_net.lobby.seating import HOSTS
from tests.support.fake_signing import TransparentSigner, TransparentVerifier
from tests.support.lobby_network import NAMES, RULES, judge

LOBBY_ID = bytes(range(32))
SIGNER = TransparentSigner(b"me")
ME = SIGNER.public
ANNA, BERT, CHRIS = (bytes([number]) * 32 for number in (2, 3, 4))


def person(identity: bytes, wants: Wants = Wants.PLAY, is_linked: bool = True, hosts: bool = False,
           computer: bool = False) -> Participant:
    return Participant(identity, "", identity, wants, is_linked, 0, computer, (HOSTS,) if hosts else ())


class Table:
    """A table of three places that this peer has founded, and the people around it."""

    def __init__(self, *people: Participant, seated: Collection[bytes] = (ME,), places: int = 3, hosts: bool = True) -> None:
        self.people = [person(ME, is_linked=False, hosts=hosts), *people]
        self.kept_out: set[bytes] = set()
        self.proposals = ProposalExchange(SIGNER, TransparentVerifier(), judge)
        self.keeper = SeatKeeper(ME, self.proposals, lambda: self.people, self.presence_of, self.kept_out.__contains__)
        self.hold(Proposal(0, b"", ME, places, RULES, (), tuple(seated), (), 0))

    def hold(self, content: Proposal) -> None:
        self.proposals.make_proposal(content, LOBBY_ID)

    def presence_of(self, identity: bytes) -> Presence | None:
        place = next((place for place, each in enumerate(self.people) if each.identity == identity), None)
        return None if place is None else Presence(1, identity, identity, bytes(32), Wants.PLAY, NAMES[place], (), 0)

    def proposed(self) -> tuple[bytes, ...] | None:
        """Return whom the next proposal seats, and make it."""
        content = self.keeper.next_proposal()
        if content is None:
            return None
        self.hold(content)
        return content.seated


# --- to give out seats

def test_a_newcomer_gets_a_free_place_and_then_nothing_is_proposed() -> None:
    table = Table(person(ANNA))
    assert table.proposed() == (ME, ANNA)
    assert table.proposed() is None
    table.people += [person(BERT), person(CHRIS)]
    assert table.proposed() == (ME, ANNA, BERT), "there are three places"
    assert table.proposed() is None


def test_who_leaves_makes_room() -> None:
    table = Table(person(ANNA, Wants.LEFT), person(BERT), seated=(ME, ANNA))
    assert table.proposed() == (ME, BERT)


def test_who_does_not_keep_the_table_proposes_nothing() -> None:
    table = Table(person(ANNA, hosts=True), person(BERT), seated=(ANNA, ME), hosts=False)
    assert table.proposals.proposal is not None and table.keeper.keeper_of(table.proposals.proposal) == ANNA
    assert not table.keeper.keeps_table and table.proposed() is None


def test_without_a_proposal_there_is_nothing_to_do() -> None:
    keeper = SeatKeeper(ME, ProposalExchange(SIGNER, TransparentVerifier(), judge), list, lambda identity: None, host=ANNA)
    assert keeper.next_proposal() is None and not keeper.keeps_table and not keeper.is_kept_out(ANNA)
    assert keeper.host == ANNA, "what was known before the program was started again"


def test_who_is_kept_out_gets_no_seat_and_keeps_one() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ME, ANNA))
    table.kept_out.update((ME, ANNA, BERT))
    assert table.keeper.is_kept_out(BERT) and not table.keeper.is_kept_out(ANNA) and not table.keeper.is_kept_out(ME)
    assert table.proposed() is None
    table.kept_out.clear()
    assert table.proposed() == (ME, ANNA, BERT)


def test_who_is_banned_or_barred_loses_the_seat() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ME, ANNA, BERT))
    table.proposals.banned.add(ANNA)
    table.proposals.barred.add(BERT)
    assert table.proposed() == (ME,)


# --- so much between two rounds, and not more

def test_a_program_makes_few_proposals_between_two_rounds() -> None:
    table = Table(person(ANNA))
    assert [table.keeper.next_proposal() is not None for _ in range(MAX_OWN + 2)] == [True] * MAX_OWN + [False] * 2
    assert not table.keeper.may_propose
    table.keeper.begin_round()
    assert table.keeper.may_propose and table.keeper.next_proposal() is not None


def test_a_proposal_that_was_made_elsewhere_counts_too() -> None:
    table = Table(person(ANNA))
    for _ in range(MAX_OWN):
        table.keeper.count_proposal()
    assert table.keeper.next_proposal() is None


def test_a_player_without_a_say_is_answered_once_in_a_round_and_named() -> None:
    table = Table()
    table.proposals.unheard = BERT
    content = table.keeper.next_proposal()
    assert content is not None and content.excluded == (BERT,) and content.seated == (ME,)
    assert table.keeper.next_proposal() is None, "nothing else has changed"
    table.keeper.begin_round()
    assert table.keeper.next_proposal() is not None


# --- after a game

def test_after_a_game_the_seats_move_on_by_one_and_only_once() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ME, ANNA, BERT))
    table.keeper.on_game_played((ME, ANNA, BERT))
    assert table.proposed() == (ANNA, BERT, ME)
    assert table.proposed() is None
    table.keeper.begin_round()
    assert table.proposed() is None


def test_seats_that_another_has_proposed_do_not_move_on() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ME, ANNA, BERT))
    table.keeper.on_game_played((ME, ANNA, BERT))
    table.keeper.on_proposal_taken()
    assert table.proposed() is None


def test_seats_move_on_only_with_the_first_proposal_after_the_game() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ANNA, ME))
    table.keeper.on_game_played((ME, ANNA))
    assert table.proposed() == (ANNA, ME, BERT)
    assert table.proposals.proposal is not None
    table.hold(replace(table.proposals.proposal, seated=(ME, ANNA, BERT)))
    assert table.proposed() is None


def test_seats_that_have_moved_on_already_stay() -> None:
    table = Table(person(ANNA), person(BERT), seated=(ANNA, BERT, ME))
    table.keeper.on_game_played((ME, ANNA, BERT))
    assert table.proposed() is None


# --- the host

def test_the_host_is_remembered_while_it_sits_there() -> None:
    table = Table(person(ANNA, hosts=True), seated=(ME, ANNA), hosts=False)
    assert table.keeper.host == ANNA
    table.people[1] = person(ANNA, is_linked=False)
    assert table.keeper.host == ANNA, "its link is down, and nobody says any more that it has founded the table"
    table.people[1] = person(ANNA, Wants.LEFT, hosts=True)
    assert table.keeper.host == ME


def test_a_host_that_is_not_certain_is_not_remembered() -> None:
    table = Table(person(ANNA), person(BERT, is_linked=False), seated=(ANNA, BERT, ME), hosts=False)
    assert table.keeper.host == ANNA, "as far as is known: there is no link to Bert"
    table.people[2] = person(BERT, hosts=True)
    assert table.keeper.host == BERT


def test_the_newest_proposal_is_the_one_that_is_kept() -> None:
    table = Table(person(ANNA), seated=(ME, ANNA))
    assert table.proposals.proposal is not None
    table.hold(replace(table.proposals.proposal, places=2))
    table.people.append(person(BERT))
    assert table.proposed() is None, "there is no place any more"
