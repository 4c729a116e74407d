"""Write the map of the packages into docs/architecture.md: `python -m tools.map_of_files`.

A file's line is the first sentence of its docstring (of its first comment, in files without one), so the map is as good as these
sentences. Folders come in the order of the alphabet, the package's own files first. What has no docstring is described here.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.trees import ROOT

PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = ("acquire_core", "acquire_net", "acquire_client")
BEGIN, END = "<!-- map of files: python -m tools.map_of_files -->", "<!-- end of the map -->"

SOURCES = (".py", ".pyx", ".pxd", ".pxi")
"""Files that say themselves what they are for."""

FOR_TYPE_CHECKERS = "Describe {} for type checkers and editors."
OTHER_FILES = {
    "py.typed": "Mark the package as one with type annotations.",
    ".weights": "A trained value: numbers, with the plan of the training in its head.",
    ".puzzles": "Positions of games with their best answers, one a line.",
    ".otf": "A font.",
    ".ttf": "A font.",
    "LICENSE.txt": "The licence of a font.",
}
BUILT = (".so", ".pyd", ".c", ".pyc", ".o")


class MapError(Exception):
    """A file that the map cannot describe."""


def first_sentence(text: str) -> str:
    """Return the first sentence without its closing stop, and without a citation in brackets at its end.

    >>> first_sentence("The board (R2, docs/spec/rules.md). What a square would do.")
    'The board'
    """
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    sentence = re.split(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.) +(?=[A-Z`\"'(])", paragraph)[0]
    sentence = re.sub(r" \((?:[^()]*\.md[^()]*|[A-Z]\d[^()]*)\)", "", sentence)
    return sentence.rstrip(".:").replace("|", "\\|")


def purpose_of(path: Path) -> str:
    """Return what a file is for, in one sentence."""
    if path.suffix == ".pyi":
        return FOR_TYPE_CHECKERS.format(f"`{path.with_suffix('.pyx').name}`").rstrip(".")
    if path.suffix in SOURCES:
        text = path.read_text("utf-8")
        quoted = re.match(r'(?:#[^\n]*\n)*\s*"""(.*?)"""', text, re.S)
        comment = re.match(r"(?:# ?[^\n]*\n)+", text)
        if quoted:
            return first_sentence(quoted[1])
        if comment:
            return first_sentence(re.sub(r"^# ?", "", comment[0], flags=re.M))
        raise MapError(f"{path}: its first lines do not say what it is for")
    for ending, purpose in OTHER_FILES.items():
        if path.name.endswith(ending):
            return purpose.rstrip(".")
    raise MapError(f"{path}: tools/map_of_files.py does not know such files")


def mapped_files(folder: Path) -> list[Path]:
    """Return the files of a folder that the map has: nothing that is built, and nothing hidden."""
    return sorted(path for path in folder.iterdir()
                  if path.is_file() and path.suffix not in BUILT and not path.name.startswith("."))


def map_lines() -> Iterator[str]:
    """Yield the lines of the map: a heading and a table for each folder."""
    for package in PACKAGES:
        folders = {path.parent for path in (ROOT / package).rglob("*") if path.is_file() and path.suffix not in BUILT}
        for folder in sorted(folder for folder in folders if "__pycache__" not in folder.parts):
            yield f"### `{folder.relative_to(ROOT).as_posix()}/`"
            yield ""
            yield "| file | what it is for |"
            yield "|---|---|"
            for path in mapped_files(folder):
                yield f"| `{path.name}` | {purpose_of(path)} |"
            yield ""


def with_new_map(page: str) -> str:
    """Return the page with the map between its two marks written anew."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise MapError(f"{PAGE.name} does not have both marks: {BEGIN} and {END}")
    return f"{before}{BEGIN}\n\n" + "\n".join(map_lines()) + f"{END}{after}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="write the map of the packages into docs/architecture.md")
    parser.add_argument("--print", action="store_true", help="print the map and write nothing")
    args = parser.parse_args(arguments)
    if args.print:
        print("\n".join(map_lines()))
        return 0
    PAGE.write_text(with_new_map(PAGE.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
