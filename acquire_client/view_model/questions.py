"""Who is asked what: one sentence for each phase of the rules, always with the name of the one who decides."""

from __future__ import annotations

from .words import TableNames

# By `Game.phase`. Chance phases are asked of nobody; where several words fit, the rules' own stand here.
QUESTIONS = {
    "start": "An opening tile is drawn.",
    "draw": "A tile is drawn.",
    "market_draw": "A tile is drawn for the market.",
    "declare_before": "{who} may announce the end of the game.",
    "power_start": "{who} may use a power before the first tile.",
    "replace_hand": "{who} has no playable tile and may change the whole hand.",
    "place": "{who} places a tile.",
    "found": "{who} names the new chain.",
    "survivor": "{who} chooses which of the equal chains survives.",
    "next_defunct": "{who} chooses which of the equal chains is settled next.",
    "dispose": "{who} keeps, sells or trades the blocks of the chain that was taken over.",
    "power_buy": "{who} may use a power before buying.",
    "trade2": "{who} may trade two blocks for one.",
    "buy": "{who} may buy blocks.",
    "declare_end": "{who} may announce the end of the game.",
    "discard": "{who} may lay dead tiles away.",
    "pick": "{who} picks a tile from the bag.",
    "over": "The game is over.",
}


def question(phase: str, to_move: int | None, names: TableNames) -> str:
    """What is due, and from whom.

    >>> question("buy", 1, TableNames(("Ada", "Bo")))
    'Bo may buy blocks.'
    """
    who = names.seat(to_move) if to_move is not None and to_move >= 0 else "The bag"
    return QUESTIONS[phase].format(who=who)
