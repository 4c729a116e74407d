"""Every golden game on both engines, and the book-keeping: which rule is shown where.

What a file expects is worked out by hand and never written by a program. `--rewrite-golden` writes only the transcript at
the end of a file, so that a change of behaviour is a diff that people can read.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from .golden_engines import ENGINES, Engine, KernelEngine
from .golden_format import (
    COLUMNS,
    EMPTY,
    LOOSE,
    ROWS,
    TRANSCRIPT_MARK,
    Expect,
    GoldenError,
    GoldenGame,
    Legal,
    Play,
    RefusedAction,
    RefusedOption,
    Save,
    Secret,
    counted,
    initials,
    parse_golden,
    read_golden,
    split_transcript,
)

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.game"))

MUST_BE_COVERED = [
    *(f"R{number}" for number in range(1, 47)),
    *(f"A{number}" for number in range(1, 32)),
    *(f"S{number}" for number in range(1, 6)),
    *(f"V{number}" for number in range(1, 6)),
    "4b",
    *(f"L{number}" for number in range(1, 6)),
    *(f"M{number}" for number in range(1, 14)),
]
MAY_BE_COVERED = ["R25a", *(f"I{number}" for number in range(1, 28)), *(f"K{number}" for number in range(1, 60))]


def name_of(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


each_file = pytest.mark.parametrize("path", FILES, ids=name_of)


ROUND_SUBJECTS = ("owed", "waiting", "record", "shown", "shown_shares")


# --- the games

@pytest.mark.parametrize("engine_name", ENGINES)
@each_file
def test_each_engine_plays_as_the_file_expects(path: Path, engine_name: str) -> None:
    golden = read_golden(path)
    engine = ENGINES[engine_name](golden)
    for step in golden.steps:
        try:
            take_step(engine, golden, step)
        except Exception as error:
            raise AssertionError(f"{name_of(path)}.game line {step.number}, {engine_name}: {error}") from error


@each_file
def test_the_transcript_is_what_the_kernel_tells(path: Path, rewrite_golden: bool) -> None:
    golden = read_golden(path)
    actual = transcript_of(golden)
    if rewrite_golden:
        written, _ = split_transcript(path.read_text(encoding="utf-8"))
        path.write_text(f"{written.rstrip()}\n\n{TRANSCRIPT_MARK}\n{actual}", encoding="utf-8", newline="\n")
    else:
        assert golden.transcript is not None, "no transcript yet: pytest --rewrite-golden writes one"
        assert actual == golden.transcript


def transcript_of(golden: GoldenGame) -> str:
    """Return each line that was played, and below it the kernel's events: what happened, chance included."""
    engine = KernelEngine(golden)
    lines: list[str] = []
    for step in golden.steps:
        if isinstance(step, Play):
            lines.append(step.line)
            lines += [f"    {event!r}" for event in engine.play(step.line)]
    return "".join(f"{line}\n" for line in lines)


# --- the book-keeping

def test_every_rule_has_a_golden_game() -> None:
    covered = {code for path in FILES for code in read_golden(path).covers}
    assert [code for code in MUST_BE_COVERED if code not in covered] == []
    assert sorted(covered - set(MUST_BE_COVERED) - set(MAY_BE_COVERED)) == []


def test_file_names_are_sentences() -> None:
    for path in FILES:
        assert path.stem == path.stem.lower() or any(character.isdigit() for character in path.stem), path
        assert len(path.stem.split("_")) >= 3, f"{path.name} is not a sentence"


