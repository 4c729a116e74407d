"""The documents say what the program does: prices, options, rulesets and files are read from them and compared.

Only facts are checked here, not the prose around them. Where the tests lie away from the source there are no documents.
"""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from acquire_client.commands import COMMANDS
from acquire_client.window.layout.box import SMALLEST
from acquire_core import RULESETS, Game, Ruleset, RulesetError
from acquire_core.ai import LEVELS, PERSONALITIES, Level
from acquire_core.ai.parallel_games import (
    BIDS,
    BLOCKS_IN_ROUNDS,
    BLOCKS_OF_FEATURES,
    CODE_COUNT_IN_ROUNDS,
    FEATURE_COUNT,
    FEATURE_COUNT_IN_ROUNDS,
    LAYOUT_VERSION,
)
from acquire_core.ai.search import STYLE_FIELDS
from acquire_core.engine.game import PHASES
from acquire_core.ruleset import ALL_OPTIONS, CHAIN_LISTS, OPTIONS, TIER_NAMES, TIERS, TILE_COUNT, Option, format_option
from tests.support.documents import (
    ARCHITECTURE,
    RESEARCH,
    ROOT,
    RULES,
    Files,
    code_words,
    documents,
    files_of_the_tree,
    in_the_source_tree,
    read,
    section,
    table_with,
    tables,
)

PLAYERS = "docs/players/computer-players.md"
SPEC_OF_RULES, SPEC_OF_CORE = "docs/spec/rules.md", "docs/spec/interface.md"

# Documents speak of these as not built. When one is built, it is taken out here and in the words of README and architecture.
NOT_BUILT: set[str] = set()

ON_MACHINES_OF_PEOPLE = {"acquire.toml"}
"""Files that documents name and that lie in the folders of a person, not in the tree."""

# Options that an observation need not tell: of the opening, of names, of what screens show.
OPENING_OR_SCREEN = {"chains", "start_cash", "starting_tiles", "start_rule", "holdings"}


# --- reading Markdown -------------------------------------------------------------------------------------------------


def dollars(cell: str) -> int:
    assert re.fullmatch(r"\$\d{1,3}(,\d{3})*", cell), f"{cell!r} is not a sum of money"
    return int(cell[1:].replace(",", ""))


def sizes(cell: str) -> range:
    """`5`, `6–10`, `41+`, or a dash for none."""
    low, _, high = cell.rstrip("+").partition("–")
    if cell == "–":
        return range(0)
    return range(int(low), TILE_COUNT + 1 if cell.endswith("+") else int(high or low) + 1)


# --- rules.md ---------------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_price_table_is_that_of_the_rules() -> None:
    classic = RULESETS["classic"]
    rows = table_with(read(RULES), *TIER_NAMES, "a share", "first bonus", "second bonus")
    documented = {}
    for row in rows:
        price = dollars(row["a share"])
        assert (dollars(row["first bonus"]), dollars(row["second bonus"])) == classic.bonuses(price)
        documented.update({(tier, size): price for tier in TIER_NAMES for size in sizes(row[tier])})
    assert documented == {(TIER_NAMES[tier], size): classic.price(chain, size)
                          for chain, tier in enumerate(TIERS) for size in range(2, TILE_COUNT + 1)}


@in_the_source_tree
def test_the_table_of_three_bonuses_is_that_of_the_rules() -> None:
    tycoon = RULESETS["tycoon-2023"]
    rows = table_with(read(RULES), "a share", "first bonus", "second bonus", "third bonus")
    documented = {}
    for row in rows:
        documented[dollars(row["a share"])] = tuple(dollars(row[f"{place} bonus"]) for place in ("first", "second", "third"))
    prices = {tycoon.price(chain, size) for chain in range(len(TIERS)) for size in range(2, TILE_COUNT + 1)}
    assert documented == {price: tycoon.bonuses(price) for price in prices}


@in_the_source_tree
def test_the_lists_of_chains_are_those_of_the_rules() -> None:
    rows = table_with(read(RULES), "list of chains", *TIER_NAMES)
    documented = {row["list of chains"].strip("`"): [row[tier].split(", ") for tier in TIER_NAMES] for row in rows}
    assert documented == {
        key: [[name for name, of in zip(names, TIERS, strict=True) if of == tier] for tier in range(len(TIER_NAMES))]
        for key, names in CHAIN_LISTS.items()}


