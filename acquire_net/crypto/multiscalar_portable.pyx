"""As multiscalar, FOR PUBLIC DATA ONLY, without 128-bit numbers: what compilers that have none make of that module.

It is built everywhere so that the tests can compare the two everywhere; nothing else uses it. ACQUIRE_PORTABLE_PRODUCTS is
defined for it in setup.py, and field.pxd is where that counts.
"""

include "multiscalar.pxi"
