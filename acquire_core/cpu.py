"""Which build of the random player runs on this CPU. Chosen once, when the package is imported.

The environment variable ACQUIRE_CPU names another one (`portable` or `wide`), for measuring and for bug reports; the games are
the same with each.
"""

import os

from .engine.game import cpu_variant, cpu_variants, use_cpu_variant

__all__ = ["choose_cpu_variant", "cpu_variant", "cpu_variants", "use_cpu_variant"]


def choose_cpu_variant(wanted: str | None) -> str:
    """Use the wanted build if it runs here, else the best that does; returns its name."""
    possible = cpu_variants()
    use_cpu_variant(wanted if wanted in possible else possible[-1])
    return cpu_variant()


choose_cpu_variant(os.environ.get("ACQUIRE_CPU"))
