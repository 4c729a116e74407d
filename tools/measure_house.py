"""Measure how easy the house is to find one's way in: `python -m tools.measure_house [--names] [--root FOLDER]`.

It counts circles among modules, loose files, class names that are used twice, and function names of one word. With `--names` it
lists what it counted. tests/test_architecture.py asks the same functions, so that circles and doubled names do not come back.
"""

from __future__ import annotations

import argparse
import ast
import importlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from tools.trees import ROOT

PACKAGES = ("acquire_core", "acquire_net", "acquire_client")

# Verbs that name one idea everywhere in the project, so a reader meets each once: at most forty.
SHARED_VERBS = frozenset("""
    accept add answer apply ask begin check choose close configure contribute draw follow keep leave load open paint play prepare
    prove read receive replay report resume run save send settle show sign start stop submit take tick verify vote write
""".split())
MAX_SHARED_VERBS = 40

# Names of the public API of the core, which is a contract: they stay.
PUBLIC_NAMES = frozenset("apply choose copy digest observe owed phase play record replace snapshot standings".split())


@dataclass(frozen=True, slots=True)
class Function:
    """One definition of a function or method."""
    path: str
    line: int
    name: str
    is_override: bool

    @property
    def is_one_word(self) -> bool:
        """Return True for `draw` and `_draw`, but not for `draw_board`."""
        return "_" not in self.name.strip("_")


@dataclass
class Module:
    """What one Python file imports and defines."""
    path: str
    imports: set[str] = field(default_factory=set)
    classes: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)


