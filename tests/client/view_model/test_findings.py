"""Accuracy, luck, and the list of mistakes and turning points in a review."""

import random
from dataclasses import replace

import pytest

from acquire_client.view_model.findings import BLUNDER_LOSS, MAX_MONEY_FINDINGS, FindingKind, findings, player_reviews
from acquire_client.view_model.review import accuracy_after
from acquire_client.view_model.words import TableNames
from acquire_core import Game, ShuffledBag
from acquire_core import actions as act
from acquire_core.ai import Explanation
from acquire_core.analysis import Analysis, DecisionVerdict, Effort, Point, SeatSum, Swing
from acquire_core.analysis_findings import CAUSES

NAMES = TableNames(("Ada", "Bo", "Cy"))
POINT = Point(0, 1, (0.3, 0.3, 0.4), (1.0, 2.0, 3.0), 1200, (0.0, 0.0, 0.0))


def verdict(move: int, seat: int, loss: float, error: float = 0.0) -> DecisionVerdict:
    return DecisionVerdict(move, 3, seat, "buy", act.Buy(seat), act.Buy(seat, ("tower",)), (), 0.6 - loss, 0.6, error, 100, True,
                           Explanation("saves", dollars=900), Explanation("keeps_lead", chain="tower", count=2))


def swing(cause: str, seat: int, change: float) -> Swing:
    before = tuple(0.3 for _ in range(3))
    after = tuple(0.3 + (change if number == seat else 0) for number in range(3))
    mover = None if cause == "draw" else 1 if cause == "rival" else seat
    return Swing(4, mover, ((9, act.Place(1 if mover is None else mover, "5E")),), seat, before, after, cause, None)


def analysis(verdicts: tuple[DecisionVerdict, ...], swings: tuple[Swing, ...] = ()) -> Analysis:
    game = Game("classic", 3, tiles=ShuffledBag(2))
    rng = random.Random(2)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    sums = tuple(SeatSum(seat, 0.3, 0.4, 0.2, -0.15, 0.05, 0.0, sum(one.seat == seat for one in verdicts),
                         sum(one.seat == seat and one.is_mistake for one in verdicts),
                         sum(one.loss for one in verdicts if one.seat == seat and one.is_mistake)) for seat in range(3))
    return Analysis(game.record(), Effort(playouts=9), (POINT,), verdicts, swings, sums, len(verdicts), 0, True)


def test_accuracy_loses_what_mistakes_cost_and_nothing_else() -> None:
    """A loss that may be noise, or is too small, takes nothing away."""
    found = player_reviews(analysis((verdict(7, 0, 0.1), verdict(8, 0, 0.2), verdict(9, 0, 0.3, error=0.2), verdict(10, 0, 0.01),
                                     verdict(11, 1, 0.0))), NAMES)
    assert found[0].accuracy == pytest.approx(0.9 * 0.8)
    assert (found[0].mistakes, found[0].lost) == (2, pytest.approx(0.3))
    assert found[1].accuracy == 1 and found[1].mistakes == 0


def test_a_player_without_a_judged_decision_has_no_accuracy() -> None:
    assert player_reviews(analysis((verdict(7, 0, 0.1),)), NAMES)[2].accuracy is None


def test_accuracy_is_never_below_zero() -> None:
    assert 0 <= accuracy_after([0.5, 0.6, 0.9, 1.0]) < 0.01


def test_the_first_chance_mistakes_and_luck_add_up_to_the_last_one() -> None:
    found = analysis((verdict(7, 0, 0.1), verdict(8, 0, 0.2)))
    for total, one in zip(found.sums, player_reviews(found, NAMES), strict=True):
        assert total.first - one.lost + one.luck == pytest.approx(total.last)
    assert [one.luck for one in player_reviews(found, NAMES)] == [pytest.approx(0.4), pytest.approx(0.1), pytest.approx(0.1)]


def test_own_mistakes_come_first_and_the_costliest_of_them_before_the_others() -> None:
    found = findings(analysis((verdict(7, 1, 0.3), verdict(8, 0, 0.05), verdict(9, 0, BLUNDER_LOSS + 0.01), verdict(10, 2, 0.4)),
                              (swing("rival", 0, -0.5), swing("draw", 2, 0.6), swing("mistake", 0, -0.2))), NAMES, {0})
    assert [(one.kind, one.seat) for one in found] == [
        (FindingKind.BLUNDER, 0), (FindingKind.MISTAKE, 0), (FindingKind.BLUNDER, 2), (FindingKind.BLUNDER, 1),
        (FindingKind.FALL, 0), (FindingKind.RISE, 2)]
    assert [one.is_own for one in found] == [True, True, False, False, True, False]
    assert found[0].change == pytest.approx(-0.11)


