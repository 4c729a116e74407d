"""A match over the network hears what has become final, and knows as much as its seat may: no more, no less."""

from __future__ import annotations

import random

import pytest

from acquire_core import RULESETS
from acquire_core.actions import Buy, DeclareEnd, Pick, Place
from tests.client.matches.sitting import Sitting
from tests.core.policies import random_ruleset
from tests.support.counts import Count
from tests.support.few_cases import few_cases


def play(sitting: Sitting, level: str = "random", most: int = 600) -> bool:
    for _ in range(most):
        seat = sitting.go_on()
        for other, match in sitting.matches.items():
            view = sitting.table.views[other]
            assert match.observe(other) == view.observe()
            assert match.game.digest() == sitting.table.complete.digest()
            assert match.asked_seat == (seat if other == seat else None)
            assert match.legal_actions() == view.legal_actions() or match.asked_seat is None
        if seat is None:
            return True
        match = sitting.matches[seat]
        action = match.forced_answer() or match.bot_action(level)
        assert match.refusal_of(action) is None
        sitting.answer(seat, action)
    return False


USUAL = ("classic", "dos-1988", "tycoon-2023")


@pytest.mark.parametrize("rules", few_cases(pytest.mark.more_cases, sorted(RULESETS), lambda rules: rules in USUAL))
@pytest.mark.parametrize("players", [3, pytest.param(2, marks=pytest.mark.fully), pytest.param(4, marks=pytest.mark.fully)])
def test_every_seat_sees_the_same_game_to_its_end(rules: str, players: int) -> None:
    sitting = Sitting(rules, players, seed=players)
    assert play(sitting)
    standings = {tuple(match.game.standings()) for match in sitting.matches.values()}
    assert len(standings) == 1 and all(match.is_over for match in sitting.matches.values())
    steps = {len(match.steps) for match in sitting.matches.values()}
    assert steps == {sitting.steps}


@pytest.mark.fully
def test_any_mix_of_rules(count: Count) -> None:
    """Open bags among them, of which the kernel knows less than the table."""
    for seed in range(count(3, 16)):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        sitting = Sitting(random_ruleset(rng, players), players, seed)
        play(sitting, rng.choice(("random", "beginner")), most=150)


def test_computer_players_pick_what_lies_in_the_bag() -> None:
    sitting = Sitting(RULESETS["classic"].replace(open_pick=True), 3, seed=2)
    assert play(sitting, "casual")
    picked = [step.action for step in sitting.matches[0].steps if isinstance(step.action, Pick)]
    assert len(picked) > 20


def test_a_tile_outside_the_opened_bag_is_refused() -> None:
    sitting = Sitting(RULESETS["classic"].replace(open_pick=True), 3, seed=2)
    while (seat := sitting.go_on()) is None or sitting.matches[seat].game.phase != "pick":
        assert seat is not None
        sitting.answer(seat, sitting.matches[seat].forced_answer() or sitting.matches[seat].legal_actions()[0])
    match = sitting.matches[seat]
    elsewhere = next(tile for tile in match.observe(seat).unseen if tile not in (match.opened_bag or ()))
    assert match.refusal_of(Pick(seat, elsewhere)) == "the tile is not in the bag"
    assert Pick(seat, elsewhere) not in match.legal_actions()


def test_an_answer_is_pending_until_it_is_heard() -> None:
    sitting = Sitting("classic", 3, seed=5)
    seat = sitting.go_on()
    assert seat is not None
    match = sitting.matches[seat]
    tile = match.observe(seat).hand[0]
    match.answer(Place(seat, tile))
    assert match.asked_seat is None and match.steps[-1].action != Place(seat, tile)
    match.receive_actions((), asked=False)  # it is under way
    match.poll()
    assert match.pending == Place(seat, tile)
    match.receive_refusal()
    match.receive_actions((), asked=True)
    match.poll()
    assert match.asked_seat == seat
    match.answer(Place(seat, tile))
    sitting.table.act(sitting.sent[0])
    sitting.go_on()
    assert match.pending is None and Place(seat, tile) in [step.action for step in match.steps]


def test_nobody_sees_a_hand_that_is_not_his() -> None:
    sitting = Sitting("classic", 3, seed=7)
    sitting.go_on()
    watcher, match = sitting.matches[None], sitting.matches[1]
    assert match.observe(0) == match.observe(None) == watcher.observe(0)
    assert not match.observe(0).hand and match.observe(1).hand
    assert watcher.people == () and watcher.asked_seat is None and watcher.forced_answer() is None


def test_what_the_rules_refuse_is_explained_as_on_one_machine() -> None:
    sitting = Sitting("classic", 3, seed=7)
    seat = sitting.go_on()
    assert seat is not None
    match = sitting.matches[seat]
    assert match.refusal_of(Buy(seat)) is not None
    assert set(match.unplayable_tiles()) <= set(match.observe(seat).hand)


def test_an_end_that_is_not_sent_yet_is_not_the_end() -> None:
    """At a table over days another player may leave first, so nobody has won before all have agreed."""
    sitting = Sitting(RULESETS["classic"].replace(safe_size=4, end_size=4), 3, seed=3)
    while (seat := sitting.go_on()) is None or sitting.matches[seat].game.phase != "declare_end":
        assert seat is not None
        match = sitting.matches[seat]
        sitting.answer(seat, match.forced_answer() or match.bot_action("random"))
    match = sitting.matches[seat]
    match.whole_turns = True
    match.answer(DeclareEnd(seat, True))
    assert match.game.over and not match.is_over
    match.receive_actions((DeclareEnd(seat, True),), asked=False)
    match.poll()
    assert match.is_over


@pytest.mark.parametrize(("holdings", "undoable"), [("open", 1), ("piles", 0), ("hidden", 0)])
def test_nobody_looks_at_concealed_shares_and_then_places_another_tile(holdings: str, undoable: int) -> None:
    """A merger shows them (R25a), so the tile stands, although nothing has been sent."""
    ruleset = RULESETS["classic"].replace(holdings=holdings)
    sitting = Sitting(ruleset, 4, seed=3)
    while True:
        seat = sitting.go_on()
        assert seat is not None, "no merger came about"
        match = sitting.matches[seat]
        match.whole_turns = True
        for tile in match.legal_actions() if match.game.phase == "place" else ():
            assert not match.observe(seat).shown_shares
            is_final = match.is_final(tile)
            match.answer(tile)
            if match.pending is None and match.observe(seat).shown_shares:
                assert match.undoable_count == undoable and is_final == (not undoable)
                assert bool(match.undo()) == bool(undoable)
                match.receive_refusal()
                match.poll()
                assert match.undoable_count == 0 and match.game.phase == "place"
                return
            sitting.sent.clear()
            match.receive_refusal()
            match.poll()
        match.whole_turns = False
        sitting.answer(seat, match.forced_answer() or match.bot_action("random"))
