"""What can be found out about this machine without disturbing it: no window is opened, and nothing is sent but a beacon of no
table to its own networks, to hear whether it comes back.

Every function answers with plain JSON-able values and gives None where something cannot be known; what to make of that, and
what to advise, is decided in commands/doctor.py.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from acquire_client import version

# Run in a process of its own, because a library that crashes or hangs there takes nobody with it. Starting SDL's video
# finds out which driver it chooses; a window would be another call.
SDL_PROBE = """
import json, pygame
found = {"version": pygame.version.ver, "is_ce": bool(getattr(pygame, "IS_CE", False)),
         "sdl": ".".join(map(str, pygame.get_sdl_version())), "driver": None, "driver_error": None}
try:
    pygame.display.init()
    found["driver"] = pygame.display.get_driver()
except pygame.error as error:
    found["driver_error"] = str(error)
print(json.dumps(found))
"""
SDL_TIMEOUT_S = 15


def python_facts() -> dict[str, Any]:
    return {
        "version": platform.python_version(),
        "implementation": platform.python_implementation(),
        "executable": sys.executable,
        "system": platform.platform(),
        "machine": platform.machine(),
    }


def engine_facts() -> dict[str, Any]:
    """Return the compiled engine: the file it came from, the binary interface, and its variants for CPUs."""
    try:
        from acquire_core.engine import game
    except ImportError as error:
        return {"loaded": False, "error": str(error), "abi": None, "file": None, "variant": None, "variants": []}
    file = str(game.__file__)
    return {
        "loaded": True,
        "error": None,
        "abi": "abi3: one binary for all Pythons from 3.11" if ".abi3." in Path(file).name else "this Python only",
        "file": file,
        "variant": game.cpu_variant(),
        "variants": list(game.cpu_variants()),
    }


def proof_facts() -> dict[str, Any]:
    """Return the compiled module that adds points when proofs are checked; without one they take six times as long."""
    from acquire_net import build_of_sums

    return {"sums": build_of_sums()}


NEEDED = ("pyzmq", "PyNaCl", "msgspec", "zeroconf", "ifaddr", "rich", "platformdirs", "segno")
"""Distributions that the program needs everywhere, as pyproject.toml names them; besides one of the two pygames."""
PYGAMES = ("pygame", "pygame-ce")
EXTRAS = ("accesskit", "distributed", "numpy", "gymnasium", "pettingzoo")
"""Distributions that extras bring."""


def package_facts() -> dict[str, str | None]:
    """Return versions of the distributions that the program uses; None is not installed."""
    return {name: version.distribution_version(name) for name in (version.DISTRIBUTION, *NEEDED, *PYGAMES, *EXTRAS)}


def fitting_pygame() -> str:
    """Return which pygame is meant for this machine: pygame-ce stands in where pygame has no wheel, as pyproject.toml says."""
    is_windows_arm = sys.platform == "win32" and platform.machine() == "ARM64"
    return "pygame-ce" if sys.version_info >= (3, 14) or is_windows_arm else "pygame"


def installed_pygames() -> set[str]:
    """Return which of the two pygames were installed into the folder from which `import pygame` takes its package."""
    if version.is_frozen():
        return set()
    try:
        found = importlib.util.find_spec("pygame")
        if found is None or not found.has_location or found.origin is None:
            return set()
        folder = str(Path(found.origin).parents[1])
        return {name for name in PYGAMES if any(version.metadata_in(folder, name))}
    except (ImportError, ValueError, OSError):  # in an archive, or nothing that can be imported
        return set()


def mend_two_pygames() -> str | None:
    """Return a sentence with the commands that mend two pygames in one place; None if there is one at most."""
    if len(installed_pygames()) < len(PYGAMES):
        return None
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    return ("Both pygame and pygame-ce are installed and overwrite each other: run  "
            f"{python} -m pip uninstall -y pygame pygame-ce  and then  {python} -m pip install {fitting_pygame()}")


def pygame_facts() -> dict[str, Any]:
    """Return which pygame answers to `import pygame`, its SDL, and the video driver SDL chooses here."""
    nothing: dict[str, Any] = {"found": False, "error": None}
    if importlib.util.find_spec("pygame") is None:
        return nothing
    if version.is_frozen() or version.own_archive():
        return _pygame_facts_here()
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    try:
        probe = subprocess.run([sys.executable or "python", "-P", "-c", SDL_PROBE], env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, errors="replace", timeout=SDL_TIMEOUT_S, check=False)
        lines = probe.stdout.strip().splitlines()
        found = json.loads(lines[-1]) if probe.returncode == 0 and lines else None
    except subprocess.TimeoutExpired:
        return {**nothing, "error": f"no answer within {SDL_TIMEOUT_S} s"}
    except (OSError, ValueError) as error:
        return {**nothing, "error": str(error)}
    if not isinstance(found, dict):
        last = probe.stderr.strip().splitlines()[-1:] or [f"exit code {probe.returncode}"]
        return {**nothing, "error": last[0]}
    return _named_pygame(found)


def _pygame_facts_here() -> dict[str, Any]:
    """Return the same in a packed program, which has no Python to start that would find the pygame it was packed with."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    scope: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(SDL_PROBE, scope)
    except Exception as error:  # as in the process of its own: whatever a library raises is a finding
        return {"found": False, "error": str(error)}
    return _named_pygame(scope["found"])


