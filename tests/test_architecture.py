"""The house rules that a machine can check, as tables: who may import whom, what lies where, what may not be tracked.

Every check takes the sources as a dictionary of path and text and returns complaints. So the same functions judge the
real tree and, further down, small bad trees: a rule that cannot fail would protect nothing.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("acquire_core", "acquire_net", "acquire_client")

# Arrows never point back: a package may import itself and those before it.
MAY_IMPORT = {PACKAGES[i]: PACKAGES[: i + 1] for i in range(len(PACKAGES))}

# Library (or package), the part of the tree that is watched, and the doors that may import it.
DOORS = [
    ("zmq", "acquire_", ["acquire_net/links/transport.py"]),
    ("zeroconf", "acquire_", ["acquire_net/discovery/table_search.py"]),
    ("nacl", "acquire_", ["acquire_net/crypto/"]),
    ("pygame", "acquire_", [f"acquire_client/window/{door}" for door in
                            ("app.", "sdl.", "assets/", "scenes/", "sound.", "table_view/", "widgets/")]),
    ("accesskit", "acquire_", ["acquire_client/window/screen_reader/adapter.py"]),
    ("distributed", "acquire_", ["acquire_client/tools/cluster.py"]),
    ("dask", "acquire_", ["acquire_client/tools/cluster.py"]),
    ("numpy", "acquire_", ["acquire_core/batch.py", "acquire_core/rl.py"]),
    ("gymnasium", "acquire_", ["acquire_core/rl.py"]),
    ("pettingzoo", "acquire_", ["acquire_core/rl.py"]),
    ("acquire_core", "acquire_net/", ["acquire_net/table/", "acquire_net/events.py", "acquire_net/peer.py"]),
]

# No clock, no randomness, no I/O here: time is a tick, entropy an argument, the disk a callback.
PURE = tuple(
    ["acquire_core/engine/", "acquire_net/lobby/", "acquire_net/protocol/"]
    + [f"acquire_core/{name}." for name in ("actions", "events", "notation", "refusals", "hidden_draws")]
)
IMPURE = """time datetime calendar sched random secrets uuid os io pathlib shutil tempfile glob fileinput mmap logging socket
    ssl select selectors http urllib asyncio threading multiprocessing concurrent subprocess signal posix
    libc.time libc.stdio libc.stdlib.rand libc.stdlib.srand libc.stdlib.getenv libcpp.random cpython.time
    time.h stdio.h unistd.h pthread.h sys/time.h""".split()
IMPURE_CALLS = {"open", "input", "print", "eval", "exec", "__import__"}

# The kernel needs nothing that is not in Python itself; the rest are Cython's own declarations. The libraries of an extra come
# in through a door in the core (see DOORS), and nothing else in the core may import that door: it must go without them.
CORE_NEEDS = {*sys.stdlib_module_names, "acquire_core", "cython", "libc", "cpython"}

CORE_DOORS = sorted({door for _, _, doors in DOORS for door in doors if door.startswith("acquire_core/")})


def module_of(door: str) -> str:
    return door.removesuffix(".py").rstrip("./").replace("/", ".")


# The folders of the layout. A new one is a decision: it comes with a line here.
FOLDERS = {"acquire_core", "acquire_net", "acquire_client", "tests", "benchmarks", "docs", "tools"}
SUBPACKAGES = {
    "acquire_core": {"engine", "ai"},
    "acquire_net": {"crypto", "discovery", "links", "lobby", "mailbox", "players", "playing", "protocol", "spectating", "table"},
    "acquire_client": {"commands", "files", "language", "matches", "terminal", "tools", "view_model", "window"},
    "acquire_client/terminal": {"presenters"},
    "acquire_client/window": {"assets", "controller", "layout", "scenes", "screen_reader", "table_view", "widgets"},
}

# Arrows between the rooms of a package, which are its folders and the files in its root: who may import what besides itself.
# Rooms that are not in such a table may not be imported by those that are: what is left in the root joins all the others. A
# module of a room stands for the whole room but lets in nothing else of it.
MAY_IMPORT_IN_NET: dict[str, set[str]] = {
    "errors": set(),
    "crypto": {"errors"},
    "private_files": set(),
    "players": {"crypto", "errors", "private_files"},
    "protocol": {"crypto", "errors"},
    "lobby": {"crypto", "errors", "players", "protocol"},
    "links": {"crypto", "errors", "protocol.codec", "protocol.messages"},
    "discovery": {"crypto", "errors", "links", "players", "protocol"},
    "events": {"lobby", "protocol"},
    "event_log": {"lobby", "events", "protocol"},
    "table": {"crypto", "errors", "lobby", "events", "private_files", "protocol"},
    "mailbox": {"crypto", "errors", "events", "links", "private_files", "protocol", "table"},
    "playing": {"crypto", "errors", "events", "links", "lobby", "mailbox", "protocol", "spectating", "table"},
    "spectating": {"crypto", "discovery", "errors", "links", "lobby", "events", "event_log", "protocol", "table"},
}

# Terminal and window do not know each other. What both show is in the view model, which reads matches and imports no screen.
MAY_IMPORT_IN_CLIENT: dict[str, set[str]] = {
    "theme": set(),
    "version": set(),
    "workers": set(),
    "language": set(),
    "trouble": {"language", "view_model"},
    "files": {"language", "theme", "tools.cup", "tools.cup_seating", "trouble", "view_model", "window.layout"},
    "view_model": {"language", "matches", "trouble"},
    "matches": {"__init__", "files", "language", "trouble", "version", "view_model", "workers"},
    "terminal": {"files", "language", "matches", "theme", "view_model"},
    "tools": {"commands", "files", "matches", "terminal", "theme", "version", "view_model"},
    "commands": {"files", "language", "matches", "terminal", "tools", "version", "view_model", "window.sdl"},
    "window": {"commands.end_signals", "files", "language", "matches", "theme", "trouble", "version", "view_model", "workers"},
}

# Scenes stand on all the others; places, pictures, widgets and what the table asks can be read without them.
MAY_IMPORT_IN_WINDOW: dict[str, set[str]] = {
    "attention": set(),
    "names_when_needed": set(),
    "notices": set(),
    "sdl": set(),
    "layout": set(),
    "controller": set(),
    "assets": {"layout"},
    "screen_reader": {"layout"},
    "sound": {"assets"},
    "widgets": {"assets", "layout", "screen_reader"},
    "table_view": {"assets", "controller", "layout", "scenes.pages", "scenes.scene", "screen_reader", "widgets"},
    "network": {"names_when_needed"},
    "scenes": {"assets", "controller", "layout", "names_when_needed", "network", "screen_reader", "table_view", "widgets"},
}
ROOMS = {"acquire_net": MAY_IMPORT_IN_NET, "acquire_client": MAY_IMPORT_IN_CLIENT, "acquire_client.window": MAY_IMPORT_IN_WINDOW}

MAX_LOOSE_FILES = 10
"""In the root of the network package, and of the client: what is more belongs into folders by idea."""

# Files are divided by idea and not by length, but a longer one gives the reason why it is one idea.
MAX_FILE_LINES = 700
MAX_COLUMNS = 130
LONG_FILES: dict[str, str] = {}

SOURCE_SUFFIXES = (".py", ".pyi", ".pyx", ".pxd", ".pxi")
GENERATED_SUFFIXES = (".c", ".cpp", ".so", ".pyd", ".o", ".pyc")

Sources = dict[str, str]


def absolute(path: str, dots: int, module: str) -> str:
    """Return the full name of a relative import; `dots` counts them, none means that the name is absolute."""
    if not dots:
        return module
    folder = path.split("/")[:-1]
    return ".".join([*folder[: len(folder) - dots + 1], *filter(None, [module])])


def statements_of(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all statements, also those in others. No import is in an expression, and most nodes are."""
    inner: list[ast.AST] = [tree]
    for node in inner:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner += getattr(node, name, ())
        yield node


