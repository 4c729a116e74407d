"""Charts as pictures on the disk: readable, with something on them, and a sentence of where they are or why they are not."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from acquire_client.files import saves
from acquire_client.language import LANGUAGES
from acquire_client.theme import LOOKS
from acquire_client.view_model.history import Holding, holdings_at_end, market_at_end
from acquire_client.window.scenes.chart_pictures import SIZE
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.pages import ChartPage, seat_colours, times_of
from acquire_client.window.scenes.replay import ReplayScene
from acquire_core.analysis import Effort
from acquire_core.events import BlocksScored, BonusPaid, MarketDrew
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import SCREENS


def last_notice(sitting: Window) -> str:
    assert sitting.app.workers.settle()
    sitting.turn()
    return sitting.app.notices.texts[-1]


def pixels(picture: pygame.Surface, colour: str) -> int:
    """Return how many pixels there are of a colour."""
    return pygame.mask.from_threshold(picture, pygame.Color(colour), (1, 1, 1, 255)).count()


@pytest.fixture
def over(window: Callable[..., Window]) -> Window:
    sitting = window(bot_delay_ms=0)
    SCREENS["over"](sitting)
    assert isinstance(sitting.top, GameOver)
    return sitting


@pytest.mark.parametrize(("look", "press"), few_cases(pytest.mark.fully, [("light", "click"), ("dark", "key")]))
def test_the_chart_of_a_game_is_saved_as_a_picture(over: Window, look: str, press: str) -> None:
    over.app.change_settings(replace(over.app.settings, look=look))
    over.key("p") if press == "key" else over.click("picture")
    path = over.home / "records" / "game-1.png"
    assert last_notice(over) == f"Saved as {path}."
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    picture = pygame.image.load(str(path))
    assert picture.get_size() == SIZE
    assert 0.8 < pixels(picture, LOOKS[look].panel) / (SIZE[0] * SIZE[1]) < 0.98, "the colours of the look that is set"
    colours = seat_colours(over.app.painter)
    for seat, name in enumerate(over.table.match.names.seats):
        assert pixels(picture, colours[seat]) > 500, f"the line of {name}"
    over.key("p")
    assert last_notice(over).endswith("game-2.png."), "nothing is written over"


@pytest.mark.parametrize("press", ["key", "click"])
def test_all_figures_are_saved_for_programs(over: Window, press: str) -> None:
    over.key("j") if press == "key" else over.click("programs")
    path = over.home / "records" / "game-1.json"
    assert last_notice(over) == f"Saved as {path}."
    found, match = json.loads(path.read_text("utf-8")), over.table.match
    assert [seat["name"] for seat in found["seats"]] == list(match.names.seats)
    ranking = [(rank, money) for rank, _, money in match.game.standings()]
    assert [(row["rank"], row["dollars"]) for row in found["ranking"]] == ranking
    assert {len(seat["net_worth"]) for seat in found["seats"]} == {len(found["turns"])}
    best = {row["name"]: row["dollars"] for row in found["ranking"]}
    assert all(seat["net_worth"][-1] == best[seat["name"]] for seat in found["seats"])
    assert sum(chain["bonuses"] for seat in found["seats"] for chain in seat["chains"].values()) > 10_000


def test_enter_closes_the_chart_at_the_table_and_saves_nothing(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    table = sitting.play(holdings="open")
    sitting.key(pygame.K_F5)
    sitting.key(pygame.K_RETURN)
    assert sitting.top is table
    assert sitting.app.workers.settle() and not list((sitting.home / "records").glob("*.png"))


def test_files_that_are_written_at_the_same_time_have_names_of_their_own(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        paths = list(threads.map(lambda number: saves.write_free(tmp_path, "game", ".png", str(number)), range(100)))
    assert [path.read_text() for path in paths] == [str(number) for number in range(100)]


def test_the_chart_at_the_table_is_saved_too(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    sitting.play(holdings="open")
    sitting.key(pygame.K_F5)
    sitting.click("picture")
    assert last_notice(sitting).endswith("game-1.png.")


def test_who_played_stands_in_a_picture_in_the_language_of_the_window(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, language="de")
    sitting.play(holdings="open")
    sitting.key(pygame.K_F5)
    assert isinstance(sitting.top, ChartPage) and sitting.top.note == "Klassisch + offener Besitz · Anna, Ada und Ben"


def test_the_win_chances_of_a_replay_are_saved_as_a_picture(over: Window) -> None:
    over.key("r")
    scene = over.top
    assert isinstance(scene, ReplayScene)
    over.key("p")
    assert not list((over.home / "records").glob("*.png")), "there is nothing to see yet"
    scene.effort = Effort(playouts=5)
    over.key("a")
    over.finish_work()
    over.click("picture")
    path = over.home / "records" / "chances-1.png"
    assert last_notice(over) == f"Saved as {path}."
    picture = pygame.image.load(str(path))
    assert all(pixels(picture, colour) > 500 for colour in seat_colours(over.app.painter)[:4])


def test_a_disk_that_is_full_is_reported_in_a_sentence(over: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.Path, "write_bytes", full)
    over.key("p")
    assert last_notice(over) == "The picture is not saved: No space left on device."


def test_a_folder_that_cannot_be_made_is_reported_in_a_sentence(over: Window) -> None:
    (over.home / "file").write_text("no folder")
    over.app.records = over.home / "file" / "records"
    over.key("p")
    assert last_notice(over).startswith("The picture is not saved: ")
    assert isinstance(over.top, GameOver)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("last", [1, 2, 9, 33, 90, 400])
def test_turns_are_named_along_a_chart_from_the_first_on_and_keep_apart(window: Callable[..., Window], last: int,
                                                                       language: str) -> None:
    times = times_of(range(1, last + 1), False, window(language=language).app.translate)
    assert times[0][0] == 0 and times[0][1].endswith(" 1")
    assert len(times) <= 10 and all(label.isdigit() for _, label in times[1:])
    places = [at for at, _ in times]
    assert all(other - one > 0.09 for one, other in zip(places, places[1:], strict=False))


def test_holdings_at_the_end_are_those_that_were_paid_for_and_those_that_were_worth_nothing() -> None:
    events = [BonusPaid(0, "tower", 3000, "first", 1, 1, 4, False), BonusPaid(0, "luxor", 2000, "first", 1, 1, 5, True),
              BonusPaid(1, "luxor", 500, "second", 2, 1, 2, True), BlocksScored(0, "luxor", 5, 1500),
              BlocksScored(1, "luxor", 2, 600)]
    held = holdings_at_end(events, [{"tower": 4, "luxor": 0}, {"tower": 0, "luxor": 0}])
    assert held == ({"tower": Holding(4, 0, 3000), "luxor": Holding(5, 1500, 2000)},
                    {"tower": Holding(0, 0, 0), "luxor": Holding(2, 600, 500)})


def test_the_market_at_the_end_has_what_it_drew_last_and_no_bonus() -> None:
    events = [MarketDrew("tower", "9A", 9), MarketDrew("luxor", "2B", 2), MarketDrew("tower", "4C", 4)]
    assert market_at_end(events, ("luxor", "tower", "american")) == {
        "luxor": Holding(2, 0, 0), "tower": Holding(4, 0, 0), "american": Holding(0, 0, 0)}
    assert market_at_end([], ("luxor", "tower")) is None, "where it never competes it has no row"
