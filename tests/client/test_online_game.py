"""A person at a table over the network, in the terminal: what is told between questions, what can be typed, and when."""

from __future__ import annotations

import queue
from collections.abc import Iterable
from pathlib import Path

import pytest

from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.players import Player
from acquire_client.online_bot import BotSeat
from acquire_client.online_game import END_OF_INPUT, Line, OnlineGame
from acquire_client.table_talk import TableTalk
from acquire_client.voices.plain import PlainVoice
from acquire_core import RULESETS, Action
from acquire_core.actions import Place
from acquire_net import news
from acquire_net.protocol import facts
from tests.client.test_online_match import Sitting


class Desk:
    """The table as seat 0 sees it: everybody else is a computer player, and what becomes final comes into the inbox."""

    def __init__(self, players: int = 3, seed: int = 5, answers: bool = True, **options: object) -> None:
        self.answers = answers
        self.inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.sitting = Sitting(RULESETS["classic"].replace(**options), players, seed)
        self.told = 0
        self.submitted: list[Action] = []
        self.votes: list[tuple[int, ...]] = []
        self.said: list[str] = []
        self.paused: list[bool] = []
        self.left = False
        self.lines: list[str] = []
        names = [f"Player {seat}" for seat in range(players)]
        self.match = OnlineMatch(self.sitting.table.complete.ruleset, names, 0, self.submit)
        self.game = OnlineGame(self.match, PlainVoice(self.lines.append), self.inbox, self)

    def type(self, *lines: str) -> None:
        for line in lines:
            self.inbox.put(Line(line))

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def until_asked(self) -> None:
        """The others decide until seat 0 is asked or the game is over; then it hears of everything."""
        while (seat := self.sitting.go_on()) not in (0, None):
            assert seat is not None
            other = self.sitting.matches[seat]
            self.sitting.answer(seat, other.forced() or other.bot_action("random"))
        view = self.sitting.table.views[0]
        self.inbox.put(news.Played(tuple(view.actions()[self.told:]), seat == 0, view.opened_bag))
        self.told = len(view.actions())
        if seat is None:
            self.inbox.put(news.Ended(view.standings(), "declared", (0, 1), "ab" * 64, None))

    # --- what the game wants of its peer

    def submit(self, action: Action) -> None:
        self.submitted.append(action)
        if not self.answers:
            return
        self.sitting.table.act(action)
        self.until_asked()

    def leave(self) -> None:
        self.left = True

    def vote(self, seats: Iterable[int]) -> None:
        self.votes.append(tuple(seats))

    def pause(self, paused: bool) -> None:
        self.paused.append(paused)

    def say(self, text: str) -> None:
        self.said.append(text)


def test_a_computer_player_sits_through_a_whole_game() -> None:
    desk = Desk()
    desk.game.bot = BotSeat(desk.match, Player("Ada", "beginner"))
    desk.until_asked()
    assert desk.game.run() == 0
    assert desk.match.over and desk.game.ended is not None and len(desk.submitted) > 20
    assert "The game is over." in desk.text


def test_a_person_answers_by_number() -> None:
    desk = Desk()
    desk.until_asked()
    desk.type("1", "quit")
    assert desk.game.run() == 0
    assert isinstance(desk.submitted[0], Place)
    assert "'acquire resume' comes back" in desk.text


def test_words_between_the_questions() -> None:
    desk = Desk()
    desk.type("", "board", "sheet", "log", "rules", "say good luck", "say", "nonsense", "quit")
    assert desk.game.run() == 0
    assert desk.said == ["good luck"]
    assert "'say' needs something" in desk.text and "It is not your turn." in desk.text
    assert "Nobody is waited for" in desk.text


@pytest.mark.parametrize("holdings", ["open", "piles"])
def test_the_chart_and_who_would_win_now_as_in_1988(holdings: str) -> None:
    """F5 and F10, at the question and between questions; what the rules conceal is not told by them."""
    desk = Desk(holdings=holdings)
    desk.until_asked()
    desk.type("f5", "1", "\x1b[15~", "f10")
    assert desk.game.run() == 0
    if holdings == "open":
        assert desk.text.count("Net worth, turn 1: Player 0 $6,000") == 2
        assert "If the game ended now, " in desk.text
    else:
        assert desk.text.count("Cash is concealed under these rules") == 2 and "Net worth, turn" not in desk.text
        assert "Who would win now cannot be told" in desk.text
    assert "'acquire resume' comes back" in desk.text


def test_who_is_waited_for() -> None:
    desk = Desk()
    for item in (news.WaitingFor((1,), True), Line("who"), news.WaitingFor((1, 2), False), Line("who"),
                 facts.NotAnswering((2,), False), facts.NotAnswering((2,), True), Line("who"), facts.NotAnswering((), False),
                 Line("quit")):
        desk.inbox.put(item)
    desk.game.run()
    for sentence in ("The table waits for Player 1 to decide.", "The table waits for Player 1 and Player 2 to answer.",
                     "No word from Player 2 for a while.", "The table is paused until Player 2 answers again",
                     "Everybody answers again."):
        assert sentence in desk.text, sentence


