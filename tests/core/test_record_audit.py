"""Sealed games on paper: views tell no more than a seat may know, put together they are the whole, and lies come out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, Ruleset, ShuffledBag
from acquire_core.actions import Action, Discard, DrawTile, MarketTile, Place, Show
from acquire_core.notation import format_action
from acquire_core.record import Record, RecordError, read_record
from acquire_core.record_audit import audit
from acquire_core.tile_source import TILE_NAMES
from tests.support.counts import Count
from tests.support.few_cases import few_cases

from .record_games import TABLE, random_record


@pytest.mark.parametrize("players", [3, pytest.param(6, marks=pytest.mark.fully),
                                     *few_cases(pytest.mark.more_cases, [2, 4, 5], usual=0)])
@pytest.mark.parametrize("ruleset", TABLE, ids=[f"{number}-{ruleset.name}" for number, ruleset in enumerate(TABLE)])
def test_every_view_replays_to_the_digests_of_the_whole(ruleset: Ruleset, players: int, count: Count) -> None:
    for seed in range(count(1, 2)):
        record = random_record(ruleset, players, seed, sealed=True, retiring=0.02 * (seed % 2))
        whole = [step.game.digest() for step in record.replay()]
        for seat in (*range(players), None):
            view = read_record(record.view(seat).text())
            assert view == record.view(seat)
            assert [step.game.digest() for step in view.replay()] == whole
            seedless = replace(record, seed=None).text().split("\n")
            for mine, theirs in zip(seedless, view.text().split("\n"), strict=True):
                assert mine == theirs or mine.startswith(("= ", "* draw"))


def test_a_view_shows_no_draw_of_another_seat_and_no_seed() -> None:
    record = random_record(RULESETS["classic"], 4, seed=3, sealed=True)
    for seat in (*range(4), None):
        view = record.view(seat)
        assert view.seed is None
        for mine, action in zip(view.actions, record.actions, strict=True):
            if isinstance(action, DrawTile) and action.target != seat:
                assert mine == DrawTile(action.target, None)
            else:
                assert mine == action
        assert view.view(seat) == view
        assert view.view(None) == record.view(None)


def test_views_are_of_sealed_games_and_of_their_seats() -> None:
    with pytest.raises(ValueError, match="only a sealed game has views"):
        random_record(RULESETS["classic"], 3, seed=1).view(0)
    with pytest.raises(ValueError, match="only records of sealed games are opened"):
        random_record(RULESETS["classic"], 3, seed=1).opened()
    for seat in (3, -1, True, "0"):
        with pytest.raises(ValueError, match="seats run from 0 to 2"):
            random_record(RULESETS["classic"], 3, seed=1, sealed=True).view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", TABLE, ids=[f"{number}-{ruleset.name}" for number, ruleset in enumerate(TABLE)])
def test_the_views_of_all_seats_make_up_the_whole(ruleset: Ruleset, count: Count) -> None:
    for players in (3, 2, 6, 4, 5)[:count(1, 5)]:
        record = random_record(ruleset, players, seed=players, sealed=True, retiring=0.01)
        views = [record.view(seat) for seat in range(players)]
        for mine in range(players):
            opened = views[mine].opened(*views[:mine], *views[mine + 1:])
            assert opened == replace(record, seed=None)
            assert audit(opened) == []
            assert read_record(opened.text()) == opened
        assert record.view(None).opened(record).actions == record.actions


def test_a_tile_that_nobody_knows_is_named_with_its_line() -> None:
    record = random_record(RULESETS["classic"], 3, seed=5, sealed=True)
    with pytest.raises(RecordError) as refused:
        record.view(0).opened(record.view(1))
    line = record.view(0).text().split("\n")[(refused.value.line or 0) - 1]
    assert line == "* draw 2 ??"
    assert "no record knows the tile that seat 2 drew" in refused.value.reason


def test_contradicting_views_are_refused_with_the_line() -> None:
    record = random_record(RULESETS["classic"], 3, seed=5, sealed=True)
    views = [record.view(seat) for seat in range(3)]
    at = max(at for at, action in enumerate(record.actions) if isinstance(action, DrawTile))
    draw = record.actions[at]
    assert isinstance(draw, DrawTile)
    other = next(tile for tile in TILE_NAMES if tile != draw.tile)
    lying = replace(record, actions=(*record.actions[:at], DrawTile(draw.target, other), *record.actions[at + 1:]))
    with pytest.raises(RecordError) as refused:
        views[0].opened(*views[1:], lying)
    assert refused.value.line == record.view(0).action_lines()[at]
    assert "contradict each other" in refused.value.reason
    moved = next(at for at, action in enumerate(record.actions) if isinstance(action, Place))
    skipped = replace(views[1], actions=(*views[1].actions[:moved], views[1].actions[moved + 1], *views[1].actions[moved + 1:]))
    with pytest.raises(RecordError) as refused:
        views[0].opened(skipped)
    assert refused.value.line == record.view(0).action_lines()[moved]


def test_records_of_different_games_are_not_put_together() -> None:
    record = random_record(RULESETS["classic"], 3, seed=5, sealed=True)
    for other, line in (
        (random_record(RULESETS["tycoon-2023"], 3, seed=5, sealed=True), 2),
        (random_record(RULESETS["classic"], 4, seed=5, sealed=True), 4),
        (replace(record, seats=(*record.seats[:2], ("Eve", "person"))), 7), (replace(record, sealed=False), None),
        (replace(record, actions=record.actions[:-1]), None),
    ):
        with pytest.raises(RecordError, match="these are two games") as refused:
            record.opened(other)
        assert refused.value.line == line


# --- audit ------------------------------------------------------------------------------------------------------------

def test_honest_games_are_clean(count: Count) -> None:
    for number in range(count(40, 150)):
        ruleset = TABLE[number % len(TABLE)]
        record = random_record(ruleset, 2 + number % 5, seed=1000 + number, sealed=True, retiring=0.01 * (number % 2))
        assert audit(record) == []


def test_open_games_are_audited_against_their_seed() -> None:
    for seed in range(10):
        record = random_record(TABLE[seed % len(TABLE)], 2 + seed % 5, seed, retiring=0.01)
        assert audit(record) == []
        findings = audit(replace(record, seed=seed + 1))
        assert len(findings) == 1
        assert f"with seed {seed + 1} it is '* " in findings[0].sentence
        assert findings[0].seat is None
        assert record.text().split("\n")[findings[0].line - 1].startswith("* ")


def test_only_opened_records_are_audited() -> None:
    record = random_record(RULESETS["classic"], 3, seed=5, sealed=True)
    with pytest.raises(ValueError, match=r"line \d+: the tile is unknown, and only an opened record can be audited"):
        audit(record.view(1))


@cache
def _sealed_record_with(kind: type, ruleset: Ruleset) -> Record | None:
    """Return a sealed game in which some seat makes a claim of this kind that says something."""
    records = (random_record(ruleset, 3, seed, sealed=True) for seed in range(100))
    return next((record for record in records if any(_until(record, kind))), None)


def _until(record: Record, kind: type) -> Iterator[tuple[int, Action]]:
    for at, action in enumerate(record.actions):
        if isinstance(action, kind) and getattr(action, "tiles", True):
            yield at, action


def _lie(record: Record, at: int, action: Action) -> Record:
    return replace(record, actions=(*record.actions[:at], action), seed=None)


def test_a_dead_tile_kept_under_auto_is_found() -> None:
    record = _sealed_record_with(Discard, RULESETS["classic"])
    assert record is not None
    at, discard = next(_until(record, Discard))
    assert isinstance(discard, Discard)
    lie = _lie(record, at, Discard(discard.seat, ()))
    line = lie.action_lines()[at]
    assert audit(lie) == [(line, discard.seat, f"keeps {' '.join(discard.tiles)}, which must be set aside as dead")]

    text = lie.text()  # it was played like this, so it can be written and, on request, read
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert refused.value.line == line
    assert "every dead tile must be set aside" in refused.value.reason
    assert read_record(text, tolerate_false_claims=True) == lie
    for seat in range(3):
        if seat != discard.seat:
            assert read_record(lie.view(seat).text()) == lie.view(seat)


def test_a_hand_shown_with_other_tiles_is_found() -> None:
    for ruleset in TABLE:
        record = _sealed_record_with(Show, ruleset)
        if record is None:
            continue
        at, shown = next(_until(record, Show))
        assert isinstance(shown, Show)
        swapped = _with_other_draw(record, shown.tiles[0], at)
        lie = replace(swapped, actions=swapped.actions[:at + 1])
        assert [finding.sentence for finding in audit(lie)][0].startswith(f"shows {' '.join(shown.tiles)} as the whole hand, but")
        assert audit(lie)[0].seat == shown.seat
        return
    raise AssertionError("nobody shows a hand")


def test_a_tile_placed_without_having_been_drawn_is_found() -> None:
    record = random_record(RULESETS["classic"], 3, seed=11, sealed=True)
    at, placed = list(_until(record, Place))[20]
    assert isinstance(placed, Place)
    lie = _with_other_draw(record, placed.tile, at)
    lie = replace(lie, actions=lie.actions[:at + 1])
    assert audit(lie) == [(lie.action_lines()[at], placed.seat, f"places {placed.tile}, which is not in the hand")]
    with pytest.raises(RecordError, match="the tile is not in this hand"):
        read_record(lie.text())


def test_a_tile_drawn_twice_is_found() -> None:
    record = replace(random_record(RULESETS["classic"], 3, seed=11, sealed=True), seed=None)
    draws = [at for at, action in enumerate(record.actions) if isinstance(action, DrawTile)]
    first, last = record.actions[draws[0]], record.actions[draws[-1]]
    assert isinstance(first, DrawTile)
    assert isinstance(last, DrawTile)
    twice = replace(record, actions=(*record.actions[:draws[-1]], DrawTile(last.target, first.tile)))
    assert (record.action_lines()[draws[-1]], None, f"{first.tile} is drawn, which is not in the bag") in audit(twice)


def test_a_market_tile_out_of_a_hand_is_found() -> None:
    record = next(record for record in (random_record(RULESETS["classic"], 2, seed, sealed=True) for seed in range(20))
                  if any(isinstance(action, MarketTile) for action in record.actions[:150]))
    at, _ = next(_until(record, MarketTile))
    held = record.game(at).snapshot()["hands"][1]["tiles"][0]
    lie = _lie(record, at, MarketTile(held))
    assert audit(lie) == [(lie.action_lines()[at], None, f"the market draws {held}, which is not in the bag")]


def _with_other_draw(record: Record, tile: str, before: int) -> Record:
    """Return the record with another tile in a draw: one which nobody has met until then."""
    met = {action.tile for action in record.actions[:before] if hasattr(action, "tile")}
    other = next(name for name in TILE_NAMES if name not in met)
    return replace(record, seed=None, actions=tuple(
        DrawTile(action.target, other) if isinstance(action, DrawTile) and action.tile == tile else action
        for action in record.actions))


def test_random_lies_never_break_the_audit(count: Count) -> None:
    """Whatever draws are claimed afterwards, the public game stays the same, and so an audit always has an answer."""
    rng = random.Random(6)
    for number in range(count(30, 200)):
        record = random_record(TABLE[number % len(TABLE)], 2 + number % 5, seed=number, sealed=True)
        draws = [at for at, action in enumerate(record.actions) if isinstance(action, DrawTile)]
        actions = list(record.actions)
        for at in rng.sample(draws, 3):
            actions[at] = DrawTile(actions[at].target, rng.choice(TILE_NAMES))  # type: ignore[union-attr]
        lie = replace(record, actions=tuple(actions), seed=None)
        findings = audit(lie)
        assert [finding.line for finding in findings] == sorted(finding.line for finding in findings)
        assert bool(findings) == (lie.actions != record.actions), format_action(lie.actions[0])
        assert read_record(lie.text(), tolerate_false_claims=True) == lie


def test_a_sealed_game_played_openly_and_by_each_seat_stays_in_step() -> None:
    """One table, three peers: each knows its own draws only, and all agree on every digest and on who speaks."""
    for seed in range(6):
        table = Game(TABLE[seed], 3, tiles=ShuffledBag(seed), sealed=True)
        player = RandomPlayer(seed=seed)
        while not table.over:
            table.apply_code(player.code(table))
        peers = [Game(TABLE[seed], 3, sealed=True) for _ in range(3)]
        for action in table.actions():
            for seat, peer in enumerate(peers):
                hidden = isinstance(action, DrawTile) and action.target != seat
                peer.apply(DrawTile(action.target, None) if hidden else action)
            assert len({peer.digest() for peer in peers}) == len({(peer.phase, peer.to_move) for peer in peers}) == 1
        for seat, peer in enumerate(peers):
            assert peer.digest() == table.digest()
            assert peer.record().actions == table.record().view(seat).actions
