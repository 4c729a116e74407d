"""Pictures of every scene: `python -m tests.client.window.screens FOLDER [WIDTHxHEIGHT …] [--look NAME] [--language CODE]`.

Under the dummy driver nothing is shown; each picture is what the window would show. They are for looking at, not for comparing.
"""

import argparse
import datetime
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
import pytest

from acquire_client.files.past_games import PastGames
from acquire_client.files.puzzle_book import shipped_puzzles
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.matches.tutorial_match import TutorialMatch
from acquire_client.view_model.presets import presets_text
from acquire_client.view_model.statistics import GameStatistics, LargestMerger, WinRate
from acquire_client.view_model.table_presets import TOURNAMENT
from acquire_client.window.controller.game_review import GameReview
from acquire_client.window.scenes.dialog import Dialog
from acquire_client.window.scenes.edition_cards import EditionCards
from acquire_client.window.scenes.first_start import FirstStart
from acquire_client.window.scenes.game_cards import GameCards
from acquire_client.window.scenes.game_over import GameOver
from acquire_client.window.scenes.help import HelpPage
from acquire_client.window.scenes.house_rules import HouseRules
from acquire_client.window.scenes.new_game import NewGameScene
from acquire_client.window.scenes.puzzle import PuzzleScene
from acquire_client.window.scenes.replay import ReplayScene
from acquire_client.window.scenes.settings import SettingsPage
from acquire_client.window.scenes.statistics import StatisticsPage
from acquire_client.window.scenes.tutorial import TutorialScene
from acquire_core import RULESETS, Game, Record, ScriptedBag, ShuffledBag, read_record
from acquire_core.ai import LEVELS
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.record_header import WHOLE
from tests.support.few_cases import few_cases

from .driver import Window
from .online_screens import ONLINE_SCREENS

WATCHED_SEATS = "Ada:casual,Ben:casual,Cleo:casual"
NAMES = "Annabel,Ben:casual,Clementine:strong,Dan:expert/raider"
EMPTY = "............"

# A board with everything on it: seven chains, loose tiles, a tie, and a safe chain.
BUSY = ["AAAA..TTT...", "A...o...T..L", "..........LL", "WWWW.FFF....", "...W...F..CC", ".......F...C", "III.......CC",
        "..I..o......",
        "........o..."]
SHARES = [{"american": 5, "tower": 4, "festival": 3, "imperial": 9, "luxor": 1, "worldwide": 2, "continental": 3},
          {"american": 3, "tower": 4, "continental": 8, "worldwide": 5, "festival": 1},
          {"tower": 2, "festival": 6, "imperial": 7, "luxor": 4},
          {"american": 6, "luxor": 10, "worldwide": 5, "continental": 2}]
CASH = [12_300, 4_100, 900, 27_600]


def position(hand: str, seats: str = NAMES, shares: object = SHARES, board: list[str] = BUSY, rules: str = "classic",
             cash: Sequence[int] = CASH, **options: object) -> LocalMatch:
    players = players_from(seats)
    taken = {f"{x + 1}{'ABCDEFGHI'[y]}" for y, row in enumerate(board) for x, mark in enumerate(row) if mark != "."}
    hands: list[list[str]] = [hand.split()]
    spare = [name for name in (f"{x}{y}" for y in "IHGFEDCBA" for x in range(1, 13)) if name not in taken | set(hands[0])]
    for number in range(1, len(players)):
        hands.append(spare[6 * number:6 * number + 6])
    used = {tile for tiles in hands for tile in tiles}
    bag = ScriptedBag([name for name in spare if name not in used], market=["4H"] * 8)
    game = Game.from_position(RULESETS[rules].replace(**{"holdings": "open", **options}), len(players), board="\n".join(board),
                              hands=hands,
                              cash=cash[:len(players)], shares=shares[:len(players)], tiles=bag)  # type: ignore[index]
    return LocalMatch(game, players)


Show = Callable[[Window], None]


def _computers(window: Window) -> None:
    """Show computer players among themselves, with all hands open."""
    match = LocalMatch.start(RULESETS["classic"], players_from(WATCHED_SEATS), 5)
    while match.game.turn < 30:
        match.answer(match.bot_action())
    match.poll()
    window.app.play(match)
    window.key("p")
    window.turn()


