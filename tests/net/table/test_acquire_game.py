"""Acquire as the protocol sees it: many peers' views of one game never disagree, whatever their own tiles are.

The dealer of honest_table.py plays whole games with a view for each seat and one for a spectator. Here are the games, what the
views must not depend on, and each question by itself; what they refuse is in test_acquire_game_refuses.py.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import Any

import pytest

from acquire_core import (
    Action,
    Buy,
    ChooseSurvivor,
    DeclareEnd,
    Discard,
    DrawTile,
    Game,
    MarketTile,
    Pass,
    Pick,
    Place,
    Retire,
    Ruleset,
    Show,
    StartTile,
    UsePower,
)
from acquire_core.events import StarterFound, StartTilePlaced, TileDrawn, TileLaidAway, TilePlaced, TurnBegan
from acquire_core.refusals import Reason
from acquire_core.ruleset import RULESETS
from acquire_core.tile_source import TILE_NAMES, TILE_NUMBERS
from acquire_net.protocol.sealed_game import AskDecision, Draw, GameFinished, Lottery, OpenBag, RefusedError
from acquire_net.table.acquire_game import AcquireGame
from tests.core.open_twin import agree, follow_openly
from tests.core.policies import POLICIES, random_ruleset
from tests.core.positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, position
from tests.support.counts import Count
from tests.support.honest_table import (
    Decided,
    Drew,
    Fact,
    Opened,
    Raffled,
    Seat,
    Table,
    a_lively_table,
    a_table,
    everything,
    refused,
    seats_and_spectator,
    step,
    tell,
)
from tests.support.honest_table import decide as decide_and_see

MAX_STEPS = 700


# --- whole games ---

def play(table: Table, policy: Any, leaving: float) -> Counter[str]:
    """Play a whole game, checked after every answer; return what was answered how often."""
    for number in range(MAX_STEPS):
        table.check(thoroughly=number % 8 == 0)
        if not step(table, policy, leaving):
            break
    table.check(thoroughly=True)
    kinds: Counter[str] = Counter()
    for fact in table.log:
        kinds[fact.action.decode().split()[0] if isinstance(fact, Decided) else type(fact).__name__] += 1
    return kinds


def test_all_peers_agree_in_whole_games_of_every_edition(count: Count) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(games := count(6, 30)):
        table, policy = a_table(seed)
        kinds += play(table, policy, leaving=table.rng.choice((0, 0, 0.003, 0.01)))
    assert games < 16 or {*kinds} >= {"Drew", "Raffled", "Left", "place", "found", "dispose", "buy", "discard", "end"}


def test_all_peers_agree_where_hands_are_shown_replaced_and_picked(count: Count) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(games := count(6, 30)):
        table, policy = a_lively_table(seed)
        kinds += play(table, policy, leaving=table.rng.choice((0, 0.01, 0.03)))
    assert games < 14 or {*kinds} >= {"show", "replace", "discard", "pick", "Opened", "Left", "power", "stop", "pass"}


def test_all_peers_agree_when_seats_leave_before_the_first_turn(count: Count) -> None:
    for seed in range(count(6, 30)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        table = Table(random_ruleset(rng, players), players, rng)
        for _ in range(6):
            table.check(thoroughly=True)
            if not step(table, POLICIES["uniform"], leaving=0.5):
                break


def test_a_seat_may_leave_at_any_question(count: Count) -> None:
    """The first times that a game comes to a question of some kind a seat leaves, and the others go on."""
    left_at: Counter[str] = Counter()
    for seed in range(games := count(10, 30)):
        table, policy = (a_table if seed % 2 else a_lively_table)(seed)
        for number in range(120):
            phase = table.complete.phase if table.complete.turn else f"{table.complete.phase} before the first turn"
            if left_at[phase] < 1 + games // 50 and table.live and not table.complete.over:
                left_at[phase] += 1
                current = table.complete.current
                table.leave(current if current in table.live and left_at[phase] % 2 else table.rng.choice(table.live))
                table.check(thoroughly=True)
            if not step(table, policy):
                break
            table.check(thoroughly=number % 8 == 0)
    often = {"start before the first turn", "draw before the first turn", "draw", "declare_before", "power_start", "place",
             "found", "survivor", "dispose", "buy", "discard", "pick"}
    assert games < 24 or {*left_at} >= often, often - {*left_at}


@pytest.mark.parametrize("rules", [CLASSIC, CLASSIC.replace(open_pick=True)], ids=["closed bag", "open bag"])
def test_the_last_seat_ends_the_game_with_a_lottery_where_the_market_competes(rules: Ruleset) -> None:
    """R35 goes by the seats at the start, so one peer alone has to answer it. A bag needs not be opened for it."""
    for seed in range(40):
        table = Table(rules, 2, random.Random(seed))
        while not any(table.complete.snapshot()["sizes"].values()):
            step(table, POLICIES["uniform"])
        table.leave(1)
        if table.question() == Lottery():
            break
    assert table.question() == Lottery()
    while step(table, POLICIES["uniform"]):
        table.check()
    assert table.question() == GameFinished(table.views[0]._result_bytes())
    assert table.complete.end_reason == "retired"


def test_the_views_of_a_game_are_those_of_the_same_game_played_openly(count: Count) -> None:
    """With the same tiles, an open table comes to the same state at every purchase."""
    for seed in range(count(7, 30)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        rules = random_ruleset(rng, players) if seed % 3 else list(RULESETS.values())[seed // 3 % len(RULESETS)]
        table, open_game = Table(rules, players, rng), Game(rules, players)
        clinging, compared = rng.random() < 0.3, 0
        for _ in range(MAX_STEPS):
            known, placed = len(table.complete.actions()), table.complete.phase == "place"
            if not step(table, POLICIES["uniform"], clinging=clinging):
                break
            for action in table.complete.actions()[known:]:
                follow_openly(open_game, action)
            if placed and table.complete.phase in ("buy", "power_buy", "over"):
                compared += 1
                assert agree(table.complete, open_game), f"{table.at(None)}: {open_game!r}"
                assert {view.digest() for view in table.views.values()} == {open_game.digest()}, table.at(None)
        assert compared


# --- nothing depends on hidden tiles ---

def never_public(log: list[Fact], players: int) -> list[int]:
    """Return tiles that were drawn for one seat or stayed in the bag, and that no other seat has ever seen."""
    public: set[int] = set()
    for fact in log:
        match fact:
            case Drew(seats, tiles):
                public |= {tile for seat, tile in zip(seats, tiles, strict=True) if seat is None}
            case Raffled(tile):
                public.add(tile)
            case Opened(tiles):
                public |= {*tiles}
            case Decided(_, action, _):
                public |= {TILE_NUMBERS[word] for word in action.decode().split() if word in TILE_NUMBERS}
    return [tile for tile in range(108) if tile not in public]


def all_that_others_may_compare(ruleset: Ruleset, players: int, seat: Seat, log: list[Fact]) -> list[Any]:
    view, compared = AcquireGame(ruleset, players, seat), []
    for number, fact in enumerate(log):
        if isinstance(fact, Decided):
            compared.append(view.to_prove(fact.seat, fact.action))
        gone = tell(view, fact)
        compared += [gone, view.next_question(), view.digest(), view.unseen_tiles(), view.has_begun]
        if number % 20 == 0 or fact is log[-1]:
            compared.append(view.canonical_state())
    return compared


def test_hidden_tiles_change_nothing_that_others_can_see(count: Count) -> None:
    """Two dealings, in which tiles that were never shown have changed places, through all hands and the bag."""
    compared = 0
    for seed in range(count(8, 40)):
        table, policy = (a_table if seed % 2 else a_lively_table)(seed)
        for _ in range(table.rng.randrange(5, 150)):
            if not step(table, policy, leaving=0.01):
                break
        rules, players = table.complete.ruleset, table.players
        hidden = never_public(table.log, players)
        other = {**dict(enumerate(range(108))), **dict(zip(hidden, table.rng.sample(hidden, len(hidden)), strict=True))}
        dealt_anew = [Drew(fact.seats, tuple(other[tile] for tile in fact.tiles)) if isinstance(fact, Drew) else fact
                      for fact in table.log]
        expected = all_that_others_may_compare(rules, players, None, table.log)
        for seat in seats_and_spectator(players):
            assert all_that_others_may_compare(rules, players, seat, table.log) == expected, table.at(seat)
            try:
                assert all_that_others_may_compare(rules, players, seat, dealt_anew) == expected, table.at(seat)
                compared += 1
            except RefusedError as instead:
                # With these tiles an honest seat would have acted otherwise, and only its owner can know that.
                if seat is None or Reason.DEAD_TILE_KEPT.value not in str(instead):
                    raise
    assert compared


# --- tiles, actions, events, copies ---

def test_tiles_have_one_numbering() -> None:
    """Decks are made of it, so it can never change: column then row, the order of the rules."""
    assert [TILE_NAMES[number] for number in (0, 1, 8, 9, 40, 107)] == ["1A", "1B", "1I", "2A", "5E", "12I"]
    assert AcquireGame().tile_count == len(TILE_NAMES) == 108
    assert hashlib.sha256(" ".join(TILE_NAMES).encode()).hexdigest() == (
        "605683f6593d25fe65e745388ca9aeb86d2b97f9b19cb94f1c6a9a69e38b7af5")


def test_an_action_is_its_line_without_the_seat() -> None:
    game = AcquireGame("classic", 3, seat=1)
    assert game.action_bytes(Place(1, "5E")) == b"place 5E"
    assert game.action_bytes(Buy(None, ("tower", "luxor"))) == b"buy Luxor Tower"
    assert game.action_bytes(Discard(2, ("9A", "4F"))) == b"discard 4F 9A"
    for by_chance in (DrawTile(0, "5E"), StartTile(0, "5E"), MarketTile("5E")):
        with pytest.raises(ValueError, match="chance"):
            game.action_bytes(by_chance)


def test_a_seat_that_there_is_not_has_no_view() -> None:
    for seat in (3, -1, "1"):
        with pytest.raises(ValueError, match="seat"):
            AcquireGame("classic", 3, seat)  # type: ignore[arg-type]


def test_only_the_seat_that_is_asked_is_offered_anything() -> None:
    table = Table(CLASSIC, 3, random.Random(2))
    assert all(view.legal_actions() == [] for view in table.views.values())
    while not isinstance(question := table.question(), AskDecision):
        step(table, POLICIES["uniform"])
    assert {seat for seat, view in table.views.items() if view.legal_actions()} == {question.seat}
    assert [action.tile for action in table.views[question.seat].legal_actions()] == [
        TILE_NAMES[tile] for tile in sorted(table.hands[question.seat])]


def test_events_tell_each_seat_what_it_may_know() -> None:
    table = Table(CLASSIC, 2, random.Random(3))
    step(table, POLICIES["uniform"])
    view, other = table.views[0], table.views[1]
    assert [type(event) for event in view.events()] == [StartTilePlaced, StartTilePlaced, StarterFound]
    shown = len(view.events())
    step(table, POLICIES["uniform"])
    mine = [event.tile for event in view.events(shown) if isinstance(event, TileDrawn) and event.seat == 0]
    assert {TILE_NUMBERS[tile] for tile in mine if tile} == table.hands[0]
    assert [event.tile for event in other.events(shown) if isinstance(event, TileDrawn) and event.seat == 0] == [None] * 6
    assert isinstance(view.events(shown)[-1], TurnBegan)
    assert view.events(len(view.events())) == ()


def test_a_copy_that_is_thrown_away_has_reported_nothing() -> None:
    table = Table(CLASSIC, 2, random.Random(5))
    while not isinstance(question := table.question(), AskDecision):
        step(table, POLICIES["uniform"])
    view = table.views[question.seat]
    before, first, second = everything(view), view.copy(), view.copy()
    for copy, action in zip((first, second), view.legal_actions(), strict=False):
        tile = TILE_NUMBERS[action.tile]
        copy.apply_decision(question.seat, view.action_bytes(action), (tile,))
        assert [event.tile for event in copy.events(len(view.events())) if isinstance(event, TilePlaced)] == [action.tile]
    assert everything(view) == before
    assert first.digest() != second.digest() != view.digest()
    assert [*first.events()[:len(view.events())]] == [*second.events()[:len(view.events())]] == [*view.events()]


def test_views_of_all_seats_make_up_the_whole_record() -> None:
    table = Table(CLASSIC.replace(special_powers=True), 4, random.Random(8))
    for _ in range(80):
        step(table, POLICIES["powerful"])
    first, *others = [table.views[seat].record([("A", "person")] * 4) for seat in range(4)]
    assert first.opened(*others).actions == tuple(table.complete.actions())
    assert table.views[None].record().public_actions() == first.public_actions()


def test_the_result_is_the_end_of_the_record() -> None:
    table = Table(CLASSIC, 3, random.Random(6))
    while step(table, POLICIES["uniform"]):
        pass
    question = table.question()
    assert isinstance(question, GameFinished)
    lines = table.complete.record().text().splitlines()
    assert question.result.decode().splitlines() == [line for line in lines if line.startswith(("over ", "result "))]


# --- each question ---

def at(kernel: Game, seat: Seat = None) -> AcquireGame:
    """Return a view that begins in a position, of which it knows all hands though they were not shown."""
    game = AcquireGame(kernel.ruleset, kernel.players, seat)
    game._game = kernel
    return game


def decide(game: AcquireGame, *actions: Action) -> tuple[int, ...]:
    """Decisions with honest proofs; what left the hand at the last one."""
    gone: tuple[int, ...] = ()
    for action in actions:
        assert action.seat is not None
        assert game.next_question() == AskDecision(action.seat)
        line = game.action_bytes(action)
        gone = decide_and_see(game, action.seat, line, game.to_prove(action.seat, line))
    return gone


def numbers(*tiles: str) -> tuple[int, ...]:
    return tuple(TILE_NUMBERS[tile] for tile in tiles)


def to_prove(game: AcquireGame, action: Action) -> tuple[int, ...]:
    assert action.seat is not None
    return game.to_prove(action.seat, game.action_bytes(action))


POWERFUL = CLASSIC.replace(special_powers=True)
END_LATER = CLASSIC.replace(end_mode="end_of_turn")


def test_all_start_tiles_come_at_once_then_all_hands_from_the_starting_player_on() -> None:
    game = AcquireGame("classic", 3, seat=1)
    assert game.next_question() == Draw((None, None, None))
    assert not game.has_begun
    game.record_draw(numbers("8I", "8G", "1A"))
    assert game.next_question() == Draw((2,) * 6 + (0,) * 6 + (1,) * 6)


def test_a_drawn_tile_is_known_to_its_owner_and_to_nobody_else() -> None:
    game, spectator = AcquireGame("revised-6515", 2, seat=1), AcquireGame("revised-6515", 2)
    mine: list[int | None] = [10, 20, 30, 40, 50, 60]
    for view, tiles in [(game, [1, 2, 3, 4, 5, 6, *mine]), (game, [*mine, *[None] * 6]),
                        (spectator, [*[None] * 6, *mine]), (spectator, [*[None] * 11, 60])]:
        assert "known to nobody but the seat that drew it" in refused(view, lambda it, tiles=tiles: it.record_draw(tiles))
    game.record_draw([*[None] * 6, *mine])
    spectator.record_draw([None] * 12)
    assert game.observe().hand == tuple(TILE_NAMES[tile] for tile in mine if tile is not None)
    assert game.digest() == spectator.digest()


def test_a_seat_whose_secrets_are_lost_follows_the_game_without_its_own_tiles() -> None:
    """It has to catch up before it can say goodbye, and the others compare its state."""
    blind, spectator = AcquireGame("revised-6515", 2, seat=1), AcquireGame("revised-6515", 2)
    blind.record_draw([None] * 12)
    spectator.record_draw([None] * 12)
    assert blind.digest() == spectator.digest()
    assert blind.next_question() == spectator.next_question()


def test_without_start_tiles_the_hands_come_first() -> None:
    game = AcquireGame("revised-6515", 2, seat=1)
    assert not game.has_begun
    assert game.next_question() == Draw((0,) * 6 + (1,) * 6)


@pytest.mark.parametrize("rules", RULESETS)
def test_a_game_has_begun_when_all_hands_are_dealt_and_not_before(rules: str) -> None:
    """Before that a partner who leaves could have the deal drawn again."""
    game = AcquireGame(rules, 3)
    while isinstance(question := game.next_question(), Draw):
        assert not game.has_begun
        game.record_draw([None if seat is not None else number for number, seat in enumerate(question.seats)])
    assert game.has_begun


def test_who_leaves_before_the_deal_is_dealt_nothing() -> None:
    game = AcquireGame("classic", 3)
    game.record_draw(numbers("8I", "8G", "1A"))
    game.record_leaving(2)
    assert game.next_question() == Draw((0,) * 6 + (1,) * 6)


def test_take_5_draws_five_at_once() -> None:
    game = at(position("..........", hands=["1A 3C", "12I"], rules=POWERFUL), seat=1)
    decide(game, UsePower(0, "take5"))
    assert game.next_question() == Draw((0,) * 5)


def test_a_refill_of_several_tiles_is_one_draw_and_ends_with_the_bag() -> None:
    game = at(position("..........", hands=["1A 3C", "12I"], bag="5E 6E"))
    decide(game, Place(0, "3C"), Buy(0))
    assert game.next_question() == Draw((0, 0))


def test_dead_tiles_are_asked_about_between_two_draws() -> None:
    """At a sealed table only their owner knows how many follow, so the second draw is a question of its own."""
    game = at(position(*TWO_SAFE, hands=["9G 9A 9C 9E 11A 11C", "12I"], rules=END_LATER, sealed=True), seat=0)
    decide(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False))
    assert game.next_question() == Draw((0,))
    game.record_draw(numbers("4B"))
    assert to_prove(game, Discard(0, ("4B",))) == numbers("4B")
    assert decide(game, Discard(0, ("4B",))) == numbers("4B")
    assert game.next_question() == Draw((0,))


def test_a_shown_hand_needs_no_second_proof_and_can_leave_unasked() -> None:
    game = at(position(*TWO_SAFE, hands=["4A", "12I"], rules=END_LATER, sealed=True, discard=["4B", "4C"]), seat=0)
    assert to_prove(game, Show(0, ("4A",))) == numbers("4A")
    assert TILE_NUMBERS["4A"] in game.unseen_tiles()
    assert decide(game, Show(0, ("4A",))) == ()
    assert TILE_NUMBERS["4A"] not in game.unseen_tiles()
    decide(game, *game.legal_actions(), Buy(0), DeclareEnd(0, False))
    assert game.next_question() == Draw((0,) * 6)  # five to fill the hand, and one for the dead tile that all know
    game.record_draw(numbers("9A", "9C", "9E", "9G", "11A", "11C"))
    assert TileLaidAway(0, "4A") in game.events()


def test_a_shown_tile_is_placed_later_without_a_proof() -> None:
    game = at(position(*SEVEN_CHAINS, hands=["2E", "3A", "9I"], sealed=True), seat=0)
    decide(game, Show(0, ("2E",)), Pass(0), Buy(0))
    game.record_draw(numbers("12A", "12B", "12C", "12D", "12E"))
    decide(game, Place(1, "3A"), ChooseSurvivor(1, "luxor"), Buy(1))  # one chain less, so that 2E may found one
    game.record_draw([None] * 6)
    decide(game, Place(2, "9I"), Buy(2))
    game.record_draw([None] * 6)
    assert to_prove(game, Place(0, "12A")) == numbers("12A")
    assert to_prove(game, Place(0, "2E")) == ()
    assert decide(game, Place(0, "2E")) == numbers("2E")


def test_a_hand_that_is_replaced_leaves_in_public() -> None:
    rules = CLASSIC.replace(no_tile="replace_hand")
    game = at(position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], rules=rules, sealed=True), seat=0)
    decide(game, Show(0, ("1F", "2E")))
    _, replaced = game.legal_actions()
    assert to_prove(game, replaced) == ()
    assert decide(game, replaced) == tuple(sorted(numbers("2E", "1F")))
    assert game.next_question() == Draw((0, 0))


def test_the_market_is_a_lottery_of_the_bag_or_of_all_tiles_once_it_is_empty() -> None:
    full_set = CLASSIC.replace(market_empty_bag="full_set")
    for bag, rules, question in [("5E 6E", CLASSIC, Lottery()), ("5E 6E", full_set, Lottery()),
                                 ("", full_set, Lottery(of_all_tiles=True))]:
        game = at(position("LL.TT.", hands=["3A", "9I"], shares=[{"tower": 1}, {}], bag=bag, rules=rules))
        decide(game, Place(0, "3A"), ChooseSurvivor(0, "luxor"))
        assert game.next_question() == question
        lies_on_the_board = TILE_NUMBERS["1A"]
        if not question.of_all_tiles:
            refused(game, lambda it, tile=lies_on_the_board: it.record_raffle(tile))
        game.record_raffle(lies_on_the_board if question.of_all_tiles else TILE_NUMBERS["6E"])
        assert game.next_question() == AskDecision(0)
    game = at(position("LL.TT.", hands=["3A", "9I"], shares=[{"tower": 1}, {}], bag=""))
    decide(game, Place(0, "3A"), ChooseSurvivor(0, "luxor"))
    assert game.next_question() == AskDecision(0)  # without a tile the market holds nothing (A19)


# --- open bags ---

OPEN = POWERFUL.replace(open_pick=True)


def open_table(seed: int = 1, rules: Ruleset = OPEN, players: int = 3) -> Table:
    """Just before the bag is opened for the first time."""
    table = Table(rules, players, random.Random(seed))
    while table.question() != OpenBag():
        step(table, POLICIES["uniform"])
    return table


def take_five(table: Table) -> int:
    """Open the bag and let the first player take five tiles; return who that is."""
    step(table, POLICIES["uniform"])
    seat = table.complete.current
    table.act(UsePower(seat, "take5"))
    return seat


def test_the_bag_is_opened_after_the_deal_and_nothing_is_decided_before() -> None:
    table = open_table()
    assert table.complete.turn == 1
    seat = table.complete.current
    tile = TILE_NAMES[min(table.hands[seat])]
    sentence = refused(table.views[seat], lambda it: it.to_prove(seat, b"power none"))
    assert sentence == f"seat {seat}, power none: the bag has to be opened first"
    refused(table.views[seat], lambda it: it.to_prove(seat, f"place {tile}".encode()))
    assert table.views[seat].legal_actions() == []
    step(table, POLICIES["uniform"])
    assert table.question() == AskDecision(seat)
    assert table.views[None].opened_bag == tuple(TILE_NAMES[tile] for tile in sorted(table.bag))


def test_a_tile_is_picked_out_of_the_bag_and_not_out_of_a_hand() -> None:
    table = open_table(rules=CLASSIC.replace(open_pick=True))
    step(table, POLICIES["uniform"])
    while table.complete.phase != "pick":
        step(table, POLICIES["uniform"])
    seat = table.complete.current
    hidden = min(table.hands[(seat + 1) % 3])
    spectator = table.views[None]
    assert table.complete.refusal(Pick(seat, TILE_NAMES[hidden])) is Reason.TILE_NOT_IN_BAG
    line = f"pick {TILE_NAMES[hidden]}"
    assert refused(spectator,
                   lambda it: it.apply_decision(seat, line.encode(), ())) == f"seat {seat}, {line}: the tile is not in the bag"
    picked = table.bag[0]
    assert to_prove(spectator, Pick(seat, TILE_NAMES[picked])) == ()
    table.act(Pick(seat, TILE_NAMES[picked]))
    table.check(thoroughly=True)
    assert picked not in spectator.unseen_tiles()


def test_take_5_from_an_opened_bag_is_five_lotteries_that_all_see() -> None:
    """All know the order of an opened deck, so its next tile would be no chance."""
    table = open_table()
    seat = take_five(table)
    in_a_hand = min(table.hands[(seat + 1) % 3])
    for _ in range(5):
        assert table.question() == Lottery()
        for view in table.views.values():
            refused(view, lambda it: it.record_raffle(in_a_hand))
        step(table, POLICIES["uniform"])
        table.check(thoroughly=True)
    place = table.question()
    assert place == AskDecision(seat)
    taken = table.hands[seat] & table.public
    assert len(taken) == 5
    for view in table.views.values():
        assert not taken & view.unseen_tiles()
        assert to_prove(view, Place(seat, TILE_NAMES[min(taken)])) == ()
        assert to_prove(view, Place(seat, TILE_NAMES[min(table.hands[seat] - taken)])) != ()
    table.act(Place(seat, TILE_NAMES[min(taken)]))
    table.check(thoroughly=True)


def test_after_somebody_has_left_the_bag_is_opened_anew() -> None:
    table = open_table()
    seat = take_five(table)
    step(table, POLICIES["uniform"])
    step(table, POLICIES["uniform"])
    taken = {*table.hands[seat] & table.public}
    table.leave((seat + 1) % 3)
    assert table.views[None].opened_bag is None
    assert not taken & table.views[None].unseen_tiles()  # they stay with who has drawn them
    assert table.question() == OpenBag()
    for view in table.views.values():
        wrong = [*table.bag[1:], min(taken)]
        refused(view, lambda it, wrong=wrong: it.bag_opened(wrong))
    step(table, POLICIES["uniform"])
    assert table.question() == Lottery()
    table.check(thoroughly=True)


def test_what_was_drawn_openly_is_hidden_again_once_its_owner_has_left() -> None:
    table = open_table()
    seat = take_five(table)
    step(table, POLICIES["uniform"])
    taken = {*table.hands[seat] & table.public}
    table.leave(seat)
    assert taken <= table.views[None].unseen_tiles()
    table.check(thoroughly=True)


def test_shown_tiles_of_who_leaves_are_hidden_again_and_those_of_others_are_not() -> None:
    kernel = position(*SEVEN_CHAINS, hands=["2E", "9I", "9A"], sealed=True)
    game = at(kernel, seat=1)
    decide(game, Show(0, ("2E",)))
    stays, goes = game.copy(), game.copy()
    stays.record_leaving(2)
    assert TILE_NUMBERS["2E"] not in stays.unseen_tiles()
    goes.record_leaving(0)
    assert TILE_NUMBERS["2E"] in goes.unseen_tiles()
    assert {*numbers("9I", "9A")} <= goes.unseen_tiles()
    with pytest.raises(RefusedError, match="left already"):
        goes.record_leaving(0)


def test_leaving_is_no_action_of_the_own_seat() -> None:
    game = at(position("....", hands=["2E", "9I"], sealed=True), seat=0)
    assert "left" in refused(game, lambda it: it.apply_decision(0, b"retire", ()))
    assert not any(isinstance(action, Retire) for action in game.legal_actions())
