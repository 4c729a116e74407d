"""Take out of a text what must not leave the machine: keys, codes, seeds, tiles, addresses, names and the paths of a person.

It takes out too much rather than too little: a word that only looks like a key goes as well. Times, versions, port numbers and
the sentences of the log stay, which is what a bug report is read for.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Any

_LETTER = "[0-9A-HJKMNP-TV-Z]"
"""Of join codes and fingerprints."""

_PATTERNS = (
    (re.compile(rf"\b(?:R-)?{_LETTER}{{5}}(?:-{_LETTER}{{5}}){{2,}}(?:-{_LETTER}{{1,4}})?\b", re.I), "<code>"),
    (re.compile(rf"\b{_LETTER}{{4}}(?:-{_LETTER}{{4}}){{1,3}}\b"), "<fingerprint>"),
    (re.compile(r"\bseed[\"']?\s*[:=]?\s*[\"']?\d+", re.I), "seed <number>"),
    (re.compile(r"(?<![\w.])(?:0x)?[0-9a-f]{8,}\b", re.I), "<number>"),
    (re.compile(rf"\b{_LETTER}{{16,}}\b"), "<code>"),
    (re.compile(r"[A-Za-z0-9+]{32,}=*"), "<long word>"),
    (re.compile(r"(?<![\w.])(?:1[0-2]|[1-9])[A-I]\b", re.I), "<tile>"),
)
_IPV4 = re.compile(r"(?<![\w.])(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}(?![\w.])")
_IPV6 = re.compile(r"(?<![\w:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:%\w+)?(?![\w:.])", re.I)
_NAME_WITH_KEY = re.compile(r"\b(to|refused:|from) ([^:()]{1,120}?) \(([0-9a-f]{8})\)")
"""How the log of the links writes a player."""

MIN_WORD = 2
"""A name of one letter stays: it would be taken out of every sentence."""


class Redactor:
    """Takes out the same words from every text that it is given, so that a name is the same number everywhere."""

    def __init__(self, homes: Iterable[str] = (), users: Iterable[str] = (), hosts: Iterable[str] = (),
                 names: Iterable[str] = ()) -> None:
        self._homes = sorted({home.rstrip("/\\") for home in homes if len(home.rstrip("/\\")) > 1}, key=len, reverse=True)
        self._words: list[tuple[re.Pattern[str], str]] = []
        self._players: dict[str, str] = {}
        for words, sign in ((users, "USER"), (hosts, "HOST")):
            long = sorted({word for word in words if len(word) >= MIN_WORD}, key=len, reverse=True)
            self._words += [(_whole_word(word), sign) for word in long]
        for name in sorted(set(names), key=len, reverse=True):
            if len(name) >= MIN_WORD:
                self._words.append((_whole_word(name), self._player(name)))

    def _player(self, name: str) -> str:
        return self._players.setdefault(name, f"PLAYER-{len(self._players) + 1}")

    def text(self, text: str) -> str:
        """Return a text without what must not leave the machine."""
        for home in self._homes:
            for way in {home, home.replace("\\", "/"), home.replace("\\", "\\\\")}:
                text = re.sub(re.escape(way) + r"(?=$|[^\w-])", "~", text, flags=re.I)
        text = _NAME_WITH_KEY.sub(lambda found: f"{found[1]} {self._player(found[2])}", text)
        for pattern, sign in self._words:
            text = pattern.sub(sign, text)
        text = _IPV4.sub(r"\1.x.x", text)
        text = _IPV6.sub(_short_address, text)
        for pattern, sign in _PATTERNS:
            text = pattern.sub(sign, text)
        return text

    def value(self, value: Any) -> Any:
        """Return a value of JSON with every text in it redacted; the keys are our own words."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.value(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(inner) for inner in value]
        return value


def _whole_word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.I)


def _short_address(found: re.Match[str]) -> str:
    """Return the first group of an address of IPv6; what is not one, such as a time, stays."""
    try:
        ipaddress.IPv6Address(found[0].partition("%")[0])
    except ValueError:
        return found[0]
    return f"{found[0].partition(':')[0]}:x::x"