def test_a_pause_is_asked_for_and_told() -> None:
    desk = Desk()
    desk.type("pause", "go on")
    for item in (news.Paused((1,)), news.Paused(())):
        desk.inbox.put(item)
    desk.type("quit")
    desk.game.run()
    assert desk.paused == [True, False]
    assert "Player 1 asks to wait" in desk.text and "The pause is over." in desk.text


def test_votes_name_somebody_else() -> None:
    desk = Desk()
    desk.type("drop Player 2", "drop nobody", "drop 0", "drop", "quit")
    desk.game.run()
    assert desk.votes == [(2,), ()]
    assert desk.text.count("needs the name of somebody else") == 2


def test_leaving_for_good_is_asked_twice() -> None:
    desk = Desk()
    desk.type("retire", "no", "retire", "yes")
    desk.game.run()
    assert desk.left and "You stay." in desk.text


def test_the_end_of_input_keeps_the_seat() -> None:
    desk = Desk()
    desk.inbox.put(END_OF_INPUT)
    assert desk.game.run() == 0
    assert not desk.left and "comes back to the table" in desk.text


def test_a_question_that_was_overtaken_is_asked_no_more() -> None:
    desk = Desk()
    desk.until_asked()
    desk.inbox.put(news.Played((), False))
    desk.inbox.put(Line("1"))
    desk.inbox.put(Line("quit"))
    desk.game.run()
    assert not desk.submitted and "It is not your turn." in desk.text


def test_who_was_left_behind_is_told_and_sits_no_longer() -> None:
    desk = Desk()
    desk.until_asked()
    desk.inbox.put(facts.SeatLost(2, "left"))
    desk.inbox.put(facts.SeatLost(0, "did not answer"))
    assert desk.game.run() == 0
    assert "Player 2 is out of the game: left. The others play on." in desk.text
    assert "gone on without you: did not answer" in desk.text


def test_an_answer_that_is_declined_is_asked_for_again() -> None:
    desk = Desk(answers=False)
    desk.until_asked()
    desk.type("1")
    desk.inbox.put(news.Declined("the others have not answered yet"))
    desk.inbox.put(Line("quit"))
    desk.game.run()
    assert len(desk.submitted) == 1
    assert "The table did not take that: the others have not answered yet." in desk.text
    assert desk.text.count("Player 0 places a tile.") == 2


@pytest.mark.parametrize(("item", "words"), [
    (news.Caught(1, "a share that does not fit", Path("proof.acqproof")), "'acquire verify' checks it anywhere"),
    (facts.Adjourned((1,)), "too few are left"),
    (facts.RolledBack(3), "an old copy"),
    (facts.TwoOfUs(), "says nothing more in its name"),
    (news.DiskTrouble("the disk is full"), "waits for the disk: the disk is full."),
    (news.DiskTrouble(""), "The disk works again"),
])
def test_what_people_have_to_know_is_a_sentence(item: object, words: str) -> None:
    desk = Desk()
    desk.inbox.put(item)
    desk.inbox.put(Line("quit"))
    desk.game.run()
    assert words in desk.text and "\x1b" not in desk.text


def test_what_is_not_about_the_game_is_told_elsewhere() -> None:
    desk = Desk()
    told: list[object] = []
    desk.game.tell_other = told.append
    for item in (trouble := news.Trouble("The link is cut."), notice := news.CheckPhrase(("a",) * 6)):
        desk.inbox.put(item)
    desk.type("quit")
    desk.game.run()
    assert told == [trouble, notice]


def test_a_peer_that_cannot_go_on_ends_the_game_with_its_reason() -> None:
    desk = Desk()
    desk.inbox.put(news.Stopped("the journal is open in another program"))
    assert desk.game.run() == 1
    assert "open in another program" in desk.text


def test_talk_is_told_with_names_and_nothing_that_moves_the_cursor() -> None:
    from acquire_net.protocol import lobby_facts as lobby

    talk = TableTalk()
    ada = news.Member(b"a" * 32, "Ada", False, True, False, True)
    assert not list(talk.sentences(news.Company((ada,), 2, None, ())))
    assert list(talk.sentences(lobby.Said(b"a" * 32, "hello \x1b[2J"))) == ["Ada says: hello \\x1b[2J"]
    assert list(talk.sentences(news.Trouble("A \x1b[31mred herring."))) == ["A \\x1b[31mred herring."]
    assert list(talk.sentences(lobby.ReadyChanged((b"a" * 32,), False))) == ["Ready: Ada."]
    assert not list(talk.sentences(lobby.ReadyChanged((b"a" * 32,), False)))
