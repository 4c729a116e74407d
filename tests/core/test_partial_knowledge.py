"""One table, seen by everybody at once: a game that knows all tiles, and games that know what a seat or the public knows.

At a sealed table all of them are asked the same questions, offer what may be legal and have one digest after every action.
Without sealing a partial view is asked what an open game knows by itself, and then agrees again.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from acquire_core import (
    CHANCE,
    Action,
    Buy,
    DeclareEnd,
    Discard,
    DrawTile,
    Game,
    Pass,
    Pick,
    Place,
    Reason,
    ReplaceHand,
    Retire,
    Show,
    Stop,
    UsePower,
)
from acquire_core.events import Event, TileLaidAway
from acquire_core.ruleset import RULESETS, Ruleset
from tests.core.open_twin import agree, follow_openly
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, any_code, codes_to_choose_from, play, position

Seat = int | None  # None is the public



def as_shown_to(action: Action, viewer: Seat) -> Action:
    """Return the action as a seat, or the public, hears of it."""
    return DrawTile(action.target, None) if isinstance(action, DrawTile) and action.target != viewer else action


class SealedTable:
    """The complete game and every partial view of it; what each view may know of the hands is kept by hand."""

    def __init__(self, ruleset: Ruleset, players: int, story: str) -> None:
        self.complete = Game(ruleset, players, sealed=True)
        self.views: dict[Seat, Game] = {viewer: Game(ruleset, players, sealed=True) for viewer in [None, *range(players)]}
        self.public: set[str] = set()  # tiles in hands that everybody has seen
        self.story = story

    def apply(self, action: Action) -> None:
        self.complete.apply(action, events=False)
        for viewer, view in self.views.items():
            view.apply(as_shown_to(action, viewer), events=False)
        if isinstance(action, Show):
            self.public |= set(action.tiles)
        elif isinstance(action, Pick):
            self.public.add(action.tile)
        self.public &= {tile for hand in self.complete.snapshot()["hands"] for tile in hand["tiles"]}

    def check(self) -> None:
        """Everybody agrees on what is public, and no seat knows more than that and its own hand."""
        complete, state, digest = self.complete, self.complete.snapshot(), self.complete.digest()
        hands = state.pop("hands")
        assert all(hand["hidden"] == 0 for hand in hands)
        for viewer, view in self.views.items():
            assert view.digest() == digest, self.at(viewer)
            partial = view.snapshot()
            for seat, (mine, real) in enumerate(zip(partial.pop("hands"), hands, strict=True)):
                known = [tile for tile in real["tiles"] if seat == viewer or tile in self.public]
                assert mine == {"tiles": known, "hidden": len(real["tiles"]) - len(known)}, f"{self.at(viewer)}, hand of {seat}"
            assert partial == state, self.at(viewer)
            assert view.owed() == complete.owed()
            if view.over:
                assert view.standings() == complete.standings()

    def check_choices(self, rng: random.Random) -> None:
        """What may be done is accepted by every view, and listed but for sets of hidden tiles."""
        complete = self.complete
        if complete.over:
            return
        codes = codes_to_choose_from(complete)
        for code in codes if len(codes) <= 8 else rng.sample(codes, 8):
            action = complete.action_of(code)
            for viewer, view in self.views.items():
                assert view.refusal(as_shown_to(action, viewer)) is None, f"{self.at(viewer)}: {action} {view.refusal(action)}"
        offered = {code for code in codes if not isinstance(complete.action_of(code), Show | Discard)}
        if complete.phase == "discard":
            offered = set()
        for viewer, view in self.views.items():
            listed = view.legal_codes()
            # Nobody but the bag knows which unseen tiles can be picked.
            if viewer == complete.to_move and complete.phase != "pick":
                assert listed == complete.legal_codes(), self.at(viewer)
            assert offered <= set(listed), f"{self.at(viewer)}: {[complete.action_of(code) for code in offered - set(listed)]}"

    def at(self, viewer: Seat) -> str:
        return f"{self.story}, view of {viewer}, after {self.complete.actions()[-4:]}: {self.complete!r}"


def a_table(seed: int) -> tuple[SealedTable, random.Random, float]:
    """Return the seed-th table: every named ruleset and player count, as many random mixes, now and then with seats that
    leave."""
    rng = random.Random(seed)
    players = 2 + seed % 5
    ruleset = list(RULESETS.values())[seed // 10 % 5] if seed % 2 else random_ruleset(rng, players)
    story = f"{ruleset.name} {ruleset.changes()}, {players} players, seed {seed}"
    return SealedTable(ruleset, players, story), rng, rng.choice((0, 0, 0.003, 0.01))


def play_sealed(seed: int, most_actions: int = 700) -> set[str]:
    """Play one game with all views; return the kinds of its sealed lines."""
    table, rng, leaving = a_table(seed)
    game, kinds = table.complete, set()
    for number in range(most_actions):
        table.check()
        if number % 3 == 0 or game.phase in ("place", "discard", "replace_hand", "pick"):
            table.check_choices(rng)
        if game.over:
            break
        if rng.random() < leaving:
            table.apply(Retire(rng.choice([seat for seat in range(game.players) if seat not in game.retired])))
            continue
        action = game.action_of(any_code(game, rng))
        if isinstance(action, Show | Discard | Stop | ReplaceHand | Pick):
            kinds.add(type(action).__name__)
        table.apply(action)
    return kinds


def test_everybody_at_a_sealed_table_agrees_after_every_action(count: Count) -> None:
    kinds: set[str] = set()
    for seed in range(games := count(12, 100)):
        kinds |= play_sealed(seed)
    assert kinds >= {"Show", "Discard"} or games < 80  # a smoke run may miss one


def test_everybody_agrees_where_sealed_lines_are_frequent(count: Count) -> None:
    """Chains that are soon safe make dead tiles; Play 4, open picks and hands that are replaced or end the game."""
    kinds: set[str] = set()
    for seed in range(games := count(10, 75)):
        rng = random.Random(seed)
        rules = random_ruleset(rng, players := 2 + seed % 4).replace(
            safe_size=rng.choice((2, 3, 4)), end_size=60, end_mode="anytime", end_on_bag="never", special_powers=True,
            dead_policy=rng.choice(("auto", "choice")), no_tile=rng.choice(("skip", "replace_hand", "end")), teams=False)
        table = SealedTable(rules, players, f"{rules.name} {rules.changes()}, {players} players, seed {seed}")
        for _ in range(500):
            table.check()
            table.check_choices(rng)
            if table.complete.over:
                break
            action = table.complete.action_of(any_code(table.complete, rng))
            kinds.add(type(action).__name__)
            table.apply(action)
    assert kinds >= {"Show", "Discard", "Stop", "ReplaceHand", "Pick", "Pass"} or games < 60


# A sealed table plays the open rules.


def test_a_sealed_game_is_its_open_rules_with_a_few_lines_more(count: Count) -> None:
    for seed in range(count(12, 100)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        rules = random_ruleset(rng, players) if seed % 3 else list(RULESETS.values())[seed // 3 % 5]
        sealed, open_game = Game(rules, players, sealed=True), Game(rules, players)
        clinging = rng.random() < 0.3
        for _ in range(800):
            if sealed.over:
                break
            action = sealed.action_of(any_code(sealed, rng))
            if isinstance(action, Discard):
                # Either all or nothing, for the whole game: half an exchange would be a choice of its own.
                action = sealed.action_of(sealed.legal_codes()[0 if clinging else -1])
            was_place = sealed.phase == "place"
            sealed.apply(action, events=False)
            follow_openly(open_game, action)
            story = f"{rules.name} {rules.changes()}, {players} players, seed {seed}, after {sealed.actions()[-5:]}: {sealed!r}"
            if sealed.phase in ("buy", "power_buy", "over") and was_place:
                assert agree(sealed, open_game), f"{story} {open_game!r}"
            assert open_game.turn in (sealed.turn, sealed.turn + 1) or open_game.over, f"{story} {open_game!r}"
        if sealed.over:
            assert agree(sealed, open_game), f"{rules.name} {rules.changes()}, {players} players, seed {seed}"
            assert sealed.standings() == open_game.standings()


# Each sealed line.

END_LATER = CLASSIC.replace(end_mode="end_of_turn")


def after_drawing(*rows: str, hands: list[str], tile: str = "1I", rules: Ruleset = END_LATER, sealed: bool = True,
                  **more: Any) -> Game:
    """Seat 0 has placed 9G, bought nothing, announced nothing and drawn a tile."""
    game = position(*rows, hands=hands, rules=rules, sealed=sealed, **more)
    play(game, Place(0, "9G"), Buy(0))
    if game.phase == "declare_end":
        game.apply(DeclareEnd(0, False))
    while game.phase == "draw":
        game.apply(DrawTile(0, tile))
    return game


GOOD = "9A 9C 9E 9G 11A 11C"


def test_discard_is_asked_though_no_dead_tile_is_held() -> None:
    game = after_drawing(*TWO_SAFE, hands=[GOOD, "12I"])
    assert (game.phase, game.to_move, game.legal_actions()) == ("discard", 0, [Discard(0, ())])
    assert play(game, Discard(0)).to_move == 1


def test_discard_is_not_asked_at_an_open_table_of_someone_without_dead_tiles() -> None:
    assert after_drawing(*TWO_SAFE, hands=[GOOD, "12I"], sealed=False).to_move == 1


def test_discard_is_not_asked_when_no_square_is_dead() -> None:
    assert after_drawing("LLL.TTT", "LLL.TTT", hands=[GOOD, "12I"]).to_move == 1


def test_discard_is_not_asked_when_every_dead_tile_lies_open() -> None:
    assert after_drawing(*TWO_SAFE, hands=[GOOD, "12I"], discard=["4A", "4B", "4C"]).to_move == 1
    assert after_drawing(*TWO_SAFE, hands=[GOOD, "12I"], discard=["4A", "4B"]).to_move == 0


def test_discard_is_asked_when_the_only_unseen_dead_tile_is_in_another_hand() -> None:
    """Only its holder knows that it is not here."""
    game = after_drawing(*TWO_SAFE, hands=[GOOD, "4C 12I"], discard=["4A", "4B"])
    assert (game.phase, game.to_move) == ("discard", 0)


@pytest.mark.parametrize("rules", [END_LATER, END_LATER.replace(dead_policy="choice")], ids=["auto", "choice"])
def test_discard_is_asked_again_after_each_draw(rules: Ruleset) -> None:
    game = after_drawing(*TWO_SAFE, hands=[GOOD, "12I"], tile="4A", rules=rules)
    play(game, Discard(0, ("4A",)), DrawTile(0, "4B"))
    assert (game.phase, game.to_move) == ("discard", 0)
    play(game, Discard(0, ("4B",)), DrawTile(0, "1I"))
    assert (game.phase, game.to_move) == ("discard", 0)  # 4C is unseen still
    assert play(game, Discard(0)).to_move == 1


def test_discard_is_asked_once_where_nothing_is_repeated() -> None:
    game = after_drawing(*TWO_SAFE, hands=[GOOD, "12I"], tile="4A", rules=END_LATER.replace(dead_repeat=False))
    assert play(game, Discard(0, ("4A",)), DrawTile(0, "4B")).to_move == 1


@pytest.mark.parametrize("dead_policy", ["auto", "choice"])
@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "open"])
def test_before_the_draw_and_repeating_a_dead_tile_just_drawn_goes_too(dead_policy: str, sealed: bool) -> None:
    """K8: the first round is before the deal, further rounds follow it, although nothing was set aside in the first."""
    rules = END_LATER.replace(dead_timing="before_draw", dead_policy=dead_policy)
    game = position(*TWO_SAFE, hands=[GOOD, "12I"], rules=rules, sealed=sealed)
    play(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False))
    if sealed:
        assert game.phase == "discard"
        game.apply(Discard(0))
    game.apply(DrawTile(0, "4A"))
    if sealed or dead_policy == "choice":
        assert (game.phase, game.to_move) == ("discard", 0)
        game.apply(Discard(0, ("4A",)))
    assert (game.phase, game.to_move, game.snapshot()["discard"]) == ("draw", CHANCE, ["4A"])


def test_shown_dead_tiles_go_unasked() -> None:
    """Everybody knows the hand, so nothing is left to ask."""
    game = position(*TWO_SAFE, hands=["4A", "12I"], rules=END_LATER, sealed=True, discard=["4B", "4C"])
    play(game, Show(0, ("4A",)), Pass(0), Buy(0), DeclareEnd(0, False), *(DrawTile(0, tile) for tile in GOOD.split()[1:]))
    assert (game.phase, game.snapshot()["discard"]) == ("draw", ["4A", "4B", "4C"])


def test_show_comes_before_pass_and_makes_the_hand_public() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], sealed=True)
    assert game.legal_actions() == [Show(0, ("1F", "2E"))]
    assert game.refusal(Pass(0)) is Reason.MUST_SHOW
    play(game, Show(0, ("2E", "1F")))
    assert game.legal_actions() == [Pass(0)]
    assert game.observe(1).known_tiles(0) == ("1F", "2E")
    assert game.observe(None).known_tiles(0) == ("1F", "2E")


def test_an_empty_hand_has_nothing_to_show() -> None:
    game = position(*SEVEN_CHAINS, hands=["", "9I"], sealed=True)
    assert game.legal_actions() == [Pass(0)]


def test_show_comes_before_a_hand_is_replaced_or_kept() -> None:
    rules = CLASSIC.replace(no_tile="replace_hand")
    game = play(position(*SEVEN_CHAINS, hands=["2E 1F", "9I"], rules=rules, sealed=True), Show(0, ("2E", "1F")))
    assert game.legal_actions() == [ReplaceHand(0, False), ReplaceHand(0, True)]
    kept = play(game.copy(), ReplaceHand(0, False))
    assert kept.legal_actions() == [Pass(0)]
    # The new hand is as hidden as any other, so it is shown too.
    game = play(game, ReplaceHand(0, True), DrawTile(0, "1D"), DrawTile(0, "9A"))
    assert game.observe(1).known_tiles(0) == ()
    assert game.refusal(Pass(0)) is Reason.MUST_PLACE


def test_a_replaced_hand_that_cannot_be_placed_either_is_shown_too() -> None:
    rows = (*SEVEN_CHAINS[:4], "o.........o.")
    rules = CLASSIC.replace(no_tile="replace_hand")
    game = play(position(*rows, hands=["2E", "9I"], rules=rules, sealed=True), Show(0, ("2E",)), ReplaceHand(0, True),
                DrawTile(0, "12E"))
    assert game.legal_actions() == [Show(0, ("12E",))]
    assert play(game, Show(0, ("12E",))).legal_actions() == [Pass(0)]


def test_show_ends_the_game_where_no_tile_does() -> None:
    game = position(*SEVEN_CHAINS, hands=["2E", "9I"], rules=CLASSIC.replace(no_tile="end", two_player_market=False), sealed=True)
    assert game.phase == "place"
    assert play(game, Show(0, ("2E",))).end_reason == "no_tile"


def test_play_4_asks_whether_to_stop_though_nothing_more_is_playable() -> None:
    rules = CLASSIC.replace(special_powers=True)
    game = play(position(*SEVEN_CHAINS, hands=["9I 2E", ""], rules=rules, sealed=True), UsePower(0, "play4"), Place(0, "9I"))
    assert Stop(0) in game.legal_actions()
    assert play(game, Stop(0)).phase == "buy"
    open_game = position(*SEVEN_CHAINS, hands=["9I 2E", ""], rules=rules)
    assert play(open_game, UsePower(0, "play4"), Place(0, "9I")).phase == "buy"


def test_a_compulsory_play_4_stops_by_a_show() -> None:
    rules = CLASSIC.replace(special_powers=True, play4_mandatory=True)
    game = play(position(*SEVEN_CHAINS, hands=["9I 2E", ""], rules=rules, sealed=True), UsePower(0, "play4"), Place(0, "9I"))
    assert game.legal_actions() == [Show(0, ("2E",))]
    assert play(game, Show(0, ("2E",))).phase == "buy"


def test_play_4_without_tiles_goes_on_unasked() -> None:
    game = position(hands=["9I", ""], rules=CLASSIC.replace(special_powers=True), sealed=True)
    assert play(game, UsePower(0, "play4"), Place(0, "9I")).phase == "buy"


def test_shown_tiles_are_hidden_again_once_they_are_back_in_the_bag() -> None:
    game = play(position(*SEVEN_CHAINS, hands=["2E", "9I", "9A"], sealed=True), Show(0, ("2E",)), Retire(0))
    assert "2E" in game.observe(1).unseen
    assert game.observe(1).hand_counts == (0, 1, 1)


def test_a_tile_picked_openly_is_known_to_everybody() -> None:
    """V5: all saw it, so nobody has to be asked about it, or shown it."""
    rules = END_LATER.replace(open_pick=True)
    game = play(position(hands=[GOOD, "12I", ""], rules=rules, sealed=True), Place(0, "9G"), Buy(0), Pick(0, "1I"))
    assert game.observe(1).known_tiles(0) == ("1I",)
    assert "1I" not in game.observe(None).unseen


# Hidden tiles without sealing: what an open game knows by itself, a partial view has to learn from answers.

def catch_up(view: Game, complete: Game, laid: list[str]) -> None:
    """Answer what only the view had to ask: tiles set aside, hands shown, the word that there is no tile to place.

    `laid` holds the tiles that the complete game set aside unasked after its last action.
    """
    for _ in range(40):
        if (view.phase, view.to_move, view.turn) == (complete.phase, complete.to_move, complete.turn):
            return
        seat = view.to_move
        if view.phase == "discard":
            view.apply(Discard(seat, tuple(laid)))
            laid.clear()
        elif view.phase == "place" and complete.phase == "replace_hand":
            view.apply(Show(seat, tuple(complete.snapshot()["hands"][seat]["tiles"])))
        elif view.phase == "place" and view.refusal(Stop(seat)) is None:
            view.apply(Stop(seat))
        elif view.phase == "place" and complete.end_reason == "no_tile":
            view.apply(Pass(seat))
        else:
            return


def laid_away(events: tuple[Event, ...]) -> list[str]:
    return [event.tile for event in events if isinstance(event, TileLaidAway)]


def test_a_complete_record_replays_to_the_digests_of_a_partial_one(count: Count) -> None:
    for seed in range(count(12, 100)):
        rng = random.Random(seed)
        players = 2 + seed % 5
        rules = random_ruleset(rng, players) if seed % 3 else list(RULESETS.values())[seed // 3 % 5]
        viewer: Seat = rng.choice([None, *range(players)])
        complete, view = Game(rules, players), Game(rules, players)
        for _ in range(700):
            if complete.over:
                break
            action = complete.action_of(any_code(complete, rng))
            story = (f"{rules.name} {rules.changes()}, {players} players, seed {seed}, view of {viewer}, "
                     f"after {complete.actions()[-4:]}, {action}: {complete!r} {view!r}")
            heard = as_shown_to(action, viewer)
            assert view.refusal(heard) is None, story
            if not isinstance(heard, DrawTile | Show | Discard):
                assert view.code_of(heard) in view.legal_codes(), story
            laid = laid_away(complete.apply(action))
            view.apply(heard, events=False)
            if isinstance(action, Discard | ReplaceHand):
                laid = []
            catch_up(view, complete, laid)
            assert view.digest() == complete.digest(), f"{story}; then {complete!r} {view!r} {view.actions()[-3:]}"
        assert view.over == complete.over
        if view.over:
            assert view.standings() == complete.standings()


def hidden_hand(*rows: str) -> Game:
    """Seat 1 has six unknown tiles and is asked to place one; 9I, 5I and 12G are loose."""
    game = position(*rows, hands=["9I", "5I"])
    play(game, Place(0, "9I"), Buy(0), *[DrawTile(0, None)] * 6, Place(1, "5I"), Buy(1), *[DrawTile(1, None)] * 6)
    play(game, Place(0, "12G"), Buy(0), DrawTile(0, None))
    assert (game.phase, game.to_move) == ("place", 1)
    return game


def test_unknown_draws_are_accepted_and_counted() -> None:
    game = hidden_hand()
    assert game.snapshot()["hands"] == [{"tiles": [], "hidden": 6}] * 2
    assert game.snapshot()["bag_count"] == 108 - 3 - 12


def test_a_placed_tile_is_revealed_and_leaves_the_hand() -> None:
    game = play(hidden_hand(), "1 place 7C")
    assert game.snapshot()["hands"][1] == {"tiles": [], "hidden": 5}
    assert game.snapshot()["board"]["7C"] is None
    assert game.snapshot()["bag_count"] == 108 - 3 - 12
    assert play(game, Buy(1)).snapshot()["bag_count"] == 108 - 3 - 12


def test_a_hidden_hand_may_place_any_unseen_playable_tile_or_none() -> None:
    game = hidden_hand()
    offered = game.legal_actions()
    assert offered[0] == Pass(1)
    assert len(offered) == 1 + 108 - 3
    assert Place(1, "9I") not in offered
    assert all(game.refusal(action) is None for action in offered)


def test_a_hidden_hand_places_no_tile_that_nobody_could_place() -> None:
    game = hidden_hand(*SEVEN_CHAINS)
    assert game.refusal(Place(1, "2E")) is Reason.TILE_FOUNDS_EIGHTH_CHAIN
    assert Place(1, "2E") not in game.legal_actions()


def test_a_known_playable_tile_in_a_hidden_hand_forbids_a_pass() -> None:
    game = position(hands=["9I 1A", ""])
    play(game, Place(0, "9I"), Buy(0), *[DrawTile(0, None)] * 5, Pass(1), Buy(1), *[DrawTile(1, None)] * 6)
    assert game.snapshot()["hands"][0] == {"tiles": ["1A"], "hidden": 5}
    assert game.refusal(Pass(0)) is Reason.MUST_PLACE


def test_a_known_dead_tile_of_a_half_hidden_hand_goes_as_in_the_open_game() -> None:
    """The other dead tiles lie open, so nothing is to be asked; the known one goes by itself (R39)."""
    game = position(*TWO_SAFE, hands=["4A 9A 9C 9E 9G 11A", "12I"], rules=END_LATER, discard=["4B", "4C"])
    play(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False), DrawTile(0, None))
    assert (game.phase, game.snapshot()["discard"]) == ("draw", ["4A", "4B", "4C"])


def test_a_known_dead_tile_of_a_half_hidden_hand_is_asked_about_as_in_the_open_game() -> None:
    rules = END_LATER.replace(dead_policy="choice")
    game = position(*TWO_SAFE, hands=["4A 9A 9C 9E 9G 11A", "12I"], rules=rules, discard=["4B", "4C"])
    play(game, Place(0, "9G"), Buy(0), DeclareEnd(0, False), DrawTile(0, None))
    assert (game.phase, game.legal_actions()) == ("discard", [Discard(0, ()), Discard(0, ("4A",))])


def test_hidden_tiles_go_back_into_the_bag_with_their_owner() -> None:
    game = play(position(hands=["9I", "5I", "3I"]), Place(0, "9I"), Buy(0), *[DrawTile(0, None)] * 6)
    before = game.snapshot()["bag_count"]
    play(game, Retire(0))
    assert game.snapshot()["bag_count"] == before + 6
    assert game.snapshot()["hands"][0] == {"tiles": [], "hidden": 0}


def test_the_last_unknown_tile_may_be_played_whatever_it_is() -> None:
    game = position(hands=["9I", ""], bag="1A 1C")
    play(game, Place(0, "9I"), Buy(0), DrawTile(0, None), DrawTile(0, None), Pass(1), Buy(1))
    assert game.legal_actions() == [Pass(0), Place(0, "1A"), Place(0, "1C")]
    play(game, Place(0, "1C"), Buy(0), Pass(1), Buy(1))
    assert game.legal_actions() == [Pass(0), Place(0, "1A")]
