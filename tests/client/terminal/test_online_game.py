"""Play over the network in the terminal: what a person reads between questions, what they can type, and when."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_client.terminal.lobby_texts import LobbyTexts
from acquire_client.terminal.online_game import END_OF_INPUT, OnlineGame, TypedLine
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_core import RULESETS
from acquire_core.actions import Buy, Place, Retire
from acquire_net import events
from acquire_net.protocol import session_events as facts
from tests.client.terminal.desk import Desk


def test_a_computer_player_sits_through_a_whole_game() -> None:
    desk = Desk()
    desk.game.bot = BotSeat(desk.match, Player("Ada", "beginner"))
    desk.until_asked()
    assert desk.game.run() == 0
    assert desk.match.is_over and desk.game.ended is not None and len(desk.submitted) > 20
    assert "The game is over." in desk.text


def test_a_person_answers_by_number() -> None:
    desk = Desk()
    desk.until_asked()
    desk.type("1", "quit")
    assert desk.game.run() == 0
    assert isinstance(desk.submitted[0], Place)
    assert "'acquire resume' returns" in desk.text


def test_words_between_the_questions() -> None:
    desk = Desk()
    desk.type("", "board", "sheet", "log", "rules", "say good luck", "say", "nonsense", "quit")
    assert desk.game.run() == 0
    assert desk.said == ["good luck"]
    assert "'say' needs a text" in desk.text and "It is not your turn." in desk.text
    assert "No answer is due" in desk.text


@pytest.mark.parametrize("holdings", ["open", "piles"])
def test_the_chart_and_who_would_win_now_as_in_1988(holdings: str) -> None:
    """F5 and F10, at the question and between questions, do not show what the rules conceal."""
    desk = Desk(holdings=holdings)
    desk.until_asked()
    desk.type("f5", "1", "\x1b[15~", "f10")
    assert desk.game.run() == 0
    if holdings == "open":
        assert desk.text.count("Net worth, turn 1: Player 0 $6,000") == 2
        assert "If the game ended now, " in desk.text
    else:
        assert desk.text.count("under these rules; there is no chart") == 2 and "Net worth, turn" not in desk.text
        assert "so nobody can say who is ahead" in desk.text
    assert "'acquire resume' returns" in desk.text


def until_a_tile_is_followed_by_a_purchase(desk: Desk) -> str:
    """Play until seat 0 may place a tile behind which shares are for sale; return the tile."""
    desk.until_asked()
    while True:
        while not desk.inbox.empty():
            desk.game.receive_event(desk.inbox.get())
        for action in desk.match.legal_actions() if any(desk.match.observe(0).sizes.values()) else ():
            ahead = desk.match.game.copy()
            ahead.apply(action)
            if isinstance(action, Place) and ahead.phase == "buy" and len(ahead.legal_codes()) > 1:
                return action.tile
        desk.match.answer(desk.match.legal_actions()[0])


def test_a_turn_over_days_can_be_taken_back_until_it_is_sent() -> None:
    desk = Desk(whole_turns=True)
    tile = until_a_tile_is_followed_by_a_purchase(desk)
    desk.answers, before = False, len(desk.submitted)
    desk.type(tile, "undo", "undo", tile, "quit")
    desk.game.run()
    assert len(desk.submitted) == before and "or shares are shown." in desk.text
    assert f"Taken back: Player 0 places {tile}" in desk.text
    assert tile not in desk.match.observe(0).hand and desk.match.undoable_count == 1
    desk.game.left = False
    desk.type("n", "quit")
    desk.game.run()
    assert [type(answer) for answer in desk.submitted[before:]] == [Place, Buy]
    assert "Your turn is on its way to the others." in desk.text
    assert "'reset' takes back the whole turn" in dict(desk.game.words)["undo"]


@pytest.mark.parametrize("sent", [False, True])
def test_what_the_table_does_not_take_is_said(sent: bool) -> None:
    desk = Desk(whole_turns=True)
    tile = until_a_tile_is_followed_by_a_purchase(desk)
    desk.answers = False
    desk.type(tile, *(["n"] if sent else []), "quit")
    desk.game.run()
    assert "Taken back" not in desk.text and (desk.match.pending is not None) == sent
    desk.game.receive_event(events.Declined("no") if sent else events.Played((Retire(2),), False))
    assert desk.text.count(f"Taken back: Player 0 places {tile}") == 1
    assert desk.match.undoable_count == 0 and tile in desk.match.observe(0).hand
    desk.game.receive_event(events.Played((), True))
    assert desk.text.count("Taken back") == (2 if sent else 1)


def test_at_any_other_table_nothing_is_taken_back() -> None:
    desk = Desk(answers=False)
    desk.until_asked()
    desk.type("undo", "1", "quit")
    desk.game.run()
    assert len(desk.submitted) == 1 and "undo" not in dict(desk.game.words)


def test_who_is_waited_for() -> None:
    desk = Desk()
    for item in (events.WaitingFor((1,), True), TypedLine("who"), events.WaitingFor((1, 2), False), TypedLine("who"),
                 facts.NotAnswering((2,), False), facts.NotAnswering((2,), True), TypedLine("who"), facts.NotAnswering((), False),
                 TypedLine("quit")):
        desk.inbox.put(item)
    desk.game.run()
    for sentence in ("The table waits for Player 1 to decide.", "The table waits for Player 1 and Player 2 to answer.",
                     "No answer from Player 2 for a while.", "The table is paused, because there is no answer from Player 2.",
                     "All players answer again."):
        assert sentence in desk.text, sentence


PROVEN = events.ProofsChecked(3, 61, 23, 118, "ba3f" + 124 * "0", (0, 1, 2))


def test_what_was_proven_is_shown_on_request_and_at_the_end() -> None:
    desk = Desk()
    desk.inbox.put(events.DealProgress(events.DealStage.PROVING, (0, 1, 2), (0, 1, 2), (0, 1), 108))
    desk.type("proofs")
    desk.inbox.put(events.DealProgress(events.DealStage.DONE))
    desk.inbox.put(PROVEN)
    desk.type("proofs", "quit")
    desk.game.run()
    for text in ("The bag is being mixed: 2 of 3 shuffles checked.", "3 shuffles checked, none is missing.",
                 "61 draws and 23 played tiles proven.", "Everybody has the same record: ba3f."):
        assert text in desk.text, text


def test_scripts_read_the_deal_and_the_proofs_as_objects() -> None:
    desk, lines = Desk(), list[str]()
    desk.game.presenter = EventPresenter(lines.append)
    for item in (events.DealProgress(events.DealStage.MIXING, (0, 1, 2), (0,), (), 108), PROVEN,
                 events.Ended((), "declared", (0, 1), "ab" * 64, None)):
        desk.game.receive_event(item)
    assert [json.loads(line) for line in lines] == [
        {"event": "deal", "stage": "mixing", "seats": [0, 1, 2], "arrived": [0], "checked": [], "tiles": 108},
        {"event": "proofs", "shuffles": 3, "draws": 61, "shown": 23, "blocks": 118, "head": PROVEN.head, "agreed": [0, 1, 2]}]


def test_a_pause_is_asked_for_and_shown() -> None:
    desk = Desk()
    desk.type("pause", "go on")
    for item in (events.Paused((1,)), events.Paused(())):
        desk.inbox.put(item)
    desk.type("quit")
    desk.game.run()
    assert desk.paused == [True, False]
    assert "Player 1 asks for a pause" in desk.text and "The pause is over." in desk.text


def test_in_a_pause_no_vote_is_cast_and_it_is_said_why() -> None:
    desk = Desk()
    for item in (events.Paused((1,)), events.ClaimChanged(2, 1, 1, False, 0, 2)):
        desk.inbox.put(item)
    desk.type("drop Player 2", "quit")
    desk.game.run()
    assert "asks for a pause: no clock runs, no vote counts, and no player is dropped." in desk.text
    assert "In a pause no vote counts. Type it again when the pause is over." in desk.text
    assert desk.votes == [] and "no longer votes" not in desk.text, "the pause says that votes do not count, once"


def test_votes_name_somebody_else() -> None:
    desk = Desk()
    desk.type("drop Player 2", "drop nobody", "drop 0", "drop", "quit")
    desk.game.run()
    assert desk.votes == [(2,), ()]
    assert desk.text.count("needs the name of another player") == 2


def test_of_two_players_none_votes() -> None:
    desk = Desk(players=2)
    desk.type("drop Player 1", "quit")
    desk.game.run()
    assert desk.votes == []
    assert "At a table of two there is no vote" in desk.text


def test_leaving_for_good_is_asked_twice() -> None:
    desk = Desk()
    desk.type("retire", "no", "retire", "yes")
    desk.game.run()
    assert desk.left and "You stay." in desk.text


def test_the_end_of_input_keeps_the_seat() -> None:
    desk = Desk()
    desk.inbox.put(END_OF_INPUT)
    assert desk.game.run() == 0
    assert not desk.left and "returns to the table" in desk.text


def test_a_question_that_was_overtaken_is_asked_no_more() -> None:
    desk = Desk()
    desk.until_asked()
    desk.inbox.put(events.Played((), False))
    desk.inbox.put(TypedLine("1"))
    desk.inbox.put(TypedLine("quit"))
    desk.game.run()
    assert not desk.submitted and "It is not your turn." in desk.text


def test_who_was_left_behind_learns_it_and_sits_no_longer() -> None:
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
    desk.inbox.put(events.Declined("the others have not answered yet"))
    desk.inbox.put(TypedLine("quit"))
    desk.game.run()
    assert len(desk.submitted) == 1
    assert "The table did not accept that: the others have not answered yet." in desk.text
    assert desk.text.count("Player 0 places a tile.") == 2


@pytest.mark.parametrize(("item", "words"), [
    (events.Caught(1, "a share that does not fit", Path("proof.acqproof")), "'acquire verify' checks it anywhere"),
    (facts.Adjourned((1,)), "too few players are left"),
    (facts.Adjourned(()), "Enough players are here again"),
    (facts.RolledBack(3), "an old copy"),
    (facts.TwoOfUs(), "sends nothing more for it"),
    (events.DiskTrouble("the disk is full"), "waits for the disk: the disk is full."),
    (events.DiskTrouble(""), "The disk works again"),
])
def test_what_people_have_to_know_is_a_sentence(item: object, words: str) -> None:
    desk = Desk()
    desk.inbox.put(item)
    desk.inbox.put(TypedLine("quit"))
    desk.game.run()
    assert words in desk.text and "\x1b" not in desk.text


def test_what_is_not_about_the_game_is_shown_elsewhere() -> None:
    desk = Desk()
    elsewhere: list[object] = []
    desk.game.tell_other = elsewhere.append
    for item in (trouble := events.Trouble("The link is cut."), notice := events.CheckPhrase(("a",) * 6)):
        desk.inbox.put(item)
    desk.type("quit")
    desk.game.run()
    assert elsewhere == [trouble, notice]


def test_a_peer_that_cannot_go_on_ends_the_game_with_its_reason() -> None:
    desk = Desk()
    desk.inbox.put(events.PeerStopped("the journal is open in another program"))
    assert desk.game.run() == 1
    assert "open in another program" in desk.text


def test_chat_is_shown_with_names_and_nothing_that_moves_the_cursor() -> None:
    from acquire_net.lobby import events as lobby

    talk = LobbyTexts()
    ada = events.Member(b"a" * 32, "Ada", False, True, False, True)
    assert not list(talk.describe_event(events.LobbySnapshot((ada,), 2, None, ())))
    assert list(talk.describe_event(lobby.Said(b"a" * 32, "hello \x1b[2J"))) == ["Ada says: hello \\x1b[2J"]
    assert list(talk.describe_event(events.Trouble("A \x1b[31mred herring."))) == ["A \\x1b[31mred herring."]
    assert list(talk.describe_event(lobby.ReadyChanged((b"a" * 32,), False))) == ["Ready: Ada."]
    assert not list(talk.describe_event(lobby.ReadyChanged((b"a" * 32,), False)))


def test_names_are_those_of_the_table_though_nobody_has_come_to_the_lobby() -> None:
    from acquire_net.lobby import events as lobby

    talk = LobbyTexts()
    begun = events.Begun("t", RULESETS["classic"], ("Ada", "Bo"), 0, None, resumed=True, identities=(b"a" * 32, b"b" * 32))
    talk.take_signed_names(begun)
    assert list(talk.describe_event(lobby.Met(b"b" * 32, "root"))) == ["Bo is here."]
    assert list(talk.describe_event(lobby.Said(b"b" * 32, "hello"))) == ["Bo says: hello"]
    assert list(talk.describe_event(lobby.Said(b"c" * 32, "hello", "Cy"))) == ["Cy says: hello"], "who watches"


def test_the_options_of_a_table_are_shown_in_words_and_not_by_names_of_settings() -> None:
    talk = LobbyTexts()
    ada = events.Member(b"a" * 32, "Ada", False, True, False, True)
    options = (("clock", "60"), ("bank", "3"), ("hands", "closed"), ("conventions", "first tile high"))
    list(talk.describe_event(events.LobbySnapshot((ada,), 2, RULESETS["classic"], options)))
    assert ("Clock: 60 s for a decision, then 3 min for the whole game. Grace for a lost player: 300 s. "
            "Programs end a long wait too. Hands stay hidden after the game. The log shows the whole game. Anybody may watch. "
            "Agreed signals: first tile high.") in list(talk.overview_lines())


# --- off turn

def test_everything_of_ones_own_can_be_seen_while_others_decide() -> None:
    desk = Desk()
    desk.until_asked()
    desk.type("1", *["n"] * 6)
    desk.answers = False
    hand = desk.match.observe(0).hand
    desk.inbox.put(events.Played((), False))
    desk.inbox.put(events.WaitingFor((1,), True))
    desk.type("tiles", "hand", "hint", "?", "quit")
    desk.game.run()
    hand = desk.match.observe(0).hand
    assert desk.text.count(f"Your tiles: {' '.join(hand)}.") >= 2
    assert desk.text.count("Your shares: ") >= 2
    assert "Hints are for your own decisions only. The table waits for Player 1 to decide." in desk.text
    assert "pause    asks the others to wait" in desk.text and "drop     'drop NAME'" in desk.text


def test_the_table_is_shown_to_those_who_wait_for_the_first_turn_of_another() -> None:
    desk = Desk()
    view = desk.sitting.table.views[0]
    while desk.sitting.table.complete.turn < 1 and desk.sitting.go_on() is not None and not desk.sitting.table.complete.turn:
        pass
    desk.inbox.put(events.Played(tuple(view.actions()), False, view.opened_bag))
    desk.inbox.put(events.WaitingFor((1,), True))
    desk.inbox.put(events.WaitingFor((2,), True))
    desk.type("quit")
    desk.game.run()
    assert desk.match.game.turn == 1
    assert desk.text.count("Your tiles: ") == 1 and "The table waits for Player 1 to decide." in desk.text


def test_for_how_long_somebody_is_waited_for() -> None:
    desk = Desk()
    seconds = [100.0]
    desk.game.now_s = lambda: seconds[0]
    desk.game.receive_event(events.WaitingFor((1,), True))
    seconds[0] += 42
    desk.type("who", "quit")
    desk.game.run()
    assert "The table waits for Player 1 to decide, for 42 s." in desk.text


def test_what_is_no_word_is_answered_so() -> None:
    desk = Desk()
    desk.type("buord", "hello all", "quit")
    desk.game.run()
    assert "It is not your turn." in desk.text
    assert "'buord' is not a command here. Did you mean 'board'?" in desk.text
    assert "type 'say hello all'" in desk.text


def test_a_game_that_somebody_comes_back_to_is_not_shown_from_its_beginning() -> None:
    before = Desk()
    before.game.bot = BotSeat(before.match, Player("Ada", "beginner"))
    before.until_asked()
    while before.match.game.turn < 20:
        before.game._take(before.inbox.get())
        while before.match.asked_seat is not None:
            before.match.answer(before.match.forced_answer() or before.match.bot_action("random"))
            while not before.inbox.empty():
                before.game._take(before.inbox.get())
    desk = Desk()
    desk.inbox.put(events.Played(tuple(before.match.game.actions()), False))
    desk.type("quit")
    desk.game.run()
    lines = desk.text.splitlines()
    assert f"The game is in turn {desk.match.game.turn}. The last moves:" in lines
    assert len([line for line in lines if "begins: Player" in line]) < 8 and "Turn 1 begins" not in desk.text
    assert any(line.startswith("Your tiles: ") for line in lines)


@pytest.mark.parametrize("item", [facts.RolledBack(3), facts.TwoOfUs()])
def test_what_does_not_change_is_shown_once(item: object) -> None:
    desk = Desk()
    for _ in range(4):
        desk.inbox.put(item)
    desk.type("quit")
    desk.game.run()
    assert len(desk.lines) == 2, desk.lines


def test_a_table_that_waits_goes_on_by_itself_and_says_so() -> None:
    desk = Desk()
    desk.inbox.put(facts.Adjourned((1, 2)))
    desk.type("quit")
    desk.game.run()
    assert "goes on by itself when they are back" in desk.text


def test_a_move_of_others_does_not_cancel_that_somebody_leaves() -> None:
    desk = Desk()
    view = desk.sitting.table.views[0]
    desk.sitting.go_on()
    desk.type("retire")
    desk.inbox.put(events.Played(tuple(view.actions()), False, view.opened_bag))
    desk.inbox.put(events.WaitingFor((1,), True))
    desk.type("yes")
    desk.game.run()
    assert desk.left and desk.game.left and "You stay" not in desk.text and desk.text.count("Retire? ") == 1


def test_a_question_cancels_that_somebody_leaves_so_that_no_yes_goes_astray() -> None:
    desk = Desk(answers=False)
    desk.type("retire")
    desk.until_asked()
    desk.type("yes", "quit")
    desk.game.run()
    assert not desk.left and "You stay, because you have a question to answer now." in desk.text


def test_who_does_not_announce_the_end_is_named_once_for_each_player() -> None:
    from acquire_client.view_model.sentences import EndRefusals, narrate_action
    from acquire_client.view_model.words import TableNames
    from acquire_core.actions import DeclareEnd
    from acquire_core.events import TurnBegan

    refusals, names = EndRefusals(), TableNames(("Ada", "Bo"))
    narrated = [narrate_action(DeclareEnd(seat, False), [TurnBegan(1, 2)], names, refusals.is_old(DeclareEnd(seat, False)))
                for seat in (0, 0, 1, 0)]
    assert [len(lines) for lines in narrated] == [2, 1, 2, 1]
    assert not refusals.is_old(DeclareEnd(0, True))


def test_a_computer_player_is_called_one() -> None:
    lines: list[str] = []
    match = OnlineMatch(RULESETS["classic"], ["Ada", "Robo"], 0, lambda action: None, computers=(1,))
    PlainPresenter(lines.append).begin(match)
    assert "Seat 0: Ada, a person.\n" in lines and "Seat 1: Robo, a computer player.\n" in lines


@pytest.mark.parametrize("presenter", ["plain", "screen"])
def test_a_game_begins_with_the_rules_that_were_changed(presenter: str) -> None:
    written, match = io.StringIO(), OnlineMatch(RULESETS["classic"].replace(end_size=12), ["Ada", "Bo"], 0, lambda action: None)
    if presenter == "plain":
        PlainPresenter(written.write).begin(match)
    else:
        ScreenPresenter(Console(file=written)).begin(match)
    assert written.getvalue().splitlines()[1] == "Changed: end_size is 12."


def test_who_watches_sees_the_table_and_is_promised_no_way_back() -> None:
    desk = Desk()
    view = desk.sitting.table.views[0]
    desk.sitting.go_on()
    match = OnlineMatch(desk.match.game.ruleset, ["Ada", "Bo", "Cy"], None, lambda action: None)
    game = OnlineGame(match, PlainPresenter(desk.lines.append), desk.inbox, desk)
    desk.inbox.put(events.WaitingFor((0,), True))
    desk.inbox.put(events.Played(tuple(desk.sitting.table.complete.observe(None).history()), False, view.opened_bag))
    desk.type("?", "tiles", "quit")
    assert game.run() == 0
    assert "The table waits for Ada to decide." in desk.text and "No chain is on the board." in desk.text
    assert "quit     leave the program\n" in desk.text
    assert "You are watching: you can type" in desk.text and "Your tiles" not in desk.text


# --- handing a seat over, muting, seats that come back

def test_a_seat_is_handed_to_a_computer_player_until_it_is_taken_back() -> None:
    desk = Desk()
    desk.until_asked()
    desk.type("auto", "auto genius", "auto club")
    desk.inbox.put(events.HandedOver((0, 2)))
    assert desk.game.run() == 0
    assert desk.match.is_over and len(desk.submitted) > 20, "the computer player answers to the end"
    assert desk.handed == [True] and "'auto' needs a level" in desk.text and "There is no level 'genius'" in desk.text
    assert "A computer player of level club answers for you now" in desk.text
    assert "A computer player answers for Player 2 now." in desk.text


def test_who_has_left_for_now_is_named_once() -> None:
    desk = Desk()
    for seats in ((1,), (1, 2), (2,), ()):
        desk.inbox.put(events.LeftForNow(seats))
    desk.type("quit")
    desk.game.run()
    assert [line for line in desk.text.splitlines() if "left for now" in line] == [
        f"Player {number} has left for now and wants to come back." for number in (1, 2)]


def test_a_seat_that_is_taken_back_is_asked_again() -> None:
    desk = Desk(answers=False)
    desk.type("auto 2", "auto off", "auto off", "quit")
    desk.game.run()
    assert desk.handed == [True, False] and desk.match.stand_in is None and not desk.submitted
    assert "You answer for yourself again." in desk.text


def test_a_computer_player_hands_nothing_over() -> None:
    desk = Desk()
    desk.game.bot = BotSeat(desk.match, Player("Ada", "beginner"))
    desk.type("auto club", "quit")
    desk.game.run()
    assert not desk.handed and "A computer player sits here already." in desk.text


def test_a_player_is_muted_by_name() -> None:
    desk = Desk()
    desk.type("mute Player 1", "unmute player 1", "mute", "mute Player 0", "quit")
    desk.game.run()
    assert desk.muted == [(b"\x01" * 32, True), (b"\x01" * 32, False)]
    assert "What Player 1 writes is hidden here." in desk.text and desk.text.count("needs the name of another player") == 2


def test_a_player_who_comes_back_is_named_at_the_beginning_and_at_the_end() -> None:
    desk = Desk()
    for done in (0, 40, 100):
        desk.inbox.put(facts.SeatReturns(1, done, 100))
    desk.inbox.put(events.LinksChanged((facts.LinkState.HERE,) * 3, (0, 0, 0)))
    desk.type("quit")
    desk.game.run()
    assert desk.text.count("Player 1 is") == 2 and "Player 1 is back and is catching up." in desk.text


def test_no_vote_is_cast_against_a_seat_that_was_out_before_this_program_came_back() -> None:
    desk = Desk(players=4)
    desk.sitting.go_on()
    desk.sitting.table.leave(2)
    desk.sitting.go_on()
    view = desk.sitting.table.views[0]
    desk.inbox.put(events.Played(tuple(view.actions()), False, view.opened_bag))
    desk.type("drop Player 2", "drop Player 3", "quit")
    desk.game.run()
    assert desk.votes == [(3,)] and "Player 2 is out of the game already." in desk.text


def test_scripts_get_who_has_handed_over_or_left_who_is_heard_and_who_returns() -> None:
    lines: list[str] = []
    desk = Desk()
    game = OnlineGame(desk.match, EventPresenter(lines.append), desk.inbox, desk)
    desk.inbox.put(events.HandedOver((1,)))
    desk.inbox.put(events.LeftForNow((2,)))
    desk.inbox.put(events.LinksChanged((facts.LinkState.HERE, facts.LinkState.AWAY, facts.LinkState.LOST), (0, 6000, 5)))
    desk.inbox.put(facts.SeatReturns(1, 3, 9))
    desk.type("quit")
    game.run()
    found = [json.loads(line) for line in lines]
    assert {"event": "handed_over", "seats": [1]} in found
    assert {"event": "left_for_now", "seats": [2]} in found
    assert {"event": "links", "states": ["here", "away", "lost"], "silent_ms": [0, 6000, 5]} in found
    assert {"event": "returns", "seat": 1, "done": 3, "total": 9} in found
