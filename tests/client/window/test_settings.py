"""Settings survive, and whatever lies in their file, the window opens."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_client.scenes.basket_deciders import BuyDecider
from acquire_client.settings import Settings, SettingsFile, language_of_the_system, settings_from

from .driver import Window
from .screens import SCREENS


def test_what_was_set_is_there_again(tmp_path: Path) -> None:
    wanted = Settings(look="light", scale=1.5, seats="Anna,strong", volume=0)
    assert SettingsFile(tmp_path / "deep" / "down").save(wanted)
    assert SettingsFile(tmp_path / "deep" / "down").load() == wanted


@pytest.mark.parametrize("damage", [b"{", b"\xff\xfe\x00", b"[" * 60_000, b"x" * 200_000, b'{"look": '])
def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path, damage: bytes) -> None:
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


@pytest.mark.parametrize("values", [{"look": "pink"}, {"scale": 9}, {"volume": -1}, {"volume": "loud"}, {"fullscreen": 1},
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


def test_the_window_opens_with_a_damaged_file_and_says_so(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.app.change(replace(sitting.app.settings, look="light"))
    assert json.loads((sitting.home / "settings.json").read_text("utf-8"))["look"] == "light"
    assert os.listdir(sitting.home)


def test_another_language_is_spoken_at_once(window: Callable[..., Window]) -> None:
    """The log, the question and its answers are told anew; what was put into the cart stays there."""
    sitting = window(bot_delay_ms=0)
    SCREENS["buy"](sitting)
    table = sitting.table
    assert isinstance(table.decider, BuyDecider) and table.decider.cart.bought
    cart = table.decider.cart
    english = [line.text for line in table.log.lines]
    sitting.app.change(replace(sitting.app.settings, language="de"))
    sitting.turn()
    assert isinstance(table.decider, BuyDecider) and table.decider.cart == cart
    assert [line.text for line in table.log.lines] != english and "legt" in table.log.lines[0].text
    assert table.decider.prompt.facts[0].startswith("Bargeld") and "Aktien kaufen" in table.question()
    sitting.app.change(replace(sitting.app.settings, language="en"))
    assert [line.text for line in table.log.lines] == english
