"""Motion: it ends by itself, a key ends it, `none` begins none, and nothing is known from it alone."""

from collections.abc import Callable

import pygame
import pytest

from acquire_client.files.settings import ANIMATIONS
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.sheet import score_sheet, sheet_seen
from acquire_client.view_model.words import TableNames
from acquire_client.window.table_view.motion import (
    DIALOG_IN_MS,
    DIALOG_OUT_MS,
    FLIGHT_MS,
    TURN_MS,
    TURNS,
    WAVE_MS,
    ActiveRing,
    Motion,
)
from acquire_core import Game, ShuffledBag
from acquire_core.events import BonusPaid, ChainsMerged, MergerBegan, TilePlaced
from tests.support.few_cases import few_cases

from .driver import Window
from .screens import EMPTY, HAND, position

MERGER = [EMPTY, EMPTY, EMPTY, "LL.TTT......", *[EMPTY] * 5]
SPEEDS = [name for name in ANIMATIONS if name != "none"]


def merging(window: Callable[..., Window], animation: str) -> Window:
    """Return a table at which the only person has just merged two chains, nobody else having moved since."""
    sitting = window(animation=animation, bot_delay_ms=1500)
    sitting.sit_at(position("3D 9I", board=MERGER))
    sitting.key("1")
    return sitting


@pytest.mark.parametrize("animation", SPEEDS)
def test_a_merger_moves_and_ends_by_itself(window: Callable[..., Window], animation: str) -> None:
    sitting = merging(window, animation)
    motion = sitting.table.motion.pieces
    assert motion.is_running and motion.flights and motion.dropping
    assert sitting.table.wait_ms(sitting.now_ms) == 16
    sitting.now_ms += round(FLIGHT_MS * ANIMATIONS[animation]) + 1
    sitting.turn()
    assert not motion.is_running


def test_none_is_obeyed_everywhere(window: Callable[..., Window]) -> None:
    sitting = merging(window, "none")
    assert not sitting.table.motion.pieces.is_running
    assert sitting.table.wait_ms(sitting.now_ms) is None


@pytest.mark.parametrize("animation", ANIMATIONS)
def test_what_is_known_does_not_depend_on_the_motion(window: Callable[..., Window], animation: str) -> None:
    """While bonuses still fly, the log and the merger card name them, and the question stands there."""
    sitting = merging(window, animation)
    table = sitting.table
    paid = [event for event in table.match.steps[-1].events if isinstance(event, BonusPaid)]
    assert paid
    log_text = " ".join(line.text for line in table.controller.log.lines)
    card = table.controller.shown.merger
    assert card is not None and card.settling is not None
    assert card.settling.bonuses == tuple(paid)
    for event in paid:
        assert f"${event.dollars:,}" in log_text
    assert table.controller.shown.sheet == sheet_seen(table.controller.shown.seen, table.match.names)
    assert table.decider is not None and table.decider.prompt.phase == "dispose"


def test_an_answer_is_taken_while_something_moves_and_ends_the_motion(window: Callable[..., Window]) -> None:
    sitting = merging(window, "slow")
    table, steps = sitting.table, len(sitting.table.match.steps)
    assert table.motion.pieces.is_running
    sitting.key("s")
    assert not table.motion.pieces.is_running
    sitting.key(pygame.K_RETURN)
    assert len(table.match.steps) > steps


@pytest.mark.parametrize("after_ms", few_cases(pytest.mark.more_cases, [0, 139, 700, 1, 60, 300, 449], 3))
def test_keys_come_through_at_any_moment(window: Callable[..., Window], after_ms: int) -> None:
    sitting = merging(window, "normal")
    sitting.now_ms += after_ms
    sitting.turn()
    sitting.key(pygame.K_F1)
    assert type(sitting.top).__name__ == "PricesPage"
    sitting.key(pygame.K_ESCAPE)
    sitting.click("undo")
    assert sitting.table.decider is not None and sitting.table.decider.prompt.phase == "place"
    assert not sitting.table.motion.pieces.is_running


