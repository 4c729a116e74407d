"""A cup as arithmetic: the sizes of tables, who meets whom, what a place is worth, and which games a round refuses."""

import random
from dataclasses import replace
from hashlib import sha256

import pytest

from acquire_client.files.cup_file import cup_from, cup_values, player_key, player_name
from acquire_client.tools.cup import (
    CountedAlready,
    Cup,
    CupError,
    CupPlan,
    CupPlayer,
    GameProof,
    JournalRefusal,
    TableResult,
    differences,
)
from acquire_client.tools.cup_seating import SeedStream, table_sizes
from acquire_core import RULESETS
from acquire_net import fingerprint_text
from tests.support.counts import Count
from tests.support.few_cases import few_cases

CLASSIC = RULESETS["classic"]


def player(number: int) -> CupPlayer:
    return CupPlayer(f"Person {number}", fingerprint_text(number.to_bytes(10, "big")))


def cup_of(people: int = 12, **changes: object) -> Cup:
    plan = CupPlan(name="Cup", seed=1, ruleset=CLASSIC, log="whole", rounds=4, table_size=4, exact=False, score="points",
                   seating="strangers", seeded=False, marks=True, players=tuple(map(player, range(people))))
    return Cup(replace(plan, **changes))  # type: ignore[arg-type]


def proof(cup: Cup, table: int, order: list[int] | None = None, **changes: object) -> GameProof:
    """Return what the journal of a table of the last round proves; `order` are places in the order of the table."""
    people = cup.rounds[-1].tables[table - 1].people
    ranks = tuple(order or range(1, len(people) + 1))
    found = GameProof(f"game {len(cup.rounds)} {table}", "moves", CLASSIC.digest, "whole", cup.mark(len(cup.rounds), table),
                      tuple(cup.plan.players[each].key for each in people), tuple(cup.plan.players[each].name for each in people),
                      (), ranks, tuple(50_000 - 10_000 * rank for rank in ranks), ())
    return replace(found, **changes)  # type: ignore[arg-type]


def played(cup: Cup, rounds: int, seed: int = 1) -> Cup:
    """Return the cup after so many more rounds, in which every order is drawn."""
    rng = random.Random(seed)
    for _ in range(rounds):
        cup = cup.next_round()
        for number, table in enumerate(cup.rounds[-1].tables, 1):
            cup = cup.with_game(proof(cup, number, rng.sample(range(1, len(table.people) + 1), len(table.people))))
    return cup


# --- tables -----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("wanted", [3, 4, 5, 6])
def test_tables_have_three_to_six_seats_and_differ_by_one_at_most(wanted: int) -> None:
    for people in range(5, 61):
        sizes = table_sizes(people, wanted)
        assert sum(sizes) == people and 3 <= sizes[-1] <= sizes[0] <= 6 and sizes[0] - sizes[-1] <= 1
        if people % wanted == 0:
            assert {*sizes} == {wanted}


def test_with_exact_tables_those_who_are_left_have_a_bye_and_nobody_has_two_before_others_have_one() -> None:
    cup = played(cup_of(14, exact=True, rounds=7), 7)
    assert all({len(table.people) for table in each.tables} == {4} and len(each.byes) == 2 for each in cup.rounds)
    assert [row.byes for row in cup.standings()] == [1] * 14
    assert all(row.games == 6 for row in cup.standings())


def test_a_bye_is_worth_half_a_win_in_points_and_the_money_of_an_average_seat() -> None:
    cup = cup_of(5, exact=True).next_round()
    resting, = cup.rounds[0].byes
    cup = cup.with_game(proof(cup, 1, [1, 2, 3, 4]))
    row = next(row for row in cup.standings() if row.player == resting)
    assert (row.points, row.dollars, row.games, row.place) == (60, 25_000, 0, 3)


@pytest.mark.parametrize("seating", few_cases(pytest.mark.fully, ["strangers", "standings"]))
def test_forty_people_meet_nobody_twice_in_four_rounds(seating: str) -> None:
    cup = played(cup_of(40, seating=seating), 4)
    assert [len(each.tables) for each in cup.rounds] == [10] * 4
    assert cup.repeated_meetings == 0 and len(cup.meetings()) == 4 * 10 * 6


def test_where_people_must_meet_again_they_do_so_evenly() -> None:
    cup = played(cup_of(8, rounds=3), 3)
    assert max(cup.meetings().values()) - 1 <= 2 and cup.repeated_meetings >= 8, "28 pairs, and 36 meetings"


