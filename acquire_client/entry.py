"""Start the command `acquire`: this module comes first, so that Ctrl-C while the rest is loaded ends without a traceback."""

from __future__ import annotations

import gc
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def main() -> int:
    """Load the command line and run it; return the exit code."""
    gc.disable()
    is_default = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # else the shell, or a test, wants it otherwise
    if is_default:
        signal.signal(signal.SIGINT, end_quietly)
    from acquire_client import cli

    if is_default:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return cli.main(when_loaded=collect_again)


def collect_again() -> None:
    """Look for garbage from now on, and never among what was loaded, because that stays.

    To look there while it is loaded took a tenth of the time until a command runs, and each later look held up the window for as
    long as a picture may take.
    """
    gc.freeze()
    gc.enable()


def end_quietly(number: int, frame: FrameType | None) -> None:
    """End at once, with the code and the word that Ctrl-C has later on too."""
    if sys.stderr is not None:
        sys.stderr.write("\ninterrupted\n")
    raise SystemExit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
