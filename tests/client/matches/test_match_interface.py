"""Local matches, matches over the network and replays look alike: an answer is submitted, and steps arrive by `poll`."""

import random
import threading

import pytest

from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.match import Match, prompt_of
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.replay_match import ReplayMatch
from acquire_client.matches.tutorial_match import TutorialMatch
from acquire_core import RULESETS
from acquire_core.actions import Place
from acquire_core.record import Record
from tests.client.matches.sitting import Sitting


def local_match(seats: str = "random,random,random", seed: int = 5) -> LocalMatch:
    return LocalMatch.start(RULESETS["classic"], players_from(seats), seed)


def finished_record() -> Record:
    match = local_match()
    while not match.is_over:
        match.answer(match.bot_action())
    return match.record()


def every_kind() -> list[Match]:
    return [local_match(), TutorialMatch("Anna"), OnlineMatch(RULESETS["classic"], ["Ada", "Bo"], 0, lambda action: None),
            ReplayMatch(finished_record())]


@pytest.mark.parametrize("match", every_kind(), ids=lambda match: type(match).__name__)
def test_every_kind_of_match_answers_what_a_screen_asks(match: Match) -> None:
    assert match.poll() == []
    assert len(match.names.seats) == len(match.players)
    assert match.observe(None).phase == match.game.phase
    assert match.asked_seat is None or prompt_of(match, match.names).seat == match.asked_seat
    assert match.undo() == () and match.undoable_count == 0
    assert match.merger is None and not match.is_over


def test_a_local_step_is_polled_once_and_what_is_taken_back_never() -> None:
    match = local_match("Anna,Ben")
    before, asked = len(match.steps), match.asked_seat
    match.answer(next(action for action in match.game.legal_actions()))
    new = match.poll()
    assert new == match.steps[before:] and new[0].action.seat == asked
    assert match.poll() == []
    if match.undo():
        assert match.poll() == []
    match.answer(next(action for action in match.game.legal_actions()))
    match.undo()
    assert match.poll() == []


def test_actions_received_in_another_thread_arrive_by_poll() -> None:
    sitting = Sitting("classic", 3, seed=4)
    woken = threading.Event()
    match = OnlineMatch(RULESETS["classic"], ["Ada", "Bo", "Cy"], 0, lambda action: None, wake=woken.set)
    asked = sitting.go_on()
    view = sitting.table.views[0]
    peer = threading.Thread(target=match.receive_actions, args=(view.actions(), asked == 0, view.opened_bag))
    peer.start()
    peer.join()
    assert woken.is_set()
    assert match.steps == [] and match.asked_seat is None  # nothing changes behind the back of the screen
    assert [step.action for step in match.poll()] == list(view.actions())
    assert match.asked_seat == (0 if asked == 0 else None) and match.poll() == []


def test_an_own_answer_of_the_peer_and_a_refusal_keep_their_order() -> None:
    match = OnlineMatch(RULESETS["classic"], ["Ada", "Bo"], 0, lambda action: None)
    match.receive_own_answer(Place(0, "1A"))
    match.receive_refusal()
    match.poll()
    assert match.pending is None
    match.receive_refusal()
    match.receive_own_answer(Place(0, "1A"))
    match.poll()
    assert match.pending == Place(0, "1A")


def test_a_replay_polls_the_steps_on_the_way_forward_and_none_on_the_way_back() -> None:
    record = finished_record()
    match, rng = ReplayMatch(record), random.Random(1)
    at = 0
    for _ in range(40):
        to = rng.randrange(len(match.all_steps) + 1)
        match.go_to(to)
        assert match.poll() == list(match.all_steps[at:to])
        assert len(match.steps) == to and match.poll() == []
        at = to
    match.go_to(len(match.all_steps))
    assert match.is_over and match.record() == record


def test_a_replay_knows_the_merger_of_each_moment() -> None:
    record = finished_record()
    match, played = ReplayMatch(record), local_match()
    known = {len(played.game.actions()): played.merger}
    while not played.is_over:
        played.answer(played.bot_action())
        known[len(played.game.actions())] = played.merger  # a replay counts each tile that is drawn
    assert any(merger is not None and merger.survivor for merger in known.values())
    for move, merger in known.items():
        match.go_to(move)
        assert match.merger == merger


def test_a_replay_takes_no_answers() -> None:
    match = ReplayMatch(finished_record())
    for attempt in (lambda: match.answer(Place(0, "1A")), match.decision_job, match.hint_job):
        with pytest.raises(MatchError):
            attempt()
