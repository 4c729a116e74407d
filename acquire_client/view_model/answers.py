"""Read what a person typed as the answer to a prompt: return an action, or raise an `AnswerError` with a sentence for people.

Keys and tiles of the prompt come first, then the short forms of purchases and disposals, then the notation of records.
Whether the rules allow an answer is for the game to say.
"""

from __future__ import annotations

import re
from dataclasses import replace

from acquire_client.language import ENGLISH, Words, message
from acquire_client.view_model.moves import disposal_parts, purchase_parts
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.words import TableNames, chain_title, counted, printable
from acquire_core import actions as act
from acquire_core.notation import NotationError, format_action, parse_action
from acquire_core.tile_source import TILE_NUMBERS

MAX_ANSWER_CHARACTERS = 200

_SPLIT = re.compile(r"([a-z]+) ?([0-9]{1,2}|all)|([0-9]{1,2}|all) ?([a-z]+)")
_AMOUNT = re.compile(r"\$? ?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,7}) ?\$?", re.ASCII)
_LIKE_A_TILE = re.compile(r"[0-9]+[A-Z]")
_PARTS = {"hold": "hold", "keep": "hold", "sell": "sell", "trade": "trade", "k": "hold", "h": "hold", "s": "sell", "t": "trade"}
_VERBS = {"place", "pass", "stop", "found", "survivor", "next", "dispose", "buy", "power", "trade2", "show", "replace", "discard",
          "pick", "retire", "end", "bid"}


class AnswerError(ValueError):
    """An answer that cannot be understood; the message is a sentence."""


def read_answer(prompt: Prompt, text: str, names: TableNames) -> act.Action:
    """Return the action that an answer means."""
    typed = " ".join(text.split())
    if not typed:
        raise AnswerError("Nothing was typed; '?' lists what you can type.")
    if len(typed) > MAX_ANSWER_CHARACTERS:
        raise AnswerError("That line is too long.")
    for choice in prompt.choices:
        if typed.lower() == choice.key.lower():
            if choice.action is None:
                raise AnswerError(f"{choice.name} {choice.label}.")
            return choice.action
    words = typed.split()
    notation = _read_notation(prompt, typed, names) if _is_notation(words) else None
    if notation is not None:
        return notation
    found = _read_tiles(prompt, words) or _read_chain(prompt, typed)
    if found is None and prompt.blocks:
        found = _read_split(prompt, typed.lower())
    if found is None and prompt.phase == "bid":
        found = _read_bid(prompt, typed)
    if found is None and prompt.phase == "buy":
        found = _read_purchase(prompt, words)
    if found is None:
        raise AnswerError(f"'{_short_text(typed)}' is not an answer to this question; '?' lists what you can type.")
    return found


def _is_notation(words: list[str]) -> bool:
    at = 1 if words[0].isdigit() and len(words) > 1 else 0
    return words[at].lower() in _VERBS


def _read_notation(prompt: Prompt, typed: str, names: TableNames) -> act.Action | None:
    words = [word.upper() if word.upper() in TILE_NUMBERS else word.lower() for word in typed.split()]
    if words[0] == "buy" and prompt.phase == "buy" and not {*words[1:]} <= {"sell", *prompt.chains}:
        return None  # initials, which notation does not know
    try:
        action = parse_action(" ".join(words), prompt.chains)
    except NotationError as error:
        raise AnswerError(f"That line cannot be read: {printable(str(error))}.") from None
    if action.seat is not None and action.seat != prompt.seat:
        raise AnswerError(f"It is the decision of {names.seat(prompt.seat)}, who has seat {prompt.seat}.")
    return replace(action, seat=prompt.seat)  # type: ignore[arg-type]  # chance has no verb in _VERBS


def _read_tiles(prompt: Prompt, words: list[str]) -> act.Action | None:
    tiles = [word.upper() for word in words]
    if not prompt.tiles and prompt.phase != "place":
        return None
    if prompt.phase == "discard":
        numbered = {choice.key: choice.action.tiles[0] for choice in prompt.choices
                    if choice.key.isdigit() and isinstance(choice.action, act.Discard)}
        tiles = [numbered.get(tile, tile) for tile in tiles]
    wrong = [tile for tile in tiles if tile not in TILE_NUMBERS]
    if wrong and all(_LIKE_A_TILE.fullmatch(tile) for tile in tiles):
        raise AnswerError(f"'{_short_text(wrong[0])}' is not a tile; tiles run from 1A to 12I.")
    if wrong:
        return None
    if prompt.phase == "discard":
        return act.Discard(prompt.seat, tuple(sorted(tiles, key=TILE_NUMBERS.__getitem__)))
    if len(tiles) > 1:
        raise AnswerError("Type one tile.")
    return act.Pick(prompt.seat, tiles[0]) if prompt.phase == "pick" else act.Place(prompt.seat, tiles[0])


def _read_chain(prompt: Prompt, typed: str) -> act.Action | None:
    """Return a chain by its name or the beginning of it, where a choice is a chain."""
    for choice in prompt.choices:
        chain = getattr(choice.action, "chain", None)
        if isinstance(chain, str) and chain.startswith(typed.lower()):
            return choice.action
    for choice in prompt.choices:
        power = getattr(choice.action, "power", None)
        if isinstance(power, str) and power == typed.lower().replace(" ", ""):
            return choice.action
    if prompt.phase in ("found", "survivor", "next_defunct"):
        other = [chain for chain in prompt.chains if chain.startswith(typed.lower())]
        if other:
            raise AnswerError(f"{chain_title(other[0])} cannot be chosen here.")
    return None


