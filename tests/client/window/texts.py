"""All texts that the window says: what stands in `say(...)` and `message(...)` in its source, and the tables of the core."""

import ast
import re
from pathlib import Path

import acquire_client
from acquire_core.actions import POWER_TITLES, Reason
from acquire_core.ai import TEMPLATES
from acquire_core.ruleset import _COMBINATIONS, TIER_NAMES

FOLDER = Path(acquire_client.__file__).parent
SPEAKERS = {"say", "message"}
SPEAKING = ("scenes/*.py", "widgets/*.py", "view_model/*.py", "matches/*.py", "language/__init__.py", "app.py", "saves.py",
            "settings.py", "trouble.py")


# Words that German has not, and without which hardly a sentence of a game is English.
ENGLISH_ALONE = set("""the and of with for is are to by into tile tiles block blocks chain chains market bag turn gets holds keeps
    places buys sells trades keep sell trade buy place found founds cash holdings left no not merges grows from loose dead you
    your who what this that it has have""".split())


def english_words(text: str) -> set[str]:
    return ENGLISH_ALONE & set(re.findall(r"\w+", text.lower()))


def texts_of_the_window() -> set[str]:
    found = {*TEMPLATES.values(), *POWER_TITLES.values(), *TIER_NAMES, *(reason.value for reason in Reason),
             *(why for _, why in _COMBINATIONS)}
    for path in sorted(path for pattern in SPEAKING for path in FOLDER.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in SPEAKERS:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
