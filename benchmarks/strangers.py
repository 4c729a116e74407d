"""What a mailbox bears: its members write to each other while one core sends strangers' frames as fast as it can.

    python -m benchmarks.strangers [--seconds 20]

The mailbox is a process as `acquire relay --mailbox` runs it, the strangers are another. Each of their frames comes on a
connection of its own, because the mailbox hangs up on whom it does not know: half of them name a key that nobody knows, the
others the key of a member, with nonsense behind it. Two members send to each other all the while; what does not arrive is lost.
"""

from __future__ import annotations

import argparse
import json
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from acquire_net.crypto.curve import curve_keys
from acquire_net.links.relay import MAIL, Request
from acquire_net.mailbox.mail_link import MailLink
from acquire_net.mailbox.server import MailLimits
from tests.support.open_mailbox import OpenMailbox
from tests.support.peers_on_loopback import LOOPBACK

SENDS_EACH_S = 1.0
"""A member sends that often: a mailbox lets nobody write much faster than a table needs it."""
LOOK_S = 0.25
PAUSE_S = 0.02
PATIENCE_S = 60.0
IMPATIENCE_S = 0.02
NONSENSE = (60).to_bytes(4, "little") + bytes(60)


def serve(folder: Path) -> None:
    """Run a mailbox until the end of the input; print its port at first, and what it has seen at last."""
    mailbox = OpenMailbox(folder)
    mailbox.mail_limits = MailLimits(newcomers=2, newcomers_of_one_address=2)
    mailbox.begin()
    print(mailbox.port, flush=True)
    sys.stdin.read()
    used = time.process_time()
    print(json.dumps({"strangers": mailbox.server.strangers, "boxes": mailbox.server.store.box_count, "cpu_s": used}), flush=True)
    mailbox.end()


def flood(port: int, seconds: float, member: bytes) -> None:
    """Send strangers' frames as fast as one core can; print how many.

    Where the mailbox is behind, the system would try a connection again after a second: this tries another one at once."""
    sent = refused = 0
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s:
        key = member if sent % 2 else secrets.token_bytes(32)
        try:
            with socket.create_connection((LOOPBACK, port), IMPATIENCE_S) as sock:
                sock.sendall(Request(MAIL, key, bytes(16)).pack() + NONSENSE)
            sent += 1
        except OSError:
            refused += 1
    print(json.dumps({"sent": sent, "refused": refused, "cpu_s": time.process_time()}))


def run(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "benchmarks.strangers", *map(str, words)], text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--flood", nargs=2, metavar=("PORT", "KEY"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
    elif args.flood:
        flood(int(args.flood[0]), args.seconds, bytes.fromhex(args.flood[1]))
    else:
        print_table(args.seconds)


def print_table(seconds: float) -> None:
    with tempfile.TemporaryDirectory() as place:
        mailbox = run("--serve", place)
        assert mailbox.stdout is not None and mailbox.stdin is not None
        port = int(mailbox.stdout.readline())
        keys = [curve_keys(secrets.token_bytes) for _ in range(2)]
        members = [MailLink(own, LOOPBACK, port, [each.public for each in keys], look_s=LOOK_S) for own in keys]
        for link in members:
            link.start(0)
        while not all(link.has_looked for link in members):
            time.sleep(0.01)
        strangers = run("--flood", port, keys[0].public.hex(), "--seconds", seconds)
        waits, lost = write_to_each_other(members, [each.public for each in keys], strangers)
        told, _ = strangers.communicate()
        for link in members:
            link.close()
        mailbox.stdin.close()
        seen = json.loads(mailbox.stdout.readline())
        mailbox.wait(PATIENCE_S)
    flooded, waits_ms = json.loads(told), [1000 * each for each in waits]
    each_ms = 1000 * seen["cpu_s"] / max(1, flooded["sent"])
    table = Table(title=f"{seconds:g} s of strangers")
    for heading in ("what", "figure"):
        table.add_column(heading)
    for what, figure in (
            ("strangers' frames a second", f"{flooded['sent'] / seconds:,.0f} (connections that failed: {flooded['refused']:,})"),
            ("a core of the strangers", f"{flooded['cpu_s'] / seconds:.0%}"),
            ("a core of the mailbox", f"{seen['cpu_s'] / seconds:.0%}, {each_ms:.2f} ms each"),
            ("keys that nobody knew", f"{seen['strangers']:,}"),
            ("boxes", f"{seen['boxes']} of 2 members"),
            ("frames of members", f"{len(waits):,}, {lost} lost"),
            ("until such a frame is there", f"median {statistics.median(waits_ms):.0f} ms, at most {max(waits_ms):.0f} ms")):
        table.add_row(what, figure)
    Console().print(table)


def write_to_each_other(members: list[MailLink], keys: list[bytes], strangers: subprocess.Popen[str]) -> tuple[list[float], int]:
    """Let the members send to each other while there are strangers; return how long each frame took, and how many are lost."""
    waits: list[float] = []
    sent_s: list[list[float]] = [[], []]
    came = [0, 0]
    ends_s: float | None = None
    while ends_s is None or (time.monotonic() < ends_s and came != [len(sent_s[0]), len(sent_s[1])]):
        now_s = time.monotonic()
        if ends_s is None and strangers.poll() is None:
            for number, link in enumerate(members):
                if not sent_s[number] or now_s - sent_s[number][-1] >= SENDS_EACH_S:
                    link.put_frames([(keys[1 - number], b"%d" % len(sent_s[number]))], len(sent_s[number]) + 1)
                    sent_s[number].append(now_s)
        elif ends_s is None:
            ends_s = now_s + PATIENCE_S
        time.sleep(PAUSE_S)
        for number, link in enumerate(members):
            for arrival in link.take_arrivals(1000):
                if arrival.frame == b"%d" % came[number]:  # it may come again, and never before its turn
                    waits.append(time.monotonic() - sent_s[1 - number][came[number]])
                    came[number] += 1
                link.drop_frames(arrival.number)
    return waits, sum(map(len, sent_s)) - sum(came)


if __name__ == "__main__":
    main()
