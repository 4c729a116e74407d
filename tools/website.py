"""Build the documents as a site: `python -m tools.website [FOLDER]`, with Sphinx, strictly, and with every link checked.

The documents stay as they are, for people who read them in the repository. Here they are laid out as pages, with a contents page,
and links to files that are not pages become plain words. Every Markdown file in `docs/` must have its place in CONTENTS.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

from tools.trees import ROOT

TITLE = "Acquire without a host"

CONTENTS: dict[str, tuple[str, ...]] = {
    "To play": (
        "README.md", "docs/players/install.md", "docs/players/first-game.md", "docs/players/rules.md", "docs/players/network.md",
        "docs/players/computer-players.md", "docs/players/analysis.md", "docs/players/puzzles.md", "docs/players/almanac.md",
        "docs/players/ladder.md", "docs/players/cup.md", "docs/players/screen-readers.md", "docs/players/command-line.md"),
    "To build on it": (
        "docs/developers/record-format.md", "docs/developers/bot-protocol.md", "docs/developers/research.md",
        "docs/developers/net-api.md", "docs/architecture.md", "CONTRIBUTING.md", "docs/roadmap.md", "CHANGELOG.md",
        ".github/SECURITY.md"),
    "Specification": (
        "docs/spec/rules.md", "docs/spec/interface.md", "docs/spec/protocol.md", "docs/spec/attacks.md",
        "docs/spec/model/README.md"),
    "Decisions": ("docs/decisions/*.md",),
}
"""The parts of the contents page and the documents in them."""

PICTURE = "docs/players/screens/place.png"
"""The picture on the contents page."""

NOT_A_PAGE = "docs/README.md"
"""The contents page in the repository; on the site there is another one."""

CONFIGURATION = '''
project = {title!r}
author = "the acquire-p2p authors"
version = release = {version!r}
extensions = ["myst_parser"]
exclude_patterns = []
myst_heading_anchors = 6
myst_enable_extensions = []
html_theme = "furo"
html_title = {title!r}
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False
suppress_warnings = ["misc.highlighting_failure"]
nitpicky = True
'''

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"(^```.*?^```[^\n]*$|`[^`\n]+`)", re.M | re.S)


class SiteError(Exception):
    """The site cannot be built; the message says why."""


def pages(root: Path = ROOT) -> dict[str, str]:
    """Return the documents of the site and the pages that they become, as paths."""
    found: dict[str, str] = {}
    for patterns in CONTENTS.values():
        for pattern in patterns:
            paths = sorted(root.glob(pattern))
            if not paths:
                raise SiteError(f"tools/website.py names {pattern}, which is not there")
            for path in paths:
                document = path.relative_to(root).as_posix()
                found[document] = page_of(document)
    left = {path.relative_to(root).as_posix() for path in (root / "docs").rglob("*.md")} - set(found) - {NOT_A_PAGE}
    if left:
        raise SiteError(f"CONTENTS of tools/website.py has no place for {', '.join(sorted(left))}")
    return found


def page_of(document: str) -> str:
    """Return where a document lies on the site.

    >>> page_of("docs/players/rules.md"), page_of("README.md"), page_of(".github/SECURITY.md")
    ('players/rules.md', 'about.md', 'security.md')
    """
    if document == "README.md":
        return "about.md"
    if document.startswith("docs/"):
        path = document.removeprefix("docs/")
        return path.replace("/README.md", "/about.md")
    return document.rpartition("/")[2].lower()


def resolved(document: str, link: str) -> str:
    """Return the file that a relative link leads to, as a path from the root."""
    parts: list[str] = []
    for part in [*document.split("/")[:-1], *link.split("/")]:
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def relative(target: str, page: str) -> str:
    """Return the link from one page to another.

    >>> relative("players/rules.md", "spec/rules.md"), relative("about.md", "about.md")
    ('../players/rules.md', 'about.md')
    """
    return "../" * page.count("/") + target


def title_of(document: str, root: Path = ROOT) -> str:
    """Return the first heading of a document. On the site it replaces the name of the file, which readers never see."""
    return (root / document).read_text("utf-8").partition("\n")[0].lstrip("# ")


def page_text(document: str, text: str, known: dict[str, str], root: Path = ROOT) -> tuple[str, set[str]]:
    """Return the text of a page, and the files beside the documents that it shows or offers."""
    files: set[str] = set()

    def new_link(found: re.Match[str]) -> str:
        picture, words, link = found.groups()
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return found[0]
        path, mark, anchor = link.partition("#")
        target = resolved(document, path)
        if target == NOT_A_PAGE:
            return f"[{words}]({relative('index.md', known[document])})"
        if target in known:
            is_name = words.endswith(".md") and target.endswith(words)
            words = title_of(target, root) if is_name else LINK.sub(new_link, words)
            return f"{picture}[{words}]({relative(known[target], known[document])}{mark}{anchor})"
        if target.startswith("docs/"):
            files.add(target)
            return f"{picture}[{words}]({relative(page_of(target), known[document])})"
        return words

    code: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        code.append(found[0])
        return f"\0{len(code) - 1}\0"

    plain = FENCE.sub(put_aside, text)  # a link may have code in its words, but code has no links
    plain = LINK.sub(new_link, re.sub(r"<!--.*?-->", "", plain, flags=re.S))
    return re.sub("\0(\\d+)\0", lambda found: code[int(found[1])], plain), files


def contents_page(known: dict[str, str], root: Path = ROOT) -> str:
    """Return the first page: what this is, and all pages by parts."""
    lines = [f"# {TITLE}", "",
             "Acquire, the board game of hotel chains, for two to six people and computer players, on one machine or on several, "
             "with no server in the middle.", "",
             f"[Install it]({known['docs/players/install.md']}), play [the first game]({known['docs/players/first-game.md']}), "
             f"or meet others [over a network]({known['docs/players/network.md']}).", "",
             f"![The table: board, score sheet, log, and the tiles in hand with the effect of each]({page_of(PICTURE)})", ""]
    for part, patterns in CONTENTS.items():
        documents = [path.relative_to(root).as_posix() for pattern in patterns for path in sorted(root.glob(pattern))]
        lines += [f"```{{toctree}}\n:caption: {part}\n:maxdepth: 1\n"]
        lines += [known[document].removesuffix(".md") for document in documents]
        lines += ["```", ""]
    return "\n".join(lines)


def lay_out(folder: Path, root: Path = ROOT) -> None:
    """Write the sources of the site into a folder."""
    known, files = pages(root), {PICTURE}
    for document, page in known.items():
        text, shown = page_text(document, (root / document).read_text("utf-8"), known, root)
        files |= shown
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        (folder / page).write_text(text, "utf-8")
    for file in files:
        target = folder / page_of(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / file, target)
    (folder / "index.md").write_text(contents_page(known, root), "utf-8")
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    (folder / "conf.py").write_text(CONFIGURATION.format(title=TITLE, version=version), "utf-8")


class Anchors(HTMLParser):
    """Collects the places of a page and the links on it."""

    def __init__(self) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.places |= {value for name in ("id", "name") if (value := values.get(name))}
        link = values.get("href" if tag in ("a", "link") else "src" if tag in ("img", "script") else "")
        if link:
            self.links.add(link)


def broken_links(site: Path) -> Iterator[str]:
    """Yield the links within a built site that lead nowhere."""
    read: dict[Path, Anchors] = {}
    for path in sorted(site.rglob("*.html")):
        read[path] = Anchors()
        read[path].feed(path.read_text("utf-8"))
    for path, page in read.items():
        for link in sorted(page.links):
            if re.match(r"[a-z]+:|//", link):
                continue
            address, anchor = urldefrag(link)
            target = (path.parent / unquote(address.partition("?")[0])).resolve() if address else path
            if not target.is_file():
                yield f"{path.relative_to(site)}: {link} is not there"
            elif anchor and target in read and unquote(anchor) not in read[target].places:
                yield f"{path.relative_to(site)}: {link} has no such place"


def build_site(target: Path) -> None:
    """Build the site into a folder, which is made anew. Raise SiteError for the first warning or broken link."""
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder))
        built = subprocess.run([sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", folder, str(target)],
                               check=False)
    if built.returncode:
        raise SiteError("Sphinx complains, see above")
    shutil.rmtree(target / ".doctrees", ignore_errors=True)
    broken = list(broken_links(target.resolve()))
    if broken:
        raise SiteError("broken links:\n  " + "\n  ".join(broken))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="build the documents as a site")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "site", help="where to (default: build/site)")
    args = parser.parse_args(arguments)
    try:
        build_site(args.folder)
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    count = len(list(args.folder.rglob("*.html")))
    print(f"{count} pages in {args.folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
