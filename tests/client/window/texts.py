"""All texts that the window says, read from its source: what stands in `say(...)` and `message(...)`, and the tables it says."""

import ast
from pathlib import Path

import acquire_client
from acquire_client.view_model.questions import QUESTIONS
from acquire_client.view_model.sentences import END_REASONS

FOLDER = Path(acquire_client.__file__).parent
SPEAKERS = {"say", "message", "tell_in"}


def texts_of_the_window() -> set[str]:
    found = {*QUESTIONS.values(), *END_REASONS.values()}
    for path in [*FOLDER.glob("scenes/*.py"), *FOLDER.glob("widgets/*.py"), FOLDER / "app.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in SPEAKERS:
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    return found


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
