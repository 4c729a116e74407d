"""What the build reports where something is missing. It needs Cython and setuptools, which the tests do not install."""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from acquire_core.engine.game import cpu_variants
from acquire_net.crypto.cpu import multiscalar_builds

from . import ROOT

pytest.importorskip("setuptools")
pytest.importorskip("Cython")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    for name in ("ACQUIRE_BUILD", "ACQUIRE_HOME_PAGE"):
        monkeypatch.delenv(name, raising=False)
    spec = importlib.util.spec_from_file_location("acquire_setup", ROOT / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.platform == "win32", reason="CC names the compiler of other systems")
def test_a_missing_compiler_is_reported_in_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(tmp_path), "--build-temp", str(tmp_path)]
    environment = {**os.environ, "CC": "no-such-compiler"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "The build needs a C compiler (no-such-compiler was not found): README.md names" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_missing_header_files_are_reported(build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    sentence = build.what_is_missing(SimpleNamespace(compiler_so=[sys.executable]))
    assert sentence.startswith(f"The build needs the header files of Python (there is no {tmp_path / 'Python.h'}): README.md")
    both = build.what_is_missing(SimpleNamespace(compiler_so=["no-such-compiler"]))
    assert "a C compiler (no-such-compiler was not found) and the header files of Python" in both


def test_a_build_begins_anew_where_it_is_made_with_something_else(build: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "build" / "last"
    settings = build.Settings(path, "release", ["-O3"])
    assert settings.have_changed, "nothing was built yet"
    settings.write()
    assert not build.Settings(path, "release", ["-O3"]).have_changed
    assert build.Settings(path, "release", ["-O2"]).have_changed


@pytest.mark.parametrize(("defines", "expected"), [
    ("#define __GNUC__ 14\n", True), ("#define __GNUC__ 4\n#define __clang__ 1\n", False), ("", False)])
def test_gcc_alone_gets_options_that_other_compilers_do_not_know(build: ModuleType, tmp_path: Path, defines: str,
                                                                 expected: bool) -> None:
    program = tmp_path / "compiler.py"
    program.write_text(f"print({defines!r})")
    assert build.is_gcc(SimpleNamespace(compiler_so=[sys.executable, str(program)])) == expected


@pytest.mark.parametrize("error", [PermissionError("Permission denied"), FileNotFoundError("no /dev/shm"), ImportError("none")])
def test_the_build_stays_in_one_process_where_memory_cannot_be_shared(build: ModuleType, monkeypatch: pytest.MonkeyPatch,
                                                                      error: Exception) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.synchronize.Lock", refuse)
    assert not build.can_use_processes()


def test_every_cpu_feature_that_the_compiler_may_use_is_asked_for_at_run_time(build: ModuleType) -> None:
    """The functions in C ask for it, those for gcc and clang and those for MSVC, whose one flag stands for several features."""
    gcc, msvc = (ROOT / "acquire_core" / "engine" / "random.pxi").read_text("utf-8").partition("#elif defined(_MSC_VER)")[::2]
    features = [flag.removeprefix("-m") for flag in build.WIDE["unix"] if flag.startswith("-m") and "=" not in flag]
    assert features == ["avx2", "bmi", "bmi2", "lzcnt", "popcnt"]
    for feature in features:
        assert f'__builtin_cpu_supports("{feature}")' in gcc or f"acq_cpu_has_{feature}()" in gcc
    assert build.WIDE["msvc"] == ["/arch:AVX2"]
    for feature in [*features, "fma", "movbe", "osxsave"]:
        assert re.search(rf"/\*[^*]*\b{feature}\b[^*]*\*/", msvc), f"MSVC: {feature} is not asked for"


def test_every_cpu_feature_of_the_sums_in_lanes_is_asked_for_at_run_time(build: ModuleType) -> None:
    asks = (ROOT / "acquire_net" / "crypto" / "multiscalar.pxi").read_text("utf-8")
    features = [flag.removeprefix("-m") for flag in build.LANES if flag.startswith("-m") and "=" not in flag]
    assert features == ["avx2", "avx512f", "avx512vl", "avx512ifma"]
    assert all(f'__builtin_cpu_supports("{feature}")' in asks for feature in features)


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists() or platform.machine() != "x86_64", reason="not Linux on x86-64")
def test_sums_are_taken_in_lanes_where_the_system_lists_all_features() -> None:
    flags = set(re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split())
    names = [module.__name__.rpartition(".")[2] for module in multiscalar_builds()]
    has_build = importlib.util.find_spec("acquire_net.crypto.multiscalar_lanes")
    if {"avx2", "avx512f", "avx512vl", "avx512ifma"} <= flags and has_build:
        assert names == ["multiscalar", "multiscalar_lanes"]
    else:
        assert names == ["multiscalar"]


@pytest.mark.parametrize(("wanted", "build"), [("portable", "multiscalar"), (None, None), ("wide", None)])
def test_the_build_that_runs_everywhere_can_be_asked_for(wanted: str | None, build: str | None) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "ACQUIRE_CPU"}
    code = "from acquire_net.crypto.group import multiscalar; print(multiscalar.__name__)"
    found = subprocess.run([sys.executable, "-c", code], env=environment | ({"ACQUIRE_CPU": wanted} if wanted else {}),
                           capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    assert found == (f"acquire_net.crypto.{build}" if build else multiscalar_builds()[-1].__name__)


@pytest.mark.skipif(not Path("/proc/cpuinfo").exists() or platform.machine() != "x86_64", reason="not Linux on x86-64")
def test_the_wide_playout_runs_where_the_system_lists_all_features() -> None:
    flags = set(re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split())
    if not {"avx2", "bmi1", "bmi2", "abm", "popcnt"} <= flags:
        assert cpu_variants() == ("portable",)
    elif importlib.util.find_spec("acquire_core.engine.playout_wide") and re.search(
            r"vendor_id\s*: GenuineIntel|cpu family\s*: (25|26)", Path("/proc/cpuinfo").read_text()):
        assert cpu_variants() == ("portable", "wide")


@pytest.mark.parametrize(("name", "value", "says"), [
    ("implementation", SimpleNamespace(name="pypy"), "needs CPython, and this is pypy"),
    ("maxsize", 2**31 - 1, "needs a 64-bit Python"),
    ("free_threaded", 1, "is not tested with free-threaded Python")])
def test_a_python_that_does_not_fit_is_refused_in_a_sentence(build: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str,
                                                             value: object, says: str) -> None:
    build.refuse_other_pythons()
    if name == "free_threaded":
        monkeypatch.setattr("sysconfig.get_config_var", lambda asked: value)
    else:
        monkeypatch.setattr(sys, name, value)
    with pytest.raises(SystemExit, match=says):
        build.refuse_other_pythons()


def test_msvc_may_not_multiply_and_add_in_one_step(build: ModuleType) -> None:
    assert "/fp:strict" in build.MSVC
    assert all("-ffp-contract=off" in flags for flags in build.MODES.values())


def test_an_sdist_has_the_same_bits_whenever_it_is_packed(build: ModuleType, monkeypatch: pytest.MonkeyPatch,
                                                          tmp_path: Path) -> None:
    distribution = pytest.importorskip("setuptools.dist").Distribution
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    packed = []
    for number, moment in enumerate((1, 1_600_000_000)):
        tree = tmp_path / str(number) / "a-1"
        (tree / "b").mkdir(parents=True)
        for path in (tree / "b" / "x", tree / "c"):
            path.write_text("text")
            path.chmod(0o600 if number else 0o644)
            os.utime(path, (moment, moment))
        monkeypatch.chdir(tree.parent)
        packed.append(Path(build.SameSdist(distribution()).make_archive("a-1", "gztar", base_dir="a-1")).read_bytes())
    assert packed[0] == packed[1]


def test_a_module_looks_for_no_library_where_it_was_built(build: ModuleType) -> None:
    assert build.without_rpath(["gcc", "-shared", "-L/home/x", "-Wl,-rpath,/home/x"]) == ["gcc", "-shared", "-L/home/x"]


@pytest.mark.parametrize(("text", "expected"), [
    ("see [a](docs/a.txt#b).", "see [a](https://h/o/n/blob/v1.0.0/docs/a.txt#b)."),
    ("![A table](docs/b.png)", "![A table](https://h/o/n/raw/v1.0.0/docs/b.png)"),
    ("[a](https://example.org) [b](#here)", "[a](https://example.org) [b](#here)"),
    ("[two\nwords](LICENSE)", "[two\nwords](https://h/o/n/blob/v1.0.0/LICENSE)"),
    ("`acquire help [COMMAND]` (see above)", "`acquire help [COMMAND]` (see above)"),
])
def test_links_of_the_readme_work_on_an_index_page(build: ModuleType, text: str, expected: str) -> None:
    assert build.with_absolute_links(text, "https://h/o/n", "1.0.0") == expected


def test_a_release_lists_addresses_and_another_build_none(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert build.project_addresses() == {} and build.description() == (ROOT / "README.md").read_text("utf-8")
    monkeypatch.setattr(build, "HOME_PAGE", "https://h/o/n")
    assert build.project_addresses()["Issues"] == "https://h/o/n/issues"
    relative = [link for link in re.findall(r"\]\(([^)\s]+)\)", build.description()) if not re.match("https:|#", link)]
    assert relative == []
