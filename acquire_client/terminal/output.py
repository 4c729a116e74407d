"""How a person wants output: with or without colours, with or without remarks. The command line says it once for the program."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

COLOURS = ("auto", "always", "never")


@dataclass(frozen=True, slots=True)
class OutputChoice:
    """`colours` is one of COLOURS; `quiet` leaves out progress bars and remarks, never results, warnings and errors."""

    colours: str = "auto"
    quiet: bool = False


_chosen = OutputChoice()


def output_choice() -> OutputChoice:
    return _chosen


def reset_output() -> None:
    """Forget what an earlier command line has chosen."""
    global _chosen
    _chosen = OutputChoice()


def change_output(colours: str | None = None, quiet: bool | None = None) -> None:
    """Choose how output looks from now on; None leaves a choice as it is."""
    global _chosen
    _chosen = replace(_chosen, colours=_chosen.colours if colours is None else colours,
                      quiet=_chosen.quiet if quiet is None else quiet)


def print_remark(text: str) -> None:
    """Print a remark on the error output, unless the person wants it quiet."""
    if not _chosen.quiet:
        print(text, file=sys.stderr)
