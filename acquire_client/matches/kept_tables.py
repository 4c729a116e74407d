"""Tables over days, visited without a screen: the program does what its seat owes, and says whether its person is asked."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from acquire_client.files.folders import Folders
from acquire_client.files.journal_files import journal_files
from acquire_net import (
    MAILBOX_IS_READ,
    DamagedJournalError,
    Peer,
    PeerConfig,
    Resume,
    events,
    is_over_days,
    read_journal,
    read_table,
    resume_info_path,
    secrets_path,
)

VISIT_S = 60.0
"""A visit ends after this time, whatever is still missing."""
STOP_S = 20.0
LOOK_S = 0.25
"""Between two looks whether the visit is to end."""


@dataclass(frozen=True, slots=True)
class TableVisit:
    """What came of a visit."""
    names: tuple[str, ...] = ()
    """Of the others at the table."""
    is_asked: bool = False
    actions: int = 0
    """How many actions of the game are final."""
    is_over: bool = False
    trouble: str = ""
    """What a person should know; empty where all is well."""


def tables_over_days(where: Folders) -> list[Path]:
    """Return the journals of the tables with a mailbox to which this installation can return, the latest first."""
    return [path for path in journal_files(where) if resume_info_path(path).exists() and secrets_path(path).exists()
            and has_mailbox(path)]


def no_table_text(where: Folders) -> str:
    """Return that there is no such table."""
    return f"there is no table over days to come back to in '{where.data}'"


def has_mailbox(journal: Path) -> bool:
    """Return True if the table of this journal is played over days."""
    try:
        return is_over_days(read_table(read_journal(journal).opening.table).options)
    except (DamagedJournalError, OSError, ValueError):
        return False


def visit_table(config: PeerConfig, journal: Path, ended: threading.Event, patience_s: float = VISIT_S) -> TableVisit:
    """Come to a table, take what waits there, do what the seat owes, and go again; at once when `ended` is set."""
    news: queue.SimpleQueue[object] = queue.SimpleQueue()
    peer = Peer(config, Resume(journal), news.put)
    peer.start()
    try:
        return _follow_visit(news, ended, time.monotonic() + patience_s)
    finally:
        peer.stop()
        peer.wait_until_stopped(STOP_S)


def _follow_visit(news: queue.SimpleQueue[object], ended: threading.Event, end_s: float) -> TableVisit:
    names: tuple[str, ...] = ()
    is_asked, actions, troubles = False, 0, ""
    while (left_s := end_s - time.monotonic()) > 0 and not ended.is_set():
        try:
            item = news.get(timeout=min(left_s, LOOK_S))
        except queue.Empty:
            continue
        match item:
            case events.Begun():
                names = tuple(name for seat, name in enumerate(item.names) if seat != item.seat)
            case events.Played():
                is_asked, actions = item.asked, actions + len(item.actions)
            case events.Ended():
                return TableVisit(names, actions=actions, is_over=True)
            case events.PeerStopped():
                return TableVisit(names, trouble=item.text)
            case events.Notice() if getattr(item.text, "pattern", "") == MAILBOX_IS_READ:
                return TableVisit(names, is_asked, actions)
            case events.Trouble():
                troubles = item.text
    return TableVisit(names, is_asked, actions, trouble=troubles or "nothing was heard of the mailbox")
