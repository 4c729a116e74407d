"""The log file of what happens on the links of a table: bounded in size, without secrets and tiles."""

from __future__ import annotations

import logging
import logging.handlers

from acquire_client.files.folders import Folders

LOG_FILE = "acquire.log"
LOG_BYTES, LOG_FILES = 1_000_000, 2


def start_log(where: Folders) -> None:
    """Log what happens on the links: no secrets, no tiles, and never more than a few megabytes."""
    logger = logging.getLogger("acquire")
    logger.propagate = False
    if logger.handlers:
        return
    handler: logging.Handler
    try:
        where.data.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(where.data / LOG_FILE, maxBytes=LOG_BYTES, backupCount=LOG_FILES,
                                                       encoding="utf-8", errors="backslashreplace")
    except OSError:
        handler = logging.NullHandler()  # a game needs no log: play also where the disk takes none
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(name)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
