"""Settings survive, and whatever lies in their file, the window opens."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_client.files.folders import Folders
from acquire_client.files.settings import Settings, SettingsFile, language_of_the_system, settings_from
from acquire_client.window.app import App
from acquire_client.window.controller.basket_deciders import BuyDecider
from acquire_client.window.layout.box import SCALES
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.tutorial import TutorialScene
from acquire_client.window.widgets.choice import Segments
from acquire_client.window.widgets.field import TextField

from .driver import Window
from .screens import EMPTY, SCREENS, position

EMPTY_BOARD = [EMPTY] * 9


def test_what_was_set_is_there_again(tmp_path: Path) -> None:
    wanted = Settings(look="light", scale=1.5, seats="Anna,strong", volume=0)
    assert SettingsFile(tmp_path / "deep" / "down").save(wanted)
    assert SettingsFile(tmp_path / "deep" / "down").load() == wanted


@pytest.mark.parametrize("damage", [b"{", b"\xff\xfe\x00", b"[" * 60_000, b"x" * 200_000, b'{"look": '])
def test_a_damaged_file_is_set_aside_and_reported(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(damage)
    file = SettingsFile(tmp_path)
    assert file.load() == Settings()
    assert "settings-damaged-1.json" in str(file.complaint)
    assert (tmp_path / "settings-damaged-1.json").read_bytes() == damage
    path.write_bytes(damage)
    again = SettingsFile(tmp_path)
    again.load()
    assert "settings-damaged-2.json" in str(again.complaint)


@pytest.mark.parametrize("values", [{"look": "pink"}, {"palette": "c"}, {"hints": "no"}, {"passes": 0}, {"scale": 9},
                                    {"volume": -1}, {"volume": "loud"}, {"fullscreen": 1},
                                    {"seats": "x" * 5000}, {"width": 10**9}, {"bot_delay_ms": True}, ["look"], None, 7])
def test_values_that_make_no_sense_are_left_at_their_defaults(values: object) -> None:
    assert settings_from(values) == Settings()


@given(st.dictionaries(st.sampled_from(list(asdict(Settings()))), st.one_of(st.none(), st.booleans(), st.integers(), st.floats(),
                                                                          st.text(max_size=20), st.lists(st.integers()))))
def test_any_values_give_settings_that_can_be_kept(values: dict[str, object]) -> None:
    settings = settings_from(values)
    assert settings_from(json.loads(json.dumps(asdict(settings)))) == settings


def test_the_first_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert language_of_the_system() == "de"
    assert SettingsFile(tmp_path).load().language == "de"
    monkeypatch.setenv("LANG", "fr_FR")
    assert language_of_the_system() == "en"


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file, where a folder is needed")
    file = SettingsFile(tmp_path / "file")
    assert not file.save(Settings())
    assert "cannot be kept" in str(file.complaint)


def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"look": "light"}')

    def refuse(*_: object) -> None:
        raise OSError(5, "Input/output error")

    file = SettingsFile(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(Path, "open", refuse)
        assert file.load() == Settings()
    assert "cannot be read" in str(file.complaint)
    assert not file.save(Settings())
    assert path.read_text() == '{"look": "light"}'


def test_the_window_opens_with_a_damaged_file_and_says_so(tmp_path: Path) -> None:
    """By the clock of the system, on which a line at the foot stays for some seconds."""
    (tmp_path / "settings.json").write_text("nonsense")
    app = App(SettingsFile(tmp_path), Folders(tmp_path, tmp_path, tmp_path / "records"))
    app.push(TitleScene(app))
    app.run_once([])
    assert "settings-damaged-1.json" in app.notices.texts[-1]
    app.change_settings(replace(app.settings, look="light"))
    assert json.loads((tmp_path / "settings.json").read_text("utf-8"))["look"] == "light"
    app.quit()
    app.workers.close()


def test_another_language_is_spoken_at_once(window: Callable[..., Window]) -> None:
    """The log, the question and its answers change their language; the shares in the cart stay there."""
    sitting = window(bot_delay_ms=0)
    SCREENS["buy"](sitting)
    table = sitting.table
    assert isinstance(table.decider, BuyDecider) and table.decider.cart.bought
    assert ": majority" in table.decider.fact_line() or ": second place" in table.decider.fact_line()
    cart = table.decider.cart
    english = [line.text for line in table.controller.log.lines]
    sitting.app.change_settings(replace(sitting.app.settings, language="de"))
    sitting.turn()
    assert isinstance(table.decider, BuyDecider) and table.decider.cart == cart
    assert ": Mehrheit" in table.decider.fact_line() or ": zweiter Platz" in table.decider.fact_line()
    assert [line.text for line in table.controller.log.lines] != english and "legt" in table.controller.log.lines[0].text
    assert table.decider.prompt.facts[0].startswith("Bargeld") and "Aktien kaufen" in table.controller.question_text()
    sitting.app.change_settings(replace(sitting.app.settings, language="en"))
    assert [line.text for line in table.controller.log.lines] == english


def test_everything_that_is_set_is_set_by_a_click(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.app.push(SettingsPage(sitting.app))
    before = sitting.app.settings
    for name, wanted in (("palette", "b"), ("hints", False), ("passes", False), ("confirm", True)):
        widget = sitting.widget(name)
        at = widget.segment_boxes()[1] if isinstance(widget, Segments) else widget.box.end(40)
        sitting.click(at.middle)
        assert getattr(sitting.app.settings, name) == wanted != getattr(before, name)
    kept = json.loads((sitting.home / "settings.json").read_text("utf-8"))
    assert (kept["palette"], kept["hints"], kept["passes"]) == ("b", False, False)


@pytest.mark.parametrize("leaves", ["escape", "back", "window"])
def test_the_name_is_changed_in_the_settings(window: Callable[..., Window], leaves: str) -> None:
    """The first start says that it can be changed later. The seat of the next custom game has it too."""
    sitting = window(name="Max", seats="Max,Eva:strong")
    sitting.app.push(SettingsPage(sitting.app))
    sitting.turn()
    field = sitting.widget("name")
    assert isinstance(field, TextField) and field.text == "Max" and field.spoken_name() == "Your name"
    sitting.click(field.field_box.middle)
    sitting.key("a", pygame.KMOD_CTRL)
    sitting.type("Zoë")
    if leaves == "back":
        sitting.click("back")
    elif leaves == "escape":
        sitting.key(pygame.K_ESCAPE)
    else:
        sitting.app.quit()
    kept = json.loads((sitting.home / "settings.json").read_text("utf-8"))
    assert (kept["name"], kept["seats"]) == ("Zoë", "Zoë,Eva:strong")


def test_a_name_that_cannot_sit_down_is_not_kept_and_the_page_stays(window: Callable[..., Window]) -> None:
    sitting = window(name="Max")
    sitting.app.push(SettingsPage(sitting.app))
    sitting.turn()
    sitting.click("name")
    sitting.type(",")
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, SettingsPage) and "cannot be used" in sitting.app.notices.texts[-1]
    assert sitting.app.settings.name == "Max" and sitting.top.focus_manager.focus == "name"
    sitting.key(pygame.K_BACKSPACE)
    sitting.key(pygame.K_ESCAPE)
    assert isinstance(sitting.top, TitleScene) and sitting.app.settings.name == "Max"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720)])
def test_the_rows_of_the_settings_keep_apart(window: Callable[..., Window], size: tuple[int, int], scale: float,
                                             language: str) -> None:
    sitting = window(width=size[0], height=size[1], scale=scale, language=language)
    sitting.app.push(page := SettingsPage(sitting.app))
    sitting.turn()
    for group in page.groups:
        rows = [widget.box for widget in sitting.top.focus_manager.widgets if group.holds(*widget.box.middle)]
        assert len(rows) >= 8 and rows[-1].bottom <= group.bottom
        assert all(one.bottom + 3 <= other.y for one, other in zip(rows, rows[1:], strict=False))


def test_the_look_of_1988_has_no_choice_of_colours(window: Callable[..., Window]) -> None:
    """Any of them could be chosen there, and none changed anything."""
    sitting = window(look="dos")
    sitting.app.push(SettingsPage(sitting.app))
    sitting.turn()
    colours = sitting.widget("palette")
    assert not colours.enabled and "its own colours" in colours.tip
    sitting.app.change_settings(replace(sitting.app.settings, look="light"))
    sitting.turn()
    assert sitting.widget("palette").enabled


def test_without_hints_h_and_its_button_are_gone(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, hints=False)
    table = sitting.play()
    assert table.focus_manager.widget_named("hint") is None and table.focus_manager.widget_named("undo") is not None
    sitting.key("h")
    assert not table.controller.hinting
    sitting.app.change_settings(replace(sitting.app.settings, hints=True))
    sitting.key("h")
    assert table.controller.hinting and sitting.widget("hint")
    sitting.app.change_settings(replace(sitting.app.settings, hints=False))
    sitting.turn()
    assert not table.controller.hinting and table.focus_manager.widget_named("hint") is None


def test_the_coach_speaks_of_hints_whatever_is_set(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, hints=False, passes=False)
    sitting.app.push(TutorialScene(sitting.app))
    sitting.settle()
    sitting.key("h")
    assert sitting.table.controller.hinting and sitting.table.controller.runner.passes


@pytest.mark.parametrize("hands", ["keys", "mouse"])
def test_passing_by_itself_can_be_turned_off_and_on(window: Callable[..., Window], hands: str) -> None:
    """After the first tile nothing is for sale: without automatic passes its player is asked all the same."""
    def asked(passes: bool) -> Window:
        sitting = window(bot_delay_ms=0, passes=passes)
        sitting.sit_at(position("1A 12I", board=EMPTY_BOARD, shares=[{}] * 4))
        sitting.key("1")
        sitting.settle()
        return sitting

    assert asked(True).table.match.game.turn > 1
    sitting = asked(False)
    table = sitting.table
    assert table.match.game.phase == "buy" and isinstance(table.decider, BuyDecider)
    steps = len(table.match.steps)
    sitting.key(pygame.K_RETURN) if hands == "keys" else sitting.click("confirm")
    assert table.match.steps[steps].action.seat == 0
    sitting = asked(False)
    sitting.app.change_settings(replace(sitting.app.settings, passes=True))
    sitting.settle()
    assert sitting.table.match.game.phase != "buy"


def test_an_answer_that_nobody_was_asked_for_is_taken_back_alone_when_it_was_given(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, passes=False)
    sitting.sit_at(position("1A 12I", board=EMPTY_BOARD, shares=[{}] * 4))
    sitting.key("1")
    assert sitting.table.match.game.phase == "buy" and sitting.table.match.undoable_count == 1
    sitting.key("u")
    assert sitting.table.match.game.phase == "place"
