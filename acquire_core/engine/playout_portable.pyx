"""The random player, built for every CPU; see playout_run.pxi."""

include "playout_run.pxi"
