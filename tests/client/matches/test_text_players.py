"""Who sits at a text game: how seats are written on the command line and in records."""


import pytest

from acquire_client.matches.players import Player, SeatsError, entries_in, person_seats, players_from, players_of, seated_again
from acquire_core.ai import LEVELS
from acquire_core.record import Seat


def test_people_and_levels_mix() -> None:
    seats = players_from("person,2,strong,Zo:1")
    assert seats == (Player("Player"), Player("Ada", "casual"), Player("Ben", "strong"), Player("Zo", "beginner"))
    assert person_seats(seats) == (0,)


def test_several_nameless_people_are_numbered() -> None:
    assert [player.name for player in players_from("person,person,1")] == ["Player 1", "Player 2", "Ada"]


def test_a_computer_player_does_not_take_a_persons_name() -> None:
    assert [player.name for player in players_from("Ada,2,2")] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("text", ["", "person", "a,b,c,d,e,f,g", "person,,2", "Anna,Anna", "Anna,99", "Anna,Bo:nothing",
                                  "Anna,:2", "Anna,\u202e", "2,١", "Anna,cmd:", "Anna,Bo:cmd: ", "Anna,cmd:./x 'y", 'Anna,"cmd:x',
                                  "Anna,\n2", "Bo,Bo:cmd:x", "2," + "x" * 200_000, "Anna,Bo:plain:100", "Anna,4@own.weights",
                                  "Anna,Bo:strong/raider@own.weights"])
def test_seats_that_make_no_sense_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(SeatsError) as refused:
        players_from(text)
    assert not str(refused.value)[0].isupper()


def test_who_is_no_level_with_weights_may_have_a_name_like_one() -> None:
    assert [player.name for player in players_from("anna@example,2")] == ["anna@example", "Ada"]


def test_programs_sit_down_by_their_commands_with_or_without_a_name() -> None:
    seats = players_from('Anna, cmd:./bot --fast,"Bo:cmd:./bot --list a,b",2')
    assert seats == (Player("Anna"), Player("Ada", command="./bot --fast"), Player("Bo", command="./bot --list a,b"),
                     Player("Ben", "casual"))
    assert [player.is_program for player in seats] == [False, True, True, False]
    assert person_seats(seats) == (0,)


def test_a_list_is_read_with_quotation_marks_and_spaces() -> None:
    assert entries_in(' 2 ,"cmd:x ""a"" b,c", Anna ') == ("2", 'cmd:x "a" b,c', "Anna")
    assert entries_in('cmd:"my bot" -c "x; y",2') == ('cmd:"my bot" -c "x; y"', "2")


def test_a_record_says_that_a_program_played_and_not_which() -> None:
    seat = Player("Bo", command="rm -r /").as_seat
    assert seat == Seat("Bo", "program")
    assert players_of([seat]) == (Player("Bo", command=""),)


def test_whoever_goes_on_with_a_record_keeps_the_names_in_it() -> None:
    record = [Seat("Anna"), Seat("Bo", "program"), Seat("Cy", "bot-casual")]
    assert seated_again("person,cmd:./bot,strong", record) == (
        Player("Anna"), Player("Bo", command="./bot"), Player("Cy", "strong"))
    assert seated_again("Dia,Eve:cmd:./bot,person", record) == (Player("Dia"), Player("Eve", command="./bot"), Player("Cy"))
    for text, words in (("person,2", "3 seats, not 2"), ("person,Anna,2", "'Anna' has another seat"), ("x,x,2", "same name")):
        with pytest.raises(SeatsError, match=words):
            seated_again(text, record)


def test_every_level_survives_a_record() -> None:
    seats = tuple(Player(f"N{level.number}", level.name) for level in LEVELS) + (Player("Anna"),)
    assert players_of([player.as_seat for player in seats]) == seats


def test_a_kind_that_no_level_has_is_refused() -> None:
    with pytest.raises(SeatsError, match="bot-oracle"):
        players_of([Seat("Pythia", "bot-oracle")])
