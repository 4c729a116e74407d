"""Documents and names are in plain English: idioms that readers stumbled over, and words of the glossary's left column, stay out.

Each ban is a row of a table: a pattern, what to write instead, where it holds, and a sample that it refuses. The tests read all
documents, the names of all files of the packages, the docstrings, comments, messages and names of all Python files, and the
comments and docstrings of the compiled ones.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("acquire_core", "acquire_net", "acquire_client")
FOLDERS = (*PACKAGES, "benchmarks", "tests", "tools")
"""Folders whose Python files are read."""
CYTHON_SUFFIXES = (".pyx", ".pxd", ".pxi")

in_the_source_tree = pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="no documents beside the tests")


@dataclass(frozen=True)
class Ban:
    """A word that is refused: everywhere on its surface, or below `only`."""

    pattern: str
    instead: str
    sample: str
    only: tuple[str, ...] = ()

    def holds_for(self, path: str) -> bool:
        return not self.only or path.startswith(self.only)


# --- the tables -------------------------------------------------------------------------------------------------------

IDIOMS = (
    Ban(r"\bwhoever\b", "anyone who, the player who", "Whoever has most wins."),
    Ban(r"(?<!there )\b(is|are|was|were) no (?!longer|more|less|doubt)", "is not a", "A seed is no secret."),
    Ban(r"\b(is|are|was|were|be|been) told\b", "learns, receives, is shown", "The player is told the price."),
    Ban(r"\bconvicts (himself|itself|themselves)\b", "is evidence against", "The liar convicts himself."),
    Ban(r"\b(laid|lay|lays|laying) (\S+ ){0,3}away\b", "set aside", "Ada lays 1A and 2A away."),
    Ban(r"\bsomebody\b", "a player, anyone", "Somebody has left."),
    Ban(r"\b(he|his|him|himself)\b", "they, it", "He shows his tiles."),
)

# The left column of the glossary, in the sense that it replaced.
GLOSSARY = (
    Ban(r"\bblocks?\b", "share (the log's block stays)", "Buy three blocks.", only=("docs/players/", "README.md")),
    Ban(r"\b(gathering|company)\b", "lobby, membership, players", "The gathering begins."),
    Ban(r"\bway back\b", "resume info", "The way back is kept."),
    Ban(r"\bhurr(y|ies)\b", "skip, skips", "Space hurries the bots."),
)

FILE_NAMES = (
    Ban(r"^(gathering|circle|company|table_talk|way_back)$", "lobby, membership, lobby_messages, resuming", "circle"),
    Ban(r"^(front|lines|stand|talk)$", "gateway, connections, spectator_server, messages", "front", only=("acquire_net/",)),
    Ban(r"^(sayings|patience|disagreeing|agreeing)$", "equivocation, liveness, divergence", "sayings"),
    Ban(r"^(conductor|shelf|voices?|conversation)$", "match_runner, record_folder, presenters, prompt_loop", "conductor"),
    Ban(r"^(deck_view|stage)$", "action_bar, focus_manager", "stage", only=("acquire_client/",)),
    Ban(r"^(prudence|thinking)$", "blunder_filter, option_evaluation", "prudence", only=("acquire_core/",)),
)

NAMES = (
    Ban(r"\b(MOST|LEAST)_\w+", "MAX_, MIN_", "MOST_PLAYERS"),
    Ban(r"^(Wishes|Told|Kept|Spared|Unkept|Impossible|Wrong|Refused|NotWelcome)$", "the thing; errors end in Error", "Wrong"),
)

# Kept on purpose: the path, the words, and why.
EXCEPTIONS = {
    ("docs/spec/rules.md", "his"): "words of the sources, quoted",
    ("docs/players/rules.md", "he"): "Ben, in an example",
    ("docs/players/rules.md", "his"): "Ben, in an example",
    ("tools/commit_message.py", "whoever"): "the check of commit messages lists this word itself",
    ("tests/tools/test_commit_message.py", "is no "): "an example of a subject that is refused",
}


# --- reading ----------------------------------------------------------------------------------------------------------

def prose(text: str) -> str:
    """Return a document without code, targets of links, and the part that is made from docstrings."""
    text = re.sub(r"<!-- map of files.*?<!-- end of the map -->", " ", text, flags=re.S)
    text = re.sub(r"^```.*?^```", " ", text, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", " ", text)
    return re.sub(r"\]\([^)]*\)", "]", text)


def documents() -> Iterator[str]:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        if path.name != "CHANGELOG.md":  # history
            yield path.relative_to(ROOT).as_posix()


def may_be_refused(source: str) -> bool:
    """Return False for a Python file of which no text can be refused. Most files are such, and to take one apart takes longer."""
    joined = re.sub(r"""["']\s*[rRbBfF]*["']""", "", re.sub(r"\\.", " ", source))  # texts of several parts are read as one
    return bool(re.search("|".join(f"(?:{ban.pattern})" for ban in IDIOMS), joined.lower())
                or any(re.search(ban.pattern.replace("^", r"\b").replace("$", r"\b"), source) for ban in NAMES))


def python_texts(source: str) -> Iterator[tuple[str, str]]:
    """Yield (surface, text) for each docstring, comment, message and name of a Python file."""
    from tools.measure_house import nodes_of  # tests of an installed package go without the tools

    nodes = nodes_of(ast.parse(source))
    docstrings = set()
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if not isinstance(node, ast.Module):
                yield "names", node.name
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(id(first.value))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield ("docstrings" if id(node) in docstrings else "messages"), node.value
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield "names", node.id
    for token in tokenize.generate_tokens(io.StringIO(source).readline) if "#" in source else ():
        if token.type == tokenize.COMMENT:
            yield "comments", token.string


def cython_texts(source: str) -> Iterator[str]:
    """Yield each docstring and comment of a Cython file, and the C text between triple quotes with its comments."""
    for found in re.finditer(r'"""(.*?)"""|^[^"\n]*?#(?!define|if|el|end|include)([^\n]*)', source, re.M | re.S):
        yield found[1] or found[2]


@cache
def any_of(bans: tuple[Ban, ...]) -> re.Pattern[str]:
    """Return what finds a text that one of the bans may refuse; hardly any text is such a one."""
    return re.compile("|".join(f"(?:{ban.pattern})" for ban in bans), re.I if bans is not NAMES else 0)


def refused(path: str, text: str, bans: tuple[Ban, ...]) -> Iterator[str]:
    if not any_of(bans).search(text):
        return
    for ban in bans:
        if ban.holds_for(path):
            for found in re.finditer(ban.pattern, text, re.I if bans is not NAMES else 0):
                if (path, found[0].lower()) not in EXCEPTIONS:
                    around = " ".join(text[max(0, found.start() - 30):found.end() + 20].split())
                    yield f"{path}: {found[0]!r} in {around!r}: write {ban.instead}"


def bans_of(surface: str) -> tuple[Ban, ...]:
    return NAMES if surface == "names" else IDIOMS


# --- tests ------------------------------------------------------------------------------------------------------------

@in_the_source_tree
def test_documents_are_in_plain_english() -> None:
    complaints = [complaint for path in documents()
                  for complaint in refused(path, prose((ROOT / path).read_text("utf-8")), IDIOMS + GLOSSARY)]
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_files_have_the_names_of_the_glossary() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.suffix in (".py", *CYTHON_SUFFIXES)]
    complaints = {path: found for path in (file.relative_to(ROOT).as_posix() for file in files) if (found := refused_file(path))}
    assert not complaints


