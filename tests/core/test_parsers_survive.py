"""Damaged and hostile text: the parsers answer with a value or with their own error, quickly, and nothing else.

Half of the mutated records get check lines that agree with the mutation, so that not only the checks are tried but
everything behind them. All chance comes from a seed, but for the campaign, which tries new text every time and tells its seed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from acquire_core.notation import NotationError, format_action, parse_action
from acquire_core.record import RecordError, read_record
from acquire_core.record_audit import audit
from acquire_core.ruleset import RULESETS
from tests.support.counts import Count

from .record_games import resealed, small_record, some_texts

Mutation = Callable[[random.Random, str, Sequence[str]], str]

SLOW_S = 5.0
"""No single text may take so long, on any machine; a thousandth of it is usual."""

WORDS = """place pass stop end yes no found none survivor next dispose hold sell trade buy power free3 trade2 show replace
    discard pick retire start draw market ?? * = over result ruleset option rules players seat tiles seed sealed acquire
    record more turn Tower luxor SACKSON 5E 12I 0A 13A 0 1 5 6 -1 00 +1 1_0 1e9 0x1 18446744073709551616 ٣ １ ² ½ é 小
    9999999999999999999999999999999999999999 NaN inf None - -- ' " \\ % {}""".split()
WORDS += ["\\n", "\t", "\r", "\r\n", "\x00", "\x1b", "\x85", "\xa0", "\u200b", "\u2028", "\u202e", "\u212a", "\ufeff", "\ud800",
          "\U0001f3e8"]


def _spot(rng: random.Random, text: str) -> int:
    return rng.randint(0, len(text))


def flip(rng: random.Random, text: str, others: Sequence[str]) -> str:
    at = _spot(rng, text)
    return text[:at] + chr(ord(text[at]) ^ 1 << rng.randrange(8)) + text[at + 1:] if at < len(text) else text


def overwrite(rng: random.Random, text: str, others: Sequence[str]) -> str:
    at = _spot(rng, text)
    return text[:at] + chr(rng.choice([rng.randrange(128), rng.randrange(0x300), rng.randrange(0x110000)])) + text[at + 1:]


def insert_word(rng: random.Random, text: str, others: Sequence[str]) -> str:
    at = _spot(rng, text)
    return text[:at] + rng.choice([" ", "", "\n"]) + rng.choice(WORDS) + rng.choice([" ", "", "\n"]) + text[at:]


def replace_word(rng: random.Random, text: str, others: Sequence[str]) -> str:
    old = rng.choice(text.split() or [""])
    return text.replace(old, rng.choice([*WORDS, *rng.choice(others).split()]), rng.choice([1, 1, 1, -1])) if old else text


def delete(rng: random.Random, text: str, others: Sequence[str]) -> str:
    at = _spot(rng, text)
    return text[:at] + text[at + rng.choice([1, 1, 2, 10, 1000]):]


def double(rng: random.Random, text: str, others: Sequence[str]) -> str:
    first, last = sorted((_spot(rng, text), _spot(rng, text)))
    return text[:last] + text[first:last] * rng.choice([1, 1, 2, 50]) + text[last:]


def cut(rng: random.Random, text: str, others: Sequence[str]) -> str:
    return text[:_spot(rng, text)]


def splice(rng: random.Random, text: str, others: Sequence[str]) -> str:
    other = rng.choice(others)
    return text[:_spot(rng, text)] + other[_spot(rng, other):]


def digits(rng: random.Random, text: str, others: Sequence[str]) -> str:
    """A number becomes another one, perhaps a huge one."""
    places = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return text
    at = rng.choice(places)
    return text[:at] + rng.choice(["0", "9", str(rng.getrandbits(70)), "9" * rng.choice([3, 30, 300])]) + text[at + 1:]


def move_line(rng: random.Random, text: str, others: Sequence[str]) -> str:
    lines = text.split("\n")
    taken = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randint(0, len(lines)), rng.choice([taken, *rng.choice(others).split("\n")]))
    return "\n".join(lines)


