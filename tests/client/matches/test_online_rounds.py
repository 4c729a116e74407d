"""Simultaneous play over the network as a seat follows it: several are asked at once, and what they answer comes together."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import Any

import pytest

from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_client.view_model.rounds import Progress, progress_of
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS
from acquire_core.actions import CHANCE, Action, Bid, Buy, Place
from acquire_core.ruleset import Ruleset
from acquire_net.protocol.sealed_game import AskAnswers
from tests.client.matches.sitting import Sitting
from tests.core.hostile import EXAMPLE, PATIENT
from tests.support.few_cases import few_cases

TABLES: list[tuple[int, str, dict[str, Any]]] = [
    (2, "classic", {}), (3, "classic", {"safe_size": 5}), (4, "classic", {"teams": True, "merger_bonus": 500}),
    (5, "tycoon-2023", {"max_buy": 5})]


def rounds(rules: str = "classic", **options: Any) -> Ruleset:
    return RULESETS[rules].replace(simultaneous=True, **options)


def answers_of(sitting: Sitting, asked: tuple[int, ...], level: str) -> dict[int, Action]:
    found = {}
    for seat in asked:
        match = sitting.matches[seat]
        assert match.asked_seat == seat and match.asks_person
        found[seat] = match.forced_answer() or match.bot_action(level)
        assert match.refusal_of(found[seat]) is None and found[seat] in match.legal_actions()
    return found


@pytest.mark.parametrize(("players", "rules", "options"), few_cases(
    pytest.mark.more_cases, TABLES, lambda table: table[0] in (3, 4)))
@pytest.mark.parametrize("level", ["casual", pytest.param("random", marks=pytest.mark.fully)])
def test_every_seat_follows_a_game_of_rounds_to_its_end(players: int, rules: str, options: dict[str, Any], level: str) -> None:
    sitting, kinds = Sitting(rounds(rules, **options), players, seed=players), set[type]()
    while asked := sitting.go_on_together():
        for seat, match in sitting.matches.items():
            assert match.observe(seat) == sitting.table.views[seat].observe()
            assert match.game.digest() == sitting.table.complete.digest()
            assert (match.asked_seat is not None) == (seat in asked) and match.answered_seats == ()
        answers = answers_of(sitting, asked, level)
        if isinstance(sitting.table.question(), AskAnswers):
            kinds |= {type(answer) for answer in answers.values()}
            sitting.answer_together(answers)
        else:
            sitting.answer(*answers.popitem())
    assert {Place, Buy} <= kinds and (Bid in kinds or players == 2)
    assert all(match.is_over and match.pending is None for match in sitting.matches.values())
    assert len({tuple(match.game.standings()) for match in sitting.matches.values()}) == 1
    for match in sitting.matches.values():
        assert [step.action for step in match.steps] == match.game.actions()


def test_an_answer_waits_until_all_are_shown_together() -> None:
    sitting = Sitting(rounds(), 3, seed=1)
    asked = sitting.go_on_together()
    assert asked == (0, 1, 2)
    answers, first, watcher = answers_of(sitting, asked, "random"), sitting.matches[0], sitting.matches[None]
    assert progress_of(first.game, first.answered_seats) == Progress(0, 3)
    known = len(first.steps)
    first.answer(answers[0])
    assert first.is_sending and first.asked_seat is None and first.stand_in_job() is None
    first.receive_sealed((0,))
    assert first.poll() == [] and not first.is_sending and first.pending == answers[0]
    for match in (first, watcher):
        match.receive_sealed((0, 2))
        match.poll()
        assert progress_of(match.game, match.answered_seats) == Progress(2, 3, (0, 2))
    sitting.table.act_together(answers)
    sitting.go_on_together()
    opened = [step.action for step in first.steps[known:] if step.action.seat != CHANCE][:3]
    leader = opened[0].seat
    assert leader is not None and opened == [answers[(leader + place) % 3] for place in range(3)]
    assert first.pending is None and first.answered_seats == ()


def test_a_step_that_is_void_is_asked_again() -> None:
    sitting = Sitting(rounds(), 3, seed=1)
    answers, match = answers_of(sitting, sitting.go_on_together(), "random"), sitting.matches[1]
    match.answer(answers[1])
    match.receive_actions((), False)
    match.poll()
    assert match.pending == answers[1] and match.asked_seat is None
    match.receive_actions((), True)
    match.poll()
    assert match.pending is None and match.asked_seat == 1


def test_what_all_but_a_stand_in_answer_it_answers_too() -> None:
    sitting = Sitting(rounds(), 3, seed=1)
    asked, match = sitting.go_on_together(), sitting.matches[2]
    match.stand_in = "casual"
    assert 2 in asked and match.asked_seat is None
    job = match.stand_in_job()
    assert job is not None
    match.answer_for_person(job())
    assert match.pending in match.legal_actions() and match.stand_in_job() is None


def test_a_program_answers_for_its_seat_whatever_its_place_in_the_order() -> None:
    """Between machines nobody waits for the seats before: a program is asked as soon as its seat is."""
    sitting = Sitting(rounds(safe_size=2, end_all_safe=False), 3, seed=2)
    with ExitStack() as running:
        bots = {}
        for seat in range(3):
            bots[seat] = BotSeat(sitting.matches[seat], Player("Bo", command=f'"{sys.executable}" "{EXAMPLE}"'), PATIENT)
            running.callback(bots[seat].stop)
        kinds = set[type]()
        while asked := sitting.go_on_together():
            answers = {}
            for seat in reversed(asked):
                action, lost = bots[seat].decide_answer()
                assert lost is None and action.seat == seat and sitting.matches[seat].refusal_of(action) is None
                answers[seat] = action
            kinds |= {type(answer) for answer in answers.values()}
            if isinstance(sitting.table.question(), AskAnswers):
                sitting.answer_together(answers)
            else:
                sitting.answer(*answers.popitem())
    assert {Place, Buy, Bid} <= kinds and all(match.is_over for match in sitting.matches.values())


def test_hints_are_for_the_own_answer() -> None:
    sitting = Sitting(rounds(), 2, seed=1)
    for seat in sitting.go_on_together():
        decision = sitting.matches[seat].hint_job()()
        assert decision.action.seat == seat and decision.action in sitting.matches[seat].legal_actions()
        assert sitting.matches[seat].names == TableNames.of_seats(["Player 0", "Player 1"], rounds())