OPTION_ENTRY = re.compile(r"^- `(\w+)`: (.+?)\. (.+?)(?=^- |^#|^$|\Z)", re.M | re.S)


def wrong_in_options(text: str) -> Iterator[str]:
    """Every option has one entry, in order: its values, the one of `classic` in bold, and a word about them."""
    entries = OPTION_ENTRY.findall(text)
    if [name for name, _, _ in entries] != list(ALL_OPTIONS):
        yield f"the options are {', '.join(ALL_OPTIONS)}, not {', '.join(name for name, _, _ in entries)}"
    for name, values, _ in entries:
        if name in ALL_OPTIONS:
            yield from wrong_in_values(ALL_OPTIONS[name], values)


def wrong_in_values(option: Option, values: str) -> Iterator[str]:
    if re.findall(r"\*\*`(\w+)`\*\*", values) != [format_option(option.default)]:
        yield f"{option.name}: in bold stands {format_option(option.default)}"
    if option.kind is int:
        if not values.startswith(f"{option.low:,} to {option.high:,}, "):
            yield f"{option.name} is a number from {option.low:,} to {option.high:,}"
    elif sorted(code_words(values)) != sorted(option.choices or ("yes", "no")):
        yield f"{option.name} is one of {', '.join(option.choices or ('yes', 'no'))}"


@in_the_source_tree
def test_every_option_is_explained_with_its_values() -> None:
    complaints = list(wrong_in_options(read(RULES)))
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_every_ruleset_has_a_section_with_what_it_changes() -> None:
    text = read(RULES)
    classic = RULESETS["classic"].options()
    for name, ruleset in RULESETS.items():
        documented = [word for word in code_words(section(text, f"`{name}`").partition("\nOptions: ")[2]) if "=" in word]
        assert documented == [f"{option}={format_option(value)}" for option, value in ruleset.options().items()
                              if value != classic[option]], name


@in_the_source_tree
def test_the_example_of_a_merger_is_what_the_engine_plays() -> None:
    text = section(read(RULES), "An example")
    drawn = re.search(r"^```\n(.*?)^```", text, re.M | re.S)
    assert drawn
    board = ["." * 12] * 9
    for line in drawn[1].splitlines()[1:]:
        row, *squares = line.split()
        board["ABCDEFGHI".index(row)] = "".join(square if len(square) == 1 else "." for square in squares).ljust(12, ".")
    rows = table_with(text, "", "before", "bonus", "sold", "after")
    game = Game.from_position(
        "classic", 3, board="\n".join(board), hands=[["5D"], ["1A"], ["12I"]], cash=[dollars(row["before"]) for row in rows],
        shares=[{"tower": 5, "american": 8}, {"tower": 3, "american": 7}, {"tower": 3, "american": 8}])
    events = [*game.play("0 place 5D"), *game.play("0 dispose hold 0 sell 1 trade 4"),
              *game.play("1 dispose hold 0 sell 3 trade 0"), *game.play("2 dispose hold 3 sell 0 trade 0")]
    for seat, row in enumerate(rows):
        for column, kind in (("bonus", "BonusPaid"), ("sold", "BlocksDisposed")):
            paid = [event.dollars for event in events if type(event).__name__ == kind and event.seat == seat]  # type: ignore
            assert sum(paid) == dollars(row[column]), (row, column)
    assert game.snapshot()["cash"] == [dollars(row["after"]) for row in rows]
    seen = game.observe(0)
    assert (seen.sizes["american"], seen.prices["american"], seen.market["american"]) == (11, 800, 0)


# --- spec/rules.md and spec/interface.md ------------------------------------------------------------------------------

@in_the_source_tree
def test_the_table_of_rulesets_is_that_of_the_program() -> None:
    columns = [f"`{name}`" for name in RULESETS]
    rows = table_with(read(SPEC_OF_RULES), "option", *columns, "sources")
    assert [row["option"].strip("`") for row in rows] == list(OPTIONS)
    for row in rows:
        for name, ruleset in RULESETS.items():
            written = re.sub(r" \(\d\)$", "", row[f"`{name}`"])
            assert written in ("–", format_option(ruleset.options()[row["option"].strip("`")])), (row["option"], name)


