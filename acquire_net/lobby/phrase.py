"""Six words, equal on all screens of a table and on no other (docs/spec/protocol.md, section 2). People read them to each other.

An attacker between two peers would have a different session with each, and so different words. There are 256 words, and no two
sound alike; six of them are 48 bits, and the attacker has only one try.
"""

from __future__ import annotations

from acquire_net.crypto.hashing import digest
from acquire_net.players.words import WORDS

WORDS_IN_A_PHRASE = 6


def check_phrase(sid: bytes) -> str:
    """Return the phrase of a session.

    >>> len(check_phrase(bytes(64)).split())
    6
    """
    return " ".join(WORDS[byte] for byte in digest("phrase", sid)[:WORDS_IN_A_PHRASE])
