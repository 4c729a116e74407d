"""What the title does without is imported when it is asked for, and every name that is promised is there."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from acquire_client.files.settings import Settings
from acquire_client.window import network, scenes
from acquire_client.window.names_when_needed import NamesWhenNeeded

# The title as the command opens it, and then the modules that it should have done without.
TITLE = """
import sys
from pathlib import Path
from acquire_client.files.folders import Folders
from acquire_client.files.settings import SettingsFile
from acquire_client.window.app import App
at = Path(sys.argv[1])
app = App(SettingsFile(at), Folders(at, at, at))
app.show_first_scene(False)
app.run_once(())
app.workers.settle()
light = {"acquire_net", "acquire_net.errors", "acquire_net.private_files"}
print(*(name for name in sys.modules if name.startswith("acquire_net") and name not in light))
print(*(name.rpartition(".")[2] for name in sys.modules if name.startswith("acquire_client.window.scenes.")))
print(*{"importlib.metadata", "acquire_core.arena"}.intersection(sys.modules))
"""


def test_the_title_is_drawn_without_the_network_and_without_other_scenes(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", TITLE, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True)
    network_modules, scene_modules, slow_modules = done.stdout.splitlines()[-3:]
    assert network_modules.split() == slow_modules.split() == []
    assert sorted(scene_modules.split()) == ["scene", "title"]


def names_for_types(module: ModuleType) -> dict[str, str]:
    """Return each name that the module imports where types are checked, with the module that has it."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    return {alias.name: str(node.module) for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}


@pytest.mark.parametrize("module", [scenes, network])
def test_each_promised_name_is_that_of_its_module(module: ModuleType) -> None:
    promised = names_for_types(module)
    assert promised == module._NAMES._home_of, "what mypy reads is what the program imports"
    module.load_all()
    for name, home in promised.items():
        assert getattr(module, name) is getattr(sys.modules[home], name)


def test_a_name_that_was_not_promised_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        scenes.Chess  # type: ignore[attr-defined]  # noqa: B018


def test_what_was_put_in_its_place_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tables")
    monkeypatch.setitem(sys.modules, "tables", module)
    names = NamesWhenNeeded("tables", {"acquire_client.files.settings": ("Settings", "SettingsFile")})
    assert names.find("Settings") is Settings is vars(module)["Settings"]
    vars(module)["SettingsFile"] = None
    names.load_all()
    assert vars(module)["SettingsFile"] is None
