"""At the table Enter does what the primary button says, and nothing else."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence

import pygame
import pytest

from acquire_client.language import Words
from acquire_client.matches.local import LocalMatch
from acquire_client.view_model.baskets import Exchange
from acquire_client.view_model.questions import IMPERATIVES, imperative_text
from acquire_client.view_model.words import chain_title
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.hand_over import HandOver
from acquire_client.window.scenes.table import TableScene
from acquire_client.window.table_view.hint_rows import HintRow
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_core import actions as act
from acquire_core.actions import CHANCE, Action
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .driver import IN_WHOLE_GAMES, Window
from .hands import by_keys, possible_answers
from .screens import EMPTY, HAND, QUESTIONS, SCREENS, _at, position

POWERS = {"free3": "Three free", "buy5": "Buy 5", "trade2": "Trade 2", "take5": "Take 5", "play4": "Play 4"}
OTHER_KEYS = [pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_PLUS, pygame.K_MINUS,
              *map(ord, "123456tlawfcistkn")]


def primary(window: Window) -> Button | None:
    """Return the primary button, if it can be pressed."""
    manager = window.top.focus_manager
    button = manager.widget_named("confirm") or manager.widget_named("result")
    return button if isinstance(button, Button) and button.enabled else None


def label_of(action: Action, prices: dict[str, int], gone_price: int, into: str, free: bool) -> str:
    """Return what the primary button has to say for an answer."""
    match action:
        case act.Place(_, tile):
            return f"Place {tile}"
        case act.Found(_, chain):
            return f"Found {chain_title(chain)}" if chain else "Found no chain"
        case act.ChooseSurvivor(_, chain):
            return f"Let {chain_title(chain)} survive"
        case act.ChooseNext(_, chain):
            return f"Settle {chain_title(chain)} first"
        case act.DeclareEnd(_, yes):
            return "End the game" if yes else "Play on"
        case act.ReplaceHand(_, yes):
            return "Change the hand" if yes else "Keep the hand"
        case act.UsePower(_, power):
            return f"Use {act.POWER_TITLES[power]}" if power else "Use no power now"
        case act.Pick(_, tile):
            return f"Take {tile}"
        case act.Stop() | act.Pass():
            return type(action).__name__
        case act.Discard(_, tiles):
            return f"Set aside {len(tiles)} tile{'s' * (len(tiles) > 1)}" if tiles else "Keep all tiles"
        case act.Trade2(_, give, get):
            return f"Trade 2 {chain_title(give)} for 1 {chain_title(get)}"
        case act.Buy(_, (), ()):
            return "Take nothing" if free else "Skip buying"
        case act.Buy(_, chains, sell) if chains and sell:
            return f"Buy {len(chains)}, sell {len(sell)}"
        case act.Buy(_, chains, ()) if free:
            return f"Take {len(chains)} free"
        case act.Buy(_, chains, sell):
            word, money = ("Buy", chains) if chains else ("Sell", sell)
            return f"{word} {len(money)} for ${sum(prices[chain] for chain in money):,}"
        case act.Dispose(_, _, sell, trade) if sell and trade:
            return f"Sell {sell}, trade {trade}"
        case act.Dispose(_, _, sell, 0) if sell:
            return f"Sell {sell} for ${sell * gone_price:,}"
        case act.Dispose(_, _, 0, trade) if trade:
            return f"Trade {trade} for {trade // 2} {chain_title(into)}"
        case act.Dispose(_, hold, _, _):
            return f"Keep {hold} share{'s' * (hold > 1)}"
    raise AssertionError(action)


def press_enter(window: Window, table: TableScene) -> bool:
    """Press Enter and look at what it does; whether it was an answer."""
    decider, button, match = table.decider, primary(window), table.match
    assert decider is not None
    prices, into, gone_price = match.observe(match.asked_seat).prices, decider.prompt.into, decider.prompt.price
    label, steps, scenes = None if button is None else button.label, len(match.steps), list(window.app.scenes)
    window.key(pygame.K_RETURN)
    if label is None:
        assert window.app.scenes == scenes and len(match.steps) == steps and table.decider is decider
        return False
    if isinstance(window.top, Dialog):
        assert label == "End the game"
        window.key(pygame.K_RETURN)
    given = [step.action for step in match.steps[steps:] if step.action.seat != CHANCE]
    answer = given[1] if decider.prompt.with_power and given[0] == act.UsePower(decider.prompt.seat, None) else given[0]
    assert label_of(answer, prices, gone_price, into, decider.prompt.free) == label
    return True


def power_to_trade(table: TableScene) -> Action | None:
    """Return the answer that uses the power Trade 2, if there is something to trade."""
    for action in table.match.game.legal_actions():
        if isinstance(action, act.UsePower) and action.power == "trade2":
            ahead = table.match.observe(action.seat).after(action)[1]
            if any(isinstance(one, act.Trade2) for one in ahead.legal_actions()):
                return action
    return None


GAMES: dict[str, tuple[str, str, dict[str, object]]] = {
    "classic": ("Anna,Ada:random,Ben:random", "classic", {}),
    "powers": ("Anna,Ada:random", "classic", {"special_powers": True, "sell_shares": True, "founder_buys_four": True}),
    "open pick": ("Anna,Bea", "classic", {"open_pick": True, "dead_policy": "choice"}),
    "2008": ("Anna,Ada:random", "wikipedia-2008", {"special_powers": True, "found_optional": True}),
}


ASKED = {
    "classic": {"place", "found", "dispose", "buy", "declare_end"},
    "powers": {"place", "found", "dispose", "buy", "trade2"},
    "open pick": {"place", "found", "dispose", "buy", "pick", "declare_end"},
    "2008": {"place", "found", "dispose", "buy"},
}
"""Questions that come in each game, so that together every kind is there but those of `QUESTIONS` alone."""


@pytest.mark.fully
@pytest.mark.parametrize("game", few_cases(pytest.mark.more_cases, GAMES))
def test_a_whole_game_by_keyboard_in_which_enter_does_what_the_button_says(window: Callable[..., Window], game: str,
                                                                          count: Count) -> None:
    seats, rules, options = GAMES[game]
    rng, asked, answered = random.Random(game), set[str](), Counter[str]()
    sitting = window(bot_delay_ms=800)
    table = sitting.play(seats, rules, 5, **options)
    sitting.draws_each = IN_WHOLE_GAMES
    for _ in range(3000):
        if isinstance(sitting.top, GameOver):
            break
        if isinstance(sitting.top, HandOver | Dialog):
            sitting.key(pygame.K_RETURN)
        elif table.decider is None:
            scenes = list(sitting.app.scenes)
            sitting.key(pygame.K_RETURN)
            assert sitting.app.scenes == scenes, "Enter while computer players think"
            sitting.settle(1)
        else:
            decider, phase = table.decider, table.decider.prompt.phase
            asked.add(phase)
            if (trade := power_to_trade(table)) is not None:
                by_keys(sitting, table, trade)
                continue
            for stock in decider.prompt.stocks[:1] * 2:  # who buys nothing has nothing to trade
                sitting.key(stock.chain[0])
            for _ in range(rng.randrange(4)):
                if table.decider is decider and sitting.top is table:
                    sitting.key(rng.choice(OTHER_KEYS))
            if table.decider is decider and sitting.top is table:
                answered[phase] += press_enter(sitting, table)
            if table.decider is decider and sitting.top is table and rng.random() < 0.5:
                by_keys(sitting, table, rng.choice(possible_answers(table.match)))  # type: ignore[arg-type]
    assert isinstance(sitting.top, GameOver)
    assert answered.total() > 20 and answered["place"] and answered["buy"] and answered["dispose"], answered
    assert asked >= ASKED[game], asked


@pytest.mark.parametrize("phase", QUESTIONS)
def test_no_question_begins_on_the_prices_button_and_enter_opens_nothing(window: Callable[..., Window], phase: str) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    QUESTIONS[phase](sitting)
    table = sitting.table
    assert sitting.top is table and table.decider is not None
    assert not (table.focus_manager.focus or "").startswith("key ")
    press_enter(sitting, table)
    assert sitting.top is table
    sitting.settle()
    assert not (table.focus_manager.focus or "").startswith("key ")


@pytest.mark.parametrize("phase", QUESTIONS)
def test_once_something_is_chosen_enter_answers_every_kind_of_question(window: Callable[..., Window], phase: str) -> None:
    sitting = window(bot_delay_ms=0, width=1024, height=640)
    QUESTIONS[phase](sitting)
    decider = sitting.table.decider
    assert decider is not None
    for key in "cl" if decider.prompt.phase == "trade2" else [pygame.K_RIGHT]:
        sitting.key(key)
    assert press_enter(sitting, sitting.table)


def test_the_arrows_choose_and_the_button_names_what_is_chosen(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    assert primary(sitting) is None and sitting.table.pointed_preview() is None
    sitting.key(pygame.K_RIGHT)
    first = primary(sitting)
    assert first is not None and first.label == "Place 1C" and sitting.table.pointed_preview() is not None
    sitting.key(pygame.K_RIGHT)
    second = primary(sitting)
    assert second is not None and second.label == "Place 5D" and second.kind == "primary"


def test_with_one_chain_left_to_found_enter_founds_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    board = ["AA.TT.FF.WW.", EMPTY, "CC.II.......", EMPTY, "o...........", *[EMPTY] * 4]
    _at("2E 9E 4H 12E 1I 12H", "2", board=board, shares=[{}] * 4)(sitting)
    button = primary(sitting)
    assert sitting.table.decider is not None and sitting.table.decider.prompt.phase == "found"
    assert button is not None and button.label == "Found Luxor"
    sitting.key(pygame.K_RETURN)
    assert act.Found(0, "luxor") in [step.action for step in sitting.table.match.steps]


def test_skipping_the_purchase_is_quiet_and_buying_is_not(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    _at("5D 8C 9C 12A 6G 1C", "4")(sitting)
    button = primary(sitting)
    assert button is not None and (button.label, button.kind) == ("Skip buying", "plain")
    sitting.key("l")
    button = primary(sitting)
    assert button is not None and (button.label, button.kind) == ("Buy 1 for $300", "primary")


def test_space_that_skips_waiting_places_no_tile(window: Callable[..., Window]) -> None:
    """Who presses Space to go on must not place a tile, because the question came just before."""
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    sitting.key(pygame.K_SPACE)
    assert not sitting.table.match.steps


# --- trade 2 ---

LEGAL = frozenset({("luxor", "tower"), ("luxor", "american"), ("tower", "american"), ("tower", "luxor")})


@pytest.mark.parametrize(("letters", "expected"), [
    ("l", ("luxor", None)), ("lt", ("luxor", "tower")), ("la", ("luxor", "american")), ("ta", ("tower", "american")),
    ("lta", ("luxor", "american")), ("ltt", ("tower", None)), ("a", (None, None)), ("ll", ("luxor", None))])
def test_the_first_letter_gives_and_the_second_gets(letters: str, expected: tuple[str | None, str | None]) -> None:
    names = {"l": "luxor", "t": "tower", "a": "american"}
    exchange = Exchange(0, LEGAL)
    for letter in letters:
        exchange = exchange.with_next(names[letter])
    assert (exchange.give, exchange.get) == expected


def test_a_side_with_one_candidate_is_chosen_already() -> None:
    actions = [act.Trade2(0, "luxor", "tower"), act.Trade2(0, "luxor", "american")]
    exchange = Exchange.begin(0, actions)
    assert (exchange.give, exchange.get) == ("luxor", None)
    assert exchange.with_next("american").action == actions[1]
    assert Exchange.begin(0, actions[:1]).action == actions[0]


def test_trade_2_goes_by_letters(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["trade"](sitting)
    match = sitting.table.match
    assert isinstance(match, LocalMatch) and match.game.phase == "trade2"
    assert primary(sitting) is None
    sitting.key("c")
    sitting.key("l")
    button = primary(sitting)
    assert button is not None and button.label == "Trade 2 Continental for 1 Luxor"
    sitting.key(pygame.K_RETURN)
    assert match.steps[-1].action == act.Trade2(0, "continental", "luxor")
    sitting.settle()
    sitting.key("s")
    assert act.Stop(0) in [step.action for step in match.steps]


# --- whose turn it is ---

@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_to_be_done_takes_four_words_at_most(language: str) -> None:
    """A number does not count as a word."""
    words = Words(language)
    texts = [imperative_text(phase, words, shares) for phase in (*IMPERATIVES, "buy") for shares in (0, 1, 3)]
    assert len(set(texts)) > 10 and all(len(re.sub(r"\d", "", text).split()) <= 4 for text in texts)


def test_the_only_person_is_addressed_and_several_are_named(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0)
    SCREENS["place-busy"](sitting)
    assert {"YOUR TURN", "Place a tile"} <= set(sitting.written())
    assert not [text for text in sitting.written() if "Annabel places" in text]
    shared = window(bot_delay_ms=0)
    shared.sit_at(position(HAND, "Anna,Bea,Carl,Dora"))
    shared.key(pygame.K_RETURN)
    shared.settle()
    assert "YOUR TURN" not in shared.written() and "Anna places a tile." in shared.written()


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_money_of_the_table_is_written_in_one_way(window: Callable[..., Window], language: str,
                                                      size: tuple[int, int]) -> None:
    """Every number that can be money has its sign: in the sheet, in all cards, in the sentences. Where prices have no room for
    it, their row says so."""
    sitting = window(bot_delay_ms=0, language=language, width=size[0], height=size[1])
    SCREENS["buy"](sitting)
    money = re.compile(r"\d[.,]?\d00|\d00\b|\d+([.,]\d)?k")
    cards = [line for widget in sitting.top.focus_manager.widgets for line in widget.tip.split("\n")]
    without_sign = r"\d+" if {"Price in $", "Preis in $"} & {*sitting.written()} else r"(?!)"
    texts = [text for text in (*sitting.written(), *cards) if money.search(text) and not re.fullmatch(without_sign, text)]
    pattern = r"\$\d+(\.\d)?k|\$\d+(,\d{3})*" if language == "en" else r"\d+(,\d)?k\u00a0\$|\d+(\.\d{3})*\u00a0\$"
    assert len(texts) > 30
    for text in texts:
        assert re.search(pattern, text), text
        assert not money.search(re.sub(pattern, "", text)), text


def test_the_tab_slides_in_when_others_have_played_and_any_key_ends_it(window: Callable[..., Window]) -> None:
    sitting = window(bot_delay_ms=0, animation="normal")
    table = sitting.play("Anna,Ada:random")
    sitting.key(pygame.K_RIGHT)
    while table.decider is not None:
        press_enter(sitting, table)
        sitting.key(pygame.K_RIGHT)
    for _ in range(60):
        sitting.now_ms += 20
        assert sitting.app.workers.settle()
        sitting.turn()
        if table.decider is not None:
            break
    assert table.decider is not None and "YOUR TURN" not in sitting.written() and table.wait_ms(sitting.now_ms) is not None
    sitting.now_ms += 400
    sitting.turn()
    assert "YOUR TURN" in sitting.written()


def what_can_be_pressed(widgets: Sequence[Widget]) -> list[tuple[object, ...]]:
    return [(type(widget), widget.name, widget.box, widget.tip, widget.enabled, widget.load, getattr(widget, "label", ""),
             getattr(widget, "kind", "")) for widget in widgets]


@pytest.mark.parametrize("hinting", [False, True])
@pytest.mark.parametrize("screen", QUESTIONS)
def test_only_the_primary_button_follows_the_focus(window: Callable[..., Window], screen: str, hinting: bool) -> None:
    """Where the focus moves, only that button is made anew; everything else would be as it is."""
    sitting = window(bot_delay_ms=0)
    QUESTIONS[screen](sitting)
    if hinting:
        sitting.key("h")
        sitting.finish_work()
    table = sitting.table
    seen = set()
    for _ in table.focus_manager.focusable_widgets():
        before = table.focus_manager.widgets
        sitting.key(pygame.K_TAB)
        after = table.focus_manager.widgets
        assert what_can_be_pressed(after) == what_can_be_pressed(table.build_widgets())
        assert [widget for widget in after if widget not in before and widget.name != "confirm"] == []
        seen.add(button.label if (button := primary(sitting)) is not None else "")
    assert table.decider is not None
    named = [name for name in table.decider.answers() if table.focus_manager.widget_named(name) is not None]
    rows = [widget for widget in table.focus_manager.widgets if isinstance(widget, HintRow)]
    assert bool(rows) == hinting and (len(seen) > 1) == (len(named) > 1 or len(rows) > 1)
