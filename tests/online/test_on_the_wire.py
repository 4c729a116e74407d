"""What an eavesdropper sees of a table: greetings, the commands and messages of CURVE, and the card; nothing of the game.

The bytes of a whole game are recorded where they pass, and read by the rules of ZMTP 3 and CurveZMQ (rfc.zeromq.org, 23 and 26).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from acquire_core import RULESETS
from acquire_net.discovery.card import CARD_REQUEST, read_card
from acquire_net.links.transport import Mesh
from acquire_net.lobby.events import Said
from acquire_net.lobby.table_spec import read_table
from acquire_net.table.acquire_game import rules_lines
from acquire_net.table.journal import read_journal
from tests.online.peers import come_to_the_end, table
from tests.online.proxy import Proxy

GREETING = 64
CARD_BYTES = 8 + 2 + 32 + 32 + 64
"""Of what protocol, its number, identity, key of this evening, signature."""
MORE, LONG, COMMAND = 1, 2, 4
AROUND_CONTENT = 8 + 8 + 16 + 1
"""Of a message: its name, the nonce, what proves that nobody has changed it, flags."""


def commands(data: bytes) -> tuple[Counter[str], int]:
    """Return the kinds of what was said in one direction, each piece accounted for: there is no other. And the bytes in its
    messages."""
    assert data[:1] == b"\xff" and data[9:11] == b"\x7f\x03" and data[12:32] == b"CURVE".ljust(20, b"\0")
    assert data[32] in (0, 1) and not any(data[33:GREETING])
    found: Counter[str] = Counter()
    place, content = GREETING, 0
    while place < len(data):
        flags = data[place]
        assert flags & ~(LONG | COMMAND) == 0, f"flags {flags} at {place}"
        width = 8 if flags & LONG else 1
        size = int.from_bytes(data[place + 1:place + 1 + width], "big")
        body = data[place + 1 + width:place + 1 + width + size]
        place += 1 + width + size
        if place > len(data):
            break  # the connection ended within it
        length = body[0]
        name = body[1:1 + length].decode("ascii")
        assert name in ("HELLO", "WELCOME", "INITIATE", "READY", "MESSAGE"), body[:20]
        assert bool(flags & COMMAND) == (name != "MESSAGE")
        found[name] += 1
        content += (len(body) - AROUND_CONTENT) * (name == "MESSAGE")
    return found, content


@pytest.mark.fully
def test_nothing_of_a_game_can_be_read_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: Counter[bytes] = Counter()

    def send(mesh: Mesh, key: bytes, frame: bytes) -> bool:
        taken = hand_over(mesh, key, frame)
        sent[mesh._public] += len(frame) * taken
        return taken

    hand_over = Mesh.send
    monkeypatch.setattr(Mesh, "send", send)
    proxies = [Proxy(seed=number, record=True) for number in range(2)]
    try:
        with table(tmp_path, 2, proxies=proxies, names=("Adelheid", "Benjamin")) as sitting:
            ada = sitting[0]
            for player in sitting:
                player.games = 1  # or they end in the middle of another one, and more is on its way
            ada.wait_until(lambda: ada.steps > 4, "some moves")
            ada.peer.send_chat("a word that nobody else shall read")
            sitting[1].wait_until(lambda: any(isinstance(each, Said) for each in sitting[1].news), "what was said")
            come_to_the_end(sitting)
            journal = ada.ended[0].journal
            speakers = [player.peer._running_connections().keys.public for player in sitting]
    finally:
        for proxy in proxies:
            proxy.close()
    assert journal is not None
    agreed = read_table(read_journal(journal).opening.table)
    keys = [key for seat in agreed.seats for key in (seat.identity, seat.curve)]
    secrets = [b"Adelheid", b"Benjamin", b"nobody else", b"place ", *(line.encode() for line in rules_lines(RULESETS["classic"])),
               *(proxy.address.encode() for proxy in proxies), *keys]
    total: Counter[str] = Counter()
    passed: Counter[bytes] = Counter()
    for owner, proxy in enumerate(proxies):
        for (number, way), data in proxy.recorded.items():
            if proxy.recorded[number, "in"].startswith(CARD_REQUEST):
                if way == "in":
                    assert data == CARD_REQUEST
                else:
                    assert len(data) == CARD_BYTES, "its fields and nothing else"
                    assert read_card(bytes(data)).identity == sitting[0].peer._config.signer.public
                continue
            kinds, content = commands(bytes(data))
            total += kinds
            passed[speakers[owner if way == "out" else 1 - owner]] += content
            for secret in secrets:
                assert secret not in data
    # How many messages there are is up to chance and time: what is due at once travels together. That it was the whole game, and
    # nothing went another way, their bytes show; what was said last may not have left when the connection ended.
    assert len(read_journal(journal).entries) > 100
    for speaker in speakers:
        assert sent[speaker] > 10_000 and 0.97 < passed[speaker] / sent[speaker] < 1.03, (passed, sent, total)
    assert total["HELLO"] == total["INITIATE"] > 0 and total["WELCOME"] == total["READY"] > 0