@in_the_source_tree
def test_the_tables_of_the_paragraphs_are_those_of_the_program() -> None:
    text = read(SPEC_OF_RULES)
    classic, tycoon = RULESETS["classic"], RULESETS["tycoon-2023"]
    prices = {(tier, size): int(row[tier]) for row in table_with(text, "size", *TIER_NAMES)
              for tier in TIER_NAMES for size in sizes(row["size"])}
    assert prices == {(TIER_NAMES[tier], size): classic.price(chain, size)
                      for chain, tier in enumerate(TIERS) for size in range(2, TILE_COUNT + 1)}
    lists = {row["list"].split("`")[1]: ", ".join(row[tier] for tier in TIER_NAMES).split(", ")
             for row in table_with(text, "list", *TIER_NAMES)}
    assert lists == {key: list(names) for key, names in CHAIN_LISTS.items()}
    seconds = {int(row["price"]): int(row["second bonus"]) for row in table_with(text, "price", "second bonus")}
    assert seconds == {price: tycoon.bonuses(price)[1] for price in set(prices.values())}


@in_the_source_tree
def test_the_keys_of_the_snapshot_are_those_of_the_program() -> None:
    rows = table_with(read(SPEC_OF_CORE), "key", "value")
    assert [key for row in rows for key in code_words(row["key"])] == list(Game("classic", 3).snapshot())


@in_the_source_tree
def test_the_example_of_the_interface_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example, = re.findall(r"^```python\n(.*?)^```", read(SPEC_OF_CORE), re.M | re.S)
    exec(compile(example, SPEC_OF_CORE, "exec"), {})
    assert capsys.readouterr().out.startswith("tuple ")


# --- architecture.md --------------------------------------------------------------------------------------------------

SOURCE_SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".pxi")


def core_sources() -> list[Path]:
    return [path for path in (ROOT / "acquire_core").rglob("*.p*") if path.suffix in SOURCE_SUFFIXES]


@in_the_source_tree
def test_the_map_is_that_of_the_tree() -> None:
    from tools import map_of_files  # not beside the tests of an installed wheel

    assert map_of_files.with_new_map(read(ARCHITECTURE)) == read(ARCHITECTURE), "write it anew: python -m tools.map_of_files"


@in_the_source_tree
def test_the_rest_of_the_tree_names_every_folder() -> None:
    rows = table_with(section(read(ARCHITECTURE), "The rest of the tree"), "folder", "what is in it")
    named = {word.rstrip("/") for row in rows for word in code_words(row["folder"])}
    assert {name for name in named if not (ROOT / name).is_dir()} == set()
    tops = {path.split("/")[0] for path in files_of_the_tree() if "/" in path}
    assert {top for top in tops if not top.startswith("acquire_")} <= {name.split("/")[0] for name in named}


@in_the_source_tree
def test_the_functions_of_the_walks_are_where_the_walks_say() -> None:
    text = read(ARCHITECTURE).partition("\n## Four walks")[2].partition("\n## ")[0]
    summary, *walks = tables(text)
    for (name, _, steps), walk in zip(summary[1:], walks, strict=True):
        assert [row[0] for row in walk[1:]] == [str(number) for number in range(1, int(steps) + 1)], name
        for _, function, file in walk[1:]:
            assert_function_is_in(function.strip("`"), file.strip("`"))


@in_the_source_tree
def test_the_functions_by_which_a_seat_is_lost_are_where_the_page_says() -> None:
    for row in table_with(section(read(ARCHITECTURE), "How a seat is lost"), "step", "function", "file", "what it does"):
        assert_function_is_in(row["function"].strip("`"), row["file"].strip("`"))


def assert_function_is_in(function: str, file: str) -> None:
    names = function.split(".")
    source = read(file)
    assert re.search(rf"\b(?:cp?)?def (?:[\w ]+ )?{names[-1]}\(", source), f"{file} has no function {names[-1]}"
    assert len(names) == 1 or re.search(rf"\bclass {names[0]}\b", source), f"{file} has no class {names[0]}"


