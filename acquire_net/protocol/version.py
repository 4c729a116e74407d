"""The number of the protocol, which peers compare first: in the card at an open port, in HELLO and in the id of a table."""

from __future__ import annotations

PROTOCOL = 3
"""ACQ-MP/3. Raised with every change that two peers would not understand alike."""
