"""In a merger every holder shows the shares of the chains that are taken over, at any `holdings` (R25a)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from acquire_core import RULESETS, Dispose, Game, Retire
from acquire_core.events import ChainDefunct, ChainsMerged, MergerBegan, SurvivorFound
from tests.support.counts import Count

from .policies import random_ruleset
from .positions import CLASSIC, any_code, position

HOLDERS = [{"luxor": 3, "tower": 1}, {"luxor": 2}, {}]


class MergerFollower:
    """Say from the events alone which chains are shown, without a look at the kernel's state."""

    def __init__(self) -> None:
        self.touched: set[str] = set()
        self.shown: set[str] = set()
        self.settled_now: str | None = None

    def follow(self, game: Game, events: tuple[object, ...]) -> set[str]:
        for event in events:
            match event:
                case MergerBegan():
                    self.touched = set(event.chains)
                case SurvivorFound():
                    self.shown = self.touched - {event.chain}
                    self.settled_now = None
                case ChainDefunct():
                    self.shown.discard(self.settled_now or "")
                    self.settled_now = event.chain
                case ChainsMerged():
                    self.shown = set()
        if game.phase == "next_defunct":  # the one before is settled
            self.shown.discard(self.settled_now or "")
        return self.shown


def test_shown_are_the_defunct_chains_from_the_survivor_to_the_last_answer(count: Count) -> None:
    rng = random.Random(25)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(max(120, count(120, 1500))):  # fewer do not meet every phase
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        game, follower = Game(rules, players), MergerFollower()
        for _ in range(1500):
            if game.over:
                break
            if rng.random() < 0.002:
                leaver = rng.choice([seat for seat in range(players) if seat not in game.retired])
                shown = follower.follow(game, tuple(game.apply(Retire(leaver))))
            else:
                shown = follower.follow(game, tuple(game.apply(game.action_of(any_code(game, rng)))))
            shares = game.snapshot()["shares"]
            expected = {chain: tuple(shares[seat][chain] for seat in range(players)) for chain in shown}
            for viewer in (None, rng.randrange(players)):
                assert game.observe(viewer).shown_shares == expected, (game.phase, rules)
            if shown:
                seen[game.phase, len(shown)] += 1
    assert {phase for phase, _ in seen} >= {"dispose", "next_defunct", "market_draw"} and max(many for _, many in seen) >= 2


@pytest.mark.parametrize("holdings", ["open", "piles", "hidden"])
def test_every_seat_and_the_public_see_exact_numbers_until_the_last_holder_has_answered(holdings: str) -> None:
    rules = CLASSIC.replace(holdings=holdings)
    game = position("LL.TTT", hands=["3A", "", ""], shares=HOLDERS, rules=rules)
    views = (0, 1, 2, None)
    assert all(game.observe(seat).shown_shares == {} for seat in views)
    game.apply_code(game.legal_codes()[0])
    assert game.phase == "dispose"
    assert all(game.observe(seat).shown_shares == {"luxor": (3, 2, 0)} for seat in views)
    game.apply(Dispose(0, hold=0, sell=1, trade=2))
    assert all(game.observe(seat).shown_shares == {"luxor": (0, 2, 0)} for seat in views)
    game.apply(Dispose(1, hold=2, sell=0, trade=0))
    assert all(game.observe(seat).shown_shares == {} for seat in views)
    # What is kept is concealed again.
    concealed = {"open": 2, "piles": True, "hidden": None}[holdings]
    kept = game.observe(2).shares[1]
    assert (kept and kept["luxor"]) is concealed


def test_while_the_survivor_is_chosen_nothing_is_shown() -> None:
    game = position("LL.TT", hands=["3A", "", ""], shares=HOLDERS, rules=CLASSIC)
    game.apply_code(game.legal_codes()[0])
    assert game.phase == "survivor" and game.observe(1).shown_shares == {}


def test_what_would_be_shown_is_in_what_an_answer_leads_to() -> None:
    game = position("LL.TTT", hands=["3A", "", ""], shares=HOLDERS, rules=CLASSIC)
    _, after = game.observe(0).after(game.legal_actions()[0])
    assert after.shown_shares == {"luxor": (3, 2, 0)}