@in_the_source_tree
def test_phases_and_the_functions_that_set_them_exist() -> None:
    text = read(ARCHITECTURE)
    rows = table_with(text, "phase", "who is asked", "set in")
    assert [row["phase"].strip("`") for row in rows] == list(PHASES)
    engine = "".join(path.read_text("utf-8") for path in core_sources())
    called = set(re.findall(r"`((?:enter|do|after|lay)_[a-z_0-9]+)`", text))
    assert {name for name in called if not re.search(rf"\b{name}\(", engine)} == set()


# --- research.md ------------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_layout_of_observations_is_that_of_the_program() -> None:
    rows = table_with(read(RESEARCH), "block", "numbers", "divided by", "what")
    starts = [start for _, start, _, _ in BLOCKS_OF_FEATURES] + [FEATURE_COUNT]
    documented, at = [], 0
    for row in rows:
        documented.append((row["block"].strip("`"), at, int(row["divided by"].replace(",", "") or 1)))
        at += math.prod(map(int, row["numbers"].split(" × ")))
        assert row["what"]
    assert documented == [(name, start, scale) for name, start, scale, _ in BLOCKS_OF_FEATURES]
    assert at == starts[-1]
    assert f"FEATURE_COUNT is {FEATURE_COUNT:,}:" in read(RESEARCH)
    assert f"`LAYOUT_VERSION` (now {LAYOUT_VERSION})" in read(RESEARCH)


@in_the_source_tree
def test_what_rounds_add_to_observations_and_codes_is_that_of_the_program() -> None:
    documented, at = [], FEATURE_COUNT
    for row in table_with(read(RESEARCH), "block of rounds", "numbers", "divided by", "what"):
        documented.append((row["block of rounds"].strip("`"), at, int(row["divided by"].replace(",", "") or 1)))
        at += math.prod(map(int, row["numbers"].split(" × ")))
    assert documented == [(name, start, scale) for name, start, scale, _ in BLOCKS_IN_ROUNDS] and at == FEATURE_COUNT_IN_ROUNDS
    page = " ".join(read(RESEARCH).split())
    assert f"{at - FEATURE_COUNT} numbers more**, `FEATURE_COUNT_IN_ROUNDS` ({at:,}) in all" in page
    assert f"`BIDS[i]`: ${', '.join(f'{dollars:,}' for dollars in BIDS[:-1])} or {BIDS[-1]:,}." in page
    assert f"**Bids have {len(BIDS)} codes.**" in page and f"`CODE_COUNT_IN_ROUNDS` is {CODE_COUNT_IN_ROUNDS:,}." in page


@in_the_source_tree
def test_the_rules_among_the_features_are_named_and_counted() -> None:
    words = read(RESEARCH).partition("The 40 numbers of `rules`")[2].partition("The other options")[0].replace("\n", " ")
    assert re.findall(r"`(\w+)(?:=\w+)?`", words) == [name for name in OPTIONS if name not in OPENING_OR_SCREEN]
    choices = [int(number) for number in re.findall(r"`\w+` \((\d):", words)]
    assert len(set(OPTIONS) - OPENING_OR_SCREEN) - len(choices) + sum(choices) + len(["sealed"]) == 40


@in_the_source_tree
def test_the_examples_of_the_research_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    for library in ("numpy", "pettingzoo"):
        pytest.importorskip(library, reason=f"{library} is not installed: pip install 'acquire-p2p[rl]'")
    examples = re.findall(r"^```python\n(.*?)^```", read(RESEARCH), re.M | re.S)
    assert len(examples) == 4
    for example in examples:
        assert example.count("\n") <= 20
        exec(compile(example, RESEARCH, "exec"), {})
    assert "the game is over\n" in capsys.readouterr().out


# --- computer-players.md ----------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_levels_are_those_of_the_program() -> None:
    rows = table_with(read(PLAYERS), "level", "in a word", "what it does", "a decision")
    documented = [(row["level"], row["in a word"]) for row in rows]
    assert documented == [(f"{level.number} {level.name}", level.help) for level in LEVELS]
    assert all(row["what it does"] and row["a decision"].split()[1] in ("ms", "s") for row in rows)


