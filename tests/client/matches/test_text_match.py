"""The local match without any text: what can be taken back, what is forced, and that a saved match goes on alike."""

import random

import pytest

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.steps import MatchStep
from acquire_core import RULESETS, Game, IllegalAction, ScriptedBag, ShuffledBag, read_record
from acquire_core.actions import Buy, Dispose, Found, Pass, Place, UsePower
from acquire_core.events import TileDrawn
from acquire_core.record import Record
from tests.support.text_play import new_match, position, positioned


def play_on(match: LocalMatch, seed: int, answers: int = 10_000) -> None:
    """Bots decide, people at random; what people do depends on the position alone."""
    while not match.is_over and answers:
        answers -= 1
        if match.asks_person:
            codes = match.game.legal_codes()
            match.answer(match.game.action_of(random.Random(f"{seed} {match.game.turn} {codes}").choice(codes)))
        else:
            match.answer(match.bot_action())


# --- taking back ---

def test_an_answer_of_the_own_turn_can_be_taken_back() -> None:
    match = positioned(position(["LL.........."], [["3A", "12I"]]))
    before = match.game.snapshot()
    match.answer(Place(0, "3A"))
    assert match.undoable_count == 1
    gone = match.undo()
    assert [step.action for step in gone] == [Place(0, "3A")]
    assert match.game.snapshot() == before
    assert match.undo() == ()


def test_a_founding_is_taken_back_step_by_step_or_at_once() -> None:
    match = positioned(position(["o..........."], [["2A"]]))
    before = match.game.snapshot()
    match.answer(Place(0, "2A"))
    placed = match.game.snapshot()
    match.answer(Found(0, "tower"))
    assert match.undoable_count == 2
    match.undo()
    assert match.game.snapshot() == placed
    match.answer(Found(0, "luxor"))
    assert len(match.undo(everything=True)) == 2
    assert match.game.snapshot() == before


def test_nothing_goes_back_behind_a_drawn_tile() -> None:
    match = positioned(position(["LL.........."], [["3A"]], bag=("9I", "9H")))
    match.answer(Place(0, "3A"))
    assert match.is_final(Buy(0))
    match.poll()
    match.answer(Buy(0))
    step, = match.poll()
    assert any(isinstance(event, TileDrawn) for event in step.events)
    assert match.undo() == ()


def test_nothing_goes_back_behind_the_tile_of_a_market() -> None:
    game = position(["LL.TTT......"], [["3A"]], seats=2, shares=[{"luxor": 3}, {}], market=("9F",))
    match = positioned(game)
    assert match.is_final(Place(0, "3A"))
    match.answer(Place(0, "3A"))
    assert match.undoable_count == 0


def test_nothing_goes_back_behind_another_players_decision() -> None:
    match = positioned(position(["LL.TTT......"], [["3A", "12I"]], shares=[{"luxor": 3}, {"luxor": 2}, {}]))
    match.answer(Place(0, "3A"))
    assert match.undoable_count == 1
    assert match.is_final(Dispose(0, 3, 0, 0))
    match.answer(Dispose(0, 3, 0, 0))
    assert (match.asked_seat, match.undoable_count) == (1, 0)
    match.answer(Dispose(1, 2, 0, 0))
    assert (match.asked_seat, match.undoable_count) == (0, 0)


def test_a_power_that_draws_cannot_be_taken_back() -> None:
    game = position(["LL.........."], [["12I"]], options={"special_powers": True}, bag=("1C", "1E", "1G", "1I", "3C", "3E"))
    match = positioned(game)
    assert not match.is_final(UsePower(0, "play4"))
    assert match.is_final(UsePower(0, "take5"))


def test_a_forced_answer_goes_back_with_the_one_before_it() -> None:
    match = positioned(position([], [["1A", "12I"]], options={"special_powers": True}))
    match.answer(UsePower(0, None))
    match.answer(Place(0, "1A"))
    match.answer(UsePower(0, None))
    assert match.forced_answer() == Buy(0)
    assert match.undoable_count == 3


def test_computer_players_leave_nothing_to_take_back() -> None:
    match = new_match("2,person")
    while not match.asks_person:
        match.answer(match.bot_action())
    assert match.undoable_count == 0


