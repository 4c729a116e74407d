"""docs/developers/record-format.md done a second time: another reader of check lines, digests and codes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from acquire_core import RULESETS, Game, Ruleset
from acquire_core.actions import Buy, Dispose, Found, Retire, Trade2
from acquire_core.record_check import crc16
from acquire_core.ruleset import OPTIONS
from tests.support.counts import Count

from .record_games import TABLE, random_record, small_record, some_texts

ROWS = "ABCDEFGHI"
TILES = [f"{column}{row}" for column in range(1, 13) for row in ROWS]
PHASES = """start draw market_draw declare_before power_start replace_hand place found survivor next_defunct dispose power_buy
    trade2 buy declare_end discard pick over""".split()
REASONS = [None, "declared", "automatic", "last_drawn", "cannot_refill", "no_tile", "stall", "retired"]
POWERS = ["free3", "buy5", "trade2", "take5", "play4"]


def crc_bit_by_bit(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def test_the_crc_is_the_one_described() -> None:
    assert crc_bit_by_bit(b"123456789") == crc16(b"123456789") == 0x29B1
    assert crc_bit_by_bit(b"") == crc16(b"") == 0xFFFF
    assert crc_bit_by_bit("seat 0 person 小明".encode()) == crc16("seat 0 person 小明".encode())


@pytest.mark.parametrize("number", range(0, 50, 7))
def test_every_record_has_the_checks_described(number: int) -> None:
    data = some_texts()[number].encode()
    position, block, checks = 0, [], 0
    for line in data.split(b"\n")[:-1]:
        if line.startswith(b"= "):
            mark, count, label, turn, state, marks, before, crc = line.decode().split(" ")
            assert (mark, int(count), len(state)) == ("=", checks, 16)
            assert label == ("start" if checks == 0 else "end" if position + len(line) + 1 == len(data) else label)
            assert marks == ("".join(f"{len(line):02x}{crc_bit_by_bit(line):04x}" for line in block) or "-")
            assert before == hashlib.sha256(data[:position]).hexdigest()[:16]
            assert crc == f"{crc_bit_by_bit(line[:-5]):04x}"
            assert label in ("start", "end", "turn") or (label == "more" and len(block) == 20)
            block, checks = [], checks + 1
        else:
            block.append(line)
        position += len(line) + 1
    assert not block


def test_the_example_is_a_record() -> None:
    page = Path(__file__).parents[2] / "docs" / "developers" / "record-format.md"
    if not page.exists():
        pytest.skip("no source tree beside the tests")
    example = page.read_text("utf-8").split("```\n")[1]
    first, last = re.split("… .*\n", example)
    text = small_record().text()
    assert text.startswith(first)
    assert text.endswith(last)


def test_the_digest_of_a_ruleset_is_the_one_described() -> None:
    for ruleset in TABLE:
        text = "acquire ruleset 1\n"
        for name in OPTIONS:
            value = getattr(ruleset, name)
            text += f"{name} {('no', 'yes')[value] if isinstance(value, bool) else value}\n"
        assert hashlib.sha256(text.encode()).digest() == ruleset.digest


def public_digest(ruleset: Ruleset, state: dict[str, Any], idle_turns: int = 0, merger: Sequence[int] = (),
                  this_turn: Sequence[int] = (0, 0, 0, 0, 0), draws: Sequence[int] = ()) -> bytes:
    """docs/developers/record-format.md, section 7; without the last three, it is that of the beginning of a turn."""
    chains = list(ruleset.chain_names)
    data = [0 if tile not in state["board"] else 1 if state["board"][tile] is None else 2 + chains.index(state["board"][tile])
            for tile in TILES]
    for chain in chains:
        data += [state["sizes"][chain], state["market"][chain]]
    for seat, hand in enumerate(state["hands"]):
        data += state["cash"][seat].to_bytes(4, "little")
        data += [state["shares"][seat][chain] for chain in chains]
        data += [len(hand["tiles"]) + hand["hidden"], sum(2 << POWERS.index(power) for power in state["powers_used"][seat])]
    away = [tile in state["discard"] for tile in TILES]
    data += [sum(away[t] << t % 8 for t in range(8 * byte, min(8 * byte + 8, 108))) for byte in range(14)]
    asked = 255 if state["to_move"] in (-1, None) else state["to_move"]
    data += [state["bag_count"], PHASES.index(state["phase"]), state["current"], asked]
    data += state["turn"].to_bytes(4, "little")
    data += [sum(1 << seat for seat in state["retired"]), state["declared"], REASONS.index(state["end_reason"]), idle_turns]
    data += [*merger, *this_turn, *draws]
    return hashlib.sha256(b"acquire state 1\n" + ruleset.digest + bytes(data)).digest()


@pytest.mark.parametrize("ruleset", TABLE, ids=[f"{number}-{ruleset.name}" for number, ruleset in enumerate(TABLE)])
def test_the_public_digest_is_the_one_described(ruleset: Ruleset, count: Count) -> None:
    for players in (3, 6, 2, 4, 5)[:count(2, 5)]:
        record = random_record(ruleset, players, seed=players, sealed=players % 2 == 0, retiring=0.01)
        turn, idle, moved, compared, current = 0, 0, True, 0, 0
        for step in record.replay(events=False):
            state = step.game.snapshot()
            if isinstance(step.action, Retire):
                idle = 0
            moved |= type(step.action).__name__ in ("Place", "DrawTile", "Pick") or bool(getattr(step.action, "tiles", ()))
            if state["turn"] != turn:
                idle = 0 if moved else idle + (current not in state["retired"])
                turn, moved = state["turn"], False
                if state["phase"] in ("place", "declare_before", "power_start"):
                    assert step.game.digest() == public_digest(ruleset, state, idle), (players, turn)
                    compared += 1
            current = state["current"]
        assert compared > 5


@pytest.mark.parametrize("ruleset", TABLE, ids=[f"{number}-{ruleset.name}" for number, ruleset in enumerate(TABLE)])
def test_snapshot_and_digest_fields_together_are_all_that_the_digest_covers(ruleset: Ruleset) -> None:
    for step in random_record(ruleset, 3, seed=1, sealed=True, retiring=0.01).replay(events=False):
        fields = step.game.digest_fields()
        *merger, queue = (fields["merger"] or {"queue": b""}).values()
        merger += queue.to_bytes(4, "little") if merger else b""  # type: ignore[operator]
        assert step.game.digest() == public_digest(ruleset, step.game.snapshot(), fields["idle_turns"], merger,
                                                   [*fields["this_turn"].values()], [*(fields["draws"] or {}).values()])


def test_the_public_digest_knows_what_is_due() -> None:
    game = Game("classic", 3)
    for due in (3, 2, 1):
        assert game.digest() == public_digest(game.ruleset, game.snapshot(), draws=(3 - due, due, 0))
        game.apply_code(2536 + 10 * due)
    starter = game.current
    for seat in (starter, (starter + 1) % 3, (starter + 2) % 3):
        for due in range(6, 0, -1):
            this_turn = (0, 0, 0, 0, int((seat, due) != (starter, 6)))
            assert game.digest() == public_digest(game.ruleset, game.snapshot(), this_turn=this_turn, draws=(seat, due, 0))
            game.apply_code(2752)


def test_the_public_digest_knows_an_unsettled_merger() -> None:
    board = """
        LLL.TTT.....
        .......o....
        ....AAA.....
        ............
        ............
        ............
        ............
        ............
        ............"""
    hands = [["4A"], ["12I"], ["12H"]]
    shares = [{"luxor": 1, "tower": 2}, {"tower": 3}, {"luxor": 4, "tower": 4}]
    game = Game.from_position("classic", 3, board=board, hands=hands, shares=shares)
    game.play("0 place 4A")
    tile, luxor, tower, nobody = 27, 0, 1, 7

    def digest(*merger: int) -> bytes:
        return public_digest(game.ruleset, game.snapshot(), merger=merger, this_turn=(0, 0, 0, 0, 1))

    assert (game.phase, game.digest()) == ("survivor", digest(tile, nobody, 1 << luxor | 1 << tower, 0, 0, 0, 0, 0))
    game.play("0 survivor Luxor")
    for seat, queue in ((0, 0xF210), (1, 0xF21), (2, 0xF2)):
        assert (game.phase, game.to_move) == ("dispose", seat)
        assert game.digest() == digest(tile, luxor, 0, tower, *queue.to_bytes(4, "little"))
        game.play(f"{seat} dispose hold {2 + seat} sell 0 trade 0")


def test_the_state_of_a_turn_is_in_the_public_digest() -> None:
    board = "\n".join(["o.o.........", *["............"] * 8])
    game = Game.from_position(TABLE[5], 2, board=board, hands=[["2A", "9I"], ["12I"]])
    game.play("0 power play4")
    assert game.digest() == public_digest(game.ruleset, game.snapshot(), this_turn=(5, 0, 0, 0, 0))
    game.play("0 place 2A")
    game.play("0 found Tower")
    assert game.digest() == public_digest(game.ruleset, game.snapshot(), this_turn=(5, 1, 1 << 1, 0, 1))
    game.play("0 place 9I")
    assert game.digest() == public_digest(game.ruleset, game.snapshot(), this_turn=(5, 2, 1 << 1, 0, 1))


def test_the_codes_are_those_described() -> None:
    game = Game("classic", 2)
    chains = game.ruleset.chain_names
    for number, (a, b) in enumerate((a, b) for a in chains for b in chains):
        assert game.code_of(Trade2(0, a, b)) == 34 + number
    assert [game.code_of(Found(0, chain)) for chain in (*chains, None)] == list(range(12, 20))
    code = 300
    for pairs in range(13):
        for sold in range(26 - 2 * pairs):
            assert code == 300 + 26 * pairs - pairs * (pairs - 1) + sold
            assert game.code_of(Dispose(0, 25 - sold - 2 * pairs, sold, 2 * pairs)) == code
            code += 1
    assert code == 482


def test_purchases_are_listed_as_described() -> None:
    game = Game(RULESETS["classic"].replace(sell_shares=True), 2)
    chains = game.ruleset.chain_names
    purchases = [(bought, ()) for count in range(6) for bought in combinations_with_replacement(chains, count)]
    assert len(purchases) == 792
    purchases += [(bought, sold) for count in range(1, 6) for selling in range(1, count + 1)  # type: ignore[misc]
                  for sold in combinations_with_replacement(chains, selling)
                  for bought in combinations_with_replacement(chains, count - selling) if not set(bought) & set(sold)]
    assert len(purchases) == 10044 - 2861
    for rank, (bought, sold) in enumerate(purchases):
        assert game.code_of(Buy(0, bought, sold)) == 2861 + rank
