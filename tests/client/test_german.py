"""Every text about a game exists in German too: other words in each sentence, all places filled in, and the same figures."""

import errno
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from acquire_client.files.saves import RecordFolder, SaveError, load
from acquire_client.language import ENGLISH, Words
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import SeatsError, players_from
from acquire_client.matches.tutorial_match import TutorialMatch
from acquire_client.trouble import reason
from acquire_client.view_model.agreed import quorum_line, quorum_of_the_game
from acquire_client.view_model.answers import meaning_of
from acquire_client.view_model.facts import board_facts, player_facts, sheet_facts, standing_now
from acquire_client.view_model.hints import hints_from, reason_sentence
from acquire_client.view_model.history import history_csv, history_of
from acquire_client.view_model.log import log_lines
from acquire_client.view_model.merger_card import MergerCard, merger_after
from acquire_client.view_model.moves import move_text, what_follows
from acquire_client.view_model.placing import tile_effects
from acquire_client.view_model.position import position_of
from acquire_client.view_model.preview import preview_answer
from acquire_client.view_model.prompts import PromptContext, prompt_for
from acquire_client.view_model.review import other_mistakes, summary_lines, swing_rows
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.votes import void_draw_line, void_draw_of_the_game
from acquire_client.view_model.without_power import ACTS, game_before
from acquire_client.view_model.words import TableNames
from acquire_core import RULESETS, Game, IllegalAction, Observation, Reason, Ruleset, ShuffledBag
from acquire_core import actions as act
from acquire_core import events as ev
from acquire_core.ai import TEMPLATES, Considered, Decision, Explanation, reason_for
from acquire_core.analysis import Analysis, DecisionVerdict, Effort, Point, SeatSum, Swing
from acquire_core.analysis_findings import CAUSES
from acquire_net.protocol.session_events import DrawVoid
from tests.client.languages import GERMAN, both
from tests.client.sample_events import EVENTS, sample
from tests.support.counts import Count

from .window.texts import english_words

SEATS = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


def names_in(words: Words, game: Game) -> TableNames:
    return TableNames(SEATS[:game.players], game.ruleset.teams).in_language(words)


# --- whole games ------------------------------------------------------------------------------------------------------

TABLES = [
    *((rules, players, {}) for rules in RULESETS.values() for players in (2, 4)),
    (RULESETS["classic"], 6, {"holdings": "hidden", "found_optional": True, "merger_bonus": 500}),
    (RULESETS["classic"], 4, {"teams": True, "special_powers": True}),
    (RULESETS["classic"], 3, {"special_powers": True, "play4_mandatory": True, "holdings": "piles"}),
    (RULESETS["classic"], 3, {"open_pick": True, "sell_shares": True}),
    (RULESETS["classic"], 3, {"founder_buys_four": True, "end_mode": "end_of_turn"}),
    (RULESETS["wikipedia-2008"], 5, {"special_powers": True, "dead_policy": "choice", "safe_size": 4}),
]


def tables() -> Iterator[tuple[Ruleset, int]]:
    for rules, players, options in TABLES:
        yield rules.replace(**options), players


@pytest.mark.parametrize(("rules", "players"), list(tables()), ids=lambda value: str(getattr(value, "name", value)))
def test_whole_games_are_shown_in_german(rules: Ruleset, players: int, count: Count) -> None:
    if players not in (2, 3) and not count(0, 1):
        pytest.skip("with --ci")
    for seed in range(count(1, 4)):
        rng = random.Random(seed)
        merger: MergerCard | None = None
        game = Game(rules, players, tiles=ShuffledBag(seed))
        while not game.over and len(game.actions()) < 900:
            if rng.random() < 0.15:
                look_at_the_table(game, merger, rng)
            merger = merger_after(merger, move_on(game, rng))
        assert game.over


def move_on(game: Game, rng: random.Random) -> Sequence[ev.Event]:
    """Play a random action; now and then a seat leaves."""
    seat = game.to_move
    assert seat is not None
    leaving = rng.random() < 0.003 and len(game.retired) < game.players - 1
    action = act.Retire(seat) if leaving else rng.choice(game.legal_actions())
    events = game.apply(action)
    both(lambda words: [line.text for line in log_lines(action, events, names_in(words, game))], SEATS)
    both(lambda words: [position_of(game, names_in(words, game)).question])
    return events


