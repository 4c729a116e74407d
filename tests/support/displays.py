"""X servers without a screen, for windows that are tried as people meet them."""

import os
import subprocess
from collections.abc import Sequence


def start_display(size: str, options: Sequence[str] = ()) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server on the first number that is free; return it and the name of its display. Who starts it ends it."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp", *options]
    server = subprocess.Popen(words, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb does not start"
    return server, f":{number}"
