"""A game looked at again: curves that end where the game did, verdicts on what was decided, and work that can be stopped."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from acquire_core import RULESETS, Game, RandomPlayer, Record, Ruleset, ShuffledBag
from acquire_core import analysis as work
from acquire_core.actions import DeclareEnd, DrawTile, MarketTile, Place, Retire, StartTile
from acquire_core.ai import make_bot
from acquire_core.ai.bots import HAND_PHASES
from acquire_core.analysis import Analysis, Effort, analyse
from acquire_core.analysis_findings import CAUSES
from acquire_core.notation import parse_action
from tests.support.counts import Count

from .explained_facts import check
from .policies import random_ruleset

QUICK = Effort(playouts=20, level="club")


def played(players: int = 3, seed: int = 1, ruleset: Any = "classic", most: int = 10**6, leaving: float = 0.0,
           sealed: bool = False) -> Game:
    """Return a random game of at most so many actions, in which seats may leave."""
    game = Game(ruleset, players, tiles=ShuffledBag(seed), sealed=sealed)
    player, rng = RandomPlayer(seed), random.Random(seed)
    while not game.over and len(game.actions()) < most:
        if rng.random() < leaving:
            game.apply(Retire(rng.choice([seat for seat in range(players) if seat not in game.retired])))
        else:
            game.apply_code(player.code(game))
    return game


def by_bots(levels: tuple[str, ...], seed: int, ruleset: Any = "classic") -> Game:
    game = Game(ruleset, len(levels), tiles=ShuffledBag(seed))
    bots = [make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    while not game.over:
        game.apply(bots[game.to_move].choose(game.observe(game.to_move)).action)
    return game


# --- the curve --------------------------------------------------------------------------------------------------------

def test_the_curve_has_a_point_for_each_turn_and_ends_as_the_game_did() -> None:
    game = played()
    found = analyse(game.record(), QUICK)
    assert [point.turn for point in found.points] == list(range(1, game.turn + 1)) + [game.turn]
    first = [seat for rank, seat, _ in game.standings() if rank == 1]
    assert found.points[-1].chances == tuple((seat in first) / len(first) for seat in range(3))
    assert found.points[-1].money == tuple(game.snapshot()["cash"])
    assert found.points[-1].playouts == 0
    for point in found.points[:-1]:
        assert point.playouts == 20
        assert sum(point.chances) == pytest.approx(1)
        assert game.record().game(point.move).turn == point.turn


@pytest.mark.fully
def test_whoever_is_far_ahead_has_the_better_chance() -> None:
    """Two turns before the end of a game between bots the winner is mostly the one who was ahead."""
    ahead = 0.0
    for seed in range(6):
        game = by_bots(("casual", "beginner", "random"), seed)
        found = analyse(game.record(), Effort(playouts=60, level="club"))
        ahead += found.points[-3].chances[game.standings()[0][1]]
    assert ahead / 6 > 0.6


@pytest.mark.fully
def test_the_same_effort_finds_the_same() -> None:
    record = played(seed=2).record()
    assert analyse(record, QUICK) == analyse(record, QUICK)
    assert analyse(record, QUICK).points != analyse(record, replace(QUICK, seed=1)).points


def test_a_record_without_a_decision_is_one_point() -> None:
    for most in (0, 3, 12):
        found = analyse(Record(ruleset=RULESETS["classic"], seats=played().record().seats,
                               actions=tuple(played().actions()[:most])), QUICK)
        assert len(found.points) == 1
        assert found.finished and not found.verdicts and not found.swings
        assert [total.first for total in found.sums] == list(found.points[0].chances)


# --- simultaneous play ------------------------------------------------------------------------------------------------

ROUNDS = RULESETS["classic"].replace(simultaneous=True)


@pytest.mark.parametrize("rules", [ROUNDS, RULESETS["tycoon-2023"].replace(simultaneous=True, end_mode="auto")],
                         ids=["classic", "tycoon"])
def test_a_round_has_a_point_and_nobody_moves_it_alone(rules: Ruleset) -> None:
    game = by_bots(("casual", "beginner", "random"), 3, rules)
    found = analyse(game.record(), Effort(playouts=60, level="club"))
    assert found.finished and not found.unknown and len(found.verdicts) == found.decisions
    assert [point.turn for point in found.points] == [*range(1, game.turn + 1), game.turn]
    assert all(sum(point.chances) == pytest.approx(1) for point in found.points)
    assert found.swings and all(swing.is_round and swing.cause in ("mistake", "round") for swing in found.swings)
    for total in found.sums:
        assert total.own == total.rivals == total.draws == 0
        assert total.first + total.rounds == pytest.approx(total.last)


@pytest.mark.fully
def test_who_is_ahead_in_rounds_has_the_better_chance(count: Count) -> None:
    ahead, games = 0.0, count(3, 6)
    for seed in range(games):
        game = by_bots(("casual", "beginner", "random"), seed, ROUNDS)
        found = analyse(game.record(), Effort(playouts=60, level="club"))
        ahead += found.points[-3].chances[game.standings()[0][1]]
    assert ahead / games > 0.6


def test_an_answer_is_judged_without_those_that_were_given_at_the_same_time() -> None:
    """Two games differ in what the first seat answered in their last step; the others are judged alike."""
    found = 0
    for seed in range(12):
        game, player = Game(ROUNDS, 3, tiles=ShuffledBag(seed)), RandomPlayer(seed)
        while game.turn < 4 or game.waiting() or game.phase != "place" or len(game.legal_codes()) < 2:
            game.apply_code(player.code(game))
        before, verdicts = len(game.actions()), []
        for code in (game.legal_codes()[0], game.legal_codes()[-1]):
            one = game.copy()
            one.apply_code(code)
            while one.waiting():
                one.apply_code(one.legal_codes()[0])
            judged = analyse(Record(ruleset=ROUNDS, seats=game.record().seats, actions=tuple(one.actions()[:before + 3])), QUICK)
            verdicts.append([verdict for verdict in judged.verdicts if verdict.move > before + 1])
        assert verdicts[0] == verdicts[1]
        found += len(verdicts[0])
    assert found > 12


# --- every table ------------------------------------------------------------------------------------------------------

def records(count: int) -> Iterator[tuple[Record, Game]]:
    """Games of all kinds: whole or cut off, with seats that leave, sealed ones as everybody or one seat knows them."""
    for seed in range(count):
        rng = random.Random(seed)
        players = rng.randint(2, 6)
        rules = random_ruleset(rng, players) if rng.random() < 0.6 else rng.choice(list(RULESETS.values()))
        sealed = rng.random() < 0.3
        game = played(players, seed, rules, most=rng.choice((30, 80, 150, 400)), leaving=0.003, sealed=sealed)
        record = game.record()
        yield (record.view(rng.choice([None, *range(players)])) if sealed and rng.random() < 0.7 else record), game


@pytest.mark.fully
def test_any_record_can_be_analysed(count: Count) -> None:
    for record, game in records(count(6, 40)):
        found = analyse(record, Effort(playouts=3, level="club"))
        assert found.finished
        assert len(found.verdicts) + found.unknown == found.decisions
        for point in found.points:
            assert sum(point.chances) == pytest.approx(2 if record.ruleset.teams else 1)
        for total in found.sums:
            assert total.first + total.own + total.rivals + total.draws + total.rounds == pytest.approx(total.last)
            if not any(isinstance(action, MarketTile) for action in record.actions):
                assert total.draws == 0
        for swing in found.swings:
            assert swing.cause in CAUSES
            assert abs(swing.change) == pytest.approx(max(abs(b - a) for a, b in zip(swing.before, swing.after, strict=True)),
                                                      rel=0.34)
            for number, action in swing.moves:
                assert record.actions[number - 1] == action
        assert json.loads(json.dumps(found.as_dict()))["format"] == "acquire analysis 1"
        for verdict in found.verdicts:
            before = record.game(verdict.move - 1)
            assert record.actions[verdict.move - 1] == verdict.played
            assert (before.turn, before.phase, before.to_move) == (verdict.turn, verdict.phase, verdict.seat)
            assert 0 <= verdict.played_chance <= 1 and 0 <= verdict.best_chance <= 1
            if record == game.record():
                check(before, verdict.played, verdict.played_reason)
                if before.refusal(verdict.best) is None:
                    check(before, verdict.best, verdict.best_reason, verdict.best_line)


def test_without_the_hands_tiles_are_not_judged_but_purchases_are() -> None:
    game = played(4, seed=5, sealed=True)
    public, whole = (analyse(record, QUICK) for record in (game.record().view(None), game.record()))
    assert {verdict.phase for verdict in whole.verdicts} >= {"place", "buy"}
    assert not {verdict.phase for verdict in public.verdicts} & set(HAND_PHASES)
    assert {verdict.phase for verdict in public.verdicts} >= {"buy"}
    assert public.unknown > 0 == whole.unknown
    assert public.points == whole.points, "the curve needs no hand"


def test_the_curve_knows_no_hidden_tile() -> None:
    """Until a tile is played, another one in its place makes no difference to what the table knows."""
    game = played(3, seed=8, most=60)
    actions = game.actions()
    drawn = [at for at, action in enumerate(actions) if isinstance(action, DrawTile)]
    used = {getattr(action, "tile", None) for action in actions if not isinstance(action, DrawTile)}
    spare = [at for at in drawn if actions[at].tile not in used]  # type: ignore[union-attr]
    one, other = spare[0], spare[1]
    swapped = list(actions)
    swapped[one], swapped[other] = (DrawTile(actions[one].target, actions[other].tile),  # type: ignore[union-attr]
                                    DrawTile(actions[other].target, actions[one].tile))  # type: ignore[union-attr]
    record = game.record()
    records = [Record(ruleset=record.ruleset, seats=record.seats, actions=tuple(played)) for played in (actions, swapped)]
    assert analyse(records[0], QUICK).points == analyse(records[1], QUICK).points


# --- mistakes and luck ------------------------------------------------------------------------------------------------

def ended_from_behind() -> tuple[Record, int]:
    """Return a game that a seat ends from behind, although it had a fair chance if the game went on; and the number of that move.

    The rules allow the end early, while much is still open, and others come before the one who leads.
    """
    for seed in range(200):
        game = Game(RULESETS["classic"].replace(safe_size=6, end_size=10), 6, tiles=ShuffledBag(seed))
        bots = [make_bot("casual", seed * 6 + seat) for seat in range(6)]
        while not game.over:
            seat = game.to_move
            seen = game.observe(seat)
            money = seen.if_ended
            if game.phase == "declare_end" and money[seat] < max(money):
                option = make_bot("expert", 1).choose(seen, explain=True).considered[0]
                if option.win_chances[seat] > 0.2:
                    game.apply(DeclareEnd(seat, True))
                    return game.record(), len(game.actions())
            game.apply(bots[seat].choose(seen).action)
    raise AssertionError("nobody had a chance")


def test_to_end_a_game_that_is_not_lost_yet_is_a_mistake() -> None:
    record, move = ended_from_behind()
    found = analyse(record, Effort(playouts=400))
    verdict = next(verdict for verdict in found.verdicts if verdict.move == move)
    assert verdict.best == DeclareEnd(verdict.seat, False)
    assert verdict.played_chance == 0
    assert verdict.loss == verdict.best_chance > 0.05
    assert (verdict.played_reason.kind, verdict.best_reason.kind) == ("ends_behind", "plays_on_behind")
    assert verdict.is_mistake
    assert found.sums[verdict.seat].last == 0


def test_mistakes_are_listed_by_size_and_only_where_the_figures_can_tell() -> None:
    game = by_bots(("random", "casual", "casual"), 3)
    found = analyse(game.record(), Effort(playouts=150))
    losses = [verdict.loss for verdict in found.mistakes]
    assert losses == sorted(losses, reverse=True)
    assert found.mistakes
    for verdict in found.verdicts:
        assert verdict.is_mistake == (verdict in found.mistakes)
        if verdict.played == verdict.best:
            assert verdict.loss == verdict.error == 0 and verdict.searched
    for total in found.sums:
        mine = [verdict for verdict in found.mistakes if verdict.seat == total.seat]
        assert (total.mistakes, total.lost) == (len(mine), pytest.approx(sum(verdict.loss for verdict in mine)))


@pytest.mark.fully
def test_swings_by_a_drawn_tile_are_luck() -> None:
    """With two players the market's tile decides bonuses; nobody moves then."""
    drawn = 0
    for seed in range(4):
        found = analyse(played(2, seed=seed).record(), Effort(playouts=100, level="club"))
        for swing in found.swings:
            assert (swing.mover is None) == isinstance(swing.moves[0][1], MarketTile) == (swing.cause == "draw")
            assert swing.is_luck == (swing.cause in ("draw", "rival", "hand"))
            drawn += swing.cause == "draw"
            if swing.mover is not None:
                assert swing.cause in (("mistake", "choice", "hand") if swing.seat == swing.mover else ("mistake", "rival"))
        assert any(total.draws for total in found.sums)
    assert drawn


