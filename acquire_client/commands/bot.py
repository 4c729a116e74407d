"""`acquire bot`: a level of ours on the standard streams, speaking docs/developers/bot-protocol.md."""

from __future__ import annotations

import argparse
import sys

from acquire_client.commands import CommandError, UsageError
from acquire_client.commands.arguments import whole_number
from acquire_core.ai import NoSuchBot
from acquire_core.ai.bot_end import LevelEnd
from acquire_core.ai.bot_protocol import ProtocolError

MAX_BOT_SEED = (1 << 63) - 1


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", metavar="LEVEL", required=True, help="number or name of a level, such as 4 or strong")
    parser.add_argument("--seed", metavar="S", type=whole_number(0, MAX_BOT_SEED),
                        help="seed of every game (default: the one that the table gives for each)")


def run(args: argparse.Namespace) -> int:
    try:
        bot = LevelEnd(args.level, args.seed)
    except NoSuchBot as error:
        raise UsageError(str(error)) from None
    if sys.stdin is None:
        raise CommandError("the input is closed, and a computer player reads the game from it")
    for line in sys.stdin:
        try:
            answers = bot.receive(line.removeprefix("\ufeff"))
        except ProtocolError as error:
            print(f"error {error}", flush=True)
            raise CommandError(str(error)) from None
        for answer in answers:
            print(answer, flush=True)
        if bot.over:
            break
    return 0
