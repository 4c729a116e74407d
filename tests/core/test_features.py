"""A position as numbers says what the Observation says, every block of it, and nothing that is hidden."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import pytest

from acquire_core import Game, Observation, ShuffledBag
from acquire_core.ai.parallel_games import BLOCKS_OF_FEATURES, FEATURE_COUNT, observe_into
from acquire_core.engine.game import PHASES
from acquire_core.ruleset import OPTIONS, RULESETS, Option, Ruleset
from acquire_core.tile_source import TILE_NAMES
from tests.core.observed import observed_games, twins
from tests.support.counts import Count

from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, play, position

POWERS = ("free3", "buy5", "trade2", "take5", "play4")
SPOTS = ("isolated", "founds", "grows", "merges", "dead", "eighth", "mixed")


def numbers_of(seen: Observation) -> array[float]:
    numbers = array("f", [7.0]) * FEATURE_COUNT
    observe_into(seen, numbers)
    return numbers


def block(name: str) -> slice:
    starts = {row[0]: at for at, row in enumerate(BLOCKS_OF_FEATURES)}
    at = starts[name]
    stop = BLOCKS_OF_FEATURES[at + 1][1] if at + 1 < len(BLOCKS_OF_FEATURES) else FEATURE_COUNT
    return slice(BLOCKS_OF_FEATURES[at][1], stop)


def read(seen: Observation, name: str) -> list[float]:
    """Return a block in its own units: tiles, dollars, turns."""
    scale = next(row[2] for row in BLOCKS_OF_FEATURES if row[0] == name)
    return [round(number * scale, 2) for number in numbers_of(seen)[block(name)]]


def tiles(seen: Observation, name: str) -> list[str]:
    return [tile for tile, there in zip(TILE_NAMES, read(seen, name), strict=True) if there]


def chains(seen: Observation, name: str) -> list[str]:
    return [chain for chain, there in zip(seen.sizes, read(seen, name), strict=True) if there]


def from_viewer(seen: Observation, by_seat: Any) -> list[Any]:
    """Return what is listed by seat, from the viewer on, with zeros for seats that are not there."""
    assert seen.seat is not None
    turned = [*by_seat[seen.seat:], *by_seat[:seen.seat]]
    return turned + [0] * (6 - len(turned))


# --- the layout -------------------------------------------------------------------------------------------------------

def test_blocks_follow_one_another_and_have_names_of_their_own() -> None:
    starts = [start for _, start, _, _ in BLOCKS_OF_FEATURES]
    assert starts == sorted(set(starts))
    assert starts[0] == 0
    assert len({name for name, _, _, _ in BLOCKS_OF_FEATURES}) == len(starts)
    assert starts[-1] + 40 == FEATURE_COUNT


def test_every_number_is_written_and_stays_in_its_bounds(count: Count) -> None:
    highest = [row[3] for row in BLOCKS_OF_FEATURES for _ in range(FEATURE_COUNT)[block(row[0])]]
    for _, seen, seat in observed_games(count(25, 150), seed=11):
        if seat is not None:
            assert all(0 <= number <= most * (1 + 1e-6) for number, most in zip(numbers_of(seen), highest, strict=True))


# --- what the blocks say ----------------------------------------------------------------------------------------------

def test_squares_and_tiles_are_those_of_the_observation(count: Count) -> None:
    for _, seen, seat in observed_games(count(25, 150), seed=12):
        if seat is None:
            continue
        assert tiles(seen, "loose") == [tile for tile, chain in seen.board.items() if chain is None]
        owners = numbers_of(seen)[block("chains")]
        for number, name in enumerate(seen.sizes):
            plane = owners[108 * number:108 * (number + 1)]
            assert [tile for tile, there in zip(TILE_NAMES, plane, strict=True) if there] == \
                [tile for tile, chain in seen.board.items() if chain == name]
        assert tuple(tiles(seen, "hand")) == seen.hand
        others = {tile for other in range(seen.players) if other != seat for tile in seen.known_tiles(other)}
        assert set(tiles(seen, "shown")) == others
        assert tuple(tiles(seen, "laid_away")) == seen.discard
        assert tuple(tiles(seen, "unseen")) == seen.unseen
        assert tuple(tiles(seen, "bag")) == (seen.bag or ())


def test_chains_seats_and_turn_are_those_of_the_observation(count: Count) -> None:
    for game, seen, seat in observed_games(count(25, 150), seed=13):
        if seat is None:
            continue
        state = game.snapshot()
        assert read(seen, "sizes") == list(seen.sizes.values())
        assert read(seen, "prices") == list(seen.prices.values())
        assert read(seen, "market") == list(seen.market.values())
        assert chains(seen, "active") == [chain for chain, size in seen.sizes.items() if size]
        assert chains(seen, "safe") == [chain for chain, size in seen.sizes.items() if size >= seen.ruleset.safe_size]
        assert read(seen, "seats") == from_viewer(seen, [1] * seen.players)
        assert read(seen, "retired") == from_viewer(seen, [other in seen.retired for other in range(seen.players)])
        assert read(seen, "current") == from_viewer(seen, [other == seen.current for other in range(seen.players)])
        assert read(seen, "asked") == from_viewer(seen, [other == seen.to_move for other in range(seen.players)])
        assert read(seen, "cash") == from_viewer(seen, [cash for cash, _ in seen.ledger])
        assert read(seen, "hand_sizes") == from_viewer(seen, seen.hand_counts)
        held = read(seen, "blocks")
        assert [held[7 * k:7 * k + 7] for k in range(6)] == [
            list(blocks.values()) if blocks else [0] * 7 for blocks in from_viewer(seen, [blocks for _, blocks in seen.ledger])]
        left = read(seen, "powers_left")
        assert [[power for power, there in zip(POWERS, left[5 * k:5 * k + 5], strict=True) if there] for k in range(6)] == [
            list(powers or ()) for powers in from_viewer(seen, seen.powers_left)]
        assert read(seen, "phase") == [phase == seen.phase for phase in PHASES]
        assert read(seen, "declared") == [seen.declared]
        assert read(seen, "bag_count") == [state["bag_count"]]
        assert read(seen, "turn") == pytest.approx([seen.turn], rel=1e-6)


def test_the_slots_say_what_each_tile_of_the_hand_would_do() -> None:
    def slots(seen: Observation) -> list[tuple[str, str]]:
        numbers = read(seen, "slots")
        rows = [numbers[14 * k:14 * k + 14] for k in range(11)]
        return [(SPOTS[row.index(1)], "".join(chain[0] for chain, near in zip(seen.sizes, row[7:], strict=True) if near))
                for row in rows if any(row)]

    seven = position(*SEVEN_CHAINS, hands=["2E 3A 9F 12I", "1F"]).observe(0)
    assert dict(zip(seven.hand, slots(seven), strict=True)) == {
        "2E": ("eighth", ""), "3A": ("merges", "lt"), "9F": ("isolated", ""), "12I": ("isolated", "")}
    safe = position(*TWO_SAFE, hands=["4A 8A 9D 3E", "1F"]).observe(0)
    assert dict(zip(safe.hand, slots(safe), strict=True)) == {
        "4A": ("dead", "lt"), "8A": ("grows", "t"), "9D": ("isolated", ""), "3E": ("isolated", "")}
    mixed = position("LL.o", hands=["3A 5A", "1F"], rules=CLASSIC.replace(mixed_growth="forbid")).observe(0)
    assert slots(mixed) == [("mixed", "l"), ("founds", "")]


def test_a_merger_shows_what_is_being_settled_and_who_is_still_asked() -> None:
    game = position("LLL.TT", hands=["4A 12I", "1F", "1G"], shares=[{"tower": 3}, {"tower": 2}, {"tower": 4}])
    play(game, "0 place 4A")
    seen = game.observe(1)
    assert (game.phase, game.to_move) == ("dispose", 0)
    assert tiles(seen, "unsettled") == ["4A"]
    assert (chains(seen, "survivor"), chains(seen, "dying"), chains(seen, "defunct")) == (["luxor"], ["tower"], [])
    assert read(seen, "to_dispose") == [1, 1, 1, 0, 0, 0]
    play(game, "0 dispose hold 3 sell 0 trade 0")
    assert read(game.observe(0), "to_dispose") == [0, 1, 1, 0, 0, 0]
    assert read(game.observe(2), "to_dispose") == [1, 0, 1, 0, 0, 0]
    play(game, "1 dispose hold 2 sell 0 trade 0", "2 dispose hold 4 sell 0 trade 0")
    seen = game.observe(1)
    assert game.phase == "buy"
    assert not any(any(read(seen, name)) for name in ("unsettled", "survivor", "dying", "defunct", "to_dispose"))


def test_wealth_is_the_money_if_the_game_ended_now() -> None:
    game = position("LLL", hands=["12I", "1F", "1G"], shares=[{"luxor": 3}, {"luxor": 1}, {}], cash=[1000, 2000, 3000])
    # Three tiles of Luxor are $300 a block: bonuses of 3,000 and 1,500.
    assert read(game.observe(0), "wealth") == [1000 + 3000 + 900, 2000 + 1500 + 300, 3000, 0, 0, 0]
    assert read(game.observe(2), "wealth") == [3000, 4900, 3800, 0, 0, 0]


def test_powers_trades_and_tiles_due_are_there_while_they_matter() -> None:
    rules = CLASSIC.replace(special_powers=True, end_mode="end_of_turn")
    game = position("LL.TT", hands=["9I 12I", "1F"], rules=rules, shares=[{"luxor": 4}, {}], cash=[1000] * 2)
    play(game, "0 power play4", "0 place 9I")
    assert (game.phase, read(game.observe(1), "power"), read(game.observe(1), "placed")) == ("place", [0, 0, 0, 0, 1], [1])
    play(game, "0 stop")
    assert (game.phase, read(game.observe(0), "trades")) == ("buy", [0])
    game = position("LL.TT", hands=["9I 12I", "1F"], rules=rules, shares=[{"luxor": 4}, {}], cash=[1000] * 2)
    play(game, "0 power none", "0 place 9I", "0 power trade2", "0 trade2 luxor tower")
    assert (game.phase, read(game.observe(1), "trades"), read(game.observe(1), "power")) == ("trade2", [1], [0, 0, 1, 0, 0])
    game = position("LL", hands=["9I 12I", "1F"], rules=CLASSIC.replace(open_pick=True))
    play(game, "0 place 9I", "0 buy")
    assert (game.phase, read(game.observe(1), "due")) == ("pick", [5])


# --- the rules --------------------------------------------------------------------------------------------------------

# What only the opening asks, or nobody who plays: names of chains, what screens show, what each begins with.
NO_MATTER = {"chains", "holdings", "start_cash", "starting_tiles", "start_rule"}


def values_of(option: Option) -> Sequence[Any]:
    """Return all that an option may be; of a number its default and a neighbour."""
    if option.kind is int:
        return option.default, option.default + (option.step if option.default < option.high else -option.step)
    return option.choices or (False, True)


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_that_still_matters_is_among_the_numbers(option: str) -> None:
    def rules_of(value: Any) -> list[float]:
        base = Ruleset(special_powers=True) if option == "play4_mandatory" else Ruleset()
        players = 4 if option == "teams" else 2
        return read(Game(base.replace(**{option: value}), players, tiles=ShuffledBag(1)).observe(0), "rules")

    values = values_of(OPTIONS[option])
    seen = {tuple(rules_of(value)) for value in values}
    assert len(seen) == (1 if option in NO_MATTER else len(values))


def test_every_ruleset_has_numbers_of_its_own() -> None:
    views = [tuple(read(Game(rules, 4, tiles=ShuffledBag(1)).observe(0), "rules")) for rules in RULESETS.values()]
    assert len(set(views)) == len(RULESETS)


# --- nothing hidden ---------------------------------------------------------------------------------------------------

def test_games_that_differ_in_hidden_tiles_only_give_the_same_bytes(count: Count) -> None:
    """The numbers cannot tell the twins apart."""
    tried = 0
    for game, twin, seen, seat in twins(count(60, 200), seed=15):
        if seat is not None:
            tried += twin.actions() != game.actions()
            assert numbers_of(twin.observe(seat)).tobytes() == numbers_of(seen).tobytes()
    assert tried >= count(60, 200) // 4


def test_the_order_of_hand_and_bag_is_not_among_the_numbers() -> None:
    one = position("LL", hands=["9I 12I 3C", "1F 1G"]).observe(0)
    other = position("LL", hands=["3C 9I 12I", "1G 1F"]).observe(0)
    assert numbers_of(one).tobytes() == numbers_of(other).tobytes()


def test_a_seat_sees_itself_first() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(7))
    for seat in range(3):
        seen = game.observe(seat)
        assert tuple(tiles(seen, "hand")) == seen.hand
        assert read(seen, "current").index(1) == (game.current - seat) % 3


# --- refusals ---------------------------------------------------------------------------------------------------------

def test_the_public_has_no_numbers() -> None:
    with pytest.raises(ValueError, match="the public has no seat"):
        observe_into(Game("classic", 3, tiles=ShuffledBag(1)).observe(None), array("f", [0.0]) * FEATURE_COUNT)


@pytest.mark.parametrize("wrong", [
    array("f", [0.0]) * (FEATURE_COUNT - 1), array("f", [0.0]) * (FEATURE_COUNT + 1), array("d", [0.0]) * FEATURE_COUNT,
    array("d", [0.0]) * (FEATURE_COUNT // 2), bytearray(4 * FEATURE_COUNT)], ids=["short", "long", "double", "half", "bytes"])
def test_a_buffer_of_another_size_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=f"an array of {FEATURE_COUNT} items of 4 bytes"):
        observe_into(Game("classic", 3, tiles=ShuffledBag(1)).observe(0), wrong)


@pytest.mark.parametrize("wrong", [bytes(4 * FEATURE_COUNT), None, 3, memoryview(array("f", [0.0]) * (2 * FEATURE_COUNT))[::2]],
                         ids=["read-only", "None", "number", "strided"])
def test_what_cannot_be_written_to_is_refused(wrong: Any) -> None:
    with pytest.raises((BufferError, TypeError)):
        observe_into(Game("classic", 3, tiles=ShuffledBag(1)).observe(0), wrong)
