"""Run the command `acquire` as `python -m acquire_client`: for programs that start another one of the same installation.

A packed program (installers/acquire.spec) begins here too. Its worker processes are this same program with other words, and
`freeze_support` is what makes a worker of it.
"""

import sys

from acquire_client.entry import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()
    sys.exit(main())
