"""Who sits at a text game: how seats are written on the command line and in records."""

import doctest

import pytest

from acquire_client.matches import players
from acquire_client.matches.players import Player, SeatsError, people, players_from, players_of
from acquire_core.ai import LEVELS
from acquire_core.record import Seat


def test_people_and_levels_mix() -> None:
    seats = players_from("person,2,strong,Zo:1")
    assert seats == (Player("Player"), Player("Ada", "casual"), Player("Ben", "strong"), Player("Zo", "beginner"))
    assert people(seats) == (0,)


def test_several_nameless_people_are_numbered() -> None:
    assert [player.name for player in players_from("person,person,1")] == ["Player 1", "Player 2", "Ada"]


def test_a_computer_player_does_not_take_a_persons_name() -> None:
    assert [player.name for player in players_from("Ada,2,2")] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("text", ["", "person", "a,b,c,d,e,f,g", "person,,2", "Anna,Anna", "Anna,99", "Anna,Bo:nothing",
                                  "Anna,:2", "Anna,\u202e", "2,١"])
def test_seats_that_make_no_sense_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SeatsError) as refused:
        players_from(text)
    assert str(refused.value)[0].islower()


def test_every_level_survives_a_record() -> None:
    seats = tuple(Player(f"N{level.number}", level.name) for level in LEVELS) + (Player("Anna"),)
    assert players_of([player.as_seat for player in seats]) == seats


def test_a_kind_that_no_level_has_is_refused() -> None:
    with pytest.raises(SeatsError, match="bot-oracle"):
        players_of([Seat("Pythia", "bot-oracle")])


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(players)
    assert tried and not failed
