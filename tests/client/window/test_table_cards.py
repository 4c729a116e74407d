"""What is said of a chain, a square, a seat and its money where they are pointed at; no window is needed to know."""

from acquire_client.view_model.board import board_picture
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.table_view.table_cards import card_of_square, chain_cards, sheet_widgets
from tests.support.text_play import position, positioned

from .desk import Desk

BOARD = ["LL..........", "............", "TTT........."]
PLACE = Box(0, 0, 600, 300)


def seated() -> Desk:
    desk = Desk(positioned(position(BOARD, [["9I"]], shares=[{"luxor": 2}, {"tower": 1}, {}]), "Anna,random,random"))
    desk.controller.look()
    return desk


def test_a_chain_on_the_board_has_the_card_of_its_column() -> None:
    shown, names = seated().controller.shown, seated().controller.names
    cards, board = chain_cards(shown.sheet, shown.seen, names), board_picture(shown.seen.board)
    assert set(cards) == set(shown.seen.sizes) and "Luxor" in cards["luxor"] and "Tower" in cards["tower"]
    assert card_of_square("1A", board, cards, (), str) == cards["luxor"]
    assert card_of_square("5E", board, cards, (), str) == ""


def test_a_dead_square_says_so() -> None:
    shown, names = seated().controller.shown, seated().controller.names
    board = board_picture(shown.seen.board)
    text = card_of_square("1B", board, chain_cards(shown.sheet, shown.seen, names), {"1B"}, str.upper)
    assert text.startswith("DEAD: ")


def test_the_columns_of_the_sheet_show_more_when_they_are_pressed() -> None:
    controller, pressed = seated().controller, list[str]()
    shown, names = controller.shown, controller.names
    cards = chain_cards(shown.sheet, shown.seen, names)
    widgets = sheet_widgets(PLACE, Unit(1280, 720, 1.0), shown.sheet, shown.seen, controller.match.players, cards, names,
                            lambda: pressed.append("players"), lambda: pressed.append("chains"))
    assert [widget.name for widget in widgets] == ["players", "money", *(f"chain {row.chain}" for row in shown.sheet.chains)]
    for widget in (widgets[0], widgets[1], widgets[2]):
        widget.press_mouse(*widget.box.middle)
        widget.release_mouse(*widget.box.middle)
    assert pressed == ["players", "players", "chains"]
    assert widgets[2].tip == cards[shown.sheet.chains[0].chain]
    tips = {widgets[0].tip_at(widgets[0].box.x + 2, y)[0] for y in range(PLACE.y, PLACE.bottom)}
    assert {player.name for player in controller.match.players} <= {tip.split(",")[0] for tip in tips}
