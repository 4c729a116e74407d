"""No string that a player's window draws, reads out or sends to the desktop holds a tile that the player cannot know.

Hands of others and the bag are known to the dealer of the test alone. Squares have the names of tiles, so their names are not
drawn here, and a screen reader calls the square of a hidden tile empty, as every other one. Planted tiles show that the search
would find one, in each place where strings come from.
"""

import random
from collections.abc import Callable, Iterator

import pygame
import pytest

from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.screen_reader.nodes import label_node
from acquire_core.tile_source import TILE_NAMES
from acquire_net import events
from acquire_net.lobby.events import Said
from acquire_net.protocol.session_events import ClaimChanged, LinkState
from tests.support.evenings import BEN, ReportedEvening
from tests.support.few_cases import few_cases
from tests.support.honest_table import Table

from .driver import Noted, Window
from .online_screens import OTHERS_TURN, PROVEN, QUICK, SILENT, at_setup, at_table

Open = Callable[..., Window]
WORDS_BESIDE = " .,:;!?()·–•→"


def dealer_of(table: ReportedEvening) -> Table:
    assert table._table is not None
    return table._table


def hidden_tiles(table: ReportedEvening) -> set[str]:
    """Return the tiles in the bag and in the hands of others that nobody has shown."""
    dealer = dealer_of(table)
    others = {tile for hand in dealer.hands[1:] for tile in hand - dealer.public}
    return {TILE_NAMES[tile] for tile in others | set(dealer.bag)}


def strings_of(sitting: Window, noted: Noted) -> Iterator[str]:
    """Yield every string that goes out of this window now: drawn, on a tooltip, spoken, in the title, on the desktop."""
    yield from sitting.written()
    yield sitting.app._title
    yield from sitting.app.notices.texts
    yield from (text for pair in noted for text in pair)
    for scene in sitting.app.scenes:
        scene.ready()
        for widget in scene.focus_manager.widgets:
            yield from (widget.tip, widget.spoken_name())
            yield from (tip for _, tip in getattr(widget, "part_tips", ()))
        yield from scene.spoken_lines()
        content = scene.accessible_content()
        yield content.title
        yield content.description
        for node in (each for part in (*content.parts, *content.widgets) for each in part.walk()):
            name, _, stands = node.name.partition(", ")
            yield stands if stands == "empty" and name in TILE_NAMES else node.name
            yield from (node.value, node.description)


def leaks(sitting: Window, table: ReportedEvening, noted: Noted) -> set[str]:
    """Return the hidden tiles that are a word of any string."""
    return hidden_tiles(table) & {word.strip(WORDS_BESIDE) for text in strings_of(sitting, noted) for word in text.split()}


def sat_down(window: Open, rules: str = "classic", seed: int = OTHERS_TURN) -> tuple[Window, ReportedEvening]:
    sitting = window(bot_delay_ms=0, labels=False)
    table = at_table(sitting, rules, seed=seed)
    evening = table.evening
    evening.listeners.append(lambda event: sitting.app._on_evening(evening, event))
    return sitting, table


def pages(sitting: Window) -> Iterator[str]:
    """Show one after the other what can be opened over a table, and close it again."""
    yield "table"
    for name, key in (("chat", "m"), ("fair play", "v"), ("seats", "p"), ("prices", pygame.K_F1), ("chart", pygame.K_F5),
                      ("leaving", pygame.K_F10)):
        sitting.key(key)
        yield name
        sitting.key(pygame.K_ESCAPE)
    while not isinstance(sitting.app.scenes[-1], OnlineTableScene):
        sitting.key(pygame.K_ESCAPE)


@pytest.mark.fully
@pytest.mark.parametrize("seed", few_cases(pytest.mark.more_cases, [OTHERS_TURN, 9]))
def test_a_player_sees_and_sends_no_hidden_tile_in_a_whole_game(window: Open, noted: Noted, seed: int) -> None:
    sitting, table = sat_down(window, seed=seed)
    sitting.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    table.report(PROVEN, *SILENT, ClaimChanged(2, 1, 1, True, 1, 2), events.HandedOver((2,)),
                 events.LinksChanged((LinkState.HERE, LinkState.AWAY, LinkState.SLOW), (0, 9000, 2500)))
    words, looked = set[str](), set[str]()
    for number in range(60):
        asked = table.play_on()
        sitting.turn()
        assert sitting.app.workers.settle()
        for page in pages(sitting) if number % 12 == 0 else ["table"]:
            found = leaks(sitting, table, noted)
            assert not found, f"{found} on {page}, step {number}"
            looked.add(page)
        words |= {word for text in strings_of(sitting, noted) for word in text.split()}
        if asked is None:
            break
        table.answer_for_others()  # also for the person: what is answered is not what this test is about
    assert looked == {"table", "chat", "fair play", "seats", "prices", "chart", "leaving"}
    assert {"places", "Turn", "10:"} <= words, "the log, whose headings alone have a colon behind the turn"
    assert ("Acquire", "It is your turn.") in noted


def test_no_tile_is_shown_while_the_bag_is_mixed(window: Open, noted: Noted) -> None:
    sitting = window(labels=False)
    table = at_setup(sitting)
    assert not leaks(sitting, table, noted)
    table.play_on()
    sitting.turn()
    assert not leaks(sitting, table, noted) and "Ada" in sitting.written()


def test_the_end_shows_no_hand_that_is_not_open(window: Open, noted: Noted) -> None:
    sitting = window(bot_delay_ms=0, labels=False)
    table = ReportedEvening(lambda: sitting.now_ms / 1000)
    table.begin_game(Table(QUICK, 3, random.Random(5)))
    sitting.app.evening = table.evening
    sitting.app.sit_down(OnlineTableScene(sitting.app, table.evening))
    table.play_to_the_end()
    sitting.turn()
    for _ in range(3):
        sitting.now_ms += 20_000
        sitting.turn()
    over = sitting.app.scenes[-1]
    assert isinstance(over, OnlineGameOver) and hidden_tiles(table)
    over.review.cancel_work()
    assert sitting.app.workers.settle()
    assert not leaks(sitting, table, noted)


def plant_in_the_chat(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    sitting.key("m")
    table.report(Said(BEN, f"mine is {tile}.", "Ben"))


def plant_in_a_tip(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    sitting.widget("seats").tip = f"Ben: {tile}"


def plant_in_the_title(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    sitting.app.set_title(f"Ben places {tile}?")


def plant_in_a_notice(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    sitting.app.show_notice(f"next: {tile}")


def plant_in_the_tree(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    scene, parts = sitting.top, sitting.top.accessible_parts
    scene.accessible_parts = lambda: (*parts(), label_node("state 1", f"Ben: {tile}", None))  # type: ignore[method-assign]


def plant_on_the_desktop(sitting: Window, table: ReportedEvening, noted: Noted, tile: str) -> None:
    noted.append(("Acquire", f"Ben holds {tile}"))


@pytest.mark.parametrize("plant", [plant_in_the_chat, plant_in_a_tip, plant_in_the_title, plant_in_a_notice, plant_in_the_tree,
                                   plant_on_the_desktop], ids=lambda plant: plant.__name__)
def test_a_planted_tile_is_found(window: Open, noted: Noted, plant: Callable[..., None]) -> None:
    sitting, table = sat_down(window)
    tile = TILE_NAMES[min(dealer_of(table).hands[1] - dealer_of(table).public)]
    assert not leaks(sitting, table, noted)
    plant(sitting, table, noted, tile)
    assert leaks(sitting, table, noted) == {tile}
