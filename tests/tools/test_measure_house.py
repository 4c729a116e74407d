"""The measure of the house counts what it says, in small trees."""

import gc

import pytest

from tools.measure_house import (
    MAX_SHARED_VERBS,
    PACKAGES,
    SHARED_VERBS,
    Module,
    circles,
    counted_functions,
    doubled_classes,
    loose_files,
    read_modules,
    read_sources,
    table_of,
)


def test_modules_that_import_each_other_are_a_circle() -> None:
    sources = {"acquire_net/__init__.py": "", "acquire_net/a.py": "from acquire_net import b",
               "acquire_net/b.py": "from .c import x", "acquire_net/c.py": "from acquire_net.a import y",
               "acquire_net/d.py": "from acquire_net.a import y"}
    assert circles(read_modules(sources)) == [["acquire_net.a", "acquire_net.b", "acquire_net.c"]]


def test_an_import_for_type_checkers_or_inside_a_function_closes_a_circle_too() -> None:
    late = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from acquire_net.a import A\n"
    for text in (late, "def load():\n    import acquire_net.a\n"):
        sources = {"acquire_net/a.py": "from acquire_net.b import b", "acquire_net/b.py": text}
        assert circles(read_modules(sources)) == [["acquire_net.a", "acquire_net.b"]]


def test_a_straight_line_of_imports_is_not_a_circle() -> None:
    sources = {"acquire_net/a.py": "import acquire_net.b", "acquire_net/b.py": "import acquire_net.c",
               "acquire_net/c.py": "import os"}
    assert circles(read_modules(sources)) == []


def test_a_class_name_is_doubled_when_two_definitions_have_it() -> None:
    sources = {"acquire_core/a.py": "class Step: ...\nclass One: ...", "acquire_net/b.py": "def f():\n    class Step: ..."}
    assert doubled_classes(read_modules(sources)) == {"Step": ["acquire_core/a.py", "acquire_net/b.py"]}


def test_loose_files_are_those_in_the_root_of_a_package() -> None:
    found = loose_files(["acquire_net/peer.py", "acquire_net/table/seat.py", "acquire_client/cli.py"])
    assert found == {"acquire_core": [], "acquire_net": ["acquire_net/peer.py"], "acquire_client": ["acquire_client/cli.py"]}


def test_overrides_dunders_shared_verbs_and_the_public_contract_are_not_counted() -> None:
    text = """
import threading
class Base:
    def __init__(self): ...
    def blink(self): ...
    def draw(self): ...
    def _settle(self): ...
class Derived(Base):
    def blink(self): ...
class Worker(threading.Thread):
    def run(self): ...
    def join(self): ...
    def stand_up(self): ...
def observe(): ...
"""
    counted = counted_functions(read_modules({"acquire_client/a.py": text}))
    assert sorted((function.name, function.is_one_word) for function in counted) == [("blink", True), ("stand_up", False)]


def test_the_shared_verbs_are_few() -> None:
    assert len(SHARED_VERBS) <= MAX_SHARED_VERBS


def test_the_table_has_a_line_for_each_figure() -> None:
    lines = list(table_of(read_modules({"acquire_net/a.py": "def blink(): ...\ndef stand_up(): ..."})))
    assert any("1 of 2, 50.0%" in line and "counted" in line for line in lines)
    assert sum("loose files" in line for line in lines) == 3


@pytest.fixture(scope="module")
def house() -> dict[str, Module]:
    gc.disable()  # more than half a million nodes stay in use: to look through them again and again takes longer than to read
    try:
        return read_modules(read_sources())
    finally:
        gc.enable()


def test_each_class_of_the_packages_has_a_name_of_its_own(house: dict[str, Module]) -> None:
    assert doubled_classes(house) == {}


def test_at_most_three_in_ten_function_names_are_one_word(house: dict[str, Module]) -> None:
    """A newcomer searches for what a function acts on; in each package most names say it."""
    counted = counted_functions(house)
    for package in PACKAGES:
        functions = [function for function in counted if function.path.startswith(package + "/")]
        assert functions
        assert sum(function.is_one_word for function in functions) <= 0.3 * len(functions), package