def _at(hand: str, *keys: int | str, seats: str = NAMES, **options: object) -> Show:
    def show(window: Window) -> None:
        window.sit_at(position(hand, seats, **options))
        for key in keys:
            window.key(key)
            window.settle()

    return show


def _then(first: Show, *keys: int) -> Show:
    def show(window: Window) -> None:
        first(window)
        for key in keys:
            window.key(key)

    return show


def _retire(window: Window) -> None:
    """The question before a seat is left for good."""
    SCREENS["menu"](window)
    window.click("answer 2")


def _match(seats: str, **options: object) -> Show:
    def show(window: Window) -> None:
        window.play(seats, **options)  # type: ignore[arg-type]

    return show


def _wait(window: Window, rounds: int) -> None:
    for _ in range(rounds):
        window.settle(1)


def _pushed(scene: Callable[[Window], object]) -> Show:
    return lambda window: window.app.push(scene(window))  # type: ignore[arg-type]


@cache
def game_in_the_middle() -> Record:
    """Return a real game some turns on; it is played once."""
    game = Game("classic", 4, tiles=ShuffledBag(2))
    match = LocalMatch(game, players_from(NAMES.replace("Annabel", "Annabel:casual")), 2)
    while match.game.turn < 33:
        match.answer(match.bot_action())
    while match.asked_seat != 0 or match.game.phase != "place":
        match.answer(match.bot_action())
    return match.record()


@cache
def whole_game(seats: str, seed: int) -> Record:
    """Return a game of computer players up to its end; each is played once."""
    match = LocalMatch.start(RULESETS["classic"], players_from(seats), seed)
    while not match.is_over:
        match.answer(match.bot_action())
    return match.record()


@cache
def watched_game() -> Record:
    """Return a game of computer players with open holdings, near its end."""
    match = LocalMatch.start(RULESETS["classic"].replace(holdings="open"), players_from(WATCHED_SEATS), 3)
    while match.game.turn < 45:
        match.answer(match.bot_action())
    assert not match.is_over
    return match.record()


def _watched(window: Window) -> None:
    window.app.play(LocalMatch.resume(watched_game(), players_from(WATCHED_SEATS)))
    _wait(window, 3)


def _middle(window: Window) -> None:
    """A real game some turns on, with its log."""
    window.sit_at(LocalMatch.resume(game_in_the_middle(), players_from(NAMES)))


def _over(window: Window) -> None:
    seats = NAMES.replace("Annabel", "Annabel:club").replace("expert/raider", "club")
    window.sit_at(LocalMatch.resume(whole_game(seats, 4), players_from(NAMES)))
    window.settle()
    result_page(window).review.cancel_work()


def _over_six(window: Window) -> None:
    """Six players with long names, at the end of their game."""
    record = whole_game(SIX_SEATS.replace("Annabel", "Annabel:casual"), 9)
    window.sit_at(LocalMatch.resume(record, players_from(SIX_SEATS)))
    window.settle()
    result_page(window).review.cancel_work()


def _six_seats(window: Window) -> None:
    """As many seats as there can be, with levels and styles."""
    seats = "Annabel,Bea,Clementine:strong/accountant,Dan:master/gambler,Eve:random,Florentina:expert"
    window.app.change_settings(replace(window.app.settings, seats=seats))
    window.app.push(NewGameScene(window.app))


def result_page(window: Window) -> GameOver:
    """Return the page of the result, which must be on top."""
    over = window.top
    assert isinstance(over, GameOver)
    return over


def won_match(number: int = 0) -> LocalMatch:
    """Return a game that Annabel has won against computer players of level 2; each number is another game."""
    for seed in range(1, 200):
        record = whole_game("Annabel:casual,Ben:casual,Clementine:casual", seed)
        match = LocalMatch.resume(record, players_from("Annabel,Ben:casual,Clementine:casual"))
        if match.game.standings()[0][1] == 0:
            number -= 1
        if number < 0:
            return match
    raise AssertionError("Annabel does not win")


def _over_twice(window: Window) -> None:
    """Win a second time in a row against level 2."""
    PastGames(window.home / "records").add(won_match(1).record())
    window.sit_at(won_match())
    window.settle()
    result_page(window).review.cancel_work()
    window.app.workers.settle()
    window.turn()