def test_the_first_round_of_a_seeded_cup_keeps_the_strongest_apart() -> None:
    tables = cup_of(16, seeded=True).next_round().rounds[0].tables
    assert all(sorted(person // 4 for person in table.people) == [0, 1, 2, 3] for table in tables), "one of each quarter"


def test_with_seating_by_standings_neighbours_sit_together() -> None:
    def spread(seating: str) -> int:
        cup = played(cup_of(40, seating=seating), 2)
        order = {row.player: at for at, row in enumerate(cup.standings())}
        return sum(max(map(order.__getitem__, table.people)) - min(map(order.__getitem__, table.people))
                   for table in cup.next_round().rounds[-1].tables)

    assert spread("standings") < spread("strangers") / 2


def test_the_same_seed_and_results_give_the_same_tables_everywhere() -> None:
    first = cup_of(9, seed=7).next_round().rounds[0]
    assert [table.people for table in first.tables] == [table.people for table in cup_of(9, seed=7).next_round().rounds[0].tables]
    stream, seed = SeedStream("acquire"), sha256(b"acquire").digest()
    numbers = [int.from_bytes(sha256(seed + number.to_bytes(8, "big")).digest()[:8], "big") for number in range(1, 6)]
    assert [stream.below(100) for _ in range(5)] == [number % 100 for number in numbers]


def test_later_tables_hang_on_games_that_nobody_could_know_before() -> None:
    cup = cup_of(12).next_round()
    other = cup
    for number in range(1, 4):
        cup = cup.with_game(proof(cup, number))
        other = other.with_game(proof(other, number, game=f"another {number}"))
    assert cup.next_round().rounds[1] != other.next_round().rounds[1]


# --- what a place is worth ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("places", "points"), [
    ((1, 2, 3), (120, 60, 0)), ((4, 2, 3, 1), (0, 80, 40, 120)), ((1, 2, 3, 4, 5), (120, 90, 60, 30, 0)),
    ((1, 2, 3, 4, 5, 6), (120, 96, 72, 48, 24, 0)), ((1, 1, 3, 4), (100, 100, 40, 0)), ((1, 1, 1), (60, 60, 60)),
])
def test_every_table_has_the_same_points_for_its_first_and_its_last(places: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert TableResult("g", "m", places, places).points == points


def test_whom_a_journal_convicts_has_nothing() -> None:
    cup = cup_of(5).next_round()
    cup = cup.with_game(proof(cup, 1, [5, 1, 2, 3, 4], cheats=(0,)))
    row = next(row for row in cup.standings() if row.player == cup.rounds[0].tables[0].people[0])
    assert (row.points, row.wins, row.dollars, row.games, row.place) == (0, 0, 0, 1, 5)


def test_ties_are_broken_by_wins_then_money_then_the_points_of_those_met() -> None:
    cup = cup_of(6, table_size=3).next_round()
    one, other = (table.people for table in cup.rounds[0].tables)
    cup = cup.with_game(proof(cup, 1, [1, 2, 3], dollars=(100, 90, 80)))
    cup = cup.with_game(proof(cup, 2, [1, 2, 3], dollars=(100, 95, 80)))
    rows = {row.player: row for row in cup.standings()}
    assert rows[one[0]].place == rows[other[0]].place == 1, "equal in everything"
    assert (rows[other[1]].place, rows[one[1]].place) == (3, 4), "by money"
    money = replace(cup, plan=replace(cup.plan, score="money")).standings()
    assert [row.dollars for row in money] == [100, 100, 95, 90, 80, 80]


def test_a_shared_win_is_divided() -> None:
    assert TableResult("g", "m", (1, 1, 3), (9, 9, 1)).wins == (30, 30, 0)


# --- what a round refuses -----------------------------------------------------------------------------------------------

def refusal(cup: Cup, found: GameProof) -> str:
    before = cup_values(cup)
    with pytest.raises(JournalRefusal) as refused:
        cup.with_game(found)
    assert cup_values(cup) == before
    return str(refused.value)


def test_a_game_counts_for_its_own_table_of_its_own_round_once() -> None:
    cup = cup_of().next_round()
    first = proof(cup, 2)
    counted = cup.with_game(first)
    assert counted.rounds[-1].missing == [1, 3]
    assert "counted already: table 2 of round 1" in refusal(counted, first)
    assert "has a result already, from another game" in refusal(counted, replace(first, game="another"))
    assert "another result of the game" in refusal(counted, replace(first, moves="others"))


def test_a_game_of_another_round_or_cup_or_without_a_mark_is_refused() -> None:
    cup = played(cup_of(), 1)
    old = proof(cup, 1, game="a second one")
    cup = cup.next_round()
    assert "it is a game of round 1, and round 2 is being played" in refusal(cup, old)
    assert "another cup, 00000000" in refusal(cup, proof(cup, 1, conventions="cup 00000000 round 2 table 1"))
    for text in ("", "hello", f"{cup.mark(2, 1)} ", cup.mark(2, 1).upper()):
        assert "has not signed a mark of this cup" in refusal(cup, proof(cup, 1, conventions=text))
    assert "round 2 has no table 9" in refusal(cup, proof(cup, 1, conventions=cup.mark(2, 9)))
    assert "no round" in refusal(cup_of(), proof(cup, 1))


def test_a_game_by_other_rules_or_with_another_log_is_refused() -> None:
    cup = cup_of().next_round()
    assert "by other rules than those of the cup, classic" in refusal(cup, proof(cup, 1, rules=CLASSIC.replace(max_buy=4).digest))
    assert "log=last_round" in refusal(cup, proof(cup, 1, log="last_round"))


def test_a_game_of_other_people_is_refused_whatever_they_are_called() -> None:
    cup = cup_of().next_round()
    found, stranger = proof(cup, 1), fingerprint_text(bytes(range(10)))
    assert stranger in refusal(cup, replace(found, keys=(stranger, *found.keys[1:])))
    fewer = replace(found, keys=found.keys[1:], names=found.names[1:], ranks=(1, 2, 3))
    assert "did not play" in refusal(cup, fewer) and found.names[0] in refusal(cup, fewer)
    assert "computer players" in refusal(cup, replace(found, computers=(2,)))
    assert "does not belong to table" in refusal(cup, replace(proof(cup, 2), conventions=cup.mark(1, 1)))
    assert cup.with_game(replace(found, names=("x",) * 4)).rounds[-1].missing == [2, 3], "names alone are never asked"


def test_a_cup_without_marks_knows_its_tables_by_their_people() -> None:
    cup = played(cup_of(marks=False), 1)
    old = proof(cup, 1, game="a second one", conventions="")
    cup = cup.next_round()
    assert cup.with_game(proof(cup, 3, conventions="hi")).rounds[-1].missing == [1, 2]
    assert "met in round 1" in refusal(cup, old)
    assert "no table of round 2 has these people" in refusal(cup, replace(old, keys=(fingerprint_text(bytes(10)), *old.keys[:3])))


def test_a_journal_that_convicts_more_players_counts_instead_until_its_round_is_closed() -> None:
    cup = cup_of().next_round()
    for number in (1, 2, 3):
        cup = cup.with_game(proof(cup, number))
    lie = proof(cup, 1, [4, 1, 2, 3], cheats=(0,))
    again = cup.with_game(lie)
    assert again.rounds[-1].tables[0].result is not None and again.rounds[-1].tables[0].result.convicted == (0,)
    with pytest.raises(CountedAlready):
        again.with_game(proof(again, 1))
    assert "round 1 is closed" in refusal(cup.next_round(), lie)


def test_two_journals_of_one_game_convict_all_whom_either_convicts() -> None:
    cup = cup_of().next_round()
    first, second = proof(cup, 1, cheats=(0,)), proof(cup, 1, cheats=(1,))
    for order in ((first, second), (second, first)):
        again = cup
        for each in order:
            again = again.with_game(each)
        assert again.rounds[-1].tables[0].result is not None and again.rounds[-1].tables[0].result.convicted == (0, 1)


def test_a_person_who_is_left_out_twice_is_left_out_once() -> None:
    cup = cup_of().next_round([3, 3])
    assert cup.rounds[-1].left_out == (3,) and cup_from(cup_values(cup)) == cup


def test_the_next_round_waits_for_all_tables_unless_ordered_otherwise() -> None:
    cup = cup_of().next_round()
    cup = cup.with_game(proof(cup, 1))
    with pytest.raises(CupError, match="tables 2 and 3 have no result"):
        cup.next_round()
    on = cup.next_round([0, 5], unplayed=True)
    assert on.rounds[-1].left_out == (0, 5) and sum(len(table.people) for table in on.rounds[-1].tables) == 10
    assert {row.games for row in on.standings()} == {0, 1}
    with pytest.raises(CupError, match="too few"):
        cup.next_round(range(10), unplayed=True)
    with pytest.raises(CupError, match="all 4 rounds"):
        played(cup_of(), 4).next_round()


@pytest.mark.parametrize(("changes", "why"), [
    (dict(players=tuple(map(player, range(4)))), "5 to 60 people, and 4"),
    (dict(players=tuple(map(player, range(61)))), "and 61"),
    (dict(players=(player(1),) * 5), "listed twice"), (dict(ruleset=CLASSIC.replace(teams=True)), "no teams"),
])
def test_a_plan_that_makes_no_cup_is_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(CupError, match=why):
        cup_of(**changes)  # type: ignore[arg-type]


# --- the file, and making it again ---------------------------------------------------------------------------------------

def proofs_of(cup: Cup, seed: int = 1) -> list[tuple[str, GameProof]]:
    """Return the games of `played`, each with the name of a file."""
    found, rng, again = [], random.Random(seed), Cup(cup.plan)
    for each in cup.rounds:
        again = again.next_round(each.left_out)
        for number, table in enumerate(again.rounds[-1].tables, 1):
            game = proof(again, number, rng.sample(range(1, len(table.people) + 1), len(table.people)))
            again = again.with_game(game)
            found.append((f"{len(found)}.acqlog", game))
    assert again == cup
    return found


def test_a_file_holds_all_of_a_cup() -> None:
    cup = played(cup_of(10, exact=True, ruleset=CLASSIC.replace(holdings="hidden")), 0).next_round([3])
    assert cup_from(cup_values(cup)) == cup
    assert cup_from(cup_values(played(cup_of(), 2))) == played(cup_of(), 2)


def test_anybody_with_the_journals_makes_the_same_cup() -> None:
    cup = played(cup_of(), 3)
    proofs = proofs_of(cup)
    random.Random(4).shuffle(proofs)
    assert differences(cup, [*proofs, *proofs[:2]]) == ([], [])


def test_a_check_counts_the_game_that_the_organiser_has_counted() -> None:
    cup = played(cup_of(), 2)
    proofs = proofs_of(cup)
    other = ("other.acqlog", replace(proofs[0][1], game="another game of table 1", moves="others", dollars=(1, 2, 3, 4)))
    found, refused = differences(cup, [other, *proofs])
    assert found == [] and [name for name, _ in refused] == ["other.acqlog"]


def test_a_conviction_that_came_too_late_is_said_and_is_no_difference() -> None:
    cup = played(cup_of(), 2)
    (name, first), *others = proofs_of(cup)
    late = replace(first, cheats=(0,))
    assert differences(cup, [(name, late), *others]) == (
        [], [(name, "it convicts a player of table 1 of round 1, which is closed")])
    forged = replace(late, moves="others")
    assert differences(cup, [(name, forged), *others])[0] == ["table 1 of round 1: its journal proves another result"]


def test_a_changed_result_or_table_or_a_missing_journal_is_found() -> None:
    cup = played(cup_of(), 2)
    proofs = proofs_of(cup)
    assert differences(cup, proofs[1:])[0] == ["table 1 of round 1: no journal proves its result"]
    first = cup.rounds[0].tables[0]
    assert first.result is not None
    places = tuple(5 - place for place in first.result.places)
    forged = replace(cup, rounds=(replace(cup.rounds[0], tables=(
        replace(first, result=replace(first.result, places=places)), *cup.rounds[0].tables[1:])), cup.rounds[1]))
    found, _ = differences(forged, proofs)
    assert found[0] == "table 1 of round 1: its journal proves another result"
    one, other, *rest = cup.rounds[1].tables
    swapped = (replace(one, people=(other.people[0], *one.people[1:])), replace(other, people=(one.people[0], *other.people[1:])))
    moved = replace(cup, rounds=(cup.rounds[0], replace(cup.rounds[1], tables=(*swapped, *rest))))
    assert differences(moved, proofs)[0] == ["the tables of round 2 are not those that the seed and the results give"]
    stranger = replace(proofs[0][1], game="x", keys=proofs[-1][1].keys)
    assert [name for name, _ in differences(cup, [*proofs, ("strange.acqlog", stranger)])[1]] == ["strange.acqlog"]


def test_every_damaged_file_is_refused_with_a_sentence(count: Count) -> None:
    """Whatever value of a file is replaced by another one: it is refused, or it is a cup that can be written and shown."""
    values, rng = cup_values(played(cup_of(5), 2)), random.Random(5)
    others = [None, -1, 0, 1, 2**70, "", "x" * 5000, [], {}, True, 1.5, "\x1b", [[]], "classic"]

    def damaged(value: object, depth: int) -> object:
        if depth == 0 or not isinstance(value, dict | list) or not value:
            return rng.choice(others)
        at = rng.choice([*value] if isinstance(value, dict) else range(len(value)))
        changed = value.copy()
        changed[at] = damaged(value[at], depth - 1)  # type: ignore[index, call-overload]
        return changed

    refused = 0
    for _ in range(count(300, 5000)):
        try:
            cup = cup_from(damaged(values, rng.randrange(7)))
        except ValueError:
            refused += 1
        else:
            cup.standings()
            assert cup_from(cup_values(cup)) == cup
    assert refused > 100


@pytest.mark.parametrize("key", ["", "04HM", "04HM-ASW9", "04HM-ASW9-NF6Y-Y093-04HM", "x" * 200])
def test_what_is_not_a_fingerprint_of_today_is_no_key(key: str) -> None:
    with pytest.raises(ValueError, match="not the fingerprint"):
        player_key(key)


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[31m", "x" * 65, "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a name"):
        player_name(name)
