"""A program of its own, for what it meets has ended whole programs: a first frame that breaks the protocol, and then the end.

Where ZeroMQ tells its monitor of such a frame it forgets that it is one, waits to read on, and an assertion of its next heartbeat
fails. Prints `alive` if a peer can still come to the one who was sent it.
"""

import zmq

from acquire_net.links import transport
from tests.net.curve_by_hand import CurveByHand
from tests.support.peers_on_loopback import OnePeer, run_for, run_until


def main() -> None:
    transport._SETTINGS[zmq.HEARTBEAT_IVL] = 100
    ada, bo = OnePeer(), OnePeer()
    for ends in (CurveByHand.close, CurveByHand.tear) * 3:
        stranger = CurveByHand(ada.address, ada.key)
        run_until([ada], stranger.is_let_in)
        stranger.say_in_clear(b"\x05ERROR\x03400")
        run_for([ada], 0.01)
        ends(stranger)
    run_for([ada], 0.4)  # until heartbeats are due
    bo.connect(ada)
    run_until([ada, bo], lambda: ada.has_link(bo) and bo.has_link(ada))
    print("alive")
    for peer in (ada, bo):
        peer.close()


if __name__ == "__main__":
    main()
