"""What a view of a game refuses: spellings, seats, proofs and tiles that cannot be. A refusal has changed nothing."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from acquire_core import Action
from acquire_core.refusals import Reason
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS
from acquire_net.protocol.sealed_game import AskDecision, Draw, GameFinished, Lottery, OpenBag, RefusedError
from acquire_net.table.acquire_game import AcquireGame
from tests.core.policies import POLICIES
from tests.core.positions import CLASSIC
from tests.support.counts import Count
from tests.support.honest_table import Table, a_lively_table, a_table, choose, everything, refused, step


def wrong_tiles(tiles: list[int | None], view: AcquireGame, strange: int) -> list[list[Any]]:
    """Answers to a draw that cannot be: too few, too many, the same twice, no tiles, strange ones, known to the wrong seat."""
    wrong: list[list[Any]] = [tiles[:-1], [*tiles, None], [108, *tiles[1:]], [-1, *tiles[1:]], ["5E", *tiles[1:]]]
    if None in tiles:  # a seat may not know its own tile: it has lost its secrets
        wrong.append([strange if tile is None else tile for tile in tiles])
    mine = [place for place, tile in enumerate(tiles) if tile is not None]
    if mine:
        wrong.append([strange if place == mine[0] else tile for place, tile in enumerate(tiles)])
    if len(mine) > 1:
        wrong.append([tiles[mine[0]] if place == mine[1] else tile for place, tile in enumerate(tiles)])
    return wrong


def attack_chance(table: Table, view: AcquireGame) -> None:
    """Answers that no dealer may give, at whatever is asked now."""
    question, rng = table.question(), table.rng
    lies_on_the_board = [TILE_NUMBERS[tile] for tile in table.complete.snapshot()["board"]]
    if isinstance(question, Draw):
        tiles: list[int | None] = [tile if seat in (None, view.seat) else None
                                   for seat, tile in zip(question.seats, reversed(table.bag), strict=False)]
        for wrong in wrong_tiles(tiles, view, rng.choice(lies_on_the_board or [-5])):
            refused(view, lambda it, wrong=wrong: it.record_draw(wrong))
    else:
        refused(view, lambda it: it.record_draw([None]))
        refused(view, lambda it: it.record_draw([]))
    own = [] if view.seat is None else sorted(table.hands[view.seat])
    if isinstance(question, Lottery) and not question.of_all_tiles:
        for tile in (*lies_on_the_board, *own, -1, 108, *table.public):
            refused(view, lambda it, tile=tile: it.record_raffle(tile))
    elif not isinstance(question, Lottery):
        refused(view, lambda it: it.record_raffle(rng.choice(table.bag or [0])))
    if isinstance(question, OpenBag):
        bag, elsewhere = table.bag, [*lies_on_the_board, *own, *table.public]
        for opened in (bag[:-1], [*bag, bag[0]], [*bag[1:], bag[1]], [*bag[1:], -1], *([tile, *bag[1:]] for tile in elsewhere)):
            refused(view, lambda it, opened=opened: it.bag_opened(opened))
    else:
        refused(view, lambda it: it.bag_opened(table.bag))


def misspelled(line: str) -> list[bytes]:
    """Return what means this line and is not its one spelling, and what means nothing."""
    return [f"{line} ".encode(), f" {line}".encode(), f"{line}\n".encode(), line.replace(" ", "  ", 1).encode() + b" ",
            line.upper().encode(), line.swapcase().encode(), f"0 {line}".encode(), f"* {line}".encode(), line.encode("utf-16"),
            line.encode() + b"\0", line.encode() + b" " * 200, f"{line} now".encode(), b"", b"retire", b"* draw 0 1A",
            b"draw 0 1A", b"* market 5E", b"\xff\xfe", "plac\u00e9 5E".encode(), b"buy " + b"Tower " * 50]


def attack_decision(table: Table, view: AcquireGame, action: Action) -> None:
    """An honest action in wrong spellings, by wrong seats, with wrong proofs; and actions that nobody may do now."""
    seat, players, rng = action.seat, table.players, table.rng
    assert seat is not None
    line = view.action_bytes(action)
    proven = view.to_prove(seat, line)
    for text in rng.sample(misspelled(line.decode()), 6):
        refused(view, lambda it, text=text: it.apply_decision(seat, text, proven))
        refused(view, lambda it, text=text: it.to_prove(seat, text))
    for other in {*range(-1, players + 1)} - {seat}:
        sentence = refused(view, lambda it, other=other: it.apply_decision(other, line, proven))
        assert Reason.WRONG_SEAT.value in sentence or Reason.NO_SUCH_SEAT.value in sentence
        refused(view, lambda it, other=other: it.to_prove(other, line))
    strange = [tile for tile in range(108) if tile not in proven]
    wrong_proofs = [(*proven, rng.choice(strange)), (rng.choice(strange),) * (len(proven) or 1)]
    if proven:
        wrong_proofs += [(), proven[1:], (*proven, proven[0]), (*proven[1:], rng.choice(strange))]
    for wrong in wrong_proofs:
        assert "must be proven" in refused(view, lambda it, wrong=wrong: it.apply_decision(seat, line, wrong))
    # Tiles that cannot be in this hand, as all know: they lie on the board, are set aside, in another hand, or in an open bag.
    state = table.complete.snapshot()
    elsewhere = [*state["board"], *state["discard"], *(TILE_NAMES[tile] for tile in table.public - table.hands[seat])]
    if view.opened_bag:
        elsewhere += view.opened_bag
    for tile in rng.sample(elsewhere, min(3, len(elsewhere))):
        number = TILE_NUMBERS[tile]
        for verb in ("place", "discard", "show"):
            false = f"{verb} {tile}".encode()
            refused(view, lambda it, false=false, number=number: it.apply_decision(seat, false, (number,)))
    for tile in rng.sample(range(108), 3):
        if tile not in table.bag or view.next_question() != AskDecision(seat) or table.complete.phase != "pick":
            refused(view, lambda it, tile=tile: it.apply_decision(seat, f"pick {TILE_NAMES[tile]}".encode(), ()))
    refused(view, lambda it: it.record_leaving(players))
    refused(view, lambda it: it.record_leaving(-1))
    for gone in table.complete.retired:
        assert Reason.ALREADY_RETIRED.value in refused(view, lambda it, gone=gone: it.record_leaving(gone))


def test_what_cannot_be_is_refused_and_changes_nothing(count: Count) -> None:
    for seed in range(count(8, 40)):
        table, policy = (a_table if seed % 3 == 0 else a_lively_table)(seed)
        for _ in range(table.rng.randrange(1, 160)):
            question = table.question()
            if isinstance(question, GameFinished):
                break
            if table.rng.random() < 0.08 or isinstance(question, OpenBag | Lottery) and table.rng.random() < 0.4:
                view = table.rng.choice([*table.views.values()])
                attack_chance(table, view)
                if isinstance(question, AskDecision):
                    attack_decision(table, view, choose(table, question.seat, policy))
            step(table, policy, leaving=0.01)


def test_nothing_is_accepted_after_the_end() -> None:
    table = Table(CLASSIC, 2, random.Random(1))
    table.leave(0)
    view = table.views[1]
    assert isinstance(view.next_question(), GameFinished)
    assert Reason.GAME_OVER.value in refused(view, lambda it: it.apply_decision(1, b"pass", ()))
    assert Reason.GAME_OVER.value in refused(view, lambda it: it.record_leaving(1))
    attack_chance(table, view)


def test_a_refusal_says_what_the_kernel_says() -> None:
    table = Table(CLASSIC, 3, random.Random(4))
    while not isinstance(table.question(), AskDecision):
        step(table, POLICIES["uniform"])
    seat, view = table.complete.current, table.views[None]
    on_board = next(iter(table.complete.snapshot()["board"]))
    assert refused(view, lambda it: it.to_prove(seat, f"place {on_board}".encode())) == (
        f"seat {seat}, place {on_board}: {Reason.TILE_NOT_IN_HAND.value}")
    assert refused(view, lambda it: it.to_prove(seat, b"buy")) == f"seat {seat}, buy: {Reason.WRONG_PHASE.value}"
    assert refused(view, lambda it: it.to_prove(seat, b"pass")) == f"seat {seat}, pass: {Reason.MUST_SHOW.value}"
    assert refused(view, lambda it: it.to_prove(seat, b"buy luxor")) == "'buy luxor' is written 'buy Luxor'"
    assert "sackson" in refused(view, lambda it: it.to_prove(seat, b"found Sackson")).lower()


@cache
def moments() -> tuple[Table, ...]:
    """Tables at a question for a seat, of every kind that random games come to; and one where a tile is due."""
    found: dict[str, Table] = {}
    for seed in range(12):
        table, policy = a_lively_table(seed)
        while not table.complete.over and len(table.log) < 100:
            if table.complete.phase not in found:
                found[table.complete.phase] = table
                break
            step(table, policy)
    return tuple(found.values())


WORDS = """place pass stop found survivor next dispose hold sell trade buy power none free3 buy5 trade2 take5 play4 show replace
    yes no discard pick retire end start draw market * ?? 0 1 2 5 12 25 99 -1 Luxor Tower American Festival Worldwide Continental
    Imperial Sackson luxor 1A 1B 5E 12I 13A 0A 1J a A""".split()

some_line = st.lists(st.sampled_from([*WORDS, *TILE_NAMES]), max_size=14).map(lambda words: " ".join(words).encode())


@given(number=st.integers(0, 1000), who=st.integers(0, 6), seat=st.integers(0, 6), data=st.data(),
       garbage=st.one_of(some_line, st.binary(max_size=300), st.text(max_size=60).map(str.encode), st.none()))
def test_action_bytes_of_any_kind_are_legal_or_refused(number: int, who: int, seat: int, data: st.DataObject,
                                                       garbage: bytes | None) -> None:
    table = moments()[number % len(moments())]
    view = [*table.views.values()][who % len(table.views)].copy()
    asked = table.complete.to_move
    if garbage is None:  # a legal line with damage
        offered = table.choices(asked) if isinstance(table.question(), AskDecision) and asked is not None else []
        line = bytearray(view.action_bytes(data.draw(st.sampled_from(offered))) if offered else b"place 5E")
        for _ in range(data.draw(st.integers(0, 3))):
            line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
        garbage = bytes(line)
    before = everything(view)
    try:
        proven = view.to_prove(seat, garbage)
        view.apply_decision(seat, garbage, proven)
    except RefusedError:
        assert everything(view) == before
    else:
        assert seat == asked
        assert garbage.decode().isprintable()
        assert view.digest() != before[0]
