"""An evening at a table over the network: what a screen reads after each event of the peer."""

from __future__ import annotations

import random
from collections.abc import Callable

from acquire_client.matches.evening import EveningStage, Votes
from acquire_core import RULESETS
from acquire_core.actions import Place
from acquire_core.ai import Decision
from acquire_net import events
from acquire_net.lobby.events import ReadyChanged, Said
from acquire_net.protocol.session_events import ClaimChanged, NotAnswering, Regroup, SeatLost
from tests.support.evenings import ADA, BEN, ReportedEvening, begun, lobby
from tests.support.honest_table import Table

OWN_TURN = 5
"""The seed of a game that the seat of the evening begins."""


class Now:
    s = 100.0

    def __call__(self) -> float:
        return self.s


def test_a_table_is_reached_when_something_is_proposed_there() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    assert evening.stage is EveningStage.ARRIVING and evening.me is None and not evening.is_founder
    reports(events.LobbySnapshot((), 0, None, ()))
    assert evening.stage is EveningStage.ARRIVING
    reports(lobby())
    assert evening.stage is EveningStage.LOBBY and evening.is_founder and evening.me is not None
    reports(lobby(founder=BEN), ReadyChanged((ADA,), True))
    assert not evening.is_founder and evening.own_wish


def test_each_listener_is_called_behind_what_has_changed() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    seen: list[EveningStage] = []
    evening.listeners.append(lambda event: seen.append(evening.stage))
    reports(lobby(), begun(), events.PeerStopped())
    assert seen == [EveningStage.LOBBY, EveningStage.PLAYING, EveningStage.STOPPED]


def test_an_answer_goes_to_the_peer_and_counts_when_it_comes_back() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), events.Played((), True))
    match = evening.match
    assert match is not None
    match.poll()
    assert match.asked_seat == 0
    match.answer(Place(0, "1A"))
    assert table.peer.orders == [("submit", Place(0, "1A"))] and match.asked_seat is None
    reports(events.Declined("the tile is not in the hand"))
    match.poll()
    assert match.asked_seat == 0, "the question stands"


def test_a_new_game_forgets_what_happened_in_the_one_before() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), SeatLost(2, "it left"), events.Paused((1,)), NotAnswering((1,), False),
            ClaimChanged(0, 1, 1, True, 1, 2), events.Ended((), "", (0,), "", None))
    assert evening.stage is EveningStage.OVER and 2 in evening.lost and len(evening.games) == 1
    reports(begun())
    assert not evening.lost and not evening.votes and not evening.paused and not evening.silent and evening.ended is None
    assert evening.stage is EveningStage.PLAYING and len(evening.games) == 1


def test_a_table_whose_game_could_not_begin_is_a_lobby_again() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), Regroup((1,)))
    assert evening.stage is EveningStage.LOBBY and evening.match is None and not evening.is_at_table


def test_votes_are_counted_as_the_table_reports_them() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), ClaimChanged(0, 2, 1, True, 1, 2))
    assert evening.votes == {2: Votes(1, 2, frozenset({0}))}
    evening.vote_without(1, True)
    evening.vote_without(2, False)
    assert table.peer.orders == [("vote", 1, 2), ("vote",)], "other votes stay"
    reports(ClaimChanged(0, 2, 1, False, 0, 2))
    assert not evening.votes


def test_the_vote_against_a_seat_ends_with_that_seat() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), ClaimChanged(0, 2, 1, True, 1, 2), SeatLost(2, "it was voted out"))
    assert not evening.votes and set(evening.lost) == {2}


def test_a_clock_counts_down_between_two_reports() -> None:
    now = Now()
    table = ReportedEvening(now)
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), events.Clock(1, 3, 40_000, 60_000, True, (0, 60_000, 0)))
    now.s += 50
    clock = evening.clock_now()
    assert clock is not None and (clock.decision_ms, clock.bank_ms) == (0, 50_000)


def test_a_table_tells_for_how_long_it_waits() -> None:
    now = Now()
    table = ReportedEvening(now)
    evening, reports = table.evening, table.report
    reports(lobby(), begun(), events.WaitingFor((1,), True))
    now.s += 12
    assert evening.waiting == events.WaitingFor((1,), True) and evening.waiting_s() == 12


def test_chat_lines_know_who_wrote_them_and_are_bounded() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), Said(ADA, "hello", "Ada"), Said(BEN, "hi", "Ben"))
    assert [(line.name, line.text, line.is_mine) for line in evening.chat] == [("Ada", "hello", True), ("Ben", "hi", False)]
    reports(*(Said(BEN, str(number), "Ben") for number in range(500)))
    assert len(evening.chat) == 200 and evening.chat[-1].text == "499"


