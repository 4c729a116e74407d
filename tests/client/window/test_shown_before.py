"""What the table tells before an answer is given: what tiles would do, what a purchase or a disposal brings about."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.view_model.facts import standing_now
from acquire_client.view_model.hints import reason_sentence
from acquire_client.view_model.preview import price_changes
from acquire_client.window.controller.basket_deciders import BuyDecider, DisposeDecider
from acquire_core.actions import Found
from acquire_core.ai.explain import reason_for

from .driver import Window
from .screens import EMPTY, HAND, SCREENS, position

MERGER = [EMPTY, EMPTY, EMPTY, "LL.TTT......", *[EMPTY] * 5]
HOLDERS = [{"luxor": 7, "tower": 1}, {"luxor": 3, "tower": 5}, {"tower": 9}, {}]


def facts(sitting: Window) -> str:
    assert sitting.table.decider is not None
    return sitting.table.decider.fact_line()


def test_a_square_says_what_the_tile_in_hand_would_do(window: Callable[..., Window]) -> None:
    """Once below the tile and once on the board; on small squares there are the marks of the chains alone."""
    sitting = window(width=1280, height=720)
    sitting.sit_at(position(HAND))
    sitting.point(*sitting.table.places.action_bar.middle)
    shown = sitting.written()
    assert shown.count("grows") == 6 and shown.count("not now") == 2
    sitting.app.resize_window(1024, 640)
    assert sitting.written().count("grows") == 3


def test_a_preview_names_the_prices_that_change(window: Callable[..., Window]) -> None:
    sitting = window()
    sitting.sit_at(position(HAND))
    x, y = sitting.widget("tile 8C").box.middle
    sitting.point(x, y)
    assert any("Festival $600 → $700." in text for text in sitting.written())
    assert price_changes({"tower": 300}, {"tower": 0}) == ()


@pytest.mark.parametrize(("letters", "text"), [
    ("t", "Tower: second place"), ("l", "Luxor: majority"), ("ttt", "Tower: second place"), ("", ""), ("lt", "Luxor: majority")])
def test_a_purchase_says_what_majorities_it_makes(window: Callable[..., Window], letters: str, text: str) -> None:
    sitting = window()
    sitting.sit_at(position("9I 12A", board=["LL..TTT.....", *[EMPTY] * 8],
                            shares=[{"luxor": 3, "tower": 4}, {"luxor": 3, "tower": 9}, {}, {}]))
    sitting.key("1")
    assert isinstance(sitting.table.decider, BuyDecider)
    for letter in letters:
        sitting.key(letter)
    assert (text in facts(sitting)) and ("Total" in facts(sitting)) == bool(letters)


def test_equal_holdings_share_a_majority_and_concealed_ones_tell_nothing(window: Callable[..., Window]) -> None:
    shares = [{"luxor": 2}, {"luxor": 3}, {}, {}]
    for holdings, is_shown in (("open", True), ("hidden", False)):
        sitting = window()
        sitting.sit_at(position("9I 12A", board=["LL.TTT......", *[EMPTY] * 8], shares=shares, holdings=holdings))
        sitting.key("1")
        sitting.key("l")
        assert ("Luxor: shared majority" in facts(sitting)) == is_shown


def test_a_disposal_says_what_comes_of_it_and_what_the_market_has_left(window: Callable[..., Window]) -> None:
    sitting = window()
    table = sitting.sit_at(position("3D 9I", board=MERGER, shares=HOLDERS))
    sitting.key("1")
    assert isinstance(table.decider, DisposeDecider)
    market = table.controller.shown.seen.market["tower"]
    assert facts(sitting) == f"You hold 7 Luxor.   Tower: {market} left, $600 after the merger"
    assert {"$0 now", "$200 each", "2 → 1 Tower ($600)", "Keep 7 shares"} <= set(sitting.written())
    for key in "tts":
        sitting.key(key)
    assert facts(sitting) == f"You get $200 and 2 Tower; you hold 2 Luxor.   Tower: {market - 2} left, $600 after the merger"
    assert "Sell 1, trade 4" in sitting.written()


def test_a_merger_says_who_decides_behind_whom(window: Callable[..., Window]) -> None:
    shares = [{"luxor": 1}, {"luxor": 3}, {}, {"luxor": 7}]
    sitting = window(bot_delay_ms=1500)
    table = sitting.sit_at(position("3D 9I", board=MERGER, shares=shares))
    sitting.key("1")
    assert table.match.asked_seat == 0 and "Then: Ben, Dan" in sitting.written()
    sitting.key(pygame.K_RETURN)
    assert table.match.asked_seat == 1 and "Then: Dan" in sitting.written()


def test_where_the_majority_decides_first_those_behind_it_are_named_in_that_order(window: Callable[..., Window]) -> None:
    shares = [{"luxor": 1}, {"luxor": 3}, {}, {"luxor": 7}]
    sitting = window(bot_delay_ms=1500)
    table = sitting.sit_at(position("3D 9I", board=MERGER, shares=shares, disposal_order="majority"))
    sitting.key("1")
    assert table.match.asked_seat == 3 and "Then: Ben, Annabel" in sitting.written()


def test_who_would_win_now_is_the_team_that_has_most_together() -> None:
    """Annabel and Clementine have less than the others, although Annabel has more than Ben."""
    match = position(HAND, teams=True)
    seen = match.observe(0)
    annabel, ben, clementine, dan = seen.if_ended
    assert annabel > ben and annabel + clementine < ben + dan
    text = standing_now(seen, match.names)
    assert text == f"If the game ended now, Ben and Dan would win with ${ben + dan:,} together."


def test_a_disposal_is_filled_in_as_the_last_one_was(window: Callable[..., Window]) -> None:
    """The first merger is answered by selling, so for the second one all is sold if just Enter is pressed."""
    sitting = window(bot_delay_ms=0)
    board = ["LL.TTTTT....", EMPTY, "AA.WWWWW....", *[EMPTY] * 6]
    shares = [{"luxor": 4, "american": 5}, {}, {}, {}]
    table = sitting.sit_at(position("3A 3C 9I 12I", "Anna,Bea,Carl,Dora", shares, board))
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    sitting.key("1")
    sitting.key("s")
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    while table.match.game.phase != "dispose":
        if table.decider is None:
            sitting.key(pygame.K_RETURN)
        elif table.match.asked_seat == 0 and table.decider.prompt.phase == "place":
            sitting.key("1")
        else:
            choice = next((choice for choice in table.decider.prompt.choices if choice.action), None)
            sitting.key("n" if table.decider.prompt.phase == "buy" or choice is None else choice.key.lower())
        sitting.settle()
    assert isinstance(table.decider, DisposeDecider)
    split = table.decider.split
    assert (split.hold, split.sell, split.trade) == (0, 5, 0)


# --- what a tooltip knows, the preview says too ---

def previewed(sitting: Window, tile: str) -> str:
    sitting.point(*sitting.widget(f"tile {tile}").box.middle)
    return " ".join(sitting.written())


@pytest.mark.parametrize(("language", "text"), [("en", "founds a chain of 3 tiles"), ("de", "gründet eine Kette aus 3 Steinen")])
def test_the_preview_of_a_founding_says_how_large_the_chain_is(window: Callable[..., Window], language: str, text: str) -> None:
    sitting = window(language=language)
    sitting.sit_at(position("5C 9I", board=[EMPTY, "....o.......", "...o........", *[EMPTY] * 6]))
    assert text in previewed(sitting, "5C")


def test_a_founding_says_what_the_names_differ_in(window: Callable[..., Window]) -> None:
    sitting = window()
    SCREENS["found-first"](sitting)
    assert "Prices rise with the size of a chain; dearer names pay larger bonuses." in sitting.written()
    seen, names = sitting.table.snapshot.seen, sitting.table.controller.names
    reasons = {reason_sentence(reason_for(seen, Found(0, chain)), names) for chain in ("luxor", "american", "imperial")}
    assert reasons == {"Founds Luxor and gets a free share; more are cheap at $200.",
                       "Founds American and gets a free share worth $300.",
                       "Founds Imperial and gets a free share worth $400; its bonuses are large."}


TIE = [EMPTY, EMPTY, EMPTY, "LL.TT.......", *[EMPTY] * 5]


@pytest.mark.parametrize(("language", "luxor", "tower"), [
    ("en", "If Luxor survives: Clementine +$2,000 and Ben +$1,000.", "If Tower survives: Annabel +$2,000 and Ben +$1,000."),
    ("de", "Überlebt Luxor: Clementine +2.000\u00a0$ und Ben +1.000\u00a0$.",
     "Überlebt Tower: Annabel +2.000\u00a0$ und Ben +1.000\u00a0$.")])
def test_the_preview_of_a_tie_says_the_bonuses_of_either_outcome(window: Callable[..., Window], language: str, luxor: str,
                                                                tower: str) -> None:
    sitting = window(language=language, width=1920, height=1080)
    sitting.sit_at(position("3D 9I", board=TIE, shares=HOLDERS))
    preview = previewed(sitting, "3D")
    assert luxor in preview and tower in preview


def test_the_preview_of_a_tie_tells_nothing_about_concealed_holdings(window: Callable[..., Window]) -> None:
    sitting = window(width=1920, height=1080)
    sitting.sit_at(position("3D 9I", board=TIE, shares=HOLDERS, holdings="hidden"))
    preview = previewed(sitting, "3D")
    assert "survives:" not in preview and "holdings are concealed" in preview


# --- tiles that cannot be placed ---

def test_a_number_or_a_click_on_a_tile_that_cannot_be_placed_says_why(window: Callable[..., Window],
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    board = [EMPTY, EMPTY, EMPTY, "LLLLLLLLLLL.", EMPTY, "CCCCCCCCCCCC", *[EMPTY] * 3]
    sitting = window(bot_delay_ms=0)
    table = sitting.sit_at(position("3E 12I 9H", board=board, dead_policy="never"))
    sitting.key("n")  # the end is not announced
    sitting.settle()
    hand = table.controller.shown.seen.hand
    x, y = table.places.squares["ABCDEFGHI".index("E") * 12 + 2].middle
    notices: list[str] = []
    monkeypatch.setattr(sitting.app, "show_notice", lambda text, bad=False: notices.append(text))
    sitting.key(str(hand.index("3E") + 1))
    sitting.click("tile 3E")
    sitting.click((x, y))
    assert len(notices) == 3 and all(text.startswith("3E cannot be placed: ") for text in notices)
    assert len(table.match.steps) == 1
