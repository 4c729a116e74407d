"""Use a Dask cluster as an executor: reach it within seconds or say why not, and check that it runs this version.

Only this file knows Dask. It sends functions and values of acquire_core by name, nothing of this machine, so scheduler and
workers need the same version installed. Dask trusts everybody who can connect to it, so keep a cluster off networks with
strangers.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from acquire_client import version
from acquire_client.view_model.words import shortened
from acquire_core.ai.external import why_not_startable

CONNECT_SECONDS = 10.0
"""What an address may take to turn out to be a scheduler, and a scheduler to have a worker."""
ANSWER_SECONDS = 30.0
"""What all questions before the first game may take together; workers that have just started are slow."""
CLOSE_SECONDS = 3.0
LOOK_SECONDS = 0.2
"""How soon it is noticed that the scheduler went away."""


class ClusterError(Exception):
    """A cluster that cannot be used, or no longer; the message is for people."""


@dataclass(frozen=True)
class Cluster:
    """What can be given work: an executor with futures of the standard library, and how much it does at the same time."""

    executor: Executor
    threads: int


@dataclass(frozen=True)
class Answers:
    """What scheduler and workers said before the first game: by address a version, or the exception that came instead."""

    scheduler: object
    workers: Mapping[str, object]
    programs: Mapping[str, Mapping[str, object]]
    """By command, why each worker cannot start it; None if it can."""
    threads: int


@contextmanager
def reached(address: str, programs: Iterable[str] = ()) -> Iterator[Cluster]:
    """Provide the cluster at a scheduler's address, with these programs startable on its workers, or a ClusterError."""
    try:
        import distributed
    except ImportError as error:
        raise ClusterError(f"a cluster needs Dask ({error}): pip install 'acquire-p2p[cluster]'") from None
    with _silent_loggers():
        answers = _asked(distributed, address, tuple(programs))
        refuse_unfit(answers)
        client = _connected(distributed, address)
        try:
            with _ending_with(client) as executor:
                yield Cluster(executor, answers.threads)
        except CancelledError:
            raise ClusterError(f"the scheduler at '{shortened(address)}' went away") from None
        except Exception as error:
            if not type(error).__module__.startswith("distributed."):
                raise
            reason = " ".join(str(error).split()).rstrip(".")  # such as: worker after worker ended over the same games
            raise ClusterError(f"the cluster gave up: {reason or type(error).__name__}") from None
        finally:
            client.close(CLOSE_SECONDS)


def refuse_unfit(answers: Answers) -> None:
    """Raise ClusterError for a cluster that runs another version, or cannot start a program."""
    own = version.program_version()
    for where, found in {"the scheduler": answers.scheduler, **_at_workers(answers.workers)}.items():
        if isinstance(found, BaseException):
            raise ClusterError(f"{where} cannot run acquire-p2p, which has to be installed there: {found}")
        if found != own:
            raise ClusterError(f"{where} has acquire-p2p {found}, and this is {own}: all of a cluster need the same version")
    for command, reasons in answers.programs.items():
        for where, reason in _at_workers(reasons).items():
            if reason is not None:
                raise ClusterError(f"the program '{shortened(command)}' cannot be started by {where}: {reason}")


def _at_workers(answers: Mapping[str, object]) -> dict[str, object]:
    return {f"the worker {address}": found for address, found in answers.items()}


# --- asking -----------------------------------------------------------------------------------------------------------

def _asked(distributed: Any, address: str, programs: tuple[str, ...]) -> Answers:
    where = f"'{shortened(address)}'"
    try:
        kind = asyncio.run(asyncio.wait_for(_kind(distributed, address), CONNECT_SECONDS))
    except TimeoutError:
        raise ClusterError(f"no Dask scheduler answers at {where} within {CONNECT_SECONDS:g} seconds") from None
    except Exception as error:                       # whatever Dask makes of an address that is none, or of another protocol
        raise ClusterError(f"no Dask scheduler can be reached at {where}: {str(error) or type(error).__name__}") from None
    if kind != "Scheduler":
        raise ClusterError(f"at {where} is a Dask {kind}; the address of the scheduler is needed")
    try:
        return asyncio.run(asyncio.wait_for(_answers(distributed, address, programs), ANSWER_SECONDS))
    except TimeoutError:
        raise ClusterError(f"the cluster at {where} does not answer within {ANSWER_SECONDS:g} seconds") from None
    except ClusterError:
        raise
    except Exception as error:                       # it went away, or is of a very different version of Dask
        raise ClusterError(f"the cluster at {where} cannot be asked: {str(error) or type(error).__name__}") from None


