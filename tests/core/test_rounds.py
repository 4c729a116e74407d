"""The kernel and the plain reference agree on rounds of simultaneous play after every answer, whatever order they come in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from acquire_core import Action, Game, RandomPlayer, Reason, Ruleset, RulesetError, ShuffledBag, cpu_variant
from acquire_core.actions import CHANCE, Bid, Buy, DeclareEnd, Dispose, DrawTile, Pass, Place, Show
from acquire_core.ai.seat_view import SeatView
from acquire_core.engine.game import STATE_BYTES, cpu_variants, use_cpu_variant
from acquire_core.notation import format_action
from acquire_core.puzzle_search import find_puzzles
from acquire_core.record import RecordError, read_record, record_of
from acquire_core.ruleset import RULESETS
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .policies import POLICIES, random_rounds
from .positions import position
from .reference_rounds import ONLY_VALUES, ReferenceRounds

CLASSIC = RULESETS["classic"]
ROUNDS = CLASSIC.replace(simultaneous=True)
LONGEST_GAME_ACTIONS = 3000  # a ruleset without the stall end need not end (K36)


@lru_cache(maxsize=50_000)
def line_of(action: Action, chains: tuple[str, ...]) -> str:
    return format_action(action, chains)


def lines_of(game: Game, seat: int | None = None) -> list[str]:
    lines = (line_of(action, game.ruleset.chain_names) for action in game.legal_actions(seat))
    return sorted(line for line in lines if "??" not in line)        # the reference knows all tiles


def compare(game: Game, reference: ReferenceRounds, story: str) -> None:
    mine, theirs = game.snapshot(), reference.snapshot()
    differing = {key: (mine.get(key), theirs[key]) for key in theirs if mine.get(key) != theirs[key]}
    assert not differing, f"{story}\nkernel and reference differ: {differing}"
    assert (game.phase, game.to_move, game.owed()) == (reference.phase, reference.to_move, reference.owed()), story
    assert lines_of(game) == reference.legal(), story
    for seat in range(game.players):
        assert lines_of(game, seat) == reference.legal(seat), f"{story}\nseat {seat}"
    codes = game.legal_codes()
    assert [game.code_of(game.action_of(code)) for code in codes] == codes, story


def play_both(ruleset: Ruleset, players: int, policy: str, seed: int, leaving: float) -> None:
    """One game, compared after every answer: they come in any order, some are changed, and now and then a seat leaves."""
    rng = random.Random(seed)
    game, reference = Game(ruleset, players=players), ReferenceRounds(ruleset, players)
    story = f"{ruleset.name} {ruleset.changes()}, {players} players, policy {policy}, seed {seed}"
    for _ in range(LONGEST_GAME_ACTIONS):
        compare(game, reference, story)
        if game.over:
            break
        line = next_line(game, reference, policy, rng, leaving)
        game.play(line, events=rng.random() < 0.5)
        reference.apply(line)
        story += f"\n{line}"
    if game.over:
        assert game.standings() == reference.standings(), story
        assert again(game).digest() == game.digest(), story


def next_line(game: Game, reference: ReferenceRounds, policy: str, rng: random.Random, leaving: float) -> str:
    staying = [seat for seat in range(game.players) if seat not in game.retired]
    if rng.random() < leaving and staying:
        return f"{rng.choice(staying)} retire"
    seat = None if game.to_move == CHANCE else rng.choice(game.owed())
    waiting = [action.seat for action in game.waiting()]
    if waiting and rng.random() < 0.1:
        seat = rng.choice(waiting)
    lines = reference.legal(seat)
    if " bid " in lines[0]:
        return rng.choice(lines[:rng.choice((1, 4, 11, len(lines)))])
    return POLICIES[policy](lines, game.snapshot(), rng)


def again(game: Game) -> Game:
    """Return the game played once more by its history."""
    other = Game(game.ruleset, players=game.players)
    for action in game.actions():
        other.apply(action, events=False)
    return other


def a_game(seed: int) -> tuple[Ruleset, int, str, int, float]:
    rng = random.Random(seed)
    players = 2 + seed % 5
    named = (ROUNDS, RULESETS["tycoon-2023"].replace(simultaneous=True),
             ROUNDS.replace(start_cash=1000, safe_size=5, merger_bonus=1000, max_buy=5, end_mode="auto"))
    ruleset = named[seed // 5 % 3] if seed % 2 else random_rounds(rng, players)
    return ruleset, players, list(POLICIES)[seed // 3 % len(POLICIES)], seed, rng.choice((0, 0, 0.01, 0.05))


@pytest.mark.parametrize("part", few_cases(pytest.mark.more_cases, range(6), 3))
def test_kernel_and_reference_play_the_same_rounds(part: int, count: Count) -> None:
    games = count(1, 100)
    for seed in range(part * games, (part + 1) * games):
        play_both(*a_game(seed))


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(10_000, 13_000, 100))
def test_kernel_and_reference_play_the_same_three_thousand_games_of_rounds(first: int) -> None:
    for seed in range(first, first + 100):
        play_both(*a_game(seed))


# Random play.

def test_random_play_by_whole_rounds_is_the_one_step_by_step(count: Count) -> None:
    used = cpu_variant()
    try:
        for seed in range(count(20, 300)):
            rules, players, *_ = a_game(seed)
            for variant in cpu_variants():
                use_cpu_variant(variant)
                stepping, whole = Game(rules, players=players), Game(rules, players=players)
                step, turn = RandomPlayer(seed), RandomPlayer(seed)
                while not stepping.over and stepping.turn < 100:
                    now = stepping.turn
                    while not stepping.over and stepping.turn == now:
                        stepping.apply_code(step.code(stepping))
                    turn.turn(whole)
                    assert whole.snapshot() == stepping.snapshot(), (seed, variant, now)
                    assert whole.digest() == stepping.digest()
    finally:
        use_cpu_variant(used)


def test_random_play_goes_on_from_anywhere_in_a_round() -> None:
    for seed in range(60):
        game, player = Game(ROUNDS, players=3), RandomPlayer(seed)
        for _ in range(40 + 3 * seed):
            game.apply_code(player.code(game))
        before = game.copy()
        game.play_random(seed)
        assert game.over
        while not before.over:
            before.apply_code(player.code(before))
        assert before.standings()


# What is known (M13).

def some_steps(seed: int) -> Iterator[tuple[Game, int]]:
    """Games in sealed steps in which a seat has several answers, and such a seat."""
    rng = random.Random(seed)
    game, player = Game(ROUNDS, players=4), RandomPlayer(seed)
    while not game.over:
        if len(game.owed()) > 1:
            seat = rng.choice(game.owed())
            if len(game.legal_actions(seat)) > 1:
                yield game, seat
        game.apply_code(player.code(game))


def test_an_answer_shows_nowhere_before_the_last_is_in(count: Count) -> None:
    kinds = set()
    for seed in range(count(1, 3)):
        for game, seat in some_steps(seed):
            one, other = game.copy(), game.copy()
            first, *_, last = game.legal_actions(seat)
            one.apply(first)
            other.apply(last)
            kinds.add(type(first))
            assert one.digest() == other.digest()
            assert one.record().text() == other.record().text() == game.record().text()
            for viewer in (None, *(viewer for viewer in range(4) if viewer != seat)):
                mine, theirs = one.observe(viewer), other.observe(viewer)
                assert mine == theirs and mine.as_dict() == theirs.as_dict() and hash(mine) == hash(theirs)
                assert mine.history() == theirs.history()
                if viewer in game.owed():
                    answer = mine.legal_actions()[0]
                    assert mine.after(answer)[1].as_dict() == theirs.after(answer)[1].as_dict()
            assert first in one.waiting() and last in other.waiting()
            assert one.observe(seat) != other.observe(seat)
            assert one.observe(seat).to_move == one.to_move == other.to_move
    assert kinds == {Place, Bid, Buy, Dispose, DeclareEnd}


def test_answers_stand_in_the_record_in_table_order() -> None:
    game = Game(ROUNDS, players=3, tiles=ShuffledBag(7))
    order = game.owed()
    for seat in reversed(order):
        game.apply(game.legal_actions(seat)[0])
    placed = [action for action in game.actions() if isinstance(action, Place)]
    assert [action.seat for action in placed] == list(order)
    assert game.waiting() == []


def test_a_seat_may_change_its_answer_and_copies_go_their_own_way() -> None:
    game = Game(ROUNDS, players=2, tiles=ShuffledBag(3))
    seat, other = game.owed()
    first, second = game.legal_actions(seat)[:2]
    game.apply(first)
    twin = game.copy()
    game.apply(second)
    assert game.waiting() == [second] and twin.waiting() == [first]
    assert game.legal_actions(seat) == twin.legal_actions(seat) and game.legal_actions() == game.legal_actions(other)
    game.apply(game.legal_actions(other)[0])
    twin.apply(twin.legal_actions(other)[0])
    assert second in game.actions() and first not in game.actions()
    assert first in twin.actions() and second not in twin.actions()


def test_a_record_of_rounds_is_read_back() -> None:
    for seed in range(5):
        rules = (ROUNDS, RULESETS["tycoon-2023"].replace(simultaneous=True, end_mode="auto"))[seed % 2]
        game, player = Game(rules, players=2 + seed, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over:
            game.apply_code(player.code(game))
        text = game.record().text()
        assert "option simultaneous yes" in text.splitlines()
        record = read_record(text)
        assert record.text() == text and record.game().digest() == game.digest()


# What is refused (M11), and what stays as it was.

OPTION_CHOICES = {"no_tile": ("skip", "end"), "disposal": ("hold_sell_trade", "none"),
                  "disposal_order": ("mergemaker", "majority"), "dead_policy": ("auto", "never"),
                  "dead_timing": ("after_draw", "before_draw"),
                  "eighth_chain": ("forbid", "unfounded"), "mixed_growth": ("absorb", "forbid"),
                  "end_on_bag": ("never", "last_drawn")}


def test_each_refused_combination_names_its_options() -> None:
    for name, value in ONLY_VALUES.items():
        other = {True: False, False: True}.get(value) if isinstance(value, bool) else next(  # type: ignore[call-overload]
            choice for choice in OPTION_CHOICES[name] if choice != value)
        changes = {name: other} | ({"special_powers": True} if name == "play4_mandatory" else {})
        with pytest.raises(RulesetError, match=name):
            ROUNDS.replace(**changes)


DIGESTS = {"classic": "2373a61a44aed7a4", "wikipedia-2008": "eeda34005436eba6", "revised-6515": "924303e73bfe7536",
           "dos-1988": "bdb3eb3bf95ddf68", "tycoon-2023": "f49753518149fd15"}


def test_rules_without_the_option_keep_their_digest_and_states_their_size() -> None:
    digests = {name: ruleset.digest.hex()[:16] for name, ruleset in RULESETS.items()}
    assert digests == DIGESTS
    assert CLASSIC.replace(simultaneous=False).digest == CLASSIC.digest != ROUNDS.digest
    assert "simultaneous" not in CLASSIC.options() and ROUNDS.changes() == {"simultaneous": True}
    assert STATE_BYTES == 632


# A view of an open table, which does not know all hands (K60).

def a_view() -> Game:
    """Return what seat 0 knows at the beginning of a round in which others may have nothing to place."""
    view = Game(ROUNDS.replace(starting_tiles=False, start_rule="seat0"), 3)
    for seat, tiles in enumerate((("1A", "3C", "5E", "7G", "9I", "11A"), *[(None,) * 6] * 2)):
        for tile in tiles:
            view.apply(DrawTile(seat, tile))
    return view


def test_a_view_asks_all_hands_it_does_not_know_for_a_tile() -> None:
    view = a_view()
    assert view.phase == "place" and view.owed() == (0, 1, 2)
    assert Place(1, "2B") in view.legal_actions(1) and Place(1, "1A") not in view.legal_actions(1)
    for action, reason in ((Pass(1), Reason.MUST_PLACE), (Show(1, ("2B",)), Reason.SHOW_IS_INCOMPLETE),
                           (Show(1, ("2B", "4D", "6F", "8H", "10A", "12I")), Reason.SHOW_IS_PLAYABLE),
                           (Show(1, ("1A",) * 6), Reason.TILE_REPEATED),
                           (Show(0, ("1A", "3C", "5E", "7G", "9I", "11A")), Reason.WRONG_PHASE)):
        assert view.refusal(action) is reason


def stuck_hands() -> tuple[Game, Show]:
    """Return the first round in which one seat has nothing to place, as another seat knows it; and what is shown there."""
    for seed in range(100):
        game, player = Game(ROUNDS.replace(safe_size=2, end_all_safe=False), 3, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while not game.over and not (game.phase == "place" and len(game.owed()) == 2 and not game.waiting()):
            game.apply_code(player.code(game))
        if not game.over:
            idle, = {0, 1, 2} - set(game.owed())
            view = SeatView(game, game.owed()[0])
            view.follow(game)
            *before, last = view.lines
            show = Show(idle, game.observe(idle).hand)
            if last == format_action(show):
                again = Game(game.ruleset, 3)
                for line in before:
                    again.play(line, events=False)
                return again, show
    raise AssertionError("no such round")


def test_a_hand_that_is_shown_to_a_view_takes_effect_at_once() -> None:
    """At an open table it is shown at the beginning of the round, before anybody chooses (M2)."""
    view, show = stuck_hands()
    others = [seat for seat in view.owed() if seat != show.seat]
    view.apply(show)
    assert view.owed() == tuple(others) and view.actions()[-1] == show and not view.waiting()
    for seat in range(3):
        assert view.observe(seat).known_tiles(show.seat or 0) == show.tiles
    assert view.refusal(show) is Reason.WRONG_SEAT and view.legal_actions(show.seat) == []


def test_answers_that_wait_are_opened_when_the_last_hand_is_shown() -> None:
    view, show = stuck_hands()
    for seat in [seat for seat in view.owed() if seat != show.seat]:
        view.apply(view.legal_actions(seat)[0])
    placed = view.waiting()
    assert len(placed) == 2 and view.owed() == (show.seat,)
    view.apply(show)
    assert view.actions()[-3:] == [show, *placed] and not view.waiting()
    assert again(view).digest() == view.digest()
    view.play_random(1)
    assert view.over


# A local save (M13).

def saved_in_a_step() -> tuple[Game, str]:
    """Return a game of three seats in which two have chosen a tile and the third has not, and its save."""
    game = Game(ROUNDS, players=3, tiles=ShuffledBag(11))
    for seat in reversed(game.owed()[:2]):
        game.apply(game.legal_actions(seat)[-1])
    return game, record_of(game, waiting=True).text()


def test_a_local_save_holds_the_answers_that_wait() -> None:
    game, text = saved_in_a_step()
    lines = [line for line in text.splitlines() if line.startswith("waiting ")]
    assert [f"waiting {format_action(action)}" for action in game.waiting()] == lines and len(lines) == 2
    record = read_record(text)
    assert record.text() == text
    again = record.game()
    assert (again.waiting(), again.owed(), again.digest()) == (game.waiting(), game.owed(), game.digest())
    assert read_record(game.record().text()).waiting == ()


def test_answers_that_cannot_wait_are_no_save() -> None:
    game, _ = saved_in_a_step()
    record = record_of(game, waiting=True)
    third = game.legal_actions(game.to_move)[0]
    for waiting in (record.waiting[::-1], (*record.waiting, third), (record.waiting[0], record.waiting[0]),
                    (Place(record.waiting[0].seat, "1A" if record.waiting[0].tile != "1A" else "12I"),)):
        with pytest.raises(RecordError):
            replace(record, waiting=waiting).text()


def test_a_save_that_was_cut_off_keeps_what_is_whole() -> None:
    game, text = saved_in_a_step()
    lines = text.splitlines(keepends=True)
    kept = read_record("".join(lines[:-2]), tolerate_truncation=True)
    assert kept.waiting == tuple(game.waiting()[:1]) and kept.actions == tuple(game.actions())
    with pytest.raises(RecordError, match="changed"):
        read_record(text.replace("waiting ", "waited  ", 1))


def test_no_bid_is_above_a_million() -> None:
    """K58: only positions that are set up by hand hold so much cash."""
    game = position(hands=["5E", "5F"], rules=ROUNDS, cash=[5_000_000, 250])
    game.play("0 place 5E")
    game.play("1 place 5F")
    assert [len(game.legal_actions(seat)) for seat in range(2)] == [10_001, 3]
    assert game.refusal(Bid(0, 1_000_000)) is None and game.refusal(Bid(0, 1_000_100)) is Reason.BID_TOO_HIGH
    game.play("0 bid 1000000")
    game.play("1 bid 200")
    assert game.snapshot()["cash"] == [4_000_000, 250]
    assert game.actions()[-2:] == [Bid(0, 1_000_000), Bid(1, 200)]


# What does not know rounds yet says so.

def test_what_does_not_know_rounds_refuses_them() -> None:
    game = Game(ROUNDS, players=3, tiles=ShuffledBag(4))
    player = RandomPlayer(4)
    while not game.over:
        game.apply_code(player.code(game))
    with pytest.raises(RulesetError, match="not built yet"):
        list(find_puzzles(game.record()))


def test_what_would_follow_from_a_tile_of_a_hidden_hand_can_be_asked() -> None:
    game = Game(ROUNDS, players=2, tiles=ShuffledBag(1))
    game.apply(game.legal_actions(0)[0])
    seen = game.observe(0)
    for tile in sorted(seen.unseen)[:40]:
        after = seen.after(Place(1, tile))
        assert after is not None
