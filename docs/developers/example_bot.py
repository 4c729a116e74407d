"""A bot for `acquire arena --seats cmd:"python3 docs/developers/example_bot.py",2,2,2`: bot-protocol.md in plain Python.

It does not follow the game. It chooses among the legal lines that come before `go`: found and buy as much as it can,
keep blocks in a merger, never end the game unless it must.
"""

import random
import sys


def worth(move: str, luck: random.Random) -> float:
    """How much the bot likes a line such as `2 buy Tower Tower Luxor`."""
    words = move.split()
    verb, rest = words[1], words[2:]
    if verb == "buy":
        bought = rest[: rest.index("sell")] if "sell" in rest else rest
        return 10 * len(bought) - 20 * ("sell" in rest) - len(set(bought)) + luck.random()
    if verb == "end":
        return float(rest == ["no"])
    if verb == "dispose":                        # dispose hold 3 sell 0 trade 2
        return 2 * int(rest[5]) + int(rest[1]) + luck.random()
    if verb == "bid":                            # most bids are high: about $300 is enough
        return -abs(int(rest[0]) - 300)
    if verb in ("pass", "stop", "retire"):
        return -1
    return luck.random()


def say(line: str) -> None:
    print(line, flush=True)                      # without the flush the line would stay here


def main() -> None:
    luck = random.Random(0)
    legal: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "acquire-bot":
            say(f"hello {rest} example")         # version 1 in turns, 2 in simultaneous play: this bot plays both
        elif word == "seed":                     # the same seed, the same game: matches can be repeated
            luck = random.Random(int(rest))
        elif word == "legal":
            legal.append(rest)
        elif word == "go":
            say("move " + max(legal, key=lambda move: worth(move, luck)))
            legal = []
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
