"""Tables over days, visited without a screen: the program does what its seat owes, and says whether its person is asked."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from acquire_client.files.folders import Folders
from acquire_client.files.journal_files import journal_files
from acquire_net import (
    MAILBOX_IS_READ,
    DamagedJournalError,
    OptionLine,
    Peer,
    PeerConfig,
    Resume,
    days_waited,
    events,
    is_over_days,
    option_value,
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
MEETING_S, HOUR_S = 300, 3600
"""How long programs meet to go on without a player, once in each hour: a visit is over in seconds, and two that know nothing of
each other would never be there together."""
LOOK_AT_NOTES_S = 5.0
"""Between two looks, at a meeting, whether there is still a player for whom the table has waited too long."""


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
    meets_at_s: int | None = None
    """When the programs that are there then may go on without a player, in seconds since 1970; None where they may not."""


def tables_over_days(where: Folders) -> list[Path]:
    """Return the journals of the tables with a mailbox to which this installation can return, the latest first."""
    return [path for path in journal_files(where) if resume_info_path(path).exists() and secrets_path(path).exists()
            and has_mailbox(path)]


def no_table_text(where: Folders) -> str:
    """Return that there is no such table."""
    return f"there is no table over days to come back to in '{where.data}'"


def has_mailbox(journal: Path) -> bool:
    """Return True if the table of this journal is played over days."""
    return is_over_days(_options_of(journal))


def _options_of(journal: Path) -> tuple[OptionLine, ...]:
    """Return what the table of this journal has agreed on; nothing where the journal cannot be read."""
    try:
        return read_table(read_journal(journal).opening.table).options
    except (DamagedJournalError, OSError, ValueError):
        return ()


def meeting_at(journal: Path, now_s: float) -> int:
    """Return when the meeting of a table begins that is on now or comes next. All programs of the table find the same one, by
    the number of the table and the time of day; those of two tables are seldom at the same time."""
    hour = int(now_s // HOUR_S)
    while True:
        place = zlib.crc32(f"{journal.stem} {hour}".encode()) % (HOUR_S // MEETING_S)
        begins_s = HOUR_S * hour + MEETING_S * place
        if now_s < begins_s + MEETING_S:
            return begins_s
        hour += 1


def visit_table(config: PeerConfig, journal: Path, ended: threading.Event, patience_s: float = VISIT_S) -> TableVisit:
    """Come to a table, take what waits there, do what the seat owes, and go again; at once when `ended` is set. Where the table
    has waited for a player for all its days and its programs meet just now, stay as long as they do."""
    agreed = option_value(_options_of(journal), "patience")
    news: queue.SimpleQueue[object] = queue.SimpleQueue()
    peer = Peer(config, Resume(journal), news.put)
    peer.start()
    try:
        visit = _follow_visit(news, ended, time.monotonic() + patience_s)
        return visit if agreed == "none" else _meet_others(visit, journal, int(agreed), news, ended)
    finally:
        peer.stop()
        peer.wait_until_stopped(STOP_S)


def _follow_visit(news: queue.SimpleQueue[object], ended: threading.Event, end_s: float) -> TableVisit:
    visit = TableVisit()
    for item in _news_until(news, ended, end_s):
        visit = _visit_after(visit, item)
        if visit.is_over or isinstance(item, events.PeerStopped):
            return visit
        if isinstance(item, events.Notice) and getattr(item.text, "pattern", "") == MAILBOX_IS_READ:
            return replace(visit, trouble="")
    return replace(visit, trouble=visit.trouble or "nothing was heard of the mailbox")


def _meet_others(visit: TableVisit, journal: Path, days: int, news: queue.SimpleQueue[object],
                 ended: threading.Event) -> TableVisit:
    """Stay until the end of the meeting that is on now, or until the person is asked or nobody is missing for too long any more.
    If none is on, return at once, with the time of the next."""
    begins_s = meeting_at(journal, time.time())
    left_s = begins_s + MEETING_S - time.time()
    is_on, end_s = left_s <= MEETING_S, time.monotonic() + left_s
    while not (visit.is_over or visit.is_asked or visit.trouble or ended.is_set()) and days_waited(journal) >= days:
        now_s = time.monotonic()
        if not is_on or now_s >= end_s:
            return replace(visit, meets_at_s=meeting_at(journal, begins_s + MEETING_S) if is_on else begins_s)
        for item in _news_until(news, ended, min(end_s, now_s + LOOK_AT_NOTES_S)):
            visit = _visit_after(visit, item)
            if visit.is_over or visit.is_asked or isinstance(item, events.PeerStopped):
                return visit
        visit = replace(visit, trouble="")
    return visit


def _news_until(news: queue.SimpleQueue[object], ended: threading.Event, end_s: float) -> Iterator[object]:
    """Yield what is reported until then, or until `ended` is set."""
    while (left_s := end_s - time.monotonic()) > 0 and not ended.is_set():
        with contextlib.suppress(queue.Empty):
            yield news.get(timeout=min(left_s, LOOK_S))


def _visit_after(visit: TableVisit, item: object) -> TableVisit:
    match item:
        case events.Begun():
            return replace(visit, names=tuple(name for seat, name in enumerate(item.names) if seat != item.seat))
        case events.Played():
            return replace(visit, is_asked=item.asked, actions=visit.actions + len(item.actions))
        case events.Ended():
            return TableVisit(visit.names, actions=visit.actions, is_over=True)
        case events.PeerStopped():
            return TableVisit(visit.names, trouble=item.text)
        case events.Trouble():
            return replace(visit, trouble=item.text)
    return visit