def test_partners_share_their_teams_luck() -> None:
    found = analyse(played(4, seed=3, ruleset=RULESETS["classic"].replace(teams=True)).record(), QUICK)
    for point in found.points:
        assert point.chances[:2] == point.chances[2:]
    for swing in found.swings:
        same = swing.mover is not None and (swing.mover - swing.seat) % 2 == 0
        assert same == (swing.cause in ("choice", "hand")) or swing.cause == "mistake"


def test_a_search_that_tried_both_moves_often_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "ENOUGH_VISITS", 5)
    found = analyse(played(seed=4, most=120).record(), Effort(playouts=5))
    other = [verdict for verdict in found.verdicts if verdict.played != verdict.best]
    assert any(verdict.searched for verdict in other)
    for verdict in other:
        assert not verdict.searched or verdict.playouts >= 5


# --- work that ends ---------------------------------------------------------------------------------------------------

class Clock:
    """A clock on which time passes with each look."""

    def __init__(self, step: float) -> None:
        self.now, self.step, self.looks = 100.0, step, 0

    def __call__(self) -> float:
        self.now += self.step
        self.looks += 1
        return self.now


@pytest.mark.parametrize("step", [0.01, 5, *(pytest.param(more, marks=pytest.mark.fully) for more in (0.001, 0.1))])
def test_the_time_is_kept(step: float) -> None:
    clock = Clock(step)
    heard: list[float] = []
    found = analyse(played(seed=6).record(), Effort(seconds=2), heard.append, clock=clock)
    assert clock.now - 100 < 2 + 300 * step, "at most a look for each position is too late"
    assert heard == sorted(heard) and heard[-1] == 1
    assert found.finished == (step == 0.001)
    assert found.points[-1].playouts == 0, "what is over costs no time"


