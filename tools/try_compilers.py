"""Compile the translated modules for other systems, and see no warning: `python -m tools.try_compilers`.

gcc and clang for this machine, gcc for ARM and for the other order of bytes, MinGW for Windows, musl; and where the package
`ziglang` is installed, its clang for macOS, Windows and musl, for x86-64 and for ARM. Nothing is linked, so no Python of these
systems is needed: only the headers of the one that runs this, with a pyconfig.h that asks the compiler for the sizes.

MSVC runs nowhere but on Windows. But what our sources do for it alone can be compiled here: in a copy of them the names that MSVC
defines are replaced by others, a small intrin.h stands in for its own, and gcc builds modules that must play the same games.

It needs Cython and setuptools in this Python, and for MSVC what the program and its tests need. Compilers that are not here are
listed and left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import platform
import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from tools.commands import run
from tools.trees import copy_tree
from tools.verify_release import Row, table_lines, take_steps

ZIG = (sys.executable, "-m", "ziglang", "cc", "-target")
WARNINGS = ("-Wall", "-Wsign-compare", "-Wno-unused-const-variable", "-Werror")
QUICKLY = "-O1"
"""Enough to see what warnings need to see, in a third of the time of -O3."""

FOR_SOME_PROCESSORS = ("acquire_core.engine.playout_wide", "acquire_net.crypto.multiscalar_lanes")
"""Modules for x86-64 alone, which setup.py leaves out elsewhere."""

PYCONFIG = """/* What Python.h asks of a system, for any compiler that tells sizes as gcc does. */
#if !defined(__APPLE__)  /* pymacconfig.h has these three itself */
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#endif
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_TIME_T 8
#define SIZEOF_PID_T 4
#define HAVE_STDINT_H 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1
#define HAVE_ERRNO_H 1
#define STDC_HEADERS 1
#if !defined(_WIN32)
#define HAVE_UNISTD_H 1
#define HAVE_SSIZE_T 1
#define HAVE_PTHREAD_H 1
#endif
"""

INTRIN = """/* The functions of MSVC's intrin.h that our sources call, for gcc on x86-64. */
#pragma once
#include <cpuid.h>
#include <immintrin.h>
#include <stdint.h>
#define __forceinline inline __attribute__((always_inline))
#define __declspec(attribute) __attribute__((attribute))
#undef __cpuid
#define __cpuidex acquire_cpuidex  /* gcc 12.3 and later have one of their own */
static inline unsigned char _BitScanForward(unsigned long *found, unsigned long x) {
    *found = (unsigned long)__builtin_ctzl(x);
    return x != 0;
}
static inline uint64_t _umul128(uint64_t a, uint64_t b, uint64_t *high) {
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}
static inline uint64_t __umulh(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }
static inline void __cpuidex(int *id, int leaf, int subleaf) {
    __cpuid_count(leaf, subleaf, id[0], id[1], id[2], id[3]);
}
static inline void __cpuid(int *id, int leaf) { __cpuidex(id, leaf, 0); }
#define _xgetbv acquire_xgetbv  /* immintrin.h has one that asks for another target */
static inline uint64_t _xgetbv(unsigned int index) {
    unsigned int low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(index));
    return (uint64_t)high << 32 | low;
}
"""

OF_MSVC = ("_MSC_VER", "_M_X64", "_M_ARM64")
OF_OTHERS = ("__GNUC__", "__clang__", "__SIZEOF_INT128__", "__x86_64__", "__i386__", "__BMI2__", "__POPCNT__")
MSVC_TESTS = ("tests/core/test_public_face.py", "tests/core/test_bots.py", "tests/golden", "tests/net/crypto/test_multiscalar.py")


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler for one kind of machine and system. `is_x86_64`: it also gets the wide playout."""

    name: str
    words: tuple[str, ...]
    is_x86_64: bool = True

    @property
    def is_here(self) -> bool:
        if self.words[:len(ZIG)] == ZIG:
            return importlib.util.find_spec("ziglang") is not None
        return shutil.which(self.words[0]) is not None


IS_X86_64_HERE = platform.machine().lower() in ("x86_64", "amd64")
COMPILERS = (
    *(Compiler(f"{name}, this machine", (name,), IS_X86_64_HERE) for name in ("gcc", "clang")),
    Compiler("gcc, Linux on ARM", ("aarch64-linux-gnu-gcc",), False),
    Compiler("gcc, Linux on s390x", ("s390x-linux-gnu-gcc",), False),
    Compiler("gcc, Windows (MinGW)", ("x86_64-w64-mingw32-gcc",)),
    Compiler("gcc, musl", ("musl-gcc",), IS_X86_64_HERE),
    *(Compiler(f"clang of zig, {system} on {'x86-64' if machine == 'x86_64' else 'ARM'}", (*ZIG, f"{machine}-{target}"),
               machine == "x86_64")
      for system, target in (("macOS", "macos"), ("Windows", "windows-gnu"), ("musl", "linux-musl"))
      for machine in ("x86_64", "aarch64")),
)


