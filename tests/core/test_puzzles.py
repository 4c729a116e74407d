"""Puzzles: what a line of text says, what is refused, and that the best answer of a puzzle is the best one."""

import random
from dataclasses import replace

import pytest

from acquire_core import Game, Ruleset, ScriptedBag, ShuffledBag
from acquire_core.actions import CHANCE, Buy, DeclareEnd, Place
from acquire_core.ai import make_bot
from acquire_core.ai.search import Mind
from acquire_core.ai.weights import shipped_weights
from acquire_core.puzzle_search import NoPuzzlesHere, find_puzzles
from acquire_core.puzzles import (
    FIRST_LINE,
    MIN_LOSS,
    THEMES,
    Puzzle,
    PuzzleError,
    TriedAnswer,
    read_puzzles,
    short_digest,
    theme_of,
    write_puzzles,
)
from acquire_core.record import Record


def played(seed: int, turns: int, ruleset: str = "classic") -> tuple[Game, tuple[int, ...]]:
    """Return a random game after some turns, with the codes of its decisions."""
    rng, codes = random.Random(seed), []
    game = Game(ruleset, 3, tiles=ShuffledBag(seed))
    while game.turn < turns or len(game.legal_codes()) < 2:
        codes.append(rng.choice(game.legal_codes()))
        game.apply_code(codes[-1])
    return game, tuple(codes)


def some_puzzle(seed: int = 5, turns: int = 12) -> Puzzle:
    game, codes = played(seed, turns)
    first, second = game.legal_codes()[:2]
    return Puzzle(ruleset=game.ruleset, players=3, seed=seed, decisions=codes, theme="placing", grade="fair",
                  answers=(TriedAnswer(first, 0.5), TriedAnswer(second, 0.25)), digest=short_digest(game))


# --- text ---

def test_a_puzzle_is_read_as_it_was_written() -> None:
    plain = some_puzzle()
    changed = replace(plain, ruleset=Ruleset().replace(holdings="open", max_buy=2))
    text = write_puzzles([plain, changed])
    assert read_puzzles(text) == read_puzzles(text.encode()) == (plain, changed)
    assert write_puzzles(read_puzzles(text)) == text


def test_a_puzzle_sets_up_the_game_at_its_question() -> None:
    puzzle = some_puzzle()
    game, _ = played(5, 12)
    assert puzzle.game().digest() == game.digest() and puzzle.game().to_move == game.to_move


def test_the_loss_is_that_of_the_second_best_answer() -> None:
    puzzle = some_puzzle()
    assert puzzle.loss == 0.25
    assert puzzle.chance_of(puzzle.answers[1].code) == 0.25 and puzzle.chance_of(99_999) is None


def changed_line(number: int, word: str) -> str:
    words = some_puzzle().line().split(" ")
    words[number] = word
    return f"{FIRST_LINE}\n{' '.join(words)}\n"


@pytest.mark.parametrize(("number", "word", "why"), [
    (0, "dispute", "a theme is one of merger"), (1, "trivial", "a grade is one of easy"),
    (2, "chess", "no edition 'chess'"), (2, "classic;colour=red", "no option 'colour'"),
    (2, "classic;max_buy=99", "max_buy is a whole number from 1 to 5"), (2, "classic;safe_size=60", "safe_size above end_size"),
    (3, "1", "players: a whole number from 2 to 6"), (3, "03", "players"), (3, "²", "ASCII"),
    (4, str(1 << 64), "seed: a whole number"), (4, "-1", "seed"), (5, "xyz", "a digest: 16 digits"),
    (6, "1:500", "2 to 128 answers"), (6, "1:500,1:400", "stands there twice"), (6, "1:400,2:500", "not the best one"),
    (6, "1:500,2:500", "not the best one"), (6, "1:1001,2:5", "chance in thousandths"), (6, "1,2", "chance in thousandths"),
    (6, "?:500,2:5", "a code has one to four digits"), (6, "zzzzz:500,2:5", "a code has one to four digits"),
    (7, "1,,2", "numbers in base 36"), (7, "1;2", "numbers in base 36"), (7, ",".join(["1"] * 5001), "up to 5000 numbers"),
])
def test_a_damaged_line_is_refused_with_its_number_and_the_reason(number: int, word: str, why: str) -> None:
    text = changed_line(number, word)
    with pytest.raises(PuzzleError, match=why) as refused:
        read_puzzles(text.encode())
    assert "line 2" in str(refused.value) or why == "ASCII"


@pytest.mark.parametrize(("data", "why"), [
    (b"", "begins with"), (b"acquire record 1\n", "begins with"), (b"\xff\xfe", "plain ASCII"), (b"x" * (4 << 20 | 1), "at most"),
    (f"{FIRST_LINE}\nmerger easy\n".encode(), "line 2: a puzzle has eight words, and this has 2"),
])
def test_what_is_no_file_of_puzzles_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        read_puzzles(data)