@pytest.mark.fully
def test_more_time_gives_more_playouts() -> None:
    record = played(seed=6).record()
    little, much = (analyse(record, Effort(seconds=seconds), clock=Clock(0.001)) for seconds in (0.5, 2))
    assert sum(point.playouts for point in much.points) > 2 * sum(point.playouts for point in little.points)
    assert little.effort.seconds == 0.5


@pytest.mark.parametrize("looks", [0, 20, 100, *(pytest.param(more, marks=pytest.mark.fully) for more in (1, 60, 150))])
def test_what_is_stopped_tells_what_it_has_found(looks: int) -> None:
    asked = [0]

    def stopped() -> bool:
        asked[0] += 1
        return asked[0] > looks

    record = played(seed=7).record()
    heard: list[float] = []
    found = analyse(record, QUICK, heard.append, stopped)
    whole = analyse(record, QUICK)
    assert asked[0] <= looks + 1
    assert not found.finished and whole.finished
    assert set(found.points) <= set(whole.points)
    assert set(found.verdicts) <= set(whole.verdicts)
    assert len(found.points) == min(looks, len(whole.points) - 1) + 1
    assert heard[-1] == 1
    found.as_dict()


def test_a_curve_cut_short_still_spans_the_game() -> None:
    record = played(seed=7).record()
    looks = iter(range(9))
    found = analyse(record, QUICK, stopped=lambda: next(looks, None) is None)
    turns = [point.turn for point in found.points]
    assert len(turns) == 10
    assert turns[0] <= 2
    assert max(b - a for a, b in zip(turns, turns[1:], strict=False)) < turns[-1] / 4