def look_at_the_table(game: Game, merger: MergerCard | None, rng: random.Random) -> None:
    """Compare all texts that a person who is asked may see."""
    seat = game.to_move
    assert seat is not None
    seen = game.observe(seat)
    places = [act.Place(seat, tile) for tile in seen.hand] if game.phase in ("place", *ACTS) else []
    reasons = {place.tile: game_before(game, place).refusal(place) for place in places}
    unplayable = {tile: reason.value for tile, reason in reasons.items() if reason is not None}
    context = PromptContext.of_merger(merger, unplayable)
    options = rng.sample(list(game.legal_actions()), min(4, len(game.legal_actions())))

    def asked(words: Words) -> list[str]:
        prompt = prompt_for(seen, names_in(words, game), context)
        return [prompt.question, *prompt.facts, *(choice.label for choice in prompt.choices)]

    def weighed(words: Words) -> list[str]:
        names = names_in(words, game)
        prompt = prompt_for(seen, names, context)
        texts = [meaning_of(prompt, option, words) for option in options]
        texts += [reason_sentence(reason_for(seen, option), names, whose) for option in options for whose in ("your", "the")]
        for option in options:
            ahead = preview_answer(seen, option, names)
            texts += ahead.lines if ahead is not None else []
        return texts + [words_ for option in options if (words_ := move_text(option, words))]

    sheet = sheet_seen(seen, names_in(ENGLISH, game))
    both(asked)
    both(weighed, SEATS)
    both(lambda words: [effect.text for effect in tile_effects(seen, unplayable, words)])
    both(lambda words: board_facts(seen, words))
    both(lambda words: sheet_facts(sheet, words))
    both(lambda words: player_facts(sheet, words))
    both(lambda words: [standing_now(seen, names_in(words, game))])


# --- what games seldom come to ----------------------------------------------------------------------------------------

def test_every_event_is_shown_in_german() -> None:
    reasons = ("first", "second", "third", "tied for first", "tied for second", "tied for third", "sole holder")
    events = [*(sample(kind) for kind in EVENTS), *(sample(ev.BonusPaid, reason=reason) for reason in reasons),
              sample(ev.HandShown, tiles=()), sample(ev.TileDrawn, tile=None), sample(ev.BlocksBought, dollars=0),
              *(sample(ev.BlocksDisposed, hold=hold, sell=sell, trade=trade)
                for hold in (0, 1) for sell in (0, 3) for trade in (0, 4) if hold + sell + trade)]
    names = TableNames(SEATS)
    both(lambda words: [line.text for line in log_lines(act.DrawTile(0, None), events, names.in_language(words))], SEATS)


@pytest.mark.parametrize("whose", ["your", "the"])
def test_every_reason_of_a_computer_player_is_shown_in_german(whose: str) -> None:
    reasons = [Explanation(kind, chain="tower", other="luxor", chains=("tower", "imperial"), seats=(1,), count=number, got=2,
                           sold=3, kept=4, dollars=5600, rest=700, tile="8E", power="free3")
               for kind in TEMPLATES for number in (1, 9)]
    names = TableNames(SEATS)
    assert both(lambda words: [reason_sentence(reason, names.in_language(words),
                                               whose) for reason in reasons]) == len(TEMPLATES) * 2


def test_one_is_singular_and_more_are_plural() -> None:
    names = TableNames(SEATS).in_language(GERMAN)

    def line(event: ev.Event) -> str:
        return log_lines(act.DrawTile(0, None), [event], names)[0].text

    assert line(ev.BlocksBought(0, "tower", 1, 200)) == "Ada kauft 1 Aktie von Tower für 200\u00a0$."
    assert line(ev.BlocksBought(0, "tower", 2, 1400)) == "Ada kauft 2 Aktien von Tower für 1.400\u00a0$."
    assert line(ev.ChainFounded(0, "tower", "5E", ("6E",), 2, True)) == \
        "Ada gründet Tower mit 2 Steinen und bekommt eine Aktie geschenkt."
    assert line(ev.MergerBegan(0, "5E", ("luxor", "tower", "imperial"))) == "5E fusioniert Luxor, Tower und Imperial."
    assert line(ev.BlocksDisposed(0, "luxor", "tower", 1, 2, 4, 800)) == \
        "Ada (7 Aktien von Luxor) behält 1, verkauft 2 für 800\u00a0$ und tauscht 4 gegen 2 von Tower."
    assert names.holder(0) == "Ada" and replace(names, teams=True).holder(0) == "Ada, Cy und Eve"
    assert reason_sentence(Explanation("raises", chain="tower", dollars=300, count=1, rest=100), names) == \
        "Hebt Tower auf 300\u00a0$ je Aktie, ein Gewinn von 100\u00a0$ für deine 1 Aktie."