@pytest.mark.parametrize(("text", "fault"), [
    ("# t\ncovers: R1\nplayers 2\nexpect colour red\n", "line 4: nothing to expect"),
    ("# t\ncovers: R1\nplayers 2\nlegal mostly: 5E\n", "line 4: legal exactly"),
    ("# t\ncovers: R1\nplayers 2\nbag 5E 13A\n", "line 4: not a tile"),
    ("# t\ncovers: R1\nplayers 2\nboard\nA ...\n", "line 5: row A"),
    ("# t\ncovers: R1\nplayers 2\n0 buy\nbag 5E\n", "line 5: not a step"),
    ("# t\ncovers: R1\nplayers 2\nrefused 0 buy : OUT_OF_MOOD\n", "line 4: refused LINE"),
    ("# t\ncovers: R1\nplayers 2\nsecret 0 place 5E\n", "line 4: secret ONE LINE"),
    ("# t\ncovers: R1\nplayers 2\nrefused option colour red\n", "line 4: refused option NAME"),
    ("# t\nplayers 2\n0 buy\n", "a golden game has a title"),
])
def test_a_faulty_file_is_refused_with_its_line(text: str, fault: str) -> None:
    with pytest.raises(GoldenError, match=fault):
        parse_golden(text)


@pytest.mark.parametrize(("row", "fault"), [
    ("TT.LL.TT....", "in pieces"), ("T...........", "one tile"), ("TTLL........", "touches"), ("oTT.........", "touches"),
])
def test_an_impossible_position_is_refused(row: str, fault: str) -> None:
    rows = [f"A {row}"] + [f"{letter} {'.' * 12}" for letter in ROWS[1:]]
    with pytest.raises(GoldenError, match=fault):
        parse_golden("\n".join(["# t", "covers: R3", "players 2", "board", *rows, "0 buy"]))


# --- one step

def take_step(engine: Engine, golden: GoldenGame, step: object) -> None:
    if isinstance(step, Play):
        engine.play(step.line)
    elif isinstance(step, Expect):
        check_expectation(engine, golden, step)
    elif isinstance(step, Legal):
        check_legal(engine, step)
    elif isinstance(step, RefusedAction):
        check_refusal(engine, step)
    elif isinstance(step, RefusedOption):
        assert engine.refuses_option(step.name, step.value), f"the option {step.name} is not refused by its name"
    elif isinstance(step, Secret):
        assert engine.seen_by_others(step.first) == engine.seen_by_others(step.second), "others can tell the two lines apart"
    elif isinstance(step, Save):
        engine.save()


def check_legal(engine: Engine, step: Legal) -> None:
    seat = engine.to_move if step.seat is None else step.seat
    actual = [line.lower() for line in engine.legal(step.seat)]
    repeated = [line for line, count in Counter(actual).items() if count > 1]
    assert repeated == [], "a legal action is listed twice"
    if step.mode == "count":
        assert len(actual) == int(step.items[0])
        return
    wanted = [with_seat(item, seat).lower() for item in step.items if item != "none"]
    if step.mode == "exactly":
        assert sorted(actual) == sorted(wanted)
    elif step.mode == "has":
        assert [line for line in wanted if line not in actual] == []
    else:
        assert [line for line in wanted if line in actual] == []


def with_seat(item: str, seat: int | None) -> str:
    """Return the whole line: an item without a seat is meant for the decider."""
    return item if item[0].isdigit() or item[0] == "*" else f"{seat} {item}"


def check_refusal(engine: Engine, step: RefusedAction) -> None:
    before = engine.fingerprint()
    reason = engine.refusal(step.line)
    assert reason is not None, "the line was accepted"
    assert reason in ("", step.reason), f"refused for {reason}"
    assert engine.fingerprint() == before, "the refused line changed something"


def check_expectation(engine: Engine, golden: GoldenGame, step: Expect) -> None:
    snapshot = engine.snapshot()
    if step.subject == "board":
        assert board_rows(snapshot, golden) == step.rows
        return
    if step.subject == "standings":
        assert standings_text(engine) == " ".join(step.words)
        return
    if step.subject in ROUND_SUBJECTS:
        actual, wanted = compared_round(engine, step.subject, step.words)
    else:
        actual, wanted = compared(snapshot, golden, step.subject, step.words)
    assert actual == wanted, f"{step.subject} is {actual}, expected {wanted}"