def test_any_change_of_a_byte_is_read_or_refused() -> None:
    text, rng = write_puzzles([some_puzzle()]).encode(), random.Random(1)
    for _ in range(500):
        at = rng.randrange(len(text))
        try:
            for puzzle in read_puzzles(text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]):
                puzzle.game()
        except PuzzleError:
            pass


@pytest.mark.parametrize(("changes", "why"), [
    ({"decisions": (9999,)}, "the rules refuse one of its decisions"), ({"digest": "0" * 16}, "do not lead to the position"),
    ({"seed": 6}, "the rules refuse|do not lead"), ({"answers": (TriedAnswer(9999, 0.5), TriedAnswer(0, 0.1))}, "not legal"),
])
def test_a_question_that_cannot_be_asked_is_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        replace(some_puzzle(), **changes).game()  # type: ignore[arg-type]


def test_a_finished_game_asks_nobody() -> None:
    game, first = played(5, 1)
    codes = list(first)
    while not game.over:
        codes.append(game.legal_codes()[0])
        game.apply_code(codes[-1])
    finished = replace(some_puzzle(), decisions=tuple(codes), digest=short_digest(game))
    with pytest.raises(PuzzleError, match="nobody is asked"):
        finished.game()


# --- themes ---

def test_a_tile_is_about_what_it_does() -> None:
    bag = "1A 12I 1C 3A 5A 1E 3E 5E 2A 7A 9A 11A 7E 9E 4A 6I 8I 10I 2I 4I".split()
    game = Game("classic", 2, tiles=ScriptedBag([*bag, *(tile for tile in ShuffledBag(1).order if tile not in bag)]))
    themes = {}
    for action in game.legal_actions():
        assert isinstance(action, Place)
        themes[action.tile] = theme_of(game.observe(game.to_move), action)
    assert themes.pop("2A", "founding") == "founding"
    assert set(themes.values()) <= {"placing", "founding"}
    seen = game.observe(game.to_move)
    assert theme_of(seen, Buy(0, ("tower",))) == "purchase" and theme_of(seen, DeclareEnd(0, True)) == "ending"


# --- finding ---

@pytest.fixture(scope="module")
def record() -> Record:
    """Return a game up to its first merger, which decides much."""
    game = Game("classic", 2, tiles=ShuffledBag(1000))
    bots = [make_bot(level, seat) for seat, level in enumerate(("club", "strong"))]
    while game.turn < 28:
        game.apply_code(bots[game.to_move].choose(game.observe(game.to_move)).code)
    return game.record()


@pytest.mark.fully
def test_what_is_found_holds_in_imagined_games_of_another_kind(record: Record) -> None:
    """Both answers are played on in other worlds, to the depths that the search did not take, by both trained values."""
    found = list(find_puzzles(record))
    assert found
    for puzzle in found:
        game = puzzle.game()
        seen = game.observe(game.to_move)
        assert puzzle.loss >= MIN_LOSS
        for weights, turns in (("net", 2), ("taught", 4), ("net", 8)):
            best, second = (Mind(77).estimate(seen.after(seen.action_of(answer.code))[1], 1024, shipped_weights(weights), turns)
                            for answer in puzzle.answers[:2])
            assert best[0][game.to_move] - second[0][game.to_move] >= MIN_LOSS / 3, (weights, turns, puzzle.line())


@pytest.mark.fully
def test_equal_seeds_find_equal_puzzles_and_themes_choose_among_them(record: Record) -> None:
    everything = list(find_puzzles(record, 3))
    assert everything == list(find_puzzles(record, 3))
    for theme in THEMES:
        assert list(find_puzzles(record, 3, {theme})) == [puzzle for puzzle in everything if puzzle.theme == theme]


def test_the_search_can_be_stopped_and_tells_how_far_it_is(record: Record) -> None:
    shares: list[float] = []
    assert list(find_puzzles(record, report=shares.append, stopped=lambda: len(shares) >= 5)) == []
    assert shares == sorted(shares) and len(shares) == 5


def test_a_record_that_does_not_say_which_tiles_come_has_no_puzzles(record: Record) -> None:
    for other in (replace(record, tiles="given", seed=None), replace(record, sealed=True)):
        with pytest.raises(NoPuzzlesHere, match="which tiles come next"):
            list(find_puzzles(other))


@pytest.mark.fully
def test_a_game_is_searched_up_to_where_a_seat_leaves(record: Record) -> None:
    """Which tiles come differs from then on, so the positions behind it cannot be set up again."""
    game = Game("classic", 2, tiles=ShuffledBag(1000))
    for action in record.actions:
        if game.turn == 28:
            break
        if action.seat != CHANCE:
            game.apply(action)
    before = list(find_puzzles(game.record()))
    game.play(f"{game.current} retire")
    assert before and list(find_puzzles(game.record())) == before
