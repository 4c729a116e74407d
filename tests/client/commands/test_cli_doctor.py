"""`acquire doctor`: works on machines where nothing else does."""

import importlib.machinery
import json
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from acquire_client import version
from acquire_client.tools import machine
from acquire_core.engine.game import cpu_variant, cpu_variants
from acquire_net import build_of_sums
from acquire_net.crypto import cpu
from tests.client.command_line import Acquire, Output, acquire_process

PYGAME = {"found": True, "error": None, "name": "pygame-ce", "version": "2.5.8", "is_ce": True, "sdl": "2.32.10",
          "driver": "x11", "driver_error": None}


@pytest.fixture
def without_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process for pygame takes long, and so may the network; most tests only need what they would say."""
    monkeypatch.setattr(machine, "pygame_facts", lambda: dict(PYGAME))
    monkeypatch.setattr(machine, "network_facts", list)


def found(answer: Output) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(answer.out)
    return facts


@pytest.mark.usefixtures("without_probe")
def test_everything_a_bug_report_needs_is_there(acquire: Acquire) -> None:
    answer = acquire("doctor", columns=140)
    assert answer.code == 0
    for part in (sys.version.split()[0], f"variant {cpu_variant()}", f"checked with {build_of_sums()}",
                 "pygame-ce 2.5.8 with SDL 2.32.10", "SDL uses 'x11'",
                 "config:", "data:", "records:", "cores", "rich "):
        assert part in answer.out


@pytest.mark.usefixtures("without_probe")
def test_json_has_the_same_as_values(acquire: Acquire) -> None:
    facts = found(acquire("doctor", "--json"))
    assert facts["engine"]["variant"] == cpu_variant()
    assert tuple(facts["engine"]["variants"]) == cpu_variants()
    assert facts["proofs"] == {"sums": build_of_sums()}
    assert set(facts["folders"]) == {"config", "data", "records"}
    assert facts["terminal"]["encoding"]
    assert isinstance(facts["hints"], list)


def test_each_line_is_printed_as_soon_as_it_is_found(acquire: Acquire, monkeypatch: pytest.MonkeyPatch,
                                                     capsys: pytest.CaptureFixture[str]) -> None:
    """pygame and the network take seconds, in which a person sees that something is going on."""
    before: dict[str, str] = {}

    def note(name: str, answer: Any) -> Any:
        before[name] = capsys.readouterr().out
        return answer

    monkeypatch.setattr(machine, "pygame_facts", lambda: note("pygame", dict(PYGAME)))
    monkeypatch.setattr(machine, "network_facts", lambda: note("network", []))
    rest = acquire("doctor", columns=140).out
    assert before["pygame"].startswith("acquire ") and f"variant {cpu_variant()}" in before["pygame"]
    assert before["network"].startswith("pygame ") and "addresses" in before["network"]
    assert "folders" in rest and "pygame" not in rest
    lines = (before["pygame"] + before["network"] + rest).partition("\n\n")[0].splitlines()
    assert lines[-2].startswith("terminal ") and {line[9:11] for line in lines} == {"  "}, lines
    assert " " not in {line[11] for line in lines}, "the sections line up"


def test_without_a_display_it_says_so_and_opens_nothing() -> None:
    environment = {"DISPLAY": "", "WAYLAND_DISPLAY": ""} if sys.platform == "linux" else {"SDL_VIDEODRIVER": "dummy"}
    process = acquire_process("doctor", "--json", **environment)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Hello from the pygame community" not in out + err
    facts = json.loads(out)
    if facts["pygame"]["found"]:
        assert any(hint.startswith("A window cannot appear here") for hint in facts["hints"])


@pytest.mark.parametrize(("answered", "hint"), [
    ({"found": False, "error": None}, "pygame is missing"),
    ({"found": False, "error": "exit code -11"}, "does not start (exit code -11)"),
    ({**PYGAME, "driver": None, "driver_error": "x11 not available"}, "A window cannot appear here: x11 not available"),
    ({**PYGAME, "driver": "offscreen"}, "its driver 'offscreen', which shows nothing"),
])
def test_each_trouble_with_pygame_has_its_hint(acquire: Acquire, monkeypatch: pytest.MonkeyPatch, answered: dict[str, Any],
                                               hint: str) -> None:
    monkeypatch.setattr(machine, "pygame_facts", lambda: answered)
    answer = acquire("doctor", columns=200)
    assert answer.code == 0
    assert hint in answer.out


@pytest.mark.parametrize("probe", ["import os; os.abort()", "raise RuntimeError('broken')", "print('not json')", ""])
def test_a_pygame_that_crashes_takes_nobody_with_it(monkeypatch: pytest.MonkeyPatch, probe: str) -> None:
    monkeypatch.setattr(machine, "SDL_PROBE", probe)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    facts = machine.pygame_facts()
    assert not facts["found"]
    assert facts["error"]


def test_a_pygame_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*args: object, **settings: Any) -> None:
        raise subprocess.TimeoutExpired("python", settings["timeout"])

    monkeypatch.setattr("importlib.util.find_spec", lambda name: object())
    monkeypatch.setattr(subprocess, "run", hang)
    assert "no answer within" in machine.pygame_facts()["error"]


@pytest.mark.usefixtures("without_probe")
def test_without_compiled_sums_it_says_what_that_costs(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "multiscalar", None)
    assert "checked with PyNaCl alone" in acquire("doctor", columns=140).out


@pytest.mark.usefixtures("without_probe")
def test_without_the_engine_it_still_answers(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "acquire_core.engine.game", None)
    monkeypatch.delattr("acquire_core.engine.game", raising=False)
    answer = acquire("doctor", columns=200)
    assert answer.code == 1
    assert "The engine cannot be loaded" in answer.out


@pytest.mark.usefixtures("without_probe")
def test_two_pygames_are_one_too_many(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "installed_pygames", lambda: {"pygame", "pygame-ce"})
    out = " ".join(acquire("doctor", columns=200).out.split())
    assert "overwrite each other" in out
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    for command in ("uninstall -y pygame pygame-ce", f"install {machine.fitting_pygame()}"):
        assert f"{python} -m pip {command}" in out


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """`packages("folder", "pygame_ce-2.5.8.dist-info")` installs one of the two pygames into a folder of the path."""
    monkeypatch.delitem(sys.modules, "pygame", raising=False)

    def install(folder: str, metadata: str) -> None:
        (tmp_path / folder / "pygame").mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "pygame" / "__init__.py").touch()
        (tmp_path / folder / metadata).mkdir()
        (tmp_path / folder / metadata / ("METADATA" if metadata.endswith(".dist-info") else "PKG-INFO")).touch()
        monkeypatch.syspath_prepend(tmp_path / folder)

    return install


def test_one_pygame_is_enough_and_a_packed_program_has_no_pip(packages: Callable[[str, str], None],
                                                              monkeypatch: pytest.MonkeyPatch) -> None:
    packages("here", "pygame-2.6.1.dist-info")
    assert machine.mend_two_pygames() is None
    packages("here", "pygame_ce-2.5.8.dist-info")
    assert machine.mend_two_pygames() is not None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert machine.mend_two_pygames() is None


def test_a_pygame_in_another_folder_is_not_overwritten(packages: Callable[[str, str], None]) -> None:
    """A system has one of its own, behind what was installed for the program."""
    packages("system", "pygame-2.1.2.egg-info")
    packages("program", "pygame_ce-2.5.8.dist-info")
    assert machine.installed_pygames() == {"pygame-ce"} and machine.mend_two_pygames() is None


def test_metadata_without_content_is_no_second_pygame(packages: Callable[[str, str], None], tmp_path: Path) -> None:
    packages("here", "pygame_ce-2.5.8.dist-info")
    (tmp_path / "here" / "pygame-2.6.1.dist-info").mkdir()  # left behind by a removal
    assert machine.installed_pygames() == {"pygame-ce"}


@pytest.mark.parametrize("spec", [None, importlib.machinery.ModuleSpec("pygame", None, origin="built-in")])
def test_a_pygame_that_comes_from_nowhere_is_no_error(spec: object, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("pygame")
    module.__spec__ = spec  # type: ignore[assignment]
    monkeypatch.setitem(sys.modules, "pygame", module)
    assert machine.installed_pygames() == set() and machine.mend_two_pygames() is None


def test_without_a_pygame_there_are_not_two(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(sys.modules, "pygame", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert machine.installed_pygames() == set()


def test_two_pygames_are_reported_before_the_window_opens(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.setattr("acquire_client.window.app.open_window", lambda kiosk: 0)
    monkeypatch.setattr(machine, "mend_two_pygames", lambda: None)
    assert acquire().err == ""
    monkeypatch.setattr(machine, "mend_two_pygames", lambda: "Both are there: run this")
    assert acquire().err == "acquire: Both are there: run this\n"


@pytest.mark.usefixtures("without_probe")
def test_every_dependency_is_named_with_its_version(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = found(acquire("doctor", "--json"))["packages"]
    project = Path(__file__).parents[3] / "pyproject.toml"
    if (Path(__file__).parents[3] / "setup.py").exists():
        needs = tomllib.loads(project.read_text("utf-8"))["project"]
        lines = sum((needs["optional-dependencies"][extra] for extra in ("cluster", "a11y", "rl")), needs["dependencies"])
        assert {re.split(r"[<>=; ]", line)[0] for line in lines} | {"acquire-p2p"} == set(packages)
    monkeypatch.setattr(version, "distribution_version", lambda name: None if name == "PyNaCl" else "12.3")
    out = acquire("doctor", columns=400).out
    assert "pyzmq 12.3" in out and "hint: PyNaCl cannot be found" in out


@pytest.mark.usefixtures("without_probe")
def test_a_folder_that_cannot_be_made_has_a_hint(acquire: Acquire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("acquire_client.files.folders.platformdirs.PlatformDirs", lambda *args, **settings: type(
        "Directories", (), {"user_config_path": tmp_path / "file" / "config", "user_data_path": tmp_path / "data"})())
    facts = found(acquire("doctor", "--json"))
    assert not facts["folders"]["config"]["writable"]
    assert facts["folders"]["records"]["writable"]
    assert not facts["folders"]["records"]["exists"]
    assert [hint for hint in facts["hints"] if "folder for config" in hint]
    assert not (tmp_path / "data").exists()


def test_no_name_is_looked_up_and_nobody_is_connected_to(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "pygame_facts", lambda: dict(PYGAME))

    def forbidden(*args: object) -> None:
        raise AssertionError("traffic")

    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "getfqdn", "create_connection"):
        monkeypatch.setattr(socket, name, forbidden)
    assert acquire("doctor").code == 0


def test_without_a_network_there_is_a_hint(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "pygame_facts", lambda: dict(PYGAME))
    monkeypatch.setattr(machine, "address_facts", list)
    answer = acquire("doctor", columns=200)
    assert answer.code == 0
    assert "No network address was found" in answer.out


@pytest.mark.usefixtures("without_probe")
def test_what_beacons_meet_is_shown_with_advice(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "network_facts", lambda: [
        {"topic": "beacon on eth0", "good": False, "text": "the own one was NOT heard", "advice": "open UDP port 47108"},
        {"topic": "mDNS", "good": True, "text": "starts", "advice": ""},
        {"topic": "firewall", "good": None, "text": "let it through", "advice": ""}])
    answer = acquire("doctor", columns=200)
    assert answer.code == 0
    assert "beacon on eth0: the own one was NOT heard" in answer.out and "mDNS: starts" in answer.out
    assert "hint: Network, beacon on eth0: the own one was NOT heard. Advice: open UDP port 47108." in answer.out
    assert answer.out.count("hint: Network") == 1


def test_the_network_is_really_looked_at() -> None:
    findings = {finding["topic"]: finding for finding in machine.network_facts()}
    assert {"addresses", "table port", "mDNS", "firewall"} <= set(findings)
    assert all(set(finding) == {"topic", "good", "text", "advice"} for finding in findings.values())


def test_a_network_that_cannot_be_loaded_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "acquire_net.discovery.diagnosis", None)
    (finding,) = machine.network_facts()
    assert finding["good"] is False and "cannot be loaded" in finding["text"]


def test_addresses_leave_loopback_out() -> None:
    assert not [entry for entry in machine.address_facts() if entry["address"].startswith(("127.", "::1"))]


@pytest.mark.usefixtures("without_probe")
def test_a_poor_encoding_has_a_hint(acquire: Acquire, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = {"encoding": "cp1252", "is_terminal": False, "columns": 80, "colours": None, "environment": {"LANG": "\x1b[31m"}}
    monkeypatch.setattr(machine, "terminal_facts", lambda: terminal)
    answer = acquire("doctor", columns=60)
    assert "cp1252" in answer.out
    assert "\x1b" not in answer.out
    assert max(map(len, answer.lines)) <= 60


def test_a_packed_program_asks_pygame_itself_and_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no Python that could run a program of ours: its executable is the command."""
    pytest.importorskip("pygame")
    assert version.own_command()[1:] == ["-P", "-m", "acquire_client"]
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(subprocess, "run", lambda *words, **settings: pytest.fail("it would start itself"))
    facts = machine.pygame_facts()
    assert facts["found"] and facts["driver"] == "dummy" and facts["name"] in machine.PYGAMES
    monkeypatch.setattr(machine, "SDL_PROBE", "raise RuntimeError('broken')")
    assert machine.pygame_facts() == {"found": False, "error": "broken"}
    assert version.own_command() == [sys.executable]


def test_a_program_in_one_file_starts_that_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python alone does not find the modules in it."""
    archive = tmp_path / "acquire-p2p.pyz"
    monkeypatch.setattr(sys, "argv", [str(archive), "doctor"])
    assert version.own_archive() is None, "there is no such file"
    archive.touch()
    assert version.own_command() == [sys.executable, str(archive)]
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(subprocess, "run", lambda *words, **settings: pytest.fail("that Python would not find pygame"))
    assert machine.pygame_facts()["driver"] == "dummy"
