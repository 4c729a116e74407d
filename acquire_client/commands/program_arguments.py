"""What the commands with programs at their tables share: the time for a decision, and the refusal of what cannot be started."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from acquire_client.commands import CommandError
from acquire_client.commands.arguments import whole_number
from acquire_client.view_model.words import shortened
from acquire_core.ai.external import Limits, why_not_in_rounds, why_not_startable
from acquire_core.ruleset import Ruleset

MAX_MOVE_MS = 600_000


def add_move_time_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--move-time", metavar="MS", type=whole_number(1, MAX_MOVE_MS), default=Limits().move_ms,
                        help=f"milliseconds that a program has for a decision (default: {Limits().move_ms})")


def refuse_unstartable(commands: Iterable[str], ruleset: Ruleset | None = None) -> None:
    """Raise CommandError for the first program that this machine cannot start, or that does not play simultaneously where these
    rules do, before the first move."""
    for command in dict.fromkeys(commands):
        reason = why_not_startable(command)
        if reason is not None:
            raise CommandError(f"the program '{shortened(command)}' cannot be started: {reason}")
        reason = why_not_in_rounds(command) if ruleset is not None and ruleset.simultaneous else None
        if reason is not None:
            raise CommandError(f"the program '{shortened(command)}' cannot play here: it {reason}")
