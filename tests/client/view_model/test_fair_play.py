"""What is proven, in plain lines: every state has its line, and no text of a network game holds a hidden tile."""

import random
import re

import pytest

from acquire_client.language import LANGUAGES, Words
from acquire_client.matches.game_proofs import GameProofs
from acquire_client.view_model.certificate import certificate_lines
from acquire_client.view_model.fair_play import Standing, fair_play_explained, fair_play_lines
from acquire_client.view_model.setup_story import setup_story
from acquire_client.view_model.table_news import news_text, waiting_text
from acquire_client.view_model.trouble_pages import trouble_story
from acquire_core import RULESETS
from acquire_core.tile_source import TILE_NAMES
from acquire_net import Wording, events
from acquire_net.protocol.log_types import OTHER_STATE, Conviction
from acquire_net.protocol.session_events import ClaimChanged, Disagreement, NotAnswering, SeatLost, TableSplit
from tests.support.evenings import ReportedEvening
from tests.support.honest_table import Table

ENGLISH = Words("en")
ALL = (0, 1, 2)
PROVEN = events.ProofsChecked(3, 21, 0, 40, "ba3f" + 124 * "0", ALL)
MIXING = events.DealProgress(events.DealStage.MIXING, ALL, (0,), (), 108)
PROVING = events.DealProgress(events.DealStage.PROVING, ALL, ALL, (0, 2), 108)
CAUGHT = events.Caught(1, Wording("does what the rules do not allow: {refused}", refused="seat 1: no"), None, "DECIDE", 40)
DIFFERS = Disagreement(Conviction(2, 40, OTHER_STATE, ()), b"{}", None)
NEWS = (MIXING, PROVING, PROVEN, CAUGHT, DIFFERS, NotAnswering((1,), False), ClaimChanged(2, 1, 1, True, 1, 2),
        TableSplit("view 2 has ended in two ways"), events.SeatStopped("a mistake"), events.Declined("no"), SeatLost(1, "left"))


@pytest.fixture
def table() -> ReportedEvening:
    sitting = ReportedEvening()
    sitting.begin_game(Table(RULESETS["classic"], 3, random.Random(6)))
    return sitting


def standings(table: ReportedEvening) -> list[Standing]:
    return [line.standing for line in fair_play_lines(table.evening, ENGLISH)]


def test_before_anything_is_proven_nothing_has_a_tick(table: ReportedEvening) -> None:
    assert standings(table) == [Standing.WAITS] * 3
    table.report(PROVING)
    assert "2 of 3 shuffles checked" in fair_play_lines(table.evening, ENGLISH)[0].text


def test_what_is_proven_has_a_tick_and_what_is_missing_has_none(table: ReportedEvening) -> None:
    table.report(PROVEN)
    assert standings(table) == [Standing.GOOD] * 3
    table.report(events.ProofsChecked(3, 22, 1, 41, "c0de" * 32, (0, 1)))
    assert standings(table) == [Standing.GOOD, Standing.GOOD, Standing.WAITS]
    table.report(SeatLost(2, "left"))
    assert standings(table) == [Standing.GOOD] * 3, "who is out of the game need not sign"


def test_a_cheat_stands_first(table: ReportedEvening) -> None:
    table.report(PROVEN, CAUGHT, DIFFERS)
    assert standings(table) == [Standing.BAD, Standing.BAD, *[Standing.GOOD] * 3]


def test_a_terminal_counts_the_same(table: ReportedEvening) -> None:
    proofs = GameProofs(table.evening.match)
    for event in NEWS:
        table.report(event)
        proofs.receive_event(event)
        assert fair_play_lines(proofs, ENGLISH) == fair_play_lines(table.evening, ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_network_game_holds_a_tile_of_another_hand(language: str, table: ReportedEvening) -> None:
    words, evening = Words(language), table.evening
    dealt = table._table
    assert dealt is not None and evening.match is not None
    hidden = {TILE_NAMES[tile] for seat in (1, 2) for tile in dealt.hands[seat]}
    assert len(hidden) == 12
    for event in NEWS:
        table.report(event)
        story, news = trouble_story(event, evening, words), news_text(event, evening, words)
        texts = [line.text for line in (*fair_play_lines(evening, words), *certificate_lines(evening, words))]
        texts += [*fair_play_explained(evening, words), waiting_text(evening, words), setup_story(evening, words).checking]
        texts += [part.text for part in story.parts] if story is not None else []
        texts += [news[0]] if news is not None else []
        assert not hidden & {word for text in texts for word in re.findall(r"\w+", text)}
