"""Tasks for a person who reads only the screen, by keyboard and by mouse: `python -m tests.client.window.tasks FOLDER [NAME …]`.

The command leaves a picture of every step. A function here knows its task as a person knows it who was asked to do it, and
nothing of the program: what to press is read from the screen (tests/support/screen_person.py).
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from acquire_client.window.scenes.first_start import FirstStart
from acquire_client.window.scenes.replay import ReplayScene
from acquire_core.actions import Buy
from acquire_core.analysis import Effort
from tests.support.screen_person import ScreenPerson

from .driver import Window
from .screens import EMPTY, SCREENS, position, result_page

ENTER = pygame.K_RETURN
MAX_STEPS = 40

Task = Callable[[ScreenPerson, bool], None]


# --- what a person does at every table ---

def place(person: ScreenPerson, tile: str, mouse: bool) -> None:
    """Place a tile of the hand: click it, or press the number that is written on it."""
    person.click(tile) if mouse else person.press(person.beside(tile, "[1-6]"), because=tile)
    person.wait()


def confirm(person: ScreenPerson, label: str, mouse: bool) -> None:
    """Press the large button with this label; Enter is written on it."""
    person.click(label) if mouse else person.press(ENTER, because=f"Enter {label}")
    person.wait()


def answer_yes(person: ScreenPerson, mouse: bool) -> None:
    """Confirm what is asked again."""
    person.click("Yes") if mouse else person.press(ENTER, because="Yes")
    person.wait()


# --- start a quick game ---

def start_quick_game(person: ScreenPerson, mouse: bool) -> None:
    """Start the program for the first time, say who sits there, and come to a game of which all can be seen."""
    window = person.window
    window.app.push(FirstStart(window.app))
    window.turn()
    person.read("Welcome to Acquire")
    if mouse:
        person.click("Player")
    person.type("Zoe", because="Your name")
    person.read("Have you played Acquire?")
    if mouse:
        person.click("Yes, choose a game")
    else:
        person.press(pygame.K_F2, because="F2 Yes, choose a game")
    person.read("Quick game")
    confirm(person, "Start the quick game", mouse)
    person.read("YOUR TURN")
    person.read("Classic + open holdings")
    person.read("Zoe")
    assert not person.sees("?")


# --- change the edition, and say in what it differs ---

DOS_DIFFERENCES = ("You see neither the cash nor the shares of the others.", "The game ends by itself, without a decision.",
                   "A chain of 12 tiles is safe.")


def change_edition(person: ScreenPerson, mouse: bool) -> None:
    """Choose the edition of 1988, and read three ways in which it differs from Classic."""
    person.click("New game") if mouse else person.press("n", because="N New game")
    if mouse:
        person.click("Choose players and rules")
        person.click("Compare editions")
    else:
        person.press("3", because="3 Choose players and rules")
        person.press(pygame.K_F2, because="F2 Compare editions")
    person.read("Editions, and how they differ from Classic")
    for difference in DOS_DIFFERENCES:
        person.read(difference)
    if mouse:
        person.click("Choose", near="DOS 1988")
    else:
        person.press("4", because="DOS 1988 1988")
    person.read("1988 · differs from Classic:")
    confirm(person, "Start the game", mouse)
    person.read("DOS 1988")
    assert person.window.table.match.game.ruleset.name == "dos-1988"


# --- finish the tutorial ---

def finish_tutorial(person: ScreenPerson, mouse: bool) -> None:
    """Do what the coach says until there is no more to be said."""
    person.click("Tutorial") if mouse else person.press("t", because="T Tutorial")
    person.wait()
    person.read("Step 1 of 8")
    place(person, "5E", mouse)
    person.read("Step 2 of 8")
    person.click("Continental") if mouse else person.press("c", because="C Continental")
    person.wait()
    person.read("Step 3 of 8")
    if mouse:
        for _ in range(3):
            person.click("+")
    else:
        person.press("c", "c", "c", because="A letter or a click puts a share into the cart")
    confirm(person, "Buy 3 for $1,200", mouse)
    person.read("place 6E")
    place(person, "6E", mouse)
    confirm(person, "Skip buying", mouse)
    person.read("Place 7E")
    place(person, "7E", mouse)
    person.read("Step 7 of 8")
    if mouse:
        person.click("All", near="Trade")
    else:
        person.press("t", "t", because="S and T put shares there")
    _confirm_disposal(person, mouse)
    person.read("Step 8 of 8")
    for _ in range(MAX_STEPS):
        if person.sees("That is all there is to it"):
            return
        _go_on(person, mouse)
    raise AssertionError(f"the tutorial does not end: {person.done}")


def _confirm_disposal(person: ScreenPerson, mouse: bool) -> None:
    confirm(person, person.beside("Enter", r"(Sell|Trade|Keep) \d.*"), mouse)


def _go_on(person: ScreenPerson, mouse: bool) -> None:
    """Answer what is asked behind the steps: end the game, place any tile, buy nothing."""
    if person.sees("Are you sure?"):
        answer_yes(person, mouse)
    elif person.sees("Announce the end"):
        person.click("Announce the end") if mouse else person.press("y", because="Y Announce the end")
    elif person.sees("Skip buying"):
        confirm(person, "Skip buying", mouse)
    else:
        person.read("Place a tile")
        tile = person.beside("1", r"\d+[A-I]")
        place(person, tile, mouse)


# --- win a merger ---

MERGERS = ["AAA.LL......", EMPTY, "TT.FFF......", EMPTY, "WWWW.CC.....", EMPTY, "........I...", "........I...", EMPTY]
OWNED = [{"american": 2, "tower": 6, "luxor": 1}, {"tower": 3, "continental": 5}, {"luxor": 4}, {"luxor": 8, "festival": 3}]


def win_merger(person: ScreenPerson, mouse: bool) -> None:
    """Look at what each tile brings, place the one that pays the first bonus to oneself, and sell the shares."""
    person.window.sit_at(position("4A 3C 5E 12I 1I 12A", board=MERGERS, shares=OWNED))
    person.read("Place a tile")
    tiles = ("4A", "3C", "5E")  # "merges" is written below these
    for step in range(MAX_STEPS):
        if person.sees("Annabel gets $2,000, the first bonus"):
            break
        if mouse:
            person.point(tiles[step])
        else:
            person.press(pygame.K_RIGHT, because="or the arrows and Enter" if step == 0 else "Place")
    if mouse:
        person.click("3C")
        person.wait()
    else:
        confirm(person, "Place 3C", mouse)
    person.read("Annabel: first 6 +$2,000")
    person.read("You decide now")
    if mouse:
        person.click("All", near="Sell")
    else:
        person.press(*["s"] * 6, because="S Sell")
    person.read("You get $1,200")
    _confirm_disposal(person, mouse)
    person.read("Buy up to 3 shares")
    person.read("Cash $15,500")


# --- review a lost game and play its worst mistake again ---

QUICK = Effort(playouts=30)
"""A review takes half a minute of waiting, which nobody does anything in; this one finds the same mistakes each time."""


def review_lost_game(person: ScreenPerson, mouse: bool) -> None:
    """Lose a game, see what the worst mistake was, and make the better move."""
    window = person.window
    SCREENS["over"](window)
    over = result_page(window)
    over.review.change_effort(QUICK)
    over.review.begin_work()
    window.finish_work()
    person.read("You came second, $7,500 behind Clementine")
    confirm(person, "Review my game", mouse)
    _replay_worst_mistake(person, mouse)


def review_past_game(person: ScreenPerson, mouse: bool) -> None:
    """Find a game that was lost some time ago, and do the same."""
    window = person.window
    SCREENS["over"](window)
    window.app.show_menu()
    person.click("Saved games and replays") if mouse else person.press(pygame.K_F8, because="F8 Saved games and replays")
    person.click("History") if mouse else person.press("h", because="H History")
    person.read("Classic · 2nd of 4")
    person.read("Ben, Clementine, Dan")
    person.click("Review") if mouse else person.press("a", because="A Review")
    person.read("A strong computer player looks at every decision.")
    scene = window.top
    assert isinstance(scene, ReplayScene)
    scene.effort = QUICK
    scene.open_review()
    window.finish_work()
    _replay_worst_mistake(person, mouse)


def _replay_worst_mistake(person: ScreenPerson, mouse: bool) -> None:
    person.read("You chose: buy 2 Festival and 1 Imperial (27%).")
    person.read("Better was: buy 3 Festival (37%). Gets into the bonuses of Festival")
    person.read("Annabel 84% 77% 2 (-17%) -8%")
    confirm(person, "Try again from here", mouse)
    person.read("The tiles come in the same order as in this game")
    person.click("Try again") if mouse else person.press(ENTER, because="Try again")
    person.wait()
    person.read("Turn 55")
    if mouse:
        for _ in range(3):
            person.click("+", near="$800")
    else:
        person.press("f", "f", "f", because="F $800 6 left")
    confirm(person, person.beside("Enter", r"Buy 3 for .*"), mouse)
    assert Buy(0, ("festival",) * 3) in [step.action for step in person.window.table.match.steps]


TASKS: dict[str, Task] = {"quick-game": start_quick_game, "edition": change_edition, "tutorial": finish_tutorial,
                          "merger": win_merger, "review": review_lost_game, "review-past": review_past_game}


def run_task(name: str, mouse: bool, home: Path, pictures: Path | None = None) -> ScreenPerson:
    """Let a person do a task in a window of their own; return the person, with what it has cost."""
    window = Window(home, width=1280, height=720, bot_delay_ms=0)
    try:
        person = ScreenPerson(window, pictures)
        TASKS[name](person, mouse)
        return person
    finally:
        window.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(TASKS))
    args = parser.parse_args()
    for name in args.names:
        for mouse in (False, True):
            way = "mouse" if mouse else "keyboard"
            folder = args.folder / f"{name}-{way}"
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory() as home:
                person = run_task(name, mouse, Path(home), folder)
            print(f"{name} by {way}: {person.seconds:.1f} s, {len(person.done)} steps, pictures in {folder}")


if __name__ == "__main__":
    main()
