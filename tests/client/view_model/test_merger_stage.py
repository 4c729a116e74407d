"""The stage of a merger says who gets what and why, for every holder, as the rules have it (R21 to R29)."""

import random

import pytest

from acquire_client.language import Words
from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.merger_stage import (
    LEAD_MS,
    PLACE_MS,
    MergerFigures,
    MergerStage,
    bonus_note,
    counted_dollars,
    counting_ms,
    decision_text,
    merger_stage,
    places_begun,
)
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, ScriptedBag, ShuffledBag
from acquire_core.actions import Dispose, Place

NAMES = TableNames(("Ada", "Bo", "Cy", "Di", "Eve", "Flo"))
EMPTY = "............"
TWO_CHAINS = [EMPTY, EMPTY, EMPTY, "LL.TTT......", *[EMPTY] * 5]
FOUR_CHAINS = [EMPTY, EMPTY, "....L.......", "....L.......", ".TTT.AA.....", "....C.......", "...CCC......", EMPTY, EMPTY]


def merging(*luxor: int, tile: str = "3D", board: list[str] = TWO_CHAINS, **options: object) -> tuple[Game, MergerCard]:
    """Return a game in which the first seat merges; each seat holds so many shares of Luxor."""
    hands = [[tile], *([name] for name in ("9I", "10I", "11I", "12I", "8I"))][:len(luxor)]
    game = Game.from_position(RULESETS["classic"].replace(**options), len(luxor), board="\n".join(board), hands=hands,
                              cash=[6000] * len(luxor), shares=[{"luxor": count} if count else {} for count in luxor],
                              tiles=ShuffledBag(1))
    card = merger_after(None, game.apply(Place(0, tile)))
    assert card is not None
    return game, card


def stage_of(game: Game, card: MergerCard, seat: int | None = None) -> MergerStage:
    seen = game.observe(seat)
    return merger_stage(card, MergerFigures(seen.sizes, seen.prices, seen.shown_shares), game.ruleset)


def bonuses(*luxor: int, **options: object) -> tuple[str, list[tuple[int | None, int, int]]]:
    """Return the note of Luxor, and of each holder the seat, the shares and the bonus."""
    game, card = merging(*luxor, **options)  # type: ignore[arg-type]
    chain = stage_of(game, card).chains[0]
    return bonus_note(chain, NAMES), [(holder.seat, holder.shares, holder.dollars) for holder in chain.holders]


def test_the_equation_has_sizes_and_prices_from_before_the_merging_tile() -> None:
    stage = stage_of(*merging(2, 1))
    assert stage.survivor is not None
    assert (stage.survivor.chain, stage.survivor.size, stage.survivor.price) == ("tower", 3, 300)
    assert [(one.chain, one.size, one.price) for one in stage.others] == [("luxor", 2, 200)]


def test_all_chains_stand_there_while_the_survivor_is_open_the_largest_first() -> None:
    board = [EMPTY, EMPTY, "....L.......", "....L.......", ".TTT.AA.....", "....C.......", "....CC......", EMPTY, EMPTY]
    stage = stage_of(*merging(1, 1, tile="5E", board=board))
    assert stage.survivor is None and stage.chains == ()
    assert [(one.chain, one.size) for one in stage.others] == [
        ("tower", 3), ("continental", 3), ("luxor", 2), ("american", 2)]


def test_the_most_shares_get_the_first_bonus_and_the_next_most_the_second() -> None:
    assert bonuses(3, 7, 5, 1) == ("1st bonus $2,000; 2nd $1,000", [(1, 7, 2000), (2, 5, 1000), (0, 3, 0), (3, 1, 0)])


def test_tied_majorities_share_both_bonuses_rounded_up_to_100() -> None:
    note, holders = bonuses(4, 4, 4, 1)
    assert note == "Tied for first: $2,000 + $1,000 shared by 3, $1,000 each"
    assert holders == [(0, 4, 1000), (1, 4, 1000), (2, 4, 1000), (3, 1, 0)]
    assert bonuses(4, 4, 4, 4)[0] == "Tied for first: $2,000 + $1,000 shared by 4, $800 each (rounded up)"


def test_those_who_tie_for_second_share_the_second_bonus() -> None:
    note, holders = bonuses(5, 3, 3, 3)
    assert note == "1st bonus $2,000; Tied for second: $1,000 shared by 3, $400 each (rounded up)"
    assert [dollars for _, _, dollars in holders] == [2000, 400, 400, 400]


def test_a_sole_holder_gets_both_bonuses() -> None:
    assert bonuses(0, 2, 0) == ("Sole holder: $2,000 + $1,000", [(1, 2, 3000)])


def test_nobody_gets_anything_where_nobody_holds_shares() -> None:
    game = Game.from_position("classic", 3, board="\n".join(TWO_CHAINS), hands=[["3D"], ["9I"], ["10I"]], cash=[6000] * 3,
                              shares=[{}, {}, {}], tiles=ShuffledBag(1))
    seen, events = game.observe(None), game.apply(Place(0, "3D"))
    card = None
    for number in range(len(events)):
        card = merger_after(None, events[:number + 1]) or card
    assert card is not None
    stage = merger_stage(card, MergerFigures(seen.sizes, seen.prices), game.ruleset)
    assert stage.chains[0].holders == () and bonus_note(stage.chains[0], NAMES) == "Nobody gets a bonus."
    assert counting_ms(stage.chains[0]) > 0


