"""The check of an installed program knows what all levels decide, and notices when a level decides otherwise."""

from __future__ import annotations

import pytest

from tests import check_wheel


def test_the_levels_decide_what_they_decide_on_every_machine() -> None:
    assert check_wheel.check_decisions().startswith(check_wheel.DECISIONS)


def test_another_decision_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(check_wheel, "GAMES", {"0": 1})
    monkeypatch.setattr(check_wheel, "CHECKS", {"decisions": check_wheel.check_decisions})
    assert check_wheel.main([]) == 1
    assert "FAILED: the decisions of levels 0 to 5 have the digest" in capsys.readouterr().out


def test_a_journal_without_a_result_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_wheel, "JOURNALS", check_wheel.JOURNALS.parents[1] / "golden")
    with pytest.raises(AssertionError, match="no journal"):
        check_wheel.check_journals()


@pytest.mark.parametrize(("words", "expected"), [
    (["--only", "core"], ["decisions of levels 0 to 5", "level 6"]),
    (["--only", "net"], ["decisions of levels 0 to 5", "level 6", "journals"]),
    ([], ["decisions of levels 0 to 5", "level 6", "journals", "window"])])
def test_a_machine_without_all_libraries_checks_what_it_can(monkeypatch: pytest.MonkeyPatch, words: list[str],
                                                            expected: list[str]) -> None:
    checked: list[str] = []
    monkeypatch.setattr(check_wheel, "CHECKS", {name: lambda name=name: checked.append(name) for name in check_wheel.CHECKS})
    assert check_wheel.main(words) == 0
    assert checked == expected