def test_a_click_ends_the_motion_too(window: Callable[..., Window]) -> None:
    sitting = merging(window, "slow")
    sitting.click(sitting.table.places.facts.middle)
    assert not sitting.table.motion.pieces.is_running


def shown(sitting: Window) -> bytes:
    return pygame.image.tobytes(sitting.app.painter.surface, "RGB")


@pytest.mark.parametrize("animation", SPEEDS)
def test_a_dialog_fades_in_and_out(window: Callable[..., Window], animation: str) -> None:
    """Each begins with the picture that was there, ends with the new one, and shows something between them meanwhile."""
    sitting = window(animation=animation)
    sitting.sit_at(position("3D 9I", board=MERGER))
    sitting.now_ms += 10_000
    sitting.turn()
    sitting.app.draw()
    last = shown(sitting)
    for key, length in ((pygame.K_F1, DIALOG_IN_MS), (pygame.K_ESCAPE, DIALOG_OUT_MS)):
        length_ms = length * ANIMATIONS[animation]
        sitting.key(key)
        pictures = [shown(sitting)]
        for _ in range(2):
            sitting.now_ms += round(length_ms / 2) + 1
            sitting.turn()
            pictures.append(shown(sitting))
        drawn = sitting.app.drawn
        sitting.now_ms += 1000
        sitting.turn()
        assert pictures[0] == last and len(set(pictures)) == 3
        assert sitting.app.drawn == drawn, "it goes on behind its end"
        last = pictures[-1]


def test_a_key_ends_a_fade_and_does_what_it_does(window: Callable[..., Window]) -> None:
    sitting = window(animation="slow")
    sitting.sit_at(position("3D 9I", board=MERGER))
    calm = window(animation="none")
    calm.sit_at(position("3D 9I", board=MERGER))
    for one in (sitting, calm):
        one.key(pygame.K_F1)
        one.now_ms += 40
        one.key(pygame.K_ESCAPE)
        one.now_ms += 40
        one.key("a")                       # means nothing here
    assert sitting.top is sitting.table
    assert shown(sitting) == shown(calm)
    for one in (sitting, calm):
        one.key(pygame.K_F1)
        one.key(pygame.K_ESCAPE)
        one.key("1")
    assert sitting.table.decider is not None and sitting.table.decider.prompt.phase == "dispose"


def test_with_none_a_dialog_is_there_at_once(window: Callable[..., Window]) -> None:
    sitting = window(animation="none")
    sitting.sit_at(position("3D 9I", board=MERGER))
    sitting.key(pygame.K_F1)
    first = shown(sitting)
    sitting.app.draw()
    assert shown(sitting) == first


