"""Lines of notation for the reference rules: any spelling that record-format.md, section 3 allows, turned into the one form.

Here is only spelling. A line that comes out of `canonical` may still be nonsense; it is then in no list of legal lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from .reference_board import ALL_TILES, in_board_order

CHANCE_MARK = "*"


class Illegal(ValueError):
    """The reference refuses a line; the game is untouched."""


def written(chain: str) -> str:
    """Return a chain as it stands in a line."""
    return chain.capitalize()


def split(line: str) -> tuple[str | None, list[str]]:
    """Who speaks (a seat's number, `*`, or None for the seat that is asked) and the words of the action."""
    words = line.split()
    if words and (words[0] == CHANCE_MARK or words[0].isdigit()):
        who: str | None = words.pop(0)
    else:
        who = None
    if not words:
        raise Illegal(f"{line!r} says nothing")
    return who, words


def canonical(words: Sequence[str], chains: Sequence[str]) -> list[str]:
    """Return the words with chains capitalised, purchases in list order and discarded tiles in board order (K34)."""
    verb, rest = words[0], list(words[1:])
    if verb in ("found", "survivor", "next", "trade2"):
        return [verb, *(_chain(word, chains) if word != "none" else word for word in rest)]
    if verb == "buy":
        if "sell" not in rest:
            return [verb, *_in_list_order(rest, chains)]
        cut = rest.index("sell")
        if cut + 1 == len(rest):
            raise Illegal("'sell' names no block")
        return [verb, *_in_list_order(rest[:cut], chains), "sell", *_in_list_order(rest[cut + 1:], chains)]
    if verb == "discard":
        if not set(rest) <= set(ALL_TILES):
            raise Illegal(f"no such tile in {' '.join(rest)!r}")
        return [verb, *in_board_order(rest)]
    return [verb, *rest]


def purchase(bought: Sequence[str], sold: Sequence[str]) -> str:
    return " ".join(["buy", *map(written, bought), *(["sell"] if sold else []), *map(written, sold)])


def purchase_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the chains bought and sold by a canonical `buy` line, lower case."""
    names = [word.lower() for word in words[1:]]
    cut = names.index("sell") if "sell" in names else len(names)
    return names[:cut], names[cut + 1:]


def _chain(word: str, chains: Sequence[str]) -> str:
    if word.lower() not in chains:
        raise Illegal(f"no chain is called {word!r}")
    return written(word.lower())


def _in_list_order(words: Sequence[str], chains: Sequence[str]) -> list[str]:
    names = [_chain(word, chains).lower() for word in words]
    return [written(name) for name in sorted(names, key=chains.index)]
