"""The trial on a minimal Debian takes its packages and its commands from the README; the trial itself is the night's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tools import try_on_debian
from tools.verify_release import TOOLS

from . import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_packages_and_commands_are_those_of_the_readme() -> None:
    assert try_on_debian.packages_of(README) == ["python3-venv", "python3-dev", "gcc"]
    run, test = try_on_debian.commands_of(README)
    assert run == "python3 -m venv .game && .game/bin/pip install . && .game/bin/acquire"
    assert test == "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest -q"


def test_a_readme_without_them_is_refused() -> None:
    with pytest.raises(ValueError, match="two commands"):
        try_on_debian.commands_of(README.replace("python3 -m venv .game", "make"))
    with pytest.raises(ValueError, match="packages for Debian"):
        try_on_debian.packages_of(README.replace("sudo apt install", "su -c"))


def test_it_reports_why_it_cannot_be_tried(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(try_on_debian, "find_debootstrap", lambda: None)
    monkeypatch.setattr("sys.platform", "linux")
    assert try_on_debian.main([]) == 0
    assert capsys.readouterr().out == "not tried: debootstrap is not installed\n"


def test_a_trial_holds_with_its_exit_status_and_within_its_seconds() -> None:
    trial = try_on_debian.Trial("acquire", expected=2, max_seconds=15)
    assert trial.fault(2, 15.0) is None
    assert trial.fault(0, 1.0) == "exit status 0 instead of 2: acquire"
    assert trial.fault(2, 16.2) == "16 s, and 15 are allowed: acquire"
    assert try_on_debian.Trial("pytest").fault(0, 3600.0) is None


class RecordedDebian:
    """Remembers what is asked of a Debian; each line of the shell ends with a status from `statuses`, or 0."""

    def __init__(self, **statuses: int) -> None:
        self.statuses, self.asked = statuses, []

    def run_as_user(self, command: str, variables: Mapping[str, str]) -> int:
        self.asked.append(command)
        return next((status for word, status in self.statuses.items() if word in command), 0)

    def with_its_python(self, words: str) -> str:
        return words

    def install_packages(self, packages: Sequence[str]) -> None:
        self.asked.append(f"install {' '.join(packages)}")

    def remove_packages(self, packages: Sequence[str]) -> None:
        self.asked.append(f"remove {' '.join(packages)}")


def test_a_later_python_has_its_name_in_commands_and_packages(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "debian_version").write_text("14")
    debian = try_on_debian.MinimalDebian(tmp_path, "testing", python="python3.15")
    assert [debian.with_its_python(name) for name in ("python3-venv", "gcc")] == ["python3.15-venv", "gcc"]
    run, test = try_on_debian.commands_of(README)
    assert debian.with_its_python(test) == "python3.15" + test.removeprefix("python3")
    assert try_on_debian.MinimalDebian(tmp_path, "testing").with_its_python(run) == run


def test_the_wheel_is_tried_when_the_compiler_is_gone() -> None:
    debian = RecordedDebian(command=1)
    assert not any(try_on_debian.try_wheel(debian, ["python3-venv", "python3-dev", "gcc"], {}))
    build, removal, no_compiler, play = debian.asked
    assert "pip wheel" in build and removal == "remove python3-dev gcc"
    assert no_compiler == "command -v cc gcc"
    assert "pip install .wheels/" in play and "acquire text --seats 1,2,3,4" in play


def test_a_wheel_that_was_not_built_is_not_tried() -> None:
    debian = RecordedDebian(wheel=1)
    faults = list(try_on_debian.try_wheel(debian, ["python3-venv", "gcc"], {}))
    assert faults == [f"exit status 1 instead of 0: {debian.asked[0]}"] and len(debian.asked) == 1


def test_a_compiler_that_is_still_there_is_reported() -> None:
    assert any("command -v cc gcc" in (fault or "") for fault in try_on_debian.try_wheel(RecordedDebian(), ["gcc"], {}))


def test_the_release_is_tried_with_its_tools_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_CERT", raising=False)
    debian = RecordedDebian()
    assert try_on_debian.take_trials(debian, README, ["release"]) == []
    install, line = debian.asked
    assert install == "install git" and line.endswith(".tools/bin/python -m tools.verify_release")
    pinned = (ROOT / ".ci" / "tools.txt").read_text("utf-8").splitlines()
    pattern = re.search(r"grep -E '(.+?)'", line)[1]
    assert [name.split("==")[0] for name in pinned if re.match(pattern, name)] == sorted(TOOLS)
    assert "release" not in try_on_debian.TRIALS