def repeat_line(rng: random.Random, text: str, others: Sequence[str]) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    return "\n".join(lines[:at] + [lines[at]] * rng.choice([2, 2, 3, 1000]) + lines[at + 1:])


MUTATIONS: list[Mutation] = [flip, overwrite, insert_word, replace_word, delete, double, cut, splice, digits, move_line,
                             repeat_line]


def mutated(rng: random.Random, texts: Sequence[str]) -> str:
    text = rng.choice(texts)
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        text = rng.choice(MUTATIONS)(rng, text, texts)
    return text


@cache
def some_lines() -> tuple[str, ...]:
    lines = {line for text in some_texts() for line in text.split("\n") if line[:1] in "*012345"}
    return tuple(sorted(lines)[::7])


def try_lines(rng: random.Random, count: int) -> int:
    """Return how many of the mutated lines were still actions."""
    read = 0
    for _ in range(count):
        line = mutated(rng, some_lines())
        chains = rng.choice([None, *(ruleset.chain_names for ruleset in RULESETS.values())])
        refused: NotationError | None = None
        try:
            action = parse_action(line, chains)
        except NotationError as error:
            refused = error
        if refused is None:
            assert parse_action(format_action(action, chains), chains) == action
            read += 1
        else:
            assert 0 < len(str(refused)) < 400
    return read


def try_records(rng: random.Random, count: int, texts: Sequence[str]) -> int:
    """Return how many of the mutated records were still read."""
    read = 0
    for _ in range(count):
        text = mutated(rng, texts)
        if rng.random() < 0.5:
            try:
                text = resealed(text)
            except ValueError:
                pass  # the mutation has left no check line that could be made to agree
        data: str | bytes = text if rng.random() < 0.5 else text.encode(errors="surrogatepass")
        started = time.perf_counter()
        refused: RecordError | None = None
        try:
            record = read_record(data, tolerate_truncation=rng.random() < 0.5, tolerate_false_claims=rng.random() < 0.3)
        except RecordError as error:
            refused = error
        if refused is None:
            assert read_record(record.text(), tolerate_false_claims=True) == record
            if all(getattr(action, "tile", True) for action in record.actions):
                audit(record)
            read += 1
        else:
            assert refused.line is None or 1 <= refused.line <= text.count("\n") + 1
            assert 0 < len(str(refused)) < 1000
        assert time.perf_counter() - started < SLOW_S
    return read


def test_no_mutated_line_of_notation_breaks_the_parser(count: Count) -> None:
    lines = count(500, 5000)
    assert 0 < try_lines(random.Random(1), lines) < lines


def test_no_mutated_record_breaks_the_reader(count: Count) -> None:
    records = count(150, 3500)
    assert 0 < try_records(random.Random(2), records, some_texts()) < records


def test_no_mutated_small_record_breaks_the_reader(count: Count) -> None:
    records = count(300, 1500)
    assert 0 < try_records(random.Random(3), records, [small_record().text()]) < records


def test_no_random_text_breaks_a_parser(count: Count) -> None:
    rng = random.Random(4)
    for _ in range(count(500, 5000)):
        text = rng.choice([" ", "\n", ""]).join(rng.choices(WORDS, k=rng.randrange(40)))
        for data in (text, text.encode(errors="surrogatepass"), "acquire record 1\n" + text, rng.randbytes(rng.randrange(300))):
            with pytest.raises(RecordError):
                read_record(data, tolerate_truncation=rng.random() < 0.5)
        with pytest.raises(NotationError):
            parse_action(text + " \x00")


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_two_hundred_thousand_mutations_break_nothing(part: int) -> None:
    seed = random.SystemRandom().getrandbits(64)
    print(f"seed {seed}")
    rng = random.Random(seed)
    try_lines(rng, 20_000)
    try_records(rng, 14_000, some_texts())
    try_records(rng, 6_000, [small_record().text()])