def test_a_hint_is_shown_in_german() -> None:
    match = LocalMatch.start(RULESETS["classic"], players_from("Ada,Bo:casual,Cy:casual"), 5)
    while not match.asks_person:
        match.answer(match.bot_action())
    seen, decision = match.observe(0), match.hint_job()()
    both(lambda words: [words_ for hint in hints_of(decision, seen, words) for words_ in hint])
    assert both(lambda words: [text for hint in hints_of(replace(decision, considered=()), seen, words) for text in hint]) == 2


def hints_of(decision: Decision, seen: Observation, words: Words) -> list[list[str]]:
    names = TableNames(SEATS[:3]).in_language(words)
    return [[text for text in (hint.text, hint.why, hint.then, hint.outlook) if text]
            for hint in hints_from(decision, seen, prompt_for(seen, names), names)]


@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize("money", [5000.0, 7000.0, 9000.0])
def test_the_outlook_of_a_hint_is_shown_in_german(teams: bool, money: float) -> None:
    game = Game(RULESETS["classic"].replace(teams=teams), 4, tiles=ShuffledBag(3))
    seat = game.to_move
    assert seat is not None
    seen = game.observe(seat)
    amounts = tuple(money if other % 2 == seat % 2 else 7000.0 for other in range(4))
    option = Considered(seen.legal_actions()[0], 40, 0.4, (0.25,) * 4, amounts)
    decision = Decision(option.action, 40, (option,))

    def outlook(words: Words) -> list[str]:
        names = names_in(words, game)
        return [hints_from(decision, seen, prompt_for(seen, names), names)[0].outlook]

    assert both(outlook) == 1


def test_an_analysis_is_shown_in_german() -> None:
    game = Game("classic", 3, tiles=ShuffledBag(2))
    rng = random.Random(2)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    verdict = DecisionVerdict(7, 3, 0, "buy", act.Buy(0), act.Buy(0, ("tower",)), (act.Place(1, "5E"),), 0.2, 0.5, 0.01, 100,
                      True, Explanation("saves", dollars=900), Explanation("keeps_lead", chain="tower", count=2))
    skipped = replace(verdict, move=9, played=act.UsePower(0, None))
    swings = [Swing(3, 0, ((7, act.Buy(0)),), 0, (0.5, 0.3, 0.2), (0.3, 0.4, 0.3), cause, verdict) for cause in CAUSES]
    swings.append(replace(swings[0], moves=(), verdict=None))
    points = (Point(0, 1, (0.3, 0.3, 0.4), (1.0, 2.0, 3.0), 1200, (0.0, 0.0, 0.0)),)
    sums = (SeatSum(0, 0.3, 0.4, 0.1, 0.0, 0.0, 0.0, 4, 1, 0.1),)
    found = Analysis(game.record(), Effort(playouts=9), points, (verdict, skipped), tuple(swings), sums, 4, 1, True)

    def review(words: Words) -> list[str]:
        names = TableNames(SEATS[:3]).in_language(words)
        rows = swing_rows(found, names)
        texts = [text for row in rows for text in (row.cause, row.moves)]
        mistakes = [row.mistake for row in rows if row.mistake is not None] + list(other_mistakes(found, names))
        return texts + [text for row in mistakes for text in (row.played, row.better, row.reason, row.then)] + list(
            summary_lines(found, names))

    assert both(review) > 30


def test_every_kind_of_move_is_shown_in_german() -> None:
    moves = (
        act.Place(0, "5E"), act.Found(0, "tower"), act.Found(0, None), act.ChooseSurvivor(0, "tower"), act.ChooseNext(0, "luxor"),
        act.Dispose(0, 1, 2, 4), act.Buy(0, ("tower",), ("luxor",)), act.Buy(0), act.UsePower(0, "free3"),
        act.Trade2(0, "tower", "luxor"), act.DeclareEnd(0, True), act.DeclareEnd(0, False), act.ReplaceHand(0, True),
        act.ReplaceHand(0, False), act.Discard(0, ("1A", "2B")), act.Discard(0), act.Pick(0, "7E"), act.Stop(0), act.Pass(0),
        act.Retire(0), act.MarketTile("3C"))
    assert both(lambda words: [move_text(move, words) for move in moves]) == len(moves)
    assert both(lambda words: [what_follows(moves, 1, TableNames(SEATS).in_language(words))]) == 1


# --- refusals and complaints ------------------------------------------------------------------------------------------

