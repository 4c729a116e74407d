"""The trial with sanitizers believes no build that has none, and keeps the tests away from the sources. It takes minutes and is
for the run before a change, the night and maintainers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock, call

import pytest

from tools import try_sanitized
from tools.try_sanitized import ALL, KERNEL, KERNEL_OPTIONS, MODULES, NOT_OF_MEMORY, QUICK_ENOUGH, SanitizedError

from . import ROOT

SANITIZED = b"... __asan_report_load4 ... __ubsan_handle_add_overflow ..."


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an environment with sanitized modules; a command that asks for its folder learns it."""
    for module in MODULES:
        path = tmp_path / f"{module}.abi3.so"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SANITIZED)
    monkeypatch.setattr(try_sanitized, "run", lambda *_words, **_environment: f"{tmp_path}\n")
    return tmp_path


def test_a_sanitized_build_is_believed(packages: Path) -> None:
    assert try_sanitized.check_build(packages) == f"{', '.join(MODULES)} are sanitized"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_is_missing_is_named(packages: Path, module: str) -> None:
    (packages / f"{module}.abi3.so").unlink()
    with pytest.raises(SanitizedError, match=f"^there is no {module} in "):
        try_sanitized.check_build(packages)


@pytest.mark.parametrize("mark", ["__asan_", "__ubsan_"])
@pytest.mark.parametrize("module", MODULES)
def test_a_module_without_a_sanitizer_is_named(packages: Path, module: str, mark: str) -> None:
    (packages / f"{module}.abi3.so").write_bytes(SANITIZED.replace(mark.encode(), b"other"))
    with pytest.raises(SanitizedError, match=f"^{Path(module).name}.abi3.so does not call {mark}…: it was built without"):
        try_sanitized.check_build(packages)


def test_a_wide_playout_would_hide_the_sanitized_one(packages: Path) -> None:
    (packages / "acquire_core" / "engine" / "playout_wide.abi3.so").touch()
    with pytest.raises(SanitizedError, match="^there is a wide playout"):
        try_sanitized.check_build(packages)


def test_tests_run_away_from_the_sources_with_both_sanitizers_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], Path, dict[str, str]]] = []

    def run(words: Sequence[str | Path], cwd: Path, **environment: str) -> str:
        asked.append(([*map(str, words)], cwd, environment))
        return "12 passed"

    monkeypatch.setattr(try_sanitized, "run", run)
    monkeypatch.setenv("CC", "echo")
    assert try_sanitized.run_tests(tmp_path, ALL, "--smoke") == "12 passed"
    (words, cwd, environment), = asked
    assert words[0] == str(tmp_path / "venv" / "bin" / "python") and words[-len(ALL):] == [*ALL] and "--smoke" in words
    assert not (cwd / "acquire_core").exists() and (cwd / "tests" / "core").is_dir()
    assert environment["LD_PRELOAD"] == "-print-file-name=libasan.so" and environment["PYTHONPATH"] == ""


def test_the_tests_of_the_kernel_are_among_all() -> None:
    assert all((ROOT / path).exists() for path in (*KERNEL, *ALL))
    assert all(any(path == each or path.startswith(f"{each}/") for each in ALL) for path in KERNEL)


def test_tests_that_are_left_out_by_name_exist() -> None:
    """A word behind -k that no name contains any more would leave out nothing."""
    words = {*QUICK_ENOUGH.split(), *NOT_OF_MEMORY.split()} - {"not", "and", "or"}
    files = [path for each in ALL for path in ((ROOT / each).rglob("test_*.py") if (ROOT / each).is_dir() else [ROOT / each])]
    names = {name for path in files for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))}
    assert words and not {word for word in words if not any(word in name for name in names)}


@pytest.mark.parametrize(("words", "builds", "tests"), [
    ((), True, (ALL,)),
    (("--kernel",), True, (KERNEL, *KERNEL_OPTIONS)),
    (("--build", "here"), True, None),
    (("--use", "here"), False, (ALL,)),
    (("--use", "here", "--kernel"), False, (KERNEL, *KERNEL_OPTIONS)),
])
def test_build_and_tests_can_be_asked_for_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...],
                                                builds: bool, tests: tuple[object, ...] | None) -> None:
    make_build, run_tests = Mock(return_value=""), Mock(return_value="")
    monkeypatch.setattr(try_sanitized, "make_build", make_build)
    monkeypatch.setattr(try_sanitized, "run_tests", run_tests)
    monkeypatch.chdir(tmp_path)
    assert try_sanitized.main([*words]) == 0
    assert make_build.called == builds
    assert run_tests.call_args_list == ([] if tests is None else [call(run_tests.call_args.args[0], *tests)])
    folders = {each.args[0] for each in (*make_build.call_args_list, *run_tests.call_args_list)}
    assert len(folders) == 1 and (folders == {tmp_path / "here"}) == ("here" in words)


def test_a_build_that_fails_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_arguments: object) -> str:
        raise SanitizedError("no gcc")

    monkeypatch.setattr(try_sanitized, "make_build", refuse)
    assert try_sanitized.main([]) == 1
    assert capsys.readouterr().err == "FAILED: no gcc\n"


def test_all_that_a_failed_test_printed_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sanitizer says at once what was wrong and where; after that comes the memory around it, and the summary of the tests."""
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho heap-buffer-overflow in push_tile\nseq 100\nexit 1\n", "utf-8")
    python.chmod(0o755)
    assert try_sanitized.main(["--use", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "heap-buffer-overflow in push_tile\n1\n" in said.out and said.err.startswith("FAILED: python ended with 1: ")