async def _kind(distributed: Any, address: str) -> str:
    """Return what answers there. Dask's own client would wait for ever where something listens and is silent."""
    secrets = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=secrets) as server:
        return str((await server.identity())["type"])


async def _answers(distributed: Any, address: str, programs: tuple[str, ...]) -> Answers:
    async with distributed.Client(address, asynchronous=True, set_as_default=False, timeout=CONNECT_SECONDS) as client:
        try:
            await client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ClusterError(f"the scheduler at '{shortened(address)}' has no workers; 'dask worker {shortened(address)}' "
                               "starts one") from None
        scheduler: object
        try:
            scheduler = await client.run_on_scheduler(version.program_version)
        except Exception as error:                   # it lacks the module, or forbids this
            scheduler = error
        workers = await client.run(version.program_version, on_error="return")
        startable = {}
        if not any(isinstance(found, BaseException) for found in workers.values()):
            for command in programs:
                startable[command] = await client.run(why_not_startable, command, on_error="return")
        return Answers(scheduler, workers, startable, sum((await client.nthreads()).values()))


def _connected(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, set_as_default=False, timeout=CONNECT_SECONDS)
    except OSError as error:
        raise ClusterError(f"the scheduler at '{shortened(address)}' went away: {error}") from None


@contextmanager
def _silent_loggers() -> Iterator[None]:
    """Provide what goes wrong is said in a sentence; Dask's loggers would add pages to the error output."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


# --- work -------------------------------------------------------------------------------------------------------------

class _ClusterExecutor(Executor):
    """Run functions on the workers, and send the version along, because workers that join later were not checked.

    It gives out futures of its own, because a future of Dask may never end when the scheduler disappears. Cancelling one of
    them does not stop the work in Dask; closing the client does.
    """

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._lock = threading.Lock()
        self._open: set[Future[Any]] = set()
        self._ended = False

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        mine: Future[Any] = Future()
        with self._lock:
            theirs = None if self._ended else self._executor.submit(run_as, version.program_version(), function, *args, **named)
            self._open.add(mine)
        if theirs is None:
            self._settle(mine)
        else:
            theirs.add_done_callback(lambda theirs: self._settle(mine, theirs))
        return mine

    def end(self) -> None:
        """Cancel all open futures: no worker is left to complete them."""
        with self._lock:
            self._ended = True
            still_open = list(self._open)
        for future in still_open:
            self._settle(future)

    def _settle(self, mine: Future[Any], theirs: Future[Any] | None = None) -> None:
        """End a future as the one of Dask ended, or cancel it where there is none. Only the first call for a future counts."""
        with self._lock:
            if mine not in self._open:
                return
            self._open.remove(mine)
        if theirs is None or theirs.cancelled():
            mine.cancel()
        if not mine.set_running_or_notify_cancel() or theirs is None:
            return
        if (error := theirs.exception()) is not None:
            mine.set_exception(error)
        else:
            mine.set_result(theirs.result())


@contextmanager
def _ending_with(client: Any) -> Iterator[_ClusterExecutor]:
    """Work for as long as the client has its scheduler by one and the same connection: with that Dask gives up what was asked
    for, also where it finds the scheduler again within milliseconds."""
    executor, over, connection = _ClusterExecutor(client.get_executor(pure=False)), threading.Event(), client.scheduler_comm

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            if client.status != "running" or client.scheduler_comm is not connection:
                executor.end()
                return

    thread = threading.Thread(target=look, name="cluster", daemon=True)
    thread.start()
    try:
        yield executor
    finally:
        over.set()
        thread.join()


def run_as(wanted: str, function: Callable[..., Any], /, *args: Any, **named: Any) -> Any:
    """On a worker: what the function gives, if this is the version that is wanted."""
    found = version.program_version()
    if found != wanted:
        raise ClusterError(f"a worker that joined later has acquire-p2p {found}, and this is {wanted}")
    return function(*args, **named)