def module_name(path: str) -> str:
    """Return the dotted name of a file: `a/b.py` is `a.b`, `a/__init__.py` is `a`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def read_sources(root: Path = ROOT) -> dict[str, str]:
    """Return the Python files of the three packages, by path."""
    found = (path for package in PACKAGES for path in sorted((root / package).rglob("*.py")))
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return all nodes, as `ast.walk` does in several times the time: it asks each node for its fields by name."""
    found = [tree]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, list):
                found += [child for child in value if isinstance(child, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def read_modules(sources: Mapping[str, str]) -> dict[str, Module]:
    """Return what each file imports and defines, by its dotted name."""
    trees = {path: ast.parse(text, path) for path, text in sources.items() if path.endswith(".py")}
    names = {module_name(path) for path in trees}
    nodes = {path: nodes_of(tree) for path, tree in trees.items()}
    methods = _methods_by_class(chain.from_iterable(nodes.values()))
    return {module_name(path): _read_module(path, found, names, methods) for path, found in nodes.items()}


def _read_module(path: str, nodes: list[ast.AST], names: set[str], methods: Mapping[str, set[str]]) -> Module:
    module = Module(path)
    package = path.split("/")[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            module.imports.update(alias.name for alias in node.names if alias.name in names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *filter(None, [node.module])])
            for alias in node.names:
                full = f"{source}.{alias.name}"
                module.imports.update({full if full in names else source} & names)
    module.imports.discard(module_name(path))
    module.classes = [node.name for node in nodes if isinstance(node, ast.ClassDef)]
    module.functions = list(_functions_in(path, nodes, methods, _external_names(nodes)))
    return module


def _functions_in(path: str, nodes: list[ast.AST], methods: Mapping[str, set[str]],
                  external: Mapping[str, str]) -> Iterator[Function]:
    owners: dict[ast.AST, ast.ClassDef] = {child: node for node in nodes if isinstance(node, ast.ClassDef) for child in node.body}
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_dunder(node.name):
            owner = owners.get(node)
            is_override = owner is not None and _is_override(owner, node.name, methods, external)
            yield Function(path, node.lineno, node.name, is_override)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _methods_by_class(nodes: Iterable[ast.AST]) -> dict[str, set[str]]:
    """Return what each class of the packages defines or inherits within them, by the name of the class."""
    own: dict[str, set[str]] = defaultdict(set)
    bases: dict[str, set[str]] = defaultdict(set)
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            own[node.name] |= {child.name for child in node.body if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)}
            bases[node.name] |= {_name_of(base) for base in node.bases}
    for _ in range(10):  # deeper families than this there are none
        for name in list(own):
            own[name] = own[name].union(*(own.get(base, set()) for base in bases[name]))
    return own


def _name_of(base: ast.expr) -> str:
    if isinstance(base, ast.Subscript):
        return _name_of(base.value)
    return base.id if isinstance(base, ast.Name) else ast.unparse(base).split(".")[-1]


def _external_names(nodes: list[ast.AST]) -> dict[str, str]:
    """Return where a file has each name from that it imports from outside the packages."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] not in PACKAGES:
            found.update({alias.asname or alias.name: f"{node.module}:{alias.name}" for alias in node.names})
        elif isinstance(node, ast.Import):
            found.update({alias.asname or alias.name: alias.name for alias in node.names})
    return found


def _is_override(owner: ast.ClassDef, name: str, methods: Mapping[str, set[str]], external: Mapping[str, str]) -> bool:
    for base in owner.bases:
        short = _name_of(base)
        if name in methods.get(short, set()) and short != owner.name:
            return True
        where = ast.unparse(base).split("[")[0]
        first = where.split(".")[0]
        if first in external and name in _attributes_of(external[first], where):
            return True
    return False


@cache
def _attributes_of(source: str, base: str) -> frozenset[str]:
    """Return the attributes of a class from outside the packages, as far as its library is installed."""
    module, _, name = source.partition(":")
    try:
        found: object = importlib.import_module(module)
        for part in [*filter(None, [name]), *base.split(".")[1:]]:
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return frozenset()
    return frozenset(dir(found))


# --- what is counted

def circles(modules: Mapping[str, Module]) -> list[list[str]]:
    """Return the groups of modules that import one another, directly or through others. Imports for type checkers count."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(modules[name].imports):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            group = stack[stack.index(name):]
            del stack[stack.index(name):]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(modules):
        if name not in index:
            visit(name)
    return sorted(found)


def doubled_classes(modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Return the class names that more than one definition has, with their files."""
    places: dict[str, list[str]] = defaultdict(list)
    for module in modules.values():
        for name in module.classes:
            places[name].append(module.path)
    return {name: found for name, found in sorted(places.items()) if len(found) > 1}


def loose_files(sources: Iterable[str]) -> dict[str, list[str]]:
    """Return the Python files that lie in the root of each package."""
    return {package: sorted(path for path in sources if path.count("/") == 1 and path.startswith(package + "/"))
            for package in PACKAGES}


def counted_functions(modules: Mapping[str, Module]) -> list[Function]:
    """Return the functions whose names the share of one-word names is taken of.

    Left out are dunders, overrides, the names of the public contract and the shared verbs.
    """
    return [function for module in modules.values() for function in module.functions
            if not (function.is_override or function.name.strip("_") in SHARED_VERBS | PUBLIC_NAMES)]


def table_of(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield the lines of the table that is printed."""
    paths = [module.path for module in modules.values()]
    yield f"circles among modules             {len(circles(modules)):6}"
    for package, files in loose_files(paths).items():
        yield f"loose files in {package:<15}    {len(files):6}"
    yield f"class names used twice            {len(doubled_classes(modules)):6}"
    every = [function for module in modules.values() for function in module.functions]
    counted = counted_functions(modules)
    for title, functions in (("all", every), ("counted", counted)):
        one_word = sum(function.is_one_word for function in functions)
        yield f"one-word function names, {title:<9}{one_word:6} of {len(functions)}, {one_word / max(1, len(functions)):.1%}"
    for package in PACKAGES:
        functions = [function for function in counted if function.path.startswith(package + "/")]
        one_word = sum(function.is_one_word for function in functions)
        yield f"  counted in {package:<16}     {one_word:6} of {len(functions)}, {one_word / max(1, len(functions)):.1%}"


def names_of(modules: Mapping[str, Module]) -> Iterator[str]:
    """Yield what was counted, a line each."""
    for group in circles(modules):
        yield "circle: " + ", ".join(group)
    for name, paths in doubled_classes(modules).items():
        yield f"class {name}: " + ", ".join(paths)
    for function in counted_functions(modules):
        if function.is_one_word:
            yield f"{function.path}:{function.line}: {function.name}"


def main() -> int:
    """Print the table, and with `--names` what was counted."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure_house", description=__doc__)
    parser.add_argument("--names", action="store_true", help="list what was counted")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout to measure")
    chosen = parser.parse_args()
    modules = read_modules(read_sources(chosen.root))
    if chosen.names:
        print("\n".join(names_of(modules)))
    print("\n".join(table_of(modules)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
