"""Collect all texts of the window: those in `translate(...)` and `message(...)` in its source, and the tables of the core."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import acquire_client
import acquire_net
from acquire_core.actions import POWER_TITLES
from acquire_core.ai import TEMPLATES
from acquire_core.refusals import Reason
from acquire_core.ruleset import _COMBINATIONS, TIER_NAMES

FOLDER = Path(acquire_client.__file__).parent
TRANSLATORS = {"translate", "message"}
TRANSLATED_FILES = ("window/*.py", "window/*/*.py", "view_model/*.py",
            *(f"matches/{name}.py" for name in ("local", "match", "match_runner", "online", "players", "replay_match",
                                                "second_try", "steps", "table_log", "tutorial_match")),
            "language/__init__.py", "files/puzzle_scores.py", "files/saves.py", "files/settings.py", "trouble.py")


# Words that German has not, and without which hardly a sentence of a game is English.
ENGLISH_ALONE = set("""the and of with for is are to by into tile tiles block blocks share shares chain chains market bag
    turn gets holds keeps places buys sells trades keep sell trade buy place found founds cash holdings left no not
    merges grows from loose dead you your who what this that it has have""".split())


def english_words(text: str) -> set[str]:
    """Return the words of a text that German has not; what a person types into a terminal is the same in all languages."""
    return ENGLISH_ALONE & set(re.findall(r"\w+", re.sub(r"acquire\s\w+", "", text.lower())))


def texts_of_the_window() -> set[str]:
    found = {*TEMPLATES.values(), *POWER_TITLES.values(), *TIER_NAMES, *(reason.value for reason in Reason),
             *(why for _, why in _COMBINATIONS)}
    found |= patterns_of_the_network()
    for path in sorted(path for pattern in TRANSLATED_FILES for path in FOLDER.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in TRANSLATORS:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def patterns_of_the_network() -> set[str]:
    """Return the patterns of all texts of the network package that are typed; some have places and no words."""
    found = set()
    for path in Path(acquire_net.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in {"Wording", "pattern"}:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return {text for text in found if re.search("[a-z]", re.sub(r"{\w+}", "", text))}


# What looks like a sentence and is none, or is for a terminal, by the file that it stands in.
NOT_FOR_THE_WINDOW = {
    "window/desktop.py": ("[Desktop Entry]",),
    "window/attention.py": ("on run argv", "display notification ", "end run"),
    "window/controller/basket_deciders.py": ("part sell",),
    "view_model/facts.py": ("No chain is on the board.",),
    "view_model/prompts.py": ("Type ", "Or a mix", " A minus sells", "{} A number uses", " A number uses", "Or several tiles"),
    "view_model/words.py": ("{} and {}",),
    "view_model/sentences.py": ("tied for ", "sole holder"),
    "matches/local.py": ("acquire local match ",),
    "window/app.py": ("acquire: there is no display", ". Try 'acquire text'"),
}


def untranslated_texts() -> set[str]:
    """Return what looks like a sentence in the source of the window and is not looked up in a catalogue.

    Errors that are raised do not count: the errors that a window shows are `TranslatedError`s, whose texts are marked.
    """
    found = set()
    for path in sorted(path for pattern in TRANSLATED_FILES for path in FOLDER.glob(pattern)):
        file = path.relative_to(FOLDER).as_posix()
        for text in _untranslated(ast.parse(path.read_text("utf-8"))):
            if re.search(r"(\w\w|}) [a-z]{2,}", text) and not text.startswith(NOT_FOR_THE_WINDOW.get(file, ())):
                found.add(f"{file}: {text}")
    return found


def _untranslated(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Raise | ast.Assert) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    children = ast.iter_child_nodes(node)
    if isinstance(node, ast.Call) and _name(node.func) in TRANSLATORS:
        children = iter([*node.args[1:], *node.keywords])
    elif isinstance(node, ast.JoinedStr):  # a part of it is a sentence as well as the whole
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    for child in children:
        yield from _untranslated(child)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
