"""Whole games through the window: by the keyboard alone and by the mouse alone, and the record is what was chosen."""

import random
from collections.abc import Callable

import pygame
import pytest

from acquire_client.scenes.basket_deciders import BuyDecider, DiscardDecider, DisposeDecider, TradeDecider
from acquire_client.scenes.deciders import PickDecider, next_square
from acquire_client.scenes.dialog import Dialog
from acquire_client.scenes.game_over import GameOver
from acquire_client.scenes.hand_over import HandOver
from acquire_client.scenes.table import Table
from acquire_core.actions import Action, Buy, Discard, Dispose, Pass, Pick, Place, Stop, Trade2

from .driver import Window

MOST_DECISIONS = 2000

# Enough kinds of rules that every question of the kernel is put to somebody.
GAMES = [
    ("keys", "Anna,Ada:casual,Ben:casual", "classic", {}),
    ("mouse", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True}),
]
MORE_GAMES = [
    ("keys", "Anna,Ada:casual", "classic", {"special_powers": True, "sell_shares": True}),
    ("keys", "Anna,Bea", "classic", {"open_pick": True, "found_optional": True}),
    ("mouse", "Anna,Ada:random,Ben:random", "dos-1988", {"end_mode": "end_of_turn", "no_tile": "replace_hand"}),
]


def chosen(table: Table, rng: random.Random) -> Action:
    """Any legal answer, but one that takes the game on."""
    legal = table.match.game.legal_actions()
    return rng.choice(legal)


def by_keys(window: Window, table: Table, action: Action) -> None:
    """The keys that mean an action."""
    decider = table.decider
    assert decider is not None
    shift = pygame.KMOD_SHIFT
    match action:
        case Place(_, tile):
            window.key(str(table.seen().hand.index(tile) + 1))
        case Pick(_, tile):
            walk_to(window, tile)
            window.key(pygame.K_RETURN)
        case Buy(_, chains, sell):
            for chain in sell:
                window.key(chain[0], shift)
            for chain in chains:
                window.key(chain[0])
            window.key(pygame.K_RETURN)
        case Dispose(_, _, sell, trade):
            for _ in range(trade // 2):
                window.key("t")
            for _ in range(sell):
                window.key("s")
            window.key(pygame.K_RETURN)
        case Trade2(_, give, get):
            for side, chain in (("give", give), ("get", get)):
                tab_to(window, f"{side} {chain}")
                window.key(pygame.K_RETURN)
            tab_to(window, "confirm")
            window.key(pygame.K_RETURN)
        case Discard(_, tiles):
            assert isinstance(decider, DiscardDecider)
            for number, tile in enumerate(decider.handful.dead, 1):
                if tile not in tiles:
                    window.key(str(number))
            tab_to(window, "confirm")
            window.key(pygame.K_RETURN)
        case Stop() if isinstance(decider, TradeDecider):
            window.key("s")
        case _:
            key = next(choice.key for choice in decider.prompt.choices if choice.action == action)
            window.key(key.lower())


def walk_to(window: Window, tile: str) -> None:
    """Move the cursor over the bag's tiles with the arrows; rows and columns may have to be walked around."""
    decider = window.table.decider
    assert isinstance(decider, PickDecider)
    keys = {(-1, 0): pygame.K_LEFT, (1, 0): pygame.K_RIGHT, (0, -1): pygame.K_UP, (0, 1): pygame.K_DOWN}
    seen, ways = {decider.cursor}, [(decider.cursor, [])]
    while ways:
        at, way = ways.pop(0)
        if at == tile:
            for key in way:
                window.key(key)
            assert decider.cursor == tile
            return
        for (dx, dy), key in keys.items():
            name = next_square(at, dx, dy, decider.prompt.tiles)
            if name is not None and name not in seen:
                seen.add(name)
                ways.append((name, [*way, key]))
    raise AssertionError(f"no way leads to {tile}")


def tab_to(window: Window, name: str) -> None:
    for _ in range(len(window.top.stage.widgets) + 1):
        if window.top.stage.focus == name:
            return
        window.key(pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {name}")


def by_mouse(window: Window, table: Table, action: Action) -> None:
    decider = table.decider
    assert decider is not None
    match action:
        case Place(_, tile):
            window.click(f"tile {tile}")
        case Pick(_, tile):
            square = table.places.squares[("ABCDEFGHI".index(tile[-1])) * 12 + int(tile[:-1]) - 1]
            window.click(square.middle)
            if table.decider is decider:
                window.click("confirm")
        case Buy(_, chains, sell):
            assert isinstance(decider, BuyDecider)
            for chain in sell:
                box = window.widget(f"stock {chain}").box
                window.click((box.x + 8, box.bottom - 8))
            for chain in chains:
                window.click(f"stock {chain}")
            window.click("confirm")
        case Dispose(_, _, sell, trade):
            assert isinstance(decider, DisposeDecider)
            for part, times in (("trade", trade // 2), ("sell", sell)):
                for _ in range(times):
                    plus = window.widget(f"part {part}")._parts()[2]  # type: ignore[attr-defined]
                    window.click(plus.middle)
            window.click("confirm")
        case Trade2(_, give, get):
            window.click(f"give {give}")
            window.click(f"get {get}")
            window.click("confirm")
        case Discard(_, tiles):
            assert isinstance(decider, DiscardDecider)
            for tile in decider.handful.dead:
                if tile not in tiles:
                    window.click(f"dead {tile}")
            window.click("confirm")
        case Stop() if isinstance(decider, TradeDecider):
            window.click("stop")
        case _:
            key = next(choice.key for choice in decider.prompt.choices if choice.action == action)
            window.click(f"choice {key}")


def play_through(window: Window, table: Table, answer: Callable[[Window, Table, Action], None], mouse: bool,
                 seed: int) -> list[Action]:
    """Every decision of every person, until the game is over; what was chosen."""
    rng, made = random.Random(seed), []
    for _ in range(MOST_DECISIONS):
        top = window.top
        if isinstance(top, GameOver):
            return made
        if isinstance(top, HandOver):
            window.click("sit") if mouse else window.key(pygame.K_RETURN)
        elif isinstance(top, Dialog):
            window.click("answer 0") if mouse else window.key(pygame.K_RETURN)
        elif table.decider is not None:
            action = chosen(table, rng)
            made.append(action)
            answer(window, table, action)
            if isinstance(window.top, Table):
                assert table.decider is None or table.decider.prompt is not None
        window.settle()
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("hands", "seats", "rules", "options"),
                         [*GAMES, *(pytest.param(*game, marks=pytest.mark.fully) for game in MORE_GAMES)])
def test_a_whole_game_is_what_was_chosen(window: Callable[..., Window], hands: str, seats: str, rules: str,
                                         options: dict[str, object]) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    table = sitting.play(seats, rules, seed=11, **options)
    made = play_through(sitting, table, by_keys if hands == "keys" else by_mouse, hands == "mouse", seed=5)
    people = set(table.match.people)
    played = [action for action in table.match.game.actions() if action.seat in people]
    assert without_forced(played, made) == made
    assert table.match.over
    assert not (sitting.home / "records" / "interrupted.acquire").exists()
    assert isinstance(sitting.top, GameOver)


def without_forced(played: list[Action], made: list[Action]) -> list[Action]:
    """What was played but for answers that nobody was asked for: passes, stops, empty purchases between the others."""
    kept: list[Action] = []
    for action in played:
        expected = made[len(kept)] if len(kept) < len(made) else None
        empty = isinstance(action, Pass | Stop) or action in (Buy(action.seat), Discard(action.seat))
        if action == expected or not empty:
            kept.append(action)
    return kept
