"""What programs rely on: the names of the package, and stubs that say what compiled modules have, parameters included."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import acquire_core
from acquire_core import cpu
from acquire_core.ai import parallel_games, search
from acquire_core.engine import game


def stub_of(module: ModuleType) -> list[ast.stmt]:
    name = module.__name__.rpartition(".")[2]
    return ast.parse(Path(str(module.__file__)).with_name(f"{name}.pyi").read_text("utf-8")).body


STUBS = {module: stub_of(module) for module in (game, search, parallel_games)}
CLASSES = [(module, node) for module, stub in STUBS.items() for node in stub if isinstance(node, ast.ClassDef)]

REQUIRED = object()


def test_every_promised_name_is_there_and_said_once() -> None:
    assert sorted(set(acquire_core.__all__)) == sorted(acquire_core.__all__)
    assert all(getattr(acquire_core, name) is not None for name in acquire_core.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'Recrod'"):
        acquire_core.Recrod  # noqa: B018


def test_the_wanted_cpu_variant_is_used_where_it_runs_and_else_the_best() -> None:
    before = cpu.cpu_variant()
    try:
        assert cpu.choose_cpu_variant("portable") == cpu.cpu_variant() == "portable"
        for unknown in ("fastest", "", None):
            assert cpu.choose_cpu_variant(unknown) == cpu.cpu_variant() == cpu.cpu_variants()[-1]
    finally:
        cpu.use_cpu_variant(before)


# The stub.

def members(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def is_property(member: ast.FunctionDef) -> bool:
    return [ast.unparse(decorator) for decorator in member.decorator_list] == ["property"]


def stub_parameters(function: ast.FunctionDef) -> dict[str, object]:
    """Return names with their defaults; `self` and `cls` are left out."""
    arguments = function.args
    names = [argument.arg for argument in arguments.args]
    defaults = [None] * (len(names) - len(arguments.defaults)) + [*arguments.defaults]
    pairs = [*zip(names, defaults, strict=True),
             *zip([argument.arg for argument in arguments.kwonlyargs], arguments.kw_defaults, strict=True)]
    return {name: REQUIRED if default is None else ast.literal_eval(default) for name, default in pairs
            if name not in ("self", "cls")}


def real_parameters(function: Callable[..., Any]) -> dict[str, object]:
    return {name: REQUIRED if parameter.default is parameter.empty else parameter.default
            for name, parameter in inspect.signature(function).parameters.items() if name != "self"}


def functions() -> Iterator[tuple[str, ast.FunctionDef, Callable[..., Any]]]:
    for module, stub in STUBS.items():
        for node in stub:
            if isinstance(node, ast.FunctionDef):
                yield node.name, node, getattr(module, node.name)
    for module, node in CLASSES:
        for name, member in members(node).items():
            # Cython tells nothing about the parameters of its constructors.
            if name != "__init__" and not is_property(member):
                yield f"{node.name}.{name}", member, getattr(getattr(module, node.name), name)


@pytest.mark.parametrize(("module", "node"), CLASSES, ids=lambda value: getattr(value, "name", ""))
def test_a_class_has_the_members_of_its_stub(module: ModuleType, node: ast.ClassDef) -> None:
    real = {name: member for name, member in vars(getattr(module, node.name)).items() if not name.startswith("_")}
    stub = {name: member for name, member in members(node).items() if not name.startswith("_")}
    assert set(stub) == set(real)
    for name, member in stub.items():
        assert inspect.isdatadescriptor(real[name]) == is_property(member), name


@pytest.mark.parametrize("module", STUBS, ids=lambda module: module.__name__)
def test_functions_of_the_stub_are_those_of_the_module(module: ModuleType) -> None:
    real = {name for name, value in vars(module).items()
            if inspect.isroutine(value) and getattr(value, "__module__", "") == module.__name__}
    assert {node.name for node in STUBS[module] if isinstance(node, ast.FunctionDef)} == real


@pytest.mark.parametrize(("name", "stub", "real"), list(functions()), ids=lambda value: value if isinstance(value, str) else "")
def test_parameters_and_defaults_are_those_of_the_stub(name: str, stub: ast.FunctionDef, real: Callable[..., Any]) -> None:
    assert stub_parameters(stub) == real_parameters(real)


@pytest.mark.parametrize("module", STUBS, ids=lambda module: module.__name__)
def test_constants_of_the_stub_are_there(module: ModuleType) -> None:
    stub = {node.target.id for node in STUBS[module] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    assert stub <= set(vars(module))