def test_the_wave_runs_outwards_from_the_tile_and_money_is_counted_up() -> None:
    game = Game.from_position("classic", 2, board="\n".join(MERGER), hands=[["3D"], ["9I"]], cash=[6000, 6000],
                              shares=[{"luxor": 2}, {}], tiles=ShuffledBag(1))
    names = TableNames(("Ada", "Bo"))
    before = score_sheet(game.snapshot(), game.ruleset, names)
    board = {"1D": "luxor", "2D": "luxor", "4D": "tower"}
    after_game = Game.from_position("classic", 2, board="\n".join(MERGER), hands=[["3D"], ["9I"]], cash=[9000, 6000],
                                    shares=[{"luxor": 2}, {}], tiles=ShuffledBag(1))
    after = score_sheet(after_game.snapshot(), game.ruleset, names)
    motion = Motion(1.0)
    motion.begin([TilePlaced(0, "3D"), MergerBegan(0, "3D", ("tower", "luxor")),
                  ChainsMerged(0, "tower", "3D", ("1D", "2D", "3D"), 6)], 1000, board, before, after)
    merged = board_picture({"1D": "tower", "2D": "tower", "3D": "tower", "4D": "tower"})
    shown = []
    for now in (1000, 1000 + WAVE_MS // 2 + 1, 1000 + WAVE_MS + 1):
        motion.update(now)
        shown.append([motion.board(merged).tiles[tile] for tile in ("2D", "1D")])
    assert shown == [["luxor", "luxor"], ["tower", "luxor"], ["tower", "tower"]]
    motion.begin([], 5000, board, before, after)
    counted = []
    for now in range(5000, 5400, 50):
        motion.update(now)
        counted.append(motion.sheet(after).seats[0].cash)
    assert counted[0] == 6000 and counted[-1] == 9000 and counted == sorted(counted, key=lambda cash: cash or 0)
    assert len(set(counted)) > 3


def buying(window: Callable[..., Window], animation: str = "normal") -> Window:
    """Return a table at which the only person has just placed the fourth tile of the hand and may buy."""
    sitting = window(animation=animation, bot_delay_ms=1500)
    sitting.sit_at(position(HAND))
    sitting.key("4")
    return sitting


def at_rest(sitting: Window) -> None:
    sitting.now_ms += 5000
    sitting.turn()
    assert not sitting.table.motion.pieces.is_running


def test_a_tile_of_the_hand_slides_from_its_place_there_to_its_square(window: Callable[..., Window]) -> None:
    sitting = buying(window)
    motion, ways = sitting.table.motion.pieces, []
    assert (motion.slides[0].seat, motion.slides[0].hand_place, motion.slides[0].tile) == (0, 3, "8C")
    while motion.slides:
        ways.append(motion.slides[0].way)
        sitting.now_ms += 10
        sitting.turn()
    assert abs(ways[0]) < 1e-9 and 1.03 < max(ways) < 1.09, "it slides a little beyond its square"
    assert ways.index(max(ways)) < len(ways) - 1, "and back"


def test_the_square_of_a_sliding_tile_is_empty_until_it_lies(window: Callable[..., Window]) -> None:
    sitting = buying(window)
    assert "8C" in sitting.table.motion.pieces.dropping
    square = sitting.table.places.squares[2 * 12 + 7]
    moving = sitting.app.painter.surface.get_at(square.middle)
    at_rest(sitting)
    sitting.app.draw()
    assert sitting.app.painter.surface.get_at((square.x + 4, square.middle[1])) != moving


def test_a_tile_of_another_player_slides_from_the_row_of_that_player(window: Callable[..., Window]) -> None:
    sitting = buying(window)
    sitting.key(pygame.K_RETURN)
    for _ in range(400):
        sitting.app.workers.settle()
        sitting.now_ms += 20
        sitting.turn()
        slides = sitting.table.motion.pieces.slides
        if slides:
            break
    assert [(slide.seat, slide.hand_place) for slide in slides] == [(1, None)]


def test_bought_shares_fly_one_after_another_from_the_market_to_the_buyer(window: Callable[..., Window]) -> None:
    sitting = buying(window)
    at_rest(sitting)
    for key in "tlt":
        sitting.key(key)
    sitting.key(pygame.K_RETURN)
    motion, begun = sitting.table.motion.pieces, []
    for _ in range(60):
        begun.append(len(motion.share_flights))
        assert all(flight.to_seat and flight.seat == 0 for flight in motion.share_flights)
        sitting.now_ms += 10
        sitting.turn()
    assert begun[0] >= 1 and max(begun) >= 2 and begun[-1] == 0


def test_sold_shares_fly_back_to_the_market(window: Callable[..., Window]) -> None:
    sitting = window(animation="normal", bot_delay_ms=1500)
    sitting.sit_at(position("3D 9I", board=MERGER, shares=[{"luxor": 12}, {}, {}, {}]))
    sitting.key("1")
    at_rest(sitting)
    for _ in range(12):
        sitting.key("s")
    sitting.key(pygame.K_RETURN)
    motion = sitting.table.motion.pieces
    assert motion.share_flights and all(not flight.to_seat for flight in motion.share_flights)
    sitting.now_ms += FLIGHT_MS + 1
    sitting.turn()
    assert not motion.is_running, "many shares take no longer than a few"


def test_a_defunct_body_flows_into_the_survivor_from_the_merging_tile(window: Callable[..., Window]) -> None:
    """What the kernel reports as absorbed are loose tiles alone, so the body of the defunct chain has to be found."""
    sitting = window(animation="normal", bot_delay_ms=1500)
    table = sitting.sit_at(position("4D 9I", board=[EMPTY, EMPTY, EMPTY, "LLL.TTTT....", *[EMPTY] * 5],
                                    shares=[{"luxor": 2}, {}, {}, {}]))
    sitting.key("1")
    at_rest(sitting)
    sitting.key(pygame.K_RETURN)
    shown = []
    for _ in range(4):
        tiles = table.motion.pieces.board(table._board).tiles
        shown.append("".join((tiles[tile] or "?")[0] for tile in ("1D", "2D", "3D", "5D")))
        sitting.now_ms += WAVE_MS // 3 + 2
        sitting.turn()
    assert shown == ["lllt", "lltt", "lttt", "tttt"]


def test_a_price_rolls_from_the_old_to_the_new_one(window: Callable[..., Window]) -> None:
    sitting = buying(window)
    motion = sitting.table.motion.pieces
    assert {chain: roll.old for chain, roll in motion.rolls.items()} == {"festival": 600}
    first = sitting.written()
    at_rest(sitting)
    last = sitting.written()
    assert first.count("$700") == last.count("$700") and first.count("$600") == last.count("$600") + 1


def test_a_ring_turns_around_the_player_who_decides_and_stands_still_after_a_while(window: Callable[..., Window]) -> None:
    ring = ActiveRing()
    assert ring.turned(0) is None
    ring.follow(2, 1000)
    assert ring.turned(1000) == (2, 0.0) and ring.turned(1000 + TURN_MS // 2) == (2, 0.5)
    ring.follow(2, 3000)
    assert ring.turned(1000 + TURNS * TURN_MS) is None, "nobody looks for so long"
    ring.follow(None, 9000)
    assert ring.turned(9001) is None


@pytest.mark.parametrize("animation", ["none", "normal"])
def test_the_ring_turns_while_others_think_and_never_in_my_own_turn(window: Callable[..., Window], animation: str) -> None:
    sitting = buying(window, animation)
    at_rest(sitting)
    assert sitting.table.wait_ms(sitting.now_ms) is None
    sitting.key(pygame.K_RETURN)
    assert (sitting.table.motion.ring is not None) == (animation == "normal")
    sitting.settle()
    assert sitting.table.motion.ring is None


def test_a_window_that_nobody_sees_draws_nothing_and_shows_all_when_it_is_back(window: Callable[..., Window]) -> None:
    sitting = merging(window, "normal")
    sitting.turn(pygame.event.Event(pygame.WINDOWMINIMIZED))
    drawn = sitting.app.drawn
    for _ in range(20):
        sitting.now_ms += 16
        sitting.turn()
    assert sitting.app.drawn == drawn
    sitting.turn(pygame.event.Event(pygame.WINDOWRESTORED))
    assert sitting.app.drawn == drawn + 1


@pytest.mark.parametrize("animation", ANIMATIONS)
def test_a_whole_round_ends_alike_at_every_speed(window: Callable[..., Window], animation: str) -> None:
    """Motion is only seen: with it and without it the same answers lead to the same game."""
    sitting = buying(window, animation)
    sitting.key("t")
    sitting.key(pygame.K_RETURN)
    sitting.settle()
    assert sitting.table.match.asked_seat == 0 and sitting.table.match.game.turn == 5
