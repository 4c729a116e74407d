"""A process that plays a table of three on disk, and goes on where it was killed: `python -m tests.support.play_on_disk FOLDER`.

Every run begins or resumes all seats from FOLDER and plays until the game is over. It prints a line for each decision, and `over`
at the end. Chance comes from the system, so that no run repeats another.
"""

import random
import sys
from pathlib import Path

from acquire_net.table.journal import DamagedJournalError
from tests.support.table_on_disk import DiskTable, choices

SEATS = 3


def sit_down(table: DiskTable, seat: int) -> None:
    for path in table.home(seat).glob("*.acqlog"):
        try:
            table.resume(seat)
            return
        except DamagedJournalError as damaged:
            if "nothing was played yet" not in str(damaged):
                raise
            path.unlink()  # killed before the first entry was whole
    table.begin(seat)


def main(folder: Path) -> None:
    table = DiskTable(folder, SEATS, seed=random.SystemRandom().getrandbits(64), begin=False)
    for seat in range(SEATS):
        sit_down(table, seat)
    drivers = [driver for driver in table.seats if driver is not None]
    table.settle()
    while not all(driver.session.finished for driver in drivers):
        table.pass_time(500)
        for driver in drivers:
            if driver.session.is_asked and not driver.session.asking:
                driver.submit_encoded(random.choice(choices(driver.session.state.game, driver.session.seat)))
                print("decided", flush=True)
                table.settle()
    print("over", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
