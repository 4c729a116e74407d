"""Sums of multiples of points of edwards25519, in variable time. FOR PUBLIC DATA ONLY: NEVER A SECRET HERE.

How long a call takes, and which memory it reads, tells the scalars and the points. That is what makes it fast, and all right for
checking proofs: whatever a verifier looks at has been sent to everybody. Secrets and nonces meet PyNaCl's functions only.
"""

include "multiscalar.pxi"
