"""A client of CURVE written from its specification (ZeroMQ RFC 26), for what a program that uses ZeroMQ's library cannot say."""

import secrets
import socket
import struct

import nacl.bindings as sodium

from acquire_net.crypto.curve import curve_keys

COMMAND, LONG = 4, 2
ENCRYPTED_COMMAND = 2


class CurveByHand:
    """Connects, and introduces itself as a DEALER. It may say something when it `is_let_in`: what comes before that ends its
    connection, if it comes before the other side has decided."""

    def __init__(self, address: tuple[str, int], server_key: bytes, identity: bytes = b"") -> None:
        self.keys, fleeting = curve_keys(secrets.token_bytes), curve_keys(secrets.token_bytes)
        self.socket = socket.create_connection(address, 20)
        self._number = 0
        self.socket.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"CURVE".ljust(20, b"\0") + bytes(32))
        self._read(64)
        number = self._next()
        box = sodium.crypto_box(bytes(64), b"CurveZMQHELLO---" + number, server_key, fleeting.secret)
        self._send(COMMAND, b"\x05HELLO\x01\x00" + bytes(72) + fleeting.public + number + box)
        welcome = self._frame()[len(b"\x07WELCOME"):]
        opened = sodium.crypto_box_open(welcome[16:], b"WELCOME-" + welcome[:16], server_key, fleeting.secret)
        server_fleeting, cookie = opened[:32], opened[32:]
        nonce = secrets.token_bytes(16)
        vouch = nonce + sodium.crypto_box(fleeting.public + server_key, b"VOUCH---" + nonce, server_fleeting, self.keys.secret)
        about = b"\x0bSocket-Type\x00\x00\x00\x06DEALER\x08Identity" + struct.pack(">I", len(identity)) + identity
        number = self._next()
        box = sodium.crypto_box(self.keys.public + vouch + about, b"CurveZMQINITIATE" + number, server_fleeting, fleeting.secret)
        self._send(COMMAND, b"\x08INITIATE" + cookie + number + box)
        self._shared = sodium.crypto_box_beforenm(server_fleeting, fleeting.secret)

    def is_let_in(self) -> bool:
        """Return True as soon as the other side has answered that it lets this client in."""
        self.socket.settimeout(0)
        try:
            answer = self.socket.recv(1000, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        finally:
            self.socket.settimeout(20)
        assert answer, "the other side has hung up"
        if len(answer) < 2 or len(answer) < 2 + answer[1]:
            return False
        assert self._frame().startswith(b"\x05READY")
        return True

    def say(self, data: bytes, more: bool = False) -> None:
        """One frame of a message, the last one unless there is more to come."""
        self._encrypted(more, data)

    def say_in_clear(self, data: bytes) -> None:
        """What nobody may say any more after the handshake."""
        self._send(0, data)

    def ping(self) -> None:
        self._encrypted(ENCRYPTED_COMMAND, b"\x04PING\0\0")

    def close(self) -> None:
        self.socket.close()

    def tear(self) -> None:
        """Ends the connection with a reset: the other side may read nothing that it has not read yet."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def _encrypted(self, flags: int, data: bytes) -> None:
        number = self._next()
        box = sodium.crypto_box_afternm(bytes((flags,)) + data, b"CurveZMQMESSAGEC" + number, self._shared)
        self._send(0, b"\x07MESSAGE" + number + box)

    def _next(self) -> bytes:
        self._number += 1
        return struct.pack(">Q", self._number)

    def _send(self, flags: int, body: bytes) -> None:
        size = struct.pack(">BQ", flags | LONG, len(body)) if len(body) > 255 else struct.pack("BB", flags, len(body))
        self.socket.sendall(size + body)

    def _frame(self) -> bytes:
        flags = self._read(1)[0]
        return self._read(struct.unpack(">Q", self._read(8))[0] if flags & LONG else self._read(1)[0])

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            assert more, "the other side has hung up"
            data += more
        return data
