"""How many legal sequences lead away from a few positions: the same in the kernel and in the plain reference, and for good.

A number here changes only with the rules. Where it does change, `divide` in perft.py shows below which line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from acquire_core import Game
from acquire_core.notation import parse_action
from acquire_core.ruleset import RULESETS, Ruleset

from .perft import perft
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, codes_to_choose_from, parts
from .reference_rules import ReferenceGame


def kernel_choices(game: Game) -> list[str]:
    return [str(code) for code in codes_to_choose_from(game)]


def kernel_after(game: Game, code: str) -> Game:
    fork = game.copy()
    fork.apply_code(int(code))
    return fork


def reference_after(game: ReferenceGame, line: str) -> ReferenceGame:
    fork = game.copy()
    fork.apply(line)
    return fork


@dataclass(frozen=True)
class Start:
    """Where the counting starts: a position, or the set-up, and some lines played from there."""

    rules: Ruleset
    hands: tuple[str, ...]
    rows: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    bag: str | None = None
    more: dict[str, Any] = field(default_factory=dict)
    set_up: bool = False

    def kernel(self) -> Game:
        if self.set_up:
            game = Game(self.rules, len(self.hands))
        else:
            game = Game.from_position(self.rules, len(self.hands), **self.parts())
        for line in self.lines:
            game.apply(parse_action(line, self.rules.chain_names))
        return game

    def reference(self) -> ReferenceGame:
        if self.set_up:
            game = ReferenceGame(self.rules, len(self.hands))
        else:
            game = ReferenceGame.from_position(self.rules, len(self.hands), **self.parts())
        for line in self.lines:
            game.apply(line)
        return game

    def parts(self) -> dict[str, Any]:
        return parts(*self.rows, hands=self.hands, rules=self.rules, bag=self.bag) | self.more


POWERS = CLASSIC.replace(special_powers=True)

STARTS = {
    "the opening of two players": Start(CLASSIC, ("", ""), set_up=True),
    "the end of the set-up": Start(CLASSIC, ("", "", ""), set_up=True, lines=(
        "* start 0 8I", "* start 1 3C", "* start 2 3D", *(f"* draw 1 {tile}" for tile in "1A 2B 4C 5D 3B 9I".split()),
        *(f"* draw 2 {tile}" for tile in "12A 12B 12C 12D 12E 12F".split()),
        *(f"* draw 0 {tile}" for tile in "8H 7I 9H 8G 1I 1H".split()))),
    "a founding": Start(CLASSIC, ("2A 5E 9I", "1C 2C"), ("o.o",), bag="7A 7B"),
    "a founding that may be declined": Start(CLASSIC.replace(found_optional=True), ("2A 5E 9I", "1C 2C"), ("o.o",), bag="7A 7B"),
    "a founder who may buy four": Start(CLASSIC.replace(founder_buys_four=True), ("2A", "9I", ""), ("o..TT",), bag="7A"),
    "a merger of four": Start(CLASSIC, ("4D", "", ""), ("...L........", "...L........", "...L........", "TTT.AAA.....",
                                                        "...F........", "...F........", "...F........"),
                              more=dict(shares=[{"tower": 2, "american": 1}, {"tower": 3, "festival": 2}, {"luxor": 4}])),
    "a merger with a survivor that runs out": Start(
        CLASSIC, ("4A", "", ""), ("LLL.TT",), more=dict(shares=[{"tower": 7}, {"tower": 5}, {"tower": 3, "luxor": 22}])),
    "a merger with the largest holders first": Start(
        RULESETS["dos-1988"], ("4A", "", ""), ("LLL.TT",), more=dict(shares=[{"tower": 2}, {"tower": 5}, {"tower": 3}])),
    "powers before the tile": Start(POWERS, ("9I 12A", "5E", "7C"), ("LL.TTT",), bag="11A 11C"),
    "powers before buying": Start(POWERS, ("9I 3A", "5E"), ("LL.TTT",), bag="11A 11C", lines=("0 power none", "0 place 9I"),
                                  more=dict(shares=[{"luxor": 4, "tower": 2}, {}])),
    "a play 4 in full": Start(POWERS, ("9I 9G 9E 9C 9A", ""), ("LL.TTT",), lines=("0 power play4",), bag="11A"),
    "a compulsory play 4": Start(POWERS.replace(play4_mandatory=True), ("9I 9G 9E 9C 9A", ""), lines=("0 power play4",),
                                 bag="11A"),
    "selling in the purchase": Start(CLASSIC.replace(sell_shares=True), ("9I", ""), ("LL.TTT.AAAA",), bag="",
                                     more=dict(shares=[{"luxor": 2, "tower": 1, "american": 4}, {}], cash=[500, 6000])),
    "two players and the market": Start(CLASSIC, ("3A 9I", "5E"), ("LL.TTT",), bag="1I 12I",
                                        more=dict(shares=[{"luxor": 3}, {"luxor": 1, "tower": 2}])),
    "6515": Start(RULESETS["revised-6515"], ("3A 9I 4E", "5E 6E"), ("SS.WWW", "", "", "...o"), bag="1I 12I",
                  more=dict(shares=[{"sackson": 3}, {"sackson": 1, "worldwide": 2}])),
    "seven chains": Start(CLASSIC, ("2E 1F 3A", "6E", ""), SEVEN_CHAINS, bag="12I"),
    "an unplayable hand that may be replaced": Start(RULESETS["wikipedia-2008"], ("2E 1F", "6E", ""),
                                                     ("SS.TT.AA.FF.", "", "WW.CC.II....", "", "o"), bag="12I 12H 12G"),
    "dead tiles by choice": Start(CLASSIC.replace(dead_policy="choice"), ("4A 4B 9A", "4C", ""), TWO_SAFE, bag="12I 12G",
                                  lines=("0 end no",)),
    "an open pick": Start(CLASSIC.replace(open_pick=True), ("9I 9G", "5E", ""), ("LL",), bag="12I 12G 12E 12C"),
    "the last tiles": Start(RULESETS["dos-1988"], ("9I 9G", "5E", ""), ("LL",), bag="12I"),
}

# (start, depth, how many)
COUNTS: list[tuple[str, int, int]] = [
    ("the opening of two players", 2, 11556),
    ("the end of the set-up", 3, 345),
    ("the end of the set-up", 4, 8874),
    ("a founding", 6, 120),
    ("a founding", 7, 480),
    ("a founding that may be declined", 6, 124),
    ("a founding that may be declined", 7, 484),
    ("a founder who may buy four", 3, 66),
    ("a founder who may buy four", 6, 660),
    ("a merger of four", 6, 512),
    ("a merger of four", 7, 2368),
    ("a merger with a survivor that runs out", 4, 1240),
    ("a merger with a survivor that runs out", 5, 2944),
    ("a merger with the largest holders first", 5, 1152),
    ("powers before the tile", 5, 364),
    ("powers before the tile", 6, 524),
    ("powers before buying", 4, 128),
    ("powers before buying", 5, 366),
    ("a play 4 in full", 3, 130),
    ("a play 4 in full", 5, 2150),
    ("a compulsory play 4", 4, 120),
    ("selling in the purchase", 2, 39),
    ("selling in the purchase", 4, 780),
    ("two players and the market", 5, 116),
    ("two players and the market", 6, 392),
    ("6515", 4, 206),
    ("6515", 5, 150),
    ("6515", 6, 0),
    ("seven chains", 4, 168),
    ("seven chains", 6, 14112),
    ("an unplayable hand that may be replaced", 4, 372),
    ("an unplayable hand that may be replaced", 5, 2160),
    ("dead tiles by choice", 7, 160),
    ("dead tiles by choice", 8, 240),
    ("an open pick", 5, 192),
    ("the last tiles", 3, 8),
    ("the last tiles", 4, 0),
]


MANY = 2000
"""Sequences that the plain reference takes most of a second for."""
FEWEST = {name: min(count for other, _, count in COUNTS if other == name) for name, _, _ in COUNTS}
"""The smallest number of sequences that is counted from each start."""


def test_every_start_is_counted() -> None:
    assert {name for name, _, _ in COUNTS} == set(STARTS)


@pytest.mark.parametrize(("name", "depth", "count"), COUNTS)
def test_the_kernel_counts_as_many_sequences(name: str, depth: int, count: int) -> None:
    assert perft(STARTS[name].kernel(), depth, kernel_choices, kernel_after) == count


@pytest.mark.parametrize(("name", "depth", "count"), [
    pytest.param(*row, marks=pytest.mark.fully if row[2] > min(MANY, FEWEST[row[0]]) else ()) for row in COUNTS])
def test_the_reference_counts_as_many_sequences(name: str, depth: int, count: int) -> None:
    assert perft(STARTS[name].reference(), depth, ReferenceGame.legal, reference_after) == count
