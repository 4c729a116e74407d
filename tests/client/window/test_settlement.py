"""The end of a game: it is settled chain by chain, and any key goes to the result at once."""

from collections.abc import Callable

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.window.scenes.game_over import CHAIN_MS, GameOver
from acquire_core import RULESETS

from .driver import Window
from .screens import SCREENS


@pytest.fixture
def settling(window: Callable[..., Window]) -> tuple[Window, GameOver]:
    sitting = window(bot_delay_ms=0, animation="normal")
    SCREENS["over"](sitting)
    over = sitting.top
    assert isinstance(over, GameOver)
    over.review.cancel_work()
    return sitting, over


def begin_anew(sitting: Window, over: GameOver) -> None:
    """Show the settlement from its beginning, however long the game before it took."""
    over.settled, over._began_ms = 0.0, sitting.now_ms
    over.rebuild()


def test_money_grows_chain_by_chain_to_the_result(settling: tuple[Window, GameOver]) -> None:
    sitting, over = settling
    begin_anew(sitting, over)
    chains, totals = len(over.settlement.chains), []
    assert chains >= 3
    for _ in range(chains):
        assert over.is_settling and over.wait_ms(sitting.now_ms) is not None
        totals.append(sum(worth.total for worth in over.settlement.worth_after(over.settled)))
        sitting.now_ms += CHAIN_MS
        sitting.turn()
    assert totals == sorted(totals) and not over.is_settling and over.wait_ms(sitting.now_ms) is None
    worth = over.settlement.worth_after(over.settled)
    assert {seat: round(worth[seat].total) for _, seat, _ in over.standings} == {seat: money for _, seat, money in over.standings}


def test_while_it_is_settled_it_says_who_gets_what_and_nobody_has_won_yet(settling: tuple[Window, GameOver]) -> None:
    sitting, over = settling
    begin_anew(sitting, over)
    texts = " ".join(sitting.written())
    assert "The game is over" in texts and "+$" in texts and "wins" not in texts and "You " not in texts


def test_the_result_names_who_announced_the_end(settling: tuple[Window, GameOver]) -> None:
    sitting, over = settling
    over.skip()
    sitting.turn()
    assert over.match.game.end_reason == "declared"
    assert any(text.endswith(" announced the end of the game. All chains on the board were safe.") for text in sitting.written())


@pytest.mark.parametrize("key", ["enter", "space", "x"])
def test_any_key_goes_to_the_result_and_does_nothing_else(settling: tuple[Window, GameOver], key: str) -> None:
    sitting, over = settling
    begin_anew(sitting, over)
    assert {widget.name for widget in over.focus_manager.widgets} >= {"skip"}
    sitting.key({"enter": "\r", "space": " "}.get(key, key))
    assert sitting.top is over and not over.is_settling, "the next game does not begin by it"
    assert over.focus_manager.widget_named("again") is not None and over.focus_manager.widget_named("skip") is None
    assert "You " in " ".join(sitting.written())


def test_without_motion_the_result_is_there_at_once(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["over"](sitting)
    assert isinstance(sitting.top, GameOver) and not sitting.top.is_settling


@pytest.mark.parametrize(("options", "has_row"), [({}, True), ({"two_player_market": False}, False)])
def test_between_two_players_the_market_that_took_a_bonus_has_a_row(window: Callable[..., Window], options: dict[str, bool],
                                                                   has_row: bool) -> None:
    sitting = window(bot_delay_ms=0)
    match = LocalMatch.start(RULESETS["classic"].replace(**options), players_from("Anna:casual,Ben:casual"), 5)
    while not match.is_over:
        match.answer(match.bot_action())
    sitting.sit_at(LocalMatch.resume(match.record(), players_from("Anna,Ben:casual")))
    over = sitting.top
    assert isinstance(over, GameOver)
    over.review.cancel_work()
    assert ("The market" in sitting.written()) is has_row
    table = next(part for part in over.accessible_parts() if part.key == "holdings")
    assert [row.name for row in table.children] == ["Anna", "Ben", *["The market"] * has_row]
