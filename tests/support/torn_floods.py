"""A program of its own, for what it meets has ended whole programs: floods that are torn while their queue is full.

Where ZeroMQ reads no further because a queue is full, and the connection is reset, an assertion of its next heartbeat fails, or
of an answer to a PING that waits behind the flood. Prints `alive` if a peer can still come to the one that was flooded.
"""

import time

from tests.net.curve_by_hand import CurveByHand
from tests.support.peers_on_loopback import OnePeer, run_for, run_until

FLOOD = 300


def main() -> None:
    ada, bo = OnePeer(), OnePeer()
    first = CurveByHand(ada.address, ada.key, b"same")
    run_until([ada], first.is_let_in)
    first.say(b"hello")
    run_until([ada], lambda: bool(ada.heard()))
    floods = [CurveByHand(ada.address, ada.key, b"same"),  # what comes under an identity that is taken is read by nobody
              *(CurveByHand(ada.address, ada.key) for _ in range(3))]
    for flood in floods:
        run_until([ada], flood.is_let_in)
    for flood in floods:
        for _ in range(FLOOD):
            flood.say(b"flood")
            flood.ping()
    time.sleep(0.3)  # until the floods have come in
    for flood in floods:
        flood.tear()
    time.sleep(0.3)
    run_for([ada], 3)  # until heartbeats are due
    bo.connect(ada)
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
    print("alive")
    first.close()
    for peer in (ada, bo):
        peer.close()


if __name__ == "__main__":
    main()
