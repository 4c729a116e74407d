"""The mailbox: what waits for members who are not there."""