def test_random_games_never_take_back_what_was_shown() -> None:
    for seed in range(20):
        match = new_match("Anna,Ben,Cem", seed=seed, special_powers=True, open_pick=seed % 2 == 0)
        rng, known = random.Random(seed), 0
        while not match.is_over:
            if rng.random() < 0.3 and match.undoable_count:
                seat, bag = match.asked_seat, match.game.snapshot()["bag_count"]
                match.undo()
                assert match.asked_seat == seat
                assert match.game.snapshot()["bag_count"] == bag
                known += 1
            action = rng.choice(match.game.legal_actions())
            final, seat = match.is_final(action), match.asked_seat
            match.answer(action)
            assert final or match.undoable_count or match.forced_answer()
            if match.undoable_count:
                assert match.asked_seat == seat
        assert known
        assert read_record(match.record().text()).actions == tuple(match.game.actions())


# --- what is asked ---

def test_passing_and_buying_nothing_are_not_asked_for() -> None:
    match = positioned(position([], [["1A"]]))
    assert match.forced_answer() is None, "a tile is the player's own to lay down"
    match.answer(Place(0, "1A"))
    assert match.forced_answer() == Buy(0)
    match = positioned(position(["LLLLLLLLLLLL", "............", "TTTTTTTTTTTT"], [["1B"]], options={"end_mode": "end_of_turn"}))
    assert match.forced_answer() == Pass(0)
    assert match.unplayable_tiles() == {"1B": "the tile would merge chains that are safe"}


def test_a_refused_answer_changes_nothing() -> None:
    match = new_match("Anna,Ben")
    before, steps = match.game.snapshot(), len(match.steps)
    with pytest.raises(IllegalAction):
        match.answer(Buy(match.asked_seat, ("luxor",)))
    assert (match.game.snapshot(), len(match.steps), match.undoable_count) == (before, steps, 0)
    assert match.refusal_of(Buy(match.asked_seat)) == "this is not what is being decided now"


def test_steps_are_masked_for_whoever_looks() -> None:
    step = MatchStep(Buy(0), (TileDrawn(0, "5E"),), 4)
    assert step.seen_by(0) == (TileDrawn(0, "5E"),)
    assert step.seen_by(1) == step.seen_by(None) == (TileDrawn(0, None),)


def test_computer_players_are_asked_by_themselves_only() -> None:
    match = new_match("Anna,Ben")
    with pytest.raises(MatchError):
        match.bot_action()
    with pytest.raises(MatchError):
        LocalMatch(match.game, match.players[:1])


# --- saving ---

@pytest.mark.parametrize("rules", RULESETS)
def test_a_saved_match_goes_on_as_if_it_had_never_stopped(rules: str) -> None:
    whole = new_match("Anna,2,1,3", rules, seed=11)
    play_on(whole, 5)
    for answers in (0, 1, 7, 60, 133):
        match = new_match("Anna,2,1,3", rules, seed=11)
        play_on(match, 5, answers)
        loaded = LocalMatch.resume(read_record(match.record().text()))
        assert loaded.players == match.players
        assert loaded.merger == match.merger
        play_on(loaded, 5)
        assert loaded.game.actions() == whole.game.actions()
        assert loaded.record() == whole.record()


def test_an_undo_does_not_change_what_comes_later() -> None:
    straight, winding = new_match("Anna,2,3", seed=8), new_match("Anna,2,3", seed=8)
    play_on(straight, 2)
    while not winding.is_over:
        play_on(winding, 2, 1)
        if winding.undoable_count:
            winding.undo()
            play_on(winding, 2, 1)
    assert winding.game.actions() == straight.game.actions()


def test_a_record_without_a_seed_cannot_go_on() -> None:
    game = Game("classic", 2, tiles=ScriptedBag(ShuffledBag(4).order))
    with pytest.raises(MatchError, match="where its tiles come from"):
        LocalMatch.resume(game.record())


def test_a_record_that_does_not_follow_from_its_seed_is_refused() -> None:
    other = new_match("Anna,2", seed=2)
    play_on(other, 1, 30)
    record = other.record()
    forged = Record(ruleset=record.ruleset, seats=record.seats, tiles="shuffled", seed=3, actions=record.actions)
    with pytest.raises(MatchError, match="does not follow"):
        LocalMatch.resume(forged)


def test_a_match_from_a_position_cannot_be_saved() -> None:
    with pytest.raises(MatchError):
        positioned(position([], [["1A"]])).record()
