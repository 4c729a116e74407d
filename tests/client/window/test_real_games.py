"""Games in a real window, by the mouse alone and by the keyboard alone: every kind of decision, and whole games from the title to
the end. What lies on the disk afterwards is what was chosen."""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count as numbers
from itertools import cycle
from pathlib import Path

import pygame
import pytest

from acquire_client.files.saves import load
from acquire_client.files.unfinished_games import UnfinishedGames
from acquire_client.matches.local import LocalMatch, forced_action
from acquire_client.matches.players import players_from
from acquire_client.window.scenes.game_over import GameOver
from acquire_core import RULESETS
from acquire_core.actions import CHANCE, Action, Buy, DeclareEnd, Discard, Dispose, Found, ReplaceHand, Trade2, UsePower
from acquire_core.record import Record
from tests.support.few_cases import few_cases

from .hands import possible_answers, without_forced
from .real_player import Player, as_a_casual_player
from .real_window import eventually, needs_a_screen, real_window

pytestmark = [needs_a_screen, pytest.mark.fully]

HANDS = ("mouse", "keys")
MORE = 2
"""Decisions that follow the one that is looked for."""
POWERS = dict(special_powers=True, open_pick=True, sell_shares=True)


@dataclass(frozen=True)
class Kind:
    """A decision, the rules in which it comes up, and which answers are given to it."""

    phase: str
    options: dict[str, object] = field(default_factory=dict)
    wanted: Callable[[Action], bool] = lambda action: True


KINDS = {
    "found": Kind("found"),
    "found-none": Kind("found", {"found_optional": True}, lambda action: isinstance(action, Found) and not action.chain),
    "survivor": Kind("survivor"),
    "order": Kind("next_defunct"),
    "disposal": Kind("dispose", wanted=lambda action: isinstance(action, Dispose) and action.sell > 0 and action.trade > 0),
    "buying": Kind("buy", wanted=lambda action: isinstance(action, Buy) and len(action.chains) == 3),
    "selling": Kind("buy", POWERS, lambda action: isinstance(action, Buy) and bool(action.sell)),
    "power": Kind("power_start", POWERS, lambda action: isinstance(action, UsePower) and action.power == "take5"),
    "power-to-buy": Kind("power_buy", POWERS, lambda action: isinstance(action, UsePower) and action.power == "free3"),
    "trade": Kind("trade2", POWERS, lambda action: isinstance(action, Trade2)),
    "pick": Kind("pick", POWERS),
    "discard": Kind("discard", {"dead_policy": "choice"}, lambda action: isinstance(action, Discard) and bool(action.tiles)),
    "hand": Kind("replace_hand", {"no_tile": "replace_hand", "dead_policy": "never"},
                 lambda action: isinstance(action, ReplaceHand) and action.yes),
    "end": Kind("declare_before", wanted=lambda action: isinstance(action, DeclareEnd) and not action.yes),
}
PARTS = [tuple(KINDS)[first::3] for first in range(3)]


def position(kind: Kind) -> LocalMatch:
    """Return two people at the first decision of a random game that can be answered as wanted."""
    rules, players = RULESETS["classic"].replace(**kind.options), players_from("Anna,Bea")
    for seed in numbers(1):
        match, rng = LocalMatch.start(rules, players, seed), random.Random(seed)
        while not match.is_over:
            legal = match.game.legal_actions()
            if match.game.phase == kind.phase and forced_action(match.game) is None and any(map(kind.wanted, legal)):
                return LocalMatch.resume(match.record())
            match.answer(rng.choice(legal))
    raise AssertionError("no game comes to it")


@pytest.fixture
def player(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Player]:
    with real_window(tmp_path) as real:
        one = Player(request.param, tmp_path / "memory", real)
        yield one
        one.doubled.close()


def decisions(record: Record) -> list[Action]:
    return [action for action in record.actions if action.seat != CHANCE]


@pytest.mark.parametrize(("player", "names"), few_cases(pytest.mark.more_cases, zip(cycle(HANDS), [*PARTS, *PARTS]), 3),
                         indirect=["player"])
def test_every_kind_of_decision_is_made(player: Player, names: tuple[str, ...]) -> None:
    matches = {name: position(KINDS[name]) for name in names}
    folders = (player.doubled.home / "records", player.real.records)
    for folder in folders:
        folder.mkdir(parents=True)
        for name, match in matches.items():
            (folder / f"{name}.acquire").write_text(match.record().text(), "utf-8")
    player.start()
    for name, match in matches.items():
        for path in (path for folder in folders for path in folder.iterdir() if path.stem in matches):
            os.utime(path, (number := names.index(path.stem), number))   # the list is by time: the same in both windows
        player.go_on_with(name)
        chosen = decide_some(player, KINDS[name], random.Random(name))
        player.leave()
        added = decisions(load(player.real.autosave))[len(decisions(match.record())):]
        assert KINDS[name].wanted(chosen[0]) and added[0] == chosen[0]
        assert without_forced(added, chosen) == chosen
    player.quit()


def decide_some(player: Player, kind: Kind, rng: random.Random) -> list[Action]:
    """Make the decision that is looked for as wanted, then some more."""
    chosen: list[Action] = []

    def choose(match: LocalMatch) -> Action:
        legal = possible_answers(match)
        return rng.choice(legal if chosen else [action for action in legal if kind.wanted(action)])

    while len(chosen) <= MORE:
        action = player.decide(choose)
        if action is not None:
            chosen.append(action)
    return chosen


@pytest.mark.parametrize("player", HANDS, indirect=True)
def test_a_whole_game_from_the_title_to_the_end(player: Player) -> None:
    """Against three computer players. The program draws its own seed, so no two runs are alike: it is read from the game when
    that has been saved once, and stands in the record that a failure leaves behind."""
    doubled, real = player.doubled, player.real
    saved = real.records / "game-1.acquire"
    player.start()
    player.press("new", "n")
    player.press("custom", "3")
    player.press("start", pygame.K_RETURN)
    player.press("key F7", pygame.K_F7)
    player.catch_up()
    assert eventually(saved.exists)
    table = doubled.sit_at(LocalMatch.resume(load(saved)))
    games = UnfinishedGames(doubled.home / "records")
    for path in games.free_paths():
        games.delete(path)  # the other game that the doubled window began: the title must look alike in both
    seat, chosen = table.match.people[0], []
    while not isinstance(doubled.top, GameOver):
        assert player.sees_the_same()
        action = player.decide(as_a_casual_player)
        chosen += [] if action is None else [action]
    player.catch_up()
    assert eventually(lambda: not real.autosave.exists()), "the game is over there too"
    player.press("save", pygame.K_F7)
    player.catch_up()
    assert eventually(lambda: saved.read_text("utf-8") == table.match.record().text())
    mine = [action for action in decisions(load(saved)) if action.seat == seat]
    assert len(chosen) > 10 and without_forced(mine, chosen) == chosen
    player.press("menu", pygame.K_ESCAPE)
    player.quit()
