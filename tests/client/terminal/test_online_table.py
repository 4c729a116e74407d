"""Use the lobby as a person or as a script: what it shows, what can be typed, and when a seat agrees by itself."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_client.matches.players import Player
from acquire_client.terminal.online_game import END_OF_INPUT, TypedLine
from acquire_client.terminal.online_table import OnlineTable, SeatOptions
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_core import RULESETS, Action
from acquire_core.record import Record
from acquire_net import events
from acquire_net.lobby import events as lobby
from acquire_net.protocol.session_events import DrawVoid
from acquire_net.table.acquire_game import rules_lines
from tests.core.hostile import START, script

ADA, BEN = b"a" * 32, b"b" * 32


class Orders:
    """Notes what a sitting wants of its peer; the last news of a peer is that it has stopped."""

    def __init__(self, inbox: queue.SimpleQueue[object]) -> None:
        self.inbox = inbox
        self.given: list[tuple[object, ...]] = []

    def submit(self, action: Action) -> None:
        self.given.append(("submit", action))

    def leave(self) -> None:
        self.given.append(("leave",))

    def vote(self, seats: Iterable[int]) -> None:
        self.given.append(("vote", *seats))

    def send_chat(self, text: str) -> None:
        self.given.append(("say", text))

    def set_ready(self, ready: bool) -> None:
        self.given.append(("ready", ready))

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, places: int | None = None,
                                options: Mapping[str, str] | None = None,
                                order: tuple[bytes, ...] | None = None) -> None:
        self.given.append(("propose", next(change for change in (rules, places, options, order) if change is not None)))

    def block_player(self, identity: bytes, blocked: bool = True) -> None:
        self.given.append(("block", identity, blocked))

    def set_friends_only(self, friends_only: bool) -> None:
        self.given.append(("friends only", friends_only))

    def set_relay(self, relay: str) -> None:
        self.given.append(("relay", relay))

    def accept_player(self, identity: bytes) -> None:
        self.given.append(("accept", identity))

    def exclude_player(self, identity: bytes) -> None:
        self.given.append(("exclude", identity))

    def stop(self) -> None:
        self.given.append(("stop",))
        self.inbox.put(events.PeerStopped())


def company(is_ready: bool = False, places: int = 2, founder: bytes = ADA) -> events.LobbySnapshot:
    members = (events.Member(ADA, "Ada", True, True, is_ready, True), events.Member(BEN, "Ben", False, True, False, True))
    return events.LobbySnapshot(members, places, RULESETS["classic"], (("clock", "none"),), founder)


def sit(*items: object, ready: bool = False, scripted: bool = False) -> tuple[list[tuple[object, ...]], str, int]:
    """Return what was ordered and printed, and the exit code; the input ends after these."""
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    lines: list[str] = []
    presenter: Presenter = EventPresenter(lines.append) if scripted else PlainPresenter(lines.append)
    orders = Orders(inbox)
    for item in (*items, TypedLine("quit")):
        inbox.put(TypedLine(item) if isinstance(item, str) else item)
    code = OnlineTable(orders, inbox, presenter, SeatOptions(ready=ready)).run()
    return orders.given, "".join(lines), code


def test_the_code_of_a_table_is_shown_once_and_again_on_request() -> None:
    coded = replace(company(), table_code="K7QM")
    _, text, _ = sit(coded, replace(coded, places=3))
    assert text.count("On this network the table is K7QM. Others type: acquire join K7QM") == 1
    _, text, _ = sit(coded, "who")
    assert text.count("acquire join K7QM") == 2
    _, text, _ = sit(company(), "who")
    assert "On this network" not in text, "a table that is not announced cannot be found by a code"


def test_scripts_read_the_code_of_a_table_as_an_event() -> None:
    coded = replace(company(), table_code="K7QM")
    _, text, _ = sit(coded, replace(coded, places=3), scripted=True)
    assert [json.loads(line) for line in text.splitlines()] == [{"event": "table_code", "code": "K7QM"}]


def test_whoever_leaves_the_lobby_stops_his_peer() -> None:
    assert sit() == ([("stop",)], "", 0)


def test_what_is_typed_becomes_orders() -> None:
    given, text, _ = sit(company(places=3), "ready", "not ready", "say hello there", "places 4", "places many", "exclude ben",
                         "exclude nobody", "exclude Ada")
    assert given == [("ready", True), ("ready", False), ("say", "hello there"), ("propose", 4), ("exclude", BEN), ("stop",)]
    assert text.count("Nobody here is called") == 2, "nor can one exclude oneself"
    assert "'places' needs a number from 2 to 6, such as 'places 4'." in text


@pytest.mark.parametrize(("members", "wanted"), [(company(), True), (company(is_ready=True), False), (company(places=3), False)])
def test_a_seat_that_agrees_by_itself_does_so_when_all_places_are_taken(members: events.LobbySnapshot, wanted: bool) -> None:
    orders = Orders(queue.SimpleQueue())
    OnlineTable(orders, orders.inbox, PlainPresenter(lambda text: None), SeatOptions(ready=True))._agree_or_ask(members)
    assert orders.given == ([("ready", True)] if wanted else [])


def test_the_end_of_input_leaves_unless_nobody_has_to_type() -> None:
    assert sit(END_OF_INPUT)[0] == [("stop",)]
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    for item in (END_OF_INPUT, events.PeerStopped("the port is taken")):
        inbox.put(item)
    orders, lines = Orders(inbox), list[str]()
    assert OnlineTable(orders, inbox, PlainPresenter(lines.append), SeatOptions(ready=True)).run() == 1
    assert not orders.given and "the port is taken" in "".join(lines)


TALK = (lobby.Met(BEN, "Ben"), lobby.KeyChanged(BEN, "Ben"), lobby.RunsTwice(), lobby.Differs(BEN, "other rules"),
        lobby.Parted(BEN, "Ben"), lobby.ProposalRefused(BEN, "no such rules"), lobby.NameClash(BEN, "Ben", "Ben 2", "Ben"),
        events.Trouble("the disk is full"), lobby.LinkRefused(b"c" * 32, "an old version"))


@pytest.mark.parametrize("item", TALK)
@pytest.mark.parametrize("scripted", [False, True])
def test_whatever_people_read_scripts_read_as_well(item: object, scripted: bool) -> None:
    _, text, _ = sit(company(), item, scripted=scripted)
    said = text.splitlines()
    assert said
    if scripted:
        event = json.loads(said[0])
        assert event["event"] in ("joined", "note", "trouble", "refused") and len(event) > 1


def test_what_is_no_word_is_answered_so() -> None:
    """Who believes to be ready and is not holds up a whole table."""
    given, text, _ = sit(company(), "redy", "hello all", "ready now", "?")
    assert given == [("stop",)]
    assert "'redy' is not a command here. Did you mean 'ready'? '?' lists all commands." in text
    assert "'hello' is not a command here. To write to the others, type 'say hello all'." in text
    assert "'places 4' proposes another number of seats" in text


def test_the_founder_changes_rules_and_clock() -> None:
    given, text, _ = sit(company(), "rules tycoon-2023", "clock 60", "clock off", "rules", "rules chess", "clock fast",
                         "accept ben")
    assert given == [("propose", rules_lines(RULESETS["tycoon-2023"])), ("propose", {"clock": "60", "bank": "3"}),
                     ("propose", {"clock": "none", "bank": "none"}), ("accept", BEN), ("stop",)]
    assert "There are no rules 'chess'; there are classic" in text and "'clock' needs seconds" in text
    assert "The founder changes them with 'rules NAME': classic" in text


def test_nobody_else_changes_rules_and_clock() -> None:
    given, text, _ = sit(company(founder=BEN), "rules tycoon-2023", "clock 60")
    assert given == [("stop",)]
    assert "Only Ben can change the rules here" in text and "Only Ben can change the clock here" in text


def test_the_list_of_who_is_there_marks_what_has_to_be_known_before_ready() -> None:
    members = (events.Member(ADA, "Ada", True, True, False, True),
               events.Member(BEN, "Ben", False, True, True, True, warning="NOT the Ben you have met: another key"),
               events.Member(b"r" * 32, "Robo", False, True, True, True, computer=True, beside="Ben"),
               events.Member(b"m" * 32, "Mallory", False, False, False, True, is_excluded=True))
    there = events.LobbySnapshot(members, 3, RULESETS["classic"], (), ADA)
    _, text, _ = sit(there, "who")
    assert "  Ben (here): ready - NOT the Ben you have met: another key\n" in text
    assert "  Robo (a computer player at the address of Ben, here): ready\n" in text and "  Mallory (here): excluded\n" in text
    assert "Rules classic, 3 places, all taken.\n" in text


def test_who_agrees_to_the_rules_reads_what_was_changed_in_them() -> None:
    rules = RULESETS["classic"].replace(end_size=12, teams=True)
    there = events.LobbySnapshot((events.Member(ADA, "Ada", True, True, False, True),), 4, rules, (), ADA)
    _, text, _ = sit(there, "who")
    assert "Rules classic, 4 places, 3 of them free.\nChanged: end_size is 12.\nChanged: teams is yes.\n" in text


def test_who_takes_a_seat_is_not_somebodys_suggestion() -> None:
    changed = lobby.ProposalChanged(ADA, ("Ben takes a seat", "clock is 60 seconds instead of none"), ("Ben takes a seat",))
    _, text, _ = sit(company(), changed)
    assert text == "Ben takes a seat.\nAda proposes: clock is 60 seconds instead of none.\n"


def test_one_line_of_a_join_code_fits_on_a_screen_of_eighty_columns() -> None:
    code = "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY-ZA"
    _, text, _ = sit(events.Listening(code, 47108, ("10.0.0.1",)))
    assert text.count(code) == 2 and all(len(line) < 80 for line in text.splitlines())


def test_a_second_player_of_a_name_is_another_one() -> None:
    _, text, _ = sit(company(), lobby.Met(BEN, "Ben"), lobby.Met(b"c" * 32, "Ben"))
    assert text == "Ben is here.\nAnother Ben is here.\n"


# --- a quorum by majority

MAJORITY = (("quorum", "majority"),)


def begun(options: tuple[tuple[str, str], ...] = (), seat: int | None = 0, resumed: bool = False) -> events.Begun:
    names = ("Ada", "Ben", "Cy", "Di", "Eve")
    return events.Begun("t", RULESETS["classic"], names, seat, None, resumed=resumed, identities=(ADA, BEN),
                          options=options)


ENDED = events.Ended(((1, 0, 9000), (2, 1, 8000)), "declared", (0, 1), "ab" * 64, None, (DrawVoid((0,), (1,)),))


@pytest.mark.parametrize(("seat", "resumed"), [(0, False), (0, True), (None, False)])
def test_a_quorum_by_majority_is_named_wherever_the_table_is_seen(seat: int | None, resumed: bool) -> None:
    proposed = replace(company(places=5), options=MAJORITY)
    says = "Quorum by majority: among five players, three may go on without the other two."
    _, text, _ = sit(proposed, "who", begun(MAJORITY, seat, resumed), ENDED)
    assert text.count(says) >= 2, "in the lobby, and when the game begins, goes on or is watched"
    assert "This table had agreed on a quorum by majority" in text
    _, text, _ = sit(company(), "who", begun(), ENDED)
    assert "Quorum" not in text and "quorum" not in text


def test_scripts_read_the_options_and_the_quorum_of_a_result() -> None:
    _, text, _ = sit(begun(MAJORITY), ENDED, scripted=True)
    printed = {event["event"]: event for event in map(json.loads, text.splitlines())}
    assert printed["started"]["options"] == {"quorum": "majority"}
    assert printed["finished"]["quorum"] == "majority"
    assert printed["finished"]["void_draws"] == [{"seats": [0], "lost": [1]}]
    _, text, _ = sit(begun(), ENDED, scripted=True)
    assert '"quorum": "safe"' in text


def test_the_result_names_draws_that_were_made_again() -> None:
    _, text, _ = sit(begun(), ENDED)
    assert "The draw of Ada was made again, because the table lost Ben in the middle of it." in text


@pytest.mark.parametrize(("lines", "leaves"), [
    ((TypedLine("leave"),), True), ((TypedLine("finish"),), True), ((END_OF_INPUT,), True),
    ((TypedLine("ready"), TypedLine("quit")), False)])
def test_a_computer_player_obeys_the_program_that_has_started_it(lines: tuple[object, ...], leaves: bool) -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    orders = Orders(inbox)
    table = OnlineTable(orders, inbox, PlainPresenter(lambda text: None),
                        SeatOptions(bot=Player("Ada", "casual"), once=False, ready=True, attached=True))
    for line in (*lines, events.PeerStopped()):
        inbox.put(line)
    table.run()
    assert orders.given == ([("stop",)] if leaves else []), "it takes no other orders"


def test_a_computer_player_finishes_its_game_unless_it_is_to_stay() -> None:
    table = OnlineTable(Orders(queue.SimpleQueue()), queue.SimpleQueue(), PlainPresenter(lambda text: None), SeatOptions())
    assert not table.obey_starter(TypedLine("finish")) and table._finishes
    assert not table.obey_starter(TypedLine("stay")) and not table._finishes


# --- what the lobby of the window can do too

def test_the_founder_sets_any_rule_and_any_option() -> None:
    given, text, _ = sit(company(), "set holdings hidden", "set MAX_BUY 4", "set grace 600", "set clock 40", "set conventions",
                         "set", "set hands shown", "set holdings maybe", "set safe_size 60", "set holding open", "set chess 1",
                         "set hands")
    changes = ({"holdings": "hidden"}, {"max_buy": 4})
    hidden, four = (rules_lines(RULESETS["classic"].replace(**change)) for change in changes)
    assert given == [("propose", hidden), ("propose", four), ("propose", {"grace": "600"}),
                     ("propose", {"clock": "40", "bank": "3"}), ("propose", {"conventions": ""}), ("stop",)]
    assert "Rules and options: " in text and "quorum" in text
    assert "'shown' is not a value of the option hands; it may be opened or closed." in text
    assert "Did you mean 'holdings'?" in text and "Nothing here is called 'chess'" in text and "needs a name and a value" in text
    assert "Only Ben can change rules and options here" in sit(company(founder=BEN), "set holdings hidden")[1]


def test_the_founder_orders_the_seats_by_name() -> None:
    given, text, _ = sit(company(), "order ben", "order ben ADA", "order nobody", "order ben ben", "order")
    assert given == [("propose", (BEN, ADA)), ("propose", (BEN, ADA)), ("stop",)]
    assert text.count("Nobody who sits here is called") == 2 and "'order' needs names" in text
    assert "Only Ben can change the order" in sit(company(founder=BEN), "order ben")[1]


def test_keys_are_blocked_strangers_kept_out_and_a_relay_switched() -> None:
    given, text, _ = sit(company(), "block ben", "unblock BEN", "block", "friends on", "friends off", "friends", "relay host:9",
                         "relay off", "relay")
    assert given == [("block", BEN, True), ("block", BEN, False), ("friends only", True), ("friends only", False),
                     ("relay", "host:9"), ("relay", ""), ("stop",)]
    assert "'block' needs a name" in text and "'friends' needs" in text and "'relay' needs a host" in text


KNOWN = replace(company(places=4), members=(
    *company().members[:1], replace(company().members[1], known_since=1_778_000_000),
    events.Member(b"r" * 32, "Robo", False, True, True, True, computer=True, beside="Ben", plays="strong/builder"),
    events.Member(b"m" * 32, "Mallory", False, False, False, True, is_kept_out=True)))


def test_the_list_of_who_is_there_says_who_is_known_and_what_a_computer_plays() -> None:
    _, text, _ = sit(KNOWN, "who")
    assert "  Ben (here, known since May 2026): not ready\n" in text
    assert "  Robo (a computer player of level 4, builder, with Ben, here): ready\n" in text
    assert "  Mallory (here): not let in, 'accept NAME' does so\n" in text


def test_scripts_read_who_is_there() -> None:
    _, text, _ = sit(KNOWN, "who", scripted=True)
    members = next(event for event in map(json.loads, text.splitlines()) if event["event"] == "members")["members"]
    assert [(each["name"], each["founder"], each["plays"], each["known_since"]) for each in members] == [
        ("Ada", True, "", 0), ("Ben", False, "", 1_778_000_000), ("Robo", False, "strong/builder", 0), ("Mallory", False, "", 0)]


def test_the_founder_sets_a_tournament_by_one_word_and_draws_the_seats() -> None:
    given, text, _ = sit(company(), "rules tournament", "order random")
    assert given[0] == ("propose", rules_lines(RULESETS["classic"].replace(holdings="hidden")))
    what, order = given[1]
    assert what == "propose" and isinstance(order, tuple)
    assert sorted(order) == sorted(each.identity for each in company().members if each.is_seated)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_game_that_has_ended_is_kept_as_that_of_this_seat(seat: int | None) -> None:
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    kept: list[tuple[Record, int]] = []
    for item in (replace(begun(seat=seat), names=("Ada", "Ben")), ENDED, TypedLine("quit")):
        inbox.put(item)
    OnlineTable(Orders(inbox), inbox, PlainPresenter(lambda text: None), SeatOptions(once=False),
                lambda record, own_seat: kept.append((record, own_seat))).run()
    assert [own_seat for _, own_seat in kept] == ([] if seat is None else [seat]), "a game that was only watched is nobody's"
    assert all([each.name for each in record.seats] == ["Ada", "Ben"] for record, _ in kept)


def test_the_score_is_shown_from_the_second_game_on_and_to_scripts_always() -> None:
    game = replace(begun(), names=("Ada", "Ben")), ENDED

    def played(*items: object, scripted: bool = False) -> str:
        inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
        lines: list[str] = []
        for item in (*items, TypedLine("score"), TypedLine("quit")):
            inbox.put(item)
        presenter: Presenter = EventPresenter(lines.append) if scripted else PlainPresenter(lines.append)
        OnlineTable(Orders(inbox), inbox, presenter, SeatOptions(once=False)).run()
        return "".join(lines)

    assert "No game of this evening is over yet." in sit(company(), "score")[1]
    assert played(*game).count("Games won this evening: Ada 1 of 1 (") == 1
    text = played(*game, *game)
    assert text.count("Games won this evening: Ada 2 of 2 (") == 2 and "Ada 1" not in text
    scores = [event for event in map(json.loads, played(*game, scripted=True).splitlines()) if event["event"] == "score"]
    money = {seat: dollars for _, seat, dollars in ENDED.standings}
    assert scores[0] == {"event": "score", "games": 1, "players": [
        {"identity": ADA.hex(), "name": "Ada", "wins": 1, "games": 1, "dollars": money[0]},
        {"identity": BEN.hex(), "name": "Ben", "wins": 0, "games": 1, "dollars": money.get(1, 0)}]}


def test_a_program_that_does_not_know_rounds_leaves_with_a_sentence(tmp_path: Path) -> None:
    bot = script(tmp_path, START + "sys.stdin.readline(); say('hello 1 old')").removeprefix("cmd:")
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    lines: list[str] = []
    orders = Orders(inbox)
    inbox.put(replace(company(), ruleset=RULESETS["classic"].replace(simultaneous=True)))
    options = SeatOptions(ready=True, bot=Player("Ada", command=bot))
    assert OnlineTable(orders, inbox, PlainPresenter(lines.append), options).run() == 1
    assert orders.given == [("stop",)]
    assert "The program of Ada does not know simultaneous play." in "".join(lines)


def test_simultaneous_play_is_proposed_like_any_rule() -> None:
    given, _, _ = sit(company(), "set simultaneous yes")
    assert ("propose", rules_lines(RULESETS["classic"].replace(simultaneous=True))) in given
