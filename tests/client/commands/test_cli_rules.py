"""`acquire rules`."""

import re

import pytest

from acquire_core import RULESETS
from acquire_core.ruleset import OPTIONS, format_option
from tests.client.command_line import Acquire
from tests.support.few_cases import few_cases

WIDTHS = (60, 80, 100, 140)
ESCAPE = "\x1b"


def cells(line: str) -> list[str]:
    return re.split(r"\s+", line.strip(" *"))


@pytest.mark.parametrize("columns", [80, 104, 140])
def test_options_in_which_the_rulesets_differ_have_a_star(acquire: Acquire, columns: int) -> None:
    answer = acquire("rules", columns=columns)
    assert answer.code == 0
    for name in OPTIONS:
        line, = [line for line in answer.lines if re.match(rf"[* ] {name} ", line)]
        differ = len({getattr(ruleset, name) for ruleset in RULESETS.values()}) > 1
        assert line.startswith("*" if differ else " ")


def test_wide_every_value_of_every_ruleset_is_there(acquire: Acquire) -> None:
    answer = acquire("rules", columns=140)
    assert cells(answer.lines[0])[1:] == list(RULESETS)
    for name in OPTIONS:
        line, = [line for line in answer.lines if re.match(rf"[* ] {name} ", line)]
        assert cells(line) == [name] + [format_option(getattr(ruleset, name)) for ruleset in RULESETS.values()]


def test_narrow_the_rulesets_stand_under_one_another(acquire: Acquire) -> None:
    answer = acquire("rules", columns=60)
    assert "dos-1988: as classic, except" in answer.out
    assert "closest_1A" in answer.out
    assert "replace_hand" in answer.out


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("words", few_cases(pytest.mark.more_cases, [[], *([name] for name in RULESETS)], 2), ids=str)
def test_nothing_is_wider_than_the_terminal_or_cut_off(acquire: Acquire, words: list[str], columns: int) -> None:
    answer = acquire("rules", *words, columns=columns)
    assert answer.code == 0
    assert max(map(len, answer.lines)) <= columns
    assert "…" not in answer.out


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_is_shown_with_every_option_and_its_meaning(acquire: Acquire, name: str) -> None:
    answer = acquire("rules", name, columns=140)
    for option in OPTIONS.values():
        line, = [line for line in answer.lines if line.startswith(f"  {option.name} ")]
        assert format_option(getattr(RULESETS[name], option.name)) in line
        assert option.help in line
    assert "not as in" not in answer.out


def test_the_price_card_has_all_prices_and_bonuses(acquire: Acquire) -> None:
    lines = [cells(line) for line in acquire("rules", "classic").lines]
    assert ["2", "-", "-", "200", "2,000", "1,000"] in lines
    assert ["6–10", "5", "4", "600", "6,000", "3,000"] in lines
    assert ["-", "-", "41+", "1,200", "12,000", "6,000"] in lines


def test_three_bonus_places_have_three_columns(acquire: Acquire) -> None:
    lines = [cells(line) for line in acquire("rules", "tycoon-2023").lines]
    assert ["41+", "31–40", "21–30", "1,000", "10,000", "7,000", "5,000"] in lines
    assert [line for line in lines if line[-4:] == ["price", "first", "second", "third"]]


def test_size_zero_is_on_the_card_where_it_has_a_price(acquire: Acquire) -> None:
    answer = acquire("rules", "revised-6515")
    lines = [cells(line) for line in answer.lines]
    assert ["2", "0", "-", "200", "2,000", "1,000"] in lines
    assert ["3", "2", "0", "300", "3,000", "1,500"] in lines
    assert "not on the board" in answer.out
    assert "not on the board" not in acquire("rules", "classic").out


def test_a_changed_option_is_marked(acquire: Acquire) -> None:
    answer = acquire("rules", "classic", "--option", "max_buy=4", "--option", "special_powers=yes", columns=140)
    assert answer.lines[0] == "classic, changed: max_buy=4, special_powers=yes"
    marked = [line for line in answer.lines if line.startswith("* ")]
    assert [line.split()[1] for line in marked[:2]] == ["max_buy", "special_powers"]


def test_options_alone_change_classic(acquire: Acquire) -> None:
    assert acquire("rules", "--option", "teams=yes").lines[0].startswith("classic, changed: teams=yes")


@pytest.mark.parametrize(("words", "meant"), [
    ("clasic", "Did you mean 'classic'?"),
    ("tycoon", "Did you mean 'tycoon-2023'?"),
    ("Classic", "Did you mean 'classic'?"),
    ("zzzzzz", "There are classic, wikipedia-2008, revised-6515, dos-1988, tycoon-2023, tournament."),
    ("tournment", "Did you mean 'tournament'?"),
    ("classic --option safe=3", "Did you mean 'safe_size'?"),
    ("classic --option max_buy=9", "max_buy is a whole number from 1 to 5, not 9"),
    ("classic --option max_buy=three", "max_buy is a whole number from 1 to 5, not 'three'"),
    ("classic --option teams", "expected NAME=VALUE"),
    ("classic --option teams=1", "teams is yes or no, not '1'"),
    ("classic --option safe_size=50", "safe_size above end_size"),
    ("classic --option =yes", "no option is called ''"),
])
def test_a_wrong_name_or_value_is_answered_with_help(acquire: Acquire, words: str, meant: str) -> None:
    answer = acquire("rules", *words.split())
    assert answer.code == 2
    assert meant in answer.err
    assert not answer.out


def test_without_a_terminal_there_are_no_escape_codes(acquire: Acquire) -> None:
    assert ESCAPE not in acquire("rules", "classic").out


def test_with_no_color_there_is_none(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert f"{ESCAPE}[38;" in acquire("rules", "classic").out.replace(f"{ESCAPE}[1;", f"{ESCAPE}[")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(rf"{ESCAPE}\[[0-9;]*[34]8;", acquire("rules", "classic").out)
