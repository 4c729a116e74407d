"""SDL without a screen and without sound, and windows in folders of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from acquire_client.window import app as app_module

from .driver import Noted, Window


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine that runs the tests prefers must not decide them."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """`window(look="light", width=1024)` opens one; all are closed behind the test."""
    opened: list[Window] = []

    def open_one(**settings: object) -> Window:
        opened.append(Window(tmp_path / f"home-{len(opened)}", **settings))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Return what the desktop would show: title and text."""
    found: Noted = []
    monkeypatch.setattr(app_module, "notify_desktop", lambda title, text: found.append((title, text)))
    monkeypatch.setattr(app_module, "mark_taskbar", lambda window, driver: True)
    monkeypatch.setattr(app_module, "BLIND_DRIVERS", ())
    return found