def _named_pygame(found: dict[str, Any]) -> dict[str, Any]:
    return {"found": True, "error": None, "name": "pygame-ce" if found["is_ce"] else "pygame", **found}


def display_facts() -> dict[str, Any]:
    """Return where a window could appear, judging by the environment."""
    if sys.platform in ("win32", "darwin"):
        kind = "native"
    elif os.environ.get("WAYLAND_DISPLAY"):
        kind = "wayland"
    elif os.environ.get("DISPLAY"):
        kind = "x11"
    else:
        kind = "none"
    return {
        "kind": kind,
        "environment": _set_variables("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "SDL_VIDEODRIVER"),
        "over_ssh": bool(os.environ.get("SSH_CONNECTION")),
    }


def address_facts() -> list[dict[str, Any]]:
    """Return addresses under which others may reach this machine, no link-local ones, that of the default route first."""
    try:
        from acquire_net import LINK_LOCAL, LOOPBACK, default_route_address, own_addresses
    except ImportError:
        return []  # network_facts says what is missing
    defaults = (default_route_address(4), default_route_address(6))
    found = [{"address": own.address, "interface": own.adapter, "default": own.address in defaults}
             for own in own_addresses() if own.kind not in (LOOPBACK, LINK_LOCAL)]
    return sorted(found, key=lambda entry: not entry["default"])


def network_facts() -> list[dict[str, Any]]:
    """Return what tables and beacons would meet here, one finding after the other."""
    try:
        from acquire_net import diagnose
    except ImportError as error:
        return [{"topic": "network", "good": False, "text": f"play over the network cannot be loaded: {error}",
                 "advice": "install the program again"}]
    # What a window needs for another language, adapter and commands, stands in the text already.
    return [{"topic": each.topic, "good": each.good, "text": each.text, "advice": each.advice} for each in diagnose()]


def folder_facts() -> dict[str, dict[str, Any]]:
    """Return the program's folders: whether they exist, and whether they can be written or created."""
    from acquire_client.files.folders import folders

    ours = folders()
    return {name: _folder_facts(path) for name, path in (("config", ours.config), ("data", ours.data), ("records", ours.records))}


def configuration_facts() -> dict[str, Any]:
    """Return where the files are in which a person has set something, and what the configuration file sets; no values."""
    from acquire_client.files.configuration import KEYS, ConfigurationError, configuration_path, read_configuration
    from acquire_client.files.folders import folders
    from acquire_client.files.settings import FILE_NAME

    ours, error, sets = folders().config, None, []
    try:
        found = read_configuration(ours)
        sets = [key for key in KEYS if getattr(found, key) is not None]
    except ConfigurationError as wrong:
        error = str(wrong)
    return {"path": str(configuration_path(ours)), "exists": os.path.exists(configuration_path(ours)), "sets": sets,
            "error": error, "settings": str(ours / FILE_NAME)}


def _folder_facts(path: Path) -> dict[str, Any]:
    existing = path
    try:
        while not existing.exists() and existing != existing.parent:
            existing = existing.parent
        writable = existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)
        exists = existing == path
    except OSError:
        writable = exists = False
    return {"path": str(path), "exists": exists, "writable": writable}


def cpu_facts() -> dict[str, Any]:
    usable = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count()
    return {"name": _cpu_name(), "cores": os.cpu_count(), "usable": usable}


def _cpu_name() -> str | None:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or None


def terminal_facts() -> dict[str, Any]:
    from acquire_client.terminal.console import make_console

    console = make_console()
    return {
        "encoding": console.encoding,
        "is_terminal": console.is_terminal,
        "columns": console.width,
        "colours": console.color_system,
        "environment": _set_variables("TERM", "NO_COLOR", "COLUMNS", "LANG", "LC_ALL"),
    }


def _set_variables(*names: str) -> dict[str, str]:
    return {name: os.environ[name] for name in names if os.environ.get(name)}
