"""The random player, built for CPUs with AVX2 and BMI2; see playout_run.pxi."""

include "playout_run.pxi"
