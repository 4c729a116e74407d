"""Run the command `acquire` as `python -m acquire_client`: for programs that start another one of the same installation."""

import sys

from acquire_client.entry import main

if __name__ == "__main__":
    sys.exit(main())