@cache
def read_python(path: str, text: str) -> tuple[tuple[str, ...], bool, bool]:
    """Return what a file imports, whether it has a docstring, and whether it holds anything else."""
    tree, found = ast.parse(text, path), list[str]()
    for node in statements_of(tree):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(path, node.level, node.module or "")
            found += (f"{module}.{alias.name}" for alias in node.names)
    has_docstring = bool(ast.get_docstring(tree))
    return tuple(found), has_docstring, not all(isinstance(node, ast.Pass) for node in tree.body[has_docstring:])


CYTHON_FROM = re.compile(r"^\s*from\s+(\.*)([\w.]*)\s+c?import\s+(\([^)]*\)|[^\n(#]+)", re.M)
CYTHON_IMPORT = re.compile(r"^\s*c?import\s+([\w., ]+)", re.M)
CYTHON_EXTERN = re.compile(r"""^\s*cdef\s+extern\s+from\s+['"]<?([^'">]+)""", re.M)


def cython_imports(path: str, text: str) -> Iterator[str]:
    for dots, module, names in CYTHON_FROM.findall(text):
        for name in re.sub(r"#[^\n]*|[()\\]", " ", names).split(","):
            if name.split():
                yield f"{absolute(path, len(dots), module)}.{name.split()[0]}"
    for names in CYTHON_IMPORT.findall(text):
        yield from (name.split()[0] for name in names.split(",") if name.split())
    yield from CYTHON_EXTERN.findall(text)