def load_setup(tree: Path) -> ModuleType:
    """Return setup.py as a module, for its tables."""
    spec = importlib.util.spec_from_file_location("acquire_setup", tree / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def copy_headers(target: Path) -> None:
    """Copy the headers of this Python, with a pyconfig.h that fits every system."""
    shutil.copytree(sysconfig.get_path("include"), target)
    (target / "pyconfig.h").write_text(PYCONFIG, "utf-8")


class Modules:
    """The modules of the program, translated to C."""

    def __init__(self, tree: Path, headers: Path) -> None:
        cythonize = importlib.import_module("Cython.Build").cythonize  # not everybody who imports this has it

        self.setup, self.tree, self.headers = load_setup(tree), tree, headers
        wanted = list(dict.fromkeys([*self.setup.COMPILED, *FOR_SOME_PROCESSORS]))
        before = Path.cwd()
        os.chdir(tree)
        try:
            self.extensions = cythonize([self.setup.extension_of(name) for name in wanted], build_dir="build/cython",
                                        compiler_directives=self.setup.DIRECTIVES, quiet=True)
        finally:
            os.chdir(before)

    def words(self, compiler: Compiler) -> Iterator[list[str | Path]]:
        """Yield the command that compiles each module; what comes of it is thrown away."""
        for extension in self.extensions:
            if extension.name.endswith(("_wide", "_lanes")) and not compiler.is_x86_64:
                continue
            flags = [QUICKLY if flag == "-O3" else flag for flag in self.setup.FAST]
            flags += self.setup.WIDE["unix"] if extension.name.endswith("_wide") else []
            flags += self.setup.LANES if extension.name.endswith("_lanes") else []
            # What to tune for makes no warning, and the clang of zig takes not all names that gcc has for processors.
            flags = [flag for flag in flags if not flag.startswith("-mtune")]
            macros = [f"-D{name}={value}" for name, value in extension.define_macros]
            yield [*compiler.words, *flags, *WARNINGS, *macros, f"-I{self.headers}", "-c", extension.sources[0], "-o",
                   self.tree / "compiled.o"]

    def compile_all(self, compiler: Compiler) -> str:
        """Compile all modules; raise CommandError at the first warning."""
        commands = list(self.words(compiler))
        for words in commands:
            run(words, self.tree)
        return f"{len(commands)} modules without a warning"


def as_msvc(text: str) -> str:
    """Return a source of ours as MSVC reads it, for a compiler that is another one.

    >>> as_msvc("#if defined(_MSC_VER) && !defined(__clang__)")
    '#if defined(ACQUIRE_AS_MSC_VER) && !defined(ACQUIRE_NOT__clang__)'
    """
    def renamed(line: str) -> str:
        line = re.sub(rf"\b({'|'.join(OF_MSVC)})\b", r"ACQUIRE_AS\1", line)
        return re.sub(rf"\b({'|'.join(OF_OTHERS)})\b", r"ACQUIRE_NOT\1", line)

    return "".join(renamed(line) if line.lstrip().startswith("#") else line for line in text.splitlines(keepends=True))


def cython_sources(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".pyx", ".pxd", ".pxi"))


def build_as_msvc(work: Path) -> str:
    """Build what our sources do for MSVC, and compare what it decides, computes and verifies."""
    tree, shim = work / "tree", work / "shim"
    copy_tree(tree)
    shim.mkdir()
    (shim / "intrin.h").write_text(INTRIN, "utf-8")
    for package in ("acquire_core", "acquire_net"):
        for path in cython_sources(tree / package):
            path.write_text(as_msvc(path.read_text("utf-8")), "utf-8")
    run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], tree,
        CC=f"gcc -I{shim} -DACQUIRE_AS_MSC_VER=1940 -DACQUIRE_AS_M_X64=100", ACQUIRE_BUILD="release")
    checked = run([sys.executable, "-m", "tests.check_wheel"], tree, PYTHONPATH=str(tree))
    tested = run([sys.executable, "-m", "pytest", "-q", "-n", "0", "--smoke", "-p", "no:cacheprovider", *MSVC_TESTS], tree,
                 PYTHONPATH=str(tree))
    return f"{checked.splitlines()[0].partition(' (')[0]}; {tested.strip().splitlines()[-1]}"


def chosen_compilers(words: Iterable[str]) -> list[Compiler]:
    """Return the compilers in whose names one of these words occurs; all of them without a word."""
    wanted = list(words)
    return [compiler for compiler in COMPILERS if not wanted or any(word in compiler.name for word in wanted)]


def steps_of(work: Path, compilers: Sequence[Compiler]) -> dict[str, Callable[[], str]]:
    """Return a step for each compiler; the modules are translated once."""
    if not compilers:
        return {}
    tree, headers = work / "sources", work / "headers"
    copy_tree(tree)
    copy_headers(headers)
    modules = Modules(tree, headers)
    return {compiler.name: partial(modules.compile_all, compiler) for compiler in compilers}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.try_compilers", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", nargs="+", default=(), metavar="WORD",
                        help="compilers with such a word in their names, or MSVC")
    args = parser.parse_args(arguments)
    missing = [name for name in ("Cython", "setuptools") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"not tried: this Python has no {' and no '.join(missing)}")
        return 0
    chosen = chosen_compilers(args.only)
    for compiler in chosen:
        if not compiler.is_here:
            print(f"not here: {compiler.name}")
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="acquire-compilers-") as folder:
        work = Path(folder)
        rows += take_steps(steps_of(work, [compiler for compiler in chosen if compiler.is_here]))
        if IS_X86_64_HERE and (not args.only or "MSVC" in args.only):
            rows += take_steps({"what is for MSVC, by gcc": lambda: build_as_msvc(work)})
    print()
    print("\n".join(table_lines(rows)))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
