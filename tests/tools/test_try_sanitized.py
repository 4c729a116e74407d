"""The trial with sanitizers believes no build that has none, and keeps the tests away from the sources. It takes minutes and is
for the run before a change, the night and maintainers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import try_sanitized
from tools.try_sanitized import ALL, KERNEL, MODULES, SanitizedError

from . import ROOT

SANITIZED = b"... __asan_report_load4 ... __ubsan_handle_add_overflow ..."


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with sanitized modules; a command that asks for its folder learns it."""
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


def test_a_build_that_fails_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(*_arguments: object) -> str:
        raise SanitizedError("no gcc")

    monkeypatch.setattr(try_sanitized, "make_build", refuse)
    assert try_sanitized.main([]) == 1
    assert capsys.readouterr().err == "FAILED: no gcc\n"