def columns_of_the_search(level: Level) -> list[str]:
    def number(value: float) -> str:
        return f"{value:g}" if value else ""

    worlds = "by the clock" if level.worlds is None else number(level.worlds)
    options = number(level.most_options) if level.algorithm == "search" else ""
    return [worlds, number(level.turns), options, number(level.prior_weight), number(level.noise)]


@in_the_source_tree
def test_the_columns_of_the_search_are_those_of_the_levels() -> None:
    columns = ("imagined hands", "turns ahead", "options at most", "trained value counts for", "noise")
    rows = table_with(read(PLAYERS), "level", *columns)
    assert {row["level"]: [row[column] for column in columns] for row in rows} == {
        f"{level.number} {level.name}": columns_of_the_search(level) for level in LEVELS if level.weights}


@in_the_source_tree
def test_the_personalities_are_those_of_the_program() -> None:
    rows = table_with(read(PLAYERS), "personality", "what it is like", "what it likes")
    likes = {row["personality"]: re.findall(r"`(\w+)` (-?[\d.]+)", row["what it likes"]) for row in rows}
    assert [(row["personality"], row["what it is like"]) for row in rows] == [(who.name, who.help) for who in PERSONALITIES]
    for who in PERSONALITIES:
        weights = {"win_weight": who.win_weight, **dict(zip(STYLE_FIELDS, who.style, strict=True))}
        documented = {name: float(number) for name, number in likes[who.name]}
        assert documented == {name: value for name, value in weights.items() if value}


@in_the_source_tree
def test_the_example_of_the_computer_players_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example, = re.findall(r"^```python\n(.*?)^```", read(PLAYERS), re.M | re.S)
    exec(compile(example, PLAYERS, "exec"), {})
    assert capsys.readouterr().out.startswith("Place(seat=")


# --- README.md --------------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_readme_has_a_row_for_every_command() -> None:
    rows = table_with(read("README.md"), "command", "what it does")
    documented = {word.split()[1] for row in rows for word in code_words(row["command"])}
    assert documented == {*COMMANDS, "--version"}


@in_the_source_tree
def test_the_readme_names_the_smallest_picture_of_the_window() -> None:
    text = " ".join(read("README.md").split())
    assert f"a window below {SMALLEST[0]}x{SMALLEST[1]} shows the picture of that size, shrunk" in text


# --- the manual page ---------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_manual_page_is_that_of_the_parsers() -> None:
    from tools.manual_page import PAGE, manual_page  # tests of an installed package go without the tools

    assert PAGE.read_text("utf-8") == manual_page(), "write it anew: python -m tools.manual_page"


# --- all documents ----------------------------------------------------------------------------------------------------

