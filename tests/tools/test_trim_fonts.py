"""The program's fonts have the version that their licence names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from acquire_client.window.assets import fonts

FOLDER = Path(fonts.__file__).parent


@pytest.mark.parametrize("name", fonts.FILES.values())
def test_the_licence_names_the_version_that_a_font_gives_itself(name: str) -> None:
    """Anyone who trims the fonts again has to fetch that version."""
    licence = (FOLDER / "Inter-LICENSE.txt").read_text("utf-8")
    version = re.match(r"Inter, version (\d+)\.(\d+), ", licence)
    assert version is not None
    own = f"Version {version[1]}.{int(version[2]):03}"
    assert own.encode("utf-16-be") in (FOLDER / name).read_bytes()
