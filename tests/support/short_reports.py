"""Let a worker of pytest-xdist send one report of a test that passes, where it would send five.

A worker says when a test begins and ends, and what came of its setup, of itself and of its teardown. The process that counts
prints a dot for one of these, and to pack and unpack the others takes half as long as a small test. Whatever failed, was skipped,
printed something or took its time is reported as ever.
"""

from collections.abc import Callable
from typing import Any

import pytest

QUICK = 0.005
"""Seconds. `--durations` does not show what took less either."""


def shorten_reports(config: pytest.Config) -> None:
    """Replace what a worker sends with; outside a worker, and with an xdist that sends in another way, nothing changes."""
    for plugin in config.pluginmanager.get_plugins():
        if type(plugin).__name__ == "WorkerInteractor" and hasattr(plugin, "sendevent"):
            plugin.sendevent = only_what_counts(plugin.sendevent)


def only_what_counts(send: Callable[..., None]) -> Callable[..., None]:
    def send_if_it_counts(name: str, **said: Any) -> None:
        if name not in ("logstart", "logfinish") and not (name == "testreport" and is_beside_the_point(said["data"])):
            send(name, **said)

    return send_if_it_counts


def is_beside_the_point(report: dict[str, Any]) -> bool:
    """Return True for a quick setup or teardown of which there is nothing to say."""
    return (report["when"] != "call" and report["outcome"] == "passed" and not report["sections"]
            and report["duration"] < QUICK)
