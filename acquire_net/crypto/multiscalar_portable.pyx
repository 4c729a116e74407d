"""As multiscalar, FOR PUBLIC DATA ONLY, without 128-bit numbers: what that module becomes with a compiler that has none.

It is built everywhere so that the tests can compare the two everywhere; nothing else uses it. setup.py defines
ACQUIRE_PORTABLE_PRODUCTS for it, and field.pxd reads that.
"""

include "multiscalar.pxi"