def test_a_mistake_leads_to_the_position_in_which_it_was_decided_and_says_what_was_better() -> None:
    one = findings(analysis((verdict(7, 0, 0.2),)), NAMES, {0})[0]
    assert one.move == 7
    assert one.title == "Turn 3: buy nothing"
    assert one.text == "You chose: buy nothing (40%)."
    assert one.better.startswith("Better was: buy 1 Tower (60%).")
    others = findings(analysis((verdict(7, 0, 0.2),)), NAMES, {0, 1})[0]
    assert others.text == "Ada chose: buy nothing (40%)."


# --- money ------------------------------------------------------------------------------------------------------------

def costly(move: int, seat: int, money_loss: float, loss: float = 0.0) -> DecisionVerdict:
    return replace(verdict(move, seat, loss), best_money_share=0.2, played_money_share=0.2 * (1 - money_loss))


def test_money_is_kept_where_no_chance_is_left_to_lose() -> None:
    found = analysis((costly(7, 0, 0.1), costly(8, 0, 0.2), costly(9, 0, 0.02), costly(10, 1, 0.0)))
    sums = tuple(replace(total, money_kept=0.72, money_mistakes=2) if total.seat == 0 else total for total in found.sums)
    reviews = player_reviews(replace(found, sums=sums), NAMES)
    assert [(one.accuracy, one.money) for one in reviews] == [(1, 0.72), (1, 1), (None, None)]


def test_moves_that_cost_money_alone_stand_between_mistakes_and_turning_points() -> None:
    verdicts = (costly(7, 1, 0.3), costly(8, 0, 0.05), costly(9, 0, BLUNDER_LOSS + 0.01), costly(10, 2, 0.4, loss=0.3))
    found = findings(analysis(verdicts, (swing("rival", 0, -0.5),)), NAMES, {0})
    assert [(one.kind, one.seat) for one in found] == [
        (FindingKind.BLUNDER, 2), (FindingKind.MONEY_BLUNDER, 0), (FindingKind.MONEY_MISTAKE, 0), (FindingKind.MONEY_BLUNDER, 1),
        (FindingKind.FALL, 0)]
    assert [one.is_mistake for one in found] == [True, True, True, True, False]
    assert [one.is_about_money for one in found] == [False, True, True, True, False]
    assert found[1].text == "You chose: buy nothing. It cost 11% of your money at the end."
    assert found[1].better.startswith("Better was: buy 1 Tower. ")
    assert found[3].text == "Bo chose: buy nothing. It cost 30% of their money at the end."
    assert found[1].change == pytest.approx(-0.11)


def test_of_dozens_of_moves_that_cost_money_the_costliest_of_each_player_are_listed() -> None:
    verdicts = tuple(costly(number + 1, number % 2, 0.04 + number / 1000) for number in range(30))
    found = findings(analysis(verdicts), NAMES, {0})
    assert [one.seat for one in found] == [0] * MAX_MONEY_FINDINGS + [1] * MAX_MONEY_FINDINGS
    assert [one.move for one in found] == [29, 27, 25, 23, 21, 30, 28, 26, 24, 22]


def test_a_better_tile_is_known_for_the_board() -> None:
    placed = replace(verdict(7, 0, 0.2), played=act.Place(0, "5E"), best=act.Place(0, "6F"))
    found = findings(analysis((placed, verdict(9, 0, 0.1))), NAMES, {0})
    assert [one.better_tile for one in found] == ["6F", ""]


@pytest.mark.parametrize("cause", [cause for cause in CAUSES if cause != "mistake"])
def test_a_turning_point_names_its_cause_and_luck_is_called_luck(cause: str) -> None:
    one = findings(analysis((), (swing(cause, 0, 0.2),)), NAMES, ())[0]
    assert ("Luck" in one.title) == swing(cause, 0, 0.2).is_luck
    assert one.text.startswith("Ada 30% → 50%.") and "place 5E" in one.text
    assert one.move == 9 and not one.is_mistake
