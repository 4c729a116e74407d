"""Pages for trouble at the table over the network: what was claimed, what was proven, by whom, and what can be done."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from acquire_client.language import LANGUAGES
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import MIN_TEXT
from acquire_client.window.navigation import Navigation
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.trouble import TroublePage
from acquire_net import Wording, events
from acquire_net.protocol.session_events import NotAnswering, Regroup, TableSplit
from tests.support.evenings import ReportedEvening

from .driver import Window
from .online_screens import CAUGHT, DIFFERS, OTHER_VERSION, OTHERS_TURN, STOPPED, at_setup, at_table
from .sizes import SIZES

Sat = tuple[Window, ReportedEvening]


@pytest.fixture
def sat(window: Callable[..., Window]) -> Sat:
    sitting = window(bot_delay_ms=0)
    return sitting, at_table(sitting, seed=OTHERS_TURN)


def hear(sitting: Window, table: ReportedEvening, event: events.PeerEvent) -> str:
    """Let the peer report something; return all that is written then."""
    table.report(event)
    if sitting.app.evening is table.evening:
        sitting.app._on_evening(table.evening, event)
    sitting.turn()
    return " ".join(sitting.written())


def test_a_cheat_gets_a_page_with_claim_proof_and_evidence(sat: Sat) -> None:
    written = hear(*sat, CAUGHT)
    sitting, table = sat
    assert isinstance(sitting.top, TroublePage)
    for text in ("Ben has broken the rules of this table", "the bag that I have mixed has the same tiles as before",
                 "the deck is not a proven shuffle of the one before", "By your own program", "5d1c-1-118.acqproof"):
        assert text in written
    sitting.click("without")
    assert isinstance(sitting.top, OnlineTableScene) and table.peer.orders == [], "the programs go on by themselves"


def test_a_key_that_was_meant_for_the_table_decides_nothing_on_the_page(sat: Sat) -> None:
    sitting, table = sat
    hear(*sat, CAUGHT)
    for key in ("1", "y", pygame.K_F10):
        sitting.key(key)
    assert isinstance(sitting.top, TroublePage)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, OnlineTableScene) and table.peer.orders == []


def test_two_positions_accuse_nobody_and_offer_a_vote(sat: Sat) -> None:
    sitting, table = sat
    written = hear(*sat, DIFFERS)
    assert "Two programs have come to different positions" in written and "Nobody is convicted of anything." in written
    sitting.click("without")
    assert table.peer.orders == [("vote", 2)]


def test_a_program_that_has_stopped_offers_to_leave_alone(sat: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[bool] = []
    monkeypatch.setattr(Navigation, "leave_table", lambda self: left.append(True))
    sitting, _ = sat
    written = hear(*sat, STOPPED)
    assert "InvariantError. The mistake is in this program" in written and "5d1c.acqlog.report" in written
    assert sitting.top.focus_manager.widget_named("without") is None
    sitting.click("leave")
    assert left == [True]


def test_two_games_of_one_table_have_a_page(sat: Sat) -> None:
    assert "There are two games of this table" in hear(*sat, TableSplit("view 2 has ended in two ways"))


def test_two_versions_are_both_named_on_the_title(sat: Sat) -> None:
    sitting, _ = sat
    written = hear(*sat, OTHER_VERSION)
    assert "ACQ-MP/3" in written and "ACQ-MP/2" in written and "the other machine needs a newer version" in written
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene)


@pytest.mark.parametrize("event", [NotAnswering((1,), True), events.Adjourned((1, 2)), events.DiskTrouble("full"),
                                   events.PeerStopped("the port 47108 is taken"), events.Caught(0, "by its own program", None)])
def test_silence_and_other_news_never_get_a_page(sat: Sat, event: events.PeerEvent) -> None:
    hear(*sat, event)
    assert not any(isinstance(scene, TroublePage) for scene in sat[0].app.scenes)


def test_a_cheat_in_the_set_up_is_still_explained_in_the_lobby(window: Callable[..., Window]) -> None:
    sitting = window()
    table = at_setup(sitting)
    hear(sitting, table, CAUGHT)
    hear(sitting, table, Regroup((1,)))
    assert isinstance(sitting.top, TroublePage) and type(sitting.app.scenes[0]).__name__ == "LobbyScene"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_claim_has_a_sentence(language: str, window: Callable[..., Window]) -> None:
    sitting = window(language=language)
    table = at_table(sitting, seed=OTHERS_TURN)
    for claim in ("SHARES", "DECIDE", "ACK", "SYNC", ""):
        written = hear(sitting, table, events.Caught(1, Wording("acknowledged one block in two ways"), None, claim, 7))
        assert "Ben" in written and "{" not in written


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scale", [2.0, pytest.param(1.0, marks=pytest.mark.fully)])
def test_all_parts_of_a_page_have_one_size_and_none_is_cut(sat: Sat, language: str, scale: float,
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    cut: list[str] = []
    monkeypatch.setattr(Painter, "_shortened_text", lambda painter, text, *rest: cut.append(text) or text)
    sitting, _ = sat
    sitting.app.change_settings(replace(sitting.app.settings, language=language, scale=scale))
    hear(*sat, CAUGHT)
    page = sitting.top
    assert isinstance(page, TroublePage)
    for w, h in SIZES[:8]:
        sitting.app.resize_window(w, h)
        sitting.app.draw()
        assert not cut and not sitting.app.painter.clipped, f"{w}x{h}"
        assert page.text_pixels >= 0.8 * page.unit.text(15) or page.text_pixels == MIN_TEXT, f"{w}x{h}"