@cache
def imports(path: str, text: str) -> tuple[str, ...]:
    return read_python(path, text)[0] if path.endswith((".py", ".pyi")) else tuple(cython_imports(path, text))


def names(imported: str, wanted: str) -> bool:
    return imported == wanted or imported.startswith(wanted + ".")


def arrows_point_back(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        allowed = MAY_IMPORT[path.split("/")[0]]
        for imported in imports(path, text):
            if imported.split(".")[0] in PACKAGES and imported.split(".")[0] not in allowed:
                yield f"{path} imports {imported}: core <- net <- client never points back"


def library_outside_its_door(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        for imported in imports(path, text):
            for library, watched, doors in DOORS:
                if names(imported, library) and path.startswith(watched) and not path.startswith(tuple(doors)):
                    yield f"{path} imports {imported}: only {', '.join(doors)} may"


def core_needs_a_library(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        let_in = {library for library, _, doors in DOORS if path.startswith(tuple(doors))}
        for imported in imports(path, text) if path.startswith("acquire_core/") else ():
            if not imported.endswith(".h") and imported.split(".")[0] not in CORE_NEEDS | let_in:
                yield f"{path} imports {imported}: the core needs nothing but the standard library"
            if not let_in and any(names(imported, module_of(door)) for door in CORE_DOORS):
                yield f"{path} imports {imported}: that needs libraries which the core must do without"


def clock_chance_or_io(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        if not path.startswith(PURE):
            continue
        for imported in imports(path, text):
            if any(names(imported, impure) for impure in IMPURE):
                yield f"{path} imports {imported}: no clock, no randomness, no I/O here"
        for node in ast.walk(ast.parse(text)) if path.endswith(".py") else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
                yield f"{path}:{node.lineno} calls {node.func.id}: no clock, no randomness, no I/O here"


def arrow_between_rooms(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        for package, table in ROOMS.items():
            room = path.removeprefix(package.replace(".", "/") + "/").removesuffix(".py").split("/")[0]
            if path.startswith(package.replace(".", "/") + "/") and room in table:
                yield from arrows_out_of_room(path, text, package, room, table[room] | {room})


def arrows_out_of_room(path: str, text: str, package: str, room: str, allowed: set[str]) -> Iterator[str]:
    for imported in imports(path, text):
        parts = ["__init__"] if imported == package else imported.removeprefix(package + ".").split(".")
        if names(imported, package) and not {parts[0], ".".join(parts[:2])} & allowed:
            yield f"{path} imports {imported}: {room} may import {', '.join(sorted(allowed - {room})) or 'nothing'}"


NET_FACE = ("acquire_net", "acquire_net.events")


def client_behind_the_face(sources: Sources) -> Iterator[str]:
    """The client uses what the network package offers in its root, and the events; what lies deeper may change every day."""
    rooms = {path.split("/")[1].removesuffix(".py") for path in sources if path.startswith("acquire_net/")} - {"events"}
    for path, text in sources.items():
        if not path.startswith("acquire_client/"):
            continue
        for imported in imports(path, text):
            package, _, name = imported.partition(".")
            if package == "acquire_net" and name.split(".")[0] in rooms | set(MAY_IMPORT_IN_NET) - {"events"}:
                yield f"{path} imports {imported}: the client may import {' and '.join(NET_FACE)}"


def too_many_loose_files(sources: Sources) -> Iterator[str]:
    for package in ("acquire_net", "acquire_client"):
        loose = [path for path in sources if path.rpartition("/")[0] == package]
        if len(loose) > MAX_LOOSE_FILES:
            yield f"{loose[-1]}: {len(loose)} files lie loose in {package}, and {MAX_LOOSE_FILES} may: find a folder for some"


def unknown_place(sources: Sources) -> Iterator[str]:
    for path in sources:
        package, *folders, _ = path.split("/")
        place = package
        for folder in folders:
            if folder not in SUBPACKAGES.get(place, ()):
                yield f"{path}: {place} has no part called {folder} in the layout"
            place += "/" + folder
        if place + "/__init__.py" not in sources:
            yield f"{path}: its folder has no __init__.py"


def too_long(sources: Sources, allowed: dict[str, str] = LONG_FILES) -> Iterator[str]:
    for path, text in sources.items():
        lines = text.count("\n")
        if lines > MAX_FILE_LINES and path not in allowed:
            yield f"{path} has {lines} lines: look for a second noun in it, or give a reason in LONG_FILES"
        if lines <= MAX_FILE_LINES and path in allowed:
            yield f"{path} is short again: take it out of LONG_FILES"


def too_wide(sources: Sources) -> Iterator[str]:
    """Ruff counts the columns of Python, and knows no Cython."""
    for path, text in sources.items():
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > MAX_COLUMNS and not path.endswith((".py", ".pyi")):
                yield f"{path}:{number} has {len(line)} columns, and {MAX_COLUMNS} are the limit"


CDEF_FUNCTION = re.compile(r"^\s*cdef (?:inline )?[\w *]*?\b(\w+)\([^=]*?$", re.M)


def never_called(sources: Sources) -> Iterator[str]:
    """A C function whose name stands nowhere else; no linter looks for these."""
    cython = {path: text for path, text in sources.items() if not path.endswith((".py", ".pyi"))}
    words = Counter(word for text in cython.values() for word in re.findall(r"\w+", text))
    for path, text in cython.items():
        for name in CDEF_FUNCTION.findall(text):
            if words[name] == 1:
                yield f"{path}: nobody calls {name}"


def placeholder(sources: Sources) -> Iterator[str]:
    for path, text in sources.items():
        if not path.endswith((".py", ".pyi")):
            if not re.sub(r'"""(.|\n)*?"""|#[^\n]*|\s', "", text):
                yield f"{path} holds nothing"
            continue
        _, has_docstring, has_more = read_python(path, text)
        if path.endswith(".py") and not has_docstring:
            yield f"{path} does not say what it is for"
        if not path.endswith("__init__.py") and not has_more:
            yield f"{path} holds nothing"


def generated_file(sources: Sources) -> Iterator[str]:
    for path in sources:
        by_hand = path.startswith("tests/net/model/search/") and path.endswith(".c")
        if path.endswith(GENERATED_SUFFIXES) and not by_hand:
            yield f"{path} is generated and may not be tracked"


def imports_another_test(sources: Sources) -> Iterator[str]:
    """A test that is collected from two files runs twice, and what two tests share is easier to find where no test is."""
    for path, text in sources.items():
        for imported in imports(path, text):
            if imported.startswith("tests.") and any(part.startswith("test_") for part in imported.split(".")):
                yield f"{path} imports {imported}: what several tests share lies in a module of its own, or in tests/support"


def circle_of_modules(sources: Sources) -> Iterator[str]:
    """Modules that import one another cannot be read one at a time. Compiled modules count, and so do imports for type checkers.

    Stubs do not: that of the engine names the type of the records which `Game.record` gets from elsewhere.
    """
    from tools.measure_house import Module, circles  # tests of an installed package go without the tools

    modules = {}
    for path in (path for path in sources if not path.endswith(".pyi")):
        modules[path.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")] = Module(path)
    for name, module in modules.items():
        for imported in imports(module.path, sources[module.path]):
            while imported and imported not in modules:
                imported = imported.rpartition(".")[0]
            if imported and imported != name:
                module.imports.add(imported)
    for group in circles(modules):
        yield f"{modules[group[0]].path} imports itself through others: {', '.join(group)}"


CHECKS: list[Callable[[Sources], Iterator[str]]] = [
    arrows_point_back, library_outside_its_door, core_needs_a_library, clock_chance_or_io, arrow_between_rooms,
    client_behind_the_face, circle_of_modules, unknown_place, too_many_loose_files, too_long, too_wide, never_called, placeholder,
]

in_the_source_tree = pytest.mark.skipif(not (ROOT / "acquire_core").is_dir(), reason="no source tree beside the tests")


def sources_of_the_tree() -> Sources:
    files = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*")))
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files if path.suffix in SOURCE_SUFFIXES}


@in_the_source_tree
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_tree_keeps_the_rule(check: Callable[[Sources], Iterator[str]]) -> None:
    sources = sources_of_the_tree()
    assert "acquire_core/ruleset.py" in sources
    complaints = list(check(sources))
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_no_test_imports_another_test() -> None:
    folders = (ROOT / folder for folder in ("tests", "benchmarks", "tools"))
    sources = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py")}
    assert "tests/test_architecture.py" in sources
    complaints = list(imports_another_test(sources))
    assert not complaints, "\n".join(complaints)


@in_the_source_tree
def test_no_unknown_folder_holds_python() -> None:
    ours = (path for path in ROOT.glob("[!.]*/") if path.name not in {"build", "dist"} and not (path / "pyvenv.cfg").exists())
    found = {path.name for path in ours if any(path.rglob("*.py"))}
    assert found <= FOLDERS, f"not in the layout: {found - FOLDERS}"
    assert sorted(path.name for path in ROOT.glob("*.py")) == ["noxfile.py", "setup.py"]


@in_the_source_tree
def test_nothing_generated_is_tracked() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout, or no git")
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    assert not list(generated_file(dict.fromkeys(tracked, "")))


DOC = '"""What it is for."""\n'

BAD = [
    (arrows_point_back, "acquire_core/arena.py", "from acquire_net import Table"),
    (arrows_point_back, "acquire_core/arena.py", "def late():\n    import acquire_client.window.app"),
    (arrows_point_back, "acquire_net/table/acquire_game.py", "import acquire_client"),
    (arrows_point_back, "acquire_core/engine/game.pyx", "from acquire_net.crypto.group cimport multiply"),
    (library_outside_its_door, "acquire_net/links/relay.py", "import zmq"),
    (library_outside_its_door, "acquire_net/links/transport.py", "import zeroconf"),
    (library_outside_its_door, "acquire_net/protocol/dealing.py", "from nacl import bindings"),
    (library_outside_its_door, "acquire_client/view_model/board.py", "import pygame.draw"),
    (library_outside_its_door, "acquire_client/cli.py", "import pygame"),
    (library_outside_its_door, "acquire_client/window/layout/table.py", "import pygame"),
    (library_outside_its_door, "acquire_net/spectating/spectator.py", "from acquire_core import Game"),
    (library_outside_its_door, "acquire_client/commands/arena.py", "from distributed import Client"),
    (library_outside_its_door, "acquire_client/window/screen_reader/reader.py", "import accesskit"),
    (library_outside_its_door, "acquire_client/window/screen_reader/tree.py", "import pygame"),
    (library_outside_its_door, "acquire_core/arena.py", "import numpy as np"),
    (library_outside_its_door, "acquire_core/batch.py", "import pettingzoo"),
    (library_outside_its_door, "acquire_client/tools/bench.py", "from gymnasium.spaces import Box"),
    (core_needs_a_library, "acquire_core/arena.py", "import numpy as np"),
    (core_needs_a_library, "acquire_core/batch.py", "import pandas"),
    (core_needs_a_library, "acquire_core/arena.py", "from .batch import Batch"),
    (core_needs_a_library, "acquire_core/ai/bots.py", "from acquire_core import rl"),
    (core_needs_a_library, "acquire_core/engine/game.pyx", "cimport numpy"),
    (clock_chance_or_io, "acquire_core/engine/game.pyx", "import random"),
    (clock_chance_or_io, "acquire_core/engine/game.pyx", "from libc.stdlib cimport (\n    free,\n    rand as chance)"),
    (clock_chance_or_io, "acquire_core/engine/state.pxd", "from libc.time cimport time"),
    (clock_chance_or_io, "acquire_core/engine/state.pxd", 'cdef extern from "<time.h>" nogil:\n    long time(long*)'),
    (clock_chance_or_io, "acquire_core/actions.py", "from datetime import datetime"),
    (clock_chance_or_io, "acquire_core/events.py", "import secrets"),
    (clock_chance_or_io, "acquire_core/notation.py", "text = open('x').read()"),
    (clock_chance_or_io, "acquire_net/lobby/table_spec.py", "from os import urandom"),
    (clock_chance_or_io, "acquire_net/lobby/table_spec.py", "import json, threading"),
    (arrow_between_rooms, "acquire_net/crypto/group.py", "from acquire_net.protocol.codec import decode"),
    (arrow_between_rooms, "acquire_net/lobby/table_spec.py", "from acquire_net.links.transport import Mesh"),
    (arrow_between_rooms, "acquire_net/lobby/table_spec.py", "from acquire_net.table import acquire_game"),
    (arrow_between_rooms, "acquire_net/protocol/session.py", "def late():\n    import acquire_net.links.gateway"),
    (arrow_between_rooms, "acquire_net/links/gateway.py", "from acquire_net.protocol.session import Session"),
    (arrow_between_rooms, "acquire_net/links/gateway.py", "from acquire_net.discovery.card import CARD_REQUEST"),
    (arrow_between_rooms, "acquire_net/table/journal.py", "from acquire_net import peer"),
    (arrow_between_rooms, "acquire_net/private_files.py", "import acquire_net"),
    (arrow_between_rooms, "acquire_client/language/german.py", "from acquire_client.view_model.words import printable"),
    (arrow_between_rooms, "acquire_client/view_model/board.py", "from acquire_client.files.folders import folders"),
    (arrow_between_rooms, "acquire_client/terminal/console.py", "from acquire_client.window.layout.box import Box"),
    (arrow_between_rooms, "acquire_client/commands/doctor.py", "from acquire_client.window import app"),
    (arrow_between_rooms, "acquire_client/window/scenes/title.py", "from acquire_client import cli"),
    (arrow_between_rooms, "acquire_client/window/scenes/title.py", "from acquire_client.window.navigation import Navigation"),
    (arrow_between_rooms, "acquire_client/window/widgets/button.py", "from acquire_client.window.scenes.scene import Scene"),
    (arrow_between_rooms, "acquire_client/window/table_view/board_view.py", "from acquire_client.window.scenes.table import X"),
    (client_behind_the_face, "acquire_client/commands/host.py", "from acquire_net.lobby.lobby import Offer"),
    (client_behind_the_face, "acquire_client/commands/host.py", "from acquire_net import links"),
    (client_behind_the_face, "acquire_client/view_model/votes.py", "import acquire_net.protocol.session_events"),
    (unknown_place, "acquire_core/utils/strings.py", "x = 1"),
    (unknown_place, "acquire_client/window/scenes/lobby/rows.py", "x = 1"),
    (too_long, "acquire_core/arena.py", "x = 1\n" * 701),
    (too_wide, "acquire_core/engine/state.pxd", "#" * 131),
    (never_called, "acquire_core/engine/board.pxd", "cdef inline int spot(const State* s) noexcept nogil:\n    return 0\n"),
    (never_called, "acquire_core/engine/game.pyx", "cdef list found(self):\n    return []\n"),
    (placeholder, "acquire_core/arena.py", ""),
    (placeholder, "acquire_core/arena.py", "pass"),
    (placeholder, "acquire_core/engine/board.pxd", "# to do"),
    (imports_another_test, "tests/core/test_features.py", "from tests.core.test_observation import twins"),
    (imports_another_test, "tests/online/healing.py", "from .test_hosts import seated"),
    (imports_another_test, "tests/client/test_german.py", "from tests.client import test_window as window"),
    (generated_file, "acquire_core/engine/game.c", ""),
    (generated_file, "acquire_core/engine/game.abi3.so", ""),
]

GOOD = [
    ("acquire_core/arena.py", "import time, random\nfrom concurrent.futures import Executor\nfrom .actions import Place"),
    ("acquire_core/engine/game.pyx", "from libc.stdint cimport uint64_t\nfrom .state cimport (\n    State,  # time\n    BAG)"),
    ("acquire_core/engine/board.pxd", "cdef inline int spot() noexcept nogil:\n    return 0\ncdef int x = spot()\n"),
    ("acquire_core/events.py", "timeout_ms = 3"),
    ("acquire_core/batch.py", "import numpy as np\nfrom numpy.typing import NDArray"),
    ("acquire_core/rl.py", "import gymnasium, numpy\nfrom pettingzoo import AECEnv\nfrom .batch import Batch"),
    ("acquire_net/links/transport.py", "import zmq, time"),
    ("acquire_net/links/channels.py", "from acquire_net.protocol.codec import decode\nfrom acquire_net.protocol import messages"),
    ("acquire_net/peer.py", "from acquire_net.links.transport import Mesh\nfrom acquire_net.lobby import lobby"),
    ("acquire_net/crypto/group.py", "import nacl.bindings"),
    ("acquire_net/table/acquire_game.py", "from acquire_core import Game"),
    ("acquire_client/commands/host.py", "from acquire_net import Host, events\nfrom acquire_net.events import Played"),
    ("acquire_client/window/table_view/review_view.py", "from acquire_client.window.scenes.scene import Scene"),
    ("acquire_client/window/app.py", "from acquire_client.window.navigation import Navigation"),
    ("acquire_client/cli.py", "from acquire_client.window import app"),
    ("acquire_client/window/scenes/help.py", "import pygame\nfrom acquire_net import Table\nfrom acquire_core import Game"),
]


def small_tree(path: str, text: str) -> Sources:
    folder, package = path.rpartition("/")[0], path.split("/")[0]
    return {f"{package}/__init__.py": DOC, f"{folder}/__init__.py": DOC, path: DOC + text}


@pytest.mark.parametrize(("check", "path", "text"), BAD)
def test_a_bad_tree_is_refused(check: Callable[[Sources], Iterator[str]], path: str, text: str) -> None:
    complaints = list(check(small_tree(path, text)))
    assert any(complaint.startswith(path) for complaint in complaints)


@pytest.mark.parametrize(("path", "text"), GOOD)
def test_a_good_tree_passes(path: str, text: str) -> None:
    assert not [complaint for check in CHECKS for complaint in check(small_tree(path, text))]


def test_a_folder_without_init_and_a_module_without_words_are_refused() -> None:
    assert list(unknown_place({"acquire_core/engine/board.pxd": "x"}))
    assert list(placeholder({"acquire_core/arena.py": "x = 1"}))


def test_a_long_file_needs_a_reason_and_loses_it_when_short() -> None:
    long, short = {"acquire_core/a.py": "x\n" * 701}, {"acquire_core/a.py": "x\n"}
    assert not list(too_long(long, {"acquire_core/a.py": "a table of prices"}))
    assert list(too_long(short, {"acquire_core/a.py": "a table of prices"}))


@pytest.mark.parametrize("package", ["acquire_net", "acquire_client"])
def test_ten_files_may_lie_loose_in_a_package_and_no_more(package: str) -> None:
    files = {f"{package}/{name}.py": "x = 1\n" for name in "abcdefghij"} | {f"{package}/folder/k.py": "x = 1\n"}
    assert not list(too_many_loose_files(files))
    assert list(too_many_loose_files({**files, f"{package}/k.py": "x = 1\n"}))


@in_the_source_tree
def test_a_circle_is_found_among_compiled_modules_too() -> None:
    record = {"acquire_core/record.py": "from acquire_core.engine.game import Game\n"}
    assert not list(circle_of_modules({**record, "acquire_core/engine/game.pyx": "from acquire_core.events import Event\n"}))
    late = "def record(self):\n    from acquire_core.record import record_of\n"
    complaint, = circle_of_modules({**record, "acquire_core/engine/game.pyx": late})
    assert "acquire_core.engine.game, acquire_core.record" in complaint
    for_types = "if TYPE_CHECKING:\n    from acquire_core.record import Record\n"
    assert list(circle_of_modules({**record, "acquire_core/engine/game.py": for_types}))


def test_every_check_has_a_bad_tree() -> None:
    of_their_own = {too_many_loose_files, circle_of_modules}
    assert {check for check, _, _ in BAD} | of_their_own == {*CHECKS, generated_file, imports_another_test}
