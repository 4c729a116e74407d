"""Build the compiled modules. pyproject.toml says everything else about the distribution.

Compiler directives, compiler flags and build modes are decided here and nowhere else, so that no module can differ
from another. CONTRIBUTING.md says how the modes are used.

    ACQUIRE_BUILD = release (default) | quick | sanitize | annotate | coverage
    ACQUIRE_ABI3  = 1 (default): one binary for CPython 3.11 and later | 0: one for the running interpreter only
    ACQUIRE_HOME_PAGE = the address of the repository, for a release: the index links to it, and the README's links lead there
"""

import gzip
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import tomllib
import zlib
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, ExecError

# The rules mean the same in every mode: cdivision above all must never differ between a checked and a fast build.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    # Plain methods: Cython's own function objects cost 5 ns more a call, and 20 under the stable ABI. A classmethod of a
    # cdef class still needs them there, and says so on import: decorate it with @cython.binding(True) under @classmethod.
    "binding": False,
    "embedsignature": True,
    "embedsignature.format": "clinic",  # what inspect.signature() and help() read of a plain method
}

# No fused multiply-add: a level must play the same moves on every machine.
FAST = ["-O3", "-g0", "-ffp-contract=off", "-Wno-unused-function"]
# CPython's own flags define overflow away (-fwrapv) and drop assert() (NDEBUG); this mode wants to see both.
CHECKED = ["-O1", "-g1", "-ffp-contract=off", "-fno-omit-frame-pointer", "-fno-wrapv", "-UNDEBUG", "-Wno-unused-function",
           "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# A compiler that does not optimise needs a quarter of the time for as many checks. These modules run least in the tests there.
CHECKED_AT_LEISURE = ("acquire_core.ai.training", "acquire_core.ai.parallel_games", "acquire_net.crypto.multiscalar_portable")
# The same program, slower, from a compiler that takes a fraction of the time: to see that it builds and what it does.
QUICK = ["-O0", "-g0", "-ffp-contract=off", "-Wno-unused-function"]
# gcc counts the lines of Cython, because the C names them (`emit_linenums`). The counts are written where the objects lie, so
# make this build in a copy of the tree.
COUNTED = ["-O0", "-g0", "-ffp-contract=off", "-Wno-unused-function", "--coverage"]
# Flags that make a wheel smaller by 60 kB: no exception passes through C, and no debugger looks for names there.
SMALL, SMALL_LINK = (["-fno-asynchronous-unwind-tables"], ["-Wl,-s"]) if sys.platform == "linux" else ([], [])
# What search and training inline into themselves and copy for one caller makes them a fifth larger with gcc, and not faster
# (`python benchmarks/thinking.py`); the engine and the batch would be slower so. Other compilers do not know these flags.
SMALL_BY_GCC = ["--param=inline-unit-growth=20", "-fno-ipa-cp-clone", "-fno-partial-inlining", "-fno-unswitch-loops"]
# multiscalar_portable serves the tests alone: it may be slower, and is smaller so.
FOR_TESTS = ["-O2"]
MODES = {"release": FAST, "quick": QUICK, "sanitize": CHECKED, "annotate": FAST, "coverage": COUNTED}

# No -march=native: a wheel runs on other machines. The wide playout is chosen at import, where the CPU has all of these.
# acq_cpu_is_wide in engine/random.pxi asks the CPU for every feature that is named here.
WIDE = {"unix": ["-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt", "-mtune=skylake"], "msvc": ["/arch:AVX2"]}
# gcc lets a module grow by a share of its size, so the code of rounds, which no turn enters, changes what it inlines into turns:
# classic games were up to 4 % slower, and are 1 % slower so. Rounds lose up to 3 % (docs/decisions/0004-speed.md).
WIDE_BY_GCC = ["--param=inline-unit-growth=12", "-fno-split-paths"]
# Strict: else it may multiply and add in one step, on ARM always, and a level would play other moves there.
MSVC = ["/O2", "/fp:strict"]

# Sums of points with 52 bits of four numbers at once, where the CPU can: acquire_cpu_has_lanes in multiscalar.pxi asks
# for all that is named here. Without the right -mtune a sum takes a quarter longer.
LANES = ["-mavx2", "-mavx512f", "-mavx512vl", "-mavx512ifma", "-mtune=icelake-server"]

MODE = os.environ.get("ACQUIRE_BUILD", "release")
if MODE not in MODES:
    raise SystemExit(f"ACQUIRE_BUILD={MODE}: expected one of {', '.join(MODES)}")
# Portable code alone: sanitizers and counts look at the same lines there.
HAS_VARIANTS = MODE not in ("sanitize", "coverage")
# Translating takes a third of a quick build, so modes share their C, except two: one writes pages beside it, and one names the
# lines of Cython in it.
GENERATED = {"annotate": "build/cython-annotate", "coverage": "build/cython-coverage"}.get(MODE, "build/cython")
# Free-threaded interpreters have no stable ABI yet, and nothing was tried there: the build asks before it goes on.
ABI3 = os.environ.get("ACQUIRE_ABI3", "1") != "0" and not sysconfig.get_config_var("Py_GIL_DISABLED")

# A universal2 build of macOS holds two kinds of code and is none of these, so it gets the portable playout alone.
IS_X86_64 = sys.maxsize > 2**32 and sysconfig.get_platform().endswith(("x86_64", "amd64"))

COMPILED = [f"acquire_core.{name}" for name in ("engine.game", "engine.playout_portable")]
COMPILED += ["acquire_core.engine.playout_wide"] if IS_X86_64 and HAS_VARIANTS else []
COMPILED += [f"acquire_core.ai.{name}" for name in ("search", "training", "parallel_games")]
COMPILED += [f"acquire_net.crypto.{name}" for name in ("multiscalar", "multiscalar_portable")]
HAS_LANES = IS_X86_64 and sys.platform == "linux" and HAS_VARIANTS
COMPILED += ["acquire_net.crypto.multiscalar_lanes"] if HAS_LANES else []

# Three modules come of one text (docs/architecture.md, "CPU variants"). multiscalar_portable is what compilers without 128-bit
# numbers would make of multiscalar, so that every build can test both.
MACROS = {"acquire_net.crypto.multiscalar_portable": [("ACQUIRE_PORTABLE_PRODUCTS", "1")],
          "acquire_net.crypto.multiscalar_lanes": [("ACQUIRE_LANES", "1")]}


# No file has the address of the project: a release is of the repository in which it runs, which says where that is.
HOME_PAGE = os.environ.get("ACQUIRE_HOME_PAGE", "").rstrip("/")


def with_absolute_links(text, home, version):
    """Return a document whose links lead to its files in the repository at this version, those of pictures to the bare file."""
    def absolute(link):
        picture, words, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/v{version}/{target})"

    return re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)", absolute, text)


