"""Games to make records of, and ways to tamper with a record so that its check lines still agree."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from acquire_core import RULESETS, Game, RandomPlayer, Retire, Ruleset, ShuffledBag
from acquire_core.record import Record
from acquire_core.record_check import Sheet

POWERFUL = RULESETS["classic"].replace(special_powers=True)
TABLE = [
    *RULESETS.values(),
    POWERFUL,
    POWERFUL.replace(play4_mandatory=True, dead_policy="choice"),
    RULESETS["wikipedia-2008"].replace(special_powers=True, open_pick=True, sell_shares=True),
    RULESETS["tycoon-2023"].replace(found_optional=True, founder_buys_four=True, merger_bonus=1000, end_mode="end_of_turn"),
    RULESETS["revised-6515"].replace(disposal="hold_sell_trade", market_empty_bag="full_set", two_player_market=True),
]
"""Rulesets whose records have every kind of line."""

NAMES = ("Anna", "Bert Brecht", "Çelik", "小明", "O'Neil = 7", "0 buy")


def random_game(ruleset: Ruleset, players: int, seed: int, sealed: bool = False, retiring: float = 0.0) -> Game:
    """Return a game played to its end at random; with `retiring`, seats leave with that probability at each decision."""
    game = Game(ruleset, players, tiles=ShuffledBag(seed), sealed=sealed)
    player, rng = RandomPlayer(seed=seed), random.Random(seed)
    while not game.over:
        if rng.random() < retiring:
            game.apply(Retire(rng.choice([seat for seat in range(players) if seat not in game.retired])))
        else:
            game.apply_code(player.code(game))
    return game


@cache
def random_record(ruleset: Ruleset, players: int, seed: int, sealed: bool = False, retiring: float = 0.0) -> Record:
    kinds = ("person", "bot-expert")
    seats = [(NAMES[seat], kinds[seat % 2]) for seat in range(players)]
    return random_game(ruleset, players, seed, sealed, retiring).record(seats)


@cache
def some_texts() -> tuple[str, ...]:
    """Records of every ruleset and number of players, long and short, open and sealed, with and without those who leave."""
    return tuple(random_record(ruleset, players, seed=players, sealed=bool(number % 2), retiring=0.02 * (number % 3)).text()
                 for number, ruleset in enumerate(TABLE) for players in range(2, 7))


def small_record() -> Record:
    """Return two turns, and a seat that leaves: every part of the format in few bytes. docs/developers/record-format.md shows
    it."""
    game = Game(RULESETS["classic"].replace(end_size=40, starting_tiles=False), 2)
    for seat, tiles in enumerate(("9D 12D 11I 7F 7G 4A", "12C 3G 5I 9G 1E 11C")):
        for tile in tiles.split():
            game.play(f"* draw {seat} {tile}")
    for line in ("0 place 7F", "0 buy", "* draw 0 12I", "1 retire"):
        game.play(line)
    # The seed is for the reader of the header; only an audit asks what follows from it.
    return replace(game.record([("Anna", "person"), ("Bert Brecht", "bot-easy")]), tiles="shuffled", seed=3)


def resealed(text: str) -> str:
    """Return the text with all check lines made to agree with the lines between them, whatever those say now.

    Labels, turns and digests of the game stay as they are: only playing the record can show what was changed.
    """
    sheet = Sheet()
    lines = []
    for line in text.removesuffix("\n").split("\n"):
        words = line.split(" ")
        if words[0] == "=" and len(words) == 8:
            lines.append(sheet.check(words[2], int(words[3]), bytes.fromhex(words[4])))
        else:
            lines.append(sheet.add(line))
    return "".join(f"{line}\n" for line in lines)
