"""Sounds: every one is short, never too loud, has several variants, and is heard when it should be."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from acquire_client.files.settings import Settings, settings_from
from acquire_client.window.assets.sound_samples import NAMES, RATE, VARIANTS, samples
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.sound import Sounds
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import HAND, TWO_CHAINS, position

EVERY = [(name, variant) for name in NAMES for variant in range(VARIANTS)]
FULL = 32_767
LONGEST_MS = {"place": 250, "share": 250, "coin": 400, "error": 400}


def energy(made: array[int], begin: int, end: int) -> float:
    return sum(value * value for value in made[begin:end]) / max(1, end - begin)


@pytest.mark.parametrize(("name", "variant"), few_cases(pytest.mark.more_cases, EVERY, lambda case: not case[1]))
def test_a_sound_is_short_and_not_clipped(name: str, variant: int) -> None:
    made = samples(name, variant)
    assert 100 <= 1000 * len(made) / RATE <= LONGEST_MS.get(name, 700)
    loudest = max(map(abs, made))
    assert 0.3 * FULL < loudest < 0.75 * FULL
    assert sum(abs(value) == loudest for value in made) < 4, "a clipped wave has a flat top"


@pytest.mark.parametrize(("name", "variant"), few_cases(pytest.mark.more_cases, EVERY, lambda case: not case[1]))
def test_a_sound_begins_and_ends_in_silence(name: str, variant: int) -> None:
    """A jump at either end is heard as a click."""
    made = samples(name, variant)
    assert abs(made[0]) < 0.08 * FULL and abs(made[-1]) < 0.002 * FULL
    assert abs(sum(made) / len(made)) < 0.01 * FULL, "it stays around zero"


@pytest.mark.parametrize("name", NAMES)
def test_variants_differ_and_each_is_alike_every_time(name: str) -> None:
    variants = [samples(name, variant) for variant in range(VARIANTS)]
    assert VARIANTS >= 3
    for one, other in combinations(variants, 2):
        apart = sum(abs(a - b) for a, b in zip(one, other, strict=True))
        assert apart > 0.1 * sum(map(abs, one))
    assert variants[1] == samples(name, 1)


@pytest.mark.parametrize("name", ["place", "share", "coin"])
def test_a_stroke_dies_away(name: str) -> None:
    made = samples(name)
    third = len(made) // 3
    assert energy(made, 0, third) > 20 * energy(made, 2 * third, len(made))


def test_wood_is_dull_and_paper_and_coins_are_bright() -> None:
    """How often a wave crosses zero tells how high it is."""
    def crossings_per_s(name: str) -> float:
        made = samples(name)[:RATE // 10]
        return sum((a < 0) != (b < 0) for a, b in pairwise(made)) * RATE / len(made)

    wood, paper, coin = map(crossings_per_s, ("place", "share", "coin"))
    assert wood < 2500 < min(paper, coin)


class FakeSound:
    """What pygame would play; `played` is shared by all of them."""

    played: list[tuple[bytes, float]] = []

    def __init__(self, buffer: bytes) -> None:
        self.buffer, self.volume = buffer, 1.0

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    def play(self) -> None:
        self.played.append((self.buffer, self.volume))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, float]]:
    FakeSound.played = []
    monkeypatch.setattr(pygame, "mixer", SimpleNamespace(init=lambda *_, **__: None, Sound=FakeSound))
    return FakeSound.played


def test_no_two_equal_plays_follow_each_other(played: list[tuple[bytes, float]]) -> None:
    sounds = Sounds(50)
    for _ in range(3 * VARIANTS):
        sounds.play("place")
    heard = [buffer for buffer, _ in played]
    assert len(heard) == 3 * VARIANTS and all(a != b for a, b in pairwise(heard))
    assert len(set(heard)) == VARIANTS


def test_my_turn_has_a_volume_of_its_own(played: list[tuple[bytes, float]]) -> None:
    sounds = Sounds(40, 90)
    sounds.play("coin")
    sounds.play("turn")
    assert [volume for _, volume in played] == [0.4, 0.9]
    sounds.volume, sounds.turn_volume = 0, 30
    sounds.play("coin")
    sounds.play("turn")
    assert [volume for _, volume in played[2:]] == [0.3]


def test_a_sound_is_made_in_a_thread_once_and_played_when_it_is_there(played: list[tuple[bytes, float]]) -> None:
    jobs: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
    sounds = Sounds(50, start=lambda job, done: jobs.append((job, done)))
    sounds.play("coin")
    sounds.play("coin")
    assert len(jobs) == 1 and not played
    job, done = jobs[0]
    done(job())
    assert len(played) == 1
    sounds.play("coin")
    assert len(jobs) == 1 and len(played) == 2


def test_at_volume_0_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_client.window.sound.samples", lambda *_: pytest.fail("made"))
    sounds = Sounds(0)
    for name in NAMES:
        sounds.play(name)


# --- at the table ---

def listening(sitting: Window) -> list[str]:
    heard: list[str] = []
    sitting.app.play_sound = heard.append  # type: ignore[method-assign]
    return heard


def test_tiles_sound_of_wood_and_shares_of_paper(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=1500)
    sitting.sit_at(position(HAND))
    heard = listening(sitting)
    sitting.key("4")
    assert heard == ["place"]
    sitting.key("t")
    sitting.key(pygame.K_RETURN)
    assert heard == ["place", "share"]


def test_a_merger_has_its_motif_and_a_coin_for_what_is_paid(window: Callable[..., Window]) -> None:
    for animation, expected in (("none", ["merge", "coin", "turn"]), ("normal", ["merge", "turn"])):
        sitting = window(bot_delay_ms=1500, animation=animation)
        sitting.sit_at(position("3D 9I", board=TWO_CHAINS))
        heard = listening(sitting)
        sitting.key("1")
        assert heard == expected, "while bonuses are counted a coin sounds with each place"


def test_many_moves_at_once_are_no_noise(window: Callable[..., Window]) -> None:
    """Computer players without a pause: what they have done is heard together, each sound once."""
    sitting = window(bot_delay_ms=0)
    sitting.sit_at(position(HAND))
    sitting.key("4")
    heard = listening(sitting)
    sitting.key(pygame.K_RETURN)
    for _ in range(20):
        before = len(heard)
        sitting.settle(1)
        new = heard[before:]
        assert len(new) == len(set(new))
    assert heard[-1] == "turn"


# --- the settings ---

def test_both_volumes_are_set_on_the_page_and_heard_at_once(window: Callable[..., Window]) -> None:
    sitting = window(volume=50, turn_volume=50)
    sitting.app.push(SettingsPage(sitting.app))
    heard = listening(sitting)
    for name, sound in (("volume", "place"), ("turn_volume", "turn")):
        sitting.top.focus_manager.focus = name
        sitting.key(pygame.K_RIGHT)
        assert heard[-1] == sound
    assert (sitting.app.settings.volume, sitting.app.settings.turn_volume) == (60, 60)
    assert (sitting.app.sounds.volume, sitting.app.sounds.turn_volume) == (60, 60)
    assert "Sound of my turn" in sitting.written()


def test_an_older_file_has_one_volume_for_everything() -> None:
    assert settings_from({"volume": 0}).turn_volume == 0
    assert settings_from({"volume": 20, "turn_volume": 80}).turn_volume == 80
    assert settings_from({}).turn_volume == Settings().turn_volume


def test_the_settings_page_has_the_text_in_german(window: Callable[..., Window]) -> None:
    sitting = window(language="de")
    sitting.app.push(SettingsPage(sitting.app))
    assert "Ton, wenn ich dran bin" in sitting.written()
    assert not sitting.app.painter.clipped