def description():
    """Return the README as an index shows it, where no file lies beside it."""
    text = Path("README.md").read_text("utf-8")
    version = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["version"]
    return with_absolute_links(text, HOME_PAGE, version) if HOME_PAGE else text


def project_addresses():
    """Return the addresses that an index lists."""
    if not HOME_PAGE:
        return {}
    files = {"Changelog": "CHANGELOG.md", "Documentation": "docs/README.md"}
    return {"Homepage": HOME_PAGE, **{name: f"{HOME_PAGE}/blob/main/{file}" for name, file in files.items()},
            "Issues": f"{HOME_PAGE}/issues", "Security": f"{HOME_PAGE}/security/policy"}


def refuse_other_pythons():
    """Raise SystemExit with a sentence where the program is known not to work, before minutes are spent."""
    if sys.implementation.name != "cpython":
        raise SystemExit(f"acquire-p2p needs CPython, and this is {sys.implementation.name}: install it with the Python of "
                         "python.org or of your system.")
    if sys.maxsize <= 2**32:
        raise SystemExit("acquire-p2p needs a 64-bit Python, and this one has 32 bits: install the 64-bit one.")
    if sysconfig.get_config_var("Py_GIL_DISABLED") and os.environ.get("ACQUIRE_FREE_THREADED") != "1":
        raise SystemExit("acquire-p2p is not tested with free-threaded Python, and this one is free-threaded: install it with the"
                         " usual one, without a t behind its version, or set ACQUIRE_FREE_THREADED=1 to build all the same.")


def without_rpath(words):
    """Return the words that call a linker without those that write a search path into the module."""
    return [word for word in words if not word.startswith("-Wl,-rpath")]


def extension_of(name):
    """Return how one module is built."""
    return Extension(
        name,
        [f"{name.replace('.', '/')}.pyx"],
        define_macros=([("Py_LIMITED_API", "0x030b0000")] if ABI3 else []) + MACROS.get(name, []),
        py_limited_api=ABI3,
    )


def can_use_processes():
    """Return True if Cython may translate in several processes. They share memory, and some systems refuse that."""
    if sys.platform != "linux":
        return False
    try:
        from multiprocessing.synchronize import Lock  # the import fails where the system has no semaphores at all

        Lock(ctx=multiprocessing.get_context())
    except (ImportError, OSError):
        return False
    return True


def is_gcc(compiler):
    """Return True if this is gcc itself, and not a compiler that takes its options, such as clang."""
    names = subprocess.run([*compiler.compiler_so, "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True,
                           stdin=subprocess.DEVNULL, check=False).stdout.split()
    return "__GNUC__" in names and "__clang__" not in names


def what_is_missing(compiler):
    """Return a sentence that says why this compiler cannot build even an empty module."""
    command = (getattr(compiler, "compiler_so", None) or [""])[0]  # MSVC has none, and reports itself that it is missing
    header = Path(sysconfig.get_path("include"), "Python.h")
    missing = []
    if command and shutil.which(command) is None:
        missing.append(f"a C compiler ({command} was not found)")
    if not header.exists():
        missing.append(f"the header files of Python (there is no {header})")
    if not missing:
        return f"The C compiler {command} cannot compile an empty module: its message is above."
    return f"The build needs {' and '.join(missing)}: README.md names the packages for your system under \"Two commands\"."


class Settings:
    """What the last build was made with, in a file; and what this one is made with."""

    def __init__(self, path, *values):
        self.path = Path(path)
        self.text = repr(values)

    @property
    def have_changed(self):
        return not self.path.exists() or self.path.read_text() != self.text

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.text)


