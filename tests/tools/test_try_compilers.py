"""The trial of other compilers gives each its flags and its modules; the compilers themselves run for maintainers alone."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import try_compilers
from tools.try_compilers import COMPILERS, Compiler

from . import ROOT

SOURCES = [path for package in ("acquire_core", "acquire_net") for path in try_compilers.cython_sources(ROOT / package)]


def modules(*names: str) -> try_compilers.Modules:
    """Modules as if they were translated: setuptools and Cython are not among what the tests install."""
    found = object.__new__(try_compilers.Modules)
    found.tree, found.headers = Path("/tree"), Path("/headers")
    found.setup = SimpleNamespace(FAST=["-O3", "-ffp-contract=off"], WIDE={"unix": ["-mbmi2"]},
                                  LANES=["-mavx512ifma", "-mtune=icelake-server"])
    found.extensions = [SimpleNamespace(name=name, define_macros=[("Py_LIMITED_API", "0x030b0000")], sources=[f"{name}.c"])
                        for name in names]
    return found


def test_each_module_is_compiled_with_the_flags_of_the_build_and_no_warning() -> None:
    [words] = modules("game").words(Compiler("gcc", ("gcc",)))
    assert words == ["gcc", "-O1", "-ffp-contract=off", "-Wall", "-Wsign-compare", "-Wno-unused-const-variable", "-Werror",
                     "-DPy_LIMITED_API=0x030b0000", "-I/headers", "-c", "game.c", "-o", Path("/tree/compiled.o")]


def test_the_wide_playout_and_sums_in_lanes_are_for_x86_64_alone() -> None:
    found = modules("game", "playout_wide", "multiscalar_lanes")
    assert [words[-3] for words in found.words(Compiler("ARM", ("gcc",), False))] == ["game.c"]
    _, wide, lanes = found.words(Compiler("PC", ("gcc",)))
    assert "-mbmi2" in wide and "-mbmi2" not in lanes
    assert "-mavx512ifma" in lanes and "-mavx512ifma" not in wide
    assert not any("icelake" in str(word) for word in lanes), "zig does not know this name"


def test_all_systems_of_the_wheels_are_among_the_compilers() -> None:
    names = " ".join(compiler.name for compiler in COMPILERS)
    assert all(f"{system} on {machine}" in names for system in ("macOS", "Windows") for machine in ("x86-64", "ARM"))
    assert "Linux on ARM" in names and len({compiler.name for compiler in COMPILERS}) == len(COMPILERS)
    assert [compiler.words for compiler in try_compilers.chosen_compilers(["MinGW"])] == [("x86_64-w64-mingw32-gcc",)]
    assert try_compilers.chosen_compilers([]) == list(COMPILERS)


def test_a_source_as_msvc_reads_it_asks_for_no_other_compiler() -> None:
    """Only names in lines of the preprocessor count."""
    text = "#if defined(__GNUC__) || defined(_M_X64)\n    int __GNUC__of_ours; /* _MSC_VER */\n#endif\n"
    read = try_compilers.as_msvc(text)
    assert read.splitlines()[0] == "#if defined(ACQUIRE_NOT__GNUC__) || defined(ACQUIRE_AS_M_X64)"
    assert read.splitlines()[1:] == text.splitlines()[1:]


def test_every_name_of_a_compiler_in_the_sources_is_known_to_the_trial() -> None:
    """A new one would be read by gcc as its own, and not as MSVC's."""
    asked = {name for path in SOURCES for name in re.findall(r"^\s*#\s*(?:el)?if.*$", path.read_text("utf-8"), re.M)}
    names = set(re.findall(r"\b_[A-Z_]\w*\b|\b__\w+__\b", " ".join(asked)))
    assert names and names <= {*try_compilers.OF_MSVC, *try_compilers.OF_OTHERS}


def test_every_function_of_msvc_in_the_sources_is_in_the_header_that_stands_in() -> None:
    text = " ".join(path.read_text("utf-8") for path in SOURCES)
    called = set(re.findall(r"\b(_BitScan\w+|_umul\w+|__umul\w+|__cpuid(?:ex)?|_xgetbv|__popcnt\w*|_addcarry\w*)\(", text))
    assert called and all(re.search(rf"\b{name}\(", try_compilers.INTRIN) for name in called)


def test_every_word_that_msvc_alone_knows_is_in_the_header_that_stands_in() -> None:
    text = " ".join(path.read_text("utf-8") for path in SOURCES)
    words = set(re.findall(r"\b(__forceinline|__declspec|__assume|__restrict)\b", text))
    assert "__declspec" in words and all(re.search(rf"^#define {word}\b", try_compilers.INTRIN, re.M) for word in words)


def test_what_is_never_inline_is_not_declared_inline_elsewhere() -> None:
    """gcc warns where both are said of a function, and no warning may be left; Cython says it of all that a .pxd holds."""
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    apart = re.findall(r"^ *ACQUIRE_NEVER_INLINE [^(]*?(\w+)\(", text, re.M)
    assert apart
    for name in apart:
        assert not re.search(rf'^cdef inline .*"{name}"', text, re.M), name


def test_it_reports_that_nothing_can_be_translated(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert try_compilers.main([]) == 0
    assert capsys.readouterr().out == "not tried: this Python has no Cython and no setuptools\n"