def test_every_refusal_is_shown_in_german() -> None:
    assert both(lambda words: [words.sentence(reason.value) for reason in Reason]) == len(Reason)
    refusal = TutorialMatch("Ada").refusal_of(act.Place(0, "9E"))
    assert refusal is not None and both(lambda words: [words.sentence(refusal)])


@pytest.mark.parametrize("seats", ["Ada", "Ada,Ada", "Ada,", "Ada,Bo:genius", "Ada,:strong", "Ada,strong@x.weights"])
def test_seats_that_cannot_be_are_refused_in_german(seats: str) -> None:
    with pytest.raises(SeatsError) as refused:
        players_from(seats)
    assert both(lambda words: [refused.value.in_language(words)])


def test_a_match_that_cannot_be_is_refused_in_german() -> None:
    with pytest.raises(MatchError) as refused:
        LocalMatch.start(RULESETS["classic"].replace(teams=True), players_from("Ada,Bo,Cy"), 1)
    assert both(lambda words: [refused.value.in_language(words)])


def test_what_goes_wrong_with_files_is_shown_in_german(tmp_path: Path) -> None:
    record = Game("classic", 2, tiles=ShuffledBag(1)).record()
    (tmp_path / "there.acquire").write_text(record.text(), "utf-8")
    damaged = record.text().replace("seat 0", "seat 7", 1)
    (tmp_path / "damaged.acquire").write_text(damaged if damaged != record.text() else record.text()[:-9], "utf-8")
    (tmp_path / "letter.acquire").write_text("Dear Ada\n", "utf-8")
    (tmp_path / "long.acquire").write_text("x" * 2_000_000, "utf-8")
    trials: list[Callable[[], object]] = [
        lambda: RecordFolder(tmp_path).save(record, tmp_path / "there.acquire"),
        lambda: RecordFolder(tmp_path).save(record, tmp_path / "there.acquire" / "below.acquire"),
        lambda: load(tmp_path / "nowhere.acquire"), lambda: load(tmp_path), lambda: load(tmp_path / "damaged.acquire"),
        lambda: load(tmp_path / "letter.acquire"), lambda: load(tmp_path / "long.acquire")]
    for trial in trials:
        with pytest.raises(SaveError) as refused:
            trial()
        assert str(refused.value) == refused.value.in_language(ENGLISH) != refused.value.in_language(GERMAN)
        assert not english_words(refused.value.in_language(GERMAN).replace(str(tmp_path), ""))
    with pytest.raises(SaveError) as refused:
        load(tmp_path / "letter.acquire")
    assert refused.value.in_language(GERMAN).endswith("Zeile 1 ist falsch")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, 12345])
def test_errors_of_the_system_are_shown_in_german(number: int) -> None:
    error = OSError(number, "the system's own words")
    assert reason(error, ENGLISH) == "the system's own words"
    assert not english_words(reason(error, GERMAN)) and len(reason(error, GERMAN)) > 10


def test_a_record_that_does_not_follow_is_refused_in_german() -> None:
    game = Game("classic", 2, tiles=ShuffledBag(1))
    with pytest.raises(MatchError) as refused:
        LocalMatch.resume(replace(game.record(), seed=2))
    assert "andere Steine wurden gezogen" in refused.value.in_language(GERMAN)
    illegal = IllegalAction(act.Place(0, "5E"), Reason.TILE_NOT_IN_HAND)
    assert reason(illegal, ENGLISH) == "0 place 5E: the tile is not in this hand"
    assert reason(illegal, GERMAN) == "5E legen: der Stein ist nicht auf dieser Hand"


def test_the_table_for_a_spreadsheet_has_german_heads() -> None:
    game = Game("classic", 2, tiles=ShuffledBag(1))
    rng = random.Random(1)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))

    def heads(words: Words) -> list[str]:
        names = TableNames(SEATS[:2]).in_language(words)
        text = history_csv(history_of(game.record(), names), names, game.standings(), (100, 200))
        return [line for line in text.splitlines() if re.match("[a-zA-Z]", line) and not line.startswith(SEATS)]

    assert both(heads) == 3


def test_a_quorum_by_majority_and_draws_that_are_made_again_are_shown() -> None:
    majority, void = (("quorum", "majority"),), DrawVoid((0, 1), (2,))

    def tell(words: Words) -> list[str]:
        names = TableNames.of_seats(SEATS, RULESETS["classic"]).in_language(words)
        return [quorum_line(majority, 5, words), quorum_of_the_game(majority, 5, words), void_draw_line(void, names),
                void_draw_of_the_game(void, names)]

    assert both(tell) == 4
