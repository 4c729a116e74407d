"""The trial of older processors asks qemu for each of them; the trial takes minutes and is for maintainers and the night."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tools import try_old_processors
from tools.try_old_processors import PROCESSORS, Processor
from tools.verify_release import VerificationError

HASWELL = Processor("Haswell", "of 2013", ("wide", "multiscalar"))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the commands that would have run; each prints a warning of the emulator and the builds of a Haswell."""
    commands: list[list[str]] = []

    def run(words: Sequence[str], _cwd: object, **_environment: str) -> str:
        commands.append(list(words))
        return "qemu-x86_64-static: warning: TCG doesn't support requested feature\nwide multiscalar\n"

    monkeypatch.setattr(try_old_processors, "run", run)
    monkeypatch.setattr(try_old_processors, "emulator", lambda: "/usr/bin/qemu-x86_64-static")
    return commands


def test_this_python_runs_as_that_processor_and_warnings_of_the_emulator_are_left_out(asked: list[list[str]]) -> None:
    assert try_old_processors.check_builds(HASWELL) == "wide multiscalar"
    assert asked[0][:3] == ["/usr/bin/qemu-x86_64-static", "-cpu", "Haswell"]


@pytest.mark.usefixtures("asked")
def test_a_build_that_does_not_fit_is_a_fault() -> None:
    with pytest.raises(VerificationError, match="^wide multiscalar are chosen, and portable multiscalar fit$"):
        try_old_processors.check_builds(Processor("Nehalem", "of 2008"))


@pytest.mark.usefixtures("asked")
def test_a_processor_without_one_instruction_is_asked_for_its_builds_alone() -> None:
    names = list(try_old_processors.steps_for(PROCESSORS, ["tests/golden"]))
    assert len(names) == len(PROCESSORS) + 2 * len(try_old_processors.TRIED_WHOLE)
    assert [name for name in names if name.startswith("Haswell,-abm")] == ["Haswell,-abm, the same without LZCNT: builds"]


def test_without_the_emulator_it_reports_that_and_does_nothing(monkeypatch: pytest.MonkeyPatch,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(try_old_processors, "emulator", lambda: None)
    assert try_old_processors.main([]) == 0
    assert capsys.readouterr().out == "not tried: qemu-user-static is not installed\n"
