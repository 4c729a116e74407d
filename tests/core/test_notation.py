"""Notation: every action as a line and back, one form written, and nothing but that form read."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_core import actions as act
from acquire_core.actions import POWERS, Action
from acquire_core.notation import MAX_LINE, NotationError, format_action, parse_action
from acquire_core.refusals import IllegalAction, Reason
from acquire_core.ruleset import CHAIN_LISTS, RULESETS
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS

CLASSIC = RULESETS["classic"].chain_names
CHAINS = sorted({name.lower() for names in CHAIN_LISTS.values() for name in names})

# The table of docs/developers/record-format.md, section 3, line by line.
TABLE = [
    ("0 end yes", act.DeclareEnd(0, True)),
    ("0 end no", act.DeclareEnd(0, False)),
    ("0 place 5E", act.Place(0, "5E")),
    ("0 pass", act.Pass(0)),
    ("0 stop", act.Stop(0)),
    ("0 found Tower", act.Found(0, "tower")),
    ("0 found none", act.Found(0, None)),
    ("0 survivor Tower", act.ChooseSurvivor(0, "tower")),
    ("0 next Luxor", act.ChooseNext(0, "luxor")),
    ("2 dispose hold 1 sell 2 trade 4", act.Dispose(2, 1, 2, 4)),
    ("0 buy Tower Tower Luxor", act.Buy(0, ("tower", "tower", "luxor"))),
    ("0 buy", act.Buy(0)),
    ("0 buy Tower sell Luxor", act.Buy(0, ("tower",), ("luxor",))),
    ("0 buy sell Luxor", act.Buy(0, (), ("luxor",))),
    ("0 power free3", act.UsePower(0, "free3")),
    ("0 power none", act.UsePower(0, None)),
    ("0 trade2 Tower Luxor", act.Trade2(0, "tower", "luxor")),
    ("2 show 1C 2C 4F 5D 8B 9A", act.Show(2, ("1C", "2C", "4F", "5D", "8B", "9A"))),
    ("0 replace yes", act.ReplaceHand(0, True)),
    ("0 discard 4F 9A", act.Discard(0, ("4F", "9A"))),
    ("0 discard", act.Discard(0)),
    ("0 pick 7C", act.Pick(0, "7C")),
    ("1 bid 300", act.Bid(1, 300)),
    ("3 retire", act.Retire(3)),
    ("* start 0 8I", act.StartTile(0, "8I")),
    ("* draw 0 8I", act.DrawTile(0, "8I")),
    ("* draw 2 ??", act.DrawTile(2, None)),
    ("* market 9F", act.MarketTile("9F")),
]


@pytest.mark.parametrize(("line", "action"), TABLE, ids=[line for line, _ in TABLE])
def test_the_table_of_the_design_is_read_and_written(line: str, action: Action) -> None:
    assert parse_action(line) == action
    assert format_action(action) == line


@pytest.mark.parametrize(("line", "action"), [row for row in TABLE if not row[0].startswith("*")])
def test_the_seat_may_be_left_out(line: str, action: Action) -> None:
    nobodys = replace(action, seat=None)  # type: ignore[call-arg]
    assert parse_action(line[2:]) == nobodys
    assert format_action(nobodys) == line[2:]


def test_every_kind_of_action_is_in_the_table() -> None:
    assert {type(action) for _, action in TABLE} == set(Action.__args__)  # type: ignore[attr-defined]


def test_chains_of_every_edition_are_read_in_any_case_and_written_capitalised() -> None:
    for name in CHAINS:
        for spelling in (name, name.upper(), name.capitalize(), name[0] + name[1:].upper()):
            assert parse_action(f"0 found {spelling}") == act.Found(0, name)
        assert format_action(act.Found(0, name)) == f"0 found {name.capitalize()}"


def test_blocks_are_written_in_list_order_where_the_list_is_known() -> None:
    action = act.Buy(0, ("imperial", "tower", "luxor"), ("worldwide", "american"))
    assert format_action(action) == "0 buy Imperial Tower Luxor sell Worldwide American"
    assert format_action(action, CLASSIC) == "0 buy Luxor Tower Imperial sell American Worldwide"
    assert parse_action("0 buy imperial tower LUXOR", CLASSIC) == act.Buy(0, ("luxor", "tower", "imperial"))


def test_a_chain_of_another_edition_is_refused_where_the_list_is_known() -> None:
    with pytest.raises(NotationError, match="'Sackson' is not a chain: Luxor, Tower, "):
        parse_action("0 found Sackson".replace("found", "survivor"), CLASSIC)
    with pytest.raises(NotationError, match="'sackson' is not a chain"):
        format_action(act.Buy(0, ("sackson",)), CLASSIC)


def test_shown_and_discarded_tiles_are_read_and_written_in_board_order() -> None:
    assert parse_action("0 discard 12I 9A 4F") == act.Discard(0, ("4F", "9A", "12I"))
    assert format_action(act.Show(0, ("12I", "9A", "4F"))) == "0 show 4F 9A 12I"


def test_any_run_of_spaces_and_tabs_separates_words() -> None:
    assert parse_action("  0\t buy   tower\tLUXOR ") == act.Buy(0, ("tower", "luxor"))


UNREADABLE = {
    "": "an empty line says nothing",
    " \t ": "an empty line says nothing",
    "0": "'0' is followed by no action",
    "*": "'*' is followed by no action",
    "6 buy": "'6' is not a seat; seats run from 0 to 5",
    "00 buy": "'00' is not a seat",
    "+1 buy": r"'\+1' is not a seat",
    "-1 buy": "'-1' is not a seat",
    "1_0 buy": "'1_0' is not a seat",
    "Buy": "'Buy' is not a seat",
    "0 Buy": "'Buy' is not an action; there are end, place, pass",
    "0 sell Tower": "'sell' is not an action",
    "0 draw 0 5E": r"'draw' is what chance does: its line begins with '\*'",
    "draw 0 5E": "'draw' is what chance does",
    "* place 5E": "'place' is nothing that chance does; it can start, draw, market",
    "* draw 5E": "'5E' is not a seat",
    "* draw 0": "'draw 0' ends where a tile should follow",
    "* start 0 ??": r"'\?\?' is not a tile",
    "* market ??": r"'\?\?' is not a tile",
    "* draw 0 ???": r"'\?\?\?' is not a tile",
    "0 place": "'place' ends where a tile should follow",
    "0 place 5e": "'5e' is not a tile; tiles run from '1A' to '12I'",
    "0 place 05E": "'05E' is not a tile",
    "0 place 13A": "'13A' is not a tile",
    "0 place 5J": "'5J' is not a tile",
    "0 place E5": "'E5' is not a tile",
    "0 place 5E 6E": "'6E' is one word too many after 'place 5E'",
    "0 pass now": "'now' is one word too many",
    "0 end": "'end' ends where 'yes' or 'no' should follow",
    "0 end Yes": "'Yes' is not 'yes' or 'no'",
    "0 found": "'found' ends where a chain or 'none' should follow",
    "0 found None": "'None' is not a chain or 'none'",
    "0 found Hilton": "'Hilton' is not a chain",
    "0 survivor none": "'none' is not a chain",
    "0 buy none": "'none' is not a chain or 'sell'",
    "0 buy sell": "'sell' must be followed by",
    "0 buy Tower sell": "'sell' must be followed by",
    "0 buy Tower sell Luxor sell Tower": "'sell' is one word too many",
    "0 buy 3 Tower": "'3' is not a chain or 'sell'",
    "0 dispose hold 1 sell 2": "ends where 'trade' should follow",
    "0 dispose sell 1 hold 2 trade 0": "'sell' is not 'hold'",
    "0 dispose hold 1 sell 02 trade 4": "'02' is not a number of shares from 0 to 99",
    "0 dispose hold 1 sell +2 trade 4": "is not a number of shares",
    "0 dispose hold 1 sell 1_0 trade 4": "is not a number of shares",
    "0 dispose hold 1 sell -1 trade 4": "is not a number of shares",
    "0 dispose hold 1 sell 100 trade 4": "is not a number of shares",
    "0 dispose hold 1 sell 1e1 trade 4": "is not a number of shares",
    "0 power Free3": "'Free3' is not 'free3' or 'buy5' or",
    "0 power": "'power' ends where",
    "0 trade2 Tower": "'trade2 Tower' ends where a chain should follow",
    "0 replace maybe": "'maybe' is not 'yes' or 'no'",
    "0 retire 1": "'1' is one word too many",
    "0 place ١A": r"'\\u0661' cannot stand in a line",
    "٠ buy": "cannot stand in a line",
    "0\u00a0buy": r"'\\xa0' cannot stand in a line",
    "0 buy\n": r"'\\n' cannot stand in a line",
    "0 buy\r": r"'\\r' cannot stand in a line",
    "0 buy\x0btower": "cannot stand in a line",
    "0 buy\x1ctower": "cannot stand in a line",
    "0 buy\x00": "cannot stand in a line",
    "0 buy \ud800": r"'\\ud800' cannot stand in a line",
    "0 found Towe\u212a": "cannot stand in a line",  # the Kelvin sign, which lower() turns into k
}


@pytest.mark.parametrize(("line", "message"), UNREADABLE.items(), ids=[ascii(line) for line in UNREADABLE])
def test_what_is_no_line_is_refused_with_the_word_and_what_was_expected(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_action(line)


def test_a_line_without_bound_is_refused_before_it_is_looked_at() -> None:
    assert parse_action("0 pass" + " " * (MAX_LINE - 6)) == act.Pass(0)
    for line in ("0 pass" + " " * (MAX_LINE - 5), "9" * 10_000_000):
        with pytest.raises(NotationError, match=f"a line of {len(line)} characters; the longest that is read has {MAX_LINE}"):
            parse_action(line)


def test_a_message_does_not_repeat_a_long_word() -> None:
    with pytest.raises(NotationError) as refused:
        parse_action("0 place " + "5" * 300)
    assert len(str(refused.value)) < 100


@pytest.mark.parametrize("thing", [None, 7, b"0 pass", ["0", "pass"], act.Pass(0)])
def test_only_text_is_read(thing: object) -> None:
    with pytest.raises(NotationError, match="a line of notation is text"):
        parse_action(thing)  # type: ignore[arg-type]


UNWRITABLE = [
    act.Place(6, "5E"), act.Place(-1, "5E"), act.Place(True, "5E"), act.Place("0", "5E"), act.Place(0.0, "5E"),
    act.Place(0, "5e"), act.Place(0, None), act.Place(0, ["5E"]), act.Pass(7), act.Buy(-1), act.Found(0, "Tower"),
    act.Found(0, "hilton"), act.Found(0, 3), act.Found(0, ["tower"]), act.ChooseSurvivor(0, None), act.Buy(0, "tower"),
    act.Buy(0, ("Tower",)), act.Buy(0, ([],)), act.Buy(0, (), None), act.Dispose(0, -1, 0, 0), act.Dispose(0, 100, 0, 0),
    act.Dispose(0, True, 0, 0), act.Dispose(0, 1.0, 0, 0), act.UsePower(0, "fly"), act.UsePower(0, ["free3"]),
    act.Trade2(0, "tower", None), act.Show(0, "5E"), act.Show(0, ("5E", "x")), act.Discard(0, None), act.DeclareEnd(0, 1),
    act.ReplaceHand(0, None), act.StartTile(0, None), act.StartTile(6, "5E"), act.DrawTile(None, "5E"), act.DrawTile(-1, None),
    act.MarketTile("??"), pytest.param(object(), id="an object"), None, "0 pass", act.Pass,
]


@pytest.mark.parametrize("action", UNWRITABLE, ids=ascii)
def test_an_action_with_impossible_values_has_no_line(action: Action) -> None:
    with pytest.raises(NotationError):
        format_action(action)


def test_a_refusal_tells_the_line_of_the_action() -> None:
    refusal = IllegalAction(act.Place(0, "5E"), Reason.TILE_NOT_IN_HAND)
    assert str(refusal) == "0 place 5E: the tile is not in this hand"
    assert str(IllegalAction(act.Place(0, "x"), Reason.MALFORMED)).startswith("Place(seat=0, tile='x'): ")


seats = st.none() | st.integers(0, 5)
sure_seats = st.integers(0, 5)
tiles = st.sampled_from(TILE_NAMES)
chains = st.sampled_from(CHAINS)
blocks = st.integers(0, 99)
hands = st.lists(tiles, max_size=11).map(lambda names: tuple(sorted(names, key=TILE_NUMBERS.__getitem__)))
purchases = st.lists(chains, max_size=7).map(tuple)
actions = st.one_of(
    st.builds(act.DeclareEnd, seats, st.booleans()), st.builds(act.Place, seats, tiles), st.builds(act.Pass, seats),
    st.builds(act.Stop, seats), st.builds(act.Found, seats, st.none() | chains), st.builds(act.ChooseSurvivor, seats, chains),
    st.builds(act.ChooseNext, seats, chains), st.builds(act.Dispose, seats, blocks, blocks, blocks),
    st.builds(act.Buy, seats, purchases, purchases), st.builds(act.UsePower, seats, st.none() | st.sampled_from(POWERS)),
    st.builds(act.Trade2, seats, chains, chains), st.builds(act.Show, seats, hands), st.builds(act.Discard, seats, hands),
    st.builds(act.ReplaceHand, seats, st.booleans()), st.builds(act.Pick, seats, tiles), st.builds(act.Retire, seats),
    st.builds(act.Bid, seats, st.integers(0, 9_999_999)),
    st.builds(act.StartTile, sure_seats, tiles), st.builds(act.DrawTile, sure_seats, st.none() | tiles),
    st.builds(act.MarketTile, tiles),
)


@given(actions)
def test_what_is_written_is_read_as_the_same_action(action: Action) -> None:
    assert parse_action(format_action(action)) == action


@given(actions, st.randoms(use_true_random=False))
def test_whatever_is_read_has_one_written_form(action: Action, rng: object) -> None:
    choice = rng.choice  # type: ignore[attr-defined]
    line = format_action(action)
    untidy = "".join(choice([" ", "  ", "\t"]) if letter == " " else letter for letter in f" {line} ")
    for name in CHAINS:
        untidy = untidy.replace(name.capitalize(), choice([name, name.upper(), name.capitalize()]))
    assert format_action(parse_action(untidy)) == line


@given(st.text(max_size=60) | st.text("0123456789*?ABEI abcdefgilnoprstuwy\t", max_size=40))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(format_action(action)) == action
