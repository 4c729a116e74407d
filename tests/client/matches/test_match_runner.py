"""Matches that go on by themselves, and answers put together from pieces: without a window."""

import itertools

import pytest

from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match_runner import MatchRunner
from acquire_client.matches.players import players_from
from acquire_client.view_model.baskets import Cart, Exchange, Handful, Split, last_disposal
from acquire_client.view_model.log import log_lines
from acquire_client.view_model.placing import KINDS, tile_effects
from acquire_client.view_model.preview import preview_answer
from acquire_client.workers import Workers
from acquire_core import RULESETS
from acquire_core.actions import Buy, Discard, Dispose, Place, Trade2
from tests.support.text_play import EMPTY, position, positioned


def with_runner(seats: str, delay_ms: int = 500, seed: int = 3) -> tuple[MatchRunner, Workers]:
    workers = Workers(lambda: None)
    match = LocalMatch.start(RULESETS["classic"], players_from(seats), seed)
    return MatchRunner(match, workers, delay_ms), workers


def test_computer_players_pause_between_their_moves() -> None:
    runner, workers = with_runner("casual,casual")
    assert runner.advance(0) == []
    for _ in range(20):
        workers.settle()
        workers.deliver_results()
        if runner.wait_ms(0):
            break
        assert runner.advance(0)                # the first move, and answers that only let things go on
        runner.advance(0)
    assert runner.advance(499) == []
    assert runner.wait_ms(499) == 1
    assert runner.advance(500)
    workers.close()


def test_what_a_person_has_done_is_seen_before_a_computer_player_answers_it() -> None:
    """Also where the answer has been found at once; to hurry skips that pause as well."""
    for hurries in (False, True):
        runner, workers = with_runner("Anna,casual")
        match = runner.match
        while not (match.asks_person and match.game.phase == "place" and match.forced_answer() is None):
            runner.hurry_up()
            runner.advance(0)
            workers.settle()
            workers.deliver_results()
        runner.advance(0)
        while match.asks_person:
            match.answer(match.game.legal_actions()[-1])
            runner.advance(1000)
        workers.settle()
        workers.deliver_results()
        if hurries:
            runner.hurry_up()
        else:
            assert runner.advance(1499) == [] and runner.wait_ms(1499) == 1
        assert runner.advance(1499 if hurries else 1500)
        workers.close()


def test_hurry_holds_until_a_person_is_asked() -> None:
    runner, workers = with_runner("Anna,casual,casual")
    match = runner.match
    for _ in range(400):
        runner.hurry_up()
        runner.advance(0)
        workers.settle()
        workers.deliver_results()
        if match.asks_person and match.forced_answer() is None:
            break
    runner.advance(0)
    assert match.asks_person and not runner.hurried
    assert runner.wait_ms(0) is None
    workers.close()


def test_an_answer_that_needs_no_asking_does_not_end_the_hurry() -> None:
    runner, workers = with_runner("Anna,casual")
    match = runner.match
    runner.hurry_up()
    passed = 0
    for _ in range(1000):
        if match.is_over or passed:
            break
        if match.asks_person and match.forced_answer() is None:
            runner.advance(0)
            match.answer(match.game.legal_actions()[-1])
            runner.hurry_up()
        passed += match.asks_person and match.forced_answer() is not None
        runner.advance(0)
        assert runner.hurried or (match.asks_person and match.forced_answer() is None)
        workers.settle()
        workers.deliver_results()
    assert passed
    workers.close()


def test_a_thought_that_comes_too_late_is_thrown_away() -> None:
    runner, workers = with_runner("casual,casual")
    before = len(runner.match.steps)
    runner.advance(0)
    runner.stop()
    workers.settle()
    workers.deliver_results()
    assert runner.advance(10_000) == []
    assert len(runner.match.steps) == before
    workers.close()


