"""After two wins in a row the next level is proposed where the game ends, and one key or click begins it."""

from collections.abc import Callable

import pytest

from acquire_client.files.past_games import PastGames
from acquire_client.window.scenes.table import TableScene

from .driver import Window
from .screens import SCREENS, result_page, won_match


@pytest.mark.parametrize("mouse", [False, True], ids=["key", "mouse"])
def test_two_wins_in_a_row_propose_the_next_level(window: Callable[..., Window], mouse: bool) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["over-next-level"](sitting)
    written = sitting.written()
    assert "Play against level 3 Club" in written and "Two wins in a row: try the next level" in written
    before = sitting.table.match
    sitting.click("raise") if mouse else sitting.key("n")
    assert isinstance(sitting.top, TableScene)
    match = sitting.table.match
    assert match is not before and match.game.ruleset == before.game.ruleset
    assert [(player.name, player.level) for player in match.players] == [
        ("Annabel", None), ("Ben", "club"), ("Clementine", "club")]


def test_the_first_win_proposes_nothing(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    PastGames(sitting.home / "records").add(won_match().record())  # the same game, not another one
    sitting.sit_at(won_match())
    sitting.app.workers.settle()
    sitting.turn()
    over = result_page(sitting)
    assert over.next_level is None
    assert over.focus_manager.widget_named("raise") is None
    sitting.key("n")
    assert sitting.top is over


@pytest.mark.parametrize("size", [(1024, 640), pytest.param((1280, 720), marks=pytest.mark.fully),
                                  pytest.param((1920, 1080), marks=pytest.mark.fully)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_proposal_is_written_whole(window: Callable[..., Window], size: tuple[int, int], language: str) -> None:
    sitting = window(bot_delay_ms=0, language=language, width=size[0], height=size[1])
    SCREENS["over-next-level"](sitting)
    assert sitting.widget("raise").enabled
    sitting.written()
    assert not sitting.app.painter.clipped
