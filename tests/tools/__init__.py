"""The tools of the maintainers. They are not installed, so these tests skip where there is no source tree."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

if not (ROOT / "tools").is_dir():
    pytest.skip("no source tree beside the tests", allow_module_level=True)
