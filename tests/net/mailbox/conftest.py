"""A mailbox that is open for one test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.open_mailbox import OpenMailbox


@pytest.fixture
def mailbox(tmp_path: Path) -> Iterator[OpenMailbox]:
    with OpenMailbox(tmp_path / "mail") as opened:
        yield opened
