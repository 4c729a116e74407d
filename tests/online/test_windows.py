"""Evenings in real windows, as a campaign: `python -m tests.online.evenings_in_windows FOLDER` plays them and prints figures."""

from pathlib import Path

import pytest

from tests.online.evenings_in_windows import EVENINGS
from tests.online.network import needs_a_network
from tests.online.real_windows import missing_tools

pytestmark = [pytest.mark.campaign, pytest.mark.skipif(bool(missing_tools()), reason="needs Xvfb and xdotool")]


@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening_in_real_windows_ends_with_one_result(evening: str, tmp_path: Path) -> None:
    if evening == "hosts":
        needs_a_network()
    for what, figure in EVENINGS[evening](tmp_path):
        print(f"{what:55} {figure}")