def test_the_market_is_a_holder_where_it_competes() -> None:
    game = Game.from_position(RULESETS["classic"].replace(two_player_market=True), 2, board="\n".join(TWO_CHAINS),
                              hands=[["3D"], ["9I"]], cash=[6000, 6000], shares=[{"luxor": 6}, {"luxor": 4}],
                              tiles=ScriptedBag(["1A", "2A"], market=["4H"]))
    card = merger_after(None, game.apply(Place(0, "3D")))
    assert card is not None
    chain = stage_of(game, card).chains[0]
    assert [(holder.seat, holder.shares, holder.dollars) for holder in chain.holders] == [(0, 6, 2000), (1, 4, 500), (None, 4, 0)]
    assert bonus_note(chain, NAMES) == "1st bonus $2,000; Tied for second: $1,000 shared by 2, $500 each"


def test_a_third_place_is_paid_where_the_rules_have_one() -> None:
    assert bonuses(5, 3, 2, bonus_places=3)[0] == "1st bonus $2,000; 2nd $1,500; 3rd $1,000"


@pytest.mark.parametrize("holdings", ["open", "piles", "hidden"])
def test_every_holder_stands_there_with_all_shares_whatever_is_concealed(holdings: str) -> None:
    """R25a: in a merger all holders show their shares of the chain that is taken over."""
    game, card = merging(3, 7, 5, 1, 2, 4, holdings=holdings)
    for seat in (None, 0, 3):
        holders = stage_of(game, card, seat).chains[0].holders
        assert [(holder.seat, holder.shares) for holder in holders] == [(1, 7), (2, 5), (5, 4), (0, 3), (4, 2), (3, 1)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_holder_is_lost_while_they_decide(seats: int) -> None:
    """From the first answer to the last one each holder stays, with the shares from before it (defect 3)."""
    rng, shares = random.Random(seats), [seats - seat for seat in range(seats)]
    game, card = merging(*shares, two_player_market=False)
    answered = 0
    while game.phase == "dispose":
        holders = stage_of(game, card).chains[0].holders
        assert [holder.shares for holder in holders] == sorted(shares, reverse=True)
        assert sum(holder.decision is not None for holder in holders) == answered
        after = merger_after(card, game.apply(rng.choice(game.legal_actions())))
        card, answered = after or card, answered + 1
    assert answered == seats


def test_what_a_holder_decided_is_shown_in_words() -> None:
    game, card = merging(5, 1, 0)
    after = merger_after(card, game.apply(Dispose(0, 1, 2, 2)))
    assert after is not None
    done = stage_of(game, after).chains[0].holders[0].decision
    assert done is not None and decision_text(done, NAMES) == "keeps 1, sells 2, trades 2"
    assert decision_text(done, TableNames(NAMES.seats, words=Words("de"))) == "behält 1, verkauft 2, tauscht 2"


def test_chains_are_settled_one_after_another_and_those_behind_wait() -> None:
    game, card = merging(1, 1, tile="5E", board=FOUR_CHAINS)
    stage = stage_of(game, card)
    assert stage.survivor is not None and stage.survivor.chain == "continental"
    seen_chains = []
    while game.phase in ("dispose", "next_defunct"):
        stage = stage_of(game, card)
        seen_chains = [one.chain for one in stage.chains]
        assert [one.chain for one in stage.others if one.is_settled] == seen_chains[:-1]
        assert {one.chain for one in stage.others} == {"tower", "luxor", "american"}
        after = merger_after(card, game.apply(game.legal_actions()[-1]))
        card = after or card
    assert seen_chains[0] == "tower" and len(seen_chains) > 1


# --- counting ---

def test_bonuses_are_counted_place_by_place_in_whole_hundreds() -> None:
    game, card = merging(3, 7, 5, 1)
    chain = stage_of(game, card).chains[0]
    assert counted_dollars(chain, LEAD_MS) == (0, 0, 0, 0)
    half = counted_dollars(chain, LEAD_MS + PLACE_MS / 2)
    assert half == (1000, 0, 0, 0)
    assert counted_dollars(chain, LEAD_MS + 1.5 * PLACE_MS) == (2000, 500, 0, 0)
    assert counted_dollars(chain, counting_ms(chain)) == (2000, 1000, 0, 0)
    assert [places_begun(chain, at) for at in (0, LEAD_MS, LEAD_MS + PLACE_MS, 9999)] == [0, 1, 2, 2]
    for elapsed in range(0, counting_ms(chain), 16):
        assert all(dollars % 100 == 0 for dollars in counted_dollars(chain, elapsed))


def test_those_who_share_a_place_are_counted_together() -> None:
    game, card = merging(4, 4, 2)
    chain = stage_of(game, card).chains[0]
    assert chain.places == (1,)
    for elapsed in range(0, counting_ms(chain), 50):
        first, second, _ = counted_dollars(chain, elapsed)
        assert first == second
    assert counted_dollars(chain, counting_ms(chain)) == (1500, 1500, 0)


def test_a_bonus_for_merging_stands_beside_the_player_who_merges() -> None:
    assert stage_of(*merging(2, 1)).bonus == 0
    assert stage_of(*merging(2, 1, merger_bonus=500)).bonus == 500