def test_a_game_without_end_is_looked_at_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MAX_DECISIONS", 40)
    game = played(seed=9)
    found = analyse(game.record(), QUICK)
    decided = [action for action in game.actions() if not isinstance(action, StartTile | DrawTile)]
    assert len(decided) > 40
    assert found.points[-1].move == game.actions().index(decided[40])
    assert found.decisions <= 40


@pytest.mark.parametrize("wrong", [{}, dict(seconds=1, playouts=1), dict(seconds=0), dict(seconds=4000), dict(playouts=0),
                                   dict(playouts=10**7), dict(playouts=1, level="casual"), dict(playouts=1, level="expret")])
def test_an_effort_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"effort|seconds|times|weigh|no level"):
        Effort(**wrong)


# --- the document -----------------------------------------------------------------------------------------------------

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/players/analysis.md"


def documented_fields(heading: str) -> list[str]:
    """Return the fields in the table under a heading, one by one."""
    part = DOCUMENT.read_text("utf-8").split(f"### {heading}\n")[1].split("\n#")[0]
    rows = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


@cache
def whole_output() -> tuple[Analysis, Mapping[str, Any]]:
    found = analyse(by_bots(("casual", "random", "beginner"), 1).record(), Effort(playouts=300))
    return found, json.loads(json.dumps(found.as_dict()))