def refused_file(path: str) -> str:
    stem = Path(path).stem
    return ", ".join(f"call it {ban.instead}" for ban in FILE_NAMES if ban.holds_for(path) and re.search(ban.pattern, stem))


@in_the_source_tree
def test_python_files_are_in_plain_english() -> None:
    complaints = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        if path == Path(__file__).resolve():
            continue  # this file lists the idioms, each with a sample
        name, source = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        for surface, text in python_texts(source) if may_be_refused(source) else ():
            complaints += refused(name, text, bans_of(surface))
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_compiled_files_are_in_plain_english() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*") if file.suffix in CYTHON_SUFFIXES]
    complaints = [complaint for file in sorted(files) for text in cython_texts(file.read_text("utf-8"))
                  for complaint in refused(file.relative_to(ROOT).as_posix(), text, IDIOMS)]
    assert files
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_exceptions_are_needed_and_argued() -> None:
    for (path, words), why in EXCEPTIONS.items():
        assert why and re.search(rf"\b{words}\b", (ROOT / path).read_text("utf-8"), re.I), (path, words)


@pytest.mark.parametrize("ban", IDIOMS + GLOSSARY + FILE_NAMES + NAMES, ids=lambda ban: ban.sample)
def test_each_ban_refuses_its_sample(ban: Ban) -> None:
    assert re.search(ban.pattern, ban.sample, re.I)
    assert ban.instead


@pytest.mark.parametrize("text", ["There is no host.", "It is no longer there.", "It is not a secret.", "a block of the log"])
def test_plain_english_passes(text: str) -> None:
    assert not list(refused("CONTRIBUTING.md", text, IDIOMS + GLOSSARY))


@pytest.mark.parametrize("source", [
    '("It is "\n"no secret.")', "f'It is ' f'no {one}.'", '"A line.\\nHe shows it."', '"""Ada and\nhis tiles."""',
    *(f"# {ban.sample}" for ban in IDIOMS),
    *(form.format(ban.sample) for ban in NAMES for form in ("{} = 6", "class {}(Exception): ..."))])
def test_files_with_a_text_that_is_refused_are_taken_apart(source: str) -> None:
    assert any(list(refused("any.py", text, bans_of(surface))) for surface, text in python_texts(source))
    assert may_be_refused(source)
    assert not may_be_refused('"""Return True if it is done."""\nMAX_SEATS = "six " "seats"')


def test_docstrings_comments_names_and_messages_are_read_separately() -> None:
    source = '"""A docstring."""\n# A comment.\nMAX_SEATS = 6\nraise ValueError("a message with words")\n'
    assert set(python_texts(source)) == {
        ("docstrings", "A docstring."), ("comments", "# A comment."), ("names", "MAX_SEATS"),
        ("messages", "a message with words")}


def test_docstrings_and_comments_of_compiled_files_are_read() -> None:
    source = '"""A docstring."""\ncdef int x = 0      # a comment\n# a whole line\nx = 1\n'
    assert [text.strip() for text in cython_texts(source)] == ["A docstring.", "a comment", "a whole line"]