def _over_with_score(window: Window) -> None:
    """The end of a game over the network, behind others of the same evening."""
    _over(window)
    over = result_page(window)
    over._score_text = lambda: over.translate("Evening: {score}", score="Ada 2 · Ben 1 · Cleo 0")
    over.rebuild()


def _over_with_review(window: Window) -> None:
    _over(window)
    over = result_page(window)
    over.review.share_done = 0.45
    over.rebuild()


def _saves(window: Window) -> None:
    """A damaged file, an unfinished game, and one that is over."""
    _over(window)
    window.app.show_menu()
    _middle(window)
    window.app.show_menu()
    (window.home / "records" / "holiday.acquire").write_bytes(b"\x19\x1d\xff")
    window.key(pygame.K_F8)


def _many_games(window: Window) -> None:
    """Statistics of many games at every level and in every edition, some of them tried again."""
    counted = GameStatistics(57, 2, WinRate(52, 19), current_streak=3, longest_streak=5)
    counted.by_level = {level.name: WinRate(8 - number, max(0, 6 - number)) for number, level in enumerate(LEVELS)}
    own = RULESETS["classic"].replace(max_buy=4, holdings="open", teams=True)
    window.app.change_settings(replace(window.app.settings, presets=presets_text([own])))
    counted.by_rules = {(rules, WHOLE): WinRate(12 - number, 5 - number % 4) for number, rules in enumerate(
        (*RULESETS.values(), own, own.replace(max_buy=2)))}
    counted.by_rules[TOURNAMENT.ruleset, TOURNAMENT.log] = WinRate(3, 1)
    page = StatisticsPage(window.app)
    page.counted, page.merger = counted, LargestMerger("continental", ("tower", "american", "luxor"), 31, 23_400)
    window.app.push(page)


def _statistics(window: Window) -> None:
    _saves(window)
    window.key("s")
    window.settle()


def _full_disk(window: Window) -> None:
    """Nothing can be written: a file lies where the folder of unfinished games should be."""
    (window.home / "records").mkdir()
    (window.home / "records" / "unfinished").write_text("")
    _middle(window)
    window.key(pygame.K_F10)


def _replay(window: Window) -> None:
    _over(window)
    window.key("r")
    for _ in range(3):
        window.key(pygame.K_PAGEDOWN)
    scene = window.top
    assert isinstance(scene, ReplayScene)
    scene.go_to(180)


def _replay_merger(window: Window) -> None:
    """A replay at a merger of which the holders have not all decided."""
    _replay(window)
    scene = window.top
    assert isinstance(scene, ReplayScene)
    moments = ((stop, scene.replay.moment_after(move)) for stop, move in enumerate(scene.replay.stops))
    scene.go_to_stop(next(stop for stop, moment in moments if moment.merger is not None and moment.merger.settled
                          and len(moment.merger.settled[0].bonuses) > 1 and moment.merger.settled[0].disposals))


def _chances(window: Window) -> None:
    _replay(window)
    scene = window.top
    assert isinstance(scene, ReplayScene)
    scene.effort = Effort(playouts=30)
    window.key("a")
    window.finish_work()
    if scene.chances is not None and scene.chances.found:
        scene.choose_finding(next((number for number, one in enumerate(scene.chances.found) if one.better), 0))


@cache
def _found_in(record: str) -> Analysis:
    """Return what a review of a record finds; each is reviewed once."""
    return analyse(read_record(record), Effort(playouts=30))


def _review(*keys: int | str) -> Show:
    """Show what was better, with the review done."""
    def show(window: Window) -> None:
        _over(window)
        record = window.table.match.record()
        review = GameReview(window.app.workers, record, Effort(playouts=30))
        review.analysis = _found_in(record.text())
        window.app.show_review(record, review=review)
        window.turn()
        for key in keys:
            window.key(key)

    return show


def _review_at_work(window: Window) -> None:
    _over(window)
    record = window.table.match.record()
    review = GameReview(window.app.workers, record)
    review.share_done = 0.45
    window.app.show_review(record, review=review)


def _tutorial(step: int) -> Show:
    def show(window: Window) -> None:
        window.app.push(TutorialScene(window.app))
        window.settle()
        while (match := window.table.match) and isinstance(match, TutorialMatch) and match.step < step:
            window.click("show")
            window.settle()
            if isinstance(window.top, Dialog):
                return

    return show


PUZZLE_DAY = datetime.date(2027, 1, 1)


