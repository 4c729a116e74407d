"""Commands that the tools run: what one prints is kept, and the end of it is shown where it fails."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path


class CommandError(Exception):
    """A command has failed; the message has its name, its exit status, and the end of what it printed. `output` is all of it."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


def run(words: Sequence[str | Path], cwd: Path, **environment: str) -> str:
    """Run a command and return what it prints. Raise CommandError where it fails."""
    done = subprocess.run([*map(str, words)], cwd=cwd, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode:
        last = "\n".join(done.stdout.splitlines()[-25:])
        raise CommandError(f"{Path(str(words[0])).name} ended with {done.returncode}: {last}", done.stdout)
    return done.stdout
