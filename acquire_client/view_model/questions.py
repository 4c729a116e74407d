"""Who is asked what: one sentence for each phase of the rules, always with the name of the one who decides."""

from __future__ import annotations

from acquire_client.language import Words, message
from acquire_client.view_model.words import TableNames

# By `Game.phase`. Chance phases are asked of nobody; where several words fit, the rules' own stand here.
QUESTIONS = {
    "start": message("An opening tile is drawn."),
    "draw": message("A tile is drawn."),
    "market_draw": message("A tile is drawn for the market."),
    "declare_before": message("{who} may announce the end of the game."),
    "power_start": message("{who} may use a power before the first tile."),
    "replace_hand": message("{who} has no playable tile and may change the whole hand."),
    "place": message("{who} places a tile."),
    "found": message("{who} names the new chain."),
    "survivor": message("{who} chooses which chain survives."),
    "next_defunct": message("{who} chooses which chain is settled next."),
    "dispose": message("{who} sells, trades or keeps shares."),
    "power_buy": message("{who} may use a power before buying."),
    "trade2": message("{who} may trade two shares for one."),
    "buy": message("{who} may buy shares."),
    "declare_end": message("{who} may announce the end of the game."),
    "discard": message("{who} may set dead tiles aside."),
    "pick": message("{who} picks a tile from the bag."),
    "bid": message("{who} bids."),
    "over": message("The game is over."),
}

# The same for the only person at this computer: what to do, in at most four words.
IMPERATIVES = {
    "declare_before": message("End the game?"),
    "power_start": message("Use a power?"),
    "replace_hand": message("Draw new tiles?"),
    "place": message("Place a tile"),
    "found": message("Name your chain"),
    "survivor": message("Which chain survives?"),
    "next_defunct": message("Which is settled next?"),
    "dispose": message("Sell, trade or keep?"),
    "power_buy": message("Use a power?"),
    "trade2": message("Trade 2 for 1?"),
    "declare_end": message("End the game?"),
    "discard": message("Set dead tiles aside?"),
    "pick": message("Pick a tile"),
    "bid": message("Your bid"),
}
YOUR_TURN = message("YOUR TURN")
YOU_DECIDE = message("YOU DECIDE")
"""What is said of a question to that person in the turn of another player."""
# In simultaneous play, where it means something else.
ROUND_QUESTIONS = {"place": message("{who} chooses a tile.")}
BUY_WORDS = {1: message("Buy 1 share"), 0: message("Nothing to buy")}


def imperative_text(phase: str, words: Words, shares: int = 0) -> str:
    """Return what the asked person has to do; `shares` is how many may be bought.

    >>> from acquire_client.language import ENGLISH
    >>> imperative_text("place", ENGLISH), imperative_text("buy", ENGLISH, 3)
    ('Place a tile', 'Buy up to 3 shares')
    """
    if phase == "buy" and shares > 1:
        return words.translate("Buy up to {count} shares", count=shares)
    return words.translate(BUY_WORDS[shares] if phase == "buy" else IMPERATIVES[phase])


def question_text(phase: str, to_move: int | None, names: TableNames) -> str:
    """Return what is due, and from whom.

    >>> question_text("buy", 1, TableNames(("Ada", "Bo")))
    'Bo may buy shares.'
    """
    who = names.seat(to_move) if to_move is not None and to_move >= 0 else names.translate("The bag")
    text = ROUND_QUESTIONS.get(phase, QUESTIONS[phase]) if names.rounds else QUESTIONS[phase]
    return names.translate(text, who=who)
