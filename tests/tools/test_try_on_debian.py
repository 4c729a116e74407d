"""The trial on a minimal Debian takes its packages and its commands from the README; the trial itself is the night's."""

from __future__ import annotations

import pytest

from tools import try_on_debian

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
