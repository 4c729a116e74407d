"""What stands out of the board at a table: which tiles were placed last and by whom, and what is asked. No window is needed."""

from acquire_client.matches.steps import MatchStep
from acquire_client.window.controller.deciders import PickDecider
from acquire_client.window.table_view.table_marks import LastPlaced, live_squares, table_marks
from acquire_core.actions import Action, Place
from acquire_core.events import Event, StartTilePlaced, TilePlaced, TurnBegan
from tests.support.text_play import position, positioned

from .desk import Desk

NAMES = ("Ada", "Ben", "Cleo")
ROWS = ["............", "............", "............", "..o...LL...."]


def step(*events: Event) -> MatchStep:
    action: Action = Place(0, "5E")
    return MatchStep(action, events, 1)


def name_of(seat: int) -> str:
    return NAMES[seat]


def asked(hand: str = "3C 9I", **options: object) -> Desk:
    """Return a table at which the only person is asked."""
    desk = Desk(positioned(position(ROWS, [hand.split()], shares=[{"luxor": 1}, {}, {}], options=options), "Anna,random,random"))
    desk.go_on()
    desk.controller.look()
    return desk


def test_the_last_tile_of_the_steps_counts_with_its_player() -> None:
    last = LastPlaced().after([step(TilePlaced(1, "5E")), step(TilePlaced(2, "7G"))], name_of)
    assert last == LastPlaced(("7G",), (2, "Cleo"))


def test_steps_without_a_tile_leave_what_was_placed_last() -> None:
    last = LastPlaced(("5E",), (1, "Ben"))
    assert last.after([step(TurnBegan(3, 2))], name_of) is last and last.after([], name_of) is last


def test_start_tiles_and_those_of_several_players_have_no_name() -> None:
    start = LastPlaced(("5E",), (1, "Ben")).after([step(StartTilePlaced(0, "1A"))], name_of)
    several = LastPlaced().after([step(TilePlaced(0, "1A"), TilePlaced(2, "7G"))], name_of)
    one = LastPlaced().after([step(TilePlaced(2, "1A"), TilePlaced(2, "7G"))], name_of)
    assert start == LastPlaced(("1A",)) and several == LastPlaced(("1A", "7G")) and one.player == (2, "Cleo")


def test_own_tiles_have_numbers_and_words_only_while_one_is_asked_for() -> None:
    desk = asked()
    snapshot, decider = desk.controller.shown, desk.controller.decider
    marks = table_marks(snapshot, decider, None, str.upper)
    assert marks.own == {"3C": 1, "9I": 2} and marks.effects["3C"][1] == "FOUNDS" and not marks.ghost
    assert live_squares(snapshot, decider) == ("3C", "9I") and live_squares(snapshot, None) == ()
    desk.controller.submit(Place(0, "9I"))
    desk.go_on()
    snapshot, decider = desk.controller.look(), desk.controller.decider
    assert decider is not None and decider.prompt.phase == "buy"
    marks = table_marks(snapshot, decider, None, str.upper)
    assert marks.own == {"3C": 0} and not marks.effects and live_squares(snapshot, decider) == ()


def test_an_imagined_answer_shows_only_what_is_new() -> None:
    desk = asked()
    decider = desk.controller.decider
    assert decider is not None
    marks = table_marks(desk.controller.shown, decider, decider.preview_of("tile 9I"), str.upper)
    assert marks.ghost == {"9I": None} and marks.ghost_word == "PREVIEW"


def test_a_tile_that_would_found_an_eighth_chain_is_closed() -> None:
    rows = ["AA.CC.FF.II.", "............", "LL.TT.WW..o."]
    desk = Desk(positioned(position(rows, [["11D", "9I"]]), "Anna,random,random"))
    desk.go_on()
    assert table_marks(desk.controller.look(), desk.controller.decider, None, str).closed == ["11D"]


def test_a_chain_of_eleven_tiles_has_the_word_that_it_is_safe() -> None:
    desk = Desk(positioned(position(["LLLLLLLLLLL.", "............", "TT.........."], [["9I"]]), "Anna,random,random"))
    assert table_marks(desk.controller.look(), None, None, str.lower).safe == {"luxor": "safe"}


def test_the_cursor_of_an_open_pick_is_on_a_square_that_can_be_clicked() -> None:
    desk = asked(open_pick=True)
    desk.controller.submit(Place(0, "9I"))
    for _ in range(5):
        desk.go_on()
        decider = desk.controller.decider
        if isinstance(decider, PickDecider):
            break
        desk.controller.submit(desk.controller.match.game.legal_actions()[0])
    assert isinstance(decider, PickDecider)
    marks = table_marks(desk.controller.look(), decider, None, str)
    assert marks.cursor == decider.cursor and decider.cursor in live_squares(desk.controller.shown, decider)
    assert set(marks.pickable) == set(decider.prompt.tiles)


def test_what_only_the_scene_knows_is_passed_on() -> None:
    desk = asked()
    marks = table_marks(desk.controller.shown, None, None, str, player=(1, "Ben"), glow=("5E",), dropping=("3C",),
                        pulse={"luxor": 0.5}, sent="9I")
    assert (marks.placed_by, marks.glow, marks.dropping, marks.pulse, marks.sent) == (
        (1, "Ben"), ("5E",), ("3C",), {"luxor": 0.5}, "9I")
