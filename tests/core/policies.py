"""Ways to play at random that reach every corner of the rules, for any engine that speaks in lines.

A policy picks one of the legal lines, given the snapshot and a random.Random. Left alone, random play hardly ever
sees seven small chains, a full board or an empty market; a policy here is a table of preferences that leads there:
it narrows the lines of some kinds of decision, and the choice among what is left is uniform. Chance is always uniform.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from acquire_core.ruleset import OPTIONS, RULESETS, Ruleset, RulesetError

from . import reference_board as geometry
from . import reference_money as money
from .reference_rounds import ONLY_VALUES

Lines = list[str]
Snapshot = Mapping[str, Any]
Policy = Callable[[Lines, Snapshot, random.Random], str]
Preference = Callable[[Lines, Snapshot], Lines]


def uniform(lines: Lines, snapshot: Snapshot, rng: random.Random) -> str:
    return rng.choice(lines)


def preferring(**preferences: Preference) -> Policy:
    """Return a policy that narrows the lines of the named verbs before it picks one."""

    def policy(lines: Lines, snapshot: Snapshot, rng: random.Random) -> str:
        verb = lines[0].split()[1]
        if lines[0].startswith("*") or verb not in preferences:
            return rng.choice(lines)
        # A preference that finds nothing it likes leaves everything open.
        return rng.choice(preferences[verb](lines, snapshot) or lines)

    return policy


def only(*endings: str) -> Preference:
    """Return the lines that end in one of these words."""
    return lambda lines, snapshot: [line for line in lines if line.split()[-1] in endings]


def first_of(*endings: str) -> Preference:
    """Return the lines that end in the first of these words that any line ends in."""
    return lambda lines, snapshot: next(filter(None, (only(word)(lines, snapshot) for word in endings)), [])


def anything_but(*words: str) -> Preference:
    return lambda lines, snapshot: [line for line in lines if not set(words) & set(line.split())]


def most(value: Callable[[str, Snapshot], int]) -> Preference:
    """Return the lines that are worth most."""

    def preference(lines: Lines, snapshot: Snapshot) -> Lines:
        worth = {line: value(line, snapshot) for line in lines}
        return [line for line in lines if worth[line] == max(worth.values())]

    return preference


def placing(*kinds: str) -> Preference:
    """Return the tiles of the first of these kinds (R12) that is at hand."""

    def preference(lines: Lines, snapshot: Snapshot) -> Lines:
        for kind in kinds:
            liked = [line for line in lines if " place " in line and kind_of(line.split()[-1], snapshot) == kind]
            if liked:
                return liked
        return []

    return preference


def kind_of(tile: str, snapshot: Snapshot) -> str:
    """Return what a tile would do on the board: isolated, founds, grows or merges (R12)."""
    chains = geometry.chains_touched(snapshot["board"], tile)
    if len(chains) >= 2:
        return "merges"
    if chains:
        return "grows"
    return "founds" if geometry.loose_touched(snapshot["board"], tile) else "isolated"


def bought(line: str, snapshot: Snapshot) -> int:
    """Return the number of blocks that a purchase takes."""
    return len(line.split(" sell ")[0].split()) - 2


def sold(line: str, snapshot: Snapshot) -> int:
    return len(line.split(" sell ")[1].split()) if " sell " in line else 0


def spent(line: str, snapshot: Snapshot) -> int:
    """Return the dollars that a purchase costs, chains off the board by their own table."""
    names = list(snapshot["sizes"])
    positions = [names.index(word.lower()) for word in line.split(" sell ")[0].split()[2:]]
    sizes = list(snapshot["sizes"].values())
    return sum(money.price(position, sizes[position]) if sizes[position] else money.price_off_the_board(position) or 0
               for position in positions)


def share_of(what: str) -> Callable[[str, Snapshot], int]:
    """Return the number that follows a word: held, sold or traded blocks of a disposal."""
    return lambda line, snapshot: int(line.split()[line.split().index(what) + 1])


def named_tiles(line: str, snapshot: Snapshot) -> int:
    return len(line.split()) - 2


def fewest(value: Callable[[str, Snapshot], int]) -> Preference:
    return most(lambda line, snapshot: -value(line, snapshot))


NEVER_END = only("no")

POLICIES: Mapping[str, Policy] = {
    "uniform": uniform,
    # Seven chains early, so that an eighth cannot be founded.
    "many_small_chains": preferring(place=placing("founds", "isolated", "merges", "grows"), found=anything_but("none"),
                                    end=NEVER_END),
    # Blocks run out, and holders of defunct chains keep them for their next life.
    "hoarding": preferring(buy=most(bought), dispose=most(share_of("hold")), stop=anything_but("stop"), end=NEVER_END),
    # The board fills up, hands die, the bag empties, the stall ends it.
    "never_ending": preferring(end=NEVER_END),
    # As above, with dead tiles kept and hands not replaced: stalls with tiles left in the bag.
    "clinging": preferring(end=NEVER_END, discard=fewest(named_tiles), replace=only("no")),
    # Hands change as much as the rules allow.
    "clearing_out": preferring(end=NEVER_END, discard=most(named_tiles), replace=only("yes")),
    # Loose tiles all over the board, so that one tile later founds or joins a long group.
    "spreading": preferring(place=placing("isolated", "grows", "founds", "merges"), found=only("none"), end=NEVER_END),
    # Mergers as soon as they exist: ties, many chains at once, chains that live again and again.
    "merging": preferring(place=placing("merges", "founds", "isolated", "grows"), found=anything_but("none"), end=NEVER_END),
    # Cash runs out.
    "spending_all": preferring(buy=most(spent), dispose=most(share_of("hold"))),
    # The market of the survivor runs out in a merger.
    "trading_most": preferring(place=placing("merges", "founds"), buy=most(bought), dispose=most(share_of("trade")),
                               power=first_of("trade2", "none"), stop=anything_but("stop"), end=NEVER_END),
    # Everything is turned into money again, in the purchase where that is allowed.
    "selling_most": preferring(buy=most(sold), dispose=most(share_of("sell")), end=NEVER_END),
    # Every marker is turned over, and Play 4 goes on as long as it can.
    "powerful": preferring(power=anything_but("none"), place=anything_but("stop"), stop=anything_but("stop")),
}


def random_ruleset(rng: random.Random, players: int) -> Ruleset:
    """Return a named ruleset with some options, few or nearly all, changed at random; never one that ruleset.py refuses.

    `stall_end` may be off, and then a game need not end (K36): the caller bounds its length.
    """
    while True:
        base = rng.choice(list(RULESETS.values()))
        names = [name for name in OPTIONS if name != "teams" or players == 4]
        changed = rng.sample(names, rng.randint(1, len(names)))
        try:
            return base.replace(**{name: _random_value(rng, name) for name in changed})
        except RulesetError:
            continue  # two options that do not go together


def _random_value(rng: random.Random, name: str) -> Any:
    option = OPTIONS[name]
    # The numbers that matter, not all that are allowed: a chain safe from 80 tiles is never seen safe.
    numbers = {
        "start_cash": (0, 300, 1000, 3000, 6000, 6000, 8000, 100_000),
        "max_buy": (1, 2, 3, 3, 4, 5),
        "safe_size": (2, 3, 4, 6, 8, 11, 11, 12),
        "end_size": (8, 12, 20, 40, 41, 41, 60, 108),
        "merger_bonus": (0, 0, 100, 1000),
    }
    if name in numbers:
        return rng.choice(numbers[name])
    if option.kind is bool:
        # A ruleset without the stall end would drown the others in endless games.
        return rng.random() < (0.8 if name == "stall_end" else 0.5)
    if option.kind is int:
        return rng.randint(option.low, option.high)
    return rng.choice(option.choices)


def random_rounds(rng: random.Random, players: int) -> Ruleset:
    """Return any options that go together with rounds, changed at random."""
    while True:
        try:
            return random_ruleset(rng, players).replace(**ONLY_VALUES, simultaneous=True)
        except RulesetError:
            continue
