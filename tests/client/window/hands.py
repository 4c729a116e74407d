"""Two hands at a window: for every decision the keys that mean it, and the clicks that mean it."""

import pygame

from acquire_client.matches.local import LocalMatch
from acquire_client.view_model.baskets import Split
from acquire_client.view_model.without_power import ACTS, without_power
from acquire_client.window.controller.basket_deciders import BuyDecider, DiscardDecider, DisposeDecider, TradeDecider
from acquire_client.window.controller.deciders import PickDecider, next_square
from acquire_client.window.scenes.table import TableScene
from acquire_core.actions import Action, Buy, Discard, Dispose, Pass, Pick, Place, Stop, Trade2, UsePower

from .driver import Window


def by_keys(window: Window, table: TableScene, action: Action) -> None:
    """The keys that mean an action."""
    decider = table.decider
    assert decider is not None
    shift = pygame.KMOD_SHIFT
    match action:
        case Place(_, tile):
            number = table.controller.shown.seen.hand.index(tile) + 1
            if number <= 9:
                window.key(str(number))
            else:
                tab_to(window, f"tile {tile}")
                window.key(pygame.K_RETURN)
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
            assert isinstance(decider, DisposeDecider)
            for key, mod, times in split_keys(decider.split, sell, trade):
                for _ in range(times):
                    window.key(key, shift if mod else 0)
            window.key(pygame.K_RETURN)
        case Trade2(_, give, get):
            assert isinstance(decider, TradeDecider)
            for chain in (give, get):
                if decider.exchange.action != action:  # a side with one candidate is chosen already
                    window.key(chain[0])
            window.key(pygame.K_RETURN)
        case Discard(_, tiles):
            assert isinstance(decider, DiscardDecider)
            for number, tile in enumerate(decider.handful.dead, 1):
                if tile not in tiles:
                    window.key(str(number))
            window.key(pygame.K_RETURN)
        case Stop() if isinstance(decider, TradeDecider):
            window.key(decider.stop_key)
        case _:
            key = next(choice.key for choice in decider.prompt.choices if choice.action == action)
            window.key(key.lower())


def split_keys(now: Split, sell: int, trade: int) -> list[tuple[str, bool, int]]:
    """From what is filled in to a split: which letter, whether with Shift, and how often."""
    return [("t", True, now.trade // 2), ("s", True, now.sell), ("t", False, trade // 2), ("s", False, sell)]


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
    for _ in range(len(window.top.focus_manager.widgets) + 1):
        if window.top.focus_manager.focus == name:
            return
        window.key(pygame.K_TAB)
    raise AssertionError(f"Tab never comes to {name}")


def by_mouse(window: Window, table: TableScene, action: Action) -> None:
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
            for key, fewer, times in split_keys(decider.split, sell, trade):
                for _ in range(times):
                    minus, _, plus, _ = window.widget({"s": "part sell", "t": "part trade"}[key])._part_boxes()  # type: ignore[attr-defined]
                    window.click((minus if fewer else plus).middle)
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


def possible_answers(match: LocalMatch) -> list[Action]:
    """Return the answers that a table takes: where a power is asked for beside a tile or a purchase, those instead of none."""
    legal, ahead = list(match.game.legal_actions()), without_power(match.observe(match.asked_seat))
    if ahead is None:
        return legal
    kind = ACTS[match.game.phase][1]
    return [action for action in legal if action != UsePower(match.asked_seat or 0, None)] + [
        action for action in ahead.legal_actions() if isinstance(action, kind)]


def as_answered(played: list[Action]) -> list[Action]:
    """Return what was played but for the words that no power is used, where the tile or the purchase behind them said so."""
    return [action for action, behind in zip(played, [*played[1:], None], strict=True)
            if not (action == UsePower(action.seat, None) and isinstance(behind, Place | Buy) and behind.seat == action.seat)]


def without_forced(played: list[Action], made: list[Action]) -> list[Action]:
    """Return what was played but for answers that nobody was asked for: passes, stops, empty purchases between the others."""
    kept: list[Action] = []
    for action in played:
        expected = made[len(kept)] if len(kept) < len(made) else None
        empty = isinstance(action, Pass | Stop) or action in (Buy(action.seat), Discard(action.seat), UsePower(action.seat, None))
        if action == expected or not empty:
            kept.append(action)
    return kept
