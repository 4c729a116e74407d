"""Squares on which no tile can ever be placed are marked on the board, and said to a screen reader."""

from collections.abc import Callable

import pygame

from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.table_view.board_view import square_box
from acquire_client.window.widgets.focus_manager import TIP_DELAY_MS

from .driver import Window
from .screens import EMPTY, position, whole_game

BOARD = ["AAAAAAAAAAA.", "............", "TTTTTTTTTTT.", *[EMPTY] * 6]


def sit(window: Callable[..., Window]) -> Window:
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.sit_at(position("4B 9I 12A", board=BOARD, shares=[{}] * 4))
    return sitting


def test_a_dead_square_looks_different_and_says_why(window: Callable[..., Window]) -> None:
    sitting = sit(window)
    assert sitting.table.snapshot.dead == {f"{column}B" for column in range(1, 12)}
    places = sitting.table.places.squares
    for name, text in (("5B", "Dead: no tile can ever be placed between these chains."), ("5D", None)):
        sitting.point(*square_box(places, name).middle)
        sitting.now_ms += TIP_DELAY_MS
        sitting.turn()
        assert (sitting.app._tip[0] if sitting.app._tip else None) == text


def test_a_cross_is_painted_where_both_chains_are_safe_and_nowhere_else(window: Callable[..., Window]) -> None:
    sitting = sit(window)
    surface = sitting.app.painter.surface
    sitting.app.draw()
    fill = tuple(pygame.Color(sitting.app.painter.look.empty.fill))
    for name in ("5B", "5D"):
        box = square_box(sitting.table.places.squares, name)
        assert (surface.get_at((box.x + box.w // 4, box.y + box.h // 3))[:3] == fill[:3]) == (name == "5D")


def replayed(window: Callable[..., Window]) -> Window:
    """Return the replay of a finished game, at its end."""
    sitting = window(width=1280, height=720, bot_delay_ms=0)
    sitting.app.show_replay(whole_game("Ada:casual,Ben:casual,Cleo:casual", 4), None, ())
    sitting.key(pygame.K_END)
    return sitting


def test_a_replay_marks_dead_squares_too(window: Callable[..., Window]) -> None:
    sitting = replayed(window)
    scene = sitting.top
    assert isinstance(scene, ReplayScene)
    while not scene.moment.dead:
        sitting.key(pygame.K_LEFT)
        assert scene.stop, "no square of this game is dead"
    dead, surface = min(scene.moment.dead), sitting.app.painter.surface
    sitting.app.draw()
    fill = tuple(pygame.Color(sitting.app.painter.look.empty.fill))
    box = square_box(scene.places.table.squares, dead)
    assert surface.get_at((box.x + box.w // 4, box.y + box.h // 3))[:3] != fill[:3]
    names = {node.key: node.name for part in scene.accessible_parts() for row in part.children for node in row.children}
    assert names[f"square {dead}"] == f"{dead}, empty, dead"
    sitting.key(pygame.K_HOME)
    assert scene.moment.dead == frozenset()


def test_a_screen_reader_hears_of_dead_squares(window: Callable[..., Window]) -> None:
    sitting = sit(window)
    names = {node.key: node.name for part in sitting.table.accessible_parts() for row in part.children for node in row.children}
    assert names["square 5B"] == "5B, empty, dead" and names["square 5D"] == "5D, empty"
    assert names["square 4B"].startswith("4B, your tile")
