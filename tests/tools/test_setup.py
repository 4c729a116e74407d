"""What the build reports where something is missing. It needs Cython and setuptools, which the tests do not install."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from . import ROOT

pytest.importorskip("setuptools")
pytest.importorskip("Cython")


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.delenv("ACQUIRE_BUILD", raising=False)
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


@pytest.mark.parametrize("error", [PermissionError("Permission denied"), FileNotFoundError("no /dev/shm"), ImportError("none")])
def test_the_build_stays_in_one_process_where_memory_cannot_be_shared(build: ModuleType, monkeypatch: pytest.MonkeyPatch,
                                                                      error: Exception) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr("multiprocessing.synchronize.Lock", refuse)
    assert not build.can_use_processes()
