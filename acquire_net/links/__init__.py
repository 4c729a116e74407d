"""How bytes travel between peers: open ports, encrypted links over ZeroMQ, the relay and its two ends, and limits on senders."""
