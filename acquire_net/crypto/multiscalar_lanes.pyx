"""As multiscalar, FOR PUBLIC DATA ONLY, with four numbers at once: for processors that multiply 52 bits in each lane.

setup.py builds it for Linux on x86-64 and defines ACQUIRE_LANES for it, which lanes.pxd reads; cpu.py decides where it runs.
"""

include "multiscalar.pxi"
