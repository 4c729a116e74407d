"""Versions of tools stand in one file, and what names them elsewhere says the same; scripts and settings fit together."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest

from tools.nightly_jobs import JOBS, expected_minutes, parse_part

from . import ROOT


def text_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def pins() -> dict[str, str]:
    lines = (line for line in text_of(".ci/tools.txt").splitlines() if line and not line.startswith("#"))
    return dict(line.split("==") for line in lines)


def test_every_tool_has_one_exact_version() -> None:
    assert all(re.fullmatch(r"[\d.]+", version) for version in pins().values())
    assert list(pins()) == sorted(pins())


def test_the_hooks_use_the_same_versions() -> None:
    named = re.findall(r'"([\w-]+)==([\d.]+)"', text_of(".pre-commit-config.yaml"))
    assert named
    assert all(pins()[tool] == version for tool, version in named)


@pytest.mark.parametrize("script", [".ci/run", ".ci/nightly", "noxfile.py"])
def test_scripts_ask_for_tools_that_have_a_version(script: str) -> None:
    asked = re.findall(r"pinned ([\w -]+)", text_of(script)) or re.findall(r"install\(session, ([^)]*)\)", text_of(script))
    assert asked
    assert {word.strip('",') for words in asked for word in words.split()} <= set(pins())


def test_no_extra_names_a_tool() -> None:
    """Otherwise its version would depend on the day of the installation."""
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    assert not {re.split(r"[<>=\[ ]", need)[0] for needs in extras.values() for need in needs} & set(pins())


@pytest.mark.parametrize("script", ["run", "nightly", "common.sh"])
def test_scripts_can_be_read_by_bash(script: str) -> None:
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / script)], check=True)


def test_the_workflow_of_the_night_runs_all_parts() -> None:
    workflow = text_of(".github/workflows/nightly.yml")
    numbers = [int(number) for number in re.search(r"part: \[([\d, ]+)\]", workflow)[1].split(",")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert f"--part ${{{{ matrix.part }}}}/{len(numbers)}" in workflow
    limit = int(re.search(r"timeout-minutes: (\d+)", workflow)[1])
    assert max(expected_minutes(parse_part(f"{number}/{len(numbers)}")) for number in numbers) < limit
    assert sum(len(parse_part(f"{number}/{len(numbers)}")) for number in numbers) == len(JOBS)


def test_the_run_leaves_nothing_out_that_it_names() -> None:
    """Paths in the lists of .ci/run exist."""
    named = re.findall(r"\btests/[\w/]+(?:\.py)?(?=[\s)])", text_of(".ci/run"))
    assert named
    assert not [path for path in named if not (ROOT / path).exists()]
