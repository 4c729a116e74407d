"""Where this program keeps what it keeps, by the customs of the system. Nothing is created here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Folders:
    """`config` for settings, `data` for everything else, `records` in it for games."""

    config: Path
    data: Path
    records: Path


def folders() -> Folders:
    """Return the folders; ACQUIRE_HOME in the environment is one folder for everything: for another player on this machine, or
    another disk."""
    home = os.environ.get("ACQUIRE_HOME")
    if home:
        return Folders(config=Path(home) / "config", data=Path(home) / "data", records=Path(home) / "data" / "records")
    system = platformdirs.PlatformDirs("acquire", appauthor=False)
    return Folders(config=system.user_config_path, data=system.user_data_path, records=system.user_data_path / "records")