class BuildExtensions(build_ext):
    """Cython into a folder of its own, then C, so that no generated file lies among the sources."""

    def build_extensions(self):
        self.check_compiler()
        # Some Pythons name their own folder here; a module must not look for libraries where it was built.
        if hasattr(self.compiler, "linker_so"):  # MSVC has none
            self.compiler.linker_so = without_rpath(self.compiler.linker_so)
        settings = Settings("build/last-build", MODE, ABI3, MODES, MACROS, SMALL, SMALL_LINK, SMALL_BY_GCC, FOR_TESTS, WIDE,
                            WIDE_BY_GCC, LANES)
        translation = Settings(f"{GENERATED}/last-translation", DIRECTIVES, Cython.__version__)
        is_forced = self.force
        self.force = is_forced or settings.have_changed or translation.have_changed
        self.parallel = self.parallel or min(len(self.extensions), os.cpu_count() or 1)
        translated = cythonize(
            self.extensions,
            build_dir=GENERATED,
            compiler_directives=DIRECTIVES,
            annotate=MODE == "annotate",
            force=is_forced or translation.have_changed,
            cache="CYTHON_CACHE_DIR" in os.environ,  # for who builds copies of one tree, as .ci/run does
            emit_linenums=MODE == "coverage",
            nthreads=2 if can_use_processes() else 0,
        )
        translation.write()
        sources = {ext.name: ext.sources for ext in translated}
        for ext in self.extensions:
            ext.sources = sources[ext.name]
        if self.inplace:
            self.remove_binaries_of_other_builds()
        super().build_extensions()
        settings.write()

    def check_compiler(self):
        """Compile an empty module, so that what is missing is said at once, and in one sentence."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "empty.c")
            source.write_text("#include <Python.h>\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder)
            except (CompileError, ExecError):
                raise SystemExit(what_is_missing(self.compiler)) from None

    def remove_binaries_of_other_builds(self):
        # game.cpython-311-….so hides game.abi3.so, and a sanitized build must not find an old wide playout.
        wanted = {Path(self.get_ext_fullpath(ext.name)).resolve() for ext in self.extensions}
        for folder in {path.parent for path in wanted}:
            for binary in [*folder.glob("*.so"), *folder.glob("*.pyd")]:
                if binary not in wanted:
                    binary.unlink()

    def build_extension(self, ext):
        msvc = self.compiler.compiler_type == "msvc"
        if MODE == "sanitize" and msvc:
            raise SystemExit("ACQUIRE_BUILD=sanitize needs gcc or clang")
        if MODE == "coverage" and (msvc or not is_gcc(self.compiler)):
            raise SystemExit("ACQUIRE_BUILD=coverage needs gcc")
        ext.extra_compile_args = list(MSVC if msvc else MODES[MODE])
        ext.extra_link_args = [flag for flag in ext.extra_compile_args if flag.startswith(("-fsanitize", "--coverage"))]
        if MODE == "sanitize" and ext.name in CHECKED_AT_LEISURE:
            ext.extra_compile_args.append("-O0")
        if MODE == "release" and not msvc:
            ext.extra_compile_args += SMALL + (FOR_TESTS if ext.name.endswith("multiscalar_portable") else [])
            ext.extra_link_args += SMALL_LINK
            if ext.name.endswith((".search", ".training")) and is_gcc(self.compiler):
                ext.extra_compile_args += SMALL_BY_GCC
        if ext.name.endswith("_wide"):
            ext.extra_compile_args += WIDE["msvc" if msvc else "unix"]
            if MODE == "release" and not msvc and is_gcc(self.compiler):
                ext.extra_compile_args += WIDE_BY_GCC
        if ext.name.endswith("_lanes"):
            ext.extra_compile_args += LANES
        super().build_extension(ext)


class Build(build):
    """A wheel holds what the tree holds now, not what an earlier build left in build/lib."""

    def run(self):
        """Forget the earlier build and build."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class SameSdist(sdist):
    """An sdist that has the same bits whenever it is packed: files in order, of nobody, with one time."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        """Pack what setuptools has laid out; return the name of the file."""
        if format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, owner, group)
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def anonymous(member):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.mode = moment, 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        name = f"{base_name}.tar.gz"
        with (open(name, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=moment) as packed,
              tarfile.open(name, "w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive):
            archive.add(base_dir, filter=anonymous)  # it goes through folders in the order of the alphabet
        return name


if __name__ == "__main__":
    refuse_other_pythons()
    zlib.Z_DEFAULT_COMPRESSION = zlib.Z_BEST_COMPRESSION  # for zipfile, which packs the wheel: as small as those of a release
    setup(
        long_description=description(),
        long_description_content_type="text/markdown",
        project_urls=project_addresses(),
        ext_modules=[extension_of(name) for name in COMPILED],
        cmdclass={"build": Build, "build_ext": BuildExtensions, "sdist": SameSdist},
        options={"bdist_wheel": {"py_limited_api": "cp311"}} if ABI3 else {},
    )