def _puzzle(answer: str = "") -> Show:
    """Show the first shipped puzzle of mergers; then its best answer, or another one."""
    def show(window: Window) -> None:
        puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.theme == "merger")
        window.app.play_puzzle(puzzle, PUZZLE_DAY)
        window.settle()
        if answer:
            table = window.table
            assert isinstance(table, PuzzleScene)
            best = puzzle.best.code
            other = next(each.code for each in puzzle.answers if each.code != best)
            table.answer(table.match.game.action_of(best if answer == "right" else other))
            window.settle()

    return show


def _puzzles(window: Window) -> None:
    window.app.show_puzzles()


def _hint(window: Window) -> None:
    """A game that everybody may still win, with open holdings."""
    game = Game(RULESETS["classic"].replace(holdings="open"), 4, tiles=ShuffledBag(3))
    match = LocalMatch(game, players_from("Annabel:casual,Ben:casual,Clementine:casual,Dan:casual"), 3)
    while match.game.turn < 36 or match.asked_seat != 0 or match.game.phase != "place":
        match.answer(match.bot_action())
    window.sit_at(LocalMatch.resume(match.record(), players_from(NAMES)))
    window.key("h")
    window.app.workers.settle()
    window.turn()


SIX_SEATS = "Annabel,Ben:casual,Clementine:casual,Dan:casual,Eve:casual,Florentina:casual"
SIX_SHARES = [{"luxor": 3}, {"luxor": 4}, {"luxor": 7}, {"luxor": 2}, {"luxor": 4}, {"luxor": 5}]
TWO_CHAINS = [EMPTY, EMPTY, EMPTY, "LL.TTT......", *[EMPTY] * 5]
FOUR_CHAINS = [EMPTY, EMPTY, "....L.......", "....L.......", ".TTT.AA.....", "....C.......", "....CC......", EMPTY, EMPTY]
LARGE_CHAINS = ["LLLLL.CCCCCC", "LLLLL.CCCCCC", "LLLLL.CCCCCC", "LLLLL.CCCCCC", "LLLLL.CCCCCC", "LLLLL.CCCCCC", "LLLLL.CCCCCC",
                "LLLLL.CCCCCC", "............"]


def _counting(show: Show, after_ms: int) -> Show:
    """Stop a merger in the middle of its counting."""
    def run(window: Window) -> None:
        window.app.change_settings(replace(window.app.settings, animation="normal"))
        show(window)
        window.now_ms += after_ms
        window.turn()

    return run


def _merging(hand: str, **options: Any) -> Show:
    """Place the first tile, and wait for nobody."""
    def show(window: Window) -> None:
        window.sit_at(position(hand, **options))
        window.key("1")

    return show


HAND = "5D 8C 9C 12A 6G 1C"
AT_THE_END = "1F 3G 5H 12I 9F 7H"
LONG = ["A" * 12, "A" * 12, "A" * 12, "A" * 6 + "......", *[EMPTY] * 5]

def _rounds(*keys: int, seats: str = "Annabel,Ben,Clementine,Dan", hands: Sequence[str] = ("5E 9G", "6E 9H", "1B 2C", "2B 11I"),
            board: Sequence[str] = ("LL..TT......",), **more: Any) -> Show:
    """Simultaneous play: these keys, with the screen handed over in between."""
    def show(window: Window) -> None:
        names = players_from(seats)
        dealt = [hand.split() for hand in hands] + [[]] * (len(names) - len(hands))
        game = Game.from_position(RULESETS["classic"].replace(simultaneous=True), len(names), hands=dealt,
                                  board="\n".join([*board, *[EMPTY] * (9 - len(board))]), tiles=ScriptedBag(()), **more)
        window.sit_at(LocalMatch(game, names))
        for key in keys:
            window.key(key)

    return show


SIT, ONE, T = pygame.K_RETURN, pygame.K_1, pygame.K_t
THREE_PEOPLE, SIX_PEOPLE = "Annabel,Ben,Clementine", "Annabel,Ben,Clementine,Dan,Elizabeth,Finn"
SCARCE = [{"tower": 24}, {"luxor": 2}, {"luxor": 2}]