def compared(snapshot: dict[str, Any], golden: GoldenGame, subject: str, words: tuple[str, ...]) -> tuple[object, object]:
    """Return what the snapshot has and what the file wants, in one form."""
    ruleset = golden.ruleset
    first = words[0] if words else "none"
    if subject == "cash":
        return list(snapshot["cash"]), [int(word) for word in words]
    if subject == "blocks":
        held = snapshot["shares"][int(first)]
        return {chain: number for chain, number in held.items() if number}, positive(counted(words[1:], ruleset))
    if subject == "market":
        wanted = counted(words, ruleset)
        return {chain: snapshot["market"][chain] for chain in wanted}, wanted
    if subject == "chains":
        return {chain: size for chain, size in snapshot["sizes"].items() if size}, positive(counted(words, ruleset))
    if subject == "squares":
        *tiles, what = words
        return [square_text(snapshot, tile) for tile in tiles], [what.lower()] * len(tiles)
    if subject == "hand":
        hand = snapshot["hands"][int(first)]
        assert hand["hidden"] == 0
        return sorted(hand["tiles"]), sorted(word for word in words[1:] if word != "none")
    if subject in ("discard", "retired"):
        return sorted(map(str, snapshot[subject])), sorted(word for word in words if word != "none")
    if subject == "to_move":
        return snapshot["to_move"], {"chance": -1, "nobody": None}.get(first, first) if not first.isdigit() else int(first)
    if subject == "declared":
        # False and None both mean that nobody announced the end, while the number 0 is a seat.
        return snapshot["declared"] is not None and snapshot["declared"] is not False, first == "yes"
    if subject == "end_reason":
        return snapshot["end_reason"], None if first == "none" else first
    if subject == "phase":
        return snapshot["phase"], first
    return snapshot[subject], int(first)  # bag_count, current, turn


def compared_round(engine: Engine, subject: str, words: tuple[str, ...]) -> tuple[object, object]:
    """Return what only simultaneous play has: who is asked, what waits, what is written down and what all know."""
    said = [] if words == ("none",) else list(words)
    if subject == "owed":
        return [str(seat) for seat in engine.owed()], said
    if subject == "shown":
        shown = engine.shown(int(words[0]))
        wanted = sorted(word for word in words[1:] if word != "none")
        return (wanted if shown is None else sorted(shown)), wanted
    if subject == "shown_shares":
        wanted_shares = {said[0].lower(): tuple(map(int, said[1:]))} if said else {}
        shares = engine.shown_shares()
        return (wanted_shares if shares is None else shares), wanted_shares
    lines = [line.strip().lower() for line in " ".join(said).split("|") if line.strip()]
    if subject == "waiting":
        return [line.lower() for line in engine.waiting()], lines
    record = engine.record()
    return (lines if record is None else [line.lower() for line in record[-len(lines):]]), lines


def positive(numbers: dict[str, int]) -> dict[str, int]:
    return {chain: number for chain, number in numbers.items() if number}


def square_text(snapshot: dict[str, Any], tile: str) -> str:
    return (snapshot["board"][tile] or "loose") if tile in snapshot["board"] else "empty"


def board_rows(snapshot: dict[str, Any], golden: GoldenGame) -> tuple[str, ...]:
    """Return the board as it is drawn in the files."""
    drawn = {"empty": EMPTY, "loose": LOOSE, **{chain: initial for initial, chain in initials(golden.ruleset).items()}}
    return tuple("".join(drawn[square_text(snapshot, f"{column}{row}")] for column in range(1, COLUMNS + 1)) for row in ROWS)


def standings_text(engine: Engine) -> str:
    """`1st 0 12000 2nd 1 9000`: rank, seat (or team) and money."""
    ordinals = ("", "1st", "2nd", "3rd", "4th", "5th", "6th")
    return " ".join(f"{ordinals[rank]} {who} {money}" for rank, who, money in engine.standings())
