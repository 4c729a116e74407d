"""The connections that have come to a mesh, and whose they are. Each has a number from the system, which gives the number of one
that has ended to the next; and what was said on the first may be read after the second has come. So handshakes are counted, and
every frame says which one it belongs to.
"""

from __future__ import annotations


class Incoming:
    """
    >>> incoming = Incoming()
    >>> incoming.on_opened(7)
    >>> first = incoming.let_in(b"ada")
    >>> incoming.on_frame(first, 7), incoming.owner_of(7), incoming.on_ended(7)
    ((b'ada', True), b'ada', b'ada')
    >>> incoming.on_opened(7)
    >>> incoming.on_frame(first, 7), incoming.owner_of(7)
    ((b'ada', False), None)
    """

    def __init__(self) -> None:
        self._open: dict[int, tuple[int, bytes | None]] = {}
        """By number: the last handshake before it came, and whose it is, once something was heard on it."""
        self._handshakes = 0

    def on_opened(self, number: int) -> None:
        self._open[number] = self._handshakes, None

    def on_ended(self, number: int) -> bytes | None:
        """Note that a connection has ended, and return whose it was, if that is known."""
        return self._open.pop(number, (0, None))[1]

    def let_in(self, key: bytes) -> str:
        """Return a name for this handshake, after the connection is known on which it is made. It comes with all frames there."""
        self._handshakes += 1
        return f"{self._handshakes} {key.hex()}"

    def on_frame(self, name: str, number: int) -> tuple[bytes, bool]:
        """Return whose frame this is, and whether it came on the connection that has this number now."""
        handshake, _, key = name.partition(" ")
        since, _ = self._open.get(number, (self._handshakes, None))
        is_open = int(handshake) > since
        if is_open:
            self._open[number] = since, bytes.fromhex(key)
        return bytes.fromhex(key), is_open

    def owner_of(self, number: int) -> bytes | None:
        return self._open.get(number, (0, None))[1]

    def connections_of(self, key: bytes) -> list[int]:
        return [number for number, (_, owner) in self._open.items() if owner == key]