FILE = re.compile(r"(?<![\w/.*<>-])[\w./-]+\.(?:pyi|pyx|pxd|pxi|py|md|toml|yml|game)(?![\w*<-])")
FOLDER = re.compile(r"(?<![\w/.*<>-])[\w.][\w./-]*/(?=[`\s])")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def resolved(document: str, name: str) -> str:
    """Return a link or name relative to its document, as a path from the root."""
    parts: list[str] = []
    for part in [*document.split("/")[:-1], *name.split("/")]:
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def anchors(text: str) -> set[str]:
    """Return what links may point to, spelled as GitHub does."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(document: str, text: str, files: Files, text_of: Callable[[str], str] = read) -> Iterator[str]:
    for link in LINK.findall(text):
        if re.match(r"https?://|mailto:", link):
            continue
        name, _, anchor = link.partition("#")
        target = resolved(document, name) if name else document
        if target not in files:
            yield f"{document} links to {link}, which is not there"
        elif anchor and anchor not in anchors(text if target == document else text_of(target)):
            yield f"{document} links to {link}, but no heading is called so"


def missing_files(document: str, text: str, files: Files) -> Iterator[str]:
    """Yield names of files and folders that the tree does not have; a name may leave out the folders in front."""
    folders = {"/".join(path.split("/")[:depth]) for path in files for depth in range(1, path.count("/") + 1)}
    text = LINK.sub(" ", text)
    text = re.sub(r"https?://\S+", " ", text)
    for name in FILE.findall(text):
        if name not in ON_MACHINES_OF_PEOPLE and not any(("/" + path).endswith("/" + name) for path in files):
            yield f"{document} names {name}, which is not there"
    for name in FOLDER.findall(text):
        if name.rstrip("/") not in NOT_BUILT | {"build"} and not any(("/" + path + "/").endswith("/" + name) for path in folders):
            yield f"{document} names the folder {name}, which is not there"


@in_the_source_tree
def test_links_between_documents_resolve() -> None:
    files = files_of_the_tree()
    complaints = [complaint for document in documents() for complaint in broken_links(document, read(document), files)]
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_documents_name_no_missing_files() -> None:
    files = files_of_the_tree()
    complaints = [complaint for document in documents() for complaint in missing_files(document, read(document), files)]
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_what_is_said_not_to_be_built_is_not() -> None:
    built = {name for name in NOT_BUILT if any((ROOT / name).rglob("*.py"))}
    assert not built, f"built by now: take it out of NOT_BUILT, and tell so in README and {ARCHITECTURE}: {built}"


# --- examples ---------------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_the_example_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"^```python\n(.*?)^```", read("README.md"), re.M | re.S)
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("[(1, ")


# --- bad documents are refused ----------------------------------------------------------------------------------------

def good_options() -> str:
    def entry(option: Option) -> str:
        if option.kind is int:
            return f"- `{option.name}`: {option.low:,} to {option.high:,}, **`{option.default}`**. Text.\n"
        words = [f"`{word}`" for word in option.choices or ("yes", "no")]
        return f"- `{option.name}`: {', '.join(words)}. Text.\n".replace(
            f"`{format_option(option.default)}`", f"**`{format_option(option.default)}`**", 1)

    return "".join(map(entry, ALL_OPTIONS.values()))


def test_good_options_pass() -> None:
    assert not list(wrong_in_options(good_options()))


@pytest.mark.parametrize(("right", "wrong"), [
    ("- `teams`", "- `team`"), ("- `max_buy`: 1 to 5, **`3`**. Text.\n", ""), ("1 to 5, **`3`**", "1 to 5, **`4`**"),
    ("1 to 5", "1 to 6"), ("`replace_hand`, ", ""), ("**`anytime`**", "`anytime`"),
])
def test_a_wrong_option_is_refused(right: str, wrong: str) -> None:
    assert right in good_options()
    assert list(wrong_in_options(good_options().replace(right, wrong)))


@pytest.mark.parametrize("text", ["`gone.py`", "see docs/gone.md.", "the folder `gone/`", "`docs/rules.py`"])
def test_a_missing_file_is_refused(text: str) -> None:
    assert list(missing_files("docs/a.md", text, {"docs/a.md", "docs/rules.md"}))


@pytest.mark.parametrize("text", ["`rules.md`", "docs/rules.md.", "in `docs/`", "a `.pxd` file", "`docs/<name>.md`",
                                  "`record*.py`", "https://example.org/gone.md"])
def test_a_file_that_is_there_passes(text: str) -> None:
    assert not list(missing_files("docs/a.md", text, {"docs/a.md", "docs/rules.md"}))


@pytest.mark.parametrize(("link", "resolves"), [
    ("b.md", True), ("../README.md", True), ("b.md#the-end", True), ("#here", True), ("https://example.org", True),
    ("gone.md", False), ("README.md", False), ("b.md#an-end", False), ("#there", False),
])
def test_links_are_followed(link: str, resolves: bool) -> None:
    files = {"docs/a.md", "docs/b.md", "README.md"}
    assert resolves != bool(list(broken_links("docs/a.md", f"# Here\n[so]({link})\n", files, lambda path: "# `The` end!\n")))


def test_combinations_that_the_rules_page_calls_impossible_are_refused() -> None:
    for changes in ({"safe_size": 42}, {"play4_mandatory": True}, {"founder_buys_four": True, "max_buy": 4}):
        with pytest.raises(RulesetError):
            Ruleset(**changes)  # type: ignore[arg-type]
    with pytest.raises(RulesetError):
        Game(Ruleset(teams=True), players=3)