@pytest.mark.skipif(not DOCUMENT.is_file(), reason="no documents beside the tests")
def test_the_document_names_every_field_of_the_json() -> None:
    found, output = whole_output()
    assert found.mistakes and found.swings
    examples = {"The analysis": output, "A point": output["points"][0], "A swing": output["swings"][0],
                "A verdict": output["verdicts"][0], "A reason": output["verdicts"][0]["best_reason"], "A sum": output["sums"][0]}
    for heading, example in examples.items():
        assert documented_fields(heading) == list(example), heading
    text = DOCUMENT.read_text("utf-8")
    for inner in (output["seats"][0], output["result"][0], output["effort"], output["swings"][0]["moves"][0]):
        assert all(f"`{name}`" in text for name in inner)
    assert re.findall(r"^\| `(\w+)` \| .* \| (?:yes|no) \|$", text, re.M) == list(CAUSES)


def test_the_json_says_what_was_found() -> None:
    found, output = whole_output()
    chains = found.record.ruleset.chain_names
    for verdict, written in zip(found.verdicts, output["verdicts"], strict=True):
        assert parse_action(written["played"], chains) == verdict.played
        assert parse_action(written["best"], chains) == verdict.best
        assert tuple(parse_action(line, chains) for line in written["best_line"]) == verdict.best_line
        assert written["loss"] == pytest.approx(verdict.loss, abs=1e-6)
        assert written["mistake"] == verdict.is_mistake
        assert written["best_reason"]["kind"] == verdict.best_reason.kind
    for swing, written in zip(found.swings, output["swings"], strict=True):
        assert written["mistake"] == (swing.verdict.move if swing.verdict else None)
        assert written["luck"] == swing.is_luck
        assert [parse_action(move["line"], chains) for move in written["moves"]] == [action for _, action in swing.moves]
    assert [point["move"] for point in output["points"]] == [point.move for point in found.points]
    assert output["moves"] == len(found.record.actions)
    place = next(verdict for verdict in found.verdicts if isinstance(verdict.played, Place))
    assert place.phase == "place"
