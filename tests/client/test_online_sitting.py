"""The lobby as a person or a script has it: what is told of it, what can be typed, and when a seat agrees by itself."""

from __future__ import annotations

import json
import queue
from collections.abc import Iterable, Mapping

import pytest

from acquire_client.online_game import END_OF_INPUT, Line
from acquire_client.online_sitting import Manners, OnlineSitting
from acquire_client.voices import Voice
from acquire_client.voices.events import EventVoice
from acquire_client.voices.plain import PlainVoice
from acquire_core import RULESETS, Action
from acquire_net import news
from acquire_net.protocol import lobby_facts as lobby

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

    def say(self, text: str) -> None:
        self.given.append(("say", text))

    def set_ready(self, ready: bool) -> None:
        self.given.append(("ready", ready))

    def propose(self, *, places: int | None = None, options: Mapping[str, str] | None = None) -> None:
        self.given.append(("propose", places))

    def exclude(self, identity: bytes) -> None:
        self.given.append(("exclude", identity))

    def stop(self) -> None:
        self.given.append(("stop",))
        self.inbox.put(news.Stopped())


def company(is_ready: bool = False, places: int = 2) -> news.Company:
    members = (news.Member(ADA, "Ada", True, True, is_ready, True), news.Member(BEN, "Ben", False, True, False, True))
    return news.Company(members, places, RULESETS["classic"], (("clock", "none"),))


def sit(*items: object, ready: bool = False, scripted: bool = False) -> tuple[list[tuple[object, ...]], str, int]:
    """What was ordered and told, and the exit code; the input ends after these."""
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    lines: list[str] = []
    voice: Voice = EventVoice(lines.append) if scripted else PlainVoice(lines.append)
    orders = Orders(inbox)
    for item in (*items, Line("quit")):
        inbox.put(Line(item) if isinstance(item, str) else item)
    code = OnlineSitting(orders, inbox, voice, Manners(ready=ready)).run()
    return orders.given, "".join(lines), code


def test_whoever_leaves_the_lobby_stops_his_peer() -> None:
    assert sit() == ([("stop",)], "", 0)


def test_what_is_typed_becomes_orders() -> None:
    given, text, _ = sit(company(places=3), "ready", "not ready", "say hello there", "places 4", "places many", "exclude ben",
                         "exclude nobody", "exclude Ada")
    assert given == [("ready", True), ("ready", False), ("say", "hello there"), ("propose", 4), ("exclude", BEN), ("stop",)]
    assert text.count("Nobody here is called") == 2, "nor can one exclude oneself"
    assert "'places 4' proposes another number of seats" in text, "what is not understood is answered with the words there are"


@pytest.mark.parametrize(("members", "wanted"), [(company(), True), (company(is_ready=True), False), (company(places=3), False)])
def test_a_seat_that_agrees_by_itself_does_so_when_all_places_are_taken(members: news.Company, wanted: bool) -> None:
    orders = Orders(queue.SimpleQueue())
    OnlineSitting(orders, orders.inbox, PlainVoice(lambda text: None), Manners(ready=True))._consider(members)
    assert orders.given == ([("ready", True)] if wanted else [])


def test_the_end_of_input_leaves_unless_nobody_has_to_type() -> None:
    assert sit(END_OF_INPUT)[0] == [("stop",)]
    inbox: queue.SimpleQueue[object] = queue.SimpleQueue()
    for item in (END_OF_INPUT, news.Stopped("the port is taken")):
        inbox.put(item)
    orders, lines = Orders(inbox), list[str]()
    assert OnlineSitting(orders, inbox, PlainVoice(lines.append), Manners(ready=True)).run() == 1
    assert not orders.given and "the port is taken" in "".join(lines)


TALK = (lobby.Met(BEN, "Ben"), lobby.KeyChanged(BEN, "Ben"), lobby.RunsTwice(), lobby.Differs(BEN, "other rules"),
        lobby.Parted(BEN, "Ben"), lobby.ProposalRefused(BEN, "no such rules"), lobby.NameClash(BEN, "Ben", "Ben 2"),
        news.Trouble("the disk is full"), lobby.LinkRefused(b"c" * 32, "an old version"))


@pytest.mark.parametrize("item", TALK)
@pytest.mark.parametrize("scripted", [False, True])
def test_whatever_people_are_told_scripts_are_told_as_well(item: object, scripted: bool) -> None:
    _, text, _ = sit(company(), item, scripted=scripted)
    said = text.splitlines()
    assert said
    if scripted:
        event = json.loads(said[0])
        assert event["event"] in ("joined", "note", "trouble", "refused") and len(event) > 1