def test_nothing_changes_after_the_peer_has_stopped() -> None:
    table = ReportedEvening()
    evening, reports = table.evening, table.report
    reports(lobby(), events.PeerStopped("the port is taken"), begun())
    assert evening.stage is EveningStage.STOPPED and evening.match is None
    assert evening.stopped is not None and evening.stopped.text == "the port is taken"


def test_the_lobby_after_a_game_that_ran_says_nothing_of_it_any_more() -> None:
    table = ReportedEvening()
    table.report(events.GameRuns(True, "The table plays."), lobby())
    assert table.evening.game_runs is None


def test_the_wish_for_another_game_waits_for_the_signed_result() -> None:
    table = ReportedEvening()
    table.report(lobby(), begun())
    table.evening.ready_for_another()
    assert table.peer.orders == [], "a peer that plays takes no such order"
    table.report(events.Ended((), "", (0,), "", None))
    assert table.peer.orders == [("ready", True)]
    table.evening.ready_for_another()
    assert table.peer.orders == [("ready", True)] * 2


# --- a computer player in the place of the person

class Thoughts:
    """Work that waits until the test lets it be done."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def __call__(self, job: Callable[[], Decision], done: Callable[[Decision], None]) -> None:
        self.waiting.append(lambda: done(job()))

    def finish(self) -> None:
        self.waiting.pop(0)()


def at_own_turn() -> tuple[ReportedEvening, Thoughts]:
    table, thoughts = ReportedEvening(), Thoughts()
    table.evening.run_job = thoughts
    table.begin_game(Table(RULESETS["classic"], 3, random.Random(OWN_TURN)))
    assert table.evening.match is not None
    table.evening.match.poll()
    assert table.evening.match.asked_seat == 0
    return table, thoughts


def submitted(table: ReportedEvening) -> list[object]:
    return [order[1] for order in table.peer.orders if order[0] == "submit"]


def test_a_handed_seat_is_answered_by_a_level_and_the_person_is_not_asked() -> None:
    table, thoughts = at_own_turn()
    match = table.evening.match
    assert match is not None
    table.evening.hand_over("beginner")
    assert table.peer.orders == [("hand over", True)] and match.asked_seat is None and not match.asks_person
    thoughts.finish()
    action, = submitted(table)
    assert isinstance(action, Place) and action.tile in match.observe(0).hand
    table.evening.hand_over("club")
    assert table.peer.orders[-1] == ("submit", action), "another level is not sent to the others"


def test_a_seat_that_was_taken_back_meanwhile_is_not_answered_by_the_old_thought() -> None:
    table, thoughts = at_own_turn()
    table.evening.hand_over("beginner")
    table.evening.hand_over(None)
    thoughts.finish()
    assert table.peer.orders == [("hand over", True), ("hand over", False)] and not thoughts.waiting
    assert table.evening.match is not None and table.evening.match.asked_seat == 0


def test_a_thought_for_an_old_question_is_thrown_away() -> None:
    table, thoughts = at_own_turn()
    table.evening.hand_over("beginner")
    match = table.evening.match
    assert match is not None
    table.report(events.AnsweredAtZero(match.legal_actions()[0]), events.Played((), True))
    table.report(events.Played((match.legal_actions()[0],), True))
    thoughts.finish()
    assert not submitted(table) and len(thoughts.waiting) == 1, "the new question is thought about"


def test_the_next_game_is_the_persons_again() -> None:
    table, _ = at_own_turn()
    table.evening.hand_over("beginner")
    table.report(events.HandedOver((0,)), events.Ended((), "", (0,), "", None), begun())
    assert table.evening.stand_in is None and not table.evening.handed_over.now


def test_who_watches_hands_nothing_over() -> None:
    table = ReportedEvening()
    table.report(begun(None))
    table.evening.hand_over("club")
    assert not table.peer.orders


def test_lines_of_muted_players_are_not_kept() -> None:
    table = ReportedEvening()
    table.report(lobby())
    table.evening.mute(BEN, True)
    table.report(Said(BEN, "spam", "Ben"), Said(ADA, "hello", "Ada"))
    table.evening.mute(BEN, False)
    table.report(Said(BEN, "sorry", "Ben"))
    assert [line.text for line in table.evening.chat] == ["hello", "sorry"]
    assert table.peer.orders == [("mute", BEN, True), ("mute", BEN, False)]


def test_who_has_opened_the_hand_is_known_to_players_and_watchers() -> None:
    table = ReportedEvening()
    table.report(begun(0), events.KeysOpened((1,)))
    assert table.evening.opened == (1,)
    table.report(events.HandsOpened(("Ada", "Ben", "Cleo"), (("1A",), ("??", "2B"), ())))
    assert table.evening.opened == (0, 2)
