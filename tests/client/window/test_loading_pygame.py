"""Pygame is imported without libraries that take longer than itself and that the window never calls."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from acquire_client.window.sdl import UNUSED, WINDOW_CLASS


@pytest.mark.parametrize("name", UNUSED)
def test_a_library_that_the_window_never_calls_is_left_for_those_who_do(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("print('imported')\n", "utf-8")
    program = ("from acquire_client.window.sdl import load_pygame; load_pygame(); import pygame; "
               f"print('pygame', hasattr(pygame, 'Surface')); import {name}")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, sys.path)])})
    assert done.stdout.splitlines() == ["pygame True", "imported"] and done.stderr == ""


def test_a_window_has_the_class_of_its_menu_entry_however_the_program_was_started() -> None:
    program = ("from acquire_client.window.sdl import load_pygame; load_pygame(); import os; "
               "print(os.environ['SDL_VIDEO_X11_WMCLASS'], os.environ['SDL_VIDEO_WAYLAND_WMCLASS'])")
    clean = {name: value for name, value in os.environ.items() if not name.endswith("_WMCLASS")}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True,
                          env={**clean, "DISPLAY": ":77", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    assert done.stdout.split() == [WINDOW_CLASS, WINDOW_CLASS]
