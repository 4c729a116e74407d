"""The trial on another kind of machine builds for that machine alone; the trial itself takes hours and is for maintainers."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tools import try_on_debian, try_other_machine
from tools.try_other_machine import MACHINES


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of a Debian, as far as a build looks into it."""
    (tmp_path / "usr" / "bin").mkdir(parents=True)
    (tmp_path / "usr" / "bin" / "python3").symlink_to("python3.13")
    return tmp_path


def test_a_build_takes_headers_libraries_and_settings_from_the_other_machine_alone(root: Path) -> None:
    variables = try_other_machine.cross_environment(MACHINES["s390x"], root, Path("/settings"))
    assert variables["CC"] == f"s390x-linux-gnu-gcc --sysroot={root} -I{root}/usr/include/python3.13"
    assert variables["LDSHARED"] == f"{variables['CC']} -shared"
    assert variables["_PYTHON_HOST_PLATFORM"] == "linux-s390x"
    assert variables["_PYTHON_SYSCONFIGDATA_NAME"] == "_sysconfigdata__s390x-linux-gnu"
    assert variables["PYTHONPATH"] == "/settings"


@pytest.mark.parametrize(("text", "expected"), [
    ("enabled\ninterpreter /usr/bin/qemu-s390x-static\nflags: PF\noffset 0\n", True),
    ("disabled\ninterpreter /usr/bin/qemu-s390x-static\nflags: PF\noffset 0\n", False),
    ("enabled\ninterpreter /usr/bin/qemu-s390x-static\nflags: P\noffset 0\n", False)])
def test_a_machine_is_emulated_if_its_programs_start_in_another_root(tmp_path: Path, text: str, expected: bool) -> None:
    entry = tmp_path / "qemu-s390x"
    assert not try_other_machine.is_emulated(entry)
    entry.write_text(text)
    assert try_other_machine.is_emulated(entry) == expected


def test_all_is_tried_with_the_installed_wheel() -> None:
    install, which, check, test = (trial.command for trial in try_other_machine.trials(["hypothesis"], ["tests/core"],
                                                                                              ["--smoke"]))
    assert "pip install -q -U --no-deps --only-binary :all: hypothesis ./*.whl" in install and "sys.byteorder" in which
    assert check == ".venv/bin/python -m tests.check_wheel --only net"
    assert test.endswith("--smoke tests/core")


def test_it_goes_on_with_the_tests_alone_where_the_wheel_is_installed(
        monkeypatch: pytest.MonkeyPatch, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        try_other_machine.main(["s390x", "--go-on", "--root", str(root)])
    assert "--go-on needs --root with the folder of a run that has installed the wheel" in capsys.readouterr().err
    (root / "etc").mkdir()
    (root / "etc" / "debian_version").touch()
    environment = root / try_on_debian.FOLDER.lstrip("/") / ".venv"
    environment.mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    lines: list[str] = []
    monkeypatch.setattr(try_other_machine, "what_is_missing", lambda machine: None)
    monkeypatch.setattr(try_on_debian, "run_as_root", lambda *words: None)
    monkeypatch.setattr(try_on_debian.MinimalDebian, "run_as_user", lambda self, line, variables: lines.append(line) or 0)
    assert try_other_machine.main(["s390x", "--go-on", "--root", str(root), "--tests", "tests/net/links"]) == 0
    assert [line.split()[-1] for line in lines] == ["tests/net/links"] and "pytest" in lines[0]
    assert root.exists()


def test_a_library_without_a_wheel_for_that_machine_is_built(monkeypatch: pytest.MonkeyPatch, root: Path, tmp_path: Path) -> None:
    arm, other = MACHINES["aarch64"], MACHINES["s390x"]
    assert arm.fetched == ("hypothesis", "msgspec", "pynacl", "pytest-xdist") and other.fetched == ("hypothesis", "pytest-xdist")
    settings = root / "usr" / "lib" / "python3.13"
    settings.mkdir(parents=True)
    (settings / "_sysconfigdata__s390x-linux-gnu.py").write_text("settings")
    builds: list[tuple[str, str]] = []

    def run(words: list[object], folder: Path, **variables: str) -> None:
        if "download" in words:
            name = str(words[-1])
            (tmp_path / f"{name}-1").mkdir()
            place = tmp_path / "work" / name
            place.mkdir()
            with tarfile.open(place / f"{name}-1.tar.gz", "w:gz") as packed:
                packed.add(tmp_path / f"{name}-1", f"{name}-1")
        else:
            module = folder / "build" / "lib.linux" / try_other_machine.NEWER[folder.parent.name] / "__init__.py"
            module.parent.mkdir(parents=True)
            module.touch()
            builds.append((folder.name, variables["CC"].split()[0]))

    monkeypatch.setattr(try_other_machine, "run", run)
    (tmp_path / "work").mkdir()
    libraries = try_other_machine.build_libraries(other, root, tmp_path / "work")
    assert builds == [("msgspec-1", "s390x-linux-gnu-gcc"), ("pynacl-1", "s390x-linux-gnu-gcc")]
    assert sorted(path.parent.name for path in libraries.rglob("*.py")) == ["msgspec", "nacl"]


def test_it_reports_why_it_cannot_be_tried(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
                                           tmp_path: Path) -> None:
    monkeypatch.setattr(try_on_debian, "what_is_missing", lambda: None)
    monkeypatch.setattr(try_other_machine, "BINFMT", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name, **_: None)
    assert try_other_machine.main(["aarch64"]) == 0
    assert capsys.readouterr().out == "not tried: aarch64-linux-gnu-gcc is not installed\n"
    monkeypatch.setattr("shutil.which", lambda name, **_: name)
    assert try_other_machine.main(["aarch64"]) == 0
    assert "does not start programs for aarch64 by qemu-user-static" in capsys.readouterr().out


def test_an_unknown_machine_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        try_other_machine.main(["m68k"])
    assert "invalid choice: 'm68k'" in capsys.readouterr().err
