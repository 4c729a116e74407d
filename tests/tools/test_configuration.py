"""Versions of tools stand in one file, and what names them elsewhere says the same; scripts and settings fit together."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tools.nightly_jobs import MAX_PART_MINUTES, expected_minutes, jobs_of, parse_part, parts_needed
from tools.nightly_results import read_passed_runs, with_saved_minutes
from tools.release import MAX_WHEEL_BYTES

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
    text = text_of(script)
    asked = re.findall(r"pinned ([\w -]+)", text) or re.findall(r"install_project\(session, ([^)]*)\)", text)
    assert asked
    assert {word.strip('",') for words in asked for word in words.split()} <= set(pins())


def test_no_extra_names_a_tool() -> None:
    """Otherwise its version would depend on the day of the installation."""
    extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
    assert not {re.split(r"[<>=\[ ]", need)[0] for needs in extras.values() for need in needs} & set(pins())


@pytest.mark.parametrize("script", ["run", "nightly", "common.sh"])
def test_scripts_can_be_read_by_bash(script: str) -> None:
    subprocess.run(["bash", "-n", str(ROOT / ".ci" / script)], check=True)


def test_the_run_allows_a_wheel_as_many_bytes_as_a_release_does() -> None:
    found = re.search(r"getsize\(wheel\) > ([\d_]+):", text_of(".ci/run"))
    assert found is not None and int(found[1]) == MAX_WHEEL_BYTES


def test_the_workflow_of_the_night_runs_all_parts() -> None:
    workflow = text_of(".github/workflows/nightly.yml")
    numbers = [int(number) for number in re.search(r"part: \[([\d, ]+)\]", workflow)[1].split(",")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert f"--part ${{{{ matrix.part }}}}/{len(numbers)}" in workflow
    limit = int(re.search(r"timeout-minutes: (\d+)", workflow)[1])
    jobs = with_saved_minutes(jobs_of(0), read_passed_runs())
    assert len(numbers) == parts_needed(jobs)
    parts = [parse_part(f"{number}/{len(numbers)}", jobs) for number in numbers]
    assert max(map(expected_minutes, parts)) <= MAX_PART_MINUTES < limit
    assert sum(map(len, parts)) == len(jobs)


MORE_PERMISSIONS = {"release.yml": [["contents: read"], ["contents: read"], ["attestations: write", "id-token: write"],
                                    ["contents: write"], ["id-token: write"]]}
"""What jobs of a workflow may do beside reading, in their order."""
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_read_only_and_its_actions_are_pinned_by_hash(workflow: Path) -> None:
    text = workflow.read_text("utf-8")
    permissions = re.findall(r"^ *permissions:\n((?: +\S+: (?:read|write)(?:  #.*)?\n)+)", text, re.M)
    assert permissions[0] == "  contents: read\n"
    asked = [re.findall(r"(\S+: \S+)", re.sub("#.*", "", each)) for each in permissions[1:]]
    assert asked == MORE_PERMISSIONS.get(workflow.name, [])
    used = [action for action in re.findall(r"uses: (.*)", text) if not action.startswith("$/.github/workflows/")]
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v\d[\d.]*", action) for action in used), used
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert text.count("runs-on: ") == text.count("timeout-minutes: ")


def test_an_action_has_one_version_everywhere() -> None:
    used = {action for workflow in WORKFLOWS for action in re.findall(r"uses: (\S+@.*)", workflow.read_text("utf-8"))}
    assert len({action.partition("@")[0] for action in used}) == len(used)


def test_a_release_is_published_from_a_protected_environment_after_a_tag_alone() -> None:
    workflow = re.sub(" *#.*", "", text_of(".github/workflows/release.yml"))
    jobs = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", workflow.partition("\njobs:\n")[2], re.M))
    assert list(jobs) == ["build", "installers", "gather", "attest", "draft", "publish"]
    assert "if: github.event_name == 'push'" in jobs["attest"], "what follows it is left out with it"
    for job, needs in zip(list(jobs)[1:], jobs, strict=False):
        assert f"    needs: {needs}\n" in jobs[job]
    assert "    environment: pypi" in jobs["publish"] and "password" not in jobs["publish"]
    assert "--draft" in jobs["draft"]


def test_other_systems_are_tested_by_the_commands_of_the_readme() -> None:
    readme, workflow = text_of("README.md"), text_of(".github/workflows/ci.yml")
    for pattern in (r"^python3 -m venv .*pytest.*$", r"^py -m venv .*\$\?.*pytest.*$"):
        [command] = re.findall(pattern, readme, re.M)
        assert f"run: {command}\n" in workflow


def read_by_machines() -> list[str]:
    """Return the scripts and settings that name files of the project; a rename must change them too."""
    tools = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tools").glob("*.py"))
    github = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / ".github").rglob("*") if path.is_file())
    return [".ci/run", ".ci/nightly", ".ci/common.sh", "noxfile.py", ".pre-commit-config.yaml", "MANIFEST.in", "setup.py",
            "pyproject.toml", *tools, *github]


FOLDERS = "tests|tools|benchmarks|docs|installers|news|acquire_core|acquire_net|acquire_client"


def named_paths(text: str) -> set[str]:
    """Return the paths in a text as patterns: `tests/core`, `docs/*.md`."""
    return set(re.findall(rf"(?<![\w.*$-])(?:{FOLDERS})/[\w./*-]*[\w*]", text))


def named_modules(text: str) -> set[str]:
    """Return the modules in a text with the names of their packages: `tools.figures`."""
    return set(re.findall(rf"(?<![\w./*-])(?:{FOLDERS})(?:\.(?!txt\b)\w+)+", text))


def exists(path: str) -> bool:
    """Return True if the pattern finds a file or folder."""
    return any(ROOT.glob(path))


@pytest.mark.parametrize("file", read_by_machines())
def test_every_path_and_module_that_a_script_or_setting_names_exists(file: str) -> None:
    text = text_of(file)
    assert [path for path in sorted(named_paths(text)) if not exists(path)] == []
    modules = {name: name.replace(".", "/") for name in named_modules(text)}
    assert [name for name, path in sorted(modules.items()) if not exists(path) and not exists(f"{path}.py*")] == []


def test_paths_and_modules_are_found_in_a_text() -> None:
    text = """run tests/core/test_a.py "$x"/acquire_core/engine/*.pyx (tests/golden) --ignore=tests/b.py
              `python -m tools.c` $tools/bin/d .ci/tools.txt"""
    assert named_paths(text) == {"tests/core/test_a.py", "acquire_core/engine/*.pyx", "tests/golden", "tests/b.py"}
    assert named_modules(text) == {"tools.c"}
    assert not exists("tests/core/test_a.py")
    assert exists("acquire_core/engine/*.pyx")
