"""How tables are found: beacons and mDNS on the local network, join codes, the card at an open port, and why nothing is found."""