def test_an_error_of_a_worker_is_raised_where_results_are_delivered() -> None:
    workers = Workers(lambda: None)
    workers.start(lambda: 1 // 0, lambda _: None)
    workers.settle()
    with pytest.raises(ZeroDivisionError):
        workers.deliver_results()
    workers.close()


# --- baskets ---

BUYING = [".AA.........", *EMPTY[1:3], "..TT........"]


def test_a_cart_takes_what_the_rules_allow_and_nothing_else() -> None:
    match = positioned(position(BUYING, [["12I"], ["12A"], ["1I"]], options={"sell_shares": True},
                                shares=[{"american": 2}, {}, {}]))
    match.answer(Place(0, "12I"))
    cart = Cart(0, match.game.ruleset.chain_names)
    for chain in ("tower", "american", "tower"):
        cart = cart.one_more(chain)
        assert cart.refusal_of(match.refusal_of) is None
    assert cart.one_more("tower").refusal_of(match.refusal_of) == "that is more shares than this purchase allows"
    assert cart.action == Buy(0, ("tower", "tower", "american"))
    assert cart.one_less("tower").one_less("tower").net_shares("tower") == 0
    selling = Cart(0, match.game.ruleset.chain_names).one_less("american")
    assert selling.action == Buy(0, (), ("american",)) and selling.refusal_of(match.refusal_of) is None
    assert selling.one_more("american").action == Buy(0)


def test_every_split_can_be_reached_and_only_legal_ones() -> None:
    legal = [Dispose(0, 7 - sell - trade, sell, trade) for trade in (0, 2, 4) for sell in range(8 - trade)]
    first = Split.begin(0, legal)
    assert (first.hold, first.sell, first.trade) == (7, 0, 0)
    reached = {first.with_part("trade", trade).with_part("sell", sell).action for trade,
               sell in itertools.product(range(9), range(9))}
    assert reached == set(legal)
    assert first.max_of("trade") == 4 and first.max_of("sell") == 7
    assert first.with_part("sell", 99).action == Dispose(0, 0, 7, 0)
    assert first.with_part("trade", 3).trade == 2
    assert first.with_part("sell", 7).with_part("trade", 4).action == Dispose(0, 0, 3, 4)
    assert first.with_part("sell", -1).action == first.action
    assert first.with_part("hold", 99).action == first.action
    assert first.with_part("hold", 4).hold == 4 and first.with_part("hold", 0).action in legal
    assert first.with_part("trade", 2).with_part("hold", 0).action == Dispose(0, 0, 5, 2)


def test_a_split_begins_as_the_last_one_ended() -> None:
    legal = [Dispose(0, 7 - sell - trade, sell, trade) for trade in (0, 2, 4) for sell in range(8 - trade)]
    for last, wanted in ((Dispose(0, 0, 3, 0), (0, 7, 0)), (Dispose(0, 1, 0, 2), (3, 0, 4)), (Dispose(0, 0, 1, 2), (0, 3, 4)),
                         (Dispose(0, 5, 0, 0), (7, 0, 0)), (Dispose(0, 2, 1, 0), (0, 7, 0))):
        split = Split.begin(0, legal, last)
        assert (split.hold, split.sell, split.trade) == wanted and split.action in legal
    past = [Dispose(0, 0, 3, 0), Dispose(1, 2, 0, 0), Buy(0), Dispose(0, 1, 0, 2)]
    assert last_disposal(0, past) == past[3] and last_disposal(1, past) == past[1] and last_disposal(2, past) is None


def test_an_exchange_forgets_a_side_that_does_not_fit() -> None:
    exchange = Exchange.begin(0, [Trade2(0, "tower", "luxor"), Trade2(0, "luxor", "tower"), Trade2(0, "tower", "american")])
    chosen = exchange.with_given("tower").with_got("american")
    assert chosen.action == Trade2(0, "tower", "american")
    assert chosen.with_given("luxor").get is None and chosen.with_given("luxor").action is None
    assert exchange.can_give("tower") and not exchange.can_give("american")
    assert not exchange.with_given("luxor").can_get("american")


def test_a_handful_begins_with_all_dead_tiles() -> None:
    legal = [Discard(0), Discard(0, ("1A",)), Discard(0, ("1A", "2B")), Discard(0, ("2B",))]
    handful = Handful.begin(0, legal)
    assert handful.action == Discard(0, ("1A", "2B"))
    assert handful.with_toggled("2B").action == Discard(0, ("1A",))
    assert handful.with_toggled("9I") == handful


# --- what is shown of a tile and of a merger ---

def test_every_tile_of_a_hand_shows_what_it_does() -> None:
    rows = ["AA.TTT......", "............", "............", "LLLLLLLLLLL.", "............", "CCCCCCCCCCCC", "............",
            "o..........."]
    match = positioned(position(rows, [["3A", "12I", "7A", "1E", "1I"], ["9I"], ["8I"]]))
    effects = {effect.tile: effect for effect in tile_effects(match.observe(0), match.unplayable_tiles())}
    assert {tile: effect.kind for tile, effect in effects.items()} == {
        "3A": "merge", "12I": "alone", "7A": "grow", "1E": "dead", "1I": "found"}
    assert effects["3A"].chains == ("tower", "american")
    assert effects["1E"].allowed is False and "safe" in effects["1E"].text
    assert all(effect.kind in KINDS for effect in effects.values())


def effects_behind(match: LocalMatch, tile: str) -> dict[str, tuple[str, tuple[str, ...], str]]:
    """Return what the other tiles of the first hand would do, right after this one was placed."""
    match.answer(Place(0, tile))
    return {effect.tile: (effect.kind, effect.chains, effect.text) for effect in tile_effects(match.observe(0), {})}


def test_beside_a_founding_tile_another_one_grows_the_chain_that_is_being_founded() -> None:
    match = positioned(position(["...o.LL....."], [["5A", "3A", "4B", "9I", "9B"], ["1I"], ["3I"]]))
    effects = effects_behind(match, "3A")
    assert match.game.phase == "found"
    assert effects["5A"] == ("merge", ("luxor",), "merges the new chain and Luxor")
    assert effects["4B"] == ("grow", (), "grows the chain that is being founded")
    assert effects["9I"] == effects["9B"] == ("alone", (), "lies alone")


@pytest.mark.parametrize(("rule", "effect"), [
    ("forbid", ("later", (), "all seven chains are on the board, so no chain can be founded")),
    ("unfounded", ("group", (), "makes a loose group of 2 tiles")),
])
def test_while_the_last_chain_is_being_founded_no_other_tile_founds_one(rule: str, effect: tuple[object, ...]) -> None:
    rows = ["AA.TT.LL.WW.", "............", "FF.II...o...", ".....o......"]
    match = positioned(position(rows, [["9D", "6E", "1I"], ["9I"], ["8I"]], options={"eighth_chain": rule}))
    assert effects_behind(match, "9D")["6E"] == effect


def test_a_tile_that_has_to_wait_is_called_so_to_those_who_wait_too() -> None:
    """All seven chains are on the board, and 6E lies beside a loose tile."""
    rows = ["AA.TT.LL.WW.", "............", "FF.II.CC....", ".....o......"]
    match = positioned(position(rows, [["6E", "1I"], ["7D", "9I"], ["8I"]]))
    asked, = (effect for effect in tile_effects(match.observe(0), match.unplayable_tiles()) if effect.tile == "6E")
    waiting = {effect.tile: effect for effect in tile_effects(match.observe(1), {})}
    assert (asked.kind, asked.allowed) == ("later", False)
    assert waiting["7D"].kind == "grow" and waiting["9I"].kind == "alone"
    match.answer(Place(0, "1I"))
    assert {effect.tile: effect for effect in tile_effects(match.observe(0), {})}["6E"] == asked, "in the same words"


DEAD_ROWS = ["LLLLLLLLLLL.", "............", "CCCCCCCCCCC.", "............", "AAA.TT......"]


@pytest.mark.parametrize(("rules", "dead"), [({"safe_merge": "two_safe"}, {"1B"}), ({"safe_merge": "any_safe"}, {"1B", "2D"})])
def test_a_dead_tile_is_called_dead_after_the_placing_too(rules: dict[str, str], dead: set[str]) -> None:
    """1B lies between two safe chains, 2D between a safe one and one that is not (R20, K18), and 4E between two small ones."""
    match = positioned(position(DEAD_ROWS, [["12I", "1B", "2D", "4E", "7E"], ["9I"], ["8I"]], options=rules))
    before = {effect.tile: effect for effect in tile_effects(match.observe(0), match.unplayable_tiles())}
    match.answer(Place(0, "12I"))
    after = {effect.tile: effect for effect in tile_effects(match.observe(0), {})}
    assert match.game.phase == "buy"
    assert {tile for tile, effect in before.items() if effect.kind == "dead"} == dead
    assert {tile for tile, effect in after.items() if effect.kind == "dead"} == dead
    assert all(after[tile] == before[tile] for tile in dead), "in the same words"
    assert after["4E"].kind == "merge" and after["7E"].kind == "grow"
    assert match.observe(1).hand == ("9I",)
    assert [effect.kind for effect in tile_effects(match.observe(1), {})] == ["alone"], "and to those who wait"


def test_during_a_merger_a_tile_beside_it_grows_the_chain_that_survives() -> None:
    rows = ["AA.TTT......", "............", "............", "..LL........"]
    match = positioned(position(rows, [["3A", "3B", "3C", "6B", "1B"], ["9I"], ["8I"]], shares=[{"american": 3}, {}, {}]))
    effects = effects_behind(match, "3A")
    assert match.game.phase == "dispose"
    assert effects["3B"] == effects["6B"] == effects["1B"] == ("grow", (), "grows the chain that survives")
    assert effects["3C"] == ("grow", ("luxor",), "Luxor grows from 2 to 3 tiles")


def test_a_preview_tells_what_follows_and_changes_nothing() -> None:
    match = positioned(position(["AA.TTT......"], [["3A"], ["9I"], ["8I"]], shares=[{"american": 3}, {"american": 1}, {}],
                                options={"holdings": "open"}))
    before = match.game.digest()
    ahead = preview_answer(match.observe(0), Place(0, "3A"), match.names)
    assert ahead is not None
    assert any("3A merges" in line for line in ahead.lines)
    assert sum("bonus, with" in line for line in ahead.lines) == 2
    assert preview_answer(match.observe(0), Place(0, "9I"), match.names) is None
    assert match.game.digest() == before


@pytest.mark.parametrize("holdings", ["piles", "hidden"])
def test_a_preview_does_not_tell_others_holdings_where_the_rules_conceal_them(holdings: str) -> None:
    previews = []
    for shares in ([{"american": 3}, {"american": 1}, {}], [{"american": 3}, {"american": 5}, {}]):
        match = positioned(position(["AA.TTT......"], [["3A"], ["9I"], ["8I"]], shares=shares, options={"holdings": holdings}))
        ahead = preview_answer(match.observe(0), Place(0, "3A"), match.names)
        assert ahead is not None
        previews.append(ahead.lines)
    assert previews[0] == previews[1]
    assert "American is taken over: 2 tiles, $300 a share." in previews[0]
    assert previews[0][-1].startswith("Who gets the bonuses is not shown")


def test_a_merger_is_followed_to_its_end() -> None:
    match = positioned(position(["AA.TTT......"], [["3A"], ["9I"], ["8I"]], shares=[{"american": 3}, {"american": 1}, {}]))
    match.answer(Place(0, "3A"))
    card = match.merger
    assert card is not None and card.settling is not None
    assert (card.tile, card.survivor, card.settling.chain, card.settling.size) == ("3A", "tower", "american", 2)
    assert [paid.seat for paid in card.settling.bonuses] == [0, 1]
    match.answer(Dispose(0, 0, 3, 0))
    card = match.merger
    assert card is not None and card.settling is not None and [done.seat for done in card.settling.disposals] == [0]
    match.answer(Dispose(1, 1, 0, 0))
    assert match.merger is None


def test_lines_of_the_log_name_their_chain_and_tiles() -> None:
    match = positioned(position(["AA.........."], [["3A"], ["9I"], ["8I"]]))
    match.answer(Place(0, "3A"))
    step, = match.poll()
    lines = log_lines(step.action, step.seen_by(None), match.names)
    assert [(line.chain, line.tiles) for line in lines] == [("", ("3A",)), ("american", ("3A",))]
