"""Explanations are true: every template on a position worked out by hand, any option of random positions by a second opinion."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from acquire_core import CHANCE, RULESETS, Game, Observation, Pick, Place, Retire, ScriptedBag, ShuffledBag
from acquire_core.ai import TEMPLATES, Considered, Decision, Explanation, explain, make_bot, reason_for, sentence
from acquire_core.notation import parse_action
from tests.support.counts import Count

from .explained_facts import check
from .policies import random_ruleset
from .positions import CLASSIC, SEVEN_CHAINS, TWO_SAFE, moments, play, position

LATE_END = CLASSIC.replace(end_mode="end_of_turn")
SELLING, TEAMS, POWERS = CLASSIC.replace(sell_shares=True), CLASSIC.replace(teams=True), CLASSIC.replace(special_powers=True)
PICK = CLASSIC.replace(open_pick=True)

SAFE_LUXOR = ("LLLLLLLLLLL.",)  # eleven tiles: $700 a block, bonuses $7,000 and $3,500
LUXOR_TOWER = ("LLL.TTTT",)  # 4A merges: Luxor, $300 a block, pays $3,000 and $1,500; Tower survives
TWINS = ("LLL.TTT",)  # 4A merges two equals
TWO_DEFUNCT = ("LL.TT", "..A", "..A", "..A")  # 3A merges: American survives, Luxor and Tower are equals


def shares(chain: str, *counts: int) -> list[dict[str, int]]:
    return [{chain: count} for count in counts]


def both(luxor: tuple[int, ...], tower: tuple[int, ...]) -> list[dict[str, int]]:
    """Blocks of Luxor and of Tower by seat."""
    return [{"luxor": left, "tower": right} for left, right in zip(luxor, tower, strict=True)]


def at_the_end(luxor: tuple[int, ...], rules: Any = LATE_END) -> Game:
    game = position(*SAFE_LUXOR, hands=["12I", "12H", "11I"][:len(luxor)], rules=rules, shares=shares("luxor", *luxor))
    return play(game, "0 place 12I", "0 buy") if rules is not CLASSIC else game


def early(luxor: tuple[int, ...]) -> Game:
    return at_the_end(luxor, CLASSIC)


def merging(luxor: tuple[int, ...], tower: tuple[int, ...], rules: Any = CLASSIC) -> Game:
    hands = ["4A", "12I", "12H", "11I"][:len(luxor)]
    return position(*LUXOR_TOWER, hands=hands, rules=rules, shares=both(luxor, tower))


def growing(*rows: str, tile: str, held: dict[str, int] | None = None, other: dict[str, int] | None = None,
            rules: Any = CLASSIC) -> Game:
    return position(*rows, hands=[tile, "12I", "12H"], rules=rules, shares=[held or {}, other or {}, {}])


def founding(held: tuple[int, ...] = (0, 0, 0), rules: Any = CLASSIC) -> Game:
    return play(position("o..........", hands=["2A", "12I", "12H"], rules=rules, shares=shares("luxor", *held)), "0 place 2A")


def disposing(luxor: tuple[int, ...] = (6, 0, 0), tower: tuple[int, ...] = (0, 0, 0)) -> Game:
    return play(merging(luxor, tower), "0 place 4A")


def buying(luxor: tuple[int, ...] = (0, 0, 0), cash: int = 6000, rules: Any = CLASSIC) -> Game:
    """Before the purchase of seat 0; Luxor has three tiles and costs $300."""
    game = position("LLL", hands=["12I", "12H", "11I"][:len(luxor)], rules=rules, shares=shares("luxor", *luxor),
                    cash=[cash] + [6000] * (len(luxor) - 1))
    return play(game, "0 place 12I")


def picking() -> Game:
    game = position("LL.......o..", hands=["12I", "12H", "11I"], rules=PICK, tiles=ScriptedBag(()))
    return play(game, "0 place 12I", "0 buy")


def with_dead_tiles() -> Game:
    rules = CLASSIC.replace(dead_policy="choice")
    return play(position(*TWO_SAFE, hands=["12I 4A 4B", "12H"], rules=rules, bag="1I 2I 3I 4I 5I 6I 7I"),
                "0 end no", "0 place 12I", "0 buy", "0 end no", *[f"* draw 0 {tile}" for tile in ("1I", "2I", "3I", "4I")])


def without_a_tile(rules: Any = CLASSIC, sealed: bool = False) -> Game:
    return position(*TWO_SAFE, hands=["4A 4B", "12H"], rules=rules, sealed=sealed)


# Kind, the position, the option, and its reason, worked out by hand.
CASES: list[tuple[str, Game, str, str]] = [
    # 6000 + 3 x 700 + 7000 against 6000 + 2 x 700 + 3500.
    ("ends_ahead", at_the_end((3, 2, 0)), "0 end yes", "ends the game, $4,200 ahead"),
    ("ends_level", at_the_end((2, 2, 0)), "0 end yes", "ends the game level with seat 1"),
    ("ends_behind", at_the_end((2, 3, 0)), "0 end yes", "ends the game, $4,200 behind seat 1"),
    ("plays_on_ahead", at_the_end((3, 2, 0)), "0 end no", "plays on, $4,200 ahead as things stand"),
    ("plays_on_level", at_the_end((2, 2, 0)), "0 end no", "plays on, level with seat 1 as things stand"),
    ("plays_on_behind", at_the_end((2, 3, 0)), "0 end no", "plays on, $4,200 behind seat 1 as things stand"),
    ("announces_ahead", early((3, 2, 0)), "0 end yes", "announces the end, $4,200 ahead as things stand"),
    ("announces_level", early((2, 2, 0)), "0 end yes", "announces the end, level with seat 1 as things stand"),
    ("announces_behind", early((2, 3, 0)), "0 end yes", "announces the end, $4,200 behind seat 1 as things stand"),
    ("ends_ahead_market", at_the_end((3, 2)), "0 end yes", "ends the game, $4,200 ahead, the market's tiles aside"),
    ("ends_level_market", at_the_end((2, 2)), "0 end yes", "ends the game level with seat 1, the market's tiles aside"),
    ("ends_behind_market", at_the_end((2, 3)), "0 end yes", "ends the game, $4,200 behind seat 1, the market's tiles aside"),
    ("plays_on_ahead_market", at_the_end((3, 2)), "0 end no", "plays on, $4,200 ahead as things stand, the market's tiles aside"),
    ("plays_on_level_market", at_the_end((2, 2)), "0 end no",
     "plays on, level with seat 1 as things stand, the market's tiles aside"),
    ("plays_on_behind_market", at_the_end((2, 3)), "0 end no",
     "plays on, $4,200 behind seat 1 as things stand, the market's tiles aside"),
    ("announces_ahead_market", early((3, 2)), "0 end yes",
     "announces the end, $4,200 ahead as things stand, the market's tiles aside"),
    ("announces_level_market", early((2, 2)), "0 end yes",
     "announces the end, level with seat 1 as things stand, the market's tiles aside"),
    ("announces_behind_market", early((2, 3)), "0 end yes",
     "announces the end, $4,200 behind seat 1 as things stand, the market's tiles aside"),

    ("lies_alone", growing("LL", tile="5E"), "0 place 5E", "lies alone and changes no chain"),
    ("lies_loose", position(*SEVEN_CHAINS, hands=["2E", "12I"], rules=CLASSIC.replace(eighth_chain="unfounded")), "0 place 2E",
     "joins loose tiles and changes no chain"),
    ("may_found", position("o..o", ".o.o", hands=["3A", "12I"]), "0 place 3A", "lets a new chain of 3 tiles be founded"),
    ("grows", growing("LLLLLLL", tile="8A", held={"luxor": 2}), "0 place 8A", "grows Luxor to 8 tiles at $600 a share as before"),
    ("raises", growing("LLL", tile="4A", held={"luxor": 4}), "0 place 4A",
     "raises Luxor to $400 a share, a gain of $400 for your 4 shares"),
    ("raises_unheld", growing("LLL", tile="4A", other={"luxor": 4}), "0 place 4A",
     "raises Luxor to $400 a share without holding any"),
    ("secures", growing("LLLLLLLLLL", tile="11A", held={"luxor": 5}, other={"luxor": 3}), "0 place 11A",
     "makes Luxor safe at 11 tiles and with it your majority of 2"),
    ("makes_safe", growing("LLLLLLLLLL", tile="11A", held={"luxor": 3}, other={"luxor": 3}), "0 place 11A",
     "makes Luxor safe at 11 tiles"),
    ("reaches_end", growing("LLLLLLLLL.o.", tile="10A", rules=CLASSIC.replace(safe_size=11, end_size=11)), "0 place 10A",
     "grows Luxor to 11 tiles, enough to end the game"),

    ("founds", founding(), "0 found American", "founds American and gets a free share worth $300"),
    ("founds_cheap", founding(), "0 found Tower", "founds Tower and gets a free share; more are cheap at $200"),
    ("founds_dear", founding(), "0 found Imperial",
     "founds Imperial and gets a free share worth $400; its bonuses are large"),
    ("founds_bare", founding((0, 15, 10)), "0 found Luxor", "founds Luxor, but the market has no share to give"),
    ("founds_led", founding((0, 5, 2)), "0 found Luxor", "founds Luxor and gets a free share, but seat 1 leads there by 3"),
    ("revives", founding((3, 5, 2)), "0 found Luxor", "founds Luxor and makes your 4 shares of it worth $800"),
    ("declines", founding(rules=CLASSIC.replace(found_optional=True)), "0 found none",
     "founds no chain and leaves the tiles loose"),

    ("merges", merging((3, 2, 0), (1, 1, 0)), "0 place 4A", "merges Luxor for $3,000"),
    ("merges_keeping", merging((3, 2, 0), (2, 1, 0)), "0 place 4A",
     "merges Luxor for $3,000 and keeps your majority in Tower as things stand"),
    ("merges_handing", merging((3, 2, 0), (1, 1, 4)), "0 place 4A", "merges Luxor for $3,000 but hands seat 2 the survivor"),
    ("merges_sharing", merging((3, 2, 0, 0), (1, 1, 4, 0), TEAMS), "0 place 4A",
     "merges Luxor for $3,000 and leaves the survivor to seat 2"),
    ("merges_second", merging((2, 3, 0), (9, 0, 0)), "0 place 4A", "merges Luxor for $1,500 while seat 1 gets $3,000"),
    ("merges_feeding", merging((0, 3, 0), (5, 2, 0)), "0 place 4A", "merges Luxor into Tower, where your majority is 3"),
    ("merges_paying", merging((0, 3, 0), (1, 2, 0)), "0 place 4A", "merges Luxor and pays seat 1 $4,500"),
    ("merges_idle", merging((0, 0, 0), (1, 2, 0)), "0 place 4A", "merges Luxor into Tower and pays nobody"),
    ("merges_market", merging((3, 2), (1, 1)), "0 place 4A",
     "merges Luxor into Tower; a tile drawn for the market decides who is paid"),
    ("merges_tied", growing(*TWINS, tile="4A"), "0 place 4A", "merges Luxor and Tower with a choice of the survivor"),
    ("merges_keeping", play(position(*TWINS, hands=["4A", "12I", "12H"], shares=both((3, 2, 0), (2, 1, 0))), "0 place 4A"),
     "0 survivor Tower", "merges Luxor for $3,000 and keeps your majority in Tower as things stand"),
    ("settles", play(position(*TWO_DEFUNCT, hands=["3A", "12I", "12H"], shares=both((3, 2, 0), (2, 1, 0))),
                     "0 place 3A"), "0 next Luxor", "settles Luxor first, with 3 shares of it in hand"),
    ("settles_unheld", play(position(*TWO_DEFUNCT, hands=["3A", "12I", "12H"],
                                     shares=both((0, 2, 0), (2, 1, 0))), "0 place 3A"),
     "0 next Luxor", "settles Luxor first without holding any"),

    ("holds", disposing(), "0 dispose hold 6 sell 0 trade 0", "holds 6 Luxor for a chain that may come back"),
    ("sells", disposing(), "0 dispose hold 0 sell 6 trade 0", "sells 6 Luxor for $1,800"),
    ("sells_holding", disposing(), "0 dispose hold 1 sell 5 trade 0", "sells 5 Luxor for $1,500 and holds 1"),
    ("trades", disposing(tower=(2, 0, 0)), "0 dispose hold 0 sell 0 trade 6", "trades 6 Luxor for 3 Tower"),
    ("trades_leading", disposing(tower=(0, 2, 0)), "0 dispose hold 0 sell 0 trade 6",
     "trades 6 Luxor for 3 Tower and takes the lead there"),
    ("trades_holding", disposing(tower=(0, 9, 0)), "0 dispose hold 2 sell 0 trade 4", "trades 4 Luxor for 2 Tower and holds 2"),
    ("trades_selling", disposing(tower=(0, 9, 0)), "0 dispose hold 0 sell 2 trade 4",
     "trades 4 Luxor for 2 Tower and sells 2 for $600"),
    ("splits", disposing(tower=(0, 9, 0)), "0 dispose hold 1 sell 1 trade 4",
     "trades 4 Luxor for 2 Tower, sells 1 for $300 and holds 1"),

    ("takes_lead", buying((2, 3, 0)), "0 buy Luxor Luxor", "takes the lead in Luxor by 1"),
    ("keeps_lead", buying((4, 3, 0)), "0 buy Luxor", "keeps your majority in Luxor by 2"),
    ("draws_level", buying((2, 3, 3)), "0 buy Luxor", "draws level with seat 1 and seat 2 in Luxor"),
    ("joins_bonuses", buying((0, 3, 1)), "0 buy Luxor Luxor", "gets into the bonuses of Luxor, $1,500 as things stand"),
    ("widens_lead", buying((9, 3, 0)), "0 buy Luxor", "widens your majority in Luxor to 7"),
    ("adds", buying((2, 9, 0)), "0 buy Luxor Luxor", "buys 2 Luxor to hold 4"),
    ("adds", buying((0, 9)), "0 buy Luxor", "buys 1 Luxor to hold 1"),
    ("adds_early", buying(rules=CLASSIC.replace(buy_inactive=True)), "0 buy Festival",
     "buys 1 Festival while it is off the board"),
    ("sells", buying((4, 3, 0), rules=SELLING), "0 buy sell Luxor Luxor", "sells 2 Luxor for $600"),
    ("sells_blocks", play(position("LLL.TT", hands=["12I", "12H", "11I"], rules=SELLING, shares=both((4, 3, 0), (1, 0, 0))),
                          "0 place 12I"), "0 buy sell Luxor Tower", "sells 2 shares for $500"),
    ("saves", buying(cash=2300), "0 buy", "keeps $2,300 for the next merger"),
    ("saves_at_end", play(early((3, 2, 0)), "0 end yes", "0 place 12I"), "0 buy", "keeps $6,000, for the game ends here"),
    ("cannot_buy", buying(cash=200), "0 buy", "can buy nothing with $200"),

    ("uses_power", position("LL", hands=["12I", "12H"], rules=POWERS), "0 power take5",
     "uses Take 5 with 4 powers left after it"),
    ("saves_powers", position("LL", hands=["12I", "12H"], rules=POWERS), "0 power none", "saves 5 powers for later"),
    ("trades", play(position("LLL.TTTT", hands=["12I", "12H", "11I"], rules=POWERS, shares=both((4, 0, 0), (2, 0, 0))),
                    "0 power none", "0 place 12I", "0 power trade2"), "0 trade2 Luxor Tower", "trades 2 Luxor for 1 Tower"),
    ("stops_trading", play(position("LLL.TTTT", hands=["12I", "12H", "11I"], rules=POWERS, shares=both((4, 0, 0), (2, 0, 0))),
                           "0 power none", "0 place 12I", "0 power trade2"), "0 stop", "trades no more shares"),
    ("stops_placing", play(position("LL", hands=["12I 12G", "12H"], rules=POWERS), "0 power play4", "0 place 12I"), "0 stop",
     "places no more tiles"),
    ("passes", play(without_a_tile(), "0 end no"), "0 pass", "has no tile that can be placed"),
    ("shows", play(without_a_tile(sealed=True), "0 end no"), "0 show 4A 4B", "shows 2 tiles, none of which can be placed"),
    ("changes_hand", play(without_a_tile(CLASSIC.replace(no_tile="replace_hand")), "0 end no"), "0 replace yes",
     "sets all 2 tiles aside for new ones"),
    ("keeps_hand", play(without_a_tile(CLASSIC.replace(no_tile="replace_hand")), "0 end no"), "0 replace no",
     "keeps 2 tiles that cannot be placed now"),
    ("lays_away", with_dead_tiles(), "0 discard 4A 4B", "sets 2 tiles aside as dead"),
    ("keeps_dead", with_dead_tiles(), "0 discard", "keeps 2 tiles although dead"),
    ("picks_beside", picking(), "0 pick 3A", "picks 3A beside Luxor"),
    ("picks_loose", picking(), "0 pick 9A", "picks 9A beside loose tiles"),
    ("picks_alone", picking(), "0 pick 5E", "picks 5E, which touches nothing"),
]


@pytest.mark.parametrize(("kind", "game", "line", "words"), CASES, ids=[f"{case[0]} {case[2]}" for case in CASES])
def test_every_template_says_what_is_so(kind: str, game: Game, line: str, words: str) -> None:
    action = parse_action(line, game.ruleset.chain_names)
    seen = game.observe(action.seat)
    assert action in seen.legal_actions()
    why = reason_for(seen, action)
    assert (why.kind, sentence(why)) == (kind, words)
    check(game, action, why)


def test_every_template_has_a_position() -> None:
    assert {kind for kind, *_ in CASES} == TEMPLATES.keys() - {"leaves", "gains", "costs", "changes_nothing", "unclear"}


def test_options_with_the_same_best_reason_get_different_ones() -> None:
    """All three take the lead in Luxor; what else they do tells them apart, and at last the money that is left."""
    game = play(position("LLL.TTTT", hands=["12I", "12H", "11I"], shares=both((1, 1, 0), (0, 5, 0))), "0 place 12I")
    options = [parse_action(f"0 buy {chains}", CLASSIC.chain_names)
               for chains in ("Luxor Luxor", "Luxor Luxor Tower", "Luxor Luxor", "Luxor Luxor")]
    seen = game.observe(0)
    assert [sentence(why) for why in explain(seen, weighed(seen, options))] == [
        "takes the lead in Luxor by 2", "gets into the bonuses of Tower, $2,000 as things stand", "leaves $5,400 in cash",
        "takes the lead in Luxor by 2"]


# --- any position -----------------------------------------------------------------------------------------------------

def weighed(seen: Observation, options: list[Any]) -> Decision:
    """Return a decision that has looked at these options."""
    return Decision(options[0], 0, tuple(Considered(option, 1, 0.0, (), ()) for option in options))


def test_every_option_of_every_decision_has_one_true_sentence(count: Count) -> None:
    """All rulesets and options, sealed tables and seats that leave; of many purchases a dozen."""
    explained = 0
    for seed in range(count(7, 60)):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        for game in moments(rules, players, rng, sealed=rng.random() < 0.2, leaving=0.002, most_actions=600):
            if game.over or game.to_move == CHANCE or rng.random() < 0.5:
                continue
            seen = game.observe(game.to_move)
            options = list(seen.legal_actions())
            options = rng.sample(options, min(12, len(options)))
            reasons = explain(seen, weighed(seen, options))
            assert len(reasons) == len(options)
            first_choice = [reason_for(seen, option) for option in options]
            for option, why in zip(options * 2, [*reasons, *first_choice], strict=True):
                check(game, option, why)
                words = sentence(why)
                assert re.fullmatch(r"[a-z][^.{}]*[^.{} ]", words), words
                assert "None" not in words and "  " not in words, words
                explained += 1
    assert explained > 100 * count(25, 60)


@pytest.mark.parametrize("level", ["club", "strong", "expert"])
def test_all_that_a_search_considers_is_explained(level: str) -> None:
    """With the line that it expects: a tile is said to found the chain that was founded in most imagined games."""
    game = Game("classic", 4, tiles=ShuffledBag(6))
    named = 0
    for _ in range(60):
        seen = game.observe(game.to_move)
        decision = make_bot(level, 1).choose(seen, explain=True)
        for option, why in zip(decision.considered, explain(seen, decision), strict=True):
            check(game, option.action, why, option.line)
            named += isinstance(option.action, Place) and why.kind.startswith("founds")
        game.apply(decision.action)
    assert named


def test_hidden_tiles_make_no_difference(count: Count) -> None:
    """The same view gives the same reasons, whatever the others hold."""
    for seed in range(count(20, 40)):
        rng = random.Random(seed)
        order = list(ShuffledBag(seed).order)
        known, hidden = order[:9], order[9:]  # three starting tiles, and the hand that is dealt first
        rng.shuffle(hidden)
        views = [Game("classic", 3, tiles=ScriptedBag(tiles)) for tiles in (order, known + hidden)]
        seen = [game.observe(game.to_move) for game in views]
        assert seen[0] == seen[1]
        options = list(seen[0].legal_actions())
        assert explain(seen[0], weighed(seen[0], options)) == explain(seen[1], weighed(seen[1], options))


# --- lines, other actions, other words --------------------------------------------------------------------------------

def test_a_line_names_the_chain_that_a_tile_founds() -> None:
    game = position("o", hands=["2A", "12I"])
    tile, tower = (parse_action(line, CLASSIC.chain_names) for line in ("0 place 2A", "0 found Tower"))
    assert sentence(reason_for(game.observe(0), tile, (tower,))) == "founds Tower and gets a free share; more are cheap at $200"


def test_a_line_may_decline_what_a_tile_could_found() -> None:
    game = position("o", hands=["2A", "12I"], rules=CLASSIC.replace(found_optional=True))
    tile, none = (parse_action(line, CLASSIC.chain_names) for line in ("0 place 2A", "0 found none"))
    assert sentence(reason_for(game.observe(0), tile, (none,))) == "founds no chain and leaves the tiles loose"


def test_a_line_names_the_survivor() -> None:
    game = growing(*TWINS, tile="4A", held={"luxor": 3}, other={"luxor": 1})
    tile, luxor, tower = (parse_action(line, CLASSIC.chain_names)
                          for line in ("0 place 4A", "0 survivor Luxor", "0 survivor Tower"))
    assert sentence(reason_for(game.observe(0), tile, (tower,))) == "merges Luxor for $3,000"
    assert sentence(reason_for(game.observe(0), tile, (luxor,))) == "merges Tower into Luxor, where your majority is 2"


def test_a_line_that_does_not_follow_is_left_aside() -> None:
    game = position("o", hands=["2A", "12I"])
    tile, nonsense = (parse_action(line, CLASSIC.chain_names) for line in ("0 place 2A", "0 survivor Tower"))
    assert reason_for(game.observe(0), tile, (nonsense,)).kind == "may_found"


def test_what_nobody_offers_is_explained_by_its_money() -> None:
    assert sentence(reason_for(buying((4, 3, 0)).observe(0), Retire(0))) == "leaves your money as it is"
    for change, words in ((300, "brings in $300"), (-300, "costs $300")):
        assert sentence(Explanation("gains" if change > 0 else "costs", dollars=abs(change))) == words


def test_what_depends_on_hidden_tiles_is_not_judged() -> None:
    seen = picking().observe(0)
    hidden = next(tile for tile in seen.unseen if tile not in (seen.bag or ()))
    assert sentence(reason_for(seen, Pick(0, hidden))) == "depends on tiles that are not known"
    assert reason_for(seen, Place(0, "1A")).kind == "unclear"


def test_names_and_another_language_come_from_outside() -> None:
    why = Explanation("merges_handing", chains=("luxor",), dollars=4500, seats=(3,))
    assert sentence(why) == "merges Luxor for $4,500 but hands seat 3 the survivor"
    names = ["Ada", "Bo", "Cy", "Di {chain}"]
    assert sentence(why, names.__getitem__) == "merges Luxor for $4,500 but hands Di {chain} the survivor"
    assert sentence(why, templates={"merges_handing": "fusioniert {chains}: {dollars}"}) == "fusioniert Luxor: $4,500"
    assert sentence(Explanation("keeps_lead", chain="tower", count=2), your="the") == "keeps the majority in Tower by 2"


def test_another_language_has_its_own_words_in_the_places() -> None:
    why = Explanation("merges_keeping", chains=("luxor", "tower", "imperial"), count=1, power="free3")
    template = {"merges_keeping": "{chains:und}, {your:deine|die}, {tiles:Stein|Steine}, {power}"}
    powers = {"free3": "3 gratis"}
    assert sentence(why, templates=template, powers=powers) == "Luxor, Tower und Imperial, deine, 1 Stein, 3 gratis"
    assert sentence(replace(why, count=2), your="the", templates=template) == "Luxor, Tower und Imperial, die, 2 Steine, Free 3"
