"""How long a table needs to go on after a cable is plugged in again: python -m tests.online.healing [--cuts 20] [--seconds 4]

Hosts in network namespaces play games of computer players; one host's cable is pulled again and again. The time runs from the
moment when the cable is back to the next action at the table.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.online.hosts import seated
from tests.online.network import HostNetwork, why_not
from tests.online.programs import Company


def measure(cuts: int, seconds: float, players: int = 3) -> list[float]:
    """Return the times, in seconds."""
    found: list[float] = []
    rng = random.Random(1)
    while len(found) < cuts:
        with tempfile.TemporaryDirectory() as folder, HostNetwork(players) as network, Company(Path(folder)) as company:
            programs = seated(company, network, players)
            for _ in range(40):
                programs[0].wait_for("action")
            for _ in range(3):
                host = rng.randrange(2, players + 1)
                network.pull(host)
                time.sleep(seconds)
                programs[0].skip()
                if any(event["event"] == "finished" for event in programs[0].events):
                    break
                network.plug_in(host)
                began = time.monotonic()
                event = programs[0].wait_for(lambda event: event["event"] in ("action", "finished"))
                found.append(time.monotonic() - began)
                if event["event"] == "finished":
                    break
                for _ in range(15):
                    programs[0].wait_for(lambda event: event["event"] in ("action", "finished"))
            for program in programs:
                program.put_down()
        print(f"{len(found)} cuts", file=sys.stderr)
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=4)
    args = parser.parse_args()
    if why_not():
        sys.exit(why_not())
    times = measure(args.cuts, args.seconds)
    print(f"{len(times)} cuts of {args.seconds:g} s: median {statistics.median(times):.2f} s, 95 % "
          f"{times[min(len(times) - 1, len(times) * 95 // 100)]:.2f} s, longest {times[-1]:.2f} s")


if __name__ == "__main__":
    main()