SCREENS: dict[str, Show] = {
    "title": lambda window: _wait(window, 40),
    "first-start": _pushed(lambda window: FirstStart(window.app)),
    "new-game": _pushed(lambda window: GameCards(window.app)),
    "custom-game": _pushed(lambda window: NewGameScene(window.app)),
    "custom-six": _six_seats,
    "editions": _pushed(lambda window: EditionCards(window.app, "classic", lambda name: None)),
    "house-rules": _pushed(lambda window: HouseRules(window.app, RULESETS["classic"].replace(holdings="open", start_cash=8000),
                                                     lambda ruleset: None)),
    "settings": _pushed(lambda window: SettingsPage(window.app)),
    "saves": _then(_middle, pygame.K_F7, pygame.K_F8),
    "saves-damaged": _saves,
    "history": _then(_saves, pygame.K_h),
    "statistics": _statistics,
    "statistics-many": _many_games,
    "full-disk": _full_disk,
    "save-elsewhere": _then(_full_disk, pygame.K_RETURN),
    "quit": _then(lambda window: _wait(window, 40), pygame.K_ESCAPE),
    "help": _pushed(lambda window: HelpPage(window.app, RULESETS["classic"])),
    "place": _middle,
    "place-busy": _at(HAND),
    "buy": _at(HAND, "4", "t", "l"),
    "found": _at("5C 9E 4H 12E 1I 12H", "3", board=[*BUSY[:3], *[EMPTY] * 6]),
    "found-first": _at("5C 9E 4H 12E 1I 12H", "3", board=[EMPTY, EMPTY, "...o........", *[EMPTY] * 6], shares=[{}] * 4),
    "survivor": _at("5D", "1", board=["............", ".AAA.TTT....", "............", "WWWW.FFFF...", *[EMPTY] * 5]),
    "merger": _at("4A", "1", board=["AAA.LL......", *[EMPTY] * 8]),
    "next-defunct": _at("5E", "1", board=FOUR_CHAINS),
    "merger-counting": _counting(_merging("3D", board=TWO_CHAINS), 700),
    "merger-two": _at("3D", "1", seats="Annabel,Ben:casual", shares=[{"luxor": 6}, {"luxor": 4}], board=TWO_CHAINS,
                      two_player_market=True),
    "merger-six": _at("3D", "1", seats=SIX_SEATS, shares=SIX_SHARES, cash=[6000] * 6, board=TWO_CHAINS),
    "merger-tie": _at("3D", "1", seats=SIX_SEATS, shares=[{"luxor": 4}, {"luxor": 4}, {"luxor": 4}, {"luxor": 1}, {}, {}],
                      cash=[6000] * 6, board=TWO_CHAINS),
    "merger-large": _at("6A", "1", seats=SIX_SEATS, shares=SIX_SHARES, cash=[123_400] * 6, board=LARGE_CHAINS,
                        safe_size=60, end_size=80),
    "merger-triple": _then(_at("5E", "1", board=FOUR_CHAINS), pygame.K_c, pygame.K_RETURN),
    "dispose": _at("3D", "1", board=TWO_CHAINS),
    "dispose-rival": _at("3D", seats="Clementine:casual,Annabel", shares=[{"luxor": 6}, {"luxor": 4}], board=TWO_CHAINS,
                         cash=[6000] * 2),
    "powers": _at(HAND, special_powers=True),
    "power-buy": _at(HAND, "4", special_powers=True),
    "many-tiles": _at(HAND, "t", special_powers=True),
    "trade": _at(HAND, "4", "3", special_powers=True),
    "pick": _at(HAND, "4", pygame.K_RETURN, open_pick=True),
    "sell": _at(HAND, "4", sell_shares=True),
    "end": _at(AT_THE_END, board=LONG),
    "hand-over": _match("Annabel,Bea,Clementine,Dan:casual", seed=5),
    "rounds-place": _rounds(SIT, ONE, SIT),
    "rounds-hand-over": _rounds(SIT, ONE, SIT, ONE),
    "rounds-shown": _rounds(SIT, ONE, SIT, ONE, SIT, ONE, SIT, ONE),
    "rounds-bids": _rounds(SIT, ONE, SIT, ONE, SIT, ONE, SIT, ONE, SIT, pygame.K_3, pygame.K_0, pygame.K_0),
    "rounds-bids-six": _rounds(*[SIT, ONE] * 6, SIT, SIT, SIT, seats=SIX_PEOPLE, hands=[f"{column}E" for column in range(3, 9)]),
    "rounds-dispose": _rounds(SIT, ONE, SIT, hands=["3A"], board=["LL.TTT......"], seats=THREE_PEOPLE, shares=SCARCE),
    "rounds-bids-shares": _rounds(SIT, ONE, SIT, T, SIT, SIT, T, SIT, SIT, hands=["3A"], board=["LL.TTT......"],
                                  seats=THREE_PEOPLE, shares=SCARCE),
    "hint": _hint,
    "prices": _then(_middle, pygame.K_F1),
    "chart": _then(_watched, pygame.K_F5),
    "menu": _then(_at(HAND), pygame.K_F10),
    "retire": _retire,
    "hand": _then(_middle, pygame.K_F3),
    "sure": _at(AT_THE_END, "y", board=LONG),
    "sure-prices": _at(AT_THE_END, "y", pygame.K_F1, board=LONG),
    "sure-menu": _at(AT_THE_END, "y", pygame.K_F10, board=LONG),
    "over": _over,
    "over-score": _over_with_score,
    "over-six": _over_six,
    "over-next-level": _over_twice,
    "over-review": _over_with_review,
    "computers": _computers,
    "tutorial": _tutorial(0),
    "tutorial-merger": _tutorial(6),
    "tutorial-end": _tutorial(8),
    "puzzles": _puzzles,
    "puzzle": _puzzle(),
    "puzzle-right": _puzzle("right"),
    "puzzle-wrong": _puzzle("wrong"),
    "replay": _replay,
    "replay-merger": _replay_merger,
    "replay-menu": _then(_replay, pygame.K_F10),
    "chances": _chances,
    "review": _review(),
    "review-money": _review("c"),
    "review-all": _review("m", pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN),
    "review-at-work": _review_at_work,
    "review-again": _review("t"),
    "review-explained": _review("w"),
    **ONLINE_SCREENS,
}

