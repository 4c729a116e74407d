"""Every citation of the specification resolves: "R26" in a comment, "docs/spec/protocol.md, section 9" in a docstring.

Numbered paragraphs are defined in bold in docs/spec/rules.md (R, I, A, S, V, L, M) and in docs/decisions/0002 (K). A section is a
heading that begins with its number. Code names the document that it cites; a numbered document may cite itself by the number.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULES, READINGS = "docs/spec/rules.md", "docs/decisions/0002-readings-of-the-rules.md"
SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".pxi", ".h", ".c", ".pml", ".md", ".game", ".toml", ".yml")
TOPS = ("acquire_core", "acquire_net", "acquire_client", "tests", "benchmarks", "tools", "docs", "news", ".github")

# What looks like a paragraph and is something else: the file, the text, and what it is.
OTHER_THINGS = {
    ("tests/net/links/test_adapters.py", "V9"): "a version in the name of a network adapter",
}

# These tests have wrong citations, or documents of their own making, as samples.
SAMPLES = ("tests/test_citations.py", "tests/test_docs.py", "tests/tools/test_news.py")

in_the_source_tree = pytest.mark.skipif(not (ROOT / RULES).is_file(), reason="no documents beside the tests")

NUMBERS = r"\d+[a-z]?(?:\.\d+)*(?:(?:, | and | or | to |–)\d+[a-z]?(?:\.\d+)*)*"
DOCUMENT = r"(?:[\w./-]*/)?[\w-]+\.md"
# "spec/rules.md, section 4b"; "[rules](../spec/rules.md), section 4b"; "(rules.md#4b-tycoon) section 4b".
DOCUMENT_FIRST = re.compile(rf"(?P<document>{DOCUMENT})(?:#[\w-]*)?[`)]*,? [Ss]ections? (?P<numbers>{NUMBERS})")
# "section 9 of docs/spec/protocol.md"; "Sections 1 to 5 of the [protocol](protocol.md)".
SECTION_FIRST = re.compile(
    rf"[Ss]ections? (?P<numbers>{NUMBERS}) of (?:the )?(?:\[[^\]]*\]\()?`?(?P<document>{DOCUMENT}|rules\b|protocol\b)")
SECTION_ALONE = re.compile(rf"[Ss]ections? (?P<numbers>{NUMBERS})")
SECTION_WORD = re.compile(r"[Ss]ections?\s")
OUTSIDE = re.compile(rf"RFC \d+,? sections? {NUMBERS}")
QUOTED = re.compile(rf"(?P<document>{DOCUMENT})(?:, section \w+)?, \"(?P<words>[A-Z][^\"]*)\"")
PARAGRAPH = re.compile(r"(?<![\w.'/\\-])[RIASVLKM]\d{1,2}a?(?![\w'])")
DEFINED = re.compile(r"\*\*([RIASVLKM]\d{1,2}a?)\*\*")
NAMED = re.compile(rf"(?<![\w*<>{{}}-]){DOCUMENT}(?![\w.])")
DECISION = re.compile(r"(?:[Dd]ecisions?|docs/decisions/) ?(\d{4})\b")

Texts = dict[str, str]


@cache
def texts_of_the_tree() -> Texts:
    paths = [path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in SUFFIXES]
    paths += [path for path in ROOT.iterdir() if path.suffix in SUFFIXES]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths if "venv" not in path.as_posix()}


@cache
def in_one_line(text: str) -> str:
    """Return the text with line breaks, and the marks of comments after them, as single spaces."""
    return re.sub(r"\s*\n[ \t]*(?:#+|//|\*)?[ \t]*", " ", text)


def document_of(name: str, texts: Texts) -> str | None:
    """Return the path of the document that a citation names; folders in front may be left out."""
    if name in ("rules", "rules.md", "protocol"):
        return f"docs/spec/{name.removesuffix('.md')}.md"
    name = name.lstrip("./")
    found = [path for path in texts if path == name or path.endswith("/" + name)]
    return found[0] if len(found) == 1 else None


@cache
def sections_of(text: str) -> set[str]:
    return set(re.findall(r"^#+ (\d+[a-z]?)\. ", text, re.M))


def numbers_in(text: str) -> list[str]:
    """Return the numbers of "0 to 5 and 10": the ends of ranges stand for what is between them."""
    return re.split(r", | and | or | to |–", text)


def unresolved_sections(path: str, texts: Texts) -> Iterator[str]:
    if not SECTION_WORD.search(texts[path]):
        return
    text = OUTSIDE.sub(" ", in_one_line(texts[path]))
    own = sections_of(texts[path]) if path.endswith(".md") else set()
    for pattern in (DOCUMENT_FIRST, SECTION_FIRST):
        for cited in pattern.finditer(text):
            document = document_of(cited["document"], texts)
            if document is None:
                yield f"{path}: {cited[0]!r} names no document of the tree"
            else:
                for number in numbers_in(cited["numbers"]):
                    if number not in sections_of(texts[document]):
                        yield f"{path}: {cited[0]!r}, but {document} has no section {number}"
        text = pattern.sub(" ", text)
    for cited in SECTION_ALONE.finditer(text):
        if not set(numbers_in(cited["numbers"])) <= own:
            yield f"{path}: {cited[0]!r} does not say of which document"


def unresolved_quotations(path: str, texts: Texts) -> Iterator[str]:
    for cited in QUOTED.finditer(in_one_line(texts[path])) if ".md" in texts[path] else ():
        document = document_of(cited["document"], texts)
        words = re.escape(cited["words"].rstrip("."))
        if document and not re.search(rf"^#+ .*{words}|\*\*{words}", texts[document], re.M | re.I):
            yield f"{path}: {document} has no heading or bold words {cited['words']!r}"


def unresolved_paragraphs(path: str, texts: Texts) -> Iterator[str]:
    defined = set(DEFINED.findall(texts[RULES] + texts[READINGS]))
    for cited in sorted(set(PARAGRAPH.findall(texts[path]))):
        if cited not in defined and (path, cited) not in OTHER_THINGS:
            yield f"{path}: {cited} is defined neither in {RULES} nor in {READINGS}"


LAYS_OUT_PAGES = ("tools/website.py", "tests/tools/test_website.py")
"""They name pages of the site, which are not documents of the tree."""


def missing_documents(path: str, texts: Texts) -> Iterator[str]:
    """Code names documents that exist; for documents themselves tests/test_docs.py asks for more."""
    if not path.endswith(".md") and path not in LAYS_OUT_PAGES:
        for name in NAMED.findall(texts[path]) if ".md" in texts[path] else ():
            if not any(("/" + other).endswith("/" + name.lstrip("./")) for other in texts):
                yield f"{path} names {name}, which is not there"
    for number in DECISION.findall(in_one_line(texts[path])) if "ecision" in texts[path] else ():
        if not any(other.startswith(f"docs/decisions/{number}-") for other in texts):
            yield f"{path} names decision {number}, which is not there"


CHECKS = [unresolved_sections, unresolved_quotations, unresolved_paragraphs, missing_documents]


@in_the_source_tree
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_citation_resolves(check: Callable[[str, Texts], Iterator[str]]) -> None:
    texts = texts_of_the_tree()
    assert "acquire_core/engine/board.pxd" in texts
    complaints = [complaint for path in sorted(texts) if path not in SAMPLES for complaint in check(path, texts)]
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_the_exceptions_are_needed() -> None:
    texts = texts_of_the_tree()
    assert all(cited in PARAGRAPH.findall(texts[path]) for path, cited in OTHER_THINGS)


@in_the_source_tree
def test_paragraphs_are_numbered_without_gaps() -> None:
    texts = texts_of_the_tree()
    for letters, path in (("RIASVLM", RULES), ("K", READINGS)):
        found = DEFINED.findall(texts[path])
        assert len(found) == len(set(found))
        for letter in letters:
            numbers = [int(name[1:]) for name in found if name[0] == letter and name[-1] != "a"]
            assert numbers == list(range(1, len(numbers) + 1)), letter


@in_the_source_tree
def test_what_is_not_built_is_listed_at_the_end_of_the_rules() -> None:
    rules, _, listed = (ROOT / RULES).read_text("utf-8").partition("\n## 8.")
    marked = [paragraph for paragraph in re.split(r"\n(?=- \*\*|## )", rules) if "*Not built yet" in paragraph]
    assert len(marked) == 1
    for paragraph in marked:
        name = DEFINED.match(paragraph.removeprefix("- ")) or re.match(r"## (4c)", paragraph)
        assert name and re.search(rf"\b{name[1]}\b", listed), paragraph


TREE = {
    RULES: "## 4b. Three places\n- **R1** x\n- **A1** x\n", READINGS: "- **K1** x", "docs/other.md": "# Other\n",
    "docs/spec/protocol.md": "# P\n\n## 2. Set-up\n\n**A name** x", "docs/decisions/0007-links.md": "# x",
}


@pytest.mark.parametrize("text", [
    "R1, A1 and K1", "docs/spec/rules.md, section 4b", "rules.md, section 4b", "Section 2 of docs/spec/protocol.md",
    "protocol.md, section 2, \"A name\"", "section 4b of the rules", "RFC 8032 section 5.1", "docs/decisions/0007",
    "see docs/other.md", "(docs/spec/protocol.md,\n# section 2)",
])
def test_a_good_citation_passes(text: str) -> None:
    assert [complaint for check in CHECKS for complaint in check("a.py", TREE | {"a.py": text})] == []


@pytest.mark.parametrize("text", [
    "R2", "K2", "docs/spec/rules.md, section 4", "gone.md, section 2", "section 2", "Section 9 of docs/spec/protocol.md",
    "docs/gone.md", "protocol.md, section 2, \"A word\"", "docs/decisions/0008",
    "sections 2 and 3 of docs/spec/protocol.md", "RULES.md R1",
])
def test_a_bad_citation_is_refused(text: str) -> None:
    assert [complaint for check in CHECKS for complaint in check("a.py", TREE | {"a.py": text})]


def test_a_numbered_document_cites_itself_by_the_number_alone() -> None:
    assert not list(unresolved_sections("a.md", TREE | {"a.md": "## 3. Here\nsection 3"}))
    assert list(unresolved_sections("a.md", TREE | {"a.md": "## 3. Here\nsection 4"}))
