"""Simultaneous play with hidden hands: the same game as the open one, and the same for everybody at the table (M2, M13)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from acquire_core import (
    CHANCE,
    Action,
    Bid,
    Buy,
    Discard,
    Dispose,
    DrawTile,
    Game,
    Pass,
    Place,
    RandomPlayer,
    Reason,
    Retire,
    Ruleset,
    Show,
)
from acquire_core.hidden_draws import hide_draws
from acquire_core.notation import format_action
from acquire_core.record import read_record, record_of
from acquire_core.record_audit import audit
from acquire_core.ruleset import RULESETS
from tests.support.counts import Count

from .policies import POLICIES, random_ruleset
from .positions import SEVEN_CHAINS, position
from .reference_rounds import ONLY_VALUES

ROUNDS = RULESETS["classic"].replace(simultaneous=True)
NAMED = (ROUNDS, RULESETS["tycoon-2023"].replace(simultaneous=True),
         ROUNDS.replace(start_cash=1000, safe_size=4, merger_bonus=1000, max_buy=5, end_mode="auto", stall_end=True))
BLOCKING = ROUNDS.replace(safe_size=2)  # so that hands are shown: with "many_small_chains", in a third of the games
MAX_ACTIONS = 4000
ONLY_SEALED = Show | Pass | Discard


def some_rules(rng: random.Random, players: int) -> Ruleset:
    """Return any options that go together with rounds, changed at random, or one of those with a name."""
    if rng.random() < 0.5:
        return rng.choice(NAMED)
    while True:
        try:
            return random_ruleset(rng, players).replace(**ONLY_VALUES, simultaneous=True, stall_end=True)
        except ValueError:
            continue


def some_answer(game: Game, rng: random.Random, policy: str = "uniform") -> Action:
    """Return any legal action of a game that knows all hands, with small bids, and now and then an answer changed."""
    if game.to_move == CHANCE:
        return game.action_of(rng.choice(game.legal_codes()[:-1] or game.legal_codes()))
    seat = rng.choice(game.owed())
    waiting = [action.seat for action in game.waiting()]
    if waiting and rng.random() < 0.1:
        seat = rng.choice(waiting)
    choices = game.legal_actions(seat)
    if game.phase == "bid":
        return rng.choice(choices[:rng.choice((1, 4, len(choices)))])
    if policy == "uniform" or len(choices) == 1:
        return rng.choice(choices)
    lines = {format_action(action, game.ruleset.chain_names): action for action in choices}
    return lines[POLICIES[policy](list(lines), game.snapshot(), rng)]


def follow_openly(twin: Game, action: Action, story: str) -> None:
    """Play a line of a sealed game on the same game played openly, unless only a sealed table needs it."""
    if isinstance(action, ONLY_SEALED):
        assert twin.refusal(action) is not None, story
    else:
        twin.apply(action, events=False)


def play_both(seed: int, agreed: set[str]) -> tuple[Game, Game]:
    rng = random.Random(seed)
    players = 2 + seed % 5
    rules, leaving, policy = some_rules(rng, players), rng.choice((0, 0, 0.01)), list(POLICIES)[seed // 5 % len(POLICIES)]
    sealed, twin = Game(rules, players, sealed=True), Game(rules, players)
    story, done = f"{rules.changes()}, {players} players, policy {policy}, seed {seed}", 0
    while not sealed.over and done < MAX_ACTIONS:
        action = some_answer(sealed, rng, policy)
        if rng.random() < leaving and (sealed.phase, sealed.turn) == (twin.phase, twin.turn):
            action = Retire(rng.choice([seat for seat in range(players) if seat not in sealed.retired]))
        story += f"\n{action}"
        sealed.apply(action, events=False)
        for news in sealed.actions(done):            # a sealed step whole, when its last answer is in
            follow_openly(twin, news, story)
            done += 1
        if not sealed.waiting() and (twin.phase, twin.turn, twin.owed()) == (sealed.phase, sealed.turn, sealed.owed()):
            agreed.add(sealed.phase)
            assert sealed.snapshot() == twin.snapshot(), story
    assert sealed.over and twin.over, story
    assert sealed.standings() == twin.standings() and sealed.end_reason == twin.end_reason, story
    return sealed, twin


def test_a_sealed_game_of_rounds_is_the_same_game_played_openly(count: Count) -> None:
    agreed: set[str] = set()
    kinds: set[type] = set()
    for seed in range(max(30, count(30, 300))):  # fewer do not meet every action
        sealed, openly = play_both(seed, agreed)
        kinds |= {type(action) for action in sealed.actions()}
        assert [action for action in sealed.actions() if not isinstance(action, ONLY_SEALED)] == openly.actions(), seed
    assert {Show, Pass, Discard} <= kinds
    assert {"place", "bid", "dispose", "buy", "declare_end", "found", "survivor", "over"} <= agreed


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(100_000, 103_000, 100))
def test_three_thousand_sealed_games_of_rounds_are_the_same_played_openly(first: int) -> None:
    for seed in range(first, first + 100):
        play_both(seed, set())


def steps_of(game: Game, rng: random.Random, leaving: float = 0.0, policy: str = "uniform") -> Iterator[list[Action]]:
    """Play a sealed game that knows all hands; yield what everybody learns together: one open action, or a whole sealed step."""
    done = 0
    while not game.over and done < MAX_ACTIONS:
        if rng.random() < leaving and not game.waiting():
            game.apply(Retire(rng.choice([seat for seat in range(game.players) if seat not in game.retired])))
        else:
            game.apply(some_answer(game, rng, policy))
        news = game.actions(done)
        done += len(news)
        if not game.waiting():
            yield news


@pytest.mark.fully
def test_everybody_at_a_sealed_table_of_rounds_agrees(count: Count) -> None:
    """Views learn the answers of a step in any order, and know all the same of them, and nothing of hidden hands."""
    for seed in range(max(5, count(5, 100))):  # with fewer a number of players is missing
        rng = random.Random(seed)
        players = 2 + seed % 5
        rules = some_rules(rng, players)
        game = Game(rules, players, sealed=True)
        views = {viewer: Game(rules, players, sealed=True) for viewer in (None, *range(players))}
        for number, news in enumerate(steps_of(game, rng, rng.choice((0, 0.01)), list(POLICIES)[seed % len(POLICIES)])):
            for viewer, view in views.items():
                story = f"seed {seed}, view of {viewer}, {news}"
                seen = list(hide_draws(news, viewer))
                if len(news) > 1 and not any(isinstance(action, Retire) for action in news):
                    by_seat = {seat: [action for action in seen if action.seat == seat] for seat in {a.seat for a in seen}}
                    seen = [action for seat in rng.sample(sorted(by_seat), len(by_seat)) for action in by_seat[seat]]
                for action in seen:
                    assert view.refusal(action) is None, f"{story}: {action} {view.refusal(action)}"
                    view.apply(action, events=False)
                assert (view.digest(), view.owed(), view.to_move) == (game.digest(), game.owed(), game.to_move), story
                if number % 7 == 0 or game.over:
                    assert view.observe(viewer) == game.observe(viewer), story
                    assert view.observe(viewer).as_dict() == game.observe(viewer).as_dict(), story
                    assert view.actions() == list(hide_draws(game.actions(), viewer)), story
                    if viewer in game.owed() and game.phase != "discard":
                        assert view.legal_actions(viewer) == game.legal_actions(viewer), story


def blocked() -> Game:
    """Seven chains are on the board. Nothing of seat 0 can be placed, as would seat 2 find; seat 1 can place its tile."""
    return position(*SEVEN_CHAINS, hands=["1F", "9I", "2E"], rules=ROUNDS, sealed=True)


def check_that_nothing_shows(game: Game, seat: int) -> Action:
    """Compare what others know after two different answers of a seat, and before; return the first of them."""
    one, other = game.copy(), game.copy()
    first, last = game.legal_actions(seat)[0], game.legal_actions(seat)[-1]
    one.apply(first)
    other.apply(last)
    for viewer in (None, *(viewer for viewer in range(game.players) if viewer != seat)):
        before, mine, theirs = (known.observe(viewer) for known in (game, one, other))
        assert mine == theirs and mine.as_dict() == theirs.as_dict() and hash(mine) == hash(theirs)
        assert mine.known_tiles(seat) == before.known_tiles(seat)
        assert mine.unseen == before.unseen and mine.history() == before.history()
    assert one.digest() == other.digest()
    if game.from_start:
        assert one.record().text() == other.record().text() == game.record().text()
    if isinstance(first, Show):
        assert one.digest() == game.digest() and one.observe(None).as_dict() == game.observe(None).as_dict()
    return first


def test_an_answer_shows_nowhere_before_the_last_is_in(count: Count) -> None:
    kinds = {type(check_that_nothing_shows(blocked(), seat)) for seat in range(3)}
    assert kinds == {Place, Show}
    for seed in range(max(2, count(2, 4))):
        rng = random.Random(seed)
        game = Game(ROUNDS, 3 + seed % 3, sealed=True)
        while not game.over:
            seats = game.owed()
            if len(seats) > 1 and rng.random() < 0.1 and (choices := game.legal_actions(seats[-1])):
                assert not isinstance(choices[0], Pass)
                kinds.add(type(check_that_nothing_shows(game, seats[-1])))
            game.apply(some_answer(game, rng, "many_small_chains" if seed % 2 else "uniform"))
    assert {Place, Show, Bid, Buy, Dispose} <= kinds


def test_a_hand_without_a_playable_tile_is_shown_as_an_answer_like_any_other() -> None:
    game = blocked()
    playable = [seat for seat in range(3) if any(isinstance(action, Place) for action in game.legal_actions(seat))]
    assert playable == [1] and game.owed() == (0, 1, 2)
    assert game.refusal(Pass(0)) is Reason.MUST_SHOW and game.refusal(Pass(1)) is Reason.MUST_PLACE
    assert game.refusal(Show(1, ("9I",))) is Reason.SHOW_IS_PLAYABLE
    game.play("2 show 2E")
    assert game.owed() == (0, 1, 2) and game.waiting() == [Show(2, ("2E",))]
    assert game.refusal(Show(2, ("2E",))) is Reason.WRONG_PHASE
    game.play("2 pass")
    game.play("1 place 9I")
    assert game.owed() == (0,) and game.observe(0).known_tiles(2) == () and len(game.actions()) == 0
    game.play("0 show 1F")
    events = game.play("0 pass")
    assert [type(event).__name__ for event in events][:3] == ["HandShown", "HandShown", "TilePlaced"]
    assert game.phase == "buy"
    assert game.observe(1).known_tiles(2) == ("2E",) and game.observe(None).known_tiles(0) == ("1F",)
    assert game.actions() == [Show(0, ("1F",)), Pass(0), Show(2, ("2E",)), Pass(2), Place(1, "9I")]


def test_a_seat_that_leaves_takes_its_shown_hand_back() -> None:
    game = blocked()
    game.play("2 show 2E")
    game.play("2 pass")
    game.play("1 place 9I")
    game.play("2 retire")
    game.play("0 show 1F")
    game.play("0 pass")
    assert game.actions() == [Retire(2), Show(0, ("1F",)), Pass(0), Place(1, "9I")]


def test_two_seats_cannot_name_one_hidden_tile() -> None:
    game = Game(ROUNDS.replace(starting_tiles=False), 2, sealed=True)
    while game.to_move == CHANCE:
        action = game.action_of(game.legal_codes()[-1])
        assert isinstance(action, DrawTile)
        game.apply(DrawTile(action.target, None))
    game.play("0 place 5E")
    assert game.refusal(Place(1, "5E")) is Reason.TILE_NOT_IN_HAND
    tiles = ("1A", "3A", "5A", "7A", "9A", "5E")
    assert game.refusal(Show(1, tiles)) is Reason.TILE_NOT_IN_HAND
    for column in range(1, 6):                       # six different answers of one seat are its whole hand
        game.play(f"0 place {column}A")
    assert game.refusal(Place(0, "9A")) is Reason.TILE_NOT_IN_HAND
    assert game.refusal(Place(0, "5E")) is None
    game.play("1 place 5E") if game.refusal(Place(1, "5E")) is None else game.play("1 place 6E")
    assert game.phase in ("buy", "bid")


def test_a_sealed_record_of_rounds_is_read_back_and_audited(count: Count) -> None:
    shown = 0
    for seed in range(max(3, count(3, 8))):
        rng = random.Random(seed)
        game = Game(BLOCKING, 2 + seed % 5, sealed=True)
        for news in steps_of(game, rng, 0.005, "many_small_chains"):
            if isinstance(news[0], Show):
                firsts = [action for action in news if isinstance(action, Show | Pass)]
                assert news[:len(firsts)] == firsts
                shown += 1
        record = game.record()
        text = record.text()
        assert read_record(text).text() == text and read_record(text).game().digest() == game.digest()
        assert audit(read_record(text)) == []
        view = record.view(0)
        assert read_record(view.text()).actions == hide_draws(record.actions, 0)
    assert shown


def test_a_chosen_tile_that_was_not_in_the_hand_is_found_in_the_audit() -> None:
    game = Game(ROUNDS, 2, sealed=True)
    rng = random.Random(4)
    while game.phase != "place":
        game.apply(some_answer(game, rng))
    mine, theirs = (set(hand["tiles"]) for hand in game.snapshot()["hands"])
    view = game.record().view(None).game()
    lie = next(tile for tile in ("1A", "3C", "5E", "7G", "9I", "11B", "12H", "2F") if tile not in mine | theirs
               and view.refusal(Place(0, tile)) is None)
    view.play(f"0 place {lie}")
    view.play(f"1 place {min(theirs)}")
    played = game.record().actions + tuple(view.actions()[len(game.actions()):])
    text = record_of(view).text()
    assert read_record(text).text() == text
    found = audit(replace(game.record(), actions=played))
    assert any(finding.seat == 0 and "not in the hand" in finding.sentence for finding in found)


def test_a_save_holds_a_hand_that_is_shown_and_waits() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        game = Game(BLOCKING, 3, sealed=True)
        while not game.over and not any(isinstance(action, Show) for action in game.waiting()):
            game.apply(some_answer(game, rng, "many_small_chains"))
        if game.over:
            continue
        text = record_of(game, waiting=True).text()
        again = read_record(text).game()
        assert (again.waiting(), again.owed(), again.digest()) == (game.waiting(), game.owed(), game.digest())
        assert read_record(text).text() == text
        return
    raise AssertionError("no seat had a hand to show")


def test_random_play_goes_on_from_a_sealed_game_of_rounds() -> None:
    for seed in range(40):
        game, player = Game(NAMED[seed % 3], 2 + seed % 5, sealed=True), RandomPlayer(seed)
        for _ in range(40 + 7 * seed):
            if not game.over:
                game.apply_code(player.code(game))
        public = game.copy()
        whole = Game(game.ruleset, game.players, sealed=True)
        for action in hide_draws(game.actions(), None):
            whole.apply(action)
        whole.play_random(seed)
        game.play_random(seed)
        assert whole.over and game.over
        while not public.over:
            public.apply_code(player.code(public))
        assert public.standings()


def test_a_turn_of_random_play_is_the_one_step_by_step() -> None:
    for seed in range(20):
        stepping, whole = (Game(NAMED[seed % 3], 2 + seed % 5, sealed=True) for _ in range(2))
        step, turn = RandomPlayer(seed), RandomPlayer(seed)
        while not stepping.over and stepping.turn < 60:
            now = stepping.turn
            while not stepping.over and (stepping.turn == now or stepping.waiting()):
                stepping.apply_code(step.code(stepping))
            turn.turn(whole)
            assert whole.snapshot() == stepping.snapshot(), (seed, now)
