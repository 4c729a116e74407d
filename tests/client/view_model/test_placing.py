"""What is said of a tile and of what it begins: the rules bring it about later."""

import random

import pytest

from acquire_client.terminal.console import board_text
from acquire_client.view_model.board import board_picture
from acquire_client.view_model.facts import board_facts
from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.placing import dead_squares, price_after_merger, price_when_founded
from acquire_client.view_model.position import position_of
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, Ruleset, ShuffledBag
from acquire_core.actions import Place
from acquire_core.events import ChainFounded, ChainsMerged
from tests.support.text_play import position

IN_ROUNDS = [RULESETS[name].replace(simultaneous=True) for name in ("classic", "tycoon-2023")]


@pytest.mark.parametrize("rules", [*(RULESETS[name] for name in ("classic", "wikipedia-2008", "dos-1988", "tycoon-2023")),
                                   *IN_ROUNDS])
def test_the_price_after_a_merger_is_that_of_the_survivor_when_all_is_settled(rules: Ruleset) -> None:
    settled = 0
    for seed in range(6):
        game, chance = Game(rules, 4, tiles=ShuffledBag(seed)), random.Random(seed)
        card: MergerCard | None = None
        foretold: dict[str, int] = {}
        while not game.over:
            if game.phase == "dispose" and card is not None and card.survivor is not None:
                foretold[card.survivor] = price_after_merger(game.observe(game.to_move), card.survivor)
            events = game.apply(chance.choice(game.legal_actions()))
            for event in events:
                if isinstance(event, ChainsMerged) and event.survivor in foretold:
                    assert rules.price(rules.chain_names.index(event.survivor), event.size) == foretold.pop(event.survivor)
                    settled += 1
            card = merger_after(card, events)
            assert card is not None or not foretold
    assert settled > 20


SAFE_BOARD = ["AAAAAAAAAAA.", "............", "TTTTTTTTTTT.", "............", ".FF.........", *["............"] * 4]
HANDS = [["9I"], ["10I"]]


@pytest.mark.parametrize(("rules", "dead"), [
    ("classic", {f"{column}B" for column in range(1, 12)}),
    ("revised-6515", set()),
])
def test_dead_squares_lie_between_safe_chains(rules: str, dead: set[str]) -> None:
    game = Game.from_position(RULESETS[rules], 2, board="\n".join(SAFE_BOARD), hands=HANDS)
    assert dead_squares(game.observe(0)) == dead


def test_where_a_safe_chain_never_merges_all_squares_between_it_and_another_are_dead() -> None:
    game = Game.from_position(RULESETS["classic"].replace(safe_merge="any_safe"), 2, board="\n".join(SAFE_BOARD), hands=HANDS)
    assert dead_squares(game.observe(0)) == {*(f"{column}B" for column in range(1, 12)), "2D", "3D"}


def test_a_tile_on_a_dead_square_is_refused_and_on_no_other_for_safe_chains() -> None:
    seen_dead = 0
    for seed in range(4):
        game, chance = Game(RULESETS["wikipedia-2008"], 4, tiles=ShuffledBag(seed)), random.Random(seed)
        while not game.over:
            if game.phase == "place":
                seen = game.observe(game.to_move)
                dead = dead_squares(seen)
                assert not dead & {action.tile for action in seen.legal_actions() if isinstance(action, Place)}
                seen_dead += len(dead & set(seen.hand))
            game.apply(chance.choice(game.legal_actions()))
    assert seen_dead


def test_in_a_round_what_is_founded_is_found_among_all_tiles_that_were_placed_together() -> None:
    founded = 0
    for seed in range(12):
        game, chance = Game(IN_ROUNDS[0], 4, tiles=ShuffledBag(seed)), random.Random(seed)
        while not game.over:
            seen, asked = game.observe(game.to_move), game.phase == "found"
            action = chance.choice(game.legal_actions())
            for event in game.apply(action):
                if asked and isinstance(event, ChainFounded):
                    asked, number = False, seen.ruleset.chain_names.index(event.chain)
                    founded += 1
                    assert price_when_founded(seen, event.chain) == seen.ruleset.price(number, event.size)
    assert founded > 20


def test_dead_squares_are_in_the_board_of_the_terminal_and_in_its_facts() -> None:
    game = position(["LLLLLLLLLLL.", "............", "TTTTTTTTTTT."], [["12I"]])
    seen = game.observe(0)
    picture = board_picture(seen.board, (), dead_squares(seen))
    lines = board_text(picture).plain.split("\n")
    assert lines[2] == " B  ×  ×  ×  ×  ×  ×  ×  ×  ×  ×  ×  · " and lines[-1].strip() == "× dead: no tile can ever go there"
    assert board_text(picture, unicode=False).plain.split("\n")[2].split()[:3] == ["B", "x", "x"]
    assert "No tile can ever be placed here: 1B 2B 3B 4B 5B 6B 7B 8B 9B 10B 11B." in board_facts(seen)
    assert position_of(game, TableNames(("Ann", "Ben", "Cem"))).board == picture
    empty = position(["LLL........."], [["12I"]]).observe(0)
    assert "dead" not in board_text(board_picture(empty.board)).plain
    assert not any("No tile" in fact for fact in board_facts(empty))