_TWO_SAFE = [EMPTY, EMPTY, EMPTY, "LLLLLLLLLLL.", EMPTY, "CCCCCCCCCCCC", EMPTY, EMPTY, EMPTY]
# A picture or a few keys before each kind of question.
QUESTIONS: dict[str, Show] = {
    "place": SCREENS["place-busy"],
    "found": _at("5C 9E 4H 12E 1I 12H", "3", board=[EMPTY, "....o.......", *[EMPTY] * 7]),
    "survivor": SCREENS["survivor"],
    "next_defunct": SCREENS["next-defunct"],
    "dispose": SCREENS["dispose"],
    "buy": SCREENS["sell"],
    "power_start": SCREENS["powers"],
    "trade2": SCREENS["trade"],
    "pick": SCREENS["pick"],
    "declare_before": SCREENS["end"],
    "discard": _at("12I 1E 2E 3E", "n", "4", "n", "n", board=_TWO_SAFE, dead_policy="choice"),
    "replace_hand": _at("1E 2E 3E", "n", board=_TWO_SAFE, no_tile="replace_hand"),
}


def kinds_first(mark: pytest.MarkDecorator, names: Iterable[str]) -> list[Any]:
    """Return scenes for tests that look at each: every kind of scene as it is, and its other states, such as `lobby-full`, with
    the mark."""
    return few_cases(mark, names, usual=lambda name: "-" not in name)


def screens(folder: Path, size: tuple[int, int], look: str, language: str, names: list[str], scale: float) -> Iterator[Path]:
    for name in names or list(SCREENS):
        with tempfile.TemporaryDirectory() as home:
            window = Window(Path(home), width=size[0], height=size[1], look=look, language=language, bot_delay_ms=0, scale=scale)
            try:
                SCREENS[name](window)
                window.turn()
                path = folder / f"{name}-{size[0]}x{size[1]}-{look}-{language}.png"
                window.shot(path)
                if window.app.painter.clipped:
                    print(f"{path.name}: clipped {sorted(set(window.app.painter.clipped))}")
                yield path
            finally:
                window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", nargs="*", default=["1280x720"])
    parser.add_argument("--look", default="dark")
    parser.add_argument("--language", default="en")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="", help="names with commas")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for size in args.sizes:
        w, h = map(int, size.split("x"))
        for path in screens(args.folder, (w, h), args.look, args.language, [name for name in args.only.split(",") if name],
                            args.scale):
            print(path)


if __name__ == "__main__":
    main()
