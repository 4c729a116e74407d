"""The program in a real window of an X server without a screen: typed at by xdotool, as somebody would type."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

MISSING = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)}")
PATIENCE_S = 30


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own, on the first number that is free."""
    reading, writing = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1300x800x24", "-nolisten", "tcp"],
                              pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb does not start"
    yield f":{number}"
    server.terminate()
    server.wait(PATIENCE_S)


def eventually(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE_S
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def test_a_game_is_begun_and_left_by_the_keyboard(display: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config"),
                   "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_RUNTIME_DIR": str(tmp_path)}
    environment.pop("SDL_VIDEODRIVER", None)
    environment.pop("WAYLAND_DISPLAY", None)
    program = "import sys; from acquire_client.cli import main; sys.exit(main())"

    def hand(*words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout.strip()

    def under_the_pointer() -> str:
        return hand("getmouselocation", "--shell").rpartition("WINDOW=")[2]

    hand("mousemove", "650", "400")
    root = under_the_pointer()
    process = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)

    try:
        assert eventually(lambda: under_the_pointer() != root), process.poll()
        window = under_the_pointer()
        hand("windowfocus", window)
        hand("key", "--delay", "100", "n")
        hand("key", "--delay", "60", "ctrl+a")
        hand("type", "--delay", "40", "Zoe")
        hand("key", "--delay", "60", "Return")
        kept = tmp_path / "config" / "acquire" / "settings.json"
        assert eventually(lambda: kept.exists() and "Zoe,Ada:casual" in kept.read_text("utf-8"))
        hand("windowsize", window, "1100", "700")
        for key in ("F9", "Escape", "F10", "Return"):
            hand("key", "--delay", "100", key)
        saved = tmp_path / "data" / "acquire" / "records" / "interrupted.acquire"
        assert eventually(saved.exists)
        hand("key", "--delay", "100", "Escape")
        out, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, out, err) == (0, "", "")
        assert saved.read_text("utf-8").startswith("acquire")
    finally:
        process.kill()
        process.wait(PATIENCE_S)