def _read_split(prompt: Prompt, typed: str) -> act.Dispose | None:
    """Read `t4 s1`, `sell all`, `2 hold 3 sell`: parts in any order; what is not named is kept."""
    counts = dict(hold=0, sell=0, trade=0)
    named: set[str] = set()
    rest = typed.replace(",", " ").replace(" and ", " ").strip()
    while rest:
        match = _SPLIT.match(rest)
        if match is None:
            return None
        word, number = (match[1], match[2]) if match[1] else (match[4], match[3])
        if word not in _PARTS:
            return None
        part = _PARTS[word]
        if part in named:
            raise AnswerError(f"'{part}' is named twice.")
        named.add(part)
        counts[part] = prompt.blocks - sum(counts.values()) if number == "all" else int(number)
        rest = rest[match.end():].strip()
    split = sum(counts.values())
    if split < prompt.blocks and "hold" not in named:
        counts["hold"] = prompt.blocks - split
        split = prompt.blocks
    if split != prompt.blocks:
        raise AnswerError(f"That adds up to {split} of {counted(prompt.blocks, 'share')}.")
    return act.Dispose(prompt.seat, counts["hold"], counts["sell"], counts["trade"])


def _read_purchase(prompt: Prompt, words: list[str]) -> act.Buy | None:
    """Read `b LLT`, `L L T`, `LLT`, with `-T` for a block that is sold; chain names work too."""
    if words[0].lower() in ("b", "buy"):
        words = words[1:]
    initials = {chain[0]: chain for chain in prompt.chains}
    bought: list[str] = []
    sold: list[str] = []
    selling = False
    for word in words:
        low = word.lower()
        if low == "sell":
            selling = True
            continue
        bare = low.removeprefix("-")
        side = sold if selling or low.startswith("-") else bought
        if bare in prompt.chains:
            side.append(bare)
        elif bare and all(letter in initials for letter in bare):
            side.extend(initials[letter] for letter in bare)
        else:
            letters = ", ".join(f"{stock.chain[0].upper()} {chain_title(stock.chain)}" for stock in prompt.stocks)
            raise AnswerError(f"'{_short_text(word)}' is not a chain. For sale are {letters or 'no shares'}; 'n' buys nothing.")
    if len(bought) + len(sold) > 25:
        raise AnswerError("That is more shares than a player may buy.")
    order = prompt.chains.index
    return act.Buy(prompt.seat, tuple(sorted(bought, key=order)), tuple(sorted(sold, key=order)))


def _read_bid(prompt: Prompt, typed: str) -> act.Bid | None:
    """Read `300`, `$300` or `1,200`."""
    match = _AMOUNT.fullmatch(typed)
    return act.Bid(prompt.seat, int(match[1].replace(",", ""))) if match else None


def meaning_of(prompt: Prompt, action: act.Action, words: Words = ENGLISH) -> str:
    """Return what an answer will do, to be confirmed: with its price, and the cash that is left. The prompt speaks the same
    language."""
    translate = words.translate
    for choice in prompt.choices:
        if choice.action == action and not isinstance(action, act.Place):
            return f"{_with_capital(choice.label)}."
    match action:
        case act.Place(_, tile):
            effect = next((choice.label for choice in prompt.choices if choice.action == action), "")
            return translate("Place {tile}: {effect}.", tile=tile, effect=effect) if effect else translate("Place {tile}.",
                                                                                                           tile=tile)
        case act.UsePower(_, None):
            return f"{_with_capital(translate('use no power now'))}."
        case act.Buy(_, chains, sell):
            return _purchase_meaning(prompt, chains, sell, words)
        case act.Dispose(_, hold, sell, trade):
            return f"{_with_capital(words.listing(disposal_parts(hold, sell, trade, words)))}."
        case act.Discard(_, tiles):
            return translate("Discard {tiles}.", tiles=" ".join(tiles))
        case act.Pick(_, tile):
            return translate("Pick {tile}.", tile=tile)
        case act.Bid(_, dollars):
            return translate("Bid {dollars:$}.", dollars=dollars)
        case act.Retire():
            return translate("Leave the game for good; the others play on.")
    return f"{_with_capital(format_action(replace(action, seat=None)))}."  # type: ignore[arg-type]


def _purchase_meaning(prompt: Prompt, chains: tuple[str, ...], sell: tuple[str, ...], words: Words) -> str:
    prices = {stock.chain: stock.price for stock in prompt.stocks}
    parts = purchase_parts(chains, sell, words)
    total = sum(prices.get(chain, 0) for chain in chains) - sum(prices.get(chain, 0) for chain in sell)
    if not parts:
        return words.translate("Buy nothing.")
    if prompt.free:
        text = message("{parts:and} for nothing.")
    elif total >= 0:
        text = message("{parts:and}: {total:$} in all, {left:$} cash left.")
    else:
        text = message("{parts:and}: {total:$} gained, {left:$} cash left.")
    return _with_capital(words.translate(text, parts=parts, total=abs(total), left=prompt.cash - total))


def _with_capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _short_text(text: str) -> str:
    return printable(text if len(text) <= 40 else text[:37] + "...")
