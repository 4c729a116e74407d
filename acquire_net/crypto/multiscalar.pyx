"""Sums of multiples of points of edwards25519, in variable time. FOR PUBLIC DATA ONLY: NEVER A SECRET HERE.

The time of a call, and the memory that it reads, depend on the scalars and the points, so an onlooker could find them. This makes
it fast, and does no harm where proofs are checked: whatever a verifier looks at has been sent to everybody. Secrets and nonces go
through PyNaCl's functions only.
"""

include "multiscalar.pxi"
