"""The QR code of a join code, read by the standard and not by the library that makes it."""

from __future__ import annotations

import pytest

from acquire_client.view_model.qr_code import qr_modules
from tests.support.qr_reader import read_qr

CODES = ("R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ", "R-R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ", "[fd77::7]:47108#04HM-ASW9-NF6Y-Y093",
         "[2001:db8:85a3:8d3:1319:8a2e:370:7348]:47108#04HM-ASW9-NF6Y-Y093", "relay.example.org:47109#04HM-ASW9-NF6Y-Y093")


@pytest.mark.parametrize("code", CODES)
def test_a_camera_reads_the_code_that_was_meant(code: str) -> None:
    assert read_qr(qr_modules(code)) == code


def test_a_wrong_module_is_noticed_by_the_reader_of_these_tests() -> None:
    modules = [list(row) for row in qr_modules(CODES[0])]
    modules[12][12] = not modules[12][12]
    with pytest.raises(ValueError, match="a module is wrong"):
        read_qr(modules)
